//! `corpus-atlas ground`: where texts belong, one result per record, in order.

use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use grounding::{Attribution, Grounder, Grounding, TextInput};
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
    after_help = "Examples:\n  corpus-atlas ground paper.pdf notes.txt\n  corpus-atlas ground corpus.jsonl.gz > places.jsonl\n  echo 'A stone in the left ureter' | corpus-atlas ground - --format table\n  corpus-atlas ground notes.txt --why --format table"
)]
pub struct Arguments {
    /// Files or folders (.txt .md .pdf .ris .nbib .jsonl, also .gz); - reads one text from standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How to write the results.
    #[arg(long, value_enum, default_value = "json")]
    format: Format,
    /// Say which words speak for the place, and how much.
    #[arg(long)]
    why: bool,
    /// With --why: the words of one sentence (from 1) rather than of the whole text.
    #[arg(long, requires = "why", value_parser = clap::value_parser!(u32).range(1..))]
    sentence: Option<u32>,
    /// With --why: the words that speak for this structure (catalogue id) rather than for the place that was found.
    #[arg(long, requires = "why")]
    structure: Option<String>,
}

/// Words printed for a person, of each sign.
const WORDS_SHOWN: usize = 12;

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    title: &'a str,
    #[serde(flatten)]
    grounding: &'a Grounding,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why<'a>>,
}

/// The words that speak for a structure, with the words themselves beside their bytes.
#[derive(Serialize)]
struct Why<'a> {
    structure: &'a str,
    class: &'a str,
    logit: f32,
    words: Vec<WhyWord<'a>>,
}

#[derive(Serialize)]
struct WhyWord<'a> {
    word: &'a str,
    in_title: bool,
    start: usize,
    end: usize,
    weight: f32,
}

impl<'a> Why<'a> {
    fn new(found: &'a Attribution, document: &'a Document) -> Self {
        let words = found.words.iter().map(|word| {
            let passage = if word.in_title {
                &document.title
            } else {
                &document.text
            };
            WhyWord {
                word: passage.get(word.start..word.end).unwrap_or_default(),
                in_title: word.in_title,
                start: word.start,
                end: word.end,
                weight: word.weight,
            }
        });
        Why {
            structure: &found.structure,
            class: &found.class,
            logit: found.logit,
            words: words.collect(),
        }
    }

    /// Two lines: what speaks for the structure, and what against it, most first.
    fn lines(&self) -> [String; 2] {
        [("for", 1.0), ("against", -1.0)].map(|(side, sign)| {
            let mut words: Vec<&WhyWord> = self
                .words
                .iter()
                .filter(|word| word.weight * sign >= 0.005)
                .collect();
            words.sort_by(|a, b| (b.weight * sign).total_cmp(&(a.weight * sign)));
            let shown: Vec<String> = words
                .iter()
                .take(WORDS_SHOWN)
                .map(|word| format!("{} {:+.2}", word.word, word.weight))
                .collect();
            let shown = if shown.is_empty() {
                "no word".to_owned()
            } else {
                shown.join(", ")
            };
            format!("    {side} {}: {shown}", self.structure)
        })
    }
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
                && let Err(error) =
                    flush(&grounder, &mut waiting, arguments, &mut refused, &mut out)
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
    flush(&grounder, &mut waiting, arguments, &mut refused, &mut out)?;
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

/// The words behind a place, when they are wanted.
fn explain(
    grounder: &Grounder,
    document: &Document,
    grounding: &Grounding,
    arguments: &Arguments,
) -> Result<Option<Attribution>, grounding::GroundingError> {
    if !arguments.why {
        return Ok(None);
    }
    let sentence = arguments.sentence.map(|number| number as usize - 1);
    let found = sentence.and_then(|at| grounding.sentences.get(at));
    let structure = arguments
        .structure
        .as_deref()
        .unwrap_or_else(|| found.map_or(&grounding.structure, |found| &found.structure));
    grounder.explain(
        &super::text_input(document),
        sentence,
        Some(structure),
        &AtomicBool::new(false),
    )
}

fn flush(
    grounder: &Grounder,
    waiting: &mut Vec<Document>,
    arguments: &Arguments,
    refused: &mut usize,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let texts: Vec<TextInput> = waiting.iter().map(super::text_input).collect();
    for (document, grounding) in waiting.iter().zip(grounder.ground_apart(&texts)) {
        let grounding = match grounding {
            Ok(grounding) => grounding,
            Err(error) => {
                *refused += 1;
                eprintln!("corpus-atlas: {}: {error}", document.id);
                continue;
            }
        };
        let why = match explain(grounder, document, &grounding, arguments) {
            Ok(why) => why,
            Err(error) => {
                *refused += 1;
                eprintln!("corpus-atlas: {}: {error}", document.id);
                None
            }
        };
        let why = why.as_ref().map(|found| Why::new(found, document));
        match arguments.format {
            Format::Json => {
                serde_json::to_writer(
                    &mut *out,
                    &Line {
                        id: &document.id,
                        title: &document.title,
                        grounding: &grounding,
                        why,
                    },
                )?;
                writeln!(out)?;
            }
            Format::Table => {
                let title = if document.title.is_empty() {
                    &document.text
                } else {
                    &document.title
                };
                let [x, y, z] = grounding.point_mm;
                let best = if grounding.is_outside() {
                    grounding.elsewhere.first()
                } else {
                    grounding.structures.first()
                };
                let p = best.map_or(0.0, |evidence| evidence.p);
                // A text about nothing in this atlas has no place in it.
                let (place, point) = if grounding.is_outside() {
                    let part = best.map_or("", |part| &part.id);
                    (format!("outside? {part}"), "-".to_owned())
                } else {
                    let point = format!("{x:.0}, {y:.0}, {z:.0}");
                    (grounding.structure.clone(), point)
                };
                writeln!(
                    out,
                    "{:<16} {:<44} {:<28} {p:>5.2} {:>24}",
                    fit(&document.id, 16),
                    fit(title, 44),
                    fit(&place, 28),
                    point
                )?;
                for line in why.iter().flat_map(Why::lines) {
                    writeln!(out, "{line}")?;
                }
            }
        }
    }
    out.flush()?;
    waiting.clear();
    Ok(())
}
