//! Readers of surface files: glTF 2.0, OBJ, STL, PLY and OFF.
//!
//! Every file is read whole within a limit, and every count that it declares is checked against the bytes that are
//! there before memory is taken for it.

mod gltf;
mod obj;
mod off;
mod ply;
mod stl;

use std::path::Path;

use glam::DVec3;

use super::solid::TriMesh;
use super::source::{extension, read_limited};
use crate::AtlasError;

/// Bytes of a surface file read at most.
const MAX_BYTES: u64 = 1 << 30;
/// Triangles of a file at most, all its parts together.
pub(crate) const MAX_TRIANGLES: usize = 40_000_000;

/// A named surface as its file gives it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct MeshPart {
    /// Name of the node, group or solid; empty when the file gives none.
    pub(crate) name: String,
    /// Names of the nodes above it, the nearest first.
    pub(crate) above: Vec<String>,
    /// Other names and codes the file gives for it.
    pub(crate) codes: Vec<String>,
    /// Surface in the file's units and axes.
    pub(crate) mesh: TriMesh,
}

/// Whether a file name is that of a surface file.
pub(crate) fn is_mesh_file(path: &Path) -> bool {
    ["glb", "gltf", "obj", "stl", "ply", "off"].contains(&extension(path).as_str())
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

/// Where in a file, and what is wrong there.
pub(crate) type Fault = (String, String);

pub(crate) fn fault<T>(place: impl Into<String>, reason: impl Into<String>) -> Result<T, Fault> {
    Err((place.into(), reason.into()))
}

/// Adds a polygon as a fan of triangles.
///
/// # Errors
/// When a corner points past the vertices.
pub(crate) fn fan(mesh: &mut TriMesh, corners: &[u32]) -> Result<(), String> {
    if let Some(bad) = corners
        .iter()
        .find(|c| **c as usize >= mesh.positions.len())
    {
        return Err(format!(
            "vertex {bad} of {} is asked for",
            mesh.positions.len()
        ));
    }
    for n in 2..corners.len() {
        mesh.triangles
            .push([corners[0], corners[n - 1], corners[n]]);
    }
    Ok(())
}

/// Three numbers of a text line.
pub(crate) fn point<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<DVec3, String> {
    let mut p = [0.0f64; 3];
    for v in &mut p {
        let word = words.next().ok_or("fewer than three numbers")?;
        *v = word
            .parse()
            .map_err(|_| format!("{word:?} is not a number"))?;
    }
    Ok(DVec3::from_array(p))
}

#[cfg(test)]
mod tests;
