//! What both directions agree on.

use glam::Mat4;

/// The extension that names the coarser levels of a node.
pub(super) const LOD: &str = "MSFT_lod";

/// LPS millimetres to glTF: patient's left stays +x, superior becomes +y, anterior +z; metres.
pub(super) fn to_gltf() -> Mat4 {
    Mat4::from_cols_array(&[
        0.001, 0.0, 0.0, 0.0, 0.0, 0.0, -0.001, 0.0, 0.0, 0.001, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0,
    ])
}
