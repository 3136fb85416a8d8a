//! What is asked of PubMed.

use std::fmt;
use std::path::{Path, PathBuf};

use language::say;
use serde::{Deserialize, Serialize};

/// A key of NCBI for more requests a second. It is written nowhere: neither with the library nor with a command nor in what the program says of itself.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ApiKey(pub String);

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "none" } else { "one" })
    }
}

/// A question to PubMed: a query, or the articles that files of identifiers list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PubMedSearch {
    /// In PubMed's own language.
    pub query: String,
    /// Articles at most.
    pub most: u32,
    /// By which NCBI can reach the user; may be empty.
    pub email: String,
    /// Files of PubMed identifiers and DOIs, which stand in place of the query and its number of articles.
    pub files: Vec<PathBuf>,
    /// Then ask Europe PMC for the full texts of those that are open access.
    pub full_text: bool,
    /// Sent with each request where it is not empty, in place of that of the variable `NCBI_API_KEY`; used for as long as the window is open.
    #[serde(skip)]
    pub key: ApiKey,
}

impl Default for PubMedSearch {
    fn default() -> Self {
        Self {
            query: String::new(),
            most: 200,
            email: String::new(),
            files: Vec::new(),
            full_text: false,
            key: ApiKey::default(),
        }
    }
}

impl PubMedSearch {
    /// The files in words: `pmids.txt`, or `3 files`.
    pub fn named_files(&self) -> String {
        called(&self.files)
    }
}

/// What files are called in a title: the name of one, or how many.
pub(crate) fn called(files: &[PathBuf]) -> String {
    match files {
        [one] => file_name(one),
        many => say!("preview-files", count = many.len()),
    }
}

/// What a file is called, without its folder.
fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// What files of identifiers hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identified {
    /// PubMed identifiers.
    pub pmids: usize,
    /// DOIs.
    pub dois: usize,
    /// Files and records that are no list of identifiers.
    pub refused: usize,
}
