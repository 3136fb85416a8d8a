//! Muscles of the trunk: sheets that follow the outline at a depth (see `sheets`), and spindles between landmarks.
//!
//! Positions from Open3DModel (psoas, iliacus, gluteus), Z-Anatomy (rectus, latissimus, trapezius, deltoid) and textbook
//! attachments; volumes are estimates of low confidence but for the muscles that Z-Anatomy has.

use std::sync::Arc;

use super::outline::Outline;
use super::soft::Course;
use crate::model::body::middle::MID_SKIN;
use crate::model::plain::{smooth_max, smooth_step, squash, v};
use crate::model::{BodyBuilder, Shape, solid};
use glam::Vec3;

mod sheets;

pub(super) use sheets::rectus_depth;

const MUSCLE: i32 = 20;

/// Adds the muscles.
pub(super) fn build(body: &mut BodyBuilder, outline: &Arc<Outline>) {
    for (side, name) in [(1.0, "left"), (-1.0, "right")] {
        let id = |muscle: &str| format!("{name}_{muscle}");
        for sheet in sheets::SHEETS {
            body.add(
                &id(sheet.name),
                MUSCLE + sheet.above,
                sheet.shape(outline, side),
            );
        }
        body.add(&id("erector_spinae"), MUSCLE, erector(side));
        body.add(&id("psoas"), MUSCLE + 2, spindle(side, PSOAS));
        body.add(&id("iliacus"), MUSCLE + 1, iliacus(side));
    }
    let sheath = sheets::RECTUS_SHEATH;
    let leaves = sheath
        .shape(outline, 1.0)
        .union(&sheath.shape(outline, -1.0));
    body.add(sheath.name, MUSCLE + sheath.above, leaves);
    pelvic_floor(body);
}

/// Muscles of the pelvic floor.
fn pelvic_floor(body: &mut BodyBuilder) {
    // A bowl from the pubis to the coccyx, highest at the side walls.
    let bowl = solid(v(-48.0, -26.0, -312.0), v(50.0, 92.0, -236.0), |p| {
        let (x, y) = ((p.x - MID_SKIN) / 46.0, (p.y - 38.0) / 58.0);
        let floor = -296.0 + 46.0 * x * x + 26.0 * y * y * (0.4 + 0.6 * x * x) + 12.0 * y;
        smooth_max(
            ((p.z - floor).abs() - 3.7) * 0.5,
            (x.hypot(y) - 1.0) * 40.0,
            5.0,
        )
    });
    body.add("pelvic_diaphragm", MUSCLE + 2, bowl);
    let both = |control: &[[f32; 4]]| spindle(1.0, control).union(&spindle(-1.0, control));
    let crus = [
        [33.0, 32.0, -303.0, 3.5],
        [31.0, 18.0, -303.0, 7.3],
        [26.0, 0.0, -301.0, 8.5],
        [19.0, -14.0, -298.0, 8.6],
        [12.0, -28.0, -295.0, 8.0],
    ];
    body.add("ischiocavernosus", MUSCLE + 3, both(&crus));
    for (side, id) in [
        (1.0, "left_obturator_internus"),
        (-1.0, "right_obturator_internus"),
    ] {
        let course = [
            [30.0, -18.0, -266.0, 6.0],
            [36.0, 0.0, -256.0, 13.0],
            [43.0, 22.0, -250.0, 15.5],
            [52.0, 42.0, -252.0, 13.5],
            [74.0, 54.0, -258.0, 7.0],
            [100.0, 46.0, -260.0, 5.0],
            [120.0, 34.0, -258.0, 4.0],
        ];
        body.add(id, MUSCLE + 2, spindle(side, &course));
    }
}

/// The long column beside the spine, from the sacrum to the neck.
fn erector(side: f32) -> Shape {
    let control = [
        [17.0, 96.0, -225.0, 9.0],
        [27.0, 82.0, -170.0, 22.0],
        [36.0, 64.0, -120.0, 27.0],
        [41.0, 59.0, -70.0, 31.0],
        [43.0, 68.0, -20.0, 32.5],
        [44.0, 81.0, 40.0, 29.5],
        [41.0, 97.0, 100.0, 23.5],
        [36.0, 109.0, 160.0, 19.5],
        [31.0, 111.0, 220.0, 15.5],
        [26.0, 98.0, 275.0, 13.5],
        [22.0, 78.0, 325.0, 11.0],
        [19.0, 62.0, 370.0, 9.5],
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
        .map(|c| [MID_SKIN + side * (c[0] - MID_SKIN), c[1], c[2], c[3]])
        .collect();
    let course = Course::new(&control, 3.0);
    let (low, high) = course.bounds();
    let (centre, across) = (
        v(MID_SKIN + side * 92.0, -12.0, -170.0),
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
        .map(|c| [MID_SKIN + side * (c[0] - MID_SKIN), c[1], c[2], c[3]])
        .collect();
    Course::new(&control, 3.0).shape()
}
