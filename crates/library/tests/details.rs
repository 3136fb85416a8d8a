//! Bibliographic details: what readers find, entries of BibTeX that take theirs from others, and copies that complete each other.

mod common;

use common::documents::{document, grounding};
use common::{Files, read};
use library::{Details, Document, ExportFormat, Library, Merge};

/// The documents of a file of this name; nothing in it is refused.
fn documents(name: &str, content: &str) -> Vec<Document> {
    let files = Files::new();
    let (documents, errors) = read(&[files.write(name, content)]);
    assert!(errors.is_empty(), "{errors:?}");
    documents
}

/// The details of the one document of a file.
fn details(name: &str, content: &str) -> Details {
    let mut documents = documents(name, content);
    assert_eq!(documents.len(), 1);
    documents.remove(0).details
}

#[test]
fn a_book_of_ris_has_a_series_and_a_number_of_pages() {
    let ris = "TY  - BOOK\nTI  - Livers\nA2  - Ek, Bo\nT2  - Organs\nET  - 2\nPB  - Example Press\nCY  - Gießen\nSP  - 320\nSN  - 978-0-00-000000-2\nPY  - 2003\nC2  - PMC12\nL1  - a.pdf\nN1  - Lent out\nN1  - PMID: 7\nER  - \n";
    let all = documents("a.ris", ris);
    let book = &all[0];
    let own = |text: &str| Some(text.to_owned());
    let wanted = Details {
        page_count: own("320"),
        series: own("Organs"),
        edition: own("2"),
        publisher: own("Example Press"),
        place: own("Gießen"),
        isbn: own("978-0-00-000000-2"),
        pmcid: own("PMC12"),
        editors: vec!["Ek, Bo".into()],
        files: vec!["a.pdf".into()],
        ..Details::default()
    };
    assert_eq!(book.details, wanted);
    assert_eq!((&book.journal, book.pmid.as_deref()), (&None, Some("7")));
    assert_eq!(book.marks.note, "Lent out");
}

#[test]
fn columns_of_scopus_and_of_people_are_known_by_their_headings() {
    let scopus = "Title,Year,Volume,Issue,Art. No.,Page start,Page end,Page count,Publisher,ISSN,Abbreviated Source Title,Language of Original Document\nLivers,2019,12,3,,615,622,8,Example Press,00000116,J Livers,English\n";
    let found = details("a.csv", scopus);
    assert_eq!(found.pages.as_deref(), Some("615-622"));
    assert_eq!(found.page_count.as_deref(), Some("8"));
    assert_eq!(found.volume.as_deref(), Some("12"));
    assert_eq!(found.language.as_deref(), Some("English"));
    let german = "Titel;Jahr;Band;Heft;Seiten;Verlag;Herausgeber;Datum\nLebern;2019;12.0;3;5–9;Beispiel;Ek, Bo;2019-05-03\n";
    let found = details("b.csv", german);
    let told = [&found.volume, &found.issue, &found.pages, &found.date];
    let told = told.map(|text| text.as_deref().unwrap_or_default());
    assert_eq!(told, ["12", "3", "5-9", "2019-05-03"]);
    assert_eq!(found.editors, ["Ek, Bo"]);
    let dated = documents("c.csv", "title,date\nLivers,3 May 2019\n");
    assert_eq!(dated[0].year, Some(2019));
    assert_eq!(dated[0].details.date.as_deref(), Some("2019-05-03"));
}

#[test]
fn what_others_mean_by_such_a_name_in_json_does_no_harm() {
    let line = r#"{"title": "Livers", "volume": 12, "pages": {"of": 1}, "language": ["en", "de"], "date": "2019", "editors": "Ek, Bo"}"#;
    let all = documents("a.jsonl", line);
    let wanted = Details {
        volume: Some("12".into()),
        language: Some("en, de".into()),
        editors: vec!["Ek, Bo".into()],
        ..Details::default()
    };
    assert_eq!(all[0].details, wanted);
    assert_eq!(all[0].year, Some(2019));
}

const PROCEEDINGS: &str = "@proceedings{Meeting, title = {Meeting on Livers}, subtitle = {Papers}, editor = {Ek, Bo}, publisher = {Example Press}, year = 2019, month = may, doi = {10.5555/all}, abstract = {All of it.}, xdata = {place}}\n";
const PAPER: &str = "@inproceedings{paper, title = {Lobes}, author = {Lee, Ann}, pages = {1--4}, crossref = {meeting}}\n";
const PLACE: &str = "@xdata{place, address = {Gießen}, xdata = {Meeting}}\n";

#[test]
fn a_paper_takes_from_its_proceedings_wherever_they_stand() {
    for content in [
        format!("{PROCEEDINGS}{PAPER}{PLACE}"),
        format!("{PAPER}{PLACE}{PROCEEDINGS}"),
        format!("{PLACE}{PAPER}@article{{broken, title = {{x}}\n{PROCEEDINGS}"),
    ] {
        let files = Files::new();
        let (documents, errors) = read(&[files.write("a.bib", &content)]);
        assert_eq!(errors.len(), usize::from(content.contains("broken")));
        assert_eq!(documents.len(), 2, "{documents:?}");
        let paper = documents.iter().find(|d| d.title == "Lobes");
        let paper = paper.expect("the paper");
        assert_eq!(paper.journal.as_deref(), Some("Meeting on Livers: Papers"));
        assert_eq!((paper.year, &paper.doi), (Some(2019), &None));
        assert_eq!(
            (&*paper.text, &*paper.authors),
            ("", &["Lee, Ann".into()][..])
        );
        let own = |text: &str| Some(text.to_owned());
        let wanted = Details {
            pages: own("1-4"),
            citation_key: own("paper"),
            publisher: own("Example Press"),
            place: own("Gießen"),
            date: own("2019-05"),
            editors: vec!["Ek, Bo".into()],
            ..Details::default()
        };
        assert_eq!(paper.details, wanted);
        assert!(paper.warnings.is_empty(), "{:?}", paper.warnings);
    }
}

#[test]
fn what_a_paper_says_itself_is_kept_and_a_lost_parent_is_told() {
    let own = "@inproceedings{paper, title = {Lobes}, booktitle = {Mine}, date = {2001-02}, crossref = {meeting}}\n";
    let all = documents("a.bib", &format!("{PROCEEDINGS}{PLACE}{own}"));
    let paper = &all[1];
    assert_eq!(paper.journal.as_deref(), Some("Mine"));
    assert_eq!(paper.details.date.as_deref(), Some("2001-02"));
    assert_eq!(paper.year, Some(2001));
    let all = documents("a.bib", PAPER);
    assert_eq!(all[0].details.pages.as_deref(), Some("1-4"));
    assert_eq!(all[0].warnings.len(), 1);
    assert!(
        all[0].warnings[0].contains("“meeting”"),
        "{:?}",
        all[0].warnings
    );
}

#[test]
fn entries_that_refer_to_each_other_in_a_circle_end() {
    let circle = "@book{a, title = {A}, crossref = {b}}\n@book{b, title = {B}, crossref = {a}, publisher = {P}}\n@book{c, title = {C}, crossref = {c}, xdata = {c}}\n";
    let all = documents("a.bib", circle);
    let titles: Vec<&str> = all.iter().map(|d| d.title.as_str()).collect();
    assert_eq!(titles, ["A", "B", "C"]);
    assert_eq!(all[0].details.publisher.as_deref(), Some("P"));
}

#[test]
fn many_children_of_a_large_parent_take_no_more_than_is_allowed() {
    let large = "x".repeat(60_000);
    let mut content = format!(
        "@proceedings{{p, title = {{P}}, publisher = {{{large}}}, series = {{{large}}}}}\n"
    );
    for n in 0..500 {
        content += &format!("@inproceedings{{c{n}, title = {{Child {n}}}, crossref = {{p}}}}\n");
    }
    // Larger than what is kept of a parent.
    let all = documents("a.bib", &content);
    assert_eq!(all.len(), 501);
    assert!(
        all.iter()
            .skip(1)
            .all(|child| child.details.publisher.is_none())
    );
    let small = content.replace(&format!(", series = {{{large}}}"), "");
    let all = documents("a.bib", &small);
    let shortened = |child: &Document| {
        let publisher = child.details.publisher.as_ref();
        publisher.is_some_and(|publisher| publisher.len() == 1000)
    };
    assert!(
        all.iter().all(shortened),
        "no detail is longer than it can be"
    );
}

#[test]
fn a_kept_copy_takes_details_that_it_lacks_and_gives_them_back() {
    let mut library = Library::in_memory().expect("memory");
    let named = |id: &str, journal: Option<&str>, details: Details| {
        let document = Document {
            journal: journal.map(str::to_owned),
            details,
            ..document(id, id)
        };
        (document, grounding([0.0; 3], &[("liver", 0.9)]))
    };
    let article = Details {
        volume: Some("12".into()),
        pages: Some("1-4".into()),
        pmcid: Some("PMC7".into()),
        date: Some("2019-05".into()),
        ..Details::default()
    };
    let poor = Details {
        issue: Some("3".into()),
        ..Details::default()
    };
    let batch = [
        named("poor", None, poor.clone()),
        named("rich", Some("J Lobes"), article.clone()),
        named("preprint", Some("Preprints"), Details::default()),
    ];
    let keys = library.add(&batch).expect("added").keys;
    let merge = |keep: usize| Merge {
        keep: keys[keep],
        others: vec![keys[1]],
    };
    let of = |library: &Library, n: usize| {
        let stored = library.get_by_key(keys[n]).expect("readable");
        stored.expect("it is there").document
    };
    library.merge(&[merge(0)]).expect("merged");
    let kept = of(&library, 0);
    let wanted = Details {
        issue: poor.issue.clone(),
        ..article
    };
    assert_eq!(kept.details, wanted);
    assert_eq!(
        (kept.journal.as_deref(), kept.year),
        (Some("J Lobes"), Some(2019))
    );
    library.restore(&keys[1..2]).expect("restored");
    assert_eq!(of(&library, 0).details, poor);
    // A preprint has no place in the journal of its article.
    library.merge(&[merge(2)]).expect("merged");
    let wanted = Details {
        pmcid: Some("PMC7".into()),
        ..Details::default()
    };
    assert_eq!(of(&library, 2).details, wanted);
}

#[test]
fn an_article_in_jats_tells_where_it_appeared() {
    let jats = |place: &str| {
        format!(
            "<article article-type='research-article' xml:lang='en'><front><journal-meta>\
             <journal-title>Journal of Lobes</journal-title><issn>0000-0116</issn><issn>0000-0124</issn>\
             <publisher><publisher-name>Example Press</publisher-name><publisher-loc>Gießen</publisher-loc></publisher>\
             </journal-meta><article-meta><title-group><article-title>Livers</article-title></title-group>\
             <pub-date pub-type='ppub'><day>3</day><month>5</month><year>2019</year></pub-date>\
             <volume>12</volume><issue>3</issue>{place}<counts><page-count count='0'/></counts>\
             </article-meta></front></article>"
        )
    };
    let own = |text: &str| Some(text.to_owned());
    let wanted = Details {
        volume: own("12"),
        issue: own("3"),
        pages: own("615-622"),
        publisher: own("Example Press"),
        place: own("Gießen"),
        date: own("2019-05-03"),
        language: own("en"),
        issn: own("0000-0116, 0000-0124"),
        ..Details::default()
    };
    let printed = jats("<fpage>615</fpage><lpage>622</lpage>");
    assert_eq!(details("a.nxml", &printed), wanted);
    let electronic = details("a.nxml", &jats("<elocation-id>e12</elocation-id>"));
    assert_eq!(electronic.pages.as_deref(), Some("e12"));
}

#[test]
fn what_a_work_is_cited_by_is_kept_and_written_again() {
    let key = |name: &str, content: &str| details(name, content).citation_key;
    let own = |text: &str| Some(text.to_owned());
    let bib = "@article{Lee:2019_a, title = {Livers}}\n";
    assert_eq!(key("a.bib", bib), own("Lee:2019_a"));
    let ris = "TY  - JOUR\nID  - lee2019\nTI  - Livers\nER  - \n";
    assert_eq!(key("a.ris", ris), own("lee2019"));
    assert_eq!(
        key("a.enw", "%0 Journal Article\n%F lee2019\n%T Livers\n"),
        own("lee2019")
    );
    let csl = |fields: &str| {
        key(
            "a.json",
            &format!(r#"[{{"type": "article", "title": "Livers", {fields}}}]"#),
        )
    };
    assert_eq!(csl(r#""id": "lee2019""#), own("lee2019"));
    assert_eq!(csl(r#""id": 7, "citation-key": "lee2019""#), own("lee2019"));
    assert_eq!(csl(r#""id": "http://zotero.org/users/1/items/AB""#), None);
    assert_eq!(
        csl(r#""id": "x", "note": "Citation Key: lee2019""#),
        own("lee2019")
    );
    assert_eq!(
        key("a.csv", "title,Citation Key\nLivers,lee2019\n"),
        own("lee2019")
    );

    // Two documents of one key, and one that has none.
    let mut library = Library::in_memory().expect("memory");
    let cited = |id: &str, key: Option<&str>| {
        let mut document = document(id, id);
        document.details.citation_key = key.map(str::to_owned);
        (document, grounding([0.0; 3], &[("liver", 0.9)]))
    };
    let batch = [
        cited("a", Some("lee2019")),
        cited("b", Some("lee2019")),
        cited("c", None),
    ];
    library.add(&batch).expect("added");
    let files = Files::new();
    for (name, format, wanted) in [
        (
            "out.bib",
            ExportFormat::BibTex,
            ["lee2019", "lee2019-2", "document"],
        ),
        (
            "out.json",
            ExportFormat::CslJson,
            ["lee2019", "lee2019", "c"],
        ),
        ("out.ris", ExportFormat::Ris, ["lee2019", "lee2019", "c"]),
    ] {
        let path = files.path().join(name);
        let report = library.export_to(&path, format, None, &|| false);
        assert_eq!(report.expect("written").written, 3);
        let (found, _) = read(&[path]);
        let keys = found
            .iter()
            .filter_map(|d| d.details.citation_key.as_deref());
        assert_eq!(keys.collect::<Vec<_>>(), wanted, "{name}");
    }
}
