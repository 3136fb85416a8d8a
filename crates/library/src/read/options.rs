//! How to read, and what was met.

use std::sync::Arc;

use super::mapping::ColumnMap;
use crate::pdf::{PdfExtractor, PdfLimits};
use crate::stamp::FilesRead;

/// What a file or a record may cost at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Size of a file with many records (JSONL, RIS, NBIB), packed or not.
    pub file_bytes: u64,
    /// Size of a file that is one text (plain text, Markdown).
    pub text_bytes: u64,
    /// Length of a line.
    pub line_bytes: u64,
    /// Size of a record of several lines (RIS, NBIB).
    pub record_bytes: u64,
    /// Size of what a compressed file unpacks to.
    pub unpacked_bytes: u64,
    /// Size of a file that is read as a whole (HTML, RTF, DOCX, ODT, EPUB, XLSX).
    pub whole_bytes: u64,
    /// Size of what the parts of such a file unpack to.
    pub package_bytes: u64,
    /// Size of a file in an archive that must be unpacked to the disk to be read (a PDF, another archive).
    pub spooled_bytes: u64,
    /// Archives inside each other.
    pub archive_depth: u64,
    /// Unpacked bytes per packed byte. Text stays below 20; gzip can reach 1,032.
    pub gzip_ratio: u64,
    /// Records of one file.
    pub records: u64,
    /// Files of one call.
    pub files: u64,
    /// Folders inside each other.
    pub folder_depth: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            file_bytes: 16 << 30,
            text_bytes: 20 << 20,
            line_bytes: 16 << 20,
            record_bytes: 16 << 20,
            unpacked_bytes: 64 << 30,
            whole_bytes: 64 << 20,
            package_bytes: 256 << 20,
            spooled_bytes: 2 << 30,
            archive_depth: 3,
            gzip_ratio: 200,
            records: 50_000_000,
            files: 1_000_000,
            folder_depth: 64,
        }
    }
}

/// How to read: limits, and who takes text out of a PDF.
#[derive(Clone, Default)]
pub struct ReadOptions {
    /// Limits on every size.
    pub limits: Limits,
    /// Takes the text out of a PDF; `None`: PDFs are refused with a message that says so.
    pub pdf: Option<PdfExtractor>,
    /// Files that are in the library already; found in a folder and unchanged, they are not read again ([`super::Note::Unchanged`]). Those that are named
    /// by themselves are.
    pub read_before: Option<Arc<FilesRead>>,
    /// Which columns of tables are which fields, where their headings do not tell.
    pub columns: ColumnMap,
}

impl ReadOptions {
    /// Default limits; PDFs are read by this very program, started again as `PROGRAM __pdf-text FILE` (see [`crate::pdf`]).
    pub fn for_this_program() -> Self {
        let pdf = std::env::current_exe().ok().map(|exe| {
            crate::pdf::child_extractor(
                exe,
                vec![crate::pdf::SUBCOMMAND.into()],
                PdfLimits::default(),
            )
        });
        ReadOptions {
            pdf,
            ..ReadOptions::default()
        }
    }
}

/// What a call to a reader met.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadSummary {
    /// Files opened.
    pub files: u64,
    /// Documents handed over.
    pub documents: u64,
    /// Errors handed over.
    pub errors: u64,
    /// Whether it was stopped by `cancel` before the end.
    pub cancelled: bool,
}
