//! The thread that owns the model. The live text goes before batches, so that typing stays live during an import.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex};

use anatomy::Atlas;
use grounding::{EngineChoice, Grounder, Grounding, TextInput};
use library::Document;

use super::{Event, Reporter};
use crate::app::state::EngineWords;

/// Documents, each with its place or why it has none.
pub type Grounded = Vec<(Document, Result<Grounding, String>)>;

/// What a document is called in the list of problems: its title, or its identifier when it has none.
pub fn called(document: &Document) -> String {
    let named = [&document.title, &document.id];
    let named = named.into_iter().find(|name| !name.trim().is_empty());
    named.cloned().unwrap_or_default()
}

/// A batch of documents and where its groundings go.
pub struct Batch {
    /// The documents.
    pub documents: Vec<Document>,
    /// Receives documents with groundings.
    pub reply: Sender<Grounded>,
}

impl Batch {
    /// Answers that nothing can be grounded.
    fn refuse(self, reason: &str) {
        let refused = |document| (document, Err(reason.to_owned()));
        let refused = self.documents.into_iter().map(refused).collect();
        let _ = self.reply.send(refused);
    }
}

/// Which words of a document speak for a structure.
pub struct Question {
    /// The question's number.
    pub generation: u64,
    /// The document's key.
    pub key: i64,
    /// The document.
    pub document: Document,
    /// Catalogue id; the place of the document when absent.
    pub structure: Option<String>,
}

#[derive(Default)]
struct Waiting {
    live: Option<(u64, String)>,
    question: Option<(Question, Arc<AtomicBool>)>,
    /// Stops the answer to the last question.
    cancel: Arc<AtomicBool>,
    batches: VecDeque<Batch>,
    /// Why nothing can be grounded.
    broken: Option<String>,
}

/// What waits for the model.
#[derive(Default)]
pub struct GroundQueue {
    waiting: Mutex<Waiting>,
    arrived: Condvar,
}

impl GroundQueue {
    /// Puts the live text before everything else, in place of an older one.
    pub fn push_live(&self, generation: u64, text: String) {
        if let Ok(mut waiting) = self.waiting.lock() {
            waiting.live = Some((generation, text));
            self.arrived.notify_one();
        }
    }

    /// Puts a question after the live text, in place of an older one.
    pub fn push_question(&self, question: Question) {
        if let Ok(mut waiting) = self.waiting.lock() {
            waiting.cancel.store(true, Ordering::Release);
            waiting.cancel = Arc::default();
            waiting.question = Some((question, waiting.cancel.clone()));
            self.arrived.notify_one();
        }
    }

    /// Takes the question back.
    pub fn drop_question(&self) {
        if let Ok(mut waiting) = self.waiting.lock() {
            waiting.cancel.store(true, Ordering::Release);
            waiting.question = None;
        }
    }

    /// Adds a batch; answered at once when there is no model.
    pub fn push_batch(&self, batch: Batch) {
        if let Ok(mut waiting) = self.waiting.lock() {
            if let Some(reason) = &waiting.broken {
                batch.refuse(reason);
            } else {
                waiting.batches.push_back(batch);
                self.arrived.notify_one();
            }
        }
    }

    fn fail(&self, reason: &str) {
        if let Ok(mut waiting) = self.waiting.lock() {
            waiting.broken = Some(reason.to_owned());
            for batch in waiting.batches.drain(..) {
                batch.refuse(reason);
            }
        }
    }
}

enum Next {
    Live(u64, String),
    Question(Box<Question>, Arc<AtomicBool>),
    Batch(Batch),
}

/// Opens the model when the atlas is there, then serves the queue until the process ends.
pub fn run(model: &Path, atlas: &Receiver<Arc<Atlas>>, queue: &GroundQueue, report: &Reporter) {
    let Ok(atlas) = atlas.recv() else {
        let reason = "the atlas could not be read, so texts have nowhere to land";
        queue.fail(reason);
        report.send(Event::Engine(Err(reason.to_owned())));
        return;
    };
    let grounder = match Grounder::open(model, atlas, EngineChoice::Auto) {
        Ok(grounder) => grounder,
        Err(error) => {
            queue.fail(&error.to_string());
            report.send(Event::Engine(Err(error.to_string())));
            return;
        }
    };
    report.send(Event::Engine(Ok(EngineWords {
        model: grounder.model().name.clone(),
        version: grounder.model().version.clone(),
        engine: grounder.engine().name.clone(),
        reason: grounder.engine().reason.clone(),
    })));
    loop {
        let next = {
            let Ok(mut waiting) = queue.waiting.lock() else {
                return;
            };
            loop {
                if let Some((generation, text)) = waiting.live.take() {
                    break Next::Live(generation, text);
                }
                if let Some((question, cancel)) = waiting.question.take() {
                    break Next::Question(Box::new(question), cancel);
                }
                if let Some(batch) = waiting.batches.pop_front() {
                    break Next::Batch(batch);
                }
                waiting = match queue.arrived.wait(waiting) {
                    Ok(waiting) => waiting,
                    Err(_) => return,
                };
            }
        };
        match next {
            Next::Live(generation, text) => {
                let grounding = match grounder.ground(&[TextInput::new(&text)]) {
                    Ok(groundings) => groundings.into_iter().next().map(Box::new),
                    Err(error) => {
                        report.problem("your text", error);
                        None
                    }
                };
                report.send(Event::Live {
                    generation,
                    grounding,
                });
            }
            Next::Question(question, cancel) => {
                let answer = grounder.explain(
                    &crate::cli::text_input(&question.document),
                    None,
                    question.structure.as_deref(),
                    &cancel,
                );
                let found = match answer {
                    Ok(found) => found.map(|found| (question.key, found)),
                    Err(error) => {
                        report.problem(question.document.title, error);
                        None
                    }
                };
                report.send(Event::Why {
                    generation: question.generation,
                    found,
                });
            }
            Next::Batch(batch) => {
                let texts: Vec<TextInput> =
                    batch.documents.iter().map(crate::cli::text_input).collect();
                let places = grounder.ground_apart(&texts).into_iter();
                let places = places.map(|place| place.map_err(|error| error.to_string()));
                let _ = batch
                    .reply
                    .send(batch.documents.into_iter().zip(places).collect());
            }
        }
    }
}
