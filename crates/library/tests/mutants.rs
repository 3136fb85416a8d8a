//! PDFs of which the table that says where their objects are is broken, and how many of them are read all the same.

mod common;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Files, options, read_with};

const MUTANTS: usize = 200;
/// Those of them that every test run reads.
const SOME: usize = 12;
const SEED: u64 = 20_261_127;
/// Share of the words of the sound file that must come out for a mutant to count as read.
const ENOUGH: f64 = 0.9;

struct Chance(u64);

impl Chance {
    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// Where the table begins, as the file itself says at its end.
fn table(sound: &[u8]) -> usize {
    let text = String::from_utf8_lossy(&sound[sound.len() - 64..]).into_owned();
    let (_, after) = text.rsplit_once("startxref").expect("a PDF says it");
    let number = after.split_whitespace().next().expect("a number");
    number.parse().expect("a number")
}

/// A copy whose table is broken: it is not where it is said to be, bytes of it are others, or the end of the file is lost.
fn mutant(sound: &[u8], chance: &mut Chance) -> (Vec<u8>, &'static str) {
    let mut bytes = sound.to_vec();
    let (from, end) = (table(sound), sound.len());
    match chance.below(3) {
        0 => {
            let at = String::from_utf8_lossy(sound).rfind("startxref");
            let at = at.map_or(end, |_| {
                let word = b"startxref";
                let found = sound.windows(word.len()).rposition(|part| part == word);
                found.expect("it is there") + word.len() + 1
            });
            bytes.truncate(at);
            bytes.extend(format!("{}\n%%EOF\n", chance.below(2 * end)).into_bytes());
            (bytes, "moved")
        }
        1 => {
            for _ in 0..=chance.below(30) {
                let at = from + chance.below(end - from);
                bytes[at] = u8::try_from(chance.below(256)).expect("a byte");
            }
            (bytes, "overwritten")
        }
        _ => {
            bytes.truncate(end - 1 - chance.below(end - from));
            (bytes, "cut")
        }
    }
}

fn words(text: &str) -> HashSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let long = words.filter(|word| word.len() > 3);
    long.map(str::to_lowercase).collect()
}

fn is_enough(sound: &HashSet<String>, found: &HashSet<String>) -> bool {
    let there = sound.intersection(found).count();
    there as f64 >= ENOUGH * sound.len() as f64
}

/// What poppler's program reads of a file; nothing where that is not installed.
fn by_poppler(file: &Path) -> Option<HashSet<String>> {
    let output = Command::new("pdftotext").arg(file).arg("-").output().ok()?;
    Some(words(&String::from_utf8_lossy(&output.stdout)))
}

fn by_us(file: PathBuf) -> HashSet<String> {
    let (documents, _) = read_with(&[file], &options());
    let text = documents.iter().map(|d| format!("{} {} ", d.title, d.text));
    words(&text.collect::<String>())
}

/// What came of mutants: of those whose table is in a packed stream, and of those where it is plain lines.
#[derive(Default)]
struct Tried {
    ours: [usize; 2],
    theirs: [usize; 2],
    refused: Vec<(usize, &'static str)>,
}

impl Tried {
    /// Reads the first `count` mutants; also with poppler's program, if it is there and wanted.
    fn out(count: usize, with_poppler: bool) -> Tried {
        let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real");
        let poppler = |file: &Path| with_poppler.then(|| by_poppler(file)).flatten();
        let sound = [
            "p01-one-column-pdflatex.pdf",
            "p02-two-columns-pdflatex.pdf",
            "p03-title-page-lualatex.pdf",
            // Those before have their table in a packed stream, these as plain lines.
            "p04-clinical-letter-libreoffice.pdf",
            "p06-poster-reportlab.pdf",
            "p08-hyphens-groff.pdf",
        ]
        .map(|name| {
            let file = real.join(name);
            let bytes = std::fs::read(&file).expect("a real file");
            (bytes, by_us(file.clone()), poppler(&file))
        });
        let files = Files::new();
        let mut chance = Chance(SEED);
        let mut tried = Tried::default();
        for n in 0..count {
            let (bytes, own, theirs) = &sound[n % sound.len()];
            let (broken, how) = mutant(bytes, &mut chance);
            let file = files.write(&format!("{n}.pdf"), broken);
            if let (Some(whole), Some(found)) = (theirs, poppler(&file)) {
                tried.theirs[n % sound.len() / 3] += usize::from(is_enough(whole, &found));
            }
            if is_enough(own, &by_us(file)) {
                tried.ours[n % sound.len() / 3] += 1;
            } else {
                tried.refused.push((n, how));
            }
        }
        let all: usize = tried.ours.iter().sum();
        let refused = &tried.refused;
        assert!(all * 10 >= count * 9, "{all} of {count}: {refused:?}");
        tried
    }
}

#[test]
fn some_pdfs_without_a_sound_table_are_read() {
    Tried::out(SOME, false);
}

/// `cargo test --workspace --locked --test mutants -- --ignored --nocapture`
#[test]
#[ignore = "starts 400 programs; a measurement"]
fn pdfs_without_a_sound_table_are_read() {
    let Tried {
        ours,
        theirs,
        refused,
    } = Tried::out(MUTANTS, true);
    println!(
        "of {MUTANTS} mutants, packed tables and plain ones: {ours:?} read, by pdftotext {theirs:?}; not: {refused:?}"
    );
    assert!(ours >= theirs, "{ours:?} by us, {theirs:?} by pdftotext");
}
