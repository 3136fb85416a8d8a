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

#[cfg(test)]
mod tests {
    use super::*;

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
