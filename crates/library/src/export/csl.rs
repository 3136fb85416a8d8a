//! CSL-JSON, which reference managers and pandoc take: an array with an object on each line.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::keys::Keys;
use super::{Exported, Exporter, further_kind};
use crate::date::parts;
use crate::work::Work;

/// Writes CSL-JSON.
#[derive(Default)]
pub(super) struct CslJson {
    written: bool,
    keys: Keys,
}

impl Exporter for CslJson {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"[")
    }

    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.written { b",\n " } else { b"\n " })?;
        self.written = true;
        let document = exported.document();
        let key = document.details.citation_key.as_ref();
        let id = self.keys.free(key.unwrap_or(&document.id).clone());
        Ok(serde_json::to_writer(out, &item(exported, &id))?)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"\n]\n")
    }
}

/// An item by the schema of the Citation Style Language, version 1.0.2, under an id that no other one of the file has.
fn item(exported: &Exported<'_>, id: &str) -> Map<String, Value> {
    let document = exported.document();
    let kind = Work::of(document).csl();
    let mut item = Map::new();
    let mut put = |name: &str, value: Option<&str>| {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            item.insert(name.to_owned(), value.into());
        }
    };
    put("id", Some(id));
    put("type", Some(kind));
    put("genre", further_kind(document, kind).as_deref());
    put("title", Some(&document.title));
    put("container-title", document.journal.as_deref());
    let details = &document.details;
    put("citation-key", details.citation_key.as_deref());
    put("container-title-short", details.journal_short.as_deref());
    put("collection-title", details.series.as_deref());
    put("volume", details.volume.as_deref());
    // A report has a number where a journal has issues.
    let issue = if kind == "report" { "number" } else { "issue" };
    put(issue, details.issue.as_deref());
    put("page", details.pages.as_deref());
    put("number-of-pages", details.page_count.as_deref());
    put("edition", details.edition.as_deref());
    put("publisher", details.publisher.as_deref());
    put("publisher-place", details.place.as_deref());
    put("language", details.language.as_deref());
    put("ISSN", details.issn.as_deref());
    put("ISBN", details.isbn.as_deref());
    put("PMCID", details.pmcid.as_deref());
    put("DOI", document.doi.as_deref());
    put("PMID", document.pmid.as_deref());
    put("URL", document.url.as_deref());
    put("abstract", Some(&document.text));
    put("keyword", Some(&words(&exported.subjects())));
    put("note", Some(&exported.notes.join("\n")));
    for (name, people) in [("author", &document.authors), ("editor", &details.editors)] {
        let people: Vec<Value> = people.iter().filter_map(|name| person(name)).collect();
        if !people.is_empty() {
            item.insert(name.to_owned(), people.into());
        }
    }
    let issued = match details.date.as_deref().and_then(parts) {
        Some((year, month, Some(day))) => Some(json!([year, month, day])),
        Some((year, month, None)) => Some(json!([year, month])),
        None => document.year.map(|year| json!([year])),
    };
    if let Some(issued) = issued {
        item.insert("issued".to_owned(), json!({ "date-parts": [issued] }));
    }
    item
}

/// Words in one text, separated by semicolons: headings have commas of their own.
pub(super) fn words(words: &[String]) -> String {
    let joined = words
        .iter()
        .map(|word| word.replace(';', ","))
        .collect::<Vec<_>>()
        .join("; ");
    match words {
        // Else the comma would seem to separate.
        [one] if one.contains([',', ';']) => joined + ";",
        _ => joined,
    }
}

/// A name in its parts.
fn person(author: &str) -> Option<Value> {
    let parts: Vec<&str> = author.split(',').map(str::trim).collect();
    let author = author.trim();
    match parts[..] {
        _ if author.is_empty() => None,
        [family, given] if !family.is_empty() && !given.is_empty() => {
            Some(json!({ "family": family, "given": given }))
        }
        [family, given, suffix] if parts.iter().all(|part| !part.is_empty()) => {
            Some(json!({ "family": family, "given": given, "suffix": suffix }))
        }
        _ => Some(json!({ "literal": author })),
    }
}
