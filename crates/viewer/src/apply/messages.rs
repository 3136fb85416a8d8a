//! What workers answer.

use std::path::PathBuf;
use std::sync::Arc;

use ::library::Entry;
use anatomy::Atlas;

use super::{body, documents, history_of, library};
use crate::{
    Dialog, Documents, Effect, Ended, JobKind, JobReport, Message, Opened, PathPrompt, Problem,
    Selection, Session, StagePoint, StagedGrounding, Staging, View,
};

pub(super) fn take(view: &mut View, message: Message) -> Vec<Effect> {
    match message {
        Message::HomeAtlas(atlas) => home_atlas(view, atlas),
        Message::AtlasShown {
            slug,
            atlas,
            staging,
        } => atlas_shown(view, slug, atlas, staging),
        Message::AtlasRefused => {
            atlas_refused(view);
            Vec::new()
        }
        Message::Installed(installed) => {
            view.atlases.installed = installed;
            Vec::new()
        }
        Message::Names(names) => {
            // Those that ask for a decision first, where there are such.
            view.atlases.unmatched_only = names.unmatched() > 0;
            view.atlases.names = Some(*names);
            Vec::new()
        }
        Message::Staged {
            slug,
            entries,
            places,
        } => {
            staged(view, &slug, &entries, places);
            Vec::new()
        }
        Message::Engine(engine) => {
            view.documents.engine = Some(engine);
            if matches!(view.documents.engine, Some(Err(_))) {
                view.live.pending = false;
            }
            documents::count_outdated(view)
        }
        Message::Opened {
            path,
            entries,
            session,
            removals,
            sample,
        } => opened(view, (path, entries), session, removals, sample),
        Message::NotOpened => Vec::new(),
        Message::Added(entries) => added(view, entries),
        Message::Replaced(entries) => replaced(view, entries),
        Message::NotRemoved(keys) => {
            for key in keys {
                view.scene.removed.remove(&key);
            }
            Vec::new()
        }
        Message::NotRestored(keys) => {
            view.scene.removed.extend(keys);
            documents::ask_again(view)
        }
        Message::Compacted => {
            compacted(view);
            Vec::new()
        }
        Message::Outdated(count) => {
            view.documents.outdated = count;
            Vec::new()
        }
        Message::Ranked {
            generation,
            heading,
            hits,
            total,
        } => {
            let results = &mut view.documents.results;
            if results.generation == generation {
                results.pending = false;
                results.heading = heading;
                results.hits = hits;
                results.total = total;
            }
            Vec::new()
        }
        Message::Document(stored, staged) => {
            if view.selection.document != Some(stored.key) {
                return Vec::new();
            }
            view.documents.opened = Some(Box::new(Opened {
                stored: *stored,
                staged: *staged,
            }));
            view.documents.why.structure = None;
            documents::ask_why(view)
        }
        Message::Live {
            generation,
            grounding,
        } => {
            live(view, generation, grounding);
            Vec::new()
        }
        Message::Why { generation, found } => {
            let why = &mut view.documents.why;
            if why.generation == generation {
                why.pending = false;
                why.found = found;
            }
            Vec::new()
        }
        Message::Job(report) => job(view, report),
        Message::NoDialog(dialog) => {
            no_dialog(view, dialog);
            Vec::new()
        }
        Message::Problem(problem) => {
            view.documents.problems.push(problem);
            Vec::new()
        }
        Message::Notice(words) => {
            view.layout.say(words);
            Vec::new()
        }
    }
}

fn home_atlas(view: &mut View, atlas: Arc<Atlas>) -> Vec<Effect> {
    view.body.home = Some(atlas.clone());
    if view.body.shown.is_none() {
        view.scene.reset_visibility(&atlas);
        view.body.shown = Some(atlas);
        history_of::first_sight(view);
    }
    vec![Effect::ListAtlases]
}

fn atlas_shown(
    view: &mut View,
    slug: Option<String>,
    atlas: Arc<Atlas>,
    staging: Option<Arc<Staging>>,
) -> Vec<Effect> {
    let before = view.scene.clone();
    // The same atlas made again, or one that undo returns to, stays as it was being looked at.
    let again = view.scene.atlas == slug;
    let kept = (again && slug.is_some()).then(|| view.scene.kept_visibility(view.atlas()));
    view.body.shown = Some(atlas.clone());
    view.body.staging = staging;
    let names = view.atlases.names.as_ref();
    if names.is_some_and(|names| Some(&names.slug) != slug.as_ref()) {
        view.atlases.names = None;
    }
    view.scene.atlas = slug;
    if !again {
        view.scene.reset_visibility(&atlas);
        view.scene.sections.clear();
        view.scene.measurements.clear();
        let name = view.atlases.name_of(view.scene.atlas.as_deref());
        view.history.note(format!("Show {name}"), before, None);
    } else if view.scene.visibility.len() != atlas.catalogue().structures().len() {
        let kept = kept.unwrap_or_default();
        view.scene.restore_visibility(Some(&atlas), &kept);
    }
    view.selection = Selection::default();
    view.documents.opened = None;
    let mut effects = Vec::new();
    if !again {
        let pose = body::whole(view);
        effects.extend(super::fly(view, pose));
    }
    effects.extend(restage(view));
    effects.extend(documents::ask(view, crate::Question::All));
    effects.extend(documents::ground_live(view));
    effects
}

/// The atlas that the scene names could not be opened: the scene returns to the one that is there.
fn atlas_refused(view: &mut View) {
    let shown = view.body.staging.is_none();
    if shown && view.scene.atlas.is_some() {
        view.scene.atlas = None;
        if let Some(atlas) = view.body.shown.clone() {
            view.scene.reset_visibility(&atlas);
        }
    }
}

/// Gives every document its place on the stage.
fn restage(view: &mut View) -> Vec<Effect> {
    let documents = &mut view.documents;
    documents.staged = match view.body.staging {
        None => None,
        Some(_) => Some(Arc::new(vec![None; documents.entries.len()])),
    };
    let entries = documents.entries.as_ref().clone();
    documents::stage(view, entries)
}

fn staged(view: &mut View, slug: &str, entries: &[Arc<Entry>], places: Vec<Option<StagePoint>>) {
    if view.scene.atlas.as_deref() != Some(slug) {
        return;
    }
    let documents = &mut view.documents;
    let Some(staged) = documents.staged.as_mut().map(Arc::make_mut) else {
        return;
    };
    staged.resize(documents.entries.len(), None);
    let mut missing = 0;
    for (entry, place) in entries.iter().zip(places) {
        missing += usize::from(place.is_none());
        let found = documents
            .entries
            .binary_search_by_key(&entry.key, |e| e.key);
        if let Ok(n) = found {
            staged[n] = place;
        }
    }
    if missing > 0 {
        let all = entries.len();
        view.layout.say(format!(
            "{missing} of {all} documents belong to structures that this atlas does not have"
        ));
    }
}

fn opened(
    view: &mut View,
    (path, entries): (PathBuf, Vec<Entry>),
    session: Option<Session>,
    removals: Vec<Vec<(i64, String)>>,
    sample: Option<PathBuf>,
) -> Vec<Effect> {
    let old = std::mem::take(&mut view.documents);
    view.documents = Documents {
        path,
        ready: true,
        entries: Arc::new(entries.into_iter().map(Arc::new).collect()),
        engine: old.engine,
        problems: old.problems,
        ..Documents::default()
    };
    view.documents.results.generation = old.results.generation;
    view.documents.why.generation = old.why.generation;
    view.selection = Selection::default();
    view.navigation = Default::default();
    let mut effects = Vec::new();
    if let Some(pose) = session.and_then(|session| session.restore(view)) {
        view.camera = pose;
        effects.push(Effect::Jump(pose));
    }
    history_of::removals(view, &removals);
    effects.extend(restage(view));
    effects.extend(documents::ask(view, crate::Question::All));
    effects.extend(documents::count_outdated(view));
    let mut files = old.awaited;
    files.splice(..0, sample);
    effects.extend(library::import(view, files));
    effects
}

/// Puts rows in their places by key; rows that are there already are replaced.
fn merge(view: &mut View, new: Vec<Arc<Entry>>) {
    let documents = &mut view.documents;
    let entries = Arc::make_mut(&mut documents.entries);
    let mut staged = documents.staged.as_mut().map(Arc::make_mut);
    for entry in new {
        match entries.binary_search_by_key(&entry.key, |e| e.key) {
            Ok(n) => {
                entries[n] = entry;
                if let Some(staged) = &mut staged {
                    staged[n] = None;
                }
            }
            Err(n) => {
                entries.insert(n, entry);
                if let Some(staged) = &mut staged {
                    staged.insert(n, None);
                }
            }
        }
    }
}

fn added(view: &mut View, entries: Vec<Entry>) -> Vec<Effect> {
    let new: Vec<Arc<Entry>> = entries.into_iter().map(Arc::new).collect();
    merge(view, new.clone());
    documents::stage(view, new)
}

fn replaced(view: &mut View, entries: Vec<Entry>) -> Vec<Effect> {
    let new: Vec<Arc<Entry>> = entries.into_iter().map(Arc::new).collect();
    merge(view, new.clone());
    let is_new = |key: &i64| new.iter().any(|entry| entry.key == *key);
    let mut effects = Vec::new();
    if let Some(key) = view.selection.document.filter(is_new) {
        effects.push(documents::read(view, key));
    }
    effects.extend(documents::stage(view, new));
    effects
}

fn compacted(view: &mut View) {
    let gone = std::mem::take(&mut view.scene.removed);
    let documents = &mut view.documents;
    if let Some(staged) = documents.staged.as_mut() {
        let keys = documents.entries.iter().map(|entry| entry.key);
        let kept = keys
            .zip(staged.iter())
            .filter(|(key, _)| !gone.contains(key));
        *staged = Arc::new(kept.map(|(_, place)| *place).collect());
    }
    Arc::make_mut(&mut documents.entries).retain(|entry| !gone.contains(&entry.key));
    let now = view.scene.clone();
    view.history.rewrite(&now, |scene| {
        scene.removed.retain(|key| !gone.contains(key));
    });
    view.layout.say(match gone.len() {
        0 => "The library is compact".to_owned(),
        1 => "The library is compact; one removed document is forgotten".to_owned(),
        n => format!("The library is compact; {n} removed documents are forgotten"),
    });
}

fn live(view: &mut View, generation: u64, grounding: Option<Box<StagedGrounding>>) {
    if view.live.generation != generation {
        return;
    }
    view.live.pending = false;
    view.live.grounding = grounding.map(|grounding| *grounding);
    let nowhere = view.live.grounding.as_ref();
    if nowhere.is_some_and(|grounding| grounding.point.is_none()) {
        view.layout
            .say("This atlas does not have the structure that the text belongs to");
    }
}

fn job(view: &mut View, report: JobReport) -> Vec<Effect> {
    let (id, ended) = (report.id, report.ended.clone());
    view.jobs.take(report);
    let Some(ended) = ended else {
        return Vec::new();
    };
    let Some(job) = view.jobs.list.iter().find(|job| job.id == id).cloned() else {
        return Vec::new();
    };
    if let Ended::Failed(reason) = &ended {
        view.layout
            .say(format!("{}: it failed; see Problems", job.title));
        view.documents.problems.push(Problem {
            place: job.title.clone(),
            reason: reason.clone(),
        });
    } else if !job.detail.is_empty() && !matches!(job.kind, JobKind::Atlas | JobKind::Staging) {
        view.layout.say(job.detail.clone());
    }
    match job.kind {
        JobKind::Import | JobKind::Reground => {
            let mut effects = documents::ask_again(view);
            effects.extend(documents::count_outdated(view));
            // What came meanwhile follows, unless the user has had enough.
            let files = std::mem::take(&mut view.documents.awaited);
            if ended != Ended::Cancelled {
                effects.extend(library::import(view, files));
            }
            effects
        }
        JobKind::Atlas | JobKind::Staging | JobKind::Export => Vec::new(),
    }
}

fn no_dialog(view: &mut View, dialog: Dialog) {
    view.layout.path_prompt = Some(PathPrompt { dialog });
    view.layout
        .say("The system offers no file dialog; type or paste the path instead");
}
