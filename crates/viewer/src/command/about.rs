//! How a command is offered: label, tooltip, shortcut, words, menu, undo.

use anatomy::{Region, System};
use language::say;

use super::key_names::keys_in_words;
use crate::{region_name, system_name};

/// The menu that a command stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Documents and libraries.
    File,
    /// Undo, selection.
    Edit,
    /// The body and how it is looked at.
    Body,
    /// Camera, panels, window.
    View,
    /// Atlases.
    Atlas,
    /// Help and leaving.
    Help,
}

impl Menu {
    /// All, in the order in which they are shown.
    pub const ALL: [Menu; 6] = [
        Self::File,
        Self::Edit,
        Self::Body,
        Self::View,
        Self::Atlas,
        Self::Help,
    ];

    /// The name shown.
    pub fn label(self) -> String {
        match self {
            Self::File => say!("menu-documents"),
            Self::Edit => say!("menu-edit"),
            Self::Body => say!("menu-body"),
            Self::View => say!("menu-view"),
            Self::Atlas => say!("menu-atlas"),
            Self::Help => say!("menu-help"),
        }
    }
}

/// How a command is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// By undo: it changes the scene or the library.
    Step,
    /// By going back: it changes what is looked at.
    Navigation,
    /// Not at all, or by itself (a toggle of a panel).
    None,
}

/// What one of several commands of a kind is about; its label says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// A system of the body.
    System(System),
    /// A region of the body.
    Region(Region),
    /// A place in a list, from 1.
    Number(u8),
}

/// How a command is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The message that is its label; the attributes are its tooltip and further words.
    pub id: &'static str,
    /// Which one of several of its kind it is.
    pub of: Option<Of>,
    /// Its keys, as the table has them: "Ctrl Shift Z". People are shown [`About::keys`].
    pub shortcut: Option<&'static str>,
    /// Where it stands; nowhere when it needs more than its name.
    pub menu: Option<Menu>,
    /// How it is taken back.
    pub undo: Undo,
    /// It changes the library, and is refused while that can only be read.
    pub changes: bool,
}

impl About {
    /// What it is called: in sentence case; ends in "…" when a dialog follows.
    pub fn label(&self) -> String {
        match self.of {
            None => language::say(self.id),
            Some(Of::System(system)) => {
                language::say_with(self.id, &[("system", system_name(system).into())])
            }
            Some(Of::Region(region)) => {
                language::say_with(self.id, &[("region", region_name(region).into())])
            }
            Some(Of::Number(number)) => {
                language::say_with(self.id, &[("number", u32::from(number).into())])
            }
        }
    }

    /// What it does, where the label does not say it; may be empty.
    pub fn tooltip(&self) -> String {
        language::attribute(self.id, "tip").unwrap_or_default()
    }

    /// Further words by which the palette finds it; may be empty.
    pub fn words(&self) -> String {
        language::attribute(self.id, "words").unwrap_or_default()
    }

    /// Its keys, as they are called in the language of the window.
    pub fn keys(&self) -> Option<String> {
        self.shortcut.map(keys_in_words)
    }

    /// A command that is sent by panels and the stage and offered in no menu.
    pub(crate) const fn new(id: &'static str) -> Self {
        Self {
            id,
            of: None,
            shortcut: None,
            menu: None,
            undo: Undo::None,
            changes: false,
        }
    }

    pub(crate) const fn menu(self, menu: Menu) -> Self {
        Self {
            menu: Some(menu),
            ..self
        }
    }

    pub(crate) const fn of(self, of: Of) -> Self {
        Self {
            of: Some(of),
            ..self
        }
    }

    /// Its key is that of its place in a list, from 0; places behind have none.
    pub(crate) fn key_of_place(self, place: Option<usize>, keys: &[&'static str]) -> Self {
        let key = place.and_then(|at| keys.get(at));
        Self {
            shortcut: key.copied(),
            ..self
        }
    }

    pub(crate) const fn key(self, keys: &'static str) -> Self {
        Self {
            shortcut: Some(keys),
            ..self
        }
    }

    pub(crate) const fn step(self) -> Self {
        Self {
            undo: Undo::Step,
            ..self
        }
    }

    /// A command that changes the library.
    pub(crate) const fn changes(self) -> Self {
        Self {
            changes: true,
            ..self
        }
    }

    pub(crate) const fn navigation(self) -> Self {
        Self {
            undo: Undo::Navigation,
            ..self
        }
    }
}
