//! A run that was broken off goes on at the step at which it stopped. Alone in its file: the random numbers of a device are shared by the process.

mod support;

use std::path::Path;

use anatomy::Catalogue;
use grounding::tokenizer::tiny_tokenizer_json;
use safetensors::SafeTensors;
use support::{POSITIONS, weights, write_checkpoint};
use training::encoder::{Example, Examples, Settings, tune};

/// The numbers of one matrix of an encoder.
fn matrix(dir: &Path) -> Vec<f32> {
    let bytes = std::fs::read(dir.join("model.safetensors")).unwrap();
    let weights = SafeTensors::deserialize(&bytes).unwrap();
    let matrix = weights.tensor("encoder.layer.1.output.dense.weight");
    let matrix = matrix.unwrap();
    let (numbers, _) = matrix.data().as_chunks::<4>();
    numbers.iter().map(|b| f32::from_le_bytes(*b)).collect()
}

#[test]
fn a_run_that_was_broken_off_goes_on_where_it_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let base = dir.path().join("base");
    std::fs::create_dir(&base).unwrap();
    let tokenizer = tiny_tokenizer_json(&["left", "liver", "spleen", "kidney"]);
    let read: serde_json::Value = serde_json::from_str(&tokenizer).unwrap();
    let words = read["model"]["vocab"].as_object().unwrap().len();
    write_checkpoint(&base, &weights(words));
    std::fs::write(base.join("tokenizer.json"), tokenizer).unwrap();
    let reading = ["liver", "spleen", "kidney", "left kidney"].map(|text| {
        let row = Catalogue::builtin().index_of(&text.replace(' ', "_"));
        Example {
            text: text.to_owned(),
            accepted: vec![row.unwrap().usize()],
            ..Example::default()
        }
    });
    let examples = Examples {
        reading: reading.into(),
        ..Examples::default()
    };
    // Two steps a pass; at the end of each the run is kept.
    let run = |output: &str, epochs| {
        let output = dir.path().join(output);
        let settings = Settings {
            epochs,
            batch: 2,
            encoder_rate: 0.1,
            frozen: 0,
            dropout: 0.0,
            tokens: POSITIONS,
            ..Settings::default()
        };
        tune(&base, &examples, &output, &settings).unwrap();
        matrix(&output)
    };
    let apart = |a: &[f32], b: &[f32]| {
        let apart = a.iter().zip(b).map(|(a, b)| (a - b).abs());
        apart.fold(0.0, f32::max)
    };
    let at_once = run("at once", 2);
    let half = run("broken off", 1);
    let whole = run("broken off", 2);
    assert!(apart(&matrix(&base), &half) > 1e-4, "it learns");
    assert!(apart(&half, &whole) > 1e-4, "it goes on");
    let off = apart(&at_once, &whole);
    assert!(off < 1e-6, "as if it had not been broken off: {off}");
    // What is done is not done again.
    assert_eq!(run("broken off", 2), whole);
}
