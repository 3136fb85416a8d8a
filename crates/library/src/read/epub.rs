//! Electronic books (EPUB 2 and 3): a book of chapters becomes a document for each, a short one becomes one.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::markup::{self, Paragraph};
use super::office::holds;
use super::options::Limits;
use super::package::{Package, tree};
use super::sink::Sink;
use super::{Location, Reason, html};
use crate::Document;
use crate::date::find_year;

/// Characters from which a book is read chapter by chapter: a text that long is about more than one place.
const LONG: usize = 20_000;
/// Characters of a chapter that is one: title pages and imprints have fewer.
const CHAPTER: usize = 200;

/// Whether a ZIP archive begins as a book does.
pub(crate) fn begins(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") && holds(head, b"mimetypeapplication/epub+zip")
}

/// Reads a book.
pub(crate) fn read(bytes: &[u8], sink: &mut Sink<'_>) {
    let Book {
        about,
        chapters,
        lost,
    } = match book(bytes, sink.limits) {
        Ok(book) => book,
        Err(reason) => return sink.error(Location::File, reason),
    };
    let told = lost.iter().map(|part| format!("{part} is not there"));
    sink.pending.extend(told);
    let length: usize = chapters.iter().flatten().map(|p| p.text.len()).sum();
    let long =
        |chapter: &&Vec<Paragraph>| chapter.iter().map(|p| p.text.len()).sum::<usize>() >= CHAPTER;
    let count = chapters.iter().filter(long).count();
    if length < LONG || count < 2 {
        let all: Vec<Paragraph> = chapters.into_iter().flatten().collect();
        let title = Some(about.title.as_str()).filter(|title| !title.is_empty());
        let body = markup::document(title, &all, &about.authors);
        return sink.whole_file(
            Document {
                title: body.title,
                text: body.text,
                year: about.year.or(body.year),
                ..about
            },
            0,
        );
    }
    for (number, chapter) in (1..).zip(chapters.iter().filter(long)) {
        if sink.cancelled() || sink.full() {
            return;
        }
        let body = markup::document(None, chapter, &[]);
        let title = match body.title.is_empty() {
            true => format!("{}, part {number}", about.title),
            false => body.title,
        };
        let document = Document {
            title,
            text: body.text,
            journal: Some(about.title.clone()).filter(|title| !title.is_empty()),
            // The identifier is that of the book.
            doi: None,
            id: String::new(),
            ..about.clone()
        };
        sink.document(document, number, None, 0);
    }
}

/// What a book says of itself, the paragraphs of its parts in the order in which they are read, and the parts that are lost.
struct Book {
    about: Document,
    chapters: Vec<Vec<Paragraph>>,
    lost: Vec<String>,
}

fn book(bytes: &[u8], limits: &Limits) -> Result<Book, Reason> {
    let mut package = Package::open(bytes, limits)?;
    let missing = |what: &str| Reason::Archive(format!("it has no {what}"));
    let container = package
        .text("META-INF/container.xml")?
        .ok_or_else(|| missing("META-INF/container.xml"))?;
    let root = {
        let tree = tree("META-INF/container.xml", &container)?;
        let file = tree
            .descendants()
            .find(|node| node.tag_name().name() == "rootfile");
        let path = file.and_then(|file| file.attribute("full-path"));
        path.ok_or_else(|| missing("list of its parts"))?.to_owned()
    };
    let text = package.text(&root)?.ok_or_else(|| missing(&root))?;
    let tree = tree(&root, &text)?;
    let elements = || tree.descendants().filter(Node::is_element);
    let named = |name: &'static str| elements().filter(move |node| node.tag_name().name() == name);
    let words = |name| {
        named(name)
            .filter_map(|node| Some(node.text()?.trim().to_owned()))
            .filter(|w| !w.is_empty())
    };
    let about = Document {
        title: words("title").next().unwrap_or_default(),
        authors: words("creator")
            .flat_map(|names| super::markup::names(&names))
            .collect(),
        year: words("date").find_map(|date| find_year(&date)),
        doi: words("identifier").find_map(|id| crate::normalise_doi(&id)),
        keywords: words("subject").collect(),
        kind: Some("Book".to_owned()),
        ..Document::default()
    };
    let items: HashMap<&str, &str> = named("item")
        .filter_map(|item| Some((item.attribute("id")?, item.attribute("href")?)))
        .collect();
    // The list of contents is no text.
    let contents: HashSet<&str> = named("item")
        .filter(|item| {
            item.attribute("properties")
                .is_some_and(|p| p.split(' ').any(|p| p == "nav"))
        })
        .filter_map(|item| item.attribute("id"))
        .collect();
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
    let encrypted = encrypted(&mut package)?;
    let (mut chapters, mut lost) = (Vec::new(), Vec::new());
    let mut read = HashSet::new();
    for part in named("itemref") {
        let Some(id) = part.attribute("idref").filter(|id| !contents.contains(*id)) else {
            continue;
        };
        let Some(href) = items.get(id).filter(|_| read.insert(id)) else {
            continue;
        };
        // An address has signs for others in it, but not that of every program.
        let paths = [resolved(folder, &unescaped(href)), resolved(folder, href)];
        if paths.iter().any(|path| encrypted.contains(path)) {
            return Err(Reason::Encrypted);
        }
        let mut text = None;
        for path in &paths {
            if text.is_none() {
                text = package.text(path)?;
            }
        }
        // A book with a lost part is still read.
        match text {
            Some(text) => chapters.push(html::chapter(&text)),
            None => lost.push(unescaped(href)),
        }
    }
    Ok(Book {
        about,
        chapters,
        lost,
    })
}

/// The parts of a book that are encrypted. Fonts may be in any; whoever sells books does it to their texts.
fn encrypted(package: &mut Package<'_>) -> Result<HashSet<String>, Reason> {
    let name = "META-INF/encryption.xml";
    let Some(text) = package.text(name)? else {
        return Ok(HashSet::new());
    };
    let Ok(tree) = tree(name, &text) else {
        return Ok(HashSet::new());
    };
    let references = tree
        .descendants()
        .filter(|node| node.tag_name().name() == "CipherReference");
    let addresses = references.filter_map(|node| node.attribute("URI"));
    Ok(addresses
        .map(|address| resolved("", &unescaped(address)))
        .collect())
}

/// An address with the signs that `%` and two digits stand for.
fn unescaped(address: &str) -> String {
    let bytes = address.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digits = bytes.get(at + 1..at + 3).filter(|_| byte == b'%');
        let digits = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let sign = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        out.push(sign.unwrap_or(byte));
        at += if sign.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The path in the archive of an address within a folder.
fn resolved(folder: &str, href: &str) -> String {
    let href = href.split('#').next().unwrap_or_default();
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in href.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_parts_are_their_names() {
        for (address, name) in [
            ("ch%20%C3%A9%5B1%5D.xhtml", "ch é[1].xhtml"),
            ("100%.xhtml", "100%.xhtml"),
            ("a%2", "a%2"),
            ("a%zz%+1", "a%zz%+1"),
            ("plain", "plain"),
        ] {
            assert_eq!(unescaped(address), name);
        }
        assert_eq!(
            resolved("OEBPS/x", "../text/./a.xhtml#b"),
            "OEBPS/text/a.xhtml"
        );
    }
}
