//! Tables of separated values: commas, semicolons, tabs or bars, as spreadsheets and databases save them.

use std::io::{BufRead, Cursor, Read as _};

use super::input::Metered;
use super::rows::Rows;
use super::sink::Sink;
use super::table::{EXPORTED, is_formula};
use super::{Location, Reason};
use crate::bytes::decode;

/// What may stand between cells.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// What is put behind a file: it is a row of its own, unless a quotation mark before it was never closed.
const END: &str = "\n\u{1}the end of the table\u{1}\n";

/// Bytes that are looked at to tell which.
const HEAD: u64 = 16 << 10;

/// Whether a file begins as an export of a library does.
pub(crate) fn begins_export(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    head.starts_with(EXPORTED.as_bytes())
}

/// Without the apostrophe that an export puts before what a spreadsheet would take for a formula.
fn rearmed(cell: String) -> String {
    match cell.strip_prefix('\'') {
        Some(rest) if is_formula(rest.trim_start_matches('\'')) => rest.to_owned(),
        _ => cell,
    }
}

/// Reads all rows of a file into `sink`.
pub(crate) fn read(reader: &mut dyn BufRead, sink: &mut Sink<'_>) {
    let mut head = Vec::new();
    if let Err(error) = reader.take(HEAD).read_to_end(&mut head) {
        return sink.error(Location::File, super::input::reason_of(error));
    }
    let delimiter = delimiter(&String::from_utf8_lossy(&head));
    let mut whole = Cursor::new(head).chain(reader).chain(END.as_bytes());
    let metered = Metered::new(&mut whole, "row", sink.limits.record_bytes);
    let meter = metered.meter();
    let mut table = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(metered);
    let mut row = csv::ByteRecord::new();
    let mut rows = Rows::default();
    let mut number = 0;
    loop {
        if sink.cancelled() || sink.full() {
            return;
        }
        meter.reset();
        match table.read_byte_record(&mut row) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                let reason = match error.into_kind() {
                    csv::ErrorKind::Io(error) => super::input::reason_of(error),
                    other => Reason::Table(format!("{other:?}")),
                };
                return sink.error(
                    Location::Record {
                        number: u64::max(number, 1),
                        line: table.position().line(),
                    },
                    reason,
                );
            }
        }
        let last = row.iter().next_back().unwrap_or_default();
        if last == END.trim_ascii().as_bytes() && row.len() == 1 {
            break;
        }
        if last.ends_with(END.as_bytes()) {
            let line = row.position().map_or(number, csv::Position::line);
            let what =
                "a quotation mark in this row is not closed; all that stands behind it is missing";
            let number = u64::max(number, 1);
            sink.error(
                Location::Record { number, line },
                Reason::Table(what.to_owned()),
            );
            break;
        }
        let cells = row.iter().map(decode);
        let cells: Vec<(String, usize)> = cells
            .map(|(text, foreign)| (rearmed(text), foreign))
            .collect();
        let texts: Vec<&str> = cells.iter().map(|(text, _)| text.as_str()).collect();
        let line = row.position().map(csv::Position::line);
        let foreign = cells.iter().map(|(_, foreign)| foreign).sum();
        number += 1;
        if !rows.row(&texts, line, foreign, sink) {
            break;
        }
    }
    if let Err(reason) = rows.finish(sink) {
        sink.error(Location::File, reason);
    }
}

/// The delimiter of which the first line has most, outside of quotes.
fn delimiter(head: &str) -> u8 {
    let mut counts = [0_u32; DELIMITERS.len()];
    let mut quoted = false;
    for byte in head.trim_start_matches('\u{feff}').bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => break,
            _ if quoted => {}
            _ => {
                if let Some(at) = DELIMITERS.iter().position(|d| *d == byte) {
                    counts[at] += 1;
                }
            }
        }
    }
    let best = (0..DELIMITERS.len()).max_by_key(|at| (counts[*at], DELIMITERS.len() - at));
    DELIMITERS[best.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_tells_what_stands_between_cells() {
        for (head, expected) in [
            ("a,b,c\n1;2", b','),
            ("Titel;\"Text, lang, und mehr\";Jahr\n", b';'),
            ("a\tb,c\td\n", b'\t'),
            ("title\nwords", b','),
            ("a|b|c", b'|'),
        ] {
            assert_eq!(delimiter(head), expected, "{head}");
        }
    }
}
