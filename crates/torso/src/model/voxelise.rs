//! From fields to labels.

use std::collections::HashMap;

use anatomy::frame::TORSO_DIMS;
use anatomy::{Aabb, BRICK, Catalogue, LabelVolume, StructureIndex};
use glam::Vec3;

use super::builder::{Body, Solid};
use super::field::Field;

/// Fields may overshoot the true distance a little; a brick is only taken as wholly in or out of a solid beyond this
/// multiple of its half-diagonal.
pub(super) const CAUTION: f32 = 1.25;

/// Labels every voxel of the torso grid with the winning structure at its centre. Blocks wholly in or out of a solid are
/// settled at once; the others are halved until single voxels remain. Deterministic.
pub fn voxelise(body: &Body) -> LabelVolume {
    voxelise_by(body, TORSO_DIMS, 1.0)
}

/// A grid of `dims` voxels of `step` mm, centred on the origin.
fn voxelise_by(body: &Body, dims: [usize; 3], step: f32) -> LabelVolume {
    let centre: [f32; 3] = dims.map(|n| (n as f32 - 1.0) * 0.5);
    let offset = Vec3::from_array(centre);
    let everyone: Vec<&Solid> = body.solids.iter().collect();
    LabelVolume::from_bricks(dims, |at, voxels| {
        let low = (Vec3::from_array(at.map(|v| v as f32)) - offset) * step;
        let block = Block {
            low,
            step,
            at: [0; 3],
            size: BRICK,
        };
        settle(&everyone, 0, block, voxels);
    })
}

/// How much of a structure there is, and how much surface, with its parts.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Counted {
    /// Volume, mL.
    pub ml: f32,
    /// Volume without the parts, mL.
    pub own_ml: f32,
    /// Surface, mm2.
    pub mm2: f32,
}

/// Counts every structure of the catalogue on a grid of `step` mm: quicker than the whole volume where the step is coarse.
pub fn count(body: &Body, catalogue: &Catalogue, step: f32) -> Vec<Counted> {
    let dims = TORSO_DIMS.map(|n| (n as f32 / step).ceil() as usize);
    let labels = voxelise_by(body, dims, step);
    let (mut voxels, mut faces) = (HashMap::new(), HashMap::new());
    let [nx, ny, nz] = dims;
    let (mut row, mut front) = (vec![0u16; nx], vec![0u16; nx]);
    let mut below = vec![vec![0u16; nx]; ny];
    for k in 0..nz {
        front.fill(0);
        for (j, below) in below.iter_mut().enumerate() {
            labels.copy_row(j, k, &mut row);
            let mut left = 0;
            for (i, &label) in row.iter().enumerate() {
                *voxels.entry(label).or_insert(0u64) += 1;
                for other in [left, front[i], below[i]] {
                    if other != label {
                        let pair = (label.min(other), label.max(other));
                        *faces.entry(pair).or_insert(0u64) += 1;
                    }
                }
                left = label;
            }
            front.copy_from_slice(&row);
            below.copy_from_slice(&row);
        }
    }
    let cell = step.powi(3) / 1000.0;
    let region = |s: StructureIndex| {
        let mut has = vec![false; catalogue.structures().len() + 1];
        for part in catalogue.parts(s) {
            has[part.usize() + 1] = true;
        }
        let inside = |label: u16| has[usize::from(label)];
        let volume: u64 = voxels
            .iter()
            .filter(|(l, _)| inside(**l))
            .map(|(_, n)| n)
            .sum();
        let surface: u64 = faces
            .iter()
            .filter(|((a, b), _)| inside(*a) != inside(*b))
            .map(|(_, n)| n)
            .sum();
        Counted {
            ml: volume as f32 * cell,
            own_ml: voxels.get(&(s.0 + 1)).copied().unwrap_or(0) as f32 * cell,
            // Voxel faces overstate a smooth surface's area by half on average.
            mm2: surface as f32 * step * step / 1.5,
        }
    };
    catalogue.indices().map(region).collect()
}

#[derive(Clone, Copy)]
struct Block {
    /// Centre of the lowest voxel of the brick, mm.
    low: Vec3,
    /// Size of a voxel, mm.
    step: f32,
    /// Where the block begins within the brick, and how many voxels wide it is.
    at: [usize; 3],
    size: usize,
}

/// Labels a block of a brick. `near` are the solids that may hold part of it, winners first; `rest` is the label where none
/// of them does.
fn settle(near: &[&Solid], rest: u16, place: Block, voxels: &mut [u16; BRICK.pow(3)]) {
    let Block {
        low,
        step,
        at,
        size,
    } = place;
    let half = (size as f32 - 1.0) * 0.5 * step;
    let middle = low + Vec3::from_array(at.map(|v| v as f32)) * step + Vec3::splat(half);
    let reach = half * 3f32.sqrt() * CAUTION;
    let block = Aabb::around(middle, Vec3::splat(half));
    let mut rest = rest;
    let mut still = Vec::new();
    for solid in near {
        if !solid.bounds.meets(block) {
            continue;
        }
        let d = solid.shape.distance(middle);
        if d > reach {
            continue;
        }
        if d <= -reach {
            rest = solid.structure.0 + 1;
            break;
        }
        still.push(*solid);
    }
    // A single voxel has no reach: every solid that holds its centre ended the loop above.
    if still.is_empty() || size == 1 {
        for z in at[2]..at[2] + size {
            for y in at[1]..at[1] + size {
                let from = at[0] + BRICK * (y + BRICK * z);
                voxels[from..from + size].fill(rest);
            }
        }
        return;
    }
    let size = size / 2;
    for n in 0..8 {
        let at = std::array::from_fn(|a| at[a] + size * (n >> a & 1));
        settle(&still, rest, Block { at, size, ..place }, voxels);
    }
}
