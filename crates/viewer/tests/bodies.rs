//! The two bodies that ship: what only one of them has, and the way to it.

mod support;

use std::path::PathBuf;
use std::sync::Arc;

use anatomy::guest::Installed;
use grounding::Grounding;
use support::{BLOCKS, Block, entry, go, index, mm, names, notice, view};
use viewer::command::{AtlasCommand, SelectCommand};
use viewer::{Effect, FEMALE, HomePoint, Message, StagePoint, StagedGrounding, Staging, View};

const UTERUS: Block = ([22, 20, 2], [30, 28, 10], "uterus");

fn female() -> Installed {
    Installed {
        slug: FEMALE.into(),
        folder: PathBuf::from("female"),
        name: "Female torso".into(),
        license: String::new(),
        files: Vec::new(),
        torso_frame: false,
    }
}

fn her_body() -> Arc<anatomy::Atlas> {
    let blocks: Vec<Block> = BLOCKS.into_iter().chain([UTERUS]).collect();
    support::body(&blocks)
}

/// A text about the uterus, where it would be in the male body.
fn about_her() -> Grounding {
    Grounding {
        structure: "uterus".into(),
        point_mm: anatomy::to_male(mm([26, 24, 6])),
        ..Grounding::default()
    }
}

/// The window with the female torso on the stage.
fn hers() -> (View, Vec<Effect>) {
    let mut view = view();
    go(&mut view, Message::Installed(vec![female()]));
    let show = AtlasCommand::ShowIn {
        atlas: Some(FEMALE.into()),
        structure: "uterus".into(),
    };
    let effects = go(&mut view, show);
    let [Effect::ShowAtlas { job, .. }, ..] = &effects[..] else {
        panic!("it is not brought: {effects:?}");
    };
    let (job, home, atlas) = (*job, view.body.home.clone().unwrap(), her_body());
    let staging = Arc::new(Staging::new(home, atlas.clone()));
    let shown = Message::AtlasShown {
        job,
        slug: Some(FEMALE.into()),
        atlas,
        staging: Some(staging),
    };
    let effects = go(&mut view, shown);
    (view, effects)
}

#[test]
fn an_organ_that_only_the_female_torso_has_is_offered_there_and_found_there() {
    let mut male = view();
    assert_eq!(male.other_body("uterus"), None, "she is not installed");
    go(&mut male, Message::Installed(vec![female()]));
    assert_eq!(male.other_body("uterus"), Some(Some(FEMALE)));
    assert_eq!(male.other_body("liver"), None, "the stage has it");
    assert_eq!(male.other_body("nothing"), None);

    let (view, effects) = hers();
    assert_eq!(view.selection.structure, Some(index("uterus")));
    assert!(
        names(&effects).iter().any(|name| name == "Rank"),
        "{effects:?}"
    );
    assert_eq!(view.other_body("uterus"), None);
    assert_eq!(
        view.atlases.name_of(view.scene.atlas.as_deref()),
        "Female torso"
    );
    assert_eq!(view.atlases.name_of(None), "Male torso");
}

#[test]
fn a_text_about_her_organs_has_no_place_on_the_male_stage_and_one_on_hers() {
    let at_home = StagedGrounding::new(about_her(), None);
    assert_eq!(at_home.point, None);
    let (view, _) = hers();
    let staging = view.body.staging.clone().unwrap();
    let staged = StagedGrounding::new(about_her(), Some(&staging));
    let point = staged.point.expect("she has it");
    let her = view.body.shown.clone().unwrap();
    assert!(her.contains(index("uterus"), point.mm()));
    // And what is asked of the stage there is asked of the library under her organ's name, near where it is kept.
    let (structure, home) = staging.home(Some(index("uterus")), Some(point));
    assert_eq!(structure, Some(index("uterus")));
    let (a, b) = (home.unwrap().mm(), about_her().point_mm);
    let away = StagePoint(a).distance_mm(StagePoint(b));
    assert!(away < 20.0, "{a:?} and {b:?}");
    // What both have goes over as it does to any other body.
    let liver = staging.stage("liver", HomePoint(mm([10, 14, 24])));
    assert!(her.contains(index("liver"), liver.unwrap().mm()));
}

#[test]
fn documents_about_her_are_no_markers_in_the_male_body() {
    let mut view = view();
    let before = view.documents.placed().count();
    let mut hers = entry(99, "liver");
    (hers.structure, hers.female) = ("uterus".into(), true);
    go(&mut view, Message::Added(vec![hers]));
    assert_eq!(view.documents.placed().count(), before);
    assert!(view.documents.find(99).is_none());
}

#[test]
fn a_typed_text_about_her_says_where_it_belongs() {
    let mut view = view();
    go(&mut view, Message::Installed(vec![female()]));
    let generation = view.live.generation;
    go(
        &mut view,
        Message::live(generation, Some(about_her()), None),
    );
    assert!(notice(&view).contains("female torso"), "{}", notice(&view));
    go(
        &mut view,
        SelectCommand::SelectStructure {
            structure: index("liver"),
            point_mm: None,
        },
    );
}
