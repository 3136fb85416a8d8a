//! Files that are written whole or not at all: aside first, and renamed when they are done, so that a full disk or a failure half way
//! leaves what was there.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Writes a file by `write`. What was at `path` stays until all is written and on the disk; after an error it is still there, and
/// nothing else is. A link is followed; a pipe or a device is written as it is.
///
/// # Errors
/// What `write` gives, or why the file could not be made, kept or renamed.
pub fn write_aside<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<T, E> {
    let there = match std::fs::metadata(path) {
        Ok(there) => Some(there),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    if there
        .as_ref()
        .is_some_and(|there| !there.is_file() && !there.is_dir())
    {
        return write(&mut File::options().write(true).open(path)?);
    }
    let target = match there {
        Some(_) => std::fs::canonicalize(path)?,
        None => linked(path),
    };
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut aside = unfinished_in(folder.unwrap_or(Path::new(".")))?;
    let written = write(aside.as_file_mut())?;
    if let Some(there) = there {
        // Where files have no permissions to be set, there are none to be kept.
        let _ = aside.as_file().set_permissions(there.permissions());
    }
    aside.as_file().sync_all()?;
    aside.persist(&target).map_err(|error| error.error)?;
    Ok(written)
}

/// What the names of unfinished files begin and end with.
const NAMED: (&str, &str) = (".corpus-atlas-", ".part");
/// An unfinished file that nothing was written to for so long was left by a kill.
const LEFT: Duration = Duration::from_secs(24 * 60 * 60);

/// A new file in a folder, which is gone when it is dropped. Those that kills left there are taken away first.
pub(crate) fn unfinished_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    clear(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(NAMED.0).suffix(NAMED.1);
    // As any new file: the user's mask takes away what others must not do. Left out, it would be the owner's alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Takes away what kills left in a folder. What cannot be looked at or taken away stays.
fn clear(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !name.starts_with(NAMED.0) || !name.ends_with(NAMED.1) {
            continue;
        }
        let age = entry.metadata().and_then(|file| match file.is_file() {
            true => file.modified(),
            false => Err(io::ErrorKind::InvalidInput.into()),
        });
        let age = age.ok().and_then(|written| written.elapsed().ok());
        if age.is_some_and(|age| age > LEFT) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// What a link that leads to no file yet names; else the path itself.
fn linked(path: &Path) -> PathBuf {
    match std::fs::read_link(path) {
        Ok(to) => path.parent().unwrap_or(Path::new("")).join(to),
        Err(_) => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("a folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names.map(|n| n.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_kill_left_is_taken_away_a_day_later() {
        let folder = tempfile::tempdir().expect("a folder");
        let old = std::time::SystemTime::now() - 2 * LEFT;
        for (name, is_old) in [
            (".corpus-atlas-1.part", true),
            (".corpus-atlas-2.part", false),
            (".corpus-atlas.toml", true),
            ("thesis.part", true),
        ] {
            let file = File::create(folder.path().join(name)).expect("made");
            if is_old {
                file.set_modified(old).expect("dated");
            }
        }
        let made = unfinished_in(folder.path()).expect("made");
        made.close().expect("taken away");
        let left = [".corpus-atlas-2.part", ".corpus-atlas.toml", "thesis.part"];
        assert_eq!(names(folder.path()), left);
    }

    #[test]
    fn a_file_stays_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("picture.png");
        let write = |words: &'static [u8], fails: bool| {
            write_aside(&path, |file| -> io::Result<usize> {
                file.write_all(words)?;
                match fails {
                    true => Err(io::ErrorKind::StorageFull.into()),
                    false => Ok(words.len()),
                }
            })
        };
        write(b"half", true).expect_err("the disk is full");
        assert!(names(folder.path()).is_empty(), "nothing is left of it");
        assert_eq!(write(b"good", false).expect("written"), 4);
        let error = write(b"half of the next", true).expect_err("the disk is full");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(std::fs::read(&path).expect("there"), b"good");
        assert_eq!(names(folder.path()), ["picture.png"]);
        write(b"better", false).expect("written");
        assert_eq!(std::fs::read(&path).expect("there"), b"better");
        let missing = folder.path().join("no such folder/a.png");
        assert!(write_aside(&missing, |_| io::Result::Ok(())).is_err());
        assert!(write_aside(folder.path(), |_| io::Result::Ok(())).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn links_are_followed_and_devices_written_as_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("a.csv"), folder.path().join("link.csv"));
        symlink("a.csv", &link).expect("a link");
        let write = |path: &Path| {
            write_aside(path, |file| {
                file.write_all(&[b'x'; 100_000])?;
                file.flush()
            })
        };
        write(&link).expect("written through a link that leads nowhere yet");
        assert_eq!(std::fs::metadata(&file).expect("there").len(), 100_000);
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).expect("set");
        write(&link).expect("written again");
        assert!(link.is_symlink());
        let mode = std::fs::metadata(&file)
            .expect("there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o640);
        let error = write(Path::new("/dev/full")).expect_err("it is full");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(Path::new("/dev/full").exists());
        write(Path::new("/dev/null")).expect("takes anything");
    }
}
