//! From glyphs to reading order: words, lines, two columns, paragraphs.
//!
//! A PDF says where each glyph stands, not in which order people read. Most files draw column by column, but some draw straight
//! across both; so where a page has a gutter down its middle, its lines are put in order column by column.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization as _;

use crate::read::markup::heads_references;
use pdf_extract::{MediaBox, OutputDev, OutputError, Transform};

/// Glyphs of one page at most; a page of small print has about 10,000.
const MOST_GLYPHS: usize = 200_000;
/// Lines on either side of a gutter from which two columns are believed.
const COLUMN_LINES: usize = 6;

/// A stretch of glyphs on one base line without a wide gap. Points; y grows downwards.
#[derive(Debug, Clone)]
struct Run {
    x0: f64,
    x1: f64,
    y: f64,
    size: f64,
    text: String,
    upright: bool,
}

/// A line of text of a page.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// Where it begins and ends, from the left edge of the page, points.
    pub(super) x0: f64,
    pub(super) x1: f64,
    /// Its base line, from the upper edge of the page, points.
    pub(super) y: f64,
    /// How high the page is, points.
    pub(super) height: f64,
    pub(super) size: f64,
    pub(super) text: String,
}

/// Collects the glyphs of one page.
#[derive(Default)]
pub(super) struct Page {
    runs: Vec<Run>,
    width: f64,
    height: f64,
    top: f64,
    left: f64,
    glyphs: usize,
    word_start: bool,
}

impl OutputDev for Page {
    fn begin_page(
        &mut self,
        _: u32,
        media: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        self.width = media.urx - media.llx;
        self.height = media.ury - media.lly;
        self.left = media.llx;
        self.top = media.ury;
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        at: &Transform,
        width: f64,
        _: f64,
        font_size: f64,
        glyph: &str,
    ) -> Result<(), OutputError> {
        self.glyphs += 1;
        if self.glyphs > MOST_GLYPHS {
            return Ok(());
        }
        let size = (at.m21.hypot(at.m22) * font_size).abs();
        let advance = width * at.m11.hypot(at.m12) * font_size.abs();
        let (x, y) = (at.m31 - self.left, self.top - at.m32);
        let upright = at.m11 > 0.0 && at.m12.abs() <= at.m11.abs();
        if ![size, advance, x, y].iter().all(|v| v.is_finite()) || size <= 0.0 {
            return Ok(());
        }
        let word_start = std::mem::replace(&mut self.word_start, false);
        if let Some(run) = self.runs.last_mut()
            && run.upright == upright
            && (run.y - y).abs() < 0.35 * run.size.max(size)
            && x > run.x1 - 0.6 * size
            && x < run.x1 + 1.2 * size
        {
            let spaced = run.text.ends_with(' ') || glyph.starts_with(' ');
            if x > run.x1 + if word_start { 0.12 } else { 0.3 } * size && !spaced {
                run.text.push(' ');
            }
            run.text.push_str(glyph);
            run.x1 = x + advance;
            run.size = run.size.max(size);
            return Ok(());
        }
        if !glyph.trim().is_empty() {
            self.runs.push(Run {
                x0: x,
                x1: x + advance,
                y,
                size,
                text: glyph.to_owned(),
                upright,
            });
        }
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        self.word_start = true;
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

impl Page {
    /// The lines of the page in reading order.
    pub(super) fn into_lines(self) -> Vec<Line> {
        let height = self.height;
        let mut runs = self.runs;
        // Rotated text beside upright text is a stamp in the margin.
        let upright = runs.iter().filter(|run| run.upright).count();
        if upright * 2 > runs.len() {
            runs.retain(|run| run.upright);
            drop_line_numbers(&mut runs);
            if let Some(gutter) = gutter(&runs, self.width) {
                runs = by_columns(runs, gutter);
            }
        }
        let mut lines: Vec<Line> = Vec::new();
        let mut end = 0.0;
        for run in runs {
            let text = clean(&run.text);
            if text.is_empty() {
                continue;
            }
            match lines.last_mut() {
                Some(line)
                    if (line.y - run.y).abs() < 0.5 * run.size.min(line.size) && run.x0 >= end =>
                {
                    line.text.push(' ');
                    line.text.push_str(&text);
                    line.size = line.size.max(run.size);
                    line.x1 = line.x1.max(run.x1);
                }
                // A raised or lowered figure between two stretches of the same line.
                Some(line)
                    if run.size < 0.85 * line.size
                        && (line.y - run.y).abs() < 0.7 * line.size
                        && (run.x0 - end).abs() < line.size =>
                {
                    line.text.push_str(&text);
                    line.x1 = line.x1.max(run.x1);
                }
                _ => lines.push(Line {
                    x0: run.x0,
                    x1: run.x1,
                    y: run.y,
                    height,
                    size: run.size,
                    text,
                }),
            }
            end = run.x1 - 1.0;
        }
        lines
    }
}

/// Removes the numbers that stand beside the lines of a manuscript: in one column, at the very edge, growing by one or by five.
fn drop_line_numbers(runs: &mut Vec<Run>) {
    const FEWEST: usize = 5;
    let number = |run: &Run| {
        let text = run.text.trim();
        let digits = text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse::<u32>().ok()).flatten()
    };
    let words = || runs.iter().filter(|run| number(run).is_none());
    let left = words().map(|run| run.x0).fold(f64::MAX, f64::min);
    let right = words().map(|run| run.x1).fold(f64::MIN, f64::max);
    let mut beside: Vec<(f64, u32, usize)> = runs
        .iter()
        .enumerate()
        .filter(|(_, run)| run.x1 <= left + 1.0 || run.x0 >= right - 1.0)
        .filter_map(|(n, run)| Some((run.y, number(run)?, n)))
        .collect();
    beside.sort_by(|a, b| a.0.total_cmp(&b.0));
    let grows = beside
        .windows(2)
        .filter(|pair| (1..=5).contains(&pair[1].1.saturating_sub(pair[0].1)));
    if beside.len() < FEWEST || grows.count() + 1 < beside.len() {
        return;
    }
    let beside: HashSet<usize> = beside.into_iter().map(|(_, _, n)| n).collect();
    let mut at = 0;
    runs.retain(|_| {
        at += 1;
        !beside.contains(&(at - 1))
    });
}

/// Ligatures apart, control characters and soft hyphens at line ends in a form that joining understands, single spaces.
fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.trim().chars() {
        match c {
            'ﬀ' => out.push_str("ff"),
            'ﬁ' => out.push_str("fi"),
            'ﬂ' => out.push_str("fl"),
            'ﬃ' => out.push_str("ffi"),
            'ﬄ' => out.push_str("ffl"),
            // Letters of a ligature whose two bytes some programs exchange.
            '\u{6600}' | '\u{6900}' | '\u{6c00}' | '\u{7400}' => {
                out.extend(char::from_u32(c as u32 >> 8));
            }
            '\u{ad}' | '\u{2010}' => out.push('-'),
            c if c.is_whitespace() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    accented(&out)
}

/// Accents that old fonts of TeX print before their letter (`na¨ıve`), on it.
fn accented(text: &str) -> String {
    const ACCENTS: [(char, char); 9] = [
        ('´', '\u{301}'),
        ('`', '\u{300}'),
        ('¨', '\u{308}'),
        ('ˆ', '\u{302}'),
        ('˜', '\u{303}'),
        ('ˇ', '\u{30c}'),
        ('˘', '\u{306}'),
        ('˙', '\u{307}'),
        ('˚', '\u{30a}'),
    ];
    let combining = |c: char| {
        ACCENTS
            .iter()
            .find(|(accent, _)| *accent == c)
            .map(|(_, mark)| *mark)
    };
    if !text.chars().any(|c| combining(c).is_some()) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        // A gap may be seen between the two.
        let Some(mark) = combining(c) else {
            out.push(c);
            continue;
        };
        match chars.peek() {
            Some(letter) if letter.is_alphabetic() => {
                let letter = match chars.next() {
                    Some('ı') => 'i',
                    Some('ȷ') => 'j',
                    letter => letter.unwrap_or(' '),
                };
                out.extend([letter, mark].into_iter().nfc());
            }
            _ => out.push(c),
        }
    }
    out
}

/// The middle of a vertical strip that (almost) no run crosses, with lines enough on both sides.
fn gutter(runs: &[Run], width: f64) -> Option<f64> {
    const STEPS: usize = 120;
    let mut best: Option<(usize, Vec<f64>)> = None;
    for step in STEPS * 35 / 100..=STEPS * 65 / 100 {
        let x = width * step as f64 / STEPS as f64;
        let crossing = runs
            .iter()
            .filter(|run| run.x0 < x - 1.0 && run.x1 > x + 1.0)
            .count();
        match &mut best {
            Some((fewest, at)) if crossing == *fewest => at.push(x),
            Some((fewest, _)) if crossing > *fewest => {}
            _ => best = Some((crossing, vec![x])),
        }
    }
    let (crossing, at) = best?;
    let x = at[at.len() / 2];
    let left: Vec<&Run> = runs.iter().filter(|run| run.x1 <= x + 1.0).collect();
    let right: Vec<&Run> = runs.iter().filter(|run| run.x0 >= x - 1.0).collect();
    let span = |runs: &[&Run]| {
        runs.iter()
            .fold((f64::MAX, f64::MIN), |(top, bottom), run| {
                (top.min(run.y), bottom.max(run.y))
            })
    };
    let ((left_top, left_bottom), (right_top, right_bottom)) = (span(&left), span(&right));
    let overlap = left_bottom.min(right_bottom) - left_top.max(right_top);
    let enough = left.len() >= COLUMN_LINES
        && right.len() >= COLUMN_LINES
        && crossing * 3 <= left.len() + right.len();
    // A column is filled with prose; the cells of a table are short.
    let filled = |runs: &[&Run]| {
        runs.iter().map(|run| run.x1 - run.x0).sum::<f64>() > 0.2 * width * runs.len() as f64
    };
    (enough && overlap > 0.0 && filled(&left) && filled(&right)).then_some(x)
}

/// Runs in reading order: those across the gutter divide the page into bands; in a band the left column, then the right one.
fn by_columns(mut runs: Vec<Run>, gutter: f64) -> Vec<Run> {
    runs.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x0.total_cmp(&b.x0)));
    let mut ordered = Vec::with_capacity(runs.len());
    let mut right = Vec::new();
    for run in runs {
        let crosses = run.x0 < gutter - 1.0 && run.x1 > gutter + 1.0;
        if crosses {
            ordered.append(&mut right);
            ordered.push(run);
        } else if run.x0 >= gutter - 1.0 {
            right.push(run);
        } else {
            ordered.push(run);
        }
    }
    ordered.append(&mut right);
    ordered
}

/// The largest print in the upper part of a page, if it is clearly larger than the rest.
pub(super) fn title(lines: &[Line]) -> Option<String> {
    let mut sizes: Vec<f64> = lines
        .iter()
        .flat_map(|line| std::iter::repeat_n(line.size, line.text.len() / 8 + 1))
        .collect();
    sizes.sort_by(f64::total_cmp);
    let body = *sizes.get(sizes.len() / 2)?;
    let (top, bottom) = lines
        .iter()
        .fold((f64::MAX, f64::MIN), |(top, bottom), line| {
            (top.min(line.y), bottom.max(line.y))
        });
    let middle = top + 0.6 * (bottom - top);
    let upper = || {
        lines.iter().filter(|line| {
            line.y <= middle && line.text.chars().filter(|c| c.is_alphabetic()).count() >= 3
        })
    };
    let largest = upper().map(|line| line.size).fold(0.0, f64::max);
    let title = if largest > 1.15 * body {
        let mut title = String::new();
        for line in upper()
            .skip_while(|line| line.size < 0.97 * largest)
            .take_while(|line| line.size >= 0.97 * largest)
            .take(6)
        {
            join(&mut title, &line.text);
        }
        title
    } else {
        upper().next()?.text.clone()
    };
    let title = title.trim();
    (title.chars().count() >= 4).then(|| title.chars().take(400).collect())
}

/// Takes the footnotes off a page: lines at its end in smaller print, of which the first begins with its mark. So a sentence that
/// goes on on the next page is not torn.
pub(super) fn take_footnotes(page: &mut Vec<Line>) -> Vec<Line> {
    let mut sizes: Vec<f64> = page.iter().map(|line| line.size).collect();
    sizes.sort_by(f64::total_cmp);
    let Some(&body) = sizes.get(sizes.len() / 2) else {
        return Vec::new();
    };
    let small = page
        .iter()
        .rev()
        .take_while(|line| line.size < 0.93 * body)
        .count();
    let from = page.len() - small;
    let marked = page.get(from).is_some_and(|line| {
        line.text.starts_with(|c: char| {
            c.is_ascii_digit() || matches!(c, '*' | '†' | '‡' | '§' | '¹' | '²' | '³')
        })
    });
    if marked && from > 0 {
        page.split_off(from)
    } else {
        Vec::new()
    }
}

/// The lines of a page as paragraphs.
pub(super) fn text(lines: &[Line]) -> String {
    let mut out = String::new();
    let mut last: Option<&Line> = None;
    for line in lines {
        match last {
            Some(previous) => {
                let down = line.y - previous.y;
                let apart = down > 1.9 * previous.size.max(line.size)
                    || (line.size - previous.size).abs() > 0.2 * previous.size;
                let new_column = down < 0.0;
                let heads = heads_references(&previous.text) || heads_references(&line.text);
                if (apart && !new_column) || heads {
                    out.push_str("\n\n");
                    out.push_str(&line.text);
                } else {
                    join(&mut out, &line.text);
                }
            }
            None => out.push_str(&line.text),
        }
        last = Some(line);
    }
    out
}

/// Appends a line: a word divided at the line's end is made whole again.
fn join(out: &mut String, line: &str) {
    let mut before = out.chars().rev();
    let divided = before.next() == Some('-')
        && before.next().is_some_and(char::is_alphabetic)
        && line.starts_with(char::is_lowercase);
    if divided {
        out.pop();
    } else if !out.is_empty() {
        out.push(' ');
    }
    out.push_str(line);
}

/// Appends a page: to the same sentence if it goes on, else as a new paragraph.
pub(super) fn append(out: &mut String, page: &str) {
    let goes_on = page.starts_with(char::is_lowercase) && !out.ends_with(['.', '!', '?', ':']);
    if goes_on || out.is_empty() {
        join(out, page);
    } else {
        out.push_str("\n\n");
        out.push_str(page);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divided_words_are_made_whole() {
        let mut out = String::from("the pul-");
        join(&mut out, "monary artery");
        join(&mut out, "and the X-");
        join(&mut out, "Ray");
        assert_eq!(out, "the pulmonary artery and the X- Ray");
    }
}
