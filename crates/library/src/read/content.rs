//! What a file is: its name and its first bytes, and which of the two is believed.

use std::path::Path;

use super::archive::Archive;
use super::error::Reason;
use super::input::utf16;
use crate::format::{self, Format, GZIP_ENDING, Reader, Signature};

/// Lines that are looked at to tell what a text is.
const LINES: usize = 20;

/// What the first bytes of a file look like.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    Empty,
    Gzip,
    Binary,
    /// A format of the table; plain text is one of them.
    Known(&'static Format),
}

impl Content {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Content::Empty => "empty",
            Content::Gzip => "gzip data",
            Content::Binary => "binary data",
            Content::Known(format) => format.name,
        }
    }
}

/// Tells what `head`, the first bytes of a file, look like.
pub(crate) fn sniff(head: &[u8]) -> Content {
    if head.is_empty() {
        return Content::Empty;
    }
    if head.starts_with(b"\x1F\x8B") {
        return Content::Gzip;
    }
    let by_bytes = format::all().find(|format| match format.signature {
        Signature::Magic(all) => all.iter().any(|magic| head.starts_with(magic)),
        Signature::Bytes(test) | Signature::Package(test) => test(head),
        _ => false,
    });
    if let Some(format) = by_bytes {
        return Content::Known(format);
    }
    let wide = utf16(head);
    let text = match wide {
        Some(encoding) => encoding.decode(&head[..head.len() & !1]).0,
        None => String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head)),
    };
    let controls = match wide {
        Some(_) => text
            .chars()
            .filter(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0C'))
            .count(),
        None => head
            .iter()
            .filter(|b| **b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0C))
            .count(),
    };
    let holds_nul = wide.is_none() && head.contains(&0);
    if holds_nul || controls * 50 > head.len() {
        return Content::Binary;
    }
    if text.trim_start().is_empty() {
        return Content::Empty;
    }
    text_format(&text).map_or(Content::Binary, Content::Known)
}

/// The format of a text.
fn text_format(text: &str) -> Option<&'static Format> {
    let start = text.trim_start();
    let lower: String = start.chars().take(64).collect();
    let lower = lower.to_ascii_lowercase();
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.trim().is_empty())
        .take(LINES)
        .collect();
    let first = |matches: &dyn Fn(&Signature) -> bool| {
        format::all().find(|format| matches(&format.signature))
    };
    first(&|signature| match signature {
        Signature::Start(all) => all.iter().any(|start| lower.starts_with(start)),
        _ => false,
    })
    .or_else(|| {
        first(&|signature| match signature {
            Signature::Line(test) => lines.iter().any(|line| test(line)),
            _ => false,
        })
    })
    .or_else(|| {
        first(&|signature| match signature {
            Signature::Text(test) => test(start),
            _ => false,
        })
    })
    .or_else(|| first(&|signature| matches!(signature, Signature::AnyText)))
}

/// What a file's name says that it is.
pub(crate) struct Name {
    /// The ending in lower case, without that of a compressed file.
    ending: Option<String>,
    /// Whether it is named as a compressed file.
    pub(crate) gzip: bool,
    /// The format that has this ending.
    format: Option<&'static Format>,
}

impl Name {
    pub(crate) fn of(path: &Path) -> Name {
        let ending = |path: &Path| path.extension().map(|e| e.to_string_lossy().to_lowercase());
        let gzip = ending(path).as_deref() == Some(GZIP_ENDING);
        let ending = if gzip {
            ending(&path.with_extension(""))
        } else {
            ending(path)
        };
        let format = ending.as_deref().and_then(format::with_ending);
        Name {
            ending,
            gzip,
            format,
        }
    }

    /// The format of the name, if it is one that is read.
    fn readable(&self) -> Option<&'static Format> {
        self.format.filter(|format| format.reader.is_some())
    }

    /// Whether the name is that of a format that is read where the file lies.
    pub(crate) fn is_whole_file(&self) -> bool {
        let reader = self.format.and_then(|format| format.reader);
        matches!(
            reader,
            Some(Reader::File(_) | Reader::Archive(Archive::Zip))
        )
    }

    /// Whether a file of this name, found in a folder, is opened: it can be read, or would be missed.
    pub(crate) fn is_wanted(&self) -> bool {
        self.format
            .is_some_and(|format| format.reader.is_some() || (format.missed && !self.gzip))
    }
}

/// Why a kind of file is refused that no reader takes.
pub(crate) fn unsupported(found: impl Into<String>) -> Reason {
    Reason::Unsupported {
        found: found.into(),
        readable: format::readable_in_words(),
    }
}

/// Brings name and content together: the reader, what the format is called, and a warning if the content overruled the name.
pub(crate) fn reader_for(
    name: &Name,
    content: Content,
) -> Result<(Reader, &'static Format, Option<String>), Reason> {
    let unsupported = |found: &str| Err(unsupported(found));
    let readable = name.readable();
    let wrong = |named: &'static Format| {
        Err(Reason::WrongExtension {
            named: named.name,
            found: content.name(),
        })
    };
    let found = match (content, readable) {
        (Content::Empty, _) => return Err(Reason::Empty),
        (Content::Known(found), _) => found,
        (Content::Gzip | Content::Binary, Some(named)) if name.is_whole_file() => {
            return wrong(named);
        }
        (Content::Binary, _) => return Err(Reason::Binary),
        (Content::Gzip, _) => return unsupported("gzip data inside of gzip data"),
    };
    let plain = matches!(found.signature, Signature::AnyText);
    let take = |format: &'static Format, warning: Option<String>| match format.reader {
        Some(reader) => Ok((reader, format, warning)),
        None => unsupported(format.name),
    };
    let Some(named) = readable else {
        // Almost anything is text: a name that says that it is something else is believed.
        return match (plain, &name.ending, name.format) {
            (true, _, Some(other)) => unsupported(other.name),
            (true, Some(ending), None) => unsupported(&format!("a .{ending} file")),
            _ => take(found, None),
        };
    };
    if named == found {
        return take(found, None);
    }
    let shared = |ending| named.endings.contains(ending);
    if found.shares.iter().any(shared) {
        return take(found, None);
    }
    let may_be_named_so = found
        .also_named
        .iter()
        .any(|ending| named.endings.contains(ending));
    if may_be_named_so {
        let warning = format!("named as {}, read as {}", named.name, found.name);
        return take(found, Some(warning));
    }
    // The first bytes of a package do not always show what its parts are; its reader then says what is missing.
    let is_package = |format: &Format| matches!(format.signature, Signature::Package(_));
    if matches!(found.reader, Some(Reader::Archive(Archive::Zip))) && is_package(named) {
        return take(named, None);
    }
    // A broken first line must not hide the good ones after it, and a text may quote lines of another format.
    let believed = match named.reader {
        Some(Reader::Text(_)) => plain || matches!(found.signature, Signature::Line(_)),
        Some(Reader::Records(_) | Reader::Stream(_)) => plain,
        // A page may begin with anything.
        Some(Reader::Bytes(_)) => plain && matches!(named.signature, Signature::Bytes(_)),
        Some(Reader::File(_) | Reader::Archive(_)) | None => false,
    };
    if believed {
        take(named, None)
    } else {
        wrong(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_told_from_its_first_bytes() {
        let name = |head: &[u8]| sniff(head).name();
        assert_eq!(name(b""), "empty");
        assert_eq!(name(b" \n\t"), "empty");
        assert_eq!(name(b"%PDF-1.7\n"), "a PDF");
        assert_eq!(name(b"junk\n%PDF-1.7\n"), "a PDF");
        assert_eq!(name(b"The header %PDF-1.7 begins a file"), "plain text");
        assert_eq!(name(b"TY  - JOUR\r\nTI  - x\r\n"), "RIS references");
        assert_eq!(name(b"\xEF\xBB\xBFTY  - JOUR\n"), "RIS references");
        assert_eq!(name(b"\nPMID- 123\nOWN - NLM\n"), "NBIB references");
        assert_eq!(name(b"{\"id\": 1}\n"), "JSON lines");
        assert_eq!(name(b"{not json}"), "plain text");
        assert_eq!(name(b"\x1f\x8b\x08"), "gzip data");
        assert_eq!(name(b"a\0b"), "binary data");
        assert_eq!(name(b"\n<!DOCTYPE HTML>"), "HTML");
        assert!(name(b"<?xml version").starts_with("XML that is neither"));
        assert_eq!(name(b"MM\0*rest"), "a TIFF picture");
        assert_eq!(name(b"PK\x03\x04rest"), "a ZIP archive");
        assert_eq!(name(b"PK\x03\x04..word/document.xml"), "a Word document");
        assert_eq!(name(b"@article{a, title={b}}"), "BibTeX references");
        assert_eq!(name(b"%0 Book\n%T x"), "EndNote references");
        assert_eq!(name(b"[\n {\"id\": 1}"), "a JSON file");
        assert_eq!(name(b"<a><PubmedArticle>"), "XML references");
        let wide: Vec<u8> = "TY  - JOUR\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(name(&wide), "RIS references");
    }

    /// The format that reads a file of this name and content, with a star where the content overruled the name; or why none does.
    fn choice(name: &str, head: &[u8]) -> String {
        match reader_for(&Name::of(Path::new(name)), sniff(head)) {
            Ok((_, format, warning)) => {
                format!(
                    "{}{}",
                    format.label,
                    if warning.is_some() { "*" } else { "" }
                )
            }
            Err(reason) => reason.to_string(),
        }
    }

    #[test]
    fn name_and_content_are_brought_together() {
        let (ris, json) = (b"TY  - JOUR\n".as_slice(), b"{\"title\": 1}".as_slice());
        let nbib = b"PMID- 1\n".as_slice();
        let jats = b"<article article-type=\"x\">".as_slice();
        for (name, head, expected) in [
            ("a.txt", b"words".as_slice(), "Plain text"),
            ("a", b"words", "Plain text"),
            ("a.md", b"words", "Markdown"),
            ("a.RIS", b"words", "RIS references"),
            ("a.jsonl", b"oops\n{}", "JSON lines"),
            ("a.txt", ris, "RIS references*"),
            ("a.nbib", ris, "RIS references*"),
            ("a.ris", nbib, "NBIB references*"),
            ("a.md", ris, "Markdown"),
            ("a", ris, "RIS references"),
            ("a.xyz", nbib, "NBIB references"),
            ("a.enw", ris, "RIS references*"),
            ("a.json", json, "JSON lines*"),
            ("a.json", b"[{", "JSON and CSL-JSON"),
            ("a.html", b"<p>words", "Web page"),
            ("a.csv", b"title,text", "CSV and other separated values"),
            ("a.docx", b"PK\x03\x04", "Word document"),
            ("a.xyz", b"PK\x03\x04", "ZIP archive"),
            ("a.xyz", b"%PDF-1.4", "PDF"),
            ("a.nxml", jats, "JATS XML of journals and PubMed Central"),
            ("a.xml", jats, "JATS XML of journals and PubMed Central"),
        ] {
            assert_eq!(choice(name, head), expected, "{name}");
        }
        for (name, head, expected) in [
            ("a.pdf", b"words".as_slice(), "named as a PDF, but"),
            (
                "a.pdf",
                b"a\0b",
                "named as a PDF, but its content is binary",
            ),
            ("a.jsonl", ris, "named as JSON lines, but"),
            ("a.txt", json, "named as plain text, but"),
            ("a.md", json, "named as Markdown, but"),
            ("a.xyz", b"words", "a .xyz file cannot be read"),
            ("a.docx", b"words", "named as a Word document, but"),
            ("a.doc", b"\xD0\xCF\x11\xE0", "an old Microsoft Office file"),
            ("a.txt", b"a\0b", "binary data, not text"),
            ("a.txt", b"\x1f\x8b", "gzip data inside of gzip data cannot"),
        ] {
            let found = choice(name, head);
            assert!(found.starts_with(expected), "{name}: {found}");
        }
    }
}
