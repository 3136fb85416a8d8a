//! What a document is about, in the words of its record.

use std::collections::HashSet;

use crate::Document;

/// Topics of a document, at most. PubMed gives an article a dozen headings; further ones of a longer list tell little.
const MOST: usize = 20;
/// Headings that nearly every record has: nothing is narrowed by them.
const EVERYWHERE: [&str; 2] = ["humans", "animals"];

impl Document {
    /// What it is about, as its record says: its MeSH headings without "Humans" and "Animals", or its keywords where no heading is left; each once.
    pub fn topics(&self) -> Vec<&str> {
        topics(&self.mesh, &self.keywords)
    }
}

/// What a record with these headings and keywords is about.
pub(crate) fn topics<'a>(mesh: &'a [String], keywords: &'a [String]) -> Vec<&'a str> {
    let headings = telling(mesh);
    match headings.is_empty() {
        true => telling(keywords),
        false => headings,
    }
}

/// The words that tell something, each in its first spelling.
fn telling(words: &[String]) -> Vec<&str> {
    let mut seen = HashSet::new();
    let words = words.iter().map(|word| word.trim());
    let words = words.filter(|word| {
        let lower = word.to_lowercase();
        !lower.is_empty() && !EVERYWHERE.contains(&lower.as_str()) && seen.insert(lower)
    });
    words.take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_come_before_keywords_and_a_word_once() {
        let list = |words: &[&str]| {
            words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>()
        };
        let of = |mesh: &[&str], keywords: &[&str]| {
            let document = Document {
                mesh: list(mesh),
                keywords: list(keywords),
                ..Document::default()
            };
            document.topics().join(", ")
        };
        let headings = ["Humans", "Gallstones", "Liver"];
        assert_eq!(of(&headings, &["stones"]), "Gallstones, Liver");
        let keywords = [" drains", "Drains ", "", "CT", "humans"];
        assert_eq!(of(&["Humans", "Animals"], &keywords), "drains, CT");
        assert_eq!(of(&[], &[]), "");
        let many: Vec<String> = (0..30).map(|n| format!("topic {n}")).collect();
        assert_eq!(topics(&[], &many).len(), MOST);
    }
}
