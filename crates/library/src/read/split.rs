//! Splits a file of many records into the bytes of each, before any parser sees them: a record that is broken costs no other, and no
//! more than one is held in memory.

use std::io::{self, BufRead};

use super::input::reason_of;
use super::sink::Sink;
use super::{Location, Reason};
use crate::Document;
use crate::bytes::decode;

/// A record as it stands in the file.
pub(crate) struct Piece {
    /// Its bytes; empty when it is too large.
    pub(crate) bytes: Vec<u8>,
    /// Line on which it begins, from 1.
    pub(crate) line: u64,
    /// Whether it has more bytes than the limit; they were passed over.
    pub(crate) too_large: bool,
    /// Whether the file ended, or another record began, before its end.
    pub(crate) cut_off: bool,
}

impl Piece {
    fn begun(line: u64) -> Piece {
        Piece {
            bytes: Vec::new(),
            line,
            too_large: false,
            cut_off: false,
        }
    }

    fn push(&mut self, byte: u8, limit: u64) {
        if self.too_large || self.bytes.len() as u64 >= limit {
            self.too_large = true;
            self.bytes.clear();
        } else {
            self.bytes.push(byte);
        }
    }

    /// With what follows it.
    pub(super) fn append(&mut self, more: Piece, limit: u64) {
        more.bytes.iter().for_each(|byte| self.push(*byte, limit));
        self.too_large |= more.too_large;
    }
}

/// A record that is not too large.
pub(super) struct Record<'r> {
    pub(super) text: &'r str,
    pub(super) piece: &'r Piece,
    /// Its number in the file, from 1.
    pub(super) number: u64,
    /// Line on which it begins, from 1.
    pub(super) line: u64,
    /// How many of its bytes were not UTF-8.
    pub(super) foreign: usize,
}

impl Record<'_> {
    pub(super) fn place(&self) -> Location {
        Location::Record {
            number: self.number,
            line: self.line,
        }
    }
}

/// Hands over the records of a file, each out of the piece that `next` gives: `parse` makes a document of its text, or nothing where it
/// is no record. `none`: what is told when there was no record at all.
pub(super) fn records(
    sink: &mut Sink<'_>,
    none: Reason,
    next: impl FnMut() -> io::Result<Option<Piece>>,
    mut parse: impl FnMut(&str, &Piece) -> Option<Result<Document, Reason>>,
) {
    each(sink, none, next, |sink, record| {
        match parse(record.text, record.piece) {
            Some(Ok(document)) => {
                sink.document(document, record.number, Some(record.line), record.foreign);
            }
            Some(Err(reason)) => sink.error(record.place(), reason),
            None => return false,
        }
        true
    });
}

/// The same for a format that hands its documents over itself: `take` says whether what it was given is a record. Returns whether the end
/// was reached.
pub(super) fn each(
    sink: &mut Sink<'_>,
    none: Reason,
    mut next: impl FnMut() -> io::Result<Option<Piece>>,
    mut take: impl FnMut(&mut Sink<'_>, &Record<'_>) -> bool,
) -> bool {
    let (mut number, mut whole) = (0, true);
    loop {
        if sink.cancelled() || sink.full() {
            return false;
        }
        let piece = match next() {
            Ok(Some(piece)) => piece,
            Ok(None) => break,
            Err(error) => {
                sink.error(Location::File, reason_of(error));
                whole = false;
                break;
            }
        };
        let (text, foreign) = decode(&piece.bytes);
        let record = Record {
            text: &text,
            piece: &piece,
            number: number + 1,
            line: piece.line,
            foreign,
        };
        let limit = sink.limits.record_bytes;
        let what = "record";
        if piece.too_large {
            sink.error(record.place(), Reason::TooLarge { what, limit });
            number += 1;
        } else if take(sink, &record) {
            number += 1;
        }
    }
    if number == 0 && whole {
        sink.error(Location::File, none);
    }
    true
}

/// The bytes of a reader one by one, with the line on which the next one stands.
struct Bytes<'a> {
    reader: &'a mut dyn BufRead,
    line: u64,
}

impl Bytes<'_> {
    fn next(&mut self) -> io::Result<Option<u8>> {
        let byte = self.reader.fill_buf()?.first().copied();
        if let Some(byte) = byte {
            self.reader.consume(1);
            self.line += u64::from(byte == b'\n');
        }
        Ok(byte)
    }
}

/// Elements of an XML file that have one of these names, each from its start tag to its end tag.
pub(crate) struct Elements<'a> {
    bytes: Bytes<'a>,
    names: &'static [&'static str],
    limit: u64,
    /// The name of an element whose start tag was met within another one, and what was read of it.
    met: Option<(&'static str, Vec<u8>, u64)>,
}

impl<'a> Elements<'a> {
    /// Elements must not stand within each other.
    pub(crate) fn new(
        reader: &'a mut dyn BufRead,
        names: &'static [&'static str],
        limit: u64,
    ) -> Self {
        Elements {
            bytes: Bytes { reader, line: 1 },
            names,
            limit,
            met: None,
        }
    }

    /// The element that this tag, from `<` to `>`, begins.
    fn begun_by(&self, tag: &[u8]) -> Option<&'static str> {
        let inner = tag.strip_prefix(b"<")?;
        self.names.iter().copied().find(|name| {
            let rest = inner.strip_prefix(name.as_bytes());
            rest.and_then(<[u8]>::first)
                .is_some_and(|b| *b == b'>' || b.is_ascii_whitespace())
        })
    }

    /// The next element; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read on.
    pub(crate) fn next(&mut self) -> io::Result<Option<Piece>> {
        let (name, start, line) = match self.met.take() {
            Some(met) => met,
            None => match self.find_start()? {
                Some(found) => found,
                None => return Ok(None),
            },
        };
        let end = format!("</{name}>").into_bytes();
        let mut piece = Piece::begun(line);
        start.iter().for_each(|byte| piece.push(*byte, self.limit));
        // Where the tag at hand begins.
        let mut tag: Option<Vec<u8>> = None;
        let mut tag_line = line;
        loop {
            let Some(byte) = self.bytes.next()? else {
                piece.cut_off = true;
                return Ok(Some(piece));
            };
            piece.push(byte, self.limit);
            match (&mut tag, byte) {
                (_, b'<') => {
                    tag = Some(vec![byte]);
                    tag_line = self.bytes.line;
                }
                (Some(of), b'>') => {
                    of.push(byte);
                    let of = std::mem::take(of);
                    tag = None;
                    if of == end {
                        return Ok(Some(piece));
                    }
                    if let Some(next) = self.begun_by(&of) {
                        let without = piece.bytes.len().saturating_sub(of.len());
                        piece.bytes.truncate(without);
                        self.met = Some((next, of, tag_line));
                        piece.cut_off = true;
                        return Ok(Some(piece));
                    }
                }
                (Some(of), _) if (of.len() as u64) < self.limit => of.push(byte),
                (Some(_), _) => tag = None,
                (None, _) => {}
            }
        }
    }

    /// Passes over everything before the next element: its name, its start tag and the line of that.
    fn find_start(&mut self) -> io::Result<Option<(&'static str, Vec<u8>, u64)>> {
        let mut tag: Vec<u8> = Vec::new();
        let mut line = self.bytes.line;
        while let Some(byte) = self.bytes.next()? {
            if byte == b'<' {
                tag.clear();
                line = self.bytes.line;
            }
            // One byte more than a record may have, so that it is told.
            if byte == b'<' || (!tag.is_empty() && tag.len() as u64 <= self.limit) {
                tag.push(byte);
            }
            if byte == b'>' {
                if let Some(name) = self.begun_by(&tag) {
                    return Ok(Some((name, tag, line)));
                }
                tag.clear();
            }
        }
        Ok(None)
    }
}

/// The elements of a JSON array, or the one object that a file is, by their braces.
pub(crate) struct Values<'a> {
    bytes: Bytes<'a>,
    limit: u64,
}

impl<'a> Values<'a> {
    pub(crate) fn new(reader: &'a mut dyn BufRead, limit: u64) -> Self {
        Values {
            bytes: Bytes { reader, line: 1 },
            limit,
        }
    }

    /// The next object, from `{` to the `}` that ends it; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read on.
    pub(crate) fn next(&mut self) -> io::Result<Option<Piece>> {
        let mut piece: Option<Piece> = None;
        let (mut depth, mut in_string, mut escaped) = (0_u64, false, false);
        loop {
            let line = self.bytes.line;
            let Some(byte) = self.bytes.next()? else {
                return Ok(piece.map(|piece| Piece {
                    cut_off: true,
                    ..piece
                }));
            };
            if piece.is_none() && byte != b'{' {
                continue;
            }
            piece
                .get_or_insert_with(|| Piece::begun(line))
                .push(byte, self.limit);
            if in_string {
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' => escaped = true,
                    b'"' => in_string = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => in_string = true,
                b'{' => depth += 1,
                b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(piece);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The entries of a BibTeX file: each from a line that begins with `@`, or from an `@` behind the brace that ends an entry, to the next such place.
pub(crate) struct Entries<'a> {
    bytes: Bytes<'a>,
    limit: u64,
}

impl<'a> Entries<'a> {
    pub(crate) fn new(reader: &'a mut dyn BufRead, limit: u64) -> Self {
        Entries {
            bytes: Bytes { reader, line: 1 },
            limit,
        }
    }

    /// The next entry with what stands behind it; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read on.
    pub(crate) fn next(&mut self) -> io::Result<Option<Piece>> {
        let mut piece: Option<Piece> = None;
        let mut at_line_start = true;
        let mut braces = Braces::default();
        loop {
            // An entry ends where the next one begins, and that one is left for the next call.
            let Some(byte) = self.bytes.reader.fill_buf()?.first().copied() else {
                return Ok(piece);
            };
            let begins = byte == b'@' && (at_line_start || braces.ended);
            if begins && piece.is_some() {
                return Ok(piece);
            }
            let line = self.bytes.line;
            self.bytes.next()?;
            at_line_start = byte == b'\n' || byte == b'\r' || (at_line_start && byte == b' ');
            if begins {
                piece = Some(Piece::begun(line));
            }
            if let Some(of) = &mut piece {
                of.push(byte, self.limit);
                braces.pass(byte);
            }
        }
    }
}

/// The braces of an entry: services give entries on one line, and their answers are put behind each other.
#[derive(Default)]
struct Braces {
    depth: u64,
    escaped: bool,
    /// Whether the one that ends it was met: what stands behind it is a remark, up to the next `@`.
    ended: bool,
}

impl Braces {
    fn pass(&mut self, byte: u8) {
        let escaped = std::mem::take(&mut self.escaped);
        match byte {
            b'\\' => self.escaped = !escaped,
            b'{' if !escaped => self.depth += 1,
            b'}' if !escaped => {
                self.ended |= self.depth == 1;
                self.depth = self.depth.saturating_sub(1);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(piece: &Piece) -> String {
        let text = String::from_utf8_lossy(&piece.bytes).into_owned();
        let marks = [(piece.too_large, "!"), (piece.cut_off, "…")];
        let marks = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark);
        format!("{}:{text}{}", piece.line, marks.collect::<String>())
    }

    #[test]
    fn elements_are_split_by_their_tags_and_a_lost_end_costs_one() {
        let file = b"<?xml?>\n<set><A x='1'>one<b/></A>\n<Ab>no</Ab><A>two\n<A>three</A><A>four and long</A><A>five";
        let mut reader = &file[..];
        let mut elements = Elements::new(&mut reader, &["A"], 16);
        let mut found = Vec::new();
        while let Some(piece) = elements.next().unwrap() {
            found.push(shown(&piece));
        }
        assert_eq!(
            found,
            ["2:!", "3:<A>two\n…", "4:<A>three</A>", "4:!", "4:<A>five…"]
        );
        let mut reader = &file[..];
        let mut elements = Elements::new(&mut reader, &["A"], 100);
        let first = elements.next().unwrap().unwrap();
        assert_eq!(shown(&first), "2:<A x='1'>one<b/></A>");
    }

    #[test]
    fn objects_are_split_by_their_braces_outside_of_strings() {
        let file = b"[{\"a\": {\"b\": \"}\\\"{\"}},\n {\"c\": 1}, {\"d\": 2";
        let mut reader = &file[..];
        let mut values = Values::new(&mut reader, 100);
        let mut found = Vec::new();
        while let Some(piece) = values.next().unwrap() {
            found.push(shown(&piece));
        }
        assert_eq!(
            found,
            [
                "1:{\"a\": {\"b\": \"}\\\"{\"}}",
                "2:{\"c\": 1}",
                "2:{\"d\": 2…"
            ]
        );
    }

    fn entries(mut file: &[u8]) -> Vec<String> {
        let mut entries = Entries::new(&mut file, 100);
        let pieces = std::iter::from_fn(|| entries.next().unwrap());
        pieces.map(|piece| shown(&piece)).collect()
    }

    #[test]
    fn entries_are_split_where_a_line_begins_with_an_at() {
        let file = b"% note\n@a{x, t={me@you}}\n\n  @b{y,\nt={open}\n@c{z}";
        assert_eq!(
            entries(file),
            [
                "2:@a{x, t={me@you}}\n\n  ",
                "4:@b{y,\nt={open}\n",
                "6:@c{z}"
            ]
        );
    }

    #[test]
    fn entries_are_split_behind_the_brace_that_ends_one() {
        let file = br"@a{x, t={a \} {@b}}, u = me @home} @b{y,t={open}@c{z}}@d(w, t={v}) @e{u}
@f{s} see @g{r}";
        assert_eq!(
            entries(file),
            [
                r"1:@a{x, t={a \} {@b}}, u = me @home} ",
                "1:@b{y,t={open}@c{z}}",
                "1:@d(w, t={v}) ",
                "1:@e{u}\n",
                "2:@f{s} see ",
                "2:@g{r}"
            ]
        );
    }
}
