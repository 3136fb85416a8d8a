//! What a person would call a fault of the layout: words that are cut off, words on words, controls that reach out of their panel or lie on
//! each other. Words are judged by what egui paints, controls by what it tells a screen reader.

use std::collections::HashMap;

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::containers::panel::PanelState;
use bevy_egui::egui::epaint::TextShape;
use bevy_egui::egui::{FullOutput, Id, LayerId, Order, Pos2, Rect, Shape, Vec2, WidgetRect};
use corpus_atlas::app::unnamed;
use egui_kittest::kittest::NodeT;

use crate::window::Panels;

/// How much of a word may be hidden, or lie on another one, points: edges of letters are smoothed.
const EDGE: f32 = 2.0;

/// What is painted, in its order.
enum Painted {
    Words {
        /// All of the text that they are a line of.
        text: String,
        line: String,
        /// Where they are.
        all: Rect,
        /// What is seen of it.
        seen: Rect,
        /// They end in "…" for want of room.
        elided: bool,
    },
    /// Something that hides what was painted before.
    Cover(Rect),
}

/// The faults of a frame in a part of the window, a line each. Of `content` (titles, names in the library) the end may be left out where it is long.
pub fn faults(panels: &Panels, part: Rect, content: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut painted = painted(panels.harness().output());
    painted.retain(|one| match one {
        Painted::Words { all, .. } => part.contains(all.center()),
        Painted::Cover(_) => true,
    });
    let mut found = cut_words(&painted, content);
    found.extend(words_on_words(&painted));
    found.extend(lost_controls(panels, part));
    found.extend(unnamed_controls(panels));
    found.sort();
    found.dedup();
    found
}

fn painted(output: &FullOutput) -> Vec<Painted> {
    let mut painted = Vec::new();
    for clipped in &output.shapes {
        take(&clipped.shape, clipped.clip_rect, &mut painted);
    }
    painted
}

fn take(shape: &Shape, clip: Rect, painted: &mut Vec<Painted>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| take(shape, clip, painted)),
        Shape::Text(words) => painted.extend(lines_of(words, clip)),
        Shape::Rect(rect) if rect.fill.a() > 250 => {
            painted.push(Painted::Cover(rect.rect.intersect(clip)));
        }
        _ => {}
    }
}

/// The words of a line each: the block of a text that is wrapped is no measure of where its words are.
fn lines_of(words: &TextShape, clip: Rect) -> Vec<Painted> {
    let galley = &words.galley;
    let lines = galley.rows.iter().filter_map(|row| {
        let all = row
            .visuals
            .mesh_bounds
            .translate(row.pos.to_vec2() + words.pos.to_vec2());
        let seen = all.intersect(clip);
        let line: String = row.glyphs.iter().map(|glyph| glyph.chr).collect();
        // Icons are letters of a font, too; a mark beside words may be narrow.
        let is_icon = line
            .chars()
            .all(|sign| ('\u{E000}'..='\u{F8FF}').contains(&sign) || sign.is_whitespace());
        (!is_icon && seen.is_positive()).then(|| Painted::Words {
            text: galley.job.text.clone(),
            line,
            all,
            seen,
            elided: galley.elided,
        })
    });
    lines.collect()
}

/// Words that end too early, or whose beginning or end lies behind an edge. Lists scroll: what is half in sight above or below is no fault.
fn cut_words(painted: &[Painted], content: &dyn Fn(&str) -> bool) -> Vec<String> {
    let cut = painted.iter().filter_map(|one| match one {
        Painted::Words {
            text,
            line,
            all,
            seen,
            elided,
        } => {
            let hidden = (seen.min.x - all.min.x).max(all.max.x - seen.max.x);
            let is_cut = hidden > EDGE || (*elided && !content(text));
            is_cut.then(|| format!("cut: “{line}” at {all:?}"))
        }
        Painted::Cover(_) => None,
    });
    cut.collect()
}

fn words_on_words(painted: &[Painted]) -> Vec<String> {
    let words = painted
        .iter()
        .enumerate()
        .filter_map(|(at, one)| match one {
            Painted::Words {
                text, line, seen, ..
            } => Some((at, (text, line), *seen)),
            Painted::Cover(_) => None,
        });
    let words: Vec<_> = words.collect();
    let mut found = Vec::new();
    for (n, (at, (text, line), seen)) in words.iter().enumerate() {
        for (later, (other, their_line), theirs) in &words[n + 1..] {
            let both = seen.intersect(*theirs);
            let lies_on = both.is_positive() && both.size().min_elem() > EDGE;
            // Lines of one text touch; outlines of letters are the same words again, a little beside.
            if !lies_on || text == other {
                continue;
            }
            let between = painted[*at..*later].iter();
            let hidden = between.into_iter().any(|one| match one {
                Painted::Cover(cover) => cover.expand(EDGE).contains_rect(both),
                Painted::Words { .. } => false,
            });
            if !hidden {
                found.push(format!("“{their_line}” lies on “{line}” at {both:?}"));
            }
        }
    }
    found
}

/// A control: what it is called, where it is, what is seen of it, and the layer in which egui paints it.
struct Control {
    name: String,
    rect: Rect,
    seen: Rect,
    layer: LayerId,
}

fn controls(panels: &Panels) -> Vec<Control> {
    let layers: HashMap<u64, (LayerId, Rect)> = panels.harness().ctx.viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.layers();
        let widgets = widgets.flat_map(|(_, widgets)| widgets);
        let layer = |widget: &WidgetRect| {
            let seen = widget.rect.intersect(widget.interact_rect);
            (widget.id.value(), (widget.layer_id, seen))
        };
        widgets.map(layer).collect()
    });
    let nodes = panels.harness().root().children_recursive();
    let controls = nodes.filter_map(|node| {
        let told = node.accesskit_node();
        // What is scrolled out of sight lies on nothing.
        let (layer, seen) = *layers.get(&told.locate().0.0)?;
        let is_seen = is_control(told.role()) && seen.is_positive();
        is_seen.then(|| Control {
            // No box is called by its hint, which is told only while it is empty, or by what stands in it.
            name: told.label().unwrap_or_default(),
            rect: node.rect(),
            seen,
            layer,
        })
    });
    controls.collect()
}

/// Controls that are not whole within what they stand in, and those that lie on another one of the same layer. (A window may lie on anything.)
fn lost_controls(panels: &Panels, part: Rect) -> Vec<String> {
    let mut controls = controls(panels);
    controls.retain(|control| part.contains(control.rect.center()));
    let mut found = Vec::new();
    for Control {
        name, rect, layer, ..
    } in &controls
    {
        // What is scrolled out of sight stands in none.
        let Some(ground) = ground(panels, *layer, rect.center()) else {
            continue;
        };
        let out = (ground.min.x - rect.min.x).max(rect.max.x - ground.max.x);
        if out > EDGE {
            found.push(format!(
                "“{name}” at {rect:?} reaches {out} out of {ground:?}"
            ));
        }
    }
    for (n, one) in controls.iter().enumerate() {
        for other in &controls[n + 1..] {
            let both = one.seen.intersect(other.seen);
            let lies_on = both.is_positive() && both.size().min_elem() > EDGE;
            let is_within = one.rect.expand(EDGE).contains_rect(other.rect)
                || other.rect.expand(EDGE).contains_rect(one.rect);
            if lies_on && !is_within && one.layer == other.layer {
                found.push(format!(
                    "“{}” lies on the control “{}” at {both:?}",
                    other.name, one.name
                ));
            }
        }
    }
    found
}

/// What keys or the pointer can use and no screen reader can name, whatever its kind.
fn unnamed_controls(panels: &Panels) -> Vec<String> {
    let nodes = panels.harness().root().children_recursive();
    let unnamed = unnamed(nodes.map(|node| node.accesskit_node().data()));
    let line = |control| format!("a control has no name: {control}");
    unnamed.into_iter().map(line).collect()
}

/// Whether it should be whole within what it stands in.
fn is_control(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::CheckBox
            | Role::RadioButton
            | Role::ComboBox
            | Role::Slider
            | Role::SpinButton
            | Role::TextInput
            | Role::MultilineTextInput
    )
}

/// What a control of a layer stands in: its window or card; else the bar, the panel or the stage.
fn ground(panels: &Panels, layer: LayerId, center: Pos2) -> Option<Rect> {
    if layer.order != Order::Background {
        let area = panels
            .harness()
            .ctx
            .memory(|memory| memory.area_rect(layer.id));
        return area.filter(|area| area.contains(center));
    }
    let (whole, stage) = (panels.whole(), panels.stage());
    let status = PanelState::load(&panels.harness().ctx, Id::new("status bar"));
    let status = status.map_or(0.0, |status| status.size().y);
    let (above, status) = whole.split_top_bottom_at_y(whole.max.y - status);
    let grounds = [
        status,
        whole.with_max_y(stage.min.y),
        above.with_max_x(stage.min.x).with_min_y(stage.min.y),
        above.with_min_x(stage.max.x).with_min_y(stage.min.y),
        above.with_min_y(stage.max.y),
        stage,
    ];
    grounds.into_iter().find(|ground| ground.contains(center))
}

/// Windows that are not whole on the screen.
pub fn off_screen(panels: &Panels) -> Vec<String> {
    let whole = panels.whole().expand(EDGE);
    let over = panels.over().into_iter();
    let off = over.filter(|area| area.size() != Vec2::ZERO && !whole.contains_rect(*area));
    off.map(|area| format!("a window at {area:?} reaches out of the screen"))
        .collect()
}
