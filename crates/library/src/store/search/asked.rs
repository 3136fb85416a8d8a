//! Documents by a question with operators and fields (`language.rs`): which answer is settled by sets, the order by the words that are looked for.

use std::collections::HashSet;

use super::language::{Asked, Field, Wanted};
use super::plain_words::{folded, words};
use crate::store::{Library, LibraryError};

/// Up to so many documents that may still answer, their records are read one by one.
const ONE_BY_ONE: usize = 5_000;

/// A field of a record: lists as JSON.
const FIELDS: &str =
    "SELECT json_extract(fields, ?1) FROM contents WHERE key = ?2 AND json_valid(fields)";
const ALL_FIELDS: &str =
    "SELECT key, json_extract(fields, ?1) FROM contents WHERE json_valid(fields)";

impl Library {
    /// The documents that answer: by the words that are looked for, then those that were found otherwise, newest first.
    pub(super) fn asked(&self, asked: &Asked) -> Result<Vec<i64>, LibraryError> {
        self.words_ready()?;
        let mut answering = self.found(asked, None)?;
        let mut expressions = Vec::new();
        wanted_words(asked, &mut expressions);
        let mut keys = Vec::new();
        if !expressions.is_empty() {
            for (key, _) in self.ranked(&expressions.join(" OR "), usize::MAX)? {
                if answering.remove(&key) {
                    keys.push(key);
                }
            }
        }
        if !answering.is_empty() {
            let mut newest = self
                .connection
                .prepare_cached("SELECT key FROM documents ORDER BY year DESC NULLS LAST, key")?;
            let rows = newest.query_map([], |row| row.get::<_, i64>(0))?;
            for key in rows {
                let key = key?;
                if answering.contains(&key) {
                    keys.push(key);
                }
            }
        }
        Ok(keys)
    }

    /// The documents that a part of a question finds, of those that may still answer.
    fn found(
        &self,
        asked: &Asked,
        among: Option<&HashSet<i64>>,
    ) -> Result<HashSet<i64>, LibraryError> {
        Ok(match asked {
            Asked::And(a, b) => {
                // Words and years are found quickly, fields are read.
                let (first, second) = match is_read(a) {
                    true => (b, a),
                    false => (a, b),
                };
                let first = self.found(first, among)?;
                let second = self.found(second, Some(&first))?;
                first.intersection(&second).copied().collect()
            }
            Asked::Or(a, b) => {
                let mut found = self.found(a, among)?;
                found.extend(self.found(b, among)?);
                found
            }
            Asked::Not(a, b) => {
                let mut found = self.found(a, among)?;
                let without = self.found(b, Some(&found))?;
                found.retain(|key| !without.contains(key));
                found
            }
            Asked::Words(words) => {
                let mut find = self
                    .connection
                    .prepare_cached("SELECT rowid FROM text_index WHERE text_index MATCH ?1")?;
                let rows = find.query_map([words.all()], |row| row.get(0))?;
                rows.collect::<Result<_, _>>()?
            }
            Asked::Years(from, to) => {
                let mut find = self
                    .connection
                    .prepare_cached("SELECT key FROM documents WHERE year BETWEEN ?1 AND ?2")?;
                let rows = find.query_map([from, to], |row| row.get(0))?;
                rows.collect::<Result<_, _>>()?
            }
            Asked::Field(field, wanted) => self.with_field(*field, wanted, among)?,
        })
    }

    fn with_field(
        &self,
        field: Field,
        wanted: &Wanted,
        among: Option<&HashSet<i64>>,
    ) -> Result<HashSet<i64>, LibraryError> {
        let path = match field {
            Field::Author => "$.authors",
            Field::Heading => "$.mesh",
            Field::Journal => "$.journal",
        };
        let wanted = Wanted {
            words: wanted.words.iter().map(|word| folded(word)).collect(),
            begins: wanted.begins,
        };
        let fits = |values: &str| match field {
            Field::Author => list(values).iter().any(|name| is_author(name, &wanted)),
            Field::Heading => list(values).iter().any(|heading| {
                let main = heading.split('/').next().unwrap_or_default();
                is_named(main, &wanted)
            }),
            Field::Journal => is_named(values, &wanted),
        };
        let mut found = HashSet::new();
        match among.filter(|among| among.len() <= ONE_BY_ONE) {
            Some(among) => {
                let mut find = self.connection.prepare_cached(FIELDS)?;
                for key in among {
                    let mut rows = find.query((path, key))?;
                    let values = rows.next()?.map(|row| row.get::<_, Option<String>>(0));
                    let values = values.transpose()?.flatten();
                    if values.is_some_and(|values| fits(&values)) {
                        found.insert(*key);
                    }
                }
            }
            None => {
                let mut all = self.connection.prepare_cached(ALL_FIELDS)?;
                let mut rows = all.query([path])?;
                while let Some(row) = rows.next()? {
                    let values: Option<String> = row.get(1)?;
                    if values.is_some_and(|values| fits(&values)) {
                        found.insert(row.get(0)?);
                    }
                }
            }
        }
        Ok(found)
    }
}

/// Whether records have to be read to find it.
fn is_read(asked: &Asked) -> bool {
    match asked {
        Asked::And(a, b) => is_read(a) && is_read(b),
        Asked::Or(a, b) => is_read(a) || is_read(b),
        Asked::Not(a, _) => is_read(a),
        Asked::Field(..) => true,
        Asked::Words(_) | Asked::Years(..) => false,
    }
}

/// FTS5 expressions of the words that answers have.
fn wanted_words(asked: &Asked, found: &mut Vec<String>) {
    match asked {
        Asked::And(a, b) | Asked::Or(a, b) => {
            wanted_words(a, found);
            wanted_words(b, found);
        }
        Asked::Not(a, _) => wanted_words(a, found),
        // One by one, for what is found otherwise may have some of them.
        Asked::Words(words) => found.push(words.any()),
        Asked::Years(..) | Asked::Field(..) => {}
    }
}

/// A list of texts.
fn list(json: &str) -> Vec<String> {
    serde_json::from_str(json).unwrap_or_default()
}

/// Whether a heading or a journal has these words and no others; with `begins` it may go on.
fn is_named(name: &str, wanted: &Wanted) -> bool {
    let name: Vec<String> = words(name).iter().map(|word| folded(word)).collect();
    let Some((last, before)) = wanted.words.split_last() else {
        return false;
    };
    match wanted.begins {
        false => name == wanted.words,
        true => {
            name.len() >= wanted.words.len()
                && name[..before.len()] == *before
                && name[before.len()].starts_with(last.as_str())
        }
    }
}

/// Whether an author is meant: every word of the name asked for is one of the author's names, or the initials of those that are left ("smith ja" is
/// "Smith, John A." and "John Adam Smith").
fn is_author(name: &str, wanted: &Wanted) -> bool {
    let mut left: Vec<String> = words(name).iter().map(|word| folded(word)).collect();
    // What stands before a comma is the family name.
    let family = name.split_once(',').map(|(family, _)| words(family).len());
    for (number, word) in wanted.words.iter().enumerate() {
        let begins = wanted.begins && number + 1 == wanted.words.len();
        let is = |own: &String| own == word || begins && own.starts_with(word.as_str());
        let family = family.filter(|_| number == 0).unwrap_or(left.len());
        if let Some(at) = left[..family.min(left.len())].iter().position(is) {
            left.remove(at);
            continue;
        }
        let initials = left.iter().filter_map(|own| own.chars().next());
        let initials: String = initials.collect();
        // The family name, which stands first, is written out.
        if number == 0 || !initials.starts_with(word.as_str()) {
            return false;
        }
    }
    !wanted.words.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(words: &str, begins: bool) -> Wanted {
        Wanted {
            words: super::words(words)
                .iter()
                .map(|word| folded(word))
                .collect(),
            begins,
        }
    }

    #[test]
    fn an_author_is_known_by_family_name_and_initials() {
        for (name, asked) in [
            ("Smith, John A.", "smith"),
            ("Smith, John A.", "Smith J"),
            ("Smith, John A.", "smith ja"),
            ("John Adam Smith", "smith ja"),
            ("Smith JA", "smith ja"),
            ("Smith JA", "smith j"),
            ("Müller, Karl", "muller k"),
            ("O'Brien, P.", "o'brien p"),
        ] {
            assert!(is_author(name, &wanted(asked, false)), "{name}, {asked}");
        }
        for (name, asked) in [
            ("Smith, John A.", "j"),
            ("Smith, John A.", "smith b"),
            ("Smithson, John", "smith"),
            ("Jenkins, Thomas", "thomas j"),
            ("Jones, John Smith B", "jones c"),
        ] {
            assert!(!is_author(name, &wanted(asked, false)), "{name}, {asked}");
        }
        assert!(is_author("Smithson, John", &wanted("smith", true)));
    }

    #[test]
    fn a_heading_is_the_whole_one_unless_it_goes_on() {
        assert!(is_named(
            "Liver Cirrhosis",
            &wanted("liver cirrhosis", false)
        ));
        assert!(!is_named("Liver Cirrhosis", &wanted("liver", false)));
        assert!(is_named("Liver Cirrhosis", &wanted("liver", true)));
        assert!(is_named("Liver Cirrhosis", &wanted("liver cir", true)));
        assert!(!is_named("Liver", &wanted("liver cir", true)));
    }
}
