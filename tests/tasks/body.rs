//! The body is looked at, shown and asked about.

use std::collections::BTreeSet;

use crate::desk::{Desk, Seen};
use crate::{papers, sit_down};

/// Keys of the papers about the heart.
const OF_HEART: [i64; 2] = [9, 10];

/// Whether a structure is a chamber of the heart.
pub fn chamber(id: &str) -> bool {
    id.contains("ventricle") || id.contains("atrium")
}

/// Whether a structure is the heart, a chamber, or a vessel of its own.
pub fn of_heart(id: &str) -> bool {
    ["heart", "coronary", "cardiac"]
        .iter()
        .any(|part| id.contains(part))
        || chamber(id)
}

/// Leaves the heart alone on the stage; how many structures were drawn before.
pub fn heart_alone(desk: &mut Desk) -> u64 {
    let whole = desk.see()["drawn_structures"].as_u64().unwrap();
    desk.press("Filter: name, synonym, Latin");
    desk.types("heart");
    desk.right_press("Heart");
    desk.press("Isolate");
    desk.until("the heart alone", |seen| {
        seen["drawn_structures"].as_u64().unwrap() < whole / 3
    });
    whole
}

#[test]
fn the_heart_alone_cut_labelled_and_saved_in_4k() {
    let Some((_display, dir, mut desk)) = sit_down() else {
        return;
    };
    let drawn = |seen: &Seen| -> BTreeSet<i64> {
        serde_json::from_value(seen["drawn_documents"].clone()).unwrap()
    };
    desk.until("all papers on the body", |seen| {
        drawn(seen).len() == papers::PAPERS.len()
    });
    let whole = heart_alone(&mut desk);
    // The heart itself and not the sac around it.
    let seen = desk.see_structures();
    let alone = !seen.is_empty() && seen.keys().all(|id| of_heart(id));
    assert!(alone, "{seen:?}");
    // Its papers are still there, and beside it floats none of another organ's.
    desk.until("the papers of the heart alone", |seen| {
        let drawn = drawn(seen);
        !drawn.is_empty() && drawn.is_subset(&BTreeSet::from(OF_HEART))
    });
    desk.key("x");
    desk.until("a cut", |seen| {
        seen["scene"]["sections"].as_array().unwrap().len() == 1
    });
    let seen = desk.see_structures();
    assert!(seen.keys().any(|id| chamber(id)), "{seen:?}");
    let unlabelled = desk.picture();
    desk.key("k");
    desk.until("labels", |seen| seen["scene"]["labels"] == true);
    desk.until_picture("names with lines", |picture| {
        picture.unlike(&unlabelled) > 0.002
    });
    let save = |desk: &mut Desk, name: &str, change: Option<&str>| {
        desk.key("ctrl+p");
        desk.until("what it is to show", |seen| {
            seen.focused()
                .is_some_and(|control| control.name == "Save…")
        });
        match change {
            // The button has the keyboard.
            None => desk.key("Return"),
            Some(switch) => {
                desk.press(switch);
                desk.press("Save…");
            }
        }
        let file = dir.path().join(name);
        desk.type_path(&file);
        desk.file(&file);
        image::open(&file).unwrap().to_rgb8()
    };
    let picture = save(&mut desk, "heart.png", None);
    let plain = save(&mut desk, "plain.png", Some("Names and distances"));
    // Names stand beside the heart on the one and not on the other, as large as in the window.
    let pairs = picture.pixels().zip(plain.pixels());
    let differ = pairs.filter(|(a, b)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 60));
    let differ = differ.count();
    assert!(differ > 15_000, "{differ} pixels of names");
    assert_eq!(picture.dimensions(), (3840, 2160));
    // Heart muscle, and the background in the corner.
    let red = picture.pixels().filter(|p| p[0] > 90 && p[0] / 2 > p[1]);
    assert!(red.count() > 100_000, "the heart is on it");
    let corner = picture.get_pixel(5, 5);
    assert!(corner.0.iter().all(|part| *part < 60), "{corner:?}");
    // Just what the window shows, as wide and as high.
    let as_stage = save(
        &mut desk,
        "as-stage.png",
        Some("As wide and high as the stage"),
    );
    let stage: [f64; 4] = serde_json::from_value(desk.see()["stage"].clone()).unwrap();
    let height = f64::from(picture.width()) * stage[3] / stage[2];
    assert_eq!(as_stage.width(), picture.width());
    let off = (f64::from(as_stage.height()) - height).abs();
    assert!(
        off <= 1.0,
        "{:?} of a stage of {stage:?}",
        as_stage.dimensions()
    );

    // And all is as at first.
    desk.key("r");
    desk.until("the body as at first", |seen| {
        seen["drawn_structures"].as_u64() == Some(whole)
            && seen["scene"]["sections"].as_array().unwrap().is_empty()
            && seen["scene"]["labels"] == false
    });
    desk.quit();
}

#[test]
fn a_tour_is_presented() {
    let Some((_display, dir, mut desk)) = sit_down() else {
        return;
    };
    let before = desk.see();
    desk.press("Help");
    desk.press("Tours");
    desk.press_under("Cut the body open", "Start");
    let first = desk.until("the first stop", |seen| seen.says("1 of "));
    let words = first.controls().into_iter().map(|control| control.name);
    let place = words
        .clone()
        .find(|name| name.starts_with("1 of "))
        .unwrap();
    let stops = place.split(' ').nth(2).unwrap().parse::<usize>().unwrap();
    assert!(stops >= 4, "{place}");
    desk.key("F11");
    desk.until("nothing but the stage", |seen| {
        seen["layout"]["presentation"] == true && seen.control("Filter").is_none()
    });
    let mut sights = vec![first["camera"].clone()];
    for stop in 2..=stops {
        desk.key("PageDown");
        let sight = desk.until("the next stop", |seen| {
            seen.says(&format!("{stop} of {stops}"))
        });
        sights.push(sight["camera"].clone());
    }
    sights.dedup();
    assert!(sights.len() > 2, "they are different sights");
    desk.key("PageDown");
    desk.key("F11");
    let after = desk.until("the end", |seen| {
        seen["layout"]["presentation"] == false && !seen.says(&format!("{stops} of {stops}"))
    });
    assert_eq!(after["camera"], before["camera"]);
    assert_eq!(after["scene"]["sections"], before["scene"]["sections"]);

    // One's own is not lost by leaving, by whichever way.
    desk.press("Help");
    desk.press("Tours");
    desk.press_under("Your own", "Make a tour");
    desk.press("Add what I see as a stop");
    desk.until("a stop", |seen| {
        seen.control("Take this stop out").is_some()
    });
    desk.close_window();
    desk.until("a word before", |seen| {
        seen.says("First save or close the tour that you are making")
    });

    // As one file it is handed on, and shown from there.
    let file = dir.path().join("lesson.json");
    desk.press("Save…");
    desk.type_path(&file);
    desk.until("it is kept", |seen| seen.says("Kept in "));
    let kept: serde_json::Value = serde_json::from_slice(&desk.file(&file)).unwrap();
    assert_eq!(kept["stops"].as_array().map(Vec::len), Some(1), "{kept}");
    desk.press_under("Add what I see as a stop", "Close");
    desk.until("no tour being made", |seen| {
        seen.control("Make a tour").is_some()
    });
    desk.press("Open a tour…");
    desk.type_path(&file);
    desk.press("Show it");
    desk.until("its only stop", |seen| seen.says("1 of 1"));
    desk.quit();
}

#[test]
fn a_palette_for_the_colour_blind_and_back() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    desk.key("c");
    desk.control("Colour-blind safe");
    desk.point(desk_corner());
    let before = desk.picture();
    desk.press("Colour-blind safe");
    desk.until("the palette", |seen| {
        seen["scene"]["palette"] != "anatomical"
            && seen
                .control("Colour-blind safe")
                .is_some_and(|c| c.on == Some(true))
    });
    desk.point(desk_corner());
    desk.until_picture("other colours", |picture| picture.unlike(&before) > 0.03);
    desk.key("ctrl+z");
    desk.until("the palette of before", |seen| {
        seen.control("Colour-blind safe")
            .is_some_and(|c| c.on == Some(false))
    });
    desk.until_picture("the colours of before", |picture| {
        picture.unlike(&before) < 0.01
    });
    desk.quit();
}

/// Where the pointer lights nothing up.
fn desk_corner() -> [f64; 2] {
    [700.0, 895.0]
}

#[test]
fn a_quiz_of_five() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let before = desk.see();
    desk.press("Help");
    desk.press("Quiz…");
    desk.press("5");
    desk.press("Begin");
    for question in 1..=5 {
        desk.until("a question", |seen| {
            seen.says(&format!("Question {question} of 5"))
                && seen.control("I do not know").is_some()
        });
        // By its number on the keyboard, or by a click.
        if question % 2 == 1 {
            desk.key("2");
        } else {
            desk.press("3   ");
        }
        desk.until("what is right", |seen| {
            (seen.says("Right: ") || seen.says("No, that is")) && seen.control("Next").is_some()
        });
        desk.key("Return");
    }
    desk.until("the score", |seen| seen.says(" of 5 right"));
    desk.press("End");
    let after = desk.until("the end", |seen| seen.control("Filter").is_some());
    assert_eq!(after["camera"], before["camera"]);
    desk.quit();
}

#[test]
fn a_structure_is_found_in_the_quiz_by_the_keyboard_alone() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    // The box that runs commands leads to the quiz.
    desk.key("ctrl+k");
    desk.types("quiz");
    desk.until("the quiz on offer", |seen| seen.says("Quiz…"));
    desk.key("Return");
    let chosen = |seen: &Seen, name: &str| {
        let control = seen.control(name);
        control.is_some_and(|control| control.on == Some(true))
    };
    let held = |seen: &Seen| seen.focused().map(|control| control.name);
    // It has the keyboard: what is asked and how hard it is are chosen by keys, and Enter begins.
    desk.until("its window with the keyboard", |seen| {
        held(seen).as_deref() == Some("Begin") && chosen(seen, "Name it")
    });
    let camera = desk.see()["camera"].clone();
    desk.key("2");
    desk.until("what is to be found", |seen| chosen(seen, "Find it"));
    desk.key("PageDown");
    desk.until("a harder one", |seen| chosen(seen, "Also parts"));
    desk.key("PageUp");
    let ordered = desk.until("an easier one", |seen| chosen(seen, "Large structures"));
    assert_eq!(ordered["camera"], camera, "the body was not turned by it");
    desk.key("Return");
    desk.until("a name to be found", |seen| {
        seen.says("Click on") && seen.control("I do not know").is_some()
    });
    assert!(desk.see()["selected_structure"].is_null());
    desk.key("PageDown");
    let lit = desk.until("the first one lit", |seen| {
        !seen["selected_structure"].is_null() && seen.says("1 of ")
    });
    desk.key("PageDown");
    desk.until("the next one", |seen| {
        seen["selected_structure"] != lit["selected_structure"] && seen.says("2 of ")
    });
    desk.key("PageUp");
    desk.until("the one before", |seen| {
        seen["selected_structure"] == lit["selected_structure"]
    });
    desk.key("Return");
    desk.until("whether it was right", |seen| {
        seen.says("Right: ") || seen.says("No, that is")
    });
    desk.key("Return");
    desk.until("the next question", |seen| {
        seen.says("Question 2 of") && seen["selected_structure"].is_null()
    });
    desk.quit();
}

#[test]
fn the_window_of_the_quiz_gives_the_keyboard_back() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    desk.key("l");
    let row = desk.until("a row with the keyboard", |seen| seen.focused().is_some());
    let row = row.focused().unwrap().name;
    assert_eq!(row, desk.see().listed()[0]);
    let held = |seen: &Seen| seen.focused().map(|control| control.name);
    for leaves_by in ["Escape", "Return"] {
        desk.press("Help");
        desk.press("Quiz…");
        desk.until("the keyboard in its window", |seen| {
            held(seen).as_deref() == Some("Begin")
        });
        desk.key(leaves_by);
        if leaves_by == "Return" {
            desk.until("a question", |seen| seen.says("Question 1 of"));
            desk.key("Escape");
        }
        desk.until("the row to have it again", |seen| {
            held(seen).as_ref() == Some(&row)
        });
    }
    desk.quit();
}

#[test]
fn a_tour_is_saved_as_pictures_from_the_window() {
    let Some((_display, dir, mut desk)) = sit_down() else {
        return;
    };
    let before = desk.see();
    desk.press("Help");
    desk.press("Tours");
    let folder = dir.path().join("lesson");
    desk.press_under("Cut the body open", "Save pictures…");
    desk.type_path(&folder);
    let start = std::time::Instant::now();
    let seen = loop {
        let seen = desk.see();
        if seen.says("pictures are in") {
            break seen;
        }
        assert!(start.elapsed().as_secs() < 400, "they never come");
    };
    assert_eq!(seen["layout"]["presentation"], false);
    assert_eq!(seen["camera"], before["camera"]);
    // In a folder of its own, which is called after the tour.
    let mut within = std::fs::read_dir(&folder).unwrap();
    let folder = within.next().unwrap().unwrap().path();
    assert!(within.next().is_none());
    let shots = std::fs::read_dir(&folder).unwrap().count();
    assert!(shots >= 4, "{shots}");
    let shot = |n: usize| {
        let file = folder.join(format!("stop-{n:02}.png"));
        image::open(file).unwrap().to_rgb8()
    };
    let (first, last) = (shot(1), shot(shots));
    assert!(first.width() >= 1000 && first.height() >= 700);
    assert_eq!(first.dimensions(), last.dimensions());
    let pairs = first.pixels().zip(last.pixels());
    let differ = pairs.filter(|(a, b)| a != b).count();
    assert!(differ > 10_000, "different sights: {differ}");
    desk.quit();
}
