//! The store: round trips, duplicates, foreign files, structures, words, export.

mod common;

use std::fs;
use std::path::PathBuf;

use anatomy::{Catalogue, StructureIndex};
use common::{Files, read};
use grounding::{Evidence, Grounding, SentenceGrounding};
use library::{
    Body, Document, DuplicateBy, Entry, ExportFormat, Library, LibraryError, Match, Query, Source,
};

fn document(id: &str, title: &str) -> Document {
    Document {
        id: id.into(),
        title: title.into(),
        text: format!("The text of {id}."),
        ..Document::default()
    }
}

fn grounding(point_mm: [f32; 3], evidence: &[(&str, f32)]) -> Grounding {
    Grounding {
        point_mm,
        structure: evidence[0].0.into(),
        distance_mm: 0.0,
        structures: evidence
            .iter()
            .map(|&(id, p)| Evidence { id: id.into(), p })
            .collect(),
        outside_p: 1.0 - evidence[0].1,
        model: "cga-1".into(),
        engine: "test".into(),
        ..Grounding::default()
    }
}

fn full() -> (Document, Grounding) {
    let text = "The liver is large. It has lobes.".to_owned();
    let document = Document {
        id: "PMID:7".into(),
        title: "=Liver, \"lobes\"".into(),
        text: text.clone(),
        authors: vec!["Lee, Ann".into(), "Ek, Bo".into()],
        year: Some(2019),
        journal: Some("Journal of Lobes".into()),
        doi: Some("10.1000/lobes.1".into()),
        pmid: Some("7".into()),
        url: Some("https://example.org/7".into()),
        kind: Some("Review".into()),
        mesh: vec!["Liver".into(), "Diet, Healthy".into()],
        keywords: vec!["lobe".into()],
        labels: Some(serde_json::json!({"structures": ["liver"]})),
        collection: Some("sample".into()),
        group: Some("g".into()),
        source: Source {
            path: PathBuf::from("refs.ris"),
            record: 3,
            line: Some(40),
        },
        warnings: Vec::new(),
    };
    let sentence = |start: usize, end: usize, text: &str| SentenceGrounding {
        text: text.into(),
        start,
        end,
        point_mm: [start as f32, 0.1, -3.25],
        structure: "liver".into(),
        p: 0.7,
    };
    let grounding = Grounding {
        sentences: vec![
            sentence(0, 19, &text[..19]),
            sentence(20, 33, "not the slice"),
        ],
        embedding: (0..384).map(|i| i as f32 / 384.0).collect(),
        elsewhere: vec![Evidence {
            id: "brain".into(),
            p: 0.75,
        }],
        ..grounding(
            [-60.5, -20.25, 110.1],
            &[("liver", 0.9), ("gallbladder", 0.2), ("lung", 0.01)],
        )
    };
    (document, grounding)
}

#[test]
fn a_library_is_as_it_was_after_closing() {
    let files = Files::new();
    let path = files.path().join("a.corpusatlas");
    let (document, grounding) = full();
    {
        let mut library = Library::create(&path).expect("a new library");
        let report = library
            .add(&[(document.clone(), grounding.clone())])
            .expect("added");
        assert_eq!(report.added, 1);
        library.set_setting("view", Some("anterior")).expect("kept");
        library.set_setting("gone", Some("x")).expect("kept");
        library.set_setting("gone", None).expect("forgotten");
    }
    let names: Vec<_> = fs::read_dir(files.path())
        .expect("the folder")
        .map(|e| e.expect("an entry").file_name())
        .collect();
    assert_eq!(names, ["a.corpusatlas"], "one file");
    let library = Library::open(&path).expect("it opens");
    let stored = library.get("PMID:7").expect("readable").expect("there");
    assert_eq!(stored.document, document);
    assert_eq!(stored.grounding, grounding);
    assert_eq!(
        library.setting("view").expect("readable").as_deref(),
        Some("anterior")
    );
    assert_eq!(library.setting("gone").expect("readable"), None);
    assert_eq!(
        library.embeddings().expect("readable"),
        [(stored.key, grounding.embedding)]
    );
    let entries = library.entries().expect("readable");
    assert_eq!(
        entries,
        [Entry {
            key: stored.key,
            id: "PMID:7".into(),
            title: document.title,
            year: Some(2019),
            kind: Some("Review".into()),
            point_mm: [-60.5, -20.25, 110.1],
            structure: "liver".into(),
            p: 0.9,
            outside_p: 1.0 - 0.9,
        }]
    );
}

#[test]
fn what_is_no_library_is_not_opened() {
    let files = Files::new();
    let open = |path: &PathBuf| match Library::open(path) {
        Ok(_) => panic!("{} opened", path.display()),
        Err(error) => error.to_string(),
    };
    assert!(open(&files.path().join("none")).contains("there is no such library"));
    assert!(
        open(&files.write("a.txt", "Text"))
            .ends_with("this is not a Corpus Atlas library (plain text)")
    );
    assert!(open(&files.write("b", "")).contains("(empty)"));
    assert!(open(&files.write("c.pdf", "%PDF-1.4")).contains("(a PDF)"));
    assert!(open(&files.path().to_owned()).contains("(a folder)"));
    let foreign = files.path().join("foreign.db");
    rusqlite::Connection::open(&foreign)
        .and_then(|c| c.execute_batch("CREATE TABLE t (x)"))
        .expect("a database");
    assert!(open(&foreign).contains("an SQLite file of another program"));
    let damaged = files.write(
        "damaged",
        [b"SQLite format 3\0".as_slice(), &[7; 5000]].concat(),
    );
    assert!(
        open(&damaged).contains("not a Corpus Atlas library"),
        "{}",
        open(&damaged)
    );

    let newer = files.path().join("newer");
    drop(Library::create(&newer).expect("a new library"));
    rusqlite::Connection::open(&newer)
        .and_then(|c| c.pragma_update(None, "user_version", 99))
        .expect("a database");
    assert!(matches!(
        Library::open(&newer),
        Err(LibraryError::Newer { found: 99, .. })
    ));
    assert!(matches!(
        Library::create(&newer),
        Err(LibraryError::Exists(_))
    ));
}

#[test]
fn duplicates_are_found_in_the_batch_and_in_the_store() {
    let mut library = Library::in_memory().expect("memory");
    let at = grounding([0.0; 3], &[("liver", 0.9)]);
    let with = |id: &str, title: &str, doi: Option<&str>, pmid: Option<&str>, year: Option<i32>| {
        let mut document = document(id, title);
        (document.doi, document.pmid, document.year) =
            (doi.map(Into::into), pmid.map(Into::into), year);
        (document, at.clone())
    };
    let first = [
        with(
            "a",
            "The lobes of the human liver",
            Some("10.1000/A"),
            Some("11"),
            Some(2019),
        ),
        with(
            "b",
            "Another title",
            Some("https://doi.org/10.1000/a"),
            None,
            None,
        ),
        with("c", "A third one", None, Some("PMID: 11"), None),
    ];
    let report = library.add(&first).expect("added");
    assert_eq!(report.added, 1);
    let by: Vec<_> = report
        .duplicates
        .iter()
        .map(|d| (d.index, d.id.as_str(), d.of_id.as_str(), d.by))
        .collect();
    assert_eq!(
        by,
        [
            (1, "b", "a", DuplicateBy::Doi),
            (2, "c", "a", DuplicateBy::Pmid)
        ]
    );

    let second = [
        with("d", "THE LOBES OF THE HUMAN LIVER.", None, None, Some(2019)), // same year
        with("e", "The lobes of the human liver", None, None, None), // no year, but a title that is one work's
        with("f", "The lobes of the human liver", None, None, Some(2001)), // another year
        with(
            "g",
            "The lobes of the human liver",
            Some("10.1000/b"),
            None,
            Some(2019),
        ), // another DOI
        with("h", "Editorial", None, None, Some(2001)),
        with("i", "Editorial", None, None, Some(2001)), // two editorials of a year
    ];
    let report = library.add(&second).expect("added");
    let by: Vec<_> = report
        .duplicates
        .iter()
        .map(|d| (d.id.as_str(), d.by))
        .collect();
    assert_eq!(by, [("d", DuplicateBy::Title), ("e", DuplicateBy::Title)]);
    assert_eq!(report.added, 4);

    let mut same_id = with("h", "Something else", None, None, None);
    same_id.0.text = "Another text.".into();
    let again = with("h", "Editorial", None, None, None);
    let report = library.add(&[same_id, again]).expect("added");
    assert_eq!((report.added, report.duplicates.len()), (1, 1));
    assert!(
        library.get("h~2").expect("readable").is_some(),
        "another document of the same id gets a number"
    );
    assert_eq!(library.len().expect("readable"), 6);
}

#[test]
fn a_point_that_is_no_number_is_refused_and_the_rest_added() {
    let mut library = Library::in_memory().expect("memory");
    let batch = [
        (
            document("a", "A"),
            grounding([f32::NAN, 0.0, 0.0], &[("liver", 0.9)]),
        ),
        (document("b", "B"), grounding([0.0; 3], &[("liver", 0.9)])),
    ];
    let report = library.add(&batch).expect("added");
    assert_eq!(
        (
            report.added,
            report.refused.len(),
            report.refused[0].id.as_str()
        ),
        (1, 1, "a")
    );
}

#[test]
fn removing_and_grounding_again() {
    let mut library = Library::in_memory().expect("memory");
    let (full_document, full_grounding) = full();
    let report = library
        .add(&[
            (full_document, full_grounding),
            (
                document("b", "Spleen"),
                grounding([50.0, 0.0, 0.0], &[("spleen", 0.8)]),
            ),
        ])
        .expect("added");
    assert_eq!(
        library.nearest([-60.0, -20.0, 110.0], 1).expect("readable")[0].id,
        "PMID:7"
    );
    assert_eq!(
        library
            .nearest_sentences([20.0, 0.0, -3.0], 1)
            .expect("readable")[0]
            .number,
        1
    );
    let old = library.placed_by_others("cga-2").expect("readable");
    assert_eq!(old, report.keys);
    let anew = Grounding {
        model: "cga-2".into(),
        ..grounding([0.0, 0.0, 9.0], &[("stomach", 0.6)])
    };
    let placed = [(report.keys[1], anew.clone()), (999, anew.clone())];
    assert_eq!(library.set_groundings(&placed).expect("written"), 1);
    let old = library.placed_by_others("cga-2").expect("readable");
    assert_eq!(old, [report.keys[0]]);
    // One that cannot be kept, and none is.
    let broken = Grounding {
        point_mm: [f32::NAN; 3],
        ..anew.clone()
    };
    let placed = [(report.keys[0], anew), (report.keys[1], broken)];
    assert!(library.set_groundings(&placed).is_err());
    let old = library.placed_by_others("cga-2").expect("readable");
    assert_eq!(old, [report.keys[0]]);
    let hit = &library.nearest([0.0; 3], 1).expect("readable")[0];
    assert_eq!(
        (hit.id.as_str(), hit.structure.as_str(), hit.distance_mm),
        ("b", "stomach", Some(9.0))
    );
    assert_eq!(library.remove(&[report.keys[0], 999]).expect("written"), 1);
    assert_eq!(library.len().expect("readable"), 1);
    assert!(library.get("PMID:7").expect("readable").is_none());
    assert!(
        library
            .nearest_sentences([0.0; 3], 9)
            .expect("readable")
            .is_empty()
    );
    assert!(
        library.matching("liver", 9).expect("readable").is_empty(),
        "the words are gone too"
    );
}

/// The catalogue with every structure a ball of 10 mm around the origin.
struct Ball;

impl Body for Ball {
    fn catalogue(&self) -> &Catalogue {
        Catalogue::builtin()
    }

    fn distance_mm(&self, _: StructureIndex, point: [f32; 3]) -> Option<f32> {
        Some((point.iter().map(|v| v * v).sum::<f32>().sqrt() - 10.0).max(0.0))
    }
}

/// A structure that has a parent with this parent's id, from the real catalogue.
fn part_and_whole() -> (&'static str, &'static str) {
    let catalogue = Catalogue::builtin();
    let part = catalogue.index_of("right_kidney").or_else(|| {
        catalogue
            .indices()
            .find(|i| catalogue.get(*i).parent.is_some())
    });
    let part = catalogue.get(part.expect("a part"));
    (&part.id, &catalogue.get(part.parent.expect("a parent")).id)
}

#[test]
fn structures_rank_best_first_then_by_evidence_then_by_distance() {
    let (part, whole) = part_and_whole();
    let mut library = Library::in_memory().expect("memory");
    let add = |library: &mut Library, id: &str, point, evidence: &[(&str, f32)]| {
        let report = library
            .add(&[(document(id, id), grounding(point, evidence))])
            .expect("added");
        assert_eq!(report.added, 1);
    };
    add(&mut library, "far", [90.0, 0.0, 0.0], &[(part, 0.8)]);
    add(&mut library, "near", [20.0, 0.0, 0.0], &[(part, 0.8)]);
    add(&mut library, "best", [99.0, 0.0, 0.0], &[(part, 0.9)]);
    add(
        &mut library,
        "mentions",
        [0.0, 0.0, 0.0],
        &[("spleen", 0.95), (part, 0.6)],
    );
    add(&mut library, "whole", [0.0, 0.0, 0.0], &[(whole, 0.7)]);
    add(&mut library, "other", [0.0, 0.0, 0.0], &[("spleen", 0.9)]);
    let hits = library.in_structures(&[part], &Ball, 10).expect("readable");
    let found: Vec<_> = hits
        .iter()
        .map(|h| (h.id.as_str(), h.structure_match, h.distance_mm))
        .collect();
    assert_eq!(
        found,
        [
            ("best", Some(Match::Best), Some(89.0)),
            ("near", Some(Match::Best), Some(10.0)),
            ("far", Some(Match::Best), Some(80.0)),
            ("mentions", Some(Match::Evidence), Some(0.0)),
            ("whole", Some(Match::Whole), Some(0.0)),
        ]
    );
    let hits = library
        .in_structures(&[whole], &Ball, 10)
        .expect("readable");
    assert_eq!(
        hits.iter().map(|h| h.id.as_str()).collect::<Vec<_>>(),
        ["best", "near", "far", "whole", "mentions"]
    );
    assert!(
        library
            .in_structures(&["no such structure"], &Ball, 10)
            .expect("readable")
            .is_empty()
    );
    assert_eq!(
        library
            .in_structures(&[part], Catalogue::builtin(), 2)
            .expect("readable")
            .len(),
        2
    );
}

#[test]
fn words_points_and_structures_narrow_together() {
    let mut library = Library::in_memory().expect("memory");
    let entries = [
        (
            "a",
            "Cirrhosis of the liver",
            "Scars everywhere.",
            [0.0, 0.0, 0.0],
            "liver",
        ),
        (
            "b",
            "A case",
            "The cirrhotic liver of an old man.",
            [5.0, 0.0, 0.0],
            "liver",
        ),
        (
            "c",
            "Spleen",
            "The spleen in cirrhosis.",
            [80.0, 0.0, 0.0],
            "spleen",
        ),
        (
            "d",
            "Überleben",
            "Größe der Leber.",
            [1.0, 0.0, 0.0],
            "liver",
        ),
    ];
    let batch: Vec<_> = entries
        .iter()
        .map(|&(id, title, text, point, structure)| {
            (
                Document {
                    text: text.into(),
                    ..document(id, title)
                },
                grounding(point, &[(structure, 0.8)]),
            )
        })
        .collect();
    assert_eq!(library.add(&batch).expect("added").added, 4);
    let ids = |query: Query| -> Vec<String> {
        let query = Query { limit: 10, ..query };
        library
            .search(&query, Catalogue::builtin())
            .expect("readable")
            .into_iter()
            .map(|hit| hit.id)
            .collect()
    };
    let text = |text: &str| Query {
        text: Some(text.into()),
        ..Query::default()
    };
    assert_eq!(ids(text("cirrhosis")), ["a", "c"], "the title counts more");
    assert_eq!(ids(text("uberleben")), ["d"], "accents do not matter");
    assert_eq!(
        ids(text("cirr")).len(),
        3,
        "an unfinished word matches as a beginning"
    );
    assert_eq!(ids(text("\"liver of\"")), ["b"]);
    assert_eq!(
        ids(text("spleen scars")),
        ["c", "a"],
        "no document has both words"
    );
    assert_eq!(
        ids(Query {
            structures: vec!["liver".into()],
            ..text("cirrhosis")
        }),
        ["a"]
    );
    assert_eq!(
        ids(Query {
            near: Some([4.0, 0.0, 0.0]),
            ..Query::default()
        }),
        ["b", "d", "a", "c"]
    );
    assert_eq!(
        ids(Query {
            near: Some([0.0; 3]),
            radius_mm: Some(2.0),
            ..Query::default()
        }),
        ["a", "d"]
    );
    assert_eq!(ids(Query::default()), ["a", "b", "c", "d"]);
    let query = Query {
        near: Some([80.0, 0.0, 0.0]),
        limit: 1,
        ..text("cirrhosis")
    };
    let hit = &library
        .search(&query, Catalogue::builtin())
        .expect("readable")[0];
    assert_eq!(
        (hit.distance_mm.is_some(), hit.text_rank.is_some()),
        (true, true),
        "{hit:?}"
    );
}

#[test]
fn exports_hold_everything_and_json_lines_come_back() {
    let files = Files::new();
    let mut library = Library::in_memory().expect("memory");
    let (full_document, full_grounding) = full();
    let plain = Document {
        text: "One\nline, and \"another\".".into(),
        ..document("b", "Spleen")
    };
    library
        .add(&[
            (full_document.clone(), full_grounding),
            (
                plain.clone(),
                grounding([1.5, 2.0, 3.0], &[("spleen", 0.8)]),
            ),
        ])
        .expect("added");

    let mut csv = Vec::new();
    assert_eq!(
        library
            .export(ExportFormat::Csv, None, &mut csv)
            .expect("written"),
        2
    );
    let mut reader = csv::Reader::from_reader(csv.as_slice());
    assert_eq!(
        reader.headers().expect("a head"),
        library::CSV_COLUMNS.to_vec()
    );
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
    let column = |row: usize, name: &str| {
        rows[row][library::CSV_COLUMNS
            .iter()
            .position(|c| *c == name)
            .expect("a column")]
        .to_owned()
    };
    assert_eq!(
        column(0, "title"),
        "'=Liver, \"lobes\"",
        "no spreadsheet runs it"
    );
    assert_eq!(
        (column(0, "x_mm"), column(0, "structure"), column(0, "p")),
        ("-60.5".into(), "liver".into(), "0.9".into())
    );
    assert_eq!(
        (column(0, "mesh"), column(0, "labels")),
        (
            "Liver; Diet, Healthy".into(),
            "{\"structures\":[\"liver\"]}".into()
        )
    );
    assert_eq!(column(0, "elsewhere"), "brain 0.7500");
    assert_eq!(column(1, "elsewhere"), "");
    assert_eq!(column(1, "text"), plain.text);

    let mut lines = Vec::new();
    assert_eq!(
        library
            .export(ExportFormat::JsonLines, None, &mut lines)
            .expect("written"),
        2
    );
    let first: serde_json::Value =
        serde_json::from_slice(lines.split(|b| *b == b'\n').next().expect("a line")).expect("JSON");
    assert_eq!(first["structure"], "liver");
    assert_eq!(first["structures"][1]["id"], "gallbladder");
    assert_eq!(first["sentences"][1]["text"], "not the slice");
    assert_eq!(
        (
            first["source_path"].as_str(),
            first["source_record"].as_u64()
        ),
        (Some("refs.ris"), Some(3))
    );
    assert!(
        String::from_utf8_lossy(&lines).contains("\"p\":0.9}"),
        "numbers are not blown up"
    );
    let path = files.write("export.jsonl", &lines);
    let (documents, errors) = read(std::slice::from_ref(&path));
    assert!(errors.is_empty(), "{errors:?}");
    let expected: Vec<Document> = [full_document, plain]
        .into_iter()
        .zip(1..)
        .map(|(document, n)| Document {
            source: Source {
                path: path.clone(),
                record: n,
                line: Some(n),
            },
            ..document
        })
        .collect();
    assert_eq!(documents, expected);
    let again: Vec<_> = documents
        .into_iter()
        .map(|d| (d, grounding([0.0; 3], &[("liver", 0.5)])))
        .collect();
    assert_eq!(
        library.add(&again).expect("added").duplicates.len(),
        2,
        "an export is known when it comes back"
    );
}

#[test]
fn a_hundred_thousand_entries_load_fast() {
    let mut library = Library::in_memory().expect("memory");
    let count = if std::env::var_os("LIBRARY_LARGE_TESTS").is_some() {
        100_000
    } else {
        5_000
    };
    let batch: Vec<_> = (0..count)
        .map(|i| {
            let point = [(i % 500) as f32, (i % 300) as f32, (i % 700) as f32];
            (
                document(&format!("d{i}"), &format!("Title number {i}")),
                grounding(point, &[("liver", 0.5)]),
            )
        })
        .collect();
    assert_eq!(library.add(&batch).expect("added").added, count);
    let start = std::time::Instant::now();
    assert_eq!(library.entries().expect("readable").len(), count);
    let entries = start.elapsed();
    let start = std::time::Instant::now();
    assert_eq!(library.nearest([0.0; 3], 50).expect("readable").len(), 50);
    println!(
        "{count} documents: entries in {entries:?}, first nearest (builds the tree) in {:?}",
        start.elapsed()
    );
    assert!(entries.as_secs() < 5);
}
