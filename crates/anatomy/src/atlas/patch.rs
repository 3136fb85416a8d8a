//! Where the voxels of a label lie, brick by brick.

use rayon::prelude::*;

use crate::labels::{BRICK, LabelVolume};

/// The voxels of one label within one brick.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patch {
    pub(super) label: u16,
    pub(super) brick: [u16; 3],
    pub(super) count: u16,
    /// Lowest and highest voxel within the brick.
    pub(super) low: [u8; 3],
    pub(super) high: [u8; 3],
    /// Sum of the voxels' places within the brick.
    pub(super) sum: [u32; 3],
}

impl Patch {
    /// The patch of a brick that holds nothing but one label, `size` voxels of which lie within the grid.
    fn full(label: u16, brick: [usize; 3], size: [usize; 3]) -> Patch {
        let count = size.iter().product::<usize>();
        Patch {
            label,
            brick: brick.map(|b| b as u16),
            count: count as u16,
            low: [0; 3],
            high: size.map(|n| n as u8 - 1),
            sum: size.map(|n| (count * (n - 1) / 2) as u32),
        }
    }

    /// The patch of a label of which no voxel has been met yet.
    fn empty(label: u16, brick: [usize; 3]) -> Patch {
        Patch {
            label,
            brick: brick.map(|b| b as u16),
            count: 0,
            low: [BRICK as u8; 3],
            high: [0; 3],
            sum: [0; 3],
        }
    }

    /// Adds `n` voxels in a row along x from a place within the brick.
    fn add_run(&mut self, from: [usize; 3], n: usize) {
        let last = [from[0] + n - 1, from[1], from[2]];
        self.count += n as u16;
        for a in 0..3 {
            self.low[a] = self.low[a].min(from[a] as u8);
            self.high[a] = self.high[a].max(last[a] as u8);
            self.sum[a] += ((from[a] + last[a]) * n / 2) as u32;
        }
    }
}

/// The patches of every label, in the order of their bricks. Layers of bricks are looked at in parallel.
pub(super) fn patches(labels: &LabelVolume, structures: usize) -> Vec<Vec<Patch>> {
    let layers: Vec<Vec<Patch>> = (0..labels.brick_dims()[2])
        .into_par_iter()
        .map(|z| layer_patches(labels, structures, z))
        .collect();
    let mut own: Vec<Vec<Patch>> = vec![Vec::new(); structures];
    for patch in layers.into_iter().flatten() {
        own[usize::from(patch.label) - 1].push(patch);
    }
    own
}

/// The patches of one layer of bricks.
fn layer_patches(labels: &LabelVolume, structures: usize, z: usize) -> Vec<Patch> {
    const NONE: usize = usize::MAX;
    let [bx, by, _] = labels.brick_dims();
    let dims = labels.dims();
    let mut patches: Vec<Patch> = Vec::new();
    // Where the patch of each label lies, for the brick in hand.
    let mut place = vec![NONE; structures + 1];
    for y in 0..by {
        for x in 0..bx {
            let brick = [x, y, z];
            // Bricks on the far faces reach past the grid; voxels there are not real.
            let end: [usize; 3] = std::array::from_fn(|a| BRICK.min(dims[a] - brick[a] * BRICK));
            let voxels = match labels.brick(brick) {
                Ok(label) => {
                    if label > 0 && usize::from(label) <= structures {
                        patches.push(Patch::full(label, brick, end));
                    }
                    continue;
                }
                Err(voxels) => voxels,
            };
            let first = patches.len();
            for k in 0..end[2] {
                for j in 0..end[1] {
                    let from = BRICK * (j + BRICK * k);
                    let mut i = 0;
                    for run in voxels[from..from + end[0]].chunk_by(|a, b| a == b) {
                        let (low, n) = (i, run.len());
                        i += n;
                        let label = run[0];
                        if label == 0 || usize::from(label) > structures {
                            continue;
                        }
                        let place = &mut place[usize::from(label)];
                        if *place == NONE {
                            *place = patches.len();
                            patches.push(Patch::empty(label, brick));
                        }
                        patches[*place].add_run([low, j, k], n);
                    }
                }
            }
            for patch in &patches[first..] {
                place[usize::from(patch.label)] = NONE;
            }
        }
    }
    patches
}
