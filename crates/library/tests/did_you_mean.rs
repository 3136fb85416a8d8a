//! Words of a question that no document has, and those that are offered for them.

mod common;

use anatomy::Catalogue;
use common::documents::{document, grounding};
use library::{Library, Like, Query};

/// A library of these texts.
fn library(texts: &[&str]) -> Library {
    let mut library = Library::in_memory().expect("memory");
    for (n, text) in texts.iter().enumerate() {
        let mut one = document(&format!("d{n}"), &format!("title {n}"));
        (*text).clone_into(&mut one.text);
        let place = grounding([0.0; 3], &[("liver", 0.9)]);
        library.add(&[(one, place)]).expect("added");
    }
    library
}

fn texts() -> Library {
    library(&[
        "Pneumonia of the left lower lobe. Pneumonia again.",
        "Cirrhosis of the liver with ascites",
        "Acute cholecystitis and haemorrhoids",
        "Cough with phlegm in asthmatic children",
        "Gout, Hashimoto's thyroiditis",
    ])
}

#[test]
fn a_misspelt_word_brings_one_that_documents_have() {
    let library = texts();
    for (typed, meant) in [
        ("pnuemonia", "pneumonia"),
        ("cirhosis", "cirrhosis"),
        ("kolecistitis", "cholecystitis"),
        ("hemorhoids", "haemorrhoids"),
        ("flegm", "phlegm"),
        ("ilver cirrhosis", "liver cirrhosis"),
        ("Pnuemonia of the lbe", "pneumonia of the lbe"),
        ("asthmatic cildren", "asthmatic children"),
    ] {
        let found = library.did_you_mean(typed, &|_| false).expect("readable");
        let found = found.unwrap_or_else(|| panic!("{typed} has no suggestion"));
        assert_eq!(found.text, meant);
        // What is offered finds something where the first did not.
        let before = library.matching(&found.words[0].0, 10).expect("readable");
        let after = library.matching(&found.words[0].1, 10).expect("readable");
        assert!(before.is_empty() && !after.is_empty(), "{typed}");
    }
}

#[test]
fn a_word_that_is_misspelt_in_a_document_is_offered_the_common_one_and_forms_are_told_apart() {
    let mut texts = vec!["ascities in a woman", "bronchitis and bronchial cancer"];
    texts.extend(["ascites of the belly"; 30]);
    texts.extend(["bronchial trees"; 30]);
    let library = library(&texts);
    let found = library
        .did_you_mean("ascities", &|_| false)
        .expect("readable");
    let found = found.expect("a suggestion");
    assert_eq!((found.text.as_str(), found.unknown), ("ascites", false));
    let found = library
        .did_you_mean("bronchits cancer", &|_| false)
        .expect("readable");
    let found = found.expect("a suggestion");
    assert_eq!(
        (found.text.as_str(), found.unknown),
        ("bronchitis cancer", true)
    );
    // Rare, and right: what is like it is not that much more frequent.
    assert_eq!(
        library.did_you_mean("trees", &|_| false).expect("readable"),
        None
    );
    assert_eq!(
        library
            .did_you_mean("cancer", &|_| false)
            .expect("readable"),
        None
    );
}

#[test]
fn a_word_of_the_language_is_no_misspelling_of_one_that_documents_have() {
    let library = library(&["material units, rather far", "tumour of the breast"]);
    let common = ["maternal", "aunt", "brother", "brest", "tumor"];
    let meant = |typed: &str| {
        let found = library.did_you_mean(typed, &|word| common.contains(&word));
        found.expect("readable").map(|found| found.text)
    };
    // Without that they would be.
    let blind = library.did_you_mean("maternal", &|_| false);
    assert!(blind.expect("readable").is_some());
    assert_eq!(meant("maternal aunts"), None);
    assert_eq!(meant("my brother"), None);
    // What sounds the same and is a step away is offered.
    assert_eq!(meant("brest").as_deref(), Some("breast"));
    assert_eq!(meant("Tumor").as_deref(), Some("tumour"));
}

#[test]
fn the_misspelt_words_of_a_note_are_read_as_words_that_many_documents_have() {
    let mut texts = vec!["Acute pancreatitis with abdominal pain and cholelithiasis"; 6];
    texts.extend(["Peroneal nerve palsy"; 6]);
    texts.push("A splinter and bleeding");
    let library = library(&texts);
    let note = "54 yo, #pancreatits (3rd episode), abdomnal pain: cholelithasis? COVID-19, CT scan, T2, C1, perineal \
                wound, splintre. Pancraetitis again, PANCREATITS, bancreatitis.";
    let mut like = Like::note(note, None);
    let mended = library.mend_note(&mut like, &|_| false).expect("readable");
    let read_as = |typed: &str, meant: &str| (typed.to_owned(), meant.to_owned());
    assert_eq!(
        mended,
        [
            read_as("pancreatits", "pancreatitis"),
            read_as("abdomnal", "abdominal"),
            read_as("cholelithasis", "cholelithiasis"),
            read_as("Pancraetitis", "pancreatitis"),
        ],
        "neither names of structures, nor what one document has, nor another first letter"
    );
    let text = like.text.as_deref().expect("words");
    let kept = "COVID-19 CT scan T2 C1 perineal wound splintre pancreatitis again PANCREATITS bancreatitis";
    assert!(text.contains(kept), "{text}");
    assert!(text.starts_with("yo pancreatitis 3rd episode abdominal pain cholelithiasis"));

    // It finds what it did not find before.
    let found = |like: Like| {
        let query = Query {
            like: Some(like),
            limit: 20,
            ..Query::default()
        };
        let answer = library.search(&query, Catalogue::builtin());
        answer.expect("asked").hits.len()
    };
    assert_eq!(found(Like::note("cholelithasis", None)), 0);
    let mut alone = Like::note("cholelithasis", None);
    library.mend_note(&mut alone, &|_| false).expect("readable");
    assert_eq!(found(alone), 6);
    let mut right = Like::note("cholelithiasis", None);
    assert_eq!(
        library.mend_note(&mut right, &|_| false).expect("readable"),
        []
    );
    // A word of the language is right, though it is a step from another one.
    let of_language = |word: &str| word == "abnominal";
    let mut known = Like::note("abnominal pain", None);
    assert_eq!(
        library
            .mend_note(&mut known, &of_language)
            .expect("readable"),
        []
    );
    let mut none = Like::default();
    assert_eq!(
        library.mend_note(&mut none, &|_| false).expect("readable"),
        []
    );
}

#[test]
fn what_a_document_has_and_what_is_like_nothing_is_left_alone() {
    let library = texts();
    for typed in [
        "pneumonia",
        "pneumonias",
        "pneum",
        "children with gout",
        "zyxwvut",
        "TPMT",
        "12",
        "",
        "pnuemonia[ti] AND gout",
        "\"pnuemonia today\"",
    ] {
        assert_eq!(
            library.did_you_mean(typed, &|_| false).expect("readable"),
            None,
            "{typed}"
        );
    }
    assert_eq!(
        self::library(&[])
            .did_you_mean("pnuemonia", &|_| false)
            .expect("empty"),
        None
    );
}

#[test]
fn a_library_that_can_only_be_read_is_asked_and_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a library");
    let mut one = document("a", "A title");
    "Pneumonia".clone_into(&mut one.text);
    let place = grounding([0.0; 3], &[("liver", 0.9)]);
    library.add(&[(one, place)]).expect("added");
    drop(library);
    let before = std::fs::read(&path).expect("a file");
    let library = Library::open_to_read(&path).expect("opened");
    let found = library
        .did_you_mean("pnuemonia", &|_| false)
        .expect("readable");
    assert_eq!(found.expect("a suggestion").text, "pneumonia");
    drop(library);
    assert_eq!(std::fs::read(&path).expect("a file"), before);
}
