//! NBIB, the tagged format of PubMed (MEDLINE): a field on each line.

use std::io::{self, Write};

use super::{Exported, Exporter, one_line, stated};

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
        field("DP", document.year.map(|year| format!("{year:04}")))?;
        field("TI", stated(Some(&document.title)))?;
        let doi = stated(document.doi.as_deref());
        field("LID", doi.map(|doi| format!("{doi} [doi]")))?;
        field("AB", stated(Some(&document.text)))?;
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
        field("PT", stated(document.kind.as_deref()))?;
        field("JT", stated(document.journal.as_deref()))?;
        for heading in &document.mesh {
            field("MH", stated(Some(heading)))?;
        }
        for keyword in document.keywords.iter().chain(&exported.tags) {
            field("OT", stated(Some(keyword)))?;
        }
        for note in &exported.notes {
            field("GN", Some(one_line(note)))?;
        }
        out.write_all(b"\n")
    }
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
