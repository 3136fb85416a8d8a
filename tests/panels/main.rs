//! Every panel, window and card as egui draws it, without a display: pictures beside those that were approved, and a search for faults of the layout.
//!
//! To approve new pictures after looking at them, run the tests with `CORPUS_ATLAS_APPROVE_PICTURES=1`.

mod further;
mod lacking;
mod layout;
mod paint;
#[path = "../tasks/papers.rs"]
mod papers;
mod pictures;
mod states;
mod window;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use bevy_egui::egui::Rect;
use serde_json::json;

use self::states::{Files, Part, State};
use self::window::Panels;

/// Language and theme are those of the process: one window at a time.
static ONE: Mutex<()> = Mutex::new(());

/// A small laptop screen, points.
const SMALL: [f32; 2] = [1366.0, 768.0];
/// The smallest one on which nothing may be cut off, points.
const SMALLEST: [f32; 2] = [1280.0, 720.0];

/// The narrowest window, points: what stands in the bar below is whole there, too.
const NARROWEST: [f32; 2] = [1000.0, 720.0];

/// A file with columns that nobody knows, so that it is asked about, and a library without a document.
fn files(panels: &Panels) -> Files {
    // Of the folders a path is shown with its last one, which is always called the same.
    let folder = panels.dir.path().join("new");
    std::fs::create_dir_all(&folder).unwrap();
    let table = folder.join("papers.csv");
    std::fs::write(&table, "Foo,Bar\na stone in the kidney,1\nthe liver,2\n").unwrap();
    let empty = folder.join("empty.atlas");
    drop(library::Library::create(&empty).unwrap());
    let papers = panels.dir.path().join("papers.atlas");
    Files {
        table,
        empty,
        papers,
    }
}

/// All states, in the order in which they are gone through.
fn all_states(files: &Files) -> Vec<State> {
    let mut all = states::all(files);
    all.extend(further::states(files));
    all.extend(lacking::states(files));
    all
}

#[test]
fn nothing_is_cut_off_or_lies_on_another_in_any_language_at_any_scale() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut found = BTreeSet::new();
    let mut looked = 0;
    for (size, scale) in [(SMALL, 1.0), (SMALL, 1.5), (SMALL, 2.0), (SMALLEST, 1.0)] {
        let mut panels = Panels::open(size, scale);
        let files = files(&panels);
        for state in all_states(&files) {
            // Told where something goes wrong.
            println!("{}", state.name);
            state.bring(&mut panels);
            let mut look = |panels: &Panels, how: &str| {
                let line = |fault| format!("{} {how} {size:?} {scale}: {fault}", state.name);
                found.extend(faults(panels).into_iter().map(line));
                looked += 1;
            };
            for language in ["de", "fr", "es", "en"] {
                panels.go(&json!({ "set_language": language }));
                look(&panels, language);
            }
            if pictures::IN_CONTRAST.contains(&state.name) {
                panels.go(&json!({ "set_theme": "high_contrast" }));
                look(&panels, "high contrast");
                panels.go(&json!({ "set_theme": "dark" }));
            }
        }
    }
    assert!(looked > 600, "{looked}");
    let lines: Vec<String> = found.into_iter().collect();
    assert!(lines.is_empty(), "{}\n{}", lines.len(), lines.join("\n"));
}

#[test]
fn the_bar_below_is_whole_in_the_narrowest_window() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    // Who answers is closed by the second.
    let states = [
        "bar",
        "searching",
        "importing",
        "importing-listed",
        "importing-paused",
        "outdated",
    ];
    let mut panels = Panels::open(NARROWEST, 1.0);
    let files = files(&panels);
    let mut brought = 0;
    let mut found = BTreeSet::new();
    for state in all_states(&files) {
        if !states.contains(&state.name) {
            continue;
        }
        brought += 1;
        state.bring(&mut panels);
        for language in ["de", "fr", "es", "en"] {
            panels.go(&json!({ "set_language": language }));
            let bar = Part::Below.of(&panels);
            assert!(bar.height() < 60.0, "{bar:?}");
            let content = |words: &str| is_content(&panels, words);
            let faults = layout::faults(&panels, bar, &content).into_iter();
            found.extend(faults.map(|fault| format!("{} {language}: {fault}", state.name)));
        }
    }
    assert_eq!(brought, states.len());
    let lines: Vec<String> = found.into_iter().collect();
    assert!(lines.is_empty(), "{}\n{}", lines.len(), lines.join("\n"));
}

/// What is wrong with what is seen.
fn faults(panels: &Panels) -> Vec<String> {
    let content = |words: &str| is_content(panels, words);
    let mut faults = layout::faults(panels, Rect::EVERYTHING, &content);
    faults.extend(layout::off_screen(panels));
    faults
}

/// Whether words are not the window's own: a title, a name from the library or of the body. These may end in "…" where a row is too short.
fn is_content(panels: &Panels, words: &str) -> bool {
    // A sentence that answers may begin near its first lit word.
    let words = words.trim_start_matches('…');
    let titles = papers::PAPERS.iter().any(|(title, text, _)| {
        words.contains(title) || text.contains(words.trim()) || words.contains(text)
    });
    let file = words.contains(&*panels.dir.path().to_string_lossy());
    let structure = panels
        .catalogue()
        .structures()
        .iter()
        .any(|structure| words.contains(&viewer::structure_title(structure)));
    // A row of Problems is a line until it is opened.
    let problems = &panels.view().documents.problems;
    let reason = problems.iter().any(|problem| problem.reason == words);
    // How far a job is has a line, and stands in the window of jobs as well.
    let jobs = &panels.view().jobs.list;
    let job = jobs
        .iter()
        .any(|job| words == job.title || !job.detail.is_empty() && words.contains(&job.detail));
    titles || file || structure || reason || job
}

#[test]
fn panels_are_as_wide_as_they_were_left_within_their_limits() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut panels = Panels::open(SMALL, 1.0);
    let at_first = panels.stage();
    panels.go(&json!({ "set_panel_width": ["body", 320.0] }));
    assert!((panels.stage().min.x - 320.0).abs() < 1.5);
    assert!((panels.stage().max.x - at_first.max.x).abs() < 1.5);
    // Of a larger screen.
    panels.go(&json!({ "set_panel_width": ["lists", 5000.0] }));
    let right = SMALL[0] - panels.stage().max.x;
    assert!((right - 620.0).abs() < 1.5, "{right}");
    panels.go(&json!({ "set_panel_width": ["body", 1.0] }));
    let left = panels.stage().min.x;
    assert!((189.0..at_first.min.x).contains(&left), "{left}");
}
