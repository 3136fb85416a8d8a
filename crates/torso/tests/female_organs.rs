//! What only the female body has: volumes, pieces, twins and neighbours of its regions.
use std::collections::HashSet;
use std::sync::LazyLock;

use anatomy::{Atlas, Catalogue, Sex};
use glam::Vec3;
use torso::model::{BodyBuilder, body::female, voxelise};

/// Her own organs alone, as voxels: made once for all tests.
static ATLAS: LazyLock<Atlas> = LazyLock::new(|| {
    let catalogue = Catalogue::builtin();
    let mut body = BodyBuilder::new();
    female::build(&mut body);
    let body = body.finish(catalogue).unwrap();
    Atlas::from_labels(catalogue, voxelise(&body)).of_sex(Sex::Female)
});

fn volume(id: &str) -> f32 {
    ATLAS.volume_ml(ATLAS.catalogue().index_of(id).unwrap())
}

fn centre(id: &str) -> Vec3 {
    let s = ATLAS.catalogue().index_of(id).unwrap();
    Vec3::from_array(ATLAS.centroid_mm(s).unwrap_or_else(|| panic!("{id}")))
}

fn bounds(id: &str) -> (Vec3, Vec3) {
    let s = ATLAS.catalogue().index_of(id).unwrap();
    let (low, high) = ATLAS.bounds_mm(s).unwrap_or_else(|| panic!("{id}"));
    (Vec3::from_array(low), Vec3::from_array(high))
}

/// Least distance from voxels of one structure to another, mm.
fn gap(from: &str, to: &str) -> f32 {
    let index = |id: &str| ATLAS.catalogue().index_of(id).unwrap();
    ATLAS
        .sample_points(index(from), 4000, 1)
        .into_iter()
        .filter_map(|p| ATLAS.distance_mm(index(to), p))
        .fold(f32::INFINITY, f32::min)
}

/// Share of a structure's voxels, its parts' included, in its largest piece; voxels that touch by a corner join.
fn one_piece(id: &str) -> f32 {
    let catalogue = ATLAS.catalogue();
    let whole = catalogue.index_of(id).unwrap();
    let (low, high) = bounds(id);
    let labels = ATLAS.labels();
    let low = labels.voxel_at(low.to_array()).unwrap();
    let high = labels.voxel_at(high.to_array()).unwrap();
    let mut rest = HashSet::new();
    for k in low[2]..=high[2] {
        for j in low[1]..=high[1] {
            for i in low[0]..=high[0] {
                let s = labels.structure([i, j, k]);
                if s.is_some_and(|s| catalogue.is_part_of(s, whole)) {
                    rest.insert([i, j, k]);
                }
            }
        }
    }
    let all = rest.len();
    let mut largest = 0;
    while let Some(start) = rest.iter().next().copied() {
        rest.remove(&start);
        let (mut stack, mut size) = (vec![start], 0);
        while let Some([i, j, k]) = stack.pop() {
            size += 1;
            for n in 0..27 {
                let at = [i + n % 3 - 1, j + n / 3 % 3 - 1, k + n / 9 - 1];
                if rest.remove(&at) {
                    stack.push(at);
                }
            }
        }
        largest = largest.max(size);
    }
    largest as f32 / all as f32
}

fn holds_volumes(ids: &[&str], tolerance: f32) {
    for id in ids {
        let s = ATLAS.catalogue().index_of(id).unwrap();
        let expected = ATLAS.catalogue().get(s).facts.volume_ml.unwrap();
        let ratio = volume(id) / expected;
        assert!((ratio - 1.0).abs() <= tolerance, "{id}: {ratio}");
    }
}

#[test]
fn uterus_and_its_parts() {
    holds_volumes(&["uterus", "fundus_of_uterus", "cervix_of_uterus"], 0.12);
    let parts = [
        "body_of_uterus",
        "isthmus_of_uterus",
        "uterine_horn",
        "vaginal_part_of_cervix",
    ];
    holds_volumes(&parts, 0.2);
    holds_volumes(&["endometrium", "uterine_cavity", "cervical_canal"], 0.3);
    assert!(one_piece("uterus") > 0.99);
    // Bent forwards: the fundus lies in front of the cervix and over it.
    let (fundus, cervix) = (centre("fundus_of_uterus"), centre("cervix_of_uterus"));
    assert!(fundus.y < cervix.y - 25.0 && fundus.z > cervix.z + 25.0);
    let order = [
        "fundus_of_uterus",
        "body_of_uterus",
        "isthmus_of_uterus",
        "cervix_of_uterus",
    ];
    for pair in order.windows(2) {
        assert!(centre(pair[0]).z > centre(pair[1]).z + 5.0, "{pair:?}");
    }
    assert!(gap("uterine_cavity", "cervical_canal") < 6.0);
    assert!(gap("external_os", "vagina") < 2.5);
}

#[test]
fn ovaries_and_tubes() {
    holds_volumes(&["left_ovary", "right_ovary"], 0.12);
    holds_volumes(&["left_uterine_tube", "right_uterine_tube"], 0.2);
    assert!(one_piece("left_ovary") > 0.99);
    assert!(one_piece("left_uterine_tube") > 0.98);
    let along = [
        "left_uterine_tube_uterine_part",
        "left_uterine_tube_isthmus",
        "left_uterine_tube_ampulla",
        "left_uterine_tube_infundibulum",
        "left_uterine_tube_fimbriae",
    ];
    for pair in along.windows(2) {
        assert!(gap(pair[0], pair[1]) < 2.5, "{pair:?}");
    }
    assert!(gap("left_uterine_tube_fimbriae", "left_ovary") < 5.0);
    assert!(centre("left_ovary").x > 35.0);
    assert!(bounds("left_uterine_tube").1.z > bounds("left_ovary").1.z);
    assert!(gap("left_ovarian_ligament", "left_ovary") < 2.5);
    assert!(gap("left_ovarian_ligament", "uterus") < 2.5);
    assert!(gap("left_round_ligament_of_uterus", "uterus") < 2.5);
    assert!(gap("left_round_ligament_of_uterus", "left_labium_majus") < 2.5);
}

#[test]
fn vagina_urethra_and_vulva() {
    holds_volumes(&["vagina", "vaginal_fornix", "female_urethra"], 0.15);
    holds_volumes(&["labium_majus", "labium_minus", "clitoris"], 0.2);
    for id in ["vagina", "female_urethra", "clitoris", "perineal_body"] {
        assert!(one_piece(id) > 0.99, "{id}");
    }
    // From front to back: clitoris, urethra, vagina, perineal body.
    let order = ["clitoris", "female_urethra", "perineal_body"].map(|id| centre(id).y);
    assert!(order[0] < order[1] && order[1] < order[2]);
    assert!(bounds("female_urethra").1.y < bounds("vagina").1.y);
    assert!(centre("labium_minus").x.abs() < 1.0);
    assert!(centre("left_labium_minus").x < centre("left_labium_majus").x);
}

#[test]
fn breasts() {
    holds_volumes(&["left_mammary_gland"], 0.15);
    holds_volumes(&["left_areola", "left_nipple"], 0.25);
    for id in ["left_mammary_gland", "left_breast", "left_axillary_tail"] {
        assert!(one_piece(id) > 0.98, "{id}");
    }
    let nipple = bounds("left_nipple").0.y;
    let gland = bounds("left_mammary_gland").0.y;
    assert!(nipple < gland, "{nipple} of {gland}");
    assert!(centre("left_axillary_tail").x > centre("left_mammary_gland").x + 20.0);
    assert!(gap("left_lactiferous_ducts", "left_nipple") < 2.5);
    assert!(gap("left_lactiferous_sinuses", "left_lactiferous_ducts") < 2.5);
}

#[test]
fn vessels_run_on() {
    holds_volumes(&["left_uterine_artery", "left_uterine_vein"], 0.25);
    for id in [
        "left_uterine_artery",
        "left_ovarian_artery",
        "right_ovarian_vein",
        "left_internal_pudendal_artery",
        "left_internal_thoracic_artery",
    ] {
        assert!(one_piece(id) > 0.9, "{id}");
    }
    assert!(gap("left_uterine_artery", "uterus") < 4.0);
    assert!(gap("left_ovarian_artery", "left_ovary") < 4.0);
}

#[test]
fn right_is_left_mirrored() {
    for pair in [
        "ovary",
        "uterine_tube",
        "breast",
        "mammary_gland",
        "nipple",
        "labium_majus",
        "uterine_artery",
        "round_ligament_of_uterus",
        "internal_iliac_vein",
        "axillary_lymph_nodes",
    ] {
        let (left, right) = (format!("left_{pair}"), format!("right_{pair}"));
        let ratio = volume(&left) / volume(&right);
        assert!((ratio - 1.0).abs() < 0.05, "{pair}: {ratio}");
        let mirrored = centre(&right) * Vec3::new(-1.0, 1.0, 1.0);
        assert!(centre(&left).distance(mirrored) < 0.8, "{pair}");
    }
}

/// The outline that the skin follows lies over breasts and lips, and far from all else.
#[test]
fn the_outline_covers_what_is_outside() {
    let over = |id: &str| female::outline(centre(id)) < 0.0;
    for id in ["left_nipple", "right_areola", "left_labium_majus"] {
        assert!(over(id), "{id}");
    }
    assert!(female::outline(Vec3::new(0.0, 120.0, 100.0)) > 10.0);
    assert!(female::outline(Vec3::new(0.0, -20.0, 0.0)) > 10.0);
}
