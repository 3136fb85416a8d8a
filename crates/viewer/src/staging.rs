//! The border between the home body, in which documents are placed and searched, and the body on the stage.

use std::sync::Arc;

use anatomy::{Atlas, Catalogue, StructureIndex, Transfer};
use grounding::Grounding;
use library::Spot;
use serde::{Deserialize, Serialize};

use crate::{HomePoint, StagePoint};

/// The way from the home body to another one on the stage, and back. What is learnt about a structure on the way is kept, so the
/// first point of each costs most: work for a job, not for a frame.
#[derive(Debug)]
pub struct Staging {
    there: Transfer,
    back: Transfer,
}

impl Staging {
    /// Between the home atlas and the one that is shown.
    pub fn new(home: Arc<Atlas>, shown: Arc<Atlas>) -> Self {
        Self {
            there: Transfer::new(home.clone(), shown.clone()),
            back: Transfer::new(shown, home),
        }
    }

    /// Where a place that belongs to a structure of the home atlas (by id) is on the stage; nothing when the atlas on the stage
    /// lacks the structure.
    pub fn stage(&self, structure: &str, point: HomePoint) -> Option<StagePoint> {
        let index = self.there.from().catalogue().index_of(structure)?;
        let placed = self.there.place(index, point.mm());
        placed.point_mm().map(StagePoint)
    }

    /// The places of documents on the stage, in their order.
    pub fn entries(&self, entries: &[Spot]) -> Vec<Option<StagePoint>> {
        let place = |entry: &Spot| self.stage(&entry.structure, HomePoint(entry.point_mm));
        entries.iter().map(place).collect()
    }

    /// Where a structure and a point of the stage are at home; nothing where home has no such thing.
    pub fn home(
        &self,
        structure: Option<StructureIndex>,
        point: Option<StagePoint>,
    ) -> (Option<StructureIndex>, Option<HomePoint>) {
        let (home, shown) = (self.back.to(), self.back.from());
        // What only the female body has is kept under its own name, where it would be at home.
        let hers = |s: &StructureIndex| !shown.is_own(*s) && !home.has_voxels(*s);
        if let Some(structure) = structure.filter(hers) {
            let point = point.map(|point| HomePoint(anatomy::to_male(point.mm())));
            return (Some(structure), point);
        }
        let counterpart = structure.and_then(|structure| self.back.counterpart(structure));
        let place = structure.zip(point).and_then(|(structure, point)| {
            let placed = self.back.place(structure, point.mm());
            placed.point_mm().map(HomePoint)
        });
        (counterpart, place)
    }
}

/// A grounding with its places on the stage beside those at home.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StagedGrounding {
    /// As the model said it; all its points are of the home body.
    pub home: Grounding,
    /// The text's point on the stage; nothing when its structure is not there.
    pub point: Option<StagePoint>,
    /// The same of each place of a text with several subjects, in their order.
    pub places: Vec<Option<StagePoint>>,
    /// The same of each sentence, in their order.
    pub sentences: Vec<Option<StagePoint>>,
}

impl StagedGrounding {
    /// On the stage that `staging` leads to; the home body itself without one.
    pub fn new(home: Grounding, staging: Option<&Staging>) -> Self {
        let stage = |structure: &str, point_mm: [f32; 3]| match staging {
            None if Catalogue::builtin().is_female(structure) => None,
            None => Some(StagePoint(point_mm)),
            Some(staging) => staging.stage(structure, HomePoint(point_mm)),
        };
        let places = home.places.iter();
        let sentences = home.sentences.iter();
        Self {
            point: stage(&home.structure, home.point_mm),
            places: places.map(|p| stage(&p.structure, p.point_mm)).collect(),
            sentences: sentences.map(|s| stage(&s.structure, s.point_mm)).collect(),
            home,
        }
    }

    /// Where the text lies on the stage; nothing when it is about nothing in this body, or its structure is not there.
    pub fn place(&self) -> Option<StagePoint> {
        self.point.filter(|_| !self.home.is_outside())
    }
}
