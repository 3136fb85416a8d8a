//! RIS, as reference managers take it: a field on each line.

use std::io::{self, Write};

use super::{Exported, Exporter, further_kind, one_line, stated};
use crate::date::parts;
use crate::work::Work;

/// Writes RIS.
pub(super) struct Ris;

impl Exporter for Ris {
    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()> {
        let document = exported.document();
        let details = &document.details;
        let work = Work::of(document);
        let kind = work.ris();
        let mut field = |tag: &str, value: Option<String>| match value {
            Some(value) => writeln!(out, "{tag}  - {value}"),
            None => Ok(()),
        };
        field("TY", Some(kind.to_owned()))?;
        // A DOI stands in this field too where programs have no other place for it.
        let further = further_kind(document, kind).filter(|kind| !kind.contains("10."));
        field("M3", further)?;
        let key = details.citation_key.as_ref().unwrap_or(&document.id);
        field("ID", stated(Some(key)))?;
        field("TI", stated(Some(&document.title)))?;
        for author in &document.authors {
            field("AU", stated(Some(author)))?;
        }
        // Programs look for the editors of a part in another field than for those of a whole.
        let editor = match work {
            Work::Chapter | Work::Conference => "A2",
            _ => "ED",
        };
        for name in &details.editors {
            field(editor, stated(Some(name)))?;
        }
        field("PY", document.year.map(|year| format!("{year:04}")))?;
        let date = details.date.as_deref().and_then(parts);
        let date = date.map(|(year, month, day)| {
            let day = day.map(|day| format!("{day:02}")).unwrap_or_default();
            format!("{year:04}/{month:02}/{day}/")
        });
        field("DA", date)?;
        // The second title of a book is its series.
        let is_book = work == Work::Book;
        let (journal, series) = if is_book { ("JO", "T2") } else { ("T2", "T3") };
        field(journal, stated(document.journal.as_deref()))?;
        field("J2", stated(details.journal_short.as_deref()))?;
        field(series, stated(details.series.as_deref()))?;
        field("VL", stated(details.volume.as_deref()))?;
        field("IS", stated(details.issue.as_deref()))?;
        let count = details.page_count.as_ref();
        let count = count.filter(|_| matches!(work, Work::Book | Work::Thesis));
        let pages = details.pages.as_ref().or(count).map(String::as_str);
        let (first, last) = range(pages.unwrap_or_default());
        field("SP", stated(Some(first)))?;
        field("EP", stated(last))?;
        field("ET", stated(details.edition.as_deref()))?;
        field("PB", stated(details.publisher.as_deref()))?;
        field("CY", stated(details.place.as_deref()))?;
        field("SN", stated(details.issn.as_deref()))?;
        field("SN", stated(details.isbn.as_deref()))?;
        field("LA", stated(details.language.as_deref()))?;
        field("DO", stated(document.doi.as_deref()))?;
        if let Some(pmid) = stated(document.pmid.as_deref()) {
            field("AN", Some(pmid))?;
            field("DB", Some("PubMed".to_owned()))?;
        }
        field("C2", stated(details.pmcid.as_deref()))?;
        field("UR", stated(document.url.as_deref()))?;
        for file in &details.files {
            field("L1", stated(Some(file)))?;
        }
        for subject in exported.subjects() {
            field("KW", Some(subject))?;
        }
        field("AB", stated(Some(&document.text)))?;
        for note in &exported.notes {
            field("N1", Some(one_line(note)))?;
        }
        out.write_all(b"ER  - \n\n")
    }
}

/// First and last page; all of them as the first where they are no simple range.
fn range(pages: &str) -> (&str, Option<&str>) {
    match pages.split_once('-') {
        Some((first, last)) if !last.contains(['-', ',', ';', ' ']) => (first, Some(last)),
        _ => (pages, None),
    }
}
