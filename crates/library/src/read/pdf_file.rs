//! A PDF file as a document: its text comes from a child process, see [`crate::pdf`].

use super::error::{Location, Reason};
use super::options::ReadOptions;
use super::sink::Sink;
use crate::Document;
use crate::pdf::{PdfError, PdfText};

/// The warning of a file whose table of objects had to be made anew.
pub(crate) const REBUILT: &str =
    "the file is damaged; what could be found in it was read, and pages may be missing";

/// Whether these first bytes are those of a PDF. Its header may stand a little way into the file.
pub(crate) fn begins(head: &[u8]) -> bool {
    let at = head[..head.len().min(1024)]
        .windows(5)
        .position(|window| window == b"%PDF-");
    at.is_some_and(|at| !in_prose(head, at))
}

/// Whether `%PDF-` merely occurs in a text: then it does not stand at the beginning of a line.
fn in_prose(head: &[u8], at: usize) -> bool {
    at > 0
        && !matches!(head[at - 1], b'\n' | b'\r')
        && std::str::from_utf8(&head[..at]).is_ok_and(|text| text.contains(' '))
}

/// Reads the file of `sink`.
pub(crate) fn read(options: &ReadOptions, sink: &mut Sink<'_>) {
    let Some(extract) = &options.pdf else {
        return sink.error(Location::File, Reason::Pdf(PdfError::NoExtractor));
    };
    let Some(disk) = sink.disk else {
        return sink.error(Location::File, Reason::Pdf(PdfError::NoExtractor));
    };
    let text = match extract(disk, sink.cancel) {
        Ok(text) => text,
        Err(PdfError::Cancelled) => {
            sink.summary.cancelled = true;
            return;
        }
        Err(error) => return sink.error(Location::File, Reason::Pdf(error)),
    };
    for page in &text.failed_pages {
        sink.pending
            .push(format!("page {page} could not be read and is left out"));
    }
    if text.is_rebuilt {
        sink.pending.push(REBUILT.to_owned());
    }
    let document = document(text, sink.stem());
    sink.whole_file(document, 0);
}

/// What a PDF says as a document; `stem` stands for what it does not say.
pub(super) fn document(text: PdfText, stem: String) -> Document {
    let body = text.joined();
    let title = text.title.unwrap_or_else(|| stem.clone());
    Document {
        id: stem,
        title,
        text: body,
        journal: text.journal,
        doi: text.doi,
        pmid: text.pmid,
        year: text.year,
        authors: text.authors,
        keywords: text.keywords,
        ..Document::default()
    }
}
