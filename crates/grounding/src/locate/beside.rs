//! Texts that are about no organ, only beside one or between two: "a node between the aorta and the cava", "fluid behind the bladder".

use anatomy::{StructureIndex, Tissue};

use super::{Found, Weighing};
use crate::Mention;
use crate::spatial::{Axis, Constraint, Region, Way};

/// What lies behind, before, above or below an organ is shown in this share of it on that side.
const OUTER: f32 = 0.15;

/// Another organ that no word names goes before what the text lies beside when the network takes the text to be about it with this probability: "a mass
/// beside the aorta" is not in the lung, and the seminal glands are meant by "fluid behind the bladder" mostly. No text of `reading.tsv` (develop) depends on it.
const OTHER_SURE: f32 = 0.9;

impl Weighing<'_> {
    /// The class of the model that a mention is of, where this body has it.
    fn class_of(&self, mention: &Mention) -> Option<usize> {
        let mut classes = self.locator.model.gazetteer_class.iter();
        let class = classes.position(|class| *class == mention.class)?;
        (!self.locator.structures[class].is_empty()).then_some(class)
    }

    /// The classes of the organs by which the text is placed that is about none; nothing where it is about one.
    pub(super) fn landmark_classes(&self) -> Vec<usize> {
        let ends = self.landmarks.iter().flat_map(|l| l.ends.iter());
        ends.filter_map(|end| self.class_of(end)).collect()
    }

    /// The class of these in which the text is placed. What the network takes it to be about is another organ mostly (what lies behind the bladder
    /// may be the seminal glands) and then goes before, unless it is the fat that lies between all organs; `best`: the class of that.
    pub(super) fn landmark_class(&self, best: Option<usize>) -> Option<usize> {
        let classes = self.landmark_classes();
        let is_best = best.is_some_and(|best| {
            classes.contains(&best) || self.is_fat(best) || self.about_class(best) < OTHER_SURE
        });
        let mut likeliest = classes.into_iter().filter(|_| is_best || self.is_refused());
        let first = likeliest.next()?;
        Some(likeliest.fold(first, |a, b| {
            if self.evidence[b] > self.evidence[a] {
                b
            } else {
                a
            }
        }))
    }

    /// How far the network takes the text to be about a class.
    fn about_class(&self, class: usize) -> f32 {
        let of_it = self.answers.iter().filter(|a| a.class == Some(class));
        of_it.map(|a| a.p).sum()
    }

    /// Whether a class is of fat, which lies between all organs.
    pub(super) fn is_fat(&self, class: usize) -> bool {
        let catalogue = self.locator.atlas.catalogue();
        let mut structures = self.locator.structures[class].iter();
        structures.any(|s| catalogue.get(*s).tissue == Tissue::Fat)
    }

    /// Where the text lies from the organ of a class, or between that and another one.
    pub(super) fn found_beside(&self, class: usize) -> Found {
        let found = self.place_in(class);
        match self.landmarks.as_ref().map(|landmarks| landmarks.way) {
            None | Some(Way::Beside) => found,
            Some(Way::Between) => self.between(found, class),
            Some(Way::Behind) => self.at_side(found, Axis::Y, true, "behind"),
            Some(Way::Before) => self.at_side(found, Axis::Y, false, "in front of"),
            Some(Way::Above) => self.at_side(found, Axis::Z, true, "above"),
            Some(Way::Below) => self.at_side(found, Axis::Z, false, "below"),
        }
    }

    /// The outer part of what was found, at one end of an axis.
    fn at_side(&self, found: Found, axis: Axis, is_high: bool, said: &str) -> Found {
        let atlas = self.locator.atlas;
        let (low, high) = if is_high {
            (1.0 - OUTER, 1.0)
        } else {
            (0.0, OUTER)
        };
        let mut region = match &found.region {
            Some((region, _)) => region.clone(),
            None => Region {
                structure: found.half.unwrap_or(found.structure),
                constraints: Vec::new(),
                phrase: atlas.catalogue().get(found.structure).name.clone(),
            },
        };
        region.phrase = format!("{said} the {}", region.phrase);
        region
            .constraints
            .push(Constraint::Span { axis, low, high });
        match region.extent(atlas, self.locator.sketches, found.point_mm) {
            Some(extent) => Found {
                point_mm: extent.point_mm,
                region: Some((region, extent.places)),
                ..found
            },
            None => found,
        }
    }

    /// The point between what was found and the other organ that is named with it, where they are nearest to each other.
    fn between(&self, found: Found, class: usize) -> Found {
        let atlas = self.locator.atlas;
        let own = found.half.unwrap_or(found.structure);
        let middle = self.second(class, own, found.point_mm).and_then(|other| {
            let there = atlas.nearest_voxel(other, found.point_mm)?;
            let here = atlas.nearest_voxel(own, there)?;
            Some((other, [0, 1, 2].map(|a| (here[a] + there[a]) / 2.0)))
        });
        let Some((other, point_mm)) = middle else {
            return found;
        };
        let names = [found.structure, other].map(|s| atlas.catalogue().get(s).name.as_str());
        let phrase = format!("between the {} and the {}", names[0], names[1]);
        let region = found.region;
        Found {
            structure: found.structure,
            half: found.half,
            point_mm,
            region: region.map(|(region, places)| (Region { phrase, ..region }, places)),
        }
    }

    /// The other organ of two between which the text lies, of a class and a structure of it; of a pair the half that is nearer to a point.
    pub(super) fn second(
        &self,
        class: usize,
        own: StructureIndex,
        near_mm: [f32; 3],
    ) -> Option<StructureIndex> {
        let atlas = self.locator.atlas;
        let catalogue = atlas.catalogue();
        let landmarks = self.landmarks.as_ref();
        let landmarks = landmarks.filter(|landmarks| landmarks.way == Way::Between)?;
        let is_own = |end: &Mention| {
            let mut named = end.structures.iter();
            self.class_of(end) == Some(class)
                && named.any(|s| catalogue.is_part_of(own, *s) || catalogue.is_part_of(*s, own))
        };
        let end = landmarks.ends.iter().find(|end| !is_own(end))?;
        let refined = self.refined(self.class_of(end)?);
        let mut named = end.structures.iter();
        let meant = match named.any(|s| catalogue.is_part_of(refined, *s)) {
            true => refined,
            false => *end.structures.first()?,
        };
        let shown = std::iter::once(meant)
            .chain(catalogue.ancestors(meant))
            .find(|s| atlas.has_voxels(*s))?;
        let distance = |s: StructureIndex| atlas.distance_mm(s, near_mm).unwrap_or(f32::MAX);
        Some(match catalogue.halves(shown) {
            Some((left, right)) if distance(right) < distance(left) => right,
            Some((left, _)) => left,
            None => shown,
        })
    }
}
