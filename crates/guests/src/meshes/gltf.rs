//! glTF 2.0, binary and text, with the compression of Draco or of meshoptimizer.
//!
//! The container is read by [`anatomy::gltf`]. One structure per node; a node's transform and all above it apply; a mesh shown by several
//! nodes is as many structures.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use anatomy::gltf::{Container, Document, DracoView, MESHOPT, Node, Primitive, chunks};
use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use glam::{DMat4, DQuat, DVec3};

use super::super::trimesh::TriMesh;
use super::part::{Fault, MAX_TRIANGLES, MeshPart, fault};

const MAX_NODES: usize = 200_000;
/// Nodes above one whose names are kept.
const MAX_ABOVE: usize = 32;
/// Vertices, and triangles, that a file of few bytes gives at most, and how many more for each of its bytes: one mesh may be shown by
/// many nodes, and a small file must not become gigabytes that way.
const FREE: usize = 1 << 20;
const PER_BYTE: usize = 8;

/// With or without padding, as it is found.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Extensions that change how positions or indices are stored, and are read; those that only change looks do not matter.
const READ: [&str; 3] = [
    "KHR_draco_mesh_compression",
    "KHR_mesh_quantization",
    MESHOPT,
];

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
                    .and_then(|(_, text)| BASE64.decode(text).ok())
                    .ok_or((place, "its data address is not base64".to_owned()))?,
                None => beside(uri).map_err(|e| (place, e))?,
            },
        });
    }
    let given = bytes.len() + buffers.iter().map(Vec::len).sum::<usize>();
    let container = Container::new(&document, bin, buffers)?;
    let reader = Reader {
        most: FREE
            .saturating_add(given.saturating_mul(PER_BYTE))
            .saturating_add(container.unpacked_bytes())
            .min(MAX_TRIANGLES),
        container,
    };
    reader.scene()
}

struct Reader<'a> {
    container: Container<'a>,
    /// Vertices, and triangles, of all nodes together at most.
    most: usize,
}

impl Reader<'_> {
    fn scene(&self) -> Result<Vec<MeshPart>, Fault> {
        let document = self.container.document;
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
        let (mut vertices, mut triangles) = (0, 0);
        let names = document.nodes.iter().map(|node| node.name.as_str().into());
        let names: Vec<Arc<str>> = names.collect();
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
                while let Some(parent) = up.filter(|_| part.above.len() < MAX_ABOVE) {
                    part.above.push(Arc::clone(&names[parent]));
                    up = above[parent];
                }
                for primitive in &mesh.primitives {
                    let add = self.primitive(primitive).map_err(|e| (place.clone(), e))?;
                    vertices += add.positions.len();
                    triangles += add.triangles.len();
                    let most = self.most;
                    if vertices > most || triangles > most {
                        return fault(place, format!("more than {most} vertices or triangles"));
                    }
                    part.mesh.append(&add);
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
                    Some(accessor) => self.container.elements(accessor, "SCALAR", 1)?.indices()?,
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

    fn positions(&self, n: usize) -> Result<Vec<DVec3>, String> {
        let elements = self.container.elements(n, "VEC3", 3)?;
        Ok(elements
            .iter()
            .map(|e| {
                let part = e.len() / 3;
                let at = |a: usize| elements.value(&e[a * part..(a + 1) * part]);
                DVec3::new(at(0), at(1), at(2))
            })
            .collect())
    }

    fn draco(&self, draco: &DracoView) -> Result<(Vec<DVec3>, Vec<u32>), String> {
        let (_, bytes) = self.container.view(draco.buffer_view)?;
        let position = *draco.attributes.get("POSITION").ok_or("no positions")?;
        // The decoder checks what it reads; the wall behind it is for what it may have missed.
        catch_unwind(AssertUnwindSafe(|| decode(bytes, position, self.most)))
            .unwrap_or_else(|_| Err("the Draco data is malformed".into()))
    }
}

fn decode(bytes: &[u8], position: u32, most: usize) -> Result<(Vec<DVec3>, Vec<u32>), String> {
    use draco_core::{DecodeLimits, DecoderBuffer, Mesh, MeshDecoder};
    let limits = DecodeLimits::default()
        .with_max_faces(most as u64)
        .with_max_points(most as u64)
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
