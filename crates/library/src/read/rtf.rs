//! Rich text (RTF), by a small reader of our own: the crate at hand panics on broken surrogates and brings a web binding with it.
//!
//! Only what is text is kept: groups that hold fonts, styles, pictures or details of the file are passed over (Rich Text Format
//! Specification, version 1.9.1).

use encoding_rs::{Encoding, WINDOWS_1252};

use super::markup::{self, Paragraphs};
use super::sink::Sink;

/// Groups within each other, at most; deeper ones are passed over.
const DEPTH: usize = 512;

/// Destinations that are no text, beside all that begin with `\*`.
const SKIPPED: &[&str] = &[
    "fonttbl",
    "colortbl",
    "stylesheet",
    "info",
    "pict",
    "object",
    "header",
    "headerl",
    "headerr",
    "headerf",
    "footer",
    "footerl",
    "footerr",
    "footerf",
    "listtable",
    "listoverridetable",
    "rsidtbl",
    "generator",
    "themedata",
    "datastore",
    "latentstyles",
    "xmlnstbl",
    "annotation",
    "atnid",
    "atnauthor",
    "fldinst",
    "nonshppict",
    "revtbl",
    "filetbl",
    "private",
    "xe",
    "tc",
    "bkmkstart",
    "bkmkend",
    "shpinst",
    "pntext",
    "listtext",
    "deleted",
];

/// What holds within a group.
#[derive(Clone, Copy)]
struct State {
    skips: bool,
    /// Text that was deleted with its changes kept.
    deleted: bool,
    /// Characters that stand for a Unicode one in older programs, and are passed over.
    fallbacks: usize,
    /// Which detail of the file is read.
    detail: Option<Detail>,
    raised: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Title,
    Author,
    Keywords,
}

/// Reads a file.
pub(crate) fn read(bytes: &[u8], sink: &mut Sink<'_>) {
    let mut reader = Rtf::default();
    reader.read(bytes);
    let paragraphs = reader.out.finish();
    let authors = reader.author.split(';').map(|name| name.trim().to_owned());
    let authors: Vec<String> = authors.filter(|name| !name.is_empty()).collect();
    let title = Some(reader.title.as_str()).filter(|title| !title.is_empty());
    let mut document = markup::document(title, &paragraphs, &authors);
    document.authors = authors;
    let keywords = reader
        .keywords
        .split([',', ';'])
        .map(|word| word.trim().to_owned());
    document.keywords = keywords.filter(|word| !word.is_empty()).collect();
    sink.whole_file(document, 0);
}

#[derive(Default)]
struct Rtf {
    out: Paragraphs,
    title: String,
    author: String,
    keywords: String,
    encoding: Option<&'static Encoding>,
    /// Bytes of `\'e9` that were not decoded yet: characters may have two.
    bytes: Vec<u8>,
    /// The first half of a character of two.
    surrogate: Option<u16>,
    /// Characters to pass over.
    skip: usize,
}

impl Rtf {
    fn read(&mut self, bytes: &[u8]) {
        let mut state = State {
            skips: false,
            deleted: false,
            fallbacks: 1,
            detail: None,
            raised: false,
        };
        let mut groups: Vec<State> = Vec::new();
        let mut too_deep = 0_usize;
        let mut starred = false;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            if byte != b'\\' && byte != b'\r' && byte != b'\n' {
                self.flush(state);
            }
            match byte {
                b'{' if groups.len() < DEPTH => groups.push(state),
                b'{' => too_deep += 1,
                b'}' if too_deep > 0 => too_deep -= 1,
                b'}' => {
                    if let Some(outer) = groups.pop() {
                        state = outer;
                    }
                    self.skip = 0;
                }
                b'\r' | b'\n' => {}
                _ if too_deep > 0 => {}
                b'\\' => {
                    let Some(&next) = bytes.get(at) else { break };
                    if next.is_ascii_alphabetic() {
                        let word_end = end(bytes, at, |b| b.is_ascii_alphabetic());
                        let word = std::str::from_utf8(&bytes[at..word_end]).unwrap_or_default();
                        let sign = usize::from(bytes.get(word_end) == Some(&b'-'));
                        let number_end = end(bytes, word_end + sign, |b| b.is_ascii_digit());
                        let has_number = number_end > word_end + sign;
                        let number: Option<i64> = has_number
                            .then(|| {
                                std::str::from_utf8(&bytes[word_end..number_end])
                                    .ok()?
                                    .parse()
                                    .ok()
                            })
                            .flatten();
                        at = if has_number { number_end } else { word_end };
                        if bytes.get(at) == Some(&b' ') {
                            at += 1;
                        }
                        if word == "bin" {
                            // Bytes of a picture, whatever they are.
                            at = at
                                .saturating_add(usize::try_from(number.unwrap_or(0)).unwrap_or(0));
                            continue;
                        }
                        self.word(word, number, &mut state, starred);
                        starred = false;
                        continue;
                    }
                    at += 1;
                    match next {
                        b'\'' => {
                            let hex = bytes
                                .get(at..at + 2)
                                .and_then(|hex| std::str::from_utf8(hex).ok());
                            if let Some(byte) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok())
                            {
                                at += 2;
                                if self.skip > 0 {
                                    self.skip -= 1;
                                } else {
                                    self.bytes.push(byte);
                                }
                            }
                        }
                        b'*' => starred = true,
                        b'\\' | b'{' | b'}' => {
                            self.text(char::from(next).encode_utf8(&mut [0; 4]), state)
                        }
                        b'~' => self.text(" ", state),
                        b'_' => self.text("-", state),
                        b'\r' | b'\n' => self.paragraph(state),
                        _ => {}
                    }
                }
                b'\t' => self.text(" ", state),
                0x20..=0x7E => {
                    if self.skip > 0 {
                        self.skip -= 1;
                    } else {
                        self.text(char::from(byte).encode_utf8(&mut [0; 4]), state);
                    }
                }
                0x80.. => self.bytes.push(byte),
                _ => {}
            }
        }
        self.flush(state);
    }

    /// A control word.
    fn word(&mut self, word: &str, number: Option<i64>, state: &mut State, starred: bool) {
        if word != "u" {
            self.surrogate = None;
        }
        match word {
            "ansicpg" => {
                let label = format!("windows-{}", number.unwrap_or(1252));
                self.encoding = Encoding::for_label(label.as_bytes());
            }
            "mac" => self.encoding = Encoding::for_label(b"macintosh"),
            "uc" => state.fallbacks = usize::try_from(number.unwrap_or(1)).unwrap_or(1).min(8),
            "u" => {
                self.flush(*state);
                self.unicode(number.unwrap_or(0), *state);
                self.skip = state.fallbacks;
            }
            // Each may be said twice, the second time in Unicode.
            "title" if state.skips => {
                (state.detail, state.skips) = (Some(Detail::Title), false);
                self.title.clear();
            }
            "author" if state.skips => {
                (state.detail, state.skips) = (Some(Detail::Author), false);
                self.author.clear();
            }
            "keywords" if state.skips => {
                (state.detail, state.skips) = (Some(Detail::Keywords), false);
                self.keywords.clear();
            }
            _ if starred || SKIPPED.contains(&word) => {
                state.deleted |= word == "deleted" && number != Some(0);
                // `\deleted` is a property of text, the others begin a destination.
                state.skips |= word != "deleted";
            }
            "par" | "sect" | "page" => self.paragraph(*state),
            "line" | "row" => {
                self.flush(*state);
                if !state.skips {
                    self.out.line();
                }
            }
            "tab" | "cell" | "emspace" | "enspace" | "qmspace" => self.text(" ", *state),
            "plain" => (state.deleted, state.raised) = (false, false),
            "super" => state.raised = number != Some(0),
            "nosupersub" => state.raised = false,
            "emdash" => self.text("—", *state),
            "endash" => self.text("–", *state),
            "lquote" => self.text("‘", *state),
            "rquote" => self.text("’", *state),
            "ldblquote" => self.text("“", *state),
            "rdblquote" => self.text("”", *state),
            "bullet" => self.text("•", *state),
            _ => {}
        }
    }

    /// A character of `\u`: numbers above 32,767 are written as negative ones, and those beyond 65,535 as two.
    fn unicode(&mut self, number: i64, state: State) {
        let unit = (number & 0xFFFF) as u16;
        let units = match (self.surrogate.take(), unit) {
            (None, 0xD800..=0xDBFF) => {
                self.surrogate = Some(unit);
                return;
            }
            (Some(first), 0xDC00..=0xDFFF) => vec![first, unit],
            _ => vec![unit],
        };
        let text = String::from_utf16_lossy(&units);
        self.text(&text, state);
    }

    /// Characters given by their bytes.
    fn flush(&mut self, state: State) {
        if !self.bytes.is_empty() {
            let bytes = std::mem::take(&mut self.bytes);
            let encoding = self.encoding.unwrap_or(WINDOWS_1252);
            self.text(&encoding.decode_without_bom_handling(&bytes).0, state);
        }
    }

    fn text(&mut self, text: &str, state: State) {
        if !self.bytes.is_empty() {
            self.flush(state);
        }
        match state.detail {
            _ if state.skips || state.deleted => {}
            Some(Detail::Title) => self.title.push_str(text),
            Some(Detail::Author) => self.author.push_str(text),
            Some(Detail::Keywords) => self.keywords.push_str(text),
            None if state.raised => self.out.raised(text),
            None => self.out.words(text),
        }
    }

    fn paragraph(&mut self, state: State) {
        self.flush(state);
        if !state.skips && state.detail.is_none() {
            self.out.end();
        }
    }
}

/// The first place from `at` on whose byte does not pass the test.
fn end(bytes: &[u8], at: usize, test: impl Fn(&u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|b| test(b)).take(64).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(rtf: &str) -> (String, String) {
        let mut reader = Rtf::default();
        reader.read(rtf.as_bytes());
        (reader.title, markup::joined(&reader.out.finish()))
    }

    #[test]
    fn text_is_kept_and_what_is_none_is_not() {
        let (title, body) = text(
            r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\info{\title On livers}{\author Lee}}\uc1 The \b liv\b0 er \'e9 \u946?-blocker\par
Second{\*\unknown x{y}} {\field{\*\fldinst HYPERLINK}{\fldrslt link}}\u-10179?\u-8704?\par{\pict\bin4 }}}}}{\footnote 10{\super 9} note}}",
        );
        assert_eq!(title, "On livers");
        assert_eq!(body, "The liver é β-blocker\n\nSecond link😀\n\n10^9 note");
    }

    #[test]
    fn damage_does_no_harm() {
        for rtf in [
            "{\\rtf1 a\\",
            "{\\rtf1 }}}} b",
            "\\u55357?\\u12",
            "\\'",
            "\\'zz",
            "{\\rtf1\\bin99999999999999999999 x",
            &"{".repeat(5000),
        ] {
            text(rtf);
        }
    }
}
