//! Topics: what records say that they are about, counted and narrowed by.

mod common;

use anatomy::Catalogue;
use common::documents::{document, grounding};
use grounding::Grounding;
use library::{Document, Facet, Filter, Library, Query};

fn about(id: &str, mesh: &[&str], keywords: &[&str]) -> (Document, Grounding) {
    let words = |words: &[&str]| -> Vec<String> { words.iter().map(|w| (*w).into()).collect() };
    let document = Document {
        mesh: words(mesh),
        keywords: words(keywords),
        ..document(id, id)
    };
    (document, grounding([1.0, 2.0, 3.0], &[("liver", 0.9)]))
}

/// Keys of the documents that pass, ascending, and the topics that are counted.
fn ask(library: &Library, filter: &Filter) -> (Vec<i64>, Vec<(String, usize)>) {
    let query = Query {
        filter: filter.clone(),
        count: true,
        limit: 99,
        ..Query::default()
    };
    let answer = library.search(&query, Catalogue::builtin());
    let mut answer = answer.expect("an answer");
    let mut keys: Vec<i64> = answer.hits.iter().map(|hit| hit.key).collect();
    keys.sort_unstable();
    let topics = answer.facets.values.remove(&Facet::Topic);
    let topics = topics.unwrap_or_default().into_iter();
    let topics = topics.map(|topic| (topic.name, topic.documents));
    (keys, topics.collect())
}

fn counted<const N: usize>(topics: [(&str, usize); N]) -> Vec<(String, usize)> {
    topics.map(|(name, n)| (name.to_owned(), n)).to_vec()
}

#[test]
fn topics_are_counted_and_narrowed_by_in_one_spelling_and_also_of_what_is_added_later() {
    let mut library = Library::in_memory().expect("memory");
    let batch = [
        about("a", &["Humans", "Gallstones", "Liver"], &["stones"]),
        about("b", &[], &["gallstones", " drains ", "Drains"]),
        about("c", &["Animals"], &["liver"]),
        about("d", &[], &[]),
    ];
    let keys = library.add(&batch).expect("added").keys;
    let all = Filter::default();
    let topics = counted([("Gallstones", 2), ("Liver", 2), ("drains", 1)]);
    assert_eq!(ask(&library, &all), (keys.clone(), topics.clone()));

    let mut filter = Filter::default();
    filter.toggle(Facet::Topic, "GALLSTONES");
    assert!(filter.wants(Facet::Topic, "Gallstones"));
    // Of the facet itself what there would be without it is told.
    assert_eq!(ask(&library, &filter), (keys[..2].to_vec(), topics));
    filter.toggle(Facet::Topic, "Drains");
    assert_eq!(ask(&library, &filter).0, keys[..2]);
    filter.toggle(Facet::Topic, "gallstones");
    assert_eq!(ask(&library, &filter).0, keys[1..2]);
    // Names of other facets are what they are.
    filter.toggle(Facet::Topic, "drains");
    assert!(filter.is_empty());
    filter.toggle(Facet::Journal, "Liver");
    assert!(!filter.wants(Facet::Journal, "LIVER"));

    let later = [about("e", &["Spleen", "LIVER"], &[])];
    let later = library.add(&later).expect("added").keys;
    let topics = [
        ("Liver", 3),
        ("Gallstones", 2),
        ("Spleen", 1),
        ("drains", 1),
    ];
    assert_eq!(ask(&library, &all).1, counted(topics));
    let mut filter = Filter::default();
    filter.toggle(Facet::Topic, "Liver");
    assert_eq!(ask(&library, &filter).0, [keys[0], keys[2], later[0]]);
}
