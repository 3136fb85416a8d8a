//! The panels as the window itself draws them, beside pictures that were approved: what `tests/panels`, which paints on the processor, cannot see. Two are
//! enough for that; there is every panel in every look.
//!
//! The stage is painted over: what is on it is compared by `pictures.rs`. To approve new pictures after looking at them, run the test with
//! `CORPUS_ATLAS_APPROVE_PICTURES=1`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{Rgb, RgbImage};
use serde_json::{Value, json};

use super::papers;
use super::screen::Screen;
use super::support::{PATIENCE, Window, picture_folder, step};

/// Width and height of the window in points: a small screen.
const SIZE: [u32; 2] = [1280, 760];

/// A pixel has changed when a channel differs by more than this (of 255).
const CHANNEL_TOLERANCE: u8 = 40;
/// Share of the pixels of the panels that may have changed: edges of letters, drawn by another version of the rasteriser.
const AREA_TOLERANCE: f64 = 0.002;

/// What is looked at: a name, and the commands that bring it.
fn states() -> [(&'static str, Vec<Value>); 2] {
    [
        (
            "list",
            vec![
                json!({ "show_left": "library" }),
                json!({ "show_tab": "results" }),
                json!({ "select_structure": { "structure": "pancreas", "point_mm": null } }),
            ],
        ),
        (
            "document",
            vec![
                json!({ "show_left": "structures" }),
                json!({ "select_document": 1 }),
                json!({ "show_tab": "document" }),
            ],
        ),
    ]
}

/// Theme and language of each state: of the list at one pixel a point, of the document at two.
const LOOKS: [[&str; 2]; 2] = [["dark", "en"], ["light", "en"]];

fn name(state: &str, scale: u32, [theme, language]: [&str; 2]) -> String {
    format!("window-{state}-{scale}x-{theme}-{language}")
}

/// Of each picture its name, after the window has drawn it into the folder with a report beside it.
fn drawn(dir: &Path, library: &Path, folder: &Path, scale: u32) -> Vec<String> {
    // A window that opens larger than the screen makes itself fit it, which must not come after it was given its size here.
    let opened = dir.join("opened");
    let mut steps = vec![
        json!("wait_ready"),
        json!({ "report": opened }),
        json!({ "wait_file": dir.join("sized") }),
    ];
    let mut names = Vec::new();
    for (at, (state, commands)) in states().into_iter().enumerate() {
        steps.extend(commands.into_iter().map(step));
        steps.extend([json!("wait_opened"), json!("wait_still")]);
        if let Some(look) = LOOKS.get(at).filter(|_| scale as usize == at + 1) {
            let name = name(state, scale, *look);
            let picture = folder.join(format!("{name}.png"));
            // An older one is not to be taken for it.
            let _ = std::fs::remove_file(&picture);
            steps.extend([
                step(json!({ "set_theme": look[0] })),
                step(json!({ "set_language": look[1] })),
                json!("wait_still"),
                // What has just happened is said for a few seconds.
                json!({ "sleep": 6.0 }),
                json!({ "frames": 3 }),
                json!({ "report": dir.join(format!("{name}.json")) }),
                step(json!({ "screenshot": picture })),
                json!({ "frames": 4 }),
            ]);
            names.push(name);
        }
    }
    steps.push(step(json!("quit")));
    let mut window = Window::scaled(dir, library, scale, &Value::Array(steps));
    let screen = Screen::connect();
    let start = Instant::now();
    let shown = loop {
        if let Some(shown) = screen.window("Corpus Atlas") {
            break shown;
        }
        assert!(start.elapsed() < PATIENCE, "no window: {}", window.log());
        std::thread::sleep(Duration::from_millis(100));
    };
    while !opened.exists() {
        assert!(start.elapsed() < PATIENCE, "not open: {}", window.log());
        std::thread::sleep(Duration::from_millis(100));
    }
    screen.resize(shown, SIZE.map(|points| points * scale));
    window.go("sized");
    for name in &names {
        window.wait_for_picture(&folder.join(format!("{name}.png")));
    }
    window.ended();
    names
}

/// A picture of the window without its stage.
fn panels(picture: &Path, report: &Path, scale: u32) -> RgbImage {
    let mut image = image::open(picture).unwrap().to_rgb8();
    let report: Value = serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap();
    let edge = |at: usize| report["stage"][at].as_f64().unwrap() * f64::from(scale);
    let (left, top) = (edge(0).floor() as u32, edge(1).floor() as u32);
    let right = ((edge(0) + edge(2)).ceil() as u32).min(image.width());
    let bottom = ((edge(1) + edge(3)).ceil() as u32).min(image.height());
    for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
        image.put_pixel(x, y, Rgb([0; 3]));
    }
    image
}

/// Share of the pixels that are no stage which differ.
fn difference(a: &RgbImage, b: &RgbImage) -> f64 {
    if a.dimensions() != b.dimensions() {
        return 1.0;
    }
    let pairs = || a.pixels().zip(b.pixels());
    let differ = |(a, b): &(&Rgb<u8>, &Rgb<u8>)| {
        (0..3).any(|part| a.0[part].abs_diff(b.0[part]) > CHANNEL_TOLERANCE)
    };
    let is_panel = |(a, b): &(&Rgb<u8>, &Rgb<u8>)| a.0 != [0; 3] || b.0 != [0; 3];
    let of_panels = pairs().filter(is_panel).count().max(1);
    pairs().filter(differ).count() as f64 / of_panels as f64
}

fn approved(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/pictures/panels")
        .join(format!("{name}.png"))
}

#[test]
fn the_panels_look_as_approved() {
    let Some((_display, dir, _)) = super::begin() else {
        return;
    };
    let folder = picture_folder();
    let approve = std::env::var_os("CORPUS_ATLAS_APPROVE_PICTURES").is_some();
    let mut wrong = Vec::new();
    for scale in [1, 2] {
        let apart = dir.path().join(format!("{scale}x"));
        std::fs::create_dir(&apart).unwrap();
        // Each with a library of its own, with which theme and language are kept.
        let library = papers::library(&apart);
        for name in drawn(&apart, &library, &folder, scale) {
            let picture = folder.join(format!("{name}.png"));
            let seen = panels(&picture, &apart.join(format!("{name}.json")), scale);
            let wanted = SIZE.map(|points| points * scale);
            assert_eq!(
                <[u32; 2]>::from(seen.dimensions()),
                wanted,
                "{name}: the display does not let a window be as large as that"
            );
            let known = approved(&name);
            if approve {
                std::fs::create_dir_all(known.parent().unwrap()).unwrap();
                let file = std::fs::File::create(&known).unwrap();
                let best =
                    PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::Adaptive);
                seen.write_with_encoder(best).unwrap();
                continue;
            }
            let before = image::open(&known)
                .unwrap_or_else(|error| panic!("{}: {error}", known.display()))
                .to_rgb8();
            let changed = difference(&seen, &before);
            eprintln!("{name}: {:.2} % of the pixels differ", changed * 100.0);
            if changed > AREA_TOLERANCE {
                wrong.push(format!(
                    "{name}: {:.1} % of the pixels of the panels have changed; compare {} with {}",
                    changed * 100.0,
                    picture.display(),
                    known.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_changed_word_is_found() {
    let mut plain = RgbImage::from_pixel(400, 400, Rgb([30; 3]));
    for (x, y) in (0..400).flat_map(|y| (100..400).map(move |x| (x, y))) {
        plain.put_pixel(x, y, Rgb([0; 3]));
    }
    let mut word = plain.clone();
    for (x, y) in (0..10).flat_map(|y| (0..60).map(move |x| (x, y))) {
        word.put_pixel(10 + x, 50 + y, Rgb([220; 3]));
    }
    assert!(difference(&plain, &plain) <= AREA_TOLERANCE);
    assert!(difference(&plain, &word) > AREA_TOLERANCE);
}
