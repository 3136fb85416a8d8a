//! What a record tells of its paper.

use super::words::sentences;

/// Letters at the beginning of a text that are read, at most: an abstract. What a full text says later is about other papers as often as about itself.
const MOST_READ: usize = 3_000;

/// What a record tells of its paper, in small letters where words are looked for.
pub(super) struct Record<'a> {
    /// MeSH headings, in small letters.
    pub mesh: Vec<String>,
    /// The sentences of the title.
    pub title: Vec<Vec<&'a str>>,
    /// The sentences of the abstract.
    pub text: Vec<Vec<&'a str>>,
}

impl<'a> Record<'a> {
    /// `title` and `text` are in small letters.
    pub(super) fn of(mesh: &[String], title: &'a str, text: &'a str) -> Self {
        let lower = mesh.iter().map(|heading| heading.trim().to_lowercase());
        Self {
            mesh: lower.collect(),
            title: sentences(title),
            text: sentences(text),
        }
    }

    /// Whether it has this MeSH heading.
    pub(super) fn has(&self, heading: &str) -> bool {
        self.mesh.iter().any(|own| own == heading)
    }
}

/// The part of a text that is read.
pub(super) fn beginning(text: &str) -> &str {
    let mut end = text.len().min(MOST_READ);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_beginning_is_read_and_no_letter_is_cut() {
        assert_eq!(beginning("short"), "short");
        let long = format!("a{}", "é".repeat(MOST_READ));
        let read = beginning(&long);
        assert_eq!(read.len(), MOST_READ - 1);
        assert!(long.starts_with(read));
    }
}
