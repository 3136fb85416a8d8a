//! From fields to labels.

use glam::Vec3;

use super::builder::Body;
use super::field::{Aabb, Field};
use crate::frame::TORSO_DIMS;
use crate::labels::{BRICK, LabelVolume};

/// Fields may overshoot the true distance a little; a brick is only taken as wholly in or out of a solid beyond this
/// multiple of its half-diagonal.
pub(super) const CAUTION: f32 = 1.25;

/// Labels every voxel of the torso grid with the winning structure at its centre. Only bricks near a surface are
/// evaluated voxel by voxel. Deterministic.
pub fn voxelise(body: &Body) -> LabelVolume {
    let centre: [f32; 3] = TORSO_DIMS.map(|n| (n as f32 - 1.0) * 0.5);
    let offset = Vec3::from_array(centre);
    let half = (BRICK as f32 - 1.0) * 0.5;
    let reach = half * 3f32.sqrt() * CAUTION;
    LabelVolume::from_bricks(TORSO_DIMS, |at, voxels| {
        let low = Vec3::from_array(at.map(|v| v as f32)) - offset;
        let middle = low + Vec3::splat(half);
        let brick = Aabb::around(middle, Vec3::splat(half));
        // The solids that may hold part of the brick, winners first, up to one that holds all of it.
        let mut near = Vec::new();
        let mut rest = 0u16;
        for solid in &body.solids {
            if !solid.bounds.meets(brick) {
                continue;
            }
            let d = solid.shape.distance(middle);
            if d > reach {
                continue;
            }
            if d < -reach {
                rest = solid.structure.0 + 1;
                break;
            }
            near.push(solid);
        }
        voxels.fill(rest);
        if near.is_empty() {
            return;
        }
        for (n, voxel) in voxels.iter_mut().enumerate() {
            let within = Vec3::new(
                (n % BRICK) as f32,
                (n / BRICK % BRICK) as f32,
                (n / BRICK / BRICK) as f32,
            );
            let p = low + within;
            if let Some(winner) = near
                .iter()
                .find(|s| s.bounds.distance(p) <= 0.0 && s.shape.distance(p) <= 0.0)
            {
                *voxel = winner.structure.0 + 1;
            }
        }
    })
}
