//! Several documents of the list are ticked, and what can be done with the list is done with them.

mod support;

use library::MarkChange;
use support::{entry, go, hit, names, view};
use viewer::command::{LibraryCommand, OrganiseCommand, SelectCommand, WindowCommand};
use viewer::{Effect, Message, View, Which};

/// A window with a list of five.
fn listed() -> View {
    let mut view = view();
    let rows = (1..=5).map(|key| entry(key, "liver"));
    go(&mut view, Message::Added(rows.collect()));
    rank(&mut view, &[5, 4, 3, 2, 1]);
    view
}

/// Answers what was asked with these documents.
fn rank(view: &mut View, keys: &[i64]) {
    let hits = keys.iter().map(|key| hit(*key, "liver"));
    let answer = Message::Ranked {
        generation: view.documents.results.generation,
        heading: "Liver".into(),
        hits: hits.collect(),
        total: keys.len(),
        here: None,
        answering: None,
        facets: Default::default(),
        passing: None,
        suggestion: None,
    };
    go(view, answer);
}

/// What is exported.
fn exported(view: &mut View) -> Option<Vec<i64>> {
    let effects = go(view, LibraryCommand::ExportTo("a.ris".into()));
    effects.into_iter().find_map(|effect| match effect {
        Effect::Export { chosen, .. } => match chosen.which {
            Which::Keys(keys) => Some(keys),
            _ => None,
        },
        _ => None,
    })
}

#[test]
fn rows_are_ticked_one_by_one_by_ranges_and_all() {
    let mut view = listed();
    go(&mut view, SelectCommand::TickDocument(2));
    go(&mut view, SelectCommand::TickDocument(4));
    assert_eq!(view.ticked(), [4, 2], "in the order of the list");
    go(&mut view, SelectCommand::TickDocument(4));
    assert_eq!(view.ticked(), [2]);
    go(&mut view, SelectCommand::TickDocument(9));
    assert_eq!(view.ticked(), [2], "that is not listed");
    // From the last that was clicked, up or down.
    go(&mut view, SelectCommand::TickThrough(5));
    assert_eq!(view.ticked(), [5, 4]);
    go(&mut view, SelectCommand::TickThrough(2));
    assert_eq!(view.ticked(), [4, 3, 2]);
    go(&mut view, SelectCommand::TickAll);
    assert_eq!(view.ticked(), [5, 4, 3, 2, 1]);
    // Escape takes the ticks, and leaves what is open.
    go(&mut view, SelectCommand::SelectDocument(1));
    go(&mut view, WindowCommand::Escape);
    assert!(view.ticked().is_empty());
    assert_eq!(view.selection.document, Some(1));
    // The open one is seen as selected: it is one of two.
    go(&mut view, SelectCommand::TickDocument(3));
    assert_eq!(view.ticked(), [3, 1]);
    assert_eq!(view.selection.second, Some(3));
    go(&mut view, SelectCommand::TickDocument(4));
    assert_eq!(view.selection.second, None, "three are no pair");
    go(&mut view, SelectCommand::UntickAll);
    go(&mut view, SelectCommand::TickThrough(3));
    assert_eq!(view.ticked(), [3, 2, 1], "from the open one");
}

#[test]
fn what_is_done_with_the_list_is_done_with_those_that_are_ticked_in_it() {
    let mut view = listed();
    assert_eq!(exported(&mut view), None, "all");
    go(&mut view, SelectCommand::TickDocument(2));
    go(&mut view, SelectCommand::TickDocument(4));
    assert_eq!(exported(&mut view), Some(vec![4, 2]));
    let cited = go(&mut view, LibraryCommand::CopyCitations);
    assert!(matches!(&cited[..], [Effect::Cite { chosen, .. }]
        if matches!(&chosen.which, Which::Keys(keys) if *keys == [4, 2])));
    // A tag asks the same again: they stay ticked, but for what is listed no more.
    let keys = view.ticked();
    let change = MarkChange::Tag("to read".into());
    go(&mut view, OrganiseCommand::Mark { keys, change });
    rank(&mut view, &[5, 4, 3]);
    assert_eq!(view.ticked(), [4]);
    assert_eq!(exported(&mut view), Some(vec![4]));
    rank(&mut view, &[5, 4, 3, 2, 1]);
    assert_eq!(view.ticked(), [4, 2]);
    // What was removed comes back without its tick, and something else that is asked for has none.
    go(&mut view, LibraryCommand::RemoveDocuments(vec![4]));
    rank(&mut view, &[5, 3, 2, 1]);
    assert_eq!(view.ticked(), [2]);
    go(&mut view, SelectCommand::SearchText("stones".into()));
    rank(&mut view, &[5, 3, 2, 1]);
    assert!(view.ticked().is_empty());
}

#[test]
fn two_that_are_ticked_are_read_side_by_side() {
    for open in [None, Some(2), Some(4)] {
        let mut view = listed();
        if let Some(key) = open {
            go(&mut view, SelectCommand::SelectDocument(key));
        }
        go(&mut view, SelectCommand::TickThrough(2));
        go(&mut view, SelectCommand::UntickAll);
        for key in [2, 4].into_iter().filter(|key| Some(*key) != open) {
            go(&mut view, SelectCommand::TickDocument(key));
        }
        assert_eq!(view.ticked(), [4, 2], "{open:?}");
        let effects = go(&mut view, SelectCommand::SideBySide);
        assert!(names(&effects).contains(&"Read".to_owned()));
        let aside = view.documents.beside.as_ref().map(|beside| beside.key);
        // The open one, else the upper one, stands first.
        assert_eq!(aside, Some(open.unwrap_or(4)));
        assert!(view.ticked().is_empty());
    }
}
