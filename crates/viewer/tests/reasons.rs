//! Why a document lies where it does, in words.

mod support;

use grounding::{Attribution, Evidence, SentenceGrounding, WordWeight};
use support::{go, stored, view};
use viewer::{Effect, Message, why_here};

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
