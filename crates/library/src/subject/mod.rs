//! What a paper is about in one line, by rules: its design, of whom it is, and the disease and the drug that it names. Read from the record alone (publication
//! type, MeSH headings, title and the beginning of the text), in English; where these do not say something, nothing is told.

mod design;
mod named;
mod phrases;
mod population;
mod record;
mod types;
mod words;

use crate::Document;
use crate::topics::topics;

pub use design::Design;
pub use named::TopicKind;
pub use population::Population;
use record::{Record, beginning};
pub(crate) use types::telling_type;

/// What a paper is about, beside the place in the body that it is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    /// The disease that its headings or its title name, as they write it.
    pub disease: Option<String>,
    /// The drug that they name.
    pub drug: Option<String>,
    /// Of whom it is, in the order of [`Population::ALL`].
    pub population: Vec<Population>,
    /// What kind of study it is.
    pub design: Option<Design>,
}

impl Subject {
    /// Whether nothing is told.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Document {
    /// What it is about, as far as its record says.
    pub fn subject(&self) -> Subject {
        let told = Told {
            title: &self.title,
            text: &self.text,
            kind: self.kind.as_deref(),
            mesh: &self.mesh,
            keywords: &self.keywords,
        };
        told.subject()
    }
}

/// What is read of a record.
pub(crate) struct Told<'a> {
    pub title: &'a str,
    /// The text, of which the beginning is read.
    pub text: &'a str,
    pub kind: Option<&'a str>,
    pub mesh: &'a [String],
    pub keywords: &'a [String],
}

impl Told<'_> {
    /// What it is about.
    pub(crate) fn subject(&self) -> Subject {
        self.read(|record| {
            let headings = topics(self.mesh, self.keywords);
            let (design, population) = self.facets_of(record);
            Subject {
                disease: named::disease(&headings, &record.title),
                drug: named::drug(&headings, &record.title),
                population,
                design,
            }
        })
    }

    /// What is counted of it.
    pub(crate) fn facets(&self) -> (Option<Design>, Vec<Population>) {
        self.read(|record| self.facets_of(record))
    }

    fn read<T>(&self, read: impl FnOnce(&Record<'_>) -> T) -> T {
        let title = self.title.to_lowercase();
        let text = beginning(self.text).to_lowercase();
        read(&Record::of(self.mesh, &title, &text))
    }

    fn facets_of(&self, record: &Record<'_>) -> (Option<Design>, Vec<Population>) {
        let population = population::of(record);
        let by_type = self.kind.and_then(types::of_type);
        let design = design::of(record, by_type);
        let of_animals = population == [Population::Animals];
        let design = match design {
            // What studies of people are called says little of one of animals.
            Some(
                Design::SystematicReview
                | Design::Review
                | Design::Guideline
                | Design::CaseReport
                | Design::EditorialOrLetter,
            ) => design,
            _ if of_animals => Some(Design::Animal),
            _ => design,
        };
        (design, population)
    }
}

#[cfg(test)]
mod tests;
