//! Duodenum, pancreas and spleen.

use std::sync::Arc;

use super::super::soft::Course;
use super::super::thorax::{rib_cage, within_ribs};
use super::rank::{GUT, SOLID};
use crate::model::plain::{carve, ellipsoid_at, smooth_max, smooth_min, squash, v};
use crate::model::{BodyBuilder, solid};

/// The duodenum from the pylorus round the head of the pancreas to the duodenojejunal flexure.
fn duodenum() -> Course {
    Course::new(
        &[
            [2.0, -70.0, 61.0, 10.5],
            [-8.0, -62.0, 72.0, 12.5],
            [-22.0, -47.0, 76.0, 12.0],
            [-35.0, -31.0, 72.0, 10.8],
            [-42.0, -23.0, 58.0, 10.4],
            [-42.5, -21.0, 40.0, 10.2],
            [-38.0, -22.0, 21.0, 10.2],
            [-25.0, -26.0, 7.0, 10.0],
            [-8.0, -31.0, 2.5, 10.0],
            [8.0, -35.0, 5.0, 9.8],
            [17.0, -36.0, 17.0, 9.8],
            [21.0, -36.0, 34.0, 9.8],
            [27.0, -36.0, 49.0, 10.0],
            [35.0, -34.0, 56.0, 10.5],
            [43.0, -33.0, 54.0, 11.5],
        ],
        2.0,
    )
}

pub(super) fn pancreas_and_duodenum(body: &mut BodyBuilder) {
    let gut = duodenum();
    body.add("duodenum", GUT, duodenum().shape());

    // Neck, body and tail climb to the left and back in an arch over the spine, thin from front to back.
    let arch = Arc::new(Course::new(
        &[
            [-6.0, -35.0, 55.0, 13.0],
            [2.0, -39.0, 63.0, 13.0],
            [14.0, -34.0, 71.0, 14.4],
            [29.0, -15.0, 76.0, 16.2],
            [45.0, 4.0, 80.0, 16.7],
            [60.0, 17.0, 84.0, 17.0],
            [74.0, 27.0, 87.0, 11.6],
            [84.0, 35.0, 89.0, 8.0],
        ],
        2.0,
    ));
    let thin = |p| squash(p, v(15.0, -14.0, 66.0), v(-0.55, 0.835, 0.0), 0.88);
    let (low, high) = (v(-46.0, -60.0, 12.0), v(98.0, 52.0, 108.0));
    let whole = {
        let arch = arch.clone();
        let field = solid(low, high, move |p| {
            let head = smooth_min(
                ellipsoid_at(p, v(-19.0, -27.0, 45.0), v(23.5, 21.5, 31.0)),
                ellipsoid_at(p, v(-9.0, -24.0, 28.0), v(20.0, 12.0, 13.0)),
                10.0,
            );
            smooth_max(smooth_min(head, arch.d(thin(p)), 14.0), 0.8 - gut.d(p), 4.0)
        });
        // Lobules.
        field.roughen(1.0, 9.0, 11)
    };
    body.add("head_of_pancreas", SOLID, whole.clone());
    let rest = whole.intersect(&solid(low, high, |p| 1.0 - p.x));
    body.add("body_of_pancreas", SOLID + 1, rest);
    let from = arch.length() * 0.66;
    let tail = whole.intersect(&solid(low, high, move |p| {
        ((from - arch.near(thin(p)).s) * 0.5).min(6.0)
    }));
    body.add("tail_of_pancreas", SOLID + 2, tail);
}

pub(super) fn spleen(body: &mut BodyBuilder) {
    // Along the tenth rib, from behind above to the side below.
    let axis = Course::new(
        &[
            [50.0, 66.0, 125.0, 22.0],
            [70.0, 69.0, 118.0, 30.0],
            [93.0, 61.0, 103.0, 34.0],
            [112.0, 43.0, 84.0, 33.0],
            [121.0, 25.0, 67.0, 26.0],
            [120.0, 4.0, 57.0, 15.5],
        ],
        2.0,
    );
    let shape = solid(v(14.0, -26.0, 22.0), v(142.0, 96.0, 160.0), move |p| {
        // A slice of the left dome, 24 mm thick: convex to the diaphragm, hollow to stomach and kidney.
        let dome = ellipsoid_at(p, v(58.0, 2.0, 86.0), v(78.0, 77.0, 86.0));
        let slice = smooth_max(dome, -(dome + 23.8), 12.0);
        let d = smooth_max(axis.d(p), slice, 12.0);
        // Hilum, and the notch of the upper border.
        let d = carve(
            d,
            ellipsoid_at(p, v(78.0, 34.0, 88.0), v(20.0, 12.0, 11.0)),
            10.0,
        );
        carve(
            d,
            ellipsoid_at(p, v(122.0, 6.0, 84.0), v(9.0, 9.0, 5.0)),
            6.0,
        )
    });
    let shape = within_ribs(&shape, &rib_cage(body), 4.6, 8.0);
    body.add("spleen", SOLID + 3, shape);
}
