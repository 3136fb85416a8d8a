//! Before a large import: what was recognised, how many records are new, known, likely copies or refused, what each column of a table
//! is taken for, and the button that adds them.

use std::path::Path;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Label, ProgressBar, RichText, Ui};
use language::say;
use library::{Field, FilePreview, PreviewProgress, Table};
use viewer::command::{ImportCommand, LibraryCommand};
use viewer::{Prospect, View, field_name};

use super::icons;
use super::problems_panel::short_place;
use super::{Layer, Pane, Sent, draw_in, heads, lent, told};
use crate::app::core::Core;
use crate::app::theme;

/// Width of what is in the window, points.
const WIDTH: f32 = 620.0;
/// Columns of a table that are shown; a wider one has most of them for nothing.
const COLUMNS: usize = 40;

pub fn plugin(app: &mut App) {
    let asked = |core: Res<Core>| {
        let prospect = core.documents.prospect.as_ref();
        prospect.is_some_and(|prospect| prospect.asked)
    };
    draw_in(app, Layer::Windows, draw.run_if(asked));
}

fn draw(mut pane: Pane) -> Result {
    pane.over(show)
}

fn show(ctx: &egui::Context, free: egui::Rect, view: &View, sent: &mut Sent) {
    let Some(prospect) = &view.documents.prospect else {
        return;
    };
    let mut open = true;
    egui::Window::new(say!("preview-title", files = prospect.order.called()))
        .id(egui::Id::new("import preview"))
        .order(egui::Order::Foreground)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        // By its upper edge: its height changes as the files are looked at.
        .anchor(Align2::CENTER_TOP, egui::vec2(0.0, free.height() * 0.12))
        .show(ctx, |ui| {
            ui.set_width(WIDTH);
            counts(ui, prospect);
            ui.add_space(6.0);
            if let Some(found) = &prospect.found {
                let height = (free.height() * 0.5).max(160.0);
                egui::ScrollArea::vertical()
                    .auto_shrink([false, true])
                    .max_height(height)
                    .show(ui, |ui| {
                        for file in &found.files {
                            file_row(ui, prospect, file, sent);
                        }
                        if found.other_files > 0 {
                            dim(ui, &say!("preview-more-files", count = found.other_files));
                        }
                        for (place, passed) in &found.passed_over {
                            let name = place.file_name().unwrap_or(place.as_os_str());
                            dim(ui, &format!("{}: {passed}", name.to_string_lossy()));
                        }
                    });
                ui.add_space(6.0);
            }
            foot(ui, view, prospect, sent);
        });
    if !open {
        sent.push(ImportCommand::DropImport);
    }
}

fn dim(ui: &mut Ui, words: &str) {
    let words = RichText::new(words).small().color(theme::dim());
    ui.add(Label::new(words).wrap());
}

/// The counts as a row of numbers; the first is what will be added.
fn counts(ui: &mut Ui, prospect: &Prospect) {
    if prospect.looking.is_some() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(match prospect.counts.records {
                0 => say!("preview-looking"),
                n => say!("preview-looking-records", count = n),
            });
        });
    }
    let numbers = numbers(&prospect.counts);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 26.0;
        for (n, (number, words, hint)) in numbers.into_iter().enumerate() {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let color = if n == 0 {
                    theme::accent_ui()
                } else {
                    theme::text()
                };
                ui.label(
                    RichText::new(language::number(number))
                        .size(20.0)
                        .color(color),
                );
                ui.label(RichText::new(words).small().color(theme::dim()));
            })
            .response
            .on_hover_text(hint);
        }
    });
    if prospect.found.as_ref().is_some_and(|found| found.unlikened) {
        dim(ui, &say!("preview-unlikened"));
    }
}

/// Counts that are not nothing, with their words; those that are new always.
fn numbers(counts: &PreviewProgress) -> Vec<(usize, String, String)> {
    let all = [
        (
            counts.new,
            say!("preview-new", count = counts.new),
            say!("preview-new-hint"),
        ),
        (
            counts.likely,
            say!("preview-likely", count = counts.likely),
            say!("preview-likely-hint"),
        ),
        (
            counts.known,
            say!("preview-known", count = counts.known),
            say!("preview-known-hint"),
        ),
        (
            counts.repeated,
            say!("preview-repeated", count = counts.repeated),
            say!("preview-repeated-hint"),
        ),
        (
            counts.refused,
            say!("preview-refused", count = counts.refused),
            say!("preview-refused-hint"),
        ),
        (
            counts.identifiers,
            say!("preview-identifiers", count = counts.identifiers),
            say!("preview-identifiers-hint"),
        ),
    ];
    let keep = |n: usize, count: usize| n == 0 || count > 0;
    let all = all.into_iter().enumerate();
    all.filter(|(n, row)| keep(*n, row.0))
        .map(|(_, row)| row)
        .collect()
}

fn file_row(ui: &mut Ui, prospect: &Prospect, file: &FilePreview, sent: &mut Sent) {
    egui::Frame::new()
        .fill(theme::sunken())
        .inner_margin(8)
        .corner_radius(6)
        .show(ui, |ui| {
            ui.set_width(WIDTH - 28.0);
            let small = |words: &str| RichText::new(words).small().color(theme::dim());
            ui.horizontal(|ui| {
                let name = file.file.file_name().unwrap_or(file.file.as_os_str());
                let name = RichText::new(name.to_string_lossy()).family(theme::strong());
                // The counts are read; what stands beside them may be cut.
                let right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(right, |ui| {
                    ui.label(small(&short(&file.counts)));
                    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        ui.add(egui::Label::new(name).truncate())
                            .on_hover_text(file.file.display().to_string());
                        let known = file.format.is_empty();
                        let format = match known {
                            true => say!("preview-not-recognised"),
                            false => viewer::format_in_words(file.format),
                        };
                        ui.add(egui::Label::new(small(&format)).truncate());
                    });
                });
            });
            if let Some(table) = &file.table {
                columns(ui, prospect, &file.file, table, sent);
            }
            if file.counts.identifiers > 0 {
                let button = ui.small_button(say!("preview-fetch"));
                let hint = say!("preview-fetch-hint");
                if button.on_hover_text(hint).clicked() {
                    if prospect.counts.new == 0 {
                        sent.push(ImportCommand::DropImport);
                    }
                    sent.push(LibraryCommand::PubMedFor(vec![file.file.clone()]));
                }
            }
            examples(ui, file);
        });
    ui.add_space(4.0);
}

fn short(counts: &PreviewProgress) -> String {
    let numbers = numbers(counts).into_iter();
    let words = numbers.map(|(number, words, _)| format!("{} {words}", language::number(number)));
    words.collect::<Vec<_>>().join(" · ")
}

fn examples(ui: &mut Ui, file: &FilePreview) {
    ui.spacing_mut().item_spacing.y = 2.0;
    for title in &file.titles {
        let words = RichText::new(format!("+  {title}")).small();
        ui.add(Label::new(words).truncate()).on_hover_text(title);
    }
    let more = |shown: usize, all: usize| {
        let left = all.saturating_sub(shown);
        (left > 0).then(|| format!("     {}", say!("preview-more", count = left)))
    };
    if let Some(words) = more(file.titles.len(), file.counts.new) {
        dim(ui, &words);
    }
    for likely in &file.likely {
        let (title, other) = (&likely.title, &likely.of_title);
        let by = viewer::copies_told_by(likely.by);
        let words = match likely.of_key {
            Some(_) => say!(
                "preview-copy-of-known",
                title = title,
                by = by,
                other = other
            ),
            None => say!(
                "preview-copy-in-files",
                title = title,
                by = by,
                other = other
            ),
        };
        let shown = RichText::new(&words).small().color(theme::dim());
        ui.add(Label::new(shown).truncate()).on_hover_text(words);
    }
    let warning = |ui: &mut Ui, short: &str, words: &str| {
        ui.horizontal(|ui| {
            icons::WARNING.small().color(theme::warning()).show(ui);
            let shown = RichText::new(short).small().color(theme::warning());
            ui.add(Label::new(shown).wrap()).on_hover_text(words);
        });
    };
    for refusal in &file.refusals {
        let place = viewer::place_of_refusal(&refusal.place);
        let reason = viewer::refusal_in_words(&refusal.reason);
        let short = format!("{}: {reason}", short_place(&place));
        warning(ui, &short, &format!("{place}: {reason}"));
    }
    if let Some(words) = more(file.refusals.len(), file.counts.refused) {
        dim(ui, &words);
    }
    for words in &file.warnings {
        let words = viewer::warning_in_words(words);
        warning(ui, &words, &words);
    }
}

/// The columns of a table, each with what it is taken for and its first cells.
fn columns(ui: &mut Ui, prospect: &Prospect, file: &Path, table: &Table, sent: &mut Sent) {
    ui.add_space(4.0);
    if !table.usable {
        let words = say!("preview-which-columns");
        ui.label(RichText::new(words).small().color(theme::warning()));
    }
    let mut headings = !prospect.order.columns.no_headings;
    let check = ui.checkbox(
        &mut headings,
        RichText::new(say!("preview-headings")).small(),
    );
    if check.changed() {
        sent.push(ImportCommand::ReadHeadings(headings));
    }
    egui::Grid::new(("columns", file))
        .num_columns(3)
        .spacing([12.0, 3.0])
        .show(ui, |ui| {
            for (n, (heading, field)) in table.columns.iter().take(COLUMNS).enumerate() {
                let name = RichText::new(heading.chars().take(28).collect::<String>()).small();
                ui.label(name).on_hover_text(heading);
                field_box(ui, (file, n), heading, n, *field, table, sent);
                let cells = table.samples.iter().filter_map(|row| row.get(n));
                let cells: Vec<&str> = cells.map(String::as_str).collect();
                let cells = RichText::new(cells.join("  |  "))
                    .small()
                    .color(theme::dim());
                ui.add(Label::new(cells).truncate());
                ui.end_row();
            }
        });
    if table.columns.len() > COLUMNS {
        let more = table.columns.len() - COLUMNS;
        dim(ui, &say!("preview-more-columns", count = more));
    }
    ui.add_space(4.0);
}

fn field_box(
    ui: &mut Ui,
    id: (&Path, usize),
    heading: &str,
    number: usize,
    field: Option<Field>,
    table: &Table,
    sent: &mut Sent,
) {
    let words = |field: Option<Field>| field.map_or("—".to_owned(), field_name);
    let mut chosen = field;
    let fields = egui::ComboBox::from_id_salt(id)
        .width(96.0)
        .selected_text(RichText::new(words(field)).small())
        .show_ui(ui, |ui| {
            for choice in std::iter::once(None).chain(Field::all().map(Some)) {
                ui.selectable_value(&mut chosen, choice, words(choice));
            }
        });
    let column = match heading.trim() {
        "" => language::number(number + 1),
        heading => heading.to_owned(),
    };
    told::called(&fields.response, &say!("preview-column", column = column));
    if chosen != field {
        let same = table.columns.iter().filter(|(other, _)| other == heading);
        // Columns that are called alike, or not at all, are told by their number.
        let column = if same.count() > 1 || heading.trim().is_empty() {
            (number + 1).to_string()
        } else {
            heading.to_owned()
        };
        sent.push(ImportCommand::ChooseColumn {
            column,
            field: chosen,
        });
    }
}

fn foot(ui: &mut Ui, view: &View, prospect: &Prospect, sent: &mut Sent) {
    if prospect.counts.likely > 0 {
        let mut merge = prospect.merge_after;
        let words = say!("preview-merge");
        if ui.checkbox(&mut merge, words).changed() {
            sent.push(ImportCommand::MergeAfter(merge));
        }
    }
    ui.horizontal(|ui| {
        let looking = prospect.looking.is_some();
        let new = prospect.counts.new;
        let words = match looking {
            true => say!("preview-add-now"),
            false => say!("preview-add", count = new),
        };
        let busy = view.jobs.placing().is_some();
        let button = egui::Button::new((icons::ADD, words));
        let button = heads::primary(ui, looking || new > 0, button);
        let hint = if busy {
            say!("preview-add-later-hint")
        } else {
            say!("preview-add-hint")
        };
        lent::main(&button);
        if button.on_hover_text(hint).clicked() {
            sent.push(ImportCommand::BeginImport);
        }
        let cancel = ui.button((icons::CLOSE, say!("preview-cancel")));
        // Where there is nothing to be added.
        lent::main(&cancel);
        if cancel.clicked() {
            sent.push(ImportCommand::DropImport);
        }
        if let (true, Some(job)) = (busy, view.jobs.placing()) {
            ui.add(ProgressBar::new(share(job.progress)).desired_width(120.0));
            if ui.small_button(say!("preview-stop-other")).clicked() {
                sent.push(LibraryCommand::CancelImport);
            }
        }
    });
}

fn share(progress: Option<(u64, Option<u64>)>) -> f32 {
    match progress {
        Some((done, Some(of))) if of > 0 => done as f32 / of as f32,
        _ => 0.0,
    }
}
