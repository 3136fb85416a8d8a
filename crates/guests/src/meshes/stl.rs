//! Stereolithography files, text and binary. Read here rather than through a crate because a text file may hold several
//! named solids, each a structure, and because a binary file's count is to be checked before it is believed.

use glam::DVec3;

use super::super::trimesh::TriMesh;
use super::part::{Fault, MAX_TRIANGLES, MeshPart, fault, point};

const HEAD: usize = 84;
const FACET: usize = 50;

pub(crate) fn read(bytes: &[u8]) -> Result<Vec<MeshPart>, Fault> {
    // Binary files may start with "solid" too; only they have the length that their count asks for.
    let count = bytes
        .get(80..HEAD)
        .and_then(|b| b.try_into().ok())
        .map(|b| u32::from_le_bytes(b) as usize);
    match count {
        Some(count) if count.checked_mul(FACET).map(|n| n + HEAD) == Some(bytes.len()) => {
            binary(bytes, count)
        }
        _ if bytes.trim_ascii_start().starts_with(b"solid") => text(bytes),
        Some(count) => fault(
            "header",
            format!(
                "{count} triangles need {} bytes, the file has {}",
                count * FACET + HEAD,
                bytes.len()
            ),
        ),
        None => fault("header", "neither a text nor a binary STL file"),
    }
}

fn binary(bytes: &[u8], count: usize) -> Result<Vec<MeshPart>, Fault> {
    if count > MAX_TRIANGLES {
        return fault("header", format!("more than {MAX_TRIANGLES} triangles"));
    }
    let mut mesh = TriMesh::default();
    for facet in bytes[HEAD..].chunks_exact(FACET) {
        let at = |n: usize| {
            f64::from(f32::from_le_bytes([
                facet[n],
                facet[n + 1],
                facet[n + 2],
                facet[n + 3],
            ]))
        };
        let base = mesh.positions.len() as u32;
        for corner in 0..3 {
            let n = 12 + 12 * corner;
            mesh.positions.push(DVec3::new(at(n), at(n + 4), at(n + 8)));
        }
        mesh.triangles.push([base, base + 1, base + 2]);
    }
    Ok(vec![MeshPart {
        mesh,
        ..MeshPart::default()
    }])
}

fn text(bytes: &[u8]) -> Result<Vec<MeshPart>, Fault> {
    let text = String::from_utf8_lossy(bytes);
    let mut parts: Vec<MeshPart> = Vec::new();
    let mut corners = 0;
    for (n, line) in text.lines().enumerate() {
        let place = || format!("line {}", n + 1);
        let mut words = line.split_whitespace();
        match words.next() {
            Some("solid") => {
                parts.push(MeshPart {
                    name: words.collect::<Vec<_>>().join(" "),
                    ..MeshPart::default()
                });
                corners = 0;
            }
            Some("vertex") => {
                let Some(part) = parts.last_mut() else {
                    return fault(place(), "a vertex before any solid");
                };
                part.mesh
                    .positions
                    .push(point(&mut words).map_err(|e| (place(), e))?);
                corners += 1;
            }
            Some("endloop") => {
                if corners != 3 {
                    return fault(place(), format!("a facet of {corners} corners"));
                }
                corners = 0;
                if let Some(part) = parts.last_mut() {
                    let end = part.mesh.positions.len() as u32;
                    part.mesh.triangles.push([end - 3, end - 2, end - 1]);
                }
            }
            _ => {}
        }
    }
    if parts.is_empty() || corners != 0 || !text.contains("endsolid") {
        return fault("end", "the file is cut off");
    }
    Ok(parts)
}
