//! The places of documents on a stage that is not the home body's.

use std::sync::Arc;

use ::library::Spot;
use language::say;

use super::documents;
use crate::{Effect, Ended, JobKind, StagePoint, View};

/// Gives every document its place on the stage.
pub(super) fn restage(view: &mut View) -> Vec<Effect> {
    let documents = &mut view.documents;
    documents.staged = match view.body.staging {
        None => None,
        Some(_) => Some(Arc::new(vec![None; documents.entries.len()])),
    };
    documents.unstaged.clear();
    let entries = documents.entries.as_ref().clone();
    let mut effects = Vec::new();
    // Places in another atlas are no longer wanted; the search for those in this one follows when that has ended.
    effects.extend(
        view.jobs
            .of(JobKind::Staging)
            .map(|job| Effect::CancelJob(job.id)),
    );
    effects.extend(documents::stage(view, entries));
    effects
}

/// Takes in places that were found, if their atlas is still on the stage.
pub(super) fn staged(
    view: &mut View,
    slug: &str,
    entries: &[Spot],
    places: Vec<Option<StagePoint>>,
) -> Vec<Effect> {
    if view.scene.atlas.as_deref() != Some(slug) {
        return Vec::new();
    }
    let documents = &mut view.documents;
    let Some(staged) = documents.staged.as_mut().map(Arc::make_mut) else {
        return Vec::new();
    };
    staged.resize(documents.entries.len(), None);
    for (entry, place) in entries.iter().zip(places) {
        let found = documents
            .entries
            .binary_search_by_key(&entry.key, |e| e.key);
        if let Ok(n) = found {
            // One that was placed anew meanwhile, or is of another library, has its place looked for apart.
            if documents.entries[n] == *entry {
                staged[n] = place;
            }
        }
    }
    Vec::new()
}

/// The places of some documents have been looked for: the next ones follow, or it is said how many have none.
pub(super) fn ended(view: &mut View, ended: &Ended) -> Vec<Effect> {
    let documents = &view.documents;
    if !documents.unstaged.is_empty() {
        return documents::stage(view, Vec::new());
    }
    if *ended == Ended::Cancelled {
        view.layout.say(say!("notice-staging-cancelled"));
        return Vec::new();
    }
    if let Some(staged) = &documents.staged
        && view.jobs.placing().is_none()
    {
        let removed = &view.scene.removed;
        let rows = documents.entries.iter().zip(staged.iter());
        let there = rows.filter(|(entry, _)| !removed.contains(&entry.key));
        let (mut all, mut missing) = (0, 0);
        for (_, place) in there {
            all += 1;
            missing += usize::from(place.is_none());
        }
        if missing > 0 {
            let words = say!("notice-without-place", missing = missing, all = all);
            view.layout.say(words);
        }
    }
    Vec::new()
}
