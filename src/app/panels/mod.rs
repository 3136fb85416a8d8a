//! The panels: a plugin each. A panel reads the view and sends commands; beside that it keeps only what is being typed in it.

mod absent;
mod ask_box;
mod ask_note;
mod ask_row;
mod atlas_windows;
mod beside_panel;
mod body_panel;
mod chosen;
mod command_bar;
mod comparison_card;
mod counts;
mod distances;
mod docks;
mod document_panel;
mod drops;
mod duplicates_window;
mod facet_list;
mod frame;
mod grounding_card;
mod guide_window;
mod heads;
mod help;
mod history_list;
mod icons;
mod import_window;
mod jobs_list;
mod labels;
mod lent;
mod library_panel;
mod list_keys;
mod lit_line;
mod live_panel;
mod long_text;
mod marks_card;
mod names_panel;
mod narrow_fold;
mod orientation_cube;
mod overlays;
mod page_panel;
mod path_prompt;
mod picture_names;
mod picture_window;
mod popover;
mod preview_window;
mod probe_card;
mod problems_panel;
mod pubmed_window;
mod pull;
mod quiz_card;
mod quiz_window;
mod results_list;
mod results_panel;
mod row_menu;
mod row_places;
mod sentence_bars;
mod slices;
#[cfg(test)]
mod small_body;
mod stage_menu;
mod stage_tools;
mod status_bar;
mod tagged_text;
mod tags;
mod timeline;
mod told;
mod topics_line;
mod tour_card;
mod tours_window;
mod variant_cards;
mod variant_rings;
mod view_panel;
mod watched_list;
mod welcome;
mod why_line;
mod within;
mod year_bars;

use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::{ScheduleSystem, SystemParam};
use bevy::prelude::*;
use bevy_egui::egui::{self, LayerId, Rect, UiBuilder};
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass};
use viewer::{Command, View};

use super::core::{Act, Core};
pub use frame::Projector;
pub use page_panel::PageImages;
pub use slices::SliceImages;

/// All panels.
pub struct PanelsPlugin;

impl Plugin for PanelsPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(EguiPlugin::default());
        add(app);
    }
}

/// All panels, for whoever runs the schedule that draws them: without a window a test does.
pub fn add(app: &mut App) {
    app.configure_sets(
        EguiPrimaryContextPass,
        (
            Layer::Begin,
            Layer::Bars,
            Layer::Sides,
            Layer::Strip,
            Layer::Stage,
            Layer::Over,
            Layer::Windows,
            Layer::End,
        )
            .chain(),
    )
    .add_plugins((
        frame::plugin,
        command_bar::plugin,
        status_bar::plugin,
        docks::plugin,
        slices::plugin,
        labels::plugin,
        counts::plugin,
        overlays::plugin,
        orientation_cube::plugin,
        stage_menu::plugin,
        help::plugin,
        history_list::plugin,
        jobs_list::plugin,
        path_prompt::plugin,
    ))
    .add_plugins((
        beside_panel::plugin,
        picture_names::plugin,
        picture_window::plugin,
        atlas_windows::plugin,
        names_panel::plugin,
        import_window::plugin,
        preview_window::plugin,
        pubmed_window::plugin,
        duplicates_window::plugin,
        quiz_card::plugin,
        quiz_window::plugin,
        welcome::plugin,
        timeline::plugin,
        tour_card::plugin,
        tours_window::plugin,
    ))
    .add_plugins((
        lent::plugin,
        guide_window::plugin,
        page_panel::plugin,
        stage_tools::plugin,
        probe_card::plugin,
        drops::plugin,
        pull::plugin,
    ));
}

/// What takes its room first: bars, then sides, then the strip below; the stage has what is left, and everything else lies over it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Layer {
    Begin,
    Bars,
    Sides,
    Strip,
    Stage,
    Over,
    Windows,
    End,
}

/// Adds a panel's system to a layer.
fn draw_in<M>(app: &mut App, layer: Layer, systems: impl IntoScheduleConfigs<ScheduleSystem, M>) {
    let systems: ScheduleConfigs<ScheduleSystem> = systems.in_set(layer);
    app.add_systems(EguiPrimaryContextPass, systems);
}

/// Run condition: the panels are not put away for a presentation or a quiz.
fn not_presenting(core: Res<Core>) -> bool {
    !core.layout.presentation && core.quiz.is_none()
}

/// What the panels drawn so far have left, logical pixels; nothing before fonts and theme are there.
#[derive(Resource, Default)]
struct Free(Option<Rect>);

/// Commands collected while a panel is drawn.
#[derive(Default)]
pub struct Sent(Vec<Command>);

impl Sent {
    /// Sends a command.
    pub fn push(&mut self, command: impl Into<Command>) {
        self.0.push(command.into());
    }

    /// Sends several.
    pub fn extend<C: Into<Command>>(&mut self, commands: impl IntoIterator<Item = C>) {
        self.0.extend(commands.into_iter().map(Into::into));
    }
}

/// What a panel is drawn with.
#[derive(SystemParam)]
pub struct Pane<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    core: Res<'w, Core>,
    free: ResMut<'w, Free>,
    act: Act<'w>,
}

/// A panel at the side of the window where it is docked: the lists on the right and the body on the left, unless they are swapped.
fn docked(view: &View, name: &'static str, of_lists: bool) -> egui::Panel {
    match of_lists != view.layout.swapped {
        true => egui::Panel::right(name),
        false => egui::Panel::left(name),
    }
}

impl Pane<'_, '_> {
    /// Draws a panel that takes its share of the window.
    fn dock(
        &mut self,
        name: &'static str,
        add: impl FnOnce(&mut egui::Ui, &View, &mut Sent),
    ) -> Result {
        let ctx = self.contexts.ctx_mut()?.clone();
        let Some(free) = self.free.0 else {
            return Ok(());
        };
        let room = UiBuilder::new()
            .layer_id(LayerId::background())
            .max_rect(free);
        let mut ui = egui::Ui::new(ctx, name.into(), room);
        let mut sent = Sent::default();
        add(&mut ui, &self.core, &mut sent);
        self.free.0 = Some(ui.available_rect_before_wrap());
        self.flush(sent);
        Ok(())
    }

    /// Draws something over the stage, whose place in the window it is told.
    fn over(&mut self, add: impl FnOnce(&egui::Context, Rect, &View, &mut Sent)) -> Result {
        let ctx = self.contexts.ctx_mut()?.clone();
        if let Some(free) = self.free.0 {
            let mut sent = Sent::default();
            add(&ctx, free, &self.core, &mut sent);
            self.flush(sent);
        }
        Ok(())
    }

    fn flush(&mut self, sent: Sent) {
        for command in sent.0 {
            self.act.send(command);
        }
    }
}
