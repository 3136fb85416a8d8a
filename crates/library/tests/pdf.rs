//! PDFs through the child process: reading order, titles, and every way in which it can end badly.

mod common;

use std::ffi::OsStr;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{Files, assemble, child, pdf, read, refused, show};
use library::pdf::{PdfError, PdfLimits, extract_in_child};

fn article() -> Vec<u8> {
    let page = |number: usize| {
        let mut content = show(72.0, 770.0, 8.0, "Journal of Lobes 12 \\(2019\\)");
        if number == 1 {
            content += &show(72.0, 720.0, 18.0, "Segments of the liver in");
            content += &show(72.0, 700.0, 18.0, "portal hypertension");
            content += &show(
                72.0,
                680.0,
                10.0,
                "Ann Lee and Bo Ek. https://doi.org/10.1000/lobes.1",
            );
        }
        // Drawn straight across both columns, as some programs do.
        for line in 0..10_u8 {
            let y = 640.0 - 14.0 * f32::from(line);
            let left = if line == 0 {
                "The pul-".to_owned()
            } else {
                format!("monary left line {line} of the page {number} a")
            };
            content += &show(72.0, y, 10.0, &left);
            content += &show(
                320.0,
                y,
                10.0,
                &format!(
                    "The right column line {line} of page {number} {}",
                    ["", "one", "two", "three"][number]
                ),
            );
        }
        content + &show(300.0, 30.0, 9.0, &format!("{}", 100 + number))
    };
    pdf(None, &[page(1), page(2), page(3)])
}

#[test]
fn a_two_column_article_is_read_in_order() {
    let files = Files::new();
    let (documents, errors) = read(&[files.write("article.pdf", article())]);
    assert!(errors.is_empty(), "{errors:?}");
    let document = &documents[0];
    assert_eq!(
        document.title,
        "Segments of the liver in portal hypertension"
    );
    assert_eq!(
        (document.id.as_str(), document.doi.as_deref()),
        ("article", Some("10.1000/lobes.1"))
    );
    let text = &document.text;
    assert!(
        text.contains("The pulmonary left line 1 of the page 1 a monary left line 2"),
        "{text}"
    );
    let at = |needle: &str| {
        text.find(needle)
            .unwrap_or_else(|| panic!("{needle:?} is not in {text}"))
    };
    assert!(at("left line 9 of the page 1") < at("right column line 0 of page 1"));
    assert!(at("right column line 9 of page 1") < at("left line 1 of the page 2"));
    assert!(
        !text.contains("Journal of Lobes") && !text.contains("101"),
        "running heads and page numbers are gone: {text}"
    );
}

#[test]
fn the_title_of_the_metadata_comes_first() {
    let files = Files::new();
    let page = show(72.0, 700.0, 12.0, "Some text on the spleen.");
    let (documents, _) = read(&[
        files.write(
            "a.pdf",
            pdf(Some("A note on the spleen"), std::slice::from_ref(&page)),
        ),
        files.write("b.pdf", pdf(Some("Microsoft Word - note.doc"), &[page])),
    ]);
    assert_eq!(documents[0].title, "A note on the spleen");
    assert_eq!(documents[1].title, "Some text on the spleen.");
}

#[test]
fn bad_pdfs_say_what_is_wrong() {
    let files = Files::new();
    let whole = article();
    // The pages that are there are read, as other readers do, and the reader is told.
    let (documents, errors) = read(&[files.write("cut.pdf", &whole[..whole.len() / 2])]);
    assert!(errors.is_empty(), "{errors:?}");
    let warnings = documents[0].warnings.join(" ");
    assert!(warnings.contains("pages may be missing"), "{warnings}");
    let message = refused(files.write("cut.pdf", &whole[..40]));
    assert!(
        message.contains("truncated PDF: its end is missing"),
        "{message}"
    );
    let message = refused(files.write("scan.pdf", pdf(None, &["0 0 10 10 re f".to_owned()])));
    assert!(
        message.contains("no text in this PDF of 1 page(s): it is probably a scan"),
        "{message}"
    );
    let message = refused(files.write(
        "broken.pdf",
        b"%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\nstartxref\n9\n%%EOF",
    ));
    assert!(message.contains("damaged PDF"), "{message}");
}

#[test]
fn a_page_tree_without_end_is_survived() {
    let files = Files::new();
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Count 1 /Kids [2 0 R] >>",
        "<< >>",
        "<< >>",
    ];
    let message = refused(files.write(
        "loop.pdf",
        assemble(&objects.map(|o| o.as_bytes().to_vec())),
    ));
    assert!(message.contains("PDF"), "{message}");
    let deep: Vec<Vec<u8>> = std::iter::once(b"<< /Type /Catalog /Pages 2 0 R >>".to_vec())
        .chain((2..100_000).map(|i| {
            format!(
                "<< /Type /Pages /Count 1 /Kids [{} 0 R] /Parent {} 0 R >>",
                i + 1,
                i - 1
            )
            .into_bytes()
        }))
        .chain([b"<< /Type /Page /Parent 2 0 R >>".to_vec()])
        .collect();
    let message = refused(files.write("deep.pdf", assemble(&deep)));
    assert!(message.contains("PDF"), "{message}");
}

fn run(exe: &Path, args: &[&str], file: &Path, limits: &PdfLimits) -> PdfError {
    let args: Vec<&OsStr> = args.iter().map(OsStr::new).collect();
    extract_in_child(exe, &args, file, limits, &AtomicBool::new(false)).expect_err("it must fail")
}

/// A font that every reader has.
const FONT: &str =
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

/// Bytes, packed so often.
fn packed(content: impl std::io::Read + 'static, times: usize) -> Vec<u8> {
    let mut content: Box<dyn std::io::Read> = Box::new(content);
    let mut out = Vec::new();
    for _ in 0..times {
        let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::copy(&mut content, &mut packer).expect("memory");
        out = packer.finish().expect("memory");
        content = Box::new(std::io::Cursor::new(out.clone()));
    }
    out
}

/// A stream that is packed so often.
fn stream(dictionary: &str, packed: &[u8], times: usize) -> Vec<u8> {
    let filters = "/FlateDecode ".repeat(times);
    let length = packed.len();
    let mut stream =
        format!("<< {dictionary} /Filter [{filters}] /Length {length} >>\nstream\n").into_bytes();
    stream.extend(packed);
    stream.extend(b"\nendstream");
    stream
}

#[test]
fn a_page_that_unpacks_to_gigabytes_costs_that_page_alone() {
    let files = Files::new();
    for times in [1, 2] {
        let blanks = std::io::Read::take(std::io::repeat(b' '), 600 << 20);
        let bomb = packed(blanks, times);
        let text = show(72.0, 720.0, 18.0, "A note on stones")
            + &show(72.0, 680.0, 10.0, "There are stones in the left kidney.");
        let objects = [
            b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
            b"<< /Type /Pages /Count 2 /Kids [3 0 R 6 0 R] /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> >>".to_vec(),
            b"<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>".to_vec(),
            FONT.as_bytes().to_vec(),
            stream("", &bomb, times),
            b"<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>".to_vec(),
            format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len()).into_bytes(),
        ];
        let file = files.write(&format!("bomb{times}.pdf"), assemble(&objects));
        let limits = PdfLimits {
            memory_bytes: 256 << 20,
            ..PdfLimits::default()
        };
        let found = extract_in_child(&child(), &[], &file, &limits, &AtomicBool::new(false));
        let found = found.expect("the other page is read");
        assert_eq!(found.failed_pages, [1], "{times}");
        assert!(found.joined().contains("left kidney"), "{}", found.joined());
    }
}

#[test]
fn a_million_pages_of_one_content_end() {
    let files = Files::new();
    let line = show(
        72.0,
        700.0,
        12.0,
        &"Stones in the left kidney. ".repeat(400),
    );
    let content = line.repeat(10);
    let kids = "3 0 R ".repeat(1_000_000);
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        format!("<< /Type /Pages /Count 1000000 /Kids [{kids}] /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> >>").into_bytes(),
        b"<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>".to_vec(),
        FONT.as_bytes().to_vec(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()).into_bytes(),
    ];
    let file = files.write("pages.pdf", assemble(&objects));
    let limits = PdfLimits::default();
    match extract_in_child(&child(), &[], &file, &limits, &AtomicBool::new(false)) {
        Ok(text) => {
            let length: usize = text.pages.iter().map(String::len).sum();
            assert!(text.pages.len() <= 2_000 && length <= 21 << 20, "{length}");
        }
        Err(error) => assert!(
            matches!(
                error,
                PdfError::Memory(_) | PdfError::Time(_) | PdfError::Answer
            ),
            "{error}"
        ),
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_memory_bomb_hits_the_limit() {
    let files = Files::new();
    // Not too long to be unpacked, but made of thirty million operators.
    let operators = std::io::Cursor::new("q Q ".repeat(15_000_000));
    let file = files.write(
        "bomb.pdf",
        assemble(&[
            b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
            b"<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 612 792] >>".to_vec(),
            b"<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>".to_vec(),
            b"<< >>".to_vec(),
            stream("", &packed(operators, 1), 1),
        ]),
    );
    let length = std::fs::metadata(&file).expect("written").len();
    let limits = PdfLimits {
        memory_bytes: (256 << 20) - 6 * length,
        ..PdfLimits::default()
    };
    let error = run(&child(), &[], &file, &limits);
    assert!(matches!(error, PdfError::Memory(_)), "{error}");
    assert_eq!(
        error.to_string(),
        "the PDF reader needed more than 256 MiB of memory and was stopped"
    );
}

#[cfg(unix)]
#[test]
fn a_child_that_hangs_crashes_or_babbles_is_an_error() {
    let files = Files::new();
    let file = files.write("a.pdf", article());
    let shell = Path::new("/bin/sh");
    let limits = PdfLimits {
        time: Duration::from_millis(300),
        ..PdfLimits::default()
    };
    assert!(matches!(
        run(shell, &["-c", "exec sleep 60"], &file, &limits),
        PdfError::Time(_)
    ));
    assert!(matches!(
        run(
            shell,
            &["-c", "kill -SEGV $$"],
            &file,
            &PdfLimits::default()
        ),
        PdfError::Crashed(_)
    ));
    assert!(matches!(
        run(shell, &["-c", "echo hello"], &file, &PdfLimits::default()),
        PdfError::Answer
    ));
    assert!(matches!(
        run(
            Path::new("no such program"),
            &[],
            &file,
            &PdfLimits::default()
        ),
        PdfError::Process(_)
    ));
    assert!(matches!(
        run(
            &child(),
            &[],
            &file,
            &PdfLimits {
                file_bytes: 10,
                ..PdfLimits::default()
            }
        ),
        PdfError::TooLarge(10)
    ));
    let cancelled = extract_in_child(
        shell,
        &["-c".as_ref(), "exec sleep 60".as_ref()],
        &file,
        &PdfLimits::default(),
        &AtomicBool::new(true),
    );
    assert!(matches!(cancelled, Err(PdfError::Cancelled)));
}

#[test]
fn without_a_reader_a_pdf_is_refused_politely() {
    let files = Files::new();
    let (documents, errors) = common::read_with(
        &[files.write("a.pdf", article())],
        &library::ReadOptions::default(),
    );
    assert!(documents.is_empty());
    assert!(
        errors[0].to_string().contains("no PDF reader is set up"),
        "{errors:?}"
    );
}
