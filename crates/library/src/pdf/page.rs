//! A page of a PDF as a picture.

use std::ffi::OsStr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use serde::{Deserialize, Serialize};

use super::child::{self, Refusal};
use super::{PdfError, PdfLimits};

/// The hidden subcommand with which a program draws a page for its parent.
pub const PAGE_SUBCOMMAND: &str = "__pdf-page";
/// Pixels of a picture's width at most.
pub const MOST_WIDTH: u32 = 4_096;
/// Pixels of a picture at most: a page as wide as it may be, and twice as high as wide.
const MOST_PIXELS: f64 = (MOST_WIDTH as f64) * (2 * MOST_WIDTH) as f64;
/// Pixels of a picture's height at most: a strip that is longer is drawn smaller.
const MOST_HEIGHT: f64 = 16_384.0;

/// A page that has been drawn, on white.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePicture {
    /// How many pages the PDF has.
    pub pages: u32,
    /// Width and height, pixels.
    pub size: [usize; 2],
    /// Red, green, blue and opacity of each pixel, row by row from the top; all are opaque.
    pub rgba: Vec<u8>,
}

/// What stands before the pixels.
#[derive(Serialize, Deserialize)]
struct Head {
    pages: u32,
    size: [usize; 2],
}

/// Draws a page (from 1) about so many pixels wide by running `exe args… PAGE WIDTH FILE`, which must end in [`page_child_main`].
///
/// # Errors
/// See [`PdfError`]; the child is always gone when this returns.
pub fn draw_in_child(
    exe: &Path,
    args: &[&OsStr],
    (file, page, width): (&Path, u32, u32),
    limits: &PdfLimits,
    cancel: &AtomicBool,
) -> Result<PagePicture, PdfError> {
    let [page, width] = [page, width].map(|n| n.to_string());
    let mut args = args.to_vec();
    args.extend([OsStr::new(&page), OsStr::new(&width)]);
    let limits = PdfLimits {
        output_bytes: limits.output_bytes.max(4 * MOST_PIXELS as u64 + 1024),
        ..limits.clone()
    };
    let output = child::run(exe, &args, file, &limits, cancel)?;
    let end = output.iter().position(|byte| *byte == b'\n');
    let (head, rgba) = match end {
        Some(end) => (&output[..end], &output[end + 1..]),
        None => (&output[..], &[][..]),
    };
    let Head { pages, size } = child::answer(head)?;
    let [width, height] = size;
    if rgba.is_empty() || Some(rgba.len()) != width.checked_mul(height).map(|n| 4 * n) {
        return Err(PdfError::Answer);
    }
    let rgba = rgba.to_vec();
    Ok(PagePicture { pages, size, rgba })
}

/// The child: draws a page and prints the picture.
pub fn page_child_main(page: u32, width: u32, file: &Path) -> ExitCode {
    child::serve(file, move |bytes| match draw(bytes, page, width) {
        Ok(PagePicture { pages, size, rgba }) => (Ok(Head { pages, size }), rgba),
        Err(refusal) => (Err(refusal), Vec::new()),
    })
}

/// Opens a PDF for drawing.
pub(super) fn open(bytes: Vec<u8>) -> Result<Pdf, Refusal> {
    let bytes = std::sync::Arc::new(bytes);
    let pdf = Pdf::new(bytes.clone()).map_err(|error| match error {
        LoadPdfError::Decryption(
            DecryptionError::PasswordProtected | DecryptionError::UnsupportedAlgorithm,
        ) => Refusal::Encrypted,
        _ => child::damaged(&bytes, "it could not be understood".to_owned()),
    })?;
    match pdf.pages().is_empty() {
        true => Err(child::damaged(&bytes, "it has no pages".to_owned())),
        false => Ok(pdf),
    }
}

/// The number of its pages.
pub(super) fn count(pdf: &Pdf) -> u32 {
    u32::try_from(pdf.pages().len()).unwrap_or(u32::MAX)
}

fn draw(bytes: Vec<u8>, number: u32, width: u32) -> Result<PagePicture, Refusal> {
    let pdf = open(bytes)?;
    let pages = count(&pdf);
    let index = number.checked_sub(1).map(|index| index as usize);
    let Some(page) = index.and_then(|index| pdf.pages().get(index)) else {
        return Err(Refusal::NoPage {
            page: number,
            pages,
        });
    };
    let scale = scale_of(page.render_dimensions(), width);
    let settings = PixmapSettings {
        x_scale: scale,
        y_scale: scale,
        bg_color: WHITE,
    };
    let pixels = hayro::render(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &settings,
    );
    let size = [pixels.width(), pixels.height()].map(usize::from);
    if size.contains(&0) {
        return Err(Refusal::Damaged(format!("page {number} has no size")));
    }
    Ok(PagePicture {
        pages,
        size,
        rgba: pixels.data_as_u8_slice().to_vec(),
    })
}

/// Pixels per point of a page, so that it becomes about so wide, and neither too high nor too large.
fn scale_of((width, height): (f32, f32), wanted: u32) -> f32 {
    let (width, height) = (f64::from(width), f64::from(height));
    let wide = f64::from(wanted.clamp(1, MOST_WIDTH)) / width;
    let scale = wide.min(MOST_HEIGHT / height);
    // A little more than what is asked for, so that rounding down makes no pixel less.
    (scale.min((MOST_PIXELS / (width * height)).sqrt()) * 1.000_01) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_as_wide_as_is_asked_for_and_never_too_large() {
        let size = |page: (f32, f32), wanted| {
            let scale = scale_of(page, wanted);
            [page.0 * scale, page.1 * scale].map(|n| n as u32)
        };
        assert_eq!(size((595.0, 842.0), 640), [640, 905]);
        assert_eq!(size((595.276, 841.89), 1280)[0], 1280);
        let [width, height] = size((10.0, 14_400.0), 1280);
        assert!(width > 0 && height <= 16_385, "{width} x {height}");
        let [width, height] = size((14_400.0, 14_400.0), u32::MAX);
        assert!(width <= MOST_WIDTH + 1 && height <= MOST_WIDTH + 1);
    }
}
