//! Vagina, urethra, vulva and what lies in the perineum.
//!
//! The vagina is a flat tube, H-shaped in section, from the cervix down and forwards to its orifice; its vault is a cup round the
//! vaginal part of the cervix, deeper behind. The urethra lies in front of it. About both the clitoris with its crura along the
//! pubic rami, the bulbs beside the orifice and the muscles over them; outside the two pairs of lips.

use std::sync::{Arc, LazyLock};

use glam::Vec3;

use super::both;
use super::uterus::{Womb, attachment, straighten};
use crate::model::body::middle::MID_HERS;
use crate::model::body::soft::{Course, REACH};
use crate::model::parts::{Station, ribbon};
use crate::model::plain::{ellipsoid_at, smooth_max, smooth_min, smooth_step, v};
use crate::model::{BodyBuilder, sheet, solid};

/// Middle line of the vagina from under the cervix to the orifice; the radius only says how far its section may reach.
const VAGINA: [[f32; 4]; 5] = [
    [MID_HERS, 31.0, -255.0, 15.0],
    [MID_HERS, 27.0, -268.0, 15.0],
    [MID_HERS, 20.5, -283.0, 15.0],
    [MID_HERS, 13.0, -297.0, 15.0],
    [MID_HERS, 6.0, -310.0, 15.0],
];
/// Middle line of the urethra from the neck of the bladder to its outer opening.
const URETHRA: [[f32; 4]; 5] = [
    [MID_HERS, -11.0, -265.0, 3.6],
    [MID_HERS, -5.0, -274.0, 3.6],
    [MID_HERS, -1.5, -284.0, 3.6],
    [MID_HERS, -2.0, -294.0, 3.6],
    [MID_HERS, -7.0, -305.0, 3.4],
];
/// The left greater lip, from the mons to the perineum.
const LIP: [[f32; 4]; 7] = [
    [10.0, -53.0, -266.0, 4.5],
    [12.4, -47.0, -283.0, 7.4],
    [13.0, -33.0, -299.0, 9.2],
    [13.0, -15.0, -308.0, 10.0],
    [12.6, 4.0, -311.0, 9.8],
    [10.5, 20.0, -311.0, 7.4],
    [6.5, 32.0, -309.0, 3.6],
];

pub(super) fn build(body: &mut BodyBuilder, womb: &Arc<Womb>) {
    vagina(body, womb);
    urethra(body);
    clitoris(body);
    lips(body);
    bulbs(body);
    perineum(body);
}

/// The H-shaped section: a bar whose walls touch, and a limb up and down at either side.
fn section(x: f32, u: f32) -> f32 {
    let bar = (x - 9.5).max(0.0).hypot((u.abs() - 0.4).max(0.0)) - 4.6;
    let limb = (x - 11.6).hypot((u.abs() - 3.6).max(0.0)) - 3.4;
    smooth_min(bar, limb, 3.0)
}

fn tube(course: &Course, p: Vec3) -> f32 {
    let near = course.near(p);
    if near.r <= 0.0 {
        return REACH;
    }
    let along = near.radial.dot(near.tangent);
    let back = Vec3::X.cross(near.tangent);
    // Wider under the vault, narrow at the orifice.
    let part = near.s / course.length();
    let width = 1.08 - 0.06 * part - 0.42 * smooth_step(0.72, 1.0, part);
    let wall = section((p.x - MID_HERS).abs() / width, near.radial.dot(back)) * width.min(1.0);
    smooth_max(wall, along.abs() - 0.8, 3.5)
}

fn vagina(body: &mut BodyBuilder, womb: &Arc<Womb>) {
    let course = Arc::new(Course::new(&VAGINA, 1.0));
    let whole = {
        let (course, womb) = (course.clone(), womb.clone());
        move |p: Vec3| {
            let q = straighten(p);
            let cup = smooth_max(womb.straight_d(q) - 3.7, attachment(q), 2.5);
            smooth_min(tube(&course, p), smooth_max(cup, -9.0 - q.z, 2.0), 7.0)
        }
    };
    let (low, high) = (v(-24.0, -3.0, -313.0), v(24.0, 58.0, -226.0));
    let vault = whole.clone();
    body.add("vagina", 60, solid(low, high, whole));
    let ring = womb.clone();
    let fornix = solid(v(-24.0, 4.0, -262.0), v(24.0, 58.0, -226.0), move |p| {
        let q = straighten(p);
        (vault(p) - 0.2)
            .max(ring.straight_d(q) - 9.0)
            .max(4.0 - q.z)
    });
    body.add("vaginal_fornix", 61, fornix);
    let orifice = solid(v(-10.0, -6.0, -315.0), v(10.0, 16.0, -304.0), move |p| {
        let near = course.near(p);
        if near.r <= 0.0 {
            return REACH;
        }
        let back = near.radial.dot(Vec3::X.cross(near.tangent));
        let d = ellipsoid_at(v(p.x - MID_HERS, back, 0.0), Vec3::ZERO, v(6.8, 4.1, 9.0));
        smooth_max(d, course.length() - 2.6 - near.s, 0.4).max(near.radial.dot(near.tangent) - 1.2)
    });
    body.add("vaginal_orifice", 62, orifice);
}

fn urethra(body: &mut BodyBuilder) {
    let course = Arc::new(Course::new(&URETHRA, 1.0));
    body.add("female_urethra", 72, Course::new(&URETHRA, 1.0).shape());
    let (low, high) = (v(-10.0, -15.0, -302.0), v(10.0, 12.0, -262.0));
    let sleeve = course.clone();
    let sphincter = solid(low, high, move |p| {
        let near = sleeve.near(p);
        // Thick in front, thin behind where the vagina lies.
        let behind = near.radial.normalize_or_zero().y;
        let thick = 3.7 - 1.6 * smooth_step(0.0, 1.0, behind);
        smooth_max(near.d - thick, (near.s - 23.0).abs() - 13.0, 3.0)
    });
    body.add("external_urethral_sphincter", 70, sphincter);
    let gland = |side: f32| {
        Course::new(
            &[
                [side * 4.3, 2.2, -290.0, 1.6],
                [side * 5.0, 2.4, -294.0, 2.3],
                [side * 5.0, 0.8, -298.5, 2.4],
                [side * 4.0, -2.2, -302.5, 1.3],
            ],
            0.8,
        )
        .shape()
        .roughen(0.35, 2.8, 5)
    };
    body.add("paraurethral_glands", 71, gland(1.0).union(&gland(-1.0)));
}

fn clitoris(body: &mut BodyBuilder) {
    // From under the symphysis forwards, then bent down to the glans between the lips.
    let bodies = |side: f32| {
        Course::new(
            &[
                [side * 2.6, -22.0, -293.0, 3.1],
                [side * 2.5, -31.5, -293.5, 3.2],
                [side * 2.3, -38.5, -297.0, 3.1],
                [side * 2.0, -40.0, -304.0, 2.8],
            ],
            1.0,
        )
        .shape()
    };
    body.add(
        "body_of_clitoris",
        65,
        bodies(1.0).smooth_union(&bodies(-1.0), 2.0),
    );
    let glans = solid(v(-5.0, -44.0, -312.0), v(5.0, -34.0, -301.0), |p| {
        ellipsoid_at(p, v(MID_HERS, -39.0, -306.5), v(3.3, 3.2, 3.5))
    });
    body.add("glans_of_clitoris", 66, glans);
    let crus = Course::new(
        &[
            [2.8, -21.5, -293.0, 3.5],
            [9.0, -17.5, -294.5, 3.7],
            [18.0, -9.5, -298.5, 3.5],
            [27.0, 1.0, -303.0, 3.1],
            [33.5, 10.0, -306.0, 2.0],
        ],
        1.0,
    );
    both(body, "crus_of_clitoris", 64, &crus.shape());
}

/// Distance to the left greater lip; `p` on the left.
fn lip(course: &Course, p: Vec3) -> f32 {
    // Flat on the side that meets its fellow.
    smooth_max(course.d(p), 1.6 - p.x, 3.0)
}

fn lips(body: &mut BodyBuilder) {
    let mons = solid(v(-46.0, -82.0, -286.0), v(46.0, -34.0, -219.0), mons);
    body.add("mons_pubis", 13, mons);
    let course = Course::new(&LIP, 1.5);
    let (low, high) = course.bounds();
    let majus = solid(low, high, move |p| lip(&course, p));
    both(body, "labium_majus", 14, &majus);
    // A thin fold from the hood of the clitoris back beside the vestibule; its free edge hangs and waves.
    let along = [-41.0f32, -34.0, -25.0, -14.0, -3.0, 8.0, 15.0];
    let hem = [0.5f32, 3.0, 6.0, 7.4, 6.6, 4.0, 0.5];
    let rows: Vec<Vec<[f32; 4]>> = along
        .iter()
        .zip(hem)
        .map(|(&y, hang)| {
            let floor = -301.5 - 0.10 * (y + 10.0) - 0.0035 * (y + 10.0).powi(2);
            let wave = 0.8 * (y * 0.42).sin();
            let root = 4.9 - 0.0032 * (y + 12.0).powi(2);
            // Thin where the fold begins and ends.
            let full = 0.45 + 0.55 * smooth_step(0.0, 5.0, hang);
            vec![
                [root + 1.2, y, floor + 3.5, 4.8 * full],
                [root + 0.2, y, floor - 0.35 * hang, 5.2 * full],
                [root - 1.2 + wave, y, floor - hang - 1.2, 3.2 * full],
            ]
        })
        .collect();
    both(body, "labium_minus", 20, &sheet(&rows, 1.2));
    // The floor between the lesser lips.
    let floor = solid(v(-9.0, -40.0, -313.0), v(9.0, 22.0, -296.0), |p| {
        let level = -302.4 - 0.09 * (p.y + 8.0);
        ellipsoid_at(
            v(p.x - MID_HERS, p.y + 10.0, p.z - level),
            Vec3::ZERO,
            v(7.4, 30.0, 5.8),
        )
    });
    body.add("vestibule_of_vagina", 19, floor);
}

/// The fat pad over the symphysis.
fn mons(p: Vec3) -> f32 {
    let q = v(p.x - MID_HERS, p.y, p.z);
    let pad = ellipsoid_at(q, v(0.0, -57.0, -252.0), v(41.0, 18.5, 29.0));
    smooth_max(pad, (q.z + 214.0 - 0.25 * q.x.abs()).abs() - 60.0, 6.0)
}

fn bulbs(body: &mut BodyBuilder) {
    const BULB: [[f32; 4]; 5] = [
        [4.0, -19.0, -298.5, 2.4],
        [7.8, -10.0, -299.5, 4.4],
        [11.6, 1.0, -301.0, 6.0],
        [13.4, 9.0, -302.5, 6.4],
        [13.2, 14.5, -303.5, 5.2],
    ];
    let bulb = Course::new(&BULB, 1.0).shape();
    both(body, "bulb_of_vestibule", 56, &bulb);
    // The muscle lies over the bulb from the perineal body to the clitoris.
    let strap: Vec<Station> = [
        (v(2.2, 25.0, -309.5), 3.0, 2.0),
        (v(10.0, 20.5, -309.0), 5.0, 3.2),
        (v(17.0, 11.0, -306.0), 7.8, 3.5),
        (v(17.0, 0.0, -304.5), 8.0, 3.5),
        (v(12.0, -11.0, -303.0), 6.2, 3.1),
        (v(7.0, -21.0, -299.5), 4.0, 2.4),
        (v(3.5, -27.0, -297.5), 2.0, 1.4),
    ]
    .map(|(at, a, b)| Station {
        at,
        a,
        b,
        dir: v(0.45, 0.0, 1.0),
    })
    .to_vec();
    both(body, "bulbospongiosus", 55, &ribbon(&strap));
    let gland = solid(v(6.0, 10.0, -314.0), v(22.0, 27.0, -299.0), |p| {
        ellipsoid_at(p, v(13.4, 18.4, -306.2), v(4.8, 4.9, 5.0))
    });
    both(
        body,
        "greater_vestibular_gland",
        57,
        &gland.roughen(0.3, 3.0, 3),
    );
}

fn perineum(body: &mut BodyBuilder) {
    let knot = solid(v(-13.0, 14.0, -318.0), v(13.0, 38.0, -288.0), |p| {
        // A wedge between vagina and anal canal, wider below.
        let wide = 7.6 + 0.14 * (-302.0 - p.z);
        let q = p - v(MID_HERS, 25.0, -302.0);
        ellipsoid_at(v(q.x * 7.6 / wide, q.y, q.z), Vec3::ZERO, v(7.6, 7.4, 11.0)) * 0.9
    });
    body.add("perineal_body", 54, knot.roughen(0.4, 5.0, 9));
    // Between the pubic rami, thick behind; urethra and vagina pass through it.
    let edge = |t: f32| -> (f32, f32, f32) {
        let front = v(8.0, -21.0, -289.0);
        let back = v(44.0, 15.0, -303.0);
        let p = front.lerp(back, t);
        (p.x, p.y, p.z)
    };
    let rows: Vec<Vec<[f32; 4]>> = (0..=5)
        .map(|n| {
            let t = n as f32 / 5.0;
            let (x, y, z) = edge(t);
            let thick = 1.6 + 0.8 * t;
            // The hind edge bows back to the perineal body.
            let bow = 7.0 * t * t;
            [-1.0f32, -0.5, 0.0, 0.5, 1.0]
                .iter()
                .map(|k| {
                    [
                        k * x,
                        y + bow * (1.0 - k * k),
                        z + 1.5 * (1.0 - k * k),
                        thick,
                    ]
                })
                .collect()
        })
        .collect();
    body.add("perineal_membrane", 40, sheet(&rows, 2.0));
}

/// Distance to the skin over the vulva.
pub(super) fn outline(p: Vec3) -> f32 {
    static COURSE: LazyLock<Course> = LazyLock::new(|| Course::new(&LIP, 1.5));
    if p.y > 45.0 || p.z > -215.0 || p.x.abs() > 60.0 {
        return 20.0;
    }
    let q = v(p.x.abs(), p.y, p.z);
    smooth_min(COURSE.d(q), mons(p), 10.0) - 1.8
}

/// Distance to the cleft between the greater lips: a groove from the mons to the perineum, as deep as the vestibule.
pub(super) fn cleft(p: Vec3) -> f32 {
    const FLOOR: [[f32; 2]; 8] = [
        [-58.0, -318.0],
        [-50.0, -313.0],
        [-42.0, -311.5],
        [-34.0, -308.0],
        [-12.0, -307.5],
        [8.0, -311.5],
        [18.0, -315.0],
        [30.0, -322.0],
    ];
    let n = FLOOR
        .partition_point(|f| f[0] < p.y)
        .clamp(1, FLOOR.len() - 1);
    let (a, b) = (FLOOR[n - 1], FLOOR[n]);
    let floor = a[1] + (b[1] - a[1]) * ((p.y - a[0]) / (b[0] - a[0]));
    // Opens towards the outside.
    let wide = 1.0 + 0.05 * (floor - p.z).clamp(0.0, 20.0);
    smooth_max((p.x - MID_HERS).abs() - wide, (p.z - floor) * 0.85, 2.0)
}
