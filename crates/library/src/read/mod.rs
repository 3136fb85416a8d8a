//! Readers: files and folders in, [`Document`]s and [`ReadError`]s out.
//!
//! A file is looked at before its name is believed, read as a stream under [`Limits`], and handed over record by record, so that
//! neither a wrong name, nor a hostile file, nor one of a million records costs more than its own record. Nothing here panics on
//! any input, and a batch never stops at a bad record.

mod error;
pub(crate) mod input;
mod jsonl;
pub(crate) mod tagged;
mod text;

use std::fs::{self, File};
use std::io::Read;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

pub use error::{Place, ReadError, Reason};

use crate::pdf::{PdfExtractor, PdfLimits, PdfText};
use crate::{Document, Source};
use input::{Content, Lines};
use tagged::Dialect;

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

/// Reads files and folders (recursively, in the order of their names) with [`ReadOptions::for_this_program`].
///
/// `on_record` is called for each record as soon as it is read, in the order of the files and of the records in them, with the
/// document or with what is wrong. `cancel` is looked at before each record.
pub fn read_paths(
    paths: &[PathBuf],
    cancel: &AtomicBool,
    on_record: &mut dyn FnMut(Result<Document, ReadError>),
) -> ReadSummary {
    read_paths_with(paths, &ReadOptions::for_this_program(), cancel, on_record)
}

/// [`read_paths`] with options.
pub fn read_paths_with(
    paths: &[PathBuf],
    options: &ReadOptions,
    cancel: &AtomicBool,
    on_record: &mut dyn FnMut(Result<Document, ReadError>),
) -> ReadSummary {
    let mut batch = Batch {
        options,
        cancel,
        on_record,
        summary: ReadSummary::default(),
    };
    for path in paths {
        batch.path(path, true, 0);
    }
    batch.summary
}

/// Reads one stream that has no file, such as standard input; `name` stands for the file in messages, and its extension, if it
/// has one, says what is expected. PDFs need a file and are refused.
pub fn read_from(
    name: &Path,
    reader: impl Read,
    options: &ReadOptions,
    cancel: &AtomicBool,
    on_record: &mut dyn FnMut(Result<Document, ReadError>),
) -> ReadSummary {
    let mut batch = Batch {
        options,
        cancel,
        on_record,
        summary: ReadSummary::default(),
    };
    batch.summary.files = 1;
    batch.stream(name, None, reader);
    batch.summary
}

/// What a file's name says that it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    Text,
    Markdown,
    Pdf,
    Ris,
    Nbib,
    JsonLines,
    /// No extension at all.
    Nothing,
    /// Another extension.
    Other,
}

impl Named {
    fn of(path: &Path) -> (Named, bool) {
        let extension = |path: &Path| path.extension().map(|e| e.to_string_lossy().to_lowercase());
        let gzip = extension(path).as_deref() == Some("gz");
        let inner = if gzip {
            path.with_extension("")
        } else {
            path.to_owned()
        };
        let named = match extension(&inner).as_deref() {
            None => Named::Nothing,
            Some("txt" | "text") => Named::Text,
            Some("md" | "markdown") => Named::Markdown,
            Some("pdf") => Named::Pdf,
            Some("ris") => Named::Ris,
            Some("nbib" | "medline") => Named::Nbib,
            Some("jsonl" | "ndjson") => Named::JsonLines,
            Some(_) => Named::Other,
        };
        (named, gzip)
    }

    fn name(self) -> &'static str {
        match self {
            Named::Text => "plain text",
            Named::Markdown => "Markdown",
            Named::Pdf => "a PDF",
            Named::Ris => "RIS references",
            Named::Nbib => "NBIB references",
            Named::JsonLines => "JSON lines",
            Named::Nothing | Named::Other => "another kind of file",
        }
    }
}

/// Kinds of documents that people keep in folders and would miss without a word; other unreadable files in folders are passed over.
const MISSED: &[&str] = &[
    "doc", "docx", "odt", "rtf", "html", "htm", "epub", "xml", "bib", "csv", "tsv", "enw", "json",
    "parquet", "zip", "tar", "tgz",
];

/// Which reader takes a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Markdown,
    Pdf,
    Tagged(Dialect),
    JsonLines,
}

/// Brings name and content together: the reader, and a warning if the content overruled the name.
fn format_of(
    named: Named,
    content: Content,
    path: &Path,
) -> Result<(Format, Option<String>), Reason> {
    let wrong = || Reason::WrongExtension {
        named: named.name(),
        found: content.name(),
    };
    let unnamed = matches!(named, Named::Nothing | Named::Other);
    let instead = |format: Format| {
        Ok((
            format,
            Some(format!(
                "named as {}, read as {}",
                named.name(),
                content.name()
            )),
        ))
    };
    match (content, named) {
        (Content::Empty, _) => Err(Reason::Empty),
        (Content::Other(found), _) if unnamed => Err(Reason::Unsupported {
            found: found.to_owned(),
        }),
        (Content::Other(_), _) | (Content::Binary | Content::Gzip, Named::Pdf) => Err(wrong()),
        (Content::Binary, _) => Err(Reason::Binary),
        (Content::Gzip, _) => Err(Reason::Unsupported {
            found: "gzip data inside of gzip data".to_owned(),
        }),
        (Content::Pdf, _) if unnamed || named == Named::Pdf => Ok((Format::Pdf, None)),
        (Content::Ris, Named::Ris) => Ok((Format::Tagged(Dialect::Ris), None)),
        (Content::Nbib, Named::Nbib) => Ok((Format::Tagged(Dialect::Nbib), None)),
        // Databases save references as .txt, and NBIB under either name.
        (Content::Ris, Named::Text | Named::Nbib) => instead(Format::Tagged(Dialect::Ris)),
        (Content::Nbib, Named::Text | Named::Ris) => instead(Format::Tagged(Dialect::Nbib)),
        (Content::Ris, _) if unnamed => Ok((Format::Tagged(Dialect::Ris), None)),
        (Content::Nbib, _) if unnamed => Ok((Format::Tagged(Dialect::Nbib), None)),
        (Content::JsonLines, Named::JsonLines) => Ok((Format::JsonLines, None)),
        (Content::JsonLines, _) if unnamed => Ok((Format::JsonLines, None)),
        // A broken first line must not hide the good ones after it.
        (Content::Text, Named::JsonLines) => Ok((Format::JsonLines, None)),
        (Content::Text, Named::Text | Named::Nothing) => Ok((Format::Text, None)),
        (Content::Text | Content::Ris | Content::Nbib, Named::Markdown) => {
            Ok((Format::Markdown, None))
        }
        (Content::Text, Named::Ris) => Ok((Format::Tagged(Dialect::Ris), None)),
        (Content::Text, Named::Nbib) => Ok((Format::Tagged(Dialect::Nbib), None)),
        (Content::Text, Named::Other) => {
            let extension = path
                .extension()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            Err(Reason::Unsupported {
                found: format!("a .{extension} file"),
            })
        }
        _ => Err(wrong()),
    }
}

/// One call: what is common to all its files.
struct Batch<'a> {
    options: &'a ReadOptions,
    cancel: &'a AtomicBool,
    on_record: &'a mut dyn FnMut(Result<Document, ReadError>),
    summary: ReadSummary,
}

impl Batch<'_> {
    fn cancelled(&mut self) -> bool {
        self.summary.cancelled |= self.cancel.load(Ordering::Relaxed);
        self.summary.cancelled
    }

    fn error(&mut self, file: &Path, place: Place, reason: Reason) {
        self.summary.errors += 1;
        (self.on_record)(Err(ReadError {
            file: file.to_owned(),
            place,
            reason,
        }));
    }

    fn path(&mut self, path: &Path, asked_for: bool, depth: u64) {
        if self.cancelled() {
            return;
        }
        // Asked for by name, a link is followed; found in a folder, a link to a folder is not (it may lead back).
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) => return self.error(path, Place::File, Reason::Io(error)),
        };
        if metadata.is_dir() {
            if asked_for || !path.is_symlink() {
                self.folder(path, depth);
            }
            return;
        }
        if !metadata.is_file() {
            if asked_for {
                self.error(
                    path,
                    Place::File,
                    Reason::Unsupported {
                        found: "a device or pipe".to_owned(),
                    },
                );
            }
            return;
        }
        if !asked_for {
            let (named, _) = Named::of(path);
            let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
            if matches!(named, Named::Nothing | Named::Other)
                && !extension.is_some_and(|e| MISSED.contains(&e.as_str()))
            {
                return;
            }
        }
        let limit = self.options.limits.files;
        if self.summary.files == limit {
            self.summary.files += 1;
            return self.error(
                path,
                Place::File,
                Reason::TooMany {
                    what: "files",
                    limit,
                },
            );
        }
        if self.summary.files > limit {
            return;
        }
        self.summary.files += 1;
        if metadata.len() == 0 {
            return self.error(path, Place::File, Reason::Empty);
        }
        match File::open(path) {
            Ok(file) => self.stream(path, Some(metadata.len()), file),
            Err(error) => self.error(path, Place::File, Reason::Io(error)),
        }
    }

    fn folder(&mut self, path: &Path, depth: u64) {
        let limit = self.options.limits.folder_depth;
        if depth >= limit {
            return self.error(
                path,
                Place::File,
                Reason::TooMany {
                    what: "folders inside each other",
                    limit,
                },
            );
        }
        let entries = match fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>) {
            Ok(entries) => entries,
            Err(error) => return self.error(path, Place::File, Reason::Io(error)),
        };
        let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let hidden = path
                .file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if !hidden {
                self.path(&path, false, depth + 1);
            }
        }
    }

    /// Reads one file: unpack, look at the content, choose the reader.
    fn stream(&mut self, file: &Path, size: Option<u64>, reader: impl Read) {
        let options = self.options;
        let limits = &options.limits;
        let mut sink = Sink {
            file,
            cancel: self.cancel,
            on_record: &mut *self.on_record,
            summary: &mut self.summary,
            limits,
            pending: Vec::new(),
            documents: 0,
        };
        let (named, named_gzip) = Named::of(file);
        let (head, reader) = match input::peek(reader) {
            Ok(peeked) => peeked,
            Err(error) => return sink.error(Place::File, Reason::Io(error)),
        };
        let content = input::sniff(&head);
        let packed = content == Content::Gzip && named != Named::Pdf;
        if named_gzip && !packed && content != Content::Empty {
            return sink.error(
                Place::File,
                Reason::WrongExtension {
                    named: "gzip data",
                    found: content.name(),
                },
            );
        }
        if !packed {
            return choose(named, content, &head, size, reader, options, &mut sink);
        }
        if let Some(limit) =
            Some(limits.file_bytes).filter(|limit| size.is_some_and(|size| size > *limit))
        {
            return sink.error(
                Place::File,
                Reason::TooLarge {
                    what: "file",
                    limit,
                },
            );
        }
        match input::peek(input::gunzip(reader, limits)) {
            Ok((head, reader)) => {
                let content = input::sniff(&head);
                if content == Content::Pdf {
                    return sink.error(
                        Place::File,
                        Reason::Unsupported {
                            found: "a compressed PDF".to_owned(),
                        },
                    );
                }
                choose(named, content, &head, None, reader, options, &mut sink);
            }
            Err(error) => sink.error(Place::File, input::reason_of(error)),
        }
    }
}

/// Hands the bytes of a file to the reader for its format.
fn choose(
    named: Named,
    content: Content,
    head: &[u8],
    size: Option<u64>,
    reader: impl Read,
    options: &ReadOptions,
    sink: &mut Sink<'_>,
) {
    let limits = &options.limits;
    let (format, warning) = match format_of(named, content, sink.file) {
        Ok(format) => format,
        Err(reason) => return sink.error(Place::File, reason),
    };
    sink.pending.extend(warning);
    let (what, limit) = match format {
        Format::Text | Format::Markdown => ("text file", limits.text_bytes),
        Format::Pdf => ("PDF", u64::MAX), // the extractor has limits of its own
        Format::Tagged(_) | Format::JsonLines => ("file", limits.file_bytes),
    };
    if size.is_some_and(|size| size > limit) {
        return sink.error(Place::File, Reason::TooLarge { what, limit });
    }
    match format {
        Format::Text | Format::Markdown => {
            match input::read_whole(input::to_utf8(head, reader), what, limit) {
                Ok((text, foreign)) => {
                    let document = if format == Format::Markdown {
                        text::markdown(&text)
                    } else {
                        text::plain(&text)
                    };
                    if document.title.is_empty() && document.text.is_empty() {
                        sink.error(Place::File, Reason::NoText);
                    } else {
                        sink.whole_file(document, foreign);
                    }
                }
                Err(reason) => sink.error(Place::File, reason),
            }
        }
        Format::Tagged(dialect) => tagged::read(
            Lines::new(input::to_utf8(head, reader), limits.line_bytes),
            dialect,
            sink,
        ),
        Format::JsonLines => jsonl::read(
            Lines::new(input::to_utf8(head, reader), limits.line_bytes),
            sink,
        ),
        Format::Pdf => match (&options.pdf, size) {
            (_, None) => sink.error(
                Place::File,
                Reason::Unsupported {
                    found: "a PDF that is not a file".to_owned(),
                },
            ),
            (None, _) => sink.error(Place::File, Reason::Pdf(crate::pdf::PdfError::NoExtractor)),
            (Some(extract), Some(_)) => match extract(sink.file, sink.cancel) {
                Ok(text) => sink.pdf(text),
                Err(crate::pdf::PdfError::Cancelled) => sink.summary.cancelled = true,
                Err(error) => sink.error(Place::File, Reason::Pdf(error)),
            },
        },
    }
}

/// Where the records of one file go.
pub(crate) struct Sink<'a> {
    file: &'a Path,
    cancel: &'a AtomicBool,
    on_record: &'a mut (dyn FnMut(Result<Document, ReadError>) + 'a),
    summary: &'a mut ReadSummary,
    /// Limits of this call.
    limits: &'a Limits,
    /// Warnings about the file, for its first document.
    pending: Vec<String>,
    /// Documents of this file so far.
    documents: u64,
}

impl Sink<'_> {
    fn error(&mut self, place: Place, reason: Reason) {
        self.summary.errors += 1;
        (self.on_record)(Err(ReadError {
            file: self.file.to_owned(),
            place,
            reason,
        }));
    }

    fn cancelled(&mut self) -> bool {
        self.summary.cancelled |= self.cancel.load(Ordering::Relaxed);
        self.summary.cancelled
    }

    /// Whether the file has given as many records as it may; says so once.
    fn full(&mut self) -> bool {
        let limit = self.limits.records;
        let full = self.documents >= limit;
        if full {
            self.error(
                Place::File,
                Reason::TooMany {
                    what: "records",
                    limit,
                },
            );
        }
        full
    }

    /// Hands over record `number`, of which `foreign` bytes were not UTF-8.
    fn document(&mut self, mut document: Document, number: u64, line: Option<u64>, foreign: usize) {
        let stem = stem(self.file);
        document.complete(&format!("{stem}#{number}"));
        self.hand_over(document, number, line, foreign);
    }

    /// Hands over the document that is the whole file.
    fn whole_file(&mut self, mut document: Document, foreign: usize) {
        document.complete(&stem(self.file));
        self.hand_over(document, 1, None, foreign);
    }

    fn hand_over(
        &mut self,
        mut document: Document,
        record: u64,
        line: Option<u64>,
        foreign: usize,
    ) {
        document.source = Source {
            path: self.file.to_owned(),
            record,
            line,
        };
        document.warnings = mem::take(&mut self.pending);
        if foreign > 0 {
            document.warnings.push(input::encoding_warning(foreign));
        }
        self.documents += 1;
        self.summary.documents += 1;
        (self.on_record)(Ok(document));
    }

    fn pdf(&mut self, text: PdfText) {
        for page in &text.failed_pages {
            self.pending
                .push(format!("page {page} could not be read and is left out"));
        }
        let stem = stem(self.file);
        let body = text.joined();
        let title = text.title.unwrap_or_else(|| stem.clone());
        self.whole_file(
            Document {
                id: stem,
                title,
                text: body,
                doi: text.doi,
                ..Document::default()
            },
            0,
        );
    }
}

/// The file's name without folder and extensions.
fn stem(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if stem.is_empty() {
        "document".to_owned()
    } else {
        stem.to_owned()
    }
}

/// A number of bytes in words, for messages of other modules.
pub(crate) fn error_bytes(bytes: u64) -> String {
    error::Bytes(bytes).to_string()
}

/// Bytes as text, by the rule of all readers.
pub(crate) fn decode_bytes(bytes: &[u8]) -> String {
    input::decode(bytes).0
}

/// What the first bytes of a file look like, in words.
pub(crate) fn describe(head: &[u8]) -> &'static str {
    input::sniff(head).name()
}
