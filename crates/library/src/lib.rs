//! Documents: readers, store, duplicates, indexes and export.
//!
//! Everything that enters the program as a file passes through [`read`], which turns it into [`Document`]s and treats it as
//! hostile until proven otherwise: limits on every size, errors that name file, place and reason, and a batch that goes on past
//! a bad record. What a text was found to be about (a `grounding::Grounding`) is kept beside it in a [`Library`], which is one
//! SQLite file, so that a library can be copied, mailed and backed up like any other document.
//!
//! The crate knows nothing of windows or rendering.

mod aside;
mod bytes;
mod cite;
mod counting;
mod data_set;
mod date;
mod details;
mod document;
mod europe_pmc;
mod export;
mod format;
mod full_text;
mod identifiers;
mod ingest;
mod marks;
mod met;
mod note;
pub mod pdf;
mod preview;
pub mod read;
mod server;
mod stamp;
pub mod store;
mod subject;
mod told;
mod topics;
mod work;

pub use aside::write_aside;
pub use cite::{CitationError, CitationStyle, citation};
pub use counting::Counting;
pub use data_set::{DataSetWriter, StreamError, ground_stream};
pub use details::Details;
pub use document::{Document, Source, normalise_doi, normalise_pmid, normalise_title};
pub use export::csv::CSV_COLUMNS;
pub use export::{Damaged, ExportReport};
pub use format::{
    ExportFormat, UnknownExport, export_formats, file_kinds, import_endings, import_formats,
    import_help, import_help_long,
};
pub use full_text::FullTextStore;
pub use identifiers::{Identifier, identifiers};
pub use ingest::{
    Batch, Ground, GroundingStore, Observer, OnRecord, Progress, Refusal, Store, ingest,
    ingest_from, pace, reground, text_input,
};
pub use marks::{MarkChange, Marks, Placement};
pub use note::{note_for_model, note_words};
pub use preview::{FilePreview, Preview, PreviewProgress, count, identifiers_in, preview};
pub use read::{
    ColumnChoice, ColumnMap, Field, FullArticle, Limits, Location, Note, PassedKind, PassedOver,
    ReadError, ReadOptions, ReadSummary, Reason, Table, full_article, read_from, read_paths,
    read_paths_noting, read_paths_with,
};
pub use server::Server;
pub use stamp::{FilesRead, Stamp, TextOf};
pub use store::{
    About, AddReport, Answer, BareVectors, CheckReport, Compacted, Completed, Copy, Correction,
    Counted, Duplicate, DuplicateBy, DuplicateGroup, Entry, FEWEST, Facet, Facets, Fault, Filter,
    FolderNews, Gone, Hit, KEPT_BECAUSE, Keys, Known, LIKE_ENOUGH, Label, Library, LibraryError,
    Like, LikePlace, Likely, Lit, Looked, MOST_WITH_TOPICS, Match, Meaning, Merge, Misread,
    NO_YEAR, NotRestored, Order, Outside, PlacedBy, Query, ReadOnly, Recognised, Refused, Removal,
    RestoreReport, SaveReport, Says, SentenceHit, SpatialIndex, Spot, Stored, StructureSpace,
    Suggestion, TOLD_BY, Verdict, Watched, has_meaning, has_operators, is_sentence, misread,
    thousands,
};
pub use subject::{Design, Population, Subject, TopicKind};
pub use told::{
    BROKE_OFF, PassedPart, Told, passed_names, told, told_passed, told_place, told_warning,
};
