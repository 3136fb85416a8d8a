//! Muscles of the trunk worth seeing: sheets that follow the outline at a depth, and spindles between landmarks.
//!
//! Positions from Open3DModel (psoas, iliacus, gluteus), Z-Anatomy (rectus, latissimus, trapezius, deltoid) and textbook
//! attachments; all of them estimates of low confidence.

use std::sync::Arc;

use glam::Vec3;

use super::soft::{Course, REACH, smooth_max, smooth_step, solid, squash, v};
use super::wall::{MIDDLE, Outline};
use crate::model::{BodyBuilder, Shape};

const MUSCLE: i32 = 20;

/// Adds the muscles.
pub(super) fn build(body: &mut BodyBuilder, outline: &Arc<Outline>) {
    for (side, name) in [(1.0, "left"), (-1.0, "right")] {
        let id = |muscle: &str| format!("{name}_{muscle}");
        let layer = |depth: f32, thick: f32, low: Vec3, high: Vec3, region: fn(Vec3) -> f32| {
            layer(outline, side, depth, thick, low, high, region)
        };
        // The three flat muscles of the flank, from outside in, and the rectus between their sheaths.
        body.add(
            &id("external_oblique"),
            MUSCLE,
            layer(
                11.0,
                5.0,
                v(30.0, -150.0, -170.0),
                v(180.0, 80.0, 170.0),
                |p| flank(p, 62.0, -165.0, 150.0 - 0.5 * (p.y + 40.0).max(0.0)),
            ),
        );
        body.add(
            &id("internal_oblique"),
            MUSCLE,
            layer(
                16.5,
                5.0,
                v(30.0, -150.0, -160.0),
                v(180.0, 80.0, 95.0),
                |p| flank(p, 66.0, -148.0, 85.0 - 0.6 * (p.y + 60.0).max(0.0)),
            ),
        );
        body.add(
            &id("transversus_abdominis"),
            MUSCLE,
            layer(
                22.0,
                3.5,
                v(30.0, -150.0, -165.0),
                v(180.0, 80.0, 105.0),
                |p| flank(p, 74.0, -158.0, 95.0 - 0.6 * (p.y + 60.0).max(0.0)),
            ),
        );
        body.add(
            &id("rectus_abdominis"),
            MUSCLE + 1,
            layer(
                12.0,
                10.5,
                v(2.0, -150.0, -258.0),
                v(90.0, -70.0, 150.0),
                rectus,
            ),
        );
        body.add(
            &id("pectoralis_major"),
            MUSCLE + 2,
            layer(
                8.0,
                15.0,
                v(6.0, -135.0, 140.0),
                v(205.0, 40.0, 325.0),
                pectoral,
            ),
        );
        body.add(
            &id("latissimus_dorsi"),
            MUSCLE + 1,
            layer(
                9.0,
                8.0,
                v(2.0, 0.0, -150.0),
                v(200.0, 160.0, 225.0),
                latissimus,
            ),
        );
        body.add(
            &id("trapezius"),
            MUSCLE + 3,
            layer(
                6.0,
                10.0,
                v(2.0, 0.0, 40.0),
                v(190.0, 160.0, 388.0),
                trapezius,
            ),
        );
        body.add(
            &id("deltoid"),
            MUSCLE + 3,
            layer(
                5.0,
                17.0,
                v(110.0, -60.0, 155.0),
                v(270.0, 110.0, 350.0),
                deltoid,
            ),
        );
        body.add(
            &id("gluteus_maximus"),
            MUSCLE + 1,
            layer(
                18.0,
                34.0,
                v(6.0, 20.0, -388.0),
                v(165.0, 165.0, -110.0),
                gluteus,
            ),
        );
        body.add(&id("erector_spinae"), MUSCLE, erector(side));
        body.add(&id("psoas"), MUSCLE + 2, spindle(side, PSOAS));
        body.add(&id("iliacus"), MUSCLE + 1, iliacus(side));
    }
    pelvic_floor(body, outline);
}

/// Muscles and fascia of the pelvic floor, and the front leaf of the rectus sheath.
fn pelvic_floor(body: &mut BodyBuilder, outline: &Arc<Outline>) {
    // A bowl from the pubis to the coccyx, highest at the side walls.
    let bowl = solid(v(-48.0, -26.0, -312.0), v(50.0, 92.0, -236.0), |p| {
        let (x, y) = ((p.x - MIDDLE) / 46.0, (p.y - 38.0) / 58.0);
        let floor = -296.0 + 46.0 * x * x + 26.0 * y * y * (0.4 + 0.6 * x * x) + 12.0 * y;
        smooth_max(
            ((p.z - floor).abs() - 2.6) * 0.5,
            (x.hypot(y) - 1.0) * 40.0,
            5.0,
        )
    });
    body.add("pelvic_diaphragm", MUSCLE + 2, bowl);
    let both = |control: &[[f32; 4]]| spindle(1.0, control).union(&spindle(-1.0, control));
    let crus = [
        [33.0, 32.0, -303.0, 3.5],
        [31.0, 18.0, -303.0, 6.8],
        [26.0, 0.0, -301.0, 8.0],
        [19.0, -14.0, -298.0, 8.0],
        [11.0, -30.0, -295.0, 7.0],
    ];
    body.add("ischiocavernosus", MUSCLE + 3, both(&crus));
    for (side, id) in [
        (1.0, "left_obturator_internus"),
        (-1.0, "right_obturator_internus"),
    ] {
        let course = [
            [30.0, -18.0, -266.0, 6.0],
            [38.0, 0.0, -254.0, 11.0],
            [46.0, 22.0, -246.0, 13.0],
            [54.0, 42.0, -250.0, 11.0],
            [74.0, 54.0, -258.0, 7.0],
            [100.0, 46.0, -260.0, 5.0],
            [120.0, 34.0, -258.0, 4.0],
        ];
        body.add(id, MUSCLE + 2, spindle(side, &course));
    }
    let leaf = |side| {
        layer(
            outline,
            side,
            10.6,
            1.6,
            v(1.0, -150.0, -256.0),
            v(92.0, -70.0, 138.0),
            rectus_sheath,
        )
    };
    body.add("rectus_sheath", MUSCLE + 3, leaf(1.0).union(&leaf(-1.0)));
}

fn rectus_sheath(p: Vec3) -> f32 {
    let outer = 79.0 - 44.0 * smooth_step(-60.0, -250.0, p.z);
    smooth_max(
        (p.x - outer).max(MIDDLE - p.x).max(p.y + 30.0),
        (-254.0 - p.z).max(p.z - 135.0),
        6.0,
    )
}

/// A sheet `thick` mm thick that starts `depth` mm below the skin, within a region given for the left side.
fn layer(
    outline: &Arc<Outline>,
    side: f32,
    depth: f32,
    thick: f32,
    low: Vec3,
    high: Vec3,
    region: fn(Vec3) -> f32,
) -> Shape {
    let outline = outline.clone();
    let mirrored = move |x: f32| MIDDLE + side * (x - MIDDLE);
    let (a, b) = (mirrored(low.x), mirrored(high.x));
    let (low, high) = (v(a.min(b), low.y, low.z), v(a.max(b), high.y, high.z));
    solid(low, high, move |p| {
        let q = v(mirrored(p.x), p.y, p.z);
        let region = region(q);
        // Far outside its region the outline need not be asked.
        if region > REACH {
            return region;
        }
        let d = outline.d(p);
        smooth_max(
            (d + depth + thick * 0.5).abs() - thick * 0.5,
            region,
            thick.min(6.0),
        )
    })
}

/// The flank between the edge of the rectus (x) and the lumbar fascia, between two levels.
fn flank(p: Vec3, front_x: f32, low: f32, high: f32) -> f32 {
    let behind = p.y - 52.0;
    let medial = if p.y < -20.0 { front_x - p.x } else { -REACH };
    smooth_max(
        smooth_max(medial, behind, 12.0),
        smooth_max(low - p.z + 0.35 * (80.0 - p.x).max(0.0), p.z - high, 12.0),
        12.0,
    ) * 0.85
}

fn rectus(p: Vec3) -> f32 {
    // Broad at the ribs, narrow at the pubis; three tendinous intersections.
    let outer = 76.0 - 44.0 * smooth_step(-60.0, -250.0, p.z);
    let edge = (p.x - outer).max(5.0 - p.x).max(p.y + 30.0);
    let mut d = smooth_max(edge, (-254.0 - p.z).max(p.z - 135.0), 10.0);
    for z in [-70.0, -12.0, 46.0] {
        d = smooth_max(d, 2.2 - (p.z - z - 0.08 * (p.x - 40.0)).abs(), 3.0);
    }
    d
}

fn pectoral(p: Vec3) -> f32 {
    // A fan from clavicle, sternum and upper cartilages to the humerus.
    let lower = 158.0 + 0.50 * (p.x - 30.0).max(0.0) - p.z;
    let upper = p.z - 315.0 + 0.20 * (p.x - 40.0).max(0.0);
    let lateral = p.x - 186.0;
    smooth_max(
        smooth_max(smooth_max(9.0 - p.x, lateral, 8.0), p.y - 14.0, 8.0),
        smooth_max(lower, upper, 12.0),
        16.0,
    ) * 0.85
}

fn latissimus(p: Vec3) -> f32 {
    // From the spine below T7 and the iliac crest up to the armpit.
    let upper = p.z - 128.0 - 0.36 * p.x;
    let lower = -118.0 + 0.9 * (p.x - 40.0).max(0.0) - p.z;
    smooth_max(
        smooth_max(upper, lower, 14.0),
        smooth_max(10.0 - p.x, 12.0 - p.y + 0.12 * (170.0 - p.z).max(0.0), 8.0),
        10.0,
    ) * 0.8
}

fn trapezius(p: Vec3) -> f32 {
    // A kite: neck, acromion, twelfth thoracic spine.
    let below = (p.x - 6.0) * 1.6 - (p.z - 52.0);
    let above = p.z - 396.0 + 0.42 * p.x;
    smooth_max(
        smooth_max(below * 0.53, above, 14.0),
        smooth_max((5.0 - p.x).max(p.x - 166.0), 22.0 - p.y, 8.0),
        10.0,
    )
}

fn deltoid(p: Vec3) -> f32 {
    // A hood over the shoulder that tapers to its insertion on the outer side, half way down the arm.
    let taper = ((p.z - 175.0) * 0.60).clamp(0.0, 60.0);
    let width = (p.y - 32.0).abs() - 11.0 - taper;
    let medial = 152.0 + 66.0 * smooth_step(285.0, 215.0, p.z) - p.x;
    smooth_max(
        smooth_max(width, 168.0 - p.z, 12.0),
        smooth_max(medial, p.z - 345.0, 10.0),
        12.0,
    ) * 0.8
}

fn gluteus(p: Vec3) -> f32 {
    // Oblique fibres from sacrum and iliac crest down to the thigh.
    let upper = p.z + 128.0 + 0.45 * (p.x - 60.0).abs();
    let lower = -332.0 - 0.55 * (p.x - 50.0).max(0.0) - p.z;
    smooth_max(
        smooth_max(upper, lower, 24.0),
        smooth_max((8.0 - p.x).max(p.x - 146.0), 28.0 - p.y, 14.0),
        18.0,
    ) * 0.85
}

/// The long column beside the spine, from the sacrum to the neck.
fn erector(side: f32) -> Shape {
    let control = [
        [17.0, 96.0, -225.0, 9.0],
        [24.0, 84.0, -170.0, 17.0],
        [32.0, 67.0, -120.0, 24.0],
        [36.0, 61.0, -70.0, 27.5],
        [38.0, 68.0, -20.0, 28.0],
        [39.0, 79.0, 40.0, 27.0],
        [38.0, 94.0, 100.0, 23.5],
        [34.0, 107.0, 160.0, 19.5],
        [30.0, 110.0, 220.0, 17.0],
        [26.0, 98.0, 275.0, 15.0],
        [22.0, 78.0, 325.0, 13.0],
        [19.0, 62.0, 370.0, 12.0],
    ];
    spindle(side, &control)
}

const PSOAS: &[[f32; 4]] = &[
    [24.0, 22.0, 40.0, 8.0],
    [30.0, 16.0, 5.0, 15.0],
    [36.0, 11.0, -40.0, 21.0],
    [42.0, 8.0, -85.0, 24.0],
    [50.0, 7.0, -125.0, 23.0],
    [60.0, 1.0, -160.0, 20.0],
    [64.0, -10.0, -190.0, 17.0],
    [63.0, -24.0, -220.0, 13.0],
    [66.0, -26.0, -255.0, 10.5],
    [76.0, -12.0, -290.0, 9.5],
    [92.0, 12.0, -318.0, 7.0],
];

const ILIACUS: &[[f32; 4]] = &[
    [97.0, 20.0, -106.0, 12.0],
    [97.0, 6.0, -128.0, 26.0],
    [94.0, -8.0, -152.0, 31.0],
    [90.0, -22.0, -178.0, 27.0],
    [85.0, -32.0, -205.0, 21.0],
    [82.0, -37.0, -230.0, 16.0],
    [82.0, -30.0, -258.0, 13.0],
    [84.0, -14.0, -285.0, 9.0],
    [90.0, 4.0, -308.0, 6.0],
];

/// A fan flat against the iliac fossa.
fn iliacus(side: f32) -> Shape {
    let control: Vec<[f32; 4]> = ILIACUS
        .iter()
        .map(|c| [MIDDLE + side * (c[0] - MIDDLE), c[1], c[2], c[3]])
        .collect();
    let course = Course::new(&control, 3.0);
    let (low, high) = course.bounds();
    let (centre, across) = (
        v(MIDDLE + side * 92.0, -12.0, -170.0),
        v(side * 0.86, 0.5, 0.0).normalize_or(Vec3::X),
    );
    solid(low, high, move |p| {
        let thin = 0.5 + 0.5 * smooth_step(-190.0, -255.0, p.z);
        course.d(squash(p, centre, across, thin)) * 0.7
    })
}

/// A fleshy muscle along a course given for the left side.
fn spindle(side: f32, control: &[[f32; 4]]) -> Shape {
    let control: Vec<[f32; 4]> = control
        .iter()
        .map(|c| [MIDDLE + side * (c[0] - MIDDLE), c[1], c[2], c[3]])
        .collect();
    Course::new(&control, 3.0).shape()
}
