//! What a ray meets: marched through the label volume (the body's single truth), as the body is drawn.

use anatomy::{StructureIndex, Visibility};
use glam::Vec3;

use crate::{Display, Hover, StagePoint, explode, kept_stretch};

impl Display {
    /// What a ray (LPS mm as drawn, unit direction) meets first: the first solid structure, else the first ghost that is not the
    /// skin, else the skin; then `depth` steps further along the ray.
    pub fn pick(&self, origin: [f32; 3], direction: [f32; 3], depth: i32) -> Option<Hover> {
        let met = if self.scene.explode > 0.0 {
            self.met_apart(origin, direction)
        } else {
            let (from, to) = kept_stretch(self.cuts(), origin, direction)?;
            // On the face of a cut everything that is drawn there is met as a solid.
            let face = self
                .atlas
                .ray(origin, direction)
                .find(|(_, enter, leave)| *enter < from && *leave > from)
                .map(|(structure, ..)| structure)
                .filter(|structure| self.of(*structure).on_cut_face);
            if let Some(structure) = face {
                return Some(Hover {
                    structure,
                    point_mm: StagePoint(along(origin, direction, from + 0.25)),
                    through: Vec::new(),
                    layers: 1,
                });
            }
            self.atlas
                .ray(origin, direction)
                .filter(|(_, enter, leave)| *leave > from && *enter < to)
                .map(|(structure, enter, _)| (structure, enter.max(from)))
                .collect()
        };
        self.choose(met, depth, origin, direction)
    }

    fn met_apart(&self, origin: [f32; 3], direction: [f32; 3]) -> Vec<(StructureIndex, f32)> {
        let present = self.atlas.present().iter().copied();
        let drawn: Vec<StructureIndex> = present
            .filter(|structure| self.of(*structure).answers != Visibility::Hidden)
            .collect();
        explode::ray(&self.atlas, &drawn, self.scene.explode, origin, direction)
    }

    /// Chooses among the structures met (structure, distance; nearest first).
    fn choose(
        &self,
        met: Vec<(StructureIndex, f32)>,
        depth: i32,
        origin: [f32; 3],
        direction: [f32; 3],
    ) -> Option<Hover> {
        let mut layers: Vec<(StructureIndex, f32, Visibility)> = Vec::new();
        for (structure, enter) in met {
            let answers = self.of(structure).answers;
            if answers != Visibility::Hidden
                && !layers.iter().any(|(known, ..)| *known == structure)
            {
                layers.push((structure, enter, answers));
            }
        }
        let skin = self.atlas.catalogue().index_of("skin");
        let first = layers
            .iter()
            .position(|(.., answers)| *answers == Visibility::Shown)
            .or_else(|| layers.iter().position(|(ghost, ..)| Some(*ghost) != skin))
            .unwrap_or(0);
        let last = layers.len().checked_sub(1)?;
        let chosen = (first as i32 + depth).clamp(0, last as i32) as usize;
        let (structure, enter, _) = layers[chosen];
        // The ray runs through what is drawn; the point is one of the body together.
        let offset = Vec3::from_array(self.of(structure).offset_mm);
        let drawn = Vec3::from_array(along(origin, direction, enter));
        Some(Hover {
            structure,
            point_mm: StagePoint((drawn - offset).to_array()),
            through: layers[..chosen].iter().map(|(ghost, ..)| *ghost).collect(),
            layers: layers.len(),
        })
    }
}

fn along(origin: [f32; 3], direction: [f32; 3], distance: f32) -> [f32; 3] {
    (Vec3::from_array(origin) + Vec3::from_array(direction) * distance).to_array()
}
