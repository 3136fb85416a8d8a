//! Adrenals and thyroid.

use glam::Vec3;

use super::super::soft::Course;
use crate::model::plain::{carve, ellipsoid_at, smooth_min, v};
use crate::model::{BodyBuilder, solid};

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
        let web = ellipsoid_at(p, v(52.0, 31.0, 72.0), v(16.0, 6.0, 8.0));
        smooth_min(ridge.d(p), smooth_min(fin.d(p), web, 4.0), 6.0)
    });
    body.add("left_adrenal", 52, left);
    // Right: a pyramid on the pole, its limb down beside the vena cava.
    let limb = Course::new(
        &[
            [-33.0, 9.0, 42.0, 2.8],
            [-38.0, 16.0, 54.0, 4.6],
            [-43.0, 23.0, 66.0, 6.2],
            [-46.0, 26.0, 78.0, 3.4],
        ],
        1.5,
    );
    let base = Course::new(
        &[
            [-63.0, 35.0, 60.0, 3.0],
            [-55.0, 31.0, 67.0, 4.8],
            [-47.0, 27.0, 72.0, 5.4],
        ],
        1.5,
    );
    let web = Course::new(
        &[
            [-42.0, 18.0, 53.0, 2.8],
            [-48.0, 24.0, 62.0, 5.0],
            [-45.0, 24.0, 68.0, 5.8],
        ],
        1.5,
    );
    let right = solid(v(-70.0, -2.0, 34.0), v(-25.0, 44.0, 88.0), move |p| {
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
            ellipsoid_at(q, Vec3::ZERO, v(8.5 * girth, 10.4 * girth, 24.0)) * 0.9
        };
        let isthmus = ellipsoid_at(p, v(2.0, -40.0, 331.0), v(17.0, 4.6, 7.5));
        let gland = smooth_min(smooth_min(lobe(1.0), lobe(-1.0), 2.0), isthmus, 6.0);
        // The trachea leans back as it descends.
        let trachea =
            ((p.x + 1.0).powi(2) + (p.y + 26.0 + 0.45 * (p.z - 338.0)).powi(2)).sqrt() - 11.0;
        carve(gland, trachea, 2.0)
    });
    body.add("thyroid", 52, shape);
}
