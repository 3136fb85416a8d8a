//! Commands that write files, on a disk that is full: what was there stays, nothing else is left, and it is said (tmpfs in a namespace of its own; skipped
//! with a word where none can be mounted).

#![cfg(target_os = "linux")]

#[path = "support/cube.rs"]
mod cube;
#[path = "../crates/library/tests/common/mounts.rs"]
#[allow(dead_code, reason = "these tests need not all of it")]
mod mounts;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use mounts::{Disk, where_disks_can_be_mounted};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .args(arguments)
        .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
        // Without one the software rasteriser says so in a line of its own.
        .env("XDG_RUNTIME_DIR", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap()
}

fn succeeds(arguments: &[&str]) {
    let output = run(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
}

/// It fails, naming the place and that there is no room.
fn finds_no_room(arguments: &[&str], place: &Path) {
    let output = run(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
    for words in ["No space left", text(place)] {
        assert!(said.contains(words), "{words} is not in: {said}");
    }
    assert_eq!(said.trim().lines().count(), 1, "{said}");
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// All files below a folder with what is in them, and all folders.
fn all(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(all(&path));
        }
        let content = path.is_file().then(|| std::fs::read(&path).unwrap());
        found.insert(path, content);
    }
    found
}

/// What is written with `good` is there; then the disk is full for `other`, and then there is room for it.
fn is_kept(disk: &Disk, place: &Path, good: &[&str], other: &[&str]) {
    succeeds(good);
    let before = all(disk.path());
    assert!(!before.is_empty());
    // No block is free.
    let used = Command::new("df")
        .args(["--block-size=1", "--output=used"])
        .arg(disk.path())
        .output()
        .unwrap();
    let used = String::from_utf8_lossy(&used.stdout);
    let used: u64 = used.lines().last().unwrap().trim().parse().unwrap();
    disk.resize(used);
    finds_no_room(other, place);
    assert!(all(disk.path()) == before, "what was there has changed");
    disk.resize(64 << 20);
    succeeds(other);
    let after = all(disk.path());
    assert!(after != before && after.keys().eq(before.keys()));
}

#[test]
fn an_export_onto_a_full_disk_leaves_the_last_one() {
    where_disks_can_be_mounted("an_export_onto_a_full_disk_leaves_the_last_one", || {
        let elsewhere = tempfile::tempdir().unwrap();
        let library = elsewhere.path().join("papers.atlas");
        let sample = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/assets/sample-library/sample-library.jsonl"
        );
        let few = elsewhere.path().join("few.jsonl");
        let lines = std::fs::read_to_string(sample).unwrap();
        let lines: Vec<&str> = lines.lines().take(6).collect();
        std::fs::write(&few, lines.join("\n")).unwrap();
        succeeds(&["import", text(&library), text(&few)]);
        for ending in ["jsonl", "parquet", "md"] {
            let disk = Disk::of(4 << 20);
            let place = disk.at(&format!("papers.{ending}"));
            let export = ["export", text(&library), text(&place)];
            let good = [&export[..], &["--limit", "1"]].concat();
            is_kept(&disk, &place, &good, &export);
        }
    });
}

#[test]
fn an_imported_atlas_on_a_full_disk_leaves_the_older_one() {
    where_disks_can_be_mounted(
        "an_imported_atlas_on_a_full_disk_leaves_the_older_one",
        || {
            let elsewhere = tempfile::tempdir().unwrap();
            let cube = |name: &str, half: f32| {
                let file = elsewhere.path().join(name);
                std::fs::write(&file, cube::obj(half)).unwrap();
                file
            };
            let (small, large) = (cube("small.obj", 20.0), cube("large.obj", 24.0));
            let disk = Disk::of(16 << 20);
            let pack = disk.at("pack");
            let import = |file| {
                let place = ["--output", text(&pack), "--frame", "lps-mm"];
                [&["atlas", "import", text(file)], &place[..]].concat()
            };
            is_kept(&disk, &pack, &import(&small), &import(&large));
            succeeds(&["atlas", "info", text(&pack)]);
        },
    );
}

#[test]
fn a_picture_on_a_full_disk_leaves_the_last_one() {
    if std::env::var_os("CORPUS_ATLAS_WINDOW_TESTS").is_none() {
        eprintln!("skipped: no software rasteriser was prepared; `cargo xtask test` does");
        return;
    }
    where_disks_can_be_mounted("a_picture_on_a_full_disk_leaves_the_last_one", || {
        let disk = Disk::of(16 << 20);
        let picture = disk.at("liver.png");
        let render = |size| {
            let how = ["render", "--output", text(&picture), "--show", "liver"];
            [&how[..], &["--size", size]].concat()
        };
        is_kept(&disk, &picture, &render("48x48"), &render("320x320"));
        assert_eq!(image::open(&picture).unwrap().width(), 320);
    });
}
