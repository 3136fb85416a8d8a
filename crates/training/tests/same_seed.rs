//! The same seed trains the same network. Alone in its file: the random numbers of a device are shared by the process.

use training::corpus::{Kind, Split};
use training::embed::{Embedded, Row, Tokens, WIDTH};
use training::train::{Settings, train};

#[test]
fn the_same_seed_trains_the_same_network_and_another_seed_another() {
    let value = |i: usize, d: usize| ((i * 7919 + d * 104_729) % 1009) as f32 / 10_090.0 - 0.05;
    let vector = |i: usize| -> Vec<f32> { (0..WIDTH).map(|d| value(i, d)).collect() };
    let texts: Vec<Embedded> = (0..40)
        .map(|i| Embedded {
            row: Row {
                id: i.to_string(),
                source: String::new(),
                split: if i < 30 { Split::Train } else { Split::Dev },
                kind: Kind::Document,
                classes: vec![i % 2],
                tokens: (2 * i, 2),
            },
            vector: vector(1000 + i),
            mentions: (0..6).map(|m| ((i + m) % 3) as f32).collect(),
        })
        .collect();
    let vectors: Vec<Vec<f32>> = (0..80).map(vector).collect();
    let tokens = Tokens::new(vectors.iter().map(Vec::as_slice));
    let points = vec![vec![[0.0, 0.0, 100.0]; 3], vec![[0.0, 0.0, -100.0]; 3]];
    let heads = |seed| {
        let settings = Settings {
            hidden: 16,
            batch: 8,
            epochs: 2,
            seeds: vec![seed],
            ..Settings::default()
        };
        train(&texts, &tokens, &points, &settings).0
    };
    let first = heads(5);
    assert_eq!(first, heads(5));
    assert_ne!(first, heads(6));
}
