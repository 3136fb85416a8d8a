//! `corpus-atlas tour`: a tour as a folder of pictures, or as a video.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, bail, ensure};
use serde_json::{Value, json};
use viewer::{MAX_TOUR_BYTES, Tour};

use super::terminal::say;

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
    #[arg(long, default_value_t = 8.0)]
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
    let seconds = arguments.seconds;
    ensure!(
        seconds.is_finite() && (0.1..=600.0).contains(&seconds),
        "--seconds: 0.1 to 600"
    );
    if arguments.pictures.is_none() && arguments.video.is_none() {
        for (stop, number) in tour.stops.iter().zip(1..) {
            say!("{number}  {}: {}", stop.heading, stop.caption)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let aside = tempfile::tempdir()?;
    let pictures = arguments.pictures.as_deref().unwrap_or(aside.path());
    std::fs::create_dir_all(pictures).with_context(|| pictures.display().to_string())?;
    let pictures = &pictures.canonicalize()?;
    let shots = shoot(&tour, arguments.library.as_deref(), pictures, aside.path())?;
    if arguments.pictures.is_some() {
        say!("{} pictures in {}", shots.len(), pictures.display())?;
    }
    if let Some(video) = &arguments.video {
        film(&tour, &shots, seconds, video, aside.path())?;
        say!("{}", video.display())?;
    }
    Ok(ExitCode::SUCCESS)
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

/// Has ffmpeg make a video of the pictures.
fn film(
    tour: &Tour,
    shots: &[PathBuf],
    seconds: f32,
    video: &Path,
    aside: &Path,
) -> anyhow::Result<()> {
    // Its list of files: a quote ends a name, and stands for itself outside of it.
    let quoted = |path: &Path| path.display().to_string().replace('\'', r"'\''");
    let mut list = String::from("ffconcat version 1.0\n");
    let mut whole = 0.0;
    for (stop, path) in tour.stops.iter().zip(shots) {
        let seconds = stop.seconds.unwrap_or(seconds);
        whole += seconds;
        list += &format!("file '{}'\nduration {seconds}\n", quoted(path));
    }
    let names = aside.join("pictures.ffconcat");
    std::fs::write(&names, list)?;
    let made = Command::new("ffmpeg")
        .args([
            "-hide_banner",
            "-loglevel",
            "error",
            "-y",
            "-safe",
            "0",
            "-f",
            "concat",
            "-i",
        ])
        .arg(&names)
        // Sides that are even, as players want them; the last picture stays until the end.
        .args([
            "-vf",
            "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p,fps=25,tpad=stop_mode=clone:stop_duration=600",
            "-r",
            "25",
        ])
        .args(["-t", &whole.to_string()])
        .arg(video)
        .status();
    match made {
        Ok(ended) if ended.success() => Ok(()),
        Ok(ended) => bail!("ffmpeg could not make {} ({ended})", video.display()),
        Err(error) => bail!("ffmpeg cannot be run ({error}); install it, or ask for --pictures"),
    }
}
