//! Citations: a document as the reference that stands in a list, in the styles that medicine uses.
//!
//! The styles are files of the Citation Style Language in `data/styles`, our own because those at large bear another licence. They know
//! articles, books, and parts of books; what a document does not state is left out.

use std::sync::LazyLock;

use hayagriva::citationberg::{IndependentStyle, Style};
use hayagriva::types::{
    Date, EntryType, FormatString, MaybeTyped, PageRanges, Person, Publisher, QualifiedUrl,
};
use hayagriva::{
    BibliographyDriver, BibliographyRequest, BufWriteFormat, CitationItem, CitationRequest, Entry,
};
use serde::{Deserialize, Serialize};

use crate::Document;
use crate::date::parts;
use crate::work::Work;

/// Authors of a document that a citation looks at: styles name 20 at most, and collaborations have thousands.
const AUTHORS: usize = 64;

/// A style of citations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CitationStyle {
    /// Vancouver, as the National Library of Medicine writes it: six authors, PMID.
    #[default]
    Vancouver,
    /// American Medical Association, 11th edition.
    Ama,
    /// American Psychological Association, 7th edition.
    Apa,
    /// Harvard, as "Cite them right" writes it.
    Harvard,
    /// Nature.
    Nature,
}

impl CitationStyle {
    /// All, in the order in which they are offered.
    pub const ALL: [CitationStyle; 5] = [
        Self::Vancouver,
        Self::Ama,
        Self::Apa,
        Self::Harvard,
        Self::Nature,
    ];

    /// The name for menus.
    pub fn label(self) -> &'static str {
        match self {
            Self::Vancouver => "Vancouver (NLM)",
            Self::Ama => "AMA",
            Self::Apa => "APA",
            Self::Harvard => "Harvard",
            Self::Nature => "Nature",
        }
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vancouver => "vancouver",
            Self::Ama => "ama",
            Self::Apa => "apa",
            Self::Harvard => "harvard",
            Self::Nature => "nature",
        }
    }

    fn file(self) -> &'static str {
        match self {
            Self::Vancouver => include_str!("../data/styles/vancouver.csl"),
            Self::Ama => include_str!("../data/styles/ama.csl"),
            Self::Apa => include_str!("../data/styles/apa.csl"),
            Self::Harvard => include_str!("../data/styles/harvard.csl"),
            Self::Nature => include_str!("../data/styles/nature.csl"),
        }
    }

    /// The style, read once.
    fn style(self) -> Result<&'static IndependentStyle, CitationError> {
        static STYLES: LazyLock<Vec<Result<IndependentStyle, String>>> = LazyLock::new(|| {
            let read = |style: &CitationStyle| match Style::from_xml(style.file()) {
                Ok(Style::Independent(style)) => Ok(style),
                Ok(Style::Dependent(_)) => Err("it only names another one".to_owned()),
                Err(error) => Err(error.to_string()),
            };
            CitationStyle::ALL.iter().map(read).collect()
        });
        let at = Self::ALL.iter().position(|style| *style == self);
        match at.and_then(|at| STYLES.get(at)) {
            Some(Ok(style)) => Ok(style),
            Some(Err(reason)) => Err(CitationError::Style(self.name(), reason.clone())),
            None => Err(CitationError::Style(
                self.name(),
                "it is not listed".to_owned(),
            )),
        }
    }
}

/// Why there is no citation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CitationError {
    /// A style that ships cannot be used.
    #[error("the citation style {0}: {1}")]
    Style(&'static str, String),
}

/// A document as a reference, plain text on one line.
///
/// # Errors
/// If the style cannot be used, which no document brings about.
pub fn citation(document: &Document, style: CitationStyle) -> Result<String, CitationError> {
    let csl = style.style()?;
    let entry = entry(document);
    let mut driver = BibliographyDriver::new();
    let items = vec![CitationItem::with_entry(&entry)];
    driver.citation(CitationRequest::from_items(items, csl, &[]));
    let rendered = driver.finish(BibliographyRequest::new(csl, None, &[]));
    let items = rendered.bibliography.map(|list| list.items);
    let item = items.and_then(|items| items.into_iter().next());
    let item = item.ok_or_else(|| {
        CitationError::Style(style.name(), "it has no list of references".to_owned())
    })?;
    let mut text = String::new();
    item.content
        .write_buf(&mut text, BufWriteFormat::Plain)
        .map_err(|error| CitationError::Style(style.name(), error.to_string()))?;
    let text = one_line(&text);
    // A question needs no full stop behind it, which the styles put behind every title.
    let title = one_line(&document.title);
    Ok(if title.ends_with(['?', '!']) {
        text.replacen(&format!("{title}."), &title, 1)
    } else {
        text
    })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A document in the terms of the processor of styles.
fn entry(document: &Document) -> Entry {
    let details = &document.details;
    let text = |text: &str| FormatString::with_value(text.trim().trim_end_matches('.'));
    let journal = document.journal.as_deref();
    let (own, container) = match (Work::of(document), journal) {
        (Work::Chapter, Some(_)) => (EntryType::Chapter, EntryType::Book),
        (Work::Conference, Some(_)) => (EntryType::Article, EntryType::Proceedings),
        (Work::Book, None) => (EntryType::Book, EntryType::Book),
        (Work::Thesis, None) => (EntryType::Thesis, EntryType::Book),
        (Work::Report, None) => (EntryType::Report, EntryType::Book),
        _ => (EntryType::Article, EntryType::Periodical),
    };
    let mut entry = Entry::new("document", own);
    entry.set_title(text(&document.title));
    let people = |names: &[String]| -> Option<Vec<Person>> {
        let people = names.iter().take(AUTHORS).filter_map(|name| person(name));
        Some(people.collect()).filter(|people: &Vec<Person>| !people.is_empty())
    };
    if let Some(authors) = people(&document.authors) {
        entry.set_authors(authors);
    }
    if let Some(editors) = people(&details.editors) {
        entry.set_editors(editors);
    }
    if let Some((year, month, day)) = details.date.as_deref().and_then(parts) {
        entry.set_date(Date {
            month: Some(month - 1),
            day: day.map(|day| day.saturating_sub(1)),
            ..Date::from_year(year)
        });
    } else if let Some(year) = document.year {
        entry.set_date(Date::from_year(year));
    }
    if let Some(journal) = journal {
        let mut parent = Entry::new("journal", container);
        let mut title = text(journal);
        if let Some(short) = &details.journal_short {
            title.short = Some(Box::new(text(short).value));
        }
        parent.set_title(title);
        entry.set_parents(vec![parent]);
    }
    if let Some(volume) = &details.volume {
        entry.set_volume(MaybeTyped::String(volume.clone()));
    }
    if let Some(issue) = details.issue.as_ref().filter(|_| document.has_issues()) {
        entry.set_issue(MaybeTyped::String(issue.clone()));
    }
    if let Some(pages) = &details.pages {
        entry.set_page_range(page_range(pages));
    }
    if let Some(edition) = &details.edition {
        entry.set_edition(MaybeTyped::String(ordinal(edition)));
    }
    if details.publisher.is_some() || details.place.is_some() {
        let name = details.publisher.as_deref().map(text);
        entry.set_publisher(Publisher::new(name, details.place.as_deref().map(text)));
    }
    if let Some(doi) = &document.doi {
        entry.set_doi(doi.clone());
    }
    if let Some(pmid) = &document.pmid {
        entry.set_pmid(pmid.clone());
    }
    let url = document.url.as_deref();
    let url: Option<QualifiedUrl> = url.and_then(|url| url.parse().ok());
    if let Some(url) = url {
        entry.set_url(url);
    }
    entry
}

/// Pages as numbers, so that a style can shorten a range; as words where they are none.
fn page_range(pages: &str) -> MaybeTyped<PageRanges> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | ',' | ' ');
    let short = |number: &str| number.len() <= 9;
    let mut numbers = pages.split(|c: char| !c.is_ascii_digit());
    let typed = pages.chars().all(plain) && numbers.all(short);
    match pages.parse() {
        Ok(ranges) if typed => MaybeTyped::Typed(ranges),
        _ => MaybeTyped::String(pages.replace('-', "–")),
    }
}

/// An edition as it stands before "ed.": `2nd` for `2` and for `2nd ed.`
fn ordinal(edition: &str) -> String {
    let lower = edition.to_lowercase();
    let ends = [" edition", " edn", " edn.", " ed.", " ed"];
    let end = ends.iter().find(|end| lower.ends_with(*end));
    let cut = edition.len().checked_sub(end.map_or(0, |end| end.len()));
    let edition = cut.and_then(|cut| edition.get(..cut)).unwrap_or(edition);
    let ending = match edition.parse::<u32>() {
        Err(_) => "",
        Ok(n) if (11..=13).contains(&(n % 100)) => "th",
        Ok(n) => match n % 10 {
            1 => "st",
            2 => "nd",
            3 => "rd",
            _ => "th",
        },
    };
    format!("{edition}{ending}")
}

/// A name in its parts: `Last, First`, `Last, First, Suffix`, `Last AB`; anything else is a group.
fn person(author: &str) -> Option<Person> {
    let author = author.trim();
    let parts: Vec<&str> = author.split(',').map(str::trim).collect();
    let whole = |name: &str| Person {
        name: name.to_owned(),
        given_name: None,
        prefix: None,
        suffix: None,
        comma_suffix: false,
        alias: None,
    };
    if author.is_empty() {
        return None;
    }
    Some(match parts[..] {
        _ if parts.iter().any(|part| part.is_empty()) => whole(author),
        [last, given] => Person {
            given_name: Some(given.to_owned()),
            ..whole(last)
        },
        [last, given, suffix] => Person {
            given_name: Some(given.to_owned()),
            suffix: Some(suffix.to_owned()),
            ..whole(last)
        },
        [one] => match one.rsplit_once(' ') {
            Some((last, initials)) if are_initials(initials) => {
                let spaced: Vec<String> = initials.chars().map(String::from).collect();
                Person {
                    given_name: Some(spaced.join(" ")),
                    ..whole(last)
                }
            }
            _ => whole(one),
        },
        _ => whole(author),
    })
}

/// Whether these are the initials that databases put behind a name.
fn are_initials(word: &str) -> bool {
    (1..=3).contains(&word.chars().count()) && word.chars().all(char::is_uppercase)
}
