//! What the panels are looked at in: every tab, everything that opens over the stage, every card.

use std::path::PathBuf;

use bevy_egui::egui::{Rect, Shape};
use serde_json::{Value, json};

use crate::window::Panels;

/// The part of the window that a picture shows.
#[derive(Clone, Copy)]
pub enum Part {
    /// The panel on the left of the stage.
    Left,
    /// The panel on its right.
    Right,
    /// Both bars.
    Above,
    /// What lies below the stage: slices, years, and the status bar.
    Below,
    /// The largest window over it.
    Over,
    /// All between the bars.
    Middle,
    /// The whole window.
    Whole,
}

impl Part {
    /// Where it is, points.
    pub fn of(self, panels: &Panels) -> Rect {
        let (whole, stage) = (panels.whole(), panels.stage());
        match self {
            Self::Left => whole.with_max_x(stage.min.x).with_min_y(stage.min.y),
            Self::Right => whole.with_min_x(stage.max.x).with_min_y(stage.min.y),
            Self::Above => whole.with_max_y(stage.min.y),
            Self::Below => whole.with_min_y(stage.max.y),
            Self::Whole => whole,
            Self::Middle => whole.with_min_y(stage.min.y).with_max_y(stage.max.y),
            Self::Over => {
                let over = panels.over().into_iter();
                let largest = over.max_by(|a, b| a.area().total_cmp(&b.area()));
                let shadow = 2.0;
                largest
                    .expect("something is open")
                    .expand(shadow)
                    .intersect(whole)
            }
        }
    }
}

/// A state of the window.
pub struct State {
    /// What pictures of it are called.
    pub name: &'static str,
    /// What a picture of it shows.
    pub part: Part,
    /// The commands that bring it, after those before.
    pub commands: Vec<Value>,
    /// What no command brings, done after them.
    pub also: Option<fn(&mut Panels)>,
    /// It keeps one picture, in the first look alone.
    pub one_picture: bool,
}

impl State {
    /// Brings the panels into it.
    pub fn bring(&self, panels: &mut Panels) {
        panels.lacks = false;
        panels.keeps_news = false;
        for command in &self.commands {
            panels.go(command);
        }
        if let Some(also) = self.also {
            also(panels);
        }
    }
}

/// Files that states are made with.
pub struct Files {
    /// With columns that nobody knows.
    pub table: PathBuf,
    /// A library without a document.
    pub empty: PathBuf,
    /// The library that was open at first.
    pub papers: PathBuf,
}

/// Those that commands bring, in the order in which they are gone through.
pub fn all(files: &Files) -> Vec<State> {
    let mut all = tabs();
    all.extend(texts());
    all.extend(lists());
    all.extend(windows());
    all.extend(asked_and_empty(files));
    all
}

fn state<const N: usize>(name: &'static str, part: Part, commands: [Value; N]) -> State {
    State {
        name,
        part,
        commands: commands.into(),
        also: None,
        one_picture: false,
    }
}

fn tabs() -> Vec<State> {
    let section = json!({ "add_section": { "preset": "axial" } });
    vec![
        state("bar", Part::Above, [json!("escape")]),
        state(
            "structures",
            Part::Left,
            [
                json!({ "set_visibility": ["spleen", "hidden"] }),
                json!({ "show_left": "structures" }),
            ],
        ),
        state("library", Part::Left, [json!({ "show_left": "library" })]),
        state(
            "view",
            Part::Left,
            [
                section,
                json!({ "save_view": "a" }),
                json!({ "show_left": "view" }),
            ],
        ),
    ]
}

fn texts() -> Vec<State> {
    let excludes = "The liver is normal. There is a stone in the left ureter.";
    vec![
        state("text", Part::Right, [json!({ "show_tab": "text" })]),
        state(
            "typed",
            Part::Right,
            [
                json!({ "live_text": "A stone in the left kidney, and a normal spleen." }),
                json!("keep_variant"),
                json!({ "live_text": "A stone in the right kidney." }),
            ],
        ),
        State {
            also: Some(strikes_through),
            one_picture: true,
            ..state("excluded", Part::Right, [json!({ "live_text": excludes })])
        },
    ]
}

/// In the card of a text the name of what it excludes is struck through.
fn strikes_through(panels: &mut Panels) {
    let name = panels.view().name_of("liver");
    let mut shapes = panels.harness().output().shapes.iter();
    assert!(shapes.any(|clipped| is_struck(&clipped.shape, &name)));
}

/// Whether some words are painted here, struck through.
fn is_struck(shape: &Shape, words: &str) -> bool {
    match shape {
        Shape::Vec(shapes) => shapes.iter().any(|shape| is_struck(shape, words)),
        Shape::Text(painted) => {
            let job = &painted.galley.job;
            let mut parts = job.sections.iter();
            job.text == words && parts.all(|part| part.format.strikethrough.width > 0.0)
        }
        _ => false,
    }
}

fn lists() -> Vec<State> {
    let pancreas = json!({ "select_structure": { "structure": "pancreas", "point_mm": null } });
    vec![
        state(
            "problems",
            Part::Right,
            [
                json!({ "live_text": "A stone in the right kidney." }),
                json!({ "show_tab": "problems" }),
            ],
        ),
        state(
            "results",
            Part::Right,
            [json!({ "show_tab": "results" }), pancreas],
        ),
        state(
            "narrowed",
            Part::Right,
            [
                json!("toggle_facets"),
                json!({ "narrow_years": [2004, 2021] }),
            ],
        ),
        state(
            "compared",
            Part::Middle,
            [
                json!("widen"),
                json!("toggle_facets"),
                json!("compare"),
                json!({ "search_text": "tumour" }),
            ],
        ),
        state(
            "document",
            Part::Right,
            [
                json!("end_comparison"),
                json!({ "select_document": 1 }),
                json!({ "show_tab": "document" }),
                json!("toggle_why"),
            ],
        ),
        state("stacked", Part::Right, [json!("stack_document")]),
        state(
            "beside",
            Part::Middle,
            [json!("dock_at_home"), json!({ "read_beside": 2 })],
        ),
        state(
            "strips",
            Part::Below,
            [
                json!({ "select_second": null }),
                json!("toggle_slices"),
                json!("toggle_timeline"),
            ],
        ),
    ]
}

fn windows() -> Vec<State> {
    let popover = |name: &str| json!({ "toggle_popover": name });
    let quiz = |kind: &str| {
        let order =
            json!({ "kind": kind, "system": null, "level": "large", "questions": 5, "seed": 7 });
        json!({ "start_quiz": order })
    };
    let stop = json!({ "edit_stop": { "at": 0, "heading": "a", "caption": "b", "seconds": 4.0 } });
    vec![
        state(
            "probe",
            Part::Middle,
            [
                json!("toggle_slices"),
                json!("toggle_timeline"),
                json!("toggle_probe"),
            ],
        ),
        state(
            "history",
            Part::Over,
            [json!("toggle_probe"), popover("history")],
        ),
        state("jobs", Part::Over, [popover("jobs")]),
        state("help", Part::Over, [popover("help")]),
        state("guide", Part::Over, [popover("guide")]),
        state("duplicates", Part::Over, [popover("duplicates")]),
        state("pubmed", Part::Over, [popover("pubmed")]),
        state("tours", Part::Over, [popover("tours")]),
        state(
            "tour-made",
            Part::Over,
            [json!("new_tour"), json!("add_stop"), stop],
        ),
        state("tour-shown", Part::Below, [json!({ "play_draft": 0 })]),
        state(
            "tour-presented",
            Part::Whole,
            [json!("toggle_presentation")],
        ),
        state(
            "quiz-asked-for",
            Part::Over,
            [
                json!("toggle_presentation"),
                json!("end_tour"),
                json!("close_tour"),
                popover("quiz"),
            ],
        ),
        state("quiz", Part::Below, [quiz("name")]),
        state("quiz-find", Part::Below, [json!("end_quiz"), quiz("find")]),
        State {
            also: Some(is_asked_about_a_text),
            ..state("quiz-text", Part::Below, [json!("end_quiz"), quiz("text")])
        },
        state("welcome", Part::Over, [json!("escape"), popover("welcome")]),
        state("picture", Part::Over, [popover("picture")]),
        state("path", Part::Over, [json!({ "prompt_for_path": "export" })]),
        state(
            "atlases",
            Part::Over,
            [json!("escape"), json!("escape"), json!("toggle_get_atlas")],
        ),
    ]
}

fn is_asked_about_a_text(panels: &mut Panels) {
    let quiz = panels.view().quiz.as_ref();
    assert!(quiz.is_some_and(|quiz| quiz.text.is_some()));
}

/// The quiz at its end, an import that asks, and what there is to see where nothing answers and where there is nothing.
fn asked_and_empty(files: &Files) -> Vec<State> {
    let quiz =
        json!({ "kind": "name", "system": null, "level": "large", "questions": 1, "seed": 7 });
    vec![
        state(
            "import",
            Part::Over,
            [
                json!("toggle_get_atlas"),
                json!({ "add_files": [files.table] }),
            ],
        ),
        state(
            "quiz-ended",
            Part::Below,
            [
                json!("escape"),
                json!({ "start_quiz": quiz }),
                json!({ "choose_answer": 0 }),
                json!("next_question"),
            ],
        ),
        state(
            "nothing-found",
            Part::Right,
            [json!("end_quiz"), json!({ "search_text": "zygomycosis" })],
        ),
        state(
            "empty",
            Part::Middle,
            [
                json!({ "search_text": "" }),
                json!({ "open_library_at": files.empty }),
            ],
        ),
        state(
            "empty-shelf",
            Part::Left,
            [json!({ "show_left": "library" })],
        ),
    ]
}
