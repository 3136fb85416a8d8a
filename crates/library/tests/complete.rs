//! A record of a work that is there already: what the library's own lacks is taken over, and a newer version takes the place of the older.

use std::path::PathBuf;

use grounding::Grounding;
use library::{AddReport, Completed, Document, Library, MarkChange, Marks, Source, Store, Stored};

fn from(file: &str, title: &str, text: &str) -> Document {
    Document {
        id: format!("{file} {title}"),
        title: title.into(),
        text: text.into(),
        doi: Some("10.1000/stones".into()),
        source: Source {
            path: PathBuf::from(file),
            record: 1,
            line: None,
        },
        ..Document::default()
    }
}

/// As an import does: what is known is not placed.
fn import(library: &mut Library, document: Document) -> (bool, AddReport) {
    let known = library
        .known(std::slice::from_ref(&document))
        .expect("readable")[0];
    if known {
        return (known, AddReport::default());
    }
    let placed = Grounding {
        point_mm: [1.0, 2.0, 3.0],
        structure: "kidney_left".into(),
        ..Grounding::default()
    };
    let report = Store::add(library, &[(document, placed)]).expect("stored");
    (known, report)
}

/// Another record of the paper, with a journal, becomes one with the one that is kept; its key.
fn merge_another_into(library: &mut Library, keep: i64) -> Vec<i64> {
    let other = Document {
        doi: None,
        journal: Some("Urology".into()),
        ..from("/refs/b.ris", "Another title of it", ABSTRACT)
    };
    let others = import(library, other).1.keys;
    let merge = library::Merge {
        keep,
        others: others.clone(),
    };
    library.merge(&[merge]).expect("merged");
    others
}

fn only(library: &Library) -> library::Stored {
    let keys = library.keys().expect("readable");
    assert_eq!(keys.len(), 1);
    assert!(library.check().is_sound(), "{:?}", library.check());
    let stored = library.get_by_key(keys[0]).expect("readable");
    stored.expect("it is there")
}

const TITLE: &str = "Stones of the kidney";
const ABSTRACT: &str = "A stone in the left kidney was found by ultrasound.";

#[test]
fn a_record_of_zotero_completes_one_of_ris() {
    let mut library = Library::in_memory().expect("memory");
    import(&mut library, from("/refs/a.ris", TITLE, ABSTRACT));
    let key = only(&library).key;
    let own = MarkChange::Tag("mine".into());
    library.mark(&[key], &own).expect("kept");
    let mut zotero = from("/zotero/zotero.sqlite", TITLE, "");
    zotero.marks = Marks {
        tags: vec!["urology".into()],
        collections: vec!["Thesis/Stones".into()],
        note: "Read again".into(),
        ..Marks::default()
    };
    zotero.pmid = Some("123".into());
    zotero.journal = Some("Urology".into());
    zotero.details.files = vec!["/zotero/storage/A/paper.pdf".into()];
    let (known, _) = import(&mut library, zotero.clone());
    assert!(known, "it is counted as there already");
    let stored = only(&library);
    let document = &stored.document;
    assert_eq!((stored.key, document.text.as_str()), (key, ABSTRACT));
    assert_eq!(document.marks.tags, ["mine", "urology"]);
    assert_eq!(document.marks.collections, ["Thesis/Stones"]);
    assert_eq!(document.marks.note, "Read again");
    assert_eq!(document.pmid.as_deref(), Some("123"));
    assert_eq!(document.journal.as_deref(), Some("Urology"));
    assert_eq!(document.details.files, zotero.details.files);
    // Once is enough.
    let again = library.recognise(&[zotero]).expect("readable");
    assert_eq!((again.known[0], again.completed.len()), (true, 0));
}

#[test]
fn the_text_of_a_paper_goes_into_a_bare_citation() {
    let paper = || from("/papers/stones.pdf", TITLE, ABSTRACT);
    for (bare, together) in [("", false), (TITLE, false), ("", true)] {
        let mut library = Library::in_memory().expect("memory");
        let citation = from("/refs/a.ris", TITLE, bare);
        if together {
            let batch = [citation, paper()].map(|document| (document, Grounding::default()));
            let report = Store::add(&mut library, &batch).expect("stored");
            assert_eq!((report.added, report.duplicates.len()), (1, 1));
        } else {
            import(&mut library, citation);
            let (known, report) = import(&mut library, paper());
            assert!(!known, "it has to be placed");
            assert_eq!((report.added, report.duplicates.len()), (0, 1));
            assert_eq!(only(&library).grounding.structure, "kidney_left");
        }
        let document = only(&library).document;
        assert_eq!(document.text, ABSTRACT);
        assert!(document.source.path.ends_with("stones.pdf"));
        let (known, _) = import(&mut library, paper());
        assert!(known);
    }
    // An abstract stays; the paper can be opened from it.
    let mut library = Library::in_memory().expect("memory");
    import(
        &mut library,
        from("/refs/a.ris", TITLE, "Another abstract of it."),
    );
    assert!(import(&mut library, paper()).0);
    let document = only(&library).document;
    assert_eq!(document.text, "Another abstract of it.");
    assert_eq!(document.details.files, ["/papers/stones.pdf"]);
}

#[test]
fn a_changed_record_of_a_file_is_a_newer_version() {
    let mut library = Library::in_memory().expect("memory");
    let old = from("/papers/note.md", TITLE, ABSTRACT);
    import(&mut library, old.clone());
    let key = only(&library).key;
    let tag = MarkChange::Tag("mine".into());
    library.mark(&[key], &tag).expect("kept");
    let text = "A stone in the right kidney, as was corrected.";
    let (known, report) = import(&mut library, from("/papers/note.md", TITLE, text));
    assert!(!known);
    assert_eq!((report.added, report.duplicates.len()), (1, 0));
    let stored = only(&library);
    assert_eq!(stored.document.text, text);
    assert_eq!(stored.document.marks.tags, ["mine"]);
    // A file that lost its words says nothing new, nor does another file.
    assert!(import(&mut library, from("/papers/note.md", TITLE, "")).0);
    assert!(import(&mut library, from("/papers/other.md", TITLE, ABSTRACT)).0);
    // It can be taken back.
    let back = library.restore(&[key]).expect("readable");
    assert_eq!(back.restored, [key], "{back:?}");
    let stored = library.get_by_key(key).expect("readable").expect("there");
    assert_eq!(stored.document.text, ABSTRACT);
}

#[test]
fn what_was_taken_over_after_a_merge_stays_when_that_is_undone() {
    let mut library = Library::in_memory().expect("memory");
    import(&mut library, from("/refs/a.ris", TITLE, ABSTRACT));
    let kept = only(&library).key;
    let others = merge_another_into(&mut library, kept);
    let mut tagged = from("/refs/c.ris", TITLE, "");
    tagged.marks.tags = vec!["urology".into()];
    assert!(import(&mut library, tagged).0);
    library.restore(&others).expect("brought back");
    let document = library.get_by_key(kept).expect("readable").expect("there");
    assert_eq!(document.document.marks.tags, ["urology"]);
    assert_eq!(document.document.journal, None);
}

#[test]
fn two_records_of_one_work_that_come_together_both_complete_it() {
    let mut library = Library::in_memory().expect("memory");
    import(&mut library, from("/refs/a.ris", TITLE, ABSTRACT));
    let mut first = from("/refs/b.ris", TITLE, "");
    first.pmid = Some("123".into());
    first.marks.tags = vec!["urology".into()];
    let mut second = from("/refs/c.ris", TITLE, "");
    second.journal = Some("Urology".into());
    second.marks.tags = vec!["stones".into()];
    let seen = library.recognise(&[first, second]).expect("readable");
    assert_eq!(seen.known, [true, true]);
    let document = only(&library).document;
    assert_eq!(document.pmid.as_deref(), Some("123"));
    assert_eq!(document.journal.as_deref(), Some("Urology"));
    assert_eq!(document.marks.tags, ["stones", "urology"]);
}

/// All of a document but for what is kept with it, and what is found by words and by structures.
fn whole(library: &Library, key: i64) -> (Stored, Vec<i64>, Vec<i64>) {
    assert!(library.check().is_sound(), "{:?}", library.check());
    let mut stored = library.get_by_key(key).expect("readable").expect("there");
    stored.document.marks = Marks::default();
    let question = |text: Option<&str>| library::Query {
        text: text.map(str::to_owned),
        limit: 10,
        ..library::Query::default()
    };
    let atlas = anatomy::Atlas::from_labels(
        anatomy::Catalogue::builtin(),
        anatomy::LabelVolume::from_bricks([8; 3], |_, _| {}),
    );
    let found = |query| -> Vec<i64> {
        let answer = library.search(&query, &atlas).expect("answered");
        answer.hits.iter().map(|hit| hit.key).collect()
    };
    let kidney = anatomy::Catalogue::builtin()
        .index_of("left_kidney")
        .expect("a row");
    let within = library::Query {
        limit: 10,
        ..library::Query::of_structures(vec![kidney])
    };
    (stored, found(question(Some("ultrasound"))), found(within))
}

fn numbers(completed: &[Completed]) -> Vec<i64> {
    completed.iter().filter_map(|known| known.number).collect()
}

#[test]
fn what_was_completed_is_taken_back_and_completed_again() {
    let mut library = Library::in_memory().expect("memory");
    import(&mut library, from("/refs/a.ris", TITLE, ""));
    let key = only(&library).key;
    let before = whole(&library, key);
    assert!(before.1.is_empty());
    // Fields of one record, the text of a paper, fields of a third.
    let mut first = from("/refs/b.ris", TITLE, "");
    first.authors = vec!["Ek, A.".into()];
    first.year = Some(1999);
    let one = library.recognise(&[first]).expect("readable").completed;
    let paper = [(
        from("/papers/stones.pdf", TITLE, ABSTRACT),
        Grounding {
            point_mm: [1.0, 2.0, 3.0],
            structure: "left_ureter".into(),
            // By this alone it is found in the kidney.
            structures: vec![grounding::Evidence {
                id: "left_kidney".into(),
                p: 0.9,
            }],
            ..Grounding::default()
        },
    )];
    let two = library.add(&paper).expect("stored").completed;
    let between = whole(&library, key);
    let mut third = from("/refs/c.ris", TITLE, "");
    third.journal = Some("Urology".into());
    third.marks.tags = vec!["stones".into()];
    let three = library.recognise(&[third]).expect("readable").completed;
    let marks = three[0].marks.as_deref().expect("a tag came");
    assert_eq!(
        (marks[0].tags.len(), &marks[1].tags[..]),
        (0, &["stones".to_owned()][..])
    );
    let after = whole(&library, key);
    assert_eq!((&after.1[..], &after.2[..]), (&[key][..], &[key][..]));
    assert_eq!(after.0.document.text, ABSTRACT);
    let all = numbers(&[one, two, three.clone()].concat());
    assert_eq!(all.len(), 3);

    for _ in 0..2 {
        assert_eq!(library.take_back(&all, false).expect("written"), [key]);
        assert_eq!(whole(&library, key), before);
        let again = library.take_back(&all, false).expect("written");
        assert!(again.is_empty(), "once");
        assert_eq!(library.take_back(&all, true).expect("written"), [key]);
        assert_eq!(whole(&library, key), after);
    }
    library.take_back(&numbers(&three), false).expect("written");
    assert_eq!(whole(&library, key), between);
    assert_eq!(library.taken_back(&all).expect("readable"), numbers(&three));
    let tags = library.marks(key).expect("readable").tags;
    assert_eq!(tags, ["stones"], "who shows them takes that back");
    // What is in the trash follows when it comes back, and what it is in the file stays sound.
    library.take_back(&numbers(&three), true).expect("written");
    library.remove(&[key]).expect("removed");
    let later = library.take_back(&all, false).expect("written");
    assert!(later.is_empty());
    assert_eq!(library.restore(&[key]).expect("back").restored, [key]);
    assert_eq!(whole(&library, key), before);
    let unknown = library.take_back(&[99], false).expect("written");
    assert!(unknown.is_empty());
}

#[test]
fn what_an_undone_merge_gives_back_knows_nothing_of_what_was_taken_back() {
    let mut library = Library::in_memory().expect("memory");
    import(&mut library, from("/refs/a.ris", TITLE, ABSTRACT));
    let kept = only(&library).key;
    let before = whole(&library, kept).0;
    let others = merge_another_into(&mut library, kept);
    let mut third = from("/refs/c.ris", TITLE, "");
    third.pmid = Some("123".into());
    let completed = library.recognise(&[third]).expect("readable").completed;
    library
        .take_back(&numbers(&completed), false)
        .expect("written");
    library.restore(&others).expect("brought back");
    assert_eq!(whole(&library, kept).0, before);
}
