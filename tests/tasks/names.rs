//! Whatever can be used has a name that a screen reader tells, wherever it is opened; the stage tells what is chosen; its menu opens by a key.

use serde_json::{Value, json};

use crate::support::{Window, step};
use crate::{begin, sit_down};

/// What is opened, and by which commands: every tab, everything that opens over the stage, every card.
fn states(table: &std::path::Path) -> Vec<(&'static str, Vec<Value>)> {
    let popover = |name: &str| json!({ "toggle_popover": name });
    let section = json!({ "add_section": { "preset": "axial" } });
    let quiz =
        json!({ "kind": "name", "system": null, "level": "large", "questions": 5, "seed": 7 });
    vec![
        ("structures", vec![json!({ "show_left": "structures" })]),
        ("library", vec![json!({ "show_left": "library" })]),
        ("view", vec![section, json!({ "show_left": "view" })]),
        ("text", vec![json!({ "show_tab": "text" })]),
        (
            "typed",
            vec![json!({ "live_text": "A stone in the left kidney." })],
        ),
        ("problems", vec![json!({ "show_tab": "problems" })]),
        (
            "results",
            vec![
                json!({ "show_tab": "results" }),
                json!({ "select_structure": { "structure": "pancreas", "point_mm": null } }),
            ],
        ),
        ("compared", vec![json!("compare")]),
        (
            "slices",
            vec![json!("toggle_slices"), json!("toggle_timeline")],
        ),
        (
            "document",
            vec![
                json!({ "select_document": 1 }),
                json!({ "show_tab": "document" }),
                json!("toggle_why"),
            ],
        ),
        ("beside", vec![json!({ "read_beside": 2 })]),
        ("history", vec![popover("history")]),
        ("jobs", vec![popover("jobs")]),
        ("help", vec![popover("help")]),
        ("duplicates", vec![popover("duplicates")]),
        ("pubmed", vec![popover("pubmed")]),
        ("tours", vec![popover("tours")]),
        (
            "tour being made",
            vec![
                json!("new_tour"),
                json!("add_stop"),
                json!({ "edit_stop": { "at": 0, "heading": "a", "caption": "b", "seconds": 4.0 } }),
            ],
        ),
        ("tour shown", vec![json!({ "play_draft": 0 })]),
        (
            "quiz asked for",
            vec![json!("end_tour"), json!("close_tour"), popover("quiz")],
        ),
        ("quiz", vec![json!({ "start_quiz": quiz })]),
        ("welcome", vec![json!("escape"), popover("welcome")]),
        ("picture", vec![popover("picture")]),
        ("path", vec![json!({ "prompt_for_path": "export" })]),
        (
            "import",
            vec![json!("escape"), json!({ "add_files": [table] })],
        ),
        (
            "high contrast",
            vec![json!({ "set_theme": "high_contrast" })],
        ),
    ]
}

#[test]
fn no_control_is_without_a_name() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let table = dir.path().join("papers.csv");
    std::fs::write(&table, "Foo,Bar\na stone in the kidney,1\nthe liver,2\n").unwrap();
    let states = states(&table);
    let mut steps = vec![json!("wait_ready")];
    for (at, (_, commands)) in states.iter().enumerate() {
        steps.extend(commands.iter().cloned().map(step));
        // What unfolds has unfolded.
        steps.extend([
            json!("wait_opened"),
            json!({ "sleep": 0.5 }),
            json!({ "frames": 4 }),
            json!({ "report": dir.path().join(format!("{at}.json")) }),
        ]);
    }
    steps.push(step(json!("quit")));
    let mut window = Window::open(dir.path(), Some(&library), &Value::Array(steps));
    let mut unnamed = Vec::new();
    let mut controls = 0;
    for (at, (state, _)) in states.iter().enumerate() {
        let report = window.report(&format!("{at}.json"));
        controls += report["controls"].as_array().unwrap().len();
        for control in report["unnamed"].as_array().unwrap() {
            unnamed.push(format!("{state}: {control}"));
        }
    }
    window.ended();
    assert!(controls > 40 * states.len(), "{controls}");
    assert!(unnamed.is_empty(), "{}", unnamed.join("\n"));
}

#[test]
fn the_stage_tells_what_is_chosen_and_opens_its_menu_by_a_key() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    desk.key("ctrl+k");
    desk.types("spleen");
    desk.until("places", |seen| seen.control("Spleen").is_some());
    desk.key("Return");
    desk.until("the spleen", |seen| {
        seen["heading"] == "Spleen" && seen.focused().is_none() && seen.says("Selected: Spleen")
    });
    desk.key("shift+F10");
    let first = desk.until("the menu", |seen| {
        seen["layout"]["stage_menu"]["hover"].is_object() && seen.focused().is_some()
    });
    assert_eq!(first.focused().unwrap().role, "Button");
    // Its first entry lists the documents, and the menu is gone.
    desk.key("Return");
    desk.until("the documents", |seen| {
        seen["layout"]["stage_menu"].is_null() && seen["layout"]["tab"] == "results"
    });
    desk.quit();
}
