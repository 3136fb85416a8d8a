//! What can go wrong between a text and its place.

use std::path::{Path, PathBuf};

/// An error of this crate. Every message names the file or the place it is about.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GroundingError {
    /// A file of the model folder is missing, damaged or does not fit the others.
    #[error("model file {path}: {reason}", path = path.display())]
    Model {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The requested engine cannot be used.
    #[error("inference engine: {0}")]
    Engine(String),
    /// The network failed on a batch.
    #[error("inference failed: {0}")]
    Inference(String),
    /// The tokenizer refused a text.
    #[error("tokenizer: {0}")]
    Tokenize(String),
    /// A label file or label value is not of the expected form.
    #[error("labels: {0}")]
    Labels(String),
}

impl GroundingError {
    /// A [`GroundingError::Model`] for `path`.
    pub fn model(path: impl AsRef<Path>, reason: impl Into<String>) -> Self {
        Self::Model {
            path: path.as_ref().to_owned(),
            reason: reason.into(),
        }
    }
}
