//! Looking at files before they are added, beside the one who owns the library.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use language::say;
use library::{Library, PreviewProgress, ReadOptions};
use viewer::command::ImportCommand;
use viewer::{ImportOrder, Message};

use super::{Answer, JobContext, Reporter, spawn};

/// After so long the user sees how far it is, and may add the files without waiting for the end.
const PATIENCE: Duration = Duration::from_millis(1200);
/// How often that is told.
const STEP: Duration = Duration::from_millis(250);

/// Says what an import would do.
pub fn look(job: &JobContext, library: &Path, order: &ImportOrder) -> Result<String, String> {
    let library = Library::open(library).map_err(|error| error.to_string())?;
    let options = ReadOptions {
        columns: order.columns.clone(),
        // What cannot be told is read again.
        read_before: library.files_read().ok().map(Arc::new),
        ..ReadOptions::for_this_program()
    };
    let mut next = Instant::now() + PATIENCE;
    let mut on_progress = |counts: &PreviewProgress| {
        if Instant::now() < next {
            return;
        }
        next = Instant::now() + STEP;
        job.progress(say!("worker-records", count = counts.records), None);
        job.tell(Message::Previewing(job.id(), counts.clone()));
    };
    let found = library::preview(
        &order.files,
        &options,
        Some(&library),
        job.cancel_flag(),
        &mut on_progress,
    );
    let found = found.map_err(|error| error.to_string())?;
    if job.is_cancelled() {
        job.mark_stopped();
    } else {
        job.tell(Message::Previewed(job.id(), Box::new(found)));
    }
    Ok(String::new())
}

/// Keeps a text of the clipboard as a file in a folder, and has it added.
pub fn add_clipboard(text: Option<String>, folder: Result<PathBuf, String>, report: &Reporter) {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
        report.tell(Message::Notice(say!("worker-clipboard-empty")));
        return;
    };
    let tell = report.clone();
    spawn("clipboard", report, move || {
        let kept = folder.and_then(|folder| keep(&text, &folder));
        match kept {
            Ok(file) => tell.send(Answer::Do(Box::new(
                ImportCommand::AddFiles(vec![file]).into(),
            ))),
            Err(reason) => tell.problem(say!("worker-place-clipboard"), reason),
        }
    });
}

/// Writes a text to the first file of its kind that is not there yet.
fn keep(text: &str, folder: &Path) -> Result<PathBuf, String> {
    let words = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(words)?;
    let name = |number: u32| say!("worker-clipboard-file", number = number.to_string());
    let ending = ending(text);
    let names = (1..).map(|number| folder.join(name(number) + ending));
    for file in names {
        match std::fs::File::create_new(&file) {
            Ok(mut written) => {
                std::io::Write::write_all(&mut written, text.as_bytes()).map_err(words)?;
                return Ok(file);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(words(error)),
        }
    }
    Err(say!("worker-no-number"))
}

/// The ending of the file of a text. What begins like a file of a program has none, so that what is in it decides.
fn ending(text: &str) -> &'static str {
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let entry = start.strip_prefix('@').unwrap_or_default();
    let is_entry = entry.split_once('{').is_some_and(|(kind, _)| {
        !kind.is_empty() && kind.trim().chars().all(|c| c.is_ascii_alphabetic())
    });
    let begins = |open: char, then: &[char]| {
        let rest = start.strip_prefix(open);
        rest.is_some_and(|rest| rest.trim_start().starts_with(then))
    };
    let is_json = begins('{', &['"']) || begins('[', &['{', '"']);
    if is_json || start.starts_with('<') || start.starts_with("TY  - ") || is_entry {
        return "";
    }
    let tabs = |line: &str| line.matches('\t').count();
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    match (lines.next().map(tabs), lines.next().map(tabs)) {
        (Some(first), Some(second)) if first > 0 && first == second => ".tsv",
        _ => ".txt",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_the_clipboard_says_what_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let options = ReadOptions::default();
        for (text, format, records) in [
            ("A stone in the kidney.\n\nNothing else.", "Plain text", 1),
            ("[12] A stone in the kidney, as in a list.", "Plain text", 1),
            (
                "{\"title\": \"Stones\", \"text\": \"A stone.\"}\n",
                "JSON lines",
                1,
            ),
            (
                "[{\"type\": \"article-journal\", \"title\": \"Stones\"}]",
                "JSON and CSL-JSON",
                1,
            ),
            (
                "<html><body><p>A stone in the kidney.</p></body></html>",
                "Web page",
                1,
            ),
            ("TY  - JOUR\nTI  - Stones\nER  - \n", "RIS references", 1),
            (
                "@article{a,\n title = {Stones}\n}",
                "BibTeX and BibLaTeX references",
                1,
            ),
            (
                "title\ttext\nStones\tA stone.\nCysts\tA cyst.\n",
                "CSV and other separated values",
                2,
            ),
        ] {
            let file = keep(text, folder.path()).expect("written");
            let seen = library::preview(&[file], &options, None, &Default::default(), &mut |_| {});
            let seen = seen.expect("no library is asked");
            let found = (seen.files[0].format, seen.total.records);
            assert_eq!(found, (format, records), "{text}: {:?}", seen.total);
            assert_eq!(seen.total.refused, 0, "{text}");
        }
    }

    #[test]
    fn texts_of_the_clipboard_are_kept_side_by_side() {
        let folder = tempfile::tempdir().expect("a folder");
        let within = folder.path().join("clipboard");
        let first = keep("one", &within).expect("written");
        let second = keep("two", &within).expect("written");
        assert_ne!(first, second);
        let read = |file: &Path| std::fs::read_to_string(file).expect("a file");
        assert_eq!((read(&first), read(&second)), ("one".into(), "two".into()));
    }
}
