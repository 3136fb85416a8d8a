//! Words within the list of a place.

mod support;

use support::{go, index, view};
use viewer::command::{HistoryCommand, OrganiseCommand, SelectCommand, TourCommand, WindowCommand};
use viewer::{Effect, Question, View};

/// The newest question that is asked for.
fn asked(effects: &[Effect]) -> Option<Question> {
    let mut asked = effects.iter().filter_map(|effect| match effect {
        Effect::Rank { question, .. } => Some(question.clone()),
        _ => None,
    });
    asked.next_back()
}

fn select(id: &str) -> SelectCommand {
    SelectCommand::SelectStructure {
        structure: index(id),
        point_mm: None,
    }
}

fn within(words: &str) -> SelectCommand {
    SelectCommand::SearchWithin(words.into())
}

fn question(view: &View) -> &Question {
    &view.documents.results.question
}

#[test]
fn words_narrow_the_list_of_a_place_and_go_again() {
    let mut view = view();
    go(&mut view, select("liver"));
    let of_liver = question(&view).clone();
    let found = asked(&go(&mut view, within("  stones ")));
    let expected = Question::Within {
        of: Box::new(of_liver.clone()),
        words: "stones".into(),
    };
    assert_eq!(found, Some(expected.clone()));
    assert_eq!(expected.words(), Some("stones"));
    assert!(
        view.selection.structure.is_some(),
        "the place stays selected"
    );
    // Other words take the place of these, and none are none.
    go(&mut view, within("cysts"));
    assert_eq!(question(&view).place(), &of_liver);
    assert_eq!(question(&view).words(), Some("cysts"));
    assert_eq!(asked(&go(&mut view, within(" "))), Some(of_liver.clone()));
    // Back leads to the words; Esc takes them first, and then the place.
    go(&mut view, HistoryCommand::Back);
    assert_eq!(question(&view).words(), Some("cysts"));
    go(&mut view, WindowCommand::Escape);
    assert_eq!(question(&view), &of_liver);
    go(&mut view, WindowCommand::Escape);
    assert_eq!(question(&view), &Question::All);
}

#[test]
fn of_a_point_and_of_what_was_drawn_too_and_elsewhere_words_are_searched_for() {
    let mut view = view();
    go(&mut view, select("liver"));
    go(&mut view, SelectCommand::RankByPoint(true));
    go(&mut view, within("stones"));
    assert!(matches!(question(&view).place(), Question::Point(..)));
    assert_eq!(question(&view).words(), Some("stones"));
    go(&mut view, SelectCommand::ListDrawnAround(vec![1, 2]));
    go(&mut view, within("stones"));
    assert!(matches!(question(&view).place(), Question::DrawnAround(_)));
    // A list of words is no place.
    go(&mut view, SelectCommand::SearchText("cysts".into()));
    assert!(!question(&view).takes_words());
    go(&mut view, within("stones"));
    assert_eq!(question(&view), &Question::Text("stones".into()));
    assert_eq!(asked(&go(&mut view, within(""))), None);
}

#[test]
fn a_stop_of_a_tour_asks_for_the_words_within_the_place() {
    let mut view = view();
    go(&mut view, TourCommand::NewTour);
    go(&mut view, select("liver"));
    go(&mut view, within("stones"));
    let asked = question(&view).clone();
    go(&mut view, TourCommand::AddStop);
    go(&mut view, SelectCommand::ClearSelection);
    assert_eq!(question(&view), &Question::All);
    go(&mut view, TourCommand::PlayDraft(0));
    assert_eq!(question(&view), &asked);
}

#[test]
fn a_kept_search_has_the_place_and_the_words() {
    let mut view = view();
    go(&mut view, select("liver"));
    go(&mut view, within("stones"));
    go(&mut view, OrganiseCommand::KeepSearch("stones here".into()));
    go(&mut view, SelectCommand::ClearSelection);
    let found = asked(&go(
        &mut view,
        OrganiseCommand::RunSearch("stones here".into()),
    ));
    let found = found.expect("a list is asked for");
    assert!(
        matches!(found.place(), Question::Structure(structure, _) if *structure == index("liver"))
    );
    assert_eq!(found.words(), Some("stones"));
}
