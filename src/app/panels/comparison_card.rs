//! Two lists compared: which structures the one has more often than the other.

use bevy_egui::egui::{self, Color32, Label, Rect, RichText, Sense, Ui, vec2};
use language::say;
use viewer::command::{OrganiseCommand, SelectCommand};
use viewer::{Comparison, Contrast, Contrasts, Side, View};

use super::Sent;
use super::icons;
use crate::app::theme;

/// Height of the rows that are seen at once, points.
const ROWS: f32 = 152.0;
/// Height of a row, points.
const ROW: f32 = 22.0;
/// Width of the bars of a row, points.
const BARS: f32 = 92.0;

/// The card; nothing while no lists are compared.
pub fn show(ui: &mut Ui, view: &View, contrasts: &Contrasts, sent: &mut Sent) {
    let Some(comparison) = &view.comparison else {
        return;
    };
    egui::Frame::new()
        .fill(theme::sunken())
        .inner_margin(8)
        .corner_radius(6)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            head(ui, comparison, sent);
            let [first, second] = &contrasts.sides;
            let [more, less] = theme::difference();
            side(ui, view, first, more);
            if first == second {
                let words = say!("comparison-list-more");
                ui.add(Label::new(RichText::new(words).small().color(theme::dim())).wrap());
                return;
            }
            side(ui, view, second, less);
            ui.add_space(2.0);
            egui::ScrollArea::vertical()
                .id_salt("contrasts")
                .max_height(ROWS)
                .auto_shrink([false, true])
                .show_rows(ui, ROW, contrasts.rows.len(), |ui, rows| {
                    for contrast in &contrasts.rows[rows] {
                        row(ui, view, contrast, contrasts, sent);
                    }
                });
            let words = say!("comparison-grey");
            ui.label(RichText::new(words).small().color(theme::dim()));
        });
    ui.add_space(4.0);
}

fn head(ui: &mut Ui, comparison: &Comparison, sent: &mut Sent) {
    ui.horizontal(|ui| {
        ui.label(
            RichText::new(say!("comparison-heading"))
                .small()
                .color(theme::dim()),
        );
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            if icons::button(ui, icons::CLOSE, &say!("comparison-end")).clicked() {
                sent.push(OrganiseCommand::EndComparison);
            }
            let mut on_body = comparison.on_body;
            let words = RichText::new(say!("comparison-on-body")).small();
            if ui.checkbox(&mut on_body, words).changed() {
                sent.push(OrganiseCommand::CompareOnBody);
            }
        });
    });
}

/// One list: its colour, what it is, how many documents.
fn side(ui: &mut Ui, view: &View, side: &Side, color: Color32) {
    ui.horizontal(|ui| {
        let (dot, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
        ui.painter().circle_filled(dot.center(), 5.0, color);
        let words = say!(
            "comparison-side",
            label = view.asked(&side.asked),
            count = side.documents,
            library = &side.library
        );
        ui.add(Label::new(words).truncate());
    });
}

/// A structure: its name, both counts, and a bar each by the share of its list.
fn row(ui: &mut Ui, view: &View, contrast: &Contrast, contrasts: &Contrasts, sent: &mut Sent) {
    let [first, second] = contrast.documents;
    let all = contrasts.sides.each_ref().map(|side| side.documents.max(1));
    let shares = [first as f32 / all[0] as f32, second as f32 / all[1] as f32];
    let size = vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if response.hovered() {
        let fill = ui.visuals().widgets.hovered.bg_fill;
        ui.painter().rect_filled(rect, 4, fill);
    }
    let painter = ui.painter().with_clip_rect(rect);
    let right = rect.right() - 4.0;
    let colors = match contrast.lean == 0.0 {
        true => [theme::dim(); 2],
        false => theme::difference(),
    };
    for (n, (share, color)) in shares.into_iter().zip(colors).enumerate() {
        let top = rect.top() + 4.0 + 7.0 * n as f32;
        let width = (share * BARS).max(if share > 0.0 { 2.0 } else { 0.0 });
        let bar = Rect::from_min_size(egui::pos2(right - BARS, top), vec2(width, 6.0));
        painter.rect_filled(bar, 1, color);
    }
    let font = egui::TextStyle::Small.resolve(ui.style());
    let counts = format!(
        "{} · {}",
        language::number(first as usize),
        language::number(second as usize)
    );
    let at = egui::pos2(right - BARS - 8.0, rect.center().y);
    let counts = painter.text(at, egui::Align2::RIGHT_CENTER, counts, font, theme::dim());
    let name = view.name(contrast.structure);
    let font = egui::TextStyle::Body.resolve(ui.style());
    let width = counts.left() - rect.left() - 12.0;
    let mut job = egui::text::LayoutJob::simple(name.clone(), font, theme::text(), width);
    job.wrap.max_rows = 1;
    let galley = painter.layout_job(job);
    let at = egui::pos2(rect.left() + 4.0, rect.center().y - galley.size().y / 2.0);
    painter.galley(at, galley, theme::text());
    let percent = |share: f32| language::decimal(f64::from(share) * 100.0, 1);
    let said = say!(
        "comparison-row",
        name = name,
        first = first,
        first_all = contrasts.sides[0].documents,
        first_percent = percent(shares[0]),
        second = second,
        second_all = contrasts.sides[1].documents,
        second_percent = percent(shares[1]),
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &said));
    let hint = view.with_latin(said, Some(contrast.structure));
    if response.on_hover_text(hint).clicked() {
        sent.push(SelectCommand::SelectStructure {
            structure: contrast.structure,
            point_mm: None,
        });
    }
}
