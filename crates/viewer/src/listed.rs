//! What is listed now, what it is narrowed to in words, and as one side of a comparison.

use anatomy::System;
use language::say;
use library::Facet;

use crate::{Side, View, capitalised, shown_years, system_name};

impl View {
    /// What a value of a facet is called.
    pub fn value_name(&self, facet: Facet, value: &str) -> String {
        match facet {
            Facet::Structure => self.name_of(value),
            Facet::System => {
                let mut systems = System::ALL.into_iter();
                let system = systems.find(|system| format!("{system:?}") == value);
                system.map_or_else(|| capitalised(value), system_name)
            }
            Facet::State => match value {
                "unread" => say!("shelf-state-unread"),
                "read" => say!("shelf-state-read"),
                "starred" => say!("shelf-state-starred"),
                "with a note" => say!("shelf-state-note"),
                _ => capitalised(value),
            },
            Facet::Collection | Facet::Tag | Facet::Year => value.to_owned(),
            Facet::Kind | Facet::Journal | Facet::Source => value.to_owned(),
        }
    }

    /// What is listed now, to be compared: what answers the question, else what the documents are narrowed to, else all.
    pub fn listed(&self) -> Side {
        let documents = &self.documents;
        let results = &documents.results;
        let removed = &self.scene.removed;
        let there = documents.entries.iter();
        let there = there.filter(|entry| !removed.contains(&entry.key));
        let structure = |key: &i64| {
            let at = documents.position(*key)?;
            (!removed.contains(key)).then(|| &*documents.entries[at].structure)
        };
        let label = match (&results.answering, results.heading.is_empty()) {
            (Some(_), false) => results.heading.clone(),
            _ if documents.shelf.passing.is_some() => narrowed_to(self),
            _ => say!("comparison-all-documents"),
        };
        let library = documents.path.file_stem().unwrap_or_default();
        let library = library.to_string_lossy().into_owned();
        match (&results.answering, &documents.shelf.passing) {
            (Some(keys), _) => Side::of(label, library, keys.iter().filter_map(structure)),
            (None, Some(keys)) => Side::of(
                label,
                library,
                there
                    .filter(|entry| keys.contains(&entry.key))
                    .map(|entry| &*entry.structure),
            ),
            (None, None) => Side::of(label, library, there.map(|entry| &*entry.structure)),
        }
    }
}

/// What the documents are narrowed to: "1990 to 1999, Pancreas".
fn narrowed_to(view: &View) -> String {
    let filter = &view.documents.shelf.filter;
    let values = filter.wanted.iter().flat_map(|(facet, values)| {
        let named: Vec<String> = match facet {
            Facet::Year => match shown_years(filter) {
                Some([from, to]) if from < to => {
                    let (from, to) = (from.to_string(), to.to_string());
                    vec![say!("shelf-years", from = from, to = to)]
                }
                _ => values.clone(),
            },
            facet => values
                .iter()
                .map(|value| view.value_name(*facet, value))
                .collect(),
        };
        named
    });
    values.collect::<Vec<String>>().join(", ")
}
