//! Questions to the model which words of a text speak for a structure; of each kind the newest waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grounding::Attribution;
use library::Document;
use viewer::Message;

/// Which words of a text speak for a structure.
pub struct Question {
    /// The question's number.
    pub generation: u64,
    /// The text.
    pub about: Asked,
    /// Catalogue id; the place of the text when absent.
    pub structure: Option<String>,
    /// Nobody has asked: that it cannot be answered is no news.
    pub unasked: bool,
}

impl Question {
    /// What whoever asked is told.
    pub(super) fn answer(&self, found: Option<Attribution>) -> Message {
        let generation = self.generation;
        match self.about {
            Asked::Document(key, _) => Message::Why {
                generation,
                found: found.map(|found| (key, found)),
            },
            Asked::Text(_) => Message::TextWhy { generation, found },
        }
    }
}

/// What a question is about.
pub enum Asked {
    /// A document, with its key.
    Document(i64, Box<Document>),
    /// The text being typed.
    Text(String),
}

/// The newest question of a kind.
#[derive(Default)]
pub(super) struct Asking {
    /// It, and not before when it is answered.
    waiting: Option<(Question, Instant)>,
    /// Stops the answer to it.
    cancel: Arc<AtomicBool>,
}

impl Asking {
    /// Takes a question in place of an older one.
    pub fn ask(&mut self, question: Question, due: Instant) {
        self.stop();
        self.cancel = Arc::default();
        self.waiting = Some((question, due));
    }

    pub fn stop(&mut self) {
        self.cancel.store(true, Ordering::Release);
        self.waiting = None;
    }

    /// How long it waits yet.
    pub fn pause(&self) -> Option<Duration> {
        let (_, due) = self.waiting.as_ref()?;
        Some(due.saturating_duration_since(Instant::now()))
    }

    /// It, once its pause is over, and what stops the answer.
    pub fn take_due(&mut self) -> Option<(Question, Arc<AtomicBool>)> {
        self.pause().filter(Duration::is_zero)?;
        let (question, _) = self.waiting.take()?;
        Some((question, self.cancel.clone()))
    }
}
