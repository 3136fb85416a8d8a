//! What the text of a question finds, by its words and by its meaning, and which of it answers.

use std::collections::HashSet;

use super::Weights;
use super::meaning::ByMeaning;
use super::words::ByWords;

/// Documents by a text: by its words and by its meaning, best first, where these were asked for.
pub(super) struct ByText {
    pub words: Option<ByWords>,
    pub meant: Option<ByMeaning>,
    pub with_all: Option<usize>,
    pub others: Others,
}

/// Which documents answer beside those that words find.
#[derive(Clone, Copy)]
pub(super) enum Others {
    /// All that are near in meaning.
    All,
    /// None: the words say what must be there.
    None,
    /// So many, the best by both, of those that are near or have not all of the words, and only before the last that has them.
    Best(usize),
}

impl ByText {
    /// What either finds, or what words find and the best of the others, in the order of both.
    pub fn ranking(&self) -> Option<Vec<i64>> {
        match (&self.words, &self.meant) {
            (Some(words), Some(meant)) => {
                let (found, mut others) = match self.others {
                    Others::All => return Some(meant.both.clone()),
                    Others::None => (words.keys.as_slice(), 0),
                    Others::Best(most) => (surely(words), most),
                };
                let found: HashSet<i64> = found.iter().copied().collect();
                let mut both = meant.both.clone();
                both.retain(|key| {
                    let is_other = !found.contains(key);
                    let stays = !is_other || others > 0;
                    others -= usize::from(is_other && stays);
                    stays
                });
                if matches!(self.others, Others::Best(_)) {
                    // Behind it they would only be the least unlike, and so were they where nothing has the words.
                    let last = both.iter().rposition(|key| found.contains(key));
                    both.truncate(last.map_or(0, |last| last + 1));
                }
                Some(both)
            }
            (Some(words), None) => Some(words.keys.clone()),
            (None, Some(meant)) => Some(meant.nearest.clone()),
            (None, None) => None,
        }
    }

    /// The same with what the text says of each of them.
    pub fn weighed(&self) -> Option<Weights> {
        let keys = self.ranking()?;
        let weights = match (&self.words, &self.meant) {
            (Some(_), Some(meant)) => {
                let mut kept = keys.iter().peekable();
                let both = meant.both.iter().zip(&meant.weights);
                let both = both.filter(|(key, _)| kept.next_if_eq(key).is_some());
                both.map(|(_, weight)| *weight).collect()
            }
            (Some(words), None) => words.weights(),
            (None, _) => ByWords::in_order(keys.clone()).weights(),
        };
        Some(keys.into_iter().zip(weights).collect())
    }
}

/// Those that have all of a few words, which are the first, where there are any; else all that words find.
fn surely(words: &ByWords) -> &[i64] {
    match words.with_all {
        Some(with_all) if with_all > 0 => &words.keys[..with_all],
        _ => &words.keys,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_meaning_keep_what_either_has() {
        let said = |words: bool, meant: bool, strict: bool| ByText {
            words: words.then(|| ByWords::in_order(vec![1, 2, 3])),
            meant: meant.then(|| ByMeaning {
                nearest: vec![4, 3, 1],
                both: vec![3, 4, 1, 2],
                weights: vec![0.9, 0.7, 0.5, 0.1],
            }),
            with_all: None,
            others: if strict { Others::None } else { Others::All },
        };
        assert_eq!(said(true, true, false).ranking(), Some(vec![3, 4, 1, 2]));
        assert_eq!(said(true, true, true).ranking(), Some(vec![3, 1, 2]));
        assert_eq!(said(true, false, false).ranking(), Some(vec![1, 2, 3]));
        assert_eq!(said(false, true, true).ranking(), Some(vec![4, 3, 1]));
        assert_eq!(said(false, false, false).ranking(), None);
        let strict = said(true, true, true).weighed();
        assert_eq!(strict, Some(vec![(3, 0.9), (1, 0.5), (2, 0.1)]));
        let meant = said(false, true, false).weighed().unwrap();
        assert!(meant[0] == (4, 1.0) && meant[1].1 < 1.0 && meant[2].1 < meant[1].1);
        assert_eq!(said(false, false, true).weighed(), None);
    }

    #[test]
    fn beside_what_has_all_words_the_best_of_the_others_stay() {
        let said = |with_all: Option<usize>, most: usize| ByText {
            words: Some(ByWords {
                with_all,
                ..ByWords::in_order(vec![1, 2, 3])
            }),
            meant: Some(ByMeaning {
                nearest: vec![4, 5, 3],
                both: vec![4, 1, 3, 5, 2],
                weights: vec![0.9, 0.7, 0.5, 0.3, 0.1],
            }),
            with_all,
            others: Others::Best(most),
        };
        // 1 and 2 have both words; of the others 4, then 3, which has one, are best.
        assert_eq!(said(Some(2), 1).ranking(), Some(vec![4, 1, 2]));
        assert_eq!(said(Some(2), 2).ranking(), Some(vec![4, 1, 3, 2]));
        assert_eq!(said(Some(2), 0).ranking(), Some(vec![1, 2]));
        // Where nothing has all of them, or there is one word, what has any.
        assert_eq!(said(Some(0), 1).ranking(), Some(vec![4, 1, 3, 2]));
        assert_eq!(said(None, 9).ranking(), Some(vec![4, 1, 3, 5, 2]));
        let weighed = said(Some(2), 1).weighed();
        assert_eq!(weighed, Some(vec![(4, 0.9), (1, 0.7), (2, 0.1)]));
        // Only before the last that has them; and none where nothing has.
        assert_eq!(said(Some(1), 9).ranking(), Some(vec![4, 1]));
        assert_eq!(said(Some(1), 9).weighed(), Some(vec![(4, 0.9), (1, 0.7)]));
        let mut nothing = said(Some(0), 9);
        nothing.words = Some(ByWords::in_order(Vec::new()));
        assert_eq!(nothing.ranking(), Some(Vec::new()));
    }
}
