//! The fields of RIS, NBIB and EndNote records as those of a document.

use std::collections::HashSet;

use super::clean::cleaned;
use super::extra::Extra;
use crate::date::{find_date_of, find_year};
use crate::subject::telling_type;
use crate::{Details, Document};

/// The fields of a record with their tags, in the order of the file.
#[derive(Default)]
pub(super) struct Fields(pub(super) Vec<(String, String)>);

impl Fields {
    fn all<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a str> {
        self.0
            .iter()
            .filter(move |(t, value)| t == tag && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    fn first(&self, tags: &[&str]) -> Option<String> {
        let value = tags.iter().find_map(|tag| self.all(tag).next());
        value.map(str::to_owned)
    }

    fn list(&self, tags: &[&str]) -> Vec<String> {
        tags.iter()
            .map(|tag| self.all(tag).map(str::to_owned).collect::<Vec<_>>())
            .find(|list| !list.is_empty())
            .unwrap_or_default()
    }

    fn joined(&self, tag: &str, between: &str) -> Option<String> {
        let all: Vec<&str> = self.all(tag).collect();
        Some(all.join(between)).filter(|text| !text.is_empty())
    }

    /// Whether one of these fields names PubMed as the database that the record is from.
    fn is_from_pubmed(&self, tags: &[&str]) -> bool {
        let database = self.first(tags).unwrap_or_default().to_lowercase();
        let mut names = ["pubmed", "medline", "nlm"].iter();
        names.any(|name| database.contains(name))
    }
}

/// First and last page as a range.
fn range(first: Option<String>, last: Option<String>) -> Option<String> {
    match (first, last) {
        (Some(first), Some(last)) if !first.contains(['-', '–']) => {
            Some(format!("{first}-{last}"))
        }
        (first, last) => first.or(last),
    }
}

/// Pages, or how many pages a work that is a whole has.
fn pages_or_count(pages: Option<String>, is_whole: bool, details: &mut Details) {
    let counts = |pages: &String| pages.bytes().all(|b| b.is_ascii_digit());
    if is_whole && pages.as_ref().is_some_and(counts) {
        details.page_count = pages;
    } else {
        details.pages = pages;
    }
}

/// A record of RIS, as its specification, RefMan, Zotero, Scopus and the Web of Science write it.
pub(super) fn ris(fields: &Fields) -> Document {
    let first = |tags: &[&str]| fields.first(tags);
    let from_pubmed = fields.is_from_pubmed(&["DB", "DP"]);
    let kind = first(&["TY"]).unwrap_or_default();
    let is_book = ["BOOK", "EBOOK", "EDBOOK", "MVBOOK"].contains(&&*kind);
    let title = first(&["TI", "T1", "CT", "BT"]).unwrap_or_default();
    // The second title of a book is its series.
    let (journal, series) = if is_book {
        (
            first(&["JO", "JF", "JA", "J2"]),
            first(&["T3"]).or_else(|| first(&["T2"])),
        )
    } else {
        let book = || first(&["BT"]).filter(|book| *book != title);
        let journal = first(&["T2", "JO", "JF", "JA", "J2"]);
        (journal.or_else(book), first(&["T3"]))
    };
    // Some databases give each part of an abstract a field of its own.
    let text = fields.joined("AB", "\n").or_else(|| first(&["N2"]));
    let text = text.unwrap_or_default();
    let mut notes = fields.list(&["N1"]);
    notes.extend(first(&["N2"]).filter(|note| *note != text));
    let mut extra = Extra::of(&cleaned(&notes.join("\n")));
    let custom = first(&["C2"]);
    let pmcid = custom.filter(|id| id.to_ascii_uppercase().starts_with("PMC"));
    let mut details = Details {
        volume: first(&["VL"]),
        issue: first(&["IS"]),
        journal_short: first(&["J2", "JA", "JI", "JO"]),
        series,
        edition: first(&["ET"]),
        publisher: first(&["PB", "PU"]),
        place: first(&["CY", "PP", "PI"]),
        date: find_date_of(first(&["PY", "Y1"]), first(&["DA"])),
        language: first(&["LA"]),
        pmcid: pmcid.or_else(|| extra.take("PMCID")),
        citation_key: first(&["ID"]),
        editors: fields.list(&["ED", "A2"]),
        files: fields.list(&["L1"]),
        ..Details::default()
    };
    details.set_serials(fields.all("SN"));
    let pages = range(first(&["SP"]), first(&["EP"])).or_else(|| first(&["C7"]));
    pages_or_count(pages, is_book || kind == "THES", &mut details);
    let mut document = Document {
        text,
        authors: fields.list(&["AU", "A1"]),
        year: first(&["PY", "Y1", "DA"]).and_then(|date| find_year(&date)),
        journal,
        doi: first(&["DO"]).or_else(|| first(&["M3"]).filter(|value| value.contains("10."))),
        pmid: first(&["AN", "C8"])
            .filter(|_| from_pubmed)
            .or_else(|| extra.take("PMID")),
        url: first(&["UR", "LK", "L2"]),
        // What its source calls it, before the type that the format has for it.
        kind: first(&["M3"])
            .filter(|kind| !kind.contains("10."))
            .or(Some(kind).filter(|kind| !kind.is_empty())),
        keywords: fields.list(&["KW"]),
        title,
        details,
        ..Document::default()
    };
    document.marks.note = extra.rest();
    document
}

/// The fields of EndNote's import format ("refer", with its own additions).
pub(super) fn enw(fields: &Fields) -> Document {
    let first = |tags: &[&str]| fields.first(tags);
    let from_pubmed = fields.is_from_pubmed(&["W", "~"]);
    let kind = first(&["0"]);
    let custom = first(&["2"]);
    let mut details = Details {
        volume: first(&["V"]),
        issue: first(&["N"]),
        series: first(&["S"]),
        edition: first(&["7"]),
        publisher: first(&["I"]),
        place: first(&["C"]),
        date: find_date_of(first(&["D"]), first(&["8"])),
        language: first(&["G"]),
        pmcid: custom.filter(|id| id.to_ascii_uppercase().starts_with("PMC")),
        citation_key: first(&["F"]),
        editors: fields.list(&["E"]),
        files: fields.list(&[">"]),
        ..Details::default()
    };
    details.set_serials(fields.all("@"));
    let is_whole = kind.as_deref().is_some_and(|kind| {
        let kind = kind.to_lowercase();
        ["book", "edited book", "thesis"].contains(&&*kind)
    });
    pages_or_count(first(&["P"]), is_whole, &mut details);
    let mut document = Document {
        title: first(&["T"]).unwrap_or_default(),
        text: first(&["X"]).unwrap_or_default(),
        authors: fields.list(&["A"]),
        year: first(&["D", "8"]).and_then(|date| find_year(&date)),
        journal: first(&["J", "B"]),
        doi: first(&["R"]),
        pmid: first(&["M"]).filter(|_| from_pubmed),
        url: first(&["U"]),
        kind,
        keywords: fields.list(&["K"]),
        details,
        ..Document::default()
    };
    document.marks.note = fields.joined("Z", "\n").unwrap_or_default();
    document
}

/// A record of PubMed.
pub(super) fn nbib(fields: &Fields) -> Document {
    let first = |tags: &[&str]| fields.first(tags);
    let doi = ["AID", "LID"]
        .into_iter()
        .flat_map(|tag| fields.all(tag))
        .find_map(|value| value.strip_suffix("[doi]"))
        .map(str::to_owned);
    let (mut mesh, mut seen) = (Vec::new(), HashSet::new());
    for heading in fields.all("MH") {
        let heading = heading.split('/').next().unwrap_or_default();
        let heading = heading.replace('*', "");
        if !heading.is_empty() && seen.insert(heading.clone()) {
            mesh.push(heading);
        }
    }
    let pmid = first(&["PMID"]);
    let title = first(&["TI", "BTI", "TT"]).unwrap_or_default();
    let book = || first(&["BTI"]).filter(|book| *book != title);
    let mut details = Details {
        volume: first(&["VI"]),
        issue: first(&["IP"]),
        pages: first(&["PG"]),
        journal_short: first(&["TA"]),
        series: first(&["CTI"]),
        edition: first(&["EN"]),
        publisher: first(&["PB"]),
        place: first(&["PL"]),
        date: find_date_of(None, first(&["DP"])),
        language: fields.joined("LA", ", "),
        pmcid: first(&["PMC"]),
        editors: fields.list(&["FED", "ED"]),
        ..Details::default()
    };
    details.set_serials(fields.all("IS").chain(fields.all("ISBN")));
    let mut document = Document {
        text: first(&["AB", "OAB"]).unwrap_or_default(),
        authors: nbib_authors(fields),
        year: first(&["DP", "DEP", "EDAT"])
            .and_then(|date| find_year(date.get(..4).unwrap_or(&date))),
        journal: first(&["JT", "TA"]).or_else(book),
        url: pmid
            .as_deref()
            .and_then(crate::normalise_pmid)
            .map(|pmid| format!("https://pubmed.ncbi.nlm.nih.gov/{pmid}/")),
        doi,
        pmid,
        kind: telling_type(fields.list(&["PT"]).into_iter()),
        mesh,
        keywords: fields.list(&["OT"]),
        title,
        details,
        ..Document::default()
    };
    document.marks.note = fields.joined("GN", "\n").unwrap_or_default();
    document
}

/// People by their full names, where those are told, and groups, in their order.
fn nbib_authors(fields: &Fields) -> Vec<String> {
    let people = match fields.all("FAU").next() {
        Some(_) => "FAU",
        None => "AU",
    };
    let authors = fields.0.iter();
    let authors =
        authors.filter(|(tag, value)| (tag == people || tag == "CN") && !value.is_empty());
    authors.map(|(_, value)| value.clone()).collect()
}
