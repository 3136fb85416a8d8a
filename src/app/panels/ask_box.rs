//! One box for places, documents and commands.

use std::cell::LazyCell;

use anatomy::{Structure, StructureIndex, Visibility};
use bevy::prelude::Resource;
use bevy_egui::egui::{self, Key, Ui};
use grounding::{NameFinder, NameMatch};
use language::say;
use viewer::command::{BodyCommand, TextCommand, WindowCommand, offers};
use viewer::{
    Answers, Focus, Listed, PanelTab, View, answers, find_structures, structure_in_language,
    structure_title,
};

use super::ask_note::{Pasted, is_long, is_note};
use super::ask_row::{
    Kind, Row, elsewhere, in_the_other_body, like_name, like_note, place, search_for,
};
use super::{Sent, icons, told};
use crate::app::theme;

/// Rows offered below the box.
const OFFERED: usize = 9;
/// Of those, commands at most when places are offered too.
const COMMANDS: usize = 4;
/// Places offered at most for what nobody has listed as a name.
const MEANT: usize = 4;
/// From this cosine on a place that nobody has listed comes before the search in the documents.
const SURE: f32 = 0.85;
/// How much less like what was typed a name may be than the one that is most like it, cosine.
const AS_NEAR: f32 = 0.1;
/// Of the box's width, what its icon and its margins take, points.
const BESIDE_HINT: f32 = 36.0;
/// Width of the rows at least, points.
const LEAST_WIDTH: f32 = 420.0;
/// The place of the search among what answers as well as it.
const SEARCH: u8 = 2;
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
    /// What was pasted, with its line breaks.
    pasted: Pasted,
    /// What the words were last taken to mean, by names that are like them.
    meant: (String, Vec<NameMatch>),
}

impl AskBox {
    /// Looks for names that are like what was typed, unless that is done; neither a few letters nor a long text are a name.
    fn find_meant(&mut self, names: &NameFinder, query: &str) {
        if self.meant.0 == query {
            return;
        }
        let is_name = query.chars().count() >= LEAST_LETTERS && !is_long(query);
        let meant = match is_name {
            true => names.find(query, MEANT),
            false => Vec::new(),
        };
        self.meant = (query.to_owned(), meant);
    }
}

/// What may be typed, in as many words as the box has room for.
fn hint(ui: &Ui, width: f32) -> String {
    let long = say!("ask-hint");
    let font = egui::TextStyle::Body.resolve(ui.style());
    let words = ui
        .painter()
        .layout_no_wrap(long.clone(), font, theme::dim());
    match words.size().x + BESIDE_HINT < width {
        true => long,
        false => say!("ask-hint-short"),
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
    if ui.memory(|memory| memory.has_focus(id)) {
        ask.pasted.look(ui);
    }
    let icon = icons::SEARCH.color(theme::dim());
    let hint = hint(ui, width);
    let edit = egui::TextEdit::singleline(&mut ask.text)
        .id(id)
        .desired_width(width)
        .min_size(egui::vec2(width, 24.0))
        .vertical_align(egui::Align::Center)
        .prefix(icon)
        .hint_text(&hint);
    let edit = told::text_box(ui, edit, &hint);
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
    if let Some(names) = names {
        ask.find_meant(names, &query);
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
        if row.kind == Kind::Note {
            // It lands on the body, too.
            let note = ask.pasted.whole(&ask.text).to_owned();
            sent.push(TextCommand::LiveText(note));
        }
        sent.push(row.command);
        // A place is asked for its documents.
        if matches!(row.kind, Kind::Place) {
            sent.push(WindowCommand::ShowTab(PanelTab::Results));
        }
        ask.text.clear();
        ask.pasted = Pasted::default();
        ask.open = false;
        ask.chosen = 0;
        ui.memory_mut(|memory| memory.surrender_focus(id));
    }
}

/// What answers the words best comes first: a place or a command whose name they begin, then the search in the documents, then what
/// merely contains them; a place of which they are but an adjective or have the stem stands right behind the search. Where no name has the words, names that
/// are very like them come first too. What is longer than any name is a note, or a question with operators.
fn rows(view: &View, typed: &str, meant: &[NameMatch]) -> Vec<Row> {
    if is_long(typed) {
        let note = is_note(typed).then(|| like_note(typed));
        return note.into_iter().chain([search_for(typed)]).collect();
    }
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
        let listed = viewer::listed_structures(query);
        let terms = LazyCell::new(|| viewer::terms(query));
        ranked.extend(named.into_iter().map(|index| {
            let listed = listed.iter().find(|(found, _)| *found == index);
            let (best, kind, is_named) = by_names(catalogue.get(index), query, listed.map(|l| l.1));
            // Where only a longer term has what was typed, that term is told.
            let term = (!is_named).then(|| terms.iter().find(|t| t.structure == index));
            let row = match term.flatten() {
                Some(term) => like_name(catalogue, term),
                None => place(structure_title(catalogue.get(index)), catalogue, index),
            };
            (best, kind, row)
        }));
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
    ranked.push((Answers::Word, SEARCH, search_for(typed)));
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

/// How well a structure answers, its place among what answers as well, and whether what was typed is a name of it.
fn by_names(structure: &Structure, query: &str, listed: Option<Listed>) -> (Answers, u8, bool) {
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
    match (by_name.or(by_synonym), listed) {
        (Some(best), _) => (best, 0, true),
        // A name that only the word list knows (an abbreviation) is meant as a whole; one that has more words than were typed may be something else.
        (None, Some(Listed::Name)) => (Answers::Beginning, 0, true),
        // As often the documents that say so are meant: the place stands behind the search for them.
        (None, Some(Listed::Stem)) => (Answers::Word, SEARCH + 1, true),
        (None, None) => (Answers::Within, 0, false),
    }
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use anatomy::{Atlas, BRICK, Catalogue, LabelVolume};
    use viewer::Command;
    use viewer::command::SelectCommand;

    use super::*;

    fn first(query: &str) -> (String, Kind) {
        let rows = rows(&View::default(), query, &[]);
        (rows[0].words.clone(), rows[0].kind)
    }

    #[test]
    fn commands_are_reached_by_name_and_other_words_are_searched_for() {
        assert_eq!(first("export"), ("Export documents…".into(), Kind::Command));
        assert_eq!(first("undo"), ("Undo".into(), Kind::Command));
        for (query, command) in [
            ("colour-blind", "Colour-blind safe colours of the body"),
            ("take the body apart", "Take the body apart"),
            ("high contrast", "High contrast in the window"),
            ("less motion", "Less motion in the window"),
            ("where does a text", "Tour: Where does a text land?"),
        ] {
            assert_eq!(first(query), (command.to_owned(), Kind::Command));
        }
        assert_eq!(first("gallstones").1, Kind::Search);
        assert_eq!(first("stones in the bile duct").1, Kind::Search);
        let all = rows(&View::default(), "e", &[]);
        assert!(all.len() <= OFFERED && all.iter().any(|row| row.kind == Kind::Search));
    }

    /// A body of a slab each of some structures.
    fn body(ids: [&str; 4]) -> View {
        let catalogue = Catalogue::builtin();
        let labels = ids.map(|id| catalogue.index_of(id).expect("it is there").0 + 1);
        let slabs = LabelVolume::from_bricks([BRICK; 3], |_, voxels| {
            for (n, voxel) in voxels.iter_mut().enumerate() {
                *voxel = labels[n / (BRICK * BRICK) % labels.len()];
            }
        });
        let mut view = View::default();
        view.body.shown = Some(Arc::new(Atlas::from_labels(catalogue, slabs)));
        view
    }

    #[test]
    fn what_is_no_name_of_a_place_is_searched_for_first_and_the_place_offered() {
        let view = body(["liver", "prostate", "left_kidney", "right_kidney"]);
        let catalogue = Catalogue::builtin();
        let at = |rows: &[Row], id: &str| {
            let structure = catalogue.index_of(id).expect("it is there");
            let command: Command = SelectCommand::SelectStructure {
                structure,
                point_mm: None,
            }
            .into();
            rows.iter().position(|row| row.command == command)
        };
        for (query, id, search, offered) in [
            ("radius", "prostate", 0, Some(1)),
            ("hepatocellular", "liver", 0, Some(1)),
            ("hepatitis", "liver", 0, Some(1)),
            ("kidney stones", "kidney", 1, Some(0)),
            ("liver", "liver", 1, Some(0)),
            ("qqqq", "liver", 0, None),
        ] {
            let mut rows = rows(&view, query, &[]);
            rows.retain(|row| row.kind != Kind::Command);
            let searched = rows.iter().position(|row| row.kind == Kind::Search);
            let told: Vec<&String> = rows.iter().map(|row| &row.words).collect();
            assert_eq!(searched, Some(search), "{query}: {told:?}");
            assert_eq!(at(&rows, id), offered, "{query}: {told:?}");
        }
    }

    #[test]
    fn a_long_text_is_a_note_and_a_long_question_stays_one() {
        let kinds = |text: &str| -> Vec<Kind> {
            let rows = rows(&View::default(), text, &[]);
            rows.iter().map(|row| row.kind).collect()
        };
        let finding = "54 yo man, fell onto his left side. Pain under the left ribs. ";
        let note = finding.repeat(48);
        assert!(note.len() > 2_900);
        assert_eq!(kinds(note.trim()), [Kind::Note, Kind::Search]);
        let rows = rows(&View::default(), note.trim(), &[]);
        assert_eq!(rows[0].words, "Papers like this note of 624 words");
        assert!(rows[1].words.ends_with("…”"), "{}", rows[1].words);
        // What is searched for is all of it.
        let all: Command = SelectCommand::SearchText(note.trim().to_owned()).into();
        assert_eq!(rows[1].command, all);
        assert_eq!(kinds(finding.trim())[0], Kind::Search, "a sentence");
        let terms: Vec<String> = (0..40).map(|n| format!("stones{n}[ti]")).collect();
        assert_eq!(kinds(&terms.join(" OR ")), [Kind::Search]);
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
