//! Flat muscles of the trunk: sheets at a depth under the skin within an outline, thinning to a tendon at their edges, with a
//! faint grain along the fibres.
//!
//! Outlines are written for the left side. Muscles of the front and back are drawn in (x, z); the muscles of the flank, which
//! wrap round the trunk, in (u, z), where u is the way round the trunk from the front midline, mm (about 235 at the side).
//! Borders of latissimus and trapezius are measured on Z-Anatomy every 25-50 mm, those of gluteus maximus on Open3DModel at
//! its corners; the others are textbook attachments. Depths are the fat's usual thickness (abdomen 20, flank 15-25, chest
//! and back 10 mm).

use std::sync::Arc;

use glam::{Vec2, Vec3};

use super::super::outline::Outline;
use super::super::soft::REACH;
use crate::model::body::middle::MID_SKIN;
use crate::model::plain::{smooth_max, smooth_step, v};
use crate::model::primitive::polygon_distance;
use crate::model::{Shape, solid};

/// Where a sheet's outline is drawn.
#[derive(Debug, Clone, Copy)]
enum Plane {
    /// (x, z), in front of this y.
    Front(f32),
    /// (x, z), behind this y.
    Back(f32),
    /// (u, z), round the flank.
    Flank,
}

/// A flat muscle.
pub(super) struct Sheet {
    /// Its id without the side.
    pub(super) name: &'static str,
    /// Priority above the muscles that have the least.
    pub(super) above: i32,
    plane: Plane,
    /// Corners of the outline, joined by a smooth curve.
    border: &'static [[f32; 2]],
    /// Box of the left one.
    low: Vec3,
    high: Vec3,
    /// Depth of its outer face under the skin at a place, mm.
    depth: fn(Vec3) -> f32,
    /// Thickness at a place away from the edges, mm.
    thick: fn(Vec3) -> f32,
    /// Width over which it thins to its edge, mm.
    taper: f32,
    /// Coordinate across the fibres at a place, mm.
    grain: fn(Vec3) -> f32,
    /// What else bounds it (negative inside), mm.
    also: fn(Vec3) -> f32,
}

/// The way round the trunk from the front midline, mm, at the radius of the flank.
fn round(p: Vec3) -> f32 {
    p.x.max(0.0).atan2(-(p.y + 15.0)) * 150.0
}

const NOTHING: fn(Vec3) -> f32 = |_| -REACH;

/// Way round an insertion at (x, z) from which the fibres fan out, as a length at 90 mm.
fn fan(p: Vec3, x: f32, z: f32) -> f32 {
    (p.x - x).atan2(p.z - z) * 90.0
}

/// The flat muscles of each side.
pub(super) const SHEETS: [Sheet; 9] = [
    Sheet {
        name: "external_oblique",
        above: 0,
        plane: Plane::Flank,
        border: &[
            [118.0, -95.0],
            [112.0, -40.0],
            [108.0, 40.0],
            [100.0, 110.0],
            [108.0, 162.0],
            [150.0, 156.0],
            [205.0, 122.0],
            [255.0, 78.0],
            [295.0, 24.0],
            [330.0, -24.0],
            [330.0, -88.0],
            [295.0, -106.0],
            [240.0, -114.0],
            [195.0, -140.0],
            [150.0, -165.0],
            [120.0, -152.0],
        ],
        low: v(30.0, -150.0, -178.0),
        high: v(180.0, 90.0, 180.0),
        depth: |_| 19.5,
        thick: |_| 7.5,
        taper: 22.0,
        grain: |p| 0.8 * round(p) - 0.6 * p.z,
        // Slips between those of serratus anterior and latissimus, one to a rib.
        also: |p| {
            let u = round(p);
            let edge = p.z - (226.0 - 0.55 * u);
            edge * 0.8 - 4.0 + 7.0 * (u * 0.125).sin()
        },
    },
    Sheet {
        name: "internal_oblique",
        above: 0,
        plane: Plane::Flank,
        border: &[
            [122.0, -108.0],
            [112.0, -40.0],
            [110.0, 40.0],
            [122.0, 92.0],
            [165.0, 84.0],
            [225.0, 52.0],
            [284.0, 4.0],
            [320.0, -42.0],
            [326.0, -90.0],
            [280.0, -108.0],
            [220.0, -124.0],
            [170.0, -146.0],
            [130.0, -146.0],
        ],
        low: v(30.0, -150.0, -160.0),
        high: v(175.0, 90.0, 105.0),
        depth: |_| 25.4,
        thick: |_| 10.2,
        taper: 22.0,
        grain: |p| 0.7 * round(p) + 0.7 * p.z,
        also: NOTHING,
    },
    Sheet {
        name: "transversus_abdominis",
        above: 0,
        plane: Plane::Flank,
        border: &[
            [122.0, -120.0],
            [116.0, -40.0],
            [112.0, 40.0],
            [118.0, 90.0],
            [165.0, 80.0],
            [235.0, 49.0],
            [304.0, -6.0],
            [338.0, -46.0],
            [340.0, -92.0],
            [280.0, -108.0],
            [210.0, -132.0],
            [160.0, -158.0],
            [132.0, -156.0],
        ],
        low: v(30.0, -150.0, -170.0),
        high: v(170.0, 90.0, 110.0),
        depth: |_| 35.2,
        thick: |_| 6.4,
        taper: 20.0,
        grain: |p| p.z,
        also: NOTHING,
    },
    Sheet {
        name: "rectus_abdominis",
        above: 1,
        plane: Plane::Front(-30.0),
        border: &[
            [9.0, 60.0],
            [11.0, 120.0],
            [16.0, 146.0],
            [46.0, 150.0],
            [72.0, 138.0],
            [78.0, 100.0],
            [77.0, 20.0],
            [74.0, -60.0],
            [66.0, -130.0],
            [48.0, -190.0],
            [30.0, -240.0],
            [22.0, -258.0],
            [9.0, -258.0],
            [8.0, -230.0],
            [8.0, -120.0],
        ],
        low: v(2.0, -150.0, -262.0),
        high: v(90.0, -40.0, 155.0),
        depth: rectus_depth,
        thick: rectus_thickness,
        taper: 10.0,
        grain: |p| p.x,
        also: NOTHING,
    },
    Sheet {
        name: "pectoralis_major",
        above: 2,
        plane: Plane::Front(-6.0),
        border: &[
            [8.0, 250.0],
            [10.0, 300.0],
            [24.0, 318.0],
            [60.0, 316.0],
            [96.0, 312.0],
            [135.0, 293.0],
            [172.0, 268.0],
            [191.0, 246.0],
            [190.0, 226.0],
            [172.0, 222.0],
            [140.0, 196.0],
            [104.0, 166.0],
            [66.0, 148.0],
            [32.0, 152.0],
            [13.0, 180.0],
        ],
        low: v(4.0, -135.0, 135.0),
        high: v(205.0, 10.0, 330.0),
        depth: |_| 9.0,
        thick: |p| 21.0 - 10.0 * smooth_step(110.0, 185.0, p.x),
        taper: 30.0,
        grain: |p| (p.x - 200.0).atan2(p.z - 242.0) * 110.0,
        also: NOTHING,
    },
    Sheet {
        name: "latissimus_dorsi",
        above: 1,
        plane: Plane::Back(18.0),
        border: &[
            [6.0, 100.0],
            [7.0, 152.0],
            [40.0, 172.0],
            [95.0, 186.0],
            [136.0, 200.0],
            [154.0, 222.0],
            [168.0, 246.0],
            [181.0, 248.0],
            [184.0, 222.0],
            [177.0, 178.0],
            [167.0, 140.0],
            [158.0, 100.0],
            [146.0, 60.0],
            [129.0, 15.0],
            [112.0, -25.0],
            [98.0, -70.0],
            [80.0, -104.0],
            [50.0, -134.0],
            [28.0, -146.0],
            [14.0, -130.0],
            [7.0, -50.0],
        ],
        low: v(2.0, 0.0, -155.0),
        high: v(200.0, 160.0, 256.0),
        depth: |_| 10.5,
        thick: |p| 8.5 + 7.5 * smooth_step(60.0, 130.0, p.x) - 2.0 * smooth_step(80.0, 160.0, p.z),
        taper: 26.0,
        grain: |p| fan(p, 176.0, 226.0) * 1.6,
        // Its free border runs up and forward to the armpit.
        also: |p| (24.0 + 0.35 * (178.0 - p.z)).clamp(24.0, 56.0) - p.y,
    },
    Sheet {
        name: "trapezius",
        above: 3,
        plane: Plane::Back(16.0),
        border: &[
            [4.0, 100.0],
            [4.0, 220.0],
            [4.0, 330.0],
            [4.0, 395.0],
            [44.0, 398.0],
            [58.0, 372.0],
            [92.0, 350.0],
            [148.0, 338.0],
            [174.0, 326.0],
            [158.0, 308.0],
            [118.0, 288.0],
            [104.0, 250.0],
            [86.0, 200.0],
            [61.0, 150.0],
            [36.0, 100.0],
            [18.0, 66.0],
            [7.0, 28.0],
        ],
        low: v(1.0, 0.0, 15.0),
        high: v(190.0, 160.0, 390.0),
        depth: |_| 6.0,
        thick: |p| 7.0 + 12.0 * smooth_step(240.0, 320.0, p.z),
        taper: 26.0,
        grain: |p| fan(p, 172.0, 314.0) * 1.4,
        // Its front border climbs back from the clavicle to the occiput.
        also: |p| 16.0 + 0.6 * (p.z - 338.0).max(0.0) - p.y,
    },
    Sheet {
        name: "deltoid",
        above: 3,
        plane: Plane::Flank,
        border: &[
            [-60.0, 150.0],
            [-60.0, 360.0],
            [560.0, 360.0],
            [560.0, 150.0],
        ],
        low: v(80.0, -60.0, 155.0),
        high: v(270.0, 125.0, 350.0),
        depth: |_| 6.0,
        thick: |_| 18.0,
        taper: 26.0,
        grain: |p| (p.y - 34.0).atan2(p.z - 150.0) * 90.0,
        also: deltoid,
    },
    Sheet {
        name: "gluteus_maximus",
        above: 1,
        plane: Plane::Back(22.0),
        border: &[
            [16.0, -220.0],
            [24.0, -165.0],
            [44.0, -126.0],
            [74.0, -128.0],
            [102.0, -156.0],
            [126.0, -200.0],
            [148.0, -250.0],
            [160.0, -300.0],
            [150.0, -338.0],
            [128.0, -344.0],
            [98.0, -330.0],
            [62.0, -306.0],
            [30.0, -284.0],
            [14.0, -262.0],
        ],
        low: v(6.0, 15.0, -388.0),
        high: v(175.0, 165.0, -110.0),
        depth: |p| 17.0 - 5.0 * smooth_step(-240.0, -140.0, p.z),
        thick: |p| 46.0 - 14.0 * smooth_step(95.0, 155.0, p.x),
        taper: 44.0,
        grain: |p| 0.66 * p.x + 0.75 * p.z,
        also: NOTHING,
    },
];

/// The front leaf of the rectus sheath. Both leaves meet in the middle, where they are the linea alba; everywhere they are so thick that
/// voxels hold them.
pub(super) const RECTUS_SHEATH: Sheet = Sheet {
    name: "rectus_sheath",
    // Above bowel, too: that lies behind it and does not break it.
    above: 43,
    plane: Plane::Front(-30.0),
    border: &[
        [-5.0, 60.0],
        [-5.0, 120.0],
        [4.0, 140.0],
        [40.0, 144.0],
        [72.0, 138.0],
        [82.0, 100.0],
        [81.0, 20.0],
        [78.0, -60.0],
        [70.0, -130.0],
        [52.0, -190.0],
        [33.0, -240.0],
        [24.0, -256.0],
        [-5.0, -256.0],
        [-5.0, -230.0],
        [-5.0, -120.0],
    ],
    low: v(-6.0, -150.0, -260.0),
    high: v(92.0, -40.0, 150.0),
    depth: |p| rectus_depth(p) - 1.3,
    thick: |p| 1.5 + 1.5 * smooth_step(10.0, 4.0, p.x),
    taper: 1.0,
    // No ridges: they would wear it through.
    grain: |_| 0.0,
    also: NOTHING,
};

/// The rectus lies under the fat of the belly, over the costal cartilages above, and dives to the pubic crest below. It passes
/// straight behind the navel.
pub(in crate::model::body) fn rectus_depth(p: Vec3) -> f32 {
    19.0 - 10.0 * smooth_step(40.0, 115.0, p.z)
        + 40.0 * smooth_step(-150.0, -262.0, p.z)
        + 3.4 * intersections(p)
        - navel(p)
}

/// How deep the navel is at a place, mm (as the outline has it).
fn navel(p: Vec3) -> f32 {
    let off = (p.x - MID_SKIN).powi(2) + (p.z + 78.0).powi(2);
    9.0 * (-off / (6.5 * 6.5)).exp()
}

/// How deep the grooves of the three tendinous intersections are at a place, 0 to 1.
fn intersections(p: Vec3) -> f32 {
    let groove = |z: f32| {
        let off = p.z - z - 0.08 * (p.x - 40.0) - 2.0 * (p.x * 0.12).sin();
        (-(off / 4.5) * (off / 4.5)).exp()
    };
    groove(-70.0) + groove(-8.0) + groove(54.0)
}

/// The belly of the rectus.
fn rectus_thickness(p: Vec3) -> f32 {
    let belly = 14.2 - 4.0 * smooth_step(80.0, 140.0, p.z) - 4.5 * smooth_step(-120.0, -240.0, p.z);
    belly * (1.0 - 0.35 * intersections(p))
}

/// The deltoid: from the lateral third of the clavicle, the acromion and the spine of the scapula to the outer side of the
/// humerus.
fn deltoid(p: Vec3) -> f32 {
    let front = 0.707 * (118.0 - p.x) + 0.707 * (325.0 - p.z);
    let back = 0.62 * (110.0 - p.x) + 0.785 * (275.0 - p.z);
    let behind = smooth_step(15.0, 60.0, p.y);
    let edge = front + (back - front) * behind;
    let top = p.z - 336.0 + behind * (44.0 - 0.52 * (p.x - 112.0)).clamp(0.0, 44.0);
    let inner = 0.707 * (234.0 - p.x + 184.0 - p.z);
    let taper = ((p.z - 172.0) * 0.62).clamp(0.0, 90.0);
    let width = (p.y - 44.0).abs() - 8.0 - taper;
    smooth_max(
        smooth_max(edge, width, 14.0),
        smooth_max(top.max(inner), 168.0 - p.z, 10.0),
        12.0,
    ) * 0.85
}

impl Sheet {
    /// The muscle of one side (1 left, -1 right).
    pub(super) fn shape(&self, outline: &Arc<Outline>, side: f32) -> Shape {
        let outline = outline.clone();
        let mirrored = move |x: f32| MID_SKIN + side * (x - MID_SKIN);
        let (a, b) = (mirrored(self.low.x), mirrored(self.high.x));
        let (low, high) = (
            v(a.min(b), self.low.y, self.low.z),
            v(a.max(b), self.high.y, self.high.z),
        );
        let border = closed_curve(self.border);
        let (plane, depth, thick, taper) = (self.plane, self.depth, self.thick, self.taper);
        let (grain, also) = (self.grain, self.also);
        solid(low, high, move |p| {
            let q = v(mirrored(p.x), p.y, p.z);
            let (place, cut) = match plane {
                Plane::Front(y) => (Vec2::new(q.x, q.z), q.y - y),
                Plane::Back(y) => (Vec2::new(q.x, q.z), y - q.y),
                Plane::Flank => (Vec2::new(round(q), q.z), -REACH),
            };
            let region = smooth_max(polygon_distance(&border, place), also(q), 3.0).max(cut);
            // Far outside its region the outline need not be asked.
            if region > REACH {
                return region;
            }
            // Thins towards its edge as a lens does.
            let rest = 1.0 - (-region / taper).clamp(0.0, 1.0);
            let full = thick(q);
            let lens = (1.0 - rest * rest).max(0.0).sqrt();
            let ridges = 0.45 * (grain(q) * 0.7).sin() * lens;
            let half = (full * (0.12 + 0.88 * lens) + ridges) * 0.5;
            // The outer face stays near its depth, the inner one comes out to meet it.
            let middle = depth(q) + 0.5 * full - 0.25 * (full - 2.0 * half);
            smooth_max((outline.d(p) + middle).abs() - half, region, 2.0) * 0.85
        })
    }
}

/// A smooth closed curve through corners, as a polygon.
fn closed_curve(corners: &[[f32; 2]]) -> Vec<Vec2> {
    const STEPS: usize = 4;
    let n = corners.len();
    let at = |i: usize| Vec2::from_array(corners[i % n]);
    (0..n)
        .flat_map(|i| {
            let (a, b, c, d) = (at(i + n - 1), at(i), at(i + 1), at(i + 2));
            (0..STEPS).map(move |s| {
                let t = s as f32 / STEPS as f32;
                let (t2, t3) = (t * t, t * t * t);
                0.5 * (2.0 * b
                    + (c - a) * t
                    + (2.0 * a - 5.0 * b + 4.0 * c - d) * t2
                    + (3.0 * b - a - 3.0 * c + d) * t3)
            })
        })
        .collect()
}
