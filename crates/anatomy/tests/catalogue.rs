//! The built-in catalogue hangs together.
use anatomy::{Catalogue, Side};
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
        let Some(base) = s.id.strip_prefix("left_") else {
            continue;
        };
        let Some(twin) = c.index_of(&format!("right_{base}")) else {
            continue;
        };
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
fn bad_tables_are_refused_with_the_row() {
    let head = include_str!("../data/structures.csv")
        .lines()
        .find(|l| l.starts_with("id,"))
        .unwrap();
    let row = |id: &str, parent: &str| {
        format!("{id},{parent},row,left,urinary,kidney,n,,,,,,,,,1,low,,,,0 0 0,\n")
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
}
