//! Ambient occlusion baked into surfaces: how much of its surroundings a vertex sees.
//!
//! Rays over the hemisphere of each vertex are marched through the label volume. What may stand in the way follows from
//! how a body is looked at, layer by layer: organs are seen with skin, fat, muscles, peritoneal folds and often the
//! skeleton taken away, so only organs shade organs; bones shade bones; muscles are shaded by muscles and bones. A
//! structure's own tissue and its parts always count (creases), what it is a part of never does. Other structures count
//! half: in a packed body nearly every surface touches another, and is only ever seen once that one is taken away.

use std::f32::consts::PI;

use anatomy::{Catalogue, LabelVolume, Structure, StructureIndex, StructureMesh, System, Tissue};
use glam::Vec3;
use rayon::prelude::*;

/// How far a ray looks, mm; what it meets there counts nothing, what it meets at once counts fully.
const REACH_MM: f32 = 50.0;
/// Distance between looks along a ray, mm; a little over a voxel.
const STEP_MM: f32 = 1.25;
/// Where rays start above the surface, mm, so that voxel steps of the surface itself do not shade it.
const LIFT_MM: f32 = 1.5;
/// Directions over the whole sphere; a vertex uses the half in front of it.
const DIRECTIONS: usize = 96;
/// How much a structure that is not a part of the shaded one darkens it.
const OTHERS: f32 = 0.5;
/// Rounds in which a vertex takes half its value from its neighbours.
const SMOOTHING: usize = 2;

/// What a structure is looked at together with.
#[derive(Clone, Copy, PartialEq)]
enum Layer {
    Organ,
    Skeleton,
    Muscle,
    /// Skin, fat, peritoneal folds, serous sacs and tendinous sheets: shaded by themselves alone.
    Covering,
}

/// Whether a structure fills the space round others, so that its surface runs round what it holds.
pub fn surrounds(s: &Structure) -> bool {
    matches!(s.tissue, Tissue::Skin | Tissue::Fat | Tissue::Serous) || s.id == "other_muscles"
}

fn layer(catalogue: &Catalogue, s: StructureIndex) -> Layer {
    let s = catalogue.get(s);
    match s.tissue {
        _ if surrounds(s) => Layer::Covering,
        Tissue::Tendon => Layer::Covering,
        Tissue::Muscle => Layer::Muscle,
        Tissue::Bone => Layer::Skeleton,
        Tissue::Cartilage if s.system == System::Musculoskeletal => Layer::Skeleton,
        _ => Layer::Organ,
    }
}

/// By label: how much it takes from a ray of a structure, 0..=1.
fn occluders(catalogue: &Catalogue, of: StructureIndex) -> Vec<f32> {
    let own = layer(catalogue, of);
    let weight = |s: StructureIndex| {
        if catalogue.is_part_of(s, of) {
            return 1.0;
        }
        let other = layer(catalogue, s);
        let counts = !catalogue.is_part_of(of, s)
            && match own {
                Layer::Organ => other == Layer::Organ,
                Layer::Skeleton => other == Layer::Skeleton,
                Layer::Muscle => matches!(other, Layer::Muscle | Layer::Skeleton),
                Layer::Covering => false,
            };
        if counts { OTHERS } else { 0.0 }
    };
    std::iter::once(0.0)
        .chain(catalogue.indices().map(weight))
        .collect()
}

/// Fills [`StructureMesh::occlusion`] of every surface from the atlas's labels. Deterministic.
pub fn bake_occlusion(meshes: &mut [StructureMesh], catalogue: &Catalogue, labels: &LabelVolume) {
    let directions = sphere(DIRECTIONS);
    for mesh in meshes {
        let occluders = occluders(catalogue, mesh.structure);
        let open: Vec<f32> = mesh
            .positions
            .par_iter()
            .zip(&mesh.normals)
            .map(|(p, n)| {
                let (p, n) = (Vec3::from_array(*p), Vec3::from_array(*n));
                openness(labels, &occluders, &directions, p + n * LIFT_MM, n)
            })
            .collect();
        mesh.occlusion = smoothed(open, &mesh.indices)
            .into_iter()
            .map(|v| (v * 255.0).round() as u8)
            .collect();
    }
}

/// The cosine-weighted share of the hemisphere about `normal` that is free, 0..=1.
fn openness(
    labels: &LabelVolume,
    occluders: &[f32],
    directions: &[Vec3],
    from: Vec3,
    normal: Vec3,
) -> f32 {
    let (mut free, mut all) = (0.0, 0.0);
    for direction in directions {
        let weight = direction.dot(normal);
        if weight <= 0.0 {
            continue;
        }
        all += weight;
        free += weight * march(labels, occluders, from, *direction);
    }
    if all > 0.0 { free / all } else { 1.0 }
}

/// How free a ray is, 0..=1: nearer obstacles take more.
fn march(labels: &LabelVolume, occluders: &[f32], from: Vec3, direction: Vec3) -> f32 {
    let mut t = 0.0;
    while t < REACH_MM {
        let Some(voxel) = labels.voxel_at((from + direction * t).to_array()) else {
            return 1.0;
        };
        let label = usize::from(labels.label(voxel));
        let weight = occluders.get(label).copied().unwrap_or(0.0);
        if weight > 0.0 {
            return 1.0 - weight * (1.0 - t / REACH_MM);
        }
        t += STEP_MM;
    }
    1.0
}

/// Directions spread evenly over the sphere along a Fibonacci spiral.
fn sphere(n: usize) -> Vec<Vec3> {
    let golden = PI * (3.0 - 5f32.sqrt());
    (0..n)
        .map(|i| {
            let z = 1.0 - (2 * i + 1) as f32 / n as f32;
            let r = (1.0 - z * z).sqrt();
            let (sin, cos) = (golden * i as f32).sin_cos();
            Vec3::new(r * cos, r * sin, z)
        })
        .collect()
}

fn smoothed(mut values: Vec<f32>, indices: &[u32]) -> Vec<f32> {
    for _ in 0..SMOOTHING {
        let mut sums = vec![(0.0f32, 0u32); values.len()];
        for t in indices.chunks_exact(3) {
            for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                // Each edge of a closed surface is met from both sides.
                let sum = &mut sums[a as usize];
                *sum = (sum.0 + values[b as usize], sum.1 + 1);
            }
        }
        for (value, (sum, n)) in values.iter_mut().zip(sums) {
            if n > 0 {
                *value = 0.5 * (*value + sum / n as f32);
            }
        }
    }
    values
}
