//! What is drawn and how, what a ray meets, and what is kept of it.

mod support;

use anatomy::Visibility;
use support::{SIDE, go, index, mm, view};
use viewer::command::{
    BodyCommand, HistoryCommand, Pointed, SectionCommand, SelectCommand, ViewCommand,
};
use viewer::{
    Hover, LeftTab, Message, Palette, Pose, SectionPreset, Session, StagePoint, Theme, Tool, View,
};

fn select(view: &mut View, id: &str) {
    let structure = index(id);
    go(
        view,
        SelectCommand::SelectStructure {
            structure,
            point_mm: None,
        },
    );
}

/// What a ray from the front (anterior is at low y) through a voxel meets.
fn from_front(view: &View, x: usize, z: usize, depth: i32) -> Option<Hover> {
    let [x, _, z] = mm([x, 0, z]);
    let display = view.display().unwrap();
    display.pick([x, -500.0, z], [0.0, 1.0, 0.0], depth)
}

fn met(view: &View, x: usize, z: usize, depth: i32) -> Option<String> {
    let hover = from_front(view, x, z, depth)?;
    Some(view.id_of(hover.structure)?.to_owned())
}

#[test]
fn the_rest_recedes_behind_a_selection_and_answers_to_the_cursor_all_the_same() {
    let mut view = view();
    let of = |view: &View, id: &str| view.display().unwrap().of(index(id));
    assert_eq!(of(&view, "liver").surface, Visibility::Shown);
    assert_eq!(of(&view, "skin").surface, Visibility::Ghost);
    let skin = of(&view, "skin").opacity;
    select(&mut view, "spleen");
    let liver = of(&view, "liver");
    assert_eq!(
        (liver.surface, liver.answers),
        (Visibility::Ghost, Visibility::Shown)
    );
    assert!(liver.behind && !liver.selected && liver.opacity < 0.2);
    assert!(of(&view, "skin").opacity < skin);
    assert!(of(&view, "spleen").selected);
    go(&mut view, BodyCommand::ToggleRecede);
    assert_eq!(of(&view, "liver").surface, Visibility::Shown);
    assert!(
        of(&view, "liver").behind,
        "it is still not what is selected"
    );
    go(
        &mut view,
        BodyCommand::SetVisibility(index("liver"), Visibility::Hidden),
    );
    select(&mut view, "liver");
    assert_eq!(
        of(&view, "liver").surface,
        Visibility::Shown,
        "what is selected shows"
    );
}

#[test]
fn opacity_makes_ghosts_and_shared_values_are_told_only_when_all_agree() {
    let mut view = view();
    let atlas = view.body.shown.clone().unwrap();
    let kidney = index("kidney");
    go(&mut view, BodyCommand::SetOpacity(kidney, 0.4));
    assert_eq!(view.scene.shared_opacity(&atlas, kidney), Some(0.4));
    assert_eq!(
        view.scene.shared_visibility(&atlas, kidney),
        Some(Visibility::Ghost)
    );
    let drawn = view.display().unwrap().of(index("left_kidney"));
    assert_eq!((drawn.surface, drawn.given), (Visibility::Ghost, 0.4));
    go(
        &mut view,
        BodyCommand::SetOpacity(index("left_kidney"), 1.0),
    );
    assert_eq!(view.scene.shared_opacity(&atlas, kidney), None);
    assert_eq!(view.scene.shared_visibility(&atlas, kidney), None);
    go(&mut view, BodyCommand::SetOpacity(kidney, 0.0));
    assert_eq!(
        view.scene.shared_visibility(&atlas, kidney),
        Some(Visibility::Hidden)
    );
    assert!(view.display().unwrap().is_hidden_by_hand(kidney));
    go(&mut view, BodyCommand::SetOpacity(kidney, f32::NAN));
    assert_eq!(view.scene.shared_opacity(&atlas, kidney), Some(0.0));
    go(&mut view, BodyCommand::RestoreHidden);
    assert_eq!(
        view.scene.shared_visibility(&atlas, kidney),
        Some(Visibility::Shown)
    );
    assert_eq!(
        view.scene.shared_opacity(&atlas, index("heart")),
        None,
        "it is not there"
    );
}

#[test]
fn a_ray_meets_what_is_solid_through_ghosts_and_can_step_deeper() {
    let mut view = view();
    let front = from_front(&view, 10, 24, 0).unwrap();
    assert_eq!(met(&view, 10, 24, 0).as_deref(), Some("liver"));
    assert_eq!(front.through, [index("skin")]);
    assert!((front.point_mm.mm()[1] - (8.0 - SIDE as f32 / 2.0)).abs() < 1e-3);
    assert_eq!(met(&view, 10, 24, 1).as_deref(), Some("right_kidney"));
    assert_eq!(met(&view, 10, 24, -1).as_deref(), Some("skin"));
    assert_eq!(
        met(&view, 10, 24, 9).as_deref(),
        Some("right_kidney"),
        "no further than the last"
    );
    go(&mut view, BodyCommand::Isolate(index("kidney")));
    assert_eq!(met(&view, 10, 24, 0).as_deref(), Some("right_kidney"));
    assert_eq!(met(&view, 24, 2, 0), None, "there is nothing else");
    // What belongs to others does not float beside it; what was only hidden leaves a spark.
    let put_away = |view: &View, id| view.display().unwrap().is_put_away(index(id));
    assert!(put_away(&view, "liver") && !put_away(&view, "right_kidney"));
    go(&mut view, BodyCommand::ResetVisibility);
    assert!(!put_away(&view, "liver"));
    let hide = BodyCommand::SetVisibility(index("liver"), Visibility::Hidden);
    go(&mut view, hide);
    assert!(!put_away(&view, "liver"), "its documents leave a spark");
}

#[test]
fn a_cut_takes_away_what_lies_before_it_and_its_face_is_met() {
    let mut view = view();
    let through = StagePoint(mm([0, 14, 0]));
    let cut = SectionCommand::AddSection {
        preset: SectionPreset::Coronal,
        through: Some(through),
    };
    go(&mut view, cut);
    assert_eq!(
        view.layout.left,
        LeftTab::Structures,
        "a cut at a point opens no panel"
    );
    let hover = from_front(&view, 10, 24, 0).unwrap();
    assert_eq!(view.id_of(hover.structure), Some("liver"));
    assert!(
        (hover.point_mm.mm()[1] - through.mm()[1]).abs() < 1.0,
        "on the face"
    );
    assert_eq!(
        met(&view, 24, 44, 0).as_deref(),
        Some("subcutaneous_fat"),
        "all tissue is on it"
    );
    go(&mut view, SectionCommand::FillCut(false));
    assert_eq!(
        met(&view, 24, 44, 0).as_deref(),
        Some("skin"),
        "or only what is drawn"
    );
    let display = view.display().unwrap();
    assert!(display.is_removed(StagePoint(mm([24, 2, 24]))));
    assert!(!display.is_removed(StagePoint(mm([24, 40, 24]))));
    assert_eq!(display.cuts().len(), 1);
    for _ in 0..9 {
        go(
            &mut view,
            SectionCommand::AddSection {
                preset: SectionPreset::Axial,
                through: None,
            },
        );
    }
    assert_eq!(view.scene.sections.len(), viewer::MAX_SECTIONS);
    assert!(support::notice(&view).contains("at most"));
    go(&mut view, BodyCommand::Explode(0.5));
    assert!(
        view.scene.cuts().is_empty(),
        "cuts rest while the body is apart"
    );
    go(&mut view, SectionCommand::RemoveSection(99));
    assert_eq!(view.scene.sections.len(), viewer::MAX_SECTIONS);
}

#[test]
fn a_measured_line_goes_with_its_structures_when_the_body_is_taken_apart() {
    let mut view = view();
    go(&mut view, ViewCommand::ToggleMeasure);
    let ends = [([10, 24], "liver"), ([36, 24], "spleen")];
    for ([x, z], id) in ends {
        let hover = from_front(&view, x, z, 0).unwrap();
        assert_eq!(view.id_of(hover.structure), Some(id));
        let point = hover.point_mm;
        go(
            &mut view,
            SelectCommand::PointAt(Pointed {
                hover: Some(hover),
                ..Pointed::default()
            }),
        );
        go(&mut view, ViewCommand::MeasurePoint(point));
    }
    let measured = view.scene.measurements[0];
    assert_eq!(
        measured.structures,
        [Some(index("liver")), Some(index("spleen"))]
    );
    let length = measured.length_mm();
    go(&mut view, BodyCommand::Explode(1.0));
    let display = view.display().unwrap();
    for (end, (_, id)) in [measured.from_mm, measured.to_mm].into_iter().zip(ends) {
        let moved = display.of(index(id)).offset_mm;
        let shown = display.shown(end, Some(index(id))).mm();
        let expected: [f32; 3] = std::array::from_fn(|a| end.mm()[a] + moved[a]);
        assert_eq!(shown, expected, "the end stays on the {id}");
        assert!(moved[0].abs() > 1.0, "which has moved");
    }
    assert_eq!(
        view.scene.measurements[0].length_mm(),
        length,
        "the distance is the body's"
    );
    go(&mut view, ViewCommand::ClearMeasurements);
    assert!(view.scene.measurements.is_empty());
    assert_eq!(view.layout.tool, Tool::Measure { from: None });
}

#[test]
fn apart_a_ray_meets_structures_where_they_are_drawn_and_tells_points_of_the_body() {
    let mut view = view();
    go(
        &mut view,
        BodyCommand::SetVisibility(index("skin"), Visibility::Hidden),
    );
    go(&mut view, BodyCommand::Explode(1.0));
    let display = view.display().unwrap();
    let spleen = StagePoint(support::entry(1, "spleen").point_mm);
    let drawn = display.shown(spleen, Some(index("spleen"))).mm();
    let hover = display
        .pick([drawn[0], -500.0, drawn[2]], [0.0, 1.0, 0.0], 0)
        .unwrap();
    assert_eq!(view.id_of(hover.structure), Some("spleen"));
    assert!(
        view.atlas()
            .unwrap()
            .distance_mm(index("spleen"), hover.point_mm.mm())
            .unwrap()
            < 1.0
    );
    let nowhere = display.pick([400.0, -500.0, 0.0], [0.0, 1.0, 0.0], 0);
    assert_eq!(nowhere, None);
    let loose = StagePoint(mm([24, 2, 24]));
    assert_ne!(
        display.shown(loose, None).mm(),
        loose.mm(),
        "a point in the fat goes with it"
    );
}

#[test]
fn stepping_deeper_holds_until_the_pointer_moves() {
    let mut view = view();
    let hover = from_front(&view, 10, 24, 0);
    go(
        &mut view,
        SelectCommand::PointAt(Pointed {
            hover,
            ..Pointed::default()
        }),
    );
    go(&mut view, SelectCommand::StepDeeper(1));
    assert_eq!(view.selection.depth, 1);
    go(&mut view, SelectCommand::StepDeeper(7));
    assert_eq!(view.selection.depth, 1, "there are no more layers");
    let moved = Pointed {
        moved: true,
        document: Some(3),
        ..Pointed::default()
    };
    go(&mut view, SelectCommand::PointAt(moved));
    assert_eq!(
        (view.selection.depth, view.selection.hovered_document),
        (0, Some(3))
    );
    go(&mut view, SelectCommand::PointAt(Pointed::default()));
    assert_eq!(view.selection.hovered_document, None);
    go(&mut view, SelectCommand::HoverDocument(Some(4)));
    go(&mut view, SelectCommand::PointAt(Pointed::default()));
    assert_eq!(
        view.selection.hovered_document,
        Some(4),
        "a row keeps its own"
    );
}

#[test]
fn the_title_of_a_document_is_read_when_it_is_pointed_at_and_once() {
    let mut view = view();
    let at = |key| {
        SelectCommand::PointAt(Pointed {
            document: Some(key),
            ..Pointed::default()
        })
    };
    assert_eq!(support::names(&go(&mut view, at(3))), ["ReadTitle"]);
    assert!(go(&mut view, at(3)).is_empty(), "it is being read");
    assert_eq!(view.documents.title(3), None);
    go(&mut view, Message::Title(3, "On the spleen".into()));
    assert_eq!(view.documents.title(3), Some("On the spleen"));
    assert!(go(&mut view, at(3)).is_empty(), "it is known");
    go(
        &mut view,
        Message::Replaced(vec![support::entry(3, "liver")]),
    );
    assert_eq!(view.documents.title(3), None, "it may be another now");
}

/// The state of a window as the first version of the program kept it.
const FIRST_SESSION: &str = r#"{
  "pose": { "target": [0.0, 12.0, 0.0], "yaw": 0.5, "pitch": 0.1, "distance": 900.0 },
  "tab": "document", "body_panel": false, "side_panel": true,
  "looks": [["liver", "ghost"], ["spleen", "hidden"], ["no_such", "shown"]],
  "opacities": [["liver", 0.4]], "focus": false,
  "looking": {
    "sections": [{ "normal": [0.0, -1.0, 0.0], "offset_mm": 3.0, "on": true }], "fill_cut": false,
    "explode": 0.0, "palette": "system", "labels": true, "slices": true, "crosshair_mm": [1.0, 2.0, 3.0],
    "measurements": [{ "from_mm": [0.0, 0.0, 0.0], "to_mm": [3.0, 4.0, 0.0] }],
    "views": [{ "name": "front", "pose": { "target": [0.0, 0.0, 0.0], "yaw": 0.0, "pitch": 0.0, "distance": 800.0 },
      "looks": { "looks": [["liver", "hidden"]], "opacities": [], "focus": true }, "sections": [], "explode": 0.0 }],
    "theme": "light", "quality": "balanced"
  }
}"#;

fn with_session(text: &str) -> Message {
    let Message::Opened { path, entries, .. } = support::opened(Vec::new()) else {
        unreachable!()
    };
    Message::Opened {
        path,
        entries,
        session: Some(serde_json::from_str(text).unwrap()),
        removals: Vec::new(),
        kept: Box::default(),
        sample: None,
        read_only: None,
    }
}

#[test]
fn a_window_of_the_first_version_comes_back_as_it_was() {
    // Whether the library or the body is read first.
    for body_first in [true, false] {
        let mut view = View::default();
        let mut body = Some(Message::HomeAtlas(support::atlas()));
        if let Some(body) = body.take_if(|_| body_first) {
            go(&mut view, body);
        }
        let effects = go(&mut view, with_session(FIRST_SESSION));
        assert_eq!(support::names(&effects)[0], "Jump");
        if let Some(body) = body {
            go(&mut view, body);
        }
        let scene = &view.scene;
        assert_eq!(scene.visibility_of(index("liver")), Visibility::Ghost);
        assert_eq!(scene.visibility_of(index("spleen")), Visibility::Hidden);
        assert_eq!(scene.opacities[&index("liver")], 0.4);
        assert!(!scene.recede && scene.labels && view.slices && !view.layout.body_panel);
        assert_eq!(
            (scene.sections.len(), scene.measurements[0].length_mm()),
            (1, 5.0)
        );
        assert_eq!((view.theme, view.camera.yaw), (Theme::Light, 0.5));
        assert_eq!(view.crosshair_mm, StagePoint([1.0, 2.0, 3.0]));
        go(&mut view, ViewCommand::GoToView("front".into()));
        assert_eq!(view.scene.visibility_of(index("liver")), Visibility::Hidden);
        assert!(view.scene.recede);

        assert!(!view.less_motion);
        assert!(view.labels_have_latin(), "in English, too");
        go(&mut view, ViewCommand::LatinLabels(false));
        go(&mut view, ViewCommand::LessMotion(true));
        go(&mut view, ViewCommand::SetTheme(Theme::HighContrast));
        let kept = serde_json::to_string(&Session::of(&view)).unwrap();
        let mut again = View::default();
        go(&mut again, Message::HomeAtlas(support::atlas()));
        go(&mut again, with_session(&kept));
        assert_eq!(again.scene, view.scene);
        assert_eq!(
            (again.theme, again.less_motion, again.labels_have_latin()),
            (Theme::HighContrast, true, false)
        );
        assert_eq!(again.camera, view.camera);
    }
}

#[test]
fn figures_of_a_damaged_state_are_left_out() {
    let mut view = View::default();
    go(&mut view, Message::HomeAtlas(support::atlas()));
    let broken = FIRST_SESSION
        .replace(r#""distance": 900.0"#, r#""distance": -1.0"#)
        .replace(
            r#""explode": 0.0, "palette""#,
            r#""explode": 7.5, "palette""#,
        );
    let before = view.camera;
    go(&mut view, with_session(&broken));
    assert_eq!(view.camera, before);
    assert_eq!(view.scene.explode, 1.0);
    let scene = viewer::Scene {
        explode: f32::NAN,
        sections: vec![viewer::SectionPlane {
            normal: [f32::NAN; 3],
            offset_mm: 0.0,
            on: true,
        }],
        views: vec![viewer::SavedView {
            name: "a".into(),
            pose: Pose {
                yaw: f32::NAN,
                ..Pose::default()
            },
            visibility: Default::default(),
            sections: Vec::new(),
            explode: 0.0,
            atlas: None,
        }],
        ..viewer::Scene::default()
    };
    let sound = scene.sound();
    assert_eq!(sound.explode, 0.0);
    assert!(sound.sections.is_empty() && sound.views.is_empty());
}

#[test]
fn views_are_saved_replaced_and_forgotten() {
    let mut view = view();
    go(&mut view, ViewCommand::SaveView(" ".into()));
    assert!(view.scene.views.is_empty());
    go(&mut view, ViewCommand::SaveView(" liver ".into()));
    go(
        &mut view,
        BodyCommand::SetVisibility(index("liver"), Visibility::Hidden),
    );
    go(&mut view, ViewCommand::SaveView("liver".into()));
    assert_eq!(view.scene.views.len(), 1);
    assert_eq!(view.scene.views[0].visibility.visibilities.len(), 1);
    go(&mut view, BodyCommand::ResetVisibility);
    go(&mut view, ViewCommand::GoToView("liver".into()));
    assert_eq!(view.scene.visibility_of(index("liver")), Visibility::Hidden);
    go(&mut view, ViewCommand::GoToView("none".into()));
    assert!(support::notice(&view).contains("no saved view"));
    go(&mut view, ViewCommand::RemoveView("liver".into()));
    assert!(view.scene.views.is_empty());
}

#[test]
fn the_body_as_at_first_is_whole_together_without_names_in_its_own_colours_in_one_step() {
    let mut view = view();
    let cut = SectionCommand::AddSection {
        preset: SectionPreset::Axial,
        through: None,
    };
    go(&mut view, cut);
    go(&mut view, BodyCommand::ToggleLabels);
    go(&mut view, BodyCommand::Explode(0.5));
    go(&mut view, BodyCommand::SetPalette(Palette::System));
    let before = view.scene.clone();
    go(&mut view, BodyCommand::ResetVisibility);
    assert_eq!(view.scene.palette, Palette::Anatomical);
    assert!(view.scene.sections.is_empty() && !view.scene.labels);
    assert_eq!(view.scene.explode, 0.0);
    go(&mut view, HistoryCommand::Undo);
    assert_eq!(view.scene, before);
}

#[test]
fn a_body_of_bones_alone_is_shown_solid() {
    let bones = support::body(&[([4, 4, 4], [40, 6, 6], "left_rib_5")]);
    assert_eq!(
        viewer::first_visibility(&bones)[index("left_rib_5").usize()],
        Visibility::Shown
    );
    assert_eq!(
        viewer::first_visibility(&support::atlas())[index("left_rib_5").usize()],
        Visibility::Ghost
    );
}
