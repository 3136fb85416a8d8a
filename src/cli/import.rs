//! `corpus-atlas import`: files into a library file.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use grounding::Grounder;
use library::{
    Batch, ColumnChoice, ColumnMap, Fault, FilePreview, Library, LibraryError, PassedOver, Preview,
    PreviewProgress, Progress, ReadOptions, Server,
};
use serde_json::{Value, json};

use super::import_watch::{Shared, Watch};
use super::terminal::{self, complain, line, say};
use super::{exit_code, open_grounder};

/// Documents grounded at a time, and stored in one transaction where that is quick, as of documents that bring their places.
const BATCH: Batch = Batch {
    placed: 128,
    stored: 512,
};
/// Documents that are compared with their sums before anything is added; some 5,000 a second.
const LOOKED_AT: usize = 10_000;
/// Most damaged documents that are named.
const NAMED: usize = 10;

/// Add documents to a library file, created when absent.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas import my-papers.atlas ~/papers export.ris pubmed.nbib\n  corpus-atlas import my-papers.atlas table.csv --dry-run\n  corpus-atlas import my-papers.atlas table.csv --column title=Titel --column text=3\n  corpus-atlas import my-papers.atlas ~/papers --format json"
)]
pub struct Arguments {
    /// The library file, or the address of a library on a server (postgresql://USER@HOST/DATABASE).
    library: PathBuf,
    #[arg(
        required = true,
        help = format!("Files or folders ({})", library::import_help()),
        long_help = format!("Files or folders:\n{}\neach also compressed as .gz", library::import_help_long())
    )]
    files: Vec<PathBuf>,
    /// Say what would be added, known already or refused, and add nothing.
    #[arg(long)]
    dry_run: bool,
    /// Which column of a table is which field: FIELD=HEADING or FIELD=NUMBER, counted from 1; `ignore` for a column not to be used.
    #[arg(long = "column", value_name = "FIELD=COLUMN")]
    columns: Vec<ColumnChoice>,
    /// The first row of tables is a record already; columns are chosen by number.
    #[arg(long, requires = "columns")]
    no_headings: bool,
    /// How the result is told.
    #[arg(long, value_enum, default_value_t = super::Format::Table)]
    format: super::Format,
}

/// Runs; exit 1 when a record was refused, each named on stderr. Files of a folder whose kinds cannot be read are named there too, and are no failure.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut options = ReadOptions {
        columns: ColumnMap {
            choices: arguments.columns.clone(),
            no_headings: arguments.no_headings,
        },
        ..ReadOptions::for_this_program()
    };
    if arguments.dry_run {
        return look(arguments, &options);
    }
    let (_, grounder) = open_grounder()?;
    if let Some(address) = address(&arguments.library) {
        return onto_server(address, arguments, &options, &grounder);
    }
    let place = || super::shown(&arguments.library);
    let mut library = Library::open_or_create(&arguments.library).with_context(place)?;
    library.ensure_sound().with_context(place)?;
    let damaged = library.damaged_documents(LOOKED_AT).with_context(place)?;
    tell_damaged(&damaged, &arguments.library);
    options.read_before = Some(Arc::new(library.files_read().with_context(place)?));
    // Should the program be killed meanwhile, the window offers to go on.
    let whole = arguments.files.iter().map(std::path::absolute);
    let whole: Vec<PathBuf> = whole.collect::<Result<_, _>>()?;
    let number = library.begin_import(&whole).with_context(place)?;
    let library = RefCell::new(library);
    let mut watch = Watch::of(&arguments.files, &options, Some(&library));
    let progress = library::ingest(
        &arguments.files,
        &options,
        BATCH,
        &grounder,
        &mut Shared(&library),
        &mut watch,
    );
    let kept = watch.keep();
    drop(watch);
    let mut library = library.into_inner();
    let ended = match &progress {
        Ok(_) => end_broken_off(&mut library, &whole),
        Err(_) => Ok(()),
    };
    let ended = ended.and(library.end_import(number));
    let progress = progress.with_context(place)?;
    kept.and(ended).with_context(place)?;
    let documents = i64::try_from(library.len()?)?;
    ended_with(arguments, &progress, &place(), documents, damaged.len())
}

/// Forgets that imports of these very files, or of some of them, broke off: all that they would have added is there.
fn end_broken_off(library: &mut Library, files: &[PathBuf]) -> Result<(), LibraryError> {
    for (number, broken_off) in library.unfinished_imports()? {
        let is_done = |path: &PathBuf| files.iter().any(|file| path.starts_with(file));
        if broken_off.iter().all(is_done) {
            library.end_import(number)?;
        }
    }
    Ok(())
}

/// Names documents of the library that were damaged before anything is added: they keep no other from being added.
fn tell_damaged(damaged: &[Fault], library: &Path) {
    for Fault { place, reason } in damaged.iter().take(NAMED) {
        complain!("damaged: {}", line(&terminal::joined(place, reason)));
    }
    if !damaged.is_empty() {
        let count = damaged.len();
        let library = line(&super::shown(library));
        complain!(
            "{count} damaged in {library}, left as they are: `corpus-atlas check {library}` tells all, `--save-into` saves what can be read"
        );
    }
}

/// Says what an import has done.
fn ended_with(
    arguments: &Arguments,
    progress: &Progress,
    place: &str,
    documents: i64,
    damaged: usize,
) -> anyhow::Result<ExitCode> {
    let Progress {
        read,
        added,
        duplicates: known,
        completed,
        refused,
        passed_over,
        ..
    } = *progress;
    if let super::Format::Json = arguments.format {
        let told = json!({
            "library": place, "read": read, "added": added, "known": known, "completed": completed, "refused": refused,
            "passed_over": passed_over, "documents": documents, "damaged": damaged,
        });
        say!("{}", terminal::json(&told.to_string()))?;
        return Ok(exit_code(refused));
    }
    let passed = match passed_over {
        0 => String::new(),
        1 => ", one file of a kind that cannot be read".to_owned(),
        files => format!(", {files} files of kinds that cannot be read"),
    };
    let completed = match completed {
        0 => String::new(),
        count => format!(" ({count} completed)"),
    };
    let place = line(place);
    say!(
        "{read} read, {added} added, {known} known already{completed}, {refused} refused{passed}; {place} now holds {documents} documents"
    )?;
    Ok(exit_code(refused))
}

/// The address of a server's library.
fn address(library: &Path) -> Option<&str> {
    library.to_str().filter(|_| Library::is_address(library))
}

/// Adds to the library of a server.
fn onto_server(
    address: &str,
    arguments: &Arguments,
    options: &ReadOptions,
    grounder: &Grounder,
) -> anyhow::Result<ExitCode> {
    let mut server = Server::open_to_import(address)?;
    let files = &arguments.files;
    let progress = library::ingest(
        files,
        options,
        BATCH,
        grounder,
        &mut server,
        &mut Watch::of(files, options, None),
    )?;
    let documents = server.len()?;
    let place = super::shown(server.address());
    ended_with(arguments, &progress, &place, documents, 0)
}

/// Says what an import would do; a library that is not there is not made.
fn look(arguments: &Arguments, options: &ReadOptions) -> anyhow::Result<ExitCode> {
    let place = || super::shown(&arguments.library);
    let address = arguments.library.to_str();
    let address = address.filter(|address| Library::is_address(address));
    let is_there = match address {
        Some(address) => Server::is_there(address)?,
        None => arguments.library.exists(),
    };
    let library = if is_there {
        Some(Library::open(&arguments.library).with_context(place)?)
    } else {
        None
    };
    let never = AtomicBool::new(false);
    let files = &arguments.files;
    let seen = library::preview(files, options, library.as_ref(), &never, &mut |_| {});
    let seen = seen.with_context(place)?;
    match arguments.format {
        super::Format::Json => say!("{}", terminal::json(&as_json(&seen).to_string()))?,
        super::Format::Table => {
            for file in &seen.files {
                print_file(file)?;
            }
            if seen.other_files > 0 {
                say!("and {} more files", seen.other_files)?;
            }
            for (place, passed) in &seen.passed_over {
                say!("{}", line(&format!("{}: {passed}", place.display())))?;
            }
            say!("in all: {}", words(&seen.total))?;
        }
    }
    Ok(exit_code(seen.total.refused))
}

fn words(counts: &PreviewProgress) -> String {
    let mut words = format!(
        "{} records, {} new, {} known already, {} twice, {} refused",
        counts.records, counts.new, counts.known, counts.repeated, counts.refused
    );
    if counts.likely > 0 {
        words += &format!(
            "; {} of the new ones are likely to be copies (`dedupe` merges them)",
            counts.likely
        );
    }
    if counts.identifiers > 0 {
        words += &format!("; {} identifiers without articles", counts.identifiers);
    }
    words
}

fn print_file(file: &FilePreview) -> std::io::Result<()> {
    let format = if file.format.is_empty() {
        "not recognised"
    } else {
        file.format
    };
    // Each on one line, whatever stands in names, titles and cells.
    let tell = |words: String| say!("{}", line(&words));
    let counts = words(&file.counts);
    tell(format!("{}: {format}, {counts}", file.file.display()))?;
    if let Some(table) = &file.table {
        for (heading, field) in &table.columns {
            let field = field.map_or("unused", library::Field::name);
            tell(format!("  column {heading}: {field}"))?;
        }
        for row in &table.samples {
            tell(format!("  row: {}", row.join(" | ")))?;
        }
    }
    for title in &file.titles {
        tell(format!("  new: {title}"))?;
    }
    for known in &file.known {
        let (title, of) = (&known.title, &known.of_title);
        tell(format!("  known already: {title} (as {of})"))?;
    }
    for likely in &file.likely {
        let (title, of, by) = (&likely.title, &likely.of_title, &likely.by);
        tell(format!("  likely a copy: {title} (of {of}, by {by})"))?;
    }
    for refusal in &file.refusals {
        let said = terminal::joined(&refusal.place, &refusal.reason);
        tell(format!("  refused: {said}"))?;
    }
    for warning in &file.warnings {
        tell(format!("  warning: {warning}"))?;
    }
    Ok(())
}

fn counts_json(counts: &PreviewProgress) -> Value {
    json!({
        "records": counts.records, "new": counts.new, "known": counts.known,
        "repeated": counts.repeated, "refused": counts.refused, "identifiers": counts.identifiers,
        "likely": counts.likely,
    })
}

fn as_json(seen: &Preview) -> Value {
    let file = |file: &FilePreview| {
        let known = file.known.iter().map(|known| {
            json!({
                "title": known.title, "of_key": known.of_key, "of_title": known.of_title,
                "by": format!("{:?}", known.by).to_lowercase(),
            })
        });
        let likely = file.likely.iter().map(|likely| {
            json!({
                "title": likely.title, "of_key": likely.of_key, "of_title": likely.of_title,
                "by": likely.by,
            })
        });
        let refusals = file.refusals.iter();
        let refusals = refusals.map(|r| json!({"place": r.place, "reason": r.reason}));
        let table = file.table.as_ref().map(|table| {
            let columns = table.columns.iter();
            let columns = columns.map(|(heading, field)| {
                json!({"heading": heading, "field": field.map(library::Field::name)})
            });
            json!({
                "columns": columns.collect::<Vec<_>>(), "samples": table.samples,
                "usable": table.usable,
            })
        });
        json!({
            "file": file.file.display().to_string(), "format": file.format, "counts": counts_json(&file.counts),
            "titles": file.titles, "known": known.collect::<Vec<_>>(), "likely": likely.collect::<Vec<_>>(),
            "refusals": refusals.collect::<Vec<_>>(), "warnings": file.warnings, "table": table,
        })
    };
    let passed = |(place, passed): &(PathBuf, PassedOver)| {
        let named = passed.kinds.iter().map(|kind| &kind.first);
        json!({
            "place": place.display().to_string(), "files": passed.files,
            "named": named.collect::<Vec<_>>(),
        })
    };
    json!({
        "files": seen.files.iter().map(file).collect::<Vec<_>>(),
        "other_files": seen.other_files, "total": counts_json(&seen.total), "stopped": seen.stopped,
        "passed_over": seen.passed_over.iter().map(passed).collect::<Vec<_>>(),
    })
}
