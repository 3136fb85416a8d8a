//! Tables in the Parquet format: a document for each row, columns told by their names.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};

use parquet::arrow::ProjectionMask;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::{Field, Row};

use super::options::ReadOptions;
use super::rows::Rows;
use super::sink::Sink;
use super::table::list_cell;
use super::{Location, Reason};
use crate::data_set::{DataSet, rows_together};

/// Reads the rows of the file of `sink`.
pub(crate) fn read(options: &ReadOptions, sink: &mut Sink<'_>) {
    // What the parser does with a hostile file is its own affair, but must not end the batch.
    let done = catch_unwind(AssertUnwindSafe(|| rows(options, sink)));
    match done {
        Ok(Ok(())) => {}
        Ok(Err(reason)) => sink.error(Location::File, reason),
        Err(_) => sink.error(
            Location::File,
            Reason::Table("it could not be understood".to_owned()),
        ),
    }
}

fn rows(options: &ReadOptions, sink: &mut Sink<'_>) -> Result<(), Reason> {
    let fault = |error: parquet::errors::ParquetError| Reason::Table(error.to_string());
    let disk = sink
        .disk
        .ok_or_else(|| Reason::Table("it is no file".to_owned()))?;
    let own = sink.columns.choices.is_empty();
    if let Some(set) = DataSet::open(disk)
        .ok()
        .filter(|set| own && set.has_groundings())
    {
        return placed(&set, sink);
    }
    let file = File::open(disk).map_err(Reason::Io)?;
    let reader = SerializedFileReader::new(file).map_err(fault)?;
    let metadata = reader.metadata();
    let limit = options.limits.spooled_bytes;
    for group in metadata.row_groups() {
        // A column chunk is unpacked page by page, but a page may be all of it.
        let largest = group
            .columns()
            .iter()
            .map(|column| column.uncompressed_size());
        if largest
            .max()
            .is_some_and(|size| size < 0 || size as u64 > limit)
        {
            return Err(Reason::TooLarge {
                what: "column",
                limit,
            });
        }
    }
    let (all, groups) = (ProjectionMask::all(), 0..metadata.num_row_groups());
    let pages = File::open(disk).map_err(Reason::Io)?;
    rows_together(&pages, metadata, groups, &all, 1).map_err(fault)?;
    let fields = metadata.file_metadata().schema().get_fields().to_vec();
    let mut table = Rows::default();
    table.headings(fields.iter().map(|field| field.name()), sink);
    for (number, row) in (1..).zip(reader.get_row_iter(None).map_err(fault)?) {
        if sink.cancelled() || sink.full() {
            return Ok(());
        }
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                // The pages behind a damaged one cannot be told apart.
                let place = Location::Record {
                    number,
                    line: number,
                };
                sink.error(place, fault(error));
                return Ok(());
            }
        };
        let cells = cells(&row);
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        if !table.row(&cells, None, 0, sink) {
            break;
        }
    }
    table.finish(sink)
}

/// The rows of a data set, with their places.
fn placed(set: &DataSet, sink: &mut Sink<'_>) -> Result<(), Reason> {
    let read = set.scan(None, |key, record| {
        if sink.cancelled() || sink.full() {
            return false;
        }
        let number = u64::try_from(key).unwrap_or_default();
        match record {
            // What had no text has none now; anything else may be placed this time.
            Ok(record) if record.error.is_some() && record.text.trim().is_empty() => {
                let place = Location::Record {
                    number,
                    line: number,
                };
                let reason = record.error.unwrap_or_default();
                sink.error(place, Reason::Table(reason));
            }
            Ok(record) => {
                let (mut document, place) = record.parts();
                document.placed = place.map(Box::new);
                sink.row(document, number, None, 0);
            }
            Err(reason) => {
                let place = Location::Record {
                    number,
                    line: number,
                };
                sink.error(place, Reason::Table(reason));
            }
        }
        true
    });
    read.map_err(Reason::Table)
}

/// The cells of a row as text.
fn cells(row: &Row) -> Vec<String> {
    row.get_column_iter()
        .map(|(_, field)| words(field))
        .collect()
}

fn words(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.data()).into_owned(),
        Field::ListInternal(list) => {
            list_cell(&list.elements().iter().map(words).collect::<Vec<_>>())
        }
        Field::Group(row) => cells(row).join(" "),
        other => other.to_string(),
    }
}
