//! The bar above: back and forward, undo and redo, the box that asks, and the menus.

use anatomy::{Region, System};
use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, Ui};
use grounding::NameFinder;
use language::say;
use viewer::command::{
    AtlasCommand, BodyCommand, Command, HistoryCommand, LibraryCommand, Menu, TourCommand,
    ViewCommand, WindowCommand, offers,
};
use viewer::{Language, PanelTab, Popover, View, region_name, system_name};

use super::ask_box::{self, AskBox};
use super::icons;
use super::{Layer, Pane, Sent, docks, draw_in, heads, not_presenting};
use crate::app::jobs::KnownNames;
use crate::app::theme;

/// Height of the buttons of the bar, points.
const HEIGHT: f32 = 24.0;
/// Width of the menus before they have been drawn, points.
const MENUS: f32 = 450.0;
/// Width of the box that asks: at most, and what it has before the heads of the menus lose their icons, and before all menus go into one, points.
const ASK: f32 = 560.0;
const ASK_BEFORE_ICONS: f32 = 520.0;
const ASK_BEFORE_MENUS: f32 = 180.0;
/// Bars narrower than this do without the program's name, points.
const NARROW: f32 = 900.0;

/// Commands before which a menu has a line: a subject of its own begins.
const GROUPS: [&str; 13] = [
    "command-export",
    "command-try-again",
    "command-save-copy",
    "command-find-similar",
    "command-clear-selection",
    "command-toggle-labels",
    "command-add-section",
    "command-toggle-draw-around",
    "command-view-anterior",
    "command-show-results",
    "command-toggle-body-panel",
    "command-toggle-timeline",
    "command-quit",
];

pub fn plugin(app: &mut App) {
    app.init_resource::<AskBox>();
    draw_in(app, Layer::Bars, draw.run_if(not_presenting));
}

fn draw(mut pane: Pane, mut ask: ResMut<AskBox>, names: Res<KnownNames>) -> Result {
    pane.dock("command bar", |ui, view, sent| {
        show(ui, view, &mut ask, names.0.as_deref(), sent)
    })
}

fn show(ui: &mut Ui, view: &View, ask: &mut AskBox, names: Option<&NameFinder>, sent: &mut Sent) {
    let frame = egui::Frame::new()
        .fill(theme::panel())
        .inner_margin(egui::Margin::symmetric(12, 8));
    egui::Panel::top("command bar").frame(frame).show(ui, |ui| {
        let bar = egui::vec2(ui.available_width(), HEIGHT);
        let across = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(bar, across, |ui| {
            let narrow = bar.x < NARROW;
            if !narrow {
                let name = RichText::new("Corpus Atlas")
                    .size(16.0)
                    .family(theme::strong());
                ui.label(name.color(theme::text()));
                ui.add_space(4.0);
            }
            steps(ui, view, sent);
            // The button that adds documents loses its words before the menus lose theirs.
            let words = [LibraryCommand::OpenFiles.about().label()];
            let gaps = 3.0 * ui.spacing().item_spacing.x;
            let words = heads::width_of_buttons(ui, &words, true) + gaps;
            let fits = Heads::that_fit(ui, ui.available_width() - words) != Heads::One;
            add(ui, view, fits, sent);
            let spare = ui.available_width() - 2.0 * ui.spacing().item_spacing.x;
            let heads = Heads::that_fit(ui, spare);
            // As wide as in the frame before: from left to right, so that Tab goes from one to the next as they stand.
            let id = ui.id().with("menus");
            let width = ui.data(|data| data.get_temp(id)).unwrap_or(MENUS);
            let spare = ui.available_width() - width - 2.0 * ui.spacing().item_spacing.x;
            ask_box::show(ui, view, ask, names, spare.clamp(160.0, ASK), sent);
            ui.add_space((ui.available_width() - width).max(0.0));
            let left = ui.cursor().left();
            menus(ui, view, heads, sent);
            let width = ui.min_rect().right() - left;
            ui.data_mut(|data| data.insert_temp(id, width));
        });
    });
}

/// The button that adds documents.
fn add(ui: &mut Ui, view: &View, with_words: bool, sent: &mut Sent) {
    let hint = say!("bar-add-hint", formats = library::import_help());
    let only_read = view.documents.only_read();
    let label = LibraryCommand::OpenFiles.about().label();
    let button = match with_words {
        true => egui::Button::new((icons::ADD, &label)),
        false => egui::Button::new(icons::ADD),
    };
    let button = ui.add_enabled(only_read.is_none(), button);
    icons::name(&button, &label);
    if button
        .on_hover_text(hint)
        .on_disabled_hover_text(only_read.unwrap_or_default())
        .clicked()
    {
        sent.push(LibraryCommand::OpenFiles);
    }
}

/// How the menus are shown.
#[derive(Clone, Copy, PartialEq)]
enum Heads {
    /// Words with an icon each.
    Icons,
    Words,
    /// All of them below one.
    One,
}

impl Heads {
    /// The most that leaves the box that asks its width.
    fn that_fit(ui: &Ui, spare: f32) -> Heads {
        let words: Vec<String> =
            std::iter::once(WindowCommand::ShowTab(PanelTab::Text).about().label())
                .chain(Menu::ALL.map(|menu| menu.label()))
                .collect();
        let width = |with_icons| heads::width_of_buttons(ui, &words, with_icons);
        if width(true) + ASK_BEFORE_ICONS <= spare {
            Heads::Icons
        } else if width(false) + ASK_BEFORE_MENUS <= spare {
            Heads::Words
        } else {
            Heads::One
        }
    }
}

/// The live text, and the menus.
fn menus(ui: &mut Ui, view: &View, heads: Heads, sent: &mut Sent) {
    let place = WindowCommand::ShowTab(PanelTab::Text);
    let label = place.about().label();
    let button = match heads {
        Heads::One => ui.button(icons::TEXT),
        _ => ui.button((icons::TEXT, &label)),
    };
    icons::name(&button, &label);
    if button.on_hover_text(say!("bar-place-hint")).clicked() {
        sent.push(place);
    }
    if heads == Heads::One {
        ui.menu_button((icons::MENU, say!("bar-menu")), |ui| {
            for menu in Menu::ALL {
                menu_button(ui, view, menu, true, sent);
            }
        });
        return;
    }
    for menu in Menu::ALL {
        menu_button(ui, view, menu, heads == Heads::Icons, sent);
    }
}

/// Back, forward, undo, redo.
fn steps(ui: &mut Ui, view: &View, sent: &mut Sent) {
    ui.spacing_mut().item_spacing.x = 3.0;
    let last = |steps: &[viewer::Step]| steps.last().map(|step| step.label.clone());
    let (done, undone) = (last(&view.history.done), last(&view.history.undone));
    let (back, forward) = (&view.navigation.back, &view.navigation.forward);
    for (command, step, there) in [
        (HistoryCommand::Back, None, !back.is_empty()),
        (HistoryCommand::Forward, None, !forward.is_empty()),
        (HistoryCommand::Undo, done.clone(), done.is_some()),
        (HistoryCommand::Redo, undone.clone(), undone.is_some()),
    ] {
        let about = command.about();
        let words = match step {
            None => about.label(),
            Some(step) => say!("bar-step", command = about.label(), step = step),
        };
        let hint = format!("{words} · {}", about.keys().unwrap_or_default());
        let button = egui::Button::new(icons::of(about.id)).frame_when_inactive(false);
        let button = ui.add_enabled(there, button);
        icons::name(&button, &about.label());
        if button
            .on_hover_text(hint.clone())
            .on_disabled_hover_text(hint)
            .clicked()
        {
            sent.push(command);
        }
    }
    let history = Popover::History.about();
    let button = egui::Button::new(icons::HISTORY).frame_when_inactive(false);
    let button = ui.add(button);
    icons::name(&button, &history.label());
    let hint = format!("{} · {}", history.label(), history.tooltip());
    if button.on_hover_text(hint).clicked() {
        sent.push(WindowCommand::TogglePopover(Popover::History));
    }
    ui.spacing_mut().item_spacing.x = 8.0;
}

/// A menu of the table's commands, where there is room with an icon; the atlases stand in theirs.
fn menu_button(ui: &mut Ui, view: &View, menu: Menu, with_icon: bool, sent: &mut Sent) {
    let mut head = egui::Atoms::new(menu.label());
    if with_icon {
        head.push_left(icons::of_menu(menu));
    }
    ui.menu_button(head, |ui| {
        if menu == Menu::View {
            languages(ui, view, sent);
            let icon = icons::DOCK.color(theme::dim());
            ui.menu_button((icon, say!("bar-panels")), |ui| docks::menu(ui, view, sent));
            saved_views(ui, view, sent);
            ui.separator();
        }
        if menu == Menu::Atlas {
            atlases(ui, view, sent);
            ui.separator();
        }
        if menu == Menu::Body {
            let systems = System::ALL.map(|s| (system_name(s), BodyCommand::ToggleSystem(s)));
            sets(ui, say!("bar-systems"), systems.into_iter(), sent);
            let regions = Region::ALL.map(|r| (region_name(r), BodyCommand::ToggleRegion(r)));
            sets(ui, say!("bar-regions"), regions.into_iter(), sent);
            ui.separator();
        }
        for offer in offers() {
            let about = offer.about;
            let listed = matches!(
                offer.command,
                Command::Atlas(AtlasCommand::ShowAtlas(_))
                    | Command::Body(BodyCommand::ToggleSystem(_) | BodyCommand::ToggleRegion(_))
                    | Command::Body(BodyCommand::SetPalette(_) | BodyCommand::Explode(_))
                    | Command::View(ViewCommand::GoToNumberedView(_))
                    | Command::View(ViewCommand::SetTheme(_) | ViewCommand::LessMotion(_))
                    | Command::Tour(TourCommand::PlayTour(_))
            );
            if about.menu != Some(menu) || listed {
                continue;
            }
            if GROUPS.contains(&about.id) {
                ui.separator();
            }
            let icon = icons::of(about.id).color(theme::dim());
            let button = egui::Button::new((icon, about.label()))
                .shortcut_text(about.keys().unwrap_or_default());
            let refused = view.documents.only_read().filter(|_| about.changes);
            let mut row = ui.add_enabled(refused.is_none(), button);
            if let Some(words) = refused {
                row = row.on_disabled_hover_text(words);
            }
            let tooltip = about.tooltip();
            if !tooltip.is_empty() {
                row = row.on_hover_text(tooltip);
            }
            if row.clicked() {
                sent.push(offer.command);
                ui.close();
            }
        }
    });
}

/// The language of the window; a word that everyone knows stands beside the own one, for who is lost in another.
fn languages(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let icon = icons::LANGUAGE.color(theme::dim());
    ui.menu_button((icon, say!("settings-language-menu")), |ui| {
        for (words, choice) in Language::choices() {
            if ui
                .selectable_label(view.language == choice, words)
                .clicked()
            {
                sent.push(ViewCommand::SetLanguage(choice));
                ui.close();
            }
        }
    });
}

/// The systems of the body, or its regions, each with the key that shows and hides it.
fn sets(
    ui: &mut Ui,
    heading: String,
    rows: impl Iterator<Item = (String, BodyCommand)>,
    sent: &mut Sent,
) {
    let icon = icons::BODY.color(theme::dim());
    ui.menu_button((icon, heading), |ui| {
        for (name, command) in rows {
            let keys = command.about().keys().unwrap_or_default();
            let row = egui::Button::new(name).shortcut_text(keys);
            if ui.add(row).clicked() {
                sent.push(command);
            }
        }
    });
}

/// The saved views, the first ones with their keys.
fn saved_views(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let views = &view.scene.views;
    if views.is_empty() {
        return;
    }
    let icon = icons::PICTURE.color(theme::dim());
    ui.menu_button((icon, say!("look-views")), |ui| {
        for (number, saved) in (1..).zip(views) {
            let keys = ViewCommand::GoToNumberedView(number).about().keys();
            let row = egui::Button::new(&saved.name).shortcut_text(keys.unwrap_or_default());
            if ui.add(row).clicked() {
                sent.push(ViewCommand::GoToView(saved.name.clone()));
                ui.close();
            }
        }
    });
}

fn atlases(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let shown = view.scene.atlas.as_deref();
    let home = view.atlases.name_of(None);
    if ui.selectable_label(shown.is_none(), home).clicked() {
        sent.push(AtlasCommand::ShowAtlas(None));
        ui.close();
    }
    for atlas in &view.atlases.installed {
        let slug = Some(atlas.slug.as_str());
        let label = ui
            .selectable_label(shown == slug, view.atlases.name_of(slug))
            .on_hover_text(say!("bar-licence", licence = &atlas.license));
        if label.clicked() {
            sent.push(AtlasCommand::ShowAtlas(Some(atlas.slug.clone())));
            ui.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_a_menu_stands_before_a_command_of_it() {
        for id in GROUPS {
            let mut menus = offers().into_iter().filter(|offer| offer.about.id == id);
            let found = menus.next().and_then(|offer| offer.about.menu);
            let menu = found.unwrap_or_else(|| panic!("{id} stands in no menu"));
            let of_menu = |offer: &viewer::command::Offer| offer.about.menu == Some(menu);
            let first = offers().into_iter().find(of_menu);
            assert!(
                first.is_some_and(|first| first.about.id != id),
                "{id} is the first"
            );
        }
    }
}
