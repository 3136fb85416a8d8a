//! How ragged a surface is.
//!
//! A surface that neighbours have shredded shows it in creases: edges across which it turns sharply. Their length grows
//! with every slit, comb and notch, while a smooth organ has hardly any however finely it is divided into triangles.
//! Over the square root of the area it has no unit: a ball has 0, a cube 12 / sqrt(6) = 4.9 whatever their size.

use std::collections::HashMap;

use glam::Vec3;

use crate::{Structure, StructureMesh, Tissue};

/// Triangles that meet at an edge form a crease if their normals differ by more than this, degrees.
const CREASE_DEGREES: f32 = 50.0;

/// Length of the creases of the finest level over the square root of its area.
pub(super) fn creases(mesh: &StructureMesh) -> f32 {
    let at = |i: u32| Vec3::from_array(mesh.positions[i as usize]);
    let flat = CREASE_DEGREES.to_radians().cos();
    let mut open: HashMap<(u32, u32), Vec3> = HashMap::with_capacity(mesh.indices.len() / 2);
    let mut length = 0.0f64;
    let mut area = 0.0f64;
    for t in mesh.indices.chunks_exact(3) {
        let twice = (at(t[1]) - at(t[0])).cross(at(t[2]) - at(t[0]));
        area += f64::from(twice.length()) * 0.5;
        let normal = twice.normalize_or_zero();
        for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
            // The other triangle of the edge, if it came first, left its normal.
            match open.remove(&(a.min(b), a.max(b))) {
                Some(other) => {
                    // Slivers without area have no direction and no say.
                    if normal != Vec3::ZERO && other != Vec3::ZERO && normal.dot(other) < flat {
                        length += f64::from(at(a).distance(at(b)));
                    }
                }
                None => {
                    open.insert((a.min(b), a.max(b)), normal);
                }
            }
        }
    }
    if area > 0.0 {
        (length / area.sqrt()) as f32
    } else {
        0.0
    }
}

/// What [`creases`] may be at most in a structure of this kind. Solid organs are smooth; what is cut into named parts,
/// coils, branches or carries processes has edges by its nature, and sheets are mostly edge.
pub(super) fn limit(structure: &Structure) -> f32 {
    match structure.tissue {
        Tissue::Liver | Tissue::Spleen | Tissue::Kidney | Tissue::Heart | Tissue::Bile => 6.0,
        Tissue::Lung | Tissue::Bladder | Tissue::Adrenal | Tissue::Gland => 8.0,
        Tissue::Artery | Tissue::Vein | Tissue::Skin | Tissue::Serous => 8.0,
        Tissue::Bone | Tissue::Cartilage => 9.0,
        Tissue::Stomach | Tissue::LargeBowel | Tissue::Pancreas => 12.0,
        Tissue::Muscle | Tissue::SmallBowel => 14.0,
        Tissue::Fat | Tissue::Tendon => 24.0,
        Tissue::Nerve => 10.0,
    }
}
