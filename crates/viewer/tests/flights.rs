//! What moved the camera together with the body is taken back with it, and nothing else moves the camera by being taken back.

mod support;

use anatomy::Visibility;
use support::{go, index, names, view};
use viewer::command::{BodyCommand, HistoryCommand, ViewCommand};
use viewer::{Pose, StandardView, View};

fn turned(view: &View) -> Pose {
    Pose {
        yaw: view.camera.yaw + 0.7,
        pitch: 0.2,
        ..view.camera
    }
}

#[test]
fn what_flew_is_undone_and_redone_with_its_flight() {
    let mut view = view();
    let first = view.camera;
    go(&mut view, BodyCommand::Isolate(index("liver")));
    let near = view.camera;
    assert_ne!(near, first);
    // By hand in between: the way back is to where it was before, the way on to what the step showed.
    let by_hand = turned(&view);
    go(&mut view, ViewCommand::MoveCamera(by_hand));
    let effects = go(&mut view, HistoryCommand::Undo);
    assert_eq!(names(&effects), ["Fly"]);
    assert_eq!(view.camera, first);
    let effects = go(&mut view, HistoryCommand::Redo);
    assert_eq!(
        (names(&effects), view.camera),
        (vec!["Fly".to_owned()], near)
    );
}

#[test]
fn what_did_not_fly_leaves_the_camera_where_it_is() {
    let mut view = view();
    go(&mut view, BodyCommand::Isolate(index("liver")));
    let hide = BodyCommand::SetVisibility(index("liver"), Visibility::Ghost);
    go(&mut view, hide);
    let by_hand = turned(&view);
    go(&mut view, ViewCommand::MoveCamera(by_hand));
    for command in [HistoryCommand::Undo, HistoryCommand::Redo] {
        assert!(names(&go(&mut view, command)).is_empty());
        assert_eq!(view.camera, by_hand);
    }
}

#[test]
fn over_several_steps_the_camera_is_where_the_last_of_them_has_it() {
    let mut view = view();
    let first = view.camera;
    go(&mut view, BodyCommand::ToggleLabels);
    go(&mut view, BodyCommand::Isolate(index("liver")));
    go(&mut view, BodyCommand::Isolate(index("spleen")));
    let last = view.camera;
    go(&mut view, BodyCommand::ToggleRecede);
    let effects = go(&mut view, HistoryCommand::GoToStep(0));
    assert_eq!(
        (names(&effects), view.camera),
        (vec!["Fly".to_owned()], first)
    );
    go(&mut view, HistoryCommand::GoToStep(4));
    assert_eq!(view.camera, last);
    go(&mut view, HistoryCommand::GoToStep(2));
    assert_ne!(view.camera, first, "the liver is still alone");
    assert_ne!(view.camera, last);
}

#[test]
fn home_is_the_front_and_one_key_back() {
    let mut view = view();
    let front = Pose::standard(StandardView::Anterior);
    go(&mut view, BodyCommand::Isolate(index("liver")));
    let pose = turned(&view);
    go(&mut view, ViewCommand::MoveCamera(pose));
    go(&mut view, BodyCommand::ResetVisibility);
    let home = view.camera;
    assert_eq!((home.yaw, home.pitch), (front.yaw, front.pitch));
    go(&mut view, HistoryCommand::Undo);
    assert_eq!(view.camera, pose);
    assert_eq!(view.history.done.len(), 1);
}

#[test]
fn a_saved_view_is_left_as_it_was_come_to() {
    let mut view = view();
    let pose = turned(&view);
    go(&mut view, ViewCommand::MoveCamera(pose));
    go(&mut view, ViewCommand::SaveView("mine".into()));
    go(&mut view, BodyCommand::ResetVisibility);
    go(&mut view, BodyCommand::Explode(0.5));
    let before = view.camera;
    go(&mut view, ViewCommand::GoToView("mine".into()));
    assert_eq!(view.camera, pose);
    go(&mut view, HistoryCommand::Undo);
    assert_eq!((view.camera, view.scene.explode), (before, 0.5));
}
