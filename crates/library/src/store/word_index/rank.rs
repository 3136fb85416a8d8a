//! The order of documents by words: bm25 as FTS5 computes it, step by step, so that both say the same.

use super::postings::Posting;
use super::source::Totals;

/// The constants of SQLite's `bm25()`.
const K1: f64 = 1.2;
const B: f64 = 0.75;
/// What a word counts that more than half of the documents have.
const LEAST_IDF: f64 = 1e-6;
/// Up to so long documents are reckoned with once for each length.
const LONGEST_KEPT: u32 = 4096;
/// Where one document in so many has any of the words, their scores stand in a list of all.
const MANY: usize = 16;

/// The documents that are ranked.
#[derive(Clone, Copy)]
pub struct Ranked<'a> {
    /// How long each is, by slot, words.
    pub words: &'a [u32],
    /// How many there are, and how long all are together.
    pub totals: Totals,
}

/// Documents that were found, by ascending slot, with their scores.
pub type Scored = Vec<(u32, f64)>;

/// How much the length of documents counts.
struct Lengths<'a> {
    of: Ranked<'a>,
    average: f64,
    kept: Vec<f64>,
}

impl<'a> Lengths<'a> {
    fn of(of: Ranked<'a>) -> Self {
        let mut lengths = Lengths {
            of,
            average: of.totals.words as f64 / of.totals.documents as f64,
            kept: Vec::new(),
        };
        lengths.kept = (0..LONGEST_KEPT)
            .map(|words| lengths.reckoned(words))
            .collect();
        lengths
    }

    fn reckoned(&self, words: u32) -> f64 {
        K1 * (1.0 - B + B * f64::from(words) / self.average)
    }

    /// What a word says of a document that says it so often.
    fn score(&self, idf: f64, (slot, times): Posting) -> f64 {
        let words = self.of.words[slot as usize];
        let length = self.kept.get(words as usize).copied();
        let length = length.unwrap_or_else(|| self.reckoned(words));
        let times = f64::from(times);
        idf * ((times * (K1 + 1.0)) / (times + length))
    }
}

/// How much a word counts that so many documents have.
fn idf(totals: Totals, hits: usize) -> f64 {
    let (all, hits) = (totals.documents as f64, hits as f64);
    let idf = ((all - hits + 0.5) / (hits + 0.5)).ln();
    if idf <= 0.0 { LEAST_IDF } else { idf }
}

/// The documents that have all words; each word's documents by ascending slot.
pub fn all(of: Ranked<'_>, lists: &[&[Posting]]) -> Scored {
    let lengths = Lengths::of(of);
    let idfs: Vec<f64> = lists
        .iter()
        .map(|list| idf(of.totals, list.len()))
        .collect();
    let mut found = Vec::new();
    in_all(lists, |slot, here| {
        let scores = here.iter().zip(&idfs);
        let scores = scores.map(|(one, idf)| lengths.score(*idf, *one));
        // From 0 on, as FTS5 does it.
        found.push((slot, scores.fold(0.0, |sum, score| sum + score)));
    });
    found
}

/// Calls `each` with the documents that are in all lists, by ascending slot, and their postings there.
pub fn in_all(lists: &[&[Posting]], mut each: impl FnMut(u32, &[Posting])) {
    let Some(rarest) = lists.iter().min_by_key(|list| list.len()) else {
        return;
    };
    let mut left: Vec<&[Posting]> = lists.to_vec();
    let mut here = Vec::with_capacity(lists.len());
    'documents: for &(slot, _) in *rarest {
        here.clear();
        for list in &mut left {
            advance(list, slot);
            match list.first() {
                Some(&posting) if posting.0 == slot => here.push(posting),
                Some(_) => continue 'documents,
                None => break 'documents,
            }
        }
        each(slot, &here);
    }
}

/// Leaves out what stands before a slot, by steps that double.
fn advance(list: &mut &[Posting], slot: u32) {
    let mut step = 1;
    while list.get(step).is_some_and(|posting| posting.0 < slot) {
        *list = &list[step..];
        step *= 2;
    }
    let end = (step + 1).min(list.len());
    let before = list[..end].partition_point(|posting| posting.0 < slot);
    *list = &list[before..];
}

/// The documents that have any of the words.
pub fn any(of: Ranked<'_>, lists: &[&[Posting]]) -> Scored {
    let lengths = Lengths::of(of);
    let scored = lists.iter().map(|list| (*list, idf(of.totals, list.len())));
    let many: usize = lists.iter().map(|list| list.len()).sum();
    if let [list] = lists {
        let idf = idf(of.totals, list.len());
        return list
            .iter()
            .map(|one| (one.0, lengths.score(idf, *one)))
            .collect();
    }
    if many < of.words.len() / MANY {
        let mut all: Scored = Vec::with_capacity(many);
        for (list, idf) in scored {
            all.extend(list.iter().map(|one| (one.0, lengths.score(idf, *one))));
        }
        // Stable: what words say of a document is summed up in their order, as rounding has it.
        all.sort_by_key(|(slot, _)| *slot);
        all.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        return all;
    }
    let mut scores = vec![0.0; of.words.len()];
    for (list, idf) in scored {
        for one in list {
            scores[one.0 as usize] += lengths.score(idf, *one);
        }
    }
    // What is found has a score.
    let found = (0..).zip(scores).filter(|(_, score)| *score > 0.0);
    found.collect()
}

/// Those of a list that are not in another one, both by ascending slot.
pub fn without(found: Scored, others: &[(u32, f64)]) -> Scored {
    let mut others = others.iter().map(|(slot, _)| *slot).peekable();
    let mut left = found;
    left.retain(|(slot, _)| {
        while others.next_if(|other| other < slot).is_some() {}
        others.peek() != Some(slot)
    });
    left
}

/// Puts the best ones first, at most so many, best first and of equal ones the one with the smaller slot; the others follow by slot, with no score.
pub fn best_first(mut found: Scored, best: usize, order: impl Fn(u32) -> i64) -> Scored {
    let better = |a: &(u32, f64), b: &(u32, f64)| {
        b.1.total_cmp(&a.1)
            .then_with(|| order(a.0).cmp(&order(b.0)))
    };
    if best >= found.len() {
        found.sort_unstable_by(better);
        return found;
    }
    if best == 0 {
        found.iter_mut().for_each(|one| one.1 = 0.0);
        return found;
    }
    let mut first: Scored = Vec::with_capacity(2 * best);
    let mut least = f64::NEG_INFINITY;
    for one in &found {
        // What is as good as the last may stand before it.
        if one.1 < least {
            continue;
        }
        first.push(*one);
        if first.len() == 2 * best {
            first.select_nth_unstable_by(best - 1, better);
            first.truncate(best);
            least = first[best - 1].1;
        }
    }
    first.sort_unstable_by(better);
    first.truncate(best);
    let mut slots: Vec<u32> = first.iter().map(|(slot, _)| *slot).collect();
    slots.sort_unstable();
    let mut slots = slots.into_iter().peekable();
    first.reserve(found.len() - best);
    for (slot, _) in found {
        if slots.next_if_eq(&slot).is_none() {
            first.push((slot, 0.0));
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, proptest};

    use super::*;

    const SLOTS: u32 = 200;

    fn list() -> impl Strategy<Value = Vec<Posting>> {
        proptest::collection::btree_map(0..SLOTS, 1_u32..9, 0..120)
            .prop_map(|list| list.into_iter().collect())
    }

    fn ranked(words: &[u32]) -> Ranked<'_> {
        let totals = Totals {
            documents: words.len() as u64,
            words: words.iter().map(|n| u64::from(*n)).sum(),
        };
        Ranked { words, totals }
    }

    proptest! {
        #[test]
        fn all_and_any_are_what_sets_say(
            lists in proptest::collection::vec(list(), 1..5),
            words in proptest::collection::vec(1_u32..9_000, SLOTS as usize),
        ) {
            let of = ranked(&words);
            let borrowed: Vec<&[Posting]> = lists.iter().map(Vec::as_slice).collect();
            let mut sums: BTreeMap<u32, (usize, f64)> = BTreeMap::new();
            let lengths = Lengths::of(of);
            for list in &lists {
                for one in list {
                    let sum = sums.entry(one.0).or_default();
                    sum.0 += 1;
                    sum.1 += lengths.score(idf(of.totals, list.len()), *one);
                }
            }
            let expected: Scored = sums.iter().map(|(slot, (_, score))| (*slot, *score)).collect();
            prop_assert_eq!(&super::any(of, &borrowed), &expected);
            let full = sums.iter().filter(|(_, (times, _))| *times == lists.len());
            let full: Scored = full.map(|(slot, (_, score))| (*slot, *score)).collect();
            prop_assert_eq!(&all(of, &borrowed), &full);
            let left = without(expected.clone(), &full);
            prop_assert_eq!(left.len(), expected.len() - full.len());
            prop_assert!(left.iter().all(|one| !full.contains(one)));
        }

        #[test]
        fn the_best_stand_first_and_none_is_lost(
            scores in proptest::collection::vec(0_u8..20, 0..200),
            best in 0_usize..60,
        ) {
            let found: Scored = (0..).zip(scores.iter().map(|n| f64::from(*n))).collect();
            let ordered = best_first(found.clone(), best, i64::from);
            let mut sorted = found.clone();
            sorted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            let most = best.min(found.len());
            prop_assert_eq!(&ordered[..most], &sorted[..most]);
            let mut slots: Vec<u32> = ordered.iter().map(|one| one.0).collect();
            slots.sort_unstable();
            prop_assert_eq!(slots, (0..found.len() as u32).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_word_that_half_of_all_have_counts_next_to_nothing() {
        let totals = Totals {
            documents: 10,
            words: 100,
        };
        assert!(idf(totals, 5) == LEAST_IDF && idf(totals, 9) == LEAST_IDF);
        // ln(9.5 / 1.5).
        assert!((idf(totals, 1) - 1.845_826_690_498_330_7).abs() < 1e-12);
    }
}
