//! What is selected and listed.

use std::collections::BTreeSet;

use anatomy::StructureIndex;
use language::say;
use library::{Like, Order};

use super::{beside, documents, open, page, shown, tick};
use crate::command::{Pointed, SelectCommand};
use crate::layout::PROBE_MM;
use crate::{Effect, PanelTab, Question, Selection, SimilarTo, StagePoint, Tool, View};

pub(super) fn apply(view: &mut View, command: SelectCommand) -> Vec<Effect> {
    match command {
        SelectCommand::SelectStructure {
            structure,
            point_mm,
        } => select_structure(view, structure, point_mm),
        SelectCommand::AddStructure(structure) => add_structure(view, structure),
        SelectCommand::RankByPoint(by_point) => {
            view.selection.by_point = by_point;
            documents::rank(view)
        }
        SelectCommand::ListDrawnAround(keys) => list_drawn_around(view, keys),
        SelectCommand::ListAround {
            point_mm,
            radius_mm,
        } => list_around(view, point_mm, radius_mm),
        SelectCommand::ReadTitles(keys) => {
            let read = keys.into_iter();
            read.flat_map(|key| documents::read_title(view, key))
                .collect()
        }
        SelectCommand::SearchText(words) => search_text(view, words),
        SelectCommand::SearchWithin(words) => search_within(view, &words),
        SelectCommand::FindSimilar(key) => find_similar(view, key),
        SelectCommand::MoreLikeThese(keys) => more_like_these(view, keys),
        SelectCommand::NotLike(key) => not_like(view, key),
        SelectCommand::FindLikeText => find_like_text(view),
        SelectCommand::NearPlace(share) => near_place(view, share),
        SelectCommand::SortBy(order) => sort_by(view, order),
        SelectCommand::SelectDocument(key) => match stands_aside(view, key) {
            // It stands there already: both stay, and are looked at.
            true => {
                let open = view.selection.document;
                let looks = open.and_then(|open| open::both(view, open));
                looks.unwrap_or_default()
            }
            false => open::select_document(view, key),
        },
        SelectCommand::StepInList(rows) => step_in_list(view, rows),
        SelectCommand::SelectSecond(key) => {
            let open = view.selection.document;
            view.selection.second = key.filter(|key| open.is_some_and(|open| open != *key));
            Vec::new()
        }
        SelectCommand::TickDocument(key) => {
            tick::toggle(view, key);
            Vec::new()
        }
        SelectCommand::TickThrough(key) => {
            tick::through(view, key);
            Vec::new()
        }
        SelectCommand::TickAll => {
            tick::all(view);
            Vec::new()
        }
        SelectCommand::UntickAll => {
            tick::none(view);
            Vec::new()
        }
        SelectCommand::SideBySide => beside::toggle(view),
        SelectCommand::ReadBeside(key) => beside::read_beside(view, key),
        SelectCommand::TogglePage => page::toggle(view),
        SelectCommand::TurnPage(by) => {
            page::turn(view, by);
            Vec::new()
        }
        SelectCommand::GoToPage(number) => {
            page::go_to(view, number);
            Vec::new()
        }
        SelectCommand::LookAtSentence(sentence) => page::look_at(view, sentence),
        SelectCommand::HoverDocument(key) => {
            view.selection.hovered_document = key;
            view.selection.hovered_on_stage = false;
            Vec::new()
        }
        SelectCommand::PointAt(pointed) => {
            point_at(view, pointed);
            let key = view.selection.hovered_document;
            key.map_or_else(Vec::new, |key| documents::read_title(view, key))
        }
        SelectCommand::ClearSelection => {
            view.layout.stage_menu = None;
            view.selection = Selection::default();
            view.documents.opened = None;
            view.documents.beside = None;
            view.documents.page = None;
            documents::ask(view, Question::All)
        }
        SelectCommand::StepDeeper(step) => {
            if let Some(hover) = &view.selection.hover {
                let (now, layers) = (hover.through.len() as i32, hover.layers as i32);
                if (0..layers).contains(&(now + step)) {
                    view.selection.depth += step;
                }
            }
            Vec::new()
        }
    }
}

/// Selects a structure; without a point it was chosen by its name, and is looked at.
fn select_structure(
    view: &mut View,
    structure: StructureIndex,
    point_mm: Option<StagePoint>,
) -> Vec<Effect> {
    let by_name = point_mm.is_none();
    let centroid = || shown(view)?.centroid_mm(structure).map(StagePoint);
    let point_mm = point_mm.or_else(centroid);
    if let Some(point) = point_mm {
        view.crosshair_mm = point;
    }
    // Two documents stay where they are read while the body is looked at beside them.
    let document = view.selection.document;
    view.selection = Selection {
        structure: Some(structure),
        others: Vec::new(),
        point_mm,
        document: document.filter(|_| view.reads_side_by_side()),
        second: None,
        by_point: false,
        ..std::mem::take(&mut view.selection)
    };
    let mut effects = documents::rank(view);
    if by_name {
        view.named += 1;
        effects.extend(look_at(view, structure));
    }
    effects
}

/// Asks what is about a point, which lies in this structure if in any.
pub(super) fn ask_about_point(
    view: &mut View,
    structure: Option<StructureIndex>,
    point: StagePoint,
) -> Vec<Effect> {
    view.crosshair_mm = point;
    view.selection = Selection {
        structure,
        others: Vec::new(),
        point_mm: Some(point),
        document: None,
        second: None,
        by_point: true,
        ..std::mem::take(&mut view.selection)
    };
    documents::rank(view)
}

/// Chooses a structure together with those that are selected, or no longer; without any it is the one. The camera stays: one points at several.
fn add_structure(view: &mut View, structure: StructureIndex) -> Vec<Effect> {
    let mut all: Vec<StructureIndex> = view.selection.structures().collect();
    match all.iter().position(|chosen| *chosen == structure) {
        Some(at) => drop(all.remove(at)),
        None => all.push(structure),
    }
    let mut all = all.into_iter();
    let Some(first) = all.next() else {
        return apply(view, SelectCommand::ClearSelection);
    };
    let selection = &mut view.selection;
    if selection.structure != Some(first) {
        let middle = view.body.shown.as_ref();
        selection.point_mm = middle.and_then(|atlas| atlas.centroid_mm(first).map(StagePoint));
    }
    selection.structure = Some(first);
    selection.others = all.collect();
    selection.by_point = false;
    view.layout.open(PanelTab::Results);
    documents::rank(view)
}

/// What could be seen so much nearer than it is, as a share of the distance from the camera, is framed.
const NEARER: f32 = 0.45;

/// Looks at a structure that was chosen by its name, unless it is seen well already.
fn look_at(view: &mut View, structure: StructureIndex) -> Vec<Effect> {
    let bounds = shown(view).and_then(|atlas| atlas.bounds_mm(structure));
    let Some(bounds) = bounds else {
        return Vec::new();
    };
    let seen = view.camera.sees(bounds);
    let near = view.camera.framing(bounds);
    match seen && near.distance >= NEARER * view.camera.distance {
        true => Vec::new(),
        false => super::fly(view, near),
    }
}

/// Looks at the places of the documents that a search has found, unless the first ones are all in the picture, and not from far.
pub(super) fn look_at_found(view: &mut View) -> Vec<Effect> {
    /// So many of the first.
    const FIRST: usize = 10;
    /// Not nearer than this, however close together they lie, world units (mm): what is around them tells where they are.
    const LEAST_DISTANCE: f32 = 1000.0;
    let documents = &view.documents;
    let first = documents.results.hits.iter().take(FIRST);
    let place = |hit: &library::Hit| documents.find(hit.key).map(|(_, at)| at.mm());
    let places: Vec<[f32; 3]> = first.filter_map(place).collect();
    let Some(&any) = places.first() else {
        return Vec::new();
    };
    let widen = |bounds: ([f32; 3], [f32; 3]), place: &[f32; 3]| {
        let edge = |pick: fn(f32, f32) -> f32, of: [f32; 3]| {
            std::array::from_fn(|axis| pick(of[axis], place[axis]))
        };
        (edge(f32::min, bounds.0), edge(f32::max, bounds.1))
    };
    let mut near = view.camera.framing(places.iter().fold((any, any), widen));
    near.distance = near.distance.max(LEAST_DISTANCE);
    let seen = places.iter().all(|place| view.camera.sees_point(*place));
    match seen && near.distance >= NEARER * view.camera.distance {
        true => Vec::new(),
        false => super::fly(view, near),
    }
}

/// Lists what answers a question that is not about a place.
fn list(view: &mut View, question: Question) -> Vec<Effect> {
    view.selection.structure = None;
    view.selection.others.clear();
    view.selection.point_mm = None;
    view.layout.open(PanelTab::Results);
    let effects = documents::ask(view, question);
    view.documents.results.to_look_at = true;
    effects
}

/// Lists what answers words; without any these are all documents.
fn search_text(view: &mut View, words: String) -> Vec<Effect> {
    let question = if words.trim().is_empty() {
        Question::All
    } else {
        Question::Text(words)
    };
    list(view, question)
}

/// Narrows the list of a place by words; without any it is whole again.
fn search_within(view: &mut View, words: &str) -> Vec<Effect> {
    let (question, words) = (&view.documents.results.question, words.trim());
    if !question.takes_words() {
        let all = (!words.is_empty()).then(|| Question::Text(words.to_owned()));
        return all.map_or_else(Vec::new, |question| list(view, question));
    }
    let of = question.place().clone();
    let question = match words {
        "" => of,
        _ => Question::Within {
            of: Box::new(of),
            words: words.to_owned(),
        },
    };
    view.layout.open(PanelTab::Results);
    documents::ask(view, question)
}

/// Lists what lies inside of what was drawn; the tool is laid down, so that what is listed can be clicked.
fn list_drawn_around(view: &mut View, mut keys: Vec<i64>) -> Vec<Effect> {
    let removed = &view.scene.removed;
    keys.sort_unstable();
    keys.dedup();
    keys.retain(|key| view.documents.position(*key).is_some() && !removed.contains(key));
    if keys.is_empty() {
        // It is drawn again.
        view.layout.say(say!("stage-drawn-none"));
        return Vec::new();
    }
    if view.layout.tool.draws() {
        view.layout.tool = Tool::Select;
    }
    view.layout.presentation = false;
    list(view, Question::DrawnAround(keys.into()))
}

/// Lists what lies within a radius of a point; the probe is laid down, so that what is listed can be clicked.
fn list_around(view: &mut View, point_mm: StagePoint, radius_mm: f32) -> Vec<Effect> {
    if !point_mm.is_finite() || !radius_mm.is_finite() {
        return Vec::new();
    }
    let radius_mm = radius_mm.clamp(*PROBE_MM.start(), *PROBE_MM.end());
    if view.around(point_mm, radius_mm).is_empty() {
        let mm = language::decimal(f64::from(radius_mm), 0);
        view.layout.say(say!("stage-probe-none", mm = mm));
        return Vec::new();
    }
    if view.layout.tool == Tool::Probe {
        view.layout.tool = Tool::Select;
    }
    view.layout.presentation = false;
    ask_around(view, point_mm, radius_mm)
}

/// Asks what lies within a radius of a point, also where that is nothing.
pub(super) fn ask_around(view: &mut View, point_mm: StagePoint, radius_mm: f32) -> Vec<Effect> {
    view.crosshair_mm = point_mm;
    list(view, Question::around(point_mm, radius_mm))
}

/// Whether a document is in the library, and was not taken out of it.
fn is_there(view: &View, key: i64) -> bool {
    view.documents.position(key).is_some() && !view.scene.removed.contains(&key)
}

fn find_similar(view: &mut View, key: Option<i64>) -> Vec<Effect> {
    let key = key.or(view.selection.document);
    let Some(key) = key.filter(|key| is_there(view, *key)) else {
        view.layout.say(say!("shelf-open-first"));
        return Vec::new();
    };
    similar(view, SimilarTo::Document(key))
}

fn more_like_these(view: &mut View, mut keys: Vec<i64>) -> Vec<Effect> {
    let mut seen = BTreeSet::new();
    keys.retain(|key| is_there(view, *key) && seen.insert(*key));
    match keys.len() {
        0 => {
            view.layout.say(say!("shelf-open-first"));
            Vec::new()
        }
        1 => similar(view, SimilarTo::Document(keys[0])),
        _ => similar(view, SimilarTo::Documents(keys)),
    }
}

/// Takes a document of a list of what is like something for one that is not meant.
fn not_like(view: &mut View, key: i64) -> Vec<Effect> {
    match view.documents.results.question.clone() {
        Question::Similar {
            to,
            near_place,
            mut unlike,
        } if is_there(view, key) && !to.keys().contains(&key) && !unlike.contains(&key) => {
            unlike.push(key);
            let question = Question::Similar {
                to,
                near_place,
                unlike,
            };
            documents::ask(view, question)
        }
        _ => Vec::new(),
    }
}

fn find_like_text(view: &mut View) -> Vec<Effect> {
    let text = view.live.text.trim();
    if text.is_empty() {
        view.layout.say(say!("shelf-type-first"));
        return Vec::new();
    }
    let text = text.to_owned();
    similar(view, SimilarTo::Text(text))
}

fn similar(view: &mut View, to: SimilarTo) -> Vec<Effect> {
    let question = Question::Similar {
        to,
        near_place: Like::NEAR_PLACE,
        unlike: Vec::new(),
    };
    list(view, question)
}

fn near_place(view: &mut View, share: f32) -> Vec<Effect> {
    match view.documents.results.question.clone() {
        Question::Similar { to, unlike, .. } if share.is_finite() => {
            let question = Question::Similar {
                to,
                near_place: share.clamp(0.0, 1.0),
                unlike,
            };
            documents::ask(view, question)
        }
        _ => Vec::new(),
    }
}

/// Lists what is listed in another order, which the next lists keep.
fn sort_by(view: &mut View, order: Order) -> Vec<Effect> {
    if view.order == order {
        return Vec::new();
    }
    view.order = order;
    view.layout.open(PanelTab::Results);
    documents::ask_again(view)
}

/// Whether a document is the one that another one is being read beside.
fn stands_aside(view: &View, key: i64) -> bool {
    let aside = view.documents.beside.as_ref().map(|beside| beside.key);
    aside == Some(key) && view.reads_side_by_side()
}

/// Opens another document of the list; at its ends, and where there is none, nothing is done.
fn step_in_list(view: &mut View, rows: i32) -> Vec<Effect> {
    if rows == 0 {
        return Vec::new();
    }
    let keys: Vec<i64> = view.listed_hits().iter().map(|hit| hit.key).collect();
    let open = view.selection.document;
    let now = open.and_then(|open| keys.iter().position(|key| *key == open));
    let first = now.map_or(Some(0), |now| now.checked_add_signed(rows as isize));
    // What stands aside is read already.
    let aside = view.documents.beside.as_ref().map(|beside| beside.key);
    let onwards = std::iter::successors(first, |at| at.checked_add_signed(rows.signum() as isize));
    let mut onwards = onwards.map_while(|at| keys.get(at).copied());
    let Some(key) = onwards.find(|key| Some(*key) != aside) else {
        return Vec::new();
    };
    view.layout.open(PanelTab::Document);
    open::select_document(view, key)
}

fn point_at(view: &mut View, pointed: Pointed) {
    let selection = &mut view.selection;
    selection.hover = pointed.hover;
    if pointed.moved {
        selection.depth = 0;
    }
    if pointed.document.is_some() || selection.hovered_on_stage {
        selection.hovered_document = pointed.document;
        selection.hovered_on_stage = pointed.document.is_some();
    }
}
