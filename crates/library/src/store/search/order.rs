//! The order in which all that answers a question is listed: by relevance, or by year.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::Query;
use super::structures::Belonging;
use crate::store::{Library, LibraryError};

/// In which order documents are listed. By year, those without one come last, and those of the same year in the order of relevance.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// What answers best first.
    #[default]
    Relevance,
    /// The latest year first.
    Newest,
    /// The earliest year first.
    Oldest,
}

impl Order {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Relevance, Self::Newest, Self::Oldest];

    /// Where a document of this year stands.
    fn place(self, year: Option<i64>) -> (bool, i64) {
        match (self, year) {
            (Self::Relevance, _) => (false, 0),
            (Self::Newest | Self::Oldest, None) => (true, 0),
            (Self::Newest, Some(year)) => (false, year.saturating_neg()),
            (Self::Oldest, Some(year)) => (false, year),
        }
    }
}

impl Library {
    /// Puts the documents that are left, best first, in the order that was asked for. Where structures were asked for, alone or with a text, those that lie
    /// in them stand before those that lie elsewhere, each of the two in this order; then it says how many the former are.
    pub(super) fn put_in_order(
        &self,
        query: &Query,
        (belonging, parts, with_text): (&[Belonging], usize, bool),
        left: &mut Vec<i64>,
    ) -> Result<Option<usize>, LibraryError> {
        let alone = parts == 1;
        let parted = !query.structures.is_empty() && (alone || parts == 2 && with_text);
        let here = match parted {
            true => Some(self.here_first((belonging, alone), left)?),
            false => None,
        };
        if query.order == Order::Relevance {
            return Ok(here);
        }
        let columns = self.columns()?;
        let year = self.facet_table()?.years();
        let (first, others) = left.split_at_mut(here.unwrap_or_default());
        for group in [first, others] {
            // Those of the same year stay as they stand.
            group.sort_by_cached_key(|key| query.order.place(columns.row(*key).and_then(&year)));
        }
        Ok(here)
    }

    /// Puts those of the documents that are left which lie in the structures that were asked for before those that lie elsewhere and speak of them, and
    /// says how many they are.
    fn here_first(
        &self,
        (belonging, alone): (&[Belonging], bool),
        left: &mut Vec<i64>,
    ) -> Result<usize, LibraryError> {
        let here = belonging.iter().filter(|one| one.how.is_here());
        if alone && left.len() == belonging.len() {
            // They are in this order.
            return Ok(here.count());
        }
        let keys = &self.columns()?.keys;
        let there: HashSet<i64> = left.iter().copied().collect();
        let here = here.map(|one| keys[one.row as usize]);
        let here: HashSet<i64> = here.filter(|key| there.contains(key)).collect();
        let (mut first, elsewhere): (Vec<i64>, Vec<i64>) =
            left.drain(..).partition(|key| here.contains(key));
        let count = first.len();
        first.extend(elsewhere);
        *left = first;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_without_a_year_stand_last_whichever_way_the_others_go() {
        let years = [None, Some(1999), Some(i64::MIN), Some(2020), None];
        let sorted = |order: Order| {
            let mut places: Vec<usize> = (0..years.len()).collect();
            places.sort_by_cached_key(|at| order.place(years[*at]));
            places
        };
        assert_eq!(sorted(Order::Newest), [3, 1, 2, 0, 4]);
        assert_eq!(sorted(Order::Oldest), [2, 1, 3, 0, 4]);
        assert_eq!(sorted(Order::Relevance), [0, 1, 2, 3, 4]);
    }
}
