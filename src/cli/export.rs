//! `corpus-atlas export`: documents of a library as a file of another program.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use library::{CitationStyle, ExportFormat, ExportReport, Label, Library, Verdict};
use serde_json::json;

use super::choose::Choice;
use super::terminal::{self, complain, line, say};
use super::{Format, exit_code, open_atlas};

/// Write documents of a library as references, a table, a reading list, points or citations, or what readers have corrected.
///
/// Every document is written, in the order in which they were added, unless some are chosen; those that are found stand in the order of
/// their rank.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas export my-papers.atlas my-papers.bib\n  corpus-atlas export my-papers.atlas liver.md --structure liver --text 'portal hypertension'\n  corpus-atlas export my-papers.atlas references.txt --citations vancouver\n  corpus-atlas export my-papers.atlas - --format csv"
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    /// Where to write; its ending says in which format. Standard output when absent, or "-".
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Where to write: the same as FILE.
    #[arg(long, conflicts_with = "file")]
    output: Option<PathBuf>,
    /// File format, whatever the ending; but json beside the ending of another format says that the summary is told as a JSON object, as it
    /// does of every command.
    #[arg(long, value_parser = format_parser())]
    format: Option<ExportFormat>,
    /// Write a citation of each document in this style instead, one a line.
    #[arg(long, value_name = "STYLE", value_parser = style_parser(), conflicts_with = "format")]
    citations: Option<CitationStyle>,
    /// Write what readers have corrected and rated instead, each text with its right structure, as tab-separated lines that the trainer reads. A place
    /// that was rated wrong, without a word of what is right, is a line that begins with #.
    #[arg(long, conflicts_with_all = ["format", "citations", "ids", "limit", "structures", "near", "text"])]
    corrections: bool,
    #[command(flatten)]
    choice: Choice,
    /// The document with this id; may be given several times.
    #[arg(long = "id", value_name = "ID", conflicts_with_all = ["structures", "near", "text"])]
    ids: Vec<String>,
    /// At most this many.
    #[arg(long)]
    limit: Option<usize>,
    /// How the summary is told: to people on standard error, or as a JSON object, which goes to standard output unless the documents do.
    #[arg(long, value_enum, default_value = "table")]
    report: Format,
}

/// An export format by its usual ending.
fn format_parser() -> impl TypedValueParser<Value = ExportFormat> {
    let formats = library::export_formats();
    PossibleValuesParser::new(formats.into_iter().map(|(_, ending, _)| ending))
        .try_map(|ending| ExportFormat::for_path(Path::new(&format!("export.{ending}"))))
}

/// A style of citations by its name.
fn style_parser() -> impl TypedValueParser<Value = CitationStyle> {
    PossibleValuesParser::new(CitationStyle::ALL.map(CitationStyle::name)).map(|name| {
        let named = |style: &CitationStyle| style.name() == name;
        CitationStyle::ALL
            .into_iter()
            .find(named)
            .unwrap_or_default()
    })
}

/// Runs; exit 1 when a document is damaged, each named on stderr; the others are written.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let output = arguments.output.as_ref().or(arguments.file.as_ref());
    let output = output.filter(|path| *path != Path::new("-"));
    let output = output.map(PathBuf::as_path);
    if arguments.corrections {
        return corrections(arguments, output);
    }
    let format = match (arguments.citations, arguments.format, output) {
        (Some(style), ..) => ExportFormat::Citations(style),
        (None, Some(format), Some(path)) if is_also_a_report(format) => {
            ExportFormat::for_path(path).unwrap_or(format)
        }
        (None, Some(format), _) => format,
        (None, None, Some(path)) => ExportFormat::for_path(path)?,
        (None, None, None) => {
            anyhow::bail!("say by --format, or by the name of a file, in which format to write")
        }
    };
    let library = open(arguments)?;
    let keys = chosen(arguments, &library)?;
    let keys = keys.as_deref();
    let report = match output {
        Some(path) => library.export_to(path, format, keys, &|| false)?,
        None => library.export(format, keys, &mut BufWriter::new(std::io::stdout().lock()))?,
    };
    let told_as_json = output.is_some() && arguments.format.is_some_and(is_also_a_report);
    let how = match told_as_json {
        true => Format::Json,
        false => arguments.report,
    };
    tell(how, &report, output)?;
    Ok(exit_code(report.damaged.len()))
}

/// Whether the name of a format is also the one by which other commands tell their results.
fn is_also_a_report(format: ExportFormat) -> bool {
    format == ExportFormat::CslJson
}

fn open(arguments: &Arguments) -> anyhow::Result<Library> {
    Library::open(&arguments.library).with_context(|| super::shown(&arguments.library))
}

/// The documents that are asked for; nothing when all are.
fn chosen(arguments: &Arguments, library: &Library) -> anyhow::Result<Option<Vec<i64>>> {
    let limit = arguments.limit.unwrap_or(usize::MAX);
    let mut keys = if !arguments.ids.is_empty() {
        let key = |id: &String| {
            let key = library.key_of(id)?;
            key.with_context(|| format!("the library has no document with the id “{id}”"))
        };
        let keys = arguments.ids.iter().map(key);
        keys.collect::<anyhow::Result<Vec<i64>>>()?
    } else if !arguments.choice.is_everything() {
        let (_, atlas) = open_atlas()?;
        let query = arguments.choice.query(&atlas, limit)?;
        let answer = library.search(&query, &*atlas)?;
        answer.hits.iter().map(|hit| hit.key).collect()
    } else if arguments.limit.is_some() {
        library.keys()?
    } else {
        return Ok(None);
    };
    keys.truncate(limit);
    Ok(Some(keys))
}

/// What was written, and what was not.
fn tell(how: Format, report: &ExportReport, output: Option<&Path>) -> anyhow::Result<()> {
    for damaged in &report.damaged {
        complain!(
            "corpus-atlas: document {} of the library is damaged and was passed over: {}",
            damaged.key,
            damaged.reason
        );
    }
    match (how, output) {
        (Format::Json, Some(_)) => {
            let told = serde_json::to_string(report)?;
            say!("{}", terminal::json(&told))?;
        }
        (Format::Json, None) => complain!("{}", terminal::json(&serde_json::to_string(report)?)),
        (Format::Table, Some(path)) => {
            let count = report.written;
            let documents = if count == 1 { "document" } else { "documents" };
            let place = line(&path.display().to_string());
            complain!("{count} {documents} written to {place}");
        }
        (Format::Table, None) => {}
    }
    Ok(())
}

/// What readers have corrected or rated.
fn corrections(arguments: &Arguments, output: Option<&Path>) -> anyhow::Result<ExitCode> {
    let library = open(arguments)?;
    match output {
        Some(path) => {
            let labels = library.export_labels_to(path)?;
            let rated = |label: &&Label| matches!(label.verdict, Verdict::Rated(_));
            let ratings = labels.iter().filter(rated).count();
            let corrections = labels.len() - ratings;
            match arguments.report {
                Format::Json => {
                    let told = json!({ "corrections": corrections, "ratings": ratings });
                    say!("{}", terminal::json(&told.to_string()))?;
                }
                Format::Table => complain!(
                    "{corrections} corrections and {ratings} ratings written to {}",
                    line(&path.display().to_string())
                ),
            }
        }
        None => {
            let labels = library.labels()?;
            let rows = labels.iter().map(|label| label.row() + "\n");
            let table = rows.collect::<String>();
            std::io::stdout().lock().write_all(table.as_bytes())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
