//! Damage at random: bytes that flip, stretches that are wiped, an end that is missing. The check notices it, or what is read and found by
//! structure is what was written; what can be read is saved into a sound library. Looked at is nothing that has no sum: when something was
//! removed, and the words of the index.

use std::collections::BTreeMap;
use std::fs;
use std::io::sink;
use std::path::Path;

use anatomy::Catalogue;
use library::{CheckReport, ExportFormat, Fault, Library, LibraryError, Query, Refusal};

use super::kills::Place;
use super::order::{Dice, Tally, say};
use super::worker::Work;

/// Damages a file.
fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let somewhere = |dice: &mut Dice, bytes: &[u8]| dice.roll(bytes.len() as u64) as usize;
    match dice.roll(6) {
        0..=2 => {
            let flips = 1 + dice.roll(24) as usize;
            for _ in 0..flips {
                let at = somewhere(dice, bytes);
                bytes[at] ^= 1 << dice.roll(8);
            }
        }
        // What a disk loses is a sector.
        3 => {
            let at = somewhere(dice, bytes) / 512 * 512;
            let end = (at + 512).min(bytes.len());
            bytes[at..end].fill(0);
        }
        4 => {
            let at = somewhere(dice, bytes) / 4096 * 4096;
            let end = (at + 4096).min(bytes.len());
            bytes[at..end]
                .iter_mut()
                .for_each(|byte| *byte = dice.roll(256) as u8);
        }
        _ => {
            let left = somewhere(dice, bytes);
            bytes.truncate(left);
        }
    }
}

/// Every document by its key, as it is read; nothing for one that cannot be.
fn documents(library: &Library) -> Result<BTreeMap<i64, Option<String>>, String> {
    let keys = library.keys().map_err(|error| error.to_string())?;
    let read = |key: i64| {
        let stored = library.get_by_key(key).ok().flatten();
        stored.map(|stored| {
            format!(
                "{:?} {:?} {:?}",
                stored.document, stored.grounding, stored.corrections
            )
        })
    };
    Ok(keys.into_iter().map(|key| (key, read(key))).collect())
}

/// What is found by structure.
fn found(library: &Library) -> Result<String, String> {
    let catalogue = Catalogue::builtin();
    let of = |structure: &str| {
        let query = Query {
            structures: catalogue.index_of(structure).into_iter().collect(),
            limit: usize::MAX,
            ..Query::default()
        };
        let answer = library.search(&query, catalogue);
        answer.map_err(|error| error.to_string())
    };
    Ok(format!("{:?} {:?}", of("liver")?, of("spleen")?))
}

/// What is kept besides the documents, as far as it can be read.
fn kept(library: &Library) -> String {
    let settings: Vec<_> = (0..LISTED)
        .map(|n| library.setting(&format!("setting {n}")).ok())
        .collect();
    let searches = library.searches().ok();
    let (problems, imports) = (library.problems().ok(), library.unfinished_imports().ok());
    let collections = library.collections().ok();
    let collections =
        collections.map(|all| all.into_iter().map(|one| one.name).collect::<Vec<_>>());
    format!("{settings:?} {searches:?} {problems:?} {imports:?} {collections:?}")
}

/// How much of each there is besides the documents.
const LISTED: usize = 60;

/// Keeps much besides the documents, so that damages meet it.
fn fill_lists(library: &mut Library) -> Result<(), LibraryError> {
    let long = |n: usize| format!("what is kept as number {n}, ").repeat(12);
    let mut refused = Vec::new();
    for n in 0..LISTED {
        library.set_setting(&format!("setting {n}"), Some(&long(n)))?;
        library.keep_search(&format!("search {n}"), Some(&long(n)))?;
        library.make_collection(&format!("collection {n}"))?;
        refused.push(Refusal {
            place: format!("a.ris, record {n}"),
            reason: long(n),
            file: "a.ris".into(),
        });
    }
    library.keep_problems(&refused)?;
    library.begin_import(&["a.ris".into()]).map(drop)
}

/// Asks everything that a window asks; what cannot be answered is an error, and nothing worse.
fn ask(library: &mut Library) {
    let query = Query {
        text: Some("document".into()),
        near: Some([1.0, 2.0, 3.0]),
        limit: 20,
        ..Query::default()
    };
    let _ = library.search(&query, Catalogue::builtin());
    let _ = library.entries();
    let _ = library.removals();
    let _ = library.all_marks();
    let _ = library.tags();
    let _ = library.collections();
    let _ = library.problems();
    let _ = library.unfinished_imports();
    let _ = library.placed_by_others("cga-2");
    let _ = library.export(ExportFormat::Csv, None, &mut sink());
    let _ = library.export(ExportFormat::JsonLines, None, &mut sink());
}

/// What a damage did.
enum Seen {
    Noticed,
    Harmless,
}

/// What was read before the damage.
struct Sound {
    documents: BTreeMap<i64, Option<String>>,
    found: String,
    kept: String,
}

/// Where nothing but indexes is damaged, they are made anew; if that can be done, the library is sound.
fn mend(library: &mut Library, report: &CheckReport) -> Result<(), String> {
    let of_index = |fault: &Fault| {
        fault.place.starts_with("the index of ") || fault.reason.to_lowercase().contains("fts5")
    };
    if !report.faults.iter().all(of_index) || library.rebuild_indexes().is_err() {
        return Ok(());
    }
    let after = library.check();
    match after.is_sound() && after.whole == report.whole {
        true => Ok(()),
        false => Err(format!("{report:?}; with new indexes: {after:?}")),
    }
}

fn look(
    path: &Path,
    Sound {
        documents: sound,
        found: sound_found,
        kept: sound_kept,
    }: &Sound,
) -> Result<Seen, String> {
    let Ok(mut library) = Library::open(path) else {
        return Ok(Seen::Noticed);
    };
    ask(&mut library);
    let report = library.check();
    let saved = path.with_file_name("saved.atlas");
    let saving = library
        .save_into(&saved)
        .map_err(|error| format!("it is not saved: {error}"))?;
    let to =
        Library::open(&saved).map_err(|error| format!("what was saved does not open: {error}"))?;
    let check = to.check();
    if !check.is_sound() || to.len().map_err(|error| error.to_string())? != saving.saved {
        return Err(format!(
            "what was saved is not sound: {saving:?}, {check:?}"
        ));
    }
    if saving.saved + saving.lost.len() < report.whole {
        return Err(format!("{} documents are whole: {saving:?}", report.whole));
    }
    if !report.is_sound() {
        return mend(&mut library, &report).map(|()| Seen::Noticed);
    }
    if library.ensure_sound().is_err() {
        return Err("the check says that it is sound, an import that it is not".to_owned());
    }
    if kept(&library) != *sound_kept {
        return Err(
            "what is kept besides the documents is another, and nothing is noticed".to_owned(),
        );
    }
    let now = documents(&library)?;
    if now.keys().ne(sound.keys()) || now.values().any(Option::is_none) || saving.saved != now.len()
    {
        return Err(format!(
            "nothing is noticed, and of {} documents {} are there",
            sound.len(),
            now.len()
        ));
    }
    let others: Vec<&i64> = now
        .iter()
        .filter(|(key, read)| sound.get(key) != Some(*read))
        .map(|(key, _)| key)
        .collect();
    if !others.is_empty() {
        return Err(format!("nothing is noticed, and others are {others:?}"));
    }
    match found(&library)? == *sound_found {
        true => Ok(Seen::Harmless),
        false => Err("nothing is noticed, and others are found by structure".to_owned()),
    }
}

#[test]
fn a_damaged_file_is_noticed_or_read_right_and_saved() {
    let mut tally = Tally::of("damaged file", 20, 12);
    let base = tempfile::tempdir().expect("a folder");
    let base = base.path().join("base.atlas");
    let fill = Work {
        library: &base,
        kind: "fill",
        seed: tally.dice.roll(1 << 30),
        files: &[],
    };
    fill.run(Some(5));
    Work {
        kind: "undo",
        ..fill.clone()
    }
    .run(Some(20));
    let mut library = Library::open(&base).expect("it opens");
    fill_lists(&mut library).expect("kept");
    let sound = Sound {
        documents: documents(&library).expect("readable"),
        found: found(&library).expect("readable"),
        kept: kept(&library),
    };
    drop(library);
    let bytes = fs::read(&base).expect("readable");
    let (mut noticed, mut harmless) = (0, 0);
    while tally.goes_on() {
        let mut place = Place::new();
        let mut damaged = bytes.clone();
        damage(&mut damaged, &mut tally.dice);
        fs::write(place.here(), damaged).expect("written");
        let outcome = look(&place.here(), &sound);
        match outcome {
            Ok(Seen::Noticed) => noticed += 1,
            Ok(Seen::Harmless) => harmless += 1,
            Err(_) => {}
        }
        tally.note(outcome.map(drop), &mut place.folder);
    }
    tally.within = noticed;
    say(&format!("damages: {noticed} noticed, {harmless} harmless"));
    tally.end();
}
