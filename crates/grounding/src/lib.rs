//! Text to place: sentences, tokenizer, inference engines and heads

pub mod attribution;
mod batch;
pub mod bodies;
mod denial;
pub mod engine;
pub mod error;
pub mod features;
pub mod female;
mod file;
pub mod finding;
pub mod gazetteer;
pub mod grounder;
pub mod labels;
pub mod lean;
pub mod locate;
pub mod model;
pub mod names;
mod note;
mod outside;
pub mod passage;
mod past;
mod placed_in;
mod relatives;
mod research;
pub mod sentences;
pub mod spatial;
pub mod tags;
mod token_tags;
pub mod tokenizer;
mod told;
pub mod types;

pub use attribution::{Attribution, WordWeight};
pub use bodies::BodyChoice;
pub use engine::{Encoder, EngineChoice, EngineReport, RowOutput};
pub use error::GroundingError;
pub use features::{Features, Featurizer, InputTensors, TextInput};
pub use gazetteer::{Gazetteer, Mention, MentionKind, NameMatch, OrganClass};
pub use grounder::Grounder;
pub use model::{Calibration, Model, ModelInfo, ModelManifest};
pub use names::{KnownName, NameEncoder, NameFinder, sound};
pub use placed_in::PlacedIn;
pub use tags::{Tag, TagSpan};
pub use tokenizer::{Tokens, WordPiece};
pub use types::{
    Evidence, Grounding, HIT_MM, OUTSIDE, PlaceShare, SentenceGrounding, SideReading, TellsOnly,
};
