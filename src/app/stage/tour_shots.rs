//! Pictures of a tour, one of each stop: when what the stop shows has come and rests, the window is kept as a picture, and the next stop follows.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use language::say;
use viewer::Message as Tell;
use viewer::command::TourCommand;

use super::camera::{self, OrbitCamera};
use super::picture::{finish_alpha, save_picture};
use super::target::StageTarget;
use crate::app::core::{Act, Core};
use crate::app::jobs::{Reporter, Workers, spawn};

/// How long a sight rests before its picture is taken: labels, slices and documents come beside the frame.
const RESTS: Duration = Duration::from_secs(1);
/// Frames drawn meanwhile at least.
const FRAMES: u32 = 4;
/// What has not come to rest after this long, or is not written so long after, will not be.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn plugin(app: &mut App) {
    app.add_systems(Update, take.after(camera::fly));
}

/// How far the picture of a stop has come; each picture is known by its file.
#[derive(Default)]
enum Taking {
    /// None is wanted.
    #[default]
    None,
    /// What it shows is awaited since then.
    Comes(PathBuf, Instant),
    /// The same, and it rests since another moment; so many frames of it were drawn.
    Rests(PathBuf, Instant, (Instant, u32)),
    /// It was asked for.
    Asked(PathBuf, Instant, Written),
}

/// What has become of a picture that is written beside the frame.
type Written = Arc<Mutex<Option<Result<(), String>>>>;

impl Taking {
    fn path(&self) -> Option<&Path> {
        match self {
            Self::None => None,
            Self::Comes(path, _) | Self::Rests(path, ..) | Self::Asked(path, ..) => Some(path),
        }
    }
}

fn take(
    core: Res<Core>,
    camera: Single<&OrbitCamera>,
    (target, workers): (Res<StageTarget>, Option<Res<Workers>>),
    mut taking: Local<Taking>,
    mut commands: Commands,
    mut act: Act,
) {
    let wanted = core.tours.shots.as_ref().zip(core.tours.touring.as_ref());
    let (Some((shots, touring)), Some(workers)) = (wanted, workers) else {
        *taking = Taking::None;
        return;
    };
    act.redraw();
    let (path, now) = (shots.path(touring.at), Instant::now());
    let mut before = std::mem::take(&mut *taking);
    if before.path() != Some(&path) {
        before = Taking::Comes(path, now);
    }
    let rests = core.is_settled() && !camera.in_flight() && !target.is_reduced();
    let report = workers.reporter();
    let mut fail = |path: &Path, reason: String| {
        report.tell(Tell::problem(path.display().to_string(), reason));
        act.send(TourCommand::EndTour);
        Taking::None
    };
    *taking = match before {
        Taking::None => Taking::None,
        Taking::Asked(path, since, written) => {
            let done = written.lock().ok().and_then(|mut done| done.take());
            match done {
                Some(Ok(())) => {
                    act.send(TourCommand::PictureSaved(touring.at));
                    Taking::None
                }
                Some(Err(reason)) => fail(&path, reason),
                None if since.elapsed() > PATIENCE => fail(&path, say!("tour-picture-not-written")),
                None => Taking::Asked(path, since, written),
            }
        }
        Taking::Rests(path, since, (rested, frames)) if rests => {
            if rested.elapsed() < RESTS || frames < FRAMES {
                Taking::Rests(path, since, (rested, frames + 1))
            } else {
                let written = ask(&mut commands, &report, path.clone());
                Taking::Asked(path, now, written)
            }
        }
        Taking::Comes(path, since) | Taking::Rests(path, since, _) => {
            if rests {
                Taking::Rests(path, since, (now, 0))
            } else if since.elapsed() > PATIENCE {
                fail(&path, say!("tour-picture-no-rest"))
            } else {
                Taking::Comes(path, since)
            }
        }
    };
}

/// Has the window kept as a picture, as it is drawn next.
fn ask(commands: &mut Commands, report: &Reporter, path: PathBuf) -> Written {
    let written = Written::default();
    let (done, report) = (Arc::clone(&written), report.clone());
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>| {
            let (image, path, done) = (captured.image.clone(), path.clone(), Arc::clone(&done));
            spawn("tour picture", &report, move || {
                let saved = save(image, &path);
                if let Ok(mut done) = done.lock() {
                    *done = Some(saved);
                }
            });
        },
    );
    written
}

/// Writes a picture of the window, in a folder that is made for it.
fn save(image: Image, path: &Path) -> Result<(), String> {
    let picture = image.try_into_dynamic();
    let mut picture = picture.map_err(|error| error.to_string())?.to_rgba8();
    finish_alpha(&mut picture, false);
    let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let saved = made.and_then(|()| save_picture(&picture, path));
    saved.map_err(|error| error.to_string())
}
