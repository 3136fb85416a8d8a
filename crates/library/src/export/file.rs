//! A file that is written aside and put in its place when it is whole.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Fails to write once its reader has had enough.
pub(super) struct Cancellable<'a, W> {
    pub(super) inner: W,
    pub(super) cancelled: &'a dyn Fn() -> bool,
}

impl<W: Write> Write for Cancellable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.cancelled)() {
            return Err(io::Error::other("it was cancelled"));
        }
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// A path without links and detours; of a file that is not there yet, its folder's.
pub(super) fn resolved(path: &Path) -> io::Result<PathBuf> {
    match (path.canonicalize(), path.file_name()) {
        (Err(error), Some(name)) if error.kind() == io::ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| *folder != Path::new(""));
            let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
            Ok(folder.join(name))
        }
        (resolved, _) => resolved,
    }
}

/// A new file in the folder of another, which is gone when it is dropped.
fn file_beside(target: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".corpus-atlas-").suffix(".part");
    // As any new file: the user's mask takes away what others must not do. Left out, it would be the owner's alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(target.parent().unwrap_or(Path::new(".")))
}

/// Hands `write` the file at the end of `path`: a new one beside it, which takes its place when it is whole, so that a failure leaves what was
/// there before. A link is followed, and a device or a pipe written as it is.
///
/// # Errors
/// What `write` returns, and what the system says, by `failed`.
pub(super) fn write_whole<T, E>(
    path: &Path,
    target: &Path,
    failed: impl Fn(io::Error) -> E,
    write: impl FnOnce(&File) -> Result<T, E>,
) -> Result<T, E> {
    // Nothing is cut off by this; a file that may not be written is not replaced either.
    let there = match File::options().write(true).open(path) {
        Ok(file) => {
            let there = file.metadata().map_err(&failed)?;
            if !there.is_file() {
                return write(&file);
            }
            Some(there)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    let file = file_beside(target).map_err(&failed)?;
    let written = write(file.as_file())?;
    if let Some(there) = there {
        // Where files have no permissions to be set, there are none to be kept.
        let _ = file.as_file().set_permissions(there.permissions());
    }
    file.as_file().sync_all().map_err(&failed)?;
    file.persist(target).map_err(|error| failed(error.error))?;
    Ok(written)
}
