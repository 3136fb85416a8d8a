//! `corpus-atlas bench start`: how long a start takes until the window, the body, the library and the model are there, over the window alone.

use std::collections::BTreeMap;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, ensure};
use serde::Serialize;

use super::Format;
use super::bench_frames::tell;
use super::bench_questions::at;
use super::studio::probe_renderer;

/// What `bench start` is told.
#[derive(clap::Args)]
pub struct Arguments {
    /// How often the window is started; the first time fills the caches of the disk and does not count.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100), default_value_t = 5)]
    runs: u32,
    /// How to write the figures.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// The figures of one part.
#[derive(Serialize)]
struct Row {
    /// What is seen for the first time.
    what: String,
    /// From the start of the program to the end of the frame that shows it, ms, median.
    after_ms: f64,
    /// The slowest start.
    slowest_ms: f64,
    /// Over the first frame of the same starts, which is empty.
    ratio: f64,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let renderer = probe_renderer().map_err(anyhow::Error::msg)?;
    let mut all: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for run in 0..=arguments.runs {
        let seen = start()?;
        if run > 0 {
            for (what, ms) in seen {
                all.entry(what).or_default().push(ms);
            }
        }
    }
    let window = all.get_mut("window").map(|times| at(times, 0.5));
    let window = window.context("the window showed nothing")?;
    let rows = all.into_iter().map(|(what, mut times)| {
        let after_ms = at(&mut times, 0.5);
        Row {
            what,
            after_ms,
            slowest_ms: at(&mut times, 1.0),
            ratio: after_ms / window,
        }
    });
    let mut rows: Vec<Row> = rows.collect();
    rows.sort_by(|a, b| a.after_ms.total_cmp(&b.after_ms));
    tell(&renderer, &rows, arguments.format, |row| {
        format!(
            "{:<8} after {:>7.0} ms, at most {:>7.0} ms | over the empty window {:.2}",
            row.what, row.after_ms, row.slowest_ms, row.ratio
        )
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Starts the window once with an empty library, and leaves it when all is there.
fn start() -> anyhow::Result<BTreeMap<String, f64>> {
    let folder = tempfile::tempdir()?;
    let (steps, seen) = (folder.path().join("steps"), folder.path().join("seen"));
    let script = serde_json::json!(["wait_ready", { "frames": 2 }, { "report_start": seen }, { "command": "quit" }]);
    std::fs::write(&steps, script.to_string())?;
    let ended = Command::new(std::env::current_exe()?)
        .arg(folder.path().join("empty.atlas"))
        .arg("--script")
        .arg(&steps)
        .status()?;
    ensure!(ended.success(), "the window did not end well: {ended}");
    let seen = std::fs::read(&seen).context("the window told nothing")?;
    Ok(serde_json::from_slice(&seen)?)
}
