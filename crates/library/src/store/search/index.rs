//! The full-text index.

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
    /// none. To put half a million in order takes as long as to find them, and so does to find them once more.
    pub(super) fn found_by(
        &self,
        expression: &str,
        best: usize,
    ) -> Result<Vec<(i64, f32)>, LibraryError> {
        let mut find = self.connection.prepare_cached(
            "SELECT rowid, bm25(text_index, ?2, 1.0) FROM text_index WHERE text_index MATCH ?1",
        )?;
        let rows = find.query_map((expression, TITLE_WEIGHT), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
        let mut found: Vec<(i64, f64)> = rows.collect::<Result<_, _>>()?;
        // SQLite's is the smaller the better.
        let better =
            |a: &(i64, f64), b: &(i64, f64)| a.1.total_cmp(&b.1).then_with(|| a.0.cmp(&b.0));
        let best = best.min(found.len());
        if best > 0 && best < found.len() {
            found.select_nth_unstable_by(best - 1, better);
        }
        found[..best].sort_unstable_by(better);
        let scored = |(place, (key, score)): (usize, (i64, f64))| match place < best {
            true => (key, -score as f32),
            false => (key, 0.0),
        };
        Ok(found.into_iter().enumerate().map(scored).collect())
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
