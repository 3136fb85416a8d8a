//! What has come so far: `NAME.part`, and beside it `NAME.part.json` with what the server said about its file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Reason;

/// Bytes of a state file read at most.
const MAX_STATE: u64 = 1 << 16;

/// What the server said about the file of which a part has come.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    /// Where it came from, before redirects.
    pub url: String,
    /// The server's entity tag.
    pub etag: Option<String>,
    /// The server's date of the file.
    pub last_modified: Option<String>,
    /// Size of the whole.
    pub bytes: u64,
}

impl State {
    /// What to name in `If-Range`. A weak tag does not promise the same bytes and must not be used there (RFC 9110,
    /// 13.1.5).
    pub fn validator(&self) -> Option<&str> {
        self.etag
            .as_deref()
            .filter(|e| !e.starts_with("W/"))
            .or(self.last_modified.as_deref())
    }

    /// Whether the server, asked again, speaks of another file.
    pub fn changed(&self, now: &State) -> bool {
        let differs =
            |a: &Option<String>, b: &Option<String>| matches!((a, b), (Some(a), Some(b)) if a != b);
        differs(&self.etag, &now.etag) || differs(&self.last_modified, &now.last_modified)
    }
}

/// The part of a file that has come, locked against other downloads of the same file.
pub(crate) struct Part {
    file: File,
    path: PathBuf,
    state_path: PathBuf,
    /// What is known of the whole; nothing for a fresh part.
    pub state: Option<State>,
    /// Bytes that have come.
    pub length: u64,
}

impl Part {
    /// Opens or makes the part of a file that is to be `target`.
    pub fn open(target: &Path) -> Result<Part, Reason> {
        let with = |suffix: &str| {
            let mut name = target.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        let (path, state_path) = (with(".part"), with(".part.json"));
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Reason::Busy),
            // Some network folders know no locks; a clash there ends in a wrong checksum, not in a wrong file.
            Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(e)) => return Err(e.into()),
        }
        let length = file.metadata()?.len();
        let mut part = Part {
            file,
            path,
            state: read_state(&state_path),
            state_path,
            length,
        };
        part.file.seek(SeekFrom::End(0))?;
        Ok(part)
    }

    /// Throws away what has come.
    pub fn restart(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.length = 0;
        self.state = None;
        remove(&self.state_path)
    }

    /// Remembers what the server said.
    pub fn remember(&mut self, state: State) -> io::Result<()> {
        fs::write(&self.state_path, serde_json::to_vec(&state)?)?;
        self.state = Some(state);
        Ok(())
    }

    /// Appends.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// SHA-256 of what lies on the disk; nothing when cancelled.
    pub fn sha256(&self, cancel: &AtomicBool) -> io::Result<Option<String>> {
        self.file.sync_all()?;
        sha256(&self.path, cancel)
    }

    /// Gives the whole its final name.
    pub fn finish(self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        // Windows does not rename open files.
        drop(self.file);
        fs::rename(&self.path, target)?;
        remove(&self.state_path)
    }

    /// Removes everything.
    pub fn discard(self) -> io::Result<()> {
        drop(self.file);
        remove(&self.path)?;
        remove(&self.state_path)
    }

    /// Removes what an attempt that brought nothing leaves behind.
    pub fn discard_if_empty(self) -> io::Result<()> {
        if self.length == 0 {
            return self.discard();
        }
        Ok(())
    }
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}

fn read_state(path: &Path) -> Option<State> {
    let mut bytes = Vec::new();
    File::open(path)
        .ok()?
        .take(MAX_STATE)
        .read_to_end(&mut bytes)
        .ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// SHA-256 of a file in hexadecimal digits; nothing when cancelled.
pub(crate) fn sha256(path: &Path, cancel: &AtomicBool) -> io::Result<Option<String>> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        if cancel.load(Ordering::Acquire) {
            return Ok(None);
        }
        match file.read(&mut buffer)? {
            0 => {
                let digits = hash.finalize().iter().map(|b| format!("{b:02x}")).collect();
                return Ok(Some(digits));
            }
            n => hash.update(&buffer[..n]),
        }
    }
}
