//! Papers are found.

use std::path::Path;

use crate::desk::{Control, Desk, Dialogs, Seen};
use crate::{begin, other_program, papers, sit_down};

/// A note of a patient whose spleen is torn.
pub const CASE_NOTE: &str = "A 54-year-old man fell from a ladder onto his left side. He had pain under the left ribs. Computed tomography showed \
                             a laceration of the spleen with blood around the splenic hilum; the left kidney was whole.";

const OLD: &str = "Cystic tumour of the pancreatic tail";
const SINCE_2015: [&str; 2] = [
    "Neuroendocrine tumour in the tail of the pancreas",
    "Pseudocyst of the tail of the pancreas after pancreatitis",
];

/// The titles in a RIS file.
fn titles(ris: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(ris).unwrap();
    let lines = text.lines().filter_map(|line| {
        let (tag, words) = line.split_once("  - ")?;
        matches!(tag, "TI" | "T1").then(|| words.to_owned())
    });
    lines.collect()
}

/// What was wanted and nothing older was written, and it is what was listed.
fn holds_the_right_papers(file: &Path, listed: &[String]) {
    let written = titles(&std::fs::read(file).unwrap());
    assert_eq!(written.len(), listed.len(), "{written:?} {listed:?}");
    for title in SINCE_2015 {
        assert!(written.iter().any(|w| w == title), "{title}: {written:?}");
    }
    for (title, _, year) in papers::PAPERS {
        assert!(year >= 2015 || !written.iter().any(|w| w == title));
    }
}

/// Only what was listed since 2015 is listed.
fn is_since_2015(seen: &Seen) -> bool {
    let listed = seen.listed();
    !listed.iter().any(|title| title == OLD)
        && SINCE_2015.iter().all(|t| listed.contains(&(*t).into()))
}

#[test]
fn papers_on_the_tail_of_the_pancreas_since_2015_as_ris() {
    let Some((_display, dir, mut desk)) = sit_down() else {
        return;
    };
    // A document was being read.
    desk.press("Stone in the left kidney");
    desk.until("a document", |seen| seen["layout"]["tab"] == "document");

    desk.press("Name a place, search documents");
    desk.types("tail of the panc");
    desk.press("Tail of pancreas");
    let place = desk.until("the documents of the place", |seen| {
        seen["layout"]["tab"] == "results"
            && seen["heading"] == "Tail of pancreas"
            && seen.listed().iter().any(|title| title == OLD)
    });
    assert_eq!(place["selected_structure"], "tail_of_pancreas");

    desk.key("y");
    // Those of the three papers; each year has its share of the width.
    let years = desk.control("Years 2004 to 2021");
    let of = |year: f64| (year - 2004.0 + 0.5) / 18.0;
    desk.drag(years.at(of(2015.0), 0.4), years.at(of(2021.0), 0.4));
    let narrowed = desk.until("papers since 2015", is_since_2015);

    desk.press("Export…");
    let file = dir.path().join("tail.ris");
    desk.type_path(&file);
    desk.file(&file);
    holds_the_right_papers(&file, &narrowed.listed());
    desk.quit();
}

#[test]
fn the_same_with_the_keyboard_alone() {
    let Some((_display, dir, mut desk)) = sit_down() else {
        return;
    };
    desk.key("ctrl+k");
    desk.types("tail of the panc");
    desk.until("places", |seen| seen.control("Tail of pancreas").is_some());
    desk.key("Return");
    desk.until("the documents of the place", |seen| {
        seen["heading"] == "Tail of pancreas" && seen.focused().is_none()
    });
    // The last year, and six more.
    desk.key("y");
    desk.until("the years", |seen| {
        seen.control("Years 2004 to 2021").is_some()
    });
    desk.key("Left");
    desk.until("the last year", |seen| seen.says("shown: 2021 to 2021"));
    for _ in 0..6 {
        desk.key("shift+Left");
    }
    let narrowed = desk.until("papers since 2015", |seen| {
        seen.says("shown: 2015 to 2021") && is_since_2015(seen)
    });
    desk.key("ctrl+e");
    let file = dir.path().join("tail.ris");
    desk.type_path(&file);
    desk.file(&file);
    holds_the_right_papers(&file, &narrowed.listed());

    // They are read one after the other.
    for title in narrowed.listed() {
        desk.key("ctrl+Down");
        desk.until("the next one", |seen| {
            seen["layout"]["tab"] == "document"
                && seen["opened_document"] == seen["selected_document"]
                && seen.says(&title)
        });
    }
    desk.quit();
}

/// The last of the years that the strip below the stage shows.
fn last_shown(seen: &Seen) -> Option<i32> {
    let bars = seen.control("Years ")?;
    bars.name.rsplit(' ').next()?.parse().ok()
}

#[test]
fn years_are_played_from_one_that_is_chosen_to_the_last() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    desk.key("y");
    let years = desk.control("Years 1998 to 2024");
    let share = (2009.0 - 1998.0 + 0.5) / 27.0;
    desk.click(1, years.at(share, 0.4));
    desk.until("the paper of 2009", |seen| {
        seen.says("shown: 2009 to 2009") && seen["documents"] == 1
    });
    desk.press("Play");
    // The press leads to the next year with a paper, 2012; further it goes by itself.
    desk.until("a later year", |seen| {
        last_shown(seen) > Some(2012) && seen["documents"] == 1
    });
    desk.until("the last year, and that it has ended", |seen| {
        last_shown(seen) == Some(2024) && seen.control("Play").is_some()
    });
    desk.quit();
}

#[test]
fn a_search_is_narrowed_to_a_year_above_its_list_and_that_is_taken_back() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    desk.key("ctrl+k");
    desk.types("pancreas");
    desk.press("Search the documents for");
    let found = desk.until("papers that say so", |seen| {
        seen["heading"] == "“pancreas”" && seen.listed().len() > 2
    });
    let all = found["documents"].as_u64().unwrap();
    assert!(all > found.listed().len() as u64, "of all, some answer");
    desk.press("Narrow");
    let bars = desk.control("Years ");
    let numbers = bars.name.split(|sign: char| !sign.is_ascii_digit());
    let years: Vec<f64> = numbers.filter_map(|number| number.parse().ok()).collect();
    let share = (2015.0 - years[0] + 0.5) / (years[1] - years[0] + 1.0);
    let only = |seen: &Seen| seen.listed() == [SINCE_2015[0]] && seen["documents"] == 1;
    let every =
        |seen: &Seen| seen.listed() == found.listed() && seen["documents"].as_u64() == Some(all);
    desk.click(1, bars.at(share, 0.4));
    desk.until("the paper of 2015, in the list and on the stage", only);
    // The same again takes it back.
    let bars = desk.control("Years ");
    desk.click(1, bars.at(share, 0.4));
    desk.until("all of them", every);

    // What is chosen is seen while the fold is closed, and taken away there.
    let bars = desk.control("Years ");
    desk.click(1, bars.at(share, 0.4));
    desk.until("the paper of 2015", only);
    desk.press("Narrow");
    desk.until("the fold closed", |seen| seen.control("Years ").is_none());
    desk.press("2015");
    desk.until("all of them", every);
    desk.quit();
}

/// Tab goes from one control to the next as they stand, and arrows turn the body where no control has them.
#[test]
fn the_keyboard_goes_along_the_bar_and_round_the_body() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let front = desk.see();
    desk.key("Left");
    let turned = desk.until("another side", |seen| {
        seen["camera"]["yaw"] != front["camera"]["yaw"]
    });
    assert!(turned.focused().is_none());
    desk.key("-");
    desk.until("more of it", |seen| {
        seen["camera"]["distance"].as_f64() > front["camera"]["distance"].as_f64()
    });

    let mut passed = Vec::new();
    while passed
        .last()
        .is_none_or(|last: &Control| last.name != "Help")
    {
        let before = passed.last().cloned();
        desk.key("Tab");
        let seen = desk.until("the next control", |seen| {
            seen.focused()
                .is_some_and(|now| before.as_ref().is_none_or(|b| b.name != now.name))
        });
        passed.push(seen.focused().unwrap());
        assert!(passed.len() < 20, "{passed:?}");
    }
    let left: Vec<f64> = passed.iter().map(|control| control.rect[0]).collect();
    assert!(left.is_sorted(), "{passed:?}");
    assert!(passed.len() >= 9, "{passed:?}");
    // Keys of a letter work while a button has the keyboard; Escape gives it back.
    desk.key("b");
    let folded = desk.until("the left panel folded", |seen| {
        seen["layout"]["body_panel"] == false
    });
    assert_eq!(folded.focused().map(|c| c.name).as_deref(), Some("Help"));
    desk.key("Escape");
    desk.until("no control with the keyboard", |seen| {
        seen.focused().is_none()
    });
    desk.quit();
}

/// On the smallest screen that the program is made for, and a little smaller.
#[test]
fn a_narrow_window_has_room_for_names_and_menus() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    desk.resize([1152, 720]);
    let narrow = desk.until("the narrow window", |seen| {
        let bar = seen.control("Help").unwrap().rect;
        bar[2] <= 1152.0 && seen.control("Results").unwrap().rect[2] <= 1152.0
    });
    let bar = [
        "Add documents…",
        "Ask…",
        "Documents",
        "Edit",
        "Body",
        "Atlas",
        "Help",
    ];
    let bar = bar.map(|name| narrow.control(name).unwrap().rect);
    assert!(
        bar.is_sorted_by(|a, b| a[2] <= b[0]),
        "they overlap: {bar:?}"
    );
    desk.key("ctrl+k");
    desk.types("tail of the pancreas");
    let row = desk.control("Tail of pancreas").rect;
    assert!(row[2] - row[0] > 400.0, "{row:?}");
    desk.key("Return");
    desk.until("its documents", |seen| {
        seen["heading"] == "Tail of pancreas"
    });
    desk.quit();
}

/// A file dialog of the system, where this machine has one; where it has none, the two tests above show what its people see.
#[test]
fn the_list_is_exported_through_the_file_dialog_of_the_desktop() {
    let portal = [
        "/usr/libexec/xdg-desktop-portal-gtk",
        "/usr/lib/xdg-desktop-portal-gtk",
    ];
    if !portal.iter().any(|program| Path::new(program).is_file()) {
        eprintln!("skipped: this machine has no xdg-desktop-portal-gtk");
        return;
    }
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let mut desk = Desk::with(dir.path(), &[&library], Dialogs::Portal);
    desk.press("Export…");
    let file = dir.path().join("through-the-dialog.ris");
    desk.answer_dialog("Export documents", &file);
    desk.file(&file);
    let written = titles(&std::fs::read(&file).unwrap());
    assert_eq!(written.len(), papers::PAPERS.len());
    assert!(
        desk.see()["layout"]["path_prompt"].is_null(),
        "it asked again"
    );
    desk.quit();
}

#[test]
fn a_whole_note_is_pasted_into_the_box_for_questions() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let line = "Fell from a ladder onto his left side, pain under the left ribs.\n\
                CT: laceration of the spleen with blood around the splenic hilum; left kidney whole.\n\n";
    let note = line.repeat(20);
    let note = note.trim();
    assert!(note.len() > 2_900, "{}", note.len());
    other_program::copy(note);
    desk.key("ctrl+k");
    desk.until("the box", |seen| {
        seen.focused().is_some_and(|box_| box_.role == "TextInput")
    });
    desk.key("ctrl+v");
    desk.until("what a note is taken for", |seen| {
        seen.says("Papers like this note of 540 words") && seen.says("Search the documents for")
    });
    desk.key("Return");
    let alike = desk.until("papers like it", |seen| {
        seen["live_text"] == note && seen.says("Similar to your text") && !seen.listed().is_empty()
    });
    assert_eq!(alike.listed()[0], "Splenic laceration after blunt trauma");
    desk.until("the note placed", |seen| {
        seen["live_pending"] == false && seen["live"][1] == "spleen"
    });
    desk.quit();
}

#[test]
fn papers_for_a_case_note_shifted_to_place() {
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
    let placed = desk.until("the note placed", |seen| {
        seen["live_text"] == note && seen["live_pending"] == false && !seen["live"].is_null()
    });
    assert_eq!(placed["live"][1], "spleen", "{}", placed["live"]);

    desk.press("Papers like this text");
    let near = |seen: &Seen| {
        seen.control("Place against words")?
            .value?
            .parse::<f64>()
            .ok()
    };
    let alike = desk.until("papers like it", |seen| {
        near(seen).is_some() && !seen.listed().is_empty()
    });
    assert_eq!(alike.listed()[0], "Splenic laceration after blunt trauma");
    assert!(alike.says("Similar to your text, by words, meaning and place"));
    assert!(
        !alike.says("Documents near here"),
        "one entry for one answer"
    );
    let slider = desk.control("Place against words");
    desk.drag(slider.at(0.3, 0.5), slider.at(1.1, 0.5));
    let shifted = desk.until("place alone", |seen| {
        near(seen) == Some(1.0) && seen.listed() != alike.listed()
    });
    // After the spleen come those of the nearest place, whatever their words are.
    let listed = shifted.listed();
    assert_eq!(listed[0], "Splenic laceration after blunt trauma");
    let next = |title: &str| listed[1..4].iter().any(|near| near == title);
    assert!(
        next(OLD) && SINCE_2015.iter().all(|title| next(title)),
        "{listed:?}"
    );
    desk.quit();
}

#[test]
fn the_menu_of_a_selected_row_is_that_of_all_selected_also_by_keys() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let [first, second, third] = [0, 1, 2].map(|n| papers::PAPERS[n].0);
    let mut desk = Desk::open(dir.path(), &[&library]);
    desk.press(first);
    desk.until("the document", |seen| seen["layout"]["tab"] == "document");
    desk.key("l");
    desk.press_with("ctrl", second);
    let ticked = |seen: &Seen| seen.says("2 documents selected");
    desk.until("two of them", ticked);
    // Of another row it is that row's own.
    desk.right_press(third);
    desk.until("a menu of one", |seen| {
        seen.says("Fly to the marker") && !seen.says("Export 2 documents…")
    });
    desk.key("Escape");
    desk.right_press(first);
    desk.until("a menu of two", |seen| {
        seen.control("Remove 2 documents").is_some()
            && seen.control("Export 2 documents…").is_some()
    });
    desk.key("Escape");
    desk.until("the menu gone", |seen| {
        seen.control("Remove 2 documents").is_none()
    });
    assert!(ticked(&desk.see()), "Escape was the menu's");

    // The row that was ticked last has the keyboard.
    desk.key("l");
    desk.until("a row with the keyboard", |seen| {
        let held = seen.focused();
        held.is_some_and(|row| [first, second].contains(&&*row.name))
    });
    desk.key("shift+F10");
    desk.until("its menu with the keyboard", |seen| {
        let held = seen.focused();
        held.is_some_and(|entry| entry.name == "Read side by side")
    });
    for next in [
        "More like these",
        "Copy 2 citations",
        "Export 2 documents…",
        "Remove 2 documents",
    ] {
        desk.key("Tab");
        desk.until(next, |seen| {
            let held = seen.focused();
            held.is_some_and(|entry| entry.name == next)
        });
    }
    desk.key("Return");
    let left = papers::PAPERS.len() - 2;
    desk.until("both gone", |seen| {
        seen["documents"] == left && !seen.listed().contains(&first.to_owned())
    });
    desk.quit();
}
