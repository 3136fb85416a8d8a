//! `corpus-atlas bench library`: how a library behaves at ten thousand, a hundred thousand, a million documents, against the plainest way to do the
//! same, in the same run.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anatomy::Catalogue;
use anyhow::{Context as _, ensure};
use grounding::Grounding;
use library::{Document, Entry, Library, Query, Stored, thousands};
use rusqlite::{Connection, OpenFlags, params};
use serde::Serialize;

use super::Format;
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

/// Documents stored in one transaction, as an import does.
const BATCH: usize = 128;
/// Questions asked of each kind.
const QUESTIONS: usize = 200;
/// Rows of a first page.
const PAGE: usize = 50;
/// How far a repeated document lies from its original along each axis, mm, at most.
const JITTER_MM: f32 = 40.0;

/// One comparison.
#[derive(Serialize)]
struct Row {
    documents: usize,
    what: &'static str,
    ours: f64,
    rival: &'static str,
    theirs: f64,
    unit: &'static str,
    /// Ours over theirs.
    ratio: f64,
}

/// Numbers that look like chance and are the same in every run (SplitMix64; Steele, Lea & Flood 2014).
pub(super) struct Chance(u64);

impl Chance {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// From -1 to 1.
    pub fn part(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }
}

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
    let place = || arguments.library.display().to_string();
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
        measure(&originals, documents, &path, &mut rows)?;
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
    let began = Instant::now();
    let library = Library::open_to_read(path).with_context(place)?;
    let entries = library.entries()?;
    let ours = ms(began);
    ensure!(!entries.is_empty(), "{} has no documents", place());
    let began = Instant::now();
    black_box(std::fs::read(path)?);
    let theirs = ms(began);
    let mut rows = Vec::new();
    let mut bench = Bench {
        originals: &[],
        documents: entries.len(),
        chance: Chance(entries.len() as u64),
        rows: &mut rows,
    };
    let what = "opened, and all rows of the map";
    bench.row(what, (ours, theirs), "reading the whole file", "ms");
    bench.ask(path, &library, &entries)?;
    told(&rows, arguments.format)
}

fn told(rows: &[Row], format: Format) -> anyhow::Result<ExitCode> {
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
    documents: usize,
    path: &Path,
    rows: &mut Vec<Row>,
) -> anyhow::Result<()> {
    let mut bench = Bench {
        originals,
        documents,
        chance: Chance(documents as u64),
        rows,
    };
    let raw = path.with_extension("raw");
    let mut plain = Plain::make(&raw)?;
    bench.storing(path, &mut plain)?;
    let (library, entries) = bench.opening(path, &plain)?;
    drop(plain);
    bench.ask(path, &library, &entries)?;
    std::fs::remove_file(raw)?;
    Ok(())
}

/// Milliseconds since then.
fn ms(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1000.0
}

/// The measurements of one size.
struct Bench<'a> {
    originals: &'a [Stored],
    documents: usize,
    chance: Chance,
    rows: &'a mut Vec<Row>,
}

impl Bench<'_> {
    fn row(
        &mut self,
        what: &'static str,
        (ours, theirs): (f64, f64),
        rival: &'static str,
        unit: &'static str,
    ) {
        self.rows.push(Row {
            documents: self.documents,
            what,
            ours,
            rival,
            theirs,
            unit,
            ratio: ours / theirs,
        });
    }

    fn storing(&mut self, path: &Path, plain: &mut Plain) -> anyhow::Result<()> {
        let mut library = Library::create(path)?;
        let (mut ours, mut theirs, mut bytes) = (0.0, 0.0, 0_usize);
        for first in (0..self.documents).step_by(BATCH) {
            let batch: Vec<(Document, Grounding)> = (first..(first + BATCH).min(self.documents))
                .map(|number| repeated(self.originals, number, &mut self.chance))
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
        let count = self.documents as f64;
        let rates = (1000.0 * count / ours, 1000.0 * count / theirs);
        let rival = "the same as JSON into one table and FTS5";
        self.row("stored", rates, rival, "documents/s");
        let size = std::fs::metadata(path)?.len() as f64;
        let sizes = (size / count, bytes as f64 / count);
        self.row("of the file", sizes, "the same as JSON", "bytes each");
        Ok(())
    }

    fn opening(&mut self, path: &Path, plain: &Plain) -> anyhow::Result<(Library, Vec<Entry>)> {
        let began = Instant::now();
        let library = Library::open_to_read(path)?;
        let entries = library.entries()?;
        let ours = ms(began);
        let began = Instant::now();
        let read = plain.points()?;
        let rival = "their points alone out of a plain table";
        let what = "opened, and all rows of the map";
        self.row(what, (ours, ms(began)), rival, "ms");
        ensure!(read == entries.len(), "rows are missing");
        Ok((library, entries))
    }

    fn ask(&mut self, path: &Path, library: &Library, entries: &[Entry]) -> anyhow::Result<()> {
        self.places(library, entries)?;
        self.structures(library, entries)?;
        self.words(path, library, entries)
    }

    fn places(&mut self, library: &Library, entries: &[Entry]) -> anyhow::Result<()> {
        let points: Vec<[f32; 3]> = (0..QUESTIONS)
            .map(|_| entries[self.chance.below(entries.len())].point_mm)
            .collect();
        // The tree is made by the first question.
        library.nearest(points[0], PAGE)?;
        let (mut tree, mut scan) = (Vec::new(), Vec::new());
        for point in &points {
            let began = Instant::now();
            let found = library.nearest(*point, PAGE)?;
            tree.push(ms(began));
            let began = Instant::now();
            let all = scanned(entries, *point);
            scan.push(ms(began));
            let same = found.iter().map(|hit| hit.key).eq(all);
            ensure!(same, "tree and scan find different documents at {point:?}");
        }
        for (what, share) in [
            ("the nearest, median", 0.5),
            ("the nearest, of 100 the slowest", 0.99),
        ] {
            let times = (at(&mut tree, share), at(&mut scan, share));
            self.row(what, times, "linear scan", "ms");
        }
        Ok(())
    }

    /// What the window asks for when a structure is clicked, against a look at every document for its best structure alone.
    fn structures(&mut self, library: &Library, entries: &[Entry]) -> anyhow::Result<()> {
        let catalogue = Catalogue::builtin();
        let (mut ours, mut scan) = (Vec::new(), Vec::new());
        for _ in 0..QUESTIONS / 4 {
            let entry = &entries[self.chance.below(entries.len())];
            let Some(structure) = catalogue.index_of(&entry.structure) else {
                continue;
            };
            let query = Query {
                structures: vec![structure],
                min_p: Some(0.3),
                limit: PAGE,
                ..Query::default()
            };
            let began = Instant::now();
            black_box(library.search(&query, catalogue)?);
            ours.push(ms(began));
            let began = Instant::now();
            let there = |other: &&Entry| other.structure == entry.structure;
            let mut found: Vec<(f32, i64)> = (entries.iter().filter(there))
                .map(|other| (other.p, other.key))
                .collect();
            found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            found.truncate(PAGE);
            black_box(found);
            scan.push(ms(began));
        }
        for (what, share) in [
            ("of a structure, first page, median", 0.5),
            ("the same, of 100 the slowest", 0.99),
        ] {
            if !ours.is_empty() {
                let times = (at(&mut ours, share), at(&mut scan, share));
                let rival = "linear scan, those that are best in it alone";
                self.row(what, times, rival, "ms");
            }
        }
        Ok(())
    }

    fn words(&mut self, path: &Path, library: &Library, entries: &[Entry]) -> anyhow::Result<()> {
        let index = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        index.pragma_update(None, "cache_size", -65_536)?;
        let mut alone = index.prepare(
            "SELECT rowid FROM text_index WHERE text_index MATCH ?1 ORDER BY bm25(text_index, 4.0, 1.0) LIMIT ?2",
        )?;
        let (mut words, mut theirs) = (Vec::new(), Vec::new());
        for n in 0..QUESTIONS / 4 {
            let title = &entries[self.chance.below(entries.len())].title;
            let word = title.split_whitespace().filter(|w| w.len() > 4).nth(n % 2);
            let Some(word) = word else { continue };
            let word: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
            let query = Query {
                text: Some(word.clone()),
                limit: PAGE,
                ..Query::default()
            };
            let began = Instant::now();
            black_box(library.search(&query, Catalogue::builtin())?);
            words.push(ms(began));
            let began = Instant::now();
            let rows = alone.query_map(params![word, PAGE as i64], |row| row.get::<_, i64>(0))?;
            black_box(rows.count());
            theirs.push(ms(began));
        }
        for (what, share) in [
            ("words, first page, median", 0.5),
            ("the same, of 100 the slowest", 0.99),
        ] {
            if !words.is_empty() {
                let times = (at(&mut words, share), at(&mut theirs, share));
                self.row(what, times, "FTS5 alone", "ms");
            }
        }
        Ok(())
    }
}

/// Keys of the nearest documents, by looking at every one.
fn scanned(entries: &[Entry], point: [f32; 3]) -> impl Iterator<Item = i64> {
    let mut all: Vec<(f32, i64)> = entries
        .iter()
        .map(|entry| {
            let apart = entry.point_mm.iter().zip(point);
            let squared: f32 = apart.map(|(a, b)| (a - b) * (a - b)).sum();
            (squared.sqrt(), entry.key)
        })
        .collect();
    let nearer = |a: &(f32, i64), b: &(f32, i64)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    if all.len() > PAGE {
        all.select_nth_unstable_by(PAGE - 1, nearer);
        all.truncate(PAGE);
    }
    all.sort_by(nearer);
    all.into_iter().map(|(_, key)| key)
}

/// The value that a share of them stays below.
fn at(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[((values.len() - 1) as f64 * share).round() as usize]
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
