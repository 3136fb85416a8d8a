//! The label volume: which structure every voxel belongs to.

use crate::StructureIndex;

/// Edge length of a brick in voxels.
pub const BRICK: usize = 8;
const BRICK_VOXELS: usize = BRICK * BRICK * BRICK;

/// Labels on a regular grid of 1 mm voxels, kept as bricks of 8 x 8 x 8; a brick of one label costs four bytes. The
/// torso has 146 million voxels, most of them in uniform bricks.
///
/// A label is 0 for nothing, else the structure's catalogue row plus 1. Voxels are addressed (i, j, k) along x, y, z.
#[derive(Clone, PartialEq)]
pub struct LabelVolume {
    dims: [usize; 3],
    bricks: [usize; 3],
    /// Per brick: a label when below `MIXED`, else `MIXED` plus the brick's place in `pool`.
    table: Vec<u32>,
    pool: Vec<u16>,
}

const MIXED: u32 = 1 << 16;

impl std::fmt::Debug for LabelVolume {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LabelVolume")
            .field("dims", &self.dims)
            .field("mixed_bricks", &(self.pool.len() / 512))
            .finish()
    }
}

impl LabelVolume {
    /// Builds a volume brick by brick in parallel; `fill` gets the brick's lowest voxel and writes the labels of its 512
    /// voxels (x fastest). Voxels beyond `dims` are ignored.
    pub fn from_bricks(
        dims: [usize; 3],
        fill: impl Fn([usize; 3], &mut [u16; 512]) + Sync,
    ) -> LabelVolume {
        use rayon::prelude::*;
        let bricks = dims.map(|n| n.div_ceil(BRICK));
        let count = bricks.iter().product::<usize>();
        let filled: Vec<Result<u16, Box<[u16; 512]>>> = (0..count)
            .into_par_iter()
            .map(|n| {
                let at = [
                    n % bricks[0],
                    n / bricks[0] % bricks[1],
                    n / bricks[0] / bricks[1],
                ]
                .map(|b| b * BRICK);
                let mut voxels = [0u16; BRICK_VOXELS];
                fill(at, &mut voxels);
                for (v, label) in voxels.iter_mut().enumerate() {
                    let inside = [v % BRICK, v / BRICK % BRICK, v / BRICK / BRICK];
                    if (0..3).any(|a| at[a] + inside[a] >= dims[a]) {
                        *label = 0;
                    }
                }
                if voxels.iter().all(|v| *v == voxels[0]) {
                    Ok(voxels[0])
                } else {
                    Err(Box::new(voxels))
                }
            })
            .collect();
        let mut table = Vec::with_capacity(count);
        let mut pool = Vec::new();
        for brick in filled {
            match brick {
                Ok(label) => table.push(u32::from(label)),
                Err(voxels) => {
                    table.push(MIXED + (pool.len() / BRICK_VOXELS) as u32);
                    pool.extend_from_slice(&voxels[..]);
                }
            }
        }
        LabelVolume {
            dims,
            bricks,
            table,
            pool,
        }
    }

    /// Builds a volume from slabs of [`BRICK`] slices: `fill` gets the slab's first slice and writes its labels, x
    /// fastest, then y; slices beyond the grid are ignored. Only one slab is held densely at a time.
    ///
    /// # Errors
    /// The first error of `fill`.
    pub fn from_slabs<E>(
        dims: [usize; 3],
        mut fill: impl FnMut(usize, &mut [u16]) -> Result<(), E>,
    ) -> Result<LabelVolume, E> {
        let bricks = dims.map(|n| n.div_ceil(BRICK));
        let [nx, ny, nz] = dims;
        let mut slab = vec![0u16; nx * ny * BRICK];
        let mut volume = LabelVolume {
            dims,
            bricks,
            table: Vec::new(),
            pool: Vec::new(),
        };
        for k in (0..nz).step_by(BRICK) {
            slab.fill(0);
            fill(k, &mut slab)?;
            slab[nx * ny * BRICK.min(nz - k)..].fill(0);
            let part = LabelVolume::from_bricks([nx, ny, BRICK.min(nz - k)], |at, voxels| {
                for z in 0..BRICK {
                    for y in 0..BRICK.min(ny - at[1]) {
                        let width = BRICK.min(nx - at[0]);
                        let from = at[0] + nx * (at[1] + y + ny * z);
                        let to = BRICK * (y + BRICK * z);
                        voxels[to..to + width].copy_from_slice(&slab[from..from + width]);
                    }
                }
            });
            let shift = (volume.pool.len() / BRICK_VOXELS) as u32;
            volume.table.extend(
                part.table
                    .iter()
                    .map(|e| if *e < MIXED { *e } else { e + shift }),
            );
            volume.pool.extend_from_slice(&part.pool);
        }
        Ok(volume)
    }

    /// Number of voxels along x, y, z.
    pub fn dims(&self) -> [usize; 3] {
        self.dims
    }

    /// Number of bricks along x, y, z.
    pub fn brick_dims(&self) -> [usize; 3] {
        self.bricks
    }

    /// The label of a voxel; 0 beyond the grid.
    pub fn label(&self, voxel: [usize; 3]) -> u16 {
        if (0..3).any(|a| voxel[a] >= self.dims[a]) {
            return 0;
        }
        let entry = self.table[self.brick_index(voxel.map(|v| v / BRICK))];
        if entry < MIXED {
            return entry as u16;
        }
        let [x, y, z] = voxel.map(|v| v % BRICK);
        self.pool[(entry - MIXED) as usize * BRICK_VOXELS + x + BRICK * (y + BRICK * z)]
    }

    /// The structure a voxel belongs to.
    pub fn structure(&self, voxel: [usize; 3]) -> Option<StructureIndex> {
        self.label(voxel).checked_sub(1).map(StructureIndex)
    }

    fn brick_index(&self, brick: [usize; 3]) -> usize {
        brick[0] + self.bricks[0] * (brick[1] + self.bricks[1] * brick[2])
    }

    /// The single label of a uniform brick, or its 512 labels, x fastest.
    pub fn brick(&self, brick: [usize; 3]) -> Result<u16, &[u16]> {
        let entry = self.table[self.brick_index(brick)];
        if entry < MIXED {
            return Ok(entry as u16);
        }
        let from = (entry - MIXED) as usize * BRICK_VOXELS;
        Err(&self.pool[from..from + BRICK_VOXELS])
    }

    /// Writes the labels of row (j, k) into `row`, which is as long as the grid is wide.
    pub fn copy_row(&self, j: usize, k: usize, row: &mut [u16]) {
        for (b, part) in row.chunks_mut(BRICK).enumerate() {
            match self.brick([b, j / BRICK, k / BRICK]) {
                Ok(label) => part.fill(label),
                Err(voxels) => {
                    let from = BRICK * (j % BRICK + BRICK * (k % BRICK));
                    part.copy_from_slice(&voxels[from..from + part.len()]);
                }
            }
        }
    }

    /// Centre of a voxel in mm.
    pub fn centre_mm(&self, voxel: [usize; 3]) -> [f32; 3] {
        std::array::from_fn(|a| voxel[a] as f32 - (self.dims[a] as f32 - 1.0) * 0.5)
    }

    /// The voxel that holds a point (mm), or nothing outside the grid.
    pub fn voxel_at(&self, p: [f32; 3]) -> Option<[usize; 3]> {
        let mut voxel = [0; 3];
        for a in 0..3 {
            let v = (p[a] + self.dims[a] as f32 * 0.5).floor();
            if !(v >= 0.0 && v < self.dims[a] as f32) {
                return None;
            }
            voxel[a] = v as usize;
        }
        Some(voxel)
    }

    /// Bytes held in memory.
    pub fn memory_bytes(&self) -> usize {
        self.table.len() * 4 + self.pool.len() * 2
    }
}
