//! How likely a document is about a point of the body: by how far it lies from it, and by its evidence for the structure at the point.
//!
//! A document of a large organ lies anywhere in it, and next to documents of others: what it says of the structure tells more than millimetres. The
//! numbers are a logistic regression over documents with MeSH headings and points in the organs that these name, see docs/experiments/retrieval.md.

use anatomy::StructureIndex;

use super::columns::CLEARLY;
use super::structures::StructureSpace;
use crate::store::{Library, LibraryError};

/// The log-odds: a shift, for ln(1 + distance / 10 mm), and for the logit of the evidence.
const BOTH: [f32; 3] = [-2.20, -0.22, 1.48];
/// The same where no document speaks of what is at the point.
const DISTANCE_ALONE: [f32; 3] = [2.14, -2.07, 0.0];

/// The evidence that a document has which does not speak of the structure clearly, and the most that one can have.
const UNSAID: f32 = 0.1;
const SURE: f32 = 0.99;

/// The unit of the distance, mm.
const UNIT_MM: f32 = 10.0;

fn probability([shift, by_distance, by_evidence]: [f32; 3], mm: f32, evidence: f32) -> f32 {
    let evidence = evidence.clamp(UNSAID, SURE);
    let said = (evidence / (1.0 - evidence)).ln();
    let odds = shift + by_distance * (mm / UNIT_MM).ln_1p() + by_evidence * said;
    1.0 / (1.0 + (-odds).exp())
}

impl Library {
    /// Puts documents in order by what a text says of them (their weights) and by how likely they are about a point: the product of the two. Those whose
    /// distance, mm, is not known are left out; of equal ones the earlier stays before the later.
    pub(super) fn weighed_about(
        &self,
        weighed: &[(i64, f32)],
        distances: &[(i64, f32)],
        at: Option<StructureIndex>,
        space: &(impl StructureSpace + ?Sized),
    ) -> Result<Vec<i64>, LibraryError> {
        let columns = self.columns()?;
        let mut evidence = vec![0.0_f32; columns.len()];
        let mut numbers = DISTANCE_ALONE;
        let catalogue = space.catalogue();
        let whole = at.into_iter().flat_map(|at| catalogue.ancestors(at));
        for structure in at.into_iter().chain(whole) {
            for (row, p) in self
                .speaking_of(&catalogue.get(structure).id, CLEARLY)?
                .iter()
            {
                if let Some(most) = evidence.get_mut(*row as usize) {
                    *most = most.max(*p);
                    numbers = BOTH;
                }
            }
        }
        let mut about = vec![None; columns.len()];
        for (key, mm) in distances {
            if let Some(row) = columns.row(*key) {
                about[row] = Some(probability(numbers, *mm, evidence[row]));
            }
        }
        let scored = weighed.iter().filter_map(|(key, weight)| {
            let about = about[columns.row(*key)?]?;
            Some((weight * about, *key))
        });
        let mut scored: Vec<(f32, i64)> = scored.collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        Ok(scored.into_iter().map(|(_, key)| key).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearer_and_what_says_more_is_likelier() {
        let p = |mm, evidence| probability(BOTH, mm, evidence);
        assert!(p(0.0, 0.9) > p(50.0, 0.9) && p(50.0, 0.9) > p(50.0, 0.5));
        assert!(p(80.0, 0.9) > p(0.0, 0.0), "evidence tells more");
        assert_eq!(p(5.0, 0.0), p(5.0, 0.05));
        assert!(p(0.0, 1.0) < 1.0 && p(1e6, 0.0) > 0.0);
        let far = probability(DISTANCE_ALONE, 100.0, 0.9);
        assert_eq!(far, probability(DISTANCE_ALONE, 100.0, 0.2));
        assert!(far < 0.1 && probability(DISTANCE_ALONE, 0.0, 0.2) > 0.8);
    }
}
