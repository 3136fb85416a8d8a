//! What the list can be narrowed to, above it: on its head the years of the documents that answer, and open their years, topics, designs, populations, types, journals,
//! places, tags and sources, each with how many they are.

use bevy_egui::egui::{
    self, Align, FontId, Label, Layout, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder, pos2,
    vec2,
};
use language::say;
use library::{Counted, Facet, NO_YEAR};
use viewer::command::WindowCommand;
use viewer::{View, facet_name, shown_years, years};

use super::year_bars::YearBars;
use super::{Sent, facet_list, icons};
use crate::app::theme;

/// What is counted below the years, in this order.
const FACETS: [Facet; 9] = [
    Facet::Topic,
    Facet::Design,
    Facet::Population,
    Facet::Kind,
    Facet::Journal,
    Facet::System,
    Facet::Structure,
    Facet::Tag,
    Facet::Source,
];
/// Values of each that are shown before the rest is asked for: less than in the library, whose list has the panel to itself.
const FIRST: usize = 3;
/// Height of the head, points.
const HEAD: f32 = 24.0;
/// Width of the years on it at most, points.
const SKETCH: f32 = 120.0;
/// Between these and the first and the last of them in words, points.
const BESIDE: f32 = 6.0;
/// Height of the years below it, points.
const YEARS: f32 = 58.0;
/// Size of the words at these, points.
const SIZE: f32 = 11.0;
/// Share of the room left for the list that this takes at most while it is open.
const SHARE: f32 = 0.55;

/// The fold; nothing while there is nothing to narrow.
pub fn show(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let shelf = &view.documents.shelf;
    let narrowed = !shelf.filter.is_empty();
    if shelf.facets.values.is_empty() && !narrowed {
        return;
    }
    let values = |facet: Facet| {
        shelf
            .facets
            .values
            .get(&facet)
            .map_or(&[][..], Vec::as_slice)
    };
    let counted = years(values(Facet::Year));
    let bars = (!counted.is_empty()).then(|| YearBars {
        counted: &counted,
        shown: shown_years(&shelf.filter),
        size: SIZE,
        has_arrows: false,
    });
    head(ui, view.layout.facets, bars.as_ref(), sent);
    if narrowed {
        facet_list::chips(ui, view, sent);
    }
    if !view.layout.facets {
        return;
    }
    let most = (ui.available_height() * SHARE).max(3.0 * YEARS);
    let frame = egui::Frame::new().fill(theme::sunken());
    frame.inner_margin(6).corner_radius(6).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let area = ScrollArea::vertical().id_salt("narrow").max_height(most);
        area.auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if let Some(bars) = &bars {
                of_years(ui, view, (bars, values(Facet::Year)), sent);
            }
            for facet in FACETS {
                facet_list::values(ui, view, facet, (values(facet), FIRST), sent);
            }
        });
    });
    ui.add_space(4.0);
}

/// The row that opens and closes it, with the years of what is listed.
fn head(ui: &mut Ui, open: bool, bars: Option<&YearBars>, sent: &mut Sent) {
    let size = vec2(ui.available_width(), HEAD);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, 4, theme::raised_hover());
    }
    let left_to_right = Layout::left_to_right(Align::Center);
    let inside = UiBuilder::new()
        .max_rect(rect.shrink2(vec2(4.0, 0.0)))
        .layout(left_to_right);
    let mut row = ui.new_child(inside);
    row.spacing_mut().item_spacing.x = 6.0;
    let caret = if open { icons::DOWN } else { icons::LATER };
    caret.color(theme::dim()).show(&mut row);
    let words = RichText::new(say!("side-facets")).color(theme::text());
    row.add(Label::new(words).selectable(false));
    if let Some(bars) = bars {
        let room = rect.shrink2(vec2(4.0, 5.0));
        sketch(&row, room.with_min_x(row.min_rect().right() + 12.0), bars);
    }
    let told = response.id;
    response.widget_info(|| {
        let role = egui::WidgetType::CollapsingHeader;
        egui::WidgetInfo::labeled(role, true, say!("side-facets"))
    });
    ui.ctx().accesskit_node_builder(told, |node| {
        node.set_expanded(open);
        if let Some(bars) = bars {
            node.set_description(bars.told());
        }
    });
    if response.on_hover_text(say!("side-facets-hint")).clicked() {
        sent.push(WindowCommand::ToggleFacets);
    }
}

/// The years at the right end of a place, the first and the last one beside their bars; of a single year there is nothing to compare.
fn sketch(ui: &Ui, room: Rect, bars: &YearBars) {
    let [first, last] = bars.all();
    if first == last {
        return;
    }
    let font = FontId::proportional(SIZE);
    let [first, last] = [first, last].map(|year| {
        let (words, font) = (year.to_string(), font.clone());
        ui.painter().layout_no_wrap(words, font, theme::dim())
    });
    let beside = first.size().x + last.size().x + 2.0 * BESIDE;
    let width = bars.sketch_width((room.width() - beside).min(SKETCH));
    if width <= 0.0 {
        return;
    }
    let middle = |high: f32| room.center().y - high * 0.5;
    let mut x = room.right() - last.size().x;
    let at = pos2(x, middle(last.size().y));
    ui.painter().galley(at, last, theme::dim());
    x -= BESIDE;
    let place = room.with_max_x(x).with_min_x(x - width);
    bars.sketch(ui.painter(), place);
    let at = pos2(x - width - BESIDE - first.size().x, middle(first.size().y));
    ui.painter().galley(at, first, theme::dim());
}

/// The years as bars, and how many documents have none.
fn of_years(ui: &mut Ui, view: &View, (bars, values): (&YearBars, &[Counted]), sent: &mut Sent) {
    facet_list::heading(ui, icons::of_facet(Facet::Year), &facet_name(Facet::Year));
    let id = ui.id().with("year pressed");
    let mut pressed: Option<i32> = ui.data(|data| data.get_temp::<Option<i32>>(id).flatten());
    let extent = vec2(ui.available_width(), YEARS);
    sent.extend(bars.show(ui, extent, &mut pressed));
    ui.data_mut(|data| data.insert_temp(id, pressed));
    if let Some(without) = values.iter().find(|value| value.name == NO_YEAR) {
        facet_list::value(ui, view, Facet::Year, without, sent);
    }
}
