//! How the documents of the open library are organised: what readers keep with them, what the list is narrowed to, searches by name.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use language::say;
use library::{Counted, DuplicateGroup, Facet, Facets, Filter, Marks, Watched};
use serde::{Deserialize, Serialize};

use crate::HomePoint;

/// How the documents of the open library are organised.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shelf {
    /// What was kept with documents when the library was opened or they were added, by key; what was changed in this window is in
    /// [`crate::Scene::marked`].
    #[serde(skip)]
    pub marks: BTreeMap<i64, Arc<Marks>>,
    /// What lists and markers are narrowed to.
    pub filter: Filter,
    /// How many documents of the list there are by the values of each facet.
    pub facets: Facets,
    /// Keys of the documents that pass the filter; nothing when all do.
    #[serde(skip)]
    pub passing: Option<Arc<HashSet<i64>>>,
    /// All collections, also empty ones.
    pub collections: Vec<Counted>,
    /// Searches that are kept, by name.
    pub searches: Vec<(String, KeptSearch)>,
}

/// A search that is kept by name: words, structures, a point or what lies around it, or words within these, and what the list is narrowed to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptSearch {
    /// Words that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Catalogue id of the structure that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structure: Option<String>,
    /// The point that was asked about, at its place in the home body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_mm: Option<HomePoint>,
    /// What lies so far around that point was asked for, mm; the structure is that in which the point lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius_mm: Option<f32>,
    /// Catalogue ids of further structures that were asked for together with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// What the list was narrowed to.
    pub filter: Filter,
}

/// Documents that are copies of one work, as far as they have been looked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Duplicates {
    /// They are being looked for.
    pub pending: bool,
    /// The groups, of each the copy that is kept first.
    pub groups: Vec<DuplicateGroup>,
    /// Groups that are not to be merged, by their numbers.
    pub left_out: BTreeSet<usize>,
    /// Documents have come, or come back, since they were looked for: there may be others.
    #[serde(default)]
    pub outdated: bool,
}

/// What a library that was opened keeps beside its documents.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// What is kept with documents, by key.
    pub marks: BTreeMap<i64, Marks>,
    /// All collections.
    pub collections: Vec<Counted>,
    /// Searches by name.
    pub searches: Vec<(String, KeptSearch)>,
    /// Folders that are watched.
    pub watched: Vec<Watched>,
    /// Records that were refused: place, reason, file.
    pub problems: Vec<(String, String, PathBuf)>,
}

impl Shelf {
    /// What a library keeps that was just opened.
    pub(crate) fn of(kept: Kept) -> Self {
        let marks = kept.marks.into_iter();
        Self {
            marks: marks.map(|(key, marks)| (key, Arc::new(marks))).collect(),
            collections: kept.collections,
            searches: kept.searches,
            ..Self::default()
        }
    }

    /// Takes in what came with documents that were added.
    pub(crate) fn take(&mut self, marks: Vec<(i64, Marks)>, collections: Vec<Counted>) {
        let marks = marks.into_iter();
        self.marks
            .extend(marks.map(|(key, marks)| (key, Arc::new(marks))));
        self.collections = collections;
    }
}

/// What a facet is called.
pub fn facet_name(facet: Facet) -> String {
    match facet {
        Facet::Collection => say!("shelf-facet-collection"),
        Facet::Tag => say!("shelf-facet-tag"),
        Facet::State => say!("shelf-facet-state"),
        Facet::Year => say!("shelf-facet-year"),
        Facet::Topic => say!("shelf-facet-topic"),
        Facet::Design => say!("shelf-facet-design"),
        Facet::Population => say!("shelf-facet-population"),
        Facet::Kind => say!("shelf-facet-kind"),
        Facet::Journal => say!("shelf-facet-journal"),
        Facet::System => say!("shelf-facet-system"),
        Facet::Structure => say!("shelf-facet-structure"),
        Facet::Source => say!("shelf-facet-source"),
    }
}
