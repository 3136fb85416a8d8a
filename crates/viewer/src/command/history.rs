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
            Self::Undo => About::new("command-undo").menu(Menu::Edit).key("Ctrl Z"),
            Self::Redo => About::new("command-redo")
                .menu(Menu::Edit)
                .key("Ctrl Shift Z"),
            Self::GoToStep(_) => About::new("command-go-to-step"),
            Self::Settle => About::new("command-settle"),
            Self::Back => About::new("command-back").menu(Menu::Edit).key("Alt Left"),
            Self::Forward => About::new("command-forward")
                .menu(Menu::Edit)
                .key("Alt Right"),
        }
    }
}
