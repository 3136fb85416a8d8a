//! The right panel: the ranked list, one document with its sentences, the live text, and the problems.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    self, Align, Color32, FontId, Label, RichText, ScrollArea, Sense, TextFormat, Ui,
};
use grounding::WordWeight;
use library::{Hit, Stored};

use super::{Commands, View, grounding_card, theme};
use crate::app::command::Command;
use crate::app::state::{Chrome, PanelTab, is_doubtful};

/// Draws the panel. `live_text` is the text box's content.
pub fn show(
    ui: &mut Ui,
    view: &View,
    chrome: &mut Chrome,
    live_text: &mut String,
    sent: &mut Commands,
) {
    egui::Panel::right("side panel")
        .frame(
            egui::Frame::new()
                .fill(theme::panel())
                .inner_margin(egui::Margin::symmetric(12, 8)),
        )
        .default_size(376.0)
        .size_range(280.0..=620.0)
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                let problems = view.library.problems.len();
                for (tab, words) in [
                    (PanelTab::Results, "Results".to_owned()),
                    (PanelTab::Document, "Document".to_owned()),
                    (PanelTab::Text, "Place a text".to_owned()),
                    (
                        PanelTab::Problems,
                        if problems == 0 {
                            "Problems".to_owned()
                        } else {
                            format!("Problems ({problems})")
                        },
                    ),
                ] {
                    let words = if tab == PanelTab::Problems && problems > 0 {
                        RichText::new(words).color(theme::warning())
                    } else {
                        RichText::new(words)
                    };
                    if ui.selectable_label(chrome.tab == tab, words).clicked() {
                        sent.push(Command::ShowTab(tab));
                    }
                }
            });
            ui.add_space(2.0);
            ui.separator();
            match chrome.tab {
                PanelTab::Results => results(ui, view, sent),
                PanelTab::Document => document(ui, view, sent),
                PanelTab::Text => live(ui, view, live_text, sent),
                PanelTab::Problems => problems_list(ui, view),
            }
        });
}

fn results(ui: &mut Ui, view: &View, sent: &mut Commands) {
    let results = &view.library.results;
    ui.label(
        RichText::new(if results.heading.is_empty() {
            "All documents"
        } else {
            &results.heading
        })
        .heading(),
    );
    if view.selection.structure.is_some() && view.selection.point_mm.is_some() {
        ui.horizontal(|ui| {
            if ui
                .selectable_label(!view.selection.by_point, "In this structure")
                .clicked()
            {
                sent.push(Command::RankByPoint(false));
            }
            if ui
                .selectable_label(view.selection.by_point, "Nearest to the point")
                .clicked()
            {
                sent.push(Command::RankByPoint(true));
            }
        });
    }
    if results.pending {
        ui.label(RichText::new("Searching…").color(theme::dim()));
    } else if results.hits.is_empty() {
        ui.add_space(10.0);
        let words = if view.library.entries.is_empty() {
            "The library is empty. Drop files on the window, or use “Add documents…”."
        } else if results.heading.is_empty() {
            "Click an organ, a point or a marker. Its documents are listed here, nearest first."
        } else {
            "No document here yet."
        };
        ui.label(RichText::new(words).color(theme::dim()));
        return;
    } else {
        ui.label(
            RichText::new(format!("{} documents", results.hits.len()))
                .small()
                .color(theme::dim()),
        );
    }
    ui.add_space(2.0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let mut hovered = None;
        for (rank, hit) in results.hits.iter().enumerate() {
            if result_row(ui, view, rank + 1, hit, sent) {
                hovered = Some(hit.key);
            }
        }
        let known = view
            .selection
            .hovered_document
            .filter(|_| !view.selection.hovered_on_stage);
        if hovered != known && (hovered.is_some() || known.is_some()) {
            sent.push(Command::HoverDocument(hovered));
        }
    });
}

/// One row; returns whether the pointer is on it.
fn result_row(ui: &mut Ui, view: &View, rank: usize, hit: &Hit, sent: &mut Commands) -> bool {
    let selected = view.selection.document == Some(hit.key);
    let lit = view.selection.hovered_document == Some(hit.key);
    let fill = if selected {
        ui.visuals().selection.bg_fill
    } else if lit {
        ui.visuals().widgets.hovered.bg_fill
    } else {
        Color32::TRANSPARENT
    };
    let inner = egui::Frame::new()
        .fill(fill)
        .corner_radius(6)
        .inner_margin(egui::Margin::symmetric(8, 5))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_top(|ui| {
                let number =
                    Label::new(RichText::new(rank.to_string()).small().color(theme::dim()));
                ui.add_sized([22.0, 16.0], number.selectable(false));
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ui.add(
                        Label::new(RichText::new(&hit.title).color(theme::text()))
                            .wrap()
                            .selectable(false),
                    );
                    ui.horizontal_wrapped(|ui| {
                        ui.spacing_mut().item_spacing.x = 6.0;
                        let place = if is_doubtful(hit.outside_p) {
                            RichText::new("⚠ outside this atlas?").color(theme::warning())
                        } else {
                            RichText::new(view.name_of(&hit.structure)).color(theme::marker_ui())
                        };
                        ui.add(Label::new(place.small()).selectable(false));
                        if let Some(distance) = hit.distance_mm {
                            let words = if distance < 0.5 {
                                "inside".to_owned()
                            } else {
                                format!("{distance:.0} mm")
                            };
                            ui.add(
                                Label::new(RichText::new(words).small().color(theme::dim()))
                                    .selectable(false),
                            );
                        }
                        if let Some(year) = hit.year {
                            ui.add(
                                Label::new(
                                    RichText::new(year.to_string()).small().color(theme::dim()),
                                )
                                .selectable(false),
                            );
                        }
                    });
                });
            });
        });
    let response = ui.interact(
        inner.response.rect,
        ui.make_persistent_id(("hit", hit.key)),
        Sense::click(),
    );
    response.widget_info(|| {
        egui::WidgetInfo::selected(
            egui::WidgetType::SelectableLabel,
            true,
            selected,
            &hit.title,
        )
    });
    if response.clicked() {
        sent.push(Command::SelectDocument(hit.key));
    }
    if response.double_clicked() {
        sent.push(Command::ShowTab(PanelTab::Document));
    }
    if lit && view.selection.hovered_on_stage {
        response.scroll_to_me(None);
    }
    response.context_menu(|ui| {
        for (words, command) in [
            ("Read", Command::ShowTab(PanelTab::Document)),
            ("Open the source", Command::OpenSource(hit.key)),
            ("Remove from the library", Command::RemoveDocument(hit.key)),
        ] {
            if ui.button(words).clicked() {
                if words == "Read" {
                    sent.push(Command::SelectDocument(hit.key));
                }
                sent.push(command);
                ui.close();
            }
        }
    });
    response.hovered()
}

fn document(ui: &mut Ui, view: &View, sent: &mut Commands) {
    let Some(stored) = view.library.document.as_deref() else {
        ui.add_space(10.0);
        ui.label(
            RichText::new("Click a marker or a row to read its document here.").color(theme::dim()),
        );
        return;
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let doc = &stored.document;
        let (found, largest) = weighed(view, stored);
        let mut title = LayoutJob::default();
        let heading = TextFormat {
            font_id: egui::TextStyle::Heading.resolve(ui.style()),
            color: theme::text(),
            ..Default::default()
        };
        let of_title = found.iter().filter(|word| word.in_title);
        tinted(&mut title, &doc.title, 0, of_title, largest, &heading);
        ui.add(Label::new(title).wrap().selectable(true));
        let mut facts: Vec<String> = Vec::new();
        if !doc.authors.is_empty() {
            facts.push(if doc.authors.len() > 4 {
                format!("{} et al.", doc.authors[0])
            } else {
                doc.authors.join(", ")
            });
        }
        facts.extend(doc.journal.clone());
        facts.extend(doc.year.map(|year| year.to_string()));
        facts.extend(doc.pmid.as_ref().map(|pmid| format!("PMID {pmid}")));
        facts.extend(doc.doi.as_ref().map(|doi| format!("doi {doi}")));
        if !facts.is_empty() {
            ui.add(Label::new(RichText::new(facts.join(" · ")).small().color(theme::dim())).wrap());
        }
        ui.horizontal(|ui| {
            let openable = doc.url.is_some()
                || doc.doi.is_some()
                || doc.pmid.is_some()
                || doc.source.path.exists();
            if ui
                .add_enabled(openable, egui::Button::new("Open the source"))
                .clicked()
            {
                sent.push(Command::OpenSource(stored.key));
            }
            if ui.button("Fly to the marker").clicked() {
                sent.push(Command::FlyTo {
                    point_mm: stored.grounding.point_mm,
                    distance_mm: 700.0,
                });
            }
            if ui
                .button("Remove")
                .on_hover_text("Remove this document from the library")
                .clicked()
            {
                sent.push(Command::RemoveDocument(stored.key));
            }
        });
        ui.add_space(4.0);
        grounding_card::show(ui, view, &stored.grounding, true, sent);
        ui.add_space(6.0);
        why_line(ui, view, sent);
        sentences(ui, view, stored, sent);
    });
}

/// The switch that tints the words, and what the tints mean.
fn why_line(ui: &mut Ui, view: &View, sent: &mut Commands) {
    let why = &view.library.why;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if ui
            .selectable_label(why.on, "Why")
            .on_hover_text(
                "Tint the words that speak for this place, or for a structure clicked above",
            )
            .clicked()
        {
            sent.push(Command::ToggleWhy);
        }
        if !why.on {
            return;
        }
        if let Some(Err(reason)) = &view.library.engine {
            let words = format!("Words cannot be weighed: {reason}");
            ui.label(RichText::new(words).small().color(theme::error()));
        } else if why.pending {
            ui.spinner();
        } else if let Some((_, found)) = &why.found {
            let swatch = |ui: &mut Ui, share: f32, words: &str| {
                let words = RichText::new(format!(" {words} ")).small();
                let words = words.color(theme::text());
                ui.label(words.background_color(theme::word_tint(share)));
            };
            let name = view.name_of(&found.structure);
            swatch(ui, 1.0, &format!("for {name}"));
            swatch(ui, -1.0, "against it");
            let rest = "stronger: more so";
            ui.label(RichText::new(rest).small().color(theme::dim()));
        }
    });
    ui.add_space(2.0);
}

/// The weights of the words of a document while they are shown, and the largest of them.
fn weighed<'a>(view: &View<'a>, stored: &Stored) -> (&'a [WordWeight], f32) {
    match &view.library.why.found {
        Some((key, found)) if view.library.why.on && *key == stored.key => {
            (&found.words, found.largest())
        }
        _ => (&[], 0.0),
    }
}

/// Appends a passage that begins at byte `start` of its text, with a background behind each word that weighs something.
fn tinted<'a>(
    job: &mut LayoutJob,
    passage: &str,
    start: usize,
    words: impl Iterator<Item = &'a WordWeight>,
    largest: f32,
    format: &TextFormat,
) {
    let mut done = 0;
    for word in words {
        let share = word.weight / largest.max(f32::MIN_POSITIVE);
        let (Some(from), Some(to)) = (word.start.checked_sub(start), word.end.checked_sub(start))
        else {
            continue;
        };
        // A faint tint on every word would only make the text harder to read.
        if share.abs() < 0.04 || from < done {
            continue;
        }
        let (Some(before), Some(letters)) = (passage.get(done..from), passage.get(from..to)) else {
            continue;
        };
        job.append(before, 0.0, format.clone());
        let format = TextFormat {
            background: theme::word_tint(share),
            color: theme::text(),
            ..format.clone()
        };
        job.append(letters, 0.0, format);
        done = to;
    }
    job.append(passage.get(done..).unwrap_or_default(), 0.0, format.clone());
}

fn sentences(ui: &mut Ui, view: &View, stored: &Stored, sent: &mut Commands) {
    let (found, largest) = weighed(view, stored);
    let words = || found.iter().filter(|word| !word.in_title);
    let body = |strong: bool| TextFormat {
        font_id: FontId::proportional(13.5),
        color: if strong { theme::text() } else { theme::dim() },
        ..Default::default()
    };
    let sentences = &stored.grounding.sentences;
    if sentences.is_empty() {
        let mut job = LayoutJob::default();
        let text = &stored.document.text;
        tinted(&mut job, text, 0, words(), largest, &body(true));
        ui.add(Label::new(job).wrap().selectable(true));
        return;
    }
    for sentence in sentences {
        let mut job = LayoutJob::default();
        let strong = sentence.p > 0.5;
        let text = sentence.text.trim();
        let start = sentence.start + (sentence.text.len() - sentence.text.trim_start().len());
        tinted(&mut job, text, start, words(), largest, &body(strong));
        if strong {
            let place = TextFormat {
                font_id: FontId::proportional(11.0),
                color: theme::marker_ui(),
                valign: Align::Center,
                ..Default::default()
            };
            job.append(
                &format!("  {}", view.name_of(&sentence.structure)),
                0.0,
                place,
            );
        }
        let row = ui.add(Label::new(job).wrap().sense(Sense::click()));
        if row
            .on_hover_text("Click: look at this sentence's place")
            .clicked()
        {
            sent.push(Command::FlyTo {
                point_mm: sentence.point_mm,
                distance_mm: 600.0,
            });
        }
    }
}

fn live(ui: &mut Ui, view: &View, text: &mut String, sent: &mut Commands) {
    ui.label(RichText::new("Place a text").heading());
    ui.label(RichText::new("Type or paste: the blue marker moves where the text belongs. Nothing leaves this machine.").small().color(theme::dim()));
    let edit = ui.add(
        egui::TextEdit::multiline(text)
            .desired_width(f32::INFINITY)
            .desired_rows(9)
            .hint_text("For example: A stone in the distal left ureter with hydronephrosis of the left kidney."),
    );
    if edit.changed() {
        sent.push(Command::LiveText(text.clone()));
    }
    ui.horizontal(|ui| {
        if ui
            .add_enabled(!text.is_empty(), egui::Button::new("Clear"))
            .clicked()
        {
            text.clear();
            sent.push(Command::LiveText(String::new()));
        }
        if view.live.pending {
            ui.spinner();
        }
        let grounding = view.live.grounding.as_ref();
        if let Some(grounding) = grounding.filter(|g| !text.is_empty() && !g.is_outside())
            && ui.button("Documents near here").clicked()
        {
            sent.push(Command::SelectStructure {
                structure: grounding.structure.clone(),
                point_mm: Some(grounding.point_mm),
            });
            sent.push(Command::RankByPoint(true));
            sent.push(Command::ShowTab(PanelTab::Results));
        }
    });
    match (&view.library.engine, view.live.grounding.as_ref()) {
        (Some(Err(reason)), _) => {
            ui.label(
                RichText::new(format!("Texts cannot be placed: {reason}")).color(theme::error()),
            );
        }
        (None, _) => {
            ui.label(RichText::new("The model is being opened…").color(theme::dim()));
        }
        (_, Some(grounding)) if !text.trim().is_empty() => {
            grounding_card::show(ui, view, grounding, false, sent);
            ui.add_space(4.0);
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                for sentence in &grounding.sentences {
                    let text = sentence.text.trim();
                    let words = if sentence.p > 0.5 {
                        let place = view.name_of(&sentence.structure);
                        RichText::new(format!("{text}  —  {place}")).color(theme::text())
                    } else {
                        RichText::new(text).color(theme::dim())
                    };
                    ui.add(Label::new(words.small()).wrap());
                }
            });
        }
        _ => {}
    }
}

fn problems_list(ui: &mut Ui, view: &View) {
    ui.label(RichText::new("Problems").heading());
    if view.library.problems.is_empty() {
        ui.label(RichText::new("Nothing has gone wrong.").color(theme::dim()));
        return;
    }
    ui.label(
        RichText::new("These were left out; everything else went on.")
            .small()
            .color(theme::dim()),
    );
    ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        44.0,
        view.library.problems.len(),
        |ui, rows| {
            for problem in &view.library.problems[rows] {
                ui.vertical(|ui| {
                    ui.set_min_height(38.0);
                    ui.add(
                        Label::new(
                            RichText::new(format!("⚠ {}", problem.place)).color(theme::warning()),
                        )
                        .truncate(),
                    );
                    ui.add(
                        Label::new(RichText::new(&problem.reason).small().color(theme::text()))
                            .truncate(),
                    )
                    .on_hover_text(&problem.reason);
                });
            }
        },
    );
}
