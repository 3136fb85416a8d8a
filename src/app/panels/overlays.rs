//! What lies over the stage: the name under the cursor, a document's title, measured distances, notices, the drop hint.

use anatomy::StructureIndex;
use bevy::prelude::{App, Res, Result};
use bevy_egui::egui::{self, Align2, Color32, FontId, Pos2, Rect};
use language::say;
use viewer::{
    StagePoint, Tool, View, is_doubtful, latin_name, structure_name, structure_title, system_name,
};

use super::frame::covers;
use super::icons;
use super::{Layer, Pane, Projector, beside_panel, draw_in, tagged_text};
use crate::app::stage::crowds::Met;
use crate::app::stage::picking::UnderPointer;
use crate::app::theme;

/// Where a point of the body is drawn, by the structure that it belongs to.
pub(super) type Project<'a> = &'a dyn Fn(StagePoint, Option<StructureIndex>) -> Option<Pos2>;

pub fn plugin(app: &mut App) {
    draw_in(app, Layer::Over, draw);
}

fn draw(mut pane: Pane, projector: Projector, under: Res<UnderPointer>) -> Result {
    let project = |point, structure| projector.at(point, structure);
    // There the number of documents stands instead.
    let named = !matches!(under.met, Some(Met::Several { .. }));
    pane.over(|ctx, free, view, _| show(ctx, free, view, &project, named))
}

fn show(ctx: &egui::Context, free: Rect, view: &View, project: Project, named: bool) {
    let layout = &view.layout;
    let painter = ctx
        .layer_painter(egui::LayerId::new(
            egui::Order::Middle,
            egui::Id::new("stage overlay"),
        ))
        .with_clip_rect(free);
    let lent = view.tours.touring.is_some() || view.quiz.is_some();
    if !layout.presentation && !view.scene.labels && !lent {
        pointer_hint(&painter, free);
    }
    let selection = &view.selection;
    let selected = selection
        .point_mm
        .and_then(|point| project(point, selection.structure));
    if let Some(at) = selected {
        painter.circle_stroke(at, 5.0, egui::Stroke::new(1.5, theme::accent_ui()));
        painter.circle_filled(at, 1.5, theme::accent_ui());
    }
    let is_joined = joined(&painter, view, project, free);
    if let Some((at, title)) = view
        .selection
        .document
        .filter(|_| !is_joined)
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
    if let Some(live) = view.live.grounding.as_ref()
        && let Some(at) = live
            .point
            .and_then(|p| project(p, view.index_of(&live.home.structure)))
    {
        let grounding = &live.home;
        let name = match grounding.elsewhere.first() {
            _ if !grounding.is_outside() => view.name_of(&grounding.structure),
            Some(part) => say!("stage-not-in-atlas", structure = &part.id),
            None => say!("stage-outside-atlas"),
        };
        tag(
            &painter,
            at + egui::vec2(16.0, -12.0),
            &name,
            Some(&say!("stage-your-text")),
            theme::accent_ui(),
            free,
        );
    }
    measured(&painter, view, project, free);
    measuring(&painter, view, project, free);
    let asked = view.quiz.as_ref().is_some_and(viewer::Quiz::asks);
    if named && !asked {
        hover_name(ctx, &painter, free, view);
    }
    if let Some(words) = layout.notice.as_ref().map(|notice| &notice.words) {
        notice(ctx, free, words);
    }
    if layout.drop_hover > 0 {
        drop_hint(&painter, free, layout.drop_hover);
    }
    if view.atlas().is_none() {
        painter.text(
            free.center(),
            Align2::CENTER_CENTER,
            say!("stage-preparing"),
            FontId::proportional(18.0),
            theme::dim(),
        );
    }
}

/// A line of news; a screen reader says it, too.
fn notice(ctx: &egui::Context, free: Rect, words: &str) {
    let frame = egui::Frame::new()
        .fill(theme::raised())
        .stroke(egui::Stroke::new(1.0, theme::line()))
        .corner_radius(8)
        .inner_margin(egui::Margin::symmetric(13, 7));
    egui::Area::new("notice".into())
        .order(egui::Order::Middle)
        .interactable(false)
        .pivot(Align2::CENTER_CENTER)
        .fixed_pos(Pos2::new(free.center().x, free.max.y - 50.0))
        .show(ctx, |ui| {
            let row = |ui: &mut egui::Ui| {
                icons::INFO.beside(14.0).color(theme::accent_ui()).show(ui);
                let words = egui::RichText::new(words).size(14.0).color(theme::text());
                let label = egui::Label::new(words).extend().selectable(false);
                let label = ui.add(label);
                ctx.accesskit_node_builder(label.id, |node| {
                    node.set_live(egui::accesskit::Live::Polite);
                });
            };
            frame.show(ui, |ui| ui.horizontal(row));
        });
}

fn drop_hint(painter: &egui::Painter, free: Rect, files: usize) {
    let veil = Color32::from_rgba_unmultiplied(0x0B, 0x0F, 0x14, 150);
    painter.rect_filled(free, 0.0, veil);
    painter.rect_stroke(
        free.shrink(14.0),
        10.0,
        egui::Stroke::new(2.0, theme::accent_ui()),
        egui::StrokeKind::Inside,
    );
    painter.text(
        free.center(),
        Align2::CENTER_CENTER,
        say!("stage-drop", count = files),
        FontId::proportional(22.0),
        theme::text(),
    );
}

fn pointer_hint(painter: &egui::Painter, free: Rect) {
    let font = FontId::proportional(12.0);
    let color = theme::dim().gamma_multiply(0.7);
    painter.text(
        free.left_bottom() + egui::vec2(14.0, -12.0),
        Align2::LEFT_BOTTOM,
        say!("stage-pointer-hint"),
        font,
        color,
    );
}

/// Measured distances.
pub(super) fn measured(painter: &egui::Painter, view: &View, project: Project, free: Rect) {
    let stroke = egui::Stroke::new(1.8, theme::measure());
    for measured in &view.scene.measurements {
        let [of_from, of_to] = measured.structures;
        let ends = (
            project(measured.from_mm, of_from),
            project(measured.to_mm, of_to),
        );
        let (Some(from), Some(to)) = ends else {
            continue;
        };
        painter.line_segment([from, to], stroke);
        for end in [from, to] {
            painter.circle_filled(end, 3.0, theme::measure());
        }
        let mm = language::decimal(measured.length_mm().into(), 0);
        let words = if view.scene.explode > 0.0 {
            say!("stage-distance-together", mm = mm)
        } else {
            say!("stage-distance", mm = mm)
        };
        tag(
            painter,
            from.lerp(to, 0.5) + egui::vec2(8.0, 6.0),
            &words,
            None,
            theme::measure(),
            free,
        );
    }
}

/// The distance that is being measured.
fn measuring(painter: &egui::Painter, view: &View, project: Project, free: Rect) {
    let Tool::Measure { from } = view.layout.tool else {
        return;
    };
    let stroke = egui::Stroke::new(1.8, theme::measure());
    let words = match from {
        None => say!("stage-measure-first"),
        Some(_) => say!("stage-measure-second"),
    };
    // Below the tools.
    let at = Pos2::new(free.center().x, free.min.y + 62.0);
    let galley = painter.layout_no_wrap(words, FontId::proportional(13.5), theme::text());
    let rect = Rect::from_center_size(at, galley.size() + egui::vec2(24.0, 12.0));
    painter.rect(
        rect,
        8.0,
        theme::raised(),
        egui::Stroke::new(1.0, theme::measure()),
        egui::StrokeKind::Outside,
    );
    painter.galley(rect.min + egui::vec2(12.0, 6.0), galley, theme::text());
    if let Some(from) = from.and_then(|(point, structure)| project(point, structure)) {
        painter.circle_filled(from, 3.5, theme::measure());
        let hover = view.selection.hover.as_ref();
        let end = hover.and_then(|hover| project(hover.point_mm, Some(hover.structure)));
        if let Some(to) = end {
            painter.line_segment([from, to], stroke);
        }
    }
}

fn marker_label(view: &View, key: i64, project: Project) -> Option<(Pos2, String)> {
    let (entry, point) = view.documents.find(key)?;
    let at = project(point, view.index_of(&entry.structure))?;
    Some((at, tagged_text::short(view.documents.title(key)?, 64)))
}

/// Two documents that are read side by side: their letters at their places, joined by a line with its length. Returns whether there are two.
pub(super) fn joined(painter: &egui::Painter, view: &View, project: Project, free: Rect) -> bool {
    let Some(both) = view.pair() else {
        return false;
    };
    let ends = both.map(|one| {
        let structure = view.index_of(&one.staged.home.structure);
        project(one.staged.point?, structure)
    });
    let beside = view.documents.beside.as_ref();
    let common = beside.and_then(|beside| beside.common.as_deref());
    let apart = common.and_then(|common| common.apart_mm);
    if let ([Some(first), Some(second)], Some(mm)) = (ends, apart) {
        painter.line_segment([first, second], egui::Stroke::new(4.0, theme::veil(160)));
        let stroke = egui::Stroke::new(1.8, theme::text());
        painter.extend(egui::Shape::dashed_line(&[first, second], stroke, 7.0, 4.0));
        let mm = language::decimal(f64::from(mm), 0);
        let words = match view.scene.explode > 0.0 {
            true => say!("stage-distance-together", mm = mm),
            false => say!("stage-distance", mm = mm),
        };
        let at = first.lerp(second, 0.5) + egui::vec2(16.0, 14.0);
        tag(painter, at, &words, None, theme::text(), free);
    }
    // Where they lie on one another, both letters can be read.
    let near = matches!(ends, [Some(a), Some(b)] if a.distance(b) < 20.0);
    for (n, end) in ends.into_iter().enumerate() {
        if let Some(end) = end {
            let aside = if near { [-12.0, 12.0][n] } else { 0.0 };
            beside_panel::paint_badge(painter, end + egui::vec2(aside, 0.0), n);
        }
    }
    true
}

fn hover_name(ctx: &egui::Context, painter: &egui::Painter, free: Rect, view: &View) {
    let Some(pointer) = ctx
        .pointer_hover_pos()
        .filter(|p| free.contains(*p) && !covers(ctx, *p))
    else {
        return;
    };
    if let Some((entry, _)) = view
        .selection
        .hovered_document
        .filter(|_| view.selection.hovered_on_stage)
        .and_then(|key| view.documents.find(key))
    {
        let about = if is_doubtful(entry.outside_p) {
            say!("stage-outside-atlas")
        } else {
            view.name_of(&entry.structure)
        };
        // The title comes from the file, a moment later.
        let title = view.documents.title(entry.key);
        let (words, detail) = match title {
            Some(title) => (tagged_text::short(title, 70), Some(&*about)),
            None => (about.clone(), None),
        };
        tag(
            painter,
            pointer + egui::vec2(16.0, 14.0),
            &words,
            detail,
            theme::marker_ui(),
            free,
        );
        return;
    }
    let Some((hover, atlas)) = view.selection.hover.as_ref().zip(view.atlas()) else {
        return;
    };
    let structure = atlas.catalogue().get(hover.structure);
    let through: Vec<String> = hover
        .through
        .iter()
        .rev()
        .take(2)
        .map(|ghost| structure_name(atlas.catalogue().get(*ghost)))
        .collect();
    let mut details: Vec<String> = latin_name(structure)
        .map(str::to_owned)
        .into_iter()
        .collect();
    details.push(system_name(structure.system));
    if hover.layers > 1 && view.selection.depth != 0 {
        let number = hover.through.len() + 1;
        details.push(say!("stage-layer", number = number, count = hover.layers));
    }
    if !through.is_empty() {
        details.push(say!("stage-through", structures = through.join(", ")));
    }
    tag(
        painter,
        pointer + egui::vec2(16.0, 14.0),
        &structure_title(structure),
        Some(&details.join(" · ")),
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
