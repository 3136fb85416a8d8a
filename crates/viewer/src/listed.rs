//! What is listed now, what it is narrowed to in words, and as one side of a comparison.

use anatomy::{StructureIndex, System};
use language::say;
use library::{Design, Facet, Hit, NO_YEAR, Population};

use crate::{
    Asked, Question, Side, View, capitalised, design_name, population_name, shown_years,
    system_name,
};

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
            Facet::Design => {
                let name = Design::of_id(value).map(design_name);
                capitalised(name.as_deref().unwrap_or(value))
            }
            Facet::Population => {
                let name = Population::of_id(value).map(population_name);
                capitalised(name.as_deref().unwrap_or(value))
            }
            Facet::Year if value == NO_YEAR => say!("shelf-no-year"),
            Facet::Collection | Facet::Tag | Facet::Year => value.to_owned(),
            Facet::Topic | Facet::Kind | Facet::Journal | Facet::Source => value.to_owned(),
        }
    }

    /// The documents that the list shows, in its order.
    pub fn listed_hits(&self) -> Vec<&Hit> {
        let removed = &self.scene.removed;
        let hits = self.documents.results.hits.iter();
        hits.filter(|hit| !removed.contains(&hit.key)).collect()
    }

    /// The documents that are ticked, by key, as far as the list shows them and in its order.
    pub fn ticked(&self) -> Vec<i64> {
        let ticked = &self.selection.ticked;
        if ticked.is_empty() {
            return Vec::new();
        }
        let listed = self.listed_hits().into_iter().map(|hit| hit.key);
        listed.filter(|key| ticked.contains(key)).collect()
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
        let ids = |of: &[StructureIndex]| {
            let ids = of.iter().filter_map(|one| self.id_of(*one));
            Asked::Structures(ids.map(Box::from).collect())
        };
        let asked = match (&results.answering, &results.question) {
            (Some(_), Question::Structure(of, _)) => ids(&[*of]),
            (Some(_), Question::Structures(several)) => ids(several),
            (Some(_), _) if !results.heading.is_empty() => Asked::Words(results.heading.clone()),
            _ if documents.shelf.passing.is_some() => Asked::Words(self.narrowed_to().join(", ")),
            _ => Asked::All,
        };
        let library = documents.path.file_stem().unwrap_or_default();
        let library = library.to_string_lossy().into_owned();
        match (&results.answering, &documents.shelf.passing) {
            (Some(keys), _) => Side::of(asked, library, keys.iter().filter_map(structure)),
            (None, Some(keys)) => Side::of(
                asked,
                library,
                there
                    .filter(|entry| keys.contains(&entry.key))
                    .map(|entry| &*entry.structure),
            ),
            (None, None) => Side::of(asked, library, there.map(|entry| &*entry.structure)),
        }
    }

    /// What a list of a comparison answers, in words.
    pub fn asked(&self, asked: &Asked) -> String {
        match asked {
            Asked::All => say!("comparison-all-documents"),
            Asked::Structures(ids) => {
                let names = ids.iter().map(|id| self.name_of(id));
                names.collect::<Vec<_>>().join(" · ")
            }
            Asked::Words(words) => words.clone(),
        }
    }

    /// The years that documents are narrowed to, in words, where there are several.
    pub fn several_years(&self) -> Option<String> {
        let shelf = &self.documents.shelf;
        let wanted = shelf.filter.wanted.get(&Facet::Year)?.iter();
        let wanted = wanted.filter(|year| *year != NO_YEAR).count();
        let [from, to] = shown_years(&shelf.filter).filter(|_| wanted > 1)?;
        let values = shelf.facets.values.get(&Facet::Year);
        let is_whole = values.into_iter().flatten().all(|value| {
            let year = value.name.parse::<i32>();
            let within = year.is_ok_and(|year| (from..=to).contains(&year));
            !within || shelf.filter.wants(Facet::Year, &value.name)
        });
        let (from, to) = (from.to_string(), to.to_string());
        Some(if is_whole {
            say!("shelf-years", from = from, to = to)
        } else {
            say!("shelf-years-counted", count = wanted, from = from, to = to)
        })
    }

    /// What documents are narrowed to, in words: "Pancreas", "1990 to 1999".
    pub fn narrowed_to(&self) -> Vec<String> {
        let years = self.several_years();
        let facets = self.documents.shelf.filter.wanted.iter();
        let others = facets.filter(|(facet, _)| **facet != Facet::Year || years.is_none());
        let named = others.flat_map(|(facet, values)| {
            let names = values.iter().map(|value| self.value_name(*facet, value));
            names.collect::<Vec<String>>()
        });
        // Beside several years.
        let none = years.is_some() && self.documents.shelf.filter.wants(Facet::Year, NO_YEAR);
        let none = none.then(|| self.value_name(Facet::Year, NO_YEAR));
        named.chain(years.clone()).chain(none).collect()
    }
}
