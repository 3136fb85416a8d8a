//! `corpus-atlas bench scan`: how long it takes to compare a question with every one of many vectors, as an open library does by meaning, and nothing else.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::ensure;
use library::BareVectors;

use super::Format;
use super::bench_library::told;
use super::bench_questions::{Bench, Chance, PAGE, ms};
use super::numbers::parse_count;

/// What `bench scan` is told.
#[derive(clap::Args)]
pub struct Arguments {
    /// How many vectors; each takes 384 bytes.
    #[arg(long, value_parser = parse_count, default_value = "1000000")]
    vectors: usize,
    /// How to write the figures.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// Numbers of a vector, as the encoder that ships gives them.
const SIZE: usize = 384;
/// Questions asked.
const QUESTIONS: usize = 100;
/// What is meant for a million vectors, ms.
const MEANT_MS: f64 = 100.0;

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let count = arguments.vectors;
    let mut chance = Chance::new(count as u64);
    let vectors = BareVectors::drawn(count, SIZE, || (chance.part() * 127.0) as i8);
    let mut ours = Vec::new();
    for n in 0..=QUESTIONS {
        let asked: Vec<f32> = (0..SIZE).map(|_| chance.part()).collect();
        let began = Instant::now();
        let nearest = black_box(vectors.nearest(&asked, PAGE));
        // Before the first one the threads have not been started.
        if n > 0 {
            ours.push(ms(began));
        }
        ensure!(nearest.len() == PAGE.min(count), "vectors are missing");
    }
    let mut rows = Vec::new();
    let mut bench = Bench {
        documents: count,
        chance,
        rows: &mut rows,
    };
    let what = [
        "every vector compared, the fifty nearest, median",
        "the same, of 100 the slowest",
    ];
    let meant = MEANT_MS * count as f64 / 1e6;
    let rival = "what is meant for the slowest, 100 ms a million";
    bench.times(what, &mut ours, &mut [meant], rival);
    told(&rows, arguments.format)
}
