//! A bounding volume hierarchy for "the least signed distance over many small parts".

use glam::Vec3;

use crate::Aabb;

/// A binary tree over items, each with a core box and a reach: how far its solid extends beyond the core box.
#[derive(Debug, Clone)]
pub struct Bvh {
    nodes: Vec<Node>,
    order: Vec<u32>,
}

#[derive(Debug, Clone)]
struct Node {
    core: Aabb,
    reach: f32,
    /// First item in `order` for a leaf, index of the right child otherwise (the left child follows its parent).
    at: u32,
    /// Number of items in a leaf; 0 for an inner node.
    count: u32,
}

const LEAF: usize = 4;

impl Bvh {
    /// Builds the tree; item `n` has core box and reach `items[n]`.
    pub fn new(items: &[(Aabb, f32)]) -> Bvh {
        let mut order: Vec<u32> = (0..items.len() as u32).collect();
        let mut nodes = Vec::new();
        if !items.is_empty() {
            build(items, &mut order, 0, &mut nodes);
        }
        Bvh { nodes, order }
    }

    /// The least value of `distance` over the items, visiting only those that can lie below `best + slack` at the time.
    /// `visit` gets an item and the best so far and returns the new best.
    pub fn fold(&self, p: Vec3, slack: f32, mut visit: impl FnMut(usize, f32) -> f32) -> f32 {
        let mut best = f32::INFINITY;
        if self.nodes.is_empty() {
            return best;
        }
        // Nodes with how near their solids can be.
        let mut stack = [(0u32, f32::NEG_INFINITY); 64];
        let mut top = 1;
        while top > 0 {
            top -= 1;
            let (at, least) = stack[top];
            if least > best + slack {
                continue;
            }
            let node = &self.nodes[at as usize];
            if node.count > 0 {
                for &item in &self.order[node.at as usize..(node.at + node.count) as usize] {
                    best = visit(item as usize, best);
                }
                continue;
            }
            let bounded = |n: u32| {
                let node = &self.nodes[n as usize];
                (n, node.core.distance(p) - node.reach)
            };
            // Nearer child on top of the stack. Depth is at most log2(items), far below the stack's size.
            let (left, right) = (bounded(at + 1), bounded(node.at));
            let (near, far) = if left.1 <= right.1 {
                (left, right)
            } else {
                (right, left)
            };
            stack[top] = far;
            stack[top + 1] = near;
            top += 2;
        }
        best
    }
}

fn build(items: &[(Aabb, f32)], order: &mut [u32], first: u32, nodes: &mut Vec<Node>) {
    let core = order
        .iter()
        .fold(Aabb::EMPTY, |b, &i| b.union(items[i as usize].0));
    let reach = order
        .iter()
        .fold(f32::NEG_INFINITY, |r, &i| r.max(items[i as usize].1));
    let at = nodes.len();
    nodes.push(Node {
        core,
        reach,
        at: first,
        count: order.len() as u32,
    });
    if order.len() <= LEAF {
        return;
    }
    let size = core.size();
    let axis = if size.x >= size.y && size.x >= size.z {
        0
    } else if size.y >= size.z {
        1
    } else {
        2
    };
    let key = |i: &u32| items[*i as usize].0.centre()[axis];
    order.sort_by(|a, b| key(a).total_cmp(&key(b)).then(a.cmp(b)));
    let (low, high) = order.split_at_mut(order.len() / 2);
    let middle = first + low.len() as u32;
    build(items, low, first, nodes);
    let right = nodes.len() as u32;
    build(items, high, middle, nodes);
    nodes[at].at = right;
    nodes[at].count = 0;
}
