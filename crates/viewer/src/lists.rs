//! What undo brings back of what a library keeps besides its documents.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::{KeptSearch, Problem};

/// What a library keeps besides its documents, as far as undo brings it back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lists {
    /// Searches by name.
    pub searches: Vec<(String, KeptSearch)>,
    /// Collections without documents that were made or taken away since the library was opened, by path: whether they are there.
    pub collections: BTreeMap<String, bool>,
    /// Folders that are watched.
    pub watched: BTreeSet<PathBuf>,
    /// Problems that were forgotten, in that order, each with its place in the list as it was then.
    pub forgotten: Arc<Vec<(usize, Problem)>>,
}

impl Lists {
    /// Whether coming from the others to these changes nothing that only a library which can be changed takes.
    pub(crate) fn keep_the_same(&self, before: &Self) -> bool {
        before.searches == self.searches
            && before.watched == self.watched
            && before.collections == self.collections
    }

    /// The searches that have to be forgotten and those that have to be kept to come from `before` to these. First those that go: names differ in more than
    /// their case.
    pub(crate) fn searches_since(&self, before: &Self) -> Vec<(String, Option<KeptSearch>)> {
        let has = |of: &Self, search: &(String, KeptSearch)| of.searches.contains(search);
        let gone = before.searches.iter().filter(|search| !has(self, search));
        let new = self.searches.iter().filter(|search| !has(before, search));
        let gone = gone.map(|(name, _)| (name.clone(), None));
        let new = new.map(|(name, kept)| (name.clone(), Some(kept.clone())));
        gone.chain(new).collect()
    }

    /// The empty collections that have to be made (or taken away) to come from `before` to these.
    pub(crate) fn collections_since(&self, before: &Self) -> Vec<(String, bool)> {
        let names: BTreeSet<&String> = before
            .collections
            .keys()
            .chain(self.collections.keys())
            .collect();
        let wanted = |name: &&String| {
            let (was, is) = (before.collections.get(*name), self.collections.get(*name));
            // What is not said was the contrary of what was done first.
            let is = is.copied().or(was.map(|was| !was))?;
            (was != Some(&is)).then(|| ((*name).clone(), is))
        };
        names.iter().filter_map(wanted).collect()
    }
}
