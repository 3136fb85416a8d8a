//! Pages of PDFs: found and drawn by a child process, see [`library::pdf`].

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use language::say;
use library::pdf::{self, FoundPage, PagePicture, PdfError, PdfLimits};
use viewer::Message;

use super::{Reporter, spawn};

/// A page that is not drawn by then is none that is meant to be read.
const DRAWING_TIME: Duration = Duration::from_secs(20);

/// Counts the pages of a PDF and finds the one on which words stand, until that is no longer wanted.
pub fn find(
    generation: u64,
    (path, words): (PathBuf, String),
    cancel: Arc<AtomicBool>,
    report: &Reporter,
) {
    let tell = report.clone();
    spawn("page", report, move || {
        let found = found(&path, &words, &cancel);
        match found {
            Err(PdfError::Cancelled) => {}
            found => {
                let found = found.map_err(|error| in_words(&error, &path));
                tell.tell(Message::PageFound(generation, found));
            }
        }
    });
}

fn found(path: &Path, words: &str, cancel: &AtomicBool) -> Result<FoundPage, PdfError> {
    let exe = std::env::current_exe().map_err(PdfError::Process)?;
    let args = [OsStr::new(pdf::FIND_SUBCOMMAND)];
    let limits = PdfLimits::default();
    pdf::find_in_child(&exe, &args, (path, words), &limits, cancel)
}

/// Draws a page (from 1) so many pixels wide; of what stands in the way, in plain words.
pub fn draw(path: &Path, page: u32, width: u32) -> Result<PagePicture, String> {
    let limits = PdfLimits {
        time: DRAWING_TIME,
        ..PdfLimits::default()
    };
    let drawn = std::env::current_exe()
        .map_err(PdfError::Process)
        .and_then(|exe| {
            let args = [OsStr::new(pdf::PAGE_SUBCOMMAND)];
            let never = AtomicBool::new(false);
            pdf::draw_in_child(&exe, &args, (path, page, width), &limits, &never)
        });
    drawn.map_err(|error| in_words(&error, path))
}

/// What stands in the way, in the language of the window.
fn in_words(error: &PdfError, path: &Path) -> String {
    match error {
        _ if !path.exists() => say!("page-failed-moved", path = path.display().to_string()),
        PdfError::Encrypted => say!("page-failed-encrypted"),
        PdfError::Damaged(_) | PdfError::Truncated(_) => say!("page-failed-damaged"),
        PdfError::NoPage { page, pages } => {
            say!("page-none-such", page = *page, count = *pages)
        }
        PdfError::TooLarge(_) | PdfError::Time(_) | PdfError::Memory(_) => {
            say!("page-failed-heavy")
        }
        PdfError::Crashed(_) | PdfError::Answer => say!("page-failed-hostile"),
        other => say!("page-failed-other", reason = other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_the_way_is_said_in_plain_words() {
        let gone = Path::new("/no/such/folder/paper.pdf");
        let words = in_words(&PdfError::Encrypted, gone);
        assert!(words.contains("/no/such/folder/paper.pdf"), "{words}");
        let here = std::env::current_exe().unwrap();
        let words = |error: PdfError| in_words(&error, &here);
        assert!(words(PdfError::Encrypted).contains("password"));
        let second = PdfError::NoPage { page: 2, pages: 1 };
        assert_eq!(words(second), "There is no page 2: this PDF has one page");
        let slow = words(PdfError::Time(DRAWING_TIME));
        assert_eq!(slow, words(PdfError::Memory(1)));
        assert_ne!(slow, words(PdfError::Crashed("signal: 11".to_owned())));
    }
}
