//! Polygon files (Stanford): text and binary of either byte order. Read here because element counts and list lengths
//! are to be checked against the file before they are believed.

use glam::DVec3;

use super::super::trimesh::TriMesh;
use super::part::{Fault, MAX_TRIANGLES, MeshPart, fan, fault};

#[derive(Clone, Copy, PartialEq)]
enum Format {
    Text,
    Little,
    Big,
}

#[derive(Clone, Copy)]
enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn parse(word: &str) -> Option<Scalar> {
        Some(match word {
            "char" | "int8" => Scalar::I8,
            "uchar" | "uint8" => Scalar::U8,
            "short" | "int16" => Scalar::I16,
            "ushort" | "uint16" => Scalar::U16,
            "int" | "int32" => Scalar::I32,
            "uint" | "uint32" => Scalar::U32,
            "float" | "float32" => Scalar::F32,
            "double" | "float64" => Scalar::F64,
            _ => return None,
        })
    }

    fn bytes(self) -> usize {
        match self {
            Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::F64 => 8,
        }
    }

    fn value(self, little: bool, b: &[u8]) -> f64 {
        let mut bytes = [0u8; 8];
        for (n, to) in bytes.iter_mut().enumerate().take(b.len()) {
            *to = if little { b[n] } else { b[b.len() - 1 - n] };
        }
        let [a, b, c, d, ..] = bytes;
        match self {
            Scalar::I8 => f64::from(a as i8),
            Scalar::U8 => f64::from(a),
            Scalar::I16 => f64::from(i16::from_le_bytes([a, b])),
            Scalar::U16 => f64::from(u16::from_le_bytes([a, b])),
            Scalar::I32 => f64::from(i32::from_le_bytes([a, b, c, d])),
            Scalar::U32 => f64::from(u32::from_le_bytes([a, b, c, d])),
            Scalar::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
            Scalar::F64 => f64::from_le_bytes(bytes),
        }
    }
}

struct Property {
    name: String,
    /// Type of the count when this is a list.
    list: Option<Scalar>,
    of: Scalar,
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
    let mut number = 0;
    loop {
        let Some(length) = bytes[at..].iter().take(1 << 16).position(|b| *b == b'\n') else {
            return fault("header", "it has no end");
        };
        let line = String::from_utf8_lossy(&bytes[at..at + length]);
        at += length + 1;
        number += 1;
        let place = || format!("line {number}");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["ply"] if number == 1 => {}
            _ if number == 1 => return fault(place(), "a PLY file starts with ply"),
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
                    (Scalar::parse(count), Scalar::parse(of), elements.last_mut())
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
                let (Some(of), Some(element)) = (Scalar::parse(of), elements.last_mut()) else {
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
    let mut scalar = |of: Scalar| -> Option<f64> {
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
