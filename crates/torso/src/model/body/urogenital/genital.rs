//! Bladder, urethra and the male genital organs.

use glam::Vec3;

use super::super::soft::{Course, REACH};
use crate::model::plain::{carve, ellipsoid_at, smooth_max, smooth_min, v};
use crate::model::{BodyBuilder, solid};

pub(super) fn bladder(body: &mut BodyBuilder) {
    // Moderately full (240 mL): a rounded tetrahedron with its apex forward, base behind and neck below.
    let bladder = solid(v(-46.0, -76.0, -278.0), v(58.0, 44.0, -186.0), |p| {
        let dome = ellipsoid_at(p, v(5.0, -16.0, -229.0), v(40.0, 45.0, 28.5));
        let apex = ellipsoid_at(p, v(5.0, -44.0, -236.0), v(25.0, 23.0, 20.0));
        let neck = ellipsoid_at(p, v(3.0, -4.0, -249.0), v(22.0, 20.0, 20.0));
        smooth_max(
            smooth_min(smooth_min(dome, apex, 12.0), neck, 14.0),
            p.y - 15.0 - 0.55 * (p.z + 246.0).clamp(0.0, 30.0),
            8.0,
        )
    });
    body.add("urinary_bladder", 58, bladder);
}

/// Prostate, urethra, seminal glands and the ducts to them.
pub(super) fn prostate(body: &mut BodyBuilder) {
    // A chestnut below it, with a shallow median furrow behind.
    let prostate = solid(v(-24.0, -4.0, -294.0), v(25.0, 36.0, -248.0), |p| {
        let base = ellipsoid_at(p, v(0.5, 14.5, -267.0), v(19.2, 13.4, 13.4));
        let apex = ellipsoid_at(p, v(0.5, 14.5, -277.0), v(12.4, 10.8, 12.2));
        carve(
            smooth_min(base, apex, 8.0),
            ellipsoid_at(p, v(0.5, 30.5, -268.0), v(4.0, 3.5, 16.0)),
            5.0,
        )
    });
    body.add("prostate", 57, prostate);
    let urethra = Course::new(
        &[
            [3.0, 2.0, -264.0, 2.9],
            [1.0, 10.0, -272.0, 3.0],
            [0.5, 13.0, -286.0, 3.0],
            [1.0, 9.0, -298.0, 3.0],
            [1.8, -4.0, -309.0, 3.0],
            [2.0, -24.0, -312.0, 2.9],
            [2.3, -44.0, -306.0, 2.9],
            [2.3, -62.5, -304.0, 2.9],
            [2.3, -73.6, -311.8, 2.9],
            [2.3, -79.6, -328.0, 2.9],
            [2.4, -85.2, -346.0, 3.0],
            [3.2, -90.5, -369.0, 3.2],
        ],
        1.5,
    );
    body.add("urethra", 72, urethra.shape());
    // Each seminal gland is one tube folded on itself, reaching out and up behind the bladder.
    let coil = |side: f32| {
        let control: Vec<[f32; 4]> = (0..26)
            .map(|i| {
                let t = i as f32 / 25.0;
                let fold = (t * 19.0).sin();
                [
                    side * (4.5 + 24.0 * t + 1.2 * (t * 11.0).cos()) - 1.0,
                    23.5 + 7.0 * t + 2.4 * fold,
                    -256.5 + 21.0 * t + 3.6 * fold,
                    3.4 + 2.0 * (t * 3.0).sin(),
                ]
            })
            .collect();
        Course::new(&control, 1.0).shape()
    };
    body.add("seminal_gland", 59, coil(1.0).union(&coil(-1.0)));
    // From the tail of the epididymis up through the inguinal canal, over the pelvic wall and behind the bladder.
    for (id, side) in [("left_vas_deferens", 1.0), ("right_vas_deferens", -1.0)] {
        let course = [
            [21.0, -50.0, -380.0, 1.4],
            [24.0, -44.0, -366.0, 1.4],
            [25.0, -43.0, -350.0, 1.4],
            [27.0, -46.0, -330.0, 1.4],
            [31.0, -54.0, -305.0, 1.4],
            [37.0, -62.0, -282.0, 1.4],
            [46.0, -68.0, -264.0, 1.4],
            [54.0, -69.0, -248.0, 1.4],
            [54.0, -62.0, -236.0, 1.4],
            [49.0, -48.0, -228.0, 1.4],
            [47.0, -28.0, -221.0, 1.4],
            [47.0, -8.0, -216.0, 1.4],
            [44.0, 10.0, -214.0, 1.4],
            [36.0, 21.0, -217.0, 1.7],
            [22.0, 27.0, -226.0, 2.3],
            [9.0, 28.0, -238.0, 3.1],
            [4.0, 25.0, -252.0, 2.3],
            [2.0, 20.0, -262.0, 1.5],
        ];
        let lift = if side < 0.0 { 5.0 } else { 0.0 };
        // The right external iliac vein lies further in; the duct keeps to its inner side.
        let inward = if side < 0.0 { 6.5 } else { 0.0 };
        let control: Vec<[f32; 4]> = course
            .iter()
            .map(|c| {
                [
                    side * (c[0] - 1.0 - if c[2] == -228.0 { inward } else { 0.0 }) + 2.0,
                    c[1],
                    c[2] + if c[2] < -345.0 { lift } else { 0.0 },
                    c[3],
                ]
            })
            .collect();
        body.add(id, 73, Course::new(&control, 1.5).shape());
    }
}

pub(super) fn testes(body: &mut BodyBuilder) {
    for (testis, epididymis, side, lift) in [
        ("left_testis", "left_epididymis", 1.0f32, 0.0f32),
        ("right_testis", "right_epididymis", -1.0, 5.0),
    ] {
        let centre = v(2.0 + 20.5 * side, -64.0, -363.0 + lift);
        // Upper pole turned forward and out.
        let shape = solid(centre - 26.0, centre + 26.0, move |p| {
            let q = p - centre;
            ellipsoid_at(
                v(q.x - side * 0.10 * q.z, q.y + 0.22 * q.z, q.z),
                Vec3::ZERO,
                v(13.0, 14.6, 21.0),
            ) * 0.9
        });
        body.add(testis, 52, shape);
        let x = |mm: f32| 2.0 + mm * side;
        let cap = Course::new(
            &[
                [x(21.5), -57.0, -341.0 + lift, 4.0],
                [x(22.5), -49.0, -346.0 + lift, 5.2],
                [x(23.5), -44.5, -356.0 + lift, 4.2],
                [x(23.5), -44.0, -367.0 + lift, 3.8],
                [x(22.5), -47.5, -377.0 + lift, 4.1],
                [x(21.5), -53.0, -383.0 + lift, 3.3],
            ],
            1.5,
        );
        body.add(epididymis, 51, cap.shape());
    }
    // The sac between its skin and the testes.
    let sac = solid(v(-42.0, -92.0, -387.0), v(46.0, -26.0, -312.0), |p| {
        scrotum_skin(p) + 2.0
    });
    body.add("scrotum", 22, sac).outer_surface();
}

pub(super) fn penis(body: &mut BodyBuilder) {
    let skin = solid(v(-22.0, -126.0, -382.0), v(26.0, -30.0, -268.0), |p| {
        penis_skin(p) + 1.8
    });
    body.add("penis", 23, skin).outer_surface();
    // Two crura from the ischial rami join under the symphysis and run side by side.
    let crus = |side: f32| {
        let x = |mm: f32| 2.0 + mm * side;
        Course::new(
            &[
                [x(31.0), 26.0, -303.0, 3.0],
                [x(27.0), 6.0, -301.0, 4.4],
                [x(19.0), -14.0, -297.0, 5.8],
                [x(9.0), -34.0, -294.0, 7.2],
                [x(6.2), -54.0, -288.0, 7.4],
                [x(6.2), -70.0, -293.5, 7.3],
                [x(6.0), -80.5, -306.0, 7.2],
                [x(6.0), -87.0, -326.0, 7.0],
                [x(5.6), -91.0, -346.0, 5.6],
            ],
            2.0,
        )
        .shape()
    };
    body.add(
        "corpus_cavernosum",
        53,
        crus(1.0).smooth_union(&crus(-1.0), 3.0),
    );
    // Bulb, spongy body under the corpora, and glans.
    let spongy = Course::new(
        &[
            [2.0, 12.0, -303.0, 6.5],
            [2.0, -2.0, -309.0, 8.5],
            [2.0, -24.0, -312.0, 6.3],
            [2.0, -44.0, -306.0, 6.0],
            [2.0, -62.0, -304.0, 6.0],
            [2.0, -73.5, -311.5, 5.8],
            [2.0, -79.5, -328.0, 5.6],
            [2.0, -85.0, -346.0, 5.8],
        ],
        2.0,
    );
    let shape = solid(v(-22.0, -130.0, -386.0), v(26.0, 26.0, -290.0), move |p| {
        let q = p - v(2.0, -91.0, -356.0);
        let turned = v(q.x, 0.97 * q.y - 0.24 * q.z, 0.24 * q.y + 0.97 * q.z);
        let glans = ellipsoid_at(turned, Vec3::ZERO, v(14.0, 14.0, 15.0));
        smooth_min(
            spongy.d(p),
            smooth_max(glans, p.z + 346.0 - 0.35 * (p.y + 91.5), 4.0),
            4.0,
        )
    });
    body.add("corpus_spongiosum", 54, shape);
}

/// Outer surface of the penis.
pub(in crate::model::body) fn penis_skin(p: Vec3) -> f32 {
    const SHAFT: [[f32; 4]; 7] = [
        [2.0, -44.0, -290.0, 16.0],
        [2.0, -58.0, -291.0, 15.0],
        [2.0, -70.5, -297.0, 14.8],
        [2.0, -80.0, -310.0, 14.6],
        [2.0, -86.5, -329.0, 14.6],
        [2.0, -90.0, -351.0, 16.2],
        [2.0, -91.5, -361.0, 14.6],
    ];
    let mut d = 4.0 * REACH;
    for pair in SHAFT.windows(2) {
        let (a, b) = (
            v(pair[0][0], pair[0][1], pair[0][2]),
            v(pair[1][0], pair[1][1], pair[1][2]),
        );
        let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        d = smooth_min(
            d,
            (p - a.lerp(b, t)).length() - (pair[0][3] + (pair[1][3] - pair[0][3]) * t),
            4.0,
        );
    }
    d
}

/// Outer surface of the scrotum.
pub(in crate::model::body) fn scrotum_skin(p: Vec3) -> f32 {
    let left = ellipsoid_at(p, v(21.0, -63.0, -360.0), v(19.5, 23.0, 30.0));
    let right = ellipsoid_at(p, v(-17.0, -63.0, -356.0), v(19.5, 23.0, 30.0));
    let root = ellipsoid_at(p, v(2.0, -52.0, -326.0), v(22.0, 17.0, 21.0));
    smooth_min(smooth_min(left, right, 9.0), root, 14.0)
}
