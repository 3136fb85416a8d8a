//! Both indexes of words say the same, whatever happens to a library and to the file of the one that is a cache.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use grounding::Grounding;
use proptest::prelude::*;

use super::cache::WordIndex;
use super::kept::Files;
use super::make::{Signals, Turns};
use super::source::State;
use crate::store::search::{FoundByWords, found_by_words};
use crate::{Document, Library};

/// Words of which some have one stem, some one beginning, and some are not what one word is to FTS5.
const WORDS: [&str; 24] = [
    "liver",
    "livers",
    "Leber",
    "stone",
    "stones",
    "stoned",
    "stonewall",
    "the",
    "of",
    "kidney",
    "kidneys",
    "Ödem",
    "odem",
    "cirrhosis",
    "cirrhotic",
    "cirrus",
    "a",
    "IL-6",
    "x²",
    "heart",
    "hearts",
    "hearty",
    "vein",
    "veins",
];
const QUESTIONS: [&str; 30] = [
    "liver ",
    "liver",
    "livers",
    "sto",
    "stones kidney",
    "stones kidney ",
    "the of",
    "cirr",
    "heart vein liver",
    "heart vein liver ",
    "kidney kidney ",
    "\"kidney stones\"",
    "odem",
    "x²",
    "IL-6",
    "nowhere",
    "nowhere liver",
    "liver AND stones",
    "liver OR stones",
    "heart NOT vein",
    "(liver OR kidney) AND stone*",
    "heart* NOT hearty",
    "stones NOT 2001:2003[dp]",
    "nowhere OR 2002[dp]",
    "2001:2004[dp] AND (the OR cirr*)",
    "\"kidney stones\" OR liver",
    "IL-6 OR liver",
    "stones OR stone OR stones NOT odem",
    "stones[ti]",
    "a",
];

fn document(n: usize, words: &[usize], in_title: usize) -> (Document, Grounding) {
    let said = |words: &[usize]| {
        let words: Vec<&str> = words.iter().map(|word| WORDS[*word]).collect();
        words.join(" ")
    };
    let (title, text) = words.split_at(in_title.min(words.len()));
    let document = Document {
        id: format!("d{n}"),
        // Each is another work.
        pmid: Some((1_000 + n).to_string()),
        year: (!n.is_multiple_of(5)).then_some(2_000 + (n % 7) as i32),
        title: format!("{} n{n}", said(title)),
        text: said(text),
        ..Document::default()
    };
    (document, Grounding::default())
}

fn some(from: usize, most: usize) -> Vec<(Document, Grounding)> {
    let made = (from..from + most).map(|n| {
        let words: Vec<usize> = (0..n % 13 + 1)
            .map(|k| (n * 7 + k * k * 3) % WORDS.len())
            .collect();
        document(n, &words, n % 4)
    });
    made.collect()
}

/// Answers to all questions: keys and scores.
type Answers = Vec<FoundByWords>;

fn answers(library: &Library) -> Answers {
    let asked = QUESTIONS
        .iter()
        .flat_map(|text| [(text, false), (text, true)]);
    asked
        .map(|(text, any)| found_by_words(library, text, any, usize::MAX).expect("readable"))
        .collect()
}

/// What FTS5 says of a library.
fn expected(path: &Path) -> Answers {
    answers(&Library::open_to_read(path).expect("a library"))
}

fn is_used(library: &Library) -> bool {
    library
        .ask_word_index(&["liver".to_owned()], |_| Ok(()))
        .is_some()
}

fn ready(library: &Library) {
    while library.make_ready().expect("readable") {}
}

/// A library as a window has it open, that makes the index of however few documents.
fn window(path: &Path, folder: &Path, turns: Turns) -> Library {
    let mut library = Library::open_in_window(path).expect("a library");
    library.word_index = WordIndex::making(folder, turns).into();
    library
}

fn swift() -> Turns {
    Turns {
        quiet: Duration::ZERO,
        ..Turns::default()
    }
}

fn until_used(library: &Library) {
    let began = Instant::now();
    while !is_used(library) {
        ready(library);
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "it is never made"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Something that happens to a library.
#[derive(Debug, Clone)]
enum Happens {
    Added(Vec<(Vec<usize>, usize)>),
    /// By another program.
    AddedElsewhere(Vec<(Vec<usize>, usize)>),
    Removed(Vec<usize>),
    RemovedElsewhere(Vec<usize>),
    Restored(Vec<usize>),
    FullText(usize, Vec<usize>),
    Placed(usize),
    Compacted,
    /// The index is brought to what the library has now.
    Ready,
    /// The program ends and begins again.
    Again,
}

fn happens() -> impl Strategy<Value = Happens> {
    let words = || proptest::collection::vec(0..WORDS.len(), 0..30);
    let documents = || proptest::collection::vec((words(), 0_usize..5), 1..8);
    let places = || proptest::collection::vec(0_usize..1_000, 1..6);
    prop_oneof![
        3 => documents().prop_map(Happens::Added),
        1 => documents().prop_map(Happens::AddedElsewhere),
        2 => places().prop_map(Happens::Removed),
        1 => places().prop_map(Happens::RemovedElsewhere),
        2 => places().prop_map(Happens::Restored),
        2 => (0_usize..1_000, words()).prop_map(|(n, words)| Happens::FullText(n, words)),
        1 => (0_usize..1_000).prop_map(Happens::Placed),
        1 => Just(Happens::Compacted),
        4 => Just(Happens::Ready),
        1 => Just(Happens::Again),
    ]
}

/// A library to which things happen.
struct Played {
    folder: tempfile::TempDir,
    library: Library,
    next: usize,
}

impl Played {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.atlas");
        let mut library = Library::create(&path).expect("a library");
        library.add(&some(0, 60)).expect("added");
        let indexed = library.index_words(folder.path()).expect("made");
        assert_eq!(indexed.documents, 60);
        Self {
            folder,
            library,
            next: 60,
        }
    }

    fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("a.atlas")
    }

    fn batch(&mut self, documents: &[(Vec<usize>, usize)]) -> Vec<(Document, Grounding)> {
        let first = self.next;
        self.next += documents.len();
        let made = (first..).zip(documents);
        made.map(|(n, (words, in_title))| document(n, words, *in_title))
            .collect()
    }

    fn keys(&self, places: &[usize]) -> Vec<i64> {
        let keys = self.library.keys().expect("readable");
        let picked = places.iter().filter(|_| !keys.is_empty());
        picked.map(|place| keys[place % keys.len()]).collect()
    }

    fn play(&mut self, what: &Happens) {
        let elsewhere = |path: &Path| Library::open(path).expect("a library");
        match what {
            Happens::Added(documents) => {
                let batch = self.batch(documents);
                self.library.add(&batch).expect("added");
            }
            Happens::AddedElsewhere(documents) => {
                let batch = self.batch(documents);
                elsewhere(&self.path()).add(&batch).expect("added");
            }
            Happens::Removed(places) => {
                let keys = self.keys(places);
                self.library.remove(&keys).expect("removed");
            }
            Happens::RemovedElsewhere(places) => {
                let keys = self.keys(places);
                elsewhere(&self.path()).remove(&keys).expect("removed");
            }
            Happens::Restored(places) => {
                let removals = self.library.removals().expect("readable");
                let all: Vec<i64> = removals
                    .iter()
                    .flat_map(|removal| removal.documents.iter().map(|(key, _)| *key))
                    .collect();
                let picked = places.iter().filter(|_| !all.is_empty());
                let keys: Vec<i64> = picked.map(|place| all[place % all.len()]).collect();
                self.library.restore(&keys).expect("restored");
            }
            Happens::FullText(place, words) => {
                let Some(key) = self.keys(&[*place]).pop() else {
                    return;
                };
                let stored = self
                    .library
                    .get_by_key(key)
                    .expect("readable")
                    .expect("there");
                let more = document(0, words, 0).0.text;
                let full = Document {
                    text: format!("{} {more}", stored.document.text),
                    ..stored.document
                };
                let set = self
                    .library
                    .set_full_text(key, &full, &Grounding::default());
                assert!(set.expect("written"));
            }
            Happens::Placed(place) => {
                let placed = self.keys(&[*place]).into_iter().map(|key| {
                    let outside_p = 0.5;
                    (
                        key,
                        Grounding {
                            outside_p,
                            ..Grounding::default()
                        },
                    )
                });
                let placed: Vec<_> = placed.collect();
                self.library.set_groundings(&placed).expect("written");
            }
            Happens::Compacted => {
                self.library.compact().expect("written");
            }
            Happens::Ready => {
                self.library.outside().expect("readable");
                ready(&self.library);
                assert!(is_used(&self.library), "all was taken in");
            }
            Happens::Again => {
                self.library = elsewhere(&self.path());
                self.library.word_index = WordIndex::in_folder(self.folder.path()).into();
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn both_say_the_same_whatever_happens(all in proptest::collection::vec(happens(), 1..14)) {
        let mut played = Played::new();
        for what in &all {
            played.play(what);
            prop_assert_eq!(answers(&played.library), expected(&played.path()), "after {:?}", what);
        }
        played.play(&Happens::Ready);
        prop_assert_eq!(answers(&played.library), expected(&played.path()));
        every_word_has_its_documents(&played.library)?;
    }

    #[test]
    fn a_damaged_file_gives_no_other_answer(at in 0.0_f64..1.0, flipped in 1_u8..=255, cut in any::<bool>()) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.atlas");
        let mut library = Library::create(&path).expect("a library");
        library.add(&some(0, 300)).expect("added");
        library.index_words(folder.path()).expect("made");
        drop(library);
        let index = index_in(folder.path());
        let mut bytes = std::fs::read(&index).expect("readable");
        let at = (at * bytes.len() as f64) as usize;
        match cut {
            true => bytes.truncate(at),
            false => bytes[at] ^= flipped,
        }
        std::fs::write(&index, bytes).expect("written");
        let mut library = Library::open_to_read(&path).expect("a library");
        library.word_index = WordIndex::in_folder(folder.path()).into();
        prop_assert_eq!(answers(&library), expected(&path));
        ready(&library);
        prop_assert_eq!(answers(&library), expected(&path));
        library.word_index = WordIndex::in_folder(folder.path()).into();
        // What no question has read is found by who looks through all.
        let was_there = index.exists();
        let faults = library.check().faults;
        prop_assert_eq!(faults.len(), usize::from(was_there), "{:?}", faults);
        prop_assert!(!index.exists());
    }
}

/// Compares with SQLite's own list of words how many documents have each.
fn every_word_has_its_documents(library: &Library) -> Result<(), TestCaseError> {
    let connection = crate::store::connection::connect(library.path().expect("a file"));
    let connection = connection.expect("a database");
    connection
        .execute_batch("CREATE VIRTUAL TABLE temp.rows_said USING fts5vocab(main, text_index, row)")
        .expect("made");
    let mut all = connection
        .prepare("SELECT term, doc FROM temp.rows_said")
        .expect("a table");
    let rows = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    let rows: Vec<(String, i64)> = rows
        .expect("readable")
        .collect::<Result<_, _>>()
        .expect("readable");
    let mut own = library.word_index.borrow_mut();
    let index = own.current().expect("it is there");
    for (word, documents) in rows {
        let list = index.list(word.as_bytes(), false).expect("readable");
        prop_assert_eq!(list.len() as i64, documents, "{}", word);
    }
    Ok(())
}

/// The file of the index in a folder.
fn index_in(folder: &Path) -> std::path::PathBuf {
    let files = std::fs::read_dir(folder).expect("a folder");
    let mut files = files.map(|file| file.expect("a file").path());
    let is_index = |file: &std::path::PathBuf| file.extension().is_some_and(|e| e == "words");
    files.find(is_index).expect("an index")
}

#[test]
fn a_window_makes_it_beside_its_work_and_others_use_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.atlas");
    let cache = folder.path().join("cache");
    let mut library = Library::create(&path).expect("a library");
    library.add(&some(0, 400)).expect("added");
    drop(library);
    // One that is closed at once leaves nothing half made.
    let library = window(&path, &cache, swift());
    ready(&library);
    drop(library);
    let mut library = window(&path, &cache, swift());
    until_used(&library);
    assert_eq!(answers(&library), expected(&path));
    let other = || {
        let mut other = Library::open_to_read(&path).expect("a library");
        other.word_index = WordIndex::in_folder(&cache).into();
        other
    };
    assert!(is_used(&other()), "who asks once finds it");
    // What the window adds is found at once, and by others by FTS5.
    library.add(&some(400, 50)).expect("added");
    assert_eq!(answers(&library), expected(&path));
    assert!(!is_used(&library) && !is_used(&other()));
    ready(&library);
    assert!(is_used(&library) && !is_used(&other()));
    assert_eq!(answers(&library), expected(&path));
    // What is kept with documents has nothing to do with words.
    library.set_setting("a", Some("b")).expect("written");
    assert!(is_used(&library));
    // A copy in the place of the library, as it was before.
    let names: Vec<String> = std::fs::read_dir(&cache)
        .expect("a folder")
        .map(|file| {
            file.expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn an_index_of_which_much_has_changed_is_made_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a library");
    library.add(&some(0, 20)).expect("added");
    drop(library);
    let mut library = window(&path, folder.path(), swift());
    until_used(&library);
    library.add(&some(20, 2_100)).expect("added");
    ready(&library);
    assert!(!is_used(&library), "it is being made");
    until_used(&library);
    assert_eq!(
        library
            .word_index
            .borrow_mut()
            .current()
            .map(|index| index.changed()),
        Some(0)
    );
    assert_eq!(answers(&library), expected(&path));
}

#[test]
fn a_copy_that_went_its_own_way_is_another_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, copy) = (folder.path().join("a.atlas"), folder.path().join("b.atlas"));
    let mut library = Library::create(&path).expect("a library");
    library.add(&some(0, 30)).expect("added");
    library.backup_to(&copy).expect("copied");
    let one_more = |library: &mut Library, word: usize| {
        library
            .add(&[document(99, &[word, 0, 1], 1)])
            .expect("added");
    };
    one_more(&mut library, 9);
    library.index_words(folder.path()).expect("made");
    let state = State::of(&library.connection).expect("readable");
    drop(library);
    let mut other = Library::open(&copy).expect("a library");
    one_more(&mut other, 19);
    let same = State::of(&other.connection).expect("readable") == state;
    assert!(
        same,
        "as many documents and words, and the same parts: FTS5 does not tell them apart"
    );
    drop(other);
    std::fs::copy(&copy, &path).expect("copied");
    let mut library = Library::open_to_read(&path).expect("a library");
    library.word_index = WordIndex::in_folder(folder.path()).into();
    assert!(!is_used(&library));
    assert_eq!(answers(&library), expected(&path));
    ready(&library);
    assert!(is_used(&library), "the document that differs was taken in");
    assert_eq!(answers(&library), expected(&path));
}

#[test]
fn words_that_take_too_long_are_left_to_fts5() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a library");
    library.add(&some(0, 100)).expect("added");
    let files = Files::of(&path, folder.path());
    let turns = Turns {
        turn: Duration::ZERO,
        longest: Duration::ZERO,
        step: 30,
        ..Turns::default()
    };
    files.make(&Signals::default(), turns).expect("made");
    library.word_index = WordIndex::in_folder(folder.path()).into();
    ready(&library);
    let asks = |word: &str, begins: bool| {
        let words = [word.to_owned()];
        let asked = library.ask_word_index(&words, |index| index.found(true, begins, 5));
        asked.is_some()
    };
    assert!(!asks("liver", false), "it is said too often");
    assert!(!asks("li", true) && asks("n7", false));
    assert_eq!(answers(&library), expected(&path));
}

#[test]
fn where_nothing_can_be_kept_fts5_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a library");
    library.add(&some(0, 50)).expect("added");
    // A file where the folder would be.
    let cache = folder.path().join("cache");
    std::fs::write(&cache, "in the way").expect("written");
    library.index_words(&cache).expect_err("it has no place");
    drop(library);
    let library = window(&path, &cache, swift());
    for _ in 0..50 {
        ready(&library);
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(!is_used(&library));
    assert_eq!(answers(&library), expected(&path));
    let memory = Library::in_memory().expect("memory");
    memory
        .index_words(folder.path())
        .expect_err("it has no file");
    assert!(memory.make_ready().is_ok());
}

#[test]
fn indexes_of_libraries_that_are_gone_are_taken_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("cache");
    let mut kept = BTreeMap::new();
    for name in ["gone", "here"] {
        let path = folder.path().join(name);
        let mut library = Library::create(&path).expect("a library");
        library.add(&some(0, 5)).expect("added");
        library.index_words(&cache).expect("made");
        kept.insert(name, path);
    }
    std::fs::remove_file(&kept["gone"]).expect("removed");
    let made = || std::fs::read_dir(&cache).expect("a folder").count();
    assert_eq!(made(), 4);
    let mut other = Library::create(folder.path().join("new")).expect("a library");
    other.add(&some(0, 5)).expect("added");
    other.index_words(&cache).expect("made");
    assert_eq!(
        made(),
        4,
        "the new one's, and not those of the one that is gone"
    );
}

#[test]
fn whoever_writes_does_not_wait_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a library");
    library.add(&some(0, 3_000)).expect("added");
    drop(library);
    let turns = Turns {
        turn: Duration::from_millis(1),
        ..swift()
    };
    let mut library = window(&path, folder.path(), turns);
    for n in 0..20 {
        ready(&library);
        library
            .add(&some(3_000 + 5 * n, 5))
            .expect("it is not locked");
        assert_eq!(
            found_by_words(&library, "liver", true, 9)
                .expect("readable")
                .0
                .len(),
            found_by_words(
                &Library::open_to_read(&path).expect("a library"),
                "liver",
                true,
                9
            )
            .expect("readable")
            .0
            .len()
        );
    }
    until_used(&library);
    assert_eq!(answers(&library), expected(&path));
}

/// `CORPUS_ATLAS_LARGE=LIBRARY cargo test --workspace --locked --lib word_index -- --ignored --nocapture`, on Linux.
#[test]
#[ignore = "needs a large library, which `bench library --keep` makes"]
fn to_make_it_takes_little_memory() {
    let path = std::env::var_os("CORPUS_ATLAS_LARGE").expect("a library is named");
    let path = Path::new(&path);
    let most_mb = || {
        let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kb = line.and_then(|line| line.split_whitespace().next());
        kb.expect("a line").parse::<f64>().expect("a number") / 1024.0
    };
    let folder = tempfile::tempdir_in(path.parent().expect("a folder")).expect("a folder");
    let began = Instant::now();
    let made = Files::of(path, folder.path()).make(&Signals::default(), Turns::default());
    let (mut index, _) = made.expect("made");
    let (most, documents) = (most_mb(), index.totals().documents);
    println!(
        "{documents} documents: {:.1} s, {} MB, {most:.0} MB in memory at most, the program's own included",
        began.elapsed().as_secs_f64(),
        index.file().size().expect("readable") >> 20
    );
    assert!(most < 96.0 + documents as f64 * 100e-6, "{most} MB");
    drop(index);
    // As a command opens it, and as a window that knows nothing of its state.
    for (what, known) in [("known to be current", true), ("compared", false)] {
        let mut library = Library::open_to_read(path).expect("a library");
        library.word_index = WordIndex::in_folder(folder.path()).into();
        let began = Instant::now();
        if !known {
            std::fs::remove_file(index_in(folder.path()).with_extension("state")).expect("removed");
            assert!(!is_used(&library));
            while library.go_on_with_words() {}
        }
        assert!(is_used(&library));
        println!("{what}: {:.0} ms", began.elapsed().as_secs_f64() * 1000.0);
    }
}
