//! The way of what PubMed finds into a library, for the command line and the window.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use download::pubmed::{BATCH, DOIS, Found, History, Parts, PubMed, pmcids};
use download::{Options, ServiceError};
use library::{
    Document, FullTextStore, Ground, Identifier, LibraryError, Location, Observer, OnRecord,
    Progress, ReadError, ReadOptions, Refusal, Store, identifiers_in, ingest_from, read_from,
};

/// Another address of the E-utilities, for tests and mirrors: https, or this very machine.
const ADDRESS_VARIABLE: &str = "CORPUS_ATLAS_EUTILS";

/// How often a request is tried: a service that is down for a minute ends no long run.
pub const ATTEMPTS: u32 = 8;

/// Identifiers that a store is asked about at a time, so that whoever owns it can do something else in between.
pub const PIECE: usize = 1000;

/// A client; the key is that of the variable NCBI_API_KEY where none is given.
///
/// # Errors
/// If the address of the variable CORPUS_ATLAS_EUTILS cannot be used.
pub fn client(email: Option<String>, key: Option<String>) -> Result<PubMed, ServiceError> {
    let address = std::env::var(ADDRESS_VARIABLE).ok();
    let key = key.or_else(|| {
        let key = std::env::var("NCBI_API_KEY").ok();
        key.filter(|key| !key.is_empty())
    });
    let options = Options {
        attempts: ATTEMPTS,
        ..Options::default()
    };
    PubMed::new(address.as_deref(), email, key, options)
}

/// Articles that are to be fetched, as far as they are not here.
pub struct Order {
    /// Articles that there are in all.
    pub count: usize,
    /// Those that are asked for.
    pub asked: usize,
    /// Those of them that were looked for by their DOI alone and are here already.
    pub known: usize,
    /// How PubMed understood the query; empty if there was none.
    pub understood: String,
    /// What it did not find.
    pub warnings: Vec<String>,
    parts: Parts,
}

/// Asks PubMed for the articles of a query, at most so many.
///
/// # Errors
/// If PubMed does not understand the query or stops answering.
pub fn search(
    client: &mut PubMed,
    query: &str,
    most: usize,
    cancel: &AtomicBool,
) -> Result<Order, ServiceError> {
    let mut found = client.search(query, most, cancel)?;
    Ok(Order {
        count: found.count,
        asked: found.count.min(most),
        known: 0,
        understood: std::mem::take(&mut found.understood),
        warnings: std::mem::take(&mut found.warnings),
        parts: Parts::of_query(query, found, most),
    })
}

/// What files of identifiers hold.
#[derive(Default)]
pub struct Listed {
    /// PubMed identifiers.
    pub pmids: Vec<String>,
    /// DOIs.
    pub dois: Vec<String>,
    /// What was no list of identifiers.
    pub refused: Vec<Refusal>,
}

impl Listed {
    /// Whether there is nothing to ask for.
    pub fn is_empty(&self) -> bool {
        self.pmids.is_empty() && self.dois.is_empty()
    }
}

/// Reads the PubMed identifiers and DOIs that files hold, one a line or in the columns of a table.
pub fn listed(files: &[PathBuf], cancel: &AtomicBool) -> Listed {
    let (identifiers, refused) = identifiers_in(files, &ReadOptions::default(), cancel);
    let mut listed = Listed {
        refused,
        ..Listed::default()
    };
    for identifier in identifiers {
        match identifier {
            Identifier::Pmid(pmid) => listed.pmids.push(pmid),
            Identifier::Doi(doi) => listed.dois.push(doi),
        }
    }
    listed
}

/// Asks PubMed which articles have the DOIs of a list; those that a store has are not asked for, unless `all_dois` are.
///
/// # Errors
/// If the store cannot be read or PubMed stops answering.
pub fn look_up(
    client: &mut PubMed,
    listed: Listed,
    store: &mut dyn Store,
    all_dois: bool,
    cancel: &AtomicBool,
) -> anyhow::Result<Order> {
    let Listed {
        mut pmids, dois, ..
    } = listed;
    let all = pmids.len() + dois.len();
    let bare = |doi: &String| Document {
        doi: Some(doi.clone()),
        ..Document::default()
    };
    let new = match all_dois {
        true => dois,
        false => unknown(store, &dois, bare)?,
    };
    let known = all - pmids.len() - new.len();
    let mut warnings = Vec::new();
    for batch in new.chunks(DOIS) {
        let found = client.search_dois(batch, cancel)?;
        warnings.extend(found.warnings);
        pmids.extend(found.pmids);
    }
    let mut met = HashSet::new();
    pmids.retain(|pmid| met.insert(pmid.clone()));
    let asked = pmids.len() + known;
    if asked < all {
        warnings.push(format!("{asked} of {all} are known to PubMed"));
    }
    Ok(Order {
        count: asked,
        asked,
        known,
        understood: String::new(),
        warnings,
        parts: Parts::of_list(pmids),
    })
}

/// Those of some identifiers that a store has no document of.
fn unknown(
    store: &mut dyn Store,
    identifiers: &[String],
    bare: impl Fn(&String) -> Document,
) -> Result<Vec<String>, LibraryError> {
    let mut new = Vec::new();
    for piece in identifiers.chunks(PIECE) {
        let asked: Vec<Document> = piece.iter().map(&bare).collect();
        let known = store.known(&asked)?;
        let unknown = piece.iter().zip(known).filter(|(_, known)| !known);
        new.extend(unknown.map(|(identifier, _)| identifier.clone()));
    }
    Ok(new)
}

/// Where articles go, and who watches.
pub struct Way<'a> {
    /// Documents placed and added at a time.
    pub batch: usize,
    /// Places texts in the body.
    pub ground: &'a dyn Ground,
    /// Where they go.
    pub store: &'a mut dyn FullTextStore,
    /// Who watches.
    pub observer: &'a mut dyn Observer,
    /// Set when the user stops the run.
    pub cancel: &'a AtomicBool,
    /// Whether full texts are to follow, for which the articles are remembered.
    pub full_text: bool,
}

/// The articles of an order, as far as their full texts need them.
#[derive(Default)]
pub struct Articles {
    /// PubMed identifiers of all of them.
    pub named: Vec<String>,
    /// Of those whose records have been fetched.
    pub fetched: HashSet<String>,
    /// Their PMCIDs, where they are in PubMed Central.
    pub pmcids: HashMap<String, String>,
}

/// What became of an order.
#[derive(Default)]
pub struct Added {
    /// Counts; what was not fetched because it is here already is among the duplicates.
    pub progress: Progress,
    /// Articles that PubMed counted and did not tell.
    pub missed: usize,
    /// Why PubMed stopped answering; what came before is stored, and the same order goes on from there.
    pub failed: Option<ServiceError>,
    /// Which articles those were.
    pub articles: Articles,
}

/// Fetches the articles of an order that are not here, part by part, and adds them.
///
/// # Errors
/// If the store cannot be read or written; what was stored before stays.
pub fn add(client: &mut PubMed, order: Order, way: &mut Way<'_>) -> Result<Added, LibraryError> {
    let mut parts = order.parts;
    let mut added = Added::default();
    added.progress.duplicates = order.known;
    loop {
        let part = match parts.next(client, way.cancel) {
            Ok(Some(part)) => part,
            Ok(None) => break,
            Err(error) => {
                added.failed = Some(error);
                break;
            }
        };
        add_part(client, part, way, &mut added)?;
        if added.failed.is_some() || added.progress.cancelled {
            break;
        }
    }
    added.missed = parts.missed();
    // That the user has stopped it is no failure.
    if let Some(ServiceError::Cancelled) = added.failed {
        added.failed = None;
        added.progress.cancelled = true;
    }
    Ok(added)
}

fn add_part(
    client: &mut PubMed,
    part: Found,
    way: &mut Way<'_>,
    added: &mut Added,
) -> Result<(), LibraryError> {
    let all = part.pmids.len();
    let bare = |pmid: &String| Document {
        pmid: Some(pmid.clone()),
        ..Document::default()
    };
    let new = unknown(&mut *way.store, &part.pmids, bare)?;
    if way.full_text {
        added.articles.named.extend(part.pmids);
    }
    added.progress.duplicates += all - new.len();
    // The list that NCBI keeps is of use as long as nothing of it is left out.
    let kept = part.history.filter(|_| new.len() == all);
    let mut failed = None;
    let articles = way.full_text.then_some(&mut added.articles);
    let read = |stop: &AtomicBool, on_record: &mut OnRecord<'_>| {
        failed = fetch(client, &new, kept, articles, stop, on_record).err();
    };
    let mut onward = Onward {
        inner: way.observer,
        before: added.progress.clone(),
    };
    let done = ingest_from(read, way.batch, way.ground, &mut *way.store, &mut onward);
    let sum = |now: &Progress| joined(&added.progress, now);
    added.progress = match done {
        Ok(done) => sum(&done),
        Err(error) => return Err(interrupted(error, &added.progress)),
    };
    added.failed = failed;
    Ok(())
}

/// Fetches the records of articles batch by batch and reads them; without their numbers where NCBI keeps the same list.
///
/// # Errors
/// If PubMed stops answering; what came before has been read.
fn fetch(
    client: &mut PubMed,
    pmids: &[String],
    mut kept: Option<History>,
    mut articles: Option<&mut Articles>,
    stop: &AtomicBool,
    on_record: &mut OnRecord<'_>,
) -> Result<(), ServiceError> {
    for (n, batch) in pmids.chunks(BATCH).enumerate() {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let of_list = kept
            .as_ref()
            .map(|list| client.fetch_kept(list, n * BATCH, batch.len(), stop));
        let xml = match of_list {
            Some(Ok(xml)) => xml,
            Some(Err(error @ (ServiceError::Cancelled | ServiceError::Network { .. }))) => {
                return Err(error);
            }
            // It is kept for some hours and no longer.
            Some(Err(_)) | None => {
                kept = None;
                client.fetch(batch, stop)?
            }
        };
        if let Some(articles) = &mut articles {
            articles.pmcids.extend(pmcids(&xml));
            articles.fetched.extend(batch.iter().cloned());
        }
        let options = ReadOptions::default();
        let is_whole = articles_in(&xml) == batch.len();
        let mut tell = |record: Result<Document, ReadError>| {
            on_record(record.map_err(|error| match error.place {
                Location::Record { number, .. } if is_whole => named(error, batch, number),
                _ => error,
            }));
        };
        read_from(Path::new(ANSWER), xml.as_slice(), &options, stop, &mut tell);
    }
    Ok(())
}

/// What an answer of PubMed is called where there has to be a file.
const ANSWER: &str = "PubMed.xml";

/// How many articles an answer holds.
fn articles_in(xml: &[u8]) -> usize {
    let begin = [&b"<PubmedArticle>"[..], b"<PubmedBookArticle>"];
    let count = |begin: &[u8]| xml.windows(begin.len()).filter(|w| *w == begin).count();
    begin.into_iter().map(count).sum()
}

/// A refusal of the record with this number, counted from 1, of the articles that were asked for, by its PMID.
fn named(error: ReadError, asked: &[String], number: u64) -> ReadError {
    let at = usize::try_from(number).unwrap_or_default().checked_sub(1);
    match at.and_then(|at| asked.get(at)) {
        Some(pmid) => ReadError {
            file: format!("PMID {pmid}").into(),
            place: Location::File,
            ..error
        },
        None => error,
    }
}

/// Who watches a part of a run, as one who watches the whole.
struct Onward<'a> {
    inner: &'a mut dyn Observer,
    /// What the parts before it came to.
    before: Progress,
}

impl Observer for Onward<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.inner.progress(&joined(&self.before, progress));
    }

    fn refused(&mut self, refusal: Refusal) {
        // An answer is no file that could be read again.
        let place = refusal.place.strip_prefix(ANSWER);
        let place = place.map(|rest| format!("PubMed{rest}"));
        self.inner.refused(Refusal {
            place: place.unwrap_or(refusal.place),
            file: PathBuf::new(),
            ..refusal
        });
    }

    fn cancelled(&self) -> bool {
        self.inner.cancelled()
    }

    fn paused(&self) -> bool {
        self.inner.paused()
    }

    fn total(&self) -> Option<usize> {
        self.inner.total()
    }
}

fn joined(before: &Progress, now: &Progress) -> Progress {
    Progress {
        read: before.read + now.read,
        added: before.added + now.added,
        duplicates: before.duplicates + now.duplicates,
        completed: before.completed + now.completed,
        refused: before.refused + now.refused,
        passed_over: before.passed_over + now.passed_over,
        total: now.total,
        cancelled: now.cancelled,
    }
}

/// Why a part could not be stored, with what the parts before it came to.
fn interrupted(error: LibraryError, before: &Progress) -> LibraryError {
    match error {
        LibraryError::Interrupted {
            stored,
            read,
            total,
            error,
        } => LibraryError::Interrupted {
            stored: before.added + stored,
            read: before.read + read,
            total,
            error,
        },
        error if before.added > 0 => LibraryError::Interrupted {
            stored: before.added,
            read: before.read,
            total: None,
            error: Box::new(error),
        },
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_article_is_named_by_its_number_at_pubmed() {
        let xml = b"<PubmedArticleSet><PubmedArticle></PubmedArticle><PubmedBookArticle></PubmedBookArticle></PubmedArticleSet>";
        assert_eq!(articles_in(xml), 2);
        let asked = ["11".to_owned(), "22".to_owned()];
        let error = |number| ReadError {
            file: ANSWER.into(),
            place: Location::Record { number, line: 9 },
            reason: library::Reason::Empty,
        };
        assert_eq!(named(error(2), &asked, 2).within(), "PMID 22");
        assert_eq!(
            named(error(3), &asked, 3).within(),
            "PubMed.xml, record 3 (line 9)"
        );
    }
}
