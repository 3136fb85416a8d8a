//! The two panels, and the docks in them: their tabs are clicked, dragged to another dock, or sent there by their menu.

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Color32, DragAndDrop, Rect, Response, RichText, Stroke, StrokeKind, Ui, vec2,
};
use language::say;
use viewer::command::WindowCommand;
use viewer::{Contrasts, Dock, Heat, LeftTab, PanelSide, PanelTab, Tab, View};

use super::{
    Layer, Pane, Sent, beside_panel, body_panel, docked, document_panel, draw_in, heads, icons,
    library_panel, live_panel, not_presenting, problems_panel, results_panel, row_menu, view_panel,
};
use crate::app::core::{Compared, System, Tally};
use crate::app::theme;

/// Least height of a dock, points.
const LEAST_HEIGHT: f32 = 120.0;
/// Share of a panel's height that the lower dock has at first.
const BELOW: f32 = 0.55;
/// Width of the edge of the window on which a tab is dropped where the panel is folded, points.
const EDGE: f32 = 90.0;

/// What is typed in the panels.
#[derive(Resource, Default)]
struct Typed {
    /// The filter of structures.
    filter: String,
    /// The name of a view to be saved.
    view_name: String,
    /// The name of a search or a collection.
    search_name: String,
}

/// What the tabs show beside the view.
struct Shown<'a> {
    typed: &'a mut Typed,
    tally: &'a Heat,
    compared: &'a Contrasts,
    /// The system wants nothing to move by itself.
    is_still: bool,
}

/// The panels take their room in this order; a page beside a text follows.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Panels;

pub fn plugin(app: &mut App) {
    app.init_resource::<Typed>();
    let panels = (draw_body, draw_lists, drop_at_edges).chain();
    draw_in(
        app,
        Layer::Sides,
        panels.in_set(Panels).run_if(not_presenting),
    );
}

/// Two documents have the room of both panels, and a page that of the body panel, unless its text stands there.
fn is_open(view: &View, side: PanelSide) -> bool {
    let gives_way = side == PanelSide::Body && view.shows_page() && {
        let text = Tab::from(PanelTab::Document);
        view.layout.docks.of(text).side() != PanelSide::Body
    };
    view.layout.is_unfolded(side) && !view.reads_side_by_side() && !gives_way
}

fn draw_body(
    pane: Pane,
    typed: ResMut<Typed>,
    tally: Res<Tally>,
    compared: Res<Compared>,
    system: Res<System>,
) -> Result {
    draw(pane, PanelSide::Body, typed, (&tally, &compared), &system)
}

fn draw_lists(
    pane: Pane,
    typed: ResMut<Typed>,
    tally: Res<Tally>,
    compared: Res<Compared>,
    system: Res<System>,
) -> Result {
    draw(pane, PanelSide::Lists, typed, (&tally, &compared), &system)
}

fn draw(
    mut pane: Pane,
    side: PanelSide,
    mut typed: ResMut<Typed>,
    (tally, compared): (&Tally, &Compared),
    system: &System,
) -> Result {
    if !is_open(&pane.core, side) {
        return Ok(());
    }
    let mut shown = Shown {
        typed: &mut typed,
        tally: &tally.0,
        compared: &compared.0,
        is_still: system.wants_still(),
    };
    let name = match side {
        PanelSide::Body => "body panel",
        PanelSide::Lists => "side panel",
    };
    pane.dock(name, |ui, view, sent| {
        panel(ui, view, side, name, &mut shown, sent);
    })
}

fn panel(
    ui: &mut Ui,
    view: &View,
    side: PanelSide,
    name: &'static str,
    shown: &mut Shown,
    sent: &mut Sent,
) {
    let docks = &view.layout.docks;
    let [above, below] = side.docks();
    // A panel that holds a text or a list is as wide as one.
    let mut tabs = docks.tabs(above).chain(docks.tabs(below));
    let of_lists = tabs.any(|tab| matches!(tab, Tab::Lists(_)));
    let (least, most) = if of_lists {
        (280.0, 620.0)
    } else {
        (190.0, 380.0)
    };
    let (margin, at_first) = match side {
        PanelSide::Body => (10, 260.0),
        PanelSide::Lists => (12, 400.0),
    };
    let width = view.layout.widths.of(side).unwrap_or(at_first);
    let width = width.clamp(least, most);
    let frame = egui::Frame::new()
        .fill(theme::panel())
        .inner_margin(egui::Margin::symmetric(margin, 8));
    let panel = docked(view, name, side == PanelSide::Lists).frame(frame);
    let panel = match is_told_anew(ui, name, width) {
        true => panel.exact_size(width),
        false => panel.default_size(width).size_range(least..=most),
    };
    let panel = panel.show(ui, |ui| {
        if docks.front(above).is_some() && docks.front(below).is_some() {
            let height = ui.available_height();
            egui::Panel::bottom(egui::Id::new((name, "below")))
                .frame(egui::Frame::new().inner_margin(egui::Margin::symmetric(0, 6)))
                .default_size(height * BELOW)
                .size_range(LEAST_HEIGHT..=(height - LEAST_HEIGHT).max(LEAST_HEIGHT))
                .show(ui, |ui| {
                    // Else it becomes as low as what it shows, a document that is still being read.
                    ui.take_available_height();
                    dock(ui, view, below, shown, sent);
                });
            dock(ui, view, above, shown, sent);
        } else {
            let only = docks.front(above).map_or(below, |_| above);
            dock(ui, view, only, shown, sent);
        }
    });
    let rect = panel.response.rect;
    let edge = egui::Id::new(name).with("__resize");
    let edge = ui.ctx().read_response(edge);
    if edge.is_some_and(|edge| edge.drag_stopped()) {
        sent.push(WindowCommand::SetPanelWidth(side, rect.width()));
    }
    let middle = rect.center().y;
    let zones = [
        (above, rect.with_max_y(middle)),
        (below, rect.with_min_y(middle)),
    ];
    drop_on(ui.ctx(), view, &zones, sent);
}

/// Whether the width of a panel, points, is another one than at the last call. In between egui has it from its dragged edge.
fn is_told_anew(ui: &Ui, name: &str, width: f32) -> bool {
    let id = egui::Id::new((name, "width"));
    let before = ui.ctx().data_mut(|data| {
        let before = data.get_temp_mut_or_default::<Option<f32>>(id);
        before.replace(width)
    });
    before != Some(width)
}

/// Where there is no panel a tab is dropped on the edge of the window.
fn drop_at_edges(mut pane: Pane) -> Result {
    pane.over(|ctx, free, view, sent| {
        for side in [PanelSide::Body, PanelSide::Lists] {
            if is_open(view, side) {
                continue;
            }
            let edge = match is_left(view, side) {
                true => free.with_max_x(free.min.x + EDGE),
                false => free.with_min_x(free.max.x - EDGE),
            };
            drop_on(ctx, view, &[(side.docks()[0], edge)], sent);
        }
    })
}

/// Shows where the dragged tab would go, and docks it there once it is dropped.
fn drop_on(ctx: &egui::Context, view: &View, zones: &[(Dock, Rect)], sent: &mut Sent) {
    let Some(tab) = DragAndDrop::payload::<Tab>(ctx) else {
        return;
    };
    let Some(at) = ctx.pointer_interact_pos() else {
        return;
    };
    let Some((dock, zone)) = zones.iter().find(|(_, zone)| zone.contains(at)) else {
        return;
    };
    let layer = egui::LayerId::new(egui::Order::Tooltip, egui::Id::new("dock"));
    let painter = ctx.layer_painter(layer);
    let accent = theme::accent_ui();
    let zone = zone.shrink(4.0);
    painter.rect(
        zone,
        8.0,
        accent.gamma_multiply(0.16),
        Stroke::new(2.0, accent),
        StrokeKind::Inside,
    );
    let words = format!("{}: {}", tab_words(view, *tab), dock_words(view, *dock));
    let font = egui::TextStyle::Button.resolve(&ctx.global_style());
    let galley = painter.layout(words, font, theme::text(), zone.width() - 24.0);
    let card = Rect::from_center_size(zone.center(), galley.size() + vec2(20.0, 12.0));
    painter.rect_filled(card, 6.0, theme::raised());
    painter.galley(card.min + vec2(10.0, 6.0), galley, Color32::PLACEHOLDER);
    ctx.set_cursor_icon(egui::CursorIcon::Grabbing);
    if ctx.input(|input| input.pointer.any_released()) {
        DragAndDrop::clear_payload(ctx);
        sent.push(WindowCommand::DockTab(*tab, *dock));
    }
}

/// The tabs of a dock, and what the one in front shows.
fn dock(ui: &mut Ui, view: &View, dock: Dock, shown: &mut Shown, sent: &mut Sent) {
    let Some(front) = view.layout.docks.front(dock) else {
        return;
    };
    tabs(ui, view, dock, front, sent);
    match front {
        Tab::Body(tab) => {
            ui.add_space(4.0);
            let typed = &mut *shown.typed;
            match tab {
                LeftTab::Structures => {
                    body_panel::show(ui, view, &mut typed.filter, shown.tally, sent);
                }
                LeftTab::Library => library_panel::show(ui, view, &mut typed.search_name, sent),
                LeftTab::View => {
                    view_panel::show(ui, view, &mut typed.view_name, shown.is_still, sent);
                }
            }
        }
        Tab::Lists(tab) => {
            ui.add_space(2.0);
            ui.separator();
            // Said once, where both are seen.
            let says_waiting = match tab {
                PanelTab::Results => true,
                PanelTab::Document => !view.layout.is_shown(PanelTab::Results),
                PanelTab::Text | PanelTab::Problems => false,
            };
            if says_waiting {
                beside_panel::waiting(ui, view, sent);
            }
            match tab {
                PanelTab::Results => results_panel::show(ui, view, shown.compared, sent),
                PanelTab::Document => document_panel::show(ui, view, sent),
                PanelTab::Text => live_panel::show(ui, view, sent),
                PanelTab::Problems => problems_panel::show(ui, view, sent),
            }
        }
    }
}

fn tabs(ui: &mut Ui, view: &View, dock: Dock, front: Tab, sent: &mut Sent) {
    let tabs = view.layout.docks.tabs(dock).map(|tab| heads::Tab {
        tab,
        icon: icons::of_tab(tab),
        words: tab_words(view, tab),
        widest: widest_words(view, tab),
        hint: tab_hint(tab),
        warns: tab == Tab::from(PanelTab::Problems) && !view.documents.problems.is_empty(),
    });
    let tabs: Vec<_> = tabs.collect();
    let mut moves = Vec::new();
    let more = |button: &Response, tab: Tab| {
        button.dnd_set_drag_payload(tab);
        row_menu::of(button, |ui| {
            ui.label(
                RichText::new(say!("bar-dock-where"))
                    .small()
                    .color(theme::dim()),
            );
            if let Some(dock) = places(ui, view, tab) {
                moves.push(WindowCommand::DockTab(tab, dock));
            }
        });
    };
    if let Some(tab) = heads::tabs(ui, front, &tabs, more) {
        sent.push(match tab {
            Tab::Body(tab) => WindowCommand::ShowLeft(tab),
            Tab::Lists(tab) => WindowCommand::ShowTab(tab),
        });
    }
    sent.extend(moves);
}

/// The tabs, each with the docks that it can be sent to: a menu.
pub fn menu(ui: &mut Ui, view: &View, sent: &mut Sent) {
    for tab in Tab::ALL {
        let icon = icons::of_tab(tab).color(theme::dim());
        ui.menu_button((icon, tab_words(view, tab)), |ui| {
            if let Some(dock) = places(ui, view, tab) {
                sent.push(WindowCommand::DockTab(tab, dock));
            }
        });
    }
}

/// The docks, that of a tab chosen; returns the one that is clicked.
fn places(ui: &mut Ui, view: &View, tab: Tab) -> Option<Dock> {
    let now = view.layout.docks.of(tab);
    let clicked = Dock::ALL.into_iter().find(|dock| {
        let words = dock_words(view, *dock);
        ui.selectable_label(now == *dock, words).clicked()
    });
    if clicked.is_some() {
        ui.close();
    }
    clicked.filter(|dock| *dock != now)
}

fn is_left(view: &View, side: PanelSide) -> bool {
    (side == PanelSide::Body) != view.layout.swapped
}

/// Where a dock is, in words.
fn dock_words(view: &View, dock: Dock) -> String {
    let below = dock.side().docks()[1] == dock;
    match (is_left(view, dock.side()), below) {
        (true, false) => say!("bar-dock-left"),
        (true, true) => say!("bar-dock-left-below"),
        (false, false) => say!("bar-dock-right"),
        (false, true) => say!("bar-dock-right-below"),
    }
}

fn tab_words(view: &View, tab: Tab) -> String {
    match tab {
        Tab::Body(LeftTab::Structures) => say!("tree-tab-structures"),
        Tab::Body(LeftTab::Library) => say!("tree-tab-library"),
        Tab::Body(LeftTab::View) => say!("tree-tab-view"),
        Tab::Lists(PanelTab::Results) => say!("side-tab-results"),
        Tab::Lists(PanelTab::Document) => say!("side-tab-document"),
        Tab::Lists(PanelTab::Text) => say!("side-tab-text"),
        Tab::Lists(PanelTab::Problems) => match view.documents.problems.len() {
            0 => say!("side-tab-problems"),
            count => say!("side-tab-problems-counted", count = count),
        },
    }
}

/// The longest words that a tab is likely to have: problems are counted, which are seldom more than a hundred.
fn widest_words(view: &View, tab: Tab) -> String {
    match tab {
        Tab::Lists(PanelTab::Problems) => {
            let count = view.documents.problems.len().max(99);
            say!("side-tab-problems-counted", count = count)
        }
        tab => tab_words(view, tab),
    }
}

fn tab_hint(tab: Tab) -> String {
    match tab {
        Tab::Body(LeftTab::Structures) => say!("tree-tab-structures-hint"),
        Tab::Body(LeftTab::Library) => say!("tree-tab-library-hint"),
        Tab::Body(LeftTab::View) => say!("tree-tab-view-hint"),
        Tab::Lists(_) => String::new(),
    }
}
