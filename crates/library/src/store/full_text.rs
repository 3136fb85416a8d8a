//! A full text in the place of the abstract that a document came with.

use grounding::Grounding;
use rusqlite::{OptionalExtension, params};

use super::finite::unusable;
use super::placed::replace_text;
use super::{Completed, Library, LibraryError, completions};
use crate::Document;
use crate::europe_pmc::EUROPE_PMC;

impl Library {
    /// The documents with these PubMed identifiers whose text is not the full one from Europe PMC: identifier and key.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn without_full_text(&self, pmids: &[String]) -> Result<Vec<(String, i64)>, LibraryError> {
        let mut find = self.connection.prepare_cached(
            "SELECT d.key FROM documents d JOIN contents c USING (key) WHERE d.pmid = ?1 AND c.source_path <> ?2 ORDER BY d.key LIMIT 1",
        )?;
        let mut found = Vec::new();
        for pmid in pmids {
            let key = find.query_row(params![pmid, EUROPE_PMC], |row| row.get(0));
            found.extend(key.optional()?.map(|key| (pmid.clone(), key)));
        }
        Ok(found)
    }

    /// Gives a document the text, the source and the place of this one, whose text must begin with that which it has, so that what
    /// readers have said of its sentences holds. Returns whether it did: the document may be gone, or have another text.
    ///
    /// # Errors
    /// If the place cannot be kept or the file not be written; then nothing is changed.
    pub fn set_full_text(
        &mut self,
        key: i64,
        document: &Document,
        grounding: &Grounding,
    ) -> Result<bool, LibraryError> {
        Ok(self.complete_text(key, document, grounding)?.is_some())
    }

    /// [`Library::set_full_text`], and by what it can be taken back, if it did.
    ///
    /// # Errors
    /// As there.
    pub fn complete_text(
        &mut self,
        key: i64,
        document: &Document,
        grounding: &Grounding,
    ) -> Result<Option<Completed>, LibraryError> {
        if let Some(reason) = unusable(grounding) {
            return Err(LibraryError::Damaged { key, reason });
        }
        let transaction = self.begin()?;
        let before: Option<String> = transaction
            .prepare_cached("SELECT text FROM contents WHERE key = ?1")?
            .query_row([key], |row| row.get(0))
            .optional()?;
        if before.is_none_or(|before| !document.text.starts_with(&before)) {
            return Ok(None);
        }
        let number = completions::note(&transaction, key, true)?;
        replace_text(&transaction, key, document, grounding)?;
        transaction.commit()?;
        self.forget_indexes();
        Ok(Some(Completed {
            key,
            number: Some(number),
            marks: None,
        }))
    }
}
