//! What workers answer.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use ::library::{Spot, Stored};
use anatomy::Atlas;
use language::say;

use super::{
    beside, body, completed, documents, drops, duplicates, history, history_of, library, live,
    outside, page, prospect, quiz, select, sight, staged, tour, watch,
};
use crate::command::SelectCommand;
use crate::{
    Awaited, Dialog, Documents, Effect, Ended, Engine, ImportOrder, JobKind, JobReport,
    LibraryState, Message, Opened, PanelTab, PathPrompt, Popover, Problem, Question, Scene,
    Selection, Shelf, StagePoint, StagedGrounding, Staging, Step, Tool, View, WatchedFolder,
    lps_from_world,
};

pub(super) fn take(view: &mut View, message: Message) -> Vec<Effect> {
    match message {
        Message::HomeAtlas(atlas) => home_atlas(view, atlas),
        Message::NoHomeAtlas(reason) => {
            view.body.failed = Some(reason);
            Vec::new()
        }
        Message::AtlasShown {
            job,
            slug,
            atlas,
            staging,
        } => match view.body.awaited.take_if(|awaited| awaited.job == job) {
            Some(awaited) => atlas_shown(view, awaited, slug, atlas, staging),
            // Nobody waits for it any more.
            None => Vec::new(),
        },
        Message::Installed(installed) => {
            view.atlases.installed = installed;
            Vec::new()
        }
        Message::Names(names) => {
            view.atlases.show_names(*names);
            Vec::new()
        }
        Message::Staged {
            slug,
            entries,
            places,
        } => staged::staged(view, &slug, &entries, places),
        Message::Engine(engine) => model_opened(view, engine),
        Message::Opened { .. } => opened(view, message),
        Message::Changeable => changeable(view),
        Message::NotOpened => not_opened(view),
        Message::Changed(entries) => changed(view, entries),
        Message::Gone(gone) => outside::lost(view, gone),
        Message::FolderTouched(folder) => watch::touched(view, &folder),
        Message::FolderNews(folder, news) => watch::news(view, &folder, news),
        Message::Superseded(merges) => watch::superseded(view, merges),
        Message::Previewing(job, counts) => prospect::looking(view, job, counts),
        Message::Previewed(job, found) => prospect::seen(view, job, *found),
        Message::Added(entries) => added(view, entries),
        Message::CameFrom(documents) => drops::came(view, &documents),
        Message::Marked(marks, collections) => {
            view.documents.shelf.take(marks, collections);
            Vec::new()
        }
        Message::Completed(documents) => completed::taken_over(view, documents),
        Message::Duplicates(groups) => duplicates::found(view, groups),
        Message::Replaced(entries) => replaced(view, entries),
        Message::Title(key, title) => titled(view, key, title),
        Message::NotRemoved(keys) => not_removed(view, &keys),
        Message::NotRestored(keys) => {
            view.scene.removed.extend(keys);
            documents::ask_again(view)
        }
        Message::NotTakenBack(asked, back) => completed::not_taken_back(view, asked, back),
        Message::Compacted(keys) => compacted(view, keys),
        Message::Outdated(count) => {
            view.documents.outdated = count;
            Vec::new()
        }
        Message::Ranked { .. } => ranked(view, message),
        Message::Document(stored, staged) => read(view, *stored, *staged),
        Message::PageFound(generation, found) => {
            page::found(view, generation, found);
            Vec::new()
        }
        Message::Compared { both, common } => beside::compared(view, both, *common),
        Message::Live { .. } | Message::TextWhy { .. } | Message::VariantsPlaced { .. } => {
            live::take(view, message)
        }
        Message::Why { .. } | Message::Nearby { .. } => documents::take(view, message),
        Message::DragOut(news) => library::dragged_out(view, news),
        Message::Cited(text) => vec![Effect::CopyText(text)],
        Message::Identified(files, identified) => {
            // Others may have been given meanwhile.
            if files == view.pubmed.files {
                view.identified = Some(identified);
            }
            Vec::new()
        }
        Message::Tour(path, read) => tour::open(view, *read, Some(path)),
        Message::TourWritten(path, written) => tour::written(view, path, &written),
        Message::Filming(folder) => {
            view.tours.filming = folder;
            Vec::new()
        }
        Message::Job(report) => job(view, report),
        Message::NoDialog(dialog) => no_dialog(view, dialog),
        Message::Problem(problem) => drops::went_wrong(view, problem),
        Message::Notice(words) => {
            view.layout.say(words);
            Vec::new()
        }
    }
}

/// One that could not be read is asked for again when it is pointed at.
fn titled(view: &mut View, key: i64, title: String) -> Vec<Effect> {
    let titles = &mut view.documents.titles;
    match title.is_empty() {
        true => titles.remove(&key),
        false => titles.insert(key, title),
    };
    Vec::new()
}

/// The model can be asked, or why it cannot.
fn model_opened(view: &mut View, engine: Result<Engine, String>) -> Vec<Effect> {
    view.documents.engine = Some(engine);
    if matches!(view.documents.engine, Some(Err(_))) {
        view.live.pending = false;
        view.live.keeping = false;
        // Nobody will answer.
        view.live.why.pending = false;
        view.documents.why.pending = false;
    }
    let mut effects = documents::count_outdated(view);
    if documents::awaits_the_model(view) {
        // A search that has not been answered yet is still to be looked at.
        let to_look_at = view.documents.results.to_look_at;
        effects.extend(documents::ask_again(view));
        view.documents.results.to_look_at = to_look_at;
    }
    effects
}

/// A list that was asked for.
fn ranked(view: &mut View, message: Message) -> Vec<Effect> {
    let Message::Ranked {
        generation,
        heading,
        hits,
        total,
        here,
        answering,
        facets,
        passing,
        suggestion,
    } = message
    else {
        return Vec::new();
    };
    let documents = &mut view.documents;
    let results = &mut documents.results;
    let mut effects = Vec::new();
    if results.take(generation, heading, hits, (total, here, answering)) {
        results.suggestion = suggestion;
        documents.shelf.facets = facets;
        documents.shelf.passing = passing;
        if std::mem::take(&mut results.to_look_at) {
            effects = select::look_at_found(view);
        }
    }
    effects.extend(title_pointed_at(view));
    effects
}

/// Asks for the title of the dot that is pointed at, which may have been known from what is no longer listed.
fn title_pointed_at(view: &mut View) -> Vec<Effect> {
    let key = view.selection.hovered_document;
    match key.filter(|_| view.selection.hovered_on_stage) {
        Some(key) => documents::read_title(view, key),
        None => Vec::new(),
    }
}

/// A document has been read; one that is no longer selected is not opened.
fn read(view: &mut View, stored: Stored, staged: StagedGrounding) -> Vec<Effect> {
    quiz::read(view, &stored);
    let key = stored.key;
    let opened = Opened {
        subject: stored.document.subject(),
        stored,
        staged,
    };
    // Of one that is read again and is as it was, what was found stays.
    let known = view.documents.opened.clone();
    let known = known.filter(|known| **known == opened);
    let is_known = known.is_some();
    let opened = known.unwrap_or_else(|| Arc::new(opened));
    let aside = view.documents.beside.as_mut();
    if let Some(aside) = aside.filter(|aside| aside.key == key) {
        aside.opened = Some(opened.clone());
    }
    let before = view.documents.opened.as_ref().map(|o| o.stored.key);
    let shows = view.selection.document.or(before);
    if shows != Some(key) {
        return beside::compare(view);
    }
    view.documents.opened = Some(opened);
    let mut effects = beside::compare(view);
    if !is_known {
        view.documents.why.structure = None;
        effects.extend(documents::ask_why(view));
    }
    effects.extend(page::follow(view));
    effects
}

fn home_atlas(view: &mut View, atlas: Arc<Atlas>) -> Vec<Effect> {
    view.body.home = Some(atlas.clone());
    view.body.failed = None;
    if view.body.shown.is_none() {
        view.scene.reset_visibility(&atlas);
        view.body.shown = Some(atlas);
        history_of::first_sight(view);
    }
    let mut effects = vec![Effect::ListAtlases];
    effects.extend(documents::ask_of_cut_body(view));
    effects
}

/// Puts an atlas on the stage: for itself, which is a step that can be undone, or for a step of the history that waited for it.
fn atlas_shown(
    view: &mut View,
    awaited: Awaited,
    slug: Option<String>,
    atlas: Arc<Atlas>,
    staging: Option<Arc<Staging>>,
) -> Vec<Effect> {
    // A step of the history that something else has followed meanwhile is none any more: the atlas then comes for itself.
    let step = awaited.step.filter(|step| {
        let scene = view.history.scene_after(step.steps, &view.scene);
        step.revision == view.history.revision && scene.is_some_and(|scene| scene.atlas == slug)
    });
    // A tour or a quiz of the body before is over.
    let mut effects = sight::give_back(view);
    let same = view.scene.atlas == slug;
    let asked = asked_again(view, &atlas);
    let before = view.body.shown.replace(atlas.clone());
    view.body.staging = staging;
    view.body.brought_by = Some(awaited.job);
    let names = view.atlases.names.as_ref();
    if names.is_some_and(|names| Some(&names.slug) != slug.as_ref()) {
        view.atlases.names = None;
    }
    if let Some(before) = before.filter(|before| same && !Arc::ptr_eq(before, &atlas)) {
        made_again(view, &before, &atlas);
    }
    if let Some(step) = step {
        effects.extend(history::arrive(view, step.steps));
        // Made anew since, with other structures: what was kept by row means nothing there.
        if view.scene.visibility.len() != atlas.catalogue().structures().len() {
            view.scene.reset_visibility(&atlas);
            view.scene.measurements.clear();
        }
    } else if !same {
        let scene = view.scene.clone();
        view.scene.atlas = slug;
        view.scene.reset_visibility(&atlas);
        view.scene.sections.clear();
        view.scene.measurements.clear();
        let name = view.atlases.name_of(view.scene.atlas.as_deref());
        let label = say!("notice-step-show-atlas", name = name);
        view.history.note(Step::new(label, scene), None);
    }
    forget_places(view);
    if !same {
        let pose = body::whole(view);
        view.crosshair_mm = StagePoint(lps_from_world(pose.target));
        effects.extend(super::fly(view, pose));
    }
    effects.extend(staged::restage(view));
    match awaited.then.filter(|row| atlas.has_voxels(*row)) {
        Some(structure) => {
            let select = SelectCommand::SelectStructure {
                structure,
                point_mm: None,
            };
            effects.extend(select::apply(view, select));
        }
        None => effects.extend(match asked {
            Again::Ask(question) => documents::ask(view, question),
            Again::Select(select) => select::apply(view, select),
        }),
    }
    effects.extend(live::ground(view));
    effects.extend(live::restage(view));
    effects
}

/// How what was asked about the body before is asked again about the next one.
enum Again {
    Ask(Question),
    Select(SelectCommand),
}

/// What was asked, about another body: words and what is like something as it was, a structure if the other one has it, too; else all documents.
fn asked_again(view: &View, next: &Atlas) -> Again {
    let question = &view.documents.results.question;
    match question {
        Question::Within { of, words } => match &**of {
            Question::DrawnAround(_) => Again::Ask(question.clone()),
            Question::Around(around) => Again::Ask(Question::Within {
                of: Box::new(Question::DrawnAround(around.inside.clone())),
                words: words.clone(),
            }),
            of => match asked_again_of(view, of, next) {
                Again::Ask(_) => Again::Ask(Question::Text(words.clone())),
                again => again,
            },
        },
        of => asked_again_of(view, of, next),
    }
}

fn asked_again_of(view: &View, question: &Question, next: &Atlas) -> Again {
    match question {
        Question::Within { .. }
        | Question::Text(_)
        | Question::Similar { .. }
        | Question::DrawnAround(_) => Again::Ask(question.clone()),
        // The place is of the other body; the same documents, then.
        Question::Around(around) => Again::Ask(Question::DrawnAround(around.inside.clone())),
        Question::Structures(several) => {
            let before = view.atlas().map(|atlas| atlas.catalogue());
            let there = several.iter().filter_map(|structure| {
                let there = next.catalogue().index_of(&before?.get(*structure).id)?;
                next.has_voxels(there).then_some(there)
            });
            match there.collect::<Vec<_>>().first() {
                Some(structure) => Again::Select(SelectCommand::SelectStructure {
                    structure: *structure,
                    point_mm: None,
                }),
                None => Again::Ask(Question::All),
            }
        }
        Question::Structure(structure, _) | Question::Point(_, Some(structure)) => {
            let before = view.atlas().map(|atlas| atlas.catalogue().get(*structure));
            let there = before.and_then(|before| next.catalogue().index_of(&before.id));
            match there.filter(|structure| next.has_voxels(*structure)) {
                Some(structure) => Again::Select(SelectCommand::SelectStructure {
                    structure,
                    point_mm: None,
                }),
                None => Again::Ask(Question::All),
            }
        }
        Question::All | Question::Point(_, None) => Again::Ask(Question::All),
    }
}

/// The atlas on the stage was made again, with other names perhaps: what is kept by row is kept by id.
fn made_again(view: &mut View, before: &Atlas, now: &Atlas) {
    let slug = view.scene.atlas.clone();
    let renew = |scene: &mut Scene| {
        if scene.atlas == slug {
            scene.move_to(before, now);
        }
    };
    renew(&mut view.scene);
    let scene = view.scene.clone();
    view.history.rewrite(&scene, renew);
}

/// Forgets what names rows or points of the atlas that was on the stage.
fn forget_places(view: &mut View) {
    view.selection = Selection::default();
    view.navigation = Default::default();
    view.documents.opened = None;
    view.documents.beside = None;
    view.layout.stage_menu = None;
    if let Tool::Measure { from } = &mut view.layout.tool {
        *from = None;
    }
}

fn opened(view: &mut View, message: Message) -> Vec<Effect> {
    let Message::Opened {
        path,
        entries,
        session,
        removals,
        mut kept,
        sample,
        read_only,
    } = message
    else {
        return Vec::new();
    };
    // A tour or a quiz of the library before is over.
    let mut given_back = sight::give_back(view);
    // The text that was typed is placed again, and the camera is where it was; what was asked of the library before is not asked of this one.
    given_back.retain(|effect| matches!(effect, Effect::Ground { .. } | Effect::Fly(_)));
    let old = std::mem::take(&mut view.documents);
    // What broke off in the library before does not go on in this one.
    let notice = &mut view.layout.notice;
    notice.take_if(|notice| !notice.go_on.is_empty());
    // Who brings documents has begun already.
    if sample.is_some() && old.awaited.is_empty() {
        view.layout.popover = Some(Popover::Welcome);
    }
    let problem = |(place, reason, file): (String, String, PathBuf)| Problem {
        place,
        reason,
        file: Some(file).filter(|file| !file.as_os_str().is_empty()),
    };
    // What went wrong in this window stays listed, what another library kept does not.
    let mut problems: Vec<Problem> = std::mem::take(&mut kept.problems)
        .into_iter()
        .map(problem)
        .collect();
    problems.extend(old.problems.into_iter().filter(|p| p.file.is_none()));
    let watched = std::mem::take(&mut kept.watched).into_iter();
    view.documents = Documents {
        watched: watched.map(WatchedFolder::new).collect(),
        shelf: Shelf::of(*kept),
        path,
        state: LibraryState::Ready,
        read_only,
        entries: Arc::new(entries),
        engine: old.engine,
        problems,
        ..Documents::default()
    };
    view.documents.results.generation = old.results.generation;
    view.documents.why.generation = old.why.generation;
    view.selection = Selection::default();
    view.navigation = Default::default();
    let mut effects = given_back;
    if let Some(pose) = session.and_then(|session| session.restore(view)) {
        view.camera = pose;
        effects.push(Effect::Jump(pose));
    }
    history_of::removals(view, &removals);
    library::is_only_read(view);
    effects.extend(staged::restage(view));
    effects.extend(live::restage(view));
    // All documents, or what was listed when the library was left.
    effects.extend(documents::ask_again(view));
    effects.extend(documents::count_outdated(view));
    let mut awaited: Vec<ImportOrder> = Vec::new();
    awaited.extend(sample.map(|sample| ImportOrder {
        sample: true,
        ..ImportOrder::of(vec![sample])
    }));
    awaited.extend(old.awaited);
    view.documents.awaited = awaited;
    drops::library_opened(view);
    let awaited = std::mem::take(&mut view.documents.awaited);
    effects.extend(prospect::follow_up(view, awaited));
    effects.extend(watch::opened(view, !old.watched.is_empty()));
    let broken_off = view.documents.broken_off();
    if !broken_off.is_empty() && read_only.is_none() {
        let called = ImportOrder::of(broken_off.clone()).called();
        let words = say!("notice-import-broke-off", files = called);
        view.layout.offer_to_go_on(words, broken_off);
    }
    effects
}

/// The library that was to be opened was not: the one before stays, if there was one.
fn not_opened(view: &mut View) -> Vec<Effect> {
    let documents = &mut view.documents;
    if documents.path.as_os_str().is_empty() {
        documents.state = LibraryState::Refused;
        documents.results.pending = false;
        documents.results.heading = say!("notice-heading-no-library");
        view.layout.say(say!("notice-library-not-opened"));
        return Vec::new();
    }
    documents.state = LibraryState::Ready;
    let awaited = std::mem::take(&mut documents.awaited);
    let mut effects = documents::ask_again(view);
    effects.extend(prospect::follow_up(view, awaited));
    effects
}

/// Puts rows in their places by key; rows that are there already are replaced.
fn merge(view: &mut View, new: Vec<Spot>) {
    let documents = &mut view.documents;
    let entries = Arc::make_mut(&mut documents.entries);
    let mut staged = documents.staged.as_mut().map(Arc::make_mut);
    for entry in new {
        match entries.binary_search_by_key(&entry.key, |e| e.key) {
            Ok(n) => {
                documents.titles.remove(&entry.key);
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

/// The other window is closed: what has happened in watched folders is taken in here from now on.
fn changeable(view: &mut View) -> Vec<Effect> {
    let mut effects = outside::changeable(view);
    effects.extend(watch::opened(view, false));
    effects
}

fn not_removed(view: &mut View, keys: &[i64]) -> Vec<Effect> {
    for key in keys {
        view.scene.removed.remove(key);
    }
    Vec::new()
}

fn added(view: &mut View, entries: Vec<Spot>) -> Vec<Effect> {
    if view.jobs.of(JobKind::Import).is_some() {
        let landed = &mut view.documents.landed;
        let new = entries.iter().map(|entry| entry.key);
        landed.keys.extend(new.filter(|key| *key > landed.after));
    }
    merge(view, entries.clone());
    view.documents.duplicates.outdated = true;
    let mut effects = documents::stage(view, entries);
    // The list grows while documents land, as quickly as it can be answered.
    if !view.documents.results.pending {
        effects.extend(documents::ask_again(view));
    }
    effects
}

fn replaced(view: &mut View, entries: Vec<Spot>) -> Vec<Effect> {
    merge(view, entries.clone());
    let title = title_pointed_at(view);
    let is_new = |key: &i64| entries.iter().any(|entry| entry.key == *key);
    let mut effects = title;
    let aside = view.documents.beside.as_ref().map(|beside| beside.key);
    // What is open in the panel may be selected no more: a structure has been chosen since.
    let opened = view.documents.opened.as_ref().map(|o| o.stored.key);
    let selected = view.selection.document;
    let opened = opened.filter(|key| Some(*key) != selected);
    for key in [selected, opened, aside].into_iter().flatten() {
        if is_new(&key) {
            effects.extend(documents::read(view, key));
        }
    }
    effects.extend(documents::stage(view, entries));
    effects
}

/// Another program has written to the library.
fn changed(view: &mut View, entries: Vec<Spot>) -> Vec<Effect> {
    let Some((mut effects, new)) = outside::changed(view, entries) else {
        return Vec::new();
    };
    effects.extend(replaced(view, new));
    effects.extend(documents::ask_again(view));
    view.documents.duplicates.outdated = true;
    effects
}

fn compacted(view: &mut View, keys: Vec<i64>) -> Vec<Effect> {
    let gone = BTreeSet::from_iter(keys);
    outside::forget(view, &gone);
    view.layout.say(say!("notice-compact", count = gone.len()));
    Vec::new()
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
        view.layout.say(say!("notice-job-failed", job = &job.title));
        view.documents.problems.push(Problem {
            place: job.title.clone(),
            reason: reason.clone(),
            file: None,
        });
    } else if !job.detail.is_empty()
        && !matches!(
            job.kind,
            JobKind::Atlas | JobKind::Staging | JobKind::Preview
        )
    {
        view.layout.say(job.detail.clone());
    }
    // Also of one that failed or was ended, what has landed is one step.
    if job.kind == JobKind::Import && history_of::import(view) && ended == Ended::Done {
        view.layout.say_done(job.detail.clone());
    }
    match job.kind {
        JobKind::Import | JobKind::Reground => {
            if job.kind == JobKind::Import {
                drops::import_ended(view, &ended);
            }
            let mut effects = documents::ask_again(view);
            effects.extend(documents::count_outdated(view));
            let watches = view.documents.taking.as_ref();
            let asked = watches.is_none_or(|taking| taking.job != id);
            if let [key] = view.documents.landed.keys[..]
                && job.kind == JobKind::Import
                && asked
            {
                // Whoever gives one text wants to see where it lands.
                view.layout.show(PanelTab::Document);
                effects.extend(select::apply(view, SelectCommand::SelectDocument(key)));
            }
            // What came meanwhile follows, unless the user has had enough of adding.
            let awaited = std::mem::take(&mut view.documents.awaited);
            if job.kind == JobKind::Import && ended == Ended::Cancelled {
                let waited: usize = awaited.iter().map(|order| order.files.len()).sum();
                if waited > 0 {
                    let words = say!("notice-waited", count = waited, ended = job.detail);
                    view.layout.say(words);
                }
                drops::given_up(view);
            } else {
                effects.extend(prospect::follow_up(view, awaited));
            }
            effects.extend(watch::import_ended(view, id, &ended));
            effects.extend(prospect::merge_after(view, &ended));
            effects
        }
        JobKind::Atlas => {
            // What has not come by now comes no more.
            view.body.awaited.take_if(|awaited| awaited.job == id);
            Vec::new()
        }
        JobKind::Staging => staged::ended(view, &ended),
        JobKind::Duplicates => {
            view.documents.duplicates.pending = false;
            Vec::new()
        }
        JobKind::Preview => prospect::ended(view, id, &ended),
        JobKind::Export => Vec::new(),
    }
}

fn no_dialog(view: &mut View, dialog: Dialog) -> Vec<Effect> {
    view.layout.path_prompt = Some(PathPrompt { dialog });
    view.layout.say(say!("notice-no-dialog"));
    Vec::new()
}
