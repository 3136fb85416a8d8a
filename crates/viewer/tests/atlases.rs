//! Other atlases on the stage: coming, going, undone, and what of the window belongs to which of them.
//!
//! Long because the bodies that they need are made in it.

mod support;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anatomy::{Atlas, Catalogue, StructureIndex, System, Visibility};
use support::{Block, entry, go, index, mm, names, notice, view};
use viewer::command::{
    AtlasCommand, BodyCommand, HistoryCommand, LibraryCommand, SelectCommand, ViewCommand,
};
use viewer::{
    Effect, Ended, ImportForm, JobId, JobReport, Message, Question, Session, StagePoint, Staging,
    Tool, View,
};

fn ended(id: JobId, how: Ended) -> Message {
    let mut report = JobReport::of(id);
    report.ended = Some(how);
    Message::Job(report)
}

fn installed(slug: &str) -> anatomy::guest::Installed {
    let all = tempfolder();
    let folder = all.join(slug);
    std::fs::create_dir_all(&folder).unwrap();
    let atlas = support::atlas();
    anatomy::write_pack(&folder, &atlas, &[]).unwrap();
    let (found, errors) = anatomy::guest::installed(&all);
    let atlas = found.into_iter().find(|atlas| atlas.slug == slug);
    atlas.unwrap_or_else(|| panic!("{errors:?}"))
}

/// A folder that no other test uses.
fn tempfolder() -> PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("viewer-atlases-{n}"))
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn another_atlas_comes_on_the_stage_with_its_documents_and_undo_brings_the_first_back() {
    let mut view = view();
    go(&mut view, AtlasCommand::ShowAtlas(Some("guest".into())));
    assert!(notice(&view).contains("No atlas “guest”"));
    go(&mut view, Message::Installed(vec![installed("guest")]));
    let effects = go(&mut view, AtlasCommand::ShowAtlas(Some("guest".into())));
    let job = job_of(&effects);
    go(&mut view, AtlasCommand::ShowAtlas(None));
    assert!(notice(&view).contains("wait for it"));
    // A body without a spleen.
    let blocks: Vec<_> = support::BLOCKS
        .into_iter()
        .filter(|b| b.2 != "spleen")
        .collect();
    let guest = support::body(&blocks);
    let home = view.body.home.clone().unwrap();
    let staging = Arc::new(Staging::new(home, guest.clone()));
    go(&mut view, BodyCommand::ToggleLabels);
    let shown = Message::AtlasShown {
        job,
        slug: Some("guest".into()),
        atlas: guest,
        staging: Some(staging.clone()),
    };
    let effects = go(&mut view, shown);
    assert_eq!(names(&effects), ["Fly", "Stage", "Rank"]);
    go(&mut view, ended(job, Ended::Done));
    assert_eq!(
        view.documents.placed().count(),
        0,
        "their places are being found"
    );
    let Some(Effect::Stage {
        job: staging_job,
        entries,
        slug,
        ..
    }) = effects.into_iter().nth(1)
    else {
        panic!("no staging");
    };
    let places = staging.entries(&entries);
    go(
        &mut view,
        Message::Staged {
            slug,
            entries,
            places,
        },
    );
    assert_eq!(view.documents.placed().count(), 4);
    let effects = go(&mut view, Message::Added(vec![entry(6, "liver")]));
    assert_eq!(
        names(&effects),
        Vec::<String>::new(),
        "one search for places at a time"
    );
    let effects = go(&mut view, ended(staging_job, Ended::Done));
    let [
        Effect::Stage {
            job,
            entries,
            slug,
            staging,
        },
    ] = &effects[..]
    else {
        panic!("what came meanwhile follows: {effects:?}")
    };
    assert_eq!(entries.len(), 1, "only what is new is staged");
    let places = staging.entries(entries);
    let (slug, entries) = (slug.clone(), entries.clone());
    go(
        &mut view,
        Message::Staged {
            slug,
            entries,
            places,
        },
    );
    go(&mut view, ended(*job, Ended::Done));
    assert_eq!(view.documents.placed().count(), 5);
    assert!(
        notice(&view).starts_with("1 of 6 documents"),
        "{}",
        notice(&view)
    );
    assert!(view.documents.find(3).is_none(), "there is no spleen");
    assert!(view.scene.labels, "what is no matter of the body stays");

    let old = Message::Staged {
        slug: "other".into(),
        entries: Vec::new(),
        places: Vec::new(),
    };
    go(&mut view, old);

    let effects = go(&mut view, HistoryCommand::Undo);
    assert!(
        matches!(&effects[..], [Effect::ShowAtlas { atlas: None, .. }, ..]),
        "{effects:?}"
    );
    assert!(
        view.scene.atlas.is_some() && view.history.undone.is_empty(),
        "the scene is that of the body that is seen until the other one has come"
    );
    let back = home_shown(&view, job_of(&effects));
    go(&mut view, back);
    assert_eq!((view.history.undone.len(), &view.scene.atlas), (1, &None));
    assert_eq!(view.documents.placed().count(), 6);
    assert!(view.scene.labels);
}

#[test]
fn what_was_asked_is_asked_again_of_another_body_that_has_it() {
    // A body without a spleen.
    let blocks: Vec<_> = support::BLOCKS
        .into_iter()
        .filter(|b| b.2 != "spleen")
        .collect();
    let guest = support::body(&blocks);
    let select = |id: &str| SelectCommand::SelectStructure {
        structure: index(id),
        point_mm: None,
    };
    // From where distances are told: its middle.
    let at = |atlas: &Atlas, id: &str| atlas.centroid_mm(index(id)).map(StagePoint);
    let words = Question::Text("cancer".into());
    for (command, after) in [
        (SelectCommand::SearchText("cancer".into()), words),
        (
            select("liver"),
            Question::Structure(index("liver"), at(&guest, "liver")),
        ),
        (select("spleen"), Question::All),
    ] {
        let mut view = view();
        go(&mut view, Message::Installed(vec![installed("guest")]));
        go(&mut view, command);
        let effects = go(&mut view, AtlasCommand::ShowAtlas(Some("guest".into())));
        let shown = guest_shown(&view, job_of(&effects), "guest", &guest);
        let effects = go(&mut view, shown);
        assert_eq!(view.documents.results.question, after);
        assert!(names(&effects).contains(&"Rank".to_owned()));
    }
}

fn job_of(effects: &[Effect]) -> JobId {
    match effects {
        [Effect::ShowAtlas { job, .. }, ..] => *job,
        other => panic!("no atlas is opened: {other:?}"),
    }
}

fn home_shown(view: &View, job: JobId) -> Message {
    Message::AtlasShown {
        job,
        slug: None,
        atlas: view.body.home.clone().unwrap(),
        staging: None,
    }
}

fn guest_shown(view: &View, job: JobId, slug: &str, atlas: &Arc<Atlas>) -> Message {
    let home = view.body.home.clone().unwrap();
    Message::AtlasShown {
        job,
        slug: Some(slug.to_owned()),
        atlas: atlas.clone(),
        staging: Some(Arc::new(Staging::new(home, atlas.clone()))),
    }
}

/// An atlas with a structure that the catalogue does not know, after all those that it knows.
fn guest_of_its_own() -> (Arc<Atlas>, StructureIndex) {
    let row = anatomy::Structure {
        id: "blorb".into(),
        name: "blorb".into(),
        parent: None,
        ..Catalogue::builtin().get(index("spleen")).clone()
    };
    let catalogue = Catalogue::builtin().extended([row]).unwrap();
    let own = catalogue.index_of("blorb").unwrap();
    let blocks: Vec<Block> = support::BLOCKS.to_vec();
    let known = support::labelled(&blocks);
    let more = ([20, 20, 34], [30, 30, 40], own.0 + 1);
    let labels = support::labels(&[known, vec![more]].concat());
    (
        Arc::new(Atlas::with_catalogue(Arc::new(catalogue), labels)),
        own,
    )
}

/// A view with an atlas on the stage that has a structure of its own.
fn view_of_guest() -> (View, StructureIndex) {
    let mut view = view();
    go(&mut view, Message::Installed(vec![installed("own")]));
    let effects = go(&mut view, AtlasCommand::ShowAtlas(Some("own".into())));
    let (guest, own) = guest_of_its_own();
    let job = job_of(&effects);
    let shown = guest_shown(&view, job, "own", &guest);
    go(&mut view, shown);
    go(&mut view, ended(job, Ended::Done));
    (view, own)
}

#[test]
fn an_atlas_that_cannot_be_opened_leaves_what_is_there() {
    for how in [Ended::Failed("it is damaged".into()), Ended::Cancelled] {
        let (mut view, own) = view_of_guest();
        let before = view.scene.clone();
        let effects = go(&mut view, HistoryCommand::Undo);
        let job = job_of(&effects);
        go(&mut view, ended(job, how));
        assert_eq!((&view.scene, view.body.awaited), (&before, None));
        // What comes after all is not put there.
        let late = home_shown(&view, job);
        assert!(go(&mut view, late).is_empty());
        assert_eq!(view.scene, before);
        assert!(
            view.display()
                .is_some_and(|d| d.of(own).offset_mm == [0.0; 3])
        );
    }
}

#[test]
fn nothing_of_one_body_is_looked_up_in_another() {
    let (mut view, own) = view_of_guest();
    let select = |structure| SelectCommand::SelectStructure {
        structure,
        point_mm: None,
    };
    go(&mut view, select(own));
    go(&mut view, select(index("liver")));
    go(&mut view, ViewCommand::ToggleMeasure);
    go(
        &mut view,
        ViewCommand::MeasurePoint(StagePoint(mm([25, 25, 37]))),
    );
    go(
        &mut view,
        ViewCommand::MeasurePoint(StagePoint(mm([10, 10, 20]))),
    );
    go(
        &mut view,
        ViewCommand::MeasurePoint(StagePoint(mm([25, 25, 37]))),
    );
    assert_eq!(view.scene.measurements[0].structures[0], Some(own));
    go(&mut view, BodyCommand::Explode(0.5));
    let of_guest = serde_json::to_string(&Session::of(&view)).unwrap();

    let effects = go(&mut view, AtlasCommand::ShowAtlas(None));
    let shown = home_shown(&view, job_of(&effects));
    go(&mut view, shown);
    assert_eq!(view.layout.tool, Tool::Measure { from: None });
    assert_eq!(view.crosshair_mm.mm().map(f32::is_finite), [true; 3]);
    let effects = go(&mut view, HistoryCommand::Back);
    assert_eq!(names(&effects), Vec::<String>::new());
    assert!(notice(&view).contains("nothing to go back"));

    // Closed with the guest on the stage and opened again with the modelled torso.
    let mut again = support::view();
    let before = (again.camera, again.scene.clone());
    let Message::Opened { path, entries, .. } = support::opened(Vec::new()) else {
        unreachable!()
    };
    go(
        &mut again,
        Message::Opened {
            path,
            entries,
            session: serde_json::from_str(&of_guest).unwrap(),
            removals: Vec::new(),
            kept: Box::default(),
            sample: None,
            read_only: None,
        },
    );
    assert_eq!((again.camera, &again.scene), (before.0, &before.1));
    // A row that this atlas does not have carries nothing.
    go(&mut again, BodyCommand::Explode(1.0));
    let display = again.display().unwrap();
    let point = StagePoint(mm([25, 25, 37]));
    assert_eq!(display.shown(point, Some(own)), display.shown(point, None));
}

#[test]
fn measured_distances_are_kept_by_the_names_of_their_structures() {
    let mut view = view();
    go(&mut view, ViewCommand::ToggleMeasure);
    for voxel in [[10, 10, 20], [36, 34, 20]] {
        go(&mut view, ViewCommand::MeasurePoint(StagePoint(mm(voxel))));
    }
    let kept = serde_json::to_value(Session::of(&view)).unwrap();
    let measured = &kept["looking"]["measurements"][0];
    assert_eq!(
        measured["between"],
        serde_json::json!(["liver", "left_kidney"])
    );
}

#[test]
fn steps_that_lie_in_several_atlases_are_taken_at_once_and_one_atlas_is_opened() {
    let (mut view, own) = view_of_guest();
    go(
        &mut view,
        BodyCommand::SetVisibility(own, Visibility::Hidden),
    );
    let effects = go(&mut view, AtlasCommand::ShowAtlas(None));
    let job = job_of(&effects);
    let shown = home_shown(&view, job);
    go(&mut view, shown);
    go(&mut view, ended(job, Ended::Done));
    go(&mut view, LibraryCommand::RemoveDocument(1));
    assert_eq!(view.history.done.len(), 4);
    // From the torso over the guest to the torso as it was at first: nothing has to be opened.
    let effects = go(&mut view, HistoryCommand::GoToStep(0));
    assert_eq!(names(&effects), ["Restore", "Rank"]);
    assert_eq!(view.history.undone.len(), 4);
    // Two steps forward lie in the guest: one opening, and a further step while it is awaited.
    let effects = go(&mut view, HistoryCommand::Redo);
    let job = job_of(&effects);
    let further = go(&mut view, HistoryCommand::Redo);
    assert_eq!(names(&further), Vec::<String>::new());
    assert_eq!(view.history.done.len(), 0, "nothing yet");
    let (guest, _) = guest_of_its_own();
    let shown = guest_shown(&view, job, "own", &guest);
    go(&mut view, shown);
    go(&mut view, ended(job, Ended::Done));
    assert_eq!((view.history.done.len(), view.history.undone.len()), (2, 2));
    assert_eq!(view.scene.visibility_of(own), Visibility::Hidden);
    // Back again before the atlas of the step has come: the present one stays, and what comes is not put there.
    let effects = go(&mut view, HistoryCommand::Redo);
    let job = job_of(&effects);
    go(&mut view, HistoryCommand::Undo);
    assert_eq!(view.body.awaited, None);
    let late = home_shown(&view, job);
    assert!(go(&mut view, late).is_empty());
    assert_eq!(view.scene.atlas.as_deref(), Some("own"));
}

#[test]
fn an_atlas_that_is_gone_is_passed_over_by_undo() {
    let (mut view, _) = view_of_guest();
    let effects = go(&mut view, AtlasCommand::ShowAtlas(None));
    let job = job_of(&effects);
    let shown = home_shown(&view, job);
    go(&mut view, shown);
    go(&mut view, ended(job, Ended::Done));
    go(&mut view, Message::Installed(Vec::new()));
    let effects = go(&mut view, HistoryCommand::Undo);
    assert_eq!(names(&effects), Vec::<String>::new());
    assert_eq!((view.history.done.len(), &view.scene.atlas), (0, &None));
}

#[test]
fn a_step_that_something_else_has_followed_is_none_any_more() {
    let (mut view, _) = view_of_guest();
    let effects = go(&mut view, HistoryCommand::Undo);
    go(&mut view, BodyCommand::ToggleLabels);
    let shown = home_shown(&view, job_of(&effects));
    go(&mut view, shown);
    let labels: Vec<&str> = view.history.done.iter().map(|s| s.label.as_str()).collect();
    assert_eq!(labels.len(), 3, "{labels:?}");
    assert!(view.scene.labels, "what was done since stays");
    assert_eq!(view.scene.atlas, None);
}

#[test]
fn an_atlas_made_again_with_another_name_for_a_structure_keeps_how_it_is_looked_at() {
    let (mut view, own) = view_of_guest();
    go(
        &mut view,
        BodyCommand::SetVisibility(index("liver"), Visibility::Hidden),
    );
    go(
        &mut view,
        BodyCommand::SetVisibility(own, Visibility::Ghost),
    );
    let effects = go(&mut view, AtlasCommand::ShowAtlas(Some("own".into())));
    let job = job_of(&effects);
    // Its own structure has got a name of the catalogue: the row is gone.
    let shown = guest_shown(&view, job, "own", &support::atlas());
    go(&mut view, shown);
    let rows = Catalogue::builtin().structures().len();
    assert_eq!(view.scene.visibility.len(), rows);
    assert_eq!(view.scene.visibility_of(index("liver")), Visibility::Hidden);
    let lengths = view
        .history
        .done
        .iter()
        .map(|step| step.scene.visibility.len());
    assert!(
        lengths.eq([rows, rows]),
        "so has every step: the one of its own row is none any more"
    );
    go(&mut view, HistoryCommand::Undo);
    assert_eq!(view.scene.visibility_of(index("liver")), Visibility::Shown);
}

#[test]
fn a_view_of_another_atlas_is_not_gone_to() {
    let (mut view, _) = view_of_guest();
    go(&mut view, ViewCommand::SaveView("mine".into()));
    let effects = go(&mut view, AtlasCommand::ShowAtlas(None));
    let shown = home_shown(&view, job_of(&effects));
    go(&mut view, shown);
    let pose = view.camera;
    go(&mut view, ViewCommand::GoToView("mine".into()));
    assert!(notice(&view).contains("another atlas"), "{}", notice(&view));
    assert_eq!(view.camera, pose);
}

#[test]
fn all_of_a_system_is_one_step() {
    let mut view = view();
    let before = view.scene.clone();
    for opacity in [0.8, 0.5, 0.4] {
        go(
            &mut view,
            BodyCommand::SetSystemOpacity(System::Urinary, opacity),
        );
    }
    assert_eq!(view.history.done.len(), 1, "a slider that is dragged");
    for id in ["left_kidney", "right_kidney"] {
        assert_eq!(view.scene.opacities[&index(id)], 0.4);
    }
    go(
        &mut view,
        BodyCommand::SetSystemVisibility(System::Urinary, Visibility::Hidden),
    );
    let last = view.history.done.last().unwrap();
    assert_eq!(last.label, "Hide all of “Urinary”");
    go(&mut view, HistoryCommand::GoToStep(0));
    assert_eq!(view.scene, before);
}

#[test]
fn importing_an_atlas_is_asked_about_first() {
    let mut view = view();
    go(&mut view, AtlasCommand::PrepareAtlas(vec!["a.nii".into()]));
    go(&mut view, AtlasCommand::ClassNamesFrom("names.csv".into()));
    let form = view.atlases.form.clone().unwrap();
    assert_eq!(form.class_names, "names.csv");
    let named = ImportForm {
        name: "Mine".into(),
        ..form
    };
    go(
        &mut view,
        AtlasCommand::EditImport(Some(Box::new(named.clone()))),
    );
    assert_eq!(view.atlases.form.as_ref(), Some(&named));
    let effects = go(&mut view, AtlasCommand::ImportAtlasAs(Box::new(named)));
    assert_eq!(names(&effects), ["ImportAtlas"]);
    assert!(view.atlases.form.is_none());
    let effects = go(&mut view, AtlasCommand::CancelGetAtlas);
    assert_eq!(names(&effects), ["CancelJob"]);
    for command in [AtlasCommand::ApplyNames, AtlasCommand::GetAtlas("x".into())] {
        go(&mut view, command);
        assert!(notice(&view).contains("wait for it"));
    }
}

#[test]
fn names_are_decided_in_their_panel() {
    let mut view = view();
    for (command, words) in [
        (AtlasCommand::ToggleNames, "catalogue's own names"),
        (AtlasCommand::ShowNames(Some("x".into())), "No atlas “x”"),
        (AtlasCommand::ApplyNames, "Open the names"),
        (
            AtlasCommand::MapName {
                name: "a".into(),
                to: None,
            },
            "Open the names",
        ),
    ] {
        go(&mut view, command);
        assert!(notice(&view).contains(words), "{}", notice(&view));
    }
    go(&mut view, Message::Installed(vec![installed("named")]));
    let show = AtlasCommand::ShowNames(Some("named".into()));
    assert_eq!(names(&go(&mut view, show)), ["ReadNames"]);
    let row = anatomy::guest::SourceStructure {
        source: "blorb".into(),
        own: Some("blorb".into()),
        ..Default::default()
    };
    let read = viewer::Names {
        slug: "named".into(),
        folder: PathBuf::new(),
        title: "Named".into(),
        rows: vec![row],
        recipe: anatomy::guest::Recipe::default(),
        missing: vec!["a.obj".into()],
        edits: Default::default(),
    };
    go(&mut view, Message::Names(Box::new(read)));
    assert!(
        view.atlases.unmatched_only,
        "what asks for a decision first"
    );
    go(&mut view, AtlasCommand::ShowUnmatchedOnly(false));
    go(
        &mut view,
        AtlasCommand::MapName {
            name: "blorb".into(),
            to: Some("tail".into()),
        },
    );
    assert!(notice(&view).contains("no structure “tail”"));
    go(
        &mut view,
        AtlasCommand::MapName {
            name: "blorb".into(),
            to: Some("liver".into()),
        },
    );
    assert_eq!(view.atlases.names.as_ref().unwrap().edits.len(), 1);
    go(&mut view, AtlasCommand::OriginalsAt(vec!["b".into()]));
    assert!(view.atlases.names.as_ref().unwrap().missing.is_empty());
    go(&mut view, AtlasCommand::ResetNames);
    assert!(view.atlases.names.as_ref().unwrap().edits.is_empty());
    assert_eq!(
        names(&go(&mut view, AtlasCommand::ApplyNames)),
        ["RebuildAtlas"]
    );
    go(&mut view, AtlasCommand::ToggleNames);
    assert!(view.atlases.names.is_none());
    go(&mut view, AtlasCommand::ToggleGetAtlas);
    assert!(view.atlases.get_open);
}
