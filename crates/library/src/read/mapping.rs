//! Which column of a table a reader of it has chosen for which field, where the headings do not tell.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A field of a document, as columns are matched with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// The document's own id.
    Id,
    /// Its title.
    Title,
    /// Its abstract or text.
    Text,
    /// Its authors.
    Authors,
    /// Its year, or a date.
    Year,
    /// Journal or book.
    Journal,
    /// DOI.
    Doi,
    /// PubMed identifier.
    Pmid,
    /// Web address.
    Url,
    /// Kind of publication.
    Kind,
    /// MeSH headings.
    Mesh,
    /// Key words.
    Keywords,
    /// Collection or source.
    Collection,
    /// Volume.
    Volume,
    /// Issue.
    Issue,
    /// Pages, or the first one.
    Pages,
    /// The last page, where it has a column of its own.
    LastPage,
    /// Number of pages.
    PageCount,
    /// Abbreviated title of the journal.
    JournalShort,
    /// Series of books.
    Series,
    /// Edition.
    Edition,
    /// Publisher.
    Publisher,
    /// Place of publication.
    Place,
    /// Date of publication.
    Date,
    /// Language.
    Language,
    /// ISSN.
    Issn,
    /// ISBN.
    Isbn,
    /// PubMed Central identifier.
    Pmcid,
    /// What texts that cite it call it.
    CitationKey,
    /// Editors.
    Editors,
    /// Files that belong to it.
    Files,
    /// Tags of its reader.
    Tags,
    /// Collections of its reader.
    Collections,
    /// A note of its reader.
    Note,
    /// Stars of its reader.
    Stars,
    /// Whether its reader has read it.
    Read,
    /// Whether its reader says that its place is right.
    Placement,
}

/// Every field with its name, the usual one first.
const NAMES: &[(&str, Field)] = &[
    ("title", Field::Title),
    ("text", Field::Text),
    ("abstract", Field::Text),
    ("authors", Field::Authors),
    ("year", Field::Year),
    ("journal", Field::Journal),
    ("doi", Field::Doi),
    ("pmid", Field::Pmid),
    ("url", Field::Url),
    ("keywords", Field::Keywords),
    ("mesh", Field::Mesh),
    ("id", Field::Id),
    ("kind", Field::Kind),
    ("collection", Field::Collection),
    ("volume", Field::Volume),
    ("issue", Field::Issue),
    ("pages", Field::Pages),
    ("last_page", Field::LastPage),
    ("page_count", Field::PageCount),
    ("journal_short", Field::JournalShort),
    ("series", Field::Series),
    ("edition", Field::Edition),
    ("publisher", Field::Publisher),
    ("place", Field::Place),
    ("date", Field::Date),
    ("language", Field::Language),
    ("issn", Field::Issn),
    ("isbn", Field::Isbn),
    ("pmcid", Field::Pmcid),
    ("citation_key", Field::CitationKey),
    ("editors", Field::Editors),
    ("files", Field::Files),
    ("tags", Field::Tags),
    ("collections", Field::Collections),
    ("note", Field::Note),
    ("stars", Field::Stars),
    ("read", Field::Read),
    ("placement", Field::Placement),
];

/// The word for a column that is not to be used.
const IGNORE: &str = "ignore";

impl Field {
    /// Its name on the command line and in a preview.
    pub fn name(self) -> &'static str {
        let named = NAMES.iter().find(|(_, field)| *field == self);
        named.map_or("", |(name, _)| name)
    }

    /// All of them, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Field> {
        let usual = |(name, field): &(&str, Field)| (field.name() == *name).then_some(*field);
        NAMES.iter().filter_map(usual)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One choice: a field, or nothing, and the column that it is in. Written `title=Titel`, `text=3` or `ignore=Notes`; a number counts
/// columns from 1, unless a column is called so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnChoice {
    /// The field; nothing for a column that is not used.
    pub field: Option<Field>,
    /// Heading or number of the column.
    pub column: String,
}

impl FromStr for ColumnChoice {
    type Err = String;

    fn from_str(words: &str) -> Result<Self, String> {
        let (name, column) = words.split_once('=').ok_or_else(|| {
            format!("“{words}” is not FIELD=COLUMN, such as title=Titel or text=3")
        })?;
        let (name, column) = (name.trim().to_lowercase(), column.trim());
        if column.is_empty() {
            return Err(format!("“{words}” names no column"));
        }
        let known = NAMES.iter().find(|(known, _)| *known == name);
        let field = match known {
            Some((_, field)) => Some(*field),
            None if name == IGNORE => None,
            None => {
                let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
                let names = names.join(", ");
                return Err(format!("“{name}” is no field (fields: {names}, {IGNORE})"));
            }
        };
        Ok(ColumnChoice {
            field,
            column: column.to_owned(),
        })
    }
}

impl fmt::Display for ColumnChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.field.map_or(IGNORE, Field::name);
        write!(f, "{field}={}", self.column)
    }
}

/// What was chosen for the tables of one call. What is not chosen is told by the headings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ColumnMap {
    /// The choices; of two for one column or one field the later one holds.
    pub choices: Vec<ColumnChoice>,
    /// Whether the first row is a record already; columns are then chosen by number.
    pub no_headings: bool,
}

/// A heading in lower case, letters and digits alone: `Article Title` and `article_title` are one.
pub(crate) fn normal(heading: &str) -> String {
    let letters = heading.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

impl ColumnMap {
    /// For each column with one of these headings, in their normal form, what was chosen for it: a field, or that it is not used.
    pub(crate) fn chosen(&self, headings: &[String]) -> Vec<Option<Option<Field>>> {
        let mut chosen = vec![None; headings.len()];
        for choice in &self.choices {
            let Some(at) = self.place(choice, headings) else {
                continue;
            };
            if choice.field.is_some() {
                for other in &mut chosen {
                    if *other == Some(choice.field) {
                        *other = Some(None);
                    }
                }
            }
            chosen[at] = Some(choice.field);
        }
        chosen
    }

    /// The choices that fit none of the columns.
    pub(crate) fn unmet<'c>(&'c self, headings: &[String]) -> Vec<&'c str> {
        let unmet = |c: &&ColumnChoice| self.place(c, headings).is_none();
        let unmet = self.choices.iter().filter(unmet);
        unmet.map(|choice| choice.column.as_str()).collect()
    }

    fn place(&self, choice: &ColumnChoice, headings: &[String]) -> Option<usize> {
        let wanted = normal(&choice.column);
        let named = || {
            let mut places = headings.iter();
            places.position(|heading| !wanted.is_empty() && *heading == wanted)
        };
        let numbered = || {
            let number: usize = choice.column.parse().ok()?;
            let at = number.checked_sub(1)?;
            (at < headings.len()).then_some(at)
        };
        if self.no_headings {
            return numbered();
        }
        named().or_else(numbered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_are_written() {
        for words in ["title=Titel", "text=3", "ignore=Notes", "doi=a=b"] {
            let choice: ColumnChoice = words.parse().unwrap();
            assert_eq!(choice.to_string(), words);
        }
        let choice: ColumnChoice = "Abstract = Kurz ".parse().unwrap();
        assert_eq!((choice.field, &*choice.column), (Some(Field::Text), "Kurz"));
        for bad in ["title", "title=", "colour=Farbe"] {
            assert!(bad.parse::<ColumnChoice>().is_err(), "{bad}");
        }
        for field in Field::all() {
            let choice: ColumnChoice = format!("{field}=1").parse().unwrap();
            assert_eq!(choice.field, Some(field));
        }
        assert_eq!(Field::all().count(), 37);
    }

    #[test]
    fn columns_are_found_by_heading_then_by_number() {
        let map = |words: &[&str], no_headings| ColumnMap {
            choices: words.iter().map(|word| word.parse().unwrap()).collect(),
            no_headings,
        };
        let headings: Vec<String> = ["2", "farbe", "titel"].map(str::to_owned).into();
        let title = Some(Some(Field::Title));
        assert_eq!(
            map(&["title=Titel"], false).chosen(&headings),
            [None, None, title]
        );
        assert_eq!(
            map(&["title=2"], false).chosen(&headings),
            [title, None, None]
        );
        assert_eq!(
            map(&["title=2"], true).chosen(&headings),
            [None, title, None]
        );
        let moved = map(&["title=1", "title=3", "ignore=Farbe"], false);
        assert_eq!(moved.chosen(&headings), [Some(None), Some(None), title]);
        let unmet = map(&["title=4", "text=Bild", "id=1"], false);
        assert_eq!(unmet.unmet(&headings), ["4", "Bild"]);
    }
}
