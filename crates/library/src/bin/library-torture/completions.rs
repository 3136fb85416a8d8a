//! What documents take over from other records of them and from full texts, that taken back and done again, and the indexes made anew.

use grounding::Grounding;
use library::{Completed, Document, Library, LibraryError};

use crate::changes::{self, Outcome};
use crate::made::{self, Dice};
use crate::told::Told;

/// By what the completions of this worker are taken back.
#[derive(Default)]
pub struct Taken {
    /// Those that are done, the latest last.
    done: Vec<i64>,
    /// Those that were taken back, the one that is to be done again first last.
    back: Vec<i64>,
}

impl Taken {
    fn note(&mut self, completed: impl IntoIterator<Item = Completed>) {
        let numbers = completed.into_iter().filter_map(|one| one.number);
        self.done.extend(numbers);
        self.back.clear();
    }
}

/// Documents that are there, some that lie together.
fn some(
    library: &Library,
    dice: &mut Dice,
    most: u64,
) -> Result<Vec<(i64, Document)>, LibraryError> {
    let mut found = Vec::new();
    for key in changes::some(library, dice, most)? {
        let stored = library.get_by_key(key)?;
        found.extend(stored.map(|stored| (key, stored.document)));
    }
    Ok(found)
}

/// Adds documents that have no text.
fn add_bare(library: &mut Library, dice: &mut Dice, told: &mut Told) -> Outcome {
    let (number, count) = (dice.roll(1 << 40), dice.roll(6) + 1);
    let bare = |n: u64| {
        let (document, grounding) = made::document(number, n);
        let document = Document {
            text: String::new(),
            // By which the record that brings the text is known.
            pmid: Some(format!("{}", 1_000_000 + (number * 41 + n) % 8_000_000)),
            ..document
        };
        let grounding = Grounding {
            sentences: Vec::new(),
            ..grounding
        };
        (document, grounding)
    };
    let batch: Vec<(Document, Grounding)> = (0..count).map(bare).collect();
    told.change(&format!("add {count}"), || library.add(&batch).map(drop))
}

/// Other records of documents say more of them.
fn recognise(
    library: &mut Library,
    dice: &mut Dice,
    told: &mut Told,
    taken: &mut Taken,
) -> Outcome {
    let number = dice.roll(1 << 20);
    let more = |(_, document): (i64, Document)| Document {
        journal: Some(format!("Journal {}", number % 5)),
        url: Some(format!("https://example.org/{number}")),
        keywords: vec![format!("further {number}")],
        ..document
    };
    let records: Vec<Document> = some(library, dice, 12)?.into_iter().map(more).collect();
    let what = format!("recognise {}", records.len());
    let recognised = told.change(&what, || library.recognise(&records))?;
    taken.note(recognised.completed);
    Ok(())
}

/// Records bring the texts of documents that have none.
fn add_texts(
    library: &mut Library,
    dice: &mut Dice,
    told: &mut Told,
    taken: &mut Taken,
) -> Outcome {
    let mut batch = Vec::new();
    for (key, document) in some(library, dice, 30)? {
        if document.text.is_empty() {
            let text = format!("What is said of document {key} at last, and no more. ").repeat(20);
            let record = Document { text, ..document };
            let place = made::place(&record, dice.roll(90) as f32, 5.0);
            batch.push((record, place));
        }
    }
    let what = format!("add {}", batch.len());
    let report = told.change(&what, || library.add(&batch))?;
    taken.note(report.completed);
    Ok(())
}

/// A document gets its full text.
fn full_text(
    library: &mut Library,
    dice: &mut Dice,
    told: &mut Told,
    taken: &mut Taken,
) -> Outcome {
    let Some((key, document)) = some(library, dice, 1)?.pop() else {
        return add_bare(library, dice, told);
    };
    let more = format!(" And what else is said of {key} in full. ").repeat(60);
    let full = Document {
        text: document.text.clone() + &more,
        ..document
    };
    let place = made::place(&full, dice.roll(90) as f32, 7.0);
    let completed = told.change("full text", || library.complete_text(key, &full, &place))?;
    taken.note(completed);
    Ok(())
}

/// Takes back what was taken over last, or has it taken over again, some at a time.
fn take_back(
    library: &mut Library,
    dice: &mut Dice,
    told: &mut Told,
    taken: &mut Taken,
) -> Outcome {
    let again = !taken.back.is_empty() && dice.roll(2) == 0;
    let Taken { done, back } = taken;
    let (from, to, what) = match again {
        true => (back, done, "do again"),
        false => (done, back, "take back"),
    };
    let count = (dice.roll(12) as usize + 1).min(from.len());
    let numbers: Vec<i64> = from.drain(from.len() - count..).rev().collect();
    told.change(what, || library.take_back(&numbers, again).map(drop))?;
    to.extend(numbers);
    Ok(())
}

/// Completions, their undoing and redoing, and new indexes.
pub fn complete(
    library: &mut Library,
    dice: &mut Dice,
    told: &mut Told,
    taken: &mut Taken,
) -> Outcome {
    if library.is_empty()? {
        return changes::add(library, dice, told);
    }
    match dice.roll(12) {
        0 => changes::add(library, dice, told),
        1 | 2 => add_bare(library, dice, told),
        3 | 4 => recognise(library, dice, told, taken),
        5 => add_texts(library, dice, told, taken),
        6 | 7 => full_text(library, dice, told, taken),
        8..=10 => take_back(library, dice, told, taken),
        _ => told.change("rebuild", || library.rebuild_indexes().map(drop)),
    }
}
