//! The structure tree: systems, structures, parts; shown, ghost or hidden.

use anatomy::{Atlas, Region, Structure, StructureIndex, System};
use bevy_egui::egui::{self, RichText, Sense, Ui};

use language::say;
use viewer::command::{BodyCommand, HistoryCommand, SelectCommand};
use viewer::{
    Heat, Tool, View, Visibility, latin_name, region_name, region_parts, structure_in_language,
    structure_name, structure_title, system_name,
};

use super::{Sent, absent, icons, row_menu, told};
use crate::app::theme;

/// The tree; what is typed in its filter, and how many documents are about each structure.
pub fn show(ui: &mut Ui, view: &View, filter: &mut String, tally: &Heat, sent: &mut Sent) {
    let hint = say!("tree-filter");
    let edit = egui::TextEdit::singleline(filter)
        .prefix(icons::SEARCH.color(theme::dim()))
        .hint_text(&hint)
        .desired_width(f32::INFINITY);
    told::text_box(ui, edit, &hint);
    let hidden = view.scene.hidden_by_hand.len();
    if hidden > 0
        && ui
            .small_button((icons::LOOK, say!("tree-restore", count = hidden)))
            .clicked()
    {
        sent.push(BodyCommand::RestoreHidden);
    }
    let Some(atlas) = view.atlas() else {
        ui.add_space(12.0);
        absent::says_body(ui, view);
        return;
    };
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let filter = filter.trim().to_lowercase();
            let tree = Tree {
                view,
                atlas,
                tally,
                filter: &filter,
            };
            if filter.is_empty() {
                tree.regions(ui, sent);
            }
            for system in System::ALL {
                tree.system(ui, system, sent);
            }
        });
}

/// What the rows of the tree are made of.
struct Tree<'a> {
    view: &'a View,
    atlas: &'a Atlas,
    /// How many documents are about each structure.
    tally: &'a Heat,
    /// What was typed, in lower case.
    filter: &'a str,
}

impl Tree<'_> {
    /// The regions of the body, which are shown and hidden as the systems are; what lies in them stands below its system.
    fn regions(&self, ui: &mut Ui, sent: &mut Sent) {
        let id = ui.make_persistent_id("regions");
        let state =
            egui::collapsing_header::CollapsingState::load_with_default_open(ui.ctx(), id, false);
        let (arrow, ..) = state
            .show_header(ui, |ui| {
                let head = RichText::new(say!("tree-regions")).family(theme::strong());
                ui.label(head.color(theme::text()));
            })
            .body(|ui| {
                for region in Region::ALL {
                    self.region(ui, region, sent);
                }
            });
        unfolds(&arrow, say!("tree-regions"));
    }

    fn region(&self, ui: &mut Ui, region: Region, sent: &mut Sent) {
        let Tree { view, atlas, .. } = *self;
        if region_parts(atlas, region).next().is_none() {
            return;
        }
        let shared = view.scene.visibility_of_all(region_parts(atlas, region));
        let toggle: BodyCommand = BodyCommand::ToggleRegion(region);
        let keys = toggle.about().keys();
        ui.horizontal(|ui| {
            ui.label(region_name(region));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let name = region_name(region);
                if let Some(next) = visibility_button(ui, shared, &name, keys.as_deref()) {
                    sent.push(BodyCommand::SetRegionVisibility(region, next));
                }
                if let Some(keys) = keys {
                    ui.label(RichText::new(keys).small().color(theme::dim()));
                }
            });
        });
    }

    fn system(&self, ui: &mut Ui, system: System, sent: &mut Sent) {
        let Tree {
            view,
            atlas,
            filter,
            ..
        } = *self;
        let roots: Vec<StructureIndex> = viewer::system_roots(atlas.catalogue(), system)
            .filter(|root| atlas.centroid_mm(*root).is_some() && answers(atlas, *root, filter))
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
        let (arrow, ..) = state
            .show_header(ui, |ui| {
                let name = RichText::new(system_name(system)).family(theme::strong());
                let name = egui::Label::new(name.color(theme::text()));
                let label = ui.add(name.sense(Sense::click()));
                // A filter shows some of a system: what changes all of it would surprise then.
                if open {
                    return;
                }
                row_menu::of(&label, |ui| {
                    let shared = roots
                        .first()
                        .and_then(|root| view.scene.shared_opacity(atlas, *root))
                        .filter(|first| {
                            roots
                                .iter()
                                .all(|root| view.scene.shared_opacity(atlas, *root) == Some(*first))
                        });
                    if let Some(opacity) = opacity_slider(ui, shared, sent) {
                        sent.push(BodyCommand::SetSystemOpacity(system, opacity));
                    }
                });
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let mut all = roots
                        .iter()
                        .map(|root| view.scene.shared_visibility(atlas, *root));
                    let first = all.next().flatten();
                    let shared = first.filter(|_| all.all(|other| other == first));
                    let toggle: BodyCommand = BodyCommand::ToggleSystem(system);
                    let keys = toggle.about().keys();
                    let name = system_name(system);
                    if let Some(next) = visibility_button(ui, shared, &name, keys.as_deref()) {
                        sent.push(BodyCommand::SetSystemVisibility(system, next));
                    }
                    let documents = roots.iter().map(|root| self.tally.within(*root)).sum();
                    ui.label(count(documents))
                        .on_hover_text(say!("tree-counted"));
                });
            })
            .body(|ui| {
                for root in roots {
                    self.structure(ui, root, sent);
                }
            });
        unfolds(&arrow, system_name(system));
    }

    fn structure(&self, ui: &mut Ui, index: StructureIndex, sent: &mut Sent) {
        let Tree { atlas, filter, .. } = *self;
        let catalogue = atlas.catalogue();
        let children: Vec<StructureIndex> = catalogue
            .children(index)
            .iter()
            .copied()
            .filter(|child| atlas.centroid_mm(*child).is_some() && answers(atlas, *child, filter))
            .collect();
        if children.is_empty() {
            self.row(ui, index, sent);
            return;
        }
        let id = ui.make_persistent_id(("structure", &catalogue.get(index).id));
        let mut state =
            egui::collapsing_header::CollapsingState::load_with_default_open(ui.ctx(), id, false);
        if !filter.is_empty() {
            state.set_open(true);
        }
        let (arrow, ..) = state
            .show_header(ui, |ui| self.row(ui, index, sent))
            .body(|ui| {
                for child in children {
                    self.structure(ui, child, sent);
                }
            });
        unfolds(&arrow, structure_title(catalogue.get(index)));
    }

    fn row(&self, ui: &mut Ui, index: StructureIndex, sent: &mut Sent) {
        let Tree { view, atlas, .. } = *self;
        let structure = atlas.catalogue().get(index);
        ui.horizontal(|ui| {
            let (dot, _) = ui.allocate_exact_size(egui::vec2(10.0, 18.0), Sense::hover());
            ui.painter()
                .circle_filled(dot.center(), 4.0, theme::swatch(structure.color));
            let selected = view.selection.structures().any(|chosen| chosen == index);
            let hovered = view
                .selection
                .hover
                .as_ref()
                .is_some_and(|hover| hover.structure == index);
            let mut words = RichText::new(structure_title(structure));
            if hovered {
                words = words.color(theme::accent_ui());
            } else if view.scene.shared_visibility(atlas, index) == Some(Visibility::Hidden) {
                words = words.color(theme::dim());
            }
            let width = (ui.available_width() - 26.0).max(40.0);
            let documents = count(self.tally.within(index));
            let said = format!("{} {}", structure_title(structure), documents.text());
            let taken = wide(ui, &structure_title(structure)) + wide(ui, documents.text());
            // The Latin name stands beside the other one where there is room for both.
            let latin = latin_name(structure).filter(|latin| taken + wide(ui, latin) < width);
            let latin = RichText::new(latin.unwrap_or_default()).small();
            let words = (words, latin.color(theme::dim()));
            let label = ui.add_sized(
                [width, 18.0],
                egui::Button::selectable(selected, words)
                    .truncate()
                    .right_text(documents),
            );
            label.widget_info(|| {
                let role = egui::WidgetType::SelectableLabel;
                egui::WidgetInfo::selected(role, true, selected, said.trim())
            });
            let held = ui.input(|input| input.modifiers.command);
            let adds = held || view.layout.tool == Tool::Several;
            if label.clicked() && adds {
                sent.push(SelectCommand::AddStructure(index));
            } else if label.clicked() {
                sent.push(SelectCommand::SelectStructure {
                    structure: index,
                    point_mm: None,
                });
            }
            let whole = view.with_latin(structure_title(structure), Some(index));
            label.clone().on_hover_text(whole);
            if label.double_clicked() && !adds {
                sent.push(BodyCommand::Isolate(index));
            }
            row_menu::of(&label, |ui| {
                for (icon, words, command) in [
                    (
                        icons::ISOLATE,
                        say!("tree-isolate"),
                        BodyCommand::Isolate(index),
                    ),
                    (
                        icons::LOOK,
                        say!("tree-show"),
                        BodyCommand::SetVisibility(index, Visibility::Shown),
                    ),
                    (
                        icons::GHOST,
                        say!("tree-ghost"),
                        BodyCommand::SetVisibility(index, Visibility::Ghost),
                    ),
                    (
                        icons::HIDDEN,
                        say!("tree-hide"),
                        BodyCommand::SetVisibility(index, Visibility::Hidden),
                    ),
                ] {
                    if ui.button((icon, words)).clicked() {
                        sent.push(command);
                        ui.close();
                    }
                }
                let shared = view.scene.shared_opacity(atlas, index);
                if let Some(opacity) = opacity_slider(ui, shared, sent) {
                    sent.push(BodyCommand::SetOpacity(index, opacity));
                }
            });
            if let Some(next) = visibility_button(
                ui,
                view.scene.shared_visibility(atlas, index),
                &structure_name(structure),
                None,
            ) {
                sent.push(BodyCommand::SetVisibility(index, next));
            }
        });
    }
}

/// Tells a screen reader what the arrow before a row unfolds or folds.
fn unfolds(arrow: &egui::Response, name: String) {
    let words = say!("tree-unfold", name = name);
    arrow.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &words));
}

/// The room that words take in a row, with a gap beside them, points.
fn wide(ui: &Ui, words: &str) -> f32 {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let galley = ui
        .painter()
        .layout_no_wrap(words.to_owned(), font, theme::text());
    galley.size().x + 8.0
}

/// How many documents there are, as the tree says it; nothing where there is none.
fn count(number: u32) -> RichText {
    let words = match number {
        0 => String::new(),
        number => language::number(number as usize),
    };
    RichText::new(words).small().color(theme::dim())
}

/// Whether a structure or a part of it is called so, in lower case.
fn answers(atlas: &Atlas, index: StructureIndex, filter: &str) -> bool {
    let catalogue = atlas.catalogue();
    let mut parts = catalogue.children(index).iter();
    filter.is_empty()
        || is_called(catalogue.get(index), filter)
        || parts.any(|part| answers(atlas, *part, filter))
}

/// Whether a name of a structure has these letters, in lower case, or they are one of its numbers: a few letters of these would be in nearly all.
/// A heading that only is the nearest one is no name of it.
fn is_called(structure: &Structure, filter: &str) -> bool {
    let here = structure_in_language(structure);
    let heading = structure.mesh.as_ref().filter(|heading| heading.exact);
    let mut names = [&structure.name, &structure.latin]
        .into_iter()
        .chain(&structure.synonyms)
        .chain(here.as_ref())
        .chain(heading.map(|heading| &heading.name));
    let nearest = structure.mesh.iter();
    let mut numbers = nearest
        .flat_map(|heading| std::iter::once(&heading.ui).chain(&heading.tree))
        .chain(&structure.uberon)
        .chain(&structure.fma);
    names.any(|name| name.to_lowercase().contains(filter))
        || numbers.any(|number| number.eq_ignore_ascii_case(filter))
}

/// A slider from hidden to solid, and what it was moved to; one that stands in the middle says nothing yet when the parts differ.
fn opacity_slider(ui: &mut Ui, opacity: Option<f32>, sent: &mut Sent) -> Option<f32> {
    ui.label(
        RichText::new(say!("tree-opacity"))
            .small()
            .color(theme::dim()),
    );
    let mut percent = opacity.unwrap_or(0.3) * 100.0;
    let slider = egui::Slider::new(&mut percent, 0.0..=100.0).show_value(false);
    let slider = ui.add(slider);
    told::called(&slider, &say!("tree-opacity"));
    let number = egui::DragValue::new(&mut percent).range(0.0..=100.0);
    let number = ui.add(number.fixed_decimals(0).suffix(" %"));
    told::called(&number, &say!("tree-opacity-number"));
    if slider.drag_stopped() || number.drag_stopped() || number.lost_focus() {
        sent.push(HistoryCommand::Settle);
    }
    (slider.changed() || number.changed()).then_some(percent / 100.0)
}

/// The visibility of a row, drawn as a filled, half or empty circle; a click goes shown -> ghost -> hidden. `None` when the parts differ.
/// `keys` show and hide it, too.
fn visibility_button(
    ui: &mut Ui,
    shown: Option<Visibility>,
    name: &str,
    keys: Option<&str>,
) -> Option<Visibility> {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), Sense::click());
    let color = if response.hovered() {
        theme::accent_ui()
    } else {
        theme::dim()
    };
    let painter = ui.painter();
    let centre = rect.center();
    painter.circle_stroke(centre, 4.5, egui::Stroke::new(1.2, color));
    let (said, hint, next) = match shown {
        Some(Visibility::Shown) => {
            painter.circle_filled(centre, 3.0, color);
            (
                say!("tree-is-shown", name = name),
                say!("tree-shown-hint"),
                Visibility::Ghost,
            )
        }
        Some(Visibility::Ghost) => {
            painter.rect_filled(
                egui::Rect::from_min_max(
                    centre - egui::vec2(3.0, 3.0),
                    centre + egui::vec2(0.0, 3.0),
                ),
                1.5,
                color,
            );
            (
                say!("tree-is-ghost", name = name),
                say!("tree-ghost-hint"),
                Visibility::Hidden,
            )
        }
        Some(Visibility::Hidden) => (
            say!("tree-is-hidden", name = name),
            say!("tree-hidden-hint"),
            Visibility::Shown,
        ),
        None => {
            painter.line_segment(
                [centre - egui::vec2(2.5, 0.0), centre + egui::vec2(2.5, 0.0)],
                egui::Stroke::new(1.4, color),
            );
            (
                say!("tree-is-mixed", name = name),
                say!("tree-mixed-hint"),
                Visibility::Shown,
            )
        }
    };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &said));
    let hint = match keys {
        Some(keys) => format!("{hint}\n{}", say!("tree-system-key", keys = keys)),
        None => hint,
    };
    response.on_hover_text(hint).clicked().then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anatomy::Catalogue;

    /// Ids of what the filter finds itself, not by its parts.
    fn found(filter: &str) -> Vec<&'static str> {
        let filter = filter.to_lowercase();
        let all = Catalogue::builtin().structures().iter();
        let found = all.filter(|structure| is_called(structure, &filter));
        found.map(|structure| &*structure.id).collect()
    }

    #[test]
    fn the_filter_finds_a_structure_by_any_of_its_names_and_numbers() {
        for filter in [
            "liver",
            "Hepar",
            "jecur",
            "D008099",
            "A03.620",
            "UBERON:0002107",
            "fma:7197",
        ] {
            assert!(found(filter).contains(&"liver"), "{filter}");
        }
        assert_eq!(found("UBERON:0002107"), ["liver"]);
        assert_eq!(found("Vena Cava, Inferior"), ["inferior_vena_cava"]);
        assert_eq!(found("UBERON:00021"), [""; 0], "a number is told whole");
        assert!(found("d0").len() < 9 && found("no such name").is_empty());
    }
}
