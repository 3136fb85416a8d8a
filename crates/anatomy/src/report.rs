//! What an atlas holds.

use serde::Serialize;

use crate::Atlas;

/// What an atlas holds.
#[derive(Debug, Clone, Serialize)]
pub struct AtlasInfo {
    /// Voxels along x, y, z (1 mm each).
    pub dimensions: [usize; 3],
    /// Licence of the pack; empty for an atlas made in memory.
    pub license: String,
    /// Bytes the label volume takes in memory.
    pub memory_bytes: usize,
    /// Every structure that has voxels itself or through its parts, in catalogue order.
    pub structures: Vec<StructureInfo>,
}

/// One structure of an atlas.
#[derive(Debug, Clone, Serialize)]
pub struct StructureInfo {
    /// Catalogue id.
    pub id: String,
    /// English name.
    pub name: String,
    /// Id of the structure it is a part of.
    pub parent: Option<String>,
    /// Volume with all parts, millilitres.
    pub volume_ml: f32,
    /// Centroid with all parts, LPS mm.
    pub centroid_mm: [f32; 3],
    /// Lower and upper corner of the bounding box with all parts, LPS mm.
    pub bounds_mm: ([f32; 3], [f32; 3]),
}

impl Atlas {
    /// What the atlas holds.
    pub fn info(&self) -> AtlasInfo {
        let catalogue = self.catalogue();
        let structures = catalogue.indices().filter_map(|i| {
            let s = catalogue.get(i);
            Some(StructureInfo {
                id: s.id.clone(),
                name: s.name.clone(),
                parent: s.parent.map(|p| catalogue.get(p).id.clone()),
                volume_ml: self.volume_ml(i),
                centroid_mm: self.centroid_mm(i)?,
                bounds_mm: self.bounds_mm(i)?,
            })
        });
        AtlasInfo {
            dimensions: self.labels().dims(),
            license: self.license().to_owned(),
            memory_bytes: self.labels().memory_bytes(),
            structures: structures.collect(),
        }
    }
}
