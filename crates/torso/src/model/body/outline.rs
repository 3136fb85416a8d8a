//! The outline of the body: the surface of its skin, which the wall and the muscles follow.
//!
//! Levels are measured on the HRA skin (half width, front, back); the shapes between them, the relief and the arm stumps are
//! ours. The arms hang beside the trunk and are cut above the elbow, the legs at the lower face of the torso box.

use anatomy::Sex;
use glam::Vec3;

use super::soft::{Course, REACH, Trunk};
use super::urogenital::{penis_skin, scrotum_skin};
use crate::model::body::middle::MID_SKIN;
use crate::model::plain::{ellipsoid_at, smooth_max, smooth_min, smooth_step, v};

/// The surface of the body.
pub(super) struct Outline {
    trunk: Trunk,
    thigh: Trunk,
    arm: Course,
    sex: Sex,
}

/// Height at which the arms are cut, mm.
const ARM_CUT: f32 = -8.0;

impl Outline {
    pub(super) fn new(sex: Sex) -> Outline {
        // z, half width, y of the widest place, front, back, roundness of front and back.
        let trunk = Trunk::new(
            MID_SKIN,
            &[
                [-330.0, 196.0, 0.0, -98.0, 70.0, 2.2, 2.2],
                [-300.0, 204.0, -5.0, -111.0, 108.0, 2.3, 2.4],
                [-260.0, 196.0, -10.0, -126.0, 126.0, 2.3, 2.5],
                [-220.0, 186.0, -28.0, -138.0, 128.0, 2.3, 2.4],
                [-180.0, 174.0, -30.0, -146.0, 121.0, 2.2, 2.4],
                [-140.0, 166.0, -30.0, -151.0, 110.0, 2.15, 2.4],
                [-100.0, 160.0, -25.0, -155.0, 101.0, 2.15, 2.6],
                [-60.0, 157.0, -22.0, -154.0, 104.0, 2.15, 2.7],
                [-20.0, 158.0, -18.0, -150.0, 113.0, 2.15, 2.8],
                [20.0, 163.5, -12.0, -147.0, 120.0, 2.2, 3.1],
                [60.0, 172.0, -4.0, -145.0, 127.0, 2.3, 3.3],
                [100.0, 176.0, 0.0, -143.0, 132.0, 2.4, 3.4],
                [140.0, 178.0, 4.0, -139.0, 138.0, 2.5, 3.4],
                [180.0, 180.0, 10.0, -129.0, 144.0, 2.5, 3.3],
                [220.0, 180.5, 18.0, -113.0, 146.0, 2.4, 3.1],
                [255.0, 172.0, 25.0, -96.0, 141.0, 2.25, 2.9],
                [285.0, 156.0, 30.0, -80.0, 130.0, 2.1, 2.7],
                [312.0, 124.0, 32.0, -68.0, 117.0, 2.0, 2.4],
                [336.0, 92.0, 28.0, -60.0, 106.0, 2.0, 2.2],
                [358.0, 74.0, 18.0, -58.0, 97.0, 2.0, 2.1],
                [392.0, 68.0, 10.0, -66.0, 84.0, 2.0, 2.0],
            ],
        );
        let thigh = Trunk::new(
            0.0,
            &[
                [-410.0, 104.0, 12.0, -114.0, 100.0, 2.1, 2.1],
                [-360.0, 106.0, 10.0, -114.0, 112.0, 2.1, 2.1],
                [-320.0, 104.0, 8.0, -112.0, 124.0, 2.1, 2.1],
                [-280.0, 96.0, 5.0, -112.0, 118.0, 2.1, 2.1],
                [-220.0, 76.0, 0.0, -100.0, 90.0, 2.1, 2.1],
            ],
        );
        // Slope of the trapezius, deltoid, upper arm.
        let arm = Course::new(
            &[
                [70.0, 36.0, 332.0, 27.0],
                [112.0, 34.0, 322.0, 32.0],
                [154.0, 31.0, 306.0, 40.0],
                [186.0, 31.0, 284.0, 49.0],
                [199.0, 32.0, 250.0, 50.0],
                [209.0, 34.0, 205.0, 48.5],
                [219.0, 36.0, 150.0, 46.0],
                [228.0, 37.0, 90.0, 44.0],
                [235.0, 37.0, 30.0, 41.5],
                [239.0, 36.0, -40.0, 39.0],
            ],
            3.0,
        );
        Outline {
            trunk,
            thigh,
            arm,
            sex,
        }
    }

    /// Signed distance to the skin, negative inside, mm; good to about 30 mm below it.
    pub(super) fn d(&self, p: Vec3) -> f32 {
        let x = (p.x - MID_SKIN).abs();
        let q = v(x, p.y, p.z);
        let front = smooth_step(10.0, -40.0, p.y);
        let mut d = self.trunk.d(p);
        // The back of the shoulder, filled by the muscles over the scapula and its spine (back of the HRA skin about y 125 at
        // x 111, z 302).
        d = smooth_min(
            d,
            ellipsoid_at(q, v(104.0, 70.0, 286.0), v(58.0, 54.0, 58.0)),
            30.0,
        );
        // Breast muscles and buttocks.
        d = smooth_min(
            d,
            ellipsoid_at(q, v(70.0, -66.0, 208.0), v(70.0, 50.0, 46.0)),
            26.0,
        );
        d = smooth_max(d, -320.0 - p.z, 36.0);
        d = smooth_min(
            d,
            ellipsoid_at(q, v(73.0, 64.0, -256.0), v(77.0, 83.0, 86.0)),
            34.0,
        );
        let leg = v(x - 114.0 - 0.02 * (-300.0 - p.z), p.y, p.z);
        d = smooth_min(d, smooth_max(self.thigh.d(leg), p.z + 235.0, 40.0), 18.0);
        let arm = self.arm.d(v(x, 32.0 + (p.y - 32.0) * 0.86, p.z));
        let arm = smooth_max(arm, ARM_CUT - p.z, 8.0);
        // A wide fillet over the shoulder, a narrow one in the armpit.
        let fillet = 8.0 + 2.0 * (REACH - 5.0) * smooth_step(118.0, 235.0, p.z);
        d = smooth_min(d, arm, fillet);
        if self.sex == Sex::Male && p.y < 0.0 && p.z < -250.0 {
            d = smooth_min(d, smooth_min(penis_skin(p), scrotum_skin(p), 8.0), 12.0);
        }
        if d.abs() < 24.0 {
            d + relief(x, p, front)
        } else {
            d
        }
    }
}

/// Furrows (positive) and swellings of the skin: white line, edges of the rectus, navel, jugular notch, furrow of the
/// spine, nipples, gluteal cleft and folds, groin, clavicles, costal arch, lower edge of the breast muscle, dimples over the hip bones.
fn relief(x: f32, p: Vec3, front: f32) -> f32 {
    let bell = |u: f32, width: f32| (-(u / width) * (u / width)).exp();
    let spot =
        |at: f32, z: f32, width: f32| bell(((x - at).powi(2) + (p.z - z).powi(2)).sqrt(), width);
    let band = |low: f32, high: f32, edge: f32| {
        smooth_step(low - edge, low + edge, p.z)
            * (1.0 - smooth_step(high - edge, high + edge, p.z))
    };
    let lateral = |low: f32, high: f32| {
        smooth_step(low - 12.0, low + 12.0, x) * (1.0 - smooth_step(high - 12.0, high + 12.0, x))
    };
    let belly = front * band(-155.0, 145.0, 35.0);
    let back = (1.0 - front) * band(-150.0, 330.0, 40.0);
    belly * (2.2 * bell(x, 8.0) + 1.6 * bell(x - 72.0 + 0.08 * (p.z + 40.0), 13.0))
        + back * 7.0 * bell(x, 15.0)
        + (1.0 - front) * band(-296.0, -195.0, 20.0) * 12.0 * bell(x, 13.0)
        + front * 1.6 * bell((p.z + 134.0 + 1.2 * (122.0 - x)) * 0.6, 13.0) * lateral(38.0, 118.0)
        - front * 3.2 * bell(p.z - 314.0 - 0.10 * x, 6.5) * lateral(24.0, 120.0)
        + front * 9.0 * spot(0.0, -78.0, 6.5)
        + front * 6.0 * spot(0.0, 322.0, 13.0)
        + front * 3.0 * bell(x, 9.0) * band(170.0, 278.0, 22.0)
        - front * (1.5 * spot(98.0, 200.0, 11.0) + 2.6 * spot(98.0, 200.0, 4.0))
        // the costal arch, from the pit of the stomach outwards and down
        + front * 2.2 * bell((p.z - 118.0 + 0.95 * x) * 0.7, 11.0) * lateral(26.0, 104.0)
        // under the breast muscle, rising to the armpit
        + front * 2.6 * bell(p.z - 160.0 - 0.0024 * (x - 40.0).max(0.0).powi(2), 10.0) * lateral(34.0, 134.0)
        // the fold under the buttock, and a dimple over the hip bone on either side of the sacrum
        + (1.0 - front)
            * 3.2
            * bell(p.z + 305.0 - 0.12 * (x - 50.0), 15.0)
            * smooth_step(8.0, 42.0, x)
            * smooth_step(118.0, 58.0, x)
        + (1.0 - front) * 3.0 * spot(46.0, -152.0, 12.0)
        // the blade of the shoulder: its inner edge and lower corner
        - (1.0 - front) * 2.4 * bell(x - 84.0, 20.0) * band(196.0, 296.0, 26.0)
}
