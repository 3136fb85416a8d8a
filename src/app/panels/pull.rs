//! Documents are pulled out of the window: rows of a list, and the handle at the head of a document. What they become elsewhere is made by
//! `jobs/drag_out`; here it is seen that they are pulled, and said meanwhile what that does.

use bevy::prelude::{App, Result};
use bevy_egui::egui::{
    self, Align2, CursorIcon, FontId, Order, PointerButton, Pos2, Rect, Response, Sense, Ui, vec2,
};
use language::say;
use viewer::DraggedOut;
use viewer::command::LibraryCommand;

use super::{Layer, Pane, Sent, draw_in, icons};
use crate::app::theme;

/// Who moves the pointer no farther between pressing and letting go clicks, points (that of egui's options).
const CLICK: f32 = 6.0;

pub fn plugin(app: &mut App) {
    draw_in(app, Layer::Windows, draw);
}

/// What a row senses that can be pulled; on a touch screen a finger that moves goes through the list instead.
pub(super) fn sense(ui: &Ui, of_row: Sense) -> Sense {
    match ui.input(|input| input.has_touch_screen()) {
        true => of_row,
        false => of_row | Sense::DRAG,
    }
}

/// What has become of a press on something that can be pulled, as long as the button is held.
#[derive(Clone, Copy, PartialEq)]
enum Held {
    /// It was pressed there.
    At(Pos2),
    /// It was pulled out, or is not to be.
    Done,
}

/// Begins the drag of documents once what stands for them is pulled beyond the list, or whatever it belongs to. In a slow window it may have been
/// let go there in the very frame that learns of it, or of all three.
pub(super) fn beyond(
    pulled: &Response,
    list: Rect,
    keys: impl FnOnce() -> Vec<i64>,
    sent: &mut Sent,
) {
    let ctx = &pulled.ctx;
    let id = pulled.id.with("held");
    let held = ctx.data(|data| data.get_temp::<Held>(id));
    let keep = |held: Option<Held>| {
        ctx.data_mut(|data| match held {
            Some(held) => {
                data.insert_temp(id, held);
            }
            None => data.remove::<Held>(id),
        });
    };
    if let Some((from, at)) = let_go(pulled) {
        keep(None);
        let from = from.filter(|from| is_on_top(pulled, *from)).or(match held {
            Some(Held::At(from)) => Some(from),
            _ => None,
        });
        let is_pulled = from.is_some_and(|from| from.distance(at) > CLICK);
        if is_pulled && pulled.sense.senses_drag() && !list.contains(at) {
            let pixels = at * ctx.pixels_per_point();
            sent.push(LibraryCommand::DragOut {
                keys: keys(),
                let_go: Some([pixels.x, pixels.y].map(|way| way as i16)),
            });
        }
        return;
    }
    let (down, origin, at, ends) = ctx.input(|input| {
        let pointer = &input.pointer;
        (
            pointer.primary_down(),
            pointer.press_origin(),
            // Beyond the window there is no pointer.
            pointer.latest_pos(),
            input.key_pressed(egui::Key::Escape),
        )
    });
    match held {
        Some(_) if !down => keep(None),
        Some(Held::At(_)) if ends => keep(Some(Held::Done)),
        None if down && pulled.is_pointer_button_down_on() => {
            keep(origin.map(Held::At));
        }
        _ => {}
    }
    if !pulled.dragged_by(PointerButton::Primary) {
        return;
    }
    ctx.set_cursor_icon(CursorIcon::Grabbing);
    if at.is_some_and(|at| list.contains(at)) {
        return;
    }
    // From now on it is no matter of the list.
    ctx.stop_dragging();
    keep(Some(Held::Done));
    let (keys, let_go) = (keys(), None);
    sent.push(LibraryCommand::DragOut { keys, let_go });
}

/// Whether it is what is pressed there: what lies over it, another layer or a scroll bar beside it, would be in its place. As egui does for a press
/// that it sees by itself, this goes by the last frame.
fn is_on_top(pulled: &Response, from: Pos2) -> bool {
    let ctx = &pulled.ctx;
    let layer = ctx.layer_id_at(from);
    let is_layer = layer.is_none_or(|top| top == pulled.layer_id || top.order == Order::Background);
    let top = ctx.viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.get_layer(pulled.layer_id);
        let there = widgets.filter(|widget| {
            widget.enabled && widget.sense.senses_drag() && widget.interact_rect.contains(from)
        });
        there.last().map(|widget| widget.id)
    });
    is_layer && top == Some(pulled.id)
}

/// Where the button was let go in this frame; and where it was pressed on this, if that was in this frame, too.
fn let_go(pulled: &Response) -> Option<(Option<Pos2>, Pos2)> {
    pulled.ctx.input(|input| {
        let mut from = None;
        for event in &input.events {
            let egui::Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                ..
            } = event
            else {
                continue;
            };
            if !pressed {
                return Some((from, *pos));
            }
            from = pulled.interact_rect.contains(*pos).then_some(*pos);
        }
        None
    })
}

/// The handle by which a document is pulled.
pub(super) fn handle(ui: &mut Ui, key: i64, sent: &mut Sent) {
    let (rect, handle) = ui.allocate_exact_size(vec2(20.0, 18.0), Sense::hover() | Sense::DRAG);
    let place = egui::UiBuilder::new().max_rect(rect.translate(vec2(3.0, 1.0)));
    let color = match handle.hovered() || handle.dragged() {
        true => theme::text(),
        false => theme::dim(),
    };
    icons::PULL.color(color).show(&mut ui.new_child(place));
    let words = say!("document-pull");
    handle.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, &words));
    let handle = handle.on_hover_cursor(CursorIcon::Grab);
    let handle = handle.on_hover_text(say!("document-pull-hint"));
    beyond(&handle, rect.expand(8.0), || vec![key], sent);
}

/// Says beside the pointer what is pulled, as long as that is over this window.
fn draw(mut pane: Pane) -> Result {
    pane.over(|ctx, _, view, _| {
        if let Some(dragged) = view.layout.dragged_out {
            told(ctx, dragged);
        }
    })
}

fn told(ctx: &egui::Context, dragged: DraggedOut) {
    ctx.set_cursor_icon(match dragged.taken {
        true => CursorIcon::Copy,
        false => CursorIcon::Grabbing,
    });
    let Some(at) = ctx.pointer_latest_pos() else {
        return;
    };
    let layer = egui::LayerId::new(Order::Tooltip, egui::Id::new("pulled"));
    let painter = ctx.layer_painter(layer);
    let words = say!("side-pulled", count = dragged.count);
    let galley = painter.layout_no_wrap(words, FontId::proportional(13.0), theme::text());
    let size = galley.size() + vec2(20.0, 12.0);
    let screen = ctx.content_rect().shrink(4.0);
    let rect = Align2::LEFT_TOP.anchor_size(at + vec2(14.0, 14.0), size);
    let inside = |low: f32, high: f32| (high - low).min(0.0);
    let rect = rect.translate(vec2(
        inside(rect.right(), screen.right()),
        inside(rect.bottom(), screen.bottom()),
    ));
    let line = egui::Stroke::new(1.0, theme::accent_ui());
    let outside = egui::StrokeKind::Outside;
    painter.rect(rect, 6.0, theme::raised(), line, outside);
    painter.galley(rect.min + vec2(10.0, 6.0), galley, theme::text());
}
