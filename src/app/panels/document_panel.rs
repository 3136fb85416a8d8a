//! One document: what is known of it, where it lies, and its sentences with the words that speak for that.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{self, FontId, Label, RichText, ScrollArea, Sense, TextFormat, Ui};
use language::say;
use library::{CitationStyle, Correction, Document, Says, Stored};
use viewer::command::{LibraryCommand, Reading, SelectCommand, ViewCommand, WindowCommand};
use viewer::{Opened, PanelTab, View};

use super::grounding_card::{self, PlacedBy};
use super::icons::{self, Icon};
use super::tagged_text::Weighed;
use super::{
    Sent, absent, long_text, marks_card, pull, row_menu, sentence_bars, tagged_text, topics_line,
    watched_list, why_line,
};
use crate::app::theme;

/// Why none is shown: there is none, one is being read, or none was chosen.
fn none_open(ui: &mut Ui, view: &View) {
    if absent::says_library(ui, view) {
        return;
    }
    let words = match view.selection.document {
        Some(_) => say!("document-reading"),
        None => say!("document-none"),
    };
    ui.label(RichText::new(words).color(theme::dim()));
}

/// Draws the document that is open.
#[expect(
    clippy::too_many_lines,
    reason = "one document, from its title to its sentences"
)]
pub fn show(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let Some(opened) = view.documents.opened.as_deref() else {
        ui.add_space(10.0);
        none_open(ui, view);
        return;
    };
    let stored = &opened.stored;
    let area = ScrollArea::vertical().id_salt(("document", stored.key));
    area.auto_shrink(false).show(ui, |ui| {
        ui.horizontal(|ui| {
            pull::handle(ui, stored.key, sent);
            if ui
                .small_button((icons::BACK, say!("document-back")))
                .on_hover_text(say!("document-back-hint"))
                .clicked()
            {
                sent.push(WindowCommand::ShowTab(PanelTab::Results));
            }
        });
        let doc = &stored.document;
        let weighed = weighed(view, stored);
        let mut title = LayoutJob::default();
        let heading = TextFormat {
            font_id: egui::TextStyle::Heading.resolve(ui.style()),
            color: theme::text(),
            ..Default::default()
        };
        let of_title = weighed.words.iter().filter(|word| word.in_title);
        let largest = weighed.largest;
        tagged_text::tinted(&mut title, &doc.title, 0, of_title, largest, &heading);
        ui.add(Label::new(title).wrap().selectable(true));
        let mut facts: Vec<String> = Vec::new();
        facts.extend(by_whom(doc));
        facts.extend(doc.published());
        let date = doc.details.date.as_deref();
        facts.extend(date.and_then(viewer::date_in_words));
        facts.extend(doc.pmid.as_ref().map(|pmid| format!("PMID {pmid}")));
        facts.extend(doc.doi.as_ref().map(|doi| format!("doi {doi}")));
        let full_text = doc.source.pmcid();
        facts.extend(full_text.map(|pmcid| say!("document-full-text", id = pmcid)));
        if !facts.is_empty() {
            ui.add(Label::new(RichText::new(facts.join(" · ")).small().color(theme::dim())).wrap());
        }
        topics_line::subject(ui, view, opened);
        topics_line::show(ui, view, doc, sent);
        file_gone(ui, view, stored.key);
        ui.horizontal_wrapped(|ui| {
            let spacing = ui.spacing_mut();
            spacing.item_spacing = egui::vec2(4.0, 4.0);
            spacing.button_padding.x = 7.0;
            open_source(ui, stored, sent);
            show_page(ui, view, stored, sent);
            let fly = egui::Button::new(small(icons::PLACE, say!("document-fly")));
            let fly = ui.add_enabled(opened.staged.point.is_some(), fly);
            if let Some(point_mm) = opened.staged.point.filter(|_| fly.clicked()) {
                sent.push(ViewCommand::FlyTo {
                    point_mm,
                    distance_mm: 700.0,
                });
            }
            let similar = SelectCommand::FindSimilar(Some(stored.key));
            let about = similar.about();
            let hint = format!("{} · A", about.tooltip());
            let words = small(icons::SIMILAR, about.label());
            if ui.button(words).on_hover_text(hint).clicked() {
                sent.push(similar);
            }
            let beside = SelectCommand::ReadBeside(stored.key);
            let hint = say!("beside-put-hint");
            let words = small(icons::BESIDE, say!("beside-put"));
            if ui.button(words).on_hover_text(hint).clicked() {
                sent.push(beside);
            }
            cite_menu(
                ui,
                small(icons::QUOTE, say!("document-cite")),
                view,
                LibraryCommand::CopyCitation(stored.key),
                sent,
            );
            let export = LibraryCommand::ExportDocument(stored.key);
            let about = export.about();
            if ui
                .button(small(icons::EXPORT, about.label()))
                .on_hover_text(about.tooltip())
                .clicked()
            {
                sent.push(export);
            }
            let whole = stored
                .corrections
                .iter()
                .any(|c| (c.start, c.end) == Correction::WHOLE);
            let title = if stored.corrections.is_empty() {
                say!("document-correct")
            } else {
                say!("document-corrected")
            };
            ui.menu_button(small(icons::CORRECT, title), |ui| {
                corrections(ui, view, stored.key, None, whole, sent)
            })
            .response
            .on_hover_text(say!("document-correct-hint"));
            // What takes it away stands last, and makes least of itself.
            let remove = ui.button(icons::REMOVE.small());
            icons::name(&remove, &say!("document-remove"));
            if remove.on_hover_text(say!("document-remove-hint")).clicked() {
                sent.push(LibraryCommand::RemoveDocument(stored.key));
            }
        });
        ui.add_space(2.0);
        marks_card::show(ui, view, stored.key, sent);
        ui.add_space(4.0);
        let placed_by = match stored.corrections.is_empty() {
            true => PlacedBy::Model,
            false => PlacedBy::Reader,
        };
        grounding_card::show(ui, view, &opened.staged, Some(placed_by), sent);
        if let Some(words) = viewer::why_here(view, stored) {
            ui.add_space(4.0);
            ui.add(Label::new(RichText::new(words).color(theme::text())).wrap());
        }
        ui.add_space(6.0);
        let why = &view.documents.why;
        let found = why.found.as_ref().map(|(_, found)| found);
        why_line::show(ui, view, why.pending, found, sent);
        sentences(ui, view, opened, sent);
    });
}

/// What stands on a button of those that can be done with the document: there are many.
fn small(icon: Icon, words: String) -> (Icon, RichText) {
    (icon.small(), RichText::new(words).small())
}

/// Says where the file was, if it has vanished from a folder that is watched.
fn file_gone(ui: &mut Ui, view: &View, key: i64) {
    let Some(file) = view.documents.gone_file(key) else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        icons::GONE.small().color(theme::warning()).show(ui);
        let words = RichText::new(watched_list::gone_in_words(file));
        ui.label(words.small().color(theme::warning()));
    });
}

/// Opens what the document came from; where that was a file that is gone, it says so.
fn open_source(ui: &mut Ui, stored: &Stored, sent: &mut Sent) {
    let doc = &stored.document;
    let file = &doc.source.path;
    let openable = doc.url.is_some() || doc.doi.is_some() || doc.pmid.is_some() || file.exists();
    let words = small(icons::OPEN_SOURCE, say!("document-open-source"));
    let mut button = ui.add_enabled(openable, egui::Button::new(words));
    // What was pasted has no place among the files.
    if !openable && file.is_absolute() {
        button = button.on_disabled_hover_text(watched_list::gone_in_words(file));
    }
    if button.clicked() {
        sent.push(LibraryCommand::OpenSource(stored.key));
    }
}

/// Shows the page of the PDF that the document came from, or no longer; offered where there is one.
fn show_page(ui: &mut Ui, view: &View, stored: &Stored, sent: &mut Sent) {
    let Some(path) = viewer::pdf_of(&stored.document) else {
        return;
    };
    let shows = view.shows_page();
    let words = match shows {
        true => say!("page-hide"),
        false => say!("page-show"),
    };
    let button = egui::Button::new(small(icons::PAGE, words));
    let button = ui.add_enabled(shows || path.exists(), button);
    let moved = || say!("page-failed-moved", path = path.display().to_string());
    let button = button.on_hover_text(say!("page-show-hint"));
    if button.on_disabled_hover_text(moved()).clicked() {
        sent.push(SelectCommand::TogglePage);
    }
}

/// The authors; of a work that has none, its editors.
pub(super) fn by_whom(document: &Document) -> Option<String> {
    let are_editors = document.authors.is_empty();
    let names = match are_editors {
        true => &document.details.editors,
        false => &document.authors,
    };
    let named = match names.as_slice() {
        [] => return None,
        [first, _, _, _, _, ..] => say!("document-et-al", first = first),
        few => few.join(", "),
    };
    Some(match are_editors {
        true => say!("document-edited", names = named),
        false => named,
    })
}

/// The styles of citations: a click on one copies in it, and keeps it.
pub fn cite_menu<'a>(
    ui: &mut Ui,
    title: impl egui::IntoAtoms<'a>,
    view: &View,
    copy: LibraryCommand,
    sent: &mut Sent,
) {
    ui.menu_button(title, |ui| {
        for style in CitationStyle::ALL {
            let is_kept = view.citation_style == style;
            if ui.selectable_label(is_kept, style.label()).clicked() {
                sent.push(LibraryCommand::SetCitationStyle(style));
                sent.push(copy.clone());
                ui.close();
            }
        }
    })
    .response
    .on_hover_text(say!("document-cite-hint"));
}

/// What was said instead of the model, in a few words.
fn in_words(says: Says) -> String {
    match says {
        Says::NotAFinding => say!("document-said-not-a-finding"),
        Says::OtherSide => say!("document-said-other-side"),
        Says::BelongsHere => say!("document-said-here"),
    }
}

/// What can be said of a sentence, or of the document, instead of the model.
fn corrections(
    ui: &mut Ui,
    view: &View,
    key: i64,
    sentence: Option<usize>,
    is_corrected: bool,
    sent: &mut Sent,
) {
    let mut offers = vec![(
        icons::ABSENT,
        say!("document-not-a-finding"),
        Some(Reading::NotAFinding),
    )];
    if viewer::has_other_side(view, sentence) {
        offers.push((
            icons::FLIP,
            say!("document-other-side"),
            Some(Reading::OtherSide),
        ));
    }
    if let Some(structure) = view.selection.structure {
        let name = view.name_within(structure);
        offers.push((
            icons::PLACE,
            say!("document-belongs", name = name),
            Some(Reading::BelongsHere),
        ));
    }
    if is_corrected {
        offers.push((icons::UNDO, say!("document-as-model"), None));
    }
    for (icon, words, says) in offers {
        if ui.button((icon, words)).clicked() {
            sent.push(LibraryCommand::Correct {
                key,
                sentence,
                says,
            });
            ui.close();
        }
    }
    if view.selection.structure.is_none() {
        let words = say!("document-click-first");
        ui.label(RichText::new(words).small().color(theme::dim()));
    }
}

/// The weights of the words of a document while they are shown.
fn weighed<'a>(view: &'a View, stored: &Stored) -> Weighed<'a> {
    match &view.documents.why.found {
        Some((key, found)) if view.documents.why.on && *key == stored.key => Weighed::of(found),
        _ => Weighed::default(),
    }
}

fn sentences(ui: &mut Ui, view: &View, opened: &Opened, sent: &mut Sent) {
    let stored = &opened.stored;
    let weighed = weighed(view, stored);
    let sentences = &stored.grounding.sentences;
    if sentences.is_empty() {
        let text = &stored.document.text;
        long_text::plain(ui, stored.key, text, weighed, &tagged_text::words(true));
        return;
    }
    sentence_bars::legend(ui, view, sentences, sent);
    let count = sentences.len().min(opened.staged.sentences.len());
    long_text::rows(ui, stored.key, count, |ui, n| {
        let sentence = &sentences[n];
        let mut job = tagged_text::sentence(view, sentence, weighed);
        let said = stored
            .corrections
            .iter()
            .find(|c| c.start == sentence.start && c.end == sentence.end);
        if let Some(said) = said {
            let yours = TextFormat {
                font_id: FontId::proportional(11.0),
                color: theme::dim(),
                italics: true,
                ..Default::default()
            };
            job.append(&format!("  {}", in_words(said.says)), 0.0, yours);
        }
        let behind = ui.painter().add(egui::Shape::Noop);
        let row = sentence_bars::beside(ui, view, sentence, |ui| {
            ui.add(Label::new(job).wrap().sense(Sense::click()))
        });
        let row = row.on_hover_text(say!("document-sentence-hint"));
        if view.selection.sentence == Some(n) {
            let at = row.rect.expand(2.0);
            let shape = egui::Shape::rect_filled(at, 3.0, theme::selected());
            ui.painter().set(behind, shape);
        }
        tagged_text::follow_focus(&row);
        row_menu::of(&row, |ui| {
            if !view.shows_page()
                && viewer::pdf_of(&stored.document).is_some()
                && ui.button((icons::PAGE, say!("page-show"))).clicked()
            {
                sent.push(SelectCommand::LookAtSentence(n));
                sent.push(SelectCommand::TogglePage);
                ui.close();
            }
            corrections(ui, view, stored.key, Some(n), said.is_some(), sent);
        });
        if row.clicked() {
            sent.push(SelectCommand::LookAtSentence(n));
        }
    });
}
