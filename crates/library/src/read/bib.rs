//! BibTeX and BibLaTeX references, parsed by the crate `biblatex`, entry by entry: one that is malformed costs no other.

use std::io::BufRead;

use biblatex::{Bibliography, Entry, RawBibliography, RawChunk};

use super::abbreviations::{Abbreviations, words};
use super::bib_fields::document;
use super::family::{Family, Kin, Link};
use super::sink::Sink;
use super::split::{self, Entries, Record};
use super::tex::{TOO_DEEP, braced, closed, dotted, is_too_deep, masked, priced};
use super::{Location, Reason};
use crate::bytes::decode;

/// Whether a line begins an entry.
pub(crate) fn begins(line: &str) -> bool {
    kind_of(line).is_some()
}

/// What stands between the `@` and the brace of an entry.
fn kind_of(entry: &str) -> Option<&str> {
    let (kind, _) = entry
        .trim_start()
        .strip_prefix('@')?
        .split_once(['{', '('])?;
    let kind = kind.trim_end();
    (!kind.is_empty() && kind.bytes().all(|b| b.is_ascii_alphabetic())).then_some(kind)
}

/// Reads all entries of a file into `sink`; those that take fields from others come last.
pub(crate) fn read(reader: &mut dyn BufRead, sink: &mut Sink<'_>) {
    let limit = sink.limits.record_bytes;
    let mut entries = Entries::new(reader, limit);
    let mut ahead = None;
    // A line of a note or an abstract may begin with "@" too: it belongs to the entry before it.
    let next = || {
        let Some(mut entry) = ahead
            .take()
            .map_or_else(|| entries.next(), |e| Ok(Some(e)))?
        else {
            return Ok(None);
        };
        while let Some(more) = entries.next()? {
            if more.too_large || kind_of(&decode(&more.bytes).0).is_some() {
                ahead = Some(more);
                break;
            }
            entry.append(more, limit);
        }
        Ok(Some(entry))
    };
    let none = Reason::NoRecords {
        format: "BibTeX",
        start: "@article{",
    };
    let mut abbreviations = Abbreviations::default();
    let mut family = Family::default();
    let ended = split::each(sink, none, next, |sink, record| {
        let kind = kind_of(record.text).map(str::to_lowercase);
        match kind.as_deref() {
            // A set names entries that are there themselves.
            None | Some("comment" | "preamble" | "set") => return false,
            Some("string") => {
                let taken = abbreviations.take(record.text);
                return taken.is_err_and(|reason| {
                    sink.error(record.place(), reason);
                    true
                });
            }
            Some(_) => {}
        }
        match parse(record.text, &abbreviations) {
            Ok(kin) => take(kin, record, &mut family, sink),
            Err(reason) => {
                sink.error(record.place(), reason);
                true
            }
        }
    });
    if ended {
        hand_over(&mut family, sink);
    }
}

/// Hands an entry over, unless it must wait for others; whether it is a record of its own.
fn take(kin: Kin, record: &Record<'_>, family: &mut Family, sink: &mut Sink<'_>) -> bool {
    let is_data = kin.is_data();
    family.keep(&kin, record.text.len());
    if is_data {
        return false;
    }
    if kin.links.is_empty() {
        told(&kin, record.number, record.line, record.foreign, sink);
    } else if !family.wait(kin, record) {
        hand_over(family, sink);
    }
    true
}

/// Hands over the entries that have waited, with what they take from others.
fn hand_over(family: &mut Family, sink: &mut Sink<'_>) {
    for mut waiting in family.settle() {
        if sink.cancelled() || sink.full() {
            return;
        }
        for key in waiting.missing.drain(..) {
            let words = format!("“{key}”, which it takes fields from, is not in the file");
            sink.pending.push(words);
        }
        let (number, line) = (waiting.number, waiting.line);
        told(&waiting.kin, number, line, waiting.foreign, sink);
    }
}

fn told(kin: &Kin, number: u64, line: u64, foreign: usize, sink: &mut Sink<'_>) {
    let document = document(&kin.entry, kin.dashes);
    if document.title.is_empty() {
        let tags = "none of the fields title, shorttitle and booktitle";
        let place = Location::Record { number, line };
        return sink.error(place, Reason::NoTitle { tags });
    }
    sink.document(document, number, Some(line), foreign);
}

fn parse(text: &str, abbreviations: &Abbreviations) -> Result<Kin, Reason> {
    let source = |text: &str| masked(&braced(&dotted(text)));
    let entry = |source: &str| entry(source, abbreviations);
    let sound = source(text);
    if is_too_deep(&sound) {
        return Err(Reason::BibTex(TOO_DEEP.to_owned()));
    }
    let (entry, links) = entry(&sound)
        .or_else(|_| entry(&closed(&sound)))
        .or_else(|error| match text.contains('$') {
            true => entry(&closed(&source(&priced(text)))).map_err(|_| error),
            false => Err(error),
        })
        .map_err(Reason::BibTex)?
        .ok_or_else(|| Reason::BibTex("no entry in it".to_owned()))?;
    Ok(Kin {
        entry,
        links,
        dashes: text.contains(['–', '—']),
    })
}

/// The last entry of a text, and whom it takes fields from. The parser itself must not see that: it follows circles without end.
fn entry(
    source: &str,
    abbreviations: &Abbreviations,
) -> Result<Option<(Entry, Vec<Link>)>, String> {
    let mut raw = RawBibliography::parse(source).map_err(words)?;
    abbreviations.lend(&mut raw)?;
    let mut links = Vec::new();
    for entry in &mut raw.entries {
        links.clear();
        entry.v.fields.retain(|field| {
            let is_data = match field.key.v.to_ascii_lowercase().as_str() {
                "crossref" => false,
                "xdata" => true,
                name => return name != "ids",
            };
            for chunk in &field.value.v {
                let (RawChunk::Normal(keys) | RawChunk::Abbreviation(keys)) = chunk.v;
                links.extend(keys.split(',').filter_map(|key| Link::of(key, is_data)));
            }
            false
        });
    }
    let entries = Bibliography::from_raw(raw).map_err(words)?.into_vec();
    Ok(entries.into_iter().next_back().map(|entry| (entry, links)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Document;

    fn entry(text: &str) -> Result<Document, String> {
        let kin = parse(text, &Abbreviations::default()).map_err(|reason| reason.to_string())?;
        Ok(document(&kin.entry, kin.dashes))
    }

    #[test]
    fn tex_becomes_text() {
        let found = entry(
            "@article{k, title = {{TNF}-$\\alpha$ in \\emph{rats}: a ``case\'\' of 10$^{9}$}, author = {Mar{\\'\\i}a {\\~N}u{\\~n}ez and others}, date = {2009-03}}",
        )
        .unwrap();
        assert_eq!(found.title, "TNF-α in rats: a “case” of 10^9");
        assert_eq!(found.authors, ["Ñuñez, María"]);
        assert_eq!(found.year, Some(2009));
    }

    #[test]
    fn parentheses_do_for_braces_and_damage_is_told() {
        let found = entry("@book(k, title = {Livers}, year = 2003\n)\n").unwrap();
        assert_eq!((found.title.as_str(), found.year), ("Livers", Some(2003)));
        assert!(entry("@article{k, title = {Livers").is_err());
        assert!(entry(&format!("@article{{k, title = {}", "{".repeat(5000))).is_err());
    }
}
