//! In which atlas documents were placed: an index of what their groundings say, so that those of another atlas are found without unpacking every one.
//!
//! A place that was found in the female body has the sums of both, `1a2b3c4d+5e6f7a8b`.
//!
//! It is made with the first document whose atlas is known. Like the trash it adds to the file without changing what is there: a program that does not
//! know it opens the library too. Rows stay while their document is in the trash; keys are not used twice.

use grounding::Grounding;
use rusqlite::{Connection, params};

use super::{LibraryError, keys};

const TABLE: &str =
    "CREATE TABLE IF NOT EXISTS placed_in (key INTEGER PRIMARY KEY, atlas TEXT NOT NULL)";

fn is_there(connection: &Connection) -> Result<bool, LibraryError> {
    Ok(connection.table_exists(Some("main"), "placed_in")?)
}

/// Notes where a document was placed.
pub(super) fn keep(
    connection: &Connection,
    key: i64,
    grounding: &Grounding,
) -> Result<(), LibraryError> {
    let is_there = is_there(connection)?;
    let Some(atlas) = &grounding.atlas else {
        if is_there {
            connection
                .prepare_cached("DELETE FROM placed_in WHERE key = ?1")?
                .execute([key])?;
        }
        return Ok(());
    };
    if !is_there {
        connection.execute_batch(TABLE)?;
    }
    let sums = match atlas.hers.as_str() {
        "" => atlas.sum.clone(),
        hers => format!("{}+{hers}", atlas.sum),
    };
    connection
        .prepare_cached("INSERT OR REPLACE INTO placed_in (key, atlas) VALUES (?1, ?2)")?
        .execute(params![key, sums])?;
    Ok(())
}

/// Keys of the documents that were placed in other atlases than these: of the male body, and of the female one where that is known.
pub(super) fn others(
    connection: &Connection,
    sum: &str,
    hers: &str,
) -> Result<Vec<i64>, LibraryError> {
    if !is_there(connection)? {
        return Ok(Vec::new());
    }
    let mut find = connection.prepare_cached(
        "SELECT key FROM placed_in JOIN documents USING (key) WHERE atlas <> ?1 AND atlas <> ?1 || '+' || ?2 \
         AND NOT (?2 = '' AND substr(atlas, 1, length(?1) + 1) = ?1 || '+')",
    )?;
    let keys = find.query_map([sum, hers], |row| row.get(0))?;
    Ok(keys.collect::<Result<_, _>>()?)
}

/// Empties it, to be made anew.
pub(super) fn clear(connection: &Connection) -> Result<(), LibraryError> {
    if is_there(connection)? {
        connection.execute("DELETE FROM placed_in", [])?;
    }
    Ok(())
}

/// Drops the rows of documents that cannot come back any more.
pub(super) fn forget(connection: &Connection) -> Result<(), LibraryError> {
    if is_there(connection)? {
        let trash = match keys::has_trash(connection)? {
            true => " AND key NOT IN (SELECT key FROM trash_documents)",
            false => "",
        };
        connection.execute(
            &format!("DELETE FROM placed_in WHERE key NOT IN (SELECT key FROM documents){trash}"),
            [],
        )?;
    }
    Ok(())
}
