//! What is like several documents together, and what is like one and not like others.

mod common;

use anatomy::Catalogue;
use common::documents::{document, grounding};
use grounding::Grounding;
use library::{Answer, Document, Library, Like, Query};

/// What a paper and its copy say.
const STONES: &str = "Stones of the kidney were found in thirty adults who came with colic of the flank, and each of the stones was broken by \
    shock waves and left by itself within a week, without pain or bleeding.";

/// A paper with its title and text, its place (mm to the left, structure), and what it means.
type Paper<'p> = (&'p str, [&'p str; 2], (f32, &'p str), [f32; 3]);

fn library(papers: &[Paper<'_>]) -> Library {
    let row = |(id, [title, text], (x, structure), vector): &Paper<'_>| {
        let document = Document {
            text: (*text).to_owned(),
            ..document(id, title)
        };
        let read = Grounding {
            embedding: vector.to_vec(),
            model: "a model".into(),
            ..grounding([*x, 0.0, 0.0], &[(*structure, 0.9)])
        };
        (document, read)
    };
    let batch: Vec<(Document, Grounding)> = papers.iter().map(row).collect();
    let mut library = Library::in_memory().expect("memory");
    let report = library.add(&batch).expect("added");
    assert_eq!(report.keys.len(), batch.len());
    library
}

fn keys(library: &Library, ids: &[&str]) -> Vec<i64> {
    let key = |id: &&str| library.key_of(id).expect("readable").expect("it is there");
    ids.iter().map(key).collect()
}

fn ask(library: &Library, like: Like) -> (Vec<String>, Answer) {
    let query = Query {
        like: Some(like),
        limit: 20,
        ..Query::default()
    };
    let answer = library.search(&query, Catalogue::builtin()).expect("asked");
    let ids = answer.hits.iter().map(|hit| hit.id.clone()).collect();
    (ids, answer)
}

/// Two papers, one that has something of both, one like each of them, and others.
fn of_two_kinds() -> Library {
    let (kidney, liver) = ("left_kidney", "liver");
    library(&[
        (
            "a",
            ["Colic of the flank", "Stones with colic."],
            (0.0, kidney),
            [1.0, 0.0, 0.0],
        ),
        (
            "b",
            ["Mesh repair", "A hernia under the mesh."],
            (200.0, liver),
            [0.0, 1.0, 0.0],
        ),
        (
            "both",
            [
                "Stones beside a hernia",
                "Stones, colic, a hernia and its mesh.",
            ],
            (90.0, "spleen"),
            [0.7, 0.7, 0.1],
        ),
        (
            "like a",
            ["Stones", "Stones again."],
            (2.0, kidney),
            [0.9, -0.4, 0.2],
        ),
        (
            "like b",
            ["Hernia", "A hernia again."],
            (203.0, liver),
            [-0.4, 0.9, 0.2],
        ),
        (
            "other",
            ["Asthma", "Wheezing at night."],
            (500.0, "right_lung"),
            [0.0, 0.0, 1.0],
        ),
        (
            "far",
            ["Eczema", "Itching at night."],
            (900.0, "skin"),
            [-0.5, -0.5, 0.5],
        ),
    ])
}

#[test]
fn what_is_like_several_has_the_words_of_all_means_what_they_mean_and_lies_near_any_of_them() {
    let library = of_two_kinds();
    let like_all = |ids: &[&str]| {
        let like = library.like_all(&keys(&library, ids)).expect("readable");
        like.expect("they are there")
    };
    let all = like_all(&["a", "b"]);
    let words = Like {
        meaning: None,
        places: Vec::new(),
        ..all.clone()
    };
    assert_eq!(ask(&library, words).0[0], "both");
    let means = |like: Like| Like {
        text: None,
        places: Vec::new(),
        ..like
    };
    assert_eq!(ask(&library, means(all.clone())).0[0], "both");
    assert_eq!(ask(&library, means(like_all(&["a"]))).0[0], "like a");
    assert_eq!(ask(&library, means(like_all(&["b"]))).0[0], "like b");
    let place = Like {
        text: None,
        meaning: None,
        ..all.clone()
    };
    let (ids, answer) = ask(&library, place);
    assert_eq!(ids[..2], ["like a", "like b"]);
    let far = |at: usize| answer.hits[at].distance_mm;
    assert_eq!([far(0), far(1)], [Some(2.0), Some(3.0)], "of the nearest");
    let (ids, _) = ask(&library, all);
    assert_eq!(ids[0], "both");
    assert!(!ids.iter().any(|id| ["a", "b"].contains(&id.as_str())));
}

#[test]
fn what_is_gone_of_several_is_left_out() {
    let mut library = of_two_kinds();
    let asked = keys(&library, &["a", "b"]);
    let one = library.like(asked[0]).expect("readable");
    library.remove(&asked[1..]).expect("removed");
    let left = library.like_all(&asked).expect("readable");
    assert_eq!(
        left.as_ref().map(|like| &like.keys),
        Some(&asked[..1].to_vec())
    );
    assert_eq!(
        left.and_then(|like| like.text),
        one.and_then(|like| like.text)
    );
    assert_eq!(library.like_all(&asked[1..]).expect("readable"), None);
    assert_eq!(library.like_all(&[]).expect("readable"), None);
}

/// A paper, two on one side of what it means, of which one has a copy, two on the other side, and others.
fn with_two_sides() -> Library {
    let copy = format!("{STONES} We thank everybody.");
    let at = (0.0, "left_kidney");
    library(&[
        ("asked", ["Lithiasis", "Calculi."], at, [1.0, 0.0, 0.0]),
        (
            "up",
            ["Stones of the left kidney", STONES],
            at,
            [0.8, 0.6, 0.0],
        ),
        ("up too", ["Ureters", "Their course."], at, [0.75, 0.6, 0.2]),
        (
            "copy",
            ["Stones of the left kidney: a preprint", copy.as_str()],
            at,
            [0.8, 0.6, 0.0],
        ),
        ("down", ["Diet", "Salt."], at, [0.7, -0.65, 0.0]),
        ("down too", ["Drinking", "Water."], at, [0.65, -0.65, 0.2]),
        ("other", ["Asthma", "Wheezing."], at, [-0.5, 0.0, 0.9]),
        ("far", ["Eczema", "Itching."], at, [-1.0, 0.1, -0.2]),
    ])
}

#[test]
fn what_is_not_meant_leaves_with_its_copies_and_what_means_the_same_comes_later() {
    let library = with_two_sides();
    let asked = keys(&library, &["asked"]);
    let meant = |unlike: &[&str]| {
        let like = library.like_all(&asked).expect("readable");
        let like = Like {
            text: None,
            places: Vec::new(),
            unlike: keys(&library, unlike),
            ..like.expect("it is there")
        };
        ask(&library, like).0
    };
    let place = |ids: &[String], id: &str| ids.iter().position(|one| one == id);
    let plain = meant(&[]);
    assert_eq!(plain.len(), 7);
    assert!(place(&plain, "up too") < place(&plain, "down"), "{plain:?}");
    let one = meant(&["up"]);
    assert_eq!(one.len(), 5, "without it and its copy: {one:?}");
    assert_eq!([place(&one, "up"), place(&one, "copy")], [None, None]);
    assert!(place(&one, "down") < place(&one, "up too"), "{one:?}");
    let two = meant(&["up", "down"]);
    assert_eq!(two.len(), 4, "{two:?}");
    assert_eq!(two[0], "up too", "from between them");
}

#[test]
fn a_text_is_not_like_what_is_not_meant_whatever_counts() {
    let library = with_two_sides();
    let note = |unlike: &[&str]| Like {
        unlike: keys(&library, unlike),
        ..Like::note("stones and calculi", None)
    };
    let found = |unlike: &[&str]| {
        let mut ids = ask(&library, note(unlike)).0;
        ids.sort();
        ids
    };
    assert_eq!(found(&[]), ["asked", "copy", "up"]);
    assert_eq!(found(&["up"]), ["asked"]);
    assert_eq!(found(&["asked", "down"]), ["copy", "up"]);
}
