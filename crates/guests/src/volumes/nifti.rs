//! NIfTI-1 and NIfTI-2 in a single file, of any axis order, oblique too.

use std::io::Read;

use anatomy::nifti::header::{self, Layout};
use glam::{DMat3, DQuat, DVec3};

use super::super::number::Number;
use super::image::{Fault, LabelImage, MAX_VALUES, Segment, check_dims, fault, placement};
use super::numbers::{Storage, read_layers};

/// Bytes between header and data at most: extensions with names.
const MAX_EXTENSIONS: usize = 16 << 20;

pub(crate) fn read(input: &mut dyn Read) -> Result<LabelImage, Fault> {
    let layout = header::read(input).map_err(|e| ("header".to_owned(), e))?;
    let rank = layout.dims[0];
    if !(2..=7).contains(&rank) {
        return fault("header", format!("{rank} dimensions"));
    }
    let mut dims = [1usize; 3];
    for n in 1..=rank as usize {
        let size = layout.dims[n];
        if n <= 3 {
            dims[n - 1] = usize::try_from(size).unwrap_or(0);
        } else if size > 1 {
            return fault(
                "header",
                format!("{size} volumes in one file; labels are one"),
            );
        }
    }
    check_dims(dims).map_err(|e| ("header".to_owned(), e))?;
    let number = match layout.kind {
        2 => Number::U8,
        256 => Number::I8,
        512 => Number::U16,
        4 => Number::I16,
        768 => Number::U32,
        8 => Number::I32,
        1280 => Number::U64,
        1024 => Number::I64,
        16 => Number::F32,
        64 => Number::F64,
        other => return fault("header", format!("data type {other} cannot hold labels")),
    };
    let to_lps = place(&layout).map_err(|e| ("header".to_owned(), e))?;
    let skip = usize::try_from(layout.offset)
        .ok()
        .and_then(|o| o.checked_sub(layout.header))
        .filter(|s| *s <= MAX_EXTENSIONS);
    let Some(skip) = skip else {
        return fault(
            "header",
            format!("the data offset {} is out of range", layout.offset),
        );
    };
    let mut extensions = Vec::new();
    let read = Read::take(&mut *input, skip as u64).read_to_end(&mut extensions);
    let unread = |e: std::io::Error| ("extensions".to_owned(), e.to_string());
    if read.map_err(unread)? < skip {
        return fault("extensions", "the file ends here");
    }
    // A slope of 0 says that there is none.
    let scaled = layout.slope != 0.0 && layout.slope.is_finite() && layout.shift.is_finite();
    let storage = Storage {
        number,
        little: layout.little,
        slope: if scaled { layout.slope } else { 1.0 },
        shift: if scaled { layout.shift } else { 0.0 },
        layers: 1,
    };
    let (layers, values) = read_layers(input, dims, &storage)?;
    let names = label_table(&String::from_utf8_lossy(&extensions));
    let segments = values
        .into_iter()
        .map(|value| {
            let known = names.iter().find(|s| s.value == value);
            known.cloned().unwrap_or(Segment {
                value,
                ..Segment::default()
            })
        })
        .collect();
    Ok(LabelImage {
        dims,
        to_lps,
        layers,
        segments,
        notes: Vec::new(),
    })
}

/// Voxel indices to LPS mm: the sform, else the qform, else the voxel size alone.
fn place(l: &Layout) -> Result<glam::DAffine3, String> {
    let unit = match l.units & 7 {
        1 => 1000.0,
        3 => 0.001,
        _ => 1.0,
    };
    let (axes, origin) = if l.sform > 0 {
        let column = |c: usize| DVec3::new(l.rows[0][c], l.rows[1][c], l.rows[2][c]);
        ([column(0), column(1), column(2)], column(3))
    } else {
        let size = |n: usize| l.size[n].abs();
        let (turn, origin) = if l.qform > 0 {
            let [b, c, d] = l.quaternion;
            let a = (1.0 - b * b - c * c - d * d).max(0.0).sqrt();
            let q = DQuat::from_xyzw(b, c, d, a);
            if !q.is_finite() || q.length() < 0.5 {
                return Err("the quaternion is no rotation".into());
            }
            (
                DMat3::from_quat(q.normalize()),
                DVec3::from_array(l.qoffset),
            )
        } else {
            (DMat3::IDENTITY, DVec3::ZERO)
        };
        let flip = if l.size[0] < 0.0 && l.qform > 0 {
            -1.0
        } else {
            1.0
        };
        let axes = [
            turn.x_axis * size(1),
            turn.y_axis * size(2),
            turn.z_axis * size(3) * flip,
        ];
        (axes, origin)
    };
    // RAS to LPS.
    let lps = |p: DVec3| DVec3::new(-p.x, -p.y, p.z) * unit;
    placement(axes.map(lps), lps(origin))
}

/// The label table that TotalSegmentator and Connectome Workbench write into an extension:
/// `<Label Key="5" Red="0.1" ...><![CDATA[liver]]></Label>`.
fn label_table(text: &str) -> Vec<Segment> {
    let mut out = Vec::new();
    for piece in text.split("<Label ").skip(1).take(MAX_VALUES) {
        let Some((attributes, rest)) = piece.split_once('>') else {
            continue;
        };
        let attribute = |name: &str| {
            let (_, after) = attributes.split_once(&format!("{name}=\""))?;
            after.split('"').next()
        };
        let Some(value) = attribute("Key").and_then(|k| k.parse().ok()) else {
            continue;
        };
        let name = rest.split("</Label>").next().unwrap_or("");
        let name = name
            .trim()
            .trim_start_matches("<![CDATA[")
            .trim_end_matches("]]>")
            .trim();
        let channel = |name: &str| {
            let v: f64 = attribute(name)?.parse().ok()?;
            Some((v.clamp(0.0, 1.0) * 255.0).round() as u8)
        };
        let color = match (channel("Red"), channel("Green"), channel("Blue")) {
            (Some(r), Some(g), Some(b)) => Some([r, g, b]),
            _ => None,
        };
        out.push(Segment {
            value,
            name: (!name.is_empty()).then(|| name.to_owned()),
            color,
            codes: Vec::new(),
        });
    }
    out
}
