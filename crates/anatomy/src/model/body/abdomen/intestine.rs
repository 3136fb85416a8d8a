//! Large bowel from the caecum to the anus, appendix, and the loops of the small bowel between the other organs.

use std::sync::Arc;

use glam::Vec3;

use super::super::bowel;
use super::super::soft::{Course, carve, ellipsoid, solid, v};
use super::super::thorax::rib_cage;
use super::rank::{GUT, course};
use crate::model::{BodyBuilder, Field, Shape};

/// Where each part of the large bowel ends: a point near its axis.
const COLON_ENDS: [(&str, Vec3); 9] = [
    ("caecum", Vec3::new(-76.0, -66.0, -112.0)),
    ("ascending_colon", Vec3::new(-80.0, -47.0, 46.0)),
    ("right_colic_flexure", Vec3::new(-58.0, -69.0, 50.0)),
    ("transverse_colon", Vec3::new(116.0, -48.0, 92.0)),
    ("left_colic_flexure", Vec3::new(112.5, 4.0, 93.5)),
    ("descending_colon", Vec3::new(64.0, -66.0, -195.0)),
    ("sigmoid_colon", Vec3::new(0.0, 27.0, -174.0)),
    ("rectum", Vec3::new(1.0, 57.0, -286.0)),
    ("anal_canal", Vec3::new(2.0, 66.0, -313.0)),
];

/// Axis of the large bowel from the caecum to the anus. The facts share out 945 mL over caecum, colon and flexures, but ICRP
/// Publication 110 counts 615 mL for all of them together (139 mL caecum and ascending, 245 transverse with both flexures,
/// 120 descending, 110 sigmoid). The calibres keep the whole to 700 mL and the segments of known volume within their
/// figures, at the cost of the caecum and the flexures, whose figures are estimates.
const COLON: [[f32; 4]; 53] = [
    // Caecum and ascending colon.
    [-61.0, -76.0, -161.0, 12.0],
    [-62.5, -75.0, -154.0, 16.6],
    [-65.0, -72.0, -143.0, 17.5],
    [-69.0, -69.0, -129.0, 17.5],
    [-75.0, -64.0, -112.0, 18.0],
    [-85.0, -51.0, -80.0, 18.4],
    [-88.0, -39.0, -45.0, 18.4],
    [-88.0, -31.0, -10.0, 18.4],
    [-86.0, -33.0, 22.0, 18.2],
    // Right flexure.
    [-80.0, -45.0, 43.0, 17.0],
    [-67.0, -60.0, 51.0, 16.0],
    [-54.0, -73.0, 46.0, 16.2],
    // Transverse colon, hanging in front.
    [-45.0, -84.0, 30.0, 16.3],
    [-40.0, -91.0, 8.0, 16.6],
    [-26.0, -96.0, -8.0, 16.6],
    [0.0, -99.0, -14.0, 16.6],
    [28.0, -99.0, -6.0, 16.4],
    [56.0, -100.0, 13.0, 16.2],
    [82.0, -94.0, 40.0, 15.6],
    [100.5, -83.0, 62.0, 14.2],
    // Left flexure, higher than the right.
    [108.5, -62.0, 81.0, 13.2],
    [110.5, -40.0, 95.0, 13.0],
    [109.5, -11.0, 101.5, 12.8],
    [110.0, 9.0, 90.0, 11.8],
    // Descending colon.
    [111.0, 3.0, 70.0, 10.0],
    [112.0, -6.0, 40.0, 10.0],
    [110.0, -10.0, 5.0, 9.9],
    [106.0, -16.0, -30.0, 9.9],
    [102.0, -18.0, -60.0, 9.9],
    [100.0, -21.0, -90.0, 9.9],
    [96.0, -33.0, -118.0, 10.5],
    [89.0, -50.0, -145.0, 10.6],
    [79.0, -62.0, -172.0, 10.8],
    [64.0, -67.0, -196.0, 11.4],
    // Sigmoid colon, over the filled bladder and back to the midline.
    [48.0, -68.0, -206.0, 12.4],
    [32.0, -67.0, -197.0, 12.4],
    [14.0, -61.0, -187.0, 12.4],
    [-8.0, -52.0, -182.0, 12.4],
    [-30.0, -40.0, -186.0, 12.4],
    [-43.0, -20.0, -196.0, 12.4],
    [-37.0, 1.0, -192.0, 12.4],
    [-19.0, 12.0, -173.0, 12.4],
    [-5.0, 18.0, -166.0, 12.4],
    // Rectum along the sacrum, then forward and back at the pelvic floor.
    [0.0, 27.0, -174.0, 12.6],
    [-3.0, 38.0, -186.0, 13.0],
    [3.0, 52.0, -202.0, 14.4],
    [-1.0, 61.0, -222.0, 16.8],
    [-1.0, 60.5, -240.0, 16.4],
    [0.0, 55.0, -258.0, 12.8],
    [1.0, 53.0, -274.0, 10.5],
    // Anal canal.
    [1.0, 57.0, -286.0, 9.8],
    [1.5, 61.0, -300.0, 11.4],
    [2.0, 66.0, -313.0, 11.4],
];

fn colon() -> Course {
    let course = Course::new(&COLON, 2.0);
    let smooth_from = course.arc_at(v(0.0, 27.0, -174.0)) + 20.0;
    course.with_haustra(26.0, 0.27, smooth_from)
}

pub(super) fn large_bowel(body: &mut BodyBuilder) {
    let gut = Arc::new(colon());
    let ribs = rib_cage(body);
    let (low, high) = gut.bounds();
    let mut from = -100.0;
    for (n, (id, end)) in COLON_ENDS.iter().enumerate() {
        let to = if n + 1 == COLON_ENDS.len() {
            1e5
        } else {
            gut.arc_at(*end)
        };
        let (whole, start, ribs) = (gut.clone(), from, ribs.clone());
        let (low, high) = gut.bounds_between(start, to).unwrap_or((low, high));
        let part = solid(low, high, move |p| {
            let n = whole.near(p);
            // The costal arch presses on what lies behind it.
            let d = if p.z < -45.0 || n.d > 8.0 {
                n.d
            } else {
                carve(n.d, ribs.distance(p) - 1.2, 5.0)
            };
            d.max(((start - n.s) * 0.9).min(6.0))
                .max(((n.s - to) * 0.9).min(6.0))
        });
        body.add(id, GUT + 2, part);
        from = to;
    }
    body.add(
        "appendix",
        GUT + 1,
        course(&[
            [-66.0, -57.0, -150.0, 4.2],
            [-60.0, -46.0, -158.0, 4.2],
            [-54.0, -39.0, -162.0, 3.9],
            [-45.0, -36.0, -163.0, 3.7],
            [-35.0, -35.0, -161.0, 3.7],
            [-25.0, -35.0, -157.0, 3.7],
            [-15.0, -37.0, -152.0, 3.6],
            [-6.0, -39.0, -147.0, 3.0],
        ]),
    );
}

pub(super) fn small_bowel(body: &mut BodyBuilder) {
    let ids = [
        "liver",
        "gallbladder",
        "body_of_stomach",
        "head_of_pancreas",
        "spleen",
        "duodenum",
    ];
    let mut organs: Vec<Shape> = ids.iter().filter_map(|id| body.shape(id)).collect();
    organs.push(colon().shape());
    // Room for organs that other files add: bladder, kidneys.
    for (centre, radii) in [
        (v(5.6, -18.0, -233.0), v(41.0, 48.0, 37.0)),
        (v(75.0, 28.0, 24.0), v(34.0, 38.0, 54.0)),
        (v(-65.0, 14.0, 6.0), v(32.0, 36.0, 57.0)),
    ] {
        organs.push(solid(centre - radii, centre + radii, move |p| {
            ellipsoid(p, centre, radii)
        }));
    }
    let (whole, cut) = bowel::loops(&organs);
    let whole = Arc::new(whole);
    for (id, from, to) in [("jejunum", -100.0, cut), ("ileum", cut, 1e5)] {
        let Some((low, high)) = whole.bounds_between(from, to) else {
            continue;
        };
        let course = whole.clone();
        let part = solid(low, high, move |p| {
            let n = course.near(p);
            n.d.max(((from - n.s) * 0.9).min(6.0))
                .max(((n.s - to) * 0.9).min(6.0))
        });
        body.add(id, GUT - 1, part);
    }
}
