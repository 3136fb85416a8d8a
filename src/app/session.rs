//! The window's state, kept with the library: close and reopen, and it is as it was.

use bevy::app::AppExit;
use bevy::prelude::*;
use viewer::{Effect, Session};

use super::core::Core;
use super::jobs::Workers;

/// A changed state is written at most this often, s; and once more on leaving.
const INTERVAL_SECONDS: f32 = 5.0;

/// Saves the window's state with the library.
pub struct SessionPlugin;

impl Plugin for SessionPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Last, save);
    }
}

fn save(
    time: Res<Time<bevy::time::Real>>,
    core: Res<Core>,
    workers: Option<Res<Workers>>,
    mut leaving: MessageReader<AppExit>,
    mut saved: Local<Option<(f32, Session)>>,
) {
    let leaving = leaving.read().next().is_some();
    let Some(workers) = workers else { return };
    let known = Session::is_kept(&core);
    if leaving {
        workers.close(known.then(|| Session::of(&core)));
        return;
    }
    let now = time.elapsed_secs();
    let due = saved
        .as_ref()
        .is_none_or(|(at, _)| now - at > INTERVAL_SECONDS);
    if known && due && core.is_changed() {
        let state = Session::of(&core);
        if saved.as_ref().is_none_or(|(_, before)| *before != state) {
            workers.carry_out(Effect::SaveSession(Box::new(state.clone())));
        }
        *saved = Some((now, state));
    }
}
