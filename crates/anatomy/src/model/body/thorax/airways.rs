//! Trachea, main bronchi and the bronchial tree.

use crate::model::parts::*;
use crate::model::{BodyBuilder, Cap, Shape, Tube};

use super::chest::step;

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
    body.add("bronchi", 71, bronchial_tree());
    body.add("right_main_bronchus", 72, rmb);
    body.add("left_main_bronchus", 72, lmb);
    // above the main bronchi, so that these begin at its sides
    body.add("trachea", 72, trachea);
    body.add("trachea_lumen", 73, lumen).contained_in("trachea");
}

/// Lobar and first segmental bronchi, from the ends of the main bronchi outwards; courses follow the textbook pattern
/// within the lobes, radii halve about every second branching.
fn bronchial_tree() -> Shape {
    let right: [&[[f32; 4]]; 9] = [
        // upper lobe, with apical and anterior branches
        &[
            [-22., 10., 246., 5.2],
            [-34., 8., 250., 4.8],
            [-44., 8., 256., 4.2],
        ],
        &[
            [-43., 8., 256., 3.6],
            [-50., 12., 272., 2.9],
            [-52., 16., 296., 2.],
        ],
        &[
            [-43., 8., 256., 3.4],
            [-56., -8., 258., 2.7],
            [-68., -30., 256., 1.8],
        ],
        &[
            [-43., 8., 256., 3.4],
            [-58., 24., 258., 2.6],
            [-72., 38., 262., 1.8],
        ],
        // intermediate bronchus to middle and lower lobe
        &[
            [-25., 11., 243., 6.],
            [-31., 11., 228., 5.6],
            [-36., 13., 214., 5.],
            [-44., 22., 192., 4.2],
            [-52., 34., 168., 3.2],
            [-60., 46., 142., 2.2],
        ],
        &[
            [-34., 11., 218., 4.],
            [-46., -8., 206., 3.2],
            [-58., -32., 196., 2.5],
            [-66., -58., 188., 1.7],
        ],
        &[
            [-35., 12., 216., 3.4],
            [-44., 34., 214., 2.7],
            [-54., 56., 216., 1.8],
        ],
        &[
            [-44., 22., 192., 3.2],
            [-66., 20., 172., 2.5],
            [-88., 16., 150., 1.8],
        ],
        &[
            [-47., 27., 182., 3.],
            [-50., 46., 160., 2.4],
            [-52., 62., 132., 1.7],
        ],
    ];
    let left: [&[[f32; 4]]; 8] = [
        &[
            [40., 17., 231., 5.],
            [52., 10., 236., 4.4],
            [60., 4., 246., 3.8],
        ],
        &[
            [59., 5., 245., 3.4],
            [62., 10., 266., 2.8],
            [62., 16., 290., 2.],
        ],
        &[
            [59., 5., 245., 3.2],
            [70., -16., 250., 2.5],
            [78., -38., 250., 1.7],
        ],
        // lingular bronchus
        &[
            [54., 9., 237., 3.6],
            [66., -10., 222., 2.9],
            [80., -32., 204., 2.2],
            [88., -50., 188., 1.6],
        ],
        &[
            [42., 18., 230., 5.4],
            [48., 23., 216., 4.8],
            [56., 31., 194., 3.9],
            [64., 40., 168., 3.],
            [70., 48., 142., 2.],
        ],
        &[
            [48., 22., 217., 3.4],
            [56., 42., 216., 2.7],
            [64., 60., 218., 1.8],
        ],
        &[
            [57., 32., 192., 3.1],
            [80., 28., 174., 2.4],
            [100., 22., 152., 1.7],
        ],
        &[
            [59., 34., 184., 3.],
            [62., 52., 162., 2.3],
            [64., 66., 136., 1.7],
        ],
    ];
    blend(right.iter().chain(&left).map(|c| tube(c)).collect(), 3.0)
}
