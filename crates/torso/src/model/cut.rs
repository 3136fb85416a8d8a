//! A structure's solid with what wins over it taken out, so that neighbours touch without interpenetrating.

use anatomy::{Aabb, Catalogue};
use glam::Vec3;

use super::builder::{Body, Solid};
use super::field::Field;
use super::plain::smooth_max;
use super::voxelise::CAUTION;

/// A point of a part lies on the surface of the whole, too, if that is nearer than this part of the step of normals.
const ON_WHOLE: f32 = 0.6;

/// A structure's solid with all that wins over it taken out.
pub(super) struct Cut<'a> {
    pub(super) own: &'a Solid,
    /// What cuts it.
    pub(super) winners: Vec<Winner<'a>>,
    /// The other parts of the whole that it is a part of, where they meet it.
    kin: Vec<&'a Solid>,
}

#[derive(Clone, Copy)]
pub(super) struct Winner<'a> {
    solid: &'a Solid,
    /// What stays free between the two, mm.
    gap: f32,
    /// The width over which the edge is rounded, mm.
    pub(super) blend: f32,
    is_kin: bool,
}

impl Winner<'_> {
    /// How far the winner reaches over a point, mm.
    pub(super) fn reach_over(&self, p: Vec3) -> f32 {
        self.gap - self.solid.shape.distance(p)
    }

    /// The distance `d` to a structure at a point once this winner, which reaches `taken` mm over the point, is taken out.
    pub(super) fn cut(&self, d: f32, taken: f32) -> f32 {
        smooth_max(d, taken, self.blend)
    }

    /// The distance `d` at a point once this winner is taken out, which is not asked where its box says that it is too far.
    fn cut_at(&self, d: f32, p: Vec3) -> f32 {
        let least = self.solid.bounds.distance(p);
        if least > 0.0 && self.gap - least <= d - self.blend {
            d
        } else {
            self.cut(d, self.reach_over(p))
        }
    }
}

impl<'a> Cut<'a> {
    /// The `part`-th solid of a body within `bounds`; what wins over it stays `gap_mm` off and rounds the edges that it leaves over
    /// `blend_mm`.
    pub(super) fn of(
        body: &'a Body,
        catalogue: &Catalogue,
        part: usize,
        bounds: Aabb,
        gap_mm: f32,
        blend_mm: f32,
    ) -> Cut<'a> {
        let own = &body.solids[part];
        let whole = catalogue.get(own.structure).parent;
        let is_kin = |other: &Solid| {
            whole.is_some()
                && catalogue.get(other.structure).parent == whole
                && !other.outer_surface
        };
        let winner = |solid: &'a Solid| {
            let is_kin = is_kin(solid);
            let inside = catalogue.is_part_of(own.structure, solid.structure);
            Winner {
                solid,
                // Parts of one whole meet in a seam that must not show.
                gap: if is_kin { 0.0 } else { gap_mm },
                blend: if is_kin || inside { 0.0 } else { blend_mm },
                is_kin,
            }
        };
        let meets = |other: &&Solid| other.bounds.meets(bounds);
        let cuts = |other: &&Solid| {
            !own.outer_surface
                && other.container != Some(own.structure)
                && !catalogue.is_part_of(other.structure, own.structure)
        };
        let winners = body.solids[..part].iter().filter(meets).filter(cuts);
        let others = body.solids.iter().filter(meets);
        Cut {
            own,
            winners: winners.map(winner).collect(),
            kin: others
                .filter(|other| is_kin(other) && other.structure != own.structure)
                .collect(),
        }
    }

    /// The distance to what is left of the solid at a point, mm.
    pub(super) fn distance(&self, p: Vec3) -> f32 {
        let d = self.own.distance(p);
        self.winners.iter().fold(d, |d, w| w.cut_at(d, p))
    }

    /// Whether another part of the whole comes within `mm` of a point.
    pub(super) fn meets_kin(&self, p: Vec3, mm: f32) -> bool {
        let near = |other: &&Solid| other.bounds.distance(p) < mm && other.distance(p) < mm;
        self.kin.iter().any(near)
    }

    /// What can matter within `h` mm of a point, and the distance there.
    fn near(&self, p: Vec3, h: f32) -> (f32, Cut<'a>) {
        let margin = 2.0 * CAUTION * h;
        let mut winners = Vec::new();
        let distance = self.winners.iter().fold(self.own.distance(p), |d, w| {
            let floor = d - w.blend - margin;
            let least = w.solid.bounds.distance(p) - h;
            if least > 0.0 && w.gap - least <= floor {
                return d;
            }
            let taken = w.reach_over(p);
            if taken > floor {
                winners.push(*w);
            }
            w.cut(d, taken)
        });
        let kin = self.kin.iter();
        let kin = kin.filter(|s| s.bounds.distance(p) <= 2.0 * h).copied();
        let near = Cut {
            own: self.own,
            winners,
            kin: kin.collect(),
        };
        (distance, near)
    }

    /// The distance at a point and the direction in which it grows, from points `h` mm beside it.
    pub(super) fn distance_and_normal(&self, p: Vec3, h: f32) -> (f32, Vec3) {
        let (distance, near) = self.near(p, h);
        (distance, gradient(p, h, |p| near.distance(p)))
    }

    /// A point brought nearer to the surface by half a `step` (mm) at most, and the direction in which the field grows where it was.
    pub(super) fn onto(&self, p: Vec3, step: f32) -> (Vec3, Vec3) {
        let (d, normal) = self.distance_and_normal(p, 0.25 * step);
        let most = 0.5 * step;
        (p - normal * d.clamp(-most, most), normal)
    }

    /// The direction in which the surface faces at one of its points: that of the whole where it is the surface of the whole, so
    /// that light passes over the seams between its parts.
    pub(super) fn seen_normal(&self, p: Vec3, h: f32) -> Vec3 {
        let (_, near) = self.near(p, h);
        if !near.kin.is_empty() && near.whole_distance(p).abs() < ON_WHOLE * h {
            let whole = gradient(p, h, |p| near.whole_distance(p));
            if whole != Vec3::ZERO {
                return whole;
            }
        }
        gradient(p, h, |p| near.distance(p))
    }

    /// The distance to this part and its kin as one solid.
    fn whole_distance(&self, p: Vec3) -> f32 {
        let kin = self.kin.iter().map(|s| s.distance(p));
        let d = kin.fold(self.own.distance(p), f32::min);
        let strangers = self.winners.iter().filter(|w| !w.is_kin);
        strangers.fold(d, |d, w| w.cut_at(d, p))
    }
}

fn gradient(p: Vec3, h: f32, field: impl Fn(Vec3) -> f32) -> Vec3 {
    let along = |axis: Vec3| field(p + axis * h) - field(p - axis * h);
    let [x, y, z] = Vec3::AXES.map(along);
    Vec3::new(x, y, z).normalize_or_zero()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BodyBuilder, sphere};

    #[test]
    fn what_is_too_far_to_matter_changes_neither_distance_nor_normal() {
        let catalogue = Catalogue::builtin();
        let mut body = BodyBuilder::new();
        body.add("liver", 50, sphere(Vec3::ZERO, 40.0));
        body.add("spleen", 60, sphere(Vec3::new(45.0, 0.0, 0.0), 20.0));
        body.add("heart", 60, sphere(Vec3::new(0.0, 0.0, 70.0), 32.0));
        body.add("left_kidney", 60, sphere(Vec3::new(0.0, 90.0, 0.0), 12.0));
        let body = body.finish(catalogue).expect("known and once each");
        let liver = catalogue.index_of("liver").expect("it is there");
        let part = body.structures().position(|s| s == liver).expect("added");
        let cut = Cut::of(&body, catalogue, part, body.solids[part].bounds, 0.15, 5.0);
        assert_eq!(cut.winners.len(), 2, "the kidney does not meet it");
        for n in 0..2000 {
            let at = |k: usize| (n * k % 97) as f32 - 48.0;
            let (p, h) = (Vec3::new(at(31), at(57), at(83)), 0.5);
            let (distance, normal) = cut.distance_and_normal(p, h);
            assert_eq!(distance, cut.distance(p), "{p}");
            let along = |axis: Vec3| cut.distance(p + axis * h) - cut.distance(p - axis * h);
            let all = Vec3::from_array(Vec3::AXES.map(along)).normalize_or_zero();
            assert_eq!(normal, all, "{p}");
        }
    }
}
