//! The female body: her map of space is sound, and the male body knows nothing of her.
use std::path::Path;

use anatomy::{Atlas, Catalogue, Sex, Warp, female_warp, landmarks};
use glam::{Vec3, vec3};
use torso::model::body::{Fit, torso};
use torso::{Invariant, Verdict, check};

/// Points of the torso box, so many mm apart.
fn points(step: usize) -> impl Iterator<Item = Vec3> {
    let axis = move |half: i32| (-half..=half).step_by(step).map(|v| v as f32);
    axis(380).flat_map(move |z| axis(160).flat_map(move |y| axis(280).map(move |x| vec3(x, y, z))))
}

#[test]
fn the_warp_folds_nowhere_and_leads_back() {
    let warp = female_warp();
    let mut worst: f32 = 0.0;
    for p in points(20) {
        let det = warp.jacobian(p).determinant();
        assert!(det > 0.2, "{det} at {p}");
        // Back and forth, for what comes from within the box of the recipes.
        let source = warp.source(p);
        let inside = source.abs().cmple(vec3(286.0, 165.0, 387.0)).all();
        if inside {
            worst = worst.max(warp.target(source).distance(p));
        }
    }
    assert!(worst < 0.5, "{worst} mm");
}

#[test]
fn the_warp_passes_by_its_landmarks() {
    let table = landmarks(include_str!("../../anatomy/data/female-landmarks.csv")).unwrap();
    assert!(table.len() > 300);
    // As it is before it is calmed about the heart, where it leaves them.
    let warp = Warp::through(&table);
    let held: Vec<_> = table.iter().filter(|l| l.slack <= 2.0).collect();
    let missed: Vec<String> = held
        .iter()
        .map(|l| (l, warp.target(Vec3::from_array(l.from))))
        .map(|(l, there)| (l, there.distance(Vec3::from_array(l.to))))
        .filter(|(_, miss)| *miss >= 8.0)
        .map(|(l, miss)| format!("{}: {miss} mm", l.name))
        .collect();
    // The skin over the front upper spines holds these two back.
    assert!(missed.len() <= 2, "{}", missed.join("\n"));
    assert!(landmarks("name,male_mm,female_mm,slack_mm\na,1 2,1 2 3,0\n").is_err());
}

/// Landmarks that shift all space shift every shape.
#[test]
fn a_shift_is_a_shift() {
    let table = "name,male_mm,female_mm,slack_mm\na,0 0 0,10 0 0,0\nb,100 0 0,110 0 0,0\n\
                 c,0 100 0,10 100 0,0\nd,0 0 100,10 0 100,0\ne,-90 -50 -70,-80 -50 -70,0\n";
    let warp = Warp::through(&landmarks(table).unwrap());
    for p in points(90) {
        assert!(
            warp.source(p).distance(p - vec3(10.0, 0.0, 0.0)) < 1e-2,
            "{p}"
        );
        assert!((warp.jacobian(p).determinant() - 1.0).abs() < 1e-3);
    }
}

#[test]
fn a_fit_is_read_and_written() {
    let text = "# a remark\nid,dx,dy,dz,grow_mm\nliver,0.0,1.5,0.0,-0.75\n";
    let fit = Fit::parse(text).unwrap();
    assert_eq!(fit.to_csv(text), text);
    assert!(Fit::parse("id,dx,dy,dz,grow_mm\nliver,a,0,0,0\n").is_err());
    let catalogue = Catalogue::builtin();
    for id in Fit::female().0.keys() {
        assert!(catalogue.index_of(id).is_some(), "{id}");
    }
}

/// The male body is the committed one, asked at voxels all over it.
#[test]
fn what_ships_is_what_the_recipes_make() {
    for (pack, sex) in [("atlas", Sex::Male), ("atlas-female", Sex::Female)] {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let atlas = Atlas::open(&dir.join(pack)).unwrap();
        assert_eq!(atlas.sex(), Some(sex));
        let body = torso(Catalogue::builtin(), sex).unwrap();
        let labels = atlas.labels();
        let there: Vec<_> = points(24)
            .filter_map(|p| labels.voxel_at(p.to_array()))
            .map(|voxel| (labels.centre_mm(voxel), labels.structure(voxel)))
            .collect();
        // Blocks of voxels are settled at once, so that one in a thousand near a border may differ from its own centre;
        // `cargo xtask atlas --check` compares all.
        let other = there
            .iter()
            .filter(|(p, s)| body.structure_at(*p) != *s)
            .count();
        assert!(
            other * 1000 <= there.len(),
            "{pack}: {other} of {}",
            there.len()
        );
    }
}

#[test]
fn she_has_no_male_organs_and_lies_where_she_should() {
    let catalogue = Catalogue::builtin();
    let body = torso(catalogue, Sex::Female).unwrap();
    for s in body.structures() {
        assert!(
            catalogue.belongs_to(s, Sex::Female),
            "{}",
            catalogue.get(s).id
        );
    }
    let within = |p: [f32; 3], whole: &str| {
        let whole = catalogue.index_of(whole).unwrap();
        body.structure_at(p)
            .is_some_and(|s| catalogue.is_part_of(s, whole))
    };
    assert!(within([88.3, 6.4, -241.2], "left_femur"));
    assert!(within([-50.0, 5.0, 65.0], "liver"));
    assert!(within([75.0, 25.0, 200.0], "left_lung"));
    assert_eq!(body.structure_at([0.0, 0.0, 360.0]), None);
    // Her figures are not his.
    let liver = catalogue.index_of("liver").unwrap();
    let volume = |sex| catalogue.facts(liver, sex).volume_ml.unwrap();
    assert!(volume(Sex::Female) < volume(Sex::Male));
}

/// Invariants that the committed pack does not keep yet, by topic and name: what is to be mended. Nothing else may break.
const OPEN: [(&str, &str); 10] = [
    ("facts", "median distance of centroids from the facts"),
    ("facts", "centroids within 20 mm of the facts (230 of 311)"),
    (
        "facts",
        "median over structures of the mean distance between box faces and the facts",
    ),
    (
        "labels",
        "structures with less than 98 % of their voxels in one piece",
    ),
    (
        "surfaces",
        "surfaces with longer creases than their kind has",
    ),
    (
        "sides",
        "pairs one of which is more than 1.5 times the size that its twin and the facts suggest",
    ),
    ("6 aorta", "descending_aorta+abdominal_aorta y at z:39..52"),
    ("19 gallbladder", "gallbladder lean_y"),
    ("22 portal vein", "portal_vein lean_x"),
    (
        "31 renal vessels",
        "left_renal_vein longer_x right_renal_vein",
    ),
];

/// What is committed of her keeps every invariant but those that are known to be open.
#[test]
fn the_female_atlas_is_sound() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/atlas-female");
    if !dir.exists() {
        return;
    }
    let atlas = Atlas::open(&dir).unwrap();
    assert_eq!(atlas.sex(), Some(Sex::Female));
    let check = check(&atlas).unwrap();
    for (topic, name) in OPEN {
        let fails =
            |i: &Invariant| i.topic == topic && i.name == name && i.verdict == Verdict::Fail;
        assert!(
            check.invariants.iter().any(fails),
            "{topic}: {name} is kept now and no longer open"
        );
    }
    let broken: Vec<String> = check
        .invariants
        .iter()
        .filter(|i| i.verdict == Verdict::Fail)
        .filter(|i| !OPEN.contains(&(i.topic.as_str(), i.name.as_str())))
        .map(|i| {
            format!(
                "{}: {} ({:?}) {}",
                i.topic,
                i.name,
                i.measured,
                i.offenders.join(" ")
            )
        })
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
