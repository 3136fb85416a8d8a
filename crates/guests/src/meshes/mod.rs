//! Readers of surface files: glTF 2.0, OBJ, STL, PLY, OFF and VTK.
//!
//! Every file is read whole within a limit, and every count that it declares is checked against the bytes that are
//! there before memory is taken for it.

mod gltf;
mod obj;
mod off;
mod part;
mod ply;
mod stl;
mod vtk;

use std::path::Path;

use anatomy::AtlasError;
use anatomy::files::{extension, read_limited};

pub(crate) use part::{Fault, MeshPart, fault};

/// Bytes of a surface file read at most.
const MAX_BYTES: u64 = 1 << 30;
/// Endings of surface files.
const ENDINGS: [&str; 8] = ["glb", "gltf", "obj", "stl", "ply", "off", "vtk", "vtp"];

/// Whether a file name is that of a surface file.
pub(crate) fn is_mesh_file(path: &Path) -> bool {
    ENDINGS.contains(&extension(path).as_str())
}

/// Reads all surfaces of a file.
///
/// # Errors
/// When the file cannot be read, is malformed or over the limits.
pub(crate) fn read(path: &Path) -> Result<Vec<MeshPart>, AtlasError> {
    let bytes = read_limited(path, MAX_BYTES)?;
    let parts = match extension(path).as_str() {
        "glb" | "gltf" => gltf::read(&bytes, |name| {
            // Only a file beside this one: a path could point anywhere.
            let plain = Path::new(name);
            if plain.components().count() != 1 || plain.is_absolute() || name == ".." {
                return Err(format!("{name:?} does not lie beside the file"));
            }
            let beside = path.parent().unwrap_or(Path::new("")).join(plain);
            read_limited(&beside, MAX_BYTES).map_err(|e| e.to_string())
        }),
        "obj" => obj::read(&bytes),
        "stl" => stl::read(&bytes),
        "ply" => ply::read(&bytes),
        "vtk" => vtk::read_legacy(&bytes),
        "vtp" => vtk::read_xml(&bytes),
        _ => off::read(&bytes),
    }
    .map_err(|(place, reason)| AtlasError::format(path, place, reason))?;
    for part in &parts {
        let bad = part.mesh.positions.iter().any(|p| !p.is_finite());
        if bad {
            return Err(AtlasError::format(
                path,
                format!("{:?}", part.name),
                "a position is not a number",
            ));
        }
    }
    Ok(parts)
}

#[cfg(test)]
mod tests;
