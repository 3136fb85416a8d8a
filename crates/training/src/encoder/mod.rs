//! The sentence encoder, trained: it learns to read.
//!
//! The base encoder (a BERT checkpoint, see [`crate::bert`]) is fine-tuned on short texts with two tasks at once: what every token
//! stands for (a finding, something excluded, uncertain, past, of a relative, a landmark, a side), and which structure of the
//! catalogue the text is about. The result is a checkpoint of the same names and shapes, with which everything else is trained as
//! with the base, and the weights of the two heads, see [`crate::network`].

mod batch;
mod bert;
pub mod commands;
mod compose;
mod example;
mod examples;
mod hard_negatives;
mod heads;
mod pairs;
mod passes;
mod tags;
mod tune;
mod unpack;

pub use bert::states;
pub use compose::Templates;
pub use example::Example;
pub use examples::Examples;
pub use heads::ReadingHeads;
pub use pairs::Pairs;
pub use passes::passes;
pub use tags::{Span, parse as parse_tagged};
pub use tune::{Settings, tune};
pub use unpack::unpack;
