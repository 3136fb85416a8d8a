//! RIS, NBIB (MEDLINE / PubMed) and EndNote references: line formats of tags and values.
//!
//! All are read line by line by one small parser of our own, because the citation libraries at hand want the whole file in
//! memory and drop on which line a record stood, which is what a user needs to mend a broken one.

use std::mem;

use super::input::{Line, Lines, reason_of};
use super::sink::Sink;
use super::tagged_fields::{self, Fields};
use super::{Location, Reason};

/// Which of the formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Ris,
    Nbib,
    Enw,
}

impl Dialect {
    fn tag(self, line: &str) -> Option<(&str, &str)> {
        match self {
            Dialect::Ris => ris_tag(line),
            Dialect::Nbib => nbib_tag(line),
            Dialect::Enw => enw_tag(line),
        }
    }

    fn starts_record(self, tag: &str) -> bool {
        tag == match self {
            Dialect::Ris => "TY",
            Dialect::Nbib => "PMID",
            Dialect::Enw => "0",
        }
    }

    fn no_records(self) -> Reason {
        match self {
            Dialect::Ris => Reason::NoRecords {
                format: "RIS",
                start: "TY  - ",
            },
            Dialect::Nbib => Reason::NoRecords {
                format: "NBIB",
                start: "PMID- ",
            },
            Dialect::Enw => Reason::NoRecords {
                format: "EndNote",
                start: "%0 ",
            },
        }
    }
}

/// Splits `TI  - value`; one space before the dash is accepted too, as some exporters write it.
fn ris_tag(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches('\u{feff}');
    let tag = line.get(..2)?;
    let bytes = tag.as_bytes();
    if !(bytes[0].is_ascii_uppercase()
        && (bytes[1].is_ascii_uppercase() || bytes[1].is_ascii_digit()))
    {
        return None;
    }
    let rest = line[2..]
        .strip_prefix("  -")
        .or_else(|| line[2..].strip_prefix(" -"))?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| (tag, rest.trim()))
}

/// Splits `TI  - value`: the tag has two to four letters, padded to four.
fn nbib_tag(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches('\u{feff}');
    let padded = line.get(..4)?;
    let tag = padded.trim_end();
    if tag.len() < 2
        || !tag
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    {
        return None;
    }
    let rest = line[4..].strip_prefix('-')?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| (tag, rest.trim()))
}

/// Splits `%T value`: a letter, a digit or a sign behind the per cent sign.
fn enw_tag(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches('\u{feff}').strip_prefix('%')?;
    let tag = line.get(..1)?;
    let is_tag = tag.bytes().all(|b| b.is_ascii_graphic());
    let rest = &line[1..];
    (is_tag && (rest.is_empty() || rest.starts_with(' '))).then(|| (tag, rest.trim()))
}

/// Whether a RIS record begins with this line.
pub(crate) fn begins_ris(line: &str) -> bool {
    ris_tag(line).is_some_and(|(tag, _)| tag == "TY")
}

/// Whether an NBIB record begins with this line.
pub(crate) fn begins_nbib(line: &str) -> bool {
    let is_number = |value: &str| !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
    nbib_tag(line).is_some_and(|(tag, value)| tag == "PMID" && is_number(value))
}

/// Whether an EndNote record begins with this line.
pub(crate) fn begins_enw(line: &str) -> bool {
    enw_tag(line).is_some_and(|(tag, value)| {
        let kind = value.starts_with(|c: char| c.is_ascii_uppercase());
        tag == "0" && kind && value.len() < 60
    })
}

/// Reads all EndNote records of a file into `sink`.
pub(crate) fn read_enw(lines: Lines<'_>, sink: &mut Sink<'_>) {
    read(lines, Dialect::Enw, sink);
}

/// Reads all RIS records of a file into `sink`.
pub(crate) fn read_ris(lines: Lines<'_>, sink: &mut Sink<'_>) {
    read(lines, Dialect::Ris, sink);
}

/// Reads all NBIB records of a file into `sink`.
pub(crate) fn read_nbib(lines: Lines<'_>, sink: &mut Sink<'_>) {
    read(lines, Dialect::Nbib, sink);
}

/// One record as it stands in the file.
#[derive(Default)]
struct Record {
    line: u64,
    fields: Fields,
    bytes: u64,
    foreign: usize,
    too_large: bool,
}

/// Reads all records of a file into `sink`.
fn read(mut lines: Lines<'_>, dialect: Dialect, sink: &mut Sink<'_>) {
    let mut record: Option<Record> = None;
    let mut stray_reported = false;
    let (mut begun, mut last_number) = (0_u64, 0_u64);
    loop {
        if sink.cancelled() {
            return;
        }
        let line = match lines.next() {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(error) => {
                finish(record.take(), begun, dialect, sink);
                sink.error(Location::Line(lines.number + 1), reason_of(error));
                return;
            }
        };
        let (text, foreign) = match line {
            Line::Text(text, foreign) => (text, foreign),
            Line::TooLong => {
                match &mut record {
                    Some(record) => record.too_large = true,
                    None => sink.error(
                        Location::Line(lines.number),
                        Reason::TooLarge {
                            what: "line",
                            limit: sink.limits.line_bytes,
                        },
                    ),
                }
                continue;
            }
        };
        // Files of old Macintosh programs end their lines with a carriage return alone.
        for line in text.split('\r') {
            match dialect.tag(line) {
                Some((tag, value)) if dialect.starts_record(tag) => {
                    finish(record.take(), begun, dialect, sink);
                    if sink.full() {
                        return;
                    }
                    begun += 1;
                    stray_reported = false;
                    record = Some(Record {
                        line: lines.number,
                        fields: Fields(vec![(tag.to_owned(), value.to_owned())]),
                        ..Record::default()
                    });
                }
                Some(("ER", _)) if dialect == Dialect::Ris => {
                    finish(record.take(), begun, dialect, sink)
                }
                tagged => match &mut record {
                    // Each keyword of an EndNote record has a line of its own.
                    Some(record)
                        if dialect == Dialect::Enw
                            && tagged.is_none()
                            && record.fields.0.last().is_some_and(|(tag, _)| tag == "K") =>
                    {
                        let keyword = Some(("K", line.trim()));
                        add(record, keyword, line, sink.limits.record_bytes);
                    }
                    Some(record) => add(record, tagged, line, sink.limits.record_bytes),
                    None if dialect == Dialect::Ris
                        && is_between(line, tagged, begun, &mut last_number) => {}
                    None if begun == 0 && tagged.is_none() => {} // a heading above the first record
                    None if !line.trim().is_empty() && !stray_reported => {
                        stray_reported = true;
                        sink.error(
                            Location::Line(lines.number),
                            Reason::StrayText(line.chars().take(40).collect()),
                        );
                    }
                    None => {}
                },
            }
        }
        if let Some(record) = &mut record {
            record.foreign += foreign;
        }
    }
    finish(record, begun, dialect, sink);
    if begun == 0 {
        sink.error(Location::File, dialect.no_records());
    }
}

/// Whether databases write such a line between two records of RIS: what Ovid puts behind each, and the number of the next one (`2. `), which follows
/// the `last` number or how many were begun; one of several files that were joined counts from 1 again.
fn is_between(line: &str, tagged: Option<(&str, &str)>, begun: u64, last: &mut u64) -> bool {
    let line = line.trim();
    let is_link = line.starts_with("Link to the ") && line.contains("://");
    if is_link || tagged.is_some_and(|(tag, _)| tag == "NL") {
        return true;
    }
    let number = line.strip_suffix('.').map(str::parse::<u32>);
    let Some(Ok(number)) = number else {
        return false;
    };
    let number = u64::from(number);
    // The second thousand of a search begins with another one.
    let follows = begun == 0 || [1, begun + 1, *last + 1].contains(&number);
    if follows {
        *last = number;
    }
    follows
}

/// Adds a line to a record: a new field, or more of the last one.
fn add(record: &mut Record, tagged: Option<(&str, &str)>, line: &str, limit: u64) {
    record.bytes += line.len() as u64 + 1;
    if record.too_large || record.bytes > limit {
        record.too_large = true;
        record.fields.0.clear();
        return;
    }
    match tagged {
        Some((tag, value)) => record.fields.0.push((tag.to_owned(), value.to_owned())),
        None => {
            let more = line.trim();
            if let (false, Some((_, value))) = (more.is_empty(), record.fields.0.last_mut()) {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(more);
            }
        }
    }
}

fn finish(record: Option<Record>, number: u64, dialect: Dialect, sink: &mut Sink<'_>) {
    let Some(mut record) = record else { return };
    let place = Location::Record {
        number,
        line: record.line,
    };
    if record.too_large {
        return sink.error(
            place,
            Reason::TooLarge {
                what: "record",
                limit: sink.limits.record_bytes,
            },
        );
    }
    let foreign = mem::take(&mut record.foreign);
    let document = match dialect {
        Dialect::Ris => tagged_fields::ris(&record.fields),
        Dialect::Nbib => tagged_fields::nbib(&record.fields),
        Dialect::Enw => tagged_fields::enw(&record.fields),
    };
    if document.title.is_empty() {
        let tags = match dialect {
            Dialect::Ris => "none of the fields TI, T1, CT and BT",
            Dialect::Nbib => "none of the fields TI, BTI and TT",
            Dialect::Enw => "no field %T",
        };
        return sink.error(place, Reason::NoTitle { tags });
    }
    sink.document(document, number, Some(record.line), foreign);
}
