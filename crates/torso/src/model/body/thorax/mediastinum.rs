//! Oesophagus and thymus.

use glam::Vec3;

use crate::model::parts::*;
use crate::model::plain::v;
use crate::model::{BodyBuilder, smooth_union_all};

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
    let thymus = smooth_union_all(
        vec![
            band(
                v(0.9, 0.4, 0.),
                &[
                    [6.0, -40.0, 294.0, 6.3, 4.5],
                    [3.0, -44.0, 280.0, 11.9, 6.4],
                    [1.0, -50.0, 262.0, 13.2, 7.1],
                    [-3.0, -56.0, 244.0, 10.7, 6.4],
                    [-10.0, -61.0, 230.0, 6.3, 4.5],
                ],
            ),
            band(
                v(0.9, -0.4, 0.),
                &[
                    [-14.0, -37.0, 293.0, 6.3, 4.5],
                    [-14.0, -43.0, 278.0, 10.7, 6.4],
                    [-14.0, -48.0, 260.0, 11.3, 7.1],
                    [-18.0, -55.0, 240.0, 10.1, 6.4],
                    [-23.0, -60.0, 225.0, 6.3, 3.9],
                ],
            ),
        ],
        4.,
    );
    body.add("thymus", 48, thymus);
}
