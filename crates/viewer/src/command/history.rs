//! Undo, redo, back, forward.

use serde::{Deserialize, Serialize};

use super::about::{About, Menu};

/// Undo, redo, back, forward.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HistoryCommand {
    /// Take the last step back.
    Undo,
    /// Take the last undone step again.
    Redo,
    /// Go to this many steps done, undoing or redoing those between.
    GoToStep(usize),
    /// What was dragged is let go: a change after it is another step.
    Settle,
    /// Return to what was looked at before.
    Back,
    /// Return from there.
    Forward,
}

impl HistoryCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::Undo => About::new("Undo")
                .menu(Menu::Edit)
                .key("Ctrl Z")
                .words("take back"),
            Self::Redo => About::new("Redo")
                .menu(Menu::Edit)
                .key("Ctrl Shift Z")
                .words("again"),
            Self::GoToStep(_) => About::new("Go to a step"),
            Self::Settle => About::new("Let go"),
            Self::Back => About::new("Back to what was looked at before")
                .menu(Menu::Edit)
                .key("Alt Left"),
            Self::Forward => About::new("Forward again")
                .menu(Menu::Edit)
                .key("Alt Right"),
        }
    }
}
