//! What every reader of surfaces gives, its limits and its errors.

use std::sync::Arc;

use glam::DVec3;

use super::super::trimesh::TriMesh;

/// Triangles of a file at most, all its parts together.
pub(crate) const MAX_TRIANGLES: usize = 40_000_000;

/// A named surface as its file gives it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct MeshPart {
    /// Name of the node, group or solid; empty when the file gives none.
    pub(crate) name: String,
    /// Names of the nodes above it, the nearest first, and no more than some.
    pub(crate) above: Vec<Arc<str>>,
    /// Other names and codes the file gives for it.
    pub(crate) codes: Vec<String>,
    /// Surface in the file's units and axes.
    pub(crate) mesh: TriMesh,
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
