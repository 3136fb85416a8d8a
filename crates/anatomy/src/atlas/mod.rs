//! The atlas: the catalogue and the label volume, with the questions everyone asks of them.

mod centres;
mod march;
mod patch;

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use glam::Vec3;

use self::march::March;
use self::patch::{Patch, patches};
use crate::bvh::Bvh;
use crate::frame::TORSO_DIMS;
use crate::labels::{BRICK, LabelVolume};
use crate::pack::{self, PackInfo};
use crate::unzip::{Unpacked, is_zip, unzip};
use crate::{Aabb, AtlasError, Catalogue, Sex, StructureIndex, StructureMesh, Tissue};

/// The structures of the body in their places. Immutable and cheap to share in an `Arc`.
///
/// Points are LPS millimetres. A structure means itself and all its parts; "leaf" means the innermost structure a voxel
/// is labelled with. Distances are exact Euclidean distances to voxel centres.
pub struct Atlas {
    catalogue: Rows,
    labels: LabelVolume,
    folder: Option<PathBuf>,
    /// Where the files of a zipped pack are until it is closed.
    unpacked: Option<Unpacked>,
    info: PackInfo,
    /// Bricks in which a structure itself (not its parts) has voxels, by catalogue row.
    own: Vec<Vec<Patch>>,
    present: Vec<StructureIndex>,
    /// Centroid of each row's own voxels, and of those of it and its parts.
    centroids: Vec<[Option<[f32; 3]>; 2]>,
    /// Box of the voxels of each row and its parts.
    bounds: Vec<Option<([f32; 3], [f32; 3])>>,
    index: Vec<OnceLock<SpatialIndex>>,
    organs: OnceLock<SpatialIndex>,
}

/// The catalogue of an atlas: the built-in one, or a guest's own.
enum Rows {
    Builtin(&'static Catalogue),
    Own(Arc<Catalogue>),
}

impl Deref for Rows {
    type Target = Catalogue;

    fn deref(&self) -> &Catalogue {
        match self {
            Rows::Builtin(rows) => rows,
            Rows::Own(rows) => rows,
        }
    }
}

/// A tree over the patches of one or more structures.
pub(crate) struct SpatialIndex {
    patches: Vec<Patch>,
    bvh: Bvh,
    /// Voxels up to and including each patch.
    running: Vec<u64>,
}

impl std::fmt::Debug for Atlas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Atlas")
            .field("labels", &self.labels)
            .field("present", &self.present.len())
            .finish()
    }
}

impl Atlas {
    /// Opens an atlas pack: a folder with `labels.nii.gz`, `structures.json` and, beside them, `meshes.glb`, or a zip archive of it, which
    /// is unpacked into the system's folder for temporary files until the atlas is closed.
    ///
    /// A pack may hold structures of its own; its catalogue is then the built-in one with rows appended.
    ///
    /// # Errors
    /// When a file is missing, malformed, over the limits, or names a structure that neither the catalogue knows nor
    /// the pack describes.
    pub fn open(dir: &Path) -> Result<Atlas, AtlasError> {
        if is_zip(dir) {
            let unpacked = unzip(dir)?;
            let missing = || {
                let reason = format!("it holds no {}, so it is no atlas pack", pack::STRUCTURES);
                AtlasError::format(dir, "list of files", reason)
            };
            let folder = pack::pack_in(unpacked.path()).ok_or_else(missing)?;
            let mut atlas = Atlas::open(&folder)?;
            atlas.unpacked = Some(unpacked);
            return Ok(atlas);
        }
        let pack = pack::read_volume(dir)?;
        let rows = match pack.catalogue {
            Some(own) => Rows::Own(Arc::new(own)),
            None => Rows::Builtin(Catalogue::builtin()),
        };
        let mut atlas = Atlas::with_rows(rows, pack.labels);
        atlas.folder = Some(dir.to_owned());
        atlas.info = pack.info;
        Ok(atlas)
    }

    /// An atlas from labels in memory (label = catalogue row + 1).
    pub fn from_labels(catalogue: &'static Catalogue, labels: LabelVolume) -> Atlas {
        Atlas::with_rows(Rows::Builtin(catalogue), labels)
    }

    /// This atlas as the modelled body of a man or of a woman. The male one, which was first, does not say so.
    pub fn of_sex(mut self, sex: Sex) -> Atlas {
        self.info.sex = Some(sex).filter(|s| *s != Sex::Male);
        self
    }

    /// Whose body this is: what the pack says; the modelled torso that says nothing is the male one. Nothing for a guest that
    /// does not say.
    pub fn sex(&self) -> Option<Sex> {
        let modelled = self.info.source.is_none() && self.labels.dims() == TORSO_DIMS;
        self.info.sex.or(modelled.then_some(Sex::Male))
    }

    /// An atlas from labels in memory with a catalogue of its own (label = catalogue row + 1), usually one made by
    /// [`Catalogue::extended`].
    pub fn with_catalogue(catalogue: Arc<Catalogue>, labels: LabelVolume) -> Atlas {
        Atlas::with_rows(Rows::Own(catalogue), labels)
    }

    fn with_rows(catalogue: Rows, labels: LabelVolume) -> Atlas {
        let own = patches(&labels, catalogue.structures().len());
        let present = catalogue
            .indices()
            .filter(|i| !own[i.usize()].is_empty())
            .collect();
        let index = catalogue.indices().map(|_| OnceLock::new()).collect();
        let mut atlas = Atlas {
            catalogue,
            labels,
            folder: None,
            unpacked: None,
            info: PackInfo::default(),
            own,
            present,
            centroids: Vec::new(),
            bounds: Vec::new(),
            index,
            organs: OnceLock::new(),
        };
        let rows = atlas.catalogue.indices();
        atlas.centroids = rows
            .map(|s| {
                let own = atlas.centroid_of(atlas.own[s.usize()].iter());
                [own, atlas.centroid_of(atlas.all_patches(s))]
            })
            .collect();
        let rows = atlas.catalogue.indices();
        atlas.bounds = rows.map(|s| atlas.bounds_of(s)).collect();
        atlas
    }

    /// The structures' names and facts. The rows of [`Catalogue::builtin`] come first, at the same indices, in every
    /// atlas; a guest's own structures follow.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Whether a structure is known to this atlas alone and not to [`Catalogue::builtin`].
    pub fn is_own(&self, s: StructureIndex) -> bool {
        s.usize() >= Catalogue::builtin().structures().len()
    }

    /// The label volume.
    pub fn labels(&self) -> &LabelVolume {
        &self.labels
    }

    /// Licence of the atlas as its pack states it; empty for one made in memory.
    pub fn license(&self) -> &str {
        &self.info.license
    }

    /// What the atlas's pack says about itself; empty for one made in memory.
    pub fn pack_info(&self) -> &PackInfo {
        &self.info
    }

    /// The same atlas with another account of itself, for writing a pack.
    pub fn with_pack_info(mut self, info: PackInfo) -> Atlas {
        self.info = info;
        self
    }

    /// The folder the atlas was opened from; of a zipped pack, where its files are.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Structures that have voxels of their own, in catalogue order. A parent is among them when some of its voxels
    /// belong to none of its parts.
    pub fn present(&self) -> &[StructureIndex] {
        &self.present
    }

    /// Whether a structure or any of its parts has voxels.
    pub fn has_voxels(&self, s: StructureIndex) -> bool {
        self.centroids[s.usize()][1].is_some()
    }

    /// Whether a structure has voxels of its own, beside those of its parts.
    pub fn has_own_voxels(&self, s: StructureIndex) -> bool {
        !self.own[s.usize()].is_empty()
    }

    /// The innermost structure at a point.
    pub fn structure_at(&self, p: [f32; 3]) -> Option<StructureIndex> {
        self.labels.structure(self.labels.voxel_at(p)?)
    }

    /// Whether a point lies in a structure or one of its parts.
    pub fn contains(&self, s: StructureIndex, p: [f32; 3]) -> bool {
        self.structure_at(p)
            .is_some_and(|at| self.catalogue.is_part_of(at, s))
    }

    /// Distance from a point to the nearest voxel centre of a structure or its parts; 0 when the point lies in one of
    /// its voxels; nothing when it has no voxels.
    pub fn distance_mm(&self, s: StructureIndex, p: [f32; 3]) -> Option<f32> {
        if self.contains(s, p) {
            return Some(0.0);
        }
        self.nearest(self.index(s), p).map(|(_, d, _)| d)
    }

    /// The voxel centre of a structure or its parts nearest to a point.
    pub fn nearest_voxel(&self, s: StructureIndex, p: [f32; 3]) -> Option<[f32; 3]> {
        self.nearest(self.index(s), p).map(|(voxel, _, _)| voxel)
    }

    /// The innermost structure nearest to a point, and how far it is. Wrappings (skin, fat, peritoneal folds, skeletal
    /// muscle) do not count, since nearly every point lies in one, unless the atlas holds nothing else.
    pub fn nearest_structure(&self, p: [f32; 3]) -> Option<(StructureIndex, f32)> {
        if let Some(at) = self.structure_at(p)
            && (!is_wrapping(&self.catalogue, at)
                || self
                    .present
                    .iter()
                    .all(|s| is_wrapping(&self.catalogue, *s)))
        {
            return Some((at, 0.0));
        }
        self.nearest(self.organs(), p)
            .map(|(_, d, label)| (StructureIndex(label - 1), d))
    }

    /// What lies nearest to a point (LPS mm) besides a structure, its parts and what it is part of, and how far it is, mm. Wrappings do not
    /// count, as in [`Atlas::nearest_structure`].
    pub fn nearest_besides(
        &self,
        own: StructureIndex,
        p: [f32; 3],
    ) -> Option<(StructureIndex, f32)> {
        let is_other = |label: u16| {
            let s = StructureIndex(label - 1);
            !self.catalogue.is_part_of(s, own) && !self.catalogue.is_part_of(own, s)
        };
        let found = self.nearest_where(self.organs(), p, is_other);
        found.map(|(_, d, label)| (StructureIndex(label - 1), d))
    }

    /// What is not a wrapping; all where there is nothing else.
    fn organs(&self) -> &SpatialIndex {
        self.organs.get_or_init(|| {
            let organs: Vec<StructureIndex> = self
                .present
                .iter()
                .copied()
                .filter(|s| !is_wrapping(&self.catalogue, *s))
                .collect();
            self.make_index(if organs.is_empty() {
                &self.present
            } else {
                &organs
            })
        })
    }

    /// `n` voxel centres of a structure and its parts, drawn uniformly with replacement; the same seed gives the same
    /// points. Empty when the structure has no voxels.
    pub fn sample_points(&self, s: StructureIndex, n: usize, seed: u64) -> Vec<[f32; 3]> {
        let index = self.index(s);
        let Some(&total) = index.running.last() else {
            return Vec::new();
        };
        let mut state = seed ^ (u64::from(s.0) << 32);
        let mut points = Vec::with_capacity(n);
        for _ in 0..n {
            // A 128-bit product maps a random word to 0..total without noticeable bias.
            let draw = ((u128::from(split_mix(&mut state)) * u128::from(total)) >> 64) as u64;
            let at = index.running.partition_point(|r| *r <= draw);
            let patch = &index.patches[at];
            let rank = draw - if at == 0 { 0 } else { index.running[at - 1] };
            if let Some(voxel) = self.voxels(patch).nth(rank as usize) {
                points.push(self.labels.centre_mm(voxel));
            }
        }
        points
    }

    /// Volume of a structure and its parts, millilitres.
    pub fn volume_ml(&self, s: StructureIndex) -> f32 {
        self.all_patches(s).map(|p| u64::from(p.count)).sum::<u64>() as f32 / 1000.0
    }

    /// Centroid of a structure and its parts.
    pub fn centroid_mm(&self, s: StructureIndex) -> Option<[f32; 3]> {
        self.centroids[s.usize()][1]
    }

    /// Centroid of a structure's own voxels, without its parts.
    pub fn own_centroid_mm(&self, s: StructureIndex) -> Option<[f32; 3]> {
        self.centroids[s.usize()][0]
    }

    fn centroid_of<'a>(&self, patches: impl Iterator<Item = &'a Patch>) -> Option<[f32; 3]> {
        let (mut sum, mut count) = ([0u64; 3], 0u64);
        for p in patches {
            count += u64::from(p.count);
            for (a, sum) in sum.iter_mut().enumerate() {
                *sum +=
                    u64::from(p.sum[a]) + u64::from(p.count) * u64::from(p.brick[a]) * BRICK as u64;
            }
        }
        let origin = self.labels.centre_mm([0; 3]);
        (count > 0)
            .then(|| std::array::from_fn(|a| (sum[a] as f64 / count as f64) as f32 + origin[a]))
    }

    /// Lowest and highest corner of the box of a structure's voxels (their faces, not their centres).
    pub fn bounds_mm(&self, s: StructureIndex) -> Option<([f32; 3], [f32; 3])> {
        self.bounds[s.usize()]
    }

    fn bounds_of(&self, s: StructureIndex) -> Option<([f32; 3], [f32; 3])> {
        let b = self
            .all_patches(s)
            .fold(Aabb::EMPTY, |b, p| b.union(self.core(p)));
        (!b.is_empty()).then(|| (b.grown(0.5).min.to_array(), b.grown(0.5).max.to_array()))
    }

    /// Innermost structures met along a ray, in order, each with the distances (mm) at which the ray enters and leaves
    /// it. Stretches outside every structure are left out; a structure met twice comes twice.
    pub fn ray(
        &self,
        origin: [f32; 3],
        dir: [f32; 3],
    ) -> impl Iterator<Item = (StructureIndex, f32, f32)> + '_ {
        March::new(
            &self.labels,
            Vec3::from_array(origin),
            Vec3::from_array(dir),
        )
        .into_iter()
        .flatten()
    }

    /// Reads the surfaces of the pack (`meshes.glb`).
    ///
    /// # Errors
    /// When the atlas was not opened from a pack, or its mesh file is missing, malformed or over the limits.
    pub fn read_meshes(&self) -> Result<Vec<StructureMesh>, AtlasError> {
        let Some(folder) = &self.folder else {
            return Err(AtlasError::format(
                Path::new("meshes.glb"),
                "start",
                "this atlas was not opened from a pack",
            ));
        };
        crate::glb::read_meshes(&folder.join(pack::MESHES), &self.catalogue)
    }

    fn index(&self, s: StructureIndex) -> &SpatialIndex {
        self.index[s.usize()].get_or_init(|| self.make_index(&self.catalogue.parts(s)))
    }

    /// A tree over the voxels of these structures themselves, without their parts.
    pub(crate) fn make_index(&self, structures: &[StructureIndex]) -> SpatialIndex {
        let patches: Vec<Patch> = structures
            .iter()
            .flat_map(|s| self.own[s.usize()].iter().copied())
            .collect();
        let items: Vec<(Aabb, f32)> = patches.iter().map(|p| (self.core(p), 0.0)).collect();
        let mut total = 0;
        let running = patches
            .iter()
            .map(|p| {
                total += u64::from(p.count);
                total
            })
            .collect();
        SpatialIndex {
            bvh: Bvh::new(&items),
            patches,
            running,
        }
    }

    /// The nearest voxel centre among an index's patches: centre, distance, label.
    pub(crate) fn nearest(
        &self,
        index: &SpatialIndex,
        p: [f32; 3],
    ) -> Option<([f32; 3], f32, u16)> {
        self.nearest_where(index, p, |_| true)
    }

    /// The same of the patches whose labels count.
    fn nearest_where(
        &self,
        index: &SpatialIndex,
        p: [f32; 3],
        counts: impl Fn(u16) -> bool,
    ) -> Option<([f32; 3], f32, u16)> {
        let p = Vec3::from_array(p);
        let mut found = None;
        index.bvh.fold(p, 0.0, |n, mut best| {
            let patch = &index.patches[n];
            if self.core(patch).distance(p) < best && counts(patch.label) {
                for voxel in self.voxels(patch) {
                    let centre = self.labels.centre_mm(voxel);
                    let d = p.distance(Vec3::from_array(centre));
                    if d < best {
                        best = d;
                        found = Some((centre, d, patch.label));
                    }
                }
            }
            best
        });
        found
    }

    fn all_patches(&self, s: StructureIndex) -> impl Iterator<Item = &Patch> {
        self.catalogue
            .parts(s)
            .into_iter()
            .flat_map(|p| self.own[p.usize()].iter())
    }

    /// Box of the voxel centres of a patch.
    fn core(&self, p: &Patch) -> Aabb {
        let corner = |within: [u8; 3]| {
            let voxel =
                std::array::from_fn(|a| usize::from(p.brick[a]) * BRICK + usize::from(within[a]));
            Vec3::from_array(self.labels.centre_mm(voxel))
        };
        Aabb {
            min: corner(p.low),
            max: corner(p.high),
        }
    }

    fn voxels(&self, p: &Patch) -> impl Iterator<Item = [usize; 3]> + '_ {
        let (label, low, high) = (p.label, p.low.map(usize::from), p.high.map(usize::from));
        let brick = p.brick.map(usize::from);
        let contents = self.labels.brick(brick);
        (low[2]..=high[2]).flat_map(move |z| {
            (low[1]..=high[1]).flat_map(move |y| {
                (low[0]..=high[0]).filter_map(move |x| {
                    let here = match contents {
                        Ok(uniform) => uniform,
                        Err(voxels) => voxels[x + BRICK * (y + BRICK * z)],
                    };
                    (here == label).then(|| {
                        [
                            brick[0] * BRICK + x,
                            brick[1] * BRICK + y,
                            brick[2] * BRICK + z,
                        ]
                    })
                })
            })
        })
    }
}

/// Whether a structure wraps or fills rather than being a place of its own.
fn is_wrapping(catalogue: &Catalogue, s: StructureIndex) -> bool {
    let s = catalogue.get(s);
    matches!(s.tissue, Tissue::Skin | Tissue::Fat | Tissue::Tendon)
        || (s.tissue == Tissue::Muscle && s.id != "diaphragm")
}

/// Sebastiano Vigna's SplitMix64.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
