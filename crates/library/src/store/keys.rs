//! Which documents there are, in a library and in its trash.

use rusqlite::Connection;

use super::LibraryError;

/// Whether anything was ever removed: then there are the tables of the trash.
pub(super) fn has_trash(connection: &Connection) -> Result<bool, LibraryError> {
    Ok(connection.table_exists(None, "trash_removals")?)
}

/// What finds the keys of all documents, in the library and in its trash.
pub(super) fn or_trash(connection: &Connection) -> Result<&'static str, LibraryError> {
    Ok(match has_trash(connection)? {
        true => "SELECT key FROM documents UNION ALL SELECT key FROM trash_documents",
        false => "SELECT key FROM documents",
    })
}
