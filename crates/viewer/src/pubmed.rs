//! What is asked of PubMed.

use serde::{Deserialize, Serialize};

/// A question to PubMed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PubMedSearch {
    /// In PubMed's own language.
    pub query: String,
    /// Articles at most.
    pub most: u32,
    /// By which NCBI can reach the user; may be empty.
    pub email: String,
}

impl Default for PubMedSearch {
    fn default() -> Self {
        Self {
            query: String::new(),
            most: 200,
            email: String::new(),
        }
    }
}
