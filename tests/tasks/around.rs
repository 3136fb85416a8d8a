//! Papers are drawn around on the body.

use std::collections::{BTreeMap, BTreeSet};

use crate::desk::{Control, Desk, Seen};
use crate::{papers, sit_down};

/// Where each paper is drawn, by its key.
fn markers(seen: &Seen) -> BTreeMap<i64, [f64; 2]> {
    let all: BTreeMap<String, [f64; 2]> =
        serde_json::from_value(seen["marker_pixels"].clone()).unwrap();
    let key = |(key, at): (String, [f64; 2])| (key.parse().unwrap(), at);
    all.into_iter().map(key).collect()
}

fn listed(seen: &Seen) -> BTreeSet<i64> {
    let hits = seen["results"].as_array().unwrap().iter();
    hits.map(|hit| hit["key"].as_i64().unwrap()).collect()
}

/// Draws a rectangle, corner by corner, with the button held.
fn draw(desk: &mut Desk, [left, top, right, bottom]: [f64; 4]) {
    let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
    desk.point(corners[0]);
    desk.screen.hold(1);
    for corner in &corners[1..] {
        desk.point(*corner);
    }
    desk.screen.release(1);
    desk.see();
}

/// Drags from one corner to another.
fn drag(desk: &mut Desk, from: [f64; 2], to: [f64; 2]) {
    desk.point(from);
    desk.screen.hold(1);
    desk.point(to);
    desk.screen.release(1);
    desk.see();
}

#[test]
fn papers_that_are_drawn_around_are_listed_and_exported() {
    let Some((_display, dir, mut desk)) = sit_down() else {
        return;
    };
    let before = desk.until("the papers", |seen| {
        seen["documents"] == papers::PAPERS.len()
    });
    let markers = markers(&before);
    // The upper half of the papers: those above the gap in their middle.
    let mut heights: Vec<f64> = markers.values().map(|at| at[1]).collect();
    heights.sort_by(f64::total_cmp);
    let middle = heights.windows(2).skip(3).take(6);
    let gap = middle.max_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0])));
    let gap = gap.map(|pair| (pair[0] + pair[1]) / 2.0).unwrap();
    let above = markers.iter().filter(|(_, at)| at[1] < gap);
    let above: BTreeSet<i64> = above.map(|(key, _)| *key).collect();
    assert!((3..papers::PAPERS.len()).contains(&above.len()));
    let across: Vec<f64> = markers.values().map(|at| at[0]).collect();
    let left = across.iter().copied().fold(f64::MAX, f64::min) - 20.0;
    let right = across.iter().copied().fold(f64::MIN, f64::max) + 20.0;

    desk.press("Draw around");
    desk.until("the tool", |seen| seen["layout"]["tool"] == "draw_around");
    let camera = desk.see()["camera"].clone();
    draw(&mut desk, [left, heights[0] - 20.0, right, gap]);
    let heading = format!("{} documents chosen in the view", above.len());
    let seen = desk.until("what lies inside", |seen| {
        seen["heading"] == heading.as_str() && listed(seen) == above
    });
    assert_eq!(seen["camera"], camera, "the body has not turned");
    assert_eq!(seen["layout"]["tool"], "select");

    desk.key("ctrl+e");
    let file = dir.path().join("drawn.ris");
    desk.type_path(&file);
    let written = String::from_utf8(desk.file(&file)).unwrap();
    let records = written.lines().filter(|line| line.starts_with("TY  -"));
    assert_eq!(records.count(), above.len());

    desk.key("alt+Left");
    desk.until("the list before", |seen| {
        listed(seen).len() == papers::PAPERS.len()
    });

    // The same as a box, from corner to corner.
    desk.press("Box");
    desk.until("the box", |seen| seen["layout"]["tool"] == "draw_box");
    drag(&mut desk, [right, gap], [left, heights[0] - 20.0]);
    desk.until("what lies inside of the box", |seen| {
        seen["heading"] == heading.as_str() && listed(seen) == above
    });
    desk.key("shift+e");
    desk.until("the box by its keys", |seen| {
        seen["layout"]["tool"] == "draw_box"
    });
    desk.key("Escape");
    desk.until("no tool", |seen| seen["layout"]["tool"] == "select");

    // By the keyboard: all that is in view; and beside the body there is nothing.
    desk.key("e");
    desk.until("the tool again", |seen| {
        seen["layout"]["tool"] == "draw_around"
    });
    let stage: [f64; 4] = serde_json::from_value(before["stage"].clone()).unwrap();
    let corner = [stage[0] + 4.0, stage[1] + stage[3] - 60.0];
    draw(
        &mut desk,
        [corner[0], corner[1], corner[0] + 30.0, corner[1] + 30.0],
    );
    desk.until("that nothing lies there", |seen| {
        seen.says("No document lies in what you drew") && seen["layout"]["tool"] == "draw_around"
    });
    desk.key("Return");
    let all = format!("{} documents chosen in the view", papers::PAPERS.len());
    desk.until("all in view", |seen| seen["heading"] == all.as_str());

    // Of these, the ones with a word.
    desk.press("Words within these documents");
    desk.types("tumour");
    desk.key("Return");
    let heading = format!("“tumour” · {all}");
    desk.until("those with a word", |seen| {
        seen["heading"] == heading.as_str() && listed(seen) == BTreeSet::from([1, 2])
    });
    desk.press("All of them again");
    desk.until("all of them", |seen| seen["heading"] == all.as_str());

    // Nearer to one of them it is told how many are left in view, and a click lists those.
    let told = |seen: &Seen| {
        let names = seen.controls().into_iter().map(|control| control.name);
        let mut words = names.filter_map(|name| Some(name.strip_suffix(" in view")?.to_owned()));
        words.next_back()
    };
    assert_eq!(told(&desk.see()), None, "all are in view");
    for _ in 0..8 {
        desk.click(4, markers[&1]);
    }
    let mut before = None;
    let near = desk.until("that some are out of view, and the camera stands", |seen| {
        let stands = before.replace(seen["camera"].clone()) == Some(seen["camera"].clone());
        stands && told(seen).is_some()
    });
    let words = told(&near).unwrap();
    let (count, of) = words.split_once(" of ").unwrap();
    assert_eq!(of, papers::PAPERS.len().to_string());
    assert!(count.parse::<usize>().unwrap() < papers::PAPERS.len());
    desk.press(&format!("{words} in view"));
    let count: usize = count.parse().unwrap();
    desk.until("those in view", |seen| listed(seen).len() == count);
    desk.quit();
}

/// How many documents the probe says to have inside: above how wide it is, and around what.
fn counted(seen: &Seen) -> Option<usize> {
    let controls: Vec<Control> = seen.controls();
    let around = controls.iter().find(|it| it.name.contains(" mm around "))?;
    let [left, top, ..] = around.rect;
    let above = controls.iter().find(|it| {
        let beside = (it.rect[0] - left).abs() < 2.0;
        beside && (0.0..9.0).contains(&(top - it.rect[3]))
    })?;
    above.name.split(' ').next()?.parse().ok()
}

#[test]
fn a_probe_counts_what_lies_around_the_pointer_and_lists_it() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    let before = desk.until("the papers", |seen| {
        seen["documents"] == papers::PAPERS.len()
    });
    let markers = markers(&before);
    desk.press("Probe");
    desk.until("the tool", |seen| seen["layout"]["tool"] == "probe");
    // Over the marker of the first paper, in the tail of the pancreas.
    desk.point(markers[&1]);
    desk.until("that it is felt", |seen| counted(seen).is_some());
    let narrow = desk.see();
    let radius = narrow["layout"]["probe_mm"].as_f64().unwrap();
    let few = counted(&narrow).unwrap();
    let camera = narrow["camera"].clone();
    for _ in 0..6 {
        desk.click(4, markers[&1]);
    }
    let wide = desk.until("a wider one", |seen| {
        seen["layout"]["probe_mm"].as_f64() > Some(radius * 2.0)
    });
    assert_eq!(wide["camera"], camera, "the wheel is the probe's");
    let wide = desk.until("more inside", |seen| counted(seen) > Some(few));
    let many = counted(&wide).unwrap();
    assert!(many < papers::PAPERS.len(), "not all of them");
    // The nearest are told before anything is listed.
    let titles = papers::PAPERS.map(|(title, ..)| title);
    desk.until("titles", |seen| {
        let told = titles.iter().filter(|title| seen.says(title));
        told.count() >= 1
    });
    assert_eq!(listed(&wide).len(), papers::PAPERS.len());

    desk.click(1, markers[&1]);
    let mm = wide["layout"]["probe_mm"].as_f64().unwrap().round();
    let heading = format!("{many} documents within {mm} mm of the point");
    let seen = desk.until("what lies inside", |seen| {
        seen["heading"] == heading.as_str() && listed(seen).len() == many
    });
    assert_eq!(seen["layout"]["tool"], "select");
    assert!(listed(&seen).contains(&1), "the one that was pointed at");
    desk.key("alt+Left");
    desk.until("the list before", |seen| {
        listed(seen).len() == papers::PAPERS.len()
    });

    // By the keyboard alone: around the middle of what is selected.
    let stage: [f64; 4] = serde_json::from_value(before["stage"].clone()).unwrap();
    desk.point([stage[0] - 60.0, stage[1] + stage[3] - 60.0]);
    desk.key("ctrl+k");
    desk.types("spleen");
    desk.until("the spleen on offer", |seen| {
        seen.says("Search the documents for “spleen”")
    });
    desk.key("Return");
    desk.until("the spleen", |seen| seen["heading"] == "Spleen");
    desk.key("q");
    desk.until("the probe around it", |seen| seen.says(" mm around Spleen"));
    for _ in 0..16 {
        desk.key("-");
    }
    desk.until("a narrow one", |seen| {
        seen["layout"]["probe_mm"].as_f64() < Some(radius)
    });
    desk.key("Escape");
    desk.until("no tool", |seen| seen["layout"]["tool"] == "select");
    desk.key("q");
    for _ in 0..14 {
        desk.key("=");
    }
    let wide = desk.until("some inside", |seen| {
        seen["layout"]["probe_mm"].as_f64() > Some(radius * 2.0) && counted(seen) > Some(1)
    });
    let many = counted(&wide).unwrap();
    desk.key("Return");
    let seen = desk.until("them in the list", |seen| {
        seen["layout"]["tool"] == "select" && listed(seen).len() == many
    });
    assert!(
        seen["heading"]
            .as_str()
            .unwrap()
            .contains("mm of the point")
    );
    desk.quit();
}
