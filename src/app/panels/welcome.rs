//! What can be done first: three cards, shown when the sample library has just been made, and on request.

use bevy::prelude::{App, IntoScheduleConfigs, Res, Result};
use bevy_egui::egui::{self, Align2, Button, RichText, Ui};
use language::say;
use viewer::command::{LibraryCommand, TourCommand, WindowCommand};
use viewer::{Above, Command, JobKind, Popover, View};

use super::icons::{self, Icon};
use super::{Layer, Pane, Sent, draw_in, lent};
use crate::app::core::Core;
use crate::app::theme;

/// Height of a card's inside, and its width: at most and at least, points.
const HEIGHT: f32 = 206.0;
const WIDTH: f32 = 206.0;
const LEAST_WIDTH: f32 = 166.0;
/// What a card has around its inside, with the gap to the next one, and the window around the cards, points.
const AROUND: f32 = 40.0;
const MARGIN: f32 = 60.0;

pub fn plugin(app: &mut App) {
    let open = |core: Res<Core>| core.layout.popover == Some(Popover::Welcome);
    draw_in(app, Layer::Windows, draw.run_if(open));
}

fn draw(mut pane: Pane) -> Result {
    pane.over(show)
}

fn show(ctx: &egui::Context, free: egui::Rect, view: &View, sent: &mut Sent) {
    // Where the stage has no room for it, it lies over the panels, too.
    let card_in = |rect: egui::Rect| (rect.width() - MARGIN) / 3.0 - AROUND;
    let window = if card_in(free) > LEAST_WIDTH {
        free
    } else {
        ctx.viewport_rect()
    };
    let side_by_side = card_in(window) > LEAST_WIDTH;
    let width = match side_by_side {
        true => card_in(window).min(WIDTH),
        false => WIDTH,
    };
    let frame = egui::Frame::window(&ctx.global_style())
        .inner_margin(22.0)
        .corner_radius(12.0);
    egui::Window::new("Welcome")
        .order(egui::Order::Foreground)
        .title_bar(false)
        .collapsible(false)
        .resizable(false)
        .frame(frame)
        .pivot(Align2::CENTER_CENTER)
        .fixed_pos(window.center())
        .show(ctx, |ui| {
            ui.label(
                RichText::new(say!("welcome-title"))
                    .size(23.0)
                    .family(theme::strong()),
            );
            ui.add_space(2.0);
            let words = say!("welcome-about");
            ui.label(RichText::new(words).size(15.0).color(theme::dim()));
            ui.add_space(14.0);
            // Side by side where there is room, else below one another.
            if side_by_side {
                ui.horizontal(|ui| cards(ui, view, width, sent));
            } else {
                let most = (window.height() - 210.0).max(160.0);
                let scroll = egui::ScrollArea::vertical().max_height(most);
                scroll.show(ui, |ui| ui.vertical(|ui| cards(ui, view, width, sent)));
            }
            ui.add_space(12.0);
            let words = say!("welcome-below");
            ui.label(RichText::new(words).small().color(theme::dim()));
        });
}

fn cards(ui: &mut Ui, view: &View, width: f32, sent: &mut Sent) {
    let close = || Command::from(WindowCommand::TogglePopover(Popover::Welcome));
    let count = view.documents.entries.len();
    let placing = view.jobs.of(JobKind::Import).is_some();
    let there = match (count, placing) {
        (0, false) => say!("welcome-empty"),
        (0, true) => say!("welcome-placing"),
        _ => say!("welcome-documents", count = count),
    };
    card(
        ui,
        width,
        (icons::EXPLORE, icons::LOOK),
        &say!("welcome-explore"),
        &say!("welcome-explore-about", there = there),
        &say!("welcome-explore-do"),
        || sent.push(close()),
    );
    card(
        ui,
        width,
        (icons::DROP, icons::ADD),
        &say!("welcome-own"),
        &say!("welcome-own-about"),
        &say!("welcome-own-do"),
        || sent.extend([close(), LibraryCommand::OpenFiles.into()]),
    );
    card(
        ui,
        width,
        (icons::TOUR, icons::PLAY),
        &say!("welcome-tour"),
        &say!("welcome-tour-about"),
        &say!("welcome-tour-do"),
        || sent.extend([close(), TourCommand::PlayTour(0).into()]),
    );
}

/// A card of a width in points, with the icons of its head and of its button.
fn card(
    ui: &mut Ui,
    width: f32,
    (head, does): (Icon, Icon),
    title: &str,
    words: &str,
    button: &str,
    mut act: impl FnMut(),
) {
    egui::Frame::new()
        .fill(theme::raised())
        .stroke(egui::Stroke::new(1.0, theme::line()))
        .corner_radius(10.0)
        .inner_margin(14.0)
        .show(ui, |ui| {
            ui.set_width(width);
            ui.set_height(HEIGHT);
            ui.vertical(|ui| {
                head.beside(26.0).color(theme::accent_ui()).show(ui);
                ui.label(RichText::new(title).size(17.0).family(theme::strong()));
                ui.add_space(4.0);
                ui.label(RichText::new(words).size(13.5).color(theme::text()));
                ui.with_layout(egui::Layout::bottom_up(egui::Align::Min), |ui| {
                    let button = RichText::new(button).size(14.5);
                    let button = Button::new((does.beside(14.5), button));
                    let button = ui.add_sized([ui.available_width(), 32.0], button);
                    lent::first(&button, Above::Popover(Popover::Welcome));
                    if button.clicked() {
                        act();
                    }
                });
            });
        });
}
