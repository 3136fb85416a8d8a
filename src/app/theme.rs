//! Design tokens: every colour and size of the window, once.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, Ordering};

use bevy::color::LinearRgba;
use bevy_egui::egui::{self, Color32, CornerRadius, FontId, Stroke, TextStyle};

use viewer::Theme;

pub use self::stage::{
    body_color, cut_color, difference, doubtful, marker_core, marker_glow, on_difference, sentence,
    stage_centre, stage_edge,
};

mod stage;

/// An sRGB colour, 8 bits a channel.
pub type Rgb = [u8; 3];

/// One window, one theme: panels are plain functions and read the tokens without being handed them.
static WORN: AtomicU8 = AtomicU8::new(DARK);

const DARK: u8 = 0;
const LIGHT: u8 = 1;
const HIGH_CONTRAST: u8 = 2;

/// Chooses between the tokens; what follows the system has been looked up before (`Theme::worn`), and is dark where it was not.
pub fn choose(theme: Theme) {
    let worn = match theme {
        Theme::Dark | Theme::System => DARK,
        Theme::Light => LIGHT,
        Theme::HighContrast => HIGH_CONTRAST,
    };
    WORN.store(worn, Ordering::Relaxed);
}

/// Whether the light tokens are in use.
pub fn is_light() -> bool {
    WORN.load(Ordering::Relaxed) == LIGHT
}

fn pick<T>(dark: T, light: T, high_contrast: T) -> T {
    match WORN.load(Ordering::Relaxed) {
        LIGHT => light,
        HIGH_CONTRAST => high_contrast,
        _ => dark,
    }
}

/// Selection, live text: on the stage.
pub fn accent() -> Rgb {
    pick([0x4C, 0xC2, 0xFF], [0x0A, 0x6E, 0xD1], [0x6C, 0xD4, 0xFF])
}

/// Panel background.
pub fn panel() -> Color32 {
    pick(
        Color32::from_rgb(0x13, 0x1A, 0x22),
        Color32::from_rgb(0xFF, 0xFF, 0xFF),
        Color32::from_rgb(0x00, 0x00, 0x00),
    )
}

/// Raised surfaces: rows, buttons.
pub fn raised() -> Color32 {
    pick(
        Color32::from_rgb(0x1B, 0x24, 0x30),
        Color32::from_rgb(0xF6, 0xF8, 0xFA),
        Color32::from_rgb(0x00, 0x00, 0x00),
    )
}

/// A raised surface under the cursor.
pub fn raised_hover() -> Color32 {
    pick(
        Color32::from_rgb(0x25, 0x31, 0x40),
        Color32::from_rgb(0xE1, 0xE8, 0xEF),
        Color32::from_rgb(0x1A, 0x1A, 0x1A),
    )
}

/// A raised surface being pressed.
pub fn raised_active() -> Color32 {
    pick(
        Color32::from_rgb(0x2C, 0x3B, 0x4D),
        Color32::from_rgb(0xD5, 0xDF, 0xE8),
        Color32::from_rgb(0x33, 0x33, 0x33),
    )
}

/// Text boxes.
pub fn sunken() -> Color32 {
    pick(
        Color32::from_rgb(0x0D, 0x12, 0x18),
        Color32::from_rgb(0xF6, 0xF8, 0xFA),
        Color32::from_rgb(0x00, 0x00, 0x00),
    )
}

/// Background of what is selected.
pub fn selected() -> Color32 {
    pick(
        Color32::from_rgb(0x14, 0x36, 0x4B),
        Color32::from_rgb(0xCF, 0xE6, 0xFA),
        Color32::from_rgb(0x00, 0x3A, 0x66),
    )
}

/// Lines.
pub fn line() -> Color32 {
    pick(
        Color32::from_rgb(0x2A, 0x36, 0x45),
        Color32::from_rgb(0xD5, 0xDC, 0xE4),
        Color32::from_rgb(0x8A, 0x96, 0xA3),
    )
}

/// Lines under the cursor.
pub fn line_strong() -> Color32 {
    pick(
        Color32::from_rgb(0x3B, 0x4C, 0x60),
        Color32::from_rgb(0xB4, 0xC0, 0xCC),
        Color32::from_rgb(0xFF, 0xFF, 0xFF),
    )
}

/// Type.
pub fn text() -> Color32 {
    pick(
        Color32::from_rgb(0xE6, 0xED, 0xF3),
        Color32::from_rgb(0x12, 0x20, 0x2E),
        Color32::from_rgb(0xFF, 0xFF, 0xFF),
    )
}

/// Secondary type.
pub fn dim() -> Color32 {
    pick(
        Color32::from_rgb(0x9A, 0xA8, 0xB7),
        Color32::from_rgb(0x4C, 0x5C, 0x70),
        Color32::from_rgb(0xD6, 0xDC, 0xE2),
    )
}

/// Something to look at.
pub fn warning() -> Color32 {
    pick(
        Color32::from_rgb(0xF2, 0xB8, 0x4B),
        Color32::from_rgb(0x7A, 0x4F, 0x00),
        Color32::from_rgb(0xFF, 0xD5, 0x4A),
    )
}

/// Something that failed.
pub fn error() -> Color32 {
    pick(
        Color32::from_rgb(0xFF, 0x7B, 0x7B),
        Color32::from_rgb(0xB4, 0x23, 0x23),
        Color32::from_rgb(0xFF, 0x9A, 0x9A),
    )
}

/// An answer that is right; the words beside it say so, too.
pub fn right() -> Color32 {
    measure()
}

/// Measured distances.
pub fn measure() -> Color32 {
    pick(
        Color32::from_rgb(0x7F, 0xE0, 0xB0),
        Color32::from_rgb(0x08, 0x68, 0x40),
        Color32::from_rgb(0x8C, 0xF5, 0xC0),
    )
}

/// Background of a word that speaks for a structure (`share` above 0) or against it (below), up to 1 and -1: from the panel's own
/// colour to amber or blue, never so strong that type on it becomes hard to read. Mixed here and opaque: a transparent tint over
/// a panel turns grey where it is faint.
pub fn word_tint(share: f32) -> Color32 {
    let hue: Rgb = if share > 0.0 {
        pick([0xE8, 0x96, 0x1E], [0xFF, 0xA9, 0x2B], [0xE8, 0x96, 0x1E])
    } else {
        pick([0x2F, 0x86, 0xE8], [0x5B, 0xA8, 0xFF], [0x2F, 0x86, 0xE8])
    };
    let part = share.abs().min(1.0) * pick(0.55, 0.75, 0.6);
    let [r, g, b, _] = panel().to_array();
    let [r, g, b] = [(r, hue[0]), (g, hue[1]), (b, hue[2])]
        .map(|(from, to)| (f32::from(from) * (1.0 - part) + f32::from(to) * part) as u8);
    Color32::from_rgb(r, g, b)
}

/// Accent as the interface draws it: the focus ring and type, for which the stage's own is too pale where the ground is light.
pub fn accent_ui() -> Color32 {
    swatch(pick(accent(), [0x08, 0x5C, 0xB0], accent()))
}

/// The ground of the one button that a window is there for: at rest, under the cursor, pressed.
pub fn primary() -> [Color32; 3] {
    let [hovered, pressed] = pick(
        [[0x7A, 0xD3, 0xFF], [0x63, 0xCA, 0xFF]],
        [[0x0A, 0x4F, 0x97], [0x09, 0x47, 0x85]],
        [[0x9A, 0xE2, 0xFF], [0x84, 0xDB, 0xFF]],
    );
    [accent_ui(), swatch(hovered), swatch(pressed)]
}

/// Its words.
pub fn on_primary() -> Color32 {
    swatch(pick([0x0B, 0x0F, 0x14], [0xFF; 3], [0x00; 3]))
}

/// Marker colour as the interface draws it: names of places, which have to be read where the ground is light.
pub fn marker_ui() -> Color32 {
    swatch(pick(marker_core(), [0xA8, 0x36, 0x05], marker_core()))
}

/// Panel background that lets the stage show through, behind lines and where nothing is read; for words see [`ground_of_text`].
pub fn veil(alpha: u8) -> Color32 {
    let [r, g, b, _] = panel().to_array();
    Color32::from_rgba_unmultiplied(r, g, b, alpha)
}

/// The ground of words in [`text`] that lie on the stage: the body shows through as far as they can still be read on any colour of it.
pub fn ground_of_text() -> Color32 {
    veil(pick(224, 200, 240))
}

/// The same of words in [`dim`].
pub fn ground_of_dim() -> Color32 {
    veil(pick(248, 224, 248))
}

/// sRGB bytes to linear light.
pub fn linear(color: Rgb) -> LinearRgba {
    LinearRgba::from(bevy::color::Color::srgb_u8(color[0], color[1], color[2]))
}

/// A structure's colour as a swatch.
pub fn swatch(color: Rgb) -> Color32 {
    Color32::from_rgb(color[0], color[1], color[2])
}

/// Inter, embedded, so that every machine shows the same type; egui's own fonts stay behind it for what it lacks. The icons have a
/// family of their own.
pub fn install_fonts(ctx: &egui::Context) {
    let mut fonts = egui::FontDefinitions::default();
    for (name, bytes) in [
        (
            "Inter",
            include_bytes!("../../assets/fonts/Inter-Regular.otf").as_slice(),
        ),
        (
            "Inter SemiBold",
            include_bytes!("../../assets/fonts/Inter-SemiBold.otf").as_slice(),
        ),
    ] {
        let data = egui::FontData::from_static(bytes);
        fonts.font_data.insert(name.into(), data.into());
    }
    fonts
        .families
        .entry(egui::FontFamily::Proportional)
        .or_default()
        .insert(0, "Inter".into());
    let mut strong = vec!["Inter SemiBold".to_owned()];
    strong.extend(
        fonts
            .families
            .get(&egui::FontFamily::Proportional)
            .cloned()
            .unwrap_or_default(),
    );
    fonts.families.insert(self::strong(), strong);
    let data = egui::FontData::from_static(egui_phosphor::bytes::regular::FONT);
    fonts.font_data.insert("Phosphor".into(), data.into());
    let signs = ["Phosphor", "Inter"].map(str::to_owned).to_vec();
    fonts.families.insert(icons(), signs);
    ctx.set_fonts(fonts);
}

/// The family of heads and names: what egui itself calls strong is a colour.
pub fn strong() -> egui::FontFamily {
    egui::FontFamily::Name("strong".into())
}

/// The family of icons: in that of words, other fonts have other signs at the same private places.
pub fn icons() -> egui::FontFamily {
    static ICONS: LazyLock<egui::FontFamily> =
        LazyLock::new(|| egui::FontFamily::Name("icons".into()));
    ICONS.clone()
}

/// Corners of what can be taken away, points: round, which tells it from buttons.
pub const CHIP: u8 = 10;

/// How long something takes to unfold, seconds.
const UNFOLDING: f32 = 1.0 / 6.0;

/// Seconds that a button may stay pressed for a click. egui counts them from the frame that sees the press to the one that sees the
/// release: with its own 0.8, a click is lost where a frame takes longer, as a fine picture does without a graphics card.
const CLICK: f64 = 3.0;

/// Applies the tokens to egui; `still`: nothing moves by itself.
pub fn apply(ctx: &egui::Context, still: bool) {
    ctx.options_mut(|options| options.input_options.max_click_duration = CLICK);
    ctx.set_theme(if is_light() {
        egui::Theme::Light
    } else {
        egui::Theme::Dark
    });
    ctx.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Small, FontId::proportional(11.5)),
            (TextStyle::Body, FontId::proportional(13.0)),
            (TextStyle::Button, FontId::proportional(13.0)),
            (TextStyle::Heading, FontId::new(16.5, strong())),
            (TextStyle::Monospace, FontId::monospace(12.5)),
        ]
        .into();
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(9.0, 4.0);
        style.spacing.scroll.floating = true;
        style.interaction.selectable_labels = false;
        style.animation_time = if still { 0.0 } else { UNFOLDING };
        style.scroll_animation = match still {
            true => egui::style::ScrollAnimation::none(),
            false => egui::style::ScrollAnimation::default(),
        };
        let visuals = &mut style.visuals;
        *visuals = if is_light() {
            egui::Visuals::light()
        } else {
            egui::Visuals::dark()
        };
        visuals.panel_fill = panel();
        visuals.window_fill = panel();
        visuals.extreme_bg_color = sunken();
        visuals.faint_bg_color = raised();
        visuals.override_text_color = Some(text());
        visuals.hyperlink_color = accent_ui();
        visuals.selection.bg_fill = selected();
        visuals.selection.stroke = Stroke::new(1.0, accent_ui());
        visuals.window_stroke = Stroke::new(1.0, line());
        let radius = CornerRadius::same(6);
        for (widget, fill) in [
            (&mut visuals.widgets.noninteractive, panel()),
            (&mut visuals.widgets.inactive, raised()),
            (&mut visuals.widgets.hovered, raised_hover()),
            (&mut visuals.widgets.active, raised_active()),
            (&mut visuals.widgets.open, raised()),
        ] {
            widget.bg_fill = fill;
            widget.weak_bg_fill = fill;
            widget.corner_radius = radius;
            widget.bg_stroke = Stroke::new(1.0, line());
        }
        visuals.widgets.hovered.bg_stroke = Stroke::new(1.0, line_strong());
        if is_light() {
            // What is half transparent comes out darker than it should, as light is added up: buttons are outlined, so that those
            // that are disabled are not the darkest, and lists end without a shadow.
            visuals.widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
        } else {
            // For the same reason outlines of half their strength would end before their corners, which are smoothed.
            visuals.disabled_alpha = 0.6;
        }
        style.spacing.scroll.fade.strength = if is_light() { 0.0 } else { 0.5 };
    });
}

#[cfg(test)]
mod tests;
