//! Search PubMed: what is asked, what is sent to whom, and the button that sends it.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, TextEdit, Ui};
use viewer::command::{LibraryCommand, WindowCommand};
use viewer::{Identified, JobKind, Popover, PubMedSearch, View};

use super::{Layer, Pane, Sent, draw_in};
use crate::app::core::Core;
use crate::app::theme;

/// Articles that can be asked for at once.
const CHOICES: [(u32, &str); 6] = [
    (50, "50"),
    (200, "200"),
    (1000, "1,000"),
    (10_000, "10,000"),
    (100_000, "100,000"),
    (1_000_000, "1,000,000"),
];

/// The buttons that send.
const SEARCH: &str = "Search and add";
const FETCH: &str = "Fetch and add";
/// The choice of full texts.
const FULL_TEXT: &str = "Also the full texts of open-access articles";

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
            search.files.clone_from(&view.pubmed.files);
            if search.files.is_empty() {
                query(ui, search);
            } else {
                list(ui, view, sent);
            }
            ui.add_space(6.0);
            address(ui, search);
            ui.add_space(6.0);
            ui.checkbox(&mut search.full_text, FULL_TEXT).on_hover_text(
                "Those of the articles in PubMed Central that are free to read and reuse; one request at a time, two a second",
            );
            ui.add_space(8.0);
            what_is_sent(ui, search);
            ui.add_space(8.0);
            buttons(ui, view, search, sent);
        });
    if !open {
        sent.push(WindowCommand::TogglePopover(Popover::PubMed));
    }
}

/// The articles that files list, in place of a query.
fn list(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let files = view.pubmed.named_files();
    let (words, more) = match &view.identified {
        None => (format!("Reading {files}…"), String::new()),
        Some(found) => {
            let Identified {
                pmids,
                dois,
                refused,
            } = found;
            let mut more = format!("PubMed identifiers: {pmids}, DOIs: {dois}");
            if *refused > 0 {
                more += &format!("; {refused} passed over, which are none");
            }
            match pmids + dois {
                0 => (
                    format!("{files} is no list of identifiers"),
                    "Such a list holds PMIDs or DOIs and nothing else: one a line, or in a column of a table".to_owned(),
                ),
                count => (format!("{count} identifiers of {files}"), more),
            }
        }
    };
    ui.label("Which articles");
    ui.label(RichText::new(words).strong());
    ui.label(RichText::new(more).small().color(theme::dim()));
    if ui.small_button("Search with words instead").clicked() {
        sent.push(LibraryCommand::PubMedFor(Vec::new()));
    }
}

fn query(ui: &mut Ui, search: &mut PubMedSearch) {
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
        for (choice, words) in CHOICES {
            ui.selectable_value(&mut search.most, choice, words);
        }
    });
}

fn address(ui: &mut Ui, search: &mut PubMedSearch) {
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
    let (what, button) = match (search.files.is_empty(), search.full_text) {
        (true, _) => ("what you look for", SEARCH),
        (false, true) => ("the DOIs of the list", FETCH),
        (false, false) => ("the DOIs of the list that are not here", FETCH),
    };
    let then = match search.full_text {
        true => {
            " To Europe PMC, at EMBL-EBI in the United Kingdom: the numbers of these articles in PubMed Central."
        }
        false => "",
    };
    let words = format!(
        "Sent to NCBI, the U.S. National Library of Medicine: {what}, the name of this program{address}; then the \
         numbers of the articles that are fetched.{then} Nothing of your library, and nothing before you press “{button}”."
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
        let of_list = view.identified.as_ref();
        let (asks, words) = if search.files.is_empty() {
            (!search.query.trim().is_empty(), SEARCH)
        } else {
            (
                of_list.is_some_and(|list| list.pmids + list.dois > 0),
                FETCH,
            )
        };
        let ready = !busy && view.documents.is_ready() && asks;
        let button = ui.add_enabled(ready, egui::Button::new(words));
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
