//! Tasks with the keyboard alone: no test in here moves the pointer.

use crate::desk::{Control, Desk, Seen};
use crate::{begin, papers, sit_down};

/// More papers than are added without asking.
const MANY: usize = 60;

/// The name of what has the keyboard.
fn held(seen: &Seen) -> Option<String> {
    seen.focused().map(|control| control.name)
}

fn holds(seen: &Seen, name: &str) -> bool {
    held(seen).is_some_and(|held| held.starts_with(name))
}

fn is_open(seen: &Seen, popover: &str) -> bool {
    seen["layout"]["popover"] == popover
}

/// Does what the box for questions offers under these words.
fn run(desk: &mut Desk, words: &str, offered: &str) {
    desk.key("ctrl+k");
    desk.types(words);
    desk.until(&format!("“{offered}” on offer"), |seen| {
        seen.control(offered).is_some()
    });
    desk.key("Return");
}

#[test]
fn a_folder_with_a_broken_pdf_is_added_and_looked_into_by_keys() {
    let Some((_display, dir, mut desk)) = sit_down() else {
        return;
    };
    let folder = dir.path().join("new papers");
    std::fs::create_dir(&folder).unwrap();
    let note =
        "Rupture of the urinary bladder\n\nBlunt trauma tore the dome of the urinary bladder.";
    std::fs::write(folder.join("bladder.txt"), note).unwrap();
    let broken = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog";
    std::fs::write(folder.join("broken.pdf"), broken).unwrap();
    desk.key("ctrl+d");
    desk.type_path(&folder);
    desk.until("the good one, and a word about the broken one", |seen| {
        let problems = seen["problems"].as_array().unwrap();
        seen["documents"] == papers::PAPERS.len() + 1 && problems.len() == 1
    });
    desk.key("p");
    desk.until("why", |seen| {
        let reason = seen["problems"][0][1].as_str().unwrap();
        seen.says("broken.pdf") && seen.says(reason)
    });
    desk.quit();
}

#[test]
fn many_papers_are_added_by_enter() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let list = dir.path().join("many.jsonl");
    let text = "Blunt trauma tore the spleen. The splenic hilum was packed.".to_owned();
    let paper = |n: usize| {
        (
            format!("Splenic laceration, patient {n}"),
            text.clone(),
            2000,
        )
    };
    papers::write(&list, (0..MANY).map(paper));
    let mut desk = Desk::open(dir.path(), &[&library]);
    desk.key("ctrl+d");
    desk.type_path(&list);
    let add = format!("Add {MANY} documents");
    desk.until("the button that adds them with the keyboard", |seen| {
        holds(seen, &add)
    });
    desk.key("Return");
    desk.until("all of them", |seen| {
        seen["documents"] == papers::PAPERS.len() + MANY
    });
    desk.quit();
}

#[test]
fn a_palette_for_the_colour_blind_and_back_by_keys() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let before = desk.picture();
    run(
        &mut desk,
        "colour-blind",
        "Colour-blind safe colours of the body",
    );
    desk.until("the palette", |seen| {
        seen["scene"]["palette"] == "color_blind" && seen.focused().is_none()
    });
    desk.until_picture("other colours", |picture| picture.unlike(&before) > 0.03);
    desk.key("ctrl+z");
    desk.until("the palette of before", |seen| {
        seen["scene"]["palette"] == "anatomical"
    });
    desk.quit();
}

#[test]
fn a_tour_is_presented_and_the_shortcuts_are_read_in_it_by_keys() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let before = desk.see();
    run(&mut desk, "tours", "Tours");
    desk.until("the first tour with the keyboard", |seen| {
        is_open(seen, "tours") && holds(seen, "Start")
    });
    desk.key("Return");
    let first = desk.until("the first stop", |seen| seen.says("1 of "));
    let mut names = first.controls().into_iter().map(|control| control.name);
    let place = names.find(|name| name.starts_with("1 of ")).unwrap();
    let stops = place.split(' ').nth(2).unwrap().parse::<usize>().unwrap();
    desk.key("F11");
    desk.until("nothing but the stage", |seen| {
        seen["layout"]["presentation"] == true
    });

    // The page of shortcuts scrolls by the keys of presenters, and the tour stays where it is.
    desk.key("F1");
    desk.until("the shortcuts", |seen| {
        is_open(seen, "help") && holds(seen, "Guide")
    });
    let row = |seen: &Seen| {
        let of_row = |control: &Control| control.name == "Ctrl Z";
        let found = seen.controls().into_iter().find(of_row);
        found.map(|control| control.rect[1])
    };
    desk.control("Guide: what to do first");
    let camera = desk.see()["camera"].clone();
    let top = row(&desk.see()).unwrap();
    desk.key("Down");
    desk.until("the next rows", |seen| row(seen).unwrap() < top - 20.0);
    desk.key("PageDown");
    desk.until("the next page", |seen| row(seen).unwrap() < top - 100.0);
    desk.key("Home");
    let seen = desk.until("the top again", |seen| {
        (row(seen).unwrap() - top).abs() < 2.0
    });
    assert!(seen.says(&place), "the tour has not gone on");
    assert_eq!(seen["camera"], camera, "the body has not turned");
    assert!(holds(&seen, "Guide"), "the arrows lead nowhere else");
    desk.key("Escape");
    desk.until("the stage again", |seen| {
        seen["layout"]["popover"].is_null() && seen.says(&place)
    });

    for stop in 2..=stops {
        desk.key("PageDown");
        desk.until("the next stop", |seen| {
            seen.says(&format!("{stop} of {stops}"))
        });
    }
    desk.key("PageDown");
    desk.key("F11");
    let after = desk.until("the end", |seen| {
        seen["layout"]["presentation"] == false && !seen.says(&format!("{stops} of {stops}"))
    });
    assert_eq!(after["camera"], before["camera"]);

    // Each tour is on offer by its title, too.
    run(&mut desk, "where does a text", "Tour: Where does a text");
    desk.until("a tour", |seen| seen.says("1 of "));
    desk.quit();
}

#[test]
fn windows_that_open_have_the_keyboard_and_give_it_back() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    desk.key("l");
    let row = desk.until("a row with the keyboard", |seen| seen.focused().is_some());
    let row = held(&row).unwrap();
    assert_eq!(row, desk.see().listed()[0]);
    for (words, offered, popover, first) in [
        ("tours", "Tours", "tours", "Start"),
        (
            "guide",
            "Guide: what to do first",
            "guide",
            "Keyboard shortcuts",
        ),
        ("keyboard", "Keyboard shortcuts", "help", "Guide"),
    ] {
        run(&mut desk, words, offered);
        desk.until("the keyboard in its window", |seen| {
            is_open(seen, popover) && holds(seen, first)
        });
        desk.key("Escape");
        desk.until("the row to have it again", |seen| {
            seen["layout"]["popover"].is_null() && held(seen).as_ref() == Some(&row)
        });
    }
    desk.quit();
}

/// Chooses a structure by its name.
fn choose(desk: &mut Desk, words: &str, name: &str) {
    desk.key("ctrl+k");
    desk.types(words);
    let offered = format!("Search the documents for “{words}”");
    desk.until("what can be asked", |seen| seen.says(&offered));
    desk.key("Return");
    desk.until(name, |seen| {
        seen["heading"] == name && seen.focused().is_none()
    });
}

/// What the picture of a slice is called.
const AXIAL: &str = "Picture of the slice: Axial";

/// How far the slices cross to one side of the middle of the body, in whole mm, as a screen reader tells it; less than nothing to the other one.
fn crossing(seen: &Seen, [there, back]: [&str; 2]) -> Option<i64> {
    let told = seen.control(AXIAL)?.value?;
    let far = |side: &str| {
        let (before, _) = told.split_once(&format!(" mm {side}"))?;
        before.rsplit(' ').next()?.parse::<i64>().ok()
    };
    let back = || far(back).map(|mm| -mm);
    Some(far(there).or_else(back).unwrap_or(0))
}

#[test]
fn the_crossing_of_the_slices_is_moved_by_keys() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    choose(&mut desk, "spleen", "Spleen");
    desk.key("shift+s");
    let begun = desk.until("a slice with the keyboard", |seen| {
        seen["slices"] == true && holds(seen, AXIAL)
    });
    let to_left = |seen: &Seen| crossing(seen, ["left", "right"]).unwrap();
    let back = |seen: &Seen| crossing(seen, ["behind", "in front"]).unwrap();
    let up = |seen: &Seen| crossing(seen, ["above", "below"]).unwrap();
    let told = begun.control(AXIAL).unwrap().value.unwrap();
    assert!(told.starts_with("Spleen · "), "{told}");
    assert!(to_left(&begun) > 20, "the spleen is on the left: {told}");
    let camera = begun["camera"].clone();

    // The patient's left is on the right of the picture, and behind is below.
    desk.key("Right");
    desk.until("1 mm further to the left", |seen| {
        to_left(seen) == to_left(&begun) + 1
    });
    desk.key("shift+Up");
    desk.until("10 mm further to the front", |seen| {
        (back(seen) - (back(&begun) - 10)).abs() <= 1
    });
    desk.key("shift+PageUp");
    let moved = desk.until("10 mm higher", |seen| {
        (up(seen) - (up(&begun) + 10)).abs() <= 1
    });
    assert!(holds(&moved, AXIAL), "the arrows lead nowhere else");
    assert_eq!(to_left(&moved), to_left(&begun) + 1);
    desk.key("shift+s");
    desk.until("the next slice with the keyboard", |seen| {
        holds(seen, "Picture of the slice: Coronal")
    });
    desk.key("shift+Down");
    desk.until("10 mm lower", |seen| (up(seen) - up(&begun)).abs() <= 1);

    // Enter selects what lies there: beyond the spleen, something else.
    let lies_in = |seen: &Seen| {
        let told = seen.control(AXIAL).and_then(|slice| slice.value);
        let name = told.as_deref().and_then(|told| told.split_once(" · "));
        name.map(|(name, _)| name.to_owned())
    };
    let mut at = desk.see();
    for _ in 0..20 {
        if lies_in(&at).is_some_and(|name| name != "Spleen") {
            break;
        }
        let before = to_left(&at);
        desk.key("shift+Right");
        at = desk.until("further to the left", |seen| to_left(seen) > before);
    }
    assert_ne!(lies_in(&at).expect("it is in the body"), "Spleen");
    assert_eq!(at["selected_structure"], "spleen");
    desk.key("Return");
    let chosen = desk.until("what lies there", |seen| {
        let selected = &seen["selected_structure"];
        selected.is_string() && selected != "spleen"
    });
    assert_eq!(chosen["camera"], camera, "the body has not turned");

    // Escape gives the arrows back to the body.
    desk.key("Escape");
    desk.until("no control with the keyboard", |seen| {
        seen.focused().is_none()
    });
    desk.key("Left");
    desk.until("the body turned", |seen| seen["camera"] != camera);
    desk.quit();
}

#[test]
fn a_distance_is_measured_by_keys() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    choose(&mut desk, "spleen", "Spleen");
    let camera = desk.see()["camera"].clone();
    let measured = |seen: &Seen| -> Vec<f64> {
        let all = seen["scene"]["measurements"].as_array().unwrap().iter();
        let length = |measured: &serde_json::Value| {
            let end = |name: &str| -> [f64; 3] {
                serde_json::from_value(measured[name].clone()).unwrap()
            };
            let (from, to) = (end("from_mm"), end("to_mm"));
            let squares = from.iter().zip(to).map(|(from, to)| (from - to).powi(2));
            squares.sum::<f64>().sqrt()
        };
        all.map(length).collect()
    };
    let begun = |seen: &Seen| seen["layout"]["tool"]["measure"]["from"].is_array();
    desk.key("m");
    desk.until("where keys measure from", |seen| {
        seen.says("Keys measure from: Spleen · ")
    });
    desk.key("Return");
    desk.until("the first end", begun);
    for _ in 0..3 {
        desk.key("shift+Up");
    }
    desk.key("Right");
    desk.key("Return");
    let first = desk.until("a distance", |seen| measured(seen).len() == 1);
    let length = measured(&first)[0];
    assert!((length - 901_f64.sqrt()).abs() < 0.1, "{length}");
    assert_eq!(first["camera"], camera, "the body has not turned");

    // From one organ to another, each chosen by its name.
    desk.key("Return");
    desk.until("the first end of the next", begun);
    choose(&mut desk, "liver", "Liver");
    desk.key("Return");
    let second = desk.until("another distance", |seen| measured(seen).len() == 2);
    assert!(measured(&second)[1] > 40.0, "{:?}", measured(&second));
    desk.key("ctrl+z");
    desk.until("the first alone", |seen| measured(seen) == [length]);

    // Laid down, the tool leaves the arrows to the body.
    desk.key("Escape");
    let whole = desk.until("no tool", |seen| seen["layout"]["tool"] == "select");
    desk.key("Left");
    desk.until("the body turned", |seen| seen["camera"] != whole["camera"]);
    desk.quit();
}
