//! What a reader keeps with documents stays with them, counts narrow an answer, and problems outlive the program.

mod common;

use anatomy::Catalogue;
use common::documents::{document, grounding};
use grounding::Grounding;
use library::{
    Document, Facet, Facets, Filter, Library, MarkChange, Marks, NO_YEAR, Placement, Query, Refusal,
};

fn placed(id: &str, year: i32, structure: &str, path: &str) -> (Document, Grounding) {
    let document = Document {
        year: Some(year),
        kind: Some(if year < 2010 { "Review" } else { "Trial" }.into()),
        journal: Some(format!("Journal of {structure}")),
        source: library::Source {
            path: path.into(),
            ..Default::default()
        },
        ..document(id, id)
    };
    (document, grounding([1.0, 2.0, 3.0], &[(structure, 0.9)]))
}

/// Five documents: two of the liver, three of the lung.
fn library() -> (Library, Vec<i64>) {
    let mut library = Library::in_memory().expect("memory");
    let batch = [
        placed("a", 2001, "liver", "/refs/one.ris"),
        placed("b", 2020, "liver", "/refs/one.ris"),
        placed("c", 2020, "left_lung_upper_lobe", "C:\\refs\\two.bib"),
        placed("d", 2020, "left_lung_upper_lobe", "C:\\refs\\two.bib"),
        placed("e", 2021, "left_lung_upper_lobe", "C:\\refs\\two.bib"),
    ];
    let keys = library.add(&batch).expect("added").keys;
    (library, keys)
}

fn tag(name: &str) -> MarkChange {
    MarkChange::Tag(name.into())
}

fn ask(library: &Library, filter: &Filter) -> (Vec<i64>, Facets) {
    let query = Query {
        filter: filter.clone(),
        count: true,
        limit: 99,
        ..Query::default()
    };
    let answer = library.search(&query, Catalogue::builtin());
    let answer = answer.expect("an answer");
    assert_eq!(answer.total, answer.hits.len());
    (
        answer.hits.iter().map(|hit| hit.key).collect(),
        answer.facets,
    )
}

fn counts(facets: &Facets, facet: Facet) -> Vec<(String, usize)> {
    let values = facets.values.get(&facet).cloned().unwrap_or_default();
    let values = values.into_iter();
    values.map(|value| (value.name, value.documents)).collect()
}

fn counted<const N: usize>(values: [(&str, usize); N]) -> Vec<(String, usize)> {
    values.map(|(name, n)| (name.to_owned(), n)).to_vec()
}

#[test]
fn marks_stay_with_a_document_through_the_trash_and_a_change_is_taken_back() {
    let (mut library, keys) = library();
    let changes = [
        tag("to read"),
        MarkChange::Collect("Thesis/Liver".into()),
        MarkChange::Note("Ask Bo.\nTwice.".into()),
        MarkChange::Stars(4),
        MarkChange::Read(true),
        MarkChange::Placement(Some(Placement::Wrong)),
    ];
    let mut steps = Vec::new();
    for change in &changes {
        steps.push(library.mark(&keys[..1], change).expect("written"));
    }
    let full = library.marks(keys[0]).expect("readable");
    assert_eq!(full.tags, ["to read"]);
    assert_eq!(full.note, "Ask Bo.\nTwice.");
    assert_eq!((full.stars, full.read), (4, true));
    assert_eq!(full.placement, Some(Placement::Wrong));
    let stored = library.get_by_key(keys[0]).expect("readable");
    assert_eq!(stored.expect("it is there").document.marks, full);

    library.remove(&keys[..1]).expect("removed");
    assert!(library.tags().expect("readable").is_empty());
    library.restore(&keys[..1]).expect("restored");
    assert_eq!(library.marks(keys[0]).expect("readable"), full);
    assert_eq!(library.all_marks().expect("readable")[&keys[0]], full);
    assert_eq!(library.all_marks().expect("readable").len(), 1);

    for before in steps.iter().rev() {
        library.set_marks(before).expect("written");
    }
    assert!(library.marks(keys[0]).expect("readable").is_empty());

    library.mark(&keys[..1], &tag("gone")).expect("written");
    library.remove(&keys[..1]).expect("removed");
    library.compact().expect("compacted");
    assert!(library.all_marks().expect("readable").is_empty());
    let gone = library.mark(&keys[..1], &tag("again")).expect("written");
    assert!(gone.is_empty(), "nothing is kept with what is not there");
}

#[test]
fn what_another_program_kept_comes_in_with_the_document() {
    let mut library = Library::in_memory().expect("memory");
    let (mut one, place) = placed("a", 2001, "liver", "refs.ris");
    one.marks = Marks {
        tags: vec!["b\n".into(), " a".into(), "A".into()],
        collections: vec!["/x//y/".into()],
        note: "n".into(),
        stars: 200,
        ..Marks::default()
    };
    let keys = library.add(&[(one, place)]).expect("added").keys;
    let marks = library.marks(keys[0]).expect("readable");
    assert_eq!(marks.tags, ["a", "b"]);
    assert_eq!(marks.collections, ["x/y"]);
    assert_eq!(marks.stars, 5);
}

#[test]
fn documents_without_a_year_are_counted_and_types_have_one_name_in_every_format() {
    let (mut library, keys) = library();
    let without = |id: &str, kind: &str| {
        let (document, place) = placed(id, 0, "liver", "more.ris");
        let (year, kind) = (None, Some(kind.to_owned()));
        let document = Document {
            year,
            kind,
            ..document
        };
        (document, place)
    };
    let more = [
        without("f", "JOUR"),
        without("g", "article-journal"),
        without("h", "Journal Article"),
    ];
    let more = library.add(&more).expect("added").keys;
    let (_, facets) = ask(&library, &Filter::default());
    let years = [("2021", 1), ("2020", 3), ("2001", 1), (NO_YEAR, 3)];
    assert_eq!(counts(&facets, Facet::Year), counted(years));
    let kinds = [("Journal Article", 3), ("Trial", 4), ("Review", 1)];
    let mut told = counts(&facets, Facet::Kind);
    told.sort_by_key(|(name, _)| kinds.iter().position(|(kind, _)| kind == name));
    assert_eq!(told, counted(kinds));

    let mut filter = Filter::default();
    filter.toggle(Facet::Year, NO_YEAR);
    assert_eq!(ask(&library, &filter).0, more);
    filter.toggle(Facet::Year, "2001");
    let (found, _) = ask(&library, &filter);
    assert_eq!(found, [&keys[..1], &more[..]].concat());
    let mut filter = Filter::default();
    filter.toggle(Facet::Kind, "Journal Article");
    assert_eq!(ask(&library, &filter).0, more);
}

#[test]
fn facets_count_and_narrow() {
    let (mut library, keys) = library();
    let (all, facets) = ask(&library, &Filter::default());
    assert_eq!(all, keys);
    let years = [("2021", 1), ("2020", 3), ("2001", 1)];
    assert_eq!(counts(&facets, Facet::Year), counted(years));
    let systems = [("Respiratory", 3), ("Digestive", 2)];
    assert_eq!(counts(&facets, Facet::System), counted(systems));
    let sources = [("two.bib", 3), ("one.ris", 2)];
    assert_eq!(counts(&facets, Facet::Source), counted(sources));
    assert_eq!(counts(&facets, Facet::State), counted([("unread", 5)]));

    let mut filter = Filter::default();
    filter.toggle(Facet::Year, "2020");
    let (found, facets) = ask(&library, &filter);
    assert_eq!(found, keys[1..4]);
    let systems = [("Respiratory", 2), ("Digestive", 1)];
    assert_eq!(counts(&facets, Facet::System), counted(systems));
    assert_eq!(
        counts(&facets, Facet::Year),
        counted(years),
        "its own values are counted as if it did not narrow"
    );
    filter.toggle(Facet::Year, "2001");
    filter.toggle(Facet::System, "Digestive");
    assert_eq!(ask(&library, &filter).0, keys[..2]);

    // What is counted follows what is added, marked, removed and brought back.
    library.mark(&keys[1..3], &tag("x")).expect("written");
    let collect = MarkChange::Collect("Thesis/Liver".into());
    library.mark(&keys[..2], &collect).expect("written");
    library
        .add(&[placed("f", 2021, "heart", "new.txt")])
        .expect("added");
    let (_, facets) = ask(&library, &Filter::default());
    let collections = [("Thesis", 2), ("Thesis/Liver", 2)];
    assert_eq!(counts(&facets, Facet::Collection), counted(collections));
    assert_eq!(counts(&facets, Facet::Tag), counted([("x", 2)]));
    let years = [("2021", 2), ("2020", 3), ("2001", 1)];
    assert_eq!(counts(&facets, Facet::Year), counted(years));
    library.remove(&keys[1..2]).expect("removed");
    assert_eq!(
        counts(&ask(&library, &Filter::default()).1, Facet::Tag),
        counted([("x", 1)])
    );
    let mut nothing = Filter::default();
    nothing.toggle(Facet::Journal, "a journal that is not there");
    assert_eq!(ask(&library, &nothing).0, Vec::<i64>::new());
}

#[test]
fn a_filter_narrows_every_kind_of_question() {
    let (library, keys) = library();
    let catalogue = Catalogue::builtin();
    let mut filter = Filter::default();
    filter.toggle(Facet::Year, "2001");
    let liver = catalogue.index_of("liver").expect("a liver");
    let of = |query: Query| {
        let query = Query {
            filter: filter.clone(),
            limit: 1,
            ..query
        };
        let answer = library.search(&query, catalogue).expect("an answer");
        (answer.total, answer.hits[0].key)
    };
    let text = Query {
        text: Some("text".into()),
        ..Query::default()
    };
    let near = Query {
        near: Some([0.0; 3]),
        ..Query::default()
    };
    let structures = Query {
        structures: vec![liver],
        ..Query::default()
    };
    for query in [text, near, structures] {
        assert_eq!(of(query), (1, keys[0]));
    }
}

/// Sixty documents of four structures, some years, two types, and with words that some of them share.
fn many() -> Library {
    let structures = ["liver", "left_lung_upper_lobe", "heart", "spleen"];
    let mut library = Library::in_memory().expect("memory");
    let batch: Vec<(Document, Grounding)> = (0..60_usize)
        .map(|n| {
            let structure = structures[n * 7 % 4];
            let year = 2000 + (n * n % 13) as i32;
            let path = format!("/refs/{}.ris", n % 3);
            let (mut document, mut place) = placed(&format!("paper {n}"), year, structure, &path);
            if n % 5 == 0 {
                document.year = None;
            }
            let words = [(2, "stone"), (3, "abscess"), (7, "tumour")];
            let words = words.iter().filter(|(each, _)| n % each == 0);
            let words: Vec<&str> = words.map(|(_, word)| *word).collect();
            document.text = format!("Paper {n} tells of: {}.", words.join(", "));
            let topics = [(2, "Liver"), (3, "Gallstones"), (7, "Child")];
            let topics = topics.iter().filter(|(each, _)| n % each == 0);
            document.mesh = topics.map(|(_, topic)| (*topic).into()).collect();
            document.mesh.push("Humans".into());
            document.keywords = vec![["Drains", "gallstones", " liver "][n % 5 % 3].into()];
            place.point_mm = [n as f32, 0.0, 0.0];
            (document, place)
        })
        .collect();
    let keys = library.add(&batch).expect("added").keys;
    assert_eq!(keys.len(), 60);
    library.mark(&keys[10..30], &tag("x")).expect("written");
    library.mark(&keys[20..40], &tag("y")).expect("written");
    library
}

/// The values of a facet that a document has.
fn values(library: &Library, key: i64, facet: Facet) -> Vec<String> {
    let stored = library.get_by_key(key).expect("readable").expect("there");
    let document = stored.document;
    let one = match facet {
        Facet::Year => document.year.map(|year| year.to_string()),
        Facet::Kind => document.kind,
        Facet::Journal => document.journal,
        Facet::Structure => Some(stored.grounding.structure),
        Facet::Tag => return document.marks.tags,
        Facet::Topic => {
            let mut headings = document.mesh;
            headings.retain(|heading| heading != "Humans");
            let topics = match headings.is_empty() {
                true => document.keywords,
                false => headings,
            };
            // As the first document writes it.
            let spelling = |word: &String| match word.trim() {
                "gallstones" => "Gallstones".to_owned(),
                "liver" => "Liver".to_owned(),
                same => same.to_owned(),
            };
            return topics.iter().map(spelling).collect();
        }
        other => panic!("{other:?} is not asked about"),
    };
    one.into_iter().collect()
}

/// What the facets of an answer should be: each document that would answer without that facet is looked at.
fn by_hand(library: &Library, query: &Query, facet: Facet) -> Vec<(String, usize)> {
    let mut wider = query.clone();
    wider.filter.wanted.remove(&facet);
    let answer = library.search(&wider, Catalogue::builtin());
    let hits = answer.expect("an answer").hits;
    let mut counts = std::collections::BTreeMap::new();
    for hit in &hits {
        for value in values(library, hit.key, facet) {
            *counts.entry(value).or_insert(0) += 1;
        }
    }
    let none = hits.iter().filter(|hit| hit.year.is_none()).count();
    if facet == Facet::Year && none > 0 && !counts.is_empty() {
        counts.insert(NO_YEAR.to_owned(), none);
    }
    counts.into_iter().collect()
}

#[test]
fn facets_of_every_kind_of_question_are_those_of_the_documents_that_answer() {
    let library = many();
    let catalogue = Catalogue::builtin();
    let row = |id: &str| catalogue.index_of(id).expect("a structure");
    let all = || Query {
        count: true,
        limit: 999,
        ..Query::default()
    };
    let questions = [
        all(),
        Query {
            text: Some("abscess".into()),
            ..all()
        },
        Query {
            text: Some("stone abscess".into()),
            ..all()
        },
        Query {
            structures: vec![row("liver"), row("heart")],
            ..all()
        },
        Query {
            structures: vec![row("liver")],
            text: Some("stone".into()),
            ..all()
        },
        Query {
            near: Some([30.0, 0.0, 0.0]),
            radius_mm: Some(9.5),
            ..all()
        },
        Query {
            among: Some((5..25).collect()),
            ..all()
        },
    ];
    let filters: [&[(Facet, &str)]; 6] = [
        &[],
        &[(Facet::Year, "2004"), (Facet::Year, "2009")],
        &[(Facet::Kind, "Review")],
        &[(Facet::Tag, "x"), (Facet::Year, NO_YEAR)],
        &[(Facet::Topic, "liver"), (Facet::Topic, "Child")],
        &[
            (Facet::Structure, "liver"),
            (Facet::Journal, "Journal of liver"),
        ],
    ];
    let mut counted = 0;
    for question in &questions {
        for wanted in filters {
            let mut query = question.clone();
            for (facet, value) in wanted {
                query.filter.toggle(*facet, value);
            }
            let answer = library.search(&query, catalogue).expect("an answer");
            assert_eq!(answer.hits.len(), answer.total);
            for facet in [
                Facet::Year,
                Facet::Kind,
                Facet::Journal,
                Facet::Structure,
                Facet::Tag,
                Facet::Topic,
            ] {
                let mut told = counts(&answer.facets, facet);
                told.sort();
                let expected = by_hand(&library, &query, facet);
                assert_eq!(told, expected, "{facet:?} of {query:?}");
                counted += told.len();
            }
        }
    }
    assert!(counted > 200, "{counted}");
}

#[test]
fn collections_can_be_empty_and_go_with_those_inside() {
    let (mut library, keys) = library();
    library.make_collection("Empty").expect("written");
    for path in ["Thesis", "Thesis/Liver", "Thesis2"] {
        let collect = MarkChange::Collect(path.into());
        library.mark(&keys[..1], &collect).expect("written");
    }
    let before = library.drop_collection("thesis").expect("written");
    assert_eq!(before.len(), 1);
    let names = |library: &Library| -> Vec<String> {
        let all = library.collections().expect("readable").into_iter();
        all.map(|collection| collection.name).collect()
    };
    assert_eq!(names(&library), ["Empty", "Thesis2"]);
    library.set_marks(&before).expect("written");
    assert_eq!(
        names(&library),
        ["Empty", "Thesis", "Thesis/Liver", "Thesis2"]
    );
}

fn refusal(place: &str, file: &str) -> Refusal {
    Refusal {
        place: place.into(),
        reason: "it is empty".into(),
        file: file.into(),
    }
}

#[test]
fn searches_problems_and_imports_outlive_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a library");
    library.keep_search("Stones", Some("{}")).expect("written");
    let refused = [
        refusal("a.ris, line 3", "a.ris"),
        refusal("scan.jpg", "scan.jpg"),
    ];
    library.keep_problems(&refused).expect("written");
    let below = [r"C:\folder\b.pdf", "/folder/c.pdf"].map(|file| refusal(file, file));
    library.keep_problems(&below).expect("written");
    library
        .forget_problems(Some(&[r"C:\folder".into(), "/folder/".into()]))
        .expect("written");
    let files = ["a.ris".into(), "folder".into()];
    let first = library.begin_import(&files).expect("written");
    drop(library);

    let mut library = Library::open(&path).expect("it opens");
    let problems = library.problems().expect("readable");
    assert_eq!(problems, refused[1..], "what is tried again is told anew");
    library.keep_problems(&refused).expect("written");
    let problems = library.problems().expect("readable");
    assert_eq!(problems.len(), 2, "told once: {problems:?}");
    assert_eq!(
        library.unfinished_imports().expect("readable"),
        [(first, files.to_vec())]
    );
    library.end_import(first).expect("written");
    assert!(library.unfinished_imports().expect("readable").is_empty());
    let again = ["a.ris".into()];
    library.forget_problems(Some(&again)).expect("written");
    assert_eq!(library.problems().expect("readable"), refused[1..]);
    library.forget_problems(None).expect("written");
    assert!(library.problems().expect("readable").is_empty());
    let kept = [("Stones".to_owned(), "{}".to_owned())];
    assert_eq!(library.searches().expect("readable"), kept);
    library.keep_search("stones", None).expect("written");
    assert!(library.searches().expect("readable").is_empty());
}

#[test]
fn problems_that_were_put_aside_come_back_where_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a library");
    let all = ["a.ris", "b.ris", "c.ris"].map(|file| refusal(file, file));
    let known = |n: usize| (all[n].place.clone(), all[n].reason.clone());
    library.keep_problems(&all).expect("written");
    let kept = |library: &Library| library.problems().expect("readable");
    library
        .put_problems_aside(&[known(1), known(0)])
        .expect("written");
    assert_eq!(kept(&library), all[2..]);
    library.put_problems_back(&[known(1)]).expect("written");
    assert_eq!(kept(&library), all[1..], "in their order");
    // One that was met again meanwhile is there once, and one that the library never had does not come.
    library.keep_problems(&all[..1]).expect("written");
    let never = ("the window".to_owned(), "it failed".to_owned());
    library
        .put_problems_back(&[known(0), never])
        .expect("written");
    assert_eq!(kept(&library).len(), 3);
    assert!(library.check().is_sound());
    library.put_problems_aside(&[known(2)]).expect("written");
    drop(library);
    let mut library = Library::open(&path).expect("it opens");
    assert_eq!(kept(&library).len(), 2, "it is gone from the file");
    library.put_problems_back(&[known(2)]).expect("written");
    assert_eq!(
        kept(&library).len(),
        2,
        "and for good when the library is closed"
    );
}
