//! The program's own index of words.

#[path = "../../../crates/library/src/store/word_index/asking.rs"]
pub mod asking;
#[path = "../../../crates/library/src/store/word_index/fault.rs"]
pub mod fault;
#[path = "../../../crates/library/src/store/word_index/file.rs"]
pub mod file;
#[path = "../../../crates/library/src/store/word_index/index.rs"]
pub mod index;
#[path = "../../../crates/library/src/store/word_index/make.rs"]
pub mod make;
#[path = "../../../crates/library/src/store/word_index/postings.rs"]
pub mod postings;
#[path = "../../../crates/library/src/store/word_index/rank.rs"]
pub mod rank;
#[path = "../../../crates/library/src/store/word_index/source.rs"]
pub mod source;
