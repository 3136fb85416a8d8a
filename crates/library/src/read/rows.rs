//! The rows of a table as they come, from whatever file: the first names the columns, the others are documents.

use std::mem;

use super::notes::{Note, Table};
use super::sink::Sink;
use super::table::Columns;
use super::{Location, Reason};
use crate::Identifier;

/// Rows that are shown before an import.
const SAMPLES: usize = 3;
/// Columns that are shown.
const COLUMNS: usize = 200;
/// Characters of a cell that are shown.
const CELL: usize = 200;

/// What became of the rows so far.
#[derive(Default)]
pub(crate) struct Rows {
    columns: Option<Columns>,
    /// Why no document can be made of them; the first rows are looked at all the same, to be shown.
    refused: Option<Reason>,
    table: Table,
    told: bool,
    /// Rows under the headings.
    number: u64,
    /// Identifiers met in a table of nothing else.
    identifiers: u64,
}

impl Rows {
    /// Takes the names of the columns, of a file that keeps them apart from its rows.
    pub(crate) fn headings<'c>(
        &mut self,
        names: impl Iterator<Item = &'c str>,
        sink: &mut Sink<'_>,
    ) {
        let names: Vec<&str> = names.collect();
        let columns = Columns::of(&names, sink.columns);
        let unmet = columns
            .unmet
            .iter()
            .map(|column| format!("no column is called {column}"));
        sink.pending.extend(unmet);
        let shown = columns.fields.iter().zip(&names).take(COLUMNS);
        self.table.columns = shown.map(|(field, name)| (cut(name), *field)).collect();
        self.table.usable = columns.are_usable();
        if !columns.are_usable() && !columns.have_identifiers() {
            self.refused = Some(no_columns(names.iter().copied()));
        }
        self.columns = Some(columns);
    }

    /// Whether nothing has been taken.
    pub(crate) fn is_empty(&self) -> bool {
        self.columns.is_none()
    }

    /// Takes a row; false when the others need not be read.
    pub(crate) fn row(
        &mut self,
        cells: &[&str],
        line: Option<u64>,
        foreign: usize,
        sink: &mut Sink<'_>,
    ) -> bool {
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            return true;
        }
        if self.columns.is_none() {
            let lone = cells.len() == 1 && Identifier::of_line(cells[0]).is_some();
            if !sink.columns.no_headings && !lone {
                self.headings(cells.iter().copied(), sink);
                return true;
            }
            let numbers: Vec<String> = (1..=cells.len()).map(|n| n.to_string()).collect();
            self.headings(numbers.iter().map(String::as_str), sink);
            if lone && !self.table.usable {
                self.columns = Some(Columns::of_identifiers());
                self.refused = None;
            }
        }
        self.number += 1;
        if self.table.samples.len() < SAMPLES {
            let cells = cells.iter().take(COLUMNS).map(|cell| cut(cell));
            self.table.samples.push(cells.collect());
        }
        if self.table.samples.len() == SAMPLES {
            self.tell(sink);
        }
        if self.refused.is_some() {
            return self.number < SAMPLES as u64;
        }
        let Some(columns) = self.columns.as_ref().filter(|columns| columns.are_usable()) else {
            self.identifier(cells, line, sink);
            return true;
        };
        sink.row(
            columns.document(cells.iter().copied()),
            self.number,
            line,
            foreign,
        );
        true
    }

    /// A row of a table that has identifiers and neither titles nor texts.
    fn identifier(&mut self, cells: &[&str], line: Option<u64>, sink: &mut Sink<'_>) {
        let columns = self.columns.as_ref();
        match columns.and_then(|columns| columns.identifier(cells)) {
            Some(identifier) => {
                self.identifiers += 1;
                let file = sink.file.to_owned();
                (sink.notes)(Note::Identifier { file, identifier });
            }
            None => {
                let (number, line) = (self.number, line.unwrap_or(self.number));
                sink.error(Location::Record { number, line }, Reason::NoText);
            }
        }
    }

    fn tell(&mut self, sink: &Sink<'_>) {
        if !mem::replace(&mut self.told, true) {
            let (file, table) = (sink.file.to_owned(), self.table.clone());
            (sink.notes)(Note::Table { file, table });
        }
    }

    /// Ends the table; why no document could be made of it.
    pub(crate) fn finish(mut self, sink: &Sink<'_>) -> Result<(), Reason> {
        if self.columns.is_some() {
            self.tell(sink);
        }
        if let Some(reason) = self.refused {
            return Err(reason);
        }
        match (self.number, self.identifiers) {
            _ if self.columns.is_none() => Err(Reason::NoText),
            (0, _) => Err(Reason::Table("there is no row under the headings".into())),
            (_, 0) => Ok(()),
            (_, count) => Err(Reason::Identifiers(count)),
        }
    }
}

/// What is shown of a cell.
fn cut(cell: &str) -> String {
    let cell = cell.trim();
    match cell.char_indices().nth(CELL) {
        Some((end, _)) => format!("{}…", &cell[..end]),
        None => cell.to_owned(),
    }
}

/// Why a table without known headings is refused.
fn no_columns<'c>(headings: impl Iterator<Item = &'c str>) -> Reason {
    let headings: Vec<&str> = headings.map(str::trim).filter(|h| !h.is_empty()).collect();
    let mut shown = headings.join(", ");
    if let Some((cut, _)) = shown.char_indices().nth(120) {
        shown.truncate(cut);
        shown.push('…');
    }
    Reason::NoColumns(shown)
}
