//! What `bench library` asks by words: of the library's own index and of the one that windows make beside it of large libraries, each against FTS5
//! alone. Both must find the same, or the run ends.

use std::collections::{BTreeMap, HashSet};
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use anatomy::Catalogue;
use anyhow::{Context as _, ensure};
use library::{Facet, Filter, Library, Query, Spot};
use rusqlite::{Connection, OpenFlags, params};

use super::bench_questions::{Bench, PAGE, QUESTIONS, ms};

/// Questions of a kind.
struct Kind {
    /// The names of its rows.
    rows: [&'static str; 2],
    /// Those of the rows of the index beside.
    beside: [&'static str; 2],
    /// How words of a title are joined, and how many at most.
    joined: Joined,
    most: usize,
}

/// How the words of a question are joined.
#[derive(Clone, Copy, PartialEq)]
enum Joined {
    All,
    Any,
    /// The first or the second, without the third.
    Operators,
    /// Two that stand side by side, in quotes.
    Phrase,
}

impl Joined {
    /// As it is typed, and as FTS5 is asked.
    fn question(self, words: &[String]) -> (String, String) {
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        match (self, words) {
            (Self::All, _) => (words.join(" "), quoted.join(" AND ")),
            (Self::Operators, [a, b, c]) => {
                let said = format!("({a} OR {b}) NOT {c}");
                (said.clone(), said)
            }
            (Self::Phrase, _) => {
                let phrase = format!("\"{}\"", words.join(" "));
                (phrase.clone(), phrase)
            }
            _ => (words.join(" "), quoted.join(" OR ")),
        }
    }
}

/// A question as it is typed, and as FTS5 is asked.
type Question = (String, String);

const KINDS: [Kind; 5] = [
    Kind {
        rows: [
            "words, first page, exact count, median",
            "the same, of 100 the slowest",
        ],
        beside: [
            "words with the index beside, median",
            "the same, of 100 the slowest",
        ],
        joined: Joined::All,
        most: 1,
    },
    Kind {
        rows: ["two words, median", "the same, of 100 the slowest"],
        beside: [
            "two words with the index beside, median",
            "the same, of 100 the slowest",
        ],
        joined: Joined::All,
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
        joined: Joined::Any,
        most: 12,
    },
    Kind {
        rows: [
            "operators (a OR b) NOT c, median",
            "the same, of 100 the slowest",
        ],
        beside: [
            "operators with the index beside, median",
            "the same, of 100 the slowest",
        ],
        joined: Joined::Operators,
        most: 3,
    },
    Kind {
        rows: [
            "a phrase of two words, median",
            "the same, of 100 the slowest",
        ],
        beside: [
            "a phrase with the index beside, median",
            "the same, of 100 the slowest",
        ],
        joined: Joined::Phrase,
        most: 2,
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
        for (_, expression) in &texts {
            alone.push(fts5_alone(&index, expression)?);
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
    together(bench, &index, library, spots)?;
    sentences(bench, library, spots)?;
    // Its words are asked of the index, too.
    bench.alike(library, spots)?;
    bench.first_page(library, spots)?;
    library.leave_words_to_fts5();
    Ok(())
}

/// Words of titles.
fn texts(
    bench: &mut Bench<'_>,
    library: &Library,
    spots: &[Spot],
    kind: &Kind,
) -> anyhow::Result<Vec<Question>> {
    let mut texts = Vec::new();
    for n in 0..QUESTIONS / 4 {
        let key = spots[bench.chance.below(spots.len())].key;
        let Some(entry) = library.entry(key)? else {
            continue;
        };
        let all = entry.title.split_whitespace();
        let words: Vec<&str> = match kind.joined {
            Joined::Phrase => {
                let pairs: Vec<&str> = all.collect();
                let long = |pair: &&[&str]| pair.iter().all(|w| w.len() > 4);
                let mut pairs = pairs.windows(2).filter(long).skip(n % 2);
                pairs.next().unwrap_or_default().to_vec()
            }
            _ => all
                .filter(|w| w.len() > 4)
                .skip(n % 2)
                .take(kind.most)
                .collect(),
        };
        let letters = |word: &str| word.chars().filter(|c| c.is_alphanumeric()).collect();
        let words = words.into_iter().map(letters);
        let words: Vec<String> = words.filter(|word: &String| !word.is_empty()).collect();
        let is_whole = match kind.joined {
            Joined::All | Joined::Any => !words.is_empty(),
            Joined::Operators | Joined::Phrase => words.len() == kind.most,
        };
        if is_whole {
            texts.push(kind.joined.question(&words));
        }
    }
    Ok(texts)
}

/// Milliseconds that FTS5 takes for the first page alone.
fn fts5_alone(index: &Connection, expression: &str) -> anyhow::Result<f64> {
    let mut alone = index.prepare_cached(
        "SELECT rowid FROM text_index WHERE text_index MATCH ?1 ORDER BY bm25(text_index, 4.0, 1.0) LIMIT ?2",
    )?;
    let began = Instant::now();
    let rows = alone.query_map(params![expression, PAGE as i64], |row| row.get::<_, i64>(0))?;
    black_box(rows.count());
    Ok(ms(began))
}

/// Milliseconds that the library takes, and what it finds.
fn times(
    library: &Library,
    texts: &[Question],
    kind: &Kind,
) -> anyhow::Result<(Vec<f64>, Vec<Found>)> {
    let (mut times, mut all) = (Vec::new(), Vec::new());
    for (text, _) in texts {
        let query = Query {
            text: Some(text.clone()),
            any_word: kind.joined == Joined::Any,
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

/// What it costs to tell, of the first hundred that answer words, the sentences that do, as a window's list has them.
fn sentences(bench: &mut Bench<'_>, library: &Library, spots: &[Spot]) -> anyhow::Result<()> {
    const LISTED: usize = 100;
    const ROWS: [&str; 2] = [
        "any word of a title, 100 with their sentences, median",
        "the same, of 100 the slowest",
    ];
    let (mut told, mut alone) = (Vec::new(), Vec::new());
    for (text, _) in texts(bench, library, spots, &KINDS[2])? {
        let query = Query {
            text: Some(text),
            any_word: true,
            limit: LISTED,
            ..Query::default()
        };
        let began = Instant::now();
        let mut answer = library.search(&query, Catalogue::builtin())?;
        alone.push(ms(began));
        library.find_sentences(&query, &mut answer.hits);
        told.push(ms(began));
        black_box(answer.hits);
    }
    bench.times(ROWS, &mut told, &mut alone, "100 without");
    Ok(())
}

/// A sphere in which a word is looked for, mm.
const AROUND_MM: f32 = 30.0;

/// A word together with what else narrows a list, all facets counted: what comes must be what both find apart.
fn together(
    bench: &mut Bench<'_>,
    index: &Connection,
    library: &Library,
    spots: &[Spot],
) -> anyhow::Result<()> {
    let catalogue = Catalogue::builtin();
    let texts = texts(bench, library, spots, &KINDS[0])?;
    let (mut ours, mut alone) = ([const { Vec::new() }; 4], [const { Vec::new() }; 4]);
    for (text, expression) in texts {
        let spot = &spots[bench.chance.below(spots.len())];
        let Some(structure) = catalogue.index_of(&spot.structure) else {
            continue;
        };
        let words = Query {
            text: Some(text),
            limit: PAGE,
            count: true,
            ..Query::default()
        };
        let of_words: HashSet<i64> = library.search(&words, catalogue)?.keys.iter().collect();
        let wanted = BTreeMap::from([(Facet::Structure, vec![spot.structure.to_string()])]);
        let in_structure = Query::of_structures(vec![structure]);
        let filtered = Query {
            filter: Filter { wanted },
            ..Query::default()
        };
        let about = Query {
            near: Some(spot.point_mm),
            at: Some(structure),
            ..Query::default()
        };
        let near = Query {
            radius_mm: Some(AROUND_MM),
            ..about.clone()
        };
        for (n, narrows) in [in_structure, filtered, about, near]
            .into_iter()
            .enumerate()
        {
            let both = Query {
                text: words.text.clone(),
                limit: PAGE,
                count: true,
                ..narrows.clone()
            };
            let began = Instant::now();
            let found = library.search(&both, catalogue)?;
            ours[n].push(ms(began));
            alone[n].push(fts5_alone(index, &expression)?);
            let narrow = library.search(&narrows, catalogue)?;
            let narrow: HashSet<i64> = match narrow.keys.is_empty() {
                // All documents are about a point, more or less.
                true if narrow.total > 0 => of_words.clone(),
                _ => narrow.keys.iter().collect(),
            };
            let expected = of_words.intersection(&narrow).count();
            ensure!(
                found.total == expected,
                "a word and a place find {}, not {expected}",
                found.total
            );
        }
    }
    let rows = [
        [
            "a word in a structure, all facets counted, median",
            "the same, of 100 the slowest",
        ],
        [
            "a word filtered by a structure, all facets counted, median",
            "the same, of 100 the slowest",
        ],
        [
            "a word about a point, all facets counted, median",
            "the same, of 100 the slowest",
        ],
        [
            "a word within 30 mm, all facets counted, median",
            "the same, of 100 the slowest",
        ],
    ];
    for ((rows, mut ours), mut alone) in rows.into_iter().zip(ours).zip(alone) {
        bench.times(rows, &mut ours, &mut alone, "FTS5 alone, the word");
    }
    Ok(())
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
