//! Symmetric int8 quantisation of weight matrices, one scale per row or column.
//!
//! Zero stays exactly zero (no zero point), and a weight is off by at most half of its row's or column's scale.

/// A matrix of int8 weights with one scale for each index of `axis`: weight = value * scale.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantized {
    /// Row-major values, `rows` x `columns`.
    pub values: Vec<i8>,
    /// Rows of the matrix.
    pub rows: usize,
    /// Columns of the matrix.
    pub columns: usize,
    /// 0: one scale per row; 1: one scale per column.
    pub axis: usize,
    /// The scales; never zero.
    pub scales: Vec<f32>,
}

impl Quantized {
    /// Quantises a row-major `rows` x `columns` matrix with one scale per row (`axis` 0) or column (`axis` 1).
    ///
    /// # Panics
    /// When the slice is not `rows * columns` long or `axis` is above 1.
    pub fn new(matrix: &[f32], rows: usize, columns: usize, axis: usize) -> Self {
        assert_eq!(
            matrix.len(),
            rows * columns,
            "the matrix has {} values, not {rows} x {columns}",
            matrix.len()
        );
        assert!(axis < 2, "a matrix has axes 0 and 1");
        let slot = |at: usize| {
            if axis == 0 {
                at / columns
            } else {
                at % columns
            }
        };
        let mut scales = vec![0.0f32; if axis == 0 { rows } else { columns }];
        for (at, w) in matrix.iter().enumerate() {
            let scale = &mut scales[slot(at)];
            *scale = scale.max(w.abs());
        }
        for scale in &mut scales {
            // An all-zero row keeps a harmless scale.
            *scale = if *scale > 0.0 { *scale / 127.0 } else { 1.0 };
        }
        let values = matrix
            .iter()
            .enumerate()
            .map(|(at, w)| (w / scales[slot(at)]).round().clamp(-127.0, 127.0) as i8)
            .collect();
        Self {
            values,
            rows,
            columns,
            axis,
            scales,
        }
    }

    /// The matrix that the int8 values stand for, row-major.
    pub fn dequantize(&self) -> Vec<f32> {
        self.values
            .iter()
            .enumerate()
            .map(|(at, &v)| {
                f32::from(v)
                    * self.scales[if self.axis == 0 {
                        at / self.columns
                    } else {
                        at % self.columns
                    }]
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_is_within_half_a_step() {
        let (rows, columns) = (17, 29);
        // Rows of very different size, a zero row, and values that are not multiples of any step.
        let matrix: Vec<f32> = (0..rows * columns)
            .map(|i| {
                if i / columns == 3 {
                    0.0
                } else {
                    ((i * 7919 % 1009) as f32 / 504.5 - 1.0)
                        * 10f32.powi((i / columns) as i32 % 5 - 2)
                }
            })
            .collect();
        for axis in 0..2 {
            let q = Quantized::new(&matrix, rows, columns, axis);
            assert_eq!(q.scales.len(), if axis == 0 { rows } else { columns });
            for (at, (w, back)) in matrix.iter().zip(q.dequantize()).enumerate() {
                let scale = q.scales[if axis == 0 {
                    at / columns
                } else {
                    at % columns
                }];
                assert!(
                    (w - back).abs() <= scale * 0.5001,
                    "axis {axis}, place {at}: {w} became {back}, scale {scale}"
                );
                assert!(*w != 0.0 || back == 0.0, "zero must stay zero");
            }
        }
        let largest = Quantized::new(&matrix, rows, columns, 0);
        assert!(
            largest.values.iter().any(|v| v.unsigned_abs() == 127),
            "the range must be used in full"
        );
    }

    #[test]
    #[should_panic(expected = "not 2 x 3")]
    fn a_wrong_shape_is_refused() {
        Quantized::new(&[1.0; 5], 2, 3, 0);
    }
}
