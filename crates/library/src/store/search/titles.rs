//! What the titles of documents say of others: their words, each counting as much as it is rare.

use std::collections::HashMap;

use super::plain_words::{is_stop_word, words};
use crate::store::{Library, LibraryError};

/// A word that more than one document in so many has says nothing, nor one that more than so many have: to look those up takes too long.
const ONE_IN: usize = 20;
const MOST_DOCUMENTS: usize = 2_000;

impl Library {
    /// How much the words of these documents' titles, the best document first, speak for each document, by row: 1 for the one for which they speak most.
    pub(super) fn by_titles(&self, keys: &[i64]) -> Result<Vec<f32>, LibraryError> {
        let mut titles = Vec::new();
        for key in keys {
            titles.push(self.entry(*key)?.map_or_else(String::new, |one| one.title));
        }
        let columns = self.columns()?;
        let documents = columns.keys.len();
        let most = (documents / ONE_IN).clamp(1, MOST_DOCUMENTS);
        let enough = i64::try_from(most + 1).unwrap_or(i64::MAX);
        let mut find = self
            .connection
            .prepare_cached("SELECT rowid FROM text_index WHERE text_index MATCH ?1 LIMIT ?2")?;
        let mut said = vec![0.0_f32; documents];
        for (word, weight) in words_of(&titles) {
            let rows = find.query_map((format!("\"{word}\""), enough), |row| row.get(0))?;
            let found: Vec<i64> = rows.collect::<Result<_, _>>()?;
            if found.len() > most {
                continue;
            }
            let (with, all) = (found.len() as f32, documents as f32);
            let rare = ((all - with + 0.5) / (with + 0.5)).ln().max(0.0);
            for row in found.into_iter().filter_map(|key| columns.row(key)) {
                said[row] += weight * rare;
            }
        }
        let best = said.iter().copied().fold(0.0, f32::max);
        if best > 0.0 {
            said.iter_mut().for_each(|weight| *weight /= best);
        }
        Ok(said)
    }
}

/// The words of titles, each once, with the sum of one over the rank of those that have it.
fn words_of(titles: &[String]) -> Vec<(String, f32)> {
    let mut found: Vec<(String, f32)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (rank, title) in (1_u8..).zip(titles) {
        let mut here = Vec::new();
        for word in words(&title.to_lowercase()) {
            let is_number = word.chars().all(|c| c.is_ascii_digit());
            let is_short = word.chars().nth(1).is_none();
            if is_number || is_short || is_stop_word(&word) || here.contains(&word) {
                continue;
            }
            let place = *places.entry(word.clone()).or_insert_with(|| {
                found.push((word.clone(), 0.0));
                found.len() - 1
            });
            found[place].1 += 1.0 / f32::from(rank);
            here.push(word);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_titles_count_by_the_rank_of_those_that_have_them() {
        let titles = [
            "The liver, and Liver stones in 2012".to_owned(),
            "Stones of the kidney: a B 12".to_owned(),
        ];
        let found = words_of(&titles);
        let expected = [("liver", 1.0), ("stones", 1.5), ("kidney", 0.5)];
        let found: Vec<(&str, f32)> = found.iter().map(|(word, w)| (word.as_str(), *w)).collect();
        assert_eq!(found, expected);
        assert!(words_of(&[]).is_empty());
    }
}
