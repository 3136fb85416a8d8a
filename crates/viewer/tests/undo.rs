//! Whatever is done can be undone, and a saved list of commands gives the same state again. Longer than 500 lines: one matter, step by step.

mod support;

use anatomy::{Region, StructureIndex, System, Visibility};
use library::{Completed, MarkChange, Marks};
use proptest::prelude::*;
use support::{go, index, mm, names, notice, opened, view};
use viewer::command::{
    BodyCommand, HistoryCommand, LibraryCommand, OrganiseCommand, SectionCommand, SelectCommand,
    TextCommand, ViewCommand, WindowCommand,
};
use viewer::{
    Command, Effect, Ended, JobId, JobReport, Message, Palette, PanelTab, Pose, SectionPlane,
    SectionPreset, StagePoint, StandardView, View,
};

fn structure() -> impl Strategy<Value = StructureIndex> {
    prop::sample::select(vec![
        "liver",
        "spleen",
        "left_kidney",
        "kidney",
        "skin",
        "heart",
    ])
    .prop_map(support::index)
}

fn point() -> impl Strategy<Value = StagePoint> {
    [0usize..48, 0..48, 0..48].prop_map(|voxel| StagePoint(mm(voxel)))
}

/// Any command that a user can cause, with sensible and senseless arguments.
fn command() -> impl Strategy<Value = Command> {
    let visibility = prop::sample::select(vec![
        Visibility::Shown,
        Visibility::Ghost,
        Visibility::Hidden,
    ]);
    let body = prop_oneof![
        (structure(), visibility.clone()).prop_map(|(s, v)| BodyCommand::SetVisibility(s, v)),
        (structure(), -0.2f32..1.2).prop_map(|(s, o)| BodyCommand::SetOpacity(s, o)),
        (prop::sample::select(System::ALL.to_vec()), -0.2f32..1.2)
            .prop_map(|(s, o)| BodyCommand::SetSystemOpacity(s, o)),
        prop::sample::select(System::ALL.to_vec()).prop_map(BodyCommand::ToggleSystem),
        prop::sample::select(Region::ALL.to_vec()).prop_map(BodyCommand::ToggleRegion),
        (prop::sample::select(Region::ALL.to_vec()), visibility)
            .prop_map(|(r, v)| BodyCommand::SetRegionVisibility(r, v)),
        structure().prop_map(BodyCommand::Isolate),
        Just(BodyCommand::RestoreHidden),
        Just(BodyCommand::ResetVisibility),
        Just(BodyCommand::ToggleRecede),
        (-0.5f32..1.5).prop_map(BodyCommand::Explode),
        prop::sample::select(Palette::ALL.to_vec()).prop_map(BodyCommand::SetPalette),
        Just(BodyCommand::ToggleLabels),
    ];
    let preset = prop::sample::select(vec![
        SectionPreset::Axial,
        SectionPreset::Coronal,
        SectionPreset::Sagittal,
        SectionPreset::Facing,
    ]);
    let section = prop_oneof![
        (preset, prop::option::of(point()))
            .prop_map(|(preset, through)| SectionCommand::AddSection { preset, through }),
        (0usize..8, point()).prop_map(|(n, p)| {
            SectionCommand::SetSection(n, SectionPlane::through([0.0, 1.0, 0.0], p))
        }),
        (0usize..8).prop_map(SectionCommand::RemoveSection),
        Just(SectionCommand::ClearSections),
        any::<bool>().prop_map(SectionCommand::FillCut),
    ];
    let name = prop::sample::select(vec!["a", "b", " "]).prop_map(str::to_owned);
    let looking = prop_oneof![
        prop::sample::select(StandardView::ALL.to_vec()).prop_map(ViewCommand::View),
        name.clone().prop_map(ViewCommand::SaveView),
        name.clone().prop_map(ViewCommand::GoToView),
        name.prop_map(ViewCommand::RemoveView),
        (0u8..4).prop_map(ViewCommand::GoToNumberedView),
        Just(ViewCommand::ToggleMeasure),
        point().prop_map(ViewCommand::MeasurePoint),
        point().prop_map(ViewCommand::Crosshair),
        Just(ViewCommand::ClearMeasurements),
        Just(ViewCommand::ToggleSlices),
    ];
    let select = prop_oneof![
        (structure(), prop::option::of(point())).prop_map(|(structure, point_mm)| {
            SelectCommand::SelectStructure {
                structure,
                point_mm,
            }
        }),
        structure().prop_map(SelectCommand::AddStructure),
        (0i64..7).prop_map(SelectCommand::SelectDocument),
        (0i64..7).prop_map(SelectCommand::TickDocument),
        Just(SelectCommand::ClearSelection),
        any::<bool>().prop_map(SelectCommand::RankByPoint),
        Just(SelectCommand::SearchText("stones".into())),
    ];
    let library = prop_oneof![
        (0i64..7).prop_map(LibraryCommand::RemoveDocument),
        prop::collection::vec(0i64..7, 0..4).prop_map(LibraryCommand::RemoveDocuments),
    ];
    let window = prop_oneof![
        Just(WindowCommand::ToggleBodyPanel),
        Just(WindowCommand::ShowTab(PanelTab::Document)),
        Just(WindowCommand::Escape),
    ];
    let history = prop_oneof![
        Just(HistoryCommand::Undo),
        Just(HistoryCommand::Redo),
        Just(HistoryCommand::Settle),
        Just(HistoryCommand::Back),
        Just(HistoryCommand::Forward),
        (0usize..12).prop_map(HistoryCommand::GoToStep),
    ];
    prop_oneof![
        6 => body.prop_map(Command::from),
        3 => section.prop_map(Command::from),
        3 => looking.prop_map(Command::from),
        3 => select.prop_map(Command::from),
        2 => library.prop_map(Command::from),
        1 => window.prop_map(Command::from),
        3 => history.prop_map(Command::from),
        1 => Just(TextCommand::LiveText("a stone".into()).into()),
    ]
}

/// Takes back and brings back documents as a library would, so that what the core asks of it can be compared with what it shows.
fn kept_by_library(kept: &mut std::collections::BTreeSet<i64>, effects: &[Effect]) {
    for effect in effects {
        match effect {
            Effect::Remove(keys) => keys.iter().for_each(|key| assert!(kept.remove(key))),
            Effect::Restore(keys) => keys.iter().for_each(|key| assert!(kept.insert(*key))),
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn whatever_is_done_undone_to_the_end_gives_the_first_scene(
        commands in prop::collection::vec(command(), 1..60)
    ) {
        let mut view = view();
        let first = view.scene.clone();
        let mut library: std::collections::BTreeSet<i64> = (1..=5).collect();
        for command in commands {
            kept_by_library(&mut library, &go(&mut view, command));
        }
        let last = view.scene.clone();
        let undone = view.history.undone.len();
        let shown = |view: &View| -> std::collections::BTreeSet<i64> {
            (1..=5).filter(|key| !view.scene.removed.contains(key)).collect()
        };
        prop_assert_eq!(&shown(&view), &library, "the library holds what is shown");
        let steps = view.history.done.len();
        while !view.history.done.is_empty() {
            kept_by_library(&mut library, &go(&mut view, HistoryCommand::Undo));
        }
        prop_assert_eq!(&view.scene, &first);
        prop_assert_eq!(library.len(), 5, "every document is back");
        for _ in 0..steps {
            kept_by_library(&mut library, &go(&mut view, HistoryCommand::Redo));
        }
        prop_assert_eq!(&view.scene, &last, "and redone as far again, the last");
        prop_assert_eq!(view.history.undone.len(), undone);
        prop_assert_eq!(&shown(&view), &library);
    }

    #[test]
    fn a_saved_list_of_commands_replays_to_the_same_state(
        commands in prop::collection::vec(command(), 1..40)
    ) {
        let saved = serde_json::to_string(&commands).unwrap();
        let again: Vec<Command> = serde_json::from_str(&saved).unwrap();
        prop_assert_eq!(&again, &commands, "every command survives being saved");
        let (mut a, mut b) = (view(), view());
        b.body = a.body.clone();
        for (x, y) in commands.into_iter().zip(again) {
            let (x, y) = (go(&mut a, x), go(&mut b, y));
            prop_assert_eq!(names(&x), names(&y));
        }
        prop_assert_eq!(a, b);
    }

    #[test]
    fn a_view_survives_being_saved(commands in prop::collection::vec(command(), 1..20)) {
        let mut view = view();
        for command in commands {
            go(&mut view, command);
        }
        let text = serde_json::to_string(&view).unwrap();
        let again: View = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&again.scene, &view.scene);
        prop_assert_eq!(&again.layout, &view.layout);
        prop_assert_eq!(&again.history, &view.history);
        prop_assert_eq!(&again.navigation, &view.navigation);
        prop_assert_eq!(&again.selection, &view.selection);
    }
}

#[test]
fn a_slider_that_is_dragged_is_one_step_until_it_is_let_go() {
    let mut view = view();
    for amount in [0.1, 0.2, 0.3] {
        go(&mut view, BodyCommand::Explode(amount));
    }
    assert_eq!(view.history.done.len(), 1);
    go(&mut view, HistoryCommand::Settle);
    go(&mut view, BodyCommand::Explode(0.9));
    assert_eq!(view.history.done.len(), 2, "let go, the next is another");
    go(&mut view, BodyCommand::SetOpacity(index("liver"), 0.5));
    go(&mut view, BodyCommand::SetOpacity(index("spleen"), 0.5));
    go(&mut view, BodyCommand::SetOpacity(index("spleen"), 0.6));
    assert_eq!(view.history.done.len(), 4, "a step for each slider");
    go(&mut view, HistoryCommand::Undo);
    go(&mut view, HistoryCommand::Undo);
    go(&mut view, HistoryCommand::Undo);
    assert_eq!(view.scene.explode, 0.3);
    assert_eq!(view.history.undone.len(), 3);
    go(&mut view, BodyCommand::ToggleLabels);
    assert!(view.history.undone.is_empty(), "a new change ends redoing");
}

#[test]
fn steps_are_named_and_the_list_goes_to_any_of_them() {
    let mut view = view();
    go(
        &mut view,
        BodyCommand::SetVisibility(index("liver"), Visibility::Hidden),
    );
    go(&mut view, BodyCommand::SetPalette(Palette::System));
    go(
        &mut view,
        SectionCommand::AddSection {
            preset: SectionPreset::Coronal,
            through: None,
        },
    );
    // Its title is read when it is pointed at.
    go(&mut view, Message::Title(3, "About the spleen 3".into()));
    go(&mut view, LibraryCommand::RemoveDocument(3));
    go(&mut view, LibraryCommand::RemoveDocuments(vec![1, 2]));
    let labels: Vec<&str> = view.history.done.iter().map(|s| s.label.as_str()).collect();
    assert_eq!(
        labels,
        [
            "Hide liver",
            "By system",
            "Coronal cut",
            "Remove “About the spleen 3”",
            "Remove 2 documents"
        ]
    );
    let effects = go(&mut view, HistoryCommand::GoToStep(1));
    assert_eq!(names(&effects), ["Restore", "Rank"], "all of them at once");
    assert_eq!((view.history.done.len(), view.history.undone.len()), (1, 4));
    assert_eq!(view.scene.palette, Palette::Anatomical);
    go(&mut view, HistoryCommand::GoToStep(9));
    assert_eq!((view.history.done.len(), view.history.undone.len()), (5, 0));
    assert_eq!(view.scene.removed.len(), 3);
}

#[test]
fn an_empty_history_says_so() {
    let mut view = view();
    for (command, words) in [
        (HistoryCommand::Undo, "nothing to undo"),
        (HistoryCommand::Redo, "nothing to redo"),
        (HistoryCommand::Back, "nothing to go back"),
        (HistoryCommand::Forward, "nothing to go forward"),
    ] {
        go(&mut view, command);
        assert!(notice(&view).contains(words), "{}", notice(&view));
    }
}

#[test]
fn removals_of_an_earlier_session_are_undone_like_those_of_this_one() {
    let mut view = view();
    let title = "An article with a title that goes on for longer than a list has room for";
    let removals = vec![
        vec![(8, title.to_owned())],
        vec![(9, "b".into()), (10, "c".into())],
    ];
    go(&mut view, opened(removals));
    let labels: Vec<&str> = view.history.done.iter().map(|s| s.label.as_str()).collect();
    assert_eq!(labels.len(), 2);
    assert!(
        labels[0].ends_with("…”") && labels[1] == "Remove 2 documents",
        "{labels:?}"
    );
    let effects = go(&mut view, HistoryCommand::Undo);
    assert!(matches!(&effects[0], Effect::Restore(keys) if *keys == [9, 10]));
    go(&mut view, Message::Added(vec![support::entry(9, "liver")]));
    assert_eq!(view.documents.find(9).unwrap().0.key, 9);
    go(&mut view, HistoryCommand::Undo);
    assert!(view.scene.removed.is_empty());
}

#[test]
fn what_a_library_cannot_do_is_taken_back() {
    let mut view = view();
    go(&mut view, LibraryCommand::RemoveDocument(1));
    go(&mut view, Message::NotRemoved(vec![1]));
    assert!(view.scene.removed.is_empty());
    go(&mut view, LibraryCommand::RemoveDocument(2));
    go(&mut view, HistoryCommand::Undo);
    go(&mut view, Message::NotRestored(vec![2]));
    assert!(view.scene.removed.contains(&2));
}

#[test]
fn a_compacted_library_forgets_its_removals() {
    let mut view = view();
    go(&mut view, LibraryCommand::RemoveDocument(1));
    go(&mut view, BodyCommand::ToggleLabels);
    // Removed while the file was made smaller: that one lies in the trash again.
    go(&mut view, LibraryCommand::RemoveDocument(4));
    go(&mut view, Message::Compacted(vec![1]));
    assert_eq!(view.scene.removed.iter().collect::<Vec<_>>(), [4]);
    assert_eq!(
        names(&go(&mut view, HistoryCommand::Undo)),
        ["Restore", "Rank"]
    );
    let labels: Vec<&str> = view.history.done.iter().map(|s| s.label.as_str()).collect();
    assert_eq!(
        labels,
        ["Show the labels"],
        "the removal is no step any more"
    );
    assert!(view.scene.removed.is_empty() && view.documents.find(1).is_none());
    let effects = go(&mut view, HistoryCommand::Undo);
    assert_eq!(names(&effects), Vec::<String>::new());
}

#[test]
fn one_goes_back_and_forward_through_what_was_looked_at() {
    let mut view = view();
    let first = view.camera;
    go(&mut view, scripted_select("liver"));
    go(&mut view, SelectCommand::SelectDocument(3));
    go(&mut view, ViewCommand::View(StandardView::Left));
    go(&mut view, BodyCommand::ToggleLabels);
    assert_eq!(view.navigation.back.len(), 3);
    go(&mut view, HistoryCommand::Back);
    let effects = go(&mut view, HistoryCommand::Back);
    assert_eq!(view.selection.structure, Some(index("liver")));
    assert_eq!(view.selection.document, None);
    assert!(view.scene.labels, "looking back changes nothing");
    assert_eq!(names(&effects).last().map(String::as_str), Some("Fly"));
    go(&mut view, HistoryCommand::Back);
    assert_eq!(view.camera, first);
    assert_eq!(view.selection.structure, None);
    go(&mut view, HistoryCommand::Forward);
    let effects = go(&mut view, HistoryCommand::Forward);
    assert_eq!(view.selection.document, Some(3));
    assert!(names(&effects).contains(&"Read".to_owned()));
    go(&mut view, scripted_select("spleen"));
    assert!(
        view.navigation.forward.is_empty(),
        "a new place ends going forward"
    );
}

#[test]
fn a_place_that_is_looked_at_again_is_no_step() {
    let mut view = view();
    go(&mut view, ViewCommand::View(StandardView::Left));
    go(&mut view, ViewCommand::View(StandardView::Left));
    assert_eq!(view.navigation.back.len(), 1);
    let pose = Pose {
        yaw: 1.0,
        ..view.camera
    };
    go(&mut view, ViewCommand::MoveCamera(pose));
    assert_eq!(
        view.navigation.back.len(),
        1,
        "nor is every pixel of a drag"
    );
}

fn scripted_select(id: &str) -> SelectCommand {
    SelectCommand::SelectStructure {
        structure: index(id),
        point_mm: None,
    }
}

/// What a document has taken over: by number, with tags before and after.
fn completed(key: i64, number: i64, before: &[&str], after: &[&str]) -> Completed {
    let marks = [before, after].map(|tags| Marks {
        tags: tags.iter().map(|&tag| tag.to_owned()).collect(),
        ..Marks::default()
    });
    Completed {
        key,
        number: Some(number),
        marks: (marks[0] != marks[1]).then(|| Box::new(marks)),
    }
}

fn tag(key: i64, name: &str) -> OrganiseCommand {
    OrganiseCommand::Mark {
        keys: vec![key],
        change: MarkChange::Tag(name.into()),
    }
}

/// Ends the import that runs.
fn end(view: &mut View, import: JobId) {
    let ended = JobReport {
        ended: Some(Ended::Done),
        ..JobReport::of(import)
    };
    go(view, Message::Job(ended));
}

#[test]
fn undo_of_an_import_gives_what_it_completed_back_as_it_was() {
    let mut view = view();
    let tags = |view: &View, key| view.marks_of(key).tags.clone();
    go(&mut view, tag(2, "mine"));
    let [Effect::Import(import, _)] =
        go(&mut view, LibraryCommand::Import(vec!["refs.ris".into()]))[..]
    else {
        panic!("it begins");
    };
    // One is new, one gains fields, another one fields and a tag beside that of the reader, who goes on meanwhile.
    go(&mut view, Message::Added(vec![support::entry(6, "liver")]));
    let done = vec![
        completed(1, 11, &[], &[]),
        completed(2, 12, &["mine"], &["mine", "urology"]),
        completed(6, 13, &[], &["new"]),
    ];
    go(&mut view, Message::Completed(done));
    assert_eq!(tags(&view, 2), ["mine", "urology"]);
    go(&mut view, tag(2, "later"));
    assert_eq!(tags(&view, 2), ["later", "mine", "urology"]);
    end(&mut view, import);
    let labels: Vec<&str> = view.history.done.iter().map(|s| s.label.as_str()).collect();
    assert!(
        labels.len() == 3 && labels[2].ends_with("one document"),
        "{labels:?}"
    );

    let effects = go(&mut view, HistoryCommand::Undo);
    let mut told = effects.iter();
    assert!(
        matches!(told.next(), Some(Effect::TakeBack { numbers, again: false }) if *numbers == [11, 12]),
        "{effects:?}"
    );
    assert!(
        matches!(told.next(), Some(Effect::Remove(keys)) if *keys == [6]),
        "{effects:?}"
    );
    let marked = effects.iter().find_map(|effect| match effect {
        Effect::Mark(marks) => Some(marks.clone()),
        _ => None,
    });
    let marked = marked.expect("its tag goes");
    assert_eq!(
        (marked[0].0, &marked[0].1.tags[..]),
        (2, &["later".to_owned(), "mine".into()][..])
    );
    assert_eq!(
        tags(&view, 2),
        ["later", "mine"],
        "what the reader did meanwhile stays"
    );
    let effects = go(&mut view, HistoryCommand::Redo);
    assert!(
        matches!(&effects[0], Effect::Restore(keys) if *keys == [6]),
        "{effects:?}"
    );
    assert!(
        matches!(&effects[1], Effect::TakeBack { numbers, again: true } if *numbers == [11, 12]),
        "{effects:?}"
    );
    assert_eq!(tags(&view, 2), ["later", "mine", "urology"]);
    go(&mut view, HistoryCommand::GoToStep(0));
    assert_eq!(tags(&view, 2), Vec::<String>::new());
    go(&mut view, HistoryCommand::GoToStep(1));
    assert_eq!(
        tags(&view, 2),
        ["mine"],
        "before the import there is nothing of it"
    );
    go(&mut view, HistoryCommand::GoToStep(3));
    assert_eq!(tags(&view, 2), ["later", "mine", "urology"]);
}

#[test]
fn an_import_that_only_completes_is_a_step() {
    let mut view = view();
    let [Effect::Import(import, _)] =
        go(&mut view, LibraryCommand::Import(vec!["refs.ris".into()]))[..]
    else {
        panic!("it begins");
    };
    go(
        &mut view,
        Message::Completed(vec![completed(1, 4, &[], &[]), completed(1, 5, &[], &[])]),
    );
    end(&mut view, import);
    let label = &view.history.done.last().expect("a step").label;
    assert!(label.contains("one document completed"), "{label}");
    let effects = go(&mut view, HistoryCommand::Undo);
    assert!(
        matches!(&effects[..], [Effect::TakeBack { numbers, again: false }, ..] if *numbers == [4, 5]),
        "{effects:?}"
    );
    // Where the library could not, the next step does not rest on it.
    go(&mut view, Message::NotTakenBack(vec![4, 5], vec![5]));
    assert!(view.scene.taken_back.contains(&5) && !view.scene.taken_back.contains(&4));
    go(&mut view, Message::NotTakenBack(vec![4, 5], Vec::new()));
    assert!(view.scene.taken_back.is_empty());
    let effects = go(&mut view, HistoryCommand::Redo);
    assert_eq!(names(&effects), Vec::<String>::new(), "it is so already");
    // While an import may complete the same documents, and where the library can only be read, it is refused.
    let [Effect::Import(other, _)] =
        go(&mut view, LibraryCommand::Import(vec!["more.ris".into()]))[..]
    else {
        panic!("it begins");
    };
    assert_eq!(
        names(&go(&mut view, HistoryCommand::Undo)),
        Vec::<String>::new()
    );
    end(&mut view, other);
    view.documents.read_only = Some(library::ReadOnly::Elsewhere);
    assert_eq!(
        names(&go(&mut view, HistoryCommand::Undo)),
        Vec::<String>::new()
    );
}
