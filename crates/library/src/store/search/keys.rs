//! The documents that answer a question, by their keys.

use std::fmt;
use std::sync::Arc;

use roaring::RoaringBitmap;

/// Keys of documents: the first in their order, the others in any. Where half a million documents answer, the others are a set of rows, by which nothing
/// is read or copied until it is asked for.
#[derive(Clone, Default)]
pub struct Keys {
    first: Vec<i64>,
    /// Rows of the others.
    others: RoaringBitmap,
    /// Keys by row, of the library as it was when the question was asked.
    of_rows: Arc<Vec<i64>>,
}

impl Keys {
    /// These first, then the documents of these rows.
    pub(super) fn of(first: Vec<i64>, others: RoaringBitmap, of_rows: Arc<Vec<i64>>) -> Keys {
        Keys {
            first,
            others,
            of_rows,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.first.len() + usize::try_from(self.others.len()).unwrap_or(usize::MAX)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty() && self.others.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = i64> {
        let others = self.others.iter();
        let others = others.filter_map(|row| self.of_rows.get(row as usize));
        self.first.iter().chain(others).copied()
    }

    /// The same, as a list.
    pub fn into_vec(self) -> Vec<i64> {
        if self.others.is_empty() {
            return self.first;
        }
        let mut all = Vec::with_capacity(self.len());
        all.extend(self.iter());
        all
    }
}

impl From<Vec<i64>> for Keys {
    fn from(first: Vec<i64>) -> Keys {
        Keys {
            first,
            ..Keys::default()
        }
    }
}

impl PartialEq for Keys {
    fn eq(&self, other: &Keys) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
