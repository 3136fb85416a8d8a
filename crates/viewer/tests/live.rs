//! The live text: which of its words speak for its place, and the variants that are kept of it.

mod support;

use std::sync::Arc;

use anatomy::Atlas;
use grounding::{Attribution, Grounding};
use support::{atlas, go, mm, names, notice, view};
use viewer::command::{AtlasCommand, TextCommand};
use viewer::{
    Effect, Ended, JobReport, MAX_VARIANTS, Message, Session, StagedGrounding, Staging, View,
};

/// A text that lies in a structure, at a voxel of the small body.
fn about(structure: &str, voxel: [usize; 3]) -> Grounding {
    Grounding {
        structure: structure.into(),
        point_mm: mm(voxel),
        ..Default::default()
    }
}

const RIGHT: &str = "A large stone in the right kidney";
const LEFT: &str = "A large stone in the left kidney";

/// Types a text and has it placed.
fn type_in(view: &mut View, text: &str, home: Grounding) -> Vec<Effect> {
    go(view, TextCommand::LiveText(text.into()));
    let generation = view.live.generation;
    go(view, Message::live(generation, Some(home), None))
}

/// Two texts kept, 26 mm apart, the second one of them being the live text.
fn with_two() -> View {
    let mut view = view();
    type_in(&mut view, RIGHT, about("right_kidney", [11, 35, 24]));
    go(&mut view, TextCommand::KeepVariant);
    type_in(&mut view, LEFT, about("left_kidney", [37, 35, 24]));
    go(&mut view, TextCommand::KeepVariant);
    view
}

fn texts(view: &View) -> Vec<&str> {
    let variants = view.live.variants.iter();
    variants.map(|kept| kept.text.as_str()).collect()
}

fn letters(view: &View) -> String {
    view.live.variants.iter().map(|kept| kept.letter).collect()
}

#[test]
fn variants_have_letters_in_their_order_and_tell_how_far_they_lie_from_the_first() {
    let view = with_two();
    assert_eq!(texts(&view), [RIGHT, LEFT]);
    assert!(notice(&view).ends_with("as B"), "{}", notice(&view));
    let live = &view.live;
    assert_eq!((live.letter_of(0), live.letter_of(1)), ('A', 'B'));
    assert_eq!(live.from_first_mm(0), None);
    assert_eq!(live.from_first_mm(1), Some(26.0));
    assert_eq!(live.from_first_mm(2), None);
    assert!(live.differs_from_first(1) && !live.differs_from_first(0));
    assert_eq!(live.kept_as(), Some(1));
    assert_eq!(live.told_apart(0), RIGHT);
    assert_eq!(live.told_apart(1), "… the left kidney");
}

#[test]
fn a_text_is_told_from_the_first_by_what_differs_or_by_its_beginning() {
    let mut view = view();
    for text in [
        RIGHT,
        "A stone  in the\nright kidney",
        "A large stone in the right kidney, and one in the ureter",
        "A large stone",
    ] {
        type_in(&mut view, text, about("right_kidney", [11, 35, 24]));
        go(&mut view, TextCommand::KeepVariant);
    }
    let told: Vec<String> = (1..4).map(|n| view.live.told_apart(n)).collect();
    assert_eq!(
        told,
        [
            "A stone in the right kidney",
            "… right kidney, and one in the ureter",
            "… large stone"
        ]
    );
    assert!(!view.live.differs_from_first(3));
    assert_eq!(view.live.from_first_mm(3), Some(0.0));
}

#[test]
fn no_more_than_six_are_kept_and_none_twice_and_the_others_keep_their_letters() {
    let mut view = view();
    for n in 0..=MAX_VARIANTS {
        type_in(
            &mut view,
            &format!("text {n}"),
            about("liver", [10, 10, 20]),
        );
        go(&mut view, TextCommand::KeepVariant);
    }
    assert_eq!(view.live.variants.len(), MAX_VARIANTS);
    assert!(notice(&view).contains("Six"), "{}", notice(&view));
    assert!(!view.live.has_room());

    go(&mut view, TextCommand::DropVariant(1));
    go(&mut view, TextCommand::DropVariant(9));
    assert_eq!(
        texts(&view),
        ["text 0", "text 2", "text 3", "text 4", "text 5"]
    );
    go(&mut view, TextCommand::KeepVariant);
    assert_eq!(
        texts(&view).last(),
        Some(&"text 6"),
        "the last in the order"
    );
    type_in(&mut view, " text 3 ", about("liver", [10, 10, 20]));
    go(&mut view, TextCommand::DropVariant(0));
    go(&mut view, TextCommand::KeepVariant);
    assert!(notice(&view).ends_with("as D"), "{}", notice(&view));
    assert_eq!(letters(&view), "CDEFG", "those that stay keep theirs");
    go(&mut view, TextCommand::DropVariants);
    assert!(view.live.variants.is_empty());
    go(&mut view, TextCommand::KeepVariant);
    assert_eq!(letters(&view), "A", "from the beginning");
}

#[test]
fn what_is_kept_while_it_is_being_placed_follows_and_what_has_no_place_does_not() {
    let mut view = view();
    go(&mut view, TextCommand::KeepVariant);
    assert!(notice(&view).contains("Type or paste"));
    go(&mut view, TextCommand::LiveText(RIGHT.into()));
    go(&mut view, TextCommand::KeepVariant);
    assert!(view.live.variants.is_empty(), "it has no place yet");
    let home = about("right_kidney", [11, 35, 24]);
    let generation = view.live.generation;
    go(
        &mut view,
        Message::live(generation, Some(home.clone()), None),
    );
    assert_eq!(texts(&view), [RIGHT]);
    assert_eq!(view.live.variants[0].grounding.home, home);

    // One that was changed since is another text.
    go(&mut view, TextCommand::LiveText(LEFT.into()));
    go(&mut view, TextCommand::KeepVariant);
    type_in(&mut view, "A stone", about("left_kidney", [37, 35, 24]));
    assert!(notice(&view).contains("Not kept"), "{}", notice(&view));
    assert_eq!(texts(&view), [RIGHT]);

    go(&mut view, TextCommand::LiveText(LEFT.into()));
    let generation = view.live.generation;
    go(&mut view, Message::live(generation, None, None));
    go(&mut view, TextCommand::KeepVariant);
    assert!(notice(&view).contains("could not be placed"));
    assert_eq!(texts(&view), [RIGHT]);
}

#[test]
fn a_variant_that_is_taken_back_is_the_text_again_with_its_place_at_once() {
    let mut view = with_two();
    go(&mut view, TextCommand::LiveText("Something else".into()));
    let awaited = view.live.generation;
    let effects = go(&mut view, TextCommand::TakeVariant(0));
    assert!(
        names(&effects).is_empty(),
        "its place is known: {effects:?}"
    );
    assert_eq!((view.live.text.as_str(), view.live.pending), (RIGHT, false));
    let other = about("liver", [10, 10, 20]);
    go(&mut view, Message::live(awaited, Some(other), None));
    let structure = |view: &View| view.live.grounding.as_ref().unwrap().home.structure.clone();
    assert_eq!(
        structure(&view),
        "right_kidney",
        "an answer to another text"
    );
    assert_eq!(view.live.kept_as(), Some(0));
    go(&mut view, TextCommand::TakeVariant(5));
    assert_eq!(view.live.text, RIGHT);
}

#[test]
fn on_another_stage_variants_have_the_places_of_that_one() {
    let mut view = with_two();
    let (home, guest) = (atlas(), atlas());
    let staging = Arc::new(Staging::new(home, guest.clone()));
    let effects = shown(&mut view, &guest, Some(("guest", staging.clone())));
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::PlaceVariants { atlas, homes, .. } => Some((atlas.clone(), homes.clone())),
        _ => None,
    });
    let (slug, homes) = asked.expect("their places");
    assert_eq!(homes.len(), 2);
    assert_eq!(
        view.live.from_first_mm(1),
        None,
        "not those of the body before"
    );

    let stage = |home: Grounding| StagedGrounding::new(home, Some(&staging));
    let staged: Vec<_> = homes.into_iter().map(stage).collect();
    let answer = |atlas| Message::VariantsPlaced {
        atlas,
        staged: staged.clone(),
    };
    go(&mut view, answer(Some("another".into())));
    assert_eq!(view.live.from_first_mm(1), None);
    go(&mut view, answer(slug.clone()));
    assert!(view.live.from_first_mm(1).is_some_and(|mm| mm > 20.0));

    let effects = shown(&mut view, &atlas(), None);
    assert!(!names(&effects).contains(&"PlaceVariants".to_owned()));
    assert_eq!(view.live.from_first_mm(1), Some(26.0));
}

/// Another atlas comes on the stage.
fn shown(view: &mut View, atlas: &Arc<Atlas>, guest: Option<(&str, Arc<Staging>)>) -> Vec<Effect> {
    let effects = go(view, AtlasCommand::ShowAtlas(None));
    let job = effects.iter().find_map(|effect| match effect {
        Effect::ShowAtlas { job, .. } => Some(*job),
        _ => None,
    });
    let job = job.expect("an atlas is asked for");
    let (slug, staging) = guest.unzip();
    let message = Message::AtlasShown {
        job,
        slug: slug.map(str::to_owned),
        atlas: atlas.clone(),
        staging,
    };
    let effects = go(view, message);
    let mut report = JobReport::of(job);
    report.ended = Some(Ended::Done);
    go(view, Message::Job(report));
    effects
}

fn weighed(structure: &str) -> Attribution {
    Attribution {
        structure: structure.into(),
        class: structure.into(),
        logit: 1.0,
        words: Vec::new(),
    }
}

/// What is asked about the words of the live text: its number, the text, the structure.
fn asked(effects: &[Effect]) -> Option<(u64, &str, Option<&str>)> {
    effects.iter().find_map(|effect| match effect {
        Effect::ExplainText {
            generation,
            text,
            structure,
        } => Some((*generation, text.as_str(), structure.as_deref())),
        _ => None,
    })
}

#[test]
fn the_words_of_the_text_are_weighed_when_it_is_placed_and_an_answer_to_an_older_one_is_dropped() {
    let mut view = view();
    let right = about("right_kidney", [11, 35, 24]);
    let effects = type_in(&mut view, RIGHT, right.clone());
    assert_eq!(asked(&effects), None, "nobody wants to know");
    let effects = go(&mut view, TextCommand::ToggleWhy);
    let (first, text, structure) = asked(&effects).unwrap();
    assert_eq!((text, structure), (RIGHT, Some("right_kidney")));

    let effects = go(&mut view, TextCommand::LiveText(LEFT.into()));
    assert_eq!(names(&effects), ["StopExplainingText", "Ground"]);
    let late = Message::TextWhy {
        generation: first,
        found: Some(weighed("right_kidney")),
    };
    go(&mut view, late);
    assert_eq!(view.live.why.found, None);
    assert!(!view.live.why.pending, "not before it has its place");
    let generation = view.live.generation;
    let left = about("left_kidney", [37, 35, 24]);
    let effects = go(&mut view, Message::live(generation, Some(left), None));
    let (second, text, structure) = asked(&effects).unwrap();
    assert_eq!((text, structure), (LEFT, Some("left_kidney")));
    assert!(view.live.why.pending);
    let answer = |generation, structure| Message::TextWhy {
        generation,
        found: Some(weighed(structure)),
    };
    go(&mut view, answer(second, "left_kidney"));
    let found = |view: &View| view.live.why.found.as_ref().map(|f| f.structure.clone());
    assert_eq!(found(&view).as_deref(), Some("left_kidney"));
    assert!(!view.live.why.pending);

    // Another structure may be asked about; with the next text it is the place again.
    let spleen = TextCommand::ExplainInText("spleen".into());
    let effects = go(&mut view, spleen);
    let (third, _, structure) = asked(&effects).unwrap();
    assert_eq!((found(&view), structure), (None, Some("spleen")));
    go(&mut view, answer(third, "spleen"));
    let effects = type_in(&mut view, RIGHT, right);
    assert_eq!(asked(&effects).unwrap().2, Some("right_kidney"));
    let effects = go(&mut view, TextCommand::ToggleWhy);
    assert!(names(&effects).contains(&"StopExplainingText".to_owned()));
    assert!(!view.live.why.pending);
}

#[test]
fn of_a_variant_that_is_taken_back_the_words_are_weighed_too() {
    let mut view = with_two();
    go(&mut view, TextCommand::ToggleWhy);
    let effects = go(&mut view, TextCommand::TakeVariant(0));
    let (_, text, structure) = asked(&effects).unwrap();
    assert_eq!((text, structure), (RIGHT, Some("right_kidney")));
}

#[test]
fn variants_come_back_with_their_letters_when_the_library_is_opened_again() {
    let mut before = with_two();
    type_in(&mut before, "A stone", about("liver", [10, 10, 20]));
    go(&mut before, TextCommand::KeepVariant);
    go(&mut before, TextCommand::DropVariant(1));
    // What has a number that is none could not be read again.
    let nowhere = Grounding {
        point_mm: [f32::NAN; 3],
        ..about("liver", [10, 10, 20])
    };
    type_in(&mut before, "Somewhere", nowhere);
    go(&mut before, TextCommand::KeepVariant);
    assert_eq!(letters(&before), "ACD");
    let kept = serde_json::to_string(&Session::of(&before)).unwrap();
    let kept: Session = serde_json::from_str(&kept).unwrap();

    let mut view = view();
    go(&mut view, support::opened_with(kept));
    assert_eq!(letters(&view), "AC");
    assert_eq!(texts(&view), [RIGHT, "A stone"]);
    for variant in 0..2 {
        assert_eq!(
            view.live.variants[variant], before.live.variants[variant],
            "with its place"
        );
    }
    // A library without any leaves those of the window.
    go(
        &mut view,
        support::opened_with(Session::of(&support::view())),
    );
    assert_eq!(letters(&view), "AC");
}

#[test]
fn variants_whose_sentences_lie_beyond_their_text_do_not_come_back() {
    let too_far = usize::MAX;
    for (start, end, comes) in [
        (0, 3, "A"),
        (too_far, too_far, ""),
        (2, 1, ""),
        (0, 9, ""),
        (0, 2, ""),
    ] {
        let mut home = about("liver", [10, 10, 20]);
        home.sentences = vec![grounding::SentenceGrounding {
            start,
            end,
            ..Default::default()
        }];
        let mut before = view();
        type_in(&mut before, "b\u{e9}", home);
        go(&mut before, TextCommand::KeepVariant);
        assert_eq!(letters(&before), "A");
        let mut after = view();
        go(&mut after, support::opened_with(Session::of(&before)));
        assert_eq!(letters(&after), comes, "{start}..{end}");
    }
}
