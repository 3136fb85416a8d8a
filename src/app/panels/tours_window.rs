//! Tours: those that ship, and the one that is being made.

use bevy::prelude::{App, IntoScheduleConfigs, Result};
use bevy_egui::egui::{self, Button, RichText, TextEdit, Ui};
use language::say;
use viewer::command::TourCommand;
use viewer::{Above, Draft, Popover, Stop, Tour, View};

use super::icons::{self, Icon};
use super::{Layer, Pane, Sent, draw_in, lent, popover, told};
use crate::app::theme;

/// The window itself.
const TOURS: Above = Above::Popover(Popover::Tours);
/// How long a stop is shown when it is first given a time, seconds.
const SECONDS: f32 = 10.0;
/// Width of the window and of a stop in it, beside the scroll bar, points.
const WIDTH: f32 = 372.0;
const STOP_WIDTH: f32 = WIDTH - 16.0;

pub fn plugin(app: &mut App) {
    draw_in(
        app,
        Layer::Windows,
        draw.run_if(popover::is_open(Popover::Tours)),
    );
}

/// The tours that ship, with the tag of the language in which they were read.
type Shipped = (String, Vec<Tour>);

fn draw(mut pane: Pane, mut shipped: bevy::prelude::Local<Option<Shipped>>) -> Result {
    let spoken = language::spoken();
    shipped.take_if(|(tag, _)| tag != spoken.tag());
    let read = || (spoken.tag().to_owned(), Tour::shipped());
    let (_, shipped) = shipped.get_or_insert_with(read);
    pane.over(|ctx, free, view, sent| show(ctx, free, view, shipped, sent))
}

fn show(ctx: &egui::Context, free: egui::Rect, view: &View, shipped: &[Tour], sent: &mut Sent) {
    let window =
        popover::framed(say!("tour-tours"), "Tours").default_pos(free.min + egui::vec2(14.0, 14.0));
    popover::show(ctx, Popover::Tours, window, sent, |ui, sent| {
        ui.set_width(WIDTH);
        match &view.tours.draft {
            Some(draft) => edit(ui, view, draft, free.height() - 300.0, sent),
            None => list(ui, view, shipped, sent),
        }
    });
}

fn list(ui: &mut Ui, view: &View, shipped: &[Tour], sent: &mut Sent) {
    for (at, tour) in shipped.iter().enumerate() {
        ui.label(
            RichText::new(&tour.title)
                .family(theme::strong())
                .size(15.0),
        );
        ui.label(RichText::new(&tour.about).color(theme::dim()));
        ui.horizontal(|ui| {
            let play = say!("tour-start", stops = tour.stops.len());
            let play = ui.button((icons::PLAY, play));
            lent::first(&play, TOURS);
            if play.clicked() {
                sent.push(TourCommand::PlayTour(at));
            }
            pictures(ui, Some(at), sent);
            video(ui, view, Some(at), sent);
            let (name, hint) = (say!("tour-copy"), say!("tour-copy-hint"));
            if aside(ui, true, icons::COPIES, &name, &hint).clicked() {
                sent.push(TourCommand::CopyTour(at));
            }
        });
        ui.add_space(6.0);
        ui.separator();
    }
    ui.label(
        RichText::new(say!("tour-own"))
            .family(theme::strong())
            .size(15.0),
    );
    ui.label(RichText::new(say!("tour-own-about")).color(theme::dim()));
    ui.horizontal_wrapped(|ui| {
        if ui.button((icons::ADD, say!("tour-make"))).clicked() {
            sent.push(TourCommand::NewTour);
        }
        if ui.button((icons::COLLECTION, say!("tour-open"))).clicked() {
            sent.push(TourCommand::OpenTour);
        }
    });
}

/// A button that is an icon alone, beside one with words; its tooltip begins with its name.
fn aside(ui: &mut Ui, enabled: bool, icon: Icon, name: &str, hint: &str) -> egui::Response {
    let button = ui.add_enabled(enabled, Button::new(icon));
    icons::name(&button, name);
    let hint = format!("{name}\n{hint}");
    button.on_hover_text(&hint).on_disabled_hover_text(&hint)
}

/// Saves a picture of each stop.
fn pictures(ui: &mut Ui, tour: Option<usize>, sent: &mut Sent) {
    let (name, hint) = (say!("tour-pictures"), say!("tour-pictures-hint"));
    if aside(ui, true, icons::PICTURE, &name, &hint).clicked() {
        sent.push(TourCommand::SavePictures(tour));
    }
}

/// Makes a video of the stops, where the program is there that does so.
fn video(ui: &mut Ui, view: &View, tour: Option<usize>, sent: &mut Sent) {
    let films = view.tours.filming.is_some();
    let hint = match films {
        true => say!("tour-video-hint"),
        false => say!("tour-video-no-program"),
    };
    if aside(ui, films, icons::VIDEO, &say!("tour-video"), &hint).clicked() {
        sent.push(TourCommand::SaveVideo(tour));
    }
}

fn edit(ui: &mut Ui, view: &View, draft: &Draft, most: f32, sent: &mut Sent) {
    let tour = &draft.tour;
    let (mut title, mut about) = (tour.title.clone(), tour.about.clone());
    let line = |ui: &mut Ui, text: &mut String, hint: String| {
        let field = TextEdit::singleline(text).hint_text(&hint);
        told::text_box(ui, field.desired_width(WIDTH - 8.0), &hint)
    };
    let titled = line(ui, &mut title, say!("tour-title-hint"));
    let described = line(ui, &mut about, say!("tour-about-hint"));
    if titled.changed() || described.changed() {
        sent.push(TourCommand::NameTour { title, about });
    }
    ui.add_space(6.0);
    if tour.stops.is_empty() {
        let words = say!("tour-no-stops");
        ui.label(RichText::new(words).color(theme::dim()));
    }
    egui::ScrollArea::vertical()
        .max_height(most.max(160.0))
        .max_width(WIDTH)
        .show(ui, |ui| {
            for (at, stop) in tour.stops.iter().enumerate() {
                ui.push_id(at, |ui| one(ui, at, stop, tour.stops.len(), sent));
                ui.separator();
            }
        });
    let add = RichText::new(say!("tour-add-stop")).family(theme::strong());
    let add = Button::new((icons::ADD, add));
    let add = ui.add_sized([ui.available_width(), 30.0], add);
    lent::first(&add, TOURS);
    if add.clicked() {
        sent.push(TourCommand::AddStop);
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let some = !tour.stops.is_empty();
        let show = Button::new((icons::PLAY, say!("tour-show-it")));
        if ui.add_enabled(some, show).clicked() {
            sent.push(TourCommand::PlayDraft(0));
        }
        let save = Button::new((icons::SAVE, say!("tour-save")));
        if ui.add_enabled(some, save).clicked() {
            sent.push(TourCommand::SaveTour);
        }
        if some {
            pictures(ui, None, sent);
            video(ui, view, None, sent);
        }
        let words = if draft.changed && some {
            say!("tour-close-unsaved")
        } else {
            say!("tour-close")
        };
        if ui.button((icons::CLOSE, words)).clicked() {
            sent.push(TourCommand::CloseTour);
        }
    });
    if let Some(path) = &draft.path {
        let file = path.display().to_string();
        let words = if draft.changed {
            say!("tour-changed-since", file = file)
        } else {
            say!("tour-kept-in", file = file)
        };
        ui.label(RichText::new(words).small().color(theme::dim()));
    }
}

fn one(ui: &mut Ui, at: usize, stop: &Stop, stops: usize, sent: &mut Sent) {
    let (mut heading, mut caption) = (stop.heading.clone(), stop.caption.clone());
    let mut seconds = stop.seconds;
    let mut changed = false;
    ui.horizontal(|ui| {
        ui.label(
            RichText::new(format!("{:>2}", at + 1))
                .monospace()
                .color(theme::dim()),
        );
        let width = STOP_WIDTH - 150.0;
        let hint = say!("tour-heading-hint");
        let field = TextEdit::singleline(&mut heading).hint_text(&hint);
        changed |= told::text_box(ui, field.desired_width(width), &hint).changed();
        let mut small = |ui: &mut Ui, there, icon: Icon, hint: String, command| {
            let button = ui.add_enabled(there, Button::new(icon).small());
            icons::name(&button, &hint);
            if button.on_hover_text(hint).clicked() {
                sent.push(command);
            }
        };
        let to = |to: usize| TourCommand::MoveStop { at, to };
        let (earlier, later) = (say!("tour-earlier"), say!("tour-later"));
        small(ui, at > 0, icons::UP, earlier, to(at.saturating_sub(1)));
        small(ui, at + 1 < stops, icons::DOWN, later, to(at + 1));
        let out = say!("tour-take-out");
        small(ui, true, icons::CLOSE, out, TourCommand::RemoveStop(at));
    });
    let hint = say!("tour-caption-hint");
    let field = TextEdit::multiline(&mut caption)
        .hint_text(&hint)
        .desired_rows(2)
        .desired_width(STOP_WIDTH - 8.0);
    changed |= told::text_box(ui, field, &hint).changed();
    ui.horizontal_wrapped(|ui| {
        let mut timed = seconds.is_some();
        if ui.checkbox(&mut timed, say!("tour-goes-on")).changed() {
            seconds = timed.then_some(SECONDS);
            changed = true;
        }
        if let Some(seconds) = &mut seconds {
            let drag = egui::DragValue::new(seconds)
                .range(1.0..=600.0)
                .speed(0.2)
                .max_decimals(0);
            let drag = ui.add(drag.suffix(" s"));
            told::called(&drag, &say!("tour-stop-seconds"));
            changed |= drag.changed();
        }
        if ui.small_button((icons::LOOK, say!("tour-show"))).clicked() {
            sent.push(TourCommand::PlayDraft(at));
        }
        let retake = ui.small_button((icons::PICTURE, say!("tour-retake")));
        if retake.on_hover_text(say!("tour-retake-hint")).clicked() {
            sent.push(TourCommand::RetakeStop(at));
        }
    });
    if changed {
        sent.push(TourCommand::EditStop {
            at,
            heading,
            caption,
            seconds,
        });
    }
}
