//! glTF 2.0, binary and text, with Draco compression.
//!
//! Read here rather than through the gltf crate, which trusts offsets and counts that are checked here before use, and
//! knows nothing of Draco. One structure per node; a node's transform and all above it apply; a mesh shown by several
//! nodes is as many structures.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use glam::{DMat4, DQuat, DVec3};
use serde::Deserialize;

use super::super::trimesh::TriMesh;
use super::part::{Fault, MAX_TRIANGLES, MeshPart, fault};

const MAX_NODES: usize = 200_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    scene: Option<usize>,
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
    #[serde(default)]
    buffers: Vec<Buffer>,
    #[serde(default)]
    extensions_required: Vec<String>,
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
    matrix: Option<[f64; 16]>,
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
    #[serde(default)]
    extras: serde_json::Value,
}

#[derive(Deserialize)]
struct Mesh {
    #[serde(default)]
    name: String,
    #[serde(default)]
    primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
struct Primitive {
    attributes: BTreeMap<String, usize>,
    indices: Option<usize>,
    mode: Option<u32>,
    #[serde(default)]
    extensions: Extensions,
}

#[derive(Deserialize, Default)]
struct Extensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    draco: Option<DracoView>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DracoView {
    buffer_view: usize,
    attributes: BTreeMap<String, u32>,
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
    sparse: Option<serde_json::Value>,
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

#[derive(Deserialize)]
struct Buffer {
    uri: Option<String>,
}

/// Extensions that change how positions or indices are stored, and are read; those that only change looks do not matter.
const READ: [&str; 2] = ["KHR_draco_mesh_compression", "KHR_mesh_quantization"];

/// Reads a file; `beside` gives the contents of a file that lies beside it.
pub(crate) fn read(
    bytes: &[u8],
    beside: impl Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<Vec<MeshPart>, Fault> {
    let (text, bin) = if bytes.starts_with(b"glTF") {
        match chunks(bytes) {
            Some(chunks) => chunks,
            None => return fault("header", "not a binary glTF 2.0 file, or cut off"),
        }
    } else {
        (bytes, &[][..])
    };
    let document: Document = serde_json::from_slice(text).map_err(|e| {
        (
            format!("JSON line {} column {}", e.line(), e.column()),
            e.to_string(),
        )
    })?;
    if let Some(other) = document
        .extensions_required
        .iter()
        .find(|e| !READ.contains(&e.as_str()) && !e.starts_with("KHR_materials"))
    {
        return fault("extensionsRequired", format!("{other} is not read"));
    }
    if document.nodes.len() > MAX_NODES {
        return fault("nodes", format!("more than {MAX_NODES} nodes"));
    }
    let mut buffers: Vec<Vec<u8>> = Vec::new();
    for (n, buffer) in document.buffers.iter().enumerate() {
        let place = format!("buffer {n}");
        buffers.push(match &buffer.uri {
            None => Vec::new(),
            Some(uri) => match uri.strip_prefix("data:") {
                Some(data) => data
                    .split_once(";base64,")
                    .and_then(|(_, text)| base64(text))
                    .ok_or((place, "its data address is not base64".to_owned()))?,
                None => beside(uri).map_err(|e| (place, e))?,
            },
        });
    }
    let reader = Reader {
        document: &document,
        bin,
        buffers,
    };
    reader.scene()
}

fn chunks(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let word =
        |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    if word(4)? != 2 || bytes.get(16..20)? != b"JSON" {
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

fn base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut word, mut bits) = (0u32, 0);
    for c in text.trim_end_matches('=').bytes() {
        let v = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        word = word << 6 | u32::from(v);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((word >> bits) as u8);
        }
    }
    Some(out)
}

struct Reader<'a> {
    document: &'a Document,
    bin: &'a [u8],
    buffers: Vec<Vec<u8>>,
}

impl Reader<'_> {
    fn scene(&self) -> Result<Vec<MeshPart>, Fault> {
        let document = self.document;
        let roots: Vec<usize> = match document.scenes.get(document.scene.unwrap_or(0)) {
            Some(scene) => scene.nodes.clone(),
            None => {
                let mut child = vec![false; document.nodes.len()];
                let all = document.nodes.iter().flat_map(|n| &n.children);
                all.filter_map(|c| child.get_mut(*c).map(|c| *c = true))
                    .for_each(drop);
                (0..child.len()).filter(|n| !child[*n]).collect()
            }
        };
        let mut parts = Vec::new();
        let mut triangles = 0;
        let mut above: Vec<Option<usize>> = vec![None; document.nodes.len()];
        let mut visited = vec![false; document.nodes.len()];
        let roots = roots.iter().rev();
        let mut stack: Vec<(usize, DMat4, Option<usize>)> =
            roots.map(|n| (*n, DMat4::IDENTITY, None)).collect();
        while let Some((n, outer, parent)) = stack.pop() {
            let place = format!("node {n}");
            let Some(node) = document.nodes.get(n) else {
                return fault(place, "there is no such node");
            };
            if std::mem::replace(&mut visited[n], true) {
                return fault(place, "it has two parents");
            }
            // Set once for every node, so that the way up never runs in a circle.
            above[n] = parent;
            let world = outer * local(node);
            if let Some(mesh) = node.mesh {
                let place = format!("node {n} {:?}", node.name);
                let Some(mesh) = document.meshes.get(mesh) else {
                    return fault(place, "there is no such mesh");
                };
                let mut part = MeshPart {
                    name: if node.name.is_empty() {
                        mesh.name.clone()
                    } else {
                        node.name.clone()
                    },
                    codes: codes(&node.extras),
                    ..MeshPart::default()
                };
                let mut up = above[n];
                while let Some(parent) = up {
                    part.above.push(document.nodes[parent].name.clone());
                    up = above[parent];
                }
                for primitive in &mesh.primitives {
                    let add = self.primitive(primitive).map_err(|e| (place.clone(), e))?;
                    part.mesh.append(&add);
                }
                triangles += part.mesh.triangles.len();
                if triangles > MAX_TRIANGLES {
                    return fault(place, format!("more than {MAX_TRIANGLES} triangles"));
                }
                for p in &mut part.mesh.positions {
                    *p = world.transform_point3(*p);
                }
                if world.determinant() < 0.0 {
                    part.mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
                }
                parts.push(part);
            }
            let children = node.children.iter().rev();
            stack.extend(children.map(|child| (*child, world, Some(n))));
        }
        Ok(parts)
    }

    fn primitive(&self, primitive: &Primitive) -> Result<TriMesh, String> {
        let mode = primitive.mode.unwrap_or(4);
        // Points and lines bound nothing.
        if mode < 4 {
            return Ok(TriMesh::default());
        }
        let (positions, corners) = match &primitive.extensions.draco {
            Some(draco) => self.draco(draco)?,
            None => {
                let position = *primitive.attributes.get("POSITION").ok_or("no positions")?;
                let positions = self.positions(position)?;
                let corners = match primitive.indices {
                    Some(accessor) => self.indices(accessor)?,
                    None => (0..positions.len() as u32).collect(),
                };
                (positions, corners)
            }
        };
        if let Some(bad) = corners.iter().find(|i| **i as usize >= positions.len()) {
            return Err(format!("index {bad} of {} vertices", positions.len()));
        }
        let triangles = match mode {
            4 => corners
                .chunks_exact(3)
                .map(|t| [t[0], t[1], t[2]])
                .collect(),
            5 => corners
                .windows(3)
                .enumerate()
                .map(|(n, t)| {
                    if n % 2 == 0 {
                        [t[0], t[1], t[2]]
                    } else {
                        [t[1], t[0], t[2]]
                    }
                })
                .collect(),
            6 => corners
                .windows(2)
                .skip(1)
                .map(|t| [corners[0], t[0], t[1]])
                .collect(),
            other => return Err(format!("mode {other} is unknown")),
        };
        Ok(TriMesh {
            positions,
            triangles,
        })
    }

    fn view(&self, n: usize) -> Result<(&View, &[u8]), String> {
        let view = self
            .document
            .buffer_views
            .get(n)
            .ok_or("there is no such buffer view")?;
        let own = self
            .document
            .buffers
            .get(view.buffer)
            .is_none_or(|b| b.uri.is_none());
        let buffer = match self.buffers.get(view.buffer) {
            Some(buffer) if !own => buffer.as_slice(),
            _ if view.buffer == 0 => self.bin,
            _ => return Err(format!("there is no buffer {}", view.buffer)),
        };
        let end = view
            .byte_offset
            .checked_add(view.byte_length)
            .ok_or("sizes overflow")?;
        let bytes = buffer
            .get(view.byte_offset..end)
            .ok_or("a buffer view reaches past the buffer")?;
        Ok((view, bytes))
    }

    /// The elements of an accessor as byte slices of `size`.
    fn elements(&self, n: usize, shape: &str, parts: usize) -> Result<Elements<'_>, String> {
        let accessor = self
            .document
            .accessors
            .get(n)
            .ok_or("there is no such accessor")?;
        if accessor.shape != shape || accessor.sparse.is_some() {
            return Err(format!(
                "an accessor of {}{}, not a plain {shape}",
                accessor.shape,
                if accessor.sparse.is_some() {
                    ", sparse"
                } else {
                    ""
                }
            ));
        }
        let component = match accessor.component_type {
            5120 | 5121 => 1,
            5122 | 5123 => 2,
            5125 | 5126 => 4,
            other => return Err(format!("component type {other} is unknown")),
        };
        let size = component * parts;
        let (view, bytes) = self.view(accessor.buffer_view.ok_or("no buffer view")?)?;
        let stride = view.byte_stride.unwrap_or(size).max(size);
        let needed = accessor
            .count
            .checked_sub(1)
            .and_then(|n| n.checked_mul(stride))
            .and_then(|n| n.checked_add(size)?.checked_add(accessor.byte_offset));
        if accessor.count > 0 && needed.is_none_or(|n| n > bytes.len()) {
            return Err(format!(
                "{} elements do not fit in {} bytes",
                accessor.count,
                bytes.len()
            ));
        }
        Ok(Elements {
            bytes: bytes.get(accessor.byte_offset..).unwrap_or(&[]),
            count: accessor.count,
            stride,
            size,
            component_type: accessor.component_type,
            normalized: accessor.normalized,
        })
    }

    fn positions(&self, n: usize) -> Result<Vec<DVec3>, String> {
        let elements = self.elements(n, "VEC3", 3)?;
        Ok(elements
            .iter()
            .map(|e| {
                let part = e.len() / 3;
                let at = |a: usize| elements.value(&e[a * part..(a + 1) * part]);
                DVec3::new(at(0), at(1), at(2))
            })
            .collect())
    }

    fn indices(&self, n: usize) -> Result<Vec<u32>, String> {
        let elements = self.elements(n, "SCALAR", 1)?;
        if ![5121, 5123, 5125].contains(&elements.component_type) {
            return Err(format!(
                "index type {} is not unsigned",
                elements.component_type
            ));
        }
        Ok(elements
            .iter()
            .map(|e| {
                e.iter()
                    .rev()
                    .fold(0u32, |word, b| word << 8 | u32::from(*b))
            })
            .collect())
    }

    fn draco(&self, draco: &DracoView) -> Result<(Vec<DVec3>, Vec<u32>), String> {
        let (_, bytes) = self.view(draco.buffer_view)?;
        let position = *draco.attributes.get("POSITION").ok_or("no positions")?;
        // The decoder checks what it reads; the wall behind it is for what it may have missed.
        catch_unwind(AssertUnwindSafe(|| decode(bytes, position)))
            .unwrap_or_else(|_| Err("the Draco data is malformed".into()))
    }
}

fn decode(bytes: &[u8], position: u32) -> Result<(Vec<DVec3>, Vec<u32>), String> {
    use draco_core::{DecodeLimits, DecoderBuffer, Mesh, MeshDecoder};
    let limits = DecodeLimits::default()
        .with_max_faces(MAX_TRIANGLES as u64)
        .with_max_points(MAX_TRIANGLES as u64)
        .with_max_decoded_bytes(1 << 30);
    let mut mesh = Mesh::new();
    let mut buffer = DecoderBuffer::new(bytes).with_limits(limits);
    MeshDecoder::new()
        .decode(&mut buffer, &mut mesh)
        .map_err(|e| format!("Draco: {e:?}"))?;
    let attribute = mesh
        .attribute_by_unique_id(position)
        .ok_or("Draco: no positions")?;
    if attribute.num_components() != 3 {
        return Err("Draco: positions of other than three numbers".into());
    }
    let values = attribute.read_f32s(mesh.num_points(), 3);
    let positions = values
        .chunks_exact(3)
        .map(|p| DVec3::new(f64::from(p[0]), f64::from(p[1]), f64::from(p[2])))
        .collect();
    let corners = mesh
        .faces()
        .iter()
        .flat_map(|face| face.map(|p| p.0))
        .collect();
    Ok((positions, corners))
}

struct Elements<'a> {
    bytes: &'a [u8],
    count: usize,
    stride: usize,
    size: usize,
    component_type: u32,
    normalized: bool,
}

impl Elements<'_> {
    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.count).map(|n| &self.bytes[n * self.stride..n * self.stride + self.size])
    }

    fn value(&self, b: &[u8]) -> f64 {
        let over = |top: f64| if self.normalized { top } else { 1.0 };
        match (self.component_type, b) {
            (5120, [a]) => f64::from(*a as i8) / over(127.0),
            (5121, [a]) => f64::from(*a) / over(255.0),
            (5122, [a, b]) => f64::from(i16::from_le_bytes([*a, *b])) / over(32767.0),
            (5123, [a, b]) => f64::from(u16::from_le_bytes([*a, *b])) / over(65535.0),
            (5125, [a, b, c, d]) => f64::from(u32::from_le_bytes([*a, *b, *c, *d])),
            (_, [a, b, c, d]) => f64::from(f32::from_le_bytes([*a, *b, *c, *d])),
            _ => f64::NAN,
        }
    }
}

fn local(node: &Node) -> DMat4 {
    match node.matrix {
        Some(m) => DMat4::from_cols_array(&m),
        None => DMat4::from_scale_rotation_translation(
            DVec3::from_array(node.scale.unwrap_or([1.0; 3])),
            DQuat::from_array(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0])).normalize(),
            DVec3::from_array(node.translation.unwrap_or([0.0; 3])),
        ),
    }
}

/// Texts of a node's extras: some atlases put names and identifiers there.
fn codes(extras: &serde_json::Value) -> Vec<String> {
    match extras {
        serde_json::Value::Object(fields) => fields
            .values()
            .filter_map(|v| v.as_str())
            .filter(|v| !v.is_empty() && v.len() <= 200)
            .take(20)
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}
