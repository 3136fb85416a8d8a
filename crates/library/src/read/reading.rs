//! One call of a reader: walks files and folders, unpacks, looks at the content and chooses the reader.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::content::{Content, Name, reader_for, sniff, unsupported};
use super::error::{Location, ReadError, Reason};
use super::input::{self, Lines};
use super::options::{ReadOptions, ReadSummary};
use super::sink::Sink;
use crate::Document;
use crate::format::Reader;

/// One call: what is common to all its files.
pub(super) struct Reading<'a> {
    options: &'a ReadOptions,
    cancel: &'a AtomicBool,
    on_record: &'a mut dyn FnMut(Result<Document, ReadError>),
    pub(super) summary: ReadSummary,
}

impl<'a> Reading<'a> {
    pub(super) fn new(
        options: &'a ReadOptions,
        cancel: &'a AtomicBool,
        on_record: &'a mut dyn FnMut(Result<Document, ReadError>),
    ) -> Self {
        Reading {
            options,
            cancel,
            on_record,
            summary: ReadSummary::default(),
        }
    }

    fn cancelled(&mut self) -> bool {
        self.summary.cancelled |= self.cancel.load(Ordering::Relaxed);
        self.summary.cancelled
    }

    fn error(&mut self, file: &Path, place: Location, reason: Reason) {
        self.summary.errors += 1;
        (self.on_record)(Err(ReadError {
            file: file.to_owned(),
            place,
            reason,
        }));
    }

    /// Reads a file or a folder.
    pub(super) fn path(&mut self, path: &Path, asked_for: bool, depth: u64) {
        if self.cancelled() {
            return;
        }
        // Asked for by name, a link is followed; found in a folder, a link to a folder is not (it may lead back).
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) => return self.error(path, Location::File, Reason::Io(error)),
        };
        if metadata.is_dir() {
            if asked_for || !path.is_symlink() {
                self.folder(path, depth);
            }
            return;
        }
        if !metadata.is_file() {
            if asked_for {
                self.error(path, Location::File, unsupported("a device or pipe"));
            }
            return;
        }
        if !asked_for && !Name::of(path).is_wanted() {
            return;
        }
        let limit = self.options.limits.files;
        if self.summary.files == limit {
            self.summary.files += 1;
            return self.error(
                path,
                Location::File,
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
            return self.error(path, Location::File, Reason::Empty);
        }
        match File::open(path) {
            Ok(file) => self.stream(path, Some(metadata.len()), file),
            Err(error) => self.error(path, Location::File, Reason::Io(error)),
        }
    }

    fn folder(&mut self, path: &Path, depth: u64) {
        let limit = self.options.limits.folder_depth;
        if depth >= limit {
            return self.error(
                path,
                Location::File,
                Reason::TooMany {
                    what: "folders inside each other",
                    limit,
                },
            );
        }
        let entries = match fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>) {
            Ok(entries) => entries,
            Err(error) => return self.error(path, Location::File, Reason::Io(error)),
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
    pub(super) fn stream(&mut self, file: &Path, size: Option<u64>, reader: impl Read) {
        let options = self.options;
        let limits = &options.limits;
        let mut sink = Sink {
            file,
            cancel: self.cancel,
            on_record: &mut *self.on_record,
            summary: &mut self.summary,
            limits,
            size,
            pending: Vec::new(),
            documents: 0,
        };
        let name = Name::of(file);
        let (head, reader) = match input::peek(reader) {
            Ok(peeked) => peeked,
            Err(error) => return sink.error(Location::File, Reason::Io(error)),
        };
        let content = sniff(&head);
        let packed = matches!(content, Content::Gzip) && (name.gzip || !name.is_whole_file());
        if name.gzip && !packed && !matches!(content, Content::Empty) {
            return sink.error(
                Location::File,
                Reason::WrongExtension {
                    named: "gzip data",
                    found: content.name(),
                },
            );
        }
        if !packed {
            return hand_to_reader(&name, content, &head, reader, options, &mut sink);
        }
        if let Some(limit) =
            Some(limits.file_bytes).filter(|limit| size.is_some_and(|size| size > *limit))
        {
            return sink.error(
                Location::File,
                Reason::TooLarge {
                    what: "file",
                    limit,
                },
            );
        }
        match input::peek(input::gunzip(reader, limits)) {
            Ok((head, reader)) => {
                let content = sniff(&head);
                sink.size = None;
                hand_to_reader(&name, content, &head, reader, options, &mut sink);
            }
            Err(error) => sink.error(Location::File, input::reason_of(error)),
        }
    }
}

/// Hands the bytes of a file to the reader for its format.
fn hand_to_reader(
    name: &Name,
    content: Content,
    head: &[u8],
    reader: impl Read,
    options: &ReadOptions,
    sink: &mut Sink<'_>,
) {
    let limits = &options.limits;
    let (how, format, warning) = match reader_for(name, content) {
        Ok(chosen) => chosen,
        Err(reason) => return sink.error(Location::File, reason),
    };
    sink.pending.extend(warning);
    let (what, limit) = match how {
        Reader::Text(_) => ("text file", limits.text_bytes),
        Reader::Records(_) => ("file", limits.file_bytes),
        Reader::File(_) => ("file", u64::MAX), // such a reader has limits of its own
    };
    if sink.size.is_some_and(|size| size > limit) {
        return sink.error(Location::File, Reason::TooLarge { what, limit });
    }
    match how {
        Reader::Text(parse) => match input::read_whole(input::to_utf8(head, reader), what, limit) {
            Ok((text, foreign)) => {
                let document = parse(&text);
                if document.title.is_empty() && document.text.is_empty() {
                    sink.error(Location::File, Reason::NoText);
                } else {
                    sink.whole_file(document, foreign);
                }
            }
            Err(reason) => sink.error(Location::File, reason),
        },
        Reader::Records(read) => read(
            Lines::new(input::to_utf8(head, reader), limits.line_bytes),
            sink,
        ),
        Reader::File(read) if sink.size.is_some() => read(options, sink),
        Reader::File(_) => {
            let found = format!("{} that is compressed or no file", format.name);
            sink.error(Location::File, unsupported(found));
        }
    }
}
