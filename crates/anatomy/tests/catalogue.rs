//! The built-in catalogue hangs together.
use anatomy::{Catalogue, Side, Structure, System, Tissue, Visibility};
use std::collections::HashSet;

#[test]
fn ids_parents_and_sides_are_consistent() {
    let c = Catalogue::builtin();
    assert!(c.structures().len() >= 266 + 4);
    let mut seen = HashSet::new();
    for i in c.indices() {
        let s = c.get(i);
        assert!(seen.insert(&s.id), "{} twice", s.id);
        assert_eq!(c.index_of(&s.id), Some(i));
        assert!(
            s.id.chars()
                .all(|ch| ch.is_ascii_alphanumeric() || ch == '_'),
            "{}",
            s.id
        );
        if let Some(p) = s.parent {
            assert!(p < i, "{} comes before its parent", s.id);
            assert!(c.children(p).contains(&i));
            assert_eq!(c.get(p).system, s.system, "{}", s.id);
        }
        assert!(
            !s.group || !c.children(i).is_empty(),
            "group {} is empty",
            s.id
        );
        if s.id.starts_with("left_") {
            assert_eq!(s.side, Side::Left, "{}", s.id);
        }
        if s.id.starts_with("right_") {
            assert_eq!(s.side, Side::Right, "{}", s.id);
        }
        if let (Some(centre), Some((lo, hi))) = (s.facts.centroid_mm, s.facts.box_mm) {
            for a in 0..3 {
                assert!(
                    lo[a] <= hi[a] && (-470.0..=470.0).contains(&centre[a]),
                    "{}",
                    s.id
                );
            }
        }
        assert!(s.facts.volume_ml.is_some_and(|v| v > 0.0), "{}", s.id);
    }
}

#[test]
fn left_structures_lie_left_of_their_twins() {
    let c = Catalogue::builtin();
    let mut pairs = 0;
    for s in c.structures() {
        let index = c.index_of(&s.id).unwrap();
        let Some(twin) = c.twin(index) else {
            continue;
        };
        assert_eq!(c.twin(twin), Some(index), "{}", s.id);
        if s.side != Side::Left {
            continue;
        }
        let x = |s: &anatomy::Structure| s.facts.centroid_mm.unwrap()[0];
        assert!(x(s) > x(c.get(twin)), "{}", s.id);
        pairs += 1;
    }
    assert!(pairs > 50);
}

#[test]
fn names_headings_and_hierarchy_resolve() {
    let c = Catalogue::builtin();
    let id = |name: &str| c.find_by_name(name).map(|i| c.get(i).id.as_str());
    assert_eq!(id("Windpipe"), Some("trachea"));
    assert_eq!(id("LEFT KIDNEY"), Some("left_kidney"));
    assert_eq!(id("ren sinister"), Some("left_kidney"));
    assert_eq!(id("kidney"), Some("kidney"));
    assert_eq!(id("no such thing"), None);
    let lung: Vec<_> = c
        .by_mesh_heading("lung")
        .into_iter()
        .map(|i| c.get(i).id.as_str())
        .collect();
    assert!(lung.contains(&"left_lung") && lung.contains(&"right_lung_middle_lobe"));
    let right = c.index_of("right_lung").unwrap();
    assert_eq!(c.leaves(right).len(), 3);
    let lobe = c.index_of("right_lung_middle_lobe").unwrap();
    assert_eq!(c.leaves(lobe), [lobe]);
    assert!(c.is_part_of(lobe, c.index_of("lung").unwrap()));
    assert!(!c.is_part_of(right, lobe));
    assert_eq!(c.parts(c.index_of("aorta").unwrap()).len(), 5);
}

#[test]
fn left_and_right_are_told_by_the_catalogue() {
    let c = Catalogue::builtin();
    let at = |id: &str| c.index_of(id).unwrap();
    for (id, twin, opposite) in [
        ("left_kidney", Some("right_kidney"), Some("right_kidney")),
        (
            "right_ventricle",
            Some("left_ventricle"),
            Some("left_ventricle"),
        ),
        ("left_rib_5", Some("right_rib_5"), Some("right_rib_5")),
        ("right_lung_middle_lobe", None, Some("left_lung")),
        ("left_subclavian_artery", None, None),
        ("spleen", None, None),
        ("kidney", None, None),
    ] {
        assert_eq!(c.twin(at(id)), twin.map(at), "{id}");
        assert_eq!(c.opposite(at(id)), opposite.map(at), "{id}");
    }
    for pair in ["lung", "kidney", "testis", "renal_artery"] {
        let (left, right) = c.halves(at(pair)).unwrap();
        assert_eq!(left, at(&format!("left_{pair}")));
        assert_eq!(right, at(&format!("right_{pair}")));
        assert_eq!(c.pair(left), Some(at(pair)));
        assert_eq!(c.pair(right), Some(at(pair)));
        assert_eq!(c.side_free_id(left), pair);
        assert_eq!(c.side_free_id(right), pair);
    }
    for id in ["heart", "bronchi", "ribs", "colon", "left_kidney", "liver"] {
        assert_eq!(c.halves(at(id)), None, "{id}");
        assert_eq!(c.side_free_id(at(id)), id.trim_start_matches("left_"));
    }
    assert_eq!(c.pair(at("left_rib_5")), None, "the ribs are no pair");
    assert_eq!(c.pair(at("left_main_bronchus")), None);
}

#[test]
fn the_first_look_shows_organs_within_ghosts() {
    use Visibility::{Ghost, Hidden, Shown};
    let c = Catalogue::builtin();
    let count = |v| c.structures().iter().filter(|s| s.visibility == v).count();
    assert_eq!([Shown, Ghost, Hidden].map(count), [228, 132, 109]);
    for (id, visibility, opacity) in [
        ("liver", Shown, 0.30),
        ("thyroid_cartilage", Shown, 0.26),
        ("left_lung_upper_lobe", Ghost, 0.42),
        ("vertebra_T5", Ghost, 0.26),
        ("left_femur", Ghost, 0.30),
        ("skin", Ghost, 0.13),
        ("subcutaneous_fat", Hidden, 0.30),
        ("diaphragm", Hidden, 0.30),
        ("rectus_sheath", Hidden, 0.30),
        ("pericardium", Hidden, 0.30),
        ("trachea_lumen", Hidden, 0.30),
    ] {
        let s = c.get(c.index_of(id).unwrap());
        assert_eq!(
            (s.visibility, s.ghost_opacity),
            (visibility, opacity),
            "{id}"
        );
    }
    let moves = |s: &&Structure| {
        s.tissue == Tissue::Muscle || s.tissue.is_muscle() && s.system == System::Musculoskeletal
    };
    for s in c.structures().iter().filter(moves) {
        assert_eq!(s.visibility, Hidden, "{}", s.id);
    }
    // What an imported atlas brings has only its system and tissue to go by.
    for (system, tissue, visibility) in [
        (System::Musculoskeletal, Tissue::Muscle, Hidden),
        (System::Musculoskeletal, Tissue::Tendon, Ghost),
        (System::Musculoskeletal, Tissue::Bone, Ghost),
        (System::Respiratory, Tissue::Lung, Ghost),
        (System::Respiratory, Tissue::Cartilage, Shown),
        (System::Integument, Tissue::Skin, Hidden),
        (System::Digestive, Tissue::Fat, Hidden),
        (System::Lymphatic, Tissue::Gland, Shown),
    ] {
        assert_eq!(Visibility::of(system, tissue), visibility, "{tissue:?}");
    }
}

#[test]
fn colours_are_the_table_s() {
    let c = Catalogue::builtin();
    let color = |id: &str| c.get(c.index_of(id).unwrap()).color;
    assert_eq!(color("liver"), [0x7A, 0x3B, 0x2E]);
    assert_eq!(color("left_ovary"), [0xC9, 0x8B, 0xA0]);
    let all: HashSet<[u8; 3]> = c.structures().iter().map(|s| s.color).collect();
    assert!(all.len() >= 20, "{all:?}");
}

#[test]
fn bad_tables_are_refused_with_the_row() {
    let head = include_str!("../data/structures.csv")
        .lines()
        .find(|l| l.starts_with("id,"))
        .unwrap();
    let row = |id: &str, parent: &str| {
        format!(
            "{id},{parent},row,left,urinary,kidney,n,,,,,,,,,1,low,,,,0 0 0,,shown,0.3,,8C4A3C\n"
        )
    };
    assert!(Catalogue::parse(&format!("{head}\n{}", row("a", ""))).is_ok());
    let twice = Catalogue::parse(&format!("{head}\n{}{}", row("a", ""), row("a", "")))
        .unwrap_err()
        .to_string();
    assert!(twice.contains("row 2 (a)"), "{twice}");
    let orphan = Catalogue::parse(&format!("{head}\n{}", row("a", "b")))
        .unwrap_err()
        .to_string();
    assert!(orphan.contains("parent"), "{orphan}");
    let bad = row("a", "").replace("0 0 0", "0 0");
    assert!(
        Catalogue::parse(&format!("{head}\n{bad}"))
            .unwrap_err()
            .to_string()
            .contains("2 numbers")
    );
    let bright = row("a", "").replace("0.3", "3");
    let refused = Catalogue::parse(&format!("{head}\n{bright}")).unwrap_err();
    assert!(refused.to_string().contains("opacity"), "{refused}");
    for colour in ["", "8C4A3", "8C4A3G", "+C4A3C"] {
        let dull = row("a", "").replace("8C4A3C", colour);
        let refused = Catalogue::parse(&format!("{head}\n{dull}")).unwrap_err();
        assert!(refused.to_string().contains("colour"), "{refused}");
    }
    let unseen = row("a", "").replace("shown", "seen");
    assert!(Catalogue::parse(&format!("{head}\n{unseen}")).is_err());
}

#[test]
fn what_has_a_name_of_its_own_lies_in_a_region() {
    use anatomy::Region;

    let c = Catalogue::builtin();
    let nowhere: Vec<&str> = c
        .indices()
        .filter(|index| c.region(*index).is_none())
        .map(|index| c.get(index).id.as_str())
        .collect();
    // They extend over several.
    let over_several = ["aorta", "skin", "subcutaneous_fat", "other_muscles"];
    assert_eq!(nowhere, over_several);
    for (id, region) in [
        ("thyroid_cartilage", Region::Neck),
        ("left_ventricle", Region::Thorax),
        ("arch_of_aorta", Region::Thorax),
        ("abdominal_aorta", Region::Abdomen),
        ("caudate_lobe_of_liver", Region::Abdomen),
        ("transverse_colon", Region::Abdomen),
        // A part that lies elsewhere than its whole.
        ("sigmoid_colon", Region::Pelvis),
        ("sacrum", Region::Pelvis),
        ("left_ovary", Region::Pelvis),
        ("vertebra_L3", Region::Back),
        ("left_humeral_head", Region::UpperLimb),
        ("right_gluteus_maximus", Region::LowerLimb),
    ] {
        assert_eq!(c.region(c.index_of(id).unwrap()), Some(region), "{id}");
    }
    // Of a pair both lie in the same one, and no region is empty.
    for index in c.indices() {
        if let Some(twin) = c.twin(index) {
            assert_eq!(c.region(index), c.region(twin), "{}", c.get(index).id);
        }
    }
    for region in Region::ALL {
        assert!(c.indices().any(|index| c.region(index) == Some(region)));
    }
}
