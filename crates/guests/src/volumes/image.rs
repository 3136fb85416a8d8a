//! A label volume in memory, and the limits that it keeps.

use glam::{DAffine3, DVec3};

pub(crate) use super::super::meshes::{Fault, fault};

/// Voxels along one axis of a source at most, and in all.
pub(crate) const MAX_AXIS: usize = 4096;
pub(crate) const MAX_VOXELS: usize = 600_000_000;
/// Sizes of a voxel that are believed, mm: from slides under a microscope to coarse scans.
const VOXEL_MM: std::ops::RangeInclusive<f64> = 1e-4..=1e3;
/// Different values at most; with more, it is an image rather than labels.
pub(crate) const MAX_VALUES: usize = 1024;

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
