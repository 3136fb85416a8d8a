//! Adrenals, thyroid, and the spinal cord.

use std::sync::Arc;

use glam::Vec3;

use super::super::soft::{Course, REACH, carve, ellipsoid, smooth_min, solid, v};
use crate::model::{BodyBuilder, Shape};

pub(super) fn adrenals(body: &mut BodyBuilder) {
    // Left: a crescent over the upper medial border of the kidney, a ridge with a fin.
    let ridge = Course::new(
        &[
            [32.0, 20.0, 50.0, 2.5],
            [38.0, 27.0, 62.0, 3.5],
            [47.0, 33.0, 77.0, 4.7],
            [57.0, 37.0, 83.0, 4.7],
            [68.0, 40.0, 79.0, 3.5],
            [76.0, 42.0, 72.0, 2.3],
        ],
        1.5,
    );
    let fin = Course::new(
        &[
            [40.0, 20.0, 56.0, 2.1],
            [48.0, 25.0, 69.0, 3.1],
            [57.0, 29.0, 74.0, 3.1],
            [66.0, 33.0, 72.0, 2.1],
        ],
        1.5,
    );
    let left = solid(v(26.0, 10.0, 42.0), v(84.0, 52.0, 94.0), move |p| {
        let web = ellipsoid(p, v(52.0, 31.0, 72.0), v(16.0, 6.0, 8.0));
        smooth_min(ridge.d(p), smooth_min(fin.d(p), web, 4.0), 6.0)
    });
    body.add("left_adrenal", 52, left);
    // Right: a pyramid on the pole, its limb down beside the vena cava.
    let limb = Course::new(
        &[
            [-32.0, 6.0, 38.0, 2.6],
            [-37.0, 12.0, 51.0, 4.4],
            [-42.0, 19.0, 64.0, 6.0],
            [-45.0, 22.0, 76.0, 3.2],
        ],
        1.5,
    );
    let base = Course::new(
        &[
            [-61.0, 31.0, 57.0, 2.6],
            [-53.0, 27.0, 64.0, 4.4],
            [-46.0, 23.0, 70.0, 5.2],
        ],
        1.5,
    );
    let web = Course::new(
        &[
            [-40.0, 14.0, 50.0, 2.6],
            [-46.0, 20.0, 59.0, 4.8],
            [-44.0, 20.0, 66.0, 5.6],
        ],
        1.5,
    );
    let right = solid(v(-68.0, -4.0, 30.0), v(-24.0, 40.0, 86.0), move |p| {
        smooth_min(limb.d(p), smooth_min(base.d(p), web.d(p), 5.0), 6.0)
    });
    body.add("right_adrenal", 52, right);
}

pub(super) fn thyroid(body: &mut BodyBuilder) {
    let shape = solid(v(-34.0, -56.0, 306.0), v(38.0, -2.0, 374.0), |p| {
        // Lobes taper upwards and spread at the lower poles; the isthmus crosses in front of the trachea.
        let lobe = |side: f32| {
            let q = p - v(2.0 + side * 18.5, -28.0, 339.0);
            let girth = (1.0 - 0.012 * q.z).clamp(0.6, 1.3);
            let q = v(q.x + side * 0.10 * q.z, q.y - 0.12 * q.z, q.z);
            ellipsoid(q, Vec3::ZERO, v(8.5 * girth, 10.4 * girth, 24.0)) * 0.9
        };
        let isthmus = ellipsoid(p, v(2.0, -40.0, 331.0), v(17.0, 4.6, 7.5));
        let gland = smooth_min(smooth_min(lobe(1.0), lobe(-1.0), 2.0), isthmus, 6.0);
        // The trachea leans back as it descends.
        let trachea =
            ((p.x + 1.0).powi(2) + (p.y + 26.0 + 0.45 * (p.z - 338.0)).powi(2)).sqrt() - 11.0;
        carve(gland, trachea, 2.0)
    });
    body.add("thyroid", 52, shape);
}

/// Course of the spinal cord with its half width: in the vertebral canal, 9 mm behind the back of the discs (levels measured
/// on Z-Anatomy), widened in the neck and at T11 to L1, ending at the disc L1/L2.
const CORD: [[f32; 4]; 16] = [
    [2.0, 26.0, 392.0, 6.8],
    [2.0, 35.0, 369.0, 6.8],
    [2.0, 42.0, 355.0, 6.4],
    [2.0, 50.0, 338.0, 5.6],
    [2.0, 60.0, 317.0, 5.0],
    [2.0, 71.0, 295.0, 4.8],
    [2.0, 80.0, 271.0, 4.8],
    [2.0, 84.5, 245.0, 4.8],
    [2.0, 87.0, 217.0, 4.8],
    [2.0, 86.0, 188.0, 4.8],
    [2.0, 80.5, 160.0, 4.9],
    [2.0, 73.0, 131.0, 5.0],
    [2.0, 65.0, 101.0, 5.2],
    [2.0, 57.0, 69.0, 5.6],
    [2.0, 47.0, 35.0, 4.4],
    [2.0, 40.0, 10.0, 1.2],
];

pub(super) fn spinal_cord(body: &mut BodyBuilder) {
    if body.shape("white_matter").is_some() || body.shape("spinal_cord").is_some() {
        return;
    }
    let axis = Arc::new(Course::new(&CORD, 2.0));
    let (low, high) = axis.bounds();
    body.add("white_matter", 90, axis_shape(&axis, low, high));
    // Grey matter: the butterfly of the cross-section.
    let grey = solid(low, high, move |p| {
        let n = axis.near(p);
        let (x, y) = (
            (p.x - CORD[0][0]).abs() / n.r,
            n.radial.dot(n.tangent.cross(Vec3::X).normalize_or(Vec3::Y)) / n.r,
        );
        let horn = ((x - 0.30 - 0.10 * y.abs()).abs() - 0.13).max(y.abs() - 0.62);
        let bridge = (y.abs() - 0.10).max(x - 0.35);
        (horn.min(bridge) * n.r).max(n.d + 0.3).min(REACH)
    });
    body.add("grey_matter", 91, grey);
}

fn axis_shape(axis: &Arc<Course>, low: Vec3, high: Vec3) -> Shape {
    let axis = axis.clone();
    solid(low, high, move |p| axis.d(p))
}
