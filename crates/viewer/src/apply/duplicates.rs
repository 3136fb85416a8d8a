//! Copies of one work: looked for, chosen from, made one document.

use std::collections::BTreeMap;
use std::sync::Arc;

use language::say;
use library::{DuplicateGroup, Marks, Merge};

use super::{documents, library as documents_in};
use crate::{Duplicates, Effect, JobKind, Keys, View};

/// Begins to look for copies.
pub(super) fn look(view: &mut View) -> Vec<Effect> {
    if documents_in::is_closed(view) || view.jobs.of(JobKind::Duplicates).is_some() {
        return Vec::new();
    }
    view.documents.duplicates = Duplicates {
        pending: true,
        ..Duplicates::default()
    };
    let job = view
        .jobs
        .start(JobKind::Duplicates, say!("joblist-duplicates"));
    vec![Effect::FindDuplicates(job, view.documents.path.clone())]
}

/// Takes in what was found; what was removed meanwhile is left out.
pub(super) fn found(view: &mut View, groups: Vec<DuplicateGroup>) -> Vec<Effect> {
    let removed = &view.scene.removed;
    let mut groups = groups;
    for group in &mut groups {
        group.copies.retain(|copy| !removed.contains(&copy.key));
    }
    groups.retain(|group| group.copies.len() > 1);
    view.documents.duplicates = Duplicates {
        groups,
        ..Duplicates::default()
    };
    Vec::new()
}

/// Leaves a group out, or takes it in again.
pub(super) fn leave_out(view: &mut View, group: usize) -> Vec<Effect> {
    let left_out = &mut view.documents.duplicates.left_out;
    if !left_out.remove(&group) {
        left_out.insert(group);
    }
    Vec::new()
}

/// Keeps another copy of a group.
pub(super) fn keep(view: &mut View, group: usize, key: i64) -> Vec<Effect> {
    if let Some(group) = view.documents.duplicates.groups.get_mut(group)
        && let Some(at) = group.copies.iter().position(|copy| copy.key == key)
    {
        let copy = group.copies.remove(at);
        group.copies.insert(0, copy);
        group.because = say!("shelf-you-chose");
    }
    Vec::new()
}

/// Makes each group that is not left out one document.
pub(super) fn merge(view: &mut View) -> Vec<Effect> {
    if documents_in::is_closed(view) {
        return Vec::new();
    }
    let duplicates = std::mem::take(&mut view.documents.duplicates);
    let mut left = Vec::new();
    let mut merges: Vec<Merge> = Vec::new();
    for (n, group) in duplicates.groups.into_iter().enumerate() {
        if duplicates.left_out.contains(&n) {
            left.push(group);
            continue;
        }
        let there = |key: &i64| {
            view.documents.position(*key).is_some() && !view.scene.removed.contains(key)
        };
        let mut keys = group.copies.iter().map(|copy| copy.key).filter(there);
        if let Some(keep) = keys.next() {
            let others: Vec<i64> = keys.collect();
            if !others.is_empty() {
                merges.push(Merge { keep, others });
            }
        }
    }
    view.documents.duplicates.groups = left;
    let Some((gone, effects)) = put_together(view, &merges) else {
        return Vec::new();
    };
    view.layout.say_done(say!("shelf-merged", count = gone));
    effects
}

/// Makes copies part of the documents that are kept: how many, and what is to be done; nothing when there are none.
pub(super) fn put_together(view: &mut View, merges: &[Merge]) -> Option<(usize, Vec<Effect>)> {
    if merges.is_empty() {
        return None;
    }
    let mut joined: Vec<(i64, Arc<Marks>)> = Vec::new();
    for merge in merges {
        let mut marks = (*view.marks_of(merge.keep)).clone();
        for other in &merge.others {
            marks.join(&view.marks_of(*other));
        }
        if marks != *view.marks_of(merge.keep) {
            joined.push((merge.keep, Arc::new(marks)));
        }
    }
    let merged = Arc::make_mut(&mut view.scene.merged);
    for merge in merges {
        merged.extend(merge.others.iter().map(|other| (*other, merge.keep)));
        view.scene.removed.extend(merge.others.iter().copied());
    }
    if !joined.is_empty() {
        Arc::make_mut(&mut view.scene.marked).extend(joined);
    }
    let gone: usize = merges.iter().map(|merge| merge.others.len()).sum();
    let mut effects = vec![Effect::Merge(merges.to_vec())];
    effects.extend(documents_in::close_removed(view));
    effects.extend(documents::ask_again(view));
    Some((gone, effects))
}

/// What takes documents out of the library again: merges of those that were copies of one that is there, and a removal of the others. `was` are those that
/// were not there until now.
pub(super) fn remove_again(view: &View, was: &Keys, gone: Vec<i64>) -> Vec<Effect> {
    let mut merges: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    let mut removed = Vec::new();
    for key in gone {
        match view.scene.merged.get(&key) {
            // One that is in the trash, too, and comes back with what it had taken over.
            Some(keep) if was.contains(keep) => removed.push(key),
            Some(keep) => merges.entry(*keep).or_default().push(key),
            None => removed.push(key),
        }
    }
    let mut effects = Vec::new();
    if !removed.is_empty() {
        effects.push(Effect::Remove(removed));
    }
    if !merges.is_empty() {
        let merges = merges.into_iter();
        let merges = merges.map(|(keep, others)| Merge { keep, others });
        effects.push(Effect::Merge(merges.collect()));
    }
    effects
}
