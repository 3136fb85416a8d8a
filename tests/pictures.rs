//! Visual regression: the pictures of both bodies, drawn by the software rasteriser and compared with those that were approved.
//!
//! Fourteen views of each body, six things close up (`docs/atlas/pictures.md` says of each what it was compared with) and three with
//! documents. They are kept as JPEG; what is drawn anew goes the same way through the encoder before it is compared, so that the same
//! picture gives the same pixels. Two tolerances: how far a channel may differ before a pixel counts as changed, and how many pixels may
//! be. Rasterisers of different versions differ along edges; a missing organ, a wrong colour or a shifted camera changes areas. To approve
//! new pictures after looking at them, run the test with `CORPUS_ATLAS_APPROVE_PICTURES=1`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use image::{Rgb, RgbImage, RgbaImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use serde_json::{Value, json};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;

/// A pixel has changed when a channel differs by more than this (of 255).
const CHANNEL_TOLERANCE: u8 = 28;
/// Share of the pixels that may have changed.
const AREA_TOLERANCE: f64 = 0.012;
/// Width and height of the pictures.
const SIZE: [u32; 2] = [1000, 1300];
/// Of those with documents, whose markers are small.
const MARKED_SIZE: [u32; 2] = [540, 660];
/// Of 100, of the pictures that are kept.
const QUALITY: u8 = 75;
/// Bytes that a picture may have, and all of them together.
const MOST: u64 = 260_000;
const MOST_TOGETHER: u64 = 4_400_000;
/// What is drawn see-through is kept upon this.
const BEHIND: f32 = 128.0;

/// Views of a whole body.
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
    ]
}

/// What is looked at from near: in the male body, and in the female one.
fn close_ups() -> [Vec<(&'static str, Value)>; 2] {
    let vessels = [
        "aorta",
        "inferior_vena_cava",
        "celiac_trunk",
        "common_hepatic_artery",
        "splenic_artery",
        "superior_mesenteric_artery",
        "superior_mesenteric_vein",
        "splenic_vein",
        "portal_vein",
    ];
    let with = |more: &[&'static str]| [&vessels[..], more].concat();
    let bile = ["common_hepatic_duct", "bile_duct", "gallbladder", "ampulla"];
    let male = vec![
        (
            "heart",
            json!({
                "show": ["heart", "aorta", "brachiocephalic_trunk", "left_common_carotid", "left_subclavian_artery", "pulmonary_trunk",
                    "pulmonary_artery", "pulmonary_veins", "superior_vena_cava", "inferior_vena_cava", "brachiocephalic_vein"],
                "hide": ["pericardium", "abdominal_aorta"], "focus": "heart", "turn": [12, 4], "zoom": 1.05,
            }),
        ),
        (
            "liver-hilum",
            json!({ "show": with(&[&bile[..], &["liver"]].concat()), "focus": "common_hepatic_duct", "turn": [-8, -38], "zoom": 0.75 }),
        ),
        (
            "pancreas-and-duodenum",
            json!({
                "show": with(&[&bile[..], &["pancreas", "duodenum", "spleen", "kidney", "renal_vein", "renal_artery"]].concat()),
                "focus": "pancreas", "turn": [0, 8], "zoom": 1.1,
            }),
        ),
        (
            "pelvis-male",
            json!({ "view": "Left", "sections": ["sagittal:0"], "focus": "hip_bone", "turn": [-18, 8], "zoom": 1.35 }),
        ),
    ];
    let female = vec![
        (
            "pelvis-female",
            json!({ "view": "Left", "sections": ["sagittal:0"], "focus": "hip_bone", "turn": [-18, 8], "zoom": 1.35 }),
        ),
        (
            "breast",
            json!({
                "show": ["left_breast", "ribs", "sternum", "costal_cartilages", "left_pectoralis_major", "clavicle"],
                "ghost": ["left_breast_fat", "left_axillary_tail", "left_suspensory_ligaments_of_breast"],
                "focus": "left_breast", "turn": [28, 4],
            }),
        ),
    ];
    [male, female]
}

/// With documents that are made up, the same every time.
fn documents() -> Vec<(&'static str, Value)> {
    let of =
        |count: u32, light: bool| json!({ "made_up": count, "size": MARKED_SIZE, "light": light });
    vec![
        ("documents-1000", of(1_000, false)),
        ("documents-1000-light", of(1_000, true)),
        ("documents-100000", of(100_000, false)),
    ]
}

/// All pictures by their names, each with what draws it: in the folder of a body what is seen of it whole, beside these folders the rest.
fn of_body(body: &str) -> Vec<(String, Value)> {
    let [male, female] = close_ups();
    let rest = match body {
        "male" => [male, documents()].concat(),
        _ => female,
    };
    let whole = views()
        .into_iter()
        .map(|(name, picture)| (format!("{body}/{name}"), picture));
    let rest = rest
        .into_iter()
        .map(|(name, picture)| (name.to_owned(), picture));
    whole.chain(rest).collect()
}

fn difference(a: &RgbImage, b: &RgbImage) -> f64 {
    if a.dimensions() != b.dimensions() {
        return 1.0;
    }
    let changed = a
        .pixels()
        .zip(b.pixels())
        .filter(|(a, b)| (0..3).any(|c| a.0[c].abs_diff(b.0[c]) > CHANNEL_TOLERANCE))
        .count();
    changed as f64 / f64::from(a.width() * a.height())
}

/// A drawn picture as it is kept.
fn packed(drawn: &RgbaImage) -> Vec<u8> {
    let mut opaque = RgbImage::new(drawn.width(), drawn.height());
    for (to, from) in opaque.pixels_mut().zip(drawn.pixels()) {
        let [rgb @ .., alpha] = from.0;
        let alpha = f32::from(alpha) / 255.0;
        *to = Rgb(rgb.map(|c| (f32::from(c) * alpha + BEHIND * (1.0 - alpha)).round() as u8));
    }
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, QUALITY);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.set_progressive(true);
    encoder.set_optimized_huffman_tables(true);
    let [width, height] = [opaque.width() as u16, opaque.height() as u16];
    encoder
        .encode(&opaque, width, height, ColorType::Rgb)
        .unwrap();
    bytes
}

fn unpacked(bytes: &[u8]) -> RgbImage {
    let mut decoder = JpegDecoder::new(ZCursor::new(bytes));
    let pixels = decoder.decode().unwrap();
    let (width, height) = decoder.dimensions().unwrap();
    RgbImage::from_raw(width as u32, height as u32, pixels).unwrap()
}

fn approved(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/pictures")
        .join(format!("{name}.jpg"))
}

/// Draws the pictures of a body, and compares or approves them.
fn looks_as_approved(body: &str) {
    if std::env::var_os("CORPUS_ATLAS_WINDOW_TESTS").is_none() {
        eprintln!("skipped: no software rasteriser was prepared; `cargo xtask test` does that");
        return;
    }
    // The rasteriser takes all cores for one picture.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("views");
    let pictures = of_body(body);
    let drawn = |name: &str, ending: &str| folder.join(format!("{name}.{ending}"));
    std::fs::create_dir_all(folder.join(body)).unwrap();
    let orders = pictures.iter().map(|(name, picture)| {
        let mut picture = picture.clone();
        picture["output"] = json!(drawn(name, "png"));
        if picture["size"].is_null() {
            picture["size"] = json!(SIZE);
        }
        picture
    });
    let script = folder.join(format!("{body}.json"));
    let orders: Vec<Value> = orders.collect();
    std::fs::write(&script, serde_json::to_vec(&orders).unwrap()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .args(["render", "--body", body, "--script"])
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
    for (name, _) in &pictures {
        let fresh = image::open(drawn(name, "png")).unwrap().to_rgba8();
        if name.ends_with("/liver-transparent") {
            let alpha = |x: u32, y: u32| fresh.get_pixel(x, y).0[3];
            assert_eq!(alpha(0, 0), 0, "{name} has a background");
            assert_eq!(alpha(SIZE[0] / 2, SIZE[1] / 2), 255, "{name} has no liver");
        }
        let fresh = packed(&fresh);
        let known = approved(name);
        if approve {
            std::fs::create_dir_all(known.parent().unwrap()).unwrap();
            std::fs::write(&known, &fresh).unwrap();
            continue;
        }
        let seen = drawn(name, "jpg");
        std::fs::write(&seen, &fresh).unwrap();
        let before =
            std::fs::read(&known).unwrap_or_else(|error| panic!("{}: {error}", known.display()));
        let changed = difference(&unpacked(&fresh), &unpacked(&before));
        eprintln!("{name}: {:.2} % of the pixels differ", changed * 100.0);
        if changed > AREA_TOLERANCE {
            wrong.push(format!(
                "{name}: {:.1} % of the pixels have changed; compare {} with {}",
                changed * 100.0,
                seen.display(),
                known.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_male_body_looks_as_approved() {
    looks_as_approved("male");
}

#[test]
fn the_female_body_looks_as_approved() {
    looks_as_approved("female");
}

#[test]
fn approved_pictures_are_large_in_pixels_and_small_in_bytes() {
    let pictures = [of_body("male"), of_body("female")].concat();
    let whole = pictures
        .iter()
        .filter(|(_, picture)| picture["size"].is_null());
    assert_eq!(whole.count(), 2 * 14 + 6);
    let mut together = 0;
    for (name, picture) in &pictures {
        let path = approved(name);
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let size = match picture["size"].is_null() {
            true => SIZE,
            false => MARKED_SIZE,
        };
        assert_eq!(unpacked(&bytes).dimensions(), size.into(), "{name}");
        let length = bytes.len() as u64;
        assert!(length <= MOST, "{name} has {length} bytes");
        together += length;
    }
    assert!(together <= MOST_TOGETHER, "{together} bytes together");
}

#[test]
fn a_moved_or_recoloured_area_is_found_and_a_soft_edge_is_not() {
    // As they are kept: packed and unpacked.
    let kept = |picture: &RgbaImage| unpacked(&packed(picture));
    let plain = RgbaImage::from_pixel(100, 100, image::Rgba([90, 60, 50, 255]));
    let mut edge = plain.clone();
    for y in 0..100 {
        edge.put_pixel(50, y, image::Rgba([100, 70, 60, 255]));
    }
    assert!(difference(&kept(&plain), &kept(&edge)) <= AREA_TOLERANCE);
    let mut organ = plain.clone();
    for y in 20..40 {
        for x in 20..40 {
            organ.put_pixel(x, y, image::Rgba([160, 60, 50, 255]));
        }
    }
    assert!(difference(&kept(&plain), &kept(&organ)) > AREA_TOLERANCE);
}
