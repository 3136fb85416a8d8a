//! The thread that owns the model. The live text goes before batches, so that typing stays live during an import.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use anatomy::Atlas;
use grounding::{EngineChoice, Grounder, Grounding, TextInput};
use language::say;
use library::{Document, Ground};
use viewer::{Engine, Message, Staging};

use super::runner::broke_off;
use super::{Answer, Reporter};

/// Documents, each with its place or why it has none.
type Grounded = Vec<(Document, Result<Grounding, String>)>;

/// A batch of documents and where its groundings go.
struct Waiting {
    documents: Vec<Document>,
    reply: Sender<Grounded>,
}

impl Waiting {
    /// Answers that nothing can be grounded.
    fn refuse(self, reason: &str) {
        let refused = |document| (document, Err(reason.to_owned()));
        let refused = self.documents.into_iter().map(refused).collect();
        // Whoever asked has ended meanwhile when nobody listens.
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

/// The text being typed; not before its pause is over.
struct Live {
    generation: u64,
    text: String,
    staging: Option<Arc<Staging>>,
    due: Instant,
}

/// A text that is searched for, and what is done when it has been read, or will not be.
struct Reading {
    text: String,
    then: Box<dyn FnOnce(Option<Arc<Grounding>>) + Send>,
}

#[derive(Default)]
struct Queue {
    /// The model is there.
    opened: bool,
    live: Option<Live>,
    reading: Option<Reading>,
    /// What was read last.
    read: Option<(String, Arc<Grounding>)>,
    question: Option<(Question, Arc<AtomicBool>)>,
    /// Stops the answer to the last question.
    cancel: Arc<AtomicBool>,
    batches: VecDeque<Waiting>,
    /// Why nothing can be grounded, and who is to be told.
    broken: Option<(String, Reporter)>,
}

/// What waits for the model.
#[derive(Default)]
pub struct GroundQueue {
    queue: Mutex<Queue>,
    arrived: Condvar,
}

impl GroundQueue {
    /// Puts the live text before everything else, in place of an older one, once nothing newer has come for a pause. Without a model
    /// it is answered at once that it has no place.
    pub fn push_live(
        &self,
        generation: u64,
        text: String,
        staging: Option<Arc<Staging>>,
        pause: Duration,
    ) {
        let Ok(mut queue) = self.queue.lock() else {
            return;
        };
        if let Some((_, report)) = &queue.broken {
            report.tell(Message::live(generation, None, None));
            return;
        }
        queue.live = Some(Live {
            generation,
            text,
            staging,
            due: Instant::now() + pause,
        });
        self.arrived.notify_one();
    }

    /// Puts a text that is searched for after the live text, in place of an older one, which is then answered no more. While there is no model it is
    /// not read; what was read just now is known.
    pub fn push_reading(
        &self,
        text: String,
        then: impl FnOnce(Option<Arc<Grounding>>) + Send + 'static,
    ) {
        let Ok(mut queue) = self.queue.lock() else {
            return then(None);
        };
        let known = queue.read.as_ref().filter(|(known, _)| *known == text);
        if let Some((_, read)) = known {
            let read = read.clone();
            queue.reading = None;
            drop(queue);
            return then(Some(read));
        }
        if !queue.opened || queue.broken.is_some() {
            drop(queue);
            return then(None);
        }
        let then = Box::new(then);
        queue.reading = Some(Reading { text, then });
        self.arrived.notify_one();
    }

    /// Puts a question after the live text, in place of an older one.
    pub fn push_question(&self, question: Question) {
        if let Ok(mut queue) = self.queue.lock() {
            queue.cancel.store(true, Ordering::Release);
            queue.cancel = Arc::default();
            queue.question = Some((question, queue.cancel.clone()));
            self.arrived.notify_one();
        }
    }

    /// Takes the question back.
    pub fn drop_question(&self) {
        if let Ok(mut queue) = self.queue.lock() {
            queue.cancel.store(true, Ordering::Release);
            queue.question = None;
        }
    }

    fn push_batch(&self, batch: Waiting) {
        if let Ok(mut queue) = self.queue.lock() {
            if let Some((reason, _)) = &queue.broken {
                batch.refuse(reason);
            } else {
                queue.batches.push_back(batch);
                self.arrived.notify_one();
            }
        }
    }

    /// From now on texts are read.
    fn open(&self) {
        if let Ok(mut queue) = self.queue.lock() {
            queue.opened = true;
        }
    }

    /// Nothing can be grounded any more: whoever waits is told.
    fn fail(&self, reason: &str, report: &Reporter) {
        if let Ok(mut queue) = self.queue.lock() {
            queue.broken = Some((reason.to_owned(), report.clone()));
            for batch in queue.batches.drain(..) {
                batch.refuse(reason);
            }
            if let Some(live) = queue.live.take() {
                report.tell(Message::live(live.generation, None, None));
            }
            if let Some(reading) = queue.reading.take() {
                (reading.then)(None);
            }
        }
        report.tell(Message::Engine(Err(reason.to_owned())));
    }

    /// What is to be done next; waits for it. Nothing when the window has broken off.
    fn next(&self) -> Option<Next> {
        let mut queue = self.queue.lock().ok()?;
        loop {
            let pause = queue
                .live
                .as_ref()
                .map(|live| live.due.saturating_duration_since(Instant::now()));
            if pause.is_some_and(|pause| pause.is_zero())
                && let Some(live) = queue.live.take()
            {
                return Some(Next::Live(live));
            }
            if let Some(reading) = queue.reading.take() {
                return Some(Next::Reading(reading));
            }
            if let Some((question, cancel)) = queue.question.take() {
                return Some(Next::Question(Box::new(question), cancel));
            }
            if let Some(batch) = queue.batches.pop_front() {
                return Some(Next::Batch(batch));
            }
            queue = match pause {
                Some(pause) => self.arrived.wait_timeout(queue, pause).ok()?.0,
                None => self.arrived.wait(queue).ok()?,
            };
        }
    }
}

/// Batches go to the thread that owns the model, and their places come back.
impl Ground for GroundQueue {
    fn ground(&self, documents: Vec<Document>) -> Grounded {
        let (reply, answer) = channel();
        let waiting = documents.clone();
        self.push_batch(Waiting { documents, reply });
        answer.recv().unwrap_or_else(|_| {
            let lost = |document| (document, Err(say!("worker-no-model")));
            waiting.into_iter().map(lost).collect()
        })
    }
}

enum Next {
    Live(Live),
    Reading(Reading),
    Question(Box<Question>, Arc<AtomicBool>),
    Batch(Waiting),
}

impl Next {
    /// What whoever waits is told when the answer breaks off; a batch's end is seen by its closed channel.
    fn without_an_answer(&self) -> Option<Message> {
        match self {
            Self::Live(live) => Some(Message::live(live.generation, None, None)),
            Self::Question(question, _) => Some(Message::Why {
                generation: question.generation,
                found: None,
            }),
            // They are told whatever happens.
            Self::Reading(_) | Self::Batch(_) => None,
        }
    }
}

/// Opens the model (`female`: the folder of the female torso) when the atlas is there, then serves the queue until the process ends.
pub fn run(
    (model, female): (&Path, &Path),
    atlas: &Receiver<Arc<Atlas>>,
    queue: &GroundQueue,
    report: &Reporter,
) {
    let Ok(atlas) = atlas.recv() else {
        return queue.fail(&say!("worker-no-atlas"), report);
    };
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let opened = Grounder::open(model, atlas, EngineChoice::Auto);
        let opened = opened.map(|grounder| grounder.with_female(female));
        opened.map_err(|error| error.to_string())
    }));
    let grounder = match opened.unwrap_or_else(|panic| Err(broke_off(&*panic))) {
        Ok(grounder) => grounder,
        Err(reason) => return queue.fail(&reason, report),
    };
    report.tell(Message::Engine(Ok(Engine {
        model: grounder.model().name.clone(),
        version: grounder.model().version.clone(),
        engine: grounder.engine().name.clone(),
        reason: grounder.engine().reason.clone(),
    })));
    if let Some(names) = &grounder.parts().0.names {
        report.send(Answer::Names(Arc::clone(names)));
    }
    queue.open();
    while let Some(next) = queue.next() {
        let answer = next.without_an_answer();
        let served = catch_unwind(AssertUnwindSafe(|| serve(&grounder, next, queue, report)));
        if let Err(panic) = served {
            report.problem(say!("worker-place-model"), broke_off(&*panic));
            if let Some(answer) = answer {
                report.tell(answer);
            }
        }
    }
}

fn serve(grounder: &Grounder, next: Next, queue: &GroundQueue, report: &Reporter) {
    match next {
        Next::Live(live) => place_live(grounder, live, report),
        Next::Reading(reading) => read(grounder, reading, queue),
        Next::Question(question, cancel) => explain(grounder, *question, &cancel, report),
        Next::Batch(batch) => {
            let _ = batch.reply.send(Ground::ground(grounder, batch.documents));
        }
    }
}

/// Reads a text that is searched for; whoever asked goes on without, should that break off.
fn read(grounder: &Grounder, reading: Reading, queue: &GroundQueue) {
    let input = [TextInput::new(&reading.text)];
    let placed = catch_unwind(AssertUnwindSafe(|| Grounder::ground(grounder, &input)));
    let mut placed = placed.ok().and_then(Result::ok).into_iter().flatten();
    let read = placed.next().map(Arc::new);
    if let (Some(read), Ok(mut queue)) = (&read, queue.queue.lock()) {
        queue.read = Some((reading.text, read.clone()));
    }
    (reading.then)(read);
}

fn place_live(grounder: &Grounder, live: Live, report: &Reporter) {
    let placed = Grounder::ground(grounder, &[TextInput::new(&live.text)]);
    let grounding = match placed {
        Ok(groundings) => groundings.into_iter().next(),
        Err(error) => {
            report.problem(say!("worker-place-text"), error);
            None
        }
    };
    let staging = live.staging.as_deref();
    report.tell(Message::live(live.generation, grounding, staging));
}

fn explain(grounder: &Grounder, question: Question, cancel: &AtomicBool, report: &Reporter) {
    let text = library::text_input(&question.document);
    let structure = question.structure.as_deref();
    let found = match grounder.explain(&text, None, structure, cancel) {
        Ok(found) => found.map(|found| (question.key, found)),
        Err(error) => {
            report.problem(question.document.title, error);
            None
        }
    };
    report.tell(Message::Why {
        generation: question.generation,
        found,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_model_the_live_text_and_batches_are_answered_at_once() {
        let (answers, received) = channel();
        let report = Reporter {
            answers,
            wake: Arc::new(|| {}),
        };
        let queue = GroundQueue::default();
        queue.push_live(1, "the liver".into(), None, Duration::ZERO);
        queue.fail("the model is gone", &report);
        queue.push_live(2, "the spleen".into(), None, Duration::ZERO);
        let placed = queue.ground(vec![Document::default()]);
        assert_eq!(placed[0].1, Err("the model is gone".to_owned()));
        let live: Vec<u64> = received
            .try_iter()
            .filter_map(|answer| match answer {
                Answer::Tell(message) => Some(*message),
                Answer::Do(_) | Answer::Meshes(_) | Answer::Names(_) | Answer::Stage { .. } => None,
            })
            .filter_map(|message| match message {
                Message::Live {
                    generation,
                    grounding: None,
                } => Some(generation),
                _ => None,
            })
            .collect();
        assert_eq!(live, [1, 2], "both texts are told to have no place");
    }

    #[test]
    fn the_live_text_waits_for_its_pause_and_a_newer_one_takes_its_place() {
        let queue = GroundQueue::default();
        queue.push_live(1, "a".into(), None, Duration::from_secs(600));
        queue.push_question(Question {
            generation: 5,
            key: 1,
            document: Document::default(),
            structure: None,
        });
        assert!(matches!(queue.next(), Some(Next::Question(q, _)) if q.generation == 5));
        queue.push_live(2, "ab".into(), None, Duration::ZERO);
        assert!(matches!(queue.next(), Some(Next::Live(live)) if live.generation == 2));
    }
}
