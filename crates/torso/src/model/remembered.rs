//! Distances just asked: solids share others (the rib cage, the outline, their neighbours), and one point is asked of all of
//! them in turn.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use anatomy::Aabb;
use glam::Vec3;

use super::field::{Field, Shape};

/// How many answers a thread remembers; some hundred solids at a few points.
const SLOTS: usize = 4096;

thread_local! {
    /// Which shape, where, and its distance there.
    static ANSWERS: Box<[Cell<(u64, Vec3, f32)>]> =
        (0..SLOTS).map(|_| Cell::new((0, Vec3::NAN, 0.0))).collect();
}

struct Remembered {
    inner: Shape,
    key: u64,
    bounds: Aabb,
}

/// The same solid, whose last answers are remembered; for what is dear and part of several others.
pub(crate) fn remembered(inner: &Shape) -> Shape {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    Shape::new(Remembered {
        bounds: inner.bounds(),
        inner: inner.clone(),
        key: NEXT.fetch_add(1, Ordering::Relaxed),
    })
}

/// Where the answer of a shape at a point is kept.
fn slot(key: u64, p: Vec3) -> usize {
    let mix = |h: u64, v: f32| (h ^ u64::from(v.to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = p
        .to_array()
        .into_iter()
        .fold(key.wrapping_mul(0xD6E8_FEB8_6659_FD93), mix);
    (mixed >> 48) as usize % SLOTS
}

impl Field for Remembered {
    fn distance(&self, p: Vec3) -> f32 {
        let at = slot(self.key, p);
        let (key, asked, known) = ANSWERS.with(|answers| answers[at].get());
        if key == self.key && asked == p {
            return known;
        }
        let d = self.inner.distance(p);
        ANSWERS.with(|answers| answers[at].set((self.key, p, d)));
        d
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use crate::model::{solid, sphere};

    /// A ball about the origin that counts how often it is asked.
    fn counted(radius: f32) -> (Shape, Arc<AtomicUsize>) {
        let count = Arc::new(AtomicUsize::new(0));
        let (asked, ball) = (count.clone(), sphere(Vec3::ZERO, radius));
        let shape = solid(Vec3::splat(-radius), Vec3::splat(radius), move |p| {
            asked.fetch_add(1, Ordering::Relaxed);
            ball.distance(p)
        });
        (shape, count)
    }

    #[test]
    fn each_shape_has_its_own_answers_and_gives_the_last_ones_again_unasked() {
        let ((small, asked), (large, _)) = (counted(10.0), counted(20.0));
        let (small_again, large_again) = (remembered(&small), remembered(&large));
        // More points than there are slots: newer answers take the place of older ones.
        for n in 0..3 * SLOTS {
            let p = Vec3::new(n as f32 * 0.01, (n % 7) as f32, -1.0);
            assert_eq!(small_again.distance(p), small.distance(p));
            let before = asked.load(Ordering::Relaxed);
            assert_eq!(small_again.distance(p), p.length() - 10.0);
            assert_eq!(asked.load(Ordering::Relaxed), before, "it is remembered");
            // Its answer may take the place of the other's.
            assert_eq!(large_again.distance(p), large.distance(p));
        }
        assert_eq!(small_again.bounds(), small.bounds());
    }
}
