//! Stacks of TIFF or PNG slices with a list of classes, as the Visible Human's segmentations are passed on.
//!
//! Slices are taken in the order of the numbers in their names, the first the highest; columns run to the patient's
//! left, rows to the back. Another frame turns that.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use glam::DVec3;

use super::classes::ClassNames;
use super::image::{LabelImage, check_dims, placement, plain_segments};
use super::numbers::Values;
use crate::AtlasError;
use crate::guest::source::{extension, read_limited};

/// Bytes of a slice's file at most.
const MAX_BYTES: u64 = 256 << 20;

/// Whether a file name is that of a slice.
pub(crate) fn is_slice(path: &Path) -> bool {
    ["tif", "tiff", "png"].contains(&extension(path).as_str())
}

/// One slice: width, height and a number per pixel; red, green and blue make one number.
type Slice = (usize, usize, Vec<i64>);

/// Reads a stack; `spacing_mm` is the size of a voxel along columns, rows and slices.
///
/// # Errors
/// When a slice cannot be read, is of another size than the first, or the stack is over the limits.
pub(crate) fn read(
    paths: &[PathBuf],
    classes: Option<&ClassNames>,
    spacing_mm: [f64; 3],
) -> Result<LabelImage, AtlasError> {
    let mut paths = paths.to_vec();
    paths.sort_by_key(|p| natural(p));
    let mut dims = [0usize; 3];
    let mut values = Values::default();
    let mut layer: Vec<u16> = Vec::new();
    let mut color = false;
    for path in &paths {
        let fault = |reason: String| AtlasError::format(path, "slice", reason);
        let bytes = read_limited(path, MAX_BYTES)?;
        let slices = match extension(path).as_str() {
            "png" => png(&bytes).map(|s| vec![s]),
            _ => tiff(&bytes),
        }
        .map_err(fault)?;
        for (width, height, pixels) in slices {
            if dims[2] == 0 {
                [dims[0], dims[1]] = [width, height];
            }
            if [width, height] != [dims[0], dims[1]] {
                return Err(fault(format!(
                    "{width} x {height} pixels, the first slice has {} x {}",
                    dims[0], dims[1]
                )));
            }
            dims[2] += 1;
            check_dims(dims).map_err(fault)?;
            color |= pixels.iter().any(|p| *p > 0xFFFF);
            for value in pixels {
                layer.push(values.number(value).map_err(fault)?);
            }
        }
    }
    let first = paths.first().map_or(Path::new(""), PathBuf::as_path);
    let [x, y, z] = spacing_mm;
    let to_lps = placement([DVec3::X * x, DVec3::Y * y, DVec3::NEG_Z * z], DVec3::ZERO)
        .map_err(|e| AtlasError::format(first, "spacing", e))?;
    let mut segments = plain_segments(values.values);
    for s in &mut segments {
        s.name = classes.and_then(|c| c.get(s.value)).map(str::to_owned);
        if color {
            let [_, r, g, b] = (s.value as u32).to_be_bytes();
            s.color = Some([r, g, b]);
        }
    }
    Ok(LabelImage {
        dims,
        to_lps,
        layers: vec![layer],
        segments,
        notes: vec![format!(
            "{} slices of {} x {}, voxels of {x} x {y} x {z} mm",
            dims[2], dims[0], dims[1]
        )],
    })
}

/// A name with its numbers as numbers, so that slice 10 follows slice 9.
fn natural(path: &Path) -> Vec<(String, u64)> {
    let name = path
        .file_stem()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut out: Vec<(String, u64)> = vec![(String::new(), 0)];
    let mut in_number = false;
    for c in name.chars() {
        let digit = c.to_digit(10);
        if digit.is_none() && in_number {
            out.push((String::new(), 0));
        }
        in_number = digit.is_some();
        if let Some(last) = out.last_mut() {
            match digit {
                Some(d) => last.1 = last.1.saturating_mul(10).saturating_add(u64::from(d)),
                None => last.0.push(c),
            }
        }
    }
    out
}

fn check_slice(width: u64, height: u64) -> Result<(usize, usize), String> {
    let (w, h) = (width as usize, height as usize);
    check_dims([w, h, 1])?;
    Ok((w, h))
}

fn png(bytes: &[u8]) -> Result<Slice, String> {
    let text = |e: png::DecodingError| e.to_string();
    let limits = png::Limits { bytes: 512 << 20 };
    let decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    // Palette indices are labels; they stay as they are.
    let mut reader = decoder.read_info().map_err(text)?;
    let info = reader.info();
    let (width, height) = check_slice(u64::from(info.width), u64::from(info.height))?;
    let (kind, depth) = (info.color_type, info.bit_depth);
    let size = reader
        .output_buffer_size()
        .ok_or("the picture is too large")?;
    let mut raw = vec![0u8; size];
    let frame = reader.next_frame(&mut raw).map_err(text)?;
    let mut out = Vec::with_capacity(width * height);
    for row in raw.chunks_exact(frame.line_size.max(1)).take(height) {
        for x in 0..width {
            out.push(match (kind, depth) {
                (png::ColorType::Grayscale | png::ColorType::Indexed, png::BitDepth::Sixteen) => {
                    i64::from(u16::from_be_bytes([row[2 * x], row[2 * x + 1]]))
                }
                (png::ColorType::Grayscale | png::ColorType::Indexed, depth) => {
                    let bits = depth as usize;
                    let byte = row[x * bits / 8];
                    let shift = 8 - bits - x * bits % 8;
                    i64::from(byte >> shift & (0xFFu16 >> (8 - bits)) as u8)
                }
                (png::ColorType::Rgb, png::BitDepth::Eight) => {
                    rgb([row[3 * x], row[3 * x + 1], row[3 * x + 2]])
                }
                (png::ColorType::Rgba, png::BitDepth::Eight) => {
                    rgb([row[4 * x], row[4 * x + 1], row[4 * x + 2]])
                }
                (png::ColorType::GrayscaleAlpha, png::BitDepth::Eight) => i64::from(row[2 * x]),
                other => return Err(format!("pixels of kind {other:?} are not read")),
            });
        }
    }
    Ok((width, height, out))
}

fn rgb([r, g, b]: [u8; 3]) -> i64 {
    i64::from(r) << 16 | i64::from(g) << 8 | i64::from(b)
}

fn tiff(bytes: &[u8]) -> Result<Vec<Slice>, String> {
    use tiff::ColorType;
    use tiff::decoder::{Decoder, DecodingResult, Limits};
    let text = |e: tiff::TiffError| e.to_string();
    let mut limits = Limits::default();
    limits.decoding_buffer_size = 512 << 20;
    limits.intermediate_buffer_size = 256 << 20;
    let mut decoder = Decoder::new(Cursor::new(bytes))
        .map_err(text)?
        .with_limits(limits);
    let mut out = Vec::new();
    loop {
        let (w, h) = decoder.dimensions().map_err(text)?;
        let (width, height) = check_slice(u64::from(w), u64::from(h))?;
        check_dims([width, height, out.len() + 1])?;
        let color = decoder.colortype().map_err(text)?;
        let values: Vec<i64> = match decoder.read_image().map_err(text)? {
            DecodingResult::U8(v) => v.into_iter().map(i64::from).collect(),
            DecodingResult::U16(v) => v.into_iter().map(i64::from).collect(),
            DecodingResult::U32(v) => v.into_iter().map(i64::from).collect(),
            DecodingResult::I8(v) => v.into_iter().map(i64::from).collect(),
            DecodingResult::I16(v) => v.into_iter().map(i64::from).collect(),
            DecodingResult::I32(v) => v.into_iter().map(i64::from).collect(),
            _ => return Err("pixels that are not whole numbers cannot be labels".into()),
        };
        let parts = match color {
            ColorType::Gray(_) | ColorType::Palette(_) => 1,
            ColorType::RGB(8) => 3,
            ColorType::RGBA(8) => 4,
            other => return Err(format!("pixels of kind {other:?} are not read")),
        };
        let pixels: Vec<i64> = if parts == 1 {
            values
        } else {
            values
                .chunks_exact(parts)
                .map(|p| p[0] << 16 | p[1] << 8 | p[2])
                .collect()
        };
        if pixels.len() != width * height {
            return Err(format!(
                "{} pixels instead of {width} x {height}",
                pixels.len()
            ));
        }
        out.push((width, height, pixels));
        if !decoder.more_images() {
            return Ok(out);
        }
        decoder.next_image().map_err(text)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_ordered_by_number() {
        let mut names = ["s10.png", "s9.png", "s1.png", "t1.png"].map(PathBuf::from);
        names.sort_by_key(|p| natural(p));
        assert_eq!(
            names,
            ["s1.png", "s9.png", "s10.png", "t1.png"].map(PathBuf::from)
        );
    }
}
