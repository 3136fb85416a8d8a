//! Writing and citing documents of a library, beside the one who owns it.

use std::cell::Cell;
use std::path::Path;

use language::say;
use library::{CitationStyle, ExportFormat, Library, LibraryError, citation};
use viewer::{Chosen, Message, Which};

use super::pace::Steps;
use super::{JobContext, asking};

/// Citations that the clipboard is given, at most: it holds its text in memory, and no list of references is longer.
pub(super) const CITATIONS: usize = 20_000;

/// Writes the chosen documents in the format of the ending; the last words about it.
pub fn export(job: &JobContext, chosen: &Chosen, to: &Path) -> Result<String, String> {
    let format = ExportFormat::for_path(to).map_err(|error| error.to_string())?;
    let library = Library::open_to_read(&chosen.library).map_err(|error| error.to_string())?;
    let keys = keys(&library, &chosen.which)?;
    let steps = Steps::of(job);
    let written = library.export_telling(
        to,
        format,
        keys.as_deref(),
        &|| job.is_cancelled(),
        &|done, of| steps.documents(done, of),
    );
    let report = written.map_err(|error| error.to_string())?;
    for damaged in &report.damaged {
        passed_over(job, damaged.key, &damaged.reason);
    }
    let to = to.display().to_string();
    Ok(say!("worker-written", count = report.written, to = to))
}

/// Writes the whole library to another file; the last words about it.
pub fn copy(job: &JobContext, library: &Path, to: &Path) -> Result<String, String> {
    let library = Library::open_to_read(library).map_err(|error| error.to_string())?;
    let copied = library.backup_while(to, &mut |done, of| {
        let percent = 100 * done / of.max(1);
        let words = say!("worker-percent", percent = percent);
        job.progress(words, Some((done, Some(of))));
        !job.is_cancelled()
    });
    if !copied.map_err(|error| error.to_string())? {
        job.mark_stopped();
        return Ok(say!("worker-no-copy"));
    }
    Ok(say!("worker-copy-is-in", to = to.display().to_string()))
}

/// Cites the chosen documents for the clipboard, one a line; the last words about it.
pub fn cite(job: &JobContext, chosen: &Chosen, style: CitationStyle) -> Result<String, String> {
    let library = Library::open_to_read(&chosen.library).map_err(|error| error.to_string())?;
    let keys = match keys(&library, &chosen.which)? {
        Some(keys) => keys,
        None => library.keys().map_err(|error| error.to_string())?,
    };
    if keys.len() > CITATIONS {
        let count = keys.len();
        return Err(say!(
            "worker-too-many-citations",
            count = count,
            most = CITATIONS
        ));
    }
    let (steps, done) = (Steps::of(job), Cell::new(0));
    // Asked before each.
    let cancelled = || {
        steps.documents(done.replace(done.get() + 1), keys.len());
        job.is_cancelled()
    };
    let mut damaged = |key, reason: &str| passed_over(job, key, reason);
    let lines = citations(&library, &keys, style, &cancelled, &mut damaged)?;
    if job.is_cancelled() {
        job.mark_stopped();
        return Ok(say!("worker-nothing-copied"));
    }
    if lines.is_empty() {
        return Ok(say!("worker-nothing-to-cite"));
    }
    let words = say!("worker-cited", count = lines.len(), style = style.label());
    job.tell(Message::Cited(lines.join("\n")));
    Ok(words)
}

/// The citations of documents, as far as it is not cancelled; of one that is damaged, its key and the reason are told.
pub(super) fn citations(
    library: &Library,
    keys: &[i64],
    style: CitationStyle,
    cancelled: &dyn Fn() -> bool,
    damaged: &mut dyn FnMut(i64, &str),
) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    for key in keys {
        if cancelled() {
            break;
        }
        match library.get_by_key(*key) {
            Ok(Some(stored)) => {
                let line = citation(&stored.document, style);
                lines.push(line.map_err(|error| error.to_string())?);
            }
            Ok(None) => {}
            Err(LibraryError::Damaged { key, reason }) => damaged(key, &reason),
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(lines)
}

/// The documents that were chosen; nothing when all of them were.
fn keys(library: &Library, which: &Which) -> Result<Option<Vec<i64>>, String> {
    match which {
        Which::All => Ok(None),
        Which::Keys(keys) => Ok(Some(keys.clone())),
        Which::Answering {
            question,
            filter,
            order,
            staging,
            home,
        } => {
            let asked = asking::query(question, home, staging.as_deref(), usize::MAX);
            let Some((_, query)) = asked else {
                return Ok(Some(Vec::new()));
            };
            let query = library::Query {
                filter: filter.clone(),
                order: *order,
                ..query
            };
            let answer = library.search(&query, &**home);
            let answer = answer.map_err(|error| error.to_string())?;
            Ok(Some(answer.hits.iter().map(|hit| hit.key).collect()))
        }
    }
}

fn passed_over(job: &JobContext, key: i64, reason: &str) {
    let place = say!("worker-place-document-number", key = key.to_string());
    job.problem(place, say!("worker-damaged", reason = reason));
}
