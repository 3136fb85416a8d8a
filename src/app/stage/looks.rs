//! The numbers behind each tissue's look. Sizes are mm; the rest are shares. What a column means is said at [`Look`].

use anatomy::{Structure, System, Tissue};
use bevy::prelude::*;
use bevy::render::render_resource::ShaderType;

/// Whether tissues are drawn with their patterns.
#[derive(Resource, PartialEq)]
pub struct Detail(pub bool);

impl Default for Detail {
    fn default() -> Self {
        Self(true)
    }
}

/// The level of detail of the surfaces that are drawn, 0 the finest.
#[derive(Resource, Default)]
pub struct Level(pub usize);

/// Tissues that look different; the shaders count them, too (`shaders/tissue.wgsl`).
pub const LOOKS: usize = 26;

/// How a tissue looks, as the shaders take it.
#[derive(Clone, Copy, Debug, Default, PartialEq, ShaderType)]
pub struct Look {
    /// Wet highlight, broad sheen, light that scatters under the surface, darkening of hollows.
    pub light: Vec4,
    /// Large patches: size, share of colour, height, times longer along the fibres.
    pub coarse: Vec4,
    /// Bundles: the same.
    pub middle: Vec4,
    /// Grain: size, share of colour, height, and how many of its valleys are pores.
    pub fine: Vec4,
    /// Lobules: size, how much of the second colour the lines between them have, height, difference of their colours.
    pub lobules: Vec4,
    /// The colour of what lies between or upon (sRGB here, linear in the shaders), and how much of it there is between bundles.
    pub second: Vec4,
    /// Folds across a tube, bands along it, fine vessels, second colour in hollows.
    pub extra: Vec4,
    /// On a cut face: darkness of what a wall holds, spots of vessels or bronchi, spongy beams, bundles.
    pub cut: Vec4,
    /// The colour within a wall or rim as a multiple of the tissue's own, and the grain on a cut face.
    pub inner: Vec4,
}

const fn v(x: f32, y: f32, z: f32, w: f32) -> Vec4 {
    Vec4::new(x, y, z, w)
}

/// What most organs are like.
const PLAIN: Look = Look {
    light: v(0.55, 0.4, 0.5, 0.5),
    coarse: v(15.0, 0.07, 0.22, 1.0),
    middle: v(3.6, 0.04, 0.035, 1.0),
    fine: v(1.1, 0.03, 0.006, 0.0),
    lobules: v(6.0, 0.0, 0.0, 0.0),
    second: v(0.80, 0.68, 0.58, 0.0),
    extra: v(0.0, 0.0, 0.0, 0.0),
    cut: v(0.0, 0.0, 0.0, 0.0),
    inner: v(1.0, 1.0, 1.0, 0.10),
};
/// Lobules with fine grey lines, wet pleura; bronchi and vessels in a sponge.
const LUNG: Look = Look {
    light: v(0.42, 0.5, 0.7, 0.4),
    coarse: v(22.0, 0.05, 0.22, 1.0),
    fine: v(1.3, 0.05, 0.006, 0.3),
    lobules: v(11.0, 0.17, 0.06, 0.03),
    second: v(0.50, 0.44, 0.46, 0.0),
    cut: v(0.0, 0.9, 0.0, 0.0),
    inner: v(1.0, 1.0, 1.0, 0.20),
    ..PLAIN
};
/// Oblique fibres, yellow fat in the grooves, vessels on it.
const HEART: Look = Look {
    light: v(0.85, 0.4, 0.5, 0.35),
    coarse: v(13.0, 0.08, 0.25, 2.0),
    middle: v(1.9, 0.06, 0.035, 7.0),
    second: v(0.88, 0.74, 0.46, 0.0),
    lobules: v(5.0, 0.0, 0.05, 0.02),
    extra: v(0.0, 0.0, 0.5, 1.0),
    cut: v(0.8, 0.0, 0.0, 0.2),
    inner: v(0.62, 0.42, 0.42, 0.12),
    ..PLAIN
};
/// Smooth and wet.
const ARTERY: Look = Look {
    light: v(0.9, 0.4, 0.45, 0.3),
    coarse: v(14.0, 0.06, 0.08, 2.0),
    middle: v(2.2, 0.03, 0.02, 6.0),
    fine: v(0.8, 0.02, 0.006, 0.0),
    cut: v(1.0, 0.0, 0.0, 0.0),
    inner: v(0.60, 0.42, 0.42, 0.05),
    ..PLAIN
};
const VEIN: Look = Look {
    inner: v(0.60, 0.55, 0.70, 0.05),
    ..ARTERY
};
/// A smooth capsule over fine grain; vessels in it.
const LIVER: Look = Look {
    light: v(0.95, 0.35, 0.35, 0.4),
    coarse: v(19.0, 0.09, 0.25, 1.0),
    middle: v(3.0, 0.05, 0.012, 1.0),
    lobules: v(2.6, 0.12, 0.002, 0.06),
    second: v(0.62, 0.38, 0.30, 0.0),
    cut: v(0.0, 1.0, 0.0, 0.0),
    inner: v(1.0, 1.0, 1.0, 0.12),
    fine: v(1.1, 0.03, 0.002, 0.0),
    ..PLAIN
};
const BILE: Look = Look {
    light: v(0.95, 0.4, 0.6, 0.4),
    extra: v(0.0, 0.0, 0.45, 0.0),
    cut: v(1.0, 0.0, 0.0, 0.0),
    inner: v(0.70, 0.75, 0.45, 0.05),
    ..PLAIN
};
/// Wet serosa with fine vessels.
const STOMACH: Look = Look {
    light: v(0.75, 0.4, 0.6, 0.5),
    coarse: v(17.0, 0.07, 0.30, 1.0),
    middle: v(3.4, 0.05, 0.05, 2.5),
    extra: v(0.0, 0.0, 0.55, 0.0),
    cut: v(1.0, 0.0, 0.0, 0.0),
    inner: v(0.80, 0.55, 0.47, 0.08),
    ..PLAIN
};
/// Folds shine through a thin wall; vessels cross it.
const SMALL_BOWEL: Look = Look {
    light: v(0.85, 0.4, 0.65, 0.55),
    coarse: v(12.0, 0.08, 0.22, 1.0),
    middle: v(2.8, 0.05, 0.05, 1.0),
    extra: v(1.0, 0.0, 0.6, 0.0),
    cut: v(1.0, 0.0, 0.0, 0.0),
    inner: v(0.80, 0.56, 0.46, 0.08),
    ..PLAIN
};
/// Three bands along it, fat on it.
const LARGE_BOWEL: Look = Look {
    light: v(0.7, 0.4, 0.55, 0.6),
    coarse: v(14.0, 0.08, 0.28, 1.0),
    middle: v(3.0, 0.05, 0.045, 1.0),
    extra: v(0.3, 1.0, 0.5, 0.0),
    cut: v(1.0, 0.0, 0.0, 0.0),
    inner: v(0.74, 0.56, 0.44, 0.10),
    ..PLAIN
};
/// Lobulated.
const PANCREAS: Look = Look {
    light: v(0.5, 0.4, 0.5, 0.5),
    lobules: v(5.5, 0.30, 0.34, 0.06),
    second: v(0.66, 0.46, 0.30, 0.0),
    cut: v(0.0, 0.25, 0.0, 0.0),
    ..PLAIN
};
const SPLEEN: Look = Look {
    light: v(0.9, 0.35, 0.35, 0.4),
    coarse: v(17.0, 0.09, 0.25, 1.0),
    lobules: v(2.2, 0.12, 0.002, 0.07),
    second: v(0.62, 0.40, 0.46, 0.0),
    cut: v(0.0, 0.35, 0.0, 0.0),
    inner: v(1.0, 1.0, 1.0, 0.14),
    middle: v(3.0, 0.05, 0.012, 1.0),
    fine: v(1.1, 0.03, 0.002, 0.0),
    ..PLAIN
};
const KIDNEY: Look = Look {
    light: v(0.9, 0.35, 0.35, 0.4),
    coarse: v(18.0, 0.08, 0.30, 1.0),
    lobules: v(3.0, 0.08, 0.002, 0.05),
    second: v(0.66, 0.42, 0.34, 0.0),
    extra: v(0.0, 0.0, 0.35, 0.0),
    inner: v(1.0, 1.0, 1.0, 0.13),
    middle: v(3.0, 0.05, 0.012, 1.0),
    fine: v(1.1, 0.03, 0.002, 0.0),
    ..PLAIN
};
/// The pyramids of a kidney: striped and darker.
const MEDULLA: Look = Look {
    middle: v(1.4, 0.10, 0.04, 5.0),
    cut: v(0.0, 0.0, 0.0, 0.35),
    inner: v(1.0, 1.0, 1.0, 0.24),
    ..KIDNEY
};
const ADRENAL: Look = Look {
    lobules: v(3.2, 0.12, 0.06, 0.05),
    second: v(0.60, 0.40, 0.18, 0.0),
    ..PLAIN
};
const BLADDER: Look = Look {
    light: v(0.75, 0.4, 0.65, 0.45),
    middle: v(3.0, 0.06, 0.04, 3.0),
    second: v(0.84, 0.62, 0.50, 0.05),
    extra: v(0.0, 0.0, 0.5, 0.0),
    cut: v(1.0, 0.0, 0.0, 0.0),
    inner: v(0.86, 0.78, 0.60, 0.06),
    ..PLAIN
};
const GLAND: Look = Look {
    light: v(0.6, 0.4, 0.55, 0.5),
    lobules: v(4.0, 0.10, 0.06, 0.05),
    second: v(0.86, 0.70, 0.70, 0.0),
    extra: v(0.0, 0.0, 0.40, 0.0),
    ..PLAIN
};
/// Dull warm ivory, darker in its hollows, with pores; marrow within its rim.
const BONE: Look = Look {
    light: v(0.10, 0.55, 0.25, 0.85),
    coarse: v(11.0, 0.028, 0.26, 1.6),
    middle: v(2.4, 0.03, 0.045, 3.0),
    fine: v(0.8, 0.035, 0.012, 0.2),
    second: v(0.84, 0.76, 0.62, 0.0),
    cut: v(0.0, 0.0, 1.0, 0.0),
    inner: v(0.74, 0.50, 0.34, 0.05),
    ..PLAIN
};
/// Smooth, bluish, lets light through.
const CARTILAGE: Look = Look {
    light: v(0.5, 0.7, 0.5, 0.5),
    coarse: v(10.0, 0.05, 0.16, 1.0),
    middle: v(2.4, 0.025, 0.02, 1.0),
    inner: v(1.0, 1.0, 1.0, 0.05),
    ..PLAIN
};
/// The walls of the airways.
const AIRWAY: Look = Look {
    cut: v(1.0, 0.0, 0.0, 0.0),
    inner: v(0.35, 0.38, 0.42, 0.04),
    ..CARTILAGE
};
/// Bundles of fibres under a silky fascia.
const MUSCLE: Look = Look {
    light: v(0.3, 0.8, 0.35, 0.6),
    coarse: v(8.0, 0.1, 0.36, 9.0),
    middle: v(2.6, 0.12, 0.18, 14.0),
    fine: v(0.9, 0.07, 0.03, 0.0),
    second: v(0.7, 0.42, 0.36, 0.12),
    cut: v(0.0, 0.0, 0.0, 0.8),
    inner: v(1.0, 1.0, 1.0, 0.12),
    ..PLAIN
};
/// Pale silk.
const TENDON: Look = Look {
    light: v(0.3, 1.2, 0.3, 0.5),
    coarse: v(7.0, 0.06, 0.20, 8.0),
    middle: v(1.7, 0.09, 0.07, 16.0),
    fine: v(0.7, 0.05, 0.02, 0.0),
    second: v(0.95, 0.92, 0.86, 0.30),
    cut: v(0.0, 0.0, 0.0, 0.6),
    ..PLAIN
};
const NERVE: Look = Look {
    light: v(0.5, 0.7, 0.4, 0.4),
    middle: v(1.2, 0.06, 0.04, 14.0),
    second: v(0.97, 0.92, 0.74, 0.12),
    inner: v(1.0, 1.0, 1.0, 0.06),
    ..PLAIN
};
const SEROUS: Look = Look {
    light: v(0.9, 0.5, 0.7, 0.4),
    coarse: v(14.0, 0.06, 0.18, 1.0),
    extra: v(0.0, 0.0, 0.65, 0.10),
    second: v(0.90, 0.78, 0.50, 0.0),
    ..PLAIN
};
/// Yellow lobules.
const FAT: Look = Look {
    light: v(0.55, 0.5, 0.8, 0.5),
    coarse: v(16.0, 0.06, 0.40, 1.0),
    lobules: v(7.5, 0.22, 0.42, 0.055),
    second: v(0.78, 0.58, 0.30, 0.0),
    extra: v(0.0, 0.0, 0.25, 0.0),
    inner: v(1.0, 1.0, 1.0, 0.06),
    ..PLAIN
};
/// Soft and dull.
const SKIN: Look = Look {
    light: v(0.16, 0.7, 1.0, 0.35),
    coarse: v(26.0, 0.045, 0.25, 1.0),
    middle: v(4.0, 0.025, 0.03, 1.0),
    fine: v(0.9, 0.03, 0.012, 0.25),
    ..PLAIN
};
const UTERUS: Look = Look {
    light: v(0.75, 0.4, 0.6, 0.5),
    middle: v(2.4, 0.06, 0.06, 3.0),
    second: v(0.88, 0.66, 0.62, 0.08),
    extra: v(0.0, 0.0, 0.60, 0.0),
    cut: v(0.0, 0.0, 0.0, 0.3),
    inner: v(1.0, 1.0, 1.0, 0.13),
    ..PLAIN
};

/// All looks, in the order of their numbers.
const ALL: [Look; LOOKS] = [
    LUNG,
    HEART,
    ARTERY,
    VEIN,
    LIVER,
    BILE,
    STOMACH,
    SMALL_BOWEL,
    LARGE_BOWEL,
    PANCREAS,
    SPLEEN,
    KIDNEY,
    ADRENAL,
    BLADDER,
    GLAND,
    BONE,
    CARTILAGE,
    MUSCLE,
    TENDON,
    NERVE,
    SEROUS,
    FAT,
    SKIN,
    UTERUS,
    AIRWAY,
    MEDULLA,
];
const AIRWAY_LOOK: usize = 24;
const MEDULLA_LOOK: usize = 25;

/// The looks, as the shaders take them.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct Looks {
    of: [Look; LOOKS],
}

impl Default for Looks {
    fn default() -> Self {
        let linear = |mut look: Look| {
            let [r, g, b, share] = look.second.to_array();
            let color = LinearRgba::from(Color::srgb(r, g, b));
            look.second = Vec4::new(color.red, color.green, color.blue, share);
            look
        };
        Self {
            of: ALL.map(linear),
        }
    }
}

/// The look of a structure: its tissue's, but for the walls of the airways and the medulla of the kidneys.
pub fn look(structure: &Structure) -> usize {
    match structure.tissue {
        Tissue::Cartilage if structure.system == System::Respiratory => AIRWAY_LOOK,
        Tissue::Kidney if structure.id.ends_with("renal_medulla") => MEDULLA_LOOK,
        tissue => tissue as usize,
    }
}

/// How thick the wall of a hollow structure is, or the hard rim of a bone, on a cut face, mm; 0 for what is solid.
pub fn wall_mm(structure: &Structure) -> f32 {
    let id = structure.side_free_id();
    match structure.tissue {
        Tissue::Heart if structure.id == "left_ventricle" => 11.0,
        Tissue::Heart if structure.id == "right_ventricle" => 4.5,
        Tissue::Heart => 2.8,
        Tissue::Artery if id.contains("aorta") => 2.2,
        Tissue::Artery => 1.3,
        Tissue::Vein => 1.0,
        Tissue::Bile => 2.2,
        Tissue::Stomach => 4.0,
        Tissue::SmallBowel => 2.6,
        Tissue::LargeBowel => 2.8,
        Tissue::Bladder if id == "urinary_bladder" => 4.5,
        Tissue::Bladder => 1.4,
        Tissue::Bone if matches!(id, "femur" | "humerus") => 3.4,
        Tissue::Bone => 1.7,
        Tissue::Cartilage if id == "trachea_lumen" => 0.02,
        Tissue::Cartilage if structure.system == System::Respiratory => 2.4,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anatomy::Catalogue;

    #[test]
    fn every_tissue_has_its_look_and_the_shaders_know_as_many() {
        let shader = include_str!("../../../shaders/tissue.wgsl");
        assert!(shader.contains(&format!("array<Look, {LOOKS}>")));
        let catalogue = Catalogue::builtin();
        let worn = |id: &str| ALL[look(catalogue.get(catalogue.index_of(id).unwrap()))];
        for (id, expected) in [
            ("left_femur", BONE),
            ("left_psoas", MUSCLE),
            ("liver", LIVER),
            ("jejunum", SMALL_BOWEL),
            ("skin", SKIN),
            ("trachea", AIRWAY),
            ("costal_cartilages", CARTILAGE),
            ("left_renal_medulla", MEDULLA),
            ("body_of_uterus", UTERUS),
        ] {
            assert_eq!(worn(id), expected, "{id}");
        }
    }

    #[test]
    fn hollow_organs_have_walls_and_solid_ones_have_none() {
        let catalogue = Catalogue::builtin();
        for structure in catalogue.structures() {
            let hollow = ALL[look(structure)].cut.x > 0.0;
            assert!(!hollow || wall_mm(structure) > 0.0, "{}", structure.id);
        }
        let liver = catalogue.get(catalogue.index_of("liver").unwrap());
        assert_eq!(wall_mm(liver), 0.0);
    }
}
