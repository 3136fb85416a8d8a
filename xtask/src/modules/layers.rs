//! The order of parts in which the fewest arrows run upwards.

use std::collections::BTreeSet;

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// Parts that all need each other are put in order by trying every set of them, which doubles with
/// each; so many take about a second.
const MOST: usize = 22;

/// An order of parts.
#[derive(Debug, PartialEq)]
pub struct Order {
    /// The parts, by their indexes; those that use others first.
    pub parts: Vec<usize>,
    /// The arrows that run from a later part to an earlier one.
    pub upwards: Vec<(usize, usize)>,
    /// Whether no order has fewer; unknown where more than [`MOST`] parts are tied in one circle.
    pub fewest: bool,
}

/// Puts `count` parts into the order in which the fewest arrows run upwards.
pub fn order(count: usize, arrows: &BTreeSet<(usize, usize)>) -> Order {
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<NodeIndex> = (0..count).map(|_| graph.add_node(())).collect();
    for &(from, to) in arrows {
        graph.add_edge(nodes[from], nodes[to], ());
    }
    let mut fewest = true;
    let mut parts = Vec::new();
    // Those that use nothing come first from petgraph. Arrows between circles all run downwards.
    for circle in tarjan_scc(&graph).into_iter().rev() {
        let mut circle: Vec<usize> = circle.into_iter().map(NodeIndex::index).collect();
        circle.sort_unstable();
        if circle.len() > MOST {
            fewest = false;
            parts.extend(circle);
        } else {
            parts.extend(within(&circle, arrows));
        }
    }
    let mut place = vec![0; count];
    for (at, part) in parts.iter().enumerate() {
        place[*part] = at;
    }
    let upwards = arrows.iter().copied();
    let upwards = upwards.filter(|&(from, to)| place[from] > place[to]);
    Order {
        upwards: upwards.collect(),
        parts,
        fewest,
    }
}

/// The best order of the parts of a circle, from the best orders of all smaller sets of them.
fn within(circle: &[usize], arrows: &BTreeSet<(usize, usize)>) -> Vec<usize> {
    // Which parts each one uses, as bits.
    let uses: Vec<usize> = circle
        .iter()
        .map(|&from| {
            (0..circle.len())
                .filter(|&to| arrows.contains(&(from, circle[to])))
                .fold(0, |bits, to| bits | 1 << to)
        })
        .collect();
    // For each set of parts above: the arrows that run up to them, and which part is its lowest.
    let sets = 1_usize << circle.len();
    let mut best = vec![(u32::MAX, 0_u8); sets];
    best[0] = (0, 0);
    for set in 0..sets {
        let (cost, _) = best[set];
        for (part, uses) in uses.iter().enumerate() {
            let with = set | 1 << part;
            let cost = cost + (uses & set).count_ones();
            if with != set && cost < best[with].0 {
                best[with] = (cost, part as u8);
            }
        }
    }
    let mut parts = Vec::new();
    let mut set = sets - 1;
    while set != 0 {
        let lowest = usize::from(best[set].1);
        parts.push(circle[lowest]);
        set &= !(1 << lowest);
    }
    parts.reverse();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_without_a_circle_have_no_arrow_upwards() {
        let arrows = BTreeSet::from([(2, 1), (1, 0), (2, 0), (3, 2)]);
        let order = order(4, &arrows);
        assert_eq!(order.parts, [3, 2, 1, 0]);
        assert!(order.upwards.is_empty() && order.fewest);
    }

    #[test]
    fn the_fewest_arrows_run_upwards() {
        // Two circles share part 1; leaving out the one arrow that both need costs less than two.
        let arrows = BTreeSet::from([(0, 1), (1, 2), (2, 0), (1, 3), (3, 0)]);
        assert_eq!(order(4, &arrows).upwards, [(0, 1)]);
        // All of three need each other: three of six.
        let all: BTreeSet<_> = (0..9)
            .map(|at| (at / 3, at % 3))
            .filter(|(from, to)| from != to)
            .collect();
        assert_eq!(order(3, &all).upwards.len(), 3);
    }
}
