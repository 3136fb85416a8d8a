//! Readers of label volumes: NIfTI, NRRD, MetaImage, DICOM segmentations and stacks of TIFF or PNG slices.
//!
//! Whatever the file, the result is the same: layers of small numbers on a grid, what each number stands for, and where
//! the grid lies in LPS mm. Sizes are checked against the limits, and what can be against the file, before memory is
//! taken.

mod classes;
mod dicom;
mod metaimage;
mod nifti;
mod nrrd;
mod resample;
mod stack;

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

use glam::{DAffine3, DVec3};

pub use classes::ClassNames;
pub(crate) use resample::{base, by_name, sample};
pub(crate) use stack::{is_slice, read as read_stack};

use super::source::extension;
use crate::AtlasError;

/// Voxels along one axis of a source at most, and in all.
const MAX_AXIS: usize = 4096;
const MAX_VOXELS: usize = 600_000_000;
/// Sizes of a voxel that are believed, mm: from slides under a microscope to coarse scans.
const VOXEL_MM: std::ops::RangeInclusive<f64> = 1e-4..=1e3;
/// Different values at most; with more, it is an image rather than labels.
const MAX_VALUES: usize = 1024;

/// What a label value stands for.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Segment {
    pub(crate) value: i64,
    pub(crate) name: Option<String>,
    pub(crate) color: Option<[u8; 3]>,
    pub(crate) codes: Vec<String>,
}

/// A label volume as its file gives it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct LabelImage {
    pub(crate) dims: [usize; 3],
    /// Voxel indices to LPS mm.
    pub(crate) to_lps: DAffine3,
    /// One number per voxel and layer, x fastest: 0 for nothing, else a place in `segments` plus 1. More than one layer
    /// where segments overlap.
    pub(crate) layers: Vec<Vec<u16>>,
    pub(crate) segments: Vec<Segment>,
    /// Anything noteworthy.
    pub(crate) notes: Vec<String>,
}

/// Whether a file name is that of a label volume of a single file.
pub(crate) fn is_volume_file(path: &Path) -> bool {
    match extension(path).as_str() {
        "nii" | "nrrd" | "nhdr" | "mha" | "mhd" | "dcm" => true,
        // DICOM files often have no extension; they say what they are.
        "" => std::fs::File::open(path).is_ok_and(|mut f| {
            let mut head = [0u8; 132];
            f.read_exact(&mut head).is_ok() && &head[128..] == b"DICM"
        }),
        _ => false,
    }
}

/// Reads a label volume; nothing when the file is a picture rather than labels by its own account (a CT slice).
///
/// # Errors
/// When the file cannot be read, is malformed, over the limits, or does not hold labels.
pub(crate) fn read(path: &Path) -> Result<Option<LabelImage>, AtlasError> {
    let fault = |(place, reason): Fault| AtlasError::format(path, place, reason);
    match extension(path).as_str() {
        "nii" => {
            let mut input = super::source::open(path)?;
            nifti::read(&mut input).map(Some).map_err(fault)
        }
        "nrrd" | "nhdr" => {
            let mut input = super::source::open(path)?;
            nrrd::read(&mut input, &beside(path))
                .map(Some)
                .map_err(fault)
        }
        "mha" | "mhd" => {
            let mut input = super::source::open(path)?;
            metaimage::read(&mut input, &beside(path))
                .map(Some)
                .map_err(fault)
        }
        _ => {
            let bytes = super::source::read_limited(path, 1 << 30)?;
            dicom::read(&bytes).map_err(fault)
        }
    }
}

/// Opens a file by its name beside another.
pub(crate) type Beside<'a> = dyn Fn(&str) -> Result<Box<dyn Read>, String> + 'a;

/// Opens a file that lies beside another.
fn beside(path: &Path) -> impl Fn(&str) -> Result<Box<dyn Read>, String> + '_ {
    move |name| {
        let plain = Path::new(name);
        if plain.components().count() != 1 || plain.is_absolute() || name == ".." {
            return Err(format!("{name:?} does not lie beside the file"));
        }
        let whole = path.parent().unwrap_or(Path::new("")).join(plain);
        super::source::open(&whole).map_err(|e| e.to_string())
    }
}

pub(crate) use super::meshes::{Fault, fault};

/// How numbers are stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F32,
    F64,
}

impl Number {
    pub(crate) fn bytes(self) -> usize {
        match self {
            Number::U8 | Number::I8 => 1,
            Number::U16 | Number::I16 => 2,
            Number::U32 | Number::I32 | Number::F32 => 4,
            Number::U64 | Number::I64 | Number::F64 => 8,
        }
    }

    fn value(self, little: bool, b: &[u8]) -> f64 {
        let mut w = [0u8; 8];
        for (n, to) in w.iter_mut().enumerate().take(b.len()) {
            *to = if little { b[n] } else { b[b.len() - 1 - n] };
        }
        let [a, b, c, d, ..] = w;
        match self {
            Number::U8 => f64::from(a),
            Number::I8 => f64::from(a as i8),
            Number::U16 => f64::from(u16::from_le_bytes([a, b])),
            Number::I16 => f64::from(i16::from_le_bytes([a, b])),
            Number::U32 => f64::from(u32::from_le_bytes([a, b, c, d])),
            Number::I32 => f64::from(i32::from_le_bytes([a, b, c, d])),
            Number::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
            Number::U64 => u64::from_le_bytes(w) as f64,
            Number::I64 => i64::from_le_bytes(w) as f64,
            Number::F64 => f64::from_le_bytes(w),
        }
    }
}

/// Checks a grid's size and gives its number of voxels.
pub(crate) fn check_dims(dims: [usize; 3]) -> Result<usize, String> {
    if let Some(n) = dims.iter().find(|n| !(1..=MAX_AXIS).contains(n)) {
        return Err(format!(
            "{n} voxels along an axis, not within 1..={MAX_AXIS}"
        ));
    }
    let count = dims.iter().product::<usize>();
    if count > MAX_VOXELS {
        return Err(format!("{dims:?} voxels are more than {MAX_VOXELS}"));
    }
    Ok(count)
}

/// Gives label values small numbers in the order in which they are met.
#[derive(Default)]
pub(crate) struct Values {
    index: HashMap<i64, u16>,
    pub(crate) values: Vec<i64>,
}

impl Values {
    pub(crate) fn number(&mut self, value: i64) -> Result<u16, String> {
        if value == 0 {
            return Ok(0);
        }
        if let Some(n) = self.index.get(&value) {
            return Ok(*n);
        }
        if self.values.len() >= MAX_VALUES {
            return Err(format!(
                "more than {MAX_VALUES} different values: an image rather than labels"
            ));
        }
        self.values.push(value);
        let n = self.values.len() as u16;
        self.index.insert(value, n);
        Ok(n)
    }
}

/// Where and how the numbers of a volume lie in a stream.
pub(crate) struct Storage {
    pub(crate) number: Number,
    pub(crate) little: bool,
    /// Stored numbers are multiplied by this and the shift added.
    pub(crate) slope: f64,
    pub(crate) shift: f64,
    /// Numbers per voxel, side by side.
    pub(crate) layers: usize,
}

/// Reads a volume's numbers into layers.
pub(crate) fn read_layers(
    input: &mut dyn Read,
    dims: [usize; 3],
    storage: &Storage,
) -> Result<(Vec<Vec<u16>>, Vec<i64>), Fault> {
    let count = check_dims(dims).map_err(|e| ("header".to_owned(), e))?;
    if storage.layers == 0 || storage.layers.saturating_mul(count) > MAX_VOXELS {
        return fault("header", format!("{} layers are too many", storage.layers));
    }
    let mut values = Values::default();
    // Grows with what is really there: a header alone takes no memory.
    let mut layers: Vec<Vec<u16>> = vec![Vec::new(); storage.layers];
    let size = storage.number.bytes();
    let row = dims[0] * storage.layers * size;
    let mut raw = vec![0u8; row];
    let (mut last, mut last_number) = (f64::NAN, 0u16);
    for r in 0..dims[1] * dims[2] {
        let place = || format!("row {}, slice {}", r % dims[1], r / dims[1]);
        input
            .read_exact(&mut raw)
            .map_err(|e| (place(), format!("the data end here: {e}")))?;
        for (n, bytes) in raw.chunks_exact(size).enumerate() {
            let stored = storage.number.value(storage.little, bytes);
            if stored.to_bits() != last.to_bits() {
                let value = stored * storage.slope + storage.shift;
                let whole = value.round();
                if (value - whole).abs() > 1e-3 || !(-9e15..=9e15).contains(&whole) {
                    return fault(
                        format!("voxel {}, {}", n / storage.layers, place()),
                        format!("{value} is not a whole number, so this is no label"),
                    );
                }
                last = stored;
                last_number = values.number(whole as i64).map_err(|e| (place(), e))?;
            }
            layers[n % storage.layers].push(last_number);
        }
    }
    Ok((layers, values.values))
}

/// Segments for values about which nothing else is known.
pub(crate) fn plain_segments(values: Vec<i64>) -> Vec<Segment> {
    values
        .into_iter()
        .map(|value| Segment {
            value,
            ..Segment::default()
        })
        .collect()
}

/// A grid's placement from its axes (mm per voxel) and the centre of its first voxel.
pub(crate) fn placement(axes: [DVec3; 3], origin: DVec3) -> Result<DAffine3, String> {
    let m = glam::DMat3::from_cols(axes[0], axes[1], axes[2]);
    let size = axes.map(|a| a.length());
    if size.iter().any(|s| !VOXEL_MM.contains(s))
        || origin.length().is_nan()
        || origin.length() > 1e5
    {
        return Err("the voxel size or the place is out of range".into());
    }
    let spanned = m.determinant().abs() / size.iter().product::<f64>();
    if spanned.is_nan() || spanned < 1e-6 {
        return Err("the axes do not span space".into());
    }
    Ok(DAffine3::from_mat3_translation(m, origin))
}

#[cfg(test)]
mod tests;
