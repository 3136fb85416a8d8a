//! Rows of the structure table as CSV (see `data/structures.csv` for the layout).

use serde::Deserialize;

use super::structure::{Confidence, Facts, MeshDescriptor, Structure, StructureIndex};
use super::vocabulary::{Region, Sex, Side, System, Tissue, Visibility};

/// Why a structure table was refused.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The table is not well-formed CSV or lacks a column.
    #[error("structure table: {0}")]
    Csv(#[from] csv::Error),
    /// A value is out of its vocabulary, a parent is missing or an id is used twice.
    #[error("structure table, row {row} ({id}): {reason}")]
    Row {
        /// Data row, from 1.
        row: usize,
        /// Structure id of the row.
        id: String,
        /// What is wrong.
        reason: String,
    },
}

#[derive(Deserialize)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) parent: String,
    kind: Kind,
    side: Side,
    system: System,
    tissue: Tissue,
    name: String,
    latin: String,
    synonyms: String,
    mesh: String,
    mesh_id: String,
    mesh_trees: String,
    mesh_match: String,
    uberon: String,
    fma: String,
    volume_ml: Option<f32>,
    volume_confidence: Option<Confidence>,
    level: String,
    tube_diameter_mm: Option<f32>,
    tube_length_mm: Option<f32>,
    centroid_mm: String,
    box_mm: String,
    visibility: Visibility,
    ghost_opacity: f32,
    sex: Option<Sex>,
    color: String,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Row,
    Group,
}

impl Row {
    pub(super) fn fault(&self, n: usize, reason: impl Into<String>) -> CatalogueError {
        fault(n, &self.id, reason)
    }

    pub(super) fn into_structure(
        self,
        n: usize,
        parent: Option<StructureIndex>,
    ) -> Result<Structure, CatalogueError> {
        let centroid_mm = numbers::<3>(&self.centroid_mm).map_err(|e| self.fault(n, e))?;
        let box_mm = corners(&self.box_mm).map_err(|e| self.fault(n, e))?;
        let mesh = (!self.mesh.is_empty()).then(|| MeshDescriptor {
            name: self.mesh.clone(),
            ui: self.mesh_id.clone(),
            tree: list(&self.mesh_trees),
            exact: self.mesh_match == "exact",
        });
        if !(0.0..=1.0).contains(&self.ghost_opacity) {
            return Err(self.fault(n, "the opacity of its ghost is not between 0 and 1"));
        }
        let color = color(&self.color).map_err(|e| self.fault(n, e))?;
        let some = |s: &str| (!s.is_empty()).then(|| s.to_owned());
        Ok(Structure {
            synonyms: list(&self.synonyms),
            uberon: some(&self.uberon),
            fma: some(&self.fma),
            facts: Facts {
                volume_ml: self.volume_ml,
                volume_confidence: self.volume_confidence,
                vertebral_level: some(&self.level),
                tube_diameter_mm: self.tube_diameter_mm,
                tube_length_mm: self.tube_length_mm,
                centroid_mm,
                box_mm,
            },
            color,
            visibility: self.visibility,
            ghost_opacity: self.ghost_opacity,
            sex: self.sex,
            id: self.id,
            name: self.name,
            latin: self.latin,
            side: self.side,
            system: self.system,
            tissue: self.tissue,
            parent,
            group: self.kind == Kind::Group,
            mesh,
        })
    }
}

/// A row of the table of the female body.
#[derive(Deserialize)]
pub(super) struct FemaleRow {
    pub(super) id: String,
    volume_ml: Option<f32>,
    volume_confidence: Option<Confidence>,
    tube_diameter_mm: Option<f32>,
    tube_length_mm: Option<f32>,
    centroid_mm: String,
    box_mm: String,
}

impl FemaleRow {
    pub(super) fn fault(&self, n: usize, reason: impl Into<String>) -> CatalogueError {
        fault(n, &self.id, reason)
    }

    pub(super) fn facts(&self, n: usize, level: Option<String>) -> Result<Facts, CatalogueError> {
        Ok(Facts {
            volume_ml: self.volume_ml,
            volume_confidence: self.volume_confidence,
            vertebral_level: level,
            tube_diameter_mm: self.tube_diameter_mm,
            tube_length_mm: self.tube_length_mm,
            centroid_mm: numbers::<3>(&self.centroid_mm).map_err(|e| self.fault(n, e))?,
            box_mm: corners(&self.box_mm).map_err(|e| self.fault(n, e))?,
        })
    }
}

/// What is wrong with the `n`-th row, counted from 0.
pub(super) fn fault(n: usize, id: &str, reason: impl Into<String>) -> CatalogueError {
    CatalogueError::Row {
        row: n + 1,
        id: id.to_owned(),
        reason: reason.into(),
    }
}

/// A row of the table of regions.
#[derive(Deserialize)]
pub(super) struct RegionRow {
    pub(super) id: String,
    pub(super) region: Region,
}

/// Two corners of a box.
type Corners = ([f32; 3], [f32; 3]);

fn corners(cell: &str) -> Result<Option<Corners>, String> {
    let corners = numbers::<6>(cell)?;
    Ok(corners.map(|b| ([b[0], b[1], b[2]], [b[3], b[4], b[5]])))
}

/// An sRGB colour in six hexadecimal digits: red, green, blue.
fn color(cell: &str) -> Result<[u8; 3], String> {
    let is_color = cell.len() == 6 && cell.bytes().all(|c| c.is_ascii_hexdigit());
    let number = is_color
        .then(|| u32::from_str_radix(cell, 16).ok())
        .flatten();
    let [_, color @ ..] = number
        .ok_or_else(|| format!("its colour is {cell:?}, not six hexadecimal digits"))?
        .to_be_bytes();
    Ok(color)
}

fn list(cell: &str) -> Vec<String> {
    cell.split(';')
        .map(str::trim)
        .filter(|s| !s.is_empty())
        .map(str::to_owned)
        .collect()
}

fn numbers<const N: usize>(cell: &str) -> Result<Option<[f32; N]>, String> {
    if cell.trim().is_empty() {
        return Ok(None);
    }
    let values: Result<Vec<f32>, _> = cell.split_whitespace().map(str::parse).collect();
    let values = values.map_err(|e| format!("{cell:?}: {e}"))?;
    let count = values.len();
    values
        .try_into()
        .map(Some)
        .map_err(|_| format!("{cell:?}: {count} numbers instead of {N}"))
}
