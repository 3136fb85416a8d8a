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

    fn named(&self, found: Scored, best: usize) -> Found {
        let ordered = best_first(found, best, |slot| self.index.key(slot));
        let named = ordered.into_iter();
        named
            .map(|(slot, score)| (self.index.key(slot), score as f32))
            .collect()
    }

    fn scored(&mut self, any: bool, begins: bool) -> Result<Scored, Fault> {
        let mut lists = Vec::with_capacity(self.words.len());
        for n in 0..self.words.len() {
            let begins = begins && n + 1 == self.words.len();
            lists.push(self.list(n, begins)?);
        }
        let lists: Vec<&[Posting]> = lists.iter().map(|list| list.as_slice()).collect();
        let of = self.index.ranked();
        Ok(match any {
            true => rank::any(of, &lists),
            false => rank::all(of, &lists),
        })
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
