//! Vectors without documents, for those who measure the scan alone.

use super::vectors::Vectors;

/// Vectors as an open library keeps them in memory, a byte a number, without documents.
pub struct BareVectors(Vectors);

/// What they were made by, as far as the comparison asks.
const MODEL: &str = "none";

impl BareVectors {
    /// So many of so many numbers each, which are drawn one by one. One that is nothing but zeros is left out.
    pub fn drawn(count: usize, size: usize, mut number: impl FnMut() -> i8) -> Self {
        /// Before the numbers stands their scale, which changes no direction.
        const SCALE: usize = 4;
        let mut vectors = Vectors::new();
        let mut packed = vec![0_u8; SCALE + size];
        for key in (0_i64..).take(count) {
            packed[SCALE..].fill_with(|| number().cast_unsigned());
            vectors.push_packed(key, &packed, Some(MODEL));
        }
        Self(vectors)
    }

    /// The numbers of those that are the nearest to a vector, nearest first, at most so many: every one is compared, on all processors, as a question is by
    /// meaning. None where it is of another size.
    pub fn nearest(&self, vector: &[f32], most: usize) -> Vec<i64> {
        let Some(question) = self.0.question(vector, MODEL) else {
            return Vec::new();
        };
        let nearest = question.compare_all(most, &|_| true).nearest;
        nearest.into_iter().map(|row| self.0.keys[row]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_those_drawn_come_first() {
        let mut numbers = [127, 0, 90, 90, 0, 0, 0, -127].into_iter();
        let bare = BareVectors::drawn(4, 2, || numbers.next().unwrap_or_default());
        assert_eq!(bare.nearest(&[1.0, 0.1], 9), [0, 1, 3]);
        assert_eq!(bare.nearest(&[0.0, -2.0], 1), [3]);
        assert!(bare.nearest(&[1.0], 9).is_empty());
    }
}
