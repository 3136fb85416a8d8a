//! The window itself, under a virtual display with the software rasteriser: real start, real clicks, real pictures.
//! `cargo xtask test` provides the display; without it these tests say that they are skipped.
//!
//! Long because each start of a window is used for all that can be seen in it.

mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{PATIENCE, Window, display, picture_folder, step};

/// Texts of the sample library that lie in the female torso and are no markers in the male one.
const IN_HER: usize = 24;

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn first_light() {
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let picture = picture_folder().join("liver-selected.png");
    let _ = std::fs::remove_file(&picture);
    let drop = at("drop");
    std::fs::create_dir(&drop).unwrap();
    std::fs::write(drop.join("note.txt"), "Splenic laceration\n\nBlunt trauma tore the spleen. The splenic hilum was packed and splenectomy followed.").unwrap();
    std::fs::write(drop.join("empty.txt"), "").unwrap();
    std::fs::write(
        drop.join("broken.pdf"),
        b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog",
    )
    .unwrap();

    let sample = include_str!("../assets/sample-library/sample-library.jsonl")
        .lines()
        .count()
        - IN_HER;
    let mut window = Window::open(
        dir.path(),
        None,
        &json!([
            "wait_ready",
            { "wait_documents": sample },
            // A new sample library is welcomed.
            step(json!({ "toggle_popover": "welcome" })),
            { "frames": 4 },
            { "report": at("start.json") },
            { "wait_file": at("clicked") },
            { "frames": 6 },
            { "report": at("liver.json") },
            step(json!({ "screenshot": picture })),
            { "frames": 4 },
            step(json!({ "live_text": "Ureteroscopic removal of a stone in the distal left ureter." })),
            "wait_live",
            { "report": at("live.json") },
            step(json!({ "live_text": "" })),
            step(json!({ "import": [drop] })),
            { "wait_documents": sample + 1 },
            { "report": at("imported.json") },
            step(json!({ "view": "Left" })),
            { "sleep": 5.0 },
            { "report": at("before.json") },
            { "sleep": 6.0 },
            { "report": at("after.json") },
            { "wait_file": at("leave") },
            step(json!("quit")),
        ]),
    );

    let start = window.report("start.json");
    assert!(
        start["drawn_structures"].as_u64().unwrap() >= 45,
        "{}",
        start["drawn_structures"]
    );
    let documents = start["documents"].as_u64().unwrap();
    assert!(
        documents >= 60,
        "the sample library has landed: {documents}"
    );
    let liver = &start["visible"]["liver"];
    assert!(
        liver.is_array(),
        "the liver can be seen: {:?}",
        start["visible"]
            .as_object()
            .map(|seen| seen.keys().cloned().collect::<Vec<_>>())
    );

    window.click(liver);
    window.go("clicked");
    let clicked = window.report("liver.json");
    assert_eq!(clicked["selected_structure"], "liver");
    assert_eq!(clicked["heading"], "Liver");
    let listed = clicked["results"].as_array().unwrap();
    assert!(listed.len() >= 3, "{listed:?}");
    for hit in &listed[..3] {
        assert!(
            hit["structure"].as_str().unwrap().contains("liver"),
            "liver documents come first: {hit}"
        );
        assert!(
            hit["distance_mm"].as_f64().unwrap() < 1.0,
            "they lie in the liver: {hit}"
        );
    }

    let live = window.report("live.json");
    assert_eq!(live["live"][1], "left_ureter", "{}", live["live"]);
    assert!(
        live["live"][0][0].as_f64().unwrap() > 0.0,
        "the patient's left is at positive x"
    );

    let imported = window.report("imported.json");
    assert_eq!(imported["documents"].as_u64().unwrap(), documents + 1);
    let problems = imported["problems"].to_string();
    assert!(
        problems.contains("empty.txt") && problems.contains("broken.pdf"),
        "bad files are named: {problems}"
    );

    let (before, after) = (window.report("before.json"), window.report("after.json"));
    let drawn = after["frames"].as_u64().unwrap() - before["frames"].as_u64().unwrap();
    assert!(
        drawn <= 6,
        "an idle window redraws nothing: {drawn} frames in six seconds"
    );

    window.wait_for_picture(&picture);
    #[cfg(target_os = "linux")]
    {
        // With a renderer on the processor, whose pictures are in it too: 4 GB are enough for the machine.
        let most = window.most_memory();
        eprintln!("memory of the window: {} MB at most", most / 1_000_000);
        assert!(most < 2_000_000_000, "{most} bytes");
    }
    window.go("leave");
    window.ended();

    // Close and reopen: as it was.
    let again = dir.path().join("again");
    std::fs::create_dir(&again).unwrap();
    let library = dir.path().join("data/corpus-atlas/sample.atlas");
    assert!(library.is_file());
    let mut window = Window::open(
        &again,
        Some(&library),
        &json!(["wait_ready", { "frames": 3 }, { "report": again.join("again.json") }, step(json!("quit"))]),
    );
    let reopened = window.report("again.json");
    assert_eq!(reopened["documents"].as_u64().unwrap(), documents + 1);
    assert_eq!(
        reopened["camera"], after["camera"],
        "the camera stands where it stood"
    );
    window.ended();
}

#[test]
fn the_body_is_cut_taken_apart_labelled_and_measured() {
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let library = at("empty.atlas");
    let organ = at("organ");
    std::fs::create_dir(&organ).unwrap();
    std::fs::write(organ.join("spleen.obj"), octahedron("spleen", 40.0)).unwrap();
    let mut window = Window::open(
        dir.path(),
        Some(&library),
        &json!([
            "wait_ready",
            { "report": at("whole.json") },
            step(json!({ "add_section": { "preset": "coronal", "through": [0.0, 25.0, 0.0] } })),
            { "frames": 6 },
            { "report": at("cut.json") },
            step(json!({ "save_view": "Cut open" })),
            step(json!("clear_sections")),
            step(json!({ "set_opacity": ["liver", 0.0] })),
            { "frames": 4 },
            { "report": at("without-liver.json") },
            step(json!({ "go_to_view": "Cut open" })),
            step(json!("toggle_labels")),
            step(json!("toggle_slices")),
            step(json!("toggle_measure")),
            step(json!({ "measure_point": [0.0, 0.0, 0.0] })),
            step(json!({ "measure_point": [30.0, 40.0, 0.0] })),
            { "frames": 6 },
            { "report": at("view.json") },
            step(json!("clear_sections")),
            step(json!({ "explode": 0.5 })),
            step(json!({ "save_picture_to": { "path": at("apart.png"), "size": [400, 300], "transparent": true } })),
            { "wait_file": at("apart.png") },
            step(json!({ "explode": 0.0 })),
            step(json!({ "import_atlas": [organ] })),
            { "wait_file": at("installed") },
            { "frames": 10 },
            { "sleep": 2.0 },
            { "frames": 4 },
            { "report": at("guest.json") },
            step(json!("quit")),
        ]),
    );
    let whole = window.report("whole.json");
    let cut = window.report("cut.json");
    let sees = |report: &Value, structure: &str| report["visible"].get(structure).is_some();
    assert!(sees(&whole, "transverse_colon"), "{}", whole["visible"]);
    assert!(
        !sees(&cut, "transverse_colon"),
        "the transverse colon lies in front of the cut: {}",
        cut["visible"]
    );
    assert!(
        sees(&cut, "vertebra_L2") || sees(&cut, "vertebra_L3"),
        "the cut shows the spine: {}",
        cut["visible"]
    );
    let without = window.report("without-liver.json");
    assert!(!sees(&without, "liver"), "an opacity of nothing hides");
    let view = window.report("view.json");
    assert_eq!(view["scene"]["sections"].as_array().unwrap().len(), 1);
    assert_eq!(view["camera"], cut["camera"]);
    let measured = &view["scene"]["measurements"][0];
    assert_eq!(measured["from_mm"], json!([0.0, 0.0, 0.0]));
    assert_eq!(measured["to_mm"], json!([30.0, 40.0, 0.0]));
    let picture = window.wait_for("apart.png");
    std::thread::sleep(Duration::from_millis(500));
    let picture = image::open(picture).unwrap().to_rgba8();
    assert_eq!(picture.dimensions(), (400, 300));
    assert_eq!(
        picture.get_pixel(0, 0).0[3],
        0,
        "the background is left out"
    );
    assert!(picture.pixels().any(|pixel| pixel.0[3] == 255));

    let pack = dir
        .path()
        .join("data/corpus-atlas/atlases/organ/structures.json");
    let start = Instant::now();
    while !pack.is_file() {
        assert!(
            start.elapsed() < PATIENCE,
            "the atlas is not installed: {}",
            window.log()
        );
        std::thread::sleep(Duration::from_millis(200));
    }
    std::thread::sleep(Duration::from_secs(3));
    window.go("installed");
    let guest = window.report("guest.json");
    assert_eq!(guest["atlas"], "organ");
    assert_eq!(guest["drawn_structures"], 1);
    assert!(sees(&guest, "spleen"), "{}", guest["visible"]);
    window.ended();
}

#[test]
fn a_guest_with_an_unknown_name_is_mapped_by_hand_and_seen_under_its_structure() {
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let (library, body) = (at("empty.atlas"), at("body"));
    let picture = picture_folder().join("names-of-a-guest.png");
    let _ = std::fs::remove_file(&picture);
    std::fs::create_dir(&body).unwrap();
    std::fs::write(body.join("a.obj"), octahedron("blorb", 40.0)).unwrap();
    std::fs::write(
        body.join("b.obj"),
        octahedron("liver", 50.0).replace("v ", "v -"),
    )
    .unwrap();
    let mut window = Window::open(
        dir.path(),
        Some(&library),
        &json!([
            "wait_ready",
            step(json!({ "import_atlas_as": { "paths": [body], "name": "Two organs", "frame": "ras-mm" } })),
            "wait_atlas",
            { "frames": 8 },
            { "report": at("unknown.json") },
            step(json!({ "map_name": { "name": "blorb", "to": "no_such_structure" } })),
            step(json!({ "map_name": { "name": "blorb", "to": "spleen" } })),
            { "frames": 4 },
            step(json!({ "screenshot": picture })),
            { "frames": 4 },
            { "report": at("decided.json") },
            step(json!("apply_names")),
            "wait_atlas",
            { "frames": 8 },
            { "report": at("applied.json") },
            step(json!({ "show_atlas": null })),
            "wait_atlas",
            { "frames": 4 },
            { "report": at("home.json") },
            step(json!({ "show_atlas": "two_organs" })),
            "wait_atlas",
            step(json!("toggle_names")),
            { "sleep": 1.0 },
            { "frames": 8 },
            { "report": at("again.json") },
            step(json!("quit")),
        ]),
    );
    let unknown = window.report("unknown.json");
    let sees = |report: &Value, structure: &str| report["visible"].get(structure).is_some();
    assert_eq!(unknown["atlas"], "two_organs");
    assert_eq!(unknown["drawn_structures"], 2);
    assert!(sees(&unknown, "blorb"), "{}", unknown["visible"]);
    let names = &unknown["names"];
    assert_eq!(names["atlas"], "two_organs", "the names are shown unasked");
    assert_eq!(
        (&names["unmatched"], &names["unmatched_only"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(names["rows"]["blorb"], json!([{ "own": "blorb" }, ""]));
    assert_eq!(
        names["rows"]["liver"],
        json!([{ "structure": "liver" }, "id"])
    );

    let decided = window.report("decided.json");
    assert_eq!(decided["names"]["changes"], 1);
    assert_eq!(
        decided["names"]["rows"]["blorb"],
        json!([{ "structure": "spleen" }, "hand"])
    );
    assert!(
        sees(&decided, "blorb"),
        "nothing is changed before it is applied"
    );

    let applied = window.report("applied.json");
    assert_eq!(applied["atlas"], "two_organs");
    assert!(
        sees(&applied, "spleen") && !sees(&applied, "blorb"),
        "{}",
        applied["visible"]
    );
    assert!(sees(&applied, "liver"));
    assert_eq!(applied["camera"], unknown["camera"], "the view stays");
    assert_eq!(applied["names"]["changes"], 0);
    assert_eq!(applied["names"]["unmatched"], 0);
    let home = window.report("home.json");
    assert!(home["atlas"].is_null() && home["names"].is_null());
    let again = window.report("again.json");
    assert!(sees(&again, "spleen"));
    assert_eq!(
        again["names"]["rows"]["blorb"],
        json!([{ "structure": "spleen" }, "hand"]),
        "the mapping is kept with the atlas"
    );
    window.wait_for_picture(&picture);
}

/// The words of the open document are tinted, for its place and for a structure that is clicked in its list.
#[test]
fn words_say_why() {
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let note = at("note.txt");
    let words = "Acute cholecystitis with pneumonia\n\nThe gallbladder wall was thickened and held stones. Both lungs showed infiltrates in the lower lobes.";
    std::fs::write(&note, words).unwrap();
    let pictures = picture_folder();
    let (dark, light) = (
        pictures.join("why-dark.png"),
        pictures.join("why-light.png"),
    );
    let _ = (std::fs::remove_file(&dark), std::fs::remove_file(&light));
    let mut window = Window::open(
        dir.path(),
        Some(&at("why.atlas")),
        &json!([
            "wait_ready",
            step(json!({ "import": [note] })),
            { "wait_documents": 1 },
            step(json!({ "show_tab": "document" })),
            step(json!({ "select_document": 1 })),
            step(json!("toggle_why")),
            "wait_why",
            { "frames": 4 },
            { "report": at("place.json") },
            step(json!({ "screenshot": dark })),
            { "frames": 4 },
            step(json!({ "explain_structure": "lung" })),
            "wait_why",
            { "report": at("lung.json") },
            step(json!({ "set_theme": "light" })),
            { "frames": 4 },
            step(json!({ "screenshot": light })),
            { "frames": 4 },
            step(json!("toggle_why")),
            { "frames": 2 },
            { "report": at("off.json") },
            { "wait_file": at("leave") },
            step(json!("quit")),
        ]),
    );
    let place = window.report("place.json");
    let why = &place["why"];
    assert_eq!(why["document"], 1);
    // "lower lobes" is a sign of the lung as well.
    let first = |why: &Value| {
        let words = why["words"].as_array().unwrap().iter().take(5);
        let words = words.map(|w| w[0].as_str().unwrap().to_lowercase());
        words.collect::<Vec<_>>()
    };
    let structure = why["structure"].as_str().unwrap().to_owned();
    assert!(!structure.is_empty() && why["words"].as_array().unwrap().len() > 10);
    let lung = window.report("lung.json");
    assert_eq!(lung["why"]["structure"], "lung");
    let found = first(&lung["why"]);
    let signs = found.iter().filter(|word| {
        ["pneumonia", "lungs", "lobes", "lower", "infiltrates"].contains(&word.as_str())
    });
    assert_eq!(found[0], "pneumonia", "{}", lung["why"]);
    assert_eq!(signs.count(), 4, "{}", lung["why"]);
    assert!(window.report("off.json")["why"].is_null());
    for picture in [dark, light] {
        assert!(std::fs::metadata(&picture).unwrap().len() > 10_000);
    }
    window.go("leave");
    window.ended();
}

/// A library of documents about the spleen that an older model placed where no present one would put them.
fn older_library(file: &Path, count: usize, text: &str) {
    let older = grounding::Grounding {
        structure: "prostate".into(),
        model: "cga-0".into(),
        ..Default::default()
    };
    let documents: Vec<_> = (0..count)
        .map(|i| {
            let document = library::Document {
                id: format!("{i}"),
                title: format!("Splenic laceration {i}"),
                text: text.to_owned(),
                ..Default::default()
            };
            (document, older.clone())
        })
        .collect();
    library::Library::create(file)
        .and_then(|mut library| library.add(&documents))
        .unwrap();
}

/// A library that an older model filled: the window says so, and moves the documents when asked.
#[test]
fn documents_of_an_older_model_are_placed_anew() {
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let text =
        "Blunt trauma tore the spleen. The splenic hilum was packed and splenectomy followed.";
    older_library(&at("old.atlas"), 1, text);
    let picture = picture_folder().join("placed-anew.png");
    let _ = std::fs::remove_file(&picture);
    let mut window = Window::open(
        dir.path(),
        Some(&at("old.atlas")),
        &json!([
            "wait_ready",
            { "wait_outdated": 1 },
            { "frames": 4 },
            step(json!({ "screenshot": picture })),
            { "frames": 4 },
            step(json!("place_anew")),
            { "wait_outdated": 0 },
            step(json!({ "select_structure": { "structure": "spleen", "point_mm": null } })),
            "wait_ready",
            { "report": at("anew.json") },
            { "wait_file": at("leave") },
            step(json!("quit")),
        ]),
    );
    let report = window.report("anew.json");
    assert_eq!(report["documents"], 1);
    assert_eq!(report["results"][0]["structure"], "spleen", "{report}");
    assert_eq!(report["problems"].as_array().unwrap().len(), 0);
    window.go("leave");
    window.ended();
    let library = library::Library::open(at("old.atlas")).unwrap();
    assert_eq!(library.entries().unwrap()[0].structure, "spleen");
}

/// Placing anew can be cancelled: what was placed stays, what was not keeps its old place.
#[test]
fn placing_anew_can_be_cancelled() {
    const MANY: usize = 600;
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let text = "Blunt trauma tore the spleen. The splenic hilum was packed. ".repeat(20);
    older_library(&at("old.atlas"), MANY, &text);
    let mut window = Window::open(
        dir.path(),
        Some(&at("old.atlas")),
        &json!([
            "wait_ready",
            { "wait_outdated": MANY },
            step(json!("place_anew")),
            { "sleep": 4.0 },
            step(json!("cancel_import")),
            { "sleep": 2.0 },
            { "report": at("cancelled.json") },
            { "sleep": 2.0 },
            { "report": at("later.json") },
            { "wait_file": at("leave") },
            step(json!("quit")),
        ]),
    );
    let left = window.report("cancelled.json")["outdated"].as_u64();
    let later = window.report("later.json")["outdated"].as_u64();
    window.go("leave");
    window.ended();
    assert_eq!(left, later, "it went on after it was cancelled");
    let left = left.unwrap() as usize;
    assert!((1..MANY).contains(&left), "{left} of {MANY} are left");
    let library = library::Library::open(at("old.atlas")).unwrap();
    let entries = library.entries().unwrap();
    let of = |structure: &str| entries.iter().filter(|e| e.structure == structure).count();
    assert_eq!((of("prostate"), of("spleen")), (left, MANY - left));
}

/// Without a model the body is there and the reason is told.
#[cfg(unix)]
#[test]
fn the_window_opens_without_a_model() {
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let home = at("home");
    std::fs::create_dir(&home).unwrap();
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    std::os::unix::fs::symlink(assets, home.join("assets")).unwrap();
    let note = at("note.txt");
    std::fs::write(&note, "The liver is large.").unwrap();
    let mut window = Window::open_at(
        &home,
        dir.path(),
        Some(&at("none.atlas")),
        &json!([
            "wait_ready",
            step(json!({ "import": [note] })),
            step(json!("toggle_why")),
            step(json!({ "live_text": "The liver is large." })),
            { "sleep": 2.0 },
            step(json!({ "select_structure": { "structure": "liver", "point_mm": null } })),
            { "frames": 4 },
            { "report": at("report.json") },
            { "wait_file": at("leave") },
            step(json!("quit")),
        ]),
    );
    let report = window.report("report.json");
    assert!(report["drawn_structures"].as_u64().unwrap() >= 45);
    assert_eq!(report["selected_structure"], "liver");
    let engine = report["engine"].as_str().unwrap();
    assert!(
        engine.contains("model.json") && engine.contains("cannot be read"),
        "{engine}"
    );
    assert_eq!(report["documents"], 0);
    assert_eq!(report["live_pending"], false, "nothing is waited for");
    let problems = report["problems"].to_string();
    assert!(problems.contains("model.json"), "{problems}");
    window.go("leave");
    window.ended();
}

/// An octahedron of this radius in mm as an OBJ file, centred beside the origin.
fn octahedron(name: &str, radius: f32) -> String {
    let mut text = format!("o {name}\n");
    for (x, y, z) in [
        (1.0, 0.0, 0.0),
        (-1.0, 0.0, 0.0),
        (0.0, 1.0, 0.0),
        (0.0, -1.0, 0.0),
        (0.0, 0.0, 1.0),
        (0.0, 0.0, -1.0),
    ] {
        text += &format!("v {} {} {}\n", x * radius + 90.0, y * radius, z * radius);
    }
    for face in [
        "1 3 5", "3 2 5", "2 4 5", "4 1 5", "3 1 6", "2 3 6", "4 2 6", "1 4 6",
    ] {
        text += &format!("f {face}\n");
    }
    text
}

#[test]
fn a_window_without_a_renderer_says_what_to_install() {
    let Some(_display) = display() else { return };
    let dir = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .arg(dir.path().join("new.atlas"))
        .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
        .env("XDG_DATA_HOME", dir.path())
        .env("VK_DRIVER_FILES", dir.path().join("none.json"))
        .env("VK_ICD_FILENAMES", dir.path().join("none.json"))
        .env("WGPU_BACKEND", "vulkan")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().last().unwrap_or_default();
    assert!(!output.status.success(), "{said}");
    assert!(last.contains("no renderer was found"), "{said}");
    assert!(last.contains("mesa-vulkan-drivers"), "{said}");
}
