//! A program that changes a library is killed at a moment that nobody chose, again and again: what it said was stored is there, what it
//! had begun is there as a whole or not at all, and the file is sound. `CORPUS_ATLAS_TORTURE=ROUNDS[,SEED]` makes it longer.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use library::Library;

/// Rounds of each kind, and the seed.
fn order() -> (u64, u64) {
    let order = std::env::var("CORPUS_ATLAS_TORTURE").unwrap_or_default();
    let mut parts = order.split(',').map(|part| part.trim().parse().ok());
    let rounds = parts.next().flatten().unwrap_or(25);
    (rounds, parts.next().flatten().unwrap_or(20_261_123))
}

/// Numbers that are the same for the same seed.
fn roll(seed: &mut u64, sides: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*seed >> 33) % sides
}

fn worker(library: &Path, seed: u64) -> Child {
    Command::new(env!("CARGO_BIN_EXE_library-torture"))
        .arg(library)
        .arg(seed.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the worker starts")
}

/// Lets a worker run for so long, kills it, and gives what it said.
fn killed_after(mut worker: Child, time: Duration) -> Vec<String> {
    std::thread::sleep(time);
    worker.kill().expect("killed");
    let out = worker.stdout.take().expect("its words");
    let lines = BufReader::new(out).lines().map_while(Result::ok).collect();
    let ended = worker.wait_with_output().expect("it has ended");
    let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(errors.is_empty(), "the worker failed by itself: {errors}");
    lines
}

/// A set of ids with changes made (`+a -b`).
fn changed(ids: &BTreeSet<String>, changes: &str) -> BTreeSet<String> {
    let mut ids = ids.clone();
    for change in changes.split_whitespace() {
        match change.split_at(1) {
            ("+", id) => ids.insert(id.to_owned()),
            (_, id) => ids.remove(id),
        };
    }
    ids
}

fn ids_of(library: &Library) -> BTreeSet<String> {
    let entries = library.entries().expect("readable").into_iter();
    entries.map(|entry| entry.id).collect()
}

fn copies_beside(path: &Path) -> Vec<PathBuf> {
    let folder = path.parent().expect("a folder");
    let files = std::fs::read_dir(folder).expect("a folder");
    let files = files.map(|file| file.expect("a file").path());
    files
        .filter(|file| file.extension().is_some_and(|ending| ending == "copy"))
        .collect()
}

#[test]
fn nothing_that_was_stored_is_lost_by_a_kill() {
    let (rounds, first) = order();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("torture.atlas");
    let (mut seed, mut stored) = (first, BTreeSet::new());
    let (mut kills, mut done) = (0, 0);
    for round in 0..rounds {
        let place = format!("round {round} of seed {first}");
        let time = Duration::from_millis(1 + roll(&mut seed, 120));
        let said = killed_after(worker(&path, first + round), time);
        kills += 1;
        let mut begun = None;
        for line in &said {
            match line.split_once(' ') {
                Some(("doing", changes)) => begun = Some(changes),
                _ if line == "did" => {
                    stored = changed(&stored, begun.take().unwrap_or_default());
                    done += 1;
                }
                _ => {}
            }
        }
        if !path.exists() {
            assert!(said.is_empty(), "{place}: it said that it had opened it");
            continue;
        }
        let library = Library::open(&path).unwrap_or_else(|error| panic!("{place}: {error}"));
        let report = library.check();
        assert!(report.is_sound(), "{place}: {report:?}");
        let now = ids_of(&library);
        let whole = begun.map(|changes| changed(&stored, changes));
        assert!(
            now == stored || Some(&now) == whole.as_ref(),
            "{place}: {} documents, {} were stored, {} missing; begun: {begun:?}",
            now.len(),
            stored.len(),
            stored.difference(&now).count()
        );
        stored = now;
        for copy in copies_beside(&path) {
            let library = Library::open(&copy).unwrap_or_else(|error| panic!("{place}: {error}"));
            assert!(library.check().is_sound(), "{place}: a copy");
            std::fs::remove_file(copy).expect("removed");
        }
    }
    println!("{kills} kills, {done} changes stored before them, none lost");
}

#[test]
fn a_library_of_an_older_format_survives_a_kill_while_it_is_brought_up_to_date() {
    let (rounds, first) = order();
    let old = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/libraries/format-1.atlas");
    let mut seed = first;
    let mut untouched = 0;
    for round in 0..rounds {
        let place = format!("round {round} of seed {first}");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("old.atlas");
        std::fs::copy(&old, &path).expect("copied");
        let time = Duration::from_micros(500 + roll(&mut seed, 120_000));
        let said = killed_after(worker(&path, first + round), time);
        untouched += usize::from(said.is_empty());
        let library = Library::open(&path).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert!(library.check().is_sound(), "{place}");
        if said.len() <= 1 {
            let ids = ids_of(&library);
            for id in ["PMID:7", "b", "d"] {
                assert!(ids.contains(id), "{place}: {id} is lost");
            }
        }
    }
    println!("{rounds} kills, {untouched} of them before the library was open");
}
