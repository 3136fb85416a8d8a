//! Files for the tests: written on the fly, among them PDFs put together by hand.
#![allow(dead_code)] // each test file uses its part

pub mod ask;
pub mod documents;
pub mod mounts;
pub mod old;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use library::pdf::{PdfLimits, child_extractor};
use library::{
    Document, Limits, ReadError, ReadOptions, import_endings, read_from, read_paths_with,
};

/// A temporary folder with files.
pub struct Files(pub tempfile::TempDir);

impl Files {
    pub fn new() -> Files {
        Files(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, content).expect("a file");
        path
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Options whose PDF reader is the real child process.
pub fn options() -> ReadOptions {
    ReadOptions {
        pdf: Some(child_extractor(child(), Vec::new(), PdfLimits::default())),
        ..ReadOptions::default()
    }
}

pub fn child() -> PathBuf {
    env!("CARGO_BIN_EXE_library-pdf-text").into()
}

/// Fails where ten times as much takes far more than ten times as long. What grows with the square takes a hundred times; a machine that
/// is busy with something else, a few times.
pub fn takes_time_in_proportion(work: impl Fn(usize), much: usize) {
    let time = |n: usize| {
        let begun = std::time::Instant::now();
        work(n);
        begun.elapsed().as_secs_f32()
    };
    // The shortest of three of the short ones, so that a pause in one of them hides nothing.
    let tenth = (0..3).map(|_| time(much / 10)).fold(f32::MAX, f32::min);
    let whole = time(much);
    assert!(whole < 40.0 * tenth.max(0.01), "{tenth} s, then {whole} s");
}

/// Everything that reading these paths gives.
pub fn read(paths: &[PathBuf]) -> (Vec<Document>, Vec<ReadError>) {
    read_with(paths, &options())
}

pub fn read_with(paths: &[PathBuf], options: &ReadOptions) -> (Vec<Document>, Vec<ReadError>) {
    let (mut documents, mut errors) = (Vec::new(), Vec::new());
    let summary =
        read_paths_with(
            paths,
            options,
            &AtomicBool::new(false),
            &mut |record| match record {
                Ok(document) => documents.push(document),
                Err(error) => errors.push(error),
            },
        );
    assert_eq!(
        (summary.documents, summary.errors),
        (documents.len() as u64, errors.len() as u64)
    );
    (documents, errors)
}

/// The one error of one file; no document.
pub fn refused(path: PathBuf) -> String {
    let (documents, errors) = read(std::slice::from_ref(&path));
    assert!(documents.is_empty(), "{documents:?}");
    let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(
        messages[0].starts_with(&path.display().to_string()),
        "the message names the file: {messages:?}"
    );
    messages[0].clone()
}

pub fn gzip(content: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(content.as_ref()).expect("memory");
    encoder.finish().expect("memory")
}

/// A ZIP archive of parts.
pub fn package(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in parts {
        // As small as it gets, whichever deflate the other crates ask for.
        let options = zip::write::SimpleFileOptions::default().compression_level(Some(9));
        let started = zip.start_file(*name, options);
        started.expect("a part");
        zip.write_all(content.as_bytes()).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}

/// A PDF whose pages have these content streams, with Helvetica as `/F1`, US Letter.
pub fn pdf(title: Option<&str>, pages: &[String]) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!(
            "<< /Type /Pages /Count {} /Kids [{}] /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> >>",
            pages.len(),
            (0..pages.len())
                .map(|i| format!("{} 0 R ", 5 + 2 * i))
                .collect::<String>()
        ),
        format!(
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [{}] >>",
            "500 ".repeat(95)
        ),
        format!(
            "<< {} >>",
            title
                .map(|title| format!("/Title ({title})"))
                .unwrap_or_default()
        ),
    ];
    for (i, content) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /Contents {} 0 R >>",
            6 + 2 * i
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ));
    }
    assemble(
        &objects
            .into_iter()
            .map(String::into_bytes)
            .collect::<Vec<_>>(),
    )
}

/// Numbers the objects and writes the cross-reference table.
pub fn assemble(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"%PDF-1.4\n".to_vec();
    let mut offsets = Vec::new();
    for (i, object) in objects.iter().enumerate() {
        offsets.push(out.len());
        out.extend(format!("{} 0 obj\n", i + 1).into_bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let xref = out.len();
    out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).into_bytes());
    for offset in offsets {
        out.extend(format!("{offset:010} 00000 n \n").into_bytes());
    }
    out.extend(
        format!(
            "trailer\n<< /Size {} /Root 1 0 R /Info 4 0 R >>\nstartxref\n{xref}\n%%EOF\n",
            objects.len() + 1
        )
        .into_bytes(),
    );
    out
}

/// One line of text at a place on the page.
pub fn show(x: f32, y: f32, size: f32, text: &str) -> String {
    format!("BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n")
}

/// Reads bytes under the ending of every format and under none, with tight limits; how many documents and errors each name gave.
pub fn feed(bytes: &[u8]) -> Vec<usize> {
    let options = ReadOptions {
        limits: Limits {
            line_bytes: 256,
            record_bytes: 512,
            text_bytes: 4096,
            ..Limits::default()
        },
        pdf: None,
        ..ReadOptions::default()
    };
    let endings = import_endings().into_iter();
    let names = endings.map(|ending| format!("a.{ending}"));
    let names = names.chain(["a", "a.xyz", "a.txt.gz"].map(str::to_owned));
    let mut counts = Vec::new();
    for name in names {
        let mut records = 0;
        let cancel = AtomicBool::new(false);
        let mut each = |record: Result<Document, ReadError>| {
            records += 1;
            match record {
                Ok(document) => assert!(
                    !document.title.is_empty()
                        && !document.id.is_empty()
                        && !document.title.contains('\0')
                ),
                Err(error) => assert!(error.to_string().starts_with(&name)),
            }
        };
        read_from(Path::new(&name), bytes, &options, &cancel, &mut each);
        counts.push(records);
    }
    counts
}
