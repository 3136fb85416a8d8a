//! Tables: the columns of a spreadsheet or a data set as the fields of documents.
//!
//! Which column is what is told by its heading, in the words that databases and people use for it.

use super::headings::HEADINGS;
use super::mapping::{ColumnMap, Field, normal};
use crate::date::{find_date, find_year};
use crate::marks::{MOST_STARS, Placement};
use crate::{Document, Identifier};

/// Which column is which field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Columns {
    /// Of each column, the field that it is.
    pub(crate) fields: Vec<Option<Field>>,
    /// Columns that were chosen and are not there.
    pub(crate) unmet: Vec<String>,
    /// Whether there is a column of sources that its heading told, not the user.
    source_is_told: bool,
}

impl Columns {
    /// By what was chosen, and for the others by the headings.
    pub(crate) fn of(headings: &[&str], map: &ColumnMap) -> Columns {
        let headings: Vec<String> = headings.iter().map(|heading| normal(heading)).collect();
        let chosen = map.chosen(&headings);
        let mut fields: Vec<Option<Field>> = chosen.iter().map(|field| field.flatten()).collect();
        for (field, names) in HEADINGS {
            if fields.contains(&Some(*field)) {
                continue;
            }
            let column = names.iter().find_map(|name| {
                let free = |n: &usize| fields[*n].is_none() && chosen[*n].is_none();
                let same = headings.iter().enumerate().filter(|(_, h)| h == name);
                same.map(|(n, _)| n).find(free)
            });
            if let Some(column) = column {
                fields[column] = Some(*field);
            }
        }
        let source_is_told = (0..headings.len()).any(|n| {
            headings[n] == "source" && fields[n] == Some(Field::Collection) && chosen[n].is_none()
        });
        let unmet = map.unmet(&headings).into_iter().map(str::to_owned);
        Columns {
            fields,
            unmet: unmet.collect(),
            source_is_told,
        }
    }

    /// A table of one column, of identifiers, without a heading.
    pub(crate) fn of_identifiers() -> Columns {
        Columns {
            fields: vec![Some(Field::Pmid)],
            unmet: Vec::new(),
            source_is_told: false,
        }
    }

    /// Whether documents can be made of it: there is a title or a text.
    pub(crate) fn are_usable(&self) -> bool {
        let has = |field| self.fields.contains(&Some(field));
        has(Field::Title) || has(Field::Text)
    }

    /// Whether it names articles that can be asked for.
    pub(crate) fn have_identifiers(&self) -> bool {
        let has = |field| self.fields.contains(&Some(field));
        has(Field::Pmid) || has(Field::Doi)
    }

    /// The article that a row names: by its PubMed identifier before its DOI.
    pub(crate) fn identifier(&self, cells: &[&str]) -> Option<Identifier> {
        let of = |wanted| {
            let columns = self.fields.iter().zip(cells);
            let mut columns = columns.filter(move |(field, _)| **field == Some(wanted));
            // A spreadsheet makes 123.0 of a number.
            columns.find_map(|(_, cell)| Identifier::of_line(cell.trim().trim_end_matches(".0")))
        };
        of(Field::Pmid).or_else(|| of(Field::Doi))
    }

    /// The document of a row of cells; a list within a cell is separated by semicolons or bars.
    pub(crate) fn document<'c>(&self, cells: impl Iterator<Item = &'c str>) -> Document {
        let mut document = Document::default();
        let mut last_page = None;
        for (field, cell) in self.fields.iter().zip(cells) {
            let cell = cell.trim();
            match field {
                Some(Field::LastPage) => last_page = Some(cell).filter(|cell| !cell.is_empty()),
                Some(field) if !cell.is_empty() => set(&mut document, *field, cell),
                _ => {}
            }
        }
        if let (Some(first), Some(last)) = (&mut document.details.pages, last_page)
            && !first.contains(['-', '–'])
        {
            *first += &format!("-{last}");
        }
        let has = |field| self.fields.contains(&Some(field));
        if self.source_is_told && !has(Field::Journal) && !has(Field::Year) {
            take_source(&mut document);
        }
        document
    }
}

/// What Embase has in one column as the source of a work, where no other column says it:
/// `Cancer (2004) 102:4 (253-258). Date of Publication: 25 Aug 2004`.
fn take_source(document: &mut Document) {
    let Some(source) = document.collection.clone() else {
        return;
    };
    let found = source.match_indices(" (").find_map(|(at, _)| {
        let (year, rest) = source[at + 2..].split_once(") ")?;
        let is_year = year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit());
        is_year.then(|| (source[..at].trim(), find_year(year), rest))
    });
    let Some((journal, year, rest)) = found.filter(|(journal, ..)| !journal.is_empty()) else {
        return;
    };
    document.journal = Some(journal.to_owned());
    document.year = year;
    document.collection = None;
    let date = rest.split_once("Date of Publication:");
    let date = date.and_then(|(_, date)| find_date(date));
    document.details.date = document.details.date.take().or(date);
    let Some((numbers, rest)) = rest.split_once(" (") else {
        return;
    };
    let (volume, issue) = match numbers.split_once(':') {
        Some((volume, issue)) => (volume, Some(issue)),
        None => (numbers, None),
    };
    let details = &mut document.details;
    let some = |word: &str| Some(word.trim().to_owned()).filter(|word| !word.is_empty());
    details.volume = details.volume.take().or(some(volume));
    details.issue = details.issue.take().or(issue.and_then(some));
    let pages = rest.split(')').next().unwrap_or_default();
    let has_number = pages.bytes().any(|b| b.is_ascii_digit());
    details.pages = details.pages.take().or(some(pages).filter(|_| has_number));
}

/// Puts a cell into its field.
fn set(document: &mut Document, field: Field, cell: &str) {
    let own = || Some(cell.to_owned());
    let (details, marks) = (&mut document.details, &mut document.marks);
    let truth = || ["true", "1", "yes"].contains(&&*cell.to_lowercase());
    match field {
        Field::Id => document.id = cell.to_owned(),
        Field::Title => document.title = cell.to_owned(),
        Field::Text => document.text = cell.to_owned(),
        Field::Authors => document.authors = names(cell),
        Field::Year => {
            document.year = find_year(cell);
            if details.date.is_none() {
                details.date = own();
            }
        }
        Field::Journal => document.journal = own(),
        // A spreadsheet makes 123.0 of a number.
        Field::Pmid => document.pmid = Some(cell.trim_end_matches(".0").to_owned()),
        Field::Doi => document.doi = own(),
        Field::Url => document.url = own(),
        Field::Kind => document.kind = own(),
        Field::Mesh => document.mesh = list(cell),
        Field::Keywords => document.keywords = list(cell),
        Field::Collection => document.collection = own(),
        Field::Volume => details.volume = number(cell),
        Field::Issue => details.issue = number(cell),
        Field::Pages => details.pages = number(cell),
        Field::LastPage => {}
        Field::PageCount => details.page_count = number(cell),
        Field::JournalShort => details.journal_short = own(),
        Field::Series => details.series = own(),
        Field::Edition => details.edition = number(cell),
        Field::Publisher => details.publisher = own(),
        Field::Place => details.place = own(),
        Field::Date => details.date = own(),
        Field::Language => details.language = own(),
        Field::Issn => details.issn = own(),
        Field::Isbn => details.isbn = own(),
        Field::Pmcid => details.pmcid = own(),
        Field::CitationKey => details.citation_key = own(),
        Field::Editors => details.editors = names(cell),
        Field::Files => details.files = list(cell),
        Field::Tags => marks.tags = list(cell),
        Field::Collections => marks.collections = list(cell),
        Field::Note => marks.note = cell.to_owned(),
        Field::Stars => marks.stars = cell.parse().unwrap_or(0).min(MOST_STARS),
        Field::Read => marks.read = truth(),
        Field::Placement => marks.placement = Placement::named(cell),
    }
}

/// A cell that may hold a number, of which spreadsheets make 68.0.
fn number(cell: &str) -> Option<String> {
    let whole = cell.strip_suffix(".0");
    let whole = whole.filter(|number| number.bytes().all(|b| b.is_ascii_digit()));
    Some(whole.unwrap_or(cell).to_owned())
}

/// How the first line of an export begins.
pub(crate) const EXPORTED: &str = "id,title,authors,year,journal,doi,pmid,url,kind,mesh,keywords,";

/// Whether a spreadsheet takes a cell for a formula.
pub(crate) fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
}

/// What parts a list in a cell.
const BETWEEN: [char; 3] = [';', '|', '\n'];

/// The names in a cell: a list, or as Scopus once wrote them, `Lee, A., Ek, B.`, where most names have initials behind them.
fn names(cell: &str) -> Vec<String> {
    if cell.contains(BETWEEN) {
        return list(cell);
    }
    let parts = cell.split(',').map(str::trim);
    let mut parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let has_more = |last: &&str| matches!(*last, "et al" | "et al.");
    if parts.last().is_some_and(has_more) {
        parts.pop();
    }
    let have_dots = parts.iter().any(|part| are_dotted(part));
    let mut names: Vec<String> = Vec::new();
    for part in parts {
        match names.last_mut() {
            // "Lee, A., Jr."
            Some(name) if have_dots && are_dotted(part) => *name += &format!(", {part}"),
            Some(name) if !have_dots && are_capitals(part) && !name.contains(',') => {
                *name += &format!(", {part}");
            }
            _ => names.push(part.to_owned()),
        }
    }
    let pairs = names.iter().filter(|name| name.contains(',')).count();
    // Without dots capitals may be initials or the name of a group.
    let are_pairs = match have_dots {
        true => pairs * 2 > names.len(),
        false => pairs == names.len() && !names.iter().any(|name| begins_in_capitals(name)),
    };
    match are_pairs {
        true => names,
        false => list(cell),
    }
}

/// Whether these are initials with a dot behind each: `A.-B.`, `Yu.A.`, `Th.`.
fn are_dotted(part: &str) -> bool {
    let Some(letters) = part.strip_suffix('.') else {
        return false;
    };
    let is_initial = |initial: &str| {
        let initial = initial.trim_start_matches([' ', '-']);
        let letters = initial.chars().filter(|c| *c != '-');
        let are_letters = letters.clone().all(char::is_alphabetic);
        are_letters && (1..=2).contains(&letters.count())
    };
    part.starts_with(char::is_uppercase) && letters.split('.').all(is_initial)
}

/// Whether these may be initials without dots: `AB`, `A B`, `A-B`.
fn are_capitals(part: &str) -> bool {
    let mut letters = part.chars().filter(|c| !matches!(c, '-' | ' '));
    part.chars().count() <= 8 && letters.all(char::is_uppercase)
}

/// Whether what stands before the comma is capitals alone.
fn begins_in_capitals(name: &str) -> bool {
    are_capitals(name.split(',').next().unwrap_or_default())
}

/// The parts of a cell. One that has such a sign itself stands in quotes, which are doubled within it.
fn list(cell: &str) -> Vec<String> {
    let (mut parts, mut rest) = (Vec::new(), cell);
    let mut separated = false;
    loop {
        let (part, after) = match quoted(rest.trim_start()) {
            Some((part, after)) => (part, after),
            None => {
                let (part, after) = rest.split_at(rest.find(BETWEEN).unwrap_or(rest.len()));
                (part.to_owned(), after)
            }
        };
        parts.push(part.trim().to_owned());
        let mut after = after.chars();
        if after.next().is_none() {
            break;
        }
        separated = true;
        rest = after.as_str();
    }
    parts.retain(|part| !part.is_empty());
    let ([one], false) = (&parts[..], separated) else {
        return parts;
    };
    // "A Lee, B Ek": commas stand between them when no part is a mere surname with its first name behind.
    let by_comma: Vec<&str> = one.split(',').map(str::trim).collect();
    let are_names = by_comma.len() > 2 || by_comma.iter().all(|part| part.contains(' '));
    if by_comma.len() > 1 && are_names {
        let parts = by_comma.into_iter().filter(|part| !part.is_empty());
        return parts.map(str::to_owned).collect();
    }
    parts
}

/// A part in quotes, and what follows it: nothing, or what parts it from the next one.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut part = String::new();
    let mut rest = text.strip_prefix('"')?;
    loop {
        let (before, after) = rest.split_once('"')?;
        part.push_str(before);
        match after.strip_prefix('"') {
            Some(more) => {
                part.push('"');
                rest = more;
            }
            None => {
                let after = after.trim_start_matches([' ', '\t']);
                let ends = after.is_empty() || after.starts_with(BETWEEN);
                return ends.then_some((part, after));
            }
        }
    }
}

/// A list as a cell from which it is read again.
pub(crate) fn list_cell(values: &[String]) -> String {
    let part = |value: &String| {
        if value.contains(BETWEEN) || value.trim_start().starts_with('"') {
            format!("\"{}\"", value.replace('"', "\"\""))
        } else {
            value.clone()
        }
    };
    let joined = values.iter().map(part).collect::<Vec<_>>().join("; ");
    match values {
        // Else the comma would seem to separate.
        [one] if one.contains(',') => joined + ";",
        _ => joined,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_databases_and_of_people_are_known() {
        for (headings, cells, title, text, year) in [
            (
                "PMID,Title,Authors,Publication Year",
                "1,A,B,2001",
                "A",
                "",
                Some(2001),
            ),
            (
                "nr,Titel,Zusammenfassung,Jahr",
                "1,A,B,1999",
                "A",
                "B",
                Some(1999),
            ),
            (
                "Key,Item Type,Publication Year,Title,Abstract Note",
                "K,x,2020,A,B",
                "A",
                "B",
                Some(2020),
            ),
            ("text,label", "words,1", "", "words", None),
        ] {
            let headings: Vec<&str> = headings.split(',').collect();
            let columns = Columns::of(&headings, &ColumnMap::default());
            assert!(columns.are_usable());
            let document = columns.document(cells.split(','));
            let found = (
                document.title.as_str(),
                document.text.as_str(),
                document.year,
            );
            assert_eq!(found, (title, text, year), "{headings:?}");
        }
        let unknown = Columns::of(&["a", "b", "year"], &ColumnMap::default());
        assert!(!unknown.are_usable());
    }

    #[test]
    fn names_are_kept_with_their_initials() {
        let cells: [(&str, &[&str]); 9] = [
            (
                "Ivanov, Yu.A., NG, A., et al.",
                &["Ivanov, Yu.A.", "NG, A."],
            ),
            (
                "Lee, A.B.C.D.-E., Ek, Th., Öz, Ch. M.",
                &["Lee, A.B.C.D.-E.", "Ek, Th.", "Öz, Ch. M."],
            ),
            (
                "Lee, A., WHO Group, Ek, B., Jr.",
                &["Lee, A.", "WHO Group", "Ek, B., Jr."],
            ),
            ("Lee, A, Ek, BC", &["Lee, A", "Ek, BC"]),
            ("van Ek, B. C.", &["van Ek, B. C."]),
            ("Lee A., Ek B., Öz C.", &["Lee A.", "Ek B.", "Öz C."]),
            ("Lee A, Ek B, WHO", &["Lee A", "Ek B", "WHO"]),
            ("WHO, CDC, FDA", &["WHO", "CDC", "FDA"]),
            ("Ann Lee, Bo Ek", &["Ann Lee", "Bo Ek"]),
        ];
        for (cell, authors) in cells {
            assert_eq!(names(cell), authors, "{cell}");
        }
    }

    #[test]
    fn a_source_is_taken_apart_where_its_heading_tells_it() {
        let source = "Cancer (2004) 102:4 (253-258). Date of Publication: 25 Aug 2004";
        let read = |choices: &[&str]| {
            let map = ColumnMap {
                choices: choices.iter().map(|word| word.parse().unwrap()).collect(),
                no_headings: false,
            };
            let columns = Columns::of(&["Title", "Source"], &map);
            columns.document(["A", source].into_iter())
        };
        let told = read(&[]);
        assert_eq!(told.journal.as_deref(), Some("Cancer"));
        assert_eq!(told.details.pages.as_deref(), Some("253-258"));
        assert_eq!(told.details.date.as_deref(), Some("2004-08-25"));
        assert_eq!(told.collection, None);
        let chosen = read(&["collection=Source"]);
        assert_eq!(chosen.collection.as_deref(), Some(source));
        assert_eq!(chosen.journal, None);
    }

    #[test]
    fn lists_within_cells_are_split() {
        assert_eq!(list("Lee, Ann; Ek, Bo"), ["Lee, Ann", "Ek, Bo"]);
        assert_eq!(list("Lee A, Ek B"), ["Lee A", "Ek B"]);
        assert_eq!(list("Lee, Ann"), ["Lee, Ann"]);
        assert_eq!(list("liver"), ["liver"]);
        assert_eq!(list("\"the\" liver; spleen"), ["\"the\" liver", "spleen"]);
        for parts in [
            vec!["WHO Group, Paris Branch"],
            vec!["a; b", "c|d", "e \"f\""],
            vec!["\"g\"", "Lee, Ann"],
            vec!["A, B, C"],
            vec![],
        ] {
            let parts: Vec<String> = parts.into_iter().map(str::to_owned).collect();
            assert_eq!(list(&list_cell(&parts)), parts);
        }
    }
}
