//! Two documents side by side, as the window asks for it.

mod support;

use std::collections::BTreeSet;

use grounding::{SentenceGrounding, Tag, TagSpan};
use library::{Document, Stored};
use support::{entry, go, names, notice, stored, view};
use viewer::command::{HistoryCommand, LibraryCommand, SelectCommand, WindowCommand};
use viewer::{Common, Effect, Message, Named, PanelTab, StagedGrounding, View};

/// A window on a library with three documents.
fn with_documents() -> View {
    let mut view = view();
    let rows = [(1, "liver"), (2, "spleen"), (3, "left_kidney")];
    let rows = rows.map(|(key, structure)| entry(key, structure));
    go(&mut view, Message::Added(rows.to_vec()));
    view
}

/// A document as the librarian answers it.
fn read(view: &mut View, stored: Stored) -> Vec<Effect> {
    let staged = StagedGrounding::new(stored.grounding.clone(), None);
    go(view, Message::Document(Box::new(stored), Box::new(staged)))
}

/// The same for the second of two, which are then compared as the librarian does it.
fn read_and_compare(view: &mut View, stored: Stored) {
    let compared = compared(&read(view, stored));
    go(view, compared);
}

/// The librarian's answer.
fn compared(effects: &[Effect]) -> Message {
    let compare = effects.iter().find_map(|effect| match effect {
        Effect::Compare { both, atlas } => Some((both, atlas)),
        _ => None,
    });
    let (both, atlas) = compare.expect("both are to be compared");
    let common = Common::of(atlas.as_deref(), [&both[0], &both[1]]);
    Message::Compared {
        both: both.clone(),
        common: Box::new(common),
    }
}

fn keys(view: &View) -> Option<[i64; 2]> {
    view.pair().map(|both| both.map(|one| one.stored.key))
}

/// The first and the second are read side by side.
fn pair() -> View {
    let mut view = with_documents();
    go(&mut view, SelectCommand::SelectDocument(1));
    go(&mut view, SelectCommand::ReadBeside(2));
    read(&mut view, stored(1, "liver"));
    read(&mut view, stored(2, "spleen"));
    assert_eq!(keys(&view), Some([1, 2]));
    view
}

#[test]
fn one_document_waits_for_the_next_that_is_chosen() {
    let mut view = with_documents();
    go(&mut view, SelectCommand::SideBySide);
    assert!(notice(&view).contains("Open a document first"));

    go(&mut view, SelectCommand::SelectDocument(1));
    read(&mut view, stored(1, "liver"));
    go(&mut view, WindowCommand::ShowTab(PanelTab::Document));
    go(&mut view, SelectCommand::SideBySide);
    assert_eq!(view.waits_beside(), Some(1));
    assert_eq!(
        view.layout.tab,
        PanelTab::Results,
        "the list to choose from"
    );
    assert!(!view.reads_side_by_side());

    go(&mut view, SelectCommand::SelectDocument(2));
    go(&mut view, WindowCommand::ShowTab(PanelTab::Document));
    assert!(!view.reads_side_by_side(), "it is being read");
    read(&mut view, stored(2, "spleen"));
    assert!(view.reads_side_by_side());
    assert_eq!(keys(&view), Some([1, 2]));

    // Again: one alone.
    go(&mut view, SelectCommand::SideBySide);
    assert_eq!(keys(&view), None);
    assert_eq!(view.selection.document, Some(2));
}

#[test]
fn two_selected_documents_are_read_side_by_side_and_escape_and_back_lead_away() {
    let mut view = with_documents();
    go(&mut view, SelectCommand::SelectSecond(Some(2)));
    assert_eq!(view.selection.second, None, "there is no first");
    go(&mut view, SelectCommand::SelectDocument(1));
    go(&mut view, SelectCommand::SelectSecond(Some(1)));
    assert_eq!(view.selection.second, None, "it is the first");
    go(&mut view, SelectCommand::SelectSecond(Some(2)));
    go(&mut view, SelectCommand::SideBySide);
    read(&mut view, stored(1, "liver"));
    read(&mut view, stored(2, "spleen"));
    assert_eq!(keys(&view), Some([1, 2]));
    assert_eq!(view.selection.second, None);

    go(&mut view, WindowCommand::Escape);
    assert_eq!(keys(&view), None);
    assert_eq!(view.selection.document, Some(2), "the open one stays");
    let effects = go(&mut view, HistoryCommand::Back);
    assert!(names(&effects).contains(&"Read".to_owned()));
    read(&mut view, stored(1, "liver"));
    read(&mut view, stored(2, "spleen"));
    assert_eq!(keys(&view), Some([1, 2]));
}

#[test]
fn the_body_can_be_looked_at_beside_two_documents() {
    let mut view = pair();
    let liver = support::index("liver");
    go(
        &mut view,
        SelectCommand::SelectStructure {
            structure: liver,
            point_mm: None,
        },
    );
    assert_eq!(view.selection.structure, Some(liver));
    assert_eq!(keys(&view), Some([1, 2]));
    // Its own marker is no other document.
    let effects = go(&mut view, SelectCommand::SelectDocument(1));
    assert_eq!(keys(&view), Some([1, 2]));
    // Both places are looked at: from their middle.
    let places = [1, 2].map(|key| view.documents.find(key).unwrap().1.mm());
    let middle = std::array::from_fn(|axis| (places[0][axis] + places[1][axis]) / 2.0);
    let Effect::Fly(pose) = &effects[0] else {
        panic!("{effects:?}")
    };
    assert!(pose.target.distance(viewer::world_from_lps(middle)) < 1e-3);
    // No step is none.
    assert!(go(&mut view, SelectCommand::StepInList(0)).is_empty());
}

#[test]
fn a_document_that_is_removed_stands_nowhere() {
    let mut view = pair();
    go(&mut view, LibraryCommand::RemoveDocument(1));
    assert_eq!(view.documents.beside, None);
    assert_eq!(view.selection.document, Some(2));

    let mut view = pair();
    go(
        &mut view,
        Message::Changed(vec![entry(2, "spleen"), entry(3, "left_kidney")]),
    );
    assert_eq!(view.documents.beside, None);

    let mut view = with_documents();
    go(&mut view, SelectCommand::SelectDocument(1));
    go(&mut view, SelectCommand::SelectSecond(Some(3)));
    let left = vec![entry(1, "liver"), entry(2, "spleen")];
    go(&mut view, Message::Changed(left));
    assert_eq!(view.selection.second, None);
}

#[test]
fn what_they_have_in_common_and_what_differs_is_told() {
    let document = |title: &str, text: &str, year, mesh: &[&str]| Document {
        title: title.into(),
        text: text.into(),
        year: Some(year),
        journal: Some("Gut".into()),
        mesh: mesh.iter().map(|term| (*term).to_owned()).collect(),
        ..Document::default()
    };
    let mut view = with_documents();
    go(&mut view, SelectCommand::SelectDocument(1));
    go(&mut view, SelectCommand::ReadBeside(2));
    let one = Stored {
        document: document(
            "Liver and spleen",
            "The liver was large. The stomach was seen.",
            2001,
            &["Humans", "Liver Cirrhosis"],
        ),
        ..stored(1, "liver")
    };
    let other = Stored {
        document: document(
            "The spleen in cirrhosis",
            "The spleen and the liver were large. The left kidney was seen.",
            2005,
            &["liver cirrhosis", "Splenomegaly"],
        ),
        ..stored(2, "spleen")
    };
    read(&mut view, other.clone());
    read_and_compare(&mut view, one.clone());
    let common = |view: &View| {
        let beside = view.documents.beside.as_ref().unwrap();
        beside.common.as_deref().cloned().unwrap()
    };
    let told = common(&view);
    let ids = |list: &[Named]| -> BTreeSet<String> {
        list.iter().map(|named| named.id.clone()).collect()
    };
    let set = |ids: &[&str]| -> BTreeSet<String> { ids.iter().map(|id| (*id).into()).collect() };
    assert_eq!(ids(&told.both), set(&["liver", "spleen"]));
    let plain = |id: &str| Named {
        id: id.into(),
        excluded: false,
    };
    assert_eq!(
        told.only,
        [vec![plain("stomach")], vec![plain("left_kidney")]]
    );
    assert_eq!(told.terms, ["Liver Cirrhosis"]);
    assert_eq!((told.years, told.same_journal), (Some(4), true));
    let [a, b] = [&one, &other].map(|s| viewer::StagePoint(s.grounding.point_mm));
    assert_eq!(told.apart_mm, Some(a.distance_mm(b)));
    // The kidney is nearest to the middle of the liver besides the liver itself.
    let near = told.near[0].map(|(structure, _)| structure);
    assert_eq!(near, Some(support::index("right_kidney")));

    // The liver of both is normal, the spleen of the first alone.
    let normal = |stored: &Stored, words: &[&str]| {
        let text = &stored.document.text;
        let span = |word: &&str| {
            let start = text.find(word).unwrap();
            let end = start + word.len();
            TagSpan {
                start,
                end,
                tag: Tag::Normal,
            }
        };
        let spans: Vec<TagSpan> = words.iter().map(span).collect();
        let mut sentence = SentenceGrounding {
            end: text.len(),
            ..SentenceGrounding::default()
        };
        sentence.set_spans(&spans);
        let mut changed = stored.clone();
        changed.document.title = "A report".into();
        changed.grounding.sentences = vec![sentence];
        changed
    };
    let mut first = one.clone();
    first.document.text = "The liver and the spleen were normal.".into();
    read(&mut view, normal(&first, &["liver", "spleen"]));
    read_and_compare(&mut view, normal(&other, &["liver"]));
    let told = common(&view);
    let absent = |id: &str| Named {
        excluded: true,
        ..plain(id)
    };
    assert_eq!(told.both, [absent("liver")]);
    assert_eq!(told.only[0], [absent("spleen")]);
    assert!(told.only[1].contains(&plain("spleen")));

    // Of a text that may be about no place here no distance is told.
    let mut doubtful = other;
    doubtful.grounding.outside_p = 1.0;
    read_and_compare(&mut view, doubtful);
    assert_eq!(common(&view).apart_mm, None);
}

#[test]
fn what_came_too_late_is_not_told_of_others() {
    let mut view = with_documents();
    go(&mut view, SelectCommand::SelectDocument(1));
    go(&mut view, SelectCommand::ReadBeside(2));
    assert!(!names(&read(&mut view, stored(1, "liver"))).contains(&"Compare".to_owned()));
    let first = compared(&read(&mut view, stored(2, "spleen")));
    let common = |view: &View| view.documents.beside.as_ref().unwrap().common.is_some();
    assert!(!common(&view), "it is awaited");
    // Another one is read by now.
    go(&mut view, SelectCommand::SelectDocument(3));
    go(&mut view, first.clone());
    assert!(!common(&view));
    let second = compared(&read(&mut view, stored(3, "left_kidney")));
    go(&mut view, first);
    assert!(!common(&view));
    // What was read anew and lies elsewhere now is compared again.
    let third = compared(&read(&mut view, stored(3, "right_kidney")));
    go(&mut view, second);
    assert!(!common(&view));
    go(&mut view, third);
    assert!(common(&view));
}
