//! An index of words that is open: the file, and in memory what has changed in the library since it was made.
//!
//! Documents have slots: those of the file first, by key, then those that came or were changed later. One that is gone, or was changed, leaves its slot
//! unused. What counts for the order (how many documents there are, how long they are, how many have a word) is always reckoned with the slots that are
//! in use, so that an answer is what FTS5 gives for the library as it is now.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;

use super::fault::Fault;
use super::file::{Document, Reader};
use super::postings::Posting;
use super::rank::Ranked;
use super::source::{Tokens, Totals};

/// One part of these of all postings of the beginnings of a word: from there on they are summed up in a list of all documents.
const MANY: usize = 8;

/// An open index.
pub struct Index {
    file: Reader,
    keys: Vec<i64>,
    words: Vec<u32>,
    /// Slots of the file.
    in_file: usize,
    /// Slots that are not in use.
    unused: Vec<bool>,
    unused_count: usize,
    /// Words of the documents that came later.
    fresh: BTreeMap<Vec<u8>, Vec<Posting>>,
    /// Their slots and sums by their keys.
    fresh_slots: HashMap<i64, (u32, Option<i64>)>,
    totals: Totals,
}

impl Index {
    /// Opens a file.
    pub fn open(file: File) -> Result<Self, Fault> {
        let (file, keys, words) = Reader::open(file)?;
        let totals = Totals {
            documents: keys.len() as u64,
            words: words.iter().map(|words| u64::from(*words)).sum(),
        };
        Ok(Self {
            file,
            in_file: keys.len(),
            unused: vec![false; keys.len()],
            unused_count: 0,
            keys,
            words,
            fresh: BTreeMap::new(),
            fresh_slots: HashMap::new(),
            totals,
        })
    }

    /// The number by which the file is known.
    pub fn id(&self) -> [u8; 16] {
        self.file.id
    }

    /// The file itself.
    pub fn file(&mut self) -> &mut Reader {
        &mut self.file
    }

    /// What is in use.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// How many documents differ from those of the file: came, were changed, or are gone.
    pub fn changed(&self) -> usize {
        self.unused_count + self.fresh_slots.len()
    }

    /// The largest key that is or was in use.
    pub fn last_key(&self) -> i64 {
        let fresh = self.fresh_slots.keys().copied().max();
        let in_file = self.in_file.checked_sub(1).map(|last| self.keys[last]);
        fresh.max(in_file).unwrap_or_default()
    }

    /// What is ranked.
    pub fn ranked(&self) -> Ranked<'_> {
        Ranked {
            words: &self.words,
            totals: self.totals,
        }
    }

    /// The key of the document of a slot.
    pub fn key(&self, slot: u32) -> i64 {
        self.keys[slot as usize]
    }

    /// Compares with all documents that the library has, by ascending key. Those that are gone are left out; returns those that have to be read, by
    /// [`Index::put`].
    pub fn compare(&mut self, there: &[Document]) -> Result<Vec<Document>, Fault> {
        let sums = self.file.sums()?;
        let mut to_read = Vec::new();
        let mut slot = 0;
        let mut fresh_gone: HashMap<i64, u32> = HashMap::new();
        for (key, (slot, _)) in &self.fresh_slots {
            fresh_gone.insert(*key, *slot);
        }
        for document in there {
            while slot < self.in_file && self.keys[slot] < document.key {
                self.leave_out(slot);
                slot += 1;
            }
            let here = slot < self.in_file && self.keys[slot] == document.key;
            let mut is_same =
                here && document.sum == Some(sums[slot]) && self.words[slot] == document.words;
            // One that was left out and is as it was again comes back.
            match is_same {
                true => self.take_in(slot),
                false if here => self.leave_out(slot),
                false => {}
            }
            slot += usize::from(here);
            if let Some((_, sum)) = self.fresh_slots.get(&document.key)
                && !is_same
                && document.sum.is_some()
                && *sum == document.sum
            {
                is_same = true;
                fresh_gone.remove(&document.key);
            }
            if !is_same {
                to_read.push(*document);
            }
        }
        for slot in slot..self.in_file {
            self.leave_out(slot);
        }
        for (key, slot) in fresh_gone {
            self.leave_out(slot as usize);
            self.fresh_slots.remove(&key);
        }
        Ok(to_read)
    }

    fn leave_out(&mut self, slot: usize) {
        if !std::mem::replace(&mut self.unused[slot], true) {
            self.unused_count += 1;
            self.totals.documents -= 1;
            self.totals.words -= u64::from(self.words[slot]);
        }
    }

    fn take_in(&mut self, slot: usize) {
        if std::mem::replace(&mut self.unused[slot], false) {
            self.unused_count -= 1;
            self.totals.documents += 1;
            self.totals.words += u64::from(self.words[slot]);
        }
    }

    /// Takes in documents with their titles and texts; what was known of them before is left out.
    pub fn put(
        &mut self,
        tokens: &Tokens,
        documents: &[(Document, String, String)],
    ) -> Result<(), Fault> {
        let texts: Vec<(&str, &str)> = documents
            .iter()
            .map(|(_, title, text)| (title.as_str(), text.as_str()))
            .collect();
        let said = tokens.documents(&texts)?;
        let first = u32::try_from(self.keys.len()).unwrap_or(u32::MAX);
        for (slot, (document, ..)) in (first..).zip(documents) {
            let before = self.fresh_slots.insert(document.key, (slot, document.sum));
            if let Some((before, _)) = before {
                self.leave_out(before as usize);
            }
            if let Ok(slot) = self.keys[..self.in_file].binary_search(&document.key) {
                self.leave_out(slot);
            }
            self.keys.push(document.key);
            self.words.push(document.words);
            self.unused.push(true);
            self.unused_count += 1;
            self.take_in(slot as usize);
        }
        for (word, postings) in said {
            let list = self.fresh.entry(word).or_default();
            list.extend(postings.into_iter().map(|(n, times)| (first + n, times)));
        }
        Ok(())
    }

    /// The documents that say a word, by ascending slot, and how often; with `begins`, any word that begins so.
    pub fn list(&mut self, word: &[u8], begins: bool) -> Result<Vec<Posting>, Fault> {
        let mut list: Vec<Posting> = Vec::new();
        self.file.postings(word, begins, |one| list.push(one))?;
        if begins {
            let begun = self.fresh.range(word.to_vec()..);
            let begun = begun.take_while(|(other, _)| other.starts_with(word));
            list.extend(begun.flat_map(|(_, postings)| postings));
        } else if let Some(fresh) = self.fresh.get(word) {
            list.extend_from_slice(fresh);
        }
        if self.unused_count > 0 {
            list.retain(|(slot, _)| !self.unused[*slot as usize]);
        }
        if begins && !list.is_sorted_by(|a, b| a.0 < b.0) {
            list = summed(list, self.keys.len());
        }
        Ok(list)
    }
}

/// One posting for each document.
fn summed(mut list: Vec<Posting>, slots: usize) -> Vec<Posting> {
    if list.len() < slots / MANY {
        list.sort_unstable_by_key(|(slot, _)| *slot);
        list.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        return list;
    }
    let mut all = vec![0_u32; slots];
    for (slot, times) in list {
        all[slot as usize] += times;
    }
    let said = (0..).zip(all).filter(|(_, times)| *times > 0);
    said.collect()
}
