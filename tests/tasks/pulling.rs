//! Papers are pulled out of the window into another program.

use std::path::Path;

use crate::desk::{Desk, Seen};
use crate::other_program::Taker;
use crate::{begin, sit_down};

/// How many documents are being pulled, and whether what is under the pointer would take them.
fn pulled(seen: &Seen) -> Option<(u64, bool)> {
    let dragged = &seen["layout"]["dragged_out"];
    Some((dragged["count"].as_u64()?, dragged["taken"].as_bool()?))
}

/// The text of the one file that was given.
fn file_of(list: &str) -> (String, String) {
    let address = list.strip_suffix("\r\n").expect("a line");
    let path = address.strip_prefix("file://").expect("a file");
    let path = path
        .replace("%20", " ")
        .replace("%28", "(")
        .replace("%29", ")");
    let text = std::fs::read_to_string(Path::new(&path)).unwrap();
    (path, text)
}

#[test]
fn a_row_is_pulled_into_another_program_as_a_file_or_a_citation() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let listed = desk.see().listed();
    let beyond = [1490.0, 400.0];
    let corner = desk
        .screen
        .on_screen(desk.window, [beyond[0] - 40.0, beyond[1] - 40.0]);
    let forms = ["text/uri-list", "UTF8_STRING"];
    let taker = Taker::show(corner, true, forms);

    // Within the list nothing happens, and a pull that ends there is no click.
    let row = desk.control(&listed[1]).middle();
    let below = desk.control(&listed[3]).middle();
    desk.hold(row);
    desk.point(below);
    let within = desk.see();
    assert_eq!(pulled(&within), None);
    desk.let_go();
    assert!(desk.see()["selected_document"].is_null());

    // Over the body it is carried, and Escape ends that.
    let before = desk.see()["camera"].clone();
    desk.hold(row);
    desk.point([700.0, 400.0]);
    let carried = desk.until("the paper to be carried", |seen| {
        pulled(seen) == Some((1, false))
    });
    assert_eq!(carried["camera"], before, "nothing else is driven by it");
    desk.key("Escape");
    desk.until("nothing to be carried", |seen| pulled(seen).is_none());
    desk.point(beyond);
    assert_eq!(pulled(&desk.see()), None, "it does not begin again");
    desk.let_go();
    assert!(taker.has_nothing());

    // Into another program.
    desk.hold(row);
    desk.point([1300.0, 120.0]);
    desk.point(beyond);
    desk.until("the other program to take it", |seen| {
        pulled(seen) == Some((1, true))
    });
    desk.let_go();
    let dropped = taker.dropped();
    desk.until("the hand to be empty", |seen| pulled(seen).is_none());
    let offered = ["text/plain;charset=utf-8", "text/plain"];
    for form in offered.iter().chain(&forms) {
        assert!(
            dropped.forms.iter().any(|known| known == form),
            "{form}: {dropped:?}"
        );
    }
    let (path, reference) = file_of(&dropped.values[0]);
    assert!(
        reference.starts_with("TY  - ") && reference.contains(&listed[1]),
        "{reference}"
    );
    assert!(dropped.values[1].contains(&listed[1]), "{dropped:?}");
    assert!(desk.see()["selected_document"].is_null(), "it was no click");

    // Several that are ticked, together.
    desk.press_with("ctrl", &listed[1]);
    desk.press_with("ctrl", &listed[3]);
    let row = desk.control(&listed[3]).middle();
    desk.hold(row);
    desk.point(beyond);
    desk.until("two to be taken", |seen| pulled(seen) == Some((2, true)));
    desk.let_go();
    let dropped = taker.dropped();
    let (_, reference) = file_of(&dropped.values[0]);
    assert_eq!(reference.matches("TY  - ").count(), 2, "{reference}");
    assert_eq!(dropped.values[1].lines().count(), 2, "{dropped:?}");
    desk.key("Escape");

    // The document that is read, by the handle at its head.
    desk.press(&listed[2]);
    let handle = desk.control("Pull out").middle();
    desk.hold(handle);
    desk.point([handle[0] - 60.0, handle[1] + 40.0]);
    desk.point(beyond);
    desk.until("the open one to be taken", |seen| {
        pulled(seen) == Some((1, true))
    });
    desk.let_go();
    let dropped = taker.dropped();
    assert!(file_of(&dropped.values[0]).1.contains(&listed[2]));
    desk.until("the hand to be empty", |seen| pulled(seen).is_none());
    desk.quit();
    assert!(!Path::new(&path).exists(), "what was made for it is gone");
}

#[test]
fn what_is_let_go_over_a_program_that_takes_nothing_stays_here() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let listed = desk.see().listed();
    let corner = desk.screen.on_screen(desk.window, [1450.0, 360.0]);
    let taker = Taker::show(corner, false, ["text/uri-list", "UTF8_STRING"]);
    let row = desk.control(&listed[0]).middle();
    for (there, taken) in [([1490.0, 400.0], false), ([700.0, 500.0], false)] {
        desk.hold(row);
        desk.point(there);
        desk.until("it to be carried", |seen| pulled(seen) == Some((1, taken)));
        desk.let_go();
        desk.until("it to stay here", |seen| pulled(seen).is_none());
    }
    assert!(taker.has_nothing());
    let seen = desk.see();
    assert_eq!(seen["layout"]["drop_hover"], 0, "nor is it added again");
    assert_eq!(seen.listed(), listed);
    desk.quit();
}

/// Presses, moves and lets go, as fast as it goes: the window learns of all of it in one frame, or in two.
fn flick(desk: &Desk, from: [f64; 2], to: [f64; 2]) {
    let [from, to] = [from, to].map(|at| desk.screen.on_screen(desk.window, at));
    desk.screen.point(from);
    desk.screen.hold(1);
    desk.screen.point(to);
    desk.screen.release(1);
}

#[test]
fn a_row_that_is_let_go_elsewhere_within_a_frame_gets_there() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let listed = desk.see().listed();
    let beyond = [1490.0, 400.0];
    let corner = desk.screen.on_screen(desk.window, [1450.0, 360.0]);
    let taker = Taker::show(corner, true, ["text/uri-list", "UTF8_STRING"]);
    let row = desk.control(&listed[1]).middle();
    for _ in 0..3 {
        flick(&desk, row, beyond);
        let dropped = taker.dropped();
        assert!(dropped.values[1].contains(&listed[1]), "{dropped:?}");
        desk.until("the hand to be empty", |seen| pulled(seen).is_none());
    }
    // Within the list that is nothing, and beside the list no second one comes of it.
    let below = desk.control(&listed[3]).middle();
    flick(&desk, row, below);
    desk.see();
    assert!(taker.has_nothing());
    let seen = desk.see();
    assert_eq!(pulled(&seen), None);
    assert!(seen["selected_document"].is_null(), "it was no click");
    desk.quit();
}

#[test]
fn what_a_killed_window_made_for_a_drag_is_removed_by_the_next_one() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let mut desk = Desk::open(dir.path(), &[&library]);
    let listed = desk.see().listed();
    let beyond = [1490.0, 400.0];
    let corner = desk.screen.on_screen(desk.window, [1450.0, 360.0]);
    let taker = Taker::show(corner, true, ["text/uri-list", "UTF8_STRING"]);
    let row = desk.control(&listed[1]).middle();
    flick(&desk, row, beyond);
    let (path, _) = file_of(&taker.dropped().values[0]);
    desk.kill();
    assert!(Path::new(&path).is_file(), "nobody could clear up");
    let mut desk = Desk::open(dir.path(), &[&library]);
    desk.until("the file to be gone", |_| !Path::new(&path).exists());
    desk.quit();
}
