//! A tour becomes a video, by a program in place of ffmpeg.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::begin;
use crate::desk::{Desk, Seen};

/// Puts a program called ffmpeg where the window looks for programs. It finds no other one there.
fn install(dir: &Path, lines: &str) {
    let program = dir.join("ffmpeg");
    std::fs::write(&program, format!("#!/bin/sh\n{lines}\n")).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Whether the tour that is being made can be saved as a video.
fn is_offered(seen: &Seen) -> Option<bool> {
    Some(seen.control("Save as video…")?.enabled)
}

/// Whether the first picture of a video lies somewhere in a folder.
fn has_picture(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths = entries.map(|entry| entry.path());
    paths.any(|path| path.ends_with("stop-01.png") || has_picture(&path))
}

/// Looks until it shows something that takes long: pictures wait until what they show rests.
fn until(desk: &mut Desk, what: &str, comes: impl Fn(&Seen) -> bool) -> Seen {
    let start = Instant::now();
    loop {
        let seen = desk.see();
        if comes(&seen) {
            return seen;
        }
        assert!(
            start.elapsed() < Duration::from_secs(300),
            "never came: {what}"
        );
    }
}

#[test]
fn a_tour_is_saved_as_a_video_from_the_window() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let dir = dir.path();
    let mut desk = Desk::open(dir, &[&library]);
    desk.press("Help");
    desk.press("Tours");
    desk.press_under("Your own", "Make a tour");
    desk.press("Add what I see as a stop");
    desk.until("the stop, and no ffmpeg", |seen| {
        is_offered(seen) == Some(false)
    });
    desk.press("Add what I see as a stop");
    desk.key("Escape");
    desk.until("the window to be gone", |seen| is_offered(seen).is_none());

    // It is installed meanwhile: it keeps the pictures, and its list is the video.
    let kept = dir.join("kept");
    std::fs::create_dir(&kept).unwrap();
    let pictures = "/bin/sed -n \"s/^file '\\(.*\\)'$/\\1/p\" \"$2\"";
    let keep = format!(
        "{pictures} | while read -r picture; do /bin/cp \"$picture\" '{}'; done",
        kept.display()
    );
    let lines = [
        "echo out_time_us=8000000",
        "for last; do :; done",
        "while [ \"$1\" != -i ]; do shift; done",
        &keep,
        "/bin/cp \"$2\" \"$last\"",
    ];
    install(dir, &lines.join("\n"));
    desk.press("Help");
    desk.press("Tours");
    desk.press("Save as video…");
    // A name without an ending gets that of a video.
    let folder = dir.join("videos");
    std::fs::create_dir(&folder).unwrap();
    desk.type_path(&folder.join("lesson"));
    let seen = until(&mut desk, "the video", |seen| seen.says("The video is in"));
    assert_eq!(seen["layout"]["presentation"], false);
    let video = folder.join("lesson.mp4");
    let list = std::fs::read_to_string(&video).unwrap();
    assert_eq!(list.matches("duration 8\n").count(), 2, "{list}");
    for stop in ["stop-01.png", "stop-02.png"] {
        let picture = image::open(kept.join(stop)).unwrap();
        assert!(picture.width() >= 1000 && picture.height() >= 700);
    }
    // Its pictures are gone; they were not beside it.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    let filmed = dir.join("data/corpus-atlas/filmed");
    assert!(filmed.is_dir() && !has_picture(&filmed));

    // One that gives up is told with its words, and the older video stays.
    install(dir, "echo 'no codec for this' >&2\nexit 1");
    desk.press("Save as video…");
    desk.type_path(&video);
    until(&mut desk, "why there is none", |seen| {
        let problems = seen["problems"].as_array().unwrap();
        let says = |part: usize, words: &str| {
            let of = |problem: &serde_json::Value| problem[part].as_str().map(str::to_owned);
            let mut told = problems.iter().filter_map(of);
            told.any(|told| told.contains(words))
        };
        says(0, "lesson.mp4") && says(1, "no codec for this")
    });
    assert_eq!(std::fs::read_to_string(&video).unwrap(), list);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    // A window that closes meanwhile leaves no picture behind.
    desk.press("Close without saving");
    desk.press_under("Cut the body open", "Save as video…");
    desk.type_path(&folder.join("left.mp4"));
    until(&mut desk, "the first picture", |_| has_picture(&filmed));
    desk.quit();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    assert!(!has_picture(&filmed));
}
