//! Lungs, heart, airways, thymus, oesophagus, pericardium and diaphragm.

use crate::model::{BodyBuilder, Cap, Tube};

/// Adds the structures of the thorax.
pub fn build(body: &mut BodyBuilder) {
    // From the cricoid cartilage (C6) to the carina (T4/T5); 18 mm wide with a wall of 1.8 mm.
    let trachea = Tube::new(&[
        [-1.5, -35.0, 350.0, 9.0],
        [-2.0, -27.0, 325.0, 9.0],
        [-2.0, -13.0, 295.0, 9.0],
        [-3.0, 2.0, 262.0, 9.5],
    ])
    .cap(Cap::Flat);
    body.add("trachea", 70, trachea.shape());
    body.add("trachea_lumen", 71, trachea.thickened(-1.8).shape());
}
