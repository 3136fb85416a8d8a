//! Why a document lies where it does, in words.

mod support;

use grounding::{Attribution, Evidence, SentenceGrounding, WordWeight};
use library::About;
use support::{atlas, document, go, hit, mm, names, stored, view};
use viewer::command::{SelectCommand, TextCommand, WindowCommand};
use viewer::{Effect, HomePoint, Landmark, Message, Nearest, PanelTab, parts_line, why_here};

fn sentence(structure: &str, p: f32) -> SentenceGrounding {
    SentenceGrounding {
        text: "A sentence.".into(),
        start: 0,
        end: 11,
        point_mm: [0.0; 3],
        structure: structure.into(),
        p,
        tags: Vec::new(),
        normal: Vec::new(),
    }
}

#[test]
fn evidence_words_and_sentences_are_told_in_plain_words() {
    let mut view = view();
    let mut stored = stored(1, "liver");
    assert_eq!(why_here(&view, &stored).unwrap(), "Placed in: Liver.");
    stored.document.title = "Hepatic veins of the hepatic dome".into();
    stored.grounding.structures = vec![Evidence {
        id: "liver".into(),
        p: 0.997,
    }];
    let says = [
        ("liver", 0.9),
        ("spleen", 0.8),
        ("spleen", 0.7),
        ("liver", 0.6),
        ("stomach", 0.5),
        ("heart", 0.0),
    ];
    stored.grounding.sentences = says.map(|(id, p)| sentence(id, p)).to_vec();
    let plain = why_here(&view, &stored).unwrap();
    assert_eq!(
        plain,
        "Placed in: Liver (99 % likely). 2 sentences are about it. 2 point to: Spleen."
    );
    let word = |start, end, weight| WordWeight {
        in_title: true,
        start,
        end,
        weight,
    };
    let found = Attribution {
        structure: "liver".into(),
        class: "liver".into(),
        logit: 1.0,
        words: vec![
            word(0, 7, 2.0),
            word(8, 13, 1.0),
            word(14, 16, 0.1),
            word(21, 28, 1.9),
            word(29, 33, -2.0),
        ],
    };
    let generation = view.documents.why.generation;
    go(
        &mut view,
        Message::Why {
            generation,
            found: Some((1, found)),
        },
    );
    let words = why_here(&view, &stored).unwrap();
    assert!(
        words.contains("The words “hepatic”, “veins” speak for it most."),
        "{words}"
    );
    stored.grounding.outside_p = 1.0;
    assert_eq!(why_here(&view, &stored), None, "it lies nowhere");
}

#[test]
fn a_removal_offers_its_undo_and_an_unreadable_body_says_why() {
    let mut view = view();
    let effects = go(
        &mut view,
        viewer::command::LibraryCommand::RemoveDocument(1),
    );
    let stands = |effect: &Effect| matches!(effect, Effect::AgeNotice(_, s) if *s > 10.0);
    assert!(effects.iter().any(stands), "there is time to press it");
    assert!(view.layout.notice.as_ref().is_some_and(|news| news.undo));
    go(&mut view, viewer::command::HistoryCommand::Undo);
    assert!(view.scene.removed.is_empty());
    go(
        &mut view,
        Message::NoHomeAtlas("labels.bin is cut off".into()),
    );
    assert_eq!(view.body.failed.as_deref(), Some("labels.bin is cut off"));
    go(&mut view, Message::HomeAtlas(support::atlas()));
    assert_eq!(view.body.failed, None);
}

#[test]
fn the_nearest_end_or_neighbour_of_a_place_is_found_and_nothing_far_away() {
    use grounding::spatial::ends::End;
    let atlas = atlas();
    let of = |structure: &str, voxel, says_where| {
        Landmark::of(&atlas, structure, HomePoint(mm(voxel)), says_where)
    };
    let at = |structure: &str, voxel| of(structure, voxel, true);
    assert_eq!(
        at("liver", [12, 14, 32]).nearest,
        Some((Nearest::End(End::Dome), 0.0))
    );
    let (nearest, far) = at("liver", [12, 14, 21]).nearest.unwrap();
    assert_eq!(nearest, Nearest::End(End::Dome));
    assert!((8.0..=10.5).contains(&far), "{far}");
    // A rib has no ends of its own: what lies next to it is told.
    let (nearest, far) = at("left_rib_5", [37, 5, 40]).nearest.unwrap();
    assert_eq!(nearest, Nearest::Structure("spleen".into()));
    assert!(far > 9.0 && far < 12.0, "{far}");
    // Of the kidney on either side, which lies in a part of that.
    let kidney = at("kidney", [11, 35, 24]);
    assert_eq!(kidney.within.as_deref(), Some("right_kidney"));
    // Of a text that says no more than the organ, neither part nor end is told.
    assert_eq!(of("kidney", [11, 35, 24], false).within, None);
    let nearest = of("liver", [12, 14, 32], false).nearest;
    assert!(
        !matches!(nearest, Some((Nearest::End(_), _))),
        "{nearest:?}"
    );
    assert_eq!(
        at("stomach", [11, 35, 24]),
        Landmark::default(),
        "this body has none"
    );
}

/// What is asked of a document that is read.
fn opens(view: &mut viewer::View, key: i64, structure: &str) -> Vec<Effect> {
    go(view, SelectCommand::SelectDocument(key));
    go(view, document(key, structure))
}

#[test]
fn the_card_asks_for_what_it_says_once_and_only_while_it_is_seen() {
    let mut view = view();
    view.documents.results.pending = false;
    let effects = opens(&mut view, 1, "liver");
    assert_eq!(names(&effects), ["StopExplaining"], "the list is shown");
    let effects = go(&mut view, WindowCommand::ShowTab(PanelTab::Document));
    let [
        Effect::FindLandmark { of, home },
        Effect::Explain {
            structure,
            unasked: true,
            ..
        },
    ] = &effects[..]
    else {
        panic!("{effects:?}")
    };
    assert_eq!(structure.as_deref(), Some("liver"));
    assert!(!view.is_settled(), "both are awaited");
    let found = Landmark::of(home, "liver", HomePoint(of.stored.grounding.point_mm), true);
    let of = of.clone();
    go(&mut view, Message::Nearby { of, found });
    let words = |view: &viewer::View| {
        let opened = view.documents.opened.as_ref().unwrap();
        why_here(view, &opened.stored).unwrap()
    };
    let said = words(&view);
    assert_eq!(said, "Placed in: Liver. It lies 6 mm from the dome.");

    // The words are there without a press, and the switch that tints them asks for nothing more.
    let word = WordWeight {
        in_title: true,
        start: 10,
        end: 15,
        weight: 1.0,
    };
    let found = Attribution {
        structure: "liver".into(),
        class: "liver".into(),
        logit: 1.0,
        words: vec![word],
    };
    let generation = view.documents.why.generation;
    let found = Some((1, found));
    go(&mut view, Message::Why { generation, found });
    assert!(view.is_settled());
    assert!(words(&view).ends_with("The word “liver” speaks for it most."));
    for _ in 0..2 {
        assert!(go(&mut view, TextCommand::ToggleWhy).is_empty());
    }
    assert!(view.documents.why.found.is_some());
    // The same document read again is asked about no more.
    assert!(names(&opens(&mut view, 1, "liver")).is_empty());

    // Another one takes its place; what is answered of the one before is dropped.
    let effects = opens(&mut view, 3, "spleen");
    assert_eq!(
        names(&effects),
        ["StopExplaining", "FindLandmark", "Explain"]
    );
    let late = Message::Why {
        generation,
        found: None,
    };
    go(&mut view, late);
    assert!(view.documents.why.pending);
    // Without a model nothing is awaited of it.
    go(&mut view, Message::Engine(Err("no model".into())));
    assert!(!view.documents.why.pending);
    let effects = opens(&mut view, 2, "liver");
    assert_eq!(names(&effects), ["StopExplaining", "FindLandmark"]);
    assert!(go(&mut view, WindowCommand::DismissNotice(0)).is_empty());
}

#[test]
fn at_a_point_words_and_meaning_stand_beside_how_likely_it_is() {
    let view = view();
    let mut hit = hit(1, "liver");
    let line = |hit: &library::Hit| parts_line(&view, hit);
    assert_eq!(line(&hit), None, "a list that nothing has put in order");
    hit.text_rank = Some(2);
    assert_eq!(line(&hit), None, "by words alone");
    hit.meaning_rank = Some(5);
    assert_eq!(line(&hit).as_deref(), Some("words 2 · meaning 5"));
    hit.about = Some(About {
        p: 0.87,
        says: Some(Evidence {
            id: "liver".into(),
            p: 0.92,
        }),
        by_distance: false,
    });
    let all = "87 % likely · words 2 · meaning 5";
    assert_eq!(line(&hit).as_deref(), Some(all));
    hit.meaning_rank = None;
    assert_eq!(line(&hit).as_deref(), Some("87 % likely · words 2"));
    hit.text_rank = None;
    let alone = "87 % likely · evidence for “Liver” 92 %";
    assert_eq!(line(&hit).as_deref(), Some(alone));
}
