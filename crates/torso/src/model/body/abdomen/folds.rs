//! Greater omentum and the fat of the abdominal cavity, with what it goes on into: behind the wall of the belly and in the spinal canal.

use glam::Vec3;

use super::super::soft::REACH;
use super::rank::OMENTUM;
use crate::model::body::middle::MID_SKIN;
use crate::model::body::muscles::rectus_depth;
use crate::model::body::skeleton::canal_fat;
use crate::model::plain::{ellipsoid_at, smooth_max, smooth_min, smooth_step, v};
use crate::model::{BodyBuilder, Field, Shape, solid};

pub(super) fn folds_and_fat(body: &mut BodyBuilder) {
    // The apron that hangs from the greater curvature over the transverse colon and in front of the loops.
    let apron = solid(v(-112.0, -140.0, -165.0), v(118.0, -70.0, 70.0), |p| {
        let x = p.x - 4.0;
        let y = -117.0
            + 0.0030 * x * x
            + 9.0 * smooth_step(0.0, 60.0, p.z)
            + 1.6 * (p.x * 0.11 + (p.z * 0.05).sin()).sin();
        let hem = -132.0 + 0.0062 * x * x + 6.0 * (p.x * 0.09).sin();
        let top = p.z - 40.0 - 0.26 * p.x.clamp(-60.0, 45.0) + 0.8 * (p.x - 45.0).max(0.0);
        let side = x.abs() - 98.0 + 0.10 * (p.z - 10.0).max(0.0);
        let edge = smooth_max(smooth_max(hem - p.z, top, 26.0), side, 44.0);
        let half = 6.4 + 1.4 * (p.x * 0.05).sin() * (p.z * 0.06).sin();
        smooth_max((p.y - y).abs() - half, edge, 6.0) * 0.8
    });
    body.add("greater_omentum", OMENTUM, apron);
    // What fills the rest of the cavity: round the loops, behind them round the kidneys, below them in the pelvis, and before them.
    let under = body.shape("subcutaneous_fat");
    let fat = solid(
        v(-122.0, -150.0, -296.0),
        v(128.0, 102.0, 134.0),
        move |p| {
            let centre = v(3.0, -24.0, -54.0);
            let q = ((p - centre) / v(108.0, 82.0, 158.0)).abs();
            let sac =
                ((q.x.powf(2.4) + q.y.powf(2.4) + q.z.powf(2.4)).powf(1.0 / 2.4) - 1.0) * 80.0;
            let left = ellipsoid_at(p, v(72.0, 26.0, 22.0), v(42.0, 40.0, 72.0));
            let right = ellipsoid_at(p, v(-64.0, 18.0, 2.0), v(42.0, 40.0, 72.0));
            let back = p.y - 62.0 + 54.0 * smooth_step(44.0, 6.0, (p.x - 2.0).abs());
            let upper = smooth_max(
                smooth_min(sac, smooth_min(left, right, 8.0), 16.0),
                back,
                20.0,
            );
            let upper = match &under {
                Some(under) => smooth_min(upper, behind_the_recti(p, under), 16.0),
                None => upper,
            };
            smooth_min(upper, pelvic(p), 20.0)
        },
    );
    let all = fat.union(&canal_fat());
    body.add("visceral_fat", 15, all).outer_surface();
}

/// The fat of the pelvis: round its organs, before the bladder and behind the symphysis, between the rectum and the sacrum.
fn pelvic(p: Vec3) -> f32 {
    let middle = ellipsoid_at(p, v(1.0, 24.0, -226.0), v(46.0, 52.0, 54.0));
    let before = ellipsoid_at(p, v(1.0, -16.0, -262.0), v(34.0, 25.0, 27.0));
    let behind = ellipsoid_at(p, v(2.0, 66.0, -205.0), v(28.0, 32.0, 48.0));
    let promontory = ellipsoid_at(p, v(2.0, 22.0, -158.0), v(22.0, 14.0, 22.0));
    let behind = smooth_min(behind, promontory, 8.0);
    smooth_min(smooth_min(middle, before, 8.0), behind, 12.0)
}

/// Half the width of the linea alba, and how far behind the fronts of the recti the fat begins in the middle and behind them, mm.
const LINEA_ALBA_MM: f32 = 7.0;
const BEHIND_MM: [f32; 2] = [-0.8, 14.6];

/// The fat between the wall of the belly and the peritoneum: down to the bladder and the pubic bones, and in the middle up to the
/// liver; `under` is what lies under the skin.
fn behind_the_recti(p: Vec3, under: &Shape) -> f32 {
    let x = (p.x - MID_SKIN).abs();
    let width = 56.0 - 16.0 * smooth_step(-120.0, -240.0, p.z);
    let below = smooth_max(x - width, p.z - 56.0, 24.0);
    let above = smooth_max(x - 24.0, p.z - 130.0, 24.0);
    let ends = (-252.0 - p.z).max(p.y + 20.0);
    let place = smooth_max(smooth_min(below, above, 12.0), ends, 10.0);
    // Far outside it the skin need not be asked.
    if place > REACH {
        return place;
    }
    let [middle, side] = BEHIND_MM;
    let wall = middle + (side - middle) * smooth_step(LINEA_ALBA_MM, 2.5 * LINEA_ALBA_MM, x);
    // How far before the back of the wall it lies.
    let front = (under.distance(p) + rectus_depth(p) + wall) * 0.6;
    smooth_max(front, place, 12.0)
}
