//! The camera goes where something was chosen by its name or found by words, and only if it is not seen already.

mod support;

use support::{atlas, entry, go, hit, index, names, scripted, view};
use viewer::command::{HistoryCommand, SelectCommand, ViewCommand};
use viewer::{Message, Pose, StagePoint, View, world_from_lps};

fn by_name(id: &str) -> SelectCommand {
    SelectCommand::SelectStructure {
        structure: index(id),
        point_mm: None,
    }
}

/// A view whose camera looks so near at one structure that others are not in the picture.
fn near(id: &str) -> View {
    let mut view = view();
    let (low, high) = atlas().bounds_mm(index(id)).expect("it has voxels");
    let middle = std::array::from_fn(|axis| (low[axis] + high[axis]) * 0.5);
    let pose = Pose {
        target: world_from_lps(middle),
        distance: 2.0 * (high[0] - low[0]),
        ..view.camera
    };
    go(&mut view, ViewCommand::MoveCamera(pose));
    view
}

fn found(view: &View, keys: &[(i64, &str)]) -> Message {
    Message::Ranked {
        generation: view.documents.results.generation,
        heading: "“stones”".into(),
        hits: keys.iter().map(|(key, id)| hit(*key, id)).collect(),
        total: keys.len(),
        here: None,
        answering: None,
        facets: Default::default(),
        passing: None,
        suggestion: None,
    }
}

#[test]
fn a_structure_that_is_chosen_by_its_name_is_looked_at_and_back_leads_to_the_view_before() {
    let mut view = near("liver");
    let before = view.camera;
    let effects = go(&mut view, by_name("left_kidney"));
    assert_eq!(names(&effects), ["Rank", "Fly"]);
    let bounds = atlas().bounds_mm(index("left_kidney")).expect("voxels");
    assert!(view.camera.sees(bounds) && !before.sees(bounds));
    // It is seen now.
    let again = view.camera;
    go(&mut view, by_name("left_kidney"));
    assert_eq!(view.camera, again);
    go(&mut view, HistoryCommand::Back);
    assert_eq!(view.camera, before);
}

#[test]
fn a_structure_that_is_clicked_stays_where_it_is() {
    let mut view = near("liver");
    let before = view.camera;
    let click = SelectCommand::SelectStructure {
        structure: index("left_kidney"),
        point_mm: Some(StagePoint(entry(1, "liver").point_mm)),
    };
    assert_eq!(names(&go(&mut view, click)), ["Rank"]);
    assert_eq!(view.camera, before);
}

#[test]
fn a_search_whose_documents_lie_elsewhere_is_looked_at_once() {
    let mut view = near("liver");
    let before = view.camera;
    let seen = |view: &View, key: i64| {
        let (_, at) = view.documents.find(key).expect("it is on the map");
        view.camera.sees_point(at.mm())
    };
    let aside: Vec<i64> = (1..=8)
        .filter(|key| view.documents.find(*key).is_some() && !seen(&view, *key))
        .collect();
    let key = *aside.first().expect("some lie elsewhere");
    go(&mut view, SelectCommand::SearchText("stones".into()));
    let answer = found(&view, &[(key, "spleen")]);
    assert_eq!(names(&go(&mut view, answer)), ["Fly"]);
    assert!(seen(&view, key));
    // What asks again by itself moves nothing.
    go(&mut view, ViewCommand::MoveCamera(before));
    let asked = go(&mut view, scripted(r#"{ "set_language": "system" }"#));
    assert_eq!(names(&asked), ["Rank"]);
    let answer = found(&view, &[(key, "spleen")]);
    assert!(names(&go(&mut view, answer)).is_empty());
    assert!(!view.documents.results.pending, "it was taken");
    assert_eq!(view.camera, before);
}

#[test]
fn what_is_small_in_the_whole_body_is_brought_near_and_only_once() {
    let mut view = view();
    let kidney = by_name("left_kidney");
    assert!(names(&go(&mut view, kidney.clone())).contains(&"Fly".to_owned()));
    assert_eq!(names(&go(&mut view, kidney)), ["Rank"]);
}
