//! Search PubMed: what is asked, what is sent to whom, and the button that sends it.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, TextEdit, Ui};
use viewer::command::{LibraryCommand, WindowCommand};
use viewer::{JobKind, Popover, PubMedSearch, View};

use super::{Layer, Pane, Sent, draw_in};
use crate::app::core::Core;
use crate::app::theme;

/// Articles that can be asked for at once.
const CHOICES: [u32; 5] = [50, 200, 1000, 5000, 10_000];

pub fn plugin(app: &mut App) {
    app.init_resource::<Typed>();
    let open = |core: Res<Core>| core.layout.popover == Some(Popover::PubMed);
    draw_in(app, Layer::Windows, draw.run_if(open));
}

/// What is typed; what was asked last before anything is.
#[derive(Resource, Default)]
struct Typed(Option<PubMedSearch>);

fn draw(mut pane: Pane, mut typed: ResMut<Typed>) -> Result {
    pane.over(|ctx, _, view, sent| show(ctx, view, &mut typed.0, sent))
}

fn show(ctx: &egui::Context, view: &View, typed: &mut Option<PubMedSearch>, sent: &mut Sent) {
    let mut open = true;
    egui::Window::new("Search PubMed")
        .order(egui::Order::Foreground)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(ctx, |ui| {
            ui.set_width(460.0);
            let search = typed.get_or_insert_with(|| view.pubmed.clone());
            form(ui, search);
            ui.add_space(8.0);
            what_is_sent(ui, search);
            ui.add_space(8.0);
            buttons(ui, view, search, sent);
        });
    if !open {
        sent.push(WindowCommand::TogglePopover(Popover::PubMed));
    }
}

fn form(ui: &mut Ui, search: &mut PubMedSearch) {
    ui.label("What to look for");
    let query = ui.add(
        TextEdit::multiline(&mut search.query)
            .hint_text("portal hypertension AND 2020:2024[dp]")
            .desired_rows(2)
            .desired_width(f32::INFINITY),
    );
    if search.query.is_empty() && ui.memory(|memory| memory.focused().is_none()) {
        query.request_focus();
    }
    let words = "PubMed's own language: AND, OR, [ti], [au], [mh], [dp] …";
    ui.label(RichText::new(words).small().color(theme::dim()));
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.label("At most");
        for choice in CHOICES {
            ui.selectable_value(&mut search.most, choice, choice.to_string());
        }
        ui.label("articles");
    });
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.label("Your e-mail address");
        ui.add(
            TextEdit::singleline(&mut search.email)
                .hint_text("may stay empty")
                .desired_width(f32::INFINITY),
        );
    });
}

fn what_is_sent(ui: &mut Ui, search: &PubMedSearch) {
    let address = match search.email.trim() {
        "" => String::new(),
        email => format!(", your address {email}"),
    };
    let words = format!(
        "Sent to NCBI, the U.S. National Library of Medicine: what you look for, the name of this program{address}; then the \
         numbers of the articles that are fetched. Nothing of your library, and nothing before you press Search."
    );
    egui::Frame::new()
        .fill(theme::sunken())
        .inner_margin(8)
        .corner_radius(6)
        .show(ui, |ui| {
            ui.add(egui::Label::new(RichText::new(words).small()).wrap());
        });
}

fn buttons(ui: &mut Ui, view: &View, search: &PubMedSearch, sent: &mut Sent) {
    let busy = view.jobs.placing().is_some();
    ui.horizontal(|ui| {
        let ready = !busy && view.documents.is_ready() && !search.query.trim().is_empty();
        let button = ui.add_enabled(ready, egui::Button::new("Search and add"));
        let hint = "Articles that the library has already are not fetched again";
        if button.on_hover_text(hint).clicked() {
            sent.push(LibraryCommand::PubMed(search.clone()));
        }
        if let Some(job) = view.jobs.of(JobKind::Import) {
            ui.spinner();
            ui.add(egui::Label::new(&job.detail).truncate());
            if ui.small_button("Stop").clicked() {
                sent.push(LibraryCommand::CancelImport);
            }
        } else if busy {
            let words = "Documents are being added; wait for that or cancel it first";
            ui.label(RichText::new(words).small().color(theme::dim()));
        }
    });
}
