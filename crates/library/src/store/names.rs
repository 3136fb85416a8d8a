//! Names that very many documents share, each kept once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// Names by number, from 0.
#[derive(Default)]
pub(super) struct Names {
    list: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
    /// Large and small letters are the same.
    folds: bool,
}

impl Names {
    /// Names of which spellings that differ in large and small letters alone are one, written as the first of them.
    pub fn of_words() -> Self {
        Self {
            folds: true,
            ..Self::default()
        }
    }

    /// What a name is found by.
    fn found_by<'n>(&self, name: &'n str) -> Cow<'n, str> {
        match self.folds {
            true => Cow::Owned(name.to_lowercase()),
            false => Cow::Borrowed(name),
        }
    }

    /// The number of a name, which gets one if it has none.
    pub fn number(&mut self, name: &str) -> u32 {
        let found_by = self.found_by(name);
        if let Some(number) = self.numbers.get(&*found_by) {
            return *number;
        }
        let number = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        let written: Arc<str> = name.into();
        let found_by: Arc<str> = match *found_by == *name {
            true => written.clone(),
            false => found_by.into(),
        };
        self.list.push(written);
        self.numbers.insert(found_by, number);
        number
    }

    /// The number of a name that has one.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.numbers.get(&*self.found_by(name)).copied()
    }

    /// The name of a number.
    pub fn name(&self, number: u32) -> Option<&Arc<str>> {
        self.list.get(number as usize)
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The one copy of a name.
    pub fn shared(&mut self, name: &str) -> Arc<str> {
        let number = self.number(name);
        self.name(number).cloned().unwrap_or_else(|| name.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_one_in_every_spelling_and_names_are_not() {
        let told = |mut names: Names| {
            let numbers = ["Liver", "liver", "Ödem", "ÖDEM"].map(|name| names.number(name));
            let first = names.name(0).map(|name| name.to_string());
            (numbers, first, names.find("LIVER"), names.len())
        };
        let first = Some("Liver".to_owned());
        let words = told(Names::of_words());
        assert_eq!(words, ([0, 0, 1, 1], first.clone(), Some(0), 2));
        assert_eq!(told(Names::default()), ([0, 1, 2, 3], first, None, 4));
    }
}
