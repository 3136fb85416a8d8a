//! What readers say of a document instead of the model.

mod common;

use common::documents::{self, full};
use library::{Correction, Library, MarkChange, Placement, Says};

fn correction(start: usize, end: usize, says: Says, structure: &str) -> Correction {
    Correction {
        start,
        end,
        says,
        structure: structure.into(),
        point_mm: if structure.is_empty() {
            [0.0; 3]
        } else {
            [60.0, 10.0, 80.0]
        },
    }
}

/// A library with one document of two sentences, both about the liver.
fn library() -> (Library, i64) {
    let mut library = Library::in_memory().expect("memory");
    let keys = library.add(&[full()]).expect("added").keys;
    (library, keys[0])
}

#[test]
fn a_document_follows_when_no_sentence_speaks_for_its_place_any_more() {
    let (mut library, key) = library();
    let as_placed = library.get_by_key(key).expect("readable").expect("there");

    let first = correction(0, 19, Says::BelongsHere, "left_kidney");
    library
        .correct(key, std::slice::from_ref(&first))
        .expect("kept");
    let half = library.get_by_key(key).expect("readable").expect("there");
    assert_eq!(half.corrections, std::slice::from_ref(&first));
    assert_eq!(half.grounding.sentences[0].structure, "left_kidney");
    assert_eq!(half.grounding.sentences[0].p, 1.0);
    assert_eq!(
        half.grounding.structure, "liver",
        "the other sentence still says so"
    );

    let second = correction(20, 33, Says::NotAFinding, "");
    library.correct(key, &[first, second]).expect("kept");
    let moved = library.get_by_key(key).expect("readable").expect("there");
    assert_eq!(moved.grounding.structure, "left_kidney");
    assert_eq!(moved.grounding.point_mm, [60.0, 10.0, 80.0]);
    assert!(!moved.grounding.is_outside());
    assert!(moved.grounding.side.expect("a side").stated);
    let ids: Vec<&str> = moved
        .grounding
        .structures
        .iter()
        .map(|e| e.id.as_str())
        .collect();
    assert_eq!(ids, ["left_kidney", "gallbladder", "lung"]);
    let entry = library.entry(key).expect("readable").expect("there");
    assert_eq!(
        (entry.structure.as_str(), entry.p),
        ("left_kidney", 1.0),
        "the map follows"
    );
    assert_eq!(
        moved.grounding.embedding.len(),
        384,
        "similar texts are still found"
    );

    library.correct(key, &[]).expect("kept");
    let back = library.get_by_key(key).expect("readable").expect("there");
    assert_eq!(back, as_placed);
    assert!(
        !library.correct(99, &[]).expect("readable"),
        "no such document"
    );
}

#[test]
fn a_document_of_which_nothing_is_left_is_about_nothing_here() {
    let (mut library, key) = library();
    let none = |start, end| correction(start, end, Says::NotAFinding, "");
    library
        .correct(key, &[none(0, 19), none(20, 33)])
        .expect("kept");
    let stored = library.get_by_key(key).expect("readable").expect("there");
    assert!(stored.grounding.is_outside());
    let tag = stored.grounding.sentences[0].tags[0].tag;
    assert_eq!(tag, grounding::Tag::Excluded);
}

#[test]
fn what_held_the_old_place_goes_unless_it_holds_the_new_one() {
    let placed = |structures: &[(&str, f32)]| {
        let mut grounding = documents::grounding([0.0; 3], structures);
        grounding.structures.sort_by(|a, b| b.p.total_cmp(&a.p));
        let mut library = Library::in_memory().expect("memory");
        let entry = (documents::document("n", "A nodule"), grounding);
        let key = library.add(&[entry]).expect("added").keys[0];
        (library, key)
    };
    let ids_after = |structures, right: &str| {
        let (mut library, key) = placed(structures);
        let whole = correction(0, 0, Says::BelongsHere, right);
        library.correct(key, &[whole]).expect("kept");
        let stored = library.get_by_key(key).expect("readable").expect("there");
        let evidence = stored.grounding.structures;
        evidence.into_iter().map(|e| e.id).collect::<Vec<_>>()
    };
    let of_right = [
        ("right_lung_upper_lobe", 0.9),
        ("right_lung", 0.99),
        ("lung", 0.99),
        ("spleen", 0.2),
    ];
    assert_eq!(
        ids_after(&of_right, "left_lung_upper_lobe"),
        ["left_lung_upper_lobe", "lung", "spleen"]
    );
    assert_eq!(
        ids_after(&of_right, "right_lung_lower_lobe"),
        ["right_lung_lower_lobe", "right_lung", "lung", "spleen"]
    );
}

#[test]
fn what_was_said_of_a_document_outlives_a_new_model_and_the_trash() {
    let (mut library, key) = library();
    let whole = correction(0, 0, Says::BelongsHere, "spleen");
    library
        .correct(key, std::slice::from_ref(&whole))
        .expect("kept");
    let (_, mut anew) = full();
    anew.model = "another".into();
    anew.structure = "lung".into();
    library.set_groundings(&[(key, anew)]).expect("kept");
    let stored = library.get_by_key(key).expect("readable").expect("there");
    assert_eq!(stored.grounding.structure, "spleen");
    assert_eq!(stored.grounding.model, "another");

    library.remove(&[key]).expect("removed");
    assert_eq!(library.labels().expect("readable"), [], "none in the trash");
    library.restore(&[key]).expect("restored");
    let stored = library.get_by_key(key).expect("readable").expect("there");
    assert_eq!(stored.corrections, [whole]);
    library.correct(key, &[]).expect("kept");
    let stored = library.get_by_key(key).expect("readable").expect("there");
    assert_eq!(
        stored.grounding.structure, "lung",
        "the newest answer of a model"
    );

    let again = correction(0, 19, Says::NotAFinding, "");
    library.correct(key, &[again]).expect("kept");
    library.remove(&[key]).expect("removed");
    library.compact().expect("compact");
    assert_eq!(
        library.corrections(key).expect("readable"),
        [],
        "gone for good"
    );
}

#[test]
fn a_place_beyond_all_numbers_makes_no_document_unreadable() {
    let beyond = |z| Correction {
        point_mm: [1.0, 2.0, z],
        ..correction(0, 0, Says::BelongsHere, "left_kidney")
    };
    let (mut library, key) = library();
    for z in [f32::INFINITY, f32::NAN] {
        assert!(
            library.correct(key, &[beyond(z)]).is_err(),
            "{z} is no number"
        );
    }
    assert!(library.check().is_sound());
    // As a file says it that was damaged: a number that is none of 32 bits.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a library");
    let key = library.add(&[full()]).expect("added").keys[0];
    library.correct(key, &[beyond(3.0)]).expect("kept");
    drop(library);
    let file = rusqlite::Connection::open(&path).expect("a database");
    file.execute("UPDATE corrections SET z = 1e39", [])
        .expect("damaged");
    drop(file);
    let mut library = Library::open(&path).expect("a library");
    let (_, grounding) = full();
    library
        .set_groundings(&[(key, grounding.clone())])
        .expect("placed anew");
    let read = library.get_by_key(key).expect("readable").expect("there");
    assert_eq!(read.grounding.structure, grounding.structure);
    // What readers have said is damaged, and that is told.
    let faults = library.check().faults;
    assert!(
        faults.len() == 1 && faults[0].place.contains("readers"),
        "{faults:?}"
    );
}

#[test]
fn corrections_are_labels_in_the_trainer_s_terms() {
    let (mut library, key) = library();
    library
        .correct(
            key,
            &[
                correction(0, 19, Says::BelongsHere, "left_kidney"),
                correction(20, 33, Says::NotAFinding, ""),
            ],
        )
        .expect("kept");
    let rows: Vec<String> = library
        .labels()
        .expect("readable")
        .iter()
        .map(library::Label::row)
        .collect();
    assert_eq!(
        rows,
        [
            "train\tbelongs_here\treader\tThe liver is large.\tleft_kidney\tliver\tleft",
            "train\tnot_a_finding\treader\tnot the slice\tnone\tliver\t",
        ]
    );
}

#[test]
fn ratings_of_places_are_labels_too() {
    let (mut library, key) = library();
    let rate = |library: &mut Library, placement| {
        let change = MarkChange::Placement(Some(placement));
        library.mark(&[key], &change).expect("kept");
        let labels = library.labels().expect("readable");
        labels.iter().map(library::Label::row).collect::<Vec<_>>()
    };
    let stored = library.get_by_key(key).expect("readable").expect("there");
    let text = format!("{} {}", stored.document.title, stored.document.text);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let place = stored.grounding.structure;
    let right = rate(&mut library, Placement::Right);
    let wanted = format!("train\tright\treader\t{text}\t{place}\t\t");
    assert_eq!(right.len(), 1);
    assert!(right[0].starts_with(&wanted), "{right:?}");
    // Nobody said what is right instead: a note of the table, which is no line to learn from.
    let wrong = rate(&mut library, Placement::Wrong);
    assert_eq!(
        wrong,
        [format!("# train\twrong\treader\t{text}\t\t{place}\t")]
    );
    let whole = correction(0, 0, Says::BelongsHere, "spleen");
    library.correct(key, &[whole]).expect("kept");
    let rows = rate(&mut library, Placement::Right);
    assert_eq!(rows.len(), 1, "the correction says it: {rows:?}");
    assert!(rows[0].contains("\tbelongs_here\t"), "{rows:?}");
}
