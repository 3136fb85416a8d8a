//! What adding, opening, asking, removing and exporting cost in a library of made-up documents.
//!
//! The groundings have the size of real ones: evidence for 45 structures, a point for each sentence, a vector of 384 numbers.

use std::hint::black_box;
use std::io::sink;
use std::path::Path;

use anatomy::Catalogue;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use grounding::{Evidence, Grounding, SentenceGrounding};
use library::{Document, ExportFormat, Library, Query};

const DOCUMENTS: u32 = 5_000;
/// Documents added or removed at a time.
const BATCH: u32 = 128;

fn document(number: u32) -> Document {
    const WORDS: [&str; 8] = [
        "liver",
        "cirrhosis",
        "patients",
        "kidney",
        "stone",
        "lobe",
        "artery",
        "scar",
    ];
    let word = |i: u32| WORDS[(number.wrapping_mul(2_654_435_761).rotate_left(i) % 8) as usize];
    let sentences = (0..12).map(|i| format!("The {} of {} {}", word(i), word(i + 1), word(i + 2)));
    Document {
        id: format!("d{number}"),
        title: format!("The {} and the {}, number {number}", word(3), word(5)),
        text: sentences.collect::<Vec<_>>().join(". "),
        ..Document::default()
    }
}

/// A grounding of the usual size at a made-up place.
fn grounding(number: u32, text: &str) -> Grounding {
    let structures = Catalogue::builtin().structures();
    let random = number.wrapping_mul(2_654_435_761);
    let axis = |shift: u32, width: f32| ((random >> shift & 0x3ff) as f32 / 1024.0 - 0.5) * width;
    let point_mm = [axis(0, 573.0), axis(11, 330.0), axis(22, 774.0)];
    let first = random as usize % structures.len();
    let evidence = |i: usize| Evidence {
        id: structures[(first + i) % structures.len()].id.clone(),
        p: 0.9 / (i + 1) as f32,
    };
    let sentence = |text: &str| SentenceGrounding {
        text: text.to_owned(),
        point_mm,
        structure: structures[first].id.clone(),
        p: 0.5,
        ..SentenceGrounding::default()
    };
    Grounding {
        point_mm,
        structure: structures[first].id.clone(),
        structures: (0..45).map(evidence).collect(),
        outside_p: 0.1,
        sentences: text.split(". ").map(sentence).collect(),
        embedding: vec![0.05; 384],
        ..Grounding::default()
    }
}

fn batch(numbers: impl Iterator<Item = u32>) -> Vec<(Document, Grounding)> {
    let documents = numbers.map(document);
    documents
        .map(|document| {
            let number = document.id[1..].parse().unwrap_or_default();
            let grounding = grounding(number, &document.text);
            (document, grounding)
        })
        .collect()
}

fn filled(path: &Path) -> Library {
    let mut library = Library::create(path).expect("a new library");
    library.add(&batch(0..DOCUMENTS)).expect("added");
    library
}

fn library(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.atlas");
    let mut library = filled(&path);
    let more = batch(DOCUMENTS..DOCUMENTS + BATCH);
    let mut group = c.benchmark_group(format!("a library of {DOCUMENTS} documents"));
    group.bench_function("open and list", |b| {
        b.iter(|| Library::open(&path).and_then(|library| library.entries()))
    });
    let liver = Catalogue::builtin().index_of("liver");
    let questions = [
        (
            "words",
            Query {
                text: Some("liver cirrhosis".into()),
                ..Query::default()
            },
        ),
        (
            "a structure",
            Query {
                structures: liver.into_iter().collect(),
                min_p: Some(0.3),
                ..Query::default()
            },
        ),
        (
            "near a point",
            Query {
                near: Some([10.0, 20.0, 30.0]),
                ..Query::default()
            },
        ),
    ];
    for (name, query) in questions {
        let query = Query { limit: 50, ..query };
        group.bench_function(name, |b| {
            b.iter(|| black_box(library.search(&query, Catalogue::builtin())))
        });
    }
    for format in [ExportFormat::Csv, ExportFormat::JsonLines] {
        group.bench_function(format!("export as {format:?}"), |b| {
            b.iter(|| library.export(format, None, &mut sink()))
        });
    }
    group.sample_size(10);
    group.bench_function(format!("add and remove {BATCH}"), |b| {
        b.iter_batched(
            || more.as_slice(),
            |more| {
                let keys = library.add(more).expect("added").keys;
                library.remove(&keys)
            },
            BatchSize::PerIteration,
        )
    });
    group.finish();
}

criterion_group!(benches, library);
criterion_main!(benches);
