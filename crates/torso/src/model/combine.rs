//! Solids made from other solids: boolean operations with fillets, offsets, walls, moves and roughness.

use anatomy::{Aabb, Bvh};
use glam::{Quat, Vec3};

use super::field::{Field, Shape};
use super::plain::{carve, smooth_max, smooth_min};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Op {
    Union,
    Subtract,
    Intersect,
}

pub(super) struct Combine {
    a: Shape,
    b: Shape,
    op: Op,
    blend: f32,
    bounds_a: Aabb,
    bounds_b: Aabb,
}

impl Combine {
    pub(super) fn new(a: Shape, b: Shape, op: Op, blend: f32) -> Combine {
        let (bounds_a, bounds_b) = (a.bounds(), b.bounds());
        Combine {
            a,
            b,
            op,
            blend,
            bounds_a,
            bounds_b,
        }
    }
}

impl Field for Combine {
    fn distance(&self, p: Vec3) -> f32 {
        let k = self.blend;
        match self.op {
            Op::Union => {
                // A part's distance is at least that to its box: skip the part that cannot matter.
                let (near_a, near_b) = (self.bounds_a.distance(p), self.bounds_b.distance(p));
                let (first, second, bound) = if near_a <= near_b {
                    (&self.a, &self.b, near_b)
                } else {
                    (&self.b, &self.a, near_a)
                };
                let d = first.distance(p);
                if bound > 0.0 && bound > d + k {
                    d
                } else {
                    smooth_min(d, second.distance(p), k)
                }
            }
            Op::Subtract => {
                let d = self.a.distance(p);
                let bound = self.bounds_b.distance(p);
                if bound > 0.0 && -bound < d - k {
                    d
                } else {
                    carve(d, self.b.distance(p), k)
                }
            }
            Op::Intersect => smooth_max(self.a.distance(p), self.b.distance(p), k),
        }
    }

    fn bounds(&self) -> Aabb {
        match self.op {
            Op::Union => self.bounds_a.union(self.bounds_b).grown(self.blend * 0.25),
            Op::Subtract => self.bounds_a,
            Op::Intersect => self.bounds_a.intersection(self.bounds_b),
        }
    }
}

pub(super) struct UnionAll {
    shapes: Vec<Shape>,
    bvh: Bvh,
    bounds: Aabb,
    blend: f32,
}

impl UnionAll {
    pub(super) fn new(shapes: Vec<Shape>, blend: f32) -> UnionAll {
        let boxes: Vec<(Aabb, f32)> = shapes.iter().map(|s| (s.bounds(), 0.0)).collect();
        let bounds = boxes
            .iter()
            .fold(Aabb::EMPTY, |b, (c, _)| b.union(*c))
            .grown(blend * 0.5);
        UnionAll {
            bvh: Bvh::new(&boxes),
            shapes,
            bounds,
            blend,
        }
    }
}

impl Field for UnionAll {
    fn distance(&self, p: Vec3) -> f32 {
        // Inside a part's box its distance may be anything below zero, so the search must not prune by a bound of
        // zero once the best is negative; `slack` covers the fillet, the rest is the bound's own sign.
        let mut best = f32::INFINITY;
        self.bvh.fold(p, self.blend, |item, _| {
            let d = self.shapes[item].distance(p);
            best = if best.is_finite() {
                smooth_min(best, d, self.blend)
            } else {
                d
            };
            best.max(0.0)
        });
        best
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}

pub(super) struct Offset {
    pub(super) inner: Shape,
    pub(super) mm: f32,
}

impl Field for Offset {
    fn distance(&self, p: Vec3) -> f32 {
        self.inner.distance(p) - self.mm
    }
    fn bounds(&self) -> Aabb {
        self.inner.bounds().grown(self.mm)
    }
}

pub(super) struct Shell {
    pub(super) inner: Shape,
    pub(super) thickness: f32,
}

impl Field for Shell {
    fn distance(&self, p: Vec3) -> f32 {
        let d = self.inner.distance(p);
        d.max(-d - self.thickness)
    }
    fn bounds(&self) -> Aabb {
        self.inner.bounds()
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Mapping {
    Translate(Vec3),
    Rotate {
        turn: Quat,
        inverse: Quat,
        pivot: Vec3,
    },
    Scale {
        factors: Vec3,
        pivot: Vec3,
    },
    MirrorX(f32),
}

pub(super) struct Mapped {
    inner: Shape,
    mapping: Mapping,
    bounds: Aabb,
}

impl Mapped {
    pub(super) fn new(inner: Shape, mapping: Mapping) -> Mapped {
        let bounds = inner.bounds().mapped(|p| match mapping {
            Mapping::Translate(by) => p + by,
            Mapping::Rotate { turn, pivot, .. } => turn * (p - pivot) + pivot,
            Mapping::Scale { factors, pivot } => (p - pivot) * factors + pivot,
            Mapping::MirrorX(at) => Vec3::new(2.0 * at - p.x, p.y, p.z),
        });
        Mapped {
            inner,
            mapping,
            bounds,
        }
    }
}

impl Field for Mapped {
    fn distance(&self, p: Vec3) -> f32 {
        match self.mapping {
            Mapping::Translate(by) => self.inner.distance(p - by),
            Mapping::Rotate { inverse, pivot, .. } => {
                self.inner.distance(inverse * (p - pivot) + pivot)
            }
            Mapping::Scale { factors, pivot } => {
                self.inner.distance((p - pivot) / factors + pivot) * factors.abs().min_element()
            }
            Mapping::MirrorX(at) => self.inner.distance(Vec3::new(2.0 * at - p.x, p.y, p.z)),
        }
    }
    fn bounds(&self) -> Aabb {
        self.bounds
    }
}

pub(super) struct Displaced {
    pub(super) inner: Shape,
    pub(super) amplitude: f32,
    pub(super) wavelength: f32,
    pub(super) seed: u32,
}

impl Field for Displaced {
    fn distance(&self, p: Vec3) -> f32 {
        let d = self.inner.distance(p);
        // Far from the surface the bumps cannot matter and the noise is not worth its cost.
        if d.abs() > 4.0 * self.amplitude + 16.0 {
            return d - self.amplitude * d.signum();
        }
        d - self.amplitude * noise(p / self.wavelength, self.seed)
    }
    fn bounds(&self) -> Aabb {
        self.inner.bounds().grown(self.amplitude)
    }
}

/// Smooth value noise in -1..1 with cells of size 1: hashed lattice values joined by quintic interpolation.
pub(super) fn noise(p: Vec3, seed: u32) -> f32 {
    let cell = p.floor();
    let f = p - cell;
    let u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    let (x, y, z) = (cell.x as i32, cell.y as i32, cell.z as i32);
    let at = |dx: i32, dy: i32, dz: i32| {
        lattice(
            x.wrapping_add(dx),
            y.wrapping_add(dy),
            z.wrapping_add(dz),
            seed,
        )
    };
    let lerp = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let plane = |dz: i32| {
        let near = lerp(at(0, 0, dz), at(1, 0, dz), u.x);
        let far = lerp(at(0, 1, dz), at(1, 1, dz), u.x);
        lerp(near, far, u.y)
    };
    lerp(plane(0), plane(1), u.z)
}

fn lattice(x: i32, y: i32, z: i32, seed: u32) -> f32 {
    let mut h = (x as u32).wrapping_mul(0x8DA6_B343)
        ^ (y as u32).wrapping_mul(0xD816_3841)
        ^ (z as u32).wrapping_mul(0xCB1A_B31F)
        ^ seed.wrapping_mul(0x9E37_79B9);
    h ^= h >> 16;
    h = h.wrapping_mul(0x7FEB_352D);
    h ^= h >> 15;
    h = h.wrapping_mul(0x846C_A68B);
    h ^= h >> 16;
    (h >> 8) as f32 / 8_388_607.5 - 1.0
}
