//! The vocabularies of the structure table: side, system, tissue and how a structure is drawn.

use serde::{Deserialize, Serialize};

/// Whose body a structure belongs to, where only one of the two has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sex {
    /// Prostate, testis ...
    Male,
    /// Uterus, ovary, female breast ...
    Female,
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

/// A region of the body, after the regions of Terminologia Anatomica. Of neck and limbs a torso has what is next to the trunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Region {
    /// Collum.
    Neck,
    /// Thorax: the wall of the chest, the breast, and what lies above the diaphragm, which belongs to it.
    Thorax,
    /// Abdomen: its wall, and what lies between diaphragm and pelvic inlet.
    Abdomen,
    /// Pelvis and perineum.
    Pelvis,
    /// Dorsum: the vertebral column above the sacrum with the spinal cord, and the muscles behind it.
    Back,
    /// Membrum superius: shoulder, axilla, arm.
    UpperLimb,
    /// Membrum inferius: gluteal region, thigh.
    LowerLimb,
}

impl Region {
    /// All regions, from above to below.
    pub const ALL: [Region; 7] = [
        Region::Neck,
        Region::Thorax,
        Region::Abdomen,
        Region::Pelvis,
        Region::Back,
        Region::UpperLimb,
        Region::LowerLimb,
    ];
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
    /// Uterus, uterine tubes, vagina.
    Uterus,
}

impl Tissue {
    /// sRGB colour as anatomists expect it, slightly desaturated, for a structure that the built-in table does not list.
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
            Tissue::Uterus => [0xC0, 0x74, 0x7C],
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
    /// organs and vessels solid, lungs and skeleton as ghosts around them; muscles, fat and skin hidden. What is known least
    /// (a name that matched nothing) must be seen.
    pub fn of(system: System, tissue: Tissue) -> Visibility {
        match (system, tissue) {
            (System::Integument, _) | (_, Tissue::Fat) => Visibility::Hidden,
            (System::Musculoskeletal, Tissue::Muscle) => Visibility::Hidden,
            (System::Musculoskeletal, _) | (_, Tissue::Lung) => Visibility::Ghost,
            _ => Visibility::Shown,
        }
    }
}
