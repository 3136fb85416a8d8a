//! Mesentery, greater omentum and the fat of the abdominal cavity.

use glam::Vec3;

use super::super::soft::{smooth_max, smooth_step, solid, v};
use crate::model::BodyBuilder;

/// Root of the mesentery: from the duodenojejunal flexure to the ileocaecal valve, in front of the spine.
const ROOT: (Vec3, Vec3) = (
    Vec3::new(26.0, -30.0, 38.0),
    Vec3::new(-38.0, -32.0, -104.0),
);

pub(super) fn folds_and_fat(body: &mut BodyBuilder) {
    // A frilled fan from the root to the loops.
    let along = (ROOT.1 - ROOT.0).normalize_or(Vec3::Z);
    let forward = v(0.2, -0.98, -0.09).normalize_or(Vec3::Y);
    let across = along.cross(forward).normalize_or(Vec3::X);
    let length = (ROOT.1 - ROOT.0).length();
    let fan = solid(v(-70.0, -125.0, -185.0), v(112.0, -18.0, 68.0), move |p| {
        let q = p - ROOT.0;
        let (s, out, w) = (q.dot(along), q.dot(forward), q.dot(across));
        let reach = out.max(0.0);
        let frill = 15.0 * (reach / 70.0) * (s / 11.0 + 0.8 * (reach / 30.0).sin()).sin();
        let ends = (-s - 0.35 * reach).max(s - length - 0.45 * reach);
        ((w - frill).abs() - 3.2)
            .max(ends)
            .max(-out)
            .max(out - 78.0)
            * 0.55
    });
    body.add("mesentery", 35, fan);
    // The apron that hangs from stomach and transverse colon in front of the loops.
    let apron = solid(v(-100.0, -140.0, -150.0), v(108.0, -70.0, 24.0), |p| {
        let x = p.x - 4.0;
        let y = -123.5 + 0.0036 * x * x + 1.6 * (p.x * 0.11 + (p.z * 0.05).sin()).sin();
        let hem = -132.0 + 0.0035 * x * x + 5.0 * (p.x * 0.09).sin();
        let top = p.z + 12.0 - 0.0026 * x * x - 0.15 * x.max(0.0);
        let edge = smooth_max(smooth_max(hem - p.z, top, 8.0), x.abs() - 92.0, 14.0);
        smooth_max((p.y - y).abs() - 2.2, edge, 4.0) * 0.8
    });
    body.add("greater_omentum", 35, apron);
    // What fills the rest of the cavity.
    let (centre, radii) = (v(4.0, -32.0, -62.0), v(120.0, 84.0, 165.0));
    let fat = solid(centre - radii, centre + radii, move |p| {
        let q = ((p - centre) / radii).abs();
        let sac = ((q.x.powf(2.4) + q.y.powf(2.4) + q.z.powf(2.4)).powf(1.0 / 2.4) - 1.0) * 80.0;
        let back = p.y - 34.0 + 30.0 * smooth_step(30.0, 0.0, (p.x - 2.0).abs());
        smooth_max(sac, back, 20.0)
    });
    body.add("visceral_fat", 15, fat).outer_surface();
}
