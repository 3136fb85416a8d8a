//! Skin, subcutaneous fat and what lies under it; all follow the outline of the body (see `outline`).

use std::sync::Arc;

use anatomy::{Sex, Warp};
use glam::Vec3;
use rayon::prelude::*;

use super::ease::Eased;
use super::outline::Outline;
use super::{female, muscles};
use crate::model::body::middle::MID_SKIN;
use crate::model::body::muscles::rectus_depth;
use crate::model::plain::{ellipsoid_at, smooth_max, smooth_min, smooth_step, v};
use crate::model::{BodyBuilder, Field, Shape, half_space, solid, warped};

/// Thickness of the skin, mm (a little more than the 1.2 mm that its mass over the trunk gives, so that voxels hold it).
const SKIN_MM: f32 = 1.4;

/// Adds the wall of the trunk.
pub fn build(body: &mut BodyBuilder, sex: Sex) {
    let outline = Arc::new(Outline::new(sex));
    let skin = outline_shape(&outline, 0.0);
    body.envelope(skin.clone());
    body.add("skin", 0, skin).outer_surface();
    body.add("subcutaneous_fat", 10, outline_shape(&outline, SKIN_MM))
        .outer_surface();
    // What lies under the fat and is no structure of its own: muscles of the limbs, deep muscles of the back and between the
    // ribs, fasciae. Everything that has a shape takes its place.
    let deep = outline.clone();
    let core = solid(
        v(-288.0, -168.0, -390.0),
        v(288.0, 168.0, 390.0),
        move |p| {
            let skin = deep.d(p);
            smooth_max(skin + fat_depth(p), -mons(p, skin), 4.0)
        },
    );
    body.add("other_muscles", 11, core).outer_surface();
    muscles::build(body, &outline);
}

/// Level at which the neck of the female body is cut, mm: the recipes end with the box of the male one.
pub const FEMALE_TOP_MM: f32 = 344.0;
/// How far her skin lies over the warped one, mm: the landmarks lie so deep, and fat fills the space.
const FEMALE_FAT_MM: f32 = 6.0;
/// Width of the seam between her outline and what she has on top of it, mm.
const SEAM_MM: f32 = 14.0;

/// How widely the warped outline is smoothed (standard deviation), and what that takes off round limbs, mm.
const EASE_MM: f32 = 8.0;
const SUNK_MM: f32 = 0.8;
/// The navel in the frame of the recipes, and the half width and depth of hers, mm: smoothing closes the warped one.
const NAVEL: Vec3 = v(1.0, -150.0, -78.0);
const NAVEL_MM: [f32; 2] = [6.0, 9.0];

/// Box round the cleft between the greater lips.
const CLEFT_MM: [Vec3; 2] = [v(-12.0, -70.0, -345.0), v(12.0, 34.0, -280.0)];

/// Her skin and fat: the warped outline with more fat under it, and what [`female::outline`] adds.
pub(super) fn female(body: &mut BodyBuilder, warp: &Arc<Warp>) {
    let half = v(288.0, 168.0, 390.0);
    let trunk = warped(
        warp,
        &outline_shape(&Arc::new(Outline::new(Sex::Female)), 0.0),
    );
    let own = solid(-half, half, female::outline);
    // Less fat on the chest, where the breasts have it, and the cleft of the vulva.
    let slope = Slope::of(&trunk, half);
    let sharp = solid(-half, half, move |p| {
        let belly = smooth_step(125.0, 85.0, p.z);
        let depth = 1.0 + belly * (slope.at(p) - 1.0);
        trunk.distance(p) - FEMALE_FAT_MM * depth + female::inset(p)
    });
    let eased = Eased::of(half, EASE_MM, |p| sharp.distance(p));
    let navel = warp.target(NAVEL);
    let lean = solid(-half, half, move |p| {
        let off = (p.x - navel.x).hypot(p.z - navel.z);
        let pit = if p.y < 0.0 && off < 24.0 {
            NAVEL_MM[1] * (-(off / NAVEL_MM[0]).powi(2)).exp()
        } else {
            0.0
        };
        let even = eased.at(p) - SUNK_MM + pit;
        let gap = gap(p);
        if gap > 0.0 {
            even + gap * (sharp.distance(p) - even)
        } else {
            even
        }
    });
    let cleft = solid(CLEFT_MM[0], CLEFT_MM[1], female::cleft);
    let skin = lean
        .smooth_union(&own, SEAM_MM)
        .smooth_subtract(&cleft, 3.0)
        .intersect(&half_space(v(0.0, 0.0, FEMALE_TOP_MM), Vec3::Z));
    body.envelope(skin.clone());
    body.reshape(|id, shape| match id {
        "skin" => skin.clone(),
        "subcutaneous_fat" => skin.offset(-SKIN_MM),
        _ => shape,
    });
}

/// How much a place belongs to the slits beside the arms and between the thighs, 0 to 1: smoothing would close them.
fn gap(p: Vec3) -> f32 {
    let x = p.x.abs();
    let arm = smooth_step(122.0, 136.0, x) * smooth_step(176.0, 162.0, x);
    let arm = arm * smooth_step(-45.0, -20.0, p.z) * smooth_step(135.0, 105.0, p.z);
    let thigh = smooth_step(26.0, 12.0, x) * smooth_step(-302.0, -324.0, p.z);
    arm.max(thigh)
}

/// Grid step of a [`Slope`], mm.
const SLOPE_STEP_MM: f32 = 8.0;

/// How fast the distance to a warped surface grows with the true one, near that surface: a warp shortens distances for safety,
/// so that a depth in millimetres has to be shortened likewise.
struct Slope {
    half: Vec3,
    dims: [usize; 3],
    grid: Vec<f32>,
}

impl Slope {
    fn of(shape: &Shape, half: Vec3) -> Slope {
        let dims = (half * 2.0 / SLOPE_STEP_MM)
            .to_array()
            .map(|n| n.ceil() as usize + 2);
        let slope = |n: usize| {
            let at = [n % dims[0], n / dims[0] % dims[1], n / dims[0] / dims[1]];
            let p = Vec3::from_array(at.map(|v| v as f32)) * SLOPE_STEP_MM - half;
            if shape.distance(p).abs() > 3.0 * SLOPE_STEP_MM {
                return f32::NAN;
            }
            let along = |d: Vec3| shape.distance(p + d) - shape.distance(p - d);
            let rise = Vec3::from_array(Vec3::AXES.map(|d| along(d) * 0.5));
            rise.length().clamp(0.3, 1.0)
        };
        let grid: Vec<f32> = (0..dims.iter().product())
            .into_par_iter()
            .map(slope)
            .collect();
        Slope { half, dims, grid }
    }

    /// Between the grid points, of those that lie near the surface; 1 where none does.
    fn at(&self, p: Vec3) -> f32 {
        let q = (p + self.half) / SLOPE_STEP_MM;
        let first: [usize; 3] = std::array::from_fn(|a| {
            let last = self.dims[a] - 2;
            (q[a].max(0.0) as usize).min(last)
        });
        let (mut sum, mut weights) = (0.0, 0.0);
        for n in 0..8usize {
            let step: [usize; 3] = std::array::from_fn(|a| n >> a & 1);
            let weight: f32 = (0..3)
                .map(|a| (1.0 - (q[a] - (first[a] + step[a]) as f32).abs()).max(0.0))
                .product();
            let row = first[0]
                + step[0]
                + self.dims[0] * (first[1] + step[1] + self.dims[1] * (first[2] + step[2]));
            if !self.grid[row].is_nan() {
                sum += weight * self.grid[row];
                weights += weight;
            }
        }
        if weights > 1e-3 { sum / weights } else { 1.0 }
    }
}

fn outline_shape(outline: &Arc<Outline>, inset: f32) -> Shape {
    let outline = outline.clone();
    solid(
        v(-288.0, -168.0, -390.0),
        v(288.0, 168.0, 390.0),
        move |p| outline.d(p) + inset,
    )
}

/// The fat over the pubic bones, between the skin and the sheath of the recti that dives to them: its field, where the skin is so
/// far away, mm.
fn mons(p: Vec3, skin: f32) -> f32 {
    let before_sheath = -(skin + rectus_depth(p) - 1.5);
    let before_bones = ellipsoid_at(p, v(MID_SKIN, -64.0, -274.0), v(30.0, 16.0, 26.0));
    let round = ellipsoid_at(p, v(MID_SKIN, -100.0, -235.0), v(54.0, 62.0, 110.0));
    smooth_max(
        smooth_min(before_sheath, before_bones, 6.0) * 0.8,
        round.max(-318.0 - p.z),
        10.0,
    )
}

/// Depth at which the subcutaneous fat ends, mm: 20 at the abdomen, 15-25 at flank and buttock, 8-10 on chest and back, thin
/// on the limbs (usual thicknesses of an adult man).
fn fat_depth(p: Vec3) -> f32 {
    let x = (p.x - MID_SKIN).abs();
    let belly = smooth_step(-240.0, -150.0, p.z) * smooth_step(130.0, 30.0, p.z);
    let front = smooth_step(10.0, -60.0, p.y);
    let hip = smooth_step(-330.0, -260.0, p.z) * smooth_step(-120.0, -200.0, p.z);
    let limb = smooth_step(176.0, 200.0, x) * smooth_step(-60.0, -10.0, p.z);
    let trunk = 11.0 + belly * (5.0 + 3.0 * front) + 4.0 * hip;
    trunk + (9.0 - trunk) * limb
}
