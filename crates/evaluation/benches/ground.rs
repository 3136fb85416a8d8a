//! Documents per second: batched by length against one at a time padded to the token limit; and what it takes to say which
//! words speak for a place, beside the place itself.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anatomy::Atlas;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grounding::{
    Encoder, EngineChoice, Features, Featurizer, Gazetteer, Grounder, Model, TextInput,
};

fn sample_texts(root: &Path) -> Vec<String> {
    let library = std::fs::read_to_string(root.join("assets/sample-library/sample-library.jsonl"))
        .unwrap_or_default();
    let records = library
        .lines()
        .filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok());
    records
        .filter_map(|r| r["text"].as_str().map(str::to_owned))
        .take(36)
        .collect()
}

fn ground(criterion: &mut Criterion) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("models/cga-2");
    let (Ok(model), Ok(atlas)) = (
        Model::open(&folder),
        Atlas::open(&root.join("assets/atlas")),
    ) else {
        eprintln!("skipped: the benchmark needs models/cga-2 and assets/atlas");
        return;
    };
    let atlas = Arc::new(atlas);
    let texts = sample_texts(&root);
    let inputs: Vec<TextInput<'_>> = texts.iter().map(|t| TextInput::new(t)).collect();
    let featurizer = Featurizer::new(&model.tokenizer);
    let features: Vec<Features> = inputs
        .iter()
        .filter_map(|t| featurizer.features(t).ok())
        .collect();

    let mut group = criterion.benchmark_group("ground");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(texts.len() as u64));
    group.bench_function("gazetteer", |b| {
        b.iter(|| {
            texts
                .iter()
                .map(|t| Gazetteer::builtin().find(black_box(t)).len())
                .sum::<usize>()
        })
    });
    for choice in [EngineChoice::BuiltIn, EngineChoice::OnnxRuntime] {
        let (encoder, grounder) = match (
            Encoder::open(&model, choice),
            Grounder::open(&folder, Arc::clone(&atlas), choice),
        ) {
            (Ok(encoder), Ok(grounder)) => (encoder, grounder),
            (Err(e), _) | (_, Err(e)) => {
                eprintln!("skipped: {choice:?}: {e}");
                continue;
            }
        };
        let name = encoder.report().name.clone();
        group.bench_function(format!("{name}: batched by length"), |b| {
            b.iter(|| grounder.ground(black_box(&inputs)).map(|g| g.len()))
        });
        // A few are enough: every text costs the same here.
        let few = &features[..features.len().min(12)];
        group.throughput(Throughput::Elements(few.len() as u64));
        group.bench_function(format!("{name}: one at a time, 512 tokens"), |b| {
            b.iter(|| {
                few.iter()
                    .filter_map(|f| encoder.run(&[f], 512).ok())
                    .count()
            });
        });
        group.throughput(Throughput::Elements(1));
        // An abstract of 250 words: the second figure over the first is what the words cost, in places.
        let words: Vec<&str> = texts.iter().flat_map(|t| t.split_whitespace()).collect();
        let long = words[..words.len().min(250)].join(" ");
        let abstract_ = TextInput::new(&long);
        group.bench_function(format!("{name}: place of 250 words"), |b| {
            b.iter(|| grounder.ground(black_box(&[abstract_])).map(|g| g.len()))
        });
        let place = grounder
            .ground(&[abstract_])
            .map(|mut g| g.remove(0).structure);
        let place = place.unwrap_or_default();
        let go = AtomicBool::new(false);
        group.bench_function(format!("{name}: words that speak for it"), |b| {
            b.iter(|| grounder.explain(black_box(&abstract_), None, Some(&place), &go))
        });
        group.throughput(Throughput::Elements(texts.len() as u64));
    }
    group.finish();
}

criterion_group!(benches, ground);
criterion_main!(benches);
