//! Systems, regions and saved views by their keys; several structures at once.

use crate::desk::Seen;
use crate::sit_down;

#[test]
fn systems_and_saved_views_have_a_key_each() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let whole = desk.see()["drawn_structures"].as_u64().unwrap();
    // The ninth are bones and muscles; the tenth is the skin with what lies in it.
    desk.key("shift+9");
    let drawn = |seen: &Seen| seen["drawn_structures"].as_u64().unwrap();
    desk.until("no bones", |seen| drawn(seen) < whole);
    desk.key("shift+9");
    desk.until("all of them again", |seen| drawn(seen) == whole);
    // The third region, the abdomen, whatever systems it is of.
    desk.key("ctrl+3");
    desk.until("no abdomen", |seen| {
        let region = seen["history"][0].as_array().unwrap().last().unwrap();
        drawn(seen) < whole && region == "Show or hide: Abdomen"
    });
    desk.key("ctrl+3");
    desk.until("all of them once more", |seen| drawn(seen) == whole);
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
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
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

#[test]
fn several_structures_are_chosen_with_a_tool_and_no_key_held() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    desk.press("Several");
    desk.until("the tool", |seen| seen["layout"]["tool"] == "several");
    desk.press("Filter: name, synonym, Latin");
    desk.types("spleen");
    desk.press("Spleen");
    desk.press("Filter: name, synonym, Latin");
    desk.key("ctrl+a");
    desk.types("left kidney");
    desk.press("Left kidney");
    desk.until("papers of both", |seen| {
        seen["heading"] == "Spleen · Left kidney"
    });
    // On the body, too: what is met there comes to them, and goes again.
    let visible = desk.see_structures();
    let others = ["spleen", "left_kidney"];
    let other = visible
        .iter()
        .find(|(id, _)| !others.contains(&id.as_str()));
    let (_, &at) = other.expect("something else is seen");
    desk.click(1, at);
    desk.until("papers of three", |seen| {
        seen["other_structures"].as_array().unwrap().len() == 2
    });
    desk.click(1, at);
    desk.until("papers of both again", |seen| {
        seen["heading"] == "Spleen · Left kidney"
    });
    // A click beside the body takes none away.
    let stage = desk.see()["stage"].clone();
    let edge = |n: usize| stage[n].as_f64().unwrap();
    desk.click(1, [edge(0) + 30.0, edge(1) + edge(3) - 60.0]);
    assert_eq!(desk.see()["heading"], "Spleen · Left kidney");
    // Laid down again, it leaves what is chosen.
    desk.press("Several");
    desk.until("no tool", |seen| seen["layout"]["tool"] == "select");
    assert_eq!(desk.see()["heading"], "Spleen · Left kidney");
    desk.quit();
}
