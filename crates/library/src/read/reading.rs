//! One call of a reader: walks files and folders, unpacks, looks at the content and chooses the reader.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::archive::{self, Archive};
use super::attached::Attached;
use super::content::{Content, Name, reader_for, sniff, unsupported};
use super::error::{Location, ReadError, Reason};
use super::input::{self, Lines};
use super::notes::Note;
use super::options::{ReadOptions, ReadSummary};
use super::passed::{PassedOver, is_auxiliary};
use super::sink::Sink;
use super::walk;
use crate::Document;
use crate::format::Reader;
use crate::identifiers::identifiers;
use crate::stamp::Stamp;

/// A file that is to be read.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    /// What it is called in messages and as the source of its documents.
    file: &'a Path,
    /// Where it lies on the disk, unless it is a stream.
    disk: Option<&'a Path>,
    /// Its size in bytes, where it is known.
    size: Option<u64>,
    /// What it is like, where it lies on the disk by itself.
    stamp: Option<Stamp>,
    /// Archives that it lies in.
    archives: u64,
}

impl<'a> Given<'a> {
    /// A stream that is called so.
    pub(super) fn stream(file: &'a Path) -> Self {
        Given {
            file,
            disk: None,
            size: None,
            stamp: None,
            archives: 0,
        }
    }
}

/// One call: what is common to all its files.
pub(super) struct Reading<'a> {
    options: &'a ReadOptions,
    cancel: &'a AtomicBool,
    on_record: &'a mut dyn FnMut(Result<Document, ReadError>),
    notes: &'a dyn Fn(Note),
    pub(super) summary: ReadSummary,
    /// What was given, and the files in it that are of kinds that cannot be read.
    root: PathBuf,
    passed: PassedOver,
    /// PDFs that records have named, and that belong to these.
    attached: Attached,
}

impl<'a> Reading<'a> {
    pub(super) fn new(
        options: &'a ReadOptions,
        cancel: &'a AtomicBool,
        on_record: &'a mut dyn FnMut(Result<Document, ReadError>),
        notes: &'a dyn Fn(Note),
    ) -> Self {
        Reading {
            options,
            cancel,
            on_record,
            notes,
            summary: ReadSummary::default(),
            root: PathBuf::new(),
            passed: PassedOver::default(),
            attached: Attached::default(),
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

    /// Reads a file or a folder that was given, and tells of the files in it that were passed over.
    pub(super) fn given(&mut self, path: &Path) {
        path.clone_into(&mut self.root);
        self.path(path, true, 0);
        let passed = std::mem::take(&mut self.passed);
        if passed.files > 0 {
            let place = path.to_owned();
            (self.notes)(Note::PassedOver { place, passed });
        }
    }

    /// Reads a file or a folder.
    fn path(&mut self, path: &Path, asked_for: bool, depth: u64) {
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
            return self.passed.take(&self.root, path);
        }
        if self.attached.has(path) {
            return;
        }
        let stamp = Stamp::of(&metadata);
        let before = self.options.read_before.as_ref();
        if !asked_for && before.is_some_and(|before| before.has(path, stamp)) {
            let file = path.to_owned();
            return (self.notes)(Note::Unchanged { file });
        }
        if !self.takes_another(path) {
            return;
        }
        if metadata.len() == 0 {
            return self.error(path, Location::File, Reason::Empty);
        }
        self.attached.read_alone(path);
        match File::open(path) {
            Ok(mut opened) => {
                let given = Given {
                    file: path,
                    disk: Some(path),
                    size: Some(metadata.len()),
                    stamp: Some(stamp),
                    archives: 0,
                };
                // As long as it was when it was opened: one that grows for ever has an end too.
                self.stream(&given, &mut opened.by_ref().take(metadata.len()));
                let now = opened.metadata().map_or(0, |now| now.len());
                if now > metadata.len() && !self.cancelled() {
                    let read = metadata.len();
                    self.error(path, Location::File, Reason::Grew { read });
                }
            }
            Err(error) => self.error(path, Location::File, Reason::Io(error)),
        }
    }

    /// Counts a file; says so once when there are more than the limit.
    fn takes_another(&mut self, path: &Path) -> bool {
        let limit = self.options.limits.files;
        let files = self.summary.files;
        if files <= limit {
            self.summary.files += 1;
        }
        if files == limit {
            let what = "files";
            self.error(path, Location::File, Reason::TooMany { what, limit });
        }
        files < limit
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
        match walk::children(path) {
            Ok(paths) => {
                for path in paths {
                    self.path(&path, false, depth + 1);
                }
            }
            Err(error) => self.error(path, Location::File, Reason::Io(error)),
        }
    }

    /// Reads one file: unpack, look at the content, choose the reader.
    pub(super) fn stream(&mut self, given: &Given<'_>, reader: &mut dyn Read) {
        let limits = &self.options.limits;
        let file = given.file;
        let name = Name::of(file);
        let (head, reader) = match input::peek(reader) {
            Ok(peeked) => peeked,
            Err(error) => return self.error(file, Location::File, input::reason_of(error)),
        };
        let content = sniff(&head);
        let packed = matches!(content, Content::Gzip) && (name.gzip || !name.is_whole_file());
        if name.gzip && !packed && !matches!(content, Content::Empty) {
            let reason = Reason::WrongExtension {
                named: "gzip data",
                found: content.name(),
            };
            return self.error(file, Location::File, reason);
        }
        if !packed {
            return self.content(given, &name, &head, Box::new(reader));
        }
        let limit = limits.file_bytes;
        if given.size.is_some_and(|size| size > limit) {
            let reason = Reason::TooLarge {
                what: "file",
                limit,
            };
            return self.error(file, Location::File, reason);
        }
        match input::peek(input::gunzip(reader, limits)) {
            Ok((head, reader)) => {
                let unpacked = Given {
                    disk: None,
                    size: None,
                    stamp: None,
                    ..*given
                };
                self.content(&unpacked, &name, &head, Box::new(reader));
            }
            Err(error) => self.error(file, Location::File, input::reason_of(error)),
        }
    }

    /// Hands the bytes of a file to the reader for what they are.
    fn content(
        &mut self,
        given: &Given<'_>,
        name: &Name,
        head: &[u8],
        mut reader: Box<dyn Read + '_>,
    ) {
        let options = self.options;
        let limits = &options.limits;
        let file = given.file;
        let (how, format, warning) = match reader_for(name, sniff(head)) {
            Ok(chosen) => chosen,
            Err(reason) => return self.error(file, Location::File, reason),
        };
        if matches!(how, Reader::File(_) | Reader::Archive(Archive::Zip)) && given.disk.is_none() {
            return match archive::spool(&mut reader, limits.spooled_bytes) {
                Ok(spooled) => {
                    let given = Given {
                        disk: Some(spooled.path()),
                        ..*given
                    };
                    self.content(&given, name, head, Box::new(std::io::empty()));
                }
                Err(reason) => self.error(file, Location::File, reason),
            };
        }
        if let Reader::Archive(kind) = how {
            return self.archive(given, kind, &mut *reader);
        }
        (self.notes)(Note::File {
            file: file.to_owned(),
            format: format.label,
        });
        let told = |summary: &ReadSummary| summary.documents + summary.errors;
        let before = told(&self.summary);
        let mut sink = Sink {
            file,
            disk: given.disk,
            cancel: self.cancel,
            on_record: &mut *self.on_record,
            summary: &mut self.summary,
            notes: self.notes,
            columns: &options.columns,
            pdf: options.pdf.as_ref(),
            read_before: options.read_before.as_deref(),
            attached: &mut self.attached,
            limits,
            size: given.size,
            stamp: given.stamp,
            pending: Vec::new(),
            documents: 0,
        };
        sink.pending.extend(warning);
        let (what, limit) = match how {
            Reader::Text(_) => ("text file", limits.text_bytes),
            Reader::Records(_) | Reader::Stream(_) => ("file", limits.file_bytes),
            Reader::Bytes(_) => ("file", limits.whole_bytes),
            Reader::File(_) | Reader::Archive(_) => ("file", u64::MAX), // these have limits of their own
        };
        if sink.size.is_some_and(|size| size > limit) {
            return sink.error(Location::File, Reason::TooLarge { what, limit });
        }
        match how {
            Reader::Text(parse) => {
                match input::read_whole(input::to_utf8(head, reader), what, limit) {
                    Ok((text, foreign)) => match identifiers(&text) {
                        Some(list) => sink.identifiers(list),
                        None => sink.whole_file(parse(&text), foreign),
                    },
                    Err(reason) => sink.error(Location::File, reason),
                }
            }
            Reader::Records(read) => read(
                Lines::new(input::to_utf8(head, reader), limits.line_bytes),
                &mut sink,
            ),
            Reader::Stream(read) => read(&mut input::to_utf8(head, reader), &mut sink),
            Reader::Bytes(read) => {
                let mut bytes = Vec::new();
                match reader.take(limit + 1).read_to_end(&mut bytes) {
                    Err(error) => sink.error(Location::File, input::reason_of(error)),
                    Ok(_) if bytes.len() as u64 > limit => {
                        sink.error(Location::File, Reason::TooLarge { what, limit });
                    }
                    Ok(_) => read(&bytes, &mut sink),
                }
            }
            Reader::File(read) => read(options, &mut sink),
            Reader::Archive(_) => {}
        }
        // Nothing but empty lines, marks of the order of bytes or the like.
        let says_nothing = told(&self.summary) == before && !self.cancelled();
        if says_nothing && matches!(how, Reader::Records(_) | Reader::Stream(_)) {
            self.error(file, Location::File, Reason::Empty);
        }
    }

    /// Reads the files of an archive as if they lay in a folder.
    fn archive(&mut self, given: &Given<'_>, kind: Archive, reader: &mut dyn Read) {
        let limits = &self.options.limits;
        let limit = limits.archive_depth;
        let reason = Reason::TooMany {
            what: "archives inside each other",
            limit,
        };
        if given.archives >= limit {
            return self.error(given.file, Location::File, reason);
        }
        let mut wanted = false;
        let mut on_entry = |name: &str, entry: Result<&mut dyn Read, Reason>| {
            if self.cancelled() {
                return false;
            }
            let shown = archive::shown(given.file, name);
            let own = shown.file_name().unwrap_or_default().to_string_lossy();
            if is_auxiliary(&own) {
                return true;
            }
            if !Name::of(&shown).is_wanted() {
                self.passed.take(&self.root, &shown);
                return true;
            }
            wanted = true;
            if !self.takes_another(&shown) {
                return false;
            }
            match entry {
                Ok(entry) => {
                    let inner = Given {
                        file: &shown,
                        disk: None,
                        size: None,
                        stamp: None,
                        archives: given.archives + 1,
                    };
                    self.stream(&inner, entry);
                }
                Err(reason) => self.error(&shown, Location::File, reason),
            }
            true
        };
        let walked = match (kind, given.disk) {
            (Archive::Zip, Some(disk)) => archive::walk_zip(disk, limits, &mut on_entry),
            (Archive::Zip, None) => Err(Reason::Archive("it is no file".to_owned())),
            (Archive::Tar, _) => archive::walk_tar(reader, &mut on_entry),
        };
        match walked {
            Err(reason) => self.error(given.file, Location::File, reason),
            Ok(()) if !wanted && !self.cancelled() => {
                let reason = unsupported("an archive without a file that can be read");
                self.error(given.file, Location::File, reason);
            }
            Ok(()) => {}
        }
    }
}
