//! RIS, as reference managers take it: a field on each line.

use std::io::{self, Write};

use super::kind::{Work, further_kind};
use super::{Exported, Exporter, one_line, stated};

/// Writes RIS.
pub(super) struct Ris;

impl Exporter for Ris {
    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()> {
        let document = exported.document();
        let kind = Work::of(document).ris();
        let mut field = |tag: &str, value: Option<String>| match value {
            Some(value) => writeln!(out, "{tag}  - {value}"),
            None => Ok(()),
        };
        field("TY", Some(kind.to_owned()))?;
        // A DOI stands in this field too where programs have no other place for it.
        let further = further_kind(document, kind).filter(|kind| !kind.contains("10."));
        field("M3", further)?;
        field("ID", stated(Some(&document.id)))?;
        field("TI", stated(Some(&document.title)))?;
        for author in &document.authors {
            field("AU", stated(Some(author)))?;
        }
        field("PY", document.year.map(|year| format!("{year:04}")))?;
        field("T2", stated(document.journal.as_deref()))?;
        field("DO", stated(document.doi.as_deref()))?;
        if let Some(pmid) = stated(document.pmid.as_deref()) {
            field("AN", Some(pmid))?;
            field("DB", Some("PubMed".to_owned()))?;
        }
        field("UR", stated(document.url.as_deref()))?;
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
