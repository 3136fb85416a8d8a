//! CSV for spreadsheets: a row for each document, lists within a cell separated by "; ".

use std::io::{self, Write};

use grounding::Evidence;

use super::{Exported, Exporter};
use crate::marks::Placement;
use crate::read::table::{is_formula, list_cell};
use crate::store::best_p;

/// Columns of the CSV export, in order.
pub const CSV_COLUMNS: [&str; 51] = [
    "id",
    "title",
    "authors",
    "year",
    "journal",
    "doi",
    "pmid",
    "url",
    "kind",
    "mesh",
    "keywords",
    "volume",
    "issue",
    "pages",
    "page_count",
    "journal_short",
    "series",
    "edition",
    "publisher",
    "place",
    "date",
    "language",
    "issn",
    "isbn",
    "pmcid",
    "citation_key",
    "editors",
    "files",
    "tags",
    "collections",
    "note",
    "stars",
    "read",
    "placement",
    "collection",
    "group",
    "labels",
    "source_path",
    "source_record",
    "x_mm",
    "y_mm",
    "z_mm",
    "structure",
    "distance_mm",
    "p",
    "outside_p",
    "structures",
    "elsewhere",
    "model",
    "engine",
    "text",
];

/// Writes CSV.
pub(super) struct Csv;

impl Exporter for Csv {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        row(out, &CSV_COLUMNS)
    }

    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()> {
        row(out, &csv_record(exported))
    }
}

/// Writes a row.
pub(super) fn row(out: &mut dyn Write, cells: &[impl AsRef<[u8]>]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(cells).map_err(io::Error::from)?;
    writer.flush()
}

/// A cell of text that no spreadsheet takes for a formula: it gets an apostrophe in front, which the reader takes off again.
pub(super) fn cell(text: &str) -> String {
    let text: String = text.chars().filter(|c| *c != '\0').collect();
    if is_formula(text.trim_start_matches('\'')) {
        format!("'{text}")
    } else {
        text
    }
}

/// Structures with their probabilities: `liver 0.9000; spleen 0.1000`.
pub(super) fn evidence(evidence: &[Evidence]) -> String {
    let named = evidence.iter().map(|e| format!("{} {:.4}", e.id, e.p));
    cell(&named.collect::<Vec<_>>().join("; "))
}

fn csv_record(exported: &Exported<'_>) -> Vec<String> {
    let (document, grounding) = (exported.document(), exported.grounding());
    let optional = |value: &Option<String>| cell(value.as_deref().unwrap_or_default());
    let list = |values: &[String]| cell(&list_cell(values));
    let [x, y, z] = grounding.point_mm;
    let labels = document.labels.as_ref().map(ToString::to_string);
    let year = document.year.map(|year| year.to_string());
    let mut cells = vec![
        cell(&document.id),
        cell(&document.title),
        list(&document.authors),
        year.unwrap_or_default(),
        optional(&document.journal),
        optional(&document.doi),
        optional(&document.pmid),
        optional(&document.url),
        optional(&document.kind),
        list(&document.mesh),
        list(&document.keywords),
    ];
    let details = &document.details;
    cells.extend(details.texts().map(optional));
    cells.extend([&details.editors, &details.files].map(|names| list(names)));
    let marks = &document.marks;
    cells.extend([
        list(&marks.tags),
        list(&marks.collections),
        cell(&marks.note),
        marks.stars.to_string(),
        marks.read.to_string(),
        marks.placement.map_or("", Placement::name).to_owned(),
        optional(&document.collection),
        optional(&document.group),
        optional(&labels),
        cell(&document.source.path.to_string_lossy()),
        document.source.record.to_string(),
        x.to_string(),
        y.to_string(),
        z.to_string(),
        cell(&grounding.structure),
        grounding.distance_mm.to_string(),
        best_p(grounding).to_string(),
        grounding.outside_p.to_string(),
        evidence(&grounding.structures),
        evidence(&grounding.elsewhere),
        cell(&grounding.model),
        cell(&grounding.engine),
        cell(&document.text),
    ]);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::details::Details;

    #[test]
    fn an_export_is_known_by_its_first_columns() {
        assert!(
            CSV_COLUMNS
                .join(",")
                .starts_with(crate::read::table::EXPORTED)
        );
    }

    #[test]
    fn details_stand_under_their_names() {
        let at = CSV_COLUMNS.iter().position(|name| *name == "volume");
        let at = at.expect("a column");
        assert_eq!(CSV_COLUMNS[at..at + 15], Details::TEXTS);
        let stored = crate::Stored {
            key: 1,
            document: crate::Document::default(),
            grounding: grounding::Grounding::default(),
            corrections: Vec::new(),
        };
        let cells = csv_record(&Exported::of(&stored));
        assert_eq!(cells.len(), CSV_COLUMNS.len());
    }

    #[test]
    fn formulas_are_disarmed() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1"] {
            assert!(cell(text).starts_with('\''), "{text:?}");
            assert_eq!(cell(text).len(), text.len() + 1, "{text:?}");
        }
        for text in ["plain = text", "'tis plain"] {
            assert_eq!(cell(text), text);
        }
        assert_eq!(cell("a\0b"), "ab");
    }
}
