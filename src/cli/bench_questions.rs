//! What `bench library` asks: places, views, structures and counts (words: `bench_words.rs`), each against the plainest way to answer, in the same run.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anatomy::Catalogue;
use anyhow::ensure;
use bevy::math::{Mat4, Vec2, Vec3};
use library::{Facet, Filter, Library, Query, Spot};
use serde::Serialize;
use viewer::{Crowd, Lens, world_from_lps};

use super::bench_columns::Plain;

/// Questions asked of each kind.
pub const QUESTIONS: usize = 200;
/// Rows of a first page.
pub const PAGE: usize = 50;
/// The radius of a sphere that is asked for, mm.
const SPHERE_MM: f32 = 5.0;
/// The field of view of a camera, radians: a fifth of its depth to each side.
const FIELD: f32 = 0.395;
/// What is meant to be kept in memory of a document, bytes.
const MEANT_BYTES: f64 = 200.0;

/// One comparison.
#[derive(Serialize)]
pub struct Row {
    pub documents: usize,
    pub what: &'static str,
    pub ours: f64,
    pub rival: &'static str,
    pub theirs: f64,
    pub unit: &'static str,
    /// Ours over theirs.
    pub ratio: f64,
}

/// Numbers that look like chance and are the same in every run (SplitMix64; Steele, Lea & Flood 2014).
pub struct Chance(u64);

impl Chance {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// From -1 to 1.
    pub fn part(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }
}

/// Milliseconds since then.
pub fn ms(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1000.0
}

/// The value that a share of them stays below.
pub fn at(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[((values.len() - 1) as f64 * share).round() as usize]
}

/// Bytes of this process in memory; nothing where the system does not tell.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024.0)
}

/// The measurements of one size.
pub struct Bench<'a> {
    pub documents: usize,
    pub chance: Chance,
    pub rows: &'a mut Vec<Row>,
}

impl Bench<'_> {
    pub fn row(
        &mut self,
        what: &'static str,
        (ours, theirs): (f64, f64),
        rival: &'static str,
        unit: &'static str,
    ) {
        self.rows.push(Row {
            documents: self.documents,
            what,
            ours,
            rival,
            theirs,
            unit,
            ratio: ours / theirs,
        });
    }

    /// The median and the slowest of a hundred.
    pub fn times(
        &mut self,
        what: [&'static str; 2],
        ours: &mut [f64],
        theirs: &mut [f64],
        rival: &'static str,
    ) {
        if ours.is_empty() || theirs.is_empty() {
            return;
        }
        for (what, share) in what.into_iter().zip([0.5, 0.99]) {
            let times = (at(ours, share), at(theirs, share));
            self.row(what, times, rival, "ms");
        }
    }

    /// What the window keeps of each document for as long as a library is open: its row, and its place in the order of the stage. The library has been
    /// read before, so that its caches are full and not counted.
    pub fn memory(&mut self, path: &Path) -> anyhow::Result<()> {
        let library = Library::open_to_read(path)?;
        drop(black_box(library.spots()?));
        let Some(before) = resident() else {
            return Ok(());
        };
        let documents = self.documents as f64;
        let grown = |before: f64| (resident().unwrap_or(before) - before) / documents;
        let spots = library.spots()?;
        let rows = grown(before);
        let placed = (0..).zip(&spots);
        let crowd = Crowd::new(placed.map(|(n, spot)| (n, world_from_lps(spot.point_mm))));
        let all = grown(before);
        let between = resident().unwrap_or(before);
        let entries: Vec<Arc<library::Entry>> =
            (library.entries()?.into_iter()).map(Arc::new).collect();
        let words = grown(between);
        drop(black_box((crowd, spots, entries)));
        let rival = "with title, id and names, each a string of its own";
        self.row(
            "rows of the map in memory",
            (rows, words),
            rival,
            "bytes each",
        );
        let what = "the same in the stage's order, too";
        self.row(what, (all, MEANT_BYTES), "what is meant", "bytes each");
        Ok(())
    }

    pub fn ask(&mut self, path: &Path, library: &Library, spots: &[Spot]) -> anyhow::Result<()> {
        let began = Instant::now();
        while library.make_ready()? {}
        let ours = ms(began);
        let began = Instant::now();
        black_box(scanned(spots, [0.0; 3]).count());
        let scan = ms(began);
        let what = "made ready, beside the window's work";
        self.row(what, (ours, scan), "a linear scan in memory", "ms");
        self.places(library, spots)?;
        self.about(library, spots)?;
        self.spheres(library, spots)?;
        self.views(spots)?;
        self.structures(path, library, spots)?;
        self.counts(path, library)
    }

    fn point(&mut self, spots: &[Spot]) -> [f32; 3] {
        spots[self.chance.below(spots.len())].point_mm
    }

    fn places(&mut self, library: &Library, spots: &[Spot]) -> anyhow::Result<()> {
        let (mut tree, mut scan) = (Vec::new(), Vec::new());
        for _ in 0..QUESTIONS {
            let point = self.point(spots);
            let began = Instant::now();
            let found = library.nearest(point, PAGE)?;
            tree.push(ms(began));
            let began = Instant::now();
            let all = scanned(spots, point);
            scan.push(ms(began));
            let same = found.iter().map(|hit| hit.key).eq(all);
            ensure!(same, "tree and scan find different documents at {point:?}");
        }
        let what = [
            "the fifty nearest, rows read, median",
            "the same, of 100 the slowest",
        ];
        self.times(
            what,
            &mut tree,
            &mut scan,
            "linear scan in memory, keys alone",
        );
        Ok(())
    }

    /// All within a few millimetres: how many, and the fifty nearest of them.
    fn spheres(&mut self, library: &Library, spots: &[Spot]) -> anyhow::Result<()> {
        let (mut tree, mut scan) = (Vec::new(), Vec::new());
        for _ in 0..QUESTIONS {
            let point = self.point(spots);
            let query = Query {
                near: Some(point),
                radius_mm: Some(SPHERE_MM),
                limit: PAGE,
                ..Query::default()
            };
            let began = Instant::now();
            let found = library.search(&query, Catalogue::builtin())?;
            tree.push(ms(began));
            let began = Instant::now();
            let near = |spot: &&Spot| squared(spot.point_mm, point) <= SPHERE_MM * SPHERE_MM;
            let total = black_box(spots.iter().filter(near).count());
            scan.push(ms(began));
            ensure!(
                found.total == total,
                "tree and scan find {} and {total} at {point:?}",
                found.total
            );
        }
        let what = [
            "within 5 mm, first page, exact count, median",
            "the same, of 100 the slowest",
        ];
        self.times(
            what,
            &mut tree,
            &mut scan,
            "linear scan in memory, count alone",
        );
        Ok(())
    }

    /// All that a camera sees that stands 300 mm in front of a document: how many, and which, as stretches of the stage's order.
    fn views(&mut self, spots: &[Spot]) -> anyhow::Result<()> {
        let places: Vec<Vec3> = spots
            .iter()
            .map(|spot| world_from_lps(spot.point_mm))
            .collect();
        let crowd = Crowd::new((0..).zip(places.iter().copied()));
        let (mut cells, mut scan) = (Vec::new(), Vec::new());
        for _ in 0..QUESTIONS {
            let at = places[self.chance.below(places.len())];
            let eye = Mat4::look_at_rh(at + 300.0 * Vec3::Z, at, Vec3::Y);
            let lens = Lens {
                clip_from_world: Mat4::perspective_infinite_reverse_rh(FIELD, 1.0, 1.0) * eye,
                size: Vec2::splat(1000.0),
            };
            let planes = lens.planes();
            let began = Instant::now();
            let found = crowd.in_view(&planes);
            let count: usize = found.iter().map(ExactSizeIterator::len).sum();
            cells.push(ms(began));
            let inside = |place: &&Vec3| {
                let place = place.extend(1.0);
                planes.iter().all(|plane| plane.dot(place) >= 0.0)
            };
            let began = Instant::now();
            let all = black_box(places.iter().filter(inside).count());
            scan.push(ms(began));
            let members = found
                .into_iter()
                .flatten()
                .filter_map(|at| crowd.member(at));
            let seen = members
                .filter(|row| inside(&&places[*row as usize]))
                .count();
            ensure!(
                (count, seen) == (all, all),
                "cells and scan see different documents"
            );
        }
        let what = [
            "all in view of a camera, counted, median",
            "the same, of 100 the slowest",
        ];
        self.times(
            what,
            &mut cells,
            &mut scan,
            "linear scan in memory, count alone",
        );
        Ok(())
    }

    /// What the window asks for when a structure is clicked, against a look at every document for its best structure alone.
    fn structures(&mut self, path: &Path, library: &Library, spots: &[Spot]) -> anyhow::Result<()> {
        let catalogue = Catalogue::builtin();
        let plain = Plain::read(path)?;
        let (mut ours, mut counted, mut scan) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..QUESTIONS / 2 {
            let id = spots[self.chance.below(spots.len())].structure.clone();
            let Some(structure) = catalogue.index_of(&id) else {
                continue;
            };
            let query = Query {
                structures: vec![structure],
                min_p: Some(0.3),
                max_outside_p: Some(grounding::OUTSIDE),
                limit: PAGE,
                ..Query::default()
            };
            let began = Instant::now();
            let found = library.search(&query, catalogue)?;
            ours.push(ms(began));
            let query = Query {
                count: true,
                ..query
            };
            let began = Instant::now();
            let again = library.search(&query, catalogue)?;
            counted.push(ms(began));
            ensure!(
                (found.hits, found.total) == (again.hits, again.total),
                "counts change the list"
            );
            let began = Instant::now();
            black_box(plain.best_in(&id, PAGE));
            scan.push(ms(began));
        }
        let rival = "columnar scan, those that are best in it alone";
        let what = [
            "of a structure, first page, exact count, median",
            "the same, of 100 the slowest",
        ];
        self.times(what, &mut ours, &mut scan, rival);
        let what = [
            "the same with all facets counted, median",
            "the same, of 100 the slowest",
        ];
        self.times(what, &mut counted, &mut scan, rival);
        Ok(())
    }

    /// Documents of a structure by filter, with all their facets counted.
    fn counts(&mut self, path: &Path, library: &Library) -> anyhow::Result<()> {
        let plain = Plain::read(path)?;
        let (mut ours, mut scan) = (Vec::new(), Vec::new());
        for _ in 0..QUESTIONS / 4 {
            let id = plain.structure_of(self.chance.below(self.documents));
            let query = Query {
                filter: Filter {
                    wanted: BTreeMap::from([(Facet::Structure, vec![id.clone()])]),
                },
                count: true,
                limit: PAGE,
                ..Query::default()
            };
            let began = Instant::now();
            let found = library.search(&query, Catalogue::builtin())?;
            ours.push(ms(began));
            let began = Instant::now();
            let counts = plain.counts(&id);
            scan.push(ms(began));
            ensure!(plain.agrees(&found, &counts), "the counts of {id} differ");
        }
        let what = [
            "first page and counts of all facets, median",
            "the same, of 100 the slowest",
        ];
        self.times(what, &mut ours, &mut scan, "columnar scan, counts alone");
        Ok(())
    }
}

fn squared(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Keys of the nearest documents, by looking at every one.
pub fn scanned(spots: &[Spot], point: [f32; 3]) -> impl Iterator<Item = i64> {
    let mut all: Vec<(f32, i64)> = spots
        .iter()
        .map(|spot| (squared(spot.point_mm, point).sqrt(), spot.key))
        .collect();
    let nearer = |a: &(f32, i64), b: &(f32, i64)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    if all.len() > PAGE {
        all.select_nth_unstable_by(PAGE - 1, nearer);
        all.truncate(PAGE);
    }
    all.sort_by(nearer);
    all.into_iter().map(|(_, key)| key)
}
