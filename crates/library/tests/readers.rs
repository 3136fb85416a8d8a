//! Every reader on good files and on each kind of bad one.

mod common;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{Files, gzip, read, read_with, refused};
use library::{Limits, Place, ReadOptions, Reason, read_from, read_paths_with};

const RIS: &str = "TY  - JOUR\r\nTI  - Lobes of the liver\r\nAU  - Lee, Ann\r\nAU  - Ek, Bo\r\nAB  - The liver has lobes.\r\n  Two of them are large.\r\nPY  - 2019/05/03/\r\nT2  - Journal of Lobes\r\nDO  - https://doi.org/10.1000/LOBES.1\r\nKW  - liver\r\nKW  - lobe\r\nUR  - https://example.org/1\r\nER  - \r\n\r\nTY  - JOUR\r\nT1  - The spleen\r\nN2  - It is small.\r\nER  - \r\n";

const NBIB: &str = "\nPMID- 31452104\nOWN - NLM\nDP  - 2019 Aug 26\nTI  - Kidney stones and the\n      ureter.\nLID - 10.1000/ks.7 [doi]\nAB  - Stones form in the kidney and\n      move down the ureter.\nFAU - Lee, Ann\nAU  - Lee A\nJT  - Journal of stones\nPT  - Journal Article\nPT  - Review\nMH  - Kidney Calculi/*therapy\nMH  - *Ureter\nMH  - Humans\nOT  - stones\n\nPMID- 7\nTI  - Another one.\n";

#[test]
fn plain_text() {
    let files = Files::new();
    let path = files.write(
        "liver note.txt",
        "On the liver\n\nIt lies under the right dome of the diaphragm.\n",
    );
    let untitled = files.write("b.txt", "It lies on the left.");
    let (documents, errors) = read(&[path.clone(), untitled]);
    assert!(errors.is_empty());
    assert_eq!(documents[0].id, "liver note");
    assert_eq!(documents[0].title, "On the liver");
    assert_eq!(
        documents[0].text,
        "It lies under the right dome of the diaphragm."
    );
    assert_eq!(
        (&documents[0].source.path, documents[0].source.record),
        (&path, 1)
    );
    assert_eq!(
        (documents[1].title.as_str(), documents[1].text.as_str()),
        ("It lies on the left.", "It lies on the left.")
    );
}

#[test]
fn markdown_and_compressed_text() {
    let files = Files::new();
    let md = files.write("a.md", "# Pancreas\n\nA **gland** behind the stomach.\n");
    let gz = files.write("b.txt.gz", gzip("Title\n\nBody of the text."));
    let (documents, errors) = read(&[md, gz]);
    assert!(errors.is_empty());
    assert_eq!(
        (documents[0].title.as_str(), documents[0].text.as_str()),
        ("Pancreas", "A gland behind the stomach.")
    );
    assert_eq!(
        (documents[1].id.as_str(), documents[1].title.as_str()),
        ("b", "Title")
    );
}

#[test]
fn ris_records() {
    let files = Files::new();
    let (documents, errors) = read(&[files.write("refs.ris", RIS)]);
    assert!(errors.is_empty());
    let [first, second] = documents.as_slice() else {
        panic!("two records: {documents:?}")
    };
    assert_eq!(first.title, "Lobes of the liver");
    assert_eq!(first.text, "The liver has lobes. Two of them are large.");
    assert_eq!(first.authors, ["Lee, Ann", "Ek, Bo"]);
    assert_eq!(
        (first.year, first.journal.as_deref()),
        (Some(2019), Some("Journal of Lobes"))
    );
    assert_eq!(
        (first.doi.as_deref(), first.id.as_str()),
        (Some("10.1000/lobes.1"), "doi:10.1000/lobes.1")
    );
    assert_eq!(
        (first.kind.as_deref(), first.url.as_deref()),
        (Some("JOUR"), Some("https://example.org/1"))
    );
    assert_eq!(first.keywords, ["liver", "lobe"]);
    assert_eq!(
        (
            second.title.as_str(),
            second.text.as_str(),
            second.id.as_str()
        ),
        ("The spleen", "It is small.", "refs#2")
    );
    assert_eq!((second.source.record, second.source.line), (2, Some(15)));
}

#[test]
fn nbib_records_also_under_the_name_that_pubmed_gives_them() {
    let files = Files::new();
    for name in ["a.nbib", "pubmed-set.txt"] {
        let (documents, errors) = read(&[files.write(name, NBIB)]);
        assert!(errors.is_empty());
        assert_eq!(documents.len(), 2);
        let first = &documents[0];
        assert_eq!(first.title, "Kidney stones and the ureter.");
        assert_eq!(
            first.text,
            "Stones form in the kidney and move down the ureter."
        );
        assert_eq!(
            (
                first.id.as_str(),
                first.pmid.as_deref(),
                first.doi.as_deref()
            ),
            ("PMID:31452104", Some("31452104"), Some("10.1000/ks.7"))
        );
        assert_eq!(
            (first.year, first.authors[0].as_str()),
            (Some(2019), "Lee, Ann")
        );
        assert_eq!(first.mesh, ["Kidney Calculi", "Ureter", "Humans"]);
        assert_eq!(
            (first.kind.as_deref(), first.source.line),
            (Some("Journal Article"), Some(2))
        );
        assert_eq!(
            first.warnings.is_empty(),
            name == "a.nbib",
            "{:?}",
            first.warnings
        );
    }
}

#[test]
fn corpus_lines() {
    let files = Files::new();
    let lines = concat!(
        r#"{"id": "PMID:19551809", "source": "sample", "title": "A title", "text": "A text.", "mesh": ["Lung"], "labels": {"structures": ["lung"]}, "year": null, "url": "https://pubmed.ncbi.nlm.nih.gov/19551809/", "group": "g"}"#,
        "\n\n",
        r#"{"id": 5, "title": "B", "abstract": "More.", "year": "2001", "authors": "Lee, Ann", "unknown": [1]}"#,
        "\r\n"
    );
    for name in ["a.jsonl", "a.jsonl.gz"] {
        let content = if name.ends_with("gz") {
            gzip(lines)
        } else {
            lines.into()
        };
        let (documents, errors) = read(&[files.write(name, content)]);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(documents[0].pmid.as_deref(), Some("19551809"));
        assert_eq!(documents[0].collection.as_deref(), Some("sample"));
        assert_eq!(
            documents[0].labels,
            Some(serde_json::json!({"structures": ["lung"]}))
        );
        assert_eq!(
            (documents[0].mesh.as_slice(), documents[0].group.as_deref()),
            (["Lung".to_owned()].as_slice(), Some("g"))
        );
        assert_eq!(
            (
                documents[1].id.as_str(),
                documents[1].text.as_str(),
                documents[1].year
            ),
            ("5", "More.", Some(2001))
        );
        assert_eq!(
            (documents[1].source.record, documents[1].source.line),
            (2, Some(3))
        );
    }
}

#[test]
fn folders_are_read_in_order_and_other_files_passed_over() {
    let files = Files::new();
    files.write("b/2.txt", "two");
    files.write("a/deep/1.txt", "one");
    files.write("c.txt", "three");
    files.write("picture.png", b"\x89PNG\r\n\x1a\n");
    files.write(".hidden.txt", "no");
    files.write("report.docx", b"PK\x03\x04");
    let (documents, errors) = read(&[files.path().to_owned()]);
    assert_eq!(
        documents
            .iter()
            .map(|d| d.text.as_str())
            .collect::<Vec<_>>(),
        ["one", "two", "three"]
    );
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].file.ends_with("report.docx"));
}

#[cfg(unix)]
#[test]
fn a_folder_that_contains_itself_ends() {
    let files = Files::new();
    files.write("a/1.txt", "one");
    std::os::unix::fs::symlink(files.path(), files.path().join("a/loop")).expect("a link");
    let (documents, errors) = read(&[files.path().to_owned()]);
    assert_eq!((documents.len(), errors.len()), (1, 0));
}

#[test]
fn character_encodings() {
    let files = Files::new();
    let wide = |bytes: fn(u16) -> [u8; 2], mark: bool| -> Vec<u8> {
        mark.then_some(0xFEFF)
            .into_iter()
            .chain("Titel\n\nGröße der Leber.".encode_utf16())
            .flat_map(bytes)
            .collect()
    };
    let paths = [
        files.write(
            "1.txt",
            b"\xEF\xBB\xBFTitel\n\nGr\xC3\xB6\xC3\x9Fe der Leber.",
        ),
        files.write("2.txt", wide(u16::to_le_bytes, true)),
        files.write("3.txt", wide(u16::to_be_bytes, true)),
        files.write("4.txt", wide(u16::to_le_bytes, false)),
        files.write("5.txt", b"Titel\n\nGr\xF6\xDFe der Leber."),
    ];
    let (documents, errors) = read(&paths);
    assert!(errors.is_empty(), "{errors:?}");
    for document in &documents {
        assert_eq!(
            (document.title.as_str(), document.text.as_str()),
            ("Titel", "Größe der Leber."),
            "{:?}",
            document.source.path
        );
    }
    assert!(
        documents[..4].iter().all(|d| d.warnings.is_empty()),
        "{documents:?}"
    );
    assert!(
        documents[4].warnings[0].contains("2 byte(s) are not valid UTF-8"),
        "{:?}",
        documents[4].warnings
    );
}

#[test]
fn invalid_utf_8_in_a_record_is_kept_and_said() {
    let files = Files::new();
    let path = files.write(
        "a.jsonl",
        b"{\"title\": \"Caf\xE9\", \"text\": \"x\"}\n{\"title\": \"plain\"}\n",
    );
    let (documents, errors) = read(&[path]);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(documents[0].title, "Café");
    assert_eq!(
        (documents[0].warnings.len(), documents[1].warnings.len()),
        (1, 0)
    );
}

#[test]
fn empty_files() {
    let files = Files::new();
    for (name, content) in [
        ("a.txt", Vec::new()),
        ("b.jsonl.gz", gzip("")),
        ("c.ris", b" \n\n".to_vec()),
        ("d.pdf", Vec::new()),
    ] {
        let message = refused(files.write(name, content));
        assert!(message.ends_with("the file is empty"), "{message}");
    }
}

#[test]
fn a_text_of_50_mb() {
    let files = Files::new();
    let text = "The lung. ".repeat(5 << 20);
    let message = refused(files.write("big.txt", &text));
    assert!(
        message.ends_with("too large: text file of more than 20 MiB"),
        "{message}"
    );
    let message = refused(files.write("big.md.gz", gzip(&text)));
    assert!(
        message.contains("too large") || message.contains("unpacks to more than"),
        "{message}"
    );
}

#[test]
fn wrong_extensions() {
    let files = Files::new();
    for (name, content, named, found) in [
        (
            "a.pdf",
            b"This is only text.".to_vec(),
            "a PDF",
            "plain text",
        ),
        ("b.txt", b"%PDF-1.4\n...".to_vec(), "plain text", "a PDF"),
        (
            "c.jsonl",
            b"PK\x03\x04....".to_vec(),
            "JSON lines",
            "a ZIP archive",
        ),
        (
            "d.ris",
            b"{\"title\": \"x\"}".to_vec(),
            "RIS references",
            "JSON lines",
        ),
        (
            "e.txt.gz",
            b"not packed".to_vec(),
            "gzip data",
            "plain text",
        ),
        (
            "f.md",
            b"<!DOCTYPE html><html>".to_vec(),
            "Markdown",
            "HTML",
        ),
    ] {
        let message = refused(files.write(name, content));
        assert!(
            message.contains(&format!("named as {named}, but its content is {found}")),
            "{message}"
        );
    }
    let message = refused(files.write("notes.docx", b"PK\x03\x04"));
    assert!(
        message.contains("a ZIP archive (DOCX, XLSX, EPUB …) cannot be read (readable: .txt"),
        "{message}"
    );
}

#[test]
fn binary_noise() {
    let files = Files::new();
    let noise: Vec<u8> = (0..5000_u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    for name in ["a.txt", "b.md", "c.ris", "d.nbib", "e.jsonl"] {
        let message = refused(files.write(name, &noise));
        assert!(message.contains("binary data"), "{message}");
    }
    let message = refused(files.write("f.pdf", &noise));
    assert!(message.contains("binary data"), "{message}");
}

#[test]
fn a_broken_line_does_not_stop_the_file() {
    let files = Files::new();
    let path = files.write("a.jsonl", "{\"title\": \"one\"}\n{\"title\": \"tw\n[1]\n{\"mesh\": 3, \"title\": \"x\"}\n{\"id\": \"7\"}\n{\"title\": \"two\"}\n");
    let (documents, errors) = read(&[path]);
    assert_eq!(
        documents
            .iter()
            .map(|d| d.title.as_str())
            .collect::<Vec<_>>(),
        ["one", "two"]
    );
    let lines: Vec<Place> = errors.iter().map(|e| e.place).collect();
    assert_eq!(
        lines,
        [
            Place::Line(2),
            Place::Line(3),
            Place::Line(4),
            Place::Line(5)
        ]
    );
    assert!(
        errors[0]
            .to_string()
            .contains("a.jsonl, line 2: not a valid record: EOF while parsing a string"),
        "{}",
        errors[0]
    );
    assert!(
        errors[2]
            .to_string()
            .contains("\"mesh\" must be a list of texts, not a number"),
        "{}",
        errors[2]
    );
    assert!(matches!(errors[3].reason, Reason::NoText));
}

#[test]
fn a_broken_first_line_does_not_hide_the_rest() {
    let files = Files::new();
    let (documents, errors) = read(&[files.write("a.jsonl", "oops\n{\"title\": \"one\"}\n")]);
    assert_eq!((documents.len(), errors.len()), (1, 1));
    let (documents, errors) = read(&[files.write("b.jsonl", "prose\n".repeat(1000))]);
    assert!(documents.is_empty());
    assert_eq!(errors.len(), 21, "it gives up on what is not JSON lines");
}

#[test]
fn references_without_titles() {
    let files = Files::new();
    let path = files.write(
        "a.ris",
        "TY  - JOUR\nAU  - Lee\nER  - \nTY  - JOUR\nTI  - Good\nER  - \nTY  - JOUR\nAB  - Text\n",
    );
    let (documents, errors) = read(&[path]);
    assert_eq!(documents.len(), 1);
    assert!(
        errors[0]
            .to_string()
            .contains("a.ris, record 1 (line 1): no title (none of the fields TI, T1, CT and BT)"),
        "{}",
        errors[0]
    );
    assert_eq!(errors[1].place, Place::Record { number: 3, line: 7 });
    let message = refused(files.write("b.ris", "These are no references at all.\n"));
    assert!(
        message.contains("no RIS record found: no line begins with \"TY  - \""),
        "{message}"
    );
    let message = refused(files.write("c.nbib", "Nor are these.\n"));
    assert!(message.contains("no NBIB record found"), "{message}");
}

#[test]
fn text_between_records_is_reported_once() {
    let files = Files::new();
    let (documents, errors) = read(&[files.write("a.ris", "Exported today\nTY  - JOUR\nTI  - A\nER  - \nlost\nlost too\nTY  - JOUR\nTI  - B\nER  - \n")]);
    assert_eq!((documents.len(), errors.len()), (2, 1));
    assert!(
        errors[0]
            .to_string()
            .ends_with("line 5: text outside of any record, beginning with \"lost\""),
        "{}",
        errors[0]
    );
}

#[test]
fn damaged_and_suspicious_gzip() {
    let files = Files::new();
    let lines: String = (0..20_000_u64)
        .map(|i| {
            format!(
                "{{\"title\": \"record {i} {}\"}}\n",
                i.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            )
        })
        .collect();
    let whole = gzip(lines);
    let (documents, errors) = read(&[files.write("cut.jsonl.gz", &whole[..whole.len() / 2])]);
    assert!(
        documents.len() > 1000,
        "what came before the cut is kept: {}",
        documents.len()
    );
    // The line at the cut cannot be told from a whole one; the file's own fault is the last error.
    assert!(
        errors
            .last()
            .is_some_and(|e| matches!(e.reason, Reason::Gzip(_))),
        "{errors:?}"
    );
    let message = refused(files.write("bomb.txt.gz", gzip(vec![b' '; 64 << 20])));
    assert!(
        message.contains("the file is empty")
            || message.contains("unpacks to")
            || message.contains("too large"),
        "{message}"
    );
    let mut line = b"{\"title\": \"".to_vec();
    line.extend(vec![b'a'; 1 << 20]);
    line.extend(b"\"}\n");
    let (documents, errors) = read(&[files.write("bomb.jsonl.gz", gzip(line.repeat(40)))]);
    assert!(documents.len() < 40);
    assert!(
        errors[0]
            .to_string()
            .contains("unpacks to more than 200 times its size"),
        "{errors:?}"
    );
}

#[test]
fn limits_on_lines_records_and_counts() {
    let files = Files::new();
    let limits = Limits {
        line_bytes: 100,
        record_bytes: 150,
        records: 2,
        files: 3,
        ..Limits::default()
    };
    let options = ReadOptions {
        limits,
        ..ReadOptions::default()
    };
    let long = format!(
        "{{\"title\": \"{}\"}}\n{{\"title\": \"good\"}}\n",
        "x".repeat(200)
    );
    let (documents, errors) = read_with(&[files.write("a.jsonl", long)], &options);
    assert_eq!(documents.len(), 1);
    assert!(
        errors[0]
            .to_string()
            .ends_with("line 1: too large: line of more than 100 bytes"),
        "{}",
        errors[0]
    );

    let (documents, errors) = read_with(
        &[files.write("b.jsonl", "{\"title\": \"x\"}\n".repeat(5))],
        &options,
    );
    assert_eq!(documents.len(), 2);
    assert!(matches!(
        errors[0].reason,
        Reason::TooMany {
            what: "records",
            limit: 2
        }
    ));

    let ris = format!(
        "TY  - JOUR\nTI  - a\n{}ER  - \nTY  - JOUR\nTI  - b\nER  - \n",
        "KW  - some keyword of a record\n".repeat(9)
    );
    let (documents, errors) = read_with(&[files.write("c.ris", ris)], &options);
    assert_eq!(
        documents
            .iter()
            .map(|d| d.title.as_str())
            .collect::<Vec<_>>(),
        ["b"]
    );
    assert!(
        errors[0]
            .to_string()
            .contains("record 1 (line 1): too large: record of more than 150 bytes"),
        "{}",
        errors[0]
    );

    let paths: Vec<PathBuf> = (0..6)
        .map(|i| files.write(&format!("many/{i}.txt"), "text"))
        .collect();
    let (documents, errors) = read_with(&paths, &options);
    assert_eq!((documents.len(), errors.len()), (3, 1));
}

#[test]
fn a_batch_goes_on_and_can_be_stopped() {
    let files = Files::new();
    let paths = vec![
        files.path().join("missing.txt"),
        files.write("bad.pdf", "text"),
        files.write("good.txt", "text"),
    ];
    let (documents, errors) = read(&paths);
    assert_eq!((documents.len(), errors.len()), (1, 2));

    let many = files.write("many.jsonl", "{\"title\": \"x\"}\n".repeat(100));
    let cancel = AtomicBool::new(false);
    let mut seen = 0;
    let summary = read_paths_with(&[many], &ReadOptions::default(), &cancel, &mut |_| {
        seen += 1;
        cancel.store(seen == 3, Ordering::Relaxed);
    });
    assert!(summary.cancelled);
    assert_eq!(seen, 3);
}

#[test]
fn standard_input_is_read_by_its_content() {
    let (mut titles, mut errors) = (Vec::new(), 0);
    for content in [
        RIS.as_bytes(),
        NBIB.as_bytes(),
        b"{\"title\": \"json\"}",
        b"Text\n\nand more",
        b"%PDF-1.4",
    ] {
        read_from(
            "-".as_ref(),
            content,
            &ReadOptions::default(),
            &AtomicBool::new(false),
            &mut |record| match record {
                Ok(document) => titles.push(document.title),
                Err(_) => errors += 1,
            },
        );
    }
    assert_eq!(
        titles,
        [
            "Lobes of the liver",
            "The spleen",
            "Kidney stones and the ureter.",
            "Another one.",
            "json",
            "Text"
        ]
    );
    assert_eq!(errors, 1);
}

#[test]
fn the_reference_sample_is_read_whole() {
    let shared = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/corpus/pubmed_multilabel_sample.jsonl.gz");
    if fs::metadata(&shared).is_err() {
        println!("skipped: ../shared is not there");
        return;
    }
    let (documents, errors) = read(&[shared]);
    assert_eq!((documents.len(), errors.len()), (2350, 0));
    assert!(
        documents
            .iter()
            .all(|d| d.pmid.is_some() && !d.title.is_empty())
    );
}
