//! Which structures are shown, and how.

use anatomy::{Region, StructureIndex, System, Visibility};
use serde::{Deserialize, Serialize};

use super::about::{About, Menu, Of};
use crate::Palette;

/// The keys of the systems, in their order.
const SYSTEM_KEYS: [&str; 10] = [
    "Shift 1", "Shift 2", "Shift 3", "Shift 4", "Shift 5", "Shift 6", "Shift 7", "Shift 8",
    "Shift 9", "Shift 0",
];

/// The keys of the regions, in their order.
const REGION_KEYS: [&str; 7] = [
    "Ctrl 1", "Ctrl 2", "Ctrl 3", "Ctrl 4", "Ctrl 5", "Ctrl 6", "Ctrl 7",
];

/// Which structures are shown, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyCommand<S = StructureIndex> {
    /// Show, ghost or hide a structure and its parts.
    #[serde(alias = "set_look")]
    SetVisibility(S, Visibility),
    /// Give a structure and its parts an opacity: 1 solid, 0 hidden, a ghost between.
    SetOpacity(S, f32),
    /// Show, ghost or hide all of a system.
    SetSystemVisibility(System, Visibility),
    /// Hide all of a system, or, where none of it is seen, show it as at first.
    ToggleSystem(System),
    /// Give all of a system an opacity: 1 solid, 0 hidden, a ghost between.
    SetSystemOpacity(System, f32),
    /// Show, ghost or hide all that lies in a region of the body.
    SetRegionVisibility(Region, Visibility),
    /// Hide all that lies in a region of the body, or, where none of it is seen, show it as at first.
    ToggleRegion(Region),
    /// Hide everything but a structure.
    Isolate(S),
    /// Bring back what was hidden by hand.
    RestoreHidden,
    /// Return to the first sight of the body: all of it, whole, together, without names, in its own colours, from the front.
    #[serde(alias = "reset_looks")]
    ResetVisibility,
    /// Let everything but the selection recede, or not.
    #[serde(alias = "toggle_focus")]
    ToggleRecede,
    /// Move the structures apart: 0 together, 1 apart.
    Explode(f32),
    /// Colour the body.
    SetPalette(Palette),
    /// Show or hide names with leader lines.
    ToggleLabels,
}

impl<S> BodyCommand<S> {
    pub(super) fn with_structures<T, E>(
        self,
        name: impl FnOnce(S) -> Result<T, E>,
    ) -> Result<BodyCommand<T>, E> {
        Ok(match self {
            Self::SetVisibility(structure, to) => BodyCommand::SetVisibility(name(structure)?, to),
            Self::SetOpacity(structure, to) => BodyCommand::SetOpacity(name(structure)?, to),
            Self::SetSystemVisibility(system, to) => BodyCommand::SetSystemVisibility(system, to),
            Self::ToggleSystem(system) => BodyCommand::ToggleSystem(system),
            Self::SetSystemOpacity(system, to) => BodyCommand::SetSystemOpacity(system, to),
            Self::SetRegionVisibility(region, to) => BodyCommand::SetRegionVisibility(region, to),
            Self::ToggleRegion(region) => BodyCommand::ToggleRegion(region),
            Self::Isolate(structure) => BodyCommand::Isolate(name(structure)?),
            Self::RestoreHidden => BodyCommand::RestoreHidden,
            Self::ResetVisibility => BodyCommand::ResetVisibility,
            Self::ToggleRecede => BodyCommand::ToggleRecede,
            Self::Explode(amount) => BodyCommand::Explode(amount),
            Self::SetPalette(palette) => BodyCommand::SetPalette(palette),
            Self::ToggleLabels => BodyCommand::ToggleLabels,
        })
    }

    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::SetVisibility(..) => About::new("command-set-visibility").step(),
            Self::SetOpacity(..) => About::new("command-set-opacity").step(),
            Self::SetSystemVisibility(..) => About::new("command-set-system-visibility").step(),
            Self::ToggleSystem(system) => {
                let place = System::ALL.iter().position(|other| other == system);
                About::new("command-toggle-system")
                    .of(Of::System(*system))
                    .menu(Menu::Body)
                    .key_of_place(place, &SYSTEM_KEYS)
                    .step()
            }
            Self::SetSystemOpacity(..) => About::new("command-set-system-opacity").step(),
            Self::SetRegionVisibility(..) => About::new("command-set-region-visibility").step(),
            Self::ToggleRegion(region) => {
                let place = Region::ALL.iter().position(|other| other == region);
                About::new("command-toggle-region")
                    .of(Of::Region(*region))
                    .menu(Menu::Body)
                    .key_of_place(place, &REGION_KEYS)
                    .step()
            }
            Self::Isolate(_) => About::new("command-isolate").step(),
            Self::RestoreHidden => About::new("command-restore-hidden")
                .menu(Menu::Body)
                .key("H")
                .step(),
            Self::ResetVisibility => About::new("command-reset-visibility")
                .menu(Menu::Body)
                .key("R")
                .step(),
            Self::ToggleRecede => About::new("command-toggle-recede")
                .menu(Menu::Body)
                .key("F")
                .step(),
            Self::Explode(amount) => match *amount <= 0.0 {
                true => About::new("command-together"),
                false => About::new("command-explode"),
            }
            .menu(Menu::Body)
            .step(),
            Self::SetPalette(palette) => {
                let about = match palette {
                    Palette::Anatomical => About::new("command-palette-anatomical"),
                    Palette::System => About::new("command-palette-system"),
                    Palette::ColorBlind => About::new("command-palette-color-blind"),
                    Palette::Documents => About::new("command-palette-documents"),
                    // Worn while lists are compared.
                    Palette::Difference => return About::new("command-set-palette").step(),
                };
                about.menu(Menu::Body).step()
            }
            Self::ToggleLabels => About::new("command-toggle-labels")
                .menu(Menu::Body)
                .key("K")
                .step(),
        }
    }
}
