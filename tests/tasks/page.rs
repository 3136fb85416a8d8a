//! The page of a PDF is read beside its text.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::begin;
use crate::desk::{Desk, Seen};

const TITLE: &str = "A note on the tail of the pancreas";
const PLACING: &str =
    "A cystic tumour in the tail of the pancreas was found beside the splenic hilum.";
const FIRST: &str = "The patient came to the clinic on a Monday.";

/// A PDF of pages, each of some lines of text under a black bar.
fn pdf(pages: &[&[&str]]) -> Vec<u8> {
    let kids: String = (0..pages.len())
        .map(|n| format!("{} 0 R ", 4 + 2 * n))
        .collect();
    let widths = "500 ".repeat(95);
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!(
            "<< /Type /Pages /Count {} /Kids [{kids}] /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> >>",
            pages.len()
        ),
        format!(
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [{widths}] >>"
        ),
    ];
    for (n, lines) in pages.iter().enumerate() {
        let mut content = format!("0 740 {} 20 re f\n", 200 * (n + 1));
        for (m, line) in lines.iter().enumerate() {
            let (size, y) = if n + m == 0 {
                (18, 700)
            } else {
                (11, 690 - 16 * m)
            };
            content += &format!("BT /F1 {size} Tf 72 {y} Td ({line}) Tj ET\n");
        }
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /Contents {} 0 R >>",
            5 + 2 * n
        ));
        let length = content.len();
        objects.push(format!(
            "<< /Length {length} >>\nstream\n{content}\nendstream"
        ));
    }
    let (mut out, mut table) = ("%PDF-1.4\n".to_owned(), String::new());
    for (n, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", out.len());
        out += &format!("{} 0 obj\n{object}\nendobj\n", n + 1);
    }
    let (start, count) = (out.len(), objects.len() + 1);
    out += &format!(
        "xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    out.into_bytes()
}

/// The PDF of a paper of three pages in a folder, and the library that has it, too.
fn paper(dir: &Path, library: &Path) -> PathBuf {
    let file = dir.join("note.pdf");
    let pages: [&[&str]; 3] = [
        &[TITLE, FIRST, "He had no pain."],
        &[
            "A cystic tumour in the tail of the pancreas",
            "was found beside the splenic hilum.",
        ],
        &["Four weeks later he was well."],
    ];
    std::fs::write(&file, pdf(&pages)).unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .arg("import")
        .args([library, &file])
        .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
        .env("XDG_DATA_HOME", dir)
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
    file
}

/// Lists the paper.
fn find(desk: &mut Desk) {
    desk.key("ctrl+k");
    desk.types("clinic Monday");
    desk.until("the words", |seen| seen.says("clinic Monday"));
    desk.key("Return");
    desk.until("the paper", |seen| seen.listed() == [TITLE]);
}

/// What a screen reader says of the page.
fn on(page: u32) -> impl Fn(&Seen) -> bool {
    let name = format!("Page {page} of 3 of “{TITLE}”");
    move |seen| {
        let found = seen.control(&name);
        found.is_some_and(|control| control.role == "Image" && control.name == name)
    }
}

fn shows_no_page(seen: &Seen) -> bool {
    seen.control("Close").is_none() && !seen.says("Page ")
}

#[test]
fn the_page_of_a_pdf_is_read_beside_its_text() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let file = paper(dir.path(), &library);
    let mut desk = Desk::open(dir.path(), &[&library]);
    find(&mut desk);
    desk.press(TITLE);
    desk.until("the text", |seen| {
        seen["opened_document"] == seen["selected_document"] && seen.says(PLACING)
    });
    let without = desk.picture();
    desk.press("Show the page");
    // It opens where the sentence stands that placed the paper, and its text stays.
    let seen = desk.until("the page", on(2));
    assert!(seen.says(PLACING) && seen.says("Page 2 of 3"));
    desk.until_picture("a page", |now| now.unlike(&without) > 0.15);
    let second = desk.picture();
    // It has the keyboard.
    desk.key("Right");
    desk.until("the next page", on(3));
    // Its bar is longer.
    desk.until_picture("another page", |now| now.unlike(&second) > 0.002);
    desk.press(FIRST);
    desk.until("the page of a sentence that is clicked", on(1));
    desk.key("ctrl+PageDown");
    desk.until("the second again", on(2));
    desk.key("Escape");
    desk.until("the text alone", shows_no_page);

    // Another program wrote over it, then somebody moved it.
    std::fs::write(&file, b"%PDF-1.4\nNo pages here.\n%%EOF\n").unwrap();
    desk.key("o");
    desk.until("what is wrong", |seen| {
        seen.says("The PDF is damaged: its pages cannot be drawn")
    });
    std::fs::remove_file(&file).unwrap();
    desk.press("Try again");
    desk.until("what is wrong now", |seen| {
        seen.says("The PDF is no longer there: ") && seen.says("note.pdf")
    });
    desk.key("Escape");
    let seen = desk.until("the text alone", shows_no_page);
    let show = seen.control("Show the page").expect("it is told, too");
    assert!(!show.enabled, "there is nothing to show");
    // With a renderer on the processor: 4 GB are enough for the machine.
    let most = crate::support::most_memory(desk.child.id());
    eprintln!("memory of the window: {} MB at most", most / 1_000_000);
    assert!(most < 2_000_000_000, "{most} bytes");
    desk.quit();
}

#[test]
fn the_same_with_the_keyboard_alone() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    paper(dir.path(), &library);
    let mut desk = Desk::open(dir.path(), &[&library]);
    find(&mut desk);
    desk.key("ctrl+Down");
    desk.until("the text", |seen| {
        seen["opened_document"] == seen["selected_document"] && seen.says(PLACING)
    });
    desk.key("o");
    desk.until("the page", on(2));
    for (key, page) in [("PageDown", 3), ("Home", 1), ("End", 3), ("Left", 2)] {
        desk.key(key);
        desk.until(key, on(page));
    }
    desk.key("o");
    desk.until("the text alone", shows_no_page);
    desk.quit();
}
