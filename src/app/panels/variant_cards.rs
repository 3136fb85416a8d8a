//! The variants of the live text: a card each, side by side, with where it lies and how far that is from the first.

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontId, Pos2, Rect, RichText, Sense, Stroke, StrokeKind,
    TextFormat, Ui, UiBuilder, WidgetInfo, WidgetType, pos2, vec2,
};
use language::say;
use viewer::command::TextCommand;
use viewer::{Variant, View};

use super::{Sent, icons, tagged_text};
use crate::app::theme;

/// Least width of a card, points.
const LEAST_WIDTH: f32 = 136.0;
/// Height of a card: three lines, points.
const HEIGHT: f32 = 64.0;
/// Room between cards, and between the edge of one and its words, points.
const GAP: f32 = 6.0;
/// Letters of a text that are shown when its card is pointed at.
const TOLD: usize = 600;
/// Radius of the ring around a letter, points.
const RING: f32 = 8.5;

/// Keeps what is typed.
pub(super) fn keep_button(ui: &mut Ui, view: &View, text: &str, sent: &mut Sent) {
    let keep = TextCommand::KeepVariant;
    let about = keep.about();
    let live = &view.live;
    let has_place = live.pending || live.grounding.is_some();
    let can = !text.trim().is_empty() && has_place && live.has_room();
    let words = RichText::new(about.label()).small();
    let button = egui::Button::new((icons::KEEP.small(), words));
    let button = ui.add_enabled(can, button);
    let hint = format!("{} · {}", about.tooltip(), about.keys().unwrap_or_default());
    let full = say!("notice-variants-full");
    let button = button.on_hover_text(hint);
    let button = match live.has_room() {
        true => button,
        false => button.on_disabled_hover_text(full),
    };
    if button.clicked() {
        sent.push(keep);
    }
}

/// The cards; nothing while no variant is kept.
pub(super) fn show(ui: &mut Ui, view: &View, sent: &mut Sent) {
    let variants = &view.live.variants;
    if variants.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        let words = RichText::new(say!("side-variants")).small();
        ui.label(words.color(theme::dim()));
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            let words = RichText::new(say!("side-variants-drop")).small();
            if ui.small_button(words).clicked() {
                sent.push(TextCommand::DropVariants);
            }
        });
    });
    let width = ui.available_width();
    let most = ((width + GAP) / (LEAST_WIDTH + GAP)).floor().max(1.0);
    let columns = (most as usize).min(variants.len().max(2));
    let size = vec2((width + GAP) / columns as f32 - GAP, HEIGHT);
    let rows = variants.len().div_ceil(columns);
    let height = rows as f32 * (HEIGHT + GAP) - GAP;
    let (room, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    for variant in 0..variants.len() {
        let (column, row) = (variant % columns, variant / columns);
        let step = vec2(column as f32, row as f32) * (size + vec2(GAP, GAP));
        card(
            ui,
            view,
            variant,
            Rect::from_min_size(room.min + step, size),
            sent,
        );
    }
    ui.add_space(6.0);
}

/// What a card says of a variant.
struct Told {
    /// The structure, or that it is about none of them.
    name: String,
    /// How far from the first; empty of the first itself.
    from: String,
    /// It has a place, of another structure than the first if it is not that itself.
    stands_out: bool,
    /// By which words it is told from the first.
    words: String,
}

impl Told {
    fn of(view: &View, variant: usize, kept: &Variant) -> Self {
        let live = &view.live;
        let home = &kept.grounding.home;
        let name = match home.is_outside() {
            true => say!("side-outside"),
            false => view.name_of(&home.structure),
        };
        let first = live.letter_of(0).to_string();
        let from = match live.from_first_mm(variant) {
            // Less than the place is known by.
            Some(mm) if mm < 0.5 => say!("side-variant-same", first = first),
            Some(mm) => {
                let mm = language::decimal(mm.into(), 0);
                say!("side-variant-from", mm = mm, first = first)
            }
            None if home.is_outside() || kept.grounding.point.is_some() => String::new(),
            None => say!("grounding-not-here"),
        };
        Self {
            name,
            from,
            stands_out: !home.is_outside() && (variant == 0 || live.differs_from_first(variant)),
            words: live.told_apart(variant),
        }
    }

    /// In one sentence, for who cannot see it.
    fn aloud(&self, letter: &str) -> String {
        let place = match self.from.is_empty() {
            true => self.name.clone(),
            false => format!("{}, {}", self.name, self.from),
        };
        say!(
            "side-variant-told",
            letter = letter,
            place = place,
            words = &self.words
        )
    }
}

fn card(ui: &mut Ui, view: &View, variant: usize, rect: Rect, sent: &mut Sent) {
    let kept = &view.live.variants[variant];
    let letter = view.live.letter_of(variant).to_string();
    let told = Told::of(view, variant, kept);
    let is_typed = view.live.kept_as() == Some(variant);
    let response = ui.interact(rect, ui.id().with(("variant", variant)), Sense::click());
    let fill = match response.hovered() {
        true => theme::raised_hover(),
        false => theme::raised(),
    };
    let edge = match is_typed {
        true => Stroke::new(1.5, theme::accent_ui()),
        false => Stroke::new(1.0, theme::line()),
    };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    let ring = rect.min + vec2(GAP + RING + 1.0, GAP + RING + 1.0);
    painter.circle_stroke(ring, RING, Stroke::new(1.4, theme::accent_ui()));
    let font = FontId::new(11.5, theme::strong());
    let middle = egui::Align2::CENTER_CENTER;
    painter.text(ring, middle, &letter, font, theme::text());
    write(ui, &told, rect);
    let words = say!("side-variant-take");
    let aloud = told.aloud(&letter);
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_typed, &aloud));
    if response.clicked() {
        sent.push(TextCommand::TakeVariant(variant));
    }
    tagged_text::follow_focus(&response);
    let text = viewer::short(kept.text.trim(), TOLD);
    response.on_hover_text(format!("{text}\n\n{words}"));
    let corner = pos2(rect.max.x - 22.0, rect.min.y + 2.0);
    let corner = Rect::from_min_size(corner, vec2(20.0, 20.0));
    // The room for all cards is taken already.
    let ui = &mut ui.new_child(UiBuilder::new().max_rect(corner));
    ui.spacing_mut().button_padding = vec2(2.0, 1.0);
    let cross = icons::CLOSE.small().color(theme::dim());
    let button = egui::Button::new(cross).frame_when_inactive(false);
    let button = ui.add(button.small());
    let words = say!("side-variant-drop", letter = &letter);
    icons::name(&button, &words);
    if button.on_hover_text(words).clicked() {
        sent.push(TextCommand::DropVariant(variant));
    }
}

/// The words of a card: the structure beside the letter, below it by which words it is told, and how far from the first it lies.
fn write(ui: &Ui, told: &Told, rect: Rect) {
    let line = |words: &str, font: FontId, color: Color32, width: f32, rows: usize| {
        let format = TextFormat::simple(font, color);
        let mut job = LayoutJob::single_section(words.to_owned(), format);
        job.wrap = TextWrapping {
            max_rows: rows,
            ..TextWrapping::truncate_at_width(width)
        };
        // Whole words, where more than one line is there for them.
        job.wrap.break_anywhere = rows == 1;
        ui.painter().layout_job(job)
    };
    let small = egui::TextStyle::Small.resolve(ui.style());
    let painter = ui.painter();
    let put = |at: Pos2, galley| painter.galley(at, galley, theme::text());
    let color = match told.stands_out {
        true => theme::marker_ui(),
        false => theme::dim(),
    };
    let beside = rect.min.x + GAP + 2.0 * RING + 8.0;
    let font = FontId::new(12.5, theme::strong());
    let name = line(&told.name, font, color, rect.max.x - 24.0 - beside, 1);
    put(pos2(beside, rect.min.y + GAP + 1.0), name);
    let left = rect.min.x + GAP + 3.0;
    let width = rect.width() - 2.0 * GAP - 6.0;
    let rows = if told.from.is_empty() { 2 } else { 1 };
    let words = line(&told.words, small.clone(), theme::dim(), width, rows);
    put(pos2(left, rect.min.y + 28.0), words);
    let from = line(&told.from, small, theme::text(), width, 1);
    put(pos2(left, rect.min.y + 43.0), from);
}
