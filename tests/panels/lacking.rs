//! States in which something is missing: a library that is being opened or was refused, an answer that is awaited, no model, no body. What the
//! workers would tell is told in their place. Each keeps one picture.

use corpus_atlas::app::core::Core;
use corpus_atlas::app::jobs::Workers;
use serde_json::{Value, json};
use viewer::Message;

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

fn read(panels: &mut Panels) {
    panels.lacks = true;
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
