//! A library that another program has locked: a change waits, then says so, and nothing of it is there; a lock that ends in time costs
//! nothing.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::dump::{differ, dump};
use super::kills::{Place, compare, looked_through};
use super::order::Tally;
use super::worker::Work;

const WORDS: &str = "another program is writing to the library; wait for it and do it again";

/// Another program that locks a library until it is killed.
fn locker(path: &Path, how: &str) -> Result<Child, String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_library-torture"))
        .arg(path)
        .arg(how)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    let out = child.stdout.as_mut().expect("its words");
    BufReader::new(out).read_line(&mut line).expect("read");
    match line.trim() {
        "held" => Ok(child),
        other => Err(format!("the lock is {other}")),
    }
}

fn round(place: &Place, tally: &mut Tally, lasts: bool) -> Result<(), String> {
    let here = place.here();
    let work = |kind, seed| Work {
        library: &here,
        kind,
        seed,
        files: &[],
    };
    work("fill", tally.dice.roll(1 << 30)).run(Some(2));
    place.remember();
    let before = dump(&here)?;
    let how = ["lock", "exclusive"][tally.dice.roll(2) as usize];
    let mut other = locker(&here, how)?;
    let kind = ["undo", "fill"][tally.dice.roll(2) as usize];
    let changes = work(kind, tally.dice.roll(1 << 30));
    let end = |mut other: Child| {
        other.kill().expect("killed");
        other.wait().expect("it has ended");
    };
    if lasts {
        let said = changes.run(Some(1));
        if said.done > 0 || said.failed.trim() != WORDS {
            end(other);
            return Err(format!("{how}, {kind}: {said:?}"));
        }
        tally.within += u64::from(said.begun.is_some());
        end(other);
    } else {
        // Well within the time for which others are waited for.
        let time = Duration::from_millis(tally.dice.roll(400));
        let said = std::thread::scope(|scope| {
            let said = scope.spawn(|| changes.run(Some(1)));
            std::thread::sleep(time);
            other.kill().expect("killed");
            other.wait().expect("it has ended");
            said.join().expect("it has ended")
        });
        tally.within += 1;
        tally.stored += said.done;
        if said.done != 1 || !said.failed.is_empty() {
            return Err(format!("{how}, {kind}: {said:?}"));
        }
        return compare(place, &changes, &said, &looked_through(&here)?).map(drop);
    }
    if let Some(differ) = differ(&looked_through(&here)?, &before) {
        return Err(format!("{how}, {kind}: {differ}"));
    }
    let said = changes.run(Some(3));
    tally.stored += said.done;
    match said.done {
        3 => compare(place, &changes, &said, &looked_through(&here)?).map(drop),
        _ => Err(format!("afterwards it does not go on: {said:?}")),
    }
}

#[test]
fn a_library_that_another_program_has_locked() {
    let mut tally = Tally::of("locked by another program", 3, 2);
    let mut lasts = true;
    while tally.goes_on() {
        let mut place = Place::new();
        let outcome = round(&place, &mut tally, lasts);
        tally.note(outcome, &mut place.folder);
        lasts = !lasts;
    }
    tally.end();
}
