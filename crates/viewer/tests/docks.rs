//! Where the tabs of the panels stand.

mod support;

use proptest::prelude::*;
use support::{go, view};
use viewer::command::WindowCommand;
use viewer::{Dock, LeftTab, PanelSide, PanelTab, Session, Tab, View};

#[test]
fn a_document_below_the_list_is_seen_together_with_it() {
    let mut view = view();
    go(&mut view, WindowCommand::StackDocument);
    assert!(view.layout.is_shown(PanelTab::Results));
    assert!(view.layout.is_shown(PanelTab::Document));
    go(&mut view, WindowCommand::ShowTab(PanelTab::Problems));
    assert!(!view.layout.is_shown(PanelTab::Results));
    assert!(
        view.layout.is_shown(PanelTab::Document),
        "its dock is its own"
    );
    go(&mut view, WindowCommand::ToggleSidePanel);
    assert!(!view.layout.is_shown(PanelTab::Document));
    go(&mut view, WindowCommand::ShowTab(PanelTab::Document));
    assert!(view.layout.is_shown(PanelTab::Document), "it is unfolded");
    go(&mut view, WindowCommand::StackDocument);
    assert_eq!(view.layout.docks.of(PanelTab::Document.into()), Dock::Lists);
    assert!(!view.layout.is_shown(PanelTab::Results));
}

#[test]
fn a_panel_without_tabs_is_not_there() {
    let mut view = view();
    for tab in [LeftTab::Structures, LeftTab::Library, LeftTab::View] {
        go(
            &mut view,
            WindowCommand::DockTab(tab.into(), Dock::ListsBelow),
        );
    }
    assert!(!view.layout.is_unfolded(PanelSide::Body));
    assert!(view.layout.is_shown(LeftTab::View), "the one moved last");
    go(&mut view, WindowCommand::ToggleLibraryPanel);
    assert!(view.layout.is_shown(LeftTab::Library));
    go(&mut view, WindowCommand::DockAtHome);
    assert!(view.layout.is_shown(LeftTab::Library) && view.layout.docks.is_at_home());
}

#[test]
fn panels_are_as_wide_after_a_restart_as_they_were_made() {
    let mut view = view();
    assert_eq!(view.layout.widths.of(PanelSide::Lists), None);
    let wide = WindowCommand::SetPanelWidth(PanelSide::Lists, 512.5);
    assert!(go(&mut view, wide).is_empty());
    let odd = WindowCommand::SetPanelWidth(PanelSide::Body, f32::NAN);
    go(&mut view, odd);
    let widths = view.layout.widths;
    let of = |view: &View| [PanelSide::Body, PanelSide::Lists].map(|s| view.layout.widths.of(s));
    assert_eq!(of(&view), [None, Some(512.5)]);

    let mut kept = serde_json::to_value(Session::of(&view)).unwrap();
    let mut after = View::default();
    let session: Session = serde_json::from_value(kept.clone()).unwrap();
    go(&mut after, support::opened_with(session));
    assert_eq!(after.layout.widths, widths);
    // What an older program kept has none.
    assert!(kept.as_object_mut().unwrap().remove("widths").is_some());
    let old: Session = serde_json::from_value(kept).unwrap();
    go(&mut after, support::opened_with(old));
    assert_eq!(of(&after), [None, None]);
}

#[test]
fn at_home_panels_are_as_wide_as_at_first() {
    let mut view = view();
    for side in [PanelSide::Body, PanelSide::Lists] {
        go(&mut view, WindowCommand::SetPanelWidth(side, 333.0));
        assert_eq!(view.layout.widths.of(side), Some(333.0));
    }
    go(&mut view, WindowCommand::DockAtHome);
    for side in [PanelSide::Body, PanelSide::Lists] {
        assert_eq!(view.layout.widths.of(side), None);
    }
}

fn tab() -> impl Strategy<Value = Tab> {
    prop::sample::select(Tab::ALL.to_vec())
}

proptest! {
    /// However tabs are moved and shown: each stands in one dock, what was shown last is seen, and it is so again after a restart.
    #[test]
    fn every_tab_stands_in_one_dock(moves in prop::collection::vec((tab(), prop::sample::select(Dock::ALL.to_vec()), tab()), 1..12)) {
        let mut view: View = support::view();
        for (moved, dock, shown) in moves {
            go(&mut view, WindowCommand::DockTab(moved, dock));
            prop_assert!(view.layout.is_shown(moved));
            prop_assert_eq!(view.layout.docks.of(moved), dock);
            match shown {
                Tab::Lists(tab) => { go(&mut view, WindowCommand::ShowTab(tab)); }
                Tab::Body(tab) => { go(&mut view, WindowCommand::ShowLeft(tab)); }
            }
            prop_assert_eq!(view.layout.docks.front(view.layout.docks.of(shown)), Some(shown));
            let docks = &view.layout.docks;
            let all: Vec<Tab> = Dock::ALL.iter().flat_map(|dock| docks.tabs(*dock)).collect();
            prop_assert_eq!(all.len(), Tab::ALL.len());
            prop_assert!(Tab::ALL.iter().all(|tab| all.contains(tab)));
        }
        let kept = serde_json::to_string(&Session::of(&view)).unwrap();
        let kept: Session = serde_json::from_str(&kept).unwrap();
        prop_assert_eq!(Session::of(&view), kept);
    }
}
