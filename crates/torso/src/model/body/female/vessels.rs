//! Vessels of the female pelvis and of the breast; what both sexes have of them (internal iliac, internal pudendal, internal and
//! lateral thoracic vessels, axillary nodes) is here too. Courses are `[x, y, z, radius]`, mm.

use std::sync::Arc;

use glam::Vec3;

use super::adnexa::{BRIM_LEFT, BRIM_RIGHT};
use super::both;
use super::ligaments::border;
use super::uterus::Womb;
use crate::model::body::soft::Course;
use crate::model::parts::tube;
use crate::model::plain::v;
use crate::model::{BodyBuilder, Shape, ellipsoid, smooth_union_all};

pub(super) fn build(body: &mut BodyBuilder, womb: &Arc<Womb>) {
    uterine(body, womb);
    ovarian(body);
    iliac(body);
    thoracic(body);
    axillary(body);
}

/// A vessel that winds about the left border of the uterus from the cervix to the horn: start and end on its axis, mean distance from
/// the surface, swing, number of turns, and where the winding begins.
struct Winding {
    s: [f32; 2],
    out: f32,
    u: f32,
    swing: f32,
    turns: f32,
    phase: f32,
}

fn winding(womb: &Womb, w: &Winding, radius: [f32; 2]) -> Vec<[f32; 4]> {
    let steps = (w.turns * 6.0).ceil() as usize;
    (0..=steps)
        .map(|n| {
            let t = n as f32 / steps as f32;
            let turn = w.phase + t * w.turns * std::f32::consts::TAU;
            let fade = (t * 6.0).min(1.0) * ((1.0 - t) * 6.0).min(1.0);
            let s = w.s[0] + (w.s[1] - w.s[0]) * t;
            let p = border(
                womb,
                s,
                w.u + w.swing * fade * turn.sin(),
                w.out + 0.6 * w.swing * fade * turn.cos(),
            );
            [p.x, p.y, p.z, radius[0] + (radius[1] - radius[0]) * t]
        })
        .collect()
}

fn uterine(body: &mut BodyBuilder, womb: &Arc<Womb>) {
    // From the internal iliac down the side wall, then inwards over the ureter, 17 mm beside the cervix, and up the uterus in coils.
    let mut artery = vec![
        [52.5, 19.0, -203.0, 1.6],
        [53.0, 15.5, -213.0, 1.5],
        [51.0, 14.0, -222.0, 1.5],
        [44.0, 13.0, -226.5, 1.45],
        [36.5, 13.5, -228.5, 1.4],
        [29.0, 15.5, -231.0, 1.4],
        [23.0, 16.5, -235.0, 1.4],
    ];
    artery.extend(winding(
        womb,
        &Winding {
            s: [25.0, 62.0],
            out: 3.4,
            u: 0.0,
            swing: 2.6,
            turns: 4.5,
            phase: 0.0,
        },
        [1.35, 1.0],
    ));
    both(
        body,
        "uterine_artery",
        75,
        &Course::new(&artery, 0.8).shape(),
    );
    // The plexus: two veins that wind beside it, join beside the cervix and run back under it.
    let trunk = tube(&[
        [24.0, 20.0, -240.5, 1.9],
        [33.0, 22.5, -243.0, 2.1],
        [43.0, 24.0, -239.0, 2.2],
        [51.0, 25.5, -229.0, 2.2],
        [53.5, 26.5, -217.0, 2.2],
    ]);
    let mut parts = vec![trunk];
    for (u, phase, out) in [(4.2, 1.6, 3.2), (-4.4, 3.4, 3.4)] {
        let mut vein = vec![[24.0, 20.0, -240.5, 1.7]];
        vein.extend(winding(
            womb,
            &Winding {
                s: [23.0, 59.0],
                out,
                u,
                swing: 1.6,
                turns: 3.0,
                phase,
            },
            [1.5, 1.1],
        ));
        parts.push(Course::new(&vein, 0.8).shape());
    }
    // Cross-links of the plexus.
    for s in [32.0, 42.0, 52.0] {
        let points: Vec<[f32; 4]> = [4.0, 0.0, -4.0]
            .iter()
            .map(|u| {
                let p = border(womb, s + u * 0.6, *u, 5.4);
                [p.x, p.y, p.z, 0.9]
            })
            .collect();
        parts.push(tube(&points));
    }
    both(body, "uterine_vein", 74, &smooth_union_all(parts, 1.5));
    let vaginal = Course::new(
        &[
            [53.5, 21.0, -211.0, 0.7],
            [53.5, 20.0, -224.0, 0.75],
            [47.0, 20.5, -239.0, 0.75],
            [35.0, 23.5, -250.0, 0.72],
            [22.0, 25.0, -258.0, 0.7],
            [17.0, 24.0, -266.0, 0.7],
            [15.5, 20.5, -275.0, 0.65],
        ],
        1.0,
    );
    both(body, "vaginal_artery", 75, &vaginal.shape());
}

fn ovarian(body: &mut BodyBuilder) {
    let down = |above: &[[f32; 4]], brim: &[[f32; 3]], shift: Vec3, r: f32| -> Shape {
        let mut course = above.to_vec();
        course.extend(
            brim.iter()
                .map(|[x, y, z]| [x + shift.x, y + shift.y, z + shift.z, r]),
        );
        Course::new(&course, 1.0).shape()
    };
    let above = [
        [12.0, 1.0, -6.0, 0.75],
        [17.0, -3.0, -12.0, 0.7],
        [25.0, -3.0, -26.0, 0.7],
        [33.0, -3.5, -55.0, 0.7],
        [38.0, -4.5, -90.0, 0.7],
    ];
    let left = down(&above, &BRIM_LEFT, Vec3::ZERO, 0.68);
    body.add("left_ovarian_artery", 75, left);
    let above = [
        [4.0, -1.0, -12.0, 0.75],
        [-4.0, -6.5, -18.0, 0.7],
        [-16.0, -9.0, -28.0, 0.7],
        [-29.0, -6.0, -50.0, 0.7],
        [-36.0, -5.0, -88.0, 0.7],
    ];
    let right = down(&above, &BRIM_RIGHT, Vec3::ZERO, 0.68);
    body.add("right_ovarian_artery", 75, right);
    // The left vein ends in the left renal vein, the right one in the vena cava.
    let above = [
        [24.0, 0.0, 5.0, 2.0],
        [26.0, -1.0, -6.0, 1.9],
        [30.5, -1.0, -28.0, 1.8],
        [37.0, -1.0, -58.0, 1.8],
        [41.5, -2.0, -92.0, 1.7],
    ];
    let beside = v(2.1, 1.1, 0.0);
    let left = down(&above, &BRIM_LEFT, beside, 1.5);
    body.add("left_ovarian_vein", 74, left);
    let above = [
        [-18.0, -3.0, -16.0, 2.0],
        [-23.0, -6.0, -25.0, 1.9],
        [-30.0, -3.5, -42.0, 1.8],
        [-37.0, -2.0, -66.0, 1.8],
        [-40.5, -2.0, -94.0, 1.7],
    ];
    let right = down(&above, &BRIM_RIGHT, v(-2.1, 1.1, 0.0), 1.5);
    body.add("right_ovarian_vein", 74, right);
}

fn iliac(body: &mut BodyBuilder) {
    let artery = tube(&[
        [37.5, 1.0, -163.0, 2.9],
        [42.5, 8.5, -174.0, 2.8],
        [51.5, 18.0, -190.0, 2.6],
        [54.0, 21.5, -203.0, 2.3],
        [55.0, 24.0, -212.0, 1.9],
    ]);
    both(body, "internal_iliac_artery", 75, &artery);
    let vein = tube(&[
        [38.5, 11.0, -167.0, 4.4],
        [44.0, 21.0, -181.0, 4.4],
        [49.5, 26.0, -194.0, 4.1],
        [54.0, 30.0, -205.0, 3.4],
    ]);
    both(body, "internal_iliac_vein", 74, &vein);
    // Out through the greater sciatic foramen, round the ischial spine, and forwards in the side wall of the fossa.
    let pudendal = |shift: Vec3, r: f32| -> Shape {
        let points = [
            [55.0, 26.0, -215.0],
            [55.0, 40.0, -228.0],
            [57.0, 54.0, -238.0],
            [58.0, 61.0, -246.0],
            [56.5, 56.0, -257.0],
            [50.5, 44.0, -270.0],
            [45.0, 28.0, -284.0],
            [34.5, 12.0, -294.5],
        ]
        .map(|[x, y, z]| [x + shift.x, y + shift.y, z + shift.z, r]);
        Course::new(&points, 1.5).shape()
    };
    both(
        body,
        "internal_pudendal_artery",
        75,
        &pudendal(Vec3::ZERO, 1.02),
    );
    both(
        body,
        "internal_pudendal_vein",
        74,
        &pudendal(v(-1.4, 2.2, 1.6), 1.37),
    );
}

fn thoracic(body: &mut BodyBuilder) {
    // Down behind the costal cartilages, a finger's breadth beside the sternum.
    let line = [
        [19.0, 8.0, 268.0],
        [15.5, -6.0, 254.0],
        [17.0, -16.5, 232.0],
        [18.0, -27.5, 208.0],
        [18.5, -35.0, 184.0],
        [20.5, -38.5, 160.0],
        [22.0, -42.5, 138.0],
        [24.0, -46.0, 116.0],
        [27.0, -47.0, 98.0],
    ];
    let course = |shift: f32, r: f32, from: usize| -> Shape {
        let points: Vec<[f32; 4]> = line[from..]
            .iter()
            .map(|[x, y, z]| [x + shift, y + 0.4, *z, r])
            .collect();
        Course::new(&points, 2.0).shape()
    };
    both(body, "internal_thoracic_artery", 75, &course(0.0, 1.3, 0));
    both(body, "internal_thoracic_vein", 74, &course(-3.3, 1.6, 0));
    let lateral = [
        [136.0, 20.0, 256.0, 1.1],
        [131.0, 12.0, 246.0, 1.0],
        [124.0, 2.0, 232.0, 0.95],
        [118.0, -4.0, 215.0, 0.9],
        [114.5, -7.0, 196.0, 0.85],
        [113.0, -7.5, 176.0, 0.8],
        [112.0, -6.0, 156.0, 0.7],
    ];
    both(
        body,
        "lateral_thoracic_artery",
        75,
        &Course::new(&lateral, 1.5).shape(),
    );
}

/// Axillary nodes: beans of different size and bearing along the axillary vein and down the side of the chest.
fn axillary(body: &mut BodyBuilder) {
    let nodes = [
        (v(118.0, 2.0, 206.0), v(5.2, 4.2, 8.4), 10.0f32),
        (v(121.0, 9.0, 219.0), v(5.7, 4.5, 9.2), -20.0),
        (v(127.0, 5.0, 229.0), v(5.5, 4.2, 8.7), 30.0),
        (v(128.0, 19.0, 226.0), v(5.7, 4.7, 9.4), -35.0),
        (v(134.0, 13.0, 238.0), v(6.2, 4.7, 9.9), 15.0),
        (v(140.0, 22.0, 233.0), v(5.5, 4.5, 8.9), 60.0),
        (v(127.0, 12.0, 248.0), v(5.5, 4.2, 8.9), -50.0),
        (v(118.0, 8.0, 256.0), v(5.0, 4.0, 7.9), 70.0),
        (v(108.0, 6.0, 262.0), v(4.7, 3.7, 7.4), 80.0),
        (v(132.0, 27.0, 243.0), v(5.5, 4.5, 8.7), 25.0),
    ];
    let beans = nodes.iter().map(|&(at, r, turn)| {
        let bean = ellipsoid(at, r)
            .smooth_subtract(&ellipsoid(at + v(-r.x, 0.0, 0.0), v(2.0, 2.4, 2.6)), 1.5);
        bean.rotate(v(0.3, 1.0, 0.2), turn, at)
    });
    both(
        body,
        "axillary_lymph_nodes",
        72,
        &smooth_union_all(beans, 0.0),
    );
}
