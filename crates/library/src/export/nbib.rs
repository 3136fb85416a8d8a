//! NBIB, the tagged format of PubMed (MEDLINE): a field on each line.

use std::io::{self, Write};

use super::{Exported, Exporter, one_line, stated};
use crate::date::{MONTHS, parts};

/// Writes NBIB.
pub(super) struct Nbib;

impl Exporter for Nbib {
    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()> {
        let document = exported.document();
        let mut field = |tag: &str, value: Option<String>| match value {
            Some(value) => writeln!(out, "{tag:<4}- {value}"),
            None => Ok(()),
        };
        // A record begins with this one, also where PubMed does not know the document.
        field("PMID", Some(document.pmid.clone().unwrap_or_default()))?;
        let details = &document.details;
        for issn in details.issn.iter().flat_map(|all| all.split(", ")) {
            field("IS", stated(Some(issn)))?;
        }
        for isbn in details.isbn.iter().flat_map(|all| all.split(", ")) {
            field("ISBN", stated(Some(isbn)))?;
        }
        field("VI", stated(details.volume.as_deref()))?;
        field("IP", stated(details.issue.as_deref()))?;
        field("PB", stated(details.publisher.as_deref()))?;
        let date = details.date.as_deref().and_then(parts);
        let date = date.map(|(year, month, day)| {
            let month = capitalised(MONTHS[usize::from(month - 1)]);
            let day = day.map(|day| format!(" {day}")).unwrap_or_default();
            format!("{year:04} {month}{day}")
        });
        let year = || document.year.map(|year| format!("{year:04}"));
        field("DP", date.or_else(year))?;
        field("TI", stated(Some(&document.title)))?;
        field("PG", stated(details.pages.as_deref()))?;
        let doi = stated(document.doi.as_deref());
        field("LID", doi.map(|doi| format!("{doi} [doi]")))?;
        field("AB", stated(Some(&document.text)))?;
        field("CTI", stated(details.series.as_deref()))?;
        field("EN", stated(details.edition.as_deref()))?;
        for editor in &details.editors {
            field("FED", stated(Some(editor)))?;
            field("ED", stated(short(editor).as_deref()))?;
        }
        for author in &document.authors {
            let Some(author) = stated(Some(author)) else {
                continue;
            };
            match short(&author) {
                Some(short) => {
                    field("FAU", Some(author))?;
                    field("AU", Some(short))?;
                }
                None => field("CN", Some(author))?,
            }
        }
        field("LA", stated(details.language.as_deref()))?;
        field("PT", stated(document.kind.as_deref()))?;
        field("PL", stated(details.place.as_deref()))?;
        field("TA", stated(details.journal_short.as_deref()))?;
        field("JT", stated(document.journal.as_deref()))?;
        for heading in &document.mesh {
            field("MH", stated(Some(heading)))?;
        }
        for keyword in document.keywords.iter().chain(&exported.tags) {
            field("OT", stated(Some(keyword)))?;
        }
        field("PMC", stated(details.pmcid.as_deref()))?;
        for note in &exported.notes {
            field("GN", Some(one_line(note)))?;
        }
        out.write_all(b"\n")
    }
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// `Lee AB` of `Lee, Ann Berta`; nothing for what is no name of a person in that form.
fn short(author: &str) -> Option<String> {
    let (last, given) = author.split_once(", ")?;
    let initials = given
        .split([' ', '-'])
        .filter_map(|name| name.chars().next());
    let initials: String = initials.filter(|c| c.is_alphabetic()).collect();
    Some(format!("{last} {}", initials.to_uppercase()))
}
