//! Atlas queries against brute force, pack files there and back, and bad files refused with the place.
use std::fs;
use std::io::Write;
use std::path::Path;

use anatomy::{Atlas, Catalogue, LabelVolume, StructureIndex, StructureMesh, write_pack};
use flate2::Compression;
use flate2::write::GzEncoder;
use glam::{Vec3, vec3};
use proptest::prelude::*;

fn id(s: &str) -> StructureIndex {
    Catalogue::builtin().index_of(s).unwrap()
}

const DIMS: [usize; 3] = [45, 38, 51];

/// A small body: liver, two kidneys with a medulla in the left one, and skin round everything.
fn small_labels() -> LabelVolume {
    let inside = |p: Vec3, c: Vec3, r: Vec3| ((p - c) / r).length() <= 1.0;
    let half = Vec3::from_array(DIMS.map(|n| (n as f32 - 1.0) * 0.5));
    LabelVolume::from_bricks(DIMS, |at, voxels| {
        for (n, v) in voxels.iter_mut().enumerate() {
            let within = [n % 8, n / 8 % 8, n / 64];
            let p = Vec3::from_array(std::array::from_fn(|a| (at[a] + within[a]) as f32)) - half;
            let name = if inside(p, vec3(12.0, 4.0, -8.0), Vec3::splat(2.5)) {
                "left_renal_medulla"
            } else if inside(p, vec3(12.0, 4.0, -8.0), vec3(5.0, 4.0, 8.0)) {
                "left_kidney"
            } else if inside(p, vec3(-12.0, 4.0, -9.0), vec3(5.0, 4.0, 8.0)) {
                "right_kidney"
            } else if inside(p, vec3(-6.0, -2.0, 12.0), vec3(11.0, 9.0, 7.0)) {
                "liver"
            } else if inside(p, Vec3::ZERO, vec3(22.0, 18.0, 25.0)) {
                "skin"
            } else {
                continue;
            };
            *v = id(name).0 + 1;
        }
    })
}

fn small() -> Atlas {
    Atlas::from_labels(Catalogue::builtin(), small_labels())
}

fn voxels(atlas: &Atlas, s: StructureIndex) -> Vec<Vec3> {
    let labels = atlas.labels();
    let mut out = Vec::new();
    for k in 0..DIMS[2] {
        for j in 0..DIMS[1] {
            for i in 0..DIMS[0] {
                if labels
                    .structure([i, j, k])
                    .is_some_and(|l| atlas.catalogue().is_part_of(l, s))
                {
                    out.push(Vec3::from_array(labels.centre_mm([i, j, k])));
                }
            }
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
    #[test]
    fn distances_agree_with_asking_every_voxel(x in -40.0f32..40.0, y in -40.0f32..40.0, z in -40.0f32..40.0) {
        let atlas = small();
        let p = vec3(x, y, z);
        for name in ["liver", "kidney", "left_kidney", "left_renal_medulla", "skin"] {
            let s = id(name);
            let all = voxels(&atlas, s);
            let brute = all.iter().map(|v| v.distance(p)).fold(f32::INFINITY, f32::min);
            let nearest = Vec3::from_array(atlas.nearest_voxel(s, p.to_array()).unwrap());
            prop_assert!((nearest.distance(p) - brute).abs() < 1e-4, "{name}: {nearest} for {p}");
            prop_assert!(all.contains(&nearest));
            let d = atlas.distance_mm(s, p.to_array()).unwrap();
            let inside = all.iter().any(|v| (*v - p).abs().max_element() < 0.5);
            prop_assert!((d - if inside { 0.0 } else { brute }).abs() < 1e-4, "{name}: {d}, brute {brute}");
        }
        let (s, d) = atlas.nearest_structure(p.to_array()).unwrap();
        prop_assert!(s != id("skin"));
        let best = ["liver", "kidney"].map(|n| atlas.distance_mm(id(n), p.to_array()).unwrap());
        prop_assert!((d - best[0].min(best[1])).abs() < 1e-4);
        let (other, d) = atlas.nearest_besides(id("liver"), p.to_array()).unwrap();
        prop_assert!(atlas.catalogue().is_part_of(other, id("kidney")));
        let kidneys = voxels(&atlas, id("kidney")).into_iter().map(|v| v.distance(p));
        prop_assert!((d - kidneys.fold(f32::INFINITY, f32::min)).abs() < 1e-4);
        // What it is part of is no other.
        let (other, _) = atlas.nearest_besides(id("left_renal_medulla"), p.to_array()).unwrap();
        prop_assert!(!atlas.catalogue().is_part_of(id("left_renal_medulla"), other));
    }

    #[test]
    fn rays_agree_with_walking_in_small_steps(
        origin in prop::array::uniform3(-60.0f32..60.0), target in prop::array::uniform3(-20.0f32..20.0),
    ) {
        let atlas = small();
        let (o, t) = (Vec3::from_array(origin), Vec3::from_array(target));
        prop_assume!(o.distance(t) > 1.0);
        let dir = (t - o).normalize();
        let met: Vec<_> = atlas.ray(origin, (dir * 3.0).to_array()).collect();
        for w in met.windows(2) {
            prop_assert!(w[0].2 <= w[1].1 + 1e-3, "stretches out of order: {met:?}");
        }
        for n in 0..2000 {
            let along = n as f32 * 0.1;
            let walked = atlas.structure_at((o + dir * along).to_array());
            let border = met.iter().any(|m| (m.1 - along).abs() < 0.01 || (m.2 - along).abs() < 0.01);
            let marched = met.iter().find(|m| m.1 <= along && along < m.2).map(|m| m.0);
            prop_assert!(border || walked == marched, "at {along}: {walked:?} walked, {marched:?} marched");
        }
    }
}

#[test]
fn volumes_centroids_and_bounds_are_counted() {
    let atlas = small();
    for name in ["liver", "kidney", "left_kidney", "skin"] {
        let all = voxels(&atlas, id(name));
        assert_eq!(
            atlas.volume_ml(id(name)),
            all.len() as f32 / 1000.0,
            "{name}"
        );
        let mean = all.iter().map(|v| v.as_dvec3()).sum::<glam::DVec3>() / all.len() as f64;
        let centroid = Vec3::from_array(atlas.centroid_mm(id(name)).unwrap());
        assert!(centroid.distance(mean.as_vec3()) < 1e-3, "{name}");
        let (low, high) = atlas.bounds_mm(id(name)).unwrap();
        let least = all.iter().fold(Vec3::INFINITY, |a, v| a.min(*v)) - Vec3::splat(0.5);
        let most = all.iter().fold(Vec3::NEG_INFINITY, |a, v| a.max(*v)) + Vec3::splat(0.5);
        assert_eq!((low, high), (least.to_array(), most.to_array()), "{name}");
    }
    assert!(
        atlas.centroid_mm(id("left_kidney")).unwrap()[0] > 0.0,
        "the left kidney lies at positive x"
    );
    assert!(atlas.centroid_mm(id("right_kidney")).unwrap()[0] < 0.0);
    assert_eq!(atlas.present().len(), 5);
    assert_eq!(atlas.distance_mm(id("spleen"), [0.0; 3]), None);
    assert_eq!(atlas.structure_at([1e9, 0.0, 0.0]), None);
    assert_eq!(atlas.structure_at([f32::NAN; 3]), None);
    assert_eq!(atlas.ray([0.0; 3], [0.0; 3]).count(), 0);
}

#[test]
fn samples_are_uniform_deterministic_and_inside() {
    let atlas = small();
    let points = atlas.sample_points(id("left_kidney"), 20_000, 7);
    assert_eq!(points, atlas.sample_points(id("left_kidney"), 20_000, 7));
    assert_ne!(points, atlas.sample_points(id("left_kidney"), 20_000, 8));
    assert!(points.iter().all(|p| atlas.contains(id("left_kidney"), *p)));
    let mean = points.iter().map(|p| Vec3::from_array(*p)).sum::<Vec3>() / points.len() as f32;
    assert!(
        mean.distance(Vec3::from_array(
            atlas.centroid_mm(id("left_kidney")).unwrap()
        )) < 0.15,
        "{mean}"
    );
    // The medulla's share of the samples is its share of the kidney.
    let medulla = points
        .iter()
        .filter(|p| atlas.contains(id("left_renal_medulla"), **p))
        .count() as f32
        / 20_000.0;
    let share = atlas.volume_ml(id("left_renal_medulla")) / atlas.volume_ml(id("left_kidney"));
    assert!((medulla - share).abs() < 0.02, "{medulla} against {share}");
    assert!(atlas.sample_points(id("spleen"), 10, 1).is_empty());
}

/// A ball of rings of vertices, darker downwards.
fn ball(structure: StructureIndex, rings: u32, centre: Vec3, radius: Vec3) -> StructureMesh {
    const ROUND: u32 = 24;
    let (mut positions, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for ring in 0..=rings {
        for n in 0..ROUND {
            let up = std::f32::consts::PI * ring as f32 / rings as f32;
            let round = std::f32::consts::TAU * n as f32 / ROUND as f32;
            let out = vec3(up.sin() * round.cos(), up.sin() * round.sin(), up.cos());
            positions.push((centre + out * radius).to_array());
            normals.push((out / radius).normalize().to_array());
        }
    }
    for ring in 0..rings {
        for n in 0..ROUND {
            let at = |ring: u32, n: u32| ring * ROUND + n % ROUND;
            let [a, b] = [at(ring, n), at(ring, n + 1)];
            let [c, d] = [at(ring + 1, n), at(ring + 1, n + 1)];
            indices.extend([a, c, b, b, c, d]);
        }
    }
    let mut mesh = StructureMesh::new(structure, positions, normals, indices);
    for (n, open) in mesh.occlusion.iter_mut().enumerate() {
        *open -= (n / ROUND as usize) as u8 * 10;
    }
    mesh
}

fn pack(dir: &Path) -> (Atlas, Vec<StructureMesh>) {
    let atlas = small();
    let liver = ball(
        id("liver"),
        12,
        vec3(-6.0, -2.0, 12.0),
        vec3(11.0, 9.0, 7.0),
    );
    let kidney = ball(
        id("left_kidney"),
        16,
        vec3(12.0, 4.0, -8.0),
        Vec3::splat(5.0),
    );
    let mut meshes = vec![liver, kidney];
    let third = meshes[0].indices.len() / 9 * 3;
    meshes[0].coarser = vec![
        meshes[0].indices[..third].to_vec(),
        meshes[0].indices[..third / 9 * 3].to_vec(),
    ];
    write_pack(dir, &atlas, &meshes).unwrap();
    (atlas, meshes)
}

/// Triangles, each from its lowest corner on: packing may begin with another.
fn turned(indices: &[u32]) -> Vec<[u32; 3]> {
    let turn = |t: &[u32]| match t.iter().enumerate().min_by_key(|c| c.1) {
        Some((1, _)) => [t[1], t[2], t[0]],
        Some((2, _)) => [t[2], t[0], t[1]],
        _ => [t[0], t[1], t[2]],
    };
    indices.chunks_exact(3).map(turn).collect()
}

#[test]
fn a_pack_comes_back_as_it_was_and_twice_the_same() {
    let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (atlas, meshes) = pack(a.path());
    pack(b.path());
    for file in ["labels.nii.gz", "structures.json", "meshes.glb", "LICENSE"] {
        let read = |dir: &Path| fs::read(dir.join(file)).unwrap();
        assert!(
            read(a.path()) == read(b.path()),
            "{file} differs from one run to the next"
        );
    }
    let back = Atlas::open(a.path()).unwrap();
    assert!(back.labels() == atlas.labels());
    assert_eq!(back.present(), atlas.present());
    assert_eq!(back.license(), "CC-BY-4.0");
    let read = back.read_meshes().unwrap();
    assert_eq!(read.len(), 2);
    for mesh in &read {
        let original = meshes
            .iter()
            .find(|m| m.structure == mesh.structure)
            .unwrap();
        assert_eq!(mesh.coarser.len(), original.coarser.len());
        for level in 0..=mesh.coarser.len() {
            assert_eq!(turned(mesh.level(level)), turned(original.level(level)));
        }
        assert_eq!(mesh.occlusion, original.occlusion);
        for (p, q) in mesh.positions.iter().zip(&original.positions) {
            assert!(
                Vec3::from_array(*p).distance(Vec3::from_array(*q)) < 1e-3,
                "{p:?} was {q:?}"
            );
        }
        for (n, m) in mesh.normals.iter().zip(&original.normals) {
            assert!(Vec3::from_array(*n).dot(Vec3::from_array(*m)) > 0.99);
        }
    }
    let info = back.info();
    assert_eq!(info.dimensions, DIMS);
    assert!(info.structures.iter().any(|s| s.id == "kidney"));
    assert!(small().read_meshes().is_err());
}

/// Unpacked labels of a good pack, changed by `edit`, packed again; the message of the refusal.
fn refusal(edit: impl FnOnce(&mut Vec<u8>)) -> String {
    let dir = tempfile::tempdir().unwrap();
    pack(dir.path());
    let path = dir.path().join("labels.nii.gz");
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(
        &mut flate2::read::GzDecoder::new(&fs::read(&path).unwrap()[..]),
        &mut bytes,
    )
    .unwrap();
    edit(&mut bytes);
    let mut out = GzEncoder::new(fs::File::create(&path).unwrap(), Compression::fast());
    out.write_all(&bytes).unwrap();
    out.finish().unwrap();
    Atlas::open(dir.path()).unwrap_err().to_string()
}

#[test]
fn bad_label_volumes_are_refused_with_file_place_and_reason() {
    let put =
        |at: usize, v: i16| move |b: &mut Vec<u8>| b[at..at + 2].copy_from_slice(&v.to_le_bytes());
    let message = refusal(|b| b.truncate(b.len() - 5000));
    assert!(
        message.contains("labels.nii.gz") && message.contains("slices"),
        "{message}"
    );
    let message = refusal(|b| b.truncate(100));
    assert!(message.contains("header"), "{message}");
    // A header that asks for terabytes is refused before anything is allocated.
    let message = refusal(|b| (0..3).for_each(|a| put(42 + 2 * a, 32_000)(b)));
    assert!(message.contains("32000"), "{message}");
    let message = refusal(|b| (0..3).for_each(|a| put(42 + 2 * a, 1000)(b)));
    assert!(message.contains("more than"), "{message}");
    let message = refusal(put(42, -3));
    assert!(message.contains("-3"), "{message}");
    let message = refusal(put(70, 64));
    assert!(message.contains("data type 64"), "{message}");
    let message = refusal(put(42, 44));
    assert!(message.contains("affine"), "{message}");
    let message = refusal(|b| b[344] = b'x');
    assert!(message.contains("NIfTI"), "{message}");
    let message = refusal(|b| b[352 + 45 * 38 * 2 + 45 * 3 + 7] = 200);
    assert!(
        message.contains("voxel (7, 3, 2)") && message.contains("200"),
        "{message}"
    );
}

#[test]
fn bad_structure_lists_are_refused() {
    let with = |edit: &dyn Fn(String) -> String| {
        let dir = tempfile::tempdir().unwrap();
        pack(dir.path());
        let path = dir.path().join("structures.json");
        fs::write(&path, edit(fs::read_to_string(&path).unwrap())).unwrap();
        Atlas::open(dir.path()).unwrap_err().to_string()
    };
    assert!(with(&|s| s.replace("\"liver\"", "\"livver\"")).contains("livver"));
    assert!(with(&|s| s[..s.len() / 2].to_owned()).contains("line"));
    assert!(with(&|s| s.replace("\"value\": 2,", "\"value\": 1,")).contains("taken"));
    assert!(with(&|s| s.replace("51", "50")).contains("voxels"));
    assert!(with(&|s| s.replace("pack/1", "pack/9")).contains("format"));
    assert!(
        Atlas::open(Path::new("no/such/folder"))
            .unwrap_err()
            .to_string()
            .contains("no/such/folder")
    );
}

#[test]
fn bad_mesh_files_are_refused_without_a_crash() {
    let dir = tempfile::tempdir().unwrap();
    pack(dir.path());
    let path = dir.path().join("meshes.glb");
    let good = fs::read(&path).unwrap();
    let try_with = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Atlas::open(dir.path()).unwrap().read_meshes()
    };
    assert!(try_with(&good).is_ok());
    assert!(try_with(b"").is_err());
    assert!(try_with(&good[..good.len() - 100]).is_err());
    let replaced = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let at = good
            .windows(from.len())
            .position(|w| w == from.as_bytes())
            .unwrap();
        let mut bytes = good.clone();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    assert!(try_with(&replaced("\"children\":[0,1]", "\"children\":[0,9]")).is_err());
    assert!(try_with(&replaced("\"children\":[0,1]", "\"children\":[1,1]")).is_err());
    // Of another kind; of the other surface, which has more vertices.
    assert!(try_with(&replaced("\"indices\":3", "\"indices\":2")).is_err());
    assert!(try_with(&replaced("\"indices\":3", "\"indices\":9")).is_err());
    // Any single byte of the description or of what is packed may be wrong; that is an answer, never a crash.
    let packed = good.windows(4).position(|w| w == b"BIN\0").unwrap() + 4;
    let some = packed..good.len().min(packed + 4000);
    for at in (0..packed.min(6000)).step_by(7).chain(some.step_by(3)) {
        let mut bytes = good.clone();
        bytes[at] = bytes[at].wrapping_add(1);
        let _ = try_with(&bytes);
    }
}
