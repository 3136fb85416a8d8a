//! A library that can be read and not changed: another window has it open, or it lies where nothing can be written.

mod support;

use std::path::PathBuf;

use library::{MarkChange, ReadOnly};
use support::{entry, go, names, notice, opened, view};
use viewer::command::{HistoryCommand, LibraryCommand, OrganiseCommand, WindowCommand};
use viewer::{Effect, Message, Session, View};

/// The library of the tests as a second window gets it, with what was removed from it.
fn elsewhere(removals: Vec<Vec<(i64, String)>>) -> Message {
    let mut message = opened(removals);
    if let Message::Opened { read_only, .. } = &mut message {
        *read_only = Some(ReadOnly::Elsewhere);
    }
    message
}

fn second_window() -> View {
    let mut view = view();
    go(&mut view, elsewhere(Vec::new()));
    view
}

const SAID: &str = "papers.atlas is open in another window; here it can be read, not changed";

#[test]
fn the_second_window_says_so_and_refuses_changes_until_the_first_is_closed() {
    let mut view = second_window();
    assert_eq!(notice(&view), SAID);
    assert_eq!(view.documents.only_read().as_deref(), Some(SAID));
    assert!(!Session::is_kept(&view), "its state belongs to the first");
    let effects = go(&mut view, LibraryCommand::OpenLibraryAt("b.atlas".into()));
    assert_eq!(names(&effects), ["OpenLibrary"]);
    go(&mut view, elsewhere(Vec::new()));

    view.layout.notice = None;
    let before = view.clone();
    let effects = go(&mut view, LibraryCommand::RemoveDocument(1));
    assert_eq!(names(&effects), Vec::<String>::new());
    assert_eq!(notice(&view), SAID);
    view.layout = before.layout.clone();
    assert_eq!(view, before, "nothing else has changed");

    go(&mut view, Message::Changeable);
    assert!(notice(&view).contains("can be changed here now"));
    assert!(Session::is_kept(&view));
    let effects = go(&mut view, LibraryCommand::RemoveDocument(1));
    assert_eq!(names(&effects)[0], "Remove");
}

#[test]
fn it_is_read_searched_exported_and_cited() {
    let mut view = second_window();
    for (command, effect) in [
        (LibraryCommand::CopyCitations, "Cite"),
        (LibraryCommand::ExportTo("a.csv".into()), "Export"),
        (LibraryCommand::SaveCopyTo("b.atlas".into()), "CopyLibrary"),
    ] {
        assert_eq!(names(&go(&mut view, command)), [effect]);
    }
    let asked = go(
        &mut view,
        viewer::command::SelectCommand::SearchText("stones".into()),
    );
    assert!(names(&asked).contains(&"Rank".to_owned()), "{asked:?}");
    let read = go(&mut view, viewer::command::SelectCommand::SelectDocument(1));
    assert!(names(&read).contains(&"Read".to_owned()), "{read:?}");
}

#[test]
fn files_that_cannot_be_added_are_listed_with_the_reason() {
    let file = vec![PathBuf::from("a.pdf")];
    let listed = |view: &View| {
        let kept = view.documents.problems.last().expect("it is kept");
        assert_eq!(kept.place, "a.pdf");
        assert_eq!(kept.reason, format!("not added: {SAID}"));
        assert_eq!(kept.file, Some("a.pdf".into()), "it can be tried again");
    };
    let mut view = second_window();
    let effects = go(&mut view, LibraryCommand::Import(file.clone()));
    assert_eq!(names(&effects), Vec::<String>::new());
    listed(&view);
    // As does what was given on the command line, before it was known.
    let mut view = View::default();
    go(&mut view, LibraryCommand::Import(file.clone()));
    let effects = go(&mut view, elsewhere(Vec::new()));
    assert!(
        !names(&effects).contains(&"Import".to_owned()),
        "{effects:?}"
    );
    listed(&view);
    // It goes when the library can be changed and the file is added.
    let mut later = second_window();
    go(&mut later, LibraryCommand::Import(file.clone()));
    later.documents.read_only = None;
    let effects = go(&mut later, LibraryCommand::Import(file.clone()));
    assert_eq!(names(&effects), ["Import"]);
    assert_eq!(later.documents.problems, []);
    // Their list can be cleared here, and stays in the library.
    let effects = go(&mut view, WindowCommand::ClearProblems);
    assert_eq!(names(&effects), Vec::<String>::new());
    assert!(view.documents.problems.is_empty());
}

#[test]
fn what_was_removed_is_brought_back_only_where_the_library_can_be_changed() {
    let mut view = view();
    let removed = vec![vec![(9, "Old".to_owned())]];
    go(&mut view, elsewhere(removed));
    assert_eq!(view.history.done.len(), 1);
    let effects = go(&mut view, HistoryCommand::Undo);
    assert_eq!(names(&effects), Vec::<String>::new());
    assert_eq!(notice(&view), SAID);
    assert_eq!(view.history.done.len(), 1, "the step waits");
    go(&mut view, Message::Changeable);
    let effects = go(&mut view, HistoryCommand::Undo);
    assert!(
        matches!(&effects[0], Effect::Restore(keys) if keys == &[9]),
        "{effects:?}"
    );
}

#[test]
fn tags_are_not_taken_back_in_a_library_that_can_no_longer_be_changed() {
    let mut view = view();
    let tag = OrganiseCommand::Mark {
        keys: vec![1],
        change: MarkChange::Tag("x".into()),
    };
    assert_eq!(names(&go(&mut view, tag))[0], "Mark");
    view.documents.read_only = Some(ReadOnly::File);
    let effects = go(&mut view, HistoryCommand::Undo);
    assert_eq!(names(&effects), Vec::<String>::new());
    assert_eq!(view.marks_of(1).tags, ["x"]);
    assert!(notice(&view).contains("is a file that can only be read"));
}

#[test]
fn what_the_first_window_brings_back_out_of_the_trash_is_seen_in_the_second() {
    let mut view = view();
    go(&mut view, elsewhere(vec![vec![(9, "Old".to_owned())]]));
    let all = view.documents.entries.to_vec();
    let now = all.into_iter().chain([entry(9, "liver")]).collect();
    go(&mut view, Message::Changed(now));
    assert!(view.documents.find(9).is_some());
    assert!(!view.scene.removed.contains(&9), "it is shown");
    let words = "Another program has added or changed a document";
    assert_eq!(notice(&view), words);
}
