//! Libraries of versions to come: left as they are, byte for byte, with a word that says why.

use std::fs;
use std::path::Path;

use library::store::SCHEMA_VERSION;
use library::{Library, LibraryError};
use rusqlite::Connection;

use super::files::names;
use super::kills::Place;
use super::order::Tally;
use super::worker::Work;

/// A way to open a library.
type Way = fn(&Path) -> Result<Library, LibraryError>;

fn round(place: &Place, tally: &mut Tally) -> Result<(), String> {
    let here = place.here();
    let fill = Work {
        library: &here,
        kind: "fill",
        seed: tally.dice.roll(1 << 30),
        files: &[],
    };
    fill.run(Some(2));
    let format =
        SCHEMA_VERSION + [1, 2, 1000, 0x7fff_ffff - SCHEMA_VERSION][tally.dice.roll(4) as usize];
    let connection = Connection::open(&here).map_err(|error| error.to_string())?;
    let changes = [
        "CREATE TABLE unheard_of (a)",
        "ALTER TABLE documents RENAME TO works",
        "PRAGMA journal_mode = WAL",
        "",
    ];
    let sql = changes[tally.dice.roll(4) as usize];
    let changed = connection.execute_batch(&format!("{sql}; PRAGMA user_version = {format}"));
    changed.map_err(|error| error.to_string())?;
    drop(connection);
    let (before, beside) = (
        fs::read(&here).expect("readable"),
        names(here.parent().expect("a folder")),
    );
    let ways: [Way; 4] = [
        |path| Library::open(path),
        |path| Library::open_or_create(path),
        |path| Library::open_to_read(path),
        |path| Library::open_in_window(path),
    ];
    for open in ways {
        let words = match open(&here) {
            Ok(_) => return Err(format!("one of format {format} is opened")),
            Err(error @ LibraryError::Newer { .. }) => error.to_string(),
            Err(error) => return Err(format!("of format {format} it says: {error}")),
        };
        if !words.contains("newer version") || !words.contains(&here.display().to_string()) {
            return Err(format!("it says: {words}"));
        }
    }
    tally.within += 1;
    // The other programs do not write to it either.
    for kind in ["undo", "open", "import"] {
        let said = Work {
            kind,
            ..fill.clone()
        }
        .run(Some(1));
        if said.done > 0 || !said.failed.contains("newer version") {
            return Err(format!("{kind}: {said:?}"));
        }
    }
    if fs::read(&here).expect("readable") != before
        || names(here.parent().expect("a folder")) != beside
    {
        return Err("it was changed".to_owned());
    }
    Ok(())
}

#[test]
fn a_library_of_a_version_to_come_is_left_alone() {
    let mut tally = Tally::of("a newer version's library", 2, 4);
    while tally.goes_on() {
        let mut place = Place::new();
        let outcome = round(&place, &mut tally);
        tally.note(outcome, &mut place.folder);
    }
    tally.end();
}
