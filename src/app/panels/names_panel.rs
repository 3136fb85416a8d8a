//! The names of an installed atlas: what each was matched to and by which rule, and a search for what it stands for instead.

use anatomy::guest::SourceStructure;
use anatomy::{Catalogue, StructureIndex};
use bevy::prelude::{App, IntoScheduleConfigs, Res, ResMut, Resource, Result};
use bevy_egui::egui::{
    self, Align, Label, Layout, Popup, PopupCloseBehavior, RichText, Sense, TextEdit, Ui,
};
use language::say;

use viewer::command::{AtlasCommand, SelectCommand};
use viewer::{JobKind, Meaning, Names, View, find_structures, structure_title, system_name};

use super::icons;
use super::{Layer, Pane, Sent, draw_in, not_presenting, told};
use crate::app::core::Core;
use crate::app::theme;

/// Widths of the columns: name, volume, what it stands for, rule.
const COLUMNS: [f32; 4] = [232.0, 64.0, 232.0, 70.0];
/// Height of a row.
const ROW: f32 = 25.0;
/// Structures offered while searching.
const OFFERED: usize = 9;

pub fn plugin(app: &mut App) {
    app.init_resource::<Typed>();
    let open = |core: Res<Core>| core.atlases.names.is_some();
    draw_in(
        app,
        Layer::Windows,
        draw.run_if(not_presenting).run_if(open),
    );
}

/// What is typed in the panel.
#[derive(Resource, Default)]
struct Typed {
    /// Only names with these words in them or in what they stand for.
    filter: String,
    /// What is being searched for in the catalogue.
    query: String,
}

fn draw(mut pane: Pane, mut typed: ResMut<Typed>) -> Result {
    pane.over(|ctx, free, view, sent| show(ctx, free, view, &mut typed, sent))
}

fn show(ctx: &egui::Context, free: egui::Rect, view: &View, typed: &mut Typed, sent: &mut Sent) {
    let Some(names) = &view.atlases.names else {
        return;
    };
    let mut open = true;
    let wide = COLUMNS.iter().sum::<f32>() + 40.0;
    let width = wide.min(free.width() - 40.0);
    let columns = columns(width);
    egui::Window::new(say!("names-title", title = &names.title))
        .id("names".into())
        .order(egui::Order::Foreground)
        .open(&mut open)
        .collapsible(true)
        .resizable([false, true])
        .default_pos(free.min + egui::vec2(12.0, 12.0))
        .default_height((free.height() * 0.62).max(260.0))
        .constrain_to(free)
        .show(ctx, |ui| {
            ui.set_width(width);
            above(ui, view, names, typed, sent);
            ui.add_space(2.0);
            head(ui, columns);
            let rows = shown_rows(view, names, &typed.filter);
            let below = if names.missing.is_empty() { 46.0 } else { 92.0 };
            // What is said there may take two lines in less room.
            let below = below + if width < wide { 18.0 } else { 0.0 };
            ui.scope(|ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                egui::ScrollArea::vertical()
                    .auto_shrink([false, false])
                    .max_height((ui.available_height() - below).max(ROW * 3.0))
                    .show_rows(ui, ROW, rows.len(), |ui, range| {
                        for row in &rows[range] {
                            draw_row(ui, columns, (view, names), row, &mut typed.query, sent);
                        }
                    });
            });
            if rows.is_empty() {
                let words = if typed.filter.trim().is_empty() {
                    say!("names-all-matched")
                } else {
                    say!("names-no-such")
                };
                ui.label(RichText::new(words).color(theme::dim()));
            }
            ui.separator();
            foot(ui, view, names, sent);
        });
    if !open {
        sent.push(AtlasCommand::ShowNames(None));
    }
}

fn above(ui: &mut Ui, view: &View, names: &Names, typed: &mut Typed, sent: &mut Sent) {
    let (all, unmatched) = (names.rows.len(), names.unmatched());
    let words = match unmatched {
        0 => say!("names-about-all", all = all),
        n => say!("names-about-unmatched", all = all, count = n),
    };
    ui.add(Label::new(RichText::new(words).color(theme::dim())).wrap());
    ui.horizontal(|ui| {
        let mut only = view.atlases.unmatched_only;
        let words = say!("names-unmatched-only", count = unmatched);
        if ui.checkbox(&mut only, words).changed() {
            sent.push(AtlasCommand::ShowUnmatchedOnly(only));
        }
        let hint = say!("names-filter");
        let filter = TextEdit::singleline(&mut typed.filter).hint_text(&hint);
        told::text_box(ui, filter.desired_width(f32::INFINITY), &hint);
    });
}

/// The widths of the columns in so much room: on a narrow stage the names and what they mean have less.
fn columns(width: f32) -> [f32; 4] {
    let lacking = (COLUMNS.iter().sum::<f32>() + 40.0 - width).max(0.0);
    let [name, volume, meaning, rule] = COLUMNS;
    [name - lacking / 2.0, volume, meaning - lacking / 2.0, rule]
}

fn head(ui: &mut Ui, columns: [f32; 4]) {
    ui.horizontal(|ui| {
        let right = Layout::right_to_left(Align::Center);
        let left = Layout::left_to_right(Align::Center);
        let headings = [
            (left, say!("names-column-name")),
            (right, say!("names-column-volume")),
            (left, say!("names-column-meaning")),
            (left, say!("names-column-rule")),
        ];
        for (width, (layout, words)) in columns.into_iter().zip(headings) {
            cell(ui, width, layout, |ui| {
                ui.label(
                    RichText::new(words)
                        .small()
                        .family(theme::strong())
                        .color(theme::dim()),
                );
            });
        }
    });
}

/// One cell of a fixed width.
fn cell(ui: &mut Ui, width: f32, layout: Layout, add: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(egui::vec2(width, ROW - 3.0), layout, |ui| {
        ui.set_width(width);
        add(ui);
    });
}

fn shown_rows<'a>(view: &View, names: &'a Names, filter: &str) -> Vec<&'a SourceStructure> {
    let filter = filter.trim().to_lowercase();
    names
        .rows
        .iter()
        .filter(|row| {
            !view.atlases.unmatched_only
                || names.is_unmatched(row)
                || names.edits.contains_key(&row.source)
        })
        .filter(|row| {
            filter.is_empty()
                || row.source.to_lowercase().contains(&filter)
                || words(view, &names.meaning(row).0)
                    .to_lowercase()
                    .contains(&filter)
        })
        .collect()
}

/// What a name stands for, in words.
fn words(view: &View, meaning: &Meaning) -> String {
    let catalogue = Catalogue::builtin();
    match meaning {
        Meaning::Structure(id) => catalogue.index_of(id).map_or_else(
            || view.name_of(id),
            |index| structure_title(catalogue.get(index)),
        ),
        Meaning::Own(_) => say!("names-own"),
        Meaning::LeftOut(_) => say!("names-left-out"),
        Meaning::Rules => say!("names-rules"),
    }
}

fn draw_row(
    ui: &mut Ui,
    columns: [f32; 4],
    (view, names): (&View, &Names),
    row: &SourceStructure,
    query: &mut String,
    sent: &mut Sent,
) {
    let left = Layout::left_to_right(Align::Center);
    let (meaning, by) = names.meaning(row);
    let edited = names.edits.contains_key(&row.source);
    ui.horizontal(|ui| {
        ui.set_height(ROW);
        cell(ui, columns[0], left, |ui| {
            let shown = row.matched.as_deref().or(row.own.as_deref());
            let index = shown
                .filter(|_| view.scene.atlas.as_ref() == Some(&names.slug))
                .and_then(|id| view.atlas()?.catalogue().index_of(id));
            let selected = index.is_some() && view.selection.structure == index;
            let name = ui
                .add_sized(
                    [columns[0], ROW - 4.0],
                    egui::Button::selectable(selected, row.source.as_str())
                        .truncate()
                        .right_text(""),
                )
                .on_hover_text(about(row));
            if name.clicked()
                && let Some(structure) = index
            {
                sent.push(SelectCommand::SelectStructure {
                    structure,
                    point_mm: None,
                });
            }
        });
        cell(ui, columns[1], Layout::right_to_left(Align::Center), |ui| {
            if let Some(volume) = row.volume_ml {
                let digits = usize::from(volume < 100.0) + usize::from(volume < 1.0);
                let volume = language::decimal(volume, digits);
                ui.label(RichText::new(volume).color(theme::dim()));
            }
        });
        cell(ui, columns[2], left, |ui| {
            let color = match (&meaning, edited) {
                (_, true) => theme::accent_ui(),
                (Meaning::Own(_), _) if names.is_unmatched(row) => theme::warning(),
                (Meaning::Own(_) | Meaning::LeftOut(_), _) => theme::dim(),
                _ => theme::text(),
            };
            let button = ui.add_sized(
                [columns[2], ROW - 4.0],
                egui::Button::new(RichText::new(words(view, &meaning)).color(color))
                    .truncate()
                    .right_text(RichText::new("↓").color(theme::dim())),
            );
            let button = match &meaning {
                Meaning::LeftOut(reason) => button.on_hover_text(reason),
                _ => button,
            };
            if button.clicked() {
                query.clear();
            }
            Popup::menu(&button)
                .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
                .width(columns[2] + columns[3])
                .show(|ui| pick(ui, names, row, query, sent));
        });
        cell(ui, columns[3], left, |ui| {
            let color = if edited {
                theme::accent_ui()
            } else {
                theme::dim()
            };
            ui.label(RichText::new(by).small().color(color));
        });
    });
}

/// What else is known of a name.
fn about(row: &SourceStructure) -> String {
    let mut lines = vec![row.source.clone(), say!("names-in-file", file = &row.file)];
    if let Some(value) = row.value {
        lines.push(say!("names-label-value", value = value.to_string()));
    }
    lines.extend(row.notes.iter().cloned());
    lines.extend(
        row.left_out
            .iter()
            .map(|reason| say!("names-left-out-because", reason = reason)),
    );
    lines.extend(
        row.part_of
            .iter()
            .map(|whole| say!("names-part-of", whole = whole.replace('_', " "))),
    );
    lines.join("\n")
}

/// A search in the catalogue, and the other things that a name can be.
fn pick(ui: &mut Ui, names: &Names, row: &SourceStructure, query: &mut String, sent: &mut Sent) {
    let catalogue = Catalogue::builtin();
    let hint = say!("names-search");
    let edit = TextEdit::singleline(query).hint_text(&hint);
    let edit = told::text_box(ui, edit.desired_width(f32::INFINITY), &hint);
    if !edit.has_focus() && !edit.lost_focus() {
        edit.request_focus();
    }
    let found = if query.trim().is_empty() {
        alike(catalogue, &row.source)
    } else {
        find_structures(catalogue, query)
    };
    let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let mut chosen: Option<Option<String>> = None;
    for (n, index) in found.iter().take(OFFERED).enumerate() {
        let structure = catalogue.get(*index);
        let line = ui.horizontal(|ui| {
            let (dot, _) = ui.allocate_exact_size(egui::vec2(10.0, 18.0), Sense::hover());
            ui.painter()
                .circle_filled(dot.center(), 4.0, theme::swatch(structure.color));
            let system = RichText::new(system_name(structure.system))
                .small()
                .color(theme::dim());
            ui.add_sized(
                [ui.available_width(), 18.0],
                egui::Button::selectable(false, structure_title(structure))
                    .truncate()
                    .right_text(system),
            )
        });
        if line.inner.clicked() || (entered && n == 0) {
            chosen = Some(Some(structure.id.clone()));
        }
    }
    if found.is_empty() {
        let words = if query.trim().is_empty() {
            say!("names-type-to-search")
        } else {
            say!("names-nothing-called")
        };
        ui.label(RichText::new(words).color(theme::dim()));
    }
    ui.separator();
    for (words, to) in [
        (say!("names-show-as-own"), Some("")),
        (say!("names-leave-out"), Some("-")),
        (say!("names-rules"), None),
    ] {
        let decided = names.edits.contains_key(&row.source)
            || names.recipe.options.by_hand(&row.source).is_some();
        let line = egui::Button::selectable(false, words).right_text("");
        let line = ui.add_enabled(to.is_some() || decided, line);
        if line.clicked() {
            chosen = Some(to.map(str::to_owned));
        }
    }
    if let Some(to) = chosen {
        sent.push(AtlasCommand::MapName {
            name: row.source.clone(),
            to,
        });
        ui.close();
    }
}

/// Structures that share a word with a name, the longest words first.
fn alike(catalogue: &Catalogue, name: &str) -> Vec<StructureIndex> {
    let mut words: Vec<&str> = name
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.chars().count() > 3)
        .collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let mut found: Vec<StructureIndex> = Vec::new();
    for word in words {
        for index in find_structures(catalogue, word) {
            if !found.contains(&index) {
                found.push(index);
            }
        }
    }
    found
}

fn foot(ui: &mut Ui, view: &View, names: &Names, sent: &mut Sent) {
    if let Some(first) = names.missing.first() {
        let file = first.display().to_string();
        ui.horizontal(|ui| {
            icons::WARNING.color(theme::warning()).show(ui);
            let words = RichText::new(say!("names-missing", file = &file));
            ui.add(Label::new(words.color(theme::warning())).truncate())
                .on_hover_text(file);
        });
        if ui.button(say!("names-find-files")).clicked() {
            sent.push(AtlasCommand::AskForOriginals);
        }
    }
    ui.horizontal_wrapped(|ui| {
        if let Some(job) = view.jobs.of(JobKind::Atlas) {
            ui.spinner();
            ui.add(Label::new(&job.detail).truncate());
            return;
        }
        let count = names.edits.len();
        let ready = count > 0 && names.missing.is_empty();
        let apply = egui::Button::new(say!("names-apply")).min_size(egui::vec2(72.0, 0.0));
        if ui.add_enabled(ready, apply).clicked() {
            sent.push(AtlasCommand::ApplyNames);
        }
        if ui
            .add_enabled(count > 0, egui::Button::new(say!("names-undo")))
            .clicked()
        {
            sent.push(AtlasCommand::ResetNames);
        }
        let words = match count {
            0 => say!("names-nothing-to-apply"),
            n => say!("names-decided", count = n),
        };
        ui.label(RichText::new(words).small().color(theme::dim()));
    });
}
