//! A reading list in Markdown: references under the structures that they are about, each with the sentence that put it there.

use std::io::{self, Write};

use anatomy::Catalogue;
use grounding::Grounding;

use super::{Exported, Exporter, one_line, stated};
use crate::cite::{CitationStyle, citation};
use crate::store::Stored;

/// Characters of a text that are shown where no sentence speaks for its place.
const EXCERPT: usize = 300;
/// What texts stand under that are about nothing in the atlas.
const OUTSIDE: &str = "Outside the atlas";

/// Writes a reading list. Headings stand in the order in which their first document comes, so that a ranked list stays one; the whole
/// list is held until its end.
#[derive(Default)]
pub(super) struct ReadingList {
    parts: Vec<(String, Vec<String>)>,
    outside: Vec<String>,
}

impl Exporter for ReadingList {
    fn document(&mut self, exported: &Exported<'_>, _out: &mut dyn Write) -> io::Result<()> {
        let item = item(exported)?;
        let grounding = exported.grounding();
        if grounding.is_outside() {
            self.outside.push(item);
            return Ok(());
        }
        let heading = heading(&grounding.structure);
        match self.parts.iter_mut().find(|(name, _)| *name == heading) {
            Some((_, items)) => items.push(item),
            None => self.parts.push((heading, vec![item])),
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "# Reading list")?;
        let outside = (OUTSIDE.to_owned(), std::mem::take(&mut self.outside));
        let parts = self.parts.drain(..).chain([outside]);
        for (name, items) in parts.filter(|(_, items)| !items.is_empty()) {
            writeln!(out, "\n## {}\n", escaped(&name))?;
            for (number, item) in (1..).zip(items) {
                writeln!(out, "{number}. {item}")?;
            }
        }
        Ok(())
    }
}

/// The name of a structure, as a heading.
fn heading(id: &str) -> String {
    let catalogue = Catalogue::builtin();
    let name = catalogue
        .index_of(id)
        .map_or(id, |index| &catalogue.get(index).name);
    let mut letters = name.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => OUTSIDE.to_owned(),
    }
}

/// A reference with its links, and below it what it says.
fn item(exported: &Exported<'_>) -> io::Result<String> {
    let document = exported.document();
    let mut item =
        escaped(&citation(document, CitationStyle::Vancouver).map_err(io::Error::other)?);
    let pubmed = document.pmid.as_deref();
    let doi = document.doi.as_deref();
    let links = [
        (
            "PubMed",
            pubmed.map(|pmid| format!("https://pubmed.ncbi.nlm.nih.gov/{pmid}/")),
        ),
        ("DOI", doi.map(|doi| format!("https://doi.org/{doi}"))),
    ];
    for (name, link) in links {
        if let Some(link) = link {
            item += &format!(" [{name}](<{}>)", link.replace(['<', '>', '\n'], ""));
        }
    }
    if let Some(words) = excerpt(exported.stored) {
        item += &format!("\n   > {}", escaped(&words));
    }
    for note in &exported.notes {
        item += &format!("\n\n   {}", escaped(&one_line(note)));
    }
    Ok(item + "\n")
}

/// The sentence that speaks most for the place of a document; else how its text begins.
fn excerpt(stored: &Stored) -> Option<String> {
    let Grounding {
        structure,
        sentences,
        ..
    } = &stored.grounding;
    let of_it = sentences.iter().filter(|s| s.structure == *structure);
    let best = of_it.max_by(|a, b| a.p.total_cmp(&b.p));
    if let Some(sentence) = best.and_then(|sentence| stated(Some(&sentence.text))) {
        return Some(sentence);
    }
    let text = stated(Some(&stored.document.text))?;
    let Some((cut, _)) = text.char_indices().nth(EXCERPT) else {
        return Some(text);
    };
    let end = text[..cut].rfind(' ').unwrap_or(cut);
    Some(format!("{} …", &text[..end]))
}

/// A text in which Markdown sees nothing but letters.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let begins = at == 0 && matches!(c, '#' | '+' | '-' | '>' | '=');
        if begins || matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '~' | '&') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
