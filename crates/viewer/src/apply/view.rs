//! Camera, saved views, slices, measured distances, theme.

use anatomy::StructureIndex;
use language::say;

use super::{fly, shown};
use crate::command::ViewCommand;
use crate::layout::PROBE_MM;
use crate::{Effect, Focus, Measurement, Pose, SavedView, StagePoint, Tool, View, world_from_lps};

pub(super) fn apply(view: &mut View, command: ViewCommand) -> Vec<Effect> {
    match command {
        ViewCommand::View(standard) => {
            let (yaw, pitch) = standard.angles();
            let pose = Pose {
                yaw,
                pitch,
                ..view.camera
            };
            return fly(view, pose);
        }
        ViewCommand::FlyTo {
            point_mm,
            distance_mm,
        } => {
            let display = view.display();
            let at = display.map_or(point_mm.mm(), |d| d.shown(point_mm, None).mm());
            let pose = Pose {
                target: world_from_lps(at),
                distance: distance_mm,
                ..view.camera
            };
            if pose.is_sound() {
                return fly(view, pose);
            }
        }
        ViewCommand::MoveCamera(pose) => {
            if pose.is_sound() {
                view.camera = pose;
            }
        }
        ViewCommand::SaveView(name) => save(view, name.trim()),
        ViewCommand::GoToView(name) => return go_to(view, &name),
        ViewCommand::GoToNumberedView(number) => {
            let saved = view.scene.numbered_view(number);
            return match saved.map(|saved| saved.name.clone()) {
                Some(name) => go_to(view, &name),
                None => {
                    view.layout
                        .say(say!("camera-no-numbered-view", number = u32::from(number)));
                    Vec::new()
                }
            };
        }
        ViewCommand::RemoveView(name) => view.scene.views.retain(|saved| saved.name != name),
        ViewCommand::ToggleSlices => view.slices = !view.slices,
        // A quiz lends the keyboard to nobody.
        ViewCommand::HoldSlices if view.quiz.is_some() => {}
        ViewCommand::HoldSlices => {
            view.slices = true;
            view.layout.focus = Some(Focus::Slices);
        }
        ViewCommand::Crosshair(point) => {
            if point.is_finite() {
                view.crosshair_mm = point;
            }
        }
        ViewCommand::ToggleMeasure => {
            view.layout.tool = match view.layout.tool {
                Tool::Measure { .. } => Tool::Select,
                _ => Tool::Measure { from: None },
            };
        }
        ViewCommand::ToggleDrawAround => take_up(view, Tool::DrawAround),
        ViewCommand::ToggleDrawBox => take_up(view, Tool::DrawBox),
        ViewCommand::ToggleProbe => take_up(view, Tool::Probe),
        ViewCommand::ToggleSeveral => take_up(view, Tool::Several),
        ViewCommand::SetProbeRadius(mm) => {
            if mm.is_finite() {
                view.layout.probe_mm = mm.clamp(*PROBE_MM.start(), *PROBE_MM.end());
            }
        }
        ViewCommand::MeasurePoint(point) => measure(view, point),
        ViewCommand::ClearMeasurements => {
            view.scene.measurements.clear();
            if let Tool::Measure { from } = &mut view.layout.tool {
                *from = None;
            }
        }
        ViewCommand::SetTheme(theme) => view.theme = theme,
        ViewCommand::SetLanguage(language) => {
            view.language = language;
            // The heading of a list is in words.
            return super::documents::ask_again(view);
        }
        ViewCommand::SetQuality(quality) => view.quality = quality,
        ViewCommand::LatinLabels(on) => view.latin_labels = Some(on),
        ViewCommand::LessMotion(less) => view.less_motion = less,
    }
    Vec::new()
}

/// Takes up a tool, or lays it down where it is taken up already.
fn take_up(view: &mut View, tool: Tool) {
    let is_taken = view.layout.tool == tool;
    view.layout.tool = if is_taken { Tool::Select } else { tool };
}

fn save(view: &mut View, name: &str) {
    if name.is_empty() {
        return;
    }
    let saved = SavedView {
        pose: view.camera,
        visibility: view.scene.kept_visibility(view.atlas()),
        sections: view.scene.sections.clone(),
        explode: view.scene.explode,
        atlas: view.scene.atlas.clone(),
        name: name.to_owned(),
    };
    match view.scene.views.iter_mut().find(|v| v.name == name) {
        Some(older) => *older = saved,
        None => view.scene.views.push(saved),
    }
    view.layout.say(say!("camera-view-saved", view = name));
}

fn go_to(view: &mut View, name: &str) -> Vec<Effect> {
    let found = view.scene.views.iter().find(|saved| saved.name == name);
    let Some(saved) = found.cloned() else {
        view.layout.say(say!("camera-no-view", view = name));
        return Vec::new();
    };
    if saved.atlas != view.scene.atlas {
        let of = view.atlases.name_of(saved.atlas.as_deref());
        view.layout
            .say(say!("camera-view-elsewhere", view = name, atlas = of));
        return Vec::new();
    }
    let atlas = shown(view);
    let scene = &mut view.scene;
    scene.restore_visibility(atlas.as_deref(), &saved.visibility);
    scene.sections = saved.sections;
    scene.explode = saved.explode;
    fly(view, saved.pose)
}

fn measure(view: &mut View, point: StagePoint) {
    let structure = structure_at(view, point);
    let Tool::Measure { from } = &mut view.layout.tool else {
        return;
    };
    match from.take() {
        None => *from = Some((point, structure)),
        Some((start, of_start)) => view.scene.measurements.push(Measurement {
            from_mm: start,
            to_mm: point,
            structures: [of_start, structure],
        }),
    }
}

/// The structure that a point belongs to: what is under the cursor there, else what the point lies in or next to.
fn structure_at(view: &View, point: StagePoint) -> Option<StructureIndex> {
    let hover = view.selection.hover.as_ref();
    if let Some(hover) = hover.filter(|hover| hover.point_mm == point) {
        return Some(hover.structure);
    }
    let atlas = view.atlas()?;
    let near = || atlas.nearest_structure(point.mm()).map(|(near, _)| near);
    atlas.structure_at(point.mm()).or_else(near)
}
