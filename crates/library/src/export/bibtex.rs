//! BibTeX that BibLaTeX takes as well: UTF-8, a field on each line, signs of TeX written so that they are printed.

use std::io::{self, Write};

use super::csl::words;
use super::keys::Keys;
use super::{Exported, Exporter, further_kind, one_line, stated};
use crate::Document;
use crate::date::{MONTHS, parts};
use crate::work::Work;

/// Writes BibTeX.
#[derive(Default)]
pub(super) struct BibTex {
    keys: Keys,
}

impl Exporter for BibTex {
    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()> {
        let document = exported.document();
        let work = Work::of(document);
        let kind = work.bibtex();
        writeln!(out, "@{kind}{{{},", self.key(document))?;
        let mut field = |name: &str, value: Option<String>| match value {
            // The names of months are known to BibTeX; braces would make them words.
            Some(value) if name == "month" => writeln!(out, "  month = {value},"),
            Some(value) => writeln!(out, "  {name} = {{{value}}},"),
            None => Ok(()),
        };
        let text = |value: Option<&str>| stated(value).map(|value| escaped(&value));
        // Braces within keep the capitals where a style would take them away.
        let title = text(Some(&document.title)).map(|title| format!("{{{title}}}"));
        field("title", title)?;
        let details = &document.details;
        for (field_name, people) in [("author", &document.authors), ("editor", &details.editors)] {
            let names: Vec<String> = people.iter().filter_map(|person| name(person)).collect();
            field(
                field_name,
                Some(names.join(" and ")).filter(|n| !n.is_empty()),
            )?;
        }
        field("year", document.year.map(|year| format!("{year:04}")))?;
        let date = details.date.as_deref().and_then(parts);
        field(
            "month",
            date.map(|(_, month, _)| MONTHS[usize::from(month - 1)].to_owned()),
        )?;
        let day = date.and_then(|(_, _, day)| day);
        field("day", day.map(|day| day.to_string()))?;
        let container = match work {
            Work::Chapter | Work::Conference => "booktitle",
            _ => "journal",
        };
        field(container, text(document.journal.as_deref()))?;
        field("shortjournal", text(details.journal_short.as_deref()))?;
        field("series", text(details.series.as_deref()))?;
        field("volume", text(details.volume.as_deref()))?;
        field("number", text(details.issue.as_deref()))?;
        field("pages", text(details.pages.as_deref()))?;
        field("pagetotal", text(details.page_count.as_deref()))?;
        field("edition", text(details.edition.as_deref()))?;
        let publisher = match work {
            Work::Thesis => "school",
            Work::Report => "institution",
            _ => "publisher",
        };
        field(publisher, text(details.publisher.as_deref()))?;
        field("address", text(details.place.as_deref()))?;
        field("issn", text(details.issn.as_deref()))?;
        field("isbn", text(details.isbn.as_deref()))?;
        field("language", text(details.language.as_deref()))?;
        field("pmcid", text(details.pmcid.as_deref()))?;
        let files: Vec<String> = details.files.iter().filter_map(|path| file(path)).collect();
        field("file", Some(files.join(";")).filter(|f| !f.is_empty()))?;
        field("doi", stated(document.doi.as_deref()).map(verbatim))?;
        if let Some(pmid) = stated(document.pmid.as_deref()) {
            field("eprint", Some(pmid.clone()))?;
            field("eprinttype", Some("pubmed".to_owned()))?;
            field("pmid", Some(pmid))?;
        }
        field("url", stated(document.url.as_deref()).map(verbatim))?;
        let further = further_kind(document, kind).map(|kind| escaped(&kind));
        field("entrysubtype", further)?;
        let subjects = exported.subjects();
        // BibLaTeX separates by commas; headings that have some of their own need semicolons.
        let keywords = if subjects.iter().any(|word| word.contains([',', ';'])) {
            words(&subjects)
        } else {
            subjects.join(", ")
        };
        field("keywords", text(Some(&keywords)))?;
        field("abstract", text(Some(&document.text)))?;
        let notes: Vec<String> = exported.notes.iter().map(|note| one_line(note)).collect();
        field("annote", text(Some(&notes.join(" "))))?;
        out.write_all(b"}\n\n")
    }
}

impl BibTex {
    /// A key for citing, each once in a file: its own, else first author, year and first long word of the title, in ASCII.
    fn key(&mut self, document: &Document) -> String {
        let own = document.details.citation_key.as_deref().map(plain_key);
        let key = own.filter(|key| !key.is_empty());
        self.keys.free(key.unwrap_or_else(|| made_key(document)))
    }
}

/// A key without the signs that would end it, or that TeX reads.
fn plain_key(key: &str) -> String {
    let is_kept =
        |c: &char| !c.is_control() && !c.is_whitespace() && !"{}\"#'(),=%\\~$&^`".contains(*c);
    key.chars().filter(is_kept).collect()
}

/// A key for a document that has none.
fn made_key(document: &Document) -> String {
    let ascii = |text: &str| -> String {
        let letters = text.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|c| c.to_ascii_lowercase()).take(24).collect()
    };
    let author = document.authors.first();
    let author = author.map(|author| ascii(author.split(',').next().unwrap_or_default()));
    let year = document.year.map(|year| format!("{year:04}"));
    let mut words = document.title.split_whitespace().map(ascii);
    let word = words.find(|word| word.len() > 3);
    let key = author.unwrap_or_default() + &year.unwrap_or_default() + &word.unwrap_or_default();
    if key.is_empty() {
        "document".to_owned()
    } else {
        key
    }
}

/// A text in which TeX sees nothing but letters.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '%' | '&' | '$' | '#' | '_' => out.extend(['\\', c]),
            // Braces are counted even behind a backslash.
            '{' => out.push_str("\\textbraceleft{}"),
            '}' => out.push_str("\\textbraceright{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            // Two would become a quotation mark, and two hyphens a dash.
            '\'' if before == '\'' => out.push_str("\\textquotesingle{}"),
            '-' if before == '-' => out.push_str("{}-"),
            c => out.push(c),
        }
        before = c;
    }
    out
}

/// A DOI or an address, which BibLaTeX takes as it stands; what it could not is written as addresses write it.
fn verbatim(value: String) -> String {
    value
        .replace('{', "%7B")
        .replace('}', "%7D")
        .replace('\\', "%5C")
}

/// A file as JabRef lists it, with a description, which is empty, before its path and a type behind it.
fn file(path: &str) -> Option<String> {
    let path = verbatim(stated(Some(path))?.replace('\\', "/")).replace(';', "\\;");
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    let ending = ending.filter(|e| e.bytes().all(|b| b.is_ascii_alphanumeric()));
    let kind = ending.unwrap_or_default().to_uppercase();
    Some(format!(":{path}:{kind}"))
}

/// An author, `Last, First`, with braces around what would be taken apart otherwise.
fn name(author: &str) -> Option<String> {
    let author = stated(Some(author))?;
    let parts: Vec<&str> = author.split(',').map(str::trim).collect();
    let whole = || format!("{{{}}}", escaped(&author));
    let part = |part: &str| {
        let mut words = part.split(' ');
        let joins = words.any(|word| ["and", "others"].contains(&&*word.to_lowercase()));
        if joins {
            format!("{{{}}}", escaped(part))
        } else {
            escaped(part)
        }
    };
    Some(match parts[..] {
        _ if parts.iter().any(|part| part.is_empty()) => whole(),
        [last, given] => format!("{}, {}", part(last), part(given)),
        [last, given, suffix] => format!("{}, {}, {}", part(last), part(suffix), part(given)),
        // A group, or a name that is not taken apart already.
        _ => whole(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_parts_and_groups_are_one() {
        for (author, expected) in [
            ("van der Berg, Jan", "van der Berg, Jan"),
            ("Berg, Jan, Jr", "Berg, Jr, Jan"),
            ("World Health Organization", "{World Health Organization}"),
            ("Lee A", "{Lee A}"),
            ("Salt and Light, Ann", "{Salt and Light}, Ann"),
            ("Smith & Sons", "{Smith \\& Sons}"),
        ] {
            assert_eq!(name(author).as_deref(), Some(expected));
        }
        assert_eq!(name(" "), None);
    }

    #[test]
    fn keys_are_ascii_and_each_once() {
        let document = Document {
            title: "On the Überleben of livers".into(),
            authors: vec!["Núñez, Ana".into()],
            year: Some(2019),
            ..Document::default()
        };
        let mut writer = BibTex::default();
        assert_eq!(writer.key(&document), "nez2019berleben");
        assert_eq!(writer.key(&document), "nez2019berleben-2");
        assert_eq!(writer.key(&Document::default()), "document");
    }

    #[test]
    fn a_document_is_cited_by_its_own_key() {
        let of = |key: &str| {
            let mut document = Document::default();
            document.details.citation_key = Some(key.into());
            document
        };
        let mut writer = BibTex::default();
        assert_eq!(writer.key(&of("Lee:2019_a")), "Lee:2019_a");
        assert_eq!(writer.key(&of("Lee:2019_a")), "Lee:2019_a-2");
        assert_eq!(writer.key(&of("lee, {2019} \"b\"")), "lee2019b");
        assert_eq!(writer.key(&of("{}")), "document");
    }
}
