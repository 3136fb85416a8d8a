//! The fields and notes of an item of Zotero as those of a document.

use std::collections::HashMap;

use super::extra::Extra;
use super::{html, markup};
use crate::date::{find_date, find_year};
use crate::{Details, Document};

/// A note, which is HTML, as text.
pub(super) fn plain(note: &str) -> String {
    markup::joined(&html::chapter(note))
}

/// A note that stands alone as a document: its first paragraph is its title if it is short, else its first words are.
pub(super) fn note(source: &str) -> Document {
    /// Characters of a title.
    const SHORT: usize = 120;
    let text = plain(source);
    let (title, rest) = match text.split_once("\n\n") {
        Some((first, rest)) if first.chars().count() <= SHORT => (first.to_owned(), rest),
        _ => (text.chars().take(SHORT).collect(), text.as_str()),
    };
    Document {
        title,
        text: rest.to_owned(),
        ..Document::default()
    }
}

/// A document out of the fields of an item.
pub(super) fn document(mut fields: HashMap<String, String>) -> Document {
    let mut take = |names: &[&str]| {
        let found = names.iter().find_map(|name| fields.remove(*name));
        found
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty())
    };
    let mut extra = Extra::of(&take(&["extra"]).unwrap_or_default());
    let noted_key = extra.take("Citation Key");
    let date = take(&["date", "dateDecided", "dateEnacted"]);
    let mut document = Document {
        title: take(&["title", "caseName", "subject", "nameOfAct"]).unwrap_or_default(),
        text: take(&["abstractNote"]).unwrap_or_default(),
        // A date is kept twice: "2019-05-00 5/2019".
        year: date.as_deref().and_then(find_year),
        journal: take(&[
            "publicationTitle",
            "bookTitle",
            "proceedingsTitle",
            "websiteTitle",
            "blogTitle",
        ]),
        doi: take(&["DOI"]).or_else(|| extra.take("DOI")),
        pmid: extra.take("PMID"),
        url: take(&["url"]),
        details: Details {
            volume: take(&["volume"]),
            issue: take(&["issue", "reportNumber"]),
            pages: take(&["pages"]),
            page_count: take(&["numPages"]),
            journal_short: take(&["journalAbbreviation"]),
            series: take(&["series", "seriesTitle"]),
            edition: take(&["edition"]),
            publisher: take(&["publisher", "university", "institution"]),
            place: take(&["place"]),
            date: date.as_deref().and_then(find_date),
            language: take(&["language"]),
            issn: take(&["ISSN"]),
            isbn: take(&["ISBN"]),
            pmcid: extra.take("PMCID"),
            citation_key: take(&["citationKey"]).or(noted_key),
            ..Details::default()
        },
        ..Document::default()
    };
    document.marks.note = extra.rest();
    document
}
