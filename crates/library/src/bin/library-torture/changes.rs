//! The changes that are made of a library, each told before and after.

use std::path::{Path, PathBuf};

use library::{Correction, Document, Library, LibraryError, MarkChange, Marks, Merge, Says};

use crate::made::{self, Dice};
use crate::told::Told;

/// What comes of a change.
pub type Outcome = Result<(), LibraryError>;

/// Adds some documents.
pub fn add(library: &mut Library, dice: &mut Dice, told: &mut Told) -> Outcome {
    let (number, count) = (dice.roll(1 << 40), dice.roll(40) + 1);
    let batch: Vec<(Document, _)> = (0..count).map(|n| made::document(number, n)).collect();
    told.change(&format!("add {count}"), || library.add(&batch).map(drop))
}

/// Keys of documents that lie together, `most` of them at most.
pub fn some(library: &Library, dice: &mut Dice, most: u64) -> Result<Vec<i64>, LibraryError> {
    let keys = library.keys()?;
    let count = dice.roll(most) as usize + 1;
    let first = dice.roll(keys.len().max(1) as u64) as usize;
    Ok(keys.into_iter().skip(first).take(count).collect())
}

fn remove(library: &mut Library, dice: &mut Dice, told: &mut Told) -> Outcome {
    let chosen = some(library, dice, 12)?;
    told.change(&format!("remove {}", chosen.len()), || {
        library.remove(&chosen).map(drop)
    })
}

/// Brings a removal back, or a part of it.
fn restore(library: &mut Library, dice: &mut Dice, told: &mut Told) -> Outcome {
    let removals = library.removals()?;
    let keys: Vec<i64> = removals
        .last()
        .into_iter()
        .flat_map(|removal| removal.documents.iter().map(|(key, _)| *key))
        .collect();
    let count = match dice.roll(3) {
        0 => keys.len() / 2,
        _ => keys.len(),
    };
    told.change(&format!("restore {count}"), || {
        library.restore(&keys[..count]).map(drop)
    })
}

fn merge(library: &mut Library, dice: &mut Dice, told: &mut Told) -> Outcome {
    let mut groups = Vec::new();
    for _ in 0..=dice.roll(4) {
        let chosen = some(library, dice, 5)?;
        if let Some((&keep, others)) = chosen.split_first() {
            let others = others.to_vec();
            groups.push(Merge { keep, others });
        }
    }
    told.change(&format!("merge {}", groups.len()), || {
        library.merge(&groups).map(drop)
    })
}

fn copy(library: &Library, dice: &mut Dice, told: &mut Told) -> Outcome {
    let mut name = library
        .path()
        .unwrap_or(Path::new(""))
        .as_os_str()
        .to_owned();
    name.push(format!(".{}.copy", dice.roll(1 << 40)));
    let copy = PathBuf::from(name);
    told.change("backup", || library.backup_to(&copy))
}

/// What is kept with documents, changed in one of many ways; what it was before is put with `marked`.
fn mark(
    library: &mut Library,
    dice: &mut Dice,
    told: &mut Told,
    marked: &mut Vec<Vec<(i64, Marks)>>,
) -> Outcome {
    let chosen = some(library, dice, 40)?;
    let number = dice.roll(9);
    let change = match dice.roll(5) {
        0 | 1 => MarkChange::Tag(format!("tag {number}")),
        2 => MarkChange::Note(format!("note {number}")),
        3 => MarkChange::Collect(format!("collection/{number}")),
        _ => MarkChange::Stars(number as u8 % 5 + 1),
    };
    let before = told.change("mark", || library.mark(&chosen, &change))?;
    marked.push(before);
    Ok(())
}

/// Corrects a document, or takes its corrections back.
fn correct(library: &mut Library, dice: &mut Dice, told: &mut Told) -> Outcome {
    let Some(&key) = some(library, dice, 1)?.first() else {
        return add(library, dice, told);
    };
    let says = |(start, end): (usize, usize)| Correction {
        start,
        end,
        says: Says::BelongsHere,
        structure: "spleen".into(),
        point_mm: [100.0, 10.0, start as f32],
    };
    let corrections = match library.corrections(key)?.is_empty() {
        true => vec![says(Correction::WHOLE), says((50, 90))],
        false => Vec::new(),
    };
    told.change("correct", || library.correct(key, &corrections).map(drop))
}

/// Places documents anew.
fn reground(library: &mut Library, dice: &mut Dice, told: &mut Told) -> Outcome {
    let mut placed = Vec::new();
    for key in some(library, dice, 20)? {
        if let Some(stored) = library.get_by_key(key)? {
            let place = made::place(&stored.document, dice.roll(90) as f32, 3.0);
            placed.push((key, place));
        }
    }
    told.change("reground", || library.set_groundings(&placed).map(drop))
}

/// Copies of one work are made one, and that is taken back.
pub fn merge_or_undo(library: &mut Library, dice: &mut Dice, told: &mut Told) -> Outcome {
    if library.len()? < 20 {
        return add(library, dice, told);
    }
    match dice.roll(8) {
        0..=3 => merge(library, dice, told),
        4..=6 => restore(library, dice, told),
        _ => mark(library, dice, told, &mut Vec::new()),
    }
}

/// Changes that a user undoes, and their undoing: of removals, of what is kept with documents, of corrections.
pub fn undo(
    library: &mut Library,
    dice: &mut Dice,
    told: &mut Told,
    marked: &mut Vec<Vec<(i64, Marks)>>,
) -> Outcome {
    if library.is_empty()? {
        return add(library, dice, told);
    }
    match dice.roll(10) {
        0 | 1 => remove(library, dice, told),
        2..=4 => restore(library, dice, told),
        5 => mark(library, dice, told, marked),
        6 | 7 => match marked.pop() {
            Some(before) => told.change("unmark", || library.set_marks(&before)),
            None => mark(library, dice, told, marked),
        },
        8 => correct(library, dice, told),
        _ => reground(library, dice, told),
    }
}

/// Copies of the library, with changes between them.
pub fn backup(library: &mut Library, dice: &mut Dice, told: &mut Told) -> Outcome {
    match dice.roll(4) {
        0 => add(library, dice, told),
        _ => copy(library, dice, told),
    }
}

/// Any change that there is.
pub fn anything(library: &mut Library, dice: &mut Dice, told: &mut Told) -> Outcome {
    match dice.roll(9) {
        0..=2 => add(library, dice, told),
        3 => remove(library, dice, told),
        4 => restore(library, dice, told),
        5 => mark(library, dice, told, &mut Vec::new()),
        6 => merge(library, dice, told),
        7 => copy(library, dice, told),
        _ => told.change("compact", || library.compact().map(drop)),
    }
}
