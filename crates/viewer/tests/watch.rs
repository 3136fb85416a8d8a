//! Folders whose new and changed files are taken in.

mod support;

use std::path::PathBuf;

use library::{FolderNews, Gone, Merge, PassedKind, PassedOver, Watched};
use support::{entry, go, names, notice, opened, view};
use viewer::command::{HistoryCommand, ImportCommand, LibraryCommand};
use viewer::{Effect, Ended, JobId, JobReport, Kept, Message, View};

const FOLDER: &str = "/papers";

fn watching() -> View {
    let mut view = view();
    let effects = go(&mut view, ImportCommand::WatchFolderAt(FOLDER.into()));
    let expected = ["KeepWatched", "WatchFolders", "LookInto"];
    assert_eq!(names(&effects), expected);
    view
}

fn news(new: &[&str], changed: &[&str]) -> Message {
    let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect();
    Message::FolderNews(
        FOLDER.into(),
        Some(FolderNews {
            new: paths(new),
            changed: paths(changed),
            at: 90,
            ..FolderNews::default()
        }),
    )
}

/// A document whose file is gone.
fn gone(key: i64) -> Gone {
    Gone {
        key,
        title: "About the liver".into(),
        file: PathBuf::from(FOLDER).join(format!("{key}.txt")),
    }
}

fn end(view: &mut View, job: JobId, ended: Ended) -> Vec<Effect> {
    let report = JobReport {
        ended: Some(ended),
        ..JobReport::of(job)
    };
    go(view, Message::Job(report))
}

#[test]
fn what_is_new_is_added_and_noted_when_it_is_there() {
    let mut view = watching();
    let effects = go(&mut view, news(&["/papers/a.pdf"], &["/papers/b.txt"]));
    let [Effect::Import(job, order)] = &effects[..] else {
        panic!("{effects:?}")
    };
    let files: Vec<PathBuf> = vec!["/papers/a.pdf".into(), "/papers/b.txt".into()];
    assert_eq!(order.files, files);
    // While they are added, more comes: it is looked at afterwards.
    assert!(go(&mut view, Message::FolderTouched(FOLDER.into())).is_empty());
    let effects = end(&mut view, *job, Ended::Done);
    let told: Vec<String> = names(&effects);
    for needed in ["KeepLooked", "FindSuperseded", "LookInto"] {
        assert!(told.contains(&needed.to_owned()), "{needed}: {told:?}");
    }
    assert_eq!(view.documents.watched[0].watched.looked, 90);
    assert!(go(&mut view, news(&[], &[])).is_empty());
}

#[test]
fn what_a_folder_brings_is_a_step_of_its_name_that_undo_takes_back() {
    let mut view = watching();
    let effects = go(&mut view, news(&["/papers/a.pdf"], &[]));
    let [Effect::Import(job, _)] = effects[..] else {
        panic!("{effects:?}")
    };
    let steps = view.history.done.len();
    go(&mut view, Message::Added(vec![entry(6, "spleen")]));
    end(&mut view, job, Ended::Done);
    assert_eq!(view.history.done.len(), steps + 1, "one step");
    assert_eq!(
        view.history.done[steps].label,
        "Add files of the watched folder “papers”: one document"
    );
    let effects = go(&mut view, HistoryCommand::Undo);
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::Remove(keys) if *keys == [6])),
        "{effects:?}"
    );
    assert!(view.scene.removed.contains(&6));
    go(&mut view, HistoryCommand::Redo);
    assert!(!view.scene.removed.contains(&6));
}

#[test]
fn what_was_not_added_is_not_noted() {
    let mut view = watching();
    let effects = go(&mut view, news(&["/papers/a.pdf"], &[]));
    let [Effect::Import(job, _)] = effects[..] else {
        panic!("{effects:?}")
    };
    let effects = end(&mut view, job, Ended::Cancelled);
    assert!(!names(&effects).contains(&"KeepLooked".to_owned()));
    assert_eq!(view.documents.watched[0].watched.looked, 0);
}

#[test]
fn a_folder_is_looked_into_once_at_a_time() {
    let mut view = watching();
    assert!(go(&mut view, Message::FolderTouched(FOLDER.into())).is_empty());
    let effects = go(&mut view, news(&[], &[]));
    assert_eq!(names(&effects), ["LookInto"], "it was touched meanwhile");
    go(&mut view, news(&[], &[]));
    let effects = go(&mut view, Message::FolderTouched(FOLDER.into()));
    assert_eq!(names(&effects), ["LookInto"]);
    assert!(go(&mut view, Message::FolderTouched("/other".into())).is_empty());
    go(&mut view, Message::FolderNews(FOLDER.into(), None));
    assert!(!view.documents.watched[0].looking, "it may be tried again");
}

#[test]
fn a_library_that_is_opened_looks_into_its_folders_and_forgets_those_it_need_not_watch() {
    let mut view = view();
    let watched = Watched {
        folder: FOLDER.into(),
        looked: 70,
    };
    let Message::Opened {
        path,
        entries,
        removals,
        ..
    } = opened(Vec::new())
    else {
        panic!("a library")
    };
    let effects = go(
        &mut view,
        Message::Opened {
            path,
            entries,
            session: None,
            removals,
            kept: Box::new(Kept {
                watched: vec![watched.clone()],
                ..Kept::default()
            }),
            sample: None,
            read_only: None,
        },
    );
    let looked = effects.iter().any(
        |effect| matches!(effect, Effect::LookInto { watched: asked, .. } if *asked == watched),
    );
    assert!(looked, "{effects:?}");
    let gone = FolderNews {
        gone: vec![gone(2)],
        ..FolderNews::default()
    };
    go(&mut view, Message::FolderNews(FOLDER.into(), Some(gone)));
    assert_eq!(view.documents.watched[0].gone.len(), 1);
    assert_eq!(view.documents.entries.len(), 5, "nothing is deleted");
    let effects = go(&mut view, ImportCommand::Unwatch(FOLDER.into()));
    assert_eq!(names(&effects), ["KeepWatched", "WatchFolders"]);
    assert!(view.documents.watched.is_empty());
}

#[test]
fn documents_whose_files_have_vanished_are_known_by_their_keys() {
    let mut view = watching();
    let of = |keys: &[i64]| {
        let gone = keys.iter().map(|key| gone(*key)).collect();
        let news = FolderNews {
            gone,
            ..FolderNews::default()
        };
        Message::FolderNews(FOLDER.into(), Some(news))
    };
    let known = |view: &View| -> Vec<i64> {
        let keys = (1..=5).filter(|key| view.documents.gone_file(*key).is_some());
        keys.collect()
    };
    assert!(known(&view).is_empty());
    // In whatever order they are told.
    go(&mut view, of(&[4, 2, 3]));
    assert_eq!(known(&view), [2, 3, 4]);
    let file = view.documents.gone_file(3).expect("it is gone");
    assert_eq!(file, PathBuf::from("/papers/3.txt"));
    // One came back.
    go(&mut view, Message::FolderTouched(FOLDER.into()));
    go(&mut view, of(&[2]));
    assert_eq!(known(&view), [2]);
    go(&mut view, ImportCommand::Unwatch(FOLDER.into()));
    assert!(known(&view).is_empty(), "nobody looks any more");
}

#[test]
fn a_newer_text_takes_the_place_of_the_older_and_undo_brings_that_back() {
    let mut view = watching();
    go(&mut view, Message::Added(vec![entry(6, "spleen")]));
    let merge = Merge {
        keep: 6,
        others: vec![3],
    };
    let effects = go(&mut view, Message::Superseded(vec![merge]));
    assert!(names(&effects).contains(&"Merge".to_owned()), "{effects:?}");
    assert!(view.scene.removed.contains(&3));
    assert!(notice(&view).starts_with("A file has changed"));
    go(&mut view, HistoryCommand::Undo);
    assert!(!view.scene.removed.contains(&3));
    assert!(go(&mut view, Message::Superseded(Vec::new())).is_empty());
}

#[test]
fn a_file_under_another_name_is_looked_for_once_when_it_was_taken_in() {
    let mut view = watching();
    let moved = |new: &[&str]| {
        Message::FolderNews(
            FOLDER.into(),
            Some(FolderNews {
                new: new.iter().map(PathBuf::from).collect(),
                gone: vec![gone(2)],
                ..FolderNews::default()
            }),
        )
    };
    let effects = go(&mut view, moved(&["/papers/b.pdf"]));
    let [Effect::Import(job, _)] = effects[..] else {
        panic!("{effects:?}")
    };
    let effects = end(&mut view, job, Ended::Done);
    let looks = |effects: &[Effect]| names(effects).contains(&"LookInto".to_owned());
    assert!(looks(&effects), "{effects:?}");
    // It is gone indeed, and what else is there was taken in just now.
    assert!(go(&mut view, moved(&["/papers/b.pdf"])).is_empty());
    assert_eq!(view.documents.watched[0].gone.len(), 1);
    // What comes later is taken in as ever.
    go(&mut view, Message::FolderTouched(FOLDER.into()));
    let effects = go(&mut view, moved(&["/papers/c.pdf"]));
    assert_eq!(names(&effects), ["Import"]);
}

#[test]
fn files_of_kinds_that_cannot_be_read_are_listed_once() {
    let mut view = watching();
    let holding = |files: usize| {
        let kind = PassedKind {
            first: "scan.jpg".into(),
            ending: "jpg".into(),
            files,
        };
        let passed_over = PassedOver {
            files,
            kinds: vec![kind],
            ..PassedOver::default()
        };
        let news = FolderNews {
            passed_over,
            ..FolderNews::default()
        };
        Message::FolderNews(FOLDER.into(), Some(news))
    };
    let listed = |view: &View| {
        let problems = view.documents.problems.iter();
        problems.map(|p| p.reason.clone()).collect::<Vec<_>>()
    };
    go(&mut view, holding(1));
    let one = "one file of a kind that cannot be read: scan.jpg";
    assert_eq!(listed(&view), [one]);
    assert_eq!(view.documents.problems[0].place, FOLDER);
    view.documents.problems.clear();
    go(&mut view, holding(1));
    assert_eq!(listed(&view), [] as [String; 0], "nothing new");
    go(&mut view, holding(2));
    go(&mut view, holding(3));
    let three = "3 files of kinds that cannot be read: scan.jpg (and 2 more .jpg)";
    assert_eq!(listed(&view), [three]);
    go(
        &mut view,
        Message::FolderNews(FOLDER.into(), Some(FolderNews::default())),
    );
    assert_eq!(listed(&view), [] as [String; 0], "they were taken away");
}

#[test]
fn an_import_that_brings_a_newer_version_is_one_step_that_goes_back_and_forth() {
    let mut view = view();
    let files = vec!["/papers/a.txt".into()];
    let effects = go(&mut view, LibraryCommand::Import(files));
    let Some(Effect::Import(job, _)) = effects.last() else {
        panic!("{effects:?}")
    };
    let steps = view.history.done.len();
    go(&mut view, Message::Added(vec![entry(6, "spleen")]));
    let merge = Merge {
        keep: 6,
        others: vec![3],
    };
    let effects = go(&mut view, Message::Superseded(vec![merge]));
    assert!(names(&effects).contains(&"Merge".to_owned()), "{effects:?}");
    end(&mut view, *job, Ended::Done);
    assert_eq!(view.history.done.len(), steps + 1, "one step");
    let there = |view: &View| [3, 6].map(|key| !view.scene.removed.contains(&key));
    assert_eq!(there(&view), [false, true]);
    let told = |effects: Vec<Effect>| match &effects[..] {
        [Effect::Remove(gone), Effect::Restore(back), ..] => (gone.clone(), back.clone()),
        _ => panic!("{effects:?}"),
    };
    let back = told(go(&mut view, HistoryCommand::Undo));
    assert_eq!(there(&view), [true, false]);
    assert_eq!(back, (vec![6], vec![3]));
    assert!(!view.scene.merged.contains_key(&3));
    let forth = told(go(&mut view, HistoryCommand::Redo));
    assert_eq!(there(&view), [false, true]);
    assert_eq!(forth, (vec![3], vec![6]));
}

#[test]
fn a_folder_that_undo_watches_again_is_not_read_anew() {
    let mut view = watching();
    view.documents.watched[0].looking = false;
    view.documents.watched[0].watched.looked = 90;
    go(&mut view, ImportCommand::Unwatch(FOLDER.into()));
    let effects = go(&mut view, HistoryCommand::Undo);
    let told = names(&effects);
    assert_eq!(
        told,
        ["KeepWatched", "KeepLooked", "WatchFolders", "LookInto"]
    );
    let from_there = |effect: &Effect| match effect {
        Effect::LookInto { watched, .. } => watched.looked == 90,
        Effect::KeepLooked(_, at) => *at == 90,
        _ => true,
    };
    assert!(effects.iter().all(from_there), "{effects:?}");
    // Watched by hand it is.
    go(&mut view, ImportCommand::Unwatch(FOLDER.into()));
    go(&mut view, ImportCommand::WatchFolderAt(FOLDER.into()));
    assert_eq!(view.documents.watched[0].watched.looked, 0);
}
