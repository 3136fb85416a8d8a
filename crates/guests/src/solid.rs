//! From triangles to voxels, robust against surfaces that do not close.
//!
//! Real anatomical meshes are shells with open ends, double walls, organs cut into patches. So what is inside is not
//! asked of the surface's orientation: the space outside is flooded from all around, from voxel centre to voxel centre,
//! and never across a triangle. What the flood does not reach is the solid, cavities included. Openings are dealt with
//! in turn: border loops are capped; if the flood still gets in, gaps up to a few millimetres are bridged; where a
//! vessel is modelled as a wall, what lies within it is told by looking around; a surface that encloses nothing even
//! then is a sheet and gets the voxels it runs through.

use glam::DVec3;
use surfaces::{Voxels, distances};

use super::trimesh::TriMesh;

/// How a surface was filled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Filling {
    /// It was closed.
    Closed,
    /// Its openings were capped.
    Capped,
    /// Gaps up to this many millimetres were bridged.
    Bridged(f32),
    /// Its walls were filled, and what they enclose although they are open.
    Lumen,
    /// It encloses nothing; its own voxels were taken.
    Sheet,
}

/// Whether a structure holds something that is counted as its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Hollow {
    /// It is solid.
    No,
    /// It holds something when its surface is that of a thin wall.
    Thin,
    /// It holds something however thick its walls are.
    Always,
}

/// A filled surface.
pub(crate) struct Filled {
    pub(crate) voxels: Voxels,
    pub(crate) filling: Filling,
}

/// Voxels of one structure's box at most.
const MAX_BOX: usize = 400_000_000;
/// Caps may make up this part of a surface; with more, it is an open bowl or a sheet rather than a tube.
const MAX_CAPS: f64 = 0.35;
const MAX_VESSEL_CAPS: f64 = 0.8;
/// Gaps bridged, mm.
const GAPS_MM: [f32; 3] = [1.0, 2.0, 3.5];
/// A fill counts as leaking when this part of the surface has nothing inside it on either side.
const LEAK: f64 = 0.3;
/// Walls of vessels are thinner than this on average, mm.
const WALL_MM: f64 = 5.0;

const BLOCKED: [u8; 3] = [1, 2, 4];
const OUTSIDE: u8 = 8;
const NEAR: u8 = 16;

/// The region a surface is filled in: flags per voxel of a box with a margin.
struct Region {
    low: [i32; 3],
    dims: [usize; 3],
    flags: Vec<u8>,
}

impl Region {
    fn new(mesh: &TriMesh, margin: i32) -> Option<Region> {
        let (lo, hi) = mesh.bounds()?;
        let low: [i32; 3] = std::array::from_fn(|a| lo[a].floor() as i32 - margin);
        let high: [i32; 3] = std::array::from_fn(|a| hi[a].ceil() as i32 + margin);
        let dims: [usize; 3] = std::array::from_fn(|a| (high[a] - low[a] + 1) as usize);
        let count = dims[0].checked_mul(dims[1])?.checked_mul(dims[2])?;
        (count <= MAX_BOX).then(|| Region {
            low,
            dims,
            flags: vec![0; count],
        })
    }

    fn stride(&self, axis: usize) -> usize {
        [1, self.dims[0], self.dims[0] * self.dims[1]][axis]
    }

    /// Marks the steps between voxel centres that a surface's triangles cross.
    fn block(&mut self, mesh: &TriMesh) {
        for t in &mesh.triangles {
            let p = mesh.corners(t);
            for axis in 0..3 {
                self.cross(p, axis);
            }
        }
    }

    /// Where the lines along `axis` through voxel centres cross a triangle.
    fn cross(&mut self, p: [DVec3; 3], axis: usize) {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let flat = p.map(|p| [p[u], p[v]]);
        let double = (flat[1][0] - flat[0][0]) * (flat[2][1] - flat[0][1])
            - (flat[2][0] - flat[0][0]) * (flat[1][1] - flat[0][1]);
        if double.abs() < 1e-12 {
            return;
        }
        let range = |k: usize| {
            let lo = flat.iter().fold(f64::INFINITY, |m, p| m.min(p[k]));
            let hi = flat.iter().fold(f64::NEG_INFINITY, |m, p| m.max(p[k]));
            lo.ceil() as i32..=hi.floor() as i32
        };
        for i in range(0) {
            for j in range(1) {
                let at = [f64::from(i), f64::from(j)];
                let side = |a: [f64; 2], b: [f64; 2]| {
                    ((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])) / double
                };
                // Weights of the corners; the border counts as inside, so that neighbours leave no slit.
                let w = [
                    side(flat[1], flat[2]),
                    side(flat[2], flat[0]),
                    side(flat[0], flat[1]),
                ];
                if w.iter().any(|w| *w < -1e-9) {
                    continue;
                }
                let depth = w[0] * p[0][axis] + w[1] * p[1][axis] + w[2] * p[2][axis];
                let step = depth.floor();
                let mut place = [0usize; 3];
                place[axis] = (step as i32 - self.low[axis]) as usize;
                place[u] = (i - self.low[u]) as usize;
                place[v] = (j - self.low[v]) as usize;
                let n = place[0] + self.dims[0] * (place[1] + self.dims[1] * place[2]);
                self.flags[n] |= BLOCKED[axis];
                let near = if depth - step < 0.5 {
                    n
                } else {
                    n + self.stride(axis)
                };
                self.flags[near] |= NEAR;
            }
        }
    }

    /// Marks what can be reached from the box's faces without crossing the surface.
    fn flood(&mut self) {
        let mut stack: Vec<u32> = Vec::new();
        let [nx, ny, nz] = self.dims;
        for k in 0..nz {
            for j in 0..ny {
                let whole = k == 0 || k == nz - 1 || j == 0 || j == ny - 1;
                let step = if whole || nx < 2 { 1 } else { nx - 1 };
                for i in (0..nx).step_by(step) {
                    let n = i + nx * (j + ny * k);
                    self.flags[n] |= OUTSIDE;
                    stack.push(n as u32);
                }
            }
        }
        let strides = [0, 1, 2].map(|a| self.stride(a));
        while let Some(n) = stack.pop() {
            let n = n as usize;
            let at = [n % nx, n / nx % ny, n / nx / ny];
            for a in 0..3 {
                if at[a] + 1 < self.dims[a] && self.flags[n] & BLOCKED[a] == 0 {
                    let m = n + strides[a];
                    if self.flags[m] & OUTSIDE == 0 {
                        self.flags[m] |= OUTSIDE;
                        stack.push(m as u32);
                    }
                }
                if at[a] > 0 {
                    let m = n - strides[a];
                    if self.flags[m] & (OUTSIDE | BLOCKED[a]) == 0 {
                        self.flags[m] |= OUTSIDE;
                        stack.push(m as u32);
                    }
                }
            }
        }
    }

    /// The part of the surface that has nothing inside it on either side.
    fn leak(&self, inside: impl Fn(usize) -> bool) -> f64 {
        let (mut all, mut bare) = (0u64, 0u64);
        for (n, flags) in self.flags.iter().enumerate() {
            for (a, blocked) in BLOCKED.into_iter().enumerate() {
                if flags & blocked != 0 {
                    all += 1;
                    bare += u64::from(!inside(n) && !inside(n + self.stride(a)));
                }
            }
        }
        bare as f64 / all.max(1) as f64
    }

    /// The solid with gaps up to `gap` mm wide on either side bridged: what a ball of that radius rolling about outside
    /// cannot touch.
    fn bridged(&self, gap: f32) -> Vec<bool> {
        let surface: Vec<bool> = self.flags.iter().map(|f| f & NEAR != 0).collect();
        let from_surface = distances(self.dims, &surface);
        let [nx, ny, nz] = self.dims;
        let mut reached = vec![false; self.flags.len()];
        let mut stack: Vec<u32> = Vec::new();
        let open = |n: usize| from_surface[n] > gap * gap && self.flags[n] & OUTSIDE != 0;
        for (n, reached) in reached.iter_mut().enumerate() {
            let at = [n % nx, n / nx % ny, n / nx / ny];
            let face = (0..3).any(|a| at[a] == 0 || at[a] + 1 == self.dims[a]);
            if face && open(n) {
                *reached = true;
                stack.push(n as u32);
            }
        }
        while let Some(n) = stack.pop() {
            let n = n as usize;
            let at = [n % nx, n / nx % ny, n / nx / ny];
            for (a, size) in [nx, ny, nz].into_iter().enumerate() {
                let stride = self.stride(a);
                if at[a] + 1 < size && !reached[n + stride] && open(n + stride) {
                    reached[n + stride] = true;
                    stack.push((n + stride) as u32);
                }
                if at[a] > 0 && !reached[n - stride] && open(n - stride) {
                    reached[n - stride] = true;
                    stack.push((n - stride) as u32);
                }
            }
        }
        let from_ball = distances(self.dims, &reached);
        let mut inside: Vec<bool> = from_ball.iter().map(|d| *d > gap * gap).collect();
        // The ball's own skin: surface voxels whose centre lies on the outer side.
        let before = inside.clone();
        for n in 0..inside.len() {
            if !inside[n] || self.flags[n] & NEAR == 0 {
                continue;
            }
            let at = [n % nx, n / nx % ny, n / nx / ny];
            for a in 0..3 {
                let stride = self.stride(a);
                let up = at[a] + 1 < self.dims[a]
                    && !before[n + stride]
                    && self.flags[n] & BLOCKED[a] == 0;
                let down =
                    at[a] > 0 && !before[n - stride] && self.flags[n - stride] & BLOCKED[a] == 0;
                if up || down {
                    inside[n] = false;
                }
            }
        }
        inside
    }

    /// What walls enclose although they have wide openings: voxels from which at least `most` of 26 directions meet
    /// the structure within reach.
    fn enclosed(&self, most: u8) -> Vec<bool> {
        const REACH: u8 = 60;
        let wall: Vec<bool> = self
            .flags
            .iter()
            .map(|f| f & NEAR != 0 || f & OUTSIDE == 0)
            .collect();
        let [nx, ny, nz] = self.dims;
        let mut hits = vec![0u8; wall.len()];
        let mut steps = vec![0u8; wall.len()];
        let directions = (0..27).map(|n| [n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1]);
        for d in directions.filter(|d| *d != [0, 0, 0]) {
            // Steps to the wall are one more than those of the next voxel in this direction, which is swept first.
            let order = |n: usize, d: i32| {
                let reversed = d > 0;
                (0..n).map(move |i| if reversed { n - 1 - i } else { i })
            };
            let offset =
                d[0] as isize + nx as isize * (d[1] as isize + ny as isize * d[2] as isize);
            for k in order(nz, d[2]) {
                for j in order(ny, d[1]) {
                    for i in order(nx, d[0]) {
                        let n = i + nx * (j + ny * k);
                        let edge = |v: usize, size: usize, d: i32| {
                            (d < 0 && v == 0) || (d > 0 && v + 1 == size)
                        };
                        let free = edge(i, nx, d[0]) || edge(j, ny, d[1]) || edge(k, nz, d[2]);
                        steps[n] = if free {
                            u8::MAX
                        } else {
                            let next = (n as isize + offset) as usize;
                            if wall[next] {
                                1
                            } else {
                                steps[next].saturating_add(1)
                            }
                        };
                        hits[n] += u8::from(steps[n] <= REACH);
                    }
                }
            }
        }
        hits.iter().map(|h| *h >= most).collect()
    }

    fn voxels(&self, inside: impl Fn(usize) -> bool) -> Voxels {
        Voxels::collect(self.low, self.dims, inside)
    }
}

/// Fills a surface given in lattice coordinates (voxel centres are whole numbers). `hollow` says that the structure is a
/// vessel of some kind, whose lumen belongs to it even if the surface is that of its wall alone. Nothing when there are
/// no triangles or the box is too large.
pub(crate) fn fill(mesh: &TriMesh, hollow: Hollow) -> Option<Filled> {
    let mut mesh = mesh.welded();
    // Meshes made on a grid like to run exactly through voxel centres; moved a little, no case is undecided.
    for p in &mut mesh.positions {
        *p += DVec3::new(0.001_23, 0.001_71, 0.000_93);
    }
    let border = mesh.border();
    let margin = if border.is_empty() {
        2.0
    } else {
        GAPS_MM[2].ceil() + 2.0
    };
    let mut region = Region::new(&mesh, margin as i32)?;
    region.block(&mesh);
    let mut filling = Filling::Closed;
    if !border.is_empty() {
        let caps = mesh.caps(&border);
        // A vessel is no sheet, however short it is for its width.
        let most = if hollow == Hollow::No {
            MAX_CAPS
        } else {
            MAX_VESSEL_CAPS
        };
        if caps.area() <= most * mesh.area() {
            region.block(&caps);
            filling = Filling::Capped;
        }
    }
    region.flood();
    let solid = |n: usize| region.flags[n] & OUTSIDE == 0;
    let volume = region.flags.iter().filter(|f| **f & OUTSIDE == 0).count() as f64;
    let walls = match hollow {
        Hollow::No => None,
        Hollow::Thin => (2.0 * volume < WALL_MM * mesh.area()).then_some(20),
        // Valves leave wide openings.
        Hollow::Always => Some(18),
    };
    if let Some(most) = walls {
        let inside = region.enclosed(most);
        let lumen = (0..inside.len())
            .filter(|n| inside[*n] && !solid(*n))
            .count() as f64;
        if lumen > 0.1 * volume {
            // Walls that lie between voxel centres throughout have no voxels yet.
            let thin = region.leak(solid) > LEAK;
            let wall = |n: usize| thin && region.flags[n] & NEAR != 0;
            return Some(Filled {
                voxels: region.voxels(|n| inside[n] || solid(n) || wall(n)),
                filling: Filling::Lumen,
            });
        }
    }
    if region.leak(solid) <= LEAK {
        return Some(Filled {
            voxels: region.voxels(solid),
            filling,
        });
    }
    if !border.is_empty() {
        for gap in GAPS_MM {
            let inside = region.bridged(gap);
            if region.leak(|n| inside[n] || solid(n)) <= LEAK {
                return Some(Filled {
                    voxels: region.voxels(|n| inside[n] || solid(n)),
                    filling: Filling::Bridged(gap),
                });
            }
        }
    }
    Some(Filled {
        voxels: region.voxels(|n| solid(n) || region.flags[n] & NEAR != 0),
        filling: Filling::Sheet,
    })
}

/// The voxels within `depth_mm` of the outside of a closed envelope such as the skin, clipped to the lattice box
/// `low..low+dims`. What is inside is told by crossings along x, so that the box may cut the envelope.
pub(crate) fn shell(mesh: &TriMesh, low: [i32; 3], dims: [usize; 3], depth_mm: f32) -> Voxels {
    let pad = depth_mm.ceil() as i32 + 1;
    let low = low.map(|v| v - pad);
    let dims = dims.map(|n| n + 2 * pad as usize);
    let [nx, ny, nz] = dims;
    let mut crossings: Vec<Vec<f32>> = vec![Vec::new(); ny * nz];
    for t in &mesh.triangles {
        let p = mesh
            .corners(t)
            .map(|p| p + DVec3::new(0.001_23, 0.001_71, 0.000_93));
        let double = (p[1].y - p[0].y) * (p[2].z - p[0].z) - (p[2].y - p[0].y) * (p[1].z - p[0].z);
        if double.abs() < 1e-12 {
            continue;
        }
        let range = |k: usize, n: usize| {
            let lo = p.iter().fold(f64::INFINITY, |m, p| m.min(p[k])).ceil();
            let hi = p.iter().fold(f64::NEG_INFINITY, |m, p| m.max(p[k])).floor();
            (lo as i32).max(low[k])..=(hi as i32).min(low[k] + n as i32 - 1)
        };
        for j in range(1, ny) {
            for k in range(2, nz) {
                let (y, z) = (f64::from(j), f64::from(k));
                let side = |a: DVec3, b: DVec3| {
                    ((b.y - a.y) * (z - a.z) - (b.z - a.z) * (y - a.y)) / double
                };
                let w = [side(p[1], p[2]), side(p[2], p[0]), side(p[0], p[1])];
                if w.iter().all(|w| *w >= 0.0) {
                    let x = w[0] * p[0].x + w[1] * p[1].x + w[2] * p[2].x;
                    let row = (j - low[1]) as usize + ny * (k - low[2]) as usize;
                    crossings[row].push(x as f32);
                }
            }
        }
    }
    let mut outside = vec![false; nx * ny * nz];
    for (row, at) in crossings.iter_mut().enumerate() {
        at.sort_by(f32::total_cmp);
        let mut passed = 0;
        for i in 0..nx {
            let x = (low[0] + i as i32) as f32;
            while passed < at.len() && at[passed] < x {
                passed += 1;
            }
            outside[i + nx * row] = passed % 2 == 0;
        }
    }
    let from_outside = distances(dims, &outside);
    Voxels::collect(low, dims, |n| {
        from_outside[n] > 0.0 && from_outside[n] <= depth_mm * depth_mm
    })
}
