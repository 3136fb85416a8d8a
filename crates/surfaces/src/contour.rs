//! From sets of voxels to surfaces.

use anatomy::{StructureIndex, StructureMesh, enclosed_mm3};
use fast_surface_nets::ndshape::RuntimeShape;
use fast_surface_nets::{SurfaceNetsBuffer, surface_nets};
use glam::{DVec3, Vec3};
use meshopt::{SimplifyOptions, VertexDataAdapter, simplify};

use crate::Voxels;
use crate::levels::build_levels;
use crate::manifold::make_manifold;

/// The box of the lattice that becomes the atlas's grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// Lattice place of its lowest voxel.
    pub low: [i32; 3],
    /// Voxels along x, y, z.
    pub dims: [usize; 3],
}

impl Grid {
    /// Lattice coordinates of the grid's centre.
    pub fn centre(&self) -> DVec3 {
        DVec3::from_array(std::array::from_fn(|a| {
            f64::from(self.low[a]) + (self.dims[a] as f64 - 1.0) * 0.5
        }))
    }
}

/// The surface of a solid in LPS mm around the grid's centre: contoured after smoothing over one voxel, so that it shows no steps; simplified by `error_mm` at most, and a
/// manifold; nothing of no voxels, or where nothing is left.
pub fn voxel_surface(
    structure: StructureIndex,
    voxels: &Voxels,
    grid: Grid,
    error_mm: f32,
) -> Option<StructureMesh> {
    const MARGIN: i32 = 3;
    let (lo, hi) = voxels.bounds()?;
    let low = lo.map(|v| v - MARGIN);
    let dims: [usize; 3] = std::array::from_fn(|a| (hi[a] - lo[a] + 1 + 2 * MARGIN) as usize);
    let [nx, ny, nz] = dims;
    let mut field = vec![0.0f32; nx * ny * nz];
    for p in voxels.iter() {
        let at: [usize; 3] = std::array::from_fn(|a| (p[a] - low[a]) as usize);
        field[at[0] + nx * (at[1] + ny * at[2])] = 1.0;
    }
    for stride in [1, nx, nx * ny] {
        smooth(&mut field, dims, stride);
    }
    for v in &mut field {
        *v = 0.5 - *v;
    }
    let shape = RuntimeShape::<u32, 3>::new(dims.map(|d| d as u32));
    let mut nets = SurfaceNetsBuffer::default();
    surface_nets(
        &field,
        &shape,
        [0; 3],
        dims.map(|d| d as u32 - 1),
        &mut nets,
    );
    let shift = DVec3::from_array(low.map(f64::from)) - grid.centre();
    let positions: Vec<[f32; 3]> = nets
        .positions
        .iter()
        .map(|p| (Vec3::from_array(*p) + shift.as_vec3()).to_array())
        .collect();
    surface_of(structure, (positions, nets.indices), 0, error_mm, true)
}

/// One pass of a (1, 2, 1) / 4 filter along the axis of `stride`.
fn smooth(field: &mut [f32], dims: [usize; 3], stride: usize) {
    let [nx, ny, _] = dims;
    let (axis, n) = match stride {
        1 => (0, dims[0]),
        s if s == nx => (1, dims[1]),
        _ => (2, dims[2]),
    };
    let count = field.len() / n;
    let mut line = vec![0.0f32; n];
    for c in 0..count {
        let start = match axis {
            0 => c * nx,
            1 => c % nx + c / nx * nx * ny,
            _ => c,
        };
        for (i, v) in line.iter_mut().enumerate() {
            *v = field[start + i * stride];
        }
        for i in 1..n - 1 {
            field[start + i * stride] = 0.25 * (line[i - 1] + 2.0 * line[i] + line[i + 1]);
        }
    }
}

/// A surface of these triangles, simplified by `error_mm` at most where they are more than `many`, turned outward, with normals and its levels of
/// detail; nothing of no triangles.
pub fn finish(
    structure: StructureIndex,
    positions: Vec<[f32; 3]>,
    indices: Vec<u32>,
    many: usize,
    error_mm: f32,
) -> Option<StructureMesh> {
    surface_of(structure, (positions, indices), many, error_mm, false)
}

/// As [`finish`]; `manifold`: whether what is left is made one.
fn surface_of(
    structure: StructureIndex,
    (mut positions, mut indices): (Vec<[f32; 3]>, Vec<u32>),
    many: usize,
    error_mm: f32,
    manifold: bool,
) -> Option<StructureMesh> {
    if indices.is_empty() {
        return None;
    }
    if enclosed_mm3(&positions, &indices) < 0.0 {
        indices.chunks_exact_mut(3).for_each(|t| t.swap(1, 2));
    }
    if indices.len() / 3 > many
        && let Ok(vertices) = VertexDataAdapter::new(meshopt::typed_to_bytes(&positions), 12, 0)
    {
        let options = SimplifyOptions::ErrorAbsolute;
        let fewer = simplify(&indices, &vertices, many * 3, error_mm, options, None);
        if !fewer.is_empty() {
            indices = fewer;
        }
    }
    if manifold {
        make_manifold(&mut positions, &mut indices);
        if indices.is_empty() {
            return None;
        }
    }
    // Only the vertices still used, in the order of their use.
    let mut new = vec![u32::MAX; positions.len()];
    let mut kept: Vec<[f32; 3]> = Vec::new();
    for i in &mut indices {
        let slot = &mut new[*i as usize];
        if *slot == u32::MAX {
            *slot = kept.len() as u32;
            kept.push(positions[*i as usize]);
        }
        *i = *slot;
    }
    let mut normals = vec![Vec3::ZERO; kept.len()];
    for t in indices.chunks_exact(3) {
        let [a, b, c] = [t[0], t[1], t[2]].map(|i| Vec3::from_array(kept[i as usize]));
        let normal = (b - a).cross(c - a);
        for i in t {
            normals[*i as usize] += normal;
        }
    }
    let normals = normals
        .into_iter()
        .map(|n| n.normalize_or(Vec3::Z).to_array())
        .collect();
    let mut mesh = StructureMesh::new(structure, kept, normals, indices);
    build_levels(&mut mesh);
    Some(mesh)
}
