//! Points of one atlas in another.

use std::path::Path;
use std::sync::Arc;

use anatomy::{Atlas, Catalogue, LabelVolume, Structure, StructureIndex, Transfer, Transferred};

/// A box of voxels: lowest corner, size and structure. Later ones lie over earlier ones.
type Block = ([usize; 3], [usize; 3], &'static str);

const DIMS: [usize; 3] = [80, 50, 70];

fn row(atlas: &Atlas, id: &str) -> StructureIndex {
    atlas.catalogue().index_of(id).expect(id)
}

fn labels(catalogue: &Catalogue, dims: [usize; 3], blocks: &[Block]) -> LabelVolume {
    let blocks: Vec<_> = blocks
        .iter()
        .map(|(low, size, id)| (*low, *size, catalogue.index_of(id).expect(id).0 + 1))
        .collect();
    LabelVolume::from_bricks(dims, |at, voxels| {
        for (n, v) in voxels.iter_mut().enumerate() {
            let p = [at[0] + n % 8, at[1] + n / 8 % 8, at[2] + n / 64];
            for (low, size, label) in &blocks {
                if (0..3).all(|a| (low[a]..low[a] + size[a]).contains(&p[a])) {
                    *v = *label;
                }
            }
        }
    })
}

fn atlas(blocks: &[Block]) -> Arc<Atlas> {
    let catalogue = Catalogue::builtin();
    Arc::new(Atlas::from_labels(
        catalogue,
        labels(catalogue, DIMS, blocks),
    ))
}

/// The blocks of an atlas with a liver, two kidneys and a medulla; the patient's left has the larger numbers.
const BODY: [Block; 4] = [
    ([5, 10, 40], [30, 20, 15], "liver"),
    ([60, 20, 10], [10, 10, 20], "left_kidney"),
    ([63, 23, 15], [4, 4, 10], "left_renal_medulla"),
    ([10, 20, 8], [10, 10, 20], "right_kidney"),
];

fn without(id: &str) -> Vec<Block> {
    BODY.into_iter().filter(|b| b.2 != id).collect()
}

fn close(a: [f32; 3], b: [f32; 3], mm: f32) {
    let d = (0..3).map(|n| (a[n] - b[n]).powi(2)).sum::<f32>().sqrt();
    assert!(d <= mm, "{a:?} is {d} mm from {b:?}");
}

fn exact(t: Transferred) -> ([f32; 3], StructureIndex) {
    match t {
        Transferred::Exact {
            point_mm,
            structure,
        } => (point_mm, structure),
        other => panic!("{other:?}"),
    }
}

fn through(t: Transferred) -> ([f32; 3], StructureIndex) {
    match t {
        Transferred::Through { point_mm, whole } => (point_mm, whole),
        other => panic!("{other:?}"),
    }
}

#[test]
fn in_the_same_atlas_points_stay_where_they_are() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/atlas");
    let shipped = Arc::new(Atlas::open(&dir).expect("the atlas that ships"));
    let transfer = Transfer::new(shipped.clone(), shipped.clone());
    let mut tried = 0;
    for s in shipped.catalogue().indices() {
        for p in shipped.sample_points(s, 10, 7) {
            let (q, at) = exact(transfer.place(s, p));
            close(p, q, 0.01);
            assert_eq!(Some(at), shipped.structure_at(p));
            tried += 1;
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn in_a_larger_body_points_keep_their_place_in_the_structure() {
    let small = atlas(&BODY);
    let dims = DIMS.map(|n| 2 * n);
    let catalogue = Catalogue::builtin();
    // Twice the size, moved by 6, 2 and 4 mm.
    let shift = [6, 2, 4];
    let blocks: Vec<Block> = BODY
        .iter()
        .map(|(low, size, id)| {
            let low = std::array::from_fn(|a| 2 * low[a] + shift[a]);
            (low, size.map(|n| 2 * n), *id)
        })
        .collect();
    let large = Arc::new(Atlas::from_labels(
        catalogue,
        labels(catalogue, dims, &blocks),
    ));
    let transfer = Transfer::new(small.clone(), large.clone());
    let back = Transfer::new(large.clone(), small.clone());
    for id in ["liver", "left_kidney", "right_kidney", "left_renal_medulla"] {
        let s = row(&small, id);
        for p in small.sample_points(s, 50, 3) {
            let (q, at) = exact(transfer.place(s, p));
            let expected = std::array::from_fn(|a| 2.0 * p[a] + shift[a] as f32);
            close(q, expected, 2.0);
            assert!(large.contains(s, q));
            assert_eq!(Some(at), small.structure_at(p), "the innermost part");
            close(exact(back.place(s, q)).0, p, 1.0);
        }
    }
}

#[test]
fn a_missing_part_falls_back_to_the_whole_and_says_so() {
    let (from, to) = (atlas(&BODY), atlas(&without("left_renal_medulla")));
    let transfer = Transfer::new(from.clone(), to.clone());
    let (medulla, kidney) = (row(&from, "left_renal_medulla"), row(&from, "left_kidney"));
    let p = from.centroid_mm(medulla).expect("there");
    let (q, whole) = through(transfer.place(medulla, p));
    assert_eq!(whole, kidney);
    close(q, p, 0.01);
    // For the kidney, the same point lies in what the other atlas has.
    let (q, at) = exact(transfer.place(kidney, p));
    assert_eq!(at, kidney);
    close(q, p, 0.01);
    assert_eq!(transfer.counterpart(medulla), None);
    assert_eq!(transfer.counterpart(kidney), Some(kidney));
}

#[test]
fn a_missing_whole_is_reported() {
    let (from, to) = (atlas(&BODY), atlas(&without("liver")));
    let transfer = Transfer::new(from.clone(), to);
    let liver = row(&from, "liver");
    let p = from.centroid_mm(liver).expect("there");
    assert_eq!(transfer.place(liver, p), Transferred::Missing);
    assert_eq!(transfer.place(liver, p).point_mm(), None);
    // What neither has, too.
    let spleen = row(&from, "spleen");
    assert_eq!(transfer.place(spleen, p), Transferred::Missing);
    let kidney = row(&from, "left_kidney");
    assert_eq!(
        transfer.place(kidney, [f32::NAN, 0.0, 0.0]),
        Transferred::Missing
    );
}

#[test]
fn a_point_outside_comes_to_lie_at_the_edge() {
    let from = atlas(&BODY);
    let transfer = Transfer::new(from.clone(), from.clone());
    let liver = row(&from, "liver");
    let centre = from.centroid_mm(liver).expect("there");
    let (q, _) = exact(transfer.place(liver, [centre[0], centre[1], centre[2] + 20.0]));
    close(q, [centre[0], centre[1], centre[2] + 7.0], 1.0);
}

#[test]
fn left_stays_left() {
    let from = atlas(&BODY);
    let to: Vec<Block> = vec![BODY[3]];
    let transfer = Transfer::new(from.clone(), atlas(&to));
    let (left, right, both) = (
        row(&from, "left_kidney"),
        row(&from, "right_kidney"),
        row(&from, "kidney"),
    );
    let (pl, pr) = (
        from.centroid_mm(left).expect("there"),
        from.centroid_mm(right).expect("there"),
    );
    assert_eq!(transfer.place(left, pl), Transferred::Missing);
    assert_eq!(transfer.place(both, pl), Transferred::Missing);
    close(exact(transfer.place(right, pr)).0, pr, 0.01);
    close(exact(transfer.place(both, pr)).0, pr, 0.01);
    // One label for both kidneys here, two there.
    let blob = atlas(&[
        (BODY[1].0, BODY[1].1, "kidney"),
        (BODY[3].0, BODY[3].1, "kidney"),
    ]);
    let split = Transfer::new(blob.clone(), from.clone());
    for (p, side) in [(pl, left), (pr, right)] {
        let (q, at) = exact(split.place(both, p));
        close(q, p, 1.0);
        assert_eq!(at, both);
        assert!(from.contains(side, q));
    }
    let joined = Transfer::new(from.clone(), blob.clone());
    for (p, side) in [(pl, left), (pr, right)] {
        let (q, whole) = through(joined.place(side, p));
        close(q, p, 1.0);
        assert_eq!(whole, both);
    }
    let half = Transfer::new(blob, atlas(&to));
    assert_eq!(half.place(both, pl), Transferred::Missing);
    assert!(matches!(half.place(both, pr), Transferred::Exact { .. }));
}

#[test]
fn the_same_side_is_kept_in_a_series_and_only_common_parts_are_compared() {
    const RIBS: [Block; 4] = [
        ([50, 10, 50], [20, 20, 4], "left_rib_3"),
        ([50, 10, 40], [20, 20, 4], "left_rib_4"),
        ([10, 10, 50], [20, 20, 4], "right_rib_3"),
        ([10, 10, 40], [20, 20, 4], "right_rib_4"),
    ];
    let from = atlas(&RIBS);
    let rib = row(&from, "left_rib_3");
    let p = from.centroid_mm(rib).expect("there");
    let transfer = Transfer::new(from.clone(), atlas(&RIBS[1..]));
    let (q, whole) = through(transfer.place(rib, p));
    assert_eq!(whole, row(&from, "ribs"));
    assert_eq!(
        from.structure_at(q),
        Some(row(&from, "left_rib_4")),
        "the nearest that is left"
    );
    let right_only = Transfer::new(from.clone(), atlas(&RIBS[2..]));
    assert_eq!(right_only.place(rib, p), Transferred::Missing);

    const SPINE: [Block; 4] = [
        ([30, 20, 50], [10, 10, 8], "vertebra_L1"),
        ([30, 20, 40], [10, 10, 8], "vertebra_L2"),
        ([30, 20, 30], [10, 10, 8], "vertebra_L3"),
        ([30, 20, 20], [10, 10, 8], "vertebra_L4"),
    ];
    let from = atlas(&SPINE);
    let (l3, l4) = (row(&from, "vertebra_L3"), row(&from, "vertebra_L4"));
    let transfer = Transfer::new(from.clone(), atlas(&SPINE[..3]));
    let p = from.centroid_mm(l4).expect("there");
    let (q, whole) = through(transfer.place(l4, p));
    assert_eq!(whole, row(&from, "lumbar_vertebrae"));
    // The box of L1 to L4 squeezed into that of L1 to L3 would end in the middle of L3; it is its lower face.
    let (low, _) = from.bounds_mm(l3).expect("there");
    assert!(from.contains(l3, q));
    assert!(q[2] <= low[2] + 0.51, "{q:?}");
}

#[test]
fn a_whole_that_is_there_in_name_only_is_no_whole() {
    const COLUMN: [Block; 3] = [
        ([30, 20, 60], [10, 10, 8], "vertebra_C5"),
        ([30, 20, 10], [10, 10, 10], "sacrum"),
        ([30, 20, 2], [10, 10, 6], "coccyx"),
    ];
    let from = atlas(&COLUMN);
    let vertebra = row(&from, "vertebra_C5");
    let p = from.centroid_mm(vertebra).expect("there");
    // The sacrum is far from the neck.
    let transfer = Transfer::new(from.clone(), atlas(&COLUMN[1..]));
    assert_eq!(transfer.place(vertebra, p), Transferred::Missing);
    // Nothing in common at all.
    let neck = Transfer::new(atlas(&COLUMN[..1]), atlas(&COLUMN[1..]));
    assert_eq!(neck.place(vertebra, p), Transferred::Missing);
    // One piece that stands for the whole column will do.
    let column = atlas(&[([30, 20, 2], [10, 10, 66], "vertebral_column")]);
    let (q, whole) = through(Transfer::new(from.clone(), column).place(vertebra, p));
    assert_eq!(whole, row(&from, "vertebral_column"));
    close(q, p, 1.0);
}

#[test]
fn the_sides_of_the_heart_are_no_sides_of_the_body() {
    const HEART: [Block; 3] = [
        ([30, 20, 20], [10, 10, 10], "left_ventricle"),
        ([20, 20, 20], [10, 10, 10], "right_ventricle"),
        ([20, 20, 30], [10, 10, 10], "right_atrium"),
    ];
    let from = atlas(&HEART);
    let transfer = Transfer::new(from.clone(), atlas(&HEART[..1]));
    let atrium = row(&from, "right_atrium");
    let p = from.centroid_mm(atrium).expect("there");
    let (q, whole) = through(transfer.place(atrium, p));
    assert_eq!(whole, row(&from, "heart"));
    assert!(from.contains(row(&from, "left_ventricle"), q));
}

#[test]
fn structures_of_guests_are_matched_by_name_or_shown_through_what_holds_them() {
    let builtin = Catalogue::builtin();
    let liver = builtin.index_of("liver").expect("known");
    let own = |id: &str, name: &str, synonym: &str| Structure {
        id: id.into(),
        name: name.into(),
        latin: String::new(),
        synonyms: vec![synonym.into()],
        parent: Some(liver),
        group: false,
        ..builtin.get(liver).clone()
    };
    let guest = |rows: Vec<Structure>, id: &'static str| {
        let catalogue = Arc::new(builtin.extended(rows).expect("sound"));
        let blocks: [Block; 2] = [BODY[0], ([10, 12, 42], [8, 8, 8], id)];
        let labels = labels(&catalogue, DIMS, &blocks);
        Arc::new(Atlas::with_catalogue(catalogue, labels))
    };
    let a = guest(vec![own("segment_vi", "segment VI", "S6")], "segment_vi");
    let b = guest(
        vec![
            own("other", "another thing", "nothing"),
            own("hepatic_segment_6", "hepatic segment 6", "s6"),
        ],
        "hepatic_segment_6",
    );
    let (sa, sb) = (row(&a, "segment_vi"), row(&b, "hepatic_segment_6"));
    assert_ne!(sa, sb);
    let p = a.centroid_mm(sa).expect("there");
    let transfer = Transfer::new(a.clone(), b);
    assert_eq!(transfer.counterpart(sa), Some(sb));
    let (q, at) = exact(transfer.place(sa, p));
    assert_eq!(at, sb);
    close(q, p, 0.01);
    let plain = Transfer::new(a, atlas(&BODY));
    let (q, whole) = through(plain.place(sa, p));
    assert_eq!(whole, liver);
    close(q, p, 0.01);
}

#[test]
fn a_transfer_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    let body = atlas(&BODY);
    shared(&Transfer::new(body.clone(), body));
}
