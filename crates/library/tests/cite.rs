//! Citations in the styles that ship.

use library::{CitationStyle, Details, Document, citation};
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
fn volume_issue_and_pages_stand_where_each_style_has_them() {
    let mut article = article(&["Lee, Ann"]);
    article.details = Details {
        volume: Some("68".into()),
        issue: Some("4".into()),
        pages: Some("615-622".into()),
        journal_short: Some("J Lobes".into()),
        place: Some("Germany".into()),
        ..Details::default()
    };
    for (style, expected) in [
        (
            CitationStyle::Vancouver,
            "Lee A. Lobes of the liver. J Lobes. 2019;68(4):615-22. doi:10.1000/lobes.1. PMID: 7.",
        ),
        (
            CitationStyle::Ama,
            "Lee A. Lobes of the liver. J Lobes. 2019;68(4):615-622. doi:10.1000/lobes.1",
        ),
        (
            CitationStyle::Apa,
            "Lee, A. (2019). Lobes of the liver. Journal of Lobes, 68(4), 615–622. https://doi.org/10.1000/lobes.1",
        ),
        (
            CitationStyle::Harvard,
            "Lee, A. (2019) ‘Lobes of the liver’, Journal of Lobes, 68(4), pp. 615–622. Available at: https://doi.org/10.1000/lobes.1.",
        ),
        (
            CitationStyle::Nature,
            "Lee, A. Lobes of the liver. J Lobes 68, 615–622 (2019).",
        ),
    ] {
        assert_eq!(cited(&article, style), expected, "{style:?}");
    }
    article.details.pages = Some("9".into());
    let harvard = cited(&article, CitationStyle::Harvard);
    assert!(harvard.contains("68(4), p. 9."), "{harvard}");
    article.details.pages = Some("e12".into());
    article.details.issue = None;
    let vancouver = cited(&article, CitationStyle::Vancouver);
    assert!(vancouver.contains("2019;68:e12."), "{vancouver}");
    article.details.pages = Some("S12-S15, S20".into());
    let vancouver = cited(&article, CitationStyle::Vancouver);
    assert!(vancouver.contains("2019;68:S12-5, S20."), "{vancouver}");
}

/// A book of editors, and a part of it.
fn book() -> Document {
    Document {
        title: "Handbook of the Trunk".into(),
        year: Some(2009),
        kind: Some("book".into()),
        details: Details {
            edition: Some("2".into()),
            publisher: Some("Example Press".into()),
            place: Some("Gießen".into()),
            editors: vec!["Großmann, Käthe".into(), "Ek, Bo".into()],
            ..Details::default()
        },
        ..Document::default()
    }
}

#[test]
fn books_and_their_parts_have_place_and_publisher() {
    let book = book();
    let mut part = Document {
        title: "The ageing spine".into(),
        authors: vec!["Kjær, Søren".into()],
        journal: Some("Handbook of the Trunk".into()),
        kind: Some("chapter".into()),
        ..book.clone()
    };
    part.details.pages = Some("55-78".into());
    for (style, of_book, of_part) in [
        (
            CitationStyle::Vancouver,
            "Großmann K, Ek B, editors. Handbook of the Trunk. 2nd ed. Gießen: Example Press; 2009.",
            "Kjær S. The ageing spine. In: Großmann K, Ek B, editors. Handbook of the Trunk. 2nd ed. Gießen: Example Press; 2009. p. 55-78.",
        ),
        (
            CitationStyle::Ama,
            "Großmann K, Ek B, eds. Handbook of the Trunk. 2nd ed. Example Press; 2009.",
            "Kjær S. The ageing spine. In: Großmann K, Ek B, eds. Handbook of the Trunk. 2nd ed. Example Press; 2009:55-78.",
        ),
        (
            CitationStyle::Apa,
            "Großmann, K., & Ek, B. (Eds.). (2009). Handbook of the Trunk (2nd ed.). Example Press.",
            "Kjær, S. (2009). The ageing spine. In K. Großmann & B. Ek (Eds.), Handbook of the Trunk (2nd ed., pp. 55–78). Example Press.",
        ),
        (
            CitationStyle::Harvard,
            "Großmann, K. and Ek, B. (eds) (2009) Handbook of the Trunk. 2nd edn. Gießen: Example Press.",
            "Kjær, S. (2009) ‘The ageing spine’, in Großmann, K. and Ek, B. (eds) Handbook of the Trunk. 2nd edn. Gießen: Example Press, pp. 55–78.",
        ),
        (
            CitationStyle::Nature,
            "Handbook of the Trunk (eds Großmann, K. & Ek, B.) (Example Press, 2009).",
            "Kjær, S. The ageing spine. in Handbook of the Trunk (eds Großmann, K. & Ek, B.) 55–78 (Example Press, 2009).",
        ),
    ] {
        assert_eq!(cited(&book, style), of_book, "{style:?}");
        assert_eq!(cited(&part, style), of_part, "{style:?}");
    }
}

#[test]
fn a_work_of_editors_is_cited_by_them_and_a_part_of_a_book_is_known_by_its_publisher() {
    let edited = Document {
        kind: None,
        ..book()
    };
    let harvard = cited(&edited, CitationStyle::Harvard);
    let start = "Großmann, K. and Ek, B. (eds) (2009) ‘Handbook of the Trunk’";
    assert!(harvard.starts_with(start), "{harvard}");
    let part = Document {
        title: "The ageing spine".into(),
        journal: Some("Handbook of the Trunk".into()),
        kind: Some("Review".into()),
        ..book()
    };
    let vancouver = cited(&part, CitationStyle::Vancouver);
    assert!(
        vancouver.starts_with("The ageing spine. In: Großmann K,"),
        "{vancouver}"
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
        kind in prop::sample::select(vec!["book", "chapter", "inproceedings", "thesis", "review"]),
        volume in prop::option::of("\\PC{0,9}"),
        pages in prop::option::of("([A-Z0-9 ,&-]{1,16}|\\PC{0,12})"),
        edition in prop::option::of("([0-9]{1,11}|\\PC{0,9})"),
        editors in vec("[\\PC, ]{0,16}", 0..3),
    ) {
        let details = Details { issue: volume.clone(), volume, pages, publisher: edition.clone(), edition, editors, ..Details::default() };
        let kind = Some(kind.to_owned());
        let document = Document { title, authors, year, journal, doi, url, kind, details, ..Document::default() };
        for style in CitationStyle::ALL {
            prop_assert!(!cited(&document, style).contains('\n'));
        }
    }
}
