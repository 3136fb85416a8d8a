//! Data sets: what an engine past one machine reads and writes, as Parquet or as a stream of Arrow columns.
//!
//! Grounding is a function of one record, so a corpus of any size is grounded by whatever maps a program over its parts: `corpus-atlas ground`
//! takes a file and writes a file, or takes batches of Arrow columns from a pipe and gives as many rows back. Both write the same columns
//! (docs/data-sets.md), and a folder of such files is read in place as a library, see [`crate::Library::open`].

mod columns;
mod files;
mod page_header;
mod pages;
mod stream;
mod unpacks;
mod writer;

pub(crate) use columns::{Record, columns_of_server, narrow};
pub(crate) use files::{DataSet, looks_like_one};
pub(crate) use pages::rows_together;
pub use stream::{StreamError, ground_stream};
pub use writer::DataSetWriter;
