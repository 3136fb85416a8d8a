//! The record that every reader produces and the store keeps.

use std::path::PathBuf;

use grounding::Grounding;
use serde::{Deserialize, Serialize};

use crate::details::Details;
use crate::marks::Marks;
use crate::read::clean::{cleaned, cleaned_abstract, one_line};
use crate::stamp::{Stamp, TextOf};

/// One text with what is known about it. Empty strings, empty lists and `None` all mean "not stated by the source".
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Identifier that a user sees and scripts refer to: the record's own id, else `PMID:…`, `doi:…` or the file's name.
    pub id: String,
    /// Title; never empty for a document made by the readers.
    pub title: String,
    /// Abstract or full text, UTF-8, without the title. May be empty for a record that has only a title.
    pub text: String,
    /// Authors as the source writes them, in its order.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Year of publication.
    #[serde(default)]
    pub year: Option<i32>,
    /// Journal or book in which the text appeared.
    #[serde(default)]
    pub journal: Option<String>,
    /// Digital object identifier, lower case, without a resolver in front (`10.1000/xyz`).
    #[serde(default)]
    pub doi: Option<String>,
    /// PubMed identifier, digits only.
    #[serde(default)]
    pub pmid: Option<String>,
    /// Address of the text on the web.
    #[serde(default)]
    pub url: Option<String>,
    /// Publication type as the source names it (`Journal Article`, `JOUR`, `Case Reports` …).
    #[serde(default)]
    pub kind: Option<String>,
    /// MeSH headings without qualifiers and without the major-topic star.
    #[serde(default)]
    pub mesh: Vec<String>,
    /// Keywords that are not MeSH headings.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Labels given by the source, kept as they are (for evaluation: `{"structures": […]}`).
    #[serde(default)]
    pub labels: Option<serde_json::Value>,
    /// Name of the collection that the record says it belongs to (the `source` key of a corpus line).
    #[serde(default)]
    pub collection: Option<String>,
    /// Key by which a corpus is split, so that related texts stay on one side of the split.
    #[serde(default)]
    pub group: Option<String>,
    /// Volume, pages, publisher and what else references state of a work.
    #[serde(default, skip_serializing_if = "Details::is_empty")]
    pub details: Details,
    /// What its reader keeps with it; of a record that was just read what the program that it comes from kept.
    #[serde(default, skip_serializing_if = "Marks::is_empty")]
    pub marks: Marks,
    /// Where the document was read from.
    #[serde(default)]
    pub source: Source,
    /// Where it belongs, where its source says so: that of a data set. Not stored; placing takes it over when the model is the same.
    #[serde(skip)]
    pub placed: Option<Box<Grounding>>,
    /// What the file was like when it was read, where the document is all of it. Not stored with it, but beside, so that the file need not be read again.
    #[serde(skip)]
    pub stamp: Option<Stamp>,
    /// The PDF in which its text was looked for, where a record of a list names it. Kept as the stamp is.
    #[serde(skip)]
    pub text_of: Option<Box<TextOf>>,
    /// What the reader had to assume, in sentences for the user (a guessed character encoding …). Not stored.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

/// Where a document was read from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// File, as it was named when it was read.
    pub path: PathBuf,
    /// Number of the record in the file, from 1.
    pub record: u64,
    /// Line on which the record starts, from 1, where the format has lines.
    #[serde(default)]
    pub line: Option<u64>,
}

/// A DOI in the form in which two of them can be compared: lower case, no resolver, no `doi:`; `None` if it is not a DOI.
pub fn normalise_doi(raw: &str) -> Option<String> {
    let lower = raw.trim().to_lowercase();
    let start = lower.find("10.")?;
    let before = &lower[..start];
    if !(before.is_empty()
        || before.ends_with('/')
        || before.ends_with(':')
        || before.ends_with(' '))
    {
        return None;
    }
    let doi: String = lower[start..]
        .chars()
        .take_while(|c| !c.is_whitespace() && !c.is_control())
        .take(256)
        .collect();
    let doi = doi.trim_end_matches(['.', ',', ';', '"', '\'', '>']);
    let (prefix, suffix) = doi.split_once('/')?;
    let registrant = prefix.strip_prefix("10.")?;
    let registrant_is_number = registrant
        .split('.')
        .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    (registrant_is_number && registrant.len() >= 4 && !suffix.is_empty()).then(|| doi.to_owned())
}

/// A PubMed identifier as digits without leading zeros, read from `123`, `PMID:123` or a PubMed address; `None` if it is none.
pub fn normalise_pmid(raw: &str) -> Option<String> {
    let raw = raw.trim().trim_end_matches('/');
    let lower = raw.to_ascii_lowercase();
    let digits = if let Some(rest) = lower.strip_prefix("pmid") {
        rest.trim_start_matches([':', ' ', '-', '_']).to_owned()
    } else if lower.contains("pubmed") {
        lower.rsplit('/').next().unwrap_or_default().to_owned()
    } else {
        lower
    };
    let digits = digits.trim().trim_start_matches('0');
    ((1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()))
        .then(|| digits.to_owned())
}

/// A title in the form in which two of them can be compared: letters and digits only, lower case, single spaces.
pub fn normalise_title(title: &str) -> String {
    let mut out = String::with_capacity(title.len());
    for word in title
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().flat_map(char::to_lowercase));
    }
    out
}

impl Document {
    /// What it is called in messages: its title, or its id when it has none.
    pub fn called(&self) -> &str {
        if self.title.trim().is_empty() {
            &self.id
        } else {
            &self.title
        }
    }

    /// Where and when it appeared, as a reference has it: `Gut. 2019;68(4):615–622`. Nothing if not even the year is known.
    pub fn published(&self) -> Option<String> {
        let Details {
            volume,
            issue,
            pages,
            journal_short,
            publisher,
            ..
        } = &self.details;
        let name = journal_short.as_deref().or(self.journal.as_deref());
        let name = name.or(publisher.as_deref()).map(str::trim);
        let mut words = name.unwrap_or_default().trim_end_matches('.').to_owned();
        if let Some(year) = self.year {
            let between = if words.is_empty() { "" } else { ". " };
            words += &format!("{between}{year}");
        }
        // Numbers of patents and of books in a series are no issues.
        let issue = issue.as_ref().filter(|_| self.has_issues());
        let issue = issue.map(|issue| format!("({issue})"));
        let volume = volume.clone().unwrap_or_default() + &issue.unwrap_or_default();
        if !volume.is_empty() {
            let between = if self.year.is_some() { ";" } else { " " };
            words += &format!("{between}{volume}");
        }
        if let Some(pages) = pages {
            words += &format!(":{}", pages.replace('-', "–"));
        }
        let words = words.trim_start_matches([' ', ';', ':']);
        (!words.is_empty()).then(|| words.to_owned())
    }

    /// Whether it appeared in something that has issues.
    pub(crate) fn has_issues(&self) -> bool {
        self.journal.is_some() || self.details.volume.is_some()
    }

    /// Fills in what follows from other fields (PMID and DOI out of id and URL, an id where there is none) and brings
    /// identifiers into their normal form. `fallback` becomes the id, and the title, of a document that has none.
    pub(crate) fn complete(&mut self, fallback: &str) {
        self.title = one_line(&cleaned(&self.title));
        self.id = one_line(&self.id);
        let text = cleaned_abstract(&self.text);
        if text != self.text {
            self.text = text;
        }
        self.doi = self.doi.as_deref().and_then(normalise_doi).or_else(|| {
            let from = self
                .url
                .as_deref()
                .filter(|url| url.contains("doi.org/"))
                .or(Some(self.id.as_str()));
            from.and_then(normalise_doi)
        });
        self.details.tidy(&mut self.year, &mut self.journal);
        if !self.marks.is_empty() {
            self.marks = self.marks.cleaned();
            self.marks.note = self.marks.note.trim().to_owned();
        }
        let explicit = self.pmid.as_deref().and_then(normalise_pmid);
        self.pmid = explicit.or_else(|| {
            let id = Some(self.id.as_str()).filter(|id| {
                id.get(..4)
                    .is_some_and(|start| start.eq_ignore_ascii_case("pmid"))
            });
            let url = self.url.as_deref().filter(|url| url.contains("pubmed"));
            id.and_then(normalise_pmid)
                .or_else(|| url.and_then(normalise_pmid))
        });
        if self.id.is_empty() {
            self.id = match (&self.pmid, &self.doi) {
                (Some(pmid), _) => format!("PMID:{pmid}"),
                (None, Some(doi)) => format!("doi:{doi}"),
                (None, None) => fallback.to_owned(),
            };
        }
        if self.title.is_empty() {
            self.title = first_words(&self.text).unwrap_or_else(|| fallback.to_owned());
        }
    }
}

/// The first words of a text, cut at a word near 100 characters, as a stand-in for a missing title.
fn first_words(text: &str) -> Option<String> {
    const LONGEST: usize = 100;
    let line = text.lines().map(one_line).find(|line| !line.is_empty())?;
    if line.chars().count() <= LONGEST {
        return Some(line);
    }
    let cut: String = line.chars().take(LONGEST).collect();
    let end = cut.rfind(char::is_whitespace).unwrap_or(cut.len());
    Some(format!("{}…", cut[..end].trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_brought_to_one_form() {
        for raw in [
            "10.1000/AbC",
            "https://doi.org/10.1000/abc",
            "doi: 10.1000/abc.",
            "DOI:10.1000/ABC",
        ] {
            assert_eq!(normalise_doi(raw).as_deref(), Some("10.1000/abc"), "{raw}");
        }
        for raw in [
            "",
            "10.",
            "10.1000",
            "10.1000/",
            "110.1000/x",
            "10.ab/x",
            "version 10.1",
        ] {
            assert_eq!(normalise_doi(raw), None, "{raw}");
        }
        for raw in [
            "123",
            "PMID:123",
            "pmid: 00123",
            "https://pubmed.ncbi.nlm.nih.gov/123/",
        ] {
            assert_eq!(normalise_pmid(raw).as_deref(), Some("123"), "{raw}");
        }
        for raw in [
            "",
            "PMID:",
            "12a",
            "1234567890",
            "https://pubmed.ncbi.nlm.nih.gov/",
        ] {
            assert_eq!(normalise_pmid(raw), None, "{raw}");
        }
    }

    #[test]
    fn titles_compare_without_case_and_punctuation() {
        assert_eq!(
            normalise_title("  The LUNG: a  review."),
            "the lung a review"
        );
        assert_eq!(
            normalise_title("Überleben—nach α-Blockade"),
            "überleben nach α blockade"
        );
        assert_eq!(normalise_title("..."), "");
    }

    #[test]
    fn where_it_appeared_is_told_as_references_tell_it() {
        let article = Document {
            year: Some(2019),
            journal: Some("Gut".into()),
            details: Details {
                volume: Some("68".into()),
                issue: Some("4".into()),
                pages: Some("615-622".into()),
                ..Details::default()
            },
            ..Document::default()
        };
        let told = |document: &Document| document.published().unwrap_or_default();
        assert_eq!(told(&article), "Gut. 2019;68(4):615–622");
        let mut less = article.clone();
        less.details.issue = None;
        less.year = None;
        assert_eq!(told(&less), "Gut 68:615–622");
        less.details = Details::default();
        assert_eq!(told(&less), "Gut");
        less.journal = None;
        assert_eq!(less.published(), None);
        less.year = Some(2001);
        less.details.issue = Some("XX 17 B1".into());
        assert_eq!(told(&less), "2001");
        less.details.publisher = Some("Example Press".into());
        assert_eq!(told(&less), "Example Press. 2001");
    }
}
