//! One library in two windows: the first may change it, the second reads it until the first is closed. And libraries that can only be
//! read wherever they are opened.

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use common::documents::{document, grounding};
use common::mounts::{Disk, where_disks_can_be_mounted};
use library::{Library, LibraryError, MarkChange, Marks, Merge, Outside, ReadOnly, Refusal};
use rusqlite::Connection;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A library of two documents; their keys.
fn library(path: &Path) -> Vec<i64> {
    let mut library = Library::create(path).expect("a library");
    let batch = ["a", "b"].map(|id| {
        let grounding = grounding([1.0, 2.0, 3.0], &[("liver", 0.9)]);
        (document(id, &format!("About {id}")), grounding)
    });
    library.add(&batch).expect("added").keys
}

fn window(path: &Path) -> Library {
    Library::open_in_window(path).expect("it opens")
}

fn lock_of(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.lock", path.display()))
}

/// Another process that opens a library, and the first word it says about it.
fn other(path: &Path, how: &str) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_library-torture"))
        .arg(path)
        .arg(how)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    let out = child.stdout.as_mut().expect("its words");
    BufReader::new(out).read_line(&mut line).expect("read");
    (child, line.trim().to_owned())
}

fn end(mut child: Child) {
    child.kill().expect("killed");
    child.wait().expect("it has ended");
}

#[test]
fn the_second_window_reads_until_the_first_is_closed() {
    let folder = folder();
    let path = folder.path().join("a.atlas");
    let keys = library(&path);
    let mut first = window(&path);
    assert_eq!(first.read_only(), None);
    assert!(Library::is_in_a_window(&path));
    let mut second = window(&path);
    assert_eq!(second.read_only(), Some(ReadOnly::Elsewhere));
    assert!(!second.take_over().expect("looked at"));

    assert_eq!(second.entries().expect("readable").len(), 2);
    let copy = folder.path().join("copy.atlas");
    second.backup_to(&copy).expect("a copy is elsewhere");
    assert!(Library::open(&copy).expect("it opens").check().is_sound());
    let refused = second.remove(&keys).expect_err("not from here");
    let words = format!(
        "{}: the library is open in another window; here it can be read, not changed",
        path.display()
    );
    assert_eq!(refused.to_string(), words);

    // What the first one does is seen by the second, and programs without a window go on writing.
    first.remove(&keys[..1]).expect("removed");
    let tag = MarkChange::Tag("x".into());
    let mut program = Library::open(&path).expect("it opens");
    program.mark(&keys[1..], &tag).expect("written");
    assert_eq!(second.outside().expect("there"), Outside::Written);
    assert_eq!(second.keys().expect("readable"), keys[1..]);

    drop(first);
    assert!(!Library::is_in_a_window(&path));
    assert!(second.take_over().expect("looked at"));
    assert_eq!(second.read_only(), None);
    assert!(!second.take_over().expect("looked at"), "it has it");
    assert_eq!(second.remove(&keys[1..]).expect("removed"), 1);
    assert_eq!(window(&path).read_only(), Some(ReadOnly::Elsewhere));
    drop(second);
    assert!(!lock_of(&path).exists(), "nothing is left beside it");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

#[test]
fn everything_that_would_change_a_library_that_is_only_read_is_refused_and_leaves_it_as_it_is() {
    let folder = folder();
    let path = folder.path().join("a.atlas");
    let keys = library(&path);
    let _first = window(&path);
    let before = fs::read(&path).expect("readable");
    for mut library in [
        window(&path),
        Library::open_to_read(&path).expect("it opens"),
    ] {
        let more = [(
            document("c", "About c"),
            grounding([0.0; 3], &[("liver", 0.9)]),
        )];
        let merge = Merge {
            keep: keys[0],
            others: vec![keys[1]],
        };
        let refusal = Refusal {
            place: "a".into(),
            reason: "b".into(),
            file: "c".into(),
        };
        let tried: Vec<(&str, Result<(), LibraryError>)> = vec![
            ("add", library.add(&more).map(drop)),
            ("remove", library.remove(&keys).map(drop)),
            ("restore", library.restore(&keys).map(drop)),
            ("merge", library.merge(&[merge]).map(drop)),
            ("correct", library.correct(keys[0], &[]).map(drop)),
            ("mark", library.mark(&keys, &MarkChange::Stars(3)).map(drop)),
            (
                "set_marks",
                library.set_marks(&[(keys[0], Marks::default())]),
            ),
            ("make_collection", library.make_collection("a")),
            ("drop_collection", library.drop_collection("a").map(drop)),
            ("keep_search", library.keep_search("a", Some("{}"))),
            ("set_setting", library.set_setting("window", Some("{}"))),
            ("keep_problems", library.keep_problems(&[refusal])),
            ("forget_problems", library.forget_problems(None)),
            ("begin_import", library.begin_import(&[]).map(drop)),
            ("end_import", library.end_import(1)),
            ("compact", library.compact().map(drop)),
            (
                "set_groundings",
                library
                    .set_groundings(&[(keys[0], grounding([0.0; 3], &[("liver", 0.9)]))])
                    .map(drop),
            ),
        ];
        for (what, outcome) in tried {
            assert!(
                matches!(outcome, Err(LibraryError::ReadOnly { .. })),
                "{what}: {outcome:?}"
            );
        }
        assert_eq!(library.keys().expect("readable"), keys);
    }
    assert!(fs::read(&path).expect("readable") == before);
}

#[test]
fn a_window_that_was_killed_keeps_nobody_out() {
    let folder = folder();
    let path = folder.path().join("a.atlas");
    let keys = library(&path);
    let (killed, said) = other(&path, "window");
    assert_eq!(said, "held");
    let mut second = window(&path);
    assert_eq!(second.read_only(), Some(ReadOnly::Elsewhere));
    let (third, said) = other(&path, "window");
    assert_eq!(said, "read only");
    end(third);
    end(killed);
    assert!(lock_of(&path).exists(), "it had no time to clear up");
    assert!(second.take_over().expect("looked at"));
    second.remove(&keys).expect("removed");
    drop(second);
    assert!(!lock_of(&path).exists());
}

#[test]
fn a_lock_that_was_left_or_copied_holds_nothing_and_a_file_of_others_stays() {
    let folder = folder();
    let (path, copy) = (folder.path().join("a.atlas"), folder.path().join("b.atlas"));
    library(&path);
    let first = window(&path);
    fs::copy(&path, &copy).expect("copied");
    fs::copy(lock_of(&path), lock_of(&copy)).expect("copied");
    assert_eq!(window(&copy).read_only(), None);
    assert!(!lock_of(&copy).exists(), "cleared up");
    drop(first);
    fs::write(lock_of(&path), "of another program").expect("written");
    assert_eq!(window(&path).read_only(), None);
    let kept = fs::read_to_string(lock_of(&path)).expect("it is there");
    assert_eq!(kept, "of another program");
    // What is no library gets no lock beside it.
    let text = folder.path().join("notes.txt");
    fs::write(&text, "A text.").expect("written");
    fs::write(lock_of(&text), "").expect("written");
    assert!(Library::open_in_window(&text).is_err());
    assert!(lock_of(&text).exists(), "it is not ours");
}

#[test]
fn a_library_that_a_window_of_an_older_version_has_open_stays_as_it_is() {
    let folder = folder();
    let path = folder
        .path()
        .canonicalize()
        .expect("there")
        .join("old.atlas");
    fs::copy(common::old::kept(4), &path).expect("an old library");
    let before = fs::read(&path).expect("readable");
    let lock = fs::File::create(lock_of(&path)).expect("a lock");
    lock.lock().expect("held");
    let refused = Library::open(&path);
    assert!(matches!(refused, Err(LibraryError::Older { .. })));
    assert_eq!(fs::read(&path).expect("readable"), before);
    drop(lock);
    Library::open(&path).expect("brought up to date");
}

#[test]
fn a_library_is_left_to_others_and_taken_again() {
    let folder = folder();
    let path = folder.path().join("a.atlas");
    let keys = library(&path);
    let mut first = window(&path);
    first.let_go().expect("left");
    assert!(first.remove(&keys).is_err());
    let second = window(&path);
    assert_eq!(second.read_only(), None);
    assert!(!first.take_over().expect("looked at"));
    drop(second);
    assert!(first.take_over().expect("looked at"));
    assert_eq!(first.remove(&keys).expect("removed"), 2);
    assert!(first.is_at(&folder.path().join(".").join("a.atlas")));
    assert!(!first.is_at(&folder.path().join("b.atlas")));
}

#[cfg(unix)]
#[test]
fn a_library_is_one_by_whatever_link_it_is_opened() {
    let folder = folder();
    let (path, link) = (
        folder.path().join("a.atlas"),
        folder.path().join("link.atlas"),
    );
    library(&path);
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    let first = window(&link);
    assert!(first.is_at(&path));
    assert_eq!(window(&path).read_only(), Some(ReadOnly::Elsewhere));
    assert!(lock_of(&path).exists() && !lock_of(&link).exists());
}

#[test]
fn of_windows_that_come_and_go_at_once_no_two_may_change_a_library() {
    let folder = folder();
    let path = folder.path().join("a.atlas");
    library(&path);
    let (changing, held) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for _ in 0..60 {
                    let library = window(&path);
                    if library.read_only().is_none() {
                        assert!(!changing.swap(true, Ordering::SeqCst), "two at once");
                        held.fetch_add(1, Ordering::SeqCst);
                        std::thread::yield_now();
                        changing.store(false, Ordering::SeqCst);
                    }
                }
            });
        }
    });
    assert!(held.load(Ordering::SeqCst) > 20, "{held:?}");
    if cfg!(unix) {
        assert!(!lock_of(&path).exists());
    }
}

#[test]
fn a_library_that_is_opened_a_second_time_keeps_the_locks_of_the_first() {
    let folder = folder();
    let path = folder.path().join("a.atlas");
    library(&path);
    let writing = Connection::open(&path).expect("a database");
    writing.execute_batch("BEGIN IMMEDIATE").expect("begun");
    // As an export does beside an import: to have opened and closed the file by itself would have given the lock away.
    drop(Library::open_to_read(&path).expect("it opens"));
    drop(Library::open(&path).expect("it opens"));
    drop(window(&path));
    let (child, said) = other(&path, "lock");
    end(child);
    assert_eq!(
        said, "busy",
        "another program could write into what is being written"
    );
    writing.execute_batch("COMMIT").expect("written");
    let (child, said) = other(&path, "lock");
    end(child);
    assert_eq!(said, "held");
}

#[test]
fn a_library_on_a_disk_or_in_a_folder_that_can_only_be_read_says_so() {
    let test = "a_library_on_a_disk_or_in_a_folder_that_can_only_be_read_says_so";
    where_disks_can_be_mounted(test, || {
        let disk = Disk::of(8 << 20);
        let path = disk.at("a.atlas");
        let keys = library(&path);
        let old = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/libraries/format-1.atlas");
        fs::copy(old, disk.at("old.atlas")).expect("copied");
        let elsewhere = folder();
        let writable = elsewhere.path().join("b.atlas");
        library(&writable);
        disk.bind(&writable, "b.atlas");
        disk.protect();

        for mut library in [window(&path), Library::open(&path).expect("it opens")] {
            assert_eq!(library.read_only(), Some(ReadOnly::File));
            assert_eq!(library.keys().expect("readable"), keys);
            assert!(library.check().is_sound());
            let refused = library.remove(&keys).expect_err("not here").to_string();
            assert!(
                refused.contains("is a file that can only be read"),
                "{refused}"
            );
            assert!(!library.take_over().expect("looked at"));
        }
        let old = Library::open_in_window(disk.at("old.atlas"));
        let old = old.err().expect("it cannot be brought up to date");
        assert!(matches!(old, LibraryError::Older { found: 1, .. }), "{old}");
        assert!(
            old.to_string()
                .contains("copy it to where it can be changed"),
            "{old}"
        );

        let beside = disk.at("b.atlas");
        let mut library = window(&beside);
        assert_eq!(library.read_only(), Some(ReadOnly::Folder));
        let refused = library.remove(&keys).expect_err("not here").to_string();
        assert!(
            refused.contains("lies in a folder that can only be read"),
            "{refused}"
        );
        // A program without a window learns it when it writes.
        let mut library = Library::open(&beside).expect("it opens");
        let refused = library.remove(&keys).expect_err("no journal").to_string();
        assert!(refused.contains("folder"), "{refused}");
        assert_eq!(library.keys().expect("readable"), keys);
        println!("read-only disk and folder: told");
    });
}
