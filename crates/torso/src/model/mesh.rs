//! From fields to smooth triangle surfaces.
//!
//! The distance field itself is contoured (surface nets), not the label volume, so surfaces show no voxel steps; what
//! wins over a structure is taken out of its field first, so that neighbours touch without interpenetrating.

use std::collections::HashMap;

use anatomy::{
    Aabb, Catalogue, LabelVolume, StructureIndex, StructureMesh, Tissue, enclosed_mm3, frame,
};
use fast_surface_nets::ndshape::{RuntimeShape, Shape as _};
use fast_surface_nets::{SurfaceNetsBuffer, surface_nets};
use glam::Vec3;
use meshopt::{SimplifyOptions, VertexDataAdapter, simplify};
use rayon::prelude::*;
use surfaces::{build_levels, make_manifold};

use super::builder::{Body, Solid};
use super::crease::{self, Point};
use super::crumbs::{compact, drop_cavities_and_crumbs};
use super::cut::{Cut, Winner};
use super::voxelise::CAUTION;
use crate::roughness;

/// How finely surfaces are made.
#[derive(Debug, Clone, Copy)]
pub struct MeshSettings {
    /// Finest and coarsest grid, mm. Thin structures get fine grids.
    pub step_mm: [f32; 2],
    /// How far simplification may move the surface, as a part of the grid step; never held to less than 0.1 mm.
    pub error: f32,
    /// Gap kept between touching structures, mm, so that simplified surfaces do not poke through each other; parts of one
    /// whole touch.
    pub gap_mm: f32,
    /// How wide the edges are rounded where a neighbour cuts a structure, mm at most; thin structures less. A neighbour that
    /// only grazes a surface leaves a dent a quarter as deep instead of a scratch.
    pub blend_mm: f32,
    /// Triangles of all surfaces together at most; simplification goes on until they suffice. Keeps the pack small
    /// whatever is added to the body.
    pub triangles: usize,
}

impl Default for MeshSettings {
    fn default() -> Self {
        MeshSettings {
            step_mm: [0.5, 2.0],
            error: 0.12,
            gap_mm: 0.15,
            blend_mm: 5.0,
            triangles: 540_000,
        }
    }
}

/// Width of the rounding of cut edges as a part of volume over surface: a sheet must not be worn thin along its edges.
const BLEND_PART: f32 = 0.5;
/// Simplification finer than this (mm) buys nothing that can be seen.
const LEAST_ERROR_MM: f32 = 0.1;
/// A surface that lies this far within its voxels on average is contoured again with edges rounded over [`CLOSE_BLEND_MM`] only.
const SHORT_MM: f64 = 0.4;
const CLOSE_BLEND_MM: f32 = 1.2;
/// Grid of the bowel at most, mm: slits between loops and folds between pouches are narrow.
const BOWEL_STEP_MM: f32 = 1.0;
/// Simplification may move these as far as if their grid were coarser by this figure: they need a fine one for slits, or for
/// being thin, and are large. Large bowel, small bowel, and the pleats of the mesentery between its loops.
const BOWEL_EASE: f32 = 1.6;
const LOOPS_EASE: f32 = 1.6;
const PLEATS_EASE: f32 = 4.0;
/// Errors that are tried for a surface with too many creases, as parts of the one of all.
const OTHER_ERRORS: [f32; 8] = [0.9, 1.1, 0.8, 1.2, 0.7, 1.35, 0.6, 1.5];
/// Grid points evaluated for one structure at most; beyond, its grid is made coarser.
const MAX_POINTS: f32 = 30e6;
/// Steps more with which a vertex in a seam is brought onto the surface.
const SEAM_STEPS: usize = 4;
/// Edge length, in grid cells, of the blocks that are skipped when far from the surface.
const BLOCK: usize = 8;

/// The surfaces of all structures of a body that have voxels, in catalogue order, with their levels of detail.
pub fn meshes(
    body: &Body,
    catalogue: &Catalogue,
    labels: &LabelVolume,
    settings: MeshSettings,
) -> Vec<StructureMesh> {
    let thickness = thickness(labels);
    let mut order: Vec<usize> = (0..body.solids.len()).collect();
    order.sort_by_key(|n| body.solids[*n].structure);
    let contours: Vec<Contour> = order
        .into_iter()
        .filter_map(|n| {
            let &(thickness, volume) = thickness.get(&body.solids[n].structure)?;
            let mut step = (thickness * 0.9).clamp(settings.step_mm[0], settings.step_mm[1]);
            if is_bowel(catalogue, body.solids[n].structure) {
                step = step.min(BOWEL_STEP_MM);
            }
            let blend = (BLEND_PART * thickness).min(settings.blend_mm);
            let settings = MeshSettings {
                blend_mm: blend,
                ..settings
            };
            let whole = contour(body, catalogue, n, step, settings)?;
            // Neighbours all round, each with a rounded edge, can take more than the labels give them.
            if blend <= CLOSE_BLEND_MM || whole.shortfall_mm(volume) <= SHORT_MM {
                return Some(whole);
            }
            let settings = MeshSettings {
                blend_mm: CLOSE_BLEND_MM,
                ..settings
            };
            contour(body, catalogue, n, step, settings)
        })
        .collect();
    let (error, surfaces) = within_budget(&contours, settings);
    contours
        .par_iter()
        .zip(surfaces)
        .map(|(contour, surface)| {
            let mut mesh = contour.least_creased(error, surface, catalogue);
            build_levels(&mut mesh);
            mesh
        })
        .filter(|m| !m.indices.is_empty())
        .collect()
}

/// Every contour simplified by an error in grid steps, as small as brings all of them together to the triangles that there may be.
fn within_budget(contours: &[Contour], settings: MeshSettings) -> (f32, Vec<Surface>) {
    let all = |error: f32| -> Vec<Surface> {
        let simplified = contours.par_iter().map(|c| c.simplified(error));
        simplified.collect()
    };
    let fits = |surfaces: &[Surface]| {
        let triangles: usize = surfaces.iter().map(|s| s.1.len() / 3).sum();
        triangles <= settings.triangles
    };
    let mut error = settings.error;
    let mut surfaces = all(error);
    if fits(&surfaces) {
        return (error, surfaces);
    }
    // Beyond one grid step nothing of a shape would be left; the budget is then beyond reach.
    let mut too_little = error;
    while !fits(&surfaces) && error < 1.0 {
        too_little = error;
        error *= 1.2;
        surfaces = all(error);
    }
    for _ in 0..3 {
        let between = 0.5 * (too_little + error);
        let finer = all(between);
        if fits(&finer) {
            (error, surfaces) = (between, finer);
        } else {
            too_little = between;
        }
    }
    (error, surfaces)
}

fn is_bowel(catalogue: &Catalogue, structure: StructureIndex) -> bool {
    let tissue = catalogue.get(structure).tissue;
    matches!(tissue, Tissue::SmallBowel | Tissue::LargeBowel)
}

/// How much coarser than its grid a structure's surface may be.
fn ease(catalogue: &Catalogue, structure: StructureIndex) -> f32 {
    let row = catalogue.get(structure);
    match row.tissue {
        Tissue::LargeBowel => BOWEL_EASE,
        Tissue::SmallBowel => LOOPS_EASE,
        _ if row.id == "mesentery" => PLEATS_EASE,
        _ => 1.0,
    }
}

/// Volume over surface of every structure, mm (half the radius of a tube, half the thickness of a sheet), and its volume, mm³.
fn thickness(labels: &LabelVolume) -> HashMap<StructureIndex, (f32, f64)> {
    let [nx, ny, nz] = labels.dims();
    let (mut row, mut front) = (vec![0u16; nx], vec![0u16; nx]);
    let mut below = vec![vec![0u16; nx]; ny];
    // Voxels and faces by label.
    let mut counts = vec![(0u64, 0u64); usize::from(u16::MAX) + 1];
    for k in 0..nz {
        front.fill(0);
        for (j, below) in below.iter_mut().enumerate() {
            labels.copy_row(j, k, &mut row);
            let mut left = 0;
            for (i, &label) in row.iter().enumerate() {
                counts[usize::from(label)].0 += 1;
                for other in [left, front[i], below[i]] {
                    if other != label {
                        counts[usize::from(other)].1 += 1;
                        counts[usize::from(label)].1 += 1;
                    }
                }
                left = label;
            }
            front.copy_from_slice(&row);
            below.copy_from_slice(&row);
        }
    }
    // Voxel faces overstate a smooth surface's area by half on average.
    counts
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, n)| n.0 > 0)
        .map(|(label, (volume, faces))| {
            let structure = StructureIndex((label - 1) as u16);
            let thickness = 1.5 * *volume as f32 / (*faces).max(1) as f32;
            (structure, (thickness, *volume as f64))
        })
        .collect()
}

/// Positions (mm) and triangles.
type Surface = (Vec<[f32; 3]>, Vec<u32>);

/// The contoured surface of a structure as fine as its grid.
struct Contour<'a> {
    cut: Cut<'a>,
    step: f32,
    /// What simplification takes for the grid step, mm.
    ease: f32,
    surface: Surface,
}

impl Contour<'_> {
    /// How far the surface lies within a solid of this volume (mm³) on average, mm.
    fn shortfall_mm(&self, volume: f64) -> f64 {
        let (positions, indices) = &self.surface;
        let at = |i: u32| Vec3::from_array(positions[i as usize]);
        let twice = |t: &[u32]| (at(t[1]) - at(t[0])).cross(at(t[2]) - at(t[0])).length();
        let area: f64 = indices
            .chunks_exact(3)
            .map(|t| 0.5 * f64::from(twice(t)))
            .sum();
        (volume - enclosed_mm3(positions, indices)) / area.max(1e-6)
    }

    /// A manifold that keeps within `error` grid steps of the contoured surface, or somewhat more where the grid is finer for slits alone.
    fn simplified(&self, error: f32) -> Surface {
        let (mut positions, mut indices) = self.surface.clone();
        if let Ok(vertices) = VertexDataAdapter::new(meshopt::typed_to_bytes(&positions), 12, 0) {
            indices = simplify(
                &indices,
                &vertices,
                0,
                (error * self.ease).max(LEAST_ERROR_MM),
                SimplifyOptions::ErrorAbsolute,
                None,
            );
        }
        make_manifold(&mut positions, &mut indices);
        compact(&mut positions, &mut indices);
        (positions, indices)
    }

    /// The surface as it was simplified, or, where that folds it into more creases than its kind has, the least creased of some that are
    /// simplified by a little less or more: slits and combs as wide as the error come and go with it.
    fn least_creased(&self, error: f32, surface: Surface, catalogue: &Catalogue) -> StructureMesh {
        let limit = roughness::limit(catalogue.get(self.cut.own.structure));
        let mut best = self.finish(surface);
        let mut least = roughness::creases(&best);
        for part in OTHER_ERRORS {
            if least <= limit {
                break;
            }
            let other = self.finish(self.simplified(part * error));
            let creases = roughness::creases(&other);
            if creases < least {
                (best, least) = (other, creases);
            }
        }
        best
    }

    fn finish(&self, (positions, indices): Surface) -> StructureMesh {
        let normals = positions
            .par_iter()
            .map(|p| {
                let seen = self.cut.seen_normal(Vec3::from_array(*p), 0.5 * self.step);
                (if seen == Vec3::ZERO { Vec3::Z } else { seen }).to_array()
            })
            .collect();
        StructureMesh::new(self.cut.own.structure, positions, normals, indices)
    }
}

/// The surface of the `part`-th structure of [`Body::structures`] on a grid of `step` mm, without coarser levels; empty
/// when nothing of the structure is left.
pub fn mesh_part(
    body: &Body,
    catalogue: &Catalogue,
    part: usize,
    step: f32,
    settings: MeshSettings,
) -> StructureMesh {
    match contour(body, catalogue, part, step, settings) {
        Some(contour) => contour.finish(contour.simplified(settings.error)),
        None => StructureMesh::new(body.solids[part].structure, vec![], vec![], vec![]),
    }
}

fn contour<'a>(
    body: &'a Body,
    catalogue: &Catalogue,
    part: usize,
    step: f32,
    settings: MeshSettings,
) -> Option<Contour<'a>> {
    let own = &body.solids[part];
    let torso = Aabb::around(Vec3::ZERO, Vec3::from_array(frame::HALF_SIZE_MM));
    let bounds = own.bounds.intersection(torso);
    if bounds.is_empty() {
        return None;
    }
    let cut = Cut::of(
        body,
        catalogue,
        part,
        bounds,
        settings.gap_mm,
        settings.blend_mm,
    );
    let points = |step: f32| (bounds.size() / step + Vec3::splat(5.0)).ceil();
    let mut step = step;
    while points(step).element_product() > MAX_POINTS {
        step *= 1.1;
    }
    let n = points(step);
    let dims = [n.x as usize, n.y as usize, n.z as usize];
    let origin = bounds.min - Vec3::splat(2.0 * step);
    let field = evaluate(&cut, dims, origin, step);
    let shape = RuntimeShape::<u32, 3>::new(dims.map(|d| d as u32));
    debug_assert_eq!(shape.size() as usize, field.len());
    let mut nets = SurfaceNetsBuffer::default();
    surface_nets(
        &field,
        &shape,
        [0; 3],
        dims.map(|d| d as u32 - 1),
        &mut nets,
    );
    // Onto the surface proper: contouring places vertices between grid points only to first order.
    let mut points: Vec<Point> = nets
        .positions
        .par_iter()
        .map(|p| {
            let p = Vec3::from_array(*p);
            let net = origin + p * step;
            let (mut at, mut normal) = cut.onto(net, step);
            let in_seam = cut.meets_kin(at, step);
            // The walls between parts are no true distances; an edge asks for more than the first step towards them.
            let more = if in_seam { SEAM_STEPS } else { 0 };
            for _ in 0..more {
                (at, normal) = cut.onto(at, step);
            }
            Point {
                at,
                normal,
                cell: origin + (p.floor() + 0.5) * step,
                in_seam,
            }
        })
        .collect();
    crease::sharpen(&mut points, &nets.indices, step);
    let mut positions: Vec<[f32; 3]> = points.iter().map(|point| point.at.to_array()).collect();
    let mut indices = nets.indices;
    if enclosed_mm3(&positions, &indices) < 0.0 {
        indices.chunks_exact_mut(3).for_each(|t| t.swap(1, 2));
    }
    indices = drop_cavities_and_crumbs(&positions, &indices);
    if indices.is_empty() {
        return None;
    }
    compact(&mut positions, &mut indices);
    let surface = (positions, indices);
    let ease = step * ease(catalogue, own.structure);
    Some(Contour {
        cut,
        step,
        ease,
        surface,
    })
}

/// The field on a grid; blocks far from the surface get one value of the right sign, the others are halved until they
/// are far or single points.
fn evaluate(cut: &Cut, dims: [usize; 3], origin: Vec3, step: f32) -> Vec<f32> {
    let [nx, ny, nz] = dims;
    let mut field = vec![0.0f32; nx * ny * nz];
    field
        .par_chunks_mut(nx * ny * BLOCK)
        .enumerate()
        .for_each(|(slab, values)| {
            let low = origin + Vec3::new(0.0, 0.0, (slab * BLOCK) as f32) * step;
            let mut grid = Grid {
                dims: [nx, ny, values.len() / (nx * ny)],
                low,
                step,
                own: cut.own,
                values,
            };
            for j in (0..ny).step_by(BLOCK) {
                for i in (0..nx).step_by(BLOCK) {
                    grid.settle(&cut.winners, [i, j, 0], BLOCK);
                }
            }
        });
    field
}

/// A slab of the grid being filled.
struct Grid<'a> {
    dims: [usize; 3],
    low: Vec3,
    step: f32,
    own: &'a Solid,
    values: &'a mut [f32],
}

impl Grid<'_> {
    /// Fills the block of `size` points at `at`, which only the `winners` given can cut.
    fn settle(&mut self, winners: &[Winner], at: [usize; 3], size: usize) {
        if (0..3).any(|a| at[a] >= self.dims[a]) {
            return;
        }
        let half = (size as f32 - 1.0) * 0.5 * self.step;
        let middle =
            self.low + Vec3::from_array(at.map(|v| v as f32)) * self.step + Vec3::splat(half);
        // A block counts as far only if the surface does not touch the cells between it and its neighbours either.
        let reach = if size == 1 {
            f32::INFINITY
        } else {
            half * 3f32.sqrt() * CAUTION + 1.8 * self.step
        };
        let mut d = self.own.distance(middle);
        let mut near = Vec::new();
        let mut far = d.abs() > reach;
        if d <= reach {
            for &winner in winners {
                let taken = winner.reach_over(middle);
                if taken < -reach - winner.blend {
                    continue;
                }
                d = winner.cut(d, taken);
                if taken > reach {
                    far = true;
                    break;
                }
                far = false;
                near.push(winner);
            }
        }
        if size == 1 {
            self.values[at[0] + self.dims[0] * (at[1] + self.dims[1] * at[2])] = d;
            return;
        }
        if far {
            let end: [usize; 3] = std::array::from_fn(|a| (at[a] + size).min(self.dims[a]));
            for k in at[2]..end[2] {
                for j in at[1]..end[1] {
                    let row = self.dims[0] * (j + self.dims[1] * k);
                    self.values[row + at[0]..row + end[0]].fill(d);
                }
            }
            return;
        }
        let size = size / 2;
        for n in 0..8 {
            self.settle(
                &near,
                std::array::from_fn(|a| at[a] + size * (n >> a & 1)),
                size,
            );
        }
    }
}
