//! Lists, and the open document.

use std::sync::Arc;

use anatomy::Catalogue;
use language::say;
use library::Spot;

use super::tick;
use crate::{
    Around, Effect, JobKind, LibraryState, Message, Nearby, Opened, PanelTab, Question, SimilarTo,
    View,
};

/// Asks for a ranked list.
pub(super) fn ask(view: &mut View, question: Question) -> Vec<Effect> {
    let ready = view.documents.is_ready();
    let question = as_it_is_now(view, question);
    tick::ask(view, &question);
    let results = &mut view.documents.results;
    results.generation += 1;
    results.question = question.clone();
    results.to_look_at = false;
    // One that is being opened is asked once it is there; where there is none, nothing is awaited.
    results.pending = view.documents.state != LibraryState::Refused;
    if !ready {
        return Vec::new();
    }
    vec![Effect::Rank {
        generation: results.generation,
        question,
        filter: view.documents.shelf.filter.clone(),
        order: view.order,
        staging: view.body.staging.clone(),
    }]
}

/// A question about a place with the documents that lie there now: some may have come, moved or gone since it was asked.
fn as_it_is_now(view: &View, question: Question) -> Question {
    match question {
        Question::Around(around) => {
            let keys = view.around(around.point_mm, around.radius_mm);
            Question::Around(Around {
                inside: keys.into(),
                ..around
            })
        }
        Question::Within { of, words } => Question::Within {
            of: Box::new(as_it_is_now(view, *of)),
            words,
        },
        asked => asked,
    }
}

/// Asks again what was asked last: the library has changed.
pub(super) fn ask_again(view: &mut View) -> Vec<Effect> {
    let question = view.documents.results.question.clone();
    ask(view, question)
}

/// Asks again what lies around a point, now that the body is there of which cuts take parts away.
pub(super) fn ask_of_cut_body(view: &mut View) -> Vec<Effect> {
    let asked = &view.documents.results.question;
    match (asked.place(), view.scene.takes_any_away()) {
        (Question::Around(_), true) => ask_again(view),
        _ => Vec::new(),
    }
}

/// Whether the list is of words, or of what is like a text, that the model, now that it is open, can read.
pub(super) fn awaits_the_model(view: &View) -> bool {
    let is_open = matches!(view.documents.engine, Some(Ok(_)));
    let question = &view.documents.results.question;
    let of_text = match question {
        Question::Similar { to, .. } => matches!(to, SimilarTo::Text(_)),
        _ => question.words().is_some_and(library::has_meaning),
    };
    is_open && of_text
}

/// Asks for the documents of what is selected.
pub(super) fn rank(view: &mut View) -> Vec<Effect> {
    let selection = &view.selection;
    let question = match (selection.structure, selection.point_mm) {
        (Some(structure), _) if !selection.others.is_empty() => {
            let others = selection.others.iter().copied();
            Question::Structures(std::iter::once(structure).chain(others).collect())
        }
        (structure, Some(point)) if selection.by_point || structure.is_none() => {
            Question::Point(point, structure)
        }
        (Some(structure), point) => Question::Structure(structure, point),
        (None, _) => Question::All,
    };
    ask(view, question)
}

/// Asks for a document in full.
pub(super) fn read(view: &View, key: i64) -> Vec<Effect> {
    let read = Effect::Read {
        key,
        staging: view.body.staging.clone(),
    };
    Vec::from_iter(view.documents.is_ready().then_some(read))
}

/// Asks for the title of a document that is pointed at, unless it is known.
pub(super) fn read_title(view: &mut View, key: i64) -> Vec<Effect> {
    /// Titles that are kept.
    const MOST: usize = 1_000;
    let documents = &mut view.documents;
    let asked = documents.titles.contains_key(&key);
    if asked || !documents.is_ready() || documents.title(key).is_some() {
        return Vec::new();
    }
    if documents.titles.len() >= MOST {
        documents.titles.clear();
    }
    documents.titles.insert(key, String::new());
    vec![Effect::ReadTitle(key)]
}

/// Asks which words of the open document speak for its place, or for the structure that was chosen, when that is wanted.
pub(super) fn ask_why(view: &mut View) -> Vec<Effect> {
    let is_wanted = view.documents.why.on;
    weigh(view, is_wanted, false)
}

/// The same, unless that is what was asked.
pub(super) fn ask_why_anew(view: &mut View) -> Vec<Effect> {
    let why = &view.documents.why;
    let is_told = why.on || shows_card(view);
    let wanted = structure_to_explain(view, !why.on);
    match is_told && why.asked.is_some() && why.asked == wanted {
        true => Vec::new(),
        false => ask_why(view),
    }
}

/// The structure whose words are looked for: that which was chosen, or the place of the open document; `unasked`: the place.
fn structure_to_explain(view: &View, unasked: bool) -> Option<String> {
    let documents = &view.documents;
    let chosen = documents.why.structure.as_ref().filter(|_| !unasked);
    let own = documents.opened.as_ref();
    let own = own.map(|opened| &opened.stored.grounding.structure);
    chosen.or(own).cloned()
}

fn weigh(view: &mut View, is_wanted: bool, unasked: bool) -> Vec<Effect> {
    let structure = structure_to_explain(view, unasked);
    let documents = &mut view.documents;
    let why = &mut documents.why;
    why.generation += 1;
    why.pending = false;
    why.asked = None;
    why.found = None;
    // Without a model there is no answer; the panel says why.
    let answerable = is_wanted && !matches!(documents.engine, Some(Err(_)));
    let Some(opened) = documents.opened.as_ref().filter(|_| answerable) else {
        return vec![Effect::StopExplaining];
    };
    why.pending = true;
    why.asked = structure.clone();
    // A structure of a guest's own is unknown to the model: it then asks for the place itself.
    let known = |id: &String| Catalogue::builtin().index_of(id).is_some();
    vec![Effect::Explain {
        generation: why.generation,
        key: opened.stored.key,
        document: Box::new(opened.stored.document.clone()),
        structure: structure.filter(known),
        unasked,
    }]
}

/// Asks for what the card of the open document says without being asked: what lies next to its place, and the words that speak for that.
/// Once, when the card is seen.
pub(super) fn follow_card(view: &mut View) -> Vec<Effect> {
    let is_placed = |opened: &Arc<Opened>| !opened.stored.grounding.is_outside();
    let opened = view.documents.opened.as_ref();
    let Some(opened) = opened.filter(|opened| is_placed(opened)).cloned() else {
        return Vec::new();
    };
    if !shows_card(view) {
        return Vec::new();
    }
    let mut effects = Vec::new();
    let nearby = view.documents.nearby.as_ref();
    let is_sought = nearby.is_some_and(|nearby| Arc::ptr_eq(&nearby.of, &opened));
    if let Some(home) = view.body.home.clone().filter(|_| !is_sought) {
        view.documents.nearby = Some(Nearby {
            of: opened.clone(),
            found: None,
        });
        effects.push(Effect::FindLandmark { of: opened, home });
    }
    let has_model = !matches!(view.documents.engine, Some(Err(_)));
    if has_model && view.documents.why.asked.is_none() {
        effects.extend(weigh(view, true, true));
    }
    effects
}

/// Whether the card of the open document is seen.
fn shows_card(view: &View) -> bool {
    let layout = &view.layout;
    let is_seen = layout.is_shown(PanelTab::Document) && !layout.presentation;
    is_seen && view.quiz.is_none() && !view.reads_side_by_side()
}

/// Takes in what was found about the open document, unless it is another one by now.
pub(super) fn take(view: &mut View, message: Message) -> Vec<Effect> {
    let documents = &mut view.documents;
    match message {
        Message::Why { generation, found } => documents.why.take(generation, found),
        Message::Nearby { of, found } => {
            let nearby = documents.nearby.as_mut();
            if let Some(nearby) = nearby.filter(|nearby| Arc::ptr_eq(&nearby.of, &of)) {
                nearby.found = Some(found);
            }
        }
        _ => {}
    }
    Vec::new()
}

/// Asks how many documents another version of the model placed, once the model and the library are open.
pub(super) fn count_outdated(view: &View) -> Vec<Effect> {
    match &view.documents.engine {
        Some(Ok(engine)) if view.documents.is_ready() => {
            vec![Effect::CountOutdated(engine.placed_by())]
        }
        _ => Vec::new(),
    }
}

/// Asks for the places of documents on the stage, when that is not the home body. One search at a time: what comes meanwhile
/// follows together.
pub(super) fn stage(view: &mut View, entries: Vec<Spot>) -> Vec<Effect> {
    let documents = &mut view.documents;
    let (Some(staging), Some(slug)) = (view.body.staging.clone(), view.scene.atlas.clone()) else {
        documents.unstaged.clear();
        return Vec::new();
    };
    documents.unstaged.extend(entries);
    if documents.unstaged.is_empty() || view.jobs.of(JobKind::Staging).is_some() {
        return Vec::new();
    }
    let entries = std::mem::take(&mut documents.unstaged);
    let title = say!("joblist-finding-documents", count = entries.len());
    let job = view.jobs.start(JobKind::Staging, title);
    vec![Effect::Stage {
        job,
        slug,
        entries,
        staging,
    }]
}
