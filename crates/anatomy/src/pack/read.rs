//! Reading a pack.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::format::{
    FORMAT, GUEST_FORMAT, LABELS, MAX_JSON, PackFile, PackInfo, PackSource, SEXED_FORMAT,
    STRUCTURES,
};
use crate::labels::LabelVolume;
use crate::{AtlasError, Catalogue, Facts, Structure, StructureIndex, Visibility, nifti};

/// A pack's labels and what it says about them.
pub(crate) struct Pack {
    pub(crate) labels: LabelVolume,
    pub(crate) info: PackInfo,
    /// The built-in catalogue with the pack's own structures appended; nothing when it has none.
    pub(crate) catalogue: Option<Catalogue>,
}

/// Reads what a pack says about itself, without its labels and surfaces.
///
/// # Errors
/// When the pack's structure list is missing, malformed or over the limits.
pub fn read_pack_info(dir: &Path) -> Result<PackInfo, AtlasError> {
    read_list(dir).map(info)
}

/// The folder of a pack: this one, or the only thing in it (many archives hold a folder that holds all).
pub fn pack_in(folder: &Path) -> Option<PathBuf> {
    if folder.join(STRUCTURES).is_file() {
        return Some(folder.to_owned());
    }
    let mut within = fs::read_dir(folder).ok()?.flatten().map(|e| e.path());
    let (only, more) = (within.next()?, within.next());
    (more.is_none() && only.join(STRUCTURES).is_file()).then_some(only)
}

fn info(file: PackFile) -> PackInfo {
    let source = file.source.map(|s| PackSource {
        files: s.files,
        source_origin_mm: s.source_origin_mm,
        torso_frame: s.torso_frame,
        frame: s.frame,
        names: file
            .structures
            .into_iter()
            .filter(|s| !s.source.is_empty())
            .map(|s| (s.id, s.source))
            .collect(),
    });
    PackInfo {
        name: file.name,
        license: file.license,
        source,
        sex: file.sex,
    }
}

fn read_list(dir: &Path) -> Result<PackFile, AtlasError> {
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
    if ![FORMAT, GUEST_FORMAT, SEXED_FORMAT].contains(&file.format.as_str()) {
        return Err(AtlasError::format(
            &json,
            "format",
            format!(
                "{:?} is none of {FORMAT:?}, {GUEST_FORMAT:?} and {SEXED_FORMAT:?}",
                file.format
            ),
        ));
    }
    Ok(file)
}

/// Reads labels, structures and what a pack says about itself.
pub(crate) fn read_volume(dir: &Path) -> Result<Pack, AtlasError> {
    let json = dir.join(STRUCTURES);
    let file = read_list(dir)?;
    let catalogue = own_catalogue(&file).map_err(|e| AtlasError::format(&json, "structures", e))?;
    let rows = catalogue.as_ref().unwrap_or_else(|| Catalogue::builtin());
    let mut label_of = HashMap::from([(0u16, 0u16)]);
    for s in &file.structures {
        let fault = |reason: String| {
            Err(AtlasError::format(
                &json,
                format!("structure {:?}", s.id),
                reason,
            ))
        };
        let Some(index) = rows.index_of(&s.id) else {
            return fault("the catalogue does not know this id".into());
        };
        if s.value > 0 && label_of.insert(s.value, index.0 + 1).is_some() {
            return fault(format!("value {} is taken", s.value));
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
    Ok(Pack {
        labels,
        info: info(file),
        catalogue,
    })
}

/// The built-in catalogue with the structures appended that the pack describes itself. One that the built-in catalogue
/// has learnt since the pack was made is taken from there.
fn own_catalogue(file: &PackFile) -> Result<Option<Catalogue>, String> {
    let builtin = Catalogue::builtin();
    let mut rows: Vec<Structure> = Vec::new();
    let mut indices: HashMap<&str, StructureIndex> = HashMap::new();
    for s in &file.structures {
        let Some(own) = &s.own else { continue };
        if builtin.index_of(&s.id).is_some() {
            continue;
        }
        let parent = match own.parent.as_deref() {
            None => None,
            Some(id) => Some(
                builtin
                    .index_of(id)
                    .or_else(|| indices.get(id).copied())
                    .ok_or_else(|| {
                        format!("{:?}: its parent {id:?} is unknown or comes later", s.id)
                    })?,
            ),
        };
        let n = builtin.structures().len() + rows.len();
        let index = u16::try_from(n).map_err(|_| "more than 65,535 structures".to_owned())?;
        indices.insert(&s.id, StructureIndex(index));
        rows.push(Structure {
            id: s.id.clone(),
            name: s.name.clone(),
            latin: own.latin.clone(),
            synonyms: own.synonyms.clone(),
            side: own.side,
            system: own.system,
            tissue: own.tissue,
            parent,
            group: false,
            mesh: None,
            uberon: own.uberon.clone(),
            fma: own.fma.clone(),
            facts: Facts::default(),
            color: s.color,
            visibility: own
                .visibility
                .unwrap_or_else(|| Visibility::of(own.system, own.tissue)),
            ghost_opacity: own
                .ghost_opacity
                .unwrap_or_else(|| own.tissue.ghost_opacity())
                .clamp(0.0, 1.0),
            sex: None,
        });
    }
    if rows.is_empty() {
        return Ok(None);
    }
    builtin.extended(rows).map(Some).map_err(|e| e.to_string())
}
