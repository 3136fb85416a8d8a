//! The stomach and its parts.

use std::sync::Arc;

use glam::Vec3;

use super::super::soft::Course;
use super::rank::GUT;
use crate::model::plain::{smooth_min, v};
use crate::model::{BodyBuilder, solid};

/// Axis of the stomach from the top of the fundus to the pylorus: a J.
const STOMACH: [[f32; 4]; 9] = [
    [55.0, 8.0, 113.0, 21.0],
    [61.0, -11.0, 107.0, 27.5],
    [66.0, -36.0, 96.0, 31.8],
    [68.0, -56.0, 81.0, 31.8],
    [60.0, -73.0, 65.0, 27.0],
    [46.0, -82.0, 53.0, 23.0],
    [29.0, -83.0, 48.0, 19.0],
    [13.0, -77.0, 53.0, 15.0],
    [3.0, -71.0, 60.0, 11.0],
];
/// Where the oesophagus opens into the stomach.
const CARDIA: Vec3 = Vec3::new(29.0, 1.0, 117.0);

pub(super) fn stomach(body: &mut BodyBuilder) {
    let axis = Arc::new(Course::new(&STOMACH, 2.0));
    let length = axis.length();
    let inlet = Course::new(
        &[
            [27.0, 4.0, 121.0, 9.0],
            [31.0, 0.0, 115.0, 10.0],
            [40.0, -10.0, 107.0, 15.0],
            [52.0, -24.0, 101.0, 20.0],
        ],
        1.5,
    );
    let (low, high) = (v(-16.0, -116.0, 14.0), v(104.0, 36.0, 140.0));
    let whole = {
        let axis = axis.clone();
        solid(low, high, move |p| smooth_min(axis.d(p), inlet.d(p), 12.0))
    };
    let part =
        |limit: Box<dyn Fn(Vec3) -> f32 + Send + Sync>| whole.intersect(&solid(low, high, limit));

    body.add("body_of_stomach", GUT, whole.clone());
    let at = axis.clone();
    let pyloric = part(Box::new(move |p| {
        ((length * 0.685 - at.near(p).s) * 0.5).min(6.0)
    }));
    body.add("pyloric_part", GUT + 1, pyloric);
    // The curvatures as bands of the wall, left below and right above the axis.
    let leftwards = v(0.76, -0.22, -0.61);
    for (id, sign, breadth) in [
        ("greater_curvature", 1.0f32, 0.80f32),
        ("lesser_curvature", -1.0, 0.66),
    ] {
        let at = axis.clone();
        let band = part(Box::new(move |p| {
            let n = at.near(p);
            let towards =
                (leftwards - n.tangent * leftwards.dot(n.tangent)).normalize_or(leftwards);
            let round = (breadth - n.radial.normalize_or(Vec3::X).dot(towards) * sign) * n.r;
            let wall = -9.0 - n.d;
            let ends = (-14.0 - n.s).max(n.s - length * 0.88) * 0.5;
            round.max(wall).max(ends).min(6.0)
        }));
        body.add(id, GUT + 2, band);
    }
    let fundus = part(Box::new(|p| {
        97.0 + 0.12 * (p.x - 50.0) + 0.10 * (p.y + 25.0) - p.z
    }));
    body.add("fundus_of_stomach", GUT + 1, fundus);
    let cardia = part(Box::new(|p| (p - CARDIA).length() - 17.0));
    body.add("cardia", GUT + 3, cardia);
}
