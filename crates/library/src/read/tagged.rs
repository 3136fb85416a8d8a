//! RIS, NBIB (MEDLINE / PubMed) and EndNote references: line formats of tags and values.
//!
//! All are read line by line by one small parser of our own, because the citation libraries at hand want the whole file in
//! memory and drop on which line a record stood, which is what a user needs to mend a broken one.

use std::collections::HashSet;
use std::mem;

use super::input::{Line, Lines, reason_of};
use super::sink::Sink;
use super::{Location, Reason};
use crate::Document;
use crate::document::find_year;

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
    fields: Vec<(String, String)>,
    bytes: u64,
    foreign: usize,
    too_large: bool,
}

impl Record {
    fn all<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a str> {
        self.fields
            .iter()
            .filter(move |(t, value)| t == tag && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    fn first(&self, tags: &[&str]) -> Option<String> {
        tags.iter().find_map(|tag| {
            self.fields
                .iter()
                .find(|(t, value)| t == tag && !value.is_empty())
                .map(|(_, value)| value.clone())
        })
    }

    fn list(&self, tags: &[&str]) -> Vec<String> {
        tags.iter()
            .map(|tag| self.all(tag).map(str::to_owned).collect::<Vec<_>>())
            .find(|list| !list.is_empty())
            .unwrap_or_default()
    }
}

/// Reads all records of a file into `sink`.
fn read(mut lines: Lines<'_>, dialect: Dialect, sink: &mut Sink<'_>) {
    let mut record: Option<Record> = None;
    let mut stray_reported = false;
    let mut begun = 0_u64;
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
                        fields: vec![(tag.to_owned(), value.to_owned())],
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
                            && record.fields.last().is_some_and(|(tag, _)| tag == "K") =>
                    {
                        let keyword = Some(("K", line.trim()));
                        add(record, keyword, line, sink.limits.record_bytes);
                    }
                    Some(record) => add(record, tagged, line, sink.limits.record_bytes),
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

/// Adds a line to a record: a new field, or more of the last one.
fn add(record: &mut Record, tagged: Option<(&str, &str)>, line: &str, limit: u64) {
    record.bytes += line.len() as u64 + 1;
    if record.too_large || record.bytes > limit {
        record.too_large = true;
        record.fields.clear();
        return;
    }
    match tagged {
        Some((tag, value)) => record.fields.push((tag.to_owned(), value.to_owned())),
        None => {
            let more = line.trim();
            if let (false, Some((_, value))) = (more.is_empty(), record.fields.last_mut()) {
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
        Dialect::Ris => ris_document(&record),
        Dialect::Nbib => nbib_document(&record),
        Dialect::Enw => enw_document(&record),
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

fn ris_document(record: &Record) -> Document {
    let from_pubmed = record.first(&["DB", "DP"]).is_some_and(|db| {
        let db = db.to_lowercase();
        ["pubmed", "medline", "nlm"]
            .iter()
            .any(|name| db.contains(name))
    });
    let url = record.first(&["UR", "LK", "L2"]);
    Document {
        title: record.first(&["TI", "T1", "CT", "BT"]).unwrap_or_default(),
        text: record.first(&["AB", "N2"]).unwrap_or_default(),
        authors: record.list(&["AU", "A1"]),
        year: record
            .first(&["PY", "Y1", "DA"])
            .and_then(|date| find_year(&date)),
        journal: record.first(&["T2", "JO", "JF", "JA", "J2"]),
        doi: record
            .first(&["DO"])
            .or_else(|| record.first(&["M3"]).filter(|value| value.contains("10."))),
        pmid: record.first(&["AN", "C8"]).filter(|_| from_pubmed),
        url,
        // What its source calls it, before the type that the format has for it.
        kind: record
            .first(&["M3"])
            .filter(|kind| !kind.contains("10."))
            .or_else(|| record.first(&["TY"])),
        keywords: record.list(&["KW"]),
        ..Document::default()
    }
}

/// The fields of EndNote's import format ("refer", with its own additions).
fn enw_document(record: &Record) -> Document {
    let from_pubmed = record.first(&["W", "~"]).is_some_and(|database| {
        let database = database.to_lowercase();
        ["pubmed", "medline", "nlm"]
            .iter()
            .any(|name| database.contains(name))
    });
    Document {
        title: record.first(&["T"]).unwrap_or_default(),
        text: record.first(&["X"]).unwrap_or_default(),
        authors: record.list(&["A", "E"]),
        year: record.first(&["D", "8"]).and_then(|date| find_year(&date)),
        journal: record.first(&["J", "B"]),
        doi: record.first(&["R"]),
        pmid: record.first(&["M"]).filter(|_| from_pubmed),
        url: record.first(&["U"]),
        kind: record.first(&["0"]),
        keywords: record.list(&["K"]),
        ..Document::default()
    }
}

/// People by their full names, where those are told, and groups, in their order.
fn nbib_authors(record: &Record) -> Vec<String> {
    let people = match record.all("FAU").next() {
        Some(_) => "FAU",
        None => "AU",
    };
    let authors = record.fields.iter();
    let authors =
        authors.filter(|(tag, value)| (tag == people || tag == "CN") && !value.is_empty());
    authors.map(|(_, value)| value.clone()).collect()
}

fn nbib_document(record: &Record) -> Document {
    let doi = ["AID", "LID"]
        .into_iter()
        .flat_map(|tag| record.all(tag))
        .find_map(|value| value.strip_suffix("[doi]"))
        .map(str::to_owned);
    let (mut mesh, mut seen) = (Vec::new(), HashSet::new());
    for heading in record.all("MH") {
        let heading = heading
            .split('/')
            .next()
            .unwrap_or_default()
            .replace('*', "");
        if !heading.is_empty() && seen.insert(heading.clone()) {
            mesh.push(heading);
        }
    }
    let pmid = record.first(&["PMID"]);
    Document {
        title: record.first(&["TI", "BTI", "TT"]).unwrap_or_default(),
        text: record.first(&["AB", "OAB"]).unwrap_or_default(),
        authors: nbib_authors(record),
        year: record
            .first(&["DP", "DEP", "EDAT"])
            .and_then(|date| find_year(date.get(..4).unwrap_or(&date))),
        journal: record.first(&["JT", "TA"]),
        url: pmid
            .as_deref()
            .and_then(crate::normalise_pmid)
            .map(|pmid| format!("https://pubmed.ncbi.nlm.nih.gov/{pmid}/")),
        doi,
        pmid,
        kind: record.first(&["PT"]),
        mesh,
        keywords: record.list(&["OT"]),
        ..Document::default()
    }
}
