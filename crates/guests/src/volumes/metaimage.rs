//! MetaImage (`.mha`, `.mhd`), plain and compressed. Its world is LPS.

use std::collections::HashMap;
use std::io::Read;

use flate2::read::ZlibDecoder;
use glam::DVec3;

use super::super::number::Number;
use super::image::{Fault, LabelImage, check_dims, fault, placement, plain_segments};
use super::numbers::{Beside, Storage, read_layers};

/// Bytes of a header at most.
const MAX_HEADER: usize = 1 << 20;

#[expect(
    clippy::too_many_lines,
    reason = "one file format, in the order of its parts"
)]
pub(crate) fn read(input: &mut dyn Read, beside: &Beside) -> Result<LabelImage, Fault> {
    let fields = header(input)?;
    let field = |names: &[&str]| {
        names
            .iter()
            .find_map(|n| fields.get(*n))
            .map(String::as_str)
    };
    let need = |name: &str| {
        field(&[name]).ok_or_else(|| ("header".to_owned(), format!("{name} is missing")))
    };
    let numbers = |names: &[&str]| -> Result<Option<Vec<f64>>, Fault> {
        let Some(text) = field(names) else {
            return Ok(None);
        };
        let values: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
        values
            .map(Some)
            .map_err(|_| (names[0].to_owned(), format!("{text:?} are not numbers")))
    };
    let yes = |names: &[&str]| field(names).is_some_and(|v| v.eq_ignore_ascii_case("true"));
    let rank: usize = need("NDims")?.trim().parse().unwrap_or(0);
    if !(2..=3).contains(&rank) {
        return fault("NDims", format!("{rank} dimensions"));
    }
    let sizes = numbers(&["DimSize"])?.unwrap_or_default();
    if sizes.len() != rank
        || sizes
            .iter()
            .any(|s| *s < 1.0 || s.fract() != 0.0 || *s > 1e6)
    {
        return fault("DimSize", format!("{sizes:?}"));
    }
    let mut dims = [1usize; 3];
    for (d, s) in dims.iter_mut().zip(&sizes) {
        *d = *s as usize;
    }
    check_dims(dims).map_err(|e| ("DimSize".to_owned(), e))?;
    if field(&["ElementNumberOfChannels"]).is_some_and(|n| n.trim() != "1") {
        return fault("ElementNumberOfChannels", "labels are one number per voxel");
    }
    let number = match need("ElementType")? {
        "MET_UCHAR" => Number::U8,
        "MET_CHAR" => Number::I8,
        "MET_USHORT" => Number::U16,
        "MET_SHORT" => Number::I16,
        "MET_UINT" | "MET_ULONG" => Number::U32,
        "MET_INT" | "MET_LONG" => Number::I32,
        "MET_ULONG_LONG" => Number::U64,
        "MET_LONG_LONG" => Number::I64,
        "MET_FLOAT" => Number::F32,
        "MET_DOUBLE" => Number::F64,
        other => return fault("ElementType", format!("{other:?} cannot hold labels")),
    };
    if field(&["BinaryData"]).is_some_and(|v| v.eq_ignore_ascii_case("false")) {
        return fault("BinaryData", "data as text are not read");
    }
    let spacing = numbers(&["ElementSpacing", "ElementSize"])?.unwrap_or(vec![1.0; rank]);
    let origin = numbers(&["Offset", "Position", "Origin"])?.unwrap_or(vec![0.0; rank]);
    let matrix = numbers(&["TransformMatrix", "Rotation", "Orientation"])?;
    if spacing.len() < rank || origin.len() < rank {
        return fault("ElementSpacing", "fewer numbers than dimensions");
    }
    if matrix.as_ref().is_some_and(|m| m.len() != rank * rank) {
        return fault("TransformMatrix", "not a square of numbers");
    }
    let mut axes = [DVec3::X, DVec3::Y, DVec3::Z];
    for a in 0..rank {
        if let Some(m) = &matrix {
            // The direction of each axis in turn.
            axes[a] = DVec3::from_array(std::array::from_fn(|c| {
                if c < rank { m[rank * a + c] } else { 0.0 }
            }));
        }
        axes[a] *= spacing[a];
    }
    let at = |n: usize| origin.get(n).copied().unwrap_or(0.0);
    let to_lps = placement(axes, DVec3::new(at(0), at(1), at(2)))
        .map_err(|e| ("TransformMatrix".to_owned(), e))?;
    let mut source: Box<dyn Read> = match need("ElementDataFile")? {
        "LOCAL" => Box::new(input),
        name if name.starts_with("LIST") || name.contains('%') => {
            return fault("ElementDataFile", "data in several files are not read");
        }
        name => beside(name).map_err(|e| ("ElementDataFile".to_owned(), e))?,
    };
    let skip = numbers(&["HeaderSize"])?.and_then(|v| v.first().copied());
    match skip {
        Some(n) if n > 0.0 && n <= 1e9 => {
            std::io::copy(&mut Read::take(&mut source, n as u64), &mut std::io::sink())
                .map_err(|e| ("HeaderSize".to_owned(), e.to_string()))?;
        }
        Some(n) if n < 0.0 => return fault("HeaderSize", "data at the end of a file are not read"),
        _ => {}
    }
    if yes(&["CompressedData"]) {
        source = Box::new(ZlibDecoder::new(source));
    }
    let storage = Storage {
        number,
        little: !yes(&["BinaryDataByteOrderMSB", "ElementByteOrderMSB"]),
        slope: 1.0,
        shift: 0.0,
        layers: 1,
    };
    let (layers, values) = read_layers(&mut source, dims, &storage)?;
    Ok(LabelImage {
        dims,
        to_lps,
        layers,
        segments: plain_segments(values),
        notes: Vec::new(),
    })
}

/// "Name = value" lines up to ElementDataFile, behind which the data may start.
fn header(input: &mut dyn Read) -> Result<HashMap<String, String>, Fault> {
    let mut fields = HashMap::new();
    let mut total = 0;
    let mut line = Vec::new();
    loop {
        let mut byte = [0u8];
        let n = input
            .read(&mut byte)
            .map_err(|e| ("header".to_owned(), e.to_string()))?;
        total += n;
        if total > MAX_HEADER {
            return fault(
                "header",
                format!("no ElementDataFile within {MAX_HEADER} bytes"),
            );
        }
        if n == 1 && byte[0] != b'\n' {
            line.push(byte[0]);
            continue;
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        line.clear();
        if let Some((name, value)) = text.split_once('=') {
            let name = name.trim().to_owned();
            let last = name == "ElementDataFile";
            fields.insert(name, value.trim().to_owned());
            if last {
                return Ok(fields);
            }
        } else if !text.trim().is_empty() {
            return fault("header", "not a MetaImage header line");
        }
        if n == 0 {
            return fault("header", "the header is cut off");
        }
    }
}
