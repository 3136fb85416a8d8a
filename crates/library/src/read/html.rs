//! Web pages: the text of an article without what stands around it, and what journals say of it in `<meta>` elements.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use scraper::{ElementRef, Html, Node};

use super::markup::{self, Paragraphs};
use super::sink::Sink;
use crate::date::{find_date, find_year};
use crate::{Details, Document};

/// Elements whose content is nobody's text.
const SKIPPED: &[&str] = &[
    "script", "style", "noscript", "template", "svg", "math", "nav", "aside", "footer", "form",
    "button", "select", "iframe", "object", "head", "figure", "menu", "dialog", "audio", "video",
    "canvas", "input", "textarea",
];

/// Elements that stand on lines of their own.
const BLOCKS: &[&str] = &[
    "p",
    "div",
    "section",
    "article",
    "main",
    "header",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "dl",
    "dt",
    "dd",
    "table",
    "pre",
    "blockquote",
    "body",
    "html",
    "address",
    "figcaption",
    "caption",
    "hr",
    "fieldset",
    "details",
    "summary",
];

/// Roles, and beginnings of classes and ids, of what stands around a text.
const AROUND: &[&str] = &[
    "navigation",
    "banner",
    "contentinfo",
    "search",
    "complementary",
    "cookie",
    "breadcrumb",
    "sidebar",
    "share",
    "social",
    "advert",
    "related",
    "newsletter",
    "skip",
    "menu",
    "toolbar",
    "popup",
    "modal",
    "site-header",
    "site-footer",
    "ref-list",
    "references",
    "bibliography",
    "reference-list",
    "visually-hidden",
    "sr-only",
];

/// Whether a file begins as a page does.
pub(crate) fn begins(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head));
    let lower = text
        .trim_start()
        .get(..1024)
        .unwrap_or(text.trim_start())
        .to_ascii_lowercase();
    let is_xhtml = lower.starts_with("<?xml") && lower.contains("<html");
    is_xhtml
        || ["<!doctype html", "<html"]
            .iter()
            .any(|start| lower.starts_with(start))
}

/// Reads a page.
pub(crate) fn read(bytes: &[u8], sink: &mut Sink<'_>) {
    let (text, foreign) = decode(bytes);
    sink.whole_file(page(&text), foreign);
}

/// A page as text: by its byte order mark, what it says in a `<meta>` element, or UTF-8; how many bytes were not UTF-8 though nothing
/// else was said.
fn decode(bytes: &[u8]) -> (String, usize) {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return (
            encoding
                .decode_without_bom_handling(&bytes[mark..])
                .0
                .into_owned(),
            0,
        );
    }
    if let Some(encoding) = super::input::utf16(bytes) {
        return (encoding.decode(bytes).0.into_owned(), 0);
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).to_ascii_lowercase();
    let said = head
        .find("charset=")
        .map(|at| &head[at + 8..])
        .and_then(|rest| {
            let name = rest.trim_start_matches(['"', '\'', ' ']);
            let end = name
                .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
                .unwrap_or(name.len());
            Encoding::for_label(&name.as_bytes()[..end])
        });
    match said {
        Some(encoding) if encoding != UTF_8 && std::str::from_utf8(bytes).is_err() => {
            let encoding = if encoding.is_ascii_compatible() {
                encoding
            } else {
                WINDOWS_1252
            };
            (
                encoding.decode_without_bom_handling(bytes).0.into_owned(),
                0,
            )
        }
        _ => crate::bytes::decode(bytes),
    }
}

/// The document of a page.
pub(crate) fn page(source: &str) -> Document {
    let html = Html::parse_document(source);
    let about = Meta::of(&html);
    let body = body(&html);
    let paragraphs = paragraphs(body);
    // A page with several first headings is a paper with its sections; its own title is that of the window.
    let heading = first_headings(body);
    let (heading, window) = match &heading[..] {
        [one] => (Some(one.clone()), about.window_title.clone()),
        _ => (None, about.window_title.clone()),
    };
    let title = about.title.or(heading).or(window);
    let page = markup::document(title.as_deref(), &paragraphs, &about.authors);
    Document {
        authors: about.authors,
        year: about.year.or(page.year),
        journal: about.journal,
        doi: about.doi,
        pmid: about.pmid,
        url: about.url,
        keywords: about.keywords,
        details: about.details,
        ..page
    }
}

/// The paragraphs of a part of a book.
pub(crate) fn chapter(source: &str) -> Vec<markup::Paragraph> {
    paragraphs(body(&Html::parse_document(source)))
}

/// The element that holds the text: the longest article, else the main part, else the body.
fn body(html: &Html) -> ElementRef<'_> {
    let root = html.root_element();
    let named = |name: &str| longest(root, name);
    let whole = named("body");
    let all = whole.map_or(0, |(length, _)| length);
    // An article that is but a teaser among others is not the text.
    let large = |found: &(usize, ElementRef<'_>)| found.0 * 4 >= all;
    named("article")
        .filter(large)
        .or_else(|| named("main").filter(large))
        .or(whole)
        .map_or(root, |(_, element)| element)
}

/// The element of this name that holds most text, with the length of that in bytes; of two that hold as much, the first or the inner one.
/// All are measured on one way through the page, since they may stand in each other.
fn longest<'a>(root: ElementRef<'a>, name: &str) -> Option<(usize, ElementRef<'a>)> {
    use ego_tree::iter::Edge;
    let mut read = 0;
    let mut begun = Vec::new();
    let mut found: Option<(usize, ElementRef<'a>)> = None;
    for edge in root.traverse() {
        match edge {
            Edge::Open(node) => {
                if let Node::Text(words) = node.value() {
                    read += words.len();
                } else if node.value().as_element().is_some_and(|e| e.name() == name) {
                    begun.push(read);
                }
            }
            Edge::Close(node) => {
                let element = ElementRef::wrap(node).filter(|e| e.value().name() == name);
                let Some(element) = element else { continue };
                let length = read - begun.pop().unwrap_or_default();
                // Inner ones are closed first.
                let more = found.as_ref().is_none_or(|other| length > other.0);
                if more {
                    found = Some((length, element));
                }
            }
        }
    }
    found
}

/// The texts of the first headings.
fn first_headings(body: ElementRef<'_>) -> Vec<String> {
    let elements = body.descendants().filter_map(ElementRef::wrap);
    let headings = elements
        .filter(|element| element.value().name() == "h1")
        .take(9);
    let words = headings.map(|heading| heading.text().collect::<String>());
    let words = words.map(|words| words.split_whitespace().collect::<Vec<_>>().join(" "));
    words.filter(|words| !words.is_empty()).collect()
}

/// Whether an element stands around a text.
fn is_around(element: &scraper::node::Element) -> bool {
    if SKIPPED.contains(&element.name())
        || element.attr("hidden").is_some()
        || element.attr("aria-hidden") == Some("true")
    {
        return true;
    }
    let of = |name: &str| element.attr(name).unwrap_or_default().to_ascii_lowercase();
    let words = [of("role"), of("class"), of("id")].join(" ");
    let mut words = words.split_whitespace();
    words.any(|word| AROUND.iter().any(|start| word.starts_with(start)))
}

fn paragraphs(body: ElementRef<'_>) -> Vec<markup::Paragraph> {
    use ego_tree::iter::Edge;
    let mut out = Paragraphs::default();
    // How deep within an element that is passed over.
    let mut around = 0_usize;
    let mut raised = 0_usize;
    for edge in body.traverse() {
        let (node, opens) = match edge {
            Edge::Open(node) => (node, true),
            Edge::Close(node) => (node, false),
        };
        let is_body = node.id() == body.id();
        match node.value() {
            Node::Text(words) if opens && around == 0 => {
                if raised > 0 {
                    out.raised(words);
                } else {
                    out.words(words);
                }
            }
            Node::Element(element) => {
                let name = element.name();
                if !is_body && is_around(element) {
                    around = if opens {
                        around + 1
                    } else {
                        around.saturating_sub(1)
                    };
                }
                if around > 0 {
                    continue;
                }
                match (name, opens) {
                    ("br", true) => out.line(),
                    ("li" | "tr", _) => out.line(),
                    ("td" | "th", false) => out.words(" "),
                    ("sup", true) => raised += 1,
                    ("sup", false) => raised = raised.saturating_sub(1),
                    ("h1" | "h2" | "h3" | "h4" | "h5" | "h6", false) => {
                        out.is_heading();
                        out.end();
                    }
                    _ if BLOCKS.contains(&name) => out.end(),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    out.finish()
}

/// What a page says of itself in its head, in the words that journals use (Highwire Press, Dublin Core, PRISM, Open Graph).
#[derive(Default)]
struct Meta {
    title: Option<String>,
    window_title: Option<String>,
    authors: Vec<String>,
    year: Option<i32>,
    journal: Option<String>,
    doi: Option<String>,
    pmid: Option<String>,
    url: Option<String>,
    keywords: Vec<String>,
    details: Details,
    /// First and last page.
    pages: [Option<String>; 2],
    issn: Vec<String>,
}

impl Meta {
    fn of(html: &Html) -> Meta {
        let mut meta = Meta::default();
        let elements = html
            .root_element()
            .descendants()
            .filter_map(ElementRef::wrap);
        let mut fallback = Meta::default();
        for element in elements {
            let value = element.value();
            match value.name() {
                "meta" => {
                    let name = value
                        .attr("name")
                        .or_else(|| value.attr("property"))
                        .unwrap_or_default();
                    let content = value.attr("content").unwrap_or_default().trim();
                    if !content.is_empty() {
                        meta.set(&name.to_ascii_lowercase(), content, &mut fallback);
                    }
                }
                "title" if meta.window_title.is_none() => {
                    let words = element.text().collect::<String>();
                    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
                    meta.window_title = (!words.is_empty()).then_some(words);
                }
                "link" if value.attr("rel") == Some("canonical") => {
                    fallback.url = value.attr("href").map(str::to_owned);
                }
                _ => {}
            }
        }
        if meta.authors.is_empty() {
            meta.authors = fallback.authors;
        }
        if meta.keywords.is_empty() {
            meta.keywords = fallback.keywords;
        }
        meta.title = meta.title.or(fallback.title);
        meta.year = meta.year.or(fallback.year);
        meta.journal = meta.journal.or(fallback.journal);
        meta.doi = meta.doi.or(fallback.doi);
        let [first, last] = std::mem::take(&mut meta.pages);
        let last = last.filter(|last| Some(last) != first.as_ref());
        let pages: Vec<String> = [first, last].into_iter().flatten().collect();
        meta.details.pages = Some(pages.join("-"));
        meta.details.date = meta.details.date.or(fallback.details.date);
        meta.details
            .set_serials(meta.issn.iter().map(String::as_str));
        let is_address = |url: &String| url.starts_with("http");
        meta.url = meta.url.or(fallback.url).filter(is_address);
        meta
    }

    fn set(&mut self, name: &str, content: &str, fallback: &mut Meta) {
        let own = || Some(content.to_owned());
        match name {
            "citation_title" => self.title = own(),
            "citation_author" => self.authors.push(content.to_owned()),
            "citation_authors" => self.authors.extend(markup::names(content)),
            "citation_publication_date" | "citation_date" | "citation_year" => {
                self.year = find_year(content).or(self.year);
                self.details.date = find_date(content).or(self.details.date.take());
            }
            "citation_volume" => self.details.volume = own(),
            "citation_issue" => self.details.issue = own(),
            "citation_firstpage" => self.pages[0] = own(),
            "citation_lastpage" => self.pages[1] = own(),
            "citation_journal_abbrev" => self.details.journal_short = own(),
            "citation_publisher" => self.details.publisher = own(),
            "citation_language" => self.details.language = own(),
            "citation_issn" | "citation_isbn" => self.issn.push(content.to_owned()),
            "citation_pmcid" => self.details.pmcid = own(),
            "citation_editor" => self.details.editors.push(content.to_owned()),
            "citation_journal_title" => self.journal = own(),
            "citation_doi" => self.doi = own(),
            "citation_pmid" => self.pmid = own(),
            "citation_public_url" | "citation_abstract_html_url" => self.url = own(),
            "citation_keywords" | "citation_keyword" => {
                let words = content.split([';', ',']).map(|word| word.trim().to_owned());
                self.keywords.extend(words.filter(|word| !word.is_empty()));
            }
            "dc.title" | "og:title" | "dcterms.title" => fallback.title = own(),
            "dc.creator" | "author" | "dcterms.creator" => {
                fallback.authors.extend(markup::names(content));
            }
            "dc.date"
            | "dcterms.issued"
            | "prism.publicationdate"
            | "article:published_time"
            | "dcterms.date" => {
                fallback.year = find_year(content).or(fallback.year);
                fallback.details.date = find_date(content).or(fallback.details.date.take());
            }
            "prism.publicationname" => fallback.journal = own(),
            "dc.identifier" | "prism.doi" if content.contains("10.") => fallback.doi = own(),
            "og:url" => fallback.url = own(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_is_taken_out_of_what_stands_around_it() {
        let document = page(
            "<html><head><title>Site | On livers</title><meta name=citation_title content='On livers'>\
             <meta name=citation_author content='Lee, A'><meta name=citation_doi content='10.5555/1'></head>\
             <body><nav>Home</nav><div class='cookie-banner'>We use cookies</div><main><h1>On livers</h1>\
             <p>It is <b>lar</b>ge,<br>10<sup>3</sup> g.</p><script>x()</script><table><tr><td>a<td>b</table>\
             <h2>References</h2><ol><li>1. Ek.</ol></main><footer>Imprint</footer></body></html>",
        );
        assert_eq!(document.title, "On livers");
        assert_eq!(document.text, "It is large,\n10^3 g.\n\na b");
        assert_eq!(
            (document.authors.len(), document.doi.as_deref()),
            (1, Some("10.5555/1"))
        );
    }

    #[test]
    fn articles_within_each_other_are_measured_once() {
        let deep = format!("{}<p>The liver.", "<article>".repeat(20_000));
        let time = |work: &dyn Fn()| {
            let begun = std::time::Instant::now();
            work();
            begun.elapsed().as_secs_f32()
        };
        // The parser looks through what is open at each of them.
        let parsed = time(&|| drop(Html::parse_document(&deep)));
        let read = time(&|| assert_eq!(page(&deep).text, "The liver."));
        assert!(read < 10.0 * parsed.max(0.05), "{parsed} s, then {read} s");
        let two = page(
            "<article><p>The left lung.<article><p>One.</article></article><article><p>Spleen.</article>",
        );
        assert_eq!(two.text, "The left lung.\n\nOne.");
    }

    #[test]
    fn the_page_says_its_encoding() {
        let page = b"<meta charset=windows-1252><p>caf\xe9";
        assert_eq!(
            decode(page),
            ("<meta charset=windows-1252><p>café".to_owned(), 0)
        );
        assert_eq!(decode("<p>café".as_bytes()).1, 0);
        assert_eq!(decode(b"<p>caf\xe9").1, 1);
    }
}
