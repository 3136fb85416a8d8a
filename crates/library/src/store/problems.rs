//! Records that were refused, until the reader has seen to them; and imports that have not come to their end.

use std::path::PathBuf;

use rusqlite::{Connection, params};

use super::{Library, LibraryError};
use crate::Refusal;

/// Problems that are kept at most; the oldest go.
const MOST: i64 = 10_000;

/// Those that were forgotten and can come back: a table of the connection, not of the file.
const ASIDE: &str = "CREATE TEMP TABLE IF NOT EXISTS problems_aside (id INTEGER PRIMARY KEY, place TEXT NOT NULL, reason TEXT NOT NULL, file TEXT NOT NULL)";

/// Forgets the problems of a file, or of what lies in a folder or an archive.
fn forget_below(change: &Connection, path: &str) -> Result<(), LibraryError> {
    let path = path.trim_end_matches(['/', '\\']);
    change
        .prepare_cached(
            "DELETE FROM problems WHERE file = ?1 OR substr(file, 1, length(?1) + 1) IN (?1 || '/', ?1 || '\\')",
        )?
        .execute([path])?;
    Ok(())
}

impl Library {
    /// Keeps records that were refused; one that is kept already is not kept twice.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_problems(&mut self, refused: &[Refusal]) -> Result<(), LibraryError> {
        let transaction = self.begin()?;
        for refusal in refused {
            transaction
                .prepare_cached(
                    "INSERT OR IGNORE INTO problems (place, reason, file) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![
                    refusal.place,
                    refusal.reason,
                    refusal.file.to_string_lossy()
                ])?;
        }
        transaction.execute(
            "DELETE FROM problems WHERE id <= (SELECT max(id) FROM problems) - ?1",
            [MOST],
        )?;
        transaction.commit()?;
        Ok(())
    }

    /// The records that were refused, in the order in which that happened.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn problems(&self) -> Result<Vec<Refusal>, LibraryError> {
        let mut find = self
            .connection
            .prepare_cached("SELECT place, reason, file FROM problems ORDER BY id")?;
        let rows = find.query_map([], |row| {
            Ok(Refusal {
                place: row.get(0)?,
                reason: row.get(1)?,
                file: row.get::<_, String>(2)?.into(),
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Forgets the problems of these files, which are about to be tried again, and of what lies in these folders and archives; without any, all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget_problems(&mut self, files: Option<&[PathBuf]>) -> Result<(), LibraryError> {
        let transaction = self.begin()?;
        if files.is_none() {
            transaction.execute("DELETE FROM problems", [])?;
        }
        for file in files.unwrap_or_default() {
            forget_below(&transaction, &file.to_string_lossy())?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Forgets problems, by the places and reasons that [`Library::keep_problems`] was told, so that [`Library::put_problems_back`] can bring them back for as
    /// long as the library is open.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put_problems_aside(
        &mut self,
        problems: &[(String, String)],
    ) -> Result<(), LibraryError> {
        self.move_problems(
            ["main.problems", "temp.problems_aside"],
            "REPLACE",
            problems,
        )
    }

    /// Brings problems back that were forgotten, to where they were in the list. Those that the library had not kept, and those that it has met again since,
    /// stay as they are.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put_problems_back(&mut self, problems: &[(String, String)]) -> Result<(), LibraryError> {
        self.move_problems(["temp.problems_aside", "main.problems"], "IGNORE", problems)
    }

    /// Moves problems from one table to another; `known` is what SQLite does with one that is there already.
    fn move_problems(
        &mut self,
        [from, to]: [&str; 2],
        known: &str,
        problems: &[(String, String)],
    ) -> Result<(), LibraryError> {
        let change = self.begin()?;
        change.execute_batch(ASIDE)?;
        let put = format!(
            "INSERT OR {known} INTO {to} (id, place, reason, file) SELECT id, place, reason, file FROM {from} WHERE place = ?1 AND reason = ?2"
        );
        let take = format!("DELETE FROM {from} WHERE place = ?1 AND reason = ?2");
        for (place, reason) in problems {
            change.prepare_cached(&put)?.execute([place, reason])?;
            change.prepare_cached(&take)?.execute([place, reason])?;
        }
        change.commit()
    }

    /// Notes that an import of these files begins, and forgets their problems, which it will meet again if they are still there. Returns
    /// its number, for [`Library::end_import`].
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin_import(&mut self, paths: &[PathBuf]) -> Result<i64, LibraryError> {
        self.ensure_changeable()?;
        self.ensure_sound()?;
        let paths: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
        let transaction = self.begin()?;
        for path in &paths {
            forget_below(&transaction, path)?;
        }
        let paths = serde_json::to_string(&paths).unwrap_or_default();
        transaction.execute(
            "INSERT INTO imports (paths, begun) VALUES (?1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
            [paths],
        )?;
        let number = transaction.last_insert_rowid();
        transaction.commit()?;
        Ok(number)
    }

    /// Notes that an import has ended, whatever came of it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn end_import(&mut self, number: i64) -> Result<(), LibraryError> {
        let change = self.begin()?;
        change.execute("DELETE FROM imports WHERE id = ?1", [number])?;
        change.commit()
    }

    /// The files of imports that have begun and not ended, each with its number: the program was killed meanwhile, or another one
    /// is at it. What they had stored is there; imported again, they go on where they stopped, because what is known is passed over.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn unfinished_imports(&self) -> Result<Vec<(i64, Vec<PathBuf>)>, LibraryError> {
        let mut find = self
            .connection
            .prepare_cached("SELECT id, paths FROM imports ORDER BY id")?;
        let rows = find.query_map([], |row| {
            let paths: String = row.get(1)?;
            Ok((
                row.get(0)?,
                serde_json::from_str(&paths).unwrap_or_default(),
            ))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
