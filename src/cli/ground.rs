//! `corpus-atlas ground`: where texts belong, one result per record, in order.

use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use grounding::{Attribution, Grounder, Grounding};
use library::{AddReport, Document, Ground, LibraryError, Observer, ReadOptions, Refusal, Store};
use serde::Serialize;

use super::{Console, Format, exit_code, fit, open_grounder, terminal};

/// Documents grounded at a time: enough to batch by length, few enough to stream.
const BATCH: usize = 256;
/// Largest text taken from standard input, bytes.
const STDIN_LIMIT: u64 = 50 << 20;

/// Place texts in the body: one JSON object per document.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas ground paper.pdf notes.txt\n  corpus-atlas ground corpus.jsonl.gz > places.jsonl\n  echo 'A stone in the left ureter' | corpus-atlas ground - --format table\n  corpus-atlas ground notes.txt --why --format table"
)]
pub struct Arguments {
    #[arg(
        required = true,
        help = format!("Files or folders ({}); - reads one text from standard input", library::import_help())
    )]
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
    let mut printer = Printer {
        grounder: &grounder,
        arguments,
        out: BufWriter::new(std::io::stdout().lock()),
        refused: 0,
        failure: None,
    };
    if arguments.format == Format::Table {
        writeln!(
            printer.out,
            "{:<16} {:<44} {:<28} {:>5} {:>24}",
            "id", "title", "structure", "p", "point (mm)"
        )?;
    }
    let files: Vec<PathBuf> = arguments
        .files
        .iter()
        .filter(|file| file.as_os_str() != "-")
        .cloned()
        .collect();
    if files.len() < arguments.files.len() {
        for (document, grounding) in Ground::ground(&grounder, vec![from_stdin()?]) {
            match grounding {
                Ok(grounding) => printer.print(&document, &grounding)?,
                Err(reason) => printer.refuse(&document, reason),
            }
        }
    }
    let progress = library::ingest(
        &files,
        &ReadOptions::for_this_program(),
        BATCH,
        &grounder,
        &mut printer,
        &mut Console,
    );
    if let Some(error) = printer.failure {
        return Err(error);
    }
    let refused = progress?.refused + printer.refused;
    printer.out.flush()?;
    Ok(exit_code(refused))
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

/// Takes placed texts as a library does, and prints them.
struct Printer<'a, Out> {
    grounder: &'a Grounder,
    arguments: &'a Arguments,
    out: Out,
    /// Texts whose words could not be told.
    refused: usize,
    /// Why nothing more can be printed.
    failure: Option<anyhow::Error>,
}

impl<Out: Write> Store for Printer<'_, Out> {
    fn known(&mut self, documents: &[Document]) -> Result<Vec<bool>, LibraryError> {
        Ok(vec![false; documents.len()])
    }

    fn add(&mut self, grounded: &[(Document, Grounding)]) -> Result<AddReport, LibraryError> {
        let printed = grounded
            .iter()
            .try_for_each(|(document, grounding)| self.print(document, grounding))
            .and_then(|()| Ok(self.out.flush()?));
        if let Err(error) = printed {
            self.failure = Some(error);
            return Err(LibraryError::Closed);
        }
        Ok(AddReport {
            added: grounded.len(),
            ..AddReport::default()
        })
    }
}

impl<Out: Write> Printer<'_, Out> {
    fn refuse(&mut self, document: &Document, reason: String) {
        self.refused += 1;
        Console.refused(Refusal::of(document, reason));
    }

    fn print(&mut self, document: &Document, grounding: &Grounding) -> anyhow::Result<()> {
        let why = match explain(self.grounder, document, grounding, self.arguments) {
            Ok(why) => why,
            Err(error) => {
                self.refuse(document, error.to_string());
                None
            }
        };
        let why = why.as_ref().map(|found| Why::new(found, document));
        match self.arguments.format {
            Format::Json => {
                let line = Line {
                    id: &document.id,
                    title: &document.title,
                    grounding,
                    why,
                };
                serde_json::to_writer(&mut self.out, &line)?;
                writeln!(self.out)?;
            }
            Format::Table => {
                writeln!(self.out, "{}", row(document, grounding))?;
                for line in why.iter().flat_map(Why::lines) {
                    writeln!(self.out, "{}", terminal::plain(&line))?;
                }
            }
        }
        Ok(())
    }
}

/// A text and its place in columns.
fn row(document: &Document, grounding: &Grounding) -> String {
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
    format!(
        "{:<16} {:<44} {:<28} {p:>5.2} {:>24}",
        fit(&document.id, 16),
        fit(title, 44),
        fit(&place, 28),
        point
    )
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
