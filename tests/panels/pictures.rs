//! Every state of the panels at one and two pixels a point, dark and light, in English and German, each beside the picture that was approved. A state
//! has four of the eight pictures that this makes, chosen so that any two of the three (scale, theme, language) meet in every way; one that says so has
//! the first of them alone. Some have a fifth, of high contrast.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use image::{Rgb, RgbImage};
use serde_json::json;

use super::states::State;
use super::window::Panels;

/// The window, points: a small screen.
const SIZE: [f32; 2] = [1280.0, 640.0];
/// Pixels a point, theme, language.
const LOOKS: [(f32, &str, &str); 4] = [
    (1.0, "dark", "en"),
    (1.0, "light", "de"),
    (2.0, "light", "en"),
    (2.0, "dark", "de"),
];
/// One more, for some of the states: what they have between them is in all others, too.
const CONTRAST: (f32, &str, &str) = (1.0, "high_contrast", "en");
/// These.
pub const IN_CONTRAST: [&str; 6] = [
    "structures",
    "view",
    "results",
    "document",
    "strips",
    "import",
];

/// A pixel has changed when a channel differs by more than this (of 255): pictures are kept in few colours.
const CHANNEL_TOLERANCE: u8 = 40;
/// Share of the pixels that may have changed.
const AREA_TOLERANCE: f64 = 0.001;
/// So many of its colours a picture keeps: the grounds it lies on, the words, and steps between them.
const COLORS: usize = 48;

/// Colours of a picture, sorted: those that most of it has, as many as it takes for each of its pixels to have one that is like its own.
fn palette(picture: &RgbImage) -> Vec<[u8; 3]> {
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for pixel in picture.pixels() {
        *counts.entry(pixel.0).or_default() += 1;
    }
    let mut by_count: Vec<_> = counts.into_iter().collect();
    by_count.sort_unstable_by_key(|(color, count)| (Reverse(*count), *color));
    for unlike in (3..CHANNEL_TOLERANCE).step_by(3) {
        let mut kept: Vec<[u8; 3]> = Vec::new();
        for (color, _) in &by_count {
            if kept.len() <= COLORS && kept.iter().all(|other| distance(*other, *color) > unlike) {
                kept.push(*color);
            }
        }
        if kept.len() <= COLORS {
            kept.sort_unstable();
            return kept;
        }
    }
    panic!("a picture of too many colours");
}

/// The largest difference of a channel.
fn distance(a: [u8; 3], b: [u8; 3]) -> u8 {
    let apart = |part: usize| a[part].abs_diff(b[part]);
    apart(0).max(apart(1)).max(apart(2))
}

/// The picture in the nearest of the colours.
fn in_colors(picture: &RgbImage, colors: &[[u8; 3]]) -> RgbImage {
    let mut known: HashMap<[u8; 3], [u8; 3]> = HashMap::new();
    let mut few = picture.clone();
    for pixel in few.pixels_mut() {
        let color = pixel.0;
        let near = known.entry(color).or_insert_with(|| {
            let nearest = colors.iter().min_by_key(|kept| distance(**kept, color));
            *nearest.expect("a picture has a colour")
        });
        pixel.0 = *near;
    }
    few
}

/// Writes a picture with a palette.
fn write(picture: &RgbImage, file: &Path) {
    let colors = palette(picture);
    let few = in_colors(picture, &colors);
    let (width, height) = few.dimensions();
    let out = std::io::BufWriter::new(std::fs::File::create(file).unwrap());
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_compression(png::Compression::High);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(colors.concat());
    encoder.set_filter(png::Filter::NoFilter);
    let place = |pixel: &Rgb<u8>| colors.binary_search(&pixel.0).unwrap() as u8;
    let data: Vec<u8> = few.pixels().map(place).collect();
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&data).unwrap();
}

/// Share of the pixels that differ.
fn difference(a: &RgbImage, b: &RgbImage) -> f64 {
    if a.dimensions() != b.dimensions() {
        return 1.0;
    }
    let differ = |(a, b): &(&Rgb<u8>, &Rgb<u8>)| {
        (0..3).any(|part| a.0[part].abs_diff(b.0[part]) > CHANNEL_TOLERANCE)
    };
    let changed = a.pixels().zip(b.pixels()).filter(differ).count();
    changed as f64 / (a.width() * a.height()) as f64
}

fn approved(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/pictures/panels")
        .join(format!("{name}.png"))
}

/// Compares a picture with the approved one, or approves it; says what is wrong.
fn judge(name: &str, seen: &RgbImage, approve: bool) -> Option<String> {
    let known = approved(name);
    if approve {
        std::fs::create_dir_all(known.parent().unwrap()).unwrap();
        write(seen, &known);
        return None;
    }
    let before = match image::open(&known) {
        Ok(before) => before.to_rgb8(),
        Err(error) => return Some(format!("{}: {error}", known.display())),
    };
    let changed = difference(seen, &before);
    if changed <= AREA_TOLERANCE {
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures/panels");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}.png"));
    seen.save(&file).unwrap();
    Some(format!(
        "{name}: {:.2} % of the pixels have changed; compare {} with {}",
        changed * 100.0,
        file.display(),
        known.display()
    ))
}

/// The pictures of a state at a scale.
fn look(panels: &mut Panels, state: &State, scale: f32, approve: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    let looks = if state.one_picture { 1 } else { LOOKS.len() };
    let contrast = IN_CONTRAST.contains(&state.name).then_some(CONTRAST);
    let looks = LOOKS.into_iter().take(looks).chain(contrast);
    for (_, theme, language) in looks.filter(|look| look.0 == scale) {
        panels.go(&json!({ "set_theme": theme }));
        panels.go(&json!({ "set_language": language }));
        let name = format!("{}-{scale}x-{theme}-{language}", state.name);
        let seen = panels.picture(state.part.of(panels));
        wrong.extend(judge(&name, &seen, approve));
    }
    wrong
}

#[test]
fn every_panel_is_drawn_as_approved() {
    let _one = super::ONE
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let approve = std::env::var_os("CORPUS_ATLAS_APPROVE_PICTURES").is_some();
    let mut wrong = Vec::new();
    for scale in [1.0, 2.0] {
        let mut panels = Panels::open(SIZE, scale);
        let files = super::files(&panels);
        for state in super::all_states(&files) {
            state.bring(&mut panels);
            wrong.extend(look(&mut panels, &state, scale, approve));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_changed_word_is_found_and_few_colours_are_no_change() {
    let mut plain = RgbImage::from_pixel(400, 400, Rgb([30; 3]));
    for (x, y) in (0..400).flat_map(|y| (0..400).map(move |x| (x, y))) {
        plain.put_pixel(x, y, Rgb([(x / 2) as u8, (y / 2) as u8, 90]));
    }
    assert!(difference(&plain, &in_colors(&plain, &palette(&plain))) <= AREA_TOLERANCE);
    let mut word = plain.clone();
    for (x, y) in (0..9).flat_map(|y| (0..30).map(move |x| (x, y))) {
        word.put_pixel(10 + x, 50 + y, Rgb([220; 3]));
    }
    assert!(difference(&plain, &word) > AREA_TOLERANCE);
}
