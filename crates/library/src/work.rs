//! What kind of work a document is, in the words of each reference format.

use crate::{Details, Document};

/// A kind of work, as far as reference formats tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Article,
    Book,
    Chapter,
    Conference,
    Thesis,
    Report,
    Preprint,
    Web,
    Other,
}

/// Publication types in lower case, letters alone, as databases and programs name them.
const NAMES: &[(Work, &[&str])] = &[
    (
        Work::Article,
        &[
            "journalarticle",
            "article",
            "articlejournal",
            "jour",
            "ejour",
            "magazinearticle",
            "electronicarticle",
        ],
    ),
    (
        Work::Book,
        &[
            "book",
            "mvbook",
            "ebook",
            "edbook",
            "editedbook",
            "monograph",
            "collection",
            "mvcollection",
            "proceedings",
            "mvproceedings",
        ],
    ),
    (
        Work::Chapter,
        &[
            "chapter",
            "chap",
            "echap",
            "incollection",
            "inbook",
            "booksection",
            "bookchapter",
        ],
    ),
    (
        Work::Conference,
        &[
            "inproceedings",
            "conference",
            "conferencepaper",
            "paperconference",
            "conferenceproceedings",
            "cpaper",
            "conf",
        ],
    ),
    (
        Work::Thesis,
        &[
            "thesis",
            "thes",
            "phdthesis",
            "mastersthesis",
            "dissertation",
            "academicdissertation",
        ],
    ),
    (
        Work::Report,
        &["report", "rprt", "techreport", "technicalreport"],
    ),
    (Work::Preprint, &["preprint", "unpublished", "unpb"]),
    (
        Work::Web,
        &["webpage", "web", "online", "elec", "electronic", "icomm"],
    ),
    (Work::Other, &["misc", "document", "generic", "gen"]),
];

impl Work {
    /// What a document is. Unless it says so itself, it is an article if it has a journal, and a part of a book if that has editors and a
    /// publisher instead of volumes.
    pub(crate) fn of(document: &Document) -> Work {
        let kind = document.kind.as_deref().unwrap_or_default();
        let letters = kind.chars().filter(|c| c.is_alphabetic());
        let kind: String = letters.flat_map(char::to_lowercase).collect();
        let named = NAMES.iter().find(|(_, names)| names.contains(&&*kind));
        match named {
            Some((work, _)) => *work,
            None if document.journal.is_some() && is_of_book(&document.details) => Work::Chapter,
            None if document.journal.is_some() => Work::Article,
            None => Work::Other,
        }
    }

    /// What a publication type is called, whatever format names it: the codes of formats (`JOUR`, `article-journal`) in plain words, as PubMed has them;
    /// what is no such code (`Case Reports`) stays.
    pub(crate) fn plain(kind: &str) -> &str {
        let letters = kind.chars().filter(|c| c.is_alphabetic());
        let letters: String = letters.flat_map(char::to_lowercase).collect();
        match NAMES.iter().find(|(_, names)| names.contains(&&*letters)) {
            Some((Work::Article, _)) => "Journal Article",
            Some((Work::Book, _)) => "Book",
            Some((Work::Chapter, _)) => "Book Chapter",
            Some((Work::Conference, _)) => "Conference Paper",
            Some((Work::Thesis, _)) => "Thesis",
            Some((Work::Report, _)) => "Report",
            Some((Work::Preprint, _)) => "Preprint",
            Some((Work::Web, _)) => "Web Page",
            Some((Work::Other, _)) => "Other",
            None => kind,
        }
    }

    /// Its type in RIS.
    pub(crate) fn ris(self) -> &'static str {
        match self {
            Work::Article => "JOUR",
            Work::Book => "BOOK",
            Work::Chapter => "CHAP",
            Work::Conference => "CPAPER",
            Work::Thesis => "THES",
            Work::Report => "RPRT",
            Work::Preprint => "UNPB",
            Work::Web => "ELEC",
            Work::Other => "GEN",
        }
    }

    /// Its entry type in BibTeX, which BibLaTeX knows too.
    pub(crate) fn bibtex(self) -> &'static str {
        match self {
            Work::Article => "article",
            Work::Book => "book",
            Work::Chapter => "incollection",
            Work::Conference => "inproceedings",
            Work::Thesis => "phdthesis",
            Work::Report => "techreport",
            Work::Preprint | Work::Web | Work::Other => "misc",
        }
    }

    /// Its type in CSL-JSON.
    pub(crate) fn csl(self) -> &'static str {
        match self {
            Work::Article => "article-journal",
            Work::Book => "book",
            Work::Chapter => "chapter",
            Work::Conference => "paper-conference",
            Work::Thesis => "thesis",
            Work::Report => "report",
            Work::Preprint => "article",
            Work::Web => "webpage",
            Work::Other => "document",
        }
    }
}

fn is_of_book(details: &Details) -> bool {
    let of_journal = details.volume.is_some() || details.issn.is_some();
    !details.editors.is_empty() && details.publisher.is_some() && !of_journal
}
