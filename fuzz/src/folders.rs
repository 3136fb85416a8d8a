//! Documents of which more than the bytes of one file counts: how a table is to be read, and files that name others.

use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;
use library::pdf::{PdfExtractor, PdfText};
use library::{ColumnChoice, ColumnMap, Document, ReadError, ReadOptions, read_paths_with};

use crate::documents;
use crate::parts::parts;

/// Choices of one input; a person makes each.
const MOST_CHOICES: usize = 20;
/// Files of one input.
const MOST_FILES: usize = 20;
/// The line that says that the first row is a record.
const NO_HEADINGS: &str = "no headings";

/// A TAR archive that is packed as it mostly is. A fuzzer that had to guess the sum would never get to it.
pub(crate) fn tgz(bytes: &[u8]) {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    let packed = packed.write_all(bytes).and_then(|()| packed.finish());
    documents::read_each("a.tgz", &packed.expect("memory"), &mut |_| {});
}

/// A table behind the choices for its columns, one a line as on the command line, and an empty line.
pub(crate) fn columns(bytes: &[u8]) {
    let end = bytes.windows(2).position(|two| two == b"\n\n");
    let (choices, table) = match end {
        Some(end) => (&bytes[..end], &bytes[end + 2..]),
        None => (&b""[..], bytes),
    };
    let choices = String::from_utf8_lossy(choices);
    let mut map = ColumnMap::default();
    for line in choices.lines().take(MOST_CHOICES) {
        if line == NO_HEADINGS {
            map.no_headings = true;
        } else if let Ok(choice) = line.parse::<ColumnChoice>() {
            let again = choice.to_string().parse::<ColumnChoice>();
            assert_eq!(again.as_ref(), Ok(&choice), "it is read as it is written");
            map.choices.push(choice);
        }
    }
    let options = ReadOptions {
        columns: map,
        ..ReadOptions::default()
    };
    documents::read_with("a.csv", table, &options, &mut |_| {});
}

/// A folder of lists with files that they name. What lies beside the folder is never opened.
pub(crate) fn list_with_files(bytes: &[u8]) {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path().join("list");
    // A database of Zotero's may name files elsewhere: it has a target of its own.
    write_parts(&folder, bytes, |_, content| !content.starts_with(b"SQLite"));
    let outside = place.path().join("outside.pdf");
    fs::write(&outside, "%PDF-1.4\n").expect("a temporary file");
    let outside = outside.canonicalize().expect("it is there");
    let is_opened = Arc::new(AtomicBool::new(false));
    let opened = Arc::clone(&is_opened);
    read_folder(
        &folder,
        Arc::new(move |path, _| {
            if path.canonicalize().is_ok_and(|path| path == outside) {
                opened.store(true, Ordering::Relaxed);
            }
            Ok(a_text())
        }),
    );
    let is_opened = is_opened.load(Ordering::Relaxed);
    assert!(!is_opened, "a file beside the folder is opened");
}

/// The folder of a Zotero library. What its PDFs hold is a matter of other targets.
pub(crate) fn zotero_folder(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write_parts(folder.path(), bytes, |name, _| {
        name == Path::new("zotero.sqlite") || name.starts_with("storage")
    });
    read_folder(folder.path(), Arc::new(|_, _| Ok(a_text())));
}

fn a_text() -> PdfText {
    PdfText {
        pages: vec!["The liver has two lobes. A stone lay in the gallbladder.".to_owned()],
        ..PdfText::default()
    }
}

/// Writes the parts of an input into a folder, as far as they may be there.
fn write_parts(folder: &Path, bytes: &[u8], may: impl Fn(&Path, &[u8]) -> bool) {
    fs::create_dir_all(folder).expect("a temporary folder");
    for (name, content) in parts(bytes).into_iter().take(MOST_FILES) {
        let name = PathBuf::from(name);
        let is_below = name
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        if !is_below || !may(&name, content) {
            continue;
        }
        let path = folder.join(name);
        // Names that no file can have are no matter of the reader.
        let made = path.parent().map(fs::create_dir_all);
        if made.is_some_and(|made| made.is_ok()) {
            let _ = fs::write(&path, content);
        }
    }
}

fn read_folder(folder: &Path, pdf: PdfExtractor) {
    let mut records = 0;
    let mut on_record = |record: Result<Document, ReadError>| {
        records += 1;
        if let Ok(document) = record {
            assert!(!document.id.is_empty(), "a document without an id");
            assert!(!document.title.is_empty(), "a document without a title");
        }
    };
    let options = ReadOptions {
        pdf: Some(pdf),
        ..ReadOptions::default()
    };
    let cancel = AtomicBool::new(false);
    let given = [folder.to_owned()];
    let summary = read_paths_with(&given, &options, &cancel, &mut on_record);
    assert_eq!(summary.documents + summary.errors, records);
}
