//! Questions to the atlas, each beside its rival or limit: picking and point to structure against casting rays at the
//! surfaces (compressed wide BVH), opening the pack against gunzip and naive indexing, against gunzip alone and against
//! reading the same bytes.

use std::collections::HashMap;
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

fn gunzip(file: &Path) -> impl Read {
    let file = fs::File::open(file).expect("it is there");
    flate2::bufread::MultiGzDecoder::new(std::io::BufReader::new(file))
}

/// Voxels, box and sum of the places of a structure.
type Found = (u64, [[usize; 3]; 2], [f64; 3]);

/// What [`Atlas::open`] knows of each structure (voxels, box and centroid, in voxels), by unpacking the whole volume and
/// looking at one voxel after another.
fn indexed_naively(labels: &Path) -> HashMap<u16, Found> {
    let mut file = Vec::new();
    gunzip(labels).read_to_end(&mut file).expect("it unpacks");
    let short = |at: usize| u16::from_le_bytes([file[at], file[at + 1]]);
    let [nx, ny, nz] = [42, 44, 46].map(|at| usize::from(short(at)));
    let mut structures: HashMap<u16, Found> = HashMap::new();
    for k in 0..nz {
        for j in 0..ny {
            for i in 0..nx {
                let label = short(352 + 2 * (i + nx * (j + ny * k)));
                if label == 0 {
                    continue;
                }
                let at = [i, j, k];
                let (voxels, [low, high], sum) =
                    structures
                        .entry(label)
                        .or_insert((0_u64, [at, at], [0.0; 3]));
                *voxels += 1;
                for a in 0..3 {
                    low[a] = low[a].min(at[a]);
                    high[a] = high[a].max(at[a]);
                    sum[a] += at[a] as f64;
                }
            }
        }
    }
    structures
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
    group.bench_function("rival: gunzip, and every voxel to its structure", |b| {
        b.iter(|| black_box(indexed_naively(&labels)));
    });
    group.bench_function("limit: plain gunzip of the labels", |b| {
        let mut slab = vec![0; 1 << 20];
        b.iter(|| {
            let mut gunzip = gunzip(&labels);
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
