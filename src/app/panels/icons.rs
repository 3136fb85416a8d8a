//! Icons of the window: one table. They are glyphs of Phosphor in a family of their own, laid out beside the words of a control and
//! never within them, so that a screen reader tells plain words. One that stands alone has a name and a tooltip: [`button`], [`name`].

use std::sync::Arc;

use bevy_egui::egui::{
    self, AtomKind, Color32, FontId, Galley, IntoSizedArgs, IntoSizedResult, SizedAtomKind,
    TextStyle, Ui,
};
use egui_phosphor::regular as glyph;
use library::Facet;
use viewer::command::Menu;
use viewer::{LeftTab, PanelTab, Tab};

use crate::app::theme;

/// Size of an icon, in sizes of the words beside it.
pub const SCALE: f32 = 1.2;

/// An icon, as large as the words beside it ask for, and in their colour where it has none of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Icon {
    glyph: &'static str,
    words: Words,
    color: Option<Color32>,
}

/// How large the words beside an icon are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Words {
    /// As those of the control.
    OfControl,
    /// Small ones.
    Small,
    /// So many points.
    Points(f32),
}

/// Whether a character means nothing but in one font, as icons do: nobody could read it aloud.
#[cfg(test)]
fn is_private(sign: char) -> bool {
    matches!(sign, '\u{E000}'..='\u{F8FF}')
}

const fn icon(glyph: &'static str) -> Icon {
    Icon {
        glyph,
        words: Words::OfControl,
        color: None,
    }
}

pub const ABSENT: Icon = icon(glyph::PROHIBIT);
pub const ADD: Icon = icon(glyph::PLUS);
pub const AGAIN: Icon = icon(glyph::ARROW_CLOCKWISE);
pub const ALL: Icon = icon(glyph::CHECKS);
pub const APART: Icon = icon(glyph::ARROWS_OUT_CARDINAL);
pub const ATLAS: Icon = icon(glyph::BOOK_OPEN);
pub const BACK: Icon = icon(glyph::ARROW_LEFT);
pub const BESIDE: Icon = icon(glyph::COLUMNS);
pub const BODY: Icon = icon(glyph::PERSON);
pub const BOX: Icon = icon(glyph::SELECTION);
pub const CLIPBOARD: Icon = icon(glyph::CLIPBOARD_TEXT);
pub const CLOSE: Icon = icon(glyph::X);
pub const COLLECTION: Icon = icon(glyph::FOLDER_SIMPLE);
pub const COLLECTION_NEW: Icon = icon(glyph::FOLDER_SIMPLE_PLUS);
pub const COMPACT: Icon = icon(glyph::ARROWS_IN_SIMPLE);
pub const COMPARE: Icon = icon(glyph::SCALES);
pub const COPIES: Icon = icon(glyph::COPY);
pub const CORRECT: Icon = icon(glyph::PENCIL_SIMPLE);
pub const CUT: Icon = icon(glyph::SCISSORS);
pub const CONTRAST: Icon = icon(glyph::CIRCLE_HALF);
pub const DARK: Icon = icon(glyph::MOON);
pub const DESIGN: Icon = icon(glyph::FLASK);
pub const DISTANCE: Icon = icon(glyph::RULER);
pub const DOCK: Icon = icon(glyph::LAYOUT);
pub const DOCUMENT: Icon = icon(glyph::FILE_TEXT);
pub const DOCUMENTS: Icon = icon(glyph::FILES);
pub const DONE: Icon = icon(glyph::CHECK);
pub const DOWN: Icon = icon(glyph::CARET_DOWN);
pub const DROP: Icon = icon(glyph::DOWNLOAD_SIMPLE);
pub const EARLIER: Icon = icon(glyph::CARET_LEFT);
pub const ERASE: Icon = icon(glyph::ERASER);
pub const EXPLORE: Icon = icon(glyph::COMPASS);
pub const EXPORT: Icon = icon(glyph::EXPORT);
pub const FEMALE: Icon = icon(glyph::GENDER_FEMALE);
pub const FILTER: Icon = icon(glyph::FUNNEL);
pub const FLIP: Icon = icon(glyph::ARROWS_LEFT_RIGHT);
pub const FOLD_LEFT: Icon = icon(glyph::SIDEBAR_SIMPLE);
pub const FOLD_RIGHT: Icon = icon(glyph::SQUARE_SPLIT_HORIZONTAL);
pub const SWAP: Icon = icon(glyph::ARROWS_LEFT_RIGHT);
pub const FORWARD: Icon = icon(glyph::ARROW_RIGHT);
pub const GHOST: Icon = icon(glyph::GHOST);
pub const GONE: Icon = icon(glyph::FILE_X);
pub const HELP: Icon = icon(glyph::QUESTION);
pub const HIDDEN: Icon = icon(glyph::EYE_SLASH);
pub const HISTORY: Icon = icon(glyph::CLOCK_COUNTER_CLOCKWISE);
pub const INFO: Icon = icon(glyph::INFO);
pub const ISOLATE: Icon = icon(glyph::CORNERS_IN);
pub const JOBS: Icon = icon(glyph::LIST_CHECKS);
pub const KEYS: Icon = icon(glyph::KEYBOARD);
pub const LABELS: Icon = icon(glyph::TAG_SIMPLE);
pub const KEEP: Icon = icon(glyph::PUSH_PIN);
pub const LANGUAGE: Icon = icon(glyph::TRANSLATE);
pub const PROBE: Icon = icon(glyph::SPHERE);
pub const LASSO: Icon = icon(glyph::LASSO);
pub const LATER: Icon = icon(glyph::CARET_RIGHT);
pub const LIBRARY: Icon = icon(glyph::BOOKS);
pub const LIGHT: Icon = icon(glyph::SUN);
pub const LIST: Icon = icon(glyph::LIST_BULLETS);
pub const LOOK: Icon = icon(glyph::EYE);
pub const MALE: Icon = icon(glyph::GENDER_MALE);
pub const MENU: Icon = icon(glyph::LIST);
pub const NOTE: Icon = icon(glyph::NOTE_PENCIL);
pub const OPEN_SOURCE: Icon = icon(glyph::ARROW_SQUARE_OUT);
pub const ORDER: Icon = icon(glyph::SORT_ASCENDING);
pub const PAGE: Icon = icon(glyph::FILE_PDF);
pub const PALETTE: Icon = icon(glyph::PALETTE);
pub const PAUSE: Icon = icon(glyph::PAUSE);
pub const PICTURE: Icon = icon(glyph::CAMERA);
pub const PLACE: Icon = icon(glyph::MAP_PIN);
pub const PLAY: Icon = icon(glyph::PLAY);
pub const POPULATION: Icon = icon(glyph::USERS);
pub const PULL: Icon = icon(glyph::DOTS_SIX_VERTICAL);
pub const QUIT: Icon = icon(glyph::SIGN_OUT);
pub const QUIZ: Icon = icon(glyph::GRADUATION_CAP);
pub const QUOTE: Icon = icon(glyph::QUOTES);
pub const REDO: Icon = icon(glyph::ARROW_U_UP_RIGHT);
pub const REMOVE: Icon = icon(glyph::TRASH);
pub const RIGHT: Icon = icon(glyph::CHECK_CIRCLE);
pub const SYSTEM: Icon = icon(glyph::DESKTOP);
pub const RUN: Icon = icon(glyph::LIGHTNING);
pub const SAVE: Icon = icon(glyph::FLOPPY_DISK);
pub const SCREEN: Icon = icon(glyph::CORNERS_OUT);
pub const SEARCH: Icon = icon(glyph::MAGNIFYING_GLASS);
pub const SEVERAL: Icon = icon(glyph::UNITE);
pub const SIMILAR: Icon = icon(glyph::APPROXIMATE_EQUALS);
pub const SLICES: Icon = icon(glyph::SQUARES_FOUR);
pub const STACK: Icon = icon(glyph::SQUARE_SPLIT_VERTICAL);
pub const STRUCTURES: Icon = icon(glyph::TREE_VIEW);
pub const TAG: Icon = icon(glyph::TAG);
pub const TEXT: Icon = icon(glyph::TEXTBOX);
pub const TOPIC: Icon = icon(glyph::HASH);
pub const TOUR: Icon = icon(glyph::PATH);
pub const UNDO: Icon = icon(glyph::ARROW_U_UP_LEFT);
pub const UNLIKE: Icon = icon(glyph::NOT_EQUALS);
pub const UP: Icon = icon(glyph::CARET_UP);
pub const VIDEO: Icon = icon(glyph::FILM_STRIP);
pub const VIEW: Icon = icon(glyph::SLIDERS_HORIZONTAL);
pub const WARNING: Icon = icon(glyph::WARNING);
pub const WATCHED: Icon = icon(glyph::BINOCULARS);
pub const WEB: Icon = icon(glyph::GLOBE_SIMPLE);
pub const WHY: Icon = icon(glyph::HIGHLIGHTER);
pub const WRONG: Icon = icon(glyph::X_CIRCLE);
pub const YEARS: Icon = icon(glyph::CALENDAR_BLANK);
/// As wide as an icon, so that the words of rows without one stand below those of the others.
pub const NONE: Icon = icon("");

impl Icon {
    /// Beside small words.
    pub const fn small(self) -> Self {
        let words = Words::Small;
        Self { words, ..self }
    }

    /// Beside words of so many points.
    pub const fn beside(self, points: f32) -> Self {
        let words = Words::Points(points);
        Self { words, ..self }
    }

    /// In a colour of its own.
    pub const fn color(self, color: Color32) -> Self {
        let color = Some(color);
        Self { color, ..self }
    }

    /// Draws it in a row, before words that are no control; nothing is told of it.
    pub fn show(self, ui: &mut Ui) {
        let words = TextStyle::Body.resolve(ui.style());
        let galley = self.galley(ui, words);
        let (_, rect) = ui.allocate_space(galley.size());
        let color = ui.visuals().text_color();
        ui.painter().galley(rect.min, galley, color);
    }

    /// The same where it stands for words: they are its name and its tooltip.
    pub fn tell(self, ui: &mut Ui, words: &str) {
        let of_control = TextStyle::Body.resolve(ui.style());
        let galley = self.galley(ui, of_control);
        let (rect, sign) = ui.allocate_exact_size(galley.size(), egui::Sense::hover());
        let color = ui.visuals().text_color();
        ui.painter().galley(rect.min, galley, color);
        sign.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, words));
        sign.on_hover_text(words);
    }

    /// It, in the middle of a line of the words' height, so that it makes no row higher.
    fn galley(self, ui: &Ui, of_control: FontId) -> Arc<Galley> {
        let words = match self.words {
            Words::OfControl => of_control,
            Words::Small => TextStyle::Small.resolve(ui.style()),
            Words::Points(size) => FontId::proportional(size),
        };
        let (painter, size) = (ui.painter(), words.size * SCALE);
        let line = painter.layout_no_wrap(" ".to_owned(), words, Color32::PLACEHOLDER);
        let height = line.rect.height();
        let font = FontId::new(size, theme::icons());
        let color = self.color.unwrap_or(Color32::PLACEHOLDER);
        let galley = painter.layout_no_wrap(self.glyph.to_owned(), font, color);
        let mut galley = Arc::unwrap_or_clone(galley);
        let pixels = galley.pixels_per_point;
        let lower = ((height - galley.rect.height()) * 0.5 * pixels).round() / pixels;
        let lower = egui::vec2(0.0, lower);
        for row in &mut galley.rows {
            row.pos += lower;
        }
        galley.mesh_bounds = galley.mesh_bounds.translate(lower);
        galley.rect.set_height(height);
        galley.rect.set_width(size);
        Arc::new(galley)
    }
}

impl From<Icon> for AtomKind<'_> {
    fn from(icon: Icon) -> Self {
        AtomKind::closure(move |ui: &Ui, args: IntoSizedArgs| {
            let words = args.fallback_font.resolve(ui.style());
            let galley = icon.galley(ui, words);
            IntoSizedResult {
                intrinsic_size: galley.size(),
                sized: SizedAtomKind::Text(galley),
            }
        })
    }
}

/// Tells the name of a button that has no words.
pub fn name(button: &egui::Response, name: &str) {
    let enabled = button.enabled();
    button.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, name));
}

/// A small button that is an icon alone: its name is its tooltip, too.
pub fn button(ui: &mut Ui, icon: Icon, words: &str) -> egui::Response {
    let button = ui.small_button(icon);
    name(&button, words);
    button.on_hover_text(words)
}

/// Of the heads of the menus.
pub fn of_menu(menu: Menu) -> Icon {
    match menu {
        Menu::File => DOCUMENTS,
        Menu::Edit => CORRECT,
        Menu::Body => BODY,
        Menu::View => LOOK,
        Menu::Atlas => ATLAS,
        Menu::Help => HELP,
    }
}

/// Of the tabs of the panels.
pub fn of_tab(tab: Tab) -> Icon {
    match tab {
        Tab::Body(LeftTab::Structures) => STRUCTURES,
        Tab::Body(LeftTab::Library) => LIBRARY,
        Tab::Body(LeftTab::View) => VIEW,
        Tab::Lists(PanelTab::Results) => LIST,
        Tab::Lists(PanelTab::Document) => DOCUMENT,
        Tab::Lists(PanelTab::Text) => TEXT,
        Tab::Lists(PanelTab::Problems) => WARNING,
    }
}

/// Of the heads of values.
pub fn of_facet(facet: Facet) -> Icon {
    match facet {
        Facet::Collection => COLLECTION,
        Facet::Tag => TAG,
        Facet::Year => YEARS,
        Facet::Structure => PLACE,
        Facet::State => DONE,
        Facet::Topic => TOPIC,
        Facet::Design => DESIGN,
        Facet::Population => POPULATION,
        Facet::Kind => DOCUMENT,
        Facet::Journal => ATLAS,
        Facet::System => BODY,
        Facet::Source => LIBRARY,
    }
}

/// Of a command, by the message that is its label; [`NONE`] where none says more than the words.
pub fn of(command: &str) -> Icon {
    let found = COMMANDS.iter().find(|(id, _)| *id == command);
    found.map_or(NONE, |(_, icon)| *icon)
}

/// The commands of menus and panels that have an icon.
const COMMANDS: [(&str, Icon); 114] = [
    ("command-add-clipboard", CLIPBOARD),
    ("command-add-section", CUT),
    ("command-back", BACK),
    ("command-cancel-import", CLOSE),
    ("command-clear-measurements", ERASE),
    ("command-clear-sections", CLOSE),
    ("command-clear-selection", ERASE),
    ("command-compact-library", COMPACT),
    ("command-compare", COMPARE),
    ("command-copy-citation", QUOTE),
    ("command-copy-citations", QUOTE),
    ("command-dock-at-home", DOCK),
    ("command-end-comparison", CLOSE),
    ("command-end-quiz", CLOSE),
    ("command-end-tour", CLOSE),
    ("command-explode", APART),
    ("command-export", EXPORT),
    ("command-export-all", EXPORT),
    ("command-export-document", EXPORT),
    ("command-find-like-text", SIMILAR),
    ("command-find-similar", SIMILAR),
    ("command-focus-ask", SEARCH),
    ("command-forward", FORWARD),
    ("command-go-to-numbered-view", PICTURE),
    ("command-hold-slices", SLICES),
    ("command-import-atlas-files", ADD),
    ("command-import-atlas-folder", COLLECTION_NEW),
    ("command-keep-variant", KEEP),
    ("command-less-motion", PAUSE),
    ("command-more-like-these", SIMILAR),
    ("command-more-motion", PLAY),
    ("command-new-tour", ADD),
    ("command-next-in-list", DOWN),
    ("command-next-page", LATER),
    ("command-next-stop", LATER),
    ("command-not-here", ABSENT),
    ("command-not-like-this", UNLIKE),
    ("command-open-duplicates", COPIES),
    ("command-open-files", ADD),
    ("command-open-folder", COLLECTION_NEW),
    ("command-open-guide", LIST),
    ("command-open-help", KEYS),
    ("command-open-history", HISTORY),
    ("command-open-jobs", JOBS),
    ("command-open-library", LIBRARY),
    ("command-open-pubmed", WEB),
    ("command-open-quiz", QUIZ),
    ("command-open-source", OPEN_SOURCE),
    ("command-open-tour", COLLECTION),
    ("command-open-tours", TOUR),
    ("command-open-welcome", EXPLORE),
    ("command-palette-anatomical", PALETTE),
    ("command-palette-color-blind", PALETTE),
    ("command-palette-documents", PALETTE),
    ("command-palette-system", PALETTE),
    ("command-place-anew", AGAIN),
    ("command-play-or-pause", PLAY),
    ("command-previous-in-list", UP),
    ("command-previous-page", EARLIER),
    ("command-previous-stop", EARLIER),
    ("command-quit", QUIT),
    ("command-redo", REDO),
    ("command-remove-document", REMOVE),
    ("command-reset-visibility", BODY),
    ("command-restore-hidden", LOOK),
    ("command-save-copy", SAVE),
    ("command-save-picture", PICTURE),
    ("command-save-video", VIDEO),
    ("command-show-document", DOCUMENT),
    ("command-show-female-torso", FEMALE),
    ("command-show-male-torso", MALE),
    ("command-show-problems", WARNING),
    ("command-show-results", LIST),
    ("command-show-text", TEXT),
    ("command-side-by-side", BESIDE),
    ("command-sort-newest", ORDER),
    ("command-sort-oldest", ORDER),
    ("command-sort-relevance", ORDER),
    ("command-stack-document", STACK),
    ("command-swap-panels", SWAP),
    ("command-theme-dark", DARK),
    ("command-theme-high-contrast", CONTRAST),
    ("command-theme-light", LIGHT),
    ("command-theme-system", SYSTEM),
    ("command-tick-all", ALL),
    ("command-together", ISOLATE),
    ("command-toggle-body-panel", FOLD_LEFT),
    ("command-toggle-draw-around", LASSO),
    ("command-toggle-draw-box", BOX),
    ("command-toggle-facets", FILTER),
    ("command-toggle-get-atlas", DROP),
    ("command-toggle-labels", LABELS),
    ("command-toggle-library-panel", LIBRARY),
    ("command-toggle-measure", DISTANCE),
    ("command-toggle-names", LIST),
    ("command-toggle-page", PAGE),
    ("command-toggle-presentation", SCREEN),
    ("command-toggle-probe", PROBE),
    ("command-toggle-region", BODY),
    ("command-toggle-several", SEVERAL),
    ("command-toggle-side-panel", FOLD_RIGHT),
    ("command-toggle-slices", SLICES),
    ("command-toggle-system", BODY),
    ("command-toggle-timeline", YEARS),
    ("command-toggle-view-panel", VIEW),
    ("command-toggle-why", WHY),
    ("command-tour-a-clinic-morning", TOUR),
    ("command-tour-cut-the-body-open", TOUR),
    ("command-tour-where-a-text-lands", TOUR),
    ("command-try-again", AGAIN),
    ("command-undo", UNDO),
    ("command-untick-all", CLOSE),
    ("command-watch-folder", WATCHED),
    ("command-widen", LIST),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_icon_of_a_command_is_a_sign_of_the_font_for_a_command_that_there_is() {
        let offers = viewer::command::offers();
        let mut known: HashSet<&str> = offers.iter().map(|offer| offer.about.id).collect();
        let of_rows = [
            "copy-citation",
            "export-document",
            "more-like-these",
            "not-like-this",
            "open-source",
            "remove-document",
        ];
        let of_rows = of_rows.map(|name| format!("command-{name}"));
        known.extend(of_rows.iter().map(String::as_str));
        for (id, icon) in COMMANDS {
            assert!(known.remove(id), "{id} is no command, or stands twice");
            let mut signs = icon.glyph.chars();
            let sign = signs.next().expect(id);
            assert!(is_private(sign) && signs.next().is_none(), "{id}");
        }
        assert_eq!(of("command-escape"), NONE);
        assert_eq!(of("command-undo"), UNDO);
    }

    /// What a screen reader tells of widgets, in a window with the fonts of this one.
    fn told(mut widgets: impl FnMut(&mut Ui)) -> Vec<String> {
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        ctx.enable_accesskit();
        let input = egui::RawInput::default;
        // The fonts come with the second frame.
        ctx.run_ui(input(), |_| {}).textures_delta.clear();
        let mut frame = ctx.run_ui(input(), |ui| widgets(ui));
        frame.textures_delta.clear();
        let update = frame.platform_output.accesskit_update;
        let nodes = update.expect("it is enabled").nodes.into_iter();
        let names = nodes.filter_map(|(_, node)| node.label().map(str::to_owned));
        names.collect()
    }

    #[test]
    fn a_screen_reader_tells_the_words_and_not_the_icon() {
        let mut names = told(|ui| {
            let _ = ui.button((ADD, "Add"));
            let _ = ui.selectable_label(true, (LASSO.small(), egui::RichText::new("Box").small()));
            ui.menu_button((HELP, "Help"), |_| {});
            let _ = button(ui, CLOSE, "Close");
            WARNING.color(Color32::RED).show(ui);
            GONE.color(Color32::RED).tell(ui, "Its file is gone");
        });
        names.sort();
        assert_eq!(names, ["Add", "Box", "Close", "Help", "Its file is gone"]);
    }

    #[test]
    fn every_icon_is_drawn_in_the_line_of_its_words() {
        let _ = told(|ui| {
            let words = FontId::proportional(13.0);
            let row = ui
                .painter()
                .layout_no_wrap("Hg".to_owned(), words.clone(), Color32::RED);
            for (id, icon) in COMMANDS {
                let galley = icon.galley(ui, words.clone());
                assert_eq!(galley.size().y, row.size().y, "{id}");
                let apart = galley.mesh_bounds.center() - galley.rect.center();
                assert!(apart.abs().max_elem() < 3.0, "{id} stands aside: {apart}");
                assert!(galley.mesh_bounds.width() > 4.0, "{id} is not in the font");
            }
            let none = NONE.galley(ui, words.clone()).size();
            assert_eq!(none, ADD.galley(ui, words.clone()).size());
        });
    }
}
