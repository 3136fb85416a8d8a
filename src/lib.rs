//! Corpus Atlas: medical literature on the body it is about. The desktop window ([`app`]) and the command line ([`cli`]) over three domain crates:
//! `anatomy` (the body), `grounding` (text to place), `library` (documents).

pub mod app;
pub mod cli;
mod common_words;
mod full_text;
pub mod paths;
mod pubmed;
pub mod shipped;
mod video;
