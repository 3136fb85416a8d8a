//! What kind of work a document is, in the words of each reference format.

use crate::Document;

/// A kind of work, as far as reference formats tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
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
        ],
    ),
    (Work::Book, &["book", "mvbook", "ebook", "monograph"]),
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
    /// What a document is; one of a journal is an article unless it says otherwise.
    pub(super) fn of(document: &Document) -> Work {
        let kind = document.kind.as_deref().unwrap_or_default();
        let letters = kind.chars().filter(|c| c.is_alphabetic());
        let kind: String = letters.flat_map(char::to_lowercase).collect();
        let named = NAMES.iter().find(|(_, names)| names.contains(&&*kind));
        match named {
            Some((work, _)) => *work,
            None if document.journal.is_some() => Work::Article,
            None => Work::Other,
        }
    }

    /// Its type in RIS.
    pub(super) fn ris(self) -> &'static str {
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
    pub(super) fn bibtex(self) -> &'static str {
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
    pub(super) fn csl(self) -> &'static str {
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

/// What a document calls its kind, unless `written` says the same.
pub(super) fn further_kind(document: &Document, written: &str) -> Option<String> {
    super::stated(document.kind.as_deref()).filter(|kind| kind != written)
}
