//! The breasts. Written down for the left side; the right one is its mirror image.
//!
//! A teardrop on the chest wall from the second to the sixth rib, fuller below, with a tail to the armpit; nipple and areola look
//! forwards and a little outwards. Inside, a gland of seventeen lobes set like spokes about the nipple, each a cluster of lobules
//! with a duct that widens to a sinus under the areola; fat round them, and fine septa from the skin to the gland.

use std::f32::consts::TAU;
use std::sync::{Arc, LazyLock};

use glam::Vec3;

use super::both;
use crate::model::body::middle::MID_HERS;
use crate::model::body::soft::Course;
use crate::model::plain::{ellipsoid_at, smooth_max, smooth_min, smooth_step, v};
use crate::model::{BodyBuilder, Field, Shape, smooth_union_all, solid, sphere, union_all};

/// Middle of the gland's base, from where the nipple's direction is taken.
const CORE: Vec3 = Vec3::new(74.5, -46.0, 166.0);
/// Out through the nipple.
const OUT: Vec3 = Vec3::new(0.40, -0.91, 0.1);
/// Lobes near the base of the gland, and in front of them.
const LOBES: [usize; 2] = [11, 6];
/// Lobules of a lobe.
const LOBULES: usize = 64;
/// The tail towards the armpit.
const TAIL: [[f32; 4]; 5] = [
    [95.0, -42.0, 184.0, 18.5],
    [110.0, -34.0, 194.0, 17.0],
    [122.0, -24.0, 204.0, 15.0],
    [131.0, -14.0, 214.0, 12.0],
    [136.0, -6.0, 223.0, 8.5],
];

/// Distance in front of the chest wall, where the breast rests on pectoralis major, mm.
fn wall(p: Vec3) -> f32 {
    let depth = 88.0 - 18.0 * smooth_step(160.0, 250.0, p.z);
    let part = |u: f32| u.abs().powf(2.6);
    ((part(p.x / 132.0) + part((p.y - 30.0) / depth)).powf(1.0 / 2.6) - 1.0) * depth * 0.9
}

/// The breast without its tail.
fn mound(p: Vec3) -> f32 {
    let lower = ellipsoid_at(p, v(72.0, -45.0, 160.0), v(48.0, 43.0, 44.0));
    let upper = ellipsoid_at(p, v(71.5, -39.0, 199.0), v(43.0, 19.0, 37.0));
    let whole = smooth_min(lower, upper, 30.0);
    smooth_max(whole, -wall(p), 4.0)
}

/// The tail: balls along its course, flattened on the chest wall.
fn tail(p: Vec3) -> f32 {
    let p = v(p.x, p.y + 0.3 * (p.y + 18.0), p.z);
    TAIL.windows(2).fold(f32::INFINITY, |d, pair| {
        let at = |n: usize| v(pair[n][0], pair[n][1], pair[n][2]);
        let (a, b) = (at(0), at(1));
        let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        d.min((p - a.lerp(b, t)).length() - pair[0][3] - (pair[1][3] - pair[0][3]) * t)
    }) * 0.8
}

/// The breast with its tail.
fn whole(p: Vec3) -> f32 {
    smooth_max(smooth_min(mound(p), tail(p), 32.0), -wall(p), 4.0)
}

/// Negative where a point belongs to the tail rather than to the mound.
fn apart(p: Vec3) -> f32 {
    (tail(p) - mound(p) + 10.0) * 0.55
}

/// Where the nipple sits on the skin of the breast, and the directions out, up and outwards there.
struct Nipple {
    at: Vec3,
    out: Vec3,
    up: Vec3,
    side: Vec3,
}

fn nipple() -> Nipple {
    let out = OUT.normalize();
    let (mut near, mut far) = (0.0f32, 70.0f32);
    for _ in 0..30 {
        let middle = (near + far) * 0.5;
        if mound(CORE + out * middle) < 0.0 {
            near = middle;
        } else {
            far = middle;
        }
    }
    let up = (Vec3::Z - out * out.z).normalize();
    Nipple {
        at: CORE + out * near,
        out,
        up,
        side: up.cross(out),
    }
}

impl Nipple {
    /// Place of a point: to the side, up, out.
    fn local(&self, p: Vec3) -> Vec3 {
        let q = p - self.at;
        v(q.dot(self.side), q.dot(self.up), q.dot(self.out))
    }

    /// The nipple itself: a short blunt peg, finely creased.
    fn peg(&self, p: Vec3) -> f32 {
        let q = self.local(p);
        let off = q.x.hypot(q.y);
        let angle = q.y.atan2(q.x);
        let side = off - 6.1 + 0.06 * (q.z - 4.0).max(0.0);
        let crease = 0.16 * (angle * 11.0).cos() * smooth_step(2.0, 4.5, off);
        smooth_max(side + crease, (q.z - 7.4).max(-1.8 - q.z), 3.6)
    }
}

/// Distance to the skin over breasts, tails and nipples.
pub(super) fn outline(p: Vec3) -> f32 {
    static NIPPLE: LazyLock<Nipple> = LazyLock::new(nipple);
    if p.y > 25.0 || p.z < 85.0 || p.z > 265.0 {
        return 24.0;
    }
    let q = v((p.x - MID_HERS).abs(), p.y, p.z);
    smooth_min(whole(q), NIPPLE.peg(q), 3.0) - 1.8
}

pub(super) fn build(body: &mut BodyBuilder) {
    let nipple = Arc::new(nipple());
    let fat = solid(v(22.0, -92.0, 108.0), v(132.0, 10.0, 246.0), |p| {
        whole(p).max(-apart(p))
    });
    both(body, "breast_fat", 12, &fat);
    let tail = solid(v(92.0, -60.0, 160.0), v(152.0, 20.0, 250.0), |p| {
        whole(p).max(apart(p))
    });
    both(body, "axillary_tail", 13, &tail);
    skin(body, &nipple);
    gland(body, &nipple);
    septa(body, &nipple);
}

/// Nipple and areola.
fn skin(body: &mut BodyBuilder, nipple: &Arc<Nipple>) {
    let (low, high) = (nipple.at - 24.0, nipple.at + 24.0);
    let peg = nipple.clone();
    both(
        body,
        "nipple",
        18,
        &solid(nipple.at - 12.0, nipple.at + 12.0, move |p| peg.peg(p)),
    );
    let disc = nipple.clone();
    let areola = solid(low, high, move |p| {
        let q = disc.local(p);
        let off = q.x.hypot(q.y);
        let turn = q.y.atan2(q.x);
        let rim = 18.2 + 0.25 * (turn * 3.0).sin() + 0.15 * (turn * 7.0 + 1.0).sin();
        let d = mound(p);
        let dome = 0.9 * (1.0 - smooth_step(6.0, rim, off)) + 0.1;
        smooth_max(smooth_max(d - dome, -d - 1.9, 0.8), off - rim, 1.0).max(-8.0 - q.z)
    });
    // Areolar glands: little knobs in a ring.
    let knobs = (0..11).map(|n| {
        let angle = TAU * n as f32 / 11.0 + 0.3 * (n as f32 * 2.1).sin();
        let r = 11.5 + 2.0 * (n as f32 * 1.3).cos();
        let start = nipple.at + nipple.side * (angle.cos() * r) + nipple.up * (angle.sin() * r);
        sphere(start - nipple.out * (mound(start) - 0.5), 0.95)
    });
    both(
        body,
        "areola",
        17,
        &areola.smooth_union(&union_all(knobs), 1.2),
    );
}

/// Axis of a lobe: where its duct opens on the nipple, where it begins to branch, and its outer end.
struct Lobe {
    pore: Vec3,
    neck: Vec3,
    end: Vec3,
    bend: Vec3,
    girth: f32,
}

fn lobes(nipple: &Nipple) -> Vec<Lobe> {
    let mut all = Vec::new();
    for (ring, count) in LOBES.into_iter().enumerate() {
        for n in 0..count {
            let angle = TAU * (n as f32 + 0.3 * ring as f32) / count as f32;
            let (sin, cos) = angle.sin_cos();
            let spoke = nipple.side * cos + nipple.up * sin;
            // Longest towards the armpit.
            let quadrant = 0.5 + 0.5 * (angle - 0.8).cos();
            let (tilt, length, girth, pore) = if ring == 0 {
                (1.03f32, 49.0 + 11.0 * quadrant, 12.2 + 1.0 * quadrant, 3.1)
            } else {
                (0.55f32, 37.0 + 3.0 * quadrant, 11.5, 1.5)
            };
            let length = length * (1.0 + 0.06 * (n as f32 * 2.7).sin());
            let way = spoke * tilt.sin() - nipple.out * tilt.cos();
            all.push(Lobe {
                pore: nipple.at + nipple.out * 4.6 + spoke * (pore * 0.7),
                neck: nipple.at - nipple.out * 9.0 + spoke * (pore * 1.9),
                end: nipple.at - nipple.out * 4.0 + way * length,
                bend: -nipple.out * 3.0,
                girth,
            });
        }
    }
    all
}

impl Lobe {
    /// A place along the lobe, 0 at its neck, 1 at its end; `room` mm from skin fat and chest wall.
    fn at(&self, t: f32, room: f32) -> Vec3 {
        let p = self.neck.lerp(self.end, t) + self.bend * (4.0 * t * (1.0 - t));
        settled(p, room)
    }

    /// Half width of the lobe there: a drop, thin towards the nipple.
    fn radius(&self, t: f32) -> f32 {
        let swell = t.powf(0.75) * (1.0 - 0.55 * smooth_step(0.72, 1.0, t));
        2.2 + (self.girth - 2.2) * swell * 1.18
    }

    /// Core and lobules.
    fn shapes(&self, seed: usize) -> Vec<Shape> {
        let axis = (self.end - self.neck).normalize();
        let side = axis.any_orthonormal_vector();
        let other = axis.cross(side);
        let core: Vec<[f32; 4]> = (0..=6)
            .map(|n| {
                let t = n as f32 / 6.0;
                let r = (self.radius(t) * 0.72).max(1.6);
                let p = self.at(t, r);
                [p.x, p.y, p.z, r]
            })
            .collect();
        let mut shapes = vec![Course::new(&core, 2.0).shape()];
        for n in 0..LOBULES {
            let t = 0.12 + 0.92 * (n as f32 + 0.5) / LOBULES as f32;
            let angle = 2.4 * n as f32 + seed as f32;
            let r = 2.7 + 0.45 * ((n * 7 + seed * 5) as f32).sin() + 0.6 * t;
            let off = (self.radius(t.min(1.0)) - r * 0.5).max(0.5);
            let way = side * angle.cos() + other * angle.sin();
            let p = settled(self.at(t, off * 0.7) + way * off, r * 0.85);
            shapes.push(sphere(p, r));
        }
        shapes
    }
}

/// A point moved in until `room` mm under the fat of the skin and in front of the chest wall.
fn settled(p: Vec3, room: f32) -> Vec3 {
    let mut p = p;
    for _ in 0..4 {
        let skin = mound(p) + 4.2 + room;
        if skin > 0.0 {
            p -= slope(mound, p) * skin;
        }
        let back = 1.5 + room - wall(p);
        if back > 0.0 {
            p += slope(wall, p) * back;
        }
    }
    p
}

fn slope(field: fn(Vec3) -> f32, p: Vec3) -> Vec3 {
    let d = |e: Vec3| field(p + e) - field(p - e);
    v(d(Vec3::X), d(Vec3::Y), d(Vec3::Z)).normalize_or_zero()
}

fn gland(body: &mut BodyBuilder, nipple: &Arc<Nipple>) {
    let lobes = lobes(nipple);
    let clusters = smooth_union_all(
        lobes
            .iter()
            .enumerate()
            .flat_map(|(seed, lobe)| lobe.shapes(seed)),
        1.3,
    );
    // A disc under the areola, where the lobes meet; everything stays under the fat of the skin and off the chest wall.
    let b = clusters.bounds();
    let disc = nipple.clone();
    let shape = solid(b.min - 1.0, b.max + 1.0, move |p| {
        let hub = ellipsoid_at(disc.local(p), v(0.0, 0.0, -11.0), v(11.0, 11.0, 5.0));
        smooth_min(clusters.distance(p), hub, 3.0)
    });
    both(body, "mammary_gland", 14, &shape);
    let ducts = lobes.iter().map(|lobe| {
        let at = |p: Vec3, r: f32| [p.x, p.y, p.z, r];
        let root = lobe.pore.lerp(lobe.neck, 0.45);
        Course::new(
            &[
                at(lobe.pore, 0.7),
                at(root, 0.95),
                at(lobe.neck, 1.15),
                at(lobe.at(0.3, 3.0), 1.2),
                at(lobe.at(0.55, 5.0), 1.15),
                at(lobe.at(0.9, 6.0), 0.85),
            ],
            1.2,
        )
        .shape()
    });
    both(body, "lactiferous_ducts", 20, &smooth_union_all(ducts, 0.6));
    let sinuses = lobes.iter().map(|lobe| {
        let at = |p: Vec3, r: f32| [p.x, p.y, p.z, r];
        let way = (lobe.neck - lobe.pore).normalize();
        let middle = lobe.pore.lerp(lobe.neck, 0.78);
        Course::new(
            &[
                at(middle - way * 3.6, 0.9),
                at(middle, 1.25),
                at(middle + way * 3.6, 0.95),
            ],
            0.6,
        )
        .shape()
    });
    both(body, "lactiferous_sinuses", 21, &union_all(sinuses));
}

/// Suspensory ligaments: thin curved septa between the lobes, from the gland out to the skin.
fn septa(body: &mut BodyBuilder, nipple: &Arc<Nipple>) {
    let axes = nipple.clone();
    let (low, high) = (v(26.0, -90.0, 112.0), v(138.0, -10.0, 240.0));
    let shape = solid(low, high, move |p| {
        let d = mound(p);
        if !(-20.0..=3.0).contains(&d) {
            return d.abs().max(3.0) - 2.0;
        }
        let q = axes.local(p);
        let off = q.x.hypot(q.y);
        let count = LOBES[0] as f32;
        let angle = q.y.atan2(q.x) / TAU * count + 0.5 + 0.10 * (off * 0.22).sin();
        let spoke = (angle - angle.round()).abs() * TAU * off / count;
        // Each a curtain whose free edge hangs in arcs.
        let deep = 8.2 + 1.8 * (off * 0.42 + angle.round() * 1.9).sin();
        let curtain = (d + 2.6).max(-d - deep);
        let film = spoke * 0.8 - 0.38;
        smooth_max(
            smooth_max(film, curtain, 0.3),
            (21.0 - off).max(off - 44.0),
            1.0,
        )
        .max(4.0 - wall(p))
    });
    both(body, "suspensory_ligaments_of_breast", 13, &shape);
}
