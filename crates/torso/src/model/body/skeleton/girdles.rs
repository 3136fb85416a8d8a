//! Shoulder girdle and upper arm, and the thigh: the left side, mirrored for the right. The hip bone has a file of its own (`hip`).

use anatomy::Sex;
use glam::Vec3;

use super::hip::{FEMORAL_HEAD, hip_bone};
use crate::model::body::middle::MID_BONES;
use crate::model::parts::*;
use crate::model::plain::v;
use crate::model::{BodyBuilder, Shape, half_space, sheet, smooth_union_all, sphere};

/// Clavicle: nine stations of the Open3DModel bone; flat at the shoulder, round at the sternum.
fn clavicle() -> Shape {
    band(
        Vec3::Z,
        &[
            [17.0, -46.0, 315.0, 12.6, 9.9],
            [27.0, -42.0, 317.0, 10.2, 8.8],
            [42.0, -39.0, 318.5, 7.7, 7.5],
            [58.0, -33.0, 320.0, 7.0, 7.3],
            [74.0, -22.0, 321.0, 6.5, 7.3],
            [88.0, -6.0, 324.0, 6.2, 7.3],
            [99.0, 14.0, 327.5, 6.0, 7.7],
            [111.0, 33.0, 329.0, 6.0, 9.4],
            [128.0, 46.0, 328.5, 6.0, 11.1],
            [147.0, 53.0, 328.0, 5.5, 10.5],
        ],
    )
}

/// Scapula: blade from the medial border (x 63-97) to the lateral border, spine, acromion, coracoid and glenoid.
/// Ends of the blade and thickest places read at seven levels of the Open3DModel bone.
#[expect(
    clippy::too_many_lines,
    reason = "one recipe, in the order in which the organ is built"
)]
fn scapula() -> Shape {
    let blade = sheet(
        &[
            vec![
                [77.0, 106.0, 328.0, 6.0],
                [84.0, 99.0, 325.0, 5.0],
                [94.0, 88.0, 316.0, 5.0],
                [108.0, 75.0, 306.0, 6.0],
                [122.0, 63.0, 302.0, 8.0],
            ],
            vec![
                [68.0, 114.0, 308.0, 7.0],
                [82.0, 105.0, 306.0, 4.8],
                [98.0, 92.0, 301.0, 4.8],
                [116.0, 76.0, 295.0, 6.6],
                [134.0, 60.0, 292.0, 11.5],
            ],
            vec![
                [63.0, 121.0, 285.0, 7.0],
                [80.0, 112.0, 283.0, 4.6],
                [98.0, 100.0, 281.0, 4.6],
                [118.0, 83.0, 279.0, 7.2],
                [139.0, 62.0, 277.0, 15.0],
            ],
            vec![
                [62.0, 124.0, 262.0, 7.0],
                [79.0, 117.0, 261.0, 4.6],
                [97.0, 105.0, 260.0, 4.6],
                [117.0, 87.0, 259.0, 7.2],
                [139.0, 66.0, 258.0, 13.0],
            ],
            vec![
                [63.0, 127.0, 236.0, 7.0],
                [79.0, 121.0, 236.0, 4.6],
                [96.0, 110.0, 236.0, 4.6],
                [114.0, 94.0, 236.0, 7.2],
                [133.0, 77.0, 236.0, 12.0],
            ],
            vec![
                [69.0, 132.0, 212.0, 7.2],
                [82.0, 127.0, 212.0, 5.0],
                [96.0, 117.0, 212.0, 5.2],
                [110.0, 106.0, 212.0, 7.6],
                [124.0, 93.0, 212.0, 11.4],
            ],
            vec![
                [77.0, 132.0, 188.0, 7.8],
                [86.0, 129.0, 188.0, 6.4],
                [96.0, 122.0, 188.0, 6.4],
                [106.0, 114.0, 188.0, 8.4],
                [115.0, 106.0, 188.0, 10.6],
            ],
            vec![
                [90.0, 128.0, 170.0, 8.6],
                [94.0, 126.0, 168.5, 8.6],
                [98.0, 122.5, 168.0, 8.6],
                [102.0, 119.0, 168.5, 9.0],
                [106.0, 115.0, 170.0, 9.4],
            ],
        ],
        4.0,
    );
    // the spine: a plate of even thickness standing on the back of the blade, with a rounded crest along its free edge
    let plate = |at: [f32; 3]| [at[0], at[1], at[2], 6.4];
    let spine = sheet(
        &[
            vec![
                plate([68.0, 116.0, 287.0]),
                plate([84.0, 108.0, 288.0]),
                plate([102.0, 95.0, 291.0]),
                plate([122.0, 77.0, 294.0]),
            ],
            vec![
                plate([67.0, 119.0, 287.5]),
                plate([86.0, 114.0, 291.5]),
                plate([107.0, 104.0, 297.0]),
                plate([128.0, 89.0, 303.0]),
            ],
            vec![
                plate([66.0, 122.0, 288.0]),
                plate([87.0, 119.0, 294.0]),
                plate([111.0, 110.0, 302.0]),
                plate([131.0, 97.0, 309.0]),
            ],
        ],
        4.0,
    );
    let crest = tube(&[
        [66.0, 121.5, 288.0, 3.6],
        [87.0, 119.5, 294.0, 4.6],
        [111.0, 110.5, 302.0, 5.2],
        [131.0, 97.5, 309.5, 5.6],
        [142.0, 88.0, 314.0, 5.4],
    ]);
    // the acromion: a flat plate that turns forwards over the head of the humerus to the clavicle
    let acromion = sheet(
        &[
            vec![
                [126.0, 93.0, 306.0, 9.0],
                [131.0, 98.0, 309.0, 9.6],
                [136.0, 101.0, 309.0, 9.0],
            ],
            vec![
                [141.0, 80.0, 314.0, 9.0],
                [147.0, 86.0, 316.0, 9.6],
                [153.0, 90.0, 315.0, 9.0],
            ],
            vec![
                [152.0, 64.0, 321.0, 9.0],
                [160.0, 68.0, 322.5, 9.6],
                [168.0, 71.0, 320.0, 9.0],
            ],
            vec![
                [155.0, 48.0, 324.5, 9.0],
                [163.0, 49.0, 325.0, 9.4],
                [171.0, 50.0, 322.5, 8.4],
            ],
            vec![
                [157.0, 37.0, 324.0, 8.0],
                [162.0, 35.0, 324.0, 8.0],
                [167.0, 37.0, 322.0, 7.6],
            ],
        ],
        4.0,
    );
    // the coracoid: a stout root, then a flat beak bent forwards and outwards
    let coracoid = band(
        v(0.7, 0.5, -0.2),
        &[
            [128.0, 56.0, 297.0, 9.5, 7.5],
            [127.5, 43.0, 308.0, 8.4, 6.0],
            [130.0, 31.0, 313.5, 8.0, 5.2],
            [135.5, 19.5, 311.5, 7.2, 5.0],
            [142.0, 8.5, 305.5, 5.4, 4.6],
        ],
    );
    let face = v(0.82, -0.56, 0.08).normalize();
    let rim = v(149.0, 47.0, 291.0);
    let glenoid = turned_ellipsoid(rim - face * 5.0, [9.0, 19.5, 13.0], face, Vec3::Z);
    let neck = band(
        Vec3::Z,
        &[
            [128.0, 66.0, 289.0, 11.0, 6.5],
            [141.0, 54.0, 290.0, 15.0, 8.5],
        ],
    );
    smooth_union_all(
        vec![blade, spine, crest, acromion, coracoid, glenoid, neck],
        6.0,
    )
    // the shallow socket for the head of the humerus
    .smooth_subtract(&sphere(HUMERAL_HEAD, 25.5), 2.0)
}

/// Centre and radius of the head of the left humerus (Open3DModel, moved onto the glenoid), mm.
const HUMERAL_HEAD: Vec3 = Vec3::new(172.0, 33.0, 298.0);
const HEAD_RADIUS: f32 = 23.5;
/// How far the cartilage of the head stands over the bone, mm.
const CARTILAGE: f32 = 0.3;

/// The humerus, and its head as the cap of it that the cartilage covers; the shaft follows the Open3DModel bone, arm a little abducted.
fn humerus() -> (Shape, Shape) {
    let whole = humeral_upper_end(&humeral_column());
    let whole = smooth_union_all(vec![whole, humeral_edges()], 3.5);
    let whole = smooth_union_all(vec![whole, elbow_end()], 4.0).smooth_subtract(
        // the groove between the tubercles
        &tube(&[
            [186.0, 11.0, 312.0, 4.6],
            [186.8, 15.5, 290.0, 4.6],
            [188.5, 18.6, 266.0, 3.4],
            [191.5, 17.6, 236.0, 1.2],
        ]),
        4.0,
    );
    let head = whole
        .offset(CARTILAGE)
        .smooth_intersect(&sphere(HUMERAL_HEAD, HEAD_RADIUS + 0.9), 0.8)
        .smooth_intersect(
            &half_space(v(178.0, 34.0, 293.0), v(0.72, -0.16, -0.67)),
            1.5,
        );
    (head, whole)
}

/// Head and tubercles.
fn humeral_upper_end(column: &Shape) -> Shape {
    let tubercles = [
        // the greater one
        turned_ellipsoid(
            v(190.5, 39.0, 297.5),
            [12.0, 16.5, 17.0],
            v(0.9, -0.1, 0.4),
            Vec3::Y,
        ),
        // the lesser one, and the crest that runs down from it
        turned_ellipsoid(
            v(177.5, 14.5, 290.0),
            [8.5, 7.5, 11.5],
            v(0.95, -0.3, 0.1),
            Vec3::Y,
        ),
        tube(&[
            [177.0, 15.0, 284.0, 6.0],
            [181.0, 20.0, 266.0, 4.0],
            [186.5, 25.5, 244.0, 2.0],
        ]),
    ];
    let head = sphere(HUMERAL_HEAD, HEAD_RADIUS).smooth_union(column, 9.0);
    tubercles
        .iter()
        .fold(head, |bone, tubercle| bone.smooth_union(tubercle, 6.0))
}

/// The column of the bone: from within the head through the necks, which narrow into the shaft, to the elbow.
fn humeral_column() -> Shape {
    smooth_union_all(
        vec![
            band(
                v(-0.3, 0.95, 0.0),
                &[
                    [177.0, 33.0, 294.0, 18.0, 18.0],
                    [181.5, 33.5, 281.0, 17.4, 17.4],
                    [185.0, 34.0, 268.0, 15.0, 15.2],
                    [187.8, 34.2, 254.0, 13.1, 13.0],
                    [190.8, 34.9, 240.0, 12.6, 12.0],
                    [196.0, 36.0, 220.0, 12.6, 11.0],
                    [202.0, 39.5, 180.0, 12.4, 10.4],
                    [207.0, 41.5, 142.0, 11.8, 10.2],
                    [212.0, 43.0, 104.0, 11.2, 10.0],
                    [217.0, 43.0, 66.0, 9.4, 12.6],
                ],
            ),
            // deltoid tuberosity
            turned_ellipsoid(v(208.5, 39.5, 170.0), [6.0, 7.0, 34.0], Vec3::X, Vec3::Y),
        ],
        8.0,
    )
}

/// The anterior border of the shaft and the ridges that run down from it to the epicondyles.
fn humeral_edges() -> Shape {
    smooth_union_all(
        vec![
            tube(&[
                [193.0, 25.5, 232.0, 2.6],
                [200.0, 29.0, 185.0, 3.2],
                [207.0, 32.0, 140.0, 3.2],
                [213.0, 34.5, 96.0, 3.0],
                [217.0, 37.0, 64.0, 2.4],
            ]),
            tube(&[
                [212.5, 44.0, 146.0, 2.4],
                [221.5, 44.0, 104.0, 3.2],
                [229.5, 43.0, 70.0, 3.6],
                [238.5, 42.0, 42.0, 4.0],
            ]),
            tube(&[
                [208.5, 44.0, 116.0, 2.6],
                [206.0, 44.0, 75.0, 3.2],
                [201.0, 43.5, 42.0, 4.0],
            ]),
        ],
        2.0,
    )
}

/// The lower end: a flat flare with the epicondyles, the spool of the trochlea and the ball of the capitulum before and
/// below it, and the hollows into which the bones of the forearm swing.
fn elbow_end() -> Shape {
    let flare = band(
        Vec3::Y,
        &[
            [216.5, 43.0, 72.0, 9.4, 12.0],
            [218.5, 42.5, 54.0, 7.8, 17.0],
            [220.0, 42.0, 40.0, 6.6, 20.5],
            [220.0, 41.5, 31.0, 6.6, 20.0],
        ],
    );
    let epicondyles = [
        tube(&[[207.0, 42.5, 38.0, 7.4], [202.0, 44.5, 33.0, 5.8]]),
        tube(&[[234.0, 42.0, 36.0, 7.4], [239.5, 42.5, 32.0, 5.8]]),
    ];
    let spool = tube(&[
        [199.0, 39.0, 22.5, 12.6],
        [206.0, 39.0, 23.0, 10.8],
        [213.0, 38.5, 24.0, 8.8],
        [220.0, 38.0, 23.6, 10.2],
        [226.0, 37.0, 24.0, 9.6],
    ])
    .keep(2.0, |p| 205.0 - p.x);
    let ball = turned_ellipsoid(v(231.0, 35.5, 24.6), [9.6, 10.6, 10.4], Vec3::X, Vec3::Y);
    let [medial, lateral] = epicondyles;
    smooth_union_all(vec![flare, medial, lateral, spool, ball], 3.0)
        .smooth_subtract(
            &turned_ellipsoid(v(217.0, 53.0, 42.0), [11.0, 8.0, 9.5], Vec3::X, Vec3::Y),
            3.0,
        )
        .smooth_subtract(
            &turned_ellipsoid(v(213.0, 31.0, 42.0), [8.0, 6.5, 7.0], Vec3::X, Vec3::Y),
            3.0,
        )
}

/// Head and the rest of the femur down to the lower face of the torso (Open3DModel, eleven levels).
fn femur() -> (Shape, Shape) {
    let axis = v(0.80, 0.22, -0.55).normalize();
    let head = sphere(FEMORAL_HEAD, 24.3)
        .smooth_intersect(&half_space(FEMORAL_HEAD + axis * 13.5, axis), 5.0)
        .smooth_subtract(
            &sphere(FEMORAL_HEAD - v(0.95, -0.1, -0.25).normalize() * 28.0, 7.0),
            3.0,
        );
    let rest = smooth_union_all(
        vec![
            // neck
            band(
                v(0.2, 0.3, 1.0),
                &[
                    [95.0, 10.0, -245.0, 18.0, 16.5],
                    [106.0, 12.0, -254.0, 16.0, 12.5],
                    [118.0, 16.0, -265.0, 21.0, 14.5],
                ],
            ),
            // greater trochanter
            turned_ellipsoid(
                v(137.5, 22.0, -266.0),
                [11.5, 18.0, 22.0],
                v(0.95, 0.1, -0.1),
                v(-0.2, 0.9, 0.3),
            ),
            // its tip, which bends inwards over the fossa
            tube(&[
                [137.0, 28.0, -258.0, 9.0],
                [132.0, 33.0, -246.0, 7.0],
                [127.0, 34.0, -241.0, 4.5],
            ]),
            // lesser trochanter
            tube(&[
                [113.0, 24.0, -303.0, 11.5],
                [106.0, 32.0, -308.0, 9.0],
                [99.5, 37.5, -310.0, 5.0],
            ]),
            tube(&[
                [122.0, 18.0, -276.0, 21.0],
                [120.0, 19.0, -296.0, 19.0],
                [115.5, 17.0, -320.0, 17.0],
                [114.0, 12.0, -342.0, 15.6],
                [112.0, 8.0, -365.0, 15.0],
                [109.0, 4.0, -395.0, 14.8],
            ]),
            // linea aspera
            tube(&[
                [116.0, 32.0, -325.0, 4.0],
                [115.0, 26.0, -350.0, 3.5],
                [112.0, 20.0, -395.0, 3.5],
            ]),
            // intertrochanteric crest
            tube(&[
                [132.0, 36.0, -256.0, 6.0],
                [123.0, 38.0, -280.0, 6.0],
                [111.0, 36.0, -304.0, 6.0],
            ]),
            // intertrochanteric line
            tube(&[
                [131.0, 4.0, -259.0, 4.0],
                [120.0, 1.5, -276.0, 3.6],
                [110.0, 3.0, -294.0, 3.0],
                [103.0, 12.0, -306.0, 3.0],
            ]),
        ],
        7.0,
    )
    // the fossa on the inner side of the greater trochanter
    .smooth_subtract(&sphere(v(121.0, 36.0, -255.0), 7.0), 5.0);
    (head, rest)
}

/// Adds both girdles.
pub(super) fn build(body: &mut BodyBuilder, sex: Sex) {
    let (humeral_head, humerus) = humerus();
    let (femoral_head, femur) = femur();
    for (name, left) in [
        ("clavicle", clavicle()),
        ("scapula", scapula()),
        ("humerus", humerus),
        ("humeral_head", humeral_head),
        ("hip_bone", hip_bone(sex)),
        ("femur", femur),
        ("femoral_head", femoral_head),
    ] {
        let priority = if name.ends_with("head") { 81 } else { 80 };
        body.add(&format!("right_{name}"), priority, left.mirror_x(MID_BONES));
        body.add(&format!("left_{name}"), priority, left);
    }
}
