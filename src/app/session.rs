//! The window's state, kept with the library: close and reopen, and it is as it was; and the window's place on the screen.

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::{Monitor, MonitorSelection, PrimaryWindow, WindowMode};
use viewer::{Effect, Session};

use super::core::Core;
use super::jobs::Workers;

pub mod loss;

/// A changed state is written at most this often, s; and once more on leaving.
const INTERVAL_SECONDS: f32 = 5.0;

/// Saves the window's state with the library.
pub struct SessionPlugin;

impl Plugin for SessionPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Last, save).add_systems(Update, (fit, fill));
    }
}

/// A window that is larger than the screen, of several the smallest, is made smaller when it opens: its edges and what stands there would be out of reach.
fn fit(
    monitors: Query<&Monitor>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut done: Local<bool>,
) {
    if *done {
        return;
    }
    let sizes = monitors
        .iter()
        .map(|monitor| monitor.physical_size().as_vec2() / monitor.scale_factor as f32);
    let Some(screen) = sizes.reduce(Vec2::min) else {
        return;
    };
    *done = true;
    for mut window in &mut windows {
        let size = window.size();
        let fits = size.min(screen);
        if fits != size {
            window.resolution.set(fits.x, fits.y);
        }
    }
}

/// A presentation has the whole screen.
fn fill(core: Res<Core>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    if !core.is_changed() {
        return;
    }
    let mode = match core.layout.presentation {
        true => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
        false => WindowMode::Windowed,
    };
    for mut window in &mut windows {
        if window.mode != mode {
            window.mode = mode;
        }
    }
}

fn save(
    time: Res<Time<bevy::time::Real>>,
    core: Res<Core>,
    workers: Option<Res<Workers>>,
    mut leaving: MessageReader<AppExit>,
    (mut saved, mut stale): (Local<Option<(f32, Session)>>, Local<bool>),
) {
    *stale |= core.is_changed();
    let leaving = leaving.read().next().is_some();
    let Some(workers) = workers else { return };
    let known = Session::is_kept(&core);
    if leaving {
        let only_read = library::Library::is_address(&core.documents.path);
        workers.close(known.then(|| Session::of(&core)), only_read);
        return;
    }
    let now = time.elapsed_secs();
    let due = saved
        .as_ref()
        .is_none_or(|(at, _)| now - at > INTERVAL_SECONDS);
    if known && due && std::mem::take(&mut *stale) {
        let state = Session::of(&core);
        if saved.as_ref().is_none_or(|(_, before)| *before != state) {
            workers.carry_out(Effect::SaveSession(Box::new(state.clone())));
        }
        *saved = Some((now, state));
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce as _;
    use viewer::View;

    use super::*;

    #[test]
    fn a_presentation_has_the_whole_screen_and_gives_it_back() {
        let mut world = World::new();
        let window = world.spawn((Window::default(), PrimaryWindow)).id();
        let mut mode = |presentation: bool| {
            let mut view = View::default();
            view.layout.presentation = presentation;
            world.insert_resource(Core::from(view));
            world.run_system_once(fill).unwrap();
            world.get::<Window>(window).unwrap().mode
        };
        let whole = WindowMode::BorderlessFullscreen(MonitorSelection::Current);
        assert_eq!(mode(false), WindowMode::Windowed);
        assert_eq!(mode(true), whole);
        assert_eq!(mode(false), WindowMode::Windowed);
    }
}
