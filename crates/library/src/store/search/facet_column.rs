//! A facet of every document, in memory: a small number for its value (4 bytes), and further ones where it has several.

use crate::store::names::Names;

/// A facet of every document: the numbers of its values, by row.
#[derive(Default)]
pub(super) struct Column {
    /// The values; the number of one is one more than that of its name.
    pub names: Names,
    /// The first value of each document, from 1; 0 for none. Shorter than there are documents where the last have none.
    first: Vec<u32>,
    more: Further,
}

impl Column {
    /// A facet of words, of which large and small letters are the same.
    pub fn of_words() -> Self {
        Self {
            names: Names::of_words(),
            ..Self::default()
        }
    }

    /// Gives a document a value.
    pub fn put(&mut self, row: usize, name: &str) {
        let number = self.names.number(name) + 1;
        if self.first.len() <= row {
            self.first.resize(row + 1, 0);
        }
        match self.first[row] {
            0 => self.first[row] = number,
            there if there == number => {}
            _ => self.more.put(row, number),
        }
    }

    /// The number of a document's first value; 0 for none.
    pub fn first(&self, row: usize) -> u32 {
        self.first.get(row).copied().unwrap_or(0)
    }

    /// The numbers of a document's values behind the first.
    pub fn further(&self, row: usize) -> &[u32] {
        self.more.of(row)
    }

    /// Adds to the counts how many of these documents have each value.
    pub fn count(&self, rows: &[u32], counts: &mut [usize]) {
        for &row in rows {
            counts[self.first(row as usize) as usize] += 1;
        }
        if self.more.numbers.is_empty() {
            return;
        }
        for &row in rows {
            for &number in self.further(row as usize) {
                counts[number as usize] += 1;
            }
        }
    }
}

/// The values of documents behind their first ones: the numbers of one row behind those of the other, and where those of each end. Documents of a dozen
/// values each are kept in little more than the numbers.
#[derive(Default)]
struct Further {
    numbers: Vec<u32>,
    /// By row; shorter than there are documents where the last have none.
    ends: Vec<u32>,
}

impl Further {
    fn of(&self, row: usize) -> &[u32] {
        let Some(end) = self.ends.get(row) else {
            return &[];
        };
        let start = match row {
            0 => 0,
            _ => self.ends[row - 1],
        };
        &self.numbers[start as usize..*end as usize]
    }

    fn put(&mut self, row: usize, number: u32) {
        if self.of(row).contains(&number) {
            return;
        }
        if self.ends.len() <= row {
            self.ends.resize(row + 1, self.numbers.len() as u32);
        }
        // Documents come in the order of their rows, so that nothing has to move.
        self.numbers.insert(self.ends[row] as usize, number);
        for end in &mut self.ends[row..] {
            *end += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_has_its_values_once_in_whatever_order_they_came() {
        let mut column = Column::default();
        let came = [
            (4, "a"),
            (4, "b"),
            (1, "b"),
            (1, "c"),
            (4, "b"),
            (4, "a"),
            (2, "a"),
            (1, "a"),
            (9, "c"),
        ];
        for (row, name) in came {
            column.put(row, name);
        }
        let of = |row: usize| {
            let mut numbers = column.further(row).to_vec();
            numbers.push(column.first(row));
            numbers.sort_unstable();
            numbers
        };
        assert_eq!([of(1), of(4)], [vec![1, 2, 3], vec![1, 2]]);
        assert_eq!([of(2), of(9)], [vec![1], vec![3]]);
        assert_eq!([of(0), of(20)], [vec![0], vec![0]]);
        let mut counts = vec![0; 4];
        column.count(&[1, 2, 4, 20], &mut counts);
        assert_eq!(counts, [1, 3, 2, 1]);
    }
}
