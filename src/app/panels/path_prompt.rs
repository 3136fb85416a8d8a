//! Asks for a path in the window itself, where the system offers no file dialog.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::egui::{self, Key, RichText};
use language::say;
use viewer::View;
use viewer::command::WindowCommand;

use super::{Layer, Pane, Sent, draw_in, heads, popover, told};
use crate::app::core::Core;
use crate::app::theme;

pub fn plugin(app: &mut App) {
    app.init_resource::<Typed>();
    let open = |core: Res<Core>| core.layout.path_prompt.is_some();
    draw_in(app, Layer::Windows, draw.run_if(open));
}

/// What is being typed.
#[derive(Resource, Default)]
struct Typed(String);

fn draw(mut pane: Pane, mut typed: ResMut<Typed>) -> Result {
    pane.over(|ctx, _, view, sent| show(ctx, view, &mut typed.0, sent))
}

fn show(ctx: &egui::Context, view: &View, typed: &mut String, sent: &mut Sent) {
    let Some(prompt) = view.layout.path_prompt else {
        return;
    };
    let (mut open, mut done, mut cancelled) = (true, false, false);
    popover::centred(prompt.dialog.title(), "path prompt")
        .open(&mut open)
        .show(ctx, |ui| {
            let words = say!("dialog-path-about");
            ui.add(egui::Label::new(RichText::new(words).color(theme::dim())).wrap());
            let edit = egui::TextEdit::singleline(typed)
                .hint_text(say!("dialog-path-example"))
                .desired_width(460.0);
            let edit = told::text_box(ui, edit, &prompt.dialog.title());
            if !edit.has_focus() && !edit.lost_focus() {
                edit.request_focus();
            }
            let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            ui.horizontal(|ui| {
                let there = !typed.trim().is_empty();
                let button = egui::Button::new(say!("dialog-ok"));
                let button = heads::primary(ui, there, button);
                done = button.clicked() || (entered && there);
                cancelled = ui.button(say!("dialog-cancel")).clicked();
            });
        });
    if done {
        let path = PathBuf::from(typed.trim());
        sent.push(WindowCommand::PromptForPath(None));
        if let Some(command) = prompt.dialog.answer(vec![path]) {
            sent.push(command);
        }
        typed.clear();
    } else if cancelled || !open {
        sent.push(WindowCommand::PromptForPath(None));
    }
}
