//! Pictures made beside the frame: what is there stays until the next is ready, and one is made at a time.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use super::{Reporter, spawn};

/// Something that takes longer than a frame has time for, made on a thread for a key that says what it shows.
pub struct Beside<K, T> {
    making: Option<(K, Mutex<Receiver<T>>)>,
    /// What could not be made: not tried again.
    broken: Option<K>,
}

impl<K, T> Default for Beside<K, T> {
    fn default() -> Self {
        Self {
            making: None,
            broken: None,
        }
    }
}

impl<K: PartialEq, T: Send + 'static> Beside<K, T> {
    /// What is ready, once, with its key.
    pub fn take(&mut self) -> Option<(K, T)> {
        let (key, made) = self.making.take()?;
        let received = made.lock().ok().map(|made| made.try_recv());
        match received {
            Some(Ok(made)) => Some((key, made)),
            Some(Err(TryRecvError::Empty)) => {
                self.making = Some((key, made));
                None
            }
            // It broke off, which has been told.
            Some(Err(TryRecvError::Disconnected)) | None => {
                self.broken = Some(key);
                None
            }
        }
    }

    /// Whether something is being made.
    pub fn is_busy(&self) -> bool {
        self.making.is_some()
    }

    /// Whether something else can be begun: nothing is being made, and this has not broken off before.
    pub fn is_free_for(&self, key: &K) -> bool {
        self.making.is_none() && self.broken.as_ref() != Some(key)
    }

    /// Begins to make something; the window is woken when it is ready.
    pub fn begin(
        &mut self,
        key: K,
        what: &str,
        report: &Reporter,
        work: impl FnOnce() -> T + Send + 'static,
    ) {
        let (made, receive) = channel();
        let wake = report.clone();
        self.making = Some((key, Mutex::new(receive)));
        spawn(what, report, move || {
            // A window that has closed wants nothing.
            let _ = made.send(work());
            wake.wake();
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn reporter() -> (Reporter, Receiver<super::super::Answer>, Arc<AtomicUsize>) {
        let (answers, received) = channel();
        let woken = Arc::new(AtomicUsize::new(0));
        let count = woken.clone();
        let wake = Arc::new(move || {
            count.fetch_add(1, Ordering::SeqCst);
        });
        (Reporter { answers, wake }, received, woken)
    }

    fn waited<T: Send + 'static>(beside: &mut Beside<u32, T>) -> (u32, T) {
        loop {
            if let Some(made) = beside.take() {
                return made;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn what_is_made_comes_once_and_wakes_the_window() {
        let (report, _received, woken) = reporter();
        let mut beside = Beside::default();
        assert!(beside.take().is_none() && beside.is_free_for(&1));
        beside.begin(1, "a picture", &report, || "made");
        assert!(!beside.is_free_for(&2), "one at a time");
        assert_eq!(waited(&mut beside), (1, "made"));
        assert!(beside.take().is_none() && beside.is_free_for(&1));
        while woken.load(Ordering::SeqCst) == 0 {
            std::thread::yield_now();
        }
    }

    #[test]
    fn what_breaks_off_is_told_and_not_tried_again() {
        let (report, received, _) = reporter();
        let mut beside: Beside<u32, ()> = Beside::default();
        beside.begin(7, "a picture", &report, || panic!("out of range"));
        let told = received.recv_timeout(std::time::Duration::from_secs(30));
        assert!(told.is_ok());
        while !beside.is_free_for(&8) {
            assert!(beside.take().is_none());
        }
        assert!(!beside.is_free_for(&7));
    }
}
