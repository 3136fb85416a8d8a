//! States in which something is missing: a library that is being opened or was refused, an answer that is awaited, no model, no body. What the
//! workers would tell is told in their place. Each keeps one picture.

use corpus_atlas::app::core::Core;
use corpus_atlas::app::jobs::Workers;
use serde_json::{Value, json};
use viewer::command::{LibraryCommand, WindowCommand};
use viewer::{JobId, JobReport, Jobs, Message, Popover, View};

use crate::states::{Files, Part, State};
use crate::window::Panels;

fn state(name: &'static str, part: Part, commands: Vec<Value>, also: fn(&mut Panels)) -> State {
    State {
        name,
        part,
        commands,
        also: Some(also),
        one_picture: true,
    }
}

/// These, after all others: the window begins anew, and at the end it has neither workers nor a body.
pub fn states(files: &Files) -> Vec<State> {
    let papers = json!({ "open_library_at": files.papers });
    let prepare = json!({ "prepare_atlas": [files.table] });
    vec![
        state("opening", Part::Whole, Vec::new(), begin),
        state("refused", Part::Whole, Vec::new(), refuse),
        state("import-atlas", Part::Over, vec![papers, prepare], no_years),
        state(
            "pubmed-refused",
            Part::Right,
            vec![
                json!({ "edit_import": null }),
                json!({ "show_tab": "problems" }),
            ],
            refuse_search,
        ),
        state(
            "notice",
            Part::Middle,
            vec![json!({ "show_tab": "results" })],
            remove,
        ),
        state("searching", Part::Right, vec![json!("undo")], search),
        // Whole: the spinner of the bar is never as it was.
        state("importing", Part::Whole, Vec::new(), import),
        state("importing-listed", Part::Over, Vec::new(), list_jobs),
        state("importing-paused", Part::Below, Vec::new(), pause),
        state("outdated", Part::Below, Vec::new(), know_older_model),
        state("reading", Part::Right, Vec::new(), read),
        state("no-model", Part::Right, Vec::new(), without_model),
        state("atlas-failed", Part::Whole, Vec::new(), without_body),
    ]
}

/// The window as it is at the start, before anything is there; the installed atlases are listed already.
fn begin_anew(panels: &mut Panels) {
    panels.lacks = true;
    let installed = panels.view().atlases.installed.clone();
    panels.world().insert_resource(Core::default());
    panels.tell(Message::Installed(installed));
}

/// Body and model are there, the library is not.
fn begin(panels: &mut Panels) {
    let view = panels.view();
    let home = view.body.home.clone().expect("a body");
    let engine = view.documents.engine.clone().expect("a model");
    begin_anew(panels);
    panels.tell(Message::HomeAtlas(home));
    panels.tell(Message::Engine(engine));
    panels.go(&json!({ "show_left": "library" }));
    panels.go(&json!("toggle_timeline"));
}

fn refuse(panels: &mut Panels) {
    panels.lacks = true;
    let reason = "it is no library of this program";
    panels.tell(Message::problem("papers.atlas", reason));
    panels.tell(Message::NotOpened);
}

fn no_years(panels: &mut Panels) {
    if panels.view().layout.timeline {
        panels.go(&json!("toggle_timeline"));
    }
}

fn refuse_search(panels: &mut Panels) {
    let (place, reason) = (
        "Asking PubMed for “pancreas”",
        "PubMed answers 503; 40 articles landed, asking again goes on from there",
    );
    panels.tell(Message::problem(place, reason));
}

/// News with a button that takes the step back.
fn remove(panels: &mut Panels) {
    panels.keeps_news = true;
    panels.go(&json!({ "remove_documents": [1] }));
    assert!(panels.view().layout.notice.is_some());
}

/// From here on nobody answers.
fn search(panels: &mut Panels) {
    panels.lacks = true;
    panels.world().resource::<Workers>().close(None, false);
    panels.go(&json!({ "search_text": "liver" }));
    assert!(panels.view().documents.results.pending);
}

/// Changes what the window knows, and nobody is asked to do anything.
fn change(panels: &mut Panels, change: impl FnOnce(&mut View)) {
    let mut view = panels.view().clone();
    change(&mut view);
    panels.world().insert_resource(Core::from(view));
}

fn import(panels: &mut Panels) {
    panels.lacks = true;
    let table = panels.dir.path().join("new/papers.csv");
    change(panels, |view| {
        view.jobs = Jobs::default();
        viewer::apply(view, LibraryCommand::Import(vec![table]));
    });
    let detail = "1,234 of 12,000 landed, 56 known, 7 refused, about 3 minutes to go";
    let report = JobReport {
        detail: Some(detail.to_owned()),
        progress: Some((3, Some(10))),
        ..JobReport::of(imported(panels))
    };
    panels.tell(Message::Job(report));
}

/// The import that runs.
fn imported(panels: &Panels) -> JobId {
    panels.view().jobs.placing().expect("an import").id
}

fn list_jobs(panels: &mut Panels) {
    panels.lacks = true;
    panels.act(WindowCommand::TogglePopover(Popover::Jobs));
}

/// The list is closed again, and the import waits.
fn pause(panels: &mut Panels) {
    list_jobs(panels);
    let job = imported(panels);
    panels.act(WindowCommand::PauseJob(job));
    let job = panels.view().jobs.placing();
    assert!(job.is_some_and(|job| job.paused));
}

/// The import is over, and some documents are where an older model placed them.
fn know_older_model(panels: &mut Panels) {
    panels.lacks = true;
    change(panels, |view| view.jobs = Jobs::default());
    panels.tell(Message::Outdated(1234));
}

fn read(panels: &mut Panels) {
    panels.lacks = true;
    panels.tell(Message::Outdated(0));
    panels.go(&json!({ "select_document": 1 }));
    panels.go(&json!({ "show_tab": "document" }));
    assert!(panels.view().documents.opened.is_none());
}

fn without_model(panels: &mut Panels) {
    panels.lacks = true;
    let reason = "model.safetensors: the file is missing".to_owned();
    panels.tell(Message::Engine(Err(reason)));
    panels.go(&json!({ "show_tab": "text" }));
}

fn without_body(panels: &mut Panels) {
    begin_anew(panels);
    let reason = "structures.csv: the file is missing";
    panels.tell(Message::NoHomeAtlas(reason.to_owned()));
    panels.tell(Message::problem("assets/atlas", reason));
    panels.go(&json!("toggle_slices"));
}
