//! What the ways in which SQLite journals cost, measured in one run: `cargo test -p library journal -- --ignored --nocapture`. The ratios and
//! what was decided stand in `docs/reliability.md`.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grounding::{Evidence, Grounding, SentenceGrounding};

use super::Library;
use crate::{Document, MarkChange};

const MODES: [(&str, &str); 5] = [
    ("DELETE", "FULL"),
    ("TRUNCATE", "FULL"),
    ("PERSIST", "FULL"),
    ("WAL", "FULL"),
    ("WAL", "NORMAL"),
];

/// Documents that are added in batches, and that a library has that is opened.
const ADDED: u32 = 15_000;
const OPENED: u32 = 50_000;
const PASSES: u32 = 3;
/// The batches of the window and of the command line.
const BATCHES: [u32; 2] = [8, 128];

/// Documents and groundings of the usual size: twelve sentences, evidence for 45 structures, a vector of 384 numbers.
fn batch(numbers: std::ops::Range<u32>) -> Vec<(Document, Grounding)> {
    let one = |number: u32| {
        let mixed = number.wrapping_mul(2_654_435_761);
        let sentences: Vec<String> = (0..12)
            .map(|n| {
                format!(
                    "The {} of patient {} was seen in part {n}",
                    mixed >> n,
                    number
                )
            })
            .collect();
        let text = sentences.join(". ");
        let point_mm = [(mixed >> 22) as f32, (mixed >> 11 & 0x3ff) as f32, 1.0];
        let grounding = Grounding {
            point_mm,
            structure: "liver".into(),
            structures: (0..45)
                .map(|n| Evidence {
                    id: format!("structure {n}"),
                    p: 0.9 / (n + 1) as f32,
                })
                .collect(),
            sentences: sentences
                .into_iter()
                .map(|text| SentenceGrounding {
                    text,
                    point_mm,
                    structure: "liver".into(),
                    p: 0.5,
                    ..SentenceGrounding::default()
                })
                .collect(),
            embedding: vec![0.05; 384],
            ..Grounding::default()
        };
        let document = Document {
            id: format!("d{number}"),
            title: format!("On matter number {number}"),
            pmid: Some(number.to_string()),
            text,
            ..Document::default()
        };
        (document, grounding)
    };
    numbers.map(one).collect()
}

fn open(path: &Path, (journal, synchronous): (&str, &str)) -> Library {
    let library = Library::open(path).expect("it opens");
    let connection = &library.connection;
    let set = connection.pragma_update_and_check(None, "journal_mode", journal, |row| row.get(0));
    assert_eq!(set, Ok(journal.to_lowercase()));
    let set = connection.pragma_update(None, "synchronous", synchronous);
    set.expect("set");
    library
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn seconds(work: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64()
}

/// How long a reader waits for one document while another connection writes batches: at the median, of a hundred the longest but one, and
/// at worst.
fn waits(path: &Path, mode: (&str, &str)) -> [f64; 3] {
    let writes = AtomicBool::new(true);
    let mut waits: Vec<Duration> = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let library = open(path, mode);
            let mut waits = Vec::new();
            while writes.load(Ordering::Relaxed) {
                let begun = Instant::now();
                let entry = library.entry(1 + waits.len() as i64 % 1000);
                assert!(entry.expect("readable").is_some());
                waits.push(begun.elapsed());
                std::thread::sleep(Duration::from_millis(1));
            }
            waits
        });
        let mut library = open(path, mode);
        for first in (0..3_000).step_by(8) {
            let more = batch(1_000_000 + first..1_000_008 + first);
            library.add(&more).expect("added");
        }
        writes.store(false, Ordering::Relaxed);
        reader.join().expect("read")
    });
    waits.sort();
    let ms = |wait: Duration| wait.as_secs_f64() * 1000.0;
    let last = waits.len() - 1;
    [waits[last / 2], waits[last * 99 / 100], waits[last]].map(ms)
}

/// How long it takes to add documents to a new library in batches, in seconds.
fn adding(path: &Path, mode: (&str, &str), size: u32) -> f64 {
    // Of the pass before.
    let _ = std::fs::remove_file(path);
    drop(Library::create(path).expect("a library"));
    let mut library = open(path, mode);
    seconds(|| {
        for first in (0..ADDED).step_by(size as usize) {
            let last = (first + size).min(ADDED);
            library.add(&batch(first..last)).expect("added");
        }
    })
}

/// The median of tagging one document, in milliseconds.
fn tagging(path: &Path, mode: (&str, &str)) -> f64 {
    let mut library = open(path, mode);
    let mut times: Vec<Duration> = (0..300)
        .map(|n| {
            let begun = Instant::now();
            let tag = MarkChange::Tag(format!("tag {}", n % 7));
            library.mark(&[1 + n], &tag).expect("written");
            begun.elapsed()
        })
        .collect();
    median(&mut times).as_secs_f64() * 1000.0
}

/// The median of opening a library and counting its documents, in milliseconds.
fn opening(path: &Path, mode: (&str, &str)) -> f64 {
    drop(open(path, mode));
    let mut times: Vec<Duration> = (0..15)
        .map(|_| {
            let begun = Instant::now();
            let library = Library::open(path).expect("it opens");
            assert_eq!(library.len().expect("readable"), OPENED as usize);
            begun.elapsed()
        })
        .collect();
    median(&mut times).as_secs_f64() * 1000.0
}

#[test]
#[ignore = "a measurement: some minutes, 2 GB of disk"]
fn journal_modes() {
    let folder = tempfile::tempdir().expect("a folder");
    let large = folder.path().join("large.atlas");
    let mut library = Library::create(&large).expect("a library");
    let off = library.connection.pragma_update(None, "synchronous", "OFF");
    off.expect("set");
    for first in (0..OPENED).step_by(1000) {
        library.add(&batch(first..first + 1000)).expect("added");
    }
    drop(library);
    let mut least = [[f64::MAX; 7]; MODES.len()];
    // The modes by turns, and of each the shortest: what else is at the disk makes everything longer.
    for _ in 0..PASSES {
        for (mode, least) in MODES.into_iter().zip(&mut least) {
            let path = folder.path().join("of this pass.atlas");
            let by_many = adding(&path, mode, BATCHES[1]);
            let by_few = adding(&path, mode, BATCHES[0]);
            let tag = tagging(&path, mode);
            let [half, most, worst] = waits(&path, mode);
            let open = opening(&large, mode);
            let now = [by_few, by_many, tag, half, most, worst, open];
            for (least, now) in least.iter_mut().zip(now) {
                *least = least.min(now);
            }
        }
    }
    let [few, many] = BATCHES;
    let what = [
        format!("{ADDED} added by {few}, s"),
        format!("{ADDED} added by {many}, s"),
        "a tag, ms".to_owned(),
        "a reader beside a writer waits, ms".to_owned(),
        "1 of 100 readers waits, ms".to_owned(),
        "a reader waits at worst, ms".to_owned(),
        format!("{OPENED} opened, ms"),
    ];
    for (n, what) in what.iter().enumerate() {
        let times = MODES
            .iter()
            .zip(&least)
            .map(|((journal, synchronous), times)| {
                let (time, times_as_long) = (times[n], times[n] / least[0][n]);
                format!("; {journal} {synchronous} {time:.2} (x {times_as_long:.2})")
            });
        println!("{what}{}", times.collect::<String>());
    }
}
