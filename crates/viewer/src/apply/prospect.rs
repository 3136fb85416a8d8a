//! Imports that are looked at before they begin.

use std::path::PathBuf;
use std::sync::Arc;

use ::library::{ColumnChoice, Field, Preview, PreviewProgress};
use language::say;

use super::{drops, duplicates, library, watch};
use crate::command::ImportCommand;
use crate::prospect::FEW;
use crate::{Dialog, Effect, Ended, ImportOrder, JobId, JobKind, Popover, Prospect, View};

pub(super) fn apply(view: &mut View, command: ImportCommand) -> Vec<Effect> {
    match command {
        ImportCommand::AddFiles(files) => give(view, files, None),
        ImportCommand::DropFiles { files, at } => give(view, files, at),
        ImportCommand::LookAtFiles(files) => {
            let effects = give(view, files, None);
            if let Some(prospect) = &mut view.documents.prospect {
                prospect.asked = true;
            }
            effects
        }
        ImportCommand::GoOn(files) => go_on(view, files),
        ImportCommand::AddClipboard => vec![Effect::ReadClipboard],
        ImportCommand::ChooseColumn { column, field } => choose(view, &column, field),
        ImportCommand::ReadHeadings(read) => {
            let Some(prospect) = &mut view.documents.prospect else {
                return Vec::new();
            };
            // What was chosen by heading means nothing by number.
            prospect.order.columns.choices.clear();
            prospect.order.columns.no_headings = !read;
            look(view)
        }
        ImportCommand::MergeAfter(merge) => {
            if let Some(prospect) = &mut view.documents.prospect {
                prospect.merge_after = merge;
            }
            Vec::new()
        }
        ImportCommand::BeginImport => begin(view),
        ImportCommand::DropImport => dismiss(view),
        ImportCommand::WatchFolder => vec![Effect::Ask(Dialog::WatchedFolder)],
        ImportCommand::WatchFolderAt(folder) => watch::watch(view, folder),
        ImportCommand::Unwatch(folder) => watch::unwatch(view, folder),
    }
}

/// Looks at files that the user gives, at a point of the window where that is known. They are seen from then on.
fn give(view: &mut View, files: Vec<PathBuf>, at: Option<[f32; 2]>) -> Vec<Effect> {
    view.drops.begin(&files, at);
    add(view, files)
}

/// Looks at files. While no library can take them, they wait as files of an import do.
pub(super) fn add(view: &mut View, files: Vec<PathBuf>) -> Vec<Effect> {
    if files.is_empty() {
        return Vec::new();
    }
    library::has_begun(view);
    let documents = &view.documents;
    if !documents.is_ready() || documents.gone || documents.read_only.is_some() {
        let order = ImportOrder {
            unseen: true,
            ..ImportOrder::of(files)
        };
        return library::import(view, order);
    }
    match &mut view.documents.prospect {
        Some(prospect) => {
            prospect.order.files.extend(files);
            prospect.agreed = false;
        }
        None => {
            view.documents.prospect = Some(Prospect {
                order: ImportOrder::of(files),
                merge_after: true,
                ..Prospect::default()
            });
        }
    }
    look(view)
}

/// Goes on with files whose import broke off, which was agreed to before. What waits for the user's word goes on waiting, and they with it.
pub(super) fn go_on(view: &mut View, files: Vec<PathBuf>) -> Vec<Effect> {
    let alone = view.documents.prospect.is_none();
    let effects = add(view, files);
    if let Some(prospect) = view.documents.prospect.as_mut().filter(|_| alone) {
        prospect.agreed = true;
    }
    effects
}

/// Goes on with what has waited: files that nobody has looked at yet are looked at; of the others the first is added, after which the rest
/// go on waiting.
pub(super) fn follow_up(view: &mut View, awaited: Vec<ImportOrder>) -> Vec<Effect> {
    let mut effects = Vec::new();
    for order in awaited {
        effects.extend(match order.unseen {
            true => add(view, order.files),
            false => library::import(view, order),
        });
    }
    effects
}

/// Looks, or looks again.
fn look(view: &mut View) -> Vec<Effect> {
    let Some(prospect) = &mut view.documents.prospect else {
        return Vec::new();
    };
    let mut effects: Vec<Effect> = Vec::new();
    effects.extend(prospect.looking.take().map(Effect::CancelJob));
    let title = say!("preview-job", files = prospect.order.called());
    let job = view.jobs.start(JobKind::Preview, title);
    prospect.looking = Some(job);
    prospect.counts = PreviewProgress::default();
    effects.push(Effect::Preview {
        job,
        library: view.documents.path.clone(),
        order: prospect.order.clone(),
    });
    effects
}

fn choose(view: &mut View, column: &str, field: Option<Field>) -> Vec<Effect> {
    let Some(prospect) = &mut view.documents.prospect else {
        return Vec::new();
    };
    let choices = &mut prospect.order.columns.choices;
    choices.retain(|choice| choice.column != column);
    choices.push(ColumnChoice {
        field,
        column: column.to_owned(),
    });
    look(view)
}

/// It takes long: the user sees how far it is.
pub(super) fn looking(view: &mut View, job: JobId, counts: PreviewProgress) -> Vec<Effect> {
    let prospect = view.documents.prospect.as_mut();
    if let Some(prospect) = prospect.filter(|prospect| prospect.looking == Some(job)) {
        prospect.counts = counts;
        prospect.asked |= !prospect.agreed;
    }
    Vec::new()
}

/// What was found: it is told, unless there is little to tell.
pub(super) fn seen(view: &mut View, job: JobId, found: Preview) -> Vec<Effect> {
    let prospect = view.documents.prospect.as_mut();
    let Some(prospect) = prospect.filter(|prospect| prospect.looking == Some(job)) else {
        return Vec::new();
    };
    prospect.looking = None;
    // A table with headings like one that somebody has explained.
    let columns = &mut prospect.order.columns;
    if columns.choices.is_empty() && !columns.no_headings {
        let tables = found.files.iter().filter_map(|file| file.table.as_ref());
        columns
            .choices
            .extend(tables.flat_map(|table| view.documents.columns.of(table)));
        if !columns.choices.is_empty() {
            return look(view);
        }
    }
    prospect.counts = found.total.clone();
    let unclear = match prospect.agreed {
        true => !found.is_understood(),
        false => found.is_worth_a_look(FEW) || found.total.likely > 0,
    };
    let told = prospect.asked || unclear;
    prospect.found = Some(Arc::new(found));
    prospect.asked = told;
    if told {
        return Vec::new();
    }
    begin(view)
}

/// The job that looked has ended without an answer.
pub(super) fn ended(view: &mut View, job: JobId, ended: &Ended) -> Vec<Effect> {
    let prospect = view.documents.prospect.as_mut();
    if prospect.is_none_or(|prospect| prospect.looking != Some(job)) {
        return Vec::new();
    }
    let prospect = view.documents.prospect.take();
    match (ended, prospect) {
        // That they could not be looked at does not say that they cannot be added; why is among the problems.
        (Ended::Failed(_), Some(prospect)) => library::import(view, prospect.order),
        _ => {
            drops::given_up(view);
            Vec::new()
        }
    }
}

fn begin(view: &mut View) -> Vec<Effect> {
    let Some(prospect) = view.documents.prospect.take() else {
        return Vec::new();
    };
    let mut effects: Vec<Effect> = Vec::new();
    effects.extend(prospect.looking.map(Effect::CancelJob));
    let found = prospect.found.as_deref();
    let columns = &prospect.order.columns;
    if !columns.choices.is_empty() && !columns.no_headings {
        let files = found.into_iter().flat_map(|found| &found.files);
        for table in files.filter_map(|file| file.table.as_ref()) {
            view.documents.columns.remember(table, &columns.choices);
        }
    }
    let whole = found.filter(|found| !found.stopped && prospect.looking.is_none());
    let likely = found.is_some_and(|found| found.total.likely > 0);
    let order = ImportOrder {
        total: whole.map(|found| found.total.records),
        ..prospect.order
    };
    if likely && prospect.merge_after {
        view.documents.merge_after = true;
    }
    effects.extend(library::import(view, order));
    effects
}

/// Adds nothing.
pub(super) fn dismiss(view: &mut View) -> Vec<Effect> {
    let prospect = view.documents.prospect.take();
    let looking = prospect.and_then(|prospect| prospect.looking);
    drops::given_up(view);
    looking.map(Effect::CancelJob).into_iter().collect()
}

/// Shows copies for merging, if that was wished before the import that has ended.
pub(super) fn merge_after(view: &mut View, ended: &Ended) -> Vec<Effect> {
    let wished = std::mem::take(&mut view.documents.merge_after);
    if !wished || *ended != Ended::Done || view.layout.popover == Some(Popover::Duplicates) {
        return Vec::new();
    }
    view.layout.popover = Some(Popover::Duplicates);
    duplicates::look(view)
}
