//! The Visualization Toolkit's files of surfaces: legacy `.vtk` and XML `.vtp`. Read here because counts, offsets and packed lengths are
//! to be checked against the file before they are believed.
//!
//! Source: "VTK File Formats", The VTK User's Guide.

mod legacy;
mod xml;

pub(crate) use legacy::read as read_legacy;
pub(crate) use xml::read as read_xml;

use super::super::number::Number;
use super::super::trimesh::TriMesh;
use super::part::{Fault, MAX_TRIANGLES, MeshPart, fan, fault};

/// Numbers of a file, all its arrays together, at most.
const MAX_NUMBERS: usize = 4 * MAX_TRIANGLES;

/// The type of this name in either format. `long` has eight bytes, as on all systems but Windows.
fn number(name: &str) -> Option<Number> {
    Some(match name.to_ascii_lowercase().as_str() {
        "char" | "int8" => Number::I8,
        "unsigned_char" | "uint8" => Number::U8,
        "short" | "int16" => Number::I16,
        "unsigned_short" | "uint16" => Number::U16,
        "int" | "int32" => Number::I32,
        "unsigned_int" | "uint32" => Number::U32,
        "long" | "vtktypeint64" | "vtkidtype" | "int64" => Number::I64,
        "unsigned_long" | "vtktypeuint64" | "uint64" => Number::U64,
        "float" | "float32" => Number::F32,
        "double" | "float64" => Number::F64,
        _ => return None,
    })
}

/// All numbers of some bytes.
fn values(of: Number, little: bool, bytes: &[u8]) -> Vec<f64> {
    let each = bytes.chunks_exact(of.bytes());
    each.map(|b| of.value(little, b)).collect()
}

/// Positions from their numbers.
fn positions(numbers: &[f64]) -> Vec<glam::DVec3> {
    let each = numbers.chunks_exact(3);
    each.map(|p| glam::DVec3::new(p[0], p[1], p[2])).collect()
}

/// A corner of a polygon; no vertex for what is none.
fn corner(number: f64) -> u32 {
    if (0.0..f64::from(u32::MAX)).contains(&number) {
        number as u32
    } else {
        u32::MAX
    }
}

/// What cells are made of.
#[derive(Clone, Copy, PartialEq)]
enum Cells {
    Polygons,
    Strips,
    /// Points and lines, which are no surface.
    Others,
}

/// Adds a cell.
fn add(mesh: &mut TriMesh, kind: Cells, corners: &[f64]) -> Result<(), String> {
    let corners: Vec<u32> = corners.iter().copied().map(corner).collect();
    match kind {
        Cells::Polygons => fan(mesh, &corners),
        Cells::Strips => corners.windows(3).enumerate().try_for_each(|(n, c)| {
            let turned = if n % 2 == 0 {
                [c[0], c[1], c[2]]
            } else {
                [c[1], c[0], c[2]]
            };
            fan(mesh, &turned)
        }),
        Cells::Others => Ok(()),
    }
}

/// Adds cells that are given by where each ends among the corners of all. In VTK 9's legacy files the first offset is 0.
fn add_by_offsets(
    mesh: &mut TriMesh,
    kind: Cells,
    offsets: &[f64],
    corners: &[f64],
) -> Result<(), String> {
    let mut from = 0;
    for &offset in offsets {
        let to = offset as usize;
        if offset < 0.0 || to < from || to > corners.len() {
            return Err(format!(
                "a cell ends at {offset}, of {} corners",
                corners.len()
            ));
        }
        add(mesh, kind, &corners[from..to])?;
        from = to;
    }
    Ok(())
}

/// One surface, which the file has no name for.
fn part(mesh: TriMesh) -> Result<Vec<MeshPart>, Fault> {
    if mesh.triangles.is_empty() {
        return fault("end", "it holds no polygons");
    }
    Ok(vec![MeshPart {
        mesh,
        ..MeshPart::default()
    }])
}
