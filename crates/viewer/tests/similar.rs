//! What is like a document or a text, as the window asks for it.

mod support;

use std::sync::Arc;

use library::Like;
use support::{entry, go, names, notice, view};
use viewer::command::{
    HistoryCommand, LibraryCommand, OrganiseCommand, SelectCommand, TextCommand, WindowCommand,
};
use viewer::{Effect, Engine, Message, PanelTab, Question, SimilarTo, View, Which};

/// A window on a library with two documents.
fn with_documents() -> View {
    let mut view = view();
    go(
        &mut view,
        Message::Added(vec![entry(1, "liver"), entry(2, "spleen")]),
    );
    view
}

fn asked(effects: &[Effect]) -> Option<(SimilarTo, f32)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Rank {
            question: Question::Similar { to, near_place, .. },
            ..
        } => Some((to.clone(), *near_place)),
        _ => None,
    })
}

#[test]
fn papers_like_the_selected_one_are_listed_and_back_leads_away_again() {
    let mut view = with_documents();
    go(&mut view, SelectCommand::FindSimilar(None));
    assert!(notice(&view).contains("Open a document first"));
    go(&mut view, SelectCommand::SelectDocument(1));
    go(&mut view, WindowCommand::ShowTab(PanelTab::Document));
    let before = view.documents.results.question.clone();
    let effects = go(&mut view, SelectCommand::FindSimilar(None));
    let found = asked(&effects);
    assert_eq!(found, Some((SimilarTo::Document(1), Like::NEAR_PLACE)));
    assert_eq!(view.layout.tab, PanelTab::Results);
    assert_eq!(view.selection.structure, None);

    // The slider asks anew, and is no place of its own to go back to.
    let effects = go(&mut view, SelectCommand::NearPlace(0.75));
    assert_eq!(asked(&effects), Some((SimilarTo::Document(1), 0.75)));
    go(&mut view, HistoryCommand::Back);
    assert_eq!(view.documents.results.question, before);
    assert_eq!(view.layout.tab, PanelTab::Document);
    let effects = go(&mut view, HistoryCommand::Forward);
    assert_eq!(asked(&effects), Some((SimilarTo::Document(1), 0.75)));

    let effects = go(&mut view, SelectCommand::FindSimilar(Some(2)));
    assert_eq!(
        asked(&effects).map(|(to, _)| to),
        Some(SimilarTo::Document(2))
    );
    // The document first, then the list.
    go(&mut view, WindowCommand::Escape);
    assert_eq!(view.selection.document, None);
    assert!(matches!(
        view.documents.results.question,
        Question::Similar { .. }
    ));
    go(&mut view, WindowCommand::Escape);
    assert_eq!(view.documents.results.question, Question::All);
    assert!(names(&go(&mut view, SelectCommand::NearPlace(0.5))).is_empty());
}

/// What is asked to be like what, and unlike what.
fn apart(effects: &[Effect]) -> Option<(SimilarTo, Vec<i64>)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Rank {
            question: Question::Similar { to, unlike, .. },
            ..
        } => Some((to.clone(), unlike.clone())),
        _ => None,
    })
}

#[test]
fn what_is_like_several_papers_is_listed_and_back_leads_away_again() {
    let mut view = with_documents();
    let before = view.documents.results.question.clone();
    let effects = go(&mut view, SelectCommand::MoreLikeThese(vec![2, 1, 2, 9]));
    let both = SimilarTo::Documents(vec![2, 1]);
    assert_eq!(apart(&effects), Some((both.clone(), Vec::new())));
    assert_eq!(asked(&effects), Some((both, Like::NEAR_PLACE)));
    assert_eq!(view.layout.tab, PanelTab::Results);
    go(&mut view, HistoryCommand::Back);
    assert_eq!(view.documents.results.question, before);
    // One that is left is asked for as it is alone, and none not at all.
    let effects = go(&mut view, SelectCommand::MoreLikeThese(vec![9, 2]));
    let one = SimilarTo::Document(2);
    assert_eq!(apart(&effects), Some((one, Vec::new())));
    go(&mut view, LibraryCommand::RemoveDocument(2));
    let effects = go(&mut view, SelectCommand::MoreLikeThese(vec![9, 2]));
    assert_eq!(apart(&effects), None);
    assert!(notice(&view).contains("Open a document first"));
}

#[test]
fn papers_that_are_not_meant_are_added_one_by_one_and_back_takes_the_last_one_away() {
    let mut view = view();
    let not_like = |view: &mut View, key: i64| {
        let effects = go(view, SelectCommand::NotLike(key));
        apart(&effects).map(|(_, unlike)| unlike)
    };
    assert_eq!(not_like(&mut view, 2), None, "all documents are listed");
    go(&mut view, SelectCommand::FindSimilar(Some(1)));
    assert_eq!(not_like(&mut view, 2), Some(vec![2]));
    assert_eq!(not_like(&mut view, 3), Some(vec![2, 3]));
    for key in [3, 1, 99] {
        assert_eq!(not_like(&mut view, key), None, "{key}");
    }
    // The slider asks the same of other weights.
    let effects = go(&mut view, SelectCommand::NearPlace(0.5));
    let to = SimilarTo::Document(1);
    assert_eq!(apart(&effects), Some((to.clone(), vec![2, 3])));
    let effects = go(&mut view, HistoryCommand::Back);
    assert_eq!(apart(&effects), Some((to.clone(), vec![2])));
    let effects = go(&mut view, SelectCommand::FindSimilar(Some(1)));
    assert_eq!(apart(&effects), Some((to, Vec::new())), "anew");
}

#[test]
fn a_document_that_is_gone_is_like_nothing() {
    let mut view = with_documents();
    go(&mut view, SelectCommand::SelectDocument(1));
    go(&mut view, LibraryCommand::RemoveDocument(1));
    for key in [Some(1), Some(9), None] {
        let effects = go(&mut view, SelectCommand::FindSimilar(key));
        assert_eq!(asked(&effects), None, "{key:?}");
    }
}

#[test]
fn papers_like_the_text_are_asked_for_again_when_the_model_is_open() {
    let mut view = with_documents();
    go(&mut view, SelectCommand::FindLikeText);
    assert!(notice(&view).contains("Place a text"));
    go(&mut view, TextCommand::LiveText(" #effusion ".into()));
    let effects = go(&mut view, SelectCommand::FindLikeText);
    let text = SimilarTo::Text("#effusion".into());
    assert_eq!(asked(&effects), Some((text.clone(), Like::NEAR_PLACE)));
    let engine = Engine {
        model: "m".into(),
        version: "1".into(),
        engine: "e".into(),
        reason: "r".into(),
        atlas: String::new(),
        hers: String::new(),
    };
    let effects = go(&mut view, Message::Engine(Ok(engine.clone())));
    assert_eq!(asked(&effects).map(|(to, _)| to), Some(text));
    go(&mut view, SelectCommand::ClearSelection);
    let effects = go(&mut view, Message::Engine(Ok(engine)));
    assert_eq!(asked(&effects), None);
}

#[test]
fn words_are_asked_for_again_when_the_model_is_open_and_what_must_be_there_is_not() {
    let mut view = with_documents();
    let engine = view.documents.engine.clone().expect("a model");
    for (words, again) in [("stones", true), ("stones[ti]", false)] {
        go(&mut view, SelectCommand::SearchText(words.into()));
        let effects = go(&mut view, Message::Engine(engine.clone()));
        let ranked = names(&effects).contains(&"Rank".to_owned());
        assert_eq!(ranked, again, "{words}");
        let is_looked_at = view.documents.results.to_look_at;
        assert!(is_looked_at, "{words} has not been answered yet");
    }
    go(&mut view, SelectCommand::SearchText("stones".into()));
    let effects = go(&mut view, Message::Engine(Err("it is gone".into())));
    assert!(!names(&effects).contains(&"Rank".to_owned()));
}

#[test]
fn what_is_exported_of_such_a_list_is_what_it_shows_and_no_search_keeps_it() {
    let mut view = with_documents();
    go(&mut view, SelectCommand::FindSimilar(Some(1)));
    let answer = Message::Ranked {
        generation: view.documents.results.generation,
        heading: "Similar to “x”".into(),
        hits: vec![support::hit(2, "spleen")],
        total: 1,
        here: None,
        answering: Some(Arc::new(vec![2])),
        facets: Default::default(),
        passing: None,
        suggestion: None,
    };
    go(&mut view, answer);
    let effects = go(&mut view, LibraryCommand::ExportTo("a.ris".into()));
    let exported = effects.iter().find_map(|effect| match effect {
        Effect::Export { chosen, .. } => Some(chosen.which.clone()),
        _ => None,
    });
    assert!(
        matches!(&exported, Some(Which::Keys(keys)) if *keys == [2]),
        "{exported:?}"
    );
    let effects = go(&mut view, OrganiseCommand::KeepSearch("x".into()));
    assert!(
        !names(&effects).contains(&"KeepSearch".to_owned()),
        "{effects:?}"
    );
    assert!(notice(&view).contains("not kept"));
}
