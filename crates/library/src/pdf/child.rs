//! The child process that opens a PDF, and its parent's end.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{PdfError, PdfLimits};

/// Tells the child how much memory it may use, and by being there that it is a child: a child never starts another.
const CHILD_VARIABLE: &str = "CORPUS_ATLAS_PDF_CHILD_MEMORY";
/// How often the parent looks whether the child is done.
const POLL: Duration = Duration::from_millis(5);
/// Room for deep, but not endless, recursion.
const CHILD_STACK: usize = 64 << 20;
/// Bytes of memory that a child gets for each byte of its file, beside [`PdfLimits::memory_bytes`].
const MEMORY_PER_BYTE: u64 = 6;
/// Bytes of memory that a child gets at most, however large its file is, where [`PdfLimits::memory_bytes`] are fewer.
const MOST_MEMORY: u64 = 1 << 30;

/// Why the child has nothing to give.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Refusal {
    Truncated(String),
    Damaged(String),
    Encrypted,
    NoText(usize),
    NoPage { page: u32, pages: u32 },
}

impl From<Refusal> for PdfError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Truncated(why) => PdfError::Truncated(why),
            Refusal::Damaged(why) => PdfError::Damaged(why),
            Refusal::Encrypted => PdfError::Encrypted,
            Refusal::NoText(pages) => PdfError::NoText { pages },
            Refusal::NoPage { page, pages } => PdfError::NoPage { page, pages },
        }
    }
}

/// What is wrong with a file that cannot be read: damaged, or cut off where its end is missing.
pub(super) fn damaged(bytes: &[u8], why: String) -> Refusal {
    let tail = &bytes[bytes.len().saturating_sub(2048)..];
    match tail.windows(5).any(|window| window == b"%%EOF") {
        true => Refusal::Damaged(why),
        false => Refusal::Truncated(why),
    }
}

/// What `exe args… FILE` prints, which must end in [`serve`].
pub(super) fn run(
    exe: &Path,
    args: &[&OsStr],
    file: &Path,
    limits: &PdfLimits,
    cancel: &AtomicBool,
) -> Result<Vec<u8>, PdfError> {
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        return Err(PdfError::Nested);
    }
    let file = std::path::absolute(file).map_err(PdfError::Process)?;
    let length = std::fs::metadata(&file).map_err(PdfError::Process)?.len();
    if length > limits.file_bytes {
        return Err(PdfError::TooLarge(limits.file_bytes));
    }
    let memory = memory_for(length, limits);
    let mut child = Command::new(exe)
        .args(args)
        .arg(&file)
        .env(CHILD_VARIABLE, memory.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(PdfError::Process)?;
    let output = drain(child.stdout.take(), limits.output_bytes);
    let complaint = drain(child.stderr.take(), 64 << 10);
    let (output, complaint) = match (output, complaint) {
        (Ok(output), Ok(complaint)) => (output, complaint),
        (Err(error), _) | (_, Err(error)) => {
            let _ = child.kill();
            let _ = child.wait();
            return Err(PdfError::Process(error));
        }
    };
    let status = wait(&mut child, limits.time, cancel);
    if status.is_err() {
        // The pipes close with the child, so that the draining threads end too. A child that is already gone is what we want.
        let _ = child.kill();
        let _ = child.wait();
    }
    let output = output.join().unwrap_or_default();
    let complaint = complaint.join().unwrap_or_default();
    let status = status?;
    if !status.success() {
        let complaint = String::from_utf8_lossy(&complaint);
        return Err(
            if complaint.contains("memory allocation of") || complaint.contains("capacity overflow")
            {
                PdfError::Memory(memory)
            } else if complaint.contains("overflowed its stack") {
                PdfError::Crashed("its page tree is nested without end".to_owned())
            } else {
                PdfError::Crashed(status.to_string())
            },
        );
    }
    Ok(output)
}

/// Bytes of memory for a file of so many bytes.
fn memory_for(length: u64, limits: &PdfLimits) -> u64 {
    let most = MOST_MEMORY.max(limits.memory_bytes);
    let of_file = MEMORY_PER_BYTE.saturating_mul(length);
    limits.memory_bytes.saturating_add(of_file).min(most)
}

/// The answer at the head of what a child printed.
pub(super) fn answer<T: DeserializeOwned>(output: &[u8]) -> Result<T, PdfError> {
    let answer: Result<T, Refusal> =
        serde_json::from_slice(output).map_err(|_| PdfError::Answer)?;
    Ok(answer?)
}

/// Reads a pipe on a thread: at most `limit` bytes are kept, the rest is read and dropped so that the child never blocks.
fn drain(
    pipe: Option<impl Read + Send + 'static>,
    limit: u64,
) -> io::Result<thread::JoinHandle<Vec<u8>>> {
    thread::Builder::new().spawn(move || {
        let mut kept = Vec::new();
        if let Some(mut pipe) = pipe {
            // An error here means that the child is gone; its exit status says more.
            let _ = pipe.by_ref().take(limit).read_to_end(&mut kept);
            let _ = io::copy(&mut pipe, &mut io::sink());
        }
        kept
    })
}

fn wait(child: &mut Child, time: Duration, cancel: &AtomicBool) -> Result<ExitStatus, PdfError> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(PdfError::Process)? {
            return Ok(status);
        }
        if cancel.load(Ordering::Relaxed) {
            return Err(PdfError::Cancelled);
        }
        if start.elapsed() > time {
            return Err(PdfError::Time(time));
        }
        thread::sleep(POLL);
    }
}

/// The child: takes on its limits, reads `file`, and prints the answer as a line of JSON on standard output, and what follows it.
pub(super) fn serve<T: Serialize + Send + 'static>(
    file: &Path,
    work: impl FnOnce(Vec<u8>) -> (Result<T, Refusal>, Vec<u8>) + Send + 'static,
) -> ExitCode {
    limit_memory();
    std::panic::set_hook(Box::new(|_| {})); // a panic on one page is expected and answered
    let file = file.to_owned();
    let refused = |why: String| (Err(Refusal::Damaged(why)), Vec::new());
    let done = thread::Builder::new()
        .stack_size(CHILD_STACK)
        .spawn(move || match std::fs::read(&file) {
            Ok(bytes) => work(bytes),
            Err(error) => refused(error.to_string()),
        });
    let (answer, more) = match done.map(thread::JoinHandle::join) {
        Ok(Ok(done)) => done,
        Ok(Err(_)) => refused("it could not be understood".to_owned()),
        Err(_) => return ExitCode::FAILURE,
    };
    match print(&answer, &more) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn print<T: Serialize>(answer: &Result<T, Refusal>, more: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, answer)?;
    if !more.is_empty() {
        out.write_all(b"\n")?;
        out.write_all(more)?;
    }
    out.flush()
}

/// Bytes of memory that the parent leaves its child.
#[cfg(any(unix, windows))]
fn memory_told() -> Option<u64> {
    std::env::var(CHILD_VARIABLE).ok()?.parse().ok()
}

/// Address space that the program and its libraries take by themselves, at most.
#[cfg(unix)]
const PROGRAM: u64 = 2 << 30;

#[cfg(unix)]
fn limit_memory() {
    let Some(bytes) = memory_told() else {
        return;
    };
    // Where the system has no such limit, the limits on size and time remain. What is mapped counts as address space, the program
    // itself too, which is large; what is taken from the heap counts as data.
    let space = bytes.saturating_add(PROGRAM);
    let _ = rlimit::setrlimit(rlimit::Resource::DATA, bytes, bytes);
    let _ = rlimit::setrlimit(rlimit::Resource::AS, space, space);
    let _ = rlimit::setrlimit(rlimit::Resource::CORE, 0, 0);
}

/// Puts the process into a job of its own, which may take so many bytes. No one has tried this: there was no Windows at hand.
#[cfg(windows)]
#[expect(unsafe_code, reason = "the system has no other form of these calls")]
fn limit_memory() {
    use std::ptr::null;

    use windows_sys::Win32::System::JobObjects::{
        AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_PROCESS_MEMORY,
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
        SetInformationJobObject,
    };
    use windows_sys::Win32::System::Threading::GetCurrentProcess;

    let Some(bytes) = memory_told() else {
        return;
    };
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY;
    limits.ProcessMemoryLimit = usize::try_from(bytes).unwrap_or(usize::MAX);
    let length = size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32;
    // SAFETY: the pointer leads to the limits, which live longer than the call and are as long as is said. The job is never closed: it ends with
    // the process. Where one of the calls fails, the limits on size and time remain.
    unsafe {
        let job = CreateJobObjectW(null(), null());
        let limits = (&raw const limits).cast();
        if !job.is_null()
            && SetInformationJobObject(job, JobObjectExtendedLimitInformation, limits, length) != 0
        {
            AssignProcessToJobObject(job, GetCurrentProcess());
        }
    }
}

#[cfg(not(any(unix, windows)))]
fn limit_memory() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_grows_with_the_file_and_ends() {
        let limits = PdfLimits::default();
        let of = |length: u64| memory_for(length, &limits);
        assert_eq!(of(1 << 20), (512 << 20) + (6 << 20));
        assert_eq!(of(limits.file_bytes), 1 << 30);
        assert_eq!(of(u64::MAX), 1 << 30);
        let generous = PdfLimits {
            memory_bytes: 2 << 30,
            ..limits
        };
        assert_eq!(memory_for(100, &generous), 2 << 30, "as was asked for");
    }
}
