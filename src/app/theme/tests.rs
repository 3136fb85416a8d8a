//! That colours can be told apart and words be read, in every theme.

use super::stage::{counts, difference_color};
use super::*;
use viewer::Palette;

#[test]
fn by_system_liver_and_bowel_are_told_apart() {
    let catalogue = anatomy::Catalogue::builtin();
    let color = |id: &str, palette| {
        let structure = catalogue.index_of(id).expect("it is known");
        swatch(body_color(catalogue.get(structure), palette, 0.0))
    };
    for palette in [Palette::System, Palette::ColorBlind] {
        for other in ["stomach", "jejunum", "ileum", "transverse_colon"] {
            let found = contrast(color("liver", palette), color(other, palette));
            assert!(found > 1.5, "{other}: {found:.2}");
        }
        let found = contrast(color("ileum", palette), color("transverse_colon", palette));
        assert!(found > 1.5, "{found:.2}");
    }
}

/// WCAG 2: relative luminance.
fn luminance(color: Color32) -> f32 {
    let LinearRgba {
        red, green, blue, ..
    } = linear([color.r(), color.g(), color.b()]);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// WCAG 2: the contrast of two colours, from 1 to 21.
fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn type_tokens() -> [(&'static str, Color32); 8] {
    [
        ("text", text()),
        ("dim", dim()),
        ("accent", accent_ui()),
        ("marker", marker_ui()),
        ("warning", warning()),
        ("error", error()),
        ("right", right()),
        ("measure", measure()),
    ]
}

fn grounds() -> [(&'static str, Color32); 6] {
    [
        ("panel", panel()),
        ("raised", raised()),
        ("raised under the cursor", raised_hover()),
        ("raised and pressed", raised_active()),
        ("sunken", sunken()),
        ("selected", selected()),
    ]
}

/// What lies in full shade, and the brightest colour that a structure wears in a palette.
fn bodies() -> Vec<Color32> {
    let catalogue = anatomy::Catalogue::builtin();
    let palettes = [
        Palette::Anatomical,
        Palette::System,
        Palette::ColorBlind,
        Palette::Documents,
        Palette::Difference,
    ];
    let each = palettes.into_iter().flat_map(|palette| {
        let shares = [0.0, 0.5, 1.0].into_iter();
        shares.flat_map(move |share| {
            let structures = catalogue.structures().iter();
            structures.map(move |one| swatch(body_color(one, palette, share)))
        })
    });
    let light = |one: &Color32| luminance(*one);
    let brightest = each.max_by(|one, other| light(one).total_cmp(&light(other)));
    [Color32::BLACK].into_iter().chain(brightest).collect()
}

/// A transparent colour over another one: light is added up as the window's renderer does it, or bytes are, as others do.
fn over(veil: Color32, ground: Color32) -> [Color32; 2] {
    let rest = 1.0 - f32::from(veil.a()) / 255.0;
    let (above, below) = (veil.to_array(), ground.to_array());
    let [by_light, by_byte] = [true, false].map(|by_light| {
        let [r, g, b] = [0, 1, 2].map(|n| {
            let bytes = [above[n], below[n]];
            if by_light {
                let [above, below] = bytes.map(|byte| linear([byte; 3]).red);
                let mixed = (above + rest * below).min(1.0);
                let mixed = LinearRgba::rgb(mixed, mixed, mixed);
                bevy::color::Srgba::from(mixed).red
            } else {
                let [above, below] = bytes.map(|byte| f32::from(byte) / 255.0);
                (above + rest * below).min(1.0)
            }
        });
        let byte = |part: f32| (part * 255.0).round() as u8;
        Color32::from_rgb(byte(r), byte(g), byte(b))
    });
    [by_light, by_byte]
}

/// The least contrast of words on a veil over the body, and over the stage beside it.
fn over_the_stage(words: Color32, veil: Color32) -> f32 {
    let stage = [stage_centre(), stage_edge()].map(swatch);
    let grounds = bodies().into_iter().chain(stage);
    let all = grounds.flat_map(|ground| over(veil, ground));
    all.map(|ground| contrast(words, ground))
        .fold(f32::INFINITY, f32::min)
}

#[test]
fn a_veil_is_added_up_as_light_and_as_bytes() {
    let veil = Color32::from_rgba_unmultiplied(0, 0, 0, 128);
    let [by_light, by_byte] = over(veil, Color32::WHITE);
    assert_eq!(by_byte.r(), 127);
    assert!((186..190).contains(&by_light.r()), "{by_light:?}");
}

/// What is wrong with the shades of a difference in the theme that is worn.
fn faults_of_differences() -> Vec<String> {
    let shade = |share: f32| swatch(difference_color(share));
    let mut faults = Vec::new();
    let neutral = shade(0.5);
    let [r, g, b, _] = neutral.to_array();
    if r.max(g).max(b) - r.min(g).min(b) > 24 {
        faults.push(format!("{neutral:?} is no grey"));
    }
    if is_light() && luminance(neutral) < 0.4 {
        faults.push(format!("{neutral:?} is dark on a light stage"));
    }
    for (what, on, least) in [
        ("more in the first", shade(1.0), 1.8),
        ("more in the second", shade(0.0), 1.8),
        ("the stage", swatch(stage_centre()), 1.2),
        ("the stage's edge", swatch(stage_edge()), 1.4),
    ] {
        let found = contrast(neutral, on);
        if found < least {
            faults.push(format!("no difference and {what}: {found:.2}, not {least}"));
        }
    }
    // The greater a difference, the farther from the grey.
    for end in [-0.5_f32, 0.5] {
        let steps = (0..=10).map(|n| contrast(neutral, shade(0.5 + end * n as f32 / 10.0)));
        let steps: Vec<f32> = steps.collect();
        if !steps.is_sorted() {
            faults.push(format!("steps to {end}: {steps:?}"));
        }
    }
    faults
}

/// What is wrong with the shades of how many documents there are in the theme that is worn.
fn faults_of_counts() -> Vec<String> {
    let shades = counts().map(swatch);
    let mut faults = Vec::new();
    let goes_on = |two: &[Color32]| (luminance(two[0]) > luminance(two[1])) == is_light();
    if !shades.windows(2).all(goes_on) {
        faults.push(format!("{shades:?}: the most does not stand out"));
    }
    for two in shades.windows(2) {
        let found = contrast(two[0], two[1]);
        if found < 1.15 {
            faults.push(format!("two steps of counts: {found:.2}, not 1.15"));
        }
    }
    if is_light() && luminance(shades[0]) < 0.4 {
        faults.push(format!("{:?} is dark on a light stage", shades[0]));
    }
    faults
}

#[test]
fn type_can_be_read_on_every_ground_in_every_theme() {
    let black_on_white = contrast(Color32::BLACK, Color32::WHITE);
    assert!((black_on_white - 21.0).abs() < 0.01);
    let mut faults = Vec::new();
    let mut wrong = Vec::new();
    let mut check = |theme: Theme, what: String, found: f32, least: f32| {
        if found < least {
            faults.push(format!("{theme:?}: {what} {found:.2}, not {least}"));
        }
    };
    // One test: the theme is one for the program.
    for theme in [Theme::Dark, Theme::Light, Theme::HighContrast] {
        choose(theme);
        for (ground, on) in grounds() {
            let least = match theme {
                Theme::HighContrast if ground == "panel" => 7.0,
                _ => 4.5,
            };
            for (name, color) in type_tokens() {
                check(
                    theme,
                    format!("{name} on {ground}"),
                    contrast(color, on),
                    least,
                );
            }
        }
        for share in [-1.0, -0.5, 0.5, 1.0] {
            let found = contrast(text(), word_tint(share));
            check(theme, format!("a word tinted by {share}"), found, 4.5);
        }
        for (name, words, veil) in [
            ("text", text(), ground_of_text()),
            ("text", text(), ground_of_dim()),
            ("dim", dim(), ground_of_dim()),
        ] {
            let what = format!("{name} over the body on {veil:?}");
            check(theme, what, over_the_stage(words, veil), 4.5);
        }
        wrong.extend(
            faults_of_differences()
                .into_iter()
                .chain(faults_of_counts())
                .map(|fault| format!("{theme:?}: {fault}")),
        );
        // What is no type: the focus ring, and the bars of a comparison.
        for color in difference() {
            check(
                theme,
                format!("{color:?} on panel"),
                contrast(color, panel()),
                3.0,
            );
            let letter = contrast(on_difference(), color);
            check(theme, format!("a letter on {color:?}"), letter, 4.5);
        }
        for ground in primary() {
            let found = contrast(on_primary(), ground);
            check(theme, format!("a main button on {ground:?}"), found, 4.5);
        }
        if theme == Theme::HighContrast {
            for color in [line(), line_strong()] {
                check(theme, "a line".to_owned(), contrast(color, panel()), 3.0);
            }
        }
    }
    choose(Theme::Dark);
    // A thin veil is not enough.
    assert!(over_the_stage(dim(), veil(150)) < 2.0);
    faults.extend(wrong);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
