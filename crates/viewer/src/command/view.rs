//! Camera, saved views, slices, measured distances, theme.

use serde::{Deserialize, Serialize};

use super::about::{About, Menu, Of};
use crate::{Language, Pose, Quality, StagePoint, StandardView, Theme};

/// The keys of the saved views, in their order.
const VIEW_KEYS: [&str; 9] = [
    "Alt 1", "Alt 2", "Alt 3", "Alt 4", "Alt 5", "Alt 6", "Alt 7", "Alt 8", "Alt 9",
];

/// Camera, saved views, slices, measured distances, theme.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewCommand {
    /// Turn to a standard view.
    View(StandardView),
    /// Look at a point from the present side.
    FlyTo {
        /// The point.
        point_mm: StagePoint,
        /// mm from the eye.
        distance_mm: f32,
    },
    /// The camera was moved by hand.
    MoveCamera(Pose),
    /// Keep the present view under a name; an older one of that name is replaced.
    SaveView(String),
    /// Return to a saved view.
    GoToView(String),
    /// Return to the saved view of this number, from 1.
    GoToNumberedView(u8),
    /// Forget a saved view.
    RemoveView(String),
    /// Show or hide the three slices.
    ToggleSlices,
    /// Give the slices the keyboard, which moves their crossing: the first of them, a second time the next.
    HoldSlices,
    /// Move the point where the slices cross.
    Crosshair(StagePoint),
    /// Take up or lay down the measuring tool.
    ToggleMeasure,
    /// Take up or lay down the tool that draws around documents.
    ToggleDrawAround,
    /// Take up or lay down the tool that draws a box around documents.
    ToggleDrawBox,
    /// Take up or lay down the probe, which lists the documents around a point.
    ToggleProbe,
    /// Take up or lay down the tool that chooses several structures together.
    ToggleSeveral,
    /// The radius of the probe, mm.
    SetProbeRadius(f32),
    /// Set an end of a distance.
    MeasurePoint(StagePoint),
    /// Forget the measured distances.
    ClearMeasurements,
    /// The colours of the window.
    SetTheme(Theme),
    /// The language of the window.
    SetLanguage(Language),
    /// How much the renderer is asked for.
    SetQuality(Quality),
    /// Whether nothing moves by itself: no flights, no sliding.
    LessMotion(bool),
    /// Latin names stand below those on the labels of the body, or not.
    LatinLabels(bool),
}

impl ViewCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::View(view) => {
                let about = match view {
                    StandardView::Anterior => About::new("command-view-anterior").key("1"),
                    StandardView::Posterior => About::new("command-view-posterior").key("2"),
                    StandardView::Left => About::new("command-view-left").key("3"),
                    StandardView::Right => About::new("command-view-right").key("4"),
                    StandardView::Superior => About::new("command-view-superior").key("5"),
                    StandardView::Inferior => About::new("command-view-inferior").key("6"),
                };
                about.menu(Menu::View).navigation()
            }
            Self::FlyTo { .. } => About::new("command-fly-to").navigation(),
            Self::MoveCamera(_) => About::new("command-move-camera"),
            Self::SaveView(_) => About::new("command-save-view").step(),
            Self::GoToView(_) => About::new("command-go-to-view").step(),
            Self::GoToNumberedView(number) => About::new("command-go-to-numbered-view")
                .of(Of::Number(*number))
                .menu(Menu::View)
                .key_of_place(usize::from(*number).checked_sub(1), &VIEW_KEYS)
                .step(),
            Self::RemoveView(_) => About::new("command-remove-view").step(),
            Self::ToggleSlices => About::new("command-toggle-slices")
                .menu(Menu::View)
                .key("S"),
            Self::HoldSlices => About::new("command-hold-slices")
                .menu(Menu::View)
                .key("Shift S"),
            Self::Crosshair(_) => About::new("command-crosshair"),
            Self::ToggleMeasure => About::new("command-toggle-measure")
                .menu(Menu::Body)
                .key("M"),
            Self::ToggleDrawAround => About::new("command-toggle-draw-around")
                .menu(Menu::Body)
                .key("E"),
            Self::ToggleDrawBox => About::new("command-toggle-draw-box")
                .menu(Menu::Body)
                .key("Shift E"),
            Self::ToggleProbe => About::new("command-toggle-probe").menu(Menu::Body).key("Q"),
            Self::ToggleSeveral => About::new("command-toggle-several")
                .menu(Menu::Body)
                .key("U"),
            Self::SetProbeRadius(_) => About::new("command-set-probe-radius"),
            Self::MeasurePoint(_) => About::new("command-measure-point").step(),
            Self::ClearMeasurements => About::new("command-clear-measurements")
                .menu(Menu::Body)
                .step(),
            Self::SetTheme(theme) => match theme {
                Theme::Dark => About::new("command-theme-dark"),
                Theme::Light => About::new("command-theme-light"),
                Theme::HighContrast => About::new("command-theme-high-contrast"),
                Theme::System => About::new("command-theme-system"),
            }
            .menu(Menu::View),
            Self::SetLanguage(_) => About::new("command-set-language"),
            Self::SetQuality(_) => About::new("command-set-quality"),
            Self::LatinLabels(_) => About::new("command-latin-labels"),
            Self::LessMotion(less) => match less {
                true => About::new("command-less-motion"),
                false => About::new("command-more-motion"),
            }
            .menu(Menu::View),
        }
    }
}
