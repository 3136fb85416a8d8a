//! The way between the frames of the two bodies: the map that makes the female torso from the recipes of the male one
//! ([`female_warp`]). It is worked out when it is first asked for, which takes about a second.

use std::sync::{Arc, LazyLock};

use glam::Vec3;

use crate::calm::Calm;
use crate::warp::Spline;
use crate::{Warp, landmarks};

/// The map from the frame of the male body to the female one, through the landmarks of `data/female-landmarks.csv`, calmed about the heart,
/// where they contradict each other.
pub fn female_warp() -> &'static Arc<Warp> {
    static WARP: LazyLock<Arc<Warp>> = LazyLock::new(|| {
        // Part of the program and checked by the tests; a fault here is a fault of the build.
        let table = landmarks(include_str!("../data/female-landmarks.csv"))
            .unwrap_or_else(|e| panic!("built-in landmarks: {e}"));
        let spline = Spline::fit(&table);
        let calm = Calm::of(|p| spline.at(p));
        Arc::new(Warp::of(|p| calm.at(p, spline.at(p))))
    });
    &WARP
}

/// Where a place of the male torso is in the female one, LPS mm of each.
pub fn to_female(point_mm: [f32; 3]) -> [f32; 3] {
    female_warp().target(Vec3::from_array(point_mm)).to_array()
}

/// Where a place of the female torso would be in the male one, LPS mm of each: the reverse of [`to_female`].
pub fn to_male(point_mm: [f32; 3]) -> [f32; 3] {
    female_warp().source(Vec3::from_array(point_mm)).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back_is_the_same_place() {
        for p in [[0.0, 0.0, 0.0], [40.0, -30.0, 120.0], [-60.0, 20.0, -230.0]] {
            let there = to_female(p);
            let back = to_male(there);
            let off = Vec3::from_array(back).distance(Vec3::from_array(p));
            assert!(off < 0.5, "{p:?} comes back to {back:?}");
        }
        // Her chest lies lower than his.
        assert!(to_female([0.0, 0.0, 200.0])[2] < 190.0);
    }
}
