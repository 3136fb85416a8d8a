//! The live text box.

use serde::{Deserialize, Serialize};

use crate::StagedGrounding;

/// A text that is being typed, and where it lands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LiveText {
    /// What has been typed.
    pub text: String,
    /// Raised with every change; an answer to an older text is dropped.
    pub generation: u64,
    /// An answer is awaited.
    pub pending: bool,
    /// Where it lands.
    pub grounding: Option<StagedGrounding>,
}
