//! Which structures are shown, and how.

use anatomy::{StructureIndex, System, Visibility};
use serde::{Deserialize, Serialize};

use super::about::{About, Menu};
use crate::Palette;

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
    /// Give all of a system an opacity: 1 solid, 0 hidden, a ghost between.
    SetSystemOpacity(System, f32),
    /// Hide everything but a structure.
    Isolate(S),
    /// Bring back what was hidden by hand.
    RestoreHidden,
    /// Return to the first sight of the body.
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
            Self::SetSystemOpacity(system, to) => BodyCommand::SetSystemOpacity(system, to),
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
            Self::SetVisibility(..) => About::new("Show, ghost or hide a structure").step(),
            Self::SetOpacity(..) => About::new("Change the opacity of a structure").step(),
            Self::SetSystemVisibility(..) => About::new("Show, ghost or hide a system").step(),
            Self::SetSystemOpacity(..) => About::new("Change the opacity of a system").step(),
            Self::Isolate(_) => About::new("Isolate a structure").step(),
            Self::RestoreHidden => About::new("Restore hidden structures")
                .menu(Menu::Body)
                .key("H")
                .words("show unhide")
                .step(),
            Self::ResetVisibility => About::new("Show the body as at first")
                .menu(Menu::Body)
                .key("R")
                .words("reset look home")
                .step(),
            Self::ToggleRecede => About::new("Let the rest recede when something is selected")
                .menu(Menu::Body)
                .key("F")
                .words("focus")
                .step(),
            Self::Explode(_) => About::new("Take the body apart").words("explode").step(),
            Self::SetPalette(_) => About::new("Colour the body").step(),
            Self::ToggleLabels => About::new("Labels with leader lines")
                .menu(Menu::Body)
                .key("K")
                .words("names")
                .step(),
        }
    }
}
