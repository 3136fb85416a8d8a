//! JSON lines for programs, and for importing again: nothing of a document or its place is left out.

use std::borrow::Cow;
use std::io::{self, Write};

use grounding::Grounding;
use serde::Serialize;
use serde_json::Value;

use super::{Exported, Exporter};
use crate::details::Details;
use crate::marks::Marks;
use crate::store::best_p;

/// Writes JSON lines.
pub(super) struct JsonLines;

impl Exporter for JsonLines {
    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &json_record(exported))?;
        out.write_all(b"\n")
    }
}

/// A line of the JSON export: the document's fields and the grounding's in one object, without those that are empty. `source`
/// names the collection, as in corpus lines; where the document was read from is in `source_path`, `source_record`, `source_line`.
#[derive(Serialize)]
struct JsonRecord<'a> {
    id: &'a str,
    title: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    authors: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    year: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    journal: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doi: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pmid: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    mesh: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    keywords: &'a [String],
    #[serde(flatten)]
    details: &'a Details,
    #[serde(skip_serializing_if = "Marks::is_empty")]
    marks: &'a Marks,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<&'a str>,
    source_path: Cow<'a, str>,
    source_record: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_line: Option<u64>,
    #[serde(flatten)]
    grounding: &'a Grounding,
    p: f32,
}

fn json_record<'a>(exported: &'a Exported<'_>) -> JsonRecord<'a> {
    let (document, grounding) = (exported.document(), exported.grounding());
    JsonRecord {
        id: &document.id,
        title: &document.title,
        text: &document.text,
        authors: &document.authors,
        year: document.year,
        journal: document.journal.as_deref(),
        doi: document.doi.as_deref(),
        pmid: document.pmid.as_deref(),
        url: document.url.as_deref(),
        kind: document.kind.as_deref(),
        mesh: &document.mesh,
        keywords: &document.keywords,
        details: &document.details,
        marks: &document.marks,
        labels: document.labels.as_ref(),
        source: document.collection.as_deref(),
        group: document.group.as_deref(),
        source_path: document.source.path.to_string_lossy(),
        source_record: document.source.record,
        source_line: document.source.line,
        grounding,
        p: best_p(grounding),
    }
}
