//! Texts of word processors: Word documents (Office Open XML, ISO/IEC 29500) and OpenDocument texts (ISO/IEC 26300).

use std::collections::HashSet;

use roxmltree::Node;

use super::Reason;
use super::markup::{self, Paragraphs};
use super::options::Limits;
use super::package::{Package, tree};
use super::sink::Sink;
use crate::Document;

/// Elements and texts of a title, at most: paragraphs may stand in each other, each of which says that it is one.
const TITLE_NODES: usize = 1000;

/// Whether a ZIP archive begins as a Word document does.
pub(crate) fn begins_docx(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04")
        && (holds(head, b"word/document.xml")
            || holds(head, b"word/_rels/")
            || holds(head, b"word/styles.xml"))
}

/// Whether a ZIP archive begins as an OpenDocument text does.
pub(crate) fn begins_odt(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04")
        && holds(head, b"mimetypeapplication/vnd.oasis.opendocument.text")
}

/// Whether a ZIP archive begins as a presentation does.
pub(crate) fn begins_presentation(head: &[u8]) -> bool {
    let open = b"mimetypeapplication/vnd.oasis.opendocument.presentation";
    head.starts_with(b"PK\x03\x04")
        && (holds(head, open)
            || holds(head, b"ppt/presentation.xml")
            || holds(head, b"ppt/slides/"))
}

/// Whether bytes hold others.
pub(crate) fn holds(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// Reads a Word document.
pub(crate) fn read_docx(bytes: &[u8], sink: &mut Sink<'_>) {
    hand_over(docx(bytes, sink.limits), sink);
}

/// Reads an OpenDocument text.
pub(crate) fn read_odt(bytes: &[u8], sink: &mut Sink<'_>) {
    hand_over(odt(bytes, sink.limits), sink);
}

fn hand_over(document: Result<Document, Reason>, sink: &mut Sink<'_>) {
    match document {
        Ok(document) => sink.whole_file(document, 0),
        Err(reason) => sink.error(super::Location::File, reason),
    }
}

/// What `docProps/core.xml` and `meta.xml` tell: title, authors, year, keywords.
fn about(name: &str, text: Option<String>) -> Document {
    let mut document = Document::default();
    let Some(text) = text else { return document };
    let Ok(tree) = tree(name, &text) else {
        return document;
    };
    for node in tree.descendants().filter(Node::is_element) {
        let Some(words) = node.text().map(str::trim).filter(|words| !words.is_empty()) else {
            continue;
        };
        match node.tag_name().name() {
            "title" => document.title = words.to_owned(),
            "creator" | "initial-creator"
                if document.authors.is_empty() && words != "python-docx" =>
            {
                document.authors = words
                    .split(';')
                    .map(|name| name.trim().to_owned())
                    .collect();
            }
            "keywords" | "keyword" => {
                let words = words.split([',', ';']).map(|word| word.trim().to_owned());
                document
                    .keywords
                    .extend(words.filter(|word| !word.is_empty()));
            }
            _ => {}
        }
    }
    document
}

/// The document of paragraphs with what the file tells of itself.
fn with_details(
    details: Document,
    styled: Option<String>,
    paragraphs: &[markup::Paragraph],
) -> Document {
    let said = styled.or_else(|| Some(details.title.clone()).filter(|title| !title.is_empty()));
    let mut document = markup::document(said.as_deref(), paragraphs, &details.authors);
    document.authors = details.authors;
    document.keywords = details.keywords;
    document
}

fn docx(bytes: &[u8], limits: &Limits) -> Result<Document, Reason> {
    let mut package = Package::open(bytes, limits)?;
    let missing = || Reason::Archive("it has no word/document.xml".to_owned());
    let details = about("docProps/core.xml", package.text("docProps/core.xml")?);
    let text = package.text("word/document.xml")?.ok_or_else(missing)?;
    let mut title = None;
    let mut paragraphs = part("word/document.xml", &text, &mut title)?;
    for notes in ["word/footnotes.xml", "word/endnotes.xml"] {
        if let Some(text) = package.text(notes)? {
            paragraphs.extend(part(notes, &text, &mut None)?);
        }
    }
    Ok(with_details(details, title, &paragraphs))
}

/// The attribute of this name, in whatever namespace.
fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    let mut attributes = node.attributes();
    attributes
        .find(|attribute| attribute.name() == name)
        .map(|attribute| attribute.value())
}

/// Paragraphs of a part of a Word document without those of a list of references; behind them those of its text boxes.
fn part(
    name: &str,
    text: &str,
    title: &mut Option<String>,
) -> Result<Vec<markup::Paragraph>, Reason> {
    let tree = tree(name, text)?;
    let mut boxes = Vec::new();
    let mut out = Paragraphs::default();
    words(tree.root_element(), &mut out, title, &mut boxes);
    let mut of_boxes = Paragraphs::default();
    let mut at = 0;
    while let Some(text_box) = boxes.get(at).copied() {
        words(text_box, &mut of_boxes, title, &mut boxes);
        at += 1;
    }
    let mut paragraphs = out.finish();
    paragraphs.extend(of_boxes.finish());
    Ok(paragraphs)
}

/// Paragraphs below an element of a Word document, in its order; `title` becomes the first one that is styled as such. Text boxes, which
/// stand within a paragraph, are left for later.
fn words<'a, 'i>(
    root: Node<'a, 'i>,
    out: &mut Paragraphs,
    title: &mut Option<String>,
    boxes: &mut Vec<Node<'a, 'i>>,
) {
    // Elements that were opened, with what is done at their end.
    let mut next = root.first_child();
    let mut open: Vec<Node<'_, '_>> = Vec::new();
    let mut raised = false;
    while let Some(node) = next.take().or_else(|| {
        // Up until there is a sibling.
        loop {
            let node = open.pop()?;
            close(node, out, &mut raised);
            if let Some(sibling) = node.next_sibling() {
                return Some(sibling);
            }
        }
    }) {
        let name = node.tag_name().name();
        let mut goes_in = node.is_element();
        match name {
            // Deleted text, commands of fields, and what stands for older programs.
            "del" | "moveFrom" | "instrText" | "delText" | "Fallback" | "lockedCanvas"
            | "footnoteReference" | "sectPr" => goes_in = false,
            // Of a drawing, text boxes alone have words.
            "txbxContent" => {
                goes_in = false;
                boxes.push(node);
            }
            "footnote" | "endnote"
                if matches!(
                    attribute(node, "type"),
                    Some("separator" | "continuationSeparator")
                ) =>
            {
                goes_in = false
            }
            "t" => {
                let text = node.text().unwrap_or_default();
                if raised {
                    out.raised(text);
                } else {
                    out.words(text);
                }
                goes_in = false;
            }
            // Tab stops are called so too.
            "tab"
                if node
                    .parent()
                    .is_none_or(|tabs| tabs.tag_name().name() != "tabs") =>
            {
                out.words(" ");
            }
            "br" | "cr" => out.line(),
            "noBreakHyphen" => out.words("-"),
            "vertAlign" => raised = attribute(node, "val") == Some("superscript"),
            "pStyle" => {
                let style = attribute(node, "val").unwrap_or_default().to_lowercase();
                if style.starts_with("heading")
                    || style == "title"
                    || style.starts_with("berschrift")
                    || style.starts_with("überschrift")
                    || style.starts_with("titel")
                {
                    out.is_heading();
                }
                if (style == "title" || style == "titel") && title.is_none() {
                    // The paragraph holds its properties, which hold this.
                    let paragraph = node.parent().and_then(|properties| properties.parent());
                    let words = paragraph.into_iter().flat_map(|p| p.descendants());
                    let words = words.take(TITLE_NODES);
                    let words: String = words
                        .filter(|n| n.tag_name().name() == "t")
                        .filter_map(|n| n.text())
                        .collect();
                    *title = Some(words).filter(|words| !words.trim().is_empty());
                }
            }
            _ => {}
        }
        match node.first_child().filter(|_| goes_in) {
            Some(child) => {
                open.push(node);
                next = Some(child);
            }
            None => {
                close(node, out, &mut raised);
                next = node.next_sibling();
            }
        }
    }
    out.end();
}

/// The end of an element of a Word document.
fn close(node: Node<'_, '_>, out: &mut Paragraphs, raised: &mut bool) {
    match node.tag_name().name() {
        "p" => {
            let in_cell = node
                .parent()
                .is_some_and(|parent| parent.tag_name().name() == "tc");
            if in_cell { out.words(" ") } else { out.end() }
        }
        "r" => *raised = false,
        "tr" => out.line(),
        "tbl" => out.end(),
        _ => {}
    }
}

fn odt(bytes: &[u8], limits: &Limits) -> Result<Document, Reason> {
    let mut package = Package::open(bytes, limits)?;
    let missing = || Reason::Archive("it has no content.xml".to_owned());
    let details = about("meta.xml", package.text("meta.xml")?);
    let text = package.text("content.xml")?.ok_or_else(missing)?;
    let manifest = package.text("META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.contains("encryption-data") {
        return Err(Reason::Encrypted);
    }
    let tree = tree("content.xml", &text)?;
    let body = tree
        .descendants()
        .find(|node| node.tag_name().name() == "body");
    let body = body.ok_or_else(|| Reason::Archive("its content.xml has no body".to_owned()))?;
    let mut out = Paragraphs::default();
    let mut title = None;
    let styles = Styles::of(tree.root_element());
    let mut notes: Vec<Node<'_, '_>> = Vec::new();
    odf(body, &styles, &mut out, &mut title, &mut notes);
    // They stand behind a list of references, and are none of it.
    let mut behind = Paragraphs::default();
    for note in notes {
        odf(note, &styles, &mut behind, &mut None, &mut Vec::new());
    }
    let mut paragraphs = out.finish();
    paragraphs.extend(behind.finish());
    Ok(with_details(details, title, &paragraphs))
}

/// Names of the styles of an OpenDocument text that raise what they are on, and that stand for the title.
struct Styles<'a> {
    raised: HashSet<&'a str>,
    title: HashSet<&'a str>,
}

impl<'a> Styles<'a> {
    fn of(root: Node<'a, '_>) -> Styles<'a> {
        let styles = || {
            root.descendants()
                .filter(|node| node.tag_name().name() == "style")
        };
        let raises = |style: &Node<'a, '_>| {
            let position = style
                .children()
                .find_map(|node| attribute(node, "text-position"));
            position.is_some_and(|position| {
                position.starts_with("super")
                    || position.starts_with(|c: char| c.is_ascii_digit() && c != '0')
            })
        };
        let of_title =
            |style: &Node<'a, '_>| attribute(*style, "parent-style-name") == Some("Title");
        let named = |style: Node<'a, '_>| attribute(style, "name");
        Styles {
            raised: styles().filter(raises).filter_map(named).collect(),
            title: styles()
                .filter(of_title)
                .filter_map(named)
                .chain(["Title"])
                .collect(),
        }
    }
}

/// Paragraphs of a part of an OpenDocument text, in its order; notes are left for later.
fn odf<'a, 'i>(
    root: Node<'a, 'i>,
    styles: &Styles<'_>,
    out: &mut Paragraphs,
    title: &mut Option<String>,
    notes: &mut Vec<Node<'a, 'i>>,
) {
    let mut next = root.first_child();
    let mut open: Vec<(Node<'a, 'i>, bool)> = Vec::new();
    // Elements that are open and raise their text, and those that are paragraphs.
    let (mut raised, mut paragraphs) = (0_usize, 0_usize);
    while let Some(node) = next.take().or_else(|| {
        loop {
            let (node, raises) = open.pop()?;
            raised -= usize::from(raises);
            paragraphs -= usize::from(is_paragraph(node));
            close_odf(node, out);
            if let Some(sibling) = node.next_sibling() {
                return Some(sibling);
            }
        }
    }) {
        if node.is_text() {
            let text = node.text().unwrap_or_default();
            match (paragraphs, raised) {
                (0, _) => {}
                (_, 0) => out.words(text),
                _ => out.raised(text),
            }
            next = node.next_sibling();
            continue;
        }
        let name = node.tag_name().name();
        let mut goes_in = node.is_element();
        let mut raises = false;
        match name {
            "tracked-changes" | "annotation" | "forms" | "sequence-decls" | "bibliography-mark" => {
                goes_in = false
            }
            // A picture has a text when it is a frame of text.
            "image" | "object" => goes_in = false,
            "note" => {
                goes_in = false;
                notes.extend(
                    node.children()
                        .filter(|part| part.tag_name().name() == "note-body"),
                );
            }
            "s" | "tab" => out.words(" "),
            "line-break" => out.line(),
            "span" => {
                raises = attribute(node, "style-name")
                    .is_some_and(|style| styles.raised.contains(style));
            }
            "h" => out.is_heading(),
            "p" => {
                let is_title =
                    attribute(node, "style-name").is_some_and(|style| styles.title.contains(style));
                if is_title {
                    out.is_heading();
                    if title.is_none() {
                        let texts = node.descendants().take(TITLE_NODES);
                        let texts = texts.filter(|part| part.is_text());
                        let words: String = texts.filter_map(|part| part.text()).collect();
                        *title = Some(words).filter(|words| !words.trim().is_empty());
                    }
                }
            }
            _ => {}
        }
        match node.first_child().filter(|_| goes_in) {
            Some(child) => {
                raised += usize::from(raises);
                paragraphs += usize::from(is_paragraph(node));
                open.push((node, raises));
                next = Some(child);
            }
            None => {
                close_odf(node, out);
                next = node.next_sibling();
            }
        }
    }
    out.end();
}

fn is_paragraph(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "p" | "h")
}

/// The end of an element of an OpenDocument text.
fn close_odf(node: Node<'_, '_>, out: &mut Paragraphs) {
    match node.tag_name().name() {
        "p" | "h" => {
            let in_cell = node
                .parent()
                .is_some_and(|parent| parent.tag_name().name() == "table-cell");
            if in_cell { out.words(" ") } else { out.end() }
        }
        "table-row" => out.line(),
        "table" => out.end(),
        _ => {}
    }
}
