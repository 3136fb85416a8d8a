//! Sharp edges where parts of one whole meet.
//!
//! Surface nets put one vertex into every cell that the surface passes and so bevel an edge by up to a cell. Where two parts of an organ meet, the
//! two bevels would make a furrow along the seam. There a vertex whose neighbours face otherwise is moved to where their tangent planes meet, by
//! the least sum of squared distances to these (the error function of dual contouring: Ju, Losasso, Schaefer, Warren 2002, there from the crossed edges of the
//! cell, here from the vertices around).

use glam::{Mat3, Vec3};
use rayon::prelude::*;

/// Cosine between normals from which on two vertices lie on one smooth surface.
const SMOOTH: f32 = 0.8;
/// How strongly a vertex stays where it is, as a part of the weight of the planes: it decides along an edge, where no plane does.
const STAY: f32 = 0.02;
/// How far beyond its cell a vertex may come to lie, in cells.
const BEYOND: f32 = 1.0;

/// A vertex of a contoured surface.
pub(super) struct Point {
    /// Where it is, mm.
    pub(super) at: Vec3,
    /// The direction in which the surface faces there.
    pub(super) normal: Vec3,
    /// The middle of its cell of the grid, mm.
    pub(super) cell: Vec3,
    /// Another part of the same whole is near.
    pub(super) in_seam: bool,
}

/// Moves the vertices of seams onto their edges; `step`: the width of the grid's cells, mm.
pub(super) fn sharpen(points: &mut [Point], triangles: &[u32], step: f32) {
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); points.len()];
    for triangle in triangles.chunks_exact(3) {
        for (n, corner) in triangle.iter().enumerate() {
            if points[*corner as usize].in_seam {
                around[*corner as usize].push(triangle[(n + 1) % 3]);
            }
        }
    }
    let moved: Vec<Option<Vec3>> = around
        .par_iter()
        .enumerate()
        .map(|(n, around)| on_edge(points, &points[n], around, step))
        .collect();
    for (point, moved) in points.iter_mut().zip(moved) {
        point.at = moved.unwrap_or(point.at);
    }
}

/// Where a vertex belongs, if an edge passes its cell.
fn on_edge(points: &[Point], own: &Point, around: &[u32], step: f32) -> Option<Vec3> {
    let around = || around.iter().map(|n| &points[*n as usize]);
    let is_edge = around().any(|other| other.normal.dot(own.normal) < SMOOTH)
        || around().any(|one| around().any(|other| one.normal.dot(other.normal) < SMOOTH));
    if !is_edge {
        return None;
    }
    let (mut planes, mut pull, mut count) = (Mat3::ZERO, Vec3::ZERO, 0.0);
    for other in around().chain(std::iter::once(own)) {
        let normal = other.normal;
        planes += Mat3::from_cols(normal * normal.x, normal * normal.y, normal * normal.z);
        pull += normal * normal.dot(other.at - own.at);
        count += 1.0;
    }
    let stay = Mat3::from_diagonal(Vec3::splat(STAY * count));
    let to = own.at + (planes + stay).inverse() * pull;
    let off = ((to - own.cell) / step).abs().max_element();
    (to.is_finite() && off <= 0.5 + BEYOND).then_some(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_on_a_bevel_comes_to_lie_on_the_edge() {
        // Two faces, z = 0 and x = 0, that meet in the y axis; the middle vertex on the bevel between them.
        let flat = |x: f32, y: f32| (Vec3::new(x, y, 0.0), Vec3::Z);
        let steep = |y: f32, z: f32| (Vec3::new(0.0, y, z), Vec3::X);
        let all = [
            (Vec3::new(-0.3, 0.1, 0.0), Vec3::Z),
            flat(-1.0, -1.0),
            flat(-1.0, 1.0),
            steep(1.0, -1.0),
            steep(-1.0, -1.0),
        ];
        let make = |in_seam: bool| -> Vec<Point> {
            let point = |(at, normal): &(Vec3, Vec3)| Point {
                at: *at,
                normal: *normal,
                cell: at.floor() + 0.5,
                in_seam,
            };
            all.iter().map(point).collect()
        };
        let triangles = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1];
        let mut points = make(true);
        sharpen(&mut points, &triangles, 1.0);
        let off = points[0].at - Vec3::new(0.0, 0.1, 0.0);
        assert!(off.length() < 0.05, "{}", points[0].at);
        let mut elsewhere = make(false);
        sharpen(&mut elsewhere, &triangles, 1.0);
        assert_eq!(elsewhere[0].at, all[0].0);
    }
}
