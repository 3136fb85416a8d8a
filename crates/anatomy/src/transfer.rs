//! Showing in one atlas what was placed in another.
//!
//! Bodies differ in size, posture and in which structures are modelled, so a point is not moved as a whole body would
//! be but structure by structure: its place within the structure's box is kept, axis by axis, and the result pulled to
//! the nearest voxel of that structure in the other atlas. Boxes along the body's axes are used rather than principal
//! axes, because left, back and up mean the same in every atlas while the principal axes of a round organ mean nothing.
//!
//! What only the female body has is kept, as all places are, in the frame of the male one, where it would be (see [`to_female`]).
//!
//! Where the other atlas lacks the structure, the nearest whole that both have takes its place, and the result says so.
//! Where there is none, nothing is shown; nor where the whole is there in name only, as a neck vertebra's column is in an
//! atlas that has but the sacrum of it.

use std::sync::{Arc, OnceLock};

use glam::Vec3;

use crate::atlas::SpatialIndex;
use crate::{Atlas, Catalogue, Side, StructureIndex, to_female};

/// Where the other atlas has other parts of a whole but not the whole itself, a point is pulled this far to them at most:
/// to the neighbour in a series (a vertebra's height, the way from rib to rib), and no further.
const REACH_MM: f32 = 25.0;

/// Where a point of one atlas belongs in another. Structures are those of the other atlas's catalogue.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Transferred {
    /// The other atlas has the structure.
    Exact {
        /// The point in the other atlas, within the structure.
        point_mm: [f32; 3],
        /// The structure, or the part of it in which the point lies.
        structure: StructureIndex,
    },
    /// The other atlas lacks the structure but has a whole that it is part of.
    Through {
        /// The point in the other atlas, within the whole.
        point_mm: [f32; 3],
        /// The nearest whole that both have.
        whole: StructureIndex,
    },
    /// The other atlas has neither the structure (on that side of the body) nor anything that it is part of, or of that
    /// only parts that lie elsewhere.
    Missing,
}

impl Transferred {
    /// The point in the other atlas; nothing when there is none.
    pub fn point_mm(&self) -> Option<[f32; 3]> {
        match self {
            Transferred::Exact { point_mm, .. } | Transferred::Through { point_mm, .. } => {
                Some(*point_mm)
            }
            Transferred::Missing => None,
        }
    }
}

/// The way from one atlas to another. What is learnt about a structure on the way is kept, so the first point of each
/// costs most.
pub struct Transfer {
    from: Arc<Atlas>,
    to: Arc<Atlas>,
    /// Row of `to` that means the same, by row of `from`.
    counterparts: Vec<Option<StructureIndex>>,
    /// By row of `from`, then by side: none, left, right.
    crossings: Vec<[OnceLock<Option<Crossing>>; 3]>,
}

/// How points of one structure go over.
struct Crossing {
    /// The structure of `from` whose box is used; the structure itself or a whole.
    via: StructureIndex,
    /// The same in `to`.
    target: StructureIndex,
    here: Bounds,
    there: Bounds,
    /// The voxels of `target` that may be used, where those on the other side of the body may not.
    allowed: Option<SpatialIndex>,
    /// How far a point may be from the target's voxels, mm.
    reach: f32,
}

/// Lowest and highest corner of a box.
#[derive(Clone, Copy)]
struct Bounds {
    low: [f32; 3],
    high: [f32; 3],
}

impl Bounds {
    fn of(atlas: &Atlas, structures: impl Iterator<Item = StructureIndex>) -> Option<Bounds> {
        structures
            .filter_map(|s| atlas.bounds_mm(s))
            .map(|(low, high)| Bounds { low, high })
            .reduce(|a, b| Bounds {
                low: std::array::from_fn(|n| a.low[n].min(b.low[n])),
                high: std::array::from_fn(|n| a.high[n].max(b.high[n])),
            })
    }
}

impl std::fmt::Debug for Transfer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Transfer")
            .field("from", &self.from)
            .field("to", &self.to)
            .finish_non_exhaustive()
    }
}

impl Transfer {
    /// The way from one atlas to another. The rows of [`Catalogue::builtin`] mean the same in both; a structure that only
    /// the first has is looked for in the second by its name, synonyms and Latin name.
    pub fn new(from: Arc<Atlas>, to: Arc<Atlas>) -> Transfer {
        let (ours, theirs) = (from.catalogue(), to.catalogue());
        let counterparts = ours
            .indices()
            .map(|s| {
                if from.is_own(s) {
                    by_name(ours, theirs, s)
                } else {
                    Some(s)
                }
            })
            .collect();
        let crossings = ours.indices().map(|_| Default::default()).collect();
        Transfer {
            from,
            to,
            counterparts,
            crossings,
        }
    }

    /// The atlas that points come from.
    pub fn from(&self) -> &Arc<Atlas> {
        &self.from
    }

    /// The atlas that points go to.
    pub fn to(&self) -> &Arc<Atlas> {
        &self.to
    }

    /// The structure of the other atlas that means the same; nothing when it has no voxels of it.
    pub fn counterpart(&self, s: StructureIndex) -> Option<StructureIndex> {
        self.counterparts[s.usize()].filter(|t| self.to.has_voxels(*t))
    }

    /// Where a point (mm) that belongs to a structure of the first atlas is in the second.
    ///
    /// The innermost part of the structure at the point, or nearest to it, is what is looked for in the second atlas.
    /// A point outside the structure comes to lie at the edge of it. Left stays left: of paired structures (kidneys,
    /// ribs) only those on the same side are used.
    ///
    /// # Panics
    /// When the index is not one of the first atlas's catalogue.
    pub fn place(&self, s: StructureIndex, point_mm: [f32; 3]) -> Transferred {
        if !point_mm.iter().all(|v| v.is_finite()) {
            return Transferred::Missing;
        }
        if let Some(there) = self.only_there(s) {
            return self.beyond(there, point_mm);
        }
        let catalogue = self.from.catalogue();
        let innermost = |p| {
            self.from
                .structure_at(p)
                .filter(|at| catalogue.is_part_of(*at, s))
        };
        let part = innermost(point_mm)
            .or_else(|| innermost(self.from.nearest_voxel(s, point_mm)?))
            .unwrap_or(s);
        let side = lateral(catalogue, part).or_else(|| self.half(part, point_mm));
        let slot = match side {
            Some(Side::Left) => 1,
            Some(Side::Right) => 2,
            _ => 0,
        };
        let crossing = self.crossings[part.usize()][slot].get_or_init(|| self.crossing(part, side));
        let Some(crossing) = crossing else {
            return Transferred::Missing;
        };
        let Some(point_mm) = self.cross(crossing, point_mm) else {
            return Transferred::Missing;
        };
        if self.from.has_voxels(s) && catalogue.is_part_of(crossing.via, s) {
            Transferred::Exact {
                point_mm,
                structure: crossing.target,
            }
        } else {
            Transferred::Through {
                point_mm,
                whole: crossing.target,
            }
        }
    }

    /// The counterpart of a structure that only the second atlas has: an organ of the female body, seen from the male one.
    fn only_there(&self, s: StructureIndex) -> Option<StructureIndex> {
        let only = !self.from.is_own(s) && !self.from.has_voxels(s);
        only.then(|| self.counterpart(s)).flatten()
    }

    /// Where a point, kept where it would be in the male body, is in an organ of the female one.
    fn beyond(&self, there: StructureIndex, point_mm: [f32; 3]) -> Transferred {
        let q = to_female(point_mm);
        let voxel = match self.to.contains(there, q) {
            true => Some(q),
            false => self.to.nearest_voxel(there, q),
        };
        voxel.map_or(Transferred::Missing, |point_mm| Transferred::Exact {
            point_mm,
            structure: there,
        })
    }

    /// The half of the body in which a point lies, for structures that are on both.
    fn half(&self, s: StructureIndex, p: [f32; 3]) -> Option<Side> {
        if self.from.catalogue().get(s).side != Side::Both {
            return None;
        }
        let (low, high) = self.from.bounds_mm(s)?;
        Some(if 2.0 * p[0] > low[0] + high[0] {
            Side::Left
        } else {
            Side::Right
        })
    }

    fn cross(&self, crossing: &Crossing, p: [f32; 3]) -> Option<[f32; 3]> {
        let q = std::array::from_fn(|a| {
            let (here, there) = (&crossing.here, &crossing.there);
            let place = (p[a] - here.low[a]) / (here.high[a] - here.low[a]);
            there.low[a] + place * (there.high[a] - there.low[a])
        });
        let (voxel, inside) = match &crossing.allowed {
            None if self.to.contains(crossing.target, q) => return Some(q),
            None => (self.to.nearest_voxel(crossing.target, q)?, false),
            Some(index) => {
                let (voxel, _, _) = self.to.nearest(index, q)?;
                // The voxel that holds a point is the nearest by its centre.
                (voxel, voxel.iter().zip(q).all(|(v, q)| (v - q).abs() < 0.5))
            }
        };
        if inside {
            return Some(q);
        }
        let pulled = Vec3::from_array(voxel).distance(Vec3::from_array(q));
        (pulled <= crossing.reach).then_some(voxel)
    }

    fn crossing(&self, part: StructureIndex, side: Option<Side>) -> Option<Crossing> {
        let (ours, theirs) = (self.from.catalogue(), self.to.catalogue());
        let opposite = match side {
            Some(Side::Left) => Some(Side::Right),
            Some(Side::Right) => Some(Side::Left),
            _ => None,
        };
        std::iter::once(part)
            .chain(ours.ancestors(part))
            .find_map(|via| {
                let target = self.counterpart(via)?;
                if !self.from.has_voxels(via) {
                    return None;
                }
                let within = theirs.parts(target);
                let allowed: Vec<StructureIndex> = within
                    .iter()
                    .copied()
                    .filter(|t| opposite.is_none() || lateral(theirs, *t) != opposite)
                    .collect();
                let index = if allowed.len() < within.len() {
                    if !allowed.iter().any(|t| has_own_voxels(&self.to, *t)) {
                        return None;
                    }
                    Some(self.to.make_index(&allowed))
                } else {
                    None
                };
                let mut pairs = self.common_parts(via, target, opposite);
                let mut reach = f32::INFINITY;
                if pairs.is_empty() {
                    // Some parts here and others there say nothing about each other.
                    if via != part
                        && !has_own_voxels(&self.from, via)
                        && !has_own_voxels(&self.to, target)
                    {
                        return None;
                    }
                    pairs.push((via, target));
                } else if via != part {
                    reach = REACH_MM;
                }
                Some(Crossing {
                    via,
                    target,
                    here: Bounds::of(&self.from, pairs.iter().map(|p| p.0))?,
                    there: Bounds::of(&self.to, pairs.iter().map(|p| p.1))?,
                    allowed: index,
                    reach,
                })
            })
    }

    /// The parts of a whole that both atlases have, of which the other has no voxels besides its parts'. Where it only
    /// has some of them, the box of all of them here cannot be compared with the box of those there; that of the common
    /// parts can.
    fn common_parts(
        &self,
        via: StructureIndex,
        target: StructureIndex,
        opposite: Option<Side>,
    ) -> Vec<(StructureIndex, StructureIndex)> {
        if has_own_voxels(&self.to, target) {
            return Vec::new();
        }
        let ours = self.from.catalogue();
        let mut pairs = Vec::new();
        for &child in ours.children(via) {
            let Some(other) = self
                .counterpart(child)
                .filter(|_| self.from.has_voxels(child))
            else {
                continue;
            };
            if opposite.is_some() && lateral(ours, child) == opposite {
                continue;
            }
            let within = self.common_parts(child, other, opposite);
            if within.is_empty() {
                pairs.push((child, other));
            } else {
                pairs.extend(within);
            }
        }
        pairs
    }
}

/// Whether a structure has voxels besides those of its parts.
fn has_own_voxels(atlas: &Atlas, s: StructureIndex) -> bool {
    atlas.present().binary_search(&s).is_ok()
}

/// The row of another catalogue that bears the same name.
fn by_name(ours: &Catalogue, theirs: &Catalogue, s: StructureIndex) -> Option<StructureIndex> {
    let s = ours.get(s);
    std::iter::once(s.name.as_str())
        .chain(s.synonyms.iter().map(String::as_str))
        .chain(s.latin.split(';').map(str::trim))
        .filter(|name| !name.is_empty())
        .filter_map(|name| theirs.find_by_name(name))
        .find(|t| {
            !matches!(
                (s.side, theirs.get(*t).side),
                (Side::Left, Side::Right) | (Side::Right, Side::Left)
            )
        })
}

/// The side of the body that a structure is on as one of a pair, or as a part of one. The spleen is on the left but has
/// no fellow on the right, and the left and right chambers of the heart are no sides of the body: neither counts.
fn lateral(catalogue: &Catalogue, s: StructureIndex) -> Option<Side> {
    std::iter::once(s)
        .chain(catalogue.ancestors(s))
        .find(|s| {
            let row = catalogue.get(*s);
            let whole = row.parent.map(|p| catalogue.get(p));
            matches!(row.side, Side::Left | Side::Right)
                && whole.is_none_or(|w| w.side == Side::Both)
                && mirrored(&row.id).is_some_and(|id| catalogue.index_of(&id).is_some())
        })
        .map(|s| catalogue.get(s).side)
}

/// An id with left and right exchanged; nothing when it speaks of neither.
fn mirrored(id: &str) -> Option<String> {
    let words: Vec<&str> = id
        .split('_')
        .map(|word| match word {
            "left" => "right",
            "right" => "left",
            other => other,
        })
        .collect();
    Some(words.join("_")).filter(|other| other != id)
}
