//! Axis-aligned boxes.

use glam::Vec3;

/// An axis-aligned box in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aabb {
    /// Lower corner.
    pub min: Vec3,
    /// Upper corner.
    pub max: Vec3,
}

impl Aabb {
    /// The box that holds nothing.
    pub const EMPTY: Aabb = Aabb {
        min: Vec3::splat(f32::INFINITY),
        max: Vec3::splat(f32::NEG_INFINITY),
    };
    /// The box that holds everything.
    pub const EVERYTHING: Aabb = Aabb {
        min: Vec3::splat(f32::NEG_INFINITY),
        max: Vec3::splat(f32::INFINITY),
    };

    /// The box of centre and half size.
    pub fn around(centre: Vec3, half: Vec3) -> Aabb {
        Aabb {
            min: centre - half,
            max: centre + half,
        }
    }

    /// The smallest box that holds all points.
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Aabb {
        points.into_iter().fold(Aabb::EMPTY, |b, p| Aabb {
            min: b.min.min(p),
            max: b.max.max(p),
        })
    }

    /// The smallest box that holds both.
    pub fn union(self, other: Aabb) -> Aabb {
        Aabb {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// What both boxes hold; possibly empty.
    pub fn intersection(self, other: Aabb) -> Aabb {
        Aabb {
            min: self.min.max(other.min),
            max: self.max.min(other.max),
        }
    }

    /// The box grown by `mm` on every side.
    pub fn grown(self, mm: f32) -> Aabb {
        Aabb {
            min: self.min - Vec3::splat(mm),
            max: self.max + Vec3::splat(mm),
        }
    }

    /// Whether the box holds nothing.
    pub fn is_empty(self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// Whether the boxes share a point.
    pub fn meets(self, other: Aabb) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Euclidean distance from a point to the box; 0 inside.
    #[inline]
    pub fn distance(self, p: Vec3) -> f32 {
        (self.min - p).max(p - self.max).max(Vec3::ZERO).length()
    }

    /// Centre of the box.
    pub fn centre(self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// Edge lengths.
    pub fn size(self) -> Vec3 {
        self.max - self.min
    }

    fn corners(self) -> impl Iterator<Item = Vec3> {
        (0..8).map(move |n| {
            let pick = |bit: usize, lo: f32, hi: f32| if n >> bit & 1 == 0 { lo } else { hi };
            Vec3::new(
                pick(0, self.min.x, self.max.x),
                pick(1, self.min.y, self.max.y),
                pick(2, self.min.z, self.max.z),
            )
        })
    }

    /// The box of this box's image under a map of points.
    pub fn mapped(self, map: impl Fn(Vec3) -> Vec3) -> Aabb {
        if !self.min.is_finite() || !self.max.is_finite() {
            self
        } else {
            Aabb::of(self.corners().map(map))
        }
    }
}
