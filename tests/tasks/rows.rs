//! The list of papers is gone through.

use crate::desk::Seen;
use crate::sit_down;

/// Which row of the list has the keyboard.
fn held(seen: &Seen) -> Option<usize> {
    let focused = seen.focused()?;
    seen.listed()
        .iter()
        .position(|title| *title == focused.name)
}

/// Whether this row has the keyboard, is seen in the list, and its paper is the selected one.
fn is_gone_to(seen: &Seen, row: usize) -> bool {
    let stage = seen["stage"][3].as_f64().unwrap();
    let focused = seen.focused().map(|control| control.rect);
    let in_sight = focused.is_some_and(|rect| rect[1] > 100.0 && rect[3] < stage + 200.0);
    held(seen) == Some(row)
        && in_sight
        && seen["selected_document"] == seen["results"][row]["key"]
        && seen["layout"]["tab"] == "results"
}

#[test]
fn the_list_is_gone_through_by_keys_alone() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    // Shown already, it takes the keyboard.
    desk.key("l");
    let seen = desk.until("the list with the keyboard", |seen| held(seen) == Some(0));
    assert!(seen["selected_document"].is_null(), "nothing is opened yet");
    let last = seen.listed().len() - 1;
    assert!(last > 9, "{last}");
    for (key, row) in [
        ("Down", 1),
        ("Down", 2),
        ("Up", 1),
        ("End", last),
        ("Home", 0),
    ] {
        desk.key(key);
        desk.until(key, |seen| is_gone_to(seen, row));
    }
    // A page on and back.
    desk.key("PageDown");
    let paged = desk.until("a page on", |seen| held(seen).is_some_and(|row| row > 2));
    assert!(is_gone_to(&paged, held(&paged).unwrap()));
    desk.key("PageUp");
    desk.until("back", |seen| is_gone_to(seen, 0));
    desk.key("Down");
    desk.until("the second", |seen| is_gone_to(seen, 1));

    // Tab leaves the list, and leads back to where one was.
    desk.key("Tab");
    desk.until("what follows it", |seen| {
        held(seen).is_none() && seen.focused().is_some()
    });
    desk.key("shift+Tab");
    desk.until("the same row", |seen| held(seen) == Some(1));
    desk.key("shift+Tab");
    desk.until("what stands before it", |seen| {
        held(seen).is_none() && seen.focused().is_some()
    });
    desk.key("Tab");
    let back = desk.until("the row again", |seen| held(seen) == Some(1));

    // It is read, and the list gone on with.
    let title = &back.listed()[1];
    desk.key("Return");
    desk.until("the document", |seen| {
        seen["layout"]["tab"] == "document" && seen.says(title) && seen.focused().is_none()
    });
    desk.key("l");
    desk.until("the list", |seen| seen["layout"]["tab"] == "results");
    desk.key("l");
    desk.until("the row of the document", |seen| held(seen) == Some(1));
    desk.key("Down");
    desk.until("the next", |seen| is_gone_to(seen, 2));
    desk.key("Escape");
    desk.until("no row with the keyboard", |seen| {
        seen.focused().is_none() && !seen["selected_document"].is_null()
    });
    desk.quit();
}

/// Titles of the papers that are ticked, in the order of the list.
fn ticked(seen: &Seen) -> Vec<String> {
    let keys = seen["ticked"].as_array().unwrap();
    let hits = seen["results"].as_array().unwrap().iter();
    let hits = hits.filter(|hit| keys.contains(&hit["key"]));
    hits.map(|hit| hit["title"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn several_papers_are_ticked_and_exported_together() {
    let Some((_display, dir, mut desk)) = sit_down() else {
        return;
    };
    let listed = desk.see().listed();
    let is_ticked = |rows: &'static [usize]| {
        let titles: Vec<String> = rows.iter().map(|row| listed[*row].clone()).collect();
        move |seen: &Seen| ticked(seen) == titles
    };
    desk.press_with("ctrl", &listed[1]);
    desk.press_with("ctrl", &listed[3]);
    desk.until("two", is_ticked(&[1, 3]));
    desk.press_with("shift", &listed[5]);
    desk.until("a range", is_ticked(&[3, 4, 5]));
    let several = desk.until("what can be done with it", |seen| {
        seen.says("3 documents selected") && seen.says("With these 3")
    });
    assert_eq!(several.control(&listed[4]).unwrap().on, Some(true));
    assert_eq!(several.control(&listed[2]).unwrap().on, Some(false));
    assert!(several["selected_document"].is_null(), "none is opened");

    // The list has the keyboard: the space bar takes one away.
    desk.key(" ");
    desk.until("one less", is_ticked(&[3, 4]));
    desk.key("ctrl+a");
    desk.until("all", |seen| {
        ticked(seen).len() == listed.len() && seen.says("With these 12")
    });
    desk.key("Escape");
    desk.until("none, and the row still with the keyboard", |seen| {
        ticked(seen).is_empty() && held(seen) == Some(5)
    });
    desk.key(" ");
    desk.key("shift+Up");
    desk.until("two by keys", is_ticked(&[4, 5]));
    desk.press("Export…");
    let file = dir.path().join("two.ris");
    desk.type_path(&file);
    let written = String::from_utf8(desk.file(&file)).unwrap();
    let has = |row: usize| written.contains(&listed[row]);
    assert!((0..listed.len()).all(|row| has(row) == [4, 5].contains(&row)));
    desk.quit();
}
