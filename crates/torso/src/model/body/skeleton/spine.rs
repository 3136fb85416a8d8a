//! Vertebrae, discs, sacrum and coccyx.
//!
//! C5 is cut by the top of the torso, while its facts count the whole, so its volume and centroid cannot agree.
//!
//! Long because the levels of the spine share their tables.

use glam::Vec3;

use crate::model::body::middle::MID_BONES;
use crate::model::parts::*;
use crate::model::plain::{smooth_step, v};
use crate::model::{BodyBuilder, Shape, sheet, smooth_union_all};

/// Landmarks of a vertebra, mm.
pub(super) struct Vertebra {
    name: &'static str,
    /// Front and back of the body, half width of its end plates.
    body: [f32; 3],
    /// Lower and upper rim in front, lower and upper rim behind (z).
    rims: [f32; 4],
    /// Front of the lamina in the midline (y): the canal reaches from the back of the body to here.
    lamina: f32,
    /// Tip of the spinous process (y, z).
    spine: [f32; 2],
    /// Tip of the transverse process (x from the midline, y, z).
    transverse: [f32; 3],
    /// Top of the superior and bottom of the inferior articular processes (z).
    facets: [f32; 2],
}

/// Landmarks read off the Open3DModel vertebrae; half widths from the Z-Anatomy discs above and below.
#[rustfmt::skip]
pub(super) const VERTEBRAE: [Vertebra; 20] = [
    Vertebra { name: "C5", body: [3., 19., 14.], rims: [384.0, 397.0, 387.0, 400.0], lamina: 36., spine: [66., 385.], transverse: [29., 17., 391.], facets: [404., 383.] },
    Vertebra { name: "C6", body: [5., 22., 15.], rims: [368.8, 381.0, 371.8, 384.0], lamina: 43., spine: [75., 373.], transverse: [31., 18., 377.], facets: [390., 369.] },
    Vertebra { name: "C7", body: [9., 28., 16.], rims: [353.9, 365.2, 356.9, 369.2], lamina: 51., spine: [88., 357.], transverse: [34., 29., 367.], facets: [377., 356.] },
    Vertebra { name: "T1", body: [13., 34., 17.2], rims: [336.6, 350.1, 340.6, 355.1], lamina: 57., spine: [96., 340.], transverse: [37., 41., 358.], facets: [366., 341.] },
    Vertebra { name: "T2", body: [19., 42., 17.], rims: [315.8, 333.4, 319.8, 338.4], lamina: 66., spine: [104., 320.], transverse: [35., 57., 341.], facets: [349., 318.] },
    Vertebra { name: "T3", body: [26., 51., 16.4], rims: [295.0, 311.2, 297.0, 316.2], lamina: 77., spine: [114., 294.], transverse: [33., 72., 319.], facets: [331., 296.] },
    Vertebra { name: "T4", body: [34., 61., 15.5], rims: [271.7, 291.0, 274.7, 295.0], lamina: 85., spine: [115., 271.], transverse: [33., 80., 295.], facets: [307., 272.] },
    Vertebra { name: "T5", body: [38., 68., 16.], rims: [246.4, 265.3, 248.4, 269.3], lamina: 88., spine: [113., 236.], transverse: [36., 88., 265.], facets: [284., 244.] },
    Vertebra { name: "T6", body: [39., 71., 16.5], rims: [221.0, 240.6, 221.0, 242.6], lamina: 91., spine: [114., 199.], transverse: [35., 97., 241.], facets: [255., 214.] },
    Vertebra { name: "T7", body: [37., 72., 17.3], rims: [195.1, 214.0, 192.1, 214.0], lamina: 93., spine: [112., 174.], transverse: [36., 95., 206.], facets: [226., 186.] },
    Vertebra { name: "T8", body: [31., 68., 18.3], rims: [166.4, 187.9, 162.4, 183.9], lamina: 89., spine: [114., 142.], transverse: [33., 91., 171.], facets: [194., 156.] },
    Vertebra { name: "T9", body: [24., 64., 19.2], rims: [136.3, 159.6, 131.3, 155.6], lamina: 85., spine: [109., 113.], transverse: [34., 89., 142.], facets: [164., 126.] },
    Vertebra { name: "T10", body: [16., 57., 20.2], rims: [107.8, 130.7, 99.8, 125.7], lamina: 78., spine: [106., 80.], transverse: [34., 82., 112.], facets: [133., 92.] },
    Vertebra { name: "T11", body: [7., 48., 21.], rims: [76.3, 100.2, 69.3, 94.2], lamina: 68., spine: [96., 57.], transverse: [27., 70., 83.], facets: [101., 59.] },
    Vertebra { name: "T12", body: [-3., 37., 21.5], rims: [43.3, 68.7, 36.3, 62.7], lamina: 58., spine: [87., 23.], transverse: [22., 58., 47.], facets: [67., 19.] },
    Vertebra { name: "L1", body: [-13., 27., 21.8], rims: [8.0, 34.7, 3.0, 29.7], lamina: 46., spine: [80., -11.], transverse: [37., 46., 13.], facets: [36., -17.] },
    Vertebra { name: "L2", body: [-19., 22., 22.3], rims: [-28.5, 1.0, -31.5, -3.0], lamina: 40., spine: [74., -44.], transverse: [43., 42., -18.], facets: [2., -47.] },
    Vertebra { name: "L3", body: [-21., 21., 23.8], rims: [-66.1, -35.5, -65.1, -37.5], lamina: 40., spine: [74., -71.], transverse: [42., 35., -48.], facets: [-34., -76.] },
    Vertebra { name: "L4", body: [-20., 24., 25.2], rims: [-103.0, -73.9, -98.0, -70.9], lamina: 46., spine: [75., -96.], transverse: [44., 37., -81.], facets: [-65., -106.] },
    Vertebra { name: "L5", body: [-13., 33., 27.], rims: [-140.0, -111.0, -129.0, -104.0], lamina: 56., spine: [79., -120.], transverse: [52., 34., -108.], facets: [-96., -136.] },
];

/// Parts of a vertebra that grow from the neck to the loins, by its place in [`VERTEBRAE`].
fn grow(n: usize, neck: f32, chest: f32, loin: f32) -> f32 {
    let x = n as f32;
    if x < 7.0 {
        neck + (chest - neck) * x / 7.0
    } else {
        chest + (loin - chest) * ((x - 7.0) / 10.0).min(1.0)
    }
}

/// How much stouter than the rule of [`grow`] the arch and processes of a vertebra are, so that arch and body together
/// have the volume of the facts.
#[rustfmt::skip]
const STOUT: [f32; 20] = [
    1.12, 1.22, 1.35, 1.17, 1.22, 1.18, 1.09, 1.16, 1.15, 1.16, 1.08, 1.07, 1.05, 1.05, 1.03, 1.10, 1.13, 1.23, 1.17, 1.26,
];

impl Vertebra {
    /// Middle of the lower end plate.
    pub(super) fn lower(&self) -> Vec3 {
        v(
            MID_BONES,
            (self.body[0] + self.body[1]) * 0.5,
            (self.rims[0] + self.rims[2]) * 0.5,
        )
    }
    /// Middle of the upper end plate.
    pub(super) fn upper(&self) -> Vec3 {
        v(
            MID_BONES,
            (self.body[0] + self.body[1]) * 0.5,
            (self.rims[1] + self.rims[3]) * 0.5,
        )
    }

    /// The axis of the body, square to its end plates.
    fn axis(&self) -> Vec3 {
        let depth = self.body[1] - self.body[0];
        let tilt = (self.rims[2] + self.rims[3] - self.rims[0] - self.rims[1]) * 0.5 / depth;
        v(0.0, -tilt, 1.0).normalize()
    }

    /// A disc-shaped loft between two heights along the axis, measured from the centre of the body.
    fn drum(&self, from: f32, to: f32, waist: f32, round: f32) -> Shape {
        let [front, back, half] = self.body;
        let deep = (back - front) * 0.5;
        let girth = |t: f32, s: f32| Girth {
            t,
            c: [0.0, 0.0],
            r: [half * s, half * s, deep * s.sqrt() * 0.97, deep * s],
            n: [2.1, 3.0],
        };
        let mid = (from + to) * 0.5;
        let h = to - from;
        AxialLoft::new(
            (self.lower() + self.upper()) * 0.5,
            self.axis(),
            Vec3::X,
            &[
                girth(from, 0.99),
                girth(mid - 0.3 * h, 0.97),
                girth(mid, waist),
                girth(mid + 0.3 * h, 0.97),
                girth(to, 0.99),
            ],
        )
        .shape(round)
    }

    /// Middle of the hole in the arch, and its half width and half depth, of the vertebra at this place in [`VERTEBRAE`].
    pub(super) fn hole(&self, n: usize) -> (Vec3, [f32; 2]) {
        let half = (self.lamina - self.body[1]) * 0.5;
        let z = (self.lower().z + self.upper().z) * 0.5;
        let at = v(MID_BONES, self.body[1] + half, z);
        (at, [grow(n, 12.5, 10.0, 13.0), half])
    }

    fn height(&self) -> f32 {
        self.lower().distance(self.upper())
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one recipe, in the order in which the organ is built"
    )]
    fn shape(&self, n: usize) -> Shape {
        let [_, back, half] = self.body;
        let h = self.height();
        let centre = (self.lower() + self.upper()) * 0.5;
        let body = self.drum(-h * 0.5, h * 0.5, if n < 3 { 1.0 } else { 0.94 }, 2.0);
        // half width of the arch at the pedicles, and half of the depth behind the body
        let (_, [wide, canal]) = self.hole(n);
        let stout = STOUT[n];
        let size = |n, a, b, c| grow(n, a, b, c) * stout;
        let thick = size(n, 3.6, 4.3, 5.6);
        let level = centre.z + h * if n < 3 { 0.1 } else { 0.22 };
        let mid_y = back + canal;
        let tip = v(MID_BONES, self.spine[0], self.spine[1]);
        let ridge = v(
            MID_BONES,
            self.lamina + thick,
            level - h * 0.25 - grow(n, 0.0, 2.0, 4.0),
        );
        let lamina_high = size(n, 6.4, 9.5, 10.5);
        let mut parts = vec![body];
        for s in [-1.0f32, 1.0] {
            let x = |d: f32| MID_BONES + s * d;
            let joint = v(x(wide + thick * 0.4), mid_y, level);
            // pedicle
            parts.push(band(
                Vec3::Z,
                &[
                    [
                        x(half * 0.72),
                        back - 5.0,
                        level,
                        size(n, 4.4, 6.2, 7.6),
                        size(n, 4.0, 4.2, 5.8),
                    ],
                    [
                        x(wide * 0.9 + 1.5),
                        back + canal * 0.35,
                        level,
                        size(n, 3.4, 5.0, 6.5),
                        size(n, 3.0, 3.4, 4.6),
                    ],
                    [joint.x, joint.y, joint.z, size(n, 4.0, 5.0, 6.5), thick],
                ],
            ));
            // lamina
            parts.push(band(
                Vec3::Z,
                &[
                    [joint.x, joint.y, joint.z - 1.0, lamina_high * 0.8, thick],
                    [
                        x(wide * 0.62),
                        self.lamina - canal * 0.1,
                        level - h * 0.15,
                        lamina_high,
                        thick,
                    ],
                    [ridge.x, ridge.y, ridge.z, lamina_high * 0.95, thick],
                ],
            ));
            // transverse process
            let [tx, ty, tz] = self.transverse;
            let root = size(n, 4.4, 5.8, 5.6);
            let bulb = size(n, 4.4, 5.4, 4.4);
            parts.push(band(
                Vec3::Z,
                &[
                    [joint.x, joint.y, joint.z, root, root * 0.9],
                    [
                        x(wide + (tx - wide) * 0.5),
                        joint.y + (ty - joint.y) * 0.5,
                        joint.z + (tz - joint.z) * 0.5,
                        size(n, 4.0, 4.6, 6.0),
                        size(n, 3.8, 4.4, 3.4),
                    ],
                    [
                        x(tx - bulb * 0.8),
                        ty,
                        tz,
                        bulb,
                        bulb * grow(n, 0.9, 0.9, 0.7),
                    ],
                ],
            ));
            if n < 3 {
                // the front bar of a cervical transverse process, leaving the foramen for the vertebral artery
                parts.push(tube(&[
                    [x(half * 0.9), back - 9.0, centre.z, 2.6],
                    [x(tx - 6.0), ty - 4.0, tz - 1.0, 2.4],
                    [x(tx - 3.0), ty, tz, 2.6],
                ]));
            }
            // articular processes; lumbar ones stand further apart and more sagittal
            let [top, bottom] = self.facets;
            let out = grow(n, 15.0, 11.5, 17.0);
            let inn = grow(n, 14.0, 11.0, 13.0);
            let fy = mid_y + canal * grow(n, 0.0, 0.45, 0.9);
            parts.push(band(
                Vec3::X,
                &[
                    [
                        joint.x,
                        joint.y,
                        joint.z - 2.0,
                        size(n, 5.0, 4.8, 5.4),
                        thick,
                    ],
                    [
                        x(out),
                        fy,
                        (joint.z + top) * 0.5,
                        size(n, 5.0, 4.6, 5.6),
                        size(n, 3.8, 3.2, 5.0),
                    ],
                    [
                        x(out),
                        fy + 1.0,
                        top - 3.0,
                        size(n, 4.6, 4.2, 5.0),
                        size(n, 2.4, 2.2, 3.6),
                    ],
                ],
            ));
            parts.push(band(
                Vec3::X,
                &[
                    [
                        x(wide * 0.8),
                        self.lamina - canal * 0.1,
                        level - h * 0.1,
                        5.0,
                        thick,
                    ],
                    [
                        x(inn),
                        self.lamina + grow(n, -3.0, -1.0, 1.0),
                        (level + bottom) * 0.5,
                        size(n, 5.0, 4.6, 5.4),
                        size(n, 3.6, 3.4, 5.0),
                    ],
                    [
                        x(inn),
                        self.lamina + grow(n, -1.0, -1.0, 3.0),
                        bottom + 3.5,
                        size(n, 4.4, 4.2, 5.0),
                        size(n, 2.4, 2.4, 3.8),
                    ],
                ],
            ));
        }
        // spinous process: a blade in the loins, a slender slope in the chest
        let high = grow(n, 5.0, 6.2, 12.6) * if n == 19 { 0.75 } else { 1.0 };
        let halfway = ridge.lerp(tip, 0.5);
        parts.push(band(
            v(0.0, 0.3, 1.0),
            &[
                [ridge.x, ridge.y - 1.0, ridge.z, lamina_high * 0.9, 3.4],
                [
                    halfway.x,
                    halfway.y,
                    halfway.z + 1.0,
                    high,
                    size(n, 3.4, 3.2, 4.0),
                ],
                [
                    tip.x,
                    tip.y - 4.0,
                    tip.z + 1.5,
                    high * grow(n, 0.8, 0.7, 0.85),
                    size(n, 4.0, 3.4, 4.4),
                ],
            ],
        ));
        let all = smooth_union_all(parts, 3.5);
        // the canal stays open
        let hole = band(
            Vec3::X,
            &[
                [
                    MID_BONES,
                    mid_y + self.axis().y * 30.0,
                    centre.z + 30.0,
                    wide * 0.95,
                    canal * 0.92,
                ],
                [MID_BONES, mid_y, centre.z + 2.0, wide * 0.95, canal * 0.92],
                [
                    MID_BONES,
                    mid_y - self.axis().y * 30.0,
                    centre.z - 30.0,
                    wide * 0.95,
                    canal * 0.92,
                ],
            ],
        );
        all.smooth_subtract(&hole, 2.0)
    }
}

/// The disc between a vertebra and the one below: a drum with a rounded, slightly bulging edge.
fn disc(above: &Vertebra, below: &Vertebra) -> Shape {
    disc_between(
        above.lower(),
        above.axis(),
        below.upper(),
        below.axis(),
        [
            (above.body[2] + below.body[2]) * 0.5,
            (above.body[1] - above.body[0] + below.body[1] - below.body[0]) * 0.25,
        ],
    )
}

fn disc_between(top: Vec3, up: Vec3, bottom: Vec3, low: Vec3, [half, deep]: [f32; 2]) -> Shape {
    let axis = (up + low).normalize();
    let thick = (top - bottom).dot(axis).abs().max(2.5) * 0.5 + 0.8;
    let girth = |t: f32, s: f32| Girth {
        t,
        c: [0.0, 0.0],
        r: [half * s, half * s, deep * s * 0.95, deep * s],
        n: [2.1, 2.7],
    };
    AxialLoft::new(
        (top + bottom) * 0.5,
        axis,
        Vec3::X,
        &[
            girth(-thick, 0.9),
            girth(-thick * 0.5, 0.99),
            girth(0.0, 1.02),
            girth(thick * 0.5, 0.99),
            girth(thick, 0.9),
        ],
    )
    .shape(1.5)
}

/// The canal of the sacrum, open above and below.
pub(super) const SACRAL_CANAL: [[f32; 5]; 4] = [
    [MID_BONES, 48.0, -118.0, 13.0, 7.5],
    [MID_BONES, 72.0, -155.0, 11.0, 6.5],
    [MID_BONES, 90.0, -185.0, 7.0, 4.0],
    [MID_BONES, 99.5, -214.0, 4.0, 3.0],
];

/// The fused bodies and wings.
fn sacral_plate() -> Shape {
    // midline: centre y, z, thickness; side edge: half width, centre y, z, thickness
    let rows = [
        [41.0, -146.0, 23.0, 48.0, 41.0, -133.0, 14.0],
        [50.5, -157.0, 27.0, 60.0, 41.0, -146.0, 25.0],
        [64.0, -170.0, 20.0, 60.0, 51.0, -163.0, 27.0],
        [77.0, -184.0, 15.0, 50.0, 66.0, -180.0, 22.0],
        [88.0, -199.0, 12.5, 37.5, 81.0, -197.0, 13.5],
        [95.0, -214.0, 10.5, 30.0, 90.0, -213.0, 9.5],
        [99.0, -228.0, 9.5, 23.0, 95.0, -227.0, 8.0],
        [100.0, -240.0, 8.0, 9.0, 99.0, -240.0, 5.0],
    ];
    let grid: Vec<Vec<[f32; 4]>> = rows
        .iter()
        .map(|&[y, z, mid, half, edge_y, edge_z, edge]| {
            [-1.0f32, -0.66, -0.33, 0.0, 0.33, 0.66, 1.0]
                .iter()
                .map(|&f: &f32| {
                    let a = f.abs();
                    let side = a * a.sqrt();
                    let out = |from: f32, to: f32| from + (to - from) * side;
                    [
                        MID_BONES + f * (half - edge * 0.5),
                        out(y, edge_y),
                        out(z, edge_z),
                        out(mid, edge),
                    ]
                })
                .collect()
        })
        .collect();
    // lines across the hollow front where the vertebrae fused
    sheet(&grid, 4.0).relief(1.4, |p| {
        let line = |z: f32| (-((p.z - z) / 2.6).powi(2)).exp();
        let middle = smooth_step(26.0, 12.0, (p.x - MID_BONES).abs());
        1.1 * middle
            * [-168.0, -186.0, -203.0, -219.0]
                .map(line)
                .iter()
                .sum::<f32>()
    })
}

/// The laminae and the crest of the spinous processes.
fn sacral_arches() -> [Shape; 2] {
    // the laminae, which roof the canal and bear the crests
    let roof = |z: f32, half: f32, y: f32, thick: f32| -> Vec<[f32; 4]> {
        [-1.0f32, -0.5, 0.0, 0.5, 1.0]
            .map(|f| {
                [
                    MID_BONES + f * half,
                    y - 15.0 * f * f,
                    z - 4.0 * f * f,
                    thick,
                ]
            })
            .to_vec()
    };
    let laminae = sheet(
        &[
            roof(-148.0, 25.0, 80.0, 5.5),
            roof(-163.0, 27.0, 89.0, 6.0),
            roof(-180.0, 25.0, 97.0, 6.0),
            roof(-197.0, 20.0, 101.0, 5.5),
            roof(-210.0, 16.0, 102.0, 4.5),
        ],
        4.0,
    );
    let crest = band(
        v(0.0, 1.0, 0.4),
        &[
            [MID_BONES, 68.0, -146.0, 5.0, 3.4],
            [MID_BONES, 88.0, -163.0, 8.0, 4.0],
            [MID_BONES, 98.0, -180.0, 7.0, 4.0],
            [MID_BONES, 103.0, -198.0, 5.5, 3.6],
            [MID_BONES, 101.0, -216.0, 4.0, 3.4],
        ],
    )
    .relief(1.6, |p| {
        0.8 * ((p.z + 147.0) / 17.0 * std::f32::consts::TAU).cos()
    });
    [laminae, crest]
}

/// Sacrum: a wedge curved backwards, thick above with wings, thin below; four pairs of foramina; the crest behind.
/// Half widths, front and back at seven levels (Open3DModel sacrum, z -125 to -240).
fn sacrum() -> Shape {
    let [laminae, crest] = sacral_arches();
    let platform = band(
        Vec3::X,
        &[
            [MID_BONES, 26.0, -151.5, 25.0, 15.5],
            [MID_BONES, 37.0, -164.0, 22.0, 13.5],
        ],
    );
    let mut parts = vec![sacral_plate(), laminae, platform, crest];
    for s in [-1.0f32, 1.0] {
        parts.push(band(
            Vec3::X,
            &[
                [MID_BONES + s * 18.0, 52.0, -128.0, 5.0, 3.6],
                [MID_BONES + s * 19.0, 60.0, -138.0, 6.5, 5.0],
                [MID_BONES + s * 20.0, 66.0, -150.0, 6.5, 5.0],
            ],
        )); // superior articular processes
        parts.push(tube(&[
            [MID_BONES + s * 23.0, 71.0, -153.0, 4.6],
            [MID_BONES + s * 24.0, 79.0, -169.0, 4.4],
            [MID_BONES + s * 20.0, 88.0, -189.0, 3.8],
            [MID_BONES + s * 14.0, 96.0, -211.0, 3.2],
        ]));
    }
    let mut all = smooth_union_all(parts, 6.0);
    // foramina, through the plate; row by row closer together and smaller
    for (y, z, x, r) in [
        (58.0, -160.0, 27.0, 5.6),
        (74.0, -177.0, 25.0, 5.2),
        (86.0, -194.0, 22.0, 4.4),
        (91.0, -210.0, 18.5, 3.6),
    ] {
        for s in [-1.0f32, 1.0] {
            let hole = tube(&[
                [MID_BONES + s * x, y - 32.0, z - 16.0, r * 1.5],
                [MID_BONES + s * x, y - 6.0, z - 3.0, r * 0.9],
                [MID_BONES + s * (x + 4.0), y + 26.0, z + 12.0, r * 0.8],
            ]);
            all = all.smooth_subtract(&hole, 3.0);
        }
    }
    // the canal, open at the hiatus
    let canal = band(Vec3::X, &SACRAL_CANAL);
    all.smooth_subtract(&canal, 2.0)
}

fn coccyx() -> Shape {
    smooth_union_all(
        vec![
            band(
                Vec3::X,
                &[
                    [MID_BONES, 92.0, -245.0, 11.0, 4.6],
                    [MID_BONES, 92.0, -250.0, 10.0, 4.8],
                ],
            ),
            turned_ellipsoid(
                v(MID_BONES, 91.0, -257.0),
                [6.5, 4.6, 4.6],
                Vec3::X,
                Vec3::Y,
            ),
            turned_ellipsoid(
                v(MID_BONES, 88.5, -264.5),
                [5.2, 4.2, 4.4],
                Vec3::X,
                Vec3::Y,
            ),
            turned_ellipsoid(
                v(MID_BONES, 84.0, -271.0),
                [4.2, 3.8, 4.2],
                Vec3::X,
                Vec3::Y,
            ),
            tube(&[
                [MID_BONES - 8.0, 92.0, -248.0, 2.5],
                [MID_BONES - 14.0, 92.0, -249.0, 2.0],
            ]),
            tube(&[
                [MID_BONES + 8.0, 92.0, -248.0, 2.5],
                [MID_BONES + 14.0, 92.0, -249.0, 2.0],
            ]),
        ],
        3.0,
    )
}

/// Adds the spine, from C5 to the coccyx.
pub(super) fn build(body: &mut BodyBuilder) {
    for (n, vertebra) in VERTEBRAE.iter().enumerate() {
        body.add(
            &format!("vertebra_{}", vertebra.name),
            80,
            vertebra.shape(n),
        );
        if let Some(below) = VERTEBRAE.get(n + 1)
            && n > 0
        {
            body.add(
                &format!("disc_{}_{}", vertebra.name, below.name),
                79,
                disc(vertebra, below),
            );
        }
    }
    if let Some(last) = VERTEBRAE.last() {
        let disc = disc_between(
            last.lower(),
            last.axis(),
            v(MID_BONES, 19.5, -143.5),
            v(0.0, -0.45, 0.89),
            [25.5, 22.5],
        );
        body.add("disc_L5_S1", 79, disc);
    }
    body.add("sacrum", 80, sacrum());
    body.add("coccyx", 80, coccyx());
}
