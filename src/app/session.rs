//! The window's state, kept with the library: close and reopen, and it is as it was.

use bevy::app::AppExit;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::jobs::{LibraryRequest, Workers};
use super::looking::Looking;
use super::scene::camera::{OrbitCamera, Pose};
use super::state::{Body, Chrome, KeptLooks, LibraryView, PanelTab};

/// A changed state is written at most this often, s; and once more on leaving.
const INTERVAL_SECONDS: f32 = 5.0;

/// Saves the window's state with the library.
pub struct SessionPlugin;

impl Plugin for SessionPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Last, save);
    }
}

/// What is kept of the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowState {
    pose: Pose,
    tab: PanelTab,
    body_panel: bool,
    side_panel: bool,
    #[serde(flatten)]
    looks: KeptLooks,
    #[serde(default)]
    looking: Looking,
}

impl WindowState {
    fn of(body: &Body, chrome: &Chrome, looking: &Looking, camera: &OrbitCamera) -> Self {
        Self {
            pose: camera.pose,
            tab: chrome.tab,
            body_panel: chrome.body_panel,
            side_panel: chrome.side_panel,
            looks: body.kept_looks(),
            looking: looking.clone(),
        }
    }

    /// Gives the window this state; looks follow once the atlas has been read.
    pub fn restore(
        self,
        body: &mut Body,
        chrome: &mut Chrome,
        looking: &mut Looking,
        camera: &mut OrbitCamera,
    ) {
        if self.pose.is_sound() {
            *camera = OrbitCamera::new(self.pose);
        }
        chrome.tab = self.tab;
        chrome.body_panel = self.body_panel;
        chrome.side_panel = self.side_panel;
        *looking = self.looking.sound();
        body.restore_looks(self.looks);
    }
}

#[allow(clippy::too_many_arguments)] // a Bevy system: each argument is one injected resource
fn save(
    time: Res<Time<bevy::time::Real>>,
    body: Res<Body>,
    chrome: Res<Chrome>,
    looking: Res<Looking>,
    library: Res<LibraryView>,
    camera: Query<&OrbitCamera>,
    workers: Option<Res<Workers>>,
    mut leaving: MessageReader<AppExit>,
    mut saved: Local<Option<(f32, WindowState)>>,
) {
    let leaving = leaving.read().next().is_some();
    let (Some(workers), Ok(camera)) = (workers, camera.single()) else {
        return;
    };
    if library.ready && body.atlas.is_some() && !camera.in_flight() {
        let now = time.elapsed_secs();
        let due = leaving
            || saved
                .as_ref()
                .is_none_or(|(at, _)| now - at > INTERVAL_SECONDS);
        if due {
            let state = WindowState::of(&body, &chrome, &looking, camera);
            if saved.as_ref().is_none_or(|(_, before)| *before != state)
                && let Ok(text) = serde_json::to_string(&state)
            {
                workers.ask(LibraryRequest::SaveSession(text));
            }
            *saved = Some((now, state));
        }
    }
    if leaving {
        workers.close();
    }
}
