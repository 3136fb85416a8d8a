//! The names of an installed atlas: what each was matched to and by which rule, and what is decided by hand.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anatomy::Catalogue;
use anatomy::guest::{ImportOptions, ImportReport, Installed, MatchedBy, Recipe, SourceStructure};
use language::say;
use serde::{Deserialize, Serialize};

/// The names of an installed atlas, for the panel that shows them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Names {
    /// Folder name of the atlas.
    pub slug: String,
    /// Its folder.
    pub folder: PathBuf,
    /// Its name.
    pub title: String,
    /// One row per name of the source; several structures of one name are decided together and make one row.
    pub rows: Vec<SourceStructure>,
    /// What it was made of and how.
    pub recipe: Recipe,
    /// Files and folders it was made of that are no longer where they were.
    pub missing: Vec<PathBuf>,
    /// Decided by hand and not yet applied, by name: a catalogue id, "" for a row of its own, "-" for left out, nothing for the rules.
    pub edits: BTreeMap<String, Option<String>>,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    /// A structure of the catalogue (its id).
    Structure(String),
    /// A structure of its own (its id in this atlas; empty before it is made).
    Own(String),
    /// It is not shown, for this reason.
    LeftOut(String),
    /// What the rules say; known once it is applied.
    Rules,
}

impl Names {
    /// Reads the report and the recipe that lie in the atlas's folder.
    pub fn read(atlas: &Installed) -> Result<Self, String> {
        let words =
            |error: anatomy::AtlasError| say!("names-cannot-be-shown", reason = error.to_string());
        let report = ImportReport::read(&atlas.folder).map_err(words)?;
        let recipe = Recipe::read(&atlas.folder).map_err(words)?;
        Ok(Self {
            slug: atlas.slug.clone(),
            folder: atlas.folder.clone(),
            title: atlas.name.clone(),
            rows: rows(report.structures),
            missing: recipe
                .missing()
                .iter()
                .map(|path| path.to_path_buf())
                .collect(),
            recipe,
            edits: BTreeMap::new(),
        })
    }

    /// The row of a name.
    pub fn row(&self, name: &str) -> Option<&SourceStructure> {
        self.rows.iter().find(|row| row.source == name)
    }

    /// Whether a name found no structure and nobody has said that it has none.
    pub fn is_unmatched(&self, row: &SourceStructure) -> bool {
        row.own.is_some() && self.recipe.options.by_hand(&row.source).is_none()
    }

    /// How many names found no structure.
    pub fn unmatched(&self) -> usize {
        self.rows
            .iter()
            .filter(|row| self.is_unmatched(row))
            .count()
    }

    /// Decides what a name stands for. What is as it was is no change.
    ///
    /// # Errors
    /// When the atlas has no such name or the catalogue no such structure.
    pub fn decide(&mut self, name: &str, to: Option<String>) -> Result<(), String> {
        let row = self
            .row(name)
            .ok_or_else(|| say!("names-unknown", name = name))?;
        if let Some(id) = to.as_deref().filter(|id| !["", "-"].contains(id))
            && Catalogue::builtin().index_of(id).is_none()
        {
            return Err(say!("names-no-structure", id = id));
        }
        let name = row.source.clone();
        if self.recipe.options.by_hand(&name) == to.as_deref() {
            self.edits.remove(&name);
        } else {
            self.edits.insert(name, to);
        }
        Ok(())
    }

    /// How the atlas is to be made, with all that was decided.
    pub fn options(&self) -> ImportOptions {
        let mut options = self.recipe.options.clone();
        for (name, to) in &self.edits {
            options.decide(name, to.as_deref());
        }
        options
    }

    /// What a name stands for and by which rule, with what is decided and not yet applied.
    pub fn meaning(&self, row: &SourceStructure) -> (Meaning, String) {
        let hand = say!("names-rule-hand");
        if let Some(edit) = self.edits.get(&row.source) {
            let meaning = match edit.as_deref() {
                None => return (Meaning::Rules, say!("names-rule-rules")),
                Some("") => Meaning::Own(row.own.clone().unwrap_or_default()),
                Some("-") => Meaning::LeftOut(say!("names-reason-left-out")),
                Some(id) => Meaning::Structure(id.to_owned()),
            };
            return (meaning, hand);
        }
        let decided = self.recipe.options.by_hand(&row.source).is_some();
        let by = match (decided, row.by) {
            (true, _) => hand,
            (_, Some(by)) => rule(by),
            (_, None) => String::new(),
        };
        let meaning = match (&row.matched, &row.own, &row.left_out) {
            (Some(id), ..) => Meaning::Structure(id.clone()),
            (_, Some(id), _) => Meaning::Own(id.clone()),
            (.., reason) => Meaning::LeftOut(reason.clone().unwrap_or_default()),
        };
        (meaning, by)
    }
}

/// The rule by which a name was matched, in a word.
fn rule(by: MatchedBy) -> String {
    match by {
        MatchedBy::Map => say!("names-rule-hand"),
        MatchedBy::Id => say!("names-rule-id"),
        MatchedBy::Uberon | MatchedBy::Fma | MatchedBy::Mesh => by.word().to_owned(),
        MatchedBy::Name => say!("names-rule-name"),
        MatchedBy::Synonym => say!("names-rule-synonym"),
        MatchedBy::Latin => say!("names-rule-latin"),
        MatchedBy::Part => say!("names-rule-part"),
    }
}

/// One row per name: volumes are added, and the first that is shown speaks for the others.
fn rows(structures: Vec<SourceStructure>) -> Vec<SourceStructure> {
    let mut rows: Vec<SourceStructure> = Vec::new();
    let mut place: BTreeMap<String, usize> = BTreeMap::new();
    for structure in structures {
        let Some(row) = place.get(&structure.source).map(|n| &mut rows[*n]) else {
            place.insert(structure.source.clone(), rows.len());
            rows.push(structure);
            continue;
        };
        let volume = row.volume_ml.unwrap_or(0.0) + structure.volume_ml.unwrap_or(0.0);
        let shown = |row: &SourceStructure| row.matched.is_some() || row.own.is_some();
        if !shown(row) && shown(&structure) {
            *row = structure;
        }
        row.volume_ml = (volume > 0.0).then_some(volume);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let row = |source: &str, matched: Option<&str>, own: Option<&str>| SourceStructure {
            source: source.into(),
            matched: matched.map(str::to_owned),
            by: matched.map(|_| MatchedBy::Synonym),
            own: own.map(str::to_owned),
            left_out: (matched.is_none() && own.is_none()).then(|| "no triangles".to_owned()),
            volume_ml: Some(2.0),
            ..SourceStructure::default()
        };
        Names {
            slug: "x".into(),
            folder: PathBuf::new(),
            title: "X".into(),
            rows: rows(vec![
                row("Milz", Some("spleen"), None),
                row("blorb", None, None),
                row("blorb", None, Some("blorb")),
                row("dot", None, None),
            ]),
            recipe: Recipe::default(),
            missing: Vec::new(),
            edits: BTreeMap::new(),
        }
    }

    #[test]
    fn what_is_decided_shows_at_once_and_goes_into_the_recipe() {
        let mut names = names();
        assert_eq!((names.rows.len(), names.unmatched()), (3, 1));
        let meaning = |names: &Names, name: &str| names.meaning(names.row(name).unwrap());
        assert_eq!(
            meaning(&names, "Milz"),
            (Meaning::Structure("spleen".into()), "synonym".to_owned())
        );
        assert_eq!(
            meaning(&names, "blorb"),
            (Meaning::Own("blorb".into()), String::new())
        );
        assert_eq!(
            meaning(&names, "dot").0,
            Meaning::LeftOut("no triangles".into())
        );
        assert_eq!(names.row("blorb").unwrap().volume_ml, Some(4.0));

        assert!(names.decide("blorb", Some("no_such_id".into())).is_err());
        assert!(names.decide("flub", Some("liver".into())).is_err());
        names.decide("blorb", Some("liver".into())).unwrap();
        names.decide("dot", None).unwrap();
        assert_eq!(names.edits.len(), 1, "what is as it was is no change");
        assert_eq!(
            meaning(&names, "blorb"),
            (Meaning::Structure("liver".into()), "hand".to_owned())
        );
        assert_eq!(
            names.options().map,
            [("blorb".to_owned(), "liver".to_owned())]
        );

        names.recipe.options = names.options();
        names.edits.clear();
        names.decide("blorb", Some(String::new())).unwrap();
        assert_eq!(
            meaning(&names, "blorb"),
            (Meaning::Own("blorb".into()), "hand".to_owned())
        );
        names.decide("blorb", None).unwrap();
        assert_eq!(meaning(&names, "blorb").0, Meaning::Rules);
        assert!(names.options().map.is_empty());
    }
}
