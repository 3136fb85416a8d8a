//! Tabs of the panels are put where one wants them, with the mouse, by their menu and by a key.

use crate::desk::{Control, Desk, Seen};
use crate::{begin, sit_down};

fn tab(seen: &Seen, name: &str) -> Option<Control> {
    let tabs = seen.controls().into_iter();
    // The command of the same name in the box at the top is no tab.
    tabs.filter(|control| control.role == "Button" && control.name == name)
        .find(|control| control.rect[1] > 40.0)
}

fn stands(seen: &Seen, dock: &str) -> bool {
    let moved = seen["layout"]["docks"]["moved"].as_array();
    let moved = moved.expect("the docks are told").iter();
    let mut of_document = moved.filter(|pair| pair[0] == "document");
    of_document.next().is_some_and(|pair| pair[1] == dock)
}

#[test]
fn a_document_is_dragged_below_the_list_and_sent_to_the_other_side() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let at = desk.until("the tab", |seen| tab(seen, "Document").is_some());
    let from = tab(&at, "Document").unwrap().middle();
    desk.drag(from, [from[0], from[1] + 500.0]);
    // What is told of controls is a frame older than the state.
    let below = desk.until("it below the list", |seen| {
        let (list, document) = (tab(seen, "Results"), tab(seen, "Document"));
        let pair = list
            .zip(document)
            .map(|(list, document)| (list.rect, document.rect));
        let is_below = |(list, document): ([f64; 4], [f64; 4])| {
            document[1] > list[3] + 200.0 && (document[0] - list[0]).abs() < 2.0
        };
        stands(seen, "lists_below") && pair.is_some_and(is_below)
    });

    // Dropped on the stage it stays where it is.
    let from = tab(&below, "Document").unwrap().middle();
    desk.drag(from, [from[0] - 500.0, from[1] - 200.0]);
    let stayed = desk.see();
    assert!(stands(&stayed, "lists_below"));

    desk.right_press("Document");
    desk.press("On the left, below");
    desk.until("it below the tree", |seen| {
        let (tree, document) = (tab(seen, "Structures"), tab(seen, "Document"));
        let pair = tree
            .zip(document)
            .map(|(tree, document)| (tree.rect, document.rect));
        let is_below = |(tree, document): ([f64; 4], [f64; 4])| {
            document[1] > tree[3] + 100.0 && document[0] < 100.0
        };
        stands(seen, "body_below") && pair.is_some_and(is_below)
    });

    desk.key("j");
    desk.until("it below the list", |seen| stands(seen, "lists_below"));
    desk.key("j");
    desk.until("it at home", |seen| {
        seen["layout"]["docks"]["moved"]
            .as_array()
            .unwrap()
            .is_empty()
    });
    desk.quit();
}

/// Left, top, width and height of what the panels leave to the body.
fn stage(seen: &Seen) -> [f64; 4] {
    serde_json::from_value(seen["stage"].clone()).unwrap()
}

#[test]
fn a_panel_is_as_wide_as_its_edge_is_dragged_and_again_after_a_restart() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let mut desk = Desk::open(dir.path(), &[&library]);
    let at = desk.until("the tab", |seen| tab(seen, "Document").is_some());
    let before = stage(&at);
    let (left, right) = (before[0], before[0] + before[2]);
    let middle = before[1] + before[3] / 2.0;
    desk.drag([left - 2.0, middle], [left + 60.0, middle]);
    let seen = desk.until("a wider tree beside a narrower body", |seen| {
        let now = stage(seen);
        (now[0] - left - 60.0).abs() < 4.0 && now[2] < before[2] - 50.0
    });
    let end = stage(&seen)[0] + stage(&seen)[2];
    assert!((end - right).abs() < 2.0, "the other edge stays");

    // No panel takes all of the window.
    let edge = stage(&seen)[0];
    desk.drag([edge - 2.0, middle], [edge + 240.0, middle]);
    desk.until("the widest tree", |seen| {
        (stage(seen)[0] - 380.0).abs() < 4.0
    });
    desk.drag([right + 2.0, middle], [right - 50.0, middle]);
    let wide = desk.until("a wider list", |seen| {
        let now = stage(seen);
        (now[0] + now[2] - right + 50.0).abs() < 4.0
    });
    assert!(wide["layout"]["widths"]["lists"].is_number());
    desk.quit();

    let mut desk = Desk::open(dir.path(), &[&library]);
    let left = stage(&wide);
    desk.until("the panels as wide as they were left", |seen| {
        let now = stage(seen);
        (now[0] - left[0]).abs() < 1.5 && (now[2] - left[2]).abs() < 1.5
    });
    desk.quit();
}

#[test]
fn a_removal_is_taken_back_by_the_button_beside_its_words() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let mut desk = Desk::open(dir.path(), &[&library]);
    let all = desk.see()["documents"].clone();
    let title = desk
        .until("a list", |seen| !seen.listed().is_empty())
        .listed()[0]
        .clone();
    desk.press(&title);
    desk.press("Remove");
    let undo = |seen: &Seen| {
        // Not the one in the bar above.
        let mut all = seen.controls().into_iter();
        all.find(|control| control.name == "Undo" && control.rect[1] > 200.0)
    };
    let mut before = None;
    let gone = desk.until("it gone, and the button at rest", |seen| {
        let now = undo(seen).map(|button| button.rect);
        let rests = now.is_some() && now == before;
        before = now;
        rests && seen["documents"] != all && seen.says("Removed from the library")
    });
    let selected = gone["selection"]["structure"].clone();
    desk.click(1, undo(&gone).unwrap().middle());
    let back = desk.until("it back, and the words gone", |seen| {
        seen["documents"] == all && undo(seen).is_none()
    });
    assert_eq!(
        back["selection"]["structure"], selected,
        "the press is not the stage's"
    );
    desk.quit();
}
