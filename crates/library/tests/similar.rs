//! What is like a document or a text: by words, by meaning, by place, and by all of them.

mod common;

use anatomy::Catalogue;
use common::documents::{document, grounding};
use grounding::Grounding;
use library::{Answer, Document, FEWEST, Facet, Filter, Library, Like, Query};

const MODEL: &str = "a model";
/// What the paper that is asked with says, and its copy.
const STONES: &str = "Stones of the kidney were found in thirty adults who came with colic of the flank, and each of the stones was broken by \
    shock waves and left by itself within a week, without pain or bleeding.";

/// A paper asked with and others: one of each likeness, a copy, and one that is about nothing in the torso.
fn papers() -> Library {
    let row = |id: &str, title: &str, text: &str, read: Grounding, vector: [f32; 2]| {
        let document = Document {
            text: text.into(),
            year: Some(2020),
            ..document(id, title)
        };
        let read = Grounding {
            embedding: vector.to_vec(),
            model: MODEL.into(),
            ..read
        };
        (document, read)
    };
    let at = |x: f32, structure: &str| grounding([x, 0.0, 0.0], &[(structure, 0.9)]);
    let kidney = "left_kidney";
    let batch = [
        row(
            "asked",
            "Stones of the left kidney",
            STONES,
            at(0.0, kidney),
            [1.0, 0.0],
        ),
        row(
            "words",
            "Colic",
            "Colic and stones, stones and colic.",
            at(200.0, "liver"),
            [0.0, 1.0],
        ),
        row(
            "meaning",
            "Lithiasis",
            "Calculi in urine.",
            at(150.0, "liver"),
            [0.9, 0.1],
        ),
        row(
            "place",
            "Perinephric fat",
            "A lipoma.",
            at(2.0, kidney),
            [-1.0, 0.1],
        ),
        row(
            "near",
            "Ribs",
            "A fracture.",
            at(2.0, "left_rib_12"),
            [-1.0, 0.0],
        ),
        row(
            "copy",
            "Stones of the left kidney: a preprint",
            &format!("{STONES} We thank everybody."),
            at(0.0, kidney),
            [1.0, 0.0],
        ),
        row(
            "outside",
            "Stones",
            "Stones in walls.",
            Grounding {
                outside_p: 0.9,
                ..at(0.0, kidney)
            },
            [0.0, 1.0],
        ),
    ];
    let mut library = Library::in_memory().expect("memory");
    let report = library.add(&batch).expect("added");
    assert_eq!(
        report.keys.len(),
        batch.len(),
        "the copy is not told at once"
    );
    library
}

fn ask(library: &Library, like: Like) -> (Vec<String>, Answer) {
    ask_among(library, like, Filter::default())
}

fn ask_among(library: &Library, like: Like, filter: Filter) -> (Vec<String>, Answer) {
    let query = Query {
        like: Some(like),
        filter,
        limit: 10,
        ..Query::default()
    };
    let answer = library.search(&query, Catalogue::builtin()).expect("asked");
    let ids = answer.hits.iter().map(|hit| hit.id.clone()).collect();
    (ids, answer)
}

fn asked(library: &Library) -> Like {
    let key = library.key_named("asked").expect("readable");
    let like = library.like(key.expect("it is there")).expect("readable");
    like.expect("it is there")
}

#[test]
fn each_part_ranks_in_its_way_without_the_document_and_its_copy() {
    let library = papers();
    let all = asked(&library);
    let words = Like {
        meaning: None,
        places: Vec::new(),
        ..all.clone()
    };
    assert_eq!(ask(&library, words).0, ["words", "outside"]);
    let meaning = Like {
        text: None,
        places: Vec::new(),
        ..all.clone()
    };
    assert_eq!(ask(&library, meaning).0[0], "meaning");
    let place = Like {
        text: None,
        meaning: None,
        ..all
    };
    let (ids, answer) = ask(&library, place.clone());
    // Of two at one point, the one of the same structure; what is about nothing in the torso is near to nothing.
    assert_eq!(ids[..2], ["place", "near"]);
    assert!(!ids.contains(&"outside".to_owned()), "{ids:?}");
    assert_eq!(answer.hits[0].distance_mm, Some(2.0));
    assert_eq!(answer.hits[0].place_rank, Some(1));
    let other_side = Like {
        keys: Vec::new(),
        ..place
    };
    let (ids, _) = ask(&library, other_side);
    assert!(
        ids.contains(&"asked".to_owned()) && ids.contains(&"copy".to_owned()),
        "a text has no copies: {ids:?}"
    );
}

#[test]
fn the_parts_are_joined_by_what_they_say_and_place_counts_as_much_as_it_is_told() {
    let library = papers();
    let like = |near_place| Like {
        near_place,
        ..asked(&library)
    };
    let (ids, answer) = ask(&library, like(0.0));
    // All of what words say and some of meaning; all of meaning alone.
    assert_eq!(ids[0], "words");
    let hit = &answer.hits[0];
    assert_eq!((hit.text_rank, hit.meaning_rank), (Some(1), Some(2)));
    assert_eq!(
        hit.parts().as_deref(),
        Some("words 1 · meaning 2 · place 200 mm"),
        "place is told though it does not count"
    );
    assert_eq!(ask(&library, like(1.0)).0[0], "place");
    assert!(!ids.contains(&"asked".to_owned()) && !ids.contains(&"copy".to_owned()));
    let few = Like {
        most: 2,
        ..like(0.0)
    };
    let (ids, answer) = ask(&library, few);
    assert_eq!((ids.len(), answer.total, answer.keys.len()), (2, 2, 2));
    // Fewer than the least that are told are left all the same.
    let alike = Like {
        least: 0.99,
        ..like(0.0)
    };
    assert_eq!(ask(&library, alike).0, ask(&library, like(0.0)).0);
    let mut filter = Filter::default();
    filter.toggle(Facet::Year, "2020");
    assert_eq!(ask_among(&library, like(0.0), filter.clone()).0.len(), 5);
    filter.toggle(Facet::Year, "2020");
    filter.toggle(Facet::Year, "1999");
    assert_eq!(ask_among(&library, like(0.0), filter).0.len(), 0);
}

#[test]
fn what_is_far_less_like_than_the_first_is_left_out_behind_the_first_few() {
    let mut library = Library::in_memory().expect("memory");
    let of = |n: usize, text: &str| {
        let mut one = document(&format!("d{n}"), &format!("d{n}"));
        text.clone_into(&mut one.text);
        (one, grounding([0.0; 3], &[("liver", 0.9)]))
    };
    let mut all = vec![of(0, "portal hypertension with varices and ascites")];
    all.extend((1..40).map(|n| of(n, &format!("ascites {n} of another kind"))));
    library.add(&all).expect("added");
    let note = "portal hypertension, varices, ascites";
    let like = |least| Like {
        least,
        most: 30,
        ..Like::note(note, None)
    };
    assert_eq!(ask(&library, like(0.0)).1.total, 30);
    let (ids, answer) = ask(&library, like(0.5));
    assert_eq!((answer.total, ids[0].as_str()), (FEWEST, "d0"));
}

#[test]
fn a_part_that_is_to_count_alone_and_is_not_there_leaves_the_others() {
    let library = papers();
    let like = Like {
        places: Vec::new(),
        near_place: 1.0,
        ..asked(&library)
    };
    assert_eq!(ask(&library, like).0[0], "words");
    assert_eq!(ask(&library, Like::default()).0.len(), 0);
}

#[test]
fn a_note_finds_by_its_words_whatever_stands_between_them() {
    let library = papers();
    let note = "45 #colic, \"stones\" (3.5 mm) AND NOT (";
    let (ids, answer) = ask(&library, Like::note(note, None));
    assert_eq!(ids[0], "words");
    assert_eq!(answer.hits[0].meaning_rank, None);
    let outside = Grounding {
        outside_p: 0.9,
        ..grounding([0.0; 3], &[("liver", 0.9)])
    };
    let like = Like::note(note, Some(&outside));
    assert_eq!((like.places, like.meaning), (Vec::new(), None));
    assert_eq!(ask(&library, Like::note("12 - 7", None)).0.len(), 0);
}

#[test]
fn what_a_note_is_about_comes_before_what_merely_lies_there() {
    let mut library = papers();
    let row = |id: &str, title: &str, text: &str, x: f32, vector: [f32; 2]| {
        let document = Document {
            text: text.into(),
            ..document(id, title)
        };
        let read = Grounding {
            embedding: vector.to_vec(),
            model: MODEL.into(),
            ..grounding([x, 0.0, 0.0], &[("left_ureter", 0.9)])
        };
        (document, read)
    };
    let batch = [
        row(
            "irony",
            "The irony of autism",
            "An essay on wit, and who is thought to have none.",
            -300.0,
            [0.0, 1.0],
        ),
        row(
            "related",
            "Ureteroscopy",
            "Ureteroscopy for hydronephrosis: what became of the ureter.",
            -260.0,
            [0.1, -0.9],
        ),
    ];
    library.add(&batch).expect("added");
    let note = "45 yo, #hydronephrosis, 6 mm in the distal ureter: ureteroscopy?";
    let read = Grounding {
        embedding: vec![0.0, -1.0],
        model: MODEL.into(),
        ..grounding([-300.0, 0.0, 0.0], &[("left_ureter", 0.9)])
    };
    let (ids, answer) = ask(&library, Like::note(note, Some(&read)));
    assert_eq!(ids[0], "related", "{ids:?}");
    let first = &answer.hits[0];
    assert_eq!((first.text_rank, first.meaning_rank), (Some(1), Some(1)));
    // By place alone the other one is the nearest.
    assert_eq!((first.place_rank, first.distance_mm), (Some(2), Some(40.0)));
    let near = answer.hits.iter().find(|hit| hit.id == "irony");
    assert_eq!(near.and_then(|hit| hit.place_rank), Some(1));
}

#[test]
fn documents_are_named_by_id_key_pmid_and_doi() {
    let mut library = Library::in_memory().expect("memory");
    let named = Document {
        pmid: Some("31562211".into()),
        doi: Some("10.1000/xyz".into()),
        ..document("one", "A title")
    };
    let place = grounding([0.0; 3], &[("liver", 0.9)]);
    let key = library.add(&[(named, place)]).expect("added").keys[0];
    let number = key.to_string();
    for name in [
        "one",
        &number,
        "31562211",
        "PMID:31562211",
        "https://doi.org/10.1000/XYZ",
    ] {
        let found = library.key_named(name).expect("readable");
        assert_eq!(found, Some(key), "{name}");
    }
    for name in ["two", "99", "PMID:7", ""] {
        assert_eq!(library.key_named(name).expect("readable"), None, "{name}");
    }
}
