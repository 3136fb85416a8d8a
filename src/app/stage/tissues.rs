//! What the shaders know of each structure that does not change with what is shown: how its fibres run, where they end in tendons, how
//! thick its wall is. See `shaders/tissue.wgsl`.

use anatomy::{Atlas, Grain, StructureIndex, Tissue};
use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use viewer::world_from_lps;

use super::looks::{look, wall_mm};
use crate::app::jobs::mesh::Surfaces;

/// One column per catalogue row: how its fibres run; where they are tendon, the thickness of its wall and its look.
#[derive(Resource, Default)]
pub struct Courses {
    rows: Vec<[Vec4; 2]>,
    /// As the shaders take it.
    pub image: Handle<Image>,
}

impl Courses {
    /// Takes in surfaces that come on the stage.
    pub fn take(&mut self, atlas: &Atlas, surfaces: &[Surfaces], images: &mut Assets<Image>) {
        let catalogue = atlas.catalogue();
        self.rows.clear();
        for structure in catalogue.structures() {
            let none = Vec4::new(-1e5, 1e5, wall_mm(structure), look(structure) as f32);
            self.rows.push([Vec4::new(0.0, 1.0, 0.0, 0.0), none]);
        }
        for surfaces in surfaces {
            let Some(row) = self.rows.get_mut(surfaces.structure.usize()) else {
                continue;
            };
            let structure = catalogue.get(surfaces.structure);
            let [low, high] = surfaces.span_mm;
            row[0] = course(surfaces.grain, low, high);
            let [from, to] = Grain::tendons(structure);
            row[1].x = low + from * (high - low);
            row[1].y = low + to * (high - low);
        }
        self.image = images.add(self.draw());
    }

    fn draw(&self) -> Image {
        let of = |n: usize| self.rows.iter().flat_map(move |row| row[n].to_array());
        Image::new(
            Extent3d {
                width: self.rows.len().max(1) as u32,
                height: 2,
                depth_or_array_layers: 1,
            },
            TextureDimension::D2,
            of(0).chain(of(1)).flat_map(f32::to_le_bytes).collect(),
            TextureFormat::Rgba32Float,
            RenderAssetUsages::RENDER_WORLD,
        )
    }
}

/// A grain as the shaders take it: a direction or a point in the world, and the kind: 0 along it, -1 in sheets across it, above 0
/// towards the point, below -1 round it, each at so many mm from it.
fn course(grain: Grain, low: f32, high: f32) -> Vec4 {
    let reach = (0.5 * (low + high)).max(2.0);
    let (place, kind) = match grain {
        Grain::Along(axis) => (axis, 0.0),
        Grain::Sheet(axis) => (axis, -1.0),
        Grain::Towards(point) => (point, reach),
        Grain::Around(point) => (point, -reach),
    };
    world_from_lps(place).extend(kind)
}

/// What a structure belongs together with on a cut face, by label: hollow organs, vessels, lungs' lobes and the liver's are one where
/// their parts touch; everything else stands for itself.
pub fn groups(atlas: &Atlas) -> Vec<u16> {
    let catalogue = atlas.catalogue();
    let group = |index: StructureIndex| {
        let tissue = catalogue.get(index).tissue;
        let together = matches!(
            tissue,
            Tissue::Artery
                | Tissue::Vein
                | Tissue::Liver
                | Tissue::Bile
                | Tissue::Stomach
                | Tissue::SmallBowel
                | Tissue::LargeBowel
                | Tissue::Fat
                | Tissue::Pancreas
        );
        match together {
            true => u16::MAX - tissue as u16,
            false => index.0 + 1,
        }
    };
    std::iter::once(0)
        .chain(catalogue.indices().map(group))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_grain_are_told_apart_in_the_shader() {
        let point = [10.0, 20.0, 30.0];
        let kinds = [
            Grain::Along([0.0, 0.0, 1.0]),
            Grain::Sheet([0.0, 0.0, 1.0]),
            Grain::Towards(point),
            Grain::Around(point),
        ]
        .map(|grain| course(grain, 0.0, 80.0));
        assert_eq!(kinds.map(|kind| kind.w), [0.0, -1.0, 40.0, -40.0]);
        assert_eq!(kinds[0].truncate(), world_from_lps([0.0, 0.0, 1.0]));
        assert_eq!(kinds[2].truncate(), world_from_lps(point));
    }
}
