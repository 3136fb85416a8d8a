//! Lists of PubMed identifiers and DOIs, as people keep and paste them.

use std::fmt;

use crate::{normalise_doi, normalise_pmid};

/// Digits that a bare number has at least to be taken for a PubMed identifier: smaller ones are more often years and counts.
const LEAST_DIGITS: usize = 5;
/// Digits that it has at most.
const MOST_DIGITS: usize = 8;

/// What names an article.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Identifier {
    /// A PubMed identifier: digits without leading zeros.
    Pmid(String),
    /// A DOI in lower case, without resolver.
    Doi(String),
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Identifier::Pmid(pmid) => write!(f, "PMID {pmid}"),
            Identifier::Doi(doi) => write!(f, "DOI {doi}"),
        }
    }
}

impl Identifier {
    /// The identifier that a line is, whatever stands in front of it (`PMID:`, `doi:`, an address of a resolver); nothing if the line
    /// is anything else.
    pub fn of_line(line: &str) -> Option<Identifier> {
        let line = line.trim().trim_end_matches([',', ';']);
        let line = line.trim_matches(['"', '\'', '<', '>', '\u{feff}']).trim();
        if line.is_empty() || line.len() > 300 {
            return None;
        }
        if line.bytes().all(|b| b.is_ascii_digit()) {
            let fits = (LEAST_DIGITS..=MOST_DIGITS).contains(&line.len());
            return normalise_pmid(line).filter(|_| fits).map(Identifier::Pmid);
        }
        let lower = line.to_lowercase();
        if lower.starts_with("pmid") || lower.contains("pubmed") && !lower.contains(' ') {
            return normalise_pmid(line).map(Identifier::Pmid);
        }
        let bare = ["https://", "http://"]
            .iter()
            .find_map(|scheme| lower.strip_prefix(scheme))
            .unwrap_or(&lower);
        let bare = ["doi.org/", "dx.doi.org/", "www.doi.org/"]
            .iter()
            .find_map(|host| bare.strip_prefix(host))
            .unwrap_or(bare);
        let bare = bare.strip_prefix("doi").unwrap_or(bare);
        let bare = bare.trim_start_matches([':', ' ']);
        let alone = bare.starts_with("10.") && !bare.contains(char::is_whitespace);
        alone
            .then(|| normalise_doi(bare))
            .flatten()
            .map(Identifier::Doi)
    }
}

/// The identifiers of a text that holds nothing else, one a line or between commas, in its order, each once; nothing if anything
/// else stands in it. A first line that only says what they are is passed over, as are blank lines and those that begin with `#`.
pub fn identifiers(text: &str) -> Option<Vec<Identifier>> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut found = Vec::new();
    let mut met = std::collections::HashSet::new();
    for (number, line) in lines.enumerate() {
        if number == 0 && is_heading(line) {
            continue;
        }
        let whole = Identifier::of_line(line);
        let all: Option<Vec<Identifier>> = match whole {
            Some(one) => Some(vec![one]),
            None => {
                let parts = line.split([',', ';', '\t', ' ']).map(str::trim);
                let parts = parts.filter(|part| !part.is_empty());
                parts.map(Identifier::of_line).collect()
            }
        };
        for identifier in all? {
            if met.insert(identifier.clone()) {
                found.push(identifier);
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Whether a line is what such a list is called.
fn is_heading(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').to_lowercase();
    let line = line.trim_matches(['"', ':', ' ']);
    matches!(
        line,
        "pmid" | "pmids" | "doi" | "dois" | "id" | "ids" | "identifier" | "identifiers"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Option<Vec<String>> {
        identifiers(text).map(|all| all.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn lists_are_told_from_texts() {
        let list = "PMIDs:\n12345678\n\nPMID: 0023456\nhttps://doi.org/10.1000/ABC.1\ndoi:10.1000/x\n10.1000/y,\n\
            https://pubmed.ncbi.nlm.nih.gov/345678/\n12345678\n";
        let expected = [
            "PMID 12345678",
            "PMID 23456",
            "DOI 10.1000/abc.1",
            "DOI 10.1000/x",
            "DOI 10.1000/y",
            "PMID 345678",
        ];
        assert_eq!(words(list).unwrap(), expected);
        assert_eq!(words("11111111, 22222222 33333333").unwrap().len(), 3);
        for text in [
            "The liver",
            "12345678\nThe liver lies on the right.",
            "2001\n2002\n2003",
            "See 10.1000/x for more.",
            "ids\n",
            "",
        ] {
            assert_eq!(words(text), None, "{text}");
        }
    }
}
