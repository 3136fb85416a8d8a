//! The order of lists, as the window asks for it.

mod support;

use library::Order;
use support::{entry, go, hit, names, opened, view};
use viewer::command::{LibraryCommand, SelectCommand};
use viewer::{Effect, Message, PanelTab, Question, View, Which};

/// What is asked for, and in which order.
fn asked(effects: &[Effect]) -> Option<(Question, Order)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Rank {
            question, order, ..
        } => Some((question.clone(), *order)),
        _ => None,
    })
}

/// What is exported.
fn exported(view: &mut View) -> Which {
    let effects = go(view, LibraryCommand::ExportTo("a.ris".into()));
    let chosen = effects.into_iter().find_map(|effect| match effect {
        Effect::Export { chosen, .. } => Some(chosen.which),
        _ => None,
    });
    chosen.expect("something is exported")
}

#[test]
fn the_list_is_asked_for_again_in_another_order_which_stays() {
    let mut view = view();
    let stones = Question::Text("stones".into());
    let effects = go(&mut view, SelectCommand::SearchText("stones".into()));
    assert_eq!(asked(&effects), Some((stones.clone(), Order::Relevance)));
    let generation = view.documents.results.generation;
    let back = view.navigation.back.len();
    let effects = go(&mut view, SelectCommand::SortBy(Order::Newest));
    assert_eq!(asked(&effects), Some((stones, Order::Newest)));
    assert!(view.documents.results.generation > generation, "anew");
    assert_eq!(view.layout.tab, PanelTab::Results);
    assert_eq!(view.navigation.back.len(), back, "it is no other place");
    assert!(names(&go(&mut view, SelectCommand::SortBy(Order::Newest))).is_empty());
    // Other questions are answered in this order, also of another library.
    let effects = go(&mut view, SelectCommand::SearchText("colic".into()));
    assert_eq!(asked(&effects).map(|(_, order)| order), Some(Order::Newest));
    let effects = go(&mut view, opened(Vec::new()));
    assert_eq!(asked(&effects), Some((Question::All, Order::Newest)));
    let effects = go(&mut view, SelectCommand::SortBy(Order::Oldest));
    assert_eq!(asked(&effects), Some((Question::All, Order::Oldest)));
}

#[test]
fn what_is_exported_is_in_the_order_of_the_list() {
    let mut view = view();
    assert!(matches!(exported(&mut view), Which::All));
    go(&mut view, SelectCommand::SortBy(Order::Oldest));
    let which = exported(&mut view);
    assert!(
        matches!(
            &which,
            Which::Answering {
                question: Question::All,
                order: Order::Oldest,
                ..
            }
        ),
        "{which:?}"
    );
    go(&mut view, SelectCommand::SearchText("stones".into()));
    let which = exported(&mut view);
    assert!(
        matches!(
            &which,
            Which::Answering {
                question: Question::Text(_),
                order: Order::Oldest,
                ..
            }
        ),
        "{which:?}"
    );
    go(&mut view, SelectCommand::SortBy(Order::Relevance));
    go(&mut view, SelectCommand::ClearSelection);
    assert!(matches!(exported(&mut view), Which::All));
}

#[test]
fn of_words_what_is_exported_is_what_is_listed_as_it_stands() {
    let mut view = view();
    go(&mut view, SelectCommand::SearchText("renal colic".into()));
    let answer = |view: &View, answering: Vec<i64>| Message::Ranked {
        generation: view.documents.results.generation,
        heading: "“renal colic”".into(),
        hits: answering.iter().map(|key| hit(*key, "liver")).collect(),
        total: answering.len(),
        here: None,
        answering: Some(answering.into()),
        facets: Default::default(),
        passing: None,
        suggestion: None,
    };
    // First by words, then by what they mean, too.
    for listed in [vec![1, 2, 4], vec![4, 1, 3, 2]] {
        let answer = answer(&view, listed.clone());
        go(&mut view, answer);
        let which = exported(&mut view);
        assert!(
            matches!(&which, Which::Keys(keys) if *keys == listed),
            "{which:?}"
        );
    }
    go(&mut view, LibraryCommand::RemoveDocument(1));
    let left = answer(&view, vec![4, 1, 3, 2]);
    go(&mut view, left);
    let which = exported(&mut view);
    assert!(
        matches!(&which, Which::Keys(keys) if *keys == [4, 3, 2]),
        "{which:?}"
    );
    // While another order is awaited, what is listed is in neither.
    go(&mut view, SelectCommand::SortBy(Order::Newest));
    assert!(matches!(exported(&mut view), Which::Answering { .. }));
    // That nothing answers may be because it could not be asked: then that is said.
    let none = answer(&view, Vec::new());
    go(&mut view, none);
    assert!(matches!(exported(&mut view), Which::Answering { .. }));
}

#[test]
fn what_is_ticked_stays_ticked_in_another_order() {
    let mut view = view();
    go(&mut view, Message::Added(vec![entry(6, "liver")]));
    let answer = |view: &mut View, keys: [i64; 3]| {
        let answer = Message::Ranked {
            generation: view.documents.results.generation,
            heading: "All documents".into(),
            hits: keys.map(|key| hit(key, "liver")).to_vec(),
            total: 3,
            here: None,
            answering: None,
            facets: Default::default(),
            passing: None,
            suggestion: None,
        };
        go(view, answer);
    };
    answer(&mut view, [1, 2, 6]);
    go(&mut view, SelectCommand::TickDocument(1));
    go(&mut view, SelectCommand::TickDocument(6));
    go(&mut view, SelectCommand::SortBy(Order::Newest));
    answer(&mut view, [6, 2, 1]);
    assert_eq!(view.ticked(), [6, 1], "in the order of the list");
}
