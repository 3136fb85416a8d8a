//! Reading surfaces back.

use std::fs;
use std::io::Read;
use std::path::Path;

use glam::{DQuat, DVec3, Mat4, Vec3};

use super::frame::{LOD, to_gltf};
use crate::gltf::{Accessor, Container, Document, Primitive, chunks};
use crate::{AtlasError, Catalogue, StructureMesh};

/// Bytes of a mesh file read at most.
const MAX_BYTES: u64 = 256 << 20;
/// Vertices of one structure at most.
const MAX_VERTICES: usize = 8_000_000;
/// Vertices, and corners of triangles, that a file of few bytes gives at most; for each of its bytes it may be one more. One mesh may
/// be shown by many nodes, and a small file must not become gigabytes that way.
const FREE: usize = 1 << 20;
/// Coarser levels of one structure read at most.
const MAX_LEVELS: usize = 8;

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
    let Some(scene) = document.scenes.get(document.scene.unwrap_or(0)) else {
        return Err(fault("scene", "there is no scene"));
    };
    let container = Container::new(&document, bin, Vec::new())
        .map_err(|(place, reason)| fault(&place, &reason))?;
    let reader = Reader {
        most: FREE + bytes.len() + container.unpacked_bytes(),
        container,
    };
    let mut taken = 0;
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
            Some(m) => Mat4::from_cols_array(&m.map(|v| v as f32)),
            None => Mat4::from_scale_rotation_translation(
                DVec3::from_array(node.scale.unwrap_or([1.0; 3])).as_vec3(),
                DQuat::from_array(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]))
                    .as_quat()
                    .normalize(),
                DVec3::from_array(node.translation.unwrap_or([0.0; 3])).as_vec3(),
            ),
        };
        let world = above * local;
        if let (Some(mesh), Some(structure)) = (node.mesh, catalogue.index_of(&node.name)) {
            let place = format!("mesh of {:?}", node.name);
            let mut surface = reader
                .mesh(mesh, back * world)
                .map_err(|reason| fault(&place, &reason))?;
            surface.structure = structure;
            let levels = node.extensions[LOD]["ids"].as_array();
            let levels = levels.into_iter().flatten().filter_map(|id| id.as_u64());
            for level in levels.take(MAX_LEVELS) {
                let node = usize::try_from(level).ok();
                let coarser = node.and_then(|n| document.nodes.get(n)?.mesh);
                // Levels with vertices of their own are another maker's; the finest is enough then.
                let Some(coarser) = coarser.filter(|c| reader.share_vertices(mesh, *c)) else {
                    break;
                };
                let level = reader
                    .triangles(coarser)
                    .map_err(|reason| fault(&place, &reason))?;
                surface.coarser.push(level);
            }
            let corners = (0..=surface.coarser.len()).map(|level| surface.level(level).len());
            taken += surface.positions.len() + corners.sum::<usize>();
            if taken > reader.most {
                let reason = format!("more than {} vertices and corners in all", reader.most);
                return Err(fault(&place, &reason));
            }
            meshes.push(surface);
        }
        stack.extend(node.children.iter().map(|c| (*c, world)));
    }
    meshes.sort_by_key(|m| m.structure);
    Ok(meshes)
}

struct Reader<'a> {
    container: Container<'a>,
    /// Vertices and corners of triangles at most.
    most: usize,
}

impl Reader<'_> {
    fn primitives(&self, n: usize) -> Result<&[Primitive], String> {
        let mesh = self
            .container
            .document
            .meshes
            .get(n)
            .ok_or("there is no such mesh")?;
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
            if let Some(mode) = primitive.mode.filter(|mode| *mode != 4) {
                return Err(format!("mode {mode} is not triangles"));
            }
            let position = *primitive.attributes.get("POSITION").ok_or("no positions")?;
            let positions = self.accessor(position)?.count;
            if base as usize + positions > MAX_VERTICES {
                return Err(format!("more than {MAX_VERTICES} vertices"));
            }
            let indices = match primitive.indices {
                Some(accessor) => self.container.elements(accessor, "SCALAR", 1)?.indices()?,
                None => (0..positions as u32).collect(),
            };
            if !indices.len().is_multiple_of(3) || indices.iter().any(|i| *i as usize >= positions)
            {
                return Err(
                    "an index points past the vertices, or indices are not in threes".into(),
                );
            }
            if out.len() + indices.len() > self.most {
                return Err(format!("more than {} corners of triangles", self.most));
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
        let accessor = self.container.document.accessors.get(n);
        Ok(accessor.ok_or("there is no such accessor")?)
    }

    /// The first three components of every element.
    fn vectors(&self, n: usize) -> Result<Vec<Vec3>, String> {
        let (shape, components) = match self.accessor(n)?.shape.as_str() {
            "VEC3" => ("VEC3", 3),
            "VEC4" => ("VEC4", 4),
            other => return Err(format!("{other:?} instead of VEC3 or VEC4")),
        };
        let elements = self.container.elements(n, shape, components)?;
        let vector = |e: &[u8]| {
            let part = e.len() / components;
            let at = |a: usize| elements.value(&e[a * part..(a + 1) * part]) as f32;
            Vec3::new(at(0), at(1), at(2))
        };
        Ok(elements.iter().map(vector).collect())
    }
}
