//! DICOM segmentations: binary, fractional and label map, segments overlapping or not; plain, deflated, or with frames compressed by
//! run lengths, deflate, JPEG 2000 or JPEG-LS.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use dicom_object::{InMemDicomObject, Tag};
use glam::DVec3;
use palette::chromatic_adaptation::AdaptIntoUnclamped as _;
use palette::convert::FromColorUnclamped as _;
use palette::white_point::{D50, D65};
use palette::{FromColor as _, Lab, Srgb, Xyz};

use super::dicom_frames::{self as frames_of, FrameSize, Pixels};
use super::image::{
    Fault, LabelImage, MAX_VALUES, MAX_VOXELS, Segment, check_dims, fault, placement,
};

const BINARY_SEG: &str = "1.2.840.10008.5.1.4.1.1.66.4";
const LABELMAP_SEG: &str = "1.2.840.10008.5.1.4.1.1.66.7";
/// Voxels of the grid for each pixel of the frames at most: frames without a label may be left out of a file …
const MAX_SPREAD: usize = 64;
/// … but for grids of so many voxels.
const FREE_VOXELS: usize = 16 << 20;

const SOP_CLASS: Tag = Tag(0x0008, 0x0016);
const ROWS: Tag = Tag(0x0028, 0x0010);
const COLUMNS: Tag = Tag(0x0028, 0x0011);
const FRAMES: Tag = Tag(0x0028, 0x0008);
const BITS: Tag = Tag(0x0028, 0x0100);
const SEGMENTATION_TYPE: Tag = Tag(0x0062, 0x0001);
const SEGMENTS: Tag = Tag(0x0062, 0x0002);
const SEGMENT_NUMBER: Tag = Tag(0x0062, 0x0004);
const SEGMENT_LABEL: Tag = Tag(0x0062, 0x0005);
const CIELAB: Tag = Tag(0x0062, 0x000D);
const MAXIMUM_FRACTION: Tag = Tag(0x0062, 0x000E);
const PROPERTY_TYPE: Tag = Tag(0x0062, 0x000F);
const ANATOMIC_REGION: Tag = Tag(0x0008, 0x2218);
const CODE_VALUE: Tag = Tag(0x0008, 0x0100);
const CODE_MEANING: Tag = Tag(0x0008, 0x0104);
const SHARED: Tag = Tag(0x5200, 0x9229);
const PER_FRAME: Tag = Tag(0x5200, 0x9230);
const PIXEL_MEASURES: Tag = Tag(0x0028, 0x9110);
const PIXEL_SPACING: Tag = Tag(0x0028, 0x0030);
const SLICE_THICKNESS: Tag = Tag(0x0018, 0x0050);
const BETWEEN_SLICES: Tag = Tag(0x0018, 0x0088);
const PLANE_ORIENTATION: Tag = Tag(0x0020, 0x9116);
const ORIENTATION: Tag = Tag(0x0020, 0x0037);
const SLIDE_ORIENTATION: Tag = Tag(0x0048, 0x0102);
const PLANE_POSITION: Tag = Tag(0x0020, 0x9113);
const POSITION: Tag = Tag(0x0020, 0x0032);
const SLIDE_POSITION: Tag = Tag(0x0048, 0x021A);
const SLIDE_X: Tag = Tag(0x0040, 0x072A);
const SLIDE_Y: Tag = Tag(0x0040, 0x073A);
const SLIDE_Z: Tag = Tag(0x0040, 0x074A);
const MATRIX_COLUMN: Tag = Tag(0x0048, 0x021E);
const MATRIX_ROW: Tag = Tag(0x0048, 0x021F);
const TOTAL_COLUMNS: Tag = Tag(0x0048, 0x0006);
const SEGMENT_IDENTIFICATION: Tag = Tag(0x0062, 0x000A);
const REFERENCED_SEGMENT: Tag = Tag(0x0062, 0x000B);

/// Reads a segmentation; nothing when the file is another kind of DICOM object.
pub(crate) fn read(bytes: &[u8]) -> Result<Option<LabelImage>, Fault> {
    // The parser checks what it reads; the wall behind it is for what it may have missed.
    catch_unwind(AssertUnwindSafe(|| parse(bytes)))
        .unwrap_or_else(|_| fault("data set", "the DICOM data are malformed"))
}

#[expect(
    clippy::too_many_lines,
    reason = "one file format, in the order of its parts"
)]
fn parse(bytes: &[u8]) -> Result<Option<LabelImage>, Fault> {
    let file = frames_of::open(bytes)?;
    let class = text(&file, SOP_CLASS).unwrap_or_default();
    if class != BINARY_SEG && class != LABELMAP_SEG {
        return Ok(None);
    }
    let count = |tag: Tag, what: &str| -> Result<usize, Fault> {
        number(&file, tag)
            .and_then(|n| usize::try_from(n).ok())
            .filter(|n| (1..=1_000_000).contains(n))
            .ok_or_else(|| (what.to_owned(), "missing or out of range".to_owned()))
    };
    let (rows, columns) = (count(ROWS, "Rows")?, count(COLUMNS, "Columns")?);
    let frames = count(FRAMES, "NumberOfFrames").unwrap_or(1);
    check_dims([columns, rows, 1]).map_err(|e| ("Rows".to_owned(), e))?;
    let frame_pixels = rows * columns;
    let bits = count(BITS, "BitsAllocated")?;
    let size = FrameSize {
        rows,
        columns,
        bits,
    };
    let kind = text(&file, SEGMENTATION_TYPE).unwrap_or_default();
    let labelmap = kind == "LABELMAP" || class == LABELMAP_SEG;
    let fractional = kind == "FRACTIONAL" && !labelmap;
    let mut pixels = Pixels::new(&file, size, frames, fractional)?;
    let half = number(&file, MAXIMUM_FRACTION).unwrap_or(255).div_euclid(2);
    let planes = planes(&file, frames, rows, columns)?;
    let described = segments(&file);
    let mut image = LabelImage {
        dims: planes.dims,
        to_lps: planes.to_lps,
        ..LabelImage::default()
    };
    let cells = check_dims(planes.dims).map_err(|e| ("frames".to_owned(), e))?;
    let given = frames * frame_pixels;
    if cells > FREE_VOXELS && cells / MAX_SPREAD > given {
        let dims = planes.dims;
        return fault(
            "frames",
            format!("{given} pixels are spread over a grid of {dims:?} voxels"),
        );
    }
    let mut number_of: HashMap<i64, u16> = HashMap::new();
    let mut segment = |value: i64, all: &mut Vec<Segment>| -> Result<u16, Fault> {
        if let Some(n) = number_of.get(&value) {
            return Ok(*n);
        }
        if all.len() >= MAX_VALUES {
            return fault("pixel data", "too many segments");
        }
        all.push(described.get(&value).cloned().unwrap_or(Segment {
            value,
            ..Segment::default()
        }));
        let n = all.len() as u16;
        number_of.insert(value, n);
        Ok(n)
    };
    if fractional {
        image
            .notes
            .push("fractional; a voxel counts from one half".into());
    }
    for (frame, plane) in planes.frames.iter().enumerate() {
        let own = match (labelmap, plane.segment) {
            (true, _) => 0,
            (false, Some(value)) => segment(value, &mut image.segments)?,
            (false, None) => return fault(format!("frame {frame}"), "it names no segment"),
        };
        let pixel = pixels.frame(frame)?;
        for n in 0..frame_pixels {
            let value = pixel(n);
            let label = if labelmap {
                if value == 0 {
                    continue;
                }
                segment(value, &mut image.segments)?
            } else if value > 0 && (!fractional || value > half) {
                own
            } else {
                continue;
            };
            let at = [
                plane.corner[0] + n % columns,
                plane.corner[1] + n / columns,
                plane.corner[2],
            ];
            let cell = at[0] + planes.dims[0] * (at[1] + planes.dims[1] * at[2]);
            // Into the first layer where there is room: overlapping segments need several.
            let free = image
                .layers
                .iter()
                .position(|l| l[cell] == 0 || l[cell] == label);
            let layer = match free {
                Some(layer) => layer,
                None => {
                    if (image.layers.len() + 1) * cells > MAX_VOXELS {
                        return fault("frames", "too many segments overlap");
                    }
                    image.layers.push(vec![0; cells]);
                    image.layers.len() - 1
                }
            };
            image.layers[layer][cell] = label;
        }
    }
    if image.layers.len() > 1 {
        let shared = super::resample::overlaps(&image.layers);
        image.notes.push(format!(
            "{shared} voxels belong to several segments; the smaller one keeps them"
        ));
    }
    Ok(Some(image))
}

struct Plane {
    /// Lowest voxel of the frame in the grid.
    corner: [usize; 3],
    segment: Option<i64>,
}

struct Planes {
    dims: [usize; 3],
    to_lps: glam::DAffine3,
    frames: Vec<Plane>,
}

/// Where the frames lie, as a grid that holds them all.
#[expect(
    clippy::too_many_lines,
    reason = "one file format, in the order of its parts"
)]
fn planes(
    file: &InMemDicomObject,
    frames: usize,
    rows: usize,
    columns: usize,
) -> Result<Planes, Fault> {
    let shared = items(file, SHARED).first();
    let per_frame = items(file, PER_FRAME);
    let of_frame = |n: usize, sequence: Tag| {
        let own = per_frame.get(n).and_then(|f| items(f, sequence).first());
        own.or_else(|| shared.and_then(|s| items(s, sequence).first()))
    };
    let missing = |what: &str| (what.to_owned(), "missing or malformed".to_owned());
    let measures = of_frame(0, PIXEL_MEASURES);
    let measure = |tag: Tag| measures.map_or(Vec::new(), |m| floats(m, tag));
    let spacing = measure(PIXEL_SPACING);
    let [between_rows, between_columns] = spacing[..] else {
        return Err(missing("PixelSpacing"));
    };
    let orientation = of_frame(0, PLANE_ORIENTATION).map_or(Vec::new(), |o| floats(o, ORIENTATION));
    let orientation = if orientation.len() == 6 {
        orientation
    } else {
        floats(file, SLIDE_ORIENTATION)
    };
    let [a, b, c, d, e, f] = orientation[..] else {
        return Err(missing("ImageOrientationPatient"));
    };
    let along = DVec3::new(a, b, c).normalize_or_zero();
    let down = DVec3::new(d, e, f).normalize_or_zero();
    let normal = along.cross(down);
    if normal.length() < 0.9 {
        return fault(
            "ImageOrientationPatient",
            "its directions are not at right angles",
        );
    }
    let total = number(file, TOTAL_COLUMNS).and_then(|n| usize::try_from(n).ok());
    let tiles = total.unwrap_or(columns).div_ceil(columns).max(1);
    let mut places = Vec::with_capacity(frames);
    for n in 0..frames {
        let patient = of_frame(n, PLANE_POSITION).map_or(Vec::new(), |p| floats(p, POSITION));
        let place = match patient[..] {
            [x, y, z] => DVec3::new(x, y, z),
            // Tiles of a slide: by their place on it, else by that in the whole picture, given or in rows of tiles.
            _ => {
                let slide = of_frame(n, SLIDE_POSITION);
                let on_slide = [SLIDE_X, SLIDE_Y, SLIDE_Z]
                    .map(|tag| slide.and_then(|s| floats(s, tag).first().copied()));
                if let [Some(x), Some(y), Some(z)] = on_slide {
                    places.push(DVec3::new(x, y, z));
                    continue;
                }
                let at = |tag: Tag| slide.and_then(|s| number(s, tag));
                let (column, row) = match (at(MATRIX_COLUMN), at(MATRIX_ROW)) {
                    (Some(column), Some(row)) => (column - 1, row - 1),
                    _ if total.is_some() => {
                        ((n % tiles * columns) as i64, (n / tiles * rows) as i64)
                    }
                    _ => return Err(missing(&format!("ImagePositionPatient of frame {n}"))),
                };
                along * (column as f64 * between_columns) + down * (row as f64 * between_rows)
            }
        };
        if !place.is_finite() {
            return Err(missing(&format!("ImagePositionPatient of frame {n}")));
        }
        places.push(place);
    }
    // Depths along the normal: the smallest step between two is the distance of slices, unless the file states it.
    let mut depths: Vec<f64> = places.iter().map(|p| p.dot(normal)).collect();
    depths.sort_by(f64::total_cmp);
    let least = depths
        .windows(2)
        .map(|w| w[1] - w[0])
        .filter(|d| *d > 1e-3)
        .fold(f64::INFINITY, f64::min);
    let stated = measure(BETWEEN_SLICES)
        .first()
        .or(measure(SLICE_THICKNESS).first())
        .copied()
        .filter(|s| *s > 1e-3);
    let between = if least.is_finite() {
        least
    } else {
        stated.unwrap_or(1.0)
    };
    let origin_of = |axis: DVec3| {
        let all = places.iter().map(|p| p.dot(axis));
        all.fold(f64::INFINITY, f64::min)
    };
    let low = [origin_of(along), origin_of(down), origin_of(normal)];
    let step = [between_columns, between_rows, between];
    let axes = [along, down, normal];
    let mut dims = [columns, rows, 1];
    let mut out = Vec::with_capacity(frames);
    for (n, place) in places.iter().enumerate() {
        let mut corner = [0usize; 3];
        for a in 0..3 {
            let at = (place.dot(axes[a]) - low[a]) / step[a];
            if (at - at.round()).abs() > 0.2 || !(0.0..100_000.0).contains(&at.round()) {
                return fault(
                    format!("frame {n}"),
                    format!("it lies {at:.2} voxels from the first, off the grid of the others"),
                );
            }
            corner[a] = at.round() as usize;
            let size = [columns, rows, 1][a];
            dims[a] = dims[a].max(corner[a] + size);
        }
        let identified = of_frame(n, SEGMENT_IDENTIFICATION);
        out.push(Plane {
            corner,
            segment: identified.and_then(|s| number(s, REFERENCED_SEGMENT)),
        });
    }
    check_dims(dims).map_err(|e| ("frames".to_owned(), e))?;
    let origin = along * low[0] + down * low[1] + normal * low[2];
    let to_lps = placement([along * step[0], down * step[1], normal * step[2]], origin)
        .map_err(|e| ("PixelSpacing".to_owned(), e))?;
    Ok(Planes {
        dims,
        to_lps,
        frames: out,
    })
}

fn segments(file: &InMemDicomObject) -> HashMap<i64, Segment> {
    let mut out = HashMap::new();
    for item in items(file, SEGMENTS) {
        let Some(value) = number(item, SEGMENT_NUMBER) else {
            continue;
        };
        let mut codes = Vec::new();
        for sequence in [ANATOMIC_REGION, PROPERTY_TYPE] {
            for code in items(item, sequence) {
                codes.extend(text(code, CODE_MEANING));
                codes.extend(text(code, CODE_VALUE));
            }
        }
        let lab: Vec<f64> = floats(item, CIELAB);
        let color = match lab[..] {
            [l, a, b] => Some(from_lab(l, a, b)),
            _ => None,
        };
        out.insert(
            value,
            Segment {
                value,
                name: text(item, SEGMENT_LABEL).filter(|l| !l.is_empty()),
                color,
                codes,
            },
        );
    }
    out
}

/// DICOM stores CIE L*a*b* (D50) in 16-bit words: L* 0..100, a* and b* -128..127 over the whole range.
fn from_lab(l: f64, a: f64, b: f64) -> [u8; 3] {
    let lab = Lab::<D50, f64>::new(
        l / 65535.0 * 100.0,
        a / 65535.0 * 255.0 - 128.0,
        b / 65535.0 * 255.0 - 128.0,
    );
    // The white of screens is D65: adapted by Bradford.
    let xyz: Xyz<D65, f64> = Xyz::<D50, f64>::from_color_unclamped(lab).adapt_into_unclamped();
    Srgb::from_color(xyz).into_format::<u8>().into()
}

fn items(object: &InMemDicomObject, tag: Tag) -> &[InMemDicomObject] {
    object
        .element(tag)
        .ok()
        .and_then(|e| e.items())
        .unwrap_or(&[])
}

fn text(object: &InMemDicomObject, tag: Tag) -> Option<String> {
    let value = object.element(tag).ok()?.to_str().ok()?;
    Some(value.trim_end_matches('\0').trim().to_owned())
}

fn number(object: &InMemDicomObject, tag: Tag) -> Option<i64> {
    object.element(tag).ok()?.to_int().ok()
}

fn floats(object: &InMemDicomObject, tag: Tag) -> Vec<f64> {
    object
        .element(tag)
        .ok()
        .and_then(|e| e.to_multi_float64().ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_segments_are_those_of_the_screen() {
        // L*a*b* (D50) of colours of sRGB, by Lindbloom's calculator.
        for (lab, rgb) in [
            ([100.0, 0.0, 0.0], [255, 255, 255]),
            ([0.0, 0.0, 0.0], [0, 0, 0]),
            ([54.290_5, 80.804_9, 69.891_0], [255, 0, 0]),
            ([29.568_3, 68.287_4, -112.029_7], [0, 0, 255]),
            ([53.389, 0.0, 0.0], [128, 128, 128]),
        ] {
            let [l, a, b] = lab;
            let word = |share: f64| (share * 65535.0).round();
            let got = from_lab(
                word(l / 100.0),
                word((a + 128.0) / 255.0),
                word((b + 128.0) / 255.0),
            );
            let near = got
                .iter()
                .zip(rgb)
                .all(|(g, r): (&u8, u8)| g.abs_diff(r) <= 1);
            assert!(near, "{lab:?}: {got:?} instead of {rgb:?}");
        }
    }
}
