//! The quiz: its questions, its answers, and the stage given back.

mod support;

use std::collections::BTreeSet;
use std::sync::Arc;

use anatomy::{Catalogue, System};
use library::Spot;
use support::{body, document, index, names, notice, scripted, view};
use viewer::command::{QuizCommand, SelectCommand, WindowCommand};
use viewer::{Effect, Message, Quiz, QuizKind, QuizLevel, QuizOrder, View, Visibility, apply};

fn order(kind: QuizKind) -> QuizOrder {
    QuizOrder {
        kind,
        level: QuizLevel::All,
        questions: 10,
        seed: 7,
        ..QuizOrder::default()
    }
}

fn started(order: QuizOrder) -> (View, Vec<Effect>) {
    let mut view = view();
    let effects = apply(&mut view, QuizCommand::StartQuiz(order));
    (view, effects)
}

fn quiz(view: &View) -> &Quiz {
    view.quiz.as_ref().unwrap()
}

#[test]
fn every_question_has_its_answer_among_different_choices() {
    let catalogue = Catalogue::builtin();
    let mut orders = BTreeSet::new();
    for seed in 0..20 {
        let (view, _) = started(QuizOrder {
            seed,
            ..order(QuizKind::Name)
        });
        let quiz = quiz(&view);
        // Skin and fat are no questions.
        assert_eq!(quiz.questions.len(), 5);
        for question in &quiz.questions {
            let choices: BTreeSet<_> = question.choices.iter().collect();
            assert_eq!((choices.len(), question.choices.len()), (4, 4));
            assert!(choices.contains(&question.structure));
        }
        let asked: Vec<_> = quiz
            .questions
            .iter()
            .map(|q| &*catalogue.get(q.structure).id)
            .collect();
        orders.insert(asked.clone());
        let (again, _) = started(QuizOrder {
            seed,
            ..order(QuizKind::Name)
        });
        assert_eq!(again.quiz, view.quiz, "the same order asks the same");
    }
    assert!(
        orders.len() > 5,
        "another number, other questions: {orders:?}"
    );
    let (view, _) = started(QuizOrder {
        system: Some(System::Urinary),
        ..order(QuizKind::Name)
    });
    assert_eq!(quiz(&view).questions.len(), 2);
    let choices = quiz(&view).questions[0].choices.len();
    assert_eq!(
        choices, 4,
        "the neighbours of a small system are choices, too"
    );
    let (view, _) = started(QuizOrder {
        questions: 3,
        ..order(QuizKind::Name)
    });
    assert_eq!(quiz(&view).questions.len(), 3);
}

#[test]
fn large_structures_come_first() {
    let (mut view, _) = started(QuizOrder {
        level: QuizLevel::Large,
        ..order(QuizKind::Name)
    });
    assert!(view.quiz.is_none(), "the small body has nothing of 40 mL");
    assert!(notice(&view).contains("another level"), "{}", notice(&view));
    apply(
        &mut view,
        QuizCommand::StartQuiz(QuizOrder {
            level: QuizLevel::Medium,
            ..order(QuizKind::Name)
        }),
    );
    let asked: BTreeSet<_> = quiz(&view).questions.iter().map(|q| q.structure).collect();
    assert!(asked.contains(&index("liver")) && !asked.contains(&index("left_rib_5")));
}

#[test]
fn the_score_counts_and_the_stage_is_given_back() {
    let mut view = view();
    apply(&mut view, SelectCommand::SearchText("stones".into()));
    apply(
        &mut view,
        scripted(r#"{"set_visibility": ["spleen", "hidden"]}"#),
    );
    let (before, steps) = ((view.scene.clone(), view.place()), view.history.done.len());
    apply(&mut view, QuizCommand::StartQuiz(order(QuizKind::Name)));
    assert!(quiz(&view).asks());
    assert_eq!(
        view.selection.structure,
        Some(quiz(&view).questions[0].structure)
    );
    apply(&mut view, QuizCommand::NextQuestion);
    assert_eq!(quiz(&view).at, 0, "it waits for an answer");

    for number in 0..5 {
        let question = quiz(&view).questions[number].clone();
        let right = question
            .choices
            .iter()
            .position(|c| *c == question.structure)
            .unwrap();
        // The second is answered wrongly, the third not at all.
        match number {
            1 => apply(&mut view, QuizCommand::ChooseAnswer((right + 1) % 4)),
            2 => apply(&mut view, QuizCommand::GiveUp),
            _ => apply(&mut view, QuizCommand::ChooseAnswer(right)),
        };
        assert!(!quiz(&view).asks());
        let once = quiz(&view).clone();
        apply(&mut view, QuizCommand::ChooseAnswer(0));
        assert_eq!(*quiz(&view), once, "an answer stands");
        apply(&mut view, QuizCommand::NextQuestion);
    }
    assert!(quiz(&view).over && quiz(&view).question().is_none());
    assert_eq!(quiz(&view).right(Catalogue::builtin()), 3);
    apply(&mut view, QuizCommand::AskAgain);
    assert_eq!(quiz(&view).questions.len(), 2);
    assert!(quiz(&view).asks());

    apply(&mut view, WindowCommand::Escape);
    assert!(view.quiz.is_none());
    assert_eq!((view.scene.clone(), view.place()), before);
    assert_eq!(view.history.done.len(), steps);
}

#[test]
fn what_is_to_be_found_is_solid_and_a_part_of_it_is_right() {
    let mut view = View::default();
    // A left lung in two lobes.
    let blocks = [
        ([0, 0, 0], [47, 47, 47], "skin"),
        ([4, 8, 4], [20, 20, 20], "left_lung_upper_lobe"),
        ([4, 8, 21], [20, 20, 40], "left_lung_lower_lobe"),
        ([30, 8, 4], [40, 20, 20], "liver"),
    ];
    let blocks = blocks.map(|(low, high, id)| {
        let known = Catalogue::builtin().index_of(id);
        assert!(known.is_some(), "{id}");
        (low, high, id)
    });
    apply(&mut view, Message::HomeAtlas(body(&blocks)));
    let respiratory = QuizOrder {
        system: Some(System::Respiratory),
        ..order(QuizKind::Find)
    };
    apply(&mut view, QuizCommand::StartQuiz(respiratory));
    let lung = quiz(&view)
        .questions
        .iter()
        .position(|q| q.structure == index("left_lung"));
    let lung = lung.expect("the whole is asked for, too");
    for _ in 0..lung {
        apply(&mut view, QuizCommand::GiveUp);
        apply(&mut view, QuizCommand::NextQuestion);
    }
    assert_eq!(
        view.scene.visibility_of(index("left_lung_upper_lobe")),
        Visibility::Shown
    );
    assert_ne!(view.scene.visibility_of(index("liver")), Visibility::Shown);
    assert!(view.selection.structure.is_none(), "it is not lit");
    apply(
        &mut view,
        QuizCommand::ShowStructure(index("left_lung_lower_lobe")),
    );
    assert_eq!(
        quiz(&view).questions[lung].is_right(Catalogue::builtin()),
        Some(true)
    );
}

#[test]
fn a_text_is_asked_about_without_its_telling_words() {
    let (mut view, effects) = started(order(QuizKind::Text));
    let [Effect::Read { key, .. }, Effect::Fly(_)] = effects[..] else {
        panic!("{:?}", names(&effects));
    };
    let question = quiz(&view).questions[0].clone();
    assert_eq!(question.document, Some(key));
    assert_eq!(view.selection.document, None, "its marker would tell");
    let id = Catalogue::builtin().get(question.structure).id.clone();
    apply(&mut view, document(key, &id));
    let (title, _) = quiz(&view).text.clone().unwrap();
    assert!(
        title.starts_with("About the ") && title.contains('…'),
        "{title}"
    );
    let name = &Catalogue::builtin().get(question.structure).name;
    let told = name.split(' ').next_back().unwrap();
    assert!(!title.contains(told), "{title} / {told}");
    // Another document's text is not shown.
    let shown = quiz(&view).text.clone();
    apply(&mut view, document(key % 5 + 1, "spleen"));
    assert_eq!(quiz(&view).text, shown);
}

#[test]
fn texts_whose_place_is_not_sure_are_not_asked_about() {
    let mut view = view();
    let unsure = |entry: &mut Spot| entry.percent = 79;
    Arc::make_mut(&mut view.documents.entries)
        .iter_mut()
        .skip(1)
        .for_each(unsure);
    apply(&mut view, QuizCommand::StartQuiz(order(QuizKind::Text)));
    let sure = view.documents.entries[0].key;
    let asked = quiz(&view).questions.iter().map(|asked| asked.document);
    assert_eq!(asked.collect::<Vec<_>>(), [Some(sure)]);
}

#[test]
fn no_box_that_is_put_away_takes_the_keys() {
    let (mut view, _) = started(order(QuizKind::Name));
    apply(&mut view, WindowCommand::ShowTab(viewer::PanelTab::Text));
    apply(&mut view, WindowCommand::FocusAsk);
    assert_eq!(view.layout.focus, None);
    apply(&mut view, QuizCommand::EndQuiz);
    assert_eq!(view.layout.focus, None);
    apply(&mut view, WindowCommand::FocusAsk);
    assert!(view.layout.focus.is_some());
}

#[test]
fn a_quiz_that_is_chosen_stays_chosen_until_it_begins_and_after_it() {
    let mut view = view();
    assert_eq!(view.layout.quiz_order.questions, 10);
    let chosen = order(QuizKind::Find);
    apply(&mut view, QuizCommand::OrderQuiz(chosen));
    assert!(view.quiz.is_none(), "it has not begun");
    let ordered = view.layout.quiz_order;
    apply(&mut view, QuizCommand::StartQuiz(ordered));
    assert_eq!(quiz(&view).order, chosen);
    apply(&mut view, QuizCommand::EndQuiz);
    assert_eq!(view.layout.quiz_order, chosen);
    let levels = [QuizLevel::Large, QuizLevel::Medium, QuizLevel::All];
    assert_eq!(
        levels.map(|level| level.next(true)),
        [levels[1], levels[2], levels[2]]
    );
    assert_eq!(
        levels.map(|level| level.next(false)),
        [levels[0], levels[0], levels[1]]
    );
}

#[test]
fn what_is_to_be_found_is_lit_and_shown_by_keys_alone() {
    let (mut view, _) = started(QuizOrder {
        system: Some(System::Urinary),
        ..order(QuizKind::Find)
    });
    let kidneys = ["right_kidney", "left_kidney"].map(index);
    assert_eq!(
        viewer::quiz_candidates(&view),
        kidneys,
        "and no other system"
    );
    let lit = |view: &mut View, steps| {
        apply(view, QuizCommand::LightNext(steps));
        view.selection.structure.unwrap()
    };
    assert_eq!(lit(&mut view, 1), kidneys[0]);
    assert_eq!(lit(&mut view, 1), kidneys[1]);
    assert_eq!(lit(&mut view, 1), kidneys[0], "around");
    assert_eq!(lit(&mut view, -1), kidneys[1]);
    let asked = quiz(&view).question().unwrap().structure;
    while view.selection.structure != Some(asked) {
        apply(&mut view, QuizCommand::LightNext(1));
    }
    apply(&mut view, QuizCommand::ShowStructure(asked));
    assert_eq!(quiz(&view).right(Catalogue::builtin()), 1);
    assert!(viewer::quiz_candidates(&view).is_empty(), "it is answered");
    apply(&mut view, QuizCommand::NextQuestion);
    assert_eq!(view.selection.structure, None, "nothing is lit at first");
    // Backwards the last one comes first.
    assert_eq!(lit(&mut view, -1), kidneys[1]);
    let (mut name, _) = started(order(QuizKind::Name));
    let before = name.selection.structure;
    apply(&mut name, QuizCommand::LightNext(1));
    assert_eq!(name.selection.structure, before, "what is asked stays lit");
}
