//! How well documents are found: the measures of trec_eval over judged questions, and how sure a difference between two rankings is.
//!
//! * nDCG@10: gain (the grade itself, linear) over log2(rank + 1), summed to rank 10, over that of the best order.
//! * Recall@100: share of the relevant documents among the first hundred.
//! * MAP: mean over the relevant documents of the precision at their rank, 0 for one that is not found.
//! * MRR@10: one over the rank of the first relevant document, 0 beyond 10.
//! * R-Prec: precision at as many ranks as there are relevant documents; P@10: precision at ten.
//!
//! Grades are judgments of documents that are there: what is not in the collection can be found by nobody. A document with a grade of 0 or less, or
//! without one, is not relevant.

use std::collections::HashMap;
use std::hash::Hash;

use serde::Serialize;

/// Ranks that nDCG, MRR and P look at.
const FIRST: usize = 10;
/// Ranks that recall looks at.
const HUNDRED: usize = 100;
/// Samples of a bootstrap.
const SAMPLES: usize = 10_000;
/// Every run draws the same samples.
const SEED: u64 = 17;

/// The measures of one question, or their means over several.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Measures {
    /// nDCG@10, linear gain.
    pub ndcg10: f64,
    /// Recall@100.
    pub recall100: f64,
    /// Average precision.
    pub map: f64,
    /// Reciprocal rank within ten.
    pub mrr10: f64,
    /// Precision at as many ranks as there are relevant documents.
    pub r_prec: f64,
    /// Precision at ten.
    pub p10: f64,
}

impl Measures {
    /// Of a ranking, best first and without repetition, by the grades of a question's documents; nothing when none is relevant.
    pub fn of<D: Eq + Hash>(ranking: &[D], grades: &HashMap<D, i64>) -> Option<Self> {
        let mut best: Vec<i64> = grades
            .values()
            .copied()
            .filter(|grade| *grade > 0)
            .collect();
        best.sort_unstable_by(|a, b| b.cmp(a));
        let relevant = best.len() as f64;
        if best.is_empty() {
            return None;
        }
        let grade = |document| grades.get(document).copied().unwrap_or_default().max(0);
        let gained: Vec<i64> = ranking.iter().map(grade).collect();
        let found = |ranks: usize| {
            let first = gained.iter().take(ranks);
            first.filter(|grade| **grade > 0).count() as f64
        };
        let (mut hits, mut precisions) = (0.0, 0.0);
        for (rank, _) in (1_u32..).zip(&gained).filter(|(_, grade)| **grade > 0) {
            hits += 1.0;
            precisions += hits / f64::from(rank);
        }
        let first = gained.iter().take(FIRST).position(|grade| *grade > 0);
        Some(Self {
            ndcg10: discounted(&gained) / discounted(&best),
            recall100: found(HUNDRED) / relevant,
            map: precisions / relevant,
            mrr10: first.map_or(0.0, |rank| 1.0 / (rank + 1) as f64),
            r_prec: found(best.len()) / relevant,
            p10: found(FIRST) / FIRST as f64,
        })
    }

    /// The means over questions; zeros when there is none.
    pub fn mean(questions: &[Self]) -> Self {
        let count = questions.len().max(1) as f64;
        let mean = |of: fn(&Self) -> f64| questions.iter().map(of).sum::<f64>() / count;
        Self {
            ndcg10: mean(|one| one.ndcg10),
            recall100: mean(|one| one.recall100),
            map: mean(|one| one.map),
            mrr10: mean(|one| one.mrr10),
            r_prec: mean(|one| one.r_prec),
            p10: mean(|one| one.p10),
        }
    }
}

/// Grades over log2(rank + 1), to rank 10.
fn discounted(grades: &[i64]) -> f64 {
    let first = (1_u32..).zip(grades).take(FIRST);
    let parts = first.map(|(rank, grade)| *grade as f64 / f64::from(rank + 1).log2());
    parts.sum()
}

/// A mean over questions and its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The mean of values of questions with the 95 % interval of a bootstrap over the questions (percentiles of 10,000 samples, Efron 1979). For the difference
/// of two rankings the values are those of its questions, one by one, which pairs them.
pub fn bootstrap(values: &[f64]) -> Estimate {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let mut state = SEED;
    let mut means: Vec<f64> = Vec::with_capacity(SAMPLES);
    for _ in 0..SAMPLES {
        let drawn = values
            .iter()
            .map(|_| values[below(&mut state, values.len())]);
        means.push(drawn.sum::<f64>() / count);
    }
    means.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| means[(share * (SAMPLES - 1) as f64).round() as usize];
    Estimate {
        mean,
        low: at(0.025),
        high: at(0.975),
    }
}

/// A number below a limit that looks like chance (SplitMix64; Steele, Lea and Flood 2014).
fn below(state: &mut u64, limit: usize) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, by_hand: f64) {
        assert!((found - by_hand).abs() < 5e-5, "{found} and {by_hand}");
    }

    fn grades<'d>(graded: &[(&'d str, i64)]) -> HashMap<&'d str, i64> {
        graded.iter().copied().collect()
    }

    /// Worked by hand; `pytrec_eval` gives the same to four digits (docs/experiments/retrieval.py self-test).
    #[test]
    fn a_ranking_is_measured_as_trec_eval_does() {
        let judged = grades(&[("a", 2), ("b", 1), ("c", 1), ("d", 0)]);
        let found = Measures::of(&["x", "a", "b", "d", "c"], &judged).expect("judged");
        // 2 / log2 3 + 1 / log2 4 + 1 / log2 6 over 2 / log2 2 + 1 / log2 3 + 1 / log2 4.
        near(found.ndcg10, 2.148_712 / 3.130_930);
        near(found.map, (1.0 / 2.0 + 2.0 / 3.0 + 3.0 / 5.0) / 3.0);
        near(found.mrr10, 0.5);
        near(found.r_prec, 2.0 / 3.0);
        near(found.p10, 0.3);
        near(found.recall100, 1.0);
    }

    #[test]
    fn what_is_found_late_or_not_at_all_counts_as_it_should() {
        let mut ranking: Vec<String> = (0..150).map(|n| format!("x{n}")).collect();
        ranking[10] = "a".into();
        ranking[120] = "b".into();
        let judged = [("a", 1), ("b", 1), ("c", 3)];
        let judged = judged.map(|(id, grade)| (id.to_owned(), grade)).into();
        let found = Measures::of(&ranking, &judged).expect("judged");
        near(found.ndcg10, 0.0);
        near(found.mrr10, 0.0);
        near(found.recall100, 1.0 / 3.0);
        near(found.map, (1.0 / 11.0 + 2.0 / 121.0) / 3.0);
        near(found.r_prec, 0.0);
        let nothing = Measures::of(&[], &judged).expect("judged");
        assert_eq!(nothing, Measures::default());
        let irrelevant = grades(&[("a", 0), ("b", -1)]);
        assert_eq!(Measures::of(&["a"], &irrelevant), None);
    }

    #[test]
    fn means_are_over_questions() {
        let one = Measures {
            ndcg10: 1.0,
            p10: 0.1,
            ..Measures::default()
        };
        let mean = Measures::mean(&[one, Measures::default()]);
        assert_eq!((mean.ndcg10, mean.p10, mean.map), (0.5, 0.05, 0.0));
        assert_eq!(Measures::mean(&[]), Measures::default());
    }

    #[test]
    fn an_interval_holds_the_mean_and_narrows_with_more_questions() {
        let values = |count: usize| (0..count).map(|n| (n % 2) as f64).collect::<Vec<_>>();
        let few = bootstrap(&values(20));
        let many = bootstrap(&values(2000));
        assert_eq!((few.mean, many.mean), (0.5, 0.5));
        assert!(few.low < 0.5 && 0.5 < few.high);
        assert!(many.high - many.low < 0.2 * (few.high - few.low));
        // Of twenty throws of a coin 6 to 14 are heads, 95 times in a hundred.
        assert_eq!((few.low, few.high), (0.3, 0.7));
        let same = bootstrap(&[0.25; 9]);
        assert_eq!((same.low, same.high), (0.25, 0.25));
        assert_eq!(bootstrap(&[]).mean, 0.0);
    }

    #[test]
    fn the_same_values_give_the_same_interval() {
        let values = [0.1, 0.7, 0.3, 0.9];
        assert_eq!(bootstrap(&values), bootstrap(&values));
    }
}
