//! What the text of a question finds, by its words and by its meaning, and which of it answers.

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
    /// So many, the best by both, of those that are near or have not all of the words, where they are like enough, see [`ByMeaning::beside`].
    Best { most: usize, like: f32 },
}

impl ByText {
    /// What either finds, or what words find and the best of the others, in the order of both.
    pub fn ranking(&self) -> Option<Vec<i64>> {
        match (&self.words, &self.meant) {
            (Some(words), Some(meant)) => {
                let (found, most, like) = match self.others {
                    Others::All => return Some(meant.both.clone()),
                    Others::None => (words.keys.as_slice(), 0, f32::INFINITY),
                    Others::Best { most, like } => (surely(words), most, like),
                };
                Some(meant.beside(found, most, like))
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
    use super::super::meaning::Meant;
    use super::*;

    /// As like the question that was asked as the one that was moved.
    fn like<const N: usize>(meant: [f32; N]) -> Vec<Meant> {
        let meant = meant.map(|like| Meant {
            asked: like,
            moved: like,
        });
        meant.to_vec()
    }

    #[test]
    fn words_and_meaning_keep_what_either_has() {
        let said = |words: bool, meant: bool, strict: bool| ByText {
            words: words.then(|| ByWords::in_order(vec![1, 2, 3])),
            meant: meant.then(|| ByMeaning {
                nearest: vec![4, 3, 1],
                both: vec![3, 4, 1, 2],
                weights: vec![0.9, 0.7, 0.5, 0.1],
                meant: like([0.8, 1.0, 0.3, 0.1]),
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
        let said = |with_all: Option<usize>, most: usize, least: f32| ByText {
            words: Some(ByWords {
                with_all,
                ..ByWords::in_order(vec![1, 2, 3])
            }),
            meant: Some(ByMeaning {
                nearest: vec![4, 5, 3],
                both: vec![4, 1, 3, 5, 2],
                weights: vec![0.9, 0.7, 0.5, 0.3, 0.1],
                meant: like([1.0, 0.8, 0.5, 0.3, 0.2]),
            }),
            with_all,
            others: Others::Best { most, like: least },
        };
        let ranking = |with_all, most, least| said(with_all, most, least).ranking();
        // 1 and 2 have both words; of the others 4, then 3, which has one, are best.
        assert_eq!(ranking(Some(2), 1, 0.5), Some(vec![4, 1, 2]));
        assert_eq!(ranking(Some(2), 2, 0.5), Some(vec![4, 1, 3, 2]));
        assert_eq!(ranking(Some(2), 0, 0.5), Some(vec![1, 2]));
        // Where nothing has all of them, or there is one word, what has any.
        assert_eq!(ranking(Some(0), 1, 0.5), Some(vec![4, 1, 3, 2]));
        assert_eq!(ranking(None, 9, 0.3), Some(vec![4, 1, 3, 5, 2]));
        let weighed = said(Some(2), 1, 0.5).weighed();
        assert_eq!(weighed, Some(vec![(4, 0.9), (1, 0.7), (2, 0.1)]));
        // Only what is as like as this share of the likest that has them, also behind the last of these.
        assert_eq!(ranking(None, 9, 0.5), Some(vec![4, 1, 3, 2]));
        assert_eq!(ranking(Some(1), 9, 0.5), Some(vec![4, 1, 3]));
        assert_eq!(ranking(Some(1), 9, 0.8), Some(vec![4, 1]));
        let weighed = said(Some(1), 9, 0.5).weighed();
        assert_eq!(weighed, Some(vec![(4, 0.9), (1, 0.7), (3, 0.5)]));
        // None where what has them is not like the question as it was asked, or as it was moved, and none where nothing has.
        for meant in [(0.4, 0.8), (0.8, 0.0)] {
            let mut unlike = said(Some(1), 9, 0.5);
            let unlikes = unlike.meant.as_mut().expect("asked by meaning");
            (unlikes.meant[1].asked, unlikes.meant[1].moved) = meant;
            assert_eq!(unlike.ranking(), Some(vec![1]));
        }
        let mut nothing = said(Some(0), 9, 0.5);
        nothing.words = Some(ByWords::in_order(Vec::new()));
        assert_eq!(nothing.ranking(), Some(Vec::new()));
    }
}
