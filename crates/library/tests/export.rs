//! Exports: nothing is lost, and what is exported comes back.

mod common;

use common::documents::{document, full, grounding};
use common::{Files, read};
use library::{Document, ExportFormat, Library, LibraryError, Source};

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
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
            .expect("written")
            .written,
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
            .expect("written")
            .written,
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

/// A library of two documents in a file.
fn library_in(files: &Files) -> Library {
    let mut library = Library::create(files.path().join("papers.atlas")).expect("a new library");
    let batch = ["a", "b"].map(|id| (document(id, id), grounding([0.0; 3], &[("liver", 0.5)])));
    library.add(&batch).expect("added");
    library
}

/// The names of the files in a folder.
fn names(files: &Files) -> Vec<String> {
    let entries = std::fs::read_dir(files.path()).expect("a folder");
    let names = entries.map(|entry| entry.expect("readable").file_name());
    let mut names: Vec<String> = names.map(|name| name.display().to_string()).collect();
    names.sort();
    names
}

#[test]
fn an_export_never_goes_onto_its_own_library() {
    let files = Files::new();
    let library = library_in(&files);
    std::fs::create_dir(files.path().join("sub")).expect("a folder");
    let mut paths = [
        "papers.atlas",
        "sub/../papers.atlas",
        "papers.atlas-journal",
        "papers.atlas-wal",
        "papers.atlas-shm",
    ]
    .map(|name| files.path().join(name))
    .to_vec();
    #[cfg(unix)]
    {
        let link = files.path().join("link.csv");
        std::os::unix::fs::symlink("papers.atlas", &link).expect("a link");
        let folder = files.path().join("folder");
        std::os::unix::fs::symlink(files.path(), &folder).expect("a link");
        paths.extend([link, folder.join("papers.atlas-journal")]);
    }
    let before = (
        names(&files),
        std::fs::read(library.path().expect("a file")).ok(),
    );
    for path in paths {
        let refused = library.export_to(&path, ExportFormat::Csv, None, &|| false);
        let Err(LibraryError::ExportOntoItself(named)) = refused else {
            panic!("{}: {refused:?}", path.display());
        };
        assert_eq!(named, path);
    }
    let after = (
        names(&files),
        std::fs::read(library.path().expect("a file")).ok(),
    );
    assert!(before == after, "nothing was touched");
}

#[test]
fn an_export_that_fails_leaves_the_last_one_as_it_was() {
    let files = Files::new();
    let library = library_in(&files);
    let path = files.path().join("papers.jsonl");
    let export = |keys| library.export_to(&path, ExportFormat::JsonLines, keys, &|| false);
    assert_eq!(export(None).expect("written").written, 2);
    let whole = std::fs::read(&path).expect("a file");
    let (documents, errors) = read(std::slice::from_ref(&path));
    assert_eq!((documents.len(), errors.len()), (2, 0));

    let other = rusqlite::Connection::open(library.path().expect("a file")).expect("opened");
    let rename = |from: &str, to: &str| {
        let renamed = other.execute_batch(&format!("ALTER TABLE {from} RENAME TO {to}"));
        renamed.expect("renamed");
    };
    rename("contents", "elsewhere");
    let failed = export(None);
    assert!(
        matches!(failed, Err(LibraryError::Database(_))),
        "{failed:?}"
    );
    assert!(std::fs::read(&path).expect("a file") == whole);
    assert_eq!(names(&files), ["papers.atlas", "papers.jsonl"]);
    rename("elsewhere", "contents");
    // What can be written replaces it.
    let key = library.key_of("a").expect("readable").expect("it is there");
    assert_eq!(export(Some(&[key])).expect("written").written, 1);
    assert_eq!(read(std::slice::from_ref(&path)).0.len(), 1);
    assert_eq!(names(&files), ["papers.atlas", "papers.jsonl"]);
}

#[test]
fn a_damaged_document_costs_no_other() {
    let files = Files::new();
    let library = library_in(&files);
    let key = library.key_of("a").expect("readable").expect("it is there");
    let damage = |sql: &str| {
        rusqlite::Connection::open(library.path().expect("a file"))
            .and_then(|c| c.execute(sql, [key]))
            .expect("damaged")
    };
    for sql in [
        "UPDATE contents SET grounding = 'x' WHERE key = ?1",
        "UPDATE contents SET fields = '{' WHERE key = ?1",
        "UPDATE contents SET text = x'ff00' WHERE key = ?1",
    ] {
        damage(sql);
        for (_, ending, format) in library::export_formats() {
            let path = files.path().join(format!("papers.{ending}"));
            let report = library.export_to(&path, format, None, &|| false);
            let report = report.expect("the other one is written");
            assert_eq!(report.written, 1, "{ending}");
            assert_eq!(report.damaged.len(), 1, "{ending}");
            assert_eq!(report.damaged[0].key, key, "{ending}");
        }
    }
}

#[test]
fn an_export_tells_how_far_it_is() {
    let files = Files::new();
    let library = library_in(&files);
    let path = files.path().join("papers.csv");
    let told = std::cell::RefCell::new(Vec::new());
    let report = library.export_telling(&path, ExportFormat::Csv, None, &|| false, &|done, of| {
        told.borrow_mut().push((done, of))
    });
    assert_eq!(report.expect("written").written, 2);
    assert_eq!(told.into_inner(), [(0, 2), (1, 2)]);
}

#[test]
fn an_export_that_is_cancelled_leaves_what_was_there() {
    let files = Files::new();
    let library = library_in(&files);
    let path = files.write("papers.csv", "mine");
    let ended = library.export_to(&path, ExportFormat::Csv, None, &|| true);
    assert!(
        matches!(ended, Err(LibraryError::ExportCancelled)),
        "{ended:?}"
    );
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "mine");
    assert_eq!(names(&files), ["papers.atlas", "papers.csv"]);
}

#[test]
fn an_export_names_the_place_that_cannot_be_written() {
    let files = Files::new();
    let library = library_in(&files);
    std::fs::create_dir(files.path().join("sub")).expect("a folder");
    for name in ["sub", "none/papers.csv"] {
        let path = files.path().join(name);
        let failed = library.export_to(&path, ExportFormat::Csv, None, &|| false);
        let words = failed.expect_err("it cannot be written").to_string();
        assert!(words.starts_with(&path.display().to_string()), "{words}");
    }
}

#[cfg(unix)]
#[test]
fn links_devices_and_permissions_are_kept() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    let files = Files::new();
    let library = library_in(&files);
    let csv = |path: &std::path::Path| {
        let written = library.export_to(path, ExportFormat::Csv, None, &|| false);
        assert_eq!(written.expect("written").written, 2);
    };
    let mode = |path: &std::path::Path| {
        let there = std::fs::metadata(path).expect("a file");
        there.permissions().mode() & 0o777
    };
    // A new file is as any other new one, which others may read where the user lets them.
    let (plain, new) = (files.write("plain", ""), files.path().join("new.csv"));
    csv(&new);
    assert_eq!(mode(&new), mode(&plain));
    // One that is there keeps what it allows, and a link its file.
    let old = files.write("old.csv", "old");
    std::fs::set_permissions(&old, std::fs::Permissions::from_mode(0o640)).expect("set");
    let link = files.path().join("link.csv");
    std::os::unix::fs::symlink("old.csv", &link).expect("a link");
    csv(&link);
    assert!(
        std::fs::symlink_metadata(&link)
            .expect("a link")
            .is_symlink()
    );
    assert_eq!(std::fs::read(&old).ok(), std::fs::read(&new).ok());
    assert_eq!(mode(&old), 0o640);
    // What is no file is written as it is.
    csv(std::path::Path::new("/dev/null"));
    let device = std::fs::metadata("/dev/null").expect("a device");
    assert!(device.file_type().is_char_device());
}

/// What an export of the full document and of one outside the atlas is, as text.
fn exported(format: ExportFormat) -> String {
    let mut library = Library::in_memory().expect("memory");
    let outside = Document {
        text: "word ".repeat(200),
        ..document("out", "A *brain*")
    };
    let nowhere = ::grounding::Grounding {
        outside_p: 1.0,
        ..grounding([0.0; 3], &[("liver", 0.1)])
    };
    let batch = [(outside, nowhere), full()];
    library.add(&batch).expect("added");
    let mut out = Vec::new();
    library.export(format, None, &mut out).expect("written");
    String::from_utf8(out).expect("text")
}

#[test]
fn a_reading_list_has_what_is_read_under_the_structure_that_it_is_about() {
    let list = exported(ExportFormat::Markdown);
    let at = |words: &str| {
        list.find(words)
            .unwrap_or_else(|| panic!("{words}: {list}"))
    };
    assert!(at("# Reading list") < at("## Liver") && at("## Liver") < at("## Outside the atlas"));
    let item = "1. Lee A, Ek B. =Liver, \"lobes\". J Lobes. 2019;12(3):615-22. doi:10.1000/lobes.1. PMID: 7. [PubMed](<https://pubmed.ncbi.nlm.nih.gov/7/>) [DOI](<https://doi.org/10.1000/lobes.1>)";
    assert!(at("## Liver") < at(item));
    assert!(
        at(item) < at("   > not the slice"),
        "the last of the best sentences"
    );
    assert!(at("A \\*brain\\*.") < at("word …"));
}

#[test]
fn points_say_that_they_are_no_degrees() {
    let points: serde_json::Value =
        serde_json::from_str(&exported(ExportFormat::Points)).expect("JSON");
    assert_eq!(points["type"], "FeatureCollection");
    assert_eq!(points["coordinate_system"]["frame"], "LPS");
    let meaning = points["coordinate_system"]["meaning"].as_str();
    assert!(meaning.is_some_and(|words| words.contains("not degrees")));
    let liver = &points["features"][1];
    assert_eq!(liver["id"], "PMID:7");
    let at = liver["geometry"]["coordinates"]
        .as_array()
        .expect("a point");
    let at: Vec<f64> = at.iter().filter_map(serde_json::Value::as_f64).collect();
    assert!(
        (at[0] + 60.5).abs() < 1e-3 && (at[2] - 110.1).abs() < 1e-3,
        "{at:?}"
    );
    let properties = &liver["properties"];
    assert_eq!(properties["structure"], "liver");
    assert_eq!(properties["structures"][1]["id"], "gallbladder");
}

#[test]
fn empty_exports_are_files_that_can_be_read() {
    let library = Library::in_memory().expect("memory");
    for (_, ending, format) in library::export_formats() {
        let mut out = Vec::new();
        let report = library.export(format, None, &mut out).expect("written");
        assert_eq!(report.written, 0);
        match ending {
            "json" | "geojson" => {
                serde_json::from_slice::<serde_json::Value>(&out).expect("JSON");
            }
            "parquet" => assert!(out.starts_with(b"PAR1") && out.ends_with(b"PAR1")),
            _ => {}
        }
    }
}
