//! Finding by a text: as a filter and as a ranking, by a question in PubMed's language, by meaning.

mod common;

use anatomy::Catalogue;
use common::documents::{document, grounding};
use grounding::Grounding;
use library::{Document, Facet, Hit, LIKE_ENOUGH, Library, Meaning, Order, Query, misread};

const MODEL: &str = "a model";

/// Id, title, text, year, authors and headings of a document.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    i32,
    &'static [&'static str],
    &'static [&'static str],
);

/// Documents about stones and livers; their vectors point further up from one to the next.
fn papers() -> Library {
    let rows: [Row; 5] = [
        (
            "a",
            "Kidney stones in children",
            "Stones of the ureter were found.",
            2012,
            &["Smith, John A.", "Müller, Karl"],
            &["Kidney Calculi", "Child"],
        ),
        (
            "b",
            "Gallstones",
            "Stones in the bile duct.",
            2016,
            &["Smithson, Jane"],
            &["Gallstones/surgery"],
        ),
        (
            "c",
            "Cirrhosis of the liver",
            "Portal hypertension and ascites.",
            2018,
            &["Smith B"],
            &["Liver Cirrhosis"],
        ),
        (
            "d",
            "Hypertension",
            "Salt and the kidney.",
            2020,
            &["Ng, Ann"],
            &["Hypertension"],
        ),
        (
            "e",
            "Undated notes",
            "Portal vein of the liver.",
            0,
            &[],
            &[],
        ),
    ];
    let mut library = Library::in_memory().expect("memory");
    let batch: Vec<(Document, Grounding)> = rows
        .iter()
        .zip(0_u8..)
        .map(|((id, title, text, year, authors, mesh), n)| {
            let owned = |list: &[&str]| list.iter().map(|&one| one.to_owned()).collect();
            let document = Document {
                text: (*text).into(),
                year: (*year > 0).then_some(*year),
                authors: owned(authors),
                mesh: owned(mesh),
                ..document(id, title)
            };
            let grounding = Grounding {
                embedding: vec![4.0 - f32::from(n), f32::from(n)],
                model: MODEL.into(),
                ..grounding([0.0; 3], &[("liver", 0.5)])
            };
            (document, grounding)
        })
        .collect();
    assert_eq!(library.add(&batch).expect("added").added, 5);
    library
}

fn ask(library: &Library, query: &Query) -> (Vec<String>, library::Answer) {
    let query = Query {
        limit: 10,
        ..query.clone()
    };
    let answer = library.search(&query, Catalogue::builtin());
    let answer = answer.expect("readable");
    let ids = answer.hits.iter().map(|hit| hit.id.clone()).collect();
    (ids, answer)
}

fn words(text: &str) -> Query {
    Query {
        text: Some(text.into()),
        ..Query::default()
    }
}

#[test]
fn a_filter_wants_all_words_and_a_ranking_any_of_them() {
    let library = papers();
    let (ids, answer) = ask(&library, &words("portal hypertension"));
    assert_eq!((ids, answer.total), (vec!["c".to_owned()], 1));
    assert_eq!(answer.with_all_words, None);
    let any = |text: &str| Query {
        any_word: true,
        ..words(text)
    };
    let (ids, answer) = ask(&library, &any("portal hypertension"));
    assert_eq!(ids, ["c", "d", "e"], "what has both words comes first");
    assert_eq!((answer.total, answer.with_all_words), (3, Some(1)));
    // What the words are about counts, not how they are strung together.
    let sentence = "What is known of the stones in the ureter of a child?";
    let (ids, answer) = ask(&library, &any(sentence));
    assert_eq!(ids, ["a", "b"]);
    assert_eq!(answer.with_all_words, None);
    let (ids, _) = ask(&library, &any("stones hyp"));
    assert_eq!(
        ids,
        ["a", "b", "d", "c"],
        "an unfinished word is a beginning"
    );
    let (ids, _) = ask(&library, &words("\"portal vein\" liver"));
    assert_eq!(ids, ["e"]);
    let (ids, _) = ask(&library, &words("\"vein of the spleen\""));
    assert_eq!(ids, [""; 0], "a phrase that is nowhere is nowhere");
    let (ids, _) = ask(&library, &any("\"vein of the spleen\""));
    assert_eq!(ids, ["e"], "and in a ranking it is taken as its words");
    let (ids, _) = ask(&library, &words("\"portal vein\" ascites"));
    assert_eq!(ids, ["e"], "no document has both");
}

#[test]
fn a_question_is_read_as_pubmed_reads_it() {
    let library = papers();
    for (question, found) in [
        ("stones AND kidney", &["a"][..]),
        ("stones NOT kidney", &["b"]),
        ("kidney OR portal", &["a", "d", "e", "c"]),
        ("(kidney OR portal) AND hypertension", &["d", "c"]),
        ("hyper*[ti]", &["d"]),
        ("kidney[ti] OR salt", &["a", "d"]),
        ("smith[au]", &["c", "a"]),
        ("smith ja[au]", &["a"]),
        ("smith*[au]", &["c", "b", "a"]),
        ("muller[au]", &["a"]),
        ("2016:2018[dp]", &["c", "b"]),
        ("stones 2012[dp]", &["a"]),
        ("liver cirrhosis[mh]", &["c"]),
        ("liver[mh]", &[]),
        ("gallstones[mh] AND 2000:3000[dp]", &["b"]),
        ("portal NOT 2018[dp]", &["e"]),
        ("2018:2020[dp] NOT smith[au]", &["d"]),
    ] {
        assert_eq!(misread(question), None, "{question}");
        let (ids, answer) = ask(&library, &words(question));
        assert_eq!(ids, found, "{question}");
        assert_eq!(answer.total, found.len(), "{question}");
    }
}

#[test]
fn a_question_that_cannot_be_read_is_taken_as_words_and_told() {
    let library = papers();
    let (ids, _) = ask(&library, &words("ascites AND"));
    assert_eq!(ids, ["c"]);
    let wrong = misread("ascites AND").expect("it has no end");
    assert_eq!(wrong.at, 12);
    assert!(wrong.to_string().contains("ascites AND▸"), "{wrong}");
}

#[test]
fn meaning_finds_what_points_the_same_way_and_joins_with_words() {
    let mut library = papers();
    let up = |model: &str| Meaning {
        vector: vec![0.0, 1.0],
        model: model.into(),
    };
    let meant = Query {
        meaning: Some(up(MODEL)),
        ..Query::default()
    };
    let (ids, answer) = ask(&library, &meant);
    assert_eq!(ids, ["e", "d", "c", "b", "a"]);
    assert_eq!(answer.hits[1].meaning_rank, Some(2));
    assert_eq!(answer.hits[1].text_rank, None);
    let of_another = Query {
        meaning: Some(up("another")),
        ..Query::default()
    };
    assert_eq!(ask(&library, &of_another).1.total, 0);
    // e has the word and is nearest; c has the word, d is nearer; the others have neither.
    let both = Query {
        any_word: true,
        ..Query {
            text: Some("portal".into()),
            ..meant.clone()
        }
    };
    let (ids, answer) = ask(&library, &both);
    assert_eq!(ids[0], "e");
    assert_eq!(answer.hits[0].meaning_rank, Some(1));
    assert!(answer.hits[0].text_rank.is_some());
    let mut next = [ids[1].as_str(), ids[2].as_str()];
    next.sort_unstable();
    assert_eq!(next, ["c", "d"]);
    assert_eq!(answer.total, 5);
    // What is added later is found, what is removed is not.
    let late = Grounding {
        embedding: vec![0.0, 2.0],
        model: MODEL.into(),
        ..grounding([0.0; 3], &[("liver", 0.5)])
    };
    let report = library.add(&[(document("f", "Late"), late)]);
    let keys = report.expect("added").keys;
    assert_eq!(ask(&library, &meant).1.total, 6);
    library.remove(&keys).expect("removed");
    assert_eq!(ask(&library, &meant).1.total, 5);
}

#[test]
fn meaning_that_only_ranks_adds_nothing_to_what_words_find() {
    let mut library = papers();
    assert!(!library.knows_meanings());
    assert!(!library.leaves_out_meanings().expect("readable"));
    while library.make_ready().expect("readable") {}
    assert!(library.knows_meanings());
    let down = Meaning {
        vector: vec![1.0, 0.0],
        model: MODEL.into(),
    };
    let by_words = Query {
        any_word: true,
        ..words("What is known of stones, ascites and salt?")
    };
    let by_both = Query {
        meaning: Some(down),
        meaning_ranks: true,
        ..by_words.clone()
    };
    let (found, _) = ask(&library, &by_words);
    let (ranked, answer) = ask(&library, &by_both);
    assert_ne!(found, ranked, "the order is another one");
    let sorted = |mut ids: Vec<String>| {
        ids.sort();
        ids
    };
    assert_eq!(sorted(found), sorted(ranked));
    assert!(answer.hits.iter().all(|hit| hit.meaning_rank.is_some()));
    // What is removed is forgotten without reading all anew, and what comes back is there.
    let gone = answer.hits[0].key;
    library.remove(&[gone]).expect("removed");
    assert!(library.knows_meanings());
    let (left, _) = ask(&library, &by_both);
    assert_eq!(left.len(), answer.total - 1);
    library.restore(&[gone]).expect("brought back");
    while library.make_ready().expect("readable") {}
    assert_eq!(ask(&library, &by_both).1.total, answer.total);
}

/// Forty documents, each a little further away in meaning than the one before: three with both words of "vitamin D", one with the first, and none of them the
/// nearest.
fn forty() -> Library {
    let mut library = Library::in_memory().expect("memory");
    let batch: Vec<(Document, Grounding)> = (0_u8..40)
        .map(|n| {
            let about = match n {
                0..3 => "Rickets",
                20 | 25 | 30 => "Vitamin D",
                38 => "Vitamin C",
                _ => "Bones",
            };
            let document = Document {
                year: Some(2000 + i32::from(n % 2)),
                pmid: Some((100 + u32::from(n)).to_string()),
                ..document(&format!("n{n}"), &format!("{about} {n}"))
            };
            let angle = f32::from(n).to_radians() * 2.0;
            let grounding = Grounding {
                embedding: vec![angle.cos(), angle.sin()],
                model: MODEL.into(),
                ..grounding([0.0; 3], &[("liver", 0.5)])
            };
            (document, grounding)
        })
        .collect();
    assert_eq!(library.add(&batch).expect("added").added, 40);
    library
}

#[test]
fn a_few_words_are_answered_by_what_has_them_and_the_best_of_the_others() {
    let library = forty();
    let hits = |query: &Query| -> Vec<Hit> {
        let query = Query {
            limit: 100,
            ..query.clone()
        };
        let answer = library.search(&query, Catalogue::builtin());
        let answer = answer.expect("readable");
        assert_eq!(answer.total, answer.hits.len());
        answer.hits
    };
    let ids = |hits: &[Hit]| -> Vec<String> { hits.iter().map(|hit| hit.id.clone()).collect() };
    let both = Query {
        any_word: true,
        meaning: Some(Meaning {
            // Thirty degrees: what has both words is like it, and nine others are more so.
            vector: vec![0.866, 0.5],
            model: MODEL.into(),
        }),
        ..words("vitamin D")
    };
    let few = Query {
        meaning_ranks: true,
        meaning_adds: Some(LIKE_ENOUGH),
        ..both.clone()
    };
    let by_both = hits(&both);
    assert_eq!(by_both.len(), 40, "every document is near in some order");
    let listed = hits(&few);
    let has_both = |hit: &Hit| hit.title.starts_with("Vitamin D");
    // One in twenty of forty beside the three, and all in the order of both.
    let others = by_both.iter().filter(|hit| !has_both(hit)).take(2);
    let others = ids(&others.cloned().collect::<Vec<Hit>>());
    let mut expected = by_both.clone();
    expected.retain(|hit| has_both(hit) || others.contains(&hit.id));
    assert_eq!(expected.len(), 5);
    assert_eq!(ids(&listed), ids(&expected));
    let by_meaning_alone = |hit: &Hit| hit.text_rank.is_none() && hit.meaning_rank.is_some();
    assert!(listed.iter().any(by_meaning_alone), "{listed:?}");

    // None of the others is as like as that; nor is any added to a question that what has the words is not like.
    let likest = Query {
        meaning_adds: Some(f32::INFINITY),
        ..few.clone()
    };
    assert_eq!(hits(&likest).len(), 3);
    let unlike = Query {
        meaning: Some(Meaning {
            vector: vec![1.0, 0.0],
            model: MODEL.into(),
        }),
        ..few.clone()
    };
    assert_eq!(hits(&unlike).len(), 3);

    // A year narrows this list and brings in nothing else.
    let mut narrowed = few.clone();
    narrowed.filter.toggle(Facet::Year, "2000");
    expected.retain(|hit| hit.year == Some(2000));
    assert_eq!(ids(&hits(&narrowed)), ids(&expected));
    // Nor does the newest first bring in what does not have the words.
    let newest = Query {
        order: Order::Newest,
        ..few.clone()
    };
    assert_eq!(hits(&newest).len(), 3);
    // Where meaning is not asked for, or words say what must be there, nothing is added.
    let by_words = Query {
        any_word: false,
        meaning: None,
        ..few.clone()
    };
    assert_eq!(hits(&by_words).len(), 3);
    let exact = Query {
        text: Some("\"vitamin D\"".into()),
        ..few
    };
    assert_eq!(hits(&exact).len(), 3);
}
