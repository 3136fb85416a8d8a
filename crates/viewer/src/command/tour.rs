//! Tours: shown, and made.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::about::{About, Menu};

/// Tours: shown, and made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TourCommand {
    /// Show a tour that ships, by its place in the list.
    PlayTour(usize),
    /// Show the tour that is being made, from a stop on.
    PlayDraft(usize),
    /// Show another stop.
    GoToStop(usize),
    /// Show the next stop; after the last one the tour is over.
    NextStop,
    /// Show the stop before.
    PreviousStop,
    /// Let the stops follow one another by themselves, or no longer.
    PlayOrPause,
    /// The time of a sight is over.
    StopIsOver(u64),
    /// Leave the tour, back to what was seen before.
    EndTour,
    /// Begin to make a tour.
    NewTour,
    /// Add what is seen to the tour that is being made.
    AddStop,
    /// Let a stop of it show what is seen now.
    RetakeStop(usize),
    /// Change the words and the time of a stop.
    EditStop {
        /// Which.
        at: usize,
        /// A few words, large.
        heading: String,
        /// A sentence or three.
        caption: String,
        /// How long it is shown by itself.
        seconds: Option<f32>,
    },
    /// Move a stop to another place in the order.
    MoveStop {
        /// From.
        at: usize,
        /// To.
        to: usize,
    },
    /// Take a stop out.
    RemoveStop(usize),
    /// Give the tour another title and description.
    NameTour {
        /// What it is called.
        title: String,
        /// What it shows.
        about: String,
    },
    /// Make a tour out of one that ships.
    CopyTour(usize),
    /// Ask for a tour's file, and open it.
    OpenTour,
    /// Open a tour's file.
    OpenTourAt(PathBuf),
    /// Ask for a file, and write the tour to it.
    SaveTour,
    /// Write the tour to a file.
    SaveTourTo(PathBuf),
    /// Ask for a folder, and save a picture of each stop in it: of a tour that ships, by its place in the list, or of the one that is being made.
    SavePictures(Option<usize>),
    /// The same in a folder.
    SavePicturesIn {
        /// Which tour.
        tour: Option<usize>,
        /// The folder; made when absent.
        folder: PathBuf,
    },
    /// The picture of this stop has been saved.
    PictureSaved(usize),
    /// Ask for a file, and make a video of the stops: of a tour that ships, by its place in the list, or of the one that is being made.
    SaveVideo(Option<usize>),
    /// The same to a file.
    SaveVideoTo {
        /// Which tour.
        tour: Option<usize>,
        /// The file; its ending says in which format.
        path: PathBuf,
    },
    /// Make it no longer; what was not saved is lost.
    CloseTour,
}

impl TourCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::PlayTour(0) => About::new("command-tour-where-a-text-lands").menu(Menu::Help),
            Self::PlayTour(1) => About::new("command-tour-a-clinic-morning").menu(Menu::Help),
            Self::PlayTour(2) => About::new("command-tour-cut-the-body-open").menu(Menu::Help),
            Self::PlayTour(_) | Self::PlayDraft(_) => About::new("command-play-tour"),
            Self::GoToStop(_) => About::new("command-go-to-stop"),
            Self::NextStop => About::new("command-next-stop")
                .menu(Menu::Help)
                .key("PageDown"),
            Self::PreviousStop => About::new("command-previous-stop")
                .menu(Menu::Help)
                .key("PageUp"),
            Self::PlayOrPause => About::new("command-play-or-pause").menu(Menu::Help),
            Self::StopIsOver(_) => About::new("command-stop-is-over"),
            Self::EndTour => About::new("command-end-tour").menu(Menu::Help),
            Self::NewTour => About::new("command-new-tour").menu(Menu::Help),
            Self::AddStop => About::new("command-add-stop"),
            Self::RetakeStop(_) => About::new("command-retake-stop"),
            Self::EditStop { .. } => About::new("command-edit-stop"),
            Self::MoveStop { .. } => About::new("command-move-stop"),
            Self::RemoveStop(_) => About::new("command-remove-stop"),
            Self::NameTour { .. } => About::new("command-name-tour"),
            Self::CopyTour(_) => About::new("command-copy-tour"),
            Self::OpenTour => About::new("command-open-tour").menu(Menu::Help),
            Self::OpenTourAt(_) => About::new("command-open-tour-at"),
            Self::SaveTour => About::new("command-save-tour"),
            Self::SaveTourTo(_) => About::new("command-save-tour-to"),
            Self::SavePictures(_) => About::new("command-save-pictures"),
            Self::SavePicturesIn { .. } => About::new("command-save-pictures-in"),
            Self::PictureSaved(_) => About::new("command-picture-saved"),
            Self::SaveVideo(_) => About::new("command-save-video").menu(Menu::Help),
            Self::SaveVideoTo { .. } => About::new("command-save-video-to"),
            Self::CloseTour => About::new("command-close-tour"),
        }
    }
}
