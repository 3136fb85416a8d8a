//! What an index of words is made of: what FTS5 keeps, read through SQLite's own tables of the words of an index (`fts5vocab`), so that words are cut
//! and stemmed as FTS5 does it because FTS5 has done it.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::fault::Fault;
use super::file::Document;
use super::postings::Posting;

/// How much a word in the title counts against one in the text.
pub const TITLE_WEIGHT: u32 = 4;
/// Where FTS5 keeps how many rows and words it has, and of which segments it consists (its table `%_data`).
const TOTALS: i64 = 1;
const SEGMENTS: i64 = 10;
/// Documents whose sums tell one library from another.
const NEWEST: i64 = 256;

/// What FTS5 says of its index. Every change of the index changes it: one that adds makes a segment of its own, one that removes changes the totals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Rows and words of each column, as FTS5 packs them.
    pub totals: Vec<u8>,
    /// The segments, as FTS5 packs them.
    pub segments: Vec<u8>,
}

/// How many documents and words there are in all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Documents.
    pub documents: u64,
    /// Words of all titles and texts.
    pub words: u64,
}

impl State {
    /// Of an index now.
    pub fn of(connection: &Connection) -> rusqlite::Result<State> {
        let mut find =
            connection.prepare_cached("SELECT block FROM main.text_index_data WHERE id = ?1")?;
        let mut block = |id: i64| find.query_row([id], |row| row.get(0));
        Ok(State {
            totals: block(TOTALS)?,
            segments: block(SEGMENTS)?,
        })
    }

    /// How many there are; nothing where it cannot be told.
    pub fn totals(&self) -> Option<Totals> {
        let bytes = &mut self.totals.as_slice();
        if bytes.is_empty() {
            return Some(Totals::default());
        }
        let documents = sqlite_number(bytes)?;
        let words = sqlite_number(bytes)?.checked_add(sqlite_number(bytes)?)?;
        bytes.is_empty().then_some(Totals { documents, words })
    }
}

/// Takes a number from the beginning of bytes, as SQLite packs them: 7 bits a byte, the highest first, 8 in the ninth ("Database File Format", 1.6).
fn sqlite_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for _ in 0..8 {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        number = number << 7 | u64::from(first & 0x7f);
        if *first < 0x80 {
            return Some(number);
        }
    }
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(number << 8 | u64::from(*first))
}

/// The documents with keys from this one on, at most so many, by ascending key.
pub fn documents(connection: &Connection, from: i64, most: usize) -> Result<Vec<Document>, Fault> {
    let mut find = connection.prepare_cached(
        "SELECT d.id, d.sz, s.body FROM main.text_index_docsize AS d LEFT JOIN main.sums AS s ON s.key = d.id \
         WHERE d.id >= ?1 ORDER BY d.id LIMIT ?2",
    )?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut rows = find.query(params![from, most])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let mut sizes = row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?;
        let mut size = || sqlite_number(&mut sizes).and_then(|size| u32::try_from(size).ok());
        let words = size()
            .zip(size())
            .and_then(|(title, text)| title.checked_add(text));
        found.push(Document {
            key: row.get(0)?,
            words: words.ok_or(Fault::Damaged("the length of a document cannot be read"))?,
            sum: row.get(2)?,
        });
    }
    Ok(found)
}

/// A number for the documents of a library that came last and for what is stored of them: another library in its place has another one.
pub fn newest(connection: &Connection) -> rusqlite::Result<u64> {
    let mut find = connection.prepare_cached(
        "SELECT d.id, s.body FROM main.text_index_docsize AS d LEFT JOIN main.sums AS s ON s.key = d.id ORDER BY d.id DESC LIMIT ?1",
    )?;
    let mut rows = find.query([NEWEST])?;
    // FNV-1a.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    while let Some(row) = rows.next()? {
        let (key, sum): (i64, Option<i64>) = (row.get(0)?, row.get(1)?);
        let bytes = key.to_le_bytes().into_iter();
        for byte in bytes.chain(sum.unwrap_or_default().to_le_bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    Ok(hash)
}

/// Whether a word stands in the title, and so how much it counts.
fn weight(column: &[u8]) -> u32 {
    match column {
        b"title" => TITLE_WEIGHT,
        _ => 1,
    }
}

/// The table of all words of an index.
const SAID: &str =
    "CREATE VIRTUAL TABLE temp.words_said USING fts5vocab(main, text_index, instance)";
const ALL_SAID: &str = "SELECT term, doc, col FROM temp.words_said WHERE term >= ?1";

/// Makes the words of a connection's index readable for [`said`].
pub fn open_said(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(SAID)
}

/// What [`said`] is to do after a word of a document.
#[derive(PartialEq, Eq)]
pub enum Go {
    On,
    End,
}

/// Calls `each` with every word of an index from this one on, by the order of their bytes, and for each with the keys of the documents that say it,
/// ascending; once for each time, with its weight.
pub fn said(
    connection: &Connection,
    from: &[u8],
    mut each: impl FnMut(&[u8], i64, u32) -> Go,
) -> Result<(), Fault> {
    let from = std::str::from_utf8(from).map_err(|_| Fault::Damaged("a word is no text"))?;
    let mut all = connection.prepare_cached(ALL_SAID)?;
    let mut rows = all.query([from])?;
    while let Some(row) = rows.next()? {
        let term = row.get_ref(0)?.as_bytes().map_err(rusqlite::Error::from)?;
        let column = row.get_ref(2)?.as_bytes().map_err(rusqlite::Error::from)?;
        if each(term, row.get(1)?, weight(column)) == Go::End {
            break;
        }
    }
    Ok(())
}

/// Words as the index of words has them, of texts that are not in one: an index of its own, in memory and empty but while it is asked.
pub struct Tokens(Connection);

impl Tokens {
    /// With the cutting and stemming of this index (a `CREATE VIRTUAL TABLE` of the columns title and text).
    pub fn new(text_index: &str) -> rusqlite::Result<Self> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(text_index)?;
        open_said(&connection)?;
        Ok(Self(connection))
    }

    /// What each of these words is in the index; nothing where one is not exactly one word there.
    pub fn words<'w>(
        &self,
        words: impl Iterator<Item = &'w str>,
    ) -> Result<Option<Vec<Vec<u8>>>, Fault> {
        let texts: Vec<(&str, &str)> = words.map(|word| ("", word)).collect();
        let mut found: Vec<Vec<u8>> = vec![Vec::new(); texts.len()];
        let mut once = true;
        self.each(&texts, |word, n, _| {
            once &= found[n].is_empty();
            found[n] = word.to_owned();
        })?;
        once &= found.iter().all(|word| !word.is_empty());
        Ok(once.then_some(found))
    }

    /// The words of documents (titles and texts) with the numbers of the documents that say them, from 0, ascending, and how often.
    pub fn documents(
        &self,
        texts: &[(&str, &str)],
    ) -> Result<BTreeMap<Vec<u8>, Vec<Posting>>, Fault> {
        let mut found: BTreeMap<Vec<u8>, Vec<Posting>> = BTreeMap::new();
        let mut last: (Vec<u8>, Vec<Posting>) = Default::default();
        self.each(texts, |word, n, weight| {
            if last.0 != word {
                let (word, postings) = std::mem::replace(&mut last, (word.to_owned(), Vec::new()));
                found.insert(word, postings);
            }
            let n = u32::try_from(n).unwrap_or(u32::MAX);
            match last.1.last_mut() {
                Some((before, times)) if *before == n => *times += weight,
                _ => last.1.push((n, weight)),
            }
        })?;
        found.insert(last.0, last.1);
        found.remove(&[][..]);
        Ok(found)
    }

    fn each(
        &self,
        texts: &[(&str, &str)],
        mut each: impl FnMut(&[u8], usize, u32),
    ) -> Result<(), Fault> {
        let transaction = self.0.unchecked_transaction()?;
        {
            let mut put = transaction.prepare_cached(
                "INSERT INTO text_index (rowid, title, text) VALUES (?1, ?2, ?3)",
            )?;
            for (n, (title, text)) in (0_i64..).zip(texts) {
                put.execute(params![n, title, text])?;
            }
        }
        said(&transaction, b"", |word, n, weight| {
            each(word, usize::try_from(n).unwrap_or_default(), weight);
            Go::On
        })?;
        // What was put in is taken back when the transaction is dropped.
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_sqlite_are_read() {
        for (bytes, number) in [
            (&[0x05][..], Some(5)),
            (&[0x81, 0x00], Some(128)),
            (&[0xff; 9], Some(u64::MAX)),
            (&[0x81], None),
        ] {
            assert_eq!(sqlite_number(&mut &*bytes), number, "{bytes:?}");
        }
    }

    #[test]
    fn words_are_those_of_the_index() {
        let tokens = Tokens::new(crate::store::schema::TEXT_INDEX).expect("made");
        let of = |words: &[&str]| tokens.words(words.iter().copied()).expect("read");
        let found = of(&["Stones", "Ödeme", "cirrhosis"]).expect("words");
        assert_eq!(
            found,
            [b"stone".to_vec(), b"odem".to_vec(), b"cirrhosi".to_vec()]
        );
        assert_eq!(of(&["stones", "a-b"]), None, "these are two");
        assert_eq!(of(&["stones", "-"]), None, "this is none");
        let found = tokens
            .documents(&[("Stones", "a stone"), ("", "Liver stones, liver")])
            .expect("read");
        let stone: &[u8] = b"stone";
        assert_eq!(found[stone], [(0, 5), (1, 1)]);
        let liver: &[u8] = b"liver";
        assert_eq!(found[liver], [(1, 2)]);
        assert_eq!(found.len(), 3);
        assert!(tokens.documents(&[]).expect("read").is_empty());
    }
}
