//! What an import would do, before it does it; tables whose columns are chosen; lists of identifiers.

mod common;

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{Files, options, read_with};
use grounding::{Evidence, Grounding, SentenceGrounding};
use library::{
    Batch, ColumnMap, Document, Field, Ground, Identifier, Library, Observer, Preview, Progress,
    ReadOptions, Refusal, count, identifiers_in, ingest, pace, preview,
};

fn look(paths: &[PathBuf], options: &ReadOptions, library: Option<&Library>) -> Preview {
    preview(
        paths,
        options,
        library,
        &AtomicBool::new(false),
        &mut |_| {},
    )
    .expect("a preview")
}

fn choose(words: &[&str], no_headings: bool) -> ReadOptions {
    ReadOptions {
        columns: ColumnMap {
            choices: words
                .iter()
                .map(|word| word.parse().expect("a choice"))
                .collect(),
            no_headings,
        },
        ..options()
    }
}

fn ris(from: usize, to: usize) -> String {
    let record = |n| {
        format!(
            "TY  - JOUR\nTI  - Stones of the bile duct, part {n}\nPY  - 2001\nDO  - 10.1000/s{n}\nER  - \n\n"
        )
    };
    (from..to).map(record).collect()
}

#[test]
fn what_is_new_known_repeated_and_refused_is_told_with_examples() {
    let files = Files::new();
    let mut library = Library::in_memory().expect("a library");
    let there = Document {
        title: "Stones of the bile duct".into(),
        doi: Some("10.1000/s3".into()),
        ..Document::default()
    };
    let added = library
        .add(&[(there, Grounding::default())])
        .expect("added");
    assert_eq!(added.added, 1);
    let many = files.write(
        "many.ris",
        ris(0, 120) + &ris(7, 9) + "TY  - JOUR\nPY  - 2001\nER  - \n",
    );
    let note = files.write("note.txt", "The liver lies on the right.");
    let image = files.write("scan.jpg", b"\xff\xd8\xff\xe0\0\0binary\0");
    let told = Cell::new(0);
    let seen = preview(
        &[many.clone(), note, image],
        &options(),
        Some(&library),
        &AtomicBool::new(false),
        &mut |counts| told.set(counts.records),
    )
    .expect("a preview");
    let total = &seen.total;
    assert_eq!(
        (
            total.records,
            total.new,
            total.known,
            total.repeated,
            total.refused
        ),
        (125, 120, 1, 2, 2)
    );
    assert_eq!(told.get(), 125);
    let [first, second, third] = &seen.files[..] else {
        panic!("{:?}", seen.files)
    };
    assert_eq!(
        (first.format, second.format, third.format),
        ("RIS references", "Plain text", "")
    );
    assert_eq!(first.titles.len(), 5, "only examples are kept");
    assert_eq!(first.known[0].of_key, added.keys[0]);
    assert_eq!(first.known[0].of_title, "Stones of the bile duct");
    assert!(
        first.refusals[0].reason.contains("no title"),
        "{:?}",
        first.refusals
    );
    assert_eq!(third.counts.refused, 1);
    assert!(seen.is_worth_a_look(50));
    assert_eq!(library.len().expect("a count"), 1, "nothing was added");
    let counted = count(
        &[many],
        &options(),
        Duration::from_secs(60),
        &AtomicBool::new(false),
    );
    assert_eq!(counted, Some(123));
}

#[test]
fn copies_that_no_identifier_tells_are_likely() {
    let abstract_of = |end: &str| {
        let sentences = [
            "We followed patients with stones of the common bile duct for five years after their removal.",
            "Recurrence was more frequent where the duct was wider than fifteen millimetres and where stones had been left behind.",
            "The age of the patients, their weight and the bacteria that were found in the bile made no difference.",
        ];
        format!("{} {end}", sentences.join(" "))
    };
    let files = Files::new();
    let mut library = Library::in_memory().expect("a library");
    let there = Document {
        title: "Stones of the common bile duct after their removal: a cohort study".into(),
        text: abstract_of("Wide ducts deserve a closer look."),
        doi: Some("10.1000/article".into()),
        year: Some(2021),
        ..Document::default()
    };
    let added = library.add(&[(there, Grounding::default())]);
    let key = added.expect("added").keys[0];
    let ris = |title: &str, text: &str, doi: &str| {
        format!("TY  - JOUR\nTI  - {title}\nAB  - {text}\nPY  - 2020\nDO  - {doi}\nER  - \n\n")
    };
    let preprint = ris(
        "Stones of the common bile duct after their removal",
        &abstract_of("This is a preprint."),
        "10.1000/preprint",
    );
    let other = ris(
        "Polyps of the gallbladder in children",
        "Polyps of the gallbladder are rare in children. We looked at forty of them with ultrasound over ten years, and none grew by more \
         than two millimetres; in one child of ten the gallbladder was taken out for other reasons, and no polyp was malignant.",
        "10.1000/polyps",
    );
    let again = ris(
        "Polyps of the gallbladder in children: ten years of ultrasound",
        "Polyps of the gallbladder are rare in children. We looked at forty of them with ultrasound over ten years, and none grew by more \
         than two millimetres; in one child of ten the gallbladder was taken out for other reasons, and no polyp was malignant.",
        "10.1000/polyps2",
    );
    let path = files.write("three.ris", preprint + &other + &again);
    let seen = look(&[path], &options(), Some(&library));
    assert_eq!((seen.total.new, seen.total.likely), (3, 2));
    let [preprint, polyps] = &seen.files[0].likely[..] else {
        panic!("{:?}", seen.files[0].likely)
    };
    assert_eq!((preprint.of_key, preprint.by), (Some(key), "the same text"));
    assert_eq!(polyps.of_key, None, "the other one is in the same file");
    assert_eq!(polyps.of_title, "Polyps of the gallbladder in children");
    assert!(!seen.unlikened);
}

#[test]
fn a_preview_stops_when_told_and_needs_no_library() {
    let files = Files::new();
    let path = files.write("many.ris", ris(0, 500));
    let stop = AtomicBool::new(false);
    let seen = preview(
        std::slice::from_ref(&path),
        &options(),
        None,
        &stop,
        &mut |counts| {
            stop.store(counts.records >= 10, std::sync::atomic::Ordering::Relaxed);
        },
    );
    let seen = seen.expect("a preview");
    assert!(seen.stopped && seen.total.records < 20, "{:?}", seen.total);
    assert!(
        count(
            std::slice::from_ref(&path),
            &options(),
            Duration::from_secs(60),
            &stop
        )
        .is_none()
    );
    let few = files.write("few.ris", ris(0, 5));
    assert!(!look(&[few], &options(), None).is_worth_a_look(50));
    assert!(look(&[path], &options(), None).is_worth_a_look(50));
}

#[test]
fn columns_are_shown_and_can_be_chosen() {
    let files = Files::new();
    let rows =
        "Farbe,Kurz,Lang\nrot,Leber,Die Leber liegt rechts.\nblau,Milz,Die Milz liegt links.\n";
    let table = files.write("t.csv", rows);
    let seen = look(std::slice::from_ref(&table), &options(), None);
    let shown = seen.files[0].table.as_ref().expect("a table");
    assert!(!shown.usable && shown.columns.iter().all(|(_, field)| field.is_none()));
    assert!(seen.is_worth_a_look(50), "somebody has to choose");
    assert_eq!(shown.samples[1], ["blau", "Milz", "Die Milz liegt links."]);
    assert_eq!((seen.total.new, seen.total.refused), (0, 1));
    let chosen = choose(&["title=Kurz", "text=3"], false);
    let seen = look(std::slice::from_ref(&table), &chosen, None);
    let shown = seen.files[0].table.as_ref().expect("a table");
    let fields: Vec<_> = shown.columns.iter().map(|(_, field)| *field).collect();
    assert_eq!(fields, [None, Some(Field::Title), Some(Field::Text)]);
    assert_eq!((seen.total.new, seen.total.refused), (2, 0));
    assert!(!seen.is_worth_a_look(50), "it has a title and a text");
    let (documents, errors) = read_with(&[table], &chosen);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(documents[1].title, "Milz");
    assert_eq!(documents[1].text, "Die Milz liegt links.");
}

#[test]
fn a_choice_goes_before_a_guess_and_one_that_fits_nothing_is_told() {
    let files = Files::new();
    let table = files.write("t.tsv", "title\tabstract\tnote\nA one\tB two\tC three\n");
    let map = choose(&["text=note", "ignore=abstract", "doi=Kennung"], false);
    let (documents, _) = read_with(&[table], &map);
    assert_eq!(
        (&*documents[0].title, &*documents[0].text),
        ("A one", "C three")
    );
    assert_eq!(documents[0].warnings, ["no column is called Kennung"]);
    let bare = files.write(
        "bare.csv",
        "Leber,Die Leber liegt rechts.\nMilz,Die Milz liegt links.\n",
    );
    let (documents, errors) = read_with(&[bare], &choose(&["title=1", "text=2"], true));
    assert!(errors.is_empty(), "{errors:?}");
    let titles: Vec<&str> = documents.iter().map(|d| &*d.title).collect();
    assert_eq!(titles, ["Leber", "Milz"], "the first row is a record");
}

#[test]
fn lists_of_identifiers_are_no_documents() {
    let files = Files::new();
    let paths = [
        files.write(
            "list.txt",
            "12345678\nhttps://doi.org/10.1000/Abc\nPMID: 2345678\n",
        ),
        files.write("column.csv", "31234567\n31234568\n"),
        files.write(
            "table.csv",
            "pmid,doi,jahr\n12345678,,2001\n,10.1000/z,2002\n,,2003\n",
        ),
    ];
    let seen = look(&paths, &options(), None);
    let of_files: Vec<usize> = seen.files.iter().map(|f| f.counts.identifiers).collect();
    assert_eq!(of_files, [3, 2, 2]);
    assert_eq!(
        (seen.total.records, seen.total.refused),
        (1, 1),
        "a row without either"
    );
    let (found, refusals) = identifiers_in(&paths, &options(), &AtomicBool::new(false));
    let pmid = |number: &str| Identifier::Pmid(number.into());
    let doi = |doi: &str| Identifier::Doi(doi.into());
    assert_eq!(
        found,
        [
            pmid("12345678"),
            doi("10.1000/abc"),
            pmid("2345678"),
            pmid("31234567"),
            pmid("31234568"),
            doi("10.1000/z")
        ]
    );
    assert_eq!(refusals.len(), 1);
    let text = files.write("text.txt", "The liver lies on the right.");
    let (found, refusals) = identifiers_in(&[text], &options(), &AtomicBool::new(false));
    assert!(found.is_empty());
    assert!(refusals[0].reason.contains("no list"), "{refusals:?}");
}

#[test]
fn the_pace_is_told_in_words_once_it_is_steady() {
    for (done, total, seconds, words) in [
        (1_200, Some(15_000), 30, "40 a second, 6 min left"),
        (1_200, None, 30, "40 a second"),
        (10, Some(20), 20, "30 a minute, 20 s left"),
        (10, Some(100_000), 10, "1 a second, 27.8 h left"),
        (10, Some(20), 1, ""),
        (0, Some(20), 60, ""),
        (30, Some(20), 10, "3 a second, 0 s left"),
    ] {
        assert_eq!(pace(done, total, Duration::from_secs(seconds)), words);
    }
}

/// Texts of the usual length, and places for them, all made up from their number.
struct MadeUp;

impl Ground for MadeUp {
    fn ground(&self, documents: Vec<Document>) -> Vec<(Document, Result<Grounding, String>)> {
        let placed = documents.into_iter().map(|document| {
            let number = document.title.len() as f32 + document.text.len() as f32;
            let evidence = |n: usize| Evidence {
                id: format!("structure-{}", (document.text.len() * 31 + n) % 300),
                p: 0.9 / (n + 1) as f32,
            };
            let sentence = |text: &str| SentenceGrounding {
                text: text.to_owned(),
                point_mm: [number % 200.0, 1.0, number % 300.0],
                structure: "liver".into(),
                p: 0.5,
                ..SentenceGrounding::default()
            };
            let grounding = Grounding {
                point_mm: [number % 200.0, 1.0, number % 300.0],
                structure: "liver".into(),
                structures: (0..45).map(evidence).collect(),
                sentences: document.text.split(". ").map(sentence).collect(),
                embedding: vec![0.05; 384],
                ..Grounding::default()
            };
            (document, Ok(grounding))
        });
        placed.collect()
    }
}

/// What the thread that imports has done so far.
#[derive(Debug, Clone, Copy)]
struct Work {
    /// Seconds of the processor that it had.
    processor: f64,
    /// Bytes that it wrote to files, whether or not they are on the disk yet.
    written: f64,
}

impl Work {
    /// As Linux tells; nothing elsewhere.
    fn so_far() -> Option<Work> {
        let told = |name| std::fs::read_to_string(format!("/proc/thread-self/{name}")).ok();
        let processor: f64 = told("schedstat")?.split(' ').next()?.parse().ok()?;
        let io = told("io")?;
        let written = io.lines().find_map(|line| line.strip_prefix("wchar: "))?;
        Some(Work {
            processor: processor / 1e9,
            written: written.trim().parse().ok()?,
        })
    }
}

/// What had been done when half of an import had been added; paused once on the way.
struct Halves {
    of: usize,
    half: Option<Option<Work>>,
    pauses: Cell<usize>,
}

impl Observer for Halves {
    fn progress(&mut self, progress: &Progress) {
        assert_eq!(progress.total, Some(self.of));
        if self.half.is_none() && progress.added >= self.of / 2 {
            self.half = Some(Work::so_far());
        }
    }

    fn refused(&mut self, refusal: Refusal) {
        panic!("{refusal:?}");
    }

    fn cancelled(&self) -> bool {
        false
    }

    fn paused(&self) -> bool {
        let left = self.pauses.get();
        self.pauses.set(left.saturating_sub(1));
        left > 0
    }

    fn total(&self) -> Option<usize> {
        Some(self.of)
    }
}

/// Imports so many made-up records; the work of the first half and of the second, where the system tells.
fn halves(of: usize, pauses: usize) -> Option<[Work; 2]> {
    let files = Files::new();
    let words = ["liver", "duct", "stone", "scar", "lobe", "cyst", "vein"];
    let word = |n: usize| words[n.wrapping_mul(2_654_435_761) / 7 % words.len()];
    let record = |n: usize| {
        let sentences =
            (0..12).map(|i| format!("The {} of case {n} met a {}", word(n + i), word(n * 3 + i)));
        let text = sentences.collect::<Vec<_>>().join(". ");
        format!(
            "TY  - JOUR\nTI  - The {} in case {n}\nPY  - 2001\nAB  - {text}\nER  - \n\n",
            word(n)
        )
    };
    let path = files.write("many.ris", (0..of).map(record).collect::<String>());
    let mut library = Library::create(files.path().join("l.atlas")).expect("a library");
    let mut observer = Halves {
        of,
        half: None,
        pauses: Cell::new(pauses),
    };
    let begun = Work::so_far();
    let done = ingest(
        &[path],
        &options(),
        // As the command imports.
        Batch {
            placed: 128,
            stored: 512,
        },
        &MadeUp,
        &mut library,
        &mut observer,
    );
    let end = Work::so_far();
    assert_eq!(done.expect("an import").added, of);
    assert_eq!(
        observer.pauses.get(),
        0,
        "it waited as long as it was told to"
    );
    let half = observer.half.expect("a half");
    let between = |from: Work, to: Work| Work {
        processor: to.processor - from.processor,
        written: to.written - from.written,
    };
    let (begun, half, end) = (begun?, half?, end?);
    Some([between(begun, half), between(half, end)])
}

#[test]
fn an_import_waits_while_it_is_paused_and_knows_its_total() {
    halves(300, 3);
}

/// What placing a record takes at least, seconds of the processor: a five-hundredth of what the model that ships takes for an abstract.
const PLACING: f64 = 1e-4;

/// By the processor's time of the thread that stores, to which nothing is added while others have the processor, and by the bytes that it writes, which
/// are the same in every run.
#[test]
fn the_second_half_of_a_large_import_is_as_fast_as_the_first() {
    const RECORDS: usize = 15_360;
    let placing = PLACING * (RECORDS / 2) as f64;
    let (mut enough, mut short) = (0, 0);
    // Until the median of three is known.
    while enough < 2 && short < 2 {
        let Some([first, second]) = halves(RECORDS, 0) else {
            println!("skipped: this system does not tell the work of a thread");
            return;
        };
        let rate = (placing + first.processor) / (placing + second.processor);
        let (stored, written) = (
            first.processor / second.processor,
            first.written / second.written,
        );
        println!(
            "second half by the first: {rate:.3}; storing alone {stored:.3}, bytes {written:.3}"
        );
        assert!(written >= 0.8, "{first:?}, then {second:?}");
        match rate >= 0.9 {
            true => enough += 1,
            false => short += 1,
        }
    }
    assert_eq!(enough, 2, "the second half is slower");
}

/// Files of many makes, of which some hold the same works: as many are new as an import then adds.
#[test]
fn as_many_are_added_as_were_said_to_be_new() {
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests");
    let paths = [tests.join("real"), tests.join("samples")];
    let seen = look(&paths, &options(), None);
    let (documents, _) = read_with(&paths, &options());
    let mut library = Library::in_memory().expect("a library");
    let mut added = 0;
    for document in documents {
        let report = library
            .add(&[(document, Grounding::default())])
            .expect("stored");
        assert!(report.refused.is_empty(), "{report:?}");
        added += report.added;
    }
    assert!(added > 50 && seen.total.repeated > 50, "{:?}", seen.total);
    assert_eq!(seen.total.new, added);
}
