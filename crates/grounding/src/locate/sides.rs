//! On which side of the body a place is, and whether the words say so.

use anatomy::{Side, StructureIndex};

use super::Weighing;
use crate::SideReading;

impl Weighing<'_> {
    /// The side of a structure that stands for a class, and whether the words say it.
    pub(super) fn side(&self, class: usize, structure: StructureIndex) -> Option<SideReading> {
        let catalogue = self.locator.atlas.catalogue();
        let votes = &self.votes[class];
        // The left ventricle is named after its side, but is no half of the body.
        let mut wholes = catalogue.ancestors(structure);
        if wholes.any(|s| catalogue.get(s).id == "heart") {
            return None;
        }
        let half = std::iter::once(structure)
            .chain(catalogue.ancestors(structure))
            .find(|s| catalogue.twin(*s).is_some());
        if let Some(half) = half {
            let side = catalogue.get(half).side;
            // What only one side has (the middle lobe) says its side by itself.
            let own = catalogue.twin(structure).is_none();
            let mut wholes = std::iter::once(half).chain(catalogue.ancestors(half));
            let named = wholes.any(|s| catalogue.twin(s).is_some() && votes.states(catalogue, s));
            // A side that is said of something else, and that the network takes to be meant ("on the right side of my chest").
            let elsewhere = match side {
                Side::Left => self.sides == [true, false],
                Side::Right => self.sides == [false, true],
                _ => false,
            };
            let stated = own || named || elsewhere || self.other == Some(side);
            return Some(SideReading { side, stated });
        }
        // The whole organ is shown when the words name both of its halves, or neither.
        let stated = votes.both_sides > 0.0;
        catalogue.halves(structure).map(|_| SideReading {
            side: Side::Both,
            stated,
        })
    }

    /// The half of a pair in which to show what may be in either: what the network takes for likelier, or what is nearer to its point.
    pub(super) fn likelier_half(&self, pair: StructureIndex) -> Option<StructureIndex> {
        let atlas = self.locator.atlas;
        let (left, right) = atlas.catalogue().halves(pair)?;
        let distance = |s| atlas.distance_mm(s, self.row.point_mm).unwrap_or(f32::MAX);
        let halves = [left, right].into_iter().filter(|s| atlas.has_voxels(*s));
        halves.max_by(|a, b| {
            let about = self.about(*a).total_cmp(&self.about(*b));
            about.then(distance(*b).total_cmp(&distance(*a)))
        })
    }

    /// A structure, or what lies opposite where the text excludes the one (or what it is part of) and speaks of the other's side ("The
    /// left ureter is normal. On the right a stone."), or comes to it as "the other one".
    pub(super) fn not_excluded(&self, structure: StructureIndex) -> StructureIndex {
        let catalogue = self.locator.atlas.catalogue();
        let is_excluded = |s: StructureIndex| {
            let mut wholes = std::iter::once(s).chain(catalogue.ancestors(s));
            wholes.any(|s| catalogue.twin(s).is_some() && self.locator.excluded.contains(&s))
        };
        let other = catalogue.opposite(structure).filter(|other| {
            let said = match catalogue.get(*other).side {
                Side::Left => self.sides[0],
                Side::Right => self.sides[1],
                _ => false,
            };
            let excluded = said && is_excluded(structure) && !is_excluded(*other);
            excluded || self.other == Some(catalogue.get(*other).side)
        });
        other.unwrap_or(structure)
    }
}
