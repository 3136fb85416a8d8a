//! `corpus-atlas bench ground`: how fast texts are placed, against the same model used naively and the machine's own limit.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::ValueEnum;
use evaluation::speed::{self, Speed};
use grounding::{EngineChoice, Grounder};
use library::read_paths;
use serde_json::json;

use super::numbers::parse_count;
use super::open_atlas;
use super::terminal::{complain, say};

/// What `bench ground` is told.
#[derive(clap::Args)]
pub struct Arguments {
    /// Texts to place (.jsonl, .jsonl.gz or whatever `import` reads); the sample library when none are named.
    #[arg(long)]
    texts: Option<PathBuf>,
    /// Most texts that are read.
    #[arg(long, value_parser = parse_count, default_value = "512")]
    most: usize,
    /// Rounds; medians over them are printed.
    #[arg(long, value_parser = parse_count, default_value = "3")]
    rounds: usize,
    /// Which engine places them.
    #[arg(long, value_enum, default_value = "auto")]
    engine: Engine,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Engine {
    /// ONNX Runtime when its library is found, else the built-in engine.
    Auto,
    /// ONNX Runtime.
    OnnxRuntime,
    /// The built-in engine.
    BuiltIn,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (paths, atlas) = open_atlas()?;
    let file = arguments.texts.clone().unwrap_or_else(|| paths.sample());
    let mut documents = Vec::new();
    let enough = AtomicBool::new(false);
    read_paths(
        std::slice::from_ref(&file),
        &enough,
        &mut |record| match record {
            Ok(document) if documents.len() < arguments.most => documents.push(document),
            Ok(_) => enough.store(true, std::sync::atomic::Ordering::Release),
            Err(error) => complain!("corpus-atlas: {error}"),
        },
    );
    anyhow::ensure!(!documents.is_empty(), "{} has no text", file.display());
    let choice = match arguments.engine {
        Engine::Auto => EngineChoice::Auto,
        Engine::OnnxRuntime => EngineChoice::OnnxRuntime,
        Engine::BuiltIn => EngineChoice::BuiltIn,
    };
    let started = Instant::now();
    let grounder = Grounder::open(&paths.model(), atlas, choice)?;
    let open_s = started.elapsed().as_secs_f64();
    let texts: Vec<_> = documents.iter().map(super::text_input).collect();
    let s = speed::measure(&grounder, &texts, arguments.rounds.clamp(1, 100))?;
    if arguments.json {
        let mut value = serde_json::to_value(&s)?;
        value["open_s"] = json!(open_s);
        say!("{value}")?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&s, open_s)?;
    Ok(ExitCode::SUCCESS)
}

fn print(s: &Speed, open_s: f64) -> std::io::Result<()> {
    let known =
        |value: Option<f64>| value.map_or("unknown".to_owned(), |value| format!("{value:.2}"));
    say!(
        "{} on {}: {} batches at a time on {} cores; {} texts of {:.0} tokens; medians of {} rounds",
        s.model,
        s.engine,
        s.workers,
        s.cores,
        s.texts,
        s.tokens as f64 / s.texts as f64,
        s.rounds
    )?;
    for (what, figure) in [
        (
            "batched by length, all cores",
            format!("{:.2} documents/s", s.documents_per_s),
        ),
        (
            "the first pass of a process",
            format!("{:.2} documents/s", s.first_documents_per_s),
        ),
        (
            "naively: the plain model file, one text at a time, padded to the token limit",
            format!(
                "{:.2} documents/s: {:.2} times as fast (by processor time {})",
                s.naive_documents_per_s,
                s.times_naive,
                known(s.times_naive_cpu)
            ),
        ),
        (
            "matrix products that the texts need",
            format!(
                "{:.1} GFLOP/s ({:.2} GFLOP a text)",
                s.gflop_per_s, s.gflop_per_text
            ),
        ),
        (
            "one large matrix product, same engine and threads",
            format!(
                "{:.1} GFLOP/s: a share of {:.2} is reached (by processor time {})",
                s.limit_gflop_per_s,
                s.share_of_limit,
                known(s.share_of_limit_cpu)
            ),
        ),
        (
            "products of 8 bits instead of 32, the network alone",
            match (s.times_32_bits, s.apart_32_bits_mm) {
                (Some(times), Some(apart)) => format!(
                    "{times:.2} times as fast (by processor time {}); points {apart:.2} mm apart in the median",
                    known(s.times_32_bits_cpu)
                ),
                _ => "not on this processor or engine".to_owned(),
            },
        ),
        (
            "tokens, sentences and mentions",
            format!("{:.1} % of the time", s.tokenizer_share * 100.0),
        ),
        ("opening the model", format!("{open_s:.2} s")),
        (
            "one text to its place",
            format!("{:.3} s ({} tokens)", s.single_text_s, s.single_text_tokens),
        ),
        (
            "which words speak for it",
            format!(
                "{:.3} s: {:.2} times the place itself",
                s.explain_s, s.explain_over_single
            ),
        ),
        (
            "largest memory of the process",
            s.peak_memory_bytes.map_or("unknown".to_owned(), |bytes| {
                format!("{:.0} MB", bytes as f64 / 1e6)
            }),
        ),
    ] {
        say!("{what:<52} {figure}")?;
    }
    Ok(())
}
