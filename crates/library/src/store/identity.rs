//! By what a document is recognised, and the id that it bears.

use rusqlite::{Row, Transaction, params};

use super::LibraryError;
use crate::{Document, normalise_doi, normalise_pmid, normalise_title};

/// Words from which a title is taken to be one work's alone, where only one of two records gives a year.
const SPECIFIC_TITLE: usize = 6;

/// Documents of one title that are looked at one by one; of more, those with the very same text.
const MOST_OF_A_TITLE: usize = 50;

/// What tells that two records are of the same work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DuplicateBy {
    /// The same DOI.
    Doi,
    /// The same PubMed identifier.
    Pmid,
    /// The same title, case and punctuation aside, with the same year or the same text.
    Title,
    /// The same id and the same content.
    Id,
}

/// By what a document is recognised.
pub(crate) struct Identity {
    pub(crate) doi: Option<String>,
    pub(crate) pmid: Option<String>,
    pub(crate) title: String,
}

impl Identity {
    pub(crate) fn of(document: &Document) -> Identity {
        Identity {
            doi: document.doi.as_deref().and_then(normalise_doi),
            pmid: document.pmid.as_deref().and_then(normalise_pmid),
            title: normalise_title(&document.title),
        }
    }
}

/// Whether two records with this title (normalised) are of one work, by the years that they give or by their texts.
pub(crate) fn is_same_work<E>(
    title: &str,
    years: [Option<i32>; 2],
    same_text: impl FnOnce() -> Result<bool, E>,
) -> Result<bool, E> {
    let words = title.split(' ').count();
    let same_work = match years {
        [Some(a), Some(b)] if a != b => return Ok(false),
        [Some(_), Some(_)] => words > 2,
        [None, None] => false,
        _ => words >= SPECIFIC_TITLE,
    };
    Ok(same_work || same_text()?)
}

/// The document that another one is a duplicate of.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) key: i64,
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) year: Option<i32>,
    pub(crate) doi: Option<String>,
    pub(crate) pmid: Option<String>,
    pub(crate) title_key: String,
}

/// A library in which duplicates are looked for.
pub(crate) trait Look {
    /// The documents that have this DOI, PubMed identifier, title (normalised) or id, in the order in which they were added. Of a title that many
    /// have, some, and those with this very text.
    fn having(
        &mut self,
        what: DuplicateBy,
        value: &str,
        text: &str,
    ) -> Result<Vec<Found>, LibraryError>;

    /// The text of a document.
    fn text(&mut self, key: i64) -> Result<String, LibraryError>;
}

/// The document that this one is a duplicate of, and what tells so.
pub(crate) fn find_duplicate(
    library: &mut impl Look,
    document: &Document,
    identity: &Identity,
) -> Result<Option<(Found, DuplicateBy)>, LibraryError> {
    let names = [
        (DuplicateBy::Doi, &identity.doi),
        (DuplicateBy::Pmid, &identity.pmid),
    ];
    for (by, name) in names {
        if let Some(name) = name
            && let Some(found) = library.having(by, name, &document.text)?.into_iter().next()
        {
            return Ok(Some((found, by)));
        }
    }
    let differ =
        |a: &Option<String>, b: &Option<String>| matches!((a, b), (Some(a), Some(b)) if a != b);
    let same_text = |library: &mut _, key: i64| -> Result<bool, LibraryError> {
        let text = Look::text(library, key)?;
        Ok(text == document.text || normalise_title(&text) == normalise_title(&document.text))
    };
    if !identity.title.is_empty() {
        for found in library.having(DuplicateBy::Title, &identity.title, &document.text)? {
            if differ(&found.doi, &identity.doi) || differ(&found.pmid, &identity.pmid) {
                continue; // two works of the same title, such as parts of a series
            }
            let years = [found.year, document.year];
            if is_same_work(&identity.title, years, || same_text(library, found.key))? {
                return Ok(Some((found, DuplicateBy::Title)));
            }
        }
    }
    for found in library.having(DuplicateBy::Id, &document.id, &document.text)? {
        if found.title_key == identity.title && same_text(library, found.key)? {
            return Ok(Some((found, DuplicateBy::Id)));
        }
    }
    Ok(None)
}

const FOUND: &str = "key, id, title, year, doi, pmid, title_key";

fn found(row: &Row<'_>) -> rusqlite::Result<Found> {
    Ok(Found {
        key: row.get(0)?,
        id: row.get(1)?,
        title: row.get(2)?,
        year: row.get(3)?,
        doi: row.get(4)?,
        pmid: row.get(5)?,
        title_key: row.get(6)?,
    })
}

/// A library file.
pub(super) struct InFile<'a>(pub &'a rusqlite::Connection);

impl Look for InFile<'_> {
    fn having(
        &mut self,
        what: DuplicateBy,
        value: &str,
        text: &str,
    ) -> Result<Vec<Found>, LibraryError> {
        let column = match what {
            DuplicateBy::Doi => "doi",
            DuplicateBy::Pmid => "pmid",
            DuplicateBy::Title => "title_key",
            DuplicateBy::Id => "id",
        };
        let sql = format!(
            "SELECT {FOUND} FROM documents WHERE {column} = ?1 ORDER BY key LIMIT {MOST_OF_A_TITLE}"
        );
        let mut find = self.0.prepare_cached(&sql)?;
        let rows = find.query_map([value], found)?;
        let mut all: Vec<Found> = rows.collect::<Result<_, _>>()?;
        if what == DuplicateBy::Title && all.len() == MOST_OF_A_TITLE {
            all.extend(with_text(self.0, value, text)?);
        }
        Ok(all)
    }

    fn text(&mut self, key: i64) -> Result<String, LibraryError> {
        let mut find = self
            .0
            .prepare_cached("SELECT text FROM contents WHERE key = ?1")?;
        Ok(find.query_row([key], |row| row.get(0))?)
    }
}

/// The documents of a title that have this text. Lengths are compared first, for which no text is read.
fn with_text(
    connection: &rusqlite::Connection,
    title_key: &str,
    text: &str,
) -> Result<Vec<Found>, LibraryError> {
    let mut find = connection.prepare_cached(&format!(
        "SELECT {FOUND} FROM documents JOIN contents USING (key) \
         WHERE title_key = ?1 AND octet_length(text) = ?2 AND text = ?3 ORDER BY key LIMIT {MOST_OF_A_TITLE}"
    ))?;
    let rows = find.query_map(params![title_key, text.len() as i64, text], found)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The id, or with a number at its end if another document has it.
pub(crate) fn free_id<E>(
    id: &str,
    mut is_taken: impl FnMut(&str) -> Result<bool, E>,
) -> Result<String, E> {
    if !is_taken(id)? {
        return Ok(id.to_owned());
    }
    let number = free_number(|number| is_taken(&format!("{id}~{number}")))?;
    Ok(format!("{id}~{number}"))
}

/// [`free_id`] in a library file.
pub(super) fn free_id_in(
    transaction: &Transaction<'_>,
    id: &str,
) -> Result<String, rusqlite::Error> {
    let mut taken =
        transaction.prepare_cached("SELECT EXISTS (SELECT 1 FROM documents WHERE id = ?1)")?;
    free_id(id, |id| taken.query_row([id], |row| row.get(0)))
}

/// A number from 2 on that is free and comes after one that is taken: the first one, unless numbers before it have become free
/// again. Steps that double lead beyond those that are taken, and halving goes back, so that the documents of a file that all
/// have one id do not each try all the numbers.
fn free_number<E>(mut is_taken: impl FnMut(u64) -> Result<bool, E>) -> Result<u64, E> {
    /// Each step that is taken stands for a document, so the sum of the steps stays far below what a number holds.
    const LONGEST_STEP: u64 = 1 << 20;
    let (mut taken, mut step) = (1, 1); // the id alone stands for 1
    let mut free = taken + step;
    while is_taken(free)? {
        taken = free;
        step = (step * 2).min(LONGEST_STEP);
        free = taken + step;
    }
    while free - taken > 1 {
        let middle = taken + (free - taken) / 2;
        if is_taken(middle)? {
            taken = middle;
        } else {
            free = middle;
        }
    }
    Ok(free)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// The number that is chosen, and how many were looked at.
    fn chosen(taken: impl Fn(u64) -> bool) -> (u64, usize) {
        let mut looked = 0;
        let number: Result<u64, Infallible> = free_number(|number| {
            looked += 1;
            Ok(taken(number))
        });
        let Ok(number) = number;
        (number, looked)
    }

    #[test]
    fn the_next_number_is_found_without_trying_all() {
        for last in (1..200).chain([9_999, 100_000, 10_000_000]) {
            let (number, looked) = chosen(|number| number <= last);
            assert_eq!(number, last + 1);
            assert!(looked < 60, "{looked} for {last}");
        }
    }

    #[test]
    fn numbers_with_gaps_give_one_that_is_free() {
        assert_eq!(chosen(|number| number != 2).0, 2);
        for gap in 3..200 {
            let (number, _) = chosen(|number| number < 200 && number != gap);
            assert!(number == gap || number == 200, "{number} for {gap}");
        }
        // Ids that were made up to lead the steps astray.
        let (number, _) =
            chosen(|number| number.is_power_of_two() || (number - 1).is_power_of_two());
        assert!(!number.is_power_of_two() && !(number - 1).is_power_of_two());
    }
}
