//! Polygon files (Stanford): text and binary of either byte order. Read here because element counts and list lengths
//! are to be checked against the file before they are believed.

use glam::DVec3;

use super::super::number::Number;
use super::super::trimesh::TriMesh;
use super::part::{Fault, MAX_TRIANGLES, MeshPart, fan, fault};

#[derive(Clone, Copy, PartialEq)]
enum Format {
    Text,
    Little,
    Big,
}

/// The type of this name.
fn number(name: &str) -> Option<Number> {
    Some(match name {
        "char" | "int8" => Number::I8,
        "uchar" | "uint8" => Number::U8,
        "short" | "int16" => Number::I16,
        "ushort" | "uint16" => Number::U16,
        "int" | "int32" => Number::I32,
        "uint" | "uint32" => Number::U32,
        "float" | "float32" => Number::F32,
        "double" | "float64" => Number::F64,
        _ => return None,
    })
}

struct Property {
    name: String,
    /// Type of the count when this is a list.
    list: Option<Number>,
    of: Number,
}

struct Element {
    name: String,
    count: usize,
    properties: Vec<Property>,
}

#[expect(
    clippy::too_many_lines,
    reason = "one file format, in the order of its parts"
)]
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<MeshPart>, Fault> {
    let mut at = 0;
    let mut format = None;
    let mut elements: Vec<Element> = Vec::new();
    let mut line_number = 0;
    loop {
        let Some(length) = bytes[at..].iter().take(1 << 16).position(|b| *b == b'\n') else {
            return fault("header", "it has no end");
        };
        let line = String::from_utf8_lossy(&bytes[at..at + length]);
        at += length + 1;
        line_number += 1;
        let place = || format!("line {line_number}");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["ply"] if line_number == 1 => {}
            _ if line_number == 1 => return fault(place(), "a PLY file starts with ply"),
            ["format", name, _] => {
                format = Some(match name {
                    "ascii" => Format::Text,
                    "binary_little_endian" => Format::Little,
                    "binary_big_endian" => Format::Big,
                    other => return fault(place(), format!("format {other:?} is unknown")),
                });
            }
            ["element", name, count] => elements.push(Element {
                name: name.to_owned(),
                count: count
                    .parse()
                    .map_err(|_| (place(), format!("{count:?} is not a count")))?,
                properties: Vec::new(),
            }),
            ["property", "list", count, of, name] => {
                let (Some(list), Some(of), Some(element)) =
                    (number(count), number(of), elements.last_mut())
                else {
                    return fault(place(), "an unknown type, or no element to belong to");
                };
                element.properties.push(Property {
                    name: name.to_owned(),
                    list: Some(list),
                    of,
                });
            }
            ["property", of, name] => {
                let (Some(of), Some(element)) = (number(of), elements.last_mut()) else {
                    return fault(place(), "an unknown type, or no element to belong to");
                };
                element.properties.push(Property {
                    name: name.to_owned(),
                    list: None,
                    of,
                });
            }
            ["end_header"] => break,
            ["comment" | "obj_info", ..] | [] => {}
            _ => return fault(place(), format!("{line:?} is not a header line")),
        }
    }
    let Some(format) = format else {
        return fault("header", "it does not state the format");
    };
    let body = &bytes[at..];
    let text = if format == Format::Text {
        String::from_utf8_lossy(body)
    } else {
        Default::default()
    };
    let mut words = text.split_whitespace();
    let mut rest = body;
    let mut scalar = |of: Number| -> Option<f64> {
        if format == Format::Text {
            return words.next()?.parse().ok();
        }
        let (value, after) = rest.split_at_checked(of.bytes())?;
        rest = after;
        Some(of.value(format == Format::Little, value))
    };
    let mut mesh = TriMesh::default();
    let mut corners = Vec::new();
    for element in &elements {
        // Every property of every element takes a byte at least (a digit, in text).
        let least = element.properties.len().max(1);
        if element.count > body.len() / least + 1 || element.count > 3 * MAX_TRIANGLES {
            return fault(
                format!("element {}", element.name),
                format!("{} of them do not fit in the file", element.count),
            );
        }
        for n in 0..element.count {
            let place = || format!("{} {n}", element.name);
            let cut = || (place(), "the file ends, or this is not a number".to_owned());
            let mut p = DVec3::ZERO;
            for property in &element.properties {
                let Some(list) = property.list else {
                    let value = scalar(property.of).ok_or_else(cut)?;
                    match property.name.as_str() {
                        "x" => p.x = value,
                        "y" => p.y = value,
                        "z" => p.z = value,
                        _ => {}
                    }
                    continue;
                };
                let count = scalar(list).ok_or_else(cut)?;
                if !(0.0..=100_000.0).contains(&count) {
                    return fault(place(), format!("a list of {count}"));
                }
                corners.clear();
                for _ in 0..count as usize {
                    let value = scalar(property.of).ok_or_else(cut)?;
                    corners.push(if value >= 0.0 { value as u32 } else { u32::MAX });
                }
                let indices = ["vertex_indices", "vertex_index"].contains(&property.name.as_str());
                if element.name == "face" && indices {
                    fan(&mut mesh, &corners).map_err(|e| (place(), e))?;
                }
            }
            if element.name == "vertex" {
                mesh.positions.push(p);
            }
        }
    }
    Ok(vec![MeshPart {
        mesh,
        ..MeshPart::default()
    }])
}
