//! Sheets: curved plates of varying thickness through a grid of points (flat bones, flat muscles, domes).

use anatomy::{Aabb, Bvh};
use glam::Vec3;

use super::field::{Field, Shape};
use super::spline::{Knot, centripetal_by};

/// A plate through a grid of points `[x, y, z, thickness]`, rows of equal length, joined smoothly both ways and with
/// rounded edges. `step` is the size of its facets, mm. Ragged or tiny grids make a plate of what they hold.
///
/// Three rows of three points make a dome; a scapula takes about 5 by 4.
pub fn sheet(rows: &[Vec<[f32; 4]>], step: f32) -> Shape {
    let columns = rows.iter().map(Vec::len).min().unwrap_or(0);
    // First along the rows, each row with the same number of facets; then across.
    let knot = |v: &[f32; 4]| Knot {
        p: Vec3::new(v[0], v[1], v[2]),
        extra: [v[3]],
    };
    let along: Vec<Vec<Knot<1>>> = rows
        .iter()
        .map(|row| {
            resample(
                &row[..columns].iter().map(knot).collect::<Vec<_>>(),
                rows_count(rows, columns, step),
            )
        })
        .collect();
    let width = along.first().map_or(0, Vec::len);
    let longest = (0..width)
        .map(|c| {
            along
                .windows(2)
                .map(|w| w[0][c].p.distance(w[1][c].p))
                .sum::<f32>()
        })
        .fold(0.0, f32::max);
    let per_gap =
        ((longest / along.len().saturating_sub(1).max(1) as f32 / step).ceil() as usize).max(1);
    let grid: Vec<Vec<Knot<1>>> = (0..width)
        .map(|c| resample(&along.iter().map(|row| row[c]).collect::<Vec<_>>(), per_gap))
        .collect();
    let mut triangles = Vec::new();
    for pair in grid.windows(2) {
        for n in 0..pair[0].len().saturating_sub(1) {
            let (a, b, c, d) = (pair[0][n], pair[0][n + 1], pair[1][n], pair[1][n + 1]);
            triangles.push([a, b, c]);
            triangles.push([b, d, c]);
        }
    }
    let items: Vec<(Aabb, f32)> = triangles
        .iter()
        .map(|t| {
            (
                Aabb::of(t.iter().map(|k| k.p)),
                t.iter().map(|k| k.extra[0] * 0.5).fold(0.0, f32::max),
            )
        })
        .collect();
    let bounds = items
        .iter()
        .fold(Aabb::EMPTY, |b, (core, reach)| b.union(core.grown(*reach)));
    Shape::new(Sheet {
        bvh: Bvh::new(&items),
        triangles,
        bounds,
    })
}

fn rows_count(rows: &[Vec<[f32; 4]>], columns: usize, step: f32) -> usize {
    let longest = rows
        .iter()
        .map(|row| {
            let at = |v: &[f32; 4]| Vec3::new(v[0], v[1], v[2]);
            row[..columns]
                .windows(2)
                .map(|w| at(&w[0]).distance(at(&w[1])))
                .sum::<f32>()
        })
        .fold(0.0, f32::max);
    ((longest / columns.saturating_sub(1).max(1) as f32 / step).ceil() as usize).max(1)
}

/// A spline with exactly `per_gap` chords between neighbouring knots.
fn resample(knots: &[Knot<1>], per_gap: usize) -> Vec<Knot<1>> {
    centripetal_by(knots, |_| per_gap)
}

struct Sheet {
    triangles: Vec<[Knot<1>; 3]>,
    bvh: Bvh,
    bounds: Aabb,
}

impl Field for Sheet {
    fn distance(&self, p: Vec3) -> f32 {
        self.bvh.fold(p, 0.0, |n, best| {
            let [a, b, c] = &self.triangles[n];
            let w = nearest_on_triangle(p, a.p, b.p, c.p);
            let q = a.p * w.x + b.p * w.y + c.p * w.z;
            best.min(p.distance(q) - 0.5 * (a.extra[0] * w.x + b.extra[0] * w.y + c.extra[0] * w.z))
        })
    }
    fn bounds(&self) -> Aabb {
        self.bounds
    }
}

/// Barycentric coordinates of the point of a triangle nearest to `p` (Ericson, Real-Time Collision Detection, 5.1.5).
fn nearest_on_triangle(p: Vec3, a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return Vec3::X;
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return Vec3::Y;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let v = d1 / (d1 - d3).max(1e-12);
        return Vec3::new(1.0 - v, v, 0.0);
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return Vec3::Z;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let w = d2 / (d2 - d6).max(1e-12);
        return Vec3::new(1.0 - w, 0.0, w);
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let w = (d4 - d3) / ((d4 - d3) + (d5 - d6)).max(1e-12);
        return Vec3::new(0.0, 1.0 - w, w);
    }
    let sum = (va + vb + vc).max(1e-12);
    Vec3::new(va / sum, vb / sum, vc / sum)
}
