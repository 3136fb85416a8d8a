//! Kidneys with medulla and pelvis, and the ureters.

use std::sync::Arc;

use glam::Vec3;

use super::super::soft::Course;
use crate::model::plain::{carve, ellipsoid_at, smooth_max, squash, v};
use crate::model::{BodyBuilder, Shape, solid};

/// Measures of one kidney and its ureter.
pub(super) struct Kidney {
    ids: [&'static str; 4],
    /// Axis from the upper to the lower pole with radii.
    axis: [[f32; 4]; 5],
    centre: Vec3,
    /// Thinnest direction and how thin.
    thin: Vec3,
    flat: f32,
    hilum: Vec3,
    /// Out of the hilum, and down along the kidney.
    out: Vec3,
    down: Vec3,
    /// Course of the ureter from the pelvis to the bladder.
    ureter: &'static [[f32; 4]],
}

pub(super) const LEFT_KIDNEY: Kidney = Kidney {
    ids: [
        "left_kidney",
        "left_renal_medulla",
        "left_renal_pelvis",
        "left_ureter",
    ],
    axis: [
        [60.0, 47.0, 62.0, 17.6],
        [68.0, 40.0, 47.0, 24.6],
        [77.0, 30.0, 27.0, 25.6],
        [82.0, 21.0, 6.0, 25.0],
        [80.0, 10.0, -10.0, 17.8],
    ],
    centre: Vec3::new(75.0, 29.0, 29.0),
    thin: Vec3::new(-0.452, 0.864, 0.221),
    flat: 0.80,
    hilum: Vec3::new(56.0, 20.0, 27.0),
    out: Vec3::new(-0.873, -0.487, 0.0),
    down: Vec3::new(0.281, -0.421, -0.863),
    ureter: &[
        [56.0, 8.0, 16.0, 3.4],
        [54.0, -1.0, 6.0, 2.5],
        [50.0, -8.0, -4.0, 2.3],
        [44.0, -15.0, -20.0, 2.4],
        [37.0, -20.0, -40.0, 2.6],
        [33.0, -24.0, -70.0, 2.9],
        [30.0, -28.0, -100.0, 3.0],
        [30.0, -29.0, -128.0, 3.0],
        [31.0, -25.0, -148.0, 3.0],
        [32.0, -8.0, -170.0, 3.2],
        [36.0, 10.0, -190.0, 3.3],
        [42.0, 20.0, -208.0, 3.3],
        [40.0, 22.0, -222.0, 3.3],
        [31.0, 19.0, -234.0, 3.2],
        [20.0, 13.0, -244.0, 2.8],
    ],
};

pub(super) const RIGHT_KIDNEY: Kidney = Kidney {
    ids: [
        "right_kidney",
        "right_renal_medulla",
        "right_renal_pelvis",
        "right_ureter",
    ],
    axis: [
        [-50.0, 32.0, 46.0, 17.2],
        [-59.0, 26.0, 31.0, 24.2],
        [-68.0, 17.0, 10.0, 25.4],
        [-71.0, 6.0, -12.0, 24.8],
        [-69.0, -5.0, -32.0, 17.8],
    ],
    centre: Vec3::new(-65.0, 15.0, 9.0),
    thin: Vec3::new(0.428, 0.853, 0.298),
    flat: 0.80,
    hilum: Vec3::new(-46.0, 8.0, 7.0),
    out: Vec3::new(0.873, -0.487, 0.0),
    down: Vec3::new(-0.241, -0.421, -0.874),
    ureter: &[
        [-50.0, 2.0, -2.0, 3.4],
        [-47.0, -9.0, -11.0, 2.6],
        [-42.0, -17.0, -21.0, 2.4],
        [-33.0, -21.0, -40.0, 2.6],
        [-22.0, -26.0, -70.0, 2.9],
        [-16.0, -31.0, -100.0, 3.0],
        [-15.0, -35.0, -124.0, 3.0],
        [-17.0, -29.0, -148.0, 3.0],
        [-24.0, -6.0, -170.0, 3.2],
        [-34.0, 11.0, -190.0, 3.3],
        [-38.0, 18.0, -208.0, 3.3],
        [-34.0, 21.0, -222.0, 3.3],
        [-24.0, 19.0, -234.0, 3.2],
        [-12.0, 13.0, -244.0, 2.8],
    ],
};

/// The kidney without its sinus.
fn kidney_bean(k: &Kidney, axis: &Course, p: Vec3) -> f32 {
    axis.d(squash(p, k.centre, k.thin, k.flat)) * 0.95
}

/// The sinus: a flat pocket that opens at the hilum, long with the kidney, thin across it.
fn kidney_sinus(k: &Kidney, p: Vec3) -> f32 {
    let q = p - k.hilum;
    let across = k.down.cross(k.out);
    ellipsoid_at(
        v(q.dot(k.down), q.dot(across), q.dot(k.out) + 2.0),
        Vec3::ZERO,
        v(21.0, 7.5, 17.0),
    )
}

pub(super) fn kidney(body: &mut BodyBuilder, k: &'static Kidney) {
    let axis = Arc::new(Course::new(&k.axis, 2.0));
    let (low, high) = axis.bounds();
    let bean = axis.clone();
    let whole = solid(low - 3.0, high + 3.0, move |p| {
        carve(kidney_bean(k, &bean, p), kidney_sinus(k, p), 6.0)
    });
    body.add(k.ids[0], 50, whole);
    // Pyramids: the zone within the cortex, split by columns that run towards the sinus.
    let medulla = solid(low, high, move |p| {
        let q = p - k.hilum + k.out * 6.0;
        let angle = q.dot(k.down).atan2(-q.dot(k.out));
        let column = (-(angle * 7.5).cos() - 0.62) * q.length() * 0.16;
        smooth_max(
            (kidney_bean(k, &axis, p) + 7.2 + 0.08 * q.dot(k.down)).max(2.2 - kidney_sinus(k, p)),
            column,
            3.0,
        )
    });
    body.add(k.ids[1], 51, medulla).contained_in(k.ids[0]);

    // Renal pelvis: a funnel out of the hilum, fed by three greater calices.
    let mouth = k.hilum + k.out * 3.0;
    let mut pelvis: Option<Shape> = None;
    let mut join = |control: &[[f32; 4]]| {
        let tube = Course::new(control, 1.5).shape();
        pelvis = Some(match &pelvis {
            Some(so_far) => so_far.smooth_union(&tube, 3.0),
            None => tube,
        });
    };
    let at = |p: Vec3, r: f32| [p.x, p.y, p.z, r];
    let end = k.ureter[0];
    let outlet = v(end[0], end[1], end[2]);
    join(&[
        at(mouth, 6.2),
        at((mouth + outlet) * 0.5, 5.0),
        at(outlet, 3.6),
    ]);
    // Reaching further up than down, as the voxels of ICRP Publication 110 have it.
    for (up, deep) in [(24.0, 16.0), (8.0, 20.0), (-13.0, 12.0)] {
        let middle = k.hilum - k.out * 2.0 - k.down * (up * 0.45);
        let tip = k.hilum - k.out * deep - k.down * up;
        join(&[at(mouth, 4.6), at(middle, 4.0), at(tip, 6.2)]);
    }
    if let Some(shape) = pelvis {
        body.add(k.ids[2], 71, shape);
    }
    // Above the vessels, which it crosses in front.
    body.add(k.ids[3], 73, Course::new(k.ureter, 2.0).shape());
}
