//! Design tokens: every colour and size of the window, once.

use bevy::color::LinearRgba;
use bevy_egui::egui::{self, Color32, CornerRadius, FontId, Stroke, TextStyle};

/// An sRGB colour, 8 bits a channel.
pub type Rgb = [u8; 3];

/// Centre of the background gradient.
pub const STAGE_CENTRE: Rgb = [0x1B, 0x26, 0x35];
/// Corners of the background gradient.
pub const STAGE_EDGE: Rgb = [0x0B, 0x0F, 0x14];
/// Core of a document marker.
pub const MARKER_CORE: Rgb = [0xFF, 0xC8, 0x57];
/// Glow of a document marker.
pub const MARKER_GLOW: Rgb = [0xFF, 0x9A, 0x45];
/// A sentence's marker: smaller and paler.
pub const SENTENCE: Rgb = [0xFF, 0xE7, 0xB8];
/// Marker of a document that hardly belongs in this atlas.
pub const DOUBTFUL: Rgb = [0x7C, 0x86, 0x92];
/// Selection, focus ring, live text.
pub const ACCENT: Rgb = [0x4C, 0xC2, 0xFF];

/// Panel background.
pub const PANEL: Color32 = Color32::from_rgb(0x13, 0x1A, 0x22);
/// Raised surfaces: rows, buttons.
pub const RAISED: Color32 = Color32::from_rgb(0x1B, 0x24, 0x30);
/// Lines.
pub const LINE: Color32 = Color32::from_rgb(0x2A, 0x36, 0x45);
/// Type.
pub const TEXT: Color32 = Color32::from_rgb(0xE6, 0xED, 0xF3);
/// Secondary type, at least 4.5:1 on a panel.
pub const DIM: Color32 = Color32::from_rgb(0x9A, 0xA8, 0xB7);
/// Accent as the interface draws it.
pub const ACCENT_UI: Color32 = Color32::from_rgb(ACCENT[0], ACCENT[1], ACCENT[2]);
/// Marker colour as the interface draws it.
pub const MARKER_UI: Color32 = Color32::from_rgb(MARKER_CORE[0], MARKER_CORE[1], MARKER_CORE[2]);
/// Something to look at.
pub const WARNING: Color32 = Color32::from_rgb(0xF2, 0xB8, 0x4B);
/// Something that failed.
pub const ERROR: Color32 = Color32::from_rgb(0xFF, 0x6B, 0x6B);

/// sRGB bytes to linear light.
pub fn linear(color: Rgb) -> LinearRgba {
    LinearRgba::from(bevy::color::Color::srgb_u8(color[0], color[1], color[2]))
}

/// A structure's colour as a swatch.
pub fn swatch(color: Rgb) -> Color32 {
    Color32::from_rgb(color[0], color[1], color[2])
}

/// Applies the tokens to egui.
pub fn apply(ctx: &egui::Context) {
    ctx.set_theme(egui::Theme::Dark);
    ctx.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Small, FontId::proportional(11.5)),
            (TextStyle::Body, FontId::proportional(13.5)),
            (TextStyle::Button, FontId::proportional(13.5)),
            (TextStyle::Heading, FontId::proportional(17.0)),
            (TextStyle::Monospace, FontId::monospace(12.5)),
        ]
        .into();
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(9.0, 4.0);
        style.spacing.scroll.floating = true;
        style.interaction.selectable_labels = false;
        let visuals = &mut style.visuals;
        *visuals = egui::Visuals::dark();
        visuals.panel_fill = PANEL;
        visuals.window_fill = PANEL;
        visuals.extreme_bg_color = Color32::from_rgb(0x0D, 0x12, 0x18);
        visuals.faint_bg_color = RAISED;
        visuals.override_text_color = Some(TEXT);
        visuals.hyperlink_color = ACCENT_UI;
        visuals.selection.bg_fill = Color32::from_rgb(0x1D, 0x4A, 0x66);
        visuals.selection.stroke = Stroke::new(1.0, ACCENT_UI);
        visuals.window_stroke = Stroke::new(1.0, LINE);
        let radius = CornerRadius::same(6);
        for (widget, fill) in [
            (&mut visuals.widgets.noninteractive, PANEL),
            (&mut visuals.widgets.inactive, RAISED),
            (
                &mut visuals.widgets.hovered,
                Color32::from_rgb(0x25, 0x31, 0x40),
            ),
            (
                &mut visuals.widgets.active,
                Color32::from_rgb(0x2C, 0x3B, 0x4D),
            ),
            (&mut visuals.widgets.open, RAISED),
        ] {
            widget.bg_fill = fill;
            widget.weak_bg_fill = fill;
            widget.corner_radius = radius;
            widget.bg_stroke = Stroke::new(1.0, LINE);
        }
        visuals.widgets.hovered.bg_stroke = Stroke::new(1.0, Color32::from_rgb(0x3B, 0x4C, 0x60));
    });
}
