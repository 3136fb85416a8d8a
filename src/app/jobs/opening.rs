//! The file of the window's library: opened, and looked after while others may write to it, take it away, or leave it to this window.

use std::path::{Path, PathBuf};

use language::say;
use library::{BROKE_OFF, Library, LibraryError, Outside, Refusal};
use viewer::{Kept, Message, Problem};

use super::Reporter;

/// Key of the window's state among the library's settings.
pub(super) const SESSION_KEY: &str = "window";

/// Opens another library, or this one anew. What is open stays open when that fails.
pub(super) fn open_instead(
    present: Option<&mut Library>,
    path: &Path,
    report: &Reporter,
) -> Option<Library> {
    // It would find itself to be another window.
    let mut same = present.filter(|present| present.is_at(path) && present.read_only().is_none());
    if let Some(present) = same.as_mut() {
        tried(report, say!("worker-place-library"), present.let_go());
    }
    let other = open(path, None, report);
    if let Some(present) = same.filter(|_| other.is_none()) {
        tried(
            report,
            say!("worker-place-library"),
            present.take_over().map(|_| ()),
        );
    }
    other
}

/// Opens a library, or makes it, and tells what is in it. A new one is filled with the `sample`.
pub(super) fn open(path: &Path, sample: Option<PathBuf>, report: &Reporter) -> Option<Library> {
    let refuse = |error: LibraryError| {
        report.problem(Library::shown(path).display().to_string(), error);
        report.tell(Message::NotOpened);
    };
    let created = !path.exists() && !Library::is_address(path);
    if created {
        Library::create(path).map_err(refuse).ok()?;
    }
    let mut library = Library::open_in_window(path).map_err(refuse).ok()?;
    let read_only = library.read_only();
    let entries = library.spots().map_err(refuse).ok()?;
    let removals = library.removals().unwrap_or_else(|error| {
        report.problem(say!("worker-place-removed"), error);
        Vec::new()
    });
    // Where the library can only be read, another window may still be at them.
    if read_only.is_none() {
        tried(
            report,
            say!("worker-place-problems"),
            end_broken_off(&mut library).map(|_| ()),
        );
    }
    let kept = kept(&library).unwrap_or_else(|error| {
        report.problem(say!("worker-place-kept"), error);
        Kept::default()
    });
    let session = library.setting(SESSION_KEY).ok().flatten();
    // Created, but closed before anything came of it.
    let unused = entries.is_empty() && session.is_none();
    report.tell(Message::Opened {
        path: path.to_owned(),
        entries,
        session: session.and_then(|text| serde_json::from_str(&text).ok()),
        removals: removals
            .into_iter()
            .map(|removal| removal.documents)
            .collect(),
        kept: Box::new(kept),
        sample: sample.filter(|_| read_only.is_none() && (created || unused)),
        read_only,
    });
    Some(library)
}

/// Makes problems, which can be tried again, of imports that broke off. Returns them.
fn end_broken_off(library: &mut Library) -> Result<Vec<Refusal>, LibraryError> {
    let mut all = Vec::new();
    for (number, files) in library.unfinished_imports()? {
        let broke_off = |file: PathBuf| Refusal {
            place: file.display().to_string(),
            reason: BROKE_OFF.to_owned(),
            file,
        };
        let refused: Vec<Refusal> = files.into_iter().map(broke_off).collect();
        library.keep_problems(&refused)?;
        library.end_import(number)?;
        all.extend(refused);
    }
    Ok(all)
}

/// What a library keeps beside its documents.
fn kept(library: &Library) -> Result<Kept, LibraryError> {
    let problems = library.problems()?.into_iter();
    Ok(Kept {
        marks: library.all_marks()?,
        collections: library.collections()?,
        // One that another version of the program kept, and this one cannot read, is left out.
        searches: library
            .searches()?
            .into_iter()
            .filter_map(|(name, kept)| Some((name, serde_json::from_str(&kept).ok()?)))
            .collect(),
        watched: library.watched()?,
        problems: problems.map(|p| (p.place, p.reason, p.file)).collect(),
    })
}

/// Tells what others have done to the file of the library: written to it, taken it away, or left it to this window.
pub(super) fn look(library: &mut Library, gone: &mut bool, report: &Reporter) {
    // The next look will do where this one fails.
    let left = library.take_over().unwrap_or_default();
    look_at_file(library, gone, report);
    if !left {
        return;
    }
    report.tell(Message::Changeable);
    match end_broken_off(library) {
        Ok(broken_off) => broken_off.into_iter().for_each(|refused| {
            let file = Some(refused.file).filter(|file| !file.as_os_str().is_empty());
            report.tell(Message::Problem(Problem {
                place: refused.place,
                reason: refused.reason,
                file,
            }));
        }),
        Err(error) => report.problem(say!("worker-place-problems"), error),
    }
}

fn look_at_file(library: &mut Library, gone: &mut bool, report: &Reporter) {
    match library.outside() {
        Ok(state) => {
            let is_gone = state == Outside::Gone;
            if std::mem::replace(gone, is_gone) != is_gone {
                report.tell(Message::Gone(is_gone));
            }
            if state == Outside::Written {
                match (library.spots(), library.all_marks(), library.collections()) {
                    (Ok(entries), Ok(marks), Ok(collections)) => {
                        report.tell(Message::Changed(entries));
                        let marks = marks.into_iter().collect();
                        report.tell(Message::Marked(marks, collections));
                    }
                    (Err(error), ..) | (_, Err(error), _) | (.., Err(error)) => {
                        report.problem(say!("worker-place-library"), error);
                    }
                }
            }
        }
        // The disk is slow, or another program is busy with the file: at the next look it is said.
        Err(error) => tracing::debug!("the library's file: {error}"),
    }
}

/// Keeps what is said to be kept, and tells what went wrong; `what` is what was to be kept.
pub(super) fn tried(report: &Reporter, what: String, kept: Result<(), LibraryError>) {
    if let Err(error) = kept {
        report.problem(what, error);
    }
}
