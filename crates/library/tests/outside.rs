//! What happens to a library's file from outside while it is open, and to files that are read.

mod common;

use std::fs;
use std::io::Write as _;
use std::sync::atomic::AtomicBool;

use common::Files;
use grounding::Grounding;
use library::{
    Document, Ground, GroundingStore, Library, LibraryError, Observer, Outside, Progress,
};
use library::{ReadOptions, Refusal, Store, ingest, read_paths_with};

fn document(n: usize) -> Document {
    Document {
        id: format!("d{n}"),
        title: format!("On stones, part {n}"),
        text: format!("A stone in the left kidney, number {n}. ").repeat(40),
        ..Document::default()
    }
}

fn grounded(range: std::ops::Range<usize>) -> Vec<(Document, Grounding)> {
    range.map(|n| (document(n), Grounding::default())).collect()
}

#[test]
fn a_file_that_was_removed_or_replaced_is_not_written_to() {
    let files = Files::new();
    let path = files.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a library");
    library.add(&grounded(0..3)).expect("added");
    assert_eq!(library.outside().expect("there"), Outside::Untouched);
    let aside = files.path().join("aside.atlas");
    fs::rename(&path, &aside).expect("moved");
    assert_eq!(library.outside().expect("looked at"), Outside::Gone);
    let refused = library.add(&grounded(3..4)).expect_err("it is gone");
    assert!(matches!(refused, LibraryError::Gone(_)), "{refused}");
    assert!(refused.to_string().contains("a.atlas"), "{refused}");
    assert!(library.set_setting("window", Some("{}")).is_err());
    let keys = library.keys().expect("what was there can be read");
    assert!(library.remove(&keys).is_err());
    assert!(!path.exists() && !files.path().join("a.atlas-journal").exists());
    let copy = files.path().join("copy.atlas");
    library
        .backup_to(&copy)
        .expect("copied from what is still open");
    let copied = Library::open(&copy).expect("a library");
    assert_eq!(
        copied.entries().expect("readable"),
        library.entries().expect("readable")
    );
    // Back again, it is the same library.
    fs::rename(&aside, &path).expect("moved back");
    assert_eq!(library.outside().expect("there"), Outside::Untouched);
    library.add(&grounded(3..4)).expect("added");
    assert_eq!(library.len().expect("readable"), 4);
}

#[cfg(unix)]
#[test]
fn another_file_in_its_place_stays_as_it_is() {
    let files = Files::new();
    let (path, other) = (files.path().join("a.atlas"), files.path().join("b.atlas"));
    let mut library = Library::create(&path).expect("a library");
    Library::create(&other)
        .expect("another")
        .add(&grounded(0..1))
        .expect("added");
    fs::rename(&other, &path).expect("put in its place");
    let bytes = fs::read(&path).expect("readable");
    assert_eq!(library.outside().expect("looked at"), Outside::Gone);
    assert!(library.add(&grounded(1..2)).is_err());
    assert_eq!(fs::read(&path).expect("readable"), bytes);
}

#[test]
fn what_another_program_writes_is_told_once_and_can_be_read() {
    let files = Files::new();
    let path = files.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a library");
    library.add(&grounded(0..2)).expect("added");
    assert_eq!(
        library.outside().expect("there"),
        Outside::Untouched,
        "its own writing"
    );
    let mut other = Library::open(&path).expect("open twice");
    other.add(&grounded(2..5)).expect("added");
    assert_eq!(library.outside().expect("there"), Outside::Written);
    assert_eq!(library.outside().expect("there"), Outside::Untouched);
    assert_eq!(library.entries().expect("readable").len(), 5);
    let mut memory = Library::in_memory().expect("memory");
    assert_eq!(memory.outside().expect("nowhere"), Outside::Untouched);
}

struct Nowhere;

impl Ground for Nowhere {
    fn ground(&self, documents: Vec<Document>) -> Vec<(Document, Result<Grounding, String>)> {
        let placed = documents.into_iter().map(|d| (d, Ok(Grounding::default())));
        placed.collect()
    }
}

struct Nobody;

impl Observer for Nobody {
    fn progress(&mut self, _: &Progress) {}
    fn refused(&mut self, refusal: Refusal) {
        panic!("{refusal:?}");
    }
    fn cancelled(&self) -> bool {
        false
    }
}

#[test]
fn a_damaged_library_takes_nothing_in_and_stays_as_it_is() {
    let files = Files::new();
    let path = files.path().join("a.atlas");
    Library::create(&path)
        .expect("a library")
        .add(&grounded(0..400))
        .expect("added");
    let notes = files.write("notes.jsonl", "{\"title\": \"A cyst of the liver\"}\n");
    let whole = fs::read(&path).expect("readable");
    let import = |path: &std::path::Path| {
        let mut library = Library::open(path)?;
        let options = ReadOptions::default();
        ingest(
            std::slice::from_ref(&notes),
            &options,
            8,
            &Nowhere,
            &mut library,
            &mut Nobody,
        )
    };
    let (mut refused, mut opened) = (0, 0);
    // The heads of pages, one after the other: what kind of page it is, and where its cells are.
    for page in (2..whole.len() / 4096).step_by(37) {
        let mut damaged = whole.clone();
        for byte in &mut damaged[page * 4096..page * 4096 + 8] {
            *byte ^= 0x55;
        }
        fs::write(&path, &damaged).expect("written");
        match import(&path) {
            Err(LibraryError::Corrupt { found, .. }) => {
                assert!(!found.is_empty());
                refused += 1;
            }
            Err(LibraryError::NotALibrary { .. } | LibraryError::Database(_)) => opened += 1,
            other => panic!("page {page}: {other:?}"),
        }
        assert!(
            fs::read(&path).expect("readable") == damaged,
            "page {page}: nothing is written"
        );
    }
    assert!(
        refused > 3,
        "{refused} were opened and then refused, {opened} not opened"
    );
    fs::write(&path, &whole).expect("written");
    assert_eq!(import(&path).expect("it is whole again").added, 1);
}

#[test]
fn a_sound_library_passes_its_check_for_both_ways_in() {
    let files = Files::new();
    let mut library = Library::create(files.path().join("a.atlas")).expect("a library");
    library.add(&grounded(0..3)).expect("added");
    library.ensure_sound().expect("sound");
    assert_eq!(
        Store::known(&mut library, &[document(1), document(9)]).expect("known"),
        [true, false]
    );
    let key = library.keys().expect("readable")[0];
    assert!(
        GroundingStore::document(&mut library, key)
            .expect("read")
            .is_some()
    );
    Library::in_memory()
        .expect("memory")
        .ensure_sound()
        .expect("nothing to check");
}

#[test]
fn a_file_that_grows_while_it_is_read_ends_where_it_ended_when_it_was_opened() {
    let files = Files::new();
    let line = |n: usize| format!("{{\"title\": \"Number {n}\"}}\n");
    let path = files.write("log.jsonl", (0..50).map(line).collect::<String>());
    let (mut read, mut errors) = (0, Vec::new());
    let never = AtomicBool::new(false);
    let options = ReadOptions::default();
    read_paths_with(
        std::slice::from_ref(&path),
        &options,
        &never,
        &mut |record| match record {
            Ok(_) => {
                read += 1;
                let mut log = fs::File::options().append(true).open(&path).expect("there");
                // Far more than is read ahead.
                log.write_all(line(read + 1000).repeat(2000).as_bytes())
                    .expect("written");
            }
            Err(error) => errors.push(error.to_string()),
        },
    );
    assert_eq!(read, 50);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].contains("has grown since it was opened"),
        "{}",
        errors[0]
    );
}

#[cfg(unix)]
#[test]
fn a_folder_that_leads_back_to_itself_ends() {
    let files = Files::new();
    let inner = files.path().join("papers");
    fs::create_dir(&inner).expect("a folder");
    files.write("papers/a.txt", "A stone in the left kidney.");
    std::os::unix::fs::symlink(files.path(), inner.join("back")).expect("a link");
    std::os::unix::fs::symlink("/dev/zero", inner.join("zero.txt")).expect("a link");
    let (documents, errors) = common::read(&[files.path().to_owned()]);
    assert_eq!((documents.len(), errors.len()), (1, 0), "{errors:?}");
    let (documents, errors) = common::read(&[inner.join("zero.txt")]);
    assert_eq!((documents.len(), errors.len()), (0, 1));
    assert!(
        errors[0].to_string().contains("a device or pipe"),
        "{}",
        errors[0]
    );
}
