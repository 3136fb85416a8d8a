//! Kidneys, adrenals, ureters, bladder, male organs, the thyroid, and the spinal cord.
//!
//! Courses and sizes are measurements at a few levels of the HRA Visible Human Male (kidneys, ureters, urethra, prostate,
//! seminal glands), Open3DModel (penis) and Z-Anatomy (adrenals, testes), with volumes of the reference man (ICRP
//! Publication 110). The right kidney lies 20 mm lower than the left; the left testis hangs lower than the right.

use std::sync::Arc;

use glam::Vec3;

use super::soft::{Course, REACH, carve, ellipsoid, smooth_max, smooth_min, solid, squash, v};
use crate::model::{BodyBuilder, Shape};

/// Adds the urogenital organs and the glands.
pub fn build(body: &mut BodyBuilder) {
    kidney(body, &LEFT_KIDNEY);
    kidney(body, &RIGHT_KIDNEY);
    adrenals(body);
    bladder_and_prostate(body);
    testes(body);
    penis(body);
    thyroid(body);
    spinal_cord(body);
}

/// Measures of one kidney and its ureter.
struct Kidney {
    ids: [&'static str; 4],
    /// Axis from the upper to the lower pole with radii.
    axis: [[f32; 4]; 5],
    centre: Vec3,
    /// Thinnest direction and how thin.
    thin: Vec3,
    flat: f32,
    hilum: Vec3,
    /// Out of the hilum, and down along the kidney.
    out: Vec3,
    down: Vec3,
    /// Course of the ureter from the pelvis to the bladder.
    ureter: &'static [[f32; 4]],
}

const LEFT_KIDNEY: Kidney = Kidney {
    ids: [
        "left_kidney",
        "left_renal_medulla",
        "left_renal_pelvis",
        "left_ureter",
    ],
    axis: [
        [60.0, 47.0, 62.0, 17.6],
        [68.0, 40.0, 47.0, 24.6],
        [77.0, 30.0, 27.0, 25.6],
        [82.0, 21.0, 6.0, 25.0],
        [80.0, 10.0, -10.0, 17.8],
    ],
    centre: Vec3::new(75.0, 29.0, 29.0),
    thin: Vec3::new(-0.452, 0.864, 0.221),
    flat: 0.80,
    hilum: Vec3::new(56.0, 20.0, 27.0),
    out: Vec3::new(-0.873, -0.487, 0.0),
    down: Vec3::new(0.281, -0.421, -0.863),
    ureter: &[
        [58.0, 8.0, 20.0, 5.0],
        [55.0, -1.0, 8.0, 3.2],
        [51.0, -8.0, -2.0, 2.8],
        [44.0, -15.0, -20.0, 2.7],
        [37.0, -20.0, -40.0, 2.7],
        [33.0, -24.0, -70.0, 2.7],
        [30.0, -25.0, -100.0, 2.7],
        [30.0, -22.0, -130.0, 2.7],
        [31.0, -13.0, -150.0, 2.7],
        [38.0, -1.0, -170.0, 2.7],
        [47.0, 13.0, -190.0, 2.7],
        [49.0, 20.0, -208.0, 2.7],
        [42.0, 22.0, -222.0, 2.7],
        [31.0, 19.0, -234.0, 2.7],
        [20.0, 13.0, -244.0, 2.5],
    ],
};

const RIGHT_KIDNEY: Kidney = Kidney {
    ids: [
        "right_kidney",
        "right_renal_medulla",
        "right_renal_pelvis",
        "right_ureter",
    ],
    axis: [
        [-50.0, 32.0, 46.0, 17.2],
        [-59.0, 26.0, 31.0, 24.2],
        [-68.0, 17.0, 10.0, 25.4],
        [-71.0, 6.0, -12.0, 24.8],
        [-69.0, -5.0, -32.0, 17.8],
    ],
    centre: Vec3::new(-65.0, 15.0, 9.0),
    thin: Vec3::new(0.428, 0.853, 0.298),
    flat: 0.80,
    hilum: Vec3::new(-46.0, 8.0, 7.0),
    out: Vec3::new(0.873, -0.487, 0.0),
    down: Vec3::new(-0.241, -0.421, -0.874),
    ureter: &[
        [-51.0, 3.0, 1.0, 5.0],
        [-47.0, -9.0, -10.0, 3.2],
        [-42.0, -17.0, -21.0, 2.8],
        [-33.0, -21.0, -40.0, 2.7],
        [-22.0, -26.0, -70.0, 2.7],
        [-16.0, -29.0, -100.0, 2.7],
        [-14.0, -27.0, -130.0, 2.7],
        [-17.0, -17.0, -150.0, 2.7],
        [-24.0, -1.0, -170.0, 2.7],
        [-34.0, 11.0, -190.0, 2.7],
        [-38.0, 18.0, -208.0, 2.7],
        [-34.0, 21.0, -222.0, 2.7],
        [-24.0, 19.0, -234.0, 2.7],
        [-12.0, 13.0, -244.0, 2.5],
    ],
};

/// The kidney without its sinus.
fn kidney_bean(k: &Kidney, axis: &Course, p: Vec3) -> f32 {
    axis.d(squash(p, k.centre, k.thin, k.flat)) * 0.95
}

/// The sinus: a flat pocket that opens at the hilum, long with the kidney, thin across it.
fn kidney_sinus(k: &Kidney, p: Vec3) -> f32 {
    let q = p - k.hilum;
    let across = k.down.cross(k.out);
    ellipsoid(
        v(q.dot(k.down), q.dot(across), q.dot(k.out) + 2.0),
        Vec3::ZERO,
        v(21.0, 7.5, 17.0),
    )
}

fn kidney(body: &mut BodyBuilder, k: &'static Kidney) {
    let axis = Arc::new(Course::new(&k.axis, 2.0));
    let (low, high) = axis.bounds();
    let bean = axis.clone();
    let whole = solid(low - 3.0, high + 3.0, move |p| {
        carve(kidney_bean(k, &bean, p), kidney_sinus(k, p), 6.0)
    });
    body.add(k.ids[0], 50, whole);
    // Pyramids: the zone within the cortex, split by columns that run towards the sinus.
    let medulla = solid(low, high, move |p| {
        let q = p - k.hilum + k.out * 6.0;
        let angle = q.dot(k.down).atan2(-q.dot(k.out));
        let column = (-(angle * 7.5).cos() - 0.62) * q.length() * 0.16;
        smooth_max(
            (kidney_bean(k, &axis, p) + 6.5).max(2.2 - kidney_sinus(k, p)),
            column,
            3.0,
        )
    });
    body.add(k.ids[1], 51, medulla).contained_in(k.ids[0]);

    // Renal pelvis: a funnel out of the hilum, fed by three greater calices.
    let mouth = k.hilum + k.out * 3.0;
    let mut pelvis: Option<Shape> = None;
    let mut join = |control: &[[f32; 4]]| {
        let tube = Course::new(control, 1.5).shape();
        pelvis = Some(match &pelvis {
            Some(so_far) => so_far.smooth_union(&tube, 3.0),
            None => tube,
        });
    };
    let at = |p: Vec3, r: f32| [p.x, p.y, p.z, r];
    let end = k.ureter[0];
    let outlet = v(end[0], end[1], end[2]);
    join(&[
        at(mouth, 6.2),
        at((mouth + outlet) * 0.5, 5.0),
        at(outlet, 3.6),
    ]);
    for (up, deep) in [(17.0, 10.0), (1.0, 14.0), (-16.0, 10.0)] {
        let middle = k.hilum - k.out * 2.0 - k.down * (up * 0.45);
        let tip = k.hilum - k.out * deep - k.down * up;
        join(&[at(mouth, 4.6), at(middle, 3.6), at(tip, 5.4)]);
    }
    if let Some(shape) = pelvis {
        body.add(k.ids[2], 71, shape);
    }
    body.add(k.ids[3], 70, Course::new(k.ureter, 2.0).shape());
}

fn adrenals(body: &mut BodyBuilder) {
    // Left: a crescent over the upper medial border of the kidney, a ridge with a fin.
    let ridge = Course::new(
        &[
            [32.0, 20.0, 50.0, 2.5],
            [38.0, 27.0, 62.0, 3.5],
            [47.0, 33.0, 77.0, 4.7],
            [57.0, 37.0, 83.0, 4.7],
            [68.0, 40.0, 79.0, 3.5],
            [76.0, 42.0, 72.0, 2.3],
        ],
        1.5,
    );
    let fin = Course::new(
        &[
            [40.0, 20.0, 56.0, 2.1],
            [48.0, 25.0, 69.0, 3.1],
            [57.0, 29.0, 74.0, 3.1],
            [66.0, 33.0, 72.0, 2.1],
        ],
        1.5,
    );
    let left = solid(v(26.0, 10.0, 42.0), v(84.0, 52.0, 94.0), move |p| {
        let web = ellipsoid(p, v(52.0, 31.0, 72.0), v(16.0, 6.0, 8.0));
        smooth_min(ridge.d(p), smooth_min(fin.d(p), web, 4.0), 6.0)
    });
    body.add("left_adrenal", 52, left);
    // Right: a pyramid on the pole, its limb down beside the vena cava.
    let limb = Course::new(
        &[
            [-32.0, 6.0, 38.0, 2.6],
            [-37.0, 12.0, 51.0, 4.4],
            [-42.0, 19.0, 64.0, 6.0],
            [-45.0, 22.0, 76.0, 3.2],
        ],
        1.5,
    );
    let base = Course::new(
        &[
            [-61.0, 31.0, 57.0, 2.6],
            [-53.0, 27.0, 64.0, 4.4],
            [-46.0, 23.0, 70.0, 5.2],
        ],
        1.5,
    );
    let web = Course::new(
        &[
            [-40.0, 14.0, 50.0, 2.6],
            [-46.0, 20.0, 59.0, 4.8],
            [-44.0, 20.0, 66.0, 5.6],
        ],
        1.5,
    );
    let right = solid(v(-68.0, -4.0, 30.0), v(-24.0, 40.0, 86.0), move |p| {
        smooth_min(limb.d(p), smooth_min(base.d(p), web.d(p), 5.0), 6.0)
    });
    body.add("right_adrenal", 52, right);
}

fn bladder_and_prostate(body: &mut BodyBuilder) {
    // Moderately full (240 mL): a rounded tetrahedron with its apex forward, base behind and neck below.
    let bladder = solid(v(-46.0, -76.0, -278.0), v(58.0, 36.0, -186.0), |p| {
        let dome = ellipsoid(p, v(5.0, -19.0, -229.0), v(41.0, 39.5, 32.0));
        let apex = ellipsoid(p, v(5.0, -40.0, -235.0), v(26.0, 24.0, 23.0));
        let neck = ellipsoid(p, v(3.0, -4.0, -249.0), v(22.0, 20.0, 20.0));
        smooth_max(
            smooth_min(smooth_min(dome, apex, 12.0), neck, 14.0),
            p.y - 15.0,
            8.0,
        )
    });
    body.add("urinary_bladder", 58, bladder);
    // A chestnut below it, with a shallow median furrow behind.
    let prostate = solid(v(-24.0, -4.0, -294.0), v(25.0, 36.0, -248.0), |p| {
        let base = ellipsoid(p, v(0.5, 14.5, -267.0), v(19.2, 13.4, 13.4));
        let apex = ellipsoid(p, v(0.5, 14.5, -277.0), v(12.4, 10.8, 12.2));
        carve(
            smooth_min(base, apex, 8.0),
            ellipsoid(p, v(0.5, 30.5, -268.0), v(4.0, 3.5, 16.0)),
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
            [2.3, -46.0, -305.0, 2.9],
            [2.6, -70.0, -303.0, 2.9],
            [2.8, -88.0, -313.0, 2.9],
            [3.0, -97.0, -330.0, 2.9],
            [3.2, -101.0, -346.0, 3.0],
            [3.2, -104.0, -366.0, 3.2],
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
            [21.0, -50.0, -380.0, 1.6],
            [24.0, -44.0, -366.0, 1.6],
            [25.0, -43.0, -350.0, 1.6],
            [27.0, -46.0, -330.0, 1.6],
            [31.0, -54.0, -305.0, 1.6],
            [37.0, -60.0, -282.0, 1.6],
            [48.0, -60.0, -262.0, 1.6],
            [60.0, -50.0, -244.0, 1.6],
            [64.0, -34.0, -232.0, 1.6],
            [60.0, -12.0, -222.0, 1.6],
            [52.0, 6.0, -215.0, 1.6],
            [38.0, 20.0, -216.0, 1.7],
            [22.0, 27.0, -226.0, 2.3],
            [9.0, 28.0, -238.0, 3.1],
            [4.0, 25.0, -252.0, 2.3],
            [2.0, 20.0, -262.0, 1.5],
        ];
        let lift = if side < 0.0 { 5.0 } else { 0.0 };
        let control: Vec<[f32; 4]> = course
            .iter()
            .map(|c| {
                [
                    side * c[0] + 1.0,
                    c[1],
                    c[2] + if c[2] < -345.0 { lift } else { 0.0 },
                    c[3],
                ]
            })
            .collect();
        body.add(id, 70, Course::new(&control, 1.5).shape());
    }
}

fn testes(body: &mut BodyBuilder) {
    for (testis, epididymis, side, lift) in [
        ("left_testis", "left_epididymis", 1.0f32, 0.0f32),
        ("right_testis", "right_epididymis", -1.0, 5.0),
    ] {
        let centre = v(2.0 + 20.5 * side, -64.0, -363.0 + lift);
        // Upper pole turned forward and out.
        let shape = solid(centre - 26.0, centre + 26.0, move |p| {
            let q = p - centre;
            ellipsoid(
                v(q.x - side * 0.10 * q.z, q.y + 0.22 * q.z, q.z),
                Vec3::ZERO,
                v(13.0, 14.6, 21.0),
            ) * 0.9
        });
        body.add(testis, 52, shape);
        let x = |mm: f32| 2.0 + mm * side;
        let cap = Course::new(
            &[
                [x(21.0), -61.0, -340.0 + lift, 4.2],
                [x(22.0), -51.0, -344.0 + lift, 5.2],
                [x(23.0), -45.5, -354.0 + lift, 3.8],
                [x(23.0), -45.0, -365.0 + lift, 3.3],
                [x(22.0), -49.0, -376.0 + lift, 3.6],
                [x(21.0), -55.0, -382.0 + lift, 2.9],
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

fn penis(body: &mut BodyBuilder) {
    let skin = solid(v(-22.0, -126.0, -382.0), v(26.0, -30.0, -268.0), |p| {
        penis_skin(p) + 1.8
    });
    body.add("penis", 23, skin).outer_surface();
    // Two crura from the ischial rami join under the symphysis and run side by side.
    let crus = |side: f32| {
        let x = |mm: f32| 2.0 + mm * side;
        Course::new(
            &[
                [x(31.0), 26.0, -303.0, 2.6],
                [x(27.0), 6.0, -301.0, 4.0],
                [x(19.0), -14.0, -297.0, 5.2],
                [x(9.0), -34.0, -294.0, 6.6],
                [x(5.8), -56.0, -288.0, 6.8],
                [x(5.8), -78.0, -294.0, 6.7],
                [x(5.6), -92.0, -310.0, 6.6],
                [x(5.6), -99.0, -329.0, 6.6],
                [x(5.4), -103.0, -345.0, 5.4],
            ],
            2.0,
        )
        .shape()
    };
    body.add("corpus_cavernosum", 53, crus(1.0).union(&crus(-1.0)));
    // Bulb, spongy body under the corpora, and glans.
    let spongy = Course::new(
        &[
            [2.0, 12.0, -303.0, 6.5],
            [2.0, -2.0, -309.0, 8.5],
            [2.0, -24.0, -312.0, 6.5],
            [2.0, -46.0, -305.0, 5.4],
            [2.0, -68.0, -303.0, 5.2],
            [2.0, -84.0, -313.0, 5.2],
            [2.0, -92.0, -330.0, 5.4],
            [2.0, -98.0, -346.0, 6.0],
        ],
        2.0,
    );
    let shape = solid(v(-22.0, -130.0, -386.0), v(26.0, 26.0, -290.0), move |p| {
        let q = p - v(2.0, -104.0, -354.0);
        let turned = v(q.x, 0.97 * q.y - 0.24 * q.z, 0.24 * q.y + 0.97 * q.z);
        let glans = ellipsoid(turned, Vec3::ZERO, v(14.5, 15.0, 15.0));
        smooth_min(
            spongy.d(p),
            smooth_max(glans, p.z + 344.0 - 0.35 * (p.y + 105.0), 4.0),
            4.0,
        )
    });
    body.add("corpus_spongiosum", 54, shape);
}

/// Outer surface of the penis.
pub(super) fn penis_skin(p: Vec3) -> f32 {
    const SHAFT: [[f32; 4]; 7] = [
        [2.0, -44.0, -290.0, 17.0],
        [2.0, -60.0, -292.0, 15.5],
        [2.0, -78.0, -297.0, 15.0],
        [2.0, -92.0, -312.0, 14.8],
        [2.0, -99.0, -332.0, 14.8],
        [2.0, -103.0, -351.0, 17.0],
        [2.0, -105.0, -359.0, 15.0],
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
pub(super) fn scrotum_skin(p: Vec3) -> f32 {
    let left = ellipsoid(p, v(21.0, -63.0, -360.0), v(19.5, 23.0, 30.0));
    let right = ellipsoid(p, v(-17.0, -63.0, -356.0), v(19.5, 23.0, 30.0));
    let root = ellipsoid(p, v(2.0, -52.0, -325.0), v(26.0, 20.0, 24.0));
    smooth_min(smooth_min(left, right, 9.0), root, 14.0)
}

fn thyroid(body: &mut BodyBuilder) {
    let shape = solid(v(-34.0, -56.0, 306.0), v(38.0, -2.0, 374.0), |p| {
        // Lobes taper upwards and spread at the lower poles; the isthmus crosses in front of the trachea.
        let lobe = |side: f32| {
            let q = p - v(2.0 + side * 18.5, -28.0, 339.0);
            let girth = (1.0 - 0.012 * q.z).clamp(0.6, 1.3);
            let q = v(q.x + side * 0.10 * q.z, q.y - 0.12 * q.z, q.z);
            ellipsoid(q, Vec3::ZERO, v(8.5 * girth, 10.4 * girth, 24.0)) * 0.9
        };
        let isthmus = ellipsoid(p, v(2.0, -40.0, 331.0), v(17.0, 4.6, 7.5));
        let gland = smooth_min(smooth_min(lobe(1.0), lobe(-1.0), 2.0), isthmus, 6.0);
        // The trachea leans back as it descends.
        let trachea =
            ((p.x + 1.0).powi(2) + (p.y + 26.0 + 0.45 * (p.z - 338.0)).powi(2)).sqrt() - 11.0;
        carve(gland, trachea, 2.0)
    });
    body.add("thyroid", 52, shape);
}

/// Course of the spinal cord with its half width: in the vertebral canal, 9 mm behind the back of the discs (levels measured
/// on Z-Anatomy), widened in the neck and at T11 to L1, ending at the disc L1/L2.
const CORD: [[f32; 4]; 16] = [
    [2.0, 26.0, 392.0, 6.8],
    [2.0, 35.0, 369.0, 6.8],
    [2.0, 42.0, 355.0, 6.4],
    [2.0, 50.0, 338.0, 5.6],
    [2.0, 60.0, 317.0, 5.0],
    [2.0, 71.0, 295.0, 4.8],
    [2.0, 80.0, 271.0, 4.8],
    [2.0, 84.5, 245.0, 4.8],
    [2.0, 87.0, 217.0, 4.8],
    [2.0, 86.0, 188.0, 4.8],
    [2.0, 80.5, 160.0, 4.9],
    [2.0, 73.0, 131.0, 5.0],
    [2.0, 65.0, 101.0, 5.2],
    [2.0, 57.0, 69.0, 5.6],
    [2.0, 47.0, 35.0, 4.4],
    [2.0, 40.0, 10.0, 1.2],
];

fn spinal_cord(body: &mut BodyBuilder) {
    if body.shape("white_matter").is_some() || body.shape("spinal_cord").is_some() {
        return;
    }
    let axis = Arc::new(Course::new(&CORD, 2.0));
    let (low, high) = axis.bounds();
    body.add("white_matter", 90, axis_shape(&axis, low, high));
    // Grey matter: the butterfly of the cross-section.
    let grey = solid(low, high, move |p| {
        let n = axis.near(p);
        let (x, y) = (
            (p.x - CORD[0][0]).abs() / n.r,
            n.radial.dot(n.tangent.cross(Vec3::X).normalize_or(Vec3::Y)) / n.r,
        );
        let horn = ((x - 0.30 - 0.10 * y.abs()).abs() - 0.13).max(y.abs() - 0.62);
        let bridge = (y.abs() - 0.10).max(x - 0.35);
        (horn.min(bridge) * n.r).max(n.d + 0.3).min(REACH)
    });
    body.add("grey_matter", 91, grey);
}

fn axis_shape(axis: &Arc<Course>, low: Vec3, high: Vec3) -> Shape {
    let axis = axis.clone();
    solid(low, high, move |p| axis.d(p))
}
