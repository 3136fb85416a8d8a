//! What is kept with documents, what lists are narrowed to, searches by name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use language::say;
use library::{Counted, Facet, Filter, MarkChange, Marks};

use super::{documents, duplicates, library as documents_in, prospect, select};
use crate::command::{OrganiseCommand, SelectCommand};
use crate::{Comparison, Effect, KeptSearch, Lists, PanelTab, Question, Scene, StagePoint, View};

pub(super) fn apply(view: &mut View, command: OrganiseCommand) -> Vec<Effect> {
    if documents_in::is_closed(view) {
        return Vec::new();
    }
    match command {
        OrganiseCommand::Mark { keys, change } => mark(view, &keys, &change),
        OrganiseCommand::MakeCollection(path) => {
            let collections = &view.documents.shelf.collections;
            let same = |known: &Counted| known.name.to_lowercase() == path.to_lowercase();
            if !collections.iter().any(same) {
                lists(view).collections.insert(path.clone(), true);
            }
            vec![Effect::MakeCollection(path)]
        }
        OrganiseCommand::DropCollection(path) => drop_collection(view, path),
        OrganiseCommand::Narrow { facet, value } => {
            view.documents.shelf.filter.toggle(facet, &value);
            narrowed(view)
        }
        OrganiseCommand::NarrowYears(years) => narrow_years(view, years),
        OrganiseCommand::Widen => {
            view.documents.shelf.filter = Filter::default();
            narrowed(view)
        }
        OrganiseCommand::Compare => compare(view),
        OrganiseCommand::CompareOnBody => {
            if let Some(comparison) = &mut view.comparison {
                comparison.on_body = !comparison.on_body;
            }
            Vec::new()
        }
        OrganiseCommand::EndComparison => {
            view.comparison = None;
            Vec::new()
        }
        OrganiseCommand::KeepSearch(name) => keep_search(view, name.trim()),
        OrganiseCommand::RunSearch(name) => run_search(view, &name),
        OrganiseCommand::ForgetSearch(name) => {
            view.documents.shelf.searches.retain(|(n, _)| *n != name);
            lists(view).searches.retain(|(n, _)| *n != name);
            vec![Effect::KeepSearch(name, None)]
        }
        OrganiseCommand::TryAgain => try_again(view),
        OrganiseCommand::LeaveOut(group) => duplicates::leave_out(view, group),
        OrganiseCommand::KeepCopy { group, key } => duplicates::keep(view, group, key),
        OrganiseCommand::MergeDuplicates => duplicates::merge(view),
        OrganiseCommand::LookForCopies => duplicates::look(view),
    }
}

fn narrowed(view: &mut View) -> Vec<Effect> {
    view.layout.open(PanelTab::Results);
    documents::ask_again(view)
}

/// Keeps what is listed to compare with.
fn compare(view: &mut View) -> Vec<Effect> {
    let first = view.listed();
    if first.documents == 0 {
        view.layout.say(say!("comparison-none"));
        return Vec::new();
    }
    view.comparison = Some(Comparison {
        first: Arc::new(first),
        on_body: true,
    });
    view.layout.open(PanelTab::Results);
    Vec::new()
}

fn narrow_years(view: &mut View, years: Option<[i32; 2]>) -> Vec<Effect> {
    let shelf = &mut view.documents.shelf;
    shelf.filter.wanted.remove(&Facet::Year);
    if let Some([from, to]) = years {
        let there = shelf.facets.values.get(&Facet::Year);
        let within = there.into_iter().flatten().filter(|value| {
            let year = value.name.parse::<i32>();
            year.is_ok_and(|year| (from..=to).contains(&year))
        });
        let mut wanted: Vec<String> = within.map(|value| value.name.clone()).collect();
        // Both ends are kept, so that the years stay known where they have no documents.
        for end in [from, to].map(|year| year.to_string()) {
            if !wanted.contains(&end) {
                wanted.push(end);
            }
        }
        shelf.filter.wanted.insert(Facet::Year, wanted);
    }
    documents::ask_again(view)
}

fn mark(view: &mut View, keys: &[i64], change: &MarkChange) -> Vec<Effect> {
    let keys: BTreeSet<i64> = keys.iter().copied().collect();
    let mut changed = Vec::new();
    for key in keys {
        if view.documents.position(key).is_none() || view.scene.removed.contains(&key) {
            continue;
        }
        let mut marks = (*view.marks_of(key)).clone();
        if marks.change(change) {
            changed.push((key, marks));
        }
    }
    set(view, changed)
}

fn drop_collection(view: &mut View, path: String) -> Vec<Effect> {
    let known: BTreeSet<i64> = view.documents.shelf.marks.keys().copied().collect();
    let keys = known.into_iter().chain(view.scene.marked.keys().copied());
    let keys: BTreeSet<i64> = keys.collect();
    let inside = format!("{}/", path.to_lowercase());
    let mut changed = Vec::new();
    for key in keys {
        let mut marks = (*view.marks_of(key)).clone();
        let before = marks.collections.len();
        marks.collections.retain(|other| {
            let other = other.to_lowercase();
            other != path.to_lowercase() && !other.starts_with(&inside)
        });
        if marks.collections.len() != before {
            changed.push((key, marks));
        }
    }
    let empty = view.documents.shelf.collections.iter();
    let empty = empty.filter(|known| {
        let name = known.name.to_lowercase();
        known.documents == 0 && (name == path.to_lowercase() || name.starts_with(&inside))
    });
    let empty: Vec<(String, bool)> = empty.map(|known| (known.name.clone(), false)).collect();
    if !empty.is_empty() {
        lists(view).collections.extend(empty);
    }
    let mut effects = set(view, changed);
    effects.push(Effect::DropCollection(path));
    effects.extend(documents::ask_again(view));
    effects
}

/// Keeps marks in the scene, so that undo takes them back, and in the library.
fn set(view: &mut View, changed: Vec<(i64, Marks)>) -> Vec<Effect> {
    if changed.is_empty() {
        return Vec::new();
    }
    let marked = Arc::make_mut(&mut view.scene.marked);
    for (key, marks) in &changed {
        marked.insert(*key, Arc::new(marks.clone()));
    }
    let mut effects = vec![Effect::Mark(changed)];
    effects.extend(documents::ask_again(view));
    effects
}

/// What is kept besides the documents, to be changed as a step.
fn lists(view: &mut View) -> &mut Lists {
    Arc::make_mut(&mut view.scene.lists)
}

/// Keeps and forgets searches, and makes and takes away empty collections, when the scene was exchanged.
pub(super) fn follow_lists(view: &mut View, before: &Lists) -> Vec<Effect> {
    let now = view.scene.lists.clone();
    let shelf = &mut view.documents.shelf;
    let mut effects = Vec::new();
    for (name, kept) in now.searches_since(before) {
        effects.push(Effect::KeepSearch(name, kept.map(Box::new)));
    }
    if !effects.is_empty() {
        shelf.searches.clone_from(&now.searches);
    }
    for (name, there) in now.collections_since(before) {
        let mut known = shelf.collections.iter();
        let documents = known.find(|known| known.name == name).map(|k| k.documents);
        match (there, documents) {
            (true, _) => effects.push(Effect::MakeCollection(name)),
            (false, Some(0)) => effects.push(Effect::DropCollection(name)),
            // Documents have come into it since.
            (false, _) => {}
        }
    }
    effects
}

/// What the library has to be told when the scene was exchanged.
pub(super) fn follow(view: &View, before: &Scene) -> Option<Effect> {
    if Arc::ptr_eq(&before.marked, &view.scene.marked) {
        return None;
    }
    let of = |marked: &BTreeMap<i64, Arc<Marks>>, key: &i64| {
        let kept = marked
            .get(key)
            .or_else(|| view.documents.shelf.marks.get(key));
        kept.cloned().unwrap_or_default()
    };
    let keys: BTreeSet<&i64> = before
        .marked
        .keys()
        .chain(view.scene.marked.keys())
        .collect();
    let changed: Vec<(i64, Marks)> = keys
        .into_iter()
        .filter_map(|key| {
            let now = of(&view.scene.marked, key);
            (of(&before.marked, key) != now).then(|| (*key, (*now).clone()))
        })
        .collect();
    (!changed.is_empty()).then_some(Effect::Mark(changed))
}

fn keep_search(view: &mut View, name: &str) -> Vec<Effect> {
    if name.is_empty() {
        return Vec::new();
    }
    let Some(kept) = KeptSearch::of(view) else {
        let question = view.documents.results.question.place();
        view.layout.say(match question {
            Question::Similar { .. } => say!("shelf-similar-not-kept"),
            Question::Point(..) | Question::Around(_) => say!("shelf-point-not-kept"),
            _ => say!("shelf-drawn-not-kept"),
        });
        return Vec::new();
    };
    let searches = &mut view.documents.shelf.searches;
    searches.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
    searches.push((name.to_owned(), kept.clone()));
    searches.sort_by_key(|(name, _)| name.to_lowercase());
    let searches = searches.clone();
    lists(view).searches = searches;
    view.layout.say(say!("shelf-kept", name = name));
    vec![Effect::KeepSearch(name.to_owned(), Some(Box::new(kept)))]
}

fn run_search(view: &mut View, name: &str) -> Vec<Effect> {
    let searches = view.documents.shelf.searches.iter();
    let Some(kept) = searches
        .filter(|(other, _)| other == name)
        .map(|(_, kept)| kept.clone().sound())
        .next()
    else {
        return Vec::new();
    };
    view.documents.shelf.filter = kept.filter;
    view.layout.open(PanelTab::Results);
    let structure = kept.structure.as_deref().and_then(|id| view.index_of(id));
    let point = kept.point_mm;
    let on_stage = point.and_then(|point| match &view.body.staging {
        None => Some(StagePoint(point.mm())),
        Some(staging) => staging.stage(kept.structure.as_deref()?, point),
    });
    if point.is_some() && on_stage.is_none() {
        view.layout.say(say!("shelf-point-not-here"));
    }
    if let Some(point) = on_stage {
        let effects = match kept.radius_mm {
            Some(radius_mm) => select::ask_around(view, point, radius_mm),
            None => select::ask_about_point(view, structure, point),
        };
        return match kept.words {
            Some(words) => select::apply(view, SelectCommand::SearchWithin(words)),
            None => effects,
        };
    }
    let Some(structure) = structure else {
        let command = match kept.words {
            Some(words) => SelectCommand::SearchText(words),
            None => SelectCommand::ClearSelection,
        };
        return select::apply(view, command);
    };
    let command = SelectCommand::SelectStructure {
        structure,
        point_mm: None,
    };
    let mut effects = select::apply(view, command);
    for id in &kept.others {
        let Some(other) = view.index_of(id) else {
            continue;
        };
        if view.selection.structures().all(|chosen| chosen != other) {
            effects = select::apply(view, SelectCommand::AddStructure(other));
        }
    }
    match kept.words {
        // The newest question counts.
        Some(words) => select::apply(view, SelectCommand::SearchWithin(words)),
        None => effects,
    }
}

fn try_again(view: &mut View) -> Vec<Effect> {
    let problems = view.documents.problems.iter();
    let files: BTreeSet<PathBuf> = problems.filter_map(|p| p.file.clone()).collect();
    if files.is_empty() {
        view.layout.say(say!("shelf-nothing-to-try"));
        return Vec::new();
    }
    let files: Vec<PathBuf> = files.into_iter().collect();
    let broken_off = view.documents.broken_off() == files;
    view.documents
        .problems
        .retain(|problem| problem.file.is_none());
    // The library forgets them when the import begins, and not before.
    match broken_off {
        true => prospect::go_on(view, files),
        false => prospect::add(view, files),
    }
}
