//! The rows below the box for places, documents and commands.

use anatomy::{Catalogue, StructureIndex};
use bevy_egui::egui::{self, RichText};
use grounding::NameMatch;
use language::say;
use viewer::command::{AtlasCommand, SelectCommand};
use viewer::{Answers, Command, View, answers, latin_name, structure_in_language, structure_title};

use super::icons::{self, Icon};
use crate::app::theme;

/// Places that only the other body has, at most.
const OFFERED_ELSEWHERE: usize = 3;
/// Letters of what was typed that a row shows, at most.
const LETTERS: usize = 90;

/// A row below the box.
pub struct Row {
    pub words: String,
    /// The Latin name of a place, where it is another one.
    pub latin: Option<String>,
    pub kind: Kind,
    pub command: Command,
}

impl Row {
    /// What is pressed.
    pub fn button(&self, chosen: bool) -> egui::Button<'_> {
        let icon = self.kind.icon().color(theme::dim());
        let latin = self.latin.as_deref().unwrap_or_default();
        let latin = RichText::new(latin).small().color(theme::dim());
        let words = (icon, self.words.as_str(), latin);
        let button = egui::Button::selectable(chosen, words).truncate();
        button.shortcut_text(self.kind.label())
    }
}

/// What a row offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Place,
    Command,
    Search,
    Note,
}

impl Kind {
    fn label(self) -> String {
        match self {
            Self::Place => say!("ask-kind-place"),
            Self::Command => say!("ask-kind-command"),
            Self::Search => say!("ask-kind-search"),
            Self::Note => say!("ask-kind-note"),
        }
    }

    fn icon(self) -> Icon {
        match self {
            Self::Place => icons::PLACE,
            Self::Command => icons::RUN,
            Self::Search => icons::SEARCH,
            Self::Note => icons::SIMILAR,
        }
    }
}

/// A row that selects a structure.
pub fn place(words: String, catalogue: &Catalogue, structure: StructureIndex) -> Row {
    Row {
        words,
        latin: latin_name(catalogue.get(structure)).map(str::to_owned),
        kind: Kind::Place,
        command: SelectCommand::SelectStructure {
            structure,
            point_mm: None,
        }
        .into(),
    }
}

/// What the words name that only the other body has: the best of it, and what it is part of is not named beside it.
pub fn in_the_other_body(
    view: &View,
    catalogue: &Catalogue,
    found: &[StructureIndex],
    query: &str,
) -> Vec<(Answers, u8, Row)> {
    let rows = found.iter().filter_map(|index| {
        let structure = catalogue.get(*index);
        let here = structure_in_language(structure);
        let names = structure.synonyms.iter();
        let names = names
            .chain([&structure.name, &structure.latin])
            .chain(&here);
        let best = names.filter_map(|name| answers(name, query)).min()?;
        let row = elsewhere(view, catalogue, *index)?;
        // What the body on the stage has comes first.
        let best = match best {
            Answers::Whole => Answers::Beginning,
            best => best.max(Answers::Word),
        };
        Some((best, 0, row))
    });
    rows.take(OFFERED_ELSEWHERE).collect()
}

/// The row of a place that the other body has.
pub fn elsewhere(view: &View, catalogue: &Catalogue, index: StructureIndex) -> Option<Row> {
    let structure = catalogue.get(index);
    let other = view.other_body(&structure.id)?;
    Some(Row {
        words: say!(
            "ask-elsewhere",
            place = structure_title(structure),
            atlas = view.atlases.name_within(other)
        ),
        latin: latin_name(structure).map(str::to_owned),
        kind: Kind::Place,
        command: AtlasCommand::ShowIn {
            atlas: other.map(str::to_owned),
            structure: structure.id.clone(),
        }
        .into(),
    })
}

/// A place that is found by a name that is like what was typed.
pub fn like_name(catalogue: &Catalogue, found: &NameMatch) -> Row {
    let words = say!(
        "ask-like",
        place = structure_title(catalogue.get(found.structure)),
        name = found.name.trim_end_matches('*')
    );
    place(words, catalogue, found.structure)
}

/// The search, of what was typed as it was typed: operators are in capitals.
pub fn search_for(typed: &str) -> Row {
    let shown = typed.trim_matches(['"', '“', '”']);
    let shown = match shown.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", shown[..end].trim_end()),
        None => shown.to_owned(),
    };
    Row {
        words: say!("ask-search", words = shown),
        latin: None,
        kind: Kind::Search,
        command: SelectCommand::SearchText(typed.to_owned()).into(),
    }
}

/// What is like a note, which is taken as a whole: the row says of how many words.
pub fn like_note(note: &str) -> Row {
    let count = note.split_whitespace().count();
    Row {
        words: say!("ask-note", count = count),
        latin: None,
        kind: Kind::Note,
        command: SelectCommand::FindLikeText.into(),
    }
}
