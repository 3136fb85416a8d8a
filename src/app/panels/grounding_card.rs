//! The card of a place: where a text belongs, the evidence for it, and doubt.

use anatomy::Catalogue;
use bevy_egui::egui::{self, RichText, Sense, Ui};
use grounding::TellsOnly;
use language::say;

use viewer::command::{
    AtlasCommand, LibraryCommand, SelectCommand, TextCommand, ViewCommand, WindowCommand,
};
use viewer::{Popover, StagedGrounding, View, elsewhere_name, place_in_words};

use super::icons;
use super::{Sent, heads};
use crate::app::theme;

/// Who has said where a document lies.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum PlacedBy {
    /// The model alone.
    Model,
    /// The model, and a reader who has corrected it.
    Reader,
}

/// Evidence that is listed.
const LISTED: f32 = 0.05;

/// Where a text belongs: place, evidence per structure, doubt; the live text without a document. A click on a structure also asks which words
/// speak for that.
pub(super) fn show(
    ui: &mut Ui,
    view: &View,
    staged: &StagedGrounding,
    document: Option<PlacedBy>,
    sent: &mut Sent,
) {
    let grounding = &staged.home;
    egui::Frame::new()
        .fill(theme::raised())
        .corner_radius(6)
        .inner_margin(10)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            let doubtful = grounding.is_outside();
            let only = grounding.tells_only();
            if let Some((words, color)) = beyond(grounding, only) {
                match color == theme::warning() {
                    true => heads::warning(ui, RichText::new(words)),
                    false => {
                        ui.label(RichText::new(words).color(color));
                    }
                }
            }
            if only.is_some() {
                // What it excludes is named below.
            } else if doubtful {
                let name = view.name_of(&grounding.structure);
                let words = say!("grounding-guess", name = name);
                ui.label(RichText::new(words).color(theme::dim()));
            } else {
                place(ui, view, grounding);
                if staged.point.is_none() {
                    in_the_other_body(ui, view, &grounding.structure, sent);
                }
                other_places(ui, view, staged, sent);
            }
            if !grounding.excluded.is_empty() {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    let dim = |words: &str| RichText::new(words).small().color(theme::dim());
                    ui.label(dim(&say!("grounding-excluded")));
                    for id in &grounding.excluded {
                        ui.label(dim(&view.name_of(id)).strikethrough());
                    }
                });
            }
            let listed = grounding.structures.iter().take(5);
            let listed = listed.filter(|evidence| only.is_none() && evidence.p >= LISTED);
            let listed: Vec<_> = listed.collect();
            if listed.len() > 1 {
                let each = RichText::new(say!("grounding-each")).small();
                ui.label(each.color(theme::dim()));
            }
            for evidence in listed {
                ui.horizontal(|ui| {
                    let (bar, _) = ui.allocate_exact_size(egui::vec2(64.0, 12.0), Sense::hover());
                    let track = bar.shrink2(egui::vec2(0.0, 4.0));
                    ui.painter().rect_filled(track, 2.0, theme::line());
                    let filled = egui::Rect::from_min_size(
                        track.min,
                        egui::vec2(track.width() * evidence.p.clamp(0.0, 1.0), track.height()),
                    );
                    ui.painter().rect_filled(filled, 2.0, theme::marker_ui());
                    ui.label(
                        RichText::new(format!("{:>3} %", percent(evidence.p)))
                            .small()
                            .color(theme::dim()),
                    );
                    let name = view.name_of(&evidence.id);
                    let structure = view.index_of(&evidence.id);
                    let link = ui.link(RichText::new(&name).small());
                    let link = link.on_hover_text(view.with_latin(name, structure));
                    if link.clicked() {
                        if let Some(structure) = structure {
                            sent.push(SelectCommand::SelectStructure {
                                structure,
                                point_mm: None,
                            });
                        }
                        let id = evidence.id.clone();
                        sent.push(match document {
                            Some(_) => TextCommand::ExplainStructure(id),
                            None => TextCommand::ExplainInText(id),
                        });
                    }
                });
            }
            let can_leave = document.is_some() && only.is_none() && !doubtful;
            heads::rows(ui, |ui| {
                by_whom(ui, grounding, document, sent);
                if can_leave {
                    not_here(ui, view, sent);
                }
            });
        });
}

/// Who has said so; a click tells more of the model.
fn by_whom(
    ui: &mut Ui,
    grounding: &grounding::Grounding,
    document: Option<PlacedBy>,
    sent: &mut Sent,
) {
    let by = match document {
        Some(PlacedBy::Reader) => say!("grounding-by-reader"),
        _ => say!("grounding-by-model"),
    };
    let by = ui.link(RichText::new(by).small().color(theme::dim()));
    let by = by.on_hover_text(say!(
        "grounding-model",
        model = &grounding.model,
        engine = &grounding.engine
    ));
    if by.clicked() {
        sent.push(WindowCommand::TogglePopover(Popover::Help));
    }
}

/// Takes the open document from its place in one click; the hint says where to.
fn not_here(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let words = (
        icons::ABSENT.small(),
        RichText::new(say!("grounding-take-back")).small(),
    );
    let hint = || match viewer::next_best(view) {
        Some(name) => say!("grounding-take-back-to", name = name),
        None => say!("grounding-take-back-away"),
    };
    let button = ui.button(words);
    if button.clicked() {
        sent.push(LibraryCommand::NotHere);
    }
    button.on_hover_ui(|ui| {
        ui.label(hint());
    });
}

/// A share in whole per cent; nothing is certain, and 99.6 % is not to be read as if it were.
fn percent(share: f32) -> String {
    language::decimal(f64::from(share * 100.0).min(99.0), 0)
}

/// Offers the body that has a structure which the one on the stage has not.
pub(super) fn in_the_other_body(ui: &mut Ui, view: &View, structure: &str, sent: &mut Sent) {
    let Some(other) = view.other_body(structure) else {
        ui.label(RichText::new(say!("grounding-not-here")).color(theme::dim()));
        return;
    };
    let words = match other {
        None => say!("grounding-show-male"),
        Some(_) => say!("grounding-show-female"),
    };
    if ui.button(words).clicked() {
        sent.push(AtlasCommand::ShowIn {
            atlas: other.map(str::to_owned),
            structure: structure.to_owned(),
        });
    }
}

/// What the text is about that this atlas has not, or that it may be about nothing here.
fn beyond(
    grounding: &grounding::Grounding,
    only: Option<TellsOnly>,
) -> Option<(String, egui::Color32)> {
    let names: Vec<String> = grounding
        .elsewhere
        .iter()
        .map(|e| format!("{} {} %", elsewhere_name(&e.id), percent(e.p)))
        .collect();
    let names = names.join(" · ");
    let words = only.map(|only| match only {
        TellsOnly::OfAbsence => say!("grounding-only-absent"),
        TellsOnly::OfRelatives => say!("grounding-only-family"),
    });
    if let Some(words) = words {
        return Some((words, theme::warning()));
    }
    match (grounding.is_outside(), names.is_empty()) {
        (true, true) => Some((
            say!("grounding-outside", percent = percent(grounding.outside_p)),
            theme::warning(),
        )),
        (true, false) => Some((say!("grounding-elsewhere", names = names), theme::warning())),
        (false, false) => Some((say!("grounding-elsewhere-too", names = names), theme::dim())),
        (false, true) => None,
    }
}

/// The structure with its coordinates, the region that the words name, and whether the side had to be chosen.
fn place(ui: &mut Ui, view: &View, grounding: &grounding::Grounding) {
    ui.horizontal_wrapped(|ui| {
        icons::PLACE.color(theme::marker_ui()).show(ui);
        let name = view.name_of(&grounding.structure);
        let name = match grounding.side {
            Some(side) if side.is_open() => say!("grounding-side-open", name = name),
            _ => name,
        };
        ui.label(
            RichText::new(name)
                .family(theme::strong())
                .color(theme::marker_ui()),
        );
    });
    let at = RichText::new(place_in_words(grounding.point_mm));
    ui.label(at.small().color(theme::dim()));
    let name = view.name_of(&grounding.structure);
    let region = grounding.region.as_ref();
    if let Some(region) = region.filter(|region| !region.eq_ignore_ascii_case(&name)) {
        let words = say!("grounding-region", region = region);
        ui.label(RichText::new(words).color(theme::text()));
    }
    if grounding
        .side
        .is_some_and(|side| !side.stated && !side.is_open())
    {
        let likely = say!("grounding-side-likely");
        ui.label(RichText::new(likely).color(theme::dim()));
    }
}

/// How exactly the place is known, and the other subjects of a text with several; a click looks at one.
fn other_places(ui: &mut Ui, view: &View, staged: &StagedGrounding, sent: &mut Sent) {
    let grounding = &staged.home;
    let [xx, _, _, yy, _, zz] = grounding.covariance_mm2;
    // Half the length of the 90 % ellipsoid along each axis of the body, mm.
    let reach = [xx, yy, zz].map(|v| (f64::from(v) * grounding::lean::CHI2_3_90).sqrt());
    if reach.iter().all(|r| *r > 0.0) {
        let [x, y, z] = reach.map(|r| language::decimal(r / 10.0, 0));
        let words = say!("grounding-reach", across = x, deep = y, high = z);
        ui.label(RichText::new(words).small().color(theme::dim()))
            .on_hover_text(say!("grounding-reach-hint"));
    }
    if grounding.places.len() < 2 {
        return;
    }
    let catalogue = Catalogue::builtin();
    let first = catalogue.index_of(&grounding.places[0].structure);
    let other_side = first.and_then(|first| catalogue.opposite(first));
    ui.horizontal_wrapped(|ui| {
        let either = grounding.side.is_some_and(|side| !side.stated) && grounding.places.len() == 2;
        let word = match either {
            true => say!("grounding-or"),
            false => say!("grounding-also"),
        };
        ui.label(RichText::new(word).small().color(theme::dim()));
        for (place, at) in grounding.places.iter().zip(&staged.places).skip(1) {
            let name = view.name_of(&place.structure);
            let is_other_side =
                other_side.is_some() && other_side == catalogue.index_of(&place.structure);
            let name = if is_other_side {
                name
            } else {
                format!("{name} {} %", percent(place.weight))
            };
            let link = ui
                .link(RichText::new(name).small())
                .on_hover_text(say!("grounding-place-hint"));
            if let Some(point_mm) = at.filter(|_| link.clicked()) {
                sent.push(ViewCommand::FlyTo {
                    point_mm,
                    distance_mm: 600.0,
                });
            }
        }
    });
}
