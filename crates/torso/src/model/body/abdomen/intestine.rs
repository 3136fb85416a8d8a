//! Large bowel from the caecum to the anus, appendix, and the loops of the small bowel between the other organs.

use std::sync::Arc;

use glam::Vec3;

use super::super::bowel::{Habit, Loops};
use super::super::soft::Course;
use super::super::thorax::rib_cage;
use super::rank::{GUT, MESENTERY, course};
use crate::model::plain::{carve, ellipsoid_at, v};
use crate::model::{BodyBuilder, Field, Shape, solid, union_all};

/// Where each part of the large bowel ends: a point near its axis.
pub(super) const COLON_ENDS: [(&str, Vec3); 9] = [
    ("caecum", Vec3::new(-76.0, -66.0, -112.0)),
    ("ascending_colon", Vec3::new(-81.5, -44.5, 42.5)),
    ("right_colic_flexure", Vec3::new(-51.0, -77.0, 45.0)),
    ("transverse_colon", Vec3::new(116.0, -48.0, 92.0)),
    ("left_colic_flexure", Vec3::new(112.5, 4.0, 93.5)),
    ("descending_colon", Vec3::new(64.0, -66.0, -195.0)),
    ("sigmoid_colon", Vec3::new(0.0, 28.0, -176.0)),
    ("rectum", Vec3::new(1.0, 57.0, -286.0)),
    ("anal_canal", Vec3::new(2.0, 66.0, -313.0)),
];

/// Axis of the large bowel from the caecum to the anus. The facts share out 945 mL over caecum, colon and flexures, but ICRP
/// Publication 110 counts 615 mL for all of them together (139 mL caecum and ascending, 245 transverse with both flexures,
/// 120 descending, 110 sigmoid). The calibres keep the segments of known volume to their own figures, which makes the
/// whole larger than that count and the caecum and the flexures, whose figures are estimates, smaller than those.
pub(super) const COLON: [[f32; 4]; 58] = [
    // Caecum and ascending colon.
    [-62.0, -76.0, -162.0, 14.0],
    [-63.0, -75.0, -154.0, 19.0],
    [-65.0, -72.0, -143.0, 21.5],
    [-69.0, -69.0, -129.0, 22.0],
    [-75.0, -64.0, -112.0, 20.3],
    [-85.0, -51.0, -80.0, 19.4],
    [-88.0, -39.0, -45.0, 18.9],
    [-88.0, -31.0, -10.0, 18.9],
    [-86.0, -33.0, 22.0, 18.5],
    // Right flexure.
    [-81.0, -44.0, 45.0, 17.7],
    [-67.0, -60.0, 55.0, 16.7],
    [-53.0, -75.0, 48.0, 16.7],
    // Transverse colon, hanging in front.
    [-45.0, -84.0, 30.0, 17.0],
    [-40.0, -91.0, 8.0, 17.2],
    [-26.0, -96.0, -8.0, 17.2],
    [0.0, -99.0, -14.0, 17.2],
    [28.0, -99.0, -6.0, 17.0],
    [56.0, -100.0, 13.0, 16.6],
    [82.0, -94.0, 40.0, 14.8],
    [100.5, -83.0, 62.0, 13.2],
    // Left flexure, higher than the right.
    [108.5, -62.0, 81.0, 12.9],
    [110.5, -40.0, 95.0, 12.9],
    [109.5, -11.0, 101.5, 12.7],
    [110.0, 9.0, 90.0, 11.8],
    // Descending colon.
    [111.0, 3.0, 70.0, 11.1],
    [112.0, -6.0, 40.0, 10.9],
    [110.0, -10.0, 5.0, 10.7],
    [106.0, -16.0, -30.0, 10.7],
    [102.0, -18.0, -60.0, 10.7],
    [100.0, -21.0, -90.0, 10.7],
    [96.0, -33.0, -118.0, 11.1],
    [89.0, -50.0, -145.0, 11.1],
    [79.0, -62.0, -172.0, 11.1],
    [64.0, -67.0, -196.0, 11.3],
    // Sigmoid colon, over the filled bladder to the right, up and back to the midline.
    [50.0, -68.0, -214.0, 11.2],
    [34.0, -68.0, -209.0, 11.2],
    [20.0, -66.0, -197.0, 11.2],
    [5.0, -61.0, -188.0, 11.2],
    [-12.0, -53.0, -187.0, 11.2],
    [-28.0, -43.0, -191.0, 11.2],
    [-36.0, -27.0, -190.0, 11.2],
    [-34.0, -10.0, -180.0, 11.2],
    [-24.0, -3.0, -166.0, 11.2],
    [-9.0, -4.0, -157.0, 11.2],
    [8.0, -4.0, -156.0, 11.2],
    [19.0, 4.0, -162.0, 11.2],
    [20.0, 15.0, -170.0, 11.4],
    [12.0, 22.0, -171.0, 11.8],
    // Rectum along the sacrum, then forward and back at the pelvic floor.
    [0.0, 28.0, -176.0, 12.6],
    [-4.0, 38.0, -187.0, 13.0],
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

/// How far the pouches stand out, as a part of the radius, from a place of the axis on: deep on the right, shallow on the
/// left, none on the rectum.
const POUCHES: [(Vec3, f32); 8] = [
    (Vec3::new(-62.0, -76.0, -162.0), 0.0),
    (Vec3::new(-66.0, -71.0, -138.0), 0.34),
    (Vec3::new(0.0, -99.0, -14.0), 0.34),
    (Vec3::new(110.5, -40.0, 95.0), 0.3),
    (Vec3::new(110.0, -10.0, 5.0), 0.24),
    (Vec3::new(64.0, -67.0, -196.0), 0.26),
    (Vec3::new(8.0, -4.0, -156.0), 0.2),
    (Vec3::new(0.0, 28.0, -176.0), 0.0),
];

fn colon(ribs: &Shape) -> Course {
    pouched(Course::new(&clear_of(ribs, COLON.to_vec()), 2.0), |p| p)
}

/// The axis moved off the ribs and their cartilages where the pouches would meet them.
pub(super) fn clear_of(ribs: &Shape, mut control: Vec<[f32; 4]>) -> Vec<[f32; 4]> {
    const MOST_MM: f32 = 14.0;
    let push = |[x, y, z, r]: [f32; 4]| {
        let p = v(x, y, z);
        let slope = |e: Vec3| ribs.distance(p + e) - ribs.distance(p - e);
        let away = v(slope(Vec3::X), slope(Vec3::Y), slope(Vec3::Z)).normalize_or_zero();
        away * (1.05 * r + 1.0 - ribs.distance(p)).clamp(0.0, MOST_MM)
    };
    for _ in 0..6 {
        let pushes: Vec<Vec3> = control.iter().map(|c| push(*c)).collect();
        for n in 1..control.len() - 1 {
            // Its neighbours give way with it.
            let by = pushes[n] * 0.5 + (pushes[n - 1] + pushes[n + 1]) * 0.15;
            for (c, by) in control[n].iter_mut().zip(by.to_array()) {
                *c += 0.5 * by;
            }
        }
    }
    control
}

/// The large bowel with its pouches; `there` leads from the male body to its own.
pub(super) fn pouched(course: Course, there: impl Fn(Vec3) -> Vec3) -> Course {
    let depth = POUCHES.map(|(at, depth)| (course.arc_at(there(at)), depth));
    course.with_haustra(depth.to_vec())
}

/// What presses on the large bowel: the costal arch and the stomach.
fn pressing(body: &BodyBuilder) -> Shape {
    let stomach = [
        "fundus_of_stomach",
        "body_of_stomach",
        "pyloric_part",
        "greater_curvature",
        "lesser_curvature",
    ];
    let stomach = stomach.iter().filter_map(|id| body.shape(id));
    union_all(stomach.chain(std::iter::once(rib_cage(body))))
}

/// The named parts of a large bowel, cut at the given ends and pressed by `others`, as shapes by id.
pub(super) fn colon_parts(
    gut: Course,
    ends: &[(&'static str, Vec3)],
    others: &Shape,
) -> Vec<(&'static str, Shape)> {
    let gut = Arc::new(gut);
    let (low, high) = gut.bounds();
    let mut from = -100.0;
    let mut parts = Vec::new();
    for (n, (id, end)) in ends.iter().enumerate() {
        let to = if n + 1 == ends.len() {
            1e5
        } else {
            gut.arc_at(*end)
        };
        let (whole, start, others) = (gut.clone(), from, others.clone());
        let (low, high) = gut.bounds_between(start, to).unwrap_or((low, high));
        let part = solid(low, high, move |p| {
            let n = whole.near(p);
            // What presses on it leaves a dent, not an edge.
            let d = if p.z < -45.0 || n.d > 8.0 {
                n.d
            } else {
                carve(n.d, others.distance(p) - 1.2, 5.0)
            };
            d.max(((start - n.s) * 0.9).min(6.0))
                .max(((n.s - to) * 0.9).min(6.0))
        });
        parts.push((*id, part));
        from = to;
    }
    parts
}

pub(super) fn large_bowel(body: &mut BodyBuilder) {
    let ribs = rib_cage(body);
    let others = pressing(body);
    for (id, part) in colon_parts(colon(&ribs), &COLON_ENDS, &others) {
        body.add(id, GUT + 2, part);
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

/// First course of the cord that becomes the small bowel, from the duodenojejunal flexure to the ileocaecal valve (HRA Visible
/// Human Male, moved to clear the stomach): left flank, then in front of the spine, then to the right.
pub(super) const CORD: [Vec3; 12] = [
    Vec3::new(43.0, -33.0, 54.0),
    Vec3::new(58.0, -40.0, 40.0),
    Vec3::new(78.0, -60.0, 8.0),
    Vec3::new(60.0, -80.0, -25.0),
    Vec3::new(72.0, -70.0, -60.0),
    Vec3::new(40.0, -90.0, -80.0),
    Vec3::new(20.0, -70.0, -110.0),
    Vec3::new(30.0, -60.0, -150.0),
    Vec3::new(0.0, -80.0, -140.0),
    Vec3::new(-10.0, -70.0, -100.0),
    Vec3::new(-32.0, -60.0, -100.0),
    Vec3::new(-49.0, -58.0, -106.0),
];
/// Root of the mesentery: from the duodenojejunal flexure to the ileocaecal valve, in front of the spine.
pub(super) const ROOT: (Vec3, Vec3) = (
    Vec3::new(26.0, -30.0, 38.0),
    Vec3::new(-38.0, -32.0, -104.0),
);
/// Trunks of the superior mesenteric vessels, which other files add, with the room that they need among the loops.
pub(super) const MESENTERIC: [[f32; 4]; 8] = [
    [-4.0, -33.0, 27.0, 7.0],
    [6.0, -46.0, 17.0, 9.0],
    [6.5, -52.5, 5.9, 9.0],
    [8.5, -52.8, -20.1, 8.0],
    [9.6, -56.3, -50.1, 7.0],
    [8.0, -58.1, -80.1, 6.0],
    [3.0, -60.9, -108.0, 4.5],
    [-12.0, -62.0, -134.0, 4.0],
];
/// His small bowel: radii and length give the 0.9 L that ICRP Publication 110 counts for jejunum and ileum, and it lies about
/// the centroids that were measured on the HRA Visible Human Male.
const LOOPS: Own = Own {
    radius: (8.6, 7.2),
    spare: 0.0,
    length: 5000.0,
    homes: [
        (Vec3::new(58.0, -61.0, -9.0), 90.0),
        (Vec3::new(13.0, -70.0, -110.0), 100.0),
    ],
    seed: 0,
};

/// What a body's small bowel has of its own: see [`Habit`].
pub(super) struct Own {
    pub(super) radius: (f32, f32),
    pub(super) spare: f32,
    pub(super) length: f32,
    pub(super) homes: [(Vec3, f32); 2],
    pub(super) seed: u32,
}

impl Own {
    /// With the courses of the male body, which `there` leads to this one.
    pub(super) fn habit(&self, there: impl Fn(Vec3) -> Vec3) -> Habit {
        let vessels = Course::new(&MESENTERIC, 2.0);
        let count = (vessels.length() / 4.0) as usize;
        let vessels = (0..=count).map(|i| i as f32 * 4.0).map(|s| {
            let (p, room) = (vessels.at(s), vessels.radius_at(s));
            (there(p), room)
        });
        Habit {
            cord: CORD.iter().map(|p| there(*p)).collect(),
            root: (there(ROOT.0), there(ROOT.1)),
            vessels: vessels.collect(),
            radius: self.radius,
            spare: self.spare,
            length: self.length,
            homes: self.homes,
            seed: self.seed,
        }
    }
}

/// Adds the loops of the small bowel and their mesentery.
pub(super) fn add_loops(body: &mut BodyBuilder, loops: &Loops) {
    for (id, shape) in loops.shapes() {
        body.add(id, GUT - 1, shape);
    }
    body.add("mesentery", MESENTERY, loops.mesentery());
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
    organs.push(colon(&rib_cage(body)).shape());
    // Room for organs that other files add: bladder, kidneys.
    for (centre, radii) in [
        (v(5.6, -18.0, -233.0), v(41.0, 48.0, 37.0)),
        (v(75.0, 28.0, 24.0), v(34.0, 38.0, 54.0)),
        (v(-65.0, 14.0, 6.0), v(32.0, 36.0, 57.0)),
    ] {
        organs.push(solid(centre - radii, centre + radii, move |p| {
            ellipsoid_at(p, centre, radii)
        }));
    }
    let loops = Loops::grown(&LOOPS.habit(|p| p), &organs, |p| p);
    add_loops(body, &loops);
}
