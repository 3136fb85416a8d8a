//! Keys of many documents, which scenes share.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Keys of documents. What an import adds has keys that follow each other, and is one range here however many documents there are; scenes share what
/// they have, and who changes it copies the ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeSet<i64>", into = "BTreeSet<i64>")]
pub struct Keys(Arc<Vec<Range>>);

/// The first and the last of keys that follow each other. Ranges are in order, and between two of them a key is missing.
type Range = (i64, i64);

impl Keys {
    /// Whether it is one of them.
    pub fn contains(&self, key: &i64) -> bool {
        let at = self.0.partition_point(|(_, last)| last < key);
        self.0.get(at).is_some_and(|(first, _)| first <= key)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let many =
            |(first, last): &Range| usize::try_from(last.abs_diff(*first)).unwrap_or(usize::MAX);
        let add = |sum: usize, range| sum.saturating_add(many(range)).saturating_add(1);
        self.0.iter().fold(0, add)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The smallest first.
    pub fn iter(&self) -> impl Iterator<Item = i64> {
        self.0.iter().flat_map(|(first, last)| *first..=*last)
    }

    /// The largest.
    pub fn last(&self) -> Option<i64> {
        self.0.last().map(|(_, last)| *last)
    }

    /// Puts a key in.
    pub fn insert(&mut self, key: i64) {
        self.extend([key]);
    }

    /// Puts keys in.
    pub fn extend(&mut self, keys: impl IntoIterator<Item = i64>) {
        let mut all: Vec<Range> = keys.into_iter().map(|key| (key, key)).collect();
        all.retain(|(key, _)| !self.contains(key));
        if !all.is_empty() {
            all.extend(self.0.iter());
            *self = Self::joined(all);
        }
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &i64) {
        self.leave_out(&BTreeSet::from([*key]));
    }

    /// Takes keys out; scenes go on sharing what has none of them.
    pub fn leave_out(&mut self, gone: &BTreeSet<i64>) {
        if !gone.iter().any(|key| self.contains(key)) {
            return;
        }
        let mut left = Vec::with_capacity(self.0.len() + gone.len());
        for &(first, last) in self.0.iter() {
            let mut from = Some(first);
            for &key in gone.range(first..=last) {
                left.extend(from.filter(|from| *from < key).map(|from| (from, key - 1)));
                from = key.checked_add(1);
            }
            left.extend(from.filter(|from| *from <= last).map(|from| (from, last)));
        }
        self.0 = Arc::new(left);
    }

    /// Those that are not among others, the smallest first.
    pub fn difference(&self, other: &Self) -> impl Iterator<Item = i64> {
        // What both have as the same range is nothing that has to be looked at.
        let new = |range: &&Range| other.0.binary_search(range).is_err();
        let ranges = self.0.iter().filter(new);
        let keys = ranges.flat_map(|(first, last)| *first..=*last);
        keys.filter(|key| !other.contains(key))
    }

    /// Whether both are one and the same in memory.
    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// How much is copied when they are changed.
    #[cfg(test)]
    pub(crate) fn ranges(&self) -> usize {
        self.0.len()
    }

    fn joined(mut ranges: Vec<Range>) -> Self {
        ranges.sort_unstable();
        let mut joined: Vec<Range> = Vec::new();
        for (first, last) in ranges {
            match joined.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => {
                    before.1 = before.1.max(last)
                }
                _ => joined.push((first, last)),
            }
        }
        Self(Arc::new(joined))
    }
}

impl From<BTreeSet<i64>> for Keys {
    fn from(keys: BTreeSet<i64>) -> Self {
        keys.into_iter().collect()
    }
}

impl FromIterator<i64> for Keys {
    fn from_iter<I: IntoIterator<Item = i64>>(keys: I) -> Self {
        Self::joined(keys.into_iter().map(|key| (key, key)).collect())
    }
}

impl From<Keys> for BTreeSet<i64> {
    fn from(keys: Keys) -> Self {
        keys.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that nobody chose.
    fn chance(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    #[test]
    fn they_are_what_a_set_is() {
        let mut state = 7;
        let (mut keys, mut set) = (Keys::default(), BTreeSet::new());
        for _ in 0..2000 {
            let first = (chance(&mut state) % 60) as i64 - 10;
            let some: Vec<i64> = (first..first + (chance(&mut state) % 5) as i64).collect();
            let before = keys.clone();
            match chance(&mut state) % 3 {
                0 => {
                    keys.leave_out(&some.iter().copied().collect());
                    set.retain(|key| !some.contains(key));
                }
                1 => {
                    keys.remove(&first);
                    set.remove(&first);
                }
                _ => {
                    keys.extend(some.iter().rev().copied());
                    set.extend(some);
                }
            }
            assert!(keys.iter().eq(set.iter().copied()));
            assert_eq!(keys, Keys::from(set.clone()), "one way to write them");
            assert_eq!((keys.len(), keys.last()), (set.len(), set.last().copied()));
            assert!((-15..60).all(|key| keys.contains(&key) == set.contains(&key)));
            let old: BTreeSet<i64> = before.clone().into();
            assert!(keys.difference(&before).eq(set.difference(&old).copied()));
            assert_eq!(
                keys == before,
                keys.is_shared_with(&before),
                "shared while they are the same"
            );
        }
    }

    #[test]
    fn an_import_is_one_range() {
        let mut keys: Keys = (1..=100_000).collect();
        assert_eq!((keys.ranges(), keys.len()), (1, 100_000));
        keys.leave_out(&BTreeSet::from([5, 6, 70_000]));
        assert_eq!((keys.ranges(), keys.len()), (3, 99_997));
        let before: Keys = (1..=3).chain(200_000..=200_100).collect();
        assert_eq!(keys.difference(&before).count(), 99_994);
    }
}
