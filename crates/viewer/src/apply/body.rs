//! Which structures are shown, how, and cut how.

use anatomy::{Atlas, Catalogue, Region, StructureIndex, System};
use glam::Vec3;
use language::say;

use super::{fly, shown};
use crate::command::{BodyCommand, SectionCommand};
use crate::scene::drawn_parts;
use crate::{
    Effect, LeftTab, MAX_SECTIONS, Palette, Pose, SectionPlane, SectionPreset, StagePoint, View,
    lps_from_world,
};

pub(super) fn apply(view: &mut View, command: BodyCommand) -> Vec<Effect> {
    // Before an atlas has been read there is nothing to show or hide.
    let atlas = shown(view);
    let scene = &mut view.scene;
    match (command, atlas) {
        (BodyCommand::SetVisibility(structure, to), Some(atlas)) => {
            scene.set_visibility(&atlas, structure, to);
        }
        (BodyCommand::SetOpacity(structure, opacity), Some(atlas)) => {
            if opacity.is_finite() {
                scene.set_opacity(&atlas, structure, opacity.clamp(0.0, 1.0));
            }
        }
        (BodyCommand::SetSystemVisibility(system, to), Some(atlas)) => {
            for root in system_roots(atlas.catalogue(), system) {
                scene.set_visibility(&atlas, root, to);
            }
        }
        (BodyCommand::ToggleSystem(system), Some(atlas)) => {
            let roots = system_roots(atlas.catalogue(), system);
            let parts = roots.flat_map(|root| drawn_parts(&atlas, root)).collect();
            if !scene.toggle_all(&atlas, parts) {
                let system = crate::system_name(system);
                view.layout.say(say!("stage-no-system", system = system));
            }
        }
        (BodyCommand::SetSystemOpacity(system, opacity), Some(atlas)) => {
            let roots = system_roots(atlas.catalogue(), system).filter(|_| opacity.is_finite());
            for root in roots {
                scene.set_opacity(&atlas, root, opacity.clamp(0.0, 1.0));
            }
        }
        (BodyCommand::SetRegionVisibility(region, to), Some(atlas)) => {
            scene.set_all(region_parts(&atlas, region), to);
        }
        (BodyCommand::ToggleRegion(region), Some(atlas)) => {
            if !scene.toggle_all(&atlas, region_parts(&atlas, region).collect()) {
                let region = crate::region_name(region);
                view.layout.say(say!("stage-no-system", system = region));
            }
        }
        (BodyCommand::Isolate(structure), Some(atlas)) => {
            scene.isolate(&atlas, structure);
            if let Some(bounds) = atlas.bounds_mm(structure) {
                let pose = view.camera.framing(bounds);
                return fly(view, pose);
            }
        }
        (BodyCommand::RestoreHidden, Some(atlas)) => scene.restore_hidden(&atlas),
        (BodyCommand::ResetVisibility, Some(atlas)) => {
            scene.reset_visibility(&atlas);
            scene.sections.clear();
            scene.explode = 0.0;
            scene.labels = false;
            scene.palette = Palette::Anatomical;
            let pose = whole(view);
            return fly(view, pose);
        }
        (
            BodyCommand::SetVisibility(..)
            | BodyCommand::SetOpacity(..)
            | BodyCommand::SetSystemVisibility(..)
            | BodyCommand::ToggleSystem(_)
            | BodyCommand::SetSystemOpacity(..)
            | BodyCommand::SetRegionVisibility(..)
            | BodyCommand::ToggleRegion(_)
            | BodyCommand::Isolate(_)
            | BodyCommand::RestoreHidden
            | BodyCommand::ResetVisibility,
            None,
        ) => view.layout.say(say!("stage-being-read")),
        (BodyCommand::ToggleRecede, _) => scene.recede = !scene.recede,
        (BodyCommand::Explode(amount), _) => {
            if amount.is_finite() {
                scene.explode = amount.clamp(0.0, 1.0);
            }
        }
        (BodyCommand::SetPalette(palette), _) => scene.palette = palette,
        (BodyCommand::ToggleLabels, _) => scene.labels = !scene.labels,
    }
    Vec::new()
}

/// The structures of a system that are no part of another one of it.
pub fn system_roots(
    catalogue: &Catalogue,
    system: System,
) -> impl Iterator<Item = StructureIndex> + '_ {
    catalogue.indices().filter(move |index| {
        let structure = catalogue.get(*index);
        let parent = structure.parent.map(|parent| catalogue.get(parent).system);
        structure.system == system && parent != Some(system)
    })
}

/// What lies in a region of the body and has a shape of its own in an atlas.
pub fn region_parts(atlas: &Atlas, region: Region) -> impl Iterator<Item = StructureIndex> + '_ {
    let catalogue = atlas.catalogue();
    let drawn = catalogue
        .indices()
        .filter(|part| atlas.has_own_voxels(*part));
    drawn.filter(move |part| catalogue.region(*part) == Some(region))
}

/// The pose that shows the whole body on the stage from the front.
pub(super) fn whole(view: &View) -> Pose {
    match view.whole_bounds().filter(|_| view.scene.atlas.is_some()) {
        Some(bounds) => Pose::default().framing(bounds),
        None => Pose::default(),
    }
}

pub(super) fn apply_section(view: &mut View, command: SectionCommand) -> Vec<Effect> {
    let sections = &mut view.scene.sections;
    match command {
        SectionCommand::AddSection { preset, through } => add_section(view, preset, through),
        SectionCommand::SetSection(at, plane) => {
            if let Some(slot) = sections.get_mut(at).filter(|_| plane.is_sound()) {
                *slot = plane;
            }
        }
        SectionCommand::RemoveSection(at) => {
            if at < sections.len() {
                sections.remove(at);
            }
        }
        SectionCommand::ClearSections => sections.clear(),
        SectionCommand::FillCut(fill) => view.scene.fill_cut = fill,
    }
    Vec::new()
}

fn add_section(view: &mut View, preset: SectionPreset, through: Option<StagePoint>) {
    if view.scene.sections.len() >= MAX_SECTIONS {
        view.layout.say(say!("cuts-most", count = MAX_SECTIONS));
        return;
    }
    let normal = match preset {
        SectionPreset::Axial => [0.0, 0.0, 1.0],
        SectionPreset::Coronal => [0.0, -1.0, 0.0],
        SectionPreset::Sagittal => [1.0, 0.0, 0.0],
        SectionPreset::Facing => lps_from_world(view.camera.rotation() * Vec3::Z),
    };
    let point = through
        .or(view.selection.point_mm)
        .unwrap_or_else(|| StagePoint(lps_from_world(view.camera.target)));
    view.scene.explode = 0.0;
    view.scene
        .sections
        .push(SectionPlane::through(normal, point));
    if through.is_none() {
        view.layout.show(LeftTab::View);
    }
}
