//! Folders whose new and changed files are taken in while the window is open.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::library::{FolderNews, Merge, PassedOver, Watched};
use language::say;

use super::{duplicates, library};
use crate::{
    Effect, Ended, ImportOrder, JobId, JobKind, Lists, Problem, Step, Taking, View, WatchedFolder,
};

/// Watches a folder from now on.
pub(super) fn watch(view: &mut View, folder: PathBuf) -> Vec<Effect> {
    if library::is_closed(view) {
        return Vec::new();
    }
    if find(view, &folder).is_some() {
        view.layout.say(say!("notice-watched-already"));
        return Vec::new();
    }
    let name = folder.display().to_string();
    view.layout.say(say!("notice-watching", folder = name));
    Arc::make_mut(&mut view.scene.lists)
        .watched
        .insert(folder.clone());
    begin(view, folder, 0)
}

fn begin(view: &mut View, folder: PathBuf, looked: u64) -> Vec<Effect> {
    view.documents.watched.push(WatchedFolder::new(Watched {
        folder: folder.clone(),
        looked,
    }));
    let mut effects = vec![Effect::KeepWatched(folder.clone(), true)];
    if looked > 0 {
        effects.push(Effect::KeepLooked(folder.clone(), looked));
    }
    effects.extend(follow(view));
    effects.extend(touched(view, &folder));
    effects
}

/// Watches folders again, or no longer, when the scene was exchanged.
pub(super) fn follow_lists(view: &mut View, before: &Lists) -> Vec<Effect> {
    let now = view.scene.lists.clone();
    let mut effects = Vec::new();
    for folder in before.watched.difference(&now.watched) {
        effects.extend(end(view, folder.clone()));
    }
    for folder in now.watched.difference(&before.watched) {
        let looked = view.documents.looked.remove(folder);
        effects.extend(begin(view, folder.clone(), looked.unwrap_or(0)));
    }
    effects
}

/// Watches a folder no longer; its documents stay.
pub(super) fn unwatch(view: &mut View, folder: PathBuf) -> Vec<Effect> {
    if library::is_closed(view) {
        return Vec::new();
    }
    Arc::make_mut(&mut view.scene.lists).watched.remove(&folder);
    end(view, folder)
}

fn end(view: &mut View, folder: PathBuf) -> Vec<Effect> {
    if let Some(known) = find(view, &folder) {
        let looked = known.watched.looked;
        view.documents.looked.insert(folder.clone(), looked);
    }
    let watched = &mut view.documents.watched;
    watched.retain(|known| known.watched.folder != folder);
    let mut effects = vec![Effect::KeepWatched(folder, false)];
    effects.extend(follow(view));
    effects
}

/// The folders of a library that was opened: what has happened in them meanwhile is looked for. The one before had some, too, or not.
pub(super) fn opened(view: &mut View, watched_before: bool) -> Vec<Effect> {
    if view.documents.watched.is_empty() && !watched_before {
        return Vec::new();
    }
    let mut effects = follow(view);
    if view.documents.read_only.is_some() {
        return effects; // the window that may change it takes them in
    }
    let folders = view.documents.watched.iter();
    let folders: Vec<PathBuf> = folders.map(|known| known.watched.folder.clone()).collect();
    for folder in folders {
        effects.extend(touched(view, &folder));
    }
    effects
}

fn follow(view: &View) -> Vec<Effect> {
    let watched = view.documents.watched.iter();
    let folders = watched.map(|known| known.watched.folder.clone()).collect();
    vec![Effect::WatchFolders {
        library: view.documents.path.clone(),
        folders,
    }]
}

fn find<'v>(view: &'v mut View, folder: &Path) -> Option<&'v mut WatchedFolder> {
    let mut watched = view.documents.watched.iter_mut();
    watched.find(|known| known.watched.folder == folder)
}

/// Something has happened in a folder. While it is being looked into, or its files are being added, it is looked into again
/// afterwards.
pub(super) fn touched(view: &mut View, folder: &Path) -> Vec<Effect> {
    let library = view.documents.path.clone();
    if view.documents.read_only.is_some() {
        return Vec::new();
    }
    let busy = view.jobs.placing().is_some();
    let Some(known) = find(view, folder) else {
        return Vec::new();
    };
    if busy || known.looking {
        known.again = true;
        known.only_gone = false;
        return Vec::new();
    }
    known.looking = true;
    known.again = false;
    vec![Effect::LookInto {
        library,
        watched: known.watched.clone(),
    }]
}

/// What has happened in a folder; nothing when it could not be looked into, which is told apart.
pub(super) fn news(view: &mut View, folder: &Path, news: Option<FolderNews>) -> Vec<Effect> {
    let busy = view.jobs.placing().is_some();
    let removed = view.scene.removed.clone();
    let Some(known) = find(view, folder) else {
        return Vec::new();
    };
    known.looking = false;
    let Some(news) = news else {
        return Vec::new();
    };
    known.missing = news.missing;
    known.gone = news.gone;
    known.gone.retain(|gone| !removed.contains(&gone.key));
    known.gone.sort_unstable();
    let mut files = news.new;
    files.extend(news.changed.iter().cloned());
    if std::mem::take(&mut known.only_gone) {
        files.clear();
    }
    if !news.missing {
        passed_over(view, folder, news.passed_over);
    }
    let Some(known) = find(view, folder) else {
        return Vec::new();
    };
    if files.is_empty() {
        return if std::mem::take(&mut known.again) {
            touched(view, folder)
        } else {
            Vec::new()
        };
    }
    if busy {
        known.again = true;
        return Vec::new();
    }
    let effects = library::import(view, ImportOrder::of(files));
    if let Some(Effect::Import(job, _)) = effects.last() {
        let name = crate::pubmed::called(&[folder.to_owned()]);
        view.documents.landed.what = say!("steps-from-folder", folder = name);
        view.documents.taking = Some(Taking {
            job: *job,
            folder: folder.to_owned(),
            changed: news.changed,
            at: news.at,
        });
    }
    effects
}

/// Lists the files of a folder whose kinds cannot be read, once for as long as they are the same.
fn passed_over(view: &mut View, folder: &Path, passed: PassedOver) {
    let Some(known) = find(view, folder) else {
        return;
    };
    if known.passed_over == passed {
        return;
    }
    let before = std::mem::replace(&mut known.passed_over, passed.clone());
    let problem = |passed: &PassedOver| Problem {
        place: folder.display().to_string(),
        reason: passed.in_full(),
        file: Some(folder.to_owned()),
    };
    let documents = &mut view.documents;
    let old = problem(&before);
    documents.problems.retain(|known| *known != old);
    if passed.files > 0 {
        documents.note(problem(&passed));
    }
}

/// An import has ended: what was taken in of a folder is noted, and folders that waited are looked into.
pub(super) fn import_ended(view: &mut View, job: JobId, ended: &Ended) -> Vec<Effect> {
    let mut effects = Vec::new();
    let taken = view.documents.taking.take_if(|taking| taking.job == job);
    if let Some(taken) = taken.filter(|_| *ended == Ended::Done) {
        if let Some(known) = find(view, &taken.folder) {
            known.watched.looked = taken.at;
            // What was taken in may be what seemed to be gone, under another name.
            known.only_gone = !known.gone.is_empty() && !known.again;
            known.again |= known.only_gone;
        }
        effects.push(Effect::KeepLooked(taken.folder, taken.at));
        if !taken.changed.is_empty() {
            effects.push(Effect::FindSuperseded(taken.changed));
        }
    }
    let waiting = view.documents.watched.iter().filter(|known| known.again);
    let waiting: Vec<PathBuf> = waiting.map(|known| known.watched.folder.clone()).collect();
    for folder in waiting {
        effects.extend(touched(view, &folder));
    }
    effects
}

/// Newer versions of texts take the places of the older ones; undo brings those back. What an import brings that still runs is part of its step.
pub(super) fn superseded(view: &mut View, merges: Vec<Merge>) -> Vec<Effect> {
    let before = view.scene.clone();
    let Some((gone, effects)) = duplicates::put_together(view, &merges) else {
        return Vec::new();
    };
    view.layout.say(say!("notice-superseded", count = gone));
    let landed = &mut view.documents.landed;
    let has_landed = |merge: &Merge| landed.keys.contains(&merge.keep);
    let is_one_step = !landed.unasked && merges.iter().all(has_landed);
    if is_one_step && view.jobs.of(JobKind::Import).is_some() {
        landed.newer.extend(merges);
        return effects;
    }
    let label = say!("notice-step-take-in");
    view.history.note(Step::new(label, before), None);
    effects
}
