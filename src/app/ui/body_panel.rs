//! The structure tree: systems, structures, parts; shown, ghost or hidden.

use anatomy::{Atlas, StructureIndex, System};
use bevy_egui::egui::{self, RichText, Sense, Ui};

use super::{Commands, View, capitalised, look_panel, theme};
use crate::app::command::Command;
use crate::app::state::{Chrome, Look};

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &View, chrome: &mut Chrome, sent: &mut Commands) {
    egui::Panel::left("body panel")
        .frame(
            egui::Frame::new()
                .fill(theme::panel())
                .inner_margin(egui::Margin::symmetric(10, 8)),
        )
        .default_size(248.0)
        .size_range(190.0..=380.0)
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                for (look, words, hint) in [
                    (false, "Structures", "Every structure: show, ghost, hide"),
                    (true, "Look", "Cuts, taking apart, colours, saved views · C"),
                ] {
                    if ui
                        .selectable_label(chrome.look_panel == look, words)
                        .on_hover_text(hint)
                        .clicked()
                    {
                        chrome.look_panel = look;
                    }
                }
            });
            ui.add_space(4.0);
            if chrome.look_panel {
                look_panel::show(ui, view, chrome, sent);
                return;
            }
            ui.add(
                egui::TextEdit::singleline(&mut chrome.filter)
                    .hint_text("Filter: name, synonym, Latin")
                    .desired_width(f32::INFINITY),
            );
            let hidden = view.body.hidden_by_hand.len();
            if hidden > 0
                && ui
                    .small_button(format!("Restore hidden ({hidden})"))
                    .clicked()
            {
                sent.push(Command::RestoreHidden);
            }
            let Some(atlas) = view.atlas() else {
                ui.add_space(12.0);
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label(RichText::new("Reading the atlas…").color(theme::dim()));
                });
                return;
            };
            egui::ScrollArea::vertical()
                .auto_shrink(false)
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    let filter = chrome.filter.trim().to_lowercase();
                    for system in System::ALL {
                        system_branch(ui, view, atlas, system, &filter, sent);
                    }
                });
        });
}

fn system_branch(
    ui: &mut Ui,
    view: &View,
    atlas: &Atlas,
    system: System,
    filter: &str,
    sent: &mut Commands,
) {
    let catalogue = atlas.catalogue();
    let roots: Vec<StructureIndex> = catalogue
        .indices()
        .filter(|index| {
            let structure = catalogue.get(*index);
            structure.system == system
                && structure
                    .parent
                    .is_none_or(|parent| catalogue.get(parent).system != system)
                && atlas.centroid_mm(*index).is_some()
                && matches(atlas, *index, filter)
        })
        .collect();
    if roots.is_empty() {
        return;
    }
    let open = !filter.is_empty();
    let id = ui.make_persistent_id(("system", system.name()));
    let mut state =
        egui::collapsing_header::CollapsingState::load_with_default_open(ui.ctx(), id, false);
    if open {
        state.set_open(true);
    }
    state
        .show_header(ui, |ui| {
            let label = ui.add(
                egui::Label::new(RichText::new(capitalised(system.name())).color(theme::text()))
                    .sense(Sense::click()),
            );
            label.context_menu(|ui| {
                let shared = roots
                    .first()
                    .and_then(|root| view.body.opacity_of(*root))
                    .filter(|first| {
                        roots
                            .iter()
                            .all(|root| view.body.opacity_of(*root) == Some(*first))
                    });
                opacity_slider(ui, shared, |opacity| {
                    sent.extend(
                        roots.iter().map(|root| {
                            Command::SetOpacity(catalogue.get(*root).id.clone(), opacity)
                        }),
                    );
                });
            });
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let mut looks = roots
                    .iter()
                    .flat_map(|root| view.body.drawn_parts(*root))
                    .map(|part| view.body.look(part));
                let look = looks
                    .next()
                    .filter(|first| looks.all(|look| look == *first));
                if let Some(next) = look_button(ui, look, system.name()) {
                    sent.extend(
                        roots
                            .iter()
                            .map(|root| Command::SetLook(catalogue.get(*root).id.clone(), next)),
                    );
                }
            });
        })
        .body(|ui| {
            for root in roots {
                structure_row(ui, view, atlas, root, filter, sent);
            }
        });
}

fn matches(atlas: &Atlas, index: StructureIndex, filter: &str) -> bool {
    if filter.is_empty() {
        return true;
    }
    let structure = atlas.catalogue().get(index);
    structure.name.to_lowercase().contains(filter)
        || structure.latin.to_lowercase().contains(filter)
        || structure
            .synonyms
            .iter()
            .any(|synonym| synonym.to_lowercase().contains(filter))
        || atlas
            .catalogue()
            .children(index)
            .iter()
            .any(|child| matches(atlas, *child, filter))
}

fn structure_row(
    ui: &mut Ui,
    view: &View,
    atlas: &Atlas,
    index: StructureIndex,
    filter: &str,
    sent: &mut Commands,
) {
    let catalogue = atlas.catalogue();
    let children: Vec<StructureIndex> = catalogue
        .children(index)
        .iter()
        .copied()
        .filter(|child| atlas.centroid_mm(*child).is_some() && matches(atlas, *child, filter))
        .collect();
    if children.is_empty() {
        row(ui, view, atlas, index, sent);
        return;
    }
    let id = ui.make_persistent_id(("structure", &catalogue.get(index).id));
    let mut state =
        egui::collapsing_header::CollapsingState::load_with_default_open(ui.ctx(), id, false);
    if !filter.is_empty() {
        state.set_open(true);
    }
    state
        .show_header(ui, |ui| row(ui, view, atlas, index, sent))
        .body(|ui| {
            for child in children {
                structure_row(ui, view, atlas, child, filter, sent);
            }
        });
}

fn row(ui: &mut Ui, view: &View, atlas: &Atlas, index: StructureIndex, sent: &mut Commands) {
    let structure = atlas.catalogue().get(index);
    ui.horizontal(|ui| {
        let (dot, _) = ui.allocate_exact_size(egui::vec2(10.0, 18.0), Sense::hover());
        ui.painter()
            .circle_filled(dot.center(), 4.0, theme::swatch(structure.color));
        let selected = view.selection.structure == Some(index);
        let hovered = view
            .selection
            .hover
            .as_ref()
            .is_some_and(|hover| hover.structure == index);
        let mut words = RichText::new(capitalised(&structure.name));
        if hovered {
            words = words.color(theme::accent_ui());
        } else if view.body.look_of(index) == Some(Look::Hidden) {
            words = words.color(theme::dim());
        }
        let width = (ui.available_width() - 26.0).max(40.0);
        let label = ui.add_sized(
            [width, 18.0],
            egui::Button::selectable(selected, words)
                .truncate()
                .right_text(""),
        );
        if label.clicked() {
            sent.push(Command::SelectStructure {
                structure: structure.id.clone(),
                point_mm: None,
            });
        }
        if label.double_clicked() {
            sent.push(Command::Isolate(structure.id.clone()));
        }
        label.context_menu(|ui| {
            for (words, command) in [
                ("Isolate", Command::Isolate(structure.id.clone())),
                ("Show", Command::SetLook(structure.id.clone(), Look::Shown)),
                ("Ghost", Command::SetLook(structure.id.clone(), Look::Ghost)),
                ("Hide", Command::SetLook(structure.id.clone(), Look::Hidden)),
            ] {
                if ui.button(words).clicked() {
                    sent.push(command);
                    ui.close();
                }
            }
            opacity_slider(ui, view.body.opacity_of(index), |opacity| {
                sent.push(Command::SetOpacity(structure.id.clone(), opacity));
            });
        });
        if let Some(next) = look_button(ui, view.body.look_of(index), &structure.name) {
            sent.push(Command::SetLook(structure.id.clone(), next));
        }
    });
}

/// A slider from hidden to solid; one that stands in the middle says nothing yet when the parts differ.
fn opacity_slider(ui: &mut Ui, opacity: Option<f32>, mut set: impl FnMut(f32)) {
    ui.label(RichText::new("Opacity").small().color(theme::dim()));
    let mut percent = opacity.unwrap_or(0.3) * 100.0;
    let slider = egui::Slider::new(&mut percent, 0.0..=100.0)
        .step_by(1.0)
        .suffix(" %");
    if ui.add(slider).changed() {
        set(percent / 100.0);
    }
}

/// The look of a row, drawn as a filled, half or empty circle; a click goes shown -> ghost -> hidden. `None` when the parts differ.
fn look_button(ui: &mut Ui, look: Option<Look>, name: &str) -> Option<Look> {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), Sense::click());
    let color = if response.hovered() {
        theme::accent_ui()
    } else {
        theme::dim()
    };
    let painter = ui.painter();
    let centre = rect.center();
    painter.circle_stroke(centre, 4.5, egui::Stroke::new(1.2, color));
    let (words, next) = match look {
        Some(Look::Shown) => {
            painter.circle_filled(centre, 3.0, color);
            ("shown", Look::Ghost)
        }
        Some(Look::Ghost) => {
            painter.rect_filled(
                egui::Rect::from_min_max(
                    centre - egui::vec2(3.0, 3.0),
                    centre + egui::vec2(0.0, 3.0),
                ),
                1.5,
                color,
            );
            ("ghost", Look::Hidden)
        }
        Some(Look::Hidden) => ("hidden", Look::Shown),
        None => {
            painter.line_segment(
                [centre - egui::vec2(2.5, 0.0), centre + egui::vec2(2.5, 0.0)],
                egui::Stroke::new(1.4, color),
            );
            ("mixed", Look::Shown)
        }
    };
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("{name}: {words}"))
    });
    response
        .on_hover_text(format!(
            "{words}; click for {}",
            format!("{next:?}").to_lowercase()
        ))
        .clicked()
        .then_some(next)
}
