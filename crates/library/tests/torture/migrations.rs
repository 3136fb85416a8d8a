//! Kills while a library of an older format is brought up to date: it is as it was or as it becomes, and the copy beside it is whole.

use std::path::Path;

use library::store::SCHEMA_VERSION;
use rusqlite::Connection;

use super::common::old::{grow, kept};
use super::dump::{differ, dump};
use super::files::{carry, is_half_written, names};
use super::kills::{Place, compare, looked_through};
use super::order::Tally;
use super::worker::{Paces, Said, Work};

fn format_of(path: &Path) -> Result<i64, String> {
    let connection = Connection::open(path).map_err(|error| error.to_string())?;
    let format = connection.pragma_query_value(None, "user_version", |row| row.get(0));
    format.map_err(|error| error.to_string())
}

/// The library as it is, before this program opens it, and the copy of it.
fn judge(place: &Place, format: i64, before: &[String]) -> Result<(), String> {
    let (here, carried) = (place.here(), place.carried());
    place.clear("carried");
    carry(&here, &carried);
    let now = format_of(&carried)?;
    let beside = here.parent().expect("a folder");
    let copy = format!("papers (before format {}).atlas", format + 1);
    for name in names(beside) {
        let temporary = name.starts_with(".corpus-atlas-") && name.contains(".part");
        if !(name.starts_with("papers.atlas") || name == copy || temporary) {
            return Err(format!("{name} is left"));
        }
    }
    let copy = beside.join(copy);
    if copy.exists()
        && let Some(differ) = differ(&dump(&copy)?, before)
    {
        return Err(format!("the copy is not what the library was: {differ}"));
    }
    if now == format {
        return match differ(&dump(&carried)?, before) {
            None => Ok(()),
            Some(differ) => Err(format!("it is of format {format} still, but: {differ}")),
        };
    }
    match (now == SCHEMA_VERSION, copy.exists()) {
        (true, true) => Ok(()),
        (true, false) => Err("it is brought up to date, and there is no copy".to_owned()),
        (false, _) => Err(format!("it is of format {now}, between two")),
    }
}

fn round(place: &Place, tally: &mut Tally, paces: &mut Paces) -> Result<(), String> {
    // The present format is opened by every other kind of round.
    let older = u64::try_from(SCHEMA_VERSION - 1).unwrap_or(1);
    let format = tally.dice.roll(older) as i64 + 1;
    let here = place.here();
    std::fs::copy(kept(format), &here).expect("copied");
    if tally.dice.roll(4) > 0 {
        grow(&here, 1 + tally.dice.roll(400), true);
    }
    let before = dump(&here)?;
    place.remember();
    let work = Work {
        library: &here,
        kind: "open",
        seed: tally.dice.roll(1 << 30),
        files: &[],
    };
    let most = [1, 1, 1, 4][tally.dice.roll(4) as usize];
    let said: Said = work.kill(most, &mut tally.dice, paces);
    tally.stored += said.done;
    tally.within += u64::from(said.begun.is_some());
    tally.half += u64::from(is_half_written(&here));
    if !said.failed.is_empty() {
        return Err(format!("the worker failed by itself: {}", said.failed));
    }
    judge(place, format, &before)?;
    let is = looked_through(&here)?;
    // Opened, it is brought up to date in any case.
    let opened = Said {
        done: said.done.max(1),
        begun: said.begun.filter(|_| said.done > 0),
        ..Said::default()
    };
    compare(place, &work, &opened, &is).map(drop)
}

#[test]
fn a_kill_while_an_older_library_is_brought_up_to_date() {
    let mut tally = Tally::of("migration", 12, 1);
    let mut paces = Paces::default();
    while tally.goes_on() {
        let mut place = Place::new();
        let outcome = round(&place, &mut tally, &mut paces);
        tally.note(outcome, &mut place.folder);
    }
    tally.end();
}
