//! A part of a structure, stated by constraints, and the point that stands for it.

use std::f32::consts::PI;

use anatomy::{Atlas, StructureIndex};

use super::constraint::{Axis, Constraint};
use super::sketch::{Sketch, Sketches};

/// What lies within this of the nearest place to a level still counts as at it, mm.
const AT_LEVEL_MM: f32 = 3.0;

/// A structure and where in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// The structure.
    pub structure: StructureIndex,
    /// What holds of the places in it that are meant; all of them together.
    pub constraints: Vec<Constraint>,
    /// The region in words ("lower third of the oesophagus").
    pub phrase: String,
}

/// Places, LPS mm, with their weights.
pub type Weighted = Vec<([f32; 3], f32)>;

/// A region in an atlas.
#[derive(Debug, Clone, PartialEq)]
pub struct Extent {
    /// The smallest structure that holds the point and most of the region.
    pub structure: StructureIndex,
    /// The point that stands for the region: the place in it nearest to its centroid, LPS mm.
    pub point_mm: [f32; 3],
    /// Points all over the region, with the number of voxels that each stands for.
    pub places: Weighted,
}

impl Region {
    /// Where the region lies. `hint` chooses between the two sides where the words do not. A condition that nothing meets is
    /// left out. Nothing when the structure has no voxels or no condition could be used.
    pub fn extent(&self, atlas: &Atlas, sketches: &Sketches, hint: [f32; 3]) -> Option<Extent> {
        let mut structure = self.structure;
        // What is not shown itself (the heart muscle) has its places in what it is part of.
        let mut within = std::iter::once(structure)
            .chain(atlas.catalogue().ancestors(structure))
            .find(|s| atlas.has_voxels(*s))?;
        let mut ordered: Vec<&Constraint> = self.constraints.iter().collect();
        ordered.sort_by_key(|c| c.rank());
        let mut used = false;
        for constraint in &ordered {
            if let Constraint::Part(parts) = constraint {
                let part = parts
                    .iter()
                    .copied()
                    .filter(|p| atlas.catalogue().is_part_of(*p, within) && atlas.has_voxels(*p))
                    .min_by(|a, b| {
                        let to = |s| atlas.distance_mm(s, hint).unwrap_or(f32::MAX);
                        to(*a).total_cmp(&to(*b))
                    });
                used |= part.is_some();
                if let Some(part) = part {
                    (structure, within) = (part, part);
                }
            }
        }
        if !atlas.has_voxels(structure) {
            return None;
        }
        let sketch = sketches.get(atlas, structure);
        let mut chosen: Vec<usize> = (0..sketch.points.len()).collect();
        for constraint in ordered {
            let left = apply(atlas, &sketch, structure, constraint, &chosen);
            if let Some(left) = left.filter(|l| !l.is_empty()) {
                used = true;
                chosen = left;
            }
        }
        if !used {
            return None;
        }
        let total: f32 = chosen.iter().map(|n| sketch.counts[*n]).sum();
        let centre: [f32; 3] = std::array::from_fn(|a| {
            let sum: f32 = chosen
                .iter()
                .map(|n| sketch.counts[*n] * sketch.points[*n][a])
                .sum();
            sum / total
        });
        let off = |n: usize| -> f32 {
            (0..3)
                .map(|a| (sketch.points[n][a] - centre[a]).powi(2))
                .sum()
        };
        let best = chosen.iter().min_by(|a, b| off(**a).total_cmp(&off(**b)))?;
        let point_mm = sketch.points[*best];
        let place = |n: &usize| (sketch.points[*n], sketch.counts[*n]);
        let places: Weighted = chosen.iter().map(place).collect();
        Some(Extent {
            structure: innermost(atlas, structure, point_mm, &places),
            point_mm,
            places,
        })
    }
}

/// Share of a region that must lie in a part for the part to be named.
const MOSTLY: f32 = 0.8;

/// Goes down from structures that are nothing but their parts to the part that most of a region lies in; a region that spans
/// several ("perihilar") is of the whole.
fn innermost(
    atlas: &Atlas,
    structure: StructureIndex,
    point: [f32; 3],
    places: &[([f32; 3], f32)],
) -> StructureIndex {
    let total: f32 = places.iter().map(|(_, count)| count).sum();
    let mut node = structure;
    while atlas.own_centroid_mm(node).is_none() {
        let holds = |part: StructureIndex| -> f32 {
            let inside = places.iter().filter(|(p, _)| atlas.contains(part, *p));
            inside.map(|(_, count)| count).sum()
        };
        let children = atlas.catalogue().children(node);
        let part = |c: &&StructureIndex| atlas.contains(**c, point) && holds(**c) >= MOSTLY * total;
        match children.iter().find(part) {
            Some(child) => node = *child,
            None => break,
        }
    }
    node
}

/// The points that meet a condition; nothing when it cannot be judged here.
fn apply(
    atlas: &Atlas,
    sketch: &Sketch,
    structure: StructureIndex,
    constraint: &Constraint,
    from: &[usize],
) -> Option<Vec<usize>> {
    let keep = |test: &dyn Fn(usize) -> bool| from.iter().copied().filter(|n| test(*n)).collect();
    Some(match constraint {
        Constraint::Part(_) => return None,
        Constraint::Span { axis, low, high } => {
            let values: Vec<f32> = match axis {
                Axis::Flow => match sketch.flow(atlas, structure) {
                    Some(flow) => from.iter().map(|n| flow[*n]).collect(),
                    None => return None,
                },
                Axis::Depth => {
                    let depth = sketch.depth(atlas, structure);
                    from.iter().map(|n| depth[*n]).collect()
                }
                axis => from.iter().map(|n| axis.of(sketch.points[*n])).collect(),
            };
            share(sketch, from, &values, *low, *high)
        }
        Constraint::Middle => {
            let values: Vec<f32> = match sketch.flow(atlas, structure) {
                Some(flow) => from.iter().map(|n| flow[*n]).collect(),
                None => from.iter().map(|n| sketch.points[*n][2]).collect(),
            };
            share(sketch, from, &values, 1.0 / 3.0, 2.0 / 3.0)
        }
        Constraint::Near(what, mm) => {
            let distances: Vec<_> = what.iter().map(|s| sketch.distances(atlas, *s)).collect();
            let nearest = |n: usize| distances.iter().map(|d| d[n]).fold(f32::INFINITY, f32::min);
            let least = from
                .iter()
                .map(|n| nearest(*n))
                .fold(f32::INFINITY, f32::min);
            if !least.is_finite() {
                return None;
            }
            // What is farther than said on the whole is still the nearest part.
            keep(&|n| nearest(n) <= mm.max(least + AT_LEVEL_MM))
        }
        Constraint::Above(what) | Constraint::Below(what) => {
            let heights: Vec<f32> = what
                .iter()
                .filter_map(|s| atlas.centroid_mm(*s))
                .map(|c| c[2])
                .collect();
            if heights.is_empty() {
                return None;
            }
            let height = heights.iter().sum::<f32>() / heights.len() as f32;
            let above = matches!(constraint, Constraint::Above(_));
            keep(&|n| (sketch.points[n][2] > height) == above)
        }
        Constraint::Level(what) => {
            let ranges: Vec<(f32, f32)> = what.iter().filter_map(|s| height(atlas, *s)).collect();
            let low = ranges.iter().map(|r| r.0).reduce(f32::min)?;
            let high = ranges.iter().map(|r| r.1).reduce(f32::max)?;
            let off = |n: usize| {
                let z = sketch.points[n][2];
                (low - z).max(z - high).max(0.0)
            };
            let least = from.iter().map(|n| off(*n)).fold(f32::INFINITY, f32::min);
            let slack = if least > 0.0 { AT_LEVEL_MM } else { 0.0 };
            keep(&|n| off(n) <= least + slack)
        }
        Constraint::Shallow(mm) => {
            let depth = sketch.depth(atlas, structure);
            keep(&|n| depth[n] < *mm)
        }
        Constraint::Sectors(wanted) => {
            let sectors = Sectors::new(atlas)?;
            keep(&|n| wanted & (1 << sectors.of(sketch.points[n])) != 0)
        }
    })
}

/// The points whose place in the order of their values lies within a share of the voxels.
fn share(sketch: &Sketch, from: &[usize], values: &[f32], low: f32, high: f32) -> Vec<usize> {
    let mut order: Vec<usize> = (0..from.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let total: f32 = from.iter().map(|n| sketch.counts[*n]).sum();
    let mut below = 0.0;
    let mut kept = Vec::new();
    for i in order {
        let middle = (below + 0.5 * sketch.counts[from[i]]) / total;
        if (low..=high).contains(&middle) {
            kept.push(from[i]);
        }
        below += sketch.counts[from[i]];
    }
    kept
}

/// The vertical extent of a structure; of a vertebra, that of its body, which lies between the discs.
fn height(atlas: &Atlas, s: StructureIndex) -> Option<(f32, f32)> {
    let (low, high) = atlas.bounds_mm(s)?;
    let catalogue = atlas.catalogue();
    let disc = |suffix: bool| {
        let level = catalogue.get(s).id.strip_prefix("vertebra_")?;
        let of = |d: &&str| {
            if suffix {
                d.ends_with(&format!("_{level}"))
            } else {
                d.starts_with(&format!("disc_{level}_"))
            }
        };
        let ids = catalogue.structures().iter().map(|s| s.id.as_str());
        let id = ids.filter(|id| id.starts_with("disc_")).find(of)?;
        Some(atlas.centroid_mm(catalogue.index_of(id)?)?[2])
    };
    let (above, below) = (disc(true), disc(false));
    match (below, above) {
        (Some(below), Some(above)) if below < above => Some((below, above)),
        _ => Some((low[2], high[2])),
    }
}

/// The segments of the liver after Couinaud, by landmarks: the vena cava, the gallbladder (plane of the middle hepatic
/// vein), the left edge of the quadrate lobe (umbilical fissure) and the upper end of the portal vein.
struct Sectors {
    cava: [f32; 2],
    fissure: f32,
    middle: f32,
    right: f32,
    portal: f32,
    left: f32,
}

impl Sectors {
    fn new(atlas: &Atlas) -> Option<Sectors> {
        let find = |id: &str| {
            atlas
                .catalogue()
                .index_of(id)
                .filter(|s| atlas.has_voxels(*s))
        };
        let liver = atlas.bounds_mm(find("liver")?)?;
        let cava = atlas.centroid_mm(find("caudate_lobe_of_liver")?)?;
        let vein = atlas.nearest_voxel(find("inferior_vena_cava")?, cava)?;
        let bladder = atlas.centroid_mm(find("gallbladder")?)?;
        let quadrate = find("quadrate_lobe_of_liver")?;
        let (_, edge) = atlas.bounds_mm(quadrate)?;
        let quadrate = atlas.centroid_mm(quadrate)?;
        let (_, portal) = atlas.bounds_mm(find("portal_vein")?)?;
        let cava = [vein[0], vein[1]];
        let middle = angle(cava, [bladder[0], bladder[1]]);
        Some(Sectors {
            cava,
            fissure: angle(cava, [edge[0], quadrate[1]]),
            middle,
            // The right hepatic vein halves what lies between the gallbladder and the back (135 degrees).
            right: (middle + 0.75 * PI) / 2.0,
            portal: portal[2] - 5.0,
            left: (portal[2] + liver.1[2]) / 2.0 - 8.0,
        })
    }

    /// The segment at a point of the liver; 1 is a structure of its own and not given.
    fn of(&self, p: [f32; 3]) -> u16 {
        let mut turn = angle(self.cava, [p[0], p[1]]);
        if turn < -PI / 2.0 && p[0] < self.cava[0] + 15.0 {
            turn += 2.0 * PI;
        }
        let high = p[2] > self.portal;
        if turn < self.fissure {
            if p[2] > self.left { 2 } else { 3 }
        } else if turn < self.middle {
            4
        } else if turn < self.right {
            if high { 8 } else { 5 }
        } else if high {
            7
        } else {
            6
        }
    }
}

/// The direction from one place to another in the transverse plane: 0 forwards, positive to the patient's right.
fn angle(from: [f32; 2], to: [f32; 2]) -> f32 {
    (from[0] - to[0]).atan2(from[1] - to[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use anatomy::{BRICK, Catalogue, LabelVolume};

    /// Two ventricles, side by side, each of 10 x 10 x 40 voxels.
    fn atlas() -> Atlas {
        let catalogue = Catalogue::builtin();
        let label = |id: &str| catalogue.index_of(id).map_or(0, |row| row.0 + 1);
        let (left, right) = (label("left_ventricle"), label("right_ventricle"));
        let labels = LabelVolume::from_bricks([48; 3], |at, voxels| {
            for (n, voxel) in voxels.iter_mut().enumerate() {
                let [x, y, z] = [
                    at[0] + n % BRICK,
                    at[1] + n / BRICK % BRICK,
                    at[2] + n / (BRICK * BRICK),
                ];
                let is_inside = (10..20).contains(&y) && (4..44).contains(&z);
                *voxel = match x {
                    10..20 if is_inside => right,
                    20..30 if is_inside => left,
                    _ => 0,
                };
            }
        });
        Atlas::from_labels(catalogue, labels)
    }

    #[test]
    fn what_is_not_shown_has_its_places_in_what_it_is_part_of() {
        let atlas = atlas();
        let row = |id: &str| atlas.catalogue().index_of(id).unwrap();
        let low = Constraint::Span {
            axis: Axis::Z,
            low: 0.0,
            high: 0.2,
        };
        let extent = |id: &str, constraints: Vec<Constraint>| {
            let region = Region {
                structure: row(id),
                constraints,
                phrase: String::new(),
            };
            region.extent(&atlas, &Sketches::default(), [0.0; 3])
        };
        let left = row("left_ventricle");
        let of_left = vec![Constraint::Part(vec![left]), low.clone()];
        let found = extent("myocardium", of_left.clone()).unwrap();
        assert_eq!(found.structure, left);
        assert!(atlas.contains(left, found.point_mm));
        let centre = atlas.centroid_mm(left).unwrap();
        assert!(found.point_mm[2] < centre[2] - 10.0, "{:?}", found.point_mm);
        // Where in the muscle is not known without the ventricle, and the right one is no part of the left.
        assert_eq!(extent("myocardium", vec![low.clone()]), None);
        let in_right = extent("right_ventricle", of_left).unwrap();
        assert_eq!(in_right.structure, row("right_ventricle"));
    }
}
