//! The rival of counts by facet: a pass over columns of numbers, as an engine for columns makes it.

use std::collections::BTreeMap;
use std::path::Path;

use library::{Answer, Facet};
use rusqlite::{Connection, OpenFlags};

/// Numbers of values, column by column, as an engine for columns keeps them.
#[derive(Default)]
struct Column {
    names: Vec<String>,
    numbers: BTreeMap<String, u32>,
    of: Vec<u32>,
}

impl Column {
    fn push(&mut self, name: String) {
        let next = self.names.len() as u32;
        let number = *self.numbers.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            next
        });
        self.of.push(number);
    }
}

/// The plainest way to count: a column of numbers for each facet.
pub struct Plain {
    columns: BTreeMap<Facet, Column>,
    keys: Vec<i64>,
    p: Vec<f32>,
}

impl Plain {
    /// Reads them out of a library.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let file = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let mut plain = Self {
            columns: BTreeMap::new(),
            keys: Vec::new(),
            p: Vec::new(),
        };
        let mut all = file.prepare("SELECT key, p, structure, coalesce(year, ''), coalesce(kind, '') FROM documents ORDER BY key")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            plain.keys.push(row.get(0)?);
            plain.p.push(row.get(1)?);
            for (n, facet) in [(2, Facet::Structure), (4, Facet::Kind)] {
                plain.columns.entry(facet).or_default().push(row.get(n)?);
            }
            let year: rusqlite::types::Value = row.get(3)?;
            let year = match year {
                rusqlite::types::Value::Integer(year) => year.to_string(),
                _ => String::new(),
            };
            plain.columns.entry(Facet::Year).or_default().push(year);
        }
        let journal = "CASE WHEN json_valid(fields) THEN json_extract(fields, '$.journal') END";
        let sql = format!("SELECT key, coalesce({journal}, '') FROM contents");
        let mut journals: Vec<(i64, String)> = file
            .prepare(&sql)?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        journals.sort_unstable_by_key(|(key, _)| *key);
        let column = plain.columns.entry(Facet::Journal).or_default();
        journals.into_iter().for_each(|(_, name)| column.push(name));
        Ok(plain)
    }

    /// The structure of the document of this number.
    pub fn structure_of(&self, n: usize) -> String {
        let column = &self.columns[&Facet::Structure];
        column.names[column.of[n] as usize].clone()
    }

    fn structure(&self, id: &str) -> (&Column, u32) {
        let column = &self.columns[&Facet::Structure];
        (column, column.numbers.get(id).copied().unwrap_or(u32::MAX))
    }

    /// The first page of those whose best structure is this one.
    pub fn best_in(&self, id: &str, page: usize) -> Vec<(f32, i64)> {
        let (column, number) = self.structure(id);
        let rows = column
            .of
            .iter()
            .enumerate()
            .filter(|(_, of)| **of == number);
        let mut found: Vec<(f32, i64)> = rows.map(|(n, _)| (self.p[n], self.keys[n])).collect();
        let better = |a: &(f32, i64), b: &(f32, i64)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if found.len() > page {
            found.select_nth_unstable_by(page - 1, better);
            found.truncate(page);
        }
        found.sort_unstable_by(better);
        found
    }

    /// How many documents of a structure have each value of each column.
    pub fn counts(&self, id: &str) -> BTreeMap<Facet, Vec<usize>> {
        let (structures, number) = self.structure(id);
        let count = |(facet, column): (&Facet, &Column)| {
            let mut counts = vec![0; column.names.len()];
            for (of, value) in structures.of.iter().zip(&column.of) {
                counts[*value as usize] += usize::from(*of == number);
            }
            (*facet, counts)
        };
        self.columns.iter().map(count).collect()
    }

    /// Whether an answer says the same; values of the facet that is narrowed by are counted otherwise there.
    pub fn agrees(&self, answer: &Answer, counts: &BTreeMap<Facet, Vec<usize>>) -> bool {
        counts
            .iter()
            .filter(|(facet, _)| **facet != Facet::Structure)
            .all(|(facet, counts)| {
                let told = answer
                    .facets
                    .values
                    .get(facet)
                    .map(Vec::as_slice)
                    .unwrap_or_default();
                told.iter().all(|told| {
                    let number = self.columns[facet].numbers.get(&told.name);
                    number.is_some_and(|n| counts[*n as usize] == told.documents)
                })
            })
    }
}
