//! Files that were given to the window, over the stage: each a pale ring with its name where it was dropped, which flies to the place of its document.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::{App, Local, Res, Result};
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{self, Color32, FontId, Painter, Pos2, Rect, Stroke, pos2, vec2};
use viewer::command::WindowCommand;
use viewer::{DropState, Dropped, Landing, View};

use super::frame::Project;
use super::{Layer, Pane, Projector, Sent, draw_in};
use crate::app::core::Dress;
use crate::app::theme;

/// How long one flies, s.
const FLIGHT: f32 = 0.32;
/// How long words about one stand, s.
const READ: f32 = 5.0;
/// How long one takes to fade, s.
const FADE: f32 = 0.25;
/// Radius of a ring, points.
const RADIUS: f32 = 8.0;
/// From one ring to the next of those dropped together, points.
const ROW: f32 = 24.0;
/// How far rings stay off the edge of the stage, points.
const EDGE: f32 = 20.0;

pub fn plugin(app: &mut App) {
    draw_in(app, Layer::Over, draw);
}

/// Since when each one moves or fades, by number.
type Moving = BTreeMap<u64, Moved>;

/// For how long one has moved, or has been read.
#[derive(Clone, Copy)]
struct Moved {
    /// Seconds of the window's clock.
    since: f64,
    /// Seconds of frames that were drawn: one that came late (an idle window) does not eat a flight.
    drawn: f32,
}

/// How one is drawn in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Look {
    /// So far on its way, so opaque, and when the next frame is needed, s; nothing where it rests.
    Seen {
        way: f32,
        alpha: f32,
        next: Option<f32>,
    },
    /// All of it has been seen.
    Over,
}

/// Where it rests.
const RESTS: Look = Look::Seen {
    way: 0.0,
    alpha: 1.0,
    next: None,
};

fn draw(
    mut pane: Pane,
    projector: Projector,
    dress: Res<Dress>,
    mut moving: Local<Moving>,
) -> Result {
    let project = |point, structure| projector.at(point, structure);
    pane.over(|ctx, free, view, sent| {
        moving.retain(|number, _| view.drops.list.iter().any(|one| one.number == *number));
        let painter = ctx.layer_painter(egui::LayerId::background());
        let painter = painter.with_clip_rect(free);
        for dropped in view.dropped() {
            let way = (place(dropped, free), target(view, dropped, &project));
            show(
                (&painter, free),
                dropped,
                way,
                dress.still,
                &mut moving,
                sent,
            );
        }
    })
}

/// Where a document of it is drawn: nothing while that is not known.
fn target(view: &View, dropped: &Dropped, project: Project) -> Target {
    let DropState::Placed(key) = dropped.state else {
        return Target::Nowhere;
    };
    match view.landing(key) {
        Landing::At(point, structure) => match project(point, structure) {
            Some(at) => Target::At(at),
            None => Target::Nowhere,
        },
        Landing::Awaited => Target::Awaited,
        Landing::Nowhere => Target::Nowhere,
    }
}

/// Where one flies to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Target {
    At(Pos2),
    Awaited,
    Nowhere,
}

fn show(
    (painter, free): (&Painter, Rect),
    dropped: &Dropped,
    (from, to): (Pos2, Target),
    still: bool,
    moving: &mut Moving,
    sent: &mut Sent,
) {
    let ctx = painter.ctx();
    let waits = dropped.state == DropState::Reading || to == Target::Awaited;
    let look = if waits {
        RESTS
    } else {
        let (now, step) = ctx.input(|input| (input.time, input.stable_dt.min(0.1)));
        let known = moving.get(&dropped.number).copied();
        let moved = match known {
            Some(Moved { since, drawn }) => Moved {
                since,
                drawn: drawn + step,
            },
            None => Moved {
                since: now,
                drawn: 0.0,
            },
        };
        moving.insert(dropped.number, moved);
        match to {
            Target::At(_) => flight(moved.drawn, still),
            _ => farewell(
                (now - moved.since) as f32,
                dropped.state_in_words().is_some(),
                still,
            ),
        }
    };
    let Look::Seen { way, alpha, next } = look else {
        sent.push(WindowCommand::ForgetDropped(dropped.number));
        return;
    };
    match next {
        None => {}
        Some(0.0) => ctx.request_repaint(),
        Some(seconds) => ctx.request_repaint_after(Duration::from_secs_f32(seconds)),
    }
    let at = match to {
        Target::At(to) => from.lerp(to, way),
        Target::Awaited | Target::Nowhere => from,
    };
    paint((painter, free), dropped, at, alpha);
}

/// How one flies that has done so for some seconds: quickly at first.
fn flight(seconds: f32, still: bool) -> Look {
    let part = seconds / FLIGHT;
    if still || part >= 1.0 {
        return Look::Over;
    }
    Look::Seen {
        way: 1.0 - (1.0 - part).powi(3),
        alpha: 1.0,
        next: Some(0.0),
    }
}

/// How one goes that came no further some seconds ago: its words are read before it fades. Where nothing moves it is gone at once then.
fn farewell(seconds: f32, has_words: bool, still: bool) -> Look {
    let stands = if has_words { READ } else { 0.0 };
    let fading = seconds - stands;
    if fading < 0.0 {
        return Look::Seen {
            way: 0.0,
            alpha: 1.0,
            next: Some(-fading),
        };
    }
    if still || fading >= FADE {
        return Look::Over;
    }
    Look::Seen {
        way: 0.0,
        alpha: 1.0 - fading / FADE,
        next: Some(0.0),
    }
}

/// Where one stands: where it was dropped, those dropped together one below the other; in the middle of the stage where that was not on it.
fn place(dropped: &Dropped, free: Rect) -> Pos2 {
    let [row, of] = dropped.row;
    let at = dropped.at.map(Pos2::from);
    let at = at.filter(|at| free.contains(*at)).unwrap_or(free.center());
    let height = of.saturating_sub(1) as f32 * ROW;
    let top = (at.y - height / 2.0).min(free.max.y - EDGE - height);
    pos2(at.x, top.max(free.min.y + EDGE) + row as f32 * ROW)
}

fn paint((painter, free): (&Painter, Rect), dropped: &Dropped, at: Pos2, alpha: f32) {
    let seen = |color: Color32| color.gamma_multiply(alpha);
    let edge = Stroke::new(3.5, seen(theme::veil(150)));
    painter.circle(at, RADIUS, seen(theme::veil(110)), edge);
    let pale = theme::marker_ui().gamma_multiply(0.8);
    painter.circle_stroke(at, RADIUS, Stroke::new(1.6, seen(pale)));

    let font = FontId::proportional(13.0);
    let format = |color| TextFormat::simple(font.clone(), seen(color));
    let mut job = LayoutJob::default();
    let name = viewer::short(&dropped.name(), 40);
    job.append(&name, 0.0, format(theme::text()));
    if let Some(words) = dropped.state_in_words() {
        let warns = matches!(dropped.state, DropState::Ended { warns: true, .. });
        let color = if warns {
            theme::warning()
        } else {
            theme::dim()
        };
        job.append(&viewer::short(&words, 60), 8.0, format(color));
    }
    let words = painter.layout_job(job);
    let (aside, size) = (RADIUS + 8.0, words.size());
    // On the other side where there is no room.
    let left = match at.x + aside + size.x > free.max.x {
        true => at.x - aside - size.x,
        false => at.x + aside,
    };
    let corner = pos2(left, at.y - size.y / 2.0);
    let ground = Rect::from_min_size(corner, size).expand2(vec2(5.0, 1.0));
    painter.rect_filled(ground, 5.0, seen(theme::veil(200)));
    painter.galley(corner, words, seen(theme::text()));
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use viewer::command::ImportCommand;

    use super::*;

    fn dropped(names: &[&str], at: Option<[f32; 2]>) -> Vec<Dropped> {
        let mut view = View::default();
        let files = names.iter().map(PathBuf::from).collect();
        viewer::apply(&mut view, ImportCommand::DropFiles { files, at });
        view.drops.list
    }

    #[test]
    fn they_stand_where_they_were_dropped_and_all_of_them_on_the_stage() {
        let free = Rect::from_min_max(pos2(300.0, 40.0), pos2(1000.0, 700.0));
        let one = dropped(&["a.txt"], Some([500.0, 200.0]));
        assert_eq!(place(&one[0], free), pos2(500.0, 200.0));
        for aside in [None, Some([100.0, 200.0])] {
            let one = dropped(&["a.txt"], aside);
            assert_eq!(place(&one[0], free), free.center());
        }
        let several = dropped(&["a.txt", "b.txt", "c.txt"], Some([500.0, 690.0]));
        let rows: Vec<f32> = several.iter().map(|one| place(one, free).y).collect();
        assert_eq!(rows, [632.0, 656.0, 680.0]);
        let several = dropped(&["a.txt", "b.txt", "c.txt"], Some([500.0, 300.0]));
        let rows: Vec<f32> = several.iter().map(|one| place(one, free).y).collect();
        assert_eq!(rows, [276.0, 300.0, 324.0]);
    }

    #[test]
    fn a_flight_is_short_slows_down_and_is_none_where_nothing_moves() {
        let way = |seconds| match flight(seconds, false) {
            Look::Seen { way, next, .. } => {
                assert_eq!(next, Some(0.0), "the next frame is wanted at once");
                way
            }
            Look::Over => panic!("it is over after {seconds} s"),
        };
        assert_eq!(way(0.0), 0.0);
        assert!(way(FLIGHT / 2.0) > 0.8);
        assert_eq!(flight(FLIGHT, false), Look::Over);
        assert_eq!(flight(0.0, true), Look::Over);
    }

    #[test]
    fn words_are_read_without_a_frame_and_then_fade() {
        let stands = farewell(1.0, true, false);
        let next = Some(READ - 1.0);
        let (way, alpha) = (0.0, 1.0);
        assert_eq!(stands, Look::Seen { way, alpha, next });
        assert_eq!(stands, farewell(1.0, true, true));
        let fading = farewell(READ + FADE / 2.0, true, false);
        assert!(matches!(fading, Look::Seen { alpha, .. } if alpha < 0.6));
        assert_eq!(farewell(READ, true, true), Look::Over);
        assert_eq!(farewell(READ + FADE, true, false), Look::Over);
        assert_eq!(farewell(FADE, false, false), Look::Over);
        assert_eq!(farewell(0.0, false, true), Look::Over);
    }
}
