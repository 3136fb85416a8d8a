//! Rich text (RTF), by a small reader of our own: the crate at hand panics on broken surrogates and brings a web binding with it.
//!
//! Only what is text is kept: groups that hold fonts, styles, pictures or details of the file are passed over (Rich Text Format
//! Specification, version 1.9.1).

use std::collections::HashMap;

use encoding_rs::{Encoding, WINDOWS_1252};

use super::markup::{self, Paragraphs};
use super::rtf_encodings::{code_page_of, is_half, of_code_page};
use super::sink::Sink;

/// Groups within each other, at most; deeper ones are passed over.
const DEPTH: usize = 512;

/// Destinations that are no text, beside all that begin with `\*`.
const SKIPPED: &[&str] = &[
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
    /// The table of fonts, which says in which encoding the bytes of each are.
    fonts: bool,
    /// A footnote: it stands within a sentence, and is read behind the text.
    note: bool,
    /// The font at hand.
    font: Option<i64>,
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
    let mut paragraphs = reader.out.finish();
    paragraphs.extend(reader.notes.finish());
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
    notes: Paragraphs,
    title: String,
    author: String,
    keywords: String,
    encoding: Option<&'static Encoding>,
    /// The encodings of fonts that have one of their own, by their numbers.
    encodings: HashMap<i64, &'static Encoding>,
    /// The font of what names none.
    default_font: Option<i64>,
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
            fonts: false,
            note: false,
            font: None,
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
            // A character of two bytes may have a letter for its second one.
            let is_second =
                matches!(byte, 0x20..=0x5B | 0x5D..=0x7A | b'|' | b'~') && self.is_half(state);
            if is_second && self.skip == 0 {
                self.bytes.push(byte);
                continue;
            }
            if byte < 0x80 && !matches!(byte, b'\\' | b'\r' | b'\n') {
                self.flush(state);
            }
            match byte {
                b'{' if groups.len() < DEPTH => groups.push(state),
                b'{' => too_deep += 1,
                b'}' if too_deep > 0 => too_deep -= 1,
                b'}' => {
                    if let Some(outer) = groups.pop() {
                        if state.note && !outer.note {
                            self.notes.end();
                        }
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
                    at = self.symbol(bytes, at, state, &mut starred);
                }
                b'\t' => self.text(" ", state),
                0x20..=0x7E => {
                    if self.skip > 0 {
                        self.skip -= 1;
                    } else {
                        self.text(char::from(byte).encode_utf8(&mut [0; 4]), state);
                    }
                }
                0x80.. if self.skip > 0 => self.skip -= 1,
                0x80.. => self.bytes.push(byte),
                _ => {}
            }
        }
        self.flush(state);
    }

    /// A control symbol, which stands at `at`; where what follows it begins.
    fn symbol(&mut self, bytes: &[u8], at: usize, state: State, starred: &mut bool) -> usize {
        let Some(&next) = bytes.get(at) else {
            return at;
        };
        let at = at + 1;
        match next {
            b'\'' => {
                let hex = bytes
                    .get(at..at + 2)
                    .and_then(|hex| std::str::from_utf8(hex).ok());
                if let Some(byte) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
                    if self.skip > 0 {
                        self.skip -= 1;
                    } else {
                        self.bytes.push(byte);
                    }
                    return at + 2;
                }
            }
            b'*' => *starred = true,
            b'\\' | b'{' | b'}' if self.is_half(state) => self.bytes.push(next),
            b'\\' | b'{' | b'}' => self.text(char::from(next).encode_utf8(&mut [0; 4]), state),
            b'~' => self.text(" ", state),
            b'_' => self.text("-", state),
            b'\r' | b'\n' => self.paragraph(state),
            _ => {}
        }
        at
    }

    /// A control word.
    fn word(&mut self, word: &str, number: Option<i64>, state: &mut State, starred: bool) {
        if word != "u" {
            self.surrogate = None;
        }
        match word {
            "ansicpg" => self.encoding = of_code_page(number.unwrap_or(1252)),
            "deff" => self.default_font = number,
            "fonttbl" => (state.fonts, state.skips) = (true, true),
            "f" => {
                self.flush(*state);
                state.font = number;
            }
            "fcharset" if state.fonts => {
                let page = number.and_then(code_page_of).and_then(of_code_page);
                if let Some((font, encoding)) = state.font.zip(page) {
                    self.encodings.insert(font, encoding);
                }
            }
            "footnote" if !state.skips => {
                self.flush(*state);
                state.note = true;
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
                    self.paragraphs(*state).line();
                }
            }
            "tab" | "cell" | "emspace" | "enspace" | "qmspace" => self.text(" ", *state),
            "plain" => {
                self.flush(*state);
                (state.deleted, state.raised, state.font) = (false, false, None);
            }
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
            let encoding = self.encoding_of(state);
            self.text(&encoding.decode_without_bom_handling(&bytes).0, state);
        }
    }

    /// In which encoding bytes are: that of their font, else that of the file.
    fn encoding_of(&self, state: State) -> &'static Encoding {
        let font = state.font.or(self.default_font);
        let own = font.and_then(|font| self.encodings.get(&font)).copied();
        own.or(self.encoding).unwrap_or(WINDOWS_1252)
    }

    /// Whether the last of the bytes that were not decoded yet is the first half of a character.
    fn is_half(&self, state: State) -> bool {
        !self.bytes.is_empty() && is_half(&self.bytes, self.encoding_of(state))
    }

    /// Where text goes.
    fn paragraphs(&mut self, state: State) -> &mut Paragraphs {
        if state.note {
            &mut self.notes
        } else {
            &mut self.out
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
            None if state.raised => self.paragraphs(state).raised(text),
            None => self.paragraphs(state).words(text),
        }
    }

    fn paragraph(&mut self, state: State) {
        self.flush(state);
        if !state.skips && state.detail.is_none() {
            self.paragraphs(state).end();
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
        let mut paragraphs = reader.out.finish();
        paragraphs.extend(reader.notes.finish());
        (reader.title, markup::joined(&paragraphs))
    }

    #[test]
    fn bytes_are_read_in_the_encoding_of_their_font_or_of_the_file() {
        for (rtf, words) in [
            // WordPad on a machine of the West, with a Russian text.
            (
                r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil Arial;}{\f1\fnil\fcharset204 Arial;}}\f0 caf\'e9 \f1\'ef\'e5\'f7\'e5\'ed\'fc\f0 \'e9}",
                "café печеньé",
            ),
            (
                r"{\rtf1\ansi\deff1{\fonttbl{\f1\fcharset161 Arial;}}\'de\'f0\'e1\'f1}",
                "ήπαρ",
            ),
            // Second halves that are letters, a backslash among them.
            (
                r"{\rtf1\ansi\ansicpg932 \'8a\'cc\'91\'9f \'83e\'83X\'83g \'95\'5c\'95\\ end}",
                "肝臓 テスト 表表 end",
            ),
            (r"{\rtf1\ansi\ansicpg936 \'b8\'ce\'d4\'e0}", "肝脏"),
            (r"{\rtf1\ansi\ansicpg65001 \'c3\'a9 é}", "é é"),
            // What older programs read in place of a character is no text, also where it is a byte.
            ("{\\rtf1\\uc2\\u233\u{e9}x}", "éx"),
        ] {
            assert_eq!(text(rtf).1, words, "{rtf}");
        }
    }

    #[test]
    fn footnotes_stand_behind_the_text() {
        let rtf = r"{\rtf1 The liver{\super\chftn}{\*\footnote\chftn\~\pard {It is large.\par}} is red{\footnote As \'e9 says} \b too.\par References\par 1. Lee A.\par}";
        assert_eq!(
            text(rtf).1,
            "The liver is red too.\n\nIt is large.\n\nAs é says"
        );
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
