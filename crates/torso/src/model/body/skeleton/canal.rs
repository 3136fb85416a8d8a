//! The spinal canal: the cord, and the fat round it and in the foramina.
//!
//! The cord is cut by the top of the torso, while its facts count the whole (up to z 470), so its volume and centroid cannot agree.

use glam::Vec3;

use super::spine::{SACRAL_CANAL, VERTEBRAE};
use crate::model::body::middle::MID_BONES;
use crate::model::parts::*;
use crate::model::{BodyBuilder, Shape, smooth_union_all, union_all};

/// Adds the cord: it lies in the middle of the canal and ends at the disc L1/L2; below it hang the roots of the cauda equina.
pub(super) fn build(body: &mut BodyBuilder) {
    let mut course: Vec<[f32; 5]> = VERTEBRAE
        .iter()
        .take(16)
        .enumerate()
        .map(|(n, b)| {
            let (at, [_, half]) = b.hole(n);
            let r = if n < 4 {
                [6.8, 5.0]
            } else if n > 12 {
                [5.0, 4.6]
            } else {
                [4.8, 4.3]
            };
            [at.x, at.y - 0.1 * half, at.z, r[0], r[1]]
        })
        .collect();
    course.insert(0, [MID_BONES, 27.0, 400.0, 6.8, 5.0]);
    course.push([MID_BONES, 32.0, 4.0, 1.6, 1.6]);
    let grey: Vec<[f32; 5]> = course
        .iter()
        .map(|&[x, y, z, a, b]| [x, y, z, a * 0.46, b * 0.2])
        .collect();
    let horns = |s: f32| -> Shape {
        let c: Vec<[f32; 5]> = course
            .iter()
            .map(|&[x, y, z, a, b]| [x + s * a * 0.42, y, z, b * 0.54, a * 0.1])
            .collect();
        band(Vec3::Y, &c)
    };
    body.add(
        "grey_matter",
        91,
        smooth_union_all(vec![band(Vec3::X, &grey), horns(-1.0), horns(1.0)], 0.8),
    );
    body.add("white_matter", 90, band(Vec3::X, &course));
}

/// How far the fat reaches over the walls of the canal, so that nothing else shows along them, mm.
const OVER_MM: f32 = 1.2;
/// How much wider and deeper than its canal the fat is in the sacrum, which has hollows beside that.
const SACRAL: [f32; 2] = [1.45, 1.4];
/// Radius of the fat in a foramen, and how far it reaches beyond the arch, mm.
const FORAMEN_MM: [f32; 2] = [4.5, 12.0];

/// The canal from C5 to the hiatus of the sacrum.
fn canal() -> Shape {
    let mut course = vec![[MID_BONES, 27.0, 400.0, 12.0, 8.0]];
    course.extend(VERTEBRAE.iter().enumerate().map(|(n, b)| {
        let (at, [wide, half]) = b.hole(n);
        [at.x, at.y, at.z, wide + OVER_MM, half + OVER_MM]
    }));
    // The first station of the sacral canal lies within the arch of L5.
    let [wide, deep] = SACRAL;
    let sacral = SACRAL_CANAL.iter().skip(1);
    course.extend(sacral.map(|&[x, y, z, a, b]| [x, y, z, a * wide, b * deep]));
    band(Vec3::X, &course)
}

/// What fills the canal and the foramina between the vertebrae, where nothing else is. Through the lowest foramina it goes on into the
/// fat before the sacrum.
pub(in crate::model::body) fn fat() -> Shape {
    let mut parts = vec![canal()];
    let [r, out] = FORAMEN_MM;
    for (n, b) in VERTEBRAE.iter().enumerate() {
        let (at, [wide, half]) = b.hole(n);
        let (y, z) = (at.y - 0.3 * half, b.lower().z + 1.0);
        parts.push(tube(&[
            [at.x - wide - out, y - 2.0, z, r],
            [at.x, y, z, r],
            [at.x + wide + out, y - 2.0, z, r],
        ]));
    }
    // From the foramina of L5 over the wings of the sacrum.
    for s in [-1.0f32, 1.0] {
        parts.push(tube(&[
            [MID_BONES, 42.0, -129.0, 5.0],
            [MID_BONES + s * 20.0, 40.0, -128.0, 5.0],
            [MID_BONES + s * 36.0, 33.0, -126.0, 5.0],
        ]));
    }
    union_all(parts)
}
