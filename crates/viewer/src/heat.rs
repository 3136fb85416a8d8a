//! Where a library looks and where it does not: how many documents are about each structure.

use std::sync::Arc;

use anatomy::{Catalogue, StructureIndex};

/// How many documents are about each structure of an atlas.
#[derive(Clone, Debug, Default)]
pub struct Heat(Arc<[Count]>);

/// Of one structure.
#[derive(Clone, Copy, Debug)]
struct Count {
    /// Documents about it or a part of it.
    within: u32,
    /// Documents about it, a part of it, or a whole that it is a part of.
    about: u32,
    /// Its share of the logarithm, those about wholes that it is a part of among them.
    share: f32,
}

impl PartialEq for Heat {
    /// It is the same when it is the very same list.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.0.is_empty() && other.0.is_empty())
    }
}

impl Heat {
    /// Counts documents by the ids of their structures; an id that the atlas does not know counts for nothing.
    pub fn of<'a>(catalogue: &Catalogue, structures: impl IntoIterator<Item = &'a str>) -> Self {
        Self::counted(catalogue, structures.into_iter().map(|id| (id, 1)))
    }

    /// [`Heat::of`] of so many documents of each structure.
    pub fn counted<'a>(
        catalogue: &Catalogue,
        structures: impl IntoIterator<Item = (&'a str, u32)>,
    ) -> Self {
        let mut own = vec![0_u32; catalogue.structures().len()];
        for (id, documents) in structures {
            if let Some(row) = catalogue.index_of(id) {
                own[row.usize()] += documents;
            }
        }
        let within = |row: StructureIndex| -> u32 {
            let parts = catalogue.parts(row).into_iter();
            parts.map(|part| own[part.usize()]).sum()
        };
        let all = |row: StructureIndex| -> u32 {
            let whole = catalogue.ancestors(row).map(|whole| own[whole.usize()]);
            within(row) + whole.sum::<u32>()
        };
        // The most that any structure which is drawn has: wholes are drawn as their parts.
        let leaves = catalogue
            .indices()
            .filter(|row| catalogue.children(*row).is_empty());
        let most = leaves.map(all).max().unwrap_or(0);
        let scale = (most as f32).ln_1p().max(f32::MIN_POSITIVE);
        let count = |row| Count {
            within: within(row),
            about: all(row),
            share: ((all(row) as f32).ln_1p() / scale).min(1.0),
        };
        Self(catalogue.indices().map(count).collect())
    }

    /// Shares that are told for each structure of a catalogue, between 0 and 1; no document is counted.
    pub fn by(catalogue: &Catalogue, share: impl Fn(StructureIndex) -> f32) -> Self {
        let count = |row| Count {
            within: 0,
            about: 0,
            share: share(row),
        };
        Self(catalogue.indices().map(count).collect())
    }

    /// The documents about a structure as a share of the logarithm: 0 where there is none, 1 where most are. One about a whole (the liver) counts for
    /// each of its parts, and one about a part for the whole.
    pub fn at(&self, row: StructureIndex) -> f32 {
        self.0.get(row.usize()).map_or(0.0, |count| count.share)
    }

    /// How many documents are about a structure, a part of it, or a whole that it is a part of.
    pub fn about(&self, row: StructureIndex) -> u32 {
        self.0.get(row.usize()).map_or(0, |count| count.about)
    }

    /// How many documents are about a structure or a part of it.
    pub fn within(&self, row: StructureIndex) -> u32 {
        self.0.get(row.usize()).map_or(0, |count| count.within)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wholes_and_parts_share_their_documents_and_the_most_is_one() {
        let catalogue = Catalogue::builtin();
        let row = |id: &str| catalogue.index_of(id).expect("a structure");
        let documents = [
            "spleen",
            "spleen",
            "spleen",
            "kidney",
            "left_kidney",
            "no such thing",
        ];
        let heat = Heat::of(catalogue, documents);
        assert_eq!(heat.at(row("spleen")), 1.0);
        assert!(heat.at(row("left_kidney")) > heat.at(row("right_kidney")));
        assert!(heat.at(row("right_kidney")) > 0.0);
        assert_eq!(heat.at(row("pancreas")), 0.0);
        let within = [
            "spleen",
            "kidney",
            "left_kidney",
            "right_kidney",
            "pancreas",
        ];
        assert_eq!(within.map(|id| heat.within(row(id))), [3, 2, 1, 0, 0]);
        assert_eq!(Heat::default().at(row("pancreas")), 0.0);
    }
}
