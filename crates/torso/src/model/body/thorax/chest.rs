//! The inner surface of the chest wall and the diaphragm, which bound lungs and heart.

use anatomy::Aabb;
use glam::Vec3;

use crate::model::body::middle::MID_BONES;
use crate::model::parts::*;
use crate::model::plain::{smooth_max, smooth_min, v};
use crate::model::{BodyBuilder, Field, Shape, remembered, smooth_union_all, union_all};

/// Inner surface of the chest wall at a handful of levels: z; half width about x 2; y of the widest point; y of the
/// front and of the back. Z-Anatomy lungs, both sides averaged, extremes read at twelve levels.
const CHEST: [[f32; 5]; 16] = [
    [-45., 116., -8., -70., 60.],
    [0., 119., -10., -92., 70.],
    [40., 120., -12., -108., 78.],
    [80., 126., -14., -113., 83.],
    [100., 128.5, -14., -114., 88.],
    [125., 130.5, -12., -114., 91.],
    [150., 130., -4., -115., 94.],
    [175., 128.5, 4., -108., 94.],
    [200., 123., 8., -99., 93.],
    [225., 117.5, 10., -88., 90.],
    [250., 112., 17., -79., 85.],
    [275., 104., 22., -65., 77.],
    [300., 91.5, 25., -41., 66.],
    [320., 73.5, 26., -21., 55.],
    [335., 53., 22., -4., 41.],
    [345., 38., 22., 4., 36.],
];

/// The chest wall, moved inwards by `inset` mm; the angles of the ribs make its back squarer than its front.
pub(super) fn chest(inset: f32) -> AxialLoft {
    let squareness = 4.0;
    let s: Vec<Girth> = CHEST
        .iter()
        .map(|&[z, half, y, front, back]| Girth {
            t: z,
            c: [MID_BONES, y],
            r: [
                half - inset,
                half - inset,
                back - inset - y,
                y - front - inset,
            ],
            n: [2.3, squareness],
        })
        .collect();
    AxialLoft::new(Vec3::ZERO, Vec3::Z, Vec3::X, &s)
}

pub(super) fn bell(x: f32, c: f32, w: f32) -> f32 {
    let q = (x - c) / w;
    (-q * q).exp()
}

pub(super) fn step(x: f32, c: f32, w: f32) -> f32 {
    1.0 / (1.0 + (-(x - c) / w).exp())
}

/// Height of the upper face of the diaphragm at (x, y), mm, given the distance `s` inside the chest wall: right dome
/// z 169, left 149, the heart's bed between them, a steep fall at the wall and a longer one behind.
/// Fitted by hand to a 13 x 10 grid of heights (Z-Anatomy diaphragm): 169 at (-60, -40), 157 at (2, -40), 145 at
/// (60, -40), 149 at (70, 0), 140 at (-120, -30), 106 at (-60, 70), 150 at (-20, -105).
fn dome_z(x: f32, y: f32, s: f32) -> f32 {
    let top = 157.5 + 12.0 * bell(x, -68.0, 48.0) - 10.5 * step(x, 22.0, 9.0)
        + 4.0 * bell(x, 78.0, 30.0) * step(y, -15.0, 12.0);
    let side = ((x - MID_BONES) / 130.0).powi(2);
    let front = ((y + 12.0).min(0.0) / 104.0).powi(2);
    let flank = side / (side + front + 0.05);
    let reach = 4.0 + 2.5 * flank;
    let fall = (200.0 + 110.0 * flank) * (-s.max(-8.0) / reach).exp();
    let back = 86.0 - 50.0 * bell(x, MID_BONES, 30.0);
    let dy = ((y + 12.0) / (back + 12.0)).clamp(0.0, 1.4);
    top - fall - 110.0 * dy.powf(3.6)
}

/// Distance above the dome (positive above), mm.
fn above_dome(wall: &AxialLoft, p: Vec3) -> f32 {
    let h = |x: f32, y: f32| dome_z(x, y, -wall.wall(v(x, y, 130.0)));
    let z = h(p.x, p.y);
    let d = p.z - z;
    let (gx, gy) = (h(p.x + 1.0, p.y) - z, h(p.x, p.y + 1.0) - z);
    (d / (1.0 + gx * gx + gy * gy).sqrt()).min(12.0)
}

/// Ribs and costal cartilages that organs and diaphragm lie against.
pub(in crate::model::body) fn rib_cage(body: &BodyBuilder) -> Shape {
    let ids = ["left", "right"].iter().flat_map(|side| {
        let ribs = (1..=12).map(move |n| format!("{side}_rib_{n}"));
        ribs.chain((1..=10).map(move |n| format!("{side}_costal_cartilage_{n}")))
    });
    remembered(&union_all(
        ids.filter_map(|id| body.shape(&id)).collect::<Vec<_>>(),
    ))
}

/// The part of an organ that leaves `clear` mm to the ribs and does not swell out between them; shallow dents `blend` mm
/// wide are all that they leave on it.
pub(in crate::model::body) fn within_ribs(
    organ: &Shape,
    ribs: &Shape,
    clear: f32,
    blend: f32,
) -> Shape {
    let (organ, ribs) = (organ.clone(), ribs.clone());
    let wall = chest(clear - 7.0);
    let bounds = organ.bounds();
    custom(bounds.min, bounds.max, move |p: Vec3| {
        let w = wall.wall(p);
        let d = smooth_max(organ.distance(p), w, blend);
        if w < -2.0 * blend - 12.0 {
            d
        } else {
            smooth_max(d, clear - ribs.distance(p), blend)
        }
    })
}

/// The part of a tree in the lungs that stays clear of their surface.
pub(super) fn within_lungs(tree: &Shape, under: &Shape) -> Shape {
    let (tree, under) = (tree.clone(), under.clone());
    let wall = chest(14.0);
    let bounds = tree.bounds();
    custom(bounds.min, bounds.max, move |p: Vec3| {
        let limit = smooth_max(wall.wall(p), 7.0 - under.distance(p), 4.0);
        smooth_max(tree.distance(p), limit, 2.0)
    })
}

/// What the diaphragm is draped over, and by how much it clears each organ, mm: half its own thickness and a film.
const DRAPED: [(&[&str], f32); 5] = [
    (&["liver"], 3.6),
    (&["gallbladder"], 3.6),
    (&["spleen"], 4.4),
    (&["body_of_stomach"], 3.6),
    // One tube: beyond its ends a segment knows no distance.
    (
        &[
            "ascending_colon",
            "right_colic_flexure",
            "transverse_colon",
            "left_colic_flexure",
            "descending_colon",
        ],
        4.6,
    ),
];

/// The organs of [`DRAPED`] with their clearances, mm.
fn draped(body: &BodyBuilder) -> Vec<(Shape, f32)> {
    let shape = |ids: &[&str]| {
        let parts: Vec<Shape> = ids.iter().filter_map(|id| body.shape(id)).collect();
        (!parts.is_empty()).then(|| union_all(parts))
    };
    DRAPED
        .iter()
        .filter_map(|(ids, clear)| Some((shape(ids)?, *clear)))
        .collect()
}

/// The solid under the diaphragm, which is draped over the organs below it and moulded under the heart.
pub(super) fn under_diaphragm(body: &BodyBuilder, heart: &Shape) -> Shape {
    let wall = chest(1.5);
    let base = chest(0.0);
    // organs may press against the ribs themselves
    let ribs = chest(-4.0);
    let organs: Vec<(Shape, Aabb, f32)> = draped(body)
        .into_iter()
        .map(|(shape, clear)| {
            let reach = shape.bounds().grown(clear + 10.0);
            (shape, reach, clear)
        })
        .collect();
    let cage = rib_cage(body);
    let heart = heart.clone();
    let bed = heart.bounds().grown(12.0);
    remembered(&custom(
        v(-136., -123., -60.),
        v(140., 102., 186.),
        move |p: Vec3| {
            let d = above_dome(&base, p);
            // back wall in front of the spine
            let back = 82.0 - 58.0 * bell(p.x, MID_BONES, 27.0);
            let mut d = smooth_max(
                smooth_max(d, (p.y - back + 1.5) * 0.5, 12.0),
                wall.wall(p),
                6.0,
            );
            for (organ, reach, clear) in &organs {
                if reach.distance(p) <= 0.0 {
                    let within = smooth_max(organ.distance(p) - clear, ribs.wall(p), 4.0);
                    d = smooth_min(d, within, 10.0);
                }
            }
            if bed.distance(p) <= 0.0 {
                d = smooth_max(d, 3.6 - heart.distance(p), 6.0);
            }
            if wall.wall(p) > -36.0 {
                d = smooth_max(d, 1.2 - cage.distance(p), 6.0);
            }
            d
        },
    ))
}

/// Lowest attachment of the diaphragm: rises along the costal margin to the xiphoid process in front, and to the
/// arcuate ligaments beside the spine behind, in shallow slips between the ribs.
fn diaphragm_edge(p: Vec3) -> f32 {
    let x = (p.x - MID_BONES).abs();
    let front = 131.0 - 1.25 * (x.hypot(20.0) - 20.0);
    let back = -26.0 + 42.0 * bell(x, 0.0, 55.0);
    let f = step(p.y, -25.0, 14.0);
    let slips = 2.5 * (0.22 * p.y + 0.16 * x).sin() * step(x, 45.0, 8.0);
    smooth_max(front * (1.0 - f) + back * f, -20.0, 16.0) + slips
}

/// Adds the diaphragm: the leaf on top of `under` and the two crura down to the lumbar vertebrae.
pub(super) fn build(body: &mut BodyBuilder, under: &Shape) {
    let inner = under.clone();
    let crura = smooth_union_all(
        vec![
            band(
                v(0.8, 0.3, 0.),
                &[
                    [-8., 13., 140., 9., 4.],
                    [-8., 12., 112., 9., 4.],
                    [-8., 6.5, 90., 8.5, 4.],
                    [-8., 0., 70., 8., 4.],
                    [-8., -5., 50., 7.5, 4.],
                    [-8., -12.5, 30., 7., 4.],
                    [-6., -16.5, 10., 6., 3.6],
                    [-3., -20., -10., 5., 3.2],
                    [0., -22.5, -32., 4., 2.8],
                    [0.5, -22.5, -52., 3., 2.2],
                ],
            ),
            band(
                v(-0.8, 0.3, 0.),
                &[
                    [34., -9., 97., 7., 3.2],
                    [32., -9., 80., 7.5, 3.5],
                    [29., -9., 60., 7., 3.5],
                    [27., -8., 40., 6.5, 3.5],
                    [26., -9., 10., 6., 3.3],
                    [24., -10., -18., 4.5, 3.],
                    [23., -10., -34., 3., 2.2],
                ],
            ),
            // median arcuate ligament: the crura join in front of the aorta, above the coeliac trunk
            band(
                v(0., 0.3, 1.),
                &[
                    [-8., 4., 88., 5., 3.4],
                    [3., -6., 91., 4.5, 3.],
                    [13., -11., 92., 4.5, 2.8],
                    [24., -12., 91., 4.5, 2.8],
                    [32., -10., 86., 5., 3.2],
                ],
            ),
        ],
        3.,
    );
    // A leaf this thin would shred an organ whose surface it grazes: it ends where one of them begins.
    let organs: Vec<(Shape, Aabb)> = draped(body)
        .into_iter()
        .map(|(shape, _)| {
            let bounds = shape.bounds();
            (shape, bounds)
        })
        .collect();
    let leaf = custom(
        v(-135., -122., -38.),
        v(139., 100., 184.),
        move |p: Vec3| {
            let d = inner.distance(p);
            let s = (d + 1.0).abs() - 1.1;
            let leaf = smooth_max(s, (diaphragm_edge(p) - p.z) * 0.6, 1.0);
            organs.iter().fold(leaf, |leaf, (organ, bounds)| {
                if bounds.distance(p) > 3.0 {
                    leaf
                } else {
                    leaf.max(-organ.distance(p))
                }
            })
        },
    );
    // Vessels and gullet pass through openings of their own, and the crura lie on the vertebrae.
    let levels = ["T10", "T11", "T12", "L1", "L2", "L3"].map(|n| format!("vertebra_{n}"));
    let discs = ["T10_T11", "T11_T12", "T12_L1", "L1_L2", "L2_L3"].map(|n| format!("disc_{n}"));
    let passing = [
        "abdominal_aorta",
        "descending_aorta",
        "inferior_vena_cava",
        "oesophagus",
        "cardia",
    ]
    .map(str::to_owned);
    let kept: Vec<Shape> = levels
        .iter()
        .chain(&discs)
        .chain(&passing)
        .filter_map(|id| body.shape(id))
        .collect();
    let muscle =
        smooth_union_all(vec![leaf, crura], 5.).smooth_subtract(&union_all(kept).offset(0.6), 2.0);
    // above the organs it is draped over, below gut and vessels, which pass through it
    body.add("diaphragm", 51, muscle);
}
