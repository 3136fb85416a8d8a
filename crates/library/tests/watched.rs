//! Folders that are watched: what is new, what has changed, what is gone.

mod common;

use std::fs::{self, FileTimes};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use grounding::Grounding;
use library::{Document, FolderNews, Library, Refusal, Source, Watched};

fn library() -> Library {
    Library::in_memory().expect("a library")
}

fn look(library: &Library, folder: &Path) -> FolderNews {
    let watched = library.watched().expect("readable");
    let watched = watched.iter().find(|watched| watched.folder == folder);
    library
        .look_into(watched.expect("it is watched"))
        .expect("readable")
}

/// Adds a document of a file; its key.
fn add(library: &mut Library, file: PathBuf, record: u64, text: &str) -> i64 {
    let document = Document {
        id: format!("{} {record} {text}", file.display()),
        title: format!("{text} in {}", file.display()),
        text: text.to_owned(),
        source: Source {
            path: file,
            record,
            line: None,
        },
        ..Document::default()
    };
    let added = library.add(&[(document, Grounding::default())]);
    added.expect("added").keys[0]
}

/// Makes a file look as if it had not been touched for long. That it was put here now cannot be hidden from the system, so the library
/// is told that it looked later.
fn in_the_future() -> u64 {
    let later = SystemTime::now() + Duration::from_secs(3_600);
    let since = later.duration_since(SystemTime::UNIX_EPOCH);
    since.expect("after 1970").as_secs()
}

#[test]
fn folders_are_watched_until_they_are_not() {
    let mut library = library();
    assert!(library.watched().expect("readable").is_empty());
    library.watch(Path::new("/papers")).expect("kept");
    library.watch(Path::new("/notes")).expect("kept");
    library.watch(Path::new("/papers")).expect("kept once");
    library.set_looked(Path::new("/notes"), 70).expect("kept");
    library.set_looked(Path::new("/notes"), 60).expect("kept");
    let expected = [("/papers", 0), ("/notes", 70)].map(|(folder, looked)| Watched {
        folder: folder.into(),
        looked,
    });
    assert_eq!(library.watched().expect("readable"), expected);
    library.unwatch(Path::new("/papers")).expect("kept");
    assert_eq!(library.watched().expect("readable"), expected[1..]);
}

#[test]
fn what_is_new_changed_and_gone_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    fs::create_dir(place("deeper")).expect("a folder");
    for name in [
        "a.txt",
        "deeper/b.pdf",
        ".hidden.txt",
        "program.exe",
        "c.zip",
    ] {
        fs::write(place(name), "words").expect("a file");
    }
    let mut library = library();
    library.watch(folder.path()).expect("kept");
    let news = look(&library, folder.path());
    let new = [place("a.txt"), place("c.zip"), place("deeper/b.pdf")];
    assert_eq!((news.new.as_slice(), news.changed.len()), (&new[..], 0));
    assert!(news.gone.is_empty() && !news.missing);
    let passed = "one file of a kind that cannot be read: program.exe";
    assert_eq!(news.passed_over.to_string(), passed);

    add(&mut library, place("a.txt"), 1, "first");
    add(&mut library, place("c.zip/inner.ris"), 1, "packed");
    let lost = add(&mut library, place("lost.txt"), 1, "lost");
    add(&mut library, PathBuf::from("/elsewhere/x.txt"), 1, "other");
    let refused = Refusal {
        place: "b.pdf".into(),
        reason: "it is empty".into(),
        file: place("deeper/b.pdf"),
    };
    library.keep_problems(&[refused]).expect("kept");
    library
        .set_looked(folder.path(), in_the_future())
        .expect("kept");
    let news = look(&library, folder.path());
    assert!(news.new.is_empty() && news.changed.is_empty(), "{news:?}");
    let gone: Vec<i64> = news.gone.iter().map(|gone| gone.key).collect();
    assert_eq!(gone, [lost]);
    assert_eq!(news.gone[0].file, place("lost.txt"));

    // Written again after the last look; one with an old date was put here now.
    let later = SystemTime::now() + Duration::from_secs(7_200);
    let file = fs::File::options().write(true).open(place("a.txt"));
    let file = file.expect("a file");
    let times = FileTimes::new().set_modified(later);
    file.set_times(times).expect("a date");
    let news = look(&library, folder.path());
    assert_eq!(news.changed, [place("a.txt")]);

    let nowhere = folder.path().join("not there");
    library.watch(&nowhere).expect("kept");
    add(&mut library, nowhere.join("y.txt"), 1, "far");
    let news = look(&library, &nowhere);
    assert!(news.missing && news.gone.is_empty(), "a disk may be away");
}

#[test]
fn what_was_removed_does_not_come_back_by_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    for name in ["a.txt", "c.zip"] {
        fs::write(place(name), "words").expect("a file");
    }
    let mut library = library();
    library.watch(folder.path()).expect("kept");
    let first = add(&mut library, place("a.txt"), 1, "first");
    let packed = add(&mut library, place("c.zip/inner.ris"), 1, "packed");
    library
        .set_looked(folder.path(), in_the_future())
        .expect("kept");
    assert_eq!(library.remove(&[first, packed]).expect("removed"), 2);
    let told = |library: &Library| {
        let news = look(library, folder.path());
        assert!(news.gone.is_empty(), "{news:?}");
        (news.new, news.changed)
    };
    assert_eq!(told(&library), (Vec::new(), Vec::new()), "in the trash");
    library.compact().expect("compacted");
    assert_eq!(told(&library), (Vec::new(), Vec::new()), "gone for good");
    fs::write(place("b.txt"), "words").expect("a file");
    assert_eq!(told(&library), (vec![place("b.txt")], Vec::new()));

    // Another text by now; or the folder is watched anew.
    let later = SystemTime::now() + Duration::from_secs(7_200);
    let file = fs::File::options().write(true).open(place("a.txt"));
    let times = FileTimes::new().set_modified(later);
    file.expect("a file").set_times(times).expect("a date");
    assert_eq!(told(&library).1, [place("a.txt")]);
    library.unwatch(folder.path()).expect("kept");
    library.watch(folder.path()).expect("kept");
    assert_eq!(told(&library).1, [place("a.txt"), place("c.zip")]);
}

#[test]
fn the_newer_version_of_a_text_takes_the_place_of_the_older() {
    let mut library = library();
    let note = PathBuf::from("/papers/note.txt");
    let list = PathBuf::from("/papers/list.txt");
    let old = add(&mut library, note.clone(), 1, "before");
    add(&mut library, list.clone(), 1, "one");
    add(&mut library, list.clone(), 2, "two");
    assert!(
        library
            .superseded(std::slice::from_ref(&note))
            .expect("readable")
            .is_empty()
    );
    let new = add(&mut library, note.clone(), 1, "after");
    add(&mut library, list.clone(), 1, "another work");
    let ris = PathBuf::from("/papers/a.ris");
    add(&mut library, ris.clone(), 1, "one work");
    add(&mut library, ris.clone(), 1, "another one");
    let merges = library.superseded(&[note, list, ris]).expect("readable");
    assert_eq!(merges.len(), 1, "{merges:?}");
    assert_eq!(
        (merges[0].keep, merges[0].others.as_slice()),
        (new, &[old][..])
    );
}

/// A library in which the file of this name was read, renamed and read again: what was gone before and after that.
fn renamed(from: &str, to: &str, content: &str) -> (Library, [Vec<i64>; 2], Option<Source>) {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    fs::write(place(from), content).expect("a file");
    let mut library = library();
    library.watch(folder.path()).expect("kept");
    let read = |name: &str| {
        let (documents, errors) = common::read(&[place(name)]);
        assert!(errors.is_empty(), "{errors:?}");
        documents
    };
    let batch = read(from).into_iter().map(|d| (d, Grounding::default()));
    let batch: Vec<(Document, Grounding)> = batch.collect();
    library.add(&batch).expect("added");
    fs::rename(place(from), place(to)).expect("renamed");
    let gone = |library: &Library| {
        let news = look(library, folder.path());
        news.gone.into_iter().map(|gone| gone.key).collect()
    };
    let before = gone(&library);
    let known = library::Store::known(&mut library, &read(to)).expect("readable");
    assert!(known.iter().all(|known| *known), "{known:?}");
    let after = gone(&library);
    let keys = library.keys().expect("readable");
    let last = library.get_by_key(keys[keys.len() - 1]).expect("readable");
    assert!(library.check().is_sound());
    let source = last.map(|stored| stored.document.source);
    (library, [before, after], source)
}

#[test]
fn a_file_that_was_renamed_is_not_gone_when_it_was_met_again() {
    let (_, gone, source) = renamed("a.txt", "b.txt", "Stones\n\nA stone in the left kidney.");
    assert_eq!([gone[0].len(), gone[1].len()], [1, 0]);
    let source = source.expect("it is there");
    assert!(source.path.ends_with("b.txt"), "{source:?}");
    let ris = "TY  - JOUR\nTI  - Stones\nDO  - 10.1000/a\nER  - \nTY  - JOUR\nTI  - Cysts\nDO  - 10.1000/b\nER  - \n";
    let (_, gone, source) = renamed("a.ris", "b.ris", ris);
    assert_eq!([gone[0].len(), gone[1].len()], [2, 0]);
    let source = source.expect("it is there");
    assert_eq!((source.record, source.line), (2, Some(5)));
    // A record in a list is not the paper that it tells of.
    let (_, gone, source) = renamed("a.txt", "b.md", "# Stones\n\nA stone in the left kidney.");
    assert_eq!([gone[0].len(), gone[1].len()], [1, 1]);
    assert!(source.expect("it is there").path.ends_with("a.txt"));
}

#[test]
fn a_pdf_that_a_record_of_a_list_names_is_no_news() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    for name in ["a.ris", "named.pdf", "other.pdf"] {
        fs::write(place(name), "words").expect("a file");
    }
    let mut library = library();
    library.watch(folder.path()).expect("kept");
    assert_eq!(look(&library, folder.path()).new.len(), 3);
    let mut document = Document {
        id: "a".into(),
        title: "A record".into(),
        source: Source {
            path: place("a.ris"),
            record: 1,
            line: None,
        },
        ..Document::default()
    };
    document.details.files = vec![place("named.pdf").display().to_string()];
    library
        .add(&[(document, Grounding::default())])
        .expect("added");
    // Nor when it was refused by its own name.
    library
        .keep_problems(&[Refusal {
            place: "named.pdf".into(),
            reason: "no text".into(),
            file: place("named.pdf"),
        }])
        .expect("kept");
    let news = look(&library, folder.path());
    assert_eq!(news.new, [place("other.pdf")]);
    assert_eq!(news.changed, [place("a.ris")]);
}
