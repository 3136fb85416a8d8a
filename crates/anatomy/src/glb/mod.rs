//! Surfaces as binary glTF 2.0: one node per structure, named by its id, quantised (`KHR_mesh_quantization`) and compressed
//! (`EXT_meshopt_compression`). `gltfpack` and the viewers that use three.js or Babylon.js open it as it is.
//!
//! Occlusion is the grey of `COLOR_0`, which viewers multiply with the colour; the coarser levels of detail are nodes of
//! their own (`MSFT_lod`) over the same vertices.
//!
//! glTF is metres with y up; a root node turns and scales from steps of the grid, which lies in LPS millimetres, so that viewers show a person standing.

mod frame;
mod read;
mod write;

pub(crate) use read::read_meshes;
pub(crate) use write::write_meshes;
