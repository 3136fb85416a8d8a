//! Which of many balls may touch, found by cells.

use glam::Vec3;

/// Gap kept between what does not belong together, mm.
const GAP: f32 = 0.8;
/// How much nearer than now two points may come before the next search, mm.
const MARGIN: f32 = 3.0;

/// Pairs of points that may come too close before the next search.
#[derive(Default)]
pub(super) struct Neighbours(Vec<(u32, u32)>);

impl Neighbours {
    /// The pairs among balls, but for those that `own` takes out (its first index is the smaller).
    pub(super) fn of(x: &[Vec3], radius: &[f32], own: impl Fn(usize, usize) -> bool) -> Neighbours {
        let cell = 2.0 * radius.iter().fold(0.0f32, |a, b| a.max(*b)) + GAP + MARGIN;
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for p in x {
            (low, high) = (low.min(*p), high.max(*p));
        }
        let n = ((high - low) / cell).floor();
        let n = [n.x as usize + 1, n.y as usize + 1, n.z as usize + 1];
        let place = |p: Vec3| ((p - low) / cell).as_uvec3().to_array().map(|v| v as usize);
        let mut cells = vec![Vec::new(); n.iter().product()];
        for (i, p) in x.iter().enumerate() {
            let [a, b, c] = place(*p);
            cells[(c * n[1] + b) * n[0] + a].push(i);
        }
        let mut pairs = Vec::new();
        for (i, p) in x.iter().enumerate() {
            let at = place(*p);
            let span = |axis: usize| at[axis].saturating_sub(1)..(at[axis] + 2).min(n[axis]);
            for c in span(2) {
                for b in span(1) {
                    for a in span(0) {
                        for &j in cells[(c * n[1] + b) * n[0] + a].iter().filter(|j| **j > i) {
                            let reach = radius[i] + radius[j] + GAP + MARGIN;
                            if x[j].distance_squared(*p) < reach * reach && !own(i, j) {
                                pairs.push((i as u32, j as u32));
                            }
                        }
                    }
                }
            }
        }
        Neighbours(pairs)
    }
}

/// Pushes apart what is closer than the radii allow.
pub(super) fn keep_apart(x: &mut [Vec3], radius: &[f32], near: &Neighbours) {
    for &(i, j) in &near.0 {
        let (i, j) = (i as usize, j as usize);
        let d = x[j] - x[i];
        let want = radius[i] + radius[j] + GAP;
        let square = d.length_squared();
        if square < want * want {
            let length = square.sqrt().max(1e-3);
            let shift = d * ((want - length) / length * 0.25);
            x[i] -= shift;
            x[j] += shift;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::plain::v;

    #[test]
    fn neighbours_are_those_within_reach() {
        let x: Vec<Vec3> = (0..60)
            .map(|i| {
                v(
                    (i * 7 % 31) as f32,
                    (i * 11 % 29) as f32,
                    (i * 5 % 23) as f32,
                )
            })
            .collect();
        let radius: Vec<f32> = (0..60).map(|i| 1.0 + (i % 4) as f32).collect();
        let mut found = Neighbours::of(&x, &radius, |i, j| j == i + 1).0;
        found.sort_unstable();
        let mut want = Vec::new();
        for i in 0..x.len() {
            for j in i + 2..x.len() {
                if x[i].distance(x[j]) < radius[i] + radius[j] + GAP + MARGIN {
                    want.push((i as u32, j as u32));
                }
            }
        }
        assert_eq!(found, want);
        assert!(want.len() > 20);
    }

    #[test]
    fn two_that_overlap_are_moved_apart() {
        let mut x = [Vec3::ZERO, v(3.0, 0.0, 0.0), v(40.0, 0.0, 0.0)];
        let radius = [2.0; 3];
        let near = Neighbours::of(&x, &radius, |_, _| false);
        for _ in 0..40 {
            keep_apart(&mut x, &radius, &near);
        }
        assert!((x[0].distance(x[1]) - 4.0 - GAP).abs() < 0.05);
        assert_eq!(x[2], v(40.0, 0.0, 0.0));
    }
}
