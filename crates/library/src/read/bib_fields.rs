//! The fields of a BibTeX or BibLaTeX entry as those of a document.

use biblatex::{ChunksExt, Entry, Person};

use super::attached::listed;
use super::extra::Extra;
use super::tex::{unmasked, untex};
use crate::date::{find_date, find_year};
use crate::{Details, Document};

/// A field that TeX does not read (an address, a DOI). The parser makes dashes of its hyphens, which are undone unless the entry has some.
fn verbatim(entry: &Entry, name: &str, dashes: bool) -> Option<String> {
    let text = entry.get(name)?.format_verbatim();
    let text = text.trim();
    let text = if text.contains('\\') {
        untex(text)
    } else {
        unmasked(text.to_owned())
    };
    let text = undashed(text, dashes);
    (!text.is_empty()).then_some(text)
}

fn undashed(text: String, dashes: bool) -> String {
    if dashes {
        text
    } else {
        text.replace('—', "---").replace('–', "--")
    }
}

/// The document of an entry; `dashes` says whether its source has dashes that are no hyphens.
pub(super) fn document(entry: &Entry, dashes: bool) -> Document {
    let of = |name: &str| {
        let text = untex(&entry.get(name)?.format_verbatim());
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (!text.is_empty()).then_some(text)
    };
    let first = |names: &[&str]| names.iter().find_map(|name| of(name));
    let eprint_is = |kind: &str| {
        first(&["eprinttype", "archiveprefix"]).is_some_and(|of| of.eq_ignore_ascii_case(kind))
    };
    let keywords = of("keywords").or_else(|| of("keyword")).unwrap_or_default();
    let between = if keywords.contains(';') { ';' } else { ',' };
    let with_subtitle = |title: String, subtitle: &str| match of(subtitle) {
        Some(more) if !title.is_empty() => format!("{title}: {more}"),
        _ => title,
    };
    let title = first(&["title", "shorttitle", "booktitle"]).unwrap_or_default();
    let book = of("booktitle").filter(|book| *book != title);
    let notes = [of("note"), first(&["annotation", "annote"])];
    let notes: Vec<String> = notes.into_iter().flatten().collect();
    let mut extra = Extra::of(&notes.join("\n"));
    let mut document = Document {
        text: of("abstract").unwrap_or_default(),
        authors: people(entry, "author"),
        year: ["date", "year", "eventdate", "urldate"]
            .iter()
            .find_map(|name| find_year(&chunks(entry, name)?)),
        journal: first(&["journaltitle", "journal"])
            .or_else(|| book.map(|book| with_subtitle(book, "booksubtitle"))),
        doi: verbatim(entry, "doi", dashes),
        pmid: first(&["pmid", "pubmed"])
            .or_else(|| of("eprint").filter(|_| eprint_is("pubmed")))
            .or_else(|| extra.take("PMID")),
        url: verbatim(entry, "url", dashes),
        kind: of("entrysubtype").or_else(|| Some(entry.entry_type.to_string())),
        keywords: keywords
            .split(between)
            .map(str::trim)
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect(),
        title: with_subtitle(title, "subtitle"),
        details: Details {
            volume: of("volume"),
            issue: first(&["number", "issue"]),
            pages: first(&["pages", "eid"]),
            page_count: first(&["pagetotal", "numpages"]),
            journal_short: first(&["shortjournal", "journal-iso"]),
            series: of("series"),
            edition: of("edition"),
            publisher: first(&["publisher", "school", "institution", "organization"]),
            place: first(&["address", "location"]),
            date: date(entry),
            language: first(&["language", "langid"]),
            issn: of("issn"),
            isbn: of("isbn"),
            pmcid: first(&["pmcid", "pmc"]).or_else(|| extra.take("PMCID")),
            citation_key: Some(unmasked(entry.key.clone())),
            editors: people(entry, "editor"),
            files: files(entry, dashes),
        },
        ..Document::default()
    };
    document.marks.note = extra.rest();
    document
}

/// People as `Last, First`.
fn people(entry: &Entry, field: &str) -> Vec<String> {
    let people = entry.get_as::<Vec<Person>>(field).unwrap_or_default();
    let names = people.iter().map(|person| untex(&name(person)));
    names
        .filter(|name| !name.is_empty() && name != "others")
        .collect()
}

/// A field as it stands, however the parser took it.
fn chunks(entry: &Entry, field: &str) -> Option<String> {
    let chunks = entry.get(field)?;
    Some(chunks.iter().map(|chunk| chunk.v.get()).collect())
}

/// The date of BibLaTeX, or year, month and day of BibTeX.
fn date(entry: &Entry) -> Option<String> {
    let parts = ["year", "month", "day"].iter();
    let parts: Vec<String> = parts.filter_map(|name| chunks(entry, name)).collect();
    chunks(entry, "date")
        .and_then(|date| find_date(&date))
        .or_else(|| find_date(&parts.join(" ")))
}

/// The files that belong to an entry.
fn files(entry: &Entry, dashes: bool) -> Vec<String> {
    let Some(list) = entry.get("file") else {
        return Vec::new();
    };
    listed(&undashed(unmasked(list.format_verbatim()), dashes))
}

/// `Last, First`, as PubMed and reference managers write it.
fn name(person: &Person) -> String {
    let last = [&person.prefix, &person.name]
        .into_iter()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(" ");
    let first = [&person.given_name, &person.suffix]
        .into_iter()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    match (last.is_empty(), first.is_empty()) {
        (true, _) => first,
        (false, true) => last,
        (false, false) => format!("{last}, {first}"),
    }
}
