//! Labels along a plane: what section caps and slices are drawn from.

use glam::Vec3;
use rayon::prelude::*;

use crate::LabelVolume;

/// A rectangle in space, sampled as `width` x `height` points: the point of column `i` and row `j` is
/// `corner_mm + i * right_mm + j * down_mm`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlaneGrid {
    /// First point, LPS mm.
    pub corner_mm: [f32; 3],
    /// Step from one column to the next, LPS mm.
    pub right_mm: [f32; 3],
    /// Step from one row to the next, LPS mm.
    pub down_mm: [f32; 3],
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl LabelVolume {
    /// The labels (0 for none, else catalogue row + 1) at the points of a rectangle, row by row.
    pub fn sample_plane(&self, grid: &PlaneGrid) -> Vec<u16> {
        let mut labels = vec![0; grid.width * grid.height];
        if grid.width == 0 {
            return labels;
        }
        let (corner, right, down) = (
            Vec3::from_array(grid.corner_mm),
            Vec3::from_array(grid.right_mm),
            Vec3::from_array(grid.down_mm),
        );
        labels
            .par_chunks_mut(grid.width)
            .enumerate()
            .for_each(|(j, row)| {
                let start = corner + down * j as f32;
                for (i, label) in row.iter_mut().enumerate() {
                    let at = start + right * i as f32;
                    *label = self
                        .voxel_at(at.to_array())
                        .map_or(0, |voxel| self.label(voxel));
                }
            });
        labels
    }
}

/// How far each point of a plane lies from what belongs to another group, in steps of the grid: half a step at the border. Row by
/// row; `group` says by label what belongs together. Danielsson's two sweeps, exact to a fraction of a step.
pub fn rims(labels: &[u16], width: usize, group: impl Fn(u16) -> u16) -> Vec<f32> {
    if labels.is_empty() || width == 0 {
        return Vec::new();
    }
    let height = labels.len() / width;
    let groups: Vec<u16> = labels.iter().map(|label| group(*label)).collect();
    let beside = |i: usize, j: usize| {
        let here = j * width + i;
        [
            (i > 0).then(|| here - 1),
            (i + 1 < width).then_some(here + 1),
            (j > 0).then(|| here - width),
            (j + 1 < height).then_some(here + width),
        ]
    };
    // The way to the nearest point at a border, columns and rows.
    const FAR: [i32; 2] = [1 << 14, 1 << 14];
    let mut ways = vec![FAR; labels.len()];
    for j in 0..height {
        for i in 0..width {
            let here = j * width + i;
            let other = |n: &usize| groups[*n] != groups[here];
            if beside(i, j).iter().flatten().any(other) {
                ways[here] = [0, 0];
            }
        }
    }
    let long = |[x, y]: [i32; 2]| x * x + y * y;
    let take = |ways: &mut Vec<[i32; 2]>, here: usize, there: usize, [x, y]: [i32; 2]| {
        let offered = [ways[there][0] + x, ways[there][1] + y];
        if long(offered) < long(ways[here]) {
            ways[here] = offered;
        }
    };
    let mut sweep = |j: usize, from: Option<usize>, step: i32| {
        let row = j * width;
        for i in 0..width {
            if let Some(from) = from {
                take(&mut ways, row + i, from * width + i, [0, step]);
            }
            if i > 0 {
                take(&mut ways, row + i, row + i - 1, [-1, 0]);
            }
        }
        for i in (0..width - 1).rev() {
            take(&mut ways, row + i, row + i + 1, [1, 0]);
        }
    };
    for j in 0..height {
        sweep(j, j.checked_sub(1), -1);
    }
    for j in (0..height).rev() {
        sweep(j, Some(j + 1).filter(|from| *from < height), 1);
    }
    let mm = |way: &[i32; 2]| (long(*way) as f32).sqrt() + 0.5;
    ways.iter().map(mm).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rims_are_the_ways_to_what_is_not_of_the_group() {
        // A disc of labels 1 and 2, which belong together, in 0.
        let (width, radius) = (61usize, 20.0f32);
        let labels: Vec<u16> = (0..width * width)
            .map(|n| {
                let (x, y) = ((n % width) as f32 - 30.0, (n / width) as f32 - 30.0);
                let inside = x.hypot(y) < radius;
                u16::from(inside) + u16::from(inside && x > 0.0)
            })
            .collect();
        let rims = rims(&labels, width, |label| label.min(1));
        for (n, rim) in rims.iter().enumerate() {
            let (x, y) = ((n % width) as f32 - 30.0, (n / width) as f32 - 30.0);
            let exact = (x.hypot(y) - radius).abs();
            assert!((rim - exact).abs() < 1.3, "{x} {y}: {rim}, not {exact}");
        }
    }

    #[test]
    fn a_plane_reads_the_voxels_it_passes_through() {
        let dims = [20, 12, 9];
        let volume = LabelVolume::from_bricks(dims, |at, voxels| {
            for (v, label) in voxels.iter_mut().enumerate() {
                let voxel = [at[0] + v % 8, at[1] + v / 8 % 8, at[2] + v / 64];
                *label = (voxel[0] + 100 * voxel[1] + 10_000 * (voxel[2] % 4)) as u16;
            }
        });
        let grid = PlaneGrid {
            corner_mm: volume.centre_mm([0, 3, 8]),
            right_mm: [1.0, 0.0, 0.0],
            down_mm: [0.0, 0.0, -1.0],
            width: 22,
            height: 9,
        };
        let labels = volume.sample_plane(&grid);
        for j in 0..9 {
            for i in 0..22 {
                let expected = if i < 20 {
                    volume.label([i, 3, 8 - j])
                } else {
                    0
                };
                assert_eq!(labels[i + 22 * j], expected, "column {i}, row {j}");
            }
        }
    }
}
