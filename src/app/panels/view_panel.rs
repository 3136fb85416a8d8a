//! How the body is looked at: cuts, taking apart, colours, saved views, measured distances.

use bevy_egui::egui::{self, RichText, Ui};

use anatomy::StructureIndex;
use language::say;
use viewer::command::{BodyCommand, HistoryCommand, SectionCommand, ViewCommand};
use viewer::{Language, MAX_SECTIONS, Palette, Quality, SectionPlane, SectionPreset, Theme, View};

use super::icons::{self, Icon};
use super::{Sent, heads, told};
use crate::app::theme;

/// Room for which way a cut goes, points.
const NAME: f32 = 52.0;

/// Draws the contents of the left panel's second tab.
pub fn show(ui: &mut Ui, view: &View, name: &mut String, is_still: bool, sent: &mut Sent) {
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            sections(ui, view, sent);
            ui.separator();
            apart(ui, view, sent);
            ui.separator();
            colours(ui, view, is_still, sent);
            ui.separator();
            views(ui, view, name, sent);
            if !view.scene.measurements.is_empty() {
                ui.separator();
                measured(ui, view, sent);
            }
        });
}

fn heading(ui: &mut Ui, icon: Icon, words: String) {
    heads::head(ui, icon, &words);
}

/// What is chosen from, below what it is for: in small words, so that a narrow panel has few rows of it.
fn choices(ui: &mut Ui, of: &str, add: impl FnOnce(&mut Ui)) {
    ui.add_space(2.0);
    ui.label(RichText::new(of).small().color(theme::dim()));
    ui.horizontal_wrapped(|ui| {
        let spacing = ui.spacing_mut();
        spacing.item_spacing = egui::vec2(2.0, 2.0);
        spacing.button_padding.x = 7.0;
        add(ui);
    });
}

/// The width of a button with these words.
fn button_width(ui: &Ui, words: &str) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let galley = ui
        .painter()
        .layout_no_wrap(words.to_owned(), font, theme::text());
    galley.size().x + 2.0 * ui.spacing().button_padding.x
}

fn sections(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let sections = &view.scene.sections;
    ui.horizontal(|ui| {
        heading(ui, icons::CUT, say!("look-cuts"));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if !sections.is_empty() && ui.small_button(say!("look-close-all")).clicked() {
                sent.push(SectionCommand::ClearSections);
            }
        });
    });
    ui.add_enabled_ui(sections.len() < MAX_SECTIONS, |ui| {
        ui.horizontal_wrapped(|ui| {
            let spacing = ui.spacing_mut();
            spacing.item_spacing.x = 4.0;
            spacing.button_padding.x = 7.0;
            for (words, preset, hint) in [
                (
                    say!("look-axial"),
                    SectionPreset::Axial,
                    say!("look-axial-hint"),
                ),
                (
                    say!("look-coronal"),
                    SectionPreset::Coronal,
                    say!("look-coronal-hint"),
                ),
                (
                    say!("look-sagittal"),
                    SectionPreset::Sagittal,
                    say!("look-sagittal-hint"),
                ),
                (
                    say!("look-facing"),
                    SectionPreset::Facing,
                    say!("look-facing-hint"),
                ),
            ] {
                let words = RichText::new(words).small();
                if ui.button(words).on_hover_text(hint).clicked() {
                    sent.push(SectionCommand::AddSection {
                        preset,
                        through: None,
                    });
                }
            }
        });
    });
    let half = view.atlas().map_or([300.0; 3], |atlas| {
        atlas.labels().dims().map(|n| n as f32 * 0.5)
    });
    for (at, plane) in sections.iter().enumerate() {
        section(ui, at, plane, plane.reach_mm(half), sent);
    }
    if !sections.is_empty() {
        let mut fill = view.scene.fill_cut;
        if ui
            .checkbox(&mut fill, say!("look-fill-cut"))
            .on_hover_text(say!("look-fill-cut-hint"))
            .changed()
        {
            sent.push(SectionCommand::FillCut(fill));
        }
        if view.scene.explode > 0.0 {
            ui.label(
                RichText::new(say!("look-cuts-rest"))
                    .small()
                    .color(theme::warning()),
            );
        }
    }
}

/// One cut: whether it is on, where it lies, and what can be done with it.
fn section(ui: &mut Ui, at: usize, plane: &SectionPlane, reach: f32, sent: &mut Sent) {
    let flip = say!("look-flip");
    let buttons = button_width(ui, &flip) + button_width(ui, "") + 16.0;
    ui.horizontal(|ui| {
        let mut changed = *plane;
        let (words, on) = (say!("look-cut-on"), ui.checkbox(&mut changed.on, ""));
        on.widget_info(|| {
            egui::WidgetInfo::selected(egui::WidgetType::Checkbox, true, plane.on, &words)
        });
        on.on_hover_text(words);
        let from_left = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(egui::vec2(NAME, 18.0), from_left, |ui| {
            ui.set_min_width(NAME);
            ui.label(RichText::new(plane.orientation()).small());
        });
        // The spaces between the three and the rest of a handle at its ends.
        ui.spacing_mut().slider_width = (ui.available_width() - buttons - 24.0).max(40.0);
        ui.spacing_mut().item_spacing.x = 4.0;
        let slider = ui
            .add(egui::Slider::new(&mut changed.offset_mm, -reach..=reach).show_value(false))
            .on_hover_text(say!(
                "look-from-middle",
                distance = language::decimal(f64::from(plane.offset_mm), 0)
            ));
        let cut = plane.orientation();
        told::called(&slider, &say!("look-cut-where", cut = cut));
        if slider.drag_stopped() {
            sent.push(HistoryCommand::Settle);
        }
        if ui
            .small_button(flip.as_str())
            .on_hover_text(say!("look-flip-hint"))
            .clicked()
        {
            changed = changed.flipped();
        }
        if changed != *plane {
            sent.push(SectionCommand::SetSection(at, changed));
        }
        if icons::button(ui, icons::CLOSE, &say!("look-remove-cut")).clicked() {
            sent.push(SectionCommand::RemoveSection(at));
        }
    });
}

fn apart(ui: &mut Ui, view: &View, sent: &mut Sent) {
    heading(ui, icons::APART, say!("look-apart"));
    let mut amount = view.scene.explode;
    ui.spacing_mut().slider_width = ui.available_width() - 4.0;
    let slider = egui::Slider::new(&mut amount, 0.0..=1.0).show_value(false);
    let slider = ui.add(slider).on_hover_text(say!("look-apart-hint"));
    told::called(&slider, &say!("look-apart"));
    if slider.changed() {
        sent.push(BodyCommand::Explode(amount));
    }
    if slider.drag_stopped() {
        sent.push(HistoryCommand::Settle);
    }
}

/// The language of the window.
fn languages(ui: &mut Ui, view: &View, sent: &mut Sent) {
    choices(ui, &say!("settings-language"), |ui| {
        for (words, choice) in Language::choices() {
            let words = RichText::new(words).small();
            if ui
                .selectable_label(view.language == choice, words)
                .clicked()
            {
                sent.push(ViewCommand::SetLanguage(choice));
            }
        }
    });
}

/// Whether less moves by itself. Where the system wants that, it is so, and nothing to choose here.
fn motion(ui: &mut Ui, view: &View, is_still: bool, sent: &mut Sent) {
    let mut less = view.less_motion || is_still;
    let motion = egui::Checkbox::new(&mut less, say!("look-less-motion"));
    let motion = ui
        .add_enabled(!is_still, motion)
        .on_hover_text(say!("look-less-motion-hint"))
        .on_disabled_hover_text(say!("look-less-motion-of-system"));
    if motion.changed() {
        sent.push(ViewCommand::LessMotion(less));
    }
}

fn colours(ui: &mut Ui, view: &View, is_still: bool, sent: &mut Sent) {
    heading(ui, icons::PALETTE, say!("look-colours"));
    for palette in Palette::ALL {
        if ui
            .radio(view.scene.palette == palette, palette.label())
            .clicked()
        {
            sent.push(BodyCommand::SetPalette(palette));
        }
    }
    choices(ui, &say!("look-window"), |ui| {
        for choice in Theme::ALL {
            let icon = match choice {
                Theme::Dark => icons::DARK,
                Theme::Light => icons::LIGHT,
                Theme::HighContrast => icons::CONTRAST,
                Theme::System => icons::SYSTEM,
            };
            let is_chosen = view.theme == choice;
            let words = RichText::new(choice.label()).small();
            let label = ui.selectable_label(is_chosen, (icon.small(), words));
            if label.clicked() {
                sent.push(ViewCommand::SetTheme(choice));
            }
        }
    });
    motion(ui, view, is_still, sent);
    languages(ui, view, sent);
    let mut latin = view.labels_have_latin();
    let latin_names = ui.checkbox(&mut latin, say!("look-latin-labels"));
    if latin_names
        .on_hover_text(say!("look-latin-labels-hint"))
        .changed()
    {
        sent.push(ViewCommand::LatinLabels(latin));
    }
    choices(ui, &say!("look-drawing"), |ui| {
        for choice in Quality::ALL {
            let words = RichText::new(choice.label()).small();
            if ui.selectable_label(view.quality == choice, words).clicked() {
                sent.push(ViewCommand::SetQuality(choice));
            }
        }
    });
}

fn views(ui: &mut Ui, view: &View, name: &mut String, sent: &mut Sent) {
    heading(ui, icons::PICTURE, say!("look-views"));
    let save = say!("look-save");
    let beside = button_width(ui, &save) + 2.0 * ui.spacing().item_spacing.x;
    ui.horizontal(|ui| {
        let hint = say!("look-view-name");
        let width = (ui.available_width() - beside).max(60.0);
        let edit = egui::TextEdit::singleline(name).hint_text(&hint);
        let edit = told::text_box(ui, edit.desired_width(width), &hint);
        let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let named = !name.trim().is_empty();
        if (ui.add_enabled(named, egui::Button::new(save)).clicked() || entered) && named {
            sent.push(ViewCommand::SaveView(std::mem::take(name)));
        }
    });
    // A button that is an icon alone stands behind each.
    let behind = heads::width_of_buttons(ui, &[String::new()], true);
    let behind = behind + ui.spacing().item_spacing.x;
    for (number, saved) in (1..).zip(&view.scene.views) {
        ui.horizontal(|ui| {
            let keys = ViewCommand::GoToNumberedView(number).about().keys();
            let keys = RichText::new(keys.unwrap_or_default()).small();
            let go = egui::Button::selectable(false, &saved.name)
                .truncate()
                .right_text(keys.color(theme::dim()));
            if ui
                .add_sized([(ui.available_width() - behind).max(60.0), 20.0], go)
                .clicked()
            {
                sent.push(ViewCommand::GoToView(saved.name.clone()));
            }
            if icons::button(ui, icons::CLOSE, &say!("look-forget-view")).clicked() {
                sent.push(ViewCommand::RemoveView(saved.name.clone()));
            }
        });
    }
}

fn measured(ui: &mut Ui, view: &View, sent: &mut Sent) {
    ui.horizontal(|ui| {
        heading(ui, icons::DISTANCE, say!("look-measured"));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.small_button(say!("look-forget-all")).clicked() {
                sent.push(ViewCommand::ClearMeasurements);
            }
        });
    });
    let name = |point: viewer::StagePoint, called: fn(&View, StructureIndex) -> String| {
        view.atlas()
            .and_then(|atlas| atlas.nearest_structure(point.mm()))
            .map_or_else(String::new, |(structure, _)| called(view, structure))
    };
    for measured in &view.scene.measurements {
        ui.label(say!(
            "look-distance",
            length = language::decimal(f64::from(measured.length_mm()), 1),
            from = name(measured.from_mm, View::name),
            to = name(measured.to_mm, View::name_within)
        ));
    }
}
