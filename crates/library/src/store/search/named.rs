//! Documents by the identifier that is asked for.

use super::{Library, LibraryError, Query};
use crate::Identifier;

impl Library {
    /// The question for the documents that bear the PubMed identifier or the DOI which its words are; nothing where they are none, or no
    /// document bears it: then they are words like any.
    pub(super) fn named(&self, query: &Query) -> Result<Option<Query>, LibraryError> {
        let text = query.text.as_deref().unwrap_or_default();
        let Some(identifier) = Identifier::of_line(text) else {
            return Ok(None);
        };
        // What lies elsewhere is not asked for a single document.
        if query.among.is_some() || self.in_place.is_some() {
            return Ok(None);
        }
        let (sql, value) = match &identifier {
            Identifier::Pmid(pmid) => (
                "SELECT key FROM documents WHERE pmid = ?1 ORDER BY key",
                pmid,
            ),
            Identifier::Doi(doi) => ("SELECT key FROM documents WHERE doi = ?1 ORDER BY key", doi),
        };
        let mut find = self.connection.prepare_cached(sql)?;
        let keys = find.query_map([value], |row| row.get(0))?;
        let keys: Vec<i64> = keys.collect::<Result<_, _>>()?;
        Ok((!keys.is_empty()).then(|| Query {
            text: None,
            meaning: None,
            among: Some(keys),
            ..query.clone()
        }))
    }
}
