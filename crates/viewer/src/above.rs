//! What lies above the rest of the window.

use crate::{Popover, View};

/// What lies above the rest of the window, and has the keyboard while it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Above {
    /// The question for a path.
    PathPrompt,
    /// What an import would add.
    Preview,
    /// How an atlas is to be made of files.
    ImportAtlas,
    /// A panel over the stage.
    Popover(Popover),
    /// The list of public atlases.
    GetAtlas,
    /// A quiz, which has no window of its own.
    Quiz,
}

impl Above {
    /// Whether it is a window, which Escape closes also while one of its buttons has the keyboard.
    pub fn is_window(self) -> bool {
        self != Self::Quiz
    }

    /// Whether it is a page that is read: the keys that scroll are its own.
    pub fn is_page(self) -> bool {
        matches!(self, Self::Popover(Popover::Help | Popover::Guide))
    }
}

impl View {
    /// What lies above the rest, and is what Escape closes first.
    pub fn above(&self) -> Option<Above> {
        let prospect = self.documents.prospect.as_ref();
        if self.layout.path_prompt.is_some() {
            Some(Above::PathPrompt)
        } else if prospect.is_some_and(|prospect| prospect.asked) {
            Some(Above::Preview)
        } else if self.atlases.form.is_some() {
            Some(Above::ImportAtlas)
        } else if let Some(popover) = self.layout.popover {
            Some(Above::Popover(popover))
        } else if self.atlases.get_open {
            Some(Above::GetAtlas)
        } else {
            self.quiz.as_ref().map(|_| Above::Quiz)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apply;
    use crate::command::{AtlasCommand, WindowCommand};

    #[test]
    fn what_escape_closes_first_lies_above() {
        let mut view = View::default();
        assert_eq!(view.above(), None);
        apply(&mut view, AtlasCommand::ToggleGetAtlas);
        assert_eq!(view.above(), Some(Above::GetAtlas));
        apply(&mut view, WindowCommand::TogglePopover(Popover::Help));
        let help = Above::Popover(Popover::Help);
        assert_eq!(view.above(), Some(help));
        assert!(help.is_page() && help.is_window());
        apply(&mut view, WindowCommand::Escape);
        assert_eq!(view.above(), Some(Above::GetAtlas));
        assert!(!Above::GetAtlas.is_page() && !Above::Quiz.is_window());
        apply(&mut view, WindowCommand::Escape);
        assert_eq!(view.above(), None);
    }
}
