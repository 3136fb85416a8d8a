//! A document that came as an abstract gets its full text.

mod common;

use std::path::Path;

use ::grounding::SentenceGrounding;
use anatomy::Catalogue;
use common::documents::{full, grounding};
use library::{Correction, Document, Library, Query, Says, Source, full_article};

fn with_body(document: Document) -> Document {
    let source = Source::at_europe_pmc("PMC42").expect("a PMCID");
    document.with_body("The spleen is small.", source)
}

fn ids_about(library: &Library, words: &str) -> Vec<String> {
    let query = Query {
        text: Some(words.into()),
        limit: 10,
        ..Query::default()
    };
    let answer = library.search(&query, Catalogue::builtin());
    let hits = answer.expect("readable").hits.into_iter();
    hits.map(|hit| hit.id).collect()
}

#[test]
fn the_text_its_source_and_its_place_are_the_new_ones_and_what_was_kept_stays() {
    let mut library = Library::in_memory().expect("memory");
    let key = library.add(&[full()]).expect("added").keys[0];
    let said = Correction {
        start: 0,
        end: 19,
        says: Says::NotAFinding,
        structure: String::new(),
        point_mm: [0.0; 3],
    };
    library
        .correct(key, std::slice::from_ref(&said))
        .expect("kept");
    let pmids = ["7".to_owned(), "8".to_owned()];
    let lacking = library.without_full_text(&pmids).expect("readable");
    assert_eq!(lacking, [("7".to_owned(), key)]);
    assert!(ids_about(&library, "spleen").is_empty());

    let (document, before) = full();
    let longer = with_body(document.clone());
    let mut place = before;
    place.structure = "spleen".into();
    place.structures = grounding([0.0; 3], &[("spleen", 0.8)]).structures;
    place.sentences.push(SentenceGrounding {
        text: "The spleen is small.".into(),
        start: 35,
        end: 55,
        structure: "spleen".into(),
        p: 0.9,
        ..SentenceGrounding::default()
    });
    assert!(
        library
            .set_full_text(key, &longer, &place)
            .expect("written")
    );

    let stored = library.get_by_key(key).expect("readable").expect("there");
    let text = "The liver is large. It has lobes.\n\nThe spleen is small.";
    assert_eq!(stored.document.text, text);
    assert_eq!(stored.document.source.pmcid().as_deref(), Some("PMC42"));
    assert_eq!(stored.document.mesh, document.mesh);
    assert_eq!(stored.grounding.structure, "spleen");
    assert_eq!(stored.corrections, [said]);
    assert_eq!(stored.grounding.sentences[0].p, 0.0, "as was said of it");
    assert_eq!(ids_about(&library, "spleen"), ["PMID:7"]);
    assert_eq!(ids_about(&library, "liver"), ["PMID:7"], "it is found once");
    assert!(
        library
            .without_full_text(&pmids)
            .expect("readable")
            .is_empty()
    );
}

#[test]
fn another_text_is_not_replaced_and_a_bad_place_changes_nothing() {
    let mut library = Library::in_memory().expect("memory");
    let key = library.add(&[full()]).expect("added").keys[0];
    let (document, place) = full();
    let mut other = with_body(document.clone());
    other.text.insert(0, 'x');
    assert!(
        !library
            .set_full_text(key, &other, &place)
            .expect("readable")
    );
    let longer = with_body(document.clone());
    assert!(
        !library
            .set_full_text(99, &longer, &place)
            .expect("readable")
    );
    let mut bad = place.clone();
    bad.point_mm[0] = f32::NAN;
    assert!(library.set_full_text(key, &longer, &bad).is_err());
    let stored = library.get_by_key(key).expect("readable").expect("there");
    assert_eq!(stored.document, document);
}

#[test]
fn the_body_of_the_sample_is_what_stands_behind_its_abstract() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/sample.nxml");
    let xml = std::fs::read(&sample).expect("the sample");
    let article = full_article(&xml).expect("readable");
    assert_eq!(article.pmid.as_deref(), Some("99000101"));
    let (documents, _) = common::read(&[sample]);
    let (summary, body) = documents[0].text.split_once("\n\n").expect("both");
    assert!(summary.starts_with("Background: Stones"), "{summary}");
    assert_eq!(body, article.body);
    for absent in ["spleen", "gallbladder", "heart", "liver team", "film", "["] {
        assert!(!body.contains(absent), "{absent}");
    }
}
