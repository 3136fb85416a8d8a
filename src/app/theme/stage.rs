//! What the stage wears: its background, markers and the body by its palettes.

use bevy_egui::egui::Color32;
use viewer::Palette;

use super::{Rgb, pick, swatch};

/// Centre of the background gradient.
pub fn stage_centre() -> Rgb {
    pick([0x1B, 0x26, 0x35], [0xF4, 0xF6, 0xF8], [0x00, 0x00, 0x00])
}

/// Corners of the background gradient.
pub fn stage_edge() -> Rgb {
    pick([0x0B, 0x0F, 0x14], [0xD3, 0xDB, 0xE3], [0x00, 0x00, 0x00])
}

/// Core of a document marker.
pub fn marker_core() -> Rgb {
    pick([0xFF, 0xC8, 0x57], [0xD9, 0x48, 0x0F], [0xFF, 0xD5, 0x4A])
}

/// Glow of a document marker.
pub fn marker_glow() -> Rgb {
    pick([0xFF, 0x8A, 0x3D], [0xD9, 0x48, 0x0F], [0xFF, 0x8A, 0x3D])
}

/// A sentence's marker: smaller and paler.
pub fn sentence() -> Rgb {
    pick([0xFF, 0xE7, 0xB8], [0xF0, 0x8C, 0x4A], [0xFF, 0xF0, 0xCC])
}

/// Marker of a document that hardly belongs in this atlas.
pub fn doubtful() -> Rgb {
    pick([0x7C, 0x86, 0x92], [0x7C, 0x86, 0x92], [0xB4, 0xBC, 0xC6])
}

/// The colour a structure wears on a cut face or a slice: fat, which fills most of it, steps back.
pub fn cut_color(structure: &anatomy::Structure, palette: Palette, heat: f32) -> Rgb {
    let color = body_color(structure, palette, heat);
    if palette == Palette::Anatomical && structure.tissue == anatomy::Tissue::Fat {
        let grey = color.iter().map(|c| u32::from(*c)).sum::<u32>() / 3;
        return color.map(|channel| ((u32::from(channel) * 55 + grey * 25) / 100) as u8);
    }
    color
}

/// Shades from no document to most: on a dark stage lighter with every step, on a light one darker, so that they can be told without hues and the
/// most stands out.
pub(super) fn counts() -> [Rgb; 6] {
    let dark = [
        [0x2A, 0x31, 0x3C],
        [0x3F, 0x36, 0x5E],
        [0x7E, 0x3F, 0x6E],
        [0xC2, 0x55, 0x5C],
        [0xEE, 0x92, 0x4A],
        [0xFF, 0xE0, 0x8E],
    ];
    let light = [
        [0xC3, 0xCA, 0xD2],
        [0xD9, 0xB2, 0x7A],
        [0xD9, 0x86, 0x50],
        [0xC0, 0x56, 0x4C],
        [0x8F, 0x33, 0x64],
        [0x4A, 0x1A, 0x54],
    ];
    pick(dark, light, dark)
}

/// The shade of a share of the most documents.
fn heat_color(heat: f32) -> Rgb {
    let shades = counts();
    let place = heat.clamp(0.0, 1.0) * (shades.len() - 1) as f32;
    let below = (place as usize).min(shades.len() - 2);
    blend(shades[below], shades[below + 1], place - below as f32)
}

/// The colours of two lists that are compared, told apart in all common kinds of colour blindness: the first, the second.
pub fn difference() -> [Color32; 2] {
    let [second, _, first] = differences();
    [first, second].map(swatch)
}

/// Letters on either of these.
pub fn on_difference() -> Color32 {
    swatch(pick([0x0B, 0x0F, 0x14], [0x00; 3], [0x00; 3]))
}

/// Far more in the second list, no difference, far more in the first: what differs stands out from a grey that is near to the stage's own light.
fn differences() -> [Rgb; 3] {
    let dark = [[0x4E, 0xA3, 0xE0], [0x3A, 0x42, 0x4E], [0xF2, 0x94, 0x3A]];
    let light = [[0x1F, 0x7A, 0xBF], [0xAE, 0xB6, 0xC0], [0xC2, 0x68, 0x0C]];
    pick(dark, light, dark)
}

/// The shade of a difference: 0 far more in the second list, 1 far more in the first.
pub(super) fn difference_color(difference: f32) -> Rgb {
    let place = difference.clamp(0.0, 1.0) * 2.0;
    let (below, part) = if place < 1.0 {
        (0, place)
    } else {
        (1, place - 1.0)
    };
    let shades = differences();
    blend(shades[below], shades[below + 1], part)
}

fn blend(a: Rgb, b: Rgb, part: f32) -> Rgb {
    let channel = |n: usize| (f32::from(a[n]) + (f32::from(b[n]) - f32::from(a[n])) * part).round();
    [0, 1, 2].map(|n| channel(n) as u8)
}

/// The colour a structure wears in a palette; `heat` is its share of the documents, or the difference of two lists, see `viewer::Heat`.
pub fn body_color(structure: &anatomy::Structure, palette: Palette, heat: f32) -> Rgb {
    use anatomy::System;
    let base: Rgb = match palette {
        Palette::Anatomical => return structure.color,
        Palette::Documents => return heat_color(heat),
        Palette::Difference => return difference_color(heat),
        Palette::System => match structure.system {
            System::Respiratory => [0xE3, 0x9C, 0xA0],
            System::Digestive => [0xE0, 0xA4, 0x58],
            System::Cardiovascular => [0xD6, 0x48, 0x4A],
            System::Urinary => [0x9A, 0xB9, 0x5B],
            System::Reproductive => [0xC7, 0x7F, 0xC0],
            System::Endocrine => [0x58, 0xB8, 0xA6],
            System::Lymphatic => [0x7E, 0x6C, 0xC4],
            System::Nervous => [0xEB, 0xD7, 0x5E],
            System::Musculoskeletal => [0xD9, 0xCF, 0xBE],
            System::Integument => [0xB8, 0x9A, 0x84],
        },
        // Okabe and Ito's eight colours, black replaced by grey; the two systems that are left share a hue at another lightness.
        Palette::ColorBlind => match structure.system {
            System::Respiratory => [0x56, 0xB4, 0xE9],
            System::Digestive => [0xE6, 0x9F, 0x00],
            System::Cardiovascular => [0xD5, 0x5E, 0x00],
            System::Urinary => [0xF0, 0xE4, 0x42],
            System::Reproductive => [0xCC, 0x79, 0xA7],
            System::Endocrine => [0x00, 0x9E, 0x73],
            System::Lymphatic => [0x00, 0x72, 0xB2],
            System::Nervous => [0xFF, 0xF3, 0xA0],
            System::Musculoskeletal => [0xC8, 0xC8, 0xC8],
            System::Integument => [0x9A, 0x9A, 0x9A],
        },
    };
    // Neighbours of one system part by lightness: a step taken from the id, the same in every session.
    let step = structure.side_free_id().bytes().fold(7u32, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u32::from(byte))
    }) % 5;
    let light = of_tissue(structure.tissue).unwrap_or(0.80 + 0.05 * step as f32);
    base.map(|channel| (f32::from(channel) * light) as u8)
}

/// How light a tissue is beside others of its system, where those touch that would look alike: the organs of the belly.
fn of_tissue(tissue: anatomy::Tissue) -> Option<f32> {
    use anatomy::Tissue;
    match tissue {
        Tissue::Liver => Some(0.60),
        Tissue::LargeBowel => Some(0.80),
        Tissue::Stomach => Some(0.93),
        Tissue::SmallBowel => Some(1.06),
        Tissue::Pancreas => Some(0.70),
        _ => None,
    }
}
