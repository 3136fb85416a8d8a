//! What comes from the network when it is asked for: public atlases ([`catalogue`], [`PublicAtlas::download`], [`fetch`]) articles of
//! PubMed ([`pubmed`]), and full texts of Europe PMC ([`europe_pmc`]).
//!
//! Nothing here connects to anything by itself: size, licence and source of an atlas are known beforehand from a table
//! that is part of the program, and a download starts only when its function is called. What comes from the network is
//! not trusted: only https is spoken (http to this very machine excepted), redirects are counted, nothing longer than
//! the declared size is accepted, and a file gets its final name only when size and SHA-256 are right. A download that
//! was cut off goes on where it stopped, unless the remote file has changed since.

mod address;
mod catalogue;
mod download;
mod error;
pub mod europe_pmc;
mod fetch;
mod http;
mod options;
mod part;
pub mod pubmed;
mod service;

pub use catalogue::{CatalogueError, ImportPreset, PublicAtlas, RemoteFile, catalogue, find};
pub use download::Progress;
pub use error::{DownloadError, Reason};
pub use fetch::{Fetched, fetch};
pub use options::Options;
pub use service::ServiceError;
