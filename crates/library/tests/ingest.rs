//! From files into a library: what is known, what is refused, when it ends, with a made-up model and a library in memory.

mod common;

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use common::Files;
use grounding::{Evidence, Grounding};
use library::{
    AddReport, Batch, Document, Ground, GroundingStore, Library, LibraryError, Observer, Progress,
    ReadOptions, Refusal, Store, ingest, reground,
};

/// Places every text in the liver but those whose title says "lost", and writes down what it was given.
#[derive(Default)]
struct Fake {
    batches: RefCell<Vec<Vec<String>>>,
    /// Answers that are left out at the end of each batch.
    silent: usize,
    /// How long a batch takes.
    takes: Duration,
    /// Batches that have been placed.
    placed: Rc<Cell<usize>>,
}

impl Fake {
    fn titles(&self) -> Vec<Vec<String>> {
        self.batches.borrow().clone()
    }
}

impl Ground for Fake {
    fn ground(&self, documents: Vec<Document>) -> Vec<(Document, Result<Grounding, String>)> {
        let titles = documents.iter().map(|d| d.title.clone()).collect();
        self.batches.borrow_mut().push(titles);
        self.placed.set(self.placed.get() + 1);
        std::thread::sleep(self.takes);
        let answers = documents.len() - self.silent;
        documents
            .into_iter()
            .map(|document| {
                let placed = if document.title.contains("lost") {
                    Err("it has no words".to_owned())
                } else {
                    Ok(place(&document.title))
                };
                (document, placed)
            })
            .take(answers)
            .collect()
    }
}

fn place(title: &str) -> Grounding {
    let nowhere = title.contains("nowhere");
    Grounding {
        point_mm: [if nowhere { f32::NAN } else { 1.0 }, 2.0, 3.0],
        structure: "liver".into(),
        structures: vec![Evidence {
            id: "liver".into(),
            p: 0.9,
        }],
        model: "fake-2".into(),
        ..Grounding::default()
    }
}

#[derive(Default)]
struct Watcher {
    progress: Vec<Progress>,
    refusals: Vec<(String, String)>,
    /// Stops when so many documents have been stored.
    enough: Option<usize>,
    /// Stops when so many batches have been placed.
    enough_placed: Option<(usize, Rc<Cell<usize>>)>,
    asked: Cell<usize>,
}

impl Observer for Watcher {
    fn progress(&mut self, progress: &Progress) {
        self.progress.push(progress.clone());
    }

    fn refused(&mut self, refusal: Refusal) {
        self.refusals.push((refusal.place, refusal.reason));
    }

    fn cancelled(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        let added = self.progress.last().map_or(0, |progress| progress.added);
        let placed = self.enough_placed.as_ref();
        self.enough.is_some_and(|enough| added >= enough)
            || placed.is_some_and(|(enough, placed)| placed.get() >= *enough)
    }
}

/// A store that works so many times and then fails.
struct Failing {
    library: Library,
    good: usize,
}

impl Failing {
    fn once_more(&mut self) -> Result<(), LibraryError> {
        self.good = self.good.checked_sub(1).ok_or(LibraryError::Closed)?;
        Ok(())
    }
}

impl Store for Failing {
    fn known(&mut self, documents: &[Document]) -> Result<Vec<bool>, LibraryError> {
        self.library.known(documents)
    }

    fn add(&mut self, grounded: &[(Document, Grounding)]) -> Result<AddReport, LibraryError> {
        self.once_more()?;
        self.library.add(grounded)
    }
}

impl GroundingStore for Failing {
    fn document(&mut self, key: i64) -> Result<Option<Document>, LibraryError> {
        self.library.document(key)
    }

    fn set_groundings(&mut self, placed: &[(i64, Grounding)]) -> Result<usize, LibraryError> {
        self.once_more()?;
        self.library.set_groundings(placed)
    }
}

fn line(title: &str) -> String {
    format!("{{\"title\": \"{title}\", \"text\": \"About {title}.\", \"id\": \"{title}\"}}\n")
}

fn lines(titles: &[&str]) -> String {
    titles.iter().map(|title| line(title)).collect()
}

fn run(
    files: &[std::path::PathBuf],
    batch: impl Into<Batch>,
    ground: &Fake,
    store: &mut dyn Store,
    watcher: &mut Watcher,
) -> Result<Progress, LibraryError> {
    ingest(
        files,
        &ReadOptions::default(),
        batch,
        ground,
        store,
        watcher,
    )
}

fn counts(progress: &Progress) -> [usize; 4] {
    let Progress {
        read,
        added,
        duplicates,
        refused,
        ..
    } = progress;
    [*read, *added, *duplicates, *refused]
}

fn titles(library: &Library) -> Vec<String> {
    let entries = library.entries().expect("readable");
    entries.into_iter().map(|entry| entry.title).collect()
}

#[test]
fn documents_arrive_in_order_and_in_batches() {
    let files = Files::new();
    let paths = [
        files.write("a.jsonl", lines(&["one", "two", "three"])),
        files.write("b.jsonl", lines(&["four", "five"])),
    ];
    let (ground, mut watcher) = (Fake::default(), Watcher::default());
    let mut library = Library::in_memory().expect("memory");
    let progress = run(&paths, 2, &ground, &mut library, &mut watcher).expect("stored");
    assert_eq!(counts(&progress), [5, 5, 0, 0]);
    assert!(!progress.cancelled && progress.total.is_none());
    assert_eq!(
        ground.titles(),
        [vec!["one", "two"], vec!["three", "four"], vec!["five"]]
    );
    assert_eq!(titles(&library), ["one", "two", "three", "four", "five"]);
    let told: Vec<usize> = watcher.progress.iter().map(|p| p.added).collect();
    assert_eq!(told, [0, 2, 4, 5]);
    assert_eq!(watcher.progress.last(), Some(&progress));
}

#[test]
fn what_is_placed_quickly_is_stored_together() {
    let files = Files::new();
    let many: String = (0..20).map(|i| line(&format!("number {i}"))).collect();
    let paths = [files.write("a.jsonl", many)];
    let (ground, mut watcher) = (Fake::default(), Watcher::default());
    let mut library = Library::in_memory().expect("memory");
    let batch = Batch {
        placed: 2,
        stored: 7,
    };
    let progress = run(&paths, batch, &ground, &mut library, &mut watcher).expect("stored");
    assert_eq!(counts(&progress), [20, 20, 0, 0]);
    assert_eq!(ground.titles().len(), 10);
    let told: Vec<usize> = watcher.progress.iter().map(|p| p.added).collect();
    // No batch is stored in part.
    assert_eq!(told, [0, 6, 12, 18, 20]);
}

#[test]
fn what_takes_longer_than_a_second_to_be_placed_is_stored_at_once() {
    let files = Files::new();
    let paths = [files.write("a.jsonl", lines(&["one", "two"]))];
    let ground = Fake {
        takes: Duration::from_millis(1_050),
        ..Fake::default()
    };
    let mut watcher = Watcher::default();
    let mut library = Library::in_memory().expect("memory");
    let batch = Batch {
        placed: 1,
        stored: 100,
    };
    run(&paths, batch, &ground, &mut library, &mut watcher).expect("stored");
    let told: Vec<usize> = watcher.progress.iter().map(|p| p.added).collect();
    assert_eq!(told, [0, 1, 2]);
}

#[test]
fn what_is_placed_when_a_run_is_stopped_is_stored() {
    let files = Files::new();
    let paths = [files.write("a.jsonl", lines(&["one", "two", "three"]))];
    let ground = Fake::default();
    let mut library = Library::in_memory().expect("memory");
    let mut watcher = Watcher {
        enough_placed: Some((2, ground.placed.clone())),
        ..Watcher::default()
    };
    let batch = Batch {
        placed: 1,
        stored: 100,
    };
    let progress = run(&paths, batch, &ground, &mut library, &mut watcher).expect("stored");
    assert!(progress.cancelled);
    assert_eq!(titles(&library), ["one", "two"]);
}

#[test]
fn known_records_that_complete_what_is_there_are_counted() {
    let files = Files::new();
    let record = |doi: &str, more: &str| {
        format!(
            "{{\"title\": \"{doi}\", \"text\": \"About {doi}.\", \"doi\": \"10.1000/{doi}\"{more}}}\n"
        )
    };
    let first = files.write("a.jsonl", record("one", "") + &record("two", ""));
    let journal = ", \"journal\": \"Urology\"";
    let more = record("one", journal) + &record("one", journal) + &record("two", "");
    let more = files.write("b.jsonl", more + &record("three", ""));
    let ground = Fake::default();
    let mut library = Library::in_memory().expect("memory");
    let mut add = |file: &std::path::PathBuf| {
        let files = std::slice::from_ref(file);
        let progress = run(files, 2, &ground, &mut library, &mut Watcher::default());
        let progress = progress.expect("stored");
        (counts(&progress), progress.completed)
    };
    assert_eq!(add(&first), ([2, 2, 0, 0], 0));
    assert_eq!(add(&more), ([4, 1, 3, 0], 1), "a document, once");
    assert_eq!(add(&more), ([4, 0, 4, 0], 0), "it lacks nothing any more");
}

#[test]
fn what_is_known_is_not_placed_again() {
    let files = Files::new();
    let first = files.write("a.jsonl", lines(&["one", "two"]));
    let more = files.write("b.jsonl", lines(&["two", "three", "three", "one"]));
    let ground = Fake::default();
    let mut library = Library::in_memory().expect("memory");
    run(&[first], 9, &ground, &mut library, &mut Watcher::default()).expect("stored");
    let progress = run(
        std::slice::from_ref(&more),
        9,
        &ground,
        &mut library,
        &mut Watcher::default(),
    )
    .expect("stored");
    assert_eq!(counts(&progress), [4, 1, 3, 0]);
    // The second "three" is not known before the first is stored.
    assert_eq!(
        ground.titles(),
        [vec!["one", "two"], vec!["three", "three"]]
    );
    let progress = run(&[more], 9, &ground, &mut library, &mut Watcher::default());
    assert_eq!(counts(&progress.expect("stored")), [4, 0, 4, 0]);
    assert_eq!(ground.titles().len(), 2, "nothing is left to place");
    assert_eq!(titles(&library), ["one", "two", "three"]);
}

#[test]
fn a_refusal_holds_back_no_other_and_says_where() {
    let files = Files::new();
    let content = format!(
        "{}{}oops\n{}{}",
        line("one"),
        line("a lost one"),
        line("from nowhere"),
        line("two")
    );
    let paths = [
        files.write("a.jsonl", content),
        files.write("b.pdf", "no PDF"),
        files.write("c.txt", "three"),
    ];
    let (ground, mut watcher) = (Fake::default(), Watcher::default());
    let mut library = Library::in_memory().expect("memory");
    let progress = run(&paths, 3, &ground, &mut library, &mut watcher).expect("stored");
    assert_eq!(counts(&progress), [7, 3, 0, 4]);
    assert_eq!(titles(&library), ["one", "two", "three"]);
    watcher.refusals.sort();
    let place = |path: &std::path::Path, rest: &str| format!("{}{rest}", path.display());
    let places: Vec<&str> = watcher.refusals.iter().map(|(p, _)| p.as_str()).collect();
    let mut expected = [
        place(&paths[0], ", line 3"),
        place(&paths[1], ""),
        place(&paths[0], ", line 2, “a lost one”"),
        place(&paths[0], ", line 4, “from nowhere”"),
    ];
    expected.sort();
    assert_eq!(places, expected);
    let reason = |title: &str| {
        let mut refusals = watcher.refusals.iter();
        let found = refusals.find(|(p, _)| p.ends_with(&format!("“{title}”")));
        found.map(|(_, reason)| reason.clone()).unwrap_or_default()
    };
    assert_eq!(reason("a lost one"), "it has no words");
    assert!(reason("from nowhere").contains("not a number"));
}

#[test]
fn a_model_that_falls_silent_is_noticed() {
    let files = Files::new();
    let paths = [files.write("a.jsonl", lines(&["one", "two", "three"]))];
    let ground = Fake {
        silent: 2,
        ..Fake::default()
    };
    let mut watcher = Watcher::default();
    let mut library = Library::in_memory().expect("memory");
    let progress = run(&paths, 9, &ground, &mut library, &mut watcher).expect("stored");
    assert_eq!(counts(&progress), [3, 1, 0, 2]);
    let places: Vec<&str> = watcher.refusals.iter().map(|(p, _)| p.as_str()).collect();
    let file = paths[0].display();
    assert_eq!(
        places,
        [
            format!("{file}, line 2, “two”"),
            format!("{file}, line 3, “three”")
        ]
    );
}

#[test]
fn what_cannot_be_placed_is_named_as_the_readers_name_a_record() {
    let files = Files::new();
    let record = |title: &str| format!("TY  - JOUR\nTI  - {title}\nER  - \n");
    let paths = [
        files.write("a.ris", record("one") + &record("lost")),
        files.write("b.txt", "lost too"),
    ];
    let mut watcher = Watcher::default();
    let mut library = Library::in_memory().expect("memory");
    let progress = run(&paths, 9, &Fake::default(), &mut library, &mut watcher);
    assert_eq!(counts(&progress.expect("stored")), [3, 1, 0, 2]);
    let places: Vec<&str> = watcher.refusals.iter().map(|(p, _)| p.as_str()).collect();
    let [ris, text] = paths.each_ref().map(|path| path.display());
    assert_eq!(
        places,
        [
            format!("{ris}, record 2 (line 4), “lost”"),
            format!("{text}, “lost too”")
        ]
    );
}

#[test]
fn it_stops_between_batches_and_what_is_stored_stays() {
    let files = Files::new();
    let many: String = (0..1000).map(|i| line(&format!("number {i}"))).collect();
    let paths = [files.write("a.jsonl", many)];
    let ground = Fake::default();
    let mut watcher = Watcher {
        enough: Some(4),
        ..Watcher::default()
    };
    let mut library = Library::in_memory().expect("memory");
    let progress = run(&paths, 2, &ground, &mut library, &mut watcher).expect("stored");
    assert!(progress.cancelled);
    assert_eq!(counts(&progress), [4, 4, 0, 0]);
    assert_eq!(library.len().expect("readable"), 4);
    assert!(watcher.asked.get() >= 4);
}

#[test]
fn a_reader_that_takes_long_is_stopped_in_the_middle_of_its_file() {
    let files = Files::new();
    let paths = [files.write("slow.pdf", "%PDF-1.4")];
    // It only ever ends because it is told to.
    let options = ReadOptions {
        pdf: Some(std::sync::Arc::new(|_, stop| {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                std::thread::yield_now();
            }
            Err(library::pdf::PdfError::Cancelled)
        })),
        ..ReadOptions::default()
    };
    let mut watcher = Watcher {
        enough: Some(0),
        ..Watcher::default()
    };
    let mut library = Library::in_memory().expect("memory");
    let progress = ingest(
        &paths,
        &options,
        2,
        &Fake::default(),
        &mut library,
        &mut watcher,
    );
    assert!(progress.expect("stopped").cancelled);
}

#[test]
fn a_store_that_fails_ends_the_run_and_what_landed_stays() {
    let files = Files::new();
    let many: String = (0..1000).map(|i| line(&format!("number {i}"))).collect();
    let paths = [files.write("a.jsonl", many)];
    let (ground, mut watcher) = (Fake::default(), Watcher::default());
    let mut store = Failing {
        library: Library::in_memory().expect("memory"),
        good: 2,
    };
    let failed = run(&paths, 10, &ground, &mut store, &mut watcher).expect_err("it failed");
    let LibraryError::Interrupted {
        stored: 20,
        read: 30,
        error,
        ..
    } = &failed
    else {
        panic!("{failed:?}");
    };
    assert!(matches!(**error, LibraryError::Closed), "{failed:?}");
    let words = failed.to_string();
    assert!(
        words.starts_with("20 are stored of 30 read so far; "),
        "{words}"
    );
    assert_eq!(store.library.len().expect("readable"), 20);
    assert_eq!(ground.titles().len(), 3, "nothing is placed after it");
}

fn old_library(titles: &[&str]) -> (Library, Vec<i64>) {
    let mut library = Library::in_memory().expect("memory");
    let batch: Vec<(Document, Grounding)> = titles
        .iter()
        .map(|&title| {
            let document = Document {
                id: title.into(),
                title: title.into(),
                ..Document::default()
            };
            let grounding = Grounding {
                model: "fake-1".into(),
                ..place("elsewhere")
            };
            (document, grounding)
        })
        .collect();
    let keys = library.add(&batch).expect("added").keys;
    (library, keys)
}

#[test]
fn placing_anew_goes_past_what_cannot_be_placed_and_what_is_gone() {
    let (mut library, keys) = old_library(&["one", "lost", "two", "gone", "three"]);
    library.remove(&keys[3..4]).expect("removed");
    let (ground, mut watcher) = (Fake::default(), Watcher::default());
    let progress = reground(&keys, 2, &ground, &mut library, &mut watcher).expect("stored");
    assert_eq!(counts(&progress), [4, 3, 0, 1]);
    assert_eq!(progress.total, Some(5));
    assert_eq!(
        watcher.refusals,
        [("lost".to_owned(), "it has no words".to_owned())]
    );
    assert_eq!(
        ground.titles(),
        [vec!["one", "lost"], vec!["two"], vec!["three"]]
    );
    let left = library.placed_by_others("fake-2").expect("readable");
    assert_eq!(left, [keys[1]]);
}

#[test]
fn placing_anew_goes_past_a_place_that_cannot_be_kept() {
    let (mut library, keys) = old_library(&["one", "nowhere", "two"]);
    let mut watcher = Watcher::default();
    let progress = reground(&keys, 9, &Fake::default(), &mut library, &mut watcher);
    assert_eq!(counts(&progress.expect("stored")), [3, 2, 0, 1]);
    let (place, reason) = &watcher.refusals[0];
    assert_eq!(place, "nowhere");
    assert!(reason.contains("not a number"), "{reason}");
    let left = library.placed_by_others("fake-2").expect("readable");
    assert_eq!(left, keys[1..2]);
}

#[test]
fn placing_anew_stops_when_told_or_when_the_store_fails() {
    let (mut library, keys) = old_library(&["one", "two", "three", "four", "five"]);
    let ground = Fake::default();
    let mut watcher = Watcher {
        enough: Some(2),
        ..Watcher::default()
    };
    let progress = reground(&keys, 2, &ground, &mut library, &mut watcher).expect("stored");
    assert!(progress.cancelled);
    let left = |library: &Library| library.placed_by_others("fake-2").expect("readable");
    assert_eq!(left(&library), keys[2..]);
    let mut store = Failing { library, good: 1 };
    let failed = reground(&keys, 3, &ground, &mut store, &mut Watcher::default());
    let words = failed.expect_err("it failed").to_string();
    let expected = format!("3 of {} are stored; ", keys.len());
    assert!(words.starts_with(&expected), "{words}");
    assert_eq!(left(&store.library), keys[3..]);
}

#[test]
fn a_damaged_document_is_refused_and_the_others_placed() {
    let files = Files::new();
    let path = files.path().join("a.atlas");
    let keys = {
        let mut library = Library::create(&path).expect("a library");
        let batch = ["one", "two"].map(|title| {
            let document = Document {
                id: title.into(),
                title: title.into(),
                ..Document::default()
            };
            (document, place(title))
        });
        library.add(&batch).expect("added").keys
    };
    rusqlite::Connection::open(&path)
        .and_then(|c| {
            c.execute(
                "UPDATE contents SET text = x'ff', source_path = 3.5 WHERE key = ?1",
                [keys[0]],
            )
        })
        .expect("damaged");
    let mut library = Library::open(&path).expect("it opens");
    let mut watcher = Watcher::default();
    let progress = reground(&keys, 9, &Fake::default(), &mut library, &mut watcher);
    assert_eq!(counts(&progress.expect("stored")), [2, 1, 0, 1]);
    let (place, reason) = &watcher.refusals[0];
    assert_eq!(*place, format!("document {} of the library", keys[0]));
    assert!(reason.starts_with("it is damaged: "), "{reason}");
}

#[test]
fn a_damaged_grounding_holds_back_no_other() {
    let files = Files::new();
    let path = files.path().join("a.atlas");
    let batch = ["one", "two", "three", "four"].map(|title| {
        let document = Document {
            id: title.into(),
            title: title.into(),
            ..Document::default()
        };
        (document, place(title))
    });
    let keys = Library::create(&path)
        .and_then(|mut library| library.add(&batch))
        .expect("added")
        .keys;
    let damage = rusqlite::Connection::open(&path).expect("a database");
    for (key, grounding) in [(keys[0], "{\"model\": \"fake-2"), (keys[1], "[]")] {
        let damaged = "UPDATE contents SET grounding = ?2 WHERE key = ?1";
        let damaged = damage.execute(damaged, rusqlite::params![key, grounding]);
        damaged.expect("damaged");
    }
    let blob = "UPDATE contents SET grounding = x'ff00' WHERE key = ?1";
    damage.execute(blob, [keys[3]]).expect("damaged");
    let mut library = Library::open(&path).expect("it opens");
    let others = library.placed_by_others("fake-2").expect("readable");
    assert!(
        others.is_empty(),
        "who placed it stands beside what is damaged"
    );
    let mut watcher = Watcher::default();
    let all = library.placed_by_others("fake-3").expect("readable");
    assert_eq!(all, keys);
    let progress = reground(&all, 9, &Fake::default(), &mut library, &mut watcher);
    assert_eq!(counts(&progress.expect("stored")), [4, 1, 0, 3]);
}

#[test]
fn files_of_a_folder_whose_kinds_cannot_be_read_are_told_and_hold_nothing_back() {
    let files = Files::new();
    let folder = files.path().join("papers");
    files.write("papers/a.jsonl", lines(&["one", "two"]));
    for name in [
        "papers/prog.exe",
        "papers/scan.jpg",
        "papers/scans/2.JPG",
        "papers/.DS_Store",
        "papers/Thumbs.db",
        "papers/desktop.ini",
        "papers/~$a.docx",
        "papers/papers.atlas.lock",
    ] {
        files.write(name, "x");
    }
    let (ground, mut watcher) = (Fake::default(), Watcher::default());
    let mut library = Library::in_memory().expect("memory");
    let given = [folder.clone()];
    let progress = run(&given, 9, &ground, &mut library, &mut watcher).expect("stored");
    assert_eq!(counts(&progress), [2, 2, 0, 0]);
    assert_eq!(progress.passed_over, 3);
    let said = "3 files of kinds that cannot be read: prog.exe, scan.jpg (and 1 more .jpg)";
    let scans = PathBuf::from("scans").join("2.JPG");
    let in_full = format!("{said}\nprog.exe\nscan.jpg\n{}", scans.display());
    let told = (folder.display().to_string(), in_full);
    assert_eq!(watcher.refusals, [told]);
    // As the preview tells.
    let go_on = std::sync::atomic::AtomicBool::new(false);
    let seen = library::preview(&given, &ReadOptions::default(), None, &go_on, &mut |_| {})
        .expect("readable");
    assert_eq!(seen.total.refused, 0);
    assert_eq!(seen.passed_over[0].1.to_string(), said);
    // Named by itself, such a file is refused.
    let scan = [folder.join("scan.jpg")];
    let progress = run(&scan, 9, &ground, &mut library, &mut watcher).expect("stored");
    assert_eq!((counts(&progress), progress.passed_over), ([1, 0, 0, 1], 0));
}
