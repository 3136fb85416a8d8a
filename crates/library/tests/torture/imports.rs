//! Kills while files are imported: batch by batch what was stored is there, and gone on with, the import ends as one that went through.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use library::Library;

use super::dump::{differ, dump, lasting};
use super::kills::{Place, judge};
use super::order::{Dice, Tally};
use super::worker::{Paces, Said, Work};

/// Files as they come: with identifiers and without, with titles that many have, twice, broken, and about no place.
pub fn records(folder: &Path, dice: &mut Dice) -> Vec<PathBuf> {
    let mut ris = String::new();
    let mut lines = String::new();
    for n in 0..40 + dice.roll(80) {
        let place = ["in the liver", "nowhere"][usize::from(dice.roll(30) == 0)];
        let title = match dice.roll(6) {
            0 => "Editorial".to_owned(),
            _ => format!("On stones of the gallbladder, part {n}"),
        };
        let text = format!("A text of number {n}, which lies {place}. ")
            .repeat(1 + dice.roll(40) as usize);
        let _ = write!(ris, "TY  - JOUR\nTI  - {title}\nAB  - {text}\n");
        match dice.roll(4) {
            // What is refused is no copy of anything, or it would be known when it is read again.
            _ if place == "nowhere" => {}
            0 => ris += "PY  - 2019\n",
            1 => drop(writeln!(ris, "DO  - 10.1000/stones.{}", dice.roll(200))),
            2 => drop(writeln!(ris, "AN  - {}", 7_000_000 + n)),
            _ => {}
        }
        ris += "ER  - \n\n";
        if dice.roll(12) == 0 {
            ris += "TY  - JOUR\nAU  - Nobody, N.\nER  - \n\n";
        }
        match dice.roll(9) {
            0 => lines += "{\"title\": 7, \n",
            _ => drop(writeln!(
                lines,
                "{{\"id\": \"j{}\", \"title\": \"{title} again\", \"text\": \"{text}\"}}",
                dice.roll(90)
            )),
        }
    }
    let (references, corpus) = (folder.join("refs.ris"), folder.join("corpus.jsonl"));
    fs::write(&references, ris).expect("written");
    fs::write(&corpus, lines).expect("written");
    vec![references, corpus]
}

/// The number before a word in what a worker says at its end.
pub fn count(end: &str, word: &str) -> Result<u64, String> {
    let mut parts = end.split(", ");
    let number = parts.find_map(|part| part.strip_suffix(word)?.trim().parse().ok());
    number.ok_or_else(|| format!("no {word} in {end}"))
}

/// An import that a kill broke off is noted in the library, with its files or as a problem, unless it had not begun or was over.
fn is_noted(path: &Path, files: &[PathBuf], said: &Said, whole: &[String]) -> Result<(), String> {
    if said.done == 0 {
        return Ok(());
    }
    let library = Library::open(path).map_err(|error| error.to_string())?;
    let imports = library.unfinished_imports();
    let imports = imports.map_err(|error| error.to_string())?;
    let problems = library.problems().map_err(|error| error.to_string())?;
    let noted = imports.iter().any(|(_, of)| of == files)
        || files
            .iter()
            .all(|file| problems.iter().any(|p| p.file == *file));
    match noted || lasting(&dump(path)?) == whole {
        true => Ok(()),
        false => Err("nothing tells that the import broke off".to_owned()),
    }
}

/// Goes on to the end with an import; what came of it must be what comes of one that nobody disturbed.
pub fn goes_on(work: &Work, whole: &[String]) -> Result<(), String> {
    let there = |path: &Path| -> Result<u64, String> {
        let library = Library::open_or_create(path).map_err(|error| error.to_string())?;
        Ok(library.len().map_err(|error| error.to_string())? as u64)
    };
    let before = there(work.library)?;
    let said = work.run(None);
    let Some(end) = &said.end else {
        return Err(format!("it does not go on: {}", said.failed));
    };
    let after = there(work.library)?;
    if count(end, "added")? != after - before {
        return Err(format!("{before} documents became {after}; it says {end}"));
    }
    match differ(&lasting(&dump(work.library)?), whole) {
        None => Ok(()),
        Some(differ) => Err(format!(
            "gone on with it is another import ({end}): {differ}"
        )),
    }
}

/// What comes of an import that nobody disturbs, and how many changes that takes.
pub fn undisturbed(place: &Place, work: &Work) -> Result<Vec<String>, String> {
    place.clear("undisturbed");
    let path = place.undisturbed();
    let said = Work {
        library: &path,
        ..work.clone()
    }
    .run(None);
    if said.end.is_none() {
        return Err(format!("undisturbed it fails: {}", said.failed));
    }
    Ok(lasting(&dump(&path)?))
}

/// One import that is killed up to four times.
fn import(
    place: &Place,
    tally: &mut Tally,
    paces: &mut Paces,
    kills: &mut u64,
) -> Result<(), String> {
    let files = records(place.folder.path(), &mut tally.dice);
    let here = place.here();
    let mut work = Work {
        library: &here,
        kind: "import",
        seed: tally.dice.roll(1 << 30),
        files: &files,
    };
    let whole = undisturbed(place, &work)?;
    for _ in 0..=tally.dice.roll(4) {
        place.remember();
        let said = work.kill(20, &mut tally.dice, paces);
        *kills += u64::from(said.end.is_none());
        judge(place, &work, &said, tally)?;
        if here.exists() {
            is_noted(&here, &files, &said, &whole)?;
        }
        if said.end.is_some() {
            break;
        }
        // Another worker, which reads in batches of its own.
        work.seed = tally.dice.roll(1 << 30);
    }
    goes_on(&work, &whole)
}

#[test]
fn a_kill_while_files_are_imported() {
    let mut tally = Tally::of("import", 18, 1);
    let mut paces = Paces::default();
    while tally.goes_on() {
        let mut place = Place::new();
        let mut kills = 0;
        let outcome = import(&place, &mut tally, &mut paces, &mut kills);
        for _ in 1..kills {
            tally.note(Ok(()), &mut place.folder);
        }
        // An import may come to its end before it is killed.
        if kills > 0 || outcome.is_err() {
            tally.note(outcome, &mut place.folder);
        }
    }
    tally.end();
}
