//! The page of a PDF beside its text, as the window asks for it.

mod support;

use grounding::SentenceGrounding;
use library::Stored;
use library::pdf::FoundPage;
use support::{entry, go, names, notice, stored, view};
use viewer::command::{HistoryCommand, SelectCommand, WindowCommand};
use viewer::{Effect, Message, PanelTab, StagedGrounding, View};

const SENTENCES: [(&str, &str, f32); 3] = [
    ("The spleen is normal.", "spleen", 0.0),
    ("A cyst of the liver was seen.", "liver", 0.6),
    ("The liver was resected.", "liver", 0.9),
];

/// A document that came from a PDF.
fn paper(key: i64) -> Stored {
    let mut paper = stored(key, "liver");
    paper.document.source.path = format!("/papers/{key}.PDF").into();
    let sentence = |(text, structure, p): (&str, &str, f32)| SentenceGrounding {
        text: text.to_owned(),
        structure: structure.to_owned(),
        p,
        ..Default::default()
    };
    paper.grounding.sentences = SENTENCES.map(sentence).to_vec();
    paper
}

/// A document as the librarian answers it.
fn read(view: &mut View, stored: Stored) -> Vec<Effect> {
    let staged = StagedGrounding::new(stored.grounding.clone(), None);
    go(view, Message::Document(Box::new(stored), Box::new(staged)))
}

/// A window with the first of three documents open; the third came from no PDF.
fn with_paper() -> View {
    let mut view = view();
    let rows = [(1, "liver"), (2, "liver"), (3, "spleen")].map(|(key, at)| entry(key, at));
    go(&mut view, Message::Added(rows.to_vec()));
    go(&mut view, SelectCommand::SelectDocument(1));
    read(&mut view, paper(1));
    view
}

/// The question of where words stand: its number, the file and the words.
fn asked(effects: &[Effect]) -> (u64, String, String) {
    let mut asked = effects.iter().filter_map(|effect| match effect {
        Effect::FindPage {
            generation,
            path,
            words,
        } => Some((*generation, path.display().to_string(), words.clone())),
        _ => None,
    });
    asked.next().expect("a page is looked for")
}

fn found(page: u32) -> FoundPage {
    FoundPage {
        pages: 12,
        page,
        found: true,
        lines: vec![[0.1, 0.2, 0.9, 0.22]],
    }
}

fn number(view: &View) -> u32 {
    view.documents.page.as_ref().map_or(0, |page| page.number)
}

#[test]
fn the_page_opens_where_the_sentence_stands_that_placed_the_document() {
    let mut view = with_paper();
    assert!(!view.shows_page());
    let effects = go(&mut view, SelectCommand::TogglePage);
    let (generation, path, words) = asked(&effects);
    assert_eq!(
        (path.as_str(), words.as_str()),
        ("/papers/1.PDF", SENTENCES[2].0)
    );
    assert!(view.shows_page() && view.layout.tab == PanelTab::Document);
    go(&mut view, Message::PageFound(generation, Ok(found(3))));
    let page = view.documents.page.as_ref().unwrap();
    assert_eq!((page.pages, page.number, page.lines().len()), (12, 3, 1));
    assert!(!page.pending && !page.misses_the_sentence());

    // Pages are turned, and the sentence is marked on its own alone.
    go(&mut view, SelectCommand::TurnPage(1));
    assert_eq!(number(&view), 4);
    assert!(view.documents.page.as_ref().unwrap().lines().is_empty());
    go(&mut view, SelectCommand::TurnPage(-9));
    assert_eq!(number(&view), 1);
    go(&mut view, SelectCommand::TurnPage(40));
    assert_eq!(number(&view), 12);
    go(&mut view, SelectCommand::GoToPage(5));
    assert_eq!(number(&view), 5);
    go(&mut view, SelectCommand::GoToPage(13));
    assert_eq!(number(&view), 5);
    assert_eq!(notice(&view), "There is no page 13: this PDF has 12 pages");

    go(&mut view, WindowCommand::Escape);
    assert!(!view.shows_page());
    assert_eq!(view.selection.document, Some(1), "the text stays");
}

#[test]
fn a_sentence_that_is_looked_at_turns_to_its_page() {
    let mut view = with_paper();
    let before = view.camera;
    let effects = go(&mut view, SelectCommand::LookAtSentence(0));
    assert!(names(&effects).contains(&"Fly".to_owned()));
    assert!(!names(&effects).contains(&"FindPage".to_owned()));
    assert_eq!(view.selection.sentence, Some(0));
    // It is the one that the page opens at.
    let first = asked(&go(&mut view, SelectCommand::TogglePage));
    assert_eq!(first.2, SENTENCES[0].0);
    let second = asked(&go(&mut view, SelectCommand::LookAtSentence(1)));
    assert_eq!(second.2, SENTENCES[1].0);
    // The answer to the older question comes too late.
    go(&mut view, Message::PageFound(first.0, Ok(found(2))));
    assert_eq!(number(&view), 0);
    go(&mut view, Message::PageFound(second.0, Ok(found(7))));
    assert_eq!(number(&view), 7);
    // One that does not stand there leads nowhere, and that is known.
    let third = asked(&go(&mut view, SelectCommand::LookAtSentence(2)));
    let nowhere = FoundPage {
        found: false,
        lines: Vec::new(),
        ..found(1)
    };
    go(&mut view, Message::PageFound(third.0, Ok(nowhere)));
    let page = view.documents.page.as_ref().unwrap();
    assert!(page.number == 7 && page.misses_the_sentence());
    assert!(go(&mut view, SelectCommand::LookAtSentence(3)).is_empty());
    // All lie in one place: back leads to where one looked from.
    go(&mut view, HistoryCommand::Back);
    assert_eq!(view.camera, before);
}

#[test]
fn the_page_follows_from_document_to_document() {
    let mut view = with_paper();
    go(&mut view, SelectCommand::TogglePage);
    go(&mut view, SelectCommand::SelectDocument(2));
    assert!(!view.shows_page(), "it is being read");
    let effects = read(&mut view, paper(2));
    let (generation, path, _) = asked(&effects);
    assert_eq!(path, "/papers/2.PDF");
    assert!(view.shows_page());
    let moved = "The PDF is not there any more".to_owned();
    go(
        &mut view,
        Message::PageFound(generation, Err(moved.clone())),
    );
    let page = view.documents.page.as_ref().unwrap();
    assert_eq!(page.failed, Some(moved));
    // Read anew (it was corrected), it is not looked for again.
    assert!(!names(&read(&mut view, paper(2))).contains(&"FindPage".to_owned()));

    go(&mut view, SelectCommand::SelectDocument(3));
    read(&mut view, stored(3, "spleen"));
    assert!(!view.shows_page() && view.documents.page.is_none());
    assert!(
        go(&mut view, SelectCommand::TogglePage)
            .iter()
            .all(|e| { !matches!(e, Effect::FindPage { .. }) })
    );
    assert_eq!(notice(&view), "This document did not come from a PDF");
}

#[test]
fn a_document_that_is_still_read_is_waited_for() {
    let mut view = with_paper();
    go(&mut view, SelectCommand::ClearSelection);
    go(&mut view, SelectCommand::TogglePage);
    assert!(notice(&view).contains("Open a document first"));
    go(&mut view, SelectCommand::SelectDocument(1));
    let effects = go(&mut view, SelectCommand::TogglePage);
    assert!(!names(&effects).contains(&"FindPage".to_owned()));
    asked(&read(&mut view, paper(1)));
    assert!(view.shows_page());
    go(&mut view, SelectCommand::TogglePage);
    assert!(!view.shows_page());
}
