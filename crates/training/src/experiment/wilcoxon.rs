//! The one-sided Wilcoxon signed-rank test (Wilcoxon 1945) on paired values.
//!
//! Pairs without a difference are left out, ties share the mean of their ranks. Up to `EXACT` pairs the distribution is
//! counted out over all signs, ties included; above that it is the normal one, with the variance of the actual ranks and a
//! continuity correction. No maintained crate offers the test with ties, so it is here.

/// Most pairs for which all signs are counted.
const EXACT: usize = 60;

/// The probability, were the two alike, of `a` being below `b` at least as clearly as it is; 1 when nothing differs.
///
/// # Panics
/// When the slices differ in length.
pub fn less(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "the values are pairs");
    let mut differences: Vec<f64> = a
        .iter()
        .zip(b)
        .map(|(a, b)| a - b)
        .filter(|d| *d != 0.0)
        .collect();
    differences.sort_by(|x, y| x.abs().total_cmp(&y.abs()));
    let n = differences.len();
    if n == 0 {
        return 1.0;
    }
    // Twice the ranks, which are whole numbers even for ties.
    let mut ranks = Vec::with_capacity(n);
    for tied in differences.chunk_by(|x, y| x.abs() == y.abs()) {
        let first = ranks.len() + 1;
        ranks.extend(std::iter::repeat_n(2 * first + tied.len() - 1, tied.len()));
    }
    let positive: usize = differences
        .iter()
        .zip(&ranks)
        .filter(|(d, _)| **d > 0.0)
        .map(|(_, r)| r)
        .sum();
    if n <= EXACT {
        // ways[s]: share of all sign choices whose positive ranks sum to s.
        let mut ways = vec![0.0f64; ranks.iter().sum::<usize>() + 1];
        ways[0] = 1.0;
        let mut most = 0;
        for r in ranks {
            most += r;
            for s in (0..=most).rev() {
                ways[s] = 0.5 * (ways[s] + if s >= r { ways[s - r] } else { 0.0 });
            }
        }
        return ways[..=positive].iter().sum::<f64>().min(1.0);
    }
    let mean = ranks.iter().sum::<usize>() as f64 / 4.0;
    let variance = ranks.iter().map(|r| (*r as f64 / 2.0).powi(2)).sum::<f64>() / 4.0;
    normal_below((positive as f64 / 2.0 + 0.5 - mean) / variance.sqrt())
}

/// Probability of a standard normal value below `z`.
fn normal_below(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_samples_are_counted_out() {
        // All five below: one of 32 sign choices.
        assert!(
            (less(&[1.0, 2.0, 3.0, 4.0, 5.0], &[2.0, 4.0, 6.0, 8.0, 10.0]) - 1.0 / 32.0).abs()
                < 1e-12
        );
        // Ranks 1, 2, 3 with rank 1 positive: sums 0 and 1 are as low, 2 of 8.
        assert!((less(&[1.0, 0.0, 0.0], &[0.0, 2.0, 3.0]) - 0.25).abs() < 1e-12);
        // A tie of two with opposite signs, rank 1.5 each: sums 0, 1.5, 1.5 of 0, 1.5, 1.5, 3.
        assert!((less(&[1.0, 0.0], &[0.0, 1.0]) - 0.75).abs() < 1e-12);
        assert_eq!(less(&[3.0, 3.0], &[3.0, 3.0]), 1.0);
    }

    /// Wilcoxon's example as many textbooks and SciPy's documentation give it (Darwin's plants, 15 pairs):
    /// differences 6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75; T+ = 96, two-sided p = 0.041259765625.
    #[test]
    fn darwins_plants() {
        let d = [
            6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0,
            75.0,
        ];
        let zero = [0.0; 15];
        assert!(
            (less(&zero, &d) - 0.041_259_765_625 / 2.0).abs() < 1e-12,
            "{}",
            less(&zero, &d)
        );
    }

    #[test]
    fn the_normal_form_agrees_with_the_exact_one() {
        let a: Vec<f64> = (0..EXACT).map(|i| ((i * 37) % 101) as f64).collect();
        let b: Vec<f64> = (0..EXACT)
            .map(|i| ((i * 61 + 13) % 103) as f64 + 4.0)
            .collect();
        let exact = less(&a, &b);
        // One far pair more tips it over to the normal form and changes little.
        let (mut a, mut b) = (a, b);
        a.extend([0.0, 0.5]);
        b.extend([0.5, 0.0]);
        assert!(
            (less(&a, &b) - exact).abs() < 0.02,
            "{} {exact}",
            less(&a, &b)
        );
        assert!((normal_below(-1.644_853_626_951_472_2) - 0.05).abs() < 1e-12);
    }
}
