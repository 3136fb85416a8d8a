//! Hip bone: the left one, mirrored for the right. Both meet at the symphysis, of which each holds its half.

use anatomy::Sex;
use glam::Vec3;

use crate::model::body::middle::MID_BONES;
use crate::model::parts::*;
use crate::model::plain::{smooth_max, v};
use crate::model::{Shape, sheet, smooth_union_all, sphere};

/// Centre of the head of the left femur (facts, Open3DModel), mm.
pub(super) const FEMORAL_HEAD: Vec3 = Vec3::new(89.5, 8.5, -242.5);

/// Middle of the symphysis, the way from its upper end to its lower one, and half its height and depth, his and hers, mm: hers are
/// made smaller by the warp.
const SYMPHYSIS: Vec3 = Vec3::new(MID_BONES, -37.0, -268.0);
const DOWN_THE_SYMPHYSIS: Vec3 = Vec3::new(0.0, 0.45, -0.89);
const SYMPHYSIS_MM: [f32; 2] = [18.0, 7.0];
const HERS_MM: [f32; 2] = [23.0, 11.5];
/// How far her bones reach over the middle in the frame of the recipes, mm: they are made smaller after the warp (`female-fit.csv`)
/// and would leave a gap at the joint.
const HERS_OVER_MM: f32 = 3.0;

/// The iliac wing as a plate through eight levels (Open3DModel, ends of the section at each).
fn iliac_wing() -> Shape {
    sheet(
        &[
            vec![
                [118.0, 17.0, -96.0, 13.4],
                [112.0, 29.0, -93.5, 13.4],
                [103.0, 37.0, -93.0, 12.3],
                [89.0, 43.0, -95.0, 11.2],
                [77.0, 47.0, -98.5, 12.5],
            ],
            vec![
                [131.0, -5.0, -106.0, 14.6],
                [121.0, 17.0, -105.0, 8.5],
                [105.0, 34.0, -105.0, 8.5],
                [83.0, 49.0, -106.0, 10.1],
                [65.0, 60.0, -108.0, 14.6],
            ],
            vec![
                [138.0, -26.0, -120.0, 15.7],
                [126.0, 3.0, -121.0, 8.5],
                [105.0, 29.0, -122.0, 8.5],
                [77.0, 55.0, -123.0, 11.2],
                [53.0, 80.0, -125.0, 15.7],
            ],
            vec![
                [136.0, -44.0, -140.0, 13.4],
                [121.0, -8.0, -141.0, 8.5],
                [99.0, 25.0, -142.0, 8.5],
                [69.0, 59.0, -143.0, 15.7],
                [43.0, 91.0, -144.0, 15.7],
            ],
            vec![
                [130.0, -50.0, -158.0, 14.6],
                [116.0, -14.0, -160.0, 11.2],
                [96.0, 19.0, -161.0, 10.1],
                [67.0, 55.0, -162.0, 20.2],
                [42.0, 87.0, -160.0, 14.6],
            ],
            vec![
                [119.0, -39.0, -178.0, 13.4],
                [107.0, -14.0, -180.0, 14.6],
                [91.0, 12.0, -181.0, 15.7],
                [69.0, 44.0, -181.0, 22.4],
                [49.0, 71.0, -177.0, 13.4],
            ],
            vec![
                [109.0, -28.0, -199.0, 14.0],
                [100.0, -12.0, -201.0, 18.0],
                [89.0, 5.0, -202.0, 22.0],
                [75.0, 22.0, -201.0, 22.0],
                [64.0, 38.0, -196.0, 15.0],
            ],
            vec![
                [100.0, -21.0, -214.0, 17.0],
                [93.0, -9.0, -218.0, 26.0],
                [84.0, 5.0, -220.0, 30.0],
                [74.0, 19.0, -219.0, 28.0],
                [63.0, 36.0, -214.0, 18.0],
            ],
        ],
        5.0,
    )
}

/// The ischium with its spine.
fn ischium() -> Shape {
    smooth_union_all(
        vec![
            tube(&[
                [70.0, 22.0, -236.0, 20.0],
                [69.0, 36.0, -256.0, 17.0],
                [66.0, 46.0, -274.0, 15.5],
                [60.0, 48.0, -290.0, 14.0],
                [52.0, 40.0, -301.0, 9.5],
            ]),
            // ischial spine
            tube(&[
                [62.0, 38.0, -232.0, 8.0],
                [54.0, 50.0, -237.0, 5.0],
                [47.0, 56.0, -240.0, 2.5],
            ]),
        ],
        8.0,
    )
}

/// The body of the pubis with its face at the symphysis, the two rami round the obturator foramen and the tubercle.
fn pubic_bone([high, deep]: [f32; 2]) -> [Shape; 5] {
    let lower_ramus = band(
        v(0.25, -0.1, 1.0),
        &[
            [54.0, 42.0, -300.0, 8.0, 7.0],
            [42.0, 22.0, -300.0, 8.0, 5.5],
            [28.0, 0.0, -294.0, 8.0, 5.0],
            [17.0, -19.0, -284.0, 9.0, 5.5],
            [11.0, -31.0, -273.0, 10.0, 7.0],
        ],
    );
    let upper_ramus = tube(&[
        [77.0, -8.0, -226.0, 13.0],
        [62.0, -21.0, -239.0, 9.5],
        [46.0, -34.0, -249.0, 8.0],
        [30.0, -43.0, -256.0, 8.0],
        [15.0, -46.0, -261.0, 8.5],
    ]);
    let pubis = turned_ellipsoid(
        v(12.5, -43.0, -263.0),
        [9.0, 11.0, 18.0],
        v(0.95, 0.2, 0.0),
        v(-0.15, 0.8, -0.35),
    );
    let tubercle = sphere(v(27.0, -50.0, -256.0), 4.5);
    // the oval face at the symphysis: there is no structure for the disc in it, so that each bone holds half of that
    let face = turned_ellipsoid(SYMPHYSIS, [12.0, high, deep], Vec3::X, DOWN_THE_SYMPHYSIS);
    [lower_ramus, upper_ramus, pubis, face, tubercle]
}

/// The spines of the wing, the tubercle of its crest and the arcuate line.
fn ridges() -> Vec<Shape> {
    vec![
        // anterior superior: the crest ends in a beak that looks forwards and down
        tube(&[
            [136.0, -40.0, -139.0, 6.6],
            [132.5, -48.0, -150.0, 6.4],
            [128.0, -52.0, -160.0, 4.6],
        ]),
        // anterior inferior, a ridge over the rim of the acetabulum
        tube(&[
            [106.0, -23.0, -200.0, 9.0],
            [104.0, -30.0, -207.0, 7.0],
            [101.0, -33.0, -214.0, 4.5],
        ]),
        // posterior superior
        tube(&[
            [47.0, 86.0, -137.0, 6.4],
            [42.0, 91.5, -150.0, 6.6],
            [42.0, 90.0, -160.0, 4.6],
        ]),
        // posterior inferior, a corner over the greater sciatic notch
        tube(&[
            [46.0, 83.0, -168.0, 6.0],
            [48.5, 78.0, -178.0, 6.0],
            [52.0, 70.0, -183.0, 4.6],
        ]),
        // tubercle of the crest, and its two lips
        tube(&[
            [136.0, -8.0, -109.0, 4.6],
            [140.0, -17.0, -114.0, 5.4],
            [141.0, -26.0, -121.0, 4.6],
        ]),
        // the arcuate line from the sacral joint to the pubis
        tube(&[
            [60.0, 40.0, -190.0, 4.0],
            [66.0, 18.0, -205.0, 4.4],
            [66.0, -4.0, -222.0, 4.4],
            [52.0, -24.0, -240.0, 4.0],
            [30.0, -40.0, -251.0, 3.6],
        ]),
    ]
}

/// The whole: the wing, the cup round the femoral head, the ischium and the pubis.
pub(super) fn hip_bone(sex: Sex) -> Shape {
    let (over, face) = match sex {
        Sex::Male => (0.0, SYMPHYSIS_MM),
        Sex::Female => (HERS_OVER_MM, HERS_MM),
    };
    let cup = turned_ellipsoid(
        v(77.0, 10.0, -238.0),
        [22.0, 31.0, 31.0],
        v(0.85, -0.3, -0.35),
        Vec3::Z,
    );
    let mut parts = vec![iliac_wing(), cup, ischium()];
    parts.extend(pubic_bone(face));
    parts.extend(ridges());
    let open = v(0.80, -0.36, -0.47).normalize();
    smooth_union_all(parts, 9.0)
        // the acetabulum, with its notch below
        .keep(3.0, move |p| {
            let q = p - FEMORAL_HEAD;
            -smooth_max(8.0 - q.dot(open), q.length() - 35.0, 8.0)
        })
        .smooth_subtract(&sphere(FEMORAL_HEAD, 24.5), 2.0)
        // the fossa within the horseshoe of its joint face
        .smooth_subtract(
            &sphere(FEMORAL_HEAD - open * 10.0 - Vec3::Z * 4.0, 17.5),
            2.0,
        )
        .smooth_subtract(
            &tube(&[[80.0, 5.0, -262.0, 8.0], [76.0, 4.0, -274.0, 9.0]]),
            4.0,
        )
        // obturator foramen
        .smooth_subtract(
            &turned_ellipsoid(
                v(44.0, 2.0, -271.0),
                [19.0, 26.0, 20.0],
                v(0.88, -0.48, 0.0),
                v(0.45, 0.8, -0.35),
            ),
            4.0,
        )
        .keep(1.0, move |p| MID_BONES - over - p.x)
}
