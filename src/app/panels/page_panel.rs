//! The page of a PDF beside the text of the document that came from it.

use std::path::{Path, PathBuf};

use bevy::prelude::{App, IntoScheduleConfigs, Res, ResMut, Resource, Result};
use bevy_egui::egui::{
    self, Align, Color32, ColorImage, EventFilter, Key, Layout, Rect, Response, RichText,
    ScrollArea, Sense, TextureHandle, TextureOptions, Ui, UiBuilder, pos2, vec2,
};
use language::say;
use library::pdf::PagePicture;
use viewer::command::SelectCommand;
use viewer::{PageBeside, View};

use super::icons;
use super::{Layer, Pane, Sent, docked, docks, draw_in, not_presenting};
use crate::app::core::Core;
use crate::app::jobs::{Beside, Reporter, Workers, pages};
use crate::app::theme;

/// The panel's share of the window, and its width at least and at most, points.
const SHARE: f32 = 0.5;
const WIDTHS: [f32; 2] = [420.0, 1400.0];
/// A panel is no wider than this by itself: a page of that width is large enough to be read.
const WIDE_ENOUGH: f32 = 880.0;
/// The stage keeps at least this width, points.
const LEAST_STAGE: f32 = 180.0;
/// Pages that are kept as they were drawn.
const MOST_KEPT: usize = 6;
/// Pixels of a page's width at most: twice as many as a wide panel has points.
const MOST_PIXELS: f32 = 2800.0;
/// Height of a page to its width while that is not known: that of A4.
const HIGH: f32 = 1.414;
/// How far an arrow scrolls, points.
const STEP: f32 = 80.0;

/// A page in a size.
#[derive(Clone, Debug, PartialEq)]
struct Wanted {
    path: PathBuf,
    page: u32,
    /// Pixels.
    width: u32,
}

/// A page as it was drawn.
struct Kept {
    wanted: Wanted,
    texture: TextureHandle,
    /// Height to width.
    high: f32,
}

/// Draws a page (from 1) of a PDF so many pixels wide; else says in plain words why not.
pub type DrawPage = fn(&Path, u32, u32) -> std::result::Result<PagePicture, String>;

/// The pages that were drawn last, and the one that is being drawn.
#[derive(Resource, Default)]
pub struct PageImages {
    kept: Vec<Kept>,
    making: Beside<Wanted, std::result::Result<PagePicture, String>>,
    failed: Option<(Wanted, String)>,
    /// The question whose answer was scrolled to and given the keyboard.
    shown: u64,
    /// What draws them; a child process where nothing is said.
    draw: Option<DrawPage>,
}

impl PageImages {
    /// Has pages drawn by something else than the child process.
    pub fn drawn_by(draw: DrawPage) -> Self {
        Self {
            draw: Some(draw),
            ..Self::default()
        }
    }

    /// Whether a page is being drawn.
    pub fn is_busy(&self) -> bool {
        self.making.is_busy()
    }

    /// Takes in what has been drawn.
    fn take(&mut self, ctx: &egui::Context) {
        match self.making.take() {
            Some((wanted, Ok(picture))) => {
                let [width, height] = picture.size;
                let image = ColorImage::from_rgba_unmultiplied(picture.size, &picture.rgba);
                let kept = Kept {
                    texture: ctx.load_texture("page", image, TextureOptions::LINEAR),
                    high: height as f32 / width as f32,
                    wanted,
                };
                self.kept.insert(0, kept);
                self.kept.truncate(MOST_KEPT);
            }
            Some((wanted, Err(reason))) => self.failed = Some((wanted, reason)),
            None => {}
        }
    }

    /// The page in this size, else in another one until it is drawn.
    fn find(&self, wanted: &Wanted) -> Option<&Kept> {
        let exact = self.kept.iter().find(|kept| kept.wanted == *wanted);
        let alike =
            |kept: &&Kept| (&kept.wanted.path, kept.wanted.page) == (&wanted.path, wanted.page);
        exact.or_else(|| self.kept.iter().find(alike))
    }

    fn failure(&self, wanted: &Wanted) -> Option<&str> {
        let (failed, reason) = self.failed.as_ref()?;
        (failed == wanted).then_some(reason.as_str())
    }

    /// Begins to draw a page, unless it is there, has failed, or another one is being drawn.
    fn want(&mut self, wanted: &Wanted, report: &Reporter) {
        let is_there = self.kept.iter().any(|kept| kept.wanted == *wanted);
        if is_there || self.failure(wanted).is_some() || !self.making.is_free_for(wanted) {
            return;
        }
        let Wanted { path, page, width } = wanted.clone();
        let draw = self.draw.unwrap_or(pages::draw);
        let work = move || draw(&path, page, width);
        self.making.begin(wanted.clone(), "page", report, work);
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<PageImages>();
    // The panel of the text takes its room first.
    let drawn = draw.after(docks::Panels).run_if(not_presenting);
    draw_in(app, Layer::Sides, drawn);
}

fn draw(
    mut pane: Pane,
    core: Res<Core>,
    mut pages: ResMut<PageImages>,
    workers: Option<Res<Workers>>,
) -> Result {
    let Some(workers) = workers.filter(|_| core.shows_page()) else {
        if !pages.kept.is_empty() || pages.failed.is_some() {
            let draw = pages.draw;
            *pages = PageImages {
                draw,
                ..PageImages::default()
            };
        }
        return Ok(());
    };
    let report = workers.reporter();
    pane.dock("page", |ui, view, sent| {
        if let Some(page) = &view.documents.page {
            pages.take(ui.ctx());
            show(ui, view, page, (&mut pages, &report), sent);
        }
    })
}

fn show(
    ui: &mut Ui,
    view: &View,
    page: &PageBeside,
    made: (&mut PageImages, &Reporter),
    sent: &mut Sent,
) {
    let window = ui.ctx().viewport_rect().width();
    let most = (ui.available_width() - LEAST_STAGE).clamp(WIDTHS[0], WIDTHS[1]);
    let frame = egui::Frame::new()
        .fill(theme::sunken())
        .inner_margin(egui::Margin::symmetric(10, 8));
    docked(view, "page", true)
        .frame(frame)
        .default_size((window * SHARE).clamp(WIDTHS[0], WIDE_ENOUGH))
        .size_range(WIDTHS[0]..=most)
        .show(ui, |ui| {
            head(ui, page, sent);
            ui.add_space(2.0);
            if let Some(reason) = &page.failed {
                failed(ui, view, reason, sent);
            } else if page.number == 0 {
                waiting(ui, say!("page-looking"));
            } else {
                area(ui, view, page, made, sent);
            }
        });
}

/// Which page it is, the way to others, and back to the text alone.
fn head(ui: &mut Ui, page: &PageBeside, sent: &mut Sent) {
    ui.horizontal(|ui| {
        let is_there = page.failed.is_none() && page.number > 0;
        let mut turn = |ui: &mut Ui, by: i32| {
            let about = SelectCommand::<anatomy::StructureIndex>::TurnPage(by).about();
            let goes = match by {
                1.. => page.number < page.pages,
                _ => page.number > 1,
            };
            let button = egui::Button::new(icons::of(about.id));
            let button = ui.add_enabled(is_there && goes, button);
            icons::name(&button, &about.label());
            let keys = about.keys().unwrap_or_default();
            let hint = format!("{} · {keys}", about.label());
            if button.on_hover_text(hint).clicked() {
                sent.push(SelectCommand::TurnPage(by));
            }
        };
        turn(ui, -1);
        turn(ui, 1);
        if is_there {
            ui.label(say!("page-heading", page = page.number, count = page.pages));
        }
        if page.pending && is_there {
            ui.spinner();
        } else if page.misses_the_sentence() {
            let words = RichText::new(say!("page-not-found")).small();
            ui.add(egui::Label::new(words.color(theme::dim())).truncate());
        }
        let right = Layout::right_to_left(Align::Center);
        ui.with_layout(right, |ui| {
            let close = ui.small_button((icons::CLOSE, say!("page-close")));
            if close.on_hover_text(say!("page-close-hint")).clicked() {
                sent.push(SelectCommand::TogglePage);
            }
        });
    });
}

/// Why there is no page, in plain words.
fn failed(ui: &mut Ui, view: &View, reason: &str, sent: &mut Sent) {
    ui.add_space(14.0);
    let words = RichText::new(reason).color(theme::warning());
    ui.add(egui::Label::new(words).wrap().selectable(true));
    ui.add_space(6.0);
    let again = ui.button((icons::AGAIN, say!("page-again")));
    if again.clicked() && view.shows_page() {
        sent.push(SelectCommand::TogglePage);
        sent.push(SelectCommand::TogglePage);
    }
}

fn waiting(ui: &mut Ui, words: String) {
    ui.add_space(14.0);
    ui.horizontal(|ui| {
        ui.spinner();
        ui.label(RichText::new(words).color(theme::dim()));
    });
}

/// The page, as wide as the panel; what is higher is scrolled.
fn area(
    ui: &mut Ui,
    view: &View,
    page: &PageBeside,
    (pages, report): (&mut PageImages, &Reporter),
    sent: &mut Sent,
) {
    let room = ui.spacing().scroll.bar_width + ui.spacing().scroll.bar_inner_margin;
    let width = (ui.available_width() - room).max(100.0).floor();
    let pixels = (width * ui.ctx().pixels_per_point()).clamp(1.0, MOST_PIXELS);
    let wanted = Wanted {
        path: page.path.clone(),
        page: page.number,
        width: pixels.round() as u32,
    };
    // While the panel's edge is drawn, the page is only stretched.
    if !ui.input(|input| input.pointer.any_down()) || pages.find(&wanted).is_none() {
        pages.want(&wanted, report);
    }
    if pages.kept.iter().any(|kept| kept.wanted == wanted) {
        let beyond = |number: &u32| (1..=page.pages).contains(number);
        for page in [page.number + 1, page.number - 1]
            .iter()
            .filter(|n| beyond(n))
        {
            let page = *page;
            pages.want(
                &Wanted {
                    page,
                    ..wanted.clone()
                },
                report,
            );
        }
    }
    if let Some(reason) = pages.failure(&wanted) {
        ui.add_space(14.0);
        let words = RichText::new(reason).color(theme::warning());
        ui.add(egui::Label::new(words).wrap().selectable(true));
        return;
    }
    let (kept, is_new) = (pages.find(&wanted), pages.shown != page.generation);
    let high = kept.map_or(HIGH, |kept| kept.high);
    let texture = kept.map(|kept| kept.texture.id());
    let scroll = ScrollArea::vertical().id_salt(("page", &page.path, page.number));
    scroll.auto_shrink(false).show(ui, |ui| {
        let size = vec2(width, (width * high).round());
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        // Whole pixels, so that letters stay sharp.
        let per_point = ui.ctx().pixels_per_point();
        let corner = (rect.min.to_vec2() * per_point).round() / per_point;
        let rect = Rect::from_min_size(corner.to_pos2(), rect.size());
        ui.painter().rect_filled(rect, 0.0, Color32::WHITE);
        match texture {
            Some(texture) => {
                let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                ui.painter().image(texture, rect, whole, Color32::WHITE);
            }
            None => {
                let top = Rect::from_min_size(rect.min, vec2(rect.width(), 60.0));
                ui.scope_builder(UiBuilder::new().max_rect(top.shrink(12.0)), |ui| {
                    ui.visuals_mut().override_text_color = Some(Color32::DARK_GRAY);
                    waiting(ui, say!("page-drawing"));
                });
            }
        }
        let marked = marked(ui, rect, page.lines());
        if is_new && texture.is_some() && !page.pending {
            if let Some(marked) = marked {
                ui.scroll_to_rect(marked, Some(Align::Center));
            }
            // Whoever opened it turns its pages; who is typing goes on.
            if ui.memory(|memory| memory.focused().is_none()) {
                response.request_focus();
            }
            pages.shown = page.generation;
        }
        named(view, page, &response);
        keys(ui, rect, page, &response, sent);
    });
}

/// Marks the lines of the sentence; where they stand.
fn marked(ui: &Ui, page: Rect, lines: &[[f32; 4]]) -> Option<Rect> {
    let on_page = |[left, top, right, bottom]: &[f32; 4]| {
        let at = |x: f32, y: f32| page.min + vec2(x, y) * page.size();
        Rect::from_min_max(at(*left, *top), at(*right, *bottom)).expand2(vec2(2.0, 1.0))
    };
    let boxes = lines.iter().map(on_page);
    let color = theme::marker_ui();
    for line in boxes.clone() {
        let line = line.intersect(page);
        ui.painter()
            .rect_filled(line, 2.0, color.gamma_multiply(0.35));
        let below = egui::Stroke::new(1.5, color);
        ui.painter().hline(line.x_range(), line.bottom(), below);
    }
    boxes.reduce(Rect::union)
}

/// What a screen reader says of it.
fn named(view: &View, page: &PageBeside, response: &Response) {
    response.widget_info(|| {
        let title = view.documents.title(page.key).unwrap_or_default();
        let words = say!(
            "page-name",
            page = page.number,
            count = page.pages,
            title = title
        );
        egui::WidgetInfo::labeled(egui::WidgetType::Image, true, words)
    });
}

/// What keys do while the page has the keyboard: a click gives it, and opening.
fn keys(ui: &mut Ui, page_at: Rect, page: &PageBeside, response: &Response, sent: &mut Sent) {
    if response.clicked() {
        response.request_focus();
    }
    if !response.has_focus() {
        return;
    }
    let held = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: true,
        ..Default::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, held));
    let ring = egui::Stroke::new(2.0, theme::accent_ui());
    let seen = page_at.intersect(ui.clip_rect());
    ui.painter()
        .rect_stroke(seen, 0.0, ring, egui::StrokeKind::Inside);
    let pressed: Vec<Key> = ui.input(|input| {
        let plain = input.events.iter().filter_map(|event| match event {
            egui::Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } if modifiers.is_none() => Some(*key),
            _ => None,
        });
        plain.collect()
    });
    for key in pressed {
        match key {
            Key::ArrowRight | Key::PageDown => sent.push(SelectCommand::TurnPage(1)),
            Key::ArrowLeft | Key::PageUp => sent.push(SelectCommand::TurnPage(-1)),
            Key::Home => sent.push(SelectCommand::GoToPage(1)),
            Key::End => sent.push(SelectCommand::GoToPage(page.pages)),
            Key::ArrowDown => ui.scroll_with_delta(vec2(0.0, -STEP)),
            Key::ArrowUp => ui.scroll_with_delta(vec2(0.0, STEP)),
            Key::Escape => sent.push(SelectCommand::TogglePage),
            _ => {}
        }
    }
}
