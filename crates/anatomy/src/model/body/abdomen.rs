//! The digestive organs of the abdomen, the spleen, and the fat and folds between them.
//!
//! Courses, levels and radii are measurements at a handful of places on the HRA Visible Human Male (liver, gallbladder, ducts,
//! duodenum, pancreas, spleen, large bowel) and Z-Anatomy (stomach), rounded and moved where two bodies would collide; calibres
//! are set so that volumes meet those of the reference man (ICRP Publication 110), since the source's colon is distended and
//! its gallbladder empty. All shapes are our own.

use std::sync::Arc;

use glam::Vec3;

use super::bowel;
use super::soft::{
    Course, carve, ellipsoid, smooth_max, smooth_min, smooth_step, solid, squash, v,
};
use crate::model::{BodyBuilder, Shape};

/// Priorities: ducts run through organs; parts of an organ win over its rest; hollow organs press into solid ones.
const SOLID: i32 = 50;
const GUT: i32 = 60;
const DUCT: i32 = 70;

/// Adds the organs of the abdomen.
pub fn build(body: &mut BodyBuilder) {
    ducts(body);
    liver(body);
    stomach(body);
    pancreas_and_duodenum(body);
    spleen(body);
    large_bowel(body);
    small_bowel(body);
    folds_and_fat(body);
}

fn course(control: &[[f32; 4]]) -> Shape {
    Course::new(control, 1.5).shape()
}

fn ducts(body: &mut BodyBuilder) {
    body.add("gallbladder", GUT + 5, gallbladder().shape());
    body.add(
        "cystic_duct",
        DUCT,
        course(&[
            [-59.0, -25.0, 80.0, 2.6],
            [-55.0, -21.0, 77.0, 2.1],
            [-52.0, -21.0, 80.0, 2.1],
            [-48.0, -18.0, 78.0, 2.1],
            [-44.5, -18.0, 80.0, 2.3],
        ]),
    );
    // Right and left hepatic ducts join at the porta hepatis.
    let common = course(&[
        [-37.0, -17.0, 103.0, 2.2],
        [-40.0, -17.0, 94.0, 2.4],
        [-44.0, -18.0, 80.0, 2.7],
    ]);
    let right = course(&[
        [-56.0, -12.0, 110.0, 1.7],
        [-47.0, -15.0, 107.0, 2.0],
        [-38.0, -17.0, 101.0, 2.2],
    ]);
    let left = course(&[
        [-20.0, -30.0, 109.0, 1.7],
        [-28.0, -23.0, 107.0, 2.0],
        [-37.0, -17.0, 101.0, 2.2],
    ]);
    let hepatic = common.smooth_union(&right, 2.0).smooth_union(&left, 2.0);
    body.add("common_hepatic_duct", DUCT, hepatic);
    body.add(
        "bile_duct",
        DUCT,
        course(&[
            [-44.0, -18.0, 80.0, 3.2],
            [-37.0, -18.0, 70.0, 3.5],
            [-28.0, -15.5, 58.0, 3.5],
            [-25.0, -14.0, 46.0, 3.5],
            [-29.0, -17.0, 36.0, 3.3],
            [-34.0, -21.0, 31.0, 2.7],
        ]),
    );
    let centre = v(-34.8, -21.5, 30.6);
    let radii = v(5.0, 4.6, 5.2);
    body.add(
        "ampulla",
        DUCT + 1,
        solid(centre - radii, centre + radii, move |p| {
            ellipsoid(p, centre, radii)
        }),
    );
}

/// Pear-shaped, fundus forward, neck back and medial. Filled (66 mL), not empty as in the source.
fn gallbladder() -> Course {
    Course::new(
        &[
            [-85.0, -87.0, 63.0, 14.5],
            [-84.0, -76.0, 69.0, 18.6],
            [-80.5, -64.0, 75.0, 19.2],
            [-76.0, -53.0, 80.0, 15.4],
            [-70.0, -43.0, 83.0, 10.0],
            [-64.0, -34.0, 83.0, 6.0],
            [-59.0, -26.0, 80.0, 3.0],
        ],
        1.5,
    )
}

/// Surface of the liver.
fn liver_field(p: Vec3, gallbladder: &Course) -> f32 {
    // The right lobe fills the right dome (x -133 to -10, y -95 to 88, top z 175); the left is a flat tongue rising to the left.
    let right = {
        let q = (p - v(-70.0, -1.0, 84.0)).abs() / v(63.0, 91.0, 92.0);
        let n = 2.35;
        ((q.x.powf(n) + q.y.powf(n) + q.z.powf(n)).powf(1.0 / n) - 1.0) * 64.0
    };
    let left = {
        let q = p - v(-8.0, -49.0, 112.0);
        let (sin, cos) = (-0.42f32).sin_cos();
        ellipsoid(
            v(cos * q.x - sin * q.z, q.y, sin * q.x + cos * q.z),
            Vec3::ZERO,
            v(76.0, 46.0, 29.0),
        )
    };
    let body = smooth_min(right, left, 34.0);
    // Under surface: climbs from the sharp lower right edge, runs level at the hilum, climbs again to the left tip.
    let bottom = {
        let front = smooth_step(-8.0, -40.0, p.y);
        let level = 52.0 + 32.0 * front;
        let right = smooth_min(0.0, (p.x + 66.0) * 1.02 - 4.0, 14.0) * (1.0 - 0.15 * front);
        let left = smooth_max(0.0, (p.x - 4.0) * 0.95, 14.0);
        level + right + left
    };
    let mut d = smooth_max(body, (bottom - p.z) * 0.66, 16.0);
    // Behind, to the left of the vena cava, it ends in front of the spine.
    d = smooth_max(d, (p.x + 10.0 + 1.5 * (p.y - 15.0)) * 0.555, 18.0);
    // Groove of the vena cava, beds of kidney, colic flexure and gallbladder, notch of the round ligament.
    d = carve(
        d,
        ellipsoid(p, v(-24.0, 17.0, 110.0), v(12.5, 13.0, 200.0)),
        8.0,
    );
    d = carve(
        d,
        ellipsoid(p, v(-60.0, 32.0, 12.0), v(37.0, 33.0, 60.0)),
        12.0,
    );
    d = carve(
        d,
        ellipsoid(p, v(-74.0, -52.0, 36.0), v(30.0, 40.0, 42.0)),
        12.0,
    );
    d = carve(d, gallbladder.d(p) - 0.4, 5.0);
    carve(
        d,
        ellipsoid(p, v(-22.0, -94.0, 72.0), v(4.0, 26.0, 20.0)),
        7.0,
    )
}

fn liver(body: &mut BodyBuilder) {
    let bed = Arc::new(gallbladder());
    let whole = move |p| liver_field(p, &bed);
    let (low, high) = (v(-138.0, -112.0, -6.0), v(74.0, 94.0, 181.0));
    body.add("liver", SOLID, solid(low, high, whole));
    // Lobes named from their place: behind and below the hilum, and in front of it between gallbladder and round ligament.
    for (id, centre, radii) in [
        (
            "caudate_lobe_of_liver",
            v(-18.0, -1.0, 107.0),
            v(20.0, 18.0, 35.0),
        ),
        (
            "quadrate_lobe_of_liver",
            v(-44.0, -68.0, 93.0),
            v(25.0, 42.0, 19.0),
        ),
    ] {
        let lobe = solid(centre - radii, centre + radii, move |p| {
            ellipsoid(p, centre, radii)
        });
        body.add(id, SOLID + 1, lobe).contained_in("liver");
    }
}

/// Axis of the stomach from the top of the fundus to the pylorus: a J.
const STOMACH: [[f32; 4]; 9] = [
    [56.0, -2.0, 113.0, 17.0],
    [62.0, -16.0, 107.0, 25.5],
    [66.0, -36.0, 96.0, 31.0],
    [68.0, -56.0, 81.0, 31.0],
    [60.0, -73.0, 65.0, 27.0],
    [46.0, -82.0, 53.0, 23.0],
    [29.0, -83.0, 48.0, 19.0],
    [13.0, -77.0, 53.0, 15.0],
    [3.0, -71.0, 60.0, 11.0],
];
/// Where the oesophagus opens into the stomach.
const CARDIA: Vec3 = Vec3::new(29.0, 1.0, 117.0);

fn stomach(body: &mut BodyBuilder) {
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
    let (low, high) = (v(-16.0, -116.0, 14.0), v(104.0, 28.0, 140.0));
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
    for (id, sign) in [("greater_curvature", 1.0f32), ("lesser_curvature", -1.0)] {
        let at = axis.clone();
        let band = part(Box::new(move |p| {
            let n = at.near(p);
            let towards =
                (leftwards - n.tangent * leftwards.dot(n.tangent)).normalize_or(leftwards);
            let round = (0.84 - n.radial.normalize_or(Vec3::X).dot(towards) * sign) * n.r;
            let wall = -8.0 - n.d;
            let ends = (8.0 - n.s).max(n.s - length * 0.93) * 0.5;
            round.max(wall).max(ends).min(6.0)
        }));
        body.add(id, GUT + 2, band);
    }
    let fundus = part(Box::new(|p| {
        103.0 + 0.12 * (p.x - 50.0) + 0.10 * (p.y + 25.0) - p.z
    }));
    body.add("fundus_of_stomach", GUT + 1, fundus);
    let cardia = part(Box::new(|p| (p - CARDIA).length() - 17.0));
    body.add("cardia", GUT + 3, cardia);
}

/// The duodenum from the pylorus round the head of the pancreas to the duodenojejunal flexure.
fn duodenum() -> Course {
    Course::new(
        &[
            [2.0, -70.0, 61.0, 10.5],
            [-8.0, -62.0, 72.0, 12.5],
            [-22.0, -47.0, 76.0, 12.0],
            [-35.0, -31.0, 72.0, 10.8],
            [-42.0, -23.0, 58.0, 10.4],
            [-42.5, -21.0, 40.0, 10.2],
            [-38.0, -22.0, 21.0, 10.2],
            [-25.0, -26.0, 7.0, 10.0],
            [-8.0, -31.0, 2.5, 10.0],
            [8.0, -35.0, 5.0, 9.8],
            [17.0, -36.0, 17.0, 9.8],
            [21.0, -36.0, 34.0, 9.8],
            [27.0, -36.0, 49.0, 10.0],
            [35.0, -34.0, 56.0, 10.5],
            [43.0, -33.0, 54.0, 11.5],
        ],
        2.0,
    )
}

fn pancreas_and_duodenum(body: &mut BodyBuilder) {
    let gut = duodenum();
    body.add("duodenum", GUT, duodenum().shape());

    // Neck, body and tail climb to the left and back in an arch over the spine, thin from front to back.
    let arch = Arc::new(Course::new(
        &[
            [-6.0, -35.0, 55.0, 13.0],
            [2.0, -39.0, 63.0, 13.0],
            [14.0, -34.0, 71.0, 14.4],
            [29.0, -15.0, 76.0, 16.2],
            [45.0, 4.0, 80.0, 16.7],
            [60.0, 17.0, 84.0, 15.6],
            [74.0, 27.0, 87.0, 10.4],
        ],
        2.0,
    ));
    let thin = |p| squash(p, v(15.0, -14.0, 66.0), v(-0.55, 0.835, 0.0), 0.88);
    let (low, high) = (v(-46.0, -60.0, 12.0), v(92.0, 46.0, 108.0));
    let whole = {
        let arch = arch.clone();
        let field = solid(low, high, move |p| {
            let head = smooth_min(
                ellipsoid(p, v(-20.0, -27.0, 45.0), v(20.0, 18.0, 28.0)),
                ellipsoid(p, v(-10.0, -24.0, 28.0), v(16.0, 9.0, 10.0)),
                10.0,
            );
            smooth_min(head, arch.d(thin(p)), 14.0).max(0.8 - gut.d(p))
        });
        // Lobules.
        field.roughen(1.0, 9.0, 11)
    };
    body.add("head_of_pancreas", SOLID, whole.clone());
    let rest = whole.intersect(&solid(low, high, |p| -4.0 - p.x));
    body.add("body_of_pancreas", SOLID + 1, rest);
    let from = arch.length() * 0.72;
    let tail = whole.intersect(&solid(low, high, move |p| {
        ((from - arch.near(thin(p)).s) * 0.5).min(6.0)
    }));
    body.add("tail_of_pancreas", SOLID + 2, tail);
}

fn spleen(body: &mut BodyBuilder) {
    // Along the tenth rib, from behind above to the side below.
    let axis = Course::new(
        &[
            [42.0, 64.0, 128.0, 22.0],
            [66.0, 70.0, 120.0, 29.0],
            [92.0, 62.0, 103.0, 33.0],
            [112.0, 44.0, 84.0, 32.0],
            [121.0, 24.0, 65.0, 25.0],
            [123.0, 8.0, 51.0, 14.0],
        ],
        2.0,
    );
    let shape = solid(v(14.0, -26.0, 22.0), v(142.0, 96.0, 160.0), move |p| {
        // A slice of the left dome, 24 mm thick: convex to the diaphragm, hollow to stomach and kidney.
        let dome = ellipsoid(p, v(58.0, 2.0, 86.0), v(78.0, 77.0, 86.0));
        let slice = smooth_max(dome, -(dome + 23.5), 12.0);
        let d = smooth_max(axis.d(p), slice, 12.0);
        // Hilum, and the notch of the upper border.
        let d = carve(
            d,
            ellipsoid(p, v(78.0, 34.0, 88.0), v(20.0, 12.0, 11.0)),
            10.0,
        );
        carve(d, ellipsoid(p, v(122.0, 6.0, 84.0), v(9.0, 9.0, 5.0)), 6.0)
    });
    body.add("spleen", SOLID + 3, shape);
}

/// Where each part of the large bowel ends: a point near its axis.
const COLON_ENDS: [(&str, Vec3); 9] = [
    ("caecum", Vec3::new(-81.0, -58.0, -97.0)),
    ("ascending_colon", Vec3::new(-83.0, -42.0, 40.0)),
    ("right_colic_flexure", Vec3::new(-56.0, -72.0, 48.0)),
    ("transverse_colon", Vec3::new(103.0, -82.0, 65.0)),
    ("left_colic_flexure", Vec3::new(115.0, -9.0, 84.0)),
    ("descending_colon", Vec3::new(64.0, -66.0, -195.0)),
    ("sigmoid_colon", Vec3::new(0.0, 27.0, -174.0)),
    ("rectum", Vec3::new(1.0, 57.0, -286.0)),
    ("anal_canal", Vec3::new(2.0, 66.0, -313.0)),
];

/// Axis of the large bowel from the caecum to the anus.
const COLON: [[f32; 4]; 53] = [
    // Caecum and ascending colon.
    [-64.0, -75.0, -164.0, 20.0],
    [-64.5, -74.0, -155.0, 24.8],
    [-66.0, -71.0, -144.0, 26.5],
    [-71.0, -68.0, -130.0, 26.5],
    [-76.0, -64.0, -112.0, 23.5],
    [-86.0, -52.0, -80.0, 21.0],
    [-90.0, -41.0, -45.0, 20.5],
    [-90.0, -33.0, -10.0, 20.5],
    [-87.0, -34.0, 22.0, 19.5],
    // Right flexure.
    [-82.0, -44.0, 44.0, 19.0],
    [-68.0, -59.0, 53.0, 18.0],
    [-54.0, -73.0, 46.0, 18.0],
    // Transverse colon, hanging in front.
    [-45.0, -84.0, 30.0, 17.0],
    [-40.0, -93.0, 8.0, 17.0],
    [-26.0, -100.0, -8.0, 17.0],
    [0.0, -104.0, -14.0, 17.0],
    [28.0, -105.0, -5.0, 17.0],
    [56.0, -105.0, 14.0, 17.0],
    [83.0, -99.0, 40.0, 16.5],
    [101.0, -84.0, 62.0, 16.0],
    // Left flexure, higher than the right.
    [113.0, -63.0, 80.0, 15.5],
    [118.0, -42.0, 93.0, 15.5],
    [117.0, -22.0, 97.0, 15.0],
    [115.0, -9.0, 86.0, 14.5],
    // Descending colon.
    [114.0, -6.0, 66.0, 13.2],
    [117.0, -9.0, 40.0, 11.8],
    [116.0, -10.0, 5.0, 11.4],
    [110.0, -16.0, -30.0, 11.2],
    [103.0, -18.0, -60.0, 11.2],
    [100.0, -21.0, -90.0, 11.2],
    [96.0, -33.0, -118.0, 11.2],
    [89.0, -50.0, -145.0, 11.2],
    [79.0, -62.0, -172.0, 11.2],
    [64.0, -67.0, -196.0, 11.4],
    // Sigmoid colon, over the filled bladder and back to the midline.
    [48.0, -68.0, -205.0, 12.0],
    [32.0, -67.0, -197.0, 12.0],
    [14.0, -61.0, -184.0, 12.2],
    [-8.0, -52.0, -177.0, 12.2],
    [-30.0, -40.0, -180.0, 12.2],
    [-43.0, -20.0, -188.0, 12.2],
    [-37.0, 1.0, -185.0, 12.2],
    [-19.0, 12.0, -171.0, 12.2],
    [-5.0, 18.0, -166.0, 12.4],
    // Rectum along the sacrum, then forward and back at the pelvic floor.
    [0.0, 27.0, -174.0, 12.6],
    [-3.0, 38.0, -186.0, 13.0],
    [3.0, 52.0, -202.0, 14.0],
    [-1.0, 64.0, -222.0, 15.8],
    [-1.0, 65.0, -240.0, 15.0],
    [0.0, 59.0, -258.0, 12.5],
    [1.0, 56.0, -274.0, 10.5],
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

fn large_bowel(body: &mut BodyBuilder) {
    let gut = Arc::new(colon());
    let (low, high) = gut.bounds();
    let mut from = -100.0;
    for (n, (id, end)) in COLON_ENDS.iter().enumerate() {
        let to = if n + 1 == COLON_ENDS.len() {
            1e5
        } else {
            gut.arc_at(*end)
        };
        let (whole, start) = (gut.clone(), from);
        let (low, high) = gut.bounds_between(start, to).unwrap_or((low, high));
        let part = solid(low, high, move |p| {
            let n = whole.near(p);
            n.d.max(((start - n.s) * 0.9).min(6.0))
                .max(((n.s - to) * 0.9).min(6.0))
        });
        body.add(id, GUT + 2, part);
        from = to;
    }
    body.add(
        "appendix",
        GUT + 1,
        course(&[
            [-63.0, -46.0, -163.0, 4.2],
            [-58.0, -37.0, -163.0, 3.9],
            [-51.0, -28.0, -159.0, 3.7],
            [-40.0, -21.0, -157.0, 3.6],
            [-28.0, -19.0, -152.0, 3.6],
            [-16.0, -23.0, -147.0, 3.5],
            [-5.0, -29.0, -145.0, 3.0],
        ]),
    );
}

fn small_bowel(body: &mut BodyBuilder) {
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
    let (jejunum, ileum) = bowel::loops(&organs);
    body.add("jejunum", GUT - 2, jejunum.shape());
    body.add("ileum", GUT - 1, ileum.shape());
}

/// Root of the mesentery: from the duodenojejunal flexure to the ileocaecal valve, in front of the spine.
const ROOT: (Vec3, Vec3) = (
    Vec3::new(26.0, -30.0, 38.0),
    Vec3::new(-38.0, -32.0, -104.0),
);

fn folds_and_fat(body: &mut BodyBuilder) {
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
