//! What of a Zotero library belongs to no entry: PDFs and notes become documents, and nothing is passed over without a word.

mod common;

use std::path::Path;

use common::{Files, options, pdf, read, read_with, show};
use library::{Document, Limits, ReadOptions};
use rusqlite::Connection;

/// The tables that a Zotero library must have, and those of what stands alone.
const TABLES: &str = "
    CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT);
    CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT, key TEXT);
    CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT);
    CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value);
    CREATE TABLE itemData (itemID INT, fieldID INT, valueID INT);
    CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT);
    CREATE TABLE itemCreators (itemID INT, creatorID INT, creatorTypeID INT, orderIndex INT);
    CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY, parentItemID INT, contentType TEXT, path TEXT);
    CREATE TABLE itemNotes (itemID INTEGER PRIMARY KEY, parentItemID INT, note TEXT);
    CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE itemTags (itemID INT, tagID INT);
    CREATE TABLE collections (collectionID INTEGER PRIMARY KEY, collectionName TEXT, parentCollectionID INT);
    CREATE TABLE collectionItems (collectionID INT, itemID INT);
    CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY);
    INSERT INTO itemTypes VALUES (1, 'annotation'), (3, 'attachment'), (22, 'journalArticle'), (28, 'note');
    INSERT INTO fields VALUES (1, 'title');
    INSERT INTO tags VALUES (1, 'urology');
    INSERT INTO collections VALUES (1, 'Thesis', NULL);";

/// An article without a text; a PDF, a web page, a scan and a PDF that is gone, each alone; a note alone, one of the article, one in the bin.
const ITEMS: &str = "
    INSERT INTO items VALUES (1, 22, 'ARTICLE1'), (2, 3, 'PDFALONE'), (3, 3, 'PAGEALON'), (4, 3, 'SCANALON'),
        (5, 3, 'GONEALON'), (6, 28, 'NOTEALON'), (7, 28, 'NOTEOFIT'), (8, 28, 'NOTEINBI'), (9, 3, 'PDFOFITX');
    INSERT INTO itemDataValues VALUES (1, 'Stones'), (2, 'Ek 2001.pdf');
    INSERT INTO itemData VALUES (1, 1, 1), (2, 1, 2);
    INSERT INTO itemAttachments VALUES (2, NULL, 'application/pdf', 'storage:Ek 2001.pdf'), (3, NULL, 'text/html', 'storage:page.html'),
        (4, NULL, 'application/pdf', 'storage:scan.pdf'), (5, NULL, 'application/pdf', 'storage:gone.pdf'),
        (9, 1, 'application/pdf', 'storage:bad.pdf');
    INSERT INTO itemNotes VALUES (6, NULL, '<div><p>Ask about the liver</p><p>Its left lobe is small.</p></div>'),
        (7, 1, '<p>Of the article.</p>'), (8, NULL, '<p>Thrown away.</p>');
    INSERT INTO itemTags VALUES (2, 1), (6, 1);
    INSERT INTO collectionItems VALUES (1, 2), (1, 6);
    INSERT INTO deletedItems VALUES (8);";

fn made(items: &str) -> Files {
    let files = Files::new();
    let text = [show(
        72.0,
        700.0,
        11.0,
        "The stone was found in the ureter.",
    )];
    files.write(
        "storage/PDFALONE/Ek 2001.pdf",
        pdf(Some("On stones"), &text),
    );
    files.write("storage/PAGEALON/page.html", "<p>Livers</p>");
    files.write("storage/SCANALON/scan.pdf", pdf(None, &[String::new()]));
    files.write("storage/PDFOFITX/bad.pdf", "%PDF-1.4 damaged");
    let database = Connection::open(files.path().join("zotero.sqlite")).expect("a database");
    database.execute_batch(TABLES).expect("tables");
    database.execute_batch(items).expect("items");
    files
}

fn of<'d>(key: &str, documents: &'d [Document]) -> Option<&'d Document> {
    let id = format!("zotero:{key}");
    documents.iter().find(|document| document.id == id)
}

#[test]
fn pdfs_and_notes_that_stand_alone_are_documents() {
    let files = made(ITEMS);
    let (documents, _) = read(&[files.path().to_owned()]);
    let paper = of("PDFALONE", &documents).expect("the PDF");
    assert_eq!(paper.title, "On stones");
    assert_eq!(paper.text, "The stone was found in the ureter.");
    assert_eq!(paper.marks.tags, ["urology"]);
    assert_eq!(paper.marks.collections, ["Thesis"]);
    assert!(Path::new(&paper.details.files[0]).is_file());
    let note = of("NOTEALON", &documents).expect("the note");
    assert_eq!(note.title, "Ask about the liver");
    assert_eq!(note.text, "Its left lobe is small.");
    assert_eq!(note.kind.as_deref(), Some("note"));
    assert_eq!(note.marks.collections, ["Thesis"]);
    assert_eq!(note.marks.note, "");
    let article = of("ARTICLE1", &documents).expect("the article");
    assert_eq!(article.marks.note, "Of the article.");
    assert_eq!(documents.len(), 3, "{documents:?}");
}

#[test]
fn what_gives_no_document_is_told_by_its_own_name() {
    let files = made(ITEMS);
    let (_, errors) = read(&[files.path().to_owned()]);
    let mut told: Vec<String> = errors
        .iter()
        .map(|error| {
            let name = error.file.file_name().unwrap_or_default();
            format!("{}: {}", name.to_string_lossy(), error.reason)
        })
        .collect();
    told.sort();
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(told[0].starts_with("bad.pdf: "), "{told:?}");
    assert!(told[1].starts_with("gone.pdf: cannot be read"), "{told:?}");
    assert!(
        told[2].starts_with("page.html: it stands in Zotero without an entry"),
        "{told:?}"
    );
    assert!(
        told[3].starts_with("scan.pdf: no text in this PDF"),
        "{told:?}"
    );
    // Each can be tried again by its own path.
    let page = errors
        .iter()
        .find(|error| error.file.ends_with("page.html"));
    let again = page.expect("the page").file.clone();
    let (documents, errors) = read(&[again]);
    assert_eq!((documents.len(), errors.len()), (1, 0));
}

#[test]
fn a_library_of_nothing_but_a_note_is_read() {
    let alone = "INSERT INTO items VALUES (1, 28, 'NOTEALON');
        INSERT INTO itemNotes VALUES (1, NULL, '<p>One long paragraph of a note that goes on and on about the liver, its lobes, its veins, and what the surgeon said of them in the morning.</p>');";
    let files = made(alone);
    let (documents, errors) = read(&[files.path().join("zotero.sqlite")]);
    assert!(errors.is_empty(), "{errors:?}");
    assert!(documents[0].title.starts_with("One long paragraph"));
    assert!(documents[0].title.chars().count() <= 120);
    assert!(documents[0].text.ends_with("in the morning."));
}

#[test]
fn what_a_feed_brings_is_no_part_of_the_library() {
    let files = made(
        "CREATE TABLE feedItems (itemID INTEGER PRIMARY KEY, guid TEXT);
        INSERT INTO items VALUES (1, 22, 'ARTICLE1'), (2, 22, 'FROMFEED');
        INSERT INTO itemDataValues VALUES (1, 'Stones'), (2, 'News of the week');
        INSERT INTO itemData VALUES (1, 1, 1), (2, 1, 2);
        INSERT INTO feedItems VALUES (2, 'https://example.org/2');",
    );
    let (documents, errors) = read(&[files.path().join("zotero.sqlite")]);
    assert!(errors.is_empty(), "{errors:?}");
    let titles: Vec<&str> = documents.iter().map(|d| d.title.as_str()).collect();
    assert_eq!(titles, ["Stones"]);
}

#[test]
fn files_below_a_folder_that_is_not_known_are_told() {
    let linked = "INSERT INTO items VALUES (1, 22, 'ARTICLE1'), (2, 3, 'PDFOFITX'), (3, 3, 'PDFALONE'), (4, 3, 'ELSEWHER');
        INSERT INTO itemDataValues VALUES (1, 'Stones');
        INSERT INTO itemData VALUES (1, 1, 1);
        INSERT INTO itemAttachments VALUES (2, 1, 'application/pdf', 'attachments:stones/Ek 2001.pdf'),
            (3, NULL, 'application/pdf', 'attachments:alone.pdf'), (4, 1, 'application/pdf', 'elsewhere/odd.pdf');";
    let files = made(linked);
    let (documents, errors) = read(&[files.path().join("zotero.sqlite")]);
    assert_eq!(documents.len(), 1);
    assert_eq!(
        documents[0].warnings,
        [
            "stones/Ek 2001.pdf lies relative to Zotero's base folder, which is not known, and is not read",
            "elsewhere/odd.pdf is not there",
        ]
    );
    let told: Vec<String> = errors.iter().map(|e| e.reason.to_string()).collect();
    let wanted =
        "alone.pdf lies relative to Zotero's base folder, which is not known; add the file itself";
    assert_eq!(told, [wanted]);
}

/// Titles enough that a change of all of them is written before it is whole.
fn many_titles() -> String {
    let mut sql = String::new();
    for n in 1..=400 {
        let title = format!("Old title {n} {}", "on livers ".repeat(50));
        sql += &format!(
            "INSERT INTO items VALUES ({n}, 22, 'ARTICLE{n}');
             INSERT INTO itemDataValues VALUES ({n}, '{title}');
             INSERT INTO itemData VALUES ({n}, 1, {n});"
        );
    }
    sql
}

#[test]
fn a_change_that_is_not_whole_is_not_read() {
    let files = made(&format!("BEGIN; {} COMMIT;", many_titles()));
    let path = files.path().join("zotero.sqlite");
    let zotero = Connection::open(&path).expect("the database");
    zotero
        .execute_batch(
            "PRAGMA cache_size = 5; BEGIN; UPDATE itemDataValues SET value = 'New ' || value;",
        )
        .expect("a change");
    let journal = files.path().join("zotero.sqlite-journal");
    assert!(journal.metadata().is_ok_and(|journal| journal.len() > 0));
    let (documents, errors) = read(std::slice::from_ref(&path));
    assert!(errors.is_empty(), "{errors:?}");
    let old = documents
        .iter()
        .filter(|d| d.title.starts_with("Old title"));
    assert_eq!((old.count(), documents.len()), (400, 400));
    assert!(documents[0].warnings.is_empty());
    assert!(journal.exists(), "nothing is undone in Zotero's own folder");
}

#[test]
fn a_database_that_is_written_and_too_large_to_be_copied_is_read_with_a_warning() {
    let files = made(ITEMS);
    files.write("zotero.sqlite-journal", "x");
    let small = ReadOptions {
        limits: Limits {
            spooled_bytes: 10_000,
            ..Limits::default()
        },
        ..options()
    };
    let paths = [files.path().join("zotero.sqlite")];
    for (options, warnings) in [(small, 1), (options(), 0)] {
        let (documents, _) = read_with(&paths, &options);
        let warned = documents.iter().flat_map(|document| &document.warnings);
        let warned = warned.filter(|words| words.starts_with("Zotero is writing"));
        assert_eq!((warned.count(), documents.len()), (warnings, 3));
    }
}

#[test]
fn what_stands_in_the_journal_alone_is_read() {
    let first = "PRAGMA journal_mode = WAL; INSERT INTO items VALUES (1, 22, 'ARTICLE1');
        INSERT INTO itemDataValues VALUES (1, 'Stones');
        INSERT INTO itemData VALUES (1, 1, 1);";
    let files = made(first);
    let path = files.path().join("zotero.sqlite");
    let zotero = Connection::open(&path).expect("the database");
    zotero
        .execute_batch(
            "PRAGMA wal_autocheckpoint = 0; INSERT INTO items VALUES (2, 22, 'ARTICLE2');
             INSERT INTO itemDataValues VALUES (2, 'Livers');
             INSERT INTO itemData VALUES (2, 1, 2);",
        )
        .expect("a change");
    let (documents, errors) = read(&[path]);
    assert!(errors.is_empty(), "{errors:?}");
    let titles: Vec<&str> = documents.iter().map(|d| d.title.as_str()).collect();
    assert_eq!(titles, ["Stones", "Livers"]);
}
