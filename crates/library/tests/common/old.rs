//! Libraries of older formats.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

/// The library of a format that is kept.
pub fn kept(format: i64) -> PathBuf {
    let libraries = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/libraries");
    libraries.join(format!("format-{format}.atlas"))
}

/// Makes so many documents more out of the first, with plain SQL, as no program that knows the format is there any more. From format 4 on its index
/// of structures, in which they would have to be as well, is a list of bytes: then nothing is made, unless that does not matter (`whole`).
pub fn grow(path: &Path, documents: u64, whole: bool) {
    let connection = Connection::open(path).expect("a database");
    let has_rows = connection.column_exists(None, "evidence", "key");
    let has_rows = has_rows.expect("readable");
    if whole && !has_rows {
        return;
    }
    let of = |table: &str| -> Vec<String> {
        let rows = connection
            .prepare(&format!("SELECT * FROM {table}"))
            .expect("a table");
        rows.column_names().map(str::to_owned).collect()
    };
    let more = |table: &str, own: &[(&str, &str)]| {
        let columns = of(table);
        let values = columns.iter().map(|column| {
            let own = own.iter().find(|(name, _)| name == column);
            own.map_or(column.as_str(), |(_, value)| *value)
        });
        let (values, columns) = (values.collect::<Vec<_>>().join(", "), columns.join(", "));
        let sql = format!(
            "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {documents}) \
             INSERT INTO {table} ({columns}) SELECT {values} FROM {table}, n WHERE key = 1"
        );
        connection.execute_batch(&sql).expect("more of them");
    };
    let own = [
        ("key", "n + 1000"),
        ("id", "'grown ' || n"),
        ("doi", "NULL"),
        ("pmid", "NULL"),
    ];
    more("documents", &own);
    more("contents", &own);
    more("sentences", &own);
    if has_rows {
        more("evidence", &own);
    }
    let words = "INSERT INTO text_index (rowid, title, text) SELECT key, title, text FROM documents JOIN contents USING (key) WHERE key > 1000";
    connection
        .execute_batch(words)
        .expect("found by their words");
}
