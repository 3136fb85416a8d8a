//! What is claimed of an atlas, and the outcome.

use anatomy::Confidence;
use serde::Serialize;

/// How an atlas keeps what is claimed of it.
#[derive(Debug, Clone, Serialize)]
pub struct AtlasCheck {
    /// One row per structure with voxels, in catalogue order.
    pub structures: Vec<StructureCheck>,
    /// Everything that is claimed, summary claims first.
    pub invariants: Vec<Invariant>,
    /// Structures of the catalogue without voxels (groups aside).
    pub left_out: Vec<Remark>,
    /// Figures that the facts state but that this atlas cannot be held to.
    pub excluded: Vec<Remark>,
    /// Triangles of all surfaces.
    pub triangles: usize,
}

/// A structure about which something is to be said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// Catalogue id.
    pub id: String,
    /// What it is about: "structure", "volume", "centroid", "box", "pieces" or "creases".
    pub about: String,
    /// Why; empty when no reason is known.
    pub reason: String,
}

/// One claim about an atlas.
#[derive(Debug, Clone, Serialize)]
pub struct Invariant {
    /// What it belongs to ("facts", "gut", "18 liver").
    pub topic: String,
    /// The claim in words.
    pub name: String,
    /// What was measured; nothing when the structures never meet in the way the claim supposes.
    pub measured: Option<f32>,
    /// What it must keep.
    pub limits: Limits,
    /// The outcome.
    pub verdict: Verdict,
    /// Ids that break the claim, where it is about many.
    pub offenders: Vec<String>,
}

/// The range a measured number must keep, ends included.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Limits {
    /// Least value.
    pub low: Option<f32>,
    /// Greatest value.
    pub high: Option<f32>,
    /// Unit of both.
    pub unit: &'static str,
}

/// The outcome of an [`Invariant`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It holds.
    Pass,
    /// It is broken.
    Fail,
    /// The atlas has nothing to measure it on.
    NotApplicable,
}

/// One structure: how it compares with its facts, and how sound its labels and surface are.
#[derive(Debug, Clone, Serialize)]
pub struct StructureCheck {
    /// Catalogue id.
    pub id: String,
    /// Volume with all parts, millilitres.
    pub volume_ml: f32,
    /// Volume stated in the catalogue, where this atlas can be held to it.
    pub expected_ml: Option<f32>,
    /// How well that volume is known.
    pub volume_confidence: Option<Confidence>,
    /// Distance from the centroid stated in the catalogue, mm.
    pub centroid_error_mm: Option<f32>,
    /// Mean distance between the faces of its box and of the one stated in the catalogue, mm.
    pub box_error_mm: Option<f32>,
    /// Voxels in its largest connected piece, %; nothing for groups.
    pub largest_piece_percent: Option<f32>,
    /// Triangles of its surface; nothing when it has none of its own.
    pub triangles: Option<usize>,
    /// Whether its surface has no border on any level of detail.
    pub closed: Option<bool>,
    /// Edges of its surface that do not join exactly two triangles.
    pub non_manifold_edges: Option<usize>,
    /// How far its surface lies outside its voxels on average, mm (negative: inside).
    pub surface_offset_mm: Option<f32>,
    /// Vertices of its surface within 1.5 mm of its voxels, %; nothing for skin, fat and serous sacs, whose surfaces
    /// run round what they hold.
    pub vertices_near_percent: Option<f32>,
    /// Length of the creases of its surface, edges across which it turns by more than 50 degrees, over the square root of
    /// its area; a ball has 0, a cube 4.9.
    pub creases: Option<f32>,
    /// What that may be at most in a structure of its kind; nothing where a reason is given why none holds.
    pub creases_limit: Option<f32>,
}

impl Invariant {
    pub(super) fn new(
        topic: &str,
        name: String,
        measured: Option<f32>,
        limits: Limits,
    ) -> Invariant {
        let holds = measured.is_some_and(|v| {
            limits.low.is_none_or(|low| v >= low) && limits.high.is_none_or(|high| v <= high)
        });
        Invariant {
            topic: topic.to_owned(),
            name,
            measured,
            limits,
            verdict: if holds { Verdict::Pass } else { Verdict::Fail },
            offenders: Vec::new(),
        }
    }

    pub(super) fn skipped(topic: &str, name: String, limits: Limits) -> Invariant {
        Invariant {
            verdict: Verdict::NotApplicable,
            ..Invariant::new(topic, name, None, limits)
        }
    }

    /// That nothing breaks a rule.
    pub(super) fn none(topic: &str, name: &str, offenders: Vec<String>) -> Invariant {
        let limits = Limits {
            low: None,
            high: Some(0.0),
            unit: "",
        };
        Invariant {
            offenders: offenders.clone(),
            ..Invariant::new(topic, name.to_owned(), Some(offenders.len() as f32), limits)
        }
    }
}

impl AtlasCheck {
    /// Whether no invariant is broken.
    pub fn passed(&self) -> bool {
        self.broken().next().is_none()
    }

    /// The invariants that are broken.
    pub fn broken(&self) -> impl Iterator<Item = &Invariant> {
        self.invariants
            .iter()
            .filter(|i| i.verdict == Verdict::Fail)
    }
}
