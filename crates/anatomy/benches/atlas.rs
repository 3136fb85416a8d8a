//! Questions to the atlas, each beside its rival or limit: picking and point to structure against casting rays at the
//! surfaces (compressed wide BVH), reading the label volume against plain gunzip, opening the pack against reading the
//! same bytes.

use std::fs;
use std::hint::black_box;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anatomy::{Atlas, LABELS, StructureIndex, StructureMesh};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use obvhs::BvhBuildParams;
use obvhs::cwbvh::CwBvh;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use obvhs::ray::{Ray, RayHit};
use obvhs::triangle::Triangle;

const QUESTIONS: usize = 1000;

fn pack() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/atlas")
}

/// Deterministic points in the middle of the torso box.
fn points() -> Vec<[f32; 3]> {
    let mut state = 7_u64;
    let mut next = |width: f32| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 40) as f32 / (1_u64 << 24) as f32 - 0.5) * width
    };
    (0..QUESTIONS)
        .map(|_| [next(280.0), next(200.0), next(700.0)])
        .collect()
}

/// Rays from in front of the body through each point, as a camera sends them.
fn rays(points: &[[f32; 3]]) -> Vec<([f32; 3], [f32; 3])> {
    const CAMERA: [f32; 3] = [120.0, -1300.0, 60.0];
    let toward = |p: &[f32; 3]| std::array::from_fn(|a| p[a] - CAMERA[a]);
    points.iter().map(|p| (CAMERA, toward(p))).collect()
}

/// All surfaces in one tree.
struct Surfaces {
    bvh: CwBvh,
    triangles: Vec<Triangle>,
    structures: Vec<StructureIndex>,
}

impl Surfaces {
    fn new(meshes: &[StructureMesh]) -> Surfaces {
        let (mut triangles, mut structures) = (Vec::new(), Vec::new());
        for mesh in meshes {
            for t in mesh.indices.chunks_exact(3) {
                let [a, b, c] = [t[0], t[1], t[2]].map(|i| mesh.positions[i as usize]);
                triangles.push(Triangle {
                    v0: a.into(),
                    v1: b.into(),
                    v2: c.into(),
                });
                structures.push(mesh.structure);
            }
        }
        let params = BvhBuildParams::medium_build();
        let bvh = build_cwbvh_from_tris(&triangles, params, &mut Duration::default());
        // In the order of the tree, as fast renderers keep them.
        let order = |n: &u32| *n as usize;
        Surfaces {
            triangles: bvh
                .primitive_indices
                .iter()
                .map(|n| triangles[order(n)])
                .collect(),
            structures: bvh
                .primitive_indices
                .iter()
                .map(|n| structures[order(n)])
                .collect(),
            bvh,
        }
    }

    fn first(&self, origin: [f32; 3], direction: [f32; 3]) -> Option<StructureIndex> {
        let mut hit = RayHit::none();
        let ray = Ray::new_inf(origin.into(), direction.into());
        self.bvh
            .ray_traverse(ray, &mut hit, |ray, id| self.triangles[id].intersect(ray))
            .then(|| self.structures[hit.primitive_id as usize])
    }
}

fn questions(c: &mut Criterion) {
    let atlas = Atlas::open(&pack()).expect("the committed atlas opens");
    let surfaces = Surfaces::new(&atlas.read_meshes().expect("its surfaces are read"));
    let points = points();
    let rays = rays(&points);
    let mut group = c.benchmark_group("picking");
    group.throughput(Throughput::Elements(QUESTIONS as u64));
    group.bench_function("labels: first structure along a ray", |b| {
        b.iter(|| {
            rays.iter()
                .filter_map(|(o, d)| atlas.ray(*o, *d).next())
                .count()
        });
    });
    group.bench_function("rival: nearest triangle of the surfaces", |b| {
        b.iter(|| {
            rays.iter()
                .filter_map(|(o, d)| surfaces.first(*o, *d))
                .count()
        });
    });
    group.finish();
    let mut group = c.benchmark_group("point to structure");
    group.throughput(Throughput::Elements(QUESTIONS as u64));
    group.bench_function("labels: structure at a point", |b| {
        b.iter(|| points.iter().filter_map(|p| atlas.structure_at(*p)).count());
    });
    atlas.nearest_structure([0.0; 3]);
    group.bench_function("labels: nearest organ to a point", |b| {
        b.iter(|| {
            points
                .iter()
                .filter_map(|p| atlas.nearest_structure(*p))
                .count()
        });
    });
    group.bench_function("rival: one ray from the point at the surfaces", |b| {
        b.iter(|| {
            points
                .iter()
                .filter_map(|p| surfaces.first(*p, [0.0, 0.0, 1.0]))
                .count()
        });
    });
    group.finish();
}

fn reading(c: &mut Criterion) {
    let dir = pack();
    let labels = dir.join(LABELS);
    let files: Vec<PathBuf> = fs::read_dir(&dir)
        .expect("the pack is a folder")
        .map(|file| file.expect("its files are listed").path())
        .collect();
    let mut group = c.benchmark_group("opening");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(10));
    group.bench_function("labels and structures", |b| {
        b.iter(|| black_box(Atlas::open(&dir)).expect("it opens"));
    });
    group.bench_function("labels, structures and surfaces", |b| {
        b.iter(|| {
            let atlas = Atlas::open(&dir).expect("it opens");
            black_box(atlas.read_meshes()).expect("its surfaces are read")
        });
    });
    group.bench_function("limit: plain gunzip of the labels", |b| {
        let mut slab = vec![0; 1 << 20];
        b.iter(|| {
            let file = fs::File::open(&labels).expect("it is there");
            let mut gunzip = flate2::bufread::MultiGzDecoder::new(std::io::BufReader::new(file));
            while gunzip.read(&mut slab).expect("it unpacks") > 0 {
                black_box(&slab);
            }
        });
    });
    group.bench_function("limit: reading the bytes of the pack", |b| {
        b.iter(|| {
            for file in &files {
                black_box(fs::read(file)).expect("it is read");
            }
        });
    });
    group.finish();
}

criterion_group!(benches, questions, reading);
criterion_main!(benches);
