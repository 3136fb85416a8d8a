//! Whether an atlas is sound, and how near a modelled torso comes to what is known about the body.
//!
//! Every claim is an [`Invariant`]: a number that is measured, the limits it must keep, and the verdict. Claims about a
//! structure the atlas lacks, and claims about the torso frame in an atlas that has its own, do not apply.

mod cage;
mod claim;
mod fitting;
mod levels;
mod relations;
mod runs;
mod text;

use std::collections::HashMap;

use anatomy::frame::{HALF_SIZE_MM, TORSO_DIMS};
use anatomy::{Atlas, AtlasError, Catalogue, Confidence, Sex, Side, StructureIndex, StructureMesh};

pub use claim::{AtlasCheck, Invariant, Limits, Remark, StructureCheck, Verdict};

use self::runs::{Region, Runs};
use crate::model::body::FEMALE_TOP_MM;

/// Volumes count as right within this part of the facts.
const VOLUME_TOLERANCE: f32 = 0.15;
/// Centroids count as right within this distance, mm.
const CENTROID_TOLERANCE_MM: f32 = 20.0;
/// Voxels of a structure that must hang together, %.
const LARGEST_PIECE_PERCENT: f32 = 98.0;
/// A surface may lie this far outside or inside its voxels on average, mm: half a voxel.
const OFFSET_MM: f32 = 0.5;
/// Vertices of a surface that must lie near its voxels, %.
const NEAR_PERCENT: f32 = 99.0;
/// How much a structure may be larger than its twin on the other side, times.
const TWIN_RATIO: f32 = 1.5;

impl AtlasCheck {
    /// As columns for people: every structure, every invariant, the sum.
    pub fn to_table(&self) -> String {
        text::table(self)
    }

    /// As Markdown, for the documentation.
    pub fn to_markdown(&self) -> String {
        text::markdown(self)
    }
}

/// Measures an atlas: volumes, centroids and boxes against the catalogue's facts, surfaces against labels,
/// connectivity, containment, sides and the relations between structures. Takes seconds.
///
/// # Errors
/// When the pack's surfaces cannot be read.
pub fn check(atlas: &Atlas) -> Result<AtlasCheck, AtlasError> {
    let meshes = atlas.read_meshes()?;
    Ok(measured(atlas, &meshes))
}

fn measured(atlas: &Atlas, meshes: &[StructureMesh]) -> AtlasCheck {
    let catalogue = atlas.catalogue();
    // The facts and the places are those of the modelled torso and its frame.
    let placed = atlas.labels().dims() == TORSO_DIMS && atlas.pack_info().source.is_none();
    let runs = Runs::new(atlas.labels(), catalogue.structures().len());
    let mesh_of: HashMap<StructureIndex, &StructureMesh> =
        meshes.iter().map(|m| (m.structure, m)).collect();
    let sex = atlas.sex().unwrap_or(Sex::Male);
    let mut excluded = Vec::new();
    let structures: Vec<StructureCheck> = catalogue
        .indices()
        .filter(|s| atlas.has_voxels(*s))
        .map(|s| {
            row(
                atlas,
                &runs,
                mesh_of.get(&s).copied(),
                s,
                placed.then_some(sex),
                &mut excluded,
            )
        })
        .collect();
    let left_out: Vec<Remark> = catalogue
        .indices()
        .filter(|s| !atlas.has_voxels(*s) && !catalogue.get(*s).group)
        .filter(|s| catalogue.belongs_to(*s, sex))
        .map(|s| catalogue.get(s).id.clone())
        .map(|id| Remark {
            reason: reason(LEFT_OUT, &id, "structure", sex).unwrap_or_default(),
            about: "structure".into(),
            id,
        })
        .collect();
    let mut invariants = Vec::new();
    if placed {
        invariants.extend(facts(catalogue, &structures));
        let unexplained = left_out.iter().filter(|r| r.reason.is_empty());
        invariants.push(Invariant::none(
            "facts",
            "structures left out without a reason",
            unexplained.map(|r| r.id.clone()).collect(),
        ));
    }
    invariants.extend(soundness(&structures, &excluded));
    invariants.extend(sides(atlas, sex));
    invariants.extend(relations::check(atlas, &runs, placed.then_some(sex)));
    AtlasCheck {
        structures,
        invariants,
        left_out,
        excluded,
        triangles: meshes.iter().map(StructureMesh::triangles).sum(),
    }
}

const LEFT_OUT: &str = include_str!("../../data/left-out.csv");
const EXCLUDED: &str = include_str!("../../data/excluded.csv");

/// The reason a table (id, about, sex, reason) gives for a structure; a row without a sex holds for both bodies.
fn reason(table: &str, id: &str, about: &str, sex: Sex) -> Option<String> {
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(table.as_bytes());
    let rows = reader.records().filter_map(Result::ok);
    let whose = match sex {
        Sex::Male => "male",
        Sex::Female => "female",
    };
    rows.filter(|r| r.get(0) == Some(id) && r.get(1) == Some(about))
        .filter(|r| r.get(2).is_none_or(|s| s.is_empty() || s == whose))
        .find_map(|r| r.get(3).map(str::to_owned))
}

fn row(
    atlas: &Atlas,
    runs: &Runs,
    mesh: Option<&StructureMesh>,
    s: StructureIndex,
    placed: Option<Sex>,
    excluded: &mut Vec<Remark>,
) -> StructureCheck {
    let structure = atlas.catalogue().get(s);
    let sex = placed.or(atlas.sex()).unwrap_or(Sex::Male);
    let facts = atlas.catalogue().facts(s, sex);
    let placed = placed.is_some();
    let cut = facts.box_mm.is_some_and(|(low, high)| {
        let beyond = |a: usize| low[a] < -HALF_SIZE_MM[a] || high[a] > HALF_SIZE_MM[a];
        (0..3).any(beyond) || (sex == Sex::Female && high[2] > FEMALE_TOP_MM)
    });
    let mut held = |about: &str| {
        let why = if cut {
            Some("cut by a face of the torso".to_owned())
        } else {
            reason(EXCLUDED, &structure.id, about, sex)
        };
        excluded.extend(why.iter().map(|reason| Remark {
            id: structure.id.clone(),
            about: about.to_owned(),
            reason: reason.clone(),
        }));
        why.is_none()
    };
    let expected_ml = facts.volume_ml.filter(|_| placed && held("volume"));
    let centroid = facts.centroid_mm.filter(|_| placed && held("centroid"));
    let centroid_error_mm = centroid
        .zip(atlas.centroid_mm(s))
        .map(|(a, b)| (0..3).map(|n| (a[n] - b[n]).powi(2)).sum::<f32>().sqrt());
    let expected_box = facts.box_mm.filter(|_| placed && held("box"));
    let box_error_mm = expected_box.zip(atlas.bounds_mm(s)).map(|(a, b)| {
        let faces = (0..3).map(|n| (a.0[n] - b.0[n]).abs() + (a.1[n] - b.1[n]).abs());
        faces.sum::<f32>() / 6.0
    });
    let largest_piece_percent = (!structure.group && held("pieces")).then(|| {
        let pieces = runs.pieces(&Region::new(atlas, &[s]), 1);
        let all: u64 = pieces.iter().sum();
        100.0 * pieces.first().copied().unwrap_or(0) as f32 / all.max(1) as f32
    });
    let fit = mesh.map(|m| fitting::fit(atlas, runs, m));
    StructureCheck {
        id: structure.id.clone(),
        volume_ml: atlas.volume_ml(s),
        expected_ml,
        volume_confidence: facts.volume_confidence,
        centroid_error_mm,
        box_error_mm,
        largest_piece_percent,
        triangles: mesh.map(StructureMesh::triangles),
        closed: mesh.map(StructureMesh::is_closed),
        non_manifold_edges: mesh.map(StructureMesh::non_manifold_edges),
        surface_offset_mm: fit.map(|f| f.offset_mm),
        vertices_near_percent: fit.and_then(|f| f.near_percent),
        creases: mesh.map(crate::roughness::creases),
        creases_limit: mesh
            .filter(|_| held("creases"))
            .map(|_| crate::roughness::limit(structure)),
    }
}

/// Volumes, centroids and boxes against the facts. Groups are sums of their parts and not counted twice.
fn facts(catalogue: &Catalogue, structures: &[StructureCheck]) -> Vec<Invariant> {
    let rows: Vec<&StructureCheck> = structures
        .iter()
        .filter(|r| {
            catalogue
                .index_of(&r.id)
                .is_some_and(|s| !catalogue.get(s).group)
        })
        .collect();
    let at_least = |low: f32| Limits {
        low: Some(low),
        high: None,
        unit: "%",
    };
    let at_most = |high: f32| Limits {
        low: None,
        high: Some(high),
        unit: "mm",
    };
    let share = |name: &str, low: f32, values: Vec<(&str, bool)>| {
        let good = values.iter().filter(|(_, ok)| *ok).count();
        let percent = (!values.is_empty()).then(|| 100.0 * good as f32 / values.len() as f32);
        let name = format!("{name} ({good} of {})", values.len());
        let mut invariant = Invariant::new("facts", name, percent, at_least(low));
        invariant.offenders = values
            .iter()
            .filter(|(_, ok)| !ok)
            .map(|(id, _)| (*id).to_owned())
            .collect();
        invariant
    };
    let volumes = rows.iter().filter_map(|r| {
        let expected = r.expected_ml?;
        (r.volume_confidence? >= Confidence::Medium).then(|| {
            (
                r.id.as_str(),
                (r.volume_ml / expected - 1.0).abs() <= VOLUME_TOLERANCE,
            )
        })
    });
    let centroids = || {
        rows.iter()
            .filter_map(|r| Some((r.id.as_str(), r.centroid_error_mm?)))
    };
    let boxes = || {
        rows.iter()
            .filter_map(|r| Some((r.id.as_str(), r.box_error_mm?)))
    };
    vec![
        share(
            "volumes of high or medium confidence within 15 % of the facts",
            90.0,
            volumes.collect(),
        ),
        Invariant::new(
            "facts",
            "median distance of centroids from the facts".into(),
            median(centroids().map(|(_, d)| d).collect()),
            at_most(8.0),
        ),
        share(
            "centroids within 20 mm of the facts",
            95.0,
            centroids()
                .map(|(id, d)| (id, d <= CENTROID_TOLERANCE_MM))
                .collect(),
        ),
        Invariant::new(
            "facts",
            "median over structures of the mean distance between box faces and the facts".into(),
            median(boxes().map(|(_, d)| d).collect()),
            at_most(8.0),
        ),
    ]
}

/// Labels without stray islands, surfaces closed, manifold and where the labels are.
fn soundness(structures: &[StructureCheck], excluded: &[Remark]) -> Vec<Invariant> {
    let ids = |broken: &dyn Fn(&StructureCheck) -> bool| -> Vec<String> {
        structures
            .iter()
            .filter(|r| broken(r))
            .map(|r| r.id.clone())
            .collect()
    };
    debug_assert!(excluded.iter().all(|r| !r.reason.is_empty()));
    vec![
        Invariant::none(
            "labels",
            "structures with less than 98 % of their voxels in one piece",
            ids(&|r| {
                r.largest_piece_percent
                    .is_some_and(|p| p < LARGEST_PIECE_PERCENT)
            }),
        ),
        Invariant::none(
            "surfaces",
            "surfaces with a border",
            ids(&|r| r.closed == Some(false)),
        ),
        Invariant::none(
            "surfaces",
            "surfaces with edges that do not join two triangles",
            ids(&|r| r.non_manifold_edges.is_some_and(|n| n > 0)),
        ),
        Invariant::none(
            "surfaces",
            "surfaces more than 0.5 mm outside or inside their voxels on average",
            ids(&|r| r.surface_offset_mm.is_some_and(|d| d.abs() > OFFSET_MM)),
        ),
        Invariant::none(
            "surfaces",
            "surfaces with over 1 % of their vertices more than 1.5 mm from their voxels",
            ids(&|r| r.vertices_near_percent.is_some_and(|p| p < NEAR_PERCENT)),
        ),
        Invariant::none(
            "surfaces",
            "surfaces with longer creases than their kind has",
            ids(&|r| {
                r.creases
                    .zip(r.creases_limit)
                    .is_some_and(|(measured, limit)| measured > limit)
            }),
        ),
    ]
}

/// Left and right are both there, distinct, on their sides and alike in size.
fn sides(atlas: &Atlas, sex: Sex) -> Vec<Invariant> {
    let catalogue = atlas.catalogue();
    let (mut lonely, mut crossed, mut unlike) = (Vec::new(), Vec::new(), Vec::new());
    for left in catalogue.indices() {
        let s = catalogue.get(left);
        let twin = catalogue.twin(left).filter(|_| s.side == Side::Left);
        let Some(right) = twin else {
            continue;
        };
        match (atlas.centroid_mm(left), atlas.centroid_mm(right)) {
            (Some(l), Some(r)) => {
                if l[0] <= r[0] {
                    crossed.push(s.id.clone());
                }
                let (l, r) = (atlas.volume_ml(left), atlas.volume_ml(right));
                let expected = [left, right].map(|s| catalogue.facts(s, sex).volume_ml);
                let natural = match expected {
                    [Some(l), Some(r)] if l > 0.0 && r > 0.0 => l / r,
                    _ => 1.0,
                };
                let ratio = l / r / natural;
                if ratio.max(1.0 / ratio) > TWIN_RATIO {
                    unlike.push(s.id.clone());
                }
            }
            (None, None) => {}
            _ => lonely.push(s.id.clone()),
        }
    }
    vec![
        Invariant::none("sides", "pairs of which one side is missing", lonely),
        Invariant::none(
            "sides",
            "left structures that lie right of their twins",
            crossed,
        ),
        Invariant::none(
            "sides",
            "pairs one of which is more than 1.5 times the size that its twin and the facts suggest",
            unlike,
        ),
    ]
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

/// The structures whose surface, or a part of it, lies farther from its voxels than the check allows, or is missing.
pub(crate) fn misfits(atlas: &Atlas, meshes: &[StructureMesh]) -> Vec<StructureIndex> {
    let runs = Runs::new(atlas.labels(), atlas.catalogue().structures().len());
    let fits = |mesh: &StructureMesh| {
        let fit = fitting::fit(atlas, &runs, mesh);
        fit.offset_mm.abs() <= OFFSET_MM && fit.near_percent.is_none_or(|p| p >= NEAR_PERCENT)
    };
    let missing = |s: &StructureIndex| !meshes.iter().any(|mesh| mesh.structure == *s);
    let wrong = meshes.iter().filter(|mesh| !fits(mesh));
    let wrong = wrong.map(|mesh| mesh.structure);
    let present = atlas.present().iter().copied();
    wrong.chain(present.filter(missing)).collect()
}
