//! Full texts of open-access articles from Europe PMC, for documents of a library that PubMed gave as abstracts; for the command line
//! and the window.

use std::path::PathBuf;

use download::europe_pmc::EuropePmc;
use download::pubmed::{BATCH, PubMed, pmcids};
use download::{Options, ServiceError};
use library::{Document, LibraryError, Progress, Refusal, Source, full_article};

use crate::pubmed::{ATTEMPTS, Articles, PIECE, Way};

/// Another address of the service, for tests and mirrors: https, or this very machine.
const ADDRESS_VARIABLE: &str = "CORPUS_ATLAS_EUROPEPMC";

/// Articles in a row for which the service cannot be reached, after which no more is asked for.
const IN_A_ROW: u32 = 3;

/// A client.
///
/// # Errors
/// If the address of the variable CORPUS_ATLAS_EUROPEPMC cannot be used.
pub fn client() -> Result<EuropePmc, ServiceError> {
    let address = std::env::var(ADDRESS_VARIABLE).ok();
    let options = Options {
        attempts: ATTEMPTS,
        ..Options::default()
    };
    EuropePmc::new(address.as_deref(), options)
}

/// A document that is to have its full text.
pub struct Wanted {
    key: i64,
    pmid: String,
    pmcid: String,
}

/// Those of some articles that are in the library without their full text, and in PubMed Central. Of articles that were here before,
/// PubMed is asked for the PMCID.
///
/// # Errors
/// If the library cannot be read or PubMed stops answering.
pub fn wanted(
    pubmed: &mut PubMed,
    articles: Articles,
    way: &mut Way<'_>,
) -> anyhow::Result<Vec<Wanted>> {
    let mut lacking = Vec::new();
    for piece in articles.named.chunks(PIECE) {
        lacking.extend(way.store.without_full_text(piece)?);
    }
    let mut known = articles.pmcids;
    let unseen = lacking.iter().map(|(pmid, _)| pmid);
    let unseen = unseen.filter(|pmid| !articles.fetched.contains(*pmid));
    let unseen: Vec<String> = unseen.cloned().collect();
    for batch in unseen.chunks(BATCH) {
        known.extend(pmcids(&pubmed.fetch(batch, way.cancel)?));
    }
    let wanted = lacking.into_iter().filter_map(|(pmid, key)| {
        let pmcid = known.remove(&pmid)?;
        Some(Wanted { key, pmid, pmcid })
    });
    Ok(wanted.collect())
}

/// What became of the wish for full texts.
#[derive(Default)]
pub struct FullTexts {
    /// Documents that have theirs now.
    pub added: usize,
    /// Articles whose full text is not open.
    pub closed: usize,
    /// Articles whose full text could not be read or placed; each was reported.
    pub refused: usize,
    /// Whether the user stopped it.
    pub cancelled: bool,
    /// Why Europe PMC stopped answering; the same wish goes on from there.
    pub failed: Option<ServiceError>,
}

/// Asks Europe PMC for full texts, one by one, and puts them into the library.
///
/// # Errors
/// If the library cannot be read or written; what was stored before stays.
pub fn add(
    client: &mut EuropePmc,
    wanted: &[Wanted],
    way: &mut Way<'_>,
) -> Result<FullTexts, LibraryError> {
    let mut so_far = FullTexts::default();
    let mut in_a_row = 0;
    for article in wanted {
        tell(&so_far, wanted.len(), way);
        so_far.cancelled = way.observer.cancelled();
        if so_far.cancelled {
            break;
        }
        let xml = match client.full_text(&article.pmcid, way.cancel) {
            Ok(Some(xml)) => xml,
            Ok(None) => {
                so_far.closed += 1;
                in_a_row = 0;
                continue;
            }
            Err(ServiceError::Cancelled) => {
                so_far.cancelled = true;
                break;
            }
            Err(error) => {
                in_a_row += 1;
                if in_a_row >= IN_A_ROW && matches!(error, ServiceError::Network { .. }) {
                    so_far.failed = Some(error);
                    break;
                }
                refuse(article, error.to_string(), &mut so_far, way);
                continue;
            }
        };
        in_a_row = 0;
        match put(article, &xml, way)? {
            Put::Done => so_far.added += 1,
            Put::Empty => so_far.closed += 1,
            Put::Gone => {}
            Put::Refused(reason) => refuse(article, reason, &mut so_far, way),
        }
    }
    tell(&so_far, wanted.len(), way);
    Ok(so_far)
}

/// What became of one.
enum Put {
    Done,
    /// There is no more than the abstract.
    Empty,
    /// The document has been removed meanwhile.
    Gone,
    Refused(String),
}

fn put(article: &Wanted, xml: &[u8], way: &mut Way<'_>) -> Result<Put, LibraryError> {
    let text = match full_article(xml) {
        Ok(text) => text,
        Err(reason) => return Ok(Put::Refused(reason.to_string())),
    };
    let other = text.pmid.filter(|pmid| *pmid != article.pmid);
    if let Some(pmid) = other {
        let reason = format!("this is the text of another article, PMID {pmid}");
        return Ok(Put::Refused(reason));
    }
    let Some(source) = Source::at_europe_pmc(&article.pmcid).filter(|_| !text.body.is_empty())
    else {
        return Ok(Put::Empty);
    };
    let document: Document = match way.store.document(article.key) {
        Ok(Some(document)) => document,
        Ok(None) => return Ok(Put::Gone),
        Err(LibraryError::Damaged { reason, .. }) => return Ok(Put::Refused(reason)),
        Err(error) => return Err(error),
    };
    let document = document.with_body(&text.body, source);
    match way.ground.ground(vec![document]).pop() {
        Some((document, Ok(grounding))) => {
            let done = way
                .store
                .set_full_text(article.key, &document, &grounding)?;
            Ok(if done { Put::Done } else { Put::Gone })
        }
        Some((_, Err(reason))) => Ok(Put::Refused(reason)),
        None => Ok(Put::Refused("the model gave no answer".to_owned())),
    }
}

fn refuse(article: &Wanted, reason: String, so_far: &mut FullTexts, way: &mut Way<'_>) {
    so_far.refused += 1;
    way.observer.refused(Refusal {
        place: format!("the full text of PMID {} ({})", article.pmid, article.pmcid),
        reason,
        file: PathBuf::new(),
    });
}

/// Tells how far it is; those that are not open are no longer among those that are waited for.
fn tell(so_far: &FullTexts, all: usize, way: &mut Way<'_>) {
    way.observer.progress(&Progress {
        read: so_far.added + so_far.refused,
        added: so_far.added,
        refused: so_far.refused,
        total: Some(all - so_far.closed),
        ..Progress::default()
    });
}
