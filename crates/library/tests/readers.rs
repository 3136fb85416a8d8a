//! Every reader on good files.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use common::{Files, gzip, read, takes_time_in_proportion};
use library::{ReadOptions, read_from};

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
fn a_price_in_an_entry_is_no_formula() {
    let files = Files::new();
    let entries = "@article{a,\n  title = {Chips at \\$5},\n  abstract = {Cut for $2 a chip, and read}\n}\n@article{b,\n  title = {Of 10$^{9}$ cells}\n}\n";
    let (documents, errors) = read(&[files.write("a.bib", entries)]);
    assert!(errors.is_empty(), "{errors:?}");
    let said = documents
        .iter()
        .map(|d| (d.title.as_str(), d.text.as_str()));
    let said: Vec<_> = said.collect();
    assert_eq!(said[0], ("Chips at $5", "Cut for $2 a chip, and read"));
    assert_eq!(said[1].0, "Of 10^9 cells");
}

#[test]
fn tables_of_embase_and_of_older_scopus() {
    let files = Files::new();
    let embase = "Title,Author Names,Source,Abstract\nCysts,\"Lee A.B., Ek C.\",Gut (London) (2004) 102:4 SUPPL. 1 (253-258). Date of Publication: 25 Aug 2004,Of the gut.\nOther cysts,,Ward 3 (east),Of the liver.\n";
    let scopus = "Authors,Title,Year,Source,Author Keywords\n\"Lee, A.-B., van Ek, B., Öz, Ç.\",Stones,2003,Scopus (2004) 1,\"gut, CT, liver, MRI\"\n\"Lee A, Ek B, WHO\",More stones,2004,,\n";
    let (documents, errors) = read(&[
        files.write("embase.csv", embase),
        files.write("scopus.csv", scopus),
    ]);
    assert!(errors.is_empty(), "{errors:?}");
    let [cysts, other, stones, more] = &documents[..] else {
        panic!("{documents:?}");
    };
    assert_eq!(cysts.authors, ["Lee A.B.", "Ek C."]);
    assert_eq!(cysts.journal.as_deref(), Some("Gut (London)"));
    assert_eq!((cysts.year, &cysts.collection), (Some(2004), &None));
    let details = &cysts.details;
    let numbers = [&details.volume, &details.issue, &details.pages];
    let numbers = numbers.map(|number| number.as_deref().unwrap_or_default());
    assert_eq!(numbers, ["102", "4 SUPPL. 1", "253-258"]);
    assert_eq!((&other.journal, other.year), (&None, None));
    assert_eq!(other.collection.as_deref(), Some("Ward 3 (east)"));
    assert_eq!(stones.authors, ["Lee, A.-B.", "van Ek, B.", "Öz, Ç."]);
    assert_eq!(stones.keywords, ["gut", "CT", "liver", "MRI"]);
    // A table that has a year says of its sources what it likes.
    assert_eq!(stones.collection.as_deref(), Some("Scopus (2004) 1"));
    assert_eq!(more.authors, ["Lee A", "Ek B", "WHO"]);
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
            (Some("Review"), Some(2))
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
    files.write("b/2.md", "two");
    files.write("a/deep/1.md", "one");
    files.write("c.md", "three");
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

/// Each heading is taken once, in the order of the record, also where there are very many.
#[test]
fn a_record_of_very_many_headings_is_read_at_once() {
    let files = Files::new();
    let headings = |count: usize| {
        let mut record = String::from("PMID- 1\nTI  - Many headings\n");
        for number in 0..count {
            record += &format!("MH  - {number:06}\n");
        }
        record += "MH  - *000001/therapy\n";
        let (documents, errors) = read(&[files.write("a.nbib", record)]);
        assert!(errors.is_empty(), "{errors:?}");
        let mesh = &documents[0].mesh;
        assert_eq!((mesh.len(), mesh[1].as_str()), (count, "000001"));
    };
    takes_time_in_proportion(headings, 500_000);
}

#[test]
fn files_beside_a_list_are_named_by_their_whole_paths() {
    let files = Files::new();
    let paper = files.write("files/12/paper.pdf", "%PDF");
    let entry = "@article{a,\n title = {Stones},\n abstract = {Of stones.},\n file = {PDF:files/12/paper.pdf:application/pdf;Lost:files/13/lost.pdf:application/pdf}\n}\n";
    let (documents, errors) = read(&[files.write("library.bib", entry)]);
    assert!(errors.is_empty(), "{errors:?}");
    let expected = [paper.display().to_string(), "files/13/lost.pdf".to_owned()];
    assert_eq!(documents[0].details.files, expected);
}

#[test]
fn a_file_within_an_archive_is_read_again_with_the_archive() {
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/a04-zip-in-zip.zip");
    let (all, errors) = read(std::slice::from_ref(&archive));
    assert!(!all.is_empty());
    // As refusals name them.
    let within = ["inner.zip/a.ris", "b.ris"].map(|name| archive.join(name));
    let (again, errors_again) = read(&within);
    assert_eq!(again, all);
    assert_eq!(errors_again.len(), errors.len());
    let (none, errors) = read(&[archive.with_file_name("nothing.zip").join("b.ris")]);
    assert_eq!((none.len(), errors.len()), (0, 1));
}

/// The names of an archive that was packed under an old Windows, in code page 850.
#[test]
fn names_of_old_archives_are_read_as_they_were_written() {
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/a03-names-cp850.zip");
    let (documents, errors) = read(&[archive]);
    let paths = documents.iter().map(|document| &document.source.path);
    let paths = paths.chain(errors.iter().map(|error| &error.file));
    let names: Vec<String> = paths.map(|path| path.display().to_string()).collect();
    for name in [
        "Größe/Führer Ørsted.enw",
        "Größe/Wirbelkörper Übersicht.html",
    ] {
        assert!(names.iter().any(|n| n.ends_with(name)), "{name}: {names:?}");
    }
}
