//! A text that is changed, and what that does: its variants side by side, and the words that moved it.

use std::path::Path;

use super::begin;
use super::desk::{Desk, Seen};

const LEFT: &str = "A large stone in the left kidney.";
const RIGHT: &str = "A large stone in the right kidney.";

/// The text is placed, and nothing else of it is awaited.
fn placed(desk: &mut Desk, text: &str, structure: &str) -> Seen {
    desk.until(&format!("“{text}” placed"), |seen| {
        seen["live_text"] == text && seen["live_pending"] == false && seen["live"][1] == structure
    })
}

/// The window with the keyboard in the box of the text.
fn at_the_box(dir: &Path, library: &Path) -> Desk {
    let mut desk = Desk::open(dir, &[library]);
    desk.key("t");
    desk.until("the box of the text", |seen| {
        seen.focused()
            .is_some_and(|box_| box_.role == "MultilineTextInput")
    });
    desk
}

fn kept(desk: &mut Desk, count: usize) -> Seen {
    desk.until(&format!("{count} variants"), |seen| {
        seen["variants"].as_array().unwrap().len() == count
    })
}

#[test]
fn left_becomes_right_and_both_stay_side_by_side() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let mut desk = at_the_box(dir.path(), &library);
    desk.types(LEFT);
    placed(&mut desk, LEFT, "left_kidney");
    desk.key("ctrl+Return");
    let seen = kept(&mut desk, 1);
    assert_eq!(seen["live_text"], LEFT, "the keys typed nothing");
    let card = |seen: &Seen, letter: char| {
        let name = format!("Variant {letter}: ");
        let all = seen.controls().into_iter();
        let mut cards = all.filter(|c| c.role == "Button" && c.name.starts_with(&name));
        cards.next().map(|card| card.name)
    };
    desk.until("its card", |seen| {
        card(seen, 'A').is_some_and(|name| name.contains("Left kidney"))
    });

    for _ in "left kidney.".chars() {
        desk.key("BackSpace");
    }
    desk.types("right kidney.");
    placed(&mut desk, RIGHT, "right_kidney");
    desk.press("Keep as variant");
    let seen = kept(&mut desk, 2);
    let variants = &seen["variants"];
    assert_eq!(variants[0]["letter"], "A");
    assert_eq!(variants[0]["structure"], "left_kidney");
    assert_eq!(variants[1]["letter"], "B");
    assert_eq!(variants[1]["structure"], "right_kidney");
    let apart = variants[1]["from_first_mm"].as_f64().unwrap();
    assert!(
        (60.0..200.0).contains(&apart),
        "{apart} mm between the kidneys"
    );
    let told = format!("Variant B: Right kidney, {apart:.0} mm from A");
    let seen = desk.until("how far they lie apart", |seen| {
        card(seen, 'B').is_some_and(|name| name.starts_with(&told))
    });
    let [first, second] = ['A', 'B'].map(|letter| {
        let name = card(&seen, letter).unwrap();
        seen.control(&name).unwrap().rect
    });
    assert!(first[2] <= second[0], "side by side: {first:?} {second:?}");

    let name = card(&seen, 'A').unwrap();
    desk.press(&name);
    let back = placed(&mut desk, LEFT, "left_kidney");
    assert_eq!(back["variants"].as_array().unwrap().len(), 2);
    desk.press("Drop variant A");
    let seen = kept(&mut desk, 1);
    assert_eq!(seen["variants"][0]["text"], RIGHT);
    desk.press("Drop all");
    kept(&mut desk, 0);
    desk.quit();
}

#[test]
fn the_words_that_speak_for_the_place_are_tinted_and_weighed_anew_when_the_text_changes() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let mut desk = at_the_box(dir.path(), &library);
    desk.types("A stone in the gallbladder.");
    placed(&mut desk, "A stone in the gallbladder.", "gallbladder");
    desk.press("Why");
    let strongest = |seen: &Seen, structure: &str| {
        let why = &seen["live_why"];
        (why["structure"] == structure).then(|| why["words"][0][0].as_str().unwrap().to_owned())
    };
    let mut word = None;
    desk.until("the words of the gallbladder", |seen| {
        word = strongest(seen, "gallbladder");
        word.is_some()
    });
    assert_eq!(word.as_deref(), Some("gallbladder"));

    let at = desk.control("Text to place").middle();
    desk.click(1, at);
    desk.key("ctrl+a");
    desk.types("A tear of the spleen.");
    placed(&mut desk, "A tear of the spleen.", "spleen");
    desk.until("the words of the spleen", |seen| {
        word = strongest(seen, "spleen");
        word.is_some()
    });
    assert_eq!(word.as_deref(), Some("spleen"));
    desk.quit();
}
