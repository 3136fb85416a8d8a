//! Wavefront OBJ: one structure per object or group.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use glam::DVec3;

use super::super::trimesh::TriMesh;
use super::part::{Fault, MAX_TRIANGLES, MeshPart, fault};

pub(crate) fn read(bytes: &[u8]) -> Result<Vec<MeshPart>, Fault> {
    let options = tobj::LoadOptions {
        triangulate: true,
        single_index: false,
        ignore_points: true,
        ignore_lines: true,
    };
    // Materials are colours and would only be looked for on disk.
    let no_materials = |_: &std::path::Path| -> tobj::MTLLoadResult { Ok(Default::default()) };
    // The parser panics on faces that count back beyond the first normal, and on some others.
    let load = || tobj::load_obj_buf(&mut Cursor::new(bytes), &options, no_materials);
    let Ok(loaded) = catch_unwind(AssertUnwindSafe(load)) else {
        return fault("faces", "they could not be understood");
    };
    let (models, _) = loaded.map_err(|e| ("text".to_owned(), e.to_string()))?;
    let mut parts = Vec::new();
    let mut triangles = 0usize;
    for model in models {
        triangles += model.mesh.indices.len() / 3;
        if triangles > MAX_TRIANGLES {
            return fault("faces", format!("more than {MAX_TRIANGLES} triangles"));
        }
        let mesh = TriMesh {
            positions: model
                .mesh
                .positions
                .chunks_exact(3)
                .map(|p| DVec3::new(f64::from(p[0]), f64::from(p[1]), f64::from(p[2])))
                .collect(),
            triangles: model
                .mesh
                .indices
                .chunks_exact(3)
                .map(|t| [t[0], t[1], t[2]])
                .collect(),
        };
        let count = mesh.positions.len();
        if mesh
            .triangles
            .iter()
            .flatten()
            .any(|i| *i as usize >= count)
        {
            return fault(
                format!("{:?}", model.name),
                "a face points past the vertices",
            );
        }
        // What the crate calls a file that names no object.
        let name = match model.name.as_str() {
            "unnamed_object" => String::new(),
            name => name.to_owned(),
        };
        parts.push(MeshPart {
            name,
            mesh,
            ..MeshPart::default()
        });
    }
    Ok(parts)
}
