//! What documents of a file are called by texts that cite them: each name once.

use std::collections::HashMap;

/// The keys that were given in a file.
#[derive(Default)]
pub(super) struct Keys {
    /// By each key, in lower case, the number of the last one that was given for it.
    given: HashMap<String, u32>,
}

impl Keys {
    /// The key, or with a number at its end if it is taken; BibTeX sees no difference between capitals and small letters.
    pub(super) fn free(&mut self, key: String) -> String {
        let lower = key.to_lowercase();
        let Some(last) = self.given.get(&lower).copied() else {
            self.given.insert(lower, 1);
            return key;
        };
        let mut number = last + 1;
        while self.given.contains_key(&format!("{lower}-{number}")) {
            number += 1;
        }
        self.given.insert(format!("{lower}-{number}"), 1);
        self.given.insert(lower, number);
        format!("{key}-{number}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_is_given_once() {
        let mut keys = Keys::default();
        let wanted = ["lee", "lee-2", "Lee", "lee", "lee-2", "ek"];
        let given = wanted.map(|key| keys.free(key.to_owned()));
        assert_eq!(given, ["lee", "lee-2", "Lee-3", "lee-4", "lee-2-2", "ek"]);
    }
}
