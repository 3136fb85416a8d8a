//! The bar below: library, body and engine in plain words, and what draws where that is slow.

use std::collections::HashMap;
use std::sync::Arc;

use anatomy::{Catalogue, Sex};
use bevy::prelude::{App, IntoScheduleConfigs, Res, Result};
use bevy_egui::egui::{self, RichText, Ui};

use language::say;
use viewer::command::{AtlasCommand, LibraryCommand, WindowCommand};
use viewer::{FEMALE, LibraryState, PanelTab, Popover, View};

use super::icons;
use super::{Layer, Pane, Sent, draw_in, not_presenting};
use crate::app::stage::target::Renderer;
use crate::app::theme;

/// Room beside the words of a part: its icon, the line before it, the gaps, points.
const AROUND: f32 = 44.0;
/// Width of a job's words at most, points.
const JOB: f32 = 300.0;

pub fn plugin(app: &mut App) {
    draw_in(app, Layer::Bars, draw.run_if(not_presenting));
}

fn draw(mut pane: Pane, renderer: Res<Renderer>) -> Result {
    pane.dock("status bar", |ui, view, sent| {
        show(ui, view, &renderer, sent)
    })
}

fn show(ui: &mut Ui, view: &View, renderer: &Renderer, sent: &mut Sent) {
    egui::Panel::bottom("status bar")
        .frame(
            egui::Frame::new()
                .fill(theme::panel())
                .inner_margin(egui::Margin::symmetric(12, 5)),
        )
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                let library = &view.documents;
                jobs(ui, view, sent);
                let only_read = library.only_read();
                if library.outdated > 0 && view.jobs.placing().is_none() && only_read.is_none() {
                    outdated(ui, library.outdated, sent);
                }
                state(ui, view, only_read, sent);
                // What has no room is left out, the least of it first: nothing lies over anything else.
                let problems = library.problems.len();
                let problems = (problems > 0).then(|| say!("status-problems", count = problems));
                let aid = say!("status-reading-aid");
                let kept = problems.as_ref().map_or(0.0, |words| width(ui, words));
                let fits = |ui: &Ui, words: &str| width(ui, words) + kept < ui.available_width();
                let atlas = view.atlases.name_of(view.scene.atlas.as_deref()).to_owned();
                if fits(ui, &atlas) {
                    ui.separator();
                    icons::BODY.small().color(theme::dim()).show(ui);
                    ui.label(small(atlas))
                        .on_hover_text(say!("status-atlas-hint"));
                    in_the_other(ui, view, kept, sent);
                }
                if fits(ui, &engine_words(view)) {
                    ui.separator();
                    engine(ui, view, renderer, sent);
                }
                let slow = say!("status-renderer-slow");
                if renderer.software && fits(ui, &format!("{slow}{aid}")) {
                    ui.separator();
                    let drawn_by = say!("status-renderer", renderer = &renderer.words);
                    let hint = format!("{}\n{drawn_by}", say!("status-renderer-hint"));
                    ui.label(small(slow)).on_hover_text(hint);
                }
                let aid = fits(ui, &aid).then_some(aid);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if let Some(words) = problems {
                        let words = RichText::new(words).small().color(theme::warning());
                        if ui.link(words).clicked() {
                            sent.push(WindowCommand::ShowTab(PanelTab::Problems));
                        }
                        icons::WARNING.small().color(theme::warning()).show(ui);
                    }
                    if let Some(aid) = aid {
                        ui.label(small(aid));
                    }
                });
            });
        });
}

/// What small words take, with what stands around them, points.
fn width(ui: &Ui, words: &str) -> f32 {
    let font = egui::TextStyle::Small.resolve(ui.style());
    let words = words.to_owned();
    let galley = ui
        .painter()
        .layout_no_wrap(words, font, egui::Color32::PLACEHOLDER);
    galley.size().x + AROUND
}

fn small(words: String) -> RichText {
    RichText::new(words).small().color(theme::dim())
}

/// How many documents the library has, and whether they are kept.
fn state(ui: &mut Ui, view: &View, only_read: Option<String>, sent: &mut Sent) {
    let library = &view.documents;
    let name = library.name();
    let count = library.entries.len() - view.scene.removed.len().min(library.entries.len());
    let gone = library.state == LibraryState::Ready && library.gone;
    let state = small(match library.state {
        LibraryState::Ready if gone => {
            say!("status-library-gone", name = name)
        }
        LibraryState::Ready => {
            let state = match &only_read {
                Some(_) => say!("status-only-read"),
                None => say!("status-saved"),
            };
            let documents = say!("status-documents", count = count);
            format!("{documents} · {name} {state}")
        }
        LibraryState::Opening => say!("status-opening-library"),
        LibraryState::Refused => say!("status-no-library"),
    });
    let only_reads = only_read.is_some();
    let state = if gone || only_reads {
        state.color(theme::warning())
    } else {
        state
    };
    let place = library::Library::shown(&library.path);
    let place = place.display().to_string();
    let hint = match &only_read {
        Some(words) => format!("{words}\n{place}"),
        None => place,
    };
    let icon = match gone || only_reads {
        true => icons::WARNING.color(theme::warning()),
        false => icons::LIBRARY.color(theme::dim()),
    };
    icon.small().show(ui);
    ui.label(state).on_hover_text(hint);
    let save = (
        icons::SAVE.small(),
        RichText::new(say!("status-save-copy")).small(),
    );
    if gone && ui.small_button(save).clicked() {
        sent.push(LibraryCommand::SaveCopy);
    }
}

/// Whether texts can be placed, in words.
fn engine_words(view: &View) -> String {
    match &view.documents.engine {
        Some(Ok(_)) => say!("status-placed-here"),
        Some(Err(_)) => say!("status-no-model"),
        None => say!("status-opening-model"),
    }
}

/// Whether texts can be placed; a click tells what places them. Pointing at it also tells what draws the body.
fn engine(ui: &mut Ui, view: &View, renderer: &Renderer, sent: &mut Sent) {
    match &view.documents.engine {
        Some(Ok(words)) => {
            icons::DONE.small().color(theme::dim()).show(ui);
            // Which model on what matters to whoever asks.
            let link = ui.link(small(engine_words(view)));
            let link = link.on_hover_text(format!(
                "{}\n{}\n{}",
                say!("status-model", model = &words.model, engine = &words.engine),
                words.reason,
                say!("status-renderer", renderer = &renderer.words)
            ));
            if link.clicked() {
                sent.push(WindowCommand::TogglePopover(Popover::Help));
            }
        }
        Some(Err(reason)) => {
            icons::WARNING.small().color(theme::warning()).show(ui);
            ui.label(small(engine_words(view)).color(theme::warning()))
                .on_hover_text(reason);
        }
        None => {
            ui.label(small(engine_words(view)));
        }
    }
}

/// The job that the user waits for: an import before all, else the one that began last. A click lists all of them.
fn jobs(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let Some(job) = view.jobs.placing().or_else(|| view.jobs.running().last()) else {
        return;
    };
    if !job.paused {
        ui.spinner();
    }
    let words = match (job.paused, job.detail.is_empty()) {
        (true, _) => say!("status-paused", job = &job.detail),
        (false, true) => job.title.clone(),
        (false, false) => job.detail.clone(),
    };
    let link = ui.scope(|ui| {
        ui.set_max_width(JOB);
        let words = RichText::new(&words).small().color(theme::accent_ui());
        let link = egui::Button::new(words).truncate();
        ui.add(link.frame_when_inactive(false))
    });
    let hint = format!("{words}\n{}", say!("status-all-jobs"));
    if link.inner.on_hover_text(hint).clicked() {
        sent.push(WindowCommand::TogglePopover(Popover::Jobs));
    }
    if job.can_pause() {
        let (icon, words) = if job.paused {
            (icons::PLAY, say!("status-go-on"))
        } else {
            (icons::PAUSE, say!("status-pause"))
        };
        let words = RichText::new(words).small();
        if ui.small_button((icon.small(), words)).clicked() {
            sent.push(WindowCommand::PauseJob(job.id));
        }
    }
    let cancel = RichText::new(say!("status-cancel")).small();
    let cancel = (icons::CLOSE.small(), cancel);
    if ui.small_button(cancel).clicked() {
        sent.push(WindowCommand::CancelJob(job.id));
    }
    ui.separator();
}

/// So many documents were placed by an older model.
fn outdated(ui: &mut Ui, count: usize, sent: &mut Sent) {
    let words = say!("status-outdated", count = count);
    ui.label(RichText::new(words).small().color(theme::dim()));
    let again = RichText::new(say!("status-place-anew")).small();
    let button = ui.small_button((icons::AGAIN.small(), again));
    let hint = say!("status-place-anew-hint");
    if button.on_hover_text(hint).clicked() {
        sent.push(LibraryCommand::PlaceAnew);
    }
    ui.separator();
}

/// How many documents lie in the other one of the two torsos alone, and the way there; from hers there is always one back.
fn in_the_other(ui: &mut Ui, view: &View, kept: f32, sent: &mut Sent) {
    let in_hers = view.scene.atlas.as_deref() == Some(FEMALE);
    if view.scene.atlas.is_some() && !in_hers || view.atlases.find(FEMALE).is_none() {
        return;
    }
    let entries = &view.documents.entries;
    // Counted at most once a second: there may be a million.
    let second = ui.input(|input| input.time) as u64;
    let now = (entries.len(), second, in_hers);
    let id = ui.id().with("documents in the other torso");
    let known: Option<((usize, u64, bool), usize)> = ui.data(|data| data.get_temp(id));
    let count = match known {
        Some((then, count)) if then == now => count,
        _ => in_other_alone(view, in_hers),
    };
    ui.data_mut(|data| data.insert_temp(id, (now, count)));
    let (words, hint) = match (in_hers, count) {
        (false, 0) => return,
        (false, _) => (
            say!("status-in-her", count = count),
            say!("status-in-her-hint"),
        ),
        (true, 0) => (say!("status-to-him"), say!("status-to-him-hint")),
        (true, _) => (
            say!("status-in-him", count = count),
            say!("status-in-him-hint"),
        ),
    };
    let icon = match in_hers {
        true => icons::MALE,
        false => icons::FEMALE,
    };
    if width(ui, &words) + kept > ui.available_width() {
        return;
    }
    let button = ui.small_button((icon.small(), RichText::new(words).small()));
    if button.on_hover_text(hint).clicked() {
        let other = (!in_hers).then(|| FEMALE.to_owned());
        sent.push(AtlasCommand::ShowAtlas(other));
    }
}

/// How many of the documents that are shown lie in the male torso alone, or in the female one.
fn in_other_alone(view: &View, male: bool) -> usize {
    let catalogue = Catalogue::builtin();
    let removed = &view.scene.removed;
    let passing = view.documents.shelf.passing.as_ref();
    // Documents of one structure share its name.
    let mut of_men: HashMap<*const u8, bool> = HashMap::new();
    let mut only_he_has = |id: &Arc<str>| {
        let known = of_men.entry(id.as_ptr());
        *known.or_insert_with(|| {
            let row = catalogue.index_of(id);
            row.is_some_and(|row| catalogue.get(row).sex == Some(Sex::Male))
        })
    };
    let entries = view.documents.entries.iter();
    let there = entries.filter(|entry| match male {
        true => only_he_has(&entry.structure),
        false => entry.female,
    });
    let listed = there.filter(|entry| {
        !removed.contains(&entry.key) && passing.is_none_or(|passing| passing.contains(&entry.key))
    });
    listed.count()
}
