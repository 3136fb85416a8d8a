//! Changes a library again and again until it is killed, and says on standard output what it is about to do (`doing +a -b`) and, once
//! that is stored, that it is (`did`): what `tests/torture.rs` kills and looks at.
//!
//! `library-torture LIBRARY SEED`
//!
//! `library-torture LIBRARY window` opens it as a window does, says whether that may change it (`held` or `read only`), and waits;
//! `library-torture LIBRARY lock` does the same with SQLite's lock of those who write (`held` or `busy`). For `tests/hold.rs`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write as _};
use std::path::Path;

use grounding::{Evidence, Grounding, SentenceGrounding};
use library::{Document, Library, MarkChange, Merge};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (path, seed) = (arguments.next(), arguments.next());
    let (Some(path), Some(seed)) = (path, seed) else {
        return Err("library-torture LIBRARY SEED".into());
    };
    match seed.as_str() {
        "window" => return window(&path),
        "lock" => return lock(&path),
        _ => {}
    }
    let mut dice = Dice(seed.parse::<u64>()? | 1);
    let mut library = Library::open_or_create(&path)?;
    say("opened")?;
    let mut number = dice.roll(1 << 40);
    loop {
        number += 1;
        let there: BTreeMap<i64, String> = library
            .entries()?
            .into_iter()
            .map(|entry| (entry.key, entry.id))
            .collect();
        let keys: Vec<i64> = there.keys().copied().collect();
        let some = |dice: &mut Dice, most: u64| -> Vec<i64> {
            let count = dice.roll(most) as usize + 1;
            let first = dice.roll(keys.len().max(1) as u64) as usize;
            keys.iter().copied().skip(first).take(count).collect()
        };
        let gone = |keys: &[i64]| {
            let ids = keys.iter().map(|key| format!("-{}", there[key]));
            ids.collect::<Vec<_>>().join(" ")
        };
        match dice.roll(9) {
            0..=2 => add(&mut library, &mut dice, number)?,
            3 => {
                let chosen = some(&mut dice, 12);
                doing(&gone(&chosen))?;
                library.remove(&chosen)?;
            }
            4 => {
                let removals = library.removals()?;
                let last = removals.last().map(|removal| removal.documents.clone());
                let chosen: Vec<i64> = last.unwrap_or_default().iter().map(|d| d.0).collect();
                let titles = removals.last().map(|removal| removal.documents.clone());
                let ids = titles.unwrap_or_default();
                let ids: Vec<String> = ids.iter().map(|(_, title)| format!("+{title}")).collect();
                doing(&ids.join(" "))?;
                library.restore(&chosen)?;
            }
            5 => {
                let chosen = some(&mut dice, 40);
                doing("")?;
                library.mark(&chosen, &MarkChange::Tag(format!("tag {}", number % 9)))?;
            }
            6 => {
                let chosen = some(&mut dice, 5);
                let (keep, others) = chosen.split_first().map_or((0, &[][..]), |(k, o)| (*k, o));
                doing(&gone(others))?;
                library.merge(&[Merge {
                    keep,
                    others: others.to_vec(),
                }])?;
            }
            7 => {
                doing("")?;
                library.backup_to(Path::new(&format!("{path}.{number}.copy")))?;
            }
            _ => {
                doing("")?;
                library.compact()?;
            }
        }
        say("did")?;
    }
}

fn window(path: &str) -> Result<(), Box<dyn Error>> {
    let library = Library::open_in_window(path)?;
    say(library.read_only().map_or("held", |_| "read only"))?;
    io::stdin().read_line(&mut String::new())?;
    Ok(())
}

fn lock(path: &str) -> Result<(), Box<dyn Error>> {
    let connection = rusqlite::Connection::open(path)?;
    let begun = connection.execute_batch("BEGIN IMMEDIATE");
    say(begun.map_or("busy", |()| "held"))?;
    io::stdin().read_line(&mut String::new())?;
    Ok(())
}

fn add(library: &mut Library, dice: &mut Dice, number: u64) -> Result<(), Box<dyn Error>> {
    let count = dice.roll(40) + 1;
    let batch: Vec<(Document, Grounding)> = (0..count).map(|n| document(number, n)).collect();
    let ids: Vec<String> = batch.iter().map(|(d, _)| format!("+{}", d.id)).collect();
    doing(&ids.join(" "))?;
    library.add(&batch)?;
    Ok(())
}

/// A document whose title is its id, so that it is known in the trash.
fn document(number: u64, n: u64) -> (Document, Grounding) {
    let id = format!("d{number}-{n}");
    let text = format!("A text of document {id}, which says what it says. ").repeat(30);
    let document = Document {
        id: id.clone(),
        title: id,
        text,
        keywords: vec![format!("word {}", number % 7)],
        ..Document::default()
    };
    let point_mm = [(number % 100) as f32, n as f32, 1.0];
    let sentence = |start: usize| SentenceGrounding {
        text: document.text[start..start + 40].to_owned(),
        start,
        end: start + 40,
        point_mm,
        structure: "liver".into(),
        p: 0.8,
        ..SentenceGrounding::default()
    };
    let grounding = Grounding {
        point_mm,
        structure: "liver".into(),
        structures: vec![Evidence {
            id: "liver".into(),
            p: 0.8,
        }],
        sentences: (0..5).map(|n| sentence(n * 50)).collect(),
        ..Grounding::default()
    };
    (document, grounding)
}

fn doing(changes: &str) -> io::Result<()> {
    say(&format!("doing {changes}"))
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Numbers that are the same for the same seed (xorshift64*, Vigna 2016).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % sides
    }
}
