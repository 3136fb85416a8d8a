//! One box for places, documents and commands.

use std::cell::LazyCell;

use anatomy::{Catalogue, StructureIndex, Visibility};
use bevy::prelude::Resource;
use bevy_egui::egui::{self, Key, RichText, Ui};
use grounding::{NameFinder, NameMatch};
use language::say;
use viewer::command::{AtlasCommand, BodyCommand, SelectCommand, WindowCommand, offers};
use viewer::{
    Answers, Command, Focus, PanelTab, View, answers, find_structures, latin_name,
    structure_in_language, structure_title,
};

use super::Sent;
use super::icons::{self, Icon};
use crate::app::theme;

/// Rows offered below the box.
const OFFERED: usize = 9;
/// Of those, places that only the other body has at most.
const OFFERED_ELSEWHERE: usize = 3;
/// Of those, commands at most when places are offered too.
const COMMANDS: usize = 4;
/// Places offered at most for what nobody has listed as a name.
const MEANT: usize = 4;
/// From this cosine on a place that nobody has listed comes before the search in the documents.
const SURE: f32 = 0.85;
/// How much less like what was typed a name may be than the one that is most like it, cosine.
const AS_NEAR: f32 = 0.1;
/// Width of the rows at least, points.
const LEAST_WIDTH: f32 = 420.0;
/// Fewer letters are no name yet.
const LEAST_LETTERS: usize = 4;

/// What is typed and chosen in the box.
#[derive(Resource, Default)]
pub struct AskBox {
    text: String,
    /// The rows are shown; they stay until something is chosen, Esc is pressed or something else is clicked.
    open: bool,
    /// The row that Enter takes.
    chosen: usize,
    /// What the words were last taken to mean, by names that are like them.
    meant: (String, Vec<NameMatch>),
}

/// A row below the box.
struct Row {
    words: String,
    /// The Latin name of a place, where it is another one.
    latin: Option<String>,
    kind: Kind,
    command: Command,
}

impl Row {
    fn button(&self, chosen: bool) -> egui::Button<'_> {
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
enum Kind {
    Place,
    Command,
    Search,
}

impl Kind {
    fn label(self) -> String {
        match self {
            Self::Place => say!("ask-kind-place"),
            Self::Command => say!("ask-kind-command"),
            Self::Search => say!("ask-kind-search"),
        }
    }

    fn icon(self) -> Icon {
        match self {
            Self::Place => icons::PLACE,
            Self::Command => icons::RUN,
            Self::Search => icons::SEARCH,
        }
    }
}

/// Draws the box and its rows.
pub fn show(
    ui: &mut Ui,
    view: &View,
    ask: &mut AskBox,
    names: Option<&NameFinder>,
    width: f32,
    sent: &mut Sent,
) {
    let id = ui.make_persistent_id("ask");
    // Up and Down choose among the rows; they are taken before the box sees them.
    let steps = if ask.open {
        ui.input_mut(|input| {
            let down = input.count_and_consume_key(egui::Modifiers::NONE, Key::ArrowDown);
            let up = input.count_and_consume_key(egui::Modifiers::NONE, Key::ArrowUp);
            down as isize - up as isize
        })
    } else {
        0
    };
    let wanted = view.layout.focus == Some(Focus::Ask);
    if wanted {
        ui.memory_mut(|memory| memory.request_focus(id));
        sent.push(WindowCommand::Focused);
    }
    let hint = match width {
        ..400.0 => say!("ask-hint-short"),
        _ => say!("ask-hint"),
    };
    let edit = ui.add(
        egui::TextEdit::singleline(&mut ask.text)
            .id(id)
            .desired_width(width)
            .min_size(egui::vec2(width, 24.0))
            .vertical_align(egui::Align::Center)
            .prefix(icons::SEARCH.color(theme::dim()))
            .hint_text(hint),
    );
    if edit.gained_focus() || edit.changed() || wanted {
        ask.open = true;
    }
    if edit.changed() {
        ask.chosen = 0;
    }
    let query = ask.text.trim().to_lowercase();
    if query.is_empty() {
        ask.chosen = 0;
        return;
    }
    let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
        ask.open = false;
    }
    if !ask.open && !entered {
        return;
    }
    if let Some(names) = names.filter(|_| ask.meant.0 != query) {
        let long = query.chars().count() >= LEAST_LETTERS;
        let meant = if long {
            names.find(&query, MEANT)
        } else {
            Vec::new()
        };
        ask.meant = (query.clone(), meant);
    }
    let rows = rows(view, ask.text.trim(), &ask.meant.1);
    let last = rows.len().saturating_sub(1);
    ask.chosen = ask.chosen.saturating_add_signed(steps).min(last);
    let mut taken = entered.then_some(ask.chosen);
    let area = egui::Area::new(id.with("rows"))
        .order(egui::Order::Foreground)
        .fixed_pos(edit.rect.left_bottom() + egui::vec2(0.0, 4.0))
        .show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                // In a narrow window the box has no room for names; its rows have.
                let width = edit.rect.width().max(LEAST_WIDTH);
                ui.set_width(width);
                for (n, row) in rows.iter().enumerate() {
                    let button = row.button(n == ask.chosen);
                    let button = button.min_size(egui::vec2(width - 8.0, 22.0));
                    if ui.add(button).clicked() {
                        taken = Some(n);
                    }
                }
            });
        });
    let pressed_elsewhere = ui.input(|input| {
        let press = input
            .pointer
            .any_pressed()
            .then(|| input.pointer.interact_pos());
        press
            .flatten()
            .is_some_and(|p| !area.response.rect.contains(p) && !edit.rect.contains(p))
    });
    if pressed_elsewhere {
        ask.open = false;
    }
    if let Some(row) = taken.and_then(|n| rows.into_iter().nth(n)) {
        sent.push(row.command);
        // A place is asked for its documents.
        if matches!(row.kind, Kind::Place) {
            sent.push(WindowCommand::ShowTab(PanelTab::Results));
        }
        ask.text.clear();
        ask.open = false;
        ask.chosen = 0;
        ui.memory_mut(|memory| memory.surrender_focus(id));
    }
}

/// A row that selects a structure.
fn place(words: String, catalogue: &Catalogue, structure: StructureIndex) -> Row {
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
fn in_the_other_body(
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
fn elsewhere(view: &View, catalogue: &Catalogue, index: StructureIndex) -> Option<Row> {
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
fn like_name(catalogue: &Catalogue, found: &NameMatch) -> Row {
    let words = say!(
        "ask-like",
        place = structure_title(catalogue.get(found.structure)),
        name = found.name.trim_end_matches('*')
    );
    place(words, catalogue, found.structure)
}

/// What answers the words best comes first: a place or a command whose name they begin, then the search in the documents, then what
/// merely contains them. Where no name has the words, names that are very like them come first too.
fn rows(view: &View, typed: &str, meant: &[NameMatch]) -> Vec<Row> {
    let query = typed.to_lowercase();
    let query = query.as_str();
    let mut ranked: Vec<(Answers, u8, Row)> = Vec::new();
    if let Some(atlas) = view.atlas() {
        let catalogue = atlas.catalogue();
        let found = find_structures(catalogue, query);
        let (shown, absent): (Vec<_>, Vec<_>) = found
            .into_iter()
            .partition(|index| atlas.centroid_mm(*index).is_some());
        let named: Vec<StructureIndex> = shown.into_iter().take(OFFERED - 3).collect();
        ranked.extend(in_the_other_body(view, catalogue, &absent, query));
        // Rows of the built-in catalogue keep their places in every atlas.
        let nearest = meant.first().map_or(0.0, |found| found.score);
        let like = meant.iter().filter(|found| {
            found.structure.usize() < catalogue.structures().len()
                && !named.contains(&found.structure)
                && !absent.contains(&found.structure)
                && found.score >= nearest - AS_NEAR
        });
        for found in like {
            let rank = if named.is_empty() && found.score >= SURE {
                Answers::Beginning
            } else {
                Answers::Within
            };
            let row = match atlas.centroid_mm(found.structure) {
                Some(_) => Some(like_name(catalogue, found)),
                None => elsewhere(view, catalogue, found.structure),
            };
            ranked.extend(row.map(|row| (rank, 0, row)));
        }
        let whole = viewer::whole_names(query);
        let terms = LazyCell::new(|| viewer::terms(query));
        for index in named {
            let structure = catalogue.get(index);
            let synonyms = structure.synonyms.iter().chain([&structure.latin]);
            let here = structure_in_language(structure);
            let own = std::iter::once(&structure.name).chain(&here);
            let by_name = own.filter_map(|name| answers(name, query)).min();
            let by_synonym = synonyms.filter_map(|name| answers(name, query)).min();
            // Another name that is typed to its end is meant; one that merely begins so comes with those whose own name has the word:
            // the left kidney before the renal pelvis, which is called kidney pelvis too.
            let by_synonym = by_synonym.map(|answer| match answer {
                Answers::Whole => Answers::Beginning,
                answer => answer.max(Answers::Word),
            });
            // A name that only the word list knows (an abbreviation) is meant as a whole; one that has more words than were typed may be something else.
            let best = by_name
                .or(by_synonym)
                .unwrap_or_else(|| match whole.contains(&index) {
                    true => Answers::Beginning,
                    false => Answers::Within,
                });
            // Where only a longer term has what was typed, that term is told.
            let listed = by_name.is_none() && by_synonym.is_none() && !whole.contains(&index);
            let term = listed.then(|| terms.iter().find(|t| t.structure == index));
            let row = match term.flatten() {
                Some(term) => like_name(catalogue, term),
                None => place(structure_title(structure), catalogue, index),
            };
            ranked.push((best, 0, row));
        }
    }
    ranked.extend(deeds(view, query));
    let mut commands: Vec<(Answers, Row)> = offers()
        .into_iter()
        .filter_map(|offer| {
            let label = offer.about.label();
            let words = offer.about.words();
            let by_word = words.split(' ').filter_map(|w| answers(w, query)).min();
            let by_word = by_word.filter(|answer| *answer < Answers::Word);
            let name = label.trim_end_matches('…');
            let best = answers(name, query).or(by_word.map(|_| Answers::Word))?;
            let row = Row {
                words: label,
                latin: None,
                kind: Kind::Command,
                command: offer.command,
            };
            Some((best, row))
        })
        .collect();
    commands.sort_by_key(|(best, _)| *best);
    ranked.extend(
        commands
            .into_iter()
            .take(COMMANDS)
            .map(|(best, row)| (best, 1, row)),
    );
    ranked.push((Answers::Word, 2, search_for(typed)));
    ranked.sort_by_key(|(best, kind, _)| (*best, *kind));
    let mut rows: Vec<Row> = ranked.into_iter().map(|(.., row)| row).collect();
    // The search is always within reach.
    if let Some(at) = rows.iter().position(|row| row.kind == Kind::Search)
        && at >= OFFERED
    {
        rows.swap(at, OFFERED - 1);
    }
    rows.truncate(OFFERED);
    rows
}

/// What can be done with a structure: with the one that is selected, or with one that is named beside ("isolate liver").
fn deeds(view: &View, query: &str) -> Vec<(Answers, u8, Row)> {
    let Some(atlas) = view.atlas() else {
        return Vec::new();
    };
    let catalogue = atlas.catalogue();
    type Deed = (fn(&str) -> String, fn(StructureIndex) -> BodyCommand);
    let deeds: [Deed; 4] = [
        (
            |name| say!("steps-isolate", name = name),
            BodyCommand::Isolate,
        ),
        (
            |name| say!("steps-hide", name = name),
            |structure| BodyCommand::SetVisibility(structure, Visibility::Hidden),
        ),
        (
            |name| say!("steps-ghost", name = name),
            |structure| BodyCommand::SetVisibility(structure, Visibility::Ghost),
        ),
        (
            |name| say!("steps-show", name = name),
            |structure| BodyCommand::SetVisibility(structure, Visibility::Shown),
        ),
    ];
    let row = |(words, command): &Deed, structure: StructureIndex| Row {
        words: words(&structure_title(catalogue.get(structure))),
        latin: None,
        kind: Kind::Command,
        command: command(structure).into(),
    };
    let mut rows = Vec::new();
    for deed in &deeds {
        let bare = deed.0("").to_lowercase();
        let bare = bare.trim_end_matches(|c: char| !c.is_alphanumeric());
        let named = query
            .strip_prefix(bare)
            .filter(|rest| rest.starts_with(' '));
        match named.map(str::trim).filter(|named| !named.is_empty()) {
            Some(named) => {
                let found = find_structures(catalogue, named).into_iter();
                let shown = found.filter(|index| atlas.centroid_mm(*index).is_some());
                rows.extend(
                    shown
                        .take(2)
                        .map(|index| (Answers::Whole, 0, row(deed, index))),
                );
            }
            None => {
                let best = answers(bare, query).filter(|best| *best < Answers::Word);
                rows.extend(
                    best.zip(view.selection.structure)
                        .map(|(best, structure)| (best, 1, row(deed, structure))),
                );
            }
        }
    }
    rows
}

/// The search, of what was typed as it was typed: operators are in capitals.
fn search_for(typed: &str) -> Row {
    let shown = typed.trim_matches(['"', '“', '”']);
    Row {
        words: say!("ask-search", words = shown),
        latin: None,
        kind: Kind::Search,
        command: SelectCommand::SearchText(typed.to_owned()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(query: &str) -> (String, Kind) {
        let rows = rows(&View::default(), query, &[]);
        (rows[0].words.clone(), rows[0].kind)
    }

    #[test]
    fn commands_are_reached_by_name_and_other_words_are_searched_for() {
        assert_eq!(first("export"), ("Export documents…".into(), Kind::Command));
        assert_eq!(first("undo"), ("Undo".into(), Kind::Command));
        assert_eq!(first("gallstones").1, Kind::Search);
        assert_eq!(first("stones in the bile duct").1, Kind::Search);
        let all = rows(&View::default(), "e", &[]);
        assert!(all.len() <= OFFERED && all.iter().any(|row| row.kind == Kind::Search));
    }

    #[test]
    fn a_beginning_answers_better_than_a_middle() {
        assert_eq!(answers("Left view", "left view"), Some(Answers::Whole));
        assert_eq!(answers("Left view", "lef"), Some(Answers::Beginning));
        assert_eq!(answers("Left view", "view"), Some(Answers::Word));
        assert_eq!(answers("Oesophagus", "sophag"), Some(Answers::Within));
        assert_eq!(answers("Fundus of stomach", "undu"), None, "too little");
        assert_eq!(answers("Left view", "right"), None);
        let place = |query| answers("Tail of pancreas", query);
        assert_eq!(place("tail of the panc"), Some(Answers::Beginning));
        assert_eq!(place("tail pan"), Some(Answers::Beginning));
        assert_eq!(place("panc tail"), None, "not in its order");
        assert_eq!(place("cyst of the tail of the pancreas"), None);
        assert_eq!(place("tail of the spleen"), None);
    }
}
