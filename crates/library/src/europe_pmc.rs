//! How a document says that its text is the full one from Europe PMC, which has those of open-access articles.

use crate::{Document, Source};

/// What stands for the file from which such a document was read; its record is the number of its PMCID.
pub(crate) const EUROPE_PMC: &str = "Europe PMC";

impl Source {
    /// The article of this PMCID (`PMC123`) at Europe PMC; nothing if it is none.
    pub fn at_europe_pmc(pmcid: &str) -> Option<Source> {
        let digits = pmcid.strip_prefix("PMC")?;
        Some(Source {
            path: EUROPE_PMC.into(),
            record: digits.parse().ok()?,
            line: None,
        })
    }

    /// The PMCID of the article at Europe PMC from which the full text comes.
    pub fn pmcid(&self) -> Option<String> {
        let from_there = self.path.as_os_str() == EUROPE_PMC;
        from_there.then(|| format!("PMC{}", self.record))
    }

    /// Where that is read on the web.
    pub fn address(&self) -> Option<String> {
        let pmcid = self.pmcid()?;
        Some(format!("https://europepmc.org/article/PMC/{pmcid}"))
    }
}

impl Document {
    /// The document with a body behind the text that it has, from this source. What readers have said of its sentences stays where it
    /// is.
    pub fn with_body(mut self, body: &str, source: Source) -> Document {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        self.text.push_str(body);
        self.source = source;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_at_europe_pmc_is_known_again() {
        let source = Source::at_europe_pmc("PMC123").expect("a PMCID");
        assert_eq!(source.pmcid().as_deref(), Some("PMC123"));
        let address = "https://europepmc.org/article/PMC/PMC123";
        assert_eq!(source.address().as_deref(), Some(address));
        for bad in ["", "123", "PMC", "PMCx", "pmc1"] {
            assert_eq!(Source::at_europe_pmc(bad), None, "{bad}");
        }
        assert_eq!(Source::default().address(), None);
    }
}
