//! The heart, chamber by chamber, and the pericardium.
//!
//! The facts give each chamber with its wall (620 mL together) and the whole heart 795 mL (ICRP, 314 of them muscle). A voxel
//! has one label, so the muscle cannot be a structure of its own beside chambers that hold it: `myocardium` is left out, and
//! the left ventricle is drawn a tenth larger so that the whole and each part stay within 15 % of their facts.

use glam::Vec3;

use crate::model::parts::*;
use crate::model::plain::v;
use crate::model::{BodyBuilder, Shape, smooth_union_all, union_all};

/// Left ventricle, right ventricle, left atrium, right atrium.
#[expect(
    clippy::too_many_lines,
    reason = "one recipe, in the order in which the organ is built"
)]
pub(super) fn heart() -> [Shape; 4] {
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
    let rv = smooth_union_all(
        vec![
            turned_ellipsoid(
                v(19., -62., 176.),
                [44.5, 30., 38.],
                v(0.93, -0.25, -0.28),
                v(0.15, 0.94, 0.1),
            ),
            turned_ellipsoid(
                v(36., -72., 160.),
                [31., 21., 21.],
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
    let ra = smooth_union_all(
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
    let la = smooth_union_all(
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

const CHAMBERS: [&str; 4] = [
    "left_ventricle",
    "right_ventricle",
    "left_atrium",
    "right_atrium",
];

/// The four chambers, as they are so far.
pub(in crate::model::body) fn chambers(body: &BodyBuilder) -> Option<Vec<Shape>> {
    CHAMBERS.iter().map(|id| body.shape(id)).collect()
}

/// The four chambers as one solid, for what lies against the heart.
pub(in crate::model::body) fn whole(body: &BodyBuilder) -> Option<Shape> {
    Some(smooth_union_all(chambers(body)?, 6.))
}

/// Adds the chambers, on top of the diaphragm they rest on.
pub(super) fn build(body: &mut BodyBuilder) {
    for (id, shape) in CHAMBERS.iter().zip(heart()) {
        body.add(id, 53, shape);
    }
}

/// Adds the pericardium, which lies over the vessels on the heart as over the heart itself.
pub(super) fn wrap(body: &mut BodyBuilder, vessels: Vec<Shape>) {
    if let Some(whole) = whole(body) {
        let within = union_all(std::iter::once(whole).chain(vessels));
        body.add("pericardium", 49, within.offset(1.8).shell(1.9))
            .outer_surface();
    }
}
