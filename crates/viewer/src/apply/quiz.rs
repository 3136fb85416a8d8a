//! The quiz.

use std::sync::Arc;

use ::library::Stored;
use anatomy::{Atlas, StructureIndex, Visibility};
use language::say;

use super::{shown, sight};
use crate::command::QuizCommand;
use crate::quiz::{Quiz, QuizKind, QuizOrder, masked, questions};
use crate::{Effect, Pose, StandardView, View, first_visibility, is_doubtful};

/// A structure whose middle lies further back than this is shown from behind, LPS mm.
const BEHIND_MM: f32 = 35.0;
/// A lit structure is seen with what surrounds it: at least from here, mm.
const NEAREST_MM: f32 = 800.0;
/// Characters of a text that are shown.
const MOST_TEXT: usize = 900;

/// Evidence for the structure of a text that is asked about at least, percent: who answers rightly must not be told wrong.
const SURE_PERCENT: u8 = 80;

pub(super) fn apply(view: &mut View, command: QuizCommand<StructureIndex>) -> Vec<Effect> {
    match command {
        QuizCommand::OrderQuiz(order) => {
            view.layout.quiz_order = order;
            Vec::new()
        }
        QuizCommand::StartQuiz(order) => start(view, order),
        QuizCommand::ChooseAnswer(at) => {
            let asked = view.quiz.as_ref().and_then(Quiz::question);
            let chosen = asked.and_then(|question| question.choices.get(at).copied());
            chosen.map_or_else(Vec::new, |chosen| answer(view, Some(chosen)))
        }
        QuizCommand::ShowStructure(structure) => match &view.quiz {
            Some(quiz) if quiz.order.kind == QuizKind::Find => answer(view, Some(structure)),
            _ => Vec::new(),
        },
        QuizCommand::LightNext(steps) => {
            light_next(view, steps);
            Vec::new()
        }
        QuizCommand::GiveUp => answer(view, None),
        QuizCommand::NextQuestion => next(view),
        QuizCommand::AskAgain => again(view),
        QuizCommand::EndQuiz => end(view),
    }
}

fn start(view: &mut View, order: QuizOrder) -> Vec<Effect> {
    let Some(atlas) = shown(view) else {
        view.layout.say(say!("notice-body-being-read"));
        return Vec::new();
    };
    let removed = &view.scene.removed;
    let documents: Vec<(i64, StructureIndex)> = match order.kind {
        QuizKind::Text => view
            .documents
            .entries
            .iter()
            .filter(|spot| !is_doubtful(spot.outside_p) && spot.percent >= SURE_PERCENT)
            .filter(|spot| !removed.contains(&spot.key))
            .filter_map(|spot| Some((spot.key, view.index_of(&spot.structure)?)))
            .collect(),
        QuizKind::Name | QuizKind::Find => Vec::new(),
    };
    let questions = questions(&atlas, &order, &documents);
    if questions.is_empty() {
        view.layout.say(match order.kind {
            QuizKind::Text => say!("quiz-no-document"),
            QuizKind::Name | QuizKind::Find => say!("quiz-no-structure"),
        });
        return Vec::new();
    }
    sight::lend(view);
    view.quiz = Some(Quiz {
        order,
        questions,
        at: 0,
        over: false,
        text: None,
    });
    ask(view, &atlas)
}

/// Shows the present question.
fn ask(view: &mut View, atlas: &Arc<Atlas>) -> Vec<Effect> {
    sight::first(view);
    let Some(quiz) = &mut view.quiz else {
        return Vec::new();
    };
    quiz.text = None;
    let kind = quiz.order.kind;
    let Some(question) = quiz.question() else {
        return vec![Effect::Fly(view.camera)];
    };
    let (structure, document) = (question.structure, question.document);
    let mut effects = Vec::new();
    match kind {
        QuizKind::Name => light(view, atlas, structure),
        QuizKind::Find => open_system(view, atlas, structure),
        QuizKind::Text => {
            let staging = view.body.staging.clone();
            effects.extend(document.map(|key| Effect::Read { key, staging }));
        }
    }
    effects.push(Effect::Fly(view.camera));
    effects
}

/// Lights a structure, from the side on which it lies.
fn light(view: &mut View, atlas: &Atlas, structure: StructureIndex) {
    view.selection.structure = Some(structure);
    view.selection.others.clear();
    if view.scene.shared_visibility(atlas, structure) != Some(Visibility::Shown) {
        view.scene
            .set_visibility(atlas, structure, Visibility::Shown);
    }
    let behind = atlas
        .centroid_mm(structure)
        .is_some_and(|at| at[1] > BEHIND_MM);
    let side = if behind {
        StandardView::Posterior
    } else {
        StandardView::Anterior
    };
    if let Some(bounds) = atlas.bounds_mm(structure) {
        let pose = Pose::standard(side).framing(bounds);
        let distance = (pose.distance * 1.5).clamp(NEAREST_MM, 2040.0);
        view.camera = Pose { distance, ..pose };
    }
}

/// Makes the system of a structure solid and the others glass, so that what is asked for can be met.
fn open_system(view: &mut View, atlas: &Atlas, structure: StructureIndex) {
    let catalogue = atlas.catalogue();
    let asked = catalogue.get(structure);
    let first = first_visibility(atlas);
    for leaf in atlas.present() {
        let row = catalogue.get(*leaf);
        let hidden = first[leaf.usize()] == Visibility::Hidden;
        let wanted = row.system == asked.system && (!hidden || row.tissue == asked.tissue);
        let to = match wanted {
            true => Visibility::Shown,
            false if hidden => Visibility::Hidden,
            false => Visibility::Ghost,
        };
        if let Some(slot) = view.scene.visibility.get_mut(leaf.usize()) {
            *slot = to;
        }
    }
}

/// The structures of which the one that is asked for can be shown, from the head to the feet, while it is; none of other questions.
pub fn quiz_candidates(view: &View) -> Vec<StructureIndex> {
    let finds = |quiz: &&Quiz| quiz.order.kind == QuizKind::Find && quiz.asks();
    let asked = view.quiz.as_ref().filter(finds).and_then(Quiz::question);
    let (Some(asked), Some(atlas)) = (asked, view.atlas()) else {
        return Vec::new();
    };
    let catalogue = atlas.catalogue();
    let system = catalogue.get(asked.structure).system;
    let solid = atlas.present().iter().filter(|leaf| {
        let is_shown = view.scene.visibility_of(**leaf) == Visibility::Shown;
        is_shown && catalogue.get(**leaf).system == system
    });
    let mut placed: Vec<([f32; 3], StructureIndex)> = solid
        .filter_map(|leaf| Some((atlas.centroid_mm(*leaf)?, *leaf)))
        .collect();
    // Of those at one height, the patient's right comes first, as it is seen from in front.
    placed.sort_by(|(a, _), (b, _)| b[2].total_cmp(&a[2]).then(a[0].total_cmp(&b[0])));
    placed.into_iter().map(|(_, leaf)| leaf).collect()
}

/// Lights the next one of them, or one before, for whoever shows by keys.
fn light_next(view: &mut View, steps: i32) {
    let candidates = quiz_candidates(view);
    let lit = view.selection.structure;
    let at = lit.and_then(|lit| candidates.iter().position(|leaf| *leaf == lit));
    let (count, steps) = (candidates.len() as i64, i64::from(steps));
    if count == 0 {
        return;
    }
    let to = match at {
        Some(at) => at as i64 + steps,
        // The first one, or the last one on the way back.
        None if steps > 0 => steps - 1,
        None => steps,
    };
    let to = usize::try_from(to.rem_euclid(count)).unwrap_or_default();
    view.selection.structure = candidates.get(to).copied();
    view.selection.others.clear();
}

fn answer(view: &mut View, given: Option<StructureIndex>) -> Vec<Effect> {
    let Some(atlas) = shown(view) else {
        return Vec::new();
    };
    let Some(quiz) = &mut view.quiz else {
        return Vec::new();
    };
    let at = quiz.at;
    let asked = quiz.asks();
    let Some(question) = quiz.questions.get_mut(at).filter(|_| asked) else {
        return Vec::new();
    };
    question.given = Some(given);
    let structure = question.structure;
    light(view, &atlas, structure);
    vec![Effect::Fly(view.camera)]
}

fn next(view: &mut View) -> Vec<Effect> {
    let (Some(atlas), Some(quiz)) = (shown(view), &mut view.quiz) else {
        return Vec::new();
    };
    if quiz.asks() || quiz.over {
        return Vec::new();
    }
    if quiz.at + 1 < quiz.questions.len() {
        quiz.at += 1;
    } else {
        quiz.over = true;
    }
    ask(view, &atlas)
}

fn again(view: &mut View) -> Vec<Effect> {
    let (Some(atlas), Some(quiz)) = (shown(view), &mut view.quiz) else {
        return Vec::new();
    };
    let catalogue = atlas.catalogue();
    let mut wrong = std::mem::take(&mut quiz.questions);
    wrong.retain(|question| question.is_right(catalogue) != Some(true));
    for question in &mut wrong {
        question.given = None;
    }
    if wrong.is_empty() {
        return end(view);
    }
    quiz.questions = wrong;
    quiz.at = 0;
    quiz.over = false;
    ask(view, &atlas)
}

pub(super) fn end(view: &mut View) -> Vec<Effect> {
    match view.quiz.take() {
        Some(_) => sight::give_back(view),
        None => Vec::new(),
    }
}

/// A document that was read: its text, where it is what is asked about.
pub(super) fn read(view: &mut View, stored: &Stored) {
    let Some(atlas) = shown(view) else { return };
    let Some(quiz) = &mut view.quiz else { return };
    let Some(question) = quiz.question() else {
        return;
    };
    if question.document != Some(stored.key) {
        return;
    }
    let document = &stored.document;
    let mask = |text: &str| masked(text, atlas.catalogue(), &question.choices);
    let mut text = mask(&document.text);
    if let Some((end, _)) = text.char_indices().nth(MOST_TEXT) {
        text.truncate(end);
        text.push('…');
    }
    quiz.text = Some((mask(&document.title), text));
}
