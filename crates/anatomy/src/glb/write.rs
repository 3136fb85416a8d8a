//! Writing surfaces.

use std::fs;
use std::path::Path;

use glam::Vec3;
use serde_json::json;

use super::frame::{LOD, to_gltf};
use crate::gltf::{I8, U8, U16, U32};
use crate::{AtlasError, Catalogue, StructureMesh};

const QUANTIZATION: &str = "KHR_mesh_quantization";
/// Share of the screen's height below which a viewer may take the next level; nothing is ever left out.
const COVERAGE: [f32; 3] = [0.5, 0.15, 0.0];

/// The binary chunk while it is written: what all structures have of one kind lies in one buffer view.
#[derive(Default)]
struct Buffers {
    positions: Vec<u8>,
    normals: Vec<u8>,
    colors: Vec<u8>,
    indices: Vec<u8>,
}

impl Buffers {
    /// The chunk and its buffer views, in the order of the fields.
    fn join(self) -> (Vec<u8>, serde_json::Value) {
        let mut bin: Vec<u8> = Vec::new();
        let mut views = Vec::new();
        let mut push = |bytes: Vec<u8>, stride: Option<u32>, target: u32| {
            let mut view = json!({ "buffer": 0, "byteOffset": bin.len(), "byteLength": bytes.len(), "target": target });
            if let Some(stride) = stride {
                view["byteStride"] = json!(stride);
            }
            views.push(view);
            bin.extend(bytes);
            bin.resize(bin.len().next_multiple_of(4), 0);
        };
        push(self.positions, Some(8), 34962);
        push(self.normals, Some(4), 34962);
        push(self.colors, Some(4), 34962);
        push(self.indices, None, 34963);
        (bin, json!(views))
    }

    /// Adds triangles in as few bytes as the number of vertices allows; the accessor over them.
    fn triangles(&mut self, indices: &[u32], vertices: usize) -> serde_json::Value {
        let wide = vertices > 65535;
        if wide {
            self.indices
                .resize(self.indices.len().next_multiple_of(4), 0);
        }
        let at = self.indices.len();
        if wide {
            self.indices
                .extend(indices.iter().flat_map(|i| i.to_le_bytes()));
        } else {
            self.indices
                .extend(indices.iter().flat_map(|i| (*i as u16).to_le_bytes()));
        }
        json!({ "bufferView": 3, "byteOffset": at, "componentType": if wide { U32 } else { U16 },
            "count": indices.len(), "type": "SCALAR" })
    }
}

/// Writes surfaces. Positions are quantised to 1/65535 of the structure's box, normals to 1/127.
#[expect(
    clippy::too_many_lines,
    reason = "one file format, in the order of its parts"
)]
pub(crate) fn write_meshes(
    path: &Path,
    catalogue: &Catalogue,
    meshes: &[StructureMesh],
    copyright: &str,
) -> Result<(), AtlasError> {
    let mut buffers = Buffers::default();
    let (mut nodes, mut gltf_meshes, mut accessors, mut materials) =
        (vec![], vec![], vec![], vec![]);
    let mut tops = Vec::new();
    for (n, mesh) in meshes.iter().enumerate() {
        let structure = catalogue.get(mesh.structure);
        let points = || mesh.positions.iter().map(|p| Vec3::from_array(*p));
        let low = points().fold(Vec3::INFINITY, Vec3::min);
        let high = points().fold(Vec3::NEG_INFINITY, Vec3::max);
        // One scale for all axes keeps normals right under the node's transform.
        let scale = ((high - low).max_element() / 65535.0).max(1e-6);
        let mut top = [0u16; 3];
        let count = mesh.positions.len();
        let first = accessors.len();
        let starts = [
            buffers.positions.len(),
            buffers.normals.len(),
            buffers.colors.len(),
        ];
        for p in points() {
            for a in 0..3 {
                let q = ((p[a] - low[a]) / scale).round().clamp(0.0, 65535.0) as u16;
                top[a] = top[a].max(q);
                buffers.positions.extend(q.to_le_bytes());
            }
            buffers.positions.extend([0, 0]);
        }
        for normal in &mesh.normals {
            let normal = normal.map(|v| (v * 127.0).round().clamp(-127.0, 127.0) as i8 as u8);
            buffers.normals.extend(normal);
            buffers.normals.push(0);
        }
        for open in &mesh.occlusion {
            buffers.colors.extend([*open, *open, *open, u8::MAX]);
        }
        accessors.extend([
            json!({ "bufferView": 0, "byteOffset": starts[0], "componentType": U16, "count": count, "type": "VEC3",
                "min": [0, 0, 0], "max": top }),
            json!({ "bufferView": 1, "byteOffset": starts[1], "componentType": I8, "normalized": true, "count": count,
                "type": "VEC3" }),
            json!({ "bufferView": 2, "byteOffset": starts[2], "componentType": U8, "normalized": true, "count": count,
                "type": "VEC4" }),
        ]);
        let mut levels = Vec::new();
        for level in 0..=mesh.coarser.len() {
            levels.push(gltf_meshes.len());
            let attributes =
                json!({ "POSITION": first, "NORMAL": first + 1, "COLOR_0": first + 2 });
            gltf_meshes.push(
                json!({ "name": structure.id, "primitives": [{ "attributes": attributes,
                "indices": accessors.len(), "material": n }] }),
            );
            accessors.push(buffers.triangles(mesh.level(level), count));
        }
        let linear = structure
            .color
            .map(|c| (f64::from(c) / 255.0).powf(2.2))
            .map(|c| (c * 1e4).round() / 1e4);
        materials.push(
            json!({ "name": structure.id, "pbrMetallicRoughness": { "metallicFactor": 0.0,
            "roughnessFactor": 0.7, "baseColorFactor": [linear[0], linear[1], linear[2], 1.0] } }),
        );
        let place = json!({ "name": structure.id, "mesh": levels[0], "translation": low.to_array(),
            "scale": [scale, scale, scale], "extras": { "id": structure.id, "name": structure.name } });
        nodes.push(place);
        tops.push(levels);
    }
    // The coarser levels stand after all structures, so that these are the first nodes, in order.
    let root = nodes.len();
    for (n, levels) in tops.iter().enumerate().filter(|(_, l)| l.len() > 1) {
        let coarser: Vec<usize> = (0..levels.len() - 1).map(|l| nodes.len() + l).collect();
        for (level, mesh) in levels.iter().enumerate().skip(1) {
            let mut node = nodes[n].clone();
            node["name"] = json!(format!(
                "{} (coarser {level})",
                node["name"].as_str().unwrap_or("")
            ));
            node["mesh"] = json!(mesh);
            if let Some(node) = node.as_object_mut() {
                node.remove("extras");
                node.remove("extensions");
            }
            nodes.push(node);
        }
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
    let turn = to_gltf();
    let mut root_node = json!({ "name": "torso (LPS mm)", "matrix": turn.to_cols_array() });
    if root > 0 {
        root_node["children"] = json!((0..root).collect::<Vec<_>>());
    }
    let root = nodes.len();
    nodes.push(root_node);
    let mut used = vec![QUANTIZATION];
    if tops.iter().any(|l| l.len() > 1) {
        used.push(LOD);
    }
    let mut document = json!({
        "asset": { "version": "2.0", "generator": "Corpus Atlas", "copyright": copyright },
        "extensionsUsed": used, "extensionsRequired": [QUANTIZATION],
        "scene": 0, "scenes": [{ "nodes": [root] }], "nodes": nodes,
    });
    let mut bin = Vec::new();
    if !meshes.is_empty() {
        let (joined, views) = buffers.join();
        bin = joined;
        document["meshes"] = json!(gltf_meshes);
        document["materials"] = json!(materials);
        document["accessors"] = json!(accessors);
        document["bufferViews"] = views;
        document["buffers"] = json!([{ "byteLength": bin.len() }]);
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
