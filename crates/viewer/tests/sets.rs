//! Systems and regions of the body and saved views, with a key each; structures by their names, and several of them.

mod support;

use anatomy::{Region, System, Visibility};
use support::{go, index, notice, view};
use viewer::command::{
    BodyCommand, HistoryCommand, SelectCommand, ViewCommand, WindowCommand, offers,
};
use viewer::{Question, View};

/// How these structures are shown.
fn shown<const N: usize>(view: &View, ids: [&str; N]) -> [Visibility; N] {
    ids.map(|id| view.scene.visibility_of(index(id)))
}

#[test]
fn a_system_goes_and_comes_back_as_at_first() {
    let mut view = view();
    let ids = ["left_kidney", "right_kidney", "liver", "skin"];
    let first = shown(&view, ids);
    go(
        &mut view,
        BodyCommand::SetVisibility(index("left_kidney"), Visibility::Hidden),
    );
    // Something of it is seen: all of it goes.
    go(&mut view, BodyCommand::ToggleSystem(System::Urinary));
    let hidden = Visibility::Hidden;
    assert_eq!(shown(&view, ids), [hidden, hidden, first[2], first[3]]);
    go(&mut view, BodyCommand::ToggleSystem(System::Urinary));
    assert_eq!(shown(&view, ids), first);
    assert!(view.scene.hidden_by_hand.is_empty());
    go(&mut view, HistoryCommand::Undo);
    assert_eq!(shown(&view, ids)[0], hidden);
    // A skin that is a ghost at first is one again, and does not hide the body.
    assert_ne!(first[3], Visibility::Shown);
    for expected in [hidden, first[3]] {
        go(&mut view, BodyCommand::ToggleSystem(System::Integument));
        assert_eq!(shown(&view, ["skin"]), [expected]);
    }
    let scene = view.scene.clone();
    go(&mut view, BodyCommand::ToggleSystem(System::Respiratory));
    assert_eq!(view.scene, scene, "this body has no lungs");
    assert!(notice(&view).contains("Respiratory"));
}

#[test]
fn a_region_goes_and_comes_back_whatever_systems_it_is_of() {
    let mut view = view();
    let ids = ["left_kidney", "liver", "spleen", "left_rib_5", "skin"];
    let first = shown(&view, ids);
    go(&mut view, BodyCommand::ToggleRegion(Region::Abdomen));
    let hidden = Visibility::Hidden;
    let without = [hidden, hidden, hidden, first[3], first[4]];
    assert_eq!(shown(&view, ids), without);
    assert_eq!(view.scene.hidden_by_hand.len(), 4, "the right kidney, too");
    let last = view.history.done.last().unwrap();
    assert!(last.label.contains("Abdomen"), "{}", last.label);
    go(&mut view, BodyCommand::ToggleRegion(Region::Abdomen));
    assert_eq!(shown(&view, ids), first);
    assert!(view.scene.hidden_by_hand.is_empty());
    // Undo brings back what was before each.
    go(&mut view, HistoryCommand::Undo);
    assert_eq!(shown(&view, ids), without);
    go(&mut view, HistoryCommand::Undo);
    assert_eq!(shown(&view, ids), first);
    let ghost = Visibility::Ghost;
    go(
        &mut view,
        BodyCommand::SetRegionVisibility(Region::Thorax, ghost),
    );
    assert_eq!(
        shown(&view, ids),
        [first[0], first[1], first[2], ghost, first[4]]
    );
    let scene = view.scene.clone();
    go(&mut view, BodyCommand::ToggleRegion(Region::Pelvis));
    assert_eq!(view.scene, scene, "this body has no pelvis");
    assert!(notice(&view).contains("Pelvis"));
}

#[test]
fn keys_are_given_in_the_order_of_the_panel() {
    let offers = offers();
    let key = |command: viewer::Command| {
        let offer = offers.iter().find(|offer| offer.command == command);
        offer.and_then(|offer| offer.about.shortcut)
    };
    for (system, digit) in System::ALL.into_iter().zip((1..=9).chain([0])) {
        let found = key(BodyCommand::ToggleSystem(system).into());
        assert_eq!(found, Some(&*format!("Shift {digit}")), "{system:?}");
    }
    for (region, digit) in Region::ALL.into_iter().zip(1..) {
        let found = key(BodyCommand::ToggleRegion(region).into());
        assert_eq!(found, Some(&*format!("Ctrl {digit}")), "{region:?}");
    }
    for number in 1..=9 {
        let found = key(ViewCommand::GoToNumberedView(number).into());
        assert_eq!(found, Some(&*format!("Alt {number}")));
    }
    // There is no key for a tenth.
    assert_eq!(ViewCommand::GoToNumberedView(10).about().shortcut, None);
    assert_eq!(ViewCommand::GoToNumberedView(0).about().shortcut, None);
}

#[test]
fn a_saved_view_is_gone_to_by_its_number() {
    let mut view = view();
    go(&mut view, ViewCommand::GoToNumberedView(1));
    assert!(notice(&view).contains("no saved view 1"));
    assert!(view.history.done.is_empty());
    go(&mut view, ViewCommand::SaveView("first".into()));
    view.camera.yaw = 0.7;
    go(&mut view, ViewCommand::SaveView("second".into()));
    go(&mut view, BodyCommand::ToggleSystem(System::Urinary));
    go(&mut view, ViewCommand::GoToNumberedView(2));
    assert_eq!(view.camera.yaw, 0.7);
    assert_ne!(shown(&view, ["left_kidney"]), [Visibility::Hidden]);
    let last = view.history.done.last().unwrap();
    assert!(last.label.contains("second"), "{}", last.label);
    go(&mut view, ViewCommand::GoToNumberedView(1));
    assert_eq!(view.camera.yaw, 0.0);
}

#[test]
fn a_structure_that_is_selected_by_its_name_is_to_flash() {
    let mut view = view();
    let select = |point_mm| SelectCommand::SelectStructure {
        structure: index("spleen"),
        point_mm,
    };
    go(&mut view, select(None));
    assert_eq!(view.named, 1);
    go(&mut view, select(Some(viewer::StagePoint([1.0; 3]))));
    assert_eq!(view.named, 1, "a click on the stage");
    go(&mut view, SelectCommand::ClearSelection);
    go(&mut view, select(None));
    assert_eq!(view.named, 2);
}

#[test]
fn several_structures_are_asked_for_together_and_escape_leads_back_to_one() {
    let mut view = view();
    let [spleen, liver, kidney] = ["spleen", "liver", "left_kidney"].map(index);
    go(&mut view, SelectCommand::AddStructure(spleen));
    assert_eq!(view.selection.structure, Some(spleen), "it is the one");
    let one = view.documents.results.question.clone();
    assert!(matches!(one, Question::Structure(of, _) if of == spleen));
    let camera = view.camera;
    go(&mut view, SelectCommand::AddStructure(liver));
    go(&mut view, SelectCommand::AddStructure(kidney));
    assert_eq!(view.camera, camera);
    let question = |view: &View| view.documents.results.question.clone();
    let all = Question::Structures(vec![spleen, liver, kidney]);
    assert_eq!(question(&view), all);
    // All of them are lit, and nothing else.
    let display = view.display().unwrap();
    for (id, lit) in [
        ("spleen", true),
        ("left_kidney", true),
        ("right_kidney", false),
    ] {
        assert_eq!(display.of(index(id)).selected, lit, "{id}");
    }
    // The first goes, the next one stands for it; words narrow the list of all.
    go(&mut view, SelectCommand::AddStructure(spleen));
    assert_eq!(view.selection.structure, Some(liver));
    go(&mut view, SelectCommand::SearchWithin("stones".into()));
    assert_eq!(question(&view).words(), Some("stones"));
    assert_eq!(
        question(&view).place(),
        &Question::Structures(vec![liver, kidney])
    );
    go(&mut view, WindowCommand::Escape);
    go(&mut view, WindowCommand::Escape);
    assert_eq!(view.selection.structure, Some(liver));
    assert!(view.selection.others.is_empty());
    assert!(matches!(question(&view), Question::Structure(of, _) if of == liver));
    // Back leads to both, a plain choice to one.
    go(&mut view, HistoryCommand::Back);
    assert_eq!(view.selection.others, [kidney]);
    assert_eq!(question(&view), Question::Structures(vec![liver, kidney]));
    let structure = spleen;
    let point_mm = None;
    go(
        &mut view,
        SelectCommand::SelectStructure {
            structure,
            point_mm,
        },
    );
    assert!(view.selection.others.is_empty());
    // The last that goes leaves nothing selected.
    go(&mut view, SelectCommand::AddStructure(spleen));
    assert_eq!(question(&view), Question::All);
}
