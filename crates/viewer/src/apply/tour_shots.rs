//! The pictures that are taken of a tour: where they go, and what becomes of them.

use std::path::{Path, PathBuf};

use language::say;

use crate::{Effect, Film, JobKind, STOP_SECONDS, Shots, Tour, View};

/// Ending of a video whose file was named without one.
const ENDING: &str = "mp4";

/// Pictures that are wanted themselves, in a folder of their own in this one.
pub(super) fn for_folder(tour: &Tour, folder: &Path) -> Shots {
    Shots {
        folder: fresh(folder, &tour.folder_name()),
        ..Shots::default()
    }
}

/// Pictures for a video, in a folder that goes when it is made.
pub(super) fn for_video(tour: &Tour, mut video: PathBuf, folder: PathBuf) -> Shots {
    if video.extension().is_none() {
        video.set_extension(ENDING);
    }
    let mut shots = Shots {
        folder,
        ..Shots::default()
    };
    let times = tour.stops.iter().map(|stop| stop.seconds);
    let times = times.enumerate();
    let timed = times.map(|(at, own)| (shots.path(at), own.unwrap_or(STOP_SECONDS)));
    let timed = timed.collect();
    shots.film = Some(Film {
        video,
        folder: shots.folder.clone(),
        shots: timed,
    });
    shots
}

/// A folder in another one that is not there yet: called so, with a number where one is.
fn fresh(folder: &Path, name: &str) -> PathBuf {
    let plain = folder.join(name);
    let mut numbered = (2_u32..).map(|number| folder.join(format!("{name} {number}")));
    match plain.exists() {
        true => numbered.find(|path| !path.exists()).unwrap_or(plain),
        false => plain,
    }
}

/// Says what has become of the pictures of a tour of so many stops; a video is made of them when all are there.
pub(super) fn ended(view: &mut View, shots: Shots, stops: usize) -> Vec<Effect> {
    let (taken, folder) = (shots.taken, shots.folder.display().to_string());
    match (shots.film, taken == stops) {
        (None, true) => {
            let words = say!("tour-pictures-saved", count = taken, folder = folder);
            view.layout.say(words);
            Vec::new()
        }
        (None, false) => {
            view.layout.say(say!(
                "tour-pictures-stopped",
                count = taken,
                of = stops,
                folder = folder
            ));
            Vec::new()
        }
        (Some(film), true) => {
            let file = film.video.display().to_string();
            let title = say!("joblist-video", file = file);
            let job = view.jobs.start(JobKind::Export, title);
            vec![Effect::Film(job, film)]
        }
        // Said, and cleared away, in whatever way it is given up.
        (Some(_), false) => Vec::new(),
    }
}

/// The video that pictures are being taken for.
pub(super) fn film_of(view: &View) -> Option<Film> {
    view.tours.shots.as_ref()?.film.clone()
}

/// Gives up a video whose pictures were being taken and no longer are, though it is not made of them: by Escape, by another tour or a quiz, by another
/// body or library. Its pictures go.
pub(super) fn give_up(view: &mut View, film: Option<Film>, effects: &[Effect]) -> Option<Effect> {
    let film = film?;
    let is_taken = film_of(view).is_some_and(|now| now.folder == film.folder);
    let is_made = effects
        .iter()
        .any(|effect| matches!(effect, Effect::Film(..)));
    if is_taken || is_made {
        return None;
    }
    view.layout.say(say!("tour-video-stopped"));
    Some(Effect::DropPictures(film))
}
