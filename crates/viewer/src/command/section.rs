//! Cuts.

use serde::{Deserialize, Serialize};

use super::about::{About, Menu};
use crate::{SectionPlane, SectionPreset, StagePoint};

/// Cuts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SectionCommand {
    /// Cut the body open with one more plane.
    AddSection {
        /// Which way.
        preset: SectionPreset,
        /// Through this point; through the selected one, else the middle of the view, when absent.
        #[serde(default)]
        through: Option<StagePoint>,
    },
    /// Change a section plane (its place in the list).
    SetSection(usize, SectionPlane),
    /// Take a section plane away.
    RemoveSection(usize),
    /// Close the body again.
    ClearSections,
    /// Show all tissue on the face of a cut, or only what is drawn.
    FillCut(bool),
}

impl SectionCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::AddSection { .. } => About::new("command-add-section")
                .menu(Menu::Body)
                .key("X")
                .step(),
            Self::SetSection(..) => About::new("command-set-section").step(),
            Self::RemoveSection(_) => About::new("command-remove-section").step(),
            Self::ClearSections => About::new("command-clear-sections").menu(Menu::Body).step(),
            Self::FillCut(_) => About::new("command-fill-cut").step(),
        }
    }
}
