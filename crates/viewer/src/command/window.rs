//! Panels, menus, pictures, the window itself.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::about::{About, Menu};
use crate::{
    Dialog, Dock, JobId, LeftTab, PanelSide, PanelTab, PictureOrder, PictureWish, Popover, Problem,
    StageMenu, Tab,
};

/// Panels, menus, pictures, the window itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowCommand {
    /// Show a tab of the right panel; the live text takes the keyboard.
    ShowTab(PanelTab),
    /// Show the list or, when it is shown already, give it the keyboard.
    GoToList,
    /// Fold or unfold the body panel.
    ToggleBodyPanel,
    /// Fold or unfold the right panel.
    ToggleSidePanel,
    /// Dock each panel at the other side of the window.
    SwapPanels,
    /// Dock a tab somewhere else.
    DockTab(Tab, Dock),
    /// Dock the document below the lists, so that both are seen, or beside them again.
    StackDocument,
    /// Dock all tabs where they were at first.
    DockAtHome,
    /// Make a panel so wide, points.
    SetPanelWidth(PanelSide, f32),
    /// Open or close the panel of sections, colours and views.
    #[serde(alias = "toggle_look_panel")]
    ToggleViewPanel,
    /// Open or close the panel in which the library is organised.
    ToggleLibraryPanel,
    /// Show or hide the strip of years below the stage.
    ToggleTimeline,
    /// Open what the list can be narrowed to, above it, or close it.
    ToggleFacets,
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
    /// What became of something that was dropped has been seen.
    ForgetDropped(u64),
    /// Ask for a path in the window itself, or no longer.
    PromptForPath(Option<Dialog>),
    /// Close what is open above the rest, one thing at a time: a dialog, a menu, a tool, then the selection, then the search.
    Escape,
    /// Ask what a clean picture of the stage is to show, then for its file.
    SavePicture,
    /// Have pictures show this.
    PictureWith(PictureWish),
    /// Ask for the file of such a picture.
    SavePictureAs,
    /// Save such a picture in a file.
    SavePictureIn(PathBuf),
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
    /// Forget one of them.
    ForgetProblem(Problem),
    /// Leave.
    Quit,
}

impl WindowCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::GoToList => Self::ShowTab(PanelTab::Results).about(),
            Self::ShowTab(tab) => match tab {
                PanelTab::Results => About::new("command-show-results").key("L"),
                PanelTab::Document => About::new("command-show-document").key("D"),
                PanelTab::Text => About::new("command-show-text").key("T"),
                PanelTab::Problems => About::new("command-show-problems").key("P"),
            }
            .menu(Menu::View),
            Self::ToggleBodyPanel => About::new("command-toggle-body-panel")
                .menu(Menu::View)
                .key("B"),
            Self::ToggleSidePanel => About::new("command-toggle-side-panel")
                .menu(Menu::View)
                .key("N"),
            Self::SwapPanels => About::new("command-swap-panels").menu(Menu::View),
            Self::DockTab(..) => About::new("command-dock-tab"),
            Self::SetPanelWidth(..) => About::new("command-set-panel-width"),
            Self::StackDocument => About::new("command-stack-document")
                .menu(Menu::View)
                .key("J"),
            Self::DockAtHome => About::new("command-dock-at-home").menu(Menu::View),
            Self::ToggleViewPanel => About::new("command-toggle-view-panel")
                .menu(Menu::View)
                .key("C"),
            Self::ToggleLibraryPanel => About::new("command-toggle-library-panel")
                .menu(Menu::View)
                .key("G"),
            Self::ToggleTimeline => About::new("command-toggle-timeline")
                .menu(Menu::View)
                .key("Y"),
            Self::ToggleFacets => About::new("command-toggle-facets").menu(Menu::View),
            Self::ShowLeft(_) | Self::ShowViewPanel(_) => About::new("command-show-left"),
            Self::TogglePresentation => About::new("command-toggle-presentation")
                .menu(Menu::View)
                .key("F11"),
            Self::OpenStageMenu(_) => About::new("command-open-stage-menu"),
            Self::TogglePopover(popover) => popover.about(),
            Self::FocusAsk => About::new("command-focus-ask")
                .menu(Menu::Edit)
                .key("Ctrl K"),
            Self::Focused => About::new("command-focused"),
            Self::DismissNotice(_) => About::new("command-dismiss-notice"),
            Self::DropHover(_) => About::new("command-drop-hover"),
            Self::ForgetDropped(_) => About::new("command-forget-dropped"),
            Self::PromptForPath(_) => About::new("command-prompt-for-path"),
            Self::Escape => About::new("command-escape").menu(Menu::Edit).key("Esc"),
            Self::SavePicture => About::new("command-save-picture")
                .menu(Menu::View)
                .key("Ctrl P"),
            Self::PictureWith(_) => About::new("command-picture-with"),
            Self::SavePictureAs => About::new("command-save-picture-as"),
            Self::SavePictureIn(_) | Self::SavePictureTo(_) => {
                About::new("command-save-picture-to")
            }
            Self::Screenshot(_) => About::new("command-screenshot"),
            Self::PauseJob(_) => About::new("command-pause-job"),
            Self::CancelJob(_) => About::new("command-cancel-job"),
            Self::ClearProblems => About::new("command-clear-problems").step(),
            Self::ForgetProblem(_) => About::new("command-forget-problem").step(),
            Self::Quit => About::new("command-quit").menu(Menu::Help).key("Ctrl Q"),
        }
    }
}
