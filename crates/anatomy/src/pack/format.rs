//! What the files of a pack are called and hold.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Sex, Side, System, Tissue, Visibility};

/// Name of the label volume within a pack.
pub const LABELS: &str = "labels.nii.gz";
/// Name of the structure list within a pack.
pub const STRUCTURES: &str = "structures.json";
/// Name of the surfaces within a pack.
pub const MESHES: &str = "meshes.glb";

pub(super) const FORMAT: &str = "corpus-atlas-pack/1";
pub(super) const GUEST_FORMAT: &str = "corpus-atlas-pack/2";
pub(super) const SEXED_FORMAT: &str = "corpus-atlas-pack/3";
/// Bytes of `structures.json` read at most.
pub(super) const MAX_JSON: u64 = 16 << 20;

/// What a pack says about itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PackInfo {
    /// Name of the atlas, as shown to users.
    pub name: String,
    /// Licence in short ("CC-BY-4.0").
    pub license: String,
    /// Where a guest came from; nothing for the modelled torso.
    pub source: Option<PackSource>,
    /// Whose body it is, where the pack says so.
    pub sex: Option<Sex>,
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
    pub names: BTreeMap<String, Vec<String>>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct PackFile {
    pub(super) format: String,
    pub(super) name: String,
    pub(super) license: String,
    pub(super) frame: String,
    pub(super) dimensions: [usize; 3],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<SourceFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sex: Option<Sex>,
    pub(super) structures: Vec<PackStructure>,
}

/// [`PackSource`] without the names, which stand with the structures.
#[derive(Serialize, Deserialize)]
pub(super) struct SourceFile {
    pub(super) files: Vec<String>,
    pub(super) source_origin_mm: [f64; 3],
    pub(super) torso_frame: bool,
    pub(super) frame: String,
}

#[derive(Serialize, Deserialize)]
pub(super) struct PackStructure {
    /// 0 for a structure that has a surface but no voxels.
    pub(super) value: u16,
    pub(super) id: String,
    pub(super) name: String,
    pub(super) color: [u8; 3],
    pub(super) volume_ml: f32,
    pub(super) centroid_mm: Option<[f32; 3]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) source: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) own: Option<OwnStructure>,
}

/// What is needed to make a catalogue row of a structure that the built-in catalogue does not know.
#[derive(Serialize, Deserialize)]
pub(super) struct OwnStructure {
    #[serde(default)]
    pub(super) parent: Option<String>,
    pub(super) side: Side,
    pub(super) system: System,
    pub(super) tissue: Tissue,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) latin: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) synonyms: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) uberon: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fma: Option<String>,
    /// As system and tissue suggest when it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) visibility: Option<Visibility>,
    /// As the tissue suggests when it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ghost_opacity: Option<f32>,
}
