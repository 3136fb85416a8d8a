//! Tours: shown, left, made, and read from files of others.

mod support;

use support::{index, names, notice, scripted, view as view_with_library};
use viewer::command::{
    BodyCommand, QuizCommand, SectionCommand, SelectCommand, TextCommand, TourCommand, ViewCommand,
    WindowCommand,
};
use viewer::{
    Effect, Input, Message, Popover, Question, QuizKind, QuizLevel, QuizOrder, SectionPreset,
    Session, StagePoint, Tool, Tour, View, Visibility, apply,
};

/// What the camera is sent to, and how often.
fn flights(effects: &[Effect]) -> usize {
    let fly = |effect: &&Effect| matches!(effect, Effect::Fly(_));
    effects.iter().filter(fly).count()
}

fn play(view: &mut View, stops: &str) -> Vec<Effect> {
    let text = format!(r#"{{"title": "A lesson", "stops": {stops}}}"#);
    let tour = Tour::read(text.as_bytes()).unwrap();
    apply(view, Message::Tour("lesson.json".into(), Box::new(tour)));
    apply(view, TourCommand::PlayDraft(0))
}

const TWO: &str = r#"[
    {"heading": "The liver", "commands": [{"select_structure": {"structure": "liver", "point_mm": null}}, {"set_visibility": ["skin", "hidden"]}]},
    {"heading": "A text", "commands": [{"live_text": "A stone in the left kidney."}, {"show_tab": "text"}]}
]"#;

#[test]
fn every_tour_that_ships_can_be_read_and_shown() {
    let tours = Tour::shipped();
    assert_eq!(tours.len(), 3);
    for (number, tour) in tours.iter().enumerate() {
        assert!(
            tour.stops.len() >= 5 && !tour.about.is_empty(),
            "{}",
            tour.title
        );
        let again = Tour::read(tour.written().as_bytes()).unwrap();
        assert_eq!(again, *tour);
        let catalogue = anatomy::Catalogue::builtin();
        for stop in &tour.stops {
            for command in &stop.commands {
                let known = command.clone().resolve(catalogue);
                assert!(known.is_ok(), "{}: {known:?}", stop.heading);
            }
        }
        let mut view = view_with_library();
        let before = (view.scene.clone(), view.place());
        apply(&mut view, TourCommand::PlayTour(number));
        for _ in 1..tour.stops.len() {
            assert!(view.tours.touring.is_some());
            apply(&mut view, TourCommand::NextStop);
        }
        apply(&mut view, TourCommand::NextStop);
        assert!(
            view.tours.touring.is_none(),
            "after the last stop it is over"
        );
        assert_eq!((view.scene.clone(), view.place()), before);
    }
}

#[test]
fn a_stop_is_the_same_whatever_was_shown_before_it() {
    let mut view = view_with_library();
    view.layout.presentation = true;
    let effects = play(&mut view, TWO);
    assert_eq!(view.selection.structure, Some(index("liver")));
    assert_eq!(view.scene.visibility_of(index("skin")), Visibility::Hidden);
    assert_eq!(flights(&effects), 1, "{:?}", names(&effects));
    let first = (view.scene.clone(), view.place());

    apply(&mut view, TourCommand::NextStop);
    assert_eq!(view.selection.structure, None);
    assert_ne!(view.scene.visibility_of(index("skin")), Visibility::Hidden);
    assert_eq!(view.live.text, "A stone in the left kidney.");
    assert!(
        view.layout.presentation,
        "a tab is shown when the panels are back"
    );

    assert!(view.layout.focus.is_none(), "the keys stay the tour's");

    // The teacher turns and cuts the body, and goes back.
    apply(
        &mut view,
        scripted(r#"{"add_section": {"preset": "axial"}}"#),
    );
    apply(&mut view, TourCommand::PreviousStop);
    assert_eq!((view.scene.clone(), view.place()), first);
    assert!(view.live.text.is_empty());
    let back = apply(&mut view, TourCommand::PreviousStop);
    assert!(back.is_empty() && view.tours.touring.as_ref().unwrap().at == 0);
}

#[test]
fn the_end_is_where_the_reader_was_and_what_was_done_meanwhile_stays_done() {
    let mut view = view_with_library();
    apply(
        &mut view,
        BodyCommand::SetVisibility(index("spleen"), Visibility::Hidden),
    );
    apply(&mut view, SelectCommand::SearchText("stones".into()));
    apply(&mut view, TextCommand::LiveText("mine".into()));
    let steps = view.history.done.len();
    play(&mut view, TWO);
    assert!(view.live.text.is_empty());
    apply(&mut view, scripted(r#"{"remove_document": 1}"#));
    apply(&mut view, WindowCommand::Escape);
    assert!(view.tours.touring.is_none());
    assert_eq!(view.live.text, "mine");
    assert_eq!(
        view.scene.visibility_of(index("spleen")),
        Visibility::Hidden
    );
    assert_eq!(
        view.documents.results.question,
        Question::Text("stones".into())
    );
    assert!(
        view.scene.removed.contains(&1),
        "a removal is no matter of looks"
    );
    assert_eq!(
        view.history.done.len(),
        steps + 1,
        "sights are no steps of undo"
    );
    assert_eq!(
        view.layout.popover,
        Some(Popover::Tours),
        "it is made further"
    );
}

#[test]
fn steps_of_undo_are_the_readers_and_never_a_tours() {
    let mut view = view_with_library();
    let hide = |id: &str| BodyCommand::SetVisibility(index(id), Visibility::Hidden);
    apply(&mut view, hide("liver"));
    let (scene, steps) = (view.scene.clone(), view.history.clone());
    play(&mut view, TWO);
    for command in ["undo", "redo", "back"] {
        let sight = view.scene.clone();
        apply(&mut view, scripted(&format!("\"{command}\"")));
        assert_eq!(view.scene, sight, "{command}");
        assert!(notice(&view).contains("end the tour"), "{}", notice(&view));
    }
    // What is done to the looks of the tour's stage goes with it, what is done to the library stays.
    apply(&mut view, hide("left_kidney"));
    apply(&mut view, scripted(r#"{"remove_document": 1}"#));
    apply(&mut view, TourCommand::EndTour);
    assert_eq!(view.history.done.len(), steps.done.len() + 1);
    assert!(view.scene.removed.contains(&1));
    apply(&mut view, scripted("\"undo\""));
    assert_eq!(view.scene, scene, "the removal is undone, and nothing else");
}

#[test]
fn a_text_of_a_stop_before_is_awaited_no_longer() {
    let mut view = view_with_library();
    let stops = r#"[{"heading": "A", "commands": [{"live_text": "A stone."}]}, {"heading": "B"}]"#;
    play(&mut view, stops);
    assert!(view.live.pending);
    let asked = view.live.generation;
    apply(&mut view, TourCommand::NextStop);
    assert!(
        !view.live.pending && view.live.generation > asked,
        "its answer comes too late"
    );
}

#[test]
fn another_library_ends_a_tour_and_the_readers_text_is_placed_again() {
    let mut view = view_with_library();
    apply(&mut view, TextCommand::LiveText("mine".into()));
    view.layout.side_panel = false;
    play(&mut view, TWO);
    let effects = apply(&mut view, support::opened(Vec::new()));
    assert!(view.tours.touring.is_none());
    assert_eq!(view.live.text, "mine");
    assert!(
        names(&effects).contains(&"Ground".to_owned()),
        "{:?}",
        names(&effects)
    );
    assert!(!view.layout.side_panel, "closed, as it was");
}

#[test]
fn what_is_kept_of_the_window_is_what_was_seen_before_the_tour() {
    let mut view = view_with_library();
    apply(&mut view, scripted(r#"{"view": "Left"}"#));
    let kept = Session::of(&view);
    play(&mut view, TWO);
    assert_eq!(Session::of(&view), kept);
    apply(&mut view, scripted(r#"{"save_view": "mine"}"#));
    assert_ne!(Session::of(&view), kept, "a view that is saved is saved");
}

#[test]
fn an_isolated_part_of_an_organ_is_seen_again() {
    let mut view = View::default();
    // The appendix is a part of the caecum, which has voxels of its own.
    let blocks = [
        ([0, 0, 0], [47, 47, 47], "skin"),
        ([4, 8, 4], [20, 20, 20], "caecum"),
        ([4, 8, 21], [8, 12, 30], "appendix"),
    ];
    let parent = |id: &str| anatomy::Catalogue::builtin().get(index(id)).parent;
    assert_eq!(parent("appendix"), Some(index("caecum")));
    apply(&mut view, Message::HomeAtlas(support::body(&blocks)));
    apply(&mut view, TourCommand::NewTour);
    apply(&mut view, BodyCommand::Isolate(index("appendix")));
    apply(&mut view, TourCommand::AddStop);
    apply(&mut view, BodyCommand::ResetVisibility);
    apply(&mut view, TourCommand::PlayDraft(0));
    let seen = |id: &str| view.scene.visibility_of(index(id));
    assert_eq!(seen("appendix"), Visibility::Shown);
    assert_eq!(
        (seen("caecum"), seen("skin")),
        (Visibility::Hidden, Visibility::Hidden)
    );
}

#[test]
fn a_tour_that_is_not_saved_is_not_lost_without_a_word() {
    let mut view = view_with_library();
    apply(&mut view, TourCommand::NewTour);
    apply(&mut view, TourCommand::AddStop);
    let draft = view.tours.draft.clone();
    for command in [TourCommand::OpenTour, TourCommand::CopyTour(0)] {
        let effects = apply(&mut view, command);
        assert!(names(&effects).is_empty() && view.tours.draft == draft);
        assert!(notice(&view).contains("save or close"), "{}", notice(&view));
    }
    assert!(
        names(&apply(&mut view, WindowCommand::Quit)).is_empty(),
        "it is said once"
    );
    assert_eq!(names(&apply(&mut view, WindowCommand::Quit)), ["Quit"]);
    apply(&mut view, TourCommand::CloseTour);
    assert_eq!(names(&apply(&mut view, TourCommand::OpenTour)), ["Ask"]);
}

#[test]
fn a_tour_that_is_not_saved_comes_back_after_the_window_broke_off() {
    let mut view = view_with_library();
    assert!(
        serde_json::to_value(Session::of(&view))
            .unwrap()
            .get("draft")
            .is_none()
    );
    apply(&mut view, TourCommand::NewTour);
    let none = serde_json::to_value(Session::of(&view)).unwrap();
    assert!(none.get("draft").is_none(), "it has no stop");
    apply(&mut view, TourCommand::AddStop);
    let kept = serde_json::to_string(&Session::of(&view)).unwrap();
    let again = |kept: &str| {
        let mut again = View::default();
        apply(&mut again, Message::HomeAtlas(support::atlas()));
        apply(
            &mut again,
            support::opened_with(serde_json::from_str(kept).unwrap()),
        );
        again
    };
    let mut after = again(&kept);
    assert_eq!(after.tours.draft, view.tours.draft);
    assert_eq!(after.layout.popover, Some(Popover::Tours), "it is seen");
    assert!(
        names(&apply(&mut after, WindowCommand::Quit)).is_empty(),
        "and still asks to be saved"
    );
    // Left all the same it is gone, as said; closed or saved, too.
    apply(&mut after, WindowCommand::Quit);
    let kept_after = serde_json::to_value(Session::of(&after)).unwrap();
    assert!(kept_after.get("draft").is_none());
    let tour = view.tours.draft.clone().unwrap().tour;
    let written = Message::TourWritten("mine.json".into(), Box::new(tour));
    apply(&mut view, written);
    let saved = serde_json::to_value(Session::of(&view)).unwrap();
    assert!(saved.get("draft").is_none());

    // One of another library does not take the place of the one that is being made.
    let mut other = view_with_library();
    apply(&mut other, TourCommand::NewTour);
    let own = other.tours.draft.clone();
    apply(
        &mut other,
        support::opened_with(serde_json::from_str(&kept).unwrap()),
    );
    assert_eq!(other.tours.draft, own);

    // A library from elsewhere brings no tour that does more than look.
    let mut evil: serde_json::Value = serde_json::from_str(&kept).unwrap();
    let commands = &mut evil["draft"]["tour"]["stops"][0]["commands"];
    *commands = serde_json::json!([{ "remove_document": 1 }]);
    assert_eq!(again(&evil.to_string()).tours.draft, None);
    // One that cannot be read loses nothing else.
    evil["draft"] = serde_json::json!({ "tour": null });
    let without = again(&evil.to_string());
    assert_eq!(without.tours.draft, None);
    assert_eq!(without.layout.docks, again(&kept).layout.docks);
    assert_eq!(without.theme, again(&kept).theme);
    // It stays with the state for a program that can.
    let state = serde_json::to_value(Session::of(&without)).unwrap();
    assert_eq!(state["draft"], serde_json::json!({ "tour": null }));
}

#[test]
fn stops_follow_one_another_and_an_old_clock_moves_nothing() {
    let mut view = view_with_library();
    let timed = r#"[{"heading": "1", "seconds": 2}, {"heading": "2", "seconds": 3}, {"heading": "3", "seconds": 4}]"#;
    let number = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::TimeStop(number, seconds) => Some((*number, *seconds)),
            _ => None,
        })
    };
    let at = |view: &View| view.tours.touring.as_ref().map(|touring| touring.at);
    let (first, seconds) = number(&play(&mut view, timed)).unwrap();
    assert_eq!(seconds, 2.0);
    let (second, _) = number(&apply(&mut view, TourCommand::NextStop)).unwrap();
    apply(&mut view, TourCommand::StopIsOver(first));
    assert_eq!(at(&view), Some(1), "it was led on by hand meanwhile");
    apply(&mut view, TourCommand::PlayOrPause);
    apply(&mut view, TourCommand::StopIsOver(second));
    assert_eq!(at(&view), Some(1), "it waits");
    let (again, _) = number(&apply(&mut view, TourCommand::PlayOrPause)).unwrap();
    let (last, _) = number(&apply(&mut view, TourCommand::StopIsOver(again))).unwrap();
    apply(&mut view, TourCommand::StopIsOver(last));
    let touring = view.tours.touring.as_ref().unwrap();
    assert!(touring.at == 2 && !touring.playing, "the last sight stays");
}

#[test]
fn a_sight_becomes_a_stop_that_shows_it_again() {
    let mut view = view_with_library();
    apply(&mut view, TourCommand::NewTour);
    apply(
        &mut view,
        BodyCommand::SetVisibility(index("skin"), Visibility::Hidden),
    );
    apply(&mut view, BodyCommand::SetOpacity(index("spleen"), 0.4));
    apply(&mut view, BodyCommand::ToggleRecede);
    apply(&mut view, BodyCommand::ToggleLabels);
    let through = Some(StagePoint([1.0, 2.0, 3.0]));
    for preset in [SectionPreset::Coronal, SectionPreset::Facing] {
        apply(&mut view, SectionCommand::AddSection { preset, through });
    }
    apply(&mut view, ViewCommand::ToggleSlices);
    let liver = SelectCommand::SelectStructure {
        structure: index("liver"),
        point_mm: Some(StagePoint([-9.0, -9.0, 2.0])),
    };
    apply(&mut view, liver);
    apply(&mut view, SelectCommand::SelectDocument(1));
    apply(&mut view, scripted(r#"{"view": "Left"}"#));
    apply(&mut view, TourCommand::AddStop);
    let seen = (
        view.scene.clone(),
        view.place(),
        view.slices,
        view.crosshair_mm,
    );

    apply(&mut view, BodyCommand::ResetVisibility);
    apply(&mut view, SectionCommand::ClearSections);
    apply(&mut view, SelectCommand::ClearSelection);
    apply(&mut view, TourCommand::PlayDraft(0));
    let again = (
        view.scene.clone(),
        view.place(),
        view.slices,
        view.crosshair_mm,
    );
    let hidden = |scene: &viewer::Scene| scene.hidden_by_hand.clone();
    assert_eq!(hidden(&again.0), hidden(&seen.0));
    assert_eq!(again.0, seen.0);
    assert_eq!((again.1, again.2, again.3), (seen.1, seen.2, seen.3));

    let draft = view.tours.draft.clone().unwrap();
    assert_eq!(draft.tour.stops[0].heading, "Liver");
    assert!(draft.changed && draft.tour.library.as_deref() == Some("papers.atlas"));
    let read = Tour::read(draft.tour.written().as_bytes()).unwrap();
    assert_eq!(read, draft.tour);

    // In another library the same number is another document.
    view.documents.path = "others.atlas".into();
    apply(&mut view, TourCommand::PlayDraft(0));
    assert_eq!(view.selection.document, None);
    assert_eq!(view.selection.structure, Some(index("liver")));
}

#[test]
fn a_tour_is_made_and_changed_stop_by_stop() {
    let mut view = view_with_library();
    apply(&mut view, TourCommand::NewTour);
    for _ in 0..3 {
        apply(&mut view, TourCommand::AddStop);
    }
    let edit = |at, heading: &str| TourCommand::EditStop {
        at,
        heading: heading.into(),
        caption: "Words.".into(),
        seconds: Some(5.0),
    };
    for (at, heading) in ["one", "two", "three"].into_iter().enumerate() {
        apply(&mut view, edit(at, heading));
    }
    apply(&mut view, TourCommand::MoveStop { at: 2, to: 0 });
    apply(&mut view, TourCommand::RemoveStop(1));
    let headings = |view: &View| -> Vec<String> {
        let stops = &view.tours.draft.as_ref().unwrap().tour.stops;
        stops.iter().map(|stop| stop.heading.clone()).collect()
    };
    assert_eq!(headings(&view), ["three", "two"]);
    apply(&mut view, TourCommand::MoveStop { at: 0, to: 7 });
    apply(&mut view, TourCommand::RemoveStop(9));
    assert_eq!(
        headings(&view),
        ["three", "two"],
        "there are no such places"
    );

    let effects = apply(&mut view, TourCommand::SaveTourTo("mine.json".into()));
    let [Effect::WriteTour(path, tour)] = &effects[..] else {
        panic!("{effects:?}");
    };
    apply(&mut view, Message::TourWritten(path.clone(), tour.clone()));
    let draft = view.tours.draft.as_ref().unwrap();
    assert!(!draft.changed && draft.path.as_deref() == Some(path));

    apply(&mut view, edit(0, &"long ".repeat(50)));
    let effects = apply(&mut view, TourCommand::SaveTourTo("mine.json".into()));
    assert!(names(&effects).is_empty(), "{effects:?}");
    assert!(notice(&view).contains("too long"), "{}", notice(&view));
}

#[test]
fn a_file_that_does_more_than_look_is_refused() {
    let of = |command: &str| {
        format!(
            r#"{{"title": "x", "stops": [{{"heading": "fine"}}, {{"heading": "y", "commands": [{command}]}}]}}"#
        )
    };
    assert!(Tour::read(of(r#"{"isolate": "liver"}"#).as_bytes()).is_ok());
    for command in [
        r#""quit""#,
        r#"{"remove_document": 1}"#,
        r#"{"export_to": "/home/someone/papers.csv"}"#,
        r#"{"screenshot": "/home/someone/.profile"}"#,
        r#"{"play_tour": 0}"#,
        r#""undo""#,
        r#"{"save_view": "x"}"#,
    ] {
        let refused = Tour::read(of(command).as_bytes()).unwrap_err();
        assert!(refused.starts_with("stop 2:"), "{command}: {refused}");
    }
    for damaged in ["", "{}", "[]", r#"{"title": "x", "stops": []}"#] {
        assert!(Tour::read(damaged.as_bytes()).is_err(), "{damaged}");
    }
    let long = of(r#"{"isolate": "liver"}"#).replace("fine", &"a".repeat(2 << 20));
    assert!(
        Tour::read(long.as_bytes())
            .unwrap_err()
            .contains("too large")
    );
    let for_ever = r#"{"title": "x", "stops": [{"heading": "y", "seconds": 1e30}]}"#;
    assert!(Tour::read(for_ever.as_bytes()).is_err());
}

#[test]
fn a_structure_that_the_atlas_has_not_is_said_and_the_rest_is_shown() {
    let mut view = view_with_library();
    let stops = r#"[{"heading": "y", "commands": [{"isolate": "third_kidney"}, {"select_structure": {"structure": "liver", "point_mm": null}}]}]"#;
    play(&mut view, stops);
    assert!(notice(&view).contains("third_kidney"), "{}", notice(&view));
    assert_eq!(view.selection.structure, Some(index("liver")));
}

#[test]
fn the_first_sample_library_is_welcomed_unless_documents_are_brought() {
    let opened = |path: &str| match support::opened(Vec::new()) {
        Message::Opened {
            entries,
            removals,
            kept,
            session,
            read_only,
            ..
        } => Message::Opened {
            path: path.into(),
            sample: Some("sample.jsonl".into()),
            entries,
            removals,
            kept,
            session,
            read_only,
        },
        other => other,
    };
    let mut view = View::default();
    apply(&mut view, Message::HomeAtlas(support::atlas()));
    apply(&mut view, opened("first.atlas"));
    assert_eq!(view.layout.popover, Some(Popover::Welcome));
    // Files that are given before and after that is known are the same to who gives them.
    for command in [
        r#"{ "add_files": ["paper.txt"] }"#,
        r#"{ "import": ["paper.txt"] }"#,
    ] {
        let mut later = view.clone();
        apply(&mut later, scripted(command));
        assert_eq!(later.layout.popover, None);
    }

    let mut view = View::default();
    apply(&mut view, scripted(r#"{ "add_files": ["paper.txt"] }"#));
    apply(&mut view, opened("first.atlas"));
    assert_eq!(view.layout.popover, None);
}

#[test]
fn pictures_are_taken_stop_by_stop_and_the_window_is_as_before() {
    let mut view = view_with_library();
    let text = format!(r#"{{"title": "A lesson", "stops": {TWO}}}"#);
    let tour = Tour::read(text.as_bytes()).unwrap();
    apply(
        &mut view,
        Message::Tour("lesson.json".into(), Box::new(tour)),
    );
    let before = view.place();
    let ask = apply(&mut view, TourCommand::SavePictures(None));
    assert_eq!(names(&ask), ["Ask"]);
    let take = TourCommand::SavePicturesIn {
        tour: None,
        folder: "shots".into(),
    };
    apply(&mut view, ViewCommand::ToggleProbe);
    apply(&mut view, take.clone());
    assert_eq!(view.layout.tool, Tool::Select, "it is laid down");
    let at = |view: &View| view.tours.touring.as_ref().map(|touring| touring.at);
    assert!(view.layout.presentation);
    assert_eq!(at(&view), Some(0));
    let path = |view: &View, stop| view.tours.shots.as_ref().unwrap().path(stop);
    assert_eq!(
        path(&view, 1),
        std::path::Path::new("shots/A lesson/stop-02.png")
    );
    // Nobody goes on before the picture is there, and one that is told twice counts once.
    apply(&mut view, TourCommand::NextStop);
    assert_eq!(at(&view), Some(0));
    apply(&mut view, TourCommand::PictureSaved(0));
    apply(&mut view, TourCommand::PictureSaved(0));
    assert_eq!(at(&view), Some(1));
    apply(&mut view, TourCommand::PictureSaved(1));
    assert_eq!((at(&view), &view.tours.shots), (None, &None));
    assert!(!view.layout.presentation);
    assert_eq!(view.place(), before);
    let said = notice(&view).to_owned();
    assert!(
        said.contains("2 pictures") && said.contains("shots"),
        "{said}"
    );

    // Left before its end, it says how many there are.
    apply(&mut view, take);
    apply(&mut view, TourCommand::PictureSaved(0));
    apply(&mut view, TourCommand::EndTour);
    assert_eq!(view.tours.shots, None);
    assert!(!view.layout.presentation);
    assert!(notice(&view).contains("1 of 2"), "{}", notice(&view));
    // A tour that is then shown is only shown.
    apply(&mut view, TourCommand::PlayTour(0));
    apply(&mut view, TourCommand::NextStop);
    assert_eq!((at(&view), &view.tours.shots), (Some(1), &None));
}

#[test]
fn pictures_go_into_a_folder_of_their_own() {
    let mut view = view_with_library();
    let text = format!(r#"{{"title": "Kidney: left/right", "stops": {TWO}}}"#);
    let tour = Tour::read(text.as_bytes()).unwrap();
    apply(
        &mut view,
        Message::Tour("lesson.json".into(), Box::new(tour)),
    );
    let own = format!("tour-pictures-{}", std::process::id());
    let chosen = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(own);
    let mut names = Vec::new();
    for _ in 0..3 {
        let take = TourCommand::SavePicturesIn {
            tour: None,
            folder: chosen.clone(),
        };
        apply(&mut view, take);
        let folder = view.tours.shots.as_ref().unwrap().folder.clone();
        std::fs::create_dir_all(&folder).unwrap();
        assert_eq!(folder.parent(), Some(chosen.as_path()));
        names.push(folder.file_name().unwrap().to_str().unwrap().to_owned());
        apply(&mut view, TourCommand::EndTour);
    }
    std::fs::remove_dir_all(&chosen).unwrap();
    assert_eq!(
        names,
        [
            "Kidney left right",
            "Kidney left right 2",
            "Kidney left right 3"
        ]
    );
}

/// A tour of two stops, of which the first says how long it is seen, is being made; beside it where its video is to be.
fn to_be_filmed() -> (View, std::path::PathBuf) {
    let mut view = view_with_library();
    let stops = TWO.replacen(r#""commands""#, r#""seconds": 3.5, "commands""#, 1);
    let text = format!(r#"{{"title": "A lesson", "stops": {stops}}}"#);
    let tour = Tour::read(text.as_bytes()).unwrap();
    apply(
        &mut view,
        Message::Tour("lesson.json".into(), Box::new(tour)),
    );
    (view, "videos/lesson".into())
}

#[test]
fn a_video_is_made_of_the_pictures_of_all_stops() {
    let (mut view, path) = to_be_filmed();
    apply(&mut view, Message::Filming(Some("filmed".into())));
    let before = view.place();
    let ask = apply(&mut view, TourCommand::SaveVideo(None));
    assert_eq!(names(&ask), ["Ask"]);
    apply(&mut view, TourCommand::SaveVideoTo { tour: None, path });
    assert!(view.layout.presentation);
    let folder = view.tours.shots.as_ref().unwrap().folder.clone();
    // In one of its own, not beside the video.
    assert_eq!(folder.parent(), Some(std::path::Path::new("filmed")));
    apply(&mut view, TourCommand::PictureSaved(0));
    let effects = apply(&mut view, TourCommand::PictureSaved(1));
    let filmed = effects.iter().find_map(|effect| match effect {
        Effect::Film(job, film) => Some((*job, film.clone())),
        _ => None,
    });
    let (job, film) = filmed.expect("the video is made");
    assert_eq!(film.video, std::path::Path::new("videos/lesson.mp4"));
    assert_eq!(film.folder, folder);
    let shot = |name: &str, seconds| (folder.join(name), seconds);
    let shots = [
        shot("stop-01.png", 3.5),
        shot("stop-02.png", viewer::STOP_SECONDS),
    ];
    assert_eq!(film.shots, shots);
    assert!(!view.layout.presentation);
    assert_eq!(view.place(), before);
    // It is a job, which says of itself what has become of it.
    let running: Vec<&viewer::Job> = view.jobs.running().collect();
    assert_eq!(running.len(), 1);
    assert_eq!(running[0].id, job);
    assert!(running[0].title.contains("lesson.mp4"));
    let failed = viewer::JobReport {
        ended: Some(viewer::Ended::Failed("no codec".into())),
        ..viewer::JobReport::of(job)
    };
    apply(&mut view, Message::Job(failed));
    let told = view.documents.problems.last().expect("a problem");
    assert!(told.place.contains("lesson.mp4") && told.reason == "no codec");
}

#[test]
fn a_video_that_is_left_before_its_end_leaves_no_pictures() {
    let (mut view, path) = to_be_filmed();
    apply(&mut view, Message::Filming(Some("filmed".into())));
    let take = TourCommand::SaveVideoTo { tour: None, path };
    apply(&mut view, take);
    apply(&mut view, TourCommand::PictureSaved(0));
    let effects = apply(&mut view, TourCommand::EndTour);
    let dropped = effects.iter().find_map(|effect| match effect {
        Effect::DropPictures(film) => Some(film.shots.len()),
        _ => None,
    });
    assert_eq!(dropped, Some(2));
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::Film(..)))
    );
    assert!(notice(&view).contains("no video"), "{}", notice(&view));
    assert!(view.tours.shots.is_none() && !view.layout.presentation);
}

#[test]
fn a_video_is_given_up_when_something_else_takes_the_stage() {
    let order = QuizOrder {
        kind: QuizKind::Name,
        level: QuizLevel::All,
        questions: 3,
        ..QuizOrder::default()
    };
    let others: [Input; 4] = [
        TourCommand::PlayTour(0).into(),
        QuizCommand::StartQuiz(order).into(),
        TourCommand::SavePicturesIn {
            tour: Some(0),
            folder: "shots".into(),
        }
        .into(),
        support::opened(Vec::new()).into(),
    ];
    for other in others {
        let (mut view, path) = to_be_filmed();
        apply(&mut view, Message::Filming(Some("filmed".into())));
        apply(&mut view, TourCommand::SaveVideoTo { tour: None, path });
        apply(&mut view, TourCommand::PictureSaved(0));
        let folder = view.tours.shots.as_ref().unwrap().folder.clone();
        let effects = apply(&mut view, other);
        let dropped = effects.iter().filter_map(|effect| match effect {
            Effect::DropPictures(film) => Some(film.folder.clone()),
            _ => None,
        });
        assert_eq!(dropped.collect::<Vec<_>>(), [folder]);
        assert!(notice(&view).contains("no video"), "{}", notice(&view));
        // The whole screen is left, unless other pictures are taken.
        let shots = view.tours.shots.clone();
        assert!(shots.as_ref().is_none_or(|shots| shots.film.is_none()));
        assert_eq!(view.layout.presentation, shots.is_some());
        apply(&mut view, TourCommand::EndTour);
        assert!(!view.layout.presentation);
    }
}

#[test]
fn without_ffmpeg_no_video_is_begun_and_without_a_tour_one_is_chosen() {
    let (mut view, path) = to_be_filmed();
    for command in [
        TourCommand::SaveVideo(None),
        TourCommand::SaveVideoTo { tour: None, path },
    ] {
        view.layout.notice = None;
        let effects = apply(&mut view, command);
        assert_eq!(names(&effects), Vec::<String>::new());
        assert!(notice(&view).contains("needs the program ffmpeg"));
        assert!(view.tours.touring.is_none() && view.tours.shots.is_none());
    }
    let mut view = view_with_library();
    apply(&mut view, Message::Filming(Some("filmed".into())));
    let effects = apply(&mut view, TourCommand::SaveVideo(None));
    assert_eq!(names(&effects), Vec::<String>::new());
    assert_eq!(view.layout.popover, Some(Popover::Tours));
    let effects = apply(&mut view, TourCommand::SaveVideo(Some(1)));
    assert_eq!(names(&effects), ["Ask"]);
}
