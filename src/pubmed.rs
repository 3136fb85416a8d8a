//! The way of what PubMed finds into a library, for the command line and the window.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use download::Options;
use download::pubmed::{BATCH, PubMed, PubMedError};
use library::{Document, LibraryError, OnRecord, ReadOptions, Store, read_from};

/// Another address of the E-utilities, for tests and mirrors: https, or this very machine.
const ADDRESS_VARIABLE: &str = "CORPUS_ATLAS_EUTILS";

/// A client; the key is that of the variable NCBI_API_KEY where none is given.
///
/// # Errors
/// If the address of the variable CORPUS_ATLAS_EUTILS cannot be used.
pub fn client(email: Option<String>, key: Option<String>) -> Result<PubMed, PubMedError> {
    let address = std::env::var(ADDRESS_VARIABLE).ok();
    let key = key.or_else(|| {
        let key = std::env::var("NCBI_API_KEY").ok();
        key.filter(|key| !key.is_empty())
    });
    PubMed::new(address.as_deref(), email, key, Options::default())
}

/// Those of the articles that a store does not have.
///
/// # Errors
/// If the store cannot be read.
pub fn new_of(store: &mut dyn Store, pmids: &[String]) -> Result<Vec<String>, LibraryError> {
    let bare = |pmid: &String| Document {
        pmid: Some(pmid.clone()),
        ..Document::default()
    };
    let asked: Vec<Document> = pmids.iter().map(bare).collect();
    let known = store.known(&asked)?;
    let new = pmids.iter().zip(&known).filter(|(_, known)| !**known);
    Ok(new.map(|(pmid, _)| pmid.clone()).collect())
}

/// Fetches the records of articles batch by batch and reads them.
///
/// # Errors
/// If PubMed stops answering; what came before has been read.
pub fn fetch(
    pubmed: &mut PubMed,
    pmids: &[String],
    stop: &AtomicBool,
    on_record: &mut OnRecord<'_>,
) -> Result<(), PubMedError> {
    for batch in pmids.chunks(BATCH) {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let xml = pubmed.fetch(batch, stop)?;
        let options = ReadOptions::default();
        read_from(
            Path::new("PubMed.xml"),
            xml.as_slice(),
            &options,
            stop,
            on_record,
        );
    }
    Ok(())
}
