//! Everything that is in a library, to be compared.

use std::path::Path;

use rusqlite::Connection;
use rusqlite::types::Value;

/// When something happened, which no two runs have in common, and in which piece of the index of words a document is (`origin`), which
/// depends on how many were added at a time.
const TIMES: [&str; 4] = ["at_unix_s", "at", "begun", "origin"];

fn words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Every row of every table, but for what says when.
pub fn dump(path: &Path) -> Result<Vec<String>, String> {
    let connection = Connection::open(path).map_err(words)?;
    let mut tables = connection
        .prepare(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'about' \
             AND (name NOT LIKE 'text_index%' OR name = 'text_index_docsize') ORDER BY name",
        )
        .map_err(words)?;
    let names = tables.query_map([], |row| row.get(0)).map_err(words)?;
    let names: Vec<String> = names.collect::<Result<_, _>>().map_err(words)?;
    let mut all = Vec::new();
    for name in names {
        let mut of_table = rows(&connection, &name).map_err(words)?;
        of_table.sort();
        all.append(&mut of_table);
    }
    Ok(all)
}

fn rows(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let mut rows = connection.prepare(&format!("SELECT * FROM {table}"))?;
    let names: Vec<String> = rows.column_names().map(str::to_owned).collect();
    // Sums of these tell times, too.
    let is_sum = |name: &str| table == "row_sums" && name == "sum";
    let kept =
        (0..names.len()).filter(|n| !TIMES.contains(&names[*n].as_str()) && !is_sum(&names[*n]));
    let kept: Vec<usize> = kept.collect();
    let mut rows = rows.query([])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        let values = kept.iter().map(|&n| row.get::<_, Value>(n));
        let values: Vec<Value> = values.collect::<Result<_, _>>()?;
        all.push(format!("{table} {values:?}"));
    }
    Ok(all)
}

/// The same without numbers that are given to what comes and goes, so that an import that went on is like one that went through.
pub fn lasting(rows: &[String]) -> Vec<String> {
    let passing = [
        "sqlite_sequence ",
        "imports ",
        "row_sums [Text(\"imports\")",
    ];
    let rows = rows
        .iter()
        .filter(|row| !passing.iter().any(|table| row.starts_with(table)));
    let mut rows: Vec<String> = rows
        .map(|row| match row.strip_prefix("problems [Integer(") {
            Some(rest) => format!(
                "problem {}",
                rest.split_once(')').map_or(rest, |(_, rest)| rest)
            ),
            None if row.starts_with("row_sums [Text(\"problems\")") => {
                "sum of a problem".to_owned()
            }
            None => row.clone(),
        })
        .collect();
    rows.sort();
    rows
}

/// In what two dumps differ, in a few words; nothing where they do not.
pub fn differ(is: &[String], should: &[String]) -> Option<String> {
    if is == should {
        return None;
    }
    let short = |row: &String| row.chars().take(160).collect::<String>();
    let missing: Vec<String> = should
        .iter()
        .filter(|row| !is.contains(row))
        .map(short)
        .collect();
    let more: Vec<String> = is
        .iter()
        .filter(|row| !should.contains(row))
        .map(short)
        .collect();
    Some(format!(
        "{} rows are missing: {:?}; {} should not be there: {:?}",
        missing.len(),
        &missing[..missing.len().min(3)],
        more.len(),
        &more[..more.len().min(3)]
    ))
}
