//! ONNX Runtime and the built-in engine put the same texts to the same points.

mod support;

use std::path::Path;
use std::sync::Arc;

use anatomy::Atlas;
use grounding::{EngineChoice, Grounder, TextInput, sentences};

/// At least 500 texts: the articles of the sample library, and runs of their sentences of growing length.
fn texts(library: &Path) -> Vec<String> {
    let mut out = Vec::new();
    for line in std::fs::read_to_string(library).unwrap().lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = record["text"].as_str().unwrap();
        for (i, sentence) in sentences::split(text).into_iter().enumerate() {
            // From one sentence to the whole article, so that lengths differ.
            out.push(text[if i % 3 == 0 { 0 } else { sentence.start }..sentence.end].to_owned());
        }
    }
    out.truncate(600);
    out
}

#[test]
fn engines_agree_to_a_fraction_of_a_millimetre() {
    if !support::onnx_runtime_present("engines_agree_to_a_fraction_of_a_millimetre") {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let model = root.join("models/cga-1");
    if !model.join("model.onnx").is_file() {
        eprintln!(
            "skipped: engines_agree_to_a_fraction_of_a_millimetre, as models/cga-1 is not there"
        );
        return;
    }
    let texts = texts(&root.join("assets/sample-library/sample-library.jsonl"));
    assert!(texts.len() >= 500, "{} texts", texts.len());
    let inputs: Vec<TextInput<'_>> = texts.iter().map(|t| TextInput::new(t)).collect();
    let atlas = Arc::new(Atlas::open(&root.join("assets/atlas")).unwrap());
    let run = |choice: EngineChoice| {
        let grounder = Grounder::open(&model, Arc::clone(&atlas), choice).unwrap();
        let start = std::time::Instant::now();
        let out = grounder.ground(&inputs).unwrap();
        eprintln!(
            "{}: {:.1} texts/s ({})",
            grounder.engine().name,
            texts.len() as f64 / start.elapsed().as_secs_f64(),
            grounder.engine().reason
        );
        out
    };
    let (a, b) = (run(EngineChoice::OnnxRuntime), run(EngineChoice::BuiltIn));
    let mut apart: Vec<f32> = a
        .iter()
        .zip(&b)
        .map(|(a, b)| {
            a.point_mm
                .iter()
                .zip(b.point_mm)
                .map(|(x, y)| (x - y).powi(2))
                .sum::<f32>()
                .sqrt()
        })
        .collect();
    apart.sort_by(f32::total_cmp);
    let (median, most) = (apart[apart.len() / 2], apart[apart.len() - 1]);
    let other = a
        .iter()
        .zip(&b)
        .filter(|(a, b)| a.structure != b.structure)
        .count();
    eprintln!(
        "{} texts: median {median} mm, maximum {most} mm, {other} with another structure",
        apart.len()
    );
    assert!(
        median < 0.5 && most < 5.0,
        "median {median} mm, maximum {most} mm"
    );
    assert_eq!(other, 0);
}
