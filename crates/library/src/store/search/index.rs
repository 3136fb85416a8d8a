//! The full-text index.

use std::collections::HashSet;

use crate::store::{Library, LibraryError};

/// Weight of a word in the title against one in the text.
const TITLE_WEIGHT: f64 = 4.0;

impl Library {
    /// Sees to it that the index of words is there.
    pub(super) fn words_ready(&self) -> Result<(), LibraryError> {
        match &self.in_place {
            Some(in_place) => in_place.words_ready(&self.connection),
            None => Ok(()),
        }
    }

    /// The documents that an FTS5 expression finds, with their scores: the best ones, at most so many, best first, then the others in no order and with
    /// none. To put half a million in order takes as long as to find them.
    pub(super) fn found_by(
        &self,
        expression: &str,
        best: usize,
    ) -> Result<Vec<(i64, f32)>, LibraryError> {
        let mut found = self.ranked(expression, best)?;
        if found.len() < best {
            return Ok(found);
        }
        let listed: HashSet<i64> = found.iter().map(|(key, _)| *key).collect();
        let mut find = self
            .connection
            .prepare_cached("SELECT rowid FROM text_index WHERE text_index MATCH ?1")?;
        let mut rows = find.query([expression])?;
        while let Some(row) = rows.next()? {
            let key = row.get(0)?;
            if !listed.contains(&key) {
                found.push((key, 0.0));
            }
        }
        Ok(found)
    }

    /// The documents that an FTS5 expression finds, best first, with their scores (bm25, the greater the better).
    pub(super) fn ranked(
        &self,
        expression: &str,
        limit: usize,
    ) -> Result<Vec<(i64, f32)>, LibraryError> {
        let mut find = self.connection.prepare_cached(
            "SELECT rowid, bm25(text_index, ?2, 1.0) AS score FROM text_index WHERE text_index MATCH ?1 ORDER BY score, rowid LIMIT ?3",
        )?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        // SQLite's is the smaller the better.
        let rows = find.query_map((expression, TITLE_WEIGHT, limit), |row| {
            Ok((row.get(0)?, -row.get::<_, f64>(1)? as f32))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
