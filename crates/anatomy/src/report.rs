//! What an atlas holds, and how it compares with what is known about the body.

use serde::Serialize;

use crate::{Atlas, AtlasError, StructureIndex};

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

/// How an atlas compares with the facts of its catalogue.
#[derive(Debug, Clone, Serialize)]
pub struct AtlasCheck {
    /// One row per structure with voxels, in catalogue order.
    pub structures: Vec<StructureCheck>,
    /// Ids of catalogue structures without voxels (groups left out).
    pub missing: Vec<String>,
    /// Triangles of all surfaces.
    pub triangles: usize,
    /// Median distance between a structure's centroid and the one its facts state, mm.
    pub median_centroid_error_mm: f32,
    /// Median factor by which volumes differ from the facts (1 = equal, always at least 1).
    pub median_volume_factor: f32,
    /// Structures whose surface has a border or edges of more than two triangles.
    pub faulty_surfaces: usize,
}

/// How one structure compares with its facts.
#[derive(Debug, Clone, Serialize)]
pub struct StructureCheck {
    /// Catalogue id.
    pub id: String,
    /// Volume with all parts, millilitres.
    pub volume_ml: f32,
    /// Volume stated in the catalogue.
    pub expected_ml: Option<f32>,
    /// Distance from the centroid stated in the catalogue, mm.
    pub centroid_error_mm: Option<f32>,
    /// Triangles of its surface; nothing when it has none of its own.
    pub triangles: Option<usize>,
    /// Whether its surface has no border.
    pub closed: Option<bool>,
    /// Edges of its surface that do not join exactly two triangles.
    pub non_manifold_edges: Option<usize>,
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

    /// Compares volumes and centroids with the catalogue's facts and checks the surfaces. Structures cannot overlap: a
    /// voxel has one label.
    ///
    /// # Errors
    /// When the pack's surfaces cannot be read.
    pub fn check(&self) -> Result<AtlasCheck, AtlasError> {
        let catalogue = self.catalogue();
        let meshes = self.read_meshes()?;
        let mesh = |i: StructureIndex| meshes.iter().find(|m| m.structure == i);
        let mut check = AtlasCheck {
            structures: Vec::new(),
            missing: Vec::new(),
            triangles: meshes.iter().map(|m| m.triangles()).sum(),
            median_centroid_error_mm: 0.0,
            median_volume_factor: 1.0,
            faulty_surfaces: 0,
        };
        let (mut errors, mut factors) = (Vec::new(), Vec::new());
        for i in catalogue.indices() {
            let s = catalogue.get(i);
            let Some(centroid) = self.centroid_mm(i) else {
                if !s.group {
                    check.missing.push(s.id.clone());
                }
                continue;
            };
            let volume_ml = self.volume_ml(i);
            let centroid_error_mm = s.facts.centroid_mm.map(|c| {
                (0..3)
                    .map(|a| (c[a] - centroid[a]).powi(2))
                    .sum::<f32>()
                    .sqrt()
            });
            let row = StructureCheck {
                id: s.id.clone(),
                volume_ml,
                expected_ml: s.facts.volume_ml,
                centroid_error_mm,
                triangles: mesh(i).map(|m| m.triangles()),
                closed: mesh(i).map(|m| m.is_closed()),
                non_manifold_edges: mesh(i).map(|m| m.non_manifold_edges()),
            };
            if row.non_manifold_edges.is_some_and(|n| n > 0) {
                check.faulty_surfaces += 1;
            }
            if !s.group {
                errors.extend(row.centroid_error_mm);
                factors.extend(row.expected_ml.map(|e| (volume_ml / e).max(e / volume_ml)));
            }
            check.structures.push(row);
        }
        check.median_centroid_error_mm = median(errors).unwrap_or(0.0);
        check.median_volume_factor = median(factors).unwrap_or(1.0);
        Ok(check)
    }
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
