//! The live text: typed or pasted, where it lands and which words moved it, and the variants of it.

use bevy_egui::egui::{self, Label, RichText, ScrollArea, Ui};
use language::say;
use viewer::command::{SelectCommand, TextCommand, WindowCommand};
use viewer::{Focus, StagedGrounding, View};

use super::tagged_text::Weighed;
use super::{
    Sent, grounding_card, icons, sentence_bars, tagged_text, told, variant_cards, why_line,
};
use crate::app::theme;

/// The box, what was kept of what was typed in it, and the card of what is typed now.
pub fn show(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let mut text = view.live.text.clone();
    ui.label(RichText::new(say!("side-tab-text")).heading());
    let about = RichText::new(say!("side-text-about"));
    ui.label(about.small().color(theme::dim()));
    let id = ui.make_persistent_id("live text");
    // Before the box is drawn: what was typed in this frame is for it already.
    if view.layout.focus == Some(Focus::Text) {
        ui.memory_mut(|memory| memory.request_focus(id));
        sent.push(WindowCommand::Focused);
    }
    let edit = egui::TextEdit::multiline(&mut text)
        .id(id)
        .desired_width(f32::INFINITY)
        .desired_rows(9)
        .hint_text(say!("side-text-example"));
    let edit = told::text_box(ui, edit, &say!("side-text-box"));
    if edit.changed() {
        sent.push(TextCommand::LiveText(text.clone()));
    }
    buttons(ui, view, &text, sent);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        variant_cards::show(ui, view, sent);
        match (&view.documents.engine, view.live.grounding.as_ref()) {
            (Some(Err(reason)), _) => {
                let words = say!("side-text-no-model", reason = reason);
                ui.label(RichText::new(words).color(theme::error()));
            }
            (None, _) => {
                ui.label(RichText::new(say!("side-text-opening-model")).color(theme::dim()));
            }
            (_, Some(grounding)) if !text.trim().is_empty() => {
                grounding_card::show(ui, view, grounding, None, sent);
                ui.add_space(4.0);
                sentences(ui, view, grounding, sent);
            }
            _ => {}
        }
    });
}

/// What can be done with the text.
fn buttons(ui: &mut Ui, view: &View, text: &str, sent: &mut Sent) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let small = |words: String| RichText::new(words).small();
        let clear = (icons::CLOSE.small(), small(say!("side-text-clear")));
        let clear = egui::Button::new(clear);
        if ui.add_enabled(!text.is_empty(), clear).clicked() {
            sent.push(TextCommand::LiveText(String::new()));
        }
        if view.live.pending {
            ui.spinner();
        }
        let similar = SelectCommand::FindLikeText;
        let about = similar.about();
        let button = (icons::SIMILAR.small(), small(about.label()));
        let button = egui::Button::new(button);
        let button = ui.add_enabled(!text.trim().is_empty(), button);
        if button.on_hover_text(about.tooltip()).clicked() {
            sent.push(similar);
        }
        variant_cards::keep_button(ui, view, text, sent);
    });
}

/// The sentences as they were read, or their words tinted by what they weigh.
fn sentences(ui: &mut Ui, view: &View, grounding: &StagedGrounding, sent: &mut Sent) {
    let why = &view.live.why;
    let found = why.found.as_ref().filter(|_| view.documents.why.on);
    why_line::show(ui, view, why.pending, found, sent);
    let weighed = found.map(Weighed::of).unwrap_or_default();
    let small = egui::TextStyle::Small.resolve(ui.style());
    for sentence in &grounding.home.sentences {
        let job = tagged_text::small_sentence(view, sentence, weighed, small.clone());
        sentence_bars::beside(ui, view, sentence, |ui| ui.add(Label::new(job).wrap()));
    }
}
