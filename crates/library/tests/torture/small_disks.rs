//! Disks that are full or protected (tmpfs in a namespace of its own; skipped with a word where none can be mounted).

use std::fs;

use library::Library;

use super::common::mounts::{Disk, where_disks_can_be_mounted};
use super::dump::{differ, dump, lasting};
use super::files::{is_half_written, journal_of, names};
use super::imports::{goes_on, records, undisturbed};
use super::kills::{Place, compare, looked_through};
use super::order::Tally;
use super::worker::{Paces, Said, Work};

/// How many documents a message says are stored.
fn stored(message: &str) -> Option<u64> {
    let number = message
        .split(" are stored")
        .next()
        .filter(|number| *number != message);
    number
        .or_else(|| message.split(" is stored").next())?
        .replace(',', "")
        .trim()
        .parse()
        .ok()
}

/// What fails for want of room says so, and nothing of it is there.
fn is_full(said: &Said) -> Result<(), String> {
    match said.failed.contains("the disk is full") || said.failed.contains("No space left") {
        true => Ok(()),
        false => Err(format!("it says: {}", said.failed)),
    }
}

/// An import fills a disk; then everything else is tried on it, then there is room.
fn fills(place: &Place, tally: &mut Tally, paces: &mut Paces) -> Result<(), String> {
    let files = records(place.folder.path(), &mut tally.dice);
    let disk = Disk::of((150 + tally.dice.roll(350)) << 10);
    let here = disk.at("papers.atlas");
    let import = Work {
        library: &here,
        kind: "import",
        seed: tally.dice.roll(1 << 30),
        files: &files,
    };
    let whole = undisturbed(place, &import)?;
    let said = import.run(None);
    if said.end.is_none() {
        is_full(&said)?;
        tally.within += u64::from(said.begun.is_some());
    }
    tally.stored += said.done;
    if !here.exists() {
        // Not even an empty library has room.
        if said.opened || !names(disk.path()).is_empty() {
            return Err(format!("{:?} is left", names(disk.path())));
        }
    } else {
        tally.half += u64::from(is_half_written(&here));
        let is = looked_through(&here)?;
        let library = Library::open(&here).map_err(|error| error.to_string())?;
        let there = library.len().map_err(|error| error.to_string())? as u64;
        drop(library);
        let begun = said.failed.contains(" stored");
        if begun && stored(&said.failed) != Some(there) {
            return Err(format!(
                "{there} documents are stored; it says {}",
                said.failed
            ));
        }
        // Whether that it has ended could be noted is another matter.
        let should = place.undisturbed_after(&import, said.done)?;
        if let Some(differ) = differ(&lasting(&is), &lasting(&should)) {
            return Err(format!("full after {} changes: {differ}", said.done));
        }
    }
    let left = fs::read(&here).ok();
    if left.is_some() {
        others(place, tally, paces, &disk)?;
    }
    disk.resize(64 << 20);
    if let Some(left) = left {
        looked_through(&here)?;
        fs::write(&here, left).expect("written");
    }
    let seed = tally.dice.roll(1 << 30);
    goes_on(&Work { seed, ..import }, &whole)
}

/// Changes and copies on a full disk: done, or refused with a word and not begun; killed, they are taken back.
fn others(place: &Place, tally: &mut Tally, paces: &mut Paces, disk: &Disk) -> Result<(), String> {
    let here = disk.at("papers.atlas");
    for kind in ["undo", "merge", "backup"] {
        fs::copy(&here, place.before()).expect("copied");
        // A kill may have left a journal in which nothing stands yet, until something is written again.
        let beside = names(disk.path());
        let work = Work {
            library: &here,
            kind,
            seed: tally.dice.roll(1 << 30),
            files: &[],
        };
        let killed = tally.dice.roll(2) == 0;
        let said = match killed {
            true => work.kill(7, &mut tally.dice, paces),
            false => work.run(Some(12)),
        };
        if !said.failed.is_empty() {
            is_full(&said).map_err(|error| format!("{kind}: {error}"))?;
            tally.within += u64::from(said.begun.is_some());
        }
        tally.half += u64::from(is_half_written(&here));
        let refused = !said.failed.is_empty();
        let is =
            looked_through(&here).map_err(|error| format!("{kind} on a full disk: {error}"))?;
        let whole = compare(place, &work, &said, &is)?;
        if refused && whole {
            return Err(format!("{kind} was refused, and is there: {said:?}"));
        }
        for name in names(disk.path()) {
            let temporary = name.starts_with(".corpus-atlas-") && name.contains(".part");
            if refused && !beside.contains(&name) && !name.ends_with(".copy") {
                return Err(format!("{kind} was refused, and {name} is left"));
            }
            if temporary || name.ends_with(".copy") {
                fs::remove_file(disk.at(&name)).expect("removed");
            }
        }
    }
    Ok(())
}

/// A change is broken off by a kill, and then the disk can only be read: what is there is not read as if it were whole, and comes back
/// where it can be written.
fn protected(place: &Place, tally: &mut Tally, paces: &mut Paces) -> Result<(), String> {
    let disk = Disk::of(32 << 20);
    let here = disk.at("papers.atlas");
    let fill = Work {
        library: &here,
        kind: "fill",
        seed: tally.dice.roll(1 << 30),
        files: &[],
    };
    fill.run(Some(4));
    fs::copy(&here, place.before()).expect("copied");
    // Until a kill leaves something half written, which is what matters here.
    let mut work = Work {
        kind: "undo",
        ..fill
    };
    let mut said = Said::default();
    for _ in 0..40 {
        fs::copy(place.before(), &here).expect("copied");
        let _ = fs::remove_file(journal_of(&here));
        work.seed = tally.dice.roll(1 << 30);
        said = work.kill(4, &mut tally.dice, paces);
        if is_half_written(&here) {
            break;
        }
    }
    let half = is_half_written(&here);
    tally.half += u64::from(half);
    tally.within += u64::from(said.begun.is_some());
    tally.stored += said.done;
    disk.protect();
    let (before, beside) = (fs::read(&here).expect("readable"), names(disk.path()));
    for open in [
        Library::open,
        Library::open_in_window,
        Library::open_to_read,
    ] {
        match open(&here) {
            Ok(mut library) => {
                let report = library.check();
                if half || !report.is_sound() {
                    return Err(format!("half written, it is read: {report:?}"));
                }
                let keys = library.keys().map_err(|error| error.to_string())?;
                match library.remove(&keys) {
                    Err(error) if error.to_string().contains("read") => {}
                    other => return Err(format!("on a protected disk: {other:?}")),
                }
            }
            Err(error) => {
                let words = error.to_string();
                let told = words.contains("broken off") && words.contains("copy");
                if !half || !told {
                    return Err(format!("half written: {half}; it says: {words}"));
                }
            }
        }
    }
    if fs::read(&here).expect("readable") != before || names(disk.path()) != beside {
        return Err("it was changed".to_owned());
    }
    disk.allow();
    compare(place, &work, &said, &looked_through(&here)?).map(drop)
}

/// A folder becomes one that can only be read, while the library in it could be written: every change needs a journal beside it, so each is refused with
/// a word, and nothing is changed, until the folder can be written again.
fn folder_protected(place: &Place, tally: &mut Tally) -> Result<(), String> {
    let elsewhere = place.here();
    let fill = |library| Work {
        library,
        kind: "fill",
        seed: 3,
        files: &[],
    };
    let filled = fill(elsewhere.as_path()).run(Some(3 + tally.dice.roll(4)));
    tally.stored += filled.done;
    let files = records(place.folder.path(), &mut tally.dice);
    let disk = Disk::of(32 << 20);
    let here = disk.at("papers.atlas");
    disk.bind(&elsewhere, "papers.atlas");
    disk.protect();
    let (before, beside) = (fs::read(&here).expect("readable"), names(disk.path()));
    for kind in ["fill", "undo", "merge", "import", "backup"] {
        let work = Work {
            library: &here,
            kind,
            seed: tally.dice.roll(1 << 30),
            files: if kind == "import" { &files } else { &[] },
        };
        let said = work.run(Some(6));
        // Of these some changes are of nothing (what is restored when nothing was removed), which needs no journal.
        let may_be_of_nothing = ["undo", "merge"].contains(&kind);
        if !may_be_of_nothing && (said.done > 0 || said.end.is_some()) {
            return Err(format!("{kind} in a protected folder: {said:?}"));
        }
        let words = said.failed.to_lowercase();
        let is_refused = !may_be_of_nothing || said.end.is_none();
        if is_refused
            && !["read", "cannot be opened"]
                .iter()
                .any(|why| words.contains(why))
        {
            return Err(format!("{kind} says: {}", said.failed));
        }
        if fs::read(&here).expect("readable") != before || names(disk.path()) != beside {
            return Err(format!("{kind} changed something"));
        }
    }
    disk.allow();
    let said = fill(here.as_path()).run(Some(2));
    if said.done != 2 {
        return Err(format!("allowed again: {said:?}"));
    }
    tally.stored += said.done;
    looked_through(&here).map(drop)
}

#[test]
fn a_disk_that_is_full() {
    where_disks_can_be_mounted("small_disks::a_disk_that_is_full", || {
        let mut tally = Tally::of("full disk", 8, 4);
        let mut paces = Paces::default();
        while tally.goes_on() {
            let mut place = Place::new();
            let outcome = fills(&place, &mut tally, &mut paces);
            tally.note(outcome, &mut place.folder);
        }
        tally.end();
    });
}

#[test]
fn a_disk_that_can_only_be_read() {
    where_disks_can_be_mounted("small_disks::a_disk_that_can_only_be_read", || {
        let mut tally = Tally::of("protected disk", 4, 2);
        let mut paces = Paces::default();
        while tally.goes_on() {
            let mut place = Place::new();
            let outcome = protected(&place, &mut tally, &mut paces);
            tally.note(outcome, &mut place.folder);
        }
        tally.end();
    });
}

#[test]
fn a_folder_that_can_only_be_read() {
    where_disks_can_be_mounted("small_disks::a_folder_that_can_only_be_read", || {
        let mut tally = Tally::of("protected folder", 2, 1);
        while tally.goes_on() {
            let mut place = Place::new();
            let outcome = folder_protected(&place, &mut tally);
            tally.note(outcome, &mut place.folder);
        }
        tally.end();
    });
}

/// The table of what was dumped from a library that only lies there is the same when it is dumped again.
#[test]
fn what_is_compared_does_not_change_by_being_looked_at() {
    let place = Place::new();
    let here = place.here();
    let work = Work {
        library: &here,
        kind: "anything",
        seed: 7,
        files: &[],
    };
    assert_eq!(work.run(Some(9)).done, 9);
    let first = dump(&here).expect("readable");
    assert_eq!(looked_through(&here).expect("sound"), first);
    assert!(first.iter().any(|row| row.starts_with("documents ")));
}
