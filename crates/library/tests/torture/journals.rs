//! Whether a copy of the file alone is the library, by the way in which SQLite journals: what a user does who copies `papers.atlas` to a
//! stick. `cargo test -p library journal -- --ignored --nocapture` measures it, and the times beside it (`store/journal.rs`).

use std::fs;

use rusqlite::Connection;

use super::common::mounts::{Disk, where_disks_can_be_mounted};
use super::dump::differ;
use super::kills::{Place, looked_through};
use super::order::Dice;
use super::worker::{Paces, Work};

const COPIES: u32 = 60;

/// Copies that are the library as it was stored, that are an older one, and that are damaged.
#[derive(Default)]
struct Copies {
    whole: u32,
    older: u32,
    damaged: u32,
}

/// Copies of libraries of a journal mode, after a kill in the middle of a change or while the library is open and at rest.
fn copies(mode: &str, killed: bool) -> Copies {
    let (mut found, mut dice, mut paces) = (Copies::default(), Dice::of(7), Paces::default());
    for _ in 0..COPIES {
        let place = Place::new();
        let here = place.here();
        let fill = Work {
            library: &here,
            kind: "fill",
            seed: dice.roll(1 << 30),
            files: &[],
        };
        fill.run(Some(4));
        let connection = Connection::open(&here).expect("a database");
        connection
            .pragma_update(None, "journal_mode", mode)
            .expect("set");
        drop(connection);
        place.remember();
        let work = Work {
            kind: "undo",
            ..fill
        };
        let said = match killed {
            true => work.kill(7, &mut dice, &mut paces),
            false => work.run(Some(1 + dice.roll(7))),
        };
        fs::copy(&here, place.carried()).expect("copied");
        let Ok(is) = looked_through(&place.carried()) else {
            found.damaged += 1;
            continue;
        };
        let is_after = |changes| {
            let should = place.undisturbed_after(&work, changes);
            should.is_ok_and(|should| differ(&is, &should).is_none())
        };
        match is_after(said.done) || (said.begun.is_some() && is_after(said.done + 1)) {
            true => found.whole += 1,
            false => found.older += 1,
        }
    }
    found
}

#[test]
#[ignore = "a measurement"]
fn journal_modes_and_copies_of_the_file_alone() {
    for mode in ["DELETE", "WAL"] {
        for killed in [false, true] {
            let Copies {
                whole,
                older,
                damaged,
            } = copies(mode, killed);
            let when = ["open and at rest", "killed within a change"][usize::from(killed)];
            println!(
                "{mode}, {when}: of {COPIES} copies {whole} whole, {older} without what was stored, {damaged} damaged"
            );
        }
    }
}

#[test]
#[ignore = "a measurement"]
fn journal_modes_on_a_disk_that_can_only_be_read() {
    let test = "journals::journal_modes_on_a_disk_that_can_only_be_read";
    where_disks_can_be_mounted(test, || {
        for mode in ["DELETE", "WAL"] {
            let disk = Disk::of(16 << 20);
            let here = disk.at("papers.atlas");
            let fill = Work {
                library: &here,
                kind: "fill",
                seed: 7,
                files: &[],
            };
            fill.run(Some(2));
            let connection = Connection::open(&here).expect("a database");
            connection
                .pragma_update(None, "journal_mode", mode)
                .expect("set");
            drop(connection);
            disk.protect();
            let opened = looked_through(&here).map(|rows| format!("{} rows are read", rows.len()));
            eprintln!("{mode}, on a disk that can only be read: {opened:?}");
        }
    });
}
