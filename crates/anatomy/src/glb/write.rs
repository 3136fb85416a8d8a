//! Writing surfaces.

use std::fs;
use std::path::Path;

use glam::{Mat4, Vec3};
use meshopt::{encode_filter_oct, encode_index_buffer, encode_vertex_buffer_level};
use serde_json::json;

use super::frame::{LOD, to_gltf};
use crate::gltf::{I8, MESHOPT, U8, U16, U32};
use crate::{AtlasError, Catalogue, StructureMesh};

const QUANTIZATION: &str = "KHR_mesh_quantization";
/// Share of the screen's height below which a viewer may take the next level; nothing is ever left out.
const COVERAGE: [f32; 3] = [0.5, 0.15, 0.0];
/// Step of the grid that positions are rounded to, mm; a smaller body's is finer, a larger one's may be coarser.
const STEP_MM: f32 = 0.02;
/// Steps along the longest side of a small body at least.
const STEPS: f32 = 32767.0;
/// Bits of each of the two numbers that a normal is written in.
const NORMAL_BITS: i32 = 8;

/// The grid that the positions of all structures are rounded to: surfaces that touch go on touching.
struct Grid {
    low: Vec3,
    step: f32,
}

impl Grid {
    fn over(meshes: &[StructureMesh]) -> Grid {
        let points = || meshes.iter().flat_map(|mesh| &mesh.positions);
        let points = || points().map(|p| Vec3::from_array(*p));
        let low = points().fold(Vec3::INFINITY, Vec3::min);
        let high = points().fold(Vec3::NEG_INFINITY, Vec3::max);
        let side = (high - low).max_element().max(0.0);
        let step = STEP_MM.min(side / STEPS).max(side / 65535.0);
        Grid {
            low: if side > 0.0 { low } else { Vec3::ZERO },
            step: step.max(1e-6),
        }
    }

    fn place(&self, point: [f32; 3]) -> [u16; 3] {
        let steps = (Vec3::from_array(point) - self.low) / self.step;
        steps
            .to_array()
            .map(|v| v.round().clamp(0.0, 65535.0) as u16)
    }

    /// From steps of the grid to LPS millimetres.
    fn to_lps(&self) -> Mat4 {
        Mat4::from_translation(self.low) * Mat4::from_scale(Vec3::splat(self.step))
    }
}

/// The binary chunk while it is written: what all structures have of one kind lies in one buffer view.
#[derive(Default)]
struct Buffers {
    positions: Vec<[u16; 4]>,
    normals: Vec<[f32; 4]>,
    colors: Vec<[u8; 4]>,
    indices: Vec<u32>,
    /// Whether some structure has more vertices than two bytes can count.
    wide: bool,
}

impl Buffers {
    /// Bytes of an index.
    fn index_bytes(&self) -> usize {
        if self.wide { 4 } else { 2 }
    }

    /// Adds the vertices of a structure; the accessors over them.
    fn vertices(&mut self, grid: &Grid, mesh: &StructureMesh) -> [serde_json::Value; 3] {
        let (start, count) = (self.positions.len(), mesh.positions.len());
        let (mut low, mut high) = ([u16::MAX; 3], [0u16; 3]);
        for point in &mesh.positions {
            let place = grid.place(*point);
            for a in 0..3 {
                low[a] = low[a].min(place[a]);
                high[a] = high[a].max(place[a]);
            }
            self.positions.push([place[0], place[1], place[2], 0]);
        }
        let normals = mesh.normals.iter().map(|n| [n[0], n[1], n[2], 0.0]);
        self.normals.extend(normals);
        let open = mesh.occlusion.iter().map(|o| [*o, *o, *o, u8::MAX]);
        self.colors.extend(open);
        [
            json!({ "bufferView": 0, "byteOffset": start * 8, "componentType": U16, "count": count, "type": "VEC3",
                "min": low, "max": high }),
            json!({ "bufferView": 1, "byteOffset": start * 4, "componentType": I8, "normalized": true, "count": count,
                "type": "VEC3" }),
            json!({ "bufferView": 2, "byteOffset": start * 4, "componentType": U8, "normalized": true, "count": count,
                "type": "VEC4" }),
        ]
    }

    /// Adds triangles; the accessor over them.
    fn triangles(&mut self, indices: &[u32]) -> serde_json::Value {
        let at = self.indices.len() * self.index_bytes();
        self.indices.extend(indices);
        json!({ "bufferView": 3, "byteOffset": at, "componentType": if self.wide { U32 } else { U16 },
            "count": indices.len(), "type": "SCALAR" })
    }

    /// The chunk, its buffer views and its buffers: what is stored, and, with no bytes anywhere, what becomes of it.
    fn join(self) -> meshopt::Result<(Vec<u8>, serde_json::Value, serde_json::Value)> {
        let normals = encode_filter_oct::<i8>(&self.normals, NORMAL_BITS);
        let (vertices, corners) = (self.positions.len(), self.indices.len());
        let index_bytes = self.index_bytes();
        let parts = [
            // Version 0 is the one that the extension knows.
            (
                encode_vertex_buffer_level(&self.positions, 3, Some(0))?,
                8,
                vertices,
            ),
            (
                encode_vertex_buffer_level(&normals, 3, Some(0))?,
                4,
                vertices,
            ),
            (
                encode_vertex_buffer_level(&self.colors, 3, Some(0))?,
                4,
                vertices,
            ),
            (
                encode_index_buffer(&self.indices, vertices)?,
                index_bytes,
                corners,
            ),
        ];
        let (mut bin, mut views, mut whole) = (Vec::new(), Vec::new(), 0);
        for (n, (bytes, stride, count)) in parts.into_iter().enumerate() {
            let indices = n == 3;
            let mut packed = json!({ "buffer": 0, "byteOffset": bin.len(), "byteLength": bytes.len(),
                "byteStride": stride, "count": count, "mode": if indices { "TRIANGLES" } else { "ATTRIBUTES" } });
            if n == 1 {
                packed["filter"] = json!("OCTAHEDRAL");
            }
            let mut view = json!({ "buffer": 1, "byteOffset": whole, "byteLength": count * stride,
                "target": if indices { 34963 } else { 34962 }, "extensions": { MESHOPT: packed } });
            if !indices {
                view["byteStride"] = json!(stride);
            }
            views.push(view);
            whole += (count * stride).next_multiple_of(4);
            bin.extend(bytes);
            bin.resize(bin.len().next_multiple_of(4), 0);
        }
        let buffers = json!([{ "byteLength": bin.len() },
            { "byteLength": whole, "extensions": { MESHOPT: { "fallback": true } } }]);
        Ok((bin, json!(views), buffers))
    }
}

/// Writes surfaces. Positions are rounded to a grid of [`STEP_MM`], normals to two bytes (octahedral).
pub(crate) fn write_meshes(
    path: &Path,
    catalogue: &Catalogue,
    meshes: &[StructureMesh],
    copyright: &str,
) -> Result<(), AtlasError> {
    let grid = Grid::over(meshes);
    let mut buffers = Buffers {
        wide: meshes.iter().any(|m| m.positions.len() > 65535),
        ..Buffers::default()
    };
    let (mut nodes, mut gltf_meshes, mut accessors, mut materials) =
        (vec![], vec![], vec![], vec![]);
    let mut tops = Vec::new();
    for (n, mesh) in meshes.iter().enumerate() {
        let structure = catalogue.get(mesh.structure);
        let first = accessors.len();
        accessors.extend(buffers.vertices(&grid, mesh));
        let mut levels = Vec::new();
        for level in 0..=mesh.coarser.len() {
            levels.push(gltf_meshes.len());
            let attributes =
                json!({ "POSITION": first, "NORMAL": first + 1, "COLOR_0": first + 2 });
            gltf_meshes.push(
                json!({ "primitives": [{ "attributes": attributes, "indices": accessors.len(), "material": n }] }),
            );
            accessors.push(buffers.triangles(mesh.level(level)));
        }
        let linear = structure
            .color
            .map(|c| (f64::from(c) / 255.0).powf(2.2))
            .map(|c| (c * 1e4).round() / 1e4);
        materials.push(
            json!({ "name": structure.id, "pbrMetallicRoughness": { "metallicFactor": 0.0,
            "roughnessFactor": 0.7, "baseColorFactor": [linear[0], linear[1], linear[2], 1.0] } }),
        );
        nodes.push(json!({ "name": structure.id, "mesh": levels[0],
            "extras": { "id": structure.id, "name": structure.name } }));
        tops.push(levels);
    }
    // The coarser levels stand after all structures, so that these are the first nodes, in order.
    let root = nodes.len();
    for (n, levels) in tops.iter().enumerate().filter(|(_, l)| l.len() > 1) {
        let coarser: Vec<usize> = (0..levels.len() - 1).map(|l| nodes.len() + l).collect();
        nodes.extend(levels[1..].iter().map(|mesh| json!({ "mesh": mesh })));
        nodes[n]["extensions"] = json!({ LOD: { "ids": coarser } });
        let last = COVERAGE.len() - 1;
        nodes[n]["extras"]["MSFT_screencoverage"] = (0..levels.len())
            .map(|l| {
                if l + 1 == levels.len() {
                    COVERAGE[last]
                } else {
                    COVERAGE[l.min(last - 1)]
                }
            })
            .map(|c| (f64::from(c) * 100.0).round() / 100.0)
            .collect();
    }
    let turn = to_gltf() * grid.to_lps();
    let mut root_node = json!({ "name": "torso", "matrix": turn.to_cols_array() });
    if root > 0 {
        root_node["children"] = json!((0..root).collect::<Vec<_>>());
    }
    let root = nodes.len();
    nodes.push(root_node);
    let required = [MESHOPT, QUANTIZATION];
    let mut used = required.to_vec();
    if tops.iter().any(|l| l.len() > 1) {
        used.push(LOD);
    }
    let mut document = json!({
        "asset": { "version": "2.0", "generator": "Corpus Atlas", "copyright": copyright },
        "extensionsUsed": used, "extensionsRequired": required,
        "scene": 0, "scenes": [{ "nodes": [root] }], "nodes": nodes,
    });
    let mut bin = Vec::new();
    if !meshes.is_empty() {
        let (joined, views, stored) = buffers
            .join()
            .map_err(|e| AtlasError::format(path, "surfaces", e.to_string()))?;
        bin = joined;
        document["meshes"] = json!(gltf_meshes);
        document["materials"] = json!(materials);
        document["accessors"] = json!(accessors);
        document["bufferViews"] = views;
        document["buffers"] = stored;
    }
    let mut text = document.to_string().into_bytes();
    while !text.len().is_multiple_of(4) {
        text.push(b' ');
    }
    let total = 12 + 8 + text.len() + if bin.is_empty() { 0 } else { 8 + bin.len() };
    let mut out = Vec::with_capacity(total);
    out.extend(b"glTF");
    out.extend(2u32.to_le_bytes());
    out.extend((total as u32).to_le_bytes());
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(b"JSON");
    out.extend(text);
    if !bin.is_empty() {
        out.extend((bin.len() as u32).to_le_bytes());
        out.extend(b"BIN\0");
        out.extend(bin);
    }
    fs::write(path, out).map_err(AtlasError::io(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_is_as_fine_as_the_body_is_small() {
        for (side, most) in [(0.0, 1e-5), (20.0, 0.001), (774.0, 0.01), (2000.0, 0.02)] {
            let corners = vec![[-3.0, 7.5, side / 3.0], [side - 3.0, 7.6, 0.0]];
            let normals = vec![[0.0, 0.0, 1.0]; 2];
            let mesh = StructureMesh::new(crate::StructureIndex(0), corners, normals, Vec::new());
            let grid = Grid::over(std::slice::from_ref(&mesh));
            for point in mesh.positions {
                let place = grid.place(point).map(f32::from);
                let back = grid.to_lps().transform_point3(Vec3::from_array(place));
                let off = (back - Vec3::from_array(point)).abs().max_element();
                assert!(off <= most + side * 1e-6, "{off} mm of {side}");
            }
        }
        assert!(Grid::over(&[]).step > 0.0);
    }
}
