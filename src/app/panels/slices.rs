//! Three linked slices through the label volume: axial, coronal and sagittal, crossing in one point.

use std::collections::BTreeSet;

use bevy::prelude::{App, IntoScheduleConfigs, Res, ResMut, Resource, Result};
use bevy_egui::egui::{
    self, Align2, Color32, FontId, Pos2, Rect, RichText, Sense, Ui, WidgetInfo, WidgetType,
};

use language::say;
use viewer::command::{SectionCommand, SelectCommand, ViewCommand, WindowCommand};
use viewer::{
    Display, Focus, StagePoint, Tool, View, axis_in_words, place_in_words, structure_title,
};

mod keys;
mod picture;
mod plane;

use picture::Picture;
use plane::{Across, Frame};

use super::{Layer, Pane, Sent, absent, draw_in, frame, heads, icons, told};
use crate::app::core::{Core, Shown};
use crate::app::jobs::Workers;
use crate::app::theme;

/// A document is marked on a slice that passes it within this distance, mm.
const NEAR_MM: f32 = 4.0;
/// Radius of its mark, and of that of one that is lit, points.
const RADIUS: f32 = 2.6;
const LIT_RADIUS: f32 = 5.0;
/// Size of letters and names, points.
const FONT: f32 = 11.5;
/// Largest magnification.
const MAX_ZOOM: f32 = 12.0;

/// The pictures of the slices and how each is magnified.
#[derive(Resource, Default)]
pub struct SliceImages {
    slices: [Slice; 3],
}

impl SliceImages {
    /// Whether a picture is being made.
    pub fn is_busy(&self) -> bool {
        self.slices.iter().any(|slice| slice.picture.is_busy())
    }
}

#[derive(Default)]
struct Slice {
    picture: Picture,
    /// What its picture is called by egui, once it has been shown.
    id: Option<egui::Id>,
    /// Magnification, 1 shows all; 0 before the first frame.
    zoom: f32,
    /// What is shown in the middle, mm along the picture's right and down.
    middle: [f32; 2],
}

pub fn plugin(app: &mut App) {
    app.init_resource::<SliceImages>();
    let open = |core: Res<Core>| core.slices;
    draw_in(app, Layer::Strip, draw.run_if(open));
}

fn draw(
    mut pane: Pane,
    mut images: ResMut<SliceImages>,
    shown: Res<Shown>,
    workers: Option<Res<Workers>>,
) -> Result {
    let Some(display) = &shown.0 else {
        return pane.dock("slices", |ui, view, sent| {
            without_body(ui, view);
            if view.layout.focus == Some(Focus::Slices) {
                // There is none to take it.
                sent.push(WindowCommand::Focused);
            }
        });
    };
    let Some(workers) = workers else {
        return Ok(());
    };
    let report = workers.reporter();
    pane.dock("slices", |ui, view, sent| {
        for (slice, across) in images.slices.iter_mut().zip(Across::ALL) {
            let cross = view.crosshair_mm.mm();
            let picture = &mut slice.picture;
            picture.refresh(ui.ctx(), cross, display, across, &report);
        }
        show(ui, view, display, &mut images, sent);
    })
}

/// The strip that they lie in.
fn strip(ui: &Ui) -> egui::Panel {
    let most = (ui.available_height() * 0.7).max(160.0);
    egui::Panel::bottom("slices")
        .frame(
            egui::Frame::new()
                .fill(theme::panel())
                .inner_margin(egui::Margin::symmetric(8, 6)),
        )
        .resizable(true)
        .default_size(270.0)
        .size_range(140.0..=most)
}

/// What stands there while there is no body to be cut.
fn without_body(ui: &mut Ui, view: &View) {
    strip(ui).show(ui, |ui| {
        // Else it becomes as low as the words, and stays so.
        ui.take_available_height();
        absent::says_body(ui, view);
    });
}

fn show(ui: &mut Ui, view: &View, display: &Display, images: &mut SliceImages, sent: &mut Sent) {
    let taker = taker(ui, view, images);
    strip(ui).show(ui, |ui| {
        let width = (ui.available_width() - 16.0) / 3.0;
        let height = ui.available_height();
        ui.horizontal(|ui| {
            let slices = images.slices.iter_mut().zip(Across::ALL);
            for (at, (slice, across)) in slices.enumerate() {
                ui.allocate_ui(egui::vec2(width, height), |ui| {
                    ui.set_min_size(egui::vec2(width, height));
                    let picture = one(ui, view, display, slice, across, sent);
                    if taker == Some(at) {
                        picture.request_focus();
                        frame::goes_by_keys(ui.ctx());
                        sent.push(WindowCommand::Focused);
                    }
                });
            }
        });
    });
}

/// Which slice is to have the keyboard now, if it is to be given to one: the first, or the next after that which has it.
fn taker(ui: &Ui, view: &View, images: &SliceImages) -> Option<usize> {
    let focused = ui.memory(|memory| memory.focused());
    let mut slices = images.slices.iter();
    let held = slices.position(|slice| focused.is_some() && slice.id == focused);
    let next = held.map_or(0, |held| (held + 1) % images.slices.len());
    (view.layout.focus == Some(Focus::Slices)).then_some(next)
}

fn one(
    ui: &mut Ui,
    view: &View,
    display: &Display,
    slice: &mut Slice,
    across: Across,
    sent: &mut Sent,
) -> egui::Response {
    let half: [f32; 3] = display.atlas.labels().dims().map(|n| n as f32 * 0.5);
    let column = ui.vertical(|ui| {
        ui.horizontal(|ui| head(ui, view, slice, across, sent));
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        slice.id = Some(response.id);
        let told = say!("cut-picture", slice = across.label());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, &told));
        by_keys(&response, view, display, across, sent);
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 4.0, theme::sunken());
        let axes = across.picture_axes();
        let extent = egui::vec2(half[axes.0.0] * 2.0, half[axes.1.0] * 2.0);
        slice.zoom = slice.zoom.clamp(1.0, MAX_ZOOM);
        let fit = (rect.width() / extent.x).min(rect.height() / extent.y);
        let frame = Frame {
            rect,
            axes,
            scale: fit * slice.zoom,
            middle: slice.middle,
        };
        if let Some(texture) = slice.picture.texture() {
            let [x, y] = frame.middle;
            let corner = rect.center() - (extent * 0.5 + egui::vec2(x, y)) * frame.scale;
            painter.image(
                texture,
                Rect::from_min_size(corner, extent * frame.scale),
                Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0)),
                Color32::WHITE,
            );
        }
        marks(&painter, view, across, &frame);
        if response.drag_stopped_by(egui::PointerButton::Primary) {
            sent.extend(ask_there(view, display));
        }
        if let Some(pointer) = response.hover_pos() {
            let here = frame.to_body(pointer, view.crosshair_mm.mm(), half);
            name_below(&painter, rect, display, here);
            turn(
                ui,
                view,
                slice,
                &frame,
                (pointer, fit),
                (across, half),
                sent,
            );
            let held = ui.input(|input| input.modifiers.command);
            let adds = held || view.layout.tool == Tool::Several;
            let here = StagePoint(here);
            point(&response, slice, &frame, display, (here, adds), sent);
        }
        response
    });
    column.inner
}

/// Keys move the crossing, and Enter selects what is there, or adds it to what is selected; where it is, is told.
fn by_keys(
    picture: &egui::Response,
    view: &View,
    display: &Display,
    across: Across,
    sent: &mut Sent,
) {
    let led = keys::led(picture, view, across);
    let here = led.unwrap_or(view.crosshair_mm);
    // Not by the pointer, whose click means what it is on.
    let pressed = picture.clicked() && !picture.clicked_by(egui::PointerButton::Primary);
    if pressed {
        choose(display, here, view.layout.tool == Tool::Several, sent);
    } else if led.is_some() {
        sent.push(ViewCommand::Crosshair(here));
    }
    let ctx = &picture.ctx;
    ctx.accesskit_node_builder(picture.id, |node| node.set_value(told::place(view, here)));
}

/// Moves the crossing to a point, and selects what is there or adds it to what is selected.
fn choose(display: &Display, here: StagePoint, adds: bool, sent: &mut Sent) {
    sent.push(ViewCommand::Crosshair(here));
    if let Some(structure) = display.atlas.structure_at(here.mm()) {
        sent.push(match adds {
            true => SelectCommand::AddStructure(structure),
            false => SelectCommand::SelectStructure {
                structure,
                point_mm: Some(here),
            },
        });
    }
}

/// What stands above a slice: which one, where, and what can be done with it.
fn head(ui: &mut Ui, view: &View, slice: &mut Slice, across: Across, sent: &mut Sent) {
    let axis = across.axis();
    let name = RichText::new(across.label())
        .small()
        .family(theme::strong());
    ui.label(name.color(theme::dim()));
    let mm = view.crosshair_mm.mm()[axis];
    let words = axis_in_words(axis, mm).unwrap_or_else(|| say!("place-middle"));
    let mut plane = [0.0; 3];
    plane[axis] = mm;
    // Where a slice is narrow, the button is an icon.
    let cut = say!("cut-here");
    let beside = heads::width_of_buttons(ui, &[words.clone(), cut.clone()], true);
    let in_words = beside < ui.available_width();
    ui.label(RichText::new(words).small())
        .on_hover_text(place_in_words(plane));
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let button = match in_words {
            true => ui.small_button((icons::CUT, cut)),
            false => {
                let button = ui.small_button(icons::CUT);
                icons::name(&button, &cut);
                button
            }
        };
        if button.on_hover_text(say!("cut-here-hint")).clicked() {
            sent.push(SectionCommand::AddSection {
                preset: across.preset(),
                through: Some(view.crosshair_mm),
            });
        }
        let whole = (icons::SCREEN, say!("cut-whole-slice"));
        if slice.zoom > 1.0 && ui.small_button(whole).clicked() {
            slice.zoom = 1.0;
            slice.middle = [0.0; 2];
        }
    });
}

/// The documents that are lit wherever they are seen: the selected one and the one beside it, those that are ticked, and the one that is pointed at.
fn lit(view: &View) -> BTreeSet<i64> {
    let selection = &view.selection;
    let beside = view.documents.beside.as_ref();
    let lit = [
        selection.document,
        selection.second,
        beside.map(|beside| beside.key),
        selection.hovered_document,
    ];
    lit.into_iter().flatten().chain(view.ticked()).collect()
}

/// The documents near a slice, the lines in which the others cross it, and the letters of its borders.
fn marks(painter: &egui::Painter, view: &View, across: Across, frame: &Frame) {
    let (rect, axis, cross) = (frame.rect, across.axis(), view.crosshair_mm.mm());
    let (all_lit, mut lit_here) = (lit(view), Vec::new());
    for (entry, point) in view.documents.placed() {
        let gone = view.scene.removed.contains(&entry.key);
        if !gone && (point.mm()[axis] - cross[axis]).abs() <= NEAR_MM {
            let at = frame.to_screen(point.mm());
            if all_lit.contains(&entry.key) {
                lit_here.push(at);
            } else {
                painter.circle_filled(at, RADIUS, theme::marker_ui());
            }
        }
    }
    // Over all others.
    for at in lit_here {
        painter.circle_filled(at, LIT_RADIUS, theme::marker_ui());
    }
    let at = frame.to_screen(cross);
    let line = egui::Stroke::new(1.0, theme::accent_ui().gamma_multiply(0.75));
    painter.hline(rect.x_range(), at.y, line);
    painter.vline(at.x, rect.y_range(), line);
    let [l, r, t, b] = across.letters();
    for (at, align, letter) in [
        (
            rect.left_center() + egui::vec2(5.0, 0.0),
            Align2::LEFT_CENTER,
            l,
        ),
        (
            rect.right_center() - egui::vec2(5.0, 0.0),
            Align2::RIGHT_CENTER,
            r,
        ),
        (
            rect.center_top() + egui::vec2(0.0, 3.0),
            Align2::CENTER_TOP,
            t,
        ),
        (
            rect.center_bottom() - egui::vec2(0.0, 3.0),
            Align2::CENTER_BOTTOM,
            b,
        ),
    ] {
        painter.text(at, align, letter, FontId::proportional(FONT), theme::dim());
    }
}

/// The name of the structure under the pointer.
fn name_below(painter: &egui::Painter, rect: Rect, display: &Display, here: [f32; 3]) {
    let Some(structure) = display.atlas.structure_at(here) else {
        return;
    };
    let words = structure_title(display.atlas.catalogue().get(structure));
    let galley = painter.layout_no_wrap(words, FontId::proportional(FONT), theme::text());
    let place = Rect::from_min_size(
        rect.left_bottom() + egui::vec2(6.0, -22.0),
        galley.size() + egui::vec2(10.0, 4.0),
    );
    painter.rect_filled(place, 4.0, theme::ground_of_text());
    painter.galley(place.min + egui::vec2(5.0, 2.0), galley, theme::text());
}

/// The wheel goes through the slices; with Ctrl, or by pinching, it magnifies, and what is under the pointer stays there.
fn turn(
    ui: &Ui,
    view: &View,
    slice: &mut Slice,
    frame: &Frame,
    (pointer, fit): (Pos2, f32),
    (across, half): (Across, [f32; 3]),
    sent: &mut Sent,
) {
    let (scroll, zoom) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    if zoom != 1.0 {
        let before = frame.to_picture(pointer);
        slice.zoom = (slice.zoom * zoom).clamp(1.0, MAX_ZOOM);
        let from = (pointer - frame.rect.center()) / (fit * slice.zoom);
        slice.middle = [before[0] - from.x, before[1] - from.y];
    } else if scroll != 0.0 {
        let axis = across.axis();
        let mut moved = view.crosshair_mm.mm();
        moved[axis] = (moved[axis] + scroll * 0.12).clamp(-half[axis] + 0.5, half[axis] - 0.5);
        sent.push(ViewCommand::Crosshair(StagePoint(moved)));
    }
}

/// A drag moves the crossing, with another button the picture; a click selects what is there, or adds it to what is selected.
fn point(
    response: &egui::Response,
    slice: &mut Slice,
    frame: &Frame,
    display: &Display,
    (here, adds): (StagePoint, bool),
    sent: &mut Sent,
) {
    if response.dragged_by(egui::PointerButton::Secondary)
        || response.dragged_by(egui::PointerButton::Middle)
    {
        let delta = response.drag_delta() / frame.scale;
        slice.middle = [frame.middle[0] - delta.x, frame.middle[1] - delta.y];
    } else if response.dragged_by(egui::PointerButton::Primary) {
        sent.push(ViewCommand::Crosshair(here));
    }
    if response.clicked_by(egui::PointerButton::Primary) {
        choose(display, here, adds, sent);
    }
}

/// Where a drag has left the crossing, a list that is ordered by a point is asked for that one.
fn ask_there(view: &View, display: &Display) -> Vec<SelectCommand> {
    let there = view.crosshair_mm;
    let by_point = view.selection.by_point && view.selection.structure.is_some();
    let structure = display.atlas.structure_at(there.mm());
    let structure = structure.filter(|_| by_point);
    let ask = |structure| {
        let point_mm = Some(there);
        let select = SelectCommand::SelectStructure {
            structure,
            point_mm,
        };
        vec![select, SelectCommand::RankByPoint(true)]
    };
    structure.map(ask).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::super::small_body;
    use super::*;

    /// How large the mark of each document is in the axial slice, by the place on the picture's right, mm.
    fn radii(view: &View) -> BTreeMap<i32, f32> {
        let (across, ctx) = (Across::Z, egui::Context::default());
        let frame = Frame {
            rect: Rect::from_min_size(Pos2::ZERO, egui::vec2(240.0, 240.0)),
            axes: across.picture_axes(),
            scale: 10.0,
            middle: [0.0; 2],
        };
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            marks(ui.painter(), view, across, &frame);
        });
        output.textures_delta.clear();
        let circles = output.shapes.into_iter().filter_map(|one| match one.shape {
            egui::Shape::Circle(circle) => {
                let [right, _] = frame.to_picture(circle.center);
                Some((right.round() as i32, circle.radius))
            }
            _ => None,
        });
        circles.collect()
    }

    #[test]
    fn what_is_selected_anywhere_is_lit_in_the_slices() {
        let mut view = small_body::view();
        view.crosshair_mm = StagePoint([0.0; 3]);
        // Six side by side in the slice, and one that it does not pass.
        let places = (1..=6i8).map(|key| (i64::from(key), [f32::from(key), 0.0, 1.0]));
        let all = places.chain([(7, [7.0, 0.0, 9.0])]);
        let spots = all.map(|(key, place)| small_body::spot(key, place));
        view.documents.entries = Arc::new(spots.collect());
        view.documents.results.hits = vec![small_body::hit(5, [5.0, 0.0, 1.0])];
        let none = radii(&view);
        assert_eq!(none.len(), 6, "{none:?}");
        assert!(none.values().all(|radius| *radius == RADIUS));

        view.selection.document = Some(1);
        view.selection.second = Some(2);
        view.documents.beside = Some(viewer::Beside {
            key: 3,
            opened: None,
            common: None,
        });
        view.selection.hovered_document = Some(4);
        view.selection.ticked = BTreeSet::from([5, 7]);
        let lit = radii(&view);
        let is_lit = lit.iter().filter(|(_, radius)| **radius == LIT_RADIUS);
        let is_lit: Vec<i32> = is_lit.map(|(at, _)| *at).collect();
        assert_eq!(is_lit, [1, 2, 3, 4, 5]);
        assert_eq!(lit[&6], RADIUS);
    }

    #[test]
    fn a_list_about_a_point_is_asked_for_where_a_drag_has_left_the_crossing() {
        let mut view = small_body::view();
        let there = StagePoint([6.0, 1.0, 0.0]);
        view.crosshair_mm = there;
        let asked = |view: &View| ask_there(view, &view.display().expect("a body"));
        view.selection.by_point = true;
        assert!(asked(&view).is_empty(), "nothing is selected");
        view.selection.structure = Some(small_body::row("liver"));
        let select = SelectCommand::SelectStructure {
            structure: small_body::row("spleen"),
            point_mm: Some(there),
        };
        let commands = [select, SelectCommand::RankByPoint(true)];
        assert_eq!(asked(&view), commands);
        view.crosshair_mm = StagePoint([60.0, 1.0, 0.0]);
        assert!(asked(&view).is_empty(), "beside the body");
        view.crosshair_mm = there;
        view.selection.by_point = false;
        assert!(asked(&view).is_empty(), "the list is of the structure");
    }
}
