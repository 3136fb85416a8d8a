//! From the evidence of classes to that of structures.

use std::collections::HashMap;

use anatomy::{Catalogue, StructureIndex};

use super::words::Votes;
use crate::Evidence;

/// Evidence below this is left out of the list.
const MIN_EVIDENCE: f32 = 0.05;

/// Evidence for catalogue ids, from that for each class of the model: it goes to its `structures`, and from there to the parts that the words name.
pub(super) fn evidence(
    catalogue: &Catalogue,
    structures: &[Vec<StructureIndex>],
    classes: &[f32],
    votes: &[Votes],
    chosen: Option<(usize, StructureIndex)>,
) -> Vec<Evidence> {
    let mut found: HashMap<StructureIndex, f32> = HashMap::new();
    for (class, &p) in classes.iter().enumerate() {
        if p < MIN_EVIDENCE && chosen.is_none_or(|(c, _)| c != class) {
            continue;
        }
        spread(catalogue, &structures[class], &votes[class], p, &mut found);
        if let Some((_, structure)) = chosen.filter(|(c, _)| *c == class) {
            for s in std::iter::once(structure).chain(catalogue.ancestors(structure)) {
                found.insert(s, p);
            }
        }
    }
    let mut list: Vec<(StructureIndex, f32)> = found.into_iter().collect();
    let rank = |s: StructureIndex| {
        (
            chosen.is_none_or(|(_, c)| c != s),
            std::cmp::Reverse(catalogue.ancestors(s).count()),
            s.0,
        )
    };
    list.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| rank(a.0).cmp(&rank(b.0))));
    list.into_iter()
        .map(|(s, p)| Evidence {
            id: catalogue.get(s).id.clone(),
            p,
        })
        .collect()
}

/// Gives `p` to the best named of some siblings, and less to those that are named less or not at all.
fn spread(
    catalogue: &Catalogue,
    siblings: &[StructureIndex],
    votes: &Votes,
    p: f32,
    found: &mut HashMap<StructureIndex, f32>,
) {
    let counts: Vec<f32> = siblings
        .iter()
        .map(|s| votes.within(catalogue, *s))
        .collect();
    let most = counts.iter().copied().fold(0.0, f32::max);
    for (i, (s, count)) in siblings.iter().zip(counts).enumerate() {
        let share = if most > 0.0 {
            if count > 0.0 {
                0.5 + 0.5 * count / most
            } else {
                0.25
            }
        } else if i == 0 {
            1.0
        } else {
            0.5
        };
        let own = p * share;
        if own < MIN_EVIDENCE && share < 1.0 {
            continue;
        }
        let known = found.entry(*s).or_default();
        *known = known.max(own);
        let children = catalogue.children(*s);
        let named: Vec<StructureIndex> = children
            .iter()
            .copied()
            .filter(|c| votes.within(catalogue, *c) > 0.0)
            .collect();
        if !named.is_empty() {
            spread(catalogue, &named, votes, own, found);
        } else if catalogue.halves(*s).is_some() {
            for half in children {
                let known = found.entry(*half).or_default();
                *known = known.max(own * 0.5);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Gazetteer;

    #[test]
    fn evidence_goes_to_named_parts() {
        let c = Catalogue::builtin();
        let text = "carcinoma of the tail of the pancreas";
        let mentions = Gazetteer::builtin().find(text);
        let at = |id: &str| c.index_of(id).unwrap();
        let class = Gazetteer::builtin().class_of(at("pancreas")).unwrap();
        let mut votes = Votes::default();
        for m in mentions.iter().filter(|m| m.class == class) {
            *votes.by_structure.entry(m.structures[0]).or_default() += 1.0;
        }
        let mut found = HashMap::new();
        spread(c, &[at("pancreas")], &votes, 0.8, &mut found);
        assert_eq!(found[&at("tail_of_pancreas")], 0.8);
        assert_eq!(found[&at("pancreas")], 0.8);
        assert!(!found.contains_key(&at("head_of_pancreas")));
    }
}
