//! The store: round trips, duplicates, foreign files, removing and placing anew.

mod common;

use std::fs;
use std::path::PathBuf;

use common::Files;
use common::documents::{document, full, grounding};
use grounding::{Grounding, PlacedIn};
use library::{Document, DuplicateBy, Entry, Library, LibraryError, PlacedBy};

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
fn what_was_placed_in_another_atlas_is_known_and_placed_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a library");
    let placed_in = |sum: &str| {
        let atlas = (!sum.is_empty()).then(|| PlacedIn {
            name: "Torso".into(),
            sum: sum.into(),
            hers: String::new(),
        });
        Grounding {
            model: "cga-2".into(),
            atlas,
            ..grounding([0.0, 0.0, 9.0], &[("stomach", 0.6)])
        }
    };
    let mut add = |id: &str, sum: &str| {
        let added = library.add(&[(document(id, id), placed_in(sum))]);
        added.expect("added").keys[0]
    };
    let unknown = add("before version 0.3", "");
    let [old, other, new] = ["1111", "3333", "2222"].map(|sum| add(sum, sum));
    let now = |model: &str, atlas: &str| PlacedBy {
        model: model.into(),
        atlas: atlas.into(),
        hers: String::new(),
    };
    let outdated = |library: &Library, now: &PlacedBy| library.outdated(now).expect("readable");
    assert_eq!(outdated(&library, &now("cga-2", "2222")), [old, other]);
    assert!(outdated(&library, &now("cga-2", "")).is_empty());
    let all = [unknown, old, other, new];
    assert_eq!(outdated(&library, &now("cga-3", "2222")), all);
    let stored = library.get_by_key(old).expect("readable").expect("there");
    let atlas = stored.grounding.atlas.expect("kept");
    assert_eq!((&*atlas.name, &*atlas.sum), ("Torso", "1111"));
    // In the trash it is none of them; back, it is again.
    library.remove(&[old]).expect("removed");
    assert_eq!(outdated(&library, &now("cga-2", "2222")), [other]);
    library.restore(&[old]).expect("restored");
    library
        .set_groundings(&[(other, placed_in("2222"))])
        .expect("written");
    drop(library);
    let mut library = Library::open(&path).expect("it opens");
    assert_eq!(outdated(&library, &now("cga-2", "2222")), [old]);
    library.rebuild_indexes().expect("made anew");
    assert_eq!(outdated(&library, &now("cga-2", "2222")), [old]);
    // Also of one that was in the trash meanwhile.
    library.remove(&[old]).expect("removed");
    library.rebuild_indexes().expect("made anew");
    library.restore(&[old]).expect("restored");
    assert_eq!(outdated(&library, &now("cga-2", "2222")), [old]);
}

#[test]
fn what_was_placed_in_another_female_body_is_known_too() {
    let mut library = Library::in_memory().expect("memory");
    let placed_in = |hers: &str| Grounding {
        model: "cga-2".into(),
        atlas: Some(PlacedIn {
            name: "Torso".into(),
            sum: "1111".into(),
            hers: hers.into(),
        }),
        ..grounding([0.0, 0.0, 9.0], &[("stomach", 0.6)])
    };
    let [his, old, new] = ["", "aaaa", "bbbb"].map(|hers| {
        let id = format!("of {hers}");
        let added = library.add(&[(document(&id, &id), placed_in(hers))]);
        added.expect("added").keys[0]
    });
    let outdated = |atlas: &str, hers: &str| {
        let now = PlacedBy {
            model: "cga-2".into(),
            atlas: atlas.into(),
            hers: hers.into(),
        };
        library.outdated(&now).expect("readable")
    };
    assert_eq!(outdated("1111", "bbbb"), [old]);
    assert!(outdated("1111", "").is_empty(), "nothing is known of her");
    assert_eq!(outdated("2222", "bbbb"), [his, old, new]);
    assert_eq!(outdated("2222", ""), [his, old, new]);
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

#[test]
fn a_large_batch_is_listed_and_ranked_whole() {
    let mut library = Library::in_memory().expect("memory");
    let count = 3_000;
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
    let entries = library.entries().expect("readable");
    let ids: Vec<String> = entries.into_iter().map(|entry| entry.id).collect();
    assert!(ids.iter().zip(0..).all(|(id, i)| *id == format!("d{i}")));
    assert_eq!(ids.len(), count);
    let near = library.nearest([0.0; 3], 50).expect("readable");
    assert_eq!((near.len(), near[0].id.as_str()), (50, "d0"));
}

#[test]
fn documents_of_one_id_are_numbered_in_their_order() {
    let mut library = Library::in_memory().expect("memory");
    let count = 300;
    let batch: Vec<_> = (0..count)
        .map(|i| {
            (
                document("same", &format!("Title number {i}")),
                grounding([0.0; 3], &[("liver", 0.5)]),
            )
        })
        .collect();
    assert_eq!(library.add(&batch).expect("added").added, count);
    let entries = library.entries().expect("readable");
    let expected = (2..=count).map(|number| format!("same~{number}"));
    let expected = std::iter::once("same".to_owned()).chain(expected);
    assert!(entries.into_iter().map(|entry| entry.id).eq(expected));
}

#[test]
fn a_library_that_was_cut_off_while_it_was_made_is_made_again() {
    let files = Files::new();
    let path = files.write("new.atlas", "");
    assert!(matches!(
        Library::open(&path),
        Err(LibraryError::NotALibrary { .. })
    ));
    let made = Library::open_or_create(&path).expect("nothing was in it");
    assert_eq!(made.len().expect("readable"), 0);
    drop(made);
    let names: Vec<_> = std::fs::read_dir(files.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(names, ["new.atlas"], "nothing is left of the making");
    // What is not empty is somebody's.
    let text = files.write("text.atlas", "x");
    assert!(Library::open_or_create(&text).is_err());
    assert_eq!(std::fs::read(text).expect("still there"), b"x");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_library_and_is_not_waited_for() {
    let files = Files::new();
    let pipe = files.path().join("pipe.atlas");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let error = Library::open(&pipe).err().expect("refused").to_string();
    assert!(error.contains("a pipe or a device"), "{error}");
}

/// A first write that was cut off: the file has pages of it, and a journal that says that there were none.
#[test]
fn a_file_is_taken_back_by_its_journal_before_it_is_judged() {
    let files = Files::new();
    let path = files.path().join("killed.atlas");
    let (database, journal) = {
        let connection = rusqlite::Connection::open(&path).expect("a database");
        let script = "PRAGMA cache_size = 1; BEGIN; CREATE TABLE t (x); \
             INSERT INTO t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT zeroblob(200) FROM n;";
        connection.execute_batch(script).expect("written");
        let beside = files.path().join("killed.atlas-journal");
        let both = (std::fs::read(&path), std::fs::read(beside));
        let (Ok(database), Ok(journal)) = both else {
            panic!("a file and its journal")
        };
        (database, journal)
    };
    assert!(!database.is_empty() && !journal.is_empty());
    let left = files.write("left.atlas", &database);
    files.write("left.atlas-journal", &journal);
    let error = Library::open(&left).err().expect("nothing is in it");
    assert!(matches!(error, LibraryError::NotALibrary { .. }), "{error}");
    let made = Library::open_or_create(&left).expect("made anew");
    assert_eq!(made.len().expect("readable"), 0);
}

#[test]
fn records_of_one_title_are_known_again_however_many_there_are() {
    let letters = |file: &str| -> Vec<(Document, Grounding)> {
        let letter = |n: usize| {
            // As records without an identifier get their ids: two files of one name have the same.
            let mut letter = document(&format!("refs#{n}"), "Letter to the editor");
            letter.text = format!("Letter {n} of {file}.");
            (letter, grounding([0.0; 3], &[("liver", 0.9)]))
        };
        (0..80).map(letter).collect()
    };
    let mut library = Library::in_memory().expect("memory");
    for file in ["one year", "another year"] {
        let report = library.add(&letters(file)).expect("added");
        assert_eq!(report.added, 80, "{file}: no two have one text");
    }
    for file in ["one year", "another year"] {
        let report = library.add(&letters(file)).expect("looked at");
        assert_eq!((report.added, report.duplicates.len()), (0, 80), "{file}");
    }
}
