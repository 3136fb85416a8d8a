//! Folders that are watched: the system tells when something happens in them, and a look says what.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use language::say;
use library::{Library, Watched};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use viewer::Message;

use super::{Reporter, spawn};

/// A folder in which something happens is looked into when it has been quiet for so long: a file that is being copied is not read
/// before it is whole.
const QUIET: Duration = Duration::from_secs(2);
/// One that never is quiet is looked into after so long.
const PATIENCE: Duration = Duration::from_secs(20);

/// Watches folders until it is dropped.
pub struct Watch {
    /// Its end closes the channel on which the thread waits, which ends that too.
    _watcher: RecommendedWatcher,
}

/// Tells the window when something happens in these folders; nothing is watched when there are none. What the library's own file and
/// those beside it do is not told.
pub fn follow(library: &Path, folders: &[PathBuf], report: &Reporter) -> Option<Watch> {
    if folders.is_empty() {
        return None;
    }
    let (events, happened) = channel();
    let own = library.to_owned();
    let on_event = move |event: notify::Result<Event>| {
        // Nobody listens any more: the window closes.
        let _ = events.send(touched(event, &own));
    };
    let cannot = |what: String, error: notify::Error| {
        let reason = say!("worker-not-watched", error = error.to_string());
        report.problem(what, reason);
    };
    let mut watcher = match notify::recommended_watcher(on_event) {
        Ok(watcher) => watcher,
        Err(error) => {
            cannot(say!("worker-place-watched"), error);
            return None;
        }
    };
    for folder in folders {
        // One that is not there is shown as such, and looked for when the library is opened again.
        if folder.is_dir()
            && let Err(error) = watcher.watch(folder, RecursiveMode::Recursive)
        {
            cannot(folder.display().to_string(), error);
        }
    }
    let (tell, folders) = (report.clone(), folders.to_vec());
    spawn("watched folders", report, move || {
        gather(&happened, &folders, &tell);
    });
    Some(Watch { _watcher: watcher })
}

/// The places where something has changed; all, when the system lost count.
fn touched(event: notify::Result<Event>, library: &Path) -> Option<Vec<PathBuf>> {
    let event = event.ok().filter(|event| !event.need_rescan())?;
    if event.kind.is_access() {
        return Some(Vec::new());
    }
    let own = library.as_os_str().as_encoded_bytes();
    let is_own = |path: &PathBuf| path.as_os_str().as_encoded_bytes().starts_with(own);
    let paths = event.paths.into_iter();
    Some(paths.filter(|path| !is_own(path)).collect())
}

/// Waits until folders in which something happened are quiet, and tells of them.
fn gather(happened: &Receiver<Option<Vec<PathBuf>>>, folders: &[PathBuf], tell: &Reporter) {
    let mut waiting: BTreeSet<&PathBuf> = BTreeSet::new();
    let (mut first, mut last) = (Instant::now(), Instant::now());
    loop {
        let wait = QUIET
            .saturating_sub(last.elapsed())
            .min(PATIENCE.saturating_sub(first.elapsed()));
        let next = if waiting.is_empty() {
            happened.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            happened.recv_timeout(wait)
        };
        let within = |paths: &Option<Vec<PathBuf>>, folder: &Path| match paths {
            Some(paths) => paths.iter().any(|path| path.starts_with(folder)),
            None => true,
        };
        match next {
            Ok(paths) => {
                let before = waiting.len();
                waiting.extend(folders.iter().filter(|folder| within(&paths, folder)));
                if before == 0 {
                    first = Instant::now();
                }
                if paths.is_none_or(|paths| !paths.is_empty()) {
                    last = Instant::now();
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        let quiet = last.elapsed() >= QUIET || first.elapsed() >= PATIENCE;
        if quiet {
            for folder in std::mem::take(&mut waiting) {
                tell.tell(Message::FolderTouched(folder.clone()));
            }
        }
    }
}

/// Looks what has happened in a folder, beside the one who owns the library.
pub fn look_into(library: PathBuf, watched: Watched, report: &Reporter) {
    let tell = report.clone();
    spawn("look into a folder", report, move || {
        let news = Library::open(&library).and_then(|library| library.look_into(&watched));
        let news = news.map_err(|error| tell.problem(watched.folder.display().to_string(), error));
        tell.tell(Message::FolderNews(watched.folder, news.ok()));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::jobs::Answer;
    use std::sync::Arc;

    #[test]
    fn a_file_that_comes_into_a_folder_is_told_once_it_is_quiet_and_reading_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().canonicalize().expect("a folder");
        std::fs::create_dir(place.join("deeper")).expect("a folder");
        let (answers, received) = channel();
        let report = Reporter {
            answers,
            wake: Arc::new(|| {}),
        };
        let library = place.join("own.atlas");
        let watch = follow(&library, std::slice::from_ref(&place), &report).expect("it watches");
        std::fs::write(&library, "own").expect("a file");
        std::fs::write(place.join("own.atlas-journal"), "own").expect("a file");
        let long = QUIET + Duration::from_secs(1);
        assert!(
            received.recv_timeout(long).is_err(),
            "its own file is not news"
        );
        let file = place.join("deeper/note.txt");
        for part in ["a", "ab", "abc"] {
            std::fs::write(&file, part).expect("a file");
        }
        let told = received.recv_timeout(Duration::from_secs(60));
        let Ok(Answer::Tell(message)) = told else {
            panic!("nothing is told")
        };
        assert!(matches!(*message, Message::FolderTouched(ref touched) if *touched == place));
        std::fs::read(&file).expect("a file");
        assert!(received.recv_timeout(long).is_err(), "told once");
        drop(watch);
    }
}
