//! Readers of label volumes: NIfTI, NRRD, MetaImage, DICOM segmentations and stacks of TIFF or PNG slices.
//!
//! Whatever the file, the result is the same: layers of small numbers on a grid, what each number stands for, and where
//! the grid lies in LPS mm. Sizes are checked against the limits, and what can be against the file, before memory is
//! taken.

mod dicom;
mod dicom_frames;
mod dicom_lengths;
mod image;
mod jpeg_ls;
mod metaimage;
mod nifti;
mod nrrd;
mod numbers;
mod resample;
mod stack;

use std::io::Read;
use std::path::Path;

use anatomy::AtlasError;
use anatomy::files::{extension, read_limited};

pub(crate) use image::LabelImage;
pub(crate) use resample::{base, by_name, sample};
pub(crate) use stack::{is_slice, read as read_stack};

use super::meshes::Fault;

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
            let bytes = read_limited(path, 1 << 30)?;
            dicom::read(&bytes).map_err(fault)
        }
    }
}

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

#[cfg(test)]
mod tests;
