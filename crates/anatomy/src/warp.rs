//! One smooth map of space, by which a body described in one frame becomes another body.
//!
//! The map is given by places: pairs of where a point lies in the described body and where it is to lie. A spline that bends
//! as little as it can ([`Warp::through`]) passes by them and is kept on a grid of displacements, of which every point takes
//! its share smoothly (quadratic B-splines). What is kept is the way *back*, from the new body to the described one: a
//! shape of the new body asks the described one there.

use glam::{Mat3, Vec3, Vec4};
use rayon::prelude::*;

use crate::{Aabb, frame};

/// Grid step, mm.
const CELL: f32 = 8.0;
/// Grid cells beyond the torso box on every side.
const MARGIN: usize = 3;
/// Cells in which the greatest stretch counts for a point: what skips blocks far from a surface sees as far as that.
const REACH: usize = 2;

/// A place in the described body and the same place in the body made from it, mm.
#[derive(Debug, Clone, PartialEq)]
pub struct Landmark {
    /// What lies there.
    pub name: String,
    /// Where it is described.
    pub from: [f32; 3],
    /// Where it is to lie.
    pub to: [f32; 3],
    /// How far the map may leave it aside to stay smooth, about: 0 holds it.
    pub slack: f32,
}

/// Reads a table of landmarks (name, two places, slack); lines that begin with `#` are remarks.
///
/// # Errors
/// The first row that is not such a row.
pub fn landmarks(text: &str) -> Result<Vec<Landmark>, String> {
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let mut out = Vec::new();
    for row in reader.deserialize() {
        let (name, from, to, slack): (String, String, String, f32) =
            row.map_err(|e| e.to_string())?;
        let place = |cell: &str| -> Result<[f32; 3], String> {
            let values: Result<Vec<f32>, _> = cell.split_whitespace().map(str::parse).collect();
            let values = values.map_err(|e| format!("{name}: {e}"))?;
            values
                .try_into()
                .map_err(|_| format!("{name}: {cell:?} is no place"))
        };
        out.push(Landmark {
            from: place(&from)?,
            to: place(&to)?,
            slack,
            name,
        });
    }
    Ok(out)
}

/// A smooth, fold-free map of space.
pub struct Warp {
    low: Vec3,
    dims: [usize; 3],
    /// By grid point, x fastest: the displacement back to the described body, and the factor by which distances there are
    /// to be shortened so that none overshoots here.
    grid: Vec<Vec4>,
}

impl Warp {
    /// The least bent map that passes by the landmarks.
    ///
    /// # Panics
    /// When fewer than four landmarks are given or all lie in one plane.
    pub fn through(landmarks: &[Landmark]) -> Warp {
        let spline = Spline::fit(landmarks);
        Warp::of(|p| spline.at(p))
    }

    /// The map whose way back, mm, is so at each point of its grid.
    pub(crate) fn of(way_back: impl Fn(Vec3) -> Vec3 + Sync) -> Warp {
        let dims: [usize; 3] =
            frame::HALF_SIZE_MM.map(|half| (2.0 * half / CELL).ceil() as usize + 1 + 2 * MARGIN);
        let low = -Vec3::from_array(dims.map(|n| (n - 1) as f32)) * 0.5 * CELL;
        let mut grid: Vec<Vec4> = (0..dims.iter().product())
            .into_par_iter()
            .map(|n| {
                let at = [n % dims[0], n / dims[0] % dims[1], n / dims[0] / dims[1]];
                let p = low + Vec3::from_array(at.map(|v| v as f32)) * CELL;
                way_back(p).extend(1.0)
            })
            .collect();
        let stretch: Vec<f32> = (0..grid.len())
            .into_par_iter()
            .map(|n| largest_stretch(&gradient(&grid, dims, n)))
            .collect();
        let stretch = running_max(stretch, dims);
        for (point, stretch) in grid.iter_mut().zip(stretch) {
            point.w = 1.0 / stretch.max(0.5);
        }
        Warp { low, dims, grid }
    }

    /// The box that the map knows: the torso box and a little more, mm. Beyond, it is what it is at the edge.
    pub fn extent(&self) -> Aabb {
        let half = Vec3::from_array(frame::HALF_SIZE_MM) + CELL * 2.0;
        Aabb::around(Vec3::ZERO, half)
    }

    /// At a point of the new body: x, y and z of the way back to the described one, mm, and the factor by which distances there are to be
    /// shortened so that none overshoots here.
    pub fn way_back(&self, p: Vec3) -> Vec4 {
        let q = (p - self.low) / CELL;
        let mut first = [0usize; 3];
        let mut weight = [[0f32; 3]; 3];
        for a in 0..3 {
            let x = q[a].clamp(1.0, (self.dims[a] - 2) as f32);
            let middle = (x + 0.5).floor();
            let t = x - middle;
            first[a] = middle as usize - 1;
            weight[a] = [
                0.5 * (0.5 - t) * (0.5 - t),
                0.75 - t * t,
                0.5 * (0.5 + t) * (0.5 + t),
            ];
        }
        let [nx, ny, _] = self.dims;
        let mut sum = Vec4::ZERO;
        for (k, wz) in weight[2].iter().enumerate() {
            for (j, wy) in weight[1].iter().enumerate() {
                let row = first[0] + nx * (first[1] + j + ny * (first[2] + k));
                let part = self.grid[row] * weight[0][0]
                    + self.grid[row + 1] * weight[0][1]
                    + self.grid[row + 2] * weight[0][2];
                sum += part * (wy * wz);
            }
        }
        sum
    }

    /// Where a point of the new body lies in the described one.
    pub fn source(&self, p: Vec3) -> Vec3 {
        p + self.way_back(p).truncate()
    }

    /// Where a point of the described body lies in the new one.
    pub fn target(&self, p: Vec3) -> Vec3 {
        let mut q = p - self.way_back(p).truncate();
        for _ in 0..40 {
            let miss = p - self.source(q);
            if miss.length_squared() < 1e-6 {
                break;
            }
            let step = self.jacobian(q).inverse() * miss;
            q += step.clamp_length_max(20.0);
        }
        q
    }

    /// How [`Warp::source`] changes about a point; its determinant is positive where nothing folds.
    pub fn jacobian(&self, p: Vec3) -> Mat3 {
        const H: f32 = 0.5;
        let column = |d: Vec3| (self.source(p + d) - self.source(p - d)) / (2.0 * H);
        Mat3::from_cols(
            column(Vec3::X * H),
            column(Vec3::Y * H),
            column(Vec3::Z * H),
        )
    }
}

/// The derivative of a grid's displacement, plus one, by central differences.
fn gradient(grid: &[Vec4], dims: [usize; 3], n: usize) -> Mat3 {
    let at = [n % dims[0], n / dims[0] % dims[1], n / dims[0] / dims[1]];
    let step = [1, dims[0], dims[0] * dims[1]];
    let column = |a: usize| {
        let (below, above) = (at[a] > 0, at[a] + 1 < dims[a]);
        let low = grid[n - if below { step[a] } else { 0 }];
        let high = grid[n + if above { step[a] } else { 0 }];
        let cells = f32::from(u8::from(below)) + f32::from(u8::from(above));
        (high - low).truncate() / (CELL * cells) + Vec3::AXES[a]
    };
    Mat3::from_cols(column(0), column(1), column(2))
}

/// The largest singular value.
fn largest_stretch(m: &Mat3) -> f32 {
    let square = m.transpose() * *m;
    let mut v = Vec3::new(0.6, 0.55, 0.58);
    for _ in 0..40 {
        v = (square * v).normalize_or(Vec3::X);
    }
    (square * v).length().sqrt()
}

/// The greatest value within [`REACH`] cells, axis by axis.
fn running_max(mut values: Vec<f32>, dims: [usize; 3]) -> Vec<f32> {
    let mut step = 1;
    for n in dims {
        values = (0..values.len())
            .into_par_iter()
            .map(|at| {
                let here = at / step % n;
                let (low, high) = (here.saturating_sub(REACH), (here + REACH).min(n - 1));
                (low..=high)
                    .map(|k| values[at + k * step - here * step])
                    .fold(0.0, f32::max)
            })
            .collect();
        step *= n;
    }
    values
}

/// The least bent displacement through places in space: a sum of distances and a linear part.
pub(crate) struct Spline {
    centres: Vec<[f64; 3]>,
    /// By centre, then for 1, x, y, z.
    weights: Vec<[f64; 3]>,
}

impl Spline {
    /// Through the landmarks; panics when fewer than four are given or all lie in one plane.
    pub(crate) fn fit(landmarks: &[Landmark]) -> Spline {
        let n = landmarks.len();
        let centres: Vec<[f64; 3]> = landmarks.iter().map(|l| l.to.map(f64::from)).collect();
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(n + 4);
        for (i, l) in landmarks.iter().enumerate() {
            let mut row: Vec<f64> = centres.iter().map(|c| -distance(c, &centres[i])).collect();
            row[i] += f64::from(l.slack);
            row.push(1.0);
            row.extend(centres[i]);
            row.extend((0..3).map(|a| f64::from(l.from[a]) - f64::from(l.to[a])));
            rows.push(row);
        }
        for part in 0..4 {
            let coordinate = |c: &[f64; 3]| if part == 0 { 1.0 } else { c[part - 1] };
            let mut row: Vec<f64> = centres.iter().map(coordinate).collect();
            row.extend([0.0; 7]);
            rows.push(row);
        }
        Spline {
            weights: solve(rows),
            centres,
        }
    }

    /// The displacement at a point, mm.
    pub(crate) fn at(&self, p: Vec3) -> Vec3 {
        let p = p.to_array().map(f64::from);
        let (near, linear) = self.weights.split_at(self.centres.len());
        let mut sum = linear[0];
        for (x, w) in p.iter().zip(&linear[1..]) {
            add(&mut sum, *x, w);
        }
        for (c, w) in self.centres.iter().zip(near) {
            add(&mut sum, -distance(c, &p), w);
        }
        Vec3::from_array(sum.map(|v| v as f32))
    }
}

fn add(sum: &mut [f64; 3], factor: f64, to: &[f64; 3]) {
    for a in 0..3 {
        sum[a] += factor * to[a];
    }
}

fn distance(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    (0..3).map(|n| (a[n] - b[n]).powi(2)).sum::<f64>().sqrt()
}

/// Solves a linear system whose rows end in three right-hand sides.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<[f64; 3]> {
    let n = rows.len();
    for i in 0..n {
        let pivot = (i..n)
            .max_by(|a, b| rows[*a][i].abs().total_cmp(&rows[*b][i].abs()))
            .unwrap_or(i);
        rows.swap(i, pivot);
        assert!(rows[i][i].abs() > 1e-12, "the landmarks lie in one plane");
        let (done, rest) = rows.split_at_mut(i + 1);
        let row = &done[i];
        rest.par_iter_mut().for_each(|other| {
            let factor = other[i] / row[i];
            for (o, r) in other[i..].iter_mut().zip(&row[i..]) {
                *o -= factor * r;
            }
        });
    }
    let mut out = vec![[0f64; 3]; n];
    for i in (0..n).rev() {
        for a in 0..3 {
            let known: f64 = (i + 1..n).map(|j| rows[i][j] * out[j][a]).sum();
            out[i][a] = (rows[i][n + a] - known) / rows[i][i];
        }
    }
    out
}
