//! Designs and populations: what records and texts say of a study, counted and narrowed by.

mod common;

use anatomy::Catalogue;
use common::documents::{document, grounding};
use grounding::Grounding;
use library::{Design, Document, Facet, Filter, Library, Population, Query};

fn paper(id: &str, title: &str, text: &str, mesh: &[&str]) -> (Document, Grounding) {
    let document = Document {
        text: text.into(),
        mesh: mesh.iter().map(|heading| (*heading).into()).collect(),
        ..document(id, title)
    };
    (document, grounding([1.0, 2.0, 3.0], &[("liver", 0.9)]))
}

fn papers() -> [(Document, Grounding); 4] {
    [
        paper(
            "a",
            "Stones: a randomised trial",
            "",
            &["Adult", "Gallstones"],
        ),
        paper(
            "b",
            "Stones of the bladder",
            "This cohort study is of 40 children.",
            &[],
        ),
        paper(
            "c",
            "Stones: a randomised trial of a drug",
            "It was in 20 children.",
            &[],
        ),
        paper("d", "Stones on a shelf", "They are hard.", &[]),
    ]
}

/// Keys of the documents that pass, ascending, and the values of a facet that are counted.
fn ask(library: &Library, filter: &Filter, facet: Facet) -> (Vec<i64>, Vec<(String, usize)>) {
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
    let values = answer.facets.values.remove(&facet).unwrap_or_default();
    let values = values
        .into_iter()
        .map(|value| (value.name, value.documents));
    (keys, values.collect())
}

fn counted<const N: usize>(values: [(&str, usize); N]) -> Vec<(String, usize)> {
    values.map(|(name, n)| (name.to_owned(), n)).to_vec()
}

#[test]
fn designs_and_populations_are_counted_and_narrowed_by_also_of_what_is_added_later() {
    let mut library = Library::in_memory().expect("memory");
    let keys = library.add(&papers()).expect("added").keys;
    let all = Filter::default();
    let designs = counted([("randomised_trial", 2), ("cohort", 1)]);
    assert_eq!(
        ask(&library, &all, Facet::Design),
        (keys.clone(), designs.clone())
    );
    let groups = counted([("children", 2), ("adults", 1)]);
    assert_eq!(ask(&library, &all, Facet::Population).1, groups);

    let mut filter = Filter::default();
    filter.toggle(Facet::Design, Design::RandomisedTrial.id());
    // Of the facet itself what there would be without it is told, of the others what passes.
    let trials = vec![keys[0], keys[2]];
    assert_eq!(ask(&library, &filter, Facet::Design), (trials, designs));
    let groups = counted([("adults", 1), ("children", 1)]);
    assert_eq!(ask(&library, &filter, Facet::Population).1, groups);
    filter.toggle(Facet::Population, Population::Children.id());
    assert_eq!(ask(&library, &filter, Facet::Design).0, [keys[2]]);

    let later = [paper("e", "Stones in rats: a randomised trial", "", &[])];
    library.add(&later).expect("added");
    let designs = counted([("randomised_trial", 2), ("animal", 1), ("cohort", 1)]);
    assert_eq!(ask(&library, &all, Facet::Design).1, designs);
}

#[test]
fn hits_are_told_what_they_are_about_where_their_records_say() {
    let mut library = Library::in_memory().expect("memory");
    library.add(&papers()).expect("added");
    let query = Query {
        limit: 99,
        ..Query::default()
    };
    let answer = library.search(&query, Catalogue::builtin());
    let mut hits = answer.expect("an answer").hits;
    assert!(hits.iter().all(|hit| hit.subject.is_none()));
    library.find_subjects(&mut hits);
    let of = |id: &str| {
        let hit = hits.iter().find(|hit| hit.id == id).expect("listed");
        hit.subject.clone()
    };
    let first = of("a").expect("told");
    assert_eq!(first.design, Some(Design::RandomisedTrial));
    assert_eq!(first.population, [Population::Adults]);
    assert_eq!(first.disease.as_deref(), Some("Gallstones"));
    assert_eq!(of("d"), None);
}
