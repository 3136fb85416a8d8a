//! The two parts of a transformer that the built-in engine is slow at, in the widest vectors of the processor: attention,
//! and layer normalisation of a sum. tract would do each as a chain of passes over whole tensors.

use pulp::{Arch, Simd, WithSimd, bytemuck};

/// Attention of all heads over one text.
pub(super) struct Attention<'a> {
    /// Queries of all heads `[tokens, heads * width]`; the answers take their place.
    pub(super) queries: &'a mut [f32],
    /// Keys `[tokens, heads * width]`.
    pub(super) keys: &'a [f32],
    /// Values `[tokens, heads * width]`.
    pub(super) values: &'a [f32],
    /// Added to the scores of each key `[tokens]`: 0 for a token, far below 0 for padding.
    pub(super) mask: Option<&'a [f32]>,
    /// Width of a head: a multiple of [`HEAD_STEP`].
    pub(super) width: usize,
    /// All of the heads together.
    pub(super) stride: usize,
    /// What the products of queries and keys are multiplied by.
    pub(super) scale: f32,
}

/// Queries whose weighted values are summed at a time: a divisor of the queries at a time.
const FEW: usize = 6;

/// Heads are as wide as a multiple of this: two vectors of 16.
pub(super) const HEAD_STEP: usize = 32;

/// `x + skip`, each row moved and scaled to mean 0 and variance 1, times `gain`, plus `bias`; in place of `x`.
pub(super) struct LayerNorm<'a> {
    pub(super) x: &'a mut [f32],
    pub(super) skip: Option<&'a [f32]>,
    pub(super) gain: &'a [f32],
    pub(super) bias: &'a [f32],
    pub(super) epsilon: f32,
}

impl Attention<'_> {
    /// Computes. Slices of other lengths than said above are a fault of the caller and panic.
    pub(super) fn run(self) {
        Arch::new().dispatch(self);
    }
}

impl LayerNorm<'_> {
    /// Computes. Rows are as long as `gain`; other lengths that do not fit panic.
    pub(super) fn run(self) {
        Arch::new().dispatch(self);
    }
}

impl WithSimd for Attention<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // As many rows as there are registers for two columns of sums.
        if S::REGISTER_COUNT >= 32 {
            attend::<S, 12>(simd, self);
        } else {
            attend::<S, 6>(simd, self);
        }
    }
}

/// `ROWS` queries at a time against all keys of a head: their scores stay in the first level of cache.
#[inline(always)]
fn attend<S: Simd, const ROWS: usize>(simd: S, work: Attention<'_>) {
    let Attention {
        queries,
        keys,
        values,
        mask,
        width,
        stride,
        scale,
    } = work;
    let tokens = keys.len() / stride;
    assert!(
        width > 0
            && width.is_multiple_of(HEAD_STEP)
            && stride.is_multiple_of(width)
            && queries.len() == tokens * stride
            && keys.len() == tokens * stride
            && values.len() == tokens * stride
            && mask.is_none_or(|m| m.len() == tokens)
    );
    let step = 2 * S::F32_LANES;
    let panels = tokens.div_ceil(step);
    let zero = [simd.splat_f32s(0.0); 2];
    // Keys that fill up the last panel have no weight.
    let mut offsets = vec![zero; panels];
    let flat: &mut [f32] = bytemuck::cast_slice_mut(bytemuck::cast_slice_mut::<_, S::f32s>(
        offsets.as_flattened_mut(),
    ));
    if let Some(mask) = mask {
        flat[..tokens].copy_from_slice(mask);
    }
    flat[tokens..].fill(f32::MIN);
    let mut keys_packed = vec![zero; panels * width];
    let mut values_packed = vec![zero; tokens * (width / step)];
    let mut block = vec![[0.0f32; ROWS]; width];
    let mut scores = vec![zero; ROWS * panels];
    for head in (0..stride).step_by(width) {
        for (panel, packed) in keys_packed.chunks_exact_mut(width).enumerate() {
            let packed: &mut [f32] = bytemuck::cast_slice_mut(packed.as_flattened_mut());
            let keys = keys.chunks_exact(stride).skip(panel * step).take(step);
            pack(packed, step, keys.map(|key| &key[head..][..width]));
        }
        // Values by columns: for two vectors of the head, all tokens one after the other.
        for (column, packed) in values_packed.chunks_exact_mut(tokens).enumerate() {
            for (key, pair) in packed.iter_mut().enumerate() {
                let row = &values[key * stride + head + column * step..][..step];
                *pair = load(row);
            }
        }
        for first in (0..tokens).step_by(ROWS) {
            let rows = ROWS.min(tokens - first);
            for row in 0..rows {
                let query = &queries[(first + row) * stride + head..][..width];
                for (cell, value) in block.iter_mut().zip(query) {
                    cell[row] = value * scale;
                }
            }
            for (panel, keys) in keys_packed.chunks_exact(width).enumerate() {
                let mut sums = [offsets[panel]; ROWS];
                for (query, key) in block.iter().zip(keys) {
                    for (sum, q) in sums.iter_mut().zip(query) {
                        let q = simd.splat_f32s(*q);
                        sum[0] = simd.mul_add_e_f32s(q, key[0], sum[0]);
                        sum[1] = simd.mul_add_e_f32s(q, key[1], sum[1]);
                    }
                }
                for (row, sum) in sums.into_iter().enumerate() {
                    scores[row * panels + panel] = sum;
                }
            }
            let mut weights = [0.0f32; ROWS];
            for (row, weight) in scores.chunks_exact_mut(panels).zip(&mut weights) {
                *weight = 1.0 / exponentials(simd, row.as_flattened_mut());
            }
            let flat: &[f32] = bytemuck::cast_slice(scores.as_flattened());
            // Fewer rows at a time than above, so that where each one's scores lie stays in registers too.
            for some in (0..rows).step_by(FEW) {
                let across: [&[f32]; FEW] =
                    std::array::from_fn(|row| &flat[(some + row) * panels * step..][..tokens]);
                for (column, values) in values_packed.chunks_exact(tokens).enumerate() {
                    let mut sums = [zero; FEW];
                    for (key, value) in values.iter().enumerate() {
                        for (sum, scores) in sums.iter_mut().zip(&across) {
                            let p = simd.splat_f32s(scores[key]);
                            sum[0] = simd.mul_add_e_f32s(p, value[0], sum[0]);
                            sum[1] = simd.mul_add_e_f32s(p, value[1], sum[1]);
                        }
                    }
                    for row in 0..FEW.min(rows - some) {
                        let weight = simd.splat_f32s(weights[some + row]);
                        let at = (first + some + row) * stride + head + column * step;
                        let (out, _) = S::as_mut_simd_f32s(&mut queries[at..at + step]);
                        out[0] = simd.mul_f32s(sums[row][0], weight);
                        out[1] = simd.mul_f32s(sums[row][1], weight);
                    }
                }
            }
        }
    }
}

/// Keys of a panel: for each element of the head, the keys side by side.
#[inline(always)]
fn pack<'k>(packed: &mut [f32], step: usize, keys: impl Iterator<Item = &'k [f32]>) {
    for (lane, key) in keys.enumerate() {
        for (cell, value) in packed[lane..].iter_mut().step_by(step).zip(key) {
            *cell = *value;
        }
    }
}

/// Two vectors from a slice of their length.
#[inline(always)]
fn load<V: bytemuck::Pod>(values: &[f32]) -> [V; 2] {
    let vectors: &[V] = bytemuck::cast_slice(values);
    [vectors[0], vectors[1]]
}

/// e to the power of each value less the largest, in place; their sum.
#[inline(always)]
fn exponentials<S: Simd>(simd: S, values: &mut [S::f32s]) -> f32 {
    let mut most = simd.splat_f32s(f32::MIN);
    for value in values.iter() {
        most = simd.max_f32s(most, *value);
    }
    let most = simd.splat_f32s(simd.reduce_max_f32s(most));
    let mut sum = simd.splat_f32s(0.0);
    for value in values {
        *value = exp(simd, simd.sub_f32s(*value, most));
        sum = simd.add_f32s(sum, *value);
    }
    simd.reduce_sum_f32s(sum)
}

/// e to the power of x ≤ 0, within 2 units in the last place down to e⁻⁸⁶, and no more than that below.
///
/// x = n ln 2 + r with a whole n; e to the power of r by the polynomial of Cephes' `expf` (S. L. Moshier), times 2ⁿ by
/// adding n to the exponent.
#[inline(always)]
pub(super) fn exp<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
    // 1.5 · 2²³: a sum with it is a whole number in the low bits of the mantissa.
    const ROUND: f32 = 12_582_912.0;
    // ln 2 in two parts, the first with few digits so that n times it is exact.
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    const POLYNOMIAL: [f32; 6] = [
        1.987_569_1e-4,
        1.398_199_9e-3,
        8.333_452e-3,
        4.166_579_6e-2,
        1.666_666_5e-1,
        5e-1,
    ];
    let x = simd.max_f32s(x, simd.splat_f32s(-86.0));
    let round = simd.splat_f32s(ROUND);
    let shifted = simd.mul_add_e_f32s(x, simd.splat_f32s(std::f32::consts::LOG2_E), round);
    let n = simd.sub_f32s(shifted, round);
    let r = simd.mul_add_e_f32s(n, simd.splat_f32s(-LN_2[0]), x);
    let r = simd.mul_add_e_f32s(n, simd.splat_f32s(-LN_2[1]), r);
    let mut p = simd.splat_f32s(POLYNOMIAL[0]);
    for c in &POLYNOMIAL[1..] {
        p = simd.mul_add_e_f32s(p, r, simd.splat_f32s(*c));
    }
    let one = simd.splat_f32s(1.0);
    let p = simd.mul_add_e_f32s(p, simd.mul_f32s(r, r), simd.add_f32s(r, one));
    let exponent = simd.wrapping_dyn_shl_u32s(
        simd.transmute_u32s_f32s(shifted),
        simd.splat_u32s(f32::MANTISSA_DIGITS - 1),
    );
    simd.transmute_f32s_u32s(simd.add_u32s(simd.transmute_u32s_f32s(p), exponent))
}

impl WithSimd for LayerNorm<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let width = self.gain.len();
        assert!(
            width > 0
                && self.bias.len() == width
                && self.x.len().is_multiple_of(width)
                && self.skip.is_none_or(|s| s.len() == self.x.len())
        );
        let (gain, gain_end) = S::as_simd_f32s(self.gain);
        let (bias, bias_end) = S::as_simd_f32s(self.bias);
        for (i, row) in self.x.chunks_exact_mut(width).enumerate() {
            let (row, end) = S::as_mut_simd_f32s(row);
            if let Some(skip) = self.skip {
                let (skip, skip_end) = S::as_simd_f32s(&skip[i * width..][..width]);
                for (x, s) in row.iter_mut().zip(skip) {
                    *x = simd.add_f32s(*x, *s);
                }
                end.iter_mut().zip(skip_end).for_each(|(x, s)| *x += s);
            }
            let mut sum = simd.splat_f32s(0.0);
            for x in row.iter() {
                sum = simd.add_f32s(sum, *x);
            }
            let mean = (simd.reduce_sum_f32s(sum) + end.iter().sum::<f32>()) / width as f32;
            let middle = simd.splat_f32s(mean);
            let mut squares = simd.splat_f32s(0.0);
            for x in row.iter_mut() {
                *x = simd.sub_f32s(*x, middle);
                squares = simd.mul_add_e_f32s(*x, *x, squares);
            }
            end.iter_mut().for_each(|x| *x -= mean);
            let variance = (simd.reduce_sum_f32s(squares) + end.iter().map(|x| x * x).sum::<f32>())
                / width as f32;
            let scale = 1.0 / (variance + self.epsilon).sqrt();
            let scales = simd.splat_f32s(scale);
            for ((x, gain), bias) in row.iter_mut().zip(gain).zip(bias) {
                *x = simd.mul_add_e_f32s(simd.mul_f32s(*x, scales), *gain, *bias);
            }
            for ((x, gain), bias) in end.iter_mut().zip(gain_end).zip(bias_end) {
                *x = *x * scale * gain + bias;
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Numbers between -1 and 1 that are no pattern.
    pub(in crate::engine) fn numbers(count: usize, seed: usize) -> Vec<f32> {
        (0..count)
            .map(|i| ((i * 7919 + seed * 104_729) % 2003) as f32 / 1001.0 - 1.0)
            .collect()
    }

    /// Attention by its definition, in 64 bits.
    fn attention(work: &Attention<'_>) -> Vec<f64> {
        let (w, stride) = (work.width, work.stride);
        let tokens = work.keys.len() / stride;
        let mut out = vec![0.0; tokens * stride];
        for head in (0..stride).step_by(w) {
            let at = |m: &[f32], t: usize, i: usize| f64::from(m[t * stride + head + i]);
            for q in 0..tokens {
                let scores: Vec<f64> = (0..tokens)
                    .map(|k| {
                        let dot: f64 = (0..w)
                            .map(|i| at(work.queries, q, i) * at(work.keys, k, i))
                            .sum();
                        dot * f64::from(work.scale) + work.mask.map_or(0.0, |m| f64::from(m[k]))
                    })
                    .collect();
                let most = scores.iter().copied().fold(f64::MIN, f64::max);
                let sum: f64 = scores.iter().map(|s| (s - most).exp()).sum();
                for i in 0..w {
                    out[q * stride + head + i] = scores
                        .iter()
                        .enumerate()
                        .map(|(k, s)| (s - most).exp() / sum * at(work.values, k, i))
                        .sum();
                }
            }
        }
        out
    }

    #[test]
    fn attention_is_that_of_the_definition() {
        for (tokens, width, heads, padding, scale) in [
            (1, 32, 1, 0, 0.2),
            (7, 32, 3, 2, 0.2),
            (33, 64, 2, 0, 3.0),
            (100, 32, 2, 37, 1.0),
        ] {
            let stride = width * heads;
            let [mut queries, keys, values] = [1, 2, 3].map(|seed| numbers(tokens * stride, seed));
            let mask: Vec<f32> = (0..tokens)
                .map(|t| if t + padding < tokens { 0.0 } else { -10_000.0 })
                .collect();
            let given = queries.clone();
            for mask in [None, Some(&mask[..])] {
                queries.copy_from_slice(&given);
                let mut work = Attention {
                    queries: &mut queries,
                    keys: &keys,
                    values: &values,
                    mask,
                    width,
                    stride,
                    scale,
                };
                let expected = attention(&work);
                // What the processor has, and what any processor has.
                Attention {
                    queries: &mut *work.queries,
                    ..work
                }
                .run();
                let check = |got: &[f32], with: &str| {
                    let apart = got.iter().zip(&expected);
                    let apart = apart.map(|(a, b)| (f64::from(*a) - b).abs());
                    let apart = apart.fold(0.0, f64::max);
                    // Scores are larger by the scale, and so is what is rounded off.
                    let most = 2e-6 * f64::from(scale).max(1.0) * 4.0;
                    assert!(
                        apart < most,
                        "{tokens} tokens, heads of {width}, {with}: {apart}"
                    );
                };
                check(&queries, "vectors");
                queries.copy_from_slice(&given);
                work = Attention {
                    queries: &mut queries,
                    keys: &keys,
                    values: &values,
                    mask,
                    width,
                    stride,
                    scale,
                };
                work.with_simd(pulp::Scalar);
                check(&queries, "no vectors");
            }
        }
    }

    #[test]
    fn rows_are_normalised() {
        for width in [1, 5, 16, 50, 384] {
            let (x, skip) = (numbers(3 * width, 1), numbers(3 * width, 2));
            let (gain, bias) = (numbers(width, 3), numbers(width, 4));
            for skip in [None, Some(&skip[..])] {
                let mut got = x.clone();
                LayerNorm {
                    x: &mut got,
                    skip,
                    gain: &gain,
                    bias: &bias,
                    epsilon: 1e-5,
                }
                .run();
                for row in 0..3 {
                    let sum = |i: usize| {
                        let at = row * width + i;
                        f64::from(x[at]) + skip.map_or(0.0, |s| f64::from(s[at]))
                    };
                    let n = width as f64;
                    let mean = (0..width).map(sum).sum::<f64>() / n;
                    let variance = (0..width).map(|i| (sum(i) - mean).powi(2)).sum::<f64>() / n;
                    for i in 0..width {
                        let expected = (sum(i) - mean) / (variance + 1e-5).sqrt()
                            * f64::from(gain[i])
                            + f64::from(bias[i]);
                        let apart = (f64::from(got[row * width + i]) - expected).abs();
                        assert!(apart < 1e-5, "width {width}, row {row}, {i}: {apart}");
                    }
                }
            }
        }
    }

    struct Exp<'a>(&'a mut [f32]);

    impl WithSimd for Exp<'_> {
        type Output = ();

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) {
            for x in S::as_mut_simd_f32s(self.0).0 {
                *x = exp(simd, *x);
            }
        }
    }

    #[test]
    fn the_exponential_is_close() {
        let given: Vec<f32> = (0..1 << 16).map(|i| -86.0 * i as f32 / 65_536.0).collect();
        let mut got = given.clone();
        Arch::new().dispatch(Exp(&mut got));
        for (x, y) in given.iter().zip(&got) {
            let expected = f64::from(*x).exp();
            let apart = (f64::from(*y) - expected).abs() / expected;
            assert!(apart < 2.5e-7, "e^{x}: {y}, {apart} off");
        }
        let mut low = [-1e30f32, f32::NEG_INFINITY, -10_000.0, -87.0].repeat(16);
        Arch::new().dispatch(Exp(&mut low));
        assert!(low.iter().all(|y| (0.0..1e-37).contains(y)), "{low:?}");
    }
}
