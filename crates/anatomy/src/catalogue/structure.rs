//! One structure of the body, and what is known of it.

use serde::{Deserialize, Serialize};

use super::vocabulary::{Sex, Side, System, Tissue, Visibility};

/// A row of the [`Catalogue`](super::Catalogue). Only meaningful together with the catalogue it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StructureIndex(pub u16);

impl StructureIndex {
    /// The row number, for indexing arrays that run parallel to the catalogue.
    pub fn usize(self) -> usize {
        usize::from(self.0)
    }
}

/// The Medical Subject Heading nearest to a structure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeshDescriptor {
    /// Heading, as MeSH writes it ("Colon, Sigmoid").
    pub name: String,
    /// Unique identifier ("D012809").
    pub ui: String,
    /// Tree numbers.
    pub tree: Vec<String>,
    /// Whether the heading means this very structure rather than something broader.
    pub exact: bool,
}

/// How well a volume is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// An estimate.
    Low,
    /// From one body's mesh or a simple geometry.
    Medium,
    /// Counted in a reference phantom.
    High,
}

/// Measured facts about a structure in the torso of an adult, male unless said otherwise; `None` where unknown. Millimetres in the torso frame
/// (LPS, origin at the centre of the atlas box).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// Typical volume in millilitres.
    pub volume_ml: Option<f32>,
    /// How well the volume is known.
    pub volume_confidence: Option<Confidence>,
    /// Usual vertebral level in a person lying on the back ("T12-L3").
    pub vertebral_level: Option<String>,
    /// Typical calibre of a tubular structure.
    pub tube_diameter_mm: Option<f32>,
    /// Typical length of a tubular structure.
    pub tube_length_mm: Option<f32>,
    /// Centroid.
    pub centroid_mm: Option<[f32; 3]>,
    /// Lower and upper corner of the bounding box.
    pub box_mm: Option<([f32; 3], [f32; 3])>,
}

/// One structure of the body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Structure {
    /// Stable identifier in snake case ("left_kidney").
    pub id: String,
    /// English name ("left kidney").
    pub name: String,
    /// Latin name; may be empty.
    pub latin: String,
    /// Other English names.
    pub synonyms: Vec<String>,
    /// Side of the body.
    pub side: Side,
    /// Functional system.
    pub system: System,
    /// Tissue, which gives the look.
    pub tissue: Tissue,
    /// The structure this one is a part of.
    pub parent: Option<StructureIndex>,
    /// Whether the row only holds other structures together (a pair, a series) and never has voxels of its own.
    pub group: bool,
    /// Nearest Medical Subject Heading.
    pub mesh: Option<MeshDescriptor>,
    /// UBERON identifier; a sided structure may carry the unsided one.
    pub uberon: Option<String>,
    /// Foundational Model of Anatomy identifier; a sided structure may carry the unsided one.
    pub fma: Option<String>,
    /// Measured facts.
    pub facts: Facts,
    /// sRGB display colour.
    pub color: [u8; 3],
    /// How it is drawn at first.
    pub visibility: Visibility,
    /// Opacity of its ghost where it faces the viewer, 0 to 1, before the silhouette's share.
    pub ghost_opacity: f32,
    /// Whose body has it, where only one of the two does.
    pub sex: Option<Sex>,
}

impl Structure {
    /// The id without the side that it begins with: "kidney" for the left and for the right one, and for the pair.
    pub fn side_free_id(&self) -> &str {
        let prefix = match self.side {
            Side::Left => "left_",
            Side::Right => "right_",
            Side::Midline | Side::Both => "",
        };
        self.id.strip_prefix(prefix).unwrap_or(&self.id)
    }
}
