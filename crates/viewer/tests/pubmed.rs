//! What is asked of PubMed: a query, or the articles of a list.

mod support;

use std::path::PathBuf;

use support::{go, view};
use viewer::command::{LibraryCommand, WindowCommand};
use viewer::{
    ApiKey, Effect, Identified, JobKind, Message, Popover, Problem, PubMedSearch, Session,
};

fn list() -> Vec<PathBuf> {
    vec!["/papers/pmids.txt".into()]
}

#[test]
fn a_list_of_identifiers_is_shown_before_anything_is_asked() {
    let mut view = view();
    let effects = go(&mut view, LibraryCommand::PubMedFor(list()));
    assert_eq!(view.layout.popover, Some(Popover::PubMed));
    assert!(
        matches!(&effects[..], [Effect::ReadIdentifiers(files)] if *files == list()),
        "it is read, and nothing is sent: {effects:?}"
    );
    assert_eq!(view.identified, None);
    let counted = Identified {
        pmids: 110,
        dois: 8,
        refused: 0,
    };
    let late = Message::Identified(vec!["/other.txt".into()], Identified::default());
    go(&mut view, late);
    assert_eq!(view.identified, None, "of another list");
    go(&mut view, Message::Identified(list(), counted.clone()));
    assert_eq!(view.identified, Some(counted));

    let problem = |file: &str| Problem {
        place: file.into(),
        reason: "118 identifiers of articles and no article".into(),
        file: Some(file.into()),
    };
    for file in ["/papers/pmids.txt", "/other.txt"] {
        go(&mut view, Message::Problem(problem(file)));
    }
    let search = view.pubmed.clone();
    assert_eq!(search.named_files(), "pmids.txt");
    let effects = go(&mut view, LibraryCommand::PubMed(search.clone()));
    let [Effect::PubMed(_, asked), Effect::ForgetProblems(files)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!((asked, files), (&search, &list()));
    assert_eq!(view.documents.problems, [problem("/other.txt")]);
    let job = view.jobs.of(JobKind::Import).expect("a job");
    assert_eq!(job.title, "Asking PubMed for the articles of pmids.txt");

    let effects = go(&mut view, LibraryCommand::PubMedFor(Vec::new()));
    assert!(effects.is_empty() && view.pubmed.files.is_empty());
    assert_eq!(
        (view.layout.popover, &view.identified),
        (Some(Popover::PubMed), &None)
    );
}

#[test]
fn neither_a_query_nor_a_list_asks_for_nothing_and_a_list_is_not_kept() {
    let mut view = view();
    let empty = PubMedSearch {
        query: "  ".into(),
        ..PubMedSearch::default()
    };
    assert!(go(&mut view, LibraryCommand::PubMed(empty)).is_empty());
    let search = PubMedSearch {
        query: "liver".into(),
        email: "me@example.org".into(),
        files: list(),
        ..PubMedSearch::default()
    };
    go(&mut view, LibraryCommand::PubMed(search));
    let kept = serde_json::to_value(Session::of(&view)).expect("JSON");
    assert_eq!(kept["pubmed"]["email"], "me@example.org");
    assert_eq!(kept["pubmed"]["files"], serde_json::json!([]));
    go(&mut view, WindowCommand::TogglePopover(Popover::PubMed));
    assert_eq!(
        view.pubmed.files,
        list(),
        "it stays while the window is open"
    );
}

#[test]
fn a_key_is_sent_and_written_nowhere() {
    let mut view = view();
    let search = PubMedSearch {
        query: "liver".into(),
        key: ApiKey("secret-1".into()),
        ..PubMedSearch::default()
    };
    let command = LibraryCommand::PubMed(search.clone());
    let written = serde_json::to_string(&command).expect("JSON") + &format!("{command:?}");
    assert!(!written.contains("secret-1"), "{written}");
    let effects = go(&mut view, command);
    let Some(Effect::PubMed(_, asked)) = effects.first() else {
        panic!("{effects:?}");
    };
    assert_eq!(asked.key, search.key);
    assert_eq!(view.pubmed.key, search.key, "for the next search");
    let kept = serde_json::to_string(&Session::of(&view)).expect("JSON");
    assert!(kept.contains("liver") && !kept.contains("secret-1"));
}
