//! The user interface: theme tokens, layout, one file per panel. A panel is a plain function of what it shows; what the user does comes back as commands.

mod atlas_menu;
mod body_panel;
mod command_bar;
mod grounding_card;
mod import_window;
pub mod labels;
pub mod layout;
mod look_panel;
mod names_panel;
mod orientation_cube;
mod overlays;
mod side_panel;
mod slices;
mod stage_menu;
mod status_bar;
pub mod theme;

use anatomy::{Atlas, Catalogue, StructureIndex};
use bevy::prelude::*;
use bevy_egui::{EguiInput, EguiPlugin, EguiPreUpdateSet, EguiPrimaryContextPass};

use super::atlases::Atlases;
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
    /// Atlases that are installed, and the one on the stage.
    pub atlases: &'a Atlases,
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

/// The structures that a search finds by name, id, Latin or synonym: those first that the words begin, then the shorter names.
pub fn find_structures(catalogue: &Catalogue, query: &str) -> Vec<StructureIndex> {
    let query = query.trim().to_lowercase();
    let mut found: Vec<(usize, usize, &str, StructureIndex)> = catalogue
        .indices()
        .filter_map(|index| {
            let structure = catalogue.get(index);
            let rank = [&structure.name, &structure.id, &structure.latin]
                .into_iter()
                .chain(&structure.synonyms)
                .filter_map(|name| name.to_lowercase().find(&query))
                .min()?;
            Some((rank, structure.name.len(), structure.name.as_str(), index))
        })
        .collect();
    found.sort();
    let mut found: Vec<StructureIndex> = found.into_iter().map(|(.., index)| index).collect();
    if !query.is_empty() {
        // Abbreviations, adjectives and misspellings, by the word list that reads the texts.
        for name in grounding::Gazetteer::builtin().search(&query, MOST_BY_WORDS) {
            let id = &Catalogue::builtin().get(name.structure).id;
            found.extend(
                catalogue
                    .index_of(id)
                    .filter(|index| !found.contains(index)),
            );
        }
    }
    found
}

/// Most structures that the word list adds to a search.
const MOST_BY_WORDS: usize = 16;

/// First letter upper case, the rest as it is.
pub fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Commands collected while panels are drawn.
pub type Commands = Vec<Command>;
