//! What the words name within an organ: its parts, and its left or right half.

use std::collections::HashMap;

use anatomy::{Atlas, Catalogue, Side, StructureIndex};

use crate::spatial::Reading;

/// A part decides the structure when at least this share of the mentions of the organ name it.
const PART_SHARE: f32 = 0.25;

/// Weights of the structures that the words of one organ name.
#[derive(Debug, Default)]
pub(super) struct Votes {
    pub(super) by_structure: HashMap<StructureIndex, f32>,
    /// What of these weights was given to one side of two for want of a word: the point decided.
    pub(super) unsaid: HashMap<StructureIndex, f32>,
    /// Both sides of a paired organ are named together.
    pub(super) both_sides: f32,
}

impl Votes {
    pub(super) fn within(&self, catalogue: &Catalogue, whole: StructureIndex) -> f32 {
        sum_within(&self.by_structure, catalogue, whole)
    }

    /// Of some structures the one that the words name most, more than anything but its parts and wholes, and often enough to be what they are about.
    pub(super) fn most_named(
        &self,
        catalogue: &Catalogue,
        may: &dyn Fn(StructureIndex) -> bool,
    ) -> Option<StructureIndex> {
        let named = self.by_structure.iter().filter(|(s, _)| may(**s));
        let (best, most) = named.max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0)))?;
        let related = |s| catalogue.is_part_of(s, *best) || catalogue.is_part_of(*best, s);
        let mut others = self.by_structure.iter().filter(|(s, _)| !related(**s));
        let all: f32 = self.by_structure.values().sum();
        let is_most = others.all(|(_, weight)| weight < most);
        (is_most && *most > SPOKEN && *most >= PART_SHARE * all).then_some(*best)
    }

    /// Whether the words say the side of a half of the body, or of a part of one.
    pub(super) fn states(&self, catalogue: &Catalogue, half: StructureIndex) -> bool {
        let unsaid = sum_within(&self.unsaid, catalogue, half);
        self.within(catalogue, half) > unsaid + 1e-6
    }
}

fn sum_within(
    weights: &HashMap<StructureIndex, f32>,
    catalogue: &Catalogue,
    whole: StructureIndex,
) -> f32 {
    let within = weights.iter();
    let within = within.filter(|(s, _)| catalogue.is_part_of(**s, whole));
    within.map(|(_, v)| v).sum()
}

/// Reads what the words name, side included, for one class.
pub(super) fn count_votes(
    catalogue: &Catalogue,
    class: usize,
    readings: &[Reading<'_>],
    point: [f32; 3],
    atlas: &Atlas,
) -> Votes {
    let mut votes = Votes::default();
    for reading in readings {
        for mention in reading.mentions(class) {
            let weight = reading.weight(mention);
            let cue = reading.side(mention);
            let mut named: Vec<StructureIndex> = mention
                .structures
                .iter()
                .filter_map(|s| on_side(catalogue, *s, cue))
                .collect();
            let by_point = named.len() > 1
                && mention
                    .structures
                    .iter()
                    .all(|s| matches!(catalogue.get(*s).side, Side::Left | Side::Right));
            if by_point {
                // A part that both sides have and that has no name of its own: the point decides.
                named.sort_by(|a, b| {
                    distance(atlas, *a, point).total_cmp(&distance(atlas, *b, point))
                });
                named.truncate(1);
            }
            // The structures of a class with several do not count apart when the term means all of them.
            if let [structure] = named[..] {
                *votes.by_structure.entry(structure).or_default() += weight;
                if by_point {
                    *votes.unsaid.entry(structure).or_default() += weight;
                }
            } else if let Some(side @ (Side::Left | Side::Right)) = cue {
                // But their side counts: "the left shoulder" is none of its bones, and all of them on the left.
                named
                    .retain(|s| catalogue.get(*s).side == side && catalogue.opposite(*s).is_some());
                let each = weight / named.len().max(1) as f32;
                for structure in named {
                    *votes.by_structure.entry(structure).or_default() += each;
                }
            } else if let [one, other] = named[..]
                && catalogue.opposite(one) != Some(other)
            {
                // An artery and its vein ("the splenic vessels"): either, and none beside them.
                for structure in [one, other] {
                    *votes.by_structure.entry(structure).or_default() += weight / 2.0;
                }
            }
            if cue == Some(Side::Both) {
                votes.both_sides += weight;
            }
        }
    }
    votes
}

fn distance(atlas: &Atlas, s: StructureIndex, point: [f32; 3]) -> f32 {
    atlas.distance_mm(s, point).unwrap_or(f32::MAX)
}

/// The structure on the side that the words say: itself, its left or right half, or none when it is on the other side.
fn on_side(catalogue: &Catalogue, s: StructureIndex, cue: Option<Side>) -> Option<StructureIndex> {
    let Some(side @ (Side::Left | Side::Right)) = cue else {
        return Some(s);
    };
    match catalogue.get(s).side {
        // "Left" before a midline or unpaired organ says nothing about it.
        own @ (Side::Left | Side::Right) if catalogue.opposite(s).is_some() => {
            (own == side).then_some(s)
        }
        _ => {
            let halves = catalogue.children(s).iter().copied();
            let mut halves = halves
                .filter(|c| catalogue.get(*c).side == side && catalogue.opposite(*c).is_some());
            // One half on that side; the heart and the ribs have several parts there.
            Some(
                halves
                    .next()
                    .filter(|_| halves.next().is_none())
                    .unwrap_or(s),
            )
        }
    }
}

/// What the network says of a part counts as so many mentions.
const ABOUT_MENTIONS: f32 = 2.0;

/// Words say which half is meant with a weight above this: one that is only past, absent, normal or a landmark weighs less.
const SPOKEN: f32 = 0.21;

/// A half of a pair that no word names is taken when the network gives it this share of the pair, if the text says a side of anything.
const ABOUT_HALF: f32 = 0.5;

/// The same, if it says none. On the develop part of the texts by which reading is measured: of 29 texts in the right organ that leave the
/// side open, 25 were given one at 0.5, 13 at 0.7, 5 at 0.9; of 197 that say it, 0, 1 and 4 were shown as both.
const ABOUT_HALF_UNSAID: f32 = 0.9;

/// A part that no word names, of a whole that the words name, is taken when the network gives it this share of the whole.
const ABOUT_PART: f32 = 0.6;

/// Goes down from the structures of a class to the part that the words name or the network takes the text to be about: `about` is
/// the probability of a structure and its parts; `sides`: whether the text says a side of anything; `barred`: what the text only names as
/// absent or normal, which is taken only where there is nothing else. A pair stays whole where nothing says which half is meant.
pub(super) fn refine(
    catalogue: &Catalogue,
    structures: &[StructureIndex],
    votes: &Votes,
    about: &dyn Fn(StructureIndex) -> f32,
    sides: bool,
    barred: &[StructureIndex],
) -> StructureIndex {
    let half_share = if sides { ABOUT_HALF } else { ABOUT_HALF_UNSAID };
    let all: f32 = structures.iter().map(|s| about(*s)).sum();
    let said = |s: StructureIndex| votes.within(catalogue, s);
    let count = |s: StructureIndex| said(s) + ABOUT_MENTIONS * about(s) / all.max(1e-3);
    let most = |best: Option<StructureIndex>, s: StructureIndex| match best {
        Some(b) if count(s) <= count(b) => Some(b),
        _ => Some(s),
    };
    let is_open = |s: &StructureIndex| !barred.contains(s);
    let all_of_them = structures.iter().copied();
    let named = all_of_them
        .clone()
        .filter(is_open)
        .fold(None, most)
        .or_else(|| all_of_them.fold(None, most));
    let Some(mut node) = named else {
        return StructureIndex(0);
    };
    loop {
        let pair = catalogue.halves(node).is_some();
        // A side is what the words say; what the network says counts where they are silent.
        let spoken = pair && catalogue.children(node).iter().any(|c| said(*c) > SPOKEN);
        let count = |s: StructureIndex| if spoken { said(s) } else { count(s) };
        let children = catalogue.children(node).iter().copied();
        let mut children: Vec<StructureIndex> = children.filter(is_open).collect();
        children.sort_by(|a, b| count(*b).total_cmp(&count(*a)));
        let (first, second) = match children[..] {
            [] => return node,
            [only] => (only, 0.0),
            [first, second, ..] => (first, count(second)),
        };
        let votes_here = count(first);
        // One word about the side is enough; a part must be what the text is about.
        let enough = if spoken {
            votes_here > 0.0
        } else if pair {
            about(first) >= half_share * about(node) && all > 1e-3
        } else {
            // Where the words name the whole and none of its parts, the network must be sure of the part.
            let sure =
                said(first) > 0.0 || said(node) == 0.0 || about(first) >= ABOUT_PART * about(node);
            sure && votes_here > 0.0 && votes_here >= PART_SHARE * count(node)
        };
        if enough && votes_here > second && !(pair && votes.both_sides >= votes_here) {
            node = first;
        } else {
            return node;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_most_is_named_more_than_its_neighbours() {
        let c = Catalogue::builtin();
        let at = |id: &str| c.index_of(id).unwrap();
        let votes = |named: &[(&str, f32)]| Votes {
            by_structure: named.iter().map(|(id, w)| (at(id), *w)).collect(),
            ..Votes::default()
        };
        let most = |named: &[(&str, f32)]| {
            let may = |s| s != at("heart");
            let most = votes(named).most_named(c, &may);
            most.map(|s| c.get(s).id.as_str())
        };
        let [right, left] = ["right_coronary_artery", "left_coronary_artery"];
        assert_eq!(most(&[]), None);
        assert_eq!(most(&[(right, 1.0)]), Some(right));
        assert_eq!(most(&[(right, 1.0), ("heart", 0.8)]), Some(right));
        assert_eq!(most(&[(right, 1.0), (left, 1.0)]), None, "neither more");
        assert_eq!(most(&[(right, 1.0), (left, 0.1)]), Some(right));
        assert_eq!(most(&[(right, 0.2)]), None, "only a landmark, or absent");
        assert_eq!(most(&[("heart", 2.0), (right, 1.0)]), Some(right));
        assert_eq!(most(&[("heart", 4.0), (right, 1.0)]), None, "in passing");
    }

    #[test]
    fn sides_pick_a_half_and_leave_midline_organs_alone() {
        let c = Catalogue::builtin();
        let at = |id: &str| c.index_of(id).unwrap();
        assert_eq!(
            on_side(c, at("kidney"), Some(Side::Left)),
            Some(at("left_kidney"))
        );
        assert_eq!(
            on_side(c, at("right_renal_medulla"), Some(Side::Left)),
            None
        );
        assert_eq!(on_side(c, at("liver"), Some(Side::Left)), Some(at("liver")));
        assert_eq!(
            on_side(c, at("heart"), Some(Side::Left)),
            Some(at("heart")),
            "the left heart is more than the left atrium"
        );
        assert_eq!(
            on_side(c, at("kidney"), Some(Side::Both)),
            Some(at("kidney"))
        );
        assert_eq!(
            on_side(c, at("bronchi"), Some(Side::Left)),
            Some(at("left_main_bronchus"))
        );
    }
}
