//! How many documents a marker stands for: a number beside the largest, and at the pointer.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, FontId, Pos2, Rect};
use language::say;
use viewer::Gathered;

use super::overlays::over;
use super::{Layer, Pane, draw_in};
use crate::app::stage::area::StageArea;
use crate::app::stage::crowds::{Crowds, Look, Met};
use crate::app::stage::picking::UnderPointer;
use crate::app::theme;

/// Numbers at most.
const MOST: usize = 36;
/// How far apart they stand at least, points.
const APART: f32 = 46.0;

pub fn plugin(app: &mut App) {
    draw_in(app, Layer::Stage, draw);
}

fn draw(
    mut pane: Pane,
    area: Res<StageArea>,
    crowds: Res<Crowds>,
    under: Res<UnderPointer>,
    mut chosen: Local<Vec<(Vec2, usize)>>,
) -> Result {
    // The rows of a large library are looked through only when they are drawn anew.
    if crowds.is_changed() {
        *chosen = numbered(&crowds.drawn);
    }
    pane.over(|ctx, free, view, _| {
        let id = egui::LayerId::new(egui::Order::Middle, egui::Id::new("counts"));
        let painter = ctx.layer_painter(id).with_clip_rect(free);
        let size = if view.layout.presentation { 16.0 } else { 11.0 };
        for (at, count) in chosen.iter() {
            let at = area.min + *at + Vec2::new(7.0, -7.0);
            tell(&painter, at, &language::number(*count), size);
        }
        if let Some(Met::Several { count, .. }) = under.met
            && let Some(pointer) = ctx.pointer_hover_pos()
        {
            let at = Vec2::new(pointer.x + 14.0, pointer.y - 18.0);
            let words = say!("stage-gathered", count = count);
            // The body underneath keeps its name.
            let words = match over(view) {
                Some(below) => format!("{words} · {below}"),
                None => words,
            };
            tell(&painter, at, &words, size + 2.0);
        }
    })
}

fn tell(painter: &egui::Painter, at: Vec2, words: &str, size: f32) {
    let font = FontId::proportional(size);
    let galley = painter.layout_no_wrap(words.to_owned(), font, theme::text());
    let place: Rect = Align2::LEFT_BOTTOM.anchor_size(Pos2::new(at.x, at.y), galley.size());
    let ground = place.expand2(egui::vec2(3.5, 0.5));
    painter.rect_filled(ground, 5.0, theme::ground_of_text());
    painter.galley(place.min, galley, theme::text());
}

/// The largest that stand apart, of those that answer what was asked: where, and how many.
fn numbered(drawn: &[(Look, Gathered)]) -> Vec<(Vec2, usize)> {
    let answers = |look: &Look| matches!(look, Look::Listed | Look::Doubtful);
    let mut several: Vec<&Gathered> = drawn
        .iter()
        .filter(|(look, one)| answers(look) && one.count() > 1)
        .map(|(_, one)| one)
        .collect();
    several.sort_by_key(|one| std::cmp::Reverse(one.count()));
    let mut chosen: Vec<(Vec2, usize)> = Vec::new();
    for one in several {
        let is_free = |(at, _): &(Vec2, usize)| at.distance(one.on_screen) > APART;
        if chosen.iter().all(is_free) {
            chosen.push((one.on_screen, one.count()));
        }
        if chosen.len() == MOST {
            break;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use viewer::{Hover, StagePoint};

    use super::super::small_body;
    use super::*;

    #[test]
    fn what_a_marker_is_drawn_over_is_the_structure_under_the_pointer() {
        let mut view = small_body::view();
        assert_eq!(over(&view), None);
        for id in ["spleen", "liver"] {
            let structure = small_body::row(id);
            view.selection.hover = Some(Hover {
                structure,
                point_mm: StagePoint([0.0; 3]),
                through: Vec::new(),
                layers: 1,
            });
            let words = over(&view).expect("words");
            let name = view.name(structure);
            assert!(!name.is_empty() && words.contains(&name), "{words}");
        }
    }
}
