//! The 50 nearest of 100,000 points: R*-tree against a linear scan.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use library::SpatialIndex;

const POINTS: usize = 100_000;
const NEAREST: usize = 50;

/// Deterministic points in the torso box.
fn points() -> Vec<[f32; 3]> {
    let mut state = 7_u64;
    let mut next = |width: f32| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 40) as f32 / (1_u64 << 24) as f32 - 0.5) * width
    };
    (0..POINTS)
        .map(|_| [next(573.0), next(330.0), next(774.0)])
        .collect()
}

fn linear(points: &[[f32; 3]], point: [f32; 3]) -> Vec<(usize, f32)> {
    let mut all: Vec<(usize, f32)> = points
        .iter()
        .enumerate()
        .map(|(i, p)| (i, p.iter().zip(point).map(|(a, b)| (a - b) * (a - b)).sum()))
        .collect();
    all.select_nth_unstable_by(NEAREST, |a, b| a.1.total_cmp(&b.1));
    all.truncate(NEAREST);
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    all
}

fn spatial(c: &mut Criterion) {
    let points = points();
    let index = SpatialIndex::new(points.iter().copied().zip(0_i64..));
    let questions: Vec<[f32; 3]> = points
        .iter()
        .step_by(997)
        .map(|p| [p[0] + 1.0, p[1] - 2.0, p[2] + 3.0])
        .collect();
    let mut group = c.benchmark_group("nearest 50 of 100,000");
    let mut at = questions.iter().cycle();
    group.bench_function("R*-tree", |b| {
        b.iter(|| {
            at.next()
                .map(|point| black_box(index.nearest(*point, NEAREST)))
        })
    });
    let mut at = questions.iter().cycle();
    group.bench_function("linear scan", |b| {
        b.iter(|| at.next().map(|point| black_box(linear(&points, *point))))
    });
    group.finish();
    c.bench_function("build the R*-tree of 100,000", |b| {
        b.iter(|| SpatialIndex::new(points.iter().copied().zip(0_i64..)))
    });
}

criterion_group!(benches, spatial);
criterion_main!(benches);
