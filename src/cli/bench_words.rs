//! What `bench library` asks by words: of the library's own index and of the one that windows make beside it of large libraries, each against FTS5
//! alone. Both must find the same, or the run ends.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use anatomy::Catalogue;
use anyhow::{Context as _, ensure};
use library::{Library, Query, Spot};
use rusqlite::{Connection, OpenFlags, params};

use super::bench_questions::{Bench, PAGE, QUESTIONS, ms};

/// Questions of a kind.
struct Kind {
    /// The names of its rows.
    rows: [&'static str; 2],
    /// Those of the rows of the index beside.
    beside: [&'static str; 2],
    any: bool,
    /// Words of a title that are asked for.
    most: usize,
}

const KINDS: [Kind; 3] = [
    Kind {
        rows: [
            "words, first page, exact count, median",
            "the same, of 100 the slowest",
        ],
        beside: [
            "words with the index beside, median",
            "the same, of 100 the slowest",
        ],
        any: false,
        most: 1,
    },
    Kind {
        rows: ["two words, median", "the same, of 100 the slowest"],
        beside: [
            "two words with the index beside, median",
            "the same, of 100 the slowest",
        ],
        any: false,
        most: 2,
    },
    Kind {
        rows: [
            "any word of a title, ranked, median",
            "the same, of 100 the slowest",
        ],
        beside: [
            "the same with the index beside, median",
            "the same, of 100 the slowest",
        ],
        any: true,
        most: 12,
    },
];

/// What came of one question.
type Found = (Vec<i64>, usize);

/// Asks.
pub fn words(
    bench: &mut Bench<'_>,
    path: &Path,
    library: &Library,
    spots: &[Spot],
) -> anyhow::Result<()> {
    let index = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    index.pragma_update(None, "cache_size", -65_536)?;
    library.leave_words_to_fts5();
    let mut asked = Vec::new();
    for kind in &KINDS {
        let texts = texts(bench, library, spots, kind)?;
        let mut alone = Vec::new();
        for text in &texts {
            alone.push(fts5_alone(&index, text, kind)?);
        }
        let (mut ours, found) = times(library, &texts, kind)?;
        bench.times(kind.rows, &mut ours, &mut alone.clone(), "FTS5 alone");
        asked.push((kind, texts, alone, found));
    }
    let beside = path.parent().context("a file lies in a folder")?;
    let folder = tempfile::tempdir_in(beside)?;
    made(bench, &index, library, folder.path())?;
    for (kind, texts, mut alone, found) in asked {
        let (mut ours, again) = times(library, &texts, kind)?;
        ensure!(
            found == again,
            "the two indexes of words find different documents"
        );
        bench.times(kind.beside, &mut ours, &mut alone, "FTS5 alone");
    }
    library.leave_words_to_fts5();
    Ok(())
}

/// Words of titles.
fn texts(
    bench: &mut Bench<'_>,
    library: &Library,
    spots: &[Spot],
    kind: &Kind,
) -> anyhow::Result<Vec<String>> {
    let mut texts = Vec::new();
    for n in 0..QUESTIONS / 4 {
        let key = spots[bench.chance.below(spots.len())].key;
        let Some(entry) = library.entry(key)? else {
            continue;
        };
        let long = entry.title.split_whitespace().filter(|w| w.len() > 4);
        let words = long.skip(n % 2).take(kind.most).map(|word| {
            let letters = word.chars().filter(|c| c.is_alphanumeric());
            letters.collect::<String>()
        });
        let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
        if !words.is_empty() {
            texts.push(words.join(" "));
        }
    }
    Ok(texts)
}

/// Milliseconds that FTS5 takes for the first page alone.
fn fts5_alone(index: &Connection, text: &str, kind: &Kind) -> anyhow::Result<f64> {
    let mut alone = index.prepare_cached(
        "SELECT rowid FROM text_index WHERE text_index MATCH ?1 ORDER BY bm25(text_index, 4.0, 1.0) LIMIT ?2",
    )?;
    let join = if kind.any { " OR " } else { " AND " };
    let quoted: Vec<String> = text.split(' ').map(|word| format!("\"{word}\"")).collect();
    let began = Instant::now();
    let rows = alone.query_map(params![quoted.join(join), PAGE as i64], |row| {
        row.get::<_, i64>(0)
    })?;
    black_box(rows.count());
    Ok(ms(began))
}

/// Milliseconds that the library takes, and what it finds.
fn times(
    library: &Library,
    texts: &[String],
    kind: &Kind,
) -> anyhow::Result<(Vec<f64>, Vec<Found>)> {
    let (mut times, mut all) = (Vec::new(), Vec::new());
    for text in texts {
        let query = Query {
            text: Some(text.clone()),
            any_word: kind.any,
            limit: PAGE,
            ..Query::default()
        };
        let began = Instant::now();
        let answer = library.search(&query, Catalogue::builtin())?;
        times.push(ms(began));
        let keys = answer.hits.iter().map(|hit| hit.key).collect();
        all.push((keys, answer.total));
    }
    Ok((times, all))
}

/// Makes the index: how long that takes, and how much room.
fn made(
    bench: &mut Bench<'_>,
    index: &Connection,
    library: &Library,
    folder: &Path,
) -> anyhow::Result<()> {
    index.execute_batch(
        "CREATE VIRTUAL TABLE temp.words_said USING fts5vocab(main, text_index, instance)",
    )?;
    let began = Instant::now();
    let indexed = library.index_words(folder)?;
    let ours = ms(began);
    ensure!(
        indexed.documents == bench.documents as u64,
        "documents are missing in the index of words"
    );
    let began = Instant::now();
    let mut all = index.prepare("SELECT term, doc, col FROM temp.words_said")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        black_box(row.get_ref(0)?);
    }
    let pass = ms(began);
    let rival = "a pass over the words of FTS5";
    bench.row("the index of words beside, made", (ours, pass), rival, "ms");
    let fts5: i64 = index.query_row(
        "SELECT sum(length(block)) FROM text_index_data",
        [],
        |row| row.get(0),
    )?;
    let count = bench.documents as f64;
    let sizes = (indexed.bytes as f64 / count, fts5 as f64 / count);
    bench.row(
        "its file",
        sizes,
        "FTS5's part of the library",
        "bytes each",
    );
    Ok(())
}
