//! Arteries and veins.
//!
//! Courses are `[x, y, z, radius]`, mm: the centre lines of the HRA Visible Human Male vessels read at a handful of points.
//! The cadaver's vessels are collapsed; radii are the living adult's (torso facts), and the courses are moved apart just so
//! far that living vessels, airways and vertebral bodies lie beside and not inside one another. Iliac arteries, subclavian
//! and jugular veins and the azygos system follow the facts and textbook relations: they are missing from the meshes.

use crate::model::parts::tube;
use crate::model::{BodyBuilder, Cap, Shape, Tube, smooth_union_all};
use course::Course;

mod arteries;
mod course;
mod portal;
mod pulmonary;
mod veins;

/// Parts of the great vessels, which meet their neighbours in a plane across it instead of in a ball.
const SEGMENTS: [&str; 4] = [
    "ascending_aorta",
    "arch_of_aorta",
    "descending_aorta",
    "pulmonary_trunk",
];

/// A segment cut square at both ends and 1 mm longer than its course, so that it meets its neighbours without a gap.
fn segment(course: Course) -> Shape {
    let mut points = course.to_vec();
    let n = points.len();
    if n > 1 {
        points[0] = beyond(course[1], course[0]);
        points[n - 1] = beyond(course[n - 2], course[n - 1]);
    }
    Tube::new(&points).cap(Cap::Flat).shape()
}

/// The point 1 mm past `to`, coming from `from`.
fn beyond(from: [f32; 4], to: [f32; 4]) -> [f32; 4] {
    let step: [f32; 3] = std::array::from_fn(|a| to[a] - from[a]);
    let length = step.iter().map(|s| s * s).sum::<f32>().sqrt().max(1e-3);
    std::array::from_fn(|a| {
        if a < 3 {
            to[a] + step[a] / length
        } else {
            to[a]
        }
    })
}

fn vessel(id: &str, courses: &[Course]) -> Shape {
    match courses {
        [one] if SEGMENTS.contains(&id) => segment(one),
        [one] => tube(one),
        many => smooth_union_all(many.iter().map(|c| tube(c)), 2.5),
    }
}

/// Adds the vessels.
pub fn build(body: &mut BodyBuilder) {
    let all = [
        arteries::ARTERIES,
        pulmonary::PULMONARY,
        veins::VEINS,
        portal::PORTAL,
    ];
    for (id, courses) in all.into_iter().flatten() {
        // an arterial tree lies on top of a venous one where living widths overlap; both on top of ducts and organs
        let artery = !(id.ends_with("vein") || id.ends_with("veins") || id.ends_with("cava"));
        body.add(id, if artery { 74 } else { 73 }, vessel(id, courses));
    }
}

#[cfg(test)]
mod tests {
    use anatomy::{Catalogue, Sex};
    use glam::Vec3;

    use super::*;
    use crate::model::Field;
    use crate::model::body::torso;

    #[test]
    fn hepatic_veins_lie_within_the_liver_and_leave_the_vena_cava_whole() {
        let catalogue = Catalogue::builtin();
        let body = torso(catalogue, Sex::Male).unwrap();
        let index = |id| catalogue.index_of(id).unwrap();
        let liver = body.solids.iter().find(|s| s.structure == index("liver"));
        let liver = liver.unwrap();
        let veins = veins::VEINS.iter().find(|(id, _)| *id == "hepatic_veins");
        for course in veins.unwrap().1 {
            let [x, y, z, r] = course[course.len() - 1];
            let d = liver.shape.distance(Vec3::new(x, y, z));
            assert!(d < -(r + 1.0), "the end at {x} {y} {z}: {d}");
            // Where one begins is blood of the vena cava or, for a branch, of its stem.
            let [x, y, z, _] = course[0];
            let there = body.structure_at([x, y, z]);
            let blood = ["inferior_vena_cava", "hepatic_veins"].map(|id| Some(index(id)));
            assert!(blood.contains(&there), "the start at {x} {y} {z}");
        }
        for [x, y, z] in [[-24.0, 3.0, 142.0], [-22.0, 0.0, 142.0]] {
            let there = body.structure_at([x, y, z]);
            assert_eq!(there, Some(index("inferior_vena_cava")), "{x} {y} {z}");
        }
    }
}
