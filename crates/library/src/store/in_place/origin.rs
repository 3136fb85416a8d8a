//! Where the documents lie.

use std::path::Path;

use super::unreadable;
use crate::data_set::{DataSet, Record, narrow};
use crate::server::{Server, State};
use crate::store::{LibraryError, ReadOnly};

/// Where the documents lie.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each open library"
)]
pub(super) enum Origin {
    Files(DataSet),
    Server(Server),
}

impl Origin {
    /// The file, folder or address.
    pub fn path(&self) -> &Path {
        match self {
            Self::Files(set) => set.path(),
            Self::Server(server) => server.address(),
        }
    }

    /// Why it can be read and not changed.
    pub fn read_only(&self) -> ReadOnly {
        match self {
            Self::Files(_) => ReadOnly::InPlace,
            Self::Server(_) => ReadOnly::Server,
        }
    }

    /// What it is known again by, and its largest key. While the first is the same, there are only more documents.
    pub fn state(&mut self) -> Result<State, LibraryError> {
        match self {
            Self::Files(set) => Ok(State {
                revision: set.mark(),
                last: set.rows(),
            }),
            Self::Server(server) => server.state(),
        }
    }

    /// Whether documents carry whole groundings.
    pub fn has_groundings(&self) -> bool {
        match self {
            Self::Files(set) => set.has_groundings(),
            Self::Server(_) => true,
        }
    }

    /// Where a document lies, for messages, and in which file.
    pub fn place_of(&self, key: i64) -> (String, &Path) {
        match self {
            Self::Files(set) => set.place_of(key),
            Self::Server(server) => (format!("document {key}"), server.address()),
        }
    }

    /// What an index is made of, of the documents from a key on; of a data set always of all.
    pub fn scan(
        &mut self,
        from: i64,
        each: impl FnMut(i64, Result<Record, String>) -> bool,
    ) -> Result<(), LibraryError> {
        match self {
            Self::Files(set) => {
                let columns = narrow(set.has_groundings());
                let read = set.scan(Some(&columns), each);
                read.map_err(|found| unreadable(set.path(), found))
            }
            Self::Server(server) => server.scan(from, each),
        }
    }

    /// What is long of a document; nothing when there is no such document.
    pub fn read(&mut self, key: i64) -> Result<Option<Record>, LibraryError> {
        match self {
            Self::Files(set) => {
                let read = set.read(key);
                read.map_err(|reason| LibraryError::Damaged { key, reason })
            }
            Self::Server(server) => server.read(key),
        }
    }

    /// The vectors of all documents that have one, with their keys.
    pub fn vectors(&mut self, mut each: impl FnMut(i64, Vec<f32>)) -> Result<(), LibraryError> {
        let set = match self {
            Self::Server(server) => return server.vectors(each),
            Self::Files(set) => set,
        };
        let columns = ["embedding", "embedding_scale"];
        let read = set.scan(Some(&columns), |key, record| {
            let vector = record.map(|record| record.vector()).unwrap_or_default();
            if !vector.is_empty() {
                each(key, vector);
            }
            true
        });
        read.map_err(|found| unreadable(set.path(), found))
    }
}
