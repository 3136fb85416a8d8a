//! The atlas pack on disk: a folder of standard files.
//!
//! `labels.nii.gz` (values), `structures.json` (what each value means), `meshes.glb` (surfaces) and `LICENSE`.
//!
//! Version 1 of the format speaks of the built-in catalogue's structures alone. Version 2, which guests are written in,
//! adds structures that only this pack has, and where everything came from. Both are read.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::labels::LabelVolume;
use crate::{
    Atlas, AtlasError, Catalogue, Facts, Side, Structure, StructureIndex, StructureMesh, System,
    Tissue, Visibility, glb, nifti,
};

/// Name of the label volume within a pack.
pub const LABELS: &str = "labels.nii.gz";
/// Name of the structure list within a pack.
pub const STRUCTURES: &str = "structures.json";
/// Name of the surfaces within a pack.
pub const MESHES: &str = "meshes.glb";

const FORMAT: &str = "corpus-atlas-pack/1";
const GUEST_FORMAT: &str = "corpus-atlas-pack/2";
/// Bytes of `structures.json` read at most.
const MAX_JSON: u64 = 16 << 20;

/// What a pack says about itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PackInfo {
    /// Name of the atlas, as shown to users.
    pub name: String,
    /// Licence in short ("CC-BY-4.0").
    pub license: String,
    /// Where a guest came from; nothing for the modelled torso.
    pub source: Option<PackSource>,
}

/// Where the structures of a guest came from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PackSource {
    /// Names of the files read, without their folders.
    pub files: Vec<String>,
    /// Point of the source's frame, as LPS mm, at which the pack's origin lies: source = pack + this. All zero when the
    /// source was moved into the torso frame.
    pub source_origin_mm: [f64; 3],
    /// Whether the pack lies in the torso frame, so that its places can be compared with those of the modelled torso.
    pub torso_frame: bool,
    /// The change of axes from the source's coordinates to LPS mm ("x=1000x; y=-1000z; z=1000y").
    pub frame: String,
    /// For each structure id, what it was called in the source.
    pub names: std::collections::BTreeMap<String, Vec<String>>,
}

#[derive(Serialize, Deserialize)]
struct PackFile {
    format: String,
    name: String,
    license: String,
    frame: String,
    dimensions: [usize; 3],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<SourceFile>,
    structures: Vec<PackStructure>,
}

/// [`PackSource`] without the names, which stand with the structures.
#[derive(Serialize, Deserialize)]
struct SourceFile {
    files: Vec<String>,
    source_origin_mm: [f64; 3],
    torso_frame: bool,
    frame: String,
}

#[derive(Serialize, Deserialize)]
struct PackStructure {
    /// 0 for a structure that has a surface but no voxels.
    value: u16,
    id: String,
    name: String,
    color: [u8; 3],
    volume_ml: f32,
    centroid_mm: Option<[f32; 3]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    source: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    own: Option<OwnStructure>,
}

/// What is needed to make a catalogue row of a structure that the built-in catalogue does not know.
#[derive(Serialize, Deserialize)]
struct OwnStructure {
    #[serde(default)]
    parent: Option<String>,
    side: Side,
    system: System,
    tissue: Tissue,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    latin: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    synonyms: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    uberon: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fma: Option<String>,
    /// As system and tissue suggest when it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    visibility: Option<Visibility>,
    /// As the tissue suggests when it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ghost_opacity: Option<f32>,
}

/// Writes a pack: labels, structure list, surfaces and licence. The same atlas always gives the same bytes.
///
/// # Errors
/// When a file cannot be written.
pub fn write_pack(dir: &Path, atlas: &Atlas, meshes: &[StructureMesh]) -> Result<(), AtlasError> {
    fs::create_dir_all(dir).map_err(AtlasError::io(dir))?;
    let catalogue = atlas.catalogue();
    let info = atlas.pack_info();
    // Values count up over the structures that have voxels, so that one byte suffices where it can.
    let value_of: HashMap<u16, u16> = atlas
        .present()
        .iter()
        .enumerate()
        .map(|(n, s)| (s.0 + 1, n as u16 + 1))
        .collect();
    let round = |v: f32| (v * 100.0).round() / 100.0;
    let structures = catalogue.indices().filter_map(|s| {
        let structure = catalogue.get(s);
        let value = value_of.get(&(s.0 + 1)).copied();
        if value.is_none() && !atlas.is_own(s) {
            return None;
        }
        Some(PackStructure {
            value: value.unwrap_or(0),
            id: structure.id.clone(),
            name: structure.name.clone(),
            color: structure.color,
            volume_ml: round(atlas.volume_ml(s)),
            centroid_mm: atlas.centroid_mm(s).map(|c| c.map(round)),
            source: info
                .source
                .as_ref()
                .and_then(|source| source.names.get(&structure.id).cloned())
                .unwrap_or_default(),
            own: atlas.is_own(s).then(|| OwnStructure {
                parent: structure.parent.map(|p| catalogue.get(p).id.clone()),
                side: structure.side,
                system: structure.system,
                tissue: structure.tissue,
                latin: structure.latin.clone(),
                synonyms: structure.synonyms.clone(),
                uberon: structure.uberon.clone(),
                fma: structure.fma.clone(),
                visibility: Some(structure.visibility)
                    .filter(|v| *v != Visibility::of(structure.system, structure.tissue)),
                ghost_opacity: Some(structure.ghost_opacity)
                    .filter(|o| *o != structure.tissue.ghost_opacity()),
            }),
        })
    });
    let or = |text: &str, default: &str| if text.is_empty() { default } else { text }.to_owned();
    let file = PackFile {
        format: match info.source {
            Some(_) => GUEST_FORMAT,
            None => FORMAT,
        }
        .into(),
        name: or(&info.name, "Corpus Atlas modelled torso"),
        license: or(&info.license, "CC-BY-4.0"),
        frame: "LPS millimetres, 1 mm voxels, origin at the centre of the grid".into(),
        dimensions: atlas.labels().dims(),
        source: info.source.as_ref().map(|s| SourceFile {
            files: s.files.clone(),
            source_origin_mm: s.source_origin_mm,
            torso_frame: s.torso_frame,
            frame: s.frame.clone(),
        }),
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
    let (copyright, license) = match &info.source {
        Some(source) => (
            format!("{}, {}", file.license, file.name),
            format!(
                "{}\n\nLicence as given by whoever imported it: {}\nFiles: {}\n\nThe labels and surfaces here were made from \
                 those files by Corpus Atlas.\n",
                file.name,
                file.license,
                source.files.join(", ")
            ),
        ),
        None => (
            "CC BY 4.0, the Corpus Atlas authors".to_owned(),
            include_str!("../data/ATLAS-LICENSE.txt").to_owned(),
        ),
    };
    glb::write_meshes(&dir.join(MESHES), catalogue, meshes, &copyright)?;
    let path = dir.join("LICENSE");
    fs::write(&path, license).map_err(AtlasError::io(&path))
}

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
    if ![FORMAT, GUEST_FORMAT].contains(&file.format.as_str()) {
        return Err(AtlasError::format(
            &json,
            "format",
            format!(
                "{:?} is neither {FORMAT:?} nor {GUEST_FORMAT:?}",
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
        });
    }
    if rows.is_empty() {
        return Ok(None);
    }
    builtin.extended(rows).map(Some).map_err(|e| e.to_string())
}
