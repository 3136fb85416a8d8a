//! A record of a work that is in the library already: what the document there lacks is taken over from it, so that reading a work again
//! from another source loses nothing.

use std::path::Path;

use rusqlite::{Connection, Transaction};

use super::duplicates::WORKS;
use super::identity::{Found, Identity, InFile, find_duplicate};
use super::merge::{self, Changed};
use super::placed::set_source;
use super::{Completed, Library, LibraryError, Merge, completions, corrections, sums};
use crate::{Document, Source, normalise_title};

/// What is known of documents that are about to be added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recognised {
    /// For each document, in order, whether it is there already, so that it need not be placed.
    pub known: Vec<bool>,
    /// Documents of the library that have taken over something.
    pub completed: Vec<Completed>,
}

/// What another record of a work would change of the document that is there.
pub(super) enum Gain {
    Nothing,
    /// Fields or marks.
    Fields(Box<Changed>),
    /// The text, and perhaps the others too.
    Text(Box<Changed>),
    /// It is the same record of the same file, with another text: a newer version.
    Newer,
}

impl Library {
    /// Which of these documents are there already. What those lack is taken over (see [`Library::add`]), but for texts: a document that
    /// brings the text of one that has none is not known, because it has to be placed first; adding it completes the one that is there.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn recognise(&mut self, documents: &[Document]) -> Result<Recognised, LibraryError> {
        let (recognised, there) = self.look_for(documents)?;
        let known = documents.iter().zip(&recognised.known).zip(there);
        self.note_known(
            known.filter_map(|((document, known), key)| known.then_some((key?, document))),
        );
        Ok(recognised)
    }

    /// Which are there, and the keys of those that they are there as.
    fn look_for(
        &mut self,
        documents: &[Document],
    ) -> Result<(Recognised, Vec<Option<i64>>), LibraryError> {
        self.ensure_sound()?;
        let mut recognised = Recognised::default();
        let mut there = Vec::with_capacity(documents.len());
        let mut changes = Vec::new();
        for document in documents {
            let library = &mut InFile(&self.connection);
            let copy = find_duplicate(library, document, &Identity::of(document))?;
            there.push(copy.as_ref().map(|(found, _)| found.key));
            let Some((found, _)) = copy else {
                recognised.known.push(false);
                continue;
            };
            let gained = self.gain(&found, document)?;
            let known = matches!(gained, Gain::Nothing | Gain::Fields(_));
            recognised.known.push(known);
            let moved = known && self.is_moved(found.key, &document.source)?;
            if moved || matches!(gained, Gain::Fields(_)) {
                changes.push((document, found, gained, moved));
            }
        }
        if changes.is_empty() {
            return Ok((recognised, there));
        }
        let completed = &mut recognised.completed;
        let change = self.begin()?;
        for (document, found, mut gained, moved) in changes {
            let key = found.key;
            if moved {
                set_source(&change, key, &document.source)?;
            }
            if completed.iter().any(|known| known.key == key) {
                // An earlier one of these documents has completed it.
                gained = gain(&change, &found, document, true)?;
            }
            if let Gain::Fields(after) = &gained {
                completed.push(take(&change, key, after, document, Takes::Fields)?);
            }
        }
        change.commit()?;
        self.forget_facets();
        Ok((recognised, there))
    }

    /// Nothing where nothing can be changed.
    pub(super) fn gain(&self, found: &Found, document: &Document) -> Result<Gain, LibraryError> {
        if self.read_only.is_some() || self.in_place.is_some() {
            return Ok(Gain::Nothing);
        }
        gain(&self.connection, found, document, false)
    }
}

/// Whether a text says no more than the title.
fn is_bare(text: &str, title: &str) -> bool {
    normalise_title(title).contains(&normalise_title(text))
}

/// What a document of the library would gain from another record of it; `is_touched` says that this very change has written it.
pub(super) fn gain(
    connection: &Connection,
    found: &Found,
    document: &Document,
    is_touched: bool,
) -> Result<Gain, LibraryError> {
    let key = found.key;
    let (text, source) = connection
        .prepare_cached("SELECT text, source_path, source_record FROM contents WHERE key = ?1")?
        .query_row([key], |row| {
            let source = Source {
                path: row.get::<_, String>(1)?.into(),
                record: row.get::<_, i64>(2)?.try_into().unwrap_or_default(),
                line: None,
            };
            Ok((row.get::<_, String>(0)?, source))
        })?;
    let brings_text = !is_bare(&document.text, &document.title);
    let has_text = !is_bare(&text, &found.title);
    let own = &document.source;
    let same_record = source.path == own.path && source.record == own.record;
    let differs = brings_text && normalise_title(&text) != normalise_title(&document.text);
    if has_text && differs && same_record && own.path.is_absolute() {
        return Ok(Gain::Newer);
    }
    let before = merge::details(connection, key)?;
    let mut other = document.clone();
    let takes_text = brings_text && !has_text && may_take_text(connection, key)?;
    // The work itself can be opened from the record of it.
    if !takes_text && is_work(&own.path) && !is_work(&source.path) && own.path.is_absolute() {
        let path = own.path.display().to_string();
        other.details.files.push(path);
    }
    let after = merge::completed(key, &before, &other)?;
    if !takes_text && after.as_ref().is_none_or(|after| *after == before) {
        return Ok(Gain::Nothing);
    }
    // A sum made anew would hide what is damaged.
    if !is_touched && sums::changed(connection, key)?.is_some() {
        return Ok(Gain::Nothing);
    }
    let after = Box::new(after.unwrap_or(before));
    Ok(match takes_text {
        true => Gain::Text(after),
        false => Gain::Fields(after),
    })
}

fn is_work(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    WORKS.contains(&ending.to_lowercase().as_str())
}

/// Whether no reader has said anything of its sentences.
fn may_take_text(connection: &Connection, key: i64) -> Result<bool, LibraryError> {
    let said = corrections::of(connection, key)?;
    Ok(said.iter().all(corrections::Correction::is_of_whole))
}

/// What a document takes over, as far as that can be taken back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// It was added by the same change, and goes with it.
    AsNew,
    /// Fields or marks.
    Fields,
    /// A text, too, which is about to be put into it.
    Text,
}

/// Puts what was gained into a document, also into what it would be again when a merge is undone.
pub(super) fn take(
    transaction: &Transaction<'_>,
    key: i64,
    after: &Changed,
    document: &Document,
    takes: Takes,
) -> Result<Completed, LibraryError> {
    let before = merge::details(transaction, key)?;
    let number = match takes {
        Takes::AsNew => None,
        _ => Some(completions::note(transaction, key, takes == Takes::Text)?),
    };
    merge::set(transaction, key, after)?;
    merge::complete_before(transaction, key, document)?;
    Ok(completions::completed(key, number, &before, after))
}

/// Newer versions take the places of the older ones, which go to the trash.
pub(super) fn newer(pairs: Vec<(i64, i64)>) -> Vec<Merge> {
    let merge = |(keep, other)| Merge {
        keep,
        others: vec![other],
    };
    pairs.into_iter().map(merge).collect()
}
