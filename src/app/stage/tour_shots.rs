//! Pictures of a tour, one of each stop: when what the stop shows has come and rests, the window is kept as a picture, and the next stop follows.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use viewer::command::{TourCommand, WindowCommand};

use super::camera::OrbitCamera;
use super::target::StageTarget;
use crate::app::core::{Act, Core};

/// How long a sight rests before its picture is taken: labels, slices and documents come beside the frame.
const RESTS: Duration = Duration::from_secs(1);
/// Frames drawn meanwhile at least.
const FRAMES: u32 = 4;
/// A picture that is not there after this long could not be written.
const PATIENCE: Duration = Duration::from_secs(30);

pub fn plugin(app: &mut App) {
    let taken = |core: Res<Core>| core.tours.shots.is_some();
    app.add_systems(Update, take.run_if(taken));
}

/// How far the picture of a stop has come.
#[derive(Default)]
enum Taking {
    /// What it shows is awaited.
    #[default]
    Comes,
    /// It rests since then, and so many frames of it were drawn.
    Rests(Instant, u32),
    /// It was asked for.
    Asked(usize, Instant),
}

fn take(
    core: Res<Core>,
    camera: Single<&OrbitCamera>,
    target: Res<StageTarget>,
    mut taking: Local<Taking>,
    mut act: Act,
) {
    let (Some(shots), Some(touring)) = (&core.tours.shots, &core.tours.touring) else {
        return;
    };
    act.redraw();
    let at = touring.at;
    let path = shots.path(at);
    let rests = core.is_settled() && !camera.in_flight() && !target.is_reduced();
    *taking = match *taking {
        Taking::Asked(stop, since) if stop == at => {
            if path.exists() {
                act.send(TourCommand::PictureSaved(at));
                Taking::Comes
            } else if since.elapsed() > PATIENCE {
                error!("no picture could be written to {}", path.display());
                act.send(TourCommand::EndTour);
                Taking::Comes
            } else {
                return;
            }
        }
        Taking::Rests(since, frames) if rests => {
            if since.elapsed() < RESTS || frames < FRAMES {
                Taking::Rests(since, frames + 1)
            } else {
                // An older one would be taken for the new one. Where that or the folder cannot be had, none comes.
                let _ = std::fs::remove_file(&path);
                let _ = std::fs::create_dir_all(&shots.folder);
                act.send(WindowCommand::Screenshot(path));
                Taking::Asked(at, Instant::now())
            }
        }
        _ if rests => Taking::Rests(Instant::now(), 0),
        _ => Taking::Comes,
    };
}
