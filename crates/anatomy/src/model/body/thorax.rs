//! Lungs, heart, airways, oesophagus, thymus, pericardium and diaphragm.

use glam::Vec3;

use crate::model::parts::*;
use crate::model::{BodyBuilder, Field, Shape, sheet};

/// Inner surface of the chest wall at a handful of levels: z; half width about x 2; y of the widest point; y of the
/// front and of the back. Z-Anatomy lungs, both sides averaged, extremes read at twelve levels.
const CHEST: [[f32; 5]; 16] = [
    [-45., 116., -8., -70., 60.],
    [0., 119., -10., -92., 70.],
    [40., 120., -12., -108., 78.],
    [80., 126., -14., -113., 83.],
    [100., 128.5, -14., -114., 88.],
    [125., 130.5, -12., -114., 91.],
    [150., 130., -4., -115., 94.],
    [175., 128.5, 4., -108., 94.],
    [200., 123., 8., -99., 93.],
    [225., 117.5, 10., -88., 90.],
    [250., 112., 17., -79., 85.],
    [275., 104., 22., -65., 77.],
    [300., 91.5, 25., -41., 66.],
    [320., 73.5, 26., -21., 55.],
    [335., 53., 22., -4., 41.],
    [345., 38., 22., 4., 36.],
];

/// Midline of the atlas the figures were taken from, mm.
const MID: f32 = 2.0;

fn chest(inset: f32) -> AxialLoft {
    let s: Vec<Girth> = CHEST
        .iter()
        .map(|&[z, half, y, front, back]| Girth {
            t: z,
            c: [MID, y],
            r: [
                half - inset,
                half - inset,
                back - inset - y,
                y - front - inset,
            ],
            n: [2.3, 3.2],
        })
        .collect();
    AxialLoft::new(Vec3::ZERO, Vec3::Z, Vec3::X, &s)
}

fn bell(x: f32, c: f32, w: f32) -> f32 {
    let q = (x - c) / w;
    (-q * q).exp()
}

fn step(x: f32, c: f32, w: f32) -> f32 {
    1.0 / (1.0 + (-(x - c) / w).exp())
}

/// Height of the upper face of the diaphragm at (x, y), mm, given the distance `s` inside the chest wall: right dome
/// z 169, left 149, the heart's bed between them, a steep fall at the wall and a longer one behind.
/// Fitted by hand to a 13 x 10 grid of heights (Z-Anatomy diaphragm): 169 at (-60, -40), 157 at (2, -40), 145 at
/// (60, -40), 149 at (70, 0), 140 at (-120, -30), 106 at (-60, 70), 150 at (-20, -105).
fn dome_z(x: f32, y: f32, s: f32) -> f32 {
    let top = 157.5 + 12.0 * bell(x, -68.0, 48.0) - 10.5 * step(x, 22.0, 9.0)
        + 4.0 * bell(x, 78.0, 30.0) * step(y, -15.0, 12.0);
    let side = ((x - MID) / 130.0).powi(2);
    let front = ((y + 12.0).min(0.0) / 104.0).powi(2);
    let flank = side / (side + front + 0.05);
    let reach = 4.0 + 2.5 * flank;
    let fall = (200.0 + 110.0 * flank) * (-s.max(-8.0) / reach).exp();
    let back = 86.0 - 50.0 * bell(x, MID, 30.0);
    let dy = ((y + 12.0) / (back + 12.0)).clamp(0.0, 1.4);
    top - fall - 110.0 * dy.powf(3.6)
}

/// Distance above the dome (positive above), mm.
fn above_dome(wall: &AxialLoft, p: Vec3) -> f32 {
    let h = |x: f32, y: f32| dome_z(x, y, -wall.wall(v(x, y, 130.0)));
    let z = h(p.x, p.y);
    let d = p.z - z;
    let (gx, gy) = (h(p.x + 1.0, p.y) - z, h(p.x, p.y + 1.0) - z);
    (d / (1.0 + gx * gx + gy * gy).sqrt()).min(12.0)
}

/// Shape under the diaphragm: chest wall inset by `inset`, the dome moved up by `up`.
fn under_dome(inset: f32, up: f32) -> impl Fn(Vec3) -> f32 + Send + Sync + Clone + 'static {
    let wall = chest(inset);
    let base = chest(0.0);
    move |p: Vec3| {
        let w = wall.wall(p);
        let d = above_dome(&base, p) - up;
        // back wall in front of the spine
        let back = 82.0 - 58.0 * bell(p.x, MID, 27.0);
        smax(smax(w, d, 6.0), (p.y - back + inset) * 0.5, 12.0)
    }
}

/// Lowest attachment of the diaphragm: rises along the costal margin to the xiphoid process in front, and to the
/// arcuate ligaments beside the spine behind.
fn diaphragm_edge(p: Vec3) -> f32 {
    let x = (p.x - MID).abs();
    let front = 152.0 - 1.35 * x;
    let back = -30.0 + 46.0 * bell(x, 0.0, 55.0);
    let f = step(p.y, -25.0, 12.0);
    (front * (1.0 - f) + back * f).max(-36.0)
}

/// Left ventricle, right ventricle, left atrium, right atrium.
fn heart() -> [Shape; 4] {
    // Sections of the left ventricle along base (18, -6, 208) to apex (75, -85, 150): HRA heart, widths at five levels.
    let sec = |t: f32, u: f32, w: f32, n: f32| Girth {
        t,
        c: [0., 0.],
        r: [u, u, w, w],
        n: [n, n],
    };
    let base = v(16., -5., 209.);
    let tip = v(77., -86., 148.);
    let axis = tip - base;
    let len = axis.length();
    let lv = AxialLoft::new(
        base,
        axis,
        Vec3::Z,
        &[
            sec(0., 20., 18., 2.),
            sec(0.12 * len, 28., 26.5, 2.),
            sec(0.32 * len, 34.5, 32.5, 2.),
            sec(0.55 * len, 33.5, 32., 2.),
            sec(0.75 * len, 26.5, 26., 2.),
            sec(0.9 * len, 16.5, 16.5, 2.),
            sec(len, 6., 6., 2.),
        ],
    )
    .shape(14.);
    // Right ventricle: inflow behind the sternum, body on the diaphragm, conus up to the pulmonary valve (18, -44, 241).
    let rv = blend(
        vec![
            turned_ellipsoid(
                v(19., -62., 176.),
                [43., 28., 36.],
                v(0.93, -0.25, -0.28),
                v(0.15, 0.94, 0.1),
            ),
            turned_ellipsoid(
                v(36., -72., 160.),
                [30., 20., 20.],
                v(0.85, -0.4, -0.35),
                v(0.15, 0.94, 0.1),
            ),
            tube(&[
                [10., -60., 190., 25.],
                [13., -57., 212., 20.],
                [17., -50., 228., 15.5],
                [18., -44., 240., 14.],
            ]),
        ],
        18.,
    );
    let rv = rv.smooth_subtract(&lv, 3.);
    let ra = blend(
        vec![
            turned_ellipsoid(
                v(-21., -33., 195.),
                [39., 19., 25.],
                v(0.05, 0.03, 1.),
                v(1., -0.2, 0.),
            ),
            tube(&[
                [-25., -24., 215., 17.],
                [-24., -22., 228., 13.],
                [-26., -21., 236., 10.5],
            ]),
            tube(&[[-22., -27., 172., 15.], [-21., -16., 166., 13.]]),
            // auricle, hooking over the root of the aorta
            band(
                v(0.3, 0.3, 1.),
                &[
                    [-28., -44., 214., 16., 10.],
                    [-20., -54., 225., 13., 8.],
                    [-8., -57., 232., 9., 6.],
                    [2., -53., 236., 5., 4.],
                ],
            ),
        ],
        10.,
    );
    let ra = ra.smooth_subtract(&rv, 2.5).smooth_subtract(&lv, 2.5);
    let la = blend(
        vec![
            turned_ellipsoid(
                v(7., -4., 215.),
                [36., 22., 18.5],
                v(0.93, -0.05, 0.32),
                v(-0.3, 0.1, 1.),
            ),
            tube(&[[-24., 8., 211., 8.], [-6., 4., 212., 14.]]),
            tube(&[[-28., -6., 220., 8.], [-10., 0., 218., 14.]]),
            tube(&[[36., 12., 216., 8.], [20., 4., 217., 14.]]),
            tube(&[[38., -3., 240., 8.], [24., -2., 228., 14.]]),
            // auricle, beside the pulmonary trunk
            band(
                v(0.2, 0.2, 1.),
                &[
                    [30., -12., 228., 13., 8.],
                    [38., -26., 233., 11., 7.],
                    [40., -38., 234., 8., 5.],
                    [36., -46., 231., 4.5, 3.5],
                ],
            ),
        ],
        9.,
    );
    let la = la
        .smooth_subtract(&lv, 2.5)
        .smooth_subtract(&ra, 2.5)
        .smooth_subtract(&rv, 2.);
    [lv, rv, la, ra]
}

/// Ridge-and-groove of cartilage rings along `axis_z`.
fn rings(z: f32, pitch: f32) -> f32 {
    let c = (z / pitch * std::f32::consts::TAU).cos();
    0.55 * c
}

/// Adds the structures of the thorax.
pub fn build(body: &mut BodyBuilder) {
    let [lv, rv, la, ra] = heart();
    let heart_all = blend(vec![lv.clone(), rv.clone(), la.clone(), ra.clone()], 6.);
    // Airways. HRA trachea and bronchi, axis at five and four places; living diameters from the facts.
    let trachea = tube(&[
        [-0.5, -39., 356., 9.2],
        [-0.8, -35., 349., 9.4],
        [-0.5, -26., 332., 9.4],
        [-0.8, -17., 316., 9.4],
        [-2.5, -7., 297., 9.4],
        [-4., 0., 280., 9.6],
        [-4.5, 6., 266., 10.2],
        [-4.2, 8., 259., 9.],
    ])
    .relief(0.8, |p| {
        rings(p.z - 0.45 * p.y, 6.2) * step(-(p.y + 20. - (316. - p.z) * 0.46), 1., 2.)
    });
    let rmb = tube(&[
        [-5., 8., 261., 8.],
        [-11., 9., 256., 8.],
        [-19., 10., 249., 7.4],
        [-27., 11., 241., 7.],
    ])
    .relief(0.8, |p| rings(p.z * 0.67 + p.x * 0.74, 5.5));
    let lmb = tube(&[
        [-3., 8., 260., 7.4],
        [8., 9.5, 252., 7.],
        [20., 11.5, 243., 6.8],
        [33., 15., 234., 6.8],
        [44., 18., 229., 6.4],
    ])
    .relief(0.8, |p| rings(p.z * 0.54 - p.x * 0.82, 5.5));
    let oesophagus = band(
        Vec3::X,
        &[
            [0., -20., 362., 7.5, 4.6],
            [1., -10., 340., 7.5, 4.6],
            [4., 3., 320., 7.5, 4.6],
            [6., 16., 295., 7.5, 4.8],
            [4., 25., 270., 7.5, 5.],
            [0., 28., 245., 7.5, 5.],
            [-1., 27., 218., 7.5, 5.],
            [0., 24., 190., 8., 5.4],
            [5., 16., 160., 8., 6.],
            [12., 4., 136., 8., 6.4],
            [19., -4., 121., 8.4, 7.],
            [25., -9., 112., 8.8, 8.],
        ],
    );
    // Lungs
    let dome = under_dome(2.0, 2.0);
    // The spine and the arches behind it: the lungs leave a gutter on either side.
    let spine_keep = AxialLoft::new(
        Vec3::ZERO,
        Vec3::Z,
        Vec3::X,
        &[
            Girth {
                t: 60.,
                c: [2., 50.],
                r: [31., 31., 60., 45.],
                n: [2.4, 4.],
            },
            Girth {
                t: 112.,
                c: [2., 64.],
                r: [30., 30., 60., 44.],
                n: [2.4, 4.],
            },
            Girth {
                t: 172.,
                c: [2., 76.],
                r: [27., 27., 60., 44.],
                n: [2.4, 4.],
            },
            Girth {
                t: 230.,
                c: [2., 80.],
                r: [26., 26., 60., 43.],
                n: [2.4, 4.],
            },
            Girth {
                t: 287.,
                c: [2., 74.],
                r: [27., 27., 60., 42.],
                n: [2.4, 4.],
            },
            Girth {
                t: 332.,
                c: [2., 56.],
                r: [25., 25., 60., 40.],
                n: [2.4, 4.],
            },
            Girth {
                t: 362.,
                c: [2., 44.],
                r: [22., 22., 60., 40.],
                n: [2.4, 4.],
            },
        ],
    )
    .shape(4.);
    let aorta_keep = tube(&[
        [15., 4., 276., 19.],
        [17., 20., 264., 18.],
        [14., 28., 244., 17.],
        [13., 31., 194., 16.],
        [14., 27., 145., 16.],
        [13., 16., 90., 16.],
    ]);
    // mediastinum above the heart: half widths at levels
    let med = AxialLoft::new(
        Vec3::ZERO,
        Vec3::Z,
        Vec3::X,
        &[
            Girth {
                t: 70.,
                c: [0., -15.],
                r: [40., 38., 45., 60.],
                n: [2.5, 2.5],
            },
            Girth {
                t: 105.,
                c: [0., -15.],
                r: [36., 32., 45., 60.],
                n: [2.5, 2.5],
            },
            Girth {
                t: 130.,
                c: [0., -15.],
                r: [28., 20., 45., 60.],
                n: [2.5, 2.5],
            },
            Girth {
                t: 160.,
                c: [0., -15.],
                r: [28., 14., 45., 60.],
                n: [2.5, 2.5],
            },
            Girth {
                t: 195.,
                c: [0., -10.],
                r: [44., 24., 40., 70.],
                n: [2.3, 2.4],
            },
            Girth {
                t: 222.,
                c: [2., -10.],
                r: [58., 33., 36., 66.],
                n: [2.1, 2.3],
            },
            Girth {
                t: 245.,
                c: [2., -10.],
                r: [47., 32., 36., 58.],
                n: [2.1, 2.3],
            },
            Girth {
                t: 262.,
                c: [0., -12.],
                r: [40., 30., 38., 50.],
                n: [2.1, 2.4],
            },
            Girth {
                t: 280.,
                c: [-1., -12.],
                r: [30., 26., 40., 46.],
                n: [2.3, 2.5],
            },
            Girth {
                t: 300.,
                c: [0., -10.],
                r: [24., 24., 40., 40.],
                n: [2.4, 2.5],
            },
            Girth {
                t: 330.,
                c: [2., -10.],
                r: [19., 19., 50., 40.],
                n: [2.6, 2.5],
            },
            Girth {
                t: 362.,
                c: [2., -10.],
                r: [17., 17., 50., 40.],
                n: [2.6, 2.5],
            },
        ],
    )
    .shape(8.);
    let lung_wall = chest(6.5);

    for side in [-1.0f32, 1.0] {
        let wall = if side < 0.0 {
            lung_wall.clone()
        } else {
            chest(7.0)
        };
        let dome = dome.clone();
        let right = side < 0.0;
        // apex: each lung rises into the root of the neck as a dome of its own
        let peri = heart_all.offset(if side < 0.0 { 5.0 } else { 9.0 });
        let apex = turned_ellipsoid(
            v(MID + side * 34., 20., 250.),
            [76., 94., 120.],
            Vec3::X,
            Vec3::Z,
        );
        let (lo, hi) = if right {
            (v(-130., -116., 70.), v(6., 98., 346.))
        } else {
            (v(4., -116., 70.), v(136., 98., 346.))
        };
        let lung = custom(lo, hi, move |p: Vec3| {
            let w = wall.wall(p);
            // sharp front edge kept away from the midline, blunter on the left
            let mid = (if right {
                p.x - (1.0 + 0.05 * (p.y + 40.).max(0.0))
            } else {
                6.0 - p.x - 0.05 * (p.y + 40.).max(0.0)
            }) * 0.95;
            let d = smax(w, mid, 6.0);
            let d = if p.z > 262.0 {
                smax(d, apex.distance(p), 16.0 * ((p.z - 262.) / 30.).min(1.0))
            } else {
                d
            };
            // base on the diaphragm, with the deep recess behind
            let d = smax(d, -dome(p) + 1.5, 5.0);
            smax(d, 74. - p.z, 12.0)
        });
        let lung = lung
            .smooth_subtract(&peri, 10.)
            .smooth_subtract(&med, 9.)
            .smooth_subtract(&spine_keep, 18.)
            .smooth_subtract(&aorta_keep, 8.);
        let lung = if right {
            lung.smooth_subtract(&tube(&[[-24., -4., 176., 17.], [-25., 4., 140., 16.]]), 6.)
        } else {
            // cardiac notch: heart and fat push the front edge aside below the fourth rib; the lingula stays below it
            lung.smooth_subtract(
                &turned_ellipsoid(v(22., -104., 178.), [37., 33., 54.], Vec3::X, Vec3::Y),
                10.,
            )
        };
        // hilum: a shallow pit on the medial face
        let lung = lung.smooth_subtract(
            &turned_ellipsoid(
                v(MID + side * 36., 8., 232.),
                [14., 18., 26.],
                Vec3::X,
                Vec3::Y,
            ),
            8.,
        );
        let name = if right { "right" } else { "left" };
        // Fissures: height of the surface over (x, y); quadratic fits to the gap between the lobes (Z-Anatomy), +-2 mm.
        let gap = 0.35;
        if right {
            let oblique = |p: Vec3| {
                p.z - (203.5
                    + 0.04 * p.x
                    + 0.62 * p.y
                    + 0.0007 * p.x * p.x
                    + 0.0022 * p.y * p.y.max(0.0))
            };
            let horizontal =
                |p: Vec3| p.z - (224.0 + 0.095 * p.x + 0.157 * p.y + 0.0008 * p.x * p.x);
            body.add(
                &format!("{name}_lung_upper_lobe"),
                40,
                lung.keep(1.5, move |p| gap - oblique(p) * 0.8)
                    .keep(1.5, move |p| gap - horizontal(p) * 0.95),
            );
            body.add(
                &format!("{name}_lung_middle_lobe"),
                40,
                lung.keep(1.5, move |p| gap - oblique(p) * 0.8)
                    .keep(1.5, move |p| gap + horizontal(p) * 0.95),
            );
            body.add(
                &format!("{name}_lung_lower_lobe"),
                40,
                lung.keep(1.5, move |p| gap + oblique(p) * 0.8),
            );
        } else {
            let oblique = |p: Vec3| {
                p.z - (224.0 - 0.664 * p.x + 0.9526 * p.y + 0.0032 * p.x * p.x - 0.0026 * p.x * p.y
                    + 0.0012 * p.y * p.y)
            };
            body.add(
                &format!("{name}_lung_upper_lobe"),
                40,
                lung.keep(1.5, move |p| gap - oblique(p) * 0.72),
            );
            body.add(
                &format!("{name}_lung_lower_lobe"),
                40,
                lung.keep(1.5, move |p| gap + oblique(p) * 0.72),
            );
        }
    }
    // Diaphragm
    let inner = under_dome(1.5, 0.0);
    let crura = blend(
        vec![
            band(
                v(0.6, 0.5, 0.),
                &[
                    [-8., 12., 120., 10., 4.],
                    [-7., 6., 80., 9., 4.5],
                    [-8., -4., 40., 8., 4.5],
                    [-11., -13., 0., 6.5, 4.],
                    [-13., -16., -30., 5., 3.],
                    [-13., -16., -56., 3., 2.],
                ],
            ),
            band(
                v(-0.6, 0.5, 0.),
                &[
                    [22., 14., 115., 10., 4.],
                    [22., 8., 80., 9., 4.],
                    [22., -2., 40., 7.5, 4.],
                    [19., -12., 5., 6., 3.5],
                    [17., -16., -22., 4.5, 3.],
                    [16., -16., -36., 3., 2.],
                ],
            ),
        ],
        3.,
    );
    let leaf = custom(v(-128., -117., -38.), v(132., 82., 172.), move |p: Vec3| {
        let d = inner(p);
        let s = (d + 1.4).abs() - 1.5;
        smax(s, (diaphragm_edge(p) - p.z) * 0.6, 1.0)
    });
    body.add("diaphragm", 45, blend(vec![leaf, crura], 5.));
    for (n, s) in [
        "left_ventricle",
        "right_ventricle",
        "left_atrium",
        "right_atrium",
    ]
    .iter()
    .zip([lv, rv, la, ra])
    {
        body.add(n, 50, s);
    }
    body.add("trachea", 72, trachea);
    body.add("right_main_bronchus", 72, rmb);
    body.add("left_main_bronchus", 72, lmb);
    body.add("oesophagus", 60, oesophagus);
    // Thymus: two lobes behind the manubrium (HRA thymus, four stations each).
    let thymus = blend(
        vec![
            band(
                v(0.9, 0.4, 0.),
                &[
                    [6., -36., 294., 5., 3.5],
                    [3., -40., 280., 9.5, 5.],
                    [1., -46., 262., 10.5, 5.5],
                    [-3., -52., 244., 8.5, 5.],
                    [-10., -57., 230., 5., 3.5],
                ],
            ),
            band(
                v(0.9, -0.4, 0.),
                &[
                    [-14., -33., 293., 5., 3.5],
                    [-14., -39., 278., 8.5, 5.],
                    [-14., -44., 260., 9., 5.5],
                    [-18., -51., 240., 8., 5.],
                    [-23., -56., 225., 5., 3.],
                ],
            ),
        ],
        4.,
    );
    body.add("bronchi", 71, bronchial_tree());
    let sac = heart_all.offset(3.8).shell(1.6);
    body.add("pericardium", 44, sac).outer_surface();
    body.add("thymus", 48, thymus);
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
        blend(
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
        blend(vec![lamina(-1.), lamina(1.), horn(-1.), horn(1.)], 2.),
    );
    let ring = custom(v(-18., -52., 346.), v(15., -22., 377.), |p: Vec3| {
        let q = p - v(-1.5, -36.5, 0.);
        let f = step(q.y, 2., 4.);
        let (mid, half) = (355. + 6.5 * f, 4.5 + 7.5 * f);
        let r = (q.x / 12.6).hypot(q.y / 11.8) * 12.2 - 12.2;
        let d = smax(r.abs() - 2.6, (p.z - mid).abs() - half, 2.);
        d * 0.9
    });
    // Mucosa and folds between the cartilages, and the epiglottis standing above them.
    let lining = band(
        Vec3::X,
        &[
            [-1.5, -36.5, 350., 9.5, 9.],
            [-1.3, -38., 366., 10., 10.],
            [-1.2, -41., 378., 13., 10.],
            [-1.2, -40., 392., 15., 9.],
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
    body.add("larynx", 78, blend(vec![lining, epiglottis], 3.));
    body.add("cricoid_cartilage", 80, ring);
}

/// Lobar and first segmental bronchi, from the ends of the main bronchi outwards; courses follow the textbook pattern
/// within the lobes, radii halve about every second branching.
fn bronchial_tree() -> Shape {
    let right: [&[[f32; 4]]; 9] = [
        // upper lobe, with apical and anterior branches
        &[
            [-22., 10., 246., 5.2],
            [-34., 8., 250., 4.8],
            [-44., 8., 256., 4.2],
        ],
        &[
            [-43., 8., 256., 3.6],
            [-50., 12., 272., 2.9],
            [-52., 16., 296., 2.],
        ],
        &[
            [-43., 8., 256., 3.4],
            [-56., -8., 258., 2.7],
            [-68., -30., 256., 1.8],
        ],
        &[
            [-43., 8., 256., 3.4],
            [-58., 24., 258., 2.6],
            [-72., 38., 262., 1.8],
        ],
        // intermediate bronchus to middle and lower lobe
        &[
            [-25., 11., 243., 6.],
            [-31., 11., 228., 5.6],
            [-36., 13., 214., 5.],
            [-44., 22., 192., 4.2],
            [-52., 34., 168., 3.2],
            [-60., 46., 142., 2.2],
        ],
        &[
            [-34., 11., 218., 4.],
            [-46., -8., 206., 3.2],
            [-58., -32., 196., 2.5],
            [-66., -58., 188., 1.7],
        ],
        &[
            [-35., 12., 216., 3.4],
            [-44., 34., 214., 2.7],
            [-54., 56., 216., 1.8],
        ],
        &[
            [-44., 22., 192., 3.2],
            [-66., 20., 172., 2.5],
            [-88., 16., 150., 1.8],
        ],
        &[
            [-47., 27., 182., 3.],
            [-50., 46., 160., 2.4],
            [-52., 62., 132., 1.7],
        ],
    ];
    let left: [&[[f32; 4]]; 8] = [
        &[
            [40., 17., 231., 5.],
            [52., 10., 236., 4.4],
            [60., 4., 246., 3.8],
        ],
        &[
            [59., 5., 245., 3.4],
            [62., 10., 266., 2.8],
            [62., 16., 290., 2.],
        ],
        &[
            [59., 5., 245., 3.2],
            [70., -16., 250., 2.5],
            [78., -38., 250., 1.7],
        ],
        // lingular bronchus
        &[
            [54., 9., 237., 3.6],
            [66., -10., 222., 2.9],
            [80., -32., 204., 2.2],
            [88., -50., 188., 1.6],
        ],
        &[
            [42., 18., 230., 5.4],
            [48., 23., 216., 4.8],
            [56., 31., 194., 3.9],
            [64., 40., 168., 3.],
            [70., 48., 142., 2.],
        ],
        &[
            [48., 22., 217., 3.4],
            [56., 42., 216., 2.7],
            [64., 60., 218., 1.8],
        ],
        &[
            [57., 32., 192., 3.1],
            [80., 28., 174., 2.4],
            [100., 22., 152., 1.7],
        ],
        &[
            [59., 34., 184., 3.],
            [62., 52., 162., 2.3],
            [64., 66., 136., 1.7],
        ],
    ];
    blend(right.iter().chain(&left).map(|c| tube(c)).collect(), 3.0)
}
