//! Abbreviations of BibTeX (`@string`): each is resolved where it is met, so that none stands for itself, for more than it may, or in the way of
//! the entries behind it.

use std::collections::{HashMap, HashSet};

use biblatex::{Field, Pair, ParseError, RawBibliography, RawChunk, Spanned};

use super::Reason;
use super::tex::{TOO_DEEP, braced, closed, dotted, is_too_deep, masked};
use crate::bytes::Bytes;

/// Bytes of all abbreviations of a file, and of what one entry has for them, at most.
const MOST: usize = 1 << 20;

/// What every style has.
const MONTHS: [(&str, &str); 12] = [
    ("jan", "January"),
    ("feb", "February"),
    ("mar", "March"),
    ("apr", "April"),
    ("may", "May"),
    ("jun", "June"),
    ("jul", "July"),
    ("aug", "August"),
    ("sep", "September"),
    ("oct", "October"),
    ("nov", "November"),
    ("dec", "December"),
];

/// The abbreviations of a file, by their names in lower case, with what they stand for.
#[derive(Default)]
pub(super) struct Abbreviations {
    known: HashMap<String, String>,
    bytes: usize,
}

impl Abbreviations {
    /// Takes those of an `@string`; they may be made of others that stand before them.
    ///
    /// # Errors
    /// If it is malformed, names one that is not known, or would be too many.
    pub(super) fn take(&mut self, text: &str) -> Result<(), Reason> {
        let whole = masked(&braced(&dotted(text)));
        if is_too_deep(&whole) {
            return Err(Reason::BibTex(TOO_DEEP.to_owned()));
        }
        let until_brace = closed(&whole);
        let raw = RawBibliography::parse(&whole)
            .or_else(|error| RawBibliography::parse(&until_brace).map_err(|_| error))
            .map_err(|error| Reason::BibTex(words(error)))?;
        for pair in &raw.abbreviations {
            let name = pair.key.v.to_lowercase();
            let value = self.resolved(&pair.value.v)?;
            self.bytes += name.len() + value.len();
            self.known.insert(name, value);
        }
        Ok(())
    }

    /// What a value stands for.
    fn resolved(&self, value: &Field<'_>) -> Result<String, Reason> {
        let mut out = String::new();
        for chunk in value {
            let part = match chunk.v {
                RawChunk::Normal(part) => part,
                RawChunk::Abbreviation(name) => {
                    let unknown = || Reason::BibTex(format!("unknown abbreviation \"{name}\""));
                    self.of(name).ok_or_else(unknown)?
                }
            };
            if self.bytes + out.len() + part.len() > MOST {
                return Err(Reason::BibTex(too_long()));
            }
            out.push_str(part);
        }
        Ok(out)
    }

    fn of(&self, name: &str) -> Option<&str> {
        let name = name.to_lowercase();
        let month = || MONTHS.iter().find(|(short, _)| *short == name);
        let known = self.known.get(&name).map(String::as_str);
        known.or_else(|| month().map(|(_, month)| *month))
    }

    /// Gives the entries of a record the abbreviations that stand in them, in place of any that it brings along itself.
    ///
    /// # Errors
    /// In words, if they would stand for too much.
    pub(super) fn lend<'s>(&'s self, raw: &mut RawBibliography<'s>) -> Result<(), String> {
        let mut lent = 0_usize;
        let mut names: HashSet<&'s str> = HashSet::new();
        let mut pairs = Vec::new();
        let fields = raw.entries.iter().flat_map(|entry| &entry.v.fields);
        for chunk in fields.flat_map(|field| &field.value.v) {
            let RawChunk::Abbreviation(name) = chunk.v else {
                continue;
            };
            let Some(value) = self.known.get(&name.to_lowercase()) else {
                continue;
            };
            lent += value.len();
            if lent > MOST {
                return Err(too_long());
            }
            if names.insert(name) {
                let value: Field<'s> = vec![Spanned::zero(RawChunk::Normal(value))];
                pairs.push(Pair::new(Spanned::zero(name), Spanned::zero(value)));
            }
        }
        raw.abbreviations = pairs;
        Ok(())
    }
}

/// What is wrong, without where.
pub(super) fn words(error: ParseError) -> String {
    error.kind.to_string()
}

fn too_long() -> String {
    format!(
        "abbreviations that stand for more than {}",
        Bytes(MOST as u64)
    )
}
