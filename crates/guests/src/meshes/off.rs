//! Object File Format (Geomview), text.

use super::super::trimesh::TriMesh;
use super::part::{Fault, MAX_TRIANGLES, MeshPart, fan, fault, point};

pub(crate) fn read(bytes: &[u8]) -> Result<Vec<MeshPart>, Fault> {
    let text = String::from_utf8_lossy(bytes);
    let mut words = text.lines().enumerate().flat_map(|(n, line)| {
        let line = line.split('#').next().unwrap_or("");
        line.split_whitespace().map(move |w| (n + 1, w))
    });
    let first = words.next().map(|w| w.1);
    if first != Some("OFF") {
        return fault("line 1", "an OFF file starts with OFF");
    }
    let mut line = 1;
    let mut number = |what: &str| -> Result<usize, Fault> {
        let (at, word) = words
            .next()
            .ok_or_else(|| (format!("line {line}"), format!("it ends before {what}")))?;
        line = at;
        word.parse()
            .map_err(|_| (format!("line {at}"), format!("{word:?} is not {what}")))
    };
    let (vertices, faces) = (
        number("the number of vertices")?,
        number("the number of faces")?,
    );
    number("the number of edges")?;
    // The shortest vertex is "0 0 0", the shortest face "3 0 1 2".
    if vertices > bytes.len() / 5 || faces > (bytes.len() / 7).min(MAX_TRIANGLES) {
        return fault(
            "line 2",
            format!("{vertices} vertices and {faces} faces do not fit in the file"),
        );
    }
    let mut mesh = TriMesh::default();
    for _ in 0..vertices {
        let mut at = 0;
        let mut three = words.by_ref().take(3).map(|(n, w)| {
            at = n;
            w
        });
        let p = point(&mut three);
        mesh.positions
            .push(p.map_err(|e| (format!("line {at}"), e))?);
    }
    for _ in 0..faces {
        let mut number = |what: &str| -> Result<usize, Fault> {
            let (at, word) = words
                .next()
                .ok_or_else(|| ("end".to_owned(), format!("it ends before {what}")))?;
            word.parse()
                .map_err(|_| (format!("line {at}"), format!("{word:?} is not {what}")))
        };
        let count = number("the number of corners")?;
        if !(3..=1000).contains(&count) {
            return fault("faces", format!("a face with {count} corners"));
        }
        let mut corners = Vec::with_capacity(count);
        for _ in 0..count {
            corners.push(number("a corner")? as u32);
        }
        fan(&mut mesh, &corners).map_err(|e| ("faces".to_owned(), e))?;
    }
    Ok(vec![MeshPart {
        mesh,
        ..MeshPart::default()
    }])
}
