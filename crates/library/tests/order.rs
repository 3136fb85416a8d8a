//! The order of a list: by year, of all that answer, however few are listed.

mod common;

use anatomy::Catalogue;
use common::ask::{Ball, index};
use common::documents::{document, grounding};
use grounding::Grounding;
use library::{Document, Library, Order, Query, StructureSpace};

/// A document of a year that lies in the liver.
fn of_year(id: &str, year: Option<i32>) -> (Document, Grounding) {
    let document = Document {
        year,
        ..document(id, &format!("Title of {id}"))
    };
    (document, grounding([0.0; 3], &[("liver", 0.9)]))
}

fn library(documents: &[(Document, Grounding)]) -> Library {
    let mut library = Library::in_memory().expect("memory");
    let added = library.add(documents).expect("added").keys;
    assert_eq!(added.len(), documents.len());
    library
}

fn ids(library: &Library, query: &Query, space: &impl StructureSpace) -> Vec<String> {
    let answer = library.search(query, space).expect("asked");
    answer.hits.into_iter().map(|hit| hit.id).collect()
}

/// Five documents: two of one year, one of none.
fn five() -> Library {
    library(&[
        of_year("a", Some(2010)),
        of_year("b", None),
        of_year("c", Some(2020)),
        of_year("d", Some(2010)),
        of_year("e", Some(1995)),
    ])
}

#[test]
fn all_documents_are_listed_by_year_those_of_one_year_as_they_came_and_those_of_none_last() {
    let library = five();
    for (order, whole) in [
        (Order::Relevance, ["a", "b", "c", "d", "e"]),
        (Order::Newest, ["c", "a", "d", "e", "b"]),
        (Order::Oldest, ["e", "a", "d", "c", "b"]),
    ] {
        for limit in [2, 9] {
            for count in [false, true] {
                let query = Query {
                    order,
                    limit,
                    count,
                    ..Query::default()
                };
                let found = ids(&library, &query, Catalogue::builtin());
                assert_eq!(found, whole[..limit.min(5)], "{order:?}");
                let answer = library.search(&query, Catalogue::builtin());
                assert_eq!(answer.expect("asked").total, 5);
            }
        }
    }
}

#[test]
fn what_words_find_is_listed_by_year_also_what_is_least_relevant() {
    const MANY: usize = 20;
    let of_words = |n: usize| {
        let (mut document, place) = of_year(&format!("d{n}"), Some(2000 + n as i32));
        document.text = "stones ".repeat(MANY - n);
        (document, place)
    };
    // Of others there are more, so that the word tells something.
    let others = (0..2 * MANY).map(|n| of_year(&format!("other{n}"), Some(2030)));
    let all: Vec<(Document, Grounding)> = (0..MANY).map(of_words).chain(others).collect();
    let library = library(&all);
    let query = |order| Query {
        text: Some("stones".into()),
        order,
        limit: 3,
        ..Query::default()
    };
    let found = |order| ids(&library, &query(order), Catalogue::builtin());
    assert_eq!(found(Order::Relevance)[0], "d0", "it says them most often");
    assert_eq!(found(Order::Newest), ["d19", "d18", "d17"]);
    assert_eq!(found(Order::Oldest), ["d0", "d1", "d2"]);
    let answer = library.search(&query(Order::Newest), Catalogue::builtin());
    let answer = answer.expect("asked");
    assert_eq!(answer.total, MANY);
    // All of them are in this order, not those alone that are listed.
    let mut added = library.keys().expect("readable");
    added.truncate(MANY);
    added.reverse();
    assert_eq!(answer.keys.into_vec(), added);
    let last = answer.hits[0].text_rank;
    assert!(last.is_some_and(|rank| rank > 3), "{last:?} by relevance");
}

/// Three documents that lie in the liver, and two that lie in the spleen and speak of it.
fn in_two_groups() -> Library {
    let speaks = |id: &str, year: i32| {
        let (document, _) = of_year(id, Some(year));
        let place = grounding([30.0, 0.0, 0.0], &[("spleen", 0.9), ("liver", 0.5)]);
        (document, place)
    };
    library(&[
        speaks("e", 2001),
        of_year("a", Some(1999)),
        speaks("d", 2022),
        of_year("c", None),
        of_year("b", Some(2015)),
    ])
}

#[test]
fn those_that_lie_in_a_structure_and_those_that_speak_of_it_are_each_in_order() {
    let library = in_two_groups();
    let query = |order, limit| Query {
        order,
        limit,
        count: true,
        ..Query::of_structures(vec![index("liver")])
    };
    let check = || {
        for (order, whole) in [
            (Order::Newest, ["b", "a", "c", "d", "e"]),
            (Order::Oldest, ["a", "b", "c", "e", "d"]),
        ] {
            for limit in 1..=5 {
                let query = query(order, limit);
                let found = ids(&library, &query, &Ball);
                assert_eq!(found, whole[..limit], "{order:?}");
                let answer = library.search(&query, &Ball).expect("asked");
                assert_eq!((answer.total, answer.here), (5, Some(3)));
                let told = answer.hits.iter().all(|hit| hit.distance_mm.is_some());
                assert!(told, "how far they lie");
            }
        }
    };
    check();
    // By the sets that are made meanwhile a structure is asked for alone, by relevance.
    while library.make_ready().expect("readable") {}
    check();
    let worded = Query {
        text: Some("title".into()),
        ..query(Order::Newest, 9)
    };
    let found = ids(&library, &worded, &Ball);
    assert_eq!(found, ["b", "a", "c", "d", "e"], "with words, too");
}

#[test]
fn what_is_about_a_point_is_listed_by_year_also_what_lies_farthest() {
    let at = |id: &str, year: i32, x: f32| {
        let (document, _) = of_year(id, Some(year));
        (document, grounding([x, 0.0, 0.0], &[("liver", 0.9)]))
    };
    let library = library(&[
        at("near", 1990, 1.0),
        at("far", 2020, 300.0),
        at("between", 2000, 60.0),
    ]);
    let query = |order| Query {
        near: Some([0.0; 3]),
        order,
        limit: 1,
        ..Query::default()
    };
    let found = |order| ids(&library, &query(order), Catalogue::builtin());
    assert_eq!(found(Order::Relevance), ["near"]);
    assert_eq!(found(Order::Newest), ["far"]);
    let answer = library.search(&query(Order::Newest), Catalogue::builtin());
    assert_eq!(answer.expect("asked").total, 3);
}
