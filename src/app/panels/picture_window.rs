//! What a saved picture of the stage is to show.

use bevy::prelude::{App, IntoScheduleConfigs, Result};
use bevy_egui::egui::{self, RichText, Ui};
use language::say;
use viewer::command::WindowCommand;
use viewer::{Dialog, Popover, View};

use super::icons;
use super::{Layer, Pane, Sent, draw_in, heads, lent, popover};
use crate::app::theme;

pub fn plugin(app: &mut App) {
    draw_in(
        app,
        Layer::Windows,
        draw.run_if(popover::is_open(Popover::Picture)),
    );
}

fn draw(mut pane: Pane) -> Result {
    pane.over(|ctx, _, view, sent| show(ctx, view, sent))
}

fn show(ctx: &egui::Context, view: &View, sent: &mut Sent) {
    let window = popover::centred(Dialog::Picture.title(), "picture");
    popover::show(ctx, Popover::Picture, window, sent, |ui, sent| {
        ui.set_width(340.0);
        let about = RichText::new(say!("picture-about"));
        ui.add(egui::Label::new(about.color(theme::dim())).wrap());
        ui.add_space(4.0);
        let mut wish = view.layout.picture;
        let names = ui.checkbox(&mut wish.names, say!("picture-names"));
        let names = names.on_hover_text(say!("picture-names-hint"));
        let clear = ui.checkbox(&mut wish.transparent, say!("picture-transparent"));
        let as_stage = ui.checkbox(&mut wish.as_stage, say!("picture-as-stage"));
        let as_stage = as_stage.on_hover_text(say!("picture-as-stage-hint"));
        if names.changed() || clear.changed() || as_stage.changed() {
            sent.push(WindowCommand::PictureWith(wish));
        }
        ui.add_space(8.0);
        let save = RichText::new(say!("picture-save")).size(15.0);
        let save = save.family(theme::strong());
        let save = egui::Button::new((icons::SAVE.beside(15.0), save));
        let size = [ui.available_width(), 32.0];
        let save = heads::primary(ui, true, |ui: &mut Ui| ui.add_sized(size, save));
        lent::main(&save);
        if save.clicked() {
            sent.push(WindowCommand::SavePictureAs);
        }
    });
}
