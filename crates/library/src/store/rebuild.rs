//! The indexes in the file, made anew from the documents of which they are caches.

use rusqlite::params;

use super::documents::grounding_of;
use super::{Library, LibraryError};
use super::{atlases, evidence, schema};

/// Documents whose evidence is gathered before it is written.
const GATHERED: usize = 8_192;

impl Library {
    /// Makes the indexes anew from the documents: that of words, that of structures, and SQLite's own. They are caches of what the documents say; nothing
    /// else is changed. Returns how many documents are in them: one whose text or grounding cannot be read is found by what is left of it.
    ///
    /// # Errors
    /// If the file cannot be written, or is so damaged that what is left of an index cannot be dropped; then nothing is changed.
    pub fn rebuild_indexes(&mut self) -> Result<usize, LibraryError> {
        self.ensure_not_in_place("making its indexes anew")?;
        let change = self.begin()?;
        change.execute_batch(
            "DROP TABLE text_index; DELETE FROM evidence; DELETE FROM evidence_new",
        )?;
        change.execute_batch(schema::TEXT_INDEX)?;
        let keys: Vec<i64> = change
            .prepare("SELECT key FROM documents NOT INDEXED ORDER BY key")?
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        atlases::clear(&change)?;
        let mut gathered = evidence::Gathered::default();
        for (n, &key) in keys.iter().enumerate() {
            let text = "SELECT text FROM contents WHERE key = ?1";
            let text: Option<String> = change
                .prepare_cached(text)?
                .query_row([key], |row| row.get(0))
                .ok();
            change
                .prepare_cached(
                    "INSERT INTO text_index (rowid, title, text) SELECT ?1, title, ?2 FROM documents WHERE key = ?1",
                )?
                .execute(params![key, text.unwrap_or_default()])?;
            if let Some(grounding) = grounding_of(&change, key)? {
                atlases::keep(&change, key, &grounding)?;
                gathered.put(key, &grounding);
            }
            if n % GATHERED == GATHERED - 1 {
                std::mem::take(&mut gathered).keep(&change)?;
            }
        }
        gathered.keep(&change)?;
        change.execute_batch("REINDEX")?;
        change.commit()?;
        self.forget_indexes();
        Ok(keys.len())
    }
}
