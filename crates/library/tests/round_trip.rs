//! What is imported, exported and imported again is the same, for the fields that a format can carry (docs/formats.md lists them).

mod common;

use common::documents::grounding;
use common::{Files, read};
use library::{Details, Document, ExportFormat, Library, Marks, Placement, Source};
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
        keep: |document| document,
    },
    Carried {
        format: ExportFormat::CslJson,
        ending: "json",
        keep: |document| without_files(one_list(without_id(document))),
    },
    Carried {
        format: ExportFormat::Ris,
        ending: "ris",
        keep: |document| one_line(one_list(ris_pages(without_id(document)))),
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
            let mut document = without_files(one_line(without_id(document)));
            let tags = std::mem::take(&mut document.marks.tags);
            document.keywords.extend(tags);
            document.details.page_count = None;
            document.details.citation_key = None;
            Document {
                mesh,
                url: pmid.map(|pmid| format!("https://pubmed.ncbi.nlm.nih.gov/{pmid}/")),
                ..document
            }
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

/// Reference formats carry no id, and of what a reader keeps the tags, as keywords, and the note.
fn without_id(document: Document) -> Document {
    let marks = Marks {
        tags: document.marks.tags.clone(),
        note: document.marks.note.clone(),
        ..Marks::default()
    };
    Document {
        id: String::new(),
        collection: None,
        marks,
        ..table(document)
    }
}

fn without_files(mut document: Document) -> Document {
    document.details.files.clear();
    document
}

/// RIS has one field for the pages of a part and for how many a whole has.
fn ris_pages(mut document: Document) -> Document {
    let kind = document.kind.as_deref().unwrap_or_default();
    let is_whole = ["book", "thesis"].contains(&&*kind.to_lowercase());
    let details = &mut document.details;
    let counts = |pages: &String| pages.bytes().all(|b| b.is_ascii_digit());
    if !is_whole {
        details.page_count = None;
    } else if details.pages.as_ref().is_some_and(counts) {
        details.page_count = details.pages.take();
    } else if details.pages.is_some() {
        details.page_count = None;
    }
    document
}

/// MeSH headings and tags come back among the keywords.
fn one_list(mut document: Document) -> Document {
    let mut keywords: Vec<String> = Vec::new();
    let tags = std::mem::take(&mut document.marks.tags);
    for word in document.mesh.iter().chain(&document.keywords).chain(&tags) {
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

/// Line breaks in a text and in a note become spaces.
fn one_line(mut document: Document) -> Document {
    document.marks.note = single_spaced(document.marks.note);
    Document {
        text: single_spaced(document.text),
        ..document
    }
}

/// A document as it can be compared: where it was read from aside; its id, its kind and what it is cited by where they were stated.
fn comparable(mut document: Document, like: &Document) -> Document {
    document.source = Source::default();
    document.warnings.clear();
    document.placed = None;
    if like.id.is_empty() {
        document.id.clear();
    }
    if like.kind.is_none() {
        document.kind = None;
    }
    if like.details.citation_key.is_none() {
        document.details.citation_key = None;
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

fn place() -> impl Strategy<Value = Option<String>> {
    prop::option::of(words().prop_map(single_spaced))
}

/// Details; a date has its year from the document.
fn details(year: Option<i32>) -> impl Strategy<Value = Details> {
    let some = |all: &'static [&'static str]| {
        prop::option::of(prop::sample::select(all).prop_map(str::to_owned))
    };
    let files = [
        "papers/a b.pdf",
        "C:/x_1/y.pdf",
        "https://example.org/a.pdf",
        "odd;name.pdf",
    ];
    (
        (
            some(&["12", "12 Suppl 1", "C-7", "R&D_2"]),
            some(&["3", "3-4", "Pt 2"]),
            some(&["615-622", "e12", "12", "S1-S3, S5", "R7", "1-2, 5"]),
            prop::option::of("[1-9][0-9]{0,3}"),
            place(),
            place(),
        ),
        (
            some(&["2", "Second"]),
            place(),
            place(),
            prop::option::of((1..13_u8, prop::option::of(1..29_u8))),
            some(&["eng", "eng, fre", "German"]),
        ),
        (
            some(&["0000-0116", "0000-0116, 0000-012X"]),
            some(&["978-0-00-000000-2", "978-0-00-000000-2, 0-00-000000-2"]),
            prop::option::of("PMC[1-9][0-9]{0,6}"),
            some(&["lee2019lobes", "Lee:2019_a", "müller-2020/b+c.1"]),
            vec(author(), 0..3),
            vec(
                prop::sample::select(files.to_vec()).prop_map(str::to_owned),
                0..3,
            ),
        ),
    )
        .prop_map(
            move |(
                (volume, issue, pages, page_count, journal_short, series),
                (edition, publisher, place, date, language),
                (issn, isbn, pmcid, citation_key, editors, files),
            )| Details {
                volume,
                issue,
                pages,
                page_count,
                journal_short,
                series,
                edition,
                publisher,
                place,
                date: year.zip(date).map(|(year, (month, day))| match day {
                    Some(day) => format!("{year}-{month:02}-{day:02}"),
                    None => format!("{year}-{month:02}"),
                }),
                language,
                issn,
                isbn,
                pmcid,
                citation_key,
                editors,
                files,
            },
        )
}

fn marks() -> impl Strategy<Value = Marks> {
    (
        vec(keyword(), 0..3),
        vec("[A-Z][a-z]{1,8}(/[A-Z][a-z]{1,8})?", 0..2),
        prop_oneof![Just(String::new()), text()],
        0..6_u8,
        any::<bool>(),
        prop::option::of(prop::sample::select(vec![
            Placement::Right,
            Placement::Wrong,
        ])),
    )
        .prop_map(|(tags, collections, note, stars, read, placement)| Marks {
            tags,
            collections,
            note,
            stars,
            read,
            placement,
        })
}

/// A document with all that it may have.
fn document() -> impl Strategy<Value = Document> {
    let detailed = |document: Document| {
        let year = document.year;
        (Just(document), details(year), marks())
    };
    let whole = bare().prop_flat_map(detailed);
    whole.prop_map(|(document, details, marks)| Document {
        details,
        marks,
        ..document
    })
}

fn bare() -> impl Strategy<Value = Document> {
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
        details: common::documents::details(),
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
                d.details,
            )
        };
        assert_eq!(told(&found), told(&wanted), "{}", carried.ending);
    }
}
