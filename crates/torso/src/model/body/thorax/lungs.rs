//! The lungs, lobe by lobe.

use glam::Vec3;

use crate::model::body::middle::MID_BONES;
use crate::model::parts::*;
use crate::model::plain::{smooth_max, v};
use crate::model::{BodyBuilder, Field, Shape, smooth_union_all};

use super::chest::{chest, rib_cage};

/// How widely a lobe's edge along a fissure is rounded, mm.
const LOBE_EDGE_MM: f32 = 4.5;

/// Adds the lobes of both lungs round the heart.
#[expect(
    clippy::too_many_lines,
    reason = "one recipe, in the order in which the organ is built"
)]
pub(super) fn build(body: &mut BodyBuilder, heart_all: &Shape, under: &Shape) {
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
    // Vessels and gullet keep a film between themselves and the lungs.
    let neighbours: Vec<Shape> = [
        "superior_vena_cava",
        "left_brachiocephalic_vein",
        "right_brachiocephalic_vein",
        "azygos_vein",
        "arch_of_aorta",
        "descending_aorta",
        "left_subclavian_artery",
        "oesophagus",
    ]
    .iter()
    .filter_map(|id| body.shape(id))
    .collect();
    let vessels_keep = smooth_union_all(neighbours, 4.0).offset(2.5);
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
    let lung_wall = chest(3.2);
    let cage = rib_cage(body).offset(1.0);

    for side in [-1.0f32, 1.0] {
        let wall = if side < 0.0 {
            lung_wall.clone()
        } else {
            chest(6.5)
        };
        let under = under.clone();
        let right = side < 0.0;
        // apex: each lung rises into the root of the neck as a dome of its own
        let peri = heart_all.offset(if side < 0.0 { 5.0 } else { 9.0 });
        let apex = turned_ellipsoid(
            v(MID_BONES + side * 34., 20., 250.),
            [73., 91., 120.],
            Vec3::X,
            Vec3::Z,
        );
        let (lo, hi) = if right {
            (v(-132., -118., 64.), v(6., 98., 346.))
        } else {
            (v(4., -118., 64.), v(138., 98., 346.))
        };
        let lung = custom(lo, hi, move |p: Vec3| {
            let w = wall.wall(p);
            // sharp front edge kept away from the midline, blunter on the left
            let mid = (if right {
                p.x - (1.0 + 0.05 * (p.y + 40.).max(0.0))
            } else {
                6.0 - p.x - 0.05 * (p.y + 40.).max(0.0)
            }) * 0.95;
            let d = smooth_max(w, mid, 6.0);
            let d = if p.z > 262.0 {
                smooth_max(d, apex.distance(p), 16.0 * ((p.z - 262.) / 30.).min(1.0))
            } else {
                d
            };
            // base on the diaphragm, with the deep recess behind
            let d = smooth_max(d, 1.5 - under.distance(p), 6.0);
            smooth_max(d, if right { 68. } else { 80. } - p.z, 12.0)
        });
        let lung = lung
            .smooth_subtract(&peri, 10.)
            .smooth_subtract(&med, 9.)
            .smooth_subtract(&spine_keep, 18.)
            .smooth_subtract(&vessels_keep, 5.)
            .smooth_subtract(&cage, 5.);
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
                v(MID_BONES + side * 36., 8., 232.),
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
                p.z - (211.0
                    + 0.04 * p.x
                    + 0.62 * p.y
                    + 0.0007 * p.x * p.x
                    + 0.0022 * p.y * p.y.max(0.0))
            };
            let horizontal =
                |p: Vec3| p.z - (230.0 + 0.095 * p.x + 0.157 * p.y + 0.0008 * p.x * p.x);
            body.add(
                &format!("{name}_lung_upper_lobe"),
                40,
                lung.keep(LOBE_EDGE_MM, move |p| gap - oblique(p) * 0.8)
                    .keep(LOBE_EDGE_MM, move |p| gap - horizontal(p) * 0.95),
            );
            body.add(
                &format!("{name}_lung_middle_lobe"),
                40,
                lung.keep(LOBE_EDGE_MM, move |p| gap - oblique(p) * 0.8)
                    .keep(LOBE_EDGE_MM, move |p| gap + horizontal(p) * 0.95),
            );
            body.add(
                &format!("{name}_lung_lower_lobe"),
                40,
                lung.keep(LOBE_EDGE_MM, move |p| gap + oblique(p) * 0.8),
            );
        } else {
            let oblique = |p: Vec3| {
                p.z - (229.0 - 0.664 * p.x + 0.9526 * p.y + 0.0032 * p.x * p.x - 0.0026 * p.x * p.y
                    + 0.0012 * p.y * p.y)
            };
            body.add(
                &format!("{name}_lung_upper_lobe"),
                40,
                lung.keep(LOBE_EDGE_MM, move |p| gap - oblique(p) * 0.72),
            );
            body.add(
                &format!("{name}_lung_lower_lobe"),
                40,
                lung.keep(LOBE_EDGE_MM, move |p| gap + oblique(p) * 0.72),
            );
        }
    }
}
