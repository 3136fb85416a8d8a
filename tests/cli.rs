//! The command line end to end: names, flags, JSON keys and exit codes are a contract.
//!
//! Long because each command has its contract here.

#[path = "support/cube.rs"]
mod cube;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .args(arguments)
        .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}: {}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

const SAMPLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/assets/sample-library/sample-library.jsonl"
);

/// The first lines of the sample library, enough for a quick library.
fn small_sample(dir: &Path, count: usize) -> std::path::PathBuf {
    let path = dir.join("small.jsonl");
    let sample = std::fs::read_to_string(SAMPLE).unwrap();
    std::fs::write(
        &path,
        sample
            .lines()
            .take(count)
            .map(|line| format!("{line}\n"))
            .collect::<String>(),
    )
    .unwrap();
    path
}

#[test]
fn ground_gives_one_line_per_record_in_order_with_the_agreed_keys() {
    let dir = tempfile::tempdir().unwrap();
    let file = small_sample(dir.path(), 6);
    let result = lines(&stdout(&run(&["ground", text(&file), "--format", "json"])));
    let expected = lines(&std::fs::read_to_string(&file).unwrap());
    assert_eq!(result.len(), 6);
    for (line, record) in result.iter().zip(&expected) {
        assert_eq!(line["id"], record["id"]);
        assert_eq!(line["title"], record["title"]);
        for key in [
            "point_mm",
            "structure",
            "distance_mm",
            "structures",
            "outside_p",
            "sentences",
            "model",
            "engine",
        ] {
            assert!(!line[key].is_null(), "{key} is missing: {line}");
        }
        assert_eq!(line["point_mm"].as_array().unwrap().len(), 3);
        let evidence = line["structures"][0].as_object().unwrap();
        assert!(evidence.contains_key("id") && evidence.contains_key("p"));
        let sentence = line["sentences"][0].as_object().unwrap();
        assert!(
            sentence.contains_key("text")
                && sentence.contains_key("point_mm")
                && sentence.contains_key("structure")
        );
    }
}

#[test]
fn sentences_about_organs_that_only_she_has_count_and_what_is_denied_of_hers_has_no_place() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("hers.jsonl");
    let texts = [
        "The uterus is bulky with fibroids. The liver is enlarged too.",
        "She feared the lump in her left breast; the biopsy proved her wrong.",
    ];
    let texts = texts.map(|text| format!("{}\n", json!({ "text": text })));
    std::fs::write(&file, texts.concat()).unwrap();
    let told = lines(&stdout(&run(&["ground", text(&file)])));
    assert_eq!(told[0]["structure"], "uterus");
    let sentences = told[0]["sentences"].as_array().unwrap();
    let p: Vec<f64> = sentences.iter().map(|s| s["p"].as_f64().unwrap()).collect();
    assert!(p.len() == 2 && p.iter().all(|p| *p > 0.5), "{p:?}");
    assert!(told[1]["outside_p"].as_f64().unwrap() > 0.5, "{}", told[1]);
}

#[test]
fn why_names_the_words_with_their_weights() {
    let dir = tempfile::tempdir().unwrap();
    let note = dir.path().join("note.txt");
    let words = "Acute cholecystitis\n\nThe gallbladder wall was thickened. The lungs were clear.";
    std::fs::write(&note, words).unwrap();
    let line = &lines(&stdout(&run(&["ground", text(&note), "--why"])))[0];
    let why = &line["why"];
    assert_eq!(why["structure"], line["structure"]);
    let mut found: Vec<(&str, f64)> = why["words"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| {
            assert!(word["start"].as_u64() < word["end"].as_u64());
            let weight = word["weight"].as_f64().unwrap();
            (word["word"].as_str().unwrap(), weight)
        })
        .collect();
    assert!(found.len() >= 9, "every word has a weight: {found:?}");
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    let first = found[0].0.to_lowercase();
    assert!(
        ["gallbladder", "cholecystitis"].contains(&first.as_str()),
        "{found:?}"
    );
    let lung = &lines(&stdout(&run(&[
        "ground",
        text(&note),
        "--why",
        "--structure",
        "lung",
    ])))[0];
    assert_eq!(lung["why"]["structure"], "lung");
    let table = stdout(&run(&["ground", text(&note), "--why", "--format", "table"]));
    assert!(
        table.contains("for gallbladder:") && table.contains("against gallbladder:"),
        "{table}"
    );
    // A sentence that is not there is refused, and the record goes on.
    let refused = run(&["ground", text(&note), "--why", "--sentence", "90"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no sentence 90"));
    assert_eq!(lines(&String::from_utf8_lossy(&refused.stdout)).len(), 1);
}

/// A home with the assets of this one and models that `damage` has had its way with.
#[cfg(unix)]
fn home_with_models(dir: &Path, damage: impl Fn(&Path)) {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::os::unix::fs::symlink(home.join("assets"), dir.join("assets")).unwrap();
    for model in std::fs::read_dir(home.join("models")).unwrap().flatten() {
        if !model.path().is_dir() {
            continue;
        }
        let copy = dir.join("models").join(model.file_name());
        std::fs::create_dir_all(&copy).unwrap();
        for file in std::fs::read_dir(model.path()).unwrap().flatten() {
            std::fs::copy(file.path(), copy.join(file.file_name())).unwrap();
        }
        damage(&copy);
    }
}

#[cfg(unix)]
#[test]
fn a_model_that_cannot_be_used_is_named_with_the_reason() {
    let cut = |file: &Path| {
        let whole = std::fs::read(file).unwrap();
        std::fs::write(file, &whole[..whole.len() / 2]).unwrap();
    };
    let other_tokenizer = |dir: &Path| {
        let file = dir.join("tokenizer.json");
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(file, text.replacen("\"liver\"", "\"livre\"", 1)).unwrap();
    };
    let other_shape = |dir: &Path| {
        let file = dir.join("model.json");
        let mut model: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        model["classes"].as_array_mut().unwrap().pop();
        std::fs::write(file, model.to_string()).unwrap();
    };
    type Damage<'a> = &'a dyn Fn(&Path);
    let cases: [(Damage, [&str; 2]); 5] = [
        (
            &|dir| std::fs::remove_dir_all(dir).unwrap(),
            ["model.json", "cannot be read"],
        ),
        (
            &|dir| std::fs::remove_file(dir.join("model.onnx")).unwrap(),
            ["model.onnx", "cannot be read"],
        ),
        (
            &|dir| cut(&dir.join("model.onnx")),
            ["model.onnx", "is not a complete ONNX file"],
        ),
        (&other_shape, ["model.onnx", "classes of model.json"]),
        (&other_tokenizer, ["tokenizer.json", "not the tokenizer"]),
    ];
    for (damage, words) in cases {
        let home = tempfile::tempdir().unwrap();
        home_with_models(home.path(), damage);
        let program = |arguments: &[&str]| {
            Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
                .args(arguments)
                .env("CORPUS_ATLAS_HOME", home.path())
                .output()
                .unwrap()
        };
        let ground = program(&["ground", SAMPLE]);
        assert_eq!(ground.status.code(), Some(1));
        let message = String::from_utf8_lossy(&ground.stderr).into_owned();
        assert!(words.iter().all(|word| message.contains(word)), "{message}");
        assert!(!message.contains("panicked"), "{message}");
        let doctor = program(&["doctor"]);
        assert_eq!(doctor.status.code(), Some(1));
        let found = String::from_utf8_lossy(&doctor.stdout).into_owned();
        assert!(words.iter().all(|word| found.contains(word)), "{found}");
    }
}

/// What `ground` prints of a text that it reads from standard input.
fn ground_typed(words: &str, more: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .args(["ground", "-"])
        .args(more)
        .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(words.as_bytes()).unwrap();
    drop(stdin);
    stdout(&child.wait_with_output().unwrap())
}

#[test]
fn ground_reads_standard_input() {
    let words = "Acute cholecystitis: the gallbladder wall was thickened and held stones.";
    let line = &lines(&ground_typed(words, &[]))[0];
    assert_eq!(line["structure"], "gallbladder");
    assert!(
        line["point_mm"][0].as_f64().unwrap() < 0.0,
        "the gallbladder lies on the patient's right"
    );
}

#[test]
fn ground_tells_what_words_stand_for_by_the_bytes_of_the_text() {
    let words = "The café closed at noon. No pleural effusion. The spleen is normal. His mother had gallstones. There is a stone in the left ureter.";
    let line = &lines(&ground_typed(words, &[]))[0];
    assert_eq!(line["only_absent"], false);
    assert!(line["excluded"].is_array(), "{line}");
    let sentences = line["sentences"].as_array().unwrap();
    assert!(sentences.len() > 3, "{line}");
    let stretch = |span: &Value| {
        let at = |key: &str| span[key].as_u64().unwrap() as usize;
        words.get(at("start")..at("end")).unwrap()
    };
    let mut told = Vec::new();
    for sentence in sentences {
        assert_eq!(sentence["text"], stretch(sentence));
        for span in sentence["tags"].as_array().unwrap() {
            let fields: Vec<&String> = span.as_object().unwrap().keys().collect();
            assert_eq!(fields, ["end", "start", "tag"]);
            let tag = span["tag"].as_str().unwrap();
            let known = [
                "finding",
                "excluded",
                "uncertain",
                "history",
                "family",
                "landmark",
                "side",
            ];
            assert!(known.contains(&tag), "{tag}: what is normal stands apart");
            told.push((tag, stretch(span)));
        }
        for span in sentence["normal"].as_array().unwrap() {
            told.push(("normal", stretch(span)));
        }
    }
    for (tag, words) in [
        ("excluded", "effusion"),
        ("normal", "spleen"),
        ("finding", "stone"),
    ] {
        let is_told = |(own, said): &(&str, &str)| *own == tag && said.contains(words);
        assert!(told.iter().any(is_told), "{tag} {words}: {told:?}");
    }
}

#[test]
fn ground_says_of_a_text_that_only_excludes_that_it_has_no_place() {
    let words = "No liver mets.";
    let line = &lines(&ground_typed(words, &[]))[0];
    assert_eq!(line["only_absent"], true, "{line}");
    let table = ground_typed(words, &["--format", "table"]);
    assert!(table.contains("only absent or normal"), "{table}");
    let found = ground_typed("A stone in the left ureter.", &["--format", "table"]);
    assert!(!found.contains("only absent"), "{found}");
}

#[test]
fn ground_says_of_a_text_that_tells_of_a_relative_that_it_has_no_place() {
    let words = "My brother had appendicitis.";
    let line = &lines(&ground_typed(words, &[]))[0];
    assert_eq!(line["only_family"], true, "{line}");
    assert_eq!(line["only_absent"], false, "{line}");
    let table = ground_typed(words, &["--format", "table"]);
    assert!(table.contains("only of a relative"), "{table}");
}

#[test]
fn a_dry_run_shows_columns_and_adds_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("papers.atlas");
    let table = dir.path().join("t.csv");
    std::fs::write(&table, "Farbe,Kurz\nrot,Steine der Gallenblase\n").unwrap();
    let look = |more: &[&str]| {
        let command = [
            "import",
            text(&library),
            text(&table),
            "--dry-run",
            "--format",
            "json",
        ];
        let told = run(&[&command, more].concat());
        let json: Value = serde_json::from_slice(&told.stdout).unwrap();
        (told.status.code(), json)
    };
    let (code, told) = look(&[]);
    assert_eq!(
        (code, &told["total"]["refused"]),
        (Some(1), &1.into()),
        "{told}"
    );
    assert_eq!(
        told["files"][0]["table"]["samples"][0][1],
        "Steine der Gallenblase"
    );
    let (code, told) = look(&["--column", "title=Kurz"]);
    assert_eq!(
        (code, &told["total"]["new"]),
        (Some(0), &1.into()),
        "{told}"
    );
    assert_eq!(told["files"][0]["table"]["columns"][1]["field"], "title");
    assert!(!library.exists(), "a dry run makes no library");
}

#[test]
fn import_search_and_export_agree() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("papers.atlas");
    let sample = small_sample(dir.path(), 20);
    let bad = dir.path().join("empty.ris");
    std::fs::write(&bad, "").unwrap();

    let imported = run(&["import", text(&library), text(&sample), text(&bad)]);
    assert_eq!(
        imported.status.code(),
        Some(1),
        "a refused record shows in the exit code"
    );
    let errors = String::from_utf8_lossy(&imported.stderr).into_owned();
    assert!(
        errors.contains("empty.ris"),
        "the refused file is named: {errors}"
    );
    assert!(String::from_utf8_lossy(&imported.stdout).contains("20 added"));
    let kept = library::Library::open(&library).and_then(|library| library.problems());
    let kept: Vec<_> = kept.unwrap().into_iter().map(|p| p.file).collect();
    assert_eq!(kept, [bad], "the window shows it too");
    let again = run(&["import", text(&library), text(&sample)]);
    assert!(stdout(&again).contains("20 known already"));

    let near = lines(&stdout(&run(&[
        "search",
        text(&library),
        "--near=0,0,100",
        "--limit",
        "5",
    ])));
    assert_eq!(near.len(), 5);
    let distances: Vec<f64> = near
        .iter()
        .map(|hit| hit["distance_mm"].as_f64().unwrap())
        .collect();
    assert!(distances.is_sorted(), "{distances:?}");
    let within = lines(&stdout(&run(&[
        "search",
        text(&library),
        "--near=0,0,100",
        "--radius",
        "120",
        "--limit",
        "100",
    ])));
    assert!(
        within
            .iter()
            .all(|hit| hit["distance_mm"].as_f64().unwrap() <= 120.0)
    );
    assert!(near.iter().all(|hit| hit["body"] == "male"));
    // The same places asked for and told in the frame of the female body.
    let mm = |hit: &Value| -> [f32; 3] { serde_json::from_value(hit["point_mm"].clone()).unwrap() };
    let [x, y, z] = anatomy::to_female([0.0, 0.0, 100.0]);
    let hers = lines(&stdout(&run(&[
        "search",
        text(&library),
        "--body",
        "female",
        &format!("--near={x},{y},{z}"),
        "--limit",
        "5",
    ])));
    assert_eq!(hers.len(), 5);
    assert!(hers.iter().all(|hit| hit["body"] == "female"));
    assert_eq!(hers[0]["id"], near[0]["id"]);
    let expected = anatomy::to_female(mm(&near[0]));
    let off = mm(&hers[0])
        .into_iter()
        .zip(expected)
        .map(|(a, b)| (a - b).abs());
    assert!(off.fold(0.0, f32::max) < 0.01);
    let structure = near[0]["structure"].as_str().unwrap().to_owned();
    let there = lines(&stdout(&run(&[
        "search",
        text(&library),
        "--structure",
        &structure,
    ])));
    assert!(there.iter().any(|hit| hit["id"] == near[0]["id"]));
    let refused = run(&["search", text(&library), "--structure", "no such organ"]);
    assert!(
        !refused.status.success()
            && String::from_utf8_lossy(&refused.stderr).contains("no such organ")
    );

    let exported = dir.path().join("out.jsonl");
    stdout(&run(&[
        "export",
        text(&library),
        "--format",
        "jsonl",
        "--output",
        text(&exported),
    ]));
    assert_eq!(
        lines(&std::fs::read_to_string(&exported).unwrap()).len(),
        20
    );
    let table = stdout(&run(&["export", text(&library), "--format", "csv"]));
    assert!(table.lines().next().unwrap().contains("title"));
}

/// Files of kinds that cannot be read lie in every folder of papers: they are named, and are no failure.
#[test]
fn what_cannot_be_read_in_a_folder_is_named_and_results_are_told_as_json() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("papers.atlas");
    let folder = dir.path().join("papers");
    std::fs::create_dir(&folder).unwrap();
    std::fs::rename(small_sample(dir.path(), 2), folder.join("a.jsonl")).unwrap();
    for name in ["scan.jpg", "prog.exe", ".DS_Store", "Thumbs.db"] {
        std::fs::write(folder.join(name), "x").unwrap();
    }
    let looked = run(&["import", text(&library), text(&folder), "--dry-run"]);
    let words = stdout(&looked);
    let named = "2 files of kinds that cannot be read: prog.exe, scan.jpg";
    assert!(words.contains(named), "{words}");
    let imported = run(&["import", text(&library), text(&folder)]);
    let errors = String::from_utf8_lossy(&imported.stderr).into_owned();
    assert!(
        errors.contains(&format!("papers: {named}")) && !errors.contains("Thumbs"),
        "{errors}"
    );
    let words = stdout(&imported);
    assert!(
        words
            .contains("2 added, 0 known already, 0 refused, 2 files of kinds that cannot be read;"),
        "{words}"
    );
    let told = |arguments: &[&str]| lines(&stdout(&run(arguments))).remove(0);
    let json = ["--format", "json"];
    let again = told(&[&["import", text(&library), text(&folder)], &json[..]].concat());
    for (name, count) in [
        ("read", 2),
        ("added", 0),
        ("known", 2),
        ("completed", 0),
        ("refused", 0),
    ] {
        assert_eq!(again[name], count, "{again}");
    }
    assert_eq!([&again["passed_over"], &again["documents"]], [2, 2]);
    let copy = dir.path().join("copy.atlas");
    let backed_up = told(&[&["backup", text(&library), text(&copy)], &json[..]].concat());
    assert_eq!(backed_up["documents"], 2, "{backed_up}");
    assert_eq!(backed_up["copy"], text(&copy));
    let checked = told(&[&["check", text(&copy)], &json[..]].concat());
    assert_eq!(checked["sound"], true, "{checked}");
}

/// A library of three organs, in the text about one of which a bit flipped.
fn a_library_with_a_flip(dir: &Path) -> PathBuf {
    let file = dir.join("papers.atlas");
    let batch = ["liver", "spleen", "kidney"].map(|organ| {
        let document = library::Document {
            id: organ.into(),
            title: format!("The {organ}"),
            text: format!("A cyst of the {organ}."),
            ..Default::default()
        };
        (document, Default::default())
    });
    library::Library::create(&file)
        .and_then(|mut library| library.add(&batch))
        .unwrap();
    let flip = "UPDATE contents SET text = replace(text, 'spleen', 'spldem')";
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.execute_batch(flip).unwrap();
    file
}

/// A damaged text keeps no other from being added, and is told each time.
#[test]
fn an_import_that_comes_to_its_end_forgets_that_the_same_one_broke_off() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("papers");
    std::fs::create_dir(&folder).unwrap();
    small_sample(&folder, 2);
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/library/tests/real");
    let paper = "p13-owner-password-only.pdf";
    std::fs::copy(real.join(paper), folder.join(paper)).unwrap();
    let path = dir.path().join("a.atlas");
    let mut library = library::Library::create(&path).unwrap();
    let other = dir.path().join("other.ris");
    for broken_off in [&folder, &folder.join("small.jsonl"), &other] {
        library
            .begin_import(std::slice::from_ref(broken_off))
            .unwrap();
    }
    drop(library);
    // Named from where one is, as it is written on a command line.
    let import = || {
        Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
            .args(["import", "a.atlas", "papers", "--format", "json"])
            .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
            .current_dir(&dir)
            .output()
            .unwrap()
    };
    let first: Value = serde_json::from_str(&stdout(&import())).unwrap();
    assert_eq!((&first["read"], &first["added"]), (&3.into(), &3.into()));
    let library = library::Library::open(&path).unwrap();
    let left: Vec<PathBuf> = { library.unfinished_imports().unwrap().into_iter() }
        .flat_map(|(_, files)| files)
        .collect();
    assert_eq!(left, [other]);
    drop(library);
    // The paper is not opened again, and counted all the same.
    let again: Value = serde_json::from_str(&stdout(&import())).unwrap();
    assert_eq!((&again["read"], &again["known"]), (&3.into(), &3.into()));
}

#[test]
fn an_import_tells_what_is_no_longer_what_was_stored() {
    let dir = tempfile::tempdir().unwrap();
    let file = a_library_with_a_flip(dir.path());
    let note = dir.path().join("note.txt");
    std::fs::write(&note, "A stone in the left ureter.").unwrap();
    let imported = run(&["import", text(&file), text(&note), "--format", "json"]);
    assert!(imported.status.success(), "{imported:?}");
    let told: Value = serde_json::from_slice(&imported.stdout).unwrap();
    assert_eq!((&told["added"], &told["damaged"]), (&1.into(), &1.into()));
    let errors = String::from_utf8_lossy(&imported.stderr).into_owned();
    assert!(
        errors.contains("The spleen") && errors.contains("1 damaged in"),
        "{errors}"
    );
}

/// A bit that flipped in a text: what is no longer what was stored is not handed on as if it were.
#[test]
fn an_export_passes_over_what_is_no_longer_what_was_stored() {
    let dir = tempfile::tempdir().unwrap();
    let file = a_library_with_a_flip(dir.path());
    let out = dir.path().join("out.ris");
    let exported = run(&["export", text(&file), text(&out), "--report", "json"]);
    assert_eq!(exported.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&exported.stdout).unwrap();
    assert_eq!(report["written"], 2, "{report}");
    assert_eq!(report["damaged"][0]["key"], 2, "{report}");
    let errors = String::from_utf8_lossy(&exported.stderr).into_owned();
    let said = "document 2 of the library is damaged and was passed over: letters or numbers in it are no longer those that were stored";
    assert!(errors.contains(said), "{errors}");
    let written = std::fs::read_to_string(&out).unwrap();
    assert!(
        written.contains("kidney") && !written.contains("spl"),
        "{written}"
    );
}

#[test]
fn names_that_sqlite_takes_for_something_else_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let note = dir.path().join("note.txt");
    std::fs::write(&note, "The liver is large.").unwrap();
    for name in [":memory:", "file:x.atlas"] {
        let refused = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
            .args(["import", name, "note.txt"])
            .current_dir(dir.path())
            .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        assert_eq!(refused.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            errors.contains("name a file, such as papers.atlas"),
            "{errors}"
        );
        assert!(!dir.path().join(name).exists());
    }
}

#[test]
fn tag_keeps_what_a_reader_says_and_lists_it() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("a.atlas");
    let small = small_sample(dir.path(), 4);
    stdout(&run(&["import", text(&library), text(&small)]));
    let tag = |arguments: &[&str]| run(&[&["tag", text(&library)], arguments].concat());
    let json =
        |arguments: &[&str]| lines(&stdout(&tag(&[arguments, &["--format", "json"]].concat())));
    let all = json(&["--all"]);
    assert_eq!(all.len(), 4);
    let id = all[0]["id"].as_str().unwrap();
    assert_eq!(all[0]["marks"], serde_json::json!({}));

    let changes = [
        "--id",
        id,
        "--add",
        "to read",
        "--collect",
        "Thesis/Liver",
        "--stars",
        "4",
        "--read",
        "--note",
        "Ask Bo",
    ];
    let answer = json(&changes);
    let expected = serde_json::json!({ "chosen": 1, "changed": 1, "unknown": [] });
    assert_eq!(answer, [expected]);
    let marks = serde_json::json!({
        "tags": ["to read"], "collections": ["Thesis/Liver"], "note": "Ask Bo", "stars": 4, "read": true
    });
    assert_eq!(json(&["--id", id])[0]["marks"], marks);
    let names = serde_json::json!({
        "tags": [{ "name": "to read", "documents": 1 }],
        "collections": [{ "name": "Thesis/Liver", "documents": 1 }]
    });
    assert_eq!(json(&[]), [names]);

    let unknown = tag(&["--id", "nobody", "--unread"]);
    assert_eq!(unknown.status.code(), Some(1));
    let words = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(words.contains("there is no document “nobody”"), "{words}");
    let nothing = tag(&["--add", "x"]);
    assert_eq!(nothing.status.code(), Some(1));
    assert!(!tag(&["--all", "--stars", "6"]).status.success());
    stdout(&tag(&[
        "--all", "--remove", "TO READ", "--unread", "--note", "",
    ]));
    let left = serde_json::json!({ "collections": ["Thesis/Liver"], "stars": 4 });
    assert_eq!(json(&["--id", id])[0]["marks"], left);
}

#[test]
fn eval_of_reading_reports_by_kind_and_names_a_wrong_line() {
    let dir = tempfile::tempdir().unwrap();
    let table = dir.path().join("reading.tsv");
    let lines = "test\tlay\tpatient\tA stone in my left kidney.\tleft_kidney\t\tleft\n\
        develop\tlay\tpatient\tMy spleen is large.\tspleen\t\t\n";
    std::fs::write(&table, lines).unwrap();
    let eval = |part| {
        let arguments = [
            "eval",
            "reading",
            text(&table),
            "--part",
            part,
            "--format",
            "json",
        ];
        run(&arguments)
    };
    let report: Value = serde_json::from_str(&stdout(&eval("test"))).unwrap();
    assert_eq!(report["all"]["n"], 1);
    assert_eq!(report["kinds"]["lay"]["right"], 100.0, "{report}");
    assert_eq!(report["kinds"]["lay"]["excluded_wins"], 0.0);
    std::fs::write(
        &table,
        format!("{lines}test\tlay\tpatient\tA tail.\ttail\t\t\n"),
    )
    .unwrap();
    let refused = eval("develop");
    assert!(!refused.status.success());
    let words = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        words.contains("reading.tsv") && words.contains("line 3"),
        "{words}"
    );
}

#[test]
fn eval_of_sentences_cuts_them_from_a_corpus_and_lists_what_was_missed() {
    let dir = tempfile::tempdir().unwrap();
    let file = std::fs::File::create(dir.path().join("notes.jsonl.gz")).unwrap();
    let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    let record = serde_json::json!({
        "id": "n1", "source": "notes", "title": "",
        "text": "Grüße. A stone in my left kidney. My spleen is large.",
    });
    writeln!(packed, "{record}").unwrap();
    packed.finish().unwrap();
    let table = dir.path().join("sentences.tsv");
    let write = |rows: &[&str]| {
        let head = "source\tid\tstart\tend\taccepted\texcluded\tside";
        std::fs::write(&table, [&[head][..], rows].concat().join("\n")).unwrap();
    };
    // For measuring by its hash; the other is for choosing, and its place is wrong on purpose.
    let stone = "notes\tn1\t9\t35\tleft_kidney\t\tleft";
    let spleen = "notes\tn1\t36\t55\turinary_bladder\t\t";
    let eval = |more: &[&str]| {
        let set = ["eval", "reading", text(&table), "--set", "sentences"];
        run(&[&set[..], more].concat())
    };
    let corpus = ["--corpus", text(dir.path())];
    let measured = |more: &[&str]| eval(&[&corpus[..], more].concat());
    write(&[stone, spleen]);
    let report: Value = serde_json::from_str(&stdout(&measured(&["--format", "json"]))).unwrap();
    assert_eq!(report["all"]["n"], 1, "{report}");
    assert_eq!(report["kinds"]["notes"]["right"], 100.0, "{report}");
    assert!(report.get("misses").is_none(), "{report}");

    let misses = dir.path().join("misses.tsv");
    let misses = ["--misses", text(&misses)];
    let said = stdout(&measured(&[&["--part", "all"][..], &misses].concat()));
    let all: Vec<&str> = said.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(all[..3], ["all", "2", "50.0"], "{said}");
    let listed = std::fs::read_to_string(misses[1]).unwrap();
    assert_eq!(
        listed,
        "kind\tvoice\tfault\ttold\taccepted\ttext\n\
            notes\tn1\telsewhere\tspleen\turinary_bladder\tMy spleen is large.\n"
    );

    let complained = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let refused = |output: &Output, words: &[&str]| {
        let said = complained(output);
        assert!(!output.status.success(), "{said}");
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
    };
    refused(&eval(&[]), &["--corpus"]);
    refused(&measured(&misses), &["--part develop"]);
    let lost = "notes\tn9\t0\t5\tspleen\t\t";
    write(&[lost, stone]);
    refused(&measured(&[]), &["sentences.tsv", "line 2", "1 of 2"]);
    write(&[stone, "notes\tn1\t3\t9\tspleen\t\t"]);
    refused(&measured(&[]), &["sentences.tsv", "line 3", "in two"]);
    write(&[&[lost][..], &[stone; 10]].concat());
    let output = measured(&["--format", "json"]);
    assert!(complained(&output).contains("1 of 11 sentences"));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["all"]["n"], 10, "{report}");
}

#[test]
fn eval_of_places_within_organs_tells_what_is_wrong_of_those_for_choosing_alone() {
    let dir = tempfile::tempdir().unwrap();
    let table = dir.path().join("within.jsonl");
    let line = |id: &str, z: &str| {
        format!(
            r#"{{"id":"{id}","text":"A cyst at the lower pole of the left kidney.","in":["left_kidney"],"near":[["left_kidney",0]],"share":{{"structure":"left_kidney","z":{z}}}}}"#
        )
    };
    let lines = [
        line("p1", "[0.8, 1.0]"),
        line("p2", "[0.8, 1.0]"),
        line("p4", "[0.0, 0.3]"),
    ];
    std::fs::write(&table, lines.join("\n")).unwrap();
    let eval = |part, format| {
        let set = ["eval", "reading", text(&table), "--set", "within"];
        run(&[&set[..], &["--part", part, "--format", format]].concat())
    };
    let report: Value = serde_json::from_str(&stdout(&eval("develop", "json"))).unwrap();
    assert_eq!(
        (&report["n"], &report["right"]),
        (&2.into(), &50.0.into()),
        "{report}"
    );
    assert_eq!(report["organ"], 100.0);
    let misses = report["misses"].as_array().unwrap();
    assert!(misses.len() == 1 && misses[0]["id"] == "p2", "{report}");
    assert_eq!(misses[0]["region"], "lower pole of the left kidney");
    let said = stdout(&eval("develop", "table"));
    assert!(
        said.starts_with("2 texts: 50.0 ±") && said.contains("\np2 left_kidney"),
        "{said}"
    );
    let said = stdout(&eval("test", "table"));
    assert!(
        said.starts_with("1 texts: 0.0 ±") && said.lines().count() == 1,
        "{said}"
    );
    std::fs::write(&table, "{}").unwrap();
    let refused = eval("test", "table");
    let words = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && words.contains("within.jsonl") && words.contains("line 1"),
        "{words}"
    );
}

/// A set of three documents that can be found, and four questions. What comes out was worked by hand: "kidney stones" finds a, which has both words, then
/// b, of which b has twice the grade (nDCG 2.2619 / 2.6309); "trauma of the liver?" finds c before d, which is right (1 / log2 3); "appendix" finds
/// nothing; the fourth is answered by no document that is there.
fn judged_set(dir: &Path) -> std::path::PathBuf {
    let set = dir.join("tiny");
    std::fs::create_dir(&set).unwrap();
    for (name, content) in [
        (
            "docs.jsonl",
            r#"{"id":"a","title":"Kidney stones","text":"Stones in the ureter."}
{"id":"b","title":"Gallstones","text":"Stones in the bile duct."}
{"id":"c","title":"Liver","text":"Cirrhosis of the liver."}
{"id":"d","title":"Spleen","text":"Trauma."}
"#,
        ),
        (
            "queries.jsonl",
            r#"{"id":"1","text":"kidney stones"}
{"id":"2","text":"trauma of the liver?"}
{"id":"3","text":"appendix"}
{"id":"4","text":"lung"}
"#,
        ),
        (
            "qrels.tsv",
            "query\tdocument\tgrade\n1\ta\t1\n1\tb\t2\n2\td\t1\n3\ta\t1\n4\tx\t1\n",
        ),
    ] {
        std::fs::write(set.join(name), content).unwrap();
    }
    set
}

#[test]
fn eval_of_retrieval_measures_what_the_search_finds() {
    let dir = tempfile::tempdir().unwrap();
    let set = judged_set(dir.path());
    let trec = dir.path().join("run.txt");
    let eval = |more: &[&str]| {
        let arguments = [&["eval", "retrieval", text(&set)], more].concat();
        Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
            .args(arguments)
            .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
            .env("XDG_CACHE_HOME", dir.path().join("cache"))
            .output()
            .unwrap()
    };
    let written = ["--parts", "words", "--run", text(&trec), "--format", "json"];
    let reports = lines(&stdout(&eval(&written)));
    assert_eq!(reports.len(), 1);
    let report = &reports[0];
    assert_eq!(
        (&report["set"], &report["n"]),
        (&"tiny".into(), &3.into()),
        "{report}"
    );
    for (measure, by_hand) in [
        ("ndcg10", (2.261_860 / 2.630_930 + 0.630_930) / 3.0),
        ("recall100", 2.0 / 3.0),
        ("map", 0.5),
        ("mrr10", 0.5),
        ("r_prec", 1.0 / 3.0),
        ("p10", 0.1),
    ] {
        let found = report["parts"]["words"][measure].as_f64().unwrap();
        assert!((found - by_hand).abs() < 1e-5, "{measure}: {found}");
    }
    let run = std::fs::read_to_string(&trec).unwrap();
    let expected = "1 Q0 a 1 2 words\n1 Q0 b 2 1 words\n2 Q0 c 1 2 words\n2 Q0 d 2 1 words\n";
    assert_eq!(run, expected);

    let report = &lines(&stdout(&eval(&["--format", "json"])))[0];
    let parts: Vec<&String> = report["parts"].as_object().unwrap().keys().collect();
    assert_eq!(parts, ["dense", "fused", "place", "window", "words"]);
    assert_eq!(report["differences"].as_array().unwrap().len(), 10);
    // Every document is near in meaning in some order.
    assert_eq!(report["parts"]["dense"]["recall100"], 1.0, "{report}");
    let table = stdout(&eval(&["--parts", "words,fused"]));
    assert!(table.contains("fused over words: nDCG@10"), "{table}");

    // The window narrows by two words: what has both, and what has one of them only where nothing has.
    let written = [
        "--parts",
        "window",
        "--run",
        text(&trec),
        "--format",
        "json",
    ];
    let report = &lines(&stdout(&eval(&written)))[0];
    let found = report["parts"]["window"]["ndcg10"].as_f64().unwrap();
    let by_hand = (1.0 / 2.630_930 + 0.630_930) / 3.0;
    assert!((found - by_hand).abs() < 1e-5, "{report}");
    let run = std::fs::read_to_string(&trec).unwrap();
    let expected = "1 Q0 a 1 1 window\n2 Q0 c 1 2 window\n2 Q0 d 2 1 window\n";
    assert_eq!(run, expected);
    let table = stdout(&eval(&["--parts", "window,words"]));
    assert!(table.contains("window over words: nDCG@10"), "{table}");

    for (more, why) in [
        (&["--parts", "tokens"][..], "no part “tokens” yet"),
        (&["--parts", "words,rerank"], "no part “rerank” yet"),
    ] {
        let refused = eval(more);
        let words = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && words.contains(why), "{words}");
    }
    std::fs::write(set.join("qrels.tsv"), "h\th\th\n1\ta\n").unwrap();
    let refused = eval(&["--parts", "words"]);
    let words = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(words.contains("qrels.tsv:2"), "{words}");
}

#[test]
fn search_ranks_by_words_by_meaning_and_by_both_and_reads_questions() {
    let dir = tempfile::tempdir().unwrap();
    let sample = small_sample(dir.path(), 12);
    let library = dir.path().join("papers.atlas");
    stdout(&run(&["import", text(&library), text(&sample)]));
    let search = |more: &[&str]| {
        let arguments = [&["search", text(&library), "--limit", "99"], more].concat();
        run(&arguments)
    };
    let title = lines(&std::fs::read_to_string(&sample).unwrap())[3]["title"].clone();
    let title = title.as_str().unwrap();
    let both = lines(&stdout(&search(&["--text", title, "--by", "both"])));
    assert_eq!(both.len(), 12, "every document is near in some order");
    let ranks = |hit: &Value| (hit["text_rank"].as_u64(), hit["meaning_rank"].as_u64());
    assert_eq!(both[0]["title"], title, "{:?}", ranks(&both[0]));
    assert_eq!(ranks(&both[0]).0, Some(1));
    assert!(both.iter().all(|hit| hit["meaning_rank"].is_u64()));
    let words = lines(&stdout(&search(&["--text", title])));
    assert_eq!(words[0]["title"], title);
    assert!(words[0].get("meaning_rank").is_none());
    // The sentence that answers, also below its row in a table.
    let answering = "Cytology detects many but not all malignant effusions, and mesothelioma in particular often requires biopsy under direct vision at thoracoscopy.";
    let asked = ["--text", "mesothelioma biopsies "];
    let told = lines(&stdout(&search(&asked)));
    let hit = told.iter().find(|hit| hit["id"] == "sample:004");
    assert_eq!(hit.unwrap()["sentence"], answering);
    let table = stdout(&search(&[&asked[..], &["--format", "table"]].concat()));
    let below = format!("       {answering}");
    assert!(table.lines().any(|line| line == below), "{table}");
    let all = lines(&stdout(&search(&[])));
    assert!(all.iter().all(|hit| hit.get("sentence").is_none()));
    let meaning = lines(&stdout(&search(&["--text", title, "--by", "meaning"])));
    assert_eq!(meaning[0]["meaning_rank"], 1);
    assert!(meaning[0]["text_rank"].is_null());
    let nothing = search(&["--text", "liver NOT liver"]);
    assert_eq!(stdout(&nothing), "");
    let wrong = search(&["--text", "(liver OR spleen"]);
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(!wrong.status.success(), "{said}");
    assert!(
        said.contains("character 1") && said.contains("▸(liver"),
        "{said}"
    );
}

#[test]
fn search_lists_the_newest_or_the_oldest_first_also_of_more_than_it_lists() {
    let dir = tempfile::tempdir().unwrap();
    let papers = dir.path().join("years.jsonl");
    let records = [
        r#"{"id": "b", "title": "Hydatid cysts after surgery", "text": "They came back in the liver.", "year": 2001}"#,
        r#"{"id": "none", "title": "Simple cysts", "text": "Of the kidney, found by chance."}"#,
        r#"{"id": "c", "title": "Aspiration of cysts", "text": "In the spleen of a child.", "year": 2019}"#,
        r#"{"id": "a", "title": "Bleeding into cysts", "text": "Pain in the pancreas.", "year": 1987}"#,
    ];
    std::fs::write(&papers, records.join("\n")).unwrap();
    let library = dir.path().join("papers.atlas");
    stdout(&run(&["import", text(&library), text(&papers)]));
    let sorted = |more: &[&str]| {
        let arguments = [&["search", text(&library), "--text", "cysts"], more].concat();
        let hits = lines(&stdout(&run(&arguments)));
        let ids = hits
            .iter()
            .map(|hit| hit["id"].as_str().unwrap().to_owned());
        ids.collect::<Vec<String>>()
    };
    assert_eq!(sorted(&["--sort", "newest"]), ["c", "b", "a", "none"]);
    assert_eq!(sorted(&["--sort", "oldest", "--limit", "2"]), ["a", "b"]);
    let refused = run(&["search", text(&library), "--sort", "best"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn similar_finds_papers_like_one_or_like_a_note() {
    let dir = tempfile::tempdir().unwrap();
    let sample = small_sample(dir.path(), 12);
    let library = dir.path().join("papers.atlas");
    stdout(&run(&["import", text(&library), text(&sample)]));
    let sample = lines(&std::fs::read_to_string(&sample).unwrap());
    let id = sample[3]["id"].as_str().unwrap();
    let similar = |what: &str, more: &[&str]| {
        let arguments = [&["similar", text(&library), what], more].concat();
        run(&arguments)
    };
    let hits = lines(&stdout(&similar(id, &[])));
    assert_eq!(hits.len(), 11, "all others are like it in some order");
    assert!(hits.iter().all(|hit| hit["id"] != id));
    // What `search` says of a document, and its place by place.
    let searched = stdout(&run(&["search", text(&library), "--limit", "1"]));
    // What a text does not say is left out.
    let may_lack = ["design", "population", "subject"];
    for key in lines(&searched)[0].as_object().unwrap().keys() {
        let is_told = may_lack.contains(&key.as_str()) || hits[0].get(key).is_some();
        assert!(is_told, "{key}");
    }
    assert!(hits.iter().any(|hit| hit["subject"].is_string()));
    assert!(hits.iter().all(|hit| hit["meaning_rank"].is_u64()));
    assert!(hits.iter().any(|hit| hit["place_rank"] == 1));
    let key = hits[0]["key"].to_string();
    let back = lines(&stdout(&similar(&key, &["--most", "3"])));
    assert_eq!(back.len(), 3);
    assert!(back.iter().all(|hit| hit["id"] != hits[0]["id"]));
    let place = lines(&stdout(&similar(id, &["--by", "place"])));
    assert_eq!(place[0]["place_rank"], 1);
    assert!(place[0]["text_rank"].is_null() && place[0]["distance_mm"].is_number());
    let near = lines(&stdout(&similar(
        id,
        &["--by", "both", "--near-place", "1"],
    )));
    assert_eq!(near[0]["id"], place[0]["id"]);
    let table = stdout(&similar(id, &["--format", "text"]));
    assert!(table.lines().nth(1).unwrap().contains(" mm"), "{table}");

    // A text finds its own paper, whose title and words it has, from a file and from standard input.
    let note = format!("#{} 45 yo.", sample[3]["text"].as_str().unwrap());
    let file = dir.path().join("note.txt");
    std::fs::write(&file, &note).unwrap();
    let by_file = stdout(&similar(text(&file), &[]));
    assert_eq!(lines(&by_file)[0]["id"], id);
    let mut piped = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .args(["similar", text(&library), "-"])
        .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = piped.stdin.take().unwrap();
    stdin.write_all(note.as_bytes()).unwrap();
    drop(stdin);
    let by_pipe = stdout(&piped.wait_with_output().unwrap());
    assert_eq!(by_pipe, by_file);

    let refused = similar("nothing-of-this-name", &[]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && said.contains("no document"),
        "{said}"
    );
    let refused = similar(id, &["--near-place", "2"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn eval_of_similar_papers_measures_what_they_find() {
    let dir = tempfile::tempdir().unwrap();
    let sample = small_sample(dir.path(), 12);
    let library = dir.path().join("papers.atlas");
    stdout(&run(&["import", text(&library), text(&sample)]));
    let sample = lines(&std::fs::read_to_string(&sample).unwrap());
    let id = |n: usize| sample[n]["id"].as_str().unwrap();
    let table = dir.path().join("cited.tsv");
    let first = stdout(&run(&["similar", text(&library), id(0), "--most", "1"]));
    let best = lines(&first)[0]["id"].clone();
    let rows = format!(
        "query\tdocument\tgrade\n{}\t{}\t1\n{}\tgone\t1\n{}\t{}\t0\n",
        id(0),
        best.as_str().unwrap(),
        id(1),
        id(2),
        id(3)
    );
    std::fs::write(&table, rows).unwrap();
    let eval = |more: &[&str]| {
        let arguments = [&["eval", "similar", text(&library), text(&table)], more].concat();
        stdout(&run(&arguments))
    };
    let report = lines(&eval(&["--format", "json"]))[0].clone();
    assert_eq!(
        (&report["n"], &report["documents"]),
        (&1.into(), &12.into())
    );
    assert_eq!(
        (&report["unanswered"], &report["judged_elsewhere"]),
        (&1.into(), &1.into())
    );
    assert_eq!(report["parts"]["fused"]["ndcg10"], 1.0, "{report}");
    let parts: Vec<&String> = report["parts"].as_object().unwrap().keys().collect();
    assert_eq!(parts, ["fused", "meaning", "place", "words"]);
    let table = eval(&["--parts", "fused", "--near-place", "0,0.5"]);
    assert!(table.contains("fused 0.5 over fused 0: nDCG@10"), "{table}");
}

#[test]
fn eval_reports_the_agreed_measures() {
    let dir = tempfile::tempdir().unwrap();
    let sample = small_sample(dir.path(), 12);
    let report: Value = serde_json::from_str(&stdout(&run(&[
        "eval",
        "grounding",
        text(&sample),
        "--labels",
        "given",
        "--format",
        "json",
    ])))
    .unwrap();
    for key in [
        "n",
        "ior",
        "ior_se",
        "nvd_cm",
        "nvd_cm_se",
        "nvd_o_cm",
        "nvd_o_cm_se",
        "by_structure",
        "baselines",
    ] {
        assert!(report.get(key).is_some(), "{key} is missing: {report}");
    }
    for baseline in ["random", "center", "freq", "occ"] {
        assert!(
            report["baselines"].get(baseline).is_some(),
            "{baseline} is missing"
        );
    }
    assert_eq!(report["n"], 12);
}

#[test]
fn atlas_lists_the_body_and_finds_it_sound() {
    let info: Value =
        serde_json::from_str(&stdout(&run(&["atlas", "info", "--format", "json"]))).unwrap();
    let structures = info["structures"].as_array().unwrap();
    assert!(structures.len() >= 45);
    let liver = structures
        .iter()
        .find(|structure| structure["id"] == "liver")
        .unwrap();
    assert!(
        liver["volume_ml"].as_f64().unwrap() > 1000.0
            && liver["centroid_mm"][0].as_f64().unwrap() < 0.0
            && liver["name"].is_string()
    );
    stdout(&run(&["atlas", "check"]));
}

#[test]
fn the_body_that_is_told_is_the_one_that_is_listed() {
    let has = |more: &[&str], id: &str| {
        let told = stdout(&run(
            &[&["atlas", "info", "--format", "json"], more].concat()
        ));
        let info: Value = serde_json::from_str(&told).unwrap();
        let structures = info["structures"].as_array().unwrap();
        structures.iter().any(|structure| structure["id"] == id)
    };
    assert!(has(&["--body", "female"], "left_ovary") && !has(&["--body", "female"], "prostate"));
    assert!(has(&["--body", "male"], "prostate") && !has(&["--body", "auto"], "left_ovary"));
    let both = run(&["atlas", "check", "--body", "female", "assets/atlas"]);
    assert_eq!(both.status.code(), Some(2));
    let one = run(&["atlas", "compare", "assets/atlas"]);
    assert_eq!(one.status.code(), Some(2), "a second atlas is needed");
    let dir = tempfile::tempdir().unwrap();
    let pairs = dir.path().join("pairs.csv");
    std::fs::write(&pairs, "name,a,b\nuterus,uterus,uterus\n").unwrap();
    let pairs = text(&pairs);
    let compared = stdout(&run(&[
        "atlas",
        "compare",
        "--body",
        "female",
        "assets/atlas-female",
        "--pairs",
        pairs,
        "--format",
        "json",
    ]));
    let compared: Value = serde_json::from_str(&compared).unwrap();
    assert!(compared.to_string().contains("uterus"), "{compared}");
}

#[test]
fn doctor_says_what_is_used_and_why() {
    let findings: Value =
        serde_json::from_str(&stdout(&run(&["doctor", "--format", "json"]))).unwrap();
    for part in ["renderer", "engine", "model", "atlas", "versions"] {
        assert!(
            findings.get(part).is_some(),
            "{part} is missing: {findings}"
        );
    }
    assert!(
        findings["engine"]["reason"]
            .as_str()
            .is_some_and(|reason| !reason.is_empty())
    );
}

#[cfg(unix)]
#[test]
fn doctor_names_a_file_that_is_not_what_was_shipped() {
    let home = tempfile::tempdir().unwrap();
    home_with_models(home.path(), |dir: &Path| {
        let file = dir.join("names.json");
        let mut bytes = std::fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(file, bytes).unwrap();
    });
    let doctor = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .args(["doctor", "--format", "json"])
        .env("CORPUS_ATLAS_HOME", home.path())
        .output()
        .unwrap();
    assert_eq!(doctor.status.code(), Some(1));
    let findings: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    let error = findings["files"]["error"].as_str().unwrap_or_default();
    assert!(
        error.contains("models/cga-2/names.json: it is not what was shipped"),
        "{findings}"
    );
}

#[test]
fn a_home_without_an_atlas_is_said_and_not_passed_over() {
    let home = tempfile::tempdir().unwrap();
    let found = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .args(["atlas", "info"])
        .env("CORPUS_ATLAS_HOME", home.path())
        .output()
        .unwrap();
    assert_eq!(found.status.code(), Some(1));
    let message = String::from_utf8_lossy(&found.stderr);
    assert!(
        message.contains("CORPUS_ATLAS_HOME names") && message.contains(text(home.path())),
        "{message}"
    );
}

#[test]
fn numbers_that_are_none_and_absurd_sizes_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("papers.atlas");
    library::Library::create(&library).unwrap();
    let library = text(&library);
    for (arguments, flag) in [
        (&["search", library, "--near", "NaN,0,0"][..], "--near"),
        (&["search", library, "--near", "1e9,0,0"], "--near"),
        (
            &["search", library, "--near", "0,0,0", "--radius", "-1"],
            "--radius",
        ),
        (
            &["search", library, "--near", "0,0,0", "--radius", "inf"],
            "--radius",
        ),
        (&["search", library, "--limit", "0"], "--limit"),
        (&["search", library, "--limit", "1000000000000"], "--limit"),
        (&["find", "liver", "--limit", "0"], "--limit"),
        (&["find", "liver", "--limit", "-3"], "--limit"),
        (
            &["render", "--output", "a.png", "--explode", "NaN"],
            "--explode",
        ),
        (
            &["render", "--output", "a.png", "--explode", "-1"],
            "--explode",
        ),
        (
            &["render", "--output", "a.png", "--size", "1000000x16"],
            "--size",
        ),
        (&["render", "--output", "a.png", "--zoom", "0"], "--zoom"),
        (
            &["render", "--output", "a.png", "--turn", "10,NaN"],
            "--turn",
        ),
        (&["bench", "render", "--frames", "0"], "--frames"),
        (&["bench", "ground", "--most", "0"], "--most"),
        (
            &["bench", "ground", "--rounds", "1000000000000"],
            "--rounds",
        ),
        (
            &["pubmed", "liver", "--into", library, "--most", "0"],
            "--most",
        ),
        (
            &["atlas", "import", library, "--spacing", "nan,1,1"],
            "--spacing",
        ),
    ] {
        let refused = run(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8_lossy(&refused.stderr);
        assert!(
            message.contains("invalid value") && message.contains(flag),
            "{arguments:?}: {message}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("papers.atlas");
    let sample = small_sample(dir.path(), 3);
    stdout(&run(&["import", text(&library), text(&sample)]));
    for arguments in [
        &["atlas", "info"][..],
        &["atlas", "info", "--format", "json"],
        &["find", "liver", "kidney", "heart"],
        &["keys"],
        &["search", text(&library)],
        &["search", text(&library), "--format", "table"],
        &["import", text(&library), text(&sample)],
        &["ground", text(&sample)],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
            .args(arguments)
            .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "{arguments:?}: {message}");
        assert!(!message.contains("panicked"), "{arguments:?}: {message}");
        assert!(!message.contains("roken pipe"), "{arguments:?}: {message}");
    }
}

#[test]
fn nothing_that_a_terminal_obeys_is_printed_and_nothing_twice() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("papers.atlas");
    let notes = dir.path().join("notes.jsonl");
    let title = r"A \u001b]0;owned\u0007stone\u202e of the left kidney";
    std::fs::write(&notes, format!("{{\"title\": \"{title}\"}}\n")).unwrap();
    stdout(&run(&["import", text(&library), text(&notes)]));
    let table = stdout(&run(&["search", text(&library), "--format", "table"]));
    let grounded = stdout(&run(&[
        "ground",
        text(&notes),
        "--format",
        "table",
        "--why",
    ]));
    for shown in [&table, &grounded] {
        assert!(shown.contains("stone"), "{shown:?}");
        assert!(
            !shown.contains(['\u{1b}', '\u{7}', '\u{202e}']),
            "{shown:?}"
        );
    }
    // Nor by the names and cells that a dry run shows, each on a line of its own.
    let table = dir.path().join("a\nb\u{200f}.csv");
    let cells = "title,text\n\"Stones\nin: all: 99 records\",\"of \u{1b}[2Jthe\u{202e} ureter\"\n";
    std::fs::write(&table, cells).unwrap();
    let looked = stdout(&run(&["import", text(&library), text(&table), "--dry-run"]));
    assert!(
        !looked.contains(['\u{1b}', '\u{202e}', '\u{200f}']),
        "{looked:?}"
    );
    assert!(looked.contains("a b.csv"), "{looked:?}");
    let begins = |line: &&str| line.starts_with("in") || line.starts_with('b');
    let all: Vec<&str> = looked.lines().filter(begins).collect();
    assert_eq!(all.len(), 1, "the sum alone: {looked:?}");
    let missing = dir.path().join("no\u{1b}[2J\u{202e}such.atlas");
    let refused = run(&["search", text(&missing)]);
    assert_eq!(refused.status.code(), Some(1));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(!message.contains(['\u{1b}', '\u{202e}']), "{message:?}");
    assert_eq!(message.matches("such.atlas").count(), 1, "{message:?}");
    assert_eq!(message.matches("there is no such library").count(), 1);
}

#[test]
fn damaged_indexes_are_offered_to_be_made_anew() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("papers.atlas");
    let sample = small_sample(dir.path(), 20);
    stdout(&run(&["import", text(&library), text(&sample)]));
    let kept = library::Library::open(&library).unwrap();
    let stored = kept.get_by_key(kept.keys().unwrap()[0]).unwrap().unwrap();
    let atlas = stored.grounding.atlas.expect("it knows its atlas");
    assert_eq!(atlas.sum.len(), 8, "{atlas:?}");
    drop(kept);
    let connection = rusqlite::Connection::open(&library).unwrap();
    let damage =
        "DELETE FROM evidence; DELETE FROM evidence_new; DELETE FROM text_index WHERE rowid < 5";
    connection.execute_batch(damage).unwrap();
    drop(connection);
    let checked = run(&["check", text(&library)]);
    assert_eq!(checked.status.code(), Some(1));
    let words = String::from_utf8_lossy(&checked.stdout);
    assert!(words.contains("check --rebuild-indexes"), "{words}");
    let mended = stdout(&run(&["check", text(&library), "--rebuild-indexes"]));
    assert!(mended.contains("sound, 20 documents"), "{mended}");
    assert!(mended.contains("made anew, of 20 documents"), "{mended}");
    assert!(stdout(&run(&["check", text(&library)])).contains("sound"));
    // Placed by the present model in the present atlas.
    let anew = stdout(&run(&["reground", text(&library)]));
    assert!(anew.starts_with("0 documents"), "{anew}");
    let connection = rusqlite::Connection::open(&library).unwrap();
    let other = "UPDATE placed_in SET atlas = '00000000' WHERE key IN (1, 2)";
    connection.execute_batch(other).unwrap();
    drop(connection);
    let anew = stdout(&run(&["reground", text(&library)]));
    assert!(anew.starts_with("2 documents"), "{anew}");
    let connection = rusqlite::Connection::open(&library).unwrap();
    let hers = "UPDATE placed_in SET atlas = substr(atlas, 1, 8) || '+00000000' WHERE key = 3";
    connection.execute_batch(hers).unwrap();
    drop(connection);
    let anew = stdout(&run(&["reground", text(&library)]));
    assert!(anew.starts_with("1 documents"), "{anew}");
}

#[test]
fn import_leaves_a_damaged_library_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("papers.atlas");
    stdout(&run(&["import", text(&library), SAMPLE]));
    let mut bytes = std::fs::read(&library).unwrap();
    let page = bytes.len() / 4096 / 2 * 4096;
    bytes[page..page + 8].fill(0x55);
    std::fs::write(&library, &bytes).unwrap();
    let note = dir.path().join("note.txt");
    std::fs::write(&note, "A cyst of the liver.").unwrap();
    let refused = run(&["import", text(&library), text(&note)]);
    assert_eq!(refused.status.code(), Some(1));
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(
        message.contains("damaged") && message.contains("nothing was written"),
        "{message}"
    );
    assert!(std::fs::read(&library).unwrap() == bytes);
}

#[test]
fn render_draws_the_body_without_a_window() {
    if std::env::var_os("CORPUS_ATLAS_WINDOW_TESTS").is_none() {
        eprintln!("skipped: no software rasteriser was prepared; `cargo xtask test` does");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("body.png");
    stdout(&run(&[
        "render",
        "--output",
        text(&file),
        "--size",
        "480x480",
        "--transparent",
        "--show",
        "liver",
        "--ghost",
        "skin",
    ]));
    let picture = image::open(&file).unwrap().to_rgba8();
    assert_eq!(picture.dimensions(), (480, 480));
    assert_eq!(picture.get_pixel(2, 2).0[3], 0, "the corner is empty");
    let solid: Vec<(u32, u32)> = picture
        .enumerate_pixels()
        .filter(|(_, _, pixel)| pixel.0[3] == 255)
        .map(|(x, y, _)| (x, y))
        .collect();
    assert!(
        solid.len() > 1500,
        "the liver is solid: {} pixels",
        solid.len()
    );
    let mean = solid.iter().map(|(x, _)| f64::from(*x)).sum::<f64>() / solid.len() as f64;
    assert!(
        mean < 240.0,
        "the patient's right is on the left of an anterior picture: {mean}"
    );
}

#[test]
fn a_guest_atlas_is_imported_listed_and_compared() {
    let dir = tempfile::tempdir().unwrap();
    let folder = |name: &str, half: f32| {
        let file = dir.path().join(format!("{name}.obj"));
        std::fs::write(&file, cube::obj(half)).unwrap();
        let pack = dir.path().join(name);
        let output = run(&[
            "atlas",
            "import",
            text(&file),
            "--output",
            text(&pack),
            "--frame",
            "lps-mm",
            "--format",
            "json",
        ]);
        let report = &lines(&stdout(&output))[0];
        assert_eq!(report["structures"][0]["matched"], "liver", "{report}");
        pack
    };
    let (small, large) = (folder("small", 20.0), folder("large", 24.0));
    let compared = run(&[
        "atlas",
        "compare",
        text(&small),
        text(&large),
        "--format",
        "json",
    ]);
    let table = &lines(&stdout(&compared))[0];
    let row = &table["structures"][0];
    // Two cubes about one centre: 2 * 40^3 / (40^3 + 48^3) = 0.733; grids of 2 mm give or take a layer.
    let dice = row["as_it_lies"]["dice"].as_f64().unwrap();
    assert!((dice - 0.733).abs() < 0.03, "{row}");
}

#[test]
fn wrong_arguments_and_files_are_named() {
    let missing = run(&["search", "no-such-file.atlas"]);
    assert!(
        !missing.status.success()
            && String::from_utf8_lossy(&missing.stderr).contains("no-such-file.atlas")
    );
    let dir = tempfile::tempdir().unwrap();
    let text_file = dir.path().join("notes.atlas");
    std::fs::write(&text_file, "not a library").unwrap();
    let refused = run(&["export", text(&text_file), "--format", "csv"]);
    assert!(
        !refused.status.success()
            && String::from_utf8_lossy(&refused.stderr).contains("notes.atlas")
    );
    assert!(
        !run(&["render", "--output", "x.png", "--size", "huge"])
            .status
            .success()
    );
}

/// A word that is neither a command nor a file is no library to be made.
#[test]
fn a_misspelt_command_makes_no_file() {
    let dir = tempfile::tempdir().unwrap();
    let note = dir.path().join("note.txt");
    std::fs::write(&note, "The liver is large.").unwrap();
    let empty = dir.path().join("empty.atlas");
    std::fs::write(&empty, "").unwrap();
    for (arguments, words) in [
        (["grond", "note.txt"], ["grond", "corpus-atlas ground"]),
        (
            ["empty.atlas", "note.txt"],
            ["empty.atlas", "not a Corpus Atlas library"],
        ),
    ] {
        let refused = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
            .args(arguments)
            .current_dir(dir.path())
            .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
            .env("XDG_DATA_HOME", dir.path().join("data"))
            .output()
            .unwrap();
        assert_eq!(refused.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(words.iter().all(|word| errors.contains(word)), "{errors}");
    }
    assert!(!dir.path().join("grond").exists());
    assert!(!dir.path().join("data").exists(), "no window was opened");
}

#[test]
fn an_export_onto_its_library_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("papers.atlas");
    let document = library::Document {
        id: "a".into(),
        title: "The liver".into(),
        ..Default::default()
    };
    library::Library::create(&file)
        .and_then(|mut library| library.add(&[(document, Default::default())]))
        .unwrap();
    let before = std::fs::read(&file).unwrap();
    let onto = |output: &Path, what: &[&str]| {
        let way = ["export", text(&file), "--output", text(output)];
        run(&[&way, what].concat())
    };
    for what in [&["--format", "csv"][..], &["--corrections"]] {
        let refused = onto(&file, what);
        assert_eq!(refused.status.code(), Some(1), "{what:?}");
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            errors.contains("papers.atlas") && errors.contains("library itself"),
            "{errors}"
        );
        assert!(std::fs::read(&file).unwrap() == before, "it is untouched");
        stdout(&onto(&dir.path().join("papers.csv"), what));
    }
}

#[test]
fn a_merge_is_told_as_json() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("papers.atlas");
    let copy = |id: &str, title: &str, year| library::Document {
        id: id.into(),
        title: title.into(),
        authors: vec!["Ek, Bo".into()],
        year: Some(year),
        ..Default::default()
    };
    let title = "Portal pressure after banding of oesophageal varices";
    let copies = [copy("a", title, 2020), copy("b", title, 2021)];
    let copies = copies.map(|document| (document, Default::default()));
    let added = library::Library::create(&file).and_then(|mut library| library.add(&copies));
    assert_eq!(added.unwrap().added, 2);
    let told = lines(&stdout(&run(&[
        "dedupe",
        text(&file),
        "--merge",
        "--format",
        "json",
    ])));
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(told[1], serde_json::json!({ "merged": 1, "left": 1 }));
}

/// What is chosen is what is written, in the format of the ending or of the option.
#[test]
fn an_export_writes_what_is_chosen() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("papers.atlas");
    let document = |id: &str, title: &str| library::Document {
        id: id.into(),
        title: title.into(),
        authors: vec!["Lee, Ann".into()],
        year: Some(2019),
        ..Default::default()
    };
    let batch = [("a", "The liver"), ("b", "The spleen")]
        .map(|(id, title)| (document(id, title), Default::default()));
    library::Library::create(&file)
        .and_then(|mut library| library.add(&batch))
        .unwrap();
    let export = |more: &[&str]| run(&[&["export", text(&file)], more].concat());

    let bib = dir.path().join("out.bib");
    let told = export(&[text(&bib), "--id", "b", "--report", "json"]);
    assert_eq!(lines(&stdout(&told))[0]["written"], 1);
    let written = std::fs::read_to_string(&bib).unwrap();
    assert!(
        written.contains("{{The spleen}}") && !written.contains("liver"),
        "{written}"
    );
    // As with every command, JSON says how the result is told; the file is what its ending says, where it says anything.
    for (name, begins) in [("all.ris", "TY  - "), ("all.json", "["), ("all", "[")] {
        let place = dir.path().join(name);
        let told = export(&[text(&place), "--format", "json"]);
        assert_eq!(lines(&stdout(&told))[0]["written"], 2, "{name}");
        let written = std::fs::read_to_string(&place).unwrap();
        assert!(written.starts_with(begins), "{name}: {written}");
    }
    let documents = stdout(&export(&["-", "--format", "json"]));
    let documents: Value = serde_json::from_str(&documents).unwrap();
    assert_eq!(documents.as_array().map(Vec::len), Some(2));
    let found = stdout(&export(&["-", "--format", "ris", "--text", "liver"]));
    assert!(
        found.contains("TI  - The liver") && !found.contains("spleen"),
        "{found}"
    );
    let cited = stdout(&export(&["--citations", "vancouver", "--limit", "1"]));
    assert_eq!(cited, "Lee A. The liver. 2019.\n");
    for (more, words) in [
        (vec!["out.xlsx"], ".geojson"),
        (vec![], "--format"),
        (vec!["-", "--format", "csv", "--id", "none"], "“none”"),
    ] {
        let refused = export(&more);
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            !refused.status.success() && errors.contains(words),
            "{errors}"
        );
    }
}

#[test]
fn find_says_which_structures_a_name_means_and_why() {
    let output = run(&[
        "find",
        "trachea",
        "water on the lung",
        "xyzzy plugh",
        "--limit",
        "3",
    ]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("xyzzy plugh"), "{told}");
    let found = lines(&stdout(&output));
    let of = |query: &str| -> Vec<&Value> {
        found.iter().filter(|line| line["query"] == query).collect()
    };
    let trachea = of("trachea");
    assert_eq!(trachea[0]["structure"], "trachea");
    assert_eq!(trachea[0]["by"], "name");
    assert!(trachea.len() <= 3);
    let water = of("water on the lung");
    assert!(
        water[0]["structure"].as_str().unwrap().ends_with("lung"),
        "{water:?}"
    );
    assert_eq!(water[0]["by"], "likeness");
    assert!(water[0]["score"].as_f64().unwrap() > 0.5);
    assert!(of("xyzzy plugh").is_empty());
    let table = stdout(&run(&["find", "windpipe", "--format", "table"]));
    assert!(table.contains("trachea") && !table.contains('{'), "{table}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_window_without_a_display_is_refused_in_plain_words() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("new.atlas");
    let output = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .arg(&library)
        .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
        .env_remove("DISPLAY")
        .env("WAYLAND_DISPLAY", "")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && said.contains("there is no display"),
        "{said}"
    );
    assert!(!said.contains("panicked") && !library.exists(), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_display_that_does_not_answer_is_told_in_plain_words() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("new.atlas");
    let output = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .arg(&library)
        .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
        .env("XDG_RUNTIME_DIR", dir.path())
        // Nobody listens there.
        .env("DISPLAY", "127.0.0.1:4011")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    let last = said.lines().last().unwrap_or_default();
    assert!(last.contains("127.0.0.1:4011"), "{said}");
    assert!(
        !said.contains("panicked") && !said.contains("backtrace"),
        "{said}"
    );
    assert!(!library.exists());
}

#[test]
fn tours_are_listed_and_told_stop_by_stop() {
    let all = stdout(&run(&["tour"]));
    let all: Vec<&str> = all.lines().collect();
    assert_eq!(all.len(), 3, "{all:?}");
    for (number, line) in (1..).zip(&all) {
        assert!(
            line.starts_with(&format!("{number}  ")) && line.contains(" stops): "),
            "{line}"
        );
    }
    let stops = stdout(&run(&["tour", "1"]));
    let of = format!("({} stops)", stops.lines().count());
    assert!(all[0].contains(&of), "{all:?}\n{stops}");
    for (number, line) in (1..).zip(stops.lines()) {
        let words = line.strip_prefix(&format!("{number}  ")).expect(line);
        let (heading, caption) = words.split_once(": ").expect(line);
        assert!(!heading.is_empty() && !caption.is_empty(), "{line}");
    }
}

#[test]
fn what_is_no_tour_or_no_time_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let note = dir.path().join("note.json");
    std::fs::write(&note, "a note").unwrap();
    let absent = dir.path().join("absent.json");
    for (arguments, words) in [
        (vec!["tour", "4"], "there are 3 tours"),
        (vec!["tour", "0"], "there are 3 tours"),
        (vec!["tour", text(&absent)], "absent.json"),
        (vec!["tour", text(&note)], "not a tour"),
        (vec!["tour", "1", "--seconds", "0"], "--seconds: 0.1 to 600"),
        (
            vec!["tour", "1", "--seconds", "nan"],
            "--seconds: 0.1 to 600",
        ),
        (vec!["tour", "1", "--seconds", "soon"], "--seconds"),
    ] {
        let refused = run(&arguments);
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            !refused.status.success() && errors.contains(words),
            "{arguments:?}: {errors}"
        );
        assert!(refused.stdout.is_empty(), "{arguments:?}");
    }
}

/// What is missing for a video is said, ffmpeg before a window is opened for nothing, and nothing is written.
#[test]
#[cfg(target_os = "linux")]
fn a_video_needs_ffmpeg_and_a_display() {
    let dir = tempfile::tempdir().unwrap();
    let video = dir.path().join("lesson.mp4");
    let pictures = dir.path().join("pictures");
    let film = || {
        let filmed = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
            .args(["tour", "1", "--pictures", text(&pictures), "--video"])
            .arg(&video)
            .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
            .env("XDG_DATA_HOME", dir.path().join("data"))
            .env("PATH", dir.path())
            .env_remove("DISPLAY")
            .env("WAYLAND_DISPLAY", "")
            .output()
            .unwrap();
        assert!(!filmed.status.success() && !video.exists());
        String::from_utf8_lossy(&filmed.stderr).into_owned()
    };
    let without = film();
    assert!(without.contains("ffmpeg is not installed"), "{without}");
    assert!(!pictures.exists(), "nothing was begun");
    // One that can be run is enough to begin with.
    use std::os::unix::fs::PermissionsExt as _;
    let program = dir.path().join("ffmpeg");
    std::fs::write(&program, "").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let with = film();
    assert!(with.contains("is there a display?"), "{with}");
}
