//! How ragged a surface is.
//!
//! A surface that neighbours have shredded shows it in creases: edges across which it turns sharply. Their length grows
//! with every slit, comb and notch, while a smooth organ has hardly any however finely it is divided into triangles.
//! Over the square root of the area it has no unit: a ball has 0, a cube 12 / sqrt(6) = 4.9 whatever their size.

use std::collections::HashMap;

use anatomy::{Structure, StructureMesh, Tissue};
use glam::Vec3;

/// Triangles that meet at an edge form a crease if their normals differ by more than this, degrees.
const CREASE_DEGREES: f32 = 50.0;

/// Length of the creases of the finest level over the square root of its area.
pub(crate) fn creases(mesh: &StructureMesh) -> f32 {
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
pub(crate) fn limit(structure: &Structure) -> f32 {
    match structure.tissue {
        Tissue::Liver | Tissue::Spleen | Tissue::Kidney | Tissue::Heart | Tissue::Bile => 6.0,
        Tissue::Lung | Tissue::Bladder | Tissue::Adrenal => 8.0,
        Tissue::Artery | Tissue::Vein | Tissue::Skin | Tissue::Serous => 8.0,
        Tissue::Bone | Tissue::Cartilage | Tissue::Gland => 9.0,
        Tissue::Stomach | Tissue::LargeBowel | Tissue::Pancreas => 12.0,
        Tissue::Muscle => 14.0,
        // Loops of one tube touch.
        Tissue::SmallBowel => 20.0,
        Tissue::Fat | Tissue::Tendon => 24.0,
        Tissue::Nerve => 10.0,
        Tissue::Uterus => 8.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anatomy::StructureIndex;

    /// A ball in rings of triangles; every vertex lies at the distance that is given for its number.
    fn ball(radius: impl Fn(usize) -> f32) -> StructureMesh {
        const RINGS: usize = 24;
        const AROUND: usize = 48;
        let mut positions = Vec::new();
        let mut add = |polar: f32, round: f32| {
            let r = radius(positions.len());
            let (sin, cos) = polar.sin_cos();
            positions.push([r * sin * round.cos(), r * sin * round.sin(), r * cos]);
        };
        add(0.0, 0.0);
        for ring in 1..RINGS {
            for n in 0..AROUND {
                let turn = std::f32::consts::TAU * n as f32 / AROUND as f32;
                add(std::f32::consts::PI * ring as f32 / RINGS as f32, turn);
            }
        }
        add(std::f32::consts::PI, 0.0);
        let last = positions.len() as u32 - 1;
        let at = |ring: usize, n: usize| (1 + (ring - 1) * AROUND + n % AROUND) as u32;
        let mut indices = Vec::new();
        for n in 0..AROUND {
            indices.extend([0, at(1, n), at(1, n + 1)]);
            indices.extend([last, at(RINGS - 1, n + 1), at(RINGS - 1, n)]);
            for ring in 1..RINGS - 1 {
                let (a, b) = (at(ring, n), at(ring, n + 1));
                let (c, d) = (at(ring + 1, n), at(ring + 1, n + 1));
                indices.extend([a, c, b, b, c, d]);
            }
        }
        let normals = vec![[0.0, 0.0, 1.0]; positions.len()];
        let mesh = StructureMesh::new(StructureIndex(0), positions, normals, indices);
        assert!(mesh.volume_ml() > 0.0 && mesh.non_manifold_edges() == 0);
        mesh
    }

    #[test]
    fn a_ball_has_no_creases_and_a_spiky_one_many() {
        assert_eq!(creases(&ball(|_| 30.0)), 0.0);
        // Ripples far below the limit do not count either.
        assert_eq!(creases(&ball(|n| 30.0 + 0.1 * (n % 2) as f32)), 0.0);
        let spiky = creases(&ball(|n| if n % 5 == 0 { 38.0 } else { 30.0 }));
        assert!(spiky > 20.0, "{spiky}");
        // One slit is found, but makes no shred of it.
        let one = creases(&ball(|n| if n == 500 { 36.0 } else { 30.0 }));
        assert!(one > 0.05 && one < 1.0, "{one}");
    }

    #[test]
    fn creases_of_a_cube_do_not_depend_on_its_size() {
        for size in [1.0, 40.0] {
            let positions: Vec<[f32; 3]> = (0..8)
                .map(|n| [n & 1, n >> 1 & 1, n >> 2 & 1].map(|v| size * v as f32))
                .collect();
            let quads = [
                [0, 2, 3, 1],
                [4, 5, 7, 6],
                [0, 1, 5, 4],
                [2, 6, 7, 3],
                [0, 4, 6, 2],
                [1, 3, 7, 5],
            ];
            let indices = quads
                .iter()
                .flat_map(|[a, b, c, d]| [*a, *b, *c, *a, *c, *d])
                .collect();
            let cube = StructureMesh::new(
                StructureIndex(0),
                positions,
                vec![[0.0, 0.0, 1.0]; 8],
                indices,
            );
            assert_eq!(cube.non_manifold_edges(), 0);
            assert!((creases(&cube) - 12.0 / 6f32.sqrt()).abs() < 1e-3);
        }
    }
}
