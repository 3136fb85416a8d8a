//! `corpus-atlas bench library`: how a library behaves at ten thousand, a hundred thousand, a million documents, against the plainest way to do the
//! same, in the same run.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use grounding::Grounding;
use library::{Document, Library, Spot, Stored, thousands};
use rusqlite::{Connection, params};

use super::Format;
use super::bench_questions::{Bench, Chance, Row, ms};
use super::bench_words;
use super::numbers::parse_count;
use super::terminal::say;

/// What `bench library` is told.
#[derive(clap::Args)]
pub struct Arguments {
    /// A library whose documents have their places already; they are repeated under other names, at places up to 40 mm away.
    library: PathBuf,
    /// How many documents the library that is made has; several sizes may be named.
    #[arg(long, value_parser = parse_count, value_delimiter = ',', default_value = "10000")]
    documents: Vec<usize>,
    /// How many documents are stored in one transaction, as an import stores those that bring their places; 128 of those that it places.
    #[arg(long, value_parser = parse_count, default_value = "512", conflicts_with = "as_it_is")]
    together: usize,
    /// Ask this library itself, which is large already, and make none.
    #[arg(long, conflicts_with_all = ["documents", "keep"])]
    as_it_is: bool,
    /// Keep the last library that is made under this name.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// How to write the figures.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// How far a repeated document lies from its original along each axis, mm, at most.
const JITTER_MM: f32 = 40.0;

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if let Some(keep) = &arguments.keep {
        // Said before the minutes that it takes.
        let is_free = keep.symlink_metadata().is_err();
        ensure!(is_free, "{} is there already", keep.display());
    }
    if arguments.as_it_is {
        return as_it_is(arguments);
    }
    let place = || super::shown(&arguments.library);
    let from = Library::open_to_read(&arguments.library).with_context(place)?;
    let originals: Vec<Stored> = from
        .keys()?
        .into_iter()
        .filter_map(|key| from.get_by_key(key).ok().flatten())
        .collect();
    ensure!(!originals.is_empty(), "{} has no documents", place());
    // What is kept is made beside its place: it may be too large for the folder of temporary files.
    let beside = arguments.keep.as_deref().and_then(Path::parent);
    let folder = match beside.filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => tempfile::tempdir_in(folder)?,
        None => tempfile::tempdir()?,
    };
    let mut rows = Vec::new();
    for (n, &documents) in arguments.documents.iter().enumerate() {
        let path = folder.path().join(format!("{n}.atlas"));
        measure(
            &originals,
            (documents, arguments.together),
            &path,
            &mut rows,
        )?;
        match &arguments.keep {
            Some(keep) if n + 1 == arguments.documents.len() => {
                std::fs::rename(&path, keep)?;
            }
            _ => std::fs::remove_file(&path)?,
        }
    }
    told(&rows, arguments.format)
}

/// The questions, to a library that is there.
fn as_it_is(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let path = &arguments.library;
    let place = || path.display().to_string();
    let mut rows = Vec::new();
    // First, while nothing that was freed lies about in this process.
    let documents = Library::open_to_read(path).with_context(place)?.len()?;
    ensure!(documents > 0, "{} has no documents", place());
    let mut bench = Bench {
        documents,
        chance: Chance::new(documents as u64),
        rows: &mut rows,
    };
    bench.memory(path)?;
    let began = Instant::now();
    let library = Library::open_to_read(path).with_context(place)?;
    let spots = library.spots()?;
    let ours = ms(began);
    let began = Instant::now();
    black_box(std::fs::read(path)?);
    let theirs = ms(began);
    let what = "opened, and all rows of the map";
    bench.row(what, (ours, theirs), "reading the whole file", "ms");
    bench.ask(path, &library, &spots)?;
    bench_words::words(&mut bench, path, &library, &spots)?;
    told(&rows, arguments.format)
}

/// Writes the figures.
pub(super) fn told(rows: &[Row], format: Format) -> anyhow::Result<ExitCode> {
    match format {
        Format::Json => say!("{}", serde_json::to_string(rows)?)?,
        Format::Table => {
            for row in rows {
                say!(
                    "{:>9} documents  {:<34} {:>12.3} {:<11} | {:<44} {:>12.3} | ratio {:.2}",
                    thousands(row.documents),
                    row.what,
                    row.ours,
                    row.unit,
                    row.rival,
                    row.theirs,
                    row.ratio
                )?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A document of the library that is made: an original under another name, a little beside its place.
fn repeated(originals: &[Stored], number: usize, chance: &mut Chance) -> (Document, Grounding) {
    let original = &originals[number % originals.len()];
    let (mut document, mut grounding) = (original.document.clone(), original.grounding.clone());
    document.id = format!("{} {number}", document.id);
    document.title = format!("{} ({number})", document.title);
    document.doi = None;
    document.pmid = Some((100_000_000 + number).to_string());
    // Three together fall off towards the ends, as places of texts about one thing do.
    let mut part = || (chance.part() + chance.part() + chance.part()) / 3.0 * JITTER_MM;
    let moved = [part(), part(), part()];
    let shift = |point: &mut [f32; 3]| {
        point.iter_mut().zip(moved).for_each(|(v, by)| *v += by);
    };
    shift(&mut grounding.point_mm);
    grounding
        .sentences
        .iter_mut()
        .for_each(|s| shift(&mut s.point_mm));
    (document, grounding)
}

fn measure(
    originals: &[Stored],
    (documents, together): (usize, usize),
    path: &Path,
    rows: &mut Vec<Row>,
) -> anyhow::Result<()> {
    let mut bench = Bench {
        documents,
        chance: Chance::new(documents as u64),
        rows,
    };
    let raw = path.with_extension("raw");
    let mut plain = Plain::make(&raw)?;
    storing(&mut bench, (originals, together), path, &mut plain)?;
    let (library, spots) = opening(&mut bench, path, &plain)?;
    drop(plain);
    bench.ask(path, &library, &spots)?;
    bench_words::words(&mut bench, path, &library, &spots)?;
    std::fs::remove_file(raw)?;
    Ok(())
}

fn storing(
    bench: &mut Bench<'_>,
    (originals, together): (&[Stored], usize),
    path: &Path,
    plain: &mut Plain,
) -> anyhow::Result<()> {
    let mut library = Library::create(path)?;
    let (mut ours, mut theirs, mut bytes) = (0.0, 0.0, 0_usize);
    for first in (0..bench.documents).step_by(together) {
        let batch: Vec<(Document, Grounding)> = (first..(first + together).min(bench.documents))
            .map(|number| repeated(originals, number, &mut bench.chance))
            .collect();
        let began = Instant::now();
        let added = library.add(&batch)?;
        ours += ms(began);
        ensure!(added.added == batch.len(), "documents were refused");
        let forms: Result<Vec<Vec<u8>>, _> = batch.iter().map(serde_json::to_vec).collect();
        let forms = forms?;
        bytes += forms.iter().map(Vec::len).sum::<usize>();
        let began = Instant::now();
        plain.add(&forms, &batch)?;
        theirs += ms(began);
    }
    drop(library);
    let count = bench.documents as f64;
    let rates = (1000.0 * count / ours, 1000.0 * count / theirs);
    let rival = "the same as JSON into one table and FTS5";
    bench.row("stored", rates, rival, "documents/s");
    let size = std::fs::metadata(path)?.len() as f64;
    let sizes = (size / count, bytes as f64 / count);
    bench.row("of the file", sizes, "the same as JSON", "bytes each");
    Ok(())
}

fn opening(
    bench: &mut Bench<'_>,
    path: &Path,
    plain: &Plain,
) -> anyhow::Result<(Library, Vec<Spot>)> {
    let began = Instant::now();
    let library = Library::open_to_read(path)?;
    let spots = library.spots()?;
    let ours = ms(began);
    let began = Instant::now();
    let read = plain.points()?;
    let rival = "their points alone out of a plain table";
    let what = "opened, and all rows of the map";
    bench.row(what, (ours, ms(began)), rival, "ms");
    ensure!(read == spots.len(), "rows are missing");
    Ok((library, spots))
}

/// The plainest library: one table of JSON with points, and an index of words.
struct Plain(Connection);

impl Plain {
    fn make(path: &Path) -> anyhow::Result<Self> {
        let connection = Connection::open(path)?;
        connection.execute_batch(
            "PRAGMA cache_size = -65536; \
             CREATE TABLE documents (key INTEGER PRIMARY KEY, x REAL, y REAL, z REAL, form BLOB); \
             CREATE VIRTUAL TABLE words USING fts5 (title, text, content='', tokenize='porter unicode61 remove_diacritics 2')",
        )?;
        Ok(Self(connection))
    }

    fn add(&mut self, forms: &[Vec<u8>], batch: &[(Document, Grounding)]) -> anyhow::Result<()> {
        let transaction = self.0.transaction()?;
        for (form, (document, grounding)) in forms.iter().zip(batch) {
            let [x, y, z] = grounding.point_mm;
            transaction
                .prepare_cached("INSERT INTO documents (x, y, z, form) VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![x, y, z, form])?;
            let key = transaction.last_insert_rowid();
            transaction
                .prepare_cached("INSERT INTO words (rowid, title, text) VALUES (?1, ?2, ?3)")?
                .execute(params![key, document.title, document.text])?;
        }
        Ok(transaction.commit()?)
    }

    fn points(&self) -> anyhow::Result<usize> {
        let mut all = self.0.prepare("SELECT x, y, z FROM documents")?;
        let rows = all.query_map([], |row| {
            Ok([row.get::<_, f32>(0)?, row.get(1)?, row.get(2)?])
        })?;
        let points: Vec<[f32; 3]> = rows.collect::<Result<_, _>>()?;
        Ok(black_box(points).len())
    }
}
