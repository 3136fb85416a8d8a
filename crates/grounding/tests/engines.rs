//! Model folders and engines: what is refused, what the engines compute, and that they agree.

mod support;

use std::path::Path;

use grounding::features::Featurizer;
use grounding::{Encoder, EngineChoice, Features, Gazetteer, Model, RowOutput, TextInput};
use support::{Faults, write_model, write_model_with};

const TEXTS: &[&str] = &[
    "The liver is large.",
    "The left kidney is large. The spleen is large.",
    "",
    "The lung. The heart. The liver of the right is large large large large.",
];

fn features(model: &Model) -> Vec<Features> {
    let featurizer = Featurizer::new(&model.tokenizer);
    TEXTS
        .iter()
        .map(|t| featurizer.features(&TextInput::new(t)).unwrap())
        .collect()
}

fn run(encoder: &Encoder, features: &[Features]) -> Vec<Vec<RowOutput>> {
    let mut out = vec![Vec::new(); features.len()];
    encoder.run_each(features, &mut |i, rows| {
        out[i] = rows.unwrap();
        true
    });
    out
}

fn refused(dir: &Path) -> String {
    Model::open(dir)
        .err()
        .expect("the model must be refused")
        .to_string()
}

#[test]
fn the_built_in_engine_computes_every_row_of_texts_of_different_shapes() {
    let dir = tempfile::tempdir().unwrap();
    write_model(dir.path());
    let model = Model::open(dir.path()).unwrap();
    assert_eq!(model.info.name, "tiny");
    assert_eq!(model.info.sha256.len(), 64);
    let encoder = Encoder::open(&model, EngineChoice::BuiltIn).unwrap();
    let name = &encoder.report().name;
    assert!(name.starts_with("built-in (tract"), "{name}");
    let features = features(&model);
    let out = run(&encoder, &features);
    let class = |name: &str| {
        Gazetteer::builtin()
            .classes()
            .iter()
            .position(|c| c.name == name)
            .unwrap()
    };
    for (i, f) in features.iter().enumerate() {
        assert_eq!(
            out[i].len(),
            f.sentences.len() + 1,
            "one row for the text and one for each sentence"
        );
        for row in &out[i] {
            let length: f32 = row.embedding.iter().map(|x| x * x).sum();
            assert!((length - 1.0).abs() < 1e-4);
        }
    }
    let liver = support::class_point(&Gazetteer::builtin().classes()[class("liver")]);
    assert!(
        out[0][0]
            .point_mm
            .iter()
            .zip(liver)
            .all(|(a, b)| (a - b).abs() < 0.01),
        "{:?}",
        out[0][0].point_mm
    );
    assert!(out[0][0].evidence[class("liver")] > 0.9 && out[0][0].evidence[class("kidney")] < 0.1);
    assert!(out[1][1].evidence[class("kidney")] > 0.9 && out[1][2].evidence[class("kidney")] < 0.1);
    // Padding must not change anything.
    for (i, f) in features.iter().enumerate() {
        let padded = encoder.run(&[f], 64).unwrap();
        assert!(
            out[i][0]
                .embedding
                .iter()
                .zip(&padded[0][0].embedding)
                .all(|(a, b)| (a - b).abs() < 1e-5)
        );
    }
}

#[test]
fn running_stops_when_told() {
    let dir = tempfile::tempdir().unwrap();
    write_model(dir.path());
    let model = Model::open(dir.path()).unwrap();
    let encoder = Encoder::open(&model, EngineChoice::BuiltIn).unwrap();
    let featurizer = Featurizer::new(&model.tokenizer);
    let many: Vec<Features> = (0..200)
        .map(|_| featurizer.features(&TextInput::new("The liver.")).unwrap())
        .collect();
    let mut seen = 0;
    encoder.run_each(&many, &mut |_, _| {
        seen += 1;
        seen < 5
    });
    assert_eq!(seen, 5);
}

#[test]
fn bad_model_folders_are_refused_with_the_file_and_the_reason() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let missing = refused(dir);
    assert!(
        missing.contains("model.json") && missing.contains("cannot be read"),
        "{missing}"
    );

    for (file, content, words) in [
        ("model.json", "{\"name\": 1", "not a model description"),
        ("model.onnx", "", "is empty"),
        (
            "model.onnx",
            "hello, this is no graph at all",
            "is not a complete ONNX file",
        ),
        ("tokenizer.json", "[]", "is not a tokenizer"),
    ] {
        write_model(dir);
        std::fs::write(dir.join(file), content).unwrap();
        let message = refused(dir);
        assert!(
            message.contains(file) && message.contains(words),
            "{message}"
        );
    }

    write_model(dir);
    let whole = std::fs::read(dir.join("model.onnx")).unwrap();
    std::fs::write(dir.join("model.onnx"), &whole[..whole.len() / 2]).unwrap();
    let cut = refused(dir);
    assert!(
        cut.contains("model.onnx") && cut.contains("complete ONNX file"),
        "{cut}"
    );

    write_model(dir);
    std::fs::remove_file(dir.join("tokenizer.json")).unwrap();
    assert!(refused(dir).contains("tokenizer.json"));

    write_model(dir);
    let manifest = std::fs::read_to_string(dir.join("model.json")).unwrap();
    std::fs::write(
        dir.join("model.json"),
        manifest.replace("\"liver\"", "\"third lung\""),
    )
    .unwrap();
    let class = refused(dir);
    assert!(
        class.contains("model.json") && class.contains("third lung"),
        "{class}"
    );

    let hash = format!("\"tokenizer_sha256\":\"{}\",\"name\"", "0".repeat(64));
    std::fs::write(
        dir.join("model.json"),
        manifest.replacen("\"name\"", &hash, 1),
    )
    .unwrap();
    let other = refused(dir);
    assert!(
        other.contains("tokenizer.json") && other.contains("not the tokenizer"),
        "{other}"
    );
}

#[test]
fn graphs_of_another_shape_are_refused() {
    for (faults, words) in [
        (
            Faults {
                point_name: Some("place"),
                ..Faults::default()
            },
            ["no output \"point\"", "place"],
        ),
        (
            Faults {
                embedding: Some(12),
                ..Faults::default()
            },
            ["\"embedding\" is 12", "384"],
        ),
        (
            Faults {
                fewer_classes: 1,
                ..Faults::default()
            },
            ["\"mentions\"", "62 classes of model.json"],
        ),
        (
            Faults {
                word_rows: Some(30),
                ..Faults::default()
            },
            ["word table of 30 rows", "another model"],
        ),
    ] {
        let dir = tempfile::tempdir().unwrap();
        write_model_with(dir.path(), &faults);
        let message = refused(dir.path());
        assert!(
            message.contains("model.onnx") && words.iter().all(|w| message.contains(w)),
            "{message}"
        );
    }
}

#[test]
fn engines_agree_on_a_small_graph() {
    if !support::onnx_runtime_present("engines_agree_on_a_small_graph") {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    write_model(dir.path());
    let model = Model::open(dir.path()).unwrap();
    let features = features(&model);
    let ort = Encoder::open(&model, EngineChoice::OnnxRuntime).unwrap();
    assert!(
        ort.report().name.starts_with("ONNX Runtime 1."),
        "{:?}",
        ort.report()
    );
    assert!(ort.report().reason.contains("CUDA"), "{:?}", ort.report());
    eprintln!("{:?}", ort.report());
    let (a, b) = (
        run(&ort, &features),
        run(
            &Encoder::open(&model, EngineChoice::BuiltIn).unwrap(),
            &features,
        ),
    );
    for (a, b) in a.iter().flatten().zip(b.iter().flatten()) {
        assert!(
            a.point_mm
                .iter()
                .zip(b.point_mm)
                .all(|(x, y)| (x - y).abs() < 0.01)
        );
        assert!(
            a.evidence
                .iter()
                .zip(&b.evidence)
                .chain(a.embedding.iter().zip(&b.embedding))
                .all(|(x, y)| (x - y).abs() < 1e-4)
        );
    }
}

#[test]
fn without_a_library_the_places_are_told() {
    if std::env::var_os("ORT_DYLIB_PATH").is_some_and(|v| !v.is_empty()) {
        eprintln!(
            "skipped: without_a_library_the_places_are_told, as ORT_DYLIB_PATH names a library"
        );
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    write_model(dir.path());
    let model = Model::open(dir.path()).unwrap();
    let auto = Encoder::open(&model, EngineChoice::Auto).unwrap();
    if auto.report().name.starts_with("ONNX Runtime") {
        eprintln!("skipped: this machine has an ONNX Runtime on its search path");
        return;
    }
    let reason = &auto.report().reason;
    assert!(
        reason.contains("ORT_DYLIB_PATH is not set") && reason.contains("none in"),
        "{reason}"
    );
    let insisting = Encoder::open(&model, EngineChoice::OnnxRuntime)
        .err()
        .unwrap()
        .to_string();
    assert!(
        insisting.contains("no ONNX Runtime library found"),
        "{insisting}"
    );
}
