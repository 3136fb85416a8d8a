//! The thread that owns the model. The live text goes before batches, so that typing stays live during an import.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use anatomy::Atlas;
use grounding::{EngineChoice, Grounder, Grounding, TextInput};
use language::say;
use library::{Document, Ground};
use viewer::{Engine, Message, Staging};

use super::runner::broke_off;
use super::weighing::{Asked, Asking, Question};
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
    /// It is at something.
    at_work: bool,
    live: Option<Live>,
    reading: Option<Reading>,
    /// What was read last.
    read: Option<(String, Arc<Grounding>)>,
    /// Of the words of the open document.
    question: Asking,
    /// Of those of the live text.
    text_question: Asking,
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
        // What is asked about is an older text.
        queue.text_question.stop();
        queue.live = Some(Live {
            generation,
            text,
            staging,
            due: Instant::now() + pause,
        });
        self.arrived.notify_one();
    }

    /// Puts a text that is searched for after the live text, in place of an older one, which is then answered no more. While there is no model it is
    /// not read; what was read just now is known. Where the model is at something, which may take seconds, whoever asks `at_once` goes on without first.
    pub fn push_reading(
        &self,
        text: String,
        at_once: bool,
        then: impl Fn(Option<Arc<Grounding>>) + Send + 'static,
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
        if at_once && queue.at_work {
            then(None);
        }
        let then = Box::new(then);
        queue.reading = Some(Reading { text, then });
        self.arrived.notify_one();
    }

    /// Puts a question after the live text, in place of an older one of its kind, once nothing newer has come for a pause.
    pub fn push_question(&self, question: Question, pause: Duration) {
        if let Ok(mut queue) = self.queue.lock() {
            let due = Instant::now() + pause;
            match question.about {
                Asked::Document(..) => queue.question.ask(question, due),
                Asked::Text(_) => queue.text_question.ask(question, due),
            }
            self.arrived.notify_one();
        }
    }

    /// Takes the question about the open document back, or that about the live text.
    pub fn drop_question(&self, of_text: bool) {
        match self.queue.lock() {
            Ok(mut queue) if of_text => queue.text_question.stop(),
            Ok(mut queue) => queue.question.stop(),
            Err(_) => {}
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
        queue.at_work = true;
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
            if let Some((question, cancel)) = queue.question.take_due() {
                return Some(Next::Question(Box::new(question), cancel));
            }
            if let Some((question, cancel)) = queue.text_question.take_due() {
                return Some(Next::Question(Box::new(question), cancel));
            }
            if let Some(batch) = queue.batches.pop_front() {
                return Some(Next::Batch(batch));
            }
            let pauses = [pause, queue.question.pause(), queue.text_question.pause()];
            queue.at_work = false;
            queue = match pauses.into_iter().flatten().min() {
                Some(pause) => self.arrived.wait_timeout(queue, pause).ok()?.0,
                None => self.arrived.wait(queue).ok()?,
            };
            queue.at_work = true;
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
            Self::Question(question, _) => Some(question.answer(None)),
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
    // What is asked for again when this is told is read.
    queue.open();
    report.tell(Message::Engine(Ok(Engine {
        model: grounder.model().name.clone(),
        version: grounder.model().version.clone(),
        engine: grounder.engine().name.clone(),
        reason: grounder.engine().reason.clone(),
        atlas: grounder.placed_in().sum.clone(),
        hers: grounder.placed_in().hers.clone(),
    })));
    if let Some(names) = &grounder.parts().0.names {
        report.send(Answer::Names(Arc::clone(names)));
    }
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
        Next::Question(question, cancel) => explain(grounder, &question, &cancel, report),
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

fn explain(grounder: &Grounder, question: &Question, cancel: &AtomicBool, report: &Reporter) {
    let text = match &question.about {
        Asked::Document(_, document) => library::text_input(document),
        Asked::Text(text) => TextInput::new(text),
    };
    let structure = question.structure.as_deref();
    let found = grounder.explain(&text, None, structure, cancel);
    let found = found.unwrap_or_else(|error| {
        if question.unasked {
            tracing::warn!("words are not weighed: {error}");
            return None;
        }
        let place = match &question.about {
            Asked::Document(_, document) => document.title.clone(),
            Asked::Text(_) => say!("worker-place-text"),
        };
        report.problem(place, error);
        None
    });
    report.tell(question.answer(found));
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

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
        let document = Asked::Document(1, Box::default());
        queue.push_question(asked(5, document), Duration::ZERO);
        assert!(matches!(queue.next(), Some(Next::Question(q, _)) if q.generation == 5));
        queue.push_live(2, "ab".into(), None, Duration::ZERO);
        assert!(matches!(queue.next(), Some(Next::Live(live)) if live.generation == 2));
    }

    #[test]
    fn the_words_of_the_live_text_are_weighed_when_it_rests_and_not_once_it_is_another() {
        let queue = GroundQueue::default();
        let text = |text: &str| Asked::Text(text.to_owned());
        queue.push_question(asked(1, text("a")), Duration::from_millis(40));
        // What is asked about a document is neither delayed nor put away by it.
        queue.push_question(asked(9, Asked::Document(1, Box::default())), Duration::ZERO);
        assert!(matches!(queue.next(), Some(Next::Question(q, _)) if q.generation == 9));
        let Some(Next::Question(question, cancel)) = queue.next() else {
            panic!("it has come to rest");
        };
        assert_eq!(question.generation, 1);
        queue.push_question(asked(2, text("a")), Duration::from_secs(600));
        assert!(cancel.load(Ordering::Acquire), "a newer one was asked");
        queue.push_question(asked(3, text("a")), Duration::ZERO);
        queue.push_live(1, "ab".into(), None, Duration::ZERO);
        assert!(matches!(queue.next(), Some(Next::Live(_))));
        queue.push_question(asked(4, text("ab")), Duration::ZERO);
        let next = queue.next();
        assert!(matches!(next, Some(Next::Question(q, _)) if q.generation == 4));
    }

    #[test]
    fn what_is_searched_for_goes_on_without_a_model_that_is_at_something() {
        let queue = GroundQueue::default();
        let (told, heard) = channel();
        let push = |text: &str, at_once| {
            let told = told.clone();
            queue.push_reading(text.to_owned(), at_once, move |read| {
                let _ = told.send(read.is_some());
            });
        };
        let heard = || heard.try_iter().collect::<Vec<bool>>();
        push("stones", true);
        assert_eq!(heard(), [false], "there is no model yet");
        queue.open();
        push("stones", true);
        assert_eq!(heard(), [false; 0], "it is read at once");
        let Some(Next::Reading(reading)) = queue.next() else {
            panic!("it is to be read");
        };
        (reading.then)(Some(Arc::default()));
        assert_eq!(heard(), [true]);
        // The model is at that one until it asks for more.
        push("colic", false);
        assert_eq!(heard(), [false; 0], "it waits");
        push("colic", true);
        assert_eq!(heard(), [false], "it is there by words, and will be read");
        assert!(matches!(queue.next(), Some(Next::Reading(next)) if next.text == "colic"));
        queue.queue.lock().expect("no panic").read = Some(("colic".into(), Arc::default()));
        push("colic", true);
        assert_eq!(heard(), [true], "what is known is not asked for twice");
    }

    fn asked(generation: u64, about: Asked) -> Question {
        Question {
            generation,
            about,
            structure: None,
            unasked: false,
        }
    }
}
