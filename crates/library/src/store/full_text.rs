//! A full text in the place of the abstract that a document came with.

use grounding::Grounding;
use rusqlite::{OptionalExtension, params};

use super::finite::unusable;
use super::placed::replace;
use super::{Library, LibraryError, corrections};
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
        if let Some(reason) = unusable(grounding) {
            return Err(LibraryError::Damaged { key, reason });
        }
        let transaction = self.begin()?;
        let before: Option<(String, String)> = transaction
            .prepare_cached("SELECT d.title, c.text FROM documents d JOIN contents c USING (key) WHERE key = ?1")?
            .query_row([key], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let goes_on = |before: &str| document.text.starts_with(before);
        let Some((title, _)) = before.filter(|(_, text)| goes_on(text)) else {
            return Ok(false);
        };
        let source = &document.source;
        transaction
            .prepare_cached("UPDATE contents SET text = ?2, source_path = ?3, source_record = ?4, source_line = NULL WHERE key = ?1")?
            .execute(params![
                key,
                document.text,
                source.path.to_string_lossy(),
                i64::try_from(source.record).unwrap_or(i64::MAX),
            ])?;
        transaction
            .prepare_cached("DELETE FROM text_index WHERE rowid = ?1")?
            .execute([key])?;
        transaction
            .prepare_cached("INSERT INTO text_index (rowid, title, text) VALUES (?1, ?2, ?3)")?
            .execute(params![key, title, document.text])?;
        let corrected = corrections::anew(&transaction, key, grounding)?;
        replace(&transaction, key, corrected.as_ref().unwrap_or(grounding))?;
        transaction.commit()?;
        self.forget_indexes();
        Ok(true)
    }
}
