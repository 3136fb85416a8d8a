//! Tabs and heads of the parts of a panel, and warnings: words with an icon before them.

use bevy_egui::egui::{self, Button, Color32, Label, Response, RichText, Sense, Ui, Widget};

use super::icons::{self, Icon};
use crate::app::theme;

/// The head of a part of a panel.
pub fn head(ui: &mut Ui, icon: Icon, words: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        icon.color(theme::dim()).show(ui);
        ui.label(
            RichText::new(words)
                .family(theme::strong())
                .color(theme::text()),
        );
    });
}

/// Words and the buttons they are about, as high as these from the start, so that the words stand in their middle.
pub fn row<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    line(ui, false, add)
}

/// The same, going on in further rows where one has no room.
pub fn rows<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    line(ui, true, add)
}

fn line<R>(ui: &mut Ui, wraps: bool, add: impl FnOnce(&mut Ui) -> R) -> R {
    let words = ui.text_style_height(&egui::TextStyle::Button);
    let high = words + 2.0 * ui.spacing().button_padding.y;
    let from_left = egui::Layout::left_to_right(egui::Align::Center).with_main_wrap(wraps);
    let size = egui::vec2(ui.available_width(), high);
    ui.allocate_ui_with_layout(size, from_left, add).inner
}

/// The one button that a window is there for, filled with the accent. One that is disabled looks like the others.
pub fn primary(ui: &mut Ui, enabled: bool, button: impl Widget) -> Response {
    let plain = ui.style().clone();
    if enabled {
        let visuals = ui.visuals_mut();
        visuals.override_text_color = Some(theme::on_primary());
        let [rest, hovered, pressed] = theme::primary();
        let widgets = &mut visuals.widgets;
        for (look, fill) in [
            (&mut widgets.inactive, rest),
            (&mut widgets.hovered, hovered),
            (&mut widgets.active, pressed),
        ] {
            look.weak_bg_fill = fill;
            look.bg_stroke.color = fill;
        }
    }
    let button = ui.add_enabled(enabled, button);
    ui.set_style(plain);
    button
}

/// Something to look at, which goes on in further lines.
pub fn warning(ui: &mut Ui, words: RichText) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        icons::WARNING.color(theme::warning()).show(ui);
        ui.add(Label::new(words.color(theme::warning())).wrap());
    });
}

/// A tab of a panel.
pub struct Tab<T> {
    pub tab: T,
    pub icon: Icon,
    pub words: String,
    /// The longest words that it is likely to have: no tab moves when they grow.
    pub widest: String,
    /// What it holds, where the words do not say it; may be empty.
    pub hint: String,
    /// There is something to look at.
    pub warns: bool,
}

/// Room at the sides of a tab, and between its icon and its words, points; then less, where there is none for that.
const TIGHTER: [(f32, f32); 2] = [(6.0, 4.0), (4.0, 3.0)];

/// A row of tabs, and which one was clicked; what else each can do is added to it. Where the panel has no room for icons, only those that warn keep theirs.
pub fn tabs<T: Copy + PartialEq>(
    ui: &mut Ui,
    chosen: T,
    tabs: &[Tab<T>],
    mut more: impl FnMut(&Response, T),
) -> Option<T> {
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let with_icons = TIGHTER.into_iter().any(|(padding, gap)| {
            let spacing = ui.spacing_mut();
            (spacing.button_padding.x, spacing.icon_spacing) = (padding, gap);
            width_with_icons(ui, tabs) <= ui.available_width()
        });
        if !with_icons {
            ui.spacing_mut().button_padding.x = TIGHTER[0].0;
        }
        for tab in tabs {
            let words = RichText::new(&tab.words);
            let (icon, words) = match tab.warns {
                true => (
                    tab.icon.color(theme::warning()),
                    words.color(theme::warning()),
                ),
                false => (tab.icon, words),
            };
            let mut atoms = egui::Atoms::new(words);
            if with_icons || tab.warns {
                atoms.push_left(icon);
            }
            let button = Button::selectable(chosen == tab.tab, atoms);
            let mut button = ui.add(button.sense(Sense::click_and_drag()));
            if !tab.hint.is_empty() {
                button = button.on_hover_text(&tab.hint);
            }
            more(&button, tab.tab);
            if button.clicked() {
                clicked = Some(tab.tab);
            }
        }
    });
    clicked
}

/// What a row of tabs with icons takes, points.
fn width_with_icons<T>(ui: &Ui, tabs: &[Tab<T>]) -> f32 {
    let words: Vec<String> = tabs.iter().map(|tab| tab.widest.clone()).collect();
    width_of_buttons(ui, &words, true)
}

/// What buttons with these words take side by side, points.
pub fn width_of_buttons(ui: &Ui, words: &[String], with_icons: bool) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let spacing = ui.spacing();
    let aside = match with_icons {
        true => font.size * icons::SCALE + spacing.icon_spacing,
        false => 0.0,
    };
    let around = 2.0 * spacing.button_padding.x + spacing.item_spacing.x;
    let widths = words.iter().map(|words| {
        let (words, font) = (words.clone(), font.clone());
        let galley = ui
            .painter()
            .layout_no_wrap(words, font, Color32::PLACEHOLDER);
        galley.size().x
    });
    widths.sum::<f32>() + words.len() as f32 * (aside + around) - spacing.item_spacing.x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where tabs begin in a row of this width, points, the last of which has these words.
    fn places(ctx: &egui::Context, width: f32, last: &str, warns: bool) -> Vec<egui::Pos2> {
        let tab = |n: usize, words: &str, widest: &str, warns: bool| Tab {
            tab: n,
            icon: icons::LIST,
            words: words.to_owned(),
            widest: widest.to_owned(),
            hint: String::new(),
            warns,
        };
        let row = [
            tab(0, "Results", "Results", false),
            tab(1, "Document", "Document", false),
            tab(2, "Place a text", "Place a text", false),
            tab(3, last, "Problems (99)", warns),
        ];
        let mut places = Vec::new();
        let mut frame = ctx.run_ui(egui::RawInput::default(), |ui| {
            ui.set_max_width(width);
            places.clear();
            tabs(ui, 0, &row, |button, _| places.push(button.rect.min));
        });
        frame.textures_delta.clear();
        places
    }

    #[test]
    fn no_tab_moves_when_the_words_of_the_last_grow() {
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        theme::apply(&ctx, true);
        let mut steps = 0;
        let mut before = None;
        for width in (260..=460).step_by(4) {
            let few = places(&ctx, width as f32, "Problems", false);
            let many = places(&ctx, width as f32, "Problems (12)", true);
            assert_eq!(few.len(), 4);
            assert_eq!(few[..3], many[..3], "in {width}");
            let now = few[2];
            steps += usize::from(before.is_some_and(|before| before != now));
            before = Some(now);
        }
        assert!(steps > 0, "icons come where there is room for them");
    }

    #[test]
    fn only_the_main_button_looks_like_one() {
        let ctx = egui::Context::default();
        let mut frame = ctx.run_ui(egui::RawInput::default(), |ui| {
            let before = ui.style().clone();
            for enabled in [true, false] {
                let button = primary(ui, enabled, Button::new("Go"));
                assert_eq!(button.enabled(), enabled);
                assert!(*ui.style() == before);
            }
        });
        frame.textures_delta.clear();
    }
}
