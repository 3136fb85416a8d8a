//! The check finds what is wrong, and the committed body is sound.
use std::path::Path;

use anatomy::{Atlas, Catalogue, LabelVolume, StructureMesh, write_pack};
use glam::{Vec3, vec3};
use torso::model::{self, BodyBuilder, ellipsoid, sphere};
use torso::{AtlasCheck, Invariant, Verdict, check};

/// Bytes the committed pack may take.
const PACK_BYTES: u64 = 14_000_000;

/// A pack of labels and surfaces, opened and checked.
fn checked(labels: LabelVolume, meshes: &[StructureMesh]) -> AtlasCheck {
    let dir = tempfile::tempdir().unwrap();
    let atlas = Atlas::from_labels(Catalogue::builtin(), labels);
    write_pack(dir.path(), &atlas, meshes).unwrap();
    check(&Atlas::open(dir.path()).unwrap()).unwrap()
}

fn find<'a>(check: &'a AtlasCheck, name: &str) -> &'a Invariant {
    let found = check.invariants.iter().find(|i| i.name.contains(name));
    found.unwrap_or_else(|| panic!("no invariant {name:?}"))
}

/// Two kidneys and a spleen as balls, each at its place; labels and surfaces.
fn body(left: Vec3, right: Vec3, spleen: Vec3) -> (LabelVolume, Vec<StructureMesh>) {
    let mut body = BodyBuilder::new();
    body.add("left_kidney", 50, ellipsoid(left, vec3(25.0, 20.0, 40.0)));
    body.add("right_kidney", 50, ellipsoid(right, vec3(25.0, 20.0, 40.0)));
    body.add("spleen", 40, sphere(spleen, 30.0));
    let catalogue = Catalogue::builtin();
    let body = body.finish(catalogue).unwrap();
    let labels = model::voxelise(&body);
    let meshes = model::meshes(&body, catalogue, &labels, Default::default());
    (labels, meshes)
}

const LEFT: Vec3 = vec3(75.0, 29.0, 28.0);
const RIGHT: Vec3 = vec3(-65.0, 15.0, 8.0);
const SPLEEN: Vec3 = vec3(96.0, 47.0, 92.0);

#[test]
fn sound_organs_pass_and_absent_ones_do_not_apply() {
    let (labels, meshes) = body(LEFT, RIGHT, SPLEEN);
    let check = checked(labels, &meshes);
    for name in [
        "right_kidney inferior_to left_kidney",
        "spleen within left_kidney",
        "left_kidney z",
        "in one piece",
        "with a border",
        "do not join two triangles",
        "on average",
        "from their voxels",
        "one side is missing",
        "right of their twins",
        "centroids within 20 mm",
    ] {
        assert_eq!(find(&check, name).verdict, Verdict::Pass, "{name}");
    }
    assert!(check.left_out.iter().any(|r| r.id == "liver"));
    let liver = find(&check, "liver top");
    assert_eq!(
        (liver.verdict, liver.measured),
        (Verdict::NotApplicable, None)
    );
    let lower = find(&check, "right_kidney inferior_to left_kidney").measured;
    assert!((lower.unwrap() - 20.0).abs() < 0.5, "{lower:?}");
    // 25 x 20 x 40 mm: 83.8 mL, too little for a kidney; and most rows are missing without a reason.
    assert_eq!(find(&check, "within 15 %").verdict, Verdict::Fail);
    assert_eq!(find(&check, "left out without").verdict, Verdict::Fail);
    assert!(!check.passed());
    let (table, markdown) = (check.to_table(), check.to_markdown());
    assert!(
        table.contains("left_kidney") && table.contains("FAIL"),
        "{table}"
    );
    assert!(markdown.contains("| left_kidney |"), "{markdown}");
    assert!(!markdown.contains("liver top"));
}

#[test]
fn what_is_wrong_is_found() {
    // Sides swapped.
    let (labels, meshes) = body(RIGHT, LEFT, SPLEEN);
    let check = checked(labels, &meshes);
    let crossed = find(&check, "right of their twins");
    assert_eq!(crossed.offenders, ["left_kidney"]);
    assert_eq!(
        find(&check, "centroids within 20 mm").verdict,
        Verdict::Fail
    );
    // The spleen too far away.
    let (labels, meshes) = body(LEFT, RIGHT, SPLEEN + vec3(0.0, 0.0, 90.0));
    let check = checked(labels, &meshes);
    let near = find(&check, "spleen within left_kidney");
    assert_eq!(near.verdict, Verdict::Fail);
    assert!(near.measured.unwrap() > 10.0);
    // An island, one kidney gone, surfaces torn and away from their voxels.
    let (labels, mut meshes) = body(LEFT, RIGHT, SPLEEN);
    let spleen = Catalogue::builtin().index_of("spleen").unwrap();
    let right = Catalogue::builtin().index_of("right_kidney").unwrap();
    let changed = LabelVolume::from_bricks(labels.dims(), |at, voxels| {
        for (n, v) in voxels.iter_mut().enumerate() {
            let voxel = [at[0] + n % 8, at[1] + n / 8 % 8, at[2] + n / 64];
            let island = (0..20).contains(&voxel[0]) && (0..20).contains(&voxel[1]);
            *v = match labels.label(voxel) {
                label if label == right.0 + 1 => 0,
                0 if island && voxel[2] < 20 => spleen.0 + 1,
                label => label,
            };
        }
    });
    meshes.retain(|m| m.structure != right);
    for mesh in &mut meshes {
        if mesh.structure == spleen {
            mesh.positions.iter_mut().for_each(|p| p[2] += 4.0);
        } else {
            mesh.indices.drain(..3);
        }
    }
    let check = checked(changed, &meshes);
    for (name, id) in [
        ("in one piece", "spleen"),
        ("with a border", "left_kidney"),
        ("from their voxels", "spleen"),
        ("one side is missing", "left_kidney"),
    ] {
        let i = find(&check, name);
        assert_eq!(
            (i.verdict, &i.offenders[..]),
            (Verdict::Fail, &[id.to_owned()][..]),
            "{name}"
        );
    }
}

/// A surface shredded by a neighbour is found by its creases.
#[test]
fn a_shredded_surface_is_found() {
    let name = "longer creases";
    let (labels, mut meshes) = body(LEFT, RIGHT, SPLEEN);
    let check = checked(labels, &meshes);
    assert_eq!(find(&check, name).verdict, Verdict::Pass);
    let spleen = Catalogue::builtin().index_of("spleen").unwrap();
    let (labels, _) = body(LEFT, RIGHT, SPLEEN);
    for mesh in meshes.iter_mut().filter(|m| m.structure == spleen) {
        for p in mesh.positions.iter_mut().step_by(7) {
            *p = (SPLEEN + (Vec3::from_array(*p) - SPLEEN) * 0.6).to_array();
        }
    }
    let check = checked(labels, &meshes);
    let rough = find(&check, name);
    assert_eq!(
        (rough.verdict, &rough.offenders[..]),
        (Verdict::Fail, &["spleen".to_owned()][..])
    );
}

#[test]
fn a_gut_with_a_gap_is_no_tube() {
    let tube = |gap: f32| {
        let mut body = BodyBuilder::new();
        body.add("oesophagus", 50, sphere(vec3(0.0, 0.0, 20.0 + gap), 10.0));
        body.add("stomach", 50, sphere(vec3(0.0, 0.0, 0.0), 10.0));
        body.add("duodenum", 50, sphere(vec3(0.0, 0.0, -19.5), 10.0));
        let catalogue = Catalogue::builtin();
        let labels = model::voxelise(&body.finish(catalogue).unwrap());
        let check = checked(labels, &[]);
        let gap = find(&check, "oesophagus joins stomach");
        (
            gap.verdict,
            find(&check, "one_piece").verdict,
            gap.measured.unwrap(),
        )
    };
    let (joins, whole, gap) = tube(0.0);
    assert_eq!((joins, whole), (Verdict::Pass, Verdict::Pass), "{gap}");
    // Two voxels apart still counts as joined, ten do not.
    let (joins, whole, gap) = tube(1.9);
    assert_eq!((joins, whole), (Verdict::Pass, Verdict::Pass), "{gap}");
    let (joins, whole, gap) = tube(10.0);
    assert_eq!((joins, whole), (Verdict::Fail, Verdict::Fail), "{gap}");
    assert!((gap - 11.0).abs() < 1.5, "{gap}");
}

/// The committed atlas keeps every invariant and is small enough to ship.
#[test]
fn the_modelled_atlas_is_sound() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/atlas");
    let atlas = Atlas::open(&dir).unwrap();
    assert_eq!(atlas.labels().dims(), anatomy::frame::TORSO_DIMS);
    let bytes: u64 = std::fs::read_dir(&dir)
        .unwrap()
        .map(|file| file.unwrap().metadata().unwrap().len())
        .sum();
    assert!(bytes <= PACK_BYTES, "{bytes} bytes");
    for mesh in atlas.read_meshes().unwrap() {
        let id = &atlas.catalogue().get(mesh.structure).id;
        assert_eq!(mesh.coarser.len(), 2, "levels of {id}");
        assert_eq!(
            mesh.occlusion.len(),
            mesh.positions.len(),
            "occlusion of {id}"
        );
    }
    let check = check(&atlas).unwrap();
    let broken: Vec<String> = check
        .broken()
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
