//! Changes a library again and again until it is killed, and says on standard output what it is about to do (`doing remove 12`) and, once
//! that is stored, that it is (`did`): what `tests/torture` kills and looks at. The same seed makes the same changes of the same file, so
//! that a run that is not killed says what should be there.
//!
//! `library-torture LIBRARY KIND SEED [CHANGES|-] [FILE…]`
//!
//! CHANGES is after how many it ends by itself. KIND is `fill` (adds documents), `anything`, `merge`, `undo`, `backup`, `completions` (what
//! records and full texts add to documents, that taken back and done again, and new indexes), `open` (as one opens a library of an older
//! format, and changes it then) or `import` (of the files; goes on with one that broke off).
//!
//! `library-torture LIBRARY window` opens it as a window does, says whether that may change it (`held` or `read only`), and waits;
//! `library-torture LIBRARY lock` does the same with SQLite's lock of those who write, and `library-torture LIBRARY exclusive` with the one
//! that keeps readers out as well (`held` or `busy`).

mod changes;
mod completions;
mod import;
mod made;
mod told;

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use library::Library;

use made::Dice;
use told::{Told, say};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(kind)) = (arguments.next(), arguments.next()) else {
        return Err("library-torture LIBRARY KIND SEED [CHANGES|-] [FILE…]".into());
    };
    match kind.as_str() {
        "window" => return window(&path),
        "lock" => return lock(&path, "BEGIN IMMEDIATE"),
        "exclusive" => return lock(&path, "BEGIN EXCLUSIVE"),
        _ => {}
    }
    let seed: u64 = arguments.next().ok_or("no seed")?.parse()?;
    let most = arguments.next().and_then(|most| most.parse().ok());
    let files: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let mut told = Told::new(most);
    let mut dice = Dice::of(seed);
    let mut library = match kind.as_str() {
        "open" => told.change("open", || Library::open(&path))?,
        _ => Library::open_or_create(&path)?,
    };
    say("opened")?;
    match kind.as_str() {
        "fill" => loop {
            changes::add(&mut library, &mut dice, &mut told)?;
        },
        "anything" => loop {
            changes::anything(&mut library, &mut dice, &mut told)?;
        },
        "merge" => loop {
            changes::merge_or_undo(&mut library, &mut dice, &mut told)?;
        },
        "undo" | "open" => {
            let mut marked = Vec::new();
            loop {
                changes::undo(&mut library, &mut dice, &mut told, &mut marked)?;
            }
        }
        "completions" => {
            let mut taken = completions::Taken::default();
            loop {
                completions::complete(&mut library, &mut dice, &mut told, &mut taken)?;
            }
        }
        "backup" => loop {
            changes::backup(&mut library, &mut dice, &mut told)?;
        },
        "import" => import::import(&mut library, &mut dice, &mut told, files),
        other => Err(format!("there is no kind {other}").into()),
    }
}

fn window(path: &str) -> Result<(), Box<dyn Error>> {
    let library = Library::open_in_window(path)?;
    say(library.read_only().map_or("held", |_| "read only"))?;
    io::stdin().read_line(&mut String::new())?;
    Ok(())
}

fn lock(path: &str, begin: &str) -> Result<(), Box<dyn Error>> {
    let connection = rusqlite::Connection::open(path)?;
    let begun = connection.execute_batch(begin);
    say(begun.map_or("busy", |()| "held"))?;
    io::stdin().read_line(&mut String::new())?;
    Ok(())
}
