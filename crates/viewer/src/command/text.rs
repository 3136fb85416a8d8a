//! The live text, and why a text lies where it does.

use serde::{Deserialize, Serialize};

use super::about::{About, Menu};

/// The live text, and why a text lies where it does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextCommand {
    /// The live text has changed.
    LiveText(String),
    /// Tint the words of the open document by how much they speak for its place, or no longer.
    ToggleWhy,
    /// Ask how much the words of the open document speak for a structure, by the id that the model knows it by.
    ExplainStructure(String),
}

impl TextCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::LiveText(_) => About::new("command-live-text"),
            Self::ToggleWhy => About::new("command-toggle-why").menu(Menu::View).key("W"),
            Self::ExplainStructure(_) => About::new("command-explain-structure"),
        }
    }
}
