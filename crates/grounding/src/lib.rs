//! Text to place: sentences, tokenizer, inference engines and heads

pub mod error;
pub mod sentences;
pub mod tokenizer;

pub use error::GroundingError;
pub use tokenizer::{Tokens, WordPiece};
