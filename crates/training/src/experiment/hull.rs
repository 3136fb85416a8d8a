//! Convex hulls of points in space, and whether a point lies in one.

use anyhow::{Result, anyhow};
use chull::ConvexHull;
use glam::DVec3;

/// Directions in which the outermost points are looked for.
const DIRECTIONS: usize = 1500;

/// Steps of a millimetre.
const STEPS: f64 = 8.0;

/// A convex body.
#[derive(Debug, Clone)]
pub struct Hull {
    /// Outward unit normal and offset of each face.
    planes: Vec<(DVec3, f64)>,
}

impl Hull {
    /// The hull of some points (mm).
    ///
    /// Only the outermost points in `DIRECTIONS` directions go into it: all are corners of the hull, and leaving out the
    /// others spares the library the thousands of nearly coplanar voxels between them.
    ///
    /// # Errors
    /// When the points lie in a plane.
    pub fn new(points: &[[f32; 3]]) -> Result<Self> {
        let mut corners: Vec<usize> = (0..DIRECTIONS)
            .filter_map(|i| {
                let direction = direction(i);
                let along = |p: &[f32; 3]| direction.dot(point(*p));
                (0..points.len()).max_by(|&a, &b| along(&points[a]).total_cmp(&along(&points[b])))
            })
            .collect();
        corners.sort_unstable();
        corners.dedup();
        // In whole numbers the library computes exactly; voxel centres are multiples of half a millimetre.
        let mut corners: Vec<Vec<i128>> = corners
            .into_iter()
            .map(|i| {
                points[i]
                    .iter()
                    .map(|v| (f64::from(*v) * STEPS).round() as i128)
                    .collect()
            })
            .collect();
        corners.sort_unstable();
        corners.dedup();
        let hull = ConvexHull::try_new(&corners, 0i128, None)
            .map_err(|e| anyhow!("no convex hull of {} points: {e:?}", corners.len()))?;
        let (vertices, faces) = hull.vertices_indices();
        let vertices: Vec<DVec3> = vertices
            .iter()
            .map(|v| DVec3::new(v[0] as f64, v[1] as f64, v[2] as f64) / STEPS)
            .collect();
        let middle = vertices.iter().sum::<DVec3>() / vertices.len().max(1) as f64;
        let planes = faces
            .chunks_exact(3)
            .filter_map(|face| {
                let (a, b, c) = (vertices[face[0]], vertices[face[1]], vertices[face[2]]);
                let normal = (b - a).cross(c - a);
                let length = normal.length();
                if length < 1e-12 {
                    return None;
                }
                // The side of the middle is the inside, whatever the order of the corners.
                let sign = if normal.dot(middle - a) > 0.0 {
                    -1.0
                } else {
                    1.0
                };
                let normal = normal * sign / length;
                Some((normal, normal.dot(a)))
            })
            .collect();
        Ok(Self { planes })
    }

    /// Whether a point lies in the hull, its surface included.
    pub fn contains(&self, at: [f32; 3]) -> bool {
        let p = point(at);
        self.planes
            .iter()
            .all(|(normal, offset)| normal.dot(p) <= offset + 1e-3)
    }
}

/// Directions spread evenly over the sphere along a Fibonacci spiral.
fn direction(i: usize) -> DVec3 {
    let z = 1.0 - (2 * i + 1) as f64 / DIRECTIONS as f64;
    let turn = i as f64 * std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let r = (1.0 - z * z).sqrt();
    DVec3::new(r * turn.cos(), r * turn.sin(), z)
}

fn point(p: [f32; 3]) -> DVec3 {
    DVec3::from_array(p.map(f64::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_of_voxels() {
        let mut points = Vec::new();
        for x in 0..11 {
            for y in 0..21 {
                for z in 0..6 {
                    points.push([x as f32, y as f32 - 10.0, z as f32 + 100.0]);
                }
            }
        }
        let hull = Hull::new(&points).unwrap();
        for inside in [
            [5.0, 0.0, 102.0],
            [0.1, -9.9, 100.1],
            [9.9, 9.9, 104.9],
            [10.0, 10.0, 105.0],
        ] {
            assert!(hull.contains(inside), "{inside:?}");
        }
        for outside in [
            [10.2, 0.0, 102.0],
            [5.0, -10.2, 102.0],
            [5.0, 0.0, 99.8],
            [5.0, 0.0, 105.2],
            [40.0, 40.0, 40.0],
        ] {
            assert!(!hull.contains(outside), "{outside:?}");
        }
    }

    #[test]
    fn two_lungs_hold_what_lies_between_them() {
        let ball = |centre: f32| {
            (0..4000).map(move |i| {
                let [x, y, z] = direction(i % DIRECTIONS)
                    .to_array()
                    .map(|v| v as f32 * (1 + i / DIRECTIONS) as f32 * 10.0);
                [centre + x, y, z]
            })
        };
        let hull = Hull::new(&ball(-100.0).chain(ball(100.0)).collect::<Vec<_>>()).unwrap();
        assert!(hull.contains([0.0, 0.0, 0.0]) && hull.contains([0.0, 0.0, 29.0]));
        assert!(!hull.contains([0.0, 0.0, 31.0]) && !hull.contains([131.0, 0.0, 0.0]));
    }

    #[test]
    fn flat_points_have_none() {
        assert!(
            Hull::new(&[
                [0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [1.0, 1.0, 0.0]
            ])
            .is_err()
        );
    }
}
