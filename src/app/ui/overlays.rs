//! What lies over the stage: the name under the cursor, a document's title, notices, the drop hint, the shortcut list.

use bevy_egui::egui::{self, Align2, Color32, FontId, Pos2, Rect, RichText, Ui};

use super::{Commands, View, capitalised, theme};
use crate::app::command::{Command, offers};
use crate::app::state::{Chrome, Tool, is_doubtful};

/// Draws what lies over the stage. `project` maps LPS mm to the window.
pub fn show(
    ctx: &egui::Context,
    free: Rect,
    view: &View,
    chrome: &mut Chrome,
    project: &dyn Fn([f32; 3]) -> Option<Pos2>,
    sent: &mut Commands,
) {
    let painter = ctx
        .layer_painter(egui::LayerId::new(
            egui::Order::Middle,
            egui::Id::new("stage overlay"),
        ))
        .with_clip_rect(free);
    if !chrome.presentation && !view.looking.labels {
        pointer_hint(&painter, free);
    }
    if let Some(at) = view.selection.point_mm.and_then(project) {
        painter.circle_stroke(at, 5.0, egui::Stroke::new(1.5, theme::accent_ui()));
        painter.circle_filled(at, 1.5, theme::accent_ui());
    }
    if let Some((at, title)) = view
        .selection
        .document
        .and_then(|key| marker_label(view, key, project))
    {
        tag(
            &painter,
            at + egui::vec2(14.0, -10.0),
            &title,
            None,
            theme::marker_ui(),
            free,
        );
    }
    if let Some(grounding) = view.live.grounding.as_ref()
        && let Some(at) = project(grounding.point_mm)
    {
        let name = match grounding.elsewhere.first() {
            _ if !grounding.is_outside() => view.name_of(&grounding.structure),
            Some(part) => format!("not in this atlas: {}", part.id),
            None => "outside this atlas?".to_owned(),
        };
        tag(
            &painter,
            at + egui::vec2(16.0, -12.0),
            &name,
            Some("your text"),
            theme::accent_ui(),
            free,
        );
    }
    measurements(&painter, view, chrome, project, free);
    hover_name(ctx, &painter, free, view);
    if let Some((words, _)) = &chrome.notice {
        let at = Pos2::new(free.center().x, free.max.y - 34.0);
        let galley =
            painter.layout_no_wrap(words.clone(), FontId::proportional(14.0), theme::text());
        let rect = Rect::from_center_size(at, galley.size() + egui::vec2(26.0, 14.0));
        painter.rect(
            rect,
            8.0,
            theme::raised(),
            egui::Stroke::new(1.0, theme::line()),
            egui::StrokeKind::Outside,
        );
        painter.galley(rect.min + egui::vec2(13.0, 7.0), galley, theme::text());
    }
    if chrome.drop_hover > 0 {
        painter.rect_filled(
            free,
            0.0,
            Color32::from_rgba_unmultiplied(0x0B, 0x0F, 0x14, 150),
        );
        painter.rect_stroke(
            free.shrink(14.0),
            10.0,
            egui::Stroke::new(2.0, theme::accent_ui()),
            egui::StrokeKind::Inside,
        );
        let words = if chrome.drop_hover == 1 {
            "Drop the file to see where it lands".to_owned()
        } else {
            format!("Drop {} files to see where they land", chrome.drop_hover)
        };
        painter.text(
            free.center(),
            Align2::CENTER_CENTER,
            words,
            FontId::proportional(22.0),
            theme::text(),
        );
    }
    if view.atlas().is_none() {
        painter.text(
            free.center(),
            Align2::CENTER_CENTER,
            "Preparing the body…",
            FontId::proportional(18.0),
            theme::dim(),
        );
    }
    if chrome.help {
        help(ctx, view, chrome, sent);
    }
}

/// Whether a window of the interface covers a point of the stage.
pub fn covers(ctx: &egui::Context, point: Pos2) -> bool {
    ctx.layer_id_at(point)
        .is_some_and(|layer| !matches!(layer.order, egui::Order::Background | egui::Order::Middle))
}

fn pointer_hint(painter: &egui::Painter, free: Rect) {
    let font = FontId::proportional(12.0);
    let color = theme::dim().gamma_multiply(0.7);
    painter.text(
        free.left_bottom() + egui::vec2(14.0, -12.0),
        Align2::LEFT_BOTTOM,
        "drag: orbit · right drag: pan · wheel: zoom to the cursor · 1–6: standard views",
        font,
        color,
    );
}

/// Measured distances, and the one being measured.
fn measurements(
    painter: &egui::Painter,
    view: &View,
    chrome: &Chrome,
    project: &dyn Fn([f32; 3]) -> Option<Pos2>,
    free: Rect,
) {
    let stroke = egui::Stroke::new(1.8, theme::measure());
    for measured in &view.looking.measurements {
        let (Some(from), Some(to)) = (project(measured.from_mm), project(measured.to_mm)) else {
            continue;
        };
        painter.line_segment([from, to], stroke);
        for end in [from, to] {
            painter.circle_filled(end, 3.0, theme::measure());
        }
        let words = format!("{:.0} mm", measured.length_mm());
        tag(
            painter,
            from.lerp(to, 0.5) + egui::vec2(8.0, 6.0),
            &words,
            None,
            theme::measure(),
            free,
        );
    }
    let Tool::Measure { from_mm } = chrome.tool else {
        return;
    };
    let words = match from_mm {
        None => "Measure: click the first point · Esc to stop",
        Some(_) => "Measure: click the second point · Esc to stop",
    };
    let at = Pos2::new(free.center().x, free.min.y + 26.0);
    let galley =
        painter.layout_no_wrap(words.to_owned(), FontId::proportional(13.5), theme::text());
    let rect = Rect::from_center_size(at, galley.size() + egui::vec2(24.0, 12.0));
    painter.rect(
        rect,
        8.0,
        theme::raised(),
        egui::Stroke::new(1.0, theme::measure()),
        egui::StrokeKind::Outside,
    );
    painter.galley(rect.min + egui::vec2(12.0, 6.0), galley, theme::text());
    if let Some(from) = from_mm.and_then(project) {
        painter.circle_filled(from, 3.5, theme::measure());
        let hover = view.selection.hover.as_ref();
        if let Some(to) = hover.and_then(|hover| project(hover.point_mm)) {
            painter.line_segment([from, to], stroke);
        }
    }
}

fn marker_label(
    view: &View,
    key: i64,
    project: &dyn Fn([f32; 3]) -> Option<Pos2>,
) -> Option<(Pos2, String)> {
    let entry = view.library.entries.iter().find(|entry| entry.key == key)?;
    Some((project(entry.point_mm)?, short(&entry.title, 64)))
}

fn short(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        words.to_owned()
    } else {
        words.chars().take(most - 1).chain(['…']).collect()
    }
}

fn hover_name(ctx: &egui::Context, painter: &egui::Painter, free: Rect, view: &View) {
    let Some(pointer) = ctx
        .pointer_hover_pos()
        .filter(|p| free.contains(*p) && !covers(ctx, *p))
    else {
        return;
    };
    if let Some(entry) = view
        .selection
        .hovered_document
        .filter(|_| view.selection.hovered_on_stage)
        .and_then(|key| view.library.entries.iter().find(|entry| entry.key == key))
    {
        tag(
            painter,
            pointer + egui::vec2(16.0, 14.0),
            &short(&entry.title, 70),
            Some(&if is_doubtful(entry.outside_p) {
                "outside this atlas?".to_owned()
            } else {
                view.name_of(&entry.structure)
            }),
            theme::marker_ui(),
            free,
        );
        return;
    }
    let Some((hover, atlas)) = view.selection.hover.as_ref().zip(view.atlas()) else {
        return;
    };
    let structure = atlas.catalogue().get(hover.structure);
    let layers = if hover.layers > 1 && view.selection.depth != 0 {
        format!(" · {} of {}", hover.through.len() + 1, hover.layers)
    } else {
        String::new()
    };
    let through: Vec<String> = hover
        .through
        .iter()
        .rev()
        .take(2)
        .map(|ghost| atlas.catalogue().get(*ghost).name.clone())
        .collect();
    let mut detail = capitalised(structure.system.name()) + &layers;
    if !through.is_empty() {
        detail.push_str(&format!(" · through {}", through.join(", ")));
    }
    tag(
        painter,
        pointer + egui::vec2(16.0, 14.0),
        &capitalised(&structure.name),
        Some(&detail),
        theme::swatch(structure.color),
        free,
    );
}

/// A small label that stays on the stage.
fn tag(
    painter: &egui::Painter,
    at: Pos2,
    title: &str,
    detail: Option<&str>,
    accent: Color32,
    free: Rect,
) {
    let title = painter.layout_no_wrap(title.to_owned(), FontId::proportional(14.0), theme::text());
    let detail = detail.map(|words| {
        painter.layout_no_wrap(words.to_owned(), FontId::proportional(11.5), theme::dim())
    });
    let width = title
        .size()
        .x
        .max(detail.as_ref().map_or(0.0, |galley| galley.size().x));
    let height = title.size().y + detail.as_ref().map_or(0.0, |galley| galley.size().y + 1.0);
    let size = egui::vec2(width + 22.0, height + 10.0);
    let corner = Pos2::new(
        at.x.min(free.max.x - size.x - 4.0).max(free.min.x + 4.0),
        at.y.min(free.max.y - size.y - 4.0).max(free.min.y + 4.0),
    );
    let rect = Rect::from_min_size(corner, size);
    painter.rect(
        rect,
        6.0,
        theme::veil(235),
        egui::Stroke::new(1.0, theme::line()),
        egui::StrokeKind::Outside,
    );
    painter.rect_filled(
        Rect::from_min_size(
            rect.min + egui::vec2(6.0, 7.0),
            egui::vec2(3.0, height - 4.0),
        ),
        1.5,
        accent,
    );
    let title_height = title.size().y;
    painter.galley(rect.min + egui::vec2(15.0, 5.0), title, theme::text());
    if let Some(detail) = detail {
        painter.galley(
            rect.min + egui::vec2(15.0, 6.0 + title_height),
            detail,
            theme::dim(),
        );
    }
}

fn help(ctx: &egui::Context, view: &View, chrome: &mut Chrome, sent: &mut Commands) {
    let mut open = true;
    egui::Window::new("Keyboard and about").order(egui::Order::Foreground).open(&mut open).collapsible(false).resizable(false).anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO).show(ctx, |ui: &mut Ui| {
        ui.label("Corpus Atlas places medical texts in the human body. It is a reading aid, not a medical device.");
        ui.label(RichText::new("Nothing leaves this machine.").color(theme::dim()));
        ui.add_space(6.0);
        egui::Grid::new("shortcuts").num_columns(2).spacing([24.0, 4.0]).show(ui, |ui| {
            for offer in offers().iter().filter(|offer| !offer.keys.is_empty()) {
                ui.label(RichText::new(offer.keys).monospace().color(theme::accent_ui()));
                ui.label(offer.label);
                ui.end_row();
            }
            for (keys, words) in [("Ctrl K", "Ask: a place, the documents, a command"), ("Double click", "Isolate a structure"), ("Drag, Shift drag, wheel", "Orbit, pan, zoom to the cursor")] {
                ui.label(RichText::new(keys).monospace().color(theme::accent_ui()));
                ui.label(words);
                ui.end_row();
            }
        });
        if let Some(Ok(words)) = &view.library.engine {
            ui.add_space(6.0);
            ui.label(RichText::new(format!("Model {} on {}: {}", words.model, words.engine, words.reason)).small().color(theme::dim()));
        }
    });
    if !open {
        chrome.help = true;
        sent.push(Command::ToggleHelp);
    }
}
