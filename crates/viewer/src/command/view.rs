//! Camera, saved views, slices, measured distances, theme.

use serde::{Deserialize, Serialize};

use super::about::{About, Menu};
use crate::{Pose, Quality, StagePoint, StandardView, Theme};

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
    /// Forget a saved view.
    RemoveView(String),
    /// Show or hide the three slices.
    ToggleSlices,
    /// Move the point where the slices cross.
    Crosshair(StagePoint),
    /// Take up or lay down the measuring tool.
    ToggleMeasure,
    /// Set an end of a distance.
    MeasurePoint(StagePoint),
    /// Forget the measured distances.
    ClearMeasurements,
    /// Dark or light window.
    SetTheme(Theme),
    /// How much the renderer is asked for.
    SetQuality(Quality),
}

impl ViewCommand {
    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::View(view) => {
                let (label, keys) = match view {
                    StandardView::Anterior => ("Anterior view", "1"),
                    StandardView::Posterior => ("Posterior view", "2"),
                    StandardView::Left => ("Left view", "3"),
                    StandardView::Right => ("Right view", "4"),
                    StandardView::Superior => ("Superior view", "5"),
                    StandardView::Inferior => ("Inferior view", "6"),
                };
                About::new(label)
                    .menu(Menu::View)
                    .key(keys)
                    .words("camera front back side above below")
                    .navigation()
            }
            Self::FlyTo { .. } => About::new("Look at a point").navigation(),
            Self::MoveCamera(_) => About::new("Move the camera"),
            Self::SaveView(_) => About::new("Save the view").step(),
            Self::GoToView(_) => About::new("Return to a saved view").step(),
            Self::RemoveView(_) => About::new("Forget a saved view").step(),
            Self::ToggleSlices => About::new("Slices")
                .menu(Menu::View)
                .key("S")
                .words("axial coronal sagittal"),
            Self::Crosshair(_) => About::new("Move the crosshair"),
            Self::ToggleMeasure => About::new("Measure a distance")
                .menu(Menu::Body)
                .key("M")
                .words("ruler length mm"),
            Self::MeasurePoint(_) => About::new("Set an end of a distance").step(),
            Self::ClearMeasurements => About::new("Forget the measured distances")
                .menu(Menu::Body)
                .step(),
            Self::SetTheme(_) => About::new("Dark or light window"),
            Self::SetQuality(_) => About::new("How finely the body is drawn"),
        }
    }
}
