//! What `bench stage` measures in a window of its own: from a click to the drawn list, and what it costs while nothing happens.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use library::{Library, thousands};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Format;
use super::bench_questions::{Chance, at};
use super::terminal::say;

/// Structures that are selected.
const CLICKS: usize = 60;
/// For so long what the questions need is made ready, seconds; a reader looks at the body meanwhile.
const PAUSE_S: f32 = 10.0;
/// For so long nothing happens, seconds.
const REST_S: f32 = 10.0;
/// A window that has not answered by then is given up.
const PATIENCE: Duration = Duration::from_secs(600);

/// From a click to the drawn list, ms.
#[derive(Serialize)]
struct Clicks {
    documents: usize,
    clicks: usize,
    list_median_ms: f64,
    list_slowest_of_100_ms: f64,
    /// A frame of that window in which nothing is new.
    frame_median_ms: f64,
    /// The list over such a frame.
    ratio: f64,
}

/// What a window tells of its rest.
#[derive(Deserialize)]
struct Rested {
    seconds: f64,
    frames: u64,
    processor_s: Option<f64>,
}

/// A window at rest: nothing is pointed at, typed or moved.
#[derive(Debug, PartialEq, Serialize)]
struct Rest {
    documents: usize,
    /// For so long.
    rest_seconds: f64,
    /// Frames that were drawn in that time.
    rest_frames: u64,
    /// Processor time of all threads of the program, ms a second; nothing where the system does not tell.
    rest_processor_ms_per_second: Option<f64>,
}

/// Opens a library in a window that does some steps once it is ready, and reads what the last of them tells in a file.
fn told(library: &Path, step: impl FnOnce(&Path) -> Value) -> anyhow::Result<Vec<u8>> {
    let folder = tempfile::tempdir()?;
    let (steps, told) = (folder.path().join("steps"), folder.path().join("told"));
    let script = json!(["wait_ready", { "sleep": PAUSE_S }, step(&told)]);
    std::fs::write(&steps, script.to_string())?;
    let place = || super::shown(library);
    let mut window = Command::new(std::env::current_exe()?)
        .arg(library.canonicalize().with_context(place)?)
        .arg("--script")
        .arg(&steps)
        .spawn()?;
    let began = Instant::now();
    while !told.exists() && began.elapsed() < PATIENCE {
        let gone = window.try_wait()?.is_some();
        ensure!(
            !gone,
            "the window closed before it had answered; is there a display?"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    // It is not asked to close: then it would keep its state with the library.
    window.kill()?;
    window.wait()?;
    std::fs::read(&told).context("the window did not answer")
}

/// Selects structures in a window, as often as documents are about them, and writes how long their lists take.
pub fn clicks(library: &Path, format: Format) -> anyhow::Result<()> {
    let place = || super::shown(library);
    let spots = (Library::open_to_read(library).with_context(place)?).spots()?;
    ensure!(!spots.is_empty(), "{} has no documents", place());
    let mut chance = Chance::new(spots.len() as u64);
    let mut asked = || &*spots[chance.below(spots.len())].structure;
    let asked: Vec<&str> = (0..CLICKS).map(|_| asked()).collect();
    let times = told(library, |to| json!({ "time_lists": [asked, to] }))?;
    let [mut lists, mut frames]: [Vec<f64>; 2] = serde_json::from_slice(&times)?;
    ensure!(
        !lists.is_empty() && !frames.is_empty(),
        "nothing was measured"
    );
    let (list, frame) = (at(&mut lists, 0.5), at(&mut frames, 0.5));
    let found = Clicks {
        documents: spots.len(),
        clicks: lists.len(),
        list_median_ms: list,
        list_slowest_of_100_ms: at(&mut lists, 0.99),
        frame_median_ms: frame,
        ratio: list / frame,
    };
    match format {
        Format::Json => say!("{}", serde_json::to_string(&found)?)?,
        Format::Table => say!(
            "{:>9} documents, {} structures selected  to the drawn list {:.1} ms, of 100 the slowest {:.1} ms | a frame of that window {:.1} ms | ratio {:.2}",
            thousands(found.documents),
            found.clicks,
            found.list_median_ms,
            found.list_slowest_of_100_ms,
            found.frame_median_ms,
            found.ratio
        )?,
    }
    Ok(())
}

/// Leaves a window alone, and writes what it costs meanwhile.
pub fn rest(library: &Path, format: Format) -> anyhow::Result<()> {
    let place = || super::shown(library);
    let documents = Library::open_to_read(library).with_context(place)?.len()?;
    let rested = told(library, |to| json!({ "rest": [REST_S, to] }))?;
    let found = Rest::of(documents, &serde_json::from_slice(&rested)?);
    match format {
        Format::Json => say!("{}", serde_json::to_string(&found)?)?,
        Format::Table => say!("{}", found.line())?,
    }
    Ok(())
}

impl Rest {
    fn of(documents: usize, rested: &Rested) -> Self {
        let a_second = |spent: f64| 1000.0 * spent / rested.seconds;
        Self {
            documents,
            rest_seconds: rested.seconds,
            rest_frames: rested.frames,
            rest_processor_ms_per_second: rested.processor_s.map(a_second),
        }
    }

    fn line(&self) -> String {
        let processor = match self.rest_processor_ms_per_second {
            Some(ms) => format!("{ms:.1} ms a second"),
            None => "not told by this system".to_owned(),
        };
        format!(
            "{:>9} documents, at rest for {:.0} s  {} frames drawn | processor time {processor}",
            thousands(self.documents),
            self.rest_seconds,
            self.rest_frames
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rest_is_told_by_its_frames_and_its_processor_time_a_second() {
        let told = r#"{ "seconds": 10.0, "frames": 2, "processor_s": 0.25 }"#;
        let rest = Rest::of(1_000, &serde_json::from_str(told).unwrap());
        assert_eq!(rest.rest_processor_ms_per_second, Some(25.0));
        let line = rest.line();
        assert!(line.contains("at rest for 10 s  2 frames drawn"), "{line}");
        assert!(line.ends_with("processor time 25.0 ms a second"), "{line}");
        let told = r#"{ "seconds": 10.0, "frames": 0, "processor_s": null }"#;
        let rest = Rest::of(0, &serde_json::from_str(told).unwrap());
        assert!(rest.line().ends_with("not told by this system"));
    }
}
