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

    /// A volume of no bricks yet, to be filled by [`LabelVolume::push_slab`].
    pub(crate) fn growing(dims: [usize; 3]) -> LabelVolume {
        let bricks = dims.map(|n| n.div_ceil(BRICK));
        LabelVolume {
            dims,
            bricks,
            table: Vec::with_capacity(bricks.iter().product()),
            pool: Vec::new(),
        }
    }

    /// Appends the next [`BRICK`] slices (fewer at the top) as they are stored: values of `W` bytes (1 or 2,
    /// little-endian), x fastest, then y. `label_of` gives the label of each value; every other value is unknown. Rows of
    /// bricks are made in parallel, and a brick of one value is told by comparing whole rows of bytes.
    ///
    /// # Errors
    /// The place in the slab of a voxel whose value is unknown.
    pub(crate) fn push_slab<const W: usize>(
        &mut self,
        raw: &[u8],
        label_of: &[Option<u16>],
    ) -> Result<(), usize> {
        use rayon::prelude::*;
        let slab = StoredSlab::<W> {
            raw,
            nx: self.dims[0],
            ny: self.dims[1],
        };
        let rows: Vec<Option<BrickRow>> = (0..self.bricks[1])
            .into_par_iter()
            .map(|row| slab.bricks(row, self.bricks[0], label_of))
            .collect();
        for row in rows {
            let row = row.ok_or_else(|| slab.first_unknown(label_of))?;
            let shift = (self.pool.len() / BRICK_VOXELS) as u32;
            let moved = |e: u32| if e < MIXED { e } else { e + shift };
            self.table.extend(row.table.into_iter().map(moved));
            self.pool.extend_from_slice(&row.pool);
        }
        Ok(())
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

/// Bricks side by side along x: entries and labels as in [`LabelVolume`], counted from the row's own first.
#[derive(Default)]
struct BrickRow {
    table: Vec<u32>,
    pool: Vec<u16>,
}

/// Up to [`BRICK`] slices of values of `W` bytes as a file stores them.
struct StoredSlab<'a, const W: usize> {
    raw: &'a [u8],
    nx: usize,
    ny: usize,
}

impl<const W: usize> StoredSlab<'_, W> {
    fn value(bytes: &[u8]) -> usize {
        let high = if W == 2 { usize::from(bytes[1]) } else { 0 };
        usize::from(bytes[0]) | high << 8
    }

    /// Whether the values side by side in `bytes` are all the same: whole rows of a brick by one comparison of words.
    fn is_even(bytes: &[u8]) -> bool {
        match (bytes.first_chunk::<8>(), bytes.first_chunk::<16>()) {
            (Some(row), _) if W == 1 && bytes.len() == 8 => {
                u64::from_le_bytes(*row) == u64::from_le_bytes([row[0]; 8])
            }
            (_, Some(row)) if W == 2 && bytes.len() == 16 => {
                let first = u128::from(row[0]) | u128::from(row[1]) << 8;
                u128::from_le_bytes(*row) == first * (u128::MAX / 0xFFFF)
            }
            _ => bytes.chunks_exact(W).all(|v| v == &bytes[..W]),
        }
    }

    /// The bricks of one row along x; nothing when a value is unknown.
    fn bricks(&self, row: usize, count: usize, label_of: &[Option<u16>]) -> Option<BrickRow> {
        let (stride, slice) = (W * self.nx, W * self.nx * self.ny);
        let layers = self.raw.len() / slice;
        let height = BRICK.min(self.ny - row * BRICK);
        let label = |stored: &[u8]| label_of.get(Self::value(stored)).copied().flatten();
        let mut out = BrickRow::default();
        for b in 0..count {
            let width = BRICK.min(self.nx - b * BRICK);
            let first = W * b * BRICK + stride * row * BRICK;
            let line = |y: usize, z: usize| {
                let from = first + stride * y + slice * z;
                &self.raw[from..from + W * width]
            };
            let start = line(0, 0);
            let only = label(start)?;
            // Voxels beyond the grid are nothing, so a brick that reaches there is of one label only when that is nothing.
            let whole = [width, height, layers] == [BRICK; 3];
            if (whole || only == 0)
                && Self::is_even(start)
                && (0..layers).all(|z| (0..height).all(|y| line(y, z) == start))
            {
                out.table.push(u32::from(only));
                continue;
            }
            let mut voxels = [0u16; BRICK_VOXELS];
            for z in 0..layers {
                for y in 0..height {
                    let to = BRICK * (y + BRICK * z);
                    let (voxels, stored) = (&mut voxels[to..to + width], line(y, z));
                    if Self::is_even(stored) {
                        voxels.fill(label(stored)?);
                        continue;
                    }
                    for (voxel, stored) in voxels.iter_mut().zip(stored.chunks_exact(W)) {
                        *voxel = label(stored)?;
                    }
                }
            }
            // Several values may stand for one label.
            if voxels.iter().all(|v| *v == voxels[0]) {
                out.table.push(u32::from(voxels[0]));
            } else {
                out.table
                    .push(MIXED + (out.pool.len() / BRICK_VOXELS) as u32);
                out.pool.extend_from_slice(&voxels);
            }
        }
        Some(out)
    }

    fn first_unknown(&self, label_of: &[Option<u16>]) -> usize {
        let known = |v: &[u8]| label_of.get(Self::value(v)).is_some_and(Option::is_some);
        let mut values = self.raw.chunks_exact(W);
        values.position(|v| !known(v)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Even stretches and noise, cut by the far faces of the grid; two stored values stand for one label.
    #[test]
    fn slabs_of_either_width_give_the_same_bricks_as_voxels_asked_one_by_one() {
        const DIMS: [usize; 3] = [29, 21, 19];
        let stored = |[i, j, k]: [usize; 3]| -> u8 {
            match (i / 8 + j / 8, k) {
                (0, _) => 3,
                (1, 0..8) => 4 + (k % 2) as u8,
                (1, _) => 0,
                _ => ((i * 7 + j * 5 + k * 3) % 4) as u8,
            }
        };
        let label_of: Vec<Option<u16>> =
            vec![Some(0), Some(700), Some(2), Some(9), Some(5), Some(5)];
        let want = LabelVolume::from_bricks(DIMS, |at, voxels| {
            for (n, v) in voxels.iter_mut().enumerate() {
                let at = [at[0] + n % 8, at[1] + n / 8 % 8, at[2] + n / 64];
                *v = label_of[usize::from(stored(at))].unwrap();
            }
        });
        let all: Vec<u8> = (0..DIMS.iter().product())
            .map(|n| stored([n % DIMS[0], n / DIMS[0] % DIMS[1], n / DIMS[0] / DIMS[1]]))
            .collect();
        let wide: Vec<u8> = all.iter().flat_map(|v| [*v, 0]).collect();
        let slab = DIMS[0] * DIMS[1] * BRICK;
        let mut narrow = LabelVolume::growing(DIMS);
        let mut twice = LabelVolume::growing(DIMS);
        for (a, b) in all.chunks(slab).zip(wide.chunks(2 * slab)) {
            narrow.push_slab::<1>(a, &label_of).unwrap();
            twice.push_slab::<2>(b, &label_of).unwrap();
        }
        assert!(narrow == want && twice == want);
        assert!(narrow.table.contains(&5) && !narrow.pool.is_empty());
        let mut odd = all[..slab].to_vec();
        odd[1234] = 6;
        let mut refused = LabelVolume::growing(DIMS);
        assert_eq!(refused.push_slab::<1>(&odd, &label_of), Err(1234));
    }
}
