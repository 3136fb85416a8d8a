//! Surfaces as binary glTF 2.0: one node per structure, named by its id, quantised (`KHR_mesh_quantization`).
//!
//! Occlusion is the grey of `COLOR_0`, which viewers multiply with the colour; the coarser levels of detail are nodes of
//! their own (`MSFT_lod`) over the same vertices.
//!
//! glTF is metres with y up; a root node turns and scales from LPS millimetres, so that viewers show a person standing.
//! Read back by hand rather than through a glTF library, because those panic on or refuse what is checked here: every
//! index, offset and count is verified against the limits and the file before it is used.

use std::fs;
use std::io::Read;
use std::path::Path;

use glam::{Mat4, Quat, Vec3};
use serde::Deserialize;
use serde_json::json;

use crate::{AtlasError, Catalogue, StructureMesh};

/// Bytes of a mesh file read at most.
const MAX_BYTES: u64 = 256 << 20;
/// Vertices of one structure at most.
const MAX_VERTICES: usize = 8_000_000;
const QUANTIZATION: &str = "KHR_mesh_quantization";
const LOD: &str = "MSFT_lod";
/// Coarser levels of one structure read at most.
const MAX_LEVELS: usize = 8;
/// Share of the screen's height below which a viewer may take the next level; nothing is ever left out.
const COVERAGE: [f32; 3] = [0.5, 0.15, 0.0];

const I8: u32 = 5120;
const U8: u32 = 5121;
const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;

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

/// LPS millimetres to glTF: patient's left stays +x, superior becomes +y, anterior +z; metres.
fn to_gltf() -> Mat4 {
    Mat4::from_cols_array(&[
        0.001, 0.0, 0.0, 0.0, 0.0, 0.0, -0.001, 0.0, 0.0, 0.001, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0,
    ])
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    #[serde(default)]
    scene: usize,
    #[serde(default)]
    scenes: Vec<Scene>,
    #[serde(default)]
    nodes: Vec<Node>,
    #[serde(default)]
    meshes: Vec<Mesh>,
    #[serde(default)]
    accessors: Vec<Accessor>,
    #[serde(default)]
    buffer_views: Vec<View>,
}

#[derive(Deserialize)]
struct Scene {
    #[serde(default)]
    nodes: Vec<usize>,
}

#[derive(Deserialize)]
struct Node {
    #[serde(default)]
    name: String,
    mesh: Option<usize>,
    #[serde(default)]
    children: Vec<usize>,
    matrix: Option<[f32; 16]>,
    translation: Option<[f32; 3]>,
    rotation: Option<[f32; 4]>,
    scale: Option<[f32; 3]>,
    #[serde(default)]
    extensions: Extensions,
}

#[derive(Deserialize, Default)]
struct Extensions {
    #[serde(rename = "MSFT_lod")]
    lod: Option<Levels>,
}

#[derive(Deserialize)]
struct Levels {
    ids: Vec<usize>,
}

#[derive(Deserialize)]
struct Mesh {
    primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
struct Primitive {
    attributes: std::collections::BTreeMap<String, usize>,
    indices: Option<usize>,
    #[serde(default = "triangles")]
    mode: u32,
}

fn triangles() -> u32 {
    4
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Accessor {
    buffer_view: Option<usize>,
    #[serde(default)]
    byte_offset: usize,
    component_type: u32,
    count: usize,
    #[serde(rename = "type")]
    shape: String,
    #[serde(default)]
    normalized: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct View {
    #[serde(default)]
    buffer: usize,
    #[serde(default)]
    byte_offset: usize,
    byte_length: usize,
    byte_stride: Option<usize>,
}

/// Reads the surfaces of all nodes whose name is a structure's id; other nodes are passed over.
pub(crate) fn read_meshes(
    path: &Path,
    catalogue: &Catalogue,
) -> Result<Vec<StructureMesh>, AtlasError> {
    let fault = |place: &str, reason: &str| AtlasError::format(path, place, reason);
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(AtlasError::io(path))?;
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(AtlasError::io(path))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(fault("start", &format!("more than {MAX_BYTES} bytes")));
    }
    let (text, bin) =
        chunks(&bytes).ok_or_else(|| fault("header", "not a binary glTF 2.0 file, or cut off"))?;
    let document: Document = serde_json::from_slice(text)
        .map_err(|e| fault(&format!("JSON column {}", e.column()), &e.to_string()))?;
    let Some(scene) = document.scenes.get(document.scene) else {
        return Err(fault("scene", "there is no scene"));
    };
    let reader = Reader {
        document: &document,
        bin,
    };
    let mut meshes = Vec::new();
    let mut visited = vec![false; document.nodes.len()];
    let mut stack: Vec<(usize, Mat4)> = scene.nodes.iter().map(|n| (*n, Mat4::IDENTITY)).collect();
    let back = to_gltf().inverse();
    while let Some((n, above)) = stack.pop() {
        let Some(node) = document.nodes.get(n) else {
            return Err(fault(&format!("node {n}"), "there is no such node"));
        };
        if std::mem::replace(&mut visited[n], true) {
            return Err(fault(&format!("node {n}"), "it has two parents"));
        }
        let local = match node.matrix {
            Some(m) => Mat4::from_cols_array(&m),
            None => Mat4::from_scale_rotation_translation(
                Vec3::from_array(node.scale.unwrap_or([1.0; 3])),
                Quat::from_array(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0])).normalize(),
                Vec3::from_array(node.translation.unwrap_or([0.0; 3])),
            ),
        };
        let world = above * local;
        if let (Some(mesh), Some(structure)) = (node.mesh, catalogue.index_of(&node.name)) {
            let place = format!("mesh of {:?}", node.name);
            let mut surface = reader
                .mesh(mesh, back * world)
                .map_err(|reason| fault(&place, &reason))?;
            surface.structure = structure;
            let levels = node.extensions.lod.iter().flat_map(|l| &l.ids);
            for level in levels.take(MAX_LEVELS) {
                let coarser = document.nodes.get(*level).and_then(|n| n.mesh);
                // Levels with vertices of their own are another maker's; the finest is enough then.
                let Some(coarser) = coarser.filter(|c| reader.share_vertices(mesh, *c)) else {
                    break;
                };
                let level = reader
                    .triangles(coarser)
                    .map_err(|reason| fault(&place, &reason))?;
                surface.coarser.push(level);
            }
            meshes.push(surface);
        }
        stack.extend(node.children.iter().map(|c| (*c, world)));
    }
    meshes.sort_by_key(|m| m.structure);
    Ok(meshes)
}

fn chunks(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let word =
        |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    if bytes.get(..4)? != b"glTF" || word(4)? != 2 || bytes.get(16..20)? != b"JSON" {
        return None;
    }
    let end = 20usize.checked_add(word(12)?)?;
    let text = bytes.get(20..end)?;
    if bytes.len() < end + 8 {
        return Some((text, &[]));
    }
    let length = word(end)?;
    if bytes.get(end + 4..end + 8)? != b"BIN\0" {
        return None;
    }
    Some((text, bytes.get(end + 8..(end + 8).checked_add(length)?)?))
}

struct Reader<'a> {
    document: &'a Document,
    bin: &'a [u8],
}

impl Reader<'_> {
    fn primitives(&self, n: usize) -> Result<&[Primitive], String> {
        let mesh = self.document.meshes.get(n).ok_or("there is no such mesh")?;
        Ok(&mesh.primitives)
    }

    /// Whether two meshes have the very same vertices.
    fn share_vertices(&self, a: usize, b: usize) -> bool {
        let positions = |n: usize| -> Option<Vec<usize>> {
            let primitives = self.primitives(n).ok()?;
            primitives
                .iter()
                .map(|p| p.attributes.get("POSITION").copied())
                .collect()
        };
        positions(a).is_some_and(|a| Some(a) == positions(b))
    }

    /// The triangles of a mesh, its primitives' vertices counted through.
    fn triangles(&self, n: usize) -> Result<Vec<u32>, String> {
        let (mut out, mut base) = (Vec::new(), 0u32);
        for primitive in self.primitives(n)? {
            if primitive.mode != 4 {
                return Err(format!("mode {} is not triangles", primitive.mode));
            }
            let position = *primitive.attributes.get("POSITION").ok_or("no positions")?;
            let positions = self.accessor(position)?.count;
            if base as usize + positions > MAX_VERTICES {
                return Err(format!("more than {MAX_VERTICES} vertices"));
            }
            let indices = match primitive.indices {
                Some(accessor) => self.indices(accessor)?,
                None => (0..positions as u32).collect(),
            };
            if !indices.len().is_multiple_of(3) || indices.iter().any(|i| *i as usize >= positions)
            {
                return Err(
                    "an index points past the vertices, or indices are not in threes".into(),
                );
            }
            out.extend(indices.iter().map(|i| i + base));
            base += positions as u32;
        }
        Ok(out)
    }

    fn mesh(&self, n: usize, to_lps: Mat4) -> Result<StructureMesh, String> {
        let indices = self.triangles(n)?;
        let mut out = StructureMesh::new(crate::StructureIndex(0), Vec::new(), Vec::new(), indices);
        for primitive in self.primitives(n)? {
            let position = *primitive.attributes.get("POSITION").ok_or("no positions")?;
            let normal = *primitive.attributes.get("NORMAL").ok_or("no normals")?;
            let positions = self.vectors(position)?;
            let normals = self.vectors(normal)?;
            if positions.len() != normals.len() {
                return Err(format!(
                    "{} positions, {} normals",
                    positions.len(),
                    normals.len()
                ));
            }
            let normal_matrix = glam::Mat3::from_mat4(to_lps).inverse().transpose();
            out.positions.extend(
                positions
                    .iter()
                    .map(|p| to_lps.transform_point3(*p).to_array()),
            );
            out.normals.extend(
                normals
                    .iter()
                    .map(|n| (normal_matrix * *n).normalize_or(Vec3::Z).to_array()),
            );
            if let Some(color) = primitive.attributes.get("COLOR_0") {
                let open = self.vectors(*color)?;
                if open.len() != positions.len() {
                    return Err(format!(
                        "{} positions, {} colours",
                        positions.len(),
                        open.len()
                    ));
                }
                let open = open.iter().map(|c| (c.x * 255.0).round() as u8);
                out.occlusion.extend(open);
            }
            out.occlusion.resize(out.positions.len(), u8::MAX);
        }
        if out.positions.iter().flatten().any(|v| !v.is_finite()) {
            return Err("a position is not a number".into());
        }
        Ok(out)
    }

    fn accessor(&self, n: usize) -> Result<&Accessor, String> {
        let accessor = self.document.accessors.get(n);
        Ok(accessor.ok_or("there is no such accessor")?)
    }

    /// The elements of an accessor as byte slices.
    fn elements(
        &self,
        n: usize,
        size: usize,
    ) -> Result<(&Accessor, impl Iterator<Item = &[u8]>), String> {
        let accessor = self.accessor(n)?;
        let view = accessor
            .buffer_view
            .and_then(|v| self.document.buffer_views.get(v))
            .ok_or("no buffer view")?;
        if view.buffer != 0 {
            return Err("only the file's own buffer is read".into());
        }
        let end = view
            .byte_offset
            .checked_add(view.byte_length)
            .ok_or("sizes overflow")?;
        let bytes = self
            .bin
            .get(view.byte_offset..end)
            .ok_or("a buffer view reaches past the buffer")?;
        let stride = view.byte_stride.unwrap_or(size).max(size);
        let needed = (accessor.count.max(1) - 1)
            .checked_mul(stride)
            .and_then(|n| n.checked_add(size)?.checked_add(accessor.byte_offset))
            .ok_or("sizes overflow")?;
        if accessor.count == 0 || accessor.count > 3 * MAX_VERTICES || needed > bytes.len() {
            return Err(format!(
                "{} elements do not fit in {} bytes",
                accessor.count,
                bytes.len()
            ));
        }
        let from = accessor.byte_offset;
        Ok((
            accessor,
            (0..accessor.count).map(move |i| &bytes[from + i * stride..from + i * stride + size]),
        ))
    }

    /// The first three components of every element.
    fn vectors(&self, n: usize) -> Result<Vec<Vec3>, String> {
        let accessor = self.accessor(n)?;
        let components = match accessor.shape.as_str() {
            "VEC3" => 3,
            "VEC4" => 4,
            other => return Err(format!("{other:?} instead of VEC3 or VEC4")),
        };
        let signed = accessor.component_type == I8;
        let component = match accessor.component_type {
            I8 | U8 => 1,
            U16 => 2,
            F32 => 4,
            other => return Err(format!("component type {other} is not read")),
        };
        let (accessor, elements) = self.elements(n, components * component)?;
        let value = |b: &[u8]| match b.len() {
            1 if signed => f32::from(b[0] as i8) / if accessor.normalized { 127.0 } else { 1.0 },
            1 => f32::from(b[0]) / if accessor.normalized { 255.0 } else { 1.0 },
            2 => {
                f32::from(u16::from_le_bytes([b[0], b[1]]))
                    / if accessor.normalized { 65535.0 } else { 1.0 }
            }
            _ => f32::from_le_bytes([b[0], b[1], b[2], b[3]]),
        };
        Ok(elements
            .map(|e| {
                let at = |a: usize| value(&e[a * component..(a + 1) * component]);
                Vec3::new(at(0), at(1), at(2))
            })
            .collect())
    }

    fn indices(&self, n: usize) -> Result<Vec<u32>, String> {
        let accessor = self.accessor(n)?;
        let size = match accessor.component_type {
            U16 => 2,
            U32 => 4,
            other => return Err(format!("index type {other} is not read")),
        };
        let (_, elements) = self.elements(n, size)?;
        Ok(elements
            .map(|e| {
                if size == 2 {
                    u32::from(u16::from_le_bytes([e[0], e[1]]))
                } else {
                    u32::from_le_bytes([e[0], e[1], e[2], e[3]])
                }
            })
            .collect())
    }
}
