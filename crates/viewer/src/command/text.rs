//! The live text and its variants, and why a text lies where it does.

use serde::{Deserialize, Serialize};

use super::about::{About, Menu};

/// The live text and its variants, and why a text lies where it does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextCommand {
    /// The live text has changed.
    LiveText(String),
    /// Tint the words of the open document and of the live text by how much they speak for its place, or no longer.
    ToggleWhy,
    /// Ask how much the words of the open document speak for a structure, by the id that the model knows it by.
    ExplainStructure(String),
    /// The same of the live text.
    ExplainInText(String),
    /// Keep the live text and its place as a variant.
    KeepVariant,
    /// Take the text of a variant back, by its row.
    TakeVariant(usize),
    /// Keep a variant no longer.
    DropVariant(usize),
    /// Keep none.
    DropVariants,
}

impl TextCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::LiveText(_) => About::new("command-live-text"),
            Self::ToggleWhy => About::new("command-toggle-why").menu(Menu::View).key("W"),
            Self::ExplainStructure(_) => About::new("command-explain-structure"),
            Self::ExplainInText(_) => About::new("command-explain-in-text"),
            Self::KeepVariant => About::new("command-keep-variant")
                .menu(Menu::Edit)
                .key("Ctrl Enter"),
            Self::TakeVariant(_) => About::new("command-take-variant"),
            Self::DropVariant(_) => About::new("command-drop-variant"),
            Self::DropVariants => About::new("command-drop-variants"),
        }
    }
}
