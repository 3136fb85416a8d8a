//! From a source's grid to the common 1 mm lattice: each lattice voxel takes the label of the source voxel that holds
//! its centre.

use std::collections::HashMap;

use glam::{DAffine3, DVec3};
use surfaces::Voxels;

use super::image::LabelImage;

/// Bytes that the segments of one volume may take on the lattice.
const MAX_BYTES: i64 = 2 << 30;

/// Of these, a volume of few voxels gets so many …
const FREE_BYTES: i64 = 8 << 20;

/// … and so many for each voxel that it has: enough for voxels of 16 mm, so that a small file with voxels of a metre is refused.
const BYTES_PER_VOXEL: i64 = 16 * 16 * 16 / 8;

/// One segment of a label volume on the lattice.
pub(crate) struct Sampled {
    /// Place in the image's segments.
    pub(crate) segment: usize,
    /// Voxels in the source's own grid, the volume they make (mL) and their centroid (LPS mm).
    pub(crate) source_voxels: u64,
    pub(crate) source_volume_ml: f64,
    pub(crate) source_centroid: DVec3,
    pub(crate) voxels: Voxels,
}

/// The lattice point that suits a grid best: a half voxel inside its lowest faces when its axes run along x, y and z, so
/// that voxels of whole millimetres are counted exactly.
pub(crate) fn base(image: &LabelImage, frame: &DAffine3) -> DVec3 {
    let to = *frame * image.to_lps;
    let half = DVec3::splat(0.5);
    let top = DVec3::from_array(image.dims.map(|n| n as f64)) - half;
    let (a, b) = (to.transform_point3(-half), to.transform_point3(top));
    a.min(b) + half
}

/// Samples all segments of an image; lattice point (i, j, k) lies at `base` + (i, j, k) mm.
///
/// # Errors
/// When the labelled part would take too many voxels.
pub(crate) fn sample(
    image: &LabelImage,
    frame: &DAffine3,
    base: DVec3,
) -> Result<Vec<Sampled>, String> {
    let mut found: Vec<Found> = vec![Found::default(); image.segments.len()];
    let [nx, ny, _] = image.dims;
    for layer in &image.layers {
        for (row, values) in layer.chunks_exact(nx).enumerate() {
            let (j, k) = (row % ny, row / ny);
            for (i, v) in values.iter().enumerate().filter(|v| *v.1 > 0) {
                found[usize::from(*v) - 1].add([i, j, k]);
            }
        }
    }
    let to_lps = *frame * image.to_lps;
    let to_lattice = DAffine3::from_translation(-base) * to_lps;
    let from_lattice = to_lattice.inverse();
    let cell = to_lps.matrix3.determinant().abs() / 1000.0;
    let mut out: Vec<Option<Sampled>> = Vec::new();
    let mut total = 0;
    let given: usize = image.layers.iter().map(Vec::len).sum();
    let most = FREE_BYTES + BYTES_PER_VOXEL.saturating_mul(given as i64);
    let most = most.min(MAX_BYTES);
    for (segment, f) in found.iter().enumerate() {
        if f.count == 0 {
            out.push(None);
            continue;
        }
        let (low, high) = lattice_box(f, &to_lattice);
        let dims: [i64; 3] = std::array::from_fn(|a| i64::from(high[a]) - i64::from(low[a]) + 1);
        total += dims.iter().map(|d| (*d).min(1 << 16)).product::<i64>() / 8;
        if total > most {
            return Err(format!(
                "with segment {}, which takes {dims:?} mm, the labels take more than {most} bytes",
                image.segments[segment].value
            ));
        }
        let middle = DVec3::from_array(f.sum.map(|s| s as f64 / f.count as f64));
        out.push(Some(Sampled {
            segment,
            source_voxels: f.count,
            source_volume_ml: f.count as f64 * cell,
            source_centroid: to_lps.transform_point3(middle),
            voxels: Voxels::new(low, dims.map(|d| d as usize)),
        }));
    }
    // The box of everything, walked once per layer.
    let boxes: Vec<([i32; 3], [usize; 3])> = out
        .iter()
        .flatten()
        .map(|s| (s.voxels.low, s.voxels.dims))
        .collect();
    if boxes.is_empty() {
        return Ok(Vec::new());
    }
    let low: [i32; 3] = std::array::from_fn(|a| boxes.iter().map(|b| b.0[a]).min().unwrap_or(0));
    let high: [i32; 3] = std::array::from_fn(|a| {
        boxes
            .iter()
            .map(|b| b.0[a] + b.1[a] as i32)
            .max()
            .unwrap_or(0)
    });
    let steps = [0, 1, 2].map(|a| from_lattice.matrix3.col(a));
    // Lattice centres on the border between two source voxels go the same way everywhere.
    let nudge = DVec3::splat(1e-7);
    for layer in &image.layers {
        for k in low[2]..high[2] {
            for j in low[1]..high[1] {
                let start = from_lattice.transform_point3(DVec3::new(
                    f64::from(low[0]),
                    f64::from(j),
                    f64::from(k),
                )) + nudge;
                for i in low[0]..high[0] {
                    let p = start + steps[0] * f64::from(i - low[0]);
                    let (x, y, z) = (p.x.round(), p.y.round(), p.z.round());
                    if x < 0.0 || y < 0.0 || z < 0.0 {
                        continue;
                    }
                    let at = [x as usize, y as usize, z as usize];
                    if (0..3).any(|a| at[a] >= image.dims[a]) {
                        continue;
                    }
                    let v = layer[at[0] + nx * (at[1] + ny * at[2])];
                    if v > 0
                        && let Some(s) = out[usize::from(v) - 1].as_mut()
                    {
                        s.voxels.insert([i, j, k]);
                    }
                }
            }
        }
    }
    Ok(out.into_iter().flatten().collect())
}

/// How often overlapping segments share voxels, by their numbers.
pub(crate) fn overlaps(layers: &[Vec<u16>]) -> u64 {
    let Some((first, rest)) = layers.split_first() else {
        return 0;
    };
    let mut shared = 0;
    for (n, v) in first.iter().enumerate() {
        let labelled = usize::from(*v > 0) + rest.iter().filter(|l| l[n] > 0).count();
        shared += u64::from(labelled > 1);
    }
    shared
}

#[derive(Clone, Default)]
struct Found {
    count: u64,
    sum: [u64; 3],
    range: Option<([usize; 3], [usize; 3])>,
}

impl Found {
    fn add(&mut self, at: [usize; 3]) {
        self.count += 1;
        for (sum, v) in self.sum.iter_mut().zip(at) {
            *sum += v as u64;
        }
        let (lo, hi) = self.range.get_or_insert((at, at));
        for a in 0..3 {
            lo[a] = lo[a].min(at[a]);
            hi[a] = hi[a].max(at[a]);
        }
    }
}

fn lattice_box(f: &Found, to_lattice: &DAffine3) -> ([i32; 3], [i32; 3]) {
    let (lo, hi) = f.range.unwrap_or_default();
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for corner in 0..8 {
        let p: [f64; 3] = std::array::from_fn(|a| {
            if corner >> a & 1 == 1 {
                hi[a] as f64 + 0.5
            } else {
                lo[a] as f64 - 0.5
            }
        });
        let p = to_lattice.transform_point3(DVec3::from_array(p));
        low = low.min(p);
        high = high.max(p);
    }
    (
        low.floor().to_array().map(|v| v as i32),
        high.ceil().to_array().map(|v| v as i32),
    )
}

/// Segments of one name and file are one structure: their places by name.
pub(crate) fn by_name(sampled: Vec<Sampled>, names: &[String]) -> Vec<Sampled> {
    let mut out: Vec<Sampled> = Vec::new();
    let mut place: HashMap<&str, usize> = HashMap::new();
    for s in sampled {
        match place.get(names[s.segment].as_str()) {
            Some(n) => {
                let old = &mut out[*n];
                let both = (old.source_voxels + s.source_voxels) as f64;
                old.source_centroid = (old.source_centroid * old.source_voxels as f64
                    + s.source_centroid * s.source_voxels as f64)
                    / both;
                old.source_voxels += s.source_voxels;
                old.source_volume_ml += s.source_volume_ml;
                old.voxels.union(&s.voxels);
            }
            None => {
                place.insert(names[s.segment].as_str(), out.len());
                out.push(s);
            }
        }
    }
    out
}
