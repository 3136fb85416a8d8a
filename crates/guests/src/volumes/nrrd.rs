//! NRRD, with data attached or beside it, and the segmentations of 3D Slicer (`.seg.nrrd`), whose overlapping segments
//! lie in layers. Read here: no crate for it is kept up.

use std::collections::HashMap;
use std::io::Read;

use flate2::read::MultiGzDecoder;
use glam::DVec3;

use super::super::number::Number;
use super::image::{Fault, LabelImage, MAX_VALUES, Segment, check_dims, fault, placement};
use super::numbers::{Beside, Storage, read_layers};

/// Bytes of a header at most.
const MAX_HEADER: usize = 16 << 20;

#[expect(
    clippy::too_many_lines,
    reason = "one file format, in the order of its parts"
)]
pub(crate) fn read(input: &mut dyn Read, beside: &Beside) -> Result<LabelImage, Fault> {
    let (fields, pairs) = header(input)?;
    let field = |name: &str| fields.get(name).map(String::as_str);
    let need = |name: &str| {
        field(name).ok_or_else(|| {
            (
                "header".to_owned(),
                format!("the field {name:?} is missing"),
            )
        })
    };
    let number = match need("type")? {
        "uchar" | "unsigned char" | "uint8" | "uint8_t" => Number::U8,
        "signed char" | "int8" | "int8_t" => Number::I8,
        "ushort" | "unsigned short" | "unsigned short int" | "uint16" | "uint16_t" => Number::U16,
        "short" | "short int" | "signed short" | "signed short int" | "int16" | "int16_t" => {
            Number::I16
        }
        "uint" | "unsigned int" | "uint32" | "uint32_t" => Number::U32,
        "int" | "signed int" | "int32" | "int32_t" => Number::I32,
        "ulonglong" | "unsigned long long" | "uint64" | "uint64_t" => Number::U64,
        "longlong" | "long long" | "int64" | "int64_t" => Number::I64,
        "float" => Number::F32,
        "double" => Number::F64,
        other => return fault("type", format!("{other:?} cannot hold labels")),
    };
    let sizes: Result<Vec<usize>, _> = need("sizes")?.split_whitespace().map(str::parse).collect();
    let sizes = sizes.map_err(|_| ("sizes".to_owned(), "not whole numbers".to_owned()))?;
    let rank = sizes.len();
    if !(2..=4).contains(&rank) {
        return fault("sizes", format!("{rank} dimensions"));
    }
    let directions = field("space directions").map_or(Ok(Vec::new()), vectors)?;
    if !directions.is_empty() && directions.len() != rank {
        return fault(
            "space directions",
            format!("{} for {rank} axes", directions.len()),
        );
    }
    let kinds: Vec<&str> = field("kinds").map_or(Vec::new(), |k| k.split_whitespace().collect());
    let is_list = |n: usize| {
        directions.get(n).is_some_and(Option::is_none)
            || kinds.get(n).is_some_and(|k| ["list", "vector"].contains(k))
    };
    let spatial: Vec<usize> = match rank {
        4 if is_list(0) => vec![1, 2, 3],
        4 if is_list(3) || sizes[3] == 1 => vec![0, 1, 2],
        4 => return fault("kinds", "four axes, none of which lists layers"),
        _ => (0..rank).collect(),
    };
    let mut dims = [1usize; 3];
    for (a, n) in spatial.iter().enumerate() {
        dims[a] = sizes[*n];
    }
    // The one axis of four that does not lead through space.
    let list = (0..rank).find(|n| !spatial.contains(n));
    let layers = list.map_or(1, |n| sizes[n]);
    let to_lps = place(&fields, &directions, &spatial)?;
    let storage = Storage {
        number,
        little: match field("endian") {
            Some("big") => false,
            Some("little") | None => true,
            Some(other) => return fault("endian", format!("{other:?} is unknown")),
        },
        slope: 1.0,
        shift: 0.0,
        layers: if spatial.first() == Some(&1) {
            layers
        } else {
            1
        },
    };
    check_dims(dims).map_err(|e| ("sizes".to_owned(), e))?;
    let mut source: Box<dyn Read> = match field("data file").or(field("datafile")) {
        None => Box::new(input),
        Some(name) if name.starts_with("LIST") || name.contains('%') => {
            return fault("data file", "data in several files are not read");
        }
        Some(name) => beside(name).map_err(|e| ("data file".to_owned(), e))?,
    };
    for _ in 0..skip(&fields, "line skip")? {
        let mut byte = [0u8];
        while source.read(&mut byte).is_ok_and(|n| n == 1) && byte[0] != b'\n' {}
    }
    let mut data: Box<dyn Read> = match need("encoding")? {
        "raw" => source,
        "gzip" | "gz" => Box::new(MultiGzDecoder::new(source)),
        other => {
            return fault(
                "encoding",
                format!("{other:?} is not read; raw and gzip are"),
            );
        }
    };
    let bytes = skip(&fields, "byte skip")?;
    std::io::copy(
        &mut Read::take(&mut data, bytes as u64),
        &mut std::io::sink(),
    )
    .map_err(|e| ("byte skip".to_owned(), e.to_string()))?;
    let (layers, values) = if spatial.first() == Some(&1) || layers == 1 {
        read_layers(&mut data, dims, &storage)?
    } else {
        return fault("sizes", "layers along the last axis are not read");
    };
    Ok(segments(dims, to_lps, layers, values, &pairs))
}

type Header = (HashMap<String, String>, HashMap<String, String>);

/// The header's fields ("name: value") and pairs ("name:=value").
fn header(input: &mut dyn Read) -> Result<Header, Fault> {
    let (mut fields, mut pairs) = (HashMap::new(), HashMap::new());
    let mut total = 0;
    for number in 1.. {
        let mut line = Vec::new();
        loop {
            let mut byte = [0u8];
            match input.read(&mut byte) {
                Ok(1) if byte[0] == b'\n' => break,
                Ok(1) => line.push(byte[0]),
                // A detached header may end without an empty line.
                Ok(_) if number > 1 && line.is_empty() => return Ok((fields, pairs)),
                Ok(_) => return fault(format!("line {number}"), "the header is cut off"),
                Err(e) => return fault(format!("line {number}"), e.to_string()),
            }
            total += 1;
            if total > MAX_HEADER {
                return fault("header", format!("more than {MAX_HEADER} bytes"));
            }
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches('\r');
        if number == 1 {
            if !line.starts_with("NRRD000") {
                return fault("line 1", "an NRRD file starts with NRRD000");
            }
        } else if line.is_empty() {
            break;
        } else if line.starts_with('#') {
        } else if let Some((name, value)) = line.split_once(":=") {
            pairs.insert(name.to_owned(), value.to_owned());
        } else if let Some((name, value)) = line.split_once(": ") {
            fields.insert(name.trim().to_lowercase(), value.trim().to_owned());
        } else {
            return fault(format!("line {number}"), format!("{line:?} is no field"));
        }
    }
    Ok((fields, pairs))
}

fn skip(fields: &HashMap<String, String>, name: &str) -> Result<usize, Fault> {
    match fields.get(name).or(fields.get(&name.replace(' ', ""))) {
        None => Ok(0),
        Some(text) => text
            .parse()
            .ok()
            .filter(|n| *n <= MAX_HEADER)
            .ok_or_else(|| (name.to_owned(), format!("{text:?} is out of range"))),
    }
}

/// "(1,0,0) none (0,1,0)".
fn vectors(text: &str) -> Result<Vec<Option<DVec3>>, Fault> {
    let mut out = Vec::new();
    let spaced = text.replace(')', ") ");
    for word in split_vectors(&spaced) {
        if word == "none" {
            out.push(None);
            continue;
        }
        let bad = || {
            (
                "space directions".to_owned(),
                format!("{word:?} is no vector"),
            )
        };
        let inner = word
            .strip_prefix('(')
            .and_then(|w| w.strip_suffix(')'))
            .ok_or_else(bad)?;
        let numbers: Result<Vec<f64>, _> = inner.split(',').map(|n| n.trim().parse()).collect();
        let numbers = numbers.map_err(|_| bad())?;
        match numbers[..] {
            [x, y, z] => out.push(Some(DVec3::new(x, y, z))),
            [x, y] => out.push(Some(DVec3::new(x, y, 0.0))),
            _ => return Err(bad()),
        }
    }
    Ok(out)
}

/// Words split at spaces that are not within brackets.
fn split_vectors(text: &str) -> Vec<String> {
    let (mut out, mut word, mut inside) = (Vec::new(), String::new(), false);
    for c in text.chars() {
        match c {
            '(' => inside = true,
            ')' => inside = false,
            _ => {}
        }
        if c.is_whitespace() && !inside {
            if !word.is_empty() {
                out.push(std::mem::take(&mut word));
            }
        } else {
            word.push(c);
        }
    }
    if !word.is_empty() {
        out.push(word);
    }
    out
}

fn place(
    fields: &HashMap<String, String>,
    directions: &[Option<DVec3>],
    spatial: &[usize],
) -> Result<glam::DAffine3, Fault> {
    let space = fields
        .get("space")
        .map_or("", String::as_str)
        .to_lowercase();
    let sign = match space.trim_end_matches("-time") {
        "left-posterior-superior" | "lps" => DVec3::new(1.0, 1.0, 1.0),
        "right-anterior-superior" | "ras" => DVec3::new(-1.0, -1.0, 1.0),
        "left-anterior-superior" | "las" => DVec3::new(1.0, -1.0, 1.0),
        "" | "scanner-xyz" | "3d-right-handed" => DVec3::ONE,
        other => return fault("space", format!("{other:?} is not read")),
    };
    let origin = match fields.get("space origin") {
        Some(text) => vectors(text)?
            .first()
            .copied()
            .flatten()
            .unwrap_or_default(),
        None => DVec3::ZERO,
    };
    let spacings: Vec<f64> = fields.get("spacings").map_or(Vec::new(), |s| {
        s.split_whitespace()
            .map(|n| n.parse().unwrap_or(f64::NAN))
            .collect()
    });
    let mut axes = [DVec3::X, DVec3::Y, DVec3::Z];
    for (a, n) in spatial.iter().enumerate() {
        let spacing = spacings.get(*n).copied().filter(|s| s.is_finite());
        axes[a] = match directions.get(*n).copied().flatten() {
            Some(direction) => direction,
            None => axes[a] * spacing.unwrap_or(1.0),
        };
    }
    placement(axes.map(|a| a * sign), origin * sign).map_err(|e| ("space directions".to_owned(), e))
}

/// Gives values their meaning. In a Slicer segmentation the same value may stand for different segments in different
/// layers.
fn segments(
    dims: [usize; 3],
    to_lps: glam::DAffine3,
    mut layers: Vec<Vec<u16>>,
    values: Vec<i64>,
    pairs: &HashMap<String, String>,
) -> LabelImage {
    let mut notes = Vec::new();
    if layers.len() > 1 {
        notes.push(format!("{} layers", layers.len()));
    }
    let described: Vec<(usize, Segment)> = (0..MAX_VALUES)
        .map_while(|n| {
            let get = |what: &str| pairs.get(&format!("Segment{n}_{what}"));
            let name = get("Name").or(get("ID"))?;
            let color = get("Color").and_then(|c| {
                let v: Vec<f64> = c
                    .split_whitespace()
                    .filter_map(|v| v.parse().ok())
                    .collect();
                let byte = |n: usize| Some((v.get(n)?.clamp(0.0, 1.0) * 255.0).round() as u8);
                Some([byte(0)?, byte(1)?, byte(2)?])
            });
            let number = |what: &str| get(what).and_then(|v| v.trim().parse::<i64>().ok());
            let layer = number("Layer").and_then(|l| usize::try_from(l).ok());
            Some((
                layer.unwrap_or(0),
                Segment {
                    value: number("LabelValue").unwrap_or(n as i64 + 1),
                    name: Some(name.clone()),
                    color,
                    codes: get("Tags").map_or(Vec::new(), |t| codes(t)),
                },
            ))
        })
        .collect();
    let mut segments: Vec<Segment> = Vec::new();
    let mut number: HashMap<(usize, i64), u16> = HashMap::new();
    for (l, layer) in layers.iter_mut().enumerate() {
        let mut new: Vec<u16> = vec![0; values.len() + 1];
        for v in layer.iter_mut().filter(|v| **v > 0) {
            let slot = &mut new[usize::from(*v)];
            if *slot == 0 {
                let value = values[usize::from(*v) - 1];
                let known = described.iter().find(|d| d.0 == l && d.1.value == value);
                let key = (if known.is_some() { l } else { usize::MAX }, value);
                *slot = *number.entry(key).or_insert_with(|| {
                    segments.push(known.map_or(
                        Segment {
                            value,
                            ..Segment::default()
                        },
                        |d| d.1.clone(),
                    ));
                    segments.len() as u16
                });
            }
            *v = *slot;
        }
    }
    LabelImage {
        dims,
        to_lps,
        layers,
        segments,
        notes,
    }
}

/// The English meanings in a Slicer terminology entry, most telling last first: the anatomic region, then the type.
fn codes(tags: &str) -> Vec<String> {
    let mut out: Vec<String> = tags
        .split(['~', '|'])
        .filter_map(|entry| {
            let parts: Vec<&str> = entry.split('^').collect();
            match parts[..] {
                [_, _, meaning] if !meaning.is_empty() => Some(meaning.to_owned()),
                _ => None,
            }
        })
        .filter(|m| !["Tissue", "Anatomical Structure", "Organ"].contains(&m.as_str()))
        .collect();
    out.reverse();
    out
}
