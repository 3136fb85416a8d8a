//! How far the places that a text may mean are spread, as it is seen: the outline of the ellipsoid that holds nine of ten of them.

use glam::{DMat3, DVec3, Mat4, Vec2, Vec3};
use grounding::lean::CHI2_3_90;

use crate::{Lens, world_from_lps};

/// An ellipse on the screen, points from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outline {
    /// Its middle.
    pub middle: Vec2,
    /// Two of its half diameters, of which each runs along the ellipse where the other meets it.
    pub halves: [Vec2; 2],
}

impl Outline {
    /// A point of it; all are met between 0 and a whole turn, radians.
    pub fn at(&self, angle: f32) -> Vec2 {
        let (sin, cos) = angle.sin_cos();
        self.middle + self.halves[0] * cos + self.halves[1] * sin
    }
}

impl Lens {
    /// What is seen of the ellipsoid that holds 90 % of the places of this covariance (LPS; xx, xy, xz, yy, yz, zz; mm²) around a middle (upright world,
    /// mm). Nothing where it has no extent, or reaches behind the eye.
    ///
    /// Exact, not by a tangent: the image of a dual quadric is `P Q P'` (Hartley and Zisserman, Multiple View Geometry, 2nd edition, 8.3).
    pub fn outline(&self, middle: Vec3, covariance_mm2: [f32; 6]) -> Option<Outline> {
        let [xx, xy, xz, yy, yz, zz] = covariance_mm2.map(|v| f64::from(v) * CHI2_3_90);
        let shape = DMat3::from_cols_array_2d(&[[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]);
        // Rows x, y and w of the projection, of offsets in the body's frame.
        let rows = |of: Mat4| [0, 1, 3].map(|row| of.row(row).truncate().as_dvec3());
        let world = DMat3::from_cols_array_2d(&[0, 1, 2].map(|axis| {
            let mut step = [0.0; 3];
            step[axis] = 1.0;
            world_from_lps(step).as_dvec3().to_array()
        }));
        let [x, y, w] = rows(self.clip_from_world);
        let through = DMat3::from_cols(x, y, w).transpose() * world;
        let clip = self.clip_from_world * middle.extend(1.0);
        let at = DVec3::new(clip.x.into(), clip.y.into(), clip.w.into());
        let dual = through * shape * through.transpose()
            - DMat3::from_cols(at * at.x, at * at.y, at * at.z);
        let depth = dual.z_axis.z;
        if at.z <= 0.0 || depth >= 0.0 {
            return None;
        }
        let centre = dual.z_axis.truncate() / depth;
        let half = self.size.as_dvec2() * 0.5;
        let spread_xx = (centre.x * centre.x - dual.x_axis.x / depth) * half.x * half.x;
        let spread_xy = (dual.x_axis.y / depth - centre.x * centre.y) * half.x * half.y;
        let spread_yy = (centre.y * centre.y - dual.y_axis.y / depth) * half.y * half.y;
        if spread_xx <= 0.0 {
            return None;
        }
        let across = spread_xx.sqrt();
        let rest = spread_yy - spread_xy * spread_xy / spread_xx;
        let is_ellipse = rest > 0.0 && spread_xx.is_finite() && rest.is_finite();
        is_ellipse.then(|| Outline {
            middle: (centre.as_vec2() * Vec2::new(0.5, -0.5) + 0.5) * self.size,
            halves: [
                Vec2::new(across as f32, (spread_xy / across) as f32),
                Vec2::new(0.0, rest.sqrt() as f32),
            ],
        })
    }
}
