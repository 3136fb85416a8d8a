//! The label volume as runs of one label along x: what counting, connectivity and lines of sight are measured on.
//!
//! A torso has 146 million voxels but only a few million runs, so that every question below takes a fraction of a second.

use std::collections::HashMap;

use anatomy::{Atlas, LabelVolume, StructureIndex};
use petgraph::unionfind::UnionFind;

/// Voxels `from..to` of one row that carry one label.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    row: u32,
    pub(crate) from: u16,
    pub(crate) to: u16,
}

/// All runs, row after row (y fastest, then z).
pub(crate) struct Runs {
    dims: [usize; 3],
    /// Centre of the first voxel, mm.
    origin: [f32; 3],
    runs: Vec<Run>,
    by_label: Vec<Vec<u32>>,
}

/// Structures that count as one: whether each label belongs.
pub(crate) struct Region {
    labels: Vec<bool>,
    /// The structures named, without their parts.
    pub(crate) named: Vec<StructureIndex>,
}

impl Region {
    /// The structures and all their parts.
    pub(crate) fn new(atlas: &Atlas, named: &[StructureIndex]) -> Region {
        let catalogue = atlas.catalogue();
        let mut labels = vec![false; catalogue.structures().len() + 1];
        for part in named.iter().flat_map(|s| catalogue.parts(*s)) {
            labels[part.usize() + 1] = true;
        }
        Region {
            labels,
            named: named.to_vec(),
        }
    }

    /// One structure without its parts.
    pub(crate) fn alone(atlas: &Atlas, s: StructureIndex) -> Region {
        let mut labels = vec![false; atlas.catalogue().structures().len() + 1];
        labels[s.usize() + 1] = true;
        Region {
            labels,
            named: vec![s],
        }
    }

    pub(crate) fn has(&self, label: u16) -> bool {
        self.labels
            .get(usize::from(label))
            .copied()
            .unwrap_or(false)
    }
}

/// A slab of the torso: voxels whose centre lies within `low..=high` mm along `axis`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slab {
    pub(crate) axis: usize,
    pub(crate) low: f32,
    pub(crate) high: f32,
}

/// What is summed up over the voxels of a region, mm.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) voxels: u64,
    pub(crate) centroid: [f32; 3],
    /// Faces of the outermost voxels.
    pub(crate) low: [f32; 3],
    pub(crate) high: [f32; 3],
    /// Voxels left of the midline.
    pub(crate) left: u64,
}

impl Runs {
    pub(crate) fn new(labels: &LabelVolume, structures: usize) -> Runs {
        let [nx, ny, nz] = labels.dims();
        let mut row = vec![0u16; nx];
        let mut runs = Vec::new();
        let mut by_label = vec![Vec::new(); structures + 1];
        for k in 0..nz {
            for j in 0..ny {
                labels.copy_row(j, k, &mut row);
                let mut from = 0;
                for part in row.chunk_by(|a, b| a == b) {
                    let to = from + part.len();
                    let label = part[0];
                    if label > 0 && usize::from(label) <= structures {
                        by_label[usize::from(label)].push(runs.len() as u32);
                        runs.push(Run {
                            row: (j + ny * k) as u32,
                            from: from as u16,
                            to: to as u16,
                        });
                    }
                    from = to;
                }
            }
        }
        Runs {
            dims: [nx, ny, nz],
            origin: labels.centre_mm([0; 3]),
            runs,
            by_label,
        }
    }

    /// Indices of a region's runs, in order.
    fn indices(&self, region: &Region) -> Vec<u32> {
        let mut all: Vec<u32> = self
            .by_label
            .iter()
            .zip(&region.labels)
            .filter(|(_, has)| **has)
            .flat_map(|(runs, _)| runs.iter().copied())
            .collect();
        all.sort_unstable();
        all
    }

    /// A region's runs with their row (j, k), in no particular order.
    pub(crate) fn of<'a>(
        &'a self,
        region: &'a Region,
    ) -> impl Iterator<Item = (usize, usize, Run)> + 'a {
        self.by_label
            .iter()
            .zip(&region.labels)
            .filter(|(_, has)| **has)
            .flat_map(|(runs, _)| runs.iter())
            .map(|r| {
                let run = self.runs[*r as usize];
                let (j, k) = self.place(run.row);
                (j, k, run)
            })
    }

    fn place(&self, row: u32) -> (usize, usize) {
        (row as usize % self.dims[1], row as usize / self.dims[1])
    }

    pub(crate) fn dims(&self) -> [usize; 3] {
        self.dims
    }

    /// Centre of the `n`-th voxel along an axis, mm.
    pub(crate) fn mm(&self, axis: usize, n: f32) -> f32 {
        self.origin[axis] + n
    }

    /// The runs of a region cut to a slab.
    fn within<'a>(
        &'a self,
        region: &'a Region,
        slab: Option<Slab>,
    ) -> impl Iterator<Item = (usize, usize, Run)> + 'a {
        // First and last voxel of the slab along its axis.
        let span = slab.map(|s| {
            let at = |v: f32| v - self.origin[s.axis];
            let low = at(s.low).ceil().max(0.0) as usize;
            (s.axis, low, at(s.high).floor().max(-1.0))
        });
        self.of(region).filter_map(move |(j, k, mut run)| {
            if let Some((axis, low, high)) = span {
                let place = [0, j, k][axis];
                if axis == 0 {
                    run.from = run.from.max(low as u16);
                    run.to = run.to.min((high + 1.0) as u16);
                } else if place < low || place as f32 > high {
                    return None;
                }
            }
            (run.from < run.to).then_some((j, k, run))
        })
    }

    /// Centroid and extent; nothing without voxels.
    pub(crate) fn extent(&self, region: &Region, slab: Option<Slab>) -> Option<Extent> {
        let (mut n, mut left) = (0u64, 0u64);
        let mut sum = [0f64; 3];
        let (mut low, mut high) = ([usize::MAX; 3], [0usize; 3]);
        for (j, k, run) in self.within(region, slab) {
            let (from, to) = (usize::from(run.from), usize::from(run.to));
            let count = (to - from) as u64;
            n += count;
            let middle = (from + to - 1) as f64 * 0.5;
            for (axis, place) in [middle, j as f64, k as f64].into_iter().enumerate() {
                sum[axis] += place * count as f64;
            }
            for (axis, (a, b)) in [(from, to - 1), (j, j), (k, k)].into_iter().enumerate() {
                low[axis] = low[axis].min(a);
                high[axis] = high[axis].max(b);
            }
            // x = origin + i > 0
            let first = (-self.origin[0]).floor() as i64 + 1;
            left += (to as i64 - (from as i64).max(first)).max(0) as u64;
        }
        (n > 0).then(|| Extent {
            voxels: n,
            centroid: std::array::from_fn(|a| self.mm(a, (sum[a] / n as f64) as f32)),
            low: std::array::from_fn(|a| self.mm(a, low[a] as f32 - 0.5)),
            high: std::array::from_fn(|a| self.mm(a, high[a] as f32 + 0.5)),
            left,
        })
    }

    /// Voxels of each connected piece, largest first. Voxels hang together when they differ by at most `reach` along
    /// every axis: 1 is 26-connectivity, 3 bridges gaps of two voxels.
    pub(crate) fn pieces(&self, region: &Region, reach: usize) -> Vec<u64> {
        let own = self.indices(region);
        let mut joined = UnionFind::<u32>::new(own.len());
        // The region's runs of each row: a slice of `own`.
        let row_of = |n: usize| self.runs[own[n] as usize].row;
        let mut first: HashMap<u32, (u32, u32)> = HashMap::new();
        for n in 0..own.len() {
            let entry = first.entry(row_of(n)).or_insert((n as u32, n as u32));
            entry.1 = n as u32 + 1;
        }
        let [_, ny, nz] = self.dims;
        let step = reach as i64;
        for (n, index) in own.iter().enumerate() {
            let run = self.runs[*index as usize];
            let (j, k) = self.place(run.row);
            for dk in -step..=0 {
                for dj in -step..=if dk == 0 { 0 } else { step } {
                    let (oj, ok) = (j as i64 + dj, k as i64 + dk);
                    if oj < 0 || ok < 0 || oj >= ny as i64 || ok >= nz as i64 {
                        continue;
                    }
                    let row = (oj as usize + ny * ok as usize) as u32;
                    let Some(&(a, b)) = first.get(&row) else {
                        continue;
                    };
                    let slack = reach as u32 - 1;
                    let (from, to) = (u32::from(run.from), u32::from(run.to));
                    let row_runs = &own[a as usize..b as usize];
                    let at = row_runs
                        .partition_point(|o| u32::from(self.runs[*o as usize].to) + slack < from);
                    for (m, o) in row_runs.iter().enumerate().skip(at) {
                        if u32::from(self.runs[*o as usize].from) > to + slack {
                            break;
                        }
                        joined.union(n as u32, a + m as u32);
                    }
                }
            }
        }
        let mut sizes: HashMap<u32, u64> = HashMap::new();
        for (n, index) in own.iter().enumerate() {
            let run = self.runs[*index as usize];
            *sizes.entry(joined.find_mut(n as u32)).or_default() += u64::from(run.to - run.from);
        }
        let mut sizes: Vec<u64> = sizes.into_values().collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// Voxels of a region together with the cavities it encloses. Where the grid cuts the body off above and below, the
    /// cut counts as a wall.
    pub(crate) fn filled_voxels(&self, region: &Region) -> u64 {
        let own = self.indices(region);
        let Some((lowest, highest)) = own.first().zip(own.last()) else {
            return 0;
        };
        let [nx, ny, _] = self.dims;
        let k_first = self.place(self.runs[*lowest as usize].row).1;
        let k_last = self.place(self.runs[*highest as usize].row).1;
        // Gaps of every row of the layers that hold the region, by row.
        let mut gaps: Vec<(u32, u32)> = Vec::new();
        let mut starts = Vec::with_capacity((k_last - k_first + 1) * ny + 1);
        let mut outside = Vec::new();
        let mut own = own.into_iter().peekable();
        let mut solid = 0u64;
        for k in k_first..=k_last {
            for j in 0..ny {
                starts.push(gaps.len());
                let row = (j + ny * k) as u32;
                let mut from = 0u32;
                let mut push = |from: u32, to: u32, gaps: &mut Vec<(u32, u32)>| {
                    if from < to {
                        let border = from == 0 || to as usize == nx || j == 0 || j + 1 == ny;
                        outside.push(border);
                        gaps.push((from, to));
                    }
                };
                while let Some(r) = own.next_if(|r| self.runs[*r as usize].row == row) {
                    let run = self.runs[r as usize];
                    solid += u64::from(run.to - run.from);
                    push(from, u32::from(run.from), &mut gaps);
                    from = u32::from(run.to);
                }
                push(from, nx as u32, &mut gaps);
            }
        }
        starts.push(gaps.len());
        let mut joined = UnionFind::<u32>::new(gaps.len());
        let rows = starts.len() - 1;
        for row in 0..rows {
            for other in [(row % ny > 0).then(|| row - 1), row.checked_sub(ny)]
                .into_iter()
                .flatten()
            {
                let (mut a, mut b) = (starts[row], starts[other]);
                while a < starts[row + 1] && b < starts[other + 1] {
                    if gaps[a].0 < gaps[b].1 && gaps[b].0 < gaps[a].1 {
                        joined.union(a as u32, b as u32);
                    }
                    if gaps[a].1 < gaps[b].1 {
                        a += 1
                    } else {
                        b += 1
                    }
                }
            }
        }
        // Above and below a region that ends within the grid lies the outside, too.
        let open = [k_first > 0, k_last + 1 < self.dims[2]];
        let mut free = vec![false; gaps.len()];
        for n in 0..gaps.len() {
            let lid = (open[0] && n < starts[ny]) || (open[1] && n >= starts[rows - ny]);
            if outside[n] || lid {
                free[joined.find_mut(n as u32) as usize] = true;
            }
        }
        let cavities: u64 = (0..gaps.len())
            .filter(|n| !free[joined.find_mut(*n as u32) as usize])
            .map(|n| u64::from(gaps[n].1 - gaps[n].0))
            .sum();
        solid + cavities
    }

    /// Mean place (in voxels along `axis`) of a region in every line along that axis; lines by their other two places.
    pub(crate) fn columns(
        &self,
        region: &Region,
        slab: Option<Slab>,
        axis: usize,
    ) -> HashMap<(u16, u16), Column> {
        let mut columns: HashMap<(u16, u16), Column> = HashMap::new();
        for (j, k, run) in self.within(region, slab) {
            for i in run.from..run.to {
                let (key, place) = match axis {
                    0 => ((j as u16, k as u16), i),
                    1 => ((i, k as u16), j as u16),
                    _ => ((i, j as u16), k as u16),
                };
                let column = columns.entry(key).or_insert(Column {
                    count: 0,
                    sum: 0,
                    low: place,
                    high: place,
                });
                column.count += 1;
                column.sum += u32::from(place);
                column.low = column.low.min(place);
                column.high = column.high.max(place);
            }
        }
        columns
    }
}

/// A region along one line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    count: u32,
    sum: u32,
    pub(crate) low: u16,
    pub(crate) high: u16,
}

impl Column {
    pub(crate) fn mean(&self) -> f32 {
        self.sum as f32 / self.count as f32
    }
}
