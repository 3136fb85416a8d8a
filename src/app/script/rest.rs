//! What a window costs in which nothing happens: for `bench stage --rest`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

/// What was asked for before has been drawn by then.
const CALM: Duration = Duration::from_secs(5);

/// What was counted.
#[derive(Serialize)]
pub struct Rested {
    /// For so long, s.
    seconds: f64,
    /// Frames that were drawn.
    frames: u64,
    /// Processor time of all threads, s; nothing where the system does not tell.
    processor_s: Option<f64>,
}

/// Waits until all is calm, then counts for some seconds; on a thread of its own, so that no frame is drawn for it.
pub fn count(frames: &AtomicU64, seconds: f32, pause: impl Fn(Duration)) -> Rested {
    let now = || {
        let processor_s = evaluation::speed::cpu_seconds();
        (Instant::now(), frames.load(Ordering::Relaxed), processor_s)
    };
    pause(CALM);
    let (began, first, before) = now();
    pause(Duration::from_secs_f32(seconds));
    let (ended, last, after) = now();
    Rested {
        seconds: (ended - began).as_secs_f64(),
        frames: last - first,
        processor_s: after.zip(before).map(|(after, before)| after - before),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_counted_once_it_is_calm() {
        let frames = AtomicU64::new(7);
        let pause = |pause: Duration| {
            let drawn = if pause == CALM { 20 } else { 3 };
            frames.fetch_add(drawn, Ordering::Relaxed);
        };
        let rested = count(&frames, 0.25, pause);
        assert_eq!(rested.frames, 3);
        assert!(rested.seconds < 60.0);
        assert!(rested.processor_s.is_none_or(|spent| spent >= 0.0));
    }
}
