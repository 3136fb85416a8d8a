//! `corpus-atlas ground`: where texts belong, one result per record, in order.

use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anatomy::Sex;
use anyhow::Context;
use clap::ValueEnum;
use grounding::{Attribution, Grounder, Grounding, TellsOnly};
use library::{
    AddReport, DataSetWriter, Document, Ground, LibraryError, Observer, ReadOptions, Refusal, Store,
};
use serde::Serialize;

use super::bodies::Told;
use super::{Console, exit_code, fit, open_grounder, terminal};

/// Documents grounded at a time: enough to batch by length, few enough to stream.
const BATCH: usize = 256;
/// Largest text taken from standard input, bytes.
const STDIN_LIMIT: u64 = 50 << 20;

/// Place texts in the body: one JSON object per document.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas ground paper.pdf notes.txt\n  corpus-atlas ground corpus.jsonl.gz > places.jsonl\n  echo 'A stone in the left ureter' | corpus-atlas ground - --format table\n  corpus-atlas ground notes.txt --why --format table\n  corpus-atlas ground shard-17.parquet --format parquet --output placed/shard-17.parquet"
)]
pub struct Arguments {
    #[arg(
        required = true,
        help = format!("Files or folders ({}); - reads one text from standard input", library::import_help())
    )]
    files: Vec<PathBuf>,
    /// How to write the results. parquet: a data set of one file (docs/data-sets.md). arrow: what `-` gives is a stream of Arrow columns, and so is
    /// what comes back, a row for each row.
    #[arg(long, value_enum, default_value = "json")]
    format: Written,
    /// Write to this file, which is there when all is written, rather than to standard output.
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// In whose body places are told: the frame of points, and what is there. auto: the body that has the organ; of what both have, the male one,
    /// unless the text says that it is about a woman. Parquet and Arrow keep all places in the frame of the male torso.
    #[arg(long, value_enum, default_value = "auto")]
    body: Told,
    /// Take no more than so many processor cores.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    cores: Option<u16>,
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

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Written {
    /// One JSON object per line.
    Json,
    /// Columns for people.
    Table,
    /// A Parquet file.
    Parquet,
    /// Arrow's streaming format, in and out.
    Arrow,
}

/// Words printed for a person, of each sign.
const WORDS_SHOWN: usize = 12;

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    title: &'a str,
    /// Whose frame the points are in.
    body: Sex,
    /// Whether it has no place because all that it tells is absent or normal.
    only_absent: bool,
    /// Whether it has none because all that it tells is of a relative.
    only_family: bool,
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
    let columns = matches!(arguments.format, Written::Parquet | Written::Arrow);
    anyhow::ensure!(
        !columns || !arguments.why,
        "--why has no column: it goes with --format json or table"
    );
    let (_, grounder) = open_grounder()?;
    let grounder = match arguments.body {
        Told::Male => grounder.without_female(),
        Told::Auto | Told::Female => grounder,
    };
    let grounder = match arguments.cores {
        Some(cores) => grounder.on_cores(cores.into()),
        None => grounder,
    };
    let refused = match &arguments.output {
        Some(path) => library::write_aside(path, |file| write(arguments, &grounder, file))
            .with_context(|| path.display().to_string())?,
        None => write(arguments, &grounder, std::io::stdout())?,
    };
    Ok(exit_code(refused))
}

/// Places the texts; how many were refused.
fn write(
    arguments: &Arguments,
    grounder: &Grounder,
    out: impl Write + Send,
) -> anyhow::Result<usize> {
    let out = BufWriter::new(out);
    let is_stdin = |file: &&PathBuf| file.as_os_str() == "-";
    match arguments.format {
        Written::Arrow => {
            anyhow::ensure!(
                arguments.files.iter().all(|file| is_stdin(&file)),
                "--format arrow reads a stream from standard input: name - alone"
            );
            let refused = library::ground_stream(std::io::stdin().lock(), out, grounder)?;
            Ok(usize::try_from(refused).unwrap_or(usize::MAX))
        }
        Written::Parquet => {
            let mut table = Table {
                writer: DataSetWriter::new(out)?,
                failure: None,
            };
            let refused = ingest(arguments, grounder, &mut table);
            if let Some(error) = table.failure {
                return Err(error.into());
            }
            let refused = refused?;
            table.writer.finish()?.flush()?;
            Ok(refused)
        }
        Written::Json | Written::Table => {
            let mut printer = Printer {
                grounder,
                arguments,
                out,
                refused: 0,
                failure: None,
            };
            if arguments.format == Written::Table {
                writeln!(
                    printer.out,
                    "{:<16} {:<44} {:<28} {:>5} {:>24}",
                    "id", "title", "structure", "p", "point (mm)"
                )?;
            }
            let refused = ingest(arguments, grounder, &mut printer);
            if let Some(error) = printer.failure {
                return Err(error);
            }
            let refused = refused? + printer.refused;
            printer.out.flush()?;
            Ok(refused)
        }
    }
}

/// Reads the files, places what is in them, and hands it to `to`; how many records were refused.
fn ingest(arguments: &Arguments, grounder: &Grounder, to: &mut dyn Store) -> anyhow::Result<usize> {
    let (stdin, files): (Vec<PathBuf>, Vec<PathBuf>) = arguments
        .files
        .iter()
        .cloned()
        .partition(|file| file.as_os_str() == "-");
    let mut refused = 0;
    if !stdin.is_empty() {
        for (document, grounding) in Ground::ground(grounder, vec![from_stdin()?]) {
            match grounding {
                Ok(grounding) => drop(to.add(&[(document, grounding)])?),
                Err(reason) => {
                    refused += 1;
                    Console.refused(Refusal::of(&document, reason));
                }
            }
        }
    }
    let options = ReadOptions::for_this_program();
    let progress = library::ingest(&files, &options, BATCH, grounder, to, &mut Console)?;
    Ok(refused + progress.refused)
}

/// Takes placed texts as a library does, into a data set.
struct Table<Out: Write + Send> {
    writer: DataSetWriter<Out>,
    /// Why nothing more can be written.
    failure: Option<std::io::Error>,
}

impl<Out: Write + Send> Store for Table<Out> {
    fn known(&mut self, documents: &[Document]) -> Result<Vec<bool>, LibraryError> {
        Ok(vec![false; documents.len()])
    }

    fn add(&mut self, grounded: &[(Document, Grounding)]) -> Result<AddReport, LibraryError> {
        let written = grounded
            .iter()
            .try_for_each(|(document, grounding)| self.writer.add(document, grounding));
        if let Err(error) = written {
            self.failure = Some(error);
            return Err(LibraryError::Closed);
        }
        Ok(AddReport {
            added: grounded.len(),
            ..AddReport::default()
        })
    }
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
        let text = format!("{}\n{}", document.title, document.text);
        let choice = self.arguments.body.into();
        let (body, grounding) = self.grounder.told(grounding, &text, choice);
        match self.arguments.format {
            Written::Table => {
                writeln!(self.out, "{}", row(document, &grounding))?;
                for line in why.iter().flat_map(Why::lines) {
                    writeln!(self.out, "{}", terminal::plain(&line))?;
                }
            }
            _ => {
                let line = Line {
                    id: &document.id,
                    title: &document.title,
                    body,
                    only_absent: grounding.tells_only() == Some(TellsOnly::OfAbsence),
                    only_family: grounding.tells_only() == Some(TellsOnly::OfRelatives),
                    grounding: &grounding,
                    why,
                };
                serde_json::to_writer(&mut self.out, &line)?;
                writeln!(self.out)?;
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
    let (place, point) = if let Some(only) = grounding.tells_only() {
        let why = match only {
            TellsOnly::OfAbsence => "only absent or normal",
            TellsOnly::OfRelatives => "only of a relative",
        };
        (why.to_owned(), "-".to_owned())
    } else if grounding.is_outside() {
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
