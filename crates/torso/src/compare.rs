//! How far two atlases agree, structure by structure.
//!
//! Bodies differ, so that a plain overlap says little: every pair of structures is compared as it lies, with the
//! centroids moved together, and then also scaled to the same volume, which leaves the shape alone.

use std::fmt::Write;

use anatomy::{Atlas, StructureIndex};
use rayon::prelude::*;
use serde::Serialize;
use surfaces::distances;

/// Edge of the cells that are compared, mm. A cell belongs to a structure when at least half of it does.
const CELL_MM: f32 = 2.0;
/// Points looked at along each edge of a cell.
const POINTS: usize = 2;
/// Shapes of volumes further apart than this are not scaled to each other, times.
const MOST_SCALED: f32 = 3.0;

/// The agreement of two atlases.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// One row per pair, in the order asked for, else in catalogue order.
    pub structures: Vec<ComparedStructure>,
    /// Means over all rows; nothing without rows.
    pub means: Option<ComparisonMeans>,
    /// Pairs of which one atlas or both have nothing.
    pub left_out: Vec<String>,
}

/// The agreement of one structure.
#[derive(Debug, Clone, Serialize)]
pub struct ComparedStructure {
    /// Catalogue id, or the name a table of pairs gives.
    pub name: String,
    /// Volume in the first atlas, millilitres.
    pub volume_a_ml: f32,
    /// Volume in the second, millilitres.
    pub volume_b_ml: f32,
    /// Distance of the centroids, mm.
    pub centroid_distance_mm: f32,
    /// As both lie in their atlases' frames.
    pub as_it_lies: Agreement,
    /// With the centroid of the second moved onto that of the first.
    pub centred: Agreement,
    /// Then also scaled evenly to the volume of the first; nothing when the volumes differ more than threefold.
    pub shape_only: Option<Agreement>,
}

/// The agreement of two solids.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Agreement {
    /// Twice the common volume over the sum of both, 0..=1.
    pub dice: f32,
    /// Mean distance from the boundary of each to that of the other, both in one pool, mm.
    pub surface_mm: f32,
    /// The distance that 95 % of the pool keep within, mm.
    pub surface_p95_mm: f32,
}

/// Means over the structures of a [`Comparison`].
#[derive(Debug, Clone, Copy, Serialize)]
pub struct ComparisonMeans {
    /// Distance of the centroids, mm.
    pub centroid_distance_mm: f32,
    /// As they lie.
    pub as_it_lies: Agreement,
    /// Centred.
    pub centred: Agreement,
    /// Shape only, over the rows that have it.
    pub shape_only: Option<Agreement>,
}

/// Structures of two atlases to be compared: on each side one or several ids that count as one, with all their parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StructurePair {
    /// What the row is called.
    pub name: String,
    /// Ids in the first atlas.
    pub a: Vec<String>,
    /// Ids in the second.
    pub b: Vec<String>,
}

impl StructurePair {
    /// Reads a table of pairs: CSV with the columns `name`, `a` and `b`, ids joined by `+`, comments after `#`.
    ///
    /// # Errors
    /// When the text is no such table: the row and what is wrong with it.
    pub fn parse(text: &str) -> Result<Vec<StructurePair>, String> {
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let mut pairs = Vec::new();
        for (n, row) in reader.deserialize().enumerate() {
            let (name, a, b): (String, String, String) =
                row.map_err(|e| format!("row {}: {e}", n + 1))?;
            let ids = |list: &str| -> Vec<String> {
                list.split('+')
                    .map(|id| id.trim().to_owned())
                    .filter(|id| !id.is_empty())
                    .collect()
            };
            let (a, b) = (ids(&a), ids(&b));
            if name.is_empty() || a.is_empty() || b.is_empty() {
                return Err(format!(
                    "row {}: a name and ids on both sides are needed",
                    n + 1
                ));
            }
            pairs.push(StructurePair { name, a, b });
        }
        Ok(pairs)
    }

    /// Every structure that both atlases have voxels of, by id; groups of pairs and series aside.
    pub fn common(a: &Atlas, b: &Atlas) -> Vec<StructurePair> {
        let catalogue = a.catalogue();
        let both = catalogue.indices().filter(|s| {
            let other = b.catalogue().index_of(&catalogue.get(*s).id);
            !catalogue.get(*s).group && a.has_voxels(*s) && other.is_some_and(|o| b.has_voxels(o))
        });
        both.map(|s| {
            let id = catalogue.get(s).id.clone();
            StructurePair {
                name: id.clone(),
                a: vec![id.clone()],
                b: vec![id],
            }
        })
        .collect()
    }
}

/// Compares two atlases pair by pair. Both are taken to lie in one frame; where they do not, only `centred` and
/// `shape_only` mean anything.
pub fn compare(a: &Atlas, b: &Atlas, pairs: &[StructurePair]) -> Comparison {
    let rows: Vec<Result<ComparedStructure, String>> = pairs
        .par_iter()
        .map(|pair| compare_pair(a, b, pair).ok_or_else(|| pair.name.clone()))
        .collect();
    let (mut structures, mut left_out) = (Vec::new(), Vec::new());
    for row in rows {
        match row {
            Ok(row) => structures.push(row),
            Err(name) => left_out.push(name),
        }
    }
    let means = (!structures.is_empty()).then(|| ComparisonMeans {
        centroid_distance_mm: mean(structures.iter().map(|s| s.centroid_distance_mm)),
        as_it_lies: mean_agreement(structures.iter().map(|s| s.as_it_lies)),
        centred: mean_agreement(structures.iter().map(|s| s.centred)),
        shape_only: structures
            .iter()
            .any(|s| s.shape_only.is_some())
            .then(|| mean_agreement(structures.iter().filter_map(|s| s.shape_only))),
    });
    Comparison {
        structures,
        means,
        left_out,
    }
}

fn mean(values: impl Iterator<Item = f32>) -> f32 {
    let (sum, n) = values.fold((0.0f64, 0u32), |(s, n), v| (s + f64::from(v), n + 1));
    (sum / f64::from(n.max(1))) as f32
}

fn mean_agreement(rows: impl Iterator<Item = Agreement> + Clone) -> Agreement {
    Agreement {
        dice: mean(rows.clone().map(|r| r.dice)),
        surface_mm: mean(rows.clone().map(|r| r.surface_mm)),
        surface_p95_mm: mean(rows.map(|r| r.surface_p95_mm)),
    }
}

/// One side of a pair.
struct Solid<'a> {
    atlas: &'a Atlas,
    /// Whether each label belongs.
    labels: Vec<bool>,
    centroid: [f32; 3],
    bounds: ([f32; 3], [f32; 3]),
    volume_ml: f32,
}

impl<'a> Solid<'a> {
    fn new(atlas: &'a Atlas, ids: &[String]) -> Option<Solid<'a>> {
        let catalogue = atlas.catalogue();
        let mut parts: Vec<StructureIndex> = ids
            .iter()
            .filter_map(|id| catalogue.index_of(id))
            .flat_map(|s| catalogue.parts(s))
            .collect();
        parts.sort();
        parts.dedup();
        let mut labels = vec![false; catalogue.structures().len() + 1];
        for part in &parts {
            labels[part.usize() + 1] = true;
        }
        let (mut voxels, mut sum) = (0u64, [0f64; 3]);
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        let volume = atlas.labels();
        let [nx, ny, nz] = volume.dims();
        let mut row = vec![0u16; nx];
        // The parts' boxes bound the rows worth reading.
        for part in parts.iter().filter(|p| atlas.has_voxels(**p)) {
            let (l, h) = atlas.bounds_mm(*part)?;
            for n in 0..3 {
                low[n] = low[n].min(l[n]);
                high[n] = high[n].max(h[n]);
            }
        }
        let origin = volume.centre_mm([0; 3]);
        let first = |a: usize| (low[a] - origin[a]).round().max(0.0) as usize;
        let last = |a: usize, n: usize| ((high[a] - origin[a]).round().max(0.0) as usize).min(n);
        if low[0] > high[0] {
            return None;
        }
        for k in first(2)..last(2, nz).max(first(2)) {
            for j in first(1)..last(1, ny).max(first(1)) {
                volume.copy_row(j, k, &mut row);
                for (i, label) in row.iter().enumerate() {
                    if labels[usize::from(*label)] {
                        voxels += 1;
                        for (n, place) in [i, j, k].into_iter().enumerate() {
                            sum[n] += place as f64;
                        }
                    }
                }
            }
        }
        (voxels > 0).then(|| Solid {
            atlas,
            labels,
            centroid: std::array::from_fn(|n| (sum[n] / voxels as f64) as f32 + origin[n]),
            bounds: (low, high),
            volume_ml: voxels as f32 / 1000.0,
        })
    }

    fn holds(&self, p: [f32; 3]) -> bool {
        let labels = self.atlas.labels();
        let voxel = labels.voxel_at(p);
        voxel.is_some_and(|v| self.labels[usize::from(labels.label(v))])
    }
}

fn compare_pair(a: &Atlas, b: &Atlas, pair: &StructurePair) -> Option<ComparedStructure> {
    let (a, b) = (Solid::new(a, &pair.a)?, Solid::new(b, &pair.b)?);
    let shift: [f32; 3] = std::array::from_fn(|n| a.centroid[n] - b.centroid[n]);
    let ratio = a.volume_ml / b.volume_ml;
    Some(ComparedStructure {
        name: pair.name.clone(),
        volume_a_ml: a.volume_ml,
        volume_b_ml: b.volume_ml,
        centroid_distance_mm: shift.iter().map(|d| d * d).sum::<f32>().sqrt(),
        as_it_lies: agreement(&a, &b, [0.0; 3], 1.0),
        centred: agreement(&a, &b, shift, 1.0),
        shape_only: (ratio.max(1.0 / ratio) <= MOST_SCALED)
            .then(|| agreement(&a, &b, shift, ratio.cbrt())),
    })
}

/// Compares `a` with `b` scaled about its centroid and then shifted.
fn agreement(a: &Solid, b: &Solid, shift: [f32; 3], scale: f32) -> Agreement {
    let moved = |p: [f32; 3]| -> [f32; 3] {
        std::array::from_fn(|n| (p[n] - b.centroid[n]) * scale + b.centroid[n] + shift[n])
    };
    let back = |p: [f32; 3]| -> [f32; 3] {
        std::array::from_fn(|n| (p[n] - shift[n] - b.centroid[n]) / scale + b.centroid[n])
    };
    let (b_low, b_high) = (moved(b.bounds.0), moved(b.bounds.1));
    // Cells begin at a voxel's face of `a`, one cell before both boxes; one more follows them.
    let low: [f32; 3] = std::array::from_fn(|n| {
        let below = ((a.bounds.0[n] - b_low[n]).max(0.0) / CELL_MM).ceil() + 1.0;
        a.bounds.0[n] - below * CELL_MM
    });
    let dims: [usize; 3] = std::array::from_fn(|n| {
        ((a.bounds.1[n].max(b_high[n]) - low[n]) / CELL_MM).ceil() as usize + 1
    });
    let cells = |holds: &(dyn Fn([f32; 3]) -> bool + Sync), bounds: ([f32; 3], [f32; 3])| {
        let mut filled = vec![false; dims.iter().product()];
        let span = |n: usize| {
            let first = ((bounds.0[n] - low[n]) / CELL_MM).floor().max(0.0) as usize;
            let last = ((bounds.1[n] - low[n]) / CELL_MM).ceil().max(0.0) as usize;
            first..last.min(dims[n])
        };
        filled
            .par_chunks_mut(dims[0] * dims[1])
            .enumerate()
            .filter(|(k, _)| span(2).contains(k))
            .for_each(|(k, slice)| {
                for j in span(1) {
                    for i in span(0) {
                        let corner: [f32; 3] =
                            std::array::from_fn(|n| low[n] + CELL_MM * [i, j, k][n] as f32);
                        let step = CELL_MM / POINTS as f32;
                        let inside = (0..POINTS.pow(3)).filter(|m| {
                            let within = [m % POINTS, m / POINTS % POINTS, m / POINTS / POINTS];
                            holds(std::array::from_fn(|n| {
                                corner[n] + step * (within[n] as f32 + 0.5)
                            }))
                        });
                        slice[i + dims[0] * j] = 2 * inside.count() >= POINTS.pow(3);
                    }
                }
            });
        filled
    };
    let ours = cells(&|p| a.holds(p), a.bounds);
    let theirs = cells(&|p| b.holds(back(p)), (b_low, b_high));
    let count = |set: &[bool]| set.iter().filter(|c| **c).count();
    let common = ours.iter().zip(&theirs).filter(|(p, q)| **p && **q).count();
    let (border_a, border_b) = (boundary(&ours, dims), boundary(&theirs, dims));
    let mut pool = Vec::new();
    for (from, to) in [(&border_a, &border_b), (&border_b, &border_a)] {
        let squared = distances(dims, to);
        let reached = from.iter().zip(squared).filter(|(on, _)| **on);
        pool.extend(
            reached
                .map(|(_, d)| d.sqrt() * CELL_MM)
                .filter(|d| d.is_finite()),
        );
    }
    pool.sort_by(f32::total_cmp);
    let p95 = (pool.len() * 95).div_ceil(100).saturating_sub(1);
    Agreement {
        dice: 2.0 * common as f32 / (count(&ours) + count(&theirs)).max(1) as f32,
        surface_mm: mean(pool.iter().copied()),
        surface_p95_mm: pool.get(p95).copied().unwrap_or(0.0),
    }
}

/// Filled cells with an empty one beside them. The outermost cells of the grid are empty.
fn boundary(filled: &[bool], [nx, ny, _]: [usize; 3]) -> Vec<bool> {
    let steps = [1, nx, nx * ny];
    let free = |n: Option<usize>| n.and_then(|n| filled.get(n)).is_none_or(|c| !c);
    (0..filled.len())
        .into_par_iter()
        .map(|n| {
            filled[n]
                && steps
                    .iter()
                    .any(|s| free(n.checked_sub(*s)) || free(n.checked_add(*s)))
        })
        .collect()
}

const COLUMNS: [&str; 12] = [
    "structure",
    "mL a",
    "mL b",
    "centroid mm",
    "Dice",
    "surface mm",
    "p95 mm",
    "centred Dice",
    "surface mm",
    "shape Dice",
    "surface mm",
    "p95 mm",
];

impl Comparison {
    fn rows(&self) -> Vec<[String; 12]> {
        let line = |name: &str, volumes: Option<(f32, f32)>, m: ComparisonMeans| {
            let volume = |v: Option<f32>| v.map_or_else(|| "-".to_owned(), |v| format!("{v:.1}"));
            let shape =
                |f: &dyn Fn(Agreement) -> String| m.shape_only.map_or_else(|| "-".to_owned(), f);
            [
                name.to_owned(),
                volume(volumes.map(|v| v.0)),
                volume(volumes.map(|v| v.1)),
                format!("{:.1}", m.centroid_distance_mm),
                format!("{:.3}", m.as_it_lies.dice),
                format!("{:.1}", m.as_it_lies.surface_mm),
                format!("{:.1}", m.as_it_lies.surface_p95_mm),
                format!("{:.3}", m.centred.dice),
                format!("{:.1}", m.centred.surface_mm),
                shape(&|s| format!("{:.3}", s.dice)),
                shape(&|s| format!("{:.1}", s.surface_mm)),
                shape(&|s| format!("{:.1}", s.surface_p95_mm)),
            ]
        };
        let each = self.structures.iter().map(|s| {
            let m = ComparisonMeans {
                centroid_distance_mm: s.centroid_distance_mm,
                as_it_lies: s.as_it_lies,
                centred: s.centred,
                shape_only: s.shape_only,
            };
            line(&s.name, Some((s.volume_a_ml, s.volume_b_ml)), m)
        });
        let means = self
            .means
            .map(|m| line(&format!("mean of {}", self.structures.len()), None, m));
        each.chain(means).collect()
    }

    /// As columns for people.
    pub fn to_table(&self) -> String {
        let mut out = String::new();
        let header = COLUMNS.map(str::to_owned);
        for row in std::iter::once(header).chain(self.rows()) {
            // Writing to a string cannot fail.
            let _ = write!(out, "{:<30}", row[0]);
            for cell in &row[1..] {
                let _ = write!(out, " {cell:>12}");
            }
            out.push('\n');
        }
        if !self.left_out.is_empty() {
            let _ = writeln!(out, "in one atlas only: {}", self.left_out.join(", "));
        }
        out
    }

    /// As a Markdown table, for the documentation.
    pub fn to_markdown(&self) -> String {
        let mut out = format!("| {} |\n| --- |", COLUMNS.join(" | "));
        out.push_str(&" --: |".repeat(COLUMNS.len() - 1));
        out.push('\n');
        for row in self.rows() {
            let _ = writeln!(
                out,
                "| {} |",
                row.map(|c| c.replace('|', "\\|")).join(" | ")
            );
        }
        if !self.left_out.is_empty() {
            let _ = writeln!(out, "\nIn one atlas only: {}.", self.left_out.join(", "));
        }
        out
    }
}
