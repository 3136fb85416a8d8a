//! The window by keyboard and mouse, as people use it: what they tripped over once must not come back.

mod support;

use std::path::Path;

use serde_json::{Value, json};
use support::{Window, display, picture_folder, step};

/// Waits for a signal, then until all that was asked for is there and the camera rests, and reports: a list that is still being
/// filled moves its rows from under the pointer.
fn after(dir: &Path, signal: &str) -> [Value; 6] {
    [
        json!({ "wait_file": dir.join(signal) }),
        json!({ "sleep": 0.5 }),
        json!("wait_still"),
        json!("wait_opened"),
        json!({ "frames": 3 }),
        json!({ "report": dir.join(format!("{signal}.json")) }),
    ]
}

/// Steps that wait until the window is ready and then for each of some signals, reporting after each.
fn steps(dir: &Path, first: &[Value], signals: &[&str]) -> Value {
    let mut steps = vec![json!("wait_ready")];
    steps.extend_from_slice(first);
    steps.extend([
        json!("wait_still"),
        json!({ "frames": 3 }),
        json!({ "report": dir.join("start.json") }),
    ]);
    steps.extend(signals.iter().flat_map(|signal| after(dir, signal)));
    steps.push(json!({ "wait_file": dir.join("leave") }));
    steps.push(step(json!("quit")));
    Value::Array(steps)
}

/// What the window shows after something was done to it.
fn then(window: &mut Window, signal: &str) -> Value {
    window.go(signal);
    window.report(&format!("{signal}.json"))
}

/// The middle of the first row of the list, points.
fn first_row(seen: &Value) -> Value {
    let title = &seen["results"][0]["title"];
    let controls = seen["controls"].as_array().unwrap();
    let first = controls.iter().find(|control| control["name"] == *title);
    let side = |n: usize| first.expect("the first row")["rect"][n].as_f64().unwrap();
    json!([0.5 * (side(0) + side(2)), 0.5 * (side(1) + side(3))])
}

/// Writes notes about organs.
fn notes(dir: &Path, count: usize) -> Vec<std::path::PathBuf> {
    let organs = ["spleen", "liver", "pancreas"];
    let note = |n: usize| {
        let organ = organs[n % organs.len()];
        let path = dir.join(format!("note-{n}.txt"));
        let text = format!(
            "The {organ}, case {n}\n\nA lesion of the {organ} was seen. The {organ} was enlarged."
        );
        std::fs::write(&path, text).unwrap();
        path
    };
    (0..count).map(note).collect()
}

#[test]
fn typing_goes_where_it_is_meant_to_go() {
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let signals = [
        "typed", "asked", "prompted", "exported", "second", "clicked", "misspelt", "searched",
        "help", "escaped", "cleared",
    ];
    let mut window = Window::open(
        dir.path(),
        Some(&at("empty.atlas")),
        &steps(dir.path(), &[], &signals),
    );
    window.report("start.json");

    // T gives the keyboard to the text box; what follows is text, also within the same frame.
    let note = "mass in the liver, no stones; x-ray of the chest was clear";
    window.types(&format!("t{note}"));
    let typed = then(&mut window, "typed");
    assert_eq!(typed["live_text"], note);
    assert_eq!(
        typed["layout"]["tool"], "select",
        "nothing else was driven by it"
    );
    assert!(typed["scene"]["sections"].as_array().unwrap().is_empty());
    assert_eq!(typed["scene"]["labels"], false);
    assert_eq!(typed["slices"], false);

    // A chord that begins and ends within a frame; a command by its name; no dialog on this machine: a path is asked for here.
    window.keys(&["ctrl+k"]);
    window.types("export");
    assert_eq!(then(&mut window, "asked")["live_text"], note);
    window.keys(&["Return"]);
    let prompted = then(&mut window, "prompted");
    assert_eq!(
        prompted["layout"]["path_prompt"]["dialog"], "export",
        "{}",
        prompted["layout"]
    );
    let file = at("written.csv");
    window.types(file.to_str().unwrap());
    window.keys(&["Return"]);
    let exported = then(&mut window, "exported");
    assert!(file.is_file(), "{}", exported["jobs"]);

    // Down chooses the second row.
    window.keys(&["ctrl+k"]);
    window.types("kidney");
    window.keys(&["Down", "Return"]);
    let second = then(&mut window, "second");
    let selected = second["selected_structure"].as_str().unwrap().to_owned();
    assert!(
        selected.contains("kidney") && selected != "kidney",
        "{selected}"
    );

    // A quick click on a row takes it.
    window.keys(&["ctrl+k"]);
    window.types("spleen");
    window.click(&json!([620.0, 58.0]));
    assert_eq!(then(&mut window, "clicked")["selected_structure"], "spleen");

    // What is on no list is taken for what it is like.
    window.keys(&["ctrl+k"]);
    window.types("kidny stone");
    window.keys(&["Return"]);
    let misspelt = then(&mut window, "misspelt");
    assert_eq!(misspelt["selected_structure"], "kidney");

    // A search unfolds the panel that shows it.
    window.click(&json!([720.0, 830.0]));
    window.keys(&["n", "ctrl+k"]);
    window.types("stones in the duct");
    window.keys(&["Return"]);
    let searched = then(&mut window, "searched");
    assert_eq!(searched["layout"]["side_panel"], true);
    assert_eq!(searched["heading"], "“stones in the duct”");

    // One Esc closes the help, the next one clears the search.
    window.keys(&["F1"]);
    assert_eq!(then(&mut window, "help")["layout"]["popover"], "help");
    window.keys(&["Escape"]);
    let escaped = then(&mut window, "escaped");
    assert!(escaped["layout"]["popover"].is_null());
    assert_eq!(escaped["heading"], "“stones in the duct”");
    window.keys(&["Escape"]);
    assert_eq!(then(&mut window, "cleared")["heading"], "All documents");
    window.go("leave");
    window.ended();
}

#[test]
fn what_is_done_is_undone_by_keys_also_after_a_restart() {
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let library = at("papers.atlas");
    let picture = picture_folder().join("history.png");
    let _ = std::fs::remove_file(&picture);
    let import = step(json!({ "import": notes(dir.path(), 3) }));
    let first = [
        import,
        json!({ "wait_documents": 3 }),
        step(json!({ "set_visibility": ["liver", "hidden"] })),
        step(json!({ "explode": 0.4 })),
        step(json!({ "set_palette": "system" })),
        step(json!({ "remove_document": 1 })),
        step(json!({ "toggle_popover": "history" })),
        json!({ "frames": 4 }),
        step(json!({ "screenshot": picture })),
        json!({ "frames": 4 }),
    ];
    let signals = ["undone", "redone", "left", "back", "forward", "removed"];
    let mut window = Window::open(
        dir.path(),
        Some(&library),
        &steps(dir.path(), &first, &signals),
    );
    let start = window.report("start.json");
    assert_eq!(start["documents"], 2);
    let labels = start["history"][0].as_array().unwrap();
    assert_eq!(labels.len(), 5, "{labels:?}");
    assert_eq!(labels[0], "Add 3 files: 3 documents");
    assert_eq!(labels[1], "Hide liver");
    window.wait_for_picture(&picture);
    window.keys(&["ctrl+z", "ctrl+z", "ctrl+z"]);
    let undone = then(&mut window, "undone");
    assert_eq!(undone["documents"], 3, "the document is back");
    assert_eq!(undone["total"], 3);
    assert_eq!(undone["scene"]["explode"], 0.0);
    assert_eq!(
        undone["history"][0],
        json!(["Add 3 files: 3 documents", "Hide liver"])
    );
    window.keys(&["ctrl+shift+z", "ctrl+shift+z"]);
    let redone = then(&mut window, "redone");
    assert_eq!(redone["scene"]["palette"], "system");
    assert_eq!(redone["history"][1].as_array().unwrap().len(), 1);

    window.keys(&["3"]);
    let left = then(&mut window, "left");
    assert_ne!(left["camera"], redone["camera"]);
    window.keys(&["alt+Left"]);
    assert_eq!(then(&mut window, "back")["camera"], redone["camera"]);
    window.keys(&["alt+Right"]);
    assert_eq!(then(&mut window, "forward")["camera"], left["camera"]);
    window.keys(&["ctrl+shift+z"]);
    assert_eq!(then(&mut window, "removed")["documents"], 2);
    window.go("leave");
    window.ended();
    assert_eq!(library::Library::open(&library).unwrap().len().unwrap(), 2);

    let again = dir.path().join("again");
    std::fs::create_dir(&again).unwrap();
    let mut window = Window::open(&again, Some(&library), &steps(&again, &[], &["brought"]));
    let start = window.report("start.json");
    assert_eq!(start["documents"], 2);
    assert_eq!(
        start["history"][0].as_array().unwrap().len(),
        1,
        "the removal can still be undone"
    );
    window.keys(&["ctrl+z"]);
    assert_eq!(then(&mut window, "brought")["documents"], 3);
    window.go("leave");
    window.ended();
    assert_eq!(library::Library::open(&library).unwrap().len().unwrap(), 3);
}

#[test]
fn the_mouse_orbits_opens_and_isolates_and_the_picture_becomes_fine_again() {
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let files = notes(dir.path(), 3);
    let paths: Vec<&Path> = files.iter().map(std::path::PathBuf::as_path).collect();
    let signals = ["dragged", "panned", "row", "twice", "isolated", "flown"];
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Several files as arguments are added to the sample library; the camera flies.
    let steps = steps(dir.path(), &[json!({ "wait_documents": 78 })], &signals);
    let mut window = Window::start(home, dir.path(), &paths, (false, 1), &steps);
    let start = window.report("start.json");
    assert_eq!(
        start["documents"], 78,
        "75 markers of the sample, whose other 24 lie in the female torso, and three files"
    );
    let problems = start["problems"].as_array().unwrap();
    assert!(problems.is_empty(), "{problems:?}");

    window.drag("1", &json!([560.0, 500.0]), &json!([680.0, 500.0]));
    let dragged = then(&mut window, "dragged");
    assert_ne!(
        dragged["camera"]["yaw"], start["camera"]["yaw"],
        "a drag orbits"
    );
    assert!(dragged["selected_structure"].is_null(), "and is no click");
    window.drag("3", &json!([560.0, 500.0]), &json!([600.0, 540.0]));
    let panned = then(&mut window, "panned");
    assert_ne!(panned["camera"]["target"], dragged["camera"]["target"]);
    assert_eq!(panned["camera"]["yaw"], dragged["camera"]["yaw"]);
    assert!(panned["layout"]["stage_menu"].is_null());

    // A row opens its document.
    window.click(&first_row(&panned));
    let row = then(&mut window, "row");
    assert_eq!(row["layout"]["tab"], "document");
    assert_eq!(row["opened_document"], row["selected_document"]);
    assert!(
        row["opened_document"].is_i64(),
        "{}",
        row["opened_document"]
    );

    // The flight of the first click moves other markers under the second: it means what the first one met.
    let markers = row["marker_pixels"].as_object().unwrap();
    let stage: Vec<f64> = row["stage"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_f64().unwrap())
        .collect();
    let apart = |at: &Value, other: &Value| {
        let d = |axis: usize| at[axis].as_f64().unwrap() - other[axis].as_f64().unwrap();
        d(0).hypot(d(1))
    };
    let inside = |at: &Value| {
        let (x, y) = (
            at[0].as_f64().unwrap() - stage[0],
            at[1].as_f64().unwrap() - stage[1],
        );
        (60.0..stage[2] - 60.0).contains(&x) && (60.0..stage[3] - 90.0).contains(&y)
    };
    let selected = row["selected_document"].to_string();
    let free = markers.iter().find(|(key, at)| {
        inside(at)
            && **key != selected
            && markers
                .iter()
                .all(|(other, there)| other == *key || apart(at, there) > 24.0)
    });
    let (key, at) = free.expect("a marker that stands alone");
    window.double_click(at);
    let twice = then(&mut window, "twice");
    assert_eq!(twice["opened_document"].to_string(), *key);

    // A double click on a structure isolates it.
    let visible = twice["visible"].as_object().unwrap();
    let organ = [
        "liver",
        "stomach",
        "spleen",
        "heart_wall",
        "right_kidney",
        "left_kidney",
        "urinary_bladder",
    ];
    let (id, at) = organ
        .iter()
        .find_map(|id| Some((*id, visible.get(*id)?)))
        .or_else(|| visible.iter().next().map(|(id, at)| (id.as_str(), at)))
        .expect("something is seen");
    window.double_click(at);
    let isolated = then(&mut window, "isolated");
    let drawn = |report: &Value| report["drawn_structures"].as_u64().unwrap();
    assert!(
        drawn(&isolated) < drawn(&twice) / 2,
        "{id} alone: {}",
        drawn(&isolated)
    );

    // After a flight the picture is fine again, without any further input.
    window.keys(&["2"]);
    std::thread::sleep(std::time::Duration::from_secs(3));
    let flown = then(&mut window, "flown");
    assert_eq!(flown["reduced"], false);
    let yaw = flown["camera"]["yaw"]
        .as_f64()
        .unwrap()
        .rem_euclid(std::f64::consts::TAU);
    assert!((yaw - std::f64::consts::PI).abs() < 0.01, "{yaw}");
    window.go("leave");
    window.ended();
}

/// A list says how many documents answer, not how many it shows.
#[test]
fn a_long_list_is_counted_to_its_end() {
    const MANY: usize = 450;
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("many.atlas");
    let spleen = grounding::Grounding {
        structure: "spleen".into(),
        structures: vec![grounding::Evidence {
            id: "spleen".into(),
            p: 0.9,
        }],
        ..Default::default()
    };
    let documents: Vec<_> = (0..MANY)
        .map(|n| {
            let document = library::Document {
                id: format!("{n}"),
                title: format!("Splenic laceration {n}"),
                text: "The spleen.".into(),
                ..Default::default()
            };
            (document, spleen.clone())
        })
        .collect();
    library::Library::create(&file)
        .and_then(|mut library| library.add(&documents))
        .unwrap();
    let select = step(json!({ "select_structure": { "structure": "spleen", "point_mm": null } }));
    let first = [select, json!("wait_ready")];
    let mut window = Window::open(dir.path(), Some(&file), &steps(dir.path(), &first, &[]));
    let start = window.report("start.json");
    assert_eq!(start["total"], MANY);
    assert!(start["results"].as_array().unwrap().len() < MANY);
    window.go("leave");
    window.ended();
}
