//! Citations: a document as the reference that stands in a list, in the styles that medicine uses.
//!
//! The styles are files of the Citation Style Language in `data/styles`, our own because those at large bear another licence. They say
//! what a library knows of a document: it keeps no volume, issue or pages, so that the DOI or the PMID leads to them.

use std::sync::LazyLock;

use hayagriva::citationberg::{IndependentStyle, Style};
use hayagriva::types::{Date, EntryType, FormatString, Person, QualifiedUrl};
use hayagriva::{
    BibliographyDriver, BibliographyRequest, BufWriteFormat, CitationItem, CitationRequest, Entry,
};
use serde::{Deserialize, Serialize};

use crate::Document;

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
    let mut entry = Entry::new("document", EntryType::Article);
    let title = document.title.trim().trim_end_matches('.');
    entry.set_title(FormatString::with_value(title));
    let authors = document
        .authors
        .iter()
        .take(AUTHORS)
        .filter_map(|a| person(a));
    let authors: Vec<Person> = authors.collect();
    if !authors.is_empty() {
        entry.set_authors(authors);
    }
    if let Some(year) = document.year {
        entry.set_date(Date::from_year(year));
    }
    if let Some(journal) = &document.journal {
        let mut parent = Entry::new("journal", EntryType::Periodical);
        let journal = journal.trim().trim_end_matches('.');
        parent.set_title(FormatString::with_value(journal));
        entry.set_parents(vec![parent]);
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
