//! The library of Zotero: its database, opened to be read alone, with the PDFs that lie beside it.
//!
//! The tables are those of Zotero 5 to 7. Nothing is written, and no lock is waited for: Zotero may be running.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::error::{Location, Reason};
use super::extra::Extra;
use super::options::ReadOptions;
use super::sink::Sink;
use super::{html, markup};
use crate::date::{find_date, find_year};
use crate::{Details, Document};

/// Items that are no documents.
const NO_DOCUMENTS: &[&str] = &["attachment", "note", "annotation"];

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
    let items = match Database::open(disk).and_then(|database| database.items()) {
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
    // Those that a record names are read here.
    sink.pdf = None;
    let storage = disk.parent().unwrap_or(Path::new("")).join("storage");
    for (number, item) in (1..).zip(items) {
        if sink.cancelled() || sink.full() {
            return;
        }
        let mut document = item.document;
        let paths = item.files.iter().filter_map(|file| file.path(&storage));
        document.details.files = paths.map(|path| path.display().to_string()).collect();
        if document.text.is_empty() {
            for pdf in item.files.iter().filter(|file| file.is_pdf) {
                let file = pdf.path(&storage);
                match (&options.pdf, file) {
                    (Some(extract), Some(file)) if file.is_file() => {
                        match extract(&file, sink.cancel) {
                            Ok(text) => {
                                document.text = text.joined();
                                break;
                            }
                            Err(error) => sink.pending.push(format!("{}: {error}", file.display())),
                        }
                    }
                    (_, Some(file)) => sink
                        .pending
                        .push(format!("{} is not there", file.display())),
                    (_, None) => {}
                }
            }
        }
        sink.row(document, number, None, 0);
    }
}

/// An item of a library.
struct Item {
    document: Document,
    files: Vec<Attachment>,
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

struct Database(Connection);

impl Database {
    fn open(path: &Path) -> rusqlite::Result<Self> {
        // Immutable: a running Zotero holds a lock that would otherwise be waited for.
        let address = path
            .to_string_lossy()
            .replace('%', "%25")
            .replace('?', "%3f")
            .replace('#', "%23");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(format!("file:{address}?immutable=1"), flags)?;
        connection.pragma_update(None, "trusted_schema", false)?;
        Ok(Self(connection))
    }

    /// The items with their details; `None` if the database is not Zotero's.
    fn items(&self) -> rusqlite::Result<Option<Vec<Item>>> {
        let tables: i64 = self.0.query_row(
            "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('items', 'itemData', 'itemDataValues', 'fields', 'itemTypes', 'creators', 'itemCreators')",
            [],
            |row| row.get(0),
        )?;
        // Views stand for no table: one of somebody else's may give rows without end.
        let views: bool = self.0.query_row(
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
        let mut notes = self.texts(
            "SELECT parentItemID, note FROM itemNotes WHERE parentItemID IS NOT NULL AND note IS NOT NULL ORDER BY itemID",
        )?;
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
        let mut files: HashMap<i64, Vec<Attachment>> = HashMap::new();
        self.each_if_there(
            "SELECT a.parentItemID, i.key, a.path, a.contentType IS 'application/pdf' FROM itemAttachments a JOIN items i USING (itemID) \
             WHERE a.parentItemID IS NOT NULL AND a.path IS NOT NULL \
             AND a.itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY a.itemID",
            |row| {
                let (key, path, is_pdf) = (row.get(1)?, row.get(2)?, row.get(3)?);
                let of = files.entry(row.get(0)?).or_default();
                of.push(Attachment { key, path, is_pdf });
                Ok(())
            },
        )?;
        let mut deleted: HashSet<i64> = HashSet::new();
        self.each_if_there("SELECT itemID FROM deletedItems", |row| {
            deleted.insert(row.get(0)?);
            Ok(())
        })?;
        let mut items = Vec::new();
        self.each(
            "SELECT i.itemID, i.key, t.typeName FROM items i JOIN itemTypes t USING (itemTypeID) ORDER BY i.itemID",
            |row| {
                let id: i64 = row.get(0)?;
                let kind: String = row.get(2)?;
                if deleted.contains(&id) || NO_DOCUMENTS.contains(&kind.as_str()) {
                    return Ok(());
                }
                let mut document = document(fields.remove(&id).unwrap_or_default());
                document.id = format!("zotero:{}", row.get::<_, String>(1)?);
                document.kind = Some(kind);
                let people = people.remove(&id).unwrap_or_default();
                document.authors = people.authors;
                document.details.editors = people.editors;
                document.marks.tags = tags.remove(&id).unwrap_or_default();
                document.marks.collections = collections.remove(&id).unwrap_or_default();
                let notes = notes.remove(&id).unwrap_or_default();
                let extra = std::mem::take(&mut document.marks.note);
                let notes = notes.iter().map(|note| markup::joined(&html::chapter(note)));
                let notes: Vec<String> = notes.chain([extra]).collect();
                document.marks.note = notes.join("\n\n").trim().to_owned();
                let files = files.remove(&id).unwrap_or_default();
                items.push(Item { document, files });
                Ok(())
            },
        )?;
        Ok(Some(items))
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
        let mut statement = self.0.prepare(sql)?;
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
        match self.0.prepare(sql) {
            Ok(_) => self.each(sql, on_row),
            Err(_) => Ok(()),
        }
    }
}

/// A document out of the fields of an item.
fn document(mut fields: HashMap<String, String>) -> Document {
    let mut take = |names: &[&str]| {
        let found = names.iter().find_map(|name| fields.remove(*name));
        found
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty())
    };
    let mut extra = Extra::of(&take(&["extra"]).unwrap_or_default());
    // What it is called in a text that cites it is no note.
    extra.take("Citation Key");
    let date = take(&["date", "dateDecided", "dateEnacted"]);
    let mut document = Document {
        title: take(&["title", "caseName", "subject", "nameOfAct"]).unwrap_or_default(),
        text: take(&["abstractNote"]).unwrap_or_default(),
        // A date is kept twice: "2019-05-00 5/2019".
        year: date.as_deref().and_then(find_year),
        journal: take(&[
            "publicationTitle",
            "bookTitle",
            "proceedingsTitle",
            "websiteTitle",
            "blogTitle",
        ]),
        doi: take(&["DOI"]).or_else(|| extra.take("DOI")),
        pmid: extra.take("PMID"),
        url: take(&["url"]),
        details: Details {
            volume: take(&["volume"]),
            issue: take(&["issue", "reportNumber"]),
            pages: take(&["pages"]),
            page_count: take(&["numPages"]),
            journal_short: take(&["journalAbbreviation"]),
            series: take(&["series", "seriesTitle"]),
            edition: take(&["edition"]),
            publisher: take(&["publisher", "university", "institution"]),
            place: take(&["place"]),
            date: date.as_deref().and_then(find_date),
            language: take(&["language"]),
            issn: take(&["ISSN"]),
            isbn: take(&["ISBN"]),
            pmcid: extra.take("PMCID"),
            ..Details::default()
        },
        ..Document::default()
    };
    document.marks.note = extra.rest();
    document
}
