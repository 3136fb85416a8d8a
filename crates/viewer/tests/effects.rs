//! What each command and each message asks to be done, and what it changes.
//!
//! Long because every command and message has its case.

mod support;

use std::path::PathBuf;

use support::{SIDE, document, entry, go, index, names, notice, scripted, view};
use viewer::command::{
    AtlasCommand, BodyCommand, HistoryCommand, LibraryCommand, SelectCommand, TextCommand,
    ViewCommand, WindowCommand,
};
use viewer::{
    Dialog, Effect, Ended, Focus, Input, JobId, JobKind, JobReport, LeftTab, Message, PanelTab,
    PathPrompt, PictureOrder, PictureWish, Popover, Problem, Question, Session, StagePoint,
    StagedGrounding, Tool, View,
};

fn select(id: &str) -> SelectCommand {
    SelectCommand::SelectStructure {
        structure: index(id),
        point_mm: None,
    }
}

fn ended(id: u64, detail: &str, ended: Ended) -> Message {
    let mut report = JobReport::of(JobId(id));
    report.detail = Some(detail.to_owned());
    report.ended = Some(ended);
    Message::Job(report)
}

#[test]
fn a_structure_is_selected_by_its_middle_and_its_documents_are_asked_for() {
    let mut view = view();
    let effects = go(&mut view, select("liver"));
    let asked = matches!(&effects[..], [Effect::Rank { question: Question::Structure(s, Some(_)), .. }, ..] if *s == index("liver"));
    assert!(asked, "{effects:?}");
    assert_eq!(view.selection.point_mm, Some(view.crosshair_mm));
    assert!(view.documents.results.pending);
    let effects = go(&mut view, SelectCommand::RankByPoint(true));
    assert!(matches!(
        &effects[..],
        [Effect::Rank {
            question: Question::Point(..),
            ..
        }]
    ));
    let generation = view.documents.results.generation;
    let answer = |generation| Message::Ranked {
        generation,
        heading: "Liver".into(),
        hits: vec![support::hit(1, "liver")],
        total: 7,
        here: None,
        answering: None,
        facets: Default::default(),
        passing: None,
        suggestion: None,
    };
    go(&mut view, answer(generation - 1));
    assert!(
        view.documents.results.pending,
        "an answer to an older question is dropped"
    );
    go(&mut view, answer(generation));
    let results = &view.documents.results;
    assert_eq!(
        (results.total, results.hits.len(), results.pending),
        (7, 1, false)
    );
}

#[test]
fn a_search_unfolds_the_panel_that_shows_it() {
    let mut view = view();
    go(&mut view, WindowCommand::ToggleSidePanel);
    assert!(!view.layout.side_panel);
    let effects = go(&mut view, SelectCommand::SearchText("stones".into()));
    assert!(view.layout.side_panel && view.layout.tab == PanelTab::Results);
    assert!(
        matches!(&effects[..], [Effect::Rank { question: Question::Text(words), .. }] if words == "stones")
    );
}

#[test]
fn a_search_for_no_words_lists_all_documents() {
    for words in ["", "  "] {
        let mut view = view();
        let effects = go(&mut view, SelectCommand::SearchText(words.into()));
        assert!(
            matches!(
                &effects[..],
                [Effect::Rank {
                    question: Question::All,
                    ..
                }]
            ),
            "{effects:?}"
        );
    }
}

#[test]
fn a_document_is_read_and_flown_to_and_one_that_came_too_late_is_not_shown() {
    let mut view = view();
    let effects = go(&mut view, SelectCommand::SelectDocument(3));
    assert_eq!(names(&effects), ["Read", "Fly"]);
    assert_eq!(view.crosshair_mm.mm(), entry(3, "spleen").point_mm);
    go(&mut view, document(2, "liver"));
    assert!(
        view.documents.opened.is_none(),
        "another is selected by now"
    );
    go(&mut view, document(3, "spleen"));
    assert_eq!(view.documents.opened.as_ref().unwrap().stored.key, 3);
    let effects = go(&mut view, SelectCommand::SelectDocument(99));
    assert_eq!(names(&effects), ["Read"], "the library says what is wrong");
}

#[test]
fn the_documents_of_the_list_are_opened_one_after_another() {
    let mut view = view();
    let hits = [(2, "liver"), (5, "left_kidney"), (3, "spleen")];
    view.documents.results.hits = hits.map(|(key, id)| support::hit(key, id)).into();
    let step = |view: &mut View, rows| {
        go(view, SelectCommand::StepInList(rows));
        view.selection.document
    };
    assert_eq!(step(&mut view, 1), Some(2), "the first");
    assert_eq!(view.layout.tab, PanelTab::Document);
    view.scene.removed.insert(5);
    assert_eq!(
        step(&mut view, 1),
        Some(3),
        "what was removed is passed over"
    );
    assert_eq!(step(&mut view, 1), Some(3), "it is the last");
    assert_eq!(step(&mut view, -1), Some(2));
    view.documents.results.hits.clear();
    assert_eq!(step(&mut view, -1), Some(2), "there is nothing to step to");
}

#[test]
fn the_words_behind_a_place_are_asked_for_once_and_for_what_the_model_knows() {
    let mut view = view();
    assert_eq!(
        names(&go(&mut view, TextCommand::ToggleWhy)),
        ["StopExplaining"]
    );
    go(&mut view, SelectCommand::SelectDocument(1));
    let effects = go(&mut view, document(1, "liver"));
    assert!(
        matches!(&effects[..], [Effect::Explain { key: 1, structure: Some(s), .. }] if s == "liver")
    );
    let effects = go(
        &mut view,
        TextCommand::ExplainStructure("own_row_of_a_guest".into()),
    );
    assert!(matches!(
        &effects[..],
        [Effect::Explain {
            structure: None,
            ..
        }]
    ));
    let generation = view.documents.why.generation;
    let found = grounding::Attribution {
        structure: "liver".into(),
        class: "liver".into(),
        logit: 1.0,
        words: Vec::new(),
    };
    go(
        &mut view,
        Message::Why {
            generation: generation - 1,
            found: None,
        },
    );
    assert!(view.documents.why.pending);
    go(
        &mut view,
        Message::Why {
            generation,
            found: Some((1, found)),
        },
    );
    assert!(!view.documents.why.pending && view.documents.why.found.is_some());
}

#[test]
fn the_live_text_is_placed_and_without_a_model_it_waits_for_nothing() {
    let mut view = view();
    let effects = go(&mut view, TextCommand::LiveText("a stone".into()));
    assert!(matches!(
        &effects[..],
        [Effect::Ground { generation: 1, .. }]
    ));
    assert!(view.live.pending);
    let liver = grounding::Grounding {
        structure: "liver".into(),
        ..Default::default()
    };
    go(&mut view, Message::live(0, Some(liver.clone()), None));
    assert!(view.live.pending, "an answer to an older text");
    go(&mut view, Message::live(1, Some(liver), None));
    assert_eq!(
        view.live.grounding.as_ref().unwrap().home.structure,
        "liver"
    );
    let nowhere = StagedGrounding::default();
    go(&mut view, TextCommand::LiveText("b".into()));
    go(
        &mut view,
        Message::Live {
            generation: 2,
            grounding: Some(Box::new(nowhere)),
        },
    );
    assert!(notice(&view).contains("does not have the structure"));
    assert_eq!(
        names(&go(&mut view, TextCommand::LiveText(" ".into()))),
        Vec::<String>::new()
    );
    assert!(view.live.grounding.is_none() && !view.live.pending);
    go(&mut view, TextCommand::LiveText("c".into()));
    go(
        &mut view,
        Message::Engine(Err("the file is damaged".into())),
    );
    assert!(!view.live.pending);
}

#[test]
fn dialogs_are_asked_for_and_where_there_are_none_the_window_asks() {
    let mut view = view();
    let asks: [(viewer::Command, Dialog); 12] = [
        (LibraryCommand::OpenFiles.into(), Dialog::Documents),
        (LibraryCommand::OpenFolder.into(), Dialog::Folder),
        (LibraryCommand::OpenLibrary.into(), Dialog::Library),
        (LibraryCommand::Export.into(), Dialog::Export),
        (LibraryCommand::ExportAll.into(), Dialog::ExportAll),
        (
            LibraryCommand::ExportDocument(7).into(),
            Dialog::ExportDocument(7),
        ),
        (LibraryCommand::SaveCopy.into(), Dialog::LibraryCopy),
        (WindowCommand::SavePictureAs.into(), Dialog::Picture),
        (AtlasCommand::ImportAtlasFiles.into(), Dialog::AtlasFiles),
        (AtlasCommand::ImportAtlasFolder.into(), Dialog::AtlasFolder),
        (AtlasCommand::AskForClassNames.into(), Dialog::ClassNames),
        (AtlasCommand::AskForOriginals.into(), Dialog::Originals),
    ];
    for (command, dialog) in asks {
        let effects = go(&mut view, command);
        assert!(matches!(&effects[..], [Effect::Ask(asked)] if *asked == dialog));
    }
    go(&mut view, Message::NoDialog(Dialog::Export));
    assert_eq!(
        view.layout.path_prompt,
        Some(PathPrompt {
            dialog: Dialog::Export
        })
    );
    assert!(notice(&view).contains("no file dialog"));
    go(&mut view, WindowCommand::PromptForPath(None));
    assert!(view.layout.path_prompt.is_none());
    for dialog in Dialog::ALL {
        assert!(dialog.answer(Vec::new()).is_none(), "{}", dialog.title());
        let path = PathBuf::from("x");
        assert!(dialog.answer(vec![path]).is_some());
    }
}

#[test]
fn what_is_listed_is_what_is_written_and_cited() {
    use library::CitationStyle;
    use viewer::Which;
    let mut view = view();
    let written = |effects: &[Effect]| match effects {
        [Effect::Export { chosen, .. } | Effect::Cite { chosen, .. }] => chosen.which.clone(),
        other => panic!("{other:?}"),
    };
    let all = go(&mut view, LibraryCommand::ExportTo("a.ris".into()));
    assert!(matches!(written(&all), Which::All), "nothing was asked");
    go(&mut view, SelectCommand::SearchText("stones".into()));
    let to_file = go(&mut view, LibraryCommand::ExportTo("a.ris".into()));
    let to_clipboard = go(&mut view, LibraryCommand::CopyCitations);
    for effects in [to_file, to_clipboard] {
        let Which::Answering { question, .. } = written(&effects) else {
            panic!("{effects:?}");
        };
        assert_eq!(question, Question::Text("stones".into()));
    }
    let whole = go(&mut view, LibraryCommand::ExportAllTo("a.ris".into()));
    assert!(matches!(written(&whole), Which::All));

    go(
        &mut view,
        LibraryCommand::SetCitationStyle(CitationStyle::Apa),
    );
    // One document is named when the dialog is asked for: another one may be open when it is answered.
    let answer = Dialog::ExportDocument(3).answer(vec!["a.ris".into()]);
    let single = go(&mut view, answer.expect("a command"));
    assert!(matches!(written(&single), Which::Keys(keys) if keys == [3]));

    let one = go(&mut view, LibraryCommand::CopyCitation(2));
    assert!(matches!(written(&one), Which::Keys(keys) if keys == [2]));
    let style = match &one[..] {
        [Effect::Cite { style, .. }] => *style,
        other => panic!("{other:?}"),
    };
    assert_eq!(style, CitationStyle::Apa);
    let copied = go(&mut view, Message::Cited("Lee A. Livers.".into()));
    assert!(matches!(&copied[..], [Effect::CopyText(text)] if text == "Lee A. Livers."));
    let kept = serde_json::to_value(Session::of(&view)).unwrap();
    assert_eq!(kept["looking"]["citation_style"], "apa");
}

#[test]
fn one_import_runs_at_a_time_and_files_wait_for_the_library() {
    let mut fresh = View::default();
    let files = vec![PathBuf::from("a.pdf")];
    assert!(go(&mut fresh, LibraryCommand::Import(files.clone())).is_empty());
    let effects = go(&mut fresh, support::opened(Vec::new()));
    assert!(matches!(effects.last(), Some(Effect::Import(_, waited)) if waited.files == files));

    let mut view = view();
    assert!(go(&mut view, LibraryCommand::Import(Vec::new())).is_empty());
    let effects = go(&mut view, LibraryCommand::Import(files.clone()));
    let [Effect::Import(job, _)] = &effects[..] else {
        panic!("{effects:?}")
    };
    let job = *job;
    assert_eq!(view.jobs.of(JobKind::Import).unwrap().title, "Adding a.pdf");
    assert_eq!(
        names(&go(&mut view, LibraryCommand::Import(files.clone()))),
        Vec::<String>::new()
    );
    assert!(notice(&view).contains("when the present import has ended"));
    let elsewhere = LibraryCommand::OpenLibraryAt("b.atlas".into());
    assert_eq!(
        names(&go(&mut view, elsewhere.clone())),
        Vec::<String>::new()
    );
    assert!(
        matches!(&go(&mut view, LibraryCommand::CancelImport)[..], [Effect::CancelJob(id)] if *id == job)
    );
    let effects = go(
        &mut view,
        ended(job.0, "3 landed; cancelled", Ended::Cancelled),
    );
    assert_eq!(names(&effects), ["Rank", "CountOutdated"]);
    assert_eq!(
        notice(&view),
        "3 landed; cancelled; what waited was not added"
    );
    assert_eq!(
        names(&go(&mut view, elsewhere)),
        ["SaveSession", "OpenLibrary"]
    );
    go(&mut view, Message::NotOpened);
    assert!(go(&mut view, LibraryCommand::CancelImport).is_empty());

    // What comes while one runs follows it.
    let effects = go(&mut view, LibraryCommand::Import(files.clone()));
    let [Effect::Import(first, _)] = effects[..] else {
        panic!("{effects:?}")
    };
    go(&mut view, LibraryCommand::Import(vec!["b.pdf".into()]));
    go(&mut view, LibraryCommand::Import(vec!["c.pdf".into()]));
    let effects = go(&mut view, ended(first.0, "1 landed", Ended::Done));
    let followed = matches!(effects.iter().rev().find(|e| matches!(e, Effect::Import(..))), Some(Effect::Import(_, waited)) if waited.files.len() == 2);
    assert!(followed, "{effects:?}");
}

#[test]
fn documents_are_placed_anew_when_there_is_a_model_and_something_to_place() {
    let mut view = view();
    go(&mut view, LibraryCommand::PlaceAnew);
    assert!(notice(&view).contains("has placed every document"));
    go(&mut view, Message::Outdated(2));
    let effects = go(&mut view, LibraryCommand::PlaceAnew);
    assert!(
        matches!(&effects[..], [Effect::Reground(_, now)] if now.model == "cga 1" && now.atlas == "torso 1")
    );
    go(&mut view, LibraryCommand::PlaceAnew);
    assert!(notice(&view).contains("wait for that"));
    go(&mut view, SelectCommand::SelectDocument(1));
    let effects = go(&mut view, Message::Replaced(vec![entry(1, "spleen")]));
    assert_eq!(names(&effects), ["Read"], "the open document is read again");
    assert_eq!(&*view.documents.find(1).unwrap().0.structure, "spleen");
    go(&mut view, Message::Engine(Err("gone".into())));
    go(&mut view, LibraryCommand::PlaceAnew);
    assert!(notice(&view).contains("no model"));
}

#[test]
fn jobs_are_followed_and_what_failed_is_a_problem() {
    let mut view = view();
    let effects = go(&mut view, LibraryCommand::ExportTo("a.csv".into()));
    let [Effect::Export { job, .. }] = &effects[..] else {
        panic!("{effects:?}")
    };
    let mut half = JobReport::of(*job);
    half.progress = Some((1, Some(2)));
    go(&mut view, Message::Job(half));
    assert_eq!(view.jobs.list[0].progress, Some((1, Some(2))));
    go(
        &mut view,
        ended(job.0, "", Ended::Failed("the disk is full".into())),
    );
    assert_eq!(view.documents.problems[0].reason, "the disk is full");
    assert!(view.jobs.running().next().is_none());
    go(&mut view, ended(77, "nobody's", Ended::Done));
    for n in 0..40 {
        let effects = go(
            &mut view,
            LibraryCommand::ExportTo(format!("{n}.csv").into()),
        );
        let [Effect::Export { job, .. }] = &effects[..] else {
            panic!("{effects:?}")
        };
        go(&mut view, ended(job.0, "5 documents written", Ended::Done));
    }
    assert!(view.jobs.list.len() < 15, "old jobs are forgotten");
    assert_eq!(view.jobs.list.last().unwrap().title, "Writing 39.csv");
    assert!(matches!(
        &go(&mut view, WindowCommand::CancelJob(JobId(1)))[..],
        [Effect::CancelJob(JobId(1))]
    ));
}

#[test]
fn a_source_is_opened_for_the_open_document_and_others_are_opened_first() {
    let mut view = view();
    let effects = go(&mut view, LibraryCommand::OpenSource(1));
    assert_eq!(names(&effects), ["Read", "Fly"]);
    go(&mut view, document(1, "liver"));
    assert_eq!(
        names(&go(&mut view, LibraryCommand::OpenSource(1))),
        ["OpenSource"]
    );
}

#[test]
fn a_removed_document_closes_and_is_asked_out_of_the_library_once() {
    let mut view = view();
    go(&mut view, SelectCommand::SelectDocument(1));
    go(&mut view, document(1, "liver"));
    let effects = go(&mut view, LibraryCommand::RemoveDocument(1));
    assert_eq!(names(&effects), ["Remove", "StopExplaining", "Rank"]);
    assert!(view.documents.opened.is_none() && view.selection.document.is_none());
    assert!(notice(&view).contains("Ctrl Z"));
    assert!(go(&mut view, LibraryCommand::RemoveDocument(1)).is_empty());
    assert!(go(&mut view, LibraryCommand::RemoveDocument(99)).is_empty());
    assert_eq!(
        names(&go(&mut view, LibraryCommand::CompactLibrary)),
        ["Compact"]
    );
}

#[test]
fn escape_closes_one_thing_at_a_time_and_the_search_last() {
    let mut view = view();
    go(&mut view, SelectCommand::SearchText("stones".into()));
    go(&mut view, SelectCommand::SelectDocument(1));
    go(&mut view, ViewCommand::ToggleMeasure);
    go(&mut view, WindowCommand::TogglePopover(Popover::Jobs));
    go(
        &mut view,
        WindowCommand::OpenStageMenu(Some(viewer::StageMenu {
            at: [0.0; 2],
            hover: None,
        })),
    );
    go(
        &mut view,
        WindowCommand::PromptForPath(Some(viewer::Dialog::Picture)),
    );
    let searched = |view: &View| matches!(view.documents.results.question, Question::Text(_));
    let open = |view: &View| {
        [
            view.layout.path_prompt.is_some(),
            view.layout.stage_menu.is_some(),
            view.layout.popover.is_some(),
            view.layout.tool != Tool::Select,
            view.selection.document.is_some(),
            searched(view),
        ]
    };
    for closed in 0..6 {
        let expected: Vec<bool> = (0..6).map(|n| n >= closed).collect();
        assert_eq!(open(&view).to_vec(), expected);
        go(&mut view, WindowCommand::Escape);
    }
    assert_eq!(open(&view), [false; 6]);
    go(&mut view, HistoryCommand::Back);
    assert!(searched(&view), "what Esc cleared is one step back");
    assert_eq!(view.selection.structure, None);
}

#[test]
fn documents_are_pulled_out_until_they_are_let_go_or_escape_ends_it() {
    use viewer::{DragNews, DraggedOut, Which};
    let mut view = view();
    let pull = |keys| LibraryCommand::DragOut { keys, let_go: None };
    let carried = |count, taken| Some(DraggedOut { count, taken });
    let effects = go(&mut view, pull(vec![3, 2, 999]));
    let [Effect::DragOut { chosen, style, .. }] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert!(
        matches!(&chosen.which, Which::Keys(keys) if *keys == [3, 2]),
        "one is not there"
    );
    assert_eq!(*style, view.citation_style);
    assert_eq!(view.layout.dragged_out, carried(2, false));
    let again = go(&mut view, pull(vec![1]));
    assert!(again.is_empty(), "one at a time");
    go(&mut view, Message::DragOut(DragNews::Over { taken: true }));
    assert_eq!(view.layout.dragged_out, carried(2, true));
    go(&mut view, Message::DragOut(DragNews::Ended));
    assert_eq!(view.layout.dragged_out, None);

    // Escape ends this and nothing else.
    go(&mut view, WindowCommand::TogglePopover(Popover::Help));
    go(&mut view, pull(vec![1]));
    let ended = go(&mut view, WindowCommand::Escape);
    assert_eq!(names(&ended), ["EndDragOut"]);
    assert_eq!(view.layout.popover, Some(Popover::Help));
    let late = Message::DragOut(DragNews::Over { taken: true });
    go(&mut view, late);
    assert_eq!(
        view.layout.dragged_out, None,
        "an answer that comes too late"
    );

    // Where there are no drags it is said what does the same.
    go(&mut view, pull(vec![1]));
    go(&mut view, Message::DragOut(DragNews::Impossible));
    assert_eq!(view.layout.dragged_out, None);
    assert!(
        notice(&view).contains("Copy the citation"),
        "{}",
        notice(&view)
    );
}

#[test]
fn the_slices_open_for_the_keyboard_and_their_crossing_stays_in_the_body() {
    let mut view = view();
    assert!(!view.slices);
    for _ in 0..2 {
        go(&mut view, ViewCommand::HoldSlices);
        assert!(view.slices, "they are not closed by it");
        assert_eq!(view.layout.focus, Some(Focus::Slices));
        go(&mut view, WindowCommand::Focused);
    }
    go(&mut view, ViewCommand::ToggleMeasure);
    assert!(view.layout.tool.measures());
    go(&mut view, ViewCommand::ToggleProbe);
    assert!(!view.layout.tool.measures());

    let from = StagePoint([1.0, -2.0, 3.0]);
    let on = view.crossing_after(from, [0.0, 1.0, -10.0]);
    assert_eq!(on, StagePoint([1.0, -1.0, -7.0]));
    let most = SIDE as f32 / 2.0 - 0.5;
    let ends = view.crossing_after(from, [-900.0, 0.0, 900.0]);
    assert_eq!(ends, StagePoint([-most, -2.0, most]));
    view.body.shown = None;
    let free = view.crossing_after(from, [-900.0, 0.0, 0.0]);
    assert_eq!(
        free,
        StagePoint([-899.0, -2.0, 3.0]),
        "nothing to stay within"
    );
}

#[test]
fn panels_open_and_fold_and_text_boxes_get_the_keyboard() {
    let mut view = view();
    go(&mut view, WindowCommand::TogglePresentation);
    go(&mut view, WindowCommand::ShowTab(PanelTab::Text));
    assert_eq!(view.layout.focus, Some(Focus::Text));
    assert!(!view.layout.presentation, "the panel can be seen");
    go(&mut view, WindowCommand::Focused);
    assert_eq!(view.layout.focus, None);
    go(&mut view, WindowCommand::FocusAsk);
    assert_eq!(view.layout.focus, Some(Focus::Ask));
    go(&mut view, WindowCommand::ToggleViewPanel);
    assert_eq!(view.layout.left, LeftTab::View);
    go(&mut view, WindowCommand::ToggleViewPanel);
    assert_eq!(view.layout.left, LeftTab::Structures);
    go(&mut view, WindowCommand::ShowViewPanel(true));
    go(&mut view, WindowCommand::ToggleBodyPanel);
    go(&mut view, WindowCommand::ToggleViewPanel);
    assert!(
        view.layout.left == LeftTab::View && view.layout.body_panel,
        "it comes unfolded"
    );
    go(&mut view, WindowCommand::DropHover(3));
    assert_eq!(view.layout.drop_hover, 3);
    go(&mut view, WindowCommand::TogglePopover(Popover::History));
    go(&mut view, WindowCommand::TogglePopover(Popover::History));
    assert_eq!(view.layout.popover, None);
    go(
        &mut view,
        Message::Problem(Problem {
            place: "a".into(),
            reason: "b".into(),
            file: None,
        }),
    );
    go(&mut view, WindowCommand::ClearProblems);
    assert!(view.documents.problems.is_empty());
}

#[test]
fn a_notice_is_taken_away_when_its_time_is_over_and_a_newer_one_stays() {
    let mut view = view();
    let effects = go(&mut view, Message::Notice("saved".into()));
    let [Effect::AgeNotice(first, 4.0)] = effects[..] else {
        panic!("{effects:?}")
    };
    go(&mut view, Message::Notice("saved again".into()));
    go(&mut view, WindowCommand::DismissNotice(first));
    assert_eq!(notice(&view), "saved again");
    go(&mut view, WindowCommand::DismissNotice(first + 1));
    assert_eq!(notice(&view), "");
}

#[test]
fn pictures_and_leaving_are_for_others_to_do() {
    let mut view = view();
    let order = scripted(
        r#"{ "save_picture_to": { "path": "a.png", "size": [40, 30], "transparent": true } }"#,
    );
    assert_eq!(names(&go(&mut view, order)), ["SavePicture"]);
    // Of the window: what it is to show is asked first, and kept.
    go(&mut view, WindowCommand::SavePicture);
    assert_eq!(view.layout.popover, Some(Popover::Picture));
    let wish = PictureWish {
        names: false,
        transparent: true,
        as_stage: false,
    };
    go(&mut view, WindowCommand::PictureWith(wish));
    assert_eq!(names(&go(&mut view, WindowCommand::SavePictureAs)), ["Ask"]);
    assert_eq!(view.layout.popover, None);
    let saves = Dialog::Picture.answer(vec!["b.png".into()]);
    let effects = go(&mut view, saves.expect("a command"));
    let order = PictureOrder {
        path: "b.png".into(),
        size: [3840, 2160],
        transparent: true,
        as_stage: false,
        names: false,
    };
    assert!(matches!(&effects[..], [Effect::SavePicture(saved)] if *saved == order));
    assert_eq!(
        names(&go(&mut view, WindowCommand::Screenshot("a.png".into()))),
        ["Screenshot"]
    );
    assert_eq!(names(&go(&mut view, WindowCommand::Quit)), ["Quit"]);
}

#[test]
fn the_camera_goes_where_it_is_sent_and_nowhere_else() {
    let mut view = view();
    let to = ViewCommand::FlyTo {
        point_mm: StagePoint([1.0, 2.0, 3.0]),
        distance_mm: 600.0,
    };
    assert_eq!(names(&go(&mut view, to)), ["Fly"]);
    assert_eq!(view.camera.target, viewer::world_from_lps([1.0, 2.0, 3.0]));
    let pose = view.camera;
    let lost = ViewCommand::FlyTo {
        point_mm: StagePoint([f32::NAN; 3]),
        distance_mm: 600.0,
    };
    assert!(go(&mut view, lost).is_empty());
    go(
        &mut view,
        ViewCommand::MoveCamera(viewer::Pose {
            distance: -1.0,
            ..pose
        }),
    );
    go(
        &mut view,
        ViewCommand::Crosshair(StagePoint([f32::INFINITY; 3])),
    );
    assert_eq!(view.camera, pose);
    assert!(view.crosshair_mm.is_finite());
    assert_eq!(
        names(&go(&mut view, BodyCommand::Isolate(index("liver")))),
        ["Fly"]
    );
    assert_eq!(names(&go(&mut view, BodyCommand::ResetVisibility)), ["Fly"]);
}

#[test]
fn before_the_body_is_there_nothing_can_be_hidden_and_it_is_said() {
    let mut view = View::default();
    go(&mut view, BodyCommand::RestoreHidden);
    assert!(notice(&view).contains("being read"));
    go(&mut view, AtlasCommand::ShowAtlas(None));
    assert!(notice(&view).contains("being read"));
    go(&mut view, BodyCommand::ToggleLabels);
    go(&mut view, LibraryCommand::Import(Vec::new()));
    let effects = go(&mut view, Message::HomeAtlas(support::atlas()));
    assert_eq!(names(&effects), ["ListAtlases"]);
    go(&mut view, HistoryCommand::Undo);
    assert!(
        !view.scene.visibility.is_empty(),
        "a step from before knows the body too"
    );
    assert!(!view.scene.labels);
    let effects = go(&mut view, Message::NotOpened);
    assert!(
        names(&effects).is_empty() && notice(&view).contains("could not be opened"),
        "{effects:?}"
    );
    for command in [
        LibraryCommand::ExportTo("a.csv".into()),
        LibraryCommand::CompactLibrary,
        LibraryCommand::PlaceAnew,
        LibraryCommand::Import(vec!["a.txt".into()]),
    ] {
        let effects = go(&mut view, command);
        assert_eq!(names(&effects), Vec::<String>::new());
        assert!(notice(&view).contains("No library is open"));
    }
    assert!(
        !view.documents.results.pending,
        "no list is awaited for ever"
    );
    let effects = go(&mut view, support::opened(Vec::new()));
    assert_eq!(
        names(&effects).last().unwrap(),
        "Import",
        "the file was kept"
    );
}

#[test]
fn what_is_done_while_another_library_is_opened_does_not_meet_that_one() {
    let mut view = view();
    go(&mut view, LibraryCommand::RemoveDocument(2));
    let effects = go(&mut view, LibraryCommand::OpenLibraryAt("b.atlas".into()));
    assert_eq!(
        names(&effects),
        ["SaveSession", "OpenLibrary"],
        "the window's state of the first one is kept before"
    );
    for input in [
        Input::from(LibraryCommand::RemoveDocument(1)),
        LibraryCommand::CompactLibrary.into(),
        LibraryCommand::ExportTo("a.csv".into()).into(),
        LibraryCommand::PlaceAnew.into(),
        HistoryCommand::Undo.into(),
        SelectCommand::SearchText("stones".into()).into(),
    ] {
        let effects = go(&mut view, input);
        assert_eq!(names(&effects), Vec::<String>::new());
    }
    let effects = go(&mut view, SelectCommand::SelectDocument(4));
    assert!(!names(&effects).contains(&"Read".to_owned()));
    assert_eq!(view.scene.removed.len(), 1);
    let effects = go(&mut view, Message::NotOpened);
    assert_eq!(names(&effects), ["Rank"], "the first one goes on");
    assert_eq!(
        names(&go(&mut view, HistoryCommand::Undo)),
        ["Restore", "Rank"]
    );
}

#[test]
fn files_that_wait_outlast_a_cancelled_placing_anew_and_go_with_a_cancelled_import() {
    let mut view = view();
    go(&mut view, Message::Outdated(3));
    go(&mut view, LibraryCommand::PlaceAnew);
    go(&mut view, LibraryCommand::Import(vec!["a.txt".into()]));
    let reground = view.jobs.placing().unwrap().id;
    let effects = go(&mut view, ended(reground.0, "", Ended::Cancelled));
    assert!(
        names(&effects).contains(&"Import".to_owned()),
        "{effects:?}"
    );
    go(&mut view, LibraryCommand::Import(vec!["b.txt".into()]));
    let import = view.jobs.placing().unwrap().id;
    let effects = go(&mut view, ended(import.0, "", Ended::Cancelled));
    assert!(!names(&effects).contains(&"Import".to_owned()));
    assert!(notice(&view).ends_with("what waited was not added"));
}
