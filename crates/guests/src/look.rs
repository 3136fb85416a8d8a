//! What a file holds, without an atlas being made of it.

use std::path::Path;

use anatomy::AtlasError;
use glam::DVec3;

use super::volumes::LabelImage;
use super::{meshes, volumes};

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contents {
    /// Surfaces, or label values.
    pub structures: usize,
    /// Size of the box around all surfaces in the file's own units, or around a label volume's grid in mm.
    pub size: [f64; 3],
}

/// Reads a file of surfaces, a label volume or a slice as an import does; nothing when it is none of these, or a picture by its own
/// account.
///
/// # Errors
/// When the file cannot be read, is malformed or over the limits.
pub fn look(path: &Path) -> Result<Option<Contents>, AtlasError> {
    if meshes::is_mesh_file(path) {
        let parts = meshes::read(path)?;
        let bounds = parts
            .iter()
            .filter_map(|part| part.mesh.bounds())
            .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        return Ok(Some(Contents {
            structures: parts.len(),
            size: bounds.map_or([0.0; 3], |(low, high)| (high - low).to_array()),
        }));
    }
    let image = if volumes::is_volume_file(path) {
        volumes::read(path)?
    } else if volumes::is_slice(path) {
        Some(volumes::read_stack(&[path.to_owned()], None, [1.0; 3])?)
    } else {
        None
    };
    Ok(image.map(|image| Contents {
        structures: image.segments.len(),
        size: size(&image),
    }))
}

/// Size of the box around a grid, mm.
fn size(image: &LabelImage) -> [f64; 3] {
    let steps = DVec3::from_array(image.dims.map(|n| n as f64));
    let axes = image.to_lps.matrix3;
    let size = axes.x_axis.abs() * steps.x + axes.y_axis.abs() * steps.y;
    (size + axes.z_axis.abs() * steps.z).to_array()
}
