//! Systems and saved views by their keys; several structures at once.

use crate::begin;
use crate::desk::{Desk, Seen};

#[test]
fn systems_and_saved_views_have_a_key_each() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let mut desk = Desk::open(dir.path(), &[&library]);
    let whole = desk.see()["drawn_structures"].as_u64().unwrap();
    // The ninth are bones and muscles; the tenth is the skin with what lies in it.
    desk.key("shift+9");
    let drawn = |seen: &Seen| seen["drawn_structures"].as_u64().unwrap();
    desk.until("no bones", |seen| drawn(seen) < whole);
    desk.key("shift+9");
    desk.until("all of them again", |seen| drawn(seen) == whole);
    desk.key("shift+9");
    desk.until("no bones", |seen| drawn(seen) < whole);
    desk.key("shift+0");
    let bare = desk.until("no skin", |seen| {
        let system = seen["history"][0].as_array().unwrap().last().unwrap();
        system == "Show or hide: Integument"
    });
    desk.key("c");
    desk.press("Name of this view");
    desk.types("bare");
    desk.press("Save");
    let saved = desk.until("a saved view with its key", |seen| {
        seen.says("bare") && seen.control("bare").is_some()
    });
    assert!(saved.control("bare").unwrap().name.contains("Alt 1"));
    desk.key("Escape");
    desk.key("r");
    desk.key("2");
    desk.until("the whole body from behind", |seen| {
        seen["drawn_structures"].as_u64() == Some(whole)
            && seen["camera"]["yaw"] != bare["camera"]["yaw"]
    });
    desk.key("alt+1");
    desk.until("the saved view", |seen| {
        seen["drawn_structures"] == bare["drawn_structures"]
            && seen["camera"]["yaw"] == bare["camera"]["yaw"]
    });
    desk.quit();
}

#[test]
fn papers_of_several_structures_are_listed_together() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let mut desk = Desk::open(dir.path(), &[&library]);
    desk.press("Filter: name, synonym, Latin");
    desk.types("spleen");
    desk.press("Spleen");
    let one = desk.until("papers of the spleen", |seen| seen["heading"] == "Spleen");
    assert!(one.listed().iter().all(|title| !title.contains("kidney")));
    desk.press("Filter: name, synonym, Latin");
    desk.key("ctrl+a");
    desk.types("left kidney");
    desk.press_with("ctrl", "Left kidney");
    let both = desk.until("papers of both", |seen| {
        seen["heading"] == "Spleen · Left kidney"
    });
    assert_eq!(both["other_structures"][0], "left_kidney");
    let listed = both.listed();
    for title in [
        "Splenic laceration after blunt trauma",
        "Stone in the left kidney",
    ] {
        assert!(listed.iter().any(|listed| listed == title), "{listed:?}");
    }
    assert!(both.says("Spleen, Left kidney"), "told to a screen reader");
    // The box of the filter has the keyboard: it gives it back first.
    desk.key("Escape");
    desk.until("no box with the keyboard", |seen| seen.focused().is_none());
    desk.key("Escape");
    desk.until("the spleen alone", |seen| {
        seen["heading"] == "Spleen" && seen["other_structures"].as_array().unwrap().is_empty()
    });
    desk.quit();
}
