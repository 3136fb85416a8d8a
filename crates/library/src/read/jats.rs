//! Articles in JATS, the XML in which journals, PubMed Central and Europe PMC keep full texts.
//!
//! The text of a document is the abstract and the body: paragraphs, section titles as sentences of their own, and what stands under
//! figures and tables behind the paragraph that brings them. Lists of references, marks of citations, formulas and the cells of tables
//! are no text. Articles are split off first (see [`super::split`]), so that a file of many is read as a stream.

use std::io::BufRead;

use roxmltree::{Document as Tree, Node, ParsingOptions};

use super::Reason;
use super::clean::raise;
use super::sink::Sink;
use super::split::{self, Elements, Piece};
use super::tags;
use crate::bytes::decode;
use crate::date::{find_date, find_year};
use crate::{Details, Document};

/// The element that is a record.
const RECORDS: &[&str] = &["article"];

/// Elements and texts within an article, at most.
const NODES: u32 = 1 << 20;

/// Elements inside each other; what lies deeper is passed over.
const DEPTH: u32 = 100;

/// Elements that are no running text.
const SKIPPED: &[&str] = &[
    "alternatives",
    "code",
    "disp-formula",
    "email",
    "fn",
    "fn-group",
    "graphic",
    "inline-formula",
    "inline-graphic",
    "label",
    "math",
    "media",
    "object-id",
    "permissions",
    "preformat",
    "ref-list",
    "sec-meta",
    "supplementary-material",
    "table",
    "table-wrap-foot",
    "tex-math",
];

/// Elements before and behind which a paragraph ends.
const BLOCKS: &[&str] = &[
    "p",
    "sec",
    "title",
    "subtitle",
    "list",
    "list-item",
    "def-item",
    "disp-quote",
    "boxed-text",
    "statement",
    "verse-line",
];

/// Elements with a text that stands under them.
const FLOATS: &[&str] = &["fig", "table-wrap"];

/// Stands where a citation stood; no text has it.
const CITED: char = '\u{E000}';

/// Longest bracket that is looked into for citations, in bytes.
const BRACKET: usize = 400;

/// Words that stand in a bracket of nothing but citations.
const AROUND_CITATIONS: &[&str] = &[
    "see",
    "also",
    "and",
    "e",
    "g",
    "eg",
    "cf",
    "for",
    "reviewed",
    "in",
    "review",
    "ref",
    "refs",
    "reference",
    "references",
];

/// Whether a file begins as one in JATS does.
pub(crate) fn begins(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head));
    let begins_article = |rest: &str| rest.starts_with(|c: char| c == '>' || c.is_whitespace());
    let article = text.split("<article").skip(1).any(begins_article);
    // A web page may have an element of this name, too.
    let marks = [
        "article-type=",
        "//NLM//DTD",
        "<front>",
        "<article-meta>",
        "<journal-meta>",
    ];
    text.trim_start().starts_with('<') && article && marks.iter().any(|mark| text.contains(mark))
}

/// Reads all articles of a file into `sink`.
pub(crate) fn read(reader: &mut dyn BufRead, sink: &mut Sink<'_>) {
    let mut elements = Elements::new(reader, RECORDS, sink.limits.record_bytes);
    let none = Reason::NoRecords {
        format: "JATS",
        start: "<article>",
    };
    let next = || elements.next();
    split::records(sink, none, next, |text, piece| Some(parse(text, piece)));
}

fn parse(text: &str, piece: &Piece) -> Result<Document, Reason> {
    let document = with_article(text, piece, article)?;
    if document.title.is_empty() {
        return Err(Reason::NoTitle {
            tags: "no article-title has a text",
        });
    }
    Ok(document)
}

/// What the full text of an article is taken from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullArticle {
    /// PubMed identifier, where the article tells it.
    pub pmid: Option<String>,
    /// Paragraphs of the body, set apart by blank lines, without the abstract; empty if it has none.
    pub body: String,
}

/// The first article of a file in JATS.
///
/// # Errors
/// If it is cut off, not well-formed or none.
pub fn full_article(xml: &[u8]) -> Result<FullArticle, Reason> {
    let mut reader = xml;
    let mut elements = Elements::new(&mut reader, RECORDS, xml.len() as u64 + 1);
    let piece = elements.next().map_err(Reason::Io)?;
    let piece = piece.ok_or(Reason::NoRecords {
        format: "JATS",
        start: "<article>",
    })?;
    with_article(&decode(&piece.bytes).0, &piece, |root| FullArticle {
        pmid: at(root, &["front", "article-meta"]).and_then(|meta| id(meta, &["pmid"])),
        body: body(root),
    })
}

fn with_article<T>(
    text: &str,
    piece: &Piece,
    read: impl FnOnce(Node<'_, '_>) -> T,
) -> Result<T, Reason> {
    if piece.cut_off {
        return Err(Reason::Xml("its end is missing".to_owned()));
    }
    tags::check(text)?;
    let options = ParsingOptions {
        nodes_limit: NODES,
        ..ParsingOptions::default()
    };
    let tree =
        Tree::parse_with_options(text, options).map_err(|error| Reason::Xml(error.to_string()))?;
    Ok(read(tree.root_element()))
}

/// The first child of this name.
fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| named(*child, name))
}

/// The first node along a path of names.
fn at<'a, 'i>(node: Node<'a, 'i>, path: &[&str]) -> Option<Node<'a, 'i>> {
    path.iter().try_fold(node, |node, name| child(node, name))
}

/// Whether an element is called so, in whatever name space.
fn named(node: Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name
}

/// The running text of a node on one line, without its notes and citations.
fn line(node: Node<'_, '_>) -> String {
    let mut text = Text::default();
    text.walk(node, 0);
    text.finish().join(" ")
}

/// The identifier of one of these kinds.
fn id(meta: Node<'_, '_>, kinds: &[&str]) -> Option<String> {
    let mut ids = meta.children().filter(|node| named(*node, "article-id"));
    let found = ids.find(|id| {
        let kind = id.attribute("pub-id-type").unwrap_or_default();
        kinds.contains(&kind)
    });
    found.map(line).filter(|id| !id.is_empty())
}

fn article(root: Node<'_, '_>) -> Document {
    let Some(meta) = at(root, &["front", "article-meta"]) else {
        return Document::default();
    };
    let pmcid = id(meta, &["pmcid", "pmc"]);
    let pmcid = pmcid.map(|id| {
        id.trim_start_matches(|c: char| !c.is_ascii_digit())
            .to_owned()
    });
    let journal = at(root, &["front", "journal-meta"]);
    let journal = journal.and_then(|journal| {
        let group = child(journal, "journal-title-group").unwrap_or(journal);
        child(group, "journal-title")
    });
    let mut keywords = Vec::new();
    let groups = meta.children().filter(|node| named(*node, "kwd-group"));
    for word in groups.flat_map(|group| group.children()) {
        let words = if named(word, "kwd") {
            line(word)
        } else {
            String::new()
        };
        if !words.is_empty() && !keywords.contains(&words) {
            keywords.push(words);
        }
    }
    let published = pub_date(meta);
    let parts = [summary(meta), body(root)];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    Document {
        title: title(meta),
        text: parts.collect::<Vec<_>>().join("\n\n"),
        authors: authors(meta),
        year: published.and_then(year),
        journal: journal.map(line).filter(|name| !name.is_empty()),
        doi: id(meta, &["doi"]),
        pmid: id(meta, &["pmid"]),
        url: pmcid.map(|id| format!("https://pmc.ncbi.nlm.nih.gov/articles/PMC{id}/")),
        kind: root.attribute("article-type").map(str::to_owned),
        keywords,
        details: details(root, meta, published),
        ..Document::default()
    }
}

/// Where it appeared. Whom a journal calls editor of an article is none of a book.
fn details(root: Node<'_, '_>, meta: Node<'_, '_>, published: Option<Node<'_, '_>>) -> Details {
    let text = |node: Option<Node<'_, '_>>| node.map(line).filter(|text| !text.is_empty());
    let of = |name: &str| text(child(meta, name));
    let journal = at(root, &["front", "journal-meta"]);
    let of_journal = |path: &[&str]| text(journal.and_then(|journal| at(journal, path)));
    let abbreviation = |kind: &str| {
        let mut ids = journal.into_iter().flat_map(|journal| journal.children());
        let id = ids.find(|id| id.attribute("journal-id-type") == Some(kind));
        text(id.filter(|id| named(*id, "journal-id")))
    };
    let pages = match (of("fpage"), of("lpage")) {
        (Some(first), Some(last)) => Some(format!("{first}-{last}")),
        (first, last) => first.or(last),
    };
    let parts = |date: Node<'_, '_>| {
        let parts = ["year", "month", "day"].iter();
        let parts = parts.filter_map(|name| text(child(date, name)));
        find_date(&parts.collect::<Vec<_>>().join(" "))
    };
    let count = at(meta, &["counts", "page-count"]);
    let mut details = Details {
        volume: of("volume"),
        issue: of("issue"),
        pages: pages.or_else(|| of("elocation-id")),
        page_count: count
            .and_then(|count| count.attribute("count"))
            .filter(|count| *count != "0")
            .map(str::to_owned),
        journal_short: abbreviation("nlm-ta")
            .or_else(|| abbreviation("iso-abbrev"))
            .or_else(|| of_journal(&["journal-title-group", "abbrev-journal-title"])),
        publisher: of_journal(&["publisher", "publisher-name"]),
        place: of_journal(&["publisher", "publisher-loc"]),
        date: published.and_then(parts),
        language: root
            .attribute(("http://www.w3.org/XML/1998/namespace", "lang"))
            .map(str::to_owned),
        pmcid: id(meta, &["pmcid", "pmc"]),
        ..Details::default()
    };
    let issn = journal.into_iter().flat_map(|journal| journal.children());
    let issn: Vec<String> = issn.filter(|n| named(*n, "issn")).map(line).collect();
    details.set_serials(issn.iter().map(String::as_str));
    details
}

fn title(meta: Node<'_, '_>) -> String {
    let of = |name| {
        at(meta, &["title-group", name])
            .map(line)
            .unwrap_or_default()
    };
    match (of("article-title"), of("subtitle")) {
        (title, subtitle) if subtitle.is_empty() => title,
        (title, subtitle) => format!("{}: {subtitle}", title.trim_end_matches(':')),
    }
}

/// Authors as `Last, First`, or the name of a group.
fn authors(meta: Node<'_, '_>) -> Vec<String> {
    let groups = meta.children().filter(|node| named(*node, "contrib-group"));
    let contributors = groups.flat_map(|group| group.children());
    let authors = contributors.filter(|node| {
        named(*node, "contrib")
            && node
                .attribute("contrib-type")
                .is_none_or(|kind| kind == "author")
    });
    authors
        .filter_map(|author| {
            let name = child(author, "name")
                .or_else(|| at(author, &["name-alternatives", "name"]))
                .or_else(|| child(author, "string-name"));
            let Some(name) = name else {
                return child(author, "collab").map(line);
            };
            let part = |part| child(name, part).map(line).filter(|part| !part.is_empty());
            match (part("surname"), part("given-names")) {
                (Some(last), Some(first)) => Some(format!("{last}, {first}")),
                (Some(last), None) => Some(last),
                (None, _) => Some(line(name)),
            }
        })
        .filter(|name| !name.is_empty())
        .collect()
}

fn year(date: Node<'_, '_>) -> Option<i32> {
    child(date, "year").map(line).and_then(|y| find_year(&y))
}

/// The date of the issue before that of the first appearance.
fn pub_date<'a, 'i>(meta: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    let dates = || {
        let dates = meta.children().filter(|node| named(*node, "pub-date"));
        dates.filter(|date| year(*date).is_some())
    };
    let of_issue = |date: &Node<'_, '_>| {
        let kind = date.attribute("pub-type").or(date.attribute("date-type"));
        matches!(kind, Some("ppub" | "collection" | "epub-ppub"))
            || date.attribute("publication-format") == Some("print")
    };
    let issue = dates().find(of_issue);
    issue.or_else(|| dates().next())
}

/// The abstract: its parts on lines of their own, each behind its title.
fn summary(meta: Node<'_, '_>) -> String {
    let mut abstracts = meta.children().filter(|node| named(*node, "abstract"));
    // Others are pictures, teasers and lists of highlights.
    let Some(node) = abstracts.find(|node| node.attribute("abstract-type").is_none()) else {
        return String::new();
    };
    let mut lines = Vec::new();
    for part in node.children().filter(Node::is_element) {
        if named(part, "title") {
            continue;
        }
        let title = child(part, "title").map(line).unwrap_or_default();
        let mut text = Text::default();
        let inner = part.children().filter(|node| !named(*node, "title"));
        inner.for_each(|node| text.node(node, 0));
        let words = text.finish().join(" ");
        match (title.trim_end_matches([':', '.']), words.is_empty()) {
            (_, true) => {}
            ("", false) => lines.push(words),
            (title, false) => lines.push(format!("{title}: {words}")),
        }
    }
    lines.join("\n")
}

/// The paragraphs of the body and of the figures and tables that stand behind it.
fn body(root: Node<'_, '_>) -> String {
    let mut text = Text::default();
    for name in ["body", "floats-group"] {
        if let Some(node) = child(root, name) {
            text.walk(node, 0);
        }
    }
    text.finish().join("\n\n")
}

/// Paragraphs as they are met.
#[derive(Default)]
struct Text<'a, 'i> {
    done: Vec<String>,
    at_hand: String,
    /// Figures and tables within the paragraph at hand: what stands under them follows it.
    floats: Vec<Node<'a, 'i>>,
}

impl<'a, 'i> Text<'a, 'i> {
    /// Takes what is in a node.
    fn walk(&mut self, node: Node<'a, 'i>, depth: u32) {
        for child in node.children() {
            self.node(child, depth);
        }
    }

    fn node(&mut self, node: Node<'a, 'i>, depth: u32) {
        if let Some(words) = node.text().filter(|_| node.is_text()) {
            return self.words(words);
        }
        let name = node.tag_name().name();
        if depth >= DEPTH || !node.is_element() || SKIPPED.contains(&name) {
            return;
        }
        if FLOATS.contains(&name) {
            self.floats.push(node);
        } else if is_citation(node) {
            self.at_hand.push(CITED);
        } else if BLOCKS.contains(&name) {
            self.end();
            self.walk(node, depth + 1);
            if matches!(name, "title" | "subtitle") {
                self.end_sentence();
            }
            self.end();
        } else {
            if name == "sup" {
                raise(&mut self.at_hand, node.text().unwrap_or_default());
            }
            self.walk(node, depth + 1);
        }
    }

    fn words(&mut self, words: &str) {
        self.at_hand.extend(words.chars().filter(|c| *c != CITED));
    }

    /// A title is a sentence: `Results` becomes `Results.`
    fn end_sentence(&mut self) {
        let end = self.at_hand.trim_end().len();
        self.at_hand.truncate(end);
        if self
            .at_hand
            .ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | ']'))
        {
            self.at_hand.push('.');
        }
    }

    /// The end of a paragraph, behind which its figures and tables stand.
    fn end(&mut self) {
        let at_hand = std::mem::take(&mut self.at_hand);
        let words: Vec<&str> = at_hand.split_whitespace().collect();
        let words = without_citations(&words.join(" "));
        if !words.is_empty() {
            self.done.push(words);
        }
        for float in std::mem::take(&mut self.floats) {
            self.caption(float);
        }
    }

    /// What stands under a figure or a table: `Figure 1: Title. Words.`
    fn caption(&mut self, float: Node<'a, 'i>) {
        let Some(caption) = child(float, "caption") else {
            return;
        };
        let mut words = Text::default();
        words.walk(caption, 0);
        let words = words.finish().join(" ");
        if words.is_empty() {
            return;
        }
        let label = child(float, "label").map(line).unwrap_or_default();
        let label = label.trim_end_matches([':', '.']);
        self.done.push(match label {
            "" => words,
            label => format!("{label}: {words}"),
        });
    }

    fn finish(mut self) -> Vec<String> {
        self.end();
        self.done
    }
}

/// Whether a node is the mark of a citation or a note, and not the name of who is cited, which may be part of the sentence.
fn is_citation(node: Node<'_, '_>) -> bool {
    let kind = node.attribute("ref-type").unwrap_or_default();
    named(node, "xref")
        && ["bibr", "fn", "table-fn", "aff", "corresp", "author-notes"].contains(&kind)
        && !node.descendants().any(|part| {
            let text = part.text().filter(|_| part.is_text());
            text.is_some_and(|text| text.contains(char::is_alphabetic))
        })
}

/// A paragraph without what stood around its citations: `as shown [1, 2].` is `as shown.`
fn without_citations(text: &str) -> String {
    if !text.contains(CITED) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut open = Vec::new();
    for c in text.chars() {
        match c {
            '(' | '[' => {
                open.push(out.len());
                out.push(c);
            }
            ')' | ']' => {
                let from = open.pop();
                match from.filter(|from: &usize| holds_citations_alone(&out[*from..])) {
                    Some(from) => {
                        out.truncate(from);
                        // One is left, so that commas between citations are known.
                        out.push(CITED);
                    }
                    None => out.push(c),
                }
            }
            c => out.push(c),
        }
    }
    let mut kept = String::with_capacity(out.len());
    let mut pieces = out.split(CITED).peekable();
    while let Some(piece) = pieces.next() {
        let between = piece.trim_matches([' ', ',', ';', '-', '\u{2013}', '\u{2014}']);
        if between.is_empty() && !kept.is_empty() && pieces.peek().is_some() {
            continue;
        }
        if piece.starts_with(['.', ',', ';', ':', ')', ']']) {
            kept.truncate(kept.trim_end().len());
        } else if kept.ends_with(' ') && piece.starts_with(' ') {
            kept.pop();
        }
        kept.push_str(piece);
    }
    kept.trim().to_owned()
}

fn holds_citations_alone(inside: &str) -> bool {
    inside.len() <= BRACKET
        && inside.contains(CITED)
        && inside
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .all(|word| AROUND_CITATIONS.contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stood_around_citations_goes_with_them() {
        for (text, expected) in [
            ("as shown [*].", "as shown."),
            ("as shown [*, *-*] before", "as shown before"),
            ("as shown *,* before.", "as shown before."),
            ("as shown *.", "as shown."),
            ("shown before.*,*", "shown before."),
            ("shown before.* The liver", "shown before. The liver"),
            (
                "in mice (see * for a review) and men",
                "in mice (see for a review) and men",
            ),
            ("in mice (see also *, *) and men", "in mice and men"),
            (
                "the liver (right lobe [*]) grew",
                "the liver (right lobe) grew",
            ),
            ("by 5 mm (n = 3)", "by 5 mm (n = 3)"),
            ("*", ""),
            ("(a (b) ) ] [*", "(a (b) ) ] ["),
        ] {
            let cited = text.replace('*', &CITED.to_string());
            assert_eq!(without_citations(&cited), expected, "{text}");
        }
    }

    fn told(body: &str) -> String {
        let article = format!("<article><body>{body}</body></article>");
        full_article(article.as_bytes()).unwrap().body
    }

    #[test]
    fn the_body_is_its_paragraphs_with_titles_and_captions() {
        let text = told(
            "<sec><label>1</label><title>Results</title><p>The liver grew<xref ref-type=\"bibr\">3</xref> by 10<sup>2</sup> \
             mm<fig><label>Figure 1.</label><caption><title>The liver</title><p>Seen from <italic>below</italic>.</p></caption>\
             <graphic/></fig>, not the spleen.</p><table-wrap><label>Table 1</label><caption><p>Sizes</p></caption><table><td>7</td>\
             </table></table-wrap><list><list-item><label>a</label><p>One.</p></list-item><list-item><p>Two.</p></list-item></list></sec>\
             <sec><title>Was it so?</title><p>As <xref ref-type=\"bibr\">Ek et al.</xref> say.</p></sec>",
        );
        let expected = "Results.\n\nThe liver grew by 10^2 mm, not the spleen.\n\nFigure 1: The liver. Seen from below.\n\nTable 1: Sizes\n\n\
            One.\n\nTwo.\n\nWas it so?\n\nAs Ek et al. say.";
        assert_eq!(text, expected);
    }

    #[test]
    fn depth_is_limited_and_what_is_no_article_is_refused() {
        let deep = format!("{}The end{}", "<b>".repeat(5_000), "</b>".repeat(5_000));
        assert_eq!(told(&format!("<p>A</p>{deep}<p>B</p>")), "A\n\nB");
        for bad in [
            "",
            "<html/>",
            "<article><body>",
            "<article><body></article>",
        ] {
            assert!(full_article(bad.as_bytes()).is_err(), "{bad}");
        }
        assert!(!begins(b"<!DOCTYPE html><html><article>"));
        assert!(begins(
            b"<?xml version=\"1.0\"?><article article-type=\"case-report\"><front>"
        ));
        assert!(!begins(b"<articles><front>"));
    }
}
