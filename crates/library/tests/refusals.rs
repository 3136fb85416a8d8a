//! Every reader on each kind of bad file.

mod common;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{Files, gzip, package, read, read_with, refused, takes_time_in_proportion};
use library::{
    Limits, Location, PassedKind, PassedOver, PassedPart, ReadOptions, Reason, read_paths_with,
    told, told_passed, told_warning,
};

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
        message.contains("a damaged or foreign archive"),
        "{message}"
    );
    let message = refused(files.write("notes.doc", b"\xD0\xCF\x11\xE0"));
    assert!(
        message.contains("an old Microsoft Office file cannot be read (readable: .txt"),
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
    let lines: Vec<Location> = errors.iter().map(|e| e.place).collect();
    assert_eq!(
        lines,
        [
            Location::Line(2),
            Location::Line(3),
            Location::Line(4),
            Location::Line(5)
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
    assert_eq!(errors[1].place, Location::Record { number: 3, line: 7 });
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
fn what_ovid_writes_between_records_is_no_text_that_is_lost() {
    let files = Files::new();
    let record = |n: u32| {
        format!(
            "{n}. \nTY  - JOUR\nT1  - Liver {n}\nER  -  \nNL  - J Liver\n\nLink to the Ovid Full Text or citation: https://example.org/login?url={n}\n\n"
        )
    };
    let (documents, errors) = read(&[files.write("ovid.ris", record(1) + &record(2))]);
    let titles: Vec<&str> = documents.iter().map(|d| d.title.as_str()).collect();
    assert_eq!(titles, ["Liver 1", "Liver 2"]);
    assert!(errors.is_empty(), "{errors:?}");
    // A later part of a search, and two files that were joined.
    for numbers in [[501, 502, 503], [1, 2, 1]] {
        let (documents, errors) = read(&[files.write("part.ris", numbers.map(record).concat())]);
        assert_eq!(documents.len(), 3);
        assert!(errors.is_empty(), "{errors:?}");
    }
    // What looks like it and is another thing is told.
    for lost in ["31415926\n27182818\n", "7.\n", "2\n"] {
        let (_, errors) = read(&[files.write("b.ris", record(1) + lost)]);
        assert_eq!(errors.len(), 1, "{lost}: {errors:?}");
    }
    let (_, errors) = read(&[files.write("a.ris", record(1) + "2. lost\n" + &record(2))]);
    assert_eq!(errors.len(), 1, "{errors:?}");
}

#[test]
fn warnings_are_known_by_their_words() {
    let files = Files::new();
    let record = |file: &str| {
        format!(
            "@article{{{file}, title = {{Of {file}}}, crossref = {{gone}}, file = {{{file}}}}}\n"
        )
    };
    let read = |name: &str, content: Vec<u8>| {
        let (documents, errors) = read(&[files.write(name, content)]);
        assert!(errors.is_empty(), "{errors:?}");
        documents.into_iter().flat_map(|document| document.warnings)
    };
    let mut met: Vec<&str> = Vec::new();
    let known = read("a.txt", b"TY  - JOUR\nTI  - A\nER  - \n".to_vec())
        .chain(read(
            "b.ris",
            b"TY  - JOUR\nTI  - \xc4 cyst\nER  - \n".to_vec(),
        ))
        .chain(read(
            "c.bib",
            (record("gone.pdf") + &record("../other.pdf")).into_bytes(),
        ));
    for warning in known {
        let told = told_warning(&warning).unwrap_or_else(|| panic!("{warning}"));
        if told.code == "not-there" {
            assert_eq!(told.parts, [("file", "gone.pdf")]);
        }
        met.push(told.code);
    }
    met.sort_unstable();
    met.dedup();
    assert_eq!(
        met,
        ["encoding", "lacks", "not-there", "outside", "read-as"]
    );
    assert_eq!(told_warning("it rains"), None);
}

#[test]
fn the_list_of_files_that_were_passed_over_is_taken_apart() {
    use PassedPart::{More, Names, Others};
    assert_eq!(told_passed("scan.jpg"), [Names("scan.jpg")]);
    let list = "a, and b.exe, c (and more).JPG (and 12 more .jpg), README (and 1 more without an ending), x (and 2 more .y).z, and 4 of other kinds";
    let parts = [
        Names("a, and b.exe, c (and more).JPG"),
        More(12, "jpg"),
        Names(", README"),
        More(1, ""),
        Names(", x (and 2 more .y).z"),
        Others(4),
    ];
    assert_eq!(told_passed(list), parts);
    // As it is written.
    let kind = |first: &str, ending: &str, files| PassedKind {
        first: first.into(),
        ending: ending.into(),
        files,
    };
    let passed = PassedOver {
        files: 9,
        kinds: vec![kind("deep/é.exe", "exe", 1), kind("LICENSE", "", 3)],
        names: ["deep/é.exe", "LICENSE", "a"].map(str::to_owned).to_vec(),
    };
    let words = passed.in_full();
    let (line, names) = library::passed_names(&words);
    assert_eq!(line, passed.to_string());
    assert_eq!(names, ["deep/é.exe", "LICENSE", "a", "…"]);
    assert_eq!(library::passed_names("a\nb"), ("a\nb", Vec::new()));
    let list = told(&words).expect("known").parts[1].1;
    let parts = [Names("deep/é.exe, LICENSE"), More(2, ""), Others(5)];
    assert_eq!(told_passed(list), parts, "{list}");
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
fn packages_of_few_bytes_that_unpack_to_many() {
    let files = Files::new();
    let many =
        |around: &str, each: &str| around.replace('@', &each.repeat((40 << 20) / each.len()));
    let word = many("<document><body>@</body></document>", "<p/>");
    let word = package(&[("word/document.xml", &word)]);
    let sheet = many("<sheetData>@</sheetData>", "<row/>");
    let workbook = "<workbook><sheets/></workbook>";
    let excel = package(&[
        ("xl/workbook.xml", workbook),
        ("xl/worksheets/a.xml", &sheet),
    ]);
    for (name, bytes) in [("a.docx", word), ("b.xlsx", excel)] {
        assert!(bytes.len() < 200_000, "{name}: {}", bytes.len());
        let message = refused(files.write(name, bytes));
        assert!(
            message.contains("unpacks to more than 200 times its size"),
            "{message}"
        );
    }
    // Less than is judged so; an element without a name of any length would take most memory.
    let elements = format!("<document>{}</document>", "<p/>".repeat(2 << 20));
    let message = refused(files.write("c.docx", package(&[("word/document.xml", &elements)])));
    assert!(message.contains("nodes limit"), "{message}");
}

#[test]
fn tables_and_rows_within_each_other_are_read_once() {
    let files = Files::new();
    let mimetype = ("mimetype", "application/vnd.oasis.opendocument.spreadsheet");
    let within = |open: &str, close: &str, depth: usize| {
        let (open, close) = (open.repeat(depth), close.repeat(depth));
        let content = format!("<content><table>{open}{close}</table></content>");
        refused(files.write("a.ods", package(&[mimetype, ("content.xml", &content)])));
    };
    takes_time_in_proportion(|depth| within("<table>", "</table>", depth), 50_000);
    let (row, end) = (
        "<table-row><table-cell><p>x",
        "</p></table-cell></table-row>",
    );
    takes_time_in_proportion(|depth| within(row, end, depth), 50_000);
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
