//! NIfTI-1 and NIfTI-2 in a single file, of any axis order, oblique too.

use std::io::Read;

use glam::{DMat3, DQuat, DVec3};

use super::image::{Fault, LabelImage, MAX_VALUES, Segment, check_dims, fault, placement};
use super::numbers::{Number, Storage, read_layers};

/// Bytes between header and data at most: extensions with names.
const MAX_EXTENSIONS: usize = 16 << 20;

/// Fields of a header at their offsets, in either byte order.
struct Header<'a> {
    bytes: &'a [u8],
    little: bool,
}

impl Header<'_> {
    fn take<const N: usize>(&self, at: usize) -> [u8; N] {
        let mut b = [0u8; N];
        b.copy_from_slice(&self.bytes[at..at + N]);
        if !self.little {
            b.reverse();
        }
        b
    }

    fn i16(&self, at: usize) -> i64 {
        i64::from(i16::from_le_bytes(self.take(at)))
    }

    fn i32(&self, at: usize) -> i64 {
        i64::from(i32::from_le_bytes(self.take(at)))
    }

    fn i64(&self, at: usize) -> i64 {
        i64::from_le_bytes(self.take(at))
    }

    fn f32(&self, at: usize) -> f64 {
        f64::from(f32::from_le_bytes(self.take(at)))
    }

    fn f64(&self, at: usize) -> f64 {
        f64::from_le_bytes(self.take(at))
    }
}

/// What a header says, whichever version.
struct Layout {
    dims: [i64; 8],
    kind: i64,
    size: [f64; 8],
    offset: i64,
    slope: f64,
    shift: f64,
    units: i64,
    qform: i64,
    sform: i64,
    quaternion: [f64; 3],
    qoffset: [f64; 3],
    rows: [[f64; 4]; 3],
    header: usize,
}

pub(crate) fn read(input: &mut dyn Read) -> Result<LabelImage, Fault> {
    let header = |e: std::io::Error| {
        (
            "header".to_owned(),
            format!("not a NIfTI file, or cut off: {e}"),
        )
    };
    let mut bytes = vec![0u8; 348];
    input.read_exact(&mut bytes).map_err(header)?;
    let first = [bytes[0], bytes[1], bytes[2], bytes[3]];
    let (little, two) = match (i32::from_le_bytes(first), i32::from_be_bytes(first)) {
        (348, _) => (true, false),
        (_, 348) => (false, false),
        (540, _) => (true, true),
        (_, 540) => (false, true),
        _ => return fault("header", "not a NIfTI-1 or NIfTI-2 file"),
    };
    if two {
        bytes.resize(540, 0);
        input.read_exact(&mut bytes[348..]).map_err(header)?;
    }
    let h = Header {
        bytes: &bytes,
        little,
    };
    let magic = if two { &bytes[4..7] } else { &bytes[344..347] };
    match magic {
        b"n+1" | b"n+2" => {}
        b"ni1" | b"ni2" => {
            return fault(
                "header",
                "the data are in a second file (.img); only single files are read",
            );
        }
        _ => return fault("header", "the mark n+1 or n+2 is missing"),
    }
    let layout = if two { second(&h) } else { first_version(&h) };
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
    if read.map_err(header)? < skip {
        return fault("extensions", "the file ends here");
    }
    // A slope of 0 says that there is none.
    let scaled = layout.slope != 0.0 && layout.slope.is_finite() && layout.shift.is_finite();
    let storage = Storage {
        number,
        little,
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

fn first_version(h: &Header) -> Layout {
    Layout {
        dims: std::array::from_fn(|n| h.i16(40 + 2 * n)),
        kind: h.i16(70),
        size: std::array::from_fn(|n| h.f32(76 + 4 * n)),
        offset: h.f32(108) as i64,
        slope: h.f32(112),
        shift: h.f32(116),
        units: i64::from(h.bytes[123]),
        qform: h.i16(252),
        sform: h.i16(254),
        quaternion: std::array::from_fn(|n| h.f32(256 + 4 * n)),
        qoffset: std::array::from_fn(|n| h.f32(268 + 4 * n)),
        rows: std::array::from_fn(|r| std::array::from_fn(|c| h.f32(280 + 16 * r + 4 * c))),
        header: 348,
    }
}

fn second(h: &Header) -> Layout {
    Layout {
        dims: std::array::from_fn(|n| h.i64(16 + 8 * n)),
        kind: h.i16(12),
        size: std::array::from_fn(|n| h.f64(104 + 8 * n)),
        offset: h.i64(168),
        slope: h.f64(176),
        shift: h.f64(184),
        units: h.i32(500),
        qform: h.i32(344),
        sform: h.i32(348),
        quaternion: std::array::from_fn(|n| h.f64(352 + 8 * n)),
        qoffset: std::array::from_fn(|n| h.f64(376 + 8 * n)),
        rows: std::array::from_fn(|r| std::array::from_fn(|c| h.f64(400 + 32 * r + 8 * c))),
        header: 540,
    }
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
