//! Entries of BibTeX that take fields from others: a paper from its proceedings (`crossref`), any entry from a store of fields (`xdata`).
//!
//! The others may stand anywhere in the file, which is read as a stream: what may be needed is kept, and what needs it waits for the end.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use biblatex::{Entry, EntryType};

use super::split::Record;

/// Bytes of an entry that others may take fields from, and of what one takes from others, at most.
const PARENT: usize = 64 << 10;
/// Bytes of all those that are kept.
const KEPT: usize = 16 << 20;
/// Bytes of entries that wait, before they have to do with what is known.
const WAITING: usize = 64 << 20;
/// Entries that one takes fields from, and steps from one to the next.
const LINKS: usize = 8;

/// What a paper has in common with the volume that it is in. Its DOI, its abstract and its pages are its own.
const SHARED: [&str; 19] = [
    "publisher",
    "editor",
    "address",
    "location",
    "series",
    "volume",
    "number",
    "edition",
    "isbn",
    "issn",
    "language",
    "langid",
    "organization",
    "institution",
    "journal",
    "journaltitle",
    "shortjournal",
    "booktitle",
    "booksubtitle",
];

/// The fields of a date, which belong together.
const DATE: [&str; 4] = ["date", "year", "month", "day"];

/// Another entry that fields are taken from.
#[derive(Clone)]
pub(super) struct Link {
    key: String,
    /// Whether that is a store of fields (`xdata`), of which all are taken.
    is_data: bool,
}

impl Link {
    /// By the key in the file.
    pub(super) fn of(key: &str, is_data: bool) -> Option<Link> {
        let key = key.trim_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '"'));
        let key = key.to_owned();
        (!key.is_empty()).then_some(Link { key, is_data })
    }
}

/// An entry and whom it takes fields from.
#[derive(Clone)]
pub(super) struct Kin {
    pub(super) entry: Entry,
    pub(super) links: Vec<Link>,
    /// Whether its source has dashes that are no hyphens.
    pub(super) dashes: bool,
}

impl Kin {
    /// Whether it is no work but a store of fields.
    pub(super) fn is_data(&self) -> bool {
        self.entry.entry_type == EntryType::XData
    }
}

/// An entry that waits for others.
pub(super) struct Waiting {
    pub(super) kin: Kin,
    pub(super) number: u64,
    pub(super) line: u64,
    pub(super) foreign: usize,
    /// Keys that were not found.
    pub(super) missing: Vec<String>,
}

/// The entries of a file, as far as others may need them.
#[derive(Default)]
pub(super) struct Family {
    known: HashMap<String, Kin>,
    known_bytes: usize,
    wanted: BTreeSet<String>,
    waiting: Vec<Waiting>,
    waiting_bytes: usize,
}

impl Family {
    /// Keeps an entry of `bytes` that others may take fields from: a volume of works, or one that was asked for.
    pub(super) fn keep(&mut self, kin: &Kin, bytes: usize) {
        let key = kin.entry.key.to_lowercase();
        let may_be_needed = is_volume(&kin.entry.entry_type) || self.wanted.contains(&key);
        if may_be_needed && bytes <= PARENT && self.known_bytes + bytes <= KEPT {
            self.known_bytes += bytes;
            self.known.entry(key).or_insert_with(|| kin.clone());
        }
    }

    /// Lets an entry wait; false when no more may, and all must be settled.
    pub(super) fn wait(&mut self, mut kin: Kin, record: &Record<'_>) -> bool {
        kin.links.truncate(LINKS);
        let keys = kin.links.iter().map(|link| link.key.to_lowercase());
        self.wanted.extend(keys);
        self.waiting_bytes += record.text.len();
        self.waiting.push(Waiting {
            kin,
            number: record.number,
            line: record.line,
            foreign: record.foreign,
            missing: Vec::new(),
        });
        self.waiting_bytes < WAITING
    }

    /// The entries that waited, each with the fields that it takes from others.
    pub(super) fn settle(&mut self) -> Vec<Waiting> {
        let mut whole = HashMap::new();
        let mut waiting = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        self.wanted.clear();
        for one in &mut waiting {
            let own = one.kin.entry.key.to_lowercase();
            // Those of stores come before those of volumes.
            one.kin.links.sort_by_key(|link| !link.is_data);
            let mut room = PARENT;
            for link in std::mem::take(&mut one.kin.links) {
                let key = link.key.to_lowercase();
                match self.whole(&key, &mut whole, LINKS) {
                    Some(parent) if key != own => {
                        inherit(&mut one.kin.entry, &parent, link.is_data, &mut room);
                    }
                    Some(_) => {}
                    None => one.missing.push(link.key),
                }
            }
        }
        waiting
    }

    /// An entry with what it takes itself from others, `steps` away at most. Each is made whole once; a circle ends where it began.
    fn whole(
        &self,
        key: &str,
        whole: &mut HashMap<String, Rc<Entry>>,
        steps: usize,
    ) -> Option<Rc<Entry>> {
        if let Some(entry) = whole.get(key) {
            return Some(Rc::clone(entry));
        }
        let kin = self.known.get(key)?;
        let mut entry = kin.entry.clone();
        whole.insert(key.to_owned(), Rc::new(entry.clone()));
        let mut room = PARENT;
        for link in kin.links.iter().take(LINKS).filter(|_| steps > 0) {
            if let Some(parent) = self.whole(&link.key.to_lowercase(), whole, steps - 1) {
                inherit(&mut entry, &parent, link.is_data, &mut room);
            }
        }
        let entry = Rc::new(entry);
        whole.insert(key.to_owned(), Rc::clone(&entry));
        Some(entry)
    }
}

/// Whether an entry of this type holds other works, or fields for them.
fn is_volume(kind: &EntryType) -> bool {
    use EntryType::{
        Book, Collection, MvBook, MvCollection, MvProceedings, MvReference, Periodical,
        Proceedings, Reference, XData,
    };
    matches!(
        kind,
        Book | Collection
            | MvBook
            | MvCollection
            | MvProceedings
            | MvReference
            | Periodical
            | Proceedings
            | Reference
            | XData
    )
}

/// Gives an entry the fields that it lacks and another one has: those of a store, or those that a work shares with its volume, whose title
/// becomes that of its book. `room`: bytes that it may still take.
fn inherit(entry: &mut Entry, from: &Entry, is_data: bool, room: &mut usize) {
    let lacks_date = !["date", "year"]
        .iter()
        .any(|f| entry.fields.contains_key(*f));
    let mut taken: Vec<(&str, &str)> = Vec::new();
    if is_data {
        taken.extend(from.fields.keys().map(|name| (&**name, &**name)));
    } else {
        taken.extend(SHARED.map(|name| (name, name)));
        if from.entry_type == EntryType::Periodical {
            taken.push(("title", "journaltitle"));
        } else if !is_volume(&entry.entry_type) && entry.entry_type != EntryType::Article {
            taken.extend([("title", "booktitle"), ("subtitle", "booksubtitle")]);
        }
        // Parts of a book are by its authors unless they say otherwise.
        if entry.entry_type == EntryType::InBook {
            taken.push(("author", "author"));
        }
    }
    // What belongs together comes from one entry.
    let has_book = entry.fields.contains_key("booktitle");
    let apart = |own: &str| has_book && own == "booksubtitle";
    taken.retain(|(name, own)| !DATE.contains(name) && !apart(own));
    if lacks_date {
        taken.extend(DATE.map(|name| (name, name)));
    }
    for (name, own) in taken {
        let Some(value) = from.fields.get(name) else {
            continue;
        };
        let bytes: usize = value.iter().map(|chunk| chunk.v.get().len()).sum();
        if !entry.fields.contains_key(own) && bytes <= *room {
            *room -= bytes;
            entry.fields.insert(own.to_owned(), value.clone());
        }
    }
}
