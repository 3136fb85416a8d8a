//! What lies over the stage: the name under the cursor, a document's title, measured distances, notices, the drop hint.

use bevy::prelude::{App, Res, Result, Single};
use bevy_egui::egui::{self, Align2, FontId, Pos2, Rect};
use language::say;
use viewer::command::{HistoryCommand, ImportCommand, WindowCommand};
use viewer::{
    Command, Display, Lens, Notice, Tool, View, elsewhere_name, is_doubtful, latin_name,
    structure_name, structure_title, system_name,
};

use super::frame::{Project, covers};
use super::icons;
use super::tags::Tags;
use super::{
    Layer, Pane, Projector, Sent, absent, beside_panel, chosen, distances, draw_in, heads,
    variant_rings,
};
use crate::app::core::{Marks, Shown};
use crate::app::stage::area::StageArea;
use crate::app::stage::camera::OrbitCamera;
use crate::app::stage::crowds::{Crowds, Look, Met};
use crate::app::stage::measured::ByKeys;
use crate::app::stage::picking::UnderPointer;
use crate::app::theme;

/// What it costs a label to cover the ring of a variant, whose letter could not be read then.
pub(super) const RING: f32 = 6.0;

pub fn plugin(app: &mut App) {
    app.init_resource::<ByKeys>();
    draw_in(app, Layer::Over, draw);
}

fn draw(
    mut pane: Pane,
    projector: Projector,
    (under, crowds, marks, shown): (Res<UnderPointer>, Res<Crowds>, Res<Marks>, Res<Shown>),
    (area, camera, by_keys): (Res<StageArea>, Single<&OrbitCamera>, Res<ByKeys>),
) -> Result {
    let project = |point, structure| projector.at(point, structure);
    // There the number of documents stands instead.
    let named = !matches!(under.met, Some(Met::Several { .. }));
    let display = shown.0.as_ref();
    pane.over(|ctx, free, view, sent| {
        let id = egui::Id::new("stage overlay");
        let layer = egui::LayerId::new(egui::Order::Middle, id);
        let painter = ctx.layer_painter(layer).with_clip_rect(free);
        let mut rings = Vec::new();
        if let Some(display) = display {
            // Below notices and cards.
            let painter = ctx.layer_painter(egui::LayerId::background());
            let painter = painter.with_clip_rect(free);
            let lens = Lens::of(&camera.pose, area.size);
            let min = Pos2::new(area.min.x, area.min.y);
            chosen::spread(&painter, view, display, &lens, min);
            chosen::subjects(&painter, view, display, &project);
            if view.slices || distances::is_crossing_meant(view, by_keys.0) {
                let far_mm = camera.pose.distance;
                chosen::crossing(&painter, view, display, &project, far_mm);
            }
            rings = variant_rings::draw(&painter, view, &project);
        }
        let mut tags = Tags::new(&painter, free, view.layout.presentation);
        tags.avoid(seen_marks(&crowds, &marks, &area, &project));
        tags.avoid(rings.into_iter().map(|ring| (ring, RING)));
        show((&painter, free), view, display, &project, &mut tags);
        distances::measuring((&painter, free), view, display, &project, by_keys.0);
        if let Some(news) = &view.layout.notice {
            notice(ctx, free, news, view.layout.presentation, sent);
        }
        let asked = view.quiz.as_ref().is_some_and(viewer::Quiz::asks);
        // The probe tells it itself.
        let probes = view.layout.tool == Tool::Probe;
        if named && !asked && !probes {
            hover_name(ctx, free, view, &mut tags);
        }
        if view.layout.presentation {
            chosen::pointer_ring(ctx, free);
        }
    })
}

/// The markers that a label should not cover: documents that answer what was asked, and first of all what belongs to the open one.
fn seen_marks(
    crowds: &Crowds,
    marks: &Marks,
    area: &StageArea,
    project: Project,
) -> Vec<(Pos2, f32)> {
    let min = Pos2::new(area.min.x, area.min.y);
    let answers = |look: &Look| matches!(look, Look::Listed | Look::Doubtful);
    let drawn = crowds.drawn.iter().filter(|(look, _)| answers(look));
    let drawn = drawn.map(|(_, one)| (min + egui::vec2(one.on_screen.x, one.on_screen.y), 1.0));
    let details = marks.details.iter().filter_map(|detail| {
        let at = project(detail.point, detail.structure)?;
        Some((at, 3.0))
    });
    drawn.chain(details).collect()
}

/// All but what follows the pointer.
fn show(
    (painter, free): (&egui::Painter, Rect),
    view: &View,
    display: Option<&Display>,
    project: Project,
    tags: &mut Tags,
) {
    let layout = &view.layout;
    let lent = view.tours.touring.is_some() || view.quiz.is_some();
    if !layout.presentation && !view.scene.labels && !lent {
        tags.keep_off(pointer_hint(painter, free));
    }
    let selection = &view.selection;
    let selected = selection
        .point_mm
        .and_then(|point| project(point, selection.structure));
    if let Some(at) = selected {
        painter.circle_stroke(at, 5.0, egui::Stroke::new(1.5, theme::accent_ui()));
        painter.circle_filled(at, 1.5, theme::accent_ui());
    }
    let is_joined = joined(painter, view, project, tags);
    if let Some((at, title)) = view
        .selection
        .document
        .filter(|_| !is_joined)
        .and_then(|key| marker_label(view, display, key, project))
    {
        let beside = egui::vec2(14.0, -10.0);
        tags.add(at, beside, &title, None, theme::marker_ui());
    }
    if let Some(live) = view.live.grounding.as_ref()
        && let Some(at) = live
            .point
            .and_then(|p| project(p, view.index_of(&live.home.structure)))
    {
        let grounding = &live.home;
        let name = match grounding.elsewhere.first() {
            _ if !grounding.is_outside() => view.name_of(&grounding.structure),
            Some(part) => say!("stage-not-in-atlas", structure = elsewhere_name(&part.id)),
            None => say!("stage-outside-atlas"),
        };
        let words = say!("stage-your-text");
        let beside = egui::vec2(16.0, -12.0);
        tags.add(at, beside, &name, Some(&words), theme::accent_ui());
    }
    distances::measured(painter, view, project, tags);
    if layout.drop_hover > 0 {
        drop_hint(painter, free, layout.drop_hover);
    }
    if view.atlas().is_none() {
        no_body(painter, free, view);
    }
}

/// That there is no body yet, or none at all.
fn no_body(painter: &egui::Painter, free: Rect, view: &View) {
    let (words, font) = (absent::body_in_words(view), FontId::proportional(18.0));
    let galley = painter.layout(words, font, theme::dim(), free.width() - 80.0);
    let place = Align2::CENTER_CENTER.anchor_size(free.center(), galley.size());
    painter.galley(place.min, galley, theme::dim());
}

/// A line of news; a screen reader says it, too.
fn notice(ctx: &egui::Context, free: Rect, news: &Notice, large: bool, sent: &mut Sent) {
    let size = if large { 18.0 } else { 14.0 };
    let frame = egui::Frame::new()
        .fill(theme::raised())
        .stroke(egui::Stroke::new(1.0, theme::line()))
        .corner_radius(8)
        .inner_margin(egui::Margin::symmetric(13, 7));
    let mut acts: Vec<(icons::Icon, Command)> = Vec::new();
    if news.undo {
        acts.push((icons::UNDO, HistoryCommand::Undo.into()));
    }
    if !news.go_on.is_empty() {
        let go_on = ImportCommand::GoOn(news.go_on.clone());
        acts.push((icons::PLAY, go_on.into()));
    }
    let can_act = !acts.is_empty();
    egui::Area::new("notice".into())
        // What can be pressed keeps the press from the stage.
        .order(match can_act {
            true => egui::Order::Foreground,
            false => egui::Order::Middle,
        })
        .interactable(can_act)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(Pos2::new(free.center().x, free.max.y - 32.0))
        .show(ctx, |ui| {
            let row = |ui: &mut egui::Ui| {
                icons::INFO.beside(size).color(theme::accent_ui()).show(ui);
                let labels: Vec<String> = acts.iter().map(|(_, act)| act.about().label()).collect();
                let beside = heads::width_of_buttons(ui, &labels, true) * size / 14.0;
                // Its icon, gaps and edges need room as well, and it leaves the cube in the corner free. A long one takes several lines.
                let most = (free.width() - beside - 248.0).max(160.0);
                let (words, font) = (news.words.clone(), FontId::proportional(size));
                let words = ui.painter().layout(words, font, theme::text(), most);
                let label = ui.add(egui::Label::new(words).selectable(false));
                ctx.accesskit_node_builder(label.id, |node| {
                    node.set_live(egui::accesskit::Live::Polite);
                });
                for (icon, command) in acts {
                    act(ui, news, (icon, size), command, sent);
                }
            };
            frame.show(ui, |ui| ui.horizontal(row));
        });
}

/// The button beside a line of news, which is gone once that is pressed.
fn act(
    ui: &mut egui::Ui,
    news: &Notice,
    (icon, size): (icons::Icon, f32),
    command: Command,
    sent: &mut Sent,
) {
    let words = egui::RichText::new(command.about().label()).size(size);
    if ui.button((icon.beside(size), words)).clicked() {
        sent.push(command);
        sent.push(WindowCommand::DismissNotice(news.number));
    }
}

fn drop_hint(painter: &egui::Painter, free: Rect, files: usize) {
    painter.rect_filled(free, 0.0, theme::veil(150));
    painter.rect_stroke(
        free.shrink(14.0),
        10.0,
        egui::Stroke::new(2.0, theme::accent_ui()),
        egui::StrokeKind::Inside,
    );
    // The body lies behind the words.
    let (words, font) = (
        say!("stage-drop", count = files),
        FontId::proportional(22.0),
    );
    let galley = painter.layout(words, font, theme::text(), free.width() - 80.0);
    let place = Align2::CENTER_CENTER.anchor_size(free.center(), galley.size());
    let ground = place.expand2(egui::vec2(18.0, 10.0));
    painter.rect_filled(ground, 8.0, theme::panel());
    painter.galley(place.min, galley, theme::text());
}

/// What the hand can do, on a ground of its own: the body may lie behind it.
fn pointer_hint(painter: &egui::Painter, free: Rect) -> Rect {
    let font = FontId::proportional(12.0);
    // On a narrow stage it takes two lines, beside the cube.
    let words = say!("stage-pointer-hint");
    let galley = painter.layout(words, font, theme::dim(), free.width() - 112.0);
    let corner = free.left_bottom() + egui::vec2(14.0, -12.0);
    let rect = Align2::LEFT_BOTTOM.anchor_size(corner, galley.size());
    let ground = rect.expand2(egui::vec2(6.0, 2.0));
    painter.rect_filled(ground, 5.0, theme::ground_of_dim());
    painter.galley(rect.min, galley, theme::dim());
    ground
}

fn marker_label(
    view: &View,
    display: Option<&Display>,
    key: i64,
    project: Project,
) -> Option<(Pos2, String)> {
    let (entry, point) = view.documents.find(key)?;
    let structure = view.index_of(&entry.structure);
    let put_away = |display: &Display| structure.is_some_and(|of| display.is_put_away(of));
    let at = project(point, structure).filter(|_| !display.is_some_and(put_away))?;
    Some((at, viewer::short(view.documents.title(key)?, 64)))
}

/// Two documents that are read side by side: their letters at their places, joined by a line with its length. Returns whether there are two.
pub(super) fn joined(
    painter: &egui::Painter,
    view: &View,
    project: Project,
    tags: &mut Tags,
) -> bool {
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
        let middle = first.lerp(second, 0.5);
        let beside = egui::vec2(16.0, 14.0);
        tags.add(middle, beside, &words, None, theme::text());
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

/// The name of what is under the pointer: a document, with the structure that it is drawn over, or a structure.
fn hover_name(ctx: &egui::Context, free: Rect, view: &View, tags: &mut Tags) {
    let beside = egui::vec2(16.0, 14.0);
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
        let below = over(view).filter(|_| hovered(view).as_ref() != Some(&about));
        // The title comes from the file, a moment later.
        let (words, detail) = match view.documents.title(entry.key) {
            Some(title) => (viewer::short(title, 70), Some(about)),
            None => (about, None),
        };
        let detail: Vec<String> = detail.into_iter().chain(below).collect();
        let detail = (!detail.is_empty()).then(|| detail.join(" · "));
        let color = theme::marker_ui();
        tags.add(pointer, beside, &words, detail.as_deref(), color);
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
    tags.add(
        pointer,
        beside,
        &structure_title(structure),
        Some(&details.join(" · ")),
        theme::swatch(structure.color),
    );
}

/// The name of the structure under the pointer.
fn hovered(view: &View) -> Option<String> {
    let hover = view.selection.hover.as_ref()?;
    Some(view.name(hover.structure))
}

/// What the marker under the pointer is drawn over, in words.
pub(super) fn over(view: &View) -> Option<String> {
    hovered(view).map(|structure| say!("stage-over", structure = structure))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where news is on a stage, points.
    fn place(free: Rect, news: &Notice) -> Rect {
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        // The fonts come with the second frame, and the place, which depends on the size, after that.
        for frame in 0..4 {
            let input = egui::RawInput {
                screen_rect: Some(free),
                ..Default::default()
            };
            let mut output = ctx.run_ui(input, |ui| {
                if frame > 0 {
                    notice(ui.ctx(), free, news, false, &mut Sent::default());
                }
            });
            output.textures_delta.clear();
        }
        let place = ctx.memory(|memory| memory.area_rect("notice"));
        place.expect("it is shown")
    }

    #[test]
    fn long_news_takes_more_lines_and_stays_on_the_stage() {
        let free = Rect::from_min_size(Pos2::ZERO, egui::vec2(560.0, 400.0));
        let mut news = Notice {
            words: "12 documents were removed.".to_owned(),
            undo: true,
            go_on: vec!["papers.ris".into()],
            number: 1,
        };
        let short = place(free, &news);
        assert!(free.contains_rect(short), "{short:?}");
        news.words = format!("{} ", news.words).repeat(8);
        let long = place(free, &news);
        assert!(free.contains_rect(long), "{long:?}");
        assert!(long.height() > short.height() + 20.0, "{short:?} {long:?}");
        assert!((long.max.y - short.max.y).abs() < 2.0, "{short:?} {long:?}");
    }
}
