//! What holds the uterus and the ovaries: folds of the peritoneum and bands of the connective tissue under it. Written down for
//! the left side; the right one is its mirror image.

use std::sync::Arc;

use glam::Vec3;

use super::adnexa::{BRIM_LEFT, BRIM_RIGHT, POLES, hilum, tube_line};
use super::both;
use super::uterus::{Womb, place, straighten};
use crate::model::body::middle::MID_HERS;
use crate::model::body::soft::Course;
use crate::model::parts::{Carve, Station, ribbon};
use crate::model::plain::{smooth_max, v};
use crate::model::{BodyBuilder, Shape, sheet, smooth_union_all, solid};

/// Deep inguinal ring, and where the round ligament leaves the canal.
const RINGS: [Vec3; 2] = [
    Vec3::new(60.0, -46.0, -231.0),
    Vec3::new(27.0, -58.0, -264.0),
];

pub(super) fn build(body: &mut BodyBuilder, womb: &Arc<Womb>) {
    bands(body, womb);
    folds(body, womb);
    parametrium(body, womb);
}

/// The left border of the uterus at a place of its axis, `out` mm off its surface and `u` towards the bladder.
pub(super) fn border(womb: &Womb, s: f32, u: f32, out: f32) -> Vec3 {
    let mut x = 4.0;
    while womb.straight_d(v(x, u, s)) < out && x < 40.0 {
        x += 0.25;
    }
    place(v(x, u, s))
}

fn row(points: &[Vec3], thick: f32) -> Vec<[f32; 4]> {
    points.iter().map(|p| [p.x, p.y, p.z, thick]).collect()
}

fn band(points: &[(Vec3, f32, f32)], dir: Vec3) -> Shape {
    let stations: Vec<Station> = points
        .iter()
        .map(|&(at, a, b)| Station { at, a, b, dir })
        .collect();
    ribbon(&stations)
}

fn bands(body: &mut BodyBuilder, womb: &Arc<Womb>) {
    // Round ligament: from the horn, below and in front of the tube, over the pelvic brim to the deep ring, through the canal, and
    // fanning out in the greater lip.
    let start = place(v(24.0, 7.0, 61.0));
    let at = |p: Vec3, r: f32| [p.x, p.y, p.z, r];
    let round = Course::new(
        &[
            at(start, 2.5),
            [35.0, -27.0, -207.5, 2.0],
            [47.0, -36.0, -212.0, 1.85],
            [56.5, -43.5, -221.0, 1.85],
            at(RINGS[0], 1.85),
            [50.0, -53.0, -245.0, 1.9],
            [38.0, -57.0, -256.0, 1.9],
            at(RINGS[1], 1.8),
            [19.0, -54.0, -276.0, 1.6],
            [14.5, -46.0, -289.0, 1.3],
        ],
        1.5,
    );
    both(body, "round_ligament_of_uterus", 68, &round.shape());
    // Ovarian ligament: from the horn, below and behind the tube, to the lower pole.
    let horn = place(v(25.5, -5.5, 60.0));
    let pole = POLES[0];
    let middle = horn.lerp(pole, 0.5) + v(0.0, 2.0, -2.5);
    let ligament = Course::new(
        &[
            at(horn, 1.6),
            at(middle, 1.25),
            at(pole + v(0.5, 0.5, 2.0), 1.6),
        ],
        1.0,
    );
    both(body, "ovarian_ligament", 65, &ligament.shape());
    suspensory(body);
    // Uterosacral: from the back of the cervix round the rectum to the sacrum.
    let neck = place(v(11.5, -10.5, 20.0));
    let sacral = band(
        &[
            (neck, 4.2, 1.7),
            (neck + v(7.5, 9.0, 1.0), 3.4, 1.5),
            (v(26.0, 55.0, -226.0), 3.0, 1.4),
            (v(25.5, 70.0, -214.0), 3.0, 1.4),
            (v(20.0, 79.0, -203.0), 3.8, 1.3),
        ],
        Vec3::Z,
    );
    both(body, "uterosacral_ligament", 47, &sacral);
    // Pubocervical: from the front of the cervix under the bladder, past its neck, to the pubis.
    let front = place(v(8.5, 10.5, 16.0));
    let pubic = band(
        &[
            (front, 4.2, 1.6),
            (v(12.0, 6.0, -258.0), 3.4, 1.6),
            (v(12.5, -8.0, -266.0), 3.2, 1.6),
            (v(9.5, -24.0, -273.0), 3.4, 1.5),
        ],
        Vec3::X,
    );
    both(body, "pubocervical_ligament", 47, &pubic);
    // Cardinal: a fan from the side of the cervix and the vault of the vagina to the side wall of the pelvis.
    let roots: Vec<Vec3> = [22.0, 16.0, 10.0, 4.0]
        .iter()
        .map(|s| border(womb, *s, -1.0, 0.0))
        .collect();
    let wall = [
        v(53.0, 30.0, -234.0),
        v(54.0, 32.0, -242.0),
        v(53.0, 33.0, -250.0),
        v(50.0, 32.0, -258.0),
    ];
    let rows: Vec<Vec<[f32; 4]>> = [(0.0, 3.2), (0.3, 2.5), (0.65, 2.3), (1.0, 2.2)]
        .iter()
        .map(|&(t, thick)| {
            let points: Vec<Vec3> = roots
                .iter()
                .zip(wall)
                .map(|(a, b)| a.lerp(b, t) - v(0.0, 0.0, 3.0) * (t * (1.0 - t) * 4.0))
                .collect();
            row(&points, thick)
        })
        .collect();
    both(body, "cardinal_ligament", 46, &sheet(&rows, 2.0));
}

/// Suspensory ligaments: the folds in which the ovarian vessels come over the pelvic brim to the upper pole.
fn suspensory(body: &mut BodyBuilder) {
    for (id, brim, side) in [
        ("left_suspensory_ligament_of_ovary", BRIM_LEFT, 1.0),
        ("right_suspensory_ligament_of_ovary", BRIM_RIGHT, -1.0),
    ] {
        let along = |n: usize, x: f32| v(brim[n][0] + side * x, brim[n][1] + 0.8, brim[n][2]);
        let pole = POLES[1];
        let shape = band(
            &[
                (v(pole.x * side, pole.y - 1.5, pole.z - 1.0), 2.4, 1.5),
                (along(6, 2.0), 3.3, 2.3),
                (along(5, 1.1), 3.4, 2.4),
                (along(4, 1.1), 3.3, 2.4),
                (along(3, 1.1), 2.6, 2.1),
            ],
            v(side, 0.55, 0.0),
        );
        body.add(id, 61, shape);
    }
}

fn folds(body: &mut BodyBuilder, womb: &Arc<Womb>) {
    // Broad ligament: from the side of the uterus to the wall, its upper edge under the tube and the round ligament, its base on
    // the cardinal ligament, where it thickens.
    let uterine: Vec<Vec3> = [63.0, 54.0, 45.0, 36.0, 28.0, 20.0]
        .iter()
        .map(|s| border(womb, *s, 1.0, -1.0))
        .collect();
    let wall = [
        v(55.5, -12.0, -205.0),
        v(56.5, -6.0, -214.0),
        v(56.5, 1.0, -223.0),
        v(56.0, 9.0, -231.0),
        v(54.5, 18.0, -238.0),
        v(52.0, 25.0, -245.0),
    ];
    let thick = [1.7, 1.7, 1.9, 2.4, 3.6, 5.5];
    let rows: Vec<Vec<[f32; 4]>> = [0.0f32, 0.25, 0.5, 0.75, 1.0]
        .iter()
        .map(|t| {
            uterine
                .iter()
                .zip(wall)
                .zip(thick)
                .map(|((a, b), thick)| {
                    let p = a.lerp(b, *t) + v(0.0, 0.0, -2.5) * (t * (1.0 - t) * 4.0);
                    // Wide where the uterine vessels run in it.
                    let hold = 1.0 + 3.6 * (1.0 - t).powi(3);
                    [p.x, p.y, p.z, (thick * hold).min(9.0)]
                })
                .collect()
        })
        .collect();
    let left = sheet(&rows, 2.5);
    body.add("broad_ligament", 33, left.union(&left.mirror_x(MID_HERS)));
    // Mesosalpinx: from the tube down to the ovary and its ligament.
    let upper = tube_line(&[0.22, 0.36, 0.5, 0.64, 0.78]);
    let horn = place(v(26.5, -4.0, 60.0));
    let mut lower = vec![horn.lerp(POLES[0], 0.35), horn.lerp(POLES[0], 0.75)];
    lower.extend(hilum(&[0.2, 0.5, 0.8]));
    let middle: Vec<Vec3> = upper
        .iter()
        .zip(&lower)
        .map(|(a, b)| a.lerp(*b, 0.5))
        .collect();
    let web = sheet(
        &[row(&upper, 3.2), row(&middle, 3.0), row(&lower, 3.2)],
        1.5,
    );
    both(body, "mesosalpinx", 35, &web);
    // Mesovarium: the short fold by which the ovary hangs.
    let edge = hilum(&[0.18, 0.4, 0.62, 0.84]);
    let root: Vec<Vec3> = edge.iter().map(|p| *p + v(2.6, -4.6, -0.6)).collect();
    let deep: Vec<Vec3> = edge.iter().map(|p| *p + v(0.0, 1.5, 0.0)).collect();
    both(
        body,
        "mesovarium",
        36,
        &sheet(&[row(&deep, 1.7), row(&root, 1.7)], 1.2),
    );
}

/// The loose tissue beside cervix and vault, between the layers of the broad ligament.
fn parametrium(body: &mut BodyBuilder, womb: &Arc<Womb>) {
    let cushion = smooth_union_all(
        [(20.0, 15.5), (30.0, 13.0), (41.0, 10.0)]
            .iter()
            .zip([
                v(0.0, 22.0, -241.0),
                v(0.0, 23.0, -240.5),
                v(0.0, 24.0, -240.0),
            ])
            .map(|(&(x, r), at)| {
                crate::model::ellipsoid(at + v(x, 0.0, 0.0), v(11.0, r, r * 1.05))
            }),
        8.0,
    );
    let womb = womb.clone();
    let shape = cushion.keep(1.5, move |p| 0.3 - womb.straight_d(straighten(p)));
    both(body, "parametrium", 32, &shape);
}

/// Low spaces of the peritoneal cavity: between uterus and rectum, between uterus and bladder.
pub(super) fn pouches(body: &mut BodyBuilder, womb: &Arc<Womb>) {
    let behind = womb.clone();
    let pouch = solid(v(-26.0, 20.0, -262.0), v(26.0, 66.0, -200.0), move |p| {
        let q = straighten(p);
        let film = (behind.straight_d(q) - 5.2).abs() - 4.8;
        let side = q.x.abs() - 20.0;
        smooth_max(
            smooth_max(film, side, 5.0),
            smooth_max(7.0 - q.z, (q.z - 44.0).max(q.y + 3.0), 3.0),
            3.0,
        )
    });
    body.add("rectouterine_pouch", 31, pouch);
    let front = womb.clone();
    let pouch = solid(v(-24.0, -34.0, -250.0), v(24.0, 24.0, -206.0), move |p| {
        let q = straighten(p);
        let film = (front.straight_d(q) - 1.8).abs() - 1.3;
        let side = q.x.abs() - 18.0;
        smooth_max(
            smooth_max(film, side, 5.0),
            smooth_max(24.0 - q.z, (q.z - 58.0).max(4.0 - q.y), 3.0),
            2.0,
        )
    });
    body.add("vesicouterine_pouch", 59, pouch);
}
