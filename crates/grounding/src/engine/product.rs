//! Products of numbers with weights of 8 bits, for the built-in engine: the rows are rounded to 8 bits too (7 where the processor would cut sums off), each by a scale and a zero
//! point of its own, multiplied as whole numbers (by the dot products of 8 bits that the processor has), and scaled back.

use std::sync::atomic::{AtomicBool, Ordering};

use pulp::{Arch, Simd, WithSimd};
use rten_gemm::{GemmExecutor, GemmInputA, GemmInputB, GemmOptions, PackedBMatrix};
use rten_tensor::NdTensorView;

use super::simd::exp;

thread_local! {
    /// The best that this processor has.
    static MULTIPLY: GemmExecutor<u8, i8, i32> = GemmExecutor::default();
}

/// Rows at a time: what they come to stays in the second level of cache.
const ROWS: usize = 48;

/// See [`only_32_bits`].
static ONLY_32_BITS: AtomicBool = AtomicBool::new(false);

/// Lets models that are opened from now on multiply with 32 bits, also where the processor is fast at 8: for figures and pictures that must not
/// depend on the processor. Places differ little (their points by 0.0 mm in the median, `docs/experiments/reading.md`), but percentages are seen.
pub fn only_32_bits() {
    ONLY_32_BITS.store(true, Ordering::Relaxed);
}

/// Whether this processor multiplies whole numbers fast, and may.
pub(super) fn is_fast() -> bool {
    if ONLY_32_BITS.load(Ordering::Relaxed) {
        return false;
    }
    MULTIPLY.with(|m| !m.kernel_name().contains("generic"))
}

/// The largest whole number that a row is rounded to. Processors without dot products of 8 bits (AVX2, AVX-512 without VNNI) add pairs of products in 16 bits,
/// which cut off what is larger than 32,767: there rows have 7 bits, so that no pair is (2 · 127 · 128), and are multiplied exactly.
pub(super) fn top() -> u8 {
    match MULTIPLY.with(GemmExecutor::may_saturate) {
        true => 127,
        false => u8::MAX,
    }
}

/// What is done with a product in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Then {
    /// Nothing.
    Plain,
    /// GELU: `x (1 + erf(x / √2)) / 2` (Hendrycks and Gimpel 2016).
    Gelu,
}

/// Weights `[inner, columns]` that rows are multiplied by, and what is added.
pub(super) struct Product {
    weights: PackedBMatrix<i8>,
    /// What a column of whole numbers is multiplied by.
    scale: Vec<f32>,
    bias: Vec<f32>,
    /// Sums of the columns of whole numbers.
    sums: Vec<i32>,
    inner: usize,
    then: Then,
}

impl Product {
    /// Of weights by rows; nothing when the sizes do not fit.
    pub(super) fn new(weights: &[i8], scale: &[f32], bias: &[f32], then: Then) -> Option<Self> {
        let columns = scale.len();
        if columns == 0 || bias.len() != columns || !weights.len().is_multiple_of(columns) {
            return None;
        }
        let inner = weights.len() / columns;
        let matrix = NdTensorView::from_data([inner, columns], weights);
        let mut sums = vec![0i32; columns];
        for row in weights.chunks(columns) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += i32::from(*weight);
            }
        }
        Some(Self {
            weights: MULTIPLY.with(|m| m.prepack_b(matrix)),
            sums,
            scale: scale.to_vec(),
            bias: bias.to_vec(),
            inner,
            then,
        })
    }

    /// Columns of the answer.
    pub(super) fn columns(&self) -> usize {
        self.scale.len()
    }

    /// Length of a row.
    pub(super) fn inner(&self) -> usize {
        self.inner
    }

    /// Rows `[rows, inner]` times the weights: `[rows, columns]`.
    ///
    /// # Errors
    /// In words, when the lengths do not fit.
    pub(super) fn run(&self, x: &[f32], out: &mut [f32]) -> Result<(), String> {
        let (inner, columns) = (self.inner, self.columns());
        let rows = x.len() / inner.max(1);
        if inner == 0 || x.len() != rows * inner || out.len() != rows * columns {
            return Err(format!("{} numbers by rows of {inner}", x.len()));
        }
        let (arch, top) = (Arch::new(), f32::from(top()));
        let mut bytes = vec![0u8; ROWS.min(rows) * inner];
        let mut whole = vec![0i32; ROWS.min(rows) * columns];
        let (mut zeros, mut scales) = ([0u8; ROWS], [0f32; ROWS]);
        for (x, out) in x.chunks(ROWS * inner).zip(out.chunks_mut(ROWS * columns)) {
            let count = x.len() / inner;
            let bytes = &mut bytes[..x.len()];
            let whole = &mut whole[..out.len()];
            for (at, (row, bytes)) in x.chunks(inner).zip(bytes.chunks_mut(inner)).enumerate() {
                (scales[at], zeros[at]) = arch.dispatch(Round { row, bytes, top });
            }
            let rounded = NdTensorView::from_data([count, inner], &*bytes);
            let options = GemmOptions::default();
            let (a, b) = (
                GemmInputA::Unpacked(rounded),
                GemmInputB::Packed(&self.weights),
            );
            let done = MULTIPLY.with(|m| m.gemm(whole, a, b, options));
            done.map_err(|error| error.to_string())?;
            for (at, (whole, out)) in whole
                .chunks(columns)
                .zip(out.chunks_mut(columns))
                .enumerate()
            {
                arch.dispatch(Back {
                    whole,
                    out,
                    of_row: scales[at],
                    zero: i32::from(zeros[at]),
                    sums: &self.sums,
                    scale: &self.scale,
                    bias: &self.bias,
                    then: self.then,
                });
            }
        }
        Ok(())
    }
}

/// 1.5 · 2²³: a sum with it has a whole number in the low bits of its mantissa.
const WHOLE: f32 = 12_582_912.0;

/// Rounds a row to whole numbers; its scale and its zero point.
struct Round<'a> {
    row: &'a [f32],
    bytes: &'a mut [u8],
    /// See [`top`].
    top: f32,
}

impl WithSimd for Round<'_> {
    type Output = (f32, u8);

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> (f32, u8) {
        let (vectors, rest) = S::as_simd_f32s(self.row);
        let (mut low, mut high) = (simd.splat_f32s(0.0), simd.splat_f32s(0.0));
        for v in vectors {
            low = simd.min_f32s(low, *v);
            high = simd.max_f32s(high, *v);
        }
        let low = rest
            .iter()
            .fold(simd.reduce_min_f32s(low), |a, b| a.min(*b));
        let high = rest
            .iter()
            .fold(simd.reduce_max_f32s(high), |a, b| a.max(*b));
        let scale = ((high - low) / self.top).max(f32::MIN_POSITIVE);
        let zero = (-low / scale).round().clamp(0.0, self.top);
        let by = 1.0 / scale;
        for (byte, x) in self.bytes.iter_mut().zip(self.row) {
            // Plain arithmetic on bits, which the compiler turns into vectors.
            let shifted = (x * by + zero).clamp(0.0, self.top) + WHOLE;
            *byte = shifted.to_bits() as u8;
        }
        (scale, zero as u8)
    }
}

/// From whole numbers back.
struct Back<'a> {
    whole: &'a [i32],
    out: &'a mut [f32],
    of_row: f32,
    zero: i32,
    sums: &'a [i32],
    scale: &'a [f32],
    bias: &'a [f32],
    then: Then,
}

impl WithSimd for Back<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let of = self.scale.iter().zip(self.bias);
        let sums = self.whole.iter().zip(self.sums);
        for ((out, (whole, sum)), (scale, bias)) in self.out.iter_mut().zip(sums).zip(of) {
            // Rounded numbers are those less the zero point, so their products have the zero point times the sum too much.
            // Wrapping, as a check of each would keep the compiler from using vectors; |whole| < 2²⁷ for rows of up to 4,096.
            let exact = whole.wrapping_sub(self.zero.wrapping_mul(*sum));
            *out = exact as f32 * self.of_row * scale + bias;
        }
        if self.then == Then::Gelu {
            let (vectors, rest) = S::as_mut_simd_f32s(self.out);
            for x in vectors {
                *x = gelu(simd, *x);
            }
            if !rest.is_empty() {
                // The last few, in a vector that is filled up with zeros.
                let mut last = [simd.splat_f32s(0.0)];
                let flat: &mut [f32] = pulp::bytemuck::cast_slice_mut(&mut last);
                flat[..rest.len()].copy_from_slice(rest);
                let done = [gelu(simd, last[0])];
                let flat: &[f32] = pulp::bytemuck::cast_slice(&done);
                rest.copy_from_slice(&flat[..rest.len()]);
            }
        }
    }
}

/// `x (1 + erf(x / √2)) / 2`, with the error function of Abramowitz and Stegun 7.1.26 (within 1.5e-7).
#[inline(always)]
fn gelu<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
    const P: f32 = 0.327_591_1;
    const A: [f32; 5] = [
        1.061_405_4,
        -1.453_152,
        1.421_413_8,
        -0.284_496_74,
        0.254_829_6,
    ];
    let one = simd.splat_f32s(1.0);
    // |x| as a maximum: pulp's own is a call in vectors of 16.
    let size = simd.max_f32s(x, simd.sub_f32s(simd.splat_f32s(0.0), x));
    let z = simd.mul_f32s(size, simd.splat_f32s(std::f32::consts::FRAC_1_SQRT_2));
    let t = simd.div_f32s(one, simd.mul_add_e_f32s(z, simd.splat_f32s(P), one));
    let mut p = simd.splat_f32s(A[0]);
    for a in &A[1..] {
        p = simd.mul_add_e_f32s(p, t, simd.splat_f32s(*a));
    }
    let tail = simd.mul_f32s(
        simd.mul_f32s(p, t),
        exp(
            simd,
            simd.mul_f32s(simd.sub_f32s(simd.splat_f32s(0.0), z), z),
        ),
    );
    // x Φ(x): for x ≥ 0 it is x (1 - tail / 2), for x < 0 it is x tail / 2; both are max(x, 0) - |x| tail / 2.
    let half = simd.mul_f32s(tail, simd.splat_f32s(0.5));
    let positive = simd.max_f32s(x, simd.splat_f32s(0.0));
    simd.sub_f32s(positive, simd.mul_f32s(size, half))
}

#[cfg(test)]
mod tests {
    use super::super::simd::tests::numbers;
    use super::*;

    #[test]
    fn a_product_is_that_of_the_definition_up_to_the_rounding_of_its_rows() {
        for (rows, inner, columns) in [(1, 4, 3), (5, 384, 37), (100, 64, 96), (50, 384, 128)] {
            let weights: Vec<i8> = numbers(inner * columns, 1)
                .iter()
                .map(|x| (x * 127.0) as i8)
                .collect();
            let scale: Vec<f32> = numbers(columns, 2)
                .iter()
                .map(|x| 0.01 + x.abs() * 0.01)
                .collect();
            let bias = numbers(columns, 3);
            // Rows that are all above zero, all below it and of both kinds: each has another zero point.
            let x: Vec<f32> = numbers(rows * inner, 4)
                .iter()
                .enumerate()
                .map(|(n, x)| match n / inner % 3 {
                    0 => x.max(-0.17) * 3.0,
                    1 => -x.abs(),
                    _ => x + 0.3,
                })
                .collect();
            for then in [Then::Plain, Then::Gelu] {
                let product = Product::new(&weights, &scale, &bias, then).unwrap();
                let mut out = vec![0.0; rows * columns];
                product.run(&x, &mut out).unwrap();
                for (n, got) in out.iter().enumerate() {
                    let (row, column) = (&x[n / columns * inner..][..inner], n % columns);
                    let of_column = || weights.iter().skip(column).step_by(columns);
                    let terms = row.iter().zip(of_column());
                    let sum: f64 = terms.map(|(x, w)| f64::from(*x) * f64::from(*w)).sum();
                    let wanted = sum * f64::from(scale[column]) + f64::from(bias[column]);
                    let wanted = match then {
                        Then::Plain => wanted,
                        Then::Gelu => {
                            0.5 * wanted * (1.0 + erf(wanted * std::f64::consts::FRAC_1_SQRT_2))
                        }
                    };
                    // At most half a step of each number of the row and one of the zero point, were they all one way.
                    let low = row.iter().copied().fold(0.0, f32::min);
                    let high = row.iter().copied().fold(0.0, f32::max);
                    let size: f32 = of_column().map(|w| f32::from(*w).abs()).sum();
                    let limit = (high - low) / f32::from(top()) * size * scale[column] + 1e-3;
                    let apart = (f64::from(*got) - wanted).abs();
                    assert!(
                        apart <= f64::from(limit),
                        "{rows} x {inner} x {columns} at {n}, {then:?}: {got} for {wanted}"
                    );
                }
            }
        }
        assert!(Product::new(&[1, 2, 3], &[0.1, 0.1], &[0.0, 0.0], Then::Plain).is_none());
        let product = Product::new(&[1, 2, 3, 4], &[0.1, 0.1], &[0.0, 0.0], Then::Plain).unwrap();
        assert!(product.run(&[1.0], &mut [0.0, 0.0]).is_err());
    }

    #[test]
    fn the_largest_numbers_are_not_cut_off() {
        let inner = 384;
        // Two columns: all of the largest weight, all of the smallest.
        let weights: Vec<i8> = [i8::MAX, i8::MIN].repeat(inner);
        let product = Product::new(&weights, &[1.0; 2], &[0.0; 2], Then::Plain).unwrap();
        let mut out = [0.0; 2];
        product.run(&vec![1.0; inner], &mut out).unwrap();
        let wanted = [127.0 * inner as f32, -128.0 * inner as f32];
        for (got, wanted) in out.iter().zip(wanted) {
            assert!((got / wanted - 1.0).abs() < 1e-5, "{got} for {wanted}");
        }
    }

    /// The error function by its series.
    fn erf(x: f64) -> f64 {
        if x.abs() > 5.0 {
            return x.signum();
        }
        let (mut sum, mut term) = (x, x);
        for n in 1..200 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        sum * std::f64::consts::FRAC_2_SQRT_PI
    }
}
