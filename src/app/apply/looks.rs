//! Commands about how the body is looked at.

use super::Parts;
use crate::app::command::Command;
use crate::app::looking::{MAX_SECTIONS, Measurement, SavedView, SectionPlane, SectionPreset};
use crate::app::scene::camera::{OrbitCamera, Pose, lps_from_world};
use crate::app::scene::pose_for_bounds;
use crate::app::state::Tool;
use bevy::math::Vec3;

impl Parts<'_> {
    pub(super) fn carry_out_look(&mut self, command: Command, camera: &mut OrbitCamera) {
        let still = self.chrome.reduced_motion;
        match command {
            Command::SetLook(id, look) => {
                self.with_structure(&id, |parts, index| parts.body.set_look(index, look))
            }
            Command::Isolate(id) => self.with_structure(&id, |parts, index| {
                parts.body.isolate(index);
                if let Some(bounds) = parts
                    .body
                    .atlas
                    .as_ref()
                    .and_then(|atlas| atlas.bounds_mm(index))
                {
                    camera.fly_to(pose_for_bounds(&camera.pose, bounds), still);
                }
            }),
            Command::RestoreHidden => self.body.restore_hidden(),
            Command::ResetLooks => {
                self.body.reset_looks();
                camera.fly_to(
                    Pose {
                        yaw: camera.pose.yaw,
                        pitch: camera.pose.pitch,
                        ..crate::app::scene::first_pose()
                    },
                    still,
                );
            }
            Command::ToggleFocus => self.body.focus = !self.body.focus,
            Command::SetOpacity(id, opacity) => self.with_structure(&id, |parts, index| {
                parts.body.set_opacity(index, opacity.clamp(0.0, 1.0));
            }),
            Command::AddSection {
                preset,
                at_crosshair,
            } => self.add_section(preset, at_crosshair, camera),
            Command::SetSection(at, plane) => {
                if let Some(slot) = self.looking.sections.get_mut(at) {
                    *slot = plane;
                }
            }
            Command::RemoveSection(at) => {
                if at < self.looking.sections.len() {
                    self.looking.sections.remove(at);
                }
            }
            Command::ClearSections => self.looking.sections.clear(),
            Command::FillCut(fill) => self.looking.fill_cut = fill,
            Command::Explode(amount) => {
                self.looking.explode = amount.clamp(0.0, 1.0);
                self.body.revision += 1;
            }
            Command::SetPalette(palette) => self.looking.palette = palette,
            Command::ToggleLabels => self.looking.labels = !self.looking.labels,
            Command::ToggleSlices => self.looking.slices = !self.looking.slices,
            Command::Crosshair(point_mm) => self.looking.crosshair_mm = point_mm,
            Command::ToggleMeasure => {
                self.chrome.tool = match self.chrome.tool {
                    Tool::Select => Tool::Measure { from_mm: None },
                    Tool::Measure { .. } => Tool::Select,
                };
            }
            Command::MeasurePoint(point_mm) => {
                if let Tool::Measure { from_mm } = &mut self.chrome.tool {
                    match from_mm.take() {
                        None => *from_mm = Some(point_mm),
                        Some(from_mm) => self.looking.measurements.push(Measurement {
                            from_mm,
                            to_mm: point_mm,
                        }),
                    }
                }
            }
            Command::ClearMeasurements => {
                self.looking.measurements.clear();
                if let Tool::Measure { from_mm } = &mut self.chrome.tool {
                    *from_mm = None;
                }
            }
            Command::SaveView(name) => self.save_view(name, camera),
            Command::GoToView(name) => {
                let found = self.looking.views.iter().find(|view| view.name == name);
                match found.cloned() {
                    Some(view) => {
                        self.body.restore_looks(view.looks);
                        self.looking.sections = view.sections;
                        self.looking.explode = view.explode;
                        camera.fly_to(view.pose, still);
                    }
                    None => self.notice(&format!("There is no saved view “{name}”")),
                }
            }
            Command::RemoveView(name) => self.looking.views.retain(|view| view.name != name),
            Command::StepDeeper(step) => {
                if let Some(hover) = &self.selection.hover {
                    let (now, layers) = (hover.through.len() as i32, hover.layers as i32);
                    if (0..layers).contains(&(now + step)) {
                        self.selection.depth += step;
                    }
                }
            }
            Command::ToggleLookPanel => {
                self.chrome.look_panel = !(self.chrome.look_panel && self.chrome.body_panel);
                self.chrome.body_panel = true;
            }
            Command::TogglePresentation => {
                self.chrome.presentation = !self.chrome.presentation;
            }
            Command::SetTheme(theme) => self.looking.theme = theme,
            Command::SetQuality(quality) => self.looking.quality = quality,
            other => bevy::log::error!("nobody carries out {other:?}"),
        }
    }

    fn add_section(&mut self, preset: SectionPreset, at_crosshair: bool, camera: &OrbitCamera) {
        if self.looking.sections.len() >= MAX_SECTIONS {
            self.notice(&format!(
                "There are {MAX_SECTIONS} cuts at most; take one away first"
            ));
            return;
        }
        let normal = match preset {
            SectionPreset::Axial => [0.0, 0.0, 1.0],
            SectionPreset::Coronal => [0.0, -1.0, 0.0],
            SectionPreset::Sagittal => [1.0, 0.0, 0.0],
            SectionPreset::Facing => lps_from_world(camera.pose.rotation() * Vec3::Z),
        };
        let through = if at_crosshair {
            self.looking.crosshair_mm
        } else if let Some(point) = self.selection.point_mm {
            point
        } else {
            lps_from_world(camera.pose.target)
        };
        self.looking.explode = 0.0;
        self.looking
            .sections
            .push(SectionPlane::through(normal, through));
        if !at_crosshair {
            self.chrome.look_panel = true;
        }
    }

    fn save_view(&mut self, name: String, camera: &OrbitCamera) {
        let name = name.trim().to_owned();
        if name.is_empty() {
            return;
        }
        let view = SavedView {
            pose: camera.pose,
            looks: self.body.kept_looks(),
            sections: self.looking.sections.clone(),
            explode: self.looking.explode,
            name: name.clone(),
        };
        match self.looking.views.iter_mut().find(|v| v.name == name) {
            Some(older) => *older = view,
            None => self.looking.views.push(view),
        }
        self.notice(&format!("View “{name}” saved with the library"));
    }
}
