//! The structures that the sentences of a text are about: a bar beside each sentence in the colour that the structure wears on the body, and
//! the names that belong to the colours.

use bevy_egui::egui::{Color32, Id, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui};
use bevy_egui::egui::{pos2, vec2};
use grounding::SentenceGrounding;
use language::say;
use viewer::View;
use viewer::command::SelectCommand;

use super::{Sent, tagged_text};
use crate::app::theme;

/// Width of a bar, and of the room that it stands in, points.
const BAR: f32 = 3.0;
const ROOM: f32 = 10.0;
/// Structures that are named at most; the others are counted.
const MOST_NAMED: usize = 8;

/// The colour that a structure wears on the body; its own where the body is coloured by how many documents there are, which tells no structure
/// from another.
pub(super) fn color_of(view: &View, id: &str) -> Color32 {
    use viewer::Palette::{Anatomical, Difference, Documents};
    let palette = match view.scene.palette {
        Documents | Difference => Anatomical,
        other => other,
    };
    let structure = view.atlas().and_then(|atlas| {
        let catalogue = atlas.catalogue();
        Some(catalogue.get(catalogue.index_of(id)?))
    });
    structure.map_or(theme::line_strong(), |structure| {
        theme::swatch(theme::body_color(structure, palette, 0.0))
    })
}

/// A sentence with the bar of its structure, where it is about one; pointing at the bar names that.
pub(super) fn beside(
    ui: &mut Ui,
    view: &View,
    sentence: &SentenceGrounding,
    add: impl FnOnce(&mut Ui) -> Response,
) -> Response {
    let left = ui.cursor().left();
    let row = ui.horizontal_top(|ui| {
        ui.add_space(ROOM);
        add(ui)
    });
    let row = row.inner;
    if !tagged_text::is_about(sentence) {
        return row;
    }
    let bar = Rect::from_min_max(
        pos2(left, row.rect.top() + 1.0),
        pos2(left + BAR, row.rect.bottom() - 1.0),
    );
    // What is as dark or as bright as the panel is seen by its outline.
    let color = color_of(view, &sentence.structure);
    ui.painter().rect_filled(bar, 1.5, color);
    let edge = Stroke::new(0.5, theme::line_strong());
    ui.painter()
        .rect_stroke(bar, 1.5, edge, StrokeKind::Outside);
    // To a screen reader the name is said at the end of the sentence.
    let room = Rect::from_min_max(bar.min, pos2(left + ROOM, bar.max.y));
    let id = Id::new(("bar of a sentence", row.id));
    let pointed = ui.interact(room, id, Sense::hover());
    pointed.on_hover_ui(|ui| {
        let id = &sentence.structure;
        ui.label(view.with_latin(view.name_of(id), view.index_of(id)));
    });
    row
}

/// The structures that the sentences are about, those of most sentences first, with how many are.
fn told(sentences: &[SentenceGrounding]) -> Vec<(&str, usize)> {
    let mut found: Vec<(&str, usize)> = Vec::new();
    for sentence in sentences.iter().filter(|own| tagged_text::is_about(own)) {
        match found.iter_mut().find(|(id, _)| *id == sentence.structure) {
            Some((_, count)) => *count += 1,
            None => found.push((&sentence.structure, 1)),
        }
    }
    found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    found
}

/// What the colours stand for, where there are several: a click selects the structure.
pub(super) fn legend(ui: &mut Ui, view: &View, sentences: &[SentenceGrounding], sent: &mut Sent) {
    let told = told(sentences);
    if told.len() < 2 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for (id, count) in told.iter().take(MOST_NAMED) {
            let (rect, _) = ui.allocate_exact_size(vec2(BAR + 2.0, 12.0), Sense::hover());
            let bar = Rect::from_center_size(rect.center(), vec2(BAR, 11.0));
            ui.painter().rect_filled(bar, 1.5, color_of(view, id));
            let edge = Stroke::new(0.5, theme::line_strong());
            ui.painter()
                .rect_stroke(bar, 1.5, edge, StrokeKind::Outside);
            let words = format!("{} {}", view.name_of(id), language::number(*count));
            let link = ui.link(RichText::new(words).small());
            let hint = say!(
                "document-sentences-about",
                count = *count,
                name = view.name_of(id)
            );
            let structure = view.index_of(id);
            let hint = view.with_latin(hint, structure);
            if link.on_hover_text(hint).clicked()
                && let Some(structure) = structure
            {
                sent.push(SelectCommand::SelectStructure {
                    structure,
                    point_mm: None,
                });
            }
            ui.add_space(4.0);
        }
        let more = told.len().saturating_sub(MOST_NAMED);
        if more > 0 {
            let words = say!("document-structures-more", count = more);
            ui.label(RichText::new(words).small().color(theme::dim()));
        }
    });
    ui.add_space(2.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_are_told_by_how_many_sentences_are_clearly_about_them() {
        let about = |structure: &str, p| SentenceGrounding {
            structure: structure.into(),
            p,
            ..SentenceGrounding::default()
        };
        let sentences = [
            about("spleen", 0.9),
            about("liver", 0.8),
            about("heart", 0.2),
            about("liver", 0.7),
        ];
        assert_eq!(told(&sentences), [("liver", 2), ("spleen", 1)]);
    }
}
