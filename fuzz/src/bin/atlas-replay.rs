//! Feeds files to a target, each within the limits: `atlas-replay TARGET FILE…`. It fails, or is ended, at the first that breaks
//! something, having printed its name.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use atlas_fuzz::{Target, limits, target};

/// As a program's first thread and the workers of the window have it.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    match replay() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn replay() -> Result<()> {
    let mut words = std::env::args_os().skip(1);
    let name = words.next().context("atlas-replay TARGET FILE…")?;
    let target = name.to_str().and_then(target);
    let target = target.with_context(|| format!("there is no target {}", name.display()))?;
    for path in words.map(PathBuf::from) {
        println!("{}", path.display());
        read(target, &path)?;
    }
    Ok(())
}

/// Reads a file on a thread of its own. One that takes too long is left running; it ends with the process.
fn read(target: &'static Target, path: &Path) -> Result<()> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let (done, wait) = channel();
    let started = Instant::now();
    let work = thread::Builder::new().stack_size(STACK);
    work.spawn(move || done.send(limits::read(target, &bytes)))
        .context("a thread")?;
    match wait.recv_timeout(limits::TIME) {
        Ok(Ok(())) => {
            let took = started.elapsed();
            if took > limits::TIME / 5 {
                println!("  took {:.1} s", took.as_secs_f32());
            }
            Ok(())
        }
        Ok(Err(panic)) => bail!("{}: {panic}", path.display()),
        Err(RecvTimeoutError::Timeout) => {
            bail!("{}: not read within {:?}", path.display(), limits::TIME)
        }
        Err(RecvTimeoutError::Disconnected) => bail!("{}: the thread is gone", path.display()),
    }
}
