//! The page of a PDF that is shown beside the text of the document that came from it.

use std::path::{Path, PathBuf};

use library::pdf::FoundPage;
use library::{Document, Stored};

/// The page that is shown beside the text of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageBeside {
    /// The document, by key; one that is not open yet is waited for.
    pub key: i64,
    /// Its PDF; empty while the document is read.
    pub path: PathBuf,
    /// The question that is awaited; answers to older ones are dropped.
    pub generation: u64,
    /// The sentence that was looked for is still on its way.
    pub pending: bool,
    /// How many pages there are; 0 until they have been counted.
    pub pages: u32,
    /// The page that is shown, from 1; 0 until one is.
    pub number: u32,
    /// Where the sentence stands that was looked for.
    pub found: Option<FoundPage>,
    /// Why there is nothing to show, in plain words.
    pub failed: Option<String>,
}

impl PageBeside {
    /// The lines of the sentence on the page that is shown, as shares of its width and height.
    pub fn lines(&self) -> &[[f32; 4]] {
        let found = self.found.as_ref();
        let here = found.filter(|found| found.found && found.page == self.number);
        here.map_or(&[], |found| &found.lines)
    }

    /// Whether the sentence was looked for on the pages, and does not stand there.
    pub fn misses_the_sentence(&self) -> bool {
        self.found.as_ref().is_some_and(|found| !found.found)
    }
}

/// The PDF that a document came from, or else the first that is attached to it, by its name; whether it is still there is another question.
pub fn pdf_of(document: &Document) -> Option<&Path> {
    let is_pdf = |path: &&Path| {
        let ending = path.extension();
        ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"))
    };
    let attached = document.details.files.iter().map(Path::new);
    let attached = attached.filter(|path| path.is_absolute());
    let own = [document.source.path.as_path()].into_iter();
    own.chain(attached).find(is_pdf)
}

/// The sentence that speaks most for the place of a document.
pub(crate) fn placing_sentence(stored: &Stored) -> Option<usize> {
    let grounding = &stored.grounding;
    let of_place = |n: &usize| grounding.sentences[*n].structure == grounding.structure;
    let all = 0..grounding.sentences.len();
    let strongest = |a: &usize, b: &usize| {
        let p = |n: usize| grounding.sentences[n].p;
        // Of two that say as much, the first.
        p(*a).total_cmp(&p(*b)).then(b.cmp(a))
    };
    let placing = all.clone().filter(of_place).max_by(strongest);
    placing.or_else(|| all.max_by(strongest))
}

#[cfg(test)]
mod tests {
    use grounding::{Grounding, SentenceGrounding};

    use super::*;

    #[test]
    fn a_record_has_the_pdf_that_is_attached_to_it() {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("own.pdf");
        let attached = Path::new(env!("CARGO_MANIFEST_DIR")).join("paper.PDF");
        let text = |path: &Path| path.display().to_string();
        let mut document = Document::default();
        assert_eq!(pdf_of(&document), None);
        document.source.path = Path::new(env!("CARGO_MANIFEST_DIR")).join("zotero.sqlite");
        document.details.files = vec!["files/1/a.pdf".into(), "/a/page.html".into()];
        assert_eq!(pdf_of(&document), None);
        document.details.files.push(text(&attached));
        assert_eq!(pdf_of(&document), Some(attached.as_path()));
        document.source.path = own.clone();
        assert_eq!(pdf_of(&document), Some(own.as_path()));
    }

    #[test]
    fn the_sentence_that_places_a_document_is_the_strongest_about_its_structure() {
        let sentence = |structure: &str, p| SentenceGrounding {
            structure: structure.to_owned(),
            p,
            ..Default::default()
        };
        let stored = |sentences| Stored {
            key: 1,
            document: Document::default(),
            grounding: Grounding {
                structure: "liver".to_owned(),
                sentences,
                ..Default::default()
            },
            corrections: Vec::new(),
        };
        let all = vec![
            sentence("spleen", 0.9),
            sentence("liver", 0.4),
            sentence("liver", 0.8),
            sentence("liver", 0.8),
        ];
        assert_eq!(placing_sentence(&stored(all)), Some(2));
        let none = vec![sentence("spleen", 0.2), sentence("heart", 0.3)];
        assert_eq!(placing_sentence(&stored(none)), Some(1));
        assert_eq!(placing_sentence(&stored(Vec::new())), None);
    }
}
