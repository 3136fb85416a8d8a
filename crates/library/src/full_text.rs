//! What a store needs for documents that came as abstracts to get their full texts.

use grounding::Grounding;

use crate::Document;
use crate::ingest::{GroundingStore, Store};
use crate::store::{Library, LibraryError};

/// A store whose documents can get their full texts.
pub trait FullTextStore: Store + GroundingStore {
    /// See [`Library::without_full_text`].
    ///
    /// # Errors
    /// If the store cannot be read.
    fn without_full_text(&mut self, pmids: &[String]) -> Result<Vec<(String, i64)>, LibraryError>;

    /// See [`Library::set_full_text`].
    ///
    /// # Errors
    /// If the store cannot be written.
    fn set_full_text(
        &mut self,
        key: i64,
        document: &Document,
        grounding: &Grounding,
    ) -> Result<bool, LibraryError>;
}

impl FullTextStore for Library {
    fn without_full_text(&mut self, pmids: &[String]) -> Result<Vec<(String, i64)>, LibraryError> {
        Library::without_full_text(self, pmids)
    }

    fn set_full_text(
        &mut self,
        key: i64,
        document: &Document,
        grounding: &Grounding,
    ) -> Result<bool, LibraryError> {
        Library::set_full_text(self, key, document, grounding)
    }
}
