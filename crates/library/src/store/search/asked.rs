//! Documents by a question with operators and fields (`language.rs`): which answer is settled by sets, the order by the words that are looked for.

use super::language::{Asked, Field, Wanted, Words};
use super::plain_words::{folded, words};
use super::{FacetTable, keys_of};
use crate::store::word_index::{Asking, Fault};
use crate::store::{Library, LibraryError, outside};

/// Up to so many documents that may still answer, their records are read one by one.
const ONE_BY_ONE: usize = 5_000;

/// A field of a record: lists as JSON.
const FIELDS: &str =
    "SELECT json_extract(fields, ?1) FROM contents WHERE key = ?2 AND json_valid(fields)";
const ALL_FIELDS: &str =
    "SELECT key, json_extract(fields, ?1) FROM contents WHERE json_valid(fields)";

impl Library {
    /// The documents that answer: by the words that are looked for, the first `best` of them in order, then those that were found otherwise, newest
    /// first.
    pub(super) fn asked(&self, asked: &Asked, best: usize) -> Result<Vec<i64>, LibraryError> {
        self.words_ready()?;
        let mut terms = Vec::new();
        let plain = plain_terms(asked, true, &mut terms);
        let words: Vec<String> = terms.iter().map(|term| term.word.clone()).collect();
        let quickly = plain.filter(|()| !words.is_empty()).and_then(|()| {
            self.ask_word_index(&words, |index| {
                match self.asked_of(asked, best, &terms, index) {
                    Err(Failed::Index(fault)) => Err(fault),
                    Err(Failed::Library(error)) => Ok(Err(error)),
                    Ok(keys) => Ok(Ok(keys)),
                }
            })
        });
        match quickly {
            Some(keys) => keys,
            None => self.asked_of_fts5(asked, best),
        }
    }

    /// The same by the index of words beside the library's own.
    fn asked_of(
        &self,
        asked: &Asked,
        best: usize,
        terms: &[Term],
        index: &mut Asking<'_>,
    ) -> Result<Vec<i64>, Failed> {
        let mut having = |words: &Words| -> Result<Vec<i64>, Failed> {
            let number = |(word, begins): &(String, bool)| {
                let is = |term: &Term| term.word == *word && term.begins == *begins;
                terms.iter().position(is).map(|number| (number, *begins))
            };
            let numbers: Vec<(usize, bool)> = words
                .plain()
                .into_iter()
                .flatten()
                .filter_map(number)
                .collect();
            Ok(index.having_all(&numbers)?)
        };
        let answering = self.found(asked, None, &mut having)?;
        let wanted = (0..).zip(terms).filter(|(_, term)| term.wanted);
        let wanted: Vec<(usize, bool)> = wanted.map(|(n, term)| (n, term.begins)).collect();
        let ranked = match wanted.is_empty() {
            true => Vec::new(),
            false => index.best_among(&wanted, &answering, best)?,
        };
        Ok(self.then_newest(ranked, answering)?)
    }

    /// The same by the library's own index.
    fn asked_of_fts5(&self, asked: &Asked, best: usize) -> Result<Vec<i64>, LibraryError> {
        let mut having = |words: &Words| -> Result<Vec<i64>, LibraryError> {
            let mut find = self
                .connection
                .prepare_cached("SELECT rowid FROM text_index WHERE text_index MATCH ?1")?;
            let rows = find.query_map([words.all()], |row| row.get(0))?;
            Ok(ascending(rows.collect::<Result<_, _>>()?))
        };
        let answering = self.found(asked, None, &mut having)?;
        let mut expressions = Vec::new();
        wanted_words(asked, &mut expressions);
        let mut ranked = Vec::new();
        if !expressions.is_empty() && !answering.is_empty() {
            // All of them in order: only then those that answer can be told from the others.
            let all = self.ranked(&expressions.join(" OR "), usize::MAX)?;
            ranked.extend(keys_of(&all));
            ranked.retain(|key| answering.binary_search(key).is_ok());
        }
        // What is not listed may stand in any order: the same one as by the other index.
        let listed = best.min(ranked.len());
        ranked[listed..].sort_unstable();
        self.then_newest(ranked, answering)
    }

    /// Those that are ranked, then the others of those that answer, newest first.
    fn then_newest(&self, ranked: Vec<i64>, answering: Vec<i64>) -> Result<Vec<i64>, LibraryError> {
        let mut keys = ranked;
        let others = without(answering, &ascending(keys.clone()));
        if others.is_empty() {
            return Ok(keys);
        }
        let newest_first = |year: &Option<i64>, key: &i64| (std::cmp::Reverse(*year), *key);
        let mut dated: Vec<(Option<i64>, i64)> = Vec::with_capacity(others.len());
        if let Some(table) = self.facets_now()? {
            let (columns, year) = (self.columns()?, table.years());
            let dated_one = |key: i64| (columns.row(key).and_then(&year), key);
            dated.extend(others.into_iter().map(dated_one));
        } else {
            let mut all = self
                .connection
                .prepare_cached("SELECT key, year FROM documents ORDER BY key")?;
            let mut rows = all.query([])?;
            let mut others = others.into_iter().peekable();
            while let Some(row) = rows.next()? {
                let key: i64 = row.get(0)?;
                while others.next_if(|other| *other < key).is_some() {}
                if others.next_if_eq(&key).is_some() {
                    dated.push((row.get(1)?, key));
                }
            }
        }
        dated.sort_unstable_by_key(|(year, key)| newest_first(year, key));
        keys.extend(dated.into_iter().map(|(_, key)| key));
        Ok(keys)
    }

    /// The documents that a part of a question finds, of those that may still answer; keys, ascending.
    fn found<E: From<LibraryError>>(
        &self,
        asked: &Asked,
        among: Option<&[i64]>,
        having: &mut impl FnMut(&Words) -> Result<Vec<i64>, E>,
    ) -> Result<Vec<i64>, E> {
        Ok(match asked {
            Asked::And(a, b) => {
                // Words and years are found quickly, fields are read.
                let (first, second) = match is_read(a) {
                    true => (b, a),
                    false => (a, b),
                };
                let first = self.found(first, among, having)?;
                let second = self.found(second, Some(&first), having)?;
                in_both(first, &second)
            }
            Asked::Or(a, b) => {
                let mut found = self.found(a, among, having)?;
                found.extend(self.found(b, among, having)?);
                let mut found = ascending(found);
                found.dedup();
                found
            }
            Asked::Not(a, b) => {
                let found = self.found(a, among, having)?;
                let left_out = self.found(b, Some(&found), having)?;
                without(found, &left_out)
            }
            Asked::Words(words) => having(words)?,
            Asked::Years(from, to) => self.of_years(*from, *to)?,
            Asked::Field(field, wanted) => self.with_field(*field, wanted, among)?,
        })
    }

    /// What is counted of every document, where it is in memory and nobody else has changed the library since.
    fn facets_now(&self) -> Result<Option<&FacetTable>, LibraryError> {
        let unchanged = outside::data_version(&self.connection)? == self.version;
        Ok(self.facets.get().filter(|_| unchanged))
    }

    fn of_years(&self, from: i32, to: i32) -> Result<Vec<i64>, LibraryError> {
        let (from, to) = (i64::from(from), i64::from(to));
        if let Some(table) = self.facets_now()? {
            let (keys, year) = (&self.columns()?.keys, table.years());
            let rows = (0..).zip(keys.iter());
            let is_of = |row| year(row).is_some_and(|year| (from..=to).contains(&year));
            let found = rows.filter(|(row, _)| is_of(*row)).map(|(_, key)| *key);
            return Ok(found.collect());
        }
        let mut find = self.connection.prepare_cached(
            "SELECT key FROM documents WHERE year BETWEEN ?1 AND ?2 ORDER BY key",
        )?;
        let rows = find.query_map([from, to], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn with_field(
        &self,
        field: Field,
        wanted: &Wanted,
        among: Option<&[i64]>,
    ) -> Result<Vec<i64>, LibraryError> {
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
        let mut found = Vec::new();
        match among.filter(|among| among.len() <= ONE_BY_ONE) {
            Some(among) => {
                let mut find = self.connection.prepare_cached(FIELDS)?;
                for key in among {
                    let mut rows = find.query((path, key))?;
                    let values = rows.next()?.map(|row| row.get::<_, Option<String>>(0));
                    let values = values.transpose()?.flatten();
                    if values.is_some_and(|values| fits(&values)) {
                        found.push(*key);
                    }
                }
            }
            None => {
                let mut all = self.connection.prepare_cached(ALL_FIELDS)?;
                let mut rows = all.query([path])?;
                while let Some(row) = rows.next()? {
                    let values: Option<String> = row.get(1)?;
                    if values.is_some_and(|values| fits(&values)) {
                        found.push(row.get(0)?);
                    }
                }
            }
        }
        Ok(ascending(found))
    }
}

/// Why a question was not answered.
enum Failed {
    Library(LibraryError),
    Index(Fault),
}

impl From<LibraryError> for Failed {
    fn from(error: LibraryError) -> Self {
        Self::Library(error)
    }
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Self {
        Self::Index(fault)
    }
}

/// A word of a question.
struct Term {
    word: String,
    /// Whether one that begins like it is enough.
    begins: bool,
    /// Whether answers have it, and do not only have to lack it.
    wanted: bool,
}

/// Gathers all words of a question, in order; nothing where it matters where some of them stand.
fn plain_terms(asked: &Asked, wanted: bool, found: &mut Vec<Term>) -> Option<()> {
    match asked {
        Asked::And(a, b) | Asked::Or(a, b) => {
            plain_terms(a, wanted, found)?;
            plain_terms(b, wanted, found)
        }
        Asked::Not(a, b) => {
            plain_terms(a, wanted, found)?;
            plain_terms(b, false, found)
        }
        Asked::Words(words) => {
            found.extend(words.plain()?.iter().map(|(word, begins)| Term {
                word: word.clone(),
                begins: *begins,
                wanted,
            }));
            Some(())
        }
        Asked::Years(..) | Asked::Field(..) => Some(()),
    }
}

/// Keys in ascending order.
fn ascending(mut keys: Vec<i64>) -> Vec<i64> {
    if !keys.is_sorted() {
        keys.sort_unstable();
    }
    keys
}

/// Those of ascending keys that are among others, ascending too.
fn in_both(mut keys: Vec<i64>, others: &[i64]) -> Vec<i64> {
    let mut others = others.iter().peekable();
    keys.retain(|key| {
        while others.next_if(|other| *other < key).is_some() {}
        others.peek() == Some(&key)
    });
    keys
}

/// Those of ascending keys that are not among others, ascending too.
fn without(mut keys: Vec<i64>, others: &[i64]) -> Vec<i64> {
    let mut others = others.iter().peekable();
    keys.retain(|key| {
        while others.next_if(|other| *other < key).is_some() {}
        others.peek() != Some(&key)
    });
    keys
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
