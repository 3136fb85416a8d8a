//! Documents that are copies of one work, though nothing told so when they were added: a preprint and its article, a record with a DOI
//! and one with a PMID, a title with its subtitle and one without, an abstract that was cut.
//!
//! Texts that may be alike are found by MinHash over runs of three words with locality-sensitive hashing (Broder 1997, "On the
//! resemblance and containment of documents"; Indyk and Motwani 1998) and then compared word for word, so that the time grows with the
//! number of documents and not with its square.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use rusqlite::{OptionalExtension as _, Row};
use serde::{Deserialize, Serialize};

use super::identity::Identity;
use super::{Library, LibraryError};
use crate::{Document, normalise_title};

/// Hashes of a signature, in bands: two texts meet in one of 16 bands of 4 with the probability 1 - (1 - s^4)^16, which is a half at
/// a likeness s of 0.45 and 0.99 at 0.7.
const BANDS: usize = 16;
const ROWS: usize = 4;
/// Documents of one bucket that are compared with each other; more have a text in common that says nothing ("No abstract").
const CROWD: usize = 40;
/// Runs of words of a text that are looked at.
const MOST_RUNS: usize = 4_000;
/// Runs from which a text says enough to be compared.
const LEAST_RUNS: usize = 25;
/// Share of runs that two texts have in common, of all that either has, from which they are one text.
const ALIKE: f32 = 0.55;
/// Share of the shorter one's runs that the longer one has.
const HELD: f32 = 0.8;
/// Words of a title from which it is one work's alone.
const SPECIFIC: usize = 5;
/// Endings of files that are the work itself and not a record of it.
pub(super) const WORKS: [&str; 8] = ["pdf", "docx", "odt", "rtf", "html", "htm", "epub", "xhtml"];

/// Documents that are copies of one work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DuplicateGroup {
    /// The copies, the one that is to be kept first.
    pub copies: Vec<Copy>,
    /// Why the first one is to be kept, in words.
    pub because: String,
    /// What tells that they are copies, in words.
    pub told_by: String,
}

/// One copy of a work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Copy {
    /// Key in the library.
    pub key: i64,
    /// Id of the document.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Year of publication.
    pub year: Option<i32>,
    /// Where it was read from.
    pub source: String,
    /// Letters of its text.
    pub letters: usize,
}

/// How far the search for copies is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looked {
    /// So many documents are read, of so many.
    Read(usize, usize),
    /// So many pairs that may be copies are compared, of so many.
    Compared(usize, usize),
}

/// What is compared of a document.
pub(super) struct Read {
    pub(super) copy: Copy,
    doi: Option<String>,
    pmid: Option<String>,
    title_key: String,
    surname: Option<String>,
    /// Files that belong to it.
    files: usize,
}

impl Read {
    /// Of a document that is not in a library yet.
    pub(super) fn of(document: &Document) -> Read {
        let identity = Identity::of(document);
        Read {
            copy: Copy {
                key: 0,
                id: document.id.clone(),
                title: document.title.clone(),
                year: document.year,
                source: document.source.path.display().to_string(),
                letters: document.text.chars().count(),
            },
            doi: identity.doi,
            pmid: identity.pmid,
            title_key: identity.title,
            surname: document.authors.first().and_then(|author| surname(author)),
            files: document.details.files.len(),
        }
    }
}

impl Library {
    /// Groups of documents that are copies of one work; `go_on` is asked along the way, and ends the search.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn duplicate_groups(
        &self,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Vec<DuplicateGroup>, LibraryError> {
        self.duplicate_groups_telling(go_on, &|_| {})
    }

    /// [`Library::duplicate_groups`], which tells how far it is.
    ///
    /// # Errors
    /// As [`Library::duplicate_groups`].
    pub fn duplicate_groups_telling(
        &self,
        go_on: &dyn Fn() -> bool,
        told_of: &dyn Fn(Looked),
    ) -> Result<Vec<DuplicateGroup>, LibraryError> {
        let (done, of) = (Cell::new(0), self.len()?);
        // Asked before each.
        let goes_on = || {
            told_of(Looked::Read(done.replace(done.get() + 1), of));
            go_on()
        };
        let (read, sketches) = self.read_all(&goes_on)?;
        let mut pairs = meetings(&read, &sketches, 0);
        pairs.sort_unstable();
        let mut groups = Groups::new(read.len());
        let mut told: HashMap<usize, &'static str> = HashMap::new();
        let of = pairs.len();
        for (done, (a, b)) in pairs.into_iter().enumerate() {
            told_of(Looked::Compared(done, of));
            if !go_on() {
                return Ok(Vec::new());
            }
            if groups.of(a) == groups.of(b) {
                continue;
            }
            let (one, other) = (&read[a], &read[b]);
            let shared = || {
                let runs = [self.runs_of(one.copy.key)?, self.runs_of(other.copy.key)?];
                Ok(Shared::counted(&runs[0], &runs[1]))
            };
            if let Some(by) = same_work(one, other, shared)? {
                let together = groups.join(a, b);
                told.insert(together, by);
            }
        }
        let mut members: HashMap<usize, Vec<usize>> = HashMap::new();
        for n in 0..read.len() {
            members.entry(groups.of(n)).or_default().push(n);
        }
        let mut read: Vec<Option<Read>> = read.into_iter().map(Some).collect();
        let mut found: Vec<DuplicateGroup> = Vec::new();
        for (group, members) in members {
            if members.len() > 1 {
                let taken = members.iter().filter_map(|n| read[*n].take()).collect();
                found.push(ordered(
                    taken,
                    told.get(&group).copied().unwrap_or("the same text"),
                ));
            }
        }
        found.sort_by_key(|group| group.copies.iter().map(|copy| copy.key).min());
        Ok(found)
    }

    /// Those of these documents that are copies of one: they have its words or tell by their identifiers.
    pub(super) fn copies_among(
        &self,
        key: i64,
        others: &HashSet<i64>,
    ) -> Result<HashSet<i64>, LibraryError> {
        let read = |key: i64| -> Result<Option<(Read, HashSet<u64>)>, LibraryError> {
            let stored = self.get_by_key(key)?;
            Ok(stored.map(|stored| {
                let document = &stored.document;
                (Read::of(document), runs(&document.title, &document.text))
            }))
        };
        let mut copies = HashSet::new();
        let Some((one, words)) = read(key)? else {
            return Ok(copies);
        };
        let mut find = self
            .connection
            .prepare_cached("SELECT doi, pmid, title_key FROM documents WHERE key = ?1")?;
        for other in others {
            let named = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
            let named = find.query_row([other], named).optional()?;
            // The texts of most need not be read.
            let may_be = named.is_some_and(|(doi, pmid, title): (Option<_>, Option<_>, String)| {
                let same = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
                same(&one.doi, &doi)
                    || same(&one.pmid, &pmid)
                    || titles_agree(&one.title_key, &title)
            });
            if !may_be {
                continue;
            }
            // One that is damaged is no copy that could be told.
            let Ok(Some((read, of_other))) = read(*other) else {
                continue;
            };
            let shared = || Ok(Shared::counted(&words, &of_other));
            if same_work(&one, &read, shared)?.is_some() {
                copies.insert(*other);
            }
        }
        Ok(copies)
    }

    /// What is compared of every document; what was read by then when `go_on` says no.
    pub(super) fn read_all(
        &self,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(Vec<Read>, Vec<Option<Sketch>>), LibraryError> {
        self.ensure_not_in_place("looking for duplicates")?;
        let mut all = self.connection.prepare(
            "SELECT d.key, d.id, d.title, d.year, d.doi, d.pmid, d.title_key, c.source_path, c.text, \
             CASE WHEN json_valid(c.fields) THEN json_extract(c.fields, '$.authors[0]') END, \
             CASE WHEN json_valid(c.fields) THEN json_array_length(c.fields, '$.details.files') END \
             FROM documents d JOIN contents c USING (key) ORDER BY d.key",
        )?;
        let (mut read, mut sketches) = (Vec::new(), Vec::new());
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            if !go_on() {
                break;
            }
            let title: String = row.get(2)?;
            let text: String = row.get(8)?;
            let author: Option<String> = row.get(9)?;
            sketches.push(Sketch::of(&runs(&title, &text)));
            read.push(Read {
                copy: Copy {
                    key: row.get(0)?,
                    id: row.get(1)?,
                    title,
                    year: row.get(3)?,
                    source: row.get(7)?,
                    letters: text.chars().count(),
                },
                doi: row.get(4)?,
                pmid: row.get(5)?,
                title_key: row.get(6)?,
                surname: author.as_deref().and_then(surname),
                files: row.get::<_, Option<u32>>(10)?.unwrap_or_default() as usize,
            });
        }
        Ok((read, sketches))
    }

    fn runs_of(&self, key: i64) -> Result<HashSet<u64>, LibraryError> {
        let mut find = self.connection.prepare_cached(
            "SELECT d.title, c.text FROM documents d JOIN contents c USING (key) WHERE key = ?1",
        )?;
        let (title, text): (String, String) =
            find.query_row([key], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(runs(&title, &text))
    }
}

/// The runs of three words of a title and a text, hashed.
fn runs(title: &str, text: &str) -> HashSet<u64> {
    let words = normalise_title(title) + " " + &normalise_title(text);
    let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
    let hashed = words.windows(3).take(MOST_RUNS).map(|run| {
        let mut hasher = DefaultHasher::new();
        run.hash(&mut hasher);
        hasher.finish()
    });
    hashed.collect()
}

/// What is kept of a text to find those that are like it: the least of its runs under each of a family of hashes (MinHash), and how
/// many runs it has.
#[derive(Clone)]
pub(super) struct Sketch {
    least: [u32; BANDS * ROWS],
    runs: u32,
}

impl Sketch {
    /// Of a document that is not in a library yet.
    pub(super) fn of_document(document: &Document) -> Option<Sketch> {
        Sketch::of(&runs(&document.title, &document.text))
    }

    /// Of a text's runs; nothing of a text that says too little.
    fn of(runs: &HashSet<u64>) -> Option<Sketch> {
        if runs.len() < LEAST_RUNS {
            return None;
        }
        let mut least = [u32::MAX; BANDS * ROWS];
        for run in runs {
            for (n, least) in (1_u64..).zip(&mut least) {
                // A family of hashes: a different odd multiplier for each, of which the high bits count.
                let mixed =
                    (run ^ (run >> 31)).wrapping_mul(n.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
                *least = (*least).min((mixed >> 32) as u32);
            }
        }
        Some(Sketch {
            least,
            runs: runs.len() as u32,
        })
    }

    /// The bands: texts that are alike have one in common.
    fn bands(&self) -> impl Iterator<Item = u64> {
        self.least.chunks(ROWS).map(|rows| {
            let mut hasher = DefaultHasher::new();
            rows.hash(&mut hasher);
            hasher.finish()
        })
    }
}

/// What two texts have in common.
pub(super) struct Shared {
    /// Runs of the shorter one.
    fewest: usize,
    /// Share of the runs of both that either has.
    alike: f32,
    /// Share of the shorter one's runs that the longer one has.
    held: f32,
}

impl Shared {
    /// Word for word.
    fn counted(a: &HashSet<u64>, b: &HashSet<u64>) -> Shared {
        let common = a.intersection(b).count();
        let fewest = a.len().min(b.len());
        Shared {
            fewest,
            alike: common as f32 / (a.len() + b.len() - common).max(1) as f32,
            held: common as f32 / fewest.max(1) as f32,
        }
    }

    /// By sketches, within 0.06 (a standard error); of a text without one, that nothing can be said.
    pub(super) fn estimated(a: Option<&Sketch>, b: Option<&Sketch>) -> Shared {
        let (Some(a), Some(b)) = (a, b) else {
            return Shared {
                fewest: 0,
                alike: 0.0,
                held: 0.0,
            };
        };
        let same = a.least.iter().zip(&b.least).filter(|(a, b)| a == b).count();
        let alike = same as f32 / a.least.len() as f32;
        let common = alike * (a.runs + b.runs) as f32 / (1.0 + alike);
        let fewest = a.runs.min(b.runs);
        Shared {
            fewest: fewest as usize,
            alike,
            held: common / fewest.max(1) as f32,
        }
    }
}

/// Pairs of documents that may be copies, the second of which is not before `from`.
pub(super) fn meetings(
    read: &[Read],
    sketches: &[Option<Sketch>],
    from: usize,
) -> Vec<(usize, usize)> {
    let mut buckets: HashMap<(usize, u64), Vec<usize>> = HashMap::new();
    let named = |kind: usize, name: &str| {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        (kind, hasher.finish())
    };
    for (n, one) in read.iter().enumerate() {
        let words: Vec<&str> = one.title_key.split(' ').collect();
        let mut names = vec![
            (BANDS, one.doi.as_deref()),
            (BANDS + 1, one.pmid.as_deref()),
        ];
        // A title with its subtitle and one without begin alike.
        let begins = words.get(..SPECIFIC).map(|words| words.join(" "));
        names.push((BANDS + 2, begins.as_deref()));
        for (kind, name) in names {
            if let Some(name) = name {
                buckets.entry(named(kind, name)).or_default().push(n);
            }
        }
        let bands = sketches[n].iter().flat_map(Sketch::bands);
        for (band, hash) in bands.enumerate() {
            buckets.entry((band, hash)).or_default().push(n);
        }
    }
    let mut pairs: HashSet<(usize, usize)> = HashSet::new();
    for members in buckets.into_values() {
        for (at, a) in members.iter().enumerate() {
            let later = members[at + 1..].iter().filter(|b| **b >= from);
            pairs.extend(later.take(CROWD).map(|b| (*a, *b)));
        }
    }
    pairs.into_iter().collect()
}

/// Words by which a title says that it is about another work.
const ABOUT: [&str; 16] = [
    "reply",
    "response",
    "re",
    "erratum",
    "errata",
    "corrigendum",
    "correction",
    "comment",
    "comments",
    "commentary",
    "letter",
    "retraction",
    "retracted",
    "editorial",
    "addendum",
    "rejoinder",
];

/// Whether two titles (see [`normalise_title`]) may be of one work: parts of a series and answers to a work are others.
fn titles_agree(a: &str, b: &str) -> bool {
    fn words(title: &str) -> Vec<&str> {
        // "[Article in German]", "[see comment]", "[update of …]" and the like, which databases write behind titles.
        const BEHIND: [&str; 4] = [
            " article in ",
            " see comment",
            " update of ",
            " systematic review",
        ];
        let ends = BEHIND.iter().filter_map(|mark| title.find(mark));
        let title = &title[..ends.min().unwrap_or(title.len())];
        title.split(' ').filter(|word| !word.is_empty()).collect()
    }
    let (a, b) = (words(a), words(b));
    let telling = |words: &[&str]| -> BTreeSet<String> {
        let roman = |word: &str| word.chars().all(|c| matches!(c, 'i' | 'v' | 'x'));
        let numbers = words.iter().filter(|word| {
            roman(word) || word.chars().any(|c| c.is_ascii_digit()) || ABOUT.contains(word)
        });
        numbers.map(|word| (*word).to_owned()).collect()
    };
    let (short, long) = if a.len() <= b.len() {
        (&a, &b)
    } else {
        (&b, &a)
    };
    let begins = short.len() >= SPECIFIC && long.starts_with(short);
    if begins {
        // What a subtitle adds may hold a number, but must not say that it is about another work, or another part of it.
        let rest = telling(&long[short.len()..]);
        let part = |word: &String| ABOUT.contains(&word.as_str()) || word.len() <= 2;
        return !rest.iter().any(part);
    }
    if telling(&a) != telling(&b) {
        return false;
    }
    let (a, b): (HashSet<&str>, HashSet<&str>) = (a.into_iter().collect(), b.into_iter().collect());
    let common = a.intersection(&b).count() as f32;
    common / (a.len() + b.len()).max(1) as f32 >= 0.375 // 60 % of all words
}

/// What tells that two documents are copies of one work; nothing if they are not. `shared` says what their texts have in common.
pub(super) fn same_work(
    a: &Read,
    b: &Read,
    shared: impl FnOnce() -> Result<Shared, LibraryError>,
) -> Result<Option<&'static str>, LibraryError> {
    let [by_doi, by_pmid, by_text, by_author, by_title] = TOLD_BY;
    let differ =
        |a: &Option<String>, b: &Option<String>| matches!((a, b), (Some(a), Some(b)) if a != b);
    let same = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
    if same(&a.doi, &b.doi) {
        return Ok(Some(by_doi));
    }
    if same(&a.pmid, &b.pmid) {
        return Ok(Some(by_pmid));
    }
    // PubMed gives each work one number.
    if differ(&a.pmid, &b.pmid) || !titles_agree(&a.title_key, &b.title_key) {
        return Ok(None);
    }
    let years = match (a.copy.year, b.copy.year) {
        (Some(a), Some(b)) => a.abs_diff(b) <= 1,
        _ => true,
    };
    let Shared {
        fewest,
        alike,
        held,
    } = shared()?;
    if fewest >= LEAST_RUNS && (alike >= ALIKE || held >= HELD) {
        return Ok(Some(by_text));
    }
    let words = a
        .title_key
        .split(' ')
        .count()
        .min(b.title_key.split(' ').count());
    let authors = same(&a.surname, &b.surname);
    let unknown = a.surname.is_none() || b.surname.is_none();
    let titles = a.title_key == b.title_key && words >= SPECIFIC;
    if fewest >= LEAST_RUNS {
        // Two texts that differ: an abstract of a congress and the article.
        let told = titles && authors && years && !differ(&a.doi, &b.doi);
        return Ok(told.then_some(by_author));
    }
    let begins = words >= SPECIFIC; // they agree, so one begins with the other or nearly is it
    let told = !differ(&a.doi, &b.doi)
        && years
        && ((begins && authors) || (titles && unknown && words > SPECIFIC));
    Ok(told.then_some(by_title))
}

/// The family name of an author as sources write it ("Lee, Ann", "Lee A", "Ann Lee"), without case.
fn surname(author: &str) -> Option<String> {
    let name = match author.split_once(',') {
        Some((family, _)) => family,
        None => {
            let words: Vec<&str> = author.split_whitespace().collect();
            let initials =
                |word: &&str| word.len() <= 3 && word.chars().all(|c| c.is_uppercase() || c == '.');
            match words.as_slice() {
                [family, rest] if initials(rest) => family,
                [.., last] => last,
                [] => "",
            }
        }
    };
    let name = normalise_title(name);
    (!name.is_empty()).then_some(name)
}

/// What [`DuplicateGroup::told_by`] says.
pub const TOLD_BY: [&str; 5] = [
    "the same DOI",
    "the same PMID",
    "the same text",
    "the same title and first author",
    "the same title, and one has hardly a text",
];

/// What [`DuplicateGroup::because`] says.
pub const KEPT_BECAUSE: [&str; 4] = [
    "it has the most attachments",
    "it was read from the work itself",
    "it has an abstract",
    "it came first",
];

/// A group with the copy that is to be kept first: the one with most files (the work itself is one), then a text, then the one that
/// came first.
fn ordered(mut copies: Vec<Read>, told_by: &str) -> DuplicateGroup {
    let is_work = |read: &Read| {
        let ending = read.copy.source.rsplit('.').next().unwrap_or_default();
        WORKS.contains(&ending.to_lowercase().as_str())
    };
    let has_text = |read: &Read| read.copy.letters > 0;
    let attached = |read: &Read| read.files + usize::from(is_work(read));
    copies.sort_by_key(|read| (Reverse(attached(read)), !has_text(read), read.copy.key));
    let all = |holds: &dyn Fn(&Read) -> bool| copies.iter().all(holds);
    let [most_files, the_work, an_abstract, first_come] = KEPT_BECAUSE;
    let because = match copies.first() {
        Some(first) if first.files > 0 && !all(&|read| attached(read) == attached(first)) => {
            most_files
        }
        Some(first) if is_work(first) && !all(&is_work) => the_work,
        Some(first) if has_text(first) && !all(&has_text) => an_abstract,
        _ => first_come,
    };
    DuplicateGroup {
        because: because.to_owned(),
        told_by: told_by.to_owned(),
        copies: copies.into_iter().map(|read| read.copy).collect(),
    }
}

/// Which documents are in one group.
struct Groups(Vec<usize>);

impl Groups {
    fn new(documents: usize) -> Self {
        Self((0..documents).collect())
    }

    fn of(&mut self, n: usize) -> usize {
        let mut at = n;
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    /// Joins the groups of two documents; the group that both are in then.
    fn join(&mut self, a: usize, b: usize) -> usize {
        let (a, b) = (self.of(a), self.of(b));
        let (first, other) = (a.min(b), a.max(b));
        self.0[other] = first;
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_parts_and_answers_are_of_other_works() {
        let agree = |a: &str, b: &str| titles_agree(&normalise_title(a), &normalise_title(b));
        for (a, b) in [
            (
                "Portal hypertension in cirrhosis of the liver: a cohort study",
                "Portal hypertension in cirrhosis of the liver",
            ),
            (
                "Stones of the ureter in children",
                "Stones of the ureter in children. [Article in German]",
            ),
            (
                "Outcome after resection of the lung",
                "Outcomes after resection of the lung",
            ),
            (
                "Zinc for the outcome of pregnancy [Systematic Review] 2911",
                "Zinc for the outcome of pregnancy.[update of Cochrane Database 2007;(2)]",
            ),
        ] {
            assert!(agree(a, b), "{a} / {b}");
        }
        for (a, b) in [
            (
                "Diseases of the spleen in adults. Part I",
                "Diseases of the spleen in adults. Part II",
            ),
            (
                "Guideline on stones of the gallbladder 2019",
                "Guideline on stones of the gallbladder 2021",
            ),
            (
                "Outcome after resection of the lung",
                "Reply to: Outcome after resection of the lung",
            ),
            (
                "Outcome after resection of the lung",
                "Outcome after resection of the lung: erratum",
            ),
            (
                "Imaging of the kidney",
                "Imaging of the adrenal gland in pregnancy",
            ),
        ] {
            assert!(!agree(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn family_names_are_found_as_sources_write_them() {
        for name in ["Lee, Ann", "Lee A", "Lee AB", "Ann Lee", "LEE, A."] {
            assert_eq!(surname(name).as_deref(), Some("lee"), "{name}");
        }
        assert_eq!(surname("  "), None);
    }
}
