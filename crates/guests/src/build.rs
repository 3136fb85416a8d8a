//! An import under way: from named surfaces and label volumes to an atlas.
//!
//! Long because the steps of an import share one state.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anatomy::frame::TORSO_DIMS;
use anatomy::guest::{FileReport, Frame, ImportReport, MatchedBy, Recipe, SourceStructure};
use anatomy::{
    Atlas, AtlasError, Catalogue, PackInfo, PackSource, StructureIndex, StructureMesh, Tissue,
};
use glam::DVec3;
use rayon::prelude::*;
use surfaces::{Grid, Voxels, bake_occlusion, voxel_surface};

use super::compose;
use super::imported::Import;
use super::input::{Surface, Volume};
use super::matching::{Decision, Matcher, Rows};
use super::meshes::MeshPart;
use super::progress::{Progress, Steps};
use super::solid::{self, Filling, Hollow};
use super::trimesh::TriMesh;
use super::volumes;

/// Voxels of the grid along one axis and in all, at most; what label volumes of packs may have.
const MAX_AXIS: usize = anatomy::nifti::MAX_AXIS;
const MAX_VOXELS: usize = anatomy::nifti::MAX_VOXELS;
/// Coordinates beyond this many mm are not those of a body.
const MAX_MM: f64 = 20_000.0;
/// Free voxels kept around everything.
const MARGIN: i32 = 2;
/// What is said of a structure that no voxel of the atlas has its centre in.
const TOO_SMALL: &str = "it holds the centre of no voxel of 1 mm";
/// Thickness given to a skin that is only an envelope, mm.
const SKIN_MM: f32 = 2.0;

/// What one row of the atlas is made of.
#[derive(Default)]
struct Parts {
    /// Its own surface.
    own: TriMesh,
    /// Surfaces of its parts, which help to close it.
    helpers: TriMesh,
    /// Rows of the report that it is made of.
    rows: Vec<usize>,
}

/// A row, its parts, and what they were filled to and how.
type FilledParts = (StructureIndex, Parts, Option<(Voxels, String)>);

/// An import under way.
pub(super) struct Build<'a> {
    matcher: Matcher<'a>,
    rows: Rows,
    base: DVec3,
    torso: bool,
    pub(super) solids: HashMap<StructureIndex, Voxels>,
    surfaces: HashMap<StructureIndex, TriMesh>,
    /// Structures whose voxels come from surfaces of their parts alone.
    filled: HashSet<StructureIndex>,
    names: BTreeMap<String, Vec<String>>,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl<'a> Build<'a> {
    pub(super) fn new(
        map: &'a [(String, String)],
        base: DVec3,
        torso: bool,
        progress: &'a (dyn Fn(Progress) + Sync),
    ) -> Build<'a> {
        Build {
            matcher: Matcher::new(map),
            rows: Rows::new(),
            base,
            torso,
            solids: HashMap::new(),
            surfaces: HashMap::new(),
            filled: HashSet::new(),
            names: BTreeMap::new(),
            progress,
        }
    }

    pub(super) fn add_volume(&mut self, volume: Volume, frame: &Frame, report: &mut ImportReport) {
        let catalogue = Catalogue::builtin();
        let image = &volume.image;
        let sampled = match volumes::sample(image, &frame.to_lps, self.base) {
            Ok(sampled) => volumes::by_name(sampled, &volume.names),
            Err(e) => {
                report.problems.push(format!("{}: {e}", volume.file));
                return;
            }
        };
        let mut notes = image.notes.clone();
        let axes = (frame.to_lps * image.to_lps).matrix3;
        let oblique = (0..3).any(|c| {
            let axis = axes.col(c).abs();
            axis.max_element() < 0.9999 * axis.length()
        });
        if oblique {
            notes.push("oblique; resampled by nearest neighbour".into());
        }
        if sampled.is_empty() {
            notes.push("it holds no labels".into());
        }
        report.files.push(FileReport {
            file: volume.file.clone(),
            structures: sampled.len(),
            notes,
        });
        if volume.nameless {
            report.problems.push(format!(
                "{}: its labels have no names; a list can be given (a file, totalsegmentator or totalsegmentator-mr)",
                volume.file
            ));
        }
        let mut sampled = sampled;
        sampled.sort_by_key(|s| image.segments[s.segment].value);
        for s in sampled {
            let segment = &image.segments[s.segment];
            let name = &volume.names[s.segment];
            let mut out = SourceStructure {
                source: name.clone(),
                file: volume.file.clone(),
                value: Some(segment.value),
                source_voxels: Some(s.source_voxels),
                source_volume_ml: Some(s.source_volume_ml),
                source_centroid_mm: Some(s.source_centroid.to_array()),
                volume_ml: Some(s.voxels.count() as f64 / 1000.0),
                ..SourceStructure::default()
            };
            if s.voxels.count() == 0 {
                out.notes.push(TOO_SMALL.into());
            }
            let decision = self
                .matcher
                .decide(name, Some(segment.value), &segment.codes, &[], "");
            let row = match decision {
                Decision::LeaveOut(why) => {
                    out.left_out = Some(why);
                    None
                }
                Decision::Known(structure, by) => {
                    let known = catalogue.get(structure);
                    out.matched = Some(known.id.clone());
                    out.by = Some(by);
                    if known.group {
                        out.notes
                            .push("it stands for a pair or a series as a whole".into());
                    }
                    Some((structure, known.id.clone()))
                }
                Decision::Stranger(container) => {
                    let own = self.rows.add(name, container, segment.color);
                    if own.is_none() {
                        out.left_out = Some("there are too many structures".into());
                    }
                    out.part_of = container.map(|c| catalogue.get(c).id.clone());
                    let id = own.map(|own| self.rows.get(own).id.clone());
                    out.own = id.clone();
                    own.zip(id)
                }
            };
            if let Some((structure, id)) = row {
                self.names.entry(id).or_default().push(name.clone());
                if structure.usize() < catalogue.structures().len() {
                    self.warn_of_side(structure, &s.voxels, report);
                }
                match self.solids.get_mut(&structure) {
                    Some(old) => old.union(&s.voxels),
                    None => {
                        self.solids.insert(structure, s.voxels);
                    }
                }
            }
            report.structures.push(out);
        }
    }

    #[expect(
        clippy::too_many_lines,
        reason = "the steps of one import, in their order"
    )]
    pub(super) fn add_surfaces(&mut self, surfaces: Vec<Surface>, report: &mut ImportReport) {
        let catalogue = Catalogue::builtin();
        let mut parts: BTreeMap<StructureIndex, Parts> = BTreeMap::new();
        // Unmatched surfaces and what they say they belong to.
        let mut strangers: Vec<(usize, MeshPart, Option<StructureIndex>)> = Vec::new();
        let mut seen: HashMap<String, (usize, [i64; 6])> = HashMap::new();
        for Surface { file, mut part } in surfaces {
            let row = report.structures.len();
            report.structures.push(SourceStructure {
                source: part.name.clone(),
                file: file.clone(),
                triangles: Some(part.mesh.triangles.len()),
                ..SourceStructure::default()
            });
            for p in &mut part.mesh.positions {
                *p -= self.base;
            }
            let out = &mut report.structures[row];
            let Some((lo, hi)) = part.mesh.bounds() else {
                out.left_out = Some("it has no triangles".into());
                continue;
            };
            if lo.abs().max(hi.abs()).max_element() > MAX_MM {
                out.left_out = Some(format!("it reaches beyond {MAX_MM} mm; is the unit right?"));
                continue;
            }
            // The same structure is often shipped in several files.
            let shape = [lo.x, lo.y, lo.z, hi.x, hi.y, hi.z].map(|v| (v * 10.0).round() as i64);
            let same = (part.mesh.triangles.len(), shape);
            if seen.insert(part.name.clone(), same) == Some(same) {
                out.left_out = Some("the same surface is in another file".into());
                continue;
            }
            let decision = self
                .matcher
                .decide(&part.name, None, &part.codes, &part.above, &file);
            let above = self.matcher.above(&part.above);
            match decision {
                Decision::LeaveOut(why) => out.left_out = Some(why),
                Decision::Known(structure, by) => {
                    out.matched = Some(catalogue.get(structure).id.clone());
                    out.by = Some(by);
                    for a in above {
                        if a != structure && catalogue.is_part_of(structure, a) {
                            parts.entry(a).or_default().helpers.append(&part.mesh);
                        }
                    }
                    let entry = parts.entry(structure).or_default();
                    entry.own.append(&part.mesh);
                    entry.rows.push(row);
                }
                Decision::Stranger(container) => {
                    for a in above {
                        if container.is_some_and(|c| catalogue.is_part_of(c, a)) {
                            parts.entry(a).or_default().helpers.append(&part.mesh);
                        }
                    }
                    strangers.push((row, part, container));
                }
            }
        }
        let steps = Steps::new("filling unmatched surfaces", strangers.len(), self.progress);
        let filled: Vec<Option<solid::Filled>> = strangers
            .par_iter()
            .map(|(_, part, _)| {
                let filled = solid::fill(&part.mesh, Hollow::No);
                steps.step();
                filled
            })
            .collect();
        for ((row, part, container), filled) in strangers.into_iter().zip(filled) {
            let out = &mut report.structures[row];
            let Some(filled) = filled else {
                out.left_out = Some("its box is too large to fill".into());
                continue;
            };
            // A patch of an organ's surface is no structure to be told apart from it.
            if let (Some(c), Filling::Sheet) = (container, filled.filling)
                && parts
                    .get(&c)
                    .is_some_and(|p| !p.helpers.triangles.is_empty())
            {
                out.matched = Some(catalogue.get(c).id.clone());
                out.by = Some(MatchedBy::Part);
                out.notes
                    .push("an open patch of its surface, merged into it".into());
                let entry = parts.entry(c).or_default();
                entry.own.append(&part.mesh);
                entry.rows.push(row);
                continue;
            }
            let Some(own) = self.rows.add(&part.name, container, None) else {
                out.left_out = Some("there are too many structures".into());
                continue;
            };
            let id = self.rows.get(own).id.clone();
            out.volume_ml = Some(filled.voxels.count() as f64 / 1000.0);
            out.notes.push(describe(filled.filling));
            out.part_of = container.map(|c| catalogue.get(c).id.clone());
            out.own = Some(id.clone());
            self.names.entry(id).or_default().push(part.name.clone());
            self.surfaces.entry(own).or_default().append(&part.mesh);
            match self.solids.get_mut(&own) {
                Some(voxels) => voxels.union(&filled.voxels),
                None => {
                    self.solids.insert(own, filled.voxels);
                }
            }
        }
        self.fill_known(parts, report);
    }

    fn fill_known(&mut self, parts: BTreeMap<StructureIndex, Parts>, report: &mut ImportReport) {
        let catalogue = Catalogue::builtin();
        let torso = self.torso;
        let mut parts: Vec<(StructureIndex, Parts)> = parts.into_iter().collect();
        parts.retain(|(s, p)| !p.rows.is_empty() || !catalogue.get(*s).group);
        let steps = Steps::new("filling surfaces", parts.len(), self.progress);
        let filled: Vec<FilledParts> = parts
            .into_par_iter()
            .map(|(structure, parts)| {
                steps.step();
                let s = catalogue.get(structure);
                let mut mesh = parts.own.clone();
                mesh.append(&parts.helpers);
                if s.tissue == Tissue::Skin && mesh.bounds().is_some_and(is_envelope) {
                    let voxels = skin(&mesh, torso);
                    let how = format!("an envelope; given {SKIN_MM} mm of skin");
                    return (structure, parts, Some((voxels, how)));
                }
                let filled =
                    solid::fill(&mesh, hollow(structure)).map(|f| (f.voxels, describe(f.filling)));
                (structure, parts, filled)
            })
            .collect();
        for (structure, parts, filled) in filled {
            let s = catalogue.get(structure);
            let Some((voxels, how)) = filled else {
                for row in &parts.rows {
                    report.structures[*row].left_out = Some("its box is too large to fill".into());
                    report.structures[*row].matched = None;
                }
                continue;
            };
            let volume = voxels.count() as f64 / 1000.0;
            for (n, row) in parts.rows.iter().enumerate() {
                let out = &mut report.structures[*row];
                if n == 0 {
                    out.volume_ml = Some(volume);
                    out.notes.push(how.clone());
                    if parts.rows.len() > 1 {
                        out.notes
                            .push(format!("with {} more", parts.rows.len() - 1));
                    }
                    if s.group {
                        out.notes
                            .push("it stands for a pair or a series as a whole".into());
                    }
                }
                self.names
                    .entry(s.id.clone())
                    .or_default()
                    .push(out.source.clone());
            }
            self.warn_of_side(structure, &voxels, report);
            if !parts.own.triangles.is_empty() {
                self.surfaces
                    .entry(structure)
                    .or_default()
                    .append(&parts.own);
            }
            match self.solids.get_mut(&structure) {
                Some(old) => old.union(&voxels),
                None => {
                    self.filled.insert(structure);
                    self.solids.insert(structure, voxels);
                }
            }
        }
    }

    /// In the torso frame a left structure lies left; where it does not, names may be swapped.
    fn warn_of_side(&self, structure: StructureIndex, voxels: &Voxels, report: &mut ImportReport) {
        let s = Catalogue::builtin().get(structure);
        let Some(expected) = s
            .facts
            .centroid_mm
            .filter(|c| self.torso && c[0].abs() > 15.0)
        else {
            return;
        };
        let (mut sum, mut n) = (0.0, 0u64);
        for p in voxels.iter() {
            sum += f64::from(p[0]);
            n += 1;
        }
        if n == 0 {
            return;
        }
        let x = sum / n as f64 + self.base.x;
        if x * f64::from(expected[0]) < 0.0 && x.abs() > 10.0 {
            report.problems.push(format!(
                "{} lies {:.0} mm to the patient's {}: the source may have swapped sides; mapping its names by hand can set it right",
                s.id,
                x.abs(),
                if x > 0.0 { "left" } else { "right" }
            ));
        }
    }

    pub(super) fn finish(
        self,
        mut report: ImportReport,
        recipe: Recipe,
        started: Instant,
    ) -> Result<Import, AtlasError> {
        let progress = self.progress;
        let tell = |what| progress(Progress::new(what, 0, 0));
        tell("giving every voxel to one structure");
        let grid = self.grid(&mut report);
        let catalogue = self
            .rows
            .into_catalogue()
            .map_err(|e| AtlasError::format(Path::new(&report.name), "structures", e))?;
        let labels = compose::labels(&catalogue, grid, &self.solids);
        tell("making surfaces");
        let mut order: Vec<StructureIndex> = self.solids.keys().copied().collect();
        order.sort();
        let mut meshes: Vec<StructureMesh> = order
            .par_iter()
            .filter_map(|s| match self.surfaces.get(s) {
                Some(mesh) => compose::own_surface(*s, mesh, grid),
                None if self.filled.contains(s) => None,
                None => voxel_surface(*s, self.solids.get(s)?, grid, 0.25),
            })
            .collect();
        bake_occlusion(&mut meshes, &catalogue, &labels);
        let origin = grid.centre() + self.base;
        report.source_origin_mm = origin.to_array().map(|v| (v * 1000.0).round() / 1000.0);
        report.dimensions = grid.dims;
        report.matched = report
            .structures
            .iter()
            .filter(|s| s.matched.is_some())
            .count();
        report.own = report.structures.iter().filter(|s| s.own.is_some()).count();
        report.left_out = report
            .structures
            .iter()
            .filter(|s| s.left_out.is_some())
            .count();
        let info = PackInfo {
            name: report.name.clone(),
            license: if report.license.is_empty() {
                "not stated".into()
            } else {
                report.license.clone()
            },
            source: Some(PackSource {
                files: report.files.iter().map(|f| f.file.clone()).collect(),
                source_origin_mm: report.source_origin_mm,
                torso_frame: self.torso,
                frame: report.frame.clone(),
                names: self.names,
            }),
            sex: None,
        };
        let atlas = Atlas::with_catalogue(Arc::new(catalogue), labels).with_pack_info(info);
        let empty: Vec<&str> = order
            .iter()
            .filter(|s| atlas.present().binary_search(s).is_err() && self.surfaces.contains_key(s))
            .map(|s| atlas.catalogue().get(*s).id.as_str())
            .collect();
        if !empty.is_empty() {
            report.problems.push(format!(
                "{} without voxels, being outside the grid, thinner than a voxel or wholly within smaller ones: {}",
                empty.len(),
                empty.join(", ")
            ));
        }
        report.seconds = started.elapsed().as_secs_f32();
        Ok(Import {
            atlas,
            meshes,
            report,
            recipe,
        })
    }

    /// The box that becomes the grid: the torso's own in the torso frame, else what holds everything, cut to the limits
    /// about the middle of it all.
    fn grid(&self, report: &mut ImportReport) -> Grid {
        if self.torso {
            return Grid {
                low: [0; 3],
                dims: TORSO_DIMS,
            };
        }
        let boxes: Vec<([i32; 3], [i32; 3])> =
            self.solids.values().filter_map(Voxels::bounds).collect();
        let low: [i32; 3] =
            std::array::from_fn(|a| boxes.iter().map(|b| b.0[a]).min().unwrap_or(0) - MARGIN);
        let high: [i32; 3] =
            std::array::from_fn(|a| boxes.iter().map(|b| b.1[a]).max().unwrap_or(0) + MARGIN);
        let mut grid = Grid {
            low,
            dims: std::array::from_fn(|a| (high[a] - low[a] + 1) as usize),
        };
        let all = grid.dims;
        let mut cut = |axis: usize, size: usize| {
            let mut middles: Vec<i32> = boxes.iter().map(|b| (b.0[axis] + b.1[axis]) / 2).collect();
            middles.sort_unstable();
            let middle = middles.get(middles.len() / 2).copied().unwrap_or(0);
            let last = grid.low[axis] + grid.dims[axis] as i32 - size as i32;
            grid.low[axis] = (middle - size as i32 / 2).clamp(grid.low[axis], last);
            grid.dims[axis] = size;
        };
        for (axis, size) in all.into_iter().enumerate() {
            if size > MAX_AXIS {
                cut(axis, MAX_AXIS);
            }
        }
        let dims: [usize; 3] = std::array::from_fn(|a| all[a].min(MAX_AXIS));
        if dims.iter().product::<usize>() > MAX_VOXELS {
            let longest = (0..3).max_by_key(|a| dims[*a]).unwrap_or(2);
            let others: usize = (0..3).filter(|a| *a != longest).map(|a| dims[a]).product();
            cut(longest, MAX_VOXELS / others);
        }
        if grid.dims != all {
            report.problems.push(format!(
                "everything together takes {all:?} voxels; the grid holds {:?} of them about the middle",
                grid.dims
            ));
        }
        grid
    }
}

fn describe(filling: Filling) -> String {
    match filling {
        Filling::Closed => "closed".into(),
        Filling::Capped => "open, capped".into(),
        Filling::Bridged(gap) => format!("open, gaps up to {:.0} mm bridged", 2.0 * gap),
        Filling::Lumen => "a wall, filled with what it encloses".into(),
        Filling::Sheet => "encloses nothing; its surface only".into(),
    }
}

/// Chambers, airways, vessels and guts are often modelled as walls with open ends; what they hold is theirs.
fn hollow(structure: StructureIndex) -> Hollow {
    let s = Catalogue::builtin().get(structure);
    match s.tissue {
        Tissue::Heart => Hollow::Always,
        Tissue::Cartilage if s.facts.tube_diameter_mm.is_some() => Hollow::Thin,
        Tissue::Artery
        | Tissue::Vein
        | Tissue::Bile
        | Tissue::Stomach
        | Tissue::SmallBowel
        | Tissue::LargeBowel
        | Tissue::Bladder => Hollow::Thin,
        _ => Hollow::No,
    }
}

/// Whether a surface is large enough to be the envelope of a trunk.
fn is_envelope((lo, hi): (DVec3, DVec3)) -> bool {
    let size = hi - lo;
    size.x > 250.0 && size.y > 150.0 && size.z > 300.0
}

fn skin(mesh: &TriMesh, torso: bool) -> Voxels {
    let (low, dims) = match (torso, mesh.bounds()) {
        (true, _) | (_, None) => ([0; 3], TORSO_DIMS),
        (false, Some((lo, hi))) => {
            let low: [i32; 3] = std::array::from_fn(|a| lo[a].floor() as i32);
            let dims = std::array::from_fn(|a| {
                ((hi[a].ceil() as i32 - low[a] + 1) as usize).min(MAX_AXIS)
            });
            (low, dims)
        }
    };
    solid::shell(mesh, low, dims, SKIN_MM)
}
