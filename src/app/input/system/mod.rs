//! How the system wants windows to be: light or dark, with more contrast than usual or not, and whether anything may move by itself. Under Windows and macOS the windowing library tells
//! the first; a desktop of Linux is asked (`desktop.rs`) when the window opens and whenever it is come back to, as from the desktop's settings.

#[cfg(target_os = "linux")]
mod desktop;

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowFocused, WindowTheme, WindowThemeChanged};
use bevy_egui::EguiPreUpdateSet;

use crate::app::core::{Decide, System};
#[cfg(target_os = "linux")]
use crate::app::jobs::{Beside, Workers};

pub fn plugin(app: &mut App) {
    let told = follow.after(EguiPreUpdateSet::ProcessInput).before(Decide);
    app.add_systems(PreUpdate, told);
    #[cfg(target_os = "linux")]
    app.add_systems(PreUpdate, ask.before(Decide));
}

/// What the windowing library tells: when the window is made, and when it changes; on some systems never.
fn follow(
    mut changed: MessageReader<WindowThemeChanged>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut begun: Local<bool>,
    mut system: ResMut<System>,
) {
    let mut told = changed.read().last().map(|changed| changed.theme);
    if let Some(window) = window.filter(|_| !*begun) {
        *begun = true;
        told = told.or(window.window_theme);
    }
    if let Some(theme) = told {
        let is_light = Some(theme == WindowTheme::Light);
        let told = System {
            is_light,
            ..*system
        };
        system.set_if_neq(told);
    }
}

/// Asks the desktop beside the frame.
#[cfg(target_os = "linux")]
fn ask(
    mut focused: MessageReader<WindowFocused>,
    workers: Option<Res<Workers>>,
    mut asking: Local<Beside<u64, System>>,
    (mut times, mut asked): (Local<u64>, Local<Option<u64>>),
    mut system: ResMut<System>,
) {
    if focused.read().any(|focused| focused.focused) {
        *times += 1;
    }
    if let Some((_, told)) = asking.take() {
        // What was told before, by the windowing library or the desktop itself, stands where that says nothing now.
        let told = System {
            is_light: told.is_light.or(system.is_light),
            is_still: told.is_still.or(system.is_still),
            has_contrast: told.has_contrast.or(system.has_contrast),
        };
        system.set_if_neq(told);
    }
    let Some(workers) = workers.filter(|_| *asked != Some(*times)) else {
        return;
    };
    if asking.is_free_for(&times) {
        *asked = Some(*times);
        asking.begin(*times, "desktop", &workers.reporter(), desktop::ask);
    }
}
