//! Copies, checks, what is saved of a damaged file, and libraries of older formats.

mod common;

use std::path::Path;

use anatomy::Catalogue;
use common::documents::{document, full, grounding};
use common::old::{grow, kept};
use library::{
    Correction, Details, Document, Library, LibraryError, MarkChange, Placement, Query, Says,
};
use rusqlite::Connection;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A library of some hundred documents, so that the file has many pages; the first is tagged, the second corrected.
fn library(path: &Path) -> Vec<i64> {
    let mut library = Library::create(path).expect("a library");
    let mut batch = vec![full()];
    for n in 0..300 {
        let mut document = document(&format!("d{n}"), &format!("Document number {n}"));
        document.text = format!("A text of document {n} that says much. ").repeat(20);
        batch.push((document, grounding([n as f32, 0.0, 1.0], &[("liver", 0.9)])));
    }
    let keys = library.add(&batch).expect("added").keys;
    let tag = MarkChange::Tag("x".into());
    library.mark(&keys[..1], &tag).expect("written");
    let belongs = Correction {
        start: 0,
        end: 0,
        says: Says::BelongsHere,
        structure: "spleen".into(),
        point_mm: [1.0, 2.0, 3.0],
    };
    library.correct(keys[1], &[belongs]).expect("corrected");
    keys
}

/// Everything in a database, table by table.
fn dump(path: &Path) -> Vec<String> {
    let connection = Connection::open(path).expect("a database");
    let mut tables = connection
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'text_index%' ORDER BY name")
        .expect("a list");
    let names: Vec<String> = tables
        .query_map([], |row| row.get(0))
        .expect("a list")
        .collect::<Result<_, _>>()
        .expect("names");
    let mut all = Vec::new();
    for name in names {
        let mut rows = connection
            .prepare(&format!("SELECT * FROM {name}"))
            .expect("a table");
        let columns = rows.column_count();
        let mut rows = rows.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            let values = (0..columns).map(|n| row.get::<_, rusqlite::types::Value>(n));
            let values: Result<Vec<_>, _> = values.collect();
            all.push(format!("{name} {values:?}"));
        }
    }
    all
}

#[test]
fn a_copy_is_the_library_and_never_takes_anothers_place() {
    let folder = folder();
    let (path, copy) = (folder.path().join("a.atlas"), folder.path().join("b.atlas"));
    library(&path);
    let library = Library::open(&path).expect("it opens");
    library.backup_to(&copy).expect("copied");
    assert_eq!(dump(&path), dump(&copy));
    assert!(Library::open(&copy).expect("it opens").check().is_sound());
    for there in [&copy, &path] {
        let error = library.backup_to(there).expect_err("there is a file");
        assert!(matches!(error, LibraryError::Exists(_)), "{error}");
    }
    let nowhere = folder.path().join("no folder/b.atlas");
    let error = library.backup_to(&nowhere).expect_err("no folder");
    assert!(error.to_string().contains("no folder/b.atlas"), "{error}");
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 2, "nothing half made is left");
}

#[test]
fn a_copy_tells_how_far_it_is_and_leaves_nothing_when_it_is_broken_off() {
    let folder = folder();
    let (path, copy) = (folder.path().join("a.atlas"), folder.path().join("b.atlas"));
    library(&path);
    let mut library = Library::open(&path).expect("it opens");
    // More pages than are copied between two looks.
    for part in 0..6 {
        let mut batch = Vec::new();
        for n in 0..40 {
            let id = format!("long {part} {n}");
            let mut document = document(&id, &id);
            document.text = format!("A long text, {id}. ").repeat(1500);
            batch.push((document, grounding([0.0; 3], &[("liver", 0.9)])));
        }
        library.add(&batch).expect("added");
    }
    let mut seen = Vec::new();
    let made = library.backup_while(&copy, &mut |done, of| {
        seen.push((done, of));
        false
    });
    assert!(!made.expect("broken off"));
    let (done, of) = seen[0];
    assert!(seen.len() == 1 && done > 0 && done < of, "{seen:?}");
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 1, "the library alone");
    let made = library.backup_while(&copy, &mut |_, _| true);
    assert!(made.expect("copied"));
    assert_eq!(dump(&path), dump(&copy));
}

/// Keys of what is found by a word and by a structure.
fn found(library: &Library) -> [Vec<i64>; 2] {
    let catalogue = Catalogue::builtin();
    let by_word = Query {
        text: Some("document".into()),
        limit: 100,
        ..Query::default()
    };
    let by_structure = Query {
        limit: 100,
        ..Query::of_structures(catalogue.index_of("liver").into_iter().collect())
    };
    [by_word, by_structure].map(|query| {
        let answer = library.search(&query, catalogue).expect("found");
        let mut keys: Vec<i64> = answer.hits.iter().map(|hit| hit.key).collect();
        keys.sort_unstable();
        keys
    })
}

#[test]
fn damaged_indexes_are_made_anew_from_the_documents() {
    let folder = folder();
    let path = folder.path().join("a.atlas");
    library(&path);
    let before = found(&Library::open(&path).expect("it opens"));
    assert!(before.iter().all(|keys| !keys.is_empty()), "{before:?}");
    for damage in [
        "DELETE FROM text_index WHERE rowid > 2",
        "UPDATE text_index_data SET block = zeroblob(40) WHERE id > 10",
        "DELETE FROM evidence; DELETE FROM evidence_new",
        "UPDATE evidence_new SET list = zeroblob(5)",
    ] {
        let other = Connection::open(&path).expect("a database");
        other.execute_batch(damage).expect("damaged");
        drop(other);
        let mut library = Library::open(&path).expect("it opens");
        let report = library.check();
        assert!(
            !report.is_sound() && report.is_of_indexes(),
            "{damage}: {report:?}"
        );
        let indexed = library.rebuild_indexes().expect("made anew");
        assert_eq!(indexed, report.whole, "{damage}");
        let report = library.check();
        assert!(report.is_sound(), "{damage}: {report:?}");
        assert_eq!(found(&library), before, "{damage}");
        drop(library);
        let again = Library::open(&path).expect("it opens");
        assert!(
            again.check().is_sound() && found(&again) == before,
            "{damage}"
        );
    }
}

#[test]
fn a_sound_library_has_no_faults_and_a_damaged_document_is_named() {
    let folder = folder();
    let path = folder.path().join("a.atlas");
    let keys = library(&path);
    let report = Library::open(&path).expect("it opens").check();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!(report.whole, keys.len());

    let other = Connection::open(&path).expect("a database");
    let damage = [
        "UPDATE contents SET grounding = '{' WHERE key = 3",
        "DELETE FROM contents WHERE key = 5",
        "DELETE FROM text_index WHERE rowid = 7",
    ];
    for sql in damage {
        other.execute_batch(sql).expect("damaged");
    }
    drop(other);
    let library = Library::open(&path).expect("it opens");
    let report = library.check();
    let places: Vec<&str> = report.faults.iter().map(|f| f.place.as_str()).collect();
    let expected = [
        "the index of words",
        "document 3, “Document number 1”",
        "document 5, “Document number 3”",
    ];
    assert_eq!(places, expected, "{report:?}");
    assert_eq!(report.whole, keys.len() - 2);

    let saved = folder.path().join("saved.atlas");
    let report = library.save_into(&saved).expect("saved");
    assert_eq!(report.saved, keys.len() - 2);
    let lost: Vec<&str> = report.lost.iter().map(|f| f.place.as_str()).collect();
    assert_eq!(lost, expected[1..]);
    let saved = Library::open(&saved).expect("it opens");
    assert!(saved.check().is_sound());
    let first = saved.get("PMID:7").expect("readable").expect("it is there");
    assert_eq!(first.document.marks.tags, ["x"]);
    let corrected = saved.get("d0").expect("readable").expect("it is there");
    assert_eq!(corrected.grounding.structure, "spleen");
    assert_eq!(corrected.corrections.len(), 1);
    let mut saved = saved;
    saved.correct(corrected.key, &[]).expect("taken back");
    let again = saved.get("d0").expect("readable").expect("it is there");
    assert_eq!(again.grounding.structure, "liver", "the model's own answer");
}

#[test]
fn what_flipped_bits_leave_is_saved() {
    let folder = folder();
    let path = folder.path().join("a.atlas");
    let keys = library(&path);
    let sound = std::fs::read(&path).expect("a file");
    let page = 4096;
    let mut noticed = 0;
    for round in 0..24_usize {
        let mut bytes = sound.clone();
        // A page somewhere behind the first one, which says what the file is.
        let at = page * (1 + (round * 7919) % (bytes.len() / page - 1));
        bytes[at..at + 64].fill(0x5a);
        let damaged = folder.path().join(format!("{round}.atlas"));
        std::fs::write(&damaged, bytes).expect("written");
        let Ok(library) = Library::open(&damaged) else {
            noticed += 1;
            continue;
        };
        let report = library.check();
        noticed += usize::from(!report.is_sound());
        let saved = folder.path().join(format!("{round} saved.atlas"));
        let saving = library.save_into(&saved).expect("saved");
        let saved = Library::open(&saved).expect("it opens");
        assert!(saved.check().is_sound(), "round {round}");
        assert_eq!(saved.len().expect("readable"), saving.saved);
        assert!(
            saving.saved + saving.lost.len() >= report.whole,
            "round {round}: {saving:?}"
        );
        assert!(saving.saved <= keys.len());
    }
    assert!(noticed >= 20, "only {noticed} of 24 damages are noticed");
}

#[test]
fn programs_that_bring_a_library_up_to_date_at_once_all_open_it() {
    let old = kept(1);
    for round in 0..12 {
        let folder = folder();
        let path = folder.path().join("papers.atlas");
        std::fs::copy(&old, &path).expect("an old library");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let library = Library::open(&path);
                    let library = library.unwrap_or_else(|error| panic!("round {round}: {error}"));
                    assert!(library.collections().expect("brought up").is_empty());
                });
            }
        });
        let copy = folder.path().join("papers (before format 2).atlas");
        assert_eq!(dump(&copy), dump(&old), "as it was");
    }
}

#[test]
fn libraries_of_every_format_open_with_all_that_is_in_them_and_a_copy_is_kept() {
    // All were written before documents had details.
    for format in 1..library::store::SCHEMA_VERSION {
        let folder = folder();
        let path = folder.path().join("papers.atlas");
        let original = kept(format);
        std::fs::copy(&original, &path).expect("an old library");
        let before = dump(&path);
        let mut library = Library::open(&path).expect("it opens");
        assert!(library.check().is_sound(), "{:?}", library.check());
        let stored = library.get("PMID:7").expect("readable");
        let stored = stored.expect("it is there");
        let (document, grounding) = full();
        let document = Document {
            details: Details::default(),
            ..document
        };
        assert_eq!(stored.document, document);
        assert_eq!(stored.grounding.sentences, grounding.sentences);
        let near = library.nearest_sentences([20.0, 0.1, -3.25], 1);
        let near = near.expect("readable");
        assert_eq!((near[0].key, near[0].number), (stored.key, 1));
        for (structure, there) in [("gallbladder", true), ("lung", false)] {
            let query = library::Query {
                structures: vec![
                    Catalogue::builtin()
                        .index_of(structure)
                        .expect("it is known"),
                ],
                limit: 99,
                ..library::Query::default()
            };
            let found = library.search(&query, Catalogue::builtin());
            let keys = found.expect("readable").hits;
            let found = keys.iter().any(|hit| hit.key == stored.key);
            assert_eq!(found, there, "{structure}, format {format}");
        }
        let corrected = library.get("d").expect("readable").expect("it is there");
        assert_eq!(corrected.grounding.structure, "spleen");
        assert_eq!(library.setting("window").expect("read"), Some("{}".into()));
        let removed = library.removals().expect("readable");
        let key = removed[0].documents[0].0;
        assert_eq!(library.restore(&[key]).expect("restored").restored, [key]);
        let tag = MarkChange::Tag("new".into());
        let changed = library.mark(&[key], &tag).expect("written");
        assert_eq!(changed.len(), 1);

        let report = library.check();
        assert!(report.is_sound(), "also what was in the trash: {report:?}");
        let name = format!("papers (before format {}).atlas", format + 1);
        let copy = folder.path().join(name);
        assert_eq!(dump(&copy), before, "as it was");
        assert_eq!(dump(&original), before, "the kept file is untouched");
        if format >= 2 {
            kept_in_format_2(&mut library);
        }
    }
}

#[test]
fn what_was_damaged_before_a_library_is_brought_up_to_date_is_still_told() {
    let folder = folder();
    let path = folder.path().join("papers.atlas");
    std::fs::copy(kept(3), &path).expect("an old library");
    let connection = Connection::open(&path).expect("a database");
    connection
        .execute_batch(
            "UPDATE contents SET text = text || 'x' WHERE key = 2; \
             UPDATE trash_contents SET grounding = '{' WHERE key = 3; \
             UPDATE sentences SET p = 'x' WHERE key = 1; \
             UPDATE contents SET grounding = '{' WHERE key = 4; \
             UPDATE evidence SET p = 'x' WHERE key = 5;",
        )
        .expect("damaged");
    drop(connection);
    let mut library = Library::open(&path).expect("it opens");
    let report = library.check();
    let told = report.faults.iter().map(|fault| &*fault.place);
    let told: Vec<&str> = told.map(|place| &place[..10]).collect();
    assert_eq!(
        told,
        ["document 1", "document 2", "document 4"],
        "{report:?}"
    );
    assert_eq!(report.whole, 1);
    let restored = library
        .restore(&[3])
        .expect("also what is damaged comes back");
    assert_eq!(restored.restored, [3]);
    assert_eq!(library.check().faults.len(), 4);
}

/// A page of the file, overwritten: its beginning, or all of it.
fn overwritten(sound: &[u8], page: usize, all: bool) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    let length = if all { 4096 } else { 64 };
    bytes[page * 4096..page * 4096 + length].fill(0x5a);
    bytes
}

#[test]
fn what_can_be_read_of_a_damaged_library_of_an_older_format_is_saved() {
    for format in 1..library::store::SCHEMA_VERSION {
        let folder = folder();
        let old = folder.path().join("old.atlas");
        std::fs::copy(kept(format), &old).expect("an old library");
        grow(&old, 120, false);
        let whole = {
            let old = Connection::open(&old).expect("a database");
            let count = "SELECT count(*) FROM documents";
            let count = old.query_row(count, [], |row| row.get::<_, i64>(0));
            usize::try_from(count.expect("a number")).expect("not below zero")
        };
        let sound = std::fs::read(&old).expect("a file");
        let pages = sound.len() / 4096;
        let (mut damaged, mut unread) = (0, 0);
        let mut least = whole;
        let tried = (1..pages).step_by(pages / 20);
        for page in tried.clone() {
            let bytes = overwritten(&sound, page, page % 2 == 0);
            let path = folder.path().join(format!("{page}.atlas"));
            std::fs::write(&path, &bytes).expect("written");
            let error = match Library::open(&path) {
                // A page that nothing stands on, or of which something is made anew.
                Ok(_) => continue,
                Err(LibraryError::NotALibrary { .. }) => {
                    unread += 1;
                    continue;
                }
                Err(error) => error,
            };
            damaged += 1;
            let words = error.to_string();
            let says = format!("`corpus-atlas check {} --save-into NEW`", path.display());
            assert!(words.contains(&says), "{words}");
            assert!(words.contains(&format!("(format {format})")), "{words}");
            assert_eq!(std::fs::read(&path).expect("there"), bytes, "untouched");

            let to = folder.path().join(format!("{page} saved.atlas"));
            let report = Library::save_older_into(&path, &to);
            let report = report.unwrap_or_else(|error| panic!("page {page}: {error}"));
            let saved = Library::open(&to).expect("it opens");
            assert!(saved.check().is_sound(), "page {page}: {report:?}");
            assert_eq!(saved.len().expect("readable"), report.saved);
            if report.saved < whole {
                assert!(!report.lost.is_empty(), "page {page}: lost without a word");
            }
            least = least.min(report.saved);
            let again = Library::save_older_into(&path, &to).expect_err("there is a file");
            assert!(matches!(again, LibraryError::Exists(_)), "{again}");
            std::fs::remove_file(&to).expect("removed");
        }
        // The list of tables itself lies on some pages; without it nothing can be told apart.
        assert!(unread <= 3, "{unread} of {tried:?}, format {format}");
        assert!(damaged * 2 > tried.len(), "{damaged} of {tried:?}");
        // One page takes with it what is on it, and of what lies below it what no other way leads to.
        assert!(least < whole, "format {format}: {least} of {whole}");
    }
}

#[test]
fn a_sound_library_of_an_older_format_is_saved_whole() {
    for format in 1..library::store::SCHEMA_VERSION {
        let folder = folder();
        let (old, to) = (folder.path().join("a.atlas"), folder.path().join("b.atlas"));
        std::fs::copy(kept(format), &old).expect("an old library");
        let report = Library::save_older_into(&old, &to).expect("saved");
        let other = folder.path().join("c.atlas");
        std::fs::copy(kept(format), &other).expect("an old library");
        let unfinished = Library::open(&other).expect("it opens");
        let unfinished = unfinished.unfinished_imports().expect("readable").len();
        let lost: Vec<&str> = report.lost.iter().map(|lost| &*lost.place).collect();
        let told = vec!["the imports that were broken off"; usize::from(unfinished > 0)];
        assert_eq!(lost, told, "format {format}");
        let saved = Library::open(&to).expect("it opens");
        let opened = Library::open(&old).expect("it opens");
        assert_eq!(report.saved, opened.len().expect("readable"));
        for key in opened.keys().expect("readable") {
            let mut was = opened.get_by_key(key).expect("readable").expect("there");
            let now = saved.get(&was.document.id).expect("readable");
            let now = now.expect("saved");
            was.key = now.key;
            assert_eq!(now, was);
        }
        assert_eq!(
            saved.searches().expect("read"),
            opened.searches().expect("read")
        );
        assert_eq!(saved.setting("window").expect("read"), Some("{}".into()));
    }
}

#[test]
fn an_index_that_lists_others_than_speak_of_a_structure_is_noticed() {
    let folder = folder();
    for (n, damage) in [
        "DELETE FROM evidence_new WHERE structure = 'liver' AND block = 1",
        "UPDATE evidence_new SET list = substr(list, 6) WHERE structure = 'liver' AND block = 0",
        "UPDATE evidence_new SET list = list || x'7f0000803f' WHERE structure = 'liver' AND block = 2",
        "UPDATE evidence_new SET structure = 'lives' WHERE structure = 'liver' AND block = 1",
        "INSERT INTO evidence_new SELECT 9, structure, list FROM evidence_new WHERE block = 1",
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.path().join(format!("{n}.atlas"));
        library(&path);
        let connection = Connection::open(&path).expect("a database");
        assert_eq!(connection.execute(damage, []).expect("damaged"), 1);
        drop(connection);
        let report = Library::open(&path).expect("it opens").check();
        let place = &report.faults[0].place;
        assert!(place.starts_with("the index of structures"), "{report:?}");
        assert_eq!((report.faults.len(), report.whole), (1, 301), "{report:?}");
    }
}

/// What else is in `format-2.atlas` and after: all that a reader keeps, and a copy that was merged.
fn kept_in_format_2(library: &mut Library) {
    let marked = library.get("marked").expect("readable");
    let marks = marked.expect("it is there").document.marks;
    assert_eq!(marks.tags, ["Liver", "to read"]);
    assert_eq!(marks.collections, ["Thesis/Liver"]);
    assert_eq!(
        (&*marks.note, marks.stars, marks.read),
        ("Two\nlines", 4, true)
    );
    assert_eq!(marks.placement, Some(Placement::Right));
    let searches = library.searches().expect("readable");
    assert_eq!(searches[0].0, "stones");
    assert_eq!(library.unfinished_imports().expect("readable").len(), 1);
    let merged = |library: &Library| {
        let kept = library.get("kept").expect("readable");
        kept.expect("it is there").document
    };
    assert_eq!(merged(library).year, Some(2001));
    let copy = library.removals().expect("readable");
    let copy = copy.iter().flat_map(|removal| &removal.documents);
    let copy: Vec<i64> = copy.map(|(key, ..)| *key).collect();
    assert_eq!(library.restore(&copy).expect("restored").restored, copy);
    assert_eq!(merged(library).year, None, "the merge is taken back");
}

#[test]
fn a_library_with_a_view_without_end_is_not_opened() {
    let folder = folder();
    let path = folder.path().join("papers.atlas");
    library(&path);
    let connection = Connection::open(&path).expect("a database");
    let endless = "ALTER TABLE tags RENAME TO own_tags;
        CREATE VIEW tags AS WITH RECURSIVE n (key) AS (SELECT 1 UNION ALL SELECT key + 1 FROM n) SELECT 'x' AS tag, key FROM n;";
    connection.execute_batch(endless).expect("written");
    drop(connection);
    let error = Library::open(&path).err().expect("it is refused");
    assert!(
        matches!(&error, LibraryError::NotALibrary { found, .. } if found.contains("the view tags")),
        "{error}"
    );
}
