//! What is being done beside the window: listed, followed and cancelled in one place.

use serde::{Deserialize, Serialize};

/// Names a job from its start to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub u64);

/// What a job does, as far as others must wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobKind {
    /// Files are looked at before they are added.
    Preview,
    /// Documents are read, placed and added.
    Import,
    /// Documents are placed anew.
    Reground,
    /// An atlas is opened, made, fetched or installed.
    Atlas,
    /// Documents get their places on the stage.
    Staging,
    /// A file is written.
    Export,
    /// Copies of one work are looked for.
    Duplicates,
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// It did what it was to do.
    Done,
    /// The user ended it.
    Cancelled,
    /// It could not, for this reason.
    Failed(String),
}

/// A piece of work beside the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Its name to commands and reports.
    pub id: JobId,
    /// What it does.
    pub kind: JobKind,
    /// The same in words.
    pub title: String,
    /// Where it is, in words.
    pub detail: String,
    /// Steps done, and how many there are where that is known.
    pub progress: Option<(u64, Option<u64>)>,
    /// It waits until the user lets it go on.
    #[serde(default)]
    pub paused: bool,
    /// How it ended; nothing while it runs.
    pub ended: Option<Ended>,
}

impl Job {
    /// Whether it can wait in the middle.
    pub fn can_pause(&self) -> bool {
        self.ended.is_none() && matches!(self.kind, JobKind::Import | JobKind::Reground)
    }
}

/// What a job tells of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobReport {
    /// Which.
    pub id: JobId,
    /// Where it is, in words; as before when absent.
    pub detail: Option<String>,
    /// Steps done, and how many there are where that is known; as before when absent.
    pub progress: Option<(u64, Option<u64>)>,
    /// How it ended.
    pub ended: Option<Ended>,
}

impl JobReport {
    /// A report that says nothing yet.
    pub fn of(id: JobId) -> Self {
        Self {
            id,
            detail: None,
            progress: None,
            ended: None,
        }
    }
}

/// Jobs that run, and the last ones that ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jobs {
    /// In the order in which they began.
    pub list: Vec<Job>,
    next: u64,
}

/// Ended jobs that stay listed.
const KEPT: usize = 12;

impl Jobs {
    /// Begins a job.
    pub(crate) fn start(&mut self, kind: JobKind, title: impl Into<String>) -> JobId {
        let id = JobId(self.next);
        self.next += 1;
        self.list.push(Job {
            id,
            kind,
            title: title.into(),
            detail: String::new(),
            progress: None,
            paused: false,
            ended: None,
        });
        let ended = self.list.iter().filter(|job| job.ended.is_some()).count();
        let mut surplus = ended.saturating_sub(KEPT);
        self.list.retain(|job| {
            let goes = surplus > 0 && job.ended.is_some();
            surplus -= usize::from(goes);
            !goes
        });
        id
    }

    /// Takes in what a job tells.
    pub(crate) fn take(&mut self, report: JobReport) {
        let Some(job) = self.list.iter_mut().find(|job| job.id == report.id) else {
            return;
        };
        if let Some(detail) = report.detail {
            job.detail = detail;
        }
        job.progress = report.progress.or(job.progress);
        job.ended = report.ended.or(job.ended.take());
    }

    /// The jobs that run.
    pub fn running(&self) -> impl Iterator<Item = &Job> {
        self.list.iter().filter(|job| job.ended.is_none())
    }

    /// The job of a kind that runs.
    pub fn of(&self, kind: JobKind) -> Option<&Job> {
        self.running().find(|job| job.kind == kind)
    }

    /// Whether documents are being added or placed anew: only one of both at a time.
    pub fn placing(&self) -> Option<&Job> {
        self.of(JobKind::Import)
            .or_else(|| self.of(JobKind::Reground))
    }
}
