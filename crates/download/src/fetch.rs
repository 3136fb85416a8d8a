//! Fetching one file.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use url::Url;

use crate::address::usable;
use crate::catalogue::{RemoteFile, is_plain_name};
use crate::error::{DownloadError, Reason};
use crate::http::{self, Failure};
use crate::options::Options;
use crate::part::{self, Part};

/// A file that is there, whole and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Where it lies.
    pub path: PathBuf,
    /// Bytes that came over the network for it: none when it was there already.
    pub received: u64,
}

/// How an attempt ended that did not succeed.
enum Setback {
    /// Try again; what has come is good.
    Passing(String),
    /// Try again from the start.
    Restart(String),
    /// Give up; what has come may be used later.
    Stop(Reason),
    /// Give up; what has come is worthless.
    Discard(Reason),
}

impl From<std::io::Error> for Setback {
    fn from(e: std::io::Error) -> Setback {
        Setback::Stop(Reason::Disk(e))
    }
}

/// Fetches a file into a folder, made when absent; `progress` is told how many of its bytes are there.
///
/// The bytes are gathered in `NAME.part` and get the name `NAME` only when size and SHA-256 are right. A part left by an
/// earlier download is continued when the server can (`Range`) and still has the same file (`ETag`, `Last-Modified`,
/// size); else it starts anew. A file of that name that is already right is left alone, any other replaced.
///
/// # Errors
/// When the address or the name is not usable, the declared size is over [`Options::max_bytes`], the server refuses, the
/// connection fails for good, size or checksum are wrong, the disk refuses, another process is fetching the same file,
/// or `cancel` was set.
pub fn fetch(
    file: &RemoteFile,
    dir: &Path,
    options: &Options,
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Fetched, DownloadError> {
    let path = dir.join(&file.name);
    fetch_to(file, &path, options, cancel, progress).map_err(|reason| DownloadError {
        url: file.url.clone(),
        file: path,
        reason,
    })
}

fn fetch_to(
    file: &RemoteFile,
    path: &Path,
    options: &Options,
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Fetched, Reason> {
    if !is_plain_name(&file.name) {
        return Err(Reason::Name(file.name.clone()));
    }
    if file.bytes > options.max_bytes {
        return Err(Reason::TooLarge {
            bytes: file.bytes,
            limit: options.max_bytes,
        });
    }
    let url = usable(&file.url, None).map_err(Reason::Address)?;
    if is_there(file, path, cancel)? {
        progress(file.bytes);
        return Ok(Fetched {
            path: path.to_owned(),
            received: 0,
        });
    }
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir)?;
    }
    let mut download = Download {
        file,
        url,
        options,
        cancel,
        progress,
        agent: http::agent(options),
        part: Part::open(path)?,
        resumed: false,
        received: 0,
    };
    match download.run() {
        Ok(()) => {
            download.part.finish(path)?;
            Ok(Fetched {
                path: path.to_owned(),
                received: download.received,
            })
        }
        Err(Setback::Discard(reason)) => {
            download.part.discard()?;
            Err(reason)
        }
        Err(Setback::Passing(message) | Setback::Restart(message)) => {
            download.part.discard_if_empty()?;
            Err(Reason::Network {
                message,
                attempts: options.attempts,
            })
        }
        Err(Setback::Stop(reason)) => {
            download.part.discard_if_empty()?;
            Err(reason)
        }
    }
}

fn is_there(file: &RemoteFile, path: &Path, cancel: &AtomicBool) -> Result<bool, Reason> {
    if !fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() == file.bytes) {
        return Ok(false);
    }
    let Some(expected) = &file.sha256 else {
        return Ok(true);
    };
    match part::sha256(path, cancel)? {
        Some(found) => Ok(found == *expected),
        None => Err(Reason::Cancelled),
    }
}

struct Download<'a> {
    file: &'a RemoteFile,
    url: Url,
    options: &'a Options,
    cancel: &'a AtomicBool,
    progress: &'a mut dyn FnMut(u64),
    agent: ureq::Agent,
    part: Part,
    /// Whether some of the part came in an earlier attempt.
    resumed: bool,
    received: u64,
}

impl Download<'_> {
    fn run(&mut self) -> Result<(), Setback> {
        let mut last = Setback::Passing("it was not tried".into());
        for attempt in 0..self.options.attempts {
            if attempt > 0 {
                self.wait(self.options.pause * 2u32.saturating_pow(attempt - 1).min(64))?;
            }
            match self.attempt() {
                Ok(()) => return Ok(()),
                Err(Setback::Restart(message)) => {
                    self.part.restart()?;
                    self.resumed = false;
                    last = Setback::Restart(message);
                }
                Err(Setback::Passing(message)) => last = Setback::Passing(message),
                Err(other) => return Err(other),
            }
        }
        Err(last)
    }

    /// One request, up to the checked whole.
    fn attempt(&mut self) -> Result<(), Setback> {
        let whole = self.file.bytes;
        if !self.can_continue() {
            self.part.restart()?;
        }
        self.resumed = self.part.length > 0;
        (self.progress)(self.part.length);
        self.check_cancel()?;
        if self.part.length < whole || whole == 0 {
            self.receive()?;
        }
        let Some(expected) = &self.file.sha256 else {
            return Ok(());
        };
        let Some(found) = self.part.sha256(self.cancel)? else {
            return Err(Setback::Stop(Reason::Cancelled));
        };
        if found == *expected {
            return Ok(());
        }
        let reason = Reason::Checksum {
            expected: expected.clone(),
            found,
        };
        // The part may have been of another file; the server's own bytes deserve a chance.
        Err(if self.resumed {
            Setback::Restart(reason.to_string())
        } else {
            Setback::Discard(reason)
        })
    }

    /// Whether the part that is there can be the beginning of the file.
    fn can_continue(&self) -> bool {
        if self.part.length > self.file.bytes {
            return false;
        }
        match &self.part.state {
            Some(s) if s.bytes != self.file.bytes => false,
            // Without a checksum only the server can tell that it is the same file.
            Some(s) => {
                self.file.sha256.is_some()
                    || (s.url == self.url.as_str() && s.validator().is_some())
            }
            None => self.file.sha256.is_some(),
        }
    }

    /// Asks for what is missing and appends it.
    fn receive(&mut self) -> Result<(), Setback> {
        let (whole, start) = (self.file.bytes, self.part.length);
        let known = self
            .part
            .state
            .clone()
            .filter(|s| s.url == self.url.as_str());
        let validator = known.as_ref().and_then(|s| s.validator());
        let mut answer = http::get(&self.agent, &self.url, start, validator, self.options)
            .map_err(|f| match f {
                Failure::Passing(message) | Failure::NoWay(message) => Setback::Passing(message),
                Failure::Lasting(reason) => Setback::Stop(reason),
            })?;
        let wrong_size = |found| {
            Setback::Discard(Reason::Size {
                expected: whole,
                found,
            })
        };
        match answer.status {
            200 => {
                if let Some(length) = answer.content_length.filter(|n| *n != whole) {
                    return Err(wrong_size(length));
                }
                if start > 0 {
                    self.part.restart()?;
                    self.resumed = false;
                    (self.progress)(0);
                }
            }
            206 if start > 0 => {
                let Some((first, size)) = answer.content_range else {
                    return Err(Setback::Restart("a part without its place".into()));
                };
                if let Some(size) = size.filter(|n| *n != whole) {
                    return Err(wrong_size(size));
                }
                if first != start {
                    return Err(Setback::Restart("another part than asked for".into()));
                }
                if known.is_some_and(|k| k.changed(&answer.state)) {
                    return Err(Setback::Restart("the remote file has changed".into()));
                }
            }
            416 if start > 0 => {
                return Err(Setback::Restart("the server has no such part".into()));
            }
            408 | 429 | 500..=599 => {
                return Err(Setback::Passing(format!(
                    "the server answered {}",
                    answer.status
                )));
            }
            status => return Err(Setback::Stop(Reason::Status(status))),
        }
        if let Some(encoding) = answer.encoding {
            return Err(Setback::Stop(Reason::Protocol(format!(
                "the file is packed as {encoding:?}"
            ))));
        }
        answer.state.bytes = whole;
        self.part.remember(answer.state)?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            self.check_cancel()?;
            let n = match answer.body.read(&mut buffer) {
                Ok(n) => n,
                Err(e) => return Err(Setback::Passing(self.cut(&e.to_string()))),
            };
            if n == 0 {
                break;
            }
            self.received += n as u64;
            if self.part.length + n as u64 > whole {
                return Err(Setback::Discard(Reason::Endless(whole)));
            }
            self.part.append(&buffer[..n])?;
            (self.progress)(self.part.length);
        }
        match self.part.length {
            length if length == whole => Ok(()),
            // The end was announced, so this is all there is.
            length if answer.chunked => Err(wrong_size(length)),
            _ => Err(Setback::Passing(self.cut("the connection ended"))),
        }
    }

    fn cut(&self, message: &str) -> String {
        format!(
            "{message} after {} of {} bytes",
            self.part.length, self.file.bytes
        )
    }

    fn check_cancel(&self) -> Result<(), Setback> {
        if self.cancel.load(Ordering::Acquire) {
            return Err(Setback::Stop(Reason::Cancelled));
        }
        Ok(())
    }

    fn wait(&self, pause: Duration) -> Result<(), Setback> {
        let end = Instant::now() + pause;
        loop {
            self.check_cancel()?;
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            std::thread::sleep(left.min(Duration::from_millis(50)));
        }
    }
}
