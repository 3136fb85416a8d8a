//! What a reader says instead of the model, as the window's state.

mod support;

use std::sync::Arc;

use grounding::SentenceGrounding;
use library::{Correction, Says, Stored};
use support::*;
use viewer::command::{HistoryCommand, LibraryCommand, Reading, SelectCommand};
use viewer::{Effect, Message, StagedGrounding, View};

/// A window in which a document of two sentences about the right kidney is open.
fn reading() -> View {
    let mut view = view();
    let mut stored = stored(2, "right_kidney");
    stored.document.text = "A stone. It hurts.".into();
    for (start, end) in [(0, 8), (9, 18)] {
        stored.grounding.sentences.push(SentenceGrounding {
            text: stored.document.text[start..end].to_owned(),
            start,
            end,
            structure: "right_kidney".into(),
            p: 0.9,
            ..SentenceGrounding::default()
        });
    }
    go(&mut view, SelectCommand::SelectDocument(2));
    let staged = StagedGrounding::new(stored.grounding.clone(), None);
    go(
        &mut view,
        Message::Document(Box::new(stored), Box::new(staged)),
    );
    view
}

fn correct(sentence: Option<usize>, says: Option<Reading>) -> LibraryCommand {
    LibraryCommand::Correct {
        key: 2,
        sentence,
        says,
    }
}

/// What the library is told.
fn told(effects: &[Effect]) -> Option<&[Correction]> {
    effects.iter().find_map(|effect| match effect {
        Effect::Correct(2, list) => Some(list.as_slice()),
        _ => None,
    })
}

/// The open document, to be changed as the library would have it.
fn open(view: &mut View) -> &mut Stored {
    let opened = view.documents.opened.as_mut().unwrap();
    &mut Arc::make_mut(opened).stored
}

#[test]
fn the_other_side_of_a_sentence_is_its_structure_s_twin() {
    let mut view = reading();
    let effects = go(&mut view, correct(Some(1), Some(Reading::OtherSide)));
    let [said] = told(&effects).unwrap() else {
        panic!("one correction");
    };
    assert_eq!((said.start, said.end), (9, 18));
    assert_eq!(
        (said.says, said.structure.as_str()),
        (Says::OtherSide, "left_kidney")
    );
    assert!(atlas().contains(index("left_kidney"), said.point_mm));
    assert_eq!(names(&effects)[1], "Rank", "the list may have changed");

    let both = go(&mut view, correct(Some(0), Some(Reading::NotAFinding)));
    assert_eq!(told(&both).unwrap().len(), 2);
    let again = go(&mut view, correct(Some(0), Some(Reading::NotAFinding)));
    assert_eq!(told(&again), None, "said already");
    let back = go(&mut view, correct(Some(0), None));
    assert_eq!(told(&back).unwrap(), std::slice::from_ref(said));
}

#[test]
fn undo_tells_the_library_what_was_said_before() {
    let mut view = reading();
    go(&mut view, correct(None, Some(Reading::OtherSide)));
    assert_eq!(
        view.history.done.last().unwrap().label,
        "Correct: the other side"
    );
    let undone = go(&mut view, HistoryCommand::Undo);
    assert_eq!(told(&undone), Some(&[][..]));
    let redone = go(&mut view, HistoryCommand::Redo);
    assert_eq!(told(&redone).unwrap()[0].structure, "left_kidney");
}

#[test]
fn what_was_said_in_an_earlier_session_comes_back_by_undo() {
    let mut view = reading();
    let earlier = Correction {
        start: 0,
        end: 8,
        says: Says::NotAFinding,
        structure: String::new(),
        point_mm: [0.0; 3],
    };
    open(&mut view).corrections.push(earlier.clone());
    let effects = go(&mut view, correct(Some(0), None));
    assert_eq!(told(&effects), Some(&[][..]));
    let undone = go(&mut view, HistoryCommand::Undo);
    assert_eq!(told(&undone), Some(&[earlier][..]));
}

#[test]
fn a_document_belongs_where_the_reader_points() {
    let mut view = reading();
    let belongs = correct(None, Some(Reading::BelongsHere));
    let nothing = go(&mut view, belongs.clone());
    assert_eq!(told(&nothing), None);
    assert!(notice(&view).contains("Click the structure first"));

    view.selection.structure = Some(index("spleen"));
    let effects = go(&mut view, belongs);
    let said = &told(&effects).unwrap()[0];
    assert_eq!((said.start, said.end), Correction::WHOLE);
    assert_eq!(said.structure, "spleen");
    assert!(atlas().contains(index("spleen"), said.point_mm));
    assert_eq!(
        view.history.done.last().unwrap().label,
        "Correct: belongs in spleen"
    );

    assert!(viewer::has_other_side(&view, Some(1)));
    let mut of_liver = reading();
    open(&mut of_liver).grounding.structure = "liver".into();
    assert!(!viewer::has_other_side(&of_liver, None), "not offered");
    let refused = go(&mut of_liver, correct(None, Some(Reading::OtherSide)));
    assert_eq!(told(&refused), None);
    assert!(notice(&of_liver).contains("no other side"));
}

#[test]
fn not_here_goes_through_what_the_reading_offers_and_ends_nowhere() {
    let mut view = reading();
    let evidence = |id: &str, p| grounding::Evidence { id: id.into(), p };
    let kidney = evidence("right_kidney", 0.9);
    let offered = [evidence("liver", 0.3), evidence("spleen", 0.6)];
    let faint = evidence("left_rib_5", 0.01);
    let all = [kidney].into_iter().chain(offered).chain([faint]);
    open(&mut view).grounding.structures = all.collect();
    assert_eq!(viewer::next_best(&view).as_deref(), Some("Spleen"));

    let effects = go(&mut view, LibraryCommand::NotHere);
    let [said] = told(&effects).unwrap() else {
        panic!("one correction");
    };
    assert_eq!((said.start, said.end), Correction::WHOLE);
    assert_eq!(
        (said.says, said.structure.as_str()),
        (Says::BelongsHere, "spleen")
    );
    assert!(atlas().contains(index("spleen"), said.point_mm));
    assert!(notice(&view).contains("Spleen"), "{}", notice(&view));
    let step = view.history.done.last().unwrap();
    assert_eq!(step.label, "Correct: belongs in Spleen");
    let undone = go(&mut view, HistoryCommand::Undo);
    assert_eq!(told(&undone), Some(&[][..]));

    // As the library answers a correction: the old place and its evidence are gone.
    let of_it = &mut open(&mut view).grounding;
    of_it.structure = "spleen".into();
    of_it.structures = [evidence("spleen", 1.0), evidence("liver", 0.3)].into();
    of_it.sentences.clear();
    let effects = go(&mut view, LibraryCommand::NotHere);
    assert_eq!(told(&effects).unwrap()[0].structure, "liver");

    let of_it = &mut open(&mut view).grounding;
    of_it.structure = "liver".into();
    of_it.structures = [evidence("liver", 1.0)].into();
    assert_eq!(viewer::next_best(&view), None);
    let effects = go(&mut view, LibraryCommand::NotHere);
    let said = &told(&effects).unwrap()[0];
    assert_eq!(
        (said.says, said.structure.as_str()),
        (Says::NotAFinding, "")
    );

    open(&mut view).grounding.outside_p = 1.0;
    let effects = go(&mut view, LibraryCommand::NotHere);
    assert_eq!(told(&effects), None, "it lies nowhere already");
}

#[test]
fn not_here_says_the_other_side_where_that_is_the_next_subject() {
    let mut view = reading();
    let place = |structure: &str, weight| grounding::PlaceShare {
        structure: structure.into(),
        point_mm: entry(1, structure).point_mm,
        weight,
    };
    let places = [place("right_kidney", 0.7), place("left_kidney", 0.3)];
    open(&mut view).grounding.places = places.into();
    let effects = go(&mut view, LibraryCommand::NotHere);
    let said = &told(&effects).unwrap()[0];
    assert_eq!(
        (said.says, said.structure.as_str()),
        (Says::OtherSide, "left_kidney")
    );
    assert_eq!(said.point_mm, entry(1, "left_kidney").point_mm);
}

#[test]
fn not_here_never_leads_back_to_where_the_reader_took_it_from() {
    let mut library = library::Library::in_memory().unwrap();
    let mut first = reading();
    let of_first = &mut open(&mut first);
    of_first.grounding.sentences[1].structure = "spleen".into();
    of_first.grounding.sentences[1].point_mm = entry(1, "spleen").point_mm;
    let evidence = |id: &str, p| grounding::Evidence { id: id.into(), p };
    of_first.grounding.structures = vec![evidence("right_kidney", 0.9), evidence("liver", 0.3)];
    let one = (of_first.document.clone(), of_first.grounding.clone());
    library.add(&[one]).unwrap();
    let key = library.entries().unwrap()[0].key;

    let mut view = view();
    go(&mut view, SelectCommand::SelectDocument(key));
    // Corrects as the library does, and opens what it answers.
    let follow = |view: &mut View, library: &mut library::Library, effects: &[Effect]| {
        for effect in effects {
            if let Effect::Correct(key, list) = effect {
                library.correct(*key, list).unwrap();
            }
        }
        let stored = library.get_by_key(key).unwrap().unwrap();
        let staged = StagedGrounding::new(stored.grounding.clone(), None);
        let now = match stored.grounding.is_outside() {
            true => "nowhere".to_owned(),
            false => stored.grounding.structure.clone(),
        };
        go(view, Message::Document(Box::new(stored), Box::new(staged)));
        now
    };
    assert_eq!(follow(&mut view, &mut library, &[]), "right_kidney");
    let mut places = Vec::new();
    for _ in 0..3 {
        let effects = go(&mut view, LibraryCommand::NotHere);
        places.push(follow(&mut view, &mut library, &effects));
    }
    assert_eq!(places, ["liver", "spleen", "nowhere"]);

    // The window begins again, and still knows what was tried.
    let session = serde_json::to_string(&viewer::Session::of(&view)).unwrap();
    let mut again = View::default();
    go(&mut again, Message::HomeAtlas(atlas()));
    let mut opened = support::opened_with(serde_json::from_str(&session).unwrap());
    if let Message::Opened { entries, .. } = &mut opened {
        *entries = view.documents.entries.to_vec();
    }
    go(&mut again, opened);
    go(&mut again, SelectCommand::SelectDocument(key));
    // It was said of the spleen that it is not there either: put back there, it goes nowhere.
    let spleen = Correction {
        structure: "spleen".into(),
        says: Says::BelongsHere,
        point_mm: entry(1, "spleen").point_mm,
        start: Correction::WHOLE.0,
        end: Correction::WHOLE.1,
    };
    library.correct(key, std::slice::from_ref(&spleen)).unwrap();
    assert_eq!(follow(&mut again, &mut library, &[]), "spleen");
    assert_eq!(viewer::next_best(&again), None);
    let effects = go(&mut again, LibraryCommand::NotHere);
    assert_eq!(follow(&mut again, &mut library, &effects), "nowhere");

    // What was undone was not said: from the liver it goes to the spleen again, from the kidney to the liver.
    for (is, next) in [("spleen", None), ("liver", Some("Spleen"))] {
        let undone = go(&mut view, HistoryCommand::Undo);
        assert_eq!(follow(&mut view, &mut library, &undone), is);
        assert_eq!(viewer::next_best(&view).as_deref(), next);
    }
    let undone = go(&mut view, HistoryCommand::Undo);
    assert_eq!(follow(&mut view, &mut library, &undone), "right_kidney");
    assert_eq!(viewer::next_best(&view).as_deref(), Some("Liver"));
}

#[test]
fn what_a_merge_has_brought_stays_when_more_is_said() {
    let mut view = reading();
    let key = open(&mut view).key;
    let effects = go(&mut view, correct(None, Some(Reading::OtherSide)));
    let own = told(&effects).unwrap().to_vec();
    let brought = Correction {
        start: 0,
        end: 8,
        says: Says::NotAFinding,
        structure: String::new(),
        point_mm: [0.0; 3],
    };
    // As it is read again after a copy has become part of it.
    Arc::make_mut(&mut view.scene.merged).insert(99, key);
    let stored = open(&mut view);
    stored.corrections = own.into_iter().chain([brought.clone()]).collect();
    let effects = go(&mut view, correct(Some(1), Some(Reading::NotAFinding)));
    let said = told(&effects).unwrap();
    assert_eq!(said.len(), 3);
    assert!(said.contains(&brought), "{said:?}");
}
