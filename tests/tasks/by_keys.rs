//! Tasks with the keyboard alone: no test in here moves the pointer.

use crate::desk::{Control, Desk, Seen};
use crate::finding::CASE_NOTE;
use crate::keeping::write_many;
use crate::{begin, other_program, papers, sit_down};

/// More papers than are added without asking.
const MANY: usize = 60;

/// The name of what has the keyboard.
pub fn held(seen: &Seen) -> Option<String> {
    seen.focused().map(|control| control.name)
}

pub fn holds(seen: &Seen, name: &str) -> bool {
    held(seen).is_some_and(|held| held.starts_with(name))
}

fn is_open(seen: &Seen, popover: &str) -> bool {
    seen["layout"]["popover"] == popover
}

/// Does what the box for questions offers under these words.
pub fn run(desk: &mut Desk, words: &str, offered: &str) {
    desk.key("ctrl+k");
    desk.types(words);
    desk.until(&format!("“{offered}” on offer"), |seen| {
        seen.control(offered).is_some()
    });
    desk.key("Return");
}

/// Goes from control to control by a key, until the one with this name has the keyboard.
pub fn walk(desk: &mut Desk, key: &str, name: &str) {
    let place = |seen: &Seen| seen.focused().map(|control| (control.name, control.rect));
    let mut seen = desk.see();
    let mut passed = Vec::new();
    while !holds(&seen, name) {
        let before = place(&seen);
        desk.key(key);
        seen = desk.until(
            &format!("the next control on the way to “{name}”"),
            |seen| {
                let now = place(seen);
                now.is_some() && now != before
            },
        );
        passed.push(held(&seen));
        assert!(passed.len() < 40, "no “{name}” on the way: {passed:?}");
    }
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
fn all_papers_of_a_list_are_removed_and_brought_back_by_keys() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    run(&mut desk, "tail of the panc", "Tail of pancreas");
    let found = desk.until("the documents of the place", |seen| {
        seen["heading"] == "Tail of pancreas" && seen.focused().is_none()
    });
    let found = found.listed();
    assert!(
        (2..papers::PAPERS.len()).contains(&found.len()),
        "{found:?}"
    );
    desk.key("l");
    desk.until("a row with the keyboard", |seen| holds(seen, &found[0]));
    desk.key("ctrl+a");
    let selected = format!("{} documents selected", found.len());
    desk.until("all of them selected", |seen| seen.says(&selected));
    desk.key("shift+F10");
    let remove = format!("Remove {} documents", found.len());
    let mut seen = desk.until("their menu with the keyboard", |seen| {
        let is_row = |name: String| found.contains(&name);
        seen.control(&remove).is_some() && held(seen).is_some_and(|name| !is_row(name))
    });
    while !holds(&seen, &remove) {
        let before = held(&seen);
        desk.key("Tab");
        seen = desk.until("the next entry", |seen| held(seen) != before);
    }
    desk.key("Return");
    let left = papers::PAPERS.len() - found.len();
    desk.until("all of them gone", |seen| {
        seen["documents"] == left && !seen.listed().iter().any(|title| found.contains(title))
    });
    desk.key("ctrl+z");
    desk.until("all of them back", |seen| {
        seen["documents"] == papers::PAPERS.len() && seen.listed() == found
    });
    desk.quit();
}

#[test]
fn a_quiz_of_five_by_keys() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let before = desk.see();
    run(&mut desk, "quiz", "Quiz…");
    desk.until("its window with the keyboard", |seen| {
        is_open(seen, "quiz") && holds(seen, "Begin")
    });
    let is_held = |seen: &Seen, name: &str| held(seen).as_deref() == Some(name);
    for number in ["20", "10", "5"] {
        desk.key("shift+Tab");
        desk.until(number, |seen| is_held(seen, number));
    }
    desk.key("Return");
    desk.until("five of them chosen", |seen| {
        seen["layout"]["quiz_order"]["questions"] == 5
    });
    for next in ["10", "20", "Begin"] {
        desk.key("Tab");
        desk.until(next, |seen| is_held(seen, next));
    }
    desk.key("Return");
    for question in 1..=5 {
        desk.until("a question", |seen| {
            seen.says(&format!("Question {question} of 5"))
                && seen.control("I do not know").is_some()
        });
        desk.key("2");
        desk.until("what is right", |seen| {
            (seen.says("Right: ") || seen.says("No, that is")) && seen.control("Next").is_some()
        });
        desk.key("Return");
    }
    desk.until("the score", |seen| seen.says(" of 5 right"));
    desk.key("Escape");
    let after = desk.until("the end", |seen| seen.control("Filter").is_some());
    assert_eq!(after["camera"], before["camera"]);
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

#[test]
fn papers_for_a_case_note_are_shifted_to_place_by_keys() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let note = CASE_NOTE;
    other_program::copy(note);
    desk.key("t");
    desk.until("the box of the text", |seen| {
        seen.focused()
            .is_some_and(|box_| box_.role == "MultilineTextInput")
    });
    desk.key("ctrl+v");
    desk.until("the note placed", |seen| {
        seen["live_text"] == note && seen["live_pending"] == false && seen["live"][1] == "spleen"
    });
    walk(&mut desk, "Tab", "Papers like this text");
    desk.key("Return");
    let near = |seen: &Seen| {
        let slider = seen.control("Place against words")?;
        slider.value?.parse::<f64>().ok()
    };
    let first = "Splenic laceration after blunt trauma";
    // Until they are found, what was listed before stays.
    let alike = desk.until("papers like it", |seen| {
        near(seen).is_some_and(|near| near < 1.0)
            && seen.listed().first().is_some_and(|title| title == first)
    });

    // The list has the keyboard, and what it is ranked by stands above it.
    desk.key("l");
    desk.until("its first row with the keyboard", |seen| holds(seen, first));
    walk(&mut desk, "shift+Tab", "Place against words");
    desk.key("End");
    let shifted = desk.until("place alone", |seen| {
        near(seen) == Some(1.0) && seen.listed() != alike.listed()
    });
    assert!(holds(&shifted, "Place against words"));
    let listed = shifted.listed();
    assert_eq!(listed[0], first);
    // After the spleen come those of the tail of the pancreas, whatever their words are.
    for (title, ..) in &papers::PAPERS[..3] {
        assert!(listed[1..4].iter().any(|near| near == title), "{listed:?}");
    }
    desk.key("Home");
    desk.until("words alone", |seen| near(seen) == Some(0.0));
    desk.quit();
}

#[test]
fn an_import_goes_on_after_a_kill_by_keys() {
    const LONG: usize = 480;
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let list = dir.path().join("many.jsonl");
    write_many(&list, LONG);
    let (few, all) = (papers::PAPERS.len(), papers::PAPERS.len() + LONG);
    let mut desk = Desk::open(dir.path(), &[&library]);
    desk.key("ctrl+d");
    desk.type_path(&list);
    desk.until("the button that adds them with the keyboard", |seen| {
        holds(seen, &format!("Add {LONG} documents"))
    });
    desk.key("Return");
    desk.until("some of them landed, and not all", |seen| {
        let landed = seen["documents"].as_u64().unwrap() as usize;
        assert!(landed < all, "too quick to be killed");
        landed > few
    });
    desk.kill();

    let mut desk = Desk::open(dir.path(), &[&library]);
    desk.until("what happened", |seen| {
        seen["problems"][0][1].as_str() == Some(library::BROKE_OFF)
    });
    run(&mut desk, "try again", "Try again what could not be added");
    let whole = desk.until("the rest", |seen| seen["documents"] == all);
    assert_eq!(whole["problems"].as_array().unwrap().len(), 0);
    desk.quit();
}
