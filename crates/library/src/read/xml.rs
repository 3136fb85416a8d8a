//! References in XML: of PubMed, and of EndNote.
//!
//! Records are split off first (see [`super::split`]) and parsed one by one, so that baseline files of 30,000 are read as a stream.

use roxmltree::{Document as Tree, Node, ParsingOptions};

use super::Reason;
use super::clean::raise;
use super::sink::Sink;
use super::split::{self, Elements, Piece};
use super::tags;
use crate::date::{find_date, find_date_of, find_year};
use crate::subject::telling_type;
use crate::{Details, Document};
use std::io::BufRead;

/// The elements that are records, of PubMed and of EndNote.
const RECORDS: &[&str] = &["PubmedArticle", "PubmedBookArticle", "record"];

/// Elements and texts within a record, at most.
const NODES: u32 = 1 << 20;

/// Whether a file begins as one of the two does.
pub(crate) fn begins(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head));
    let tags = [
        "<PubmedArticle",
        "<PubmedBookArticle",
        "<records",
        "<record>",
    ];
    text.trim_start().starts_with('<') && tags.iter().any(|tag| text.contains(tag))
}

/// Reads all records of a file into `sink`.
pub(crate) fn read(reader: &mut dyn BufRead, sink: &mut Sink<'_>) {
    let mut elements = Elements::new(reader, RECORDS, sink.limits.record_bytes);
    let none = Reason::NoRecords {
        format: "PubMed or EndNote",
        start: "<PubmedArticle>",
    };
    let next = || elements.next();
    split::records(sink, none, next, |text, piece| Some(parse(text, piece)));
}

fn parse(text: &str, piece: &Piece) -> Result<Document, Reason> {
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
    let root = tree.root_element();
    let document = match root.tag_name().name() {
        "PubmedArticle" => article(root),
        "PubmedBookArticle" => book_article(root),
        _ => endnote(root),
    };
    if document.title.is_empty() {
        return Err(Reason::NoTitle {
            tags: "no title element has a text",
        });
    }
    Ok(document)
}

/// The first child of this name.
fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// The first node along a path of names.
fn at<'a, 'i>(node: Node<'a, 'i>, path: &[&str]) -> Option<Node<'a, 'i>> {
    path.iter().try_fold(node, |node, name| child(node, name))
}

/// All children of this name of the first node along a path.
fn all<'a, 'i: 'a>(
    node: Node<'a, 'i>,
    path: &[&str],
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    let parent = at(node, path);
    let children = parent.into_iter().flat_map(|parent| parent.children());
    children.filter(move |child| child.has_tag_name(name))
}

/// The text of a node and of all within it, on one line.
fn text(node: Node<'_, '_>) -> String {
    let mut out = String::new();
    for part in node.descendants() {
        let Some(words) = part.text().filter(|_| part.is_text()) else {
            continue;
        };
        let raised = part
            .parent()
            .is_some_and(|parent| parent.has_tag_name("sup"));
        if raised {
            raise(&mut out, words);
        }
        out.push_str(words);
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text along a path, if there is any.
fn text_at(node: Node<'_, '_>, path: &[&str]) -> Option<String> {
    at(node, path).map(text).filter(|text| !text.is_empty())
}

/// An abstract: its parts on lines of their own, each behind its label.
fn abstract_of(node: Node<'_, '_>) -> String {
    let parts = node
        .children()
        .filter(|child| child.has_tag_name("AbstractText"));
    let lines = parts.filter_map(|part| {
        let words = text(part);
        let label = part.attribute("Label").map(str::trim).unwrap_or_default();
        match (label, words.is_empty()) {
            (_, true) => None,
            ("" | "UNLABELLED", false) => Some(words),
            (label, false) => Some(format!("{label}: {words}")),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Authors, or editors, as PubMed's own text format gives them: `Last, First`, or the name of a group.
fn authors(list: Option<Node<'_, '_>>) -> Vec<String> {
    let authors = list.into_iter().flat_map(|list| list.children());
    let names = authors.filter(|node| node.has_tag_name("Author"));
    names
        .filter_map(|author| {
            let part = |name| text_at(author, &[name]);
            match (
                part("LastName"),
                part("ForeName").or_else(|| part("Initials")),
            ) {
                (Some(last), Some(first)) => Some(format!("{last}, {first}")),
                (Some(last), None) => Some(last),
                (None, _) => part("CollectiveName"),
            }
        })
        .collect()
}

/// The year of a date: `<Year>`, or the first of a `<MedlineDate>`.
fn year(date: Node<'_, '_>) -> Option<i32> {
    let year = text_at(date, &["Year"]).or_else(|| text_at(date, &["MedlineDate"]));
    find_year(&year?)
}

/// A date in its parts, or a `<MedlineDate>`, as far as it goes beyond the year.
fn full_date(date: Node<'_, '_>) -> Option<String> {
    let of = |name| text_at(date, &[name]);
    let parts = [of("Year"), of("Month"), of("Day")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    find_date(&of("MedlineDate").unwrap_or_else(|| parts.join(" ")))
}

/// Pages of `<Pagination>`: as they are printed, else first and last.
fn pages(node: Node<'_, '_>) -> Option<String> {
    let of = |name| text_at(node, &["Pagination", name]);
    let ends = || match (of("StartPage"), of("EndPage")) {
        (Some(start), Some(end)) => Some(format!("{start}-{end}")),
        (start, end) => start.or(end),
    };
    of("MedlinePgn").or_else(ends)
}

/// The identifier of this kind, which stands under `path`.
fn identifier(node: Node<'_, '_>, path: &[&str], name: &'static str, kind: &str) -> Option<String> {
    all(node, path, name)
        .find(|id| {
            id.attribute("IdType").or_else(|| id.attribute("EIdType")) == Some(kind)
                && id.attribute("ValidYN") != Some("N")
        })
        .map(text)
}

fn address(pmid: Option<&str>) -> Option<String> {
    let pmid = crate::normalise_pmid(pmid?)?;
    Some(format!("https://pubmed.ncbi.nlm.nih.gov/{pmid}/"))
}

fn article(root: Node<'_, '_>) -> Document {
    let Some(citation) = child(root, "MedlineCitation") else {
        return Document::default();
    };
    let of = |path: &[&str]| text_at(citation, path);
    let pmid = of(&["PMID"]);
    let mut mesh = Vec::new();
    for heading in all(citation, &["MeshHeadingList"], "MeshHeading") {
        if let Some(name) = text_at(heading, &["DescriptorName"]).filter(|n| !mesh.contains(n)) {
            mesh.push(name);
        }
    }
    let own = at(citation, &["Article", "Abstract"]).map(abstract_of);
    let other = || child(citation, "OtherAbstract").map(abstract_of);
    let date = at(citation, &["Article", "Journal", "JournalIssue", "PubDate"]);
    let electronic = at(citation, &["Article", "ArticleDate"]);
    let languages: Vec<String> = all(citation, &["Article"], "Language").map(text).collect();
    let mut details = Details {
        volume: of(&["Article", "Journal", "JournalIssue", "Volume"]),
        issue: of(&["Article", "Journal", "JournalIssue", "Issue"]),
        pages: child(citation, "Article").and_then(pages),
        journal_short: of(&["MedlineJournalInfo", "MedlineTA"])
            .or_else(|| of(&["Article", "Journal", "ISOAbbreviation"])),
        place: of(&["MedlineJournalInfo", "Country"]),
        date: date.and_then(full_date),
        language: Some(languages.join(", ")),
        pmcid: identifier(root, &["PubmedData", "ArticleIdList"], "ArticleId", "pmc"),
        ..Details::default()
    };
    let serials = [
        of(&["Article", "Journal", "ISSN"]),
        of(&["MedlineJournalInfo", "ISSNLinking"]),
    ];
    details.set_serials(serials.iter().flatten().map(String::as_str));
    Document {
        title: of(&["Article", "ArticleTitle"])
            .or_else(|| of(&["Article", "VernacularTitle"]))
            .unwrap_or_default(),
        text: own
            .filter(|text| !text.is_empty())
            .or_else(other)
            .unwrap_or_default(),
        authors: authors(at(citation, &["Article", "AuthorList"])),
        year: date.and_then(year).or_else(|| electronic.and_then(year)),
        journal: of(&["Article", "Journal", "Title"])
            .or_else(|| of(&["MedlineJournalInfo", "MedlineTA"])),
        doi: identifier(root, &["PubmedData", "ArticleIdList"], "ArticleId", "doi")
            .or_else(|| identifier(citation, &["Article"], "ELocationID", "doi")),
        url: address(pmid.as_deref()),
        pmid,
        kind: telling_type(
            all(
                citation,
                &["Article", "PublicationTypeList"],
                "PublicationType",
            )
            .map(text),
        ),
        mesh,
        keywords: all(citation, &["KeywordList"], "Keyword")
            .map(text)
            .filter(|word| !word.is_empty())
            .collect(),
        details,
        ..Document::default()
    }
}

fn book_article(root: Node<'_, '_>) -> Document {
    let Some(book) = child(root, "BookDocument") else {
        return Document::default();
    };
    let of = |path: &[&str]| text_at(book, path);
    let pmid = of(&["PMID"]);
    // A list for each kind of people.
    let people = |node: Option<Node<'_, '_>>, editors: bool| -> Vec<String> {
        let lists = node.into_iter().flat_map(|node| node.children());
        let lists = lists.filter(|list| list.has_tag_name("AuthorList"));
        let of = lists.filter(|list| (list.attribute("Type") == Some("editors")) == editors);
        of.flat_map(|list| authors(Some(list))).collect()
    };
    let own = people(Some(book), false);
    let languages: Vec<String> = all(book, &[], "Language").map(text).collect();
    let mut details = Details {
        volume: of(&["Book", "Volume"]),
        pages: pages(book),
        series: of(&["Book", "CollectionTitle"]),
        edition: of(&["Book", "Edition"]),
        publisher: of(&["Book", "Publisher", "PublisherName"]),
        place: of(&["Book", "Publisher", "PublisherLocation"]),
        date: at(book, &["Book", "PubDate"]).and_then(full_date),
        language: Some(languages.join(", ")),
        editors: people(child(book, "Book"), true),
        ..Details::default()
    };
    let isbn: Vec<String> = all(book, &["Book"], "Isbn").map(text).collect();
    details.set_serials(isbn.iter().map(String::as_str));
    Document {
        title: of(&["ArticleTitle"])
            .or_else(|| of(&["Book", "BookTitle"]))
            .unwrap_or_default(),
        text: child(book, "Abstract").map(abstract_of).unwrap_or_default(),
        authors: if own.is_empty() {
            people(child(book, "Book"), false)
        } else {
            own
        },
        year: at(book, &["Book", "PubDate"]).and_then(year),
        journal: of(&["Book", "BookTitle"]),
        doi: identifier(
            root,
            &["PubmedBookData", "ArticleIdList"],
            "ArticleId",
            "doi",
        )
        .or_else(|| identifier(book, &["ArticleIdList"], "ArticleId", "doi")),
        url: address(pmid.as_deref()),
        pmid,
        kind: telling_type(all(book, &[], "PublicationType").map(text)),
        keywords: all(book, &["KeywordList"], "Keyword").map(text).collect(),
        details,
        ..Document::default()
    }
}

/// A record of EndNote; texts stand in `style` elements.
fn endnote(record: Node<'_, '_>) -> Document {
    let of = |path: &[&str]| text_at(record, path);
    let database = of(&["remote-database-name"])
        .unwrap_or_default()
        .to_lowercase();
    let from_pubmed = ["pubmed", "medline", "nlm"]
        .iter()
        .any(|name| database.contains(name));
    let texts = |path: &[&str], name| {
        let texts = all(record, path, name).map(text);
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>()
    };
    let date = of(&["dates", "pub-dates", "date"]);
    let custom = of(&["custom2"]);
    let mut details = Details {
        volume: of(&["volume"]),
        issue: of(&["number"]),
        pages: of(&["pages"]),
        journal_short: of(&["periodical", "abbr-1"]),
        series: of(&["titles", "tertiary-title"]),
        edition: of(&["edition"]),
        publisher: of(&["publisher"]),
        place: of(&["pub-location"]),
        date: find_date_of(of(&["dates", "year"]), date),
        language: of(&["language"]),
        pmcid: custom.filter(|id| id.to_ascii_uppercase().starts_with("PMC")),
        citation_key: of(&["label"]),
        editors: texts(&["contributors", "secondary-authors"], "author"),
        files: texts(&["urls", "pdf-urls"], "url"),
        ..Details::default()
    };
    details.set_serials(of(&["isbn"]).iter().map(String::as_str));
    let notes = [of(&["notes"]), of(&["research-notes"])];
    let notes: Vec<String> = notes.into_iter().flatten().collect();
    let mut document = Document {
        title: of(&["titles", "title"]).unwrap_or_default(),
        text: of(&["abstract"]).unwrap_or_default(),
        authors: texts(&["contributors", "authors"], "author"),
        year: of(&["dates", "year"])
            .or_else(|| of(&["dates", "pub-dates", "date"]))
            .and_then(|date| find_year(&date)),
        journal: of(&["periodical", "full-title"])
            .or_else(|| of(&["titles", "secondary-title"]))
            .or_else(|| of(&["alt-periodical", "full-title"])),
        doi: of(&["electronic-resource-num"]),
        pmid: of(&["accession-num"]).filter(|_| from_pubmed),
        url: texts(&["urls", "related-urls"], "url").into_iter().next(),
        kind: child(record, "ref-type")
            .and_then(|kind| kind.attribute("name"))
            .map(str::to_owned),
        keywords: texts(&["keywords"], "keyword"),
        details,
        ..Document::default()
    };
    document.marks.note = notes.join("\n");
    document
}
