//! Places and words of a library, asked of what the program asks and of others: kiddo, SQLite's R*Tree and a linear scan for places, tantivy and
//! SQLite's FTS5 for words. All in one run, on the same points and texts, with answers compared.
//!
//! `cargo run --release --manifest-path benches/rivals/Cargo.toml -- LIBRARY [TEXTS]`; the second number is how many texts are indexed anew for
//! tantivy, FTS5 and the program's own index of words (all where it is not given, none for 0).

#[expect(
    dead_code,
    reason = "the program's own index of words; not all of it is asked for here"
)]
mod ours;
#[path = "../../../crates/library/src/store/search/spatial.rs"]
#[expect(
    dead_code,
    reason = "the program's own tree; not all of it is asked for here"
)]
mod spatial;
mod words;

use std::hint::black_box;
use std::num::NonZero;
use std::panic::catch_unwind;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use kiddo::SquaredEuclidean;
use kiddo::immutable::float::kdtree::ImmutableKdTree;
use rusqlite::{Connection, OpenFlags, params};

use spatial::SpatialIndex;

/// Questions of each kind.
const QUESTIONS: usize = 200;
/// Points of an answer.
const NEAREST: usize = 50;
/// The radius of a sphere, mm.
const SPHERE_MM: f32 = 5.0;
/// Points at one place.
const COINCIDENT: usize = 100_000;

type Kiddo = kiddo::float::kdtree::KdTree<f32, u64, 3, 32, u32>;
type KiddoFixed = ImmutableKdTree<f32, u64, 3, 32>;
type Point = [f32; 3];

/// Numbers that look like chance and are the same in every run (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    /// From 0 to below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
    }
}

/// Milliseconds that something takes, and what comes of it.
pub fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let began = Instant::now();
    let done = black_box(work());
    (began.elapsed().as_secs_f64() * 1000.0, done)
}

/// Prints the median and the slowest of a hundred, and the ratio of ours to it.
pub fn tell(what: &str, named: &mut [(&str, Vec<f64>)]) {
    let at = |values: &mut Vec<f64>, share: f64| {
        values.sort_by(f64::total_cmp);
        values[((values.len() - 1) as f64 * share).round() as usize]
    };
    let figures: Vec<(&str, f64, f64)> = named
        .iter_mut()
        .map(|(name, values)| (*name, at(values, 0.5), at(values, 0.99)))
        .collect();
    let (_, ours, ours_slow) = figures[0];
    for (name, median, slow) in figures {
        println!(
            "{what:<34} {name:<28} p50 {median:>10.4} ms  p99 {slow:>10.4} ms  ours over it {:>7.3} {:>7.3}",
            ours / median,
            ours_slow / slow
        );
    }
}

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().context("which library?")?;
    let texts = match arguments.next() {
        Some(number) => number.parse()?,
        None => usize::MAX,
    };
    let library = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let points: Vec<(Point, u64)> = library
        .prepare("SELECT x, y, z, key FROM documents ORDER BY key")?
        .query_map([], |row| {
            let key: i64 = row.get(3)?;
            Ok(([row.get(0)?, row.get(1)?, row.get(2)?], key as u64))
        })?
        .collect::<Result<_, _>>()?;
    println!("{} documents", points.len());
    places("places", &points, true)?;
    coincident()?;
    if texts > 0 {
        words::compare(&library, texts)?;
    }
    Ok(())
}

fn squared(a: &Point, b: &Point) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// The nearest by looking at every point; the first of those that are equally near.
fn scan_nearest(points: &[(Point, u64)], at: &Point) -> Vec<u64> {
    let mut all: Vec<(f32, u64)> = points
        .iter()
        .map(|(point, key)| (squared(point, at).sqrt(), *key))
        .collect();
    let nearer = |a: &(f32, u64), b: &(f32, u64)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    if all.len() > NEAREST {
        all.select_nth_unstable_by(NEAREST - 1, nearer);
        all.truncate(NEAREST);
    }
    all.sort_by(nearer);
    all.into_iter().map(|(_, key)| key).collect()
}

/// SQLite's R*Tree of these points, in memory.
struct RTree(Connection);

impl RTree {
    fn new(points: &[(Point, u64)]) -> anyhow::Result<Self> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(
            "CREATE VIRTUAL TABLE places USING rtree (key, x, x1, y, y1, z, z1); BEGIN",
        )?;
        {
            let mut put =
                connection.prepare("INSERT INTO places VALUES (?1, ?2, ?2, ?3, ?3, ?4, ?4)")?;
            for ([x, y, z], key) in points {
                put.execute(params![*key as i64, x, y, z])?;
            }
        }
        connection.execute_batch("COMMIT")?;
        Ok(Self(connection))
    }

    fn in_box(&self, low: Point, high: Point) -> anyhow::Result<Vec<(Point, u64)>> {
        let mut find = self.0.prepare_cached(
            "SELECT x, y, z, key FROM places WHERE x >= ?1 AND x1 <= ?2 AND y >= ?3 AND y1 <= ?4 AND z >= ?5 AND z1 <= ?6",
        )?;
        let rows = find.query_map(
            params![low[0], high[0], low[1], high[1], low[2], high[2]],
            |row| {
                let key: i64 = row.get(3)?;
                Ok(([row.get(0)?, row.get(1)?, row.get(2)?], key as u64))
            },
        )?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn within(&self, at: &Point, radius: f32) -> anyhow::Result<Vec<(f32, u64)>> {
        let found = self.in_box(at.map(|v| v - radius), at.map(|v| v + radius))?;
        let mut found: Vec<(f32, u64)> = found
            .into_iter()
            .map(|(point, key)| (squared(&point, at), key))
            .filter(|(squared, _)| *squared <= radius * radius)
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        Ok(found)
    }

    /// It knows boxes only: the box is doubled until the sphere in it holds enough.
    fn nearest(&self, at: &Point, limit: usize) -> anyhow::Result<Vec<u64>> {
        let mut radius = 1.0;
        loop {
            let mut found = self.within(at, radius)?;
            if found.len() >= limit || radius > 10_000.0 {
                found.truncate(limit);
                return Ok(found.into_iter().map(|(_, key)| key).collect());
            }
            radius *= 2.0;
        }
    }
}

/// The planes of the view of a camera 300 mm in front of a point, a fifth as wide to each side as it is deep; as in `bench library`.
fn view_of(point: &Point) -> [[f32; 4]; 5] {
    const WIDTH: f32 = 0.2;
    let [x, y, z] = [point[0], point[1] - 300.0, point[2]];
    [
        [0.0, 1.0, 0.0, -y],
        [1.0, WIDTH, 0.0, -x - WIDTH * y],
        [-1.0, WIDTH, 0.0, x - WIDTH * y],
        [0.0, WIDTH, 1.0, -z - WIDTH * y],
        [0.0, WIDTH, -1.0, z - WIDTH * y],
    ]
}

fn is_in_view(planes: &[[f32; 4]], [x, y, z]: &Point) -> bool {
    let inside = |[a, b, c, d]: &[f32; 4]| a * x + b * y + c * z + d >= 0.0;
    planes.iter().all(inside)
}

fn sorted(keys: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut keys: Vec<u64> = keys.collect();
    keys.sort_unstable();
    keys
}

/// All trees over the same points; `with_kiddo` leaves kiddo's out where it cannot hold them.
fn places(what: &str, points: &[(Point, u64)], with_kiddo: bool) -> anyhow::Result<()> {
    let (ours_ms, ours) = timed(|| SpatialIndex::new(points.iter().copied()));
    let (kiddo_ms, kiddo) = timed(|| {
        let mut tree = Kiddo::new();
        let points = points.iter().filter(|_| with_kiddo);
        points.for_each(|(point, key)| tree.add(point, *key));
        tree
    });
    let only: Vec<Point> = points.iter().map(|(point, _)| *point).collect();
    let (fixed_ms, fixed) =
        timed(|| KiddoFixed::new_from_slice(&only[..if with_kiddo { only.len() } else { 1 }]));
    let (rtree_ms, rtree) = timed(|| RTree::new(points));
    let rtree = rtree?;
    println!(
        "{what}: made in {ours_ms:.0} ms (ours), {kiddo_ms:.0} (kiddo), {fixed_ms:.0} (kiddo, immutable), {rtree_ms:.0} (R*Tree)"
    );
    let mut chance = Chance(points.len() as u64);
    let limit = NonZero::new(NEAREST).context("a number")?;
    let names = [
        "ours (rstar)",
        "kiddo",
        "kiddo, immutable",
        "SQLite R*Tree",
        "linear scan",
    ];
    let mut nearest: Vec<(&str, Vec<f64>)> = names.map(|name| (name, Vec::new())).into();
    let mut within = nearest.clone();
    let mut in_view: Vec<(&str, Vec<f64>)> = ["ours (packed scan)", names[3], names[4]]
        .map(|name| (name, Vec::new()))
        .into();
    for n in 0..QUESTIONS {
        let at = points[chance.below(points.len())].0;
        let (scan, expected) = timed(|| scan_nearest(points, &at));
        let (ms, found) = timed(|| ours.nearest(at, NEAREST));
        ensure!(
            found
                .iter()
                .map(|(key, _)| *key)
                .eq(expected.iter().copied()),
            "ours at {at:?}"
        );
        nearest[0].1.push(ms);
        let (ms, by_box) = timed(|| rtree.nearest(&at, NEAREST));
        ensure!(by_box? == expected, "the R*Tree at {at:?}");
        nearest[3].1.push(ms);
        nearest[4].1.push(scan);
        if with_kiddo {
            // Of those equally far, it may take others: distances are compared.
            let same = |distances: Vec<f32>| {
                found.len() == distances.len()
                    && found
                        .iter()
                        .zip(&distances)
                        .all(|(a, b)| (a.1 * a.1 - b).abs() <= 1e-3 * b.max(1.0))
            };
            let (ms, found) = timed(|| kiddo.nearest_n::<SquaredEuclidean>(&at, NEAREST));
            ensure!(
                same(found.iter().map(|one| one.distance).collect()),
                "kiddo at {at:?}"
            );
            nearest[1].1.push(ms);
            let (ms, found) = timed(|| fixed.nearest_n::<SquaredEuclidean>(&at, limit));
            ensure!(
                same(found.iter().map(|one| one.distance).collect()),
                "kiddo (immutable) at {at:?}"
            );
            nearest[2].1.push(ms);
        }
        let (scan, expected) = timed(|| {
            let near = |(point, _): &&(Point, u64)| squared(point, &at) <= SPHERE_MM * SPHERE_MM;
            sorted(points.iter().filter(near).map(|(_, key)| *key))
        });
        let (ms, found) = timed(|| ours.within(at, SPHERE_MM));
        ensure!(
            sorted(found.iter().map(|(key, _)| *key)) == expected,
            "ours within {at:?}"
        );
        within[0].1.push(ms);
        let (ms, found) = timed(|| rtree.within(&at, SPHERE_MM));
        ensure!(
            sorted(found?.into_iter().map(|(_, key)| key)) == expected,
            "the R*Tree within {at:?}"
        );
        within[3].1.push(ms);
        within[4].1.push(scan);
        if with_kiddo {
            let (ms, found) =
                timed(|| kiddo.within::<SquaredEuclidean>(&at, SPHERE_MM * SPHERE_MM));
            ensure!(
                sorted(found.iter().map(|one| one.item)) == expected,
                "kiddo within {at:?}"
            );
            within[1].1.push(ms);
            let (ms, found) =
                timed(|| fixed.within::<SquaredEuclidean>(&at, SPHERE_MM * SPHERE_MM));
            ensure!(
                found.len() == expected.len(),
                "kiddo (immutable) within {at:?}"
            );
            within[2].1.push(ms);
        }
        if n % 4 == 0 {
            let planes = view_of(&at);
            let (scan, expected) = timed(|| {
                let seen = points
                    .iter()
                    .filter(|(point, _)| is_in_view(&planes, point));
                seen.map(|(_, key)| *key).collect::<Vec<u64>>()
            });
            let (ms, found) = timed(|| {
                let seen = only
                    .iter()
                    .zip(points)
                    .filter(|(point, _)| is_in_view(&planes, point));
                seen.map(|(_, (_, key))| *key).collect::<Vec<u64>>()
            });
            ensure!(found == expected, "ours in view of {at:?}");
            in_view[0].1.push(ms);
            // A box around what the camera can see within the body: as far as 1,000 mm.
            let low = [at[0] - 200.0, at[1] - 300.0, at[2] - 200.0];
            let high = [at[0] + 200.0, at[1] + 700.0, at[2] + 200.0];
            let (ms, found) = timed(|| {
                rtree.in_box(low, high).map(|found| {
                    let seen = found
                        .into_iter()
                        .filter(|(point, _)| is_in_view(&planes, point));
                    sorted(seen.map(|(_, key)| key))
                })
            });
            ensure!(found? == expected, "the R*Tree in view of {at:?}");
            in_view[1].1.push(ms);
            in_view[2].1.push(scan);
        }
    }
    for (kind, mut figures) in [
        ("nearest 50", nearest),
        ("within 5 mm", within),
        ("in view", in_view),
    ] {
        figures.retain(|(_, values)| !values.is_empty());
        tell(&format!("{what}: {kind}"), &mut figures);
    }
    Ok(())
}

/// A hundred thousand documents at one point, as a journal about one organ has.
fn coincident() -> anyhow::Result<()> {
    let point = [12.5, -30.0, 110.0];
    let points: Vec<(Point, u64)> = (1..=COINCIDENT as u64).map(|key| (point, key)).collect();
    let only = vec![point; COINCIDENT];
    let silent = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let kiddo = catch_unwind(|| {
        let mut tree = Kiddo::new();
        points.iter().for_each(|(point, key)| tree.add(point, *key));
        tree.nearest_n::<SquaredEuclidean>(&point, NEAREST).len()
    });
    let fixed = catch_unwind(|| {
        let tree = KiddoFixed::new_from_slice(&only);
        let limit = NonZero::new(NEAREST).unwrap_or(NonZero::<usize>::MIN);
        tree.nearest_n::<SquaredEuclidean>(&point, limit).len()
    });
    std::panic::set_hook(silent);
    for (name, result) in [("kiddo", kiddo), ("kiddo, immutable", fixed)] {
        match result {
            Ok(found) => println!("{COINCIDENT} at one point: {name} finds {found}"),
            Err(panic) => {
                let words = panic.downcast_ref::<String>().map(String::as_str);
                let words = words.or(panic.downcast_ref::<&str>().copied());
                println!(
                    "{COINCIDENT} at one point: {name} panics: {}",
                    words.unwrap_or_default()
                );
            }
        }
    }
    places("at one point", &points, false)
}
