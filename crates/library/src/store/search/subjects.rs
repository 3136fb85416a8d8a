//! What the documents of a library are about, read for the facets of topics, designs and populations, and for the lines of lists.

use rusqlite::params;
use serde::Deserialize;

use super::facets::{Facet, Table};
use crate::store::{Hit, Library, LibraryError};
use crate::subject::{Design, Population, Told};
use crate::topics::topics;

/// Documents of a library whose topics, designs and populations are counted, at most. They are read from the rows of the texts, which no index spares: of a
/// million documents these are gigabytes, and the first question would wait for them.
pub const MOST_WITH_TOPICS: usize = 200_000;
/// Hits of a list that are told what they are about.
const MOST_HITS: usize = 100;

/// What a record states, among its other fields.
#[derive(Deserialize)]
struct Stated {
    #[serde(default)]
    mesh: Vec<String>,
    #[serde(default)]
    keywords: Vec<String>,
}

/// What is counted of a document.
struct CountedOf<'a> {
    topics: Vec<&'a str>,
    design: Option<Design>,
    population: Vec<Population>,
}

impl Library {
    /// Reads what the documents of these keys are about; nothing, and what has been read no longer, where the library is too large for that.
    pub(super) fn read_subjects(
        &self,
        table: &mut Table,
        keys: [i64; 2],
    ) -> Result<(), LibraryError> {
        let columns = self.columns()?;
        if columns.len() > MOST_WITH_TOPICS {
            for facet in [Facet::Topic, Facet::Design, Facet::Population] {
                table.columns.remove(&facet);
            }
            return Ok(());
        }
        self.subjects_between(keys, |key, counted| {
            let Some(row) = columns.row(key) else {
                return;
            };
            for topic in &counted.topics {
                table.put(row, Facet::Topic, topic);
            }
            if let Some(design) = counted.design {
                table.put(row, Facet::Design, design.id());
            }
            for group in &counted.population {
                table.put(row, Facet::Population, group.id());
            }
        })
    }

    /// Tells what is counted of the documents of these keys, the first and the last, in the order of their keys. Of documents whose texts lie elsewhere,
    /// those of data sets and of servers, title and headings alone are read.
    fn subjects_between(
        &self,
        keys: [i64; 2],
        mut each: impl FnMut(i64, &CountedOf<'_>),
    ) -> Result<(), LibraryError> {
        let mut find = self.connection.prepare_cached(
            "SELECT c.key, c.fields, d.title, d.kind, c.text FROM contents c JOIN documents d ON d.key = c.key \
             WHERE c.key BETWEEN ?1 AND ?2 ORDER BY c.key",
        )?;
        let mut found = find.query(keys)?;
        while let Some(row) = found.next()? {
            // A damaged record tells of none.
            let (Ok(fields), Ok(title), Ok(text)) = (
                row.get_ref(1)?.as_str(),
                row.get_ref(2)?.as_str(),
                row.get_ref(4)?.as_str(),
            ) else {
                continue;
            };
            let Ok(stated) = serde_json::from_str::<Stated>(fields) else {
                continue;
            };
            let told = Told {
                title,
                text,
                kind: row.get_ref(3)?.as_str_or_null().unwrap_or_default(),
                mesh: &stated.mesh,
                keywords: &stated.keywords,
            };
            let (design, population) = told.facets();
            let counted = CountedOf {
                topics: topics(&stated.mesh, &stated.keywords),
                design,
                population,
            };
            each(row.get(0)?, &counted);
        }
        Ok(())
    }

    /// Tells the first hundred of these hits what they are about (see [`Hit::subject`]). What cannot be read is told nothing: that is said where it is
    /// opened.
    pub fn find_subjects(&self, hits: &mut [Hit]) {
        let first = hits.len().min(MOST_HITS);
        // One that cannot be read leaves the others without, too.
        let _ = self.tell_subjects(&mut hits[..first]);
    }

    fn tell_subjects(&self, hits: &mut [Hit]) -> Result<(), LibraryError> {
        let _reading = self.reading()?;
        let mut find = self
            .connection
            .prepare_cached("SELECT fields, text FROM contents WHERE key = ?1")?;
        for hit in hits {
            let mut found = find.query(params![hit.key])?;
            let Some(row) = found.next()? else {
                continue;
            };
            let (Ok(fields), Ok(text)) = (row.get_ref(0)?.as_str(), row.get_ref(1)?.as_str())
            else {
                continue;
            };
            let Ok(stated) = serde_json::from_str::<Stated>(fields) else {
                continue;
            };
            let told = Told {
                title: &hit.title,
                text,
                kind: hit.kind.as_deref(),
                mesh: &stated.mesh,
                keywords: &stated.keywords,
            };
            let subject = told.subject();
            hit.subject = (!subject.is_empty()).then_some(subject);
        }
        Ok(())
    }
}
