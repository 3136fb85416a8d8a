//! Visual regression: one picture per view, drawn by the software rasteriser and compared with the one that was approved.
//!
//! Two tolerances: how far a channel may differ before a pixel counts as changed, and how many pixels may be. Rasterisers of different
//! versions differ along edges; a missing organ, a wrong colour or a shifted camera changes areas. To approve new pictures after looking
//! at them, run the test with `CORPUS_ATLAS_APPROVE_PICTURES=1`.

use std::path::{Path, PathBuf};
use std::process::Command;

use image::RgbaImage;
use serde_json::{Value, json};

/// A pixel has changed when a channel differs by more than this (of 255).
const CHANNEL_TOLERANCE: u8 = 28;
/// Share of the pixels that may have changed.
const AREA_TOLERANCE: f64 = 0.012;
/// Width and height of the pictures.
const SIZE: [u32; 2] = [360, 330];
/// Of those with documents, whose markers are small.
const MARKED_SIZE: [u32; 2] = [540, 660];

fn views() -> Vec<(&'static str, Value)> {
    vec![
        ("anterior", json!({})),
        ("posterior", json!({ "view": "Posterior" })),
        ("left", json!({ "view": "Left" })),
        ("right", json!({ "view": "Right" })),
        ("superior", json!({ "view": "Superior" })),
        ("inferior", json!({ "view": "Inferior" })),
        ("coronal-cut", json!({ "sections": ["coronal:0"] })),
        (
            "axial-cut-from-above",
            json!({ "view": "Superior", "sections": ["axial:90"] }),
        ),
        (
            "corner-cut",
            json!({ "view": "Left", "sections": ["sagittal:20", "axial:150"] }),
        ),
        ("apart", json!({ "explode": 0.6 })),
        ("by-system", json!({ "palette": "system" })),
        (
            "color-blind-light",
            json!({ "palette": "color_blind", "light": true }),
        ),
        (
            "heart",
            json!({ "show": ["heart"], "hide": ["pericardium"], "focus": "heart" }),
        ),
        (
            "liver-transparent",
            json!({ "show": ["liver", "gallbladder"], "ghost": ["stomach"], "focus": "liver", "transparent": true }),
        ),
        // Documents that are made up, the same every time.
        (
            "documents-1000",
            json!({ "made_up": 1_000, "size": MARKED_SIZE }),
        ),
        (
            "documents-100000",
            json!({ "made_up": 100_000, "size": MARKED_SIZE }),
        ),
    ]
}

fn difference(a: &RgbaImage, b: &RgbaImage) -> f64 {
    if a.dimensions() != b.dimensions() {
        return 1.0;
    }
    let changed = a
        .pixels()
        .zip(b.pixels())
        .filter(|(a, b)| (0..4).any(|c| a.0[c].abs_diff(b.0[c]) > CHANNEL_TOLERANCE))
        .count();
    changed as f64 / f64::from(a.width() * a.height())
}

fn approved(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/pictures")
        .join(format!("{name}.png"))
}

#[test]
fn every_view_looks_as_approved() {
    if std::env::var_os("CORPUS_ATLAS_WINDOW_TESTS").is_none() {
        eprintln!("skipped: no software rasteriser was prepared; `cargo xtask test` does that");
        return;
    }
    let drawn = Path::new(env!("CARGO_TARGET_TMPDIR")).join("views");
    std::fs::create_dir_all(&drawn).unwrap();
    let pictures: Vec<Value> = views()
        .into_iter()
        .map(|(name, mut picture)| {
            picture["output"] = json!(drawn.join(format!("{name}.png")));
            if picture["size"].is_null() {
                picture["size"] = json!(SIZE);
            }
            picture
        })
        .collect();
    let script = drawn.join("pictures.json");
    std::fs::write(&script, serde_json::to_vec(&pictures).unwrap()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .args(["render", "--script"])
        .arg(&script)
        .env("CORPUS_ATLAS_HOME", env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let approve = std::env::var_os("CORPUS_ATLAS_APPROVE_PICTURES").is_some();
    let mut wrong = Vec::new();
    for (name, _) in views() {
        let fresh = drawn.join(format!("{name}.png"));
        let known = approved(name);
        if approve {
            std::fs::create_dir_all(known.parent().unwrap()).unwrap();
            std::fs::copy(&fresh, &known).unwrap();
            continue;
        }
        let (a, b) = (
            image::open(&fresh).unwrap().to_rgba8(),
            image::open(&known)
                .unwrap_or_else(|error| panic!("{}: {error}", known.display()))
                .to_rgba8(),
        );
        let changed = difference(&a, &b);
        if changed > AREA_TOLERANCE {
            wrong.push(format!(
                "{name}: {:.1} % of the pixels have changed; compare {} with {}",
                changed * 100.0,
                fresh.display(),
                known.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_moved_or_recoloured_area_is_found_and_a_soft_edge_is_not() {
    let plain = RgbaImage::from_pixel(100, 100, image::Rgba([90, 60, 50, 255]));
    let mut edge = plain.clone();
    for y in 0..100 {
        edge.put_pixel(50, y, image::Rgba([100, 70, 60, 255]));
    }
    assert!(difference(&plain, &edge) <= AREA_TOLERANCE);
    let mut organ = plain.clone();
    for y in 20..40 {
        for x in 20..40 {
            organ.put_pixel(x, y, image::Rgba([160, 60, 50, 255]));
        }
    }
    assert!(difference(&plain, &organ) > AREA_TOLERANCE);
}
