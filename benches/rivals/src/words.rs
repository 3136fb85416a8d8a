//! Words: the program's own index of words and SQLite's FTS5, of which that is made, against tantivy, over the same titles and texts.

use std::fs::File;
use std::io::BufWriter;

use std::time::Instant;

use anyhow::{Context as _, ensure};
use rusqlite::{Connection, params};
use tantivy::collector::{Count, TopDocs};
use tantivy::query::QueryParser;
use tantivy::schema::{IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions};
use tantivy::{Index, IndexWriter, doc};

use crate::ours::{asking::Asking, file::Writer, index::Index as Own, make, source};
use crate::{Chance, tell, timed};

/// Questions.
const QUESTIONS: usize = 50;
/// Hits of a first page.
const PAGE: usize = 50;
/// Documents given to the index in one transaction, as an import does.
const BATCH: usize = 128;
/// The index of words of a library.
const TEXT_INDEX: &str = "CREATE VIRTUAL TABLE text_index USING fts5 (title, text, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2')";

pub fn compare(library: &Connection, texts: usize) -> anyhow::Result<()> {
    let limit = i64::try_from(texts).unwrap_or(i64::MAX);
    let rows: Vec<(i64, String, String)> = library
        .prepare("SELECT key, title, text FROM documents JOIN contents USING (key) ORDER BY key LIMIT ?1")?
        .query_map([limit], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_, _>>()?;
    let folder = std::env::temp_dir().join(format!("rivals-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("tantivy"))?;
    let compared = compare_in(&folder, &rows);
    std::fs::remove_dir_all(&folder)?;
    compared
}

fn compare_in(folder: &std::path::Path, rows: &[(i64, String, String)]) -> anyhow::Result<()> {
    let fts = Connection::open(folder.join("fts"))?;
    fts.execute_batch(
        "PRAGMA cache_size = -65536; PRAGMA synchronous = OFF; CREATE TABLE sums (key INTEGER PRIMARY KEY, body INTEGER)",
    )?;
    fts.execute_batch(TEXT_INDEX)?;
    let began = Instant::now();
    for batch in rows.chunks(BATCH) {
        fts.execute_batch("BEGIN")?;
        let mut put =
            fts.prepare_cached("INSERT INTO text_index (rowid, title, text) VALUES (?1, ?2, ?3)")?;
        for (key, title, text) in batch {
            put.execute(params![key, title, text])?;
        }
        drop(put);
        fts.execute_batch("COMMIT")?;
    }
    let fts_s = began.elapsed().as_secs_f64();

    let began = Instant::now();
    let path = folder.join("words");
    source::open_said(&fts)?;
    let to = Writer::new(BufWriter::with_capacity(1 << 20, File::create(&path)?));
    make::make(
        &fts,
        to,
        [0; 16],
        &make::Signals::default(),
        make::Turns::default(),
    )?;
    let own_s = began.elapsed().as_secs_f64();
    let mut own = Own::open(File::open(&path)?)?;
    let tokens = source::Tokens::new(TEXT_INDEX)?;
    println!(
        "words: our index made of FTS5's in {own_s:.1} s, {} MB; FTS5's file {} MB",
        path.metadata()?.len() >> 20,
        folder.join("fts").metadata()?.len() >> 20
    );

    let mut schema = Schema::builder();
    let stemmed = TextFieldIndexing::default()
        .set_tokenizer("en_stem")
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let words = TextOptions::default().set_indexing_options(stemmed);
    let title = schema.add_text_field("title", words.clone());
    let text = schema.add_text_field("text", words);
    let key = schema.add_i64_field("key", STORED);
    let index = Index::create_in_dir(folder.join("tantivy"), schema.build())?;
    let began = Instant::now();
    let mut writer: IndexWriter = index.writer(200 << 20)?;
    for (number, own_title, own_text) in rows {
        writer.add_document(
            doc!(key => *number, title => own_title.as_str(), text => own_text.as_str()),
        )?;
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    let tantivy_s = began.elapsed().as_secs_f64();
    println!(
        "words: {} texts indexed in {fts_s:.1} s (FTS5, one thread, {BATCH} a transaction), {tantivy_s:.1} s (tantivy, its threads, one commit; {} MB)",
        rows.len(),
        size_of_folder(&folder.join("tantivy"))? >> 20
    );

    let searcher = index.reader()?.searcher();
    let mut parser = QueryParser::for_index(&index, vec![title, text]);
    parser.set_field_boost(title, 4.0);
    parser.set_conjunction_by_default();
    let mut page = fts.prepare(
        "SELECT rowid FROM text_index WHERE text_index MATCH ?1 ORDER BY bm25(text_index, 4.0, 1.0), rowid LIMIT ?2",
    )?;
    let mut count = fts.prepare("SELECT count(*) FROM text_index WHERE text_index MATCH ?1")?;
    let mut chance = Chance(rows.len() as u64);
    for asked in [1, 2] {
        let (mut ours, mut fts_alone, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
        let (mut found, mut others) = (0_i64, 0_usize);
        for n in 0..QUESTIONS {
            let (_, own_title, _) = &rows[chance.below(rows.len())];
            let long = own_title.split_whitespace().filter(|word| word.len() > 4);
            let words: Vec<String> = long
                .skip(n % 2)
                .take(asked)
                .map(|word| word.chars().filter(|c| c.is_alphanumeric()).collect())
                .filter(|word: &String| !word.is_empty())
                .collect();
            if words.len() < asked {
                continue;
            }
            let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            let (ms, own_found) = timed(|| -> anyhow::Result<Vec<i64>> {
                let words = tokens.words(words.iter().map(String::as_str))?;
                let words = words.context("words that are several")?;
                let mut found = Asking::new(&mut own, words).found(false, false, PAGE)?;
                let found = found.pop().context("an answer")?;
                Ok(found.into_iter().map(|(key, _)| key).collect())
            });
            let Ok(own_found) = own_found else { continue };
            ours.push(ms);
            let (ms, fts_found) = timed(|| -> rusqlite::Result<(Vec<i64>, i64)> {
                let asked = quoted.join(" AND ");
                let rows =
                    page.query_map(params![asked, PAGE as i64], |row| row.get::<_, i64>(0))?;
                let first = rows.collect::<Result<_, _>>()?;
                Ok((first, count.query_row([asked], |row| row.get(0))?))
            });
            let (first, total) = fts_found?;
            ensure!(
                own_found.len() as i64 == total && own_found.starts_with(&first),
                "ours and FTS5 find different documents by {words:?}"
            );
            found += total;
            fts_alone.push(ms);
            let query = parser.parse_query(&quoted.join(" ")).context("a query")?;
            let collector = (TopDocs::with_limit(PAGE).order_by_score(), Count);
            let (ms, answer) = timed(|| searcher.search(&query, &collector));
            others += answer?.1;
            theirs.push(ms);
        }
        println!(
            "words: {asked} asked: ours and FTS5 find the same {found}, tantivy {others} in all (their stems differ)"
        );
        tell(
            &format!("words: {asked} asked, first 50 and count"),
            &mut [("ours", ours), ("FTS5", fts_alone), ("tantivy", theirs)],
        );
    }
    Ok(())
}

fn size_of_folder(folder: &std::path::Path) -> std::io::Result<u64> {
    let files = std::fs::read_dir(folder)?;
    files.map(|file| Ok(file?.metadata()?.len())).sum()
}
