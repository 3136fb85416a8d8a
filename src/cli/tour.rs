//! `corpus-atlas tour`: a tour as a folder of pictures, or as a video.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, bail, ensure};
use serde_json::{Value, json};
use viewer::{MAX_TOUR_BYTES, STOP_SECONDS, Tour};

use super::terminal::say;
use crate::video::{self, NoVideo, Shot};

/// Show a tour's stops as a folder of pictures or a video; without either, list them
#[derive(clap::Args)]
#[command(
    after_help = "A tour is one that ships, by its number (1 to 3), or a file that was saved in the window. A window opens meanwhile, with what the stops show and say; there must be a display.\n\nExamples:\n  corpus-atlas tour\n  corpus-atlas tour 1 --pictures where-a-text-lands\n  corpus-atlas tour my-lesson.json --library papers.atlas --video lesson.mp4"
)]
pub struct Arguments {
    /// The tour: a number, or a file.
    tour: Option<PathBuf>,
    /// The library that the stops are shown with; your sample library when none is named.
    #[arg(long)]
    library: Option<PathBuf>,
    /// The folder to write a PNG of each stop to; made when absent.
    #[arg(long)]
    pictures: Option<PathBuf>,
    /// The video to write, by the program ffmpeg, which must be installed.
    #[arg(long)]
    video: Option<PathBuf>,
    /// How long a stop is seen in the video that says nothing of it, seconds.
    #[arg(long, default_value_t = STOP_SECONDS)]
    seconds: f32,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Some(named) = &arguments.tour else {
        for (tour, number) in Tour::shipped().iter().zip(1..) {
            say!(
                "{number}  {} ({} stops): {}",
                tour.title,
                tour.stops.len(),
                tour.about
            )?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let tour = find(named)?;
    check(arguments.seconds)?;
    if arguments.pictures.is_none() && arguments.video.is_none() {
        for (stop, number) in tour.stops.iter().zip(1..) {
            say!("{number}  {}: {}", stop.heading, stop.caption)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let ffmpeg = match arguments.video {
        // Before a window opens for minutes.
        Some(_) => Some(
            video::ffmpeg()
                .context("ffmpeg is not installed; install it, or ask for --pictures")?,
        ),
        None => None,
    };
    let aside = tempfile::tempdir()?;
    let pictures = arguments.pictures.as_deref().unwrap_or(aside.path());
    std::fs::create_dir_all(pictures).with_context(|| pictures.display().to_string())?;
    let pictures = &pictures.canonicalize()?;
    let shots = shoot(&tour, arguments.library.as_deref(), pictures, aside.path())?;
    if arguments.pictures.is_some() {
        say!("{} pictures in {}", shots.len(), pictures.display())?;
    }
    if let Some((video, ffmpeg)) = arguments.video.as_deref().zip(ffmpeg) {
        let shots = timed(&tour, shots, arguments.seconds);
        film(&ffmpeg, &shots, (video, aside.path()))?;
        say!("{}", video.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether a stop can be seen for so many seconds.
fn check(seconds: f32) -> anyhow::Result<()> {
    ensure!(
        seconds.is_finite() && (0.1..=600.0).contains(&seconds),
        "--seconds: 0.1 to 600"
    );
    Ok(())
}

/// The tour of this number or in this file.
fn find(named: &Path) -> anyhow::Result<Tour> {
    let mut shipped = Tour::shipped();
    if let Some(number) = named.to_str().and_then(|name| name.parse::<usize>().ok()) {
        ensure!(
            (1..=shipped.len()).contains(&number),
            "there are {} tours that ship; name one of them or a file",
            shipped.len()
        );
        return Ok(shipped.swap_remove(number - 1));
    }
    let place = || named.display().to_string();
    let mut bytes = Vec::new();
    let file = std::fs::File::open(named).with_context(place)?;
    std::io::Read::read_to_end(
        &mut std::io::Read::take(file, MAX_TOUR_BYTES + 1),
        &mut bytes,
    )
    .with_context(place)?;
    Tour::read(&bytes)
        .map_err(anyhow::Error::msg)
        .with_context(place)
}

/// Has a window show the stops and keep a picture of each.
fn shoot(
    tour: &Tour,
    library: Option<&Path>,
    pictures: &Path,
    aside: &Path,
) -> anyhow::Result<Vec<PathBuf>> {
    let kept = aside.join("tour.json");
    // No stop follows by itself while one before it is taken.
    let mut still = tour.clone();
    still.stops.iter_mut().for_each(|stop| stop.seconds = None);
    std::fs::write(&kept, still.written())?;
    let shot = |number: usize| pictures.join(format!("stop-{number:02}.png"));
    let shots: Vec<PathBuf> = (1..=tour.stops.len()).map(shot).collect();
    for path in &shots {
        // An older one would be taken for the new one.
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| path.display().to_string());
            }
            _ => {}
        }
    }
    let command = |command: Value| json!({ "command": command });
    let mut steps = vec![
        json!("wait_ready"),
        command(json!("toggle_presentation")),
        command(json!({ "open_tour_at": kept })),
        json!("wait_tour"),
        command(json!({ "play_draft": 0 })),
    ];
    for (at, path) in shots.iter().enumerate() {
        steps.extend([
            command(json!({ "go_to_stop": at })),
            json!("wait_still"),
            json!({ "sleep": 1.0 }),
            json!("wait_still"),
            json!({ "frames": 4 }),
            command(json!({ "screenshot": path })),
            json!({ "frames": 2 }),
            json!({ "wait_file": path }),
        ]);
    }
    steps.extend([command(json!("end_tour")), command(json!("quit"))]);
    let script = aside.join("steps.json");
    std::fs::write(&script, Value::from(steps).to_string())?;
    let mut window = Command::new(std::env::current_exe()?);
    if let Some(library) = library {
        let place = || super::shown(library);
        window.arg(library.canonicalize().with_context(place)?);
    }
    let ended = window.arg("--script").arg(&script).status()?;
    let missing = shots.iter().find(|path| !path.exists());
    if let Some(missing) = missing {
        bail!(
            "the window closed before {} was there ({ended}); is there a display?",
            missing.display()
        );
    }
    Ok(shots)
}

/// Each picture with the time that its stop is seen; of a stop that says nothing of it, `seconds`.
fn timed(tour: &Tour, pictures: Vec<PathBuf>, seconds: f32) -> Vec<Shot> {
    let times = tour.stops.iter().map(|stop| stop.seconds);
    let shots = times.zip(pictures).map(|(own, path)| Shot {
        path,
        seconds: own.unwrap_or(seconds),
    });
    shots.collect()
}

/// Has ffmpeg make a video of the pictures, in a folder aside.
fn film(ffmpeg: &Path, shots: &[Shot], (video, aside): (&Path, &Path)) -> anyhow::Result<()> {
    let place = video.display();
    match video::film(ffmpeg, shots, (video, aside), &|| false, &mut |_| {}) {
        Ok(()) => Ok(()),
        Err(NoVideo::Stopped) => bail!("{place}: it was stopped"),
        Err(NoVideo::NotRun(error)) => {
            bail!("ffmpeg cannot be run ({error}); install it, or ask for --pictures")
        }
        Err(NoVideo::GaveUp(words)) => bail!("ffmpeg could not make {place}: {words}"),
        Err(NoVideo::File(error)) => Err(error).with_context(|| place.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(named: &Path) -> String {
        let refused = find(named).expect_err("no tour");
        format!("{refused:#}")
    }

    #[test]
    fn a_tour_is_found_by_its_number_or_its_file() {
        let shipped = Tour::shipped();
        for (number, tour) in (1_usize..).zip(&shipped) {
            let named = number.to_string();
            assert_eq!(find(Path::new(&named)).unwrap(), *tour);
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lesson.json");
        std::fs::write(&file, shipped[1].written()).unwrap();
        assert_eq!(find(&file).unwrap(), shipped[1]);
    }

    #[test]
    fn what_is_no_tour_is_named_with_the_reason() {
        for number in ["0", "4", "99"] {
            let words = refusal(Path::new(number));
            assert!(words.contains("there are 3 tours"), "{words}");
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lesson.json");
        let absent = refusal(&file);
        assert!(absent.contains("lesson.json"), "{absent}");
        let too_large = vec![b' '; MAX_TOUR_BYTES as usize + 2];
        let quits = r#"{"title": "a", "stops": [{"heading": "a", "commands": ["quit"]}]}"#;
        for bytes in [&b"no tour"[..], &too_large[..], quits.as_bytes()] {
            std::fs::write(&file, bytes).unwrap();
            let words = refusal(&file);
            let (place, reason) = words.split_once("lesson.json: ").expect(&words);
            assert!(!place.is_empty() && !reason.is_empty(), "{words}");
        }
    }

    #[test]
    fn seconds_are_those_that_a_video_can_have() {
        for right in [0.1, 8.0, 600.0] {
            check(right).unwrap();
        }
        for wrong in [0.0, -1.0, 600.5, f32::NAN, f32::INFINITY] {
            let refused = check(wrong).expect_err("no time");
            assert!(refused.to_string().contains("--seconds: 0.1 to 600"));
        }
    }

    #[test]
    fn a_stop_is_seen_as_long_as_it_says_and_else_as_was_asked_for() {
        let stop = |seconds| viewer::Stop {
            heading: "a".into(),
            seconds,
            ..viewer::Stop::default()
        };
        let tour = Tour {
            stops: vec![stop(Some(3.0)), stop(None)],
            ..Tour::default()
        };
        let pictures = vec![PathBuf::from("one.png"), PathBuf::from("two.png")];
        let shots = timed(&tour, pictures, 5.5);
        let told = shots.iter().map(|shot| (shot.path.to_str(), shot.seconds));
        let told: Vec<_> = told.collect();
        assert_eq!(told, [(Some("one.png"), 3.0), (Some("two.png"), 5.5)]);
    }
}
