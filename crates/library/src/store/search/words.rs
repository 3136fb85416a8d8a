//! Documents by words: the full-text index, asked so that nothing that is typed is syntax.

use crate::store::{Library, LibraryError};

/// Weight of a word in the title against one in the text.
const TITLE_WEIGHT: f64 = 4.0;
/// Words of a question that are looked at.
const MOST_WORDS: usize = 32;

impl Library {
    /// The documents that match words, best first (bm25, a word in the title counting four times), with their ranks.
    /// All words must occur; if no document has them all, any of them.
    ///
    /// # Errors
    /// If the file cannot be read; no text is an error.
    pub fn matching(&self, text: &str, limit: usize) -> Result<Vec<i64>, LibraryError> {
        let words = words(text);
        if words.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(in_place) = &self.in_place {
            if let Some(found) = in_place.matching(text, limit)? {
                return Ok(found);
            }
            in_place.words_ready(&self.connection)?;
        }
        for join in [" AND ", " OR "] {
            let mut find = self.connection.prepare_cached(
                "SELECT rowid FROM text_index WHERE text_index MATCH ?1 ORDER BY bm25(text_index, ?2, 1.0), rowid LIMIT ?3",
            )?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let rows = find.query_map((words.join(join), TITLE_WEIGHT, limit), |row| row.get(0))?;
            let keys: Vec<i64> = rows.collect::<Result<_, _>>()?;
            if !keys.is_empty() || words.len() == 1 {
                return Ok(keys);
            }
        }
        Ok(Vec::new())
    }
}

/// What a user typed as terms of an FTS5 query, each quoted so that nothing in it is syntax. A word at the very end may be
/// unfinished and matches as a beginning.
fn words(text: &str) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    let mut finished = true;
    for (part, piece) in text.split('"').enumerate() {
        let in_quotes = part % 2 == 1;
        let pieces: Vec<&str> = if in_quotes {
            vec![piece]
        } else {
            piece.split_whitespace().collect()
        };
        for piece in pieces {
            let term: String = piece
                .chars()
                .map(|c| if c.is_alphanumeric() { c } else { ' ' })
                .collect();
            let term = term.split_whitespace().collect::<Vec<_>>().join(" ");
            if !term.is_empty() && terms.len() < MOST_WORDS {
                terms.push(format!("\"{term}\""));
                finished = in_quotes;
            }
        }
    }
    let ends_in_word = text.chars().next_back().is_some_and(char::is_alphanumeric);
    if let (false, true, Some(last)) = (finished, ends_in_word, terms.last_mut()) {
        last.push('*');
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_text_becomes_quoted_terms() {
        assert_eq!(words("liver cirrhosis"), ["\"liver\"", "\"cirrhosis\"*"]);
        assert_eq!(words("\"portal vein\" "), ["\"portal vein\""]);
        assert_eq!(
            words("NEAR(a b) OR title:x*"),
            ["\"NEAR a\"", "\"b\"", "\"OR\"", "\"title x\""]
        );
        assert_eq!(words("*** -- \"\" \0"), Vec::<String>::new());
        assert_eq!(words(&"x ".repeat(100)).len(), MOST_WORDS);
    }
}
