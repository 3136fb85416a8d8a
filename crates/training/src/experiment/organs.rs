//! The organs of an experiment: which classes take part, their points, and the groups they belong to.

use std::sync::OnceLock;

use anatomy::{Atlas, Catalogue, StructureIndex};
use anyhow::Result;
use evaluation::metrics;
use grounding::Gazetteer;
use serde::{Deserialize, Serialize};

use super::hull::Hull;

/// Points kept of each organ: their code's number for evaluation. Training draws from them anew for every batch.
pub const POOL: usize = 1000;

/// Points of each organ that the place of least expected distance is chosen from.
const PLACES: usize = 40;

/// Within this of a sampled point a place counts as inside the organ, mm: about half the distance between the points of a
/// large one.
const RIGHT_MM: f32 = 5.0;

/// The paper's organs as far as the class table has them: organs whole, no bones, muscles, vessels, skin or fat.
const PAPER: &[&str] = &[
    "larynx",
    "trachea",
    "bronchi",
    "lung",
    "oesophagus",
    "stomach",
    "duodenum",
    "small intestine",
    "appendix",
    "colon",
    "rectum",
    "anal canal",
    "liver",
    "gallbladder",
    "bile ducts",
    "pancreas",
    "spleen",
    "heart",
    "thymus",
    "thyroid",
    "adrenal",
    "kidney",
    "ureter",
    "urinary bladder",
    "urethra",
    "prostate",
    "seminal vesicles",
    "ductus deferens",
    "testis",
    "penis",
    "spinal cord",
];

/// A choice of organs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum OrganSet {
    /// Like the paper's.
    Paper,
    /// Every class of this body.
    All,
}

impl OrganSet {
    /// Name in the tables.
    pub fn title(self) -> &'static str {
        match self {
            Self::Paper => "organs like the paper's",
            Self::All => "all classes",
        }
    }
}

/// The organs of an experiment. An organ is a number below [`Organs::len`].
pub struct Organs<'a> {
    atlas: &'a Atlas,
    /// Class of each organ in the gazetteer.
    pub classes: Vec<usize>,
    /// Structures of each organ.
    structures: Vec<Vec<StructureIndex>>,
    /// [`POOL`] points of each organ, uniform over its voxels, mm.
    pub points: Vec<Vec<[f32; 3]>>,
    /// Places to choose from, and how far each is from each organ (mm), once they are asked for.
    places: OnceLock<Vec<([f32; 3], Vec<f32>)>>,
}

impl<'a> Organs<'a> {
    /// The organs of a set that have voxels in an atlas.
    pub fn new(atlas: &'a Atlas, set: OrganSet) -> Self {
        let gazetteer = Gazetteer::builtin();
        let classes: Vec<usize> = (0..gazetteer.classes().len())
            .filter(|&c| {
                let wanted =
                    set == OrganSet::All || PAPER.contains(&gazetteer.classes()[c].name.as_str());
                wanted
                    && gazetteer
                        .structures_of(c)
                        .iter()
                        .any(|s| atlas.has_voxels(*s))
            })
            .collect();
        let structures: Vec<Vec<StructureIndex>> = classes
            .iter()
            .map(|&c| {
                gazetteer
                    .structures_of(c)
                    .iter()
                    .copied()
                    .filter(|s| atlas.has_voxels(*s))
                    .collect()
            })
            .collect();
        let points = structures
            .iter()
            .zip(&classes)
            .map(|(s, &c)| sample(atlas, s, POOL, c as u64))
            .collect();
        Self {
            atlas,
            classes,
            structures,
            points,
            places: OnceLock::new(),
        }
    }

    /// Number of organs.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Name of an organ.
    pub fn name(&self, organ: usize) -> &'static str {
        &Gazetteer::builtin().classes()[self.classes[organ]].name
    }

    /// The organ of that name.
    pub fn named(&self, name: &str) -> Option<usize> {
        (0..self.len()).find(|o| self.name(*o) == name)
    }

    /// The organs among some classes of the gazetteer.
    pub fn of_classes(&self, classes: &[usize]) -> Vec<usize> {
        (0..self.len())
            .filter(|o| classes.contains(&self.classes[*o]))
            .collect()
    }

    /// Distance in mm from a point to the nearest voxel of the nearest of some organs, 0 inside.
    pub fn distance_mm(&self, organs: &[usize], point: [f32; 3]) -> Option<f32> {
        organs
            .iter()
            .filter_map(|o| metrics::distance_mm(self.atlas, &self.structures[*o], point))
            .min_by(f32::total_cmp)
    }

    /// Of some points of each organ the one with the smallest sum of distances to the organs, weighted by probabilities.
    pub fn least_distance(&self, probabilities: &[f32]) -> [f32; 3] {
        let places = self.places.get_or_init(|| {
            let step = POOL / PLACES;
            let all = self.points.iter().flat_map(|p| p.iter().step_by(step));
            all.map(|p| (*p, self.distances_mm(*p))).collect()
        });
        let expected = |distances: &[f32]| -> f32 {
            distances
                .iter()
                .zip(probabilities)
                .map(|(d, p)| d * p)
                .sum()
        };
        places
            .iter()
            .min_by(|a, b| expected(&a.1).total_cmp(&expected(&b.1)))
            .map_or([0.0; 3], |(place, _)| *place)
    }

    /// Distance in mm from a place to the nearest sampled point of each organ, but 0 within `RIGHT_MM` of it.
    fn distances_mm(&self, place: [f32; 3]) -> Vec<f32> {
        let square = |p: &[f32; 3]| -> f32 { (0..3).map(|a| (p[a] - place[a]).powi(2)).sum() };
        self.points
            .iter()
            .map(|own| {
                let nearest = own.iter().map(square).fold(f32::MAX, f32::min).sqrt();
                (nearest - RIGHT_MM).max(0.0)
            })
            .collect()
    }

    /// Probabilities of the organs, each multiplied by exp(-d / `temperature_mm`), where d is its distance in mm from a point;
    /// their sum stays what it was.
    pub fn near(&self, point: [f32; 3], probabilities: &[f32], temperature_mm: f32) -> Vec<f32> {
        let weighted: Vec<f32> = (0..self.len())
            .zip(probabilities)
            .map(|(organ, p)| {
                let away = self.distance_mm(&[organ], point).unwrap_or(f32::INFINITY);
                p * (-away / temperature_mm).exp()
            })
            .collect();
        let sums = [probabilities, &weighted].map(|p| p.iter().sum::<f32>());
        let scale = if sums[1] > 0.0 {
            sums[0] / sums[1]
        } else {
            0.0
        };
        weighted.iter().map(|p| p * scale).collect()
    }

    /// A point of an organ, by number.
    pub fn point(&self, organ: usize, draw: u64) -> [f32; 3] {
        self.points[organ][(draw % POOL as u64) as usize]
    }

    /// [`POOL`] points of two organs taken as one, uniform over the voxels of both.
    pub fn merged_points(&self, a: usize, b: usize) -> Vec<[f32; 3]> {
        let both: Vec<StructureIndex> = self.structures[a]
            .iter()
            .chain(&self.structures[b])
            .copied()
            .collect();
        sample(self.atlas, &both, POOL, 11)
    }

    /// The functional group of an organ: the body system of its main structure in the catalogue.
    pub fn group(&self, organ: usize) -> &'static str {
        Catalogue::builtin()
            .get(self.structures[organ][0])
            .system
            .name()
    }

    /// The convex hull of all organs of a group.
    ///
    /// # Errors
    /// When the organs are too flat to have one.
    pub fn group_hull(&self, group: &str) -> Result<Hull> {
        let points: Vec<[f32; 3]> = (0..self.len())
            .filter(|o| self.group(*o) == group)
            .flat_map(|o| sample(self.atlas, &self.structures[o], 4 * POOL, 7))
            .collect();
        Hull::new(&points)
    }
}

/// Points of some structures, in proportion to their volumes.
fn sample(atlas: &Atlas, structures: &[StructureIndex], points: usize, seed: u64) -> Vec<[f32; 3]> {
    let total: f32 = structures.iter().map(|&s| atlas.volume_ml(s)).sum();
    let sampled: Vec<[f32; 3]> = structures
        .iter()
        .flat_map(|&s| {
            atlas.sample_points(
                s,
                (points as f32 * atlas.volume_ml(s) / total).ceil() as usize,
                seed,
            )
        })
        .collect();
    // Rounding up leaves a few too many: take them evenly, so that no structure loses all of its points.
    (0..points)
        .map(|i| sampled[i * sampled.len() / points])
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_place_of_least_expected_distance_lies_in_or_between_the_likely_organs() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/atlas");
        let atlas = Atlas::open(&folder).unwrap();
        let organs = Organs::new(&atlas, OrganSet::Paper);
        let [liver, stomach, lung] = ["liver", "stomach", "lung"].map(|n| organs.named(n).unwrap());
        let place = |likely: &[(usize, f32)]| {
            let mut probabilities = vec![0.0; organs.len()];
            likely.iter().for_each(|&(o, p)| probabilities[o] = p);
            organs.least_distance(&probabilities)
        };
        let from = |o: usize, place| organs.distance_mm(&[o], place).unwrap();
        let sure = place(&[(liver, 1.0)]);
        assert!(from(liver, sure) <= RIGHT_MM, "{sure:?}");
        // As likely the one as the other: where they come near each other.
        let both = place(&[(liver, 0.5), (stomach, 0.5)]);
        assert!(from(liver, both) + from(stomach, both) < 15.0, "{both:?}");
        // A point in one of them decides.
        let inside = organs.point(stomach, 5);
        let mut even = vec![0.0; organs.len()];
        (even[liver], even[stomach]) = (0.5, 0.5);
        let near = organs.near(inside, &even, 20.0);
        assert!(near[stomach] > 0.5 && (near.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert!(from(stomach, organs.least_distance(&near)) <= RIGHT_MM);
        let mostly = place(&[(lung, 0.9), (liver, 0.3)]);
        assert!(from(lung, mostly) <= RIGHT_MM, "{mostly:?}");
    }
}
