//! The atlas pack on disk: a folder of standard files.
//!
//! `labels.nii.gz` (values), `structures.json` (what each value means), `meshes.glb` (surfaces) and `LICENSE`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::labels::LabelVolume;
use crate::{Atlas, AtlasError, Catalogue, StructureMesh, glb, nifti};

/// Name of the label volume within a pack.
pub const LABELS: &str = "labels.nii.gz";
/// Name of the structure list within a pack.
pub const STRUCTURES: &str = "structures.json";
/// Name of the surfaces within a pack.
pub const MESHES: &str = "meshes.glb";

const FORMAT: &str = "corpus-atlas-pack/1";
/// Bytes of `structures.json` read at most.
const MAX_JSON: u64 = 16 << 20;

#[derive(Serialize, Deserialize)]
struct PackFile {
    format: String,
    name: String,
    license: String,
    frame: String,
    dimensions: [usize; 3],
    structures: Vec<PackStructure>,
}

#[derive(Serialize, Deserialize)]
struct PackStructure {
    value: u16,
    id: String,
    name: String,
    color: [u8; 3],
    volume_ml: f32,
    centroid_mm: Option<[f32; 3]>,
}

/// Writes a pack: labels, structure list, surfaces and licence. The same atlas always gives the same bytes.
///
/// # Errors
/// When a file cannot be written.
pub fn write_pack(dir: &Path, atlas: &Atlas, meshes: &[StructureMesh]) -> Result<(), AtlasError> {
    fs::create_dir_all(dir).map_err(AtlasError::io(dir))?;
    let catalogue = atlas.catalogue();
    // Values count up over the structures that have voxels, so that one byte suffices where it can.
    let value_of: HashMap<u16, u16> = atlas
        .present()
        .iter()
        .enumerate()
        .map(|(n, s)| (s.0 + 1, n as u16 + 1))
        .collect();
    let round = |v: f32| (v * 100.0).round() / 100.0;
    let structures = atlas.present().iter().map(|s| {
        let structure = catalogue.get(*s);
        PackStructure {
            value: value_of[&(s.0 + 1)],
            id: structure.id.clone(),
            name: structure.name.clone(),
            color: structure.color,
            volume_ml: round(atlas.volume_ml(*s)),
            centroid_mm: atlas.centroid_mm(*s).map(|c| c.map(round)),
        }
    });
    let file = PackFile {
        format: FORMAT.into(),
        name: "Corpus Atlas modelled torso".into(),
        license: "CC-BY-4.0".into(),
        frame: "LPS millimetres, 1 mm voxels, origin at the centre of the grid".into(),
        dimensions: atlas.labels().dims(),
        structures: structures.collect(),
    };
    let json = dir.join(STRUCTURES);
    let mut text = serde_json::to_string_pretty(&file)
        .map_err(|e| AtlasError::format(&json, "start", e.to_string()))?;
    text.push('\n');
    fs::write(&json, text).map_err(AtlasError::io(&json))?;
    nifti::write_labels(&dir.join(LABELS), atlas.labels(), |label| {
        value_of.get(&label).copied().unwrap_or(0)
    })?;
    glb::write_meshes(&dir.join(MESHES), catalogue, meshes)?;
    let license = dir.join("LICENSE");
    fs::write(&license, include_str!("../data/ATLAS-LICENSE.txt")).map_err(AtlasError::io(&license))
}

/// Reads labels and licence of a pack.
pub(crate) fn read_volume(
    dir: &Path,
    catalogue: &Catalogue,
) -> Result<(LabelVolume, String), AtlasError> {
    let json = dir.join(STRUCTURES);
    let length = fs::metadata(&json).map_err(AtlasError::io(&json))?.len();
    if length > MAX_JSON {
        return Err(AtlasError::format(
            &json,
            "start",
            format!("{length} bytes are more than {MAX_JSON}"),
        ));
    }
    let text = fs::read(&json).map_err(AtlasError::io(&json))?;
    let file: PackFile = serde_json::from_slice(&text).map_err(|e| {
        AtlasError::format(
            &json,
            format!("line {} column {}", e.line(), e.column()),
            e.to_string(),
        )
    })?;
    if file.format != FORMAT {
        return Err(AtlasError::format(
            &json,
            "format",
            format!("{:?} is not {FORMAT:?}", file.format),
        ));
    }
    let mut label_of = HashMap::from([(0u16, 0u16)]);
    for s in &file.structures {
        let Some(index) = catalogue.index_of(&s.id) else {
            return Err(AtlasError::format(
                &json,
                format!("structure {:?}", s.id),
                "the catalogue does not know this id",
            ));
        };
        if label_of.insert(s.value, index.0 + 1).is_some() {
            return Err(AtlasError::format(
                &json,
                format!("structure {:?}", s.id),
                format!("value {} is taken", s.value),
            ));
        }
    }
    let path = dir.join(LABELS);
    let labels = nifti::read_labels(&path, |value| label_of.get(&value).copied())?;
    if labels.dims() != file.dimensions {
        let reason = format!(
            "{:?} voxels, but {STRUCTURES} says {:?}",
            labels.dims(),
            file.dimensions
        );
        return Err(AtlasError::format(&path, "header", reason));
    }
    Ok((labels, file.license))
}
