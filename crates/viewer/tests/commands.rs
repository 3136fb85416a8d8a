//! The table of commands, and their form in files.

mod support;

use std::collections::HashSet;

use anatomy::{Catalogue, Visibility};
use library::{DuplicateGroup, ReadOnly};
use support::{document, go, index, names, scripted, view};
use viewer::Command;
use viewer::command::{
    AtlasCommand, BodyCommand, HistoryCommand, ImportCommand, LibraryCommand, OrganiseCommand,
    QuizCommand, SectionCommand, SelectCommand, TextCommand, TourCommand, Undo, UnknownStructure,
    ViewCommand, WindowCommand, keys_table, offers,
};
use viewer::{Message, Problem, SectionPreset, StagePoint, StandardView, View};

#[test]
fn no_two_commands_share_a_shortcut_or_a_label_and_all_stand_in_a_menu() {
    let (mut keys, mut labels) = (HashSet::new(), HashSet::new());
    for offer in offers() {
        let about = offer.about;
        if let Some(shortcut) = about.shortcut {
            assert!(keys.insert(shortcut), "{} reuses {shortcut}", about.label());
        }
        assert!(
            labels.insert(about.label()),
            "{} is said twice",
            about.label()
        );
        assert!(about.label().chars().next().is_some_and(char::is_uppercase));
        assert!(!about.label().ends_with('.') && !about.tooltip().ends_with('.'));
        assert!(about.menu.is_some(), "{} stands nowhere", about.label());
    }
    for needed in [
        "Ctrl Z",
        "Ctrl Shift Z",
        "Alt Left",
        "Alt Right",
        "Ctrl K",
        "Esc",
        "F1",
    ] {
        assert!(keys.contains(needed), "{needed}");
    }
}

#[test]
fn the_key_table_has_a_row_for_every_shortcut() {
    let table = keys_table();
    for offer in offers() {
        if let Some(keys) = offer.about.shortcut {
            assert!(table.contains(&format!("| {keys} |")), "{keys}");
        }
    }
    assert!(!table.contains('…'));
}

#[test]
fn what_is_offered_survives_scripts() {
    for offer in offers() {
        let text = serde_json::to_string(&offer.command).unwrap();
        let again: Command<String> = serde_json::from_str(&text).unwrap();
        assert_eq!(
            again.resolve(Catalogue::builtin()),
            Ok(offer.command),
            "{text}"
        );
    }
}

#[test]
fn scripts_name_structures_by_id_and_older_names_of_commands_still_serve() {
    let liver = index("liver");
    assert_eq!(
        scripted(r#"{ "set_look": ["liver", "ghost"] }"#),
        BodyCommand::SetVisibility(liver, Visibility::Ghost).into()
    );
    assert_eq!(
        scripted(r#"{ "select_structure": { "structure": "liver", "point_mm": [1, 2, 3] } }"#),
        SelectCommand::SelectStructure {
            structure: liver,
            point_mm: Some(StagePoint([1.0, 2.0, 3.0])),
        }
        .into()
    );
    assert_eq!(
        scripted(r#"{ "add_section": { "preset": "coronal" } }"#),
        SectionCommand::AddSection {
            preset: SectionPreset::Coronal,
            through: None,
        }
        .into()
    );
    for (text, command) in [
        (r#""quit""#, Command::from(WindowCommand::Quit)),
        (r#""reset_looks""#, BodyCommand::ResetVisibility.into()),
        (r#""toggle_focus""#, BodyCommand::ToggleRecede.into()),
        (
            r#""toggle_look_panel""#,
            WindowCommand::ToggleViewPanel.into(),
        ),
        (r#""undo_names""#, AtlasCommand::ResetNames.into()),
        (r#""undo""#, HistoryCommand::Undo.into()),
        (r#""toggle_why""#, TextCommand::ToggleWhy.into()),
        (
            r#"{ "view": "Left" }"#,
            ViewCommand::View(StandardView::Left).into(),
        ),
        (
            r#"{ "show_atlas": null }"#,
            AtlasCommand::ShowAtlas(None).into(),
        ),
        (
            r#"{ "import": ["a.pdf"] }"#,
            LibraryCommand::Import(vec!["a.pdf".into()]).into(),
        ),
    ] {
        assert_eq!(scripted(text), command, "{text}");
    }
    let unknown: Command<String> = serde_json::from_str(r#"{ "isolate": "tail" }"#).unwrap();
    assert_eq!(
        unknown.resolve(Catalogue::builtin()),
        Err(UnknownStructure("tail".into()))
    );
    assert!(serde_json::from_str::<Command<String>>(r#""no_such_command""#).is_err());
}

#[test]
fn scripts_that_pull_documents_out_are_read_as_they_were_once_written() {
    let read = |script| serde_json::from_str::<Command<String>>(script).unwrap();
    let now = read(r#"{ "drag_out": { "keys": [1] } }"#);
    assert_eq!(read(r#"{ "drag_out": [1] }"#), now);
    let there = read(r#"{ "drag_out": { "keys": [1], "let_go": [3, -4] } }"#);
    assert_ne!(there, now);
}

/// Commands of two documents, of pictures, of the language, of tours and of the quiz.
const FURTHER: [&str; 64] = [
    r#"{ "drag_out": { "keys": [1], "let_go": null } }"#,
    r#"{ "latin_labels": true }"#,
    r#"{ "order_quiz": { "kind": "find", "questions": 5, "seed": 0 } }"#,
    r#"{ "list_around": { "point_mm": [1.0, 2.0, 3.0], "radius_mm": 12.0 } }"#,
    r#"{ "read_titles": [1] }"#,
    r#"{ "more_like_these": [1, 2] }"#,
    r#"{ "not_like": 1 }"#,
    r#"{ "set_probe_radius": 12.0 }"#,
    r#"{ "add_structure": "liver" }"#,
    r#"{ "toggle_system": "urinary" }"#,
    r#"{ "go_to_numbered_view": 2 }"#,
    r#"{ "tick_document": 1 }"#,
    r#"{ "tick_through": 1 }"#,
    r#"{ "dock_tab": ["document", "lists_below"] }"#,
    r#"{ "set_panel_width": ["lists", 420.0] }"#,
    r#"{ "search_within": "stones" }"#,
    r#"{ "list_drawn_around": [1, 2] }"#,
    r#"{ "go_to_page": 2 }"#,
    r#"{ "look_at_sentence": 0 }"#,
    r#"{ "select_second": 2 }"#,
    r#"{ "read_beside": 2 }"#,
    r#"{ "picture_with": { "names": false, "transparent": true } }"#,
    r#""save_picture_as""#,
    r#"{ "save_picture_in": "a.png" }"#,
    r#"{ "set_language": "de" }"#,
    r#"{ "set_language": "system" }"#,
    r#"{ "play_tour": 0 }"#,
    r#"{ "play_draft": 0 }"#,
    r#"{ "go_to_stop": 0 }"#,
    r#"{ "stop_is_over": 1 }"#,
    r#""add_stop""#,
    r#"{ "retake_stop": 0 }"#,
    r#"{ "edit_stop": { "at": 0, "heading": "a", "caption": "b", "seconds": 4.0 } }"#,
    r#"{ "move_stop": { "at": 0, "to": 1 } }"#,
    r#"{ "remove_stop": 0 }"#,
    r#"{ "name_tour": { "title": "a", "about": "b" } }"#,
    r#"{ "copy_tour": 0 }"#,
    r#"{ "open_tour_at": "a.json" }"#,
    r#""save_tour""#,
    r#"{ "save_tour_to": "a.json" }"#,
    r#"{ "save_pictures": 0 }"#,
    r#"{ "save_pictures_in": { "tour": 0, "folder": "a" } }"#,
    r#"{ "picture_saved": 0 }"#,
    r#"{ "save_video_to": { "tour": 0, "path": "a.mp4" } }"#,
    r#""close_tour""#,
    r#"{ "start_quiz": { "kind": "find", "system": "urinary", "level": "medium", "questions": 5, "seed": 7 } }"#,
    r#"{ "choose_answer": 0 }"#,
    r#"{ "show_structure": "liver" }"#,
    r#"{ "light_next": 1 }"#,
    r#""give_up""#,
    r#""next_question""#,
    r#""ask_again""#,
    r#"{ "less_motion": true }"#,
    r#"{ "explain_in_text": "lung" }"#,
    r#"{ "take_variant": 0 }"#,
    r#"{ "drop_variant": 0 }"#,
    r#""drop_variants""#,
    r#"{ "look_at_files": ["a"] }"#,
    r#"{ "go_on": ["a"] }"#,
    r#"{ "drop_files": { "files": ["a"], "at": [400, 300] } }"#,
    r#"{ "forget_dropped": 1 }"#,
    r#"{ "forget_problem": { "place": "a.ris, line 1", "reason": "it is empty" } }"#,
    r#"{ "open_path": "a" }"#,
    r#"{ "set_region_visibility": ["abdomen", "ghost"] }"#,
];

/// One of each command that takes an argument; those that take none are offered.
fn with_arguments() -> Vec<Command> {
    let liver = index("liver");
    let texts = [
        r#"{ "import": ["a"] }"#,
        r#"{ "add_files": ["a"] }"#,
        r#"{ "choose_column": { "column": "Titel", "field": "title" } }"#,
        r#"{ "read_headings": false }"#,
        r#"{ "merge_after": true }"#,
        r#""begin_import""#,
        r#""drop_import""#,
        r#"{ "watch_folder_at": "a" }"#,
        r#"{ "unwatch": "a" }"#,
        r#"{ "export_to": "a.csv" }"#,
        r#"{ "export_all_to": "a.ris" }"#,
        r#"{ "export_document": 1 }"#,
        r#"{ "export_document_to": { "key": 1, "path": "a.ris" } }"#,
        r#"{ "copy_citation": 1 }"#,
        r#"{ "set_citation_style": "apa" }"#,
        r#"{ "save_copy_to": "b.atlas" }"#,
        r#"{ "open_library_at": "a.atlas" }"#,
        r#"{ "open_source": 1 }"#,
        r#"{ "remove_document": 1 }"#,
        r#"{ "remove_documents": [1, 2] }"#,
        r#"{ "correct": { "key": 1, "sentence": 0, "says": "other_side" } }"#,
        r#"{ "select_structure": { "structure": "liver", "point_mm": null } }"#,
        r#"{ "select_document": 1 }"#,
        r#"{ "hover_document": null }"#,
        r#"{ "point_at": { "hover": null, "document": 3, "moved": false } }"#,
        r#"{ "rank_by_point": true }"#,
        r#"{ "search_text": "stones" }"#,
        r#"{ "set_opacity": ["liver", 0.5] }"#,
        r#"{ "narrow_years": [2015, 2020] }"#,
        r#"{ "show_in": { "atlas": "female-torso", "structure": "uterus" } }"#,
        r#"{ "set_system_visibility": ["urinary", "ghost"] }"#,
        r#"{ "set_system_opacity": ["urinary", 0.5] }"#,
        r#"{ "isolate": "liver" }"#,
        r#"{ "explode": 0.5 }"#,
        r#"{ "set_palette": "color_blind" }"#,
        r#"{ "set_section": [0, { "normal": [0, 0, 1], "offset_mm": 4, "on": true }] }"#,
        r#"{ "remove_section": 0 }"#,
        r#"{ "fill_cut": false }"#,
        r#"{ "fly_to": { "point_mm": [0, 0, 0], "distance_mm": 600 } }"#,
        r#"{ "move_camera": { "target": [0, 0, 0], "yaw": 0, "pitch": 0, "distance": 900 } }"#,
        r#"{ "save_view": "a" }"#,
        r#"{ "go_to_view": "a" }"#,
        r#"{ "remove_view": "a" }"#,
        r#"{ "crosshair": [0, 0, 0] }"#,
        r#"{ "measure_point": [0, 0, 0] }"#,
        r#"{ "set_theme": "high_contrast" }"#,
        r#"{ "set_quality": "fine" }"#,
        r#"{ "live_text": "a" }"#,
        r#"{ "explain_structure": "lung" }"#,
        r#"{ "import_atlas": ["a"] }"#,
        r#"{ "prepare_atlas": ["a"] }"#,
        r#"{ "edit_import": null }"#,
        r#"{ "import_atlas_as": { "paths": ["a"] } }"#,
        r#"{ "class_names_from": "a" }"#,
        r#"{ "show_names": null }"#,
        r#"{ "show_unmatched_only": true }"#,
        r#"{ "map_name": { "name": "a", "to": null } }"#,
        r#"{ "originals_at": ["a"] }"#,
        r#"{ "get_atlas": "a" }"#,
        r#"{ "mark": { "keys": [1], "change": { "tag": "to read" } } }"#,
        r#"{ "make_collection": "Thesis" }"#,
        r#"{ "drop_collection": "Thesis" }"#,
        r#"{ "narrow": { "facet": "year", "value": "2020" } }"#,
        r#"{ "keep_search": "Stones" }"#,
        r#"{ "run_search": "Stones" }"#,
        r#"{ "forget_search": "Stones" }"#,
        r#"{ "show_left": "library" }"#,
        r#"{ "leave_out": 0 }"#,
        r#"{ "keep_copy": { "group": 0, "key": 2 } }"#,
        r#""merge_duplicates""#,
        r#""look_for_copies""#,
        r#""compare_on_body""#,
        r#"{ "pubmed": { "query": "liver", "most": 50, "email": "" } }"#,
        r#"{ "pubmed_for": ["ids.txt"] }"#,
        r#"{ "show_view_panel": true }"#,
        r#"{ "open_stage_menu": null }"#,
        r#"{ "dismiss_notice": 1 }"#,
        r#"{ "drop_hover": 1 }"#,
        r#"{ "prompt_for_path": "export" }"#,
        r#"{ "save_picture_to": { "path": "a.png", "size": [400, 300], "transparent": true } }"#,
        r#"{ "screenshot": "a.png" }"#,
        r#"{ "cancel_job": 1 }"#,
        r#"{ "pause_job": 1 }"#,
        r#"{ "go_to_step": 1 }"#,
        r#""settle""#,
        r#""focused""#,
        r#""clear_problems""#,
        r#""apply_names""#,
        r#""reset_names""#,
        r#""ask_for_class_names""#,
        r#""ask_for_originals""#,
        r#""cancel_get_atlas""#,
        r#"{ "near_place": 0.5 }"#,
    ];
    let texts = texts.iter().chain(&FURTHER);
    let mut all: Vec<Command> = texts.map(|text| scripted(text)).collect();
    all.push(BodyCommand::SetVisibility(liver, Visibility::Hidden).into());
    all
}

/// The names of a subject's commands, as serde lists them when it is given another one.
fn names_of<T: serde::de::DeserializeOwned>() -> Vec<String> {
    let error = serde_json::from_str::<T>(r#""no_such_command""#).err();
    let words = error.expect("there is no such command").to_string();
    let names = words.split('`').skip(3).step_by(2);
    names.map(str::to_owned).collect()
}

#[test]
fn every_command_is_tested_here_and_offered_if_it_has_a_menu_or_a_key() {
    let name = |command: &Command| match serde_json::to_value(command).unwrap() {
        serde_json::Value::String(name) => name,
        value => value.as_object().unwrap().keys().next().unwrap().clone(),
    };
    let mut listed: HashSet<String> = offers().iter().map(|offer| name(&offer.command)).collect();
    for command in with_arguments() {
        let (about, name) = (command.about(), name(&command));
        assert!(
            listed.contains(&name) || (about.menu.is_none() && about.shortcut.is_none()),
            "{name} stands in no menu: it is missing in `offers()`"
        );
        listed.insert(name);
    }
    let subjects = [
        names_of::<LibraryCommand>(),
        names_of::<ImportCommand>(),
        names_of::<OrganiseCommand>(),
        names_of::<SelectCommand<String>>(),
        names_of::<BodyCommand<String>>(),
        names_of::<SectionCommand>(),
        names_of::<ViewCommand>(),
        names_of::<TextCommand>(),
        names_of::<AtlasCommand>(),
        names_of::<WindowCommand>(),
        names_of::<TourCommand>(),
        names_of::<QuizCommand<String>>(),
        names_of::<HistoryCommand>(),
    ];
    assert!(subjects.iter().all(|names| !names.is_empty()));
    let unlisted = subjects
        .into_iter()
        .flatten()
        .filter(|name| !listed.contains(name));
    // Names of the first version, which still serve.
    let old = [
        "set_look",
        "reset_looks",
        "toggle_focus",
        "undo_names",
        "toggle_look_panel",
    ];
    let unlisted: Vec<String> = unlisted
        .filter(|name| !old.contains(&name.as_str()))
        .collect();
    assert!(
        unlisted.is_empty(),
        "neither in `offers()` nor in `with_arguments()`: {unlisted:?}"
    );
}

#[test]
fn every_command_survives_being_saved_and_says_what_it_is() {
    let offered = offers().into_iter().map(|offer| offer.command);
    for command in with_arguments().into_iter().chain(offered) {
        let text = serde_json::to_string(&command).unwrap();
        assert_eq!(
            serde_json::from_str::<Command>(&text).unwrap(),
            command,
            "{text}"
        );
        assert!(!command.about().label().is_empty(), "{text}");
    }
}

#[test]
fn only_what_is_undone_by_a_step_changes_the_scene() {
    let offered = offers().into_iter().map(|offer| offer.command);
    for command in with_arguments().into_iter().chain(offered) {
        let undo = command.about().undo;
        // Tours and quizzes give the stage back as it was.
        let history = matches!(
            command,
            Command::History(_) | Command::Tour(_) | Command::Quiz(_)
        );
        let mut view = support::view();
        support::go(&mut view, ViewCommand::SaveView("a".into()));
        support::go(
            &mut view,
            BodyCommand::SetVisibility(index("spleen"), Visibility::Hidden),
        );
        support::go(&mut view, ViewCommand::ToggleMeasure);
        support::go(&mut view, ViewCommand::MeasurePoint(StagePoint([1.0; 3])));
        let before = view.scene.clone();
        let steps = view.history.done.len();
        support::go(&mut view, command.clone());
        if undo != Undo::Step && !history {
            assert_eq!(
                view.scene, before,
                "{command:?} changes the scene and cannot be undone"
            );
        } else if !history {
            let changed = view.scene != before;
            assert_eq!(
                view.history.done.len(),
                steps + usize::from(changed),
                "{command:?}"
            );
        }
    }
}

/// Effects that change the library.
const CHANGES: [&str; 17] = [
    "KeepWatched",
    "Import",
    "PubMed",
    "Reground",
    "Remove",
    "Restore",
    "Correct",
    "Merge",
    "Mark",
    "MakeCollection",
    "DropCollection",
    "KeepSearch",
    "ForgetProblems",
    "PutAside",
    "TakeBack",
    "Compact",
    "SaveSession",
];

/// A library in which every command that changes one finds something to change.
fn full_view() -> View {
    let mut view = view();
    go(&mut view, SelectCommand::SelectDocument(1));
    go(&mut view, document(1, "right_kidney"));
    go(&mut view, Message::Outdated(2));
    go(
        &mut view,
        Message::Problem(Problem {
            place: "a.pdf".into(),
            reason: "damaged".into(),
            file: Some("a.pdf".into()),
        }),
    );
    let copy = |key: i64| library::Copy {
        key,
        id: format!("doc-{key}"),
        title: "Twice".into(),
        year: None,
        source: String::new(),
        letters: 9,
    };
    let group = DuplicateGroup {
        copies: vec![copy(2), copy(3)],
        because: String::new(),
        told_by: String::new(),
    };
    go(&mut view, Message::Duplicates(vec![group]));
    go(&mut view, ImportCommand::AddFiles(vec!["b.pdf".into()]));
    view
}

#[test]
fn commands_that_change_the_library_are_known_and_refused_where_it_can_only_be_read() {
    let offered = offers().into_iter().map(|offer| offer.command);
    let mut changing = 0;
    for command in offered.chain(with_arguments()) {
        let name = format!("{command:?}");
        let mut view = full_view();
        let effects = names(&go(&mut view, command.clone()));
        let changes = effects.iter().any(|e| CHANGES.contains(&e.as_str()));
        // These two look for themselves, see `tests/read_only.rs`; the others of the window and of other libraries change none.
        let own = matches!(
            command,
            Command::Library(LibraryCommand::Import(_) | LibraryCommand::OpenLibraryAt(_))
                | Command::Window(WindowCommand::ClearProblems | WindowCommand::ForgetProblem(_))
        );
        let about = command.about();
        // What asks for files first, or looks at them, is known by what it is for.
        let looks = matches!(
            command,
            Command::Import(
                ImportCommand::AddFiles(_)
                    | ImportCommand::DropFiles { .. }
                    | ImportCommand::LookAtFiles(_)
                    | ImportCommand::GoOn(_)
                    | ImportCommand::AddClipboard
            ) | Command::Organise(OrganiseCommand::TryAgain)
        );
        if effects != ["Ask"] && !looks {
            assert_eq!(about.changes, changes && !own, "{name}: {effects:?}");
        }
        changing += usize::from(about.changes);

        let mut view = full_view();
        view.documents.read_only = Some(ReadOnly::Elsewhere);
        let before = view.layout.notices;
        let effects = names(&go(&mut view, command));
        let refused = !effects.iter().any(|e| CHANGES.contains(&e.as_str()));
        assert!(refused, "{name}: {effects:?}");
        if about.changes {
            assert!(effects.is_empty(), "{name}: {effects:?}");
            assert_eq!(view.layout.notices, before + 1, "{name}");
        }
    }
    assert!(changing > 14, "{changing}");
}
