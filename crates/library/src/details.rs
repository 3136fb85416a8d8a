//! What reference formats tell of a work besides its title, authors, year and journal.

use serde::{Deserialize, Serialize};

use crate::date::{find_date, find_year};
use crate::read::clean::{cleaned, one_line};

/// Characters of a detail, at most: a longer one is damage.
const LONGEST: usize = 1000;
/// Editors, or files, at most.
const MOST: usize = 1000;

/// Bibliographic details of a work, by the variables of the Citation Style Language 1.0.2. What is `None` or empty was not stated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Details {
    /// Volume of the journal, or of the work (CSL `volume`, RIS `VL`, MEDLINE `VI`, BibTeX `volume`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<String>,
    /// Issue of the journal, or number of a report (CSL `issue`, RIS `IS`, MEDLINE `IP`, BibTeX `number`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issue: Option<String>,
    /// Pages with plain hyphens, or the number that an article has instead (CSL `page`, RIS `SP` and `EP`, MEDLINE `PG`, BibTeX `pages`):
    /// `615-622`, `e12`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<String>,
    /// How many pages it has (CSL `number-of-pages`, BibLaTeX `pagetotal`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_count: Option<String>,
    /// The journal's title as databases shorten it, where that is another (CSL `container-title-short`, RIS `J2`, MEDLINE `TA`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journal_short: Option<String>,
    /// Series of books (CSL `collection-title`, RIS `T3`, MEDLINE `CTI`, BibTeX `series`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// Edition (CSL `edition`, RIS `ET`, MEDLINE `EN`, BibTeX `edition`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Publisher, university or institution (CSL `publisher`, RIS and MEDLINE `PB`, BibTeX `publisher`, `school`, `institution`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// Where it was published (CSL `publisher-place`, RIS `CY`, MEDLINE `PL`, BibTeX `address`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Date of publication by ISO 8601 where more than the year is stated (CSL `issued`, RIS `DA`, MEDLINE `DP`): `2019-05`, `2019-05-03`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Language, as the source names it (CSL `language`, RIS and MEDLINE `LA`, BibLaTeX `langid`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// ISSN, several separated by commas (CSL `ISSN`, RIS `SN`, MEDLINE `IS`, BibTeX `issn`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issn: Option<String>,
    /// ISBN, several separated by commas (CSL `ISBN`, RIS `SN`, MEDLINE `ISBN`, BibTeX `isbn`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isbn: Option<String>,
    /// PubMed Central identifier, `PMC` and digits (CSL `PMCID`, RIS `C2`, MEDLINE `PMC`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pmcid: Option<String>,
    /// What texts that cite it call it (the key of a BibTeX entry, CSL `citation-key` or `id`, RIS `ID`, EndNote label).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub citation_key: Option<String>,
    /// Editors as the source writes them, in its order (CSL `editor`, RIS `ED` or `A2`, MEDLINE `FED`, BibTeX `editor`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub editors: Vec<String>,
    /// Files that belong to the record, as it names them (RIS `L1`, BibTeX `file`); by their whole paths where they lie beside its list. PDFs among these give their
    /// text to a record without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

impl Details {
    /// The names of [`Details::texts`] in tables and JSON.
    pub(crate) const TEXTS: [&str; 15] = [
        "volume",
        "issue",
        "pages",
        "page_count",
        "journal_short",
        "series",
        "edition",
        "publisher",
        "place",
        "date",
        "language",
        "issn",
        "isbn",
        "pmcid",
        "citation_key",
    ];

    /// Whether nothing is stated.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// All but the lists.
    pub(crate) fn texts(&self) -> [&Option<String>; 15] {
        [
            &self.volume,
            &self.issue,
            &self.pages,
            &self.page_count,
            &self.journal_short,
            &self.series,
            &self.edition,
            &self.publisher,
            &self.place,
            &self.date,
            &self.language,
            &self.issn,
            &self.isbn,
            &self.pmcid,
            &self.citation_key,
        ]
    }

    /// The same, to be set.
    pub(crate) fn texts_mut(&mut self) -> [&mut Option<String>; 15] {
        [
            &mut self.volume,
            &mut self.issue,
            &mut self.pages,
            &mut self.page_count,
            &mut self.journal_short,
            &mut self.series,
            &mut self.edition,
            &mut self.publisher,
            &mut self.place,
            &mut self.date,
            &mut self.language,
            &mut self.issn,
            &mut self.isbn,
            &mut self.pmcid,
            &mut self.citation_key,
        ]
    }

    /// Takes what it lacks from a copy of the work. Where that appeared elsewhere (`same_place` is false: a preprint and its article), its
    /// volume and pages would be wrong beside the journal of this one.
    pub(crate) fn fill(&mut self, other: &Details, same_place: bool) {
        let names = Self::TEXTS.iter().zip(self.texts_mut());
        for ((name, own), other) in names.zip(other.texts()) {
            let anywhere = ["page_count", "language", "pmcid", "citation_key"].contains(name);
            if own.is_none() && (same_place || anywhere) {
                own.clone_from(other);
            }
        }
        if self.editors.is_empty() && same_place {
            self.editors.clone_from(&other.editors);
        }
        for file in &other.files {
            if !self.files.contains(file) {
                self.files.push(file.clone());
            }
        }
    }

    /// Sorts ISSN and ISBN apart by their digits, for formats that have one field for both.
    pub(crate) fn set_serials<'t>(&mut self, serials: impl Iterator<Item = &'t str>) {
        for serial in serials.flat_map(|text| text.split([',', ';', '\n', '\r'])) {
            // "0000-0116 (Print)"
            let serial = serial.split('(').next().unwrap_or_default().trim();
            let digits = |c: &char| c.is_ascii_digit() || matches!(c, 'X' | 'x');
            let known = match serial.chars().filter(digits).count() {
                8 => &mut self.issn,
                _ if serial.is_empty() => continue,
                _ => &mut self.isbn,
            };
            match known {
                Some(known) if known.split(", ").any(|one| one == serial) => {}
                Some(known) => *known += &format!(", {serial}"),
                None => *known = Some(serial.to_owned()),
            }
        }
    }

    /// Brings everything into its form. `year` and `journal` are those of the document: the year follows from a date, a date of another
    /// year is none of this work, and a journal of which only the short title is known is called by that.
    pub(crate) fn tidy(&mut self, year: &mut Option<i32>, journal: &mut Option<String>) {
        if self.is_empty() {
            return;
        }
        let tidied = |text: &str| -> Option<String> {
            let text = one_line(&cleaned(text));
            let text: String = text.chars().take(LONGEST).collect();
            (!text.is_empty()).then_some(text)
        };
        for text in self.texts_mut() {
            *text = text.take().and_then(|text| tidied(&text));
        }
        for list in [&mut self.editors, &mut self.files] {
            *list = list.iter().take(MOST).filter_map(|t| tidied(t)).collect();
        }
        self.pages = self.pages.take().and_then(|pages| plain_pages(&pages));
        self.pmcid = self.pmcid.take().and_then(|id| normalise_pmcid(&id));
        let dated = self.date.as_deref().and_then(find_year);
        self.date = self.date.take().and_then(|date| find_date(&date));
        *year = year.or(dated);
        if *year != dated {
            self.date = None;
        }
        if journal.as_deref().is_none_or(|name| name.trim().is_empty()) {
            *journal = self.journal_short.take();
        } else if *journal == self.journal_short {
            self.journal_short = None;
        }
    }
}

/// A PubMed Central identifier as `PMC` and digits, read from `PMC123`, `123`, `PMCID: PMC123.1` or an address; `None` if it is none.
fn normalise_pmcid(raw: &str) -> Option<String> {
    let upper = raw.trim().trim_end_matches('/').to_ascii_uppercase();
    let number = upper.rsplit_once("PMC").map_or(&*upper, |(_, rest)| rest);
    let number = number.split('.').next().unwrap_or_default();
    let digits = number.trim_start_matches(['I', 'D', ':', ' ']);
    let good = (1..=10).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    good.then(|| format!("PMC{digits}"))
}

/// Pages with one plain hyphen where a source has a dash; a page alone for a range of one.
fn plain_pages(pages: &str) -> Option<String> {
    let mut out = String::with_capacity(pages.len());
    let pages = pages.strip_prefix("pp.").unwrap_or(pages).trim_start();
    let mut spaced = false;
    for c in pages.chars() {
        match c {
            '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' => {
                out.truncate(out.trim_end_matches([' ', '-']).len());
                out.push('-');
                spaced = true;
            }
            ' ' if spaced => {}
            c => {
                out.push(c);
                spaced = false;
            }
        }
    }
    let out = out.trim_matches(['-', ' ']);
    let out = match out.split_once('-') {
        Some((first, last)) if first == last => first,
        _ => out,
    };
    (!out.is_empty()).then(|| out.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tidied(details: Details, year: Option<i32>, journal: Option<&str>) -> (Details, String) {
        let (mut details, mut year) = (details, year);
        let mut journal = journal.map(str::to_owned);
        details.tidy(&mut year, &mut journal);
        (details, format!("{year:?} {journal:?}"))
    }

    #[test]
    fn details_are_brought_into_one_form() {
        let raw = Details {
            pages: Some("pp. 615 – 622, S1--S3".into()),
            pmcid: Some("https://pmc.ncbi.nlm.nih.gov/articles/PMC123.2/".into()),
            date: Some("2019 Aug 26".into()),
            journal_short: Some("Gut".into()),
            volume: Some(" <b>68</b>\n".into()),
            issue: Some(" ".into()),
            editors: vec![" Lee,  Ann".into(), String::new()],
            ..Details::default()
        };
        let (found, rest) = tidied(raw, None, None);
        assert_eq!(found.pages.as_deref(), Some("615-622, S1-S3"));
        assert_eq!(found.pmcid.as_deref(), Some("PMC123"));
        assert_eq!(found.date.as_deref(), Some("2019-08-26"));
        assert_eq!((found.volume.as_deref(), found.issue), (Some("68"), None));
        assert_eq!(found.editors, ["Lee, Ann"]);
        assert_eq!(rest, "Some(2019) Some(\"Gut\")");
        assert_eq!(found.journal_short, None);

        let dated = |date: &str| Details {
            date: Some(date.into()),
            ..Details::default()
        };
        assert!(tidied(dated("2018-12"), Some(2019), None).0.is_empty());
        assert!(tidied(dated("2019"), Some(2019), None).0.is_empty());
        for none in ["PMC", "PMCx", "NIHMS12", "12345678901"] {
            assert_eq!(normalise_pmcid(none), None, "{none}");
        }
    }

    #[test]
    fn serial_numbers_are_told_apart() {
        let mut details = Details::default();
        let all = [
            "0028-4793 (Print)",
            "1533-4406 (Electronic); 0028-4793 (Linking)",
            "978-0-00-000000-2",
        ];
        details.set_serials(all.into_iter());
        assert_eq!(details.issn.as_deref(), Some("0028-4793, 1533-4406"));
        assert_eq!(details.isbn.as_deref(), Some("978-0-00-000000-2"));
    }

    #[test]
    fn a_copy_that_appeared_elsewhere_gives_no_pages() {
        let article = Details {
            volume: Some("68".into()),
            pmcid: Some("PMC1".into()),
            files: vec!["a.pdf".into()],
            ..Details::default()
        };
        let mut kept = Details {
            files: vec!["b.pdf".into()],
            ..Details::default()
        };
        kept.fill(&article, false);
        assert_eq!((&kept.volume, kept.pmcid.as_deref()), (&None, Some("PMC1")));
        assert_eq!(kept.files, ["b.pdf", "a.pdf"]);
        kept.fill(&article, true);
        assert_eq!(kept.volume, article.volume);
    }
}
