//! On which page of a PDF some words stand, and where on it.

use std::ffi::OsStr;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use hayro::hayro_syntax::page::{Page, Rotation};
use serde::{Deserialize, Serialize};

use super::child::{self, Refusal};
use super::layout::Line;
use super::{PdfError, PdfLimits, load, page, pages};

/// The hidden subcommand with which a program finds words for its parent.
pub const FIND_SUBCOMMAND: &str = "__pdf-find";
/// Letters that are looked for, at most: those of a very long sentence.
const MOST_LETTERS: usize = 2_000;
/// Where the words do not stand on a page as a whole (they go on on the next one, a note or a figure comes between), stretches of so
/// many letters are looked for.
const STRETCH: usize = 16;
/// What is left of them at the end is looked for when it has so many.
const LAST: usize = 8;
/// A page that has less than this share of the letters is not the one.
const LEAST_SHARE: f32 = 0.4;

/// The page on which words stand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FoundPage {
    /// How many pages the PDF has.
    pub pages: u32,
    /// The page, from 1; the first where the words were not found.
    pub page: u32,
    /// Whether the words stand there.
    pub found: bool,
    /// The lines that they fill on it: left, top, right and bottom as shares of the page's width and height. Empty where they were
    /// not found, and where the page is turned.
    pub lines: Vec<[f32; 4]>,
}

/// What is compared of words: their letters and figures alone. How a PDF parts words and lines says little.
fn letters(words: &str) -> String {
    let letters = words.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Finds words by running `exe args… LETTERS FILE`, which must end in [`find_child_main`]. Without words the pages are counted.
///
/// # Errors
/// See [`PdfError`]; the child is always gone when this returns.
pub fn find_in_child(
    exe: &Path,
    args: &[&OsStr],
    (file, words): (&Path, &str),
    limits: &PdfLimits,
    cancel: &AtomicBool,
) -> Result<FoundPage, PdfError> {
    let mut wanted = letters(words);
    wanted.truncate(wanted.floor_char_boundary(MOST_LETTERS));
    let mut args = args.to_vec();
    args.push(OsStr::new(&wanted));
    child::answer(&child::run(exe, &args, file, limits, cancel)?)
}

/// The child: finds words and prints where they stand.
pub fn find_child_main(letters: &str, file: &Path) -> ExitCode {
    let letters = letters.to_owned();
    child::serve(file, move |bytes| (find(bytes, &letters), Vec::new()))
}

fn find(bytes: Vec<u8>, wanted: &str) -> Result<FoundPage, Refusal> {
    let text = bytes.clone();
    let pdf = page::open(bytes)?;
    let first = FoundPage {
        pages: page::count(&pdf),
        page: 1,
        ..FoundPage::default()
    };
    if wanted.is_empty() {
        return Ok(first);
    }
    // A PDF whose text cannot be read can be shown all the same.
    let found = catch_unwind(AssertUnwindSafe(|| best_page(&text, wanted)));
    let Ok(Some((number, lines))) = found else {
        return Ok(first);
    };
    let Some(page) = pdf.pages().get(number as usize - 1) else {
        return Ok(first);
    };
    Ok(FoundPage {
        page: number,
        found: true,
        lines: lines
            .iter()
            .filter_map(|line| on_page(line, page))
            .collect(),
        ..first
    })
}

/// The page that has most of the letters, with the boxes that they fill.
fn best_page(bytes: &[u8], wanted: &str) -> Option<(u32, Vec<[f64; 4]>)> {
    let (document, numbers, _) = load(bytes).ok()?;
    let mut best = (0, None);
    for (number, id) in numbers {
        let (lines, _) = pages::lines(&document, number, id);
        let page = Letters::of(&lines);
        let found = page.find(wanted);
        let length: usize = found.iter().map(Range::len).sum();
        if length > best.0 {
            best = (length, Some((number, page.boxes(&lines, &found))));
        }
        if length >= wanted.len() {
            break;
        }
    }
    let (length, found) = best;
    found.filter(|_| length as f32 >= LEAST_SHARE * wanted.len() as f32)
}

/// A box in points from the upper left corner of the media box, as shares of what is shown of the page; nothing where it is turned.
fn on_page([left, top, right, bottom]: &[f64; 4], page: &Page<'_>) -> Option<[f32; 4]> {
    let (media, shown) = (page.media_box(), page.intersected_crop_box());
    let is_turned = !matches!(page.rotation(), Rotation::None);
    if is_turned || shown.width() <= 0.0 || shown.height() <= 0.0 {
        return None;
    }
    let across = |x: f64| ((x + media.x0 - shown.x0) / shown.width()) as f32;
    let down = |y: f64| ((y + shown.y1 - media.y1) / shown.height()) as f32;
    Some([across(*left), down(*top), across(*right), down(*bottom)])
}

/// The letters of a page, and to which line each belongs.
struct Letters {
    text: String,
    /// First byte of each line.
    starts: Vec<usize>,
}

impl Letters {
    fn of(lines: &[Line]) -> Self {
        let (mut text, mut starts) = (String::new(), Vec::new());
        for line in lines {
            starts.push(text.len());
            text.push_str(&letters(&line.text));
        }
        Self { text, starts }
    }

    /// The stretches of bytes that have the letters.
    fn find(&self, wanted: &str) -> Vec<Range<usize>> {
        if let Some(at) = self.text.find(wanted) {
            return Vec::from_iter(Some(at..at + wanted.len()));
        }
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut rest = wanted;
        while rest.len() >= LAST {
            let (stretch, more) = rest.split_at(rest.ceil_char_boundary(STRETCH.min(rest.len())));
            let from = found.last().map_or(0, |last| last.end);
            let ahead = self.text[from..].find(stretch).map(|at| from + at);
            if let Some(at) = ahead.or_else(|| self.text.find(stretch)) {
                found.push(at..at + stretch.len());
            }
            rest = more;
        }
        found
    }

    /// The boxes that stretches fill, line by line, points: as wide as their share of the line's letters.
    fn boxes(&self, lines: &[Line], found: &[Range<usize>]) -> Vec<[f64; 4]> {
        let mut boxes = Vec::new();
        for (n, line) in lines.iter().enumerate() {
            let start = self.starts[n];
            let end = self.starts.get(n + 1).copied().unwrap_or(self.text.len());
            let within = found.iter().filter_map(|range| {
                let part = range.start.max(start)..range.end.min(end);
                (!part.is_empty()).then_some(part)
            });
            let part = within.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
            let Some(part) = part else { continue };
            let share = |at: usize| (at - start) as f64 / (end - start) as f64;
            let width = width(line);
            let x = |at: usize| line.x0 + width * share(at);
            let (top, bottom) = (line.y - 0.8 * line.size, line.y + 0.25 * line.size);
            boxes.push([x(part.start), top, x(part.end), bottom]);
        }
        boxes
    }
}

/// The width of a line, points. Where a PDF gives no widths of its letters, they are taken for common ones.
fn width(line: &Line) -> f64 {
    let letters = line.text.chars().count() as f64 * line.size;
    let told = line.x1 - line.x0;
    if told < 0.2 * letters {
        0.45 * letters
    } else {
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, y: f64) -> Line {
        Line {
            x0: 100.0,
            x1: 200.0,
            y,
            height: 800.0,
            size: 10.0,
            text: text.to_owned(),
        }
    }

    #[test]
    fn words_are_found_over_the_ends_of_lines_whatever_parts_them() {
        let lines = [
            line("The spleen. A cyst of the pan-", 20.0),
            line("creatic tail was found.", 32.0),
        ];
        let page = Letters::of(&lines);
        let found = page.find(&letters("A cyst of the pancreatic tail was found."));
        let boxes = page.boxes(&lines, &found);
        assert_eq!(boxes.len(), 2);
        let [first, second] = [boxes[0], boxes[1]];
        assert!((130.0..160.0).contains(&first[0]) && first[2] == 200.0);
        assert_eq!(second, [100.0, 24.0, 200.0, 34.5]);
        // No widths are told.
        let narrow = Line {
            x1: 101.0,
            ..line("The spleen is normal.", 20.0)
        };
        assert_eq!(width(&narrow), 94.5);
        assert!(page.find(&letters("The liver is normal.")).is_empty());
    }

    #[test]
    fn a_part_of_the_words_is_found_where_something_comes_between() {
        let lines = [
            line("An abscess of the right lobe", 20.0),
            line("Figure 3", 32.0),
            line("of the liver was drained through the skin.", 44.0),
        ];
        let page = Letters::of(&lines);
        let words = "An abscess of the right lobe of the liver was drained through the skin.";
        let found = page.find(&letters(words));
        let boxes = page.boxes(&lines, &found);
        assert_eq!(boxes.iter().map(|b| b[3]).collect::<Vec<_>>(), [22.5, 46.5]);
    }
}
