//! The bowel of the female body, made in her own frame: a tube that is warped and grown like a solid would fuse with itself.

use std::sync::Arc;

use anatomy::Warp;
use glam::Vec3;

use super::super::bowel::Loops;
use super::super::soft::{Course, along};
use super::super::thorax::rib_cage;
use super::intestine::{self, Own};
use crate::model::{BodyBuilder, Shape};

/// Her small bowel: radii and length give the volumes of her facts, and it lies about their centroids.
const LOOPS: Own = Own {
    radius: (7.9, 7.5),
    spare: 20.0,
    length: 4500.0,
    homes: [
        (Vec3::new(30.0, -24.0, -66.0), 90.0),
        (Vec3::new(-2.0, -38.0, -116.0), 100.0),
    ],
    seed: 7000,
};
/// Her calibre of the large bowel as a part of his, from a point of his axis on.
const CALIBRE: [(Vec3, f32); 9] = [
    (Vec3::new(-62.0, -76.0, -162.0), 1.05),
    (Vec3::new(-88.0, -31.0, -10.0), 1.1),
    (Vec3::new(-67.0, -60.0, 55.0), 0.95),
    (Vec3::new(0.0, -99.0, -14.0), 0.95),
    (Vec3::new(110.0, 9.0, 90.0), 1.03),
    (Vec3::new(64.0, -67.0, -196.0), 1.04),
    (Vec3::new(0.0, 28.0, -176.0), 1.0),
    (Vec3::new(-1.0, 61.0, -222.0), 0.85),
    (Vec3::new(1.5, 61.0, -300.0), 0.92),
];
/// Where her right flexure begins, in his frame: lower than his, or it would be a trifle.
const FLEXURE: Vec3 = Vec3::new(-86.0, -37.0, 32.0);
/// What her loops lie between, besides the large bowel.
const ORGANS: [&str; 20] = [
    "liver",
    "gallbladder",
    "body_of_stomach",
    "pyloric_part",
    "head_of_pancreas",
    "body_of_pancreas",
    "tail_of_pancreas",
    "abdominal_aorta",
    "inferior_vena_cava",
    "left_psoas",
    "right_psoas",
    "spleen",
    "duodenum",
    "left_kidney",
    "right_kidney",
    "urinary_bladder",
    "body_of_uterus",
    "fundus_of_uterus",
    "left_ovary",
    "right_ovary",
];

/// Puts her large bowel in the place of the warped one, and adds her small one. Call it when all that lies about them is there.
pub(in crate::model::body) fn hers(body: &mut BodyBuilder, warp: &Arc<Warp>) {
    let there = |p: Vec3| warp.target(p);
    let his = Course::new(&intestine::COLON, 2.0);
    let calibre: Vec<(f32, f32)> = CALIBRE.iter().map(|(p, c)| (his.arc_at(*p), *c)).collect();
    let control: Vec<[f32; 4]> = intestine::COLON
        .iter()
        .map(|&[x, y, z, r]| {
            let p = Vec3::new(x, y, z);
            let q = there(p);
            [q.x, q.y, q.z, r * along(&calibre, his.arc_at(p))]
        })
        .collect();
    let ribs = rib_cage(body);
    let control = intestine::clear_of(&ribs, control);
    let gut = intestine::pouched(Course::new(&control, 2.0), there);
    let ends = intestine::COLON_ENDS.map(|(id, p)| match id {
        "ascending_colon" => (id, there(FLEXURE)),
        _ => (id, there(p)),
    });
    // Her stomach was grown to its volume over the left flexure: it gives way there.
    let colon = intestine::colon_parts(gut, &ends, &ribs);
    replace(body, &colon);
    let mut organs: Vec<Shape> = ORGANS.iter().filter_map(|id| body.shape(id)).collect();
    organs.extend(colon.into_iter().map(|(_, shape)| shape));
    let loops = Loops::grown(&LOOPS.habit(there), &organs, |p| warp.source(p));
    intestine::add_loops(body, &loops);
}

fn replace(body: &mut BodyBuilder, with: &[(&str, Shape)]) {
    body.reshape(|id, shape| {
        let new = with.iter().find(|(other, _)| *other == id);
        new.map_or(shape, |(_, new)| new.clone())
    });
}
