//! Two papers are compared.

use crate::desk::Seen;
use crate::{papers, sit_down};

const TAIL: &str = "Cystic tumour of the pancreatic tail";
const HEAD: &str = "Adenocarcinoma of the head of the pancreas";

/// Both texts stand there, with what they have in common and what differs.
fn are_compared(seen: &Seen) -> bool {
    let texts = papers::PAPERS.iter();
    let texts = texts.filter(|(title, ..)| [TAIL, HEAD].contains(title));
    let read = |(title, text, _): &(&str, &str, i32)| {
        let mut sentences = text.split(". ").map(|s| s.trim_end_matches('.'));
        seen.says(title) && sentences.all(|sentence| seen.says(sentence))
    };
    texts.clone().count() == 2 && texts.clone().all(read) && seen.says(" mm apart")
}

#[test]
fn two_papers_are_read_side_by_side() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let before = desk.see();
    desk.right_press(TAIL);
    desk.press("Put beside…");
    desk.until("the question for the other one", |seen| {
        seen.says("Choose the document to be read beside “Cystic tumour")
    });
    desk.press(HEAD);
    let seen = desk.until("both papers", are_compared);
    assert_ne!(seen["document_beside"], seen["selected_document"]);
    // What both name and what one names alone.
    assert!(seen.says("Both name") && seen.says("Only A names"));
    assert!(seen.says("15 years apart"), "2004 and 2019");
    assert!(seen.control("Spleen").is_some(), "the first alone names it");
    // Both places are in sight of the body beside them.
    let keys = ["document_beside", "selected_document"].map(|key| seen[key].to_string());
    let stage: Vec<f64> = serde_json::from_value(seen["stage"].clone()).unwrap();
    let distance = |seen: &Seen| seen["camera"]["distance"].as_f64();
    assert!(distance(&seen) < distance(&before));
    for key in keys {
        let at: [f64; 2] = serde_json::from_value(seen["marker_pixels"][&key].clone()).unwrap();
        let within = |n: usize| (stage[n]..stage[n] + stage[n + 2]).contains(&at[n]);
        assert!(within(0) && within(1), "{key}: {at:?} on {stage:?}");
    }
    desk.press("End");
    desk.until("one paper", |seen| {
        seen["document_beside"].is_null() && !are_compared(seen) && seen.says(HEAD)
    });

    // Two that are selected in the list.
    desk.key("l");
    desk.press_with("ctrl", HEAD);
    desk.press_with("ctrl", TAIL);
    desk.press("Read side by side");
    desk.until("both papers again", are_compared);
    desk.quit();
}

#[test]
fn the_same_with_the_keyboard_alone() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    desk.key("ctrl+k");
    desk.types("pancreas");
    desk.until("the place", |seen| seen.control("Pancreas").is_some());
    desk.key("Return");
    let found = desk.until("papers", |seen| {
        let listed = seen.listed();
        let is_there = |title: &&str| listed.iter().any(|listed| listed == title);
        seen["heading"] == "Pancreas" && [TAIL, HEAD].iter().all(is_there)
    });
    // Down to the one, and on to the other.
    let open = |title: &'static str| {
        move |seen: &Seen| {
            seen["opened_document"] == seen["selected_document"]
                && seen.says(title)
                && seen["layout"]["tab"] == "document"
        }
    };
    let listed = found.listed();
    let place = |title: &str| listed.iter().position(|listed| listed == title).unwrap();
    let (first, second) = match place(TAIL) < place(HEAD) {
        true => (TAIL, HEAD),
        false => (HEAD, TAIL),
    };
    for title in &listed[..=place(first)] {
        desk.key("ctrl+Down");
        let title = title.clone();
        desk.until("the next one", |seen| {
            seen["opened_document"] == seen["selected_document"] && seen.says(&title)
        });
    }
    desk.until("the first", open(first));
    desk.key("v");
    desk.until("the question for the other one", |seen| {
        seen.says("Choose the document to be read beside")
    });
    for title in &listed[place(first) + 1..=place(second)] {
        desk.key("ctrl+Down");
        let title = title.clone();
        desk.until("the one beside it", |seen| {
            seen["opened_document"] == seen["selected_document"] && seen.says(&title)
        });
    }
    desk.until("both papers", are_compared);
    desk.key("Escape");
    desk.until("one paper", |seen| {
        seen["document_beside"].is_null() && !are_compared(seen) && seen.says(second)
    });
    desk.key("alt+Left");
    desk.until("both again", are_compared);
    desk.quit();
}
