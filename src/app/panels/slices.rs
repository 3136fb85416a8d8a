//! Three linked slices through the label volume: axial, coronal and sagittal, crossing in one point.

use bevy::prelude::{App, IntoScheduleConfigs, Res, ResMut, Resource, Result};
use bevy_egui::egui::{self, Color32, Pos2, Rect, RichText, Sense, Ui, WidgetInfo, WidgetType};

use language::say;
use viewer::command::{SectionCommand, SelectCommand, ViewCommand, WindowCommand};
use viewer::{Display, Focus, StagePoint, Tool, View, axis_in_words, place_in_words};

mod keys;
mod marks;
mod picture;
mod plane;

use marks::{marks, name_below};
use picture::Picture;
use plane::{Across, Frame};

use super::{Layer, Pane, Sent, absent, draw_in, frame, heads, icons, told};
use crate::app::core::{Core, Shown};
use crate::app::jobs::Workers;
use crate::app::theme;

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
    use super::super::small_body;
    use super::*;

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
