//! Counts by which lists and markers are narrowed: the values of a facet, a row each, and what is chosen, each with a way out.

use bevy_egui::egui::{self, RichText, Ui};
use language::say;
use library::{Counted, Facet, NO_YEAR, TopicKind};
use viewer::command::{OrganiseCommand, SelectCommand};
use viewer::{View, facet_name};

use super::icons::{self, Icon};
use super::{Sent, heads, row_menu};
use crate::app::theme;

/// Room of the tick of a value that is chosen, points.
const TICK: f32 = 16.0;
/// Height of a row, and of the bar at its foot, which its words stand clear of, points.
const ROW: [f32; 2] = [22.0, 2.0];

/// What lists are narrowed to, each with a way out.
pub fn chips(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let filter = &view.documents.shelf.filter;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        years_chip(ui, view, sent);
        for (facet, values) in &filter.wanted {
            let joined = *facet == Facet::Year && view.several_years().is_some();
            for value in values.iter().filter(|value| !joined || *value == NO_YEAR) {
                let words = RichText::new(view.value_name(*facet, value)).small();
                let words = (words, icons::CLOSE.small());
                let chip = egui::Button::new(words)
                    .fill(theme::selected())
                    .corner_radius(theme::CHIP);
                let hint = say!("shelf-narrow-no-longer", facet = facet_name(*facet));
                if ui.add(chip).on_hover_text(hint).clicked() {
                    sent.push(OrganiseCommand::Narrow {
                        facet: *facet,
                        value: value.clone(),
                    });
                }
            }
        }
        let all = RichText::new(say!("shelf-show-all")).small();
        if ui.button(all).clicked() {
            sent.push(OrganiseCommand::Widen);
        }
    });
}

/// Several years are one thing to take away.
fn years_chip(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let Some(words) = view.several_years() else {
        return;
    };
    let words = (RichText::new(words).small(), icons::CLOSE.small());
    let chip = egui::Button::new(words)
        .fill(theme::selected())
        .corner_radius(theme::CHIP);
    let hint = say!("shelf-years-hint");
    if ui.add(chip).on_hover_text(hint).clicked() {
        sent.push(OrganiseCommand::NarrowYears(None));
    }
}

/// The head of what follows.
pub fn heading(ui: &mut Ui, icon: Icon, words: &str) {
    ui.add_space(10.0);
    heads::head(ui, icon, words);
}

/// The values of a facet with their counts, of which so many are shown before the rest is asked for. A click narrows to one, or no longer.
pub fn values(
    ui: &mut Ui,
    view: &View,
    facet: Facet,
    (values, first): (&[Counted], usize),
    sent: &mut Sent,
) {
    if values.is_empty() {
        return;
    }
    heading(ui, icons::of_facet(facet), &facet_name(facet));
    let largest = values.iter().map(|value| value.documents).max();
    let largest = largest.unwrap_or(1).max(1);
    for (kind, values) in groups(facet, values) {
        if let Some(kind) = kind {
            let words = RichText::new(kind_name(kind)).small().color(theme::dim());
            ui.label(words);
        }
        ui.push_id(kind.map(|kind| kind as u8), |ui| {
            group(ui, view, facet, (&values, first, largest), sent);
        });
    }
}

/// What a group of topics is called.
fn kind_name(kind: TopicKind) -> String {
    match kind {
        TopicKind::Disease => say!("shelf-topics-disease"),
        TopicKind::Drug => say!("shelf-topics-drug"),
        TopicKind::Other => say!("shelf-topics-other"),
    }
}

/// Values by what they name, where those of a facet are told apart: topics of more than one kind.
fn groups(facet: Facet, values: &[Counted]) -> Vec<(Option<TopicKind>, Vec<&Counted>)> {
    let of = |kind: TopicKind| {
        values
            .iter()
            .filter(move |v| TopicKind::of(&v.name) == kind)
    };
    let kinds = TopicKind::ALL.iter().filter(|_| facet == Facet::Topic);
    let mut groups: Vec<_> = kinds
        .map(|kind| (Some(*kind), of(*kind).collect::<Vec<_>>()))
        .collect();
    groups.retain(|(_, values)| !values.is_empty());
    if groups.len() < 2 {
        groups = vec![(None, values.iter().collect())];
    }
    groups
}

/// Values of a facet, or of a part of it, the largest of the whole with so many documents.
fn group(
    ui: &mut Ui,
    view: &View,
    facet: Facet,
    (values, first, largest): (&[&Counted], usize, usize),
    sent: &mut Sent,
) {
    let filter = &view.documents.shelf.filter;
    let id = ui.make_persistent_id(("facet", facet.label()));
    let mut all = ui
        .data(|data| data.get_temp::<bool>(id))
        .unwrap_or_default();
    for (n, value) in values.iter().copied().enumerate() {
        let wanted = filter.wants(facet, &value.name);
        if n >= first && !all && !wanted {
            continue;
        }
        one(ui, view, facet, (value, largest), sent);
    }
    if values.len() > first {
        let (icon, words) = if all {
            (icons::UP, say!("shelf-fewer"))
        } else {
            let words = say!("shelf-more", count = values.len() - first);
            (icons::DOWN, words)
        };
        if ui
            .add(egui::Button::new((icon.small(), RichText::new(words).small())).frame(false))
            .clicked()
        {
            all = !all;
            ui.data_mut(|data| data.insert_temp(id, all));
        }
    }
}

/// One value alone.
pub fn value(ui: &mut Ui, view: &View, facet: Facet, value: &Counted, sent: &mut Sent) {
    one(ui, view, facet, (value, value.documents.max(1)), sent);
}

/// One value, and what a click and a right click do; the largest of them all has a bar as long as the row.
fn one(
    ui: &mut Ui,
    view: &View,
    facet: Facet,
    (value, largest): (&Counted, usize),
    sent: &mut Sent,
) {
    let wanted = view.documents.shelf.filter.wants(facet, &value.name);
    let row = row(ui, view, facet, value, wanted, largest);
    if row.clicked() {
        sent.push(OrganiseCommand::Narrow {
            facet,
            value: value.name.clone(),
        });
    }
    row_menu::of(&row, |ui| menu_of(ui, view, facet, &value.name, sent));
}

/// The tick of a value that is chosen, which tells it from the others without any colour.
fn tick(ui: &mut Ui, left: f32, row: egui::Rect) {
    let room = egui::Rect::from_min_max(egui::pos2(left, row.top()), row.max);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let place = egui::UiBuilder::new().max_rect(room).layout(layout);
    let tick = icons::DONE.small().color(theme::accent_ui());
    tick.show(&mut ui.new_child(place));
}

/// One value with its count and a bar behind it; with a tick before it where it is chosen.
fn row(
    ui: &mut Ui,
    view: &View,
    facet: Facet,
    value: &Counted,
    wanted: bool,
    largest: usize,
) -> egui::Response {
    let [high, thick] = ROW;
    let size = egui::vec2(ui.available_width(), high);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    let painter = ui.painter_at(rect);
    if wanted {
        painter.rect_filled(rect, 4, theme::selected());
    } else if response.hovered() {
        painter.rect_filled(rect, 4, theme::raised_hover());
    }
    let track = rect.with_min_y(rect.bottom() - thick);
    painter.rect_filled(track, 1, theme::line());
    let mut bar = track;
    bar.set_width(rect.width() * value.documents as f32 / largest as f32);
    painter.rect_filled(bar, 1, theme::accent_ui().gamma_multiply(0.55));
    let font = egui::TextStyle::Body.resolve(ui.style());
    let small = egui::TextStyle::Small.resolve(ui.style());
    let middle = rect.center().y - thick;
    let count = painter.text(
        egui::pos2(rect.right() - 4.0, middle),
        egui::Align2::RIGHT_CENTER,
        language::number(value.documents),
        small,
        theme::dim(),
    );
    let mut name = view.value_name(facet, &value.name);
    let mut left = rect.left() + 6.0;
    if facet == Facet::Collection {
        // One that lies in another stands below it.
        let (depth, own) = match value.name.rsplit_once('/') {
            Some((above, own)) => (above.matches('/').count() + 1, own.to_owned()),
            None => (0, name),
        };
        left += 12.0 * depth as f32;
        name = own;
    }
    if wanted {
        tick(ui, left, rect.with_max_y(2.0 * middle - rect.top()));
        left += TICK;
    } else {
        // The rows below keep the keyboard when a tick comes.
        ui.skip_ahead_auto_ids(1);
    }
    let mut job = egui::text::LayoutJob::simple_singleline(name.clone(), font, theme::text());
    job.wrap.max_width = (count.left() - left - 8.0).max(20.0);
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    let galley = painter.layout_job(job);
    let cut = galley.elided;
    painter.galley(
        egui::pos2(left, middle - galley.size().y / 2.0),
        galley,
        theme::text(),
    );
    response.widget_info(|| {
        let words = say!("shelf-value", name = &name, count = value.documents);
        egui::WidgetInfo::selected(egui::WidgetType::SelectableLabel, true, wanted, words)
    });
    let structure = Some(&value.name).filter(|_| facet == Facet::Structure);
    let structure = structure.and_then(|id| view.index_of(id));
    let whole = view.with_latin(name.clone(), structure);
    match cut || whole != name {
        true => response.on_hover_text(whole),
        false => response,
    }
}

/// What can be done with a value beside narrowing to it.
fn menu_of(ui: &mut Ui, view: &View, facet: Facet, value: &str, sent: &mut Sent) {
    if facet == Facet::Structure
        && let Some(structure) = view.index_of(value)
        && ui
            .button((icons::PLACE, say!("shelf-select-structure")))
            .clicked()
    {
        sent.push(SelectCommand::SelectStructure {
            structure,
            point_mm: None,
        });
        ui.close();
    }
    if facet == Facet::Collection {
        if ui
            .button((icons::REMOVE, say!("shelf-drop-collection")))
            .on_hover_text(say!("shelf-drop-collection-hint"))
            .clicked()
        {
            sent.push(OrganiseCommand::DropCollection(value.to_owned()));
            ui.close();
        }
    } else {
        let words = say!("shelf-click-again");
        ui.label(RichText::new(words).small().color(theme::dim()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often words or signs are drawn in the row of a value.
    fn drawn(wanted: bool) -> usize {
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        let input = egui::RawInput::default;
        // The fonts come with the second frame.
        ctx.run_ui(input(), |_| {}).textures_delta.clear();
        let value = Counted {
            name: "surgery".into(),
            documents: 3,
        };
        let view = View::default();
        let mut frame = ctx.run_ui(input(), |ui| {
            let _ = row(ui, &view, Facet::Tag, &value, wanted, 3);
        });
        frame.textures_delta.clear();
        let shapes = frame.shapes.iter();
        let words = shapes.filter(|clipped| matches!(clipped.shape, egui::Shape::Text(_)));
        words.count()
    }

    #[test]
    fn topics_of_more_than_one_kind_are_in_groups() {
        let told = |facet: Facet, names: &[&str]| {
            let values = names.iter().map(|name| Counted {
                name: (*name).to_owned(),
                documents: 1,
            });
            let values: Vec<Counted> = values.collect();
            let groups = groups(facet, &values).into_iter();
            let groups = groups.map(|(kind, values)| {
                let names: Vec<&str> = values.iter().map(|value| value.name.as_str()).collect();
                format!("{kind:?}: {}", names.join(", "))
            });
            groups.collect::<Vec<String>>().join("; ")
        };
        let names = ["Liver", "Gallstones", "Pancreatitis"];
        assert_eq!(
            told(Facet::Topic, &names),
            "Some(Disease): Gallstones, Pancreatitis; Some(Other): Liver"
        );
        assert_eq!(
            told(Facet::Topic, &names[1..]),
            "None: Gallstones, Pancreatitis"
        );
        assert_eq!(
            told(Facet::Tag, &names),
            "None: Liver, Gallstones, Pancreatitis"
        );
    }

    #[test]
    fn a_value_that_is_chosen_has_a_tick() {
        assert_eq!([drawn(false), drawn(true)], [2, 3]);
    }
}
