//! Two lists of documents compared by where their documents lie: what the one has more often than the other.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Heat;
use anatomy::{Catalogue, StructureIndex};

/// A difference is shown in full when one list has a structure so many times as often as the other, chance set aside.
const FULL: f32 = 4.0;
/// Standard errors that are set aside as chance: 99 of 100 differences that chance makes are smaller. Many structures are looked at together.
const CHANCE: f32 = 2.576;

/// One list of a comparison: what it is called, and how many of its documents are about each structure. It outlives its library, so that
/// another one can be compared with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// What was asked.
    pub asked: Asked,
    /// The library's name.
    pub library: String,
    /// Number of documents.
    pub documents: usize,
    /// How many of them are placed in each structure, by its id in the catalogue.
    about: BTreeMap<Box<str>, u32>,
}

/// What a list of a comparison answers. Structures keep their ids, so that they are told in the language of the window, whichever it was when
/// the list was kept; see [`crate::View::asked`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// Nothing: every document.
    #[default]
    All,
    /// Documents of these structures.
    Structures(Vec<Box<str>>),
    /// Anything else, in words.
    Words(String),
}

/// A comparison that is shown: the list that was kept, with which whatever is listed now is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The list that was kept.
    pub first: Arc<Side>,
    /// Whether the body wears the difference.
    pub on_body: bool,
}

/// How two lists differ in one structure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contrast {
    /// The structure.
    pub structure: StructureIndex,
    /// Documents of each list about it or a part of it.
    pub documents: [u32; 2],
    /// See `lean`.
    pub lean: f32,
}

impl Side {
    /// Counts documents by the structures that they are placed in.
    pub fn of<'a>(
        asked: Asked,
        library: String,
        structures: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut about = BTreeMap::<Box<str>, u32>::new();
        let mut documents = 0;
        for structure in structures {
            documents += 1;
            match about.get_mut(structure) {
                Some(count) => *count += 1,
                None => drop(about.insert(structure.into(), 1)),
            }
        }
        Self {
            asked,
            library,
            documents,
            about,
        }
    }

    /// How many of its documents are about each structure of a catalogue.
    fn heat(&self, catalogue: &Catalogue) -> Heat {
        let about = self.about.iter();
        Heat::counted(catalogue, about.map(|(id, documents)| (&**id, *documents)))
    }
}

/// How much more often a structure is met in one list than in another, between 1 (the first has it far more often) and -1 (the second): the
/// logarithm of the ratio of the two shares, less 2.58 of its standard errors towards 0, as a part of that of four times as often. A difference that chance can
/// make is 0. Half a document is added on both sides, so that none is a count too (Gart and Nam 1988, Biometrics 44, 323).
pub fn lean([first, second]: [u32; 2], documents: [usize; 2]) -> f32 {
    if documents.contains(&0) {
        return 0.0;
    }
    let [a, b] = [first, second].map(|count| count as f32 + 0.5);
    let [of_a, of_b] = documents.map(|all| all as f32 + 0.5);
    let ratio = ((a / of_a) / (b / of_b)).ln();
    let error = (1.0 / a - 1.0 / of_a + 1.0 / b - 1.0 / of_b)
        .max(0.0)
        .sqrt();
    let sure = (ratio.abs() - CHANCE * error).max(0.0) * ratio.signum();
    (sure / FULL.ln()).clamp(-1.0, 1.0)
}

/// Two lists compared in the structures of one atlas.
#[derive(Clone, Debug, Default)]
pub struct Contrasts {
    /// The sides: the kept one, and what is listed now.
    pub sides: [Arc<Side>; 2],
    /// Structures in which a document of either lies, the greatest difference first.
    pub rows: Vec<Contrast>,
    /// For the body: 1 where the first list has far more, 0 where the second has, a half where chance could make the difference.
    pub heat: Heat,
}

impl PartialEq for Contrasts {
    /// They are the same when they are of the very same lists in the same atlas.
    fn eq(&self, other: &Self) -> bool {
        let sides = self.sides.iter().zip(&other.sides);
        sides.into_iter().all(|(one, two)| Arc::ptr_eq(one, two)) && self.heat == other.heat
    }
}

impl Contrasts {
    /// Compares two lists.
    pub fn of(catalogue: &Catalogue, sides: [Arc<Side>; 2]) -> Self {
        let heats = sides.each_ref().map(|side| side.heat(catalogue));
        let documents = sides.each_ref().map(|side| side.documents);
        let mut named = sides.iter().flat_map(|side| side.about.keys());
        let mut structures = Vec::new();
        for row in named.by_ref().filter_map(|id| catalogue.index_of(id)) {
            if !structures.contains(&row) {
                structures.push(row);
            }
        }
        let contrast = |structure| {
            let each = heats.each_ref().map(|heat| heat.within(structure));
            Contrast {
                structure,
                documents: each,
                lean: lean(each, documents),
            }
        };
        let mut rows: Vec<Contrast> = structures.into_iter().map(contrast).collect();
        rows.sort_by(|one, two| {
            let most = |row: &Contrast| row.documents.iter().max().copied();
            let differs = two.lean.abs().total_cmp(&one.lean.abs());
            differs.then_with(|| most(two).cmp(&most(one)))
        });
        let heat = Heat::by(catalogue, |row| {
            let each = heats.each_ref().map(|heat| heat.about(row));
            0.5 + 0.5 * lean(each, documents)
        });
        Self { sides, rows, heat }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(documents: &[(&str, usize)]) -> Arc<Side> {
        let each = documents
            .iter()
            .flat_map(|(id, times)| std::iter::repeat_n(*id, *times));
        Arc::new(Side::of(Asked::All, "papers".to_owned(), each))
    }

    #[test]
    fn chance_is_no_difference_and_sides_mirror_each_other() {
        assert_eq!(lean([3, 2], [40, 40]), 0.0);
        assert_eq!(lean([20, 20], [40, 40]), 0.0);
        assert_eq!(
            lean([1, 0], [31, 369]),
            0.0,
            "one document is no difference"
        );
        assert!(lean([60, 6], [100, 100]) > 0.5);
        assert!((lean([60, 6], [100, 90]) + lean([6, 60], [90, 100])).abs() < 1e-6);
        // The same ratio says more of more documents.
        assert!(lean([120, 40], [400, 400]) > lean([12, 4], [40, 40]));
        assert_eq!(lean([5, 0], [5, 0]), 0.0, "nothing to compare with");
    }

    #[test]
    fn what_differs_most_comes_first_and_the_body_shows_it() {
        let catalogue = Catalogue::builtin();
        let row = |id: &str| catalogue.index_of(id).expect("a structure");
        let first = side(&[
            ("spleen", 40),
            ("pancreas", 10),
            ("kidney", 10),
            ("nowhere known", 2),
        ]);
        let second = side(&[("spleen", 2), ("pancreas", 10), ("left_kidney", 48)]);
        let contrasts = Contrasts::of(catalogue, [first, second]);
        let first_rows: Vec<_> = contrasts.rows[..2]
            .iter()
            .map(|row| row.structure)
            .collect();
        assert!(first_rows.contains(&row("spleen")) && first_rows.contains(&row("left_kidney")));
        let of = |id| {
            contrasts
                .rows
                .iter()
                .find(|r| r.structure == row(id))
                .expect("a row")
        };
        assert_eq!(of("spleen").documents, [40, 2]);
        assert!(of("spleen").lean > 0.5 && of("left_kidney").lean < -0.5);
        assert_eq!(of("pancreas").lean, 0.0);
        // The whole has what its parts have.
        assert_eq!(of("kidney").documents, [10, 48]);
        let heat = &contrasts.heat;
        assert!(heat.at(row("spleen")) > 0.75 && heat.at(row("left_kidney")) < 0.5);
        assert_eq!(heat.at(row("pancreas")), 0.5);
        assert_eq!(heat.at(row("trachea")), 0.5, "no document of either");
    }
}
