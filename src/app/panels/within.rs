//! Words within the list of a place.

use bevy_egui::egui::{self, Ui};
use language::say;
use viewer::command::SelectCommand;
use viewer::{Question, View};

use super::{Sent, icons, told};
use crate::app::theme;

/// The field for words that narrow the list of a structure, of a point or of what was drawn; Enter asks, nothing in it asks for all again.
pub fn field(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let question = &view.documents.results.question;
    if !question.takes_words() {
        return;
    }
    let asked = match question {
        Question::Within { words, .. } => words.as_str(),
        _ => "",
    };
    // What is typed belongs to what is asked: another list begins with its own words.
    let id = ui.id().with("words within");
    let known: Option<(Question, String)> = ui.data(|data| data.get_temp(id));
    let typed = known.and_then(|(then, typed)| (then == *question).then_some(typed));
    let mut typed = typed.unwrap_or_else(|| asked.to_owned());
    let row = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
    // From the right, so that the field takes what the button leaves.
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    ui.allocate_ui_with_layout(row, layout, |ui| {
        let clear = !asked.is_empty();
        if clear && icons::button(ui, icons::CLOSE, &say!("side-within-all")).clicked() {
            sent.push(SelectCommand::SearchWithin(String::new()));
        }
        let hint = say!("side-within");
        let field = egui::TextEdit::singleline(&mut typed)
            .prefix(icons::SEARCH.color(theme::dim()))
            .hint_text(&hint)
            .desired_width(f32::INFINITY);
        let field = told::text_box(ui, field, &hint);
        let enter = ui.input(|input| input.key_pressed(egui::Key::Enter));
        if field.lost_focus() && enter && typed.trim() != asked {
            sent.push(SelectCommand::SearchWithin(typed.clone()));
        }
    });
    ui.data_mut(|data| data.insert_temp(id, (question.clone(), typed)));
}
