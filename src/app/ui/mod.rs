//! The user interface: theme tokens, layout, one file per panel. A panel is a plain function of what it shows; what the user does comes back as commands.

mod body_panel;
mod command_bar;
pub mod labels;
pub mod layout;
mod look_panel;
mod orientation_cube;
mod overlays;
mod side_panel;
mod slices;
mod stage_menu;
mod status_bar;
pub mod theme;

use anatomy::{Atlas, StructureIndex};
use bevy::prelude::*;
use bevy_egui::{EguiInput, EguiPlugin, EguiPreUpdateSet, EguiPrimaryContextPass};

use super::command::Command;
use super::looking::Looking;
use super::state::{Body, LibraryView, Live, Selection};

/// The panels.
pub struct UiPlugin;

impl Plugin for UiPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(EguiPlugin::default())
            .init_resource::<layout::StageArea>()
            .init_resource::<slices::SliceImages>()
            .add_plugins(labels::LabelsPlugin)
            .add_systems(PreStartup, layout::spawn_interface_camera)
            .add_systems(
                PreUpdate,
                drop_unchanged_modifiers
                    .after(EguiPreUpdateSet::ProcessInput)
                    .before(EguiPreUpdateSet::BeginPass),
            )
            .add_systems(EguiPrimaryContextPass, layout::draw);
    }
}

/// bevy_egui 0.42 reports the modifier keys in every frame, and egui asks for another frame after every event: an idle window
/// would never come to rest. Only changes are let through.
fn drop_unchanged_modifiers(
    mut inputs: Query<&mut EguiInput>,
    mut known: Local<Option<bevy_egui::egui::Modifiers>>,
) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            bevy_egui::egui::Event::ModifiersChanged(now) => known.replace(*now) != Some(*now),
            _ => true,
        });
    }
}

/// All that panels may look at.
pub struct View<'a> {
    /// The body and its looks.
    pub body: &'a Body,
    /// The selection and what is hovered.
    pub selection: &'a Selection,
    /// Documents, results, problems.
    pub library: &'a LibraryView,
    /// The live text's outcome.
    pub live: &'a Live,
    /// Sections, colours, slices, views.
    pub looking: &'a Looking,
}

impl View<'_> {
    /// The atlas, once it has been read.
    pub fn atlas(&self) -> Option<&Atlas> {
        self.body.atlas.as_deref()
    }

    /// A structure's name with a capital, for titles and rows.
    pub fn name(&self, structure: StructureIndex) -> String {
        self.atlas().map_or_else(String::new, |atlas| {
            capitalised(&atlas.catalogue().get(structure).name)
        })
    }

    /// The same by id; the id itself when the atlas does not know it.
    pub fn name_of(&self, id: &str) -> String {
        self.atlas()
            .and_then(|atlas| atlas.catalogue().index_of(id))
            .map_or_else(|| id.replace('_', " "), |index| self.name(index))
    }
}

/// First letter upper case, the rest as it is.
pub fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Commands collected while panels are drawn.
pub type Commands = Vec<Command>;
