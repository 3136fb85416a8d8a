//! Trachea, main bronchi and the bronchial tree.
//!
//! The volume of the bronchi is that of ICRP's organ with the airways inside the lungs; its centroid (y -26) lies in front
//! of both hila and would put the tree before the heart, so the branching, which starts at y 10, is followed instead.

use crate::model::parts::*;
use crate::model::{BodyBuilder, Cap, Shape, Tube, smooth_union_all};

use super::chest::{step, within_lungs};

/// Ridge-and-groove of cartilage rings along `axis_z`.
fn rings(z: f32, pitch: f32) -> f32 {
    let c = (z / pitch * std::f32::consts::TAU).cos();
    0.55 * c
}

/// Adds the airways below the larynx.
pub(super) fn build(body: &mut BodyBuilder) {
    // Airways. HRA trachea and bronchi, axis at five and four places; living diameters from the facts.
    let course = [
        [-0.5, -39., 352., 10.0],
        [-0.8, -31., 340., 10.1],
        [-0.9, -22., 324., 10.1],
        [-2.4, -13.4, 308.5, 10.1],
        [-6.2, -4., 293., 10.2],
        [-8., 2.5, 279.5, 10.3],
        [-6.5, 6.4, 266., 10.4],
    ];
    // Rings in front, soft behind: 2 mm of wall round the lumen of the facts (16 mm wide).
    let trachea = tube(&course).relief(0.8, |p| {
        rings(p.z - 0.45 * p.y, 6.2) * step(-(p.y + 20. - (316. - p.z) * 0.46), 1., 2.)
    });
    let lumen = Tube::new(&course.map(|[x, y, z, r]| [x, y, z, r - 2.0]))
        .cap(Cap::Flat)
        .shape();
    let rmb = tube(&[
        [-10., 8., 261., 7.2],
        [-13., 9., 254.5, 7.2],
        [-20., 11., 247.5, 7.],
        [-28., 12.5, 239.5, 6.6],
    ])
    .relief(0.8, |p| rings(p.z * 0.67 + p.x * 0.74, 5.5));
    let lmb = tube(&[
        [-4., 8., 260., 6.4],
        [8., 8.7, 251., 6.2],
        [20., 8.6, 242.5, 6.],
        [33., 11.5, 233.5, 6.],
        [44., 16.5, 227., 5.8],
    ])
    .relief(0.8, |p| rings(p.z * 0.54 - p.x * 0.82, 5.5));
    body.add("right_main_bronchus", 72, rmb);
    body.add("left_main_bronchus", 72, lmb);
    // above the main bronchi, so that these begin at its sides
    body.add("trachea", 72, trachea);
    body.add("trachea_lumen", 73, lumen).contained_in("trachea");
}

/// Adds the bronchial tree, which ends within the lungs above the diaphragm (`under` is the solid below it).
pub(super) fn build_tree(body: &mut BodyBuilder, under: &Shape) {
    body.add("bronchi", 71, within_lungs(&bronchial_tree(), under));
}

/// Lobar and first segmental bronchi, from the ends of the main bronchi outwards; courses follow the textbook pattern
/// within the lobes, radii halve about every second branching.
#[expect(
    clippy::too_many_lines,
    reason = "one recipe, in the order in which the organ is built"
)]
fn bronchial_tree() -> Shape {
    let right: [&[[f32; 4]]; 17] = [
        // upper lobe, with apical and anterior branches
        &[
            [-22., 10., 246., 6.1],
            [-34., 8., 250., 5.7],
            [-44., 8., 256., 5.0],
        ],
        &[
            [-43., 8., 256., 4.2],
            [-50., 12., 272., 3.4],
            [-52., 16., 296., 2.4],
        ],
        &[
            [-43., 8., 256., 4.0],
            [-56., -8., 258., 3.2],
            [-68., -30., 256., 2.1],
        ],
        &[
            [-43., 8., 256., 4.0],
            [-58., 24., 258., 3.1],
            [-72., 38., 262., 2.1],
        ],
        // intermediate bronchus to middle and lower lobe
        &[
            [-25., 11., 243., 7.1],
            [-31., 11., 228., 6.6],
            [-36., 13., 214., 5.9],
            [-44., 22., 192., 5.0],
            [-50., 33., 176., 3.8],
            [-58., 46., 158., 2.6],
        ],
        &[
            [-34., 11., 218., 4.7],
            [-46., -8., 206., 3.8],
            [-58., -32., 196., 2.9],
            [-66., -58., 188., 2.0],
        ],
        &[
            [-35., 12., 216., 4.0],
            [-44., 34., 214., 3.2],
            [-54., 56., 216., 2.1],
        ],
        &[
            [-44., 22., 192., 3.8],
            [-64., 20., 184., 2.9],
            [-84., 16., 172., 2.1],
        ],
        &[
            [-47., 27., 182., 3.5],
            [-50., 46., 166., 2.8],
            [-52., 62., 146., 2.0],
        ],
        // further segments: apical, anterior and lateral of the upper, lateral of the middle, basal of the lower lobe
        &[
            [-52., 14., 284., 2.6],
            [-62., 0., 300., 2.2],
            [-66., -8., 314., 1.6],
        ],
        &[
            [-60., -16., 257., 2.4],
            [-78., -22., 262., 2.0],
            [-94., -24., 264., 1.5],
        ],
        &[
            [-66., -28., 256., 2.3],
            [-64., -48., 250., 2.0],
            [-62., -66., 244., 1.6],
        ],
        &[
            [-55., -24., 199., 2.8],
            [-74., -40., 194., 2.3],
            [-92., -52., 188., 1.7],
        ],
        &[
            [-62., -46., 192., 2.2],
            [-58., -66., 190., 1.9],
            [-56., -82., 188., 1.5],
        ],
        &[
            [-48., 28., 180., 3.0],
            [-64., 6., 186., 2.5],
            [-80., -12., 190., 1.8],
        ],
        &[
            [-55., 41., 164., 2.8],
            [-71., 52., 156., 2.3],
            [-88., 60., 142., 1.7],
        ],
        &[
            [-62., 29., 258., 2.4],
            [-82., 26., 252., 2.0],
            [-98., 20., 246., 1.5],
        ],
    ];
    let left: [&[[f32; 4]]; 16] = [
        &[
            [40., 17., 231., 5.9],
            [52., 10., 236., 5.2],
            [60., 4., 246., 4.5],
        ],
        &[
            [59., 5., 245., 4.0],
            [62., 10., 266., 3.3],
            [62., 16., 290., 2.4],
        ],
        &[
            [59., 5., 245., 3.8],
            [70., -16., 250., 2.9],
            [78., -38., 250., 2.0],
        ],
        // lingular bronchus
        &[
            [54., 9., 237., 4.2],
            [66., -10., 222., 3.4],
            [80., -32., 204., 2.6],
            [88., -50., 188., 1.9],
        ],
        &[
            [42., 18., 230., 6.4],
            [48., 23., 216., 5.7],
            [56., 31., 194., 4.6],
            [63., 40., 170., 3.5],
            [69., 48., 152., 2.4],
        ],
        &[
            [48., 22., 217., 4.0],
            [56., 42., 216., 3.2],
            [64., 60., 218., 2.1],
        ],
        &[
            [57., 32., 192., 3.7],
            [80., 28., 174., 2.8],
            [100., 22., 152., 2.0],
        ],
        &[
            [59., 34., 184., 3.5],
            [62., 52., 162., 2.7],
            [63., 62., 150., 2.0],
        ],
        // further segments, as on the right
        &[
            [62., 14., 280., 2.6],
            [72., 0., 294., 2.2],
            [76., -8., 308., 1.6],
        ],
        &[
            [70., -16., 250., 2.6],
            [88., -14., 256., 2.2],
            [104., -10., 260., 1.6],
        ],
        &[
            [76., -34., 250., 2.2],
            [72., -52., 242., 2.0],
            [68., -66., 236., 1.6],
        ],
        &[
            [76., -26., 209., 2.8],
            [94., -30., 208., 2.3],
            [108., -28., 206., 1.7],
        ],
        &[
            [84., -42., 196., 2.2],
            [94., -60., 188., 1.9],
            [98., -74., 182., 1.5],
        ],
        &[
            [56., 30., 194., 3.0],
            [76., 10., 178., 2.5],
            [92., -6., 166., 1.8],
        ],
        &[
            [64., 40., 168., 2.8],
            [82., 50., 156., 2.3],
            [96., 56., 144., 1.7],
        ],
        &[
            [60., 10., 262., 2.4],
            [76., 28., 270., 2.0],
            [88., 42., 276., 1.5],
        ],
    ];
    smooth_union_all(right.iter().chain(&left).map(|c| tube(c)), 3.0)
}
