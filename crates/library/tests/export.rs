//! Exports: nothing is lost, and what is exported comes back.

mod common;

use common::documents::{document, full, grounding};
use common::{Files, read};
use library::{Document, ExportFormat, Library, Source};

#[test]
fn exports_hold_everything_and_json_lines_come_back() {
    let files = Files::new();
    let mut library = Library::in_memory().expect("memory");
    let (full_document, full_grounding) = full();
    let plain = Document {
        text: "One\nline, and \"another\".".into(),
        ..document("b", "Spleen")
    };
    library
        .add(&[
            (full_document.clone(), full_grounding),
            (
                plain.clone(),
                grounding([1.5, 2.0, 3.0], &[("spleen", 0.8)]),
            ),
        ])
        .expect("added");

    let mut csv = Vec::new();
    assert_eq!(
        library
            .export(ExportFormat::Csv, None, &mut csv)
            .expect("written"),
        2
    );
    let mut reader = csv::Reader::from_reader(csv.as_slice());
    assert_eq!(
        reader.headers().expect("a head"),
        library::CSV_COLUMNS.to_vec()
    );
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
    let column = |row: usize, name: &str| {
        rows[row][library::CSV_COLUMNS
            .iter()
            .position(|c| *c == name)
            .expect("a column")]
        .to_owned()
    };
    assert_eq!(
        column(0, "title"),
        "'=Liver, \"lobes\"",
        "no spreadsheet runs it"
    );
    assert_eq!(
        (column(0, "x_mm"), column(0, "structure"), column(0, "p")),
        ("-60.5".into(), "liver".into(), "0.9".into())
    );
    assert_eq!(
        (column(0, "mesh"), column(0, "labels")),
        (
            "Liver; Diet, Healthy".into(),
            "{\"structures\":[\"liver\"]}".into()
        )
    );
    assert_eq!(column(0, "elsewhere"), "brain 0.7500");
    assert_eq!(column(1, "elsewhere"), "");
    assert_eq!(column(1, "text"), plain.text);

    let mut lines = Vec::new();
    assert_eq!(
        library
            .export(ExportFormat::JsonLines, None, &mut lines)
            .expect("written"),
        2
    );
    let first: serde_json::Value =
        serde_json::from_slice(lines.split(|b| *b == b'\n').next().expect("a line")).expect("JSON");
    assert_eq!(first["structure"], "liver");
    assert_eq!(first["structures"][1]["id"], "gallbladder");
    assert_eq!(first["sentences"][1]["text"], "not the slice");
    assert_eq!(
        (
            first["source_path"].as_str(),
            first["source_record"].as_u64()
        ),
        (Some("refs.ris"), Some(3))
    );
    assert!(
        String::from_utf8_lossy(&lines).contains("\"p\":0.9}"),
        "numbers are not blown up"
    );
    let path = files.write("export.jsonl", &lines);
    let (documents, errors) = read(std::slice::from_ref(&path));
    assert!(errors.is_empty(), "{errors:?}");
    let expected: Vec<Document> = [full_document, plain]
        .into_iter()
        .zip(1..)
        .map(|(document, n)| Document {
            source: Source {
                path: path.clone(),
                record: n,
                line: Some(n),
            },
            ..document
        })
        .collect();
    assert_eq!(documents, expected);
    let again: Vec<_> = documents
        .into_iter()
        .map(|d| (d, grounding([0.0; 3], &[("liver", 0.5)])))
        .collect();
    assert_eq!(
        library.add(&again).expect("added").duplicates.len(),
        2,
        "an export is known when it comes back"
    );
}
