//! Text and pictures of pages out of a PDF, in a process of its own.
//!
//! The PDF libraries of today panic, recurse without end or ask for all memory on hostile files, and the last two end the whole
//! process. So the library runs in a child: this very program, started again with a hidden subcommand, under limits on memory and
//! time. Whatever happens to the child, the parent gets a text, a picture or an error with a reason.
//!
//! The program's part is a line for each: on `PROGRAM __pdf-text FILE` it returns [`child_main`]`(FILE)`, on
//! `PROGRAM __pdf-page PAGE WIDTH FILE` [`page_child_main`], and on `PROGRAM __pdf-find LETTERS FILE` [`find_child_main`].

mod child;
mod edges;
mod find;
mod layout;
mod page;
mod pages;
mod rebuild;
mod xmp;

use std::ffi::OsString;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pdf_extract::{Document as PdfDocument, Object, ObjectId};
use serde::{Deserialize, Serialize};

use crate::bytes::{Bytes, decode};
use crate::date::find_year;
use crate::document::normalise_doi;
use crate::read::markup::{self, is_title};
use child::Refusal;
use xmp::Xmp;

pub use find::{FIND_SUBCOMMAND, FoundPage, find_child_main, find_in_child};
pub use page::{MOST_WIDTH, PAGE_SUBCOMMAND, PagePicture, draw_in_child, page_child_main};

/// The hidden subcommand with which a program reads a PDF for its parent.
pub const SUBCOMMAND: &str = "__pdf-text";
/// Pages of which text is taken; a longer document is a book, and a book is more than one place.
const MOST_PAGES: usize = 2_000;

/// Takes the text out of a PDF file; looks at the flag now and then and gives up when it is set.
pub type PdfExtractor = Arc<dyn Fn(&Path, &AtomicBool) -> Result<PdfText, PdfError> + Send + Sync>;

/// What a child may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdfLimits {
    /// Size of the file.
    pub file_bytes: u64,
    /// Memory of the child for a small file; for each byte of the file it gets six more. Linux holds it to that. Other systems know
    /// no such limit for a process; there the limits on the file, on the content of each page and on time remain.
    pub memory_bytes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Text that comes back, as JSON.
    pub output_bytes: u64,
}

impl Default for PdfLimits {
    fn default() -> Self {
        PdfLimits {
            file_bytes: 256 << 20,
            memory_bytes: 512 << 20,
            time: Duration::from_secs(60),
            output_bytes: 32 << 20,
        }
    }
}

/// The text of a PDF.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfText {
    /// Title from the information dictionary, else the largest print at the top of the first page, else from the metadata stream.
    pub title: Option<String>,
    /// Journal from the metadata stream.
    #[serde(default)]
    pub journal: Option<String>,
    /// DOI from the metadata stream, else printed on the first pages.
    pub doi: Option<String>,
    /// PubMed identifier printed on the first page.
    #[serde(default)]
    pub pmid: Option<String>,
    /// Year that the first page gives as that of the publication.
    #[serde(default)]
    pub year: Option<i32>,
    /// Authors from the metadata.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Keywords from the metadata.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Text of each page, in reading order, without running heads and page numbers.
    pub pages: Vec<String>,
    /// Footnotes of all pages.
    #[serde(default)]
    pub notes: String,
    /// Whether the file was damaged, so that its objects were looked for one by one.
    #[serde(default)]
    pub is_rebuilt: bool,
    /// Pages (from 1) that could not be read.
    pub failed_pages: Vec<u32>,
}

impl PdfText {
    /// The pages as one text, without the list of references, and with the footnotes behind it. A sentence that runs over a page break
    /// is kept together. A title at its head is left out.
    pub fn joined(&self) -> String {
        let mut text = String::new();
        for page in self
            .pages
            .iter()
            .map(|page| page.trim())
            .filter(|page| !page.is_empty())
        {
            layout::append(&mut text, page);
        }
        let mut paragraphs = markup::Paragraphs::default();
        for paragraph in text.split("\n\n").chain(self.notes.split("\n\n")) {
            paragraphs.words(paragraph);
            paragraphs.end();
        }
        let paragraphs = paragraphs.finish();
        markup::document(self.title.as_deref(), &paragraphs, &self.authors).text
    }
}

/// Why there is no text.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// No extractor was given.
    #[error("PDF files cannot be read here: no PDF reader is set up")]
    NoExtractor,
    /// Called inside of a child.
    #[error("a PDF reader does not start another")]
    Nested,
    /// The file is larger than the limit.
    #[error("too large: PDF of more than {}", Bytes(*.0))]
    TooLarge(u64),
    /// The child could not be started or read from.
    #[error("the PDF reader could not be run: {0}")]
    Process(#[source] io::Error),
    /// It took too long.
    #[error("the PDF reader did not finish within {} s and was stopped", .0.as_secs_f32())]
    Time(Duration),
    /// It asked for too much memory.
    #[error("the PDF reader needed more than {} of memory and was stopped", Bytes(*.0))]
    Memory(u64),
    /// It crashed.
    #[error("the PDF reader crashed on this file ({0})")]
    Crashed(String),
    /// It printed something else than its answer.
    #[error("the PDF reader gave no usable answer")]
    Answer,
    /// The file is cut off.
    #[error("truncated PDF: its end is missing ({0})")]
    Truncated(String),
    /// The file is damaged.
    #[error("damaged PDF: {0}")]
    Damaged(String),
    /// A password is needed.
    #[error("encrypted PDF: it needs a password")]
    Encrypted,
    /// There is no text in it.
    #[error(
        "no text in this PDF of {pages} page(s): it is probably a scan; run text recognition (OCR) on it first"
    )]
    NoText {
        /// Number of pages.
        pages: usize,
    },
    /// It has no such page.
    #[error("there is no page {page}: this PDF has {pages} page(s)")]
    NoPage {
        /// Its number, from 1.
        page: u32,
        /// Number of pages.
        pages: u32,
    },
    /// The user stopped the import.
    #[error("stopped by the user")]
    Cancelled,
}

/// Takes the text out of a PDF in this very process: what the child does, without its limits. What the PDF library does to a process
/// (panics, a stack or a memory that ends) it does to this one.
///
/// # Errors
/// [`PdfError`] says what is wrong with the file.
pub fn extract_here(bytes: &[u8]) -> Result<PdfText, PdfError> {
    Ok(answer(bytes)?)
}

/// An extractor that runs `exe args… FILE` as the child.
pub fn child_extractor(exe: PathBuf, args: Vec<OsString>, limits: PdfLimits) -> PdfExtractor {
    Arc::new(move |file, cancel| {
        let args: Vec<&std::ffi::OsStr> = args.iter().map(OsString::as_os_str).collect();
        extract_in_child(&exe, &args, file, &limits, cancel)
    })
}

/// Takes the text out of `file` by running `exe args… FILE`, which must end in [`child_main`].
///
/// # Errors
/// See [`PdfError`]; the child is always gone when this returns.
pub fn extract_in_child(
    exe: &Path,
    args: &[&std::ffi::OsStr],
    file: &Path,
    limits: &PdfLimits,
    cancel: &AtomicBool,
) -> Result<PdfText, PdfError> {
    let output = child::run(exe, args, file, limits, cancel)?;
    child::answer(&output)
}

/// The child: takes on its limits, reads `file` and prints the answer as JSON on standard output.
pub fn child_main(file: &Path) -> ExitCode {
    child::serve(file, |bytes| (answer(&bytes), Vec::new()))
}

/// A PDF that has been opened, its pages, and whether its objects had to be looked for one by one.
type Loaded = (PdfDocument, Vec<(u32, ObjectId)>, bool);

fn load(bytes: &[u8]) -> Result<Loaded, Refusal> {
    let damaged = |why: String| child::damaged(bytes, why);
    let load = |bytes: &[u8]| catch_unwind(AssertUnwindSafe(|| PdfDocument::load_mem(bytes)));
    let mut loaded = load(bytes);
    let mut is_rebuilt = false;
    let has_pages = |loaded: &PdfDocument| !loaded.get_pages().is_empty();
    let is_good = match &loaded {
        Ok(Ok(document)) => catch_unwind(AssertUnwindSafe(|| has_pages(document))).unwrap_or(false),
        Ok(Err(pdf_extract::Error::Decryption(_))) => true,
        _ => false,
    };
    if !is_good && let Some(whole) = rebuild::rebuilt(bytes) {
        let again = load(&whole);
        if matches!(&again, Ok(Ok(document)) if has_pages(document)) {
            loaded = again;
            is_rebuilt = true;
        }
    }
    let mut document = match loaded {
        Ok(Ok(document)) => document,
        Ok(Err(pdf_extract::Error::Decryption(_))) => return Err(Refusal::Encrypted),
        Ok(Err(error)) => return Err(damaged(error.to_string())),
        Err(_) => return Err(damaged("it could not be understood".to_owned())),
    };
    if document.is_encrypted() && document.decrypt("").is_err() {
        return Err(Refusal::Encrypted);
    }
    let numbers: Vec<(u32, ObjectId)> = document.get_pages().into_iter().take(MOST_PAGES).collect();
    if numbers.is_empty() {
        return Err(damaged("it has no pages".to_owned()));
    }
    Ok((document, numbers, is_rebuilt))
}

fn answer(bytes: &[u8]) -> Result<PdfText, Refusal> {
    let (document, numbers, is_rebuilt) = load(bytes)?;
    let (mut pages, failed_pages) = pages::read(&document, &numbers);
    let printed_title = pages.first().and_then(|page| layout::title(page));
    // What the first page says of itself stands before its list of references; that one names the papers of others.
    let head = pages
        .first()
        .into_iter()
        .flatten()
        .map(|line| line.text.clone());
    let head: Vec<String> = head
        .take_while(|line| !markup::heads_references(line))
        .collect();
    edges::drop_running_heads(&mut pages);
    let notes: Vec<layout::Line> = pages.iter_mut().flat_map(layout::take_footnotes).collect();
    let pages: Vec<String> = pages.iter().map(|page| layout::text(page)).collect();
    if pages.iter().all(|page| page.trim().is_empty()) {
        return Err(if failed_pages.len() == numbers.len() {
            child::damaged(bytes, "none of its pages could be read".to_owned())
        } else {
            Refusal::NoText(numbers.len())
        });
    }
    let told = Xmp::of(&document);
    let title = metadata(&document, b"Title").and_then(real_title);
    let title = title.or(printed_title);
    let printed = || pages.iter().take(2).find_map(|page| printed_doi(page));
    let doi = told.doi.or_else(printed);
    let authors = metadata(&document, b"Author").map(|names| split_names(&names));
    let keywords = metadata(&document, b"Keywords").unwrap_or_default();
    let keywords = keywords
        .split([',', ';'])
        .map(|word| word.trim().to_owned());
    Ok(PdfText {
        title: title.or_else(|| told.title.and_then(real_title)),
        journal: told.journal,
        doi: doi.or_else(|| head.iter().find_map(|line| printed_doi(line))),
        pmid: head.iter().find_map(|line| printed_pmid(line)),
        year: printed_year(&head),
        authors: authors.unwrap_or_default(),
        keywords: keywords.filter(|word| !word.is_empty()).collect(),
        pages,
        notes: layout::text(&notes),
        is_rebuilt,
        failed_pages,
    })
}

/// Names of authors as one detail of a file gives them: nothing that is a user's short name.
fn split_names(names: &str) -> Vec<String> {
    let by = if names.contains(';') { ";" } else { "," };
    let names = names.replace(" and ", by);
    let names = names.split(by).map(|name| name.trim().to_owned());
    names.filter(|name| name.contains(' ')).collect()
}

/// The PubMed identifier that a line states as one.
fn printed_pmid(line: &str) -> Option<String> {
    let at = line.to_ascii_uppercase().find("PMID")?;
    let digits = line.get(at + 4..)?.trim_start_matches([':', ' ']);
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    crate::normalise_pmid(&digits[..end])
}

/// Lines at the head and at the foot of the first page in which a journal names itself.
const FIRST_AND_LAST: [usize; 2] = [6, 3];

/// The year that the lines of the first page give as that of the publication: in a line of the journal's at its edge (`Lung Notes (2020)`,
/// `Lung Notes 2020;14:411`), or in a line that tells of the publication. Years in the text are those of others.
fn printed_year(lines: &[String]) -> Option<i32> {
    let year = |text: &str| find_year(text).filter(|year| (1900..2100).contains(year));
    let of_journal = |line: &String| {
        let mut in_parentheses = line.split('(').skip(1);
        let in_parentheses =
            in_parentheses.find_map(|part| year(part.split(')').next()?.get(..4)?));
        let before_volume = || {
            let (before, _) = line.split_once(';')?;
            year(before.get(before.len().checked_sub(4)?..)?)
        };
        in_parentheses.or_else(before_volume)
    };
    let of_publication = |line: &String| {
        let lower = line.trim().to_lowercase();
        let begins = [
            "published",
            "accepted",
            "copyright",
            "(c)",
            "doi",
            "https://doi",
        ];
        let says = begins.iter().any(|word| lower.starts_with(word));
        year(&lower).filter(|_| says || lower.contains('©') || lower.contains("vol."))
    };
    let [first, last] = FIRST_AND_LAST;
    let foot = lines.len().saturating_sub(last).max(first.min(lines.len()));
    let edges = lines.iter().take(first).chain(&lines[foot..]);
    let mut edges = edges.filter_map(of_journal);
    edges
        .next()
        .or_else(|| lines.iter().find_map(of_publication))
}

/// An entry of the document's information dictionary.
fn metadata(document: &PdfDocument, key: &[u8]) -> Option<String> {
    let info = document.trailer.get(b"Info").ok()?;
    let info = match info {
        Object::Reference(id) => document.get_object(*id).ok()?,
        other => other,
    };
    let raw = info.as_dict().ok()?.get(key).ok()?.as_str().ok()?;
    let text = match raw.strip_prefix(b"\xFE\xFF") {
        Some(wide) => encoding_rs::UTF_16BE
            .decode_without_bom_handling(wide)
            .0
            .into_owned(),
        None => decode(raw).0,
    };
    let text: String = text.chars().filter(|c| !c.is_control()).take(500).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The title that a file tells, if it is one: many programs put a file name there.
fn real_title(title: String) -> Option<String> {
    let is_noise = title.to_lowercase().starts_with("pii:");
    (title.contains(' ') && is_title(&title) && !is_noise).then_some(title)
}

/// The first DOI that a page states as one (`doi:…`, `https://doi.org/…`).
fn printed_doi(page: &str) -> Option<String> {
    let lower = page.to_ascii_lowercase();
    lower.match_indices("doi").find_map(|(at, _)| {
        let rest = lower[at + 3..].trim_start_matches(['.', 'o', 'r', 'g', '/', ':', ' ', '\n']);
        rest.starts_with("10.").then(|| normalise_doi(rest))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_year_is_the_journal_s_and_not_one_of_the_text() {
        let page = |edge: &str, middle: &str| -> Vec<String> {
            let mut lines = vec![edge.to_owned(), "On livers".to_owned()];
            lines.extend((0..20).map(|n| format!("Line {n} of the text.")));
            lines[10] = middle.to_owned();
            lines
        };
        for (edge, middle, expected) in [
            ("Lung Notes (2020) 6:118", "", Some(2020)),
            ("Lung Notes 2017; 12: 41", "", Some(2017)),
            ("", "Published online 3 May 2011", Some(2011)),
            ("", "© 2009 The Authors", Some(2009)),
            (
                "",
                "Lee and Ek (2009) saw it first; it was accepted in 2012.",
                None,
            ),
        ] {
            assert_eq!(
                printed_year(&page(edge, middle)),
                expected,
                "{edge} {middle}"
            );
        }
        assert_eq!(printed_year(&[]), None);
    }
}
