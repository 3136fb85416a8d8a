//! A whole that grows as one, and its parts with it.
//!
//! Parts of a whole are often one solid for what is left and others that win over it. Grown each by itself, what is added to the whole would lie in
//! none of them, or in a thin shell of the one over the others.

use std::sync::Arc;

use anatomy::Aabb;
use glam::Vec3;
use rayon::prelude::*;

use super::super::{Field, Shape, remembered, union_all};

/// What is above the old surface of a whole belongs to the part that lies at this depth under it, mm.
const UNDER_MM: f32 = 1.0;
/// Steps in which that depth is reached.
const STEPS_UNDER: usize = 5;
/// Beyond this distance from the new surface a part may be told to be nearer than it is, mm.
const NEAR_MM: f32 = 1.5;
/// Step of the lattice of directions, mm.
const LATTICE_MM: f32 = 4.0;

/// A whole that has grown (or shrunk) as one.
pub(super) struct Growth {
    /// The whole as it was.
    was: Shape,
    /// The whole as it has become.
    is: Shape,
    outwards: Outwards,
    /// By so much, mm.
    by: f32,
}

impl Growth {
    /// The growth of a whole of these parts by so much (mm) into what `grown` makes of it.
    pub(super) fn of(
        parts: impl Iterator<Item = Shape>,
        by: f32,
        grown: impl FnOnce(&Shape) -> Shape,
    ) -> Arc<Growth> {
        let was = remembered(&union_all(parts));
        let is = remembered(&grown(&was));
        Arc::new(Growth {
            outwards: Outwards::of(&is),
            was,
            is,
            by,
        })
    }

    /// One of the parts as it has become: all share the new surface of the whole.
    pub(super) fn share(self: &Arc<Self>, own: Shape) -> Shape {
        Shape::new(Share {
            own,
            growth: self.clone(),
        })
    }

    /// Where one comes from a point at or above the old surface by going inwards, a little below it.
    fn under(&self, p: Vec3) -> Vec3 {
        let outwards = self.outwards.at(p);
        let mut under = p;
        // Warped fields grow by less than 1 a millimetre.
        for _ in 0..STEPS_UNDER {
            let was = self.was.distance(under);
            if was < -0.5 * UNDER_MM {
                break;
            }
            under -= outwards * (was + UNDER_MM);
        }
        under
    }
}

struct Share {
    own: Shape,
    growth: Arc<Growth>,
}

impl Field for Share {
    fn distance(&self, p: Vec3) -> f32 {
        let Growth { is, by, .. } = &*self.growth;
        let grown = is.distance(p);
        let own = self.own.distance(p);
        if *by <= 0.0 || grown < -(by + UNDER_MM) {
            return own.max(grown);
        }
        if grown > NEAR_MM {
            return (own - by).max(grown);
        }
        own.min(self.own.distance(self.growth.under(p))).max(grown)
    }

    fn bounds(&self) -> Aabb {
        self.own.bounds().grown(self.growth.by.max(0.0))
    }
}

/// The directions in which a field grows, at the points of a lattice.
struct Outwards {
    low: Vec3,
    dims: [usize; 3],
    directions: Vec<Vec3>,
}

impl Outwards {
    fn of(shape: &Shape) -> Outwards {
        let bounds = shape.bounds().grown(2.0 * LATTICE_MM);
        let size = (bounds.max - bounds.min) / LATTICE_MM;
        let dims = size.to_array().map(|n| n.ceil().max(1.0) as usize + 1);
        let point = |n: usize| {
            let at = [n % dims[0], n / dims[0] % dims[1], n / (dims[0] * dims[1])];
            bounds.min + Vec3::from_array(at.map(|n| n as f32)) * LATTICE_MM
        };
        let direction = |n: usize| {
            let p = point(n);
            let along = |axis: Vec3| shape.distance(p + axis) - shape.distance(p - axis);
            Vec3::from_array(Vec3::AXES.map(along)).normalize_or_zero()
        };
        let count = dims[0] * dims[1] * dims[2];
        Outwards {
            low: bounds.min,
            dims,
            directions: (0..count).into_par_iter().map(direction).collect(),
        }
    }

    fn at(&self, p: Vec3) -> Vec3 {
        let place = ((p - self.low) / LATTICE_MM).max(Vec3::ZERO);
        let cell: [usize; 3] =
            std::array::from_fn(|a| (place[a] as usize).min(self.dims[a].saturating_sub(2)));
        let part = (place - Vec3::from_array(cell.map(|n| n as f32))).min(Vec3::ONE);
        let corners = (0..8).map(|corner| {
            let up: [usize; 3] = std::array::from_fn(|a| corner >> a & 1);
            let weight = |a: usize| if up[a] == 1 { part[a] } else { 1.0 - part[a] };
            let [x, y, z] = std::array::from_fn(|a| (cell[a] + up[a]).min(self.dims[a] - 1));
            let direction = self.directions[x + self.dims[0] * (y + self.dims[1] * z)];
            direction * (weight(0) * weight(1) * weight(2))
        });
        corners.sum::<Vec3>().normalize_or_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{solid, sphere};

    #[test]
    fn what_is_added_to_a_whole_belongs_to_the_part_below_it() {
        // A ball of which a cap wins over what is the ball's whole shape, as the fundus does over the body of the stomach.
        let ball = sphere(Vec3::ZERO, 30.0);
        let above = solid(Vec3::splat(-30.0), Vec3::splat(30.0), |p| 10.0 - p.z);
        let cap = ball.intersect(&above);
        let parts = [ball.clone(), cap.clone()];
        let growth = Growth::of(parts.into_iter(), 2.0, |was| was.offset(2.0));
        let (body, cap) = (growth.share(ball), growth.share(cap));
        for n in 0..400 {
            let turn = Vec3::new(
                (n as f32 * 2.4).cos(),
                (n as f32 * 2.4).sin(),
                n as f32 / 200.0 - 1.0,
            );
            let out = turn.normalize();
            let (within, beyond) = (out * 31.0, out * 33.0);
            assert!(body.distance(within) < 0.0, "{within}: added to nobody");
            assert!(
                body.distance(beyond) > 0.0 && cap.distance(beyond) > 0.0,
                "{beyond}"
            );
            // Either side of the seam, a little way from it.
            if out.z * 31.0 > 11.5 {
                assert!(cap.distance(within) < 0.0, "{within} is above the cap");
            } else if out.z * 31.0 < 8.5 {
                assert!(cap.distance(within) > 0.0, "{within} is not above the cap");
            }
        }
    }
}
