//! Duplicates: groups of copies of one work, which copy is kept and why, and the button that makes them one.

use bevy::prelude::*;
use bevy_egui::egui::{self, Label, RichText, Ui};
use language::say;
use library::{Copy, DuplicateGroup};
use viewer::command::{OrganiseCommand, SelectCommand, WindowCommand};
use viewer::{Above, JobKind, Popover, View};

use super::{Layer, Pane, Sent, draw_in, heads, lent, popover};
use crate::app::theme;

/// The window itself.
const DUPLICATES: Above = Above::Popover(Popover::Duplicates);
/// Width of what is in the window, points.
const WIDTH: f32 = 620.0;

pub fn plugin(app: &mut App) {
    draw_in(
        app,
        Layer::Windows,
        draw.run_if(popover::is_open(Popover::Duplicates)),
    );
}

fn draw(mut pane: Pane) -> Result {
    pane.over(show)
}

fn show(ctx: &egui::Context, free: egui::Rect, view: &View, sent: &mut Sent) {
    let window = popover::centred(say!("duplicates-title"), "Duplicates");
    popover::show(ctx, Popover::Duplicates, window, sent, |ui, sent| {
        ui.set_width(WIDTH);
        let duplicates = &view.documents.duplicates;
        if let Some(job) = view.jobs.of(JobKind::Duplicates) {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(say!("duplicates-looking"));
                let stop = ui.small_button(say!("duplicates-stop"));
                lent::first(&stop, DUPLICATES);
                if stop.clicked() {
                    sent.push(WindowCommand::CancelJob(job.id));
                }
            });
            return;
        }
        if duplicates.outdated {
            ui.horizontal(|ui| {
                ui.label(say!("duplicates-outdated"));
                let again = ui.small_button(say!("duplicates-look-again"));
                lent::first(&again, DUPLICATES);
                if again.clicked() {
                    sent.push(OrganiseCommand::LookForCopies);
                }
            });
        }
        if duplicates.groups.is_empty() {
            if !duplicates.outdated {
                ui.label(say!("duplicates-none"));
            }
            return;
        }
        head(ui, view);
        ui.add_space(4.0);
        egui::ScrollArea::vertical()
            .auto_shrink([false, true])
            .max_height((free.height() * 0.55).max(160.0))
            .show(ui, |ui| {
                for (n, group) in duplicates.groups.iter().enumerate() {
                    group_rows(ui, view, n, group, sent);
                }
            });
        ui.add_space(6.0);
        foot(ui, view, sent);
    });
}

fn head(ui: &mut Ui, view: &View) {
    let groups = view.documents.duplicates.groups.len();
    ui.label(say!("duplicates-works", count = groups));
    let words = say!("duplicates-about");
    ui.add(Label::new(RichText::new(words).small().color(theme::dim())).wrap());
}

fn group_rows(ui: &mut Ui, view: &View, n: usize, group: &DuplicateGroup, sent: &mut Sent) {
    let left_out = view.documents.duplicates.left_out.contains(&n);
    egui::Frame::new()
        .fill(theme::sunken())
        .inner_margin(8)
        .corner_radius(6)
        .show(ui, |ui| {
            ui.set_width(WIDTH - 36.0);
            ui.horizontal(|ui| {
                let mut merged = !left_out;
                let (count, reason) = (group.copies.len(), viewer::copies_told_by(&group.told_by));
                let words = say!("duplicates-group", count = count, reason = reason);
                let check = ui.checkbox(&mut merged, RichText::new(words).small());
                lent::first(&check, DUPLICATES);
                if check.changed() {
                    sent.push(OrganiseCommand::LeaveOut(n));
                }
            });
            ui.add_enabled_ui(!left_out, |ui| {
                for (at, copy) in group.copies.iter().enumerate() {
                    let because = (at == 0).then_some(group.because.as_str());
                    copy_row(ui, n, copy, because, sent);
                }
            });
        });
    ui.add_space(4.0);
}

/// One copy; `because` says why it is kept, if it is.
fn copy_row(ui: &mut Ui, group: usize, copy: &Copy, because: Option<&str>, sent: &mut Sent) {
    ui.horizontal(|ui| {
        let radio = ui.radio(because.is_some(), "");
        if radio.on_hover_text(say!("duplicates-keep")).clicked() && because.is_none() {
            sent.push(OrganiseCommand::KeepCopy {
                group,
                key: copy.key,
            });
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let title = Label::new(&copy.title)
                .truncate()
                .sense(egui::Sense::click());
            if ui
                .add(title)
                .on_hover_text(format!("{}\n{}", copy.title, say!("duplicates-read-hint")))
                .clicked()
            {
                sent.push(SelectCommand::SelectDocument(copy.key));
            }
            let mut facts: Vec<String> = Vec::new();
            if let Some(because) = because {
                let because = viewer::kept_because(because);
                facts.push(say!("duplicates-kept", reason = because));
            }
            facts.extend(copy.year.map(|year| year.to_string()));
            facts.push(match copy.letters {
                0 => say!("duplicates-no-text"),
                n => say!("duplicates-letters", count = n),
            });
            facts.push(copy.id.clone());
            let name = copy.source.rsplit(['/', '\\']).next().unwrap_or_default();
            facts.push(name.to_owned());
            facts.retain(|fact| !fact.is_empty());
            let color = if because.is_some() {
                theme::accent_ui()
            } else {
                theme::dim()
            };
            let facts = RichText::new(facts.join(" · ")).small().color(color);
            ui.add(Label::new(facts).truncate());
        });
    });
}

fn foot(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let duplicates = &view.documents.duplicates;
    let left = duplicates.left_out.len();
    let groups = duplicates.groups.len() - left;
    ui.horizontal(|ui| {
        let words = say!("duplicates-merge", count = groups);
        let button = egui::Button::new(words);
        let button = heads::primary(ui, groups > 0, button);
        if button
            .on_hover_text(say!("duplicates-merge-hint"))
            .clicked()
        {
            sent.push(OrganiseCommand::MergeDuplicates);
        }
        if left > 0 {
            let words = say!("duplicates-left-out", count = left);
            ui.label(RichText::new(words).small().color(theme::dim()));
        }
    });
}
