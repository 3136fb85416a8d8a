//! What is made ready for questions while none is asked.

use crate::store::{Library, LibraryError};

impl Library {
    /// Does a part of what questions would otherwise do when they are first asked. Returns whether there is more to do.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn make_ready(&self) -> Result<bool, LibraryError> {
        if self.columns.get().is_none() {
            self.columns()?;
        } else if self.facets.get().is_none() {
            self.go_on_with_facets()?;
        } else if self.documents.get().is_none() {
            self.document_index()?;
        } else if !self.clearly.borrow().whole {
            self.hear_all()?;
        } else if self.make_structure_sets()? {
            return Ok(true);
        } else if self.has_meanings_to_read()? {
            self.go_on_with_meanings()?;
        } else {
            return Ok(self.go_on_with_words());
        }
        Ok(true)
    }
}
