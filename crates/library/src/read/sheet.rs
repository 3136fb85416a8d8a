//! Spreadsheets (XLSX, ODS): the first sheet whose first row names columns that documents have; others that have such are told.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{DataRef, Reader as _, Xlsx};
use roxmltree::Node;

use super::input::{Bounded, reason_of};
use super::office::holds;
use super::options::Limits;
use super::package::{Package, tree};
use super::rows::Rows;
use super::sink::Sink;
use super::table::Columns;
use super::{Location, Reason};

/// Columns of a sheet that are read.
const COLUMNS: usize = 512;
/// Bytes of a cell that is said to stand in several columns, at most; a longer one stands in the first of them.
const REPEATED: usize = 16 << 10;

/// Whether a ZIP archive begins as a spreadsheet does.
pub(crate) fn begins(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04")
        && (holds(head, b"xl/workbook.xml")
            || holds(head, b"xl/_rels/")
            || holds(head, b"xl/worksheets/"))
}

/// Reads a spreadsheet.
pub(crate) fn read(bytes: &[u8], sink: &mut Sink<'_>) {
    if let Err(reason) = unpacks_within(bytes, sink.limits) {
        return sink.error(Location::File, reason);
    }
    // What the parser does with a hostile file is its own affair, but must not end the batch.
    let reason = match catch_unwind(AssertUnwindSafe(|| first_sheet(bytes, sink))) {
        Ok(Ok(())) => return,
        Ok(Err(reason)) => reason,
        Err(_) => Reason::Archive("it could not be understood".to_owned()),
    };
    sink.error(Location::File, reason);
}

/// Reads the first sheet whose first row names columns.
fn first_sheet(bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), Reason> {
    let fault = |error: calamine::XlsxError| Reason::Archive(error.to_string());
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).map_err(fault)?;
    let mut refused = None;
    let names = book.sheet_names();
    for (at, name) in names.iter().enumerate() {
        match sheet(&mut book, name, sink) {
            Ok(()) => {
                for other in &names[at + 1..] {
                    let first = first_row(&mut book, other).unwrap_or_default();
                    tell_of_other(other, &first, sink);
                }
                return Ok(());
            }
            Err(reason) => refused = refused.or(Some(reason)),
        }
    }
    Err(refused.unwrap_or(Reason::NoText))
}

/// The cells of the first row of a sheet that has any.
fn first_row(
    book: &mut Xlsx<Cursor<&[u8]>>,
    name: &str,
) -> Result<Vec<String>, calamine::XlsxError> {
    let mut cells = book.worksheet_cells_reader(name)?;
    let mut row = Vec::new();
    let mut at = None;
    while let Some(cell) = cells.next_cell()? {
        let (line, column) = cell.get_position();
        if at.is_some_and(|at| at != line) || column as usize >= COLUMNS {
            break;
        }
        let words = words(cell.get_value());
        if !words.trim().is_empty() {
            at = Some(line);
            row.push(words);
        }
    }
    Ok(row)
}

/// Tells of a sheet behind the one that is read, by its first row, if documents could be made of it.
fn tell_of_other(name: &str, first: &[String], sink: &mut Sink<'_>) {
    let names: Vec<&str> = first.iter().map(String::as_str).collect();
    if !sink.cancelled() && Columns::of(&names, sink.columns).are_usable() {
        let what = format!(
            "its sheet “{name}” is not read, because one before it was; save it as a file of its own"
        );
        sink.error(Location::File, Reason::Table(what));
    }
}

/// Whether a ZIP archive begins as an OpenDocument spreadsheet does.
pub(crate) fn begins_ods(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04")
        && holds(
            head,
            b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
        )
}

/// Reads an OpenDocument spreadsheet (ISO/IEC 26300).
pub(crate) fn read_ods(bytes: &[u8], sink: &mut Sink<'_>) {
    let text = Package::open(bytes, sink.limits)
        .and_then(|mut package| package.text("content.xml"))
        .and_then(|text| text.ok_or_else(|| Reason::Archive("it has no content.xml".to_owned())));
    let text = match text {
        Ok(text) => text,
        Err(reason) => return sink.error(Location::File, reason),
    };
    let tree = match tree("content.xml", &text) {
        Ok(tree) => tree,
        Err(reason) => return sink.error(Location::File, reason),
    };
    let mut refused = None;
    let sheets = outermost(tree.root(), "table");
    for (at, sheet) in sheets.iter().enumerate() {
        let lines = outermost(*sheet, "table-row").into_iter();
        let mut rows = Rows::default();
        for (line, row) in (1..).zip(lines.map(ods_row)) {
            if sink.cancelled() || sink.full() {
                return;
            }
            let cells: Vec<&str> = row.iter().map(String::as_str).collect();
            if !rows.row(&cells, Some(line), 0, sink) {
                break;
            }
        }
        match rows.finish(sink) {
            Ok(()) => {
                for other in &sheets[at + 1..] {
                    let mut rows = outermost(*other, "table-row").into_iter().map(ods_row);
                    let first = rows.find(|row| !row.is_empty()).unwrap_or_default();
                    let mut attributes = other.attributes();
                    let name = attributes.find(|attribute| attribute.name() == "name");
                    tell_of_other(name.map_or("", |name| name.value()), &first, sink);
                }
                return;
            }
            Err(reason @ Reason::Identifiers(_)) => return sink.error(Location::File, reason),
            Err(reason) => refused = refused.or(Some(reason)),
        }
    }
    sink.error(Location::File, refused.unwrap_or(Reason::NoText));
}

/// The elements of this name below another, in their order; those that stand within one of them are part of it. Each is met once
/// however deep they are.
fn outermost<'a, 'i>(root: Node<'a, 'i>, name: &str) -> Vec<Node<'a, 'i>> {
    let mut found = Vec::new();
    let mut open: Vec<Node<'a, 'i>> = root.children().rev().collect();
    while let Some(node) = open.pop() {
        if node.tag_name().name() == name {
            found.push(node);
        } else {
            open.extend(node.children().rev());
        }
    }
    found
}

/// The cells of a row, without empty ones at its end.
fn ods_row(row: Node<'_, '_>) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    let are_cells =
        |node: &Node<'_, '_>| matches!(node.tag_name().name(), "table-cell" | "covered-table-cell");
    for cell in row.children().filter(are_cells) {
        let lines = cell.children().filter(|node| node.tag_name().name() == "p");
        let lines = lines.map(|line| {
            line.descendants()
                .filter(|n| n.is_text())
                .filter_map(|n| n.text())
                .collect::<String>()
        });
        let text = lines.collect::<Vec<_>>().join("\n");
        let repeated = cell
            .attributes()
            .find(|a| a.name() == "number-columns-repeated");
        let times = repeated
            .and_then(|a| a.value().parse().ok())
            .unwrap_or(1_usize);
        let times = times.min(COLUMNS.saturating_sub(cells.len()));
        let again = match text.len() {
            0..=REPEATED => text.clone(),
            _ => String::new(),
        };
        cells.extend(std::iter::once(text).take(times));
        cells.extend(std::iter::repeat_n(again, times.saturating_sub(1)));
    }
    let filled = cells.iter().rposition(|cell| !cell.trim().is_empty());
    cells.truncate(filled.map_or(0, |last| last + 1));
    cells
}

/// Whether all parts unpack to no more than they may; the reader of spreadsheets itself has no limit.
fn unpacks_within(bytes: &[u8], limits: &Limits) -> Result<(), Reason> {
    let fault = |error: String| Reason::Archive(error);
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|e| fault(e.to_string()))?;
    let mut left = limits.package_bytes;
    for index in 0..zip.len() {
        let part = zip.by_index(index).map_err(|e| fault(e.to_string()))?;
        let packed = part.compressed_size().min(bytes.len() as u64);
        let mut part = Bounded::new(part, packed, left, limits.gzip_ratio);
        let read = std::io::copy(&mut part, &mut std::io::sink());
        left -= read.map_err(|error| match reason_of(error) {
            Reason::Io(error) => fault(error.to_string()),
            reason => reason,
        })?;
    }
    Ok(())
}

/// Reads the rows of one sheet; why not, if its first row names no column.
fn sheet(book: &mut Xlsx<Cursor<&[u8]>>, name: &str, sink: &mut Sink<'_>) -> Result<(), Reason> {
    let fault = |error: calamine::XlsxError| Reason::Archive(error.to_string());
    let mut cells = book.worksheet_cells_reader(name).map_err(fault)?;
    let mut rows = Rows::default();
    let mut row: Vec<String> = Vec::new();
    let mut at = 0_u32;
    loop {
        if sink.cancelled() || sink.full() {
            return Ok(());
        }
        let cell = match cells.next_cell() {
            Ok(cell) => cell,
            Err(error) if rows.is_empty() => return Err(fault(error)),
            Err(error) => {
                sink.error(Location::Line(u64::from(at) + 1), fault(error));
                return Ok(());
            }
        };
        let position = cell.as_ref().map(|cell| cell.get_position());
        if position.is_none_or(|(line, _)| line != at) && !row.is_empty() {
            let texts: Vec<&str> = row.iter().map(String::as_str).collect();
            if !rows.row(&texts, Some(u64::from(at) + 1), 0, sink) {
                break;
            }
            row.clear();
        }
        let Some(cell) = cell else { break };
        let (line, column) = cell.get_position();
        at = line;
        let column = column as usize;
        if column < COLUMNS {
            if row.len() <= column {
                row.resize(column + 1, String::new());
            }
            row[column] = words(cell.get_value());
        }
    }
    rows.finish(sink)
}

/// What a cell shows.
fn words(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
            format!("{number:.0}")
        }
        DataRef::Empty => String::new(),
        value => calamine::Data::from(value.clone()).to_string(),
    }
}
