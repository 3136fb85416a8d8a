//! How fibres run through a structure: along its length where nothing better is known, as textbooks have it for the muscles of the
//! torso.

use glam::{Mat3, Vec3};

use crate::{Side, Structure, StructureMesh};

/// How the fibres of a structure run, LPS mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grain {
    /// All along one direction.
    Along([f32; 3]),
    /// In curved sheets: along the lines of a surface on which the way in this direction does not change.
    Sheet([f32; 3]),
    /// Together towards a point.
    Towards([f32; 3]),
    /// Down and outwards, all round an upright line through this point.
    Around([f32; 3]),
}

impl Grain {
    /// Of a structure, from its surface.
    pub fn of(structure: &Structure, mesh: &StructureMesh) -> Grain {
        let (low, high) = bounds(mesh);
        // Textbook directions are those of the left side: x runs to the outside.
        let out = match structure.side {
            Side::Right => -1.0,
            Side::Left | Side::Midline | Side::Both => 1.0,
        };
        let turned = |[x, y, z]: [f32; 3]| Vec3::new(x * out, y, z).normalize().to_array();
        let place = |share: [f32; 3]| {
            let mut share = Vec3::from_array(share);
            if out < 0.0 {
                share.x = 1.0 - share.x;
            }
            (low + (high - low) * share).to_array()
        };
        match structure.side_free_id() {
            "rectus_abdominis" | "erector_spinae" | "other_muscles" | "white_matter"
            | "grey_matter" => Grain::Along([0.0, 0.0, 1.0]),
            "external_oblique" => Grain::Sheet(turned([0.75, 0.75, -0.62])),
            "internal_oblique" => Grain::Sheet(turned([0.62, 0.62, 0.75])),
            "transversus_abdominis" | "rectus_sheath" => Grain::Sheet([0.0, 0.0, 1.0]),
            "gluteus_maximus" => Grain::Sheet(turned([0.66, 0.2, 0.75])),
            "iliacus" => Grain::Towards(place([0.2, 0.1, -0.15])),
            "pectoralis_major" => Grain::Towards(place([1.1, 0.6, 0.88])),
            "latissimus_dorsi" => Grain::Towards(place([1.1, 0.2, 1.08])),
            "trapezius" => Grain::Towards(place([1.15, 0.3, 0.74])),
            "deltoid" => Grain::Around(place([0.3, 0.5, 0.5])),
            "diaphragm" | "pelvic_diaphragm" => Grain::Around(place([0.5, 0.55, 1.0])),
            _ => Grain::Along(longest(mesh)),
        }
    }

    /// Where the tendons of a structure end and begin, as shares of the way along its fibres: below the first and beyond the second
    /// it is all tendon.
    pub fn tendons(structure: &Structure) -> [f32; 2] {
        match structure.side_free_id() {
            "psoas" => [0.08, 2.0],
            "pectoralis_major" | "latissimus_dorsi" | "trapezius" => [0.03, 2.0],
            "iliacus" => [0.10, 2.0],
            "diaphragm" => [0.30, 2.0],
            _ => [-2.0, 2.0],
        }
    }

    /// The way along the fibres of a place, mm: from the point that they run towards or from the lower end.
    pub fn way(self, at: [f32; 3]) -> f32 {
        let at = Vec3::from_array(at);
        match self {
            Grain::Along(axis) | Grain::Sheet(axis) => at.dot(Vec3::from_array(axis)),
            Grain::Towards(point) => at.distance(Vec3::from_array(point)),
            Grain::Around(centre) => (at - Vec3::from_array(centre)).truncate().length(),
        }
    }
}

fn bounds(mesh: &StructureMesh) -> (Vec3, Vec3) {
    let places = mesh.positions.iter().map(|at| Vec3::from_array(*at));
    places.fold((Vec3::MAX, Vec3::MIN), |(low, high), at| {
        (low.min(at), high.max(at))
    })
}

/// The direction in which a surface is longest, upwards: the first principal axis of its vertices.
fn longest(mesh: &StructureMesh) -> [f32; 3] {
    let places = || mesh.positions.iter().map(|at| Vec3::from_array(*at));
    let centre = places().sum::<Vec3>() / mesh.positions.len().max(1) as f32;
    let spread = places().fold(Mat3::ZERO, |sum, at| {
        let off = at - centre;
        sum + Mat3::from_cols(off * off.x, off * off.y, off * off.z)
    });
    let mut axis = Vec3::new(0.3, 0.4, 0.87);
    for _ in 0..40 {
        axis = (spread * axis).normalize_or(Vec3::Z);
    }
    (axis * axis.z.signum()).to_array()
}

#[cfg(test)]
mod tests {
    use super::super::tests::tube;
    use super::*;
    use crate::Catalogue;

    fn structure(id: &str) -> Structure {
        let catalogue = Catalogue::builtin();
        catalogue.get(catalogue.index_of(id).unwrap()).clone()
    }

    #[test]
    fn fibres_run_along_what_is_long() {
        let Grain::Along(axis) = Grain::of(&structure("left_femur"), &tube()) else {
            panic!("a long bone has one direction");
        };
        assert!(axis[2] > 0.999, "{axis:?}");
    }

    #[test]
    fn the_sides_mirror_each_other_and_named_structures_are_known() {
        let of = |id: &str| Grain::of(&structure(id), &tube());
        let (Grain::Towards(left), Grain::Towards(right)) =
            (of("left_pectoralis_major"), of("right_pectoralis_major"))
        else {
            panic!("the fibres of the chest muscle run together");
        };
        assert!(left[0] > 10.0 && (left[0] + right[0]).abs() < 1e-3);
        assert_eq!(left[1..], right[1..]);
        for id in ["left_external_oblique", "diaphragm", "rectus_sheath"] {
            assert!(!matches!(of(id), Grain::Along(_)), "{id}");
        }
    }
}
