//! Text out of documents with markup: paragraphs set apart by blank lines, words by single spaces, as a reader would see them.

use std::collections::HashSet;

use super::clean::raise;
use crate::Document;

/// Longest first paragraph that is taken for a title, in characters.
const LONGEST_TITLE: usize = 250;

/// Headings under which a paper lists what it cites, in lower case.
const REFERENCES: &[&str] = &[
    "references",
    "reference list",
    "bibliography",
    "literature cited",
    "works cited",
    "literatur",
    "literaturverzeichnis",
    "références",
    "bibliographie",
    "referencias",
    "bibliografía",
    "references and notes",
];

/// Headings of what may follow the list and is text again, in lower case.
const AFTER: &[&str] = &[
    "appendix",
    "supplementary",
    "supplement",
    "annex",
    "figure legends",
    "tables",
    "methods",
    "online methods",
    "materials and methods",
    "acknowledg",
    "author contributions",
];

/// Paragraphs as they are met.
#[derive(Debug, Default)]
pub(crate) struct Paragraphs {
    done: Vec<Paragraph>,
    at_hand: String,
    heading: bool,
}

/// A paragraph, its words separated by single spaces, its lines by line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Paragraph {
    pub(crate) text: String,
    pub(crate) is_heading: bool,
}

impl Paragraphs {
    /// Words of the paragraph at hand; white space counts as one space.
    pub(crate) fn words(&mut self, words: &str) {
        for part in words.split_inclusive(char::is_whitespace) {
            let word = part.trim_end();
            self.at_hand.push_str(word);
            if word.len() < part.len()
                && !self.at_hand.is_empty()
                && !self.at_hand.ends_with([' ', '\n'])
            {
                self.at_hand.push(' ');
            }
        }
    }

    /// A line end within a paragraph.
    pub(crate) fn line(&mut self) {
        let end = self.at_hand.trim_end().len();
        self.at_hand.truncate(end);
        if end > 0 {
            self.at_hand.push('\n');
        }
    }

    /// Raised words of the paragraph at hand.
    pub(crate) fn raised(&mut self, words: &str) {
        raise(&mut self.at_hand, words);
        self.words(words);
    }

    /// The paragraph at hand is a heading.
    pub(crate) fn is_heading(&mut self) {
        self.heading = true;
    }

    /// The end of a paragraph.
    pub(crate) fn end(&mut self) {
        let text = self.at_hand.trim();
        if !text.is_empty() {
            self.done.push(Paragraph {
                text: text.to_owned(),
                is_heading: self.heading,
            });
        }
        self.at_hand.clear();
        self.heading = false;
    }

    /// All paragraphs, without those of a list of references.
    pub(crate) fn finish(mut self) -> Vec<Paragraph> {
        self.end();
        without_references(self.done)
    }
}

/// Whether a line of its own is the heading of a list of references.
pub(crate) fn heads_references(line: &str) -> bool {
    let letters = line
        .trim()
        .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
    let heading = letters.trim_end_matches([':', '.', ' ']).to_lowercase();
    REFERENCES.contains(&heading.as_str())
}

/// Without the list of references that a paper ends with: from its heading to the next one that is none of an entry.
fn without_references(paragraphs: Vec<Paragraph>) -> Vec<Paragraph> {
    let half = paragraphs.len() / 2;
    let mut within = false;
    let mut kept = Vec::with_capacity(paragraphs.len());
    for (n, paragraph) in paragraphs.into_iter().enumerate() {
        let follows = |text: &str| {
            let lower = text.to_lowercase();
            AFTER.iter().any(|start| lower.starts_with(start))
        };
        // A contents list names the heading too, in the first half.
        if n >= half && heads_references(&paragraph.text) {
            within = true;
        } else if within && (paragraph.is_heading || follows(&paragraph.text)) {
            within = false;
        }
        if !within {
            kept.push(paragraph);
        }
    }
    kept
}

/// The text of paragraphs, set apart by blank lines.
pub(crate) fn joined(paragraphs: &[Paragraph]) -> String {
    let texts: Vec<&str> = paragraphs.iter().map(|p| p.text.as_str()).collect();
    texts.join("\n\n")
}

/// A document of paragraphs: `title`, where the file says one that is its own, else the first heading, else a short first paragraph.
/// What stands between the title and the text, the names of `authors` and a date, is no text; the date gives the year.
pub(crate) fn document(
    title: Option<&str>,
    paragraphs: &[Paragraph],
    authors: &[String],
) -> Document {
    let said = title.map(str::trim).filter(|title| is_title(title));
    let is_short =
        |text: &str| text.chars().count() <= LONGEST_TITLE && !text.ends_with([',', ';', '.']);
    let same = |a: &str, b: &str| crate::normalise_title(a) == crate::normalise_title(b);
    let (title, skip) = match (said, paragraphs.first()) {
        (Some(title), _) => {
            // The title may stand behind the name of the series or the like.
            let at = paragraphs
                .iter()
                .take(FRONT)
                .position(|p| same(&p.text, title));
            (title.to_owned(), at.map_or(0, |at| at + 1))
        }
        (None, Some(first))
            if paragraphs.len() > 1 && (first.is_heading || is_short(&first.text)) =>
        {
            (first.text.replace('\n', " "), 1)
        }
        (None, _) => (String::new(), 0),
    };
    let mut year = None;
    let of_front = |paragraph: &&Paragraph| {
        let is_date = date(&paragraph.text);
        year = year.or(is_date);
        is_date.is_some() || is_authors(&paragraph.text, authors)
    };
    let front = paragraphs[skip..]
        .iter()
        .take(FRONT)
        .take_while(of_front)
        .count();
    let skip = if skip > 0 { skip + front } else { 0 };
    Document {
        title,
        text: joined(&paragraphs[skip..]),
        year: year.filter(|_| skip > 0),
        ..Document::default()
    }
}

/// Paragraphs that may stand between title and text.
const FRONT: usize = 12;

/// Names that stand in one detail of a file, separated by semicolons.
pub(crate) fn names(text: &str) -> Vec<String> {
    let names = text
        .split(';')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// Whether a line names one or more of the authors, and little else.
fn is_authors(line: &str, authors: &[String]) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| word.chars().count() > 1);
        words.map(str::to_lowercase).collect()
    };
    let line = words(line);
    let names: HashSet<String> = authors.iter().flat_map(|name| words(name)).collect();
    let named = line.iter().filter(|word| names.contains(*word)).count();
    named >= 2 && named * 3 >= line.len() * 2
}

/// The year of a line that is a date and nothing else: `2019-03-14`, `14 March 2019`, `2021`.
fn date(line: &str) -> Option<i32> {
    if line.len() > 30 {
        return None;
    }
    let year = crate::date::find_year(line)?;
    let words = line
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let letters = words
        .iter()
        .filter(|word| word.chars().all(char::is_alphabetic))
        .count();
    (letters <= 1 && words.len() <= 4).then_some(year)
}

/// Whether a title that stands in the details of a file is one: programs put file names and their own names there.
pub(crate) fn is_title(title: &str) -> bool {
    let lower = title.to_lowercase();
    let is_name = [
        "microsoft word",
        "untitled",
        "document",
        "powerpoint",
        "slide 1",
        "print",
        "unknown",
        "no title",
        "dokument",
    ]
    .iter()
    .any(|start| lower.starts_with(start));
    let ends_as_file = [
        ".doc", ".docx", ".odt", ".rtf", ".pdf", ".indd", ".tex", ".dvi", ".qxd", ".txt", ".html",
    ]
    .iter()
    .any(|ending| lower.ends_with(ending));
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    !is_name && !ends_as_file && letters >= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraphs(parts: &[(&str, bool)]) -> Vec<Paragraph> {
        let mut all = Paragraphs::default();
        for (text, heading) in parts {
            all.words(text);
            if *heading {
                all.is_heading();
            }
            all.end();
        }
        all.finish()
    }

    #[test]
    fn white_space_is_one_space_and_lines_stay() {
        let mut all = Paragraphs::default();
        all.words("  The \n liver");
        all.words(" is 10");
        all.raised("9");
        all.line();
        all.words(" large ");
        let found = all.finish();
        assert_eq!(joined(&found), "The liver is 10^9\nlarge");
    }

    #[test]
    fn a_list_of_references_at_the_end_is_left_out() {
        let found = paragraphs(&[
            ("On the liver", true),
            ("It is large.", false),
            ("It is soft.", false),
            ("5. References", true),
            ("1. Lee A. Livers.", false),
            ("Appendix", true),
            ("A table.", false),
        ]);
        let text = joined(&found);
        assert_eq!(
            text,
            "On the liver\n\nIt is large.\n\nIt is soft.\n\nAppendix\n\nA table."
        );
    }

    #[test]
    fn the_title_is_the_one_that_is_meant() {
        let body = paragraphs(&[("On the liver", true), ("It is large.", false)]);
        for said in [
            None,
            Some("Microsoft Word - draft.doc"),
            Some("On the Liver"),
            Some("paper.pdf"),
        ] {
            let found = document(said, &body, &[]);
            assert_eq!(found.text, "It is large.", "{said:?}");
            assert_eq!(found.title.to_lowercase(), "on the liver");
        }
        let found = document(Some("Livers, a note"), &body, &[]);
        assert_eq!(
            (found.title.as_str(), found.text.as_str()),
            ("Livers, a note", "On the liver\n\nIt is large.")
        );
        let front = paragraphs(&[
            ("Livers", true),
            ("Ann Lee", false),
            ("14 March 2019", false),
            ("It is large.", false),
        ]);
        let found = document(None, &front, &["Lee, Ann".to_owned()]);
        assert_eq!(
            (found.text.as_str(), found.year),
            ("It is large.", Some(2019))
        );
        let one = paragraphs(&[("It is large", false)]);
        assert_eq!(document(None, &one, &[]).title, "");
    }
}
