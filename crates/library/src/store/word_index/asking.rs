//! A question to an index of words.

use std::collections::HashMap;
use std::rc::Rc;

use super::fault::Fault;
use super::index::Index;
use super::postings::Posting;
use super::rank::{self, Scored, best_first, without};

/// Documents, the best first, with their scores; behind the best ones all others, with none.
pub type Found = Vec<(i64, f32)>;

/// A question to an index, of some words. What is read for one part of it is there for the next.
pub struct Asking<'a> {
    index: &'a mut Index,
    words: Vec<Vec<u8>>,
    lists: HashMap<(Vec<u8>, bool), Rc<Vec<Posting>>>,
}

impl<'a> Asking<'a> {
    /// Of these words, as the index has them.
    pub fn new(index: &'a mut Index, words: Vec<Vec<u8>>) -> Self {
        Self {
            index,
            words,
            lists: HashMap::new(),
        }
    }

    /// The documents that have all of the words, or any, the first `best` of them in order. With `begins` those follow, in a list of their own, that
    /// have another word in the place of the last one that begins like it.
    pub fn found(&mut self, any: bool, begins: bool, best: usize) -> Result<Vec<Found>, Fault> {
        let whole = self.scored(any, false)?;
        let begun = match begins {
            true => Some(without(self.scored(any, true)?, &whole)),
            false => None,
        };
        let found = std::iter::once(whole).chain(begun);
        Ok(found.map(|found| self.named(found, best)).collect())
    }

    /// The documents that have all of these words, told by their numbers, each with whether one that begins like it is enough; keys, ascending.
    pub fn having_all(&mut self, words: &[(usize, bool)]) -> Result<Vec<i64>, Fault> {
        let lists = self.lists(words)?;
        let lists: Vec<&[Posting]> = lists.iter().map(|list| list.as_slice()).collect();
        let mut keys = Vec::new();
        rank::in_all(&lists, |slot, _| keys.push(self.index.key(slot)));
        if !keys.is_sorted() {
            keys.sort_unstable();
        }
        Ok(keys)
    }

    /// Those of these documents (ascending keys) that have any of these words, the first `best` of them in order, the others by key.
    pub fn best_among(
        &mut self,
        words: &[(usize, bool)],
        keys: &[i64],
        best: usize,
    ) -> Result<Vec<i64>, Fault> {
        let lists = self.lists(words)?;
        let lists: Vec<&[Posting]> = lists.iter().map(|list| list.as_slice()).collect();
        let mut found = rank::any(self.index.ranked(), &lists);
        let mut at = 0;
        found.retain(|(slot, _)| {
            let key = self.index.key(*slot);
            // What came or was changed later stands behind all, in no order.
            if at > 0 && keys[at - 1] >= key {
                return keys.binary_search(&key).is_ok();
            }
            while keys.get(at).is_some_and(|before| *before < key) {
                at += 1;
            }
            keys.get(at) == Some(&key)
        });
        let ordered = best_first(found, best, |slot| self.index.key(slot));
        let mut keys: Vec<i64> = ordered
            .into_iter()
            .map(|(slot, _)| self.index.key(slot))
            .collect();
        let listed = best.min(keys.len());
        keys[listed..].sort_unstable();
        Ok(keys)
    }

    fn named(&self, found: Scored, best: usize) -> Found {
        let ordered = best_first(found, best, |slot| self.index.key(slot));
        let named = ordered.into_iter();
        named
            .map(|(slot, score)| (self.index.key(slot), score as f32))
            .collect()
    }

    fn scored(&mut self, any: bool, begins: bool) -> Result<Scored, Fault> {
        let all = 0..self.words.len();
        let words = all.map(|n| (n, begins && n + 1 == self.words.len()));
        let lists = self.lists(&words.collect::<Vec<_>>())?;
        let lists: Vec<&[Posting]> = lists.iter().map(|list| list.as_slice()).collect();
        let of = self.index.ranked();
        Ok(match any {
            true => rank::any(of, &lists),
            false => rank::all(of, &lists),
        })
    }

    fn lists(&mut self, words: &[(usize, bool)]) -> Result<Vec<Rc<Vec<Posting>>>, Fault> {
        words
            .iter()
            .map(|(n, begins)| self.list(*n, *begins))
            .collect()
    }

    fn list(&mut self, n: usize, begins: bool) -> Result<Rc<Vec<Posting>>, Fault> {
        let name = (self.words[n].clone(), begins);
        if let Some(list) = self.lists.get(&name) {
            return Ok(list.clone());
        }
        let list = Rc::new(self.index.list(&name.0, begins)?);
        self.lists.insert(name, list.clone());
        Ok(list)
    }
}
