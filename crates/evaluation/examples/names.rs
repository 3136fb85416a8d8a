//! How well the words of a text give its organs: the word list against the MeSH headings of documents.
//!
//! `cargo run -p evaluation --example names -- --corpus FOLDER --vocab FOLDER [--labels FILE] [--dump FILE] [--ordinary NUMBER]`
//!
//! The documents are those of the training and development sides of the split (the test side is never read into the
//! figures). Which classes a heading stands for partly comes from the word list itself, so to compare two versions of
//! the list, `--labels` keeps the classes of every document in a file: written when it is not there, else read.
//! `--ordinary NUMBER` lists instead the words of at least that many records of the corpus that would be read as
//! misspellings: what `spelling.json` of `grounding` may have to list as words of their own.
//! `--dump` writes one line for each document with its classes and all mentions, to look at what is missing or wrong.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use flate2::read::MultiGzDecoder;
use grounding::{Gazetteer, MentionKind};
use sha2::{Digest as _, Sha256};

type Anything<T> = Result<T, Box<dyn Error>>;

#[derive(serde::Deserialize)]
struct Record {
    id: String,
    source: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    text: String,
    mesh: Option<Vec<String>>,
    group: String,
}

/// The side of the split a group is on, as the training crate has it: 0 training, 1 development, 2 test.
fn side(group: &str) -> usize {
    let digest = Sha256::new()
        .chain_update("corpus-atlas split 1")
        .chain_update([0])
        .chain_update(group)
        .finalize();
    let number = digest
        .iter()
        .take(8)
        .fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    match number % 100 {
        0..70 => 0,
        70..85 => 1,
        _ => 2,
    }
}

/// Classes of headings that the word list does not know, by way of the vocabulary's table.
fn derived(vocab: &Path) -> Anything<HashMap<String, Vec<usize>>> {
    let mut classes: HashMap<String, Vec<usize>> = HashMap::new();
    for line in std::fs::read_to_string(vocab.join("mesh_heading_to_organ.tsv"))?
        .lines()
        .skip(1)
    {
        let mut columns = line.split('\t');
        if let (Some(organ), Some(heading)) = (columns.next(), columns.next()) {
            classes
                .entry(heading.to_lowercase())
                .or_default()
                .extend(Gazetteer::builtin().classes_of_heading(organ));
        }
    }
    Ok(classes)
}

/// What is counted over the documents of one side.
#[derive(Default)]
struct Tally {
    documents: usize,
    silent: usize,
    most_named_right: usize,
    most_named_torso: usize,
    torso: usize,
    found: usize,
    labelled: usize,
    named: usize,
}

impl Tally {
    fn add(&mut self, labels: &BTreeSet<usize>, mentions: &[(usize, usize)]) {
        let present = |c: &usize| Gazetteer::builtin().classes()[*c].is_present();
        let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for &(class, position) in mentions {
            counts.entry(class).or_insert((0, position)).0 += 1;
        }
        let most = |among: &dyn Fn(&usize) -> bool| {
            counts
                .iter()
                .filter(|(c, _)| among(c))
                .min_by_key(|(_, (count, first))| (usize::MAX - count, *first))
                .map(|(c, _)| *c)
        };
        self.documents += 1;
        self.silent += usize::from(counts.is_empty());
        self.most_named_right += usize::from(most(&|_| true).is_some_and(|c| labels.contains(&c)));
        if labels.iter().any(present) {
            self.torso += 1;
            self.most_named_torso +=
                usize::from(most(&present).is_some_and(|c| labels.contains(&c)));
        }
        self.found += labels.iter().filter(|c| counts.contains_key(c)).count();
        self.labelled += labels.len();
        self.named += counts.len();
    }

    fn print(&self, name: &str) {
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        println!(
            "{name}: {} documents with an organ among their headings; none named in {:.2} %; most named organ right in {:.2} % (torso organs alone, {} documents: {:.2} %); recall of classes {:.2} %, precision {:.2} %",
            self.documents,
            share(self.silent, self.documents),
            share(self.most_named_right, self.documents),
            self.torso,
            share(self.most_named_torso, self.torso),
            share(self.found, self.labelled),
            share(self.found, self.named),
        );
    }
}

/// Prints the words of at least `least` records that the list takes for misspellings, most frequent first.
fn print_ordinary(files: &[PathBuf], least: usize) -> Anything<()> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for file in files {
        let reader = BufReader::new(MultiGzDecoder::new(std::fs::File::open(file)?));
        for line in reader.lines() {
            let Ok(record) = serde_json::from_str::<Record>(&line?) else {
                continue;
            };
            let text = format!("{} {}", record.title, record.text).to_lowercase();
            let words: HashSet<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
            for word in words.into_iter().filter(|w| w.len() >= 8) {
                *counts.entry(word.to_owned()).or_default() += 1;
            }
        }
    }
    let mut found: Vec<(usize, &str, &str)> = counts
        .iter()
        .filter(|(_, count)| **count >= least)
        .filter_map(|(word, count)| {
            Some((
                *count,
                word.as_str(),
                Gazetteer::builtin().misspelling_of(word)?,
            ))
        })
        .collect();
    found.sort_unstable_by(|a, b| b.cmp(a));
    for (count, word, right) in found {
        println!("{word} {count} {right}");
    }
    Ok(())
}

#[expect(clippy::too_many_lines, reason = "one picture, step by step")]
fn main() -> Anything<()> {
    let mut options: HashMap<String, PathBuf> = HashMap::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments
            .next()
            .ok_or_else(|| format!("{name} has no value"))?;
        options.insert(name, value.into());
    }
    let needed = |name: &str| {
        options.get(name).ok_or_else(|| {
            format!("{name} is missing: names --corpus FOLDER --vocab FOLDER [--labels FILE] [--dump FILE]")
        })
    };
    let gazetteer = Gazetteer::builtin();
    // Building the list is no part of the time measured.
    gazetteer.find("");
    let derived = derived(needed("--vocab")?)?;
    let kept: Option<HashMap<String, BTreeSet<usize>>> = match options.get("--labels") {
        Some(file) if file.exists() => Some(serde_json::from_reader(BufReader::new(
            std::fs::File::open(file)?,
        ))?),
        _ => None,
    };
    let mut labels_of: HashMap<String, BTreeSet<usize>> = HashMap::new();
    let mut dump = options
        .get("--dump")
        .map(std::fs::File::create)
        .transpose()?
        .map(BufWriter::new);
    let mut files: Vec<PathBuf> = std::fs::read_dir(needed("--corpus")?)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".jsonl.gz"))
        .collect();
    files.sort();
    if let Some(least) = options.get("--ordinary") {
        return print_ordinary(&files, least.to_string_lossy().parse()?);
    }

    let mut seen = HashSet::new();
    let mut tallies = [Tally::default(), Tally::default()];
    let (mut bytes, mut spent) = (0, Duration::ZERO);
    for file in files {
        let reader = BufReader::new(MultiGzDecoder::new(std::fs::File::open(&file)?));
        for line in reader.lines() {
            let Ok(record) = serde_json::from_str::<Record>(&line?) else {
                continue;
            };
            let side = side(&record.group);
            let Some(mesh) = record
                .mesh
                .filter(|m| !m.is_empty() && record.text.len() >= 80 && side < 2)
            else {
                continue;
            };
            if !seen.insert(record.id.clone()) {
                continue;
            }
            let labels: BTreeSet<usize> = match &kept {
                Some(kept) => kept.get(&record.id).cloned().unwrap_or_default(),
                None => mesh
                    .iter()
                    .flat_map(|heading| {
                        let own = gazetteer.classes_of_heading(heading);
                        if own.is_empty() {
                            derived
                                .get(&heading.to_lowercase())
                                .cloned()
                                .unwrap_or_default()
                        } else {
                            own
                        }
                    })
                    .collect(),
            };
            let whole = format!("{}\n\n{}", record.title, record.text);
            let start = Instant::now();
            let mentions = gazetteer.find(&whole);
            spent += start.elapsed();
            bytes += whole.len();
            if let Some(dump) = &mut dump {
                let mentions: Vec<_> = mentions
                    .iter()
                    .map(|m| {
                        (
                            &whole[m.range()],
                            m.start,
                            &gazetteer.classes()[m.class].name,
                            m.kind == MentionKind::Name,
                        )
                    })
                    .collect();
                let classes: Vec<_> = labels
                    .iter()
                    .map(|c| &gazetteer.classes()[*c].name)
                    .collect();
                serde_json::to_writer(
                    &mut *dump,
                    &serde_json::json!({"id": record.id, "source": record.source, "side": side, "classes": classes, "mesh": mesh, "text": whole, "mentions": mentions}),
                )?;
                dump.write_all(b"\n")?;
            }
            if !labels.is_empty() {
                let mentions: Vec<(usize, usize)> =
                    mentions.iter().map(|m| (m.class, m.start)).collect();
                tallies[side].add(&labels, &mentions);
            }
            labels_of.insert(record.id, labels);
        }
    }
    for (tally, name) in tallies.iter().zip(["training side", "development side"]) {
        tally.print(name);
    }
    println!(
        "{:.1} MB/s ({:.0} µs for a text of {} bytes)",
        bytes as f64 / spent.as_secs_f64() / 1e6,
        spent.as_micros() as f64 / labels_of.len().max(1) as f64,
        bytes / labels_of.len().max(1)
    );
    if let (Some(file), None) = (options.get("--labels"), kept) {
        serde_json::to_writer(BufWriter::new(std::fs::File::create(file)?), &labels_of)?;
    }
    Ok(())
}
