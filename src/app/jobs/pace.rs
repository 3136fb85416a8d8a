//! How far a job is, how fast it goes, and how long it will take.

use std::cell::Cell;
use std::time::{Duration, Instant};

use language::say;

use super::JobContext;

/// How often a job that goes through many things tells how far it is.
const EVERY: Duration = Duration::from_millis(200);

/// A job that goes through so many of something.
pub struct Steps<'a> {
    job: &'a JobContext,
    /// When the first step was told.
    begun: Cell<Option<Instant>>,
    /// When one was told last.
    told: Cell<Option<Instant>>,
}

impl<'a> Steps<'a> {
    /// Those of a job; their time begins with the first that is told.
    pub fn of(job: &'a JobContext) -> Self {
        Self {
            job,
            begun: Cell::default(),
            told: Cell::default(),
        }
    }

    /// So many are done of so many, in these words; now and then that is told.
    pub fn tell(&self, done: usize, of: usize, words: impl FnOnce() -> String) {
        let now = Instant::now();
        let is_soon = |told: Instant| now.duration_since(told) < EVERY;
        if self.told.get().is_some_and(is_soon) {
            return;
        }
        self.told.set(Some(now));
        let begun = self.begun.get().unwrap_or(now);
        self.begun.set(Some(begun));
        let mut facts = vec![words()];
        facts.extend(pace(done, Some(of), now.duration_since(begun)));
        let steps = (done as u64, Some(of as u64));
        self.job.progress(facts.join(", "), Some(steps));
    }

    /// The same of documents.
    pub fn documents(&self, done: usize, of: usize) {
        self.tell(done, of, || {
            say!("worker-documents-of", count = done, total = of)
        });
    }
}

/// How fast it goes and how long it will take, as [`library::pace`] says it on the command line; nothing before that can be told.
pub fn pace(done: usize, total: Option<usize>, time: Duration) -> Vec<String> {
    /// Before that a rate jumps about.
    const LEAST: Duration = Duration::from_secs(3);
    if done == 0 || time < LEAST {
        return Vec::new();
    }
    let rate = done as f64 / time.as_secs_f64();
    let a_minute = (rate * 60.0).max(1.0);
    let mut facts = vec![match rate >= 1.0 {
        true => say!("worker-pace-second", rate = language::decimal(rate, 0)),
        false => say!("worker-pace-minute", rate = language::decimal(a_minute, 0)),
    }];
    let left = total.map(|total| total.saturating_sub(done) as f64 / rate);
    let number = language::decimal;
    facts.extend(left.map(|seconds| match seconds.round() {
        s if s < 60.0 => say!("worker-left-seconds", time = number(s, 0)),
        s if s < 5_400.0 => say!("worker-left-minutes", time = number(s / 60.0, 0)),
        s => say!("worker-left-hours", time = number(s / 3_600.0, 1)),
    }));
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_told_once_it_is_known_and_what_is_left_where_the_end_is() {
        let ten = Duration::from_secs(10);
        assert!(pace(0, Some(1_000), ten).is_empty());
        assert!(pace(400, Some(1_000), ten / 5).is_empty());
        assert_eq!(pace(400, Some(1_000), ten).len(), 2);
        assert_eq!(pace(400, None, ten).len(), 1);
    }
}
