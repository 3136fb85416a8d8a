//! The body is shown, cut and measured with the keyboard alone: no test in here moves the pointer.

use std::path::Path;

use crate::by_keys::{holds, run, walk};
use crate::desk::{Desk, Seen};
use crate::{begin, body, sit_down};

/// Leaves the heart alone on the stage, and cuts it open.
fn cut_the_heart_alone(desk: &mut Desk) {
    let whole = desk.see()["drawn_structures"].as_u64().unwrap();
    run(desk, "isolate heart", "Isolate Heart");
    desk.until("the heart alone", |seen| {
        seen["drawn_structures"].as_u64().unwrap() < whole / 3 && seen.focused().is_none()
    });
    desk.key("x");
    desk.until("a cut", |seen| {
        seen["scene"]["sections"].as_array().unwrap().len() == 1
    });
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

#[test]
fn the_heart_alone_cut_labelled_and_saved_in_4k_by_keys() {
    let Some((_display, dir, mut desk)) = sit_down() else {
        return;
    };
    cut_the_heart_alone(&mut desk);
    let seen = desk.see_structures();
    let alone = !seen.is_empty() && seen.keys().all(|id| body::of_heart(id));
    assert!(alone, "{seen:?}");
    assert!(seen.keys().any(|id| body::chamber(id)), "{seen:?}");
    let unlabelled = desk.picture();
    desk.key("k");
    desk.until("labels", |seen| seen["scene"]["labels"] == true);
    desk.until_picture("names with lines", |picture| {
        picture.unlike(&unlabelled) > 0.002
    });
    let ask = |desk: &mut Desk| {
        desk.key("ctrl+p");
        desk.until("what it is to show", |seen| holds(seen, "Save…"));
    };
    let save = |desk: &mut Desk, file: &Path| {
        desk.key("Return");
        desk.type_path(file);
        desk.file(file);
        image::open(file).unwrap().to_rgb8()
    };
    ask(&mut desk);
    let picture = save(&mut desk, &dir.path().join("heart.png"));
    ask(&mut desk);
    walk(&mut desk, "shift+Tab", "Names and distances");
    desk.key(" ");
    desk.until("no names", |seen| {
        let names = seen.control("Names and distances");
        names.is_some_and(|names| names.on == Some(false))
    });
    walk(&mut desk, "Tab", "Save…");
    let plain = save(&mut desk, &dir.path().join("plain.png"));
    assert_eq!(picture.dimensions(), (3840, 2160));
    assert_eq!(plain.dimensions(), (3840, 2160));
    // Names stand beside the heart on the one and not on the other.
    let pairs = picture.pixels().zip(plain.pixels());
    let differ = pairs.filter(|(a, b)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 60));
    let differ = differ.count();
    assert!(differ > 15_000, "{differ} pixels of names");
    // Heart muscle.
    let red = picture.pixels().filter(|p| p[0] > 90 && p[0] / 2 > p[1]);
    assert!(red.count() > 100_000, "the heart is on it");
    desk.quit();
}

#[test]
fn the_window_comes_back_after_a_kill_and_is_gone_on_with_by_keys() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let mut desk = Desk::open(dir.path(), &[&library]);
    cut_the_heart_alone(&mut desk);
    desk.key("ctrl+k");
    desk.types("tumour");
    desk.until("what can be asked", |seen| {
        seen.says("Search the documents for “tumour”")
    });
    desk.key("Return");
    desk.until("papers that say so", |seen| {
        seen["heading"] == "“tumour”" && !seen.listed().is_empty()
    });
    // What was done last is kept within some seconds, and nothing is done on leaving.
    let kept = || {
        let library = library::Library::open_to_read(&library).ok()?;
        library.setting("window").ok().flatten()
    };
    let says = |kept: &str| {
        let kept: serde_json::Value = serde_json::from_str(kept).unwrap();
        kept["list"]["words"] == "tumour" && kept["looking"]["sections"][0].is_object()
    };
    let left = desk.until("it to be kept", |_| kept().is_some_and(|kept| says(&kept)));
    desk.kill();

    let mut desk = Desk::open(dir.path(), &[&library]);
    let back = desk.until("the same list", |seen| {
        seen["heading"] == "“tumour”" && seen.listed() == left.listed()
    });
    for what in ["camera", "drawn_structures"] {
        assert_eq!(back[what], left[what], "{what}");
    }
    for what in ["sections", "visibility", "fill_cut"] {
        assert_eq!(back["scene"][what], left["scene"][what], "{what}");
    }
    // One goes on where one was: through the list.
    let listed = back.listed();
    desk.key("l");
    desk.until("its first row with the keyboard", |seen| {
        holds(seen, &listed[0])
    });
    desk.key("ctrl+Down");
    desk.until("its first document", |seen| {
        seen["layout"]["tab"] == "document" && seen.says(&listed[0])
    });
    desk.quit();
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
