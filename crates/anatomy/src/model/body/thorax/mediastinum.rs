//! Oesophagus and thymus.

use glam::Vec3;

use crate::model::BodyBuilder;
use crate::model::parts::*;

/// Adds what lies between the lungs besides heart, vessels and airways.
pub(super) fn build(body: &mut BodyBuilder) {
    let oesophagus = band(
        Vec3::X,
        &[
            [0., -18., 362., 8., 4.8],
            [1., -8., 340., 8., 4.8],
            [3., 4., 320., 8., 4.8],
            [3., 17., 295., 8., 5.],
            [1., 26., 270., 8., 5.],
            [-1., 28., 245., 8., 5.2],
            [-2., 27., 218., 8., 5.2],
            [-0.5, 24., 190., 8.2, 5.6],
            [4., 15., 160., 8.4, 6.2],
            [11., 2., 137., 8.4, 6.6],
            [18., -6.5, 122., 8.6, 7.2],
            [25., -11., 112.5, 8.8, 8.],
        ],
    );
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
    body.add("thymus", 48, thymus);
}
