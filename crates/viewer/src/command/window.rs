//! Panels, menus, pictures, the window itself.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::about::{About, Menu};
use crate::{Dialog, JobId, LeftTab, PanelTab, PictureOrder, Popover, StageMenu};

/// Panels, menus, pictures, the window itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowCommand {
    /// Show a tab of the right panel; the live text takes the keyboard.
    ShowTab(PanelTab),
    /// Fold or unfold the body panel.
    ToggleBodyPanel,
    /// Fold or unfold the right panel.
    ToggleSidePanel,
    /// Open or close the panel of sections, colours and views.
    #[serde(alias = "toggle_look_panel")]
    ToggleViewPanel,
    /// Open or close the panel in which the library is organised.
    ToggleLibraryPanel,
    /// Show or hide the strip of years below the stage.
    ToggleTimeline,
    /// Show a tab of the left panel.
    ShowLeft(LeftTab),
    /// Show sections, colours and views (true) or structures (false) in the body panel.
    ShowViewPanel(bool),
    /// Show nothing but the stage, with large labels, or the panels again.
    TogglePresentation,
    /// Open the menu of the stage, or close it.
    OpenStageMenu(Option<StageMenu>),
    /// Open a panel over the stage, in place of the one that is open there, or close it.
    TogglePopover(Popover),
    /// Give the keyboard to the box that asks.
    FocusAsk,
    /// A text box that was to have the keyboard has it.
    Focused,
    /// Take a notice away.
    DismissNotice(u64),
    /// So many files hover over the window.
    DropHover(usize),
    /// Ask for a path in the window itself, or no longer.
    PromptForPath(Option<Dialog>),
    /// Close what is open above the rest, one thing at a time: a dialog, a menu, a tool, then the selection, then the search.
    Escape,
    /// Ask for a file and save a clean picture of the stage.
    SavePicture,
    /// Save a clean picture of the stage (no panels) at any size.
    SavePictureTo(PictureOrder),
    /// Save a picture of the window.
    Screenshot(PathBuf),
    /// End a job.
    CancelJob(JobId),
    /// Let a job wait, or go on.
    PauseJob(JobId),
    /// Forget the problems that were listed.
    ClearProblems,
    /// Leave.
    Quit,
}

impl WindowCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::ShowTab(tab) => match tab {
                PanelTab::Results => About::new("Show the results").key("L"),
                PanelTab::Document => About::new("Show the document").key("D"),
                PanelTab::Text => About::new("Place a text").key("T").words("type paste live"),
                PanelTab::Problems => About::new("Show the problems").key("P"),
            }
            .menu(Menu::View),
            Self::ToggleBodyPanel => About::new("Fold the body panel").menu(Menu::View).key("B"),
            Self::ToggleSidePanel => About::new("Fold the side panel").menu(Menu::View).key("N"),
            Self::ToggleViewPanel => About::new("Cut, colours and views")
                .menu(Menu::View)
                .key("C")
                .words("palette saved"),
            Self::ToggleLibraryPanel => About::new("Organise the library")
                .menu(Menu::View)
                .key("G")
                .words("tags collections facets filter searches"),
            Self::ToggleTimeline => About::new("Timeline: documents by year")
                .menu(Menu::View)
                .key("Y")
                .words("years history play decade"),
            Self::ShowLeft(_) | Self::ShowViewPanel(_) => {
                About::new("Choose what the body panel shows")
            }
            Self::TogglePresentation => About::new("Presentation: only the stage")
                .menu(Menu::View)
                .key("F11")
                .words("projector full screen"),
            Self::OpenStageMenu(_) => About::new("Open the menu of the stage"),
            Self::TogglePopover(popover) => popover.about(),
            Self::FocusAsk => About::new("Ask: a place, the documents, a command")
                .menu(Menu::Edit)
                .key("Ctrl K")
                .words("search palette find"),
            Self::Focused => About::new("The keyboard was taken"),
            Self::DismissNotice(_) => About::new("Take a notice away"),
            Self::DropHover(_) => About::new("Files hover over the window"),
            Self::PromptForPath(_) => About::new("Type a path"),
            Self::Escape => {
                About::new("Close what is open, then clear the selection, then the search")
                    .menu(Menu::Edit)
                    .key("Esc")
            }
            Self::SavePicture => About::new("Save a picture of the stage…")
                .menu(Menu::View)
                .key("Ctrl P")
                .words("screenshot png"),
            Self::SavePictureTo(_) => About::new("Save a picture of the stage to a file"),
            Self::Screenshot(_) => About::new("Save a picture of the window"),
            Self::PauseJob(_) => About::new("Let a job wait or go on"),
            Self::CancelJob(_) => About::new("Cancel a job"),
            Self::ClearProblems => About::new("Forget the problems"),
            Self::Quit => About::new("Quit")
                .menu(Menu::Help)
                .key("Ctrl Q")
                .words("exit close"),
        }
    }
}
