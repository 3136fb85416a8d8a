//! Tours' files, and the time of their stops.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use viewer::command::TourCommand;
use viewer::{MAX_TOUR_BYTES, Message, Problem, Tour};

use super::{Answer, Reporter, spawn};

/// Says when a sight has been shown for so many seconds.
pub fn time(number: u64, seconds: f32, report: &Reporter) {
    let tell = report.clone();
    spawn("tour", report, move || {
        std::thread::sleep(Duration::from_secs_f32(seconds.clamp(0.0, 3600.0)));
        let over = TourCommand::StopIsOver(number);
        tell.send(Answer::Do(Box::new(over.into())));
    });
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
