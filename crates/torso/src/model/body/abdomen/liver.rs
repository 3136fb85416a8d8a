//! Liver, gallbladder and bile ducts.

use glam::Vec3;

use super::super::soft::Course;
use super::super::thorax::{rib_cage, whole_heart, within_ribs};
use super::rank::{DUCT, GUT, SOLID, course};
use crate::model::plain::{carve, ellipsoid_at, smooth_max, smooth_min, smooth_step, v};
use crate::model::{BodyBuilder, solid};

pub(super) fn ducts(body: &mut BodyBuilder) {
    let sac = within_ribs(&gallbladder().shape(), &rib_cage(body), 4.2, 6.0);
    body.add("gallbladder", GUT + 5, sac);
    body.add(
        "cystic_duct",
        DUCT,
        course(&[
            [-59.0, -25.0, 80.0, 2.8],
            [-55.0, -21.0, 77.0, 2.4],
            [-52.0, -21.0, 80.0, 2.4],
            [-48.0, -18.0, 78.0, 2.4],
            [-44.5, -18.0, 80.0, 2.3],
        ]),
    );
    // Right and left hepatic ducts join at the porta hepatis.
    let common = course(&[
        [-39.0, -17.0, 97.0, 2.6],
        [-41.0, -17.0, 90.0, 2.9],
        [-44.0, -18.0, 80.0, 3.1],
    ]);
    let right = course(&[
        [-54.0, -12.0, 104.0, 1.3],
        [-46.0, -15.0, 102.0, 1.6],
        [-38.0, -17.0, 97.0, 2.0],
    ]);
    let left = course(&[
        [-22.0, -28.0, 103.0, 1.3],
        [-29.0, -22.0, 102.0, 1.6],
        [-37.0, -17.0, 97.0, 2.0],
    ]);
    let hepatic = common.smooth_union(&right, 2.0).smooth_union(&left, 2.0);
    body.add("common_hepatic_duct", DUCT, hepatic);
    body.add(
        "bile_duct",
        DUCT,
        course(&[
            [-44.0, -18.0, 80.0, 3.2],
            [-37.0, -18.0, 70.0, 3.5],
            [-28.0, -15.5, 58.0, 3.5],
            [-25.0, -14.0, 46.0, 3.5],
            [-29.0, -17.0, 36.0, 3.3],
            [-34.0, -21.0, 31.0, 2.7],
        ]),
    );
    let centre = v(-34.8, -21.5, 30.6);
    let radii = v(5.0, 4.6, 5.2);
    body.add(
        "ampulla",
        DUCT + 1,
        solid(centre - radii, centre + radii, move |p| {
            ellipsoid_at(p, centre, radii)
        }),
    );
}

/// Pear-shaped, fundus forward, neck back and medial. Filled (66 mL), not empty as in the source.
fn gallbladder() -> Course {
    Course::new(
        &[
            [-85.0, -84.0, 61.0, 14.5],
            [-84.0, -75.0, 67.0, 17.8],
            [-81.0, -65.0, 74.0, 18.4],
            [-76.5, -53.0, 79.0, 16.4],
            [-71.0, -43.0, 82.0, 12.4],
            [-65.0, -34.0, 83.0, 8.0],
            [-59.0, -26.0, 80.0, 3.0],
        ],
        1.5,
    )
}

/// A fissure of the liver: deepest along its course, with lips that part towards the outside.
struct Fissure {
    floor: Course,
    outward: Vec3,
}

/// How much a fissure widens towards the outside, and over what depth, mm.
const LIPS: f32 = 0.3;
const LIPS_MM: f32 = 10.0;
/// Width over which the edges of fissures are rounded, mm.
const FISSURE_EDGE: f32 = 6.0;

impl Fissure {
    fn new(floor: &[[f32; 4]], outward: Vec3) -> Fissure {
        Fissure {
            floor: Course::new(floor, 1.5),
            outward: outward.normalize(),
        }
    }

    /// Distance to its sides, negative within, mm; outwards it goes on.
    fn d(&self, p: Vec3) -> f32 {
        let near = self.floor.near(p);
        if near.r <= 0.0 {
            return near.d;
        }
        let out = near.radial.dot(self.outward).max(0.0);
        let across = (near.radial - self.outward * out).length();
        across - near.r - LIPS * out.min(LIPS_MM)
    }
}

/// Transverse fissure (porta), fissures of the ligamentum teres and of the ligamentum venosum.
struct Fissures([Fissure; 3]);

impl Fissures {
    fn new() -> Fissures {
        let porta = [
            [-60.0, -7.0, 90.0, 4.0],
            [-47.0, -12.0, 90.0, 6.0],
            [-35.0, -16.0, 92.0, 7.0],
            [-22.0, -21.0, 91.0, 7.0],
            [-12.0, -25.0, 88.0, 6.0],
        ];
        // From the notch of the lower edge to the left end of the porta, and from there up to the vena cava.
        let teres = [
            [-22.0, -106.0, 96.0, 3.5],
            [-22.0, -88.0, 93.0, 3.8],
            [-21.0, -72.0, 91.0, 3.8],
            [-18.0, -56.0, 92.0, 3.8],
            [-14.0, -42.0, 92.0, 3.8],
            [-12.0, -28.0, 89.0, 4.5],
        ];
        let venosum = [
            [-11.0, -23.0, 87.0, 4.5],
            [-5.0, -18.0, 92.0, 4.0],
            [-0.5, -12.0, 100.0, 3.8],
            [1.0, -9.0, 112.0, 3.8],
            [0.0, -9.0, 122.0, 3.5],
            [-4.0, -8.0, 130.0, 3.0],
        ];
        Fissures([
            Fissure::new(&porta, v(0.0, -0.4, -0.9)),
            Fissure::new(&teres, v(0.0, 0.1, -1.0)),
            Fissure::new(&venosum, v(0.15, 0.9, -0.3)),
        ])
    }

    fn cut(&self, d: f32, p: Vec3) -> f32 {
        let carved = |d, fissure: &Fissure| carve(d, fissure.d(p), FISSURE_EDGE);
        self.0.iter().fold(d, carved)
    }
}

/// Surface of the liver.
fn liver_field(p: Vec3, gallbladder: &Course, fissures: &Fissures) -> f32 {
    // The right lobe fills the right dome (x -133 to -10, y -95 to 88, top z 175); the left is a flat tongue rising to the left.
    let right = {
        let q = (p - v(-70.0, -1.0, 84.0)).abs() / v(63.0, 91.0, 92.0);
        let n = 2.35;
        ((q.x.powf(n) + q.y.powf(n) + q.z.powf(n)).powf(1.0 / n) - 1.0) * 64.0
    };
    let left = {
        let q = p - v(-8.0, -49.0, 112.0);
        let (sin, cos) = (-0.42f32).sin_cos();
        ellipsoid_at(
            v(cos * q.x - sin * q.z, q.y, sin * q.x + cos * q.z),
            Vec3::ZERO,
            v(76.0, 46.0, 29.0),
        )
    };
    let body = smooth_min(right, left, 34.0);
    // Under surface: climbs from the sharp lower right edge, runs level at the hilum, climbs again to the left tip.
    let bottom = {
        let front = smooth_step(-8.0, -40.0, p.y);
        let level = 52.0 + 27.0 * front;
        let right = smooth_min(0.0, (p.x + 66.0) * 1.02 - 4.0, 14.0) * (1.0 - 0.15 * front);
        let left = smooth_max(0.0, (p.x - 4.0) * 0.95, 14.0);
        level + right + left
    };
    let mut d = smooth_max(body, (bottom - p.z) * 0.66, 16.0);
    // Behind, it is hollowed by the spine and what lies beside it.
    d = carve(
        d,
        ellipsoid_at(p, v(10.0, 62.0, 110.0), v(50.0, 60.0, 320.0)),
        18.0,
    );
    // Lung and diaphragm come down between it and the ribs.
    d = smooth_max(d, p.y - 67.0, 12.0);
    // Groove of the vena cava, beds of kidney, colic flexure and gallbladder, notch of the round ligament.
    d = carve(
        d,
        ellipsoid_at(p, v(-24.0, 17.0, 110.0), v(12.5, 13.0, 200.0)),
        14.0,
    );
    d = carve(
        d,
        ellipsoid_at(p, v(-60.0, 32.0, 12.0), v(37.0, 33.0, 60.0)),
        12.0,
    );
    d = carve(
        d,
        ellipsoid_at(p, v(-74.0, -52.0, 36.0), v(30.0, 40.0, 42.0)),
        12.0,
    );
    d = carve(
        d,
        ellipsoid_at(p, v(-22.0, -94.0, 72.0), v(4.0, 26.0, 20.0)),
        7.0,
    );
    // Below the porta the way to the bursa is free, between portal vein and vena cava.
    d = carve(
        d,
        ellipsoid_at(p, v(-18.0, -13.0, 60.0), v(28.0, 19.0, 25.0)),
        8.0,
    );
    d = carve(d, gallbladder.d(p) - 0.4, 5.0);
    fissures.cut(d, p)
}

pub(super) fn liver(body: &mut BodyBuilder) {
    let (bed, fissures) = (gallbladder(), Fissures::new());
    let whole = move |p| liver_field(p, &bed, &fissures);
    let (low, high) = (v(-138.0, -112.0, -6.0), v(74.0, 94.0, 181.0));
    // Room for the diaphragm between it and the ribs.
    let whole = within_ribs(&solid(low, high, whole), &rib_cage(body), 4.2, 8.0);
    // And under the heart.
    let whole = match whole_heart(body) {
        Some(heart) => whole.smooth_subtract(&heart.offset(5.8), 8.0),
        None => whole,
    };
    body.add("liver", SOLID, whole);
    // Lobes named from their place: behind and below the hilum, and in front of it between gallbladder and round ligament.
    for (id, centre, radii) in [
        (
            "caudate_lobe_of_liver",
            v(-20.0, -1.0, 106.0),
            v(24.3, 19.0, 40.0),
        ),
        (
            "quadrate_lobe_of_liver",
            v(-44.0, -68.0, 93.0),
            v(25.0, 42.0, 19.0),
        ),
    ] {
        let lobe = solid(centre - radii, centre + radii, move |p| {
            ellipsoid_at(p, centre, radii)
        });
        body.add(id, SOLID + 1, lobe).contained_in("liver");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fissures_part_the_lobes() {
        let (bed, fissures) = (gallbladder(), Fissures::new());
        let d = |x, y, z| liver_field(v(x, y, z), &bed, &fissures);
        // Porta, ligamentum teres, ligamentum venosum.
        for [x, y, z] in [
            [-33.0, -17.0, 90.0],
            [-18.0, -56.0, 90.0],
            [1.0, -9.0, 112.0],
        ] {
            assert!(d(x, y, z) > 2.0, "{x} {y} {z}: {}", d(x, y, z));
        }
        // The quadrate lobe in front of the porta and the caudate lobe behind it.
        for [x, y, z] in [[-45.0, -66.0, 95.0], [-18.0, -8.0, 112.0]] {
            assert!(d(x, y, z) < 0.0, "{x} {y} {z}: {}", d(x, y, z));
        }
    }
}
