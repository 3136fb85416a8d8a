//! `corpus-atlas ground`: where texts belong, one result per record, in order.

use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use grounding::{Grounder, Grounding, TextInput};
use library::{Document, read_paths};
use serde::Serialize;

use super::{Format, fit, open_grounder};

/// Documents grounded at a time: enough to batch by length, few enough to stream.
const CHUNK: usize = 256;
/// Largest text taken from standard input, bytes.
const STDIN_LIMIT: u64 = 50 << 20;

/// Place texts in the body: one JSON object per document.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas ground paper.pdf notes.txt\n  corpus-atlas ground corpus.jsonl.gz > places.jsonl\n  echo 'A stone in the left ureter' | corpus-atlas ground - --format table"
)]
pub struct Arguments {
    /// Files or folders (.txt .md .pdf .ris .nbib .jsonl, also .gz); - reads one text from standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How to write the results.
    #[arg(long, value_enum, default_value = "json")]
    format: Format,
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    title: &'a str,
    #[serde(flatten)]
    grounding: &'a Grounding,
}

/// Runs; exit 1 when a record was refused.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (_, grounder) = open_grounder()?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    if arguments.format == Format::Table {
        writeln!(
            out,
            "{:<16} {:<44} {:<28} {:>5} {:>24}",
            "id", "title", "structure", "p", "point (mm)"
        )?;
    }
    let mut waiting = Vec::new();
    let mut refused = 0usize;
    let mut failure: Option<anyhow::Error> = None;
    let files: Vec<PathBuf> = arguments
        .files
        .iter()
        .filter(|file| file.as_os_str() != "-")
        .cloned()
        .collect();
    if files.len() < arguments.files.len() {
        waiting.push(from_stdin()?);
    }
    let cancel = AtomicBool::new(false);
    read_paths(&files, &cancel, &mut |record| match record {
        Ok(document) => {
            waiting.push(document);
            if waiting.len() >= CHUNK
                && let Err(error) = flush(&grounder, &mut waiting, arguments.format, &mut out)
            {
                failure.get_or_insert(error);
                cancel.store(true, std::sync::atomic::Ordering::Release);
            }
        }
        Err(error) => {
            refused += 1;
            eprintln!("corpus-atlas: {error}");
        }
    });
    if let Some(error) = failure {
        return Err(error);
    }
    flush(&grounder, &mut waiting, arguments.format, &mut out)?;
    out.flush()?;
    Ok(if refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn from_stdin() -> anyhow::Result<Document> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(STDIN_LIMIT + 1)
        .read_to_end(&mut bytes)
        .context("standard input")?;
    anyhow::ensure!(
        bytes.len() as u64 <= STDIN_LIMIT,
        "standard input is longer than {} MiB",
        STDIN_LIMIT >> 20
    );
    let text = String::from_utf8(bytes).context("standard input is not UTF-8")?;
    anyhow::ensure!(!text.trim().is_empty(), "standard input is empty");
    Ok(Document {
        id: "stdin".into(),
        text,
        ..Document::default()
    })
}

fn flush(
    grounder: &Grounder,
    waiting: &mut Vec<Document>,
    format: Format,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let texts: Vec<TextInput> = waiting.iter().map(super::text_input).collect();
    for (document, grounding) in waiting.iter().zip(grounder.ground(&texts)?) {
        match format {
            Format::Json => {
                serde_json::to_writer(
                    &mut *out,
                    &Line {
                        id: &document.id,
                        title: &document.title,
                        grounding: &grounding,
                    },
                )?;
                writeln!(out)?;
            }
            Format::Table => {
                let [x, y, z] = grounding.point_mm;
                let p = grounding
                    .structures
                    .first()
                    .map_or(0.0, |evidence| evidence.p);
                let title = if document.title.is_empty() {
                    &document.text
                } else {
                    &document.title
                };
                writeln!(
                    out,
                    "{:<16} {:<44} {:<28} {p:>5.2} {:>24}",
                    fit(&document.id, 16),
                    fit(title, 44),
                    fit(&grounding.structure, 28),
                    format!("{x:.0}, {y:.0}, {z:.0}")
                )?;
            }
        }
    }
    out.flush()?;
    waiting.clear();
    Ok(())
}
