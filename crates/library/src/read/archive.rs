//! Archives of files: what is in a ZIP or a TAR is read as if it lay in a folder of that name.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::Reason;
use super::input::{self, Bounded};
use super::options::Limits;

/// The kinds of archives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Archive {
    Zip,
    Tar,
}

/// Whether these first bytes are those of a TAR archive (POSIX ustar; older ones have no mark).
pub(crate) fn begins_tar(head: &[u8]) -> bool {
    head.get(257..262) == Some(b"ustar")
}

/// What is told of each file in an archive: its name there, and its bytes or why it has none.
pub(super) type OnEntry<'a> = dyn FnMut(&str, Result<&mut dyn Read, Reason>) -> bool + 'a;

/// Walks through a ZIP archive that lies on the disk. `on_entry` says whether to go on.
pub(super) fn walk_zip(
    disk: &Path,
    limits: &Limits,
    on_entry: &mut OnEntry<'_>,
) -> Result<(), Reason> {
    let file = File::open(disk).map_err(Reason::Io)?;
    let size = file.metadata().map_err(Reason::Io)?.len();
    let file = BufReader::new(file);
    let mut zip = zip::ZipArchive::new(file).map_err(|error| Reason::Archive(error.to_string()))?;
    let mut left = limits.unpacked_bytes;
    for index in 0..zip.len() {
        let name = match zip.by_index_raw(index) {
            Ok(entry) if entry.is_dir() || entry.is_symlink() => continue,
            Ok(entry) => match entry.name() {
                // Where 437 has signs of money, 850 has letters, which names are likelier to have.
                Ok(name) if is_of_437(entry.name_raw()) => name.replace('¢', "ø").replace('¥', "Ø"),
                _ => name_of(entry.name_raw()),
            },
            Err(error) => return Err(Reason::Archive(error.to_string())),
        };
        if is_hidden(&name) {
            continue;
        }
        let go_on = match zip.by_index(index) {
            Ok(entry) => {
                // No file is packed into more than there is, whatever is said of it.
                let packed = entry.compressed_size().min(size);
                let mut bounded = Bounded::new(entry, packed, left, limits.gzip_ratio);
                let go_on = on_entry(&name, Ok(&mut bounded));
                left = left.saturating_sub(bounded.read_so_far());
                go_on
            }
            Err(zip::result::ZipError::UnsupportedArchive(reason)) => {
                on_entry(&name, Err(Reason::Archive(reason.to_string())))
            }
            Err(error) => on_entry(&name, Err(Reason::Archive(error.to_string()))),
        };
        if !go_on {
            break;
        }
    }
    Ok(())
}

/// Bytes of what a TAR archive says of one file, its name and more, at most: that is held in memory as a whole.
const HEADERS: u64 = 1 << 20;

/// Walks through a TAR archive as it comes. `on_entry` says whether to go on.
pub(super) fn walk_tar(reader: &mut dyn Read, on_entry: &mut OnEntry<'_>) -> Result<(), Reason> {
    let left = Rc::new(Cell::new(Some(HEADERS)));
    let mut tar = tar::Archive::new(Headers {
        inner: reader,
        left: Rc::clone(&left),
    });
    for entry in tar.entries().map_err(fault)? {
        let entry = entry.map_err(fault)?;
        if !entry.header().entry_type().is_file() {
            // What belongs to it is passed over on the way to the next one.
            let own = entry.header().entry_size().unwrap_or(0);
            left.set(Some(HEADERS.saturating_add(own)));
            continue;
        }
        left.set(None);
        let name = name_of(&entry.path_bytes());
        let mut whole = Whole {
            left: entry.size(),
            inner: entry,
        };
        if !is_hidden(&name) && !on_entry(&name, Ok(&mut whole)) {
            break;
        }
        // So that headers alone are left on that way.
        io::copy(&mut whole, &mut io::sink()).map_err(fault)?;
        left.set(Some(HEADERS));
    }
    Ok(())
}

/// A TAR archive whose headers have a limit.
struct Headers<'r> {
    inner: &'r mut dyn Read,
    /// Bytes that may be read before the next file; nothing while a file is read.
    left: Rc<Cell<Option<u64>>>,
}

impl Read for Headers<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buf)?;
        if let Some(left) = self.left.get() {
            let left = left.checked_sub(read as u64).ok_or_else(|| {
                io::Error::other("what it says of a file, as its name, is longer than 1 MiB")
            })?;
            self.left.set(Some(left));
        }
        Ok(read)
    }
}

/// A file of a TAR archive that must not end before its end.
struct Whole<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Whole<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buf)?;
        self.left = self.left.saturating_sub(read as u64);
        if read == 0 && self.left > 0 && !buf.is_empty() {
            let what = "the archive ends within a file";
            return Err(io::Error::new(ErrorKind::UnexpectedEof, what));
        }
        Ok(read)
    }
}

/// Why a TAR archive cannot be read on: the fault of what unpacks it, or its own.
fn fault(error: io::Error) -> Reason {
    match input::reason_of(error) {
        Reason::Io(error) => Reason::Archive(error.to_string()),
        reason => reason,
    }
}

/// Whether a name without a mark of its encoding is one of the code page of the first PCs (437, which ZIP names; 850 has the same letters
/// there): no UTF-8, and more accented letters so than in Latin-1.
fn is_of_437(raw: &[u8]) -> bool {
    let pc = |byte: &&u8| matches!(byte, 0x80..=0x9a | 0xa0..=0xa5);
    let latin = |byte: &&u8| matches!(byte, 0xc0..=0xff);
    std::str::from_utf8(raw).is_err()
        && raw.iter().filter(pc).count() > raw.iter().filter(latin).count()
}

/// A name as text: UTF-8, or Latin-1.
fn name_of(raw: &[u8]) -> String {
    match std::str::from_utf8(raw) {
        Ok(name) => name.to_owned(),
        Err(_) => encoding_rs::WINDOWS_1252
            .decode_without_bom_handling(raw)
            .0
            .into_owned(),
    }
}

/// Whether a file belongs to a system and not to a person.
fn is_hidden(name: &str) -> bool {
    name.split(['/', '\\'])
        .any(|part| part.starts_with('.') && part != "." && part != ".." || part == "__MACOSX")
}

/// The path that is shown of a file in an archive.
pub(super) fn shown(archive: &Path, name: &str) -> PathBuf {
    let parts = name
        .split(['/', '\\'])
        .filter(|part| !matches!(*part, "" | "." | ".."));
    parts.fold(archive.to_owned(), |path, part| path.join(part))
}

/// Copies what is read into a file of its own, for readers that need one; at most `limit` bytes.
pub(super) fn spool(reader: &mut dyn Read, limit: u64) -> Result<tempfile::NamedTempFile, Reason> {
    let mut file = tempfile::NamedTempFile::new().map_err(Reason::Io)?;
    let copied = io::copy(&mut reader.take(limit + 1), &mut file).map_err(input::reason_of)?;
    if copied > limit {
        return Err(Reason::TooLarge {
            what: "file in an archive",
            limit,
        });
    }
    Ok(file)
}
