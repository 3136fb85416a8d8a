//! The list of public atlases: size, licence and source stand beside the button that fetches one.

use bevy::prelude::{App, IntoScheduleConfigs, Res, Result};
use bevy_egui::egui::{self, RichText};
use language::say;
use viewer::command::AtlasCommand;
use viewer::{Above, JobKind, View};

use super::icons;
use super::{Layer, Pane, Sent, draw_in, heads, lent};
use crate::app::core::Core;
use crate::app::theme;

pub fn plugin(app: &mut App) {
    let open = |core: Res<Core>| core.atlases.get_open;
    draw_in(app, Layer::Windows, draw.run_if(open));
}

fn draw(mut pane: Pane) -> Result {
    pane.over(|ctx, _, view, sent| show(ctx, view, sent))
}

fn show(ctx: &egui::Context, view: &View, sent: &mut Sent) {
    let mut open = true;
    egui::Window::new(say!("atlas-get-title"))
        .id(egui::Id::new("Get an atlas"))
        .order(egui::Order::Foreground)
        .open(&mut open)
        .collapsible(false)
        .default_width(520.0)
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(ctx, |ui| {
            ui.label(say!("atlas-get-about"));
            for atlas in download::catalogue() {
                ui.separator();
                ui.label(
                    RichText::new(&atlas.title)
                        .family(theme::strong())
                        .size(14.5),
                );
                ui.label(&atlas.description);
                egui::Grid::new(&atlas.id)
                    .num_columns(2)
                    .spacing([12.0, 3.0])
                    .show(ui, |ui| {
                        for (what, words) in [
                            (
                                say!("atlas-get-size"),
                                say!(
                                    "atlas-get-size-is",
                                    size = language::decimal(atlas.total_bytes() as f64 / 1e6, 1),
                                    count = atlas.files.len()
                                ),
                            ),
                            (say!("atlas-get-licence"), atlas.license.clone()),
                            (say!("atlas-get-source"), atlas.source.clone()),
                            (say!("atlas-get-cite"), atlas.citation.clone()),
                        ] {
                            ui.label(RichText::new(what).small().color(theme::dim()));
                            ui.add(egui::Label::new(RichText::new(words).small()).wrap());
                            ui.end_row();
                        }
                    });
                if atlas.files.iter().any(|file| !file.verified) {
                    let words = RichText::new(say!("atlas-get-unverified"));
                    heads::warning(ui, words.small());
                }
                let busy = view.jobs.of(JobKind::Atlas).is_some();
                let fetch = egui::Button::new((icons::DROP, say!("atlas-get-fetch")));
                let fetch = ui.add_enabled(!busy, fetch);
                lent::first(&fetch, Above::GetAtlas);
                if fetch.clicked() {
                    sent.push(AtlasCommand::GetAtlas(atlas.id.clone()));
                }
            }
            if let Some(job) = view.jobs.of(JobKind::Atlas) {
                ui.separator();
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label(&job.detail);
                    let stop = (icons::CLOSE, say!("atlas-get-stop"));
                    let stop = ui.small_button(stop);
                    lent::first(&stop, Above::GetAtlas);
                    if stop.clicked() {
                        sent.push(AtlasCommand::CancelGetAtlas);
                    }
                });
            }
        });
    if !open {
        sent.push(AtlasCommand::ToggleGetAtlas);
    }
}
