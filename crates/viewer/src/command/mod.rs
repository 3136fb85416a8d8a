//! Every user action, once, nested by subject. Menus, palette, shortcuts, key help, scripts, undo and tests all speak in these.
//!
//! A command carries all that it needs, so that a list of commands can be replayed. In files and scripts a structure is named by
//! its id (`Command<String>`); inside the program it is the row of the catalogue on the stage (`Command`), and
//! [`Command::resolve`] is the border between the two. Each subject says of each of its commands, without a catch-all, how it
//! is offered and whether it can be undone ([`About`]).

mod about;
mod answer;
mod atlas;
mod body;
mod history;
mod import;
mod key_names;
mod library;
mod offers;
mod organise;
mod quiz;
mod section;
mod select;
mod text;
mod tour;
mod view;
mod window;

use anatomy::{Catalogue, StructureIndex};
use serde::{Deserialize, Serialize};

pub use about::{About, Menu, Undo};
pub use atlas::AtlasCommand;
pub use body::BodyCommand;
pub use history::HistoryCommand;
pub use import::ImportCommand;
pub use key_names::keys_in_words;
pub use library::{LibraryCommand, Reading};
pub use offers::{Offer, key_help, keys_table, offers, pointer_help};
pub use organise::OrganiseCommand;
pub use quiz::QuizCommand;
pub use section::SectionCommand;
pub use select::{Pointed, SelectCommand};
pub use text::TextCommand;
pub use tour::TourCommand;
pub use view::ViewCommand;
pub use window::WindowCommand;

/// One user action. `S` stands for a structure: its row of the catalogue on the stage, or its id in files and scripts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Command<S = StructureIndex> {
    /// Documents in and out of the library.
    Library(LibraryCommand),
    /// Documents on their way into the library.
    Import(ImportCommand),
    /// What is kept with documents, and what lists are narrowed to.
    Organise(OrganiseCommand),
    /// What is selected and listed.
    Select(SelectCommand<S>),
    /// Which structures are shown, and how.
    Body(BodyCommand<S>),
    /// Cuts.
    Section(SectionCommand),
    /// Camera, saved views, slices, measured distances, theme.
    View(ViewCommand),
    /// The live text, and why a text lies where it does.
    Text(TextCommand),
    /// Other atlases.
    Atlas(AtlasCommand),
    /// Panels, menus, pictures, the window itself.
    Window(WindowCommand),
    /// Tours.
    Tour(TourCommand),
    /// The quiz.
    Quiz(QuizCommand<S>),
    /// Undo, redo, back, forward.
    History(HistoryCommand),
}

/// A command names a structure that the atlas on the stage does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStructure(pub String);

impl<S> Command<S> {
    /// The same command with its structures named otherwise.
    ///
    /// # Errors
    /// The first error of `name`.
    pub fn with_structures<T, E>(
        self,
        name: impl FnOnce(S) -> Result<T, E>,
    ) -> Result<Command<T>, E> {
        Ok(match self {
            Command::Library(command) => Command::Library(command),
            Command::Import(command) => Command::Import(command),
            Command::Organise(command) => Command::Organise(command),
            Command::Select(command) => Command::Select(command.with_structures(name)?),
            Command::Body(command) => Command::Body(command.with_structures(name)?),
            Command::Section(command) => Command::Section(command),
            Command::View(command) => Command::View(command),
            Command::Text(command) => Command::Text(command),
            Command::Atlas(command) => Command::Atlas(command),
            Command::Window(command) => Command::Window(command),
            Command::Tour(command) => Command::Tour(command),
            Command::Quiz(command) => Command::Quiz(command.with_structures(name)?),
            Command::History(command) => Command::History(command),
        })
    }

    /// How the command is offered, and whether it can be undone.
    pub fn about(&self) -> About {
        match self {
            Command::Library(command) => command.about(),
            Command::Import(command) => command.about(),
            Command::Organise(command) => command.about(),
            Command::Select(command) => command.about(),
            Command::Body(command) => command.about(),
            Command::Section(command) => command.about(),
            Command::View(command) => command.about(),
            Command::Text(command) => command.about(),
            Command::Atlas(command) => command.about(),
            Command::Window(command) => command.about(),
            Command::Tour(command) => command.about(),
            Command::Quiz(command) => command.about(),
            Command::History(command) => command.about(),
        }
    }
}

impl Command<String> {
    /// The command as the program takes it, with ids turned into rows of a catalogue.
    ///
    /// # Errors
    /// When the catalogue has no such structure.
    pub fn resolve(self, catalogue: &Catalogue) -> Result<Command, UnknownStructure> {
        self.with_structures(|id| catalogue.index_of(&id).ok_or(UnknownStructure(id)))
    }
}

macro_rules! into_command {
    ($($variant:ident($subject:ty)),* $(,)?) => {
        $(impl From<$subject> for Command {
            fn from(command: $subject) -> Self {
                Command::$variant(command)
            }
        })*
    };
}
into_command! {
    Library(LibraryCommand), Import(ImportCommand), Organise(OrganiseCommand), Select(SelectCommand), Body(BodyCommand), Section(SectionCommand), View(ViewCommand),
    Text(TextCommand), Atlas(AtlasCommand), Window(WindowCommand), Tour(TourCommand), Quiz(QuizCommand<StructureIndex>), History(HistoryCommand),
}
