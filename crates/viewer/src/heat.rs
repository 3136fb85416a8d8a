//! Where a library looks and where it does not: how many documents are about each structure.

use std::sync::Arc;

use anatomy::{Catalogue, StructureIndex};

/// How many documents are about each structure of an atlas, as a share of the logarithm: 0 where there is none, 1 where most are.
#[derive(Clone, Debug, Default)]
pub struct Heat(Arc<[f32]>);

impl PartialEq for Heat {
    /// It is the same when it is the very same list.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.0.is_empty() && other.0.is_empty())
    }
}

impl Heat {
    /// Counts documents by the ids of their structures. A document about a whole (the liver) counts for each of its parts, and one about a part for the
    /// whole; an id that the atlas does not know counts for nothing.
    pub fn of<'a>(catalogue: &Catalogue, structures: impl IntoIterator<Item = &'a str>) -> Self {
        let mut own = vec![0_u32; catalogue.structures().len()];
        for id in structures {
            if let Some(row) = catalogue.index_of(id) {
                own[row.usize()] += 1;
            }
        }
        let count = |row: StructureIndex| -> u32 {
            let parts = catalogue.parts(row).into_iter();
            let within: u32 = parts.map(|part| own[part.usize()]).sum();
            let whole = catalogue.ancestors(row).map(|whole| own[whole.usize()]);
            within + whole.sum::<u32>()
        };
        let counts: Vec<u32> = catalogue.indices().map(count).collect();
        // The most that any structure which is drawn has: wholes are drawn as their parts.
        let leaves = catalogue
            .indices()
            .filter(|row| catalogue.children(*row).is_empty());
        let most = leaves.map(|row| counts[row.usize()]).max().unwrap_or(0);
        let scale = (most as f32).ln_1p().max(f32::MIN_POSITIVE);
        Self(
            counts
                .into_iter()
                .map(|n| ((n as f32).ln_1p() / scale).min(1.0))
                .collect(),
        )
    }

    /// Of a structure.
    pub fn at(&self, row: StructureIndex) -> f32 {
        self.0.get(row.usize()).copied().unwrap_or(0.0)
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
        assert_eq!(Heat::default().at(row("pancreas")), 0.0);
    }
}
