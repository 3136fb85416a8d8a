//! Thyroid and cricoid cartilage and the rest of the larynx.

use glam::Vec3;

use crate::model::parts::*;
use crate::model::plain::{smooth_max, v};
use crate::model::{BodyBuilder, sheet, smooth_union_all};

use super::chest::step;

/// Adds the larynx.
#[expect(
    clippy::too_many_lines,
    reason = "one recipe, in the order in which the organ is built"
)]
pub(super) fn build(body: &mut BodyBuilder) {
    // Larynx: thyroid cartilage as two laminae meeting in front, cricoid as a signet ring (HRA larynx box).
    let lamina = |s: f32| {
        sheet(
            &[
                vec![
                    [-1.2, -55., 362., 3.2],
                    [-1.2 + s * 10., -47., 360., 3.2],
                    [-1.2 + s * 20., -33., 362., 3.6],
                    [-1.2 + s * 23., -27., 364., 4.0],
                ],
                vec![
                    [-1.2, -58.5, 374., 3.2],
                    [-1.2 + s * 11., -48., 373., 3.2],
                    [-1.2 + s * 21., -33., 374., 3.6],
                    [-1.2 + s * 24., -25., 375., 4.0],
                ],
                vec![
                    [-1.2, -57., 386., 3.2],
                    [-1.2 + s * 12., -48., 389., 3.2],
                    [-1.2 + s * 22., -33., 389., 3.6],
                    [-1.2 + s * 25., -25., 388., 4.4],
                ],
            ],
            2.0,
        )
    };
    let horn = |s: f32| {
        smooth_union_all(
            vec![
                tube(&[
                    [-1.2 + s * 24., -25.5, 386., 2.2],
                    [-1.2 + s * 24.5, -24., 395., 2.],
                    [-1.2 + s * 24., -24., 402., 1.8],
                ]),
                tube(&[
                    [-1.2 + s * 23., -27., 366., 2.2],
                    [-1.2 + s * 20., -26., 359., 1.9],
                ]),
            ],
            1.,
        )
    };
    body.add(
        "thyroid_cartilage",
        80,
        smooth_union_all(vec![lamina(-1.), lamina(1.), horn(-1.), horn(1.)], 2.),
    );
    let ring = custom(v(-18., -52., 346.), v(15., -22., 377.), |p: Vec3| {
        let q = p - v(-1.5, -36.5, 0.);
        let f = step(q.y, 2., 4.);
        let (mid, half) = (355. + 6.5 * f, 4.5 + 7.5 * f);
        let r = (q.x / 12.6).hypot(q.y / 11.8) * 12.2 - 12.2;
        let d = smooth_max(r.abs() - 2.15, (p.z - mid).abs() - half, 2.);
        d * 0.9
    });
    // Mucosa and folds between the cartilages, and the epiglottis standing above them.
    let lining = band(
        Vec3::X,
        &[
            [-1.5, -36.5, 350., 8.6, 8.4],
            [-1.3, -38., 366., 9., 9.],
            [-1.2, -41., 378., 10.5, 9.4],
            [-1.2, -40., 392., 13., 8.6],
        ],
    )
    .smooth_subtract(
        &band(
            Vec3::X,
            &[
                [-1.5, -36., 346., 7., 7.],
                [-1.3, -38., 362., 6., 7.],
                [-1.2, -40., 372., 1.6, 7.],
                [-1.2, -40., 380., 4.5, 6.5],
                [-1.2, -37., 398., 9., 6.],
            ],
        ),
        1.5,
    );
    let epiglottis = sheet(
        &[
            vec![
                [-5., -49., 386., 3.],
                [-1.2, -50., 386., 3.4],
                [2.6, -49., 386., 3.],
            ],
            vec![
                [-10., -43., 398., 2.6],
                [-1.2, -45., 399., 3.],
                [7.6, -43., 398., 2.6],
            ],
            vec![
                [-13., -35., 410., 2.4],
                [-1.2, -38., 412., 2.6],
                [10.6, -35., 410., 2.4],
            ],
            vec![
                [-7., -30., 417., 2.2],
                [-1.2, -31., 419., 2.4],
                [4.6, -30., 417., 2.2],
            ],
        ],
        2.0,
    );
    body.add("larynx", 78, smooth_union_all(vec![lining, epiglottis], 3.));
    body.add("cricoid_cartilage", 80, ring);
}
