//! All that a text may be about, beside the place that is shown.

use anatomy::StructureIndex;

use super::{Chosen, Found, Locator, Place, SUBJECT_EVIDENCE, Weighing};
use crate::lean::{self, Shared};
use crate::spatial::Region;
use crate::{PlaceShare, SideReading};

/// See [`SUBJECT_EVIDENCE`].
const SUBJECT_SHARE: f32 = 0.4;

/// Most subjects of a text.
const MAX_SUBJECTS: usize = 5;

/// Classes with less evidence than this are left out of the covariance.
const LEAST_SHARE: f32 = 0.01;

/// The subjects of a text, and the covariance of the places that it may mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Subjects {
    /// A place for each subject, the shown one first.
    pub places: Vec<PlaceShare>,
    /// Covariance around the shown point, see [`crate::Grounding::covariance_mm2`].
    pub covariance_mm2: [f32; 6],
}

impl Weighing<'_> {
    /// The same place on the other side of the body, where the words do not say which is meant, or mean both.
    fn other_side(&self, shown: &Place, chosen: &Chosen) -> Option<Found> {
        let Locator { atlas, .. } = self.locator;
        let catalogue = atlas.catalogue();
        shown.side.filter(|side| side.is_either())?;
        let own = chosen.found.half.unwrap_or(shown.structure);
        let other = catalogue.twin(own).or_else(|| catalogue.opposite(own))?;
        let [x, y, z] = self.row.point_mm;
        let found = self.place_within(chosen.class, other, [-x, y, z]);
        (catalogue.is_part_of(found.structure, other)).then_some(found)
    }

    /// The places that the best subject may mean, with its evidence: the region that the words speak of or else the whole
    /// structure, and the same on the other side when the words name none or both.
    fn meant(&self, shown: &Place, found: Option<&Found>, p: f32) -> Vec<Shared> {
        let Locator {
            atlas,
            model,
            sketches,
            leaning,
            ..
        } = self.locator;
        let region = found.and_then(|f| f.region.as_ref());
        let here = found.and_then(|f| f.half).unwrap_or(shown.structure);
        let own = region.map_or_else(
            || leaning.places(atlas, model.classes.len(), here),
            |(_, places)| places.clone(),
        );
        let mut meant = vec![(own, p)];
        let either = shown.side.is_some_and(SideReading::is_either);
        let other = either.then(|| atlas.catalogue().opposite(here)).flatten();
        if let Some(other) = other {
            let there = region.and_then(|(region, _)| {
                let region = Region {
                    structure: other,
                    ..region.clone()
                };
                let middle = atlas.centroid_mm(other)?;
                region.extent(atlas, sketches, middle)
            });
            let places = there.map_or_else(
                || leaning.places(atlas, model.classes.len(), other),
                |e| e.places,
            );
            meant.push((places, p));
        }
        meant
    }

    /// The subjects of a text that is shown at `shown`, chosen for a class.
    pub(super) fn subjects(&self, shown: &Place, chosen: Option<&Chosen>) -> Subjects {
        let Locator { atlas, model, .. } = self.locator;
        let evidence = &self.evidence;
        let class = chosen.map(|c| c.class);
        let share = |s: StructureIndex, point_mm, weight| PlaceShare {
            structure: atlas.catalogue().get(s).id.clone(),
            point_mm,
            weight,
        };
        // What it lies beside is no subject to the network, which would leave it nothing.
        let best = match shown.by_landmarks {
            true => shown.p,
            false => class.map_or(1.0, |class| evidence[class]),
        };
        let mut mixture = self.meant(shown, chosen.map(|c| &c.found), best);
        let half = chosen.and_then(|chosen| chosen.found.half);
        let mut places = vec![share(half.unwrap_or(shown.structure), shown.point_mm, best)];
        let other = chosen.and_then(|chosen| self.other_side(shown, chosen));
        places.extend(other.map(|found| share(found.structure, found.point_mm, best)));
        let landmarks = match shown.by_landmarks {
            true => self.landmark_classes(),
            false => Vec::new(),
        };
        let second = chosen.filter(|_| shown.by_landmarks).and_then(|chosen| {
            let own = half.unwrap_or(shown.structure);
            self.second(chosen.class, own, shown.point_mm)
        });
        if let Some(second) = second {
            let all = self
                .locator
                .leaning
                .places(atlas, model.classes.len(), second);
            mixture.push((all, best));
            places.push(share(second, shown.point_mm, best));
        }
        let mut others: Vec<usize> = (0..evidence.len())
            .filter(|&c| class.is_some_and(|class| class != c) && !landmarks.contains(&c))
            .filter(|&c| evidence[c] >= LEAST_SHARE && !self.locator.structures[c].is_empty())
            .filter(|&c| !(shown.by_landmarks && self.is_fat(c)))
            .collect();
        others.sort_by(|a, b| evidence[*b].total_cmp(&evidence[*a]));
        for c in others {
            let p = evidence[c];
            let part = self.refined(c);
            if atlas.has_voxels(part) {
                let places = self
                    .locator
                    .leaning
                    .places(atlas, model.classes.len(), part);
                mixture.push((places, p));
            }
            if p >= SUBJECT_EVIDENCE && p >= SUBJECT_SHARE * best && places.len() < MAX_SUBJECTS {
                let found = self.place_in(c);
                let place = share(found.half.unwrap_or(found.structure), found.point_mm, p);
                // What is told of the cord below its end lies in a bone, as what is told of the bone does.
                if places.iter().all(|own| own.structure != place.structure) {
                    places.push(place);
                }
            }
        }
        let total: f32 = places.iter().map(|p| p.weight).sum();
        places.iter_mut().for_each(|p| p.weight /= total.max(1e-6));
        let covariance = lean::covariance_mm2(&mixture, shown.point_mm);
        Subjects {
            places,
            covariance_mm2: covariance.map(|v| v * model.calibration.covariance_scale),
        }
    }
}
