//! What can be read of a library that cannot be opened, because it is of an older format and damaged.
//!
//! It is taken row by row into a sound file of the same format, which can be brought up to date as any other, and saved from there.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::connection::{connect, set_up, with};
use super::{Fault, Library, LibraryError, ReadOnly, SaveReport, file_beside, schema};

/// A table that is saved from.
struct Table {
    name: &'static str,
    /// Columns by which its rows are in order.
    order: &'static str,
    /// Whether the first of them is the key of a document.
    is_keyed: bool,
    /// What is in it, in words.
    called: &'static str,
}

const fn keyed(name: &'static str, order: &'static str, called: &'static str) -> Table {
    Table {
        name,
        order,
        is_keyed: true,
        called,
    }
}

const fn list(name: &'static str, order: &'static str, called: &'static str) -> Table {
    Table {
        name,
        order,
        is_keyed: false,
        called,
    }
}

/// Whatever is not made anew when it is saved; the trash, merges that could be taken back and imports that were broken off are left behind.
const TABLES: [Table; 14] = [
    keyed("documents", "key", "the list of documents"),
    keyed("contents", "key", "the texts"),
    keyed("sentences", "key", "the places of the sentences"),
    keyed("sums", "key", "the sums by which damage is noticed"),
    keyed("marks", "key", "notes and stars"),
    keyed(
        "corrections",
        "key, start, end",
        "what readers have said of places",
    ),
    keyed("originals", "key", "places before they were corrected"),
    list("tags", "tag, key", "the tags"),
    list("collected", "collection, key", "what is in the collections"),
    list("collections", "name", "the collections"),
    list("searches", "name", "the kept searches"),
    list("problems", "id", "the records that were refused"),
    list("settings", "name", "the settings"),
    list(
        "row_sums",
        "list, id",
        "the sums by which damage is noticed",
    ),
];

impl Library {
    /// Saves all that can be read of a library into a new one, as [`Library::save_into`], where it cannot be opened because it is of an older format
    /// and damaged ([`LibraryError::DamagedOlder`]) or cannot be written ([`LibraryError::Older`]). Nothing is changed in it.
    ///
    /// # Errors
    /// [`LibraryError::Exists`] if there is a file of the new name; else if the file is no library, its list of tables cannot be read, or the new
    /// library cannot be written.
    pub fn save_older_into(
        path: impl AsRef<Path>,
        to: impl AsRef<Path>,
    ) -> Result<SaveReport, LibraryError> {
        let (path, to) = (path.as_ref(), to.as_ref());
        if to.symlink_metadata().is_ok() {
            return Err(LibraryError::Exists(to.to_owned()));
        }
        let from = connect(path)?;
        set_up(&from)?;
        schema::recognise(&from, path)?;
        from.pragma_update(None, "query_only", true)?;
        let aside = file_beside(to).map_err(|error| LibraryError::Io {
            path: to.to_owned(),
            error,
        })?;
        let mut sound = connect(aside.path())?;
        set_up(&sound)?;
        // Nothing is lost with it.
        sound.pragma_update(None, "journal_mode", "OFF")?;
        sound.pragma_update(None, "synchronous", "OFF")?;
        schema::make_as(&sound, schema::version_of(&from)?)?;
        let mut lost = Vec::new();
        // What another program adds meanwhile is not half of it here.
        from.execute_batch("BEGIN")?;
        sound.execute_batch("BEGIN")?;
        copy(&from, &sound, &mut lost)?;
        sound.execute_batch("COMMIT")?;
        sound.pragma_update(None, "foreign_keys", true)?;
        schema::bring_up(&mut sound)?;
        let library = with(
            sound,
            Some(aside.path().to_owned()),
            None,
            Some(ReadOnly::Asked),
        )?;
        let mut report = library.save_into(to)?;
        lost.append(&mut report.lost);
        report.lost = lost;
        Ok(report)
    }
}

/// Copies what can be read into the empty tables of another file.
fn copy(from: &Connection, to: &Connection, lost: &mut Vec<Fault>) -> Result<(), LibraryError> {
    let mut keys = BTreeSet::new();
    // An index may know documents whose rows lie on pages that no walk through the table reaches.
    let indexed = "SELECT key FROM documents INDEXED BY documents_title";
    let _ = each(from, indexed, &[], |row| {
        keys.extend(key_of(&row));
        Ok(())
    })?;
    for table in &TABLES {
        if !to.table_exists(None, table.name)? || !from.table_exists(None, table.name)? {
            continue;
        }
        if let Some(reason) = table.copy(from, to, &mut keys)? {
            lost.push(Fault {
                place: table.called.to_owned(),
                reason,
            });
        }
    }
    let broken_off = from.query_row("SELECT count(*) FROM imports", [], |row| row.get(0));
    // Older formats have no such table.
    let broken_off: i64 = broken_off.unwrap_or(0);
    if broken_off > 0 {
        lost.push(Fault {
            place: "the imports that were broken off".to_owned(),
            reason: format!("{broken_off} of them cannot be gone on with from the new library; import their files again"),
        });
    }
    // A row that belongs to no document cannot be brought up to date.
    for table in ["contents", "sentences"] {
        to.execute(
            &format!("DELETE FROM {table} WHERE key NOT IN (SELECT key FROM documents)"),
            [],
        )?;
    }
    let there = to
        .prepare("SELECT key FROM documents")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<BTreeSet<i64>, _>>()?;
    for key in keys.difference(&there) {
        lost.push(Fault {
            place: format!("document {key}"),
            reason: "its title and its place cannot be read".to_owned(),
        });
    }
    Ok(())
}

impl Table {
    /// Copies the rows that can be read, and adds the keys of documents among them; why not all could be.
    fn copy(
        &self,
        from: &Connection,
        to: &Connection,
        keys: &mut BTreeSet<i64>,
    ) -> Result<Option<String>, LibraryError> {
        let columns: Vec<String> = to
            .prepare(&format!("SELECT * FROM {}", self.name))?
            .column_names()
            .map(str::to_owned)
            .collect();
        let places: Vec<String> = (1..=columns.len()).map(|n| format!("?{n}")).collect();
        let (columns, places) = (columns.join(", "), places.join(", "));
        let insert = format!(
            "INSERT OR IGNORE INTO {} ({columns}) VALUES ({places})",
            self.name
        );
        // Rows of the trash are in these as well, and their documents are not lost.
        let tells_keys = ["documents", "contents"].contains(&self.name);
        let mut known = BTreeSet::new();
        let mut passed_over = 0;
        let mut put = |row: Vec<Value>, first: bool| -> Result<(), LibraryError> {
            if tells_keys {
                known.extend(key_of(&row));
            }
            let put = to.prepare_cached(&insert)?.execute(params_from_iter(row))?;
            if first && put == 0 {
                passed_over += 1;
            }
            Ok(())
        };
        let select = format!("SELECT {columns} FROM {}", self.name);
        let upward = format!("{select} ORDER BY {}", self.order);
        let broken = each(from, &upward, &[], |row| put(row, true))?;
        if broken.is_some() {
            // From the other end, up to what cannot be read, and what lies between.
            let order = self.order.replace(',', " DESC,");
            let _ = each(
                from,
                &format!("{select} ORDER BY {order} DESC"),
                &[],
                |row| put(row, false),
            )?;
            if self.is_keyed {
                let one = format!("{select} WHERE key = ?1");
                for key in keys.iter() {
                    let _ = each(from, &one, &[Value::Integer(*key)], |row| put(row, false))?;
                }
            }
        }
        keys.append(&mut known);
        let broken = broken.map(|error| format!("a part of them cannot be read ({error})"));
        let passed_over = (passed_over > 0).then(|| {
            format!("{passed_over} of them cannot be kept: something is missing in them, or they are there twice")
        });
        Ok(broken.or(passed_over))
    }
}

/// The first value of a row as the key of a document.
fn key_of(row: &[Value]) -> Option<i64> {
    match row.first() {
        Some(Value::Integer(key)) => Some(*key),
        _ => None,
    }
}

/// Does something with every row that can be read; why the rest cannot be.
fn each(
    from: &Connection,
    sql: &str,
    values: &[Value],
    mut with: impl FnMut(Vec<Value>) -> Result<(), LibraryError>,
) -> Result<Option<rusqlite::Error>, LibraryError> {
    let mut find = match from.prepare_cached(sql) {
        Ok(find) => find,
        Err(error) => return Ok(Some(error)),
    };
    let columns = find.column_count();
    let mut rows = match find.query(params_from_iter(values)) {
        Ok(rows) => rows,
        Err(error) => return Ok(Some(error)),
    };
    let mut unread = None;
    loop {
        let row = match rows.next() {
            Ok(Some(row)) => row,
            Ok(None) => return Ok(unread),
            Err(error) => return Ok(Some(error)),
        };
        let read: rusqlite::Result<Vec<Value>> = (0..columns).map(|n| row.get(n)).collect();
        match read {
            Ok(read) => with(read)?,
            // Letters that are none.
            Err(error) => unread = Some(error),
        }
    }
}
