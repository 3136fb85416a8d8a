//! Tours' files, the time of their stops, and their videos.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use language::say;
use tempfile::TempDir;
use viewer::command::TourCommand;
use viewer::{Film, MAX_TOUR_BYTES, Message, Problem, Tour};

use super::place::Place;
use super::runner::later;
use super::{JobContext, Reporter, spawn};
use crate::paths::filmed_folder;
use crate::video::{self, NoVideo, Shot};

/// A picture that was being written when the others were no longer wanted comes within so long.
const LATE: Duration = Duration::from_secs(3);
/// Steps of the progress of a video.
const STEPS: u64 = 100;

/// Says when a sight has been shown for so many seconds.
pub fn time(number: u64, seconds: f32, report: &Reporter) {
    later(
        "tour",
        seconds,
        TourCommand::StopIsOver(number).into(),
        report,
    );
}

/// Reads a tour's file.
pub fn read(path: PathBuf, report: &Reporter) {
    let tell = report.clone();
    spawn("tour", report, move || match read_from(&path) {
        Ok(tour) => tell.tell(Message::Tour(path, Box::new(tour))),
        Err(reason) => refuse(&tell, &path, reason),
    });
}

/// A file that is no tour is told at once, and stays among the problems.
fn refuse(report: &Reporter, path: &Path, reason: String) {
    report.tell(Message::Notice(format!("{}: {reason}", path.display())));
    report.tell(Message::Problem(Problem {
        place: path.display().to_string(),
        reason,
        file: None,
    }));
}

fn read_from(path: &Path) -> Result<Tour, String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(MAX_TOUR_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| error.to_string())?;
    Tour::read(&bytes)
}

/// Writes a tour to a file.
pub fn write(path: PathBuf, tour: Box<Tour>, report: &Reporter) {
    let tell = report.clone();
    spawn("tour", report, move || {
        let written = library::write_aside(&path, |file| {
            std::io::Write::write_all(file, tour.written().as_bytes())
        });
        match written {
            Ok(()) => tell.tell(Message::TourWritten(path, tour)),
            Err(error) => refuse(&tell, &path, error.to_string()),
        }
    });
}

/// Where this window makes the pictures of its videos, once that has been looked for.
#[derive(Default)]
pub struct Filming(Arc<Mutex<Option<Room>>>);

impl Filming {
    /// Goes to where the pictures are made, removes what windows left there that are no more, and says where it is if the program is there that makes
    /// videos.
    pub fn look(&self, report: &Reporter) {
        let (kept, tell) = (self.0.clone(), report.clone());
        spawn("ffmpeg", report, move || {
            let room = room(&kept).inspect_err(|reason| {
                tracing::warn!("pictures of videos cannot be made: {reason}");
            });
            let filming = video::ffmpeg().and_then(|_| room.ok());
            tell.tell(Message::Filming(filming));
        });
    }

    /// Removes the pictures.
    pub fn close(&self) {
        if let Ok(mut room) = self.0.lock() {
            *room = None;
        }
    }
}

/// The folder that is kept, else a new one: among the program's data, or where these cannot be written among temporary files.
fn room(kept: &Mutex<Option<Room>>) -> Result<PathBuf, String> {
    let mut kept = kept.lock().map_err(|error| error.to_string())?;
    if let Some(room) = &*kept {
        return Ok(room.folder.path().to_owned());
    }
    let among_data = filmed_folder().map_err(|error| error.to_string());
    let among_data = among_data.and_then(|folder| {
        Room::within(&folder).map_err(|error| format!("{}: {error}", folder.display()))
    });
    let room = among_data.or_else(|reason| {
        tracing::warn!("pictures of videos are made among temporary files: {reason}");
        Room::elsewhere().map_err(|error| error.to_string())
    })?;
    let folder = room.folder.path().to_owned();
    *kept = Some(room);
    Ok(folder)
}

/// A folder of one window, which goes with it.
struct Room {
    /// The first to be dropped: another window that begins looks what nobody holds.
    folder: TempDir,
    _place: Option<Place>,
}

impl Room {
    fn within(folder: &Path) -> std::io::Result<Self> {
        let place = Place::at(folder)?;
        Ok(Self {
            folder: place.folder()?,
            _place: Some(place),
        })
    }

    fn elsewhere() -> std::io::Result<Self> {
        Ok(Self {
            folder: tempfile::tempdir()?,
            _place: None,
        })
    }
}

/// Makes a video of the pictures of a tour, and takes these away; the last words about it.
pub fn film(job: &JobContext, film: &Film) -> Result<String, String> {
    let made = make(job, film);
    take_away(film);
    made
}

fn make(job: &JobContext, film: &Film) -> Result<String, String> {
    let ffmpeg = video::ffmpeg().ok_or_else(|| say!("tour-video-no-program"))?;
    let shots = film.shots.iter().map(|(path, seconds)| Shot {
        path: path.clone(),
        seconds: *seconds,
    });
    let shots: Vec<Shot> = shots.collect();
    let mut told = None;
    let mut share = |share: f32| {
        let percent = (share * STEPS as f32).clamp(0.0, STEPS as f32) as u64;
        if told.replace(percent) != Some(percent) {
            let words = say!("worker-percent", percent = percent);
            job.progress(words, Some((percent, Some(STEPS))));
        }
    };
    let stopped = || job.is_cancelled();
    let file = film.video.display().to_string();
    match video::film(
        &ffmpeg,
        &shots,
        (&film.video, &film.folder),
        &stopped,
        &mut share,
    ) {
        Ok(()) => Ok(say!("worker-video-is-in", file = file)),
        Err(NoVideo::Stopped) => {
            job.mark_stopped();
            Ok(say!("worker-no-video"))
        }
        Err(NoVideo::NotRun(error)) => {
            let error = error.to_string();
            Err(say!("worker-ffmpeg-not-run", error = error))
        }
        Err(NoVideo::GaveUp(words)) => Err(say!("worker-ffmpeg-gave-up", words = words)),
        Err(NoVideo::File(error)) => Err(format!("{file}: {error}")),
    }
}

/// Takes the pictures away that were taken for a video which is not made.
pub fn drop_pictures(film: Film, report: &Reporter) {
    spawn("tour pictures", report, move || {
        take_away(&film);
        std::thread::sleep(LATE);
        take_away(&film);
    });
}

/// Takes the pictures of a video away, and their folder when nothing else is in it. What cannot be taken away stays.
fn take_away(film: &Film) {
    for (picture, _) in &film.shots {
        let _ = std::fs::remove_file(picture);
    }
    let _ = std::fs::remove_dir(&film.folder);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_a_killed_window_go_and_those_of_an_open_one_stay() {
        let dir = tempfile::tempdir().unwrap();
        let filmed = dir.path().join("filmed");
        let left = filmed.join("left/video 1");
        std::fs::create_dir_all(&left).unwrap();
        std::fs::write(left.join("stop-01.png"), "a").unwrap();

        let first = Room::within(&filmed).unwrap();
        assert!(!filmed.join("left").exists(), "nobody has it");
        let folder = first.folder.path().to_owned();
        let picture = folder.join("stop-01.png");
        std::fs::write(&picture, "a").unwrap();
        let second = Room::within(&filmed).unwrap();
        assert!(picture.exists(), "the first window has it");
        assert_ne!(second.folder.path(), folder);
        let filming = Filming(Arc::new(Mutex::new(Some(first))));
        assert_eq!(room(&filming.0), Ok(folder.clone()), "it stays where it is");
        filming.close();
        assert!(!folder.exists() && second.folder.path().exists());
    }

    #[test]
    fn the_pictures_of_a_video_go_and_nothing_else() {
        let beside = tempfile::tempdir().unwrap();
        let folder = beside.path().join("pictures");
        std::fs::create_dir(&folder).unwrap();
        let picture = |name: &str| (folder.join(name), 1.0);
        let film = Film {
            video: beside.path().join("lesson.mp4"),
            shots: vec![picture("stop-01.png"), picture("stop-02.png")],
            folder: folder.clone(),
        };
        let own = folder.join("note.txt");
        for file in [&film.shots[0].0, &own, &film.video] {
            std::fs::write(file, "a").unwrap();
        }
        take_away(&film);
        assert!(own.exists() && film.video.exists() && !film.shots[0].0.exists());
        std::fs::remove_file(&own).unwrap();
        take_away(&film);
        assert!(!folder.exists() && film.video.exists());
    }
}
