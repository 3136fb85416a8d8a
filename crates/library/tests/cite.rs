//! Citations in the styles that ship.

use library::{CitationStyle, Document, citation};
use proptest::collection::vec;
use proptest::prelude::*;

fn article(authors: &[&str]) -> Document {
    Document {
        id: "PMID:7".into(),
        title: "Lobes of the liver".into(),
        authors: authors.iter().map(|name| (*name).to_owned()).collect(),
        year: Some(2019),
        journal: Some("Journal of Lobes".into()),
        doi: Some("10.1000/lobes.1".into()),
        pmid: Some("7".into()),
        ..Document::default()
    }
}

fn cited(document: &Document, style: CitationStyle) -> String {
    citation(document, style).expect("a citation")
}

#[test]
fn an_article_is_cited_as_each_style_has_it() {
    let two = article(&["van der Berg, Jan Piet", "Lee A"]);
    for (style, expected) in [
        (
            CitationStyle::Vancouver,
            "van der Berg JP, Lee A. Lobes of the liver. Journal of Lobes. 2019. doi:10.1000/lobes.1. PMID: 7.",
        ),
        (
            CitationStyle::Ama,
            "van der Berg JP, Lee A. Lobes of the liver. Journal of Lobes. 2019. doi:10.1000/lobes.1",
        ),
        (
            CitationStyle::Apa,
            "van der Berg, J. P., & Lee, A. (2019). Lobes of the liver. Journal of Lobes. https://doi.org/10.1000/lobes.1",
        ),
        (
            CitationStyle::Harvard,
            "van der Berg, J.P. and Lee, A. (2019) ‘Lobes of the liver’, Journal of Lobes. Available at: https://doi.org/10.1000/lobes.1.",
        ),
        (
            CitationStyle::Nature,
            "van der Berg, J. P. & Lee, A. Lobes of the liver. Journal of Lobes https://doi.org/10.1000/lobes.1 (2019).",
        ),
    ] {
        assert_eq!(cited(&two, style), expected, "{}", style.label());
    }
}

#[test]
fn many_authors_are_cut_as_each_style_has_it() {
    let names: Vec<String> = (0..25).map(|n| format!("Lee{n}, Ann")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let many = article(&names);
    let vancouver = cited(&many, CitationStyle::Vancouver);
    assert!(vancouver.contains("Lee5 A, et al. Lobes"), "{vancouver}");
    let ama = cited(&many, CitationStyle::Ama);
    assert!(ama.contains("Lee2 A, et al. Lobes"), "{ama}");
    let harvard = cited(&many, CitationStyle::Harvard);
    assert!(harvard.starts_with("Lee0, A. et al. (2019)"), "{harvard}");
    let nature = cited(&many, CitationStyle::Nature);
    assert!(nature.starts_with("Lee0, A. et al. Lobes"), "{nature}");
    let apa = cited(&many, CitationStyle::Apa);
    assert!(
        apa.contains("Lee18, A., …") && apa.contains("Lee24, A. (2019)"),
        "{apa}"
    );
    let six = cited(&article(&names[..6]), CitationStyle::Vancouver);
    assert!(
        six.contains("Lee5 A. Lobes") && !six.contains("et al"),
        "{six}"
    );
}

#[test]
fn what_is_not_known_is_left_out() {
    let bare = Document {
        id: "a".into(),
        title: "Is it a liver?".into(),
        ..Document::default()
    };
    assert_eq!(cited(&bare, CitationStyle::Vancouver), "Is it a liver?");
    assert_eq!(cited(&bare, CitationStyle::Apa), "Is it a liver? (n.d.).");
    let group = Document {
        authors: vec!["World Health Organization".into()],
        url: Some("https://example.org/a".into()),
        year: Some(2001),
        ..bare
    };
    assert_eq!(
        cited(&group, CitationStyle::Vancouver),
        "World Health Organization. Is it a liver? 2001. Available from: https://example.org/a"
    );
}

#[test]
fn names_of_styles_are_each_ones_own() {
    let names: std::collections::BTreeSet<_> = CitationStyle::ALL.map(CitationStyle::name).into();
    let labels: std::collections::BTreeSet<_> = CitationStyle::ALL.map(CitationStyle::label).into();
    assert_eq!((names.len(), labels.len()), (5, 5));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_document_is_cited_on_one_line(
        title in "\\PC{0,40}",
        authors in vec("[\\PC, ]{0,16}", 0..9),
        year in prop::option::of(any::<i32>()),
        journal in prop::option::of("\\PC{0,20}"),
        doi in prop::option::of("\\PC{0,20}"),
        url in prop::option::of("(https://)?\\PC{0,20}"),
    ) {
        let document = Document { title, authors, year, journal, doi, url, ..Document::default() };
        for style in CitationStyle::ALL {
            prop_assert!(!cited(&document, style).contains('\n'));
        }
    }
}
