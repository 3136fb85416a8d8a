//! The window's state as it is kept with the library: close and reopen, and it is as it was. The names of its fields are those of
//! the first version of the program, whose libraries open unchanged.

use serde::{Deserialize, Serialize};

use crate::{
    KeptVisibility, Measurement, Palette, PanelTab, Pose, Quality, SavedView, Scene, SectionPlane,
    StagePoint, Theme, View,
};

/// What is kept of the window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Session {
    pose: Pose,
    tab: PanelTab,
    body_panel: bool,
    side_panel: bool,
    #[serde(flatten)]
    visibility: KeptVisibility,
    #[serde(default, rename = "looking")]
    settings: Settings,
}

/// Cuts, colours, slices, measured distances, saved views.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Settings {
    sections: Vec<SectionPlane>,
    fill_cut: bool,
    explode: f32,
    palette: Palette,
    labels: bool,
    slices: bool,
    crosshair_mm: StagePoint,
    measurements: Vec<Measurement>,
    views: Vec<SavedView>,
    theme: Theme,
    quality: Quality,
}

impl Default for Settings {
    fn default() -> Self {
        Self::of(&View::default())
    }
}

impl Settings {
    fn of(view: &View) -> Self {
        let scene = &view.scene;
        Self {
            sections: scene.sections.clone(),
            fill_cut: scene.fill_cut,
            explode: scene.explode,
            palette: scene.palette,
            labels: scene.labels,
            slices: view.slices,
            crosshair_mm: view.crosshair_mm,
            measurements: scene.measurements.clone(),
            views: scene.views.clone(),
            theme: view.theme,
            quality: view.quality,
        }
    }
}

impl Session {
    /// What is to be kept of a view.
    pub fn of(view: &View) -> Self {
        Self {
            pose: view.camera,
            tab: view.layout.tab,
            body_panel: view.layout.body_panel,
            side_panel: view.layout.side_panel,
            visibility: view.scene.kept_visibility(view.atlas()),
            settings: Settings::of(view),
        }
    }

    /// Gives a view this state; visibilities follow once the atlas has been read. Returns the pose, unless it is damaged.
    pub(crate) fn restore(self, view: &mut View) -> Option<Pose> {
        view.layout.tab = self.tab;
        view.layout.body_panel = self.body_panel;
        view.layout.side_panel = self.side_panel;
        let settings = self.settings;
        view.slices = settings.slices;
        view.theme = settings.theme;
        view.quality = settings.quality;
        if settings.crosshair_mm.is_finite() {
            view.crosshair_mm = settings.crosshair_mm;
        }
        let scene = Scene {
            sections: settings.sections,
            fill_cut: settings.fill_cut,
            explode: settings.explode,
            palette: settings.palette,
            labels: settings.labels,
            measurements: settings.measurements,
            views: settings.views,
            ..std::mem::take(&mut view.scene)
        };
        view.scene = scene.sound();
        let atlas = view.body.shown.clone();
        view.scene
            .restore_visibility(atlas.as_deref(), &self.visibility);
        self.pose.is_sound().then_some(self.pose)
    }
}
