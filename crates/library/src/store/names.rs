//! Names that very many documents share, each kept once.

use std::collections::HashMap;
use std::sync::Arc;

/// Names by number, from 0.
#[derive(Default)]
pub(super) struct Names {
    list: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
}

impl Names {
    /// The number of a name, which gets one if it has none.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        let name: Arc<str> = name.into();
        self.list.push(name.clone());
        self.numbers.insert(name, number);
        number
    }

    /// The number of a name that has one.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
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
