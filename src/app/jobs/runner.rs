//! Jobs: work on a thread of its own with progress, cancelling, a result, and a word when it breaks off.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use language::say;
use viewer::{Command, Ended, JobId, JobReport, Message};

use super::{Answer, Reporter};

/// What a job sees of the window.
pub struct JobContext {
    id: JobId,
    switches: Arc<Switches>,
    stopped: AtomicBool,
    report: Reporter,
}

/// What the window says to a job.
#[derive(Default)]
struct Switches {
    cancel: AtomicBool,
    pause: Mutex<Pause>,
}

/// Whether a job waits, and how long it has.
#[derive(Default)]
struct Pause {
    since: Option<Instant>,
    before: Duration,
}

impl JobContext {
    /// The job's name.
    pub fn id(&self) -> JobId {
        self.id
    }

    /// Whether the user has ended it.
    pub fn is_cancelled(&self) -> bool {
        self.switches.cancel.load(Ordering::Acquire)
    }

    /// Whether the user lets it wait.
    pub fn is_paused(&self) -> bool {
        let pause = self.switches.pause.lock();
        pause.is_ok_and(|pause| pause.since.is_some())
    }

    /// How long it has waited by the user's will.
    pub fn waited(&self) -> Duration {
        let pause = self.switches.pause.lock();
        pause.map_or(Duration::ZERO, |pause| {
            let now = pause.since.map(|since| since.elapsed());
            pause.before + now.unwrap_or_default()
        })
    }

    /// Notes that the job ends before its end, because it was cancelled. One that was cancelled too late has done its work.
    pub fn mark_stopped(&self) {
        self.stopped.store(true, Ordering::Release);
    }

    /// The same as [`JobContext::is_cancelled`], for code that takes a flag.
    pub fn cancel_flag(&self) -> &AtomicBool {
        &self.switches.cancel
    }

    /// Where the job is, in words, with steps done and how many there are.
    pub fn progress(&self, detail: impl Into<String>, steps: Option<(u64, Option<u64>)>) {
        self.tell(Message::Job(JobReport {
            detail: Some(detail.into()),
            progress: steps,
            ..JobReport::of(self.id)
        }));
    }

    /// Says how the job is doing, for those who keep what they are told with.
    pub fn says(&self) -> impl Fn(&str) + Send + use<> {
        let (report, id) = (self.report.clone(), self.id);
        move |words| {
            report.tell(Message::Job(JobReport {
                detail: Some(words.to_owned()),
                ..JobReport::of(id)
            }));
        }
    }

    /// Sends a message to the core.
    pub fn tell(&self, message: Message) {
        self.report.tell(message);
    }

    /// Sends an answer to the window.
    pub fn send(&self, answer: Answer) {
        self.report.send(answer);
    }

    /// Sends a problem that does not end the job.
    pub fn problem(&self, place: impl Into<String>, reason: impl ToString) {
        self.report.problem(place, reason);
    }

    /// For those who report in the job's name.
    pub fn reporter(&self) -> &Reporter {
        &self.report
    }
}

/// Runs jobs.
pub struct Runner {
    report: Reporter,
    running: Arc<Mutex<HashMap<JobId, Arc<Switches>>>>,
}

impl Runner {
    /// One that reports there.
    pub fn new(report: Reporter) -> Self {
        Self {
            report,
            running: Arc::default(),
        }
    }

    /// Runs a job to its end. What it returns are the last words about it (empty: none), or why it failed (which, after it was
    /// cancelled, is that); a panic is told too.
    pub fn run(
        &self,
        id: JobId,
        work: impl FnOnce(&JobContext) -> Result<String, String> + Send + 'static,
    ) {
        let switches = Arc::new(Switches::default());
        if let Ok(mut running) = self.running.lock() {
            running.insert(id, switches.clone());
        }
        let context = JobContext {
            id,
            switches,
            stopped: AtomicBool::new(false),
            report: self.report.clone(),
        };
        let running = self.running.clone();
        let spawned = spawn(&format!("job {}", id.0), &self.report, move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| work(&context)));
            let outcome = outcome.unwrap_or_else(|panic| Err(broke_off(&*panic)));
            if let Ok(mut running) = running.lock() {
                running.remove(&id);
            }
            let (detail, ended) = match outcome {
                Ok(words) if context.stopped.load(Ordering::Acquire) => {
                    (Some(words), Ended::Cancelled)
                }
                Ok(words) => (Some(words), Ended::Done),
                Err(_) if context.is_cancelled() => (None, Ended::Cancelled),
                Err(reason) => (None, Ended::Failed(reason)),
            };
            context.tell(Message::Job(JobReport {
                detail,
                ended: Some(ended),
                ..JobReport::of(id)
            }));
        });
        if spawned.is_none() {
            self.report.tell(Message::Job(JobReport {
                ended: Some(Ended::Failed(say!("worker-no-thread"))),
                ..JobReport::of(id)
            }));
        }
    }

    /// Ends a job when it next looks.
    pub fn cancel(&self, id: JobId) {
        if let Ok(running) = self.running.lock()
            && let Some(switches) = running.get(&id)
        {
            switches.cancel.store(true, Ordering::Release);
        }
    }

    /// Lets a job wait, or go on, when it next looks.
    pub fn pause(&self, id: JobId, paused: bool) {
        if let Ok(running) = self.running.lock()
            && let Some(switches) = running.get(&id)
            && let Ok(mut pause) = switches.pause.lock()
        {
            let since = pause.since.take();
            pause.before += since.map(|since| since.elapsed()).unwrap_or_default();
            pause.since = paused.then(Instant::now);
        }
    }

    /// Ends all of them, and gives them so long to clear up: an export takes its unfinished file away.
    pub fn end_all(&self, within: Duration) {
        if let Ok(running) = self.running.lock() {
            for switches in running.values() {
                switches.cancel.store(true, Ordering::Release);
            }
        }
        let started = Instant::now();
        let busy = || self.running.lock().is_ok_and(|running| !running.is_empty());
        while busy() && started.elapsed() < within {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// What a panic says of itself.
pub fn broke_off(panic: &(dyn std::any::Any + Send)) -> String {
    let words = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    match words {
        Some(words) => say!("worker-fault", words = words),
        None => say!("worker-unknown-fault"),
    }
}

/// Starts a thread. When it cannot be started, or breaks off by a panic, the window is told.
pub fn spawn(
    name: &str,
    report: &Reporter,
    work: impl FnOnce() + Send + 'static,
) -> Option<JoinHandle<()>> {
    let (tell, called) = (report.clone(), name.to_owned());
    let guarded = move || {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            tell.problem(called, broke_off(&*panic));
        }
    };
    let thread = std::thread::Builder::new().name(name.to_owned());
    match thread.spawn(guarded) {
        Ok(handle) => Some(handle),
        Err(error) => {
            let error = error.to_string();
            report.problem(name, say!("worker-thread-not-started", error = error));
            None
        }
    }
}

/// Sends a command when so many seconds are over.
pub fn later(name: &str, seconds: f32, command: Command, report: &Reporter) {
    let tell = report.clone();
    spawn(name, report, move || {
        std::thread::sleep(Duration::from_secs_f32(seconds.clamp(0.0, 3600.0)));
        tell.send(Answer::Do(Box::new(command)));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, channel};

    fn runner() -> (Runner, Receiver<Answer>) {
        let (answers, received) = channel();
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(|| {});
        (Runner::new(Reporter { answers, wake }), received)
    }

    fn ended(received: &Receiver<Answer>) -> (Option<String>, Ended) {
        loop {
            let answer = received.recv_timeout(Duration::from_secs(30)).unwrap();
            if let Answer::Tell(message) = answer
                && let Message::Job(report) = *message
                && let Some(ended) = report.ended
            {
                return (report.detail, ended);
            }
        }
    }

    #[test]
    fn a_job_ends_with_its_words_its_reason_or_a_word_about_its_panic() {
        let (runner, received) = runner();
        runner.run(JobId(1), |job| {
            job.progress("half", Some((1, Some(2))));
            Ok("12 landed".to_owned())
        });
        assert_eq!(ended(&received), (Some("12 landed".into()), Ended::Done));
        runner.run(JobId(2), |_| Err("the disk is full".to_owned()));
        let full = Ended::Failed("the disk is full".into());
        assert_eq!(ended(&received), (None, full));
        runner.run(JobId(3), |_| panic!("an index was wrong"));
        let (_, broken) = ended(&received);
        assert!(matches!(&broken, Ended::Failed(why) if why.contains("an index was wrong")));
    }

    #[test]
    fn a_job_that_is_cancelled_ends_so() {
        let (runner, received) = runner();
        runner.run(JobId(7), |job| {
            while !job.is_cancelled() {
                std::thread::yield_now();
            }
            job.mark_stopped();
            Ok("3 landed".to_owned())
        });
        runner.cancel(JobId(6));
        runner.cancel(JobId(7));
        let (words, how) = ended(&received);
        assert_eq!(
            (words.as_deref(), how),
            (Some("3 landed"), Ended::Cancelled)
        );
        assert!(runner.running.lock().unwrap().is_empty());
    }

    #[test]
    fn jobs_are_given_time_to_clear_up_when_the_window_closes() {
        let (runner, received) = runner();
        for id in 0..3 {
            runner.run(JobId(id), |job| {
                while !job.is_cancelled() {
                    std::thread::yield_now();
                }
                Err("it was cancelled".to_owned())
            });
        }
        runner.end_all(Duration::from_secs(60));
        assert!(runner.running.lock().unwrap().is_empty());
        for _ in 0..3 {
            assert_eq!(ended(&received), (None, Ended::Cancelled));
        }
    }

    #[test]
    fn a_job_that_is_cancelled_too_late_has_done_its_work() {
        let (runner, received) = runner();
        runner.run(JobId(1), |job| {
            while !job.is_cancelled() {
                std::thread::yield_now();
            }
            Ok("written".to_owned())
        });
        runner.cancel(JobId(1));
        assert_eq!(ended(&received), (Some("written".into()), Ended::Done));
    }
}
