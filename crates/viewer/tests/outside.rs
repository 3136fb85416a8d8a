//! What other programs do to the open library, and imports while there is none.

mod support;

use std::path::PathBuf;

use support::{document, entry, go, names, notice, opened, view};
use viewer::command::{LibraryCommand, SelectCommand};
use viewer::{Effect, LibraryState, Message, View};

fn keys(view: &View) -> Vec<i64> {
    view.documents.entries.iter().map(|e| e.key).collect()
}

#[test]
fn documents_that_another_program_added_appear() {
    let mut view = view();
    let asked = |effects: &[Effect]| effects.iter().any(|e| matches!(e, Effect::Rank { .. }));
    let before = view.clone();
    let own = view.documents.entries.to_vec();
    let effects = go(&mut view, Message::Changed(own));
    assert!(
        effects.is_empty(),
        "its own window's state was written: {effects:?}"
    );
    assert_eq!(view, before);
    // One added, one placed elsewhere, three removed.
    let now = vec![entry(1, "liver"), entry(2, "spleen"), entry(9, "liver")];
    let effects = go(&mut view, Message::Changed(now));
    assert!(asked(&effects), "{effects:?}");
    assert_eq!(keys(&view), [1, 2, 9]);
    assert_eq!(&*view.documents.entries[1].structure, "spleen");
    let words = "Another program has added or changed 2 documents and removed 3";
    assert_eq!(notice(&view), words);
}

#[test]
fn a_document_that_another_program_removed_is_closed_and_what_was_removed_here_stays_so() {
    let mut view = view();
    go(&mut view, SelectCommand::SelectDocument(3));
    go(&mut view, document(3, "spleen"));
    assert!(view.documents.opened.is_some());
    go(&mut view, LibraryCommand::RemoveDocument(1));
    let now = [(2, "liver"), (4, "right_kidney"), (5, "left_kidney")];
    let now = now.map(|(key, structure)| entry(key, structure)).to_vec();
    go(&mut view, Message::Changed(now));
    assert_eq!(
        keys(&view),
        [1, 2, 4, 5],
        "the first can still be brought back"
    );
    assert!(view.scene.removed.contains(&1));
    assert_eq!(view.selection.document, None);
    assert!(view.documents.opened.is_none());
    assert_eq!(notice(&view), "Another program has removed a document");
}

#[test]
fn a_library_that_is_gone_says_so_and_takes_nothing_in() {
    let mut view = view();
    go(&mut view, Message::Gone(true));
    assert!(view.documents.gone);
    assert_eq!(keys(&view), [1, 2, 3, 4, 5], "the documents stay");
    let kept = view.documents.problems.last().expect("it is kept").clone();
    assert!(
        kept.reason.contains("removed or replaced"),
        "{}",
        kept.reason
    );
    let files = vec![PathBuf::from("a.pdf")];
    for command in [
        LibraryCommand::Import(files),
        LibraryCommand::RemoveDocument(1),
        LibraryCommand::CompactLibrary,
    ] {
        let effects = go(&mut view, command.clone());
        assert_eq!(names(&effects), Vec::<String>::new(), "{command:?}");
    }
    assert!(view.scene.removed.is_empty());
    let effects = go(&mut view, LibraryCommand::SaveCopyTo("b.atlas".into()));
    assert!(matches!(&effects[..], [Effect::SaveCopy(_)]), "{effects:?}");
    let kept = view.documents.problems.last().expect("it is kept");
    assert_eq!(kept.place, "a.pdf");
    assert!(kept.reason.starts_with("not added"), "{}", kept.reason);
    go(&mut view, Message::Gone(false));
    let files = vec![PathBuf::from("a.pdf")];
    let effects = go(&mut view, LibraryCommand::Import(files));
    assert!(matches!(effects[..], [Effect::Import(..)]), "{effects:?}");
}

#[test]
fn an_import_without_a_library_is_kept_among_the_problems_and_follows_when_one_is_open() {
    let mut view = View::default();
    go(&mut view, Message::NotOpened);
    assert_eq!(view.documents.state, LibraryState::Refused);
    let files = vec![PathBuf::from("a.pdf"), PathBuf::from("b.pdf")];
    let effects = go(&mut view, LibraryCommand::Import(files));
    assert_eq!(names(&effects), Vec::<String>::new());
    let kept = view.documents.problems.last().expect("it is kept");
    assert_eq!(kept.place, "b.pdf", "each for itself");
    assert!(
        kept.reason.contains("no library is open"),
        "{}",
        kept.reason
    );
    let effects = go(&mut view, opened(Vec::new()));
    let files = effects.iter().find_map(|effect| match effect {
        Effect::Import(_, order) => Some(order.files.len()),
        _ => None,
    });
    assert_eq!(files, Some(2));
    assert_eq!(view.documents.problems, [], "they are being added");
}

#[test]
fn a_reason_that_names_the_file_by_itself_says_it_once() {
    let problem = |place: &str, reason: &str| match Message::problem(place, reason) {
        Message::Problem(problem) => (problem.place, problem.reason),
        other => panic!("{other:?}"),
    };
    let said = |place: &str, reason: &str| (place.to_owned(), reason.to_owned());
    assert_eq!(
        problem("a.atlas", "a.atlas: locked"),
        said("a.atlas", "locked")
    );
    assert_eq!(
        problem("a.atlas", "a.atlas2: locked"),
        said("a.atlas", "a.atlas2: locked")
    );
    assert_eq!(problem("a.atlas", "locked"), said("a.atlas", "locked"));
}
