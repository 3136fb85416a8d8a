//! Documents that are drawn around on the stage.

mod support;

use library::Hit;
use support::{go, hit, names, notice, scripted, view};
use viewer::command::{
    HistoryCommand, LibraryCommand, OrganiseCommand, SectionCommand, SelectCommand, ViewCommand,
    WindowCommand,
};
use viewer::{Effect, Message, PanelTab, Question, SectionPreset, Tool, View, Which};

/// The keys that are asked for.
fn asked(effects: &[Effect]) -> Option<(u64, Vec<i64>)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Rank {
            generation,
            question: Question::DrawnAround(drawn),
            ..
        } => Some((*generation, drawn.0.to_vec())),
        _ => None,
    })
}

/// Draws around documents, and lists them as the librarian does.
fn draw(view: &mut View, keys: &[i64]) -> Vec<i64> {
    go(view, ViewCommand::ToggleDrawAround);
    let effects = go(view, SelectCommand::ListDrawnAround(keys.to_vec()));
    let (generation, keys) = asked(&effects).expect("a list is asked for");
    let hits: Vec<Hit> = keys.iter().map(|key| hit(*key, "liver")).collect();
    go(
        view,
        Message::Ranked {
            generation,
            heading: "in what you drew".into(),
            total: hits.len(),
            hits,
            here: None,
            answering: Some(keys.clone().into()),
            facets: Default::default(),
            passing: None,
            suggestion: None,
        },
    );
    keys
}

#[test]
fn what_is_drawn_around_is_listed_and_back_leads_to_the_list_before() {
    let mut view = view();
    go(&mut view, SelectCommand::SearchText("stones".into()));
    go(&mut view, WindowCommand::ShowTab(PanelTab::Document));
    // Some twice, some that are not there.
    assert_eq!(draw(&mut view, &[4, 2, 2, 99]), [2, 4]);
    assert_eq!(
        view.layout.tool,
        Tool::Select,
        "what is listed can be clicked"
    );
    assert_eq!(view.layout.tab, PanelTab::Results);
    let listed = view.listed();
    assert_eq!(view.asked(&listed.asked), "in what you drew");

    // All of it is exported, also what the list has no room for.
    let effects = go(&mut view, LibraryCommand::ExportTo("a.ris".into()));
    let chosen = effects.iter().find_map(|effect| match effect {
        Effect::Export { chosen, .. } => Some(&chosen.which),
        _ => None,
    });
    assert!(matches!(
        chosen,
        Some(Which::Answering { question: Question::DrawnAround(drawn), .. }) if *drawn.0 == [2, 4]
    ));
    go(&mut view, OrganiseCommand::KeepSearch("these".into()));
    assert!(view.documents.shelf.searches.is_empty());
    assert!(notice(&view).contains("collection"));

    let effects = go(&mut view, HistoryCommand::Back);
    assert!(names(&effects).contains(&"Rank".to_owned()));
    let words = Question::Text("stones".into());
    assert_eq!(view.documents.results.question, words);
    let effects = go(&mut view, HistoryCommand::Forward);
    assert_eq!(asked(&effects).map(|(_, keys)| keys), Some(vec![2, 4]));
    // Escape leaves the document first, then the list.
    go(&mut view, SelectCommand::SelectDocument(2));
    go(&mut view, WindowCommand::Escape);
    assert!(matches!(
        view.documents.results.question,
        Question::DrawnAround(_)
    ));
    go(&mut view, WindowCommand::Escape);
    assert_eq!(view.documents.results.question, Question::All);
}

#[test]
fn where_nothing_lies_the_tool_stays_and_that_is_said() {
    let mut view = view();
    go(&mut view, ViewCommand::ToggleMeasure);
    go(&mut view, ViewCommand::ToggleDrawAround);
    assert_eq!(view.layout.tool, Tool::DrawAround, "one tool at a time");
    let effects = go(&mut view, SelectCommand::ListDrawnAround(vec![77]));
    assert_eq!(asked(&effects), None);
    assert_eq!(notice(&view), "No document lies in what you drew");
    assert_eq!(view.layout.tool, Tool::DrawAround);
    go(&mut view, LibraryCommand::RemoveDocument(1));
    let effects = go(&mut view, SelectCommand::ListDrawnAround(vec![1]));
    assert_eq!(asked(&effects), None, "it was removed");
    go(&mut view, WindowCommand::Escape);
    assert_eq!(view.layout.tool, Tool::Select);
}

#[test]
fn a_box_is_a_tool_of_its_own_that_is_laid_down_when_it_has_listed() {
    let mut view = view();
    for (command, tool) in [
        (ViewCommand::ToggleDrawAround, Tool::DrawAround),
        (ViewCommand::ToggleDrawBox, Tool::DrawBox),
        (ViewCommand::ToggleMeasure, Tool::Measure { from: None }),
        (ViewCommand::ToggleDrawBox, Tool::DrawBox),
        (ViewCommand::ToggleSeveral, Tool::Several),
        (ViewCommand::ToggleSeveral, Tool::Select),
        (ViewCommand::ToggleDrawBox, Tool::DrawBox),
        (ViewCommand::ToggleDrawBox, Tool::Select),
        (ViewCommand::ToggleDrawBox, Tool::DrawBox),
    ] {
        go(&mut view, command);
        assert_eq!(view.layout.tool, tool);
    }
    let drawing = |tool: Tool| tool.draws();
    assert!(drawing(view.layout.tool) && !drawing(Tool::Select));
    assert!(!drawing(Tool::Measure { from: None }) && !drawing(Tool::Several));
    let effects = go(&mut view, SelectCommand::ListDrawnAround(vec![2, 4]));
    assert_eq!(asked(&effects).map(|(_, keys)| keys), Some(vec![2, 4]));
    assert_eq!(view.layout.tool, Tool::Select);
    go(&mut view, ViewCommand::ToggleDrawBox);
    go(&mut view, WindowCommand::Escape);
    assert_eq!(view.layout.tool, Tool::Select);
}

#[test]
fn a_list_that_was_drawn_around_survives_being_saved() {
    let mut view = view();
    go(&mut view, scripted(r#"{ "list_drawn_around": [3, 1] }"#));
    let question = &view.documents.results.question;
    let text = serde_json::to_string(question).unwrap();
    assert_eq!(text, r#"{"drawn_around":[1,3]}"#);
    assert_eq!(serde_json::from_str::<Question>(&text).unwrap(), *question);
}

#[test]
fn the_probe_lists_what_lies_around_a_point_and_finds_it_anew() {
    let mut view = view();
    go(&mut view, ViewCommand::ToggleProbe);
    assert_eq!(view.layout.tool, Tool::Probe);
    for (asked, radius) in [(35.0, 35.0), (0.1, 2.0), (1e9, 150.0), (f32::NAN, 150.0)] {
        go(&mut view, ViewCommand::SetProbeRadius(asked));
        assert_eq!(view.layout.probe_mm, radius);
    }
    let (_, at) = view.documents.find(3).expect("it is there");
    let around = |radius_mm| SelectCommand::ListAround {
        point_mm: at,
        radius_mm,
    };
    let inside = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::Rank {
                question: Question::Around(around),
                ..
            } => Some(around.inside.0.to_vec()),
            _ => None,
        })
    };
    let far = |key: i64| {
        let (_, of) = view.documents.find(key).expect("it is there");
        let squares = (0..3).map(|axis| (of.mm()[axis] - at.mm()[axis]).powi(2));
        squares.sum::<f32>().sqrt()
    };
    let placed: Vec<i64> = view
        .documents
        .placed()
        .map(|(entry, _)| entry.key)
        .collect();
    let mut near: Vec<(f32, i64)> = placed.iter().map(|key| (far(*key), *key)).collect();
    near.retain(|(far, _)| *far <= 120.0);
    near.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let near: Vec<i64> = near.into_iter().map(|(_, key)| key).collect();
    assert_eq!(near[0], 3);

    let effects = go(&mut view, around(120.0));
    assert_eq!(inside(&effects).as_ref(), Some(&near), "the nearest first");
    assert_eq!(view.layout.tool, Tool::Select);
    assert_eq!(view.crosshair_mm, at);
    let question = view.documents.results.question.clone();
    let text = serde_json::to_string(&question).unwrap();
    let kept: Question = serde_json::from_str(&text).unwrap();
    assert!(matches!(kept, Question::Around(around) if around.inside.0.is_empty()));

    // One that is removed is no longer there when the list is asked for again.
    go(&mut view, LibraryCommand::RemoveDocument(3));
    let effects = go(&mut view, SelectCommand::SearchWithin("stones".into()));
    let left = effects.iter().find_map(|effect| match effect {
        Effect::Rank {
            question: Question::Within { of, .. },
            ..
        } => Some((**of).clone()),
        _ => None,
    });
    assert!(
        matches!(left, Some(Question::Around(around)) if *around.inside.0 == near[1..]),
        "and words narrow it"
    );

    // What was cut away is not listed.
    let within = |view: &View| {
        let drawn = view.documents.placed();
        let drawn = drawn.filter(|(_, at)| !view.scene.is_removed(*at));
        drawn.map(|(entry, _)| entry.key).collect::<Vec<i64>>()
    };
    // Behind all of them.
    let [x, y, z] = at.mm();
    let cut = SectionCommand::AddSection {
        preset: SectionPreset::Coronal,
        through: Some(viewer::StagePoint([x, y + 60.0, z])),
    };
    go(&mut view, cut);
    let drawn = within(&view);
    let mut expected = near.clone();
    expected.retain(|key| *key != 3 && drawn.contains(key));
    assert!(expected.len() < near.len() - 1, "the cuts take some away");
    let listed = inside(&go(&mut view, around(120.0)));
    assert_eq!(listed.unwrap_or_default(), expected);

    // Where nothing lies it is said, and the probe stays.
    go(&mut view, ViewCommand::ToggleProbe);
    let nowhere = SelectCommand::ListAround {
        point_mm: viewer::StagePoint([5000.0, 0.0, 0.0]),
        radius_mm: 10.0,
    };
    assert_eq!(inside(&go(&mut view, nowhere)), None);
    assert_eq!(notice(&view), "No document lies within 10 mm");
    assert_eq!(view.layout.tool, Tool::Probe);
    go(&mut view, WindowCommand::Escape);
    assert_eq!(view.layout.tool, Tool::Select);
}
