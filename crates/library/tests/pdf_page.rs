//! Pages of PDFs as pictures, and the page on which words stand, through the child process.

mod common;

use std::ffi::OsStr;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{Files, assemble, child, pdf, show};
use library::pdf::{
    FIND_SUBCOMMAND, FoundPage, PAGE_SUBCOMMAND, PagePicture, PdfError, PdfLimits, draw_in_child,
    find_in_child,
};

fn draw_with(
    file: &Path,
    page: u32,
    width: u32,
    limits: &PdfLimits,
) -> Result<PagePicture, PdfError> {
    let args = [OsStr::new(PAGE_SUBCOMMAND)];
    let wanted = (file, page, width);
    draw_in_child(&child(), &args, wanted, limits, &AtomicBool::new(false))
}

fn draw(file: &Path, page: u32, width: u32) -> Result<PagePicture, PdfError> {
    draw_with(file, page, width, &PdfLimits::default())
}

fn find(file: &Path, words: &str) -> Result<FoundPage, PdfError> {
    let args = [OsStr::new(FIND_SUBCOMMAND)];
    let limits = PdfLimits::default();
    let wanted = (file, words);
    find_in_child(&child(), &args, wanted, &limits, &AtomicBool::new(false))
}

/// The colour of a pixel at these shares of width and height.
fn pixel(picture: &PagePicture, across: f32, down: f32) -> [u8; 3] {
    let [width, height] = picture.size;
    let at = |share: f32, n: usize| (share * n as f32) as usize;
    let at = 4 * (at(down, height) * width + at(across, width));
    picture.rgba[at..at + 3].try_into().expect("a pixel")
}

/// Whether a page has ink within a box of shares: left, top, right, bottom.
fn has_ink(picture: &PagePicture, [left, top, right, bottom]: [f32; 4]) -> bool {
    let steps = |from: f32, to: f32| (0..=40).map(move |n| from + (to - from) * n as f32 / 40.0);
    steps(left, right).any(|x| steps(top, bottom).any(|y| pixel(picture, x, y)[0] < 100))
}

const SENTENCE: &str = "A cyst of the pancreatic tail was drained through the stomach.";

/// Two pages: a red square at the upper left; a sentence over two lines.
fn two_pages() -> Vec<u8> {
    let square = "1 0 0 rg 0 592 200 200 re f\n".to_owned();
    let text = show(
        72.0,
        500.0,
        12.0,
        "The spleen is normal. A cyst of the pan-",
    ) + &show(
        72.0,
        486.0,
        12.0,
        "creatic tail was drained through the stomach.",
    );
    pdf(None, &[square, text])
}

#[test]
fn a_page_is_drawn_as_wide_as_is_asked_for() {
    let files = Files::new();
    let file = files.write("two.pdf", two_pages());
    let first = draw(&file, 1, 612).expect("drawn");
    assert_eq!((first.pages, first.size), (2, [612, 792]));
    assert_eq!(pixel(&first, 0.1, 0.1), [255, 0, 0]);
    assert_eq!(pixel(&first, 0.5, 0.5), [255, 255, 255]);
    let twice = draw(&file, 1, 1224).expect("drawn");
    assert_eq!(twice.size, [1224, 1584]);
    // A font that is not in the file is drawn with one like it.
    let second = draw(&file, 2, 612).expect("drawn");
    assert!(has_ink(&second, [0.1, 0.35, 0.5, 0.4]));
    assert!(!has_ink(&second, [0.1, 0.5, 0.9, 0.9]));
}

#[test]
fn the_page_of_a_sentence_is_found_with_the_lines_that_it_fills() {
    let files = Files::new();
    let file = files.write("two.pdf", two_pages());
    let found = find(&file, SENTENCE).expect("found");
    assert_eq!((found.pages, found.page), (2, 2));
    assert_eq!(found.lines.len(), 2, "{found:?}");
    let [first, second] = [found.lines[0], found.lines[1]];
    assert!(first[0] > second[0] + 0.05, "it begins within the line");
    assert!(first[3] < 0.4 && second[1] > 0.36, "{found:?}");
    let picture = draw(&file, 2, 612).expect("drawn");
    assert!(has_ink(&picture, first) && has_ink(&picture, second));

    let other = find(&file, "The liver has a smooth edge and no stones.").expect("counted");
    assert_eq!((other.pages, other.page, other.lines.len()), (2, 1, 0));
    let counted = find(&file, "").expect("counted");
    assert_eq!((counted.pages, counted.page), (2, 1));
}

#[test]
fn a_page_that_is_not_there_and_a_password_are_said() {
    let files = Files::new();
    let file = files.write("two.pdf", two_pages());
    for page in [0, 3] {
        let error = draw(&file, page, 600).expect_err("there is none");
        assert!(matches!(error, PdfError::NoPage { pages: 2, .. }));
        let words = format!("there is no page {page}: this PDF has 2 page(s)");
        assert_eq!(error.to_string(), words);
    }
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real");
    let locked = real.join("p12-user-password.pdf");
    assert!(matches!(draw(&locked, 1, 600), Err(PdfError::Encrypted)));
    assert!(matches!(find(&locked, SENTENCE), Err(PdfError::Encrypted)));
    // One that anybody may read is drawn.
    let open = real.join("p13-owner-password-only.pdf");
    assert!(has_ink(
        &draw(&open, 1, 600).expect("drawn"),
        [0.1, 0.05, 0.9, 0.9]
    ));
    let gone = files.path().join("gone.pdf");
    assert!(matches!(draw(&gone, 1, 600), Err(PdfError::Process(_))));
    let text = files.write("text.pdf", "%PDF-1.4\nThis is none.");
    assert!(matches!(draw(&text, 1, 600), Err(PdfError::Truncated(_))));
}

#[test]
fn pages_of_other_programs_are_drawn() {
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real");
    for name in [
        "p01-one-column-pdflatex.pdf",
        "p04-clinical-letter-libreoffice.pdf",
        "p05-report-table-typst.pdf",
        "p06-poster-reportlab.pdf",
        "p11-scanned-picture-only.pdf",
        "p16-bad-startxref.pdf",
    ] {
        let picture = draw(&real.join(name), 1, 500);
        let picture = picture.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(picture.size[0], 500, "{name}");
        assert!(has_ink(&picture, [0.05, 0.05, 0.95, 0.95]), "{name}");
    }
}

/// A PDF of one page with these operators, whose resources are these, and further objects from the number 6 on.
fn one_page(media: &str, resources: &str, operators: &str, more: &[String]) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [{media}] >>"),
        format!("<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources << {resources} >> >>"),
        "<< >>".to_owned(),
        format!(
            "<< /Length {} >>\nstream\n{operators}\nendstream",
            operators.len()
        ),
    ];
    objects.extend(more.iter().cloned());
    let objects: Vec<Vec<u8>> = objects.into_iter().map(String::into_bytes).collect();
    assemble(&objects)
}

/// A form that draws others.
fn form(resources: &str, operators: &str) -> String {
    format!(
        "<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << {resources} >> /Length {} >>\nstream\n{operators}\nendstream",
        operators.len()
    )
}

#[test]
fn hostile_pages_end_in_a_message() {
    let files = Files::new();
    let limits = PdfLimits {
        time: Duration::from_secs(5),
        ..PdfLimits::default()
    };
    // Each form draws the next one ten times: more pictures than there is time or memory for.
    let many = "/X Do\n".repeat(10);
    let next = |n: usize| format!("/XObject << /X {} 0 R >>", n + 1);
    let mut forms: Vec<String> = (6..20).map(|n| form(&next(n), &many)).collect();
    forms.push(form("", "0 0 300 300 re f"));
    let file = one_page("0 0 612 792", "/XObject << /X 6 0 R >>", &many, &forms);
    let file = files.write("many.pdf", file);
    let error = draw_with(&file, 1, 600, &limits).expect_err("it takes too much");
    let stopped = matches!(error, PdfError::Time(_) | PdfError::Memory(_));
    assert!(stopped, "{error}");

    // A form that draws itself, a page of kilometres, one without a size and one that is a line: drawn, or said.
    let itself = form("/XObject << /X 6 0 R >>", "/X Do");
    let drawn = "/XObject << /X 6 0 R >>";
    for (name, file) in [
        ("itself", one_page("0 0 612 792", drawn, "/X Do", &[itself])),
        (
            "large",
            one_page("0 0 3000000 3000000", "", "0 0 9 9 re f", &[]),
        ),
        ("none", one_page("0 0 0 0", "", "0 0 9 9 re f", &[])),
        ("line", one_page("0 0 1 900000", "", "0 0 9 9 re f", &[])),
        ("wild", one_page("nan -5 1e99 x", "", "0 0 9 9 re f", &[])),
    ] {
        let file = files.write(&format!("{name}.pdf"), file);
        match draw_with(&file, 1, 3_000, &limits) {
            Ok(picture) => {
                let [width, height] = picture.size;
                assert!(
                    width * height <= 4_100 * 8_200,
                    "{name}: {width} x {height}"
                );
            }
            Err(error) => assert!(
                !matches!(error, PdfError::Process(_) | PdfError::Answer),
                "{name}: {error}"
            ),
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_picture_that_claims_a_large_size_takes_no_more_memory_than_is_given() {
    let files = Files::new();
    let image = "<< /Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Length 3 >>\nstream\nabc\nendstream";
    let drawn = "/XObject << /X 6 0 R >>";
    let file = one_page(
        "0 0 612 792",
        drawn,
        "600 0 0 600 0 0 cm /X Do",
        &[image.to_owned()],
    );
    let file = files.write("claims.pdf", file);
    match draw(&file, 1, 600) {
        Ok(picture) => assert_eq!(picture.size[0], 600),
        Err(error) => assert!(
            matches!(
                error,
                PdfError::Memory(_) | PdfError::Time(_) | PdfError::Damaged(_)
            ),
            "{error}"
        ),
    }
}
