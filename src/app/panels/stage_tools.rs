//! The tools of the stage, as buttons in its corner, and what is being drawn around.

use bevy::prelude::{App, IntoScheduleConfigs, Res, Result, Vec2};
use bevy_egui::egui::{self, Align2, FontId, Pos2, Rect, RichText, Stroke};
use language::say;
use viewer::command::{SelectCommand, ViewCommand};
use viewer::{Tool, View};

use super::icons;
use super::{Layer, Pane, Sent, draw_in, not_presenting};
use crate::app::core::Core;
use crate::app::stage::crowds::Crowds;
use crate::app::stage::lasso::Lasso;
use crate::app::theme;

pub fn plugin(app: &mut App) {
    let has_body = |core: Res<Core>| core.atlas().is_some() && core.tours.touring.is_none();
    let shown = tools.run_if(not_presenting).run_if(has_body);
    draw_in(app, Layer::Over, shown);
    let draws = |core: Res<Core>| core.layout.tool.draws() || core.layout.tool == Tool::Several;
    draw_in(app, Layer::Over, around.run_if(draws));
}

/// On a narrower stage, points, the tools are icons alone.
const NAMED: f32 = 470.0;

/// The buttons, the tool that is taken up lit; below them how many of the documents are in view, where that is not all of them.
fn tools(mut pane: Pane, crowds: Res<Crowds>) -> Result {
    pane.over(|ctx, free, view, sent| {
        let frame = egui::Frame::new()
            .fill(theme::panel())
            .stroke(Stroke::new(1.0, theme::line()))
            .corner_radius(7)
            .inner_margin(3);
        egui::Area::new(egui::Id::new("stage tools"))
            .order(egui::Order::Foreground)
            // No stop of the keyboard itself.
            .sense(egui::Sense::drag())
            .fixed_pos(free.left_top() + egui::vec2(10.0, 10.0))
            .constrain(false)
            .show(ctx, |ui| {
                let named = free.width() > NAMED;
                frame.show(ui, |ui| ui.horizontal(|ui| buttons(ui, named, view, sent)));
                if crowds.in_view != crowds.answering {
                    frame.show(ui, |ui| ui.horizontal(|ui| in_view(ui, &crowds, sent)));
                }
            });
    })
}

/// How many documents are in view; a click lists them.
fn in_view(ui: &mut egui::Ui, crowds: &Crowds, sent: &mut Sent) {
    let words = say!(
        "stage-in-view",
        count = crowds.in_view,
        of = crowds.answering
    );
    let words = (icons::LOOK.small(), RichText::new(words).small());
    let button = egui::Button::new(words).frame_when_inactive(false);
    let button = ui.add_enabled(crowds.in_view > 0, button);
    if button.on_hover_text(say!("stage-in-view-hint")).clicked() {
        sent.push(SelectCommand::ListDrawnAround(crowds.keys_in_view()));
    }
}

fn buttons(ui: &mut egui::Ui, named: bool, view: &View, sent: &mut Sent) {
    ui.spacing_mut().item_spacing.x = 2.0;
    let tool = view.layout.tool;
    for (is_taken, words, command) in [
        (
            matches!(tool, Tool::Measure { .. }),
            say!("stage-tool-measure"),
            ViewCommand::ToggleMeasure,
        ),
        (
            tool == Tool::DrawAround,
            say!("stage-tool-draw"),
            ViewCommand::ToggleDrawAround,
        ),
        (
            tool == Tool::DrawBox,
            say!("stage-tool-box"),
            ViewCommand::ToggleDrawBox,
        ),
        (
            tool == Tool::Probe,
            say!("stage-tool-probe"),
            ViewCommand::ToggleProbe,
        ),
        (
            tool == Tool::Several,
            say!("stage-tool-several"),
            ViewCommand::ToggleSeveral,
        ),
    ] {
        let about = command.about();
        let what = match about.tooltip() {
            tip if tip.is_empty() => about.label(),
            tip => tip,
        };
        let hint = format!("{what} · {}", about.keys().unwrap_or_default());
        let icon = icons::of(about.id).small();
        let button = match named {
            true => ui.selectable_label(is_taken, (icon, RichText::new(&words).small())),
            false => ui.selectable_label(is_taken, icon),
        };
        button.widget_info(|| {
            let kind = egui::WidgetType::SelectableLabel;
            egui::WidgetInfo::selected(kind, true, is_taken, &words)
        });
        if button.on_hover_text(hint).clicked() {
            sent.push(command);
        }
    }
}

/// What is being drawn, how many documents lie inside, and how it is done; or how several structures are chosen.
fn around(mut pane: Pane, lasso: Res<Lasso>) -> Result {
    pane.over(|ctx, free, view, _| {
        let layer = egui::LayerId::new(egui::Order::Middle, egui::Id::new("drawn around"));
        let painter = ctx.layer_painter(layer).with_clip_rect(free);
        let at = Pos2::new(free.center().x, free.min.y + 62.0);
        let hint = match view.layout.tool {
            Tool::DrawBox => say!("stage-box-hint"),
            Tool::Several => say!("stage-several-hint"),
            _ => say!("stage-draw-hint"),
        };
        words(&painter, at, Align2::CENTER_CENTER, hint, free);
        let point = |at: &Vec2| Pos2::new(at.x, at.y);
        let mut path: Vec<Pos2> = lasso.path.iter().map(point).collect();
        let (Some(first), Some(end)) = (path.first().copied(), lasso.end()) else {
            return;
        };
        let (color, end) = (theme::accent_ui(), point(&end));
        if lasso.is_box {
            path.push(first);
        } else {
            // The way back is what closes it when the button comes up.
            let back = Stroke::new(1.5, color.gamma_multiply(0.7));
            painter.extend(egui::Shape::dashed_line(&[end, first], back, 6.0, 4.0));
        }
        let dark = Stroke::new(4.0, theme::veil(150));
        painter.add(egui::Shape::line(path.clone(), dark));
        painter.add(egui::Shape::line(path, Stroke::new(2.0, color)));
        let count = say!("stage-draw-inside", count = lasso.inside);
        let beside = end + egui::vec2(16.0, 14.0);
        words(&painter, beside, Align2::LEFT_TOP, count, free);
    })
}

/// Words in a small box that stays on the stage, in several lines where it is narrow.
pub(super) fn words(painter: &egui::Painter, at: Pos2, align: Align2, words: String, free: Rect) {
    let margin = egui::vec2(12.0, 6.0);
    let wide = (free.width() - 2.0 * margin.x - 8.0).max(0.0);
    let galley = painter.layout(words, FontId::proportional(13.5), theme::text(), wide);
    let size = galley.size() + 2.0 * margin;
    let rect = align.anchor_size(at, size);
    let most = (free.max - size - egui::vec2(4.0, 4.0)).max(free.min);
    let rect = Rect::from_min_size(rect.min.clamp(free.min, most), size);
    let line = Stroke::new(1.0, theme::accent_ui());
    painter.rect(rect, 8.0, theme::raised(), line, egui::StrokeKind::Outside);
    painter.galley(rect.min + margin, galley, theme::text());
}
