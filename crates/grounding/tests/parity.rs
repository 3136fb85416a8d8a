//! ONNX Runtime and the built-in engine put the same texts to the same points.

mod support;
#[path = "support/texts.rs"]
mod texts;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anatomy::Atlas;
use grounding::{EngineChoice, Grounder, TextInput, sentences};
use texts::Text;

/// Largest distance between the engines' points: that of the median text, and that of any text, mm.
const MEDIAN_MM: f32 = 0.5;
const MOST_MM: f32 = 5.0;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Texts of many lengths from the sample library: runs of the sentences of its articles, from one to all.
fn sample(count: usize) -> Vec<Text> {
    let mut out = Vec::new();
    for article in texts::sample_library(&root()) {
        for (i, sentence) in sentences::split(&article.text).into_iter().enumerate() {
            let start = if i % 3 == 0 { 0 } else { sentence.start };
            out.push(Text {
                title: String::new(),
                text: article.text[start..sentence.end].to_owned(),
            });
        }
    }
    out.truncate(count);
    out
}

fn engines_agree(test: &str, texts: &[Text]) {
    if !support::onnx_runtime_present(test) {
        return;
    }
    let model = root().join("models/cga-2");
    if !model.join("model.onnx").is_file() {
        eprintln!("skipped: {test}, as models/cga-2 is not there");
        return;
    }
    let inputs: Vec<TextInput<'_>> = texts
        .iter()
        .map(|t| TextInput {
            id: None,
            title: Some(&t.title).filter(|t| !t.is_empty()).map(String::as_str),
            text: &t.text,
        })
        .collect();
    let atlas = Arc::new(Atlas::open(&root().join("assets/atlas")).unwrap());
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
    let distance = |a: [f32; 3], b: [f32; 3]| {
        let squares = a.iter().zip(b).map(|(x, y)| (x - y).powi(2));
        squares.sum::<f32>().sqrt()
    };
    let mut apart: Vec<f32> = a
        .iter()
        .zip(&b)
        .map(|(a, b)| distance(a.point_mm, b.point_mm))
        .collect();
    apart.sort_by(f32::total_cmp);
    let (median, most) = (apart[apart.len() / 2], apart[apart.len() - 1]);
    let far = apart.iter().filter(|d| **d > MEDIAN_MM).count();
    let other = a
        .iter()
        .zip(&b)
        .filter(|(a, b)| a.structure != b.structure)
        .count();
    let sentences: Vec<f32> = a
        .iter()
        .zip(&b)
        .flat_map(|(a, b)| a.sentences.iter().zip(&b.sentences))
        .map(|(a, b)| distance(a.point_mm, b.point_mm))
        .collect();
    let farthest = sentences.iter().copied().fold(0.0, f32::max);
    eprintln!(
        "{} texts: median {median} mm, maximum {most} mm, {far} beyond {MEDIAN_MM} mm, {other} with another structure; {} sentences: maximum {farthest} mm",
        apart.len(),
        sentences.len()
    );
    assert!(
        median <= MEDIAN_MM && most <= MOST_MM,
        "median {median} mm, maximum {most} mm"
    );
    assert_eq!(other, 0, "texts with another structure");
}

#[test]
fn engines_agree_to_a_fraction_of_a_millimetre() {
    let texts = sample(240);
    assert_eq!(texts.len(), 240);
    engines_agree("engines_agree_to_a_fraction_of_a_millimetre", &texts);
}

/// Two thousand texts of several kinds from the reference corpus (or all that the sample library gives):
/// `ORT_DYLIB_PATH=… cargo test -p grounding --test parity -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn engines_agree_over_two_thousand_texts() {
    let files = [
        "ohsumed_single_23.jsonl.gz",
        "pubmed_export_samples.jsonl.gz",
        "openi_indiana_cxr_reports.jsonl.gz",
        "mtsamples.jsonl.gz",
        "medmcqa_dev.jsonl.gz",
        "roco_captions.jsonl.gz",
    ];
    let mut texts = Vec::new();
    for file in files {
        let mut some = texts::corpus(&root(), &[file], 3);
        some.truncate(400);
        texts.extend(some);
    }
    texts.truncate(2000);
    if texts.is_empty() {
        texts = sample(usize::MAX);
    } else {
        assert_eq!(texts.len(), 2000, "the reference corpus has fewer texts");
    }
    engines_agree("engines_agree_over_two_thousand_texts", &texts);
}
