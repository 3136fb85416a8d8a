//! A thread that makes an index of words while nobody waits for it.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::Duration;

use super::fault::Fault;
use super::index::Index;
use super::kept::Files;
use super::make::{Signals, Turns};
use super::source::State;

/// The thread. It ends when this is dropped.
pub struct Beside {
    signals: Arc<Signals>,
    thread: Option<JoinHandle<Result<(Index, State), Fault>>>,
}

impl Beside {
    /// Begins.
    pub fn begin(files: Files, signals: Arc<Signals>, turns: Turns) -> Result<Beside, Fault> {
        signals.stop.store(false, Ordering::Relaxed);
        let told = signals.clone();
        let work = move || loop {
            wait(&told, turns.quiet)?;
            match files.make(&told, turns) {
                // Once more, when it is quiet again.
                Err(Fault::Changed) => {}
                Err(fault) if fault.is_busy() => {}
                made => return made,
            }
        };
        let thread = std::thread::Builder::new().name("words".to_owned());
        Ok(Beside {
            signals,
            thread: Some(thread.spawn(work)?),
        })
    }

    /// What became of it; nothing while it is at work.
    pub fn ended(&mut self) -> Option<Result<(Index, State), Fault>> {
        if !self.thread.as_ref()?.is_finished() {
            return None;
        }
        let ended = self.thread.take()?.join();
        Some(ended.unwrap_or(Err(Fault::Damaged("the thread that made it has panicked"))))
    }
}

/// Waits until nobody of this process has written for a while.
fn wait(signals: &Signals, quiet: Duration) -> Result<(), Fault> {
    loop {
        let changes = signals.changes.load(Ordering::Relaxed);
        signals.sleep(quiet)?;
        if signals.changes.load(Ordering::Relaxed) == changes {
            return Ok(());
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        self.signals.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // One that has panicked has left nothing.
            let _ = thread.join();
        }
    }
}
