//! Files of documents.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use library::{Document, ReadOptions, read_from};

/// Reads bytes as the file `a.ENDING`. PDFs, which a child process reads, have targets of their own.
pub(crate) fn read(ending: &str, bytes: &[u8]) {
    let name = if ending == "gz" {
        "a.txt.gz".to_owned()
    } else {
        format!("a.{ending}")
    };
    read_each(&name, bytes, &mut |_| {});
}

/// Reads bytes as a file of this name, and looks at what every reader promises.
pub(crate) fn read_each(name: &str, bytes: &[u8], each: &mut dyn FnMut(Document)) {
    read_with(name, bytes, &ReadOptions::default(), each);
}

/// The same with options.
pub(crate) fn read_with(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
    each: &mut dyn FnMut(Document),
) {
    let mut records = 0;
    let cancel = AtomicBool::new(false);
    let mut on_record = |record: Result<Document, library::ReadError>| {
        records += 1;
        match record {
            Ok(document) => {
                assert!(!document.id.is_empty(), "a document without an id");
                assert!(!document.title.is_empty(), "a document without a title");
                assert!(!document.title.contains('\0'), "a title with a NUL");
                each(document);
            }
            Err(error) => assert!(error.to_string().starts_with(name), "{error}"),
        }
    };
    let summary = read_from(Path::new(name), bytes, options, &cancel, &mut on_record);
    assert!(records > 0, "a file gives a document or an error");
    assert_eq!(summary.documents + summary.errors, records);
}
