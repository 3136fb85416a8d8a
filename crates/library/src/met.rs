//! Records that a preview has met, to tell those that come twice by the rules by which a library does.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::store::is_same_work;
use crate::{Document, normalise_doi, normalise_pmid, normalise_title};

/// Records that are remembered: about 400 MB.
const REMEMBERED: usize = 4_000_000;

/// Records of one title that are looked at one by one; of more, those with the very same text.
const MOST_OF_A_TITLE: usize = 50;

/// What is remembered of a record; the identifiers and the text as hashes.
struct Record {
    year: Option<i32>,
    doi: Option<u64>,
    pmid: Option<u64>,
    text: u64,
}

/// The records met so far.
#[derive(Default)]
pub(crate) struct Met {
    /// Identifiers, and ids and titles with their texts.
    marks: HashSet<u64>,
    by_title: HashMap<u64, Vec<Record>>,
    count: usize,
}

impl Met {
    /// Whether a record of the same work came before; if not, it is remembered.
    pub(crate) fn is_repeated(&mut self, document: &Document) -> bool {
        let doi = document.doi.as_deref().and_then(normalise_doi);
        let pmid = document.pmid.as_deref().and_then(normalise_pmid);
        let title = normalise_title(&document.title);
        let record = Record {
            year: document.year,
            doi: doi.map(|doi| mark(("doi", doi))),
            pmid: pmid.map(|pmid| mark(("pmid", pmid))),
            text: mark(("text", normalise_title(&document.text))),
        };
        let identifiers = || record.doi.into_iter().chain(record.pmid);
        let titled = mark(("title", &title));
        let with_text = mark(("title", &title, record.text));
        let own = mark(("id", &document.id, &title, record.text));
        if identifiers().any(|mark| self.marks.contains(&mark)) || self.marks.contains(&own) {
            return true;
        }
        let differ = |a: Option<u64>, b: Option<u64>| a.is_some() && b.is_some() && a != b;
        let same = |other: &Record| {
            let years = [other.year, record.year];
            !differ(other.doi, record.doi)
                && !differ(other.pmid, record.pmid)
                && is_same_work(&title, years, || {
                    Ok::<_, Infallible>(other.text == record.text)
                }) == Ok(true)
        };
        let others = self.by_title.get(&titled).filter(|_| !title.is_empty());
        let others = others.map_or(&[][..], Vec::as_slice);
        if others.iter().any(same)
            || (others.len() == MOST_OF_A_TITLE && self.marks.contains(&with_text))
        {
            return true;
        }
        if self.count < REMEMBERED {
            self.count += 1;
            self.marks.extend(identifiers());
            self.marks.extend([own, with_text]);
            let others = self.by_title.entry(titled).or_default();
            if others.len() < MOST_OF_A_TITLE {
                others.push(record);
            }
        }
        false
    }
}

fn mark(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
