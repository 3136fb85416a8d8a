//! The structures the atlas knows: names, identifiers, hierarchy, side and a few measured facts.
//!
//! The table is embedded ([`Catalogue::builtin`]) because every other part of the program (grounding classes, the body
//! tree, searches, the modelled torso) speaks about structures by the ids given there. Ids never change once released.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A row of the [`Catalogue`]. Only meaningful together with the catalogue it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StructureIndex(pub u16);

impl StructureIndex {
    /// The row number, for indexing arrays that run parallel to the catalogue.
    pub fn usize(self) -> usize {
        usize::from(self.0)
    }
}

/// Which side of the body a structure belongs to (the patient's own left and right).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The patient's left (positive x).
    Left,
    /// The patient's right (negative x).
    Right,
    /// Unpaired, on or near the midline.
    Midline,
    /// Extends over both sides, or stands for a left and a right part.
    Both,
}

/// The functional system a structure is filed under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum System {
    /// Airways and lungs.
    Respiratory,
    /// Gut, liver, pancreas, peritoneal folds and visceral fat.
    Digestive,
    /// Heart and vessels.
    Cardiovascular,
    /// Kidneys, ureters, bladder, urethra.
    Urinary,
    /// Male reproductive organs.
    Reproductive,
    /// Thyroid and adrenal glands.
    Endocrine,
    /// Spleen and thymus.
    Lymphatic,
    /// Spinal cord.
    Nervous,
    /// Bones, cartilages, muscles, diaphragm.
    Musculoskeletal,
    /// Skin and subcutaneous fat.
    Integument,
}

impl System {
    /// All systems, in the catalogue's order.
    pub const ALL: [System; 10] = [
        System::Respiratory,
        System::Digestive,
        System::Cardiovascular,
        System::Urinary,
        System::Reproductive,
        System::Endocrine,
        System::Lymphatic,
        System::Nervous,
        System::Musculoskeletal,
        System::Integument,
    ];

    /// The English name, capitalised, as shown to users.
    pub fn name(self) -> &'static str {
        match self {
            System::Respiratory => "Respiratory",
            System::Digestive => "Digestive",
            System::Cardiovascular => "Cardiovascular",
            System::Urinary => "Urinary",
            System::Reproductive => "Reproductive",
            System::Endocrine => "Endocrine",
            System::Lymphatic => "Lymphatic",
            System::Nervous => "Nervous",
            System::Musculoskeletal => "Musculoskeletal",
            System::Integument => "Integument",
        }
    }
}

/// What a structure is made of, as far as its look is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tissue {
    /// Lung parenchyma.
    Lung,
    /// Heart muscle.
    Heart,
    /// Vessels with oxygenated blood.
    Artery,
    /// Vessels with deoxygenated blood; the pulmonary arteries are drawn so by convention.
    Vein,
    /// Liver.
    Liver,
    /// Gallbladder and bile ducts.
    Bile,
    /// Stomach and oesophagus.
    Stomach,
    /// Duodenum, jejunum, ileum.
    SmallBowel,
    /// Colon to anal canal.
    LargeBowel,
    /// Pancreas.
    Pancreas,
    /// Spleen.
    Spleen,
    /// Kidney.
    Kidney,
    /// Adrenal gland.
    Adrenal,
    /// Bladder, ureter, renal pelvis, urethra.
    Bladder,
    /// Glands and male reproductive organs.
    Gland,
    /// Bone.
    Bone,
    /// Cartilage, airway wall, intervertebral disc.
    Cartilage,
    /// Skeletal muscle and diaphragm.
    Muscle,
    /// Tendinous sheets.
    Tendon,
    /// Nervous tissue.
    Nerve,
    /// Serous sacs.
    Serous,
    /// Fat, mesentery and omentum.
    Fat,
    /// Skin.
    Skin,
}

impl Tissue {
    /// sRGB colour as anatomists expect it, slightly desaturated.
    pub fn color(self) -> [u8; 3] {
        match self {
            Tissue::Lung => [0xD9, 0xA7, 0xA0],
            Tissue::Heart => [0xA8, 0x43, 0x3F],
            Tissue::Artery => [0xC8, 0x37, 0x2D],
            Tissue::Vein => [0x3D, 0x6C, 0xB3],
            Tissue::Liver => [0x7A, 0x3B, 0x2E],
            Tissue::Bile => [0x4E, 0x8A, 0x4A],
            Tissue::Stomach => [0xD8, 0xA4, 0x8A],
            Tissue::SmallBowel => [0xCF, 0x94, 0x78],
            Tissue::LargeBowel => [0xB9, 0x82, 0x6A],
            Tissue::Pancreas => [0xE0, 0xBE, 0x7C],
            Tissue::Spleen => [0x6E, 0x31, 0x48],
            Tissue::Kidney => [0x8C, 0x4A, 0x3C],
            Tissue::Adrenal => [0xD9, 0xA4, 0x41],
            Tissue::Bladder => [0xD9, 0xC9, 0x8A],
            Tissue::Gland => [0xC9, 0x8B, 0xA0],
            Tissue::Bone => [0xE7, 0xDF, 0xC8],
            Tissue::Cartilage => [0xBF, 0xD3, 0xD6],
            Tissue::Muscle => [0x8E, 0x3B, 0x34],
            Tissue::Tendon => [0xD8, 0xCF, 0xBE],
            Tissue::Nerve => [0xE8, 0xD3, 0x6B],
            Tissue::Serous => [0xC9, 0x8F, 0x86],
            Tissue::Fat => [0xE6, 0xCF, 0x8B],
            Tissue::Skin => [0xC9, 0x9D, 0x83],
        }
    }

    /// Whether this is muscle, or the tendon that a muscle ends in.
    pub fn is_muscle(self) -> bool {
        matches!(self, Tissue::Muscle | Tissue::Tendon)
    }

    /// Opacity of a ghost of this tissue where it faces the viewer, 0 to 1, for a structure that the built-in table does not
    /// list: the outer the thinner.
    pub fn ghost_opacity(self) -> f32 {
        match self {
            Tissue::Skin => 0.13,
            Tissue::Cartilage => 0.26,
            Tissue::Lung => 0.42,
            _ => 0.30,
        }
    }
}

/// How a structure is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Solid.
    Shown,
    /// Translucent; clicks pass through it to what is solid behind.
    Ghost,
    /// Not drawn, not clicked.
    Hidden,
}

impl Visibility {
    /// The first look of a structure of which only system and tissue are known, as of one that an imported atlas brings:
    /// organs and vessels solid, lungs and skeleton as ghosts around them; muscles, fat and skin hidden.
    pub fn of(system: System, tissue: Tissue) -> Visibility {
        match (system, tissue) {
            (System::Integument, _) | (_, Tissue::Fat) => Visibility::Hidden,
            (System::Musculoskeletal, tissue) if tissue.is_muscle() => Visibility::Hidden,
            (System::Musculoskeletal, _) | (_, Tissue::Lung) => Visibility::Ghost,
            _ => Visibility::Shown,
        }
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

/// Measured facts about a structure in the adult male torso; `None` where unknown. Millimetres in the torso frame
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
struct Row {
    id: String,
    parent: String,
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
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Row,
    Group,
}

/// All structures, parents before their parts, with the look-ups built once.
#[derive(Debug, Clone)]
pub struct Catalogue {
    structures: Vec<Structure>,
    children: Vec<Vec<StructureIndex>>,
    twins: Vec<Option<StructureIndex>>,
    by_id: HashMap<String, StructureIndex>,
    by_name: HashMap<String, StructureIndex>,
    by_mesh: HashMap<String, Vec<StructureIndex>>,
}

static BUILTIN: LazyLock<Catalogue> = LazyLock::new(|| {
    // The table is part of the program and checked by the tests; a fault here is a fault of the build.
    Catalogue::parse(include_str!("../data/structures.csv"))
        .unwrap_or_else(|e| panic!("built-in {e}"))
});

impl Catalogue {
    /// The structures this program was built with.
    pub fn builtin() -> &'static Catalogue {
        &BUILTIN
    }

    /// Reads a structure table (see `data/structures.csv` for the layout).
    ///
    /// # Errors
    /// The first malformed row, unknown parent, parent after its part, or repeated id.
    pub fn parse(csv_text: &str) -> Result<Catalogue, CatalogueError> {
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(csv_text.as_bytes());
        let mut structures: Vec<Structure> = Vec::new();
        let mut by_id: HashMap<String, StructureIndex> = HashMap::new();
        for (n, row) in reader.deserialize::<Row>().enumerate() {
            let row = row?;
            let index = u16::try_from(n)
                .map(StructureIndex)
                .map_err(|_| row.fault(n, "more than 65,536 structures"))?;
            let parent = match row.parent.as_str() {
                "" => None,
                id => match by_id.get(id) {
                    Some(p) => Some(*p),
                    None => return Err(row.fault(n, "its parent is unknown or comes later")),
                },
            };
            if row.id.is_empty() || by_id.insert(row.id.clone(), index).is_some() {
                return Err(row.fault(n, "the id is empty or used twice"));
            }
            structures.push(row.into_structure(n, parent)?);
        }
        Ok(Catalogue::index(structures, by_id))
    }

    /// This catalogue with rows appended, for an atlas that holds structures this one does not know. The rows already
    /// there keep their indices, and a name that both use keeps meaning the earlier row.
    ///
    /// # Errors
    /// When an id is empty or taken, a parent does not come before its part, or there are more than 65,535 rows.
    pub fn extended(
        &self,
        rows: impl IntoIterator<Item = Structure>,
    ) -> Result<Catalogue, CatalogueError> {
        let mut structures = self.structures.clone();
        let mut by_id = self.by_id.clone();
        for row in rows {
            let n = structures.len();
            let fault = |reason: &str| CatalogueError::Row {
                row: n + 1,
                id: row.id.clone(),
                reason: reason.into(),
            };
            // One less than the indices would allow: labels are the row plus one.
            if n >= usize::from(u16::MAX) {
                return Err(fault("more than 65,535 structures"));
            }
            if row.parent.is_some_and(|p| p.usize() >= n) {
                return Err(fault("its parent is unknown or comes later"));
            }
            if row.id.is_empty()
                || by_id
                    .insert(row.id.clone(), StructureIndex(n as u16))
                    .is_some()
            {
                return Err(fault("the id is empty or used twice"));
            }
            structures.push(row);
        }
        Ok(Catalogue::index(structures, by_id))
    }

    fn index(structures: Vec<Structure>, by_id: HashMap<String, StructureIndex>) -> Catalogue {
        let mut children = vec![Vec::new(); structures.len()];
        let mut by_name = HashMap::new();
        let mut by_mesh: HashMap<String, Vec<StructureIndex>> = HashMap::new();
        let all = || {
            structures
                .iter()
                .enumerate()
                .map(|(n, s)| (StructureIndex(n as u16), s))
        };
        for (index, s) in all() {
            if let Some(parent) = s.parent {
                children[parent.usize()].push(index);
            }
            if let Some(mesh) = &s.mesh {
                by_mesh.entry(fold(&mesh.name)).or_default().push(index);
            }
        }
        let mut half_of: HashMap<(&str, Side), StructureIndex> = HashMap::new();
        for (index, s) in all().filter(|(_, s)| s.side_free_id() != s.id) {
            half_of.entry((s.side_free_id(), s.side)).or_insert(index);
        }
        let twins = structures
            .iter()
            .map(|s| {
                let other = match s.side {
                    Side::Left => Side::Right,
                    Side::Right => Side::Left,
                    Side::Midline | Side::Both => return None,
                };
                let base = s.side_free_id();
                (base != s.id)
                    .then(|| half_of.get(&(base, other)).copied())
                    .flatten()
            })
            .collect();
        // An id wins over a name, a name over a synonym, a synonym over Latin; among equals the first row wins.
        for (index, s) in all() {
            by_name.entry(fold(&s.id)).or_insert(index);
        }
        for (index, s) in all() {
            by_name.entry(fold(&s.name)).or_insert(index);
        }
        for (index, s) in all() {
            for synonym in &s.synonyms {
                by_name.entry(fold(synonym)).or_insert(index);
            }
        }
        for (index, s) in all() {
            for latin in s.latin.split(';').map(str::trim).filter(|l| !l.is_empty()) {
                by_name.entry(fold(latin)).or_insert(index);
            }
        }
        Catalogue {
            structures,
            children,
            twins,
            by_id,
            by_name,
            by_mesh,
        }
    }

    /// All structures, in the catalogue's order (a parent before its parts, systems together).
    pub fn structures(&self) -> &[Structure] {
        &self.structures
    }

    /// All indices, in the catalogue's order.
    pub fn indices(&self) -> impl Iterator<Item = StructureIndex> + use<> {
        (0..self.structures.len() as u16).map(StructureIndex)
    }

    /// The structure with this exact id.
    pub fn index_of(&self, id: &str) -> Option<StructureIndex> {
        self.by_id.get(id).copied()
    }

    /// The structure in a row.
    ///
    /// # Panics
    /// When the index is from another, larger catalogue.
    pub fn get(&self, index: StructureIndex) -> &Structure {
        &self.structures[index.usize()]
    }

    /// The immediate parts of a structure.
    pub fn children(&self, index: StructureIndex) -> &[StructureIndex] {
        &self.children[index.usize()]
    }

    /// The structures at the ends of the hierarchy below a structure; the structure itself when it has no parts.
    pub fn leaves(&self, index: StructureIndex) -> Vec<StructureIndex> {
        let parts = self.parts(index);
        parts
            .into_iter()
            .filter(|p| self.children(*p).is_empty())
            .collect()
    }

    /// A structure and everything below it, itself first. A parent can have voxels that belong to none of its named
    /// parts (the kidney's cortex), so this, not [`Catalogue::leaves`], is the whole of it.
    pub fn parts(&self, index: StructureIndex) -> Vec<StructureIndex> {
        let mut out = vec![index];
        let mut next = 0;
        while let Some(&part) = out.get(next) {
            out.extend_from_slice(self.children(part));
            next += 1;
        }
        out
    }

    /// A structure's containers, nearest first.
    pub fn ancestors(&self, index: StructureIndex) -> impl Iterator<Item = StructureIndex> + '_ {
        std::iter::successors(self.get(index).parent, |i| self.get(*i).parent)
    }

    /// Whether `part` is `whole` or lies below it.
    pub fn is_part_of(&self, part: StructureIndex, whole: StructureIndex) -> bool {
        part == whole || self.ancestors(part).any(|a| a == whole)
    }

    /// The same structure on the other side of the body: the right kidney of the left one, the right ventricle of the left.
    pub fn twin(&self, index: StructureIndex) -> Option<StructureIndex> {
        self.twins[index.usize()]
    }

    /// The twin of a structure or, when it has none of its own, of the nearest container that has one: the left lung's of the
    /// middle lobe of the right.
    pub fn opposite(&self, index: StructureIndex) -> Option<StructureIndex> {
        std::iter::once(index)
            .chain(self.ancestors(index))
            .find_map(|i| self.twin(i))
    }

    /// The left and the right half of a structure that is just these two (the lung; not the bronchi, which are more than the
    /// two main ones).
    pub fn halves(&self, index: StructureIndex) -> Option<(StructureIndex, StructureIndex)> {
        let &[a, b] = self.children(index) else {
            return None;
        };
        let named = self.get(a).side_free_id() == self.get(index).id;
        (named && self.twin(a) == Some(b)).then(|| match self.get(a).side {
            Side::Left => (a, b),
            _ => (b, a),
        })
    }

    /// The structure of whose two [`Catalogue::halves`] this is one.
    pub fn pair(&self, index: StructureIndex) -> Option<StructureIndex> {
        let whole = self.get(index).parent?;
        self.halves(whole).map(|_| whole)
    }

    /// [`Structure::side_free_id`] of a row.
    pub fn side_free_id(&self, index: StructureIndex) -> &str {
        self.get(index).side_free_id()
    }

    /// The structures filed under a Medical Subject Heading (any letter case).
    pub fn by_mesh_heading(&self, heading: &str) -> Vec<StructureIndex> {
        self.by_mesh
            .get(&fold(heading))
            .cloned()
            .unwrap_or_default()
    }

    /// The structure with this id, name, synonym or Latin name, in any letter case; underscores count as spaces.
    pub fn find_by_name(&self, name: &str) -> Option<StructureIndex> {
        self.by_name.get(&fold(name)).copied()
    }
}

impl Row {
    fn fault(&self, n: usize, reason: impl Into<String>) -> CatalogueError {
        CatalogueError::Row {
            row: n + 1,
            id: self.id.clone(),
            reason: reason.into(),
        }
    }

    fn into_structure(
        self,
        n: usize,
        parent: Option<StructureIndex>,
    ) -> Result<Structure, CatalogueError> {
        let centroid_mm = numbers::<3>(&self.centroid_mm).map_err(|e| self.fault(n, e))?;
        let box_mm = numbers::<6>(&self.box_mm)
            .map_err(|e| self.fault(n, e))?
            .map(|b| ([b[0], b[1], b[2]], [b[3], b[4], b[5]]));
        let mesh = (!self.mesh.is_empty()).then(|| MeshDescriptor {
            name: self.mesh.clone(),
            ui: self.mesh_id.clone(),
            tree: list(&self.mesh_trees),
            exact: self.mesh_match == "exact",
        });
        if !(0.0..=1.0).contains(&self.ghost_opacity) {
            return Err(self.fault(n, "the opacity of its ghost is not between 0 and 1"));
        }
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
            color: self.tissue.color(),
            visibility: self.visibility,
            ghost_opacity: self.ghost_opacity,
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

fn fold(name: &str) -> String {
    name.trim().replace('_', " ").to_lowercase()
}
