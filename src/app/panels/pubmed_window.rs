//! Search PubMed: what is asked, what is sent to whom, and the button that sends it.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, TextEdit, Ui};
use language::say;
use viewer::command::LibraryCommand;
use viewer::{Identified, JobKind, Popover, PubMedSearch, View};

use super::{Layer, Pane, Sent, draw_in, heads, popover, told};
use crate::app::theme;

/// Articles that can be asked for at once.
const CHOICES: [u32; 6] = [50, 200, 1000, 10_000, 100_000, 1_000_000];

pub fn plugin(app: &mut App) {
    app.init_resource::<Typed>();
    draw_in(
        app,
        Layer::Windows,
        draw.run_if(popover::is_open(Popover::PubMed)),
    );
}

/// What is typed; what was asked last before anything is.
#[derive(Resource, Default)]
struct Typed(Option<PubMedSearch>);

fn draw(mut pane: Pane, mut typed: ResMut<Typed>) -> Result {
    pane.over(|ctx, _, view, sent| show(ctx, view, &mut typed.0, sent))
}

fn show(ctx: &egui::Context, view: &View, typed: &mut Option<PubMedSearch>, sent: &mut Sent) {
    let window = popover::centred(say!("pubmed-title"), "Search PubMed");
    popover::show(ctx, Popover::PubMed, window, sent, |ui, sent| {
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
        key(ui, search);
        ui.add_space(6.0);
        ui.checkbox(&mut search.full_text, say!("pubmed-full-text"))
            .on_hover_text(say!("pubmed-full-text-hint"));
        ui.add_space(8.0);
        what_is_sent(ui, search);
        ui.add_space(8.0);
        buttons(ui, view, search, sent);
    });
}

/// The articles that files list, in place of a query.
fn list(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let files = view.pubmed.named_files();
    let (words, more) = match &view.identified {
        None => (say!("pubmed-reading", files = files), String::new()),
        Some(found) => {
            let Identified {
                pmids,
                dois,
                refused,
            } = found;
            let (pmids, dois) = (*pmids, *dois);
            let more = match *refused {
                0 => say!("pubmed-list-holds", pmids = pmids, dois = dois),
                refused => say!(
                    "pubmed-list-holds-others",
                    pmids = pmids,
                    dois = dois,
                    refused = refused
                ),
            };
            match pmids + dois {
                0 => (
                    say!("pubmed-no-list", files = files),
                    say!("pubmed-no-list-about"),
                ),
                count => (say!("pubmed-list", count = count, files = files), more),
            }
        }
    };
    ui.label(say!("pubmed-which"));
    ui.label(RichText::new(words).family(theme::strong()));
    ui.label(RichText::new(more).small().color(theme::dim()));
    if ui.small_button(say!("pubmed-words-instead")).clicked() {
        sent.push(LibraryCommand::PubMedFor(Vec::new()));
    }
}

fn query(ui: &mut Ui, search: &mut PubMedSearch) {
    let name = say!("pubmed-query");
    ui.label(&name);
    let query = TextEdit::multiline(&mut search.query)
        .hint_text(say!("pubmed-query-hint"))
        .desired_rows(2)
        .desired_width(f32::INFINITY);
    let query = told::text_box(ui, query, &name);
    if search.query.is_empty() && ui.memory(|memory| memory.focused().is_none()) {
        query.request_focus();
    }
    let words = say!("pubmed-query-about");
    ui.label(RichText::new(words).small().color(theme::dim()));
    ui.add_space(6.0);
    heads::row(ui, |ui| {
        ui.label(say!("pubmed-at-most"));
        for choice in CHOICES {
            let words = language::number(choice as usize);
            ui.selectable_value(&mut search.most, choice, words);
        }
    });
}

/// The name of a field before it: as wide as the widest, so that the fields stand below each other.
fn before_field(ui: &mut Ui, name: &str) {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let wide = [say!("pubmed-address"), say!("pubmed-key")].map(|name| {
        let words = ui
            .painter()
            .layout_no_wrap(name, font.clone(), theme::text());
        words.size().x
    });
    let size = egui::vec2(wide[0].max(wide[1]), ui.spacing().interact_size.y);
    let from_left = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(size, from_left, |ui| {
        ui.set_min_width(size.x);
        ui.label(name);
    });
}

fn address(ui: &mut Ui, search: &mut PubMedSearch) {
    heads::row(ui, |ui| {
        let name = say!("pubmed-address");
        before_field(ui, &name);
        let address = TextEdit::singleline(&mut search.email)
            .hint_text(say!("pubmed-address-hint"))
            .desired_width(f32::INFINITY);
        told::text_box(ui, address, &name);
    });
}

/// The key of NCBI, in dots.
fn key(ui: &mut Ui, search: &mut PubMedSearch) {
    heads::row(ui, |ui| {
        let name = say!("pubmed-key");
        before_field(ui, &name);
        let key = TextEdit::singleline(&mut search.key.0)
            .password(true)
            .hint_text(say!("pubmed-address-hint"))
            .desired_width(f32::INFINITY);
        told::text_box(ui, key, &name).on_hover_text(say!("pubmed-key-kept"));
    });
    let words = say!("pubmed-key-about");
    ui.label(RichText::new(words).small().color(theme::dim()));
}

/// What the button that sends says.
fn send_words(search: &PubMedSearch) -> String {
    match search.files.is_empty() {
        true => say!("pubmed-search"),
        false => say!("pubmed-fetch"),
    }
}

fn what_is_sent(ui: &mut Ui, search: &PubMedSearch) {
    let what = match (search.files.is_empty(), search.full_text) {
        (true, _) => "words",
        (false, true) => "list",
        (false, false) => "other",
    };
    let mut sentences = vec![match search.email.trim() {
        "" => say!("pubmed-sent", what = what),
        address => say!("pubmed-sent-address", what = what, address = address),
    }];
    if !search.key.0.trim().is_empty() {
        sentences.push(say!("pubmed-sent-key"));
    }
    if search.full_text {
        sentences.push(say!("pubmed-sent-full-text"));
    }
    let button = send_words(search);
    sentences.push(say!("pubmed-sent-nothing-else", button = button));
    let words = sentences.join(" ");
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
        let asks = if search.files.is_empty() {
            !search.query.trim().is_empty()
        } else {
            of_list.is_some_and(|list| list.pmids + list.dois > 0)
        };
        let ready = !busy && view.documents.is_ready() && asks;
        let button = egui::Button::new(send_words(search));
        let button = heads::primary(ui, ready, button);
        let hint = say!("pubmed-send-hint");
        if button.on_hover_text(hint).clicked() {
            sent.push(LibraryCommand::PubMed(search.clone()));
        }
        if let Some(job) = view.jobs.of(JobKind::Import) {
            ui.spinner();
            ui.add(egui::Label::new(&job.detail).truncate());
            if ui.small_button(say!("pubmed-stop")).clicked() {
                sent.push(LibraryCommand::CancelImport);
            }
        } else if busy {
            let words = say!("pubmed-busy");
            ui.label(RichText::new(words).small().color(theme::dim()));
        }
    });
}
