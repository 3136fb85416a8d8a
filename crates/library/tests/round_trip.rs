//! What is imported, exported and imported again is the same, for the fields that a format can carry (docs/formats.md lists them).

mod common;

use common::documents::grounding;
use common::{Files, read};
use library::{Document, ExportFormat, Library, Source};
use proptest::collection::vec;
use proptest::prelude::*;

/// A format, with what it does to a document: fields that it has no place for are emptied.
struct Carried {
    format: ExportFormat,
    ending: &'static str,
    /// What of a document comes back.
    keep: fn(Document) -> Document,
}

const FORMATS: [Carried; 7] = [
    Carried {
        format: ExportFormat::JsonLines,
        ending: "jsonl",
        keep: |document| document,
    },
    Carried {
        format: ExportFormat::Csv,
        ending: "csv",
        keep: table,
    },
    Carried {
        format: ExportFormat::Parquet,
        ending: "parquet",
        keep: table,
    },
    Carried {
        format: ExportFormat::CslJson,
        ending: "json",
        keep: |document| one_list(without_id(document)),
    },
    Carried {
        format: ExportFormat::Ris,
        ending: "ris",
        keep: |document| one_line(one_list(without_id(document))),
    },
    Carried {
        format: ExportFormat::BibTex,
        ending: "bib",
        keep: |document| one_line(one_list(without_id(document))),
    },
    Carried {
        format: ExportFormat::Nbib,
        ending: "nbib",
        keep: |document| {
            let pmid = document.pmid.clone();
            let mut mesh: Vec<String> = Vec::new();
            for heading in &document.mesh {
                if !mesh.contains(heading) {
                    mesh.push(heading.clone());
                }
            }
            one_line(Document {
                mesh,
                url: pmid.map(|pmid| format!("https://pubmed.ncbi.nlm.nih.gov/{pmid}/")),
                ..without_id(document)
            })
        },
    },
];

/// Tables have no column for these.
fn table(document: Document) -> Document {
    Document {
        labels: None,
        group: None,
        ..document
    }
}

fn without_id(document: Document) -> Document {
    Document {
        id: String::new(),
        collection: None,
        ..table(document)
    }
}

/// MeSH headings come back among the keywords.
fn one_list(document: Document) -> Document {
    let mut keywords: Vec<String> = Vec::new();
    for word in document.mesh.iter().chain(&document.keywords) {
        if !keywords.contains(word) {
            keywords.push(word.clone());
        }
    }
    Document {
        keywords,
        mesh: Vec::new(),
        ..document
    }
}

/// Line breaks in a text become spaces.
fn one_line(document: Document) -> Document {
    let text = document.text.split_whitespace();
    Document {
        text: text.collect::<Vec<_>>().join(" "),
        ..document
    }
}

/// A document as it can be compared: where it was read from aside; its id and its kind where they were stated.
fn comparable(mut document: Document, like: &Document) -> Document {
    document.source = Source::default();
    document.warnings.clear();
    if like.id.is_empty() {
        document.id.clear();
    }
    if like.kind.is_none() {
        document.kind = None;
    }
    document
}

/// Texts that formats may stumble over.
fn words() -> impl Strategy<Value = String> {
    let hard = prop::sample::select(vec![
        "liver",
        "Überleben",
        "α-blockade",
        "肝臓",
        "50 %",
        "R&D",
        "5$ or $6",
        "x_1^2 #3",
        "{a}",
        "}{",
        "{",
        "C:\\temp\\x",
        "\\textbf{x}",
        "\\",
        "~10",
        "a--b",
        "---",
        "''q''",
        "``q",
        "\"quoted\"",
        "'single'",
        "ER  - ",
        "TY  - JOUR",
        "PMID- 12",
        "@article{x, title = {y}}",
        "%0 Book",
        "=1+1",
        "a;b",
        "a|b",
        "p < 0.05",
        "[1]",
        "*b*",
        "and",
        "e\u{301}",
    ]);
    let plain = "[A-Za-zé,.:()-]{1,10}";
    let word = prop_oneof![3 => hard.prop_map(str::to_owned), 2 => plain.prop_map(String::from)];
    vec(word, 1..7).prop_map(|words| words.join(" "))
}

/// As fields on a line are.
fn single_spaced(text: String) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text of several lines, each of which may look like a field or a record.
fn text() -> impl Strategy<Value = String> {
    vec(words(), 0..6).prop_map(|lines| lines.join("\n"))
}

fn author() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("van der Berg, Jan".to_owned()),
        Just("Lee A".to_owned()),
        Just("World Health Organization".to_owned()),
        Just("Deutsche Gesellschaft für Innere Medizin and Friends, Berlin".to_owned()),
        Just("O'Neil-Smith, Mary-Ann B".to_owned()),
        Just("Berg, Jan, Jr".to_owned()),
        Just("Núñez García, José".to_owned()),
        Just("de la Cruz, X".to_owned()),
        Just("Smith & Sons {Ltd} 100%".to_owned()),
        Just("山田, 太郎".to_owned()),
        "[A-Z][a-z]{1,8}, [A-Z]",
    ]
}

/// Keywords: those with semicolons are told apart in tables and in RIS alone.
fn keyword() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("Diet, Healthy".to_owned()),
        Just("Carcinoma, Non-Small-Cell Lung, Stage 4".to_owned()),
        Just("50 % & more_less".to_owned()),
        "[A-Z][a-z]{1,8}( [a-z]{1,8})?",
    ]
}

fn document() -> impl Strategy<Value = Document> {
    let kinds = prop::sample::select(vec![
        "Journal Article",
        "Review",
        "BOOK",
        "article",
        "thesis",
    ]);
    let urls = prop::sample::select(vec![
        "https://example.org/~user/a--b?x=1&y=%20z_1#f",
        "https://example.org/",
    ]);
    (
        (
            words(),
            text(),
            vec(author(), 0..4),
            prop::option::of(1000..3000_i32),
        ),
        (
            prop::option::of(words().prop_map(single_spaced)),
            prop::option::of("10\\.[0-9]{4}/[a-z0-9._()-]{1,12}[a-z0-9]"),
            prop::option::of("[1-9][0-9]{0,7}"),
            prop::option::of(urls),
        ),
        (
            prop::option::of(kinds),
            vec(keyword(), 0..3),
            vec(keyword(), 0..3),
            prop::option::of("[a-z]{1,8}"),
        ),
    )
        .prop_map(
            |(
                (title, text, authors, year),
                (journal, doi, pmid, url),
                (kind, mesh, keywords, group),
            )| {
                Document {
                    title,
                    text,
                    authors,
                    year,
                    journal,
                    doi,
                    pmid,
                    url: url.map(str::to_owned),
                    kind: kind.map(str::to_owned),
                    mesh,
                    keywords,
                    labels: group
                        .as_ref()
                        .map(|group| serde_json::json!({ "of": group })),
                    collection: group.clone(),
                    group,
                    ..Document::default()
                }
            },
        )
}

/// Exports documents and reads them again.
fn there_and_back(files: &Files, documents: &[Document], carried: &Carried) -> Vec<Document> {
    // A library takes no document twice, and gives two of the same id different ones.
    let mut all = Vec::new();
    for document in documents {
        let mut library = Library::in_memory().expect("memory");
        let place = grounding([1.0, 2.5, -3.0], &[("liver", 0.9)]);
        library.add(&[(document.clone(), place)]).expect("added");
        let path = files.path().join(format!("out.{}", carried.ending));
        let report = library.export_to(&path, carried.format, None, &|| false);
        assert_eq!(report.expect("written").written, 1);
        let (found, errors) = read(std::slice::from_ref(&path));
        assert!(errors.is_empty(), "{errors:?}: {document:?}");
        all.extend(found);
    }
    all
}

/// Documents as a reader makes them.
fn imported(files: &Files, documents: &[Document]) -> Vec<Document> {
    let found = there_and_back(files, documents, &FORMATS[0]);
    assert_eq!(found.len(), documents.len());
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn what_was_imported_comes_back(documents in vec(document(), 1..4)) {
        let files = Files::new();
        let first = imported(&files, &documents);
        for carried in &FORMATS {
            let wanted: Vec<Document> = first.iter().cloned().map(carried.keep).collect();
            let found = there_and_back(&files, &first, carried);
            prop_assert_eq!(found.len(), wanted.len(), "{}", carried.ending);
            for (found, wanted) in found.into_iter().zip(wanted) {
                let wanted = comparable(wanted.clone(), &wanted);
                let found = comparable(found, &wanted);
                prop_assert_eq!(found, wanted, "{}", carried.ending);
            }
        }
    }
}

/// Many documents in one file: their order, and what stands between them.
#[test]
fn a_file_of_many_documents_keeps_their_order() {
    let files = Files::new();
    let mut library = Library::in_memory().expect("memory");
    let documents: Vec<_> = (0..5000)
        .map(|n| {
            let document = Document {
                id: format!("d{n}"),
                title: format!("Liver number {n}"),
                text: format!("TY  - {n}\n@article{{x,\nER  - "),
                authors: vec!["Lee, Ann".into(); n % 3],
                year: Some(2000),
                ..Document::default()
            };
            (document, grounding([n as f32, 0.0, 0.5], &[("liver", 0.9)]))
        })
        .collect();
    library.add(&documents).expect("added");
    for carried in &FORMATS {
        let path = files.path().join(format!("many.{}", carried.ending));
        let report = library.export_to(&path, carried.format, None, &|| false);
        assert_eq!(report.expect("written").written, documents.len());
        let (found, errors) = read(std::slice::from_ref(&path));
        assert!(errors.is_empty(), "{}: {errors:?}", carried.ending);
        let same = found.iter().zip(&documents).all(|(found, (document, _))| {
            found.title == document.title && found.authors == document.authors
        });
        assert!(same && found.len() == documents.len(), "{}", carried.ending);
    }
}

#[test]
fn fields_that_look_like_others_are_kept() {
    let files = Files::new();
    let hard = Document {
        title: "Effects of {TNF}-α & 50 % of $5: a_b ^ \\textbf{x} ~ # ``y''".into(),
        text:
            "ER  - \n@article{x,\n  title = {y}\n}\nTY  - BOOK\nPMID- 7\n%0 Book\n---\n\"a\", 'b'"
                .into(),
        authors: vec![
            "van der Berg, Jan".into(),
            "World Health Organization".into(),
            "Berg, Jan, Jr".into(),
        ],
        year: Some(1998),
        journal: Some("R&D_Journal {1}".into()),
        url: Some("https://example.org/~me/x--y_{z}".into()),
        mesh: vec!["Diet, Healthy".into()],
        kind: Some("Case Reports".into()),
        ..Document::default()
    };
    let first = imported(&files, &[hard]);
    for carried in &FORMATS {
        let found = there_and_back(&files, &first, carried).remove(0);
        let wanted = (carried.keep)(first[0].clone());
        let told = |document: &Document| {
            let d = document.clone();
            (
                d.title, d.text, d.authors, d.year, d.journal, d.mesh, d.keywords, d.kind,
            )
        };
        assert_eq!(told(&found), told(&wanted), "{}", carried.ending);
    }
}
