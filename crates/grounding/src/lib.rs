//! Text to place: sentences, tokenizer, inference engines and heads

pub mod attribution;
pub mod engine;
pub mod error;
pub mod features;
pub mod gazetteer;
pub mod grounder;
pub mod labels;
pub mod locate;
pub mod metrics;
pub mod model;
pub mod sentences;
pub mod speed;
pub mod tokenizer;
pub mod types;

pub use attribution::{Attribution, WordWeight};
pub use engine::{Encoder, EngineChoice, EngineReport, RowOutput};
pub use error::GroundingError;
pub use features::{Batch, Features, Featurizer, TextInput};
pub use gazetteer::{Gazetteer, Mention, MentionKind, OrganClass};
pub use grounder::Grounder;
pub use model::{Model, ModelInfo, ModelManifest};
pub use tokenizer::{Tokens, WordPiece};
pub use types::{Evidence, Grounding, SentenceGrounding};
