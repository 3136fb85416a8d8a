//! Shapes carried to another body by a map of space.

use std::cell::Cell;
use std::sync::Arc;

use anatomy::{Aabb, Warp};
use glam::{Vec3, Vec4};

use super::field::{Field, Shape};
use super::remembered::remembered;

/// Step of the points on a box's faces by which the box is moved, mm.
const BOX_STEP: f32 = 16.0;

/// A shape of the described body as it is in the new one.
pub fn warped(warp: &Arc<Warp>, inner: &Shape) -> Shape {
    let within = inner.bounds().intersection(warp.extent());
    let bounds = if within.is_empty() {
        within
    } else {
        Aabb::of(faces(within).into_iter().map(|p| warp.target(p))).grown(3.0)
    };
    remembered(&Shape::new(Warped {
        warp: warp.clone(),
        inner: inner.clone(),
        bounds,
    }))
}

/// Points on the faces of a box.
fn faces(b: Aabb) -> Vec<Vec3> {
    let size = b.max - b.min;
    let n: [usize; 3] = std::array::from_fn(|a| (size[a] / BOX_STEP).ceil().max(1.0) as usize);
    let mut out = Vec::new();
    for k in 0..=n[2] {
        for j in 0..=n[1] {
            for i in 0..=n[0] {
                let at = [i, j, k];
                if (0..3).any(|a| at[a] == 0 || at[a] == n[a]) {
                    let part: [f32; 3] = std::array::from_fn(|a| at[a] as f32 / n[a] as f32);
                    out.push(b.min + size * Vec3::from_array(part));
                }
            }
        }
    }
    out
}

thread_local! {
    /// The last point asked: many shapes are asked about one point in turn.
    static LAST: Cell<(usize, Vec3, Vec4)> = const { Cell::new((0, Vec3::NAN, Vec4::ZERO)) };
}

struct Warped {
    warp: Arc<Warp>,
    inner: Shape,
    bounds: Aabb,
}

impl Field for Warped {
    fn distance(&self, p: Vec3) -> f32 {
        let key = Arc::as_ptr(&self.warp).addr();
        let (last, at, mut found) = LAST.get();
        if last != key || at != p {
            found = self.warp.way_back(p);
            LAST.set((key, p, found));
        }
        self.inner.distance(p + found.truncate()) * found.w
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}
