//! From fields to labels.

use glam::Vec3;

use super::aabb::Aabb;
use super::builder::{Body, Solid};
use super::field::Field;
use crate::frame::TORSO_DIMS;
use crate::labels::{BRICK, LabelVolume};

/// Fields may overshoot the true distance a little; a brick is only taken as wholly in or out of a solid beyond this
/// multiple of its half-diagonal.
pub(super) const CAUTION: f32 = 1.25;

/// Labels every voxel of the torso grid with the winning structure at its centre. Blocks wholly in or out of a solid are
/// settled at once; the others are halved until single voxels remain. Deterministic.
pub fn voxelise(body: &Body) -> LabelVolume {
    let centre: [f32; 3] = TORSO_DIMS.map(|n| (n as f32 - 1.0) * 0.5);
    let offset = Vec3::from_array(centre);
    let everyone: Vec<&Solid> = body.solids.iter().collect();
    LabelVolume::from_bricks(TORSO_DIMS, |at, voxels| {
        let low = Vec3::from_array(at.map(|v| v as f32)) - offset;
        settle(&everyone, 0, low, [0; 3], BRICK, voxels);
    })
}

/// Labels the block of `size` voxels at `at` within the brick whose lowest voxel centre is `low`. `near` are the solids
/// that may hold part of it, winners first; `rest` is the label where none of them does.
fn settle(
    near: &[&Solid],
    rest: u16,
    low: Vec3,
    at: [usize; 3],
    size: usize,
    voxels: &mut [u16; BRICK.pow(3)],
) {
    let half = (size as f32 - 1.0) * 0.5;
    let middle = low + Vec3::from_array(at.map(|v| v as f32)) + Vec3::splat(half);
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
        settle(&still, rest, low, at, size, voxels);
    }
}
