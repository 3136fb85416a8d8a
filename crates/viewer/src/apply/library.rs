//! Documents in and out of the library.

use std::collections::BTreeSet;
use std::path::PathBuf;

use language::say;
use library::Order;

use super::{correct, documents};
use crate::command::{LibraryCommand, SelectCommand};
use crate::{
    Chosen, Dialog, DragNews, DraggedOut, Effect, ImportOrder, JobKind, Landed, LibraryState,
    Popover, Problem, PubMedSearch, Question, Session, View, Which,
};

/// Says why a second import has to wait.
fn say_busy(view: &mut View) {
    view.layout.say(say!("notice-busy"));
}

pub(super) fn apply(view: &mut View, command: LibraryCommand) -> Vec<Effect> {
    match command {
        LibraryCommand::OpenFiles => vec![Effect::Ask(Dialog::Documents)],
        LibraryCommand::OpenFolder => vec![Effect::Ask(Dialog::Folder)],
        LibraryCommand::Export => vec![Effect::Ask(Dialog::Export)],
        LibraryCommand::ExportAll => vec![Effect::Ask(Dialog::ExportAll)],
        LibraryCommand::ExportDocument(key) => vec![Effect::Ask(Dialog::ExportDocument(key))],
        LibraryCommand::OpenLibrary => vec![Effect::Ask(Dialog::Library)],
        LibraryCommand::Import(files) => {
            has_begun(view);
            import(view, ImportOrder::of(files))
        }
        LibraryCommand::PubMed(search) => ask_pubmed(view, search),
        LibraryCommand::PubMedFor(files) => show_pubmed(view, files),
        LibraryCommand::CancelImport => {
            let job = view.jobs.placing().map(|job| job.id);
            job.map(Effect::CancelJob).into_iter().collect()
        }
        LibraryCommand::PlaceAnew => place_anew(view),
        LibraryCommand::ExportTo(path) => export(view, path, listed),
        LibraryCommand::ExportAllTo(path) => export(view, path, |_| Some(Which::All)),
        LibraryCommand::ExportDocumentTo { key, path } => {
            export(view, path, |_| Some(Which::Keys(vec![key])))
        }
        LibraryCommand::CopyCitation(key) => cite(view, |_| Some(Which::Keys(vec![key]))),
        LibraryCommand::CopyCitations => cite(view, listed),
        LibraryCommand::DragOut { keys, let_go } => drag_out(view, keys, let_go),
        LibraryCommand::SetCitationStyle(style) => {
            view.citation_style = style;
            Vec::new()
        }
        LibraryCommand::SaveCopy => vec![Effect::Ask(Dialog::LibraryCopy)],
        LibraryCommand::SaveCopyTo(path) => save_copy(view, path),
        LibraryCommand::OpenLibraryAt(path) => open(view, path),
        LibraryCommand::OpenSource(key) => open_source(view, key),
        LibraryCommand::OpenPath(path) => vec![Effect::OpenPath(path)],
        LibraryCommand::RemoveDocument(key) => remove(view, vec![key]),
        LibraryCommand::RemoveDocuments(keys) => remove(view, keys),
        LibraryCommand::Correct { .. }
        | LibraryCommand::NotHere
        | LibraryCommand::CompactLibrary
            if is_closed(view) =>
        {
            Vec::new()
        }
        LibraryCommand::Correct {
            key,
            sentence,
            says,
        } => correct::apply(view, key, sentence, says),
        LibraryCommand::NotHere => correct::not_here(view),
        LibraryCommand::CompactLibrary => vec![Effect::Compact],
    }
}

/// Whether there is no library to change; then it is said.
pub(super) fn is_closed(view: &mut View) -> bool {
    let words = match view.documents.state {
        LibraryState::Ready if view.documents.gone => say!("notice-file-gone"),
        LibraryState::Ready => return false,
        LibraryState::Opening => say!("notice-library-opening"),
        LibraryState::Refused => say!("notice-no-library"),
    };
    view.layout.say(words);
    true
}

/// Whether the library that is open can only be read; then it is said.
pub(super) fn is_only_read(view: &mut View) -> bool {
    let words = view.documents.only_read();
    let refused = words.is_some();
    words.into_iter().for_each(|words| view.layout.say(words));
    refused
}

/// The documents of the list: those that are ticked, else all that answer the question, also those that the list has no room for.
fn listed(view: &View) -> Option<Which> {
    let ticked = view.ticked();
    if !ticked.is_empty() {
        return Some(Which::Keys(ticked));
    }
    let results = &view.documents.results;
    // The list has them all, and what put them there is known to the window alone.
    let as_they_stand = || {
        let keys = results.answering.as_deref().into_iter().flatten();
        let there = keys.filter(|key| !view.scene.removed.contains(key));
        Which::Keys(there.copied().collect())
    };
    let is_answered = !results.pending && results.answering.as_ref().is_some_and(|a| !a.is_empty());
    Some(match &results.question {
        Question::Similar { .. } => as_they_stand(),
        // What words mean puts them in order, too; before there is an answer, they are asked for by words.
        Question::Text(_) | Question::Within { .. } if is_answered => as_they_stand(),
        Question::All
            if view.documents.shelf.filter.is_empty() && view.order == Order::Relevance =>
        {
            Which::All
        }
        question => Which::Answering {
            question: question.clone(),
            filter: view.documents.shelf.filter.clone(),
            order: view.order,
            staging: view.body.staging.clone(),
            home: view.body.home.clone()?,
        },
    })
}

/// The documents that were chosen; nothing while there is no library, or no atlas to find them in, which is said.
fn choose(view: &mut View, which: impl Fn(&View) -> Option<Which>) -> Option<Chosen> {
    if is_closed(view) {
        return None;
    }
    let Some(which) = which(view) else {
        view.layout.say(say!("notice-atlas-opening"));
        return None;
    };
    let library = view.documents.path.clone();
    Some(Chosen { library, which })
}

fn export(view: &mut View, to: PathBuf, which: impl Fn(&View) -> Option<Which>) -> Vec<Effect> {
    let Some(chosen) = choose(view, which) else {
        return Vec::new();
    };
    let title = say!("worker-writing", to = to.display().to_string());
    let job = view.jobs.start(JobKind::Export, title);
    vec![Effect::Export { job, chosen, to }]
}

fn cite(view: &mut View, which: impl Fn(&View) -> Option<Which>) -> Vec<Effect> {
    let Some(chosen) = choose(view, which) else {
        return Vec::new();
    };
    let style = view.citation_style;
    let title = say!("worker-citing", style = style.label());
    let job = view.jobs.start(JobKind::Export, title);
    vec![Effect::Cite { job, chosen, style }]
}

/// Lets documents be carried over other windows, until the button of the mouse is let go, or to where it was.
fn drag_out(view: &mut View, keys: Vec<i64>, let_go: Option<[i16; 2]>) -> Vec<Effect> {
    let is_there = |key: &i64| view.documents.position(*key).is_some();
    let keys: Vec<i64> = keys.into_iter().filter(is_there).collect();
    let count = keys.len();
    if count == 0 || view.layout.dragged_out.is_some() {
        return Vec::new();
    }
    let Some(chosen) = choose(view, |_| Some(Which::Keys(keys.clone()))) else {
        return Vec::new();
    };
    view.layout.dragged_out = Some(DraggedOut {
        count,
        taken: false,
    });
    let style = view.citation_style;
    vec![Effect::DragOut {
        chosen,
        style,
        let_go,
    }]
}

/// Takes in what has become of what is pulled out of the window.
pub(super) fn dragged_out(view: &mut View, news: DragNews) -> Vec<Effect> {
    let layout = &mut view.layout;
    match news {
        DragNews::Over { taken } => {
            let dragged = layout.dragged_out.iter_mut();
            dragged.for_each(|dragged| dragged.taken = taken);
        }
        DragNews::Ended => layout.dragged_out = None,
        DragNews::Impossible => {
            layout.dragged_out = None;
            layout.say(say!("notice-no-drag-out"));
        }
    }
    Vec::new()
}

/// Writes the whole library to another file; also, and above all, when its own is gone.
fn save_copy(view: &mut View, to: PathBuf) -> Vec<Effect> {
    if !view.documents.gone && is_closed(view) {
        return Vec::new();
    }
    if view.documents.gone {
        return vec![Effect::SaveCopy(to)];
    }
    let library = view.documents.path.clone();
    let place = to.display().to_string();
    let title = say!("worker-copying-library", to = place);
    let job = view.jobs.start(JobKind::Export, title);
    vec![Effect::CopyLibrary { job, library, to }]
}

/// Opens another library. Until it is there, nothing is asked of the present one: its answers would come too late, and what is
/// named by key could meet the other.
fn open(view: &mut View, path: PathBuf) -> Vec<Effect> {
    if view.jobs.placing().is_some() {
        say_busy(view);
        return Vec::new();
    }
    let mut effects = Vec::new();
    if Session::is_kept(view) {
        effects.push(Effect::SaveSession(Box::new(Session::of(view))));
    }
    view.documents.state = LibraryState::Opening;
    effects.push(Effect::OpenLibrary(path));
    effects
}

/// Who brings documents has begun already, and is not asked what could be done first.
pub(super) fn has_begun(view: &mut View) {
    let open = &mut view.layout.popover;
    open.take_if(|open| *open == Popover::Welcome);
}

/// Begins an import; before the library is ready, and while another one runs, the files wait for that.
pub(super) fn import(view: &mut View, order: ImportOrder) -> Vec<Effect> {
    let files = &order.files;
    if files.is_empty() {
        return Vec::new();
    }
    if view.documents.gone && is_closed(view) {
        refused(view, files, &say!("notice-not-added-gone"));
        return Vec::new();
    }
    if is_only_read(view) {
        let words = view.documents.only_read().unwrap_or_default();
        refused(view, files, &say!("notice-not-added", reason = words));
        return Vec::new();
    }
    if !view.documents.is_ready() {
        if view.documents.state == LibraryState::Refused {
            view.layout.say(say!("notice-added-when-open"));
            refused(view, files, &say!("notice-not-added-yet"));
        }
        view.documents.wait(order);
        return Vec::new();
    }
    if view.jobs.placing().is_some() {
        view.documents.wait(order);
        view.layout.say(say!("notice-added-after-import"));
        return Vec::new();
    }
    let title = say!("worker-adding", what = order.called());
    // What was said of them is said again where it is still so; the library forgets it, too.
    let met = |problem: &Problem| {
        let file = problem.file.as_ref();
        let below = |file: &PathBuf| order.files.iter().any(|given| file.starts_with(given));
        file.is_some_and(below)
    };
    view.documents.problems.retain(|problem| !met(problem));
    begin_landing(view, order.called(), order.sample);
    view.drops.import_began(&order.files);
    vec![Effect::Import(
        view.jobs.start(JobKind::Import, title),
        order,
    )]
}

/// Begins to note what an import adds; `unasked` if the user has not asked for it.
fn begin_landing(view: &mut View, what: String, unasked: bool) {
    let shown = view.documents.entries.last().map(|entry| entry.key);
    let after = shown.max(view.history.last_removed(&view.scene));
    view.documents.landed = Landed {
        what,
        after: after.unwrap_or(0),
        unasked,
        ..Landed::default()
    };
}

/// Opens the search of PubMed for the articles that files list, or for a query.
fn show_pubmed(view: &mut View, files: Vec<PathBuf>) -> Vec<Effect> {
    view.layout.popover = Some(Popover::PubMed);
    view.identified = None;
    view.pubmed.files.clone_from(&files);
    if files.is_empty() {
        return Vec::new();
    }
    vec![Effect::ReadIdentifiers(files)]
}

fn ask_pubmed(view: &mut View, search: PubMedSearch) -> Vec<Effect> {
    if search.files != view.pubmed.files {
        view.identified = None;
    }
    view.pubmed = search.clone();
    let asks_nothing = search.query.trim().is_empty() && search.files.is_empty();
    if is_closed(view) || asks_nothing {
        return Vec::new();
    }
    if view.jobs.placing().is_some() {
        say_busy(view);
        return Vec::new();
    }
    let title = if search.files.is_empty() {
        say!("worker-asking-pubmed", query = search.query.trim())
    } else {
        say!(
            "worker-asking-pubmed-for-files",
            files = search.named_files()
        )
    };
    let files = search.files.clone();
    let what = match search.files.is_empty() {
        true => say!("steps-from-pubmed", query = search.query.trim()),
        false => search.named_files(),
    };
    begin_landing(view, what, false);
    let job = view.jobs.start(JobKind::Import, title);
    let mut effects = vec![Effect::PubMed(job, search)];
    // That they list articles alone is no problem any more.
    let is_listed = |problem: &Problem| {
        let file = problem.file.as_ref();
        file.is_some_and(|file| files.contains(file))
    };
    if view.documents.problems.iter().any(is_listed) {
        view.documents
            .problems
            .retain(|problem| !is_listed(problem));
        effects.push(Effect::ForgetProblems(files));
    }
    effects
}

/// Keeps for the user to see that files were not added: a notice goes by.
fn refused(view: &mut View, files: &[PathBuf], reason: &str) {
    view.drops.refuse(files, reason);
    // Each for itself, so that it can be tried again and goes when it was added; of very many, how many they are.
    const EACH: usize = 20;
    let problem = |place: String, file: Option<&PathBuf>| Problem {
        place,
        reason: reason.to_owned(),
        file: file.cloned(),
    };
    if files.len() > EACH {
        let many = say!("notice-files", count = files.len());
        return view.documents.note(problem(many, None));
    }
    for file in files {
        let place = file.display().to_string();
        view.documents.note(problem(place, Some(file)));
    }
}

fn place_anew(view: &mut View) -> Vec<Effect> {
    if is_closed(view) {
        return Vec::new();
    }
    let Some(Ok(engine)) = &view.documents.engine else {
        view.layout.say(say!("notice-no-model"));
        return Vec::new();
    };
    if view.documents.outdated == 0 {
        view.layout.say(say!("notice-all-placed"));
        return Vec::new();
    }
    if view.jobs.placing().is_some() {
        say_busy(view);
        return Vec::new();
    }
    let now = engine.placed_by();
    let title = say!("worker-placing-anew");
    vec![Effect::Reground(
        view.jobs.start(JobKind::Reground, title),
        now,
    )]
}

fn open_source(view: &mut View, key: i64) -> Vec<Effect> {
    let opened = view.documents.opened.as_ref();
    if let Some(opened) = opened.filter(|opened| opened.stored.key == key) {
        return vec![Effect::OpenSource(Box::new(opened.stored.document.clone()))];
    }
    view.layout.say(say!("notice-open-first"));
    super::select::apply(view, SelectCommand::SelectDocument(key))
}

fn remove(view: &mut View, keys: Vec<i64>) -> Vec<Effect> {
    let there =
        |key: &i64| view.documents.position(*key).is_some() && !view.scene.removed.contains(key);
    // A key named twice is one document.
    let keys: BTreeSet<i64> = keys.into_iter().filter(there).collect();
    let keys: Vec<i64> = keys.into_iter().collect();
    if keys.is_empty() || is_closed(view) {
        return Vec::new();
    }
    view.scene.removed.extend(keys.iter().copied());
    view.layout
        .say_done(say!("notice-removed", count = keys.len()));
    let mut effects = vec![Effect::Remove(keys)];
    effects.extend(close_removed(view));
    effects.extend(documents::ask_again(view));
    effects
}

/// Closes a document that has been removed.
pub(super) fn close_removed(view: &mut View) -> Vec<Effect> {
    let removed = &view.scene.removed;
    view.selection.document.take_if(|key| removed.contains(key));
    super::beside::forget_lost(view);
    super::tick::forget_removed(view);
    let removed = &view.scene.removed;
    let opened = &mut view.documents.opened;
    match opened.take_if(|opened| removed.contains(&opened.stored.key)) {
        Some(_) => documents::ask_why(view),
        None => Vec::new(),
    }
}
