//! JSON that is no lines: CSL-JSON as reference managers export it, an array of our own records, or one record over several lines.

use std::io::BufRead;

use serde_json::{Map, Value};

use super::attached::listed;
use super::extra::Extra;
use super::sink::Sink;
use super::split::{self, Values};
use super::{Reason, jsonl};
use crate::date::{find_date, find_year};
use crate::{Details, Document};

/// Whether a text begins as a JSON array of objects does.
pub(crate) fn begins(text: &str) -> bool {
    let array = text.strip_prefix('[').map(str::trim_start);
    array.is_some_and(|array| array.is_empty() || array.starts_with(['{', ']']))
}

/// Reads all objects of a file into `sink`.
pub(crate) fn read(reader: &mut dyn BufRead, sink: &mut Sink<'_>) {
    let mut values = Values::new(reader, sink.limits.record_bytes);
    let none = Reason::NoRecords {
        format: "JSON",
        start: "{",
    };
    split::records(sink, none, || values.next(), |text, _| Some(parse(text)));
}

fn parse(text: &str) -> Result<Document, Reason> {
    let value = serde_json::from_str(text);
    let value: Map<String, Value> = value.map_err(|error| Reason::Json(error.to_string()))?;
    let is_ours = value.contains_key("text") || value.contains_key("authors");
    let document = if is_ours {
        jsonl::document(value)?
    } else {
        csl(&value)
    };
    if document.title.trim().is_empty() && document.text.trim().is_empty() {
        return Err(Reason::NoText);
    }
    Ok(document)
}

/// A record of CSL-JSON (the schema of the Citation Style Language, version 1.0.2).
fn csl(item: &Map<String, Value>) -> Document {
    let of = |name: &str| {
        let text = match item.get(name)? {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        (!text.is_empty()).then_some(text)
    };
    let people = |name: &str| -> Vec<String> {
        let list = item.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(person).collect()
    };
    let mut extra = Extra::of(&of("note").unwrap_or_default());
    let noted_key = extra.take("Citation Key");
    // Zotero has an address there, which nobody cites by.
    let cited_by = of("id").filter(|id| !id.contains("://"));
    let issued = item.get("issued");
    let mut document = Document {
        title: of("title")
            .or_else(|| of("title-short"))
            .unwrap_or_default(),
        text: of("abstract").unwrap_or_default(),
        authors: people("author"),
        year: ["issued", "original-date", "event-date", "accessed"]
            .iter()
            .find_map(|name| year(item.get(*name)?)),
        journal: of("container-title"),
        doi: of("DOI").or_else(|| extra.take("DOI")),
        pmid: of("PMID").or_else(|| extra.take("PMID")),
        url: of("URL"),
        kind: of("genre").or_else(|| of("type")),
        keywords: of("keyword")
            .map(|words| {
                // Headings have commas of their own where semicolons separate.
                let between = if words.contains(';') { ';' } else { ',' };
                let words = words.split(between).map(str::trim);
                words.filter(|w| !w.is_empty()).map(str::to_owned).collect()
            })
            .unwrap_or_default(),
        details: Details {
            volume: of("volume"),
            issue: of("issue").or_else(|| of("number")),
            pages: of("page"),
            page_count: of("number-of-pages"),
            journal_short: of("container-title-short").or_else(|| of("journalAbbreviation")),
            series: of("collection-title"),
            edition: of("edition"),
            publisher: of("publisher"),
            place: of("publisher-place"),
            date: issued.and_then(full_date),
            language: of("language"),
            issn: of("ISSN"),
            isbn: of("ISBN"),
            pmcid: of("PMCID").or_else(|| extra.take("PMCID")),
            citation_key: of("citation-key").or(noted_key).or(cited_by),
            editors: people("editor"),
            files: files(item),
        },
        ..Document::default()
    };
    document.marks.note = extra.rest();
    document
}

/// The files that belong to a record; the schema has no name for them, exporters have several.
fn files(item: &Map<String, Value>) -> Vec<String> {
    let values = ["file", "files", "attachments"].map(|name| item.get(name));
    let values = values.into_iter().flatten();
    let each = |value: &Value| match value {
        Value::String(list) => listed(list),
        Value::Array(all) => all.iter().filter_map(path).collect(),
        other => path(other).into_iter().collect(),
    };
    values.flat_map(each).collect()
}

/// A file by its path, or an attachment that has one.
fn path(value: &Value) -> Option<String> {
    let names = ["path", "localPath", "file"];
    let of = |attachment: &Map<String, Value>| {
        let mut found = names.iter().filter_map(|name| attachment.get(*name));
        found.find_map(|path| path.as_str().map(str::to_owned))
    };
    match value {
        Value::String(path) => Some(path.clone()),
        Value::Object(attachment) => of(attachment),
        _ => None,
    }
}

fn person(value: &Value) -> Option<String> {
    let of = |name: &str| {
        let text = value.get(name)?.as_str()?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let prefixed = |family: String| match of("non-dropping-particle") {
        Some(particle) => format!("{particle} {family}"),
        None => family,
    };
    let given = of("given").map(|given| match of("dropping-particle") {
        Some(particle) => format!("{given} {particle}"),
        None => given,
    });
    match (of("family").map(prefixed), given) {
        (Some(family), Some(given)) => Some(match of("suffix") {
            Some(suffix) => format!("{family}, {given}, {suffix}"),
            None => format!("{family}, {given}"),
        }),
        (Some(name), None) | (None, Some(name)) => Some(name),
        (None, None) => of("literal"),
    }
}

/// A CSL date as far as it goes beyond the year: the beginning of its `date-parts`, or what it says in words.
fn full_date(date: &Value) -> Option<String> {
    let parts = date.pointer("/date-parts/0").and_then(Value::as_array);
    let parts = parts.into_iter().flatten().map(|part| match part {
        Value::String(text) => text.clone(),
        part => part.to_string(),
    });
    let parts: Vec<String> = parts.collect();
    let words = ["raw", "literal"].iter();
    let mut words = words.filter_map(|name| date.get(*name)?.as_str());
    find_date(&parts.join("-")).or_else(|| words.find_map(find_date))
}

/// The year of a CSL date: the first of its `date-parts`, or of what it says in words.
fn year(date: &Value) -> Option<i32> {
    let first = date.pointer("/date-parts/0/0");
    let number = first.and_then(|first| match first {
        Value::Number(number) => i32::try_from(number.as_i64()?).ok(),
        Value::String(text) => find_year(text),
        _ => None,
    });
    let words = || {
        ["raw", "literal"]
            .iter()
            .find_map(|name| find_year(date.get(*name)?.as_str()?))
    };
    number.or_else(words)
}
