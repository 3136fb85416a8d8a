//! Stacks of TIFF or PNG slices with a list of classes, as the Visible Human's segmentations are passed on.
//!
//! Slices are taken in the order of the numbers in their names, the first the highest; columns run to the patient's
//! left, rows to the back. Another frame turns that.

use std::collections::HashSet;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use anatomy::AtlasError;
use anatomy::files::{extension, read_limited};
use anatomy::guest::ClassNames;
use glam::DVec3;

use super::image::{LabelImage, check_dims, placement, plain_segments};
use super::numbers::Values;

/// Bytes of a slice's file at most.
const MAX_BYTES: u64 = 256 << 20;
/// Pixels of all slices that files of few bytes give at most, and how many more for each of their bytes: no more than Deflate packs into
/// one. The slices of a TIFF file may all stand at the same place of it.
const FREE_PIXELS: usize = 4 << 20;
const PIXELS_PER_BYTE: usize = 1032;

/// Whether a file name is that of a slice.
pub(crate) fn is_slice(path: &Path) -> bool {
    ["tif", "tiff", "png"].contains(&extension(path).as_str())
}

/// Takes one slice: width, height and a number per pixel; red, green and blue make one number.
type OnSlice<'a> =
    dyn FnMut(usize, usize, &mut dyn Iterator<Item = i64>) -> Result<(), String> + 'a;

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
    let mut given = 0;
    for path in &paths {
        let fault = |reason: String| AtlasError::format(path, "slice", reason);
        let bytes = read_limited(path, MAX_BYTES)?;
        let mut last = (0, 0);
        given += bytes.len();
        let mut add = |width: usize, height: usize, pixels: &mut dyn Iterator<Item = i64>| {
            if dims[2] == 0 {
                [dims[0], dims[1]] = [width, height];
            }
            if [width, height] != [dims[0], dims[1]] {
                return Err(format!(
                    "{width} x {height} pixels, the first slice has {} x {}",
                    dims[0], dims[1]
                ));
            }
            dims[2] += 1;
            let count = check_dims(dims)?;
            let most = FREE_PIXELS.saturating_add(given.saturating_mul(PIXELS_PER_BYTE));
            if count > most {
                return Err(format!("{count} pixels in {given} bytes"));
            }
            for value in pixels {
                color |= value > 0xFFFF;
                if value != last.0 {
                    last = (value, values.number(value)?);
                }
                layer.push(last.1);
            }
            if layer.len() != count {
                let found = layer.len();
                return Err(format!("{found} pixels instead of {count}"));
            }
            Ok(())
        };
        match extension(path).as_str() {
            "png" => png(&bytes, &mut add),
            _ => tiff(&bytes, &mut add),
        }
        .map_err(fault)?;
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

/// The value of a row's pixel, by its number.
type Pixel = Box<dyn Fn(&[u8], usize) -> i64>;

fn png(bytes: &[u8], on_slice: &mut OnSlice<'_>) -> Result<(), String> {
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
    let bits = depth as usize;
    let part = |row: &[u8], n: usize| i64::from(row.get(n).copied().unwrap_or(0));
    let pixel: Pixel = match (kind, depth) {
        (png::ColorType::Grayscale | png::ColorType::Indexed, png::BitDepth::Sixteen) => {
            Box::new(move |row, x| part(row, 2 * x) << 8 | part(row, 2 * x + 1))
        }
        (png::ColorType::Grayscale | png::ColorType::Indexed, _) => Box::new(move |row, x| {
            let shift = 8 - bits - x * bits % 8;
            part(row, x * bits / 8) >> shift & (0xFF >> (8 - bits))
        }),
        (png::ColorType::Rgb, png::BitDepth::Eight) => Box::new(move |row, x| {
            part(row, 3 * x) << 16 | part(row, 3 * x + 1) << 8 | part(row, 3 * x + 2)
        }),
        (png::ColorType::Rgba, png::BitDepth::Eight) => Box::new(move |row, x| {
            part(row, 4 * x) << 16 | part(row, 4 * x + 1) << 8 | part(row, 4 * x + 2)
        }),
        (png::ColorType::GrayscaleAlpha, png::BitDepth::Eight) => {
            Box::new(move |row, x| part(row, 2 * x))
        }
        other => return Err(format!("pixels of kind {other:?} are not read")),
    };
    let rows = raw.chunks_exact(frame.line_size.max(1)).take(height);
    let mut pixels = rows.flat_map(|row| (0..width).map(|x| pixel(row, x)).collect::<Vec<_>>());
    on_slice(width, height, &mut pixels)
}

/// Refuses a TIFF file (classic or BigTIFF) of which an entry says that it has more values than the file has bytes: room is made for all of them
/// before the first one is read. What else is wrong with it the reader tells.
fn ensure_values_are_there(bytes: &[u8]) -> Result<(), String> {
    let big_endian = bytes.starts_with(b"MM");
    let number = |at: usize, length: usize| -> Option<u64> {
        let part = bytes.get(at..at.checked_add(length)?)?.iter();
        let put = |number, byte: &u8| number << 8 | u64::from(*byte);
        Some(match big_endian {
            true => part.fold(0, put),
            false => part.rev().fold(0, put),
        })
    };
    let is_big = number(2, 2) == Some(43);
    // Bytes of: an offset, the number of entries of a directory, an entry.
    let (offset, entries, entry) = if is_big { (8, 8, 20) } else { (4, 2, 12) };
    let mut next = number(if is_big { 8 } else { 4 }, offset);
    let (mut seen, mut looked_at) = (HashSet::new(), 0);
    // 0 stands for none.
    while let Some(directory) = next.and_then(|next| usize::try_from(next).ok())
        && directory > 0
        && seen.insert(directory)
        && let Some(count) = number(directory, entries)
    {
        let mut at = directory + entries;
        for _ in 0..count {
            let Some(values) = number(at + 4, offset) else {
                return Ok(());
            };
            looked_at += 1;
            if looked_at > bytes.len() {
                return Err("its directories lie within each other".to_owned());
            }
            if values > bytes.len() as u64 {
                return Err(format!(
                    "the entry at byte {at} says that it has {values} values, and the file has {} bytes",
                    bytes.len()
                ));
            }
            at += entry;
        }
        next = number(at, offset);
    }
    Ok(())
}

fn tiff(bytes: &[u8], on_slice: &mut OnSlice<'_>) -> Result<(), String> {
    ensure_values_are_there(bytes)?;
    use tiff::ColorType;
    use tiff::decoder::{Decoder, DecodingResult, Limits};
    let text = |e: tiff::TiffError| e.to_string();
    let mut limits = Limits::default();
    limits.decoding_buffer_size = 512 << 20;
    limits.intermediate_buffer_size = 256 << 20;
    let mut decoder = Decoder::new(Cursor::new(bytes))
        .map_err(text)?
        .with_limits(limits);
    for number in 1.. {
        let (w, h) = decoder.dimensions().map_err(text)?;
        let (width, height) = check_slice(u64::from(w), u64::from(h))?;
        check_dims([width, height, number])?;
        let color = decoder.colortype().map_err(text)?;
        let parts = match color {
            ColorType::Gray(_) | ColorType::Palette(_) => 1,
            ColorType::RGB(8) => 3,
            ColorType::RGBA(8) => 4,
            other => return Err(format!("pixels of kind {other:?} are not read")),
        };
        let image = decoder.read_image().map_err(text)?;
        let value: Box<dyn Fn(usize) -> Option<i64>> = match &image {
            DecodingResult::U8(v) => Box::new(|n| v.get(n).copied().map(i64::from)),
            DecodingResult::U16(v) => Box::new(|n| v.get(n).copied().map(i64::from)),
            DecodingResult::U32(v) => Box::new(|n| v.get(n).copied().map(i64::from)),
            DecodingResult::I8(v) => Box::new(|n| v.get(n).copied().map(i64::from)),
            DecodingResult::I16(v) => Box::new(|n| v.get(n).copied().map(i64::from)),
            DecodingResult::I32(v) => Box::new(|n| v.get(n).copied().map(i64::from)),
            _ => return Err("pixels that are not whole numbers cannot be labels".into()),
        };
        let mut pixels = (0..width * height).map_while(|n| match parts {
            1 => value(n),
            _ => {
                let [r, g, b] = [0, 1, 2].map(|part| value(n * parts + part));
                Some(r? << 16 | g? << 8 | b?)
            }
        });
        on_slice(width, height, &mut pixels)?;
        if !decoder.more_images() {
            break;
        }
        decoder.next_image().map_err(text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tiff_has_no_more_values_than_bytes() {
        let of = |big_endian: bool, values: u32| {
            let number = |n: u32| {
                if big_endian {
                    n.to_be_bytes()
                } else {
                    n.to_le_bytes()
                }
            };
            let short = |n: u16| {
                if big_endian {
                    n.to_be_bytes()
                } else {
                    n.to_le_bytes()
                }
            };
            let mut bytes = if big_endian {
                b"MM".to_vec()
            } else {
                b"II".to_vec()
            };
            bytes.extend(short(42));
            bytes.extend(number(8));
            // Two entries: one value, and so many.
            bytes.extend(short(2));
            for values in [1, values] {
                bytes.extend([short(256), short(3)].concat());
                bytes.extend([number(values), number(8)].concat());
            }
            bytes.extend(number(0));
            bytes
        };
        for big_endian in [false, true] {
            let length = of(big_endian, 0).len() as u32;
            assert_eq!(ensure_values_are_there(&of(big_endian, length)), Ok(()));
            let more = ensure_values_are_there(&of(big_endian, length + 1));
            let reason = more.expect_err("there are too many");
            assert!(
                reason.contains(&format!("{} values", length + 1)),
                "{reason}"
            );
        }
        // What ends too early, or leads back to itself, is for the reader to tell.
        let mut round = of(false, 1);
        let end = round.len() - 4;
        assert_eq!(ensure_values_are_there(&round[..end - 5]), Ok(()));
        round[end..].copy_from_slice(&8_u32.to_le_bytes());
        assert_eq!(ensure_values_are_there(&round), Ok(()));
        assert_eq!(ensure_values_are_there(b""), Ok(()));
    }

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
