//! Kills while a library is changed: what is found afterwards is, row by row, what a worker leaves that nobody kills, after as many changes
//! as the killed one had said were stored, or after one more.

use std::fs;
use std::path::{Path, PathBuf};

use library::Library;

use super::dump::{differ, dump};
use super::files::{carry, is_half_written, journal_of, names};
use super::order::Tally;
use super::worker::{Paces, Said, Work};

/// A folder in which a library is changed, and others for what is compared with it.
pub struct Place {
    pub folder: tempfile::TempDir,
    /// In memory, where there is a disk there: what nobody kills need not wait for the other one.
    quick: tempfile::TempDir,
}

impl Place {
    pub fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        let quick = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let quick = quick.expect("a folder");
        fs::create_dir(folder.path().join("here")).expect("a folder");
        for name in ["undisturbed", "carried"] {
            fs::create_dir(quick.path().join(name)).expect("a folder");
        }
        Place { folder, quick }
    }

    pub fn here(&self) -> PathBuf {
        self.folder.path().join("here/papers.atlas")
    }

    /// Where a worker is let alone.
    pub fn undisturbed(&self) -> PathBuf {
        self.quick.path().join("undisturbed/papers.atlas")
    }

    pub fn carried(&self) -> PathBuf {
        self.quick.path().join("carried/papers.atlas")
    }

    pub fn before(&self) -> PathBuf {
        self.folder.path().join("before.atlas")
    }

    /// Takes away what is in one of the quick folders.
    pub fn clear(&self, name: &str) {
        let folder = self.quick.path().join(name);
        fs::remove_dir_all(&folder).expect("removed");
        fs::create_dir(&folder).expect("a folder");
    }

    /// Notes what there is before a kill.
    pub fn remember(&self) {
        for path in [self.before(), journal_of(&self.before())] {
            // The first time there is none.
            let _ = fs::remove_file(path);
        }
        if self.here().exists() {
            carry(&self.here(), &self.before());
        }
    }

    /// What a worker leaves that makes so many changes of what there was before.
    pub fn undisturbed_after(&self, work: &Work, changes: u64) -> Result<Vec<String>, String> {
        self.clear("undisturbed");
        let path = self.undisturbed();
        if self.before().exists() {
            carry(&self.before(), &path);
        }
        let work = Work {
            library: &path,
            ..work.clone()
        };
        let said = work.run(Some(changes));
        match said.done == changes || said.end.is_some() {
            true => dump(&path),
            false => Err(format!(
                "undisturbed it made {} changes: {}",
                said.done, said.failed
            )),
        }
    }
}

/// Opens a library after a kill, looks through it, and gives what is in it.
pub fn looked_through(path: &Path) -> Result<Vec<String>, String> {
    let library = Library::open(path).map_err(|error| format!("it does not open: {error}"))?;
    let report = library.check();
    if !report.is_sound() {
        return Err(format!("it is not sound: {:?}", report.faults));
    }
    drop(library);
    dump(path)
}

/// What is there must be what an undisturbed worker leaves, after what was said to be stored or after what was begun as well. Whether the
/// change that was begun is there.
pub fn compare(place: &Place, work: &Work, said: &Said, is: &[String]) -> Result<bool, String> {
    let Some(first) = differ(is, &place.undisturbed_after(work, said.done)?) else {
        return Ok(false);
    };
    let Some(begun) = &said.begun else {
        return Err(format!("after {} changes: {first}", said.done));
    };
    match differ(is, &place.undisturbed_after(work, said.done + 1)?) {
        None => Ok(true),
        Some(second) => Err(format!(
            "within {begun}, after {} changes: {first}; had it been made: {second}",
            said.done
        )),
    }
}

/// Looks at what a kill left; the library is there afterwards as the next worker finds it.
pub fn judge(place: &Place, work: &Work, said: &Said, tally: &mut Tally) -> Result<(), String> {
    tally.stored += said.done;
    tally.within += u64::from(said.begun.is_some());
    if !said.failed.is_empty() {
        return Err(format!("the worker failed by itself: {}", said.failed));
    }
    let here = place.here();
    if !here.exists() {
        return match said.opened || place.before().exists() {
            true => Err("the library is gone".to_owned()),
            false => Ok(()),
        };
    }
    tally.half += u64::from(is_half_written(&here));
    // Half of the time the next worker finds what was left, and takes back what was half written.
    let at = match tally.dice.roll(2) {
        0 => here.clone(),
        _ => {
            place.clear("carried");
            carry(&here, &place.carried());
            place.carried()
        }
    };
    let is = looked_through(&at)?;
    let whole = compare(place, work, said, &is)?;
    copies(place, work, said, whole)?;
    strangers(place)
}

/// Copies that were made must be whole, and those that were said to be made must be there.
fn copies(place: &Place, work: &Work, said: &Said, whole: bool) -> Result<(), String> {
    if !["anything", "backup"].contains(&work.kind) {
        return Ok(());
    }
    let folder = |path: PathBuf| path.parent().map(Path::to_owned).unwrap_or_default();
    let (here, other) = (folder(place.here()), folder(place.undisturbed()));
    let made = |folder: &Path| -> Vec<String> {
        let names = names(folder).into_iter();
        names.filter(|name| name.ends_with(".copy")).collect()
    };
    let found = made(&here);
    place.undisturbed_after(work, said.done)?;
    let promised = made(&other);
    if let Some(missing) = promised.iter().find(|name| !found.contains(name)) {
        return Err(format!("the copy {missing} is gone"));
    }
    let begun = said.begun.as_deref() == Some("backup");
    if found.len() > promised.len() && (whole || begun) {
        place.undisturbed_after(work, said.done + 1)?;
    }
    for name in found {
        let copy = here.join(&name);
        if let Some(differ) = differ(&looked_through(&copy)?, &dump(&other.join(&name))?) {
            return Err(format!("the copy {name} is not the library: {differ}"));
        }
        fs::remove_file(copy).expect("removed");
    }
    Ok(())
}

/// Nothing is left beside a library but what was being made under another name.
fn strangers(place: &Place) -> Result<(), String> {
    let here = place.here();
    let folder = here.parent().expect("a folder");
    for name in names(folder) {
        match name.as_str() {
            "papers.atlas" | "papers.atlas-journal" => {}
            name if name.starts_with(".corpus-atlas-") && name.contains(".part") => {
                fs::remove_file(folder.join(name)).expect("removed");
            }
            name => return Err(format!("{name} is left")),
        }
    }
    Ok(())
}

/// Rounds of a kind that goes on with what the last kill left, and begins anew now and then.
fn rounds(kind: &str, mut tally: Tally) {
    let mut paces = Paces::default();
    let mut place = Place::new();
    let base = tempfile::tempdir().expect("a folder");
    let base = base.path().join("base.atlas");
    let fill = Work {
        library: &base,
        kind: "fill",
        seed: tally.dice.roll(1 << 30),
        files: &[],
    };
    assert_eq!(fill.run(Some(6)).done, 6);
    let mut anew = true;
    while tally.goes_on() {
        if anew || tally.dice.roll(8) == 0 {
            place = Place::new();
            // Now and then it is made by the worker itself.
            if tally.dice.roll(4) > 0 {
                carry(&base, &place.here());
            }
        }
        place.remember();
        let here = place.here();
        let work = Work {
            library: &here,
            kind,
            seed: tally.dice.roll(1 << 30),
            files: &[],
        };
        let said = work.kill(7, &mut tally.dice, &mut paces);
        let outcome = judge(&place, &work, &said, &mut tally);
        anew = !tally.note(outcome, &mut place.folder);
    }
    tally.end();
}

#[test]
fn a_kill_while_anything_is_changed() {
    rounds("anything", Tally::of("any change", 14, 1));
}

#[test]
fn a_kill_while_copies_are_merged_or_that_is_taken_back() {
    rounds("merge", Tally::of("merge and its undo", 16, 1));
}

#[test]
fn a_kill_while_changes_are_undone() {
    rounds("undo", Tally::of("undo", 16, 1));
}

#[test]
fn a_kill_while_a_copy_is_made() {
    rounds("backup", Tally::of("backup", 10, 1));
}

#[test]
fn a_kill_while_documents_take_something_over_or_indexes_are_made_anew() {
    rounds("completions", Tally::of("completions, new indexes", 14, 1));
}
