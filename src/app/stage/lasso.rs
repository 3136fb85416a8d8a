//! The tools that draw around documents, freely or as a box: what lies inside when the button comes up is listed.

use bevy::input::ButtonState;
use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::window::WindowEvent;
use bevy_egui::EguiContexts;
use viewer::command::SelectCommand;
use viewer::{Display, Tool, world_from_lps};

use super::area::StageArea;
use super::camera::{OrbitCamera, PointerOwner};
use crate::app::core::{Act, Core, Marks, Shown};

/// Points of what is drawn are at least so far apart, logical pixels.
const STEP: f32 = 2.0;
/// What is narrower is no more than a click, logical pixels.
const LEAST: f32 = 6.0;

/// What is being drawn.
#[derive(Resource, Default)]
pub struct Lasso {
    /// Its points, logical pixels of the window.
    pub path: Vec<Vec2>,
    /// How many documents lie inside.
    pub inside: usize,
    /// It is a box: the path is its four corners, the third where the pointer is.
    pub is_box: bool,
    /// The button is down.
    held: bool,
}

impl Lasso {
    fn begin(&mut self, at: Vec2, is_box: bool) {
        *self = Self {
            path: vec![at],
            inside: 0,
            is_box,
            held: true,
        };
    }

    /// Where it has come to.
    pub fn end(&self) -> Option<Vec2> {
        match self.is_box {
            true => self.path.get(2).or(self.path.first()).copied(),
            false => self.path.last().copied(),
        }
    }

    /// Goes on to a point. Returns whether that is another one.
    fn go_on(&mut self, at: Vec2) -> bool {
        let moves = self.held && self.end().is_none_or(|end| end.distance(at) >= STEP);
        match (moves, self.is_box, self.path.first().copied()) {
            (true, true, Some(first)) => self.path = corners(first, at).to_vec(),
            (true, ..) => self.path.push(at),
            (false, ..) => {}
        }
        moves
    }

    /// Whether it goes around anything.
    fn is_wide(&self) -> bool {
        self.path.len() > 2
            && bounds(&self.path).is_some_and(|(low, high)| {
                let size = high - low;
                size.x.max(size.y) >= LEAST
            })
    }
}

/// The box between two opposite corners, from the first around to the last beside it.
fn corners(first: Vec2, opposite: Vec2) -> [Vec2; 4] {
    let beside = Vec2::new(opposite.x, first.y);
    let below = Vec2::new(first.x, opposite.y);
    [first, beside, opposite, below]
}

fn bounds(path: &[Vec2]) -> Option<(Vec2, Vec2)> {
    let ends = path.iter().map(|at| (*at, *at));
    ends.reduce(|(low, high), (at, _)| (low.min(at), high.max(at)))
}

/// Whether a point lies inside of a closed path; what the path goes around twice is outside, as in every drawing program.
fn is_inside(path: &[Vec2], at: Vec2) -> bool {
    let from = path.iter();
    let to = path.iter().cycle().skip(1);
    let crossings = from.zip(to).filter(|(a, b)| {
        let straddles = (a.y > at.y) != (b.y > at.y);
        straddles && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)
    });
    crossings.count() % 2 == 1
}

/// Who knows where documents are drawn.
type Sight<'w> = (
    Res<'w, Core>,
    Res<'w, Marks>,
    Res<'w, Shown>,
    Res<'w, StageArea>,
);

/// Follows the pointer while the tool is taken up and the button held; Enter goes around all that is in view. Events are taken in the order in which they came: on a slow
/// renderer a whole stroke can begin and end within one frame.
pub fn draw(
    mut events: MessageReader<WindowEvent>,
    owner: Res<PointerOwner>,
    (core, marks, shown, area): Sight,
    camera: Single<(&Camera, &GlobalTransform), With<OrbitCamera>>,
    mut contexts: EguiContexts,
    (mut pointer, mut lasso): (Local<Option<Vec2>>, ResMut<Lasso>),
    mut act: Act,
) {
    if !core.layout.tool.draws() {
        if lasso.held || !lasso.path.is_empty() {
            *lasso = Lasso::default();
        }
        for event in events.read() {
            if let WindowEvent::CursorMoved(moved) = event {
                *pointer = Some(moved.position);
            }
        }
        return;
    }
    let ctx = contexts.ctx_mut();
    let typing = ctx.is_ok_and(|ctx| ctx.egui_wants_keyboard_input());
    let on_stage = matches!(*owner, PointerOwner::Stage { .. });
    let (lens, global) = *camera;
    let place = |at: [f32; 3]| area.point(lens, global, world_from_lps(at));
    let keys = |path: &[Vec2]| inside(path, &core, &marks, &shown, &place);
    let mut moved = false;
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(to) => {
                *pointer = Some(to.position);
                moved |= lasso.go_on(to.position);
            }
            WindowEvent::MouseButtonInput(press) if press.button == MouseButton::Left => {
                match (press.state, *pointer) {
                    (ButtonState::Pressed, Some(at)) if on_stage && area.contains(at) => {
                        lasso.begin(at, core.layout.tool == Tool::DrawBox);
                    }
                    (ButtonState::Released, _) if lasso.held => {
                        if lasso.is_wide() {
                            act.send(SelectCommand::ListDrawnAround(keys(&lasso.path)));
                        }
                        *lasso = Lasso::default();
                    }
                    _ => {}
                }
            }
            WindowEvent::KeyboardInput(key) => {
                let is_enter = key.logical_key == Key::Enter && !typing;
                if is_enter && key.state == ButtonState::Pressed {
                    let whole = corners(area.min, area.min + area.size);
                    act.send(SelectCommand::ListDrawnAround(keys(&whole)));
                    *lasso = Lasso::default();
                }
            }
            _ => {}
        }
    }
    if moved && lasso.held {
        lasso.inside = keys(&lasso.path).len();
        act.redraw();
    }
}

/// The documents whose markers lie inside of a path.
fn inside(
    path: &[Vec2],
    core: &Core,
    marks: &Marks,
    shown: &Shown,
    place: &dyn Fn([f32; 3]) -> Option<Vec2>,
) -> Vec<i64> {
    let Some((low, high)) = bounds(path) else {
        return Vec::new();
    };
    let display = shown.0.as_ref();
    let apart = display.is_some_and(|display| display.scene.explode > 0.0);
    let any_hidden = display.is_some_and(|display| !display.scene.hidden_by_hand.is_empty());
    let index_of = |id: &str| display?.atlas.catalogue().index_of(id);
    let drawn = marks.placed().filter_map(|(entry, point)| {
        // It is asked for where that makes a difference.
        let structure = (apart || any_hidden).then(|| index_of(&entry.structure));
        let structure = structure.flatten();
        let at = display.map_or(point.mm(), |display| display.shown(point, structure).mm());
        let at = place(at)?;
        let is_around = at.cmpge(low).all() && at.cmple(high).all() && is_inside(path, at);
        // What was cut away, or hidden by isolating, took its documents with it.
        let is_away = |display: &Display| display.takes_away(point, structure);
        let is_gone = |key: &i64| core.scene.removed.contains(key);
        let is_drawn = !display.is_some_and(is_away) && !is_gone(&entry.key);
        (is_around && is_drawn).then_some(entry.key)
    });
    drawn.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A "C", open to the right.
    const C: [[f32; 2]; 8] = [
        [0.0, 0.0],
        [100.0, 0.0],
        [100.0, 20.0],
        [20.0, 20.0],
        [20.0, 80.0],
        [100.0, 80.0],
        [100.0, 100.0],
        [0.0, 100.0],
    ];

    #[test]
    fn what_a_path_goes_around_is_inside_and_its_bay_is_not() {
        let path = C.map(Vec2::from);
        for (at, expected) in [
            ([10.0, 50.0], true),
            ([90.0, 10.0], true),
            ([90.0, 90.0], true),
            ([60.0, 50.0], false),
            ([-1.0, 50.0], false),
            ([50.0, 101.0], false),
        ] {
            assert_eq!(is_inside(&path, at.into()), expected, "{at:?}");
        }
        assert!(!is_inside(&[], Vec2::ZERO));
    }

    #[test]
    fn a_press_that_hardly_moves_goes_around_nothing() {
        let mut lasso = Lasso::default();
        assert!(!lasso.go_on(Vec2::ONE), "nothing is held");
        lasso.begin(Vec2::ZERO, false);
        assert!(!lasso.go_on(Vec2::ONE), "it trembles");
        assert!(lasso.go_on(Vec2::new(3.0, 0.0)) && lasso.go_on(Vec2::new(3.0, 3.0)));
        assert!(!lasso.is_wide());
        assert!(lasso.go_on(Vec2::new(3.0, 30.0)) && lasso.is_wide());
    }

    #[test]
    fn a_box_has_four_corners_wherever_it_is_drawn_to() {
        for to in [[40.0, 30.0], [-40.0, 30.0], [40.0, -30.0], [-40.0, -30.0]] {
            let (mut lasso, to) = (Lasso::default(), Vec2::from(to));
            lasso.begin(Vec2::ZERO, true);
            assert!(!lasso.go_on(Vec2::ONE) && !lasso.is_wide(), "it trembles");
            assert!(
                lasso.go_on(to * 2.0) && lasso.go_on(to),
                "it may shrink again"
            );
            assert_eq!((lasso.path.len(), lasso.end()), (4, Some(to)));
            assert!(!lasso.go_on(to + 1.0), "it rests");
            assert!(lasso.is_wide());
            assert!(is_inside(&lasso.path, to * 0.5), "{to}");
            for outside in [to * 1.1, to * -0.1, to * Vec2::new(0.5, 1.1)] {
                assert!(!is_inside(&lasso.path, outside), "{to}: {outside}");
            }
        }
    }
}
