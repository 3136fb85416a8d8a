//! The library of Zotero: its database, opened to be read alone, with the PDFs that lie beside it.
//!
//! The tables are those of Zotero 5 to 7. Nothing is written there, and no lock is waited for: Zotero may be running.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::error::{Location, Reason};
use super::options::ReadOptions;
use super::sink::Sink;
use super::zotero_fields::{document, note, plain};
use super::zotero_open::{self, Opened};
use super::{attached, pdf_file};
use crate::Document;
use crate::pdf::PdfError;

/// Kinds of items that are documents only where they belong to no other item, and what is marked in a file, which never is one.
const ATTACHMENT: &str = "attachment";
const NOTE: &str = "note";
const ANNOTATION: &str = "annotation";

/// How the path of a file begins that lies below the base folder, which stands in Zotero's settings and not in its database.
const BASE: &str = "attachments:";

/// Collections inside each other, at most.
const DEPTH: usize = 32;

/// Whether these first bytes are those of an SQLite database.
pub(crate) fn begins(head: &[u8]) -> bool {
    head.starts_with(b"SQLite format 3\0")
}

/// Reads the items of the database of `sink`.
pub(crate) fn read(options: &ReadOptions, sink: &mut Sink<'_>) {
    let Some(disk) = sink.disk else {
        return sink.error(Location::File, Reason::Database("it is no file".to_owned()));
    };
    let opened = zotero_open::open(disk, options.limits.spooled_bytes);
    let items = opened.and_then(|opened| {
        if opened.is_being_written {
            sink.pending.push(zotero_open::BEING_WRITTEN.to_owned());
        }
        Database(opened).items()
    });
    let items = match items {
        Ok(Some(items)) => items,
        Ok(None) => {
            let what = "it is not Zotero's (a library is opened, not imported)";
            return sink.error(Location::File, Reason::Database(what.to_owned()));
        }
        Err(error) => return sink.error(Location::File, Reason::Database(error.to_string())),
    };
    if items.is_empty() {
        let what = "there is no paper in it that can be read";
        return sink.error(Location::File, Reason::Database(what.to_owned()));
    }
    // Those that an item names are read here.
    sink.pdf = None;
    // In an archive the files are members of their own, and what somebody else's database names on this machine is not opened.
    let lies_alone = sink.disk != Some(sink.file);
    let storage = disk.parent().unwrap_or(Path::new("")).join("storage");
    for (number, mut item) in (1..).zip(items) {
        if sink.cancelled() || sink.full() {
            return;
        }
        if lies_alone {
            if item.stands_alone {
                continue;
            }
            item.files.clear();
        }
        tell_of_lost(&item, number, &storage, sink);
        let paths = item.files.iter().filter_map(|file| file.path(&storage));
        let paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
        let Some(mut document) = with_text(item, &storage, options, sink) else {
            continue;
        };
        document.details.files = paths;
        sink.row(document, number, None, 0);
    }
}

/// Tells of the files of an item of which nobody knows where they lie: an entry is read without them, a file that stands alone is refused.
fn tell_of_lost(item: &Item, number: u64, storage: &Path, sink: &mut Sink<'_>) {
    let lost = item.files.iter();
    for file in lost.filter(|file| file.path(storage).is_none()) {
        match (file.path.strip_prefix(BASE), item.stands_alone) {
            (Some(name), true) => {
                let place = Location::Record {
                    number,
                    line: number,
                };
                sink.error(place, Reason::WithoutBase(name.to_owned()));
            }
            (Some(name), false) => sink.pending.push(format!(
                "{name} lies relative to Zotero's base folder, which is not known, and is not read"
            )),
            (None, true) => {
                let reason = Reason::Io(ErrorKind::NotFound.into());
                sink.error_of(Path::new(&file.path), Location::File, reason);
            }
            (None, false) => sink.pending.push(format!("{} is not there", file.path)),
        }
    }
}

/// An item with the text of its PDF where it has none of its own; nothing where the PDF is all of it and gives no text, which is told.
fn with_text(
    item: Item,
    storage: &Path,
    options: &ReadOptions,
    sink: &mut Sink<'_>,
) -> Option<Document> {
    let Item {
        mut document,
        files,
        stands_alone,
    } = item;
    if !document.text.is_empty() {
        return Some(document);
    }
    let mut found = None;
    let mut is_read = false;
    for attachment in &files {
        let Some(file) = attachment.path(storage) else {
            continue;
        };
        if !file.is_file() {
            let reason = Reason::Io(ErrorKind::NotFound.into());
            sink.error_of(&file, Location::File, reason);
        } else if !attachment.is_pdf {
            if stands_alone {
                sink.error_of(&file, Location::File, Reason::WithoutEntry);
            }
        } else if let Some(extract) = options.pdf.as_ref().filter(|_| found.is_none() && !is_read) {
            // One that stands alone is recognised by what is in it.
            let record = attached::record_of(&document).filter(|_| !stands_alone);
            let text_of = attached::text_of(record, &file);
            is_read = sink.is_read(text_of.as_ref());
            if is_read {
                continue;
            }
            match extract(&file, sink.cancel) {
                Ok(text) => found = Some((text, file, text_of)),
                Err(PdfError::Cancelled) => {
                    sink.summary.cancelled = true;
                    return None;
                }
                Err(error) => sink.error_of(&file, Location::File, Reason::Pdf(error)),
            }
        } else if stands_alone {
            let reason = Reason::Pdf(PdfError::NoExtractor);
            sink.error_of(&file, Location::File, reason);
        }
    }
    match found {
        Some((text, file, _)) if stands_alone => {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let of_pdf = pdf_file::document(text, stem.into_owned());
            Some(Document {
                id: document.id,
                marks: document.marks,
                ..of_pdf
            })
        }
        Some((text, _, text_of)) => {
            document.text = text.joined();
            document.text_of = text_of.map(Box::new);
            Some(document)
        }
        None => (!stands_alone).then_some(document),
    }
}

/// An item of a library.
struct Item {
    document: Document,
    files: Vec<Attachment>,
    /// It is a file without an entry of its own.
    stands_alone: bool,
}

/// Who made an item.
#[derive(Default)]
struct People {
    authors: Vec<String>,
    editors: Vec<String>,
}

/// A file that belongs to an item.
struct Attachment {
    /// Key of the attachment, which is the name of its folder.
    key: String,
    /// Its path as the database has it.
    path: String,
    is_pdf: bool,
}

impl Attachment {
    /// Where it lies: in the folder of the attachment, or where it was linked from.
    fn path(&self, storage: &Path) -> Option<PathBuf> {
        if let Some(name) = self.path.strip_prefix("storage:") {
            // A name is no path: nothing outside of its folder is opened.
            let name = Path::new(name).file_name()?;
            let key = Path::new(&self.key).file_name()?;
            return Some(storage.join(key).join(name));
        }
        let linked = Path::new(&self.path);
        linked.is_absolute().then(|| linked.to_owned())
    }
}

struct Database(Opened);

impl Database {
    /// The items with their details; `None` if the database is not Zotero's.
    fn items(&self) -> rusqlite::Result<Option<Vec<Item>>> {
        let tables: i64 = self.0.connection.query_row(
            "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('items', 'itemData', 'itemDataValues', 'fields', 'itemTypes', 'creators', 'itemCreators')",
            [],
            |row| row.get(0),
        )?;
        // Views stand for no table: one of somebody else's may give rows without end.
        let views: bool = self.0.connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'view')",
            [],
            |row| row.get(0),
        )?;
        if tables != 7 || views {
            return Ok(None);
        }
        let mut fields: HashMap<i64, HashMap<String, String>> = HashMap::new();
        self.each(
            "SELECT d.itemID, f.fieldName, CAST(v.value AS TEXT) FROM itemData d JOIN fields f USING (fieldID) JOIN itemDataValues v USING (valueID)",
            |row| {
                let of = fields.entry(row.get(0)?).or_default();
                of.insert(row.get(1)?, row.get(2)?);
                Ok(())
            },
        )?;
        let mut people = self.people()?;
        let mut tags = self.texts(
            "SELECT itemID, name FROM itemTags JOIN tags USING (tagID) ORDER BY itemID, name",
        )?;
        let deleted = self.deleted()?;
        let mut notes = self.notes(&deleted)?;
        let mut files = self.files()?;
        let mut collections = self.collections_of_items()?;
        let mut items = Vec::new();
        self.each(
            "SELECT i.itemID, i.key, t.typeName FROM items i JOIN itemTypes t USING (itemTypeID) ORDER BY i.itemID",
            |row| {
                let id: i64 = row.get(0)?;
                let kind: String = row.get(2)?;
                let of_item = notes.remove(&id).unwrap_or_default();
                let own_files = files.remove(&id).unwrap_or_default();
                let is_nothing = match kind.as_str() {
                    ANNOTATION => true,
                    ATTACHMENT => own_files.is_empty(),
                    NOTE => of_item.is_empty(),
                    _ => false,
                };
                if deleted.contains(&id) || is_nothing {
                    return Ok(());
                }
                let mut document = match kind.as_str() {
                    NOTE => note(&of_item.join("\n")),
                    _ => document(fields.remove(&id).unwrap_or_default()),
                };
                let stands_alone = kind == ATTACHMENT;
                document.id = format!("zotero:{}", row.get::<_, String>(1)?);
                document.kind = Some(kind);
                let people = people.remove(&id).unwrap_or_default();
                document.authors = people.authors;
                document.details.editors = people.editors;
                document.marks.tags = tags.remove(&id).unwrap_or_default();
                document.marks.collections = collections.remove(&id).unwrap_or_default();
                if document.kind.as_deref() != Some(NOTE) {
                    let extra = std::mem::take(&mut document.marks.note);
                    let notes = of_item.iter().map(|note| plain(note));
                    let notes: Vec<String> = notes.chain([extra]).collect();
                    document.marks.note = notes.join("\n\n").trim().to_owned();
                }
                items.push(Item {
                    document,
                    files: own_files,
                    stands_alone,
                });
                Ok(())
            },
        )?;
        Ok(Some(items))
    }

    /// The items in the bin, and those that feeds bring, which nobody has put into the library.
    fn deleted(&self) -> rusqlite::Result<HashSet<i64>> {
        let mut deleted: HashSet<i64> = HashSet::new();
        for table in ["deletedItems", "feedItems"] {
            self.each_if_there(&format!("SELECT itemID FROM {table}"), |row| {
                deleted.insert(row.get(0)?);
                Ok(())
            })?;
        }
        Ok(deleted)
    }

    /// The notes of items; one that stands alone is an item of its own.
    fn notes(&self, deleted: &HashSet<i64>) -> rusqlite::Result<HashMap<i64, Vec<String>>> {
        let mut notes: HashMap<i64, Vec<String>> = HashMap::new();
        self.each_if_there(
            "SELECT itemID, coalesce(parentItemID, itemID), note FROM itemNotes WHERE note IS NOT NULL ORDER BY itemID",
            |row| {
                if !deleted.contains(&row.get(0)?) {
                    notes.entry(row.get(1)?).or_default().push(row.get(2)?);
                }
                Ok(())
            },
        )?;
        Ok(notes)
    }

    /// The files of items; one that stands alone is an item of its own.
    fn files(&self) -> rusqlite::Result<HashMap<i64, Vec<Attachment>>> {
        let mut files: HashMap<i64, Vec<Attachment>> = HashMap::new();
        self.each_if_there(
            "SELECT coalesce(a.parentItemID, a.itemID), i.key, a.path, a.contentType IS 'application/pdf' FROM itemAttachments a JOIN items i USING (itemID) \
             WHERE a.path IS NOT NULL \
             AND a.itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY a.itemID",
            |row| {
                let (key, path, is_pdf) = (row.get(1)?, row.get(2)?, row.get(3)?);
                let of = files.entry(row.get(0)?).or_default();
                of.push(Attachment { key, path, is_pdf });
                Ok(())
            },
        )?;
        Ok(files)
    }

    /// In which collections items are, by the paths of these.
    fn collections_of_items(&self) -> rusqlite::Result<HashMap<i64, Vec<String>>> {
        let paths = self.collections()?;
        let mut collections: HashMap<i64, Vec<String>> = HashMap::new();
        self.each_if_there(
            "SELECT itemID, collectionID FROM collectionItems ORDER BY itemID, collectionID",
            |row| {
                if let Some(path) = paths.get(&row.get(1)?) {
                    let of = collections.entry(row.get(0)?).or_default();
                    of.push(path.clone());
                }
                Ok(())
            },
        )?;
        Ok(collections)
    }

    /// The authors and the editors of all items; whom an item has instead of authors (inventors, presenters) has the first number among
    /// its kinds of people.
    fn people(&self) -> rusqlite::Result<HashMap<i64, People>> {
        let mut kinds: HashMap<i64, String> = HashMap::new();
        self.each_if_there(
            "SELECT creatorTypeID, creatorType FROM creatorTypes",
            |row| {
                kinds.insert(row.get(0)?, row.get(1)?);
                Ok(())
            },
        )?;
        let mut people: HashMap<i64, People> = HashMap::new();
        self.each(
            "SELECT i.itemID, c.firstName, c.lastName, i.creatorTypeID, \
             i.creatorTypeID = min(i.creatorTypeID) OVER (PARTITION BY i.itemID) \
             FROM itemCreators i JOIN creators c USING (creatorID) ORDER BY i.itemID, i.orderIndex",
            |row| {
                let (first, last): (Option<String>, Option<String>) = (row.get(1)?, row.get(2)?);
                let parts = [last, first].into_iter().flatten();
                let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
                let people = people.entry(row.get(0)?).or_default();
                let kind = kinds.get(&row.get(3)?).map(String::as_str);
                if kind == Some("editor") {
                    people.editors.push(parts.join(", "));
                } else if row.get(4)? {
                    people.authors.push(parts.join(", "));
                }
                Ok(())
            },
        )?;
        Ok(people)
    }

    /// The paths of all collections, `Thesis/Liver`, by their numbers.
    fn collections(&self) -> rusqlite::Result<HashMap<i64, String>> {
        let mut all: BTreeMap<i64, (String, Option<i64>)> = BTreeMap::new();
        self.each_if_there(
            "SELECT collectionID, collectionName, parentCollectionID FROM collections",
            |row| {
                all.insert(row.get(0)?, (row.get(1)?, row.get(2)?));
                Ok(())
            },
        )?;
        let path = |id: &i64| {
            let mut names = Vec::new();
            let mut at = Some(*id);
            while let Some((name, parent)) = at
                .and_then(|id| all.get(&id))
                .filter(|_| names.len() < DEPTH)
            {
                names.push(name.as_str());
                at = *parent;
            }
            names.reverse();
            names.join("/")
        };
        Ok(all.keys().map(|id| (*id, path(id))).collect())
    }

    /// Texts by the number of their item.
    fn texts(&self, sql: &str) -> rusqlite::Result<HashMap<i64, Vec<String>>> {
        let mut texts: HashMap<i64, Vec<String>> = HashMap::new();
        self.each_if_there(sql, |row| {
            texts.entry(row.get(0)?).or_default().push(row.get(1)?);
            Ok(())
        })?;
        Ok(texts)
    }

    fn each(
        &self,
        sql: &str,
        mut on_row: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let mut statement = self.0.connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            on_row(row)?;
        }
        Ok(())
    }

    /// The same of tables that an older database may lack.
    fn each_if_there(
        &self,
        sql: &str,
        on_row: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        match self.0.connection.prepare(sql) {
            Ok(_) => self.each(sql, on_row),
            Err(_) => Ok(()),
        }
    }
}
