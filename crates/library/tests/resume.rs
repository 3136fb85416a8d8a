//! An import that goes on where it broke off: files that are documents already and have not changed are not read again.

mod common;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::{Files, options, pdf, show};
use grounding::Grounding;
use library::pdf::PdfExtractor;
use library::{
    Batch, Counting, Document, Ground, Library, Observer, Progress, ReadOptions, Refusal, ingest,
};

const PDFS: usize = 40;

struct Somewhere;

impl Ground for Somewhere {
    fn ground(&self, documents: Vec<Document>) -> Vec<(Document, Result<Grounding, String>)> {
        let placed = documents.into_iter();
        placed
            .map(|document| (document, Ok(Grounding::default())))
            .collect()
    }
}

/// Stops when so many documents are stored.
struct Watcher {
    enough: usize,
    added: usize,
}

impl Observer for Watcher {
    fn progress(&mut self, progress: &Progress) {
        self.added = progress.added;
    }

    fn refused(&mut self, refusal: Refusal) {
        panic!("{}: {}", refusal.place, refusal.reason);
    }

    fn cancelled(&self) -> bool {
        self.added >= self.enough
    }
}

/// Imports, as "Try again" does, until so many are stored; how the import ended, and how many PDFs were opened for it.
fn import(library: &mut Library, paths: &[PathBuf], enough: usize) -> (Progress, usize) {
    let opened = Arc::new(AtomicUsize::new(0));
    let (inner, count) = (options().pdf.expect("an extractor"), Arc::clone(&opened));
    let pdf: PdfExtractor = Arc::new(move |path, cancel| {
        count.fetch_add(1, Ordering::Relaxed);
        inner(path, cancel)
    });
    let options = ReadOptions {
        pdf: Some(pdf),
        read_before: Some(Arc::new(library.files_read().expect("readable"))),
        ..ReadOptions::default()
    };
    let mut watcher = Watcher { enough, added: 0 };
    let batch = Batch::from(1);
    let done = ingest(paths, &options, batch, &Somewhere, library, &mut watcher);
    (done.expect("an import"), opened.load(Ordering::Relaxed))
}

fn paper(n: usize) -> Vec<u8> {
    let words = show(72.0, 700.0, 11.0, &format!("The text of paper {n}."));
    pdf(Some(&format!("Paper {n}")), &[words])
}

fn folder() -> Files {
    let files = Files::new();
    for n in 0..PDFS {
        files.write(&format!("papers/{:02}/p{n:02}.pdf", n / 10), paper(n));
    }
    files.write("papers/notes.txt", "A note\n\nOf livers.");
    files
}

#[test]
fn an_import_that_broke_off_opens_only_the_pdfs_that_are_left() {
    let files = folder();
    let papers = [files.path().join("papers")];
    let mut library = Library::open_or_create(files.path().join("l.atlas")).expect("a library");
    let (done, first) = import(&mut library, &papers, 30);
    assert!(done.cancelled && done.added >= 30, "{done:?}");
    assert!(first >= 29, "{first}");
    let stored = done.added;
    let (done, rest) = import(&mut library, &papers, usize::MAX);
    assert_eq!(done.added, PDFS + 1 - stored, "{done:?}");
    assert_eq!(done.duplicates, stored, "those that were there are counted");
    assert_eq!(done.read, PDFS + 1);
    // The note was stored, too, or one of those that are left.
    assert!(rest <= PDFS + 1 - stored, "{rest} of {PDFS} opened again");
    let (done, none) = import(&mut library, &papers, usize::MAX);
    assert_eq!((done.added, done.duplicates, none), (0, PDFS + 1, 0));
    println!("of {PDFS} PDFs {first} were opened, then {rest}, then {none}");
}

#[test]
fn what_has_changed_or_is_no_longer_in_the_library_or_is_named_is_read_again() {
    let files = folder();
    let papers = [files.path().join("papers")];
    let mut library = Library::open_or_create(files.path().join("l.atlas")).expect("a library");
    import(&mut library, &papers, usize::MAX);
    let changed = files.write("papers/00/p03.pdf", paper(1003));
    let (done, opened) = import(&mut library, &papers, usize::MAX);
    assert_eq!((done.added, opened), (1, 1), "{done:?}");
    // One that is in the trash is not there.
    let keys = library.keys().expect("readable");
    let of_p07 = keys.iter().find(|key| {
        let stored = library.get_by_key(**key).expect("readable");
        stored.is_some_and(|stored| stored.document.source.path.ends_with("p07.pdf"))
    });
    library
        .remove(&[*of_p07.expect("a document")])
        .expect("removed");
    let (done, opened) = import(&mut library, &papers, usize::MAX);
    assert_eq!((done.added, opened), (1, 1), "{done:?}");
    // Named by itself, a file is read whatever is known of it.
    let (done, opened) = import(&mut library, &[changed], usize::MAX);
    assert_eq!((done.duplicates, opened), (1, 1), "{done:?}");
}

#[test]
fn a_preview_and_a_count_know_what_is_not_read_again() {
    let files = folder();
    let papers = [files.path().join("papers")];
    let mut library = Library::open_or_create(files.path().join("l.atlas")).expect("a library");
    import(&mut library, &papers, usize::MAX);
    let options = ReadOptions {
        pdf: None,
        read_before: Some(Arc::new(library.files_read().expect("readable"))),
        ..ReadOptions::default()
    };
    let never = std::sync::atomic::AtomicBool::new(false);
    let seen = library::preview(&papers, &options, Some(&library), &never, &mut |_| {});
    let total = seen.expect("a preview").total;
    assert_eq!(
        (total.records, total.known, total.refused),
        (PDFS + 1, PDFS + 1, 0)
    );
    let counting = Counting::of(papers.to_vec(), options);
    let minute = Duration::from_secs(60);
    assert_eq!(counting.wait(minute, &|| false), Some(PDFS + 1));
    assert_eq!(counting.total(), Some(PDFS + 1));
}

#[test]
fn counting_that_takes_long_goes_on_and_can_be_stopped() {
    let files = Files::new();
    let record = |n| format!("TY  - JOUR\nTI  - Stones, part {n}\nER  - \n\n");
    let list = files.write("a.ris", (0..20_000).map(record).collect::<String>());
    let begin = || Counting::of(vec![list.clone()], ReadOptions::default());
    let counting = begin();
    // Nobody waits, and later it is there.
    assert_eq!(counting.wait(Duration::MAX, &|| true), counting.total());
    let minute = Duration::from_secs(60);
    assert_eq!(counting.wait(minute, &|| false), Some(20_000));
}
