//! A surface eased: its distance on a coarse grid, smoothed, so that what a warp has dented or creased lies evenly.

use glam::Vec3;
use rayon::prelude::*;

/// Grid step, mm.
const STEP_MM: f32 = 5.0;

/// A distance field smoothed over `width_mm`.
pub(super) struct Eased {
    low: Vec3,
    dims: [usize; 3],
    grid: Vec<f32>,
}

impl Eased {
    /// Samples a field (mm) in the box of half size `half` about the origin and smooths it by a Gaussian whose standard deviation
    /// is `width_mm`: bumps narrower than that go, a surface of radius r sinks in by about half its square over r.
    pub(super) fn of(half: Vec3, width_mm: f32, field: impl Fn(Vec3) -> f32 + Sync) -> Eased {
        let low = -half - Vec3::splat(2.0 * STEP_MM);
        let dims = ((half + Vec3::splat(2.0 * STEP_MM)) * 2.0 / STEP_MM)
            .to_array()
            .map(|n| n.ceil() as usize + 1);
        let place = |n: usize| {
            let at = [n % dims[0], n / dims[0] % dims[1], n / dims[0] / dims[1]];
            low + Vec3::from_array(at.map(|v| v as f32)) * STEP_MM
        };
        let count = dims.iter().product();
        let mut grid: Vec<f32> = (0..count)
            .into_par_iter()
            .map(|n| field(place(n)))
            .collect();
        let weights = weights(width_mm / STEP_MM);
        for axis in 0..3 {
            grid = along(&grid, dims, axis, &weights);
        }
        Eased { low, dims, grid }
    }

    /// The smoothed distance at a point, mm: a quadratic B-spline, whose normals turn without steps.
    pub(super) fn at(&self, p: Vec3) -> f32 {
        let q = (p - self.low) / STEP_MM;
        let mut first = [0usize; 3];
        let mut parts = [[0.0f32; 3]; 3];
        for a in 0..3 {
            let middle = q[a].round().clamp(1.0, self.dims[a] as f32 - 2.0);
            let off = (q[a] - middle).clamp(-0.5, 0.5);
            first[a] = middle as usize - 1;
            parts[a] = [
                0.5 * (0.5 - off) * (0.5 - off),
                0.75 - off * off,
                0.5 * (0.5 + off) * (0.5 + off),
            ];
        }
        let mut sum = 0.0;
        for (k, z) in parts[2].iter().enumerate() {
            for (j, y) in parts[1].iter().enumerate() {
                let row = first[0] + self.dims[0] * (first[1] + j + self.dims[1] * (first[2] + k));
                let line = &self.grid[row..row + 3];
                let x = line.iter().zip(&parts[0]).map(|(v, w)| v * w).sum::<f32>();
                sum += x * y * z;
            }
        }
        sum
    }
}

/// Half a Gaussian, its middle first; all of it sums to one.
fn weights(width: f32) -> Vec<f32> {
    let reach = (2.5 * width).ceil() as usize;
    let mut half: Vec<f32> = (0..=reach)
        .map(|n| (-0.5 * (n as f32 / width).powi(2)).exp())
        .collect();
    let sum = 2.0 * half.iter().sum::<f32>() - half[0];
    half.iter_mut().for_each(|w| *w /= sum);
    half
}

/// The grid smoothed along one axis; beyond the faces their values go on.
fn along(grid: &[f32], dims: [usize; 3], axis: usize, weights: &[f32]) -> Vec<f32> {
    let stride = dims[..axis].iter().product::<usize>();
    let last = dims[axis] - 1;
    (0..grid.len())
        .into_par_iter()
        .map(|n| {
            let at = n / stride % dims[axis];
            let value = |to: usize| grid[n + to * stride - at * stride];
            let both = weights
                .iter()
                .enumerate()
                .skip(1)
                .map(|(d, w)| w * (value(at.saturating_sub(d)) + value((at + d).min(last))));
            weights[0] * value(at) + both.sum::<f32>()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_stays_and_a_furrow_goes() {
        let half = Vec3::splat(60.0);
        let plane = Eased::of(half, 8.0, |p| p.z - 3.0);
        let furrow = Eased::of(half, 8.0, |p| p.z + 4.0 * (-(p.x / 4.0).powi(2)).exp());
        for at in [Vec3::ZERO, Vec3::new(7.0, -11.0, 9.0)] {
            assert!((plane.at(at) - at.z + 3.0).abs() < 1e-3, "{}", plane.at(at));
        }
        let deep = furrow.at(Vec3::ZERO);
        assert!(deep > 0.2 && deep < 1.8, "{deep}");
    }

    #[test]
    fn a_ball_sinks_in_a_little() {
        let ball = Eased::of(Vec3::splat(60.0), 8.0, |p| p.length() - 40.0);
        let sunk = ball.at(Vec3::new(24.0, 0.0, 32.0));
        assert!(sunk > 0.5 && sunk < 3.0, "{sunk}");
    }
}
