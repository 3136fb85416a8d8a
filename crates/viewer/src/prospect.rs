//! An import before it begins.

use std::path::PathBuf;
use std::sync::Arc;

use language::say;
use library::{ColumnChoice, ColumnMap, Field, Preview, PreviewProgress, Table};
use serde::{Deserialize, Serialize};

use crate::JobId;
use crate::pubmed;

/// Records that are added without asking.
pub const FEW: usize = 50;

/// Files to be added, and how they are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportOrder {
    /// Files and folders.
    pub files: Vec<PathBuf>,
    /// Which columns of tables are which fields, where their headings do not tell.
    pub columns: ColumnMap,
    /// Records in them, where they have been counted.
    pub total: Option<usize>,
    /// They have waited for a library, and are looked at when there is one.
    pub unseen: bool,
    /// The texts that come with the program, for a library that is new.
    pub sample: bool,
}

impl ImportOrder {
    /// Files as they are.
    pub fn of(files: Vec<PathBuf>) -> Self {
        Self {
            files,
            ..Self::default()
        }
    }

    /// What they are called in a sentence: the name of one, or how many.
    pub fn called(&self) -> String {
        pubmed::called(&self.files)
    }
}

/// What was chosen for the columns of tables, so that a table with the same headings is read alike: headings, and the choices as they are
/// written on the command line. The oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChosenColumns(Vec<(Vec<String>, Vec<String>)>);

impl ChosenColumns {
    /// Tables that are remembered.
    const MOST: usize = 50;

    /// What was chosen for a table with these headings.
    pub(crate) fn of(&self, table: &Table) -> Vec<ColumnChoice> {
        let known = self.0.iter().find(|(headings, _)| same(headings, table));
        let choices = known.into_iter().flat_map(|(_, choices)| choices);
        choices.filter_map(|choice| choice.parse().ok()).collect()
    }

    /// Remembers what was chosen.
    pub(crate) fn remember(&mut self, table: &Table, choices: &[ColumnChoice]) {
        self.0.retain(|(headings, _)| !same(headings, table));
        let headings = table.columns.iter().map(|(heading, _)| heading.clone());
        let choices = choices.iter().map(ToString::to_string);
        self.0.push((headings.collect(), choices.collect()));
        let surplus = self.0.len().saturating_sub(Self::MOST);
        self.0.drain(..surplus);
    }
}

fn same(headings: &[String], table: &Table) -> bool {
    let columns = table.columns.iter().map(|(heading, _)| heading);
    columns.eq(headings)
}

/// Files that are looked at before they are added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prospect {
    /// The files, and how they are read.
    pub order: ImportOrder,
    /// The job that looks, while it does.
    pub looking: Option<JobId>,
    /// What it has counted.
    pub counts: PreviewProgress,
    /// What it has found.
    pub found: Option<Arc<Preview>>,
    /// The user is asked.
    pub asked: bool,
    /// The user has agreed to adding them before, in an import that broke off: nothing is asked, unless a table is not understood.
    pub agreed: bool,
    /// What is likely to be a copy is shown for merging afterwards.
    pub merge_after: bool,
}

/// What a column is taken for, in words.
pub fn field_name(field: Field) -> String {
    match field {
        Field::Title => say!("field-title"),
        Field::Text => say!("field-text"),
        Field::Authors => say!("field-authors"),
        Field::Year => say!("field-year"),
        Field::Journal => say!("field-journal"),
        Field::Doi => say!("field-doi"),
        Field::Pmid => say!("field-pmid"),
        Field::Url => say!("field-url"),
        Field::Keywords => say!("field-keywords"),
        Field::Mesh => say!("field-mesh"),
        Field::Id => say!("field-id"),
        Field::Kind => say!("field-kind"),
        Field::Collection => say!("field-collection"),
        Field::Volume => say!("field-volume"),
        Field::Issue => say!("field-issue"),
        Field::Pages => say!("field-pages"),
        Field::LastPage => say!("field-last-page"),
        Field::PageCount => say!("field-page-count"),
        Field::JournalShort => say!("field-journal-short"),
        Field::Series => say!("field-series"),
        Field::Edition => say!("field-edition"),
        Field::Publisher => say!("field-publisher"),
        Field::Place => say!("field-place"),
        Field::Date => say!("field-date"),
        Field::Language => say!("field-language"),
        Field::Issn => say!("field-issn"),
        Field::Isbn => say!("field-isbn"),
        Field::Pmcid => say!("field-pmcid"),
        Field::CitationKey => say!("field-citation-key"),
        Field::Editors => say!("field-editors"),
        Field::Files => say!("field-files"),
        Field::Tags => say!("field-tags"),
        Field::Collections => say!("field-collections"),
        Field::Note => say!("field-note"),
        Field::Stars => say!("field-stars"),
        Field::Read => say!("field-read"),
        Field::Placement => say!("field-placement"),
    }
}
