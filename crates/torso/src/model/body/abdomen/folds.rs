//! Greater omentum and the fat of the abdominal cavity.

use super::rank::OMENTUM;
use crate::model::plain::{ellipsoid_at, smooth_max, smooth_min, smooth_step, v};
use crate::model::{BodyBuilder, solid};

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
    // What fills the rest of the cavity: round the loops, behind them round the kidneys, and below them in the pelvis.
    let fat = solid(v(-122.0, -116.0, -296.0), v(128.0, 76.0, 112.0), |p| {
        let centre = v(3.0, -24.0, -54.0);
        let q = ((p - centre) / v(108.0, 82.0, 158.0)).abs();
        let sac = ((q.x.powf(2.4) + q.y.powf(2.4) + q.z.powf(2.4)).powf(1.0 / 2.4) - 1.0) * 80.0;
        let left = ellipsoid_at(p, v(72.0, 26.0, 22.0), v(42.0, 40.0, 72.0));
        let right = ellipsoid_at(p, v(-64.0, 18.0, 2.0), v(42.0, 40.0, 72.0));
        let pelvis = ellipsoid_at(p, v(1.0, 24.0, -226.0), v(46.0, 52.0, 54.0));
        let back = p.y - 62.0 + 54.0 * smooth_step(44.0, 6.0, (p.x - 2.0).abs());
        let upper = smooth_max(
            smooth_min(sac, smooth_min(left, right, 8.0), 16.0),
            back,
            20.0,
        );
        smooth_min(upper, pelvis, 20.0)
    });
    body.add("visceral_fat", 15, fat).outer_surface();
}
