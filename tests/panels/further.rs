//! States that no command brings alone: what a worker would tell, what a click opens, and what the stage would show.

use std::collections::BTreeMap;

use anatomy::guest::{ImportOptions, MatchedBy, Recipe, SourceStructure};
use bevy::camera::RenderTargetInfo;
use bevy::prelude::*;
use corpus_atlas::app::stage::camera::OrbitCamera;
use corpus_atlas::app::stage::probed::Probe;
use library::pdf::FoundPage;
use serde_json::{Value, json};
use viewer::command::{AtlasCommand, SelectCommand, ViewCommand, WindowCommand};
use viewer::{Hover, Names, StageMenu, StagePoint, world_from_lps};

use crate::states::{Files, Part, State};
use crate::window::Panels;

fn state(name: &'static str, part: Part, commands: Vec<Value>, also: fn(&mut Panels)) -> State {
    State {
        name,
        part,
        commands,
        also: Some(also),
        one_picture: false,
    }
}

/// These, after those that commands bring.
pub fn states(files: &Files) -> Vec<State> {
    let commands: Vec<Value> = vec![
        json!({ "open_library_at": files.papers }),
        json!({ "show_left": "structures" }),
        json!({ "show_tab": "results" }),
        json!("clear_selection"),
        json!({ "search_text": "" }),
    ];
    let mut narrowed = commands;
    narrowed.push(json!({ "narrow_years": [1800, 1801] }));
    let read = vec![
        json!("widen"),
        json!({ "select_document": 1 }),
        json!({ "show_tab": "document" }),
    ];
    let names = vec![
        json!("toggle_page"),
        json!("clear_selection"),
        json!({ "show_tab": "results" }),
        json!({ "search_text": "" }),
    ];
    vec![
        state("narrowed-to-nothing", Part::Whole, narrowed, show_all),
        state("page", Part::Right, read, show_page),
        state("names", Part::Over, names, show_names),
        state(
            "stage-menu",
            Part::Over,
            vec![json!({ "show_names": null })],
            open_stage_menu,
        ),
        state(
            "row-menu",
            Part::Over,
            vec![json!({ "open_stage_menu": null })],
            open_row_menu,
        ),
        // The last of these: it leaves a camera and a probe behind.
        state("probe-card", Part::Middle, Vec::new(), hold_probe),
    ]
}

/// A list that is narrowed to nothing has one way out, which leads to all.
fn show_all(panels: &mut Panels) {
    assert!(panels.view().listed_hits().is_empty());
    // A search without words is none: the heading does not quote it.
    let heading = &panels.view().documents.results.heading;
    assert_eq!(*heading, language::say!("worker-all-narrowed"));
    let way_out = language::say!("shelf-show-all");
    assert_eq!(panels.count(&way_out), 1);
    panels.click(&way_out);
    assert!(!panels.view().listed_hits().is_empty());
    panels.go(&json!({ "narrow_years": [1800, 1801] }));
}

/// The second page of a PDF that is not there, with a sentence found on it.
fn show_page(panels: &mut Panels) {
    let opened = panels.view().documents.opened.clone();
    let opened = opened.expect("a document");
    let mut stored = opened.stored.clone();
    let pdf = panels.dir.path().join("paper.pdf");
    let files = &mut stored.document.details.files;
    files.push(pdf.to_string_lossy().into_owned());
    let staged = opened.staged.clone();
    panels.tell(viewer::Message::Document(
        Box::new(stored),
        Box::new(staged),
    ));
    panels.act(SelectCommand::TogglePage);
    let page = panels.view().documents.page.as_ref();
    let page = page.expect("a page is asked for");
    assert!(page.failed.is_some(), "there is no such file");
    let found = FoundPage {
        pages: 3,
        page: 2,
        found: true,
        lines: vec![[0.1, 0.18, 0.9, 0.2], [0.1, 0.22, 0.6, 0.24]],
    };
    let generation = page.generation;
    panels.tell(viewer::Message::PageFound(generation, Ok(found)));
    assert!(panels.view().shows_page());
}

/// The names of an atlas of somebody else: matched, kept as its own, left out.
fn show_names(panels: &mut Panels) {
    let row = |source: &str, matched: Option<&str>, by| SourceStructure {
        source: source.to_owned(),
        file: "organs.nii.gz".to_owned(),
        matched: matched.map(str::to_owned),
        by,
        volume_ml: Some(1432.5),
        ..SourceStructure::default()
    };
    let own = SourceStructure {
        own: Some("lump".to_owned()),
        ..row("lump", None, None)
    };
    let left_out = SourceStructure {
        left_out: Some("empty".to_owned()),
        volume_ml: None,
        ..row("background", None, None)
    };
    let names = Names {
        slug: "organs".to_owned(),
        folder: "organs".into(),
        title: "Organs".to_owned(),
        rows: vec![
            row("liver", Some("liver"), Some(MatchedBy::Id)),
            row("Splen", Some("spleen"), Some(MatchedBy::Latin)),
            own,
            left_out,
        ],
        recipe: Recipe::new(&[], &ImportOptions::default(), "Organs"),
        missing: Vec::new(),
        edits: BTreeMap::from([("lump".to_owned(), Some("pancreas".to_owned()))]),
    };
    panels.tell(viewer::Message::Names(Box::new(names)));
    panels.act(AtlasCommand::ShowUnmatchedOnly(false));
}

/// A structure, and its middle.
fn middle_of(panels: &Panels, id: &str) -> (anatomy::StructureIndex, StagePoint) {
    let atlas = panels.view().atlas().expect("an atlas");
    let structure = atlas.catalogue().index_of(id).expect("a structure");
    let middle = atlas.centroid_mm(structure).expect("its middle");
    (structure, StagePoint(middle))
}

fn open_stage_menu(panels: &mut Panels) {
    let (structure, point_mm) = middle_of(panels, "spleen");
    let min = panels.stage().min;
    let menu = StageMenu {
        at: [min.x + 60.0, min.y + 30.0],
        hover: Some(Hover {
            structure,
            point_mm,
            through: Vec::new(),
            layers: 1,
        }),
    };
    panels.act(WindowCommand::OpenStageMenu(Some(menu)));
}

fn open_row_menu(panels: &mut Panels) {
    let first = panels.view().documents.results.hits.first();
    let title = first.expect("a row").title.clone();
    panels.right_click(&title);
}

/// The probe in the liver, seen from the front, with the nearest papers inside.
fn hold_probe(panels: &mut Panels) {
    panels.close_menus();
    let (structure, middle) = middle_of(panels, "liver");
    let entries = panels.view().documents.entries.clone();
    let keys: Vec<i64> = entries.iter().take(3).map(|entry| entry.key).collect();
    let size = panels.stage().size();
    let world = panels.world();
    let mut cameras =
        world.query_filtered::<(&mut Camera, &mut GlobalTransform), With<OrbitCamera>>();
    let (mut camera, mut global) = cameras.single_mut(world).expect("a camera");
    let at = world_from_lps(middle.mm());
    let from = Transform::from_translation(at + Vec3::Z * 900.0);
    *global = GlobalTransform::from(from.looking_at(at, Vec3::Y));
    camera.computed.clip_from_view =
        Mat4::perspective_infinite_reverse_rh(0.6, size.x / size.y, 1.0);
    camera.computed.target_info = Some(RenderTargetInfo {
        physical_size: UVec2::new(size.x as u32, size.y as u32),
        scale_factor: 1.0,
    });
    let mut probe = world.resource_mut::<Probe>();
    probe.middle = Some((middle, Some(structure)));
    probe.inside = keys.len();
    probe.nearest = keys;
    panels.act(ViewCommand::ToggleProbe);
}
